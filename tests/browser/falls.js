// One click whose chance is seen to fall, laid on the table of the page that is open (`lay.js` has cut it off from its
// kernel): what stands anywhere but on the stage, frame by frame, until it has landed; and then. `tap`: a finger ends it.
(async ({ earlier, before, messages, scene, tap }) => {
  const model = globalThis.sweptTable, table = document.querySelector(".km-table");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const told = () => {
    const copy = document.body.cloneNode(true);
    for (const part of copy.querySelectorAll(".km-table-odds, .km-animation-layer, script, style")) part.remove();
    const named = [...copy.querySelectorAll("[aria-label], [title]")].flatMap((el) => [el.ariaLabel, el.title]);
    return [document.title, copy.textContent, ...named].filter(Boolean);
  };
  for (const message of earlier) model.trigger("msg:custom", message);
  model.set("scene", before);
  while (table.matches(".km-is-animating-outcome")) {
    table.dispatchEvent(new PointerEvent("pointerdown"));
    await frame();
  }
  while (table.querySelector('[data-key="moment"]')) table.querySelector('[data-key="moment"]').click();
  if (table.querySelector(".km-last-line[aria-expanded=false]")) table.querySelector(".km-last-line").click();
  for (let wait = 0; wait < 90; wait++) await frame(); // what is read out comes once a second
  const was = told(), early = new Set(), called = new Set();
  for (const message of messages) model.trigger("msg:custom", message);
  model.set("scene", scene);
  const moves = table.getAnimations({ subtree: true }).length > 0;
  for (let looks = 1; table.matches(".km-is-animating-outcome"); looks++) {
    told().filter((text) => !was.includes(text)).forEach((text) => early.add(text.slice(0, 400)));
    if (table.querySelector(".km-is-active")) early.add("where it falls is marked");
    called.add(table.querySelector(".km-table-odds h3 > span").textContent);
    if (tap && looks === 2) table.dispatchEvent(new PointerEvent("pointerdown"));
    await frame();
  }
  return { early: [...early], called: [...called], moves, landed: told().some((text) => !was.includes(text)) };
});
