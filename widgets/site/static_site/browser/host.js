// A page whose Python runs in a worker. Its cells run once, and their widgets stay active.
import "./addresses.js";
import { installServiceWorker } from "./service_worker_client.js";
import { createModelManager } from "../../../page/widget_models.js";
import { renderOutputAndReturnWidgetView } from "./cell_output.js";

const { byId, tell, tryAgain } = kismetFrame; // page_frame.js
const { cells, sizes } = JSON.parse(byId("km-page").textContent);
const served = "baseUrl" in document.body.dataset; // by a server of ours, which may hold a class
const SILENT = 60_000; // ms that Python may owe an answer
const { say: frameSaid } = kismetWords; // language.js

let worker;
let owed = 0; // answers
let patience = 0;

function post(id, data, buffers = []) {
  ask({ id, data, buffers });
}

function ask(message) {
  owed += 1;
  if (owed === 1) wait();
  worker.postMessage(message, (message.buffers ?? []).map((each) => each.buffer));
}

function wait() {
  clearTimeout(patience);
  if (owed && document.body.dataset.python) {
    patience = setTimeout(() => {
      worker.terminate();
      tell(`${frameSaid("silent", { seconds: SILENT / 1000 })} ${frameSaid("saved")}`, { stays: true });
    }, SILENT);
  }
}

const models = createModelManager(post);
const hears = {
  ...models.hears,
  show: shown,
  error(number) {
    if (number < 0) tell(frameSaid("trouble"), { closes: true });
    else kismetCannotStart();
  },
};

async function shown(number, what) {
  try {
    await renderOutputAndReturnWidgetView(byId(`km-cell-${number}`), what, models);
  } catch (error) {
    console.error(error);
    if (!tryAgain()) tell(frameSaid("part_missing"), { closes: true });
  }
  drawn();
}

function drawn() {
  if (!byId("loading")) return;
  byId("loading").remove();
  byId("km-cells").classList.remove("km-waiting");
  kismetFrame.shown();
  setTimeout(served ? forgetOthers : installServiceWorker, 500);
}

// Deletes the cached files of earlier builds. Without a service worker, nothing else would delete them.
async function forgetOthers() {
  const own = `kismet ${new URL("../../", import.meta.url)} `;
  try {
    for (const name of await globalThis.caches?.keys() ?? []) {
      if (name.startsWith(own) && name !== own + document.body.dataset.build) caches.delete(name);
    }
  } catch {
    // a browser without storage has no cached files
  }
}

// Counts the bytes that are loaded over the network and not from a cache.
let come = 0;
function progress(bytes, names) {
  come += bytes;
  const most = names.reduce((sum, name) => sum + sizes[name], 0);
  const bar = byId("loading_part");
  if (!bar) return;
  bar.hidden = false;
  bar.value = Math.min(1, come / most);
  const text = `The page is getting ready. On the first visit, it loads ${
    Math.round(most / 1e6)
  } MB and keeps them for the next visit.`;
  if (byId("loading_text").textContent !== text) byId("loading_text").textContent = text;
}

// The chart library is loaded at once but runs only after the worker has begun. It keeps the page busy, and a worker's
// start waits.
function runCharts() {
  const { href } = byId("km-charts") ?? {};
  if (href && !byId("km-plotly")) {
    document.head.append(Object.assign(document.createElement("script"), { id: "km-plotly", src: href }));
  }
}

const NEEDED = {
  snapshot: ["wasm.bin", "snapshot.bin", "data.bin"],
  plain: ["wasm.bin", "app.bin", "data.bin", "stdlib.zip"],
};

function start(way) {
  come = 0;
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: way });
  worker.onerror = (event) => failed(way, event.message);
  worker.onmessage = ({ data }) => {
    if (data.begun) runCharts();
    else if (data.part) progress(data.part, NEEDED[way]);
    else if (data.started) {
      document.body.dataset.python = data.started;
      if (byId("loading_part")) byId("loading_part").hidden = true;
      wait();
    } else if (data.done) {
      owed -= 1;
      wait();
      if (!models.count()) drawn();
    } else if (data.failed) failed(way, data.failed);
    else {
      const [kind, ...rest] = JSON.parse(data.text);
      hears[kind](...rest, data.buffers);
    }
  };
  owed = 0;
  if (served) know();
  ask({ cells });
}

// Passes on the key of a class. With it, Python reports runs to the class, and opens all lesson steps for a teacher.
function know() {
  worker.postMessage({ key: window.kismetClass?.teacher || "a pupil" });
}
if (served) document.addEventListener("kismet:class", know);

// If this browser cannot use the snapshot, Python starts without it, only slower.
function failed(way, why) {
  worker.terminate();
  if (document.body.dataset.python) return tell(`${frameSaid("trouble")} ${frameSaid("saved")}`, { stays: true });
  if (way === "snapshot") {
    console.info(`Python starts without its snapshot: ${why}`);
    return start("plain");
  }
  console.error(why);
  kismetCannotStart();
}

start("snapshot.bin" in sizes ? "snapshot" : "plain");
