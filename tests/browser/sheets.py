"""Sheets of rule examples, for a look: `python -m tests.browser.sheets OUT [game ...]`.

Each picture has nine examples with their rules. The script reports text that leaves its box. The tests use such sheets
too.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import gamelib
from gamelib.bank.rule_examples import RuleExample, rule_examples
from tests.browser.chromium import chromium
from widgets.page.assets import bundle_scripts, game_assets
from widgets.rules.quiz import STYLES
from widgets.rules.widget import Rulebook
from widgets.table.rule_example import rule_example_display

EACH = 9
WIDTH = 2250
"""Width of three columns, each as wide as the text of a rulebook."""
RUN = (Path(__file__).parent / "sheets.js").read_text(encoding="utf-8").rstrip()
PAGE = """<!doctype html><style>{css}</style><style>
#sheet {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 700px), 1fr)); gap: 8px; }}
#sheet > article {{ min-width: 0; padding: 6px; background: #fff; align-self: start; }}
</style><section class="km-page"><div class="km-table" id="sheet"></div></section>
<script type="module">{script}</script>"""


def ready(page: Page) -> None:
    """Return a page that can draw rule examples."""
    script = (
        bundle_scripts(*game_assets("*.js"), "table/rule_example.js")
        + "\nObject.assign(globalThis, { drawRuleExample, TEXTS });"
    )
    page.set_content(PAGE.format(css=STYLES, script=script.replace("</script>", "<\\/script>")))
    page.wait_for_function("'drawRuleExample' in globalThis")


def lay(page: Page, some: Sequence[RuleExample]) -> list[str]:
    """Draw rule examples of one game and return texts that leave their box: the rule, the text and the box."""
    game = some[0].game
    book = Rulebook(game.id)
    laid = [
        {"rule": show.rule, "text": game.rules[show.rule].text, "moment": rule_example_display(show)} for show in some
    ]
    page.evaluate(f"([shows, look, words]) => ({RUN}).lay([shows, look, words])", [laid, book.look, book.words])
    found: list[str] = page.evaluate(f"() => ({RUN}).outside()")
    return found


def main(out: Path, names: Sequence[str]) -> None:
    """Draw the sheets of these games, or of all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(playwright), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": 900}, device_scale_factor=0.68)
        ready(page)
        for name in names or list(gamelib.all_games()):
            found = list(rule_examples(gamelib.game(name)).values())
            for first in range(0, len(found), EACH):
                for line in lay(page, found[first : first + EACH]):
                    print(line)
                page.screenshot(path=out / f"{name}-{first // EACH:02}.png", full_page=True)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
