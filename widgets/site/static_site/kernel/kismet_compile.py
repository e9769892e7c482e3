"""Compile the files below /src into /out.pack. The build runs this script in Pyodide.

Pyodide contains its standard library as source files. The script also compiles some modules in /stdlib.zip: those that
this interpreter has imported, and those named in /modules.json.
"""

import importlib._bootstrap_external as external
import json
import os
import sys
import zipfile
from importlib.util import source_hash
from types import CodeType

OURS = ("gamelib/", "widgets/", "IPython/", "narwhals/", "kismet_")
WORDY = ("plotly/", "_plotly_utils/")  # half of the code in these packages is documentation of functions
SPOKEN = ("_pyodide/", "pyodide/")  # Pyodide reads its own documentation when it starts
LIBRARY = "/lib/python314.zip"

NOWHERE = 0x80 | 15 << 3  # entry of a line table for 1 (+ up to 7) code units that have no source position


def without_lines(code: CodeType) -> CodeType:
    """Return the code without source positions, which are a tenth of it. Tracebacks then contain no line numbers."""
    units = len(code.co_code) // 2
    table = bytes([NOWHERE | 7] * (units // 8) + [NOWHERE | units % 8 - 1] * (units % 8 > 0))
    inner = (without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=table, co_consts=tuple(inner))


def compile_to_pyc(name: str, source: bytes, place: str, level: int) -> bytes:
    """Return the content of a .pyc file. Python loads such a file without checking its source."""
    code = compile(source, f"{place}/{name}", "exec", dont_inherit=True, optimize=level)
    return bytes(external._code_to_hash_pyc(without_lines(code), source_hash(source), False))  # type: ignore[attr-defined]


out = {}
for folder, _, files in sorted(os.walk("/src")):
    for file in sorted(files):
        name = os.path.join(folder, file).removeprefix("/src/")
        with open(f"/src/{name}", "rb") as opened:
            made = compile_to_pyc(name, opened.read(), "/app", 2 if name.startswith(WORDY) else 0)
        if name.startswith(OURS):  # an import also looks for the source file
            place, stem = os.path.split(name)
            name = os.path.join(place, "__pycache__", f"{stem[:-3]}.{sys.implementation.cache_tag}.py")
        out[f"{name}c"] = made
index = json.dumps({name: len(content) for name, content in out.items()})
with open("/out.pack", "wb") as pack:
    pack.write(b"\n".join([index.encode(), b"".join(out.values())]))

with open("/modules.json") as asked:
    modules = {*sys.modules, *json.load(asked)}
with zipfile.ZipFile(LIBRARY) as given, zipfile.ZipFile("/stdlib.zip", "w", compresslevel=9) as library:
    for info in given.infolist():
        name, content = info.filename, given.read(info)
        if name.endswith(".py") and name[:-3].removesuffix("/__init__").replace("/", ".") in modules:
            content = compile_to_pyc(name, content, LIBRARY, 0 if name.startswith(SPOKEN) else 2)
            name += "c"
        library.writestr(zipfile.ZipInfo(name, info.date_time), content, zipfile.ZIP_DEFLATED)
