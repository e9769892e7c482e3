"""Statistics of games between bots: wins by seat, length, and changes of the lead.

`python -m widgets.dashboard.lab.game_statistics [game ...]` computes the prepared results of the fairness page
(`fair.json`), for the named games or for all.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import gamelib
from gamelib import Game
from gamelib.number_format import round_half_up
from gamelib.playouts import Bot
from gamelib.step import AUTO, CHANCE

from ...page.card_overrides import game_with_served_cards
from ...page.translations import text_lookup

text = text_lookup("dashboard_lab")

RESULTS_FILE = Path(__file__).with_name("fair.json")
BOTS = ("thumb", "random")
PREPARED_GAMES, OPTION_GAMES = (
    400,
    100,
)  # number of games for a setting with default options, and for a setting with one changed option
MAX_DECISIONS = 3000  # decisions after which a game is stopped. With some options, a game may never end
NO_END_REASON = "no_end"
SEED = 1


@dataclass(frozen=True)
class SimulatedGameSetting:
    """Setting of simulated games: a game, seats, one changed option ("" for none), and the bot of all seats."""

    game: str
    seats: int
    option: str = ""
    bot: str = "thumb"

    def options(self) -> dict[str, Any]:
        """Return the options by name. Raise ValueError for an unknown option."""
        if not self.option:
            return {}
        name, _, value = self.option.partition("=")
        known = game_with_served_cards(self.game).options
        for choice in known[name].choices if name in known else ():
            if str(choice) == value:
                return {name: choice}
        raise ValueError(text("no_option", name=self.option[:40]))


@dataclass
class GameStatistics:
    """Statistics of all games with one setting, updated game by game."""

    wins: list[float] = field(default_factory=list)
    """Wins of each seat. Winners of the same game share one win."""
    lengths: list[int] = field(default_factory=list)
    """Number of decisions of each game."""
    lead_change_counts: list[int] = field(default_factory=list)
    """Number of lead changes of each game."""
    ending_counts: dict[str, int] = field(default_factory=dict)
    """Number of games by end reason."""

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.lengths)

    def add(self, state: Any, length: int, changes: int) -> None:
        """Add a finished or stopped game to the statistics. In a stopped game, all seats share the win."""
        end = state.result
        self.wins = self.wins or [0.0] * state.seats
        winners = end.winners if end else range(state.seats)
        for seat in winners:
            self.wins[seat] += 1 / len(winners)
        self.lengths.append(length)
        self.lead_change_counts.append(changes)
        reason = end.reason if end else NO_END_REASON
        self.ending_counts[reason] = self.ending_counts.get(reason, 0) + 1


def nondefault_option_choices(game: Game) -> list[str]:
    """Return the changed options of a game as "name=value", one for each value that is not the default."""
    return [
        f"{option.name}={choice}"
        for option in game.option_list
        for choice in option.choices
        if choice is not option.default
    ]


def add_simulated_games(setting: SimulatedGameSetting, games: int, rng: Random, statistics: GameStatistics) -> None:
    """Play games with a setting and add them to the statistics."""
    game = game_with_served_cards(setting.game)
    bot: Bot = game.bots[setting.bot]
    blind, fair = getattr(bot, "ignores_view", False), getattr(bot, "fair", False)
    for _ in range(games):
        state = game.start(setting.seats, **setting.options())
        length = changes = 0
        leader: int | None = None
        while state.agenda_frames and length < MAX_DECISIONS:
            frame = state.agenda_frames[-1]
            step = frame.step
            if step.kind == AUTO:
                step.execute(state, frame, None)
            elif step.kind == CHANCE:
                step.execute(state, frame, step.sample(state, frame, rng))
            else:
                moves = step.legal_actions(state, frame)
                # fair bots use no hidden information, so they can get the full state instead of a view
                view = None if blind else state if fair else state.seen_by(step.acting_seat(state, frame))
                step.execute(state, frame, moves[0] if len(moves) == 1 else bot(view, moves.copy(), rng))
                length += 1
            if state.agenda_frames and state.agenda_frames[-1].step.kind == AUTO:
                continue  # during automatic steps, scores are not final
            now = game.points_if_ended_now(state)
            if now and now.count(max(now)) == 1 and (first := now.index(max(now))) != leader:
                changes += leader is not None
                leader = first
        statistics.add(state, length, changes)


def prepared_settings(game: Game) -> Iterable[SimulatedGameSetting]:
    """Return the settings for which results are computed in advance.

    With default options, these are all combinations of seat counts and bots. In addition, each option is changed once,
    with the fewest seats.
    """
    seats = [n for n in game.seats if n > 1]
    yield from (SimulatedGameSetting(game.id, n, "", bot) for bot in BOTS for n in seats)
    yield from (SimulatedGameSetting(game.id, seats[0], option) for option in nondefault_option_choices(game))


class PreparedStatistics(NamedTuple):
    """Statistics of games that were simulated in advance."""

    statistics: GameStatistics
    date: str
    seed: int


def load_prepared_statistics() -> dict[SimulatedGameSetting, PreparedStatistics]:
    """Return the statistics that were computed in advance, by setting."""
    watched = {}
    for entry in json.loads(RESULTS_FILE.read_text(encoding="utf-8-sig")):
        setting = SimulatedGameSetting(entry["game"], entry["seats"], entry["option"], entry["bot"])
        seen = GameStatistics(entry["wins"], _each(entry["lengths"]), _each(entry["changes"]), entry["reasons"])
        watched[setting] = PreparedStatistics(seen, entry["date"], entry["seed"])
    return watched


def statistics_table_rows(
    watched: Mapping[SimulatedGameSetting, PreparedStatistics],
) -> list[dict[str, Any]]:
    """Return one row per setting, for a table."""
    return [
        {
            "game": one.game,
            "seats": one.seats,
            "option": one.option,
            "bot": one.bot,
            "games": seen.games,
            "first seat wins": float(round_half_up(seen.wins[0] / seen.games, 3)),
            "decisions": float(round_half_up(sum(seen.lengths) / seen.games, 1)),
            "lead changes": float(round_half_up(sum(seen.lead_change_counts) / seen.games, 2)),
            "seed": seed,
            "date": day,
            **{f"ends: {reason}": n / seen.games for reason, n in sorted(seen.ending_counts.items())},
        }
        for one, (seen, day, seed) in watched.items()
    ]


def _counted(values: Iterable[int]) -> list[tuple[int, int]]:
    """Return each value with the number of its occurrences."""
    return sorted(Counter(values).items())


def _each(counted: Iterable[tuple[int, int]]) -> list[int]:
    """Return each value as often as it occurred, in ascending order."""
    return [value for value, times in counted for _ in range(times)]


def main() -> None:
    """Compute the prepared results of the fairness page and write them to the file."""
    entries = json.loads(RESULTS_FILE.read_text(encoding="utf-8-sig"))
    for name in sys.argv[1:] or gamelib.all_games():
        entries = [entry for entry in entries if entry["game"] != name]
        for setting in prepared_settings(game_with_served_cards(name)):
            seen = GameStatistics()
            add_simulated_games(
                setting, OPTION_GAMES if setting.option else PREPARED_GAMES, Random(f"{SEED}/{setting}"), seen
            )
            counted = {"lengths": _counted(seen.lengths), "changes": _counted(seen.lead_change_counts)}
            wins = [round(share, 4) for share in seen.wins]
            entries.append(
                {**vars(setting), **vars(seen), **counted, "wins": wins, "seed": SEED, "date": date.today().isoformat()}
            )
            print(setting, seen.games, "games", flush=True)
            lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries)
            RESULTS_FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
