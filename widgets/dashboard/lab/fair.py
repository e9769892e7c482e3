"""Is the game fair? Who wins from which seat, how games end, how long they last, how often the lead changes.

Prepared figures, with their seed and day, stand beside a run of one's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from textwrap import wrap
from typing import Any

from plotly.graph_objects import Bar, Figure

from gamelib.number_format import NO_BREAK_SPACE, count_with_noun, format_number, join_words, round_to_int
from gamelib.tools.confidence_interval import wilson_interval_95

from ...chart.look import ACCENT, EXACT, INK, categories, figure, per_cent_axis
from ...page.corrected import game_here
from ...page.kernel import csv_text
from ..controls import Choice, Control
from ..runs import Runs
from ..widget import answer, chart, columns, controls, download, fold, runs, section, table, text
from .by_game import ByGame, games_control, seats_control
from .watched import BOTS, GIVEN_UP, Setting, Watched, prepared, rows, variants, watch

MOST = 2000  # games of a run of one's own
PACE = 3  # games between two looks
BINS = 10  # columns of a histogram
MANY = 6  # changes of the lead from which on they are counted together
LABELS = {"thumb": "rule of thumb", "random": "at random"}


@cache
def figures() -> dict[Setting, tuple[Watched, str, int]]:
    """The prepared figures, read once."""
    return prepared()


class OwnRun(Runs):
    """A run of one's own: games of the present setting."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(lambda rng, n: [], seed)
        self.seen = Watched()

    @property
    def total(self) -> int:
        return self.seen.games

    def clear(self) -> None:
        """Forget all games."""
        self.seen = Watched()

    def run(self, n: int | None) -> None:
        """n games more; None: a few."""
        watch(self.setting, min(PACE if n is None else n, MOST - self.total), self.rng, self.seen)  # type: ignore[arg-type]


class Fair(ByGame):
    """What a game does by itself, between equal players."""

    @staticmethod
    def controls_of(name: str) -> list[Control]:
        """What is played, by whom, and under which rules."""
        game = game_here(name)
        labels = {
            f"{option['name']}={choice['value']}": f"{option['label']}: {choice['label']}"
            for option in game.option_labels
            for choice in option["choices"]
        }
        bot = Choice("bot", "All play by", {bot: LABELS[bot] for bot in BOTS}, "thumb")
        other = Choice("option", "One rule changed", {"": "none", **{one: labels[one] for one in variants(game)}}, "")
        return [games_control(), seats_control(game), bot, other]

    def lay_out(self) -> None:
        """The games at the side, what came out beside them."""
        which, seated, bot, other = self.CONTROLS
        self.LAYOUT = (
            section(
                "",
                [
                    controls(which, seated, bot),
                    runs("own", "Play a game", "Keep playing", {10: "10 games"}),
                    fold("rules", controls(other)),
                ],
                [
                    answer("answer"),
                    chart("seats"),
                    columns([chart("ends")], [chart("changes")]),
                    columns([chart("lengths")], [table("all")]),
                    fold("how", text("how_lines"), download("csv")),
                ],
            ),
        )

    def make_runs(self, seed: int | None) -> dict[str, Runs]:
        self.own = OwnRun(seed)
        return {"own": self.own}

    def setting(self) -> Setting:
        """What is looked at."""
        values = self.values
        return Setting(values["game"], int(values["seats"]), values["option"], values["bot"])

    # -- what is shown ---------------------------------------------------------------------------

    def refresh(self) -> None:
        setting = self.setting()
        self.own.settle(setting)
        ready = figures().get(setting)
        seen, own = ready[0] if ready else Watched(), self.own.seen
        best = seen if seen.games else own
        told = first_seat(best, setting.seats)
        if ready:
            told["more"] += f" Prepared with seed {ready[2]} on {ready[1]}."
        self.say("answer", **told)
        offer = (
            f"{count_with_noun(own.games, 'game')} of your own."
            if own.games
            else "Play some games of your own beside these."
        )
        if not ready:
            offer = "Nothing is prepared for this setting. " + offer
        self.say("own", said=offer, missing="", total=own.games, full=own.games >= MOST)
        self.say("rules", label="Change one rule")
        self._say_all()
        self._say_how(ready)
        key = (setting, own.games)
        for id, make in (
            ("seats", seats_picture),
            ("ends", self._ends),
            ("changes", changes_picture),
            ("lengths", lengths_picture),
        ):
            self.picture(id, key, lambda make=make: make(seen, own))  # type: ignore[misc]

    def _ends(self, seen: Watched, own: Watched) -> Figure:
        reasons = sorted({*seen.reasons, *own.reasons})
        words = self.playing.texts
        names = [
            "never" if reason == GIVEN_UP else words.fill_template(words.sections["endings"][reason])
            for reason in reasons
        ]
        counts = [[one.reasons.get(reason, 0) for reason in reasons] for one in (seen, own)]
        return beside(names, counts, (seen.games, own.games), "How games end", "ending")

    def _say_all(self) -> None:
        name = self.playing.id
        shown = []
        for one, (seen, _, _) in figures().items():
            if one.game == name and not one.option:
                low, high = wilson_interval_95(round_to_int(seen.wins[0]), seen.games)
                means = [format_number(sum(each) / seen.games, 1) for each in (seen.lengths, seen.changes)]
                first = share(seen.wins[0] / seen.games, low, high).replace(" (", "\n(").replace(" ", "\u00a0")
                shown.append([f"{one.seats} seats,\n{LABELS[one.bot]}", first, *means])
        self.say(
            "all",
            caption=f"{self.playing.title} in short",
            rows=shown,
            marked=None,
            columns=["", "first seat wins", "decisions", "lead changes"],
        )

    def _say_how(self, ready: tuple[Watched, str, int] | None) -> None:
        self.say("how", label="Where the figures come from")
        lines = [
            f"Equal bots sit at all seats, so what differs is the game’s own doing. Bands hold 95{NO_BREAK_SPACE}%."
        ]
        if ready:
            seen, day, seed = ready
            lines.append(
                f"Prepared: {count_with_noun(seen.games, 'game')} with seed {seed} on {day}. A rule of thumb is no "
                "master: what is fair among masters may differ."
            )
        self.say("how_lines", lines=lines)
        self.say("csv", label="Save all prepared figures", name="kismet-fair.csv", text=as_csv())


