"""Live match between two bots, with a confidence interval for the difference of their win shares."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from plotly.graph_objects import Figure, Scatter

from gamelib import NotEndedError, Tournament
from gamelib.number_format import format_modifier, round_half_up, round_to_int

from ...chart.figure_style import ACCENT, EXACT_COLOUR, INK, LINE, MUTED, label_annotation, styled_figure
from ...page.translations import text_lookup
from ..live_simulation import LiveSimulation
from ..widget import column_heads

text = text_lookup("dashboard_lab")

DEALS_PER_STEP = 2  # deals per update of the page
MAX_GAME_DECISIONS = 5000  # maximum number of games that the page suggests to the reader
MIN_DEALS = 5  # minimum number of deals for a verdict
SEED_COUNT = 1 << 31
FIGURE_HEIGHT = 270  # height in px, so that the controls below the chart begin on the first screen
A, B = "A", "B"
ZERO_LINE_STYLE = {"color": ACCENT, "width": 2, "dash": "dash"}


class LiveMatch(LiveSimulation):
    """Games of bot A against bot B, deal by deal, up to a target number.

    `begin(seed)` plays the first deal of the current setting. `target_games()` returns the target number of games.
    """

    def __init__(self, begin: Callable[[int], Tournament], target_games: Callable[[], int], seed: int | None) -> None:
        super().__init__(lambda rng, n: [], seed)
        self.begin, self.wanted = begin, target_games
        self.found: Tournament | None = None
        self.before: Tournament | None = None
        """Games of the previous setting, if there were enough."""
        self.given_up = ""
        """Reason why the match stopped: a game did not end."""
        self.seed = self._new_seed()

    def _new_seed(self) -> int:
        return int(Random(self.rng.random()).random() * SEED_COUNT)

    @property
    def completed_count(self) -> int:
        """Number of games that were played."""
        return len(self.found.games_played) if self.found else 0

    def reset_if_changed(self, setting: Any) -> None:
        """Clear the games if the setting has changed. The games with the new setting use the same deals."""
        if setting != self.setting:
            self.setting = setting
            if self.completed_count >= 2 * MIN_DEALS:
                self.before = self.found
            self.found, self.given_up = None, ""

    def clear(self) -> None:
        """Clear all games. The games after this use other deals."""
        self.found, self.given_up = None, ""
        self.seed = self._new_seed()

    def add_trials(self, deals: int | None) -> None:
        """Play more deals of two games each. If the number is None, play a few.

        After a game that did not end, the method plays no more deals.
        """
        deals = DEALS_PER_STEP if deals is None else deals
        while deals and self.completed_count < self.wanted() and not self.given_up:
            try:
                if self.found is None:
                    self.found = self.begin(self.seed)
                    deals -= 1
                else:
                    left = -(-(self.wanted() - self.completed_count) // 2)
                    self.found = self.found.with_more_games(2 * min(deals, left))
                    deals = 0
            except NotEndedError as error:
                self.given_up = str(error)

    def simulation_block_data(self, comparison: str) -> dict[str, Any]:
        """Return the data for the page's simulation block."""
        full = bool(self.given_up) or self.completed_count >= self.wanted()
        return {"said": comparison, "missing": "", "total": self.completed_count, "full": full}


def signed_whole_percentage_points(rate_difference: float) -> str:
    """Return the difference of two shares in percentage points, with its sign and at most 100."""
    return format_modifier(round_to_int(100 * max(-1.0, min(1.0, rate_difference))))


