"""Small SVG pictures for the terms of school probability, drawn from the lines of term_pictures.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from html import escape
from itertools import islice, product
from pathlib import Path
from typing import Any

import gamelib
from gamelib import Dist
from gamelib.games.harem import odds

WIDTH = 240
ROW = 34
MAX_BARS = 12
"""Number of values of a chance model that are drawn."""
PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Places of the pips of a die, counted by rows of a 3 x 3 grid."""
BALL_COLOURS = {"R": "red", "B": "blue", "G": "green", "?": "open"}


@cache
def picture_notation_by_term() -> dict[str, str]:
    """Return the notation of the picture by term, for each term that has a picture."""
    return tomllib.loads((Path(__file__).parent / "term_pictures.toml").read_text(encoding="utf-8-sig"))


def term_picture(term: str) -> str:
    """Return the picture of a term as SVG text. The picture repeats the example in words, so screen readers skip it."""
    kind, _, line = picture_notation_by_term()[term].partition(" ")
    shapes, height = DRAWINGS[kind](line)
    return (
        f'<svg class="km-glossary-picture" viewBox="0 0 {WIDTH} {height:.0f}" aria-hidden="true" focusable="false">'
        f"{''.join(shapes)}</svg>"
    )


def _rows_of(line: str) -> list[list[str]]:
    return [row.split() for row in line.split("/")]


def _marked(word: str) -> tuple[str, str]:
    """Return a word without its final mark "*", and the CSS class for the shape of the word."""
    return word.rstrip("*"), "km-glossary-hit" if word.endswith("*") else "km-glossary-plain"


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _dice(line: str) -> tuple[list[str], float]:
    shapes, rows = [], _rows_of(line)
    for i, row in enumerate(rows):
        for j, word in enumerate(row):
            face, look = _marked(word)
            x, y = 2 + j * 29, 3 + i * ROW
            shapes.append(f'<rect class="{look}" x="{x}" y="{y}" width="25" height="25" rx="5"/>')
            for place in PIPS[int(face)]:
                down, across = divmod(int(place) - 1, 3)
                shapes.append(
                    f'<circle class="km-glossary-pip" cx="{x + 6.5 + 6 * across}" cy="{y + 6.5 + 6 * down}" r="2.2"/>'
                )
    return shapes, ROW * len(rows)


def _coins(line: str) -> tuple[list[str], float]:
    shapes, rows = [], _rows_of(line)
    for i, row in enumerate(rows):
        for j, sides in enumerate(row):
            for k, side in enumerate(sides):
                x, y = 11 + j * 60 + k * 17, 15 + i * ROW
                look = "km-glossary-hit" if side == "H" else "km-glossary-plain"
                shapes += [f'<circle class="{look}" cx="{x}" cy="{y}" r="8"/>', _text(x, y + 4, side)]
    return shapes, ROW * len(rows)


def _balls(line: str) -> tuple[list[str], float]:
    shapes, rows = [], _rows_of(line)
    high = 22 if len(rows) > 2 else ROW
    for i, row in enumerate(rows):
        for j, ball in enumerate(row):
            x, y = 12 + j * 21, high / 2 + i * high
            shapes.append(f'<circle class="km-glossary-{BALL_COLOURS[ball]}" cx="{x}" cy="{y}" r="9"/>')
            shapes.append(_text(x, y + 4, ball))
    return shapes, high * len(rows)


def _bars(line: str) -> tuple[list[str], float]:
    words, sign, at = line.partition("||") if "||" in line else line.partition("|")
    bars = [word.partition(":") for word in words.split()]
    values = [(name, *_marked(value)) for name, _, value in bars]
    return _draw_bars([(name, float(value), look) for name, value, look in values], sign, at.strip())


