"""Emira: the auction game of caravans, palaces and princesses, for 3 to 5 seats.

    >>> import gamelib
    >>> state = gamelib.game("emira").start(seats=4, advanced=True)

Modules: `card_tables` (cards and prices), `state` (the position), `setup`, `rounds` (phases 2, 3, 8), `event_cards` and
`card_peeks` (phase 1), `auction` (phase 4), `event_purchase` (phase 5), `princess_choice` (phase 6 and the abilities),
`upkeep` (phase 7), `victory`, and the bots and odds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from ...base_game import Game
from ...nodes import Action, Chance
from ...options import Option
from ...playouts import random_bot
from ...rulebook import GameTexts
from . import (
    auction,
    card_peeks,
    event_cards,
    event_purchase,
    position_checks,
    princess_choice,
    reachability_checks,
    rounds,
    setup,
    upkeep,
    victory,
)
from .card_tables import (
    APPEARANCE_KINDS,
    CARAVANS,
    COLOURS,
    HIDDEN_CARD,
    RED_STATUS_CARD,
    TALENTS,
    Caravan,
    CardTables,
    Objective,
)
from .state import EmiraState


class Emira(Game[EmiraState]):
    """The game Emira with its card tables."""

    id = "emira"
    title = "Emira"
    rule_prefix = "EMI"
    slug = "emira"
    seats = range(3, 6)
    seats_rule = "EMI-1.7"
    folder = Path(__file__).parent
    state_type = EmiraState
    step_list = (
        *setup.STEPS,
        *rounds.STEPS,
        *event_cards.STEPS,
        *card_peeks.STEPS,
        *auction.STEPS,
        *event_purchase.STEPS,
        *princess_choice.STEPS,
        *upkeep.STEPS,
    )
    option_list = (
        Option("advanced", False, (False, True), "EMI-16.1"),
        Option("base_income", "surplus", ("surplus", "literal", "high"), "EMI-A01"),
        Option("flexible_reading", "any", ("any", "listed"), "EMI-A03"),
        Option("bazaar_mode", "replace", ("replace", "add"), "EMI-A15"),
        Option("noble_merchandise_mode", "replace", ("replace", "add"), "EMI-A15"),
        Option("vermin_on_leftmost", "leaves", ("leaves", "stays"), "EMI-A16"),
        Option("three_player_unsold_appearance", "even", ("even", "odd"), "EMI-A05"),
        Option("three_player_event_purchase", "even", ("even", "odd", "never"), "EMI-A04"),
        Option("hind_blocks_undecided", True, (True, False), "EMI-A10"),
        Option("sidi_visits_hind_locked", True, (True, False), "EMI-A10"),
        Option("xenia_transfer_needs_room", True, (True, False), "EMI-A08"),
        Option("xenia_moves_to_hind_locked", True, (True, False), "EMI-A31"),
        Option("late_xenia_gift", "at_once", ("at_once", "next_round"), "EMI-A32"),
        Option("hind_leaves_early", "lost", ("lost", "free"), "EMI-A30"),
        Option("undecided_look", "auction", ("auction", "always"), "EMI-A02f"),
        Option("failed_upkeep_blocks_win", True, (True, False), "EMI-A19"),
        Option("event_symbols", "groups", ("groups", "copies", "none"), "EMI-A06"),
        Option("zahrah_discard_to", "under", ("under", "out"), "EMI-A22"),
        Option("departure_draw", "paid_for", ("paid_for", "present"), "EMI-10.3"),
        Option("paying_is_a_step", False, (False, True), "EMI-9.9"),
        Option("lent_in_tie_break", False, (False, True), "EMI-A33"),
        Option("max_rounds", 60, (60, "none"), "EMI-12.5", minimum=1),
        Option("stall_rounds", 200, (), "EMI-A29", minimum=1),
        Option("gold_hidden", False, (False, True), "EMI-17.1"),
    )

    @property
    def rule_text_values(self) -> Mapping[str, Any]:
        """Return prices, caravan tracks, numbers of pieces, incomes and the numbers of the camel disc."""
        tables, supply = self.tables, self.tables.supply
        prices = {
            f"{name}{more}": price
            for name, row in tables.caravans.items()
            for more, price in (("", row.cost), ("_adara", row.adara_cost))
        }
        spaces = {f"{name}_spaces": row.spaces for name, row in tables.caravans.items()}
        looks = {f"zainab_{n}": tables.prices[f"look_at_{n}"] - tables.prices["zainab_discount"] for n in (2, 3)}
        # Pieces that stay in the box with three seats, and pieces in the bag in addition to the reserved counters.
        out = {f"out_{name}": supply[name] - supply[f"{name}_for_three"] for name in ("small", "large", "camels")}
        status = [row.price for row in tables.status.values() for _ in range(row.copies - row.copies_for_three)]
        return {
            **tables.prices,
            **supply,
            **prices,
            **spaces,
            **looks,
            **out,
            **{f"black_{mode}": rows["black"] for mode, rows in self.base_income.items()},
            **{
                f"others_{mode}": " or ".join(dict.fromkeys(str(n) for colour, n in rows.items() if colour != "black"))
                for mode, rows in self.base_income.items()
            },
            "out_counters": supply["counters"] - supply["counters_for_three"],
            "out_status": status,
            "bag": supply["counters"] - 1,
            "bag_for_three": supply["counters_for_three"] - 1,
            "camel_track": tables.camel_track,
            "princesses": len(tables.princesses),
            "reserved": tables.status[RED_STATUS_CARD].price,
            "green_camels": tables.start["green"].get("camels", 0),
            "white_sections": tables.start["white"].get("sections", 0),
            "gift_rounds": tables.prices["xenia_markers"] + 1,
        }

    def store_card_tables(self, tables: dict[str, Any], source_path: Path) -> None:
        """Read the card tables and store values that are used often."""
        self.tables = CardTables(tables, source_path)
        prices = self.tables.prices
        self.base_palace_capacity = prices["room"]
        self.preferences = {name: card.preferences for name, card in self.tables.princesses.items()}
        self.gold_seekers = frozenset(
            name for name, wishes in self.preferences.items() if princess_choice.GOLD in wishes
        )
        self.performers = tuple(princess_choice.PERFORMERS)
        self.reserved = RED_STATUS_CARD
        self.objectives_by_seats = {
            n: tuple(name for name, card in self.tables.objectives.items() if card.seats == n) for n in self.seats
        }
        self.caravans: tuple[Caravan, ...] = tuple(self.tables.caravans[name] for name in CARAVANS)
        self.incomes = tuple(caravan.income for caravan in self.caravans)
        self.buy_caravan = tuple(
            tuple(
                (Action("caravan", name), row.cost, row.adara_cost)
                for name, row in self.tables.caravans.items()
                if row.size == size
            )
            for size in range(2)
        )
        self.buy_status = {card: (Action("status", card), row.price) for card, row in self.tables.status.items()}
        self.base_income = {
            mode: {colour: rows[mode] for colour, rows in self.tables.base_income.items()}
            for mode in ("surplus", "literal", "high")
        }
        self.upkeep = dict.fromkeys(self.tables.princesses, prices["upkeep"])
        self.upkeep |= {"Janan": prices["upkeep_janan"], "Zafirah": prices["upkeep_zafirah"]}

    def add_generated_card_names(self, texts: GameTexts) -> None:
        """Add names of status cards and objectives, made from their numbers so that they fit corrected card tables."""
        for card, row in self.tables.status.items():
            texts.sections["cards"][card] = texts.format_text("names", "status", row._asdict())
        for card, objective in self.tables.objectives.items():
            texts.sections["cards"][card] = _objective_name(texts, objective)

    def set_up(self, state: EmiraState) -> None:
        """Set up an empty table and push the setup steps on the agenda."""
        setup.prepare_table(state)

    @cached_property
    def bots(self) -> dict[str, Any]:
        """Mapping from bot names to the bots of this game."""
        from .bid_shortlist import ShortlistMonteCarloBot
        from .heuristic_bot import heuristic_bot

        return {"random": random_bot, "thumb": heuristic_bot, "monte_carlo": ShortlistMonteCarloBot(60)}

    def points_if_ended_now(self, state: EmiraState) -> list[int] | None:
        """Return the points of each seat by EMI-16.5, or None before the objectives are drawn."""
        return [victory.seat_score(state, seat) for seat in range(state.seats)] if state.round else None

    def validate_position(self, state: EmiraState) -> None:
        """Check that each card is in one place and that each value is possible."""
        position_checks.validate_invariants(state)
        reachability_checks.validate_reachable(state)
        if state.result is not None and HIDDEN_CARD not in state.aims and state.result != victory.game_end(state):
            raise ValueError("the result is not what the position gives")

    # -- notation of positions -----------------------------------------------------------------

    derived_fields = (
        "pile",
        "titles",
        "fates",
        "goals",
        "bag",
        "camels_left",
        "tiles_left",
        "plus_left",
        "small_left",
        "large_left",
        "renown",
    )

    def base_position(self, seats: int, **options: Any) -> EmiraState:
        """Return the position before round 1.

        Colours and objectives are in the order of the card tables. No seat has event cards.
        """
        state = self.start(seats, **options)
        picks: dict[str, Any] = {
            "colour": COLOURS,
            "first_player": range(seats),
            "goal": self.objectives_by_seats[seats],
        }
        while isinstance(node := state.node, Chance) and node.step_name in picks:
            state.apply(picks[node.step_name][node.seat or 0])
        state.round = 1
        state.phase = 1 if rounds.has_phase(state, 1) else 2
        state.done = [""] * seats
        state.events = ()
        first = self.complete_agenda_up_to_frame(state, {"step": position_checks.PHASE_STEPS[state.phase - 1]})
        state.agenda_frames = [self.load_frame(state, frame) for frame in first]
        return state

    def complete_agenda_up_to_frame(self, state: EmiraState, top_frame: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the agenda with a frame on top.

        Below the frame are the remaining steps of its phase, and then the later phases.
        """
        name, seat = top_frame["step"], top_frame.get("seat", 0)
        if name not in self.steps or name in ("begin", *position_checks.SETUP_STEPS):
            return super().complete_agenda_up_to_frame(state, top_frame)
        number = next((i for i, step in enumerate(position_checks.PHASE_STEPS, 1) if step == name), 0)
        begun = number == 0
        number = number or next(
            (i for i, steps in enumerate(position_checks.STEPS_BY_PHASE) if name in steps.split()), state.phase
        )
        blanks: dict[str, dict[str, Any]] = {
            "events": {"asked": 0},
            "auctions": {"opener": None},
            "purchases": {"asked": 0},
            "upkeep": {"visited": False},
        }
        frames: list[dict[str, Any]] = []
        for i in range(8, number - (number not in (2, 3, 7) or not begun), -1):
            if rounds.has_phase(state, i):
                frames.append(
                    {"step": position_checks.PHASE_STEPS[i - 1], **blanks.get(position_checks.PHASE_STEPS[i - 1], {})}
                )
        state.phase = number
        if not begun:
            frames[-1] |= top_frame
            return frames
        if number == 4:
            frames[-1]["opener"] = top_frame.get("opener", seat)
        elif number in (1, 5):
            if not rounds.has_phase(state, number):
                raise ValueError(f"{name}: round {state.round} has no phase {position_checks.PHASE_STEPS[number - 1]}")
            frames[-1]["asked"] = state.seat_order().index(seat) + 1
        elif name == "gift_or_not":
            frames += [{"step": "upkeep", "visited": True}, {"step": "xenia", "asked": True}]
        return [*frames, dict(top_frame)]

    def load_unsettled(self, data: Mapping[str, Any]) -> EmiraState:
        """Read a saved position. Raise ValueError if the next step begins a phase other than the saved one."""
        state = super().load_unsettled(data)
        step = state.agenda_frames[-1].step.name
        if step in position_checks.PHASE_STEPS:
            phase = position_checks.PHASE_STEPS.index(step) + 1
            if state.phase != phase:
                raise ValueError(f"phase: with the step {step} it is {phase}, not {state.phase}")
        return state

    def fill_derived_fields(self, state: EmiraState, given_fields: set[str]) -> None:
        """Put all items without a place into the piles, the bag and the supplies.

        The colours determine the advantages of the seats.
        """
        if not state.has_colour_for_every_seat():
            for name, nothing in position_checks.ADVANTAGE_DEFAULTS.items():
                if name not in given_fields:
                    setattr(state, name, [nothing] * state.seats)
        reachability_checks.fill_fields_derived_from_events(state, given_fields)
        for name, cards, box in position_checks.deck_inventories(state):
            if name not in given_fields:
                getattr(state, name).set_pile_cards({card: n - cards.count(card) for card, n in box.items()})
        if "renown" not in given_fields:
            status = self.tables.status
            state.renown = [
                sum(status[card].points for card in row) + sum(name in home for name in self.performers)
                for row, home in zip(state.honours, state.homes, strict=True)
            ]
        left = {what: expected - count for what, (count, expected) in position_checks.count_supplies(state).items()}
        for name, what in position_checks.SUPPLY_NAMES.items():
            if name not in given_fields:
                setattr(state, name, getattr(state, name) + left[what])
        if "bag" not in given_fields:
            state.bag = [n + left[f"{kind} counters"] for n, kind in zip(state.bag, APPEARANCE_KINDS, strict=True)]

    def nameable(self, state: EmiraState) -> Iterable[Action]:
        """Return all actions that can be named in this position, legal or not."""
        from .nameable_actions import nameable_actions

        return nameable_actions(state)


def _objective_name(words: GameTexts, objective: Objective) -> str:
    """Return the name of an objective.

    The name lists the talents that all needs contain, and the talents of which some needs require more.
    """
    counts = dict(zip(TALENTS, zip(*objective.needs, strict=True), strict=True))
    least = {talent: min(row) for talent, row in counts.items() if max(row)}
    among = [talent for talent in least if max(counts[talent]) > least[talent]]
    forms = {1: "talent", 2: "talent_twice"}
    told = [
        words.format_text("names", forms.get(n, "talent_often"), {"talent": talent, "n": n})
        for talent, n in least.items()
    ]
    more = sum(objective.needs[0]) - sum(least.values())
    any_again = len(among) == len(least)
    values = {
        "talents": ", ".join(told),
        "more": str(more),
        "among": str(len(among)),
        "some": words.sections["names"]["or"].join(words.card_name(talent) for talent in among),
    }
    return words.format_text(
        "names", "objective" if not more else "objective_any" if any_again else "objective_some", values
    )


GAME = Emira
