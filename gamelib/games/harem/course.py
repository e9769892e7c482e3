"""What no course of play brings about the turn: its counters and marks, refused with the name of the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...fields import MOST_WHOLE
from .powers import FATES
from .raids import most_grabbed, rolls
from .state import MAX_PLAYS, STILL_ROUNDS

if TYPE_CHECKING:
    from ...step import Frame
    from .state import HaremState

MARKS = {
    "plays": 0,
    "kismet": False,
    "moved": False,
    "grown": False,
    "pending": (),
    "discount": 0,
    "change": 0,
    "favour": False,
    "used": (),
}
"""What a turn counts and marks, and how it begins (HAR-2.8)."""
RAIDS = ("combat", "brace", "spoils")
POWERS = ("free_lesson", "pick")
"""Steps of a card that was just played: a raid, and a companion with a power of hers."""


BEFORE = {"deal", "first_roll"}
"""Steps of the setup."""


def over(s: HaremState) -> int:
    """Turns that have ended: those that began, without the one that is under way."""
    return s.turns - (s.turns > 0 and not any(frame.step.name in {"turn", *BEFORE} for frame in s.todo))


def course(s: HaremState) -> None:
    """ValueError unless play can have brought turn and counters about."""
    names = [frame.step.name for frame in s.todo]
    if BEFORE & {*names} and s.turns:
        raise ValueError("turns: nobody has had a turn before the setup is over (HAR-1)")
    if not {"turn", *BEFORE} & {*names} and not s.turns:
        raise ValueError("turns: a turn has begun, so it is 1 or more")
    ended = over(s) if s.turns < MOST_WHOLE else MOST_WHOLE  # a file holds no larger number
    for name in ("idle", "still"):
        if getattr(s, name) > ended + (s.result is not None or "score" in names):
            raise ValueError(f"{name}: {getattr(s, name)} turns in a row, and {ended} have ended")
    if s.idle > s.still:
        raise ValueError(f"idle: {s.idle} turns in which no card moved, and nobody grew in only {s.still} (HAR-A28)")
    if s.result is None and "score" not in names:
        if s.idle >= s.options["stall_rounds"] * s.seats:
            raise ValueError(f"idle: the game has ended after {s.idle} turns in which no card moved (HAR-A28)")
        if s.still >= STILL_ROUNDS * s.seats and s.options["win_by"] == "kadines_only":
            raise ValueError(f"still: the game has ended after {s.still} turns in which nobody grew (HAR-A28)")
    _marks(s, names)
    _card(s, names)
    for number, frame in enumerate(s.todo):
        why = unbrought(s, frame, s.todo[number - 1] if number else None)
        if why:
            raise ValueError(why)
        if by_power(s, frame) and not s.grown:
            raise ValueError(f"grown: the companion of {frame.step.name} has just come, so it is true (HAR-A28)")


def _marks(s: HaremState, names: list[str]) -> None:
    """What a turn counts and marks begins anew with it, and follows from what can be done in one."""
    forfeits = any(getattr(frame, "why", "") == "forfeit" for frame in s.todo)
    fresh = "the turn is forfeited" if forfeits else "the turn has not begun" if {"turn", *BEFORE} & {*names} else ""
    for name, nothing in MARKS.items():
        if fresh and getattr(s, name) != nothing and not (forfeits and name == "moved"):
            raise ValueError(f"{name}: {fresh}, so it is {nothing or 'empty' if nothing == () else nothing}")
    player, game = s.players[s.turn], s.game
    if s.pending and any(getattr(frame, "why", "") == "fill" for frame in s.todo):
        raise ValueError("pending: rolled Gems are lost before the hand is filled (HAR-4.7)")
    for place, companion in enumerate(s.used):
        if companion not in player.court and companion not in player.stars:
            raise ValueError(f"used.{place}: {companion} does not live with seat {s.turn} (HAR-5.7)")
    if s.favour and not s.kismet:
        raise ValueError("favour: no Kismet card has been played this turn (HAR-9.1)")
    given = sum(game.once[companion] == "DISCOUNT1" for companion in s.used)
    most = given + 2 * (s.kismet and not s.favour)
    if s.discount > most or (not s.plays and s.discount not in (given, most)):
        raise ValueError(f"discount: powers and Kismet cards of this turn do not make it {s.discount} (HAR-5.2)")
    if s.change and (s.options["jewelry_change"] == "lost" or not s.plays):
        raise ValueError("change: no Jewelry has paid more this turn than was due (HAR-A14)")
    most = sum(game.money[card] * game.master_counts[card] for card in game.jewelry)
    if s.change >= most:
        raise ValueError(f"change: all Jewelry is worth {most}, and a companion costs 1 or more (HAR-A14)")
    if s.change and any(getattr(frame, "why", "") == "fill" for frame in s.todo):
        raise ValueError("change: it is lost before the hand is filled (HAR-A14)")
    if s.grown and not (player.court or player.stars):
        raise ValueError(f"grown: seat {s.turn} has no companion who could have (HAR-A28)")
    if not s.moved and (s.plays or s.kismet or s.pending or s.grown or {"gem_roll", "reroll"} & {*names}):
        raise ValueError("moved: cards have moved this turn")


def _card(s: HaremState, names: list[str]) -> None:
    """A card that is being carried out has been played."""
    if sum(getattr(frame, "card", "") in FATES for frame in s.todo) > 1:
        raise ValueError("todo: two Kismet cards are being carried out in one turn (HAR-3.1)")
    for frame in s.todo:
        name = frame.step.name
        if name == "dispose" and frame.card in FATES and not s.kismet:
            raise ValueError(f"kismet: {frame.card} is being carried out, so one has been played (HAR-3.1)")
        if (name in (*RAIDS, "grab") or by_power(s, frame)) and not s.plays:
            raise ValueError(f"plays: the card of {name} has been played, so it is 1 or 2 (HAR-3.1)")
    if {"gem_roll", "reroll"} & {*names} and s.plays >= MAX_PLAYS:
        raise ValueError("plays: a Gem is rolled only with a play left (HAR-4.4)")


def by_power(s: HaremState, frame: Frame) -> bool:
    """Whether a companion brings this step about as she arrives (HAR-5.6)."""
    match frame.step.name:
        case "draws" | "choose_deck":
            return bool(frame.why == "power")
        case "fetch":
            return frame.source not in FATES
        case "grab":
            return frame.left == 1 and not most_grabbed(s)
        case name:
            return name in POWERS


def arrived(s: HaremState, power: str) -> bool:
    """Whether somebody with this one-time power may have just come to the seat whose turn it is (HAR-5.6).

    Only Jewelry can lie under her yet, and only one whom that would make a star is one already.
    """
    player, companions = s.players[s.turn], s.game.companions
    return any(
        companions[companion].power == power and all(card in s.game.jewelry for card in under)
        for companion, under in (*player.court.items(), *player.stars.items())
        if companion in player.court or companions[companion].skills[:2] == (4, 4)
    )


def _no_free_lesson(s: HaremState, who: str, turn: str) -> str:
    """Why a companion cannot bring a Lesson for nothing (HAR-5.6); "" where she can."""
    player, where, due = s.players[s.turn], "free_lesson.companion", s.todo[-1].step.name == "free_lesson"
    if s.game.companions[who].power != "FREE_ENH":
        return f"{where}: {who} has not the power FREE_ENH (HAR-5.6)"
    if who not in player.court and (due or who not in player.stars):
        return f"{where}: {who} does not live with {turn} (HAR-5.6)"
    if any(card not in s.game.jewelry for card in player.court.get(who, ())):
        return f"{where}: {who} has just come, so only Jewelry can lie under her (HAR-5.6)"
    return "" if player.hand or not due else f"free_lesson: {turn} has no card in its hand (HAR-5.6)"


def _no_pick(s: HaremState, frame: Frame, turn: str) -> str:
    """Why nobody chooses a seat for a power (HAR-5.6); "" where somebody may."""
    if not arrived(s, frame.power):
        return f"pick.power: nobody with the power {frame.power} has just come to {turn} (HAR-5.6)"
    lacks = "a Guard" if frame.power == "UNGUARD" else "a card in its hand"
    return "" if frame.step.moves(s, frame) else f"pick: no other seat has {lacks} (HAR-5.6)"


def _no_fetch(s: HaremState, frame: Frame, card: str, turn: str) -> str:
    """Why a card is not brought back from a discard pile (HAR-5.6, HAR-9.1); "" where it may be."""
    source, player = frame.source, s.players[s.turn]
    power = {"enhancement": "ENH_BACK", "gold": "GOLD_BACK"}[frame.what]
    if source in s.game.companions:
        if s.game.companions[source].power != power:
            return f"fetch.source: {source} has not the power {power} (HAR-5.6)"
        if card or not (source in player.court or source in player.stars) or not arrived(s, power):
            return f"fetch.source: {source} has not just come to {turn} (HAR-5.6)"
    elif {"KIS-TEACHER": "enhancement", "KIS-MERCHANT": "gold"}.get(source) != frame.what:
        return f"fetch.source: {source} does not bring back a card of the kind {frame.what} (HAR-9.1)"
    elif card != source:
        return f"fetch.source: {source} is not what is being carried out under it, by dispose (HAR-9.1)"
    return ""


def unbrought(s: HaremState, frame: Frame, below: Frame | None) -> str:
    """Why no play can have brought this step about, as far as all can see; "" where one can."""
    name, turn, is_due = frame.step.name, f"seat {s.turn}", frame is s.todo[-1]
    card = below.card if below is not None and below.step.name == "dispose" else ""
    used = {s.game.once[companion] for companion in s.used}
    match name:
        case "free_lesson":
            return _no_free_lesson(s, frame.companion, turn)
        case "pick":
            return _no_pick(s, frame, turn)
        case "fetch":
            return _no_fetch(s, frame, card, turn)
        case "draws" if frame.why == "power" and not arrived(s, "DRAW2"):
            return f"draws.why: nobody with the power DRAW2 has just come to {turn} (HAR-5.6)"
        case "draws" if card and card != {"treasure": "KIS-TREASURE", "caravan": "PN-CARAVAN"}.get(frame.why):
            return f"draws.why: {card} brings no draws for {frame.why}"
        case "dispose" if frame.card not in FATES and not (
            frame.card == "PN-CARAVAN" and below and below.step.name == "draws"
        ):
            return f"dispose.card: {frame.card} is not being carried out there"
        case "grab" if frame.left > most_grabbed(s) and not (by_power(s, frame) and arrived(s, "PICK_CARD")):
            return f"grab.left: no card in master_discard and nobody's power lets {turn} take {frame.left} (HAR-8.9)"
        case "gem_roll" if frame.rerolled and "REROLL_GEM" not in used:
            return "gem_roll.rerolled: used has nobody with the power REROLL_GEM (HAR-5.7)"
        case "reroll" if is_due and not s.ready(s.players[s.turn], "REROLL_GEM"):
            return f"reroll: nobody of {turn} has the power REROLL_GEM left (HAR-5.7)"
        case "brace" if is_due and not s.ready(s.players[s.turn], "WRATH_PLUS1"):
            return f"brace: nobody of {turn} has the power WRATH_PLUS1 left (HAR-5.7)"
        case "combat" if not rolls(s.players[frame.target].guards, s.options["unguarded_combat"]):
            return f"combat.target: seat {frame.target} has no Guard, so no dice decide (HAR-A1)"
        case "card" if below is not None and below.step.name == "main" and "HAREM_DRAW" not in used:
            return "card: used has nobody with the power HAREM_DRAW (HAR-5.7)"
    return ""


def complete(s: HaremState, said: set[str]) -> None:
    """What follows from the rest, where it is not said: turns that have passed, plays that were made."""
    names = {frame.step.name for frame in s.todo}
    if "lost" not in said and s.options["points_above_four"] == "lost":
        for player in s.players:
            for companion, under in player.court.items():
                for number, card in enumerate(under):
                    s.lose_points(companion, card, s.game.skills(companion, under[:number], s.lost_points(companion)))
    if "turns" not in said and not BEFORE & names:
        s.turns = max(s.turns, s.idle + ("turn" not in names), s.still + ("turn" not in names))
    elif "turns" not in said:
        s.turns = 0
    if "still" not in said:
        s.still = max(s.still, s.idle)
    carried = [getattr(frame, "card", "") for frame in s.todo if frame.step.name == "dispose"]
    given = sum(s.game.once[companion] == "DISCOUNT1" for companion in s.used)
    powers = any(by_power(s, frame) for frame in s.todo)
    if "kismet" not in said:
        s.kismet = s.kismet or s.favour or s.discount > given or any(card in FATES for card in carried)
    if "plays" not in said and (powers or names & {*RAIDS, "grab"}):
        s.plays = max(1, s.plays)
    if "grown" not in said:
        s.grown = s.grown or (powers and bool(s.players[s.turn].court or s.players[s.turn].stars))
    if "moved" not in said:
        s.moved = s.moved or bool(s.plays or s.kismet or s.pending or s.grown or names & {"gem_roll", "reroll"})
