"""`kismet site OUT`: build the folder of static files. Builds are reproducible.

index.html, tables/..., 404.html      pages: texts, cells, and the name of their build
kismet/BUILD/                         files of the pages, in a different folder for each build
sw.js                                 service worker that caches all files, also for offline use
docs/                                 with --docs: the documentation
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...page.fonts import FONT_FILES, font_face_css, read_font
from ...page.paths import NOTEBOOKS_DIR, WIDGETS_DIR
from ...page.plotly_bundle import compressed_plotly_script
from ...page.plotly_bundle import scope_and_gzip_script as chart_library
from ..home_page import HOME_NOTEBOOK, PageEntry, list_pages
from . import docs_build, file_pack
from .npm import PLOTLY, PYODIDE, STDLIB_FILE, WASM, BuildError, run_node, unpacked_package_folder
from .static_pages import StaticPageRenderer

BROWSER = file_pack.STATIC_SITE_FOLDER / "browser"
GZIP_LEVEL = 9
SITE_MARKER = ".kismet-site"  # marks a folder that a build may replace
#: script that lists the Python modules that pages can import, including indirect imports
_IMPORTED = """
import importlib, json, pkgutil, sys
import gamelib, widgets
out = []
for package in (gamelib, widgets):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.startswith(("widgets.site", "widgets.classroom", "gamelib.tools.adapters")):
            importlib.import_module(module.name)
            out.append(module.name)
