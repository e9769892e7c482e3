"""Serious faults that axe-core finds on the page that is open."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

#: rules that axe leaves out unless it is asked
MORE_RULES = ("label-content-name-mismatch", "target-size")
PAPER = {False: "rgb(253, 250, 243)", True: "rgb(21, 23, 42)"}
_FAULTS = """async (more) => {
    const rules = Object.fromEntries(more.map((id) => [id, { enabled: true }]));
    const { violations } = await axe.run(document, { resultTypes: ["violations"], rules });
    return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}\\n${failureSummary}`));
}"""


def faults(page: Page) -> list[str]:
    """Return the serious and critical findings of axe on the present page: rule, selector and reason."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    return list(page.evaluate(_FAULTS, list(MORE_RULES)))


def turn(page: Page, width: int, dark: bool) -> None:
    """Change window and theme of the page without a reload."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if dark else "light")
    expect(page.locator("body")).to_have_css("background-color", PAPER[dark])
