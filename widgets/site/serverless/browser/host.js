// Hosts the widgets of a page by the contract of anywidget (Anywidget Front-End Module). Python runs in a worker; no
// part of
// Jupyter is here.
import { keepAll } from "./keep.js";

const { byId, tell, tryAgain } = kismetFrame; // frame.js
const { cells, sizes } = JSON.parse(byId("km-page").textContent);
const served = "baseUrl" in document.body.dataset; // by a server of ours, which may hold a class
const SILENT = 60_000; // ms that Python may owe an answer
const SAVED = "Your game is saved in this browser.";
const TROUBLE = "Something went wrong here.";

// ---- models and views ----------------------------------------------------------------------------------------------

const models = new Map(); // id -> promise of a Model
const opened = new Map(); // id -> settles that promise
const modules = new Map(); // text of a module -> promise of what it exports

class Model {
  constructor(id, state) {
    this.model_id = id;
    this.state = state;
    this.dirty = {};
    this.heard = new Map();
    this.widget_manager = manager;
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    this.state[name] = this.dirty[name] = value;
    this.tell(`change:${name}`, this, value);
    this.tell("change", this);
  }

  save_changes() {
    const state = this.dirty;
    this.dirty = {};
    if (!Object.keys(state).length) return;
    const { plain, paths, buffers } = withoutBuffers(state);
    post(this.model_id, { method: "update", state: plain, buffer_paths: paths }, buffers);
  }

  send(content, _callbacks, buffers = []) {
    post(this.model_id, { method: "custom", content }, buffers.map(bytesOf));
  }

  on(names, run) {
    for (const name of names.split(" ")) this.heard.set(name, [...(this.heard.get(name) ?? []), run]);
  }

  off(names, run) {
    for (const name of names ? names.split(" ") : [...this.heard.keys()]) {
      this.heard.set(name, (this.heard.get(name) ?? []).filter((other) => run && other !== run));
    }
  }

  tell(name, ...values) {
    for (const run of this.heard.get(name) ?? []) run(...values);
  }

  update(state) {
    Object.assign(this.state, state);
    for (const name of Object.keys(state)) this.tell(`change:${name}`, this, state[name]);
    this.tell("change", this);
  }
}

const manager = {
  get_model(id) {
    if (!models.has(id)) models.set(id, new Promise((resolve) => opened.set(id, resolve)));
    return models.get(id);
  },

  async create_view(model) {
    const widget = await loaded(model);
    const el = document.createElement("div");
    el.classList.add(...(model.get("_dom_classes") ?? []));
    const ends = new AbortController();
    const clean = await widget.render?.({
      model,
      el,
      signal: ends.signal,
      experimental: { invoke: invoke.bind(null, model) },
    });
    return {
      el,
      model,
      remove() {
        ends.abort();
        clean?.();
        el.remove();
      },
    };
  },
};

function loaded(model) {
  const text = model.get("_esm");
  if (text === undefined) throw new Error(`${model.get("_model_name")} is no widget that this page can draw.`);
  if (!modules.has(text)) {
    const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    modules.set(text, import(url).then(({ default: made }) => (typeof made === "function" ? made() : made)));
  }
  model.loaded ??= modules.get(text).then(async (widget) => {
    dress(model.get("_anywidget_id"), model.get("_css"));
    await widget.initialize?.({
      model,
      signal: new AbortController().signal,
      experimental: { invoke: invoke.bind(null, model) },
    });
    return widget;
  });
  return model.loaded;
}

const dressed = new Set();
function dress(name, css) {
  if (!css || dressed.has(name)) return;
  dressed.add(name);
  document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
}

// A command of anywidget: asked by name, answered once.
function invoke(model, name, msg, { buffers = [], signal } = {}) {
  const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  return new Promise((resolve, reject) => {
    const hear = (answer, found) => {
      if (answer?.id !== id) return;
      model.off("msg:custom", hear);
      resolve([answer.response, found]);
    };
    signal?.addEventListener("abort", () => {
      model.off("msg:custom", hear);
      reject(signal.reason);
    });
    model.on("msg:custom", hear);
    model.send({ id, kind: "anywidget-command", name, msg }, undefined, buffers);
  });
}

// ---- binary parts of messages --------------------------------------------------------------------------------------

const bytesOf = (part) =>
  (ArrayBuffer.isView(part) ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength) : new Uint8Array(part))
    .slice();

function withBuffers(state, paths, buffers) {
  paths.forEach((path, i) => {
    const place = path.slice(0, -1).reduce((found, key) => found[key], state);
    place[path.at(-1)] = new DataView(buffers[i].buffer, buffers[i].byteOffset, buffers[i].byteLength);
  });
  return state;
}

