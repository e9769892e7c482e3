"""Powers of companions, cards fetched from the discard pile, and gem rolls (HAR-4.4 to HAR-4.8, HAR-5.6, HAR-5.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...counts import add, insert, take
from ...dist import Dist
from ...fields import FLAG, among, one_of, whole
from ...nodes import Action, Ruling
from ...step import AutoStep, ChanceStep, Frame
from .draws import ANY_TIME, TurnQuestion, can_draw, replenish
from .scoring import gems_a_roll
from .setup import DICE_TOTALS, TWO_DICE
from .state import MAX_GUARDS

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState, Player

DECLINE: Final = Action("decline")
KEEP: Final = Action("keep")
ATTRIBUTES = ("dance", "song", "charm")
FATES: Final = {
    "KIS-TREASURE": "treasure",
    "KIS-BARGAIN": "bargain",
    "KIS-FAVOUR": "favour",
    "KIS-GUARD": "guard",
    "KIS-TEACHER": "teacher",
    "KIS-MERCHANT": "merchant",
}
PAIR: Dist[tuple[int, int]] = Dist({(a, b): TWO_DICE[a] * TWO_DICE[b] for a in TWO_DICE for b in TWO_DICE})


def start_power(s: HaremState, player: Player, companion: str) -> None:
    """A one-time power happens at once, if it can (HAR-5.6)."""
    power = s.game.companions[companion].power
    if power is None or companion in s.game.once or power == "WATCHFUL":
        return
    works = {
        "DRAW2": can_draw(s),
        "GUARD_BACK": player.guards < MAX_GUARDS and "GUARD" in s.master_discard,
        # a star takes no card (HAR-6.6); of the hand only its size, or the others would learn what it lacks (HAR-13.2)
        "FREE_ENH": can_be_taught(player, companion),
        "ENH_BACK": any(lesson in s.master_discard for lesson in s.game.lessons),
        "GOLD_BACK": any(gold in s.master_discard for gold in s.game.gold),
        "PICK_CARD": any(s.players[seat].hand for seat in s.others(s.turn)),
        "UNGUARD": any(s.players[seat].guards for seat in s.others(s.turn)),
    }[power]
    if s.log is not None:
        s.tell("HAR-5.6", "power" if works else "power_idle", s.turn, companion=companion, power=power)
    if not works:
        return
    match power:
        case "DRAW2":
            s.push("draws", "power", 2)
        case "GUARD_BACK":
            take(s.master_discard, "GUARD")
            player.guards += 1
            if s.log is not None:
                s.tell("HAR-5.6", "guard_back", s.turn, watch=player.guards)
        case "FREE_ENH":
            s.push("free_lesson", companion)
        case "ENH_BACK":
            s.push("fetch", "enhancement", companion)
        case "GOLD_BACK":
            s.push("fetch", "gold", companion)
        case _:
            s.push("pick", power)


def can_be_taught(player: Player, companion: str) -> bool:
    """Whether one may ask for a Lesson for this companion, as all can see (FREE_ENH)."""
    return bool(player.hand) and companion in player.court


def free_lessons(s: HaremState, player: Player, companion: str) -> list[str]:
    """Lessons in the hand that would raise this companion (FREE_ENH)."""
    if companion not in player.court:
        return []
    raising = s.game.raises[s.skills(player, companion)]
    return [card for card in player.hand if card in raising and card in s.game.lessons]


def no_gain(s: HaremState, player: Player, card: str, companion: str, remedy: str | None = None) -> Ruling:
    """The card would raise nothing of hers (HAR-6.4)."""
    areas = [ATTRIBUTES[area] for area in s.game.areas[card]]
    values = {"card": card, "companion": companion, "areas": areas, "skills": s.skills(player, companion)}
    return Ruling("HAR-6.4", "no_gain", values, remedy)


class FreeLesson(TurnQuestion):
    """Attach a Lesson from the hand to the companion without using a play, or decline."""

    name = "free_lesson"
    rule = "HAR-5.6"
    fields = {"companion": among("a companion of the court", lambda s: s.game.companions)}
    on = ("main",)

    verbs = {"teach": "ss", "decline": "", **ANY_TIME}

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"companion": frame.companion}

    def is_void(self, s: HaremState, frame: Frame) -> bool:
        return not can_be_taught(s.players[s.turn], frame.companion)

    def drop(self, s: HaremState, frame: Frame) -> None:
        s.todo.pop()
        if s.log is not None:
            s.tell("HAR-5.6", "power_idle", s.turn, companion=frame.companion, power="FREE_ENH")

    def answers(self, s: HaremState, frame: Frame) -> list[Action]:
        lessons = free_lessons(s, s.players[s.turn], frame.companion)
        return [DECLINE, *(s.game.lay[card][frame.companion] for card in lessons)]

    def judge(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if action is DECLINE:
            return None
        card, companion = action.args
        if companion != frame.companion:
            return Ruling("HAR-5.6", "only_her", {"companion": frame.companion})
        if card not in s.game.lessons:
            return Ruling("HAR-5.6", "wrong_kind", {"card": card})
        if card not in s.players[s.turn].hand:
            return Ruling("HAR-5.6", "not_in_hand", {"card": card})
        if card not in free_lessons(s, s.players[s.turn], companion):
            return no_gain(s, s.players[s.turn], card, companion)
        return None

    def answer(self, s: HaremState, frame: Frame, action: Action) -> None:
        s.todo.pop()
        if action is DECLINE:
            if s.log is not None:
                s.tell("HAR-5.6", "declined", s.turn)
            return
        card, companion = action.args
        s.play_from_hand(s.turn, card)
        if s.log is not None:
            s.tell("HAR-5.6", "taught", s.turn, card=card, companion=companion)
        s.grown = True
        s.attach(s.turn, card, companion)


class Fetch(TurnQuestion):
    """Take a card of a kind from the master discard, by a card or power. Gold goes to the treasury."""

    name = "fetch"
    rule = "HAR-5.6"
    fields = {"what": one_of("enhancement", "gold"), "source": among("a card or companion", lambda s: s.game.kind)}
    on = ("main", "dispose")
    verbs = {"fetch": "s", **ANY_TIME}

    def cited(self, s: HaremState, frame: Frame) -> str:
        return "HAR-9.1" if frame.source in FATES else self.rule

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"kind": frame.what, "source": frame.source}

    def cards(self, s: HaremState, frame: Frame) -> tuple[str, ...]:
        return s.game.gold if frame.what == "gold" else s.game.lessons

    def is_void(self, s: HaremState, frame: Frame) -> bool:
        return not self.answers(s, frame)

    def drop(self, s: HaremState, frame: Frame) -> None:
        s.todo.pop()
        if s.log is not None:
            power = s.game.companions[frame.source].power
            s.tell("HAR-5.6", "power_idle", s.turn, companion=frame.source, power=power)

    def answers(self, s: HaremState, frame: Frame) -> list[Action]:
        return [Action("fetch", card) for card in self.cards(s, frame) if card in s.master_discard]

    def judge(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        (card,) = action.args
        if card not in self.cards(s, frame):
            return Ruling(self.cited(s, frame), "wrong_kind", {"card": card})
        return None if card in s.master_discard else Ruling(self.cited(s, frame), "not_discarded", {"card": card})

    def answer(self, s: HaremState, frame: Frame, action: Action) -> None:
        s.todo.pop()
        (card,) = action.args
        take(s.master_discard, card)
        if frame.what == "gold":
            insert(s.players[s.turn].treasury, card)
        else:
            s.take_openly(s.turn, card)
        if s.log is not None:
            s.tell(self.cited(s, frame), "fetched", s.turn, () if frame.what == "gold" else ("HAR-13.4",), card=card)


class Pick(TurnQuestion):
    """Choose an opponent, as the power says: for a random card of the hand, or to lose a Guard."""

    name = "pick"
    rule = "HAR-5.6"
    fields = {"power": one_of("PICK_CARD", "UNGUARD")}
    on = ("main",)
    verbs = {"pick": "i", **ANY_TIME}

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"power": frame.power}

    def suits(self, s: HaremState, frame: Frame, seat: int) -> bool:
        player = s.players[seat]
        return bool(player.hand if frame.power == "PICK_CARD" else player.guards)

    def answers(self, s: HaremState, frame: Frame) -> list[Action]:
        return [Action("pick", seat) for seat in s.others(s.turn) if self.suits(s, frame, seat)]

    def judge(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        (seat,) = action.args
        if seat not in s.others(s.turn):
            return Ruling("HAR-5.6", "no_target", {"target": seat})
        if not self.suits(s, frame, seat):
            return Ruling("HAR-5.6", "no_card_there" if frame.power == "PICK_CARD" else "no_guards", {"target": seat})
        return None

    def answer(self, s: HaremState, frame: Frame, action: Action) -> None:
        s.todo.pop()
        (seat,) = action.args
        if frame.power == "PICK_CARD":
            s.push("grab", seat, 1)
            return
        s.players[seat].guards -= 1
        add(s.master_discard, "GUARD")
        if s.log is not None:
            s.tell("HAR-7.3", "unguarded", s.turn, target=seat)


class HaremDraw(AutoStep):
    """One card of the Harem Deck, by a power (HAREM_DRAW)."""

    name = "harem_draw"
    rule = "HAR-5.7"
    on = ("main",)

    def take(self, s: HaremState, frame: Frame, choice: None) -> None:
        s.todo.pop()
        replenish(s)
        s.push("card", "harem")


def check_gem(s: HaremState) -> None:
    """ValueError if the one whose turn it is has no Gem."""
    if "GEM" not in s.players[s.turn].treasury:
        raise ValueError("there is no Gem to roll")


class GemRoll(ChanceStep):
    """Two dice for a Gem. With Fortune's Favour two rolls, as a pair (HAR-4.4)."""

    name = "gem_roll"
    rule = "HAR-4.4"
    fields = {"rerolled": FLAG}
    on = ("main",)

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        check_gem(s)

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"favour": s.favour, "gems": s.players[s.turn].treasury.get("GEM", 0)}

    def dist(self, s: HaremState, frame: Frame) -> Dist[Any]:
        return PAIR if s.favour else TWO_DICE

    def sample(self, s: HaremState, frame: Frame, rng: Random) -> Any:
        roll = DICE_TOTALS[int(rng.random() * 36)]
        return (roll, DICE_TOTALS[int(rng.random() * 36)]) if s.favour else roll

    def take(self, s: HaremState, frame: Frame, roll: Any) -> None:
        s.todo.pop()
        rolls = roll if s.favour else (roll,)
        value = max(s.gem_value(total) for total in rolls)
        if s.log is not None:
            code = "gem_rolled_twice" if s.favour else "gem_rolled"
            s.tell("HAR-4.4", code, s.turn, ("HAR-3.2",), rolls=rolls, value=value)
        if not frame.rerolled and s.ready(s.players[s.turn], "REROLL_GEM"):
            s.push("reroll", value)
        else:
            settle_gem(s, value)


