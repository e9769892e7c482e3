"""Checks of a whole saved position of Emira.

Positions come from files that anyone may have changed, so nothing is taken for granted here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...counts import Counts, add
from ...nodes import Seat
from ...outside import told
from .tables import CARAVANS, HIDDEN, KINDS, LOOK, SIDI, STATUS

if TYPE_CHECKING:
    from .state import EmiraState

PHASES = ("events", "income", "preparation", "auctions", "purchases", "choosing", "upkeep", "marker")
"""The step of each phase; while a phase lasts, its step or one pushed by it is on the agenda."""
STEPS_OF = (
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
BEFORE = ("colour", "advantages", "first_player", "goal", "deal", "choose_event")
"""The steps of the setup."""
SUPPLIES = {
    "camels_left": "camels",
    "tiles_left": "palace tiles",
    "plus_left": "+1 counters",
    "small_left": "small caravans",
    "large_left": "large caravans",
}
ADVANTAGES: dict[str, Any] = {"camels": 0, "sections": 0, "looks": (0, 0, 0, 0, 0), "honours": ()}
"""What the colours bring (EMI-1.3), and how much of it a seat has before."""
ANYWHERE = {"settle", "give", "drop", "send"}
LENDERS = ("Nadia", "Layla")  # they bring the reserved beauty and manners counters (EMI-13.8, EMI-13.9)


def agenda(s: EmiraState, to_come: Sequence[int]) -> None:
    """ValueError unless a round is under way, and the phases still to come lie on the agenda, the last one lowest."""
    names = [frame.step.name for frame in s.todo]
    later = [PHASES[number - 1] for number in to_come]
    now = names[len(later) :]
    if not s.round or not 0 < s.phase < 8 or names[: len(later)] != later:
        raise ValueError("the phases of this round are not those to come")
    if now[:1] == [PHASES[s.phase - 1]]:
        now = now[1:]
    for name in now:
        if name not in ANYWHERE and name not in STEPS_OF[s.phase].split():
            raise ValueError(f"{name} cannot be due in phase {s.phase}")
    for frame in s.todo:
        if frame.step.name == "auctions" and (frame.opener < 0) is not (s.phase < 4):
            raise ValueError("the auctions have begun too early or not at all")
    if any((s.lost[seat] == s.round) is not (s.done[seat] == "locked") for seat in range(s.seats) if s.phase == 4):
        raise ValueError("a seat that has lost this round takes part in its auctions")


def setup(s: EmiraState, dealt: int) -> None:
    """ValueError unless everything so far lies before the seats, one after the other, `dealt` cards each (EMI-1)."""
    n, names = s.seats, [frame.step.name for frame in s.todo]
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
    for name, order in orders.items():  # the first one due is on top
        left = len(order) if due else names.count(name)
        due += [(name, seat) for seat in order[len(order) - left :]]
    cards = dealt * n - names.count("deal")
    held = [(cards + n - 1 - seat) // n if ("choose_event", seat) in due else 1 for seat in each]
    if [(frame.step.name, getattr(frame, "seat", None)) for frame in reversed(s.todo)] != [*due, ("begin", None)]:
        raise ValueError("the setup is not in order")
    colours, aims = ([(name, seat) in due for seat in each] for name in ("colour", "goal"))
    missing = [not colour for colour in s.colours], [not aim for aim in s.aims], [len(hand) for hand in s.hands]
    if missing != (colours, aims, held) or s.round or s.phase:
        raise ValueError("the setup cannot have come so far")
    if not s.colour_started() and any(getattr(s, name) != [nothing] * n for name, nothing in ADVANTAGES.items()):
        raise ValueError("nobody has an advantage before all have a colour")


def asked(s: EmiraState, frame: Any, below: Any) -> None:
    """ValueError unless it is this seat that the step below, of phase 1 or 5, asks now."""
    if s.lost[frame.seat] == s.round or not below.asked or s.order()[below.asked - 1] != frame.seat:
        raise ValueError(f"seat {frame.seat} cannot be asked now")


def supplies(s: EmiraState) -> dict[str, tuple[int, int]]:
    """Of all pieces, how many there are in all places and how many the box has."""
    n, tables = s.seats, s.game.tables
    three = "_for_three" if n == 3 else ""
    small, large = (sum(len(pawns[k]) + len(pawns[k + 1]) for pawns in s.pawns) for k in (0, 2))
    supply = tables.supply
    sums = {
        "camels": (sum(s.camels) + s.camels_left, supply["camels" + three]),
        "palace tiles": (sum(s.sections) + s.tiles_left, supply["tiles"]),
        "+1 counters": (sum(row[3] + row[4] for row in s.looks) + s.plus_left, supply["plus"]),
        "small caravans": (small + s.small_left, supply["small" + three]),
        "large caravans": (large + s.large_left, supply["large" + three]),
    }
    at_home = {name for home in s.homes for name in home}
    for kind, word in enumerate(KINDS):
        apart = not s.colour_started() if kind == 2 else LENDERS[kind] not in at_home
        count = sum(row[kind] for row in s.looks) + s.bag[kind] + s.market[LOOK].count(word) + apart
        sums[f"{word} counters"] = count, supply["counters" + three]
    return sums


def everything(s: EmiraState) -> None:
    """ValueError unless the invariants of `gamelib.games.emira.state` hold."""
    n, tables = s.seats, s.game.tables
    if s.xenia > tables.prices["xenia_markers"] or (s.seats != 3 and s.later):
        raise ValueError("Xenia has markers that do not exist, or a princess chooses in a round that is none")
    for seat in range(n):
        _seat(s, seat)
    for what, (count, expected) in supplies(s).items():
        if count != expected:
            raise ValueError(f"there are {count} {what}; the box has {expected}")
    _cards(s)


def _seat(s: EmiraState, seat: Seat) -> None:
    tables, name = s.game.tables, f"seat {seat}"
    if s.colours[seat] and s.colours.count(s.colours[seat]) > 1:
        raise ValueError(f"{name} cannot have the colour {told(s.colours[seat])}")
    if s.gold[seat] % 10:
        raise ValueError(f"{name} cannot have {s.gold[seat]} gold")
    if s.herd[seat] >= len(tables.camel_track):
        raise ValueError(f"{name} has a camel disc off its track")
    spare = 0 if s.options["xenia_transfer_needs_room"] or "Xenia" not in s.homes[seat] else 1  # EMI-A08
    if len(s.homes[seat]) > s.room(seat) + spare:
        raise ValueError(f"{name} has {len(s.homes[seat])} princesses and room for {s.room(seat)}")
    low, high = tables.palace_halves
    if not low <= s.track[seat] <= high:
        raise ValueError(f"{name} has a palace disc off its track")
    if s.guests[seat] > tables.events["guest_house"].copies:
        raise ValueError(f"{name} has more Guest Houses than there are")
    if s.lost[seat] > s.round + 1 or s.surcharge[seat] > len(tables.princesses):
        raise ValueError(f"{name} has lost a round or pays for princesses that cannot be")
    for caravan, spaces in zip(CARAVANS, s.pawns[seat], strict=True):
        if list(spaces) != sorted(spaces) or any(not 1 <= x <= tables.caravans[caravan].spaces for x in spaces):
            raise ValueError(f"{name} has {caravan} caravans on spaces that do not exist: {list(spaces)}")
    if any(s.looks[seat][kind] < (lender in s.homes[seat]) for kind, lender in enumerate(LENDERS)):
        raise ValueError(f"{name} lacks a counter that is lent")
    if s.aims[seat] in s.excluded[seat]:
        raise ValueError(f"{name} would have won with its objective")
    points = sum(tables.status[card].points for card in s.honours[seat])
    if s.renown[seat] != points + sum(name in s.homes[seat] for name in s.game.performers):
        raise ValueError(f"{name} has status cards and princesses that do not make {s.renown[seat]} points")


def boxes(s: EmiraState) -> list[tuple[str, list[str], Counts]]:
    """Of each pile: its name, the cards that lie elsewhere (unknown ones of a view too), and all cards of the kind."""
    tables, three = s.game.tables, s.seats == 3
    emira = [*s.active, *s.later, *s.undecided, *s.leaving, *s.gone]
    emira += [name for home in s.homes for name in home]
    events = [*s.spent, *(card for hand in s.hands for card in hand)]
    status = [*s.out, *s.market[STATUS], *(card for row in s.honours for card in row)]
    status += [] if s.colour_started() else [s.game.reserved]
    _, looked_at = s.looker()
    for name, cards in (("pile", emira), ("fates", events), ("titles", status)):
        if looked_at == name:
            cards += s.looked
    advanced = s.options["advanced"]
    return [
        ("pile", emira, dict.fromkeys(tables.princesses, 1)),
        ("fates", events, {c: e.copies for c, e in tables.events.items() if advanced or not e.advanced}),
        ("titles", status, {c: e.copies_for_three if three else e.copies for c, e in tables.status.items()}),
        # before the setup is over, some have no objective
        ("goals", [card for card in s.aims if card], dict.fromkeys(s.game.goals[s.seats], 1)),
    ]


def _cards(s: EmiraState) -> None:
    open_cards = [*s.active, *s.later, *s.undecided, *s.leaving, *s.gone, *s.spent, *s.out, *s.market[STATUS]]
    secret = [*s.looked, *s.aims, *(card for hand in s.hands for card in hand)]
    if HIDDEN in open_cards or (s.viewer is None and HIDDEN in secret):
        raise ValueError("a card is hidden where none can be")
    if s.looked and s.looker()[0] < 0:
        raise ValueError("cards are being looked at by nobody")
    for name, cards, box in boxes(s):
        if getattr(s, name).away() != cards.count(HIDDEN):
            raise ValueError(f"the cards of {name} and those hidden elsewhere do not fit together")
        counts = getattr(s, name).counts()
        for card in cards:
            if card != HIDDEN:
                add(counts, card)
        for card, copies in box.items():
            if counts.pop(card, 0) != copies:
                raise ValueError(f"there should be {copies} of {card}")
        if counts:
            raise ValueError(f"{next(iter(counts))} is no card of this game")
    if SIDI in {name for home in s.homes for name in home}:
        raise ValueError("a princess is where she cannot be")
