// Run by Node while the pages are built: node build_snapshot.mjs JOB.json, with one of two jobs. "compile": Python files by the very
// Python that will run them. "snapshot": of an interpreter that has imported everything and rehearsed every page.
import nodeCrypto from "node:crypto";
import fs from "node:fs";

process.on("uncaughtException", (error) => { // Node would print the line of Pyodide, which is a megabyte long
  console.error(String(error?.message ?? error));
  process.exit(1);
});
const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const { loadPython, loadPythonForSnapshot, takeSnapshot, unpackFiles } = await import(job.python);
const read = (path) => new Uint8Array(fs.readFileSync(path));

// The same sources make the same bytes: the clock ticks when it is asked, chance is the same, no place is told.
let ticks = 0;
Date.now = () => 1_700_000_000_000 + ticks++;
performance.now = () => ticks++;
let seed = 1;
const chance = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 24;
const filled = (view) => {
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).forEach((_, i, bytes) => (bytes[i] = chance()));
  return view;
};
crypto.getRandomValues = nodeCrypto.randomFillSync = filled;
process.argv = ["node", "build_snapshot.mjs"];
const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0", JUPYTER_WIDGETS_ECHO: "0" };

async function compile({ pack, modules, out, library, script }) {
  const py = await loadPython(job.pyodide, job.stdlib, { env });
  unpackFiles(py, read(pack), "/src");
  py.FS.writeFile("/modules.json", JSON.stringify(modules));
  py.runPython(fs.readFileSync(script, "utf8"));
  fs.writeFileSync(out, py.FS.readFile("/out.pack"));
  fs.writeFileSync(library, py.FS.readFile("/stdlib.zip"));
}

async function snapshot({ packs, modules, pages, out }) {
  const py = await loadPythonForSnapshot(job.pyodide, job.stdlib, { env });
  for (const pack of packs) unpackFiles(py, read(pack), "/app");
  py.runPython("import sys; sys.path.insert(0, '/app')");
  py.pyimport("kismet_snapshot").prepare(JSON.stringify(modules), JSON.stringify(pages));
  wipe(py);
  fs.writeFileSync(out, takeSnapshot(py));
}

// Memory that is free holds what it held before, which no one needs and which does not compress.
function wipe(py) {
  const { _malloc, _free, HEAP8: { length } } = py._module;
  const size = 512;
  const held = [];
  for (;;) {
    const place = _malloc(size);
    held.push(place);
    if (py._module.HEAP8.length > length) break; // nothing is free any more
    py._module.HEAP8.fill(0, place, place + size);
  }
  for (const place of held) _free(place);
}

if (job.compile) await compile(job.compile);
if (job.snapshot) await snapshot(job.snapshot);
