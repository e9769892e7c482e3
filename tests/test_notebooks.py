"""Every notebook runs whole without a front end, and none carries what it printed."""

from __future__ import annotations

import json

import nbformat
import pytest
from nbclient import NotebookClient

from widgets.page.folders import NOTEBOOKS
from widgets.site.gallery import HOME, pages, read_page

PATHS = [HOME, *(page.path for page in pages())]


def test_every_notebook_is_a_page():
    found = {file.relative_to(NOTEBOOKS).as_posix() for file in NOTEBOOKS.rglob("*.ipynb")}
    assert {path for path in found if ".ipynb_checkpoints" not in path} == set(PATHS)


@pytest.mark.parametrize("path", PATHS)
def test_a_notebook_runs_whole(path):
    file = NOTEBOOKS / path
    notebook = nbformat.read(file, as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(file.parent)}}).execute()
    assert all(cell.execution_count for cell in notebook.cells if cell.cell_type == "code" and cell.source)


@pytest.mark.parametrize("path", PATHS)
def test_a_notebook_carries_its_source_only(path):
    file = NOTEBOOKS / path
    content = json.loads(file.read_text(encoding="utf-8"))
    nbformat.validate(content)
    assert file.stat().st_size < 100_000
    assert "widgets" not in content["metadata"]
    for cell in content["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
    assert read_page(NOTEBOOKS, path) is not None
