"""Checks for counters and flags of a turn that no game can reach. Errors name the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...fields import MAX_INT
from .powers import KISMET_EFFECTS
from .raids import is_roll_needed, max_hand_cards_by_raid
from .state import MAX_PLAYS, MAX_ROUNDS_WITHOUT_GROWTH

if TYPE_CHECKING:
    from ...step import Frame
    from .state import HaremState

TURN_DEFAULTS = {
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
"""Counters and flags of a turn with their values at its start (HAR-2.8)."""
RAID_STEPS = ("combat", "brace", "spoils")
POWER_STEPS = ("free_lesson", "pick")
"""Steps of a card that was played just now: a raid, or a companion with a power."""


SETUP_STEPS = {"deal", "first_roll"}
"""Steps of the setup."""


def finished_turn_count(state: HaremState) -> int:
    """Return the number of finished turns."""
    return state.turns - (
        state.turns > 0 and not any(frame.step.name in {"turn", *SETUP_STEPS} for frame in state.agenda_frames)
    )


def validate_reachable(state: HaremState) -> None:
    """Raise ValueError unless play can reach this turn and these counters."""
    names = [frame.step.name for frame in state.agenda_frames]
    if SETUP_STEPS & {*names} and state.turns:
        raise ValueError("turns: nobody has had a turn before the setup is over (HAR-1)")
    if not {"turn", *SETUP_STEPS} & {*names} and not state.turns:
        raise ValueError("turns: a turn has begun, so it is 1 or more")
    ended = finished_turn_count(state) if state.turns < MAX_INT else MAX_INT  # no file contains a larger number
    for name in ("idle", "still"):
        if getattr(state, name) > ended + (state.result is not None or "score" in names):
            raise ValueError(f"{name}: {getattr(state, name)} turns in a row, and {ended} have ended")
    if state.idle > state.still:
        raise ValueError(
            f"idle: {state.idle} turns in which no card moved, and nobody grew in only {state.still} (HAR-A28)"
        )
    if state.result is None and "score" not in names:
        if state.idle >= state.options["stall_rounds"] * state.seats:
            raise ValueError(f"idle: the game has ended after {state.idle} turns in which no card moved (HAR-A28)")
        if state.still >= MAX_ROUNDS_WITHOUT_GROWTH * state.seats and state.options["win_by"] == "kadines_only":
            raise ValueError(f"still: the game has ended after {state.still} turns in which nobody grew (HAR-A28)")
    _marks(state, names)
    _card(state, names)
    for number, frame in enumerate(state.agenda_frames):
        why = why_unreachable(state, frame, state.agenda_frames[number - 1] if number else None)
        if why:
            raise ValueError(why)
        if is_caused_by_new_companion(state, frame) and not state.grown:
            raise ValueError(f"grown: the companion of {frame.step.name} has just come, so it is true (HAR-A28)")


def _marks(state: HaremState, names: list[str]) -> None:
    """Check the counters and flags of a turn. Each turn resets them, and they depend on the legal actions."""
    forfeits = any(getattr(frame, "why", "") == "forfeit" for frame in state.agenda_frames)
    fresh = (
        "the turn is forfeited" if forfeits else "the turn has not begun" if {"turn", *SETUP_STEPS} & {*names} else ""
    )
    for name, nothing in TURN_DEFAULTS.items():
        if fresh and getattr(state, name) != nothing and not (forfeits and name == "moved"):
            raise ValueError(f"{name}: {fresh}, so it is {nothing or 'empty' if nothing == () else nothing}")
    player, game = state.players[state.turn], state.game
    if state.pending and any(getattr(frame, "why", "") == "fill" for frame in state.agenda_frames):
        raise ValueError("pending: rolled Gems are lost before the hand is filled (HAR-4.7)")
    for place, companion in enumerate(state.used):
        if companion not in player.court and companion not in player.stars:
            raise ValueError(f"used.{place}: {companion} does not live with seat {state.turn} (HAR-5.7)")
    if state.favour and not state.kismet:
        raise ValueError("favour: no Kismet card has been played this turn (HAR-9.1)")
    given = sum(game.turn_powers[companion] == "DISCOUNT1" for companion in state.used)
    most = given + 2 * (state.kismet and not state.favour)
    if state.discount > most or (not state.plays and state.discount not in (given, most)):
        raise ValueError(f"discount: powers and Kismet cards of this turn do not make it {state.discount} (HAR-5.2)")
    if state.change and (state.options["jewelry_change"] == "lost" or not state.plays):
        raise ValueError("change: no Jewelry has paid more this turn than was due (HAR-A14)")
    most = sum(game.payment_value[card] * game.master_counts[card] for card in game.jewelry_cards)
    if state.change >= most:
        raise ValueError(f"change: all Jewelry is worth {most}, and a companion costs 1 or more (HAR-A14)")
    if state.change and any(getattr(frame, "why", "") == "fill" for frame in state.agenda_frames):
        raise ValueError("change: it is lost before the hand is filled (HAR-A14)")
    if state.grown and not (player.court or player.stars):
        raise ValueError(f"grown: seat {state.turn} has no companion who could have (HAR-A28)")
    if not state.moved and (
        state.plays or state.kismet or state.pending or state.grown or {"gem_roll", "reroll"} & {*names}
    ):
        raise ValueError("moved: cards have moved this turn")


def _card(state: HaremState, names: list[str]) -> None:
    """Check that a card in use has been played."""
    if sum(getattr(frame, "card", "") in KISMET_EFFECTS for frame in state.agenda_frames) > 1:
        raise ValueError("todo: two Kismet cards are being carried out in one turn (HAR-3.1)")
    for frame in state.agenda_frames:
        name = frame.step.name
        if name == "dispose" and frame.card in KISMET_EFFECTS and not state.kismet:
            raise ValueError(f"kismet: {frame.card} is being carried out, so one has been played (HAR-3.1)")
        if (name in (*RAID_STEPS, "grab") or is_caused_by_new_companion(state, frame)) and not state.plays:
            raise ValueError(f"plays: the card of {name} has been played, so it is 1 or 2 (HAR-3.1)")
    if {"gem_roll", "reroll"} & {*names} and state.plays >= MAX_PLAYS:
        raise ValueError("plays: a Gem is rolled only with a play left (HAR-4.4)")


def is_caused_by_new_companion(state: HaremState, frame: Frame) -> bool:
    """Return whether the one-time power of a new companion causes this step (HAR-5.6)."""
    match frame.step.name:
        case "draws" | "choose_deck":
            return bool(frame.why == "power")
        case "fetch":
            return frame.source not in KISMET_EFFECTS
        case "grab":
            return frame.left == 1 and not max_hand_cards_by_raid(state)
        case name:
            return name in POWER_STEPS


def can_companion_have_just_joined(state: HaremState, power: str) -> bool:
    """Return whether a companion with this one-time power may have just joined the current seat (HAR-5.6).

    A new companion can have only Jewelry. She is a star only if the Jewelry is sufficient to make her one.
    """
    player, companions = state.players[state.turn], state.game.companions
    return any(
        companions[companion].power == power and all(card in state.game.jewelry_cards for card in under)
        for companion, under in (*player.court.items(), *player.stars.items())
        if companion in player.court or companions[companion].skills[:2] == (4, 4)
    )


def _no_free_lesson(state: HaremState, who: str, turn: str) -> str:
    """Return why a companion cannot give a free Lesson, or "" if she can (HAR-5.6)."""
    player, where, due = (
        state.players[state.turn],
        "free_lesson.companion",
        state.agenda_frames[-1].step.name == "free_lesson",
    )
    if state.game.companions[who].power != "FREE_ENH":
        return f"{where}: {who} has not the power FREE_ENH (HAR-5.6)"
    if who not in player.court and (due or who not in player.stars):
        return f"{where}: {who} does not live with {turn} (HAR-5.6)"
    if any(card not in state.game.jewelry_cards for card in player.court.get(who, ())):
        return f"{where}: {who} has just come, so only Jewelry can lie under her (HAR-5.6)"
    return "" if player.hand or not due else f"free_lesson: {turn} has no card in its hand (HAR-5.6)"


def _no_pick(state: HaremState, frame: Frame, turn: str) -> str:
    """Return why no seat can be chosen for a power, or "" if a seat can be chosen (HAR-5.6)."""
    if not can_companion_have_just_joined(state, frame.power):
        return f"pick.power: nobody with the power {frame.power} has just come to {turn} (HAR-5.6)"
    lacks = "a Guard" if frame.power == "UNGUARD" else "a card in its hand"
    return "" if frame.step.legal_actions(state, frame) else f"pick: no other seat has {lacks} (HAR-5.6)"


def _no_fetch(state: HaremState, frame: Frame, card: str, turn: str) -> str:
    """Return why a card cannot return from a discard pile, or "" if it can (HAR-5.6, HAR-9.1)."""
    source, player = frame.source, state.players[state.turn]
    power = {"enhancement": "ENH_BACK", "gold": "GOLD_BACK"}[frame.what]
    if source in state.game.companions:
        if state.game.companions[source].power != power:
            return f"fetch.source: {source} has not the power {power} (HAR-5.6)"
        if (
            card
            or not (source in player.court or source in player.stars)
            or not can_companion_have_just_joined(state, power)
        ):
            return f"fetch.source: {source} has not just come to {turn} (HAR-5.6)"
    elif {"KIS-TEACHER": "enhancement", "KIS-MERCHANT": "gold"}.get(source) != frame.what:
        return f"fetch.source: {source} does not bring back a card of the kind {frame.what} (HAR-9.1)"
    elif card != source:
        return f"fetch.source: {source} is not what is being carried out under it, by dispose (HAR-9.1)"
    return ""


def why_unreachable(state: HaremState, frame: Frame, below: Frame | None) -> str:
    """Return the reason why no play can have led to this step, by public information, or "" if it is reachable."""
    name, turn, is_due = frame.step.name, f"seat {state.turn}", frame is state.agenda_frames[-1]
    card = below.card if below is not None and below.step.name == "dispose" else ""
    used = {state.game.turn_powers[companion] for companion in state.used}
    match name:
        case "free_lesson":
            return _no_free_lesson(state, frame.companion, turn)
        case "pick":
            return _no_pick(state, frame, turn)
        case "fetch":
            return _no_fetch(state, frame, card, turn)
        case "draws" if frame.why == "power" and not can_companion_have_just_joined(state, "DRAW2"):
            return f"draws.why: nobody with the power DRAW2 has just come to {turn} (HAR-5.6)"
        case "draws" if card and card != {"treasure": "KIS-TREASURE", "caravan": "PN-CARAVAN"}.get(frame.why):
            return f"draws.why: {card} brings no draws for {frame.why}"
        case "dispose" if frame.card not in KISMET_EFFECTS and not (
            frame.card == "PN-CARAVAN" and below and below.step.name == "draws"
        ):
            return f"dispose.card: {frame.card} is not being carried out there"
        case "grab" if frame.left > max_hand_cards_by_raid(state) and not (
            is_caused_by_new_companion(state, frame) and can_companion_have_just_joined(state, "PICK_CARD")
        ):
            return f"grab.left: no card in master_discard and nobody's power lets {turn} take {frame.left} (HAR-8.9)"
        case "gem_roll" if frame.rerolled and "REROLL_GEM" not in used:
            return "gem_roll.rerolled: used has nobody with the power REROLL_GEM (HAR-5.7)"
        case "reroll" if is_due and not state.ready_power_holders(state.players[state.turn], "REROLL_GEM"):
            return f"reroll: nobody of {turn} has the power REROLL_GEM left (HAR-5.7)"
        case "brace" if is_due and not state.ready_power_holders(state.players[state.turn], "WRATH_PLUS1"):
            return f"brace: nobody of {turn} has the power WRATH_PLUS1 left (HAR-5.7)"
        case "combat" if not is_roll_needed(state.players[frame.target].guards, state.options["unguarded_combat"]):
            return f"combat.target: seat {frame.target} has no Guard, so no dice decide (HAR-A1)"
        case "card" if below is not None and below.step.name == "main" and "HAREM_DRAW" not in used:
            return "card: used has nobody with the power HAREM_DRAW (HAR-5.7)"
    return ""


def fill_derived_fields(state: HaremState, given_fields: set[str]) -> None:
    """Set the numbers of finished turns and plays if they are missing."""
    names = {frame.step.name for frame in state.agenda_frames}
    if "lost" not in given_fields and state.options["points_above_four"] == "lost":
        for player in state.players:
            for companion, under in player.court.items():
                for number, card in enumerate(under):
                    state.lose_points(
                        companion,
                        card,
                        state.game.skills(companion, under[:number], state.permanently_lost_points(companion)),
                    )
    if "turns" not in given_fields and not SETUP_STEPS & names:
        state.turns = max(state.turns, state.idle + ("turn" not in names), state.still + ("turn" not in names))
    elif "turns" not in given_fields:
        state.turns = 0
    if "still" not in given_fields:
        state.still = max(state.still, state.idle)
    carried = [getattr(frame, "card", "") for frame in state.agenda_frames if frame.step.name == "dispose"]
    given = sum(state.game.turn_powers[companion] == "DISCOUNT1" for companion in state.used)
    powers = any(is_caused_by_new_companion(state, frame) for frame in state.agenda_frames)
    if "kismet" not in given_fields:
        state.kismet = (
            state.kismet or state.favour or state.discount > given or any(card in KISMET_EFFECTS for card in carried)
        )
    if "plays" not in given_fields and (powers or names & {*RAID_STEPS, "grab"}):
        state.plays = max(1, state.plays)
    if "grown" not in given_fields:
        state.grown = state.grown or (
            powers and bool(state.players[state.turn].court or state.players[state.turn].stars)
        )
    if "moved" not in given_fields:
        state.moved = state.moved or bool(
            state.plays or state.kismet or state.pending or state.grown or names & {"gem_roll", "reroll"}
        )
