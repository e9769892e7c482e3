"""Positions of Court for its lessons: a gem to roll, missing gold, a raid, a hand, the last cards of a pile.

The positions come from games of heuristic bots with fixed seeds. Each search returns the first suitable position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from random import Random
from typing import Any

from gamelib import Action, Chance, Record

from ....lesson.position_search import MAX_SEEDS, find_position, play_until, with_choices
from ....page.card_overrides import game_with_served_cards

SEATS = 3
BOT = game_with_served_cards("harem").bots["thumb"]
ROLL_GEM = Action("roll_gem")

# -- gems and gold -------------------------------------------------------------------------------


def _found(fits: Callable[[Any], bool], **options: Any) -> Record:
    """Return the first suitable position in a turn of the first seat. Raise LookupError if no game has one."""
    return find_position("harem", SEATS, BOT, fits, "main", **options)


def _may_roll(state: Any) -> bool:
    plain = not state.pending and not state.favour and not state.ready_power_holders(state.players[0], "REROLL_GEM")
    return plain and ROLL_GEM in state.legal


def position_before_gem_roll(least: int, table: str) -> Record:
    """Return a position in which a gem can be rolled."""
    return _found(_may_roll, gem_table=table)


def position_after_gem_roll(dice_total: int, least: int, table: str) -> Record:
    """Return the position after the gem roll with a total of `dice_total`."""
    return with_choices(position_before_gem_roll(least, table), ROLL_GEM, dice_total)


def _is_gem_or_gold_choice(state: Any) -> bool:
    """Return whether the player can bank a Gem, and can also bank the card GOLD-3 instead."""
    return all(Action("bank", card) in state.legal for card in ("GEM", "GOLD-3"))


def position_before_banking_gem_or_gold(gold: int) -> Record:
    """Return a position in which a player can bank a gem or gold."""
    return _found(_is_gem_or_gold_choice)


@dataclass(frozen=True)
class _MayRollAfter:
    """Condition: a gem may be rolled, and more than this number of turns have been played."""

    turns: int

    def __call__(self, state: Any) -> bool:
        return state.turns > self.turns and _may_roll(state)


def position_after_later_gem_roll(dice_total: int, gold: int) -> Record:
    """Return a position of a later turn after a gem roll with a total of `dice_total`."""
    return with_choices(
        _found(_MayRollAfter(position_before_banking_gem_or_gold(gold).state.turns)), ROLL_GEM, dice_total
    )


@dataclass(frozen=True)
class _LacksGold:
    """Condition: the first seat may roll a gem, has several gems, and lacks gold for a companion in hand."""

    deficit: int
    gems: int
    power: str

    def __call__(self, state: Any) -> bool:
        player = state.players[0]
        money = state.game.payment_value
        gold = sum(money[card] * n for card, n in player.treasury.items() if card in state.game.gold_cards)
        companions = (card for card in player.hand if card in state.game.companions)
        return (
            ROLL_GEM in state.legal
            and not state.pending
            and not state.favour
            and player.treasury.get("GEM", 0) == self.gems
            and any(state.price(card) - gold == self.deficit for card in companions)
            and bool(state.ready_power_holders(player, "REROLL_GEM")) == (self.power == "REROLL_GEM")
        )


def position_with_gold_deficit(deficit: int, gems: int, table: str) -> Record:
    """Return a position in which the gold falls short by the deficit."""
    return _found(_LacksGold(deficit, gems, ""), gem_table=table)


def position_after_first_gem_for_deficit(dice_total: int, deficit: int, gems: int, table: str) -> Record:
    """Return the position after the gem roll with a total of `dice_total`."""
    return with_choices(position_with_gold_deficit(deficit, gems, table), ROLL_GEM, dice_total)


COMPANION_POWERS = {"reroll": "REROLL_GEM", "none": "", "gem": ""}


def position_with_deficit_and_aid(deficit: int, aid: str) -> Record:
    """Return a position in which the player lacks this amount of gold and has this aid."""
    return _found(_LacksGold(deficit, 2 if aid == "gem" else 1, COMPANION_POWERS[aid]), gem_table="A")


def position_after_gem_with_aid(roll_path: tuple[Any, ...], deficit: int, aid: str) -> Record:
    """Return the position after the rolls in `roll_path`. The companion's power may allow a second roll."""
    record = with_choices(position_with_deficit_and_aid(deficit, aid), ROLL_GEM)
    for step in roll_path:
        if step == "reroll":
            record.apply_and_append(next(action for action in record.state.legal if action.verb == "reroll"))
        else:
            record.apply_and_append(step)
    return record


