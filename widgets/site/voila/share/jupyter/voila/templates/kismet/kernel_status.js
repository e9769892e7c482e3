// State of a page of the server: the progress of its kernel, and whether it is alive. This script follows page_frame.js
// and runs before the cells arrive.
const kismet = (() => {
  const { byId, isBlocked, notKept, tell, untell, tryAgain } = kismetFrame;
  const POLL_MS = 5000;
  const PATIENCE = 6; // heartbeats (one every 10 s) without a finished cell before we say so
  let heartbeats = 0;
  let done = false;

  function say(text) {
    const line = byId("loading_text");
    if (!line) return;
    delete line.dataset.textId; // it says something else now
    line.textContent = text;
  }

  function step(index, count) {
    heartbeats = 0;
    if (index > 1) say(kismetWords.say("ready_step", { step: index, steps: count }));
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
    kismetFrame.shown();
    setTimeout(watch, POLL_MS);
  }

  const saved = (text) => `${text} ${kismetWords.say(isBlocked ? notKept : "saved")}`;
  const noLine = () => saved(kismetWords.say("lost"));

  // The kernel is lost if the server no longer knows it. The server may then know the reason. If the server does not
  // answer, or if the websocket is closed, the kernel may still be alive.
  // A restarted server does not know this page. The page then reloads with its saved data.
  let kernel = null;
  async function watch() {
    const config = JSON.parse(byId("jupyter-config-data").textContent);
    const url = `${config.baseUrl}api/kernels/${config.kernelId}`;
    const { run } = document.body.dataset; // of the server
    for (;;) {
      try {
        const answer = await fetch(url, { cache: "no-store" });
        if (answer.status === 404 && (answer.headers.get("X-Kismet-Run") ?? run) !== run) return location.reload();
        if (answer.status === 404) {
          const { reason } = await answer.json().catch(() => ({}));
          return tell(reason ? saved(reason) : noLine(), { stays: true });
        }
        if (kernel?.status === "dead") return tell(noLine(), { stays: true });
        if (kernel && kernel.connectionStatus !== "connected") {
          tell(noLine());
          kernel.reconnect().then(() => untell(noLine()), () => {});
        } else untell(noLine());
      } catch {
        tell(noLine());
      }
      await new Promise((wake) => setTimeout(wake, POLL_MS));
    }
  }

  // Displays an error of the page's kernel. The server has replaced the details of the error by one plain sentence.
  async function listen() {
    while (!window.jupyterapp) await new Promise((wake) => setTimeout(wake, 200));
    kernel = (await window.jupyterapp.widgetManagerPromise.promise).kernel;
    kernel.iopubMessage.connect((_, message) => {
      if (message.header.msg_type === "error") {
        tell(message.content.traceback[0].replace(/ Reload .*/, ""), { closes: true });
      }
    });
  }
  listen();

  // If the front end cannot find a widget, the page reloads once, which loses nothing. If the widget is still
  // missing, the page displays a message next to the parts that it can show.
  const MISSING = "Error displaying widget";
  function missing() {
    const outputs = [...byId("km-cells").querySelectorAll(".jp-OutputArea-output")];
    const lost = outputs.filter((output) => output.style.display !== "none" && output.textContent.includes(MISSING));
    if (!lost.length) return;
    for (const output of lost) output.style.display = "none";
    if (!tryAgain()) tell(kismetWords.say("part_missing"));
  }
  addEventListener("DOMContentLoaded", () => { // the cells are there by then, their widgets are not yet
    new MutationObserver(missing).observe(byId("km-cells"), { childList: true, subtree: true, characterData: true });
  });

  // JupyterLab's renderer opens every link in a new tab. Ours stay in this tab, so that a visitor keeps one kernel.
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[target=_blank]");
    if (link?.origin === location.origin) link.removeAttribute("target");
  }, true);

  // The extensions that draw widgets were built for a later JupyterLab than this page's core, and request its versions
  // of the modules that they share with the core. They get the core's modules, as they would anyway. These are offered
  // under a version that fits all of the same major version, since each page would otherwise warn a dozen times.
  function share(scope) {
    for (const [name, versions] of Object.entries(scope)) {
      const [version, ...more] = Object.keys(versions);
      if (!name.startsWith("@jupyterlab/") || more.length) continue;
      const core = versions[version];
      delete versions[version];
      versions[`${version.split(".")[0]}.999.0`] = core;
    }
    return scope;
  }
  // The widget manager looks for a widget every tenth of a second, for two seconds. It does not look again after
  // the last pause, in which a widget often arrives on a busy machine.
  function retryGetModel({ prototype }) {
    const find = prototype.get_model;
    prototype.get_model = function (id) {
      return find.call(this, id).catch((error) => {
        if (!this.has_model(id)) throw error;
        return find.call(this, id);
      });
    };
  }
  const patched = new WeakSet();
  function patchManagers(scope) {
    for (const shared of Object.values(scope["@jupyter-widgets/base-manager"] ?? {})) {
      if (patched.has(shared)) continue;
      patched.add(shared);
      const load = shared.get;
      let loaded;
      shared.get = () =>
        loaded ??= load().then((make) => {
          const module = make();
          retryGetModel(module.ManagerBase);
          return () => module;
        });
    }
  }
  window._JUPYTERLAB = new Proxy({}, {
    set(all, name, { get, init }) {
      async function begin(scope, ...rest) {
        await init(share(scope), ...rest);
        patchManagers(scope);
      }
      all[name] = { get, init: begin };
      return true;
    },
  });

  window.voila_finish = finish;
  window.voila_heartbeat = () => {
    heartbeats += 1;
    if (!done && heartbeats >= PATIENCE) say(kismetWords.say("ready_never"));
  };
  // A page restored from the browser's memory no longer has a kernel.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  return { step, finish };
})();
