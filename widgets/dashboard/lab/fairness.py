"""Dashboard about the fairness of a game: wins by seat, reasons of the end, game length, changes of the lead.

Prepared results, with their seed and date, are displayed next to the reader's own games.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from textwrap import wrap
from typing import Any

from plotly.graph_objects import Bar, Figure

from gamelib.number_format import format_number, join_words, round_to_int
from gamelib.tools.confidence_interval import wilson_interval_95

from ...chart.figure_style import ACCENT, EXACT_COLOUR, INK, category_axis, percent_axis, styled_figure
from ...page.card_overrides import game_with_served_cards
from ...page.notebook_output import csv_text
from ...page.translations import text_lookup
from ..controls import Choice, Control
from ..live_simulation import LiveSimulation
from ..widget import (
    answer_block,
    chart_block,
    collapsible_block,
    column_heads,
    columns_block,
    controls_block,
    download_block,
    section_block,
    simulation_block,
    table_block,
    text_block,
)
from .game_dashboard import GameChoiceDashboard, game_choice_control, seat_count_control
from .game_statistics import (
    BOTS,
    NO_END_REASON,
    GameStatistics,
    PreparedStatistics,
    SimulatedGameSetting,
    add_simulated_games,
    load_prepared_statistics,
    nondefault_option_choices,
    statistics_table_rows,
)

text = text_lookup("dashboard_lab")

MAX_OWN_GAMES = 2000  # maximum number of games that the reader can run
GAMES_PER_STEP = 3  # games per update of the page
LENGTH_BINS = 10  # bins of a histogram
MAX_LEAD_CHANGES = 6  # games with this number of lead changes or more share one bin
BOT_LABELS = {"thumb": text("bot_simple"), "random": text("bot_random")}


@cache
def prepared_results() -> dict[SimulatedGameSetting, PreparedStatistics]:
    """Return the prepared results, loaded once."""
    return load_prepared_statistics()


class ExtraBotGamesSimulation(LiveSimulation):
    """Games between bots at the current setting that run in addition to the prepared games."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(lambda rng, n: [], seed)
        self.seen = GameStatistics()

    @property
    def completed_count(self) -> int:
        """Number of games that were played."""
        return self.seen.games

    def clear(self) -> None:
        """Clear all games."""
        self.seen = GameStatistics()

    def add_trials(self, games: int | None) -> None:
        """Play more games. If the number is None, play a few."""
        games = min(GAMES_PER_STEP if games is None else games, MAX_OWN_GAMES - self.completed_count)
        add_simulated_games(self.setting, games, self.rng, self.seen)  # type: ignore[arg-type]


