"""Steps of a raid with a Sultan's Wrath card: combat and loot (HAR-8)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ...card_counts import add_cards, card_list, insert_sorted, remove_card
from ...chance_source import DICE, ChanceSource
from ...dist import Dist
from ...fields import SEAT, ChoiceField, IntField
from ...nodes import Action, Ruling
from ...step import ChanceStep, Frame
from .drawing import ANY_TIME, BaseTurnDecision
from .setup import DICE_TOTALS, TWO_DICE

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState

ROLL: Final = Action("roll")
BREAK: Final = Action("break")
NOTHING: Final = Action("take", ())
COMBAT_ROLLS: Final[Dist[tuple[int, int]]] = Dist(
    {(a, d): TWO_DICE[a] * TWO_DICE[d] for a in TWO_DICE for d in TWO_DICE}
)

RAID_CARD_FIELD = ChoiceField("a raid card", lambda s: s.game.raid_cards)

MoneyCards = tuple[tuple[str, int, int], ...]  # (card, value, count)


@lru_cache(maxsize=1 << 14)
def loot_actions(money: MoneyCards, limit: int) -> tuple[Action, ...]:
    """Return each set of at least one of these cards with a total value of at most `limit` (HAR-8.6, HAR-8.7)."""
    sets: list[tuple[tuple[str, ...], int]] = [((), 0)]
    for card, value, count in money:
        sets = [
            (cards + (card,) * k, worth + k * value)
            for cards, worth in sets
            for k in range(count + 1)
            if worth + k * value <= limit
        ]
    return tuple(Action("take", cards) for cards, _ in sets if cards)


def can_raid(state: HaremState, card: str, target: int) -> bool:
    """Return whether a raid card can be played against a seat: it has a Guard or a card to take (HAR-8.2)."""
    player = state.players[target]
    if player.guards:
        return True
    takes, robs = state.game.takeable_cards_by_raid[card]
    return not takes.isdisjoint(player.treasury) or (robs and bool(player.hand))


def defence_bonus(state: HaremState, target: int) -> int:
    """Return the bonus of the defender: the Guards and the watchful power (HAR-8.3)."""
    player = state.players[target]
    return player.guards + state.has_power(player, "WATCHFUL")


def is_tie_won_by_raider(guards: int) -> bool:
    """Return whether the raider wins a tie, which is possible only without Guards (HAR-7.2, HAR-A1)."""
    return not guards


def least_winning_difference(modifier: int, guards: int, watchful_bonus: int = 0) -> int:
    """Return the smallest difference of the dice, raider minus defender, that wins (HAR-7.2, HAR-8.3).

    `watchful_bonus` is the bonus of powers to the defence.
    """
    return guards + watchful_bonus - modifier + (not is_tie_won_by_raider(guards))


def is_roll_needed(guards: int, unguarded: str) -> bool:
    """Return whether dice decide a raid. Without a Guard this depends on the option (HAR-A1)."""
    return bool(guards) or unguarded == "roll"


def winning_difference_against(state: HaremState, modifier: int, target: int) -> int:
    """Return the smallest difference of the dice (raider minus defender) that wins in the current position."""
    guards = state.players[target].guards
    return least_winning_difference(modifier, guards, defence_bonus(state, target) - guards)


def push_raid_steps(state: HaremState, raid_card: str, target: int) -> None:
    """Push the steps of a played raid card: the roll, or the loot at once if the option says so (HAR-8.3, HAR-A1)."""
    if not is_roll_needed(state.players[target].guards, state.options["unguarded_combat"]):
        state.push_step("spoils", raid_card, target)
        return
    state.push_step("combat", raid_card, target, 0)
    if state.ready_power_holders(state.players[state.turn], "WRATH_PLUS1"):
        state.push_step("brace", raid_card, target)


def validate_raid_target(state: HaremState, frame: Frame) -> None:
    """Raise ValueError if the current seat raids itself."""
    if frame.target == state.turn:
        raise ValueError(f"seat {state.turn} cannot raid itself")


def can_have_been_played(state: HaremState, raid_card: str) -> bool:
    """Return whether a raid card can have been played in this turn."""
    return raid_card in state.master_discard or state.kismet


def validate_raid(state: HaremState, frame: Frame) -> None:
    """Raise ValueError unless the raid card was played against a seat that can lose something (HAR-8.2)."""
    validate_raid_target(state, frame)
    if not can_have_been_played(state, frame.card):
        raise ValueError(f"{frame.card} has not been played; it would lie in master_discard")
    if not can_raid(state, frame.card, frame.target):
        raise ValueError(f"seat {frame.target} has nothing that {frame.card} could take")


class ChooseCompanionToBoostRaid(BaseTurnDecision):
    """Decision before the combat roll: add 1 with a companion's power, or roll (HAR-5.7)."""

    name = "brace"
    rule = "HAR-5.7"
    fields = {"card": RAID_CARD_FIELD, "target": SEAT}
    allowed_steps_below = ("combat",)
    verbs = {"roll": "", "boost": "s", **ANY_TIME}

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"card": frame.card, "target": frame.target}

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        if below is None or (below.card, below.target, below.boost) != (frame.card, frame.target, 0):
            raise ValueError("a power is asked for another combat")

    def is_question_void(self, state: HaremState, frame: Frame) -> bool:
        return not state.ready_power_holders(state.players[state.turn], "WRATH_PLUS1")

    def legal_answers(self, state: HaremState, frame: Frame) -> list[Action]:
        return [
            ROLL,
            *(Action("boost", c) for c in state.ready_power_holders(state.players[state.turn], "WRATH_PLUS1")),
        ]

    def why_answer_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if action is ROLL or action.args[0] in state.ready_power_holders(state.players[state.turn], "WRATH_PLUS1"):
            return None
        return Ruling("HAR-5.7", "no_power", {"companion": action.args[0]})

    def execute_answer(self, state: HaremState, frame: Frame, action: Action) -> None:
        state.agenda_frames.pop()
        if action is ROLL:
            return
        (companion,) = action.args
        state.used += (companion,)
        state.agenda_frames[-1] = ROLL_COMBAT_DICE.make_frame(frame.card, frame.target, 1)
        if state.log is not None:
            state.log_event("HAR-5.7", "boosted", state.turn, companion=companion)


