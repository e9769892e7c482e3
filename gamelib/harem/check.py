"""Checks of a whole position: every card is in one place, and every other value makes sense.

Positions come from files that anyone may have changed, so nothing is taken for granted here. In a
seat's view the hidden cards are counted in the decks, and the hands hold as many unknown cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

from ..deck import Counts, Deck, add
from ..nodes import End
from ..state import AUTO, CHANCE, DECISION, Frame
from . import memory

if TYPE_CHECKING:
    from .state import HaremState, Player

MAX_PLAYS, MAX_GUARDS, LACK_KEEP = 2, 2, 3  # HAR-3.1, HAR-7.1, HAR-10.4
HIDDEN = (memory.UNKNOWN, memory.UNKNOWN_MASTER, memory.UNKNOWN_HAREM)

Test: TypeAlias = Callable[["HaremState", Any], bool]


def whole(value: object, least: int = 0, most: int = 10**6) -> bool:
    """Whether a value is a whole number in this range (True is none)."""
    return type(value) is int and least <= value <= most


def _seat(s: HaremState, value: Any) -> bool:
    return whole(value, 0, s.seats - 1)


def _wrath(s: HaremState, value: Any) -> bool:
    return value in s.game.wraths


def _one_of(*values: Any) -> Test:
    return lambda s, value: any(value == allowed and type(value) is type(allowed) for allowed in values)


def _seats(s: HaremState, value: Any) -> bool:
    return isinstance(value, tuple) and all(_seat(s, part) for part in value) and len(set(value)) == len(value)


def _numbers(s: HaremState, value: Any) -> bool:
    return isinstance(value, tuple) and all(whole(part) for part in value)


FRAMES: dict[str, tuple[Test, ...]] = {
    "deal": (lambda s, value: whole(value, 0, 7 * s.seats - 1),),
    "first_roll": (_seats, _numbers),
    "turn": (),
    "main": (),
    "dispose": (lambda s, value: value in s.game.master_counts,),
    "draws": (_one_of("fill", "forfeit", "treasure", "power", "caravan"), lambda s, value: whole(value, 0, 3)),
    "choose_deck": (_one_of("fill", "forfeit", "treasure", "power"),),
    "card": (_one_of("master", "harem"),),
    "lack": (),
    "free_lesson": (lambda s, value: value in s.players[s.turn].court,),
    "fetch": (_one_of("enhancement", "gold"), lambda s, value: value in s.game.kind),
    "pick": (_one_of("PICK_CARD", "UNGUARD"),),
    "gem_roll": (_one_of(False, True),),
    "reroll": (lambda s, value: value in s.game.gem_tables[s.options["gem_table"]].values() and whole(value),),
    "brace": (_wrath, _seat),
    "combat": (_wrath, _seat, lambda s, value: whole(value, 0, 1)),
    "spoils": (_wrath, _seat),
    "grab": (_seat, lambda s, value: whole(value, 1)),
    "score": (_one_of("points", "stalled"), _one_of("HAR-11.2", "HAR-A28"), lambda s, value: whole(value, 0, s.seats),
              _numbers),
    "final_roll": (_seat, lambda s, value: whole(value, 1)),
}  # fmt: skip
"""Of each step that may wait on the agenda, what its arguments must be."""

UNDER = {
    "deal": (None,), "first_roll": (None,), "turn": (None,), "main": (None,), "score": (None,),
    "draws": (None, "main", "dispose"), "choose_deck": ("draws",), "card": ("draws", "main"), "lack": ("draws",),
    "dispose": ("main", "draws"), "fetch": ("main", "dispose"), "free_lesson": ("main",), "pick": ("main",),
    "gem_roll": ("main",), "reroll": ("main",), "combat": ("main",), "brace": ("combat",), "spoils": ("main",),
    "grab": ("main",), "final_roll": ("score",),
}  # fmt: skip
"""The steps that may lie right under a step on the agenda; None: nothing."""


def everything(s: HaremState) -> None:
    """ValueError unless every invariant of `gamelib.harem.state` holds."""
    if len(s.players) != s.seats or not _seat(s, s.turn):
        raise ValueError(f"it has {len(s.players)} tables for {s.seats} seats, and it is the turn of {s.turn!r}")
    if s.viewer is not None and not _seat(s, s.viewer):
        raise ValueError(f"{s.viewer!r} is no seat that could see it so")
    _turn(s)
    for seat, player in enumerate(s.players):
        _player(s, seat, player)
    knowledge(s)
    _cards(s)
    _agenda(s)


def _turn(s: HaremState) -> None:
    counts = (s.turns, s.idle, s.still, s.discount)
    if not all(whole(n) for n in counts) or not whole(s.plays, 0, MAX_PLAYS):
        raise ValueError("the counts of turns or plays are no whole numbers from 0 up")
    if not all(isinstance(flag, bool) for flag in (s.kismet, s.moved, s.grown, s.favour)):
        raise ValueError("what has happened this turn is not told by true and false")
    values = s.game.gem_tables[s.options["gem_table"]].values()
    if not all(whole(value, 1) and value in values for value in s.pending):
        raise ValueError("a rolled Gem has a value that the gem table does not know")
    if len(set(s.used)) != len(s.used) or not all(companion in s.game.once for companion in s.used):
        raise ValueError("the powers used this turn are wrong")


def _player(s: HaremState, seat: int, player: Player) -> None:
    game = s.game
    if not whole(player.guards, 0, MAX_GUARDS):
        raise ValueError(f"seat {seat + 1} has {player.guards!r} Guards")
    hidden = () if s.viewer in (None, seat) else HIDDEN
    for card in player.hand:
        if game.kind.get(card, "play_now") == "play_now" and card not in hidden:
            raise ValueError(f"seat {seat + 1} holds {card}, which can be in no hand")
    for card in player.treasury:
        if game.kind.get(card) not in ("gold", "gem", "jewelry"):
            raise ValueError(f"seat {seat + 1} has {card} in the treasury")
    for companion, attached in (*player.court.items(), *player.stars.items()):
        if companion not in game.companions or not all(card in game.gain for card in attached):
            raise ValueError(f"seat {seat + 1} has {companion} with {', '.join(map(str, attached))} in the court")
    if any(s.skills(player, companion) == (4, 4, 4) for companion in player.court):
        raise ValueError(f"seat {seat + 1} has a companion who should be a star")
    for star, kept in player.stars.items():
        if kept and not (s.options["kadine_keeps_jewelry"] and all(game.kind[card] == "jewelry" for card in kept)):
            raise ValueError(f"seat {seat + 1} has cards under the star {star}")


def knowledge(s: HaremState) -> None:
    """ValueError unless what the seats know of each other's hands can be so, and is so in a whole position."""
    for viewer, card, holders in s.known:
        if not _seat(s, viewer) or card not in s.game.kind or not _seats(s, holders) or not holders:
            raise ValueError("what the seats know of each other's hands is wrong")
        if viewer in holders or s.viewer not in (None, viewer):
            raise ValueError("what the seats know of each other's hands is wrong")
    if s.viewer is None:
        for viewer, card in {entry[:2] for entry in s.known}:
            wanted = [set(holders) for *key, holders in s.known if key == [viewer, card]]
            for size in range(1, s.seats):
                for group in combinations(s.others(viewer), size):
                    there = sum(s.players[seat].hand.get(card, 0) for seat in group)
                    if sum(holders <= set(group) for holders in wanted) > there:
                        raise ValueError(f"seat {viewer + 1} knows of {card} in hands that do not hold it")
    for pair in s.blurred:
        if not all(_seat(s, seat) for seat in pair) or s.viewer not in (None, pair[0]):
            raise ValueError("what the seats know of each other's hands is wrong")


