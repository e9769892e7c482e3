"""Sultan's Wrath: the combat, and what the raider takes (HAR-8)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ...counts import add, each, insert, take
from ...dist import Dist
from ...fields import SEAT, among, whole
from ...nodes import Action, Ruling
from ...step import ChanceStep, Frame
from .draws import ANY_TIME, TurnQuestion
from .setup import DICE_TOTALS, TWO_DICE

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState

ROLL: Final = Action("roll")
BREAK: Final = Action("break")
NOTHING: Final = Action("take", ())
COMBAT: Final[Dist[tuple[int, int]]] = Dist({(a, d): TWO_DICE[a] * TWO_DICE[d] for a in TWO_DICE for d in TWO_DICE})

WRATH = among("a raid card", lambda s: s.game.wraths)

Money = tuple[tuple[str, int, int], ...]  # (card, value, count)


@lru_cache(maxsize=1 << 14)
def loots(money: Money, limit: int) -> tuple[Action, ...]:
    """Every set of these cards worth at most `limit` together, at least one card (HAR-8.6, HAR-8.7)."""
    sets: list[tuple[tuple[str, ...], int]] = [((), 0)]
    for card, value, count in money:
        sets = [
            (cards + (card,) * k, worth + k * value)
            for cards, worth in sets
            for k in range(count + 1)
            if worth + k * value <= limit
        ]
    return tuple(Action("take", cards) for cards, _ in sets if cards)


def can_raid(s: HaremState, card: str, target: int) -> bool:
    """Whether this raid card would meet a Guard, or some mode of it could take something (HAR-8.2)."""
    player = s.players[target]
    if player.guards:
        return True
    takes, robs = s.game.loot[card]
    return not takes.isdisjoint(player.treasury) or (robs and bool(player.hand))


def defence(s: HaremState, target: int) -> int:
    """What the defender adds: the Guards, and the watchful power (HAR-8.3)."""
    player = s.players[target]
    return player.guards + s.has_power(player, "WATCHFUL")


def wins_ties(guards: int) -> bool:
    """Whether a raid wins where both sides come to the same: only where no Guard stands (HAR-7.2, HAR-A1)."""
    return not guards


def least(modifier: int, guards: int, watch: int = 0) -> int:
    """The least difference of the dice, the raider's less the defender's, that wins (HAR-7.2, HAR-8.3).

    `watch`: what powers add to the defence. Tables, odds, bots and pages all ask this.
    """
    return guards + watch - modifier + (not wins_ties(guards))


def rolls(guards: int, unguarded: str) -> bool:
    """Whether the dice decide a raid; without a Guard by that option (HAR-A1)."""
    return bool(guards) or unguarded == "roll"


def needed(s: HaremState, modifier: int, target: int) -> int:
    """The least difference that wins against this seat now."""
    guards = s.players[target].guards
    return least(modifier, guards, defence(s, target) - guards)


def start_raid(s: HaremState, card: str, target: int) -> None:
    """The raid card is out; roll, or take at once where that option says so (HAR-8.3, HAR-A1)."""
    if not rolls(s.players[target].guards, s.options["unguarded_combat"]):
        s.push("spoils", card, target)
        return
    s.push("combat", card, target, 0)
    if s.ready(s.players[s.turn], "WRATH_PLUS1"):
        s.push("brace", card, target)


def check_target(s: HaremState, frame: Frame) -> None:
    """ValueError if the one whose turn it is raids itself."""
    if frame.target == s.turn:
        raise ValueError(f"seat {s.turn} cannot raid itself")


def has_played(s: HaremState, card: str) -> bool:
    """Whether this raid card may have been played this turn: discarded, unless a Kismet card brought it back."""
    return card in s.master_discard or s.kismet


def check_raid(s: HaremState, frame: Frame) -> None:
    """ValueError unless the raid card has been played against somebody who has something to lose (HAR-8.2)."""
    check_target(s, frame)
    if not has_played(s, frame.card):
        raise ValueError(f"{frame.card} has not been played; it would lie in master_discard")
    if not can_raid(s, frame.card, frame.target):
        raise ValueError(f"seat {frame.target} has nothing that {frame.card} could take")


class Brace(TurnQuestion):
    """Before the dice: add 1 by a companion's power, or just roll (HAR-5.7)."""

    name = "brace"
    rule = "HAR-5.7"
    fields = {"card": WRATH, "target": SEAT}
    on = ("combat",)
    verbs = {"roll": "", "boost": "s", **ANY_TIME}

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"card": frame.card, "target": frame.target}

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        if below is None or (below.card, below.target, below.boost) != (frame.card, frame.target, 0):
            raise ValueError("a power is asked for another combat")

    def is_void(self, s: HaremState, frame: Frame) -> bool:
        return not s.ready(s.players[s.turn], "WRATH_PLUS1")

    def answers(self, s: HaremState, frame: Frame) -> list[Action]:
        return [ROLL, *(Action("boost", c) for c in s.ready(s.players[s.turn], "WRATH_PLUS1"))]

    def judge(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if action is ROLL or action.args[0] in s.ready(s.players[s.turn], "WRATH_PLUS1"):
            return None
        return Ruling("HAR-5.7", "no_power", {"companion": action.args[0]})

    def answer(self, s: HaremState, frame: Frame, action: Action) -> None:
        s.todo.pop()
        if action is ROLL:
            return
        (companion,) = action.args
        s.used += (companion,)
        s.todo[-1] = COMBAT_STEP.frame(frame.card, frame.target, 1)
        if s.log is not None:
            s.tell("HAR-5.7", "boosted", s.turn, companion=companion)


class Combat(ChanceStep):
    """Both roll two dice; outcome (raider's roll, defender's roll)."""

    name = "combat"
    rule = "HAR-8.3"
    fields = {"card": WRATH, "target": SEAT, "boost": whole(0, 1)}
    on = ("main",)

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        check_raid(s, frame)
        if frame.boost and not any(s.game.once[companion] == "WRATH_PLUS1" for companion in s.used):
            raise ValueError("nobody has added to the attack")

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {
            "card": frame.card,
            "target": frame.target,
            "modifier": s.game.wraths[frame.card].modifier + frame.boost,
            "defence": defence(s, frame.target),
            "watch": s.players[frame.target].guards,
        }

    def dist(self, s: HaremState, frame: Frame) -> Dist[tuple[int, int]]:
        return COMBAT

    def sample(self, s: HaremState, frame: Frame, rng: Random) -> tuple[int, int]:
        return DICE_TOTALS[int(rng.random() * 36)], DICE_TOTALS[int(rng.random() * 36)]

    def take(self, s: HaremState, frame: Frame, rolls: tuple[int, int]) -> None:
        card, target, boost = frame.card, frame.target, frame.boost
        guards = s.players[target].guards
        modifier = s.game.wraths[card].modifier + boost
        wins = rolls[0] - rolls[1] >= needed(s, modifier, target)
        if s.log is not None:
            attack, defend = rolls[0] + modifier, rolls[1] + defence(s, target)
            code = "combat" if attack != defend else "tie_won" if wins else "tie_lost"
            decides, also = ("HAR-7.2" if guards else "HAR-A1"), "HAR-8.3"
            if code != "tie_lost":  # the Guards decide only who wins a tie
                decides, also = also, decides
            s.tell(decides, code, s.turn, (also,), target=target, attack=attack, defend=defend, watch=guards)
        s.todo.pop()
        if wins:
            s.push("spoils", card, target)
        elif s.log is not None:
            s.tell("HAR-8.4", "raid_failed", s.turn, ("HAR-7.2",) if guards else (), target=target)


class Spoils(TurnQuestion):
    """The raid has won: break the Guards, or take by one mode of the card (HAR-8.5, HAR-8.6)."""

    name = "spoils"
    rule = "HAR-8.5"
    fields = {"card": WRATH, "target": SEAT}
    on = ("main",)
    verbs = {"break": "", "take": "t", "grab": "i", **ANY_TIME}

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        guards = s.players[frame.target].guards
        offer = "break_or_take" if guards else "take"
        return {"card": frame.card, "target": frame.target, "watch": guards, "offer": offer}

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        check_raid(s, frame)

    def answers(self, s: HaremState, frame: Frame) -> list[Action]:
        card, target = frame.card, frame.target
        player = s.players[target]
        moves = [BREAK] if player.guards else []
        for kind, up_to in s.game.wraths[card].modes:
            if kind == "hand":
                moves += [Action("grab", n) for n in range(1, min(up_to, player.hand_size()) + 1)]
            else:
                moves += loots(*self.stock(s, target, kind, up_to))
        if self.finds_nothing(s, frame):
            moves.append(NOTHING)
        return moves

    def finds_nothing(self, s: HaremState, frame: Frame) -> bool:
        """Whether some mode of the card finds no card, so that choosing it takes nothing (HAR-8.5, HAR-A22)."""
        treasury, hand = s.players[frame.target].treasury, s.players[frame.target].hand
        return any(treasury.keys().isdisjoint(cards) if cards else not hand for cards in s.game.modes[frame.card])

    def stock(self, s: HaremState, target: int, kind: str, up_to: int) -> tuple[Money, int]:
        """The target's cards of a kind with what each counts towards the limit: gold its value, others 1."""
        treasury = s.players[target].treasury
        cards = {"gold": s.game.gold, "gem": ("GEM",), "jewelry": s.game.jewelry}[kind]
        worth = s.game.money if kind == "gold" else {}
        return tuple((card, worth.get(card, 1), treasury[card]) for card in cards if card in treasury), up_to

    def judge(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        card, target = frame.card, frame.target
        player = s.players[target]
        modes = dict(s.game.wraths[card].modes)
        if action is BREAK:
            return None if player.guards else Ruling("HAR-8.5", "no_guards", {"target": target})
        if action.verb == "grab":
            if "hand" not in modes:
                return Ruling("HAR-8.6", "no_mode", {"card": card, "what": "hand"})
            if not player.hand_size():
                return Ruling("HAR-8.6", "no_card_there", {"target": target})
            most = min(modes["hand"], player.hand_size())
            if not 1 <= action.args[0] <= most:
                return Ruling("HAR-8.6", "grab_count", {"most": most, "wanted": action.args[0]})
            return None
        (cards,) = action.args
        if not cards:
            return None if self.finds_nothing(s, frame) else Ruling("HAR-8.6", "take_one", {})
        unknown = next((taken for taken in cards if taken not in s.game.kind), None)
        if unknown is not None:
            return Ruling("HAR-8.6", "not_there", {"card": unknown, "target": target, "have": 0})
        kinds = {s.game.kind[taken] for taken in cards}
        (kind, *others) = sorted(kinds)
        if others:
            return Ruling("HAR-8.6", "one_mode", {"card": card})
        if kind not in modes:
            # attached cards, companions, stars and Guards are never loot
            rule = "HAR-8.6" if kind in ("gold", "gem", "jewelry") else "HAR-8.11"
            return Ruling(rule, "no_mode", {"card": card, "what": kind})
        for taken in set(cards):
            if cards.count(taken) > player.treasury.get(taken, 0):
                attached = any(taken in under for under in player.court.values())
                return Ruling(
                    "HAR-8.11" if attached else "HAR-8.6",
                    "not_there",
                    {"card": taken, "target": target, "have": player.treasury.get(taken, 0)},
                )
        worth = sum(s.game.money[taken] if kind == "gold" else 1 for taken in cards)
        if worth > modes[kind]:
            rule = "HAR-8.7" if kind == "gold" else "HAR-8.6"
            return Ruling(rule, "over_limit", {"limit": modes[kind], "worth": worth, "what": kind}, "take_less")
        if action not in loots(*self.stock(s, target, kind, modes[kind])):
            return Ruling("HAR-8.6", "order", {})  # the same cards in another order are not another action
        return None

    def answer(self, s: HaremState, frame: Frame, action: Action) -> None:
        target: int = frame.target
        s.todo.pop()
        player, raider = s.players[target], s.players[s.turn]
        if action is BREAK:
            add(s.master_discard, "GUARD", player.guards)
            if s.log is not None:
                s.tell("HAR-8.5", "broken", s.turn, ("HAR-7.3",), target=target, watch=player.guards)
            player.guards = 0
        elif action.verb == "grab":
            s.push("grab", target, action.args[0])
        else:
            for taken in action.args[0]:
                take(player.treasury, taken)
                insert(raider.treasury, taken)
            if s.log is not None and action is NOTHING:
                s.tell("HAR-8.6", "taken_nothing", s.turn, ("HAR-8.5", "HAR-A22"), target=target)
            elif s.log is not None:
                s.tell("HAR-8.8", "taken", s.turn, ("HAR-8.6", "HAR-8.7"), target=target, cards=action.args[0])


def most_grabbed(s: HaremState) -> int:
    """The most cards of a hand that a raid card which has been played lets its player take (HAR-8.6)."""
    played = [wrath for card, wrath in s.game.wraths.items() if has_played(s, card)]
    return max((most for wrath in played for kind, most in wrath.modes if kind == "hand"), default=0)


class Grab(ChanceStep):
    """A random card of a hand, and so many left in all (HAR-8.9)."""

    name = "grab"
    rule = "HAR-8.9"
    fields = {"target": SEAT, "left": whole(1)}
    on = ("main",)

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        check_target(s, frame)
        if frame.left > s.players[frame.target].hand_size():
            raise ValueError(f"{frame.left} cards cannot be taken from the hand of seat {frame.target}")

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"target": frame.target, "left": frame.left}

    def dist(self, s: HaremState, frame: Frame) -> Dist[str]:
        return s.random_hand_card(frame.target)

    def sample(self, s: HaremState, frame: Frame, rng: Random) -> str:
        hand = each(s.players[frame.target].hand)
        return hand[int(rng.random() * len(hand))]

    def take(self, s: HaremState, frame: Frame, card: str) -> None:
        target, left = frame.target, frame.left
        take(s.players[target].hand, card)
        insert(s.players[s.turn].hand, card)
        s.record_theft(target, s.turn, card)
        if s.log is not None:
            s.tell_some((s.turn, target), "HAR-8.9", "grabbed", s.turn, ("HAR-13.2",), card=card, target=target)
        s.todo.pop()
        if left > 1 and s.players[target].hand:
            s.todo.append(self.frame(target, left - 1))


COMBAT_STEP: Final = Combat()
