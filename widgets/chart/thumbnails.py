"""Small charts for home page tiles, as SVG text with few labels and without scripts.

Shapes of the event are filled, and other shapes are outlined. Colours are classes of site/home.css.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 260, 120
_FOOT = 104  # base line of the bars


def bar_thumbnail(weights: Mapping[int, int], wanted: Collection[int], came: int | None = None) -> str:
    """Return a bar chart of weights. A line is before the first favourable bar, and a ball on the bar of `came`."""
    keys = sorted(weights)
    step, most = WIDTH / len(keys), max(weights.values())

    def place(key: int) -> tuple[float, float]:
        return step * keys.index(key), _FOOT - 84 * weights[key] / most

    shapes = []
    for key in keys:
        x, y = place(key)
        look = "km-sketch-hit" if key in wanted else "km-sketch-miss"
        size = f'width="{step - 2:.1f}" height="{_FOOT - y:.1f}"'
        shapes.append(f'<rect class="{look}" x="{x + 1:.1f}" y="{y:.1f}" {size}/>')
    if wanted:
        x = place(min(wanted))[0]
        shapes.append(f'<path class="km-sketch-need" d="M{x:.1f} 4V{_FOOT + 5}"/>')
    if came is not None:
        x, y = place(came)
        shapes.append(f'<circle class="km-sketch-ball" cx="{x + step / 2:.1f}" cy="{y - 8:.1f}" r="7"/>')
    return _svg(*shapes, f'<path class="km-sketch-axis" d="M0 {_FOOT}H{WIDTH}"/>')


def dot_thumbnail(weights: Mapping[int, int], wanted: Collection[int]) -> str:
    """Return a dot chart with a column for each value and one dot for each way to get this value."""
    keys = sorted(weights)
    step = WIDTH / (len(keys) + 0.5)
    high = min(11.0, 96 / max(weights.values()))
    shapes = []
    for i, key in enumerate(keys):
        x, look = step * (i + 0.75), "km-sketch-hit" if key in wanted else "km-sketch-miss"
        shapes += [
            f'<circle class="{look}" cx="{x:.1f}" cy="{_FOOT - 5 - high * k:.1f}" r="{0.42 * high:.1f}"/>'
            for k in range(weights[key])
        ]
        shapes.append(f'<text x="{x:.1f}" y="{HEIGHT - 1}" text-anchor="middle">{key}</text>')
    return _svg(*shapes)


def step_line_thumbnail(lines: Mapping[str, Sequence[float]]) -> str:
    """Return up to two stepped lines, each with its name at its highest point, and a dashed line at 0."""
    values = [value for line in lines.values() for value in line]
    low, high, last = min(values), max(values), max(map(len, lines.values())) - 1

    def y(value: float) -> float:
        return 112 - 104 * (value - low) / (high - low)

    shapes = [f'<path class="km-sketch-axis km-sketch-dashed" d="M0 {y(0):.1f}H{WIDTH}"/>']
    for look, (name, line) in zip(("km-sketch-one", "km-sketch-two"), lines.items(), strict=False):
        course = [f"M6 {y(line[0]):.1f}"]
        course += [f"H{6 + (WIDTH - 20) * i / last:.1f}V{y(value):.1f}" for i, value in enumerate(line) if i]
        shapes.append(f'<path class="{look}" d="{"".join(course)}h14"/>')
        top = max(range(len(line)), key=lambda i: (line[i], -i))
        x = 6 + (WIDTH - 20) * top / last
        end = "end" if x > WIDTH / 2 else "start"
        place = f'x="{x:.1f}" y="{max(y(line[top]) - 6, 14):.1f}" text-anchor="{end}"'
        shapes.append(f'<text class="{look}" {place}>{escape(name)}</text>')
    return _svg(*shapes)


def grid_thumbnail(cells: Sequence[Sequence[bool]], false_label: str, true_label: str) -> str:
    """Return a grid of cells with labels in two corners. Cells with a true value are filled."""
    across, down = WIDTH / len(cells[0]), 100 / len(cells)
    shapes = [
        f'<rect class="km-sketch-{"hit" if cell else "miss"}" x="{across * j + 1:.1f}" y="{down * i + 1:.1f}" '
        f'width="{across - 3:.1f}" height="{down - 3:.1f}" rx="3"/>'
        for i, row in enumerate(cells)
        for j, cell in enumerate(row)
    ]
    shapes.append(f'<text x="2" y="{HEIGHT - 3}">{escape(false_label)}</text>')
    shapes.append(f'<text x="{WIDTH - 2}" y="{HEIGHT - 3}" text-anchor="end">{escape(true_label)}</text>')
    return _svg(*shapes)


def _svg(*shapes: str) -> str:
    start = f'<svg class="km-sketch" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true" focusable="false">'
    return f"{start}{''.join(shapes)}</svg>"
