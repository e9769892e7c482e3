"""Static pages for the tests: a small build, and a plain server that can be stopped and started again."""

from __future__ import annotations

import fcntl
import gzip
import importlib.metadata
import json
import os
import shutil
import socket
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests.conftest import free_port
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.site.static_site import build, file_pack
from widgets.site.static_site.npm import PYODIDE, BuildError, require_node, run_node, unpacked_package_folder
from widgets.site.static_site.static_server import FolderFileHandler, StaticServer

HERE = Path(__file__).parent
BUILD = "0123456789ab"
KINDS = (".py", ".txt", ".toml")
#: one page of each kind
PAGES = (
    "tables/court.ipynb",
    "learn/towers.ipynb",
    "rulebook/court.ipynb",
    "dashboards/raid.ipynb",
    "lessons/00-three-coins.ipynb",
    "lessons/03-the-raid.ipynb",
    "builder.ipynb",
    "lab/your-bot.ipynb",
)
#: foreign widget: state and messages with binary parts in both directions, and a request that fails
ECHO = '''
import anywidget, traitlets

class Echo(anywidget.AnyWidget):
    _esm = """
    export default { initialize({ model }) { model.set("begun", true); model.save_changes(); }, render({ model, el }) {
      const say = (text) => (el.querySelector("output").textContent = text);
      el.innerHTML = "<button>Send</button><button>Fail</button><button>Change</button><output></output>";
      const [send, fail, change] = el.querySelectorAll("button");
      send.onclick = () => model.send({ kind: "bytes" }, undefined, [new Uint8Array([1, 2, 3]).buffer]);
      fail.onclick = () => model.send({ kind: "fail" });
      const part = { inner: new DataView(new Uint8Array([9, 8]).buffer) };
      change.onclick = () => { model.set("part", part); model.save_changes(); };
      model.on("msg:custom", (content, buffers) => say(`${content.sum} ${buffers[0].getUint8(1)}`));
      model.on("change:told", () => say(model.get("told")));
      el.dataset.first = model.get("part").inner.getUint8(0);
    } }"""
    begun = traitlets.Bool(False).tag(sync=True)
    part = traitlets.Dict({"inner": b"\\x07\\x05"}).tag(sync=True)
    told = traitlets.Unicode().tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(self._receive)

    def _receive(self, _, content, buffers):
        if content["kind"] == "fail":
            raise RuntimeError("on purpose")
        self.send({"sum": sum(bytes(buffers[0]))}, buffers=[bytes(buffers[0])[::-1]])

    @traitlets.observe("part")
    def _changed(self, change):
        self.told = f"{bytes(change['new']['inner']).hex()} {self.begun}"

print("said by a cell")
Echo()
'''

#: replaces Hypothesis, which is compiled. Its tests are omitted
HYPOTHESIS = """
import pytest

class _Any:
    def __getattr__(self, name): return self
    def __call__(self, *_, **__): return self

HealthCheck, strategies = (), _Any()
given = lambda *_, **__: lambda test: pytest.mark.skip("no Hypothesis")(lambda: None)
settings = lambda *_, **__: lambda test: test
"""


class _Lines(StaticServer):
    """HTTP server that knows its connections, because browsers keep them open."""

    def __init__(self, *arguments: Any) -> None:
        self.lines: list[socket.socket] = []
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.lines.append(request)
        super().process_request(request, client_address)


class Folder:
    """Folder of pages behind a plain server with the methods `begin` and `end`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.begin()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def begin(self) -> None:
        self._server = _Lines(("127.0.0.1", self.port), partial(FolderFileHandler, directory=str(self.folder)))
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def end(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        for line in self._server.lines:
            with suppress(OSError):  # closed by the browser
                line.shutdown(socket.SHUT_RDWR)


def built(made: pytest.TempPathFactory) -> Path:
    """Build the small site once for all tests of a run, with its notebooks in the folder next to it.

    The test is skipped if Node is missing.
    """
    try:
        require_node()
    except BuildError as error:
        pytest.skip(str(error))
    base = made.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "small"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "site").is_dir():
            with patch.object(build, "GZIP_LEVEL", 1):  # the last percents would take a third of the time
                build.build_site(folder / "site", notebooks(folder / "notebooks"), with_teacher_sheets=True)
    return folder / "site"


def stub(folder: Path, pages: Path) -> Path:
    """Return a folder that looks like a build of these notebooks. Nothing runs in its pages."""
    for path in pages.rglob("*.ipynb"):
        page = folder / path.relative_to(pages).with_suffix(".html")
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text('<head></head><body data-voila="site"><main id="km-main">In a browser.</main></body>')
    files = folder / "kismet" / BUILD
    files.mkdir(parents=True)
    (files / "host.js").write_text("// a script\n" * 99)
    (files / "wasm.bin").write_bytes(bytes(1000))
    (folder / file_pack.SOURCE_HASH_FILE).write_text(file_pack.site_source_hash(pages))
    return folder


def run_in_pyodide(folder: Path, work: Path, *arguments: str) -> str:
    """Run pytest in the Python of the pages in this folder and return its output. Raises BuildError if a test fails."""
    made = next(folder.glob("kismet/*"))
    found = (file for file in sorted(HERE.rglob("*")) if file.suffix in KINDS)
    tests = {f"tests/{file.relative_to(HERE).as_posix()}": file.read_bytes() for file in found}
    tools = {}
    for name in ("pytest", "pluggy", "iniconfig", "pygments"):
        for file in importlib.metadata.files(name) or ():
            if file.suffix == ".py" or file.name in ("METADATA", "entry_points.txt"):
                tools[file.as_posix()] = Path(str(file.locate())).read_bytes()
    packs = {name: gzip.decompress((made / f"{name}.bin").read_bytes()) for name in ("data", "app")}
    tools["hypothesis.py"] = HYPOTHESIS.encode()
    packs |= {"tests": file_pack.encode_pack(tests), "tools": file_pack.encode_pack(tools)}
    for name, content in packs.items():
        (work / name).write_bytes(content)
    job = {
        "python": str(file_pack.STATIC_SITE_FOLDER / "browser" / "python.js"),
        "pyodide": f"{unpacked_package_folder(PYODIDE)}/",
        "arguments": arguments,
        "stdlib": str(made / "stdlib.zip"),
        "packs": [str(work / name) for name in packs],
    }
    (work / "job.json").write_text(json.dumps(job), encoding="utf-8")
    return run_node(HERE / "in_pyodide.mjs", work / "job.json")


def notebooks(folder: Path) -> Path:
    """Write the home page, one page of each kind, a page with a foreign widget, and one with a cell that fails."""
    for path in ("index.ipynb", *PAGES):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(NOTEBOOKS_DIR / path, folder / path)
    _write(folder / "dashboards" / "echo.ipynb", ECHO)
    _write(folder / "dashboards" / "fails.ipynb", "import js\njs.process.version")  # Node runs it, as in the build
    return folder


def _write(path: Path, code: str) -> None:
    about = {"title": path.stem, "summary": "A page for the tests.", "kind": "dashboard", "minutes": 1, "level": "any"}
    cells = [new_markdown_cell(f"# {path.stem}"), new_code_cell(code)]
    nbformat.write(new_notebook(cells=cells, metadata={"kismet": about}), path)
