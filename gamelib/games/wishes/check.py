"""What must hold in every position; a saved one is refused with a sentence where it does not."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from .ages import HIDDEN
from .extra import outcome
from .tables import GUARD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .state import WishesState


def everything(s: WishesState) -> None:
    """ValueError unless every invariant of the position holds."""
    places(s)
    wishes(s)
    tasks(s)
    ages(s)
    unseen(s)
    market(s)
    seats(s)
    agenda(s)
    if s.result is not None and s.result != outcome(s):
        raise ValueError("the result is not what the position gives")


def same(what: str, there: Iterable[str], expected: Iterable[str]) -> None:
    """ValueError unless the two hold the same cards."""
    more, less = Counter(list(there)), Counter(list(expected))
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
    if s.idle > s.round:
        raise ValueError(f"idle: {s.idle} rounds without a fulfilled wish have gone by, and it is round {s.round}")
    if s.viewer is None and (
        HIDDEN in s.secrets or any(HIDDEN in hand for hand in s.hands) or any(card == HIDDEN for card, *_ in s.stack)
    ):
        raise ValueError("a card is hidden where none can be")
    for card, owner, age, known in s.stack:
        if (owner < 0) is not (0 <= age <= s.age) or (card == "" and (owner >= 0 or known)):
            raise ValueError("the Extra Task stack has a card that cannot lie there")
        if card != "" and not known:
            raise ValueError("a card of the Extra Task stack is decided but known to nobody")
        if owner >= 0 and not known >> owner & 1:
            raise ValueError("a seat knows each card that it has put into the Extra Task stack")
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
    lying = [card for hand in s.hands for card in hand if card != HIDDEN]
    lying += [card for _, cards, _ in s.open for card, _ in cards] + on_the_way(s)
    lying += [card for card, *_ in s.stack if card not in ("", HIDDEN)]
    lying += [card for card in s.discard if card != GUARD]
    lying += [*s.loose, *(card for _, cards in s.older for card in cards)]
    same("task cards", lying, tables.tasks)
    waiting = sum(frame.step.name in ("post", "choose_post") for frame in s.todo)
    guards = s.guards + s.discard.count(GUARD) + sum(entry[2] for entry in s.open) + sum(s.met) + waiting
    if guards != tables.guards:
        raise ValueError(f"there are {guards} Guards instead of {tables.guards}")


def ages(s: WishesState) -> None:
    """Each card is of one deck, and none of a deck that is still to be made."""
    older = [age for age, _ in s.older]
    if older != sorted(set(older)) or s.age in older:
        raise ValueError("older decks should be listed in order, each once")
    if any(not 0 < age <= s.age for age in s.ages.values()):
        raise ValueError("a card is younger than the deck")
    for age, cards in (*s.older, (s.age, tuple(s.loose))):
        if any(s.ages.get(card, 0) != age for card in cards):
            raise ValueError("an unseen card is of another deck")
    if (s.top == GUARD and not s.guards) or (s.top not in ("", GUARD) and not s.deck):
        raise ValueError("the deck has another card on top than it can have")


def unseen(s: WishesState) -> None:
    """The unseen cards of each deck are as many as the places for them, and the hands can have come about."""
    hidden: Counter[int] = Counter(age for card, owner, age, _ in s.stack if owner < 0 and card in ("", HIDDEN))
    if s.viewer is not None:
        for seat in range(s.seats):
            if seat != s.viewer:
                hand, given, _ = s.cases_of(seat)[0]
                if len(hand) != len(s.hands[seat]):
                    raise ValueError(f"seat {seat} has another number of cards than it can have")
                hidden.update(hand)
                put_in = [card for card, owner, *_ in s.stack if owner == seat]
                hidden.update(age for card, age in zip(put_in, given, strict=True) if card == HIDDEN)
    for age in {*hidden, *dict(s.older), s.age}:
        if len(s.pool(age)) != hidden[age] + (s.deck if age == s.age else 0):
            raise ValueError(f"there are {len(s.pool(age))} unseen cards of deck {age} for other places")
    for seat in range(s.seats):
        if s.viewer in (None, seat):
            hand = tuple(sorted(s.ages.get(card, 0) for card in s.hands[seat]))
            if not any(case[0] == hand for case in s.cases_of(seat)):
                raise ValueError(f"seat {seat} cannot have come by these cards")


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
        name = f"seat {seat}"
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


def _takes_aide(s: WishesState, card: str) -> bool:
    """Whether an Aide can be put on a card that lies at an open wish."""
    return any(there == card and len(aides) < s.game.aides_on_card for _, cards, _ in s.open for there, aides in cards)


Misfit = tuple[tuple[str, ...], "Callable[[Any, Any], bool]", str]
MISFITS: tuple[Misfit, ...] = (
    (("next_ware", "stall_card"), lambda s, frame: bool(s.tops[frame.stall]), "{name} finds a card on offer"),
    (
        ("peek", "show"),
        lambda s, frame: frame.place >= len(s.stack) or bool(s.stack[frame.place][0]),
        "{name}: a card of the stack is to be turned up that lies there open or not at all",
    ),
    (
        ("attach",),
        lambda s, frame: all(entry[0] != frame.wish for entry in s.open),
        "a card is on its way to a wish that is not open",
    ),
    (
        ("attach",),
        lambda s, frame: frame.wish not in s.game.fulfil[frame.card],
        "{frame.card} does not match {frame.wish}",
    ),
    (
        ("attach", "set_aide", "move_orderly"),
        lambda s, frame: frame is s.todo[-1] or bool(s.free[frame.seat]),
        "{name} waits for an Aide that is at home",
    ),
    (("set_aide",), lambda s, frame: not _takes_aide(s, frame.card), "no Aide can be put on {frame.card}"),
    (
        ("move_orderly",),
        lambda s, frame: frame.kind in s.orderly or frame.seat in s.track,
        "the Orderly cannot go to {frame.kind}",
    ),
    (
        ("turns",),
        lambda s, frame: not s.plate or frame.done > s.seats,
        "there are turns without a plate, or more than seats",
    ),
    (
        ("drop",),
        lambda s, frame: s.viewer in (None, frame.seat) and not s.hands[frame.seat],
        "a seat without cards cannot discard one",
    ),
    (
        ("reveal",),
        lambda s, frame: not (s.final_down if frame.final else s.simple_down),
        "no such wish is left to be turned up",
    ),
)
"""Steps, when a frame of one does not fit the table, and the sentence for it."""
ONCE = (
    (("drop",), "seat", "a seat is asked twice: drop"),
    (("change",), "seat", "a seat is asked twice: change"),
    (("peek", "show"), "place", "a card of the stack is to be turned up twice"),
    (("next_ware", "stall_card"), "stall", "a merchant is to turn up a card twice"),
)
"""Steps of which no two frames have the same value of a field."""


def agenda(s: WishesState) -> None:
    """Frames fit the table."""
    if s.todo and any(frame.step.name == "begin" for frame in s.todo) is not (s.round == 0):
        raise ValueError("the setup is over when the first round begins")
    for frame in s.todo:
        name = frame.step.name
        if getattr(frame, "stall", 0) >= len(s.tops):
            raise ValueError(f"{name} belongs to a merchant who does not exist")
        for names, wrong, why in MISFITS:
            if name in names and wrong(s, frame):
                raise ValueError(why.format(name=name, frame=frame))
    for names, field, why in ONCE:
        values = [getattr(frame, field) for frame in s.todo if frame.step.name in names]
        if len(set(values)) < len(values):
            raise ValueError(why)
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
                raise ValueError(f"seat {seat} is dealt another number of cards than it lacks")
        stalls = {frame.stall for frame in s.todo if frame.step.name in ("next_ware", "stall_card")}
        if stalls != {stall for stall, top in enumerate(s.tops) if not top}:
            raise ValueError("stalls are filled that are full, or the other way round")


def number_seen(s: WishesState, final: bool) -> int:
    """How many wishes of a sort have been turned up: they lie open, or have left the game."""
    cards = s.game.final_cards if final else s.game.simple_cards
    return len(cards[s.seats == 1]) - len(s.final if final else s.simple)


def course(s: WishesState) -> None:
    """ValueError for what no course of play brings, though every card is in one place."""
    tables, names = s.game.tables, [frame.step.name for frame in s.todo]
    finals = [entry for entry in s.open if tables.wishes[entry[0]].final]
    laid = {False: tables.seats[s.seats].simple_placed, True: tables.constants["final_placed"]}
    for final, down in ((False, s.simple_down), (True, s.final_down)):
        name, seen = "final" if final else "simple", number_seen(s, final)
        if laid[final] - down != seen:
            raise ValueError(f"{name}_down: {down} of {laid[final]} {name} wishes lie face down, but {seen} were seen")
        if seen < (len(finals) if final else len(s.open) - len(finals)):
            raise ValueError(f"open: more {name} wishes lie open than have been seen")
    closed = laid[True] - s.final_down - len(finals)
    coming = any(frame.step.name == "reveal" and frame.final for frame in s.todo)
    if (s.final_down < laid[True] or coming) and s.simple_down:
        raise ValueError(f"simple_down: a final wish is turned up while {s.simple_down} simple ones lie face down")
    if s.seats == 1 and s.ending:
        raise ValueError("ending: it cannot be true, as with one seat a final wish ends nothing (WIS-14.4)")
    if s.ending is not (s.seats > 1 and closed > 0):
        which = "a final wish was fulfilled" if closed else "no final wish was fulfilled"
        raise ValueError(f"ending: it cannot be {str(s.ending).lower()}, as {which} (WIS-10.4)")
    least = tables.seats[s.seats].revealed
    if s.round == 0 and len(s.open) + names.count("reveal") != (0 if "first_player" in names else least):
        raise ValueError(f"open: {len(s.open)} wishes lie open before the first round (WIS-1.11)")
    refilled = any(name in names for name in ("replace", "reveal", "begin", "first_player"))
    if len(s.open) < least and (s.simple_down or s.final_down) and not refilled:
        raise ValueError(f"open: {len(s.open)} wishes lie open, and {least} do while any lie face down (WIS-9.5)")
    _hungry(s, names)
    _plates(s, names)
    _hands(s)
    for seat in range(s.seats):
        if s.lamp[seat] and s.score[seat] < min(tables.lamp_squares, default=0):
            raise ValueError(f"lamp.{seat}: it cannot be awake at {s.score[seat]} points (WIS-7.6)")
        if s.met[seat] and "met" not in names:
            raise ValueError(f"met.{seat}: Guards met in the deal are waiting after it (WIS-A01)")
    if s.top == "" and (s.deck or s.guards) and not (s.guards and not s.options["guard_back_visible"]):
        known = "back" in names or any(name in names for name in ("deal", "score_card", "next_ware", "stall_card"))
        if not (known and s.round == 0) and "back" not in names and "reshuffled" not in names:
            raise ValueError("top: the back of the next card lies in sight (WIS-11.5)")
    _due(s, names)


def _hungry(s: WishesState, names: list[str]) -> None:
    """The plate that feeds is in force, and what has enough is fulfilled at once (WIS-3.5, WIS-9.1, WIS-10.1)."""
    if s.hungry is not (s.does() == "hungry" and "effect" not in names):
        raise ValueError(f"hungry: it cannot be {str(s.hungry).lower()} under the plate {s.plate or 'null'} (WIS-3.5)")
    for entry in s.open:
        has, need = s.has(entry), s.game.tables.wishes[entry[0]].need
        if has >= need or (has >= s.need(entry[0]) and "feed" not in names):
            raise ValueError(f"open: {entry[0]} has {has} of {s.need(entry[0])}, so it would have been fulfilled")


def _complete_plates(s: WishesState, said: set[str]) -> None:
    """The plate in force is the last one of the round; a round that is over has had all its plates."""
    names = [frame.step.name for frame in s.todo]
    if "plates" in said:
        if "plate" not in said:
            s.plate = s.plates[-1] if s.plates else ""
        return
    if s.round == 0 and "plate" not in said:
        s.plate = ""
    s.plates = (s.plate,) if s.plate else ()
    if {"extra", "rank"} & {*names}:
        others = [plate for plate in s.game.plates if plate != s.plate]
        s.plates = (*others[: s.game.tables.seats[s.seats].plates - 1], s.plate)


def _plates(s: WishesState, names: list[str]) -> None:
    """The plates of the round: the last one is in force (WIS-2.1)."""
    if s.round == 0 and s.plates:
        raise ValueError(f"plate: {s.plates[-1]} cannot be in force before the first round (WIS-2.1)")
    if s.plate != (s.plates[-1] if s.plates else ""):
        raise ValueError(f"plate: {s.plate or 'null'} is not the last of the plates {', '.join(s.plates)}")
    most = s.game.tables.seats[s.seats].plates
    if "plate" in names and len(s.plates) >= most:
        raise ValueError(f"plates: the {most} plates of the round have been turned up, so no other is due (WIS-2.9)")
    if ("rank" in names or not s.todo) and len(s.plates) != most:
        raise ValueError(f"plates: {len(s.plates)} were turned up in a round that is over, not {most} (WIS-2.9)")


def _hands(s: WishesState) -> None:
    """No hand is larger than what it is filled up to (WIS-2.8)."""
    filling = {frame.seat: frame.left for frame in s.todo if frame.step.name in ("fill", "face", "deal", "first_face")}
    for seat, hand in enumerate(s.hands):
        if len(hand) + filling.get(seat, 0) > s.game.hand:
            more = f" and {filling[seat]} to come" if seat in filling else ""
            raise ValueError(f"hands.{seat}: {len(hand)} cards{more}, and a hand has at most {s.game.hand} (WIS-2.8)")


TURN = ("further", "act", "offer", "plus", "free", "attach", "set_aide", "move_orderly", "peek", "seen")
"""Steps of the seat whose turn it is."""
EFFECT = ("effect", "drop", "sad", "feed", "next_ware", "stall_card")
"""Steps in which a plate does what it does."""
PLATE_STEPS = {"drop": "mean", "sad": "sad", "feed": "hungry"}
"""Steps that only one plate brings."""


def _due(s: WishesState, names: list[str]) -> None:
    """Who is asked, and what lies under it (WIS-2.6, WIS-2.7)."""
    turn = next((frame for frame in s.todo if frame.step.name == "turns"), None)
    effect = turn is not None and turn.done == 0
    now = -1 if turn is None or effect else (s.first + turn.done - 1) % s.seats
    for below, frame in zip([None, *s.todo], s.todo, strict=False):
        name, seat = frame.step.name, getattr(frame, "seat", None)
        own = name in TURN or (name == "change" and frame.why == "swap")
        drawing = name in ("fill", "face")  # also for cards changed under LOVELY, before the turns
        own = own or (drawing and (below.step.name == "further" or not (effect and s.does() == "lovely")))
        if own and turn is not None and seat != now:
            raise ValueError(
                f"{name}.seat: it is the turn of seat {now}, not of seat {seat}"
                if now >= 0
                else f"{name}: nobody has a turn before the plate has done what it does"
            )
        plate = "lovely" if name == "change" and not own else PLATE_STEPS.get(name, s.does())
        if plate != s.does():
            raise ValueError(f"{name}: the plate {s.plate or 'null'} does not ask for it")
        early = name in EFFECT or (name == "change" and not own)
        if early and below is not None and below.step.name == "turns" and not effect:
            raise ValueError(f"{name}: the plate has done what it does before the turns")
        if name in ("sad", "feed_first") and seat != s.first:
            raise ValueError(f"{name}.seat: the first player chooses, and that is seat {s.first}")
        if name in ("further", "offer"):
            _taken(s, frame)
    _stack_due(s, names)


def _taken(s: WishesState, frame: Any) -> None:
    """Further actions of a turn: no more than are allowed (WIS-A07)."""
    each = s.options["optional_same_twice"]
    if (frame.bought + frame.lamps > 2) if each else (frame.bought > 1 or frame.lamps > 1):
        raise ValueError(f"{frame.step.name}: {frame.bought} bought and {frame.lamps} lamps used in one turn (WIS-A07)")
    if frame.bought > len(s.wares[frame.seat]):
        raise ValueError(f"{frame.step.name}.bought: seat {frame.seat} has {len(s.wares[frame.seat])} wares")


def _stack_due(s: WishesState, names: list[str]) -> None:
    """Cards of the stack that nobody has seen are turned up one after the other (WIS-5.4, WIS-12.1)."""
    for step, base in (("peek", "seen"), ("show", "rank")):
        if base in names:
            due = [frame.place for frame in s.todo if frame.step.name == step]
            unseen = [place for place, slot in enumerate(s.stack) if not slot[0]]
            if due != unseen[::-1]:
                raise ValueError(f"{step}: the cards to be seen lie at {unseen} of the stack, not at {due[::-1]}")
    everybody = (1 << s.seats) - 1
    if "rank" in names and any(slot[0] and slot[3] != everybody for slot in s.stack):
        raise ValueError("stack: its cards lie open now, so every seat knows them (WIS-12.1)")


def _complete_wishes(s: WishesState, said: set[str]) -> None:
    """Wishes face down, wishes that nobody has seen, and whether the end has come: each follows from the others."""
    tables, names = s.game.tables, [frame.step.name for frame in s.todo]
    if "open" not in said and s.round == 0:  # WIS-1.11: those that are still to be turned up do not lie there
        coming = len(s.open) if "first_player" in names else names.count("reveal")
        s.open = s.open[: max(0, len(s.open) - coming)]
    finals = sum(tables.wishes[wish].final for wish, *_ in s.open)
    laid = tables.constants["final_placed"]
    down = laid - finals
    if "final_down" in said:
        down = s.final_down
    elif "final" in said:
        down = laid - number_seen(s, True)
    elif "ending" in said and s.ending:
        down = max(0, down - 1)
    if not {"ending", "result"} & said:
        s.ending = s.seats > 1 and laid - down > finals
    s.final_down = down
    placed = tables.seats[s.seats].simple_placed
    if "simple_down" not in said:
        seen = number_seen(s, False) if "simple" in said else len(s.open) - finals
        coming = any(frame.step.name == "reveal" and frame.final for frame in s.todo)
        s.simple_down = 0 if down < laid or coming else max(0, placed - seen)
    for name, left in (("simple", placed - s.simple_down), ("final", laid - down)):
        if name not in said:  # those that have left the game are the first ones of their sort
            cards = getattr(s.game, f"{name}_cards")[s.seats == 1]
            closed = [card for card in cards if all(card != wish for wish, *_ in s.open)]
            open_ones = len(cards) - len(closed)
            setattr(s, name, tuple(closed[max(0, left - open_ones) :]))


def complete(s: WishesState, said: set[str]) -> None:
    """Fill in what was not said: what lies nowhere else is in the deck, at home, below a stall, face down."""
    tables = s.game.tables
    away = {card for hand in s.hands for card in hand} | {card for card, *_ in s.stack} | set(s.discard)
    away |= {card for _, cards, _ in s.open for card, _ in cards} | {card for _, cards in s.older for card in cards}
    away |= set(on_the_way(s))
    out = [aides for _, cards, _ in s.open for _, aides in cards]
    waiting = sum(frame.step.name in ("post", "choose_post") for frame in s.todo)
    guards = s.discard.count(GUARD) + sum(guard for *_, guard in s.open) + sum(s.met) + waiting
    _complete_plates(s, said)
    _complete_wishes(s, said)
    put_in = [[card for card, owner, *_ in s.stack if owner == seat] for seat in range(s.seats)]
    ages = [sorted(s.ages.get(card, 0) + 1 for card in (*s.hands[seat], *put_in[seat])) for seat in range(s.seats)]
    bought = {ware for wares in s.wares for ware in wares}.union(s.tops, *s.under)
    values: dict[str, Any] = {
        "loose": [card for card in tables.tasks if card not in away and s.ages.get(card, 0) == s.age],
        "guards": tables.guards - guards,
        "free": [
            tables.constants["aides"] - sum(aides.count(seat) for aides in out) - s.track.count(seat)
            for seat in range(s.seats)
        ],
        "past": [(*ages[seat], *[0] * len(put_in[seat])) for seat in range(s.seats)],
        "below": [tuple(w for w in s.game.stalls[m] if w not in bought) for m in tables.merchants],
        "hungry": s.does() == "hungry" and all(frame.step.name != "effect" for frame in s.todo),
        "undealt": tuple(card for card in tables.scores if card not in s.secrets),
        "idle": min(1, s.round),
    }
    for name, value in values.items():
        if name not in said:
            setattr(s, name, value)
    if "deck" not in said:
        s.deck = len(s.loose) - sum(card == "" and age == s.age for card, _, age, _ in s.stack)
