"""Game The Sultan's Wishes, with wishes, moods and a hidden stack, for 1 to 4 seats.

    >>> import gamelib
    >>> state = gamelib.game("wishes").start(seats=2)

Modules: `card_tables` (cards and numbers), `state` (the position), `ages` and `card_knowledge` (knowledge of the
seats), `position_checks` (saved positions), `setup`, `rounds` (plates and turns), `turn` (actions and effects),
`wish_fulfilment` (wishes), `drawing` (deck and Guards), `round_end` (the end of a round and of the game), and the bots
and odds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from ...base_game import Game
from ...nodes import Action
from ...options import Option
from ...playouts import random_bot
from ...rulebook import GameTexts
from . import drawing, position_checks, round_end, rounds, setup, turn, wish_fulfilment
from .card_tables import CardTables
from .state import WishesState


class Wishes(Game[WishesState]):
    """The game The Sultan's Wishes with its card tables."""

    id = "wishes"
    title = "The Sultan's Wishes"
    rule_prefix = "WIS"
    slug = "wishes"
    seats = range(1, 5)
    seats_rule = "WIS-1.2"
    folder = Path(__file__).parent
    state_type = WishesState
    step_list = (*setup.STEPS, *rounds.STEPS, *turn.STEPS, *wish_fulfilment.STEPS, *drawing.STEPS, *round_end.STEPS)
    option_list = (
        Option("initial_guard", "attach_after_setup", ("attach_after_setup", "reshuffle"), "WIS-A01"),
        Option("guard_back_visible", True, (True, False), "WIS-A02"),
        Option("reshuffle", "on_demand", ("on_demand", "at_once"), "WIS-A03"),
        Option("optional_same_twice", False, (False, True), "WIS-A07"),
        Option("pointless_effect_legal", False, (False, True), "WIS-A09"),
        Option("extra_points_per", "player", ("player", "card"), "WIS-A10"),
        Option("aide_scores_each", True, (True, False), "WIS-A11"),
        Option("tie_break", "total_cost", ("total_cost", "count_cost_ge_5", "highest_single", "count"), "WIS-A14"),
        Option("set_counts", "many", ("many", "one"), "WIS-A15"),
        Option("zero_heart_place", False, (False, True), "WIS-A17"),
        Option("wares_hidden_after_buying", True, (True, False), "WIS-A19"),
        Option("stall_rounds", 60, (), "WIS-A28", minimum=1),
    )

    def store_card_tables(self, tables: dict[str, Any], source_path: Path) -> None:
        """Read the card tables, store values that are used often, and name the cards."""
        self.tables = parsed = CardTables(tables, source_path)
        tasks, wishes = parsed.tasks, parsed.wishes
        self.hearts = {card: task.hearts for card, task in tasks.items()}
        self.task_effects = {card: parsed.effects[task.effect].does for card, task in tasks.items()}
        constants = parsed.constants
        self.hand_size, self.gem_limit = constants["hand"], constants["gem_limit"]
        self.aides_on_card = constants["aides_on_card"]
        self.effect_gems = {card: parsed.effects[task.effect].gems for card, task in tasks.items()}
        self.plates = tuple(sorted(parsed.plates))
        self.plate_effects = {"": "", **{name: plate.effect for name, plate in parsed.plates.items()}}
        self.plate_extra_points = {"": 0, **{name: plate.extra_points for name, plate in parsed.plates.items()}}
        self.stalls = {
            merchant: tuple(name for name, card in parsed.wares.items() if card.merchant == merchant)
            for merchant in parsed.merchants
        }
        self.simple_cards, self.final_cards = (
            tuple(tuple(name for name, wish in cards.items() if wish.solo or not alone) for alone in (False, True))
            for cards in (parsed.simple, parsed.final)
        )
        self.fulfil = {
            card: {
                name: Action("fulfil", card, name)
                for name, wish in wishes.items()
                if getattr(task, wish.criterion) == wish.value
            }
            for card, task in tasks.items()
        }
        self.stash = {card: Action("stash", card) for card in tasks}
        self.use = {card: Action("use", card) for card in tasks}
        self.drop = {card: Action("drop", card) for card in tasks}
        self.free_aide = {card: Action("free", card) for card in tasks}
        self.place_aide = {card: Action("aide", card) for card in tasks}
        self.move_orderly = [(kind, Action("orderly", kind)) for kind in parsed.kinds]
        self._orderly_moves: dict[tuple[str, ...], list[Action]] = {}
        self.buy = {ware: (Action("buy", ware), card.cost) for ware, card in parsed.wares.items()}
        self.cheapest = min(parsed.costs.values())
        self.worth = {card: {ware: parsed.ware_points(card, ware) for ware in parsed.wares} for card in parsed.scores}

    @property
    def rule_text_values(self) -> Mapping[str, Any]:
        """Return the numbers in rule texts: rule values, numbers of pieces, and points of the Extra Task ranks."""
        tables = self.tables
        constants = tables.constants
        groups = [row for seats, row in tables.seats.items() if seats > 1]
        return {
            **constants,
            "left": constants["hand"] - 1,
            "tasks": len(tables.tasks),
            "guards": tables.guards,
            "placed": [row.simple_placed for row in tables.seats.values()],
            "plates": len(tables.plates),
            "round_plates": " or ".join(dict.fromkeys(str(row.plates) for row in groups)),
            "solo_plates": tables.seats[1].plates,
            "solo_turns": tables.seats[1].plates * constants["solo_rounds"],
            "solo_open": tables.seats[1].revealed,
            "lamp_squares": tables.lamp_squares,
            "lamps": len(tables.lamp_squares),
            "effect_gems": max(effect.gems for effect in tables.effects.values()),
            "places": len(tables.places),
            "place_points": [points for points, _ in tables.places],
            "place_gems": [gems for _, gems in tables.places],
            "day": " or ".join(dict.fromkeys(str(score.day_points) for score in tables.scores.values())),
            "kinds": len(tables.kinds),
            "verdicts": [least for least, _ in tables.verdicts if least],
        }

    def add_generated_card_names(self, texts: GameTexts) -> None:
        """Add card names made from card numbers, so that they also fit corrected card tables."""
        names, say = texts.sections["cards"], texts.format_text
        tables = self.tables
        for kind in (*tables.kinds, *tables.merchants, *tables.costs, *tables.icons, *tables.effects, *tables.plates):
            names.setdefault(kind, kind)
        for card, task in tables.tasks.items():
            names[card] = say("names", "task", task._asdict())
        for name, wish in tables.wishes.items():
            names[name] = say("names", f"final_{wish.criterion}" if wish.final else "simple", wish._asdict())
        for name, ware in tables.wares.items():
            names[name] = say("names", "ware", ware._asdict())
        for name in tables.scores:
            names[name] = say("names", "score", {"name": name})

    def orderly_move_actions(self, occupied_kinds: tuple[str, ...]) -> list[Action]:
        """Return the actions that move an Orderly to a free space of the chart (WIS-6.1).

        Callers must not change the list.
        """
        moves = self._orderly_moves.get(occupied_kinds)
        if moves is None:
            moves = [action for kind, action in self.move_orderly if kind not in occupied_kinds]
            self._orderly_moves[occupied_kinds] = moves
        return moves

    def set_up(self, state: WishesState) -> None:
        """Set up an empty table and push the setup steps on the agenda."""
        setup.prepare_table(state)

    @cached_property
    def bots(self) -> dict[str, Any]:
        """Mapping from bot names to the bots of this game."""
        from ..monte_carlo_bot import MonteCarloBot
        from .heuristic_bot import heuristic_bot

        return {"random": random_bot, "thumb": heuristic_bot, "monte_carlo": MonteCarloBot(100, max_candidates=1)}

    derived_fields = (
        "loose",
        "deck",
        "guards",
        "free",
        "past",
        "below",
        "simple",
        "simple_down",
        "final",
        "final_down",
        "undealt",
        "idle",
        "hungry",
        "ending",
    )

    def validate_position(self, state: WishesState) -> None:
        """Check that each card is in one place and that each value is possible."""
        position_checks.validate_invariants(state)
        position_checks.validate_reachable(state)

    def base_position(self, seats: int, **options: Any) -> WishesState:
        """Return a position in which seat 0 acts in round 1 under the first plate.

        Hands and stack are empty, and the first wishes of the card table are open.
        """
        state = self.start(seats, **options)
        tables = self.tables
        state.round = state.idle = 1
        state.plate = min(tables.plates, key=lambda name: tables.plates[name].effect != "happy")
        state.plates = (state.plate,)
        placed, revealed, _ = tables.seats[seats]
        state.open = [(wish, (), False) for wish in state.simple[:revealed]]
        state.simple_down = placed - revealed
        state.secrets = list(tables.scores)[:seats]
        state.tops = [self.stalls[merchant][0] for merchant in tables.merchants]
        state.top = "TASK"
        state.events = ()
        state.agenda_frames = [
            self.load_frame(state, frame)
            for frame in self.complete_agenda_up_to_frame(state, {"step": "act", "seat": 0})
        ]
        self.fill_derived_fields(state, set())
        return state

    def complete_agenda_up_to_frame(self, state: WishesState, top_frame: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the agenda with a frame.

        Below a decision of a turn are the steps for the turns of the plate and for the round.
        """
        name, seat = top_frame["step"], top_frame.get("seat", 0)
        if name not in ("act", "further", "offer"):
            return super().complete_agenda_up_to_frame(state, top_frame)
        below: list[dict[str, Any]] = [
            {"step": "round"},
            {"step": "turns", "done": (seat - state.first) % state.seats + 1},
        ]
        if name == "act":
            below.append({"step": "further", "seat": seat, "bought": 0, "lamps": 0})
        return [*below, dict(top_frame)]

    def fill_derived_fields(self, state: WishesState, given_fields: set[str]) -> None:
        """Put each item without a place into its default place: the deck, home, below a stall or face down."""
        position_checks.fill_derived_fields(state, given_fields)

    def points_if_ended_now(self, state: WishesState) -> list[int] | None:
        """Return the points of each seat including Gems, wares and complete days, or None before round 1."""
        if not state.round or not state.agenda_frames:
            return list(state.score) if state.round else None
        return [
            state.score[seat]
            + round_end.gem_points(state, seat)
            + round_end.ware_points(state, seat)
            + round_end.day_points(state, seat, state.wares[seat])
            for seat in range(state.seats)
        ]

    def nameable(self, state: WishesState) -> Iterable[Action]:
        """Return all actions that can be named in this position."""
        from .nameable_actions import nameable_actions

        return nameable_actions(state)


GAME = Wishes
