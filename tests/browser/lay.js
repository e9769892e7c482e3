// Lays a position on the table of the page that is open, without its kernel: the function that `sweep.py` runs there.
// What the page asks for meanwhile is answered as carried out, so that it waits for nothing.
(async ({ scene, messages, after, then }) => {
  const manager = await globalThis.jupyterapp.widgetManagerPromise.promise;
  if (!globalThis.sweptTable) {
    for (const known of manager._models.values?.() ?? Object.values(manager._models)) {
      const model = await known;
      if (model.get("scene")) globalThis.sweptTable = model;
    }
    const model = globalThis.sweptTable;
    const send = (data) => {
      const { seq, do: what } = data.content ?? {};
      model.asked.push(what);
      if (seq) queueMicrotask(() => model.trigger("msg:custom", { kind: "done", seq }));
      return String(seq);
    };
    model.comm.send = send;
    model.asked = [];
  }
  const model = globalThis.sweptTable, table = document.querySelector(".km-table");
  const rest = () => new Promise((done) => setTimeout(done));
  table.querySelector("dialog[open]")?.close();
  for (const open of table.querySelectorAll(".km-menu[open]")) open.open = false;
  table.querySelector(".km-table-notice:not([hidden]) button")?.click();
  table.querySelector(".km-last-line[aria-expanded=true]")?.click();
  await rest();
  for (const roll of table.querySelectorAll(".km-table-mine > .km-zone:not(.km-player)")) roll.scrollTop = 0;
  for (const chosen of table.querySelectorAll(".km-selected")) chosen.isConnected && chosen.click();
  const before = model.get("scene");
  if (before.step === scene.step) model.set("scene", { ...scene, step: scene.step + 1000, moments: [] });
  for (const message of messages) model.trigger("msg:custom", message);
  model.set("scene", scene);
  await rest();
  // What little room shows one at a time is looked at in turn, unless something there is asked.
  const tabs = [...table.querySelectorAll(".km-table-mine .km-tabs > button")].filter((tab) => tab.checkVisibility());
  if (tabs.length && !scene.coach && !table.querySelector(".km-table-mine .km-play")) {
    tabs[scene.step % tabs.length].click();
    await rest();
  }
  const [what, which] = then.split(" ");
  if (what === "strip") {
    table.querySelector(".km-last-line").click();
    if (after.length) table.querySelector('[data-key="replay:log"]').click();
  }
  for (const message of after) model.trigger("msg:custom", message);
  if (what === "card") {
    const idle =
      ".km-table-hand .km-card, .km-table-hand .km-action-choice, .km-table-mine .km-card, .km-table-middle .km-card, .km-table-others .km-card";
    const cards = [...table.querySelectorAll(idle)].filter((card) =>
      card.localName === "button" && card.checkVisibility()
    );
    cards[Number(which) % cards.length]?.click();
  }
  if (what === "hand") {
    const cards = [...table.querySelectorAll(".km-table-hand .km-play")].filter((card) => card.checkVisibility());
    cards[Number(which) % cards.length]?.click();
  }
  if (what === "menu") table.querySelector(".km-menu > summary").click();
  if (what === "log") table.querySelector(".km-last-line").click();
  if (what === "moment") {
    while (table.querySelector('[data-key="moment"]')) table.querySelector('[data-key="moment"]').click();
  }
  await rest();
  if (table.hasAttribute("aria-busy")) await rest();
  // As one comes to it: own things alone are scrolled by the page itself.
  for (const roll of table.querySelectorAll(".km-table-odds, .km-question, .km-actions")) roll.scrollTop = 0;
});
