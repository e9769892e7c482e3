// The life of a page: which theme, how far the kernel is, whether it still lives. Runs before the cells arrive.
const kismet = (() => {
  const byId = (id) => document.getElementById(id);
  const POLL_MS = 5000;
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
    setTimeout(watch, POLL_MS);
  }

  function lost() {
    const strip = byId("km-lost");
    if (!strip.hidden) return;
    strip.innerHTML = 'Connection lost. Your game is saved in this browser. <button type="button">Reload</button> to go on.';
    strip.querySelector("button").onclick = () => location.reload();
    strip.hidden = false;
  }

  // The kernel is gone when the server no longer knows it, or when there is no server.
  async function watch() {
    const config = JSON.parse(byId("jupyter-config-data").textContent);
    const url = `${config.baseUrl}api/kernels/${config.kernelId}`;
    for (;;) {
      try {
        const answer = await fetch(url, { cache: "no-store" });
        if (answer.status === 404) return lost();
      } catch {
        return lost();
      }
      await new Promise((wake) => setTimeout(wake, POLL_MS));
    }
  }

  // JupyterLab's renderer sends every link to a new tab; ours stay in this one, so that each visitor keeps one kernel.
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[target=_blank]");
    if (link?.origin === location.origin) link.removeAttribute("target");
  }, true);

  window.voila_finish = finish;
  window.voila_heartbeat = () => {
    heartbeats += 1;
    if (!done && heartbeats >= PATIENCE) say("This page could not start. Reload it to try again.");
  };
  // A page taken back from the browser's memory has no kernel any more.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  return { step, finish };
})();
