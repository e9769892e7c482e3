"""Every notebook runs completely without a front end, and none contains saved output."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient

from tests.conftest import LONG, ROOT
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.site.home_page import HOME_NOTEBOOK, list_pages, read_page_entry

PATHS = [HOME_NOTEBOOK, *(page.path for page in list_pages())]
FORKS = hasattr(os, "fork")
#: in a kernel of its own; the others are forked, and kernels run pages of each kind in the tests of browsers
IN_KERNELS = PATHS if LONG or not FORKS else [HOME_NOTEBOOK]


@pytest.fixture(scope="module")
def forked() -> dict[str, str]:
    """Return the error of each notebook when it is run completely, or ""."""
    command = [sys.executable, "-m", "tests.run_notebooks", *PATHS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_every_notebook_is_a_page():
    found = {file.relative_to(NOTEBOOKS_DIR).as_posix() for file in NOTEBOOKS_DIR.rglob("*.ipynb")}
    assert {path for path in found if ".ipynb_checkpoints" not in path} == set(PATHS)


@pytest.mark.skipif(not FORKS, reason="then each has a kernel")
@pytest.mark.parametrize("path", PATHS)
def test_a_notebook_runs_whole(path, forked):
    assert forked[path] == ""


@pytest.mark.parametrize("path", IN_KERNELS)
def test_a_kernel_runs_it_whole(path):
    file = NOTEBOOKS_DIR / path
    notebook = nbformat.read(file, as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(file.parent)}}).execute()
    assert all(cell.execution_count for cell in notebook.cells if cell.cell_type == "code" and cell.source)


@pytest.mark.parametrize("path", PATHS)
def test_a_notebook_carries_its_source_only(path):
    file = NOTEBOOKS_DIR / path
    content = json.loads(file.read_text(encoding="utf-8"))
    nbformat.validate(content)
    assert file.stat().st_size < 100_000
    assert "widgets" not in content["metadata"]
    for cell in content["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
    assert read_page_entry(NOTEBOOKS_DIR, path) is not None