def settle_gem(s: HaremState, value: int) -> None:
    """A value stands: 0 discards the Gem, anything else waits for a purchase (HAR-4.5, HAR-4.6)."""
    treasury = s.players[s.turn].treasury
    gems = gems_a_roll(s, s.turn)
    for _ in range(gems):
        take(treasury, "GEM")
        if value:
            s.pending = tuple(sorted((*s.pending, value)))
        else:
            add(s.master_discard, "GEM")
    if s.log is not None:
        noun = "gem" if gems == 1 else "gems"
        if value:
            s.tell("HAR-4.6", f"{noun}_pending", s.turn, ("HAR-4.8",), value=value, gems=gems)
        else:
            s.tell("HAR-4.5", f"{noun}_worthless", s.turn, gems=gems)


class Reroll(TurnQuestion):
    """Keep a gem roll of this value, or reroll it by a companion's power (HAR-5.7)."""

    name = "reroll"
    rule = "HAR-5.7"
    fields = {"value": whole()}
    on = ("main",)

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        check_gem(s)
        if frame.value not in s.game.gem_tables[s.options["gem_table"]].values():
            raise ValueError(f"a Gem cannot be worth {frame.value}")

    verbs = {"keep": "", "reroll": "s", **ANY_TIME}

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"value": frame.value}

    def is_void(self, s: HaremState, frame: Frame) -> bool:
        return not s.ready(s.players[s.turn], "REROLL_GEM")

    def drop(self, s: HaremState, frame: Frame) -> None:
        s.todo.pop()
        settle_gem(s, frame.value)

    def answers(self, s: HaremState, frame: Frame) -> list[Action]:
        return [KEEP, *(Action("reroll", c) for c in s.ready(s.players[s.turn], "REROLL_GEM"))]

    def judge(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if action is KEEP or action.args[0] in s.ready(s.players[s.turn], "REROLL_GEM"):
            return None
        return Ruling("HAR-5.7", "no_power", {"companion": action.args[0]})

    def answer(self, s: HaremState, frame: Frame, action: Action) -> None:
        if action is KEEP:
            self.drop(s, frame)
            return
        s.todo.pop()
        s.used += action.args
        if s.log is not None:
            s.tell("HAR-5.7", "rerolled", s.turn, companion=action.args[0])
        s.push("gem_roll", True)
