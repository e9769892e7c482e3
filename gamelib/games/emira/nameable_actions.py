"""List of all nameable actions in a position of Emira, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import TYPE_CHECKING

from ...nodes import Action
from .card_tables import APPEARANCE_KINDS, CARAVANS

if TYPE_CHECKING:
    from .state import EmiraState


def nameable_actions(state: EmiraState) -> Iterator[Action]:
    """Yield all nameable actions of this position, including many illegal ones."""
    cards = state.game.tables
    words = {
        "keep": cards.events,
        "play": cards.events,
        "offer": (*APPEARANCE_KINDS, "gold"),
        "name": (*APPEARANCE_KINDS, "gold"),
        "fetch": (*cards.status, "ST-1"),
        "pest": (*CARAVANS, "XL"),
        "caravan": (*CARAVANS, "XL"),
        "counter": (*APPEARANCE_KINDS, "gold"),
        "status": (*cards.status, "ST-1"),
        "give": (*APPEARANCE_KINDS, "gold"),
        "drop": (*cards.status, "ST-1"),
        "send": cards.princesses,
    }
    for verb, kinds in state.game.argument_type_letters_by_verb.items():
        if not kinds:
            yield Action(verb)
        elif verb in words:
            yield from (Action(verb, word) for word in words[verb])
    for number in range(-1, 6):
        yield Action("look", number)
        yield Action("look_at", number)
    highest = max(gold + 12 * 150 for gold in state.gold)
    yield from (Action("bid", bid) for bid in range(-10, highest + 30, 5))
    for x in range(10):
        yield Action("back", x)
        yield from (Action("back_two", x, y) for y in range(10))
        yield from (Action("forward", kind, x) for kind in (*CARAVANS, "XL"))
    if state.looked:
        yield from (Action("arrange", order) for order in set(permutations(state.looked)))
    yield Action("arrange", ("Thara", "Noor", "Hind"))
    yield Action("arrange", ())
