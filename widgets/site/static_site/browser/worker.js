// The kernel of a page: Python in a worker. The page sends {cells}, {attempt}, {key}, {id, data, buffers}, and the name
// of the worker says whether to use the snapshot. The worker sends {begun}, {part}, {started}, {text, buffers}
// (kernel/kismet_page.py), {done}, {failed}.
import { loadPython, restorePython, unpackFiles, WASM_FILE } from "./python.js";

const fromSnapshot = self.name === "snapshot";
const at = (path) => new URL(path, import.meta.url).href;
const build = /([^/]+)\/worker\.js/.exec(import.meta.url)[1];
const packages = [
  "IPython",
  "anywidget",
  "comm",
  "gamelib",
  "ipywidgets",
  "kismet_page",
  "packaging",
  "plotly",
  "_plotly_utils",
  "psygnal",
  "traitlets",
  "typing_extensions",
  "widgets",
];

postMessage({ begun: true });

// Fetches a file and counts its bytes. If the browser allows it, the file is also cached.
const store = self.caches
  ? caches.open(`kismet ${new URL("../../", import.meta.url)} ${build}`).catch(() => null)
  : null;
const network = self.fetch.bind(self);
self.fetch = async (asked) => {
  const url = String(asked.url ?? asked);
  if (url === at(`py/${WASM_FILE}`)) {
    return new Response(await wasm, { headers: { "Content-Type": "application/wasm" } });
  }
  const cache = await store;
  const kept = await cache?.match(url);
  if (kept) return kept;
  const got = await network(url, { cache: "force-cache" });
  if (!got.ok) throw new Error(`${url}: ${got.status}`);
  copy(url, got.clone(), cache);
  return got;
};

async function copy(url, got, cache) {
  const reader = got.body.getReader();
  const parts = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    postMessage({ part: value.length });
  }
  cache?.put(url, new Response(new Blob(parts), { headers: { "Content-Type": got.headers.get("Content-Type") ?? "" } }))
    .catch(() => {});
}

// Files are compressed, because many servers send them unchanged. A server that compresses them is known by the first
// bytes.
async function unpacked(path) {
  const bytes = new Uint8Array(await (await fetch(at(path))).arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer(),
  );
}

const wasm = unpacked("wasm.bin");
wasm.catch(() => {}); // heard by whoever asks for it

async function start() {
  const data = unpacked("data.bin");
  data.catch(() => {}); // heard below
  let py;
  if (fromSnapshot) {
    const image = unpacked("snapshot.bin");
    image.catch(() => {});
    py = await restorePython(at("py/"), at("nothing.zip"), image);
    unpackFiles(py, await data, "/app");
  } else {
    const app = unpacked("app.bin");
    app.catch(() => {});
    py = await loadPython(at("py/"), at("stdlib.zip"), { env: { HOME: "/home/pyodide", JUPYTER_WIDGETS_ECHO: "0" } });
    unpackFiles(py, await data, "/app");
    unpackFiles(py, await app, "/app");
    py.runPython("import sys; sys.path.insert(0, '/app')");
  }
  const kernel = py.pyimport("kismet_page");
  if (fromSnapshot) py.pyimport("kismet_rest").watch(py.toPy(packages), (kind) => fetchRest(py, kind));
  kernel.start((text, buffers) => {
    const list = buffers.toJs({ create_pyproxies: false });
    buffers.destroy();
    postMessage({ text, buffers: list }, list.map((each) => each.buffer));
  });
  postMessage({ started: fromSnapshot ? "snapshot" : "plain" });
  return kernel;
}

// A module that the snapshot lacks is imported during a call of Python, which cannot wait for a promise.
function fetchRest(py, kind) {
  const request = new XMLHttpRequest();
  request.open("GET", at(kind === "app" ? "app.bin" : "stdlib.zip"), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${kind}: ${request.status}`);
  const bytes = new Uint8Array(request.response);
  if (kind === "app") unpackFiles(py, py.pyimport("gzip").decompress(py.toPy(bytes)).toJs(), "/app");
  else py.FS.writeFile("/lib/python314.zip", bytes);
}

// Without this race, Pyodide would wait for ever if the binary cannot be loaded.
const ready = Promise.race([start(), wasm.then(() => new Promise(() => {}))]);
ready.catch((error) => postMessage({ failed: String(error.message ?? error) }));
self.onmessage = async ({ data: { key, cells, attempt, id, data, buffers = [] } }) => {
  const kernel = await ready.catch(() => null);
  if (!kernel) return;
  if (key) return kernel.set_teacher_key(key);
  try {
    if (cells) kernel.run(JSON.stringify(cells));
    else if (attempt) kernel.attempt(...attempt);
    else kernel.receive(JSON.stringify([id, data]), buffers);
    postMessage({ done: true });
  } catch (error) { // Python itself is gone
    postMessage({ failed: String(error.message ?? error) });
  }
};
