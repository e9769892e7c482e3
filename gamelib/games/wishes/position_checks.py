"""Checks that reject impossible saved positions of The Sultan's Wishes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from .ages import HIDDEN_CARD
from .card_tables import GUARD
from .round_end import game_end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .state import WishesState


def validate_invariants(state: WishesState) -> None:
    """Raise ValueError unless all invariants of the position hold."""
    validate_lists_and_hidden_cards(state)
    validate_wishes(state)
    validate_task_cards(state)
    validate_card_ages(state)
    validate_unseen_cards(state)
    validate_wares_and_score_cards(state)
    validate_gems_aides_and_orderlies(state)
    validate_agenda(state)
    if state.result is not None and state.result != game_end(state):
        raise ValueError("the result is not what the position gives")


def validate_same_cards(label: str, found: Iterable[str], expected: Iterable[str]) -> None:
    """Raise ValueError unless both collections contain the same cards."""
    more, less = Counter(list(found)), Counter(list(expected))
    if more != less:
        wrong = next(iter((more - less) + (less - more)))
        raise ValueError(f"there should be {less[wrong]} of {wrong} among the {label}, not {more[wrong]}")


def validate_lists_and_hidden_cards(state: WishesState) -> None:
    """Check the lengths of lists. Check that the hidden cards are exactly the cards that the viewer does not know."""
    tables = state.game.tables
    for name in ("tops", "below", "under"):
        if len(getattr(state, name)) != len(tables.merchants):
            raise ValueError(f"{name} should have a row for each merchant")
    if len(state.plates) > tables.seats[state.seats].plates or (state.plate and state.plate not in state.plates):
        raise ValueError("the plates of the round do not fit together")
    last = tables.constants["solo_rounds"]
    if state.seats == 1 and state.round > last:
        raise ValueError(f"it is round {state.round}, and a solo game ends after round {last} (WIS-14.4)")
    if state.idle > state.round:
        raise ValueError(
            f"idle: {state.idle} rounds without a fulfilled wish have gone by, and it is round {state.round}"
        )
    if state.viewer is None and (
        HIDDEN_CARD in state.secrets
        or any(HIDDEN_CARD in hand for hand in state.hands)
        or any(card == HIDDEN_CARD for card, *_ in state.stack)
    ):
        raise ValueError("a card is hidden where none can be")
    for card, owner, age, known in state.stack:
        if (owner < 0) is not (0 <= age <= state.age) or (card == "" and (owner >= 0 or known)):
            raise ValueError("the Extra Task stack has a card that cannot lie there")
        if card != "" and not known:
            raise ValueError("a card of the Extra Task stack is decided but known to nobody")
        if owner >= 0 and not known >> owner & 1:
            raise ValueError("a seat knows each card that it has put into the Extra Task stack")
        if state.viewer is not None and card != "" and (card == HIDDEN_CARD) is bool(known >> state.viewer & 1):
            raise ValueError("a view of the Extra Task stack shows too much or too little")
        if card not in ("", HIDDEN_CARD) and owner < 0 and state.ages.get(card, 0) != age:
            raise ValueError(f"{card} cannot be as old as its place in the stack")


def validate_wishes(state: WishesState) -> None:
    """Check that each wish is in one place, with matching cards and not too many Aides."""
    tables = state.game.tables
    open_wishes = [entry[0] for entry in state.open]
    for name, down, pool in (("simple", state.simple_down, state.simple), ("final", state.final_down, state.final)):
        if down > len(pool):
            raise ValueError(f"more {name} wishes lie face down than there are")
        if set(pool) & set(open_wishes) or not set(pool) <= set(getattr(state.game, f"{name}_cards")[state.seats == 1]):
            raise ValueError(f"a {name} wish is in two places, or in none")
    placed, dealt = tables.seats[state.seats].simple_placed, tables.constants["final_placed"]
    if state.simple_down > placed or state.final_down > dealt:
        raise ValueError("more wishes lie face down than were laid")
    if state.simple_down < placed and any(frame.step.name == "first_player" for frame in state.agenda_frames):
        raise ValueError("wishes were turned up before there was a first player")
    if len(set(open_wishes)) < len(open_wishes):
        raise ValueError("a wish lies open twice")
    most = tables.constants["aides_on_card"]
    for wish, cards, _ in state.open:
        for card, aides in cards:
            if wish not in state.game.fulfil[card] or len(aides) > most:
                raise ValueError(f"{card} cannot lie at {wish} like this")


def cards_in_transit(state: WishesState) -> list[str]:
    """Return the task cards that are only on the agenda."""
    return [frame.card for frame in state.agenda_frames if frame.step.name == "attach"]


def validate_task_cards(state: WishesState) -> None:
    """Check that deck, discard pile, hands, wishes and stack contain each task card and Guard once."""
    tables = state.game.tables
    lying = [card for hand in state.hands for card in hand if card != HIDDEN_CARD]
    lying += [card for _, cards, _ in state.open for card, _ in cards] + cards_in_transit(state)
    lying += [card for card, *_ in state.stack if card not in ("", HIDDEN_CARD)]
    lying += [card for card in state.discard if card != GUARD]
    lying += [*state.loose, *(card for _, cards in state.older for card in cards)]
    validate_same_cards("task cards", lying, tables.tasks)
    waiting = sum(frame.step.name in ("post", "choose_post") for frame in state.agenda_frames)
    guards = (
        state.guards + state.discard.count(GUARD) + sum(entry[2] for entry in state.open) + sum(state.met) + waiting
    )
    if guards != tables.guards:
        raise ValueError(f"there are {guards} Guards instead of {tables.guards}")


def validate_card_ages(state: WishesState) -> None:
    """Check that each card belongs to one deck that already exists."""
    older = [age for age, _ in state.older]
    if older != sorted(set(older)) or state.age in older:
        raise ValueError("older decks should be listed in order, each once")
    if any(not 0 < age <= state.age for age in state.ages.values()):
        raise ValueError("a card is younger than the deck")
    for age, cards in (*state.older, (state.age, tuple(state.loose))):
        if any(state.ages.get(card, 0) != age for card in cards):
            raise ValueError("an unseen card is of another deck")
    if (state.top == GUARD and not state.guards) or (state.top not in ("", GUARD) and not state.deck):
        raise ValueError("the deck has another card on top than it can have")


def validate_unseen_cards(state: WishesState) -> None:
    """Check that the unseen cards of each deck fill their places, and that the hands are possible."""
    hidden: Counter[int] = Counter(
        age for card, owner, age, _ in state.stack if owner < 0 and card in ("", HIDDEN_CARD)
    )
    if state.viewer is not None:
        for seat in range(state.seats):
            if seat != state.viewer:
                hand, given, _ = state.hand_age_cases_of_seat(seat)[0]
                if len(hand) != len(state.hands[seat]):
                    raise ValueError(f"seat {seat} has another number of cards than it can have")
                hidden.update(hand)
                put_in = [card for card, owner, *_ in state.stack if owner == seat]
                hidden.update(age for card, age in zip(put_in, given, strict=True) if card == HIDDEN_CARD)
    for age in {*hidden, *dict(state.older), state.age}:
        if len(state.unseen_cards_of_age(age)) != hidden[age] + (state.deck if age == state.age else 0):
            raise ValueError(
                f"there are {len(state.unseen_cards_of_age(age))} unseen cards of deck {age} for other places"
            )
    for seat in range(state.seats):
        if state.viewer in (None, seat):
            hand = tuple(sorted(state.ages.get(card, 0) for card in state.hands[seat]))
            if not any(case[0] == hand for case in state.hand_age_cases_of_seat(seat)):
                raise ValueError(f"seat {seat} cannot have come by these cards")


def validate_wares_and_score_cards(state: WishesState) -> None:
    """Check that each wares and score card is in one place."""
    tables = state.game.tables
    for stall, merchant in enumerate(tables.merchants):
        there = [*([state.tops[stall]] if state.tops[stall] else []), *state.below[stall], *state.under[stall]]
        there += [ware for wares in state.wares for ware in wares if tables.wares[ware].merchant == merchant]
        validate_same_cards("wares", there, state.game.stalls[merchant])
    dealt = [card for card in state.secrets if card not in ("", HIDDEN_CARD)]
    hidden = state.secrets.count(HIDDEN_CARD)
    validate_same_cards("score cards", [*dealt, *state.undealt], tables.scores)
    if hidden > len(state.undealt):
        raise ValueError("there are too few score cards")


def validate_gems_aides_and_orderlies(state: WishesState) -> None:
    """Check Gems, Aides and Orderlies."""
    tables = state.game.tables
    for seat in range(state.seats):
        name = f"seat {seat}"
        if state.gems[seat] > tables.constants["gem_limit"]:
            raise ValueError(f"{name} has {state.gems[seat]} Gems")
        out = sum(aides.count(seat) for _, cards, _ in state.open for _, aides in cards) + state.track.count(seat)
        if state.free[seat] + out != tables.constants["aides"]:
            raise ValueError(f"{name} has {state.free[seat] + out} Aides instead of {tables.constants['aides']}")
        if bool(state.orderly[seat]) is not (seat in state.track):
            raise ValueError(f"{name} has an Orderly on the chart and no Aide on the track, or the other way round")
    kinds = [kind for kind in state.orderly if kind]
    if len(set(kinds)) < len(kinds):
        raise ValueError("two Orderlies stand on one space")


def _can_take_aide(state: WishesState, card: str) -> bool:
    """Return whether a card at an open wish can take another Aide."""
    return any(
        there == card and len(aides) < state.game.aides_on_card for _, cards, _ in state.open for there, aides in cards
    )


FrameCheck = tuple[tuple[str, ...], "Callable[[Any, Any], bool]", str]
FRAME_CHECKS: tuple[FrameCheck, ...] = (
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
        lambda s, frame: frame is s.agenda_frames[-1] or bool(s.free[frame.seat]),
        "{name} waits for an Aide that is at home",
    ),
    (("set_aide",), lambda s, frame: not _can_take_aide(s, frame.card), "no Aide can be put on {frame.card}"),
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
UNIQUE_FRAME_FIELDS = (
    (("drop",), "seat", "a seat is asked twice: drop"),
    (("change",), "seat", "a seat is asked twice: change"),
    (("peek", "show"), "place", "a card of the stack is to be turned up twice"),
    (("next_ware", "stall_card"), "stall", "a merchant is to turn up a card twice"),
)
"""Steps of which no two frames have the same value of a field."""


def validate_agenda(state: WishesState) -> None:
    """Check that the agenda is consistent with the position."""
    if state.agenda_frames and any(frame.step.name == "begin" for frame in state.agenda_frames) is not (
        state.round == 0
    ):
        raise ValueError("the setup is over when the first round begins")
    for frame in state.agenda_frames:
        name = frame.step.name
        if getattr(frame, "stall", 0) >= len(state.tops):
            raise ValueError(f"{name} belongs to a merchant who does not exist")
        for names, wrong, why in FRAME_CHECKS:
            if name in names and wrong(state, frame):
                raise ValueError(why.format(name=name, frame=frame))
    for names, field, why in UNIQUE_FRAME_FIELDS:
        values = [getattr(frame, field) for frame in state.agenda_frames if frame.step.name in names]
        if len(set(values)) < len(values):
            raise ValueError(why)
    for final, down in ((False, state.simple_down), (True, state.final_down)):
        if sum(frame.step.name == "reveal" and frame.final is final for frame in state.agenda_frames) > down:
            raise ValueError("more wishes are to be turned up than there are")
    validate_setup(state)


def validate_setup(state: WishesState) -> None:
    """Check that the setup steps on the agenda are exactly those that have not happened."""
    waiting = [frame.seat for frame in state.agenda_frames if frame.step.name == "score_card"]
    if sorted(waiting) != [seat for seat in range(state.seats) if not state.secrets[seat]]:
        raise ValueError("score cards are to be dealt to others than those who have none")
    dealing = {frame.seat: frame.left for frame in state.agenda_frames if frame.step.name in ("deal", "first_face")}
    if state.round == 0:
        if len(dealing) < sum(frame.step.name in ("deal", "first_face") for frame in state.agenda_frames):
            raise ValueError("a seat is dealt two hands")
        for seat, hand in enumerate(state.hands):
            if len(hand) + dealing.get(seat, 0) != state.game.hand_size:
                raise ValueError(f"seat {seat} is dealt another number of cards than it lacks")
        stalls = {frame.stall for frame in state.agenda_frames if frame.step.name in ("next_ware", "stall_card")}
        if stalls != {stall for stall, top in enumerate(state.tops) if not top}:
            raise ValueError("stalls are filled that are full, or the other way round")


def revealed_wish_count(state: WishesState, final: bool) -> int:
    """Return the number of revealed wishes of a type. These wishes are open or have left the game."""
    cards = state.game.final_cards if final else state.game.simple_cards
    return len(cards[state.seats == 1]) - len(state.final if final else state.simple)


def validate_reachable(state: WishesState) -> None:
    """Raise ValueError for positions that no game can reach although each card is in one place."""
    tables, names = state.game.tables, [frame.step.name for frame in state.agenda_frames]
    finals = [entry for entry in state.open if tables.wishes[entry[0]].final]
    laid = {False: tables.seats[state.seats].simple_placed, True: tables.constants["final_placed"]}
    for final, down in ((False, state.simple_down), (True, state.final_down)):
        name, seen = "final" if final else "simple", revealed_wish_count(state, final)
        if laid[final] - down != seen:
            raise ValueError(f"{name}_down: {down} of {laid[final]} {name} wishes lie face down, but {seen} were seen")
        if seen < (len(finals) if final else len(state.open) - len(finals)):
            raise ValueError(f"open: more {name} wishes lie open than have been seen")
    closed = laid[True] - state.final_down - len(finals)
    coming = any(frame.step.name == "reveal" and frame.final for frame in state.agenda_frames)
    if (state.final_down < laid[True] or coming) and state.simple_down:
        raise ValueError(f"simple_down: a final wish is turned up while {state.simple_down} simple ones lie face down")
    if state.seats == 1 and state.ending:
        raise ValueError("ending: it cannot be true, as with one seat a final wish ends nothing (WIS-14.4)")
    if state.ending is not (state.seats > 1 and closed > 0):
        which = "a final wish was fulfilled" if closed else "no final wish was fulfilled"
        raise ValueError(f"ending: it cannot be {str(state.ending).lower()}, as {which} (WIS-10.4)")
    least = tables.seats[state.seats].revealed
    if state.round == 0 and len(state.open) + names.count("reveal") != (0 if "first_player" in names else least):
        raise ValueError(f"open: {len(state.open)} wishes lie open before the first round (WIS-1.11)")
    refilled = any(name in names for name in ("replace", "reveal", "begin", "first_player"))
    if len(state.open) < least and (state.simple_down or state.final_down) and not refilled:
        raise ValueError(f"open: {len(state.open)} wishes lie open, and {least} do while any lie face down (WIS-9.5)")
    _hungry(state, names)
    _plates(state, names)
    _hands(state)
    for seat in range(state.seats):
        if state.lamp[seat] and state.score[seat] < min(tables.lamp_squares, default=0):
            raise ValueError(f"lamp.{seat}: it cannot be awake at {state.score[seat]} points (WIS-7.6)")
        if state.met[seat] and "met" not in names:
            raise ValueError(f"met.{seat}: Guards met in the deal are waiting after it (WIS-A01)")
    if (
        state.top == ""
        and (state.deck or state.guards)
        and not (state.guards and not state.options["guard_back_visible"])
    ):
        known = "back" in names or any(name in names for name in ("deal", "score_card", "next_ware", "stall_card"))
        if not (known and state.round == 0) and "back" not in names and "reshuffled" not in names:
            raise ValueError("top: the back of the next card lies in sight (WIS-11.5)")
    _due(state, names)


def _hungry(state: WishesState, names: list[str]) -> None:
    """Check that the hungry plate is in force and that fulfilled wishes are removed at once.

    WIS-3.5, WIS-9.1, WIS-10.1.
    """
    if state.hungry is not (state.plate_effect() == "hungry" and "effect" not in names):
        raise ValueError(
            f"hungry: it cannot be {str(state.hungry).lower()} under the plate {state.plate or 'null'} (WIS-3.5)"
        )
    for entry in state.open:
        has, needed_now = state.attached_hearts_or_cards(entry), state.needed_hearts_or_cards(entry[0])
        if has >= state.game.tables.wishes[entry[0]].need or (has >= needed_now and "feed" not in names):
            raise ValueError(f"open: {entry[0]} has {has} of {needed_now}, so it would have been fulfilled")


def _complete_plates(state: WishesState, said: set[str]) -> None:
    """Fill in the plates.

    The plate in force is the last plate of the round so far. A finished round has had all its plates.
    """
    names = [frame.step.name for frame in state.agenda_frames]
    if "plates" in said:
        if "plate" not in said:
            state.plate = state.plates[-1] if state.plates else ""
        return
    if state.round == 0 and "plate" not in said:
        state.plate = ""
    state.plates = (state.plate,) if state.plate else ()
    if {"extra", "rank"} & {*names}:
        others = [plate for plate in state.game.plates if plate != state.plate]
        state.plates = (*others[: state.game.tables.seats[state.seats].plates - 1], state.plate)


def _plates(state: WishesState, names: list[str]) -> None:
    """Check the plates of the round. The last revealed plate is in force (WIS-2.1)."""
    if state.round == 0 and state.plates:
        raise ValueError(f"plate: {state.plates[-1]} cannot be in force before the first round (WIS-2.1)")
    if state.plate != (state.plates[-1] if state.plates else ""):
        raise ValueError(f"plate: {state.plate or 'null'} is not the last of the plates {', '.join(state.plates)}")
    most = state.game.tables.seats[state.seats].plates
    if "plate" in names and len(state.plates) >= most:
        raise ValueError(f"plates: the {most} plates of the round have been turned up, so no other is due (WIS-2.9)")
    if ("rank" in names or not state.agenda_frames) and len(state.plates) != most:
        raise ValueError(f"plates: {len(state.plates)} were turned up in a round that is over, not {most} (WIS-2.9)")


def _hands(state: WishesState) -> None:
    """Check that no hand is larger than its limit (WIS-2.8)."""
    filling = {
        frame.seat: frame.left
        for frame in state.agenda_frames
        if frame.step.name in ("fill", "face", "deal", "first_face")
    }
    for seat, hand in enumerate(state.hands):
        if len(hand) + filling.get(seat, 0) > state.game.hand_size:
            more = f" and {filling[seat]} to come" if seat in filling else ""
            raise ValueError(
                f"hands.{seat}: {len(hand)} cards{more}, and a hand has at most {state.game.hand_size} (WIS-2.8)"
            )


TURN_STEPS = ("further", "act", "offer", "plus", "free", "attach", "set_aide", "move_orderly", "peek", "seen")
"""Steps of the current seat."""
EFFECT_STEPS = ("effect", "drop", "sad", "feed", "next_ware", "stall_card")
"""Steps that apply the effect of a plate."""
PLATE_STEPS = {"drop": "mean", "sad": "sad", "feed": "hungry"}
"""Steps that only one plate causes."""


def _due(state: WishesState, names: list[str]) -> None:
    """Check the seat to act and the frames below it (WIS-2.6, WIS-2.7)."""
    turn = next((frame for frame in state.agenda_frames if frame.step.name == "turns"), None)
    effect = turn is not None and turn.done == 0
    now = -1 if turn is None or effect else (state.first + turn.done - 1) % state.seats
    for below, frame in zip([None, *state.agenda_frames], state.agenda_frames, strict=False):
        name, seat = frame.step.name, getattr(frame, "seat", None)
        own = name in TURN_STEPS or (name == "change" and frame.why == "swap")
        drawing = name in ("fill", "face")  # both steps also draw the cards exchanged under LOVELY, before the turns
        own = own or (drawing and (below.step.name == "further" or not (effect and state.plate_effect() == "lovely")))
        if own and turn is not None and seat != now:
            raise ValueError(
                f"{name}.seat: it is the turn of seat {now}, not of seat {seat}"
                if now >= 0
                else f"{name}: nobody has a turn before the plate has done what it does"
            )
        plate = "lovely" if name == "change" and not own else PLATE_STEPS.get(name, state.plate_effect())
        if plate != state.plate_effect():
            raise ValueError(f"{name}: the plate {state.plate or 'null'} does not ask for it")
        early = name in EFFECT_STEPS or (name == "change" and not own)
        if early and below is not None and below.step.name == "turns" and not effect:
            raise ValueError(f"{name}: the plate has done what it does before the turns")
        if name in ("sad", "feed_first") and seat != state.first:
            raise ValueError(f"{name}.seat: the first player chooses, and that is seat {state.first}")
        if name in ("further", "offer"):
            _taken(state, frame)
    _stack_due(state, names)


def _taken(state: WishesState, frame: Any) -> None:
    """Check that the further actions of a turn are within their limit (WIS-A07)."""
    each = state.options["optional_same_twice"]
    if (frame.bought + frame.lamps > 2) if each else (frame.bought > 1 or frame.lamps > 1):
        raise ValueError(f"{frame.step.name}: {frame.bought} bought and {frame.lamps} lamps used in one turn (WIS-A07)")
    if frame.bought > len(state.wares[frame.seat]):
        raise ValueError(f"{frame.step.name}.bought: seat {frame.seat} has {len(state.wares[frame.seat])} wares")


def _stack_due(state: WishesState, names: list[str]) -> None:
    """Check that unseen cards of the stack are revealed one after the other (WIS-5.4, WIS-12.1)."""
    for step, base in (("peek", "seen"), ("show", "rank")):
        if base in names:
            due = [frame.place for frame in state.agenda_frames if frame.step.name == step]
            unseen = [place for place, slot in enumerate(state.stack) if not slot[0]]
            if due != unseen[::-1]:
                raise ValueError(f"{step}: the cards to be seen lie at {unseen} of the stack, not at {due[::-1]}")
    everybody = (1 << state.seats) - 1
    if "rank" in names and any(slot[0] and slot[3] != everybody for slot in state.stack):
        raise ValueError("stack: its cards lie open now, so every seat knows them (WIS-12.1)")


def _complete_wishes(state: WishesState, said: set[str]) -> None:
    """Fill in face-down wishes, unseen wishes, and whether the end has begun. Each follows from the other fields."""
    tables, names = state.game.tables, [frame.step.name for frame in state.agenda_frames]
    if "open" not in said and state.round == 0:  # WIS-1.11: wishes that are still to be revealed are not open yet
        coming = len(state.open) if "first_player" in names else names.count("reveal")
        state.open = state.open[: max(0, len(state.open) - coming)]
    finals = sum(tables.wishes[wish].final for wish, *_ in state.open)
    laid = tables.constants["final_placed"]
    down = laid - finals
    if "final_down" in said:
        down = state.final_down
    elif "final" in said:
        down = laid - revealed_wish_count(state, True)
    elif "ending" in said and state.ending:
        down = max(0, down - 1)
    if not {"ending", "result"} & said:
        state.ending = state.seats > 1 and laid - down > finals
    state.final_down = down
    placed = tables.seats[state.seats].simple_placed
    if "simple_down" not in said:
        seen = revealed_wish_count(state, False) if "simple" in said else len(state.open) - finals
        coming = any(frame.step.name == "reveal" and frame.final for frame in state.agenda_frames)
        state.simple_down = 0 if down < laid or coming else max(0, placed - seen)
    for name, left in (("simple", placed - state.simple_down), ("final", laid - down)):
        if name not in said:  # assume that the first cards of each type have left the game
            cards = getattr(state.game, f"{name}_cards")[state.seats == 1]
            closed = [card for card in cards if all(card != wish for wish, *_ in state.open)]
            open_ones = len(cards) - len(closed)
            setattr(state, name, tuple(closed[max(0, left - open_ones) :]))


def fill_derived_fields(state: WishesState, given_fields: set[str]) -> None:
    """Set the missing fields. Items without a place get a default place: the deck, home, below a stall or face down."""
    tables = state.game.tables
    away = {card for hand in state.hands for card in hand} | {card for card, *_ in state.stack} | set(state.discard)
    away |= {card for _, cards, _ in state.open for card, _ in cards} | {
        card for _, cards in state.older for card in cards
    }
    away |= set(cards_in_transit(state))
    out = [aides for _, cards, _ in state.open for _, aides in cards]
    waiting = sum(frame.step.name in ("post", "choose_post") for frame in state.agenda_frames)
    guards = state.discard.count(GUARD) + sum(guard for *_, guard in state.open) + sum(state.met) + waiting
    _complete_plates(state, given_fields)
    _complete_wishes(state, given_fields)
    put_in = [[card for card, owner, *_ in state.stack if owner == seat] for seat in range(state.seats)]
    ages = [
        sorted(state.ages.get(card, 0) + 1 for card in (*state.hands[seat], *put_in[seat]))
        for seat in range(state.seats)
    ]
    bought = {ware for wares in state.wares for ware in wares}.union(state.tops, *state.under)
    values: dict[str, Any] = {
        "loose": [card for card in tables.tasks if card not in away and state.ages.get(card, 0) == state.age],
        "guards": tables.guards - guards,
        "free": [
            tables.constants["aides"] - sum(aides.count(seat) for aides in out) - state.track.count(seat)
            for seat in range(state.seats)
        ],
        "past": [(*ages[seat], *[0] * len(put_in[seat])) for seat in range(state.seats)],
        "below": [tuple(w for w in state.game.stalls[m] if w not in bought) for m in tables.merchants],
        "hungry": state.plate_effect() == "hungry"
        and all(frame.step.name != "effect" for frame in state.agenda_frames),
        "undealt": tuple(card for card in tables.scores if card not in state.secrets),
        "idle": min(1, state.round),
    }
    for name, value in values.items():
        if name not in given_fields:
            setattr(state, name, value)
    if "deck" not in given_fields:
        state.deck = len(state.loose) - sum(card == "" and age == state.age for card, _, age, _ in state.stack)
