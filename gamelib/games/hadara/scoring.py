"""End of an epoch and final scoring (HAD-14, HAD-15, HAD-16.10 to HAD-16.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import End, Seat
from ...step import AutoStep, Frame
from .card_tables import EPOCHS, PURPLE, TRACKS
from .setup import start_phase_a
from .statues import statue_bonus

if TYPE_CHECKING:
    from .state import HadaraState

POINT_SOURCES = ("colonies", "statues", "silver", "gold", "effects", "cards", "coins")
SOURCE_RULES = {
    "colonies": "HAD-15.2",
    "statues": "HAD-15.3",
    "silver": "HAD-15.4",
    "gold": "HAD-15.5",
    "effects": "HAD-16.10",
    "cards": "HAD-15.6",
    "coins": "HAD-15.7",
}


def complete_colour_sets(state: HadaraState, seat: Seat) -> int:
    """Return the number of complete sets of five colours among the cards of a seat (HAD-15.5)."""
    return min(state.held[seat])


def gold_medal_sets(state: HadaraState, seat: Seat) -> int:
    """Return the number of sets for gold medals.

    A card with `wild_colour` counts as the most useful colour (HAD-16.12, HAD-A18).
    """
    held = [*state.held[seat]]
    if state.effect_count(seat, "wild_colour"):
        if state.options["wild_colour_mode"] == "instead":
            held[PURPLE] -= 1
            fewest = held.index(min(held))
        else:
            fewest = held.index(min(held[:PURPLE]))
        held[fewest] += 1
    return min(held)


def colony_points(state: HadaraState, colony: str) -> int:
    """Return the points on the visible side of a colony (HAD-9.6)."""
    if colony in state.game.tables.reverses:
        return state.game.tables.reverses[colony].points
    return state.game.level_by_name[colony].points


def statue_points(state: HadaraState, seat: Seat, carved: str) -> int:
    """Return the points of a statue, with the bonus of a facedown tile (HAD-15.3)."""
    statue, tile = carved.split(":")
    return state.game.tables.statues[statue].points + (0 if tile in TRACKS else statue_bonus(state, seat, statue))


def points_per_silver_medal(track_value: int) -> int:
    """Return the points of a silver medal: half of its track, rounded up (HAD-15.4)."""
    return -(-track_value // 2)


def total_silver_points(state: HadaraState, seat: Seat) -> int:
    """Return half of the value of each track with a silver medal, rounded up.

    With `full_silver`, the highest tracks count in full instead of half (HAD-15.4, HAD-16.11).
    """
    values = sorted((state.tracks[seat][TRACKS.index(track)] for track in state.silver[seat]), reverse=True)
    full = state.effect_count(seat, "full_silver")
    return sum(value if i < full else points_per_silver_medal(value) for i, value in enumerate(values))


def points_by_source(state: HadaraState, seat: Seat) -> dict[str, int]:
    """Return the points of a seat by source, as if the game ended now (HAD-15.2 to HAD-15.7)."""
    tables = state.game.tables
    return {
        "colonies": sum(colony_points(state, colony) for colony in state.colonies[seat]),
        "statues": sum(statue_points(state, seat, carved) for carved in state.statues[seat]),
        "silver": total_silver_points(state, seat),
        "gold": state.gold[seat] * tables.worth["points_a_set"] * gold_medal_sets(state, seat),
        "effects": state.effect_count(seat, "five_sets")
        * tables.effects["set_points"]
        * complete_colour_sets(state, seat),
        "cards": sum(tables.cards[card].points for card in state.owned[seat]),
        "coins": state.coins[seat] // tables.worth["coins_a_point"],
    }


def tie_break_coins(state: HadaraState, seat: Seat) -> int:
    """Return the coins of a seat that decide a tie (HAD-15.8, HAD-A11)."""
    if state.options["tie_coins"] == "before_payment":
        return state.coins[seat]
    return state.coins[seat] % state.game.tables.worth["coins_a_point"]


def game_end(state: HadaraState) -> End:
    """Return the end of a game that ends now, with points, tie-breakers and winners (HAD-15.8)."""
    totals = tuple(sum(points_by_source(state, seat).values()) for seat in range(state.seats))
    best = [seat for seat in range(state.seats) if totals[seat] == max(totals)]
    if len(best) == 1:
        return End("points", "HAD-15.8", totals, tuple(best))
    most = max(tie_break_coins(state, seat) for seat in best)
    winners = tuple(seat for seat in best if tie_break_coins(state, seat) == most)
    return End("coins" if len(winners) == 1 else "shared", "HAD-15.8", totals, winners)


def _also(state: HadaraState, seat: Seat, source: str) -> tuple[str, ...]:
    """Return the ids of further rules about the points of a source."""
    if source == "silver":
        return ("HAD-16.11",) if state.effect_count(seat, "full_silver") else ()
    if source == "gold":
        return ("HAD-16.12", "HAD-A18") if state.effect_count(seat, "wild_colour") else ()
    return {"colonies": ("HAD-9.6",), "statues": ("HAD-10.3",), "coins": ("HAD-A10",)}.get(source, ())


class EndEpoch(AutoStep):
    """End the epoch and start the next one or the final scoring (HAD-3.1, HAD-15.1)."""

    name = "close"
    rule = "HAD-3.1"
    fields = {}
    allowed_steps_below = ("",)

    def execute(self, state: HadaraState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        if state.epoch < len(EPOCHS):
            state.epoch += 1
            start_phase_a(state)
            return
        if state.log is not None:
            state.log_event("HAD-15.1", "counting")
            for seat in range(state.seats):
                scored = points_by_source(state, seat)
                for source in POINT_SOURCES:
                    if scored[source] or (
                        source == "gold" and state.gold[seat] and state.effect_count(seat, "wild_colour")
                    ):
                        state.log_event(
                            SOURCE_RULES[source],
                            "points_" + source,
                            seat,
                            _also(state, seat, source),
                            points=scored[source],
                        )
                state.log_event(
                    "HAD-15.1",
                    "total",
                    seat,
                    ("HAD-A11",),
                    points=sum(scored.values()),
                    coins=tie_break_coins(state, seat),
                )
        state.end_game(game_end(state))


END_EPOCH = EndEpoch()
STEPS = (END_EPOCH,)