def _cards(s: HaremState) -> None:
    """Every card of the game is in one place."""
    found: Counts = {}
    places: list[Iterable[tuple[Any, Any]]] = [place.items() for place in (
        s.master.counts(), s.harem.counts(), s.master_discard, s.harem_discard, s.aside)]  # fmt: skip
    places.append([("GEM", 1)] * len(s.pending))
    places.append((frame[1], 1) for frame in s.todo if frame[0].name == "dispose")
    if s.viewer is not None:
        places.append((card, 1) for _, card, holders in s.known if len(holders) > 1)
    for player in s.players:
        places += [player.hand.items(), player.treasury.items(), [("GUARD", player.guards)]]
        for companion, attached in (*player.court.items(), *player.stars.items()):
            places.append([(companion, 1), *((card, 1) for card in attached)])
    for place in places:
        for card, n in place:
            if not whole(n):
                raise ValueError(f"there cannot be {n!r} of {card}")
            if card not in HIDDEN:
                add(found, card, n)
    expected = s.game.master_counts | s.game.harem_counts
    for card in (*expected, *found):
        if found.get(card, 0) != expected.get(card, 0):
            raise ValueError(f"there are {found.get(card, 0)} of {card}; the cards have {expected.get(card, 0)}")
    kinds = s.game.kind
    for pile, home in ((s.master.counts(), False), (s.master_discard, False), (s.aside, False),
                       (s.harem.counts(), True), (s.harem_discard, True)):  # fmt: skip
        if any((kinds[card] == "concubine") is not home for card in pile):
            raise ValueError("a card lies in the pile of the other deck")
    _hidden(s, s.master, s.harem)


