"""Build tools: Node, and packages from npm with pinned, verified versions (Pyodide and the chart library)."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class NpmPackage:
    """Package on npm. `integrity` is the SHA-512 hash of this version. `files` lists the files it must contain."""

    name: str
    version: str
    integrity: str
    files: tuple[str, ...]


STDLIB_FILE, WASM = "python_stdlib.zip", "pyodide.asm.wasm"
PYODIDE = NpmPackage(
    "pyodide",
    "314.0.7",
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    ("pyodide.mjs", "pyodide.asm.mjs", WASM, STDLIB_FILE),
)
ABI = "2026_0"
"""ABI version of that Pyodide. It rejects a package list of any other version."""
#: part of Plotly's JavaScript with bars, lines and grids, in the version of the installed plotly
PLOTLY = NpmPackage(
    "plotly.js-cartesian-dist-min",
    "4.1.1",
    "o8GrFeusncwBIxbBynRJpY4pkgVB6caM+JLpwrLYbbsO7dZ8FJ+SVN2Fr+L7kiG/Z6w4P5O0Jus/Qr5EefHVeg==",
    ("plotly-cartesian.min.js",),
)
_MIN_NODE = 18
_PATIENCE = 1800  # maximum duration of one run of Node, in seconds


class BuildError(Exception):
    """Raised if the pages cannot be built. The message is one plain sentence."""


def require_node() -> str:
    """Return the path of Node. Raise BuildError if it is missing or too old."""
    path = shutil.which("node")
    if not path or not shutil.which("npm"):
        raise BuildError(f"pages without a server are built by Node {_MIN_NODE} or newer with npm; install it.")
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    if not said[1:].split(".")[0].isdigit() or int(said[1:].split(".")[0]) < _MIN_NODE:
        raise BuildError(f"pages without a server are built by Node {_MIN_NODE} or newer, not {said or path}.")
    return path


def run_node(*arguments: str | Path) -> str:
    """Run a script with Node and return its output. If it fails, raise BuildError with the end of its output."""
    # The build must not depend on this machine.
    environment = {**os.environ, "TZ": "UTC", "LANG": "C", "NODE_OPTIONS": ""}
    done = subprocess.run(
        [require_node(), *map(str, arguments)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=_PATIENCE,
        check=False,
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-3000:]
        raise BuildError(f"Node could not run {Path(arguments[0]).name}:\n{said}")
    return done.stdout


def unpacked_package_folder(package: NpmPackage) -> Path:
    """Return the folder of the files of a package. npm fetches it once, and its hash is verified before unpacking."""
    require_node()
    kept = cache_folder() / f"{package.name}-{package.version}-{package.integrity[:8].replace('/', '_')}"
    if all((kept / name).is_file() for name in package.files):
        return kept
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as place:
        folder = Path(place) / "files"
        _unpack(_fetch(package, Path(place)), package, folder)
        try:
            folder.rename(kept)
        except OSError:  # another build was faster
            if not kept.is_dir():
                raise
    return kept


def _fetch(package: NpmPackage, place: Path) -> bytes:
    """Fetch a package with npm. Raise BuildError if this fails or the hash is wrong."""
    name = f"{package.name}@{package.version}"
    print(f"Fetching {name} from npm. This is done once.", file=sys.stderr, flush=True)
    command = [shutil.which("npm") or "npm", "pack", name, "--silent", "--pack-destination", str(place)]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    archives = sorted(place.glob("*.tgz"))
    if done.returncode or not archives:
        raise BuildError(f"npm could not fetch {name}: {(done.stderr or done.stdout).strip()[-300:]}")
    content = archives[0].read_bytes()
    if base64.b64encode(hashlib.sha512(content).digest()).decode() != package.integrity:
        raise BuildError(f"what npm fetched as {name} is not what it should be; nothing of it was used.")
    return content


def _unpack(content: bytes, package: NpmPackage, folder: Path) -> None:
    folder.mkdir()
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for name in package.files:
            file = archive.extractfile(f"package/{name}")
            assert file is not None
            (folder / name).write_bytes(file.read())


def cache_folder() -> Path:
    """Return the folder for downloads and built pages: KISMET_CACHE if set, otherwise the user's cache folder."""
    if own := os.environ.get("KISMET_CACHE"):
        return Path(own)
    usual = {"darwin": "~/Library/Caches", "win32": os.environ.get("LOCALAPPDATA", "~/AppData/Local")}
    base = os.environ.get("XDG_CACHE_HOME") or usual.get(sys.platform, "~/.cache")
    return Path(base).expanduser() / "kismet"
