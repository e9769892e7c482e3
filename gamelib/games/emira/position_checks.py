"""Checks of a whole saved position of Emira.

The checks assume nothing about a position, because users may have changed the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...card_counts import CardCounts, add_cards
from ...nodes import Seat
from ...validation import short_repr
from .card_tables import APPEARANCE_KINDS, CARAVANS, COUNTER_SLOT, HIDDEN_CARD, SIDI, STATUS_SLOT

if TYPE_CHECKING:
    from .state import EmiraState

PHASE_STEPS = ("events", "income", "preparation", "auctions", "purchases", "choosing", "upkeep", "marker")
"""Step of each phase. During a phase, the agenda contains this step or a step that it pushed."""
STEPS_BY_PHASE = (
    "",
    "play which halves name_kind forward pest back peek arrange mind",
    "",
    "turn_up title counter_drawn offer fetch",
    "bid win act last",
    "buy_look peek arrange look_keep",
    "",
    "xenia gift_or_not short depart",
)
"""The other steps that can be due in a phase."""
SETUP_STEPS = ("colour", "advantages", "first_player", "goal", "deal", "choose_event")
"""The steps of the setup."""
SUPPLY_NAMES = {
    "camels_left": "camels",
    "tiles_left": "palace tiles",
    "plus_left": "+1 counters",
    "small_left": "small caravans",
    "large_left": "large caravans",
}
ADVANTAGE_DEFAULTS: dict[str, Any] = {"camels": 0, "sections": 0, "looks": (0, 0, 0, 0, 0), "honours": ()}
"""Advantages of the colours (EMI-1.3), and the value of each before the colours are chosen."""
STEPS_OF_ANY_PHASE = {"settle", "give", "drop", "send"}
LENDING_PRINCESSES = ("Nadia", "Layla")  # they bring the reserved beauty and manners counters (EMI-13.8, EMI-13.9)


def validate_agenda(state: EmiraState, later_phases: Sequence[int]) -> None:
    """Raise ValueError unless a round is in progress and the agenda has all later phases in order."""
    names = [frame.step.name for frame in state.agenda_frames]
    later = [PHASE_STEPS[number - 1] for number in later_phases]
    now = names[len(later) :]
    if not state.round or not 0 < state.phase < 8 or names[: len(later)] != later:
        raise ValueError("the phases of this round are not those to come")
    if now[:1] == [PHASE_STEPS[state.phase - 1]]:
        now = now[1:]
    for name in now:
        if name not in STEPS_OF_ANY_PHASE and name not in STEPS_BY_PHASE[state.phase].split():
            raise ValueError(f"{name} cannot be due in phase {state.phase}")
    for frame in state.agenda_frames:
        if frame.step.name == "auctions" and (frame.opener < 0) is not (state.phase < 4):
            raise ValueError("the auctions have begun too early or not at all")
    if any(
        (state.lost[seat] == state.round) is not (state.done[seat] == "locked")
        for seat in range(state.seats)
        if state.phase == 4
    ):
        raise ValueError("a seat that has lost this round takes part in its auctions")


def validate_setup(state: EmiraState, dealt: int) -> None:
    """Raise ValueError unless the completed setup steps follow the seat order, with `dealt` cards per seat (EMI-1)."""
    n, names = state.seats, [frame.step.name for frame in state.agenda_frames]
    each = range(n)
    orders: dict[str, list[Seat | None]] = {
        "colour": [*each],
        "advantages": [None],
        "first_player": [None],
        "goal": [*each],
        "deal": [number % n for number in range(dealt * n)],
        "choose_event": [*each],
    }
    due: list[tuple[str, Seat | None]] = []
    for name, order in orders.items():  # the first pending step is on top
        left = len(order) if due else names.count(name)
        due += [(name, seat) for seat in order[len(order) - left :]]
    cards = dealt * n - names.count("deal")
    held = [(cards + n - 1 - seat) // n if ("choose_event", seat) in due else 1 for seat in each]
    if [(frame.step.name, getattr(frame, "seat", None)) for frame in reversed(state.agenda_frames)] != [
        *due,
        ("begin", None),
    ]:
        raise ValueError("the setup is not in order")
    colours, aims = ([(name, seat) in due for seat in each] for name in ("colour", "goal"))
    missing = (
        [not colour for colour in state.colours],
        [not aim for aim in state.aims],
        [len(hand) for hand in state.hands],
    )
    if missing != (colours, aims, held) or state.round or state.phase:
        raise ValueError("the setup cannot have come so far")
    if not state.has_colour_for_every_seat() and any(
        getattr(state, name) != [nothing] * n for name, nothing in ADVANTAGE_DEFAULTS.items()
    ):
        raise ValueError("nobody has an advantage before all have a colour")


def validate_asked_seat(state: EmiraState, frame: Any, below: Any) -> None:
    """Raise ValueError unless the frame below, a step of phase 1 or 5, now asks this seat."""
    if state.lost[frame.seat] == state.round or not below.asked or state.seat_order()[below.asked - 1] != frame.seat:
        raise ValueError(f"seat {frame.seat} cannot be asked now")


def count_supplies(state: EmiraState) -> dict[str, tuple[int, int]]:
    """Return, for each type of piece, the number of pieces in the position and the number in the game."""
    n, tables = state.seats, state.game.tables
    three = "_for_three" if n == 3 else ""
    small, large = (sum(len(pawns[k]) + len(pawns[k + 1]) for pawns in state.pawns) for k in (0, 2))
    supply = tables.supply
    sums = {
        "camels": (sum(state.camels) + state.camels_left, supply["camels" + three]),
        "palace tiles": (sum(state.sections) + state.tiles_left, supply["tiles"]),
        "+1 counters": (sum(row[3] + row[4] for row in state.looks) + state.plus_left, supply["plus"]),
        "small caravans": (small + state.small_left, supply["small" + three]),
        "large caravans": (large + state.large_left, supply["large" + three]),
    }
    at_home = {name for home in state.homes for name in home}
    for kind, word in enumerate(APPEARANCE_KINDS):
        apart = not state.has_colour_for_every_seat() if kind == 2 else LENDING_PRINCESSES[kind] not in at_home
        count = sum(row[kind] for row in state.looks) + state.bag[kind] + state.market[COUNTER_SLOT].count(word) + apart
        sums[f"{word} counters"] = count, supply["counters" + three]
    return sums


def validate_invariants(state: EmiraState) -> None:
    """Raise ValueError unless the invariants of `gamelib.games.emira.state` hold."""
    n, tables = state.seats, state.game.tables
    if state.xenia > tables.prices["xenia_markers"] or (state.seats != 3 and state.later):
        raise ValueError("Xenia has markers that do not exist, or a princess chooses in a round that is none")
    for seat in range(n):
        _seat(state, seat)
    for what, (count, expected) in count_supplies(state).items():
        if count != expected:
            raise ValueError(f"there are {count} {what}; the box has {expected}")
    _cards(state)


def _seat(state: EmiraState, seat: Seat) -> None:
    tables, name = state.game.tables, f"seat {seat}"
    if state.colours[seat] and state.colours.count(state.colours[seat]) > 1:
        raise ValueError(f"{name} cannot have the colour {short_repr(state.colours[seat])}")
    if state.gold[seat] % 10:
        raise ValueError(f"{name} cannot have {state.gold[seat]} gold")
    if state.herd[seat] >= len(tables.camel_track):
        raise ValueError(f"{name} has a camel disc off its track")
    spare = 0 if state.options["xenia_transfer_needs_room"] or "Xenia" not in state.homes[seat] else 1  # EMI-A08
    if len(state.homes[seat]) > state.palace_capacity(seat) + spare:
        raise ValueError(f"{name} has {len(state.homes[seat])} princesses and room for {state.palace_capacity(seat)}")
    low, high = tables.palace_halves
    if not low <= state.track[seat] <= high:
        raise ValueError(f"{name} has a palace disc off its track")
    if state.guests[seat] > tables.events["guest_house"].copies:
        raise ValueError(f"{name} has more Guest Houses than there are")
    if state.lost[seat] > state.round + 1 or state.surcharge[seat] > len(tables.princesses):
        raise ValueError(f"{name} has lost a round or pays for princesses that cannot be")
    for caravan, spaces in zip(CARAVANS, state.pawns[seat], strict=True):
        if list(spaces) != sorted(spaces) or any(not 1 <= x <= tables.caravans[caravan].spaces for x in spaces):
            raise ValueError(f"{name} has {caravan} caravans on spaces that do not exist: {list(spaces)}")
    if any(state.looks[seat][kind] < (lender in state.homes[seat]) for kind, lender in enumerate(LENDING_PRINCESSES)):
        raise ValueError(f"{name} lacks a counter that is lent")
    if state.aims[seat] in state.excluded[seat]:
        raise ValueError(f"{name} would have won with its objective")
    points = sum(tables.status[card].points for card in state.honours[seat])
    if state.renown[seat] != points + sum(name in state.homes[seat] for name in state.game.performers):
        raise ValueError(f"{name} has status cards and princesses that do not make {state.renown[seat]} points")


def deck_inventories(state: EmiraState) -> list[tuple[str, list[str], CardCounts]]:
    """Return, for each pile, its name, the cards in places other than the pile, and all cards of its type.

    Unknown cards of a view are included.
    """
    tables, three = state.game.tables, state.seats == 3
    emira = [*state.active, *state.later, *state.undecided, *state.leaving, *state.gone]
    emira += [name for home in state.homes for name in home]
    events = [*state.spent, *(card for hand in state.hands for card in hand)]
    status = [*state.out, *state.market[STATUS_SLOT], *(card for row in state.honours for card in row)]
    status += [] if state.has_colour_for_every_seat() else [state.game.reserved]
    _, looked_at = state.peeking_seat_and_deck()
    for name, cards in (("pile", emira), ("fates", events), ("titles", status)):
        if looked_at == name:
            cards += state.looked
    advanced = state.options["advanced"]
    return [
        ("pile", emira, dict.fromkeys(tables.princesses, 1)),
        ("fates", events, {c: e.copies for c, e in tables.events.items() if advanced or not e.advanced}),
        ("titles", status, {c: e.copies_for_three if three else e.copies for c, e in tables.status.items()}),
        # during the setup, some seats have no objective
        ("goals", [card for card in state.aims if card], dict.fromkeys(state.game.objectives_by_seats[state.seats], 1)),
    ]


def _cards(state: EmiraState) -> None:
    open_cards = [
        *state.active,
        *state.later,
        *state.undecided,
        *state.leaving,
        *state.gone,
        *state.spent,
        *state.out,
        *state.market[STATUS_SLOT],
    ]
    secret = [*state.looked, *state.aims, *(card for hand in state.hands for card in hand)]
    if HIDDEN_CARD in open_cards or (state.viewer is None and HIDDEN_CARD in secret):
        raise ValueError("a card is hidden where none can be")
    if state.looked and state.peeking_seat_and_deck()[0] < 0:
        raise ValueError("cards are being looked at by nobody")
    for name, cards, box in deck_inventories(state):
        if getattr(state, name).unplaced_count_in_hands() != cards.count(HIDDEN_CARD):
            raise ValueError(f"the cards of {name} and those hidden elsewhere do not fit together")
        counts = getattr(state, name).counts()
        for card in cards:
            if card != HIDDEN_CARD:
                add_cards(counts, card)
        for card, copies in box.items():
            if counts.pop(card, 0) != copies:
                raise ValueError(f"there should be {copies} of {card}")
        if counts:
            raise ValueError(f"{next(iter(counts))} is no card of this game")
    if SIDI in {name for home in state.homes for name in home}:
        raise ValueError("a princess is where she cannot be")
