"""Python files of the pages in two packs: data files, and compiled modules for a start without a snapshot.

A pack starts with one line of JSON that maps file names to sizes in bytes. The contents of the files follow.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..voila import TEMPLATE_FOLDER

STATIC_SITE_FOLDER = Path(__file__).resolve().parent
ROOT = STATIC_SITE_FOLDER.parents[2]
#: third-party distributions that the pages import, packed in the versions of this environment
THIRD_PARTY_PACKAGES = (
    "anywidget",
    "comm",
    "ipywidgets",
    "packaging",
    "plotly",
    "psygnal",
    "traitlets",
    "typing-extensions",
)
#: parts of these distributions that are left out because no page needs them
_NOT = (
    "/tests/",
    "/test/",
    "/labextension/",
    "/nbextension/",
    "/datasets/",
    "/plotly/express/",
    "/plotly/figure_factory/",
    "/plotly/matplotlylib/",
    "/package_data/plotly.min.js",
    "/package_data/widgetbundle.js",
    "_pyinstaller_util",
)
_OURS = ("gamelib", "widgets")
_TOPS = ("IPython", "anywidget", "comm", "ipywidgets", "js", "packaging", "plotly", "psygnal", "pyodide", "traitlets")
SOURCE_HASH_FILE = ".kismet-key"
"""File of a built folder with the hash of its sources."""
EMPTY_ZIP = b"PK\x05\x06" + bytes(18)
#: files that are left out because only our server needs them
_SERVER = (
    "widgets/site/voila/",
    "widgets/site/lab/",
    "widgets/site/static_site/",
    "widgets/site/command_line.py",
    "widgets/classroom/",
    "widgets/notebooks/",
    "gamelib/tools/adapters/",
)


def html_path(path: str) -> str:
    """Return the HTML file of a page, for example "tables/court.html" for "tables/court.ipynb"."""
    return path.removesuffix(".ipynb") + ".html"


def site_source_hash(notebooks: Path) -> str:
    """Return a short hash of the sources of the pages. A checkout and an installed package have the same hash."""
    told = hashlib.sha256()
    files = {path: text for path, text in own_package_files().items() if not path.endswith((".so", ".pyd"))}
    files |= {
        f"notebooks/{file.relative_to(notebooks).as_posix()}": file.read_bytes()
        for file in sorted(notebooks.rglob("*.ipynb"))
        if ".ipynb_checkpoints" not in file.parts
    }
    for folder in (STATIC_SITE_FOLDER / "browser", STATIC_SITE_FOLDER / "kernel", TEMPLATE_FOLDER):
        files |= {f"{folder.name}/{file.name}": file.read_bytes() for file in sorted(folder.glob("*.*"))}
    for path, text in sorted(files.items()):
        told.update(f"{path} {len(text)}\n".encode())
        told.update(text)
    return told.hexdigest()[:16]


def encode_pack(files: Mapping[str, bytes]) -> bytes:
    """Encode files as one pack."""
    index = json.dumps({name: len(content) for name, content in files.items()})
    return b"\n".join([index.encode(), b"".join(files.values())])


def decode_pack(pack: bytes) -> dict[str, bytes]:
    """Decode the files of a pack."""
    line, _, rest = pack.partition(b"\n")
    files, at = {}, 0
    for name, length in json.loads(line).items():
        files[name], at = rest[at : at + length], at + length
    return files


def collect_page_files(notebooks: Path, paths: Iterable[str]) -> dict[str, bytes]:
    """Return the files of our packages, the notebooks at these paths, and the replacements of kernel modules."""
    packed = own_package_files()
    for path in paths:
        packed[f"notebooks/{path}"] = (notebooks / path).read_bytes()
    for file in _files(STATIC_SITE_FOLDER / "kernel", "*.py"):
        packed[file.relative_to(STATIC_SITE_FOLDER / "kernel").as_posix()] = file.read_bytes()
    return packed


def own_package_files() -> dict[str, bytes]:
    """Return the files of our packages, with data files, texts and scripts."""
    files = (file for name in _OURS for file in _files(ROOT / name))
    named = {file.relative_to(ROOT).as_posix(): file for file in files}
    return {path: file.read_bytes() for path, file in named.items() if not path.startswith(_SERVER)}


def with_empty_sources(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Replace the text of modules by empty files.

    Pages use the compiled modules, but the paths of the sources must exist.
    """
    return {name: b"" if name.endswith(".py") else content for name, content in files.items()}


def third_party_package_files() -> dict[str, bytes]:
    """Return the source files and metadata of third-party packages that the pages import."""
    return dict(sorted(pair for name in THIRD_PARTY_PACKAGES for pair in _distribution(name)))


def pack_paths_of_modules(module_files: Iterable[str]) -> set[str]:
    """Return the paths in a pack of these module files."""
    roots = {str(Path(str(importlib.metadata.distribution(name).locate_file("")))) for name in THIRD_PARTY_PACKAGES}
    return {Path(file).relative_to(root).as_posix() for file in module_files for root in roots if file.startswith(root)}


def code_cells(notebooks: Path, path: str) -> list[tuple[int, str]]:
    """Return the number and source of each code cell."""
    content = json.loads((notebooks / path).read_text(encoding="utf-8-sig"))["cells"]
    return [(i, "".join(cell["source"])) for i, cell in enumerate(content) if cell["cell_type"] == "code"]


def unavailable_packages(notebooks: Path, path: str) -> set[str]:
    """Return the packages that the cells of a page import but browsers do not have."""
    return imported_packages(notebooks, path) - {*sys.stdlib_module_names, *_OURS, *_TOPS}


def imported_packages(notebooks: Path, path: str) -> set[str]:
    """Return the packages that the cells of a page import."""
    trees = (ast.walk(ast.parse(source)) for _, source in code_cells(notebooks, path))
    return {name.split(".")[0] for tree in trees for node in tree for name in _imported(node)}


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def _distribution(name: str) -> Iterator[tuple[str, bytes]]:
    for file in importlib.metadata.files(name) or ():
        path = file.as_posix()
        if path.startswith("..") or any(part in f"/{path}" for part in _NOT):
            continue
        if file.name == "METADATA" or (file.suffix in {".py", ".json", ".txt"} and ".dist-info" not in path):
            yield path, Path(str(file.locate())).read_bytes()


def _files(folder: Path, pattern: str = "*") -> list[Path]:
    """Return all files of a folder, without caches and hidden files."""
    files = (file.relative_to(folder) for file in folder.rglob(pattern) if file.is_file())
    return sorted(folder / file for file in files if not any(part.startswith((".", "__pyc")) for part in file.parts))
