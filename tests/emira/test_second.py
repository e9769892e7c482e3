"""The game and the second engine play the same ends of rounds, from positions stirred around what was read anew."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from gamelib.deck import Deck
from gamelib.games.emira.princess_choice import seat_chosen_by_princess
from gamelib.games.emira.state import EmiraState
from gamelib.nodes import Action, Chance

from ..rules import rule
from .build import GAME, begin, give_counters, give_sections, give_status, house, in_play, remove, until
from .second import Second

POSITIONS = 400
OPTIONS = [
    {},
    {"undecided_look": "always", "late_xenia_gift": "next_round"},
    {"xenia_moves_to_hind_locked": False, "hind_leaves_early": "free", "lent_in_tie_break": True},
]
SEEN = {"refused", "unpaid", "unpaid_late", "xenia_leaves", "makes_up", "departs", "gift_paid", "sets", "no_plus"}


def stirred(seats: int, rng: Random, **options: Any) -> EmiraState:
    """The first purchase of a round, with artists, gold and counters dealt anew among the seats."""
    colours = tuple(rng.sample(("green", "white", "red", "blue", "black"), seats))
    buying = rng.choice(("even", "odd"))
    s = begin(seats, colours, three_player_event_purchase=buying, **options)
    s = until(s, "buy_look", after=rng.randrange(2))
    names = sorted(set(s.pile.counts()) - {"Sidi"})
    rng.shuffle(names)
    names.sort(key=lambda name: name not in ("Xenia", "Suleika", "Nadia", "Layla", "Hind") or rng.random() < 0.4)
    crowded, level = rng.randrange(2 * seats), rng.choice((0, 150, 300, 600))
    for seat in range(seats):
        count = 9 - seats - rng.randrange(2) if seat == crowded else rng.randrange(4)
        mine = [names.pop() if rng.random() < 0.6 else names.pop(0) for _ in range(count)]
        house(s, seat, *mine)
        give_sections(s, seat, max(0, len(s.homes[seat]) - 2) + rng.randrange(2))
        s.gold[seat] = level + rng.choice((0, 50, 50, 100, 200, 300)) + 300 * (seat == crowded)
        if rng.random() < 0.5:
            s.surcharge[seat] = int("Suleika" in s.homes[seat][:-1])
        if rng.random() < 0.3 and "Hind" in s.homes[seat]:
            s.once[seat], s.lost[seat] = ("Hind",), s.round + 1
        elif rng.random() < 0.15:
            s.once[seat], s.lost[seat], s.done[seat] = ("Hind",), s.round, "locked"
        own = [min(rng.randrange(3), left) for left in s.bag]
        give_counters(s, seat, *[n + s.looks[seat][kind] for kind, n in enumerate(own)])
    if rng.random() < 0.3:
        give_status(s, rng.randrange(seats), "ST-400")
    s.xenia = rng.choice((-1, 0, 0, 1)) if any("Xenia" in home for home in s.homes) else -1
    for name in rng.sample(names, rng.randrange(4)):
        remove(s, name)
        s.undecided.append(name)
        names.remove(name)
    if rng.random() < 0.2:
        remove(s, "Sidi")
        s.undecided.append("Sidi")
    in_play(s, *rng.sample(names, rng.randrange(3)))
    for name in s.active:
        if rng.random() < 0.2:
            s.swapped[name] = -1
    for name in [*s.undecided]:
        if options.get("undecided_look") == "always" and seat_chosen_by_princess(s, name, True) >= 0:
            s.undecided.remove(name)
            s.pile.put_bottom(name)
    if rng.random() < 0.15:
        s.gone += tuple(s.pile.counts())
        s.pile = Deck()
        xenia = any("Xenia" in home for home in s.homes)
        s.dry = s.round > 1 and not (s.active or s.later or s.undecided or xenia)
    spare = s.plus_left - rng.randrange(2)
    if rng.random() < 0.4 and spare > 0:  # Good Looking has all but one or none of those left
        s.looks[0] = (*s.looks[0][:4], spare)
        s.plus_left -= spare
        s.spent += ("good_looking",)
        s.fates = Deck({card: n - (card == "good_looking") for card, n in s.fates.counts().items()})
    return s


@rule("EMI-9.6", "EMI-A02f", "EMI-10.5", "EMI-12.1", "EMI-12.5", "EMI-13.15", "EMI-13.17", "EMI-13.18", "EMI-13.19")
@rule("EMI-7.7", "EMI-17.3", "EMI-16.6", "EMI-A08", "EMI-A09", "EMI-A30", "EMI-A31", "EMI-A32", "EMI-A33")
def test_both_engines_end_a_round_alike() -> None:
    seen: Counter[str] = Counter()
    for seed in range(POSITIONS):
        rng = Random(f"alike/{seed}")
        options = rng.choice(OPTIONS)
        s = stirred(rng.choice((3, 4, 5)), rng, advanced=rng.random() < 0.5, **options)
        GAME.validate_position(s)

        def apply(choice: Any) -> None:
            seen.update(event.code for event in s.apply(choice))  # noqa: B023

        def ask(kind: str, seat: int, choices: list[str]) -> str:
            node = s.node  # noqa: B023
            assert (getattr(node, "step_name", None), getattr(node, "seat", None)) == (kind, seat)
            chosen = rng.choice(choices)  # noqa: B023
            if isinstance(node, Chance):
                assert sorted(node.dist()) == sorted(choices)
                apply(chosen)
            else:
                plain = kind == "gift_or_not"
                assert {str(a) for a in s.legal} == {c if plain else f"{kind}({c})" for c in choices}  # noqa: B023
                apply(Action(chosen) if plain else Action(kind, chosen))
            return chosen

        second = Second(s.to_dict(), ask)
        while getattr(s.node, "step_name", "") == "buy_look":
            apply(Action("no_purchase"))
        second.finish_round()
        saved = s.to_dict()
        told = second.told()
        own = {name: saved[name] for name in told if name != "winners"}
        own |= {"winners": s.result and tuple(s.result.winners), "gone": sorted(saved["gone"])}
        own["refuser"] = -1 if saved["refuser"] is None else saved["refuser"]
        assert told == own, seed
        assert GAME.from_dict(saved) == s
    assert seen.keys() >= SEEN, SEEN - seen.keys()
