"""What a seat knows is exact (WIS-15): views against all worlds that fit, and a plain record of what was seen."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from gamelib import Chance, Dist
from gamelib.games.wishes import card_knowledge
from gamelib.games.wishes.position_checks import validate_invariants
from gamelib.games.wishes.state import WishesState

from .. import conformance
from ..rules import rule
from .build import GAME, action, begin, give, go, plain, stack, under, until

World = tuple[WishesState, Fraction]

# -- all worlds ------------------------------------------------------------------------------------


def small_table(deck: int = 2) -> WishesState:
    """Seat 1 is first player; 32 task cards lie at wishes, and few are in the deck and on the discard pile."""
    s = begin(2, first=1, wishes=("S04", "S07"))
    s.open = [("S04", (), False), ("S07", (), False), ("S10", (), False), ("S15", (), False)]
    s.simple = tuple(wish for wish in s.simple if wish not in ("S10", "S15"))
    give(s, 0, "T01", "T02", "T03")
    give(s, 1, "T04", "T33", "T34")
    for place, (wish, _, _) in enumerate(s.open):
        kind = GAME.tables.wishes[wish].value
        cards = [card for card, task in GAME.tables.tasks.items() if task.kind == kind]
        s.open[place] = wish, tuple((card, ()) for card in cards), False
    rest = [card for card in s.loose if GAME.tables.tasks[card].kind in ("Tea", "Fan Wave")]
    s.loose, s.deck = rest[:deck], deck
    s.discard = rest[deck:]
    s.discard += ["GUARD", "GUARD"]
    s.guards, s.top = 0, "TASK"
    s.discard = [card for card in s.discard if card != "GUARD"]
    s.open[0] = s.open[0][0], s.open[0][1], True
    s.open[1] = s.open[1][0], s.open[1][1], True
    validate_invariants(s)
    return s


def worlds(s: WishesState) -> list[World]:
    """Every deal of the cards that seat 0 does not see, all equally likely."""
    unseen = sorted([*s.hands[1], *s.loose])
    found = []
    for hand in combinations(unseen, len(s.hands[1])):
        world = s.clone()
        world.hands[1] = hand
        world.loose = [card for card in unseen if card not in hand]
        found.append((world, Fraction(1)))
    return found


def step(found: list[World], what: Any) -> list[World]:
    """Update the possible worlds by an observation of seat 0.

    An observation is an action in notation, "hidden" (seat 1 puts a card face down), "draw" (somebody draws unseen),
    "=X" (a visible outcome) or "saw X+Y" (seat 0 looks at the stack). A card that is chosen from a hand is any card of
    it with the same probability.
    """
    if what.startswith("saw "):
        return [(world, weight) for world, weight in found if "+".join(c for c, *_ in world.stack) == what[4:]]
    after: dict[str, list[Any]] = {}
    for world, weight in found:
        hand = world.hands[1]
        choices: list[tuple[Any, Fraction]]
        if what == "hidden":
            choices = [(action(f"stash({card})"), Fraction(1, len(hand))) for card in hand]
        elif what == "draw":
            dist = world.node.dist()
            choices = [(outcome, dist.p(outcome)) for outcome in dist]
        elif what.startswith("="):
            dist = world.node.dist()
            choices = [(what[1:], dist.p(what[1:]))] if what[1:] in dist else []
        else:
            act = action(what)
            from_hand = act.verb in ("use", "drop", "fulfil", "stash") and world.node.seat == 1
            chance = Fraction(1, len(hand)) if from_hand else Fraction(1)
            choices = [(act, chance)] if act in world.legal else []
        for choice, p in choices:
            child = world.child(choice)
            child.hands = [tuple(sorted(row)) for row in child.hands]
            key = conformance.json_of(child)
            after.setdefault(key, [child, Fraction(0)])[1] += weight * p
    return [(world, weight) for world, weight in after.values()]


def share(found: list[World], what: Any) -> dict[Any, Fraction]:
    """The posterior of a value of the worlds."""
    total = sum(weight for _, weight in found)
    values: dict[Any, Fraction] = {}
    for world, weight in found:
        for value, p in what(world).items():
            values[value] = values.get(value, Fraction(0)) + weight * p / total
    return values


def as_dict(dist: Dist[Any]) -> dict[Any, Fraction]:
    return {value: dist.p(value) for value in dist}


def check_worlds(found: list[World]) -> None:
    """The view of seat 0 is the same in all worlds, and says how likely they are."""
    views = {conformance.json_of(world.seen_by(0)) for world, _ in found}
    assert len(views) == 1
    view = found[0][0].seen_by(0)
    one = Fraction(1)
    if view.hands[1]:
        hand = share(found, lambda w: {card: Fraction(1, len(w.hands[1])) for card in w.hands[1]})
        assert as_dict(card_knowledge.hand_card_dist(view, 1)) == hand
    for place, slot in enumerate(view.stack):
        if slot[0] != "":
            assert as_dict(card_knowledge.stack_card_dist(view, place)) == share(
                found, lambda w, i=place: {w.stack[i][0]: one}
            )
        else:
            pools = share(found, lambda w, i=place: as_dict(card_knowledge.stack_card_dist(w, i)))
            assert as_dict(card_knowledge.stack_card_dist(view, place)) == pools
    for kind in ("Tea", "Fan Wave", "Music"):
        hearts = share(found, lambda w, k=kind: as_dict(card_knowledge.stack_hearts(w, k)))
        assert as_dict(card_knowledge.stack_hearts(view, kind)) == hearts
    if isinstance(view.node, Chance):
        assert as_dict(view.node.dist()) == share(found, lambda w: as_dict(w.node.dist()))


def check_guesses(found: list[World], n: int = 1500) -> None:
    """Guesses come up as often as the worlds are likely."""
    view, rng = found[0][0].seen_by(0), Random(1)
    counts: Counter[Any] = Counter()
    for _ in range(n):
        guess = view.determinize(rng)
        counts[tuple(sorted(guess.hands[1])), tuple(slot[0] for slot in guess.stack)] += 1
    exact = share(found, lambda w: {(tuple(sorted(w.hands[1])), tuple(slot[0] for slot in w.stack)): Fraction(1)})
    assert set(counts) <= set(exact)
    for value, p in exact.items():
        assert abs(counts[value] - n * p) <= 5 * float(n * p * (1 - p)) ** 0.5 + 1


# cards in the deck, and what happens. SAD removes a wish or asks which one, MEAN takes a card of each hand: neither
# adds a card to the stack.
START = ("=MEAN", "drop(T33)", "drop(T01)", "hidden", "draw", "draw", "orderly(Tea)", "=T05")
SCRIPTS: dict[str, tuple[int, tuple[str, ...]]] = {
    "a hidden card, then an open one": (2, START[:6]),
    "a card of a mixed hand goes down": (1, (*START, "=SAD", "hidden", "draw")),
    "a card is played from a mixed hand after a hidden one": (
        1,
        (*START, "=SAD", "hidden", "draw", "orderly(Food)", "=KIND", "use(T34)", "draw"),
    ),
    "an Eye shows what was put in": (2, (*START[:6], "use(T03)", "saw T04", "=T05", "=T06")),
    "an Eye shows a card of a mixed hand": (1, (*START, "=SAD", "hidden", "draw", "use(T03)", "saw T04+T07", "=T06")),
    "a plate adds a card before a hidden one of a mixed hand": (1, (*START, "=KIND", "hidden", "draw")),
}


def played(name: str, check: bool) -> list[World]:
    """The worlds after a script."""
    deck, script = SCRIPTS[name]
    s = small_table(deck)
    s.simple_down = 0  # so that nothing is turned up for a wish that SAD removes
    found = worlds(s)
    for what in script:
        while found[0][0].node.step_name == "sad":
            found = step(found, str(found[0][0].legal[0]))
        found = step(found, what)
        assert found, what
        if check and what != "use(T03)":  # an Eye: the worlds are told apart with the next step
            check_worlds(found)
    return found


@rule("WIS-15.1", "WIS-15.2", "WIS-15.3", "WIS-2.10")
@pytest.mark.parametrize("name", SCRIPTS)
def test_views_are_the_exact_posterior(name: str) -> None:
    check_guesses(played(name, check=True))


def test_the_scripts_reach_mixed_hands() -> None:
    view = played("a card is played from a mixed hand after a hidden one", check=False)[0][0].seen_by(0)
    assert view.age == 1
    cases = view.hand_age_cases_of_seat(1)
    assert len(cases) > 1
    assert {age for hand, given, _ in cases for age in (*hand, *given)} == {0, 1}


# -- a plain record of what was seen ---------------------------------------------------------------


class Witness:
    """What one seat has seen of the task cards, from events alone."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.hand: set[str] = set()
        self.in_stack: set[str] = set()
        self.out: dict[str, int] = {}  # cards of a deck that was made anew -> its number
        self.decks = 0

    def hear(self, s: WishesState, discard: list[str]) -> None:
        """The events of a step; `discard`: the discard pile, which is open, as it was when the deck was made anew."""
        for told in s.events:
            event = told.seen_by(self.seat)
            mine = event.seat == self.seat
            card = event.values.get("card")
            if event.code == "drawn" and mine:
                self.hand.add(card)
            elif event.code in ("dropped", "uses", "fulfils") and mine:
                self.hand.discard(card)
            elif event.code == "changed" and mine:
                self.hand.difference_update(event.values["cards"])
            elif event.code == "stashed" and mine:
                self.hand.discard(card)
                self.in_stack.add(card)
            elif event.code == "looked" and mine:
                self.in_stack.update(event.values["cards"])
            elif event.code == "peeked" and mine:
                self.in_stack.add(card)
            elif event.code in ("stack_shown", "stack_known", "card_shown"):
                self.in_stack.update(event.values["cards"] if event.code != "card_shown" else (card,))
            elif event.code == "chart_cleared":
                self.in_stack.clear()
            elif event.code == "reshuffled":
                self.decks += 1


