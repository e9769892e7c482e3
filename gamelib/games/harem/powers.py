"""Steps for powers of companions, fetched cards and gem rolls (HAR-4.4 to HAR-4.8, HAR-5.6, HAR-5.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...card_counts import add_cards, insert_sorted, remove_card
from ...chance_source import DICE, ChanceSource
from ...dist import Dist
from ...fields import FLAG, ChoiceField, IntField, one_of
from ...nodes import Action, Ruling
from ...step import AutoStep, ChanceStep, Frame
from .drawing import ANY_TIME, BaseTurnDecision, can_draw, replenish_decks
from .scoring import gems_per_roll
from .setup import DICE_TOTALS, TWO_DICE
from .state import MAX_GUARDS

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState, Player

DECLINE: Final = Action("decline")
KEEP: Final = Action("keep")
ATTRIBUTES = ("dance", "song", "charm")
KISMET_EFFECTS: Final = {
    "KIS-TREASURE": "treasure",
    "KIS-BARGAIN": "bargain",
    "KIS-FAVOUR": "favour",
    "KIS-GUARD": "guard",
    "KIS-TEACHER": "teacher",
    "KIS-MERCHANT": "merchant",
}
TWO_ROLLS: Dist[tuple[int, int]] = Dist({(a, b): TWO_DICE[a] * TWO_DICE[b] for a in TWO_DICE for b in TWO_DICE})


def start_power(state: HaremState, player: Player, companion: str) -> None:
    """Apply the one-time power of a companion if possible (HAR-5.6)."""
    power = state.game.companions[companion].power
    if power is None or companion in state.game.turn_powers or power == "WATCHFUL":
        return
    works = {
        "DRAW2": can_draw(state),
        "GUARD_BACK": player.guards < MAX_GUARDS and "GUARD" in state.master_discard,
        # a star takes no card (HAR-6.6). The check uses only the hand size, or other seats would learn which card is
        # missing (HAR-13.2)
        "FREE_ENH": can_be_asked_for_lesson(player, companion),
        "ENH_BACK": any(lesson in state.master_discard for lesson in state.game.lesson_cards),
        "GOLD_BACK": any(gold in state.master_discard for gold in state.game.gold_cards),
        "PICK_CARD": any(state.players[seat].hand for seat in state.other_seats(state.turn)),
        "UNGUARD": any(state.players[seat].guards for seat in state.other_seats(state.turn)),
    }[power]
    if state.log is not None:
        state.log_event("HAR-5.6", "power" if works else "power_idle", state.turn, companion=companion, power=power)
    if not works:
        return
    match power:
        case "DRAW2":
            state.push_step("draws", "power", 2)
        case "GUARD_BACK":
            remove_card(state.master_discard, "GUARD")
            player.guards += 1
            if state.log is not None:
                state.log_event("HAR-5.6", "guard_back", state.turn, watch=player.guards)
        case "FREE_ENH":
            state.push_step("free_lesson", companion)
        case "ENH_BACK":
            state.push_step("fetch", "enhancement", companion)
        case "GOLD_BACK":
            state.push_step("fetch", "gold", companion)
        case _:
            state.push_step("pick", power)


def can_be_asked_for_lesson(player: Player, companion: str) -> bool:
    """Return whether, by public information, a seat may be asked for a free Lesson for a companion (FREE_ENH)."""
    return bool(player.hand) and companion in player.court


def free_lessons(state: HaremState, player: Player, companion: str) -> list[str]:
    """Return the Lessons in the hand that would raise this companion (FREE_ENH)."""
    if companion not in player.court:
        return []
    raising = state.game.improving_cards[state.skills(player, companion)]
    return [card for card in player.hand if card in raising and card in state.game.lesson_cards]


def no_gain_refusal(state: HaremState, player: Player, card: str, companion: str, remedy: str | None = None) -> Ruling:
    """Return the ruling against a card that raises no attribute of a companion (HAR-6.4)."""
    areas = [ATTRIBUTES[area] for area in state.game.card_skills[card]]
    values = {"card": card, "companion": companion, "areas": areas, "skills": state.skills(player, companion)}
    return Ruling("HAR-6.4", "no_gain", values, remedy)


class AttachFreeLesson(BaseTurnDecision):
    """Decision to attach a free Lesson from the hand to a companion, or to decline."""

    name = "free_lesson"
    rule = "HAR-5.6"
    fields = {"companion": ChoiceField("a companion of the court", lambda s: s.game.companions)}
    allowed_steps_below = ("main",)

    verbs = {"teach": "ss", "decline": "", **ANY_TIME}

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"companion": frame.companion}

    def is_question_void(self, state: HaremState, frame: Frame) -> bool:
        return not can_be_asked_for_lesson(state.players[state.turn], frame.companion)

    def skip_void_question(self, state: HaremState, frame: Frame) -> None:
        state.agenda_frames.pop()
        if state.log is not None:
            state.log_event("HAR-5.6", "power_idle", state.turn, companion=frame.companion, power="FREE_ENH")

    def legal_answers(self, state: HaremState, frame: Frame) -> list[Action]:
        lessons = free_lessons(state, state.players[state.turn], frame.companion)
        return [DECLINE, *(state.game.attach_actions[card][frame.companion] for card in lessons)]

    def why_answer_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if action is DECLINE:
            return None
        card, companion = action.args
        if companion != frame.companion:
            return Ruling("HAR-5.6", "only_her", {"companion": frame.companion})
        if card not in state.game.lesson_cards:
            return Ruling("HAR-5.6", "wrong_kind", {"card": card})
        if card not in state.players[state.turn].hand:
            return Ruling("HAR-5.6", "not_in_hand", {"card": card})
        if card not in free_lessons(state, state.players[state.turn], companion):
            return no_gain_refusal(state, state.players[state.turn], card, companion)
        return None

    def execute_answer(self, state: HaremState, frame: Frame, action: Action) -> None:
        state.agenda_frames.pop()
        if action is DECLINE:
            if state.log is not None:
                state.log_event("HAR-5.6", "declined", state.turn)
            return
        card, companion = action.args
        state.remove_hand_card_openly(state.turn, card)
        if state.log is not None:
            state.log_event("HAR-5.6", "taught", state.turn, card=card, companion=companion)
        state.grown = True
        state.attach_card(state.turn, card, companion)


class FetchDiscardedCard(BaseTurnDecision):
    """Decision about a card to take from the master discard pile. Gold cards go to the treasury."""

    name = "fetch"
    rule = "HAR-5.6"
    fields = {
        "what": one_of("enhancement", "gold"),
        "source": ChoiceField("a card or companion", lambda s: s.game.card_kind),
    }
    allowed_steps_below = ("main", "dispose")
    verbs = {"fetch": "s", **ANY_TIME}

    def cited_rule(self, state: HaremState, frame: Frame) -> str:
        return "HAR-9.1" if frame.source in KISMET_EFFECTS else self.rule

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"kind": frame.what, "source": frame.source}

    def card_ids_of_fetched_kind(self, state: HaremState, frame: Frame) -> tuple[str, ...]:
        """Return the ids of the cards that may be fetched."""
        return state.game.gold_cards if frame.what == "gold" else state.game.lesson_cards

    def is_question_void(self, state: HaremState, frame: Frame) -> bool:
        return not self.legal_answers(state, frame)

    def skip_void_question(self, state: HaremState, frame: Frame) -> None:
        state.agenda_frames.pop()
        if state.log is not None:
            power = state.game.companions[frame.source].power
            state.log_event("HAR-5.6", "power_idle", state.turn, companion=frame.source, power=power)

    def legal_answers(self, state: HaremState, frame: Frame) -> list[Action]:
        return [
            Action("fetch", card)
            for card in self.card_ids_of_fetched_kind(state, frame)
            if card in state.master_discard
        ]

    def why_answer_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        (card,) = action.args
        if card not in self.card_ids_of_fetched_kind(state, frame):
            return Ruling(self.cited_rule(state, frame), "wrong_kind", {"card": card})
        return (
            None
            if card in state.master_discard
            else Ruling(self.cited_rule(state, frame), "not_discarded", {"card": card})
        )

    def execute_answer(self, state: HaremState, frame: Frame, action: Action) -> None:
        state.agenda_frames.pop()
        (card,) = action.args
        remove_card(state.master_discard, card)
        if frame.what == "gold":
            insert_sorted(state.players[state.turn].treasury, card)
        else:
            state.add_hand_card_openly(state.turn, card)
        if state.log is not None:
            state.log_event(
                self.cited_rule(state, frame),
                "fetched",
                state.turn,
                () if frame.what == "gold" else ("HAR-13.4",),
                card=card,
            )


class ChooseVictimOfPower(BaseTurnDecision):
    """Decision about the opponent who loses a random hand card or a Guard, depending on the power."""

    name = "pick"
    rule = "HAR-5.6"
    fields = {"power": one_of("PICK_CARD", "UNGUARD")}
    allowed_steps_below = ("main",)
    verbs = {"pick": "i", **ANY_TIME}

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"power": frame.power}

    def is_eligible(self, state: HaremState, frame: Frame, seat: int) -> bool:
        """Return whether the power can be used on a seat."""
        player = state.players[seat]
        return bool(player.hand if frame.power == "PICK_CARD" else player.guards)

    def legal_answers(self, state: HaremState, frame: Frame) -> list[Action]:
        return [Action("pick", seat) for seat in state.other_seats(state.turn) if self.is_eligible(state, frame, seat)]

    def why_answer_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        (seat,) = action.args
        if seat not in state.other_seats(state.turn):
            return Ruling("HAR-5.6", "no_target", {"target": seat})
        if not self.is_eligible(state, frame, seat):
            return Ruling("HAR-5.6", "no_card_there" if frame.power == "PICK_CARD" else "no_guards", {"target": seat})
        return None

    def execute_answer(self, state: HaremState, frame: Frame, action: Action) -> None:
        state.agenda_frames.pop()
        (seat,) = action.args
        if frame.power == "PICK_CARD":
            state.push_step("grab", seat, 1)
            return
        state.players[seat].guards -= 1
        add_cards(state.master_discard, "GUARD")
        if state.log is not None:
            state.log_event("HAR-7.3", "unguarded", state.turn, target=seat)


class DrawFromHaremDeck(AutoStep):
    """Draw a companion card with the power HAREM_DRAW."""

    name = "harem_draw"
    rule = "HAR-5.7"
    allowed_steps_below = ("main",)

    def execute(self, state: HaremState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        replenish_decks(state)
        state.push_step("card", "harem")


def validate_has_gem(state: HaremState) -> None:
    """Raise ValueError if the current seat has no Gem."""
    if "GEM" not in state.players[state.turn].treasury:
        raise ValueError("there is no Gem to roll")


class RollGem(ChanceStep):
    """Roll two dice for a Gem. With Fortune's Favour, the outcome is a pair of rolls (HAR-4.4)."""

    name = "gem_roll"
    rule = "HAR-4.4"
    fields = {"rerolled": FLAG}
    allowed_steps_below = ("main",)

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        validate_has_gem(state)

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"favour": state.favour, "gems": state.players[state.turn].treasury.get("GEM", 0)}

    def dist(self, state: HaremState, frame: Frame) -> Dist[Any]:
        return TWO_ROLLS if state.favour else TWO_DICE

    def chance_source(self, state: HaremState, frame: Frame) -> ChanceSource:
        return DICE

    def sample(self, state: HaremState, frame: Frame, rng: Random) -> Any:
        roll = DICE_TOTALS[int(rng.random() * 36)]
        return (roll, DICE_TOTALS[int(rng.random() * 36)]) if state.favour else roll

    def execute(self, state: HaremState, frame: Frame, roll: Any) -> None:
        state.agenda_frames.pop()
        rolls = roll if state.favour else (roll,)
        value = max(state.gem_value(total) for total in rolls)
        if state.log is not None:
            code = "gem_rolled_twice" if state.favour else "gem_rolled"
            state.log_event("HAR-4.4", code, state.turn, ("HAR-3.2",), rolls=rolls, value=value)
        if not frame.rerolled and state.ready_power_holders(state.players[state.turn], "REROLL_GEM"):
            state.push_step("reroll", value)
        else:
            add_pending_gem_or_discard(state, value)