class RollCombatDice(ChanceStep):
    """Roll two dice for each side. The outcome is (roll of the raider, roll of the defender)."""

    name = "combat"
    rule = "HAR-8.3"
    fields = {"card": RAID_CARD_FIELD, "target": SEAT, "boost": IntField(0, 1)}
    allowed_steps_below = ("main",)

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        validate_raid(state, frame)
        if frame.boost and not any(state.game.turn_powers[companion] == "WRATH_PLUS1" for companion in state.used):
            raise ValueError("nobody has added to the attack")

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {
            "card": frame.card,
            "target": frame.target,
            "modifier": state.game.raid_cards[frame.card].modifier + frame.boost,
            "defence": defence_bonus(state, frame.target),
            "watch": state.players[frame.target].guards,
        }

    def dist(self, state: HaremState, frame: Frame) -> Dist[tuple[int, int]]:
        return COMBAT_ROLLS

    def chance_source(self, state: HaremState, frame: Frame) -> ChanceSource:
        return DICE

    def sample(self, state: HaremState, frame: Frame, rng: Random) -> tuple[int, int]:
        return DICE_TOTALS[int(rng.random() * 36)], DICE_TOTALS[int(rng.random() * 36)]

    def execute(self, state: HaremState, frame: Frame, rolls: tuple[int, int]) -> None:
        card, target, boost = frame.card, frame.target, frame.boost
        guards = state.players[target].guards
        modifier = state.game.raid_cards[card].modifier + boost
        wins = rolls[0] - rolls[1] >= winning_difference_against(state, modifier, target)
        if state.log is not None:
            attack, defend = rolls[0] + modifier, rolls[1] + defence_bonus(state, target)
            code = "combat" if attack != defend else "tie_won" if wins else "tie_lost"
            decides, also = ("HAR-7.2" if guards else "HAR-A1"), "HAR-8.3"
            if code != "tie_lost":  # the Guards decide only who wins a tie
                decides, also = also, decides
            state.log_event(
                decides, code, state.turn, (also,), target=target, attack=attack, defend=defend, watch=guards
            )
        state.agenda_frames.pop()
        if wins:
            state.push_step("spoils", card, target)
        elif state.log is not None:
            state.log_event("HAR-8.4", "raid_failed", state.turn, ("HAR-7.2",) if guards else (), target=target)


