"""Hadara: cards in five colours, colonies, statues and medals over three epochs, for 2 to 5 seats.

    >>> import gamelib
    >>> state = gamelib.game("hadara").start(seats=4, deck_set="advanced")

Modules: `card_tables` (cards and prices), `state` (the position), `position_checks` and `position_completion` (saved
positions and position texts), `setup`, `drawing` (wheel, draw steps, faceup cards), `buying` (buying, selling, purple
effects), `colonies`, `statues`, `feeding`, `medals`, `scoring`, and the bots and odds.
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
from . import buying, colonies, drawing, feeding, medals, position_checks, position_completion, scoring, setup, statues
from .card_tables import COLOUR_LETTERS, COLOURS, EPOCHS, SIDES, TRACKS, CardTables
from .state import HadaraState


class Hadara(Game[HadaraState]):
    """The game Hadara with its card tables."""

    id = "hadara"
    title = "Hadara"
    rule_prefix = "HAD"
    slug = "hadara"
    seats = range(2, 6)
    seats_rule = "HAD-18.1"
    folder = Path(__file__).parent
    state_type = HadaraState
    step_list = (
        *setup.STEPS,
        *drawing.STEPS,
        *buying.STEPS,
        *colonies.STEPS,
        *statues.STEPS,
        *feeding.STEPS,
        *medals.STEPS,
        *scoring.STEPS,
    )
    option_list = (
        Option("deck_set", "basic", ("basic", "advanced"), "HAD-18.2"),
        Option("ring", "random", ("random", "fixed"), "HAD-1.1"),
        Option("arms", "consecutive", ("consecutive", "random"), "HAD-A3"),
        Option("pile_memory", "public", ("public", "top_only"), "HAD-17.4"),
        Option("colour_growth_mode", "current_count", ("current_count", "permanent"), "HAD-A13"),
        Option("pay_requirement_cap", "per_action", ("per_action", "per_game"), "HAD-A17"),
        Option("feed_pay_choice", "partial", ("partial", "all_or_nothing"), "HAD-A16"),
        Option("colony_coins_timing", "before_choice", ("before_choice", "after"), "HAD-A15"),
        Option("tie_coins", "after_payment", ("after_payment", "before_payment"), "HAD-A11"),
        Option("wild_colour_mode", "instead", ("instead", "besides"), "HAD-A18"),
        Option("sold_cards", "hidden", ("hidden", "shown"), "HAD-A25"),
    )

    @property
    def rule_text_values(self) -> Mapping[str, Any]:
        """Return the numbers in rule texts: coins for sold cards and medals, effect amounts, numbers of pieces."""
        tables, coins = self.tables, dict[str, int]()
        for epoch, sale, full, cheap in zip(EPOCHS, tables.sale, tables.medals, tables.cheap_medals, strict=True):
            coins |= {
                f"sale{epoch}": sale,
                f"silver{epoch}": full[0],
                f"gold{epoch}": full[1],
                f"cheap_silver{epoch}": cheap[0],
                f"cheap_gold{epoch}": cheap[1],
            }
        twice = {f"{name}_twice": 2 * tables.effects[name] for name in ("sale_coin", "statue_plus", "set_points")}
        return {
            **tables.worth,
            **tables.effects,
            **twice,
            **coins,
            "tiles": len(TRACKS) * tables.worth["bonus_tiles"],
            "setups": len({name for name, _ in tables.setups}),
            "colonies": len(tables.levels[0].colony_ids),
            "statues": len(tables.statues),
            "bonuses": [statue.bonus for statue in tables.statues.values()],
            "purple": len(self.stacks[COLOURS.index("purple")]),
            "starred": sum(card.star for card in self.stacks[COLOURS.index("purple")]),
        }

    def store_card_tables(self, tables: dict[str, Any], source_path: Path) -> None:
        """Read the card tables and store values that are used often."""
        self.tables = CardTables(tables, source_path)
        cards = self.tables.cards
        self.stacks = tuple(
            tuple(card for card in cards.values() if (card.epoch, card.colour) == (epoch, colour))
            for epoch in EPOCHS
            for colour in range(len(COLOURS))
        )
        """Cards by epoch and colour. The index is the same as in `unseen`."""
        self.stack_of = {card.id: number for number, stack in enumerate(self.stacks) for card in stack}
        self.level_by_name = {level.name: level for level in self.tables.levels}
        self.buy = {card: Action("buy", card) for card in cards}
        self.sell = {card: Action("sell", card) for card in cards}
        self.remove = {card: Action("remove", card) for card in cards}
        backs = [f"{letter}{epoch}-?" for epoch in EPOCHS for letter in COLOUR_LETTERS]
        self.faces = frozenset([*cards, *backs])
        self.cards_taking_tile = tuple(card.id for card in cards.values() if card.effect == "bonus_tile")
        self.card_with_tile_ids = frozenset(f"{card}:{track}" for card in self.cards_taking_tile for track in TRACKS)
        self.removable = frozenset([*cards, *self.card_with_tile_ids])
        self.setup_card_ids = frozenset(["", *(name for name, _ in self.tables.setups)]) | frozenset(
            f"{name}:{side}" for name, _ in self.tables.setups for side in SIDES
        )
        self.colonies = frozenset([*self.tables.reverses, *(level.name for level in self.tables.levels)])
        self.statue_with_tile_ids = frozenset(
            f"{statue}:{track}{down}" for statue in self.tables.statues for track in TRACKS for down in ("", "-down")
        )

    def set_up(self, state: HadaraState) -> None:
        """Set up an empty table and push the setup steps on the agenda."""
        setup.prepare_table(state)

    @cached_property
    def bots(self) -> dict[str, Any]:
        """Mapping from bot names to the bots of this game."""
        from ..monte_carlo_bot import MonteCarloBot
        from .heuristic_bot import heuristic_bot

        return {"random": random_bot, "thumb": heuristic_bot, "monte_carlo": MonteCarloBot(150)}

    derived_fields = ("unseen", "left", "tiles", "first", "draw")

    def validate_position(self, state: HadaraState) -> None:
        """Check that each card is in one place and that each value is possible."""
        position_checks.validate_invariants(state)

    def base_position(self, seats: int, **options: Any) -> HadaraState:
        """Return the start of epoch I, with setup cards in the order of the card tables and with side A up."""
        return position_completion.base_position(self, seats, options)

    def complete_agenda_up_to_frame(self, state: HadaraState, top_frame: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the agenda with a frame on top and the remaining steps of its phase below."""
        return position_completion.complete_agenda_up_to_frame(self, state, top_frame)

    def fill_derived_fields(self, state: HadaraState, given_fields: set[str]) -> None:
        """Set the unseen cards, the remaining colonies and tiles, and the cards that must have been sold."""
        position_completion.fill_derived_fields(state, given_fields)

    def points_if_ended_now(self, state: HadaraState) -> list[int] | None:
        """Return the points of each seat by HAD-15.2 to HAD-15.7, or None before the first epoch."""
        return (
            [sum(scoring.points_by_source(state, seat).values()) for seat in range(state.seats)]
            if state.epoch
            else None
        )

    def nameable(self, state: HadaraState) -> Iterable[Action]:
        """Return all actions that can be named in this position, legal or not."""
        from .nameable_actions import nameable_actions

        return nameable_actions(state)


GAME = Hadara