def add_pending_gem_or_discard(state: HaremState, value: int) -> None:
    """Add the value of a rolled Gem to the pending Gems, or discard the Gem.

    A Gem with the value 0 is discarded. The value of any other Gem is kept for a purchase (HAR-4.5, HAR-4.6).
    """
    treasury = state.players[state.turn].treasury
    gems = gems_per_roll(state, state.turn)
    for _ in range(gems):
        remove_card(treasury, "GEM")
        if value:
            state.pending = tuple(sorted((*state.pending, value)))
        else:
            add_cards(state.master_discard, "GEM")
    if state.log is not None:
        noun = "gem" if gems == 1 else "gems"
        if value:
            state.log_event("HAR-4.6", f"{noun}_pending", state.turn, ("HAR-4.8",), value=value, gems=gems)
        else:
            state.log_event("HAR-4.5", f"{noun}_worthless", state.turn, gems=gems)


class KeepOrRerollGem(BaseTurnDecision):
    """Decision to keep a gem roll or to roll again with a companion's power (HAR-5.7)."""

    name = "reroll"
    rule = "HAR-5.7"
    fields = {"value": IntField()}
    allowed_steps_below = ("main",)

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        validate_has_gem(state)
        if frame.value not in state.game.gem_tables[state.options["gem_table"]].values():
            raise ValueError(f"a Gem cannot be worth {frame.value}")

    verbs = {"keep": "", "reroll": "s", **ANY_TIME}

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"value": frame.value}

    def is_question_void(self, state: HaremState, frame: Frame) -> bool:
        return not state.ready_power_holders(state.players[state.turn], "REROLL_GEM")

    def skip_void_question(self, state: HaremState, frame: Frame) -> None:
        state.agenda_frames.pop()
        add_pending_gem_or_discard(state, frame.value)

    def legal_answers(self, state: HaremState, frame: Frame) -> list[Action]:
        return [
            KEEP,
            *(Action("reroll", c) for c in state.ready_power_holders(state.players[state.turn], "REROLL_GEM")),
        ]

    def why_answer_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if action is KEEP or action.args[0] in state.ready_power_holders(state.players[state.turn], "REROLL_GEM"):
            return None
        return Ruling("HAR-5.7", "no_power", {"companion": action.args[0]})

    def execute_answer(self, state: HaremState, frame: Frame, action: Action) -> None:
        if action is KEEP:
            self.skip_void_question(state, frame)
            return
        state.agenda_frames.pop()
        state.used += action.args
        if state.log is not None:
            state.log_event("HAR-5.7", "rerolled", state.turn, companion=action.args[0])
        state.push_step("gem_roll", True)
