// Python by Pyodide, in a worker and in Node. Only this module knows how a snapshot is taken and used, because the
// functions for it are private to Pyodide and specific to its build.
const ABI = "2026_0"; // of the Pyodide that npm.py pins; it refuses any other
// no package but ours
const LOCK = JSON.stringify({ info: { abi_version: ABI, arch: "wasm32", platform: "", python: "" }, packages: {} });
export const WASM_FILE = "pyodide.asm.wasm"; // asked for in the folder of Pyodide
const STEP = 4 << 20; // bytes by which the memory grows

const settings = (base, library, more) => ({
  indexURL: base,
  stdLibURL: library,
  lockFileContents: LOCK,
  packageBaseUrl: base,
  ...more,
});

// `base`: the folder of Pyodide; `library`: the zip of the standard library.
export async function loadPython(base, library, more = {}) {
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  return loadPyodide(settings(base, library, more));
}

// Loads Python as above, but prepared for `takeSnapshot`.
export const loadPythonForSnapshot = (base, library, more = {}) =>
  loadPython(base, library, { ...more, _makeSnapshot: true });

// Returns the memory of an interpreter. Other interpreters can start from this memory.
export const takeSnapshot = (py) => py.makeMemorySnapshot();

// Starts Python from `image`, a promise of a snapshot. Throws if the snapshot does not fit this build or browser.
export async function restorePython(base, library, image, more = {}) {
  const [{ loadPyodide }, { default: make }] = await Promise.all([
    import(`${base}pyodide.mjs`),
    import(`${base}pyodide.asm.mjs`),
  ]);
  const createPyodideModule = async (options) => {
    const [module, bytes] = await Promise.all([make(options), image]);
    const held = []; // the snapshot is written into memory that must be there
    while (module.HEAP8.length < bytes.length) held.push(module._malloc(STEP));
    for (const place of held) module._free(place);
    return module;
  };
  return loadPyodide(settings(base, library, { ...more, createPyodideModule, _loadSnapshot: image }));
}

// Writes a pack (pack.py) into a folder of Python's files.
export function unpackFiles(py, pack, folder) {
  const end = pack.indexOf(10);
  const index = JSON.parse(new TextDecoder().decode(pack.subarray(0, end)));
  const made = new Set();
  let at = end + 1;
  for (const [name, length] of Object.entries(index)) {
    const path = `${folder}/${name}`;
    const place = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(place)) py.FS.mkdirTree(place);
    made.add(place);
    py.FS.writeFile(path, pack.subarray(at, at + length), { canOwn: false });
    at += length;
  }
}
