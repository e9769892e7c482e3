"""List of all nameable actions in a position of The Sultan's Wishes, for tests and tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ...nodes import Action
from .card_tables import GUARD

if TYPE_CHECKING:
    from .state import WishesState

NONSENSE = "nonsense"


def nameable_actions(state: WishesState) -> Iterator[Action]:
    """Yield all nameable actions: all verbs with all cards, wishes, kinds and wares, and some invalid arguments."""
    tables = state.game.tables
    tasks, wishes = tables.tasks, tables.wishes
    hand = state.hands[state.agenda_frames[-1].seat]
    words: dict[str, Iterable[str]] = {
        "stash": tasks,
        "use": tasks,
        "drop": tasks,
        "free": tasks,
        "aide": (*tasks, GUARD),
        "guard": wishes,
        "remove": wishes,
        "next": wishes,
        "orderly": tables.kinds,
        "buy": (*tables.wares, ""),
    }
    for verb, kinds in state.game.argument_type_letters_by_verb.items():
        if kinds == "":
            yield Action(verb)
        elif kinds == "s":
            yield from (Action(verb, word) for word in (*words[verb], NONSENSE))
        elif kinds == "ss":
            cards = dict.fromkeys((*hand, *list(tasks)[:2], NONSENSE))
            yield from (Action(verb, card, wish) for card in cards for wish in (*wishes, NONSENSE))
        else:
            for n in range(1 << len(hand)):
                row = tuple(card for i, card in enumerate(hand) if n >> i & 1)
                yield from (Action(verb, cards) for cards in (row, tuple(sorted(row)), row[::-1]))
            yield from (Action(verb, row) for row in ((next(iter(tasks)),), (NONSENSE,), (*hand, *hand)))
