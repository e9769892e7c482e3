"""Steps of a turn: play or forfeit, then plays, powers and gem rolls in any order (HAR-2 to HAR-5).

`ChooseMainAction.legal_actions` lists the legal actions, and `ChooseMainAction.why_illegal` explains each other action.
Both use the same small predicates (`legal_plays`, `raids.can_raid`, `HaremState.skill_raising_attach_actions`,
`HaremState.ready_power_holders`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ...card_counts import add_cards, insert_sorted, remove_card
from ...fields import ChoiceField
from ...nodes import Action, Ruling
from ...step import AutoStep, DecisionStep, Frame
from . import legal_plays
from .drawing import DRAW_CARDS_FRAMES, TURN_VERBS, drop_void_question, voluntary_discard_refusal
from .legal_plays import (
    ROLL_GEM,
    bank_first_remedy,
    can_draw_harem,
    companion_price_due,
    has_room_for_guard,
    is_rolled_gem_left_unspent,
    jewelry_credit_after_payment,
    legal_engage_actions,
    money_cards,
    payment_worth,
    payments,
    spendable_value,
)
from .powers import no_gain_refusal, start_power
from .raids import can_raid, push_raid_steps
from .state import MAX_GUARDS, MAX_PLAYS, MAX_ROUNDS_WITHOUT_GROWTH

if TYPE_CHECKING:
    from .state import HaremState, Player

HAND_OFFERS: Final = {
    "enhancement": legal_plays.add_teach_actions,
    "sultans_wrath": legal_plays.add_raid_actions,
    "kismet": legal_plays.add_kismet_actions,
    "guard": legal_plays.add_guard_action,
}
"""Function that lists the actions of each kind of card. Gold, Gems and Jewelry can always be played to the treasury."""

# `Final` saves a look-up in compiled code, because the name is never set again.
BEGIN: Final = Action("begin")
FORFEIT: Final = Action("forfeit")
END: Final = Action("end")
TURN_MOVES: Final = [BEGIN, FORFEIT]


class BeginTurnOrForfeitToDraw(DecisionStep):
    """Decision to begin the turn, or to forfeit it and draw up to three cards (HAR-2.1)."""

    name = "turn"
    rule = "HAR-2.1"
    allowed_steps_below = ("",)
    verbs = {"begin": "", "forfeit": "", "discard": "s"}

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def legal_actions(self, state: HaremState, frame: Frame) -> list[Action]:
        return TURN_MOVES

    def why_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        return voluntary_discard_refusal(*action.args) if action.verb == "discard" else None

    def execute(self, state: HaremState, frame: Frame, action: Action) -> None:
        state.agenda_frames.pop()
        state.turns += 1
        if action is BEGIN:
            state.agenda_frames.append(CHOOSE_MAIN_ACTION_FRAME)
            if state.log is not None:
                state.log_event("HAR-2.1", "begun", state.turn)
        else:
            state.agenda_frames.append(DRAW_CARDS_FRAMES["forfeit"][3])
            if state.log is not None:
                state.log_event("HAR-2.2", "forfeited", state.turn, ("HAR-2.1",))


class ChooseMainAction(DecisionStep):
    """Decision about the next action of a turn, until the seat ends it (HAR-2.4)."""

    name = "main"
    rule = "HAR-2.4"
    allowed_steps_below = ("",)
    verbs = {**TURN_VERBS, "forfeit": "", "discard": "s"}

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"plays": MAX_PLAYS - state.plays, "fates": 0 if state.kismet else 1}

    # -- legal actions -----------------------------------------------------------------------

    def legal_actions(self, state: HaremState, frame: Frame) -> list[Action]:
        game, player = state.game, state.players[state.turn]
        moves = [END]
        if state.plays < MAX_PLAYS:  # HAR-3.1
            lists, rich, gem = (
                game.hand_card_action_listers,
                spendable_value(state, player) + state.discount,
                "GEM" in player.treasury,
            )
            for card in player.hand:
                action, offer, base = lists[card]
                if base:
                    if gem:  # HAR-4.4, HAR-A10
                        moves.append(ROLL_GEM)
                        gem = False
                    if base <= rich:
                        moves += legal_engage_actions(state, player, card)
                elif offer is None:
                    moves.append(action)
                else:
                    offer(state, player, card, moves)
        elif not state.kismet:
            for card in player.hand:
                if card in game.kismet_actions:
                    legal_plays.add_kismet_actions(state, player, card, moves)
        if player.court or player.stars:
            legal_plays.add_actions_that_cost_no_play(state, player, moves)
        return self._allowed(state, player, moves)

    def kismet_and_jewelry_actions(self, state: HaremState) -> list[Action]:
        """Return the legal actions during draws: Kismet cards and Jewelry for companions (HAR-4.9, HAR-9.1)."""
        player, moves = state.players[state.turn], list[Action]()
        if not state.kismet:
            for card in player.hand:
                if card in state.game.kismet_actions:
                    legal_plays.add_kismet_actions(state, player, card, moves)
        if player.court:
            legal_plays.add_treasury_jewelry_actions(state, player, moves)
        return self._allowed(state, player, moves)

    def _allowed(self, state: HaremState, player: Player, moves: list[Action]) -> list[Action]:
        """Return the actions that do not waste a rolled Gem, if the option requires this (HAR-A9)."""
        if state.pending and state.options["gem_must_be_spent"]:
            return [action for action in moves if not is_rolled_gem_left_unspent(state, player, action)]
        return moves

    # -- why not -----------------------------------------------------------------------------

    def why_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        player = state.players[state.turn]
        why = REFUSAL_CHECKS[action.verb](self, state, player, *action.args)
        if why is None and is_rolled_gem_left_unspent(state, player, action):
            return Ruling("HAR-A9", "gem_unspent", {"gems": len(state.pending)}, "engage_with_gem")
        return why

    def _not_playable(
        self, state: HaremState, player: Player, card: str, rule: str, kinds: tuple[str, ...]
    ) -> Ruling | None:
        """Return why a card cannot be played from the hand, or None (HAR-3.1)."""
        if state.game.card_kind.get(card) not in kinds:
            return Ruling(rule, "wrong_kind", {"card": card})
        if card not in player.hand:
            return Ruling(rule, "not_in_hand", {"card": card})
        if state.plays >= MAX_PLAYS:
            return Ruling("HAR-3.1", "no_play_left", {"limit": MAX_PLAYS, "made": state.plays}, "next_turn")
        return None

    def _not_end(self, state: HaremState, player: Player) -> Ruling | None:
        return None

    def _not_forfeit(self, state: HaremState, player: Player) -> Ruling | None:
        return Ruling("HAR-2.1", "forfeit_late", {}, "next_turn")

    def _not_discard(self, state: HaremState, player: Player, card: str) -> Ruling | None:
        return voluntary_discard_refusal(card)

    def _not_bank(self, state: HaremState, player: Player, card: str) -> Ruling | None:
        rule = {"gold": "HAR-4.1", "gem": "HAR-4.2"}.get(state.game.card_kind.get(card, ""), "HAR-4.3")
        return self._not_playable(state, player, card, rule, ("gold", "gem", "jewelry"))

    def _not_guard(self, state: HaremState, player: Player) -> Ruling | None:
        if not has_room_for_guard(player):
            return Ruling("HAR-7.1", "guards_full", {"limit": MAX_GUARDS, "have": player.guards}, "lose_guard")
        return self._not_playable(state, player, "GUARD", "HAR-7.1", ("guard",))

    def _not_raised(self, state: HaremState, player: Player, card: str, companion: str, rule: str) -> Ruling | None:
        """Return why a card cannot be attached to a companion, or None (HAR-6.1, HAR-6.4, HAR-6.6)."""
        if companion in player.stars:
            return Ruling("HAR-6.6", "is_star", {"companion": companion})
        if companion not in player.court:
            remedy = "engage_first" if companion in player.hand else None
            return Ruling(rule, "not_yours", {"companion": companion}, remedy)
        if all(gain.args[1] != companion for gain in state.skill_raising_attach_actions(player, card)):
            return no_gain_refusal(state, player, card, companion, "other_companion")
        return None

    def _not_teach(self, state: HaremState, player: Player, card: str, companion: str) -> Ruling | None:
        why = self._not_playable(state, player, card, "HAR-6.1", ("enhancement",))
        return why or self._not_raised(state, player, card, companion, "HAR-6.1")

    def _not_adorn(self, state: HaremState, player: Player, card: str, companion: str) -> Ruling | None:
        if state.game.card_kind.get(card) != "jewelry":
            return Ruling("HAR-4.9", "wrong_kind", {"card": card})
        if card not in player.treasury:
            return Ruling("HAR-4.9", "not_in_treasury", {"card": card}, bank_first_remedy(state, player, card, 1))
        return self._not_raised(state, player, card, companion, "HAR-4.9")

    def _not_engage(self, state: HaremState, player: Player, card: str, paid: tuple[str, ...]) -> Ruling | None:
        why = self._not_playable(state, player, card, "HAR-5.1", ("concubine",))
        if why:
            return why
        cost = state.price(card)
        legal = payments(
            money_cards(state, player),
            state.pending,
            companion_price_due(state, card),
            state.options["payment"] == "any",
        )
        if paid in legal:
            return None
        have = spendable_value(state, player)
        if have < cost:
            return Ruling(
                "HAR-5.3",
                "too_poor",
                {"card": card, "cost": cost, "have": have, "short": cost - have},
                "roll_gem" if "GEM" in player.treasury else "more_gold",
            )
        money, gems = player.treasury.copy(), [f"GEM:{value}" for value in state.pending]
        for part in paid:
            if part in gems:
                gems.remove(part)
            elif part in state.game.payment_value and part in money:
                remove_card(money, part)
            else:
                return Ruling("HAR-5.3", "cannot_pay_with", {"card": part}, "roll_gem" if part == "GEM" else None)
        pays = state.change + payment_worth(state, paid)
        if pays < cost:
            return Ruling("HAR-5.3", "pays_too_little", {"card": card, "cost": cost, "worth": pays}, "pay_more")
        if tuple(sorted(paid)) in {tuple(sorted(cards)) for cards in legal}:
            return Ruling("HAR-5.3", "order", {})  # the same cards in another order are not another action
        spare = min(state.game.payment_value[part] for part in paid if part in state.game.payment_value)
        return Ruling("HAR-5.4", "superfluous", {"cost": cost, "worth": pays, "spare": spare}, "pay_less")

    def _not_raid(self, state: HaremState, player: Player, card: str, target: int) -> Ruling | None:
        why = self._not_playable(state, player, card, "HAR-8.1", ("sultans_wrath",))
        if why:
            return why
        if target not in state.other_seats(state.turn):
            return Ruling("HAR-8.1", "no_target", {"target": target})
        if not can_raid(state, card, target):
            remedy = (
                "other_target" if any(can_raid(state, card, seat) for seat in state.other_seats(state.turn)) else None
            )
            return Ruling("HAR-8.2", "nothing_there", {"card": card, "target": target}, remedy)
        return None

    def _not_fate(self, state: HaremState, player: Player, card: str) -> Ruling | None:
        if state.game.card_kind.get(card) != "kismet":
            return Ruling("HAR-9.1", "wrong_kind", {"card": card})
        if card not in player.hand:
            return Ruling("HAR-9.1", "not_in_hand", {"card": card})
        if state.kismet:
            return Ruling("HAR-3.1", "fate_limit", {}, "next_turn")
        return (
            None
            if state.game.kismet_conditions[card](state, player)
            else Ruling("HAR-9.3", "no_effect", {"card": card})
        )

    def _not_roll_gem(self, state: HaremState, player: Player) -> Ruling | None:
        if "GEM" not in player.treasury:
            return Ruling("HAR-4.4", "no_gem", {}, bank_first_remedy(state, player, "GEM", 2))
        if not any(card in state.game.companions for card in player.hand):  # HAR-A10
            return Ruling("HAR-4.4", "nothing_to_buy", {}, "draw_companion")
        if state.plays >= MAX_PLAYS:
            return Ruling("HAR-4.4", "no_play_to_engage", {"limit": MAX_PLAYS, "made": state.plays}, "next_turn")
        return None

    def _not_power(self, state: HaremState, player: Player, companion: str, powers: tuple[str, ...]) -> Ruling | None:
        if state.game.turn_powers.get(companion) not in powers:
            return Ruling("HAR-5.7", "no_power", {"companion": companion})
        if companion in state.used:
            return Ruling("HAR-5.7", "power_used", {"companion": companion}, "next_turn")
        if companion not in state.ready_power_holders(player):
            rule = "HAR-6.6" if companion in player.stars else "HAR-5.7"
            return Ruling(rule, "no_power", {"companion": companion})
        return None

    def _not_use(self, state: HaremState, player: Player, companion: str) -> Ruling | None:
        why = self._not_power(state, player, companion, ("DISCOUNT1", "HAREM_DRAW"))
        if why is None and state.game.turn_powers[companion] == "HAREM_DRAW" and not can_draw_harem(state):
            return Ruling("HAR-10.8", "harem_empty", {}, "harem_discard")
        return why

    def _not_move(
        self, state: HaremState, player: Player, holder: str, lesson: str, giver: str, to: str
    ) -> Ruling | None:
        why = self._not_power(state, player, holder, ("MOVE_ENH",))
        if why:
            return why
        if state.game.card_kind.get(lesson) != "enhancement":
            return Ruling("HAR-5.7", "moves_lessons", {"card": lesson})
        if giver in player.stars:
            return Ruling("HAR-6.6", "is_star", {"companion": giver})
        if lesson not in player.court.get(giver, ()):
            return Ruling("HAR-5.7", "nothing_to_move", {"card": lesson, "companion": giver})
        if giver == to:
            return Ruling("HAR-5.7", "moves_to_another", {"card": lesson, "companion": giver})
        return self._not_raised(state, player, lesson, to, "HAR-5.7")

    # -- doing -------------------------------------------------------------------------------

    def execute(self, state: HaremState, frame: Frame, action: Action) -> None:
        # a discount moves no card, a draw sets `moved` itself, and a Lesson can move back and forth forever (HAR-A28)
        if action is not END and action.verb not in ("use", "move"):
            state.moved = True
        ACTION_HANDLERS[action.verb](state, state.players[state.turn], *action.args)


def move_card_to_treasury(state: HaremState, player: Player, card: str) -> None:
    """Move a card from the hand to the treasury."""
    state.plays += 1
    state.remove_hand_card_openly(state.turn, card)
    insert_sorted(player.treasury, card)
    if state.log is not None:
        rule = {"gold": "HAR-4.1", "gem": "HAR-4.2", "jewelry": "HAR-4.3"}[state.game.card_kind[card]]
        state.log_event(rule, "banked", state.turn, ("HAR-3.1", "HAR-3.3"), card=card)


def place_guard_from_hand(state: HaremState, player: Player) -> None:
    """Put a Guard from the hand in front of the court."""
    state.plays += 1
    state.remove_hand_card_openly(state.turn, "GUARD")
    player.guards += 1
    if state.log is not None:
        state.log_event("HAR-7.1", "guarded", state.turn, ("HAR-3.1",), watch=player.guards)


def attach_card_from_hand(state: HaremState, player: Player, card: str, companion: str) -> None:
    """Attach a card from the hand to a companion."""
    state.plays += 1
    state.remove_hand_card_openly(state.turn, card)
    if state.log is not None:
        state.log_event("HAR-6.1", "taught", state.turn, ("HAR-3.1",), card=card, companion=companion)
    state.grown = True
    state.attach_card(state.turn, card, companion)


def attach_jewelry_from_treasury(state: HaremState, player: Player, card: str, companion: str) -> None:
    """Attach a piece of jewelry from the treasury to a companion."""
    remove_card(player.treasury, card)
    if state.log is not None:
        state.log_event("HAR-4.9", "adorned", state.turn, ("HAR-3.2",), card=card, companion=companion)
    state.grown = True
    state.attach_card(state.turn, card, companion)


def engage_companion_and_start_power(
    state: HaremState, player: Player, companion: str, payment: tuple[str, ...]
) -> None:
    """Pay for a companion with cards of the treasury and rolled Gems, and start her power.

    The bank returns the difference.
    """
    cost = state.price(companion)
    change = jewelry_credit_after_payment(state, companion, payment)
    pays = state.change + payment_worth(state, payment)
    for part in payment:
        if part.startswith("GEM:"):
            left = list(state.pending)
            left.remove(int(part[4:]))
            state.pending = tuple(left)
            add_cards(state.master_discard, "GEM")
        else:
            remove_card(player.treasury, part)
            add_cards(state.master_discard, part)
    if state.log is not None:
        if cost != state.game.companions[companion].base:
            state.log_event("HAR-5.2", "discounted", state.turn, base=state.game.companions[companion].base, cost=cost)
        also = ("HAR-5.3", "HAR-4.12") + (
            ("HAR-4.10",) if any(part in state.game.jewelry_cards for part in payment) else ()
        )
        spare = pays - cost - change
        also += ("HAR-5.4",) if spare else ()
        code = "paid_over" if spare else "paid" if payment else "paid_by_change"
        used = max(0, state.change - change) or None
        state.log_event(
            "HAR-5.1", code, state.turn, also, card=companion, cards=payment, cost=cost, spare=spare, used=used
        )
        if change != state.change:
            state.log_event(
                "HAR-A14", "change_used" if change < state.change else "change_left", state.turn, change=change
            )
    state.change = change
    state.plays += 1
    state.grown = True
    state.discount = 0
    state.remove_hand_card_openly(state.turn, companion)
    player.set_companion(companion, ())
    if state.log is not None:
        also = ("HAR-5.9",) if state.plays < MAX_PLAYS else ()
        state.log_event(
            "HAR-5.5", "engaged", state.turn, also, companion=companion, skills=state.skills(player, companion)
        )
    state.make_star_if_skills_full(state.turn, companion)
    if state.result is None:
        start_power(state, player, companion)


def play_raid_card(state: HaremState, player: Player, card: str, target: int) -> None:
    """Play a raid card against a seat and start the raid."""
    state.plays += 1
    state.remove_hand_card_openly(state.turn, card)
    add_cards(state.master_discard, card)
    if state.log is not None:
        state.log_event("HAR-8.1", "raided", state.turn, ("HAR-3.1", "HAR-8.10", "HAR-2.9"), card=card, target=target)
    push_raid_steps(state, card, target)


def apply_kismet_card(state: HaremState, player: Player, card: str) -> None:
    """Play a Kismet card and start its effect."""
    state.kismet = True
    state.remove_hand_card_openly(state.turn, card)
    if state.log is not None:
        also = ("HAR-3.1", "HAR-9.2") if state.game.kismet_effects[card] == "treasure" else ("HAR-3.1",)
        state.log_event("HAR-9.1", "fated", state.turn, also, card=card)
    state.push_step("dispose", card)
    match state.game.kismet_effects[card]:
        case "treasure":
            state.push_step("draws", "treasure", 3)
        case "bargain":
            state.discount += 2
        case "favour":
            state.favour = True
        case "guard":
            remove_card(state.master_discard, "GUARD")
            player.guards += 1
            if state.log is not None:
                state.log_event("HAR-9.1", "guard_back", state.turn, watch=player.guards)
        case "teacher":
            state.push_step("fetch", "enhancement", card)
        case "merchant":
            state.push_step("fetch", "gold", card)


def push_gem_roll(state: HaremState, player: Player) -> None:
    """Push the roll of a Gem."""
    state.push_step("gem_roll", False)


def use_companion_power(state: HaremState, player: Player, companion: str) -> None:
    """Use the power of a companion for a discount or for a card from the companion deck."""
    state.used += (companion,)
    if state.log is not None:
        also = ("HAR-3.2", "HAR-6.6") if companion in player.stars else ("HAR-3.2",)
        state.log_event(
            "HAR-5.7", "power", state.turn, also, companion=companion, power=state.game.turn_powers[companion]
        )
    if state.game.turn_powers[companion] == "DISCOUNT1":
        state.discount += 1
    else:
        state.push_step("harem_draw")


def move_lesson_between_companions(
    state: HaremState, player: Player, power_holder: str, lesson: str, giver: str, receiver: str
) -> None:
    """Move a Lesson from one companion to another with the power of a third companion."""
    state.used += (power_holder,)
    state.detach_card_from_companion(player, giver, lesson)
    if state.log is not None:
        state.log_event(
            "HAR-5.7", "moved", state.turn, ("HAR-3.2",), companion=power_holder, card=lesson, giver=giver, to=receiver
        )
        also = ("HAR-A18",) if any(state.permanently_lost_points(giver)) else ()
        state.log_event("HAR-6.2", "trained", state.turn, also, companion=giver, total=sum(state.skills(player, giver)))
    state.attach_card(state.turn, lesson, receiver)


def end_turn_and_fill_hand(state: HaremState, player: Player) -> None:
    """End the turn. Rolled Gems and change that were not spent are lost, and the hand is filled."""
    state.agenda_frames.pop()
    if state.pending:
        add_cards(state.master_discard, "GEM", len(state.pending))
        if state.log is not None:
            state.log_event("HAR-4.7", "gems_lost", state.turn, ("HAR-2.5",), gems=len(state.pending))
        state.pending = ()
    if state.change:
        if state.log is not None:
            state.log_event("HAR-A14", "change_lost", state.turn, change=state.change)
        state.change = 0
    if state.log is not None:
        also = ("HAR-3.4", "HAR-4.11") if not state.plays and not state.kismet else ("HAR-4.11",)
        state.log_event("HAR-2.5", "turn_closed", state.turn, also)
    state.agenda_frames.append(DRAW_CARDS_FRAMES["fill"][0])


ACTION_HANDLERS: Final[dict[str, Callable[..., None]]] = {
    "bank": move_card_to_treasury,
    "guard": place_guard_from_hand,
    "teach": attach_card_from_hand,
    "adorn": attach_jewelry_from_treasury,
    "engage": engage_companion_and_start_power,
    "raid": play_raid_card,
    "fate": apply_kismet_card,
    "roll_gem": push_gem_roll,
    "use": use_companion_power,
    "move": move_lesson_between_companions,
    "end": end_turn_and_fill_hand,
}


REFUSAL_CHECKS: dict[str, Callable[..., Ruling | None]] = {
    verb: getattr(ChooseMainAction, f"_not_{verb}") for verb in ChooseMainAction.verbs
}


class AdvanceTurn(AutoStep):
    """Pass the turn to the next seat, or end a stalled game (HAR-2.8, HAR-A28)."""

    name = "next_turn"
    rule = "HAR-2.8"
    allowed_steps_below = ("",)

    def execute(self, state: HaremState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        state.idle = 0 if state.moved else state.idle + 1
        state.still = 0 if state.grown else state.still + 1
        stalled = state.idle >= state.options["stall_rounds"] * state.seats
        if stalled or (
            state.still >= MAX_ROUNDS_WITHOUT_GROWTH * state.seats and state.options["win_by"] == "kadines_only"
        ):
            if state.log is not None:
                rounds = state.options["stall_rounds"] if stalled else MAX_ROUNDS_WITHOUT_GROWTH
                state.log_event("HAR-A28", "stalled" if stalled else "stuck", None, rounds=rounds)
            state.start_final_scoring("stalled", "HAR-A28")
            return
        state.turn = (state.turn + 1) % state.seats
        state.reset_turn_limits()
        if state.log is not None:
            state.log_event("HAR-2.8", "next_turn", state.turn, ("HAR-1.1",))
        state.agenda_frames.append(PLAY_OR_FORFEIT_FRAME)


class DiscardPlayedCard(AutoStep):
    """Discard a card whose effect is complete (HAR-9.1, HAR-10.3)."""

    name = "dispose"
    rule = "HAR-9.1"
    fields = {"card": ChoiceField("a master card", lambda s: s.game.master_counts)}
    allowed_steps_below = ("main", "draws", "free_lesson", "fetch", "pick", "reroll", "brace", "spoils")

    def execute(self, state: HaremState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        add_cards(state.master_discard, frame.card)
        if state.log is not None and frame.card in state.game.play_now_cards:
            state.log_event("HAR-10.3", "carried_out", state.turn, card=frame.card)
        drop_void_question(state)


PLAY_OR_FORFEIT: Final = BeginTurnOrForfeitToDraw()
CHOOSE_MAIN_ACTION: Final = ChooseMainAction()
PLAY_OR_FORFEIT_FRAME: Final = PLAY_OR_FORFEIT.make_frame()
CHOOSE_MAIN_ACTION_FRAME: Final = CHOOSE_MAIN_ACTION.make_frame()
