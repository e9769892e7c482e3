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
from gamelib.number_format import capitalize_first, format_number, round_to_int
from gamelib.tools.priority_bot import PriorityBot, bot_settings, level_label, limit_label, priority_label
from gamelib.tools.tournament import games_needed_for_difference

from ...page.card_overrides import game_with_served_cards
from ...page.translations import text_lookup
from ..controls import Choice, Control, PriorityOrder
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
from .game_dashboard import DEFAULT_GAME, GameChoiceDashboard, game_choice_control, seat_count_control
from .live_match import (
    MIN_DEALS,
    A,
    B,
    LiveMatch,
    match_difference_figure,
    match_verdict,
    signed_whole_percentage_points,
)

text = text_lookup("dashboard_lab")

GAME_COUNTS = ("20", "50", "200", "1000")
INITIAL_GAMES, INITIAL_SEED = 20, 1  # games that are already played when the page opens
LETTERS = (A, B)
DEFAULT_OPPONENT = "thumb"
OPPONENTS = {"thumb": text("simple_strategy"), "random": text("random_player"), "own": text("own_bot")}


def bot_controls(game: gamelib.Game, letter: str, aims: tuple[str, ...]) -> list[Control]:
    """Return the controls of one bot: its ordered priorities and its limits."""
    known = bot_settings(game.id)
    offered = {aim: priority_label(game, aim) for aim in known.priorities}
    menu: list[Control] = [PriorityOrder(f"{letter}_aims", text("goals", letter=letter), offered, aims)]
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
            Choice("against", text("against"), OPPONENTS, DEFAULT_OPPONENT),
            Choice("games", text("game_count"), {n: n for n in GAME_COUNTS}, "200"),
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
                    simulation_block("match", text("play_deal"), text("play_on"), {10: text("ten_deals")}),
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
        return text("bot_a"), {"own": text("bot_b")}.get(against, capitalize_first(OPPONENTS[against]))

    def refresh(self) -> None:
        match, names = self.match, self._names()
        match.reset_if_changed(self._setting())
        self.build_layout(self.values["against"])
        results, wanted = match.found, int(self.values["games"])
        big, more = match_verdict(results, names, wanted)
        lead = (
            text("lead", title=self.selected_game.title, bot=names[0], other=_inside(names[1]))
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
            return text("given_up", reason=self.match.given_up)
        if results is None:
            said = text("deal_rule")
            before = self.match.before
            if before is None or before.game is not self.selected_game:
                return said
            return text("before_change", said=said, difference=match_difference_text(before))
        left, said = target_games - len(results.games_played), match_difference_text(results)
        if self.match.seed == INITIAL_SEED and results is play_initial_match():
            said = text("played_before", said=said)
        return text("to_go", said=said, games=left) if left > 0 else text("reached", said=said)

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
        wins = text("wins") if results.seats == 2 else text("seat_wins")
        self.queue_block_data(
            "standings",
            caption=text("standings"),
            rows=rows,
            marked=None,
            columns=["", wins, text("point_lead")],
        )
        spread = results.win_share_lead(A, B).std_dev
        needs = [
            [text("points_of", n=n), text("games", n=games_needed_for_difference(spread, n / 100))]
            for n in (2, 5, 10, 20, 40)
        ]
        self.queue_block_data(
            "needed",
            caption=text("needed"),
            rows=needs if spread else [],
            marked=None,
            columns=column_heads(text("needed_columns")),
        )

    def _say_reasons(self, results: Tournament | None, names: tuple[str, str]) -> None:
        saved = results.variance_reduction(A, B) if results else None
        if saved is None:
            effect = text("luck_start")
        else:
            less = (
                text("as_many") if format_number(saved, 1) == "1" else text("times_as_many", n=format_number(saved, 1))
            )
            effect = text("luck_effect", less=less)
        self.queue_block_data("luck", label=text("luck"))
        self.queue_block_data(
            "luck_lines",
            lines=[
                text("luck_rule"),
                effect,
            ],
        )
        self.queue_block_data("stop", label=text("stop_when"))
        self.queue_block_data(
            "stop_lines",
            lines=[
                text("stop_choose"),
                text("stop_error"),
                text("stop_add"),
            ],
        )
        self.queue_block_data("bots", label=text("bots"))
        lines = [f"{A} = {_code(create_bot(self.selected_game.id, A, self.values))}"]
        if self.values["against"] == "own":
            lines.append(f"{B} = {_code(create_bot(self.selected_game.id, B, self.values))}")
        self.queue_block_data("bots_lines", lines=[*lines, *self._described(names)])
        rows = results.seat_result_rows() if results else []
        self.queue_block_data(
            "rows", label=text("save_games"), name=f"{self.selected_game.slug}-match.csv", text=_csv(rows)
        )

    def _described(self, names: tuple[str, str]) -> list[str]:
        """Return one sentence about the priorities of each bot."""
        told = []
        for name, letter in zip(names, LETTERS, strict=True):
            if letter == B and self.values["against"] != "own":
                continue
            aims = [priority_label(self.selected_game, aim) for aim in self.values[f"{letter}_aims"]]
            wants = text("wants_goals", aims="; ".join(aims)) if aims else text("wants_none")
            told.append(text("described", name=name, wants=wants))
        return told


def match_difference_text(results: Tournament) -> str:
    """Return a text about the difference in the games of a match."""
    lead = results.win_share_lead(A, B)
    games = len(results.games_played)
    values = {"games": games, "difference": signed_whole_percentage_points(lead.mean)}
    if games < 2 * MIN_DEALS or not lead.std_dev:
        return text("difference", **values)
    low, high = signed_whole_percentage_points(lead.low), signed_whole_percentage_points(lead.high)
    return text("difference_interval", **values, low=low, high=high)


def _inside(name: str) -> str:
    """Return the name of a bot in the form that fits into a sentence."""
    return name[:1].lower() + name[1:]


def _won(results: Tournament, names: tuple[str, str]) -> str:
    """Return a sentence about each bot's win share. If a bot has several seats, the share is per seat."""
    one, other = (f"{round_to_int(100 * results.bot_result(letter).win_share)}%" for letter in LETTERS)
    first, second = map(_inside, names)
    id = "won" if results.seats == 2 else "won_seats"
    return text(id, games=len(results.games_played), first=first, a=one, second=second, b=other)


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
