"""Dashboard about strategies: bots made of priorities and limits, and a match between two bots."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from functools import cache
from math import isfinite
from typing import Any

import gamelib
from gamelib import Tournament, tournament
from gamelib.number_format import capitalize_first, count_with_noun, format_number, round_to_int
from gamelib.tools.priority_bot import PriorityBot, bot_settings, level_label, limit_label, priority_label
from gamelib.tools.tournament import games_needed_for_difference

from ...page.card_overrides import game_with_served_cards
from ..controls import Choice, Control, PriorityOrder
from ..widget import (
    answer_block,
    chart_block,
    collapsible_block,
    columns_block,
    controls_block,
    download_block,
    section_block,
    simulation_block,
    table_block,
    text_block,
)
from .game_dashboard import DEFAULT_GAME, GameChoiceDashboard, game_choice_control, seat_count_control
from .live_match import (
    DIFFERENCE_UNIT,
    MIN_DEALS,
    A,
    B,
    LiveMatch,
    match_difference_figure,
    match_verdict,
    signed_whole_percentage_points,
)

GAME_COUNTS = ("20", "50", "200", "1000")
INITIAL_GAMES, INITIAL_SEED = 20, 1  # games that are already played when the page opens
LETTERS = (A, B)
DEFAULT_OPPONENT = "thumb"
OPPONENTS = {"thumb": "the simple strategy", "random": "a random player", "own": "bot B"}


def bot_controls(game: gamelib.Game, letter: str, aims: tuple[str, ...]) -> list[Control]:
    """Return the controls of one bot: its ordered priorities and its limits."""
    known = bot_settings(game.id)
    offered = {aim: priority_label(game, aim) for aim in known.priorities}
    menu: list[Control] = [PriorityOrder(f"{letter}_aims", f"The goals of bot {letter}, in this order", offered, aims)]
    for limit in known.limits.values():
        levels = {str(level): level_label(game, limit.id, level) for level in limit.levels}
        menu.append(Choice(f"{letter}_{limit.id}", limit_label(game, limit.id), levels, str(limit.levels[0])))
    return menu


def create_bot(game: str, bot_letter: str, values: Mapping[str, Any]) -> PriorityBot:
    """Return a bot with these priorities and limits."""
    limits = {limit: int(values[f"{bot_letter}_{limit}"]) for limit in bot_settings(game).limits}
    return PriorityBot(game, values[f"{bot_letter}_aims"], limits)


class StrategyDashboard(GameChoiceDashboard):
    """Dashboard with a match between two bots with custom settings, or one such bot and a built-in bot."""

    @staticmethod
    def controls_for_game(name: str) -> list[Control]:
        """Return the controls for a game."""
        game = game_with_served_cards(name)
        aims = tuple(bot_settings(name).priorities)
        return [
            game_choice_control(),
            seat_count_control(game),
            Choice("against", "Bot A plays against", OPPONENTS, DEFAULT_OPPONENT),
            Choice("games", "Number of games, chosen first", {n: n for n in GAME_COUNTS}, "200"),
            *bot_controls(game, A, aims[:2]),
            *bot_controls(game, B, aims[2:4]),
        ]

    def build_layout(self, against: str = DEFAULT_OPPONENT) -> None:
        """Layout with the match at the side, where it stays visible, and the bot settings below the chart.

        The settings of bot B are visible only if bot B plays in the match.
        """
        which, seated, rival, wanted, *bots = self.CONTROLS
        a, b = ([control for control in bots if control.name.startswith(letter)] for letter in LETTERS)
        knobs = [a, b] if against == "own" else [a[:1], a[1:]]
        self.LAYOUT = (
            section_block(
                "",
                [
                    controls_block(which, seated),
                    controls_block(rival, wanted),
                    simulation_block("match", "Play one deal", "Keep playing", {10: "10 deals"}),
                ],
                [
                    answer_block("answer"),
                    chart_block("band"),
                    columns_block(*([controls_block(*some_knobs)] for some_knobs in knobs)),
                    columns_block([table_block("standings")], [table_block("needed")]),
                    collapsible_block("luck", text_block("luck_lines")),
                    collapsible_block("stop", text_block("stop_lines")),
                    collapsible_block("bots", text_block("bots_lines"), download_block("rows")),
                ],
            ),
        )

    def create_simulations(self, seed: int | None) -> dict[str, LiveMatch]:  # type: ignore[override]
        self.match = LiveMatch(self._first_deal, lambda: int(self.values["games"]), seed)
        self.match.reset_if_changed(self._setting())
        if self.values == self._opened("") and self.selected_game.id == DEFAULT_GAME:
            self.match.found, self.match.seed = play_initial_match(), INITIAL_SEED
        return {"match": self.match}

    # -- match -----------------------------------------------------------------------------------

    def _setting(self) -> tuple[Any, ...]:
        second = self.values["against"] == "own"
        used = [name for name in self.controls if name != "games" and (second or not name.startswith(f"{B}_"))]
        return tuple(self.values[name] for name in used)

    def _first_deal(self, seed: int) -> Tournament:
        name, against = self.values["game"], self.values["against"]
        rival = create_bot(name, B, self.values) if against == "own" else against
        bots = {A: create_bot(name, A, self.values), B: rival}
        return tournament(self.selected_game, bots, 1, seed, int(self.values["seats"]))

    def _names(self) -> tuple[str, str]:
        against = self.values["against"]
        return "Bot A", {"own": "Bot B"}.get(against, capitalize_first(OPPONENTS[against]))

    def refresh(self) -> None:
        match, names = self.match, self._names()
        match.reset_if_changed(self._setting())
        self.build_layout(self.values["against"])
        results, wanted = match.found, int(self.values["games"])
        big, more = match_verdict(results, names, wanted)
        lead = (
            f"{self.selected_game.title}: {names[0]} against {_inside(names[1])}."
            if results is None
            else _won(results, names)
        )
        self.queue_block_data("answer", lead=lead, big=big, more=more)
        self.queue_block_data("match", **match.simulation_block_data(self._told_match(results, wanted)))
        self._say_tables(results, names)
        self._say_reasons(results, names)
        self.queue_chart_if_changed(
            "band",
            (self._setting(), match.seed, match.completed_count, wanted),
            lambda: match_difference_figure(results, wanted, names),
        )

    def _told_match(self, results: Tournament | None, target_games: int) -> str:
        if self.match.given_up:
            return f"{self.match.given_up} No more games are played with these bots."
        if results is None:
            said = (
                "Each deal is played twice with the same cards and rolls: once with A in the first seat, and once "
                "with the other bot."
            )
            before = self.match.before
            if before is None or before.game is not self.selected_game:
                return said
            return f"{said} Before your change, {match_difference_text(before)}."
        left, said = target_games - len(results.games_played), match_difference_text(results)
        if self.match.seed == INITIAL_SEED and results is play_initial_match():
            said = f"These games were played before you came. {said}"
        return (
            f"{said}. {count_with_noun(left, 'game')} to go." if left > 0 else f"{said}. That was the number you chose."
        )

    def _say_tables(self, results: Tournament | None, names: tuple[str, str]) -> None:
        if results is None:
            for id in ("standings", "needed"):
                self.queue_block_data(id)
            return
        rows = []
        for name, one in zip(names, LETTERS, strict=True):
            standing = results.bot_result(one)
            share, low, high = (round_to_int(100 * part) for part in (standing.win_share, standing.low, standing.high))
            wins, ahead = f"{share}%\n{low}\u00a0to\u00a0{high}%", standing.score_lead
            sure = (
                f"\n{format_number(ahead.low)} to {format_number(ahead.high)}" if isfinite(ahead.low) else ""
            )  # one deal gives no interval
            rows.append([name, wins, f"{format_number(ahead.mean)}{sure}"])
        wins = "wins" if results.seats == 2 else "wins of a seat"
        self.queue_block_data(
            "standings",
            caption="Wins and points, each with its confidence interval",
            rows=rows,
            marked=None,
            columns=["", wins, "lead in points"],
        )
        spread = results.win_share_lead(A, B).std_dev
        needs = [
            [f"{n} {DIFFERENCE_UNIT}", count_with_noun(games_needed_for_difference(spread, n / 100), "game")]
            for n in (2, 5, 10, 20, 40)
        ]
        self.queue_block_data(
            "needed",
            caption="How many games until we know?",
            rows=needs if spread else [],
            marked=None,
            columns=["for a difference of", "4 of 5 matches show it after about"],
        )

    def _say_reasons(self, results: Tournament | None, names: tuple[str, str]) -> None:
        saved = results.variance_reduction(A, B) if results else None
        if saved is None:
            effect = "Play some games to see how much that saves."
        else:
            less = "as many" if format_number(saved, 1) == "1" else f"{format_number(saved, 1)} times as many"
            effect = (
                f"If each game had its own cards and rolls, it would take {less} games to get an interval as narrow "
                "as this (dotted lines)."
            )
        self.queue_block_data("luck", label="Was it luck?")
        self.queue_block_data(
            "luck_lines",
            lines=[
                "A good hand wins with any bot. So each deal is played twice. The same cards and rolls go to "
                "the same seats, and the bots change places. What counts is the result of A in both games of a deal "
                "together.",
                effect,
            ],
        )
        self.queue_block_data("stop", label="When may I stop?")
        self.queue_block_data(
            "stop_lines",
            lines=[
                "Choose the number of games first, and read the confidence interval when they have been "
                "played. About 1 interval in 20 misses the true value.",
                "If you look after each deal and stop as soon as 0 is outside, you are wrong far more often. "
                "If two bots are equally good, you call one of them better in about 4 out of 10 matches of 100 "
                "deals.",
                "It’s the same if you add games because you don’t like the interval. Choose a larger number "
                "and press Clear.",
            ],
        )
        self.queue_block_data("bots", label="These bots in Python, and their games as a table")
        lines = [f"{A} = {_code(create_bot(self.selected_game.id, A, self.values))}"]
        if self.values["against"] == "own":
            lines.append(f"{B} = {_code(create_bot(self.selected_game.id, B, self.values))}")
        self.queue_block_data("bots_lines", lines=[*lines, *self._described(names)])
        rows = results.seat_result_rows() if results else []
        self.queue_block_data(
            "rows", label="Save the games", name=f"{self.selected_game.slug}-match.csv", text=_csv(rows)
        )

    def _described(self, names: tuple[str, str]) -> list[str]:
        """Return one sentence about the priorities of each bot."""
        told = []
        for name, letter in zip(names, LETTERS, strict=True):
            if letter == B and self.values["against"] != "own":
                continue
            aims = [priority_label(self.selected_game, aim) for aim in self.values[f"{letter}_aims"]]
            wants = f"wants, in this order: {'; '.join(aims)}" if aims else "doesn’t have a goal"
            told.append(f"{name} {wants}. If no action helps with its goals, it follows the simple strategy.")
        return told


def match_difference_text(results: Tournament) -> str:
    """Return a text about the difference in the games of a match."""
    lead = results.win_share_lead(A, B)
    said = (
        f"{count_with_noun(len(results.games_played), 'game')}: a difference of "
        f"{signed_whole_percentage_points(lead.mean)} {DIFFERENCE_UNIT}"
    )
    if len(results.games_played) >= 2 * MIN_DEALS and lead.std_dev:
        low, high = signed_whole_percentage_points(lead.low), signed_whole_percentage_points(lead.high)
        said += f", confidence interval from {low} to {high}"
    return said


def _inside(name: str) -> str:
    """Return the name of a bot in the form that fits into a sentence."""
    return name[:1].lower() + name[1:]


def _won(results: Tournament, names: tuple[str, str]) -> str:
    """Return a sentence about each bot's win share. If a bot has several seats, the share is per seat."""
    one, other = (f"{round_to_int(100 * results.bot_result(letter).win_share)}%" for letter in LETTERS)
    first, second = map(_inside, names)
    seat = "" if results.seats == 2 else "a seat of "
    return (
        f"After {count_with_noun(len(results.games_played), 'game')} {seat}{first} has won {one}, "
        f"{seat}{second} {other}."
    )


@cache
def play_initial_match() -> Tournament:
    """Return the games of the match on a new page. They are always the same, so they are cached."""
    values = {control.name: control.default for control in StrategyDashboard.controls_for_game(DEFAULT_GAME)}
    return tournament(DEFAULT_GAME, {A: create_bot(DEFAULT_GAME, A, values), B: "thumb"}, INITIAL_GAMES, INITIAL_SEED)


def _code(bot: PriorityBot) -> str:
    used = {
        limit: level for limit, level in bot.limits.items() if level != bot_settings(bot.game).limits[limit].levels[0]
    }
    return f'PriorityBot("{bot.game}", {bot.priorities!r}, {used!r})'.replace("'", '"')


def _csv(rows: Sequence[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return out.getvalue()


def create_dashboard(link: str = "") -> StrategyDashboard:
    """Create the dashboard. `link` contains values of the controls, such as "game=towers&A_aims=close.match"."""
    return StrategyDashboard(link)