def match_verdict(results: Tournament | None, names: tuple[str, str], target_games: int) -> tuple[str, str]:
    """Return the verdict about which bot is better: a short headline and a sentence.

    Before the target number of games, there is no verdict.
    """
    if results is None or len(results.games_played) < 2 * MIN_DEALS:
        return (
            text("early"),
            text("early_reason", games=2 * MIN_DEALS),
        )
    lead, games = results.win_share_lead(A, B), len(results.games_played)
    if not lead.std_dev and not lead.mean:
        big = text("no_difference_yet") if games < target_games else text("no_difference", games=games)
        return big, text("equal_deals", reason=_alike(games // 2))
    band = text(
        "interval", low=signed_whole_percentage_points(lead.low), high=signed_whole_percentage_points(lead.high)
    )
    outside, back = "better_outside", text("outside_now")
    if not lead.std_dev:
        band, outside, back = _alike(games // 2), "better_equal", text("may_differ")
    if lead.low > 0 or lead.high < 0:
        winner = names[0] if lead.low > 0 else names[1]
        left = target_games - games
        if left > 0:
            return text("ahead", name=winner), (
                text("ahead_reason", interval=band, back=back, games=target_games, left=left)
            )
        return text("better", name=winner), text(outside, interval=band)
    need = results.games_needed(A, B)
    big = text("unknown") if games < target_games else text("too_few", games=target_games)
    return big, text("undecided", interval=band, needed=_how_many(need))


def _alike(deals: int) -> str:
    """Return a statement for deals with equal results. In this case, the confidence interval has no width.

    The statement names the maximum proportion of deals that can have another result (with 95% confidence).
    """
    others = round_to_int(100 * (1 - 0.05 ** (1 / deals)))
    return text("equal_results", deals=deals, others=others)


def _how_many(need: int | None) -> str:
    """Return a sentence with the approximate number of games that would be needed to show the difference."""
    if not need:
        return text("level")
    if need > MAX_GAME_DECISIONS:
        return text("small_difference", games=MAX_GAME_DECISIONS)
    digits = len(str(need)) - 2
    games = int(round_half_up(need, -digits))
    return text("large_difference", games=games)


def match_difference_figure(results: Tournament | None, target_games: int, names: tuple[str, str]) -> Figure:
    """Return a figure of the difference after each number of games, with its confidence interval.

    The figure also has the wider interval that independent games would have.
    """
    course = results.lead_history(A, B) if results else []
    saved = (results.variance_reduction(A, B) if results else None) or 1.0
    games = [n for n, _ in course]
    means = [lead.mean for _, lead in course]
    half = [lead.high - lead.mean for _, lead in course]
    wide = [h * saved**0.5 for h in half]
    edge = {"mode": "lines", "hoverinfo": "skip"}
    traces: list[Any] = []
    if games:
        dots = {"color": MUTED, "width": 1.5, "dash": "dot"}
        traces = [
            Scatter(
                x=games,
                y=[m - h for m, h in zip(means, half, strict=True)],
                line={"width": 0},
                showlegend=False,
                **edge,
            ),
            Scatter(
                x=games,
                y=[m + h for m, h in zip(means, half, strict=True)],
                line={"width": 0},
                fill="tonexty",
                fillcolor=_clear(EXACT_COLOUR),
                name=text("interval_line"),
                legendrank=2,
                **edge,
            ),
            *(
                Scatter(
                    x=games,
                    y=[m + sign * w for m, w in zip(means, wide, strict=True)],
                    line=dots,
                    showlegend=sign > 0,
                    name=text("wide_interval_line"),
                    legendrank=3,
                    **edge,
                )
                for sign in (-1, 1)
            ),
            Scatter(
                x=games,
                y=means,
                mode="lines",
                line={"color": EXACT_COLOUR, "width": 3},
                legendrank=1,
                name=text("difference_line"),
                customdata=[signed_whole_percentage_points(m) for m in means],
                hovertemplate=text("hover", x="%{x}", value="%{customdata}") + "<extra></extra>",
            ),
        ]
    late = [abs(m) + w for n, m, w in zip(games, means, wide, strict=True) if MIN_DEALS * n >= games[-1]]
    reach = min(1.0, max(0.25, 1.1 * max(late))) if len(games) > 3 else 1.0  # the first games are outside the range
    step = next(step for step in (0.5, 0.2, 0.1) if reach >= 1.25 * step)
    marks = [k * step for k in range(-int(reach / step), int(reach / step) + 1)]
    rows = [
        [
            n,
            signed_whole_percentage_points(lead.mean),
            signed_whole_percentage_points(lead.low),
            signed_whole_percentage_points(lead.high),
        ]
        for n, lead in course
    ]
    last = rows[-1] if rows else None
    alternative = (
        text("alternative", games=last[0], difference=last[1], low=last[2], high=last[3]) if last else text("no_games")
    )
    sides = [
        label_annotation(
            text("better", name=name),
            0.99,
            sign * 0.97 * reach,
            xref="paper",
            xanchor="right",
            font={"color": INK},
            yanchor="top" if sign > 0 else "bottom",
        )
        for name, sign in zip(names, (1, -1), strict=True)
    ]
    return styled_figure(
        traces,
        title=text("match_title") if last else text("match_title_start"),
        text=alternative,
        columns=column_heads(text("match_columns")),
        rows=rows,
        xlabel=text("match_axis"),
        ylabel=text("match_y_axis"),
        annotations=sides,
        shapes=[{"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": 0, "y1": 0, "line": ZERO_LINE_STYLE}],
        height=FIGURE_HEIGHT,
        xaxis={"range": [0, 1.01 * target_games], "dtick": target_games / 5},
        yaxis={
            "range": [-reach, reach],
            "tickvals": marks,
            "gridcolor": LINE,
            "ticktext": [f"{signed_whole_percentage_points(mark)}%" for mark in marks],
        },
        showlegend=bool(games),
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "traceorder": "normal"},
    )


def _clear(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.25)"
