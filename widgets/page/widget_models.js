// Models and views of widgets, by the contract of anywidget (Anywidget Front-End Module). Python runs in a worker; no
// part of Jupyter is here.
const bytesOf = (part) =>
  (ArrayBuffer.isView(part) ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength) : new Uint8Array(part))
    .slice();

class WidgetModel {
  constructor(id, state, manager, post) {
    this.model_id = id;
    this.state = state;
    this.dirty = {};
    this.heard = new Map();
    this.widget_manager = manager;
    this.post = post;
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
    this.post(this.model_id, { method: "update", state: plain, buffer_paths: paths }, buffers);
  }

  send(content, _callbacks, buffers = []) {
    this.post(this.model_id, { method: "custom", content }, buffers.map(bytesOf));
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

const modules = new Map(); // text of a module -> promise of what it exports

function loaded(model) {
  const text = model.get("_esm");
  if (text === undefined) throw new Error(`${model.get("_model_name")} is not a widget that this page can draw.`);
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

// Commands of anywidget. A command is requested by name and answered once.
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

// The models of one Python. `post(id, data, buffers)` sends a model's message to it, and `hears` handles its messages
// (kernel/kismet_page.py), by kind.
export function createModelManager(post) {
  const models = new Map(); // id -> promise of a Model
  const opened = new Map(); // id -> settles that promise
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
  const hears = {
    open(id, state, paths, buffers) {
      const model = new WidgetModel(id, withBuffers(state, paths, buffers), manager, post);
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
  };
  return {
    hears,
    count: () => models.size,
    view: async (id) => await manager.create_view(await manager.get_model(id)),
  };
}