@rule("WIS-15.1", "WIS-15.2", "WIS-5.4", "WIS-12.1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_view_shows_what_was_seen_no_more_and_no_less(seats: int) -> None:
    """Perfect recall: through Eye, Swap, Uncertain and new decks a view knows just what its seat has seen."""
    seen: Counter[str] = Counter()
    for seed in range(4):
        witnesses = [Witness(seat) for seat in range(seats)]
        for s in conformance.walk(GAME, seats, seed):
            seen.update(event.code for event in s.events)
            for witness in witnesses:
                witness.hear(s, s.discard)
                seat = witness.seat
                if s.agenda_frames and s.node.step_name in ("plate", "act", "offer", "change"):
                    view = s.seen_by(seat)
                    assert set(view.hands[seat]) == witness.hand == set(s.hands[seat])
                    assert {card for card, *_ in view.stack if card not in ("", "?")} == witness.in_stack
                    at_wishes = {card for _, cards, _ in s.open for card, _ in cards}
                    open_cards = {*witness.hand, *witness.in_stack, *at_wishes, *s.discard}
                    unseen = {*view.loose, *(card for _, cards in view.older for card in cards)}
                    assert unseen == set(GAME.tables.tasks) - open_cards
                    assert view.age == witness.decks
                    for other in range(seats):
                        assert other == seat or set(view.hands[other]) <= {"?"}
                    assert view.under == s.under
                    assert view.below == s.below
                    assert view.wares == s.wares
    assert seen["looked"]
    assert seen["reshuffled"] or seats == 1
    assert seen["effect_uncertain"]


@rule("WIS-15.1", "WIS-15.2", "WIS-15.3")
@pytest.mark.parametrize("options", conformance.option_sets(GAME), ids=str)
def test_what_a_seat_is_told_names_no_card_that_it_cannot_know(options: dict[str, Any]) -> None:
    """Every event of random games as each seat hears it, against the cards that its view counts as unseen."""
    told: Counter[str] = Counter()
    for seats in (2, 3, 4):
        for s in conformance.walk(GAME, seats, 7, **options):
            if not any(event.private_value_names for event in s.events):
                continue
            for seat in range(seats):
                view = s.seen_by(seat)
                unseen = {*view.loose, *(card for _, cards in view.older for card in cards), *view.undealt}
                for event in view.events:
                    for value in event.values.values():
                        named = set(value if isinstance(value, (tuple, list)) else (value,))
                        assert not named & unseen or any(other.code == "reshuffled" for other in s.events), event
                        told[event.code] += bool(named & set(GAME.tables.tasks))
    assert told["drawn"]
    assert told["stashed"]


@rule("WIS-15.2")
def test_a_peek_ages_as_cards_are_added() -> None:
    s = begin(2)
    under(s, "KIND")
    give(s, 0, "T03", "T47", "T09")
    go(s, "use(T03)", "=T20")
    plain(s, f"={s.loose[0]}")
    until(s, "act", 1)
    card = s.hands[1][0]
    go(s, f"stash({card})")
    until(s, "plate").apply("HAPPY")
    until(s, "act", 0)
    view = s.seen_by(0)
    assert [slot[0] for slot in view.stack] == ["T20", "?", ""]
    assert [slot[3] for slot in view.stack] == [1, 2, 0]  # who knows what is open to all
    assert card_knowledge.stack_card_dist(view, 0) == Dist(["T20"])
    assert len(card_knowledge.stack_card_dist(view, 1)) == len(view.loose)


@rule("WIS-15.3")
def test_what_nobody_knows_is_as_likely_for_all() -> None:
    s = begin(3)
    under(s, "KIND")
    stack(s, ("T05", 1))
    for seat in range(3):
        view = s.seen_by(seat)
        assert len(card_knowledge.stack_card_dist(view, 0)) == len(view.loose) == 48 - 3 - (seat == 1)
        assert set(view.simple) == set(s.simple)
        assert set(view.undealt) == set(GAME.tables.scores) - {view.secrets[seat]}


@rule("WIS-1.6", "WIS-13.3")
def test_score_cards_lie_open_at_the_end() -> None:
    for s in conformance.walk(GAME, 2, 3):
        last = s
    assert "?" not in last.seen_by(0).secrets


def test_a_saved_view_that_shows_too_much_is_refused() -> None:
    s = begin(2)
    under(s, "KIND")
    stack(s, ("T05", 1), ("T09", 0))
    for viewer, place, card in ((0, 1, "T05"), (1, 2, "T09")):
        data = s.seen_by(viewer).to_dict()
        assert GAME.from_dict(data).to_dict() == data
        data["stack"][place][0] = card
        with pytest.raises(ValueError, match="cannot be opened"):
            GAME.from_dict(data)


def test_no_card_is_hidden_where_everything_is_seen() -> None:
    s = begin(2)
    under(s, "KIND")
    stack(s, ("T05", 1))
    data = s.to_dict()
    score, hand, pile = (json.loads(json.dumps(data)) for _ in range(3))
    score["secrets"][0] = "?"
    hand["hands"][1][0] = "?"
    pile["stack"][1][0] = "?"
    for changed in (score, hand, pile):
        with pytest.raises(ValueError, match="a card is hidden where none can be"):
            GAME.from_dict(changed)


def test_a_view_tells_how_many_cards_the_others_hold() -> None:
    s = begin(3)
    under(s, "KIND")
    data = s.seen_by(0).to_dict()
    assert GAME.from_dict(data).to_dict() == data
    data["hands"][1].append("?")
    with pytest.raises(ValueError, match="seat 1 has another number of cards than it can have"):
        GAME.from_dict(data)
