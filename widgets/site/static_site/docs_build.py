"""The documents as pages, `kismet site OUT --docs`: what lies in `docs/`, and the docstrings, made by Sphinx."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

from ...page.paths import WIDGETS_DIR
from .npm import BuildError

DOCS_FOLDER = "docs"
"""Their place in the site."""
SOURCE = WIDGETS_DIR.parent / "docs"


def require_jupyterlite() -> None:
    """BuildError, in a sentence, where they cannot be made."""
    if not (SOURCE / "conf.py").is_file():
        raise BuildError("--docs needs the sources of the documents, which lie in a copy of Kismet's sources only.")
    missing = [name for name in ("sphinx", "myst_parser", "furo") if importlib.util.find_spec(name) is None]
    if missing:
        raise BuildError("--docs needs Sphinx, MyST and Furo. In the copy of the sources: pip install '.[docs]'")


def build_docs(out: Path, build: str = "") -> None:
    """Make the folder `out`; a warning is an error. `build`: the name of the site's build that they lie in, if they do.

    BuildError with what Sphinx says.
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