def _hidden(s: HaremState, master: Deck, harem: Deck) -> None:
    """The decks speak of as many cards outside the piles as the hands hold unknown ones."""
    unknown = [sum(player.hand.get(name, 0) for player in s.players) for name in HIDDEN]
    loose = sum(len(holders) > 1 for _, _, holders in s.known) if s.viewer is not None else 0
    blurred_master = master.away() - unknown[1]
    blurred_harem = harem.away() - unknown[2]
    if min(blurred_master, blurred_harem) < 0 or blurred_master + blurred_harem + loose != unknown[0]:
        raise ValueError("the piles and the hidden hands do not fit together")


def _agenda(s: HaremState) -> None:
    """What is to be done can be done."""
    if s.result is not None:
        _result(s, s.result)
        return
    below: Frame | None = None
    for frame in s.todo:
        _frame(s, frame, below)
        below = frame
    frame = s.todo[-1]
    step = frame[0]
    if step.kind == AUTO:
        raise ValueError(f"nothing is to be chosen or drawn at {step.name}")
    if step.kind == DECISION and s.viewer in (None, s.turn) and not step.moves(s, frame):
        raise ValueError(f"there is nothing to choose from at {step.name}")
    if step.kind == CHANCE:
        step.dist(s, frame)


def _frame(s: HaremState, frame: Frame, below: Frame | None) -> None:
    step, *arguments = frame
    tests = FRAMES.get(step.name)
    if tests is None or len(tests) != len(arguments):
        raise ValueError(f"the step {step.name} cannot be on the agenda so")
    if step.name == "lack" and s.players[s.turn].hand_size() <= LACK_KEEP:
        raise ValueError("nobody has to discard")
    if not all(test(s, argument) for test, argument in zip(tests, arguments, strict=True)):
        raise ValueError(f"the step {step.name} has arguments that make no sense")
    name = below[0].name if below else None
    if name not in UNDER[step.name]:
        raise ValueError(f"the step {step.name} cannot come after {name or 'nothing'}")
    if step.name == "draws" and (below is None) is not (frame[1] in ("fill", "forfeit")):
        raise ValueError("a run of draws has lost its place")
    if step.name == "card" and name == "main" and frame[1] != "harem":
        raise ValueError("a power draws from the other deck")
    if below and step.name == "final_roll" and (frame[1] != below[3] - 1 or "GEM" not in s.players[frame[1]].treasury):
        raise ValueError("there is no Gem to roll")
    target = frame[1] if step.name == "grab" else frame[2] if step.name in ("combat", "brace", "spoils") else None
    if target == s.turn:
        raise ValueError("a seat cannot raid itself")
    if step.name == "first_roll" and not 0 <= len(frame[2]) < len(frame[1]):
        raise ValueError("the first roll has no seat to roll")
    if step.name == "score" and len(frame[4]) != frame[3]:
        raise ValueError("the final count has lost its place")
    if step.name in ("gem_roll", "reroll") and "GEM" not in s.players[s.turn].treasury:
        raise ValueError("there is no Gem to roll")


def _result(s: HaremState, end: End) -> None:
    if end.reason not in ("stars", "points", "stalled") or end.rule not in ("HAR-11.1", "HAR-11.2", "HAR-A28"):
        raise ValueError("the game has ended for no reason of this game")
    if len(end.scores) != s.seats or not all(whole(score) for score in end.scores):
        raise ValueError("the scores are wrong")
    if not end.winners or not _seats(s, end.winners):
        raise ValueError("the winners are wrong")
