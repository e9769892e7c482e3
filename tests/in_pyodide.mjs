// Runs pytest in the Python that pages without a server have: node in_pyodide.mjs JOB.json; see run_in_pyodide in site.py.
import fs from "node:fs";

process.on("uncaughtException", (error) => { // Node would print the line of Pyodide, which is a megabyte long
  console.error(String(error?.message ?? error));
  process.exit(1);
});
const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const { loadPython, unpackFiles } = await import(job.python);
const py = await loadPython(job.pyodide, job.stdlib, { env: { HOME: "/home/pyodide" } });
for (const pack of job.packs) unpackFiles(py, new Uint8Array(fs.readFileSync(pack)), "/app");
py.globals.set("asked", py.toPy(job.arguments));
process.exitCode = py.runPython(`
import os, sys
sys.path.insert(0, "/app")
os.chdir("/app")
import pytest
int(pytest.main(["--noconftest", "-p", "no:cacheprovider", "-o", "addopts=", "-q", "--tb=short", *asked]))
`);