function withoutBuffers(state) {
  const paths = [];
  const buffers = [];
  const walk = (value, path) => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
      paths.push(path);
      buffers.push(bytesOf(value));
      return null;
    }
    if (Array.isArray(value)) return value.map((each, i) => walk(each, [...path, i]));
    if (value && typeof value === "object" && !value.toJSON) {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each, [...path, key])]));
    }
    return value;
  };
  return { plain: walk(state, []), paths, buffers };
}

// ---- Python --------------------------------------------------------------------------------------------------------

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
      tell(`This page did not answer for ${SILENT / 1000} seconds and was ended. ${SAVED}`, { stays: true });
    }, SILENT);
  }
}

const hears = {
  open(id, state, paths, buffers) {
    const model = new Model(id, withBuffers(state, paths, buffers));
    manager.get_model(id);
    opened.get(id)(model);
  },
  async message(id, data, buffers) {
    const model = await manager.get_model(id);
    if (data.method === "update") model.update(withBuffers(data.state, data.buffer_paths ?? [], buffers));
    else if (data.method === "custom") {
      model.tell(
        "msg:custom",
        data.content,
        buffers.map((each) => new DataView(each.buffer)),
      );
    }
  },
  close(id) {
    models.delete(id);
    opened.delete(id);
  },
  show: shown,
  error(number) {
    if (number < 0) tell(TROUBLE, { closes: true });
    else kismetCannotStart();
  },
};

async function shown(number, { widget, html, text }) {
  const place = byId(`km-cell-${number}`);
  try {
    if (widget) place.append((await manager.create_view(await manager.get_model(widget))).el);
    else if (html) place.append(document.createRange().createContextualFragment(html));
    else place.append(Object.assign(document.createElement("pre"), { textContent: text }));
  } catch (error) {
    console.error(error);
    if (!tryAgain()) tell("A part of this page could not be shown.", { closes: true });
  }
  drawn();
}

function drawn() {
  if (!byId("loading")) return;
  byId("loading").remove();
  byId("km-cells").classList.remove("km-waiting");
  kismetFrame.shown();
  setTimeout(served ? forgetOthers : keepAll, 500);
}

// Without a service worker nobody else lets go of what an earlier build has left in the store.
async function forgetOthers() {
  const own = `kismet ${new URL("../../", import.meta.url)} `;
  for (const name of await globalThis.caches?.keys() ?? []) {
    if (name.startsWith(own) && name !== own + document.body.dataset.build) caches.delete(name);
  }
}

// What comes over the network for the first time is counted.
let come = 0;
function progress(bytes, names) {
  come += bytes;
  const most = names.reduce((sum, name) => sum + sizes[name], 0);
  const bar = byId("loading_part");
  if (!bar) return;
  bar.hidden = false;
  bar.value = Math.min(1, come / most);
  const text = `The page is getting ready. First visit: ${Math.round(most / 1e6)} MB, kept for the next.`;
  if (byId("loading_text").textContent !== text) byId("loading_text").textContent = text;
}

// The chart library comes at once, but it runs when the worker is under way: it keeps the page busy, and a worker's
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
      if (!models.size) drawn();
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

// In a class Python tells of runs; and it opens all steps of a lesson for a teacher.
function know() {
  worker.postMessage({ key: window.kismetClass?.teacher || "a pupil" });
}
if (served) document.addEventListener("kismet:class", know);

// A snapshot that this browser cannot use is no misfortune: Python starts without it, only slower.
function failed(way, why) {
  worker.terminate();
  if (document.body.dataset.python) return tell(`${TROUBLE} ${SAVED}`, { stays: true });
  if (way === "snapshot") {
    console.info(`Python starts without its snapshot: ${why}`);
    return start("plain");
  }
  console.error(why);
  kismetCannotStart();
}

start("snapshot.bin" in sizes ? "snapshot" : "plain");

// ---- addresses -----------------------------------------------------------------------------------------------------

// Pages are linked as the notebooks that they are; here they have another ending.
function lead({ target }) {
  const link = target.closest?.("a[href]");
  const href = link?.getAttribute("href") ?? "";
  if (!served && /^[^:?#]*\.ipynb([?#]|$)/.test(href)) link.setAttribute("href", href.replace(".ipynb", ".html"));
  if (link?.classList.contains("km-project")) link.setAttribute("href", `?show=chart${location.hash}`);
}
for (const type of ["pointerover", "focusin", "click"]) addEventListener(type, lead, true);
