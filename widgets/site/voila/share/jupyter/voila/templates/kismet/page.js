// The life of a page: which theme, how far the kernel is, whether it still lives. Runs before the cells arrive.
const kismet = (() => {
  const byId = (id) => document.getElementById(id);
  const POLL_MS = 5000;
  const PICTURE_MS = 3000; // after which a page without a picture is shown whole
  const PATIENCE = 6; // heartbeats (one every 10 s) without a finished cell before we say so
  let heartbeats = 0;
  let done = false;

  const asked = new URLSearchParams(location.search).get("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  function theme() {
    const dark = asked === "dark" || (asked !== "light" && system.matches);
    const { body } = document;
    document.documentElement.style.colorScheme = dark ? "dark" : "light";
    byId("km-dark-sheet").media = dark ? "all" : "not all";
    body.dataset.jpThemeLight = String(!dark);
    // JupyterLab's toolkit reads these two by script and cannot parse light-dark(): give it plain colours.
    const probe = body.appendChild(document.createElement("i"));
    for (const [name, token] of [["--jp-layout-color1", "--km-paper"], ["--jp-brand-color1", "--km-focus"]]) {
      probe.style.color = `var(${token})`;
      body.style.setProperty(name, getComputedStyle(probe).color);
    }
    probe.remove();
    body.dataset.jpThemeName = dark ? "JupyterLab Dark" : "JupyterLab Light";
  }
  theme();
  system.addEventListener("change", theme);

  function say(text) {
    const line = byId("loading_text");
    if (line) line.textContent = text;
  }

  function step(index, count) {
    heartbeats = 0;
    if (index > 1) say(`The page is getting ready: step ${index} of ${count}.`);
  }

  // Called twice: when the last cell has arrived, and when the front end is ready to draw.
  function finish() {
    done = true;
    if (!window.themeLoaded) {
      window.cellLoaded = true;
      return;
    }
    byId("loading")?.remove();
    byId("km-cells").classList.remove("km-waiting");
    if (wanted) setTimeout(showOne, PICTURE_MS);
    setTimeout(watch, POLL_MS);
  }

  // One strip for everything that a reader should know about the page as a whole; what is final is not taken back.
  const strip = byId.bind(null, "km-lost");
  let final = false;
  let said = "";
  function tell(text, { stays = false, closes = false } = {}) {
    if (final || said === text) return;
    final = stays;
    said = text;
    const button = (label, action) => Object.assign(document.createElement("button"), { type: "button", textContent: label, onclick: action });
    strip().replaceChildren(`${text} `, button("Reload", () => location.reload()), " to go on.");
    if (closes) strip().append(" ", button("Close", untell));
    strip().hidden = false;
  }
  function untell() {
    if (final) return;
    said = "";
    strip().hidden = true;
  }
  const SAVED = "Your game is saved in this browser.";
  const LOST = `Connection lost. ${SAVED}`;

  // The kernel is gone when the server no longer knows it, and then the server may know why. Without a server, or with
  // its websocket cut, there is hope.
  let kernel = null;
  async function watch() {
    const config = JSON.parse(byId("jupyter-config-data").textContent);
    const url = `${config.baseUrl}api/kernels/${config.kernelId}`;
    for (;;) {
      try {
        const answer = await fetch(url, { cache: "no-store" });
        if (answer.status === 404) {
          const { reason } = await answer.json().catch(() => ({}));
          return tell(`${reason || "Connection lost."} ${SAVED}`, { stays: true });
        }
        if (kernel?.status === "dead") return tell(LOST, { stays: true });
        if (kernel && kernel.connectionStatus !== "connected") {
          tell(LOST);
          kernel.reconnect().then(() => said === LOST && untell(), () => {});
        } else if (said === LOST) untell();
      } catch {
        tell(LOST);
      }
      await new Promise((wake) => setTimeout(wake, POLL_MS));
    }
  }

  // What the page's kernel says of an error: the server has put one plain sentence in place of all particulars.
  async function listen() {
    while (!window.jupyterapp) await new Promise((wake) => setTimeout(wake, 200));
    kernel = (await window.jupyterapp.widgetManagerPromise.promise).kernel;
    kernel.iopubMessage.connect((_, message) => {
      if (message.header.msg_type === "error") tell(message.content.traceback[0].replace(/ Reload .*/, ""), { closes: true });
    });
  }
  listen();

  // A widget that the front end could not find is looked for once more by a reload, which loses nothing. If it is not
  // there again, this is told beside what can be shown.
  const MISSING = "Error displaying widget";
  const RETRY = "kismet-retry";
  function missing() {
    const outputs = [...byId("km-cells").querySelectorAll(".jp-OutputArea-output")];
    const lost = outputs.filter((output) => output.style.display !== "none" && output.textContent.includes(MISSING));
    if (!lost.length) return;
    for (const output of lost) output.style.display = "none";
    let tried = true;
    try {
      tried = sessionStorage.getItem(RETRY) === location.href;
      sessionStorage.setItem(RETRY, location.href);
    } catch { /* without a memory there is no second try */ }
    if (!tried) location.reload();
    else tell("A part of this page could not be shown.");
  }
  addEventListener("DOMContentLoaded", () => { // the cells are there by then, their widgets are not yet
    new MutationObserver(missing).observe(byId("km-cells"), { childList: true, subtree: true, characterData: true });
  });

  // JupyterLab's renderer sends every link to a new tab; ours stay in this one, so that each visitor keeps one kernel.
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[target=_blank]");
    if (link?.origin === location.origin) link.removeAttribute("target");
  }, true);

  // ?show=chart: one picture of the page without anything else, for a projector; chart2 is the second one.
  const wanted = /^chart([1-9]?)$/.exec(new URLSearchParams(location.search).get("show") ?? "");
  function showOne() {
    const found = [...byId("km-cells").querySelectorAll(".km-chart, .km-b, .km-t-odds")];
    const one = found[Number(wanted[1] || 1) - 1] ?? found.at(-1);
    document.documentElement.toggleAttribute("data-show", Boolean(one) || !done);
    if (!one) return;
    const zoom = Math.max(1, Math.min(2.5, (innerHeight - 60) / 420)); // a chart is some 400 px high
    one.style.zoom = zoom;
    const over = document.documentElement.scrollHeight / innerHeight; // a bench or a table's stage may be higher
    if (one.matches(".km-shown:not(.km-chart)") && over > 1) one.style.zoom = zoom / over;
    if (one.classList.contains("km-shown")) return;
    for (const old of document.querySelectorAll(".km-shown, .km-show-way")) old.classList.remove("km-shown", "km-show-way");
    one.classList.add("km-shown");
    for (let el = one.parentElement; el.id !== "km-cells"; el = el.parentElement) {
      el.classList.add("km-show-way");
      if (el.tagName === "DETAILS") el.open = true;
    }
    dispatchEvent(new Event("resize")); // it has all the room now
  }
  if (wanted) {
    document.documentElement.toggleAttribute("data-show", true);
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver(showOne).observe(byId("km-cells"), { childList: true, subtree: true });
      const base = document.body.dataset.baseUrl.replace(/voila\/$/, "");
      const qr = Object.assign(new Image(), { className: "km-show-qr", alt: "QR picture of this page" });
      qr.src = `${base}class/qr.svg?path=${encodeURIComponent(location.pathname.slice(base.length) + location.hash)}`;
      document.body.append(qr);
    });
  }

  window.voila_finish = finish;
  window.voila_heartbeat = () => {
    heartbeats += 1;
    if (!done && heartbeats >= PATIENCE) say("This page could not start. Reload it to try again.");
  };
  // A page taken back from the browser's memory has no kernel any more.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  return { step, finish };
})();
