"""Build the documentation as pages for `kismet site OUT --docs`, from `docs/` and the docstrings, with Sphinx."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

from ...page.paths import WIDGETS_DIR
from .npm import BuildError

DOCS_FOLDER = "docs"
"""Folder of the documentation in the site."""
SOURCE = WIDGETS_DIR.parent / "docs"


def require_docs_tools() -> None:
    """Raise BuildError with a sentence if a tool for building the documentation is missing."""
    if not (SOURCE / "conf.py").is_file():
        raise BuildError("--docs needs the sources of the documents, which lie in a copy of Kismet's sources only.")
    missing = [name for name in ("sphinx", "myst_parser", "furo") if importlib.util.find_spec(name) is None]
    if missing:
        raise BuildError("--docs needs Sphinx, MyST and Furo. In the copy of the sources: pip install '.[docs]'")


def build_docs(out: Path, build: str = "") -> None:
    """Build the documentation into the folder `out`.

    Sphinx warnings count as errors. `build` is the build name of the site, if the documentation is part of a site.
    Raise BuildError with the output of Sphinx.
    """
    with tempfile.TemporaryDirectory() as trees:
        command = [
            sys.executable,
            "-m",
            "sphinx",
            "-W",
            "--keep-going",
            "-q",
            "-b",
            "html",
            "-d",
            trees,
            "-D",
            f"kismet_build={build}",
            str(SOURCE),
            str(out),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"the documents could not be made:\n{done.stderr.strip()[-2000:]}")
    (out / ".buildinfo").unlink(missing_ok=True)
    (out / "objects.inv").unlink(missing_ok=True)
