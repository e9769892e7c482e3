"""Text and charts of a table for exports: the position in words, and its odds as bars."""

from __future__ import annotations

from fractions import Fraction
from textwrap import wrap

from gamelib.number_format import format_percent

from ..page.protocol import Json
from ..page.static_picture import StaticChart
from ..page.tokens import COLOURS

MAX_LABEL_LINE = 12
"""Maximum number of letters in a line of a name under its bar."""
TICKS = tuple(Fraction(n, 10) for n in range(11))


def position_paragraphs_and_charts(scene: Json) -> list[str | StaticChart]:
    """Return the open question, the odds, and for each player the facts and the names of cards.

    Example:
        >>> from widgets import Table
        >>> from widgets.table.static_position import position_paragraphs_and_charts
        >>> title, question, odds, *areas = position_paragraphs_and_charts(Table("towers", seats=2, seed=1).scene)
        >>> odds.title, odds.table["rows"][0]
        ('The next card', ['Hammers', '17%', '8 of 48'])
        >>> len(areas)  # two players and the towers
        3
    """
    parts: list[str | StaticChart] = [scene["title"], scene["ask"]]
    parts += [_odds_chart(odds) for odds in scene.get("odds", ()) if odds.get("bars")]
    for zone in scene.get("zones", ()):
        facts = [f"{fact['label']} {fact['value']}" for fact in zone["facts"]]
        groups = []
        for group in zone["groups"]:
            names = [item["name"] for item in group.get("items", ()) if item.get("name")]
            groups += [f"{group.get('label', '')}: {', '.join(names)}".removeprefix(": ")] if names else []
        parts.append(". ".join([zone["title"], *filter(None, [", ".join(facts)]), *groups]) + ".")
    return parts


def _odds_chart(odds: Json) -> StaticChart:
    """Return the outcomes of a chance step with their probabilities as bars."""
    bars = odds["bars"]
    heights = [float(Fraction(bar["p"])) for bar in bars]
    names = ["<br>".join(wrap(bar["label"], MAX_LABEL_LINE, break_long_words=False)) for bar in bars]
    axis = {
        "range": [0, 1.1 * max(heights)],
        "tickvals": [float(tick) for tick in TICKS],
        "ticktext": [format_percent(tick) for tick in TICKS],
        "title": {"text": "probability"},
    }
    figure = {
        "data": [{"type": "bar", "x": names, "y": heights, "marker": {"color": COLOURS["s5"][0]}}],
        "layout": {"yaxis": axis},
    }
    rows = [[bar["label"], bar["percent"], bar["ways"]] for bar in bars]
    return StaticChart(
        odds["title"], odds.get("text", ""), {"columns": [odds["title"], "probability", ""], "rows": rows}, figure
    )