class FairnessDashboard(GameChoiceDashboard):
    """Dashboard about games between equal players."""

    @staticmethod
    def controls_for_game(name: str) -> list[Control]:
        """Return the controls for the game, the seats, the bots and the one changed option of the game."""
        game = game_with_served_cards(name)
        labels = {
            f"{option['name']}={choice['value']}": f"{option['label']}: {choice['label']}"
            for option in game.option_labels
            for choice in option["choices"]
        }
        bot = Choice("bot", text("all_players"), {bot: BOT_LABELS[bot] for bot in BOTS}, "thumb")
        other = Choice(
            "option",
            text("one_rule"),
            {"": text("none"), **{one: labels[one] for one in nondefault_option_choices(game)}},
            "",
        )
        return [game_choice_control(), seat_count_control(game), bot, other]

    def build_layout(self) -> None:
        """Layout with the controls at the side and the results next to them."""
        which, seated, bot, other = self.CONTROLS
        self.LAYOUT = (
            section_block(
                "",
                [
                    controls_block(which, seated, bot),
                    simulation_block("own", text("play_game"), text("play_on"), {10: text("ten_games")}),
                    collapsible_block("rules", controls_block(other)),
                ],
                [
                    answer_block("answer"),
                    chart_block("seats"),
                    columns_block([chart_block("ends")], [chart_block("changes")]),
                    columns_block([chart_block("lengths")], [table_block("all")]),
                    collapsible_block("how", text_block("how_lines"), download_block("csv")),
                ],
            ),
        )

    def create_simulations(self, seed: int | None) -> dict[str, LiveSimulation]:
        self.own = ExtraBotGamesSimulation(seed)
        return {"own": self.own}

    def setting(self) -> SimulatedGameSetting:
        """Return the current setting."""
        values = self.values
        return SimulatedGameSetting(values["game"], int(values["seats"]), values["option"], values["bot"])

    # -- displayed data --------------------------------------------------------------------------

    def refresh(self) -> None:
        setting = self.setting()
        self.own.reset_if_changed(setting)
        ready = prepared_results().get(setting)
        seen, own = ready[0] if ready else GameStatistics(), self.own.seen
        best = seen if seen.games else own
        told = first_seat_advantage_answer(best, setting.seats)
        if ready:
            told["more"] += " " + text("prepared_with", seed=ready[2], day=ready[1])
        self.queue_block_data("answer", **told)
        offer = text("own_games", games=own.games) if own.games else text("own_games_start")
        if not ready:
            offer = text("no_prepared") + " " + offer
        self.queue_block_data("own", said=offer, missing="", total=own.games, full=own.games >= MAX_OWN_GAMES)
        self.queue_block_data("rules", label=text("change_rule"))
        self._say_all()
        self._say_how(ready)
        key = (setting, own.games)
        for id, make in (
            ("seats", wins_by_seat_figure),
            ("ends", self._ends),
            ("changes", lead_changes_figure),
            ("lengths", game_length_figure),
        ):
            self.queue_chart_if_changed(id, key, lambda make=make: make(seen, own))  # type: ignore[misc]

    def _ends(self, seen: GameStatistics, own: GameStatistics) -> Figure:
        reasons = sorted({*seen.ending_counts, *own.ending_counts})
        words = self.selected_game.texts
        names = [
            text("never") if reason == NO_END_REASON else words.fill_template(words.sections["endings"][reason])
            for reason in reasons
        ]
        counts = [[one.ending_counts.get(reason, 0) for reason in reasons] for one in (seen, own)]
        return prepared_versus_own_figure(names, counts, (seen.games, own.games), text("ends_title"), text("ends_axis"))

    def _say_all(self) -> None:
        name = self.selected_game.id
        shown = []
        for one, (seen, _, _) in prepared_results().items():
            if one.game == name and not one.option:
                low, high = wilson_interval_95(round_to_int(seen.wins[0]), seen.games)
                means = [format_number(sum(each) / seen.games, 1) for each in (seen.lengths, seen.lead_change_counts)]
                first = (
                    proportion_with_interval_text(seen.wins[0] / seen.games, low, high)
                    .replace(" (", "\n(")
                    .replace(" ", "\u00a0")
                )
                shown.append([text("bot_seats", seats=one.seats, bot=BOT_LABELS[one.bot]), first, *means])
        self.queue_block_data(
            "all",
            caption=text("overview", title=self.selected_game.title),
            rows=shown,
            marked=None,
            columns=column_heads(text("overview_columns")),
        )

    def _say_how(self, ready: tuple[GameStatistics, str, int] | None) -> None:
        self.queue_block_data("how", label=text("source"))
        lines = [(text("source_bots"))]
        if ready:
            seen, day, seed = ready
            lines.append(text("source_games", games=seen.games, seed=seed, day=day))
        self.queue_block_data("how_lines", lines=lines)
        self.queue_block_data("csv", label=text("save_all"), name="kismet-fair.csv", text=prepared_results_csv())


MAX_INTERVAL_WIDTH = 0.2
"""Maximum width of a confidence interval that supports a statement about fairness.

A wider one contains unfair values.
"""


def first_seat_advantage_answer(statistics: GameStatistics, seats: int) -> dict[str, Any]:
    """Return the main answer of the dashboard: the advantage of the first seat."""
    if not statistics.games:
        return {"lead": text("no_games_yet"), "big": text("play_some"), "more": ""}
    low, high = wilson_interval_95(round_to_int(statistics.wins[0]), statistics.games)
    par = 1 / seats
    if low > par:
        big = text("first_ahead")
    elif high < par:
        big = text("first_behind")
    else:
        big = text("fair") if high - low <= MAX_INTERVAL_WIDTH else text("more_games")
    more = text("equal_share", p=round_to_int(100 * par))
    odd = other_seats(statistics, par) if low <= par <= high and seats > 2 else []
    if odd:
        big = text("as_expected")
        more += " " + text("odd_seats", seats=join_words(odd))
    wins = proportion_with_interval_text(statistics.wins[0] / statistics.games, low, high)
    lead = text("first_wins", seats=seats, share=wins, games=statistics.games)
    return {"lead": lead, "big": big, "more": more}


def other_seats(seen: GameStatistics, par: float) -> list[str]:
    """Return a sentence for each seat except the first, if its interval excludes an equal share of wins."""
    lines = []
    for seat, wins in enumerate(seen.wins[1:], 2):
        low, high = wilson_interval_95(round_to_int(wins), seen.games)
        if not low <= par <= high:
            lines.append(
                text("seat_wins_share", seat=seat, share=proportion_with_interval_text(wins / seen.games, low, high))
            )
    return lines


