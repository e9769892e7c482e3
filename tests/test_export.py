"""Export: every notebook that nbconvert turns into HTML shows its widgets as text and pictures without scripts."""

from __future__ import annotations

import ast
import json
import os
import re
from base64 import b64encode
from html import escape, unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import ipywidgets
import nbformat
import pytest
from nbconvert import HTMLExporter
from nbconvert.preprocessors import ExecutePreprocessor
from nbformat.v4 import output_from_msg

from gamelib import Dist
from tests.conftest import ROOT, sample_cases
from widgets import Chart, Table
from widgets.chart.figures import distribution
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.page.translations import load_texts

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
NOTEBOOKS = [*sorted(NOTEBOOKS_DIR.rglob("*.ipynb")), *sorted((ROOT / "docs").glob("*.ipynb"))]
HAS_PICTURE = {"dashboards", "lab", "lessons"}
"""Folders whose widgets have charts. A lesson without an example begins with a text, and a table has its odds."""


def value_of(source: str, names: dict[str, Any]) -> Any:
    """Run a cell and return the value of its last expression."""
    *before, last = ast.parse(source).body or [ast.Pass()]
    exec(compile(ast.Module(before, []), "cell", "exec"), names)
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    exec(compile(ast.Module([last], []), "cell", "exec"), names)
    return None


def html_without_scripts(notebook: Any) -> str:
    html, _ = HTMLExporter().from_notebook_node(notebook)
    return re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)


def words_of(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


@pytest.mark.parametrize("path", sample_cases(NOTEBOOKS, 3), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_widget_of_a_notebook_is_in_its_html(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    notebook, names, widgets = nbformat.read(path, 4), {"__name__": "__main__"}, []
    for cell in (cell for cell in notebook.cells if cell.cell_type == "code"):
        value = value_of(cell.source, names)
        if isinstance(value, ipywidgets.DOMWidget):
            data, metadata = value._repr_mimebundle_()
            content = {"data": data, "metadata": metadata, "execution_count": 1}
            cell.outputs = [output_from_msg({"header": {"msg_type": "execute_result"}, "content": content})]
            widgets.append((value, data))
    html = html_without_scripts(notebook)
    for widget, data in widgets:
        assert WIDGET_VIEW in data, "a front end with widgets shows the widget"
        lines = data["text/plain"].splitlines()
        assert lines[-1] == load_texts("page")["export_note"]
        assert len(lines) > 2
        assert not any(re.search(r"<\w+ (object|of )|\{[a-z_]+\}|[:=] None\b|\\n", line) for line in lines)
        has_example = "plan" not in names or names["plan"].has_step("example")
        has_chart = path.parent.name in HAS_PICTURE and path.stem != "your-bot" and has_example
        if isinstance(widget, Table):
            has_chart = any(odds.get("bars") for odds in widget.scene["odds"])
        assert ("image/svg+xml" in data) == has_chart
        if "image/svg+xml" in data:
            assert b64encode(data["image/svg+xml"].encode()).decode() in html
            picture = ElementTree.fromstring(data["image/svg+xml"])
            assert [one for one in picture.iter() if one.get("class") in ("bar", "cell") or one.tag.endswith("}path")]
        assert words_of("\n".join(map(escape, lines))) in words_of(html)
    assert widgets or "guide" in str(notebook) or path.stem in ("index", "your-bot"), "a page of text has no widget"


@pytest.mark.parametrize("path", ["dashboards/raid.ipynb", "lessons/00-three-coins.ipynb"])
def test_a_kernel_of_nbconvert_gives_the_same(path: str) -> None:
    notebook = nbformat.read(NOTEBOOKS_DIR / path, 4)
    runs = ExecutePreprocessor(timeout=300, store_widget_state=False)
    runs.preprocess(notebook, {"metadata": {"path": str((NOTEBOOKS_DIR / path).parent)}})
    html = html_without_scripts(notebook)
    assert "data:image/svg+xml;base64," in html
    assert load_texts("page")["export_note"] in words_of(html)
    assert "Traceback" not in html


def test_every_number_of_a_chart_is_in_its_picture_and_its_text() -> None:
    chart = Chart(distribution(Dist.die(6), title="A die & <more>", xlabel="points"))
    data, _ = chart._repr_mimebundle_() or ({}, {})
    picture = ElementTree.fromstring(data["image/svg+xml"])
    bars = [one for one in picture.iter() if one.get("class") == "bar"]
    assert len({bar.get("height") for bar in bars}) == 1
    assert len(bars) == 6
    texts = [one.text for one in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"1", "2", "3", "4", "5", "6", "points", "A die & <more>"} <= set(texts)
    for cell in json.loads(json.dumps(chart.table["rows"]))[0]:
        assert cell in data["text/plain"]


def test_pages_of_voila_send_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "VOILA_KERNEL_ID", "1")
    chart = Chart(distribution(Dist.die(6), title="A die", xlabel="points"))
    data, _ = chart._repr_mimebundle_() or ({}, {})
    assert set(data) == {"text/plain", WIDGET_VIEW}