NARROW_BAND = 0.2
"""A wider band says nothing about fairness: it holds what no player would call even."""


def first_seat(seen: Watched, seats: int) -> dict[str, Any]:
    """What is said of the first seat's advantage."""
    if not seen.games:
        return {"lead": "Nothing has been played yet.", "big": "Play some games", "more": ""}
    low, high = wilson_interval_95(round_to_int(seen.wins[0]), seen.games)
    par = 1 / seats
    if low > par:
        big = "The first seat has the better of it"
    elif high < par:
        big = "The first seat has the worse of it"
    else:
        big = "Fair, as far as this tells" if high - low <= NARROW_BAND else "Too few games to tell"
    more = f"An even share would be {round_to_int(100 * par)}{NO_BREAK_SPACE}%."
    odd = other_seats(seen, par) if low <= par <= high and seats > 2 else []
    if odd:
        big = "The first seat has its share"
        more += f" But {join_words(odd)}. Of seats that are even, one in 20 looks as far off as that."
    wins = share(seen.wins[0] / seen.games, low, high)
    lead = f"The first of {seats} seats wins {wins} of {count_with_noun(seen.games, 'game')}."
    return {"lead": lead, "big": big, "more": more}


def other_seats(seen: Watched, par: float) -> list[str]:
    """The seats behind the first whose band leaves out an even share, with what they win."""
    lines = []
    for seat, wins in enumerate(seen.wins[1:], 2):
        low, high = wilson_interval_95(round_to_int(wins), seen.games)
        if not low <= par <= high:
            lines.append(f"seat {seat} wins {share(wins / seen.games, low, high)}")
    return lines


def share(p: float, low: float, high: float) -> str:
    """A share with its band."""
    return (
        f"{round_to_int(100 * p)}{NO_BREAK_SPACE}% ({round_to_int(100 * low)} to "
        f"{round_to_int(100 * high)}{NO_BREAK_SPACE}%)"
    )


def seats_picture(seen: Watched, own: Watched) -> Figure:
    """The wins of each seat, with a line at an even share."""
    n = len(seen.wins or own.wins) or 2
    counts = [one.wins or [0.0] * n for one in (seen, own)]
    names = [f"seat {k + 1}" for k in range(n)]
    drawn = beside(names, counts, (seen.games, own.games), "Who wins from which seat", "seat")
    even = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": 1 / n, "y1": 1 / n}
    return drawn.add_shape({**even, "line": {"color": INK, "width": 1.5, "dash": "dash"}})


def changes_picture(seen: Watched, own: Watched) -> Figure:
    """How often the lead changes in a game."""
    names = [*map(str, range(MANY)), f"{MANY}+"]
    counts = [[sum(min(n, MANY) == k for n in one.changes) for k in range(MANY + 1)] for one in (seen, own)]
    return beside(names, counts, (seen.games, own.games), "How often the lead changes", "changes of the lead")


def lengths_picture(seen: Watched, own: Watched) -> Figure:
    """How many decisions a game takes, in columns of equal width."""
    lengths = [*seen.lengths, *own.lengths] or [0]
    low = min(lengths)
    width = max(1, -(-(max(lengths) + 1 - low) // BINS))
    starts = range(low, max(lengths) + 1, width)
    names = [f"{start}–{start + width - 1}" if width > 1 else str(start) for start in starts]
    counts = [[sum(start <= n < start + width for n in one.lengths) for start in starts] for one in (seen, own)]
    return beside(names, counts, (seen.games, own.games), "How long a game lasts", "decisions")


def beside(
    names: list[str], counts: Sequence[Sequence[float]], games: tuple[int, int], title: str, what: str
) -> Figure:
    """Shares of games as bars with their bands: those prepared, and those of one's own beside them."""
    traces, rows_of = [], []
    highest = 0.02
    told = [("prepared", EXACT), ("your own", ACCENT)]
    for (name, colour), row, n in zip(told, counts, games, strict=True):
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
                customdata=[share(p, *band) for p, band in zip(shares, bands, strict=True)],
                hovertemplate="%{customdata}<extra>" + name + "</extra>",
            )
        )
        rows_of += [[label, name, share(p, *band)] for label, p, band in zip(names, shares, bands, strict=True)]
    most = max((n for n in games), default=0)
    lines = ["<br>".join(wrap(name, 12)) for name in names]
    text = f"Shares of {count_with_noun(most, 'game')} by {what}." if most else "No games have been played."
    return figure(
        traces,
        title=title,
        text=text,
        columns=[what, "games", "share, with its confidence interval"],
        rows=rows_of,
        height=260,
        xaxis=categories(lines),
        yaxis=per_cent_axis(1.05 * highest),
        barmode="group",
        showlegend=len(traces) > 1,
        legend={"orientation": "h", "y": 1.12, "x": 0},
    )


@cache
def as_csv() -> str:
    """All prepared figures as a table."""
    return csv_text(rows(figures()))


def show(link: str = "") -> Fair:
    """The dashboard, ready to display; `link`: a setting such as "game=towers&seats=3"."""
    return Fair(link)
