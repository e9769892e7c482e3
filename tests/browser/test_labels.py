"""Labels in line charts as they are drawn: none overlaps another label or another line."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.sweep import STILL
from tests.conftest import sample_cases

#: of a picture: each label -> the lines of other names that run through it, and the labels that it overlaps
TOUCHED = """(plot) => {
    const names = [...plot.closest(".km-chart").querySelectorAll("thead th")].slice(1).map(cell => cell.textContent);
    const labels = [...plot.querySelectorAll(".annotation-text-g")]
        .map(node => ({ text: node.textContent, box: node.getBoundingClientRect() }));
    const lines = [...plot.querySelectorAll("path.js-line")].map(path => {
        const matrix = path.getScreenCTM();
        const steps = Array.from({ length: Math.ceil(path.getTotalLength() / 2) }, (_, i) => 2 * i);
        return steps.map(step => path.getPointAtLength(step).matrixTransform(matrix));
    });
    const inside = ({ x, y }, box) => x > box.left && x < box.right && y > box.top + 2 && y < box.bottom - 2;
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    return labels.map(({ text, box }) => ({
        text,
        lines: names.filter((name, i) => name !== text && lines[i].some(spot => inside(spot, box))),
        labels: labels.filter(other => other.box !== box && meet(box, other.box)).map(other => other.text),
    }));
}"""
PICTURES = (
    ("gems", "", "curves"),
    ("gems", "#gems=1&gold=0&cost=9", "curves"),
    ("gems", "#gems=4&gold=12&cost=1", "curves"),
    ("raid", "", "worth"),
    ("caravans", "", "cash"),
    ("caravans", "#SS=1&SF=1", "horizon"),
    ("closing", "", "pool"),
    ("choice", "", "more"),
    ("growth", "", "cash"),
    ("purchase", "", "noise"),
)
TRIED = sample_cases(PICTURES, 4)


@pytest.mark.parametrize(("name", "link", "picture"), TRIED, ids=lambda value: value.strip("#") or "default")
def test_labels_make_room_for_each_other_and_for_the_lines(
    name: str, link: str, picture: str, open_page: OpenPage
) -> None:
    """Draw the charts wide, and again for a phone."""
    page: Page = open_page(f"dashboards/{name}.ipynb", query=link)
    plot = page.locator(f'.km-dashboard-chart[data-id="{picture}"] [data-drawn]')
    plot.wait_for()
    if link:  # first comes the picture of the page without it
        expect(plot).not_to_have_attribute("data-drawn", "1")
    for width in (WIDE, NARROW):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(STILL)
        found = plot.evaluate(TOUCHED)
        names = plot.locator("xpath=..").locator("thead th").all_text_contents()
        legend = plot.locator(".legendtext").all_text_contents()  # where names find no room beside their lines
        assert set(names[1:]) <= {*legend, *(label["text"] for label in found)}, width
        own = [1 if label["text"] not in names else 0 for label in found]  # what a dot is told may stand over its line
        assert [
            label for label, most in zip(found, own, strict=True) if len(label["lines"]) > most or label["labels"]
        ] == [], width
