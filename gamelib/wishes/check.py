"""What must hold in every position; a saved one is refused with a sentence where it does not."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from . import knowledge
from .extra import outcome
from .knowledge import HIDDEN
from .tables import GUARD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .state import WishesState


def everything(s: WishesState) -> None:
    """ValueError unless every invariant of the position holds."""
    places(s)
    wishes(s)
    tasks(s)
    market(s)
    seats(s)
    agenda(s)
    if s.result is not None and s.result != outcome(s):
        raise ValueError("the result is not what the position gives")


def same(what: str, found: Iterable[str], expected: Iterable[str]) -> None:
    """ValueError unless the two hold the same cards."""
    more, less = Counter(list(found)), Counter(list(expected))
    if more != less:
        wrong = next(iter((more - less) + (less - more)))
        raise ValueError(f"there should be {less[wrong]} of {wrong} among the {what}, not {more[wrong]}")


def places(s: WishesState) -> None:
    """Rows are as long as they should be, and nothing hidden is shown or shown hidden."""
    tables = s.game.tables
    for name in ("tops", "below", "under"):
        if len(getattr(s, name)) != len(tables.merchants):
            raise ValueError(f"{name} should have a row for each merchant")
    if len(s.plates) > tables.seats[s.seats].plates or (s.plate and s.plate not in s.plates):
        raise ValueError("the plates of the round do not fit together")
    last = tables.constants["solo_rounds"]
    if s.seats == 1 and s.round > last:
        raise ValueError(f"it is round {s.round}, and a solo game ends after round {last} (WIS-14.4)")
    if s.viewer is None and (HIDDEN in s.secrets or any(HIDDEN in hand for hand in s.hands)
                             or any(card == HIDDEN for card, *_ in s.stack)):  # fmt: skip
        raise ValueError("a card is hidden where none can be")
    for card, owner, age, known in s.stack:
        if (owner < 0) is not (0 <= age <= s.age) or (card == "" and (owner >= 0 or known)):
            raise ValueError("the Extra Task stack has a card that cannot lie there")
        if card != "" and not known:
            raise ValueError("a card of the Extra Task stack is decided but known to nobody")
        if s.viewer is not None and card != "" and (card == HIDDEN) is bool(known >> s.viewer & 1):
            raise ValueError("a view of the Extra Task stack shows too much or too little")
        if card not in ("", HIDDEN) and owner < 0 and s.ages.get(card, 0) != age:
            raise ValueError(f"{card} cannot be as old as its place in the stack")


def wishes(s: WishesState) -> None:
    """Wishes: each at one place, matching cards, no more Aides than may stand there."""
    tables = s.game.tables
    open_wishes = [entry[0] for entry in s.open]
    for name, down, pool in (("simple", s.simple_down, s.simple), ("final", s.final_down, s.final)):
        if down > len(pool):
            raise ValueError(f"more {name} wishes lie face down than there are")
        if set(pool) & set(open_wishes) or not set(pool) <= set(getattr(s.game, f"{name}_cards")[s.seats == 1]):
            raise ValueError(f"a {name} wish is in two places, or in none")
    placed, dealt = tables.seats[s.seats].simple_placed, tables.constants["final_placed"]
    if s.simple_down > placed or s.final_down > dealt:
        raise ValueError("more wishes lie face down than were laid")
    if s.simple_down < placed and any(frame.step.name == "first_player" for frame in s.todo):
        raise ValueError("wishes were turned up before there was a first player")
    if len(set(open_wishes)) < len(open_wishes):
        raise ValueError("a wish lies open twice")
    most = tables.constants["aides_on_card"]
    for wish, cards, _ in s.open:
        for card, aides in cards:
            if wish not in s.game.fulfil[card] or len(aides) > most:
                raise ValueError(f"{card} cannot lie at {wish} like this")


def on_the_way(s: WishesState) -> list[str]:
    """Task cards that are in no place but on the agenda."""
    return [frame.card for frame in s.todo if frame.step.name == "attach"]


def tasks(s: WishesState) -> None:
    """48 task cards and 2 Guards over deck, discard pile, hands, wishes and stack."""
    tables = s.game.tables
    found = [card for hand in s.hands for card in hand if card != HIDDEN]
    found += [card for _, cards, _ in s.open for card, _ in cards] + on_the_way(s)
    found += [card for card, *_ in s.stack if card not in ("", HIDDEN)]
    found += [card for card in s.discard if card != GUARD]
    found += [*s.loose, *(card for _, cards in s.older for card in cards)]
    same("task cards", found, tables.tasks)
    waiting = sum(frame.step.name in ("post", "choose_post") for frame in s.todo)
    guards = s.guards + s.discard.count(GUARD) + sum(entry[2] for entry in s.open) + sum(s.met) + waiting
    if guards != tables.guards:
        raise ValueError(f"there are {guards} Guards instead of {tables.guards}")
    ages = [age for age, _ in s.older]
    if ages != sorted(set(ages)) or s.age in ages:
        raise ValueError("older decks should be listed in order, each once")
    if any(not 0 < age <= s.age for age in s.ages.values()):
        raise ValueError("a card is younger than the deck")
    for age, cards in (*s.older, (s.age, tuple(s.loose))):
        if any(s.ages.get(card, 0) != age for card in cards):
            raise ValueError("an unseen card is of another deck")
    if (s.top == GUARD and not s.guards) or (s.top not in ("", GUARD) and not s.deck):
        raise ValueError("the deck has another card on top than it can have")
    hidden: Counter[int] = Counter(age for card, owner, age, _ in s.stack if owner < 0 and card in ("", HIDDEN))
    if s.viewer is not None:
        for seat in range(s.seats):
            if seat != s.viewer:
                hand, given, _ = knowledge.cases_of(s, seat)[0]
                if len(hand) != len(s.hands[seat]):
                    raise ValueError(f"seat {seat + 1} has another number of cards than it can have")
                hidden.update(hand)
                put_in = [card for card, owner, *_ in s.stack if owner == seat]
                hidden.update(age for card, age in zip(put_in, given, strict=True) if card == HIDDEN)
    for age in {*hidden, *dict(s.older), s.age}:
        if len(knowledge.pool(s, age)) != hidden[age] + (s.deck if age == s.age else 0):
            raise ValueError(f"there are {len(knowledge.pool(s, age))} unseen cards of deck {age} for other places")
    for seat in range(s.seats):
        if s.viewer in (None, seat):
            hand = tuple(sorted(s.ages.get(card, 0) for card in s.hands[seat]))
            if not any(case[0] == hand for case in knowledge.cases_of(s, seat)):
                raise ValueError(f"seat {seat + 1} cannot have come by these cards")


def market(s: WishesState) -> None:
    """Every wares and score card at one place."""
    tables = s.game.tables
    for stall, merchant in enumerate(tables.merchants):
        there = [*([s.tops[stall]] if s.tops[stall] else []), *s.below[stall], *s.under[stall]]
        there += [ware for wares in s.wares for ware in wares if tables.wares[ware].merchant == merchant]
        same("wares", there, s.game.stalls[merchant])
    dealt = [card for card in s.secrets if card not in ("", HIDDEN)]
    hidden = s.secrets.count(HIDDEN)
    same("score cards", [*dealt, *s.undealt], tables.scores)
    if hidden > len(s.undealt):
        raise ValueError("there are too few score cards")


def seats(s: WishesState) -> None:
    """Gems, Aides, Orderlies."""
    tables = s.game.tables
    for seat in range(s.seats):
        name = f"seat {seat + 1}"
        if s.gems[seat] > tables.constants["gem_limit"]:
            raise ValueError(f"{name} has {s.gems[seat]} Gems")
        out = sum(aides.count(seat) for _, cards, _ in s.open for _, aides in cards) + s.track.count(seat)
        if s.free[seat] + out != tables.constants["aides"]:
            raise ValueError(f"{name} has {s.free[seat] + out} Aides instead of {tables.constants['aides']}")
        if bool(s.orderly[seat]) is not (seat in s.track):
            raise ValueError(f"{name} has an Orderly on the chart and no Aide on the track, or the other way round")
    kinds = [kind for kind in s.orderly if kind]
    if len(set(kinds)) < len(kinds):
        raise ValueError("two Orderlies stand on one space")


def agenda(s: WishesState) -> None:
    """Frames fit the table."""
    setting_up = any(frame.step.name == "begin" for frame in s.todo)
    if s.todo and setting_up is not (s.round == 0):
        raise ValueError("the setup is over when the first round begins")
    for number, frame in enumerate(s.todo):
        name, top = frame.step.name, number == len(s.todo) - 1
        if getattr(frame, "stall", 0) >= len(s.tops):
            raise ValueError(f"{name} belongs to a merchant who does not exist")
        if name in ("next_ware", "stall_card") and s.tops[frame.stall]:
            raise ValueError(f"{name} finds a card on offer")
        if name in ("peek", "show") and (frame.place >= len(s.stack) or s.stack[frame.place][0]):
            raise ValueError("a card of the stack is to be turned up that lies there open or not at all")
        if name == "attach" and all(entry[0] != frame.wish for entry in s.open):
            raise ValueError("a card is on its way to a wish that is not open")
        if name == "attach" and frame.wish not in s.game.fulfil[frame.card]:
            raise ValueError(f"{frame.card} does not match {frame.wish}")
        if name in ("attach", "set_aide", "move_orderly") and (top or s.free[frame.seat]):
            raise ValueError(f"{name} waits for an Aide that is at home")
        if name == "set_aide" and not any(card == frame.card and len(aides) < s.game.aides_on_card
                                          for _, cards, _ in s.open for card, aides in cards):  # fmt: skip
            raise ValueError(f"no Aide can be put on {frame.card}")
        if name == "move_orderly" and (frame.kind in s.orderly or frame.seat in s.track):
            raise ValueError(f"the Orderly cannot go to {frame.kind}")
        if name == "turns" and not (s.plate and frame.done <= s.seats):
            raise ValueError("there are turns without a plate, or more than seats")
        if name == "drop" and s.viewer in (None, frame.seat) and not s.hands[frame.seat]:
            raise ValueError("a seat without cards cannot discard one")
        if name == "reveal" and not (s.final_down if frame.final else s.simple_down):
            raise ValueError("no such wish is left to be turned up")
    for name in ("drop", "change"):
        who = [frame.seat for frame in s.todo if frame.step.name == name]
        if len(set(who)) < len(who):
            raise ValueError(f"a seat is asked twice: {name}")
    places = [frame.place for frame in s.todo if frame.step.name in ("peek", "show")]
    if len(set(places)) < len(places):
        raise ValueError("a card of the stack is to be turned up twice")
    stalls = [frame.stall for frame in s.todo if frame.step.name in ("next_ware", "stall_card")]
    if len(set(stalls)) < len(stalls):
        raise ValueError("a merchant is to turn up a card twice")
    for final, down in ((False, s.simple_down), (True, s.final_down)):
        if sum(frame.step.name == "reveal" and frame.final is final for frame in s.todo) > down:
            raise ValueError("more wishes are to be turned up than there are")
    setup(s)


def setup(s: WishesState) -> None:
    """What is still to be dealt has not been dealt, and the other way round."""
    waiting = [frame.seat for frame in s.todo if frame.step.name == "score_card"]
    if sorted(waiting) != [seat for seat in range(s.seats) if not s.secrets[seat]]:
        raise ValueError("score cards are to be dealt to others than those who have none")
    dealing = {frame.seat: frame.left for frame in s.todo if frame.step.name in ("deal", "first_face")}
    if s.round == 0:
        if len(dealing) < sum(frame.step.name in ("deal", "first_face") for frame in s.todo):
            raise ValueError("a seat is dealt two hands")
        for seat, hand in enumerate(s.hands):
            if len(hand) + dealing.get(seat, 0) != s.game.hand:
                raise ValueError(f"seat {seat + 1} is dealt another number of cards than it lacks")
        stalls = {frame.stall for frame in s.todo if frame.step.name in ("next_ware", "stall_card")}
        if stalls != {stall for stall, top in enumerate(s.tops) if not top}:
            raise ValueError("stalls are filled that are full, or the other way round")


def complete(s: WishesState, said: set[str]) -> None:
    """Fill in what was not said: what lies nowhere else is in the deck, at home, below a stall, face down."""
    tables = s.game.tables
    away = {card for hand in s.hands for card in hand} | {card for card, *_ in s.stack} | set(s.discard)
    away |= {card for _, cards, _ in s.open for card, _ in cards} | {card for _, cards in s.older for card in cards}
    away |= set(on_the_way(s))
    out = [aides for _, cards, _ in s.open for _, aides in cards]
    waiting = sum(frame.step.name in ("post", "choose_post") for frame in s.todo)
    guards = s.discard.count(GUARD) + sum(guard for *_, guard in s.open) + sum(s.met) + waiting
    open_wishes = {wish for wish, *_ in s.open}
    put_in = [[card for card, owner, *_ in s.stack if owner == seat] for seat in range(s.seats)]
    ages = [sorted(s.ages.get(card, 0) + 1 for card in (*s.hands[seat], *put_in[seat])) for seat in range(s.seats)]
    bought = {ware for wares in s.wares for ware in wares}.union(s.tops, *s.under)
    found: dict[str, Any] = {
        "loose": [card for card in tables.tasks if card not in away and s.ages.get(card, 0) == s.age],
        "guards": tables.guards - guards,
        "free": [
            tables.constants["aides"] - sum(aides.count(seat) for aides in out) - s.track.count(seat)
            for seat in range(s.seats)
        ],
        "past": [(*ages[seat], *[0] * len(put_in[seat])) for seat in range(s.seats)],
        "below": [tuple(w for w in s.game.stalls[m] if w not in bought) for m in tables.merchants],
        "simple": tuple(wish for wish in s.game.simple_cards[s.seats == 1] if wish not in open_wishes),
        "final": tuple(wish for wish in s.game.final_cards[s.seats == 1] if wish not in open_wishes),
        "undealt": tuple(card for card in tables.scores if card not in s.secrets),
    }
    for name, value in found.items():
        if name not in said:
            setattr(s, name, value)
    if "deck" not in said:
        s.deck = len(s.loose) - sum(card == "" and age == s.age for card, _, age, _ in s.stack)