from plotly.graph_objects import Bar, Figure, Heatmap, Scatter
Figure([Bar(x=[1], y=[2]), Scatter(x=[1], y=[2]), Heatmap(z=[[1]])]).to_json()
files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
library = [name for name in sys.modules if name.split(".")[0] in sys.stdlib_module_names]
print(json.dumps([out, sorted(file for file in files if file), sorted(library)]))
"""


def build_site(
    out: Path,
    notebooks: Path = NOTEBOOKS_DIR,
    *,
    with_snapshot: bool = True,
    with_teacher_sheets: bool = False,
    with_docs: bool = False,
) -> str:
    """Build the folder `out` from the pages of `notebooks` and return the build name.

    If `with_teacher_sheets` is true, the folder also contains the teacher's sheets with the solutions. If `with_docs`
    is true, it also contains the documentation. Raise BuildError or ValueError with a sentence if something is missing.
    `out` changes only after a complete build.
    """
    _may_replace(out)
    if with_docs:
        docs_build.require_docs_tools()
    present, absent = [], {}
    for page in list_pages(notebooks):
        if lacking := file_pack.unavailable_packages(notebooks, page.path):
            absent[page] = lacking
            print(f"kismet: {page.path} is left out; browsers have no {', '.join(sorted(lacking))}.", file=sys.stderr)
        else:
            present.append(page)
    python = unpacked_package_folder(PYODIDE)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".kismet-") as place:
        work, made = Path(place), Path(place) / "site"
        made.mkdir()
        assets = {**_scripts(python), "plotly.js": _charts(notebooks, present)}
        assets |= _python(python, work, notebooks, tuple(present), with_snapshot)
        sizes = {name: len(content) for name, content in assets.items()}
        html = StaticPageRenderer(notebooks, tuple(present), with_teacher_sheets, sizes, absent, with_docs)
        files = html.files()
        name = _name(assets, files)
        for path, content in assets.items():
            _write(made / "kismet" / name / path, content)
        for path, text in files.items():
            _write(made / path, text.replace(html.BUILD, name).encode())
        if with_docs:
            docs_build.build_docs(made / docs_build.DOCS_FOLDER, name)
        (made / SITE_MARKER).write_text(name, encoding="utf-8")
        (made / file_pack.SOURCE_HASH_FILE).write_text(file_pack.site_source_hash(notebooks), encoding="utf-8")
        if out.exists():
            shutil.rmtree(out)
        made.rename(out)
    return name


def _may_replace(out: Path) -> None:
    if out.is_file():
        raise BuildError(f"{out} is a file, and a folder is wanted.")
    if out.is_dir() and any(out.iterdir()) and not (out / SITE_MARKER).is_file():
        raise BuildError(f"the folder {out} has other files in it; name a new one.")


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _name(assets: Mapping[str, bytes], files: Mapping[str, str]) -> str:
    """Return a short hash of all files as the name of the build."""
    told = hashlib.sha256()
    for path, content in sorted({**assets, **{path: text.encode() for path, text in files.items()}}.items()):
        told.update(f"{path} {len(content)}\n".encode())
        told.update(content)
    return told.hexdigest()[:12]


def _scripts(python: Path) -> dict[str, bytes]:
    """Return the scripts, styles and fonts of the browser, unchanged."""
    names = (
        "host.js",
        "live.js",
        "cell_output.js",
        "addresses.js",
        "service_worker_client.js",
        "worker.js",
        "python.js",
    )
    of_pages = b"../../../page/"  # a built site has all scripts in one folder
    own = {name: (BROWSER / name).read_bytes().replace(of_pages, b"./") for name in (*names, "python.js")}
    own["widget_models.js"] = (WIDGETS_DIR / "page/widget_models.js").read_bytes()
    sheets = (WIDGETS_DIR / "page/tokens.css", BROWSER / "live.css")
    own["live.css"] = "\n".join(
        [font_face_css("fonts/"), *(each.read_text(encoding="utf-8") for each in sheets)]
    ).encode()
    theirs = {f"py/{name}": (python / name).read_bytes() for name in PYODIDE.files if name not in (STDLIB_FILE, WASM)}
    return {**own, **theirs, **{f"fonts/{name}": read_font(name) for name in FONT_FILES}}


def _charts(notebooks: Path, present: list[PageEntry]) -> bytes:
    """Return the chart library.

    By default, the library is the third of Plotly's code that Kismet's pages use. If a page imports plotly itself, the
    library is all of Plotly.
    """
    if any("plotly" in file_pack.imported_packages(notebooks, page.path) for page in present):
        return gzip.decompress(compressed_plotly_script())
    (name,) = PLOTLY.files
    return gzip.decompress(chart_library((unpacked_package_folder(PLOTLY) / name).read_bytes()))


def _python(
    python: Path, work: Path, notebooks: Path, present: tuple[PageEntry, ...], snapshot: bool
) -> dict[str, bytes]:
    """Return the files that run Python: packs, standard library and snapshot.

    All files are compressed, because many servers do not compress files.
    """
    data, third = (
        file_pack.collect_page_files(notebooks, [HOME_NOTEBOOK, *(page.path for page in present)]),
        file_pack.third_party_package_files(),
    )
    done = subprocess.run([sys.executable, "-c", _IMPORTED], capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"the pages' own modules cannot be imported:\n{done.stderr.strip()[-2000:]}")
    modules, files, library = json.loads(done.stdout)
    used = file_pack.pack_paths_of_modules(files)
    sources = {name: text for name, text in {**data, **third}.items() if name.endswith(".py")}
    wanted = {name: text for name, text in sources.items() if name in data or name in used}
    compiled = _compiled(python, work, wanted, library)
    plain = {name: text for name, text in third.items() if f"{name}c" not in compiled}
    app = file_pack.encode_pack({**plain, **compiled})
    charts = {name: text for name, text in third.items() if name.endswith("/_validators.json")}
    packs = {"data": file_pack.encode_pack({**file_pack.with_empty_sources(data), **charts}), "app": app}
    made = {f"{name}.bin": _gzip(content) for name, content in packs.items()}
    made["wasm.bin"] = _gzip((python / WASM).read_bytes())
    made["stdlib.zip"] = (work / STDLIB_FILE).read_bytes()
    made["nothing.zip"] = file_pack.EMPTY_ZIP
    if snapshot:
        for name, content in packs.items():
            (work / name).write_bytes(content)
        image = work / "image"
        _node(
            python,
            work / STDLIB_FILE,
            work,
            snapshot={
                "packs": [str(work / name) for name in packs],
                "modules": ["widgets", *modules],
                "out": str(image),
                "pages": {page.path: file_pack.code_cells(notebooks, page.path) for page in present},
            },
        )
        made["snapshot.bin"] = _gzip(image.read_bytes())
    return made


def _compiled(python: Path, work: Path, sources: Mapping[str, bytes], library: list[str]) -> dict[str, bytes]:
    """Return the compiled sources. Write a standard library with the compiled modules of `library` to `work`."""
    (work / "sources").write_bytes(file_pack.encode_pack(sources))
    script = file_pack.STATIC_SITE_FOLDER / "kernel" / "kismet_compile.py"
    _node(
        python,
        python / STDLIB_FILE,
        work,
        compile={
            "pack": str(work / "sources"),
            "modules": library,
            "out": str(work / "compiled"),
            "library": str(work / STDLIB_FILE),
            "script": str(script),
        },
    )
    return file_pack.decode_pack((work / "compiled").read_bytes())


def _node(python: Path, library: Path, work: Path, **job: Any) -> None:
    job |= {"python": str(BROWSER / "python.js"), "pyodide": f"{python}/", "stdlib": str(library)}
    (work / "job.json").write_text(json.dumps(job), encoding="utf-8")
    run_node(BROWSER / "build_snapshot.mjs", work / "job.json")


def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, GZIP_LEVEL, mtime=0)


def main(argv: list[str]) -> int:
    """Run `kismet site OUT`. The exit code is 0 on success, otherwise 1."""
    parser = argparse.ArgumentParser(prog="kismet site", description="Build all pages as a folder of static files.")
    parser.add_argument("out", type=Path, help="the folder to make")
    parser.add_argument(
        "--notebooks", type=Path, default=NOTEBOOKS_DIR, help="folder of the pages (default: Kismet's own)"
    )
    parser.add_argument("--no-snapshot", action="store_true", help="smaller, and slower to start")
    parser.add_argument("--docs", action="store_true", help="with the documents, from a copy of the sources")
    parser.add_argument("--sheets", action="store_true", help="with the teacher's sheets and their keys")
    options = parser.parse_args(argv)
    try:
        name = build_site(
            options.out.resolve(),
            options.notebooks.resolve(),
            with_snapshot=not options.no_snapshot,
            with_teacher_sheets=options.sheets,
            with_docs=options.docs,
        )
    except (BuildError, ValueError) as error:
        print(f"kismet: {error}", file=sys.stderr)
        return 1
    size = sum(file.stat().st_size for file in options.out.rglob("*") if file.is_file())
    print(f"Build {name} is in {options.out} ({size / 1e6:.0f} MB). See it with: kismet serve-site {options.out}")
    return 0