def _draw_bars(bars: list[tuple[str, float, str]], sign: str = "", at: str = "") -> tuple[list[str], float]:
    """Draw bars with names. `sign` "|" adds a line at the height `at`, and "||" adds a line at the bar named `at`."""
    step, most = WIDTH / len(bars), max(value for _, value, _ in bars)
    shapes = []
    for j, (name, value, look) in enumerate(bars):
        high = 70 * value / most
        place = f'x="{j * step + 2:.1f}" y="{78 - high:.1f}" width="{step - 4:.1f}" height="{high:.1f}"'
        shapes.append(f'<rect class="{look}" {place}/>')
        shapes.append(_text((j + 0.5) * step, 94, name))
    if sign == "|":
        y = 78 - 70 * float(at) / most
        shapes.append(f'<path class="km-glossary-line" d="M0 {y:.1f}H{WIDTH}"/>')
    elif sign:
        x = ([name for name, _, _ in bars].index(at) + 0.5) * step
        shapes.append(f'<path class="km-glossary-line" d="M{x:.1f} 4V78"/>')
    return shapes, 98


def _model(line: str) -> tuple[list[str], float]:
    return _distribution(gamelib.model(line).exact().dist)


def _gem(_line: str) -> tuple[list[str], float]:
    return _distribution(odds.gem_value())


def _distribution(dist: Dist[Any]) -> tuple[list[str], float]:
    drawn = list(islice(sorted(dist), MAX_BARS))
    return _draw_bars([(str(value), float(dist.p(value)), "km-glossary-plain") for value in drawn])


def _grid(line: str) -> tuple[list[str], float]:
    """Draw all pairs of dice. Highlight those in which at least one die has this face."""
    return _pairs_of_dice(lambda first, second: int(line) in (first, second))


def _gem_grid(line: str) -> tuple[list[str], float]:
    """Draw all pairs of dice. Highlight those that give a Gem of at least this value."""
    return _pairs_of_dice(lambda first, second: odds.gem_value_by_roll()[first + second] >= int(line))


def _pairs_of_dice(is_hit: Callable[[int, int], bool]) -> tuple[list[str], float]:
    shapes = []
    for first, second in product(PIPS, PIPS):
        look = "km-glossary-hit" if is_hit(first, second) else "km-glossary-plain"
        place = f'x="{40 + 26 * (second - 1)}" y="{2 + 16 * (first - 1)}" width="24" height="14" rx="2"'
        shapes.append(f'<rect class="{look}" {place}/>')
    return shapes, 4 + 16 * len(PIPS)


def _scale(line: str) -> tuple[list[str], float]:
    shapes = [f'<path class="km-glossary-axis" d="M14 20H{WIDTH - 14}"/>']
    for word in line.split():
        value, look = _marked(word)
        x = 14 + (WIDTH - 28) * float(Fraction(value))
        shapes += [f'<circle class="{look}" cx="{x:.1f}" cy="20" r="6"/>', _text(x, 42, value)]
    return shapes, 48


def _curve(line: str) -> tuple[list[str], float]:
    numbers, _, limit = line.partition("|")
    values = [float(value) for value in numbers.split()]
    points = " ".join(
        f"{WIDTH * place / (len(values) - 1):.1f},{84 - 80 * value:.1f}" for place, value in enumerate(values)
    )
    level = 84 - 80 * float(limit)
    return [
        f'<path class="km-glossary-line" d="M0 {level:.1f}H{WIDTH}"/>',
        f'<polyline class="km-glossary-curve" points="{points}"/>',
    ], 88


def _intervals(line: str) -> tuple[list[str], float]:
    shapes, rows = [], _rows_of(line)
    for i, row in enumerate(rows):
        low, high, middle = (14 + (WIDTH - 28) * float(value) for value in row)
        y = 14 + i * 26
        ends = f"M{low:.1f} {y}H{high:.1f}M{low:.1f} {y - 6}v12M{high:.1f} {y - 6}v12"
        shapes += [
            f'<path class="km-glossary-interval" d="{ends}"/>',
            f'<circle class="km-glossary-hit" cx="{middle:.1f}" cy="{y}" r="5"/>',
        ]
    y = 14 + len(rows) * 26
    shapes += [
        f'<path class="km-glossary-axis" d="M14 {y}H{WIDTH - 14}"/>',
        _text(14, y + 18, "0"),
        _text(WIDTH - 14, y + 18, "1"),
    ]
    return shapes, y + 24


