"""The second door, `kismet site OUT --lab`: the same notebooks in JupyterLite, where their code is read and changed.

JupyterLite comes with neither Pyodide nor IPython and would fetch both from other hosts when a page is opened. Here it
finds Pyodide as npm has it, and beside it every distribution that the notebooks import, each as a wheel, with a lock
file that names them. Nothing is installed later.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version

from . import pack
from .npm import ABI, PYODIDE, BuildError

FOLDER = "jupyterlite"
"""Its place in the site."""
NOT_INSTALLED = (
    "--lab needs JupyterLite, which is not installed. In a copy of the sources: make site ARGS='OUT --lab', "
    "or for an environment of your own: pip install '.[lite]'"
)
_PARTS = ("jupyterlite-core", "jupyterlite-pyodide-kernel")
#: what draws widgets in JupyterLite; and the kernel, which brings wheels of its own
_EXTENSIONS = ("jupyterlab-widgets", "anywidget", _PARTS[1])
_KERNEL = "@jupyterlite/pyodide-kernel-extension"
#: what a kernel needs, and what the pages import; what these require comes with them
_ROOTS = ("ipython", *pack.THIRD)
#: required by ipywidgets for pages of a server; here the extension does that
_FRONT = "jupyterlab-widgets"
#: the Python of that Pyodide, for requirements that differ by it
_THERE = {
    "python_version": "3.14",
    "python_full_version": "3.14.2",
    "sys_platform": "emscripten",
    "os_name": "posix",
    "platform_system": "Emscripten",
    "platform_machine": "wasm32",
    "extra": "",
}
_HERE = pack.HERE / "lab"
#: parts of distributions that no page can need, and what only tells how they were installed
_NOT = re.compile(
    r"^\.\.|(^|/)(tests?|labextension|nbextension|__pycache__)/|\.(so|pyd|dylib|map)$"
    r"|\.dist-info/(RECORD|INSTALLER|REQUESTED|direct_url\.json|uv_.*)$"
)
_TIME = (1980, 1, 1, 0, 0, 0)  # of every file: what is built does not tell when
_EPOCH = 315532800  # the same in seconds


def installed() -> None:
    """BuildError, in a sentence, if JupyterLite is not."""
    for name in _PARTS:
        try:
            importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            raise BuildError(NOT_INSTALLED) from None


def build(python: Path, notebooks: Path, paths: Iterable[str], out: Path) -> None:
    """Make the folder `out` from the notebooks at these paths. `python`: where Pyodide is. BuildError if it fails."""
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".kismet-") as place:
        work = Path(place)
        for path in paths:
            (work / "files" / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(notebooks / path, work / "files" / path)
        names = _fill(work / "static" / "pyodide", python, wheels(notebooks, paths))
        kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": names}}
        _write(
            work / "jupyter-lite.json",
            {
                "jupyter-lite-schema-version": 0,
                "jupyter-config-data": {"appName": "Kismet", "litePluginSettings": {f"{_KERNEL}:kernel": kernel}},
            },
        )
        _write(
            work / "jupyter_lite_config.json",
            {
                "LiteBuildConfig": {
                    "apps": ["lab", "notebooks"],
                    "ignore_sys_prefix": True,
                    "no_sourcemaps": True,
                    "no_unused_shared_packages": True,
                    "source_date_epoch": _EPOCH,
                    "federated_extensions": [str(_extension(name)) for name in _EXTENSIONS],
                }
            },
        )
        # All files are of one day, so that two builds are the same; nobody need be told of it.
        files = {"@jupyterlab/filebrowser-extension:browser": {"showLastModifiedColumn": False}}
        _write(work / "overrides.json", files)
        command = [sys.executable, "-m", "jupyterlite_core", "build", "--output-dir", "made"]
        environment = {name: told for name, told in os.environ.items() if not name.startswith("JUPYTERLITE_")}
        done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BuildError(f"JupyterLite could not be built:\n{(done.stderr or done.stdout).strip()[-2000:]}")
        _in_order(work / "made" / "api")
        (work / "made").rename(out)


def wheels(notebooks: Path, paths: Iterable[str]) -> dict[str, bytes]:
    """File name -> content of a wheel for each distribution that a kernel and the pages need, ours among them."""
    packed = _kernels()
    there = {parse_wheel_filename(file)[0] for file in packed}
    for name in required(_ROOTS, there | {canonicalize_name(_FRONT)}):
        packed |= [wheel(name, importlib.metadata.version(name), _files(name))]
    ours = pack.ours() | {f"widgets/notebooks/{path}": (notebooks / path).read_bytes() for path in paths}
    instead = {file.relative_to(_HERE).as_posix(): file.read_bytes() for file in sorted(_HERE.rglob("*.py"))}
    for name, files in (("kismet-notebooks", ours), ("micropip", instead)):
        told = hashlib.sha256(pack.write(files)).hexdigest()  # another build's list must not find this one's file
        packed |= [wheel(name, f"0.{int(told[:8], 16)}", files)]
    return dict(sorted(packed.items()))


def required(roots: Iterable[str], there: set[str]) -> list[str]:
    """The names of these distributions and of all that they require in a browser, but of those that are `there`."""
    names: set[str] = set()
    left = [canonicalize_name(name) for name in roots]
    while left:
        name = left.pop()
        if name in names or name in there:
            continue
        names.add(name)
        for line in importlib.metadata.requires(name) or ():
            wanted = Requirement(line)
            if wanted.marker is None or wanted.marker.evaluate(_THERE):
                left.append(canonicalize_name(wanted.name))
    return sorted(names)


def wheel(name: str, version: str, files: Mapping[str, bytes]) -> tuple[str, bytes]:
    """File name and content of a wheel with these files; one that is told nothing about itself is told its name."""
    stem = f"{re.sub(r'[-_.]+', '_', name)}-{version}"
    about = f"{stem}.dist-info"
    told = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    if not any(path.endswith(".dist-info/METADATA") for path in files):
        files = {**files, **{f"{about}/{file}": text.encode() for file, text in told.items()}}
    kept = BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        for path, content in sorted(files.items()):
            entry = zipfile.ZipInfo(path, _TIME)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, content)
    return f"{stem}-py3-none-any.whl", kept.getvalue()


def _files(name: str) -> dict[str, bytes]:
    """What is installed of a distribution, but what browsers cannot run: a compiled module lies beside its source."""
    files = (file for file in importlib.metadata.files(name) or () if not _NOT.search(file.as_posix()))
    return {file.as_posix(): Path(str(file.locate())).read_bytes() for file in files}


def _extension(name: str) -> Path:
    """The folder of what a distribution brings for JupyterLab."""
    for file in importlib.metadata.files(name) or ():
        if "/share/jupyter/labextensions/" in file.as_posix() and file.name == "package.json":
            return Path(str(file.locate())).resolve().parent
    raise BuildError(f"{name} is installed without its part for JupyterLab.")


def _kernels() -> dict[str, bytes]:
    """The wheels of the kernel itself, the newest of each name."""
    files = sorted((_extension(_PARTS[1]) / "static" / "pypi").glob("*.whl"), key=lambda file: _version(file.name))
    newest = {parse_wheel_filename(file.name)[0]: file for file in files}
    return {file.name: file.read_bytes() for file in newest.values()}


def _version(file: str) -> Version:
    return parse_wheel_filename(file)[1]


def _fill(folder: Path, python: Path, packed: Mapping[str, bytes]) -> list[str]:
    """Pyodide with these wheels and a lock file that names them; their names."""
    folder.mkdir(parents=True)
    for file in PYODIDE.files:
        shutil.copyfile(python / file, folder / file)
    packages = {}
    for file, content in packed.items():
        (folder / file).write_bytes(content)
        name, version, *_ = parse_wheel_filename(file)
        packages[name] = {
            "name": name,
            "version": str(version),
            "file_name": file,
            "sha256": hashlib.sha256(content).hexdigest(),
            "install_dir": "site",
            "package_type": "package",
            "imports": [],
            "depends": [],
            "unvendored_tests": False,
        }
    info = {"abi_version": ABI, "arch": "wasm32", "platform": "", "python": ""}
    _write(folder / "pyodide-lock.json", {"info": info, "packages": packages})
    return list(packages)


def _in_order(folder: Path) -> None:
    """The lists of files below: sorted, since the file system has them in any order."""
    for file in folder.rglob("*.json"):
        told = json.loads(file.read_text(encoding="utf-8-sig"))
        if isinstance(told, dict) and isinstance(told.get("content"), list):
            told["content"].sort(key=lambda each: each["name"])
            _write(file, told)


def _write(file: Path, content: Any) -> None:
    file.write_text(json.dumps(content, indent=1, sort_keys=True), encoding="utf-8")
