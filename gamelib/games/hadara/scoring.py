"""The end of an epoch, and the points (HAD-14, HAD-15, HAD-16.10 to HAD-16.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import End, Seat
from ...step import AutoStep, Frame
from .setup import open_epoch
from .statues import bonus
from .tables import EPOCHS, PURPLE, TRACKS

if TYPE_CHECKING:
    from .state import HadaraState

SOURCES = ("colonies", "statues", "silver", "gold", "effects", "cards", "coins")
RULES = {
    "colonies": "HAD-15.2",
    "statues": "HAD-15.3",
    "silver": "HAD-15.4",
    "gold": "HAD-15.5",
    "effects": "HAD-16.10",
    "cards": "HAD-15.6",
    "coins": "HAD-15.7",
}


def colour_sets(s: HadaraState, seat: Seat) -> int:
    """Complete sets of five colours among a seat's cards (HAD-15.5)."""
    return min(s.held[seat])


def gold_sets(s: HadaraState, seat: Seat) -> int:
    """The same for gold medals, where `wild_colour` counts as the colour that gives most (HAD-16.12, HAD-A18)."""
    held = [*s.held[seat]]
    if s.has(seat, "wild_colour"):
        if s.options["wild_colour_mode"] == "instead":
            held[PURPLE] -= 1
            fewest = held.index(min(held))
        else:
            fewest = held.index(min(held[:PURPLE]))
        held[fewest] += 1
    return min(held)


def colony_points(s: HadaraState, colony: str) -> int:
    """The points on the side of a colony that lies up (HAD-9.6)."""
    if colony in s.game.tables.reverses:
        return s.game.tables.reverses[colony].points
    return s.game.level_named[colony].points


def statue_points(s: HadaraState, seat: Seat, carved: str) -> int:
    """A statue's points, with the bonus of a facedown tile (HAD-15.3)."""
    statue, tile = carved.split(":")
    return s.game.tables.statues[statue].points + (0 if tile in TRACKS else bonus(s, seat, statue))


def medal_points(track: int) -> int:
    """What a silver medal counts: half of its track, rounded up (HAD-15.4)."""
    return -(-track // 2)


def silver_points(s: HadaraState, seat: Seat) -> int:
    """Half of each track named, rounded up; the whole for the best ones with `full_silver` (HAD-15.4, HAD-16.11)."""
    values = sorted((s.tracks[seat][TRACKS.index(track)] for track in s.silver[seat]), reverse=True)
    full = s.has(seat, "full_silver")
    return sum(value if i < full else medal_points(value) for i, value in enumerate(values))


def points(s: HadaraState, seat: Seat) -> dict[str, int]:
    """What a seat would score if the game ended now, by source (HAD-15.2 to HAD-15.7)."""
    tables = s.game.tables
    return {
        "colonies": sum(colony_points(s, colony) for colony in s.colonies[seat]),
        "statues": sum(statue_points(s, seat, carved) for carved in s.statues[seat]),
        "silver": silver_points(s, seat),
        "gold": s.gold[seat] * tables.worth["points_a_set"] * gold_sets(s, seat),
        "effects": s.has(seat, "five_sets") * tables.effects["set_points"] * colour_sets(s, seat),
        "cards": sum(tables.cards[card].points for card in s.owned[seat]),
        "coins": s.coins[seat] // tables.worth["coins_a_point"],
    }


def tie_coins(s: HadaraState, seat: Seat) -> int:
    """The coins that break a tie (HAD-15.8, HAD-A11)."""
    if s.options["tie_coins"] == "before_payment":
        return s.coins[seat]
    return s.coins[seat] % s.game.tables.worth["coins_a_point"]


def outcome(s: HadaraState) -> End:
    """Points, ties and winners of a game that ends now (HAD-15.8)."""
    totals = tuple(sum(points(s, seat).values()) for seat in range(s.seats))
    best = [seat for seat in range(s.seats) if totals[seat] == max(totals)]
    if len(best) == 1:
        return End("points", "HAD-15.8", totals, tuple(best))
    most = max(tie_coins(s, seat) for seat in best)
    winners = tuple(seat for seat in best if tie_coins(s, seat) == most)
    return End("coins" if len(winners) == 1 else "shared", "HAD-15.8", totals, winners)


def _also(s: HadaraState, seat: Seat, source: str) -> tuple[str, ...]:
    """Further rules behind the points of a source."""
    if source == "silver":
        return ("HAD-16.11",) if s.has(seat, "full_silver") else ()
    if source == "gold":
        return ("HAD-16.12", "HAD-A18") if s.has(seat, "wild_colour") else ()
    return {"colonies": ("HAD-9.6",), "statues": ("HAD-10.3",), "coins": ("HAD-A10",)}.get(source, ())


class Close(AutoStep):
    """The epoch is over: the next one, or the points (HAD-3.1, HAD-15.1)."""

    name = "close"
    rule = "HAD-3.1"
    fields = {}
    on = ("",)

    def take(self, s: HadaraState, frame: Frame, choice: None) -> None:
        s.todo.pop()
        if s.epoch < len(EPOCHS):
            s.epoch += 1
            open_epoch(s)
            return
        if s.log is not None:
            s.tell("HAD-15.1", "counting")
            for seat in range(s.seats):
                scored = points(s, seat)
                for source in SOURCES:
                    if scored[source] or (source == "gold" and s.gold[seat] and s.has(seat, "wild_colour")):
                        s.tell(RULES[source], "points_" + source, seat, _also(s, seat, source), points=scored[source])
                s.tell("HAD-15.1", "total", seat, ("HAD-A11",), points=sum(scored.values()), coins=tie_coins(s, seat))
        s.finish(outcome(s))


CLOSE = Close()
STEPS = (CLOSE,)