def _circles(line: str) -> tuple[list[str], float]:
    """Draw two overlapping groups with three numbers: only in the first, in both, and only in the second."""
    first, both, second = line.split()
    apart = 42 if both == "0" else 26
    shapes = [
        f'<circle class="km-glossary-{colour}" fill-opacity=".45" cx="{WIDTH / 2 + side * apart}" cy="44" r="40"/>'
        for colour, side in (("red", -1), ("blue", 1))
    ]
    shapes += [_text(WIDTH / 2 + side * (apart + 12), 49, text) for text, side in ((first, -1), (second, 1))]
    return [*shapes, *([] if both == "0" else [_text(WIDTH / 2, 49, both)])], 90


def _dots(line: str) -> tuple[list[str], float]:
    shapes, rows = [], _rows_of(line)
    for i, row in enumerate(rows):
        y = 40 + i * 46
        shapes.append(f'<path class="km-glossary-axis" d="M10 {y}H{WIDTH - 10}"/>')
        for place, value in enumerate(row):
            stacked = row[:place].count(value)
            shapes.append(
                f'<circle class="km-glossary-hit" cx="{int(value) * 22:.0f}" cy="{y - 8 - 14 * stacked}" r="6"/>'
            )
    return shapes, 46 * len(rows)


BRANCH = re.compile(r"^(\w+)(?: (\d+/\d+)(\*?))?(?: \((.*)\))?$")
TWIG = re.compile(r"^(\w+)(?: (\d+/\d+)(\*?))?$")


def _tree(line: str) -> tuple[list[str], float]:
    """Draw branches `name p (name p, name p) / ...` with probabilities p. A branch without p is a choice."""
    shapes, y = [], 14.0
    starts: list[tuple[float, str, str, str]] = []
    for text in line.split("/ "):
        match = BRANCH.match(text.strip())
        if not match:
            raise ValueError(f"The tree has no branch {text!r}.")
        name, chance, mark, twigs = match.groups()
        parts = [twig.strip() for twig in twigs.split(",")]
        middle = y + 15 * (len(parts) - 1)
        starts.append((middle, name, chance or "", mark or ""))
        for place, part in enumerate(parts):
            twig = TWIG.match(part)
            if not twig:
                raise ValueError(f"The tree has no branch {part!r}.")
            end, at, look = y + 30 * place, twig[2] or "", "km-glossary-path" if twig[3] else "km-glossary-branch"
            shapes.append(f'<path class="{look}" d="M124 {middle:.1f}L196 {end:.1f}"/>')
            beside = -4 if place == 0 else 13
            shapes += [_text(202, end + 4, twig[1], "start"), _text(164, (middle + end) / 2 + beside, at)]
        y += 30 * len(parts) + 6
    root = (starts[0][0] + starts[-1][0]) / 2
    for middle, name, chance, mark in starts:
        look = "km-glossary-path" if mark else "km-glossary-branch"
        shapes.append(f'<path class="{look}" d="M6 {root:.1f}L82 {middle:.1f}"/>')
        shapes += [_text(104, middle + 4, name), _text(40, (root + middle) / 2 - 4, chance)]
    return shapes, y - 6


DRAWINGS: dict[str, Callable[[str], tuple[list[str], float]]] = {
    "balls": _balls,
    "bars": _bars,
    "circles": _circles,
    "coins": _coins,
    "curve": _curve,
    "dice": _dice,
    "dots": _dots,
    "gem": _gem,
    "gem_grid": _gem_grid,
    "grid": _grid,
    "intervals": _intervals,
    "model": _model,
    "scale": _scale,
    "tree": _tree,
}