# -- a raid --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Raid:
    """Condition: a raid with this modifier, against a seat with this number of Guards and no other effects."""

    modifier: int
    guards: int

    def __call__(self, state: Any) -> bool:
        return self.action(state) is not None

    def action(self, state: Any) -> Action | None:
        wanted = {"modifier": self.modifier, "defence": self.guards, "watch": self.guards}
        for action in state.legal:
            if action.verb == "raid":
                node = state.child(action).node
                if isinstance(node, Chance) and wanted.items() <= node.values.items():
                    return action
        return None


def position_before_raid(modifier: int, guards: int) -> Record:
    """Return a position in which a raid with these numbers can be declared."""
    return _found(_Raid(modifier, guards))


def position_after_raid_rolls(rolls: tuple[int, int], modifier: int, guards: int) -> Record:
    """Return the position after a raid in which the dice show these rolls."""
    record = position_before_raid(modifier, guards)
    return with_choices(record, _Raid(modifier, guards).action(record.state), rolls)


# -- a hand, the end of the pile -----------------------------------------------------------------


def position_before_deal(seats: int, kind: str) -> Record:
    """Return a new game before the cards are dealt."""
    return Record(game_with_served_cards("harem"), seats)


@lru_cache(None)
def position_after_deal(kind_count: int, seats: int, kind: str) -> Record:
    """Return the position after the deal, with a number of cards of the kind in the first hand."""
    game: Any = game_with_served_cards("harem")
    for seed in count():
        record, rng = position_before_deal(seats, kind), Random(seed)
        while isinstance(record.state.node, Chance) and record.state.node.step_name == "deal":
            record.apply_and_append(record.state.node.sample(rng))
        if sum(n for card, n in record.state.players[0].hand.items() if game.card_kind.get(card) == kind) == kind_count:
            return record
    raise AssertionError("some deal has such a hand")


@dataclass(frozen=True)
class _CardsLeft:
    """Condition: this number of cards is left in the new pile, including Game Over."""

    cards: int

    def __call__(self, state: Any) -> bool:
        return len(state.master) == self.cards and "PN-SHUFFLE" in state.aside and "PN-OVER" not in state.aside


def _not_over(state: Any) -> Any:
    """Return a card other than Game Over for a draw from the new pile, or None if that is impossible."""
    if state.node.step_name != "card" or state.node.values["deck"] != "master":
        return None
    others = [card for card in state.node.dist() if card != "PN-OVER"]
    return Random(len(state.master)).choice(others) if others else None


@lru_cache(None)
def position_before_game_over(cards: int) -> Record:
    """Return a position in which this number of cards is left in the pile, one of them Game Over."""
    return find_position("harem", SEATS, BOT, _CardsLeft(cards), "main", _not_over)


@lru_cache(None)
def position_after_game_over_draw(draw_number: int, cards: int) -> Record:
    """Return the position in which bots have played on and card number `draw_number` was Game Over."""

    def force(state: Any) -> Any:
        node = state.node
        if (
            node.step_name == "card"
            and node.values["deck"] == "master"
            and len(state.master) == cards - draw_number + 1
        ):
            return "PN-OVER"
        return _not_over(state)

    for seed in range(MAX_SEEDS):
        record = position_before_game_over(cards).branch(len(position_before_game_over(cards)))
        with_end = not play_until(record, Random(seed), BOT, lambda s: False, force)
        if with_end and "PN-OVER" in record.state.aside:
            return record
    raise LookupError("None of the bots’ games ends with this draw.")