class ChooseSpoilsOrBreakGuards(BaseTurnDecision):
    """Decision after a won raid: break the Guards, or take cards by one mode of the raid card (HAR-8.5, HAR-8.6)."""

    name = "spoils"
    rule = "HAR-8.5"
    fields = {"card": RAID_CARD_FIELD, "target": SEAT}
    allowed_steps_below = ("main",)
    verbs = {"break": "", "take": "t", "grab": "i", **ANY_TIME}

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        guards = state.players[frame.target].guards
        offer = "break_or_take" if guards else "take"
        return {"card": frame.card, "target": frame.target, "watch": guards, "offer": offer}

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        validate_raid(state, frame)

    def legal_answers(self, state: HaremState, frame: Frame) -> list[Action]:
        card, target = frame.card, frame.target
        player = state.players[target]
        moves = [BREAK] if player.guards else []
        for kind, up_to in state.game.raid_cards[card].modes:
            if kind == "hand":
                moves += [Action("grab", n) for n in range(1, min(up_to, player.hand_size()) + 1)]
            else:
                moves += loot_actions(*self.takeable_cards_and_limit(state, target, kind, up_to))
        if self.can_take_nothing(state, frame):
            moves.append(NOTHING)
        return moves

    def can_take_nothing(self, state: HaremState, frame: Frame) -> bool:
        """Return whether the target has no card to take in at least one mode of the raid card (HAR-8.5, HAR-A22)."""
        treasury, hand = state.players[frame.target].treasury, state.players[frame.target].hand
        return any(treasury.keys().isdisjoint(cards) if cards else not hand for cards in state.game.modes[frame.card])

    def takeable_cards_and_limit(self, state: HaremState, target: int, mode: str, limit: int) -> tuple[MoneyCards, int]:
        """Return the target's cards of one kind that can be taken, and the limit.

        For Gold, the limit is the total value. For other cards, the limit is the number of cards.
        """
        treasury = state.players[target].treasury
        cards = {"gold": state.game.gold_cards, "gem": ("GEM",), "jewelry": state.game.jewelry_cards}[mode]
        worth = state.game.payment_value if mode == "gold" else {}
        return tuple((card, worth.get(card, 1), treasury[card]) for card in cards if card in treasury), limit

    def why_answer_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        card, target = frame.card, frame.target
        player = state.players[target]
        modes = dict(state.game.raid_cards[card].modes)
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
            return None if self.can_take_nothing(state, frame) else Ruling("HAR-8.6", "take_one", {})
        unknown = next((taken for taken in cards if taken not in state.game.card_kind), None)
        if unknown is not None:
            return Ruling("HAR-8.6", "not_there", {"card": unknown, "target": target, "have": 0})
        kinds = {state.game.card_kind[taken] for taken in cards}
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
        worth = sum(state.game.payment_value[taken] if kind == "gold" else 1 for taken in cards)
        if worth > modes[kind]:
            rule = "HAR-8.7" if kind == "gold" else "HAR-8.6"
            return Ruling(rule, "over_limit", {"limit": modes[kind], "worth": worth, "what": kind}, "take_less")
        if action not in loot_actions(*self.takeable_cards_and_limit(state, target, kind, modes[kind])):
            return Ruling("HAR-8.6", "order", {})  # the same cards in another order are not another action
        return None

    def execute_answer(self, state: HaremState, frame: Frame, action: Action) -> None:
        target: int = frame.target
        state.agenda_frames.pop()
        player, raider = state.players[target], state.players[state.turn]
        if action is BREAK:
            add_cards(state.master_discard, "GUARD", player.guards)
            if state.log is not None:
                state.log_event("HAR-8.5", "broken", state.turn, ("HAR-7.3",), target=target, watch=player.guards)
            player.guards = 0
        elif action.verb == "grab":
            state.push_step("grab", target, action.args[0])
        else:
            for taken in action.args[0]:
                remove_card(player.treasury, taken)
                insert_sorted(raider.treasury, taken)
            if state.log is not None and action is NOTHING:
                state.log_event("HAR-8.6", "taken_nothing", state.turn, ("HAR-8.5", "HAR-A22"), target=target)
            elif state.log is not None:
                state.log_event(
                    "HAR-8.8", "taken", state.turn, ("HAR-8.6", "HAR-8.7"), target=target, cards=action.args[0]
                )


def max_hand_cards_by_raid(state: HaremState) -> int:
    """Return the maximum number of hand cards that a raid card can take (HAR-8.6)."""
    played = [wrath for card, wrath in state.game.raid_cards.items() if can_have_been_played(state, card)]
    return max((most for wrath in played for kind, most in wrath.modes if kind == "hand"), default=0)


class StealRandomCard(ChanceStep):
    """Steal a random card from a hand. `left` is the number of cards still to steal (HAR-8.9)."""

    name = "grab"
    rule = "HAR-8.9"
    fields = {"target": SEAT, "left": IntField(1)}
    allowed_steps_below = ("main",)

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        validate_raid_target(state, frame)
        if frame.left > state.players[frame.target].hand_size():
            raise ValueError(f"{frame.left} cards cannot be taken from the hand of seat {frame.target}")

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"target": frame.target, "left": frame.left}

    def dist(self, state: HaremState, frame: Frame) -> Dist[str]:
        return state.random_hand_card(frame.target)

    def sample(self, state: HaremState, frame: Frame, rng: Random) -> str:
        hand = card_list(state.players[frame.target].hand)
        return hand[int(rng.random() * len(hand))]

    def execute(self, state: HaremState, frame: Frame, card: str) -> None:
        target, left = frame.target, frame.left
        remove_card(state.players[target].hand, card)
        insert_sorted(state.players[state.turn].hand, card)
        state.record_theft(target, state.turn, card)
        if state.log is not None:
            state.log_private_event(
                (state.turn, target), "HAR-8.9", "grabbed", state.turn, ("HAR-13.2",), card=card, target=target
            )
        state.agenda_frames.pop()
        if left > 1 and state.players[target].hand:
            state.agenda_frames.append(self.make_frame(target, left - 1))


ROLL_COMBAT_DICE: Final = RollCombatDice()