def proportion_with_interval_text(p: float, lower: float, upper: float) -> str:
    """Return a text of a proportion with its confidence interval."""
    return text(
        "share_interval", p=round_to_int(100 * p), low=round_to_int(100 * lower), high=round_to_int(100 * upper)
    )


def wins_by_seat_figure(seen: GameStatistics, own: GameStatistics) -> Figure:
    """Return a figure of the wins of each seat, with a line at an equal share."""
    n = len(seen.wins or own.wins) or 2
    counts = [one.wins or [0.0] * n for one in (seen, own)]
    names = [text("seat", n=k + 1) for k in range(n)]
    drawn = prepared_versus_own_figure(names, counts, (seen.games, own.games), text("seats_title"), text("seat_axis"))
    even = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": 1 / n, "y1": 1 / n}
    return drawn.add_shape({**even, "line": {"color": INK, "width": 1.5, "dash": "dash"}})


def lead_changes_figure(seen: GameStatistics, own: GameStatistics) -> Figure:
    """Return a figure of the number of lead changes in a game."""
    names = [*map(str, range(MAX_LEAD_CHANGES)), f"{MAX_LEAD_CHANGES}+"]
    counts = [
        [sum(min(n, MAX_LEAD_CHANGES) == k for n in one.lead_change_counts) for k in range(MAX_LEAD_CHANGES + 1)]
        for one in (seen, own)
    ]
    return prepared_versus_own_figure(
        names, counts, (seen.games, own.games), text("changes_title"), text("changes_axis")
    )


def game_length_figure(seen: GameStatistics, own: GameStatistics) -> Figure:
    """Return a figure of the number of decisions in a game, in bins of equal width."""
    lengths = [*seen.lengths, *own.lengths] or [0]
    low = min(lengths)
    width = max(1, -(-(max(lengths) + 1 - low) // LENGTH_BINS))
    starts = range(low, max(lengths) + 1, width)
    names = [f"{start}–{start + width - 1}" if width > 1 else str(start) for start in starts]
    counts = [[sum(start <= n < start + width for n in one.lengths) for start in starts] for one in (seen, own)]
    return prepared_versus_own_figure(names, counts, (seen.games, own.games), text("length_title"), text("length_axis"))


def prepared_versus_own_figure(
    names: list[str],
    outcome_counts: Sequence[Sequence[float]],
    game_counts: tuple[int, int],
    title: str,
    axis_label: str,
) -> Figure:
    """Return a bar chart of the proportions of games in both samples, with confidence intervals.

    The chart compares the prepared games with the games that the reader has run.
    """
    traces, rows_of = [], []
    highest = 0.02
    told = [(text("prepared"), EXACT_COLOUR), (text("own"), ACCENT)]
    for (name, colour), row, n in zip(told, outcome_counts, game_counts, strict=True):
        if not n:
            continue
        bands = [wilson_interval_95(min(n, round_to_int(count)), n) for count in row]
        shares = [count / n for count in row]
        highest = max(highest, *(high for _, high in bands))
        error = {
            "type": "data",
            "symmetric": False,
            "thickness": 1.2,
            "color": INK,
            "array": [max(0.0, high - p) for p, (_, high) in zip(shares, bands, strict=True)],
            "arrayminus": [max(0.0, p - low) for p, (low, _) in zip(shares, bands, strict=True)],
        }
        traces.append(
            Bar(
                x=list(range(len(names))),
                y=shares,
                name=name,
                marker={"color": colour},
                error_y=error,
                customdata=[proportion_with_interval_text(p, *band) for p, band in zip(shares, bands, strict=True)],
                hovertemplate="%{customdata}<extra>" + name + "</extra>",
            )
        )
        rows_of += [
            [label, name, proportion_with_interval_text(p, *band)]
            for label, p, band in zip(names, shares, bands, strict=True)
        ]
    most = max((n for n in game_counts), default=0)
    lines = ["<br>".join(wrap(name, 12)) for name in names]
    alternative = text("frequencies", n=most, axis=axis_label) if most else text("no_games")
    return styled_figure(
        traces,
        title=title,
        text=alternative,
        columns=column_heads(text("frequency_columns", axis=axis_label)),
        rows=rows_of,
        height=260,
        xaxis=category_axis(lines),
        yaxis=percent_axis(1.05 * highest),
        barmode="group",
        showlegend=len(traces) > 1,
        legend={"orientation": "h", "y": 1.12, "x": 0},
    )


@cache
def prepared_results_csv() -> str:
    """Return all prepared results as CSV."""
    return csv_text(statistics_table_rows(prepared_results()))


def create_dashboard(link: str = "") -> FairnessDashboard:
    """Create the dashboard. `link` contains values of the controls, such as "game=towers&seats=3"."""
    return FairnessDashboard(link)
