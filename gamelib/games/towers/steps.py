"""Steps of Towers: deal, first player, turn, chain, new cache and fleeing.

The frame of the step `turn` is at the bottom of the agenda and has the seat with the next turn.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from ...chance_source import ChanceSource, pile_source
from ...dist import Dist
from ...fields import SEAT, IntField
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from . import position_checks
from .placement import (
    is_placement_legal,
    move_cache_to_balance,
    nth_legal_placement,
    place_card,
    placement_actions,
    placement_count,
    placement_refusals,
)
from .state import CACHE_SIZE, TowersState, end_game_and_settle_debts

FLEE = Action("flee")
PASS = Action("pass")
STOP = Action("stop")
ALL_SEATS = range(5)


class DrawCacheCards(ChanceStep):
    """Draw open cards for a seat, one by one. `left` is the number of remaining cards."""

    fields = {"seat": SEAT, "left": IntField(1, CACHE_SIZE)}

    event_code: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.frames = [[self.make_frame(seat, left) for left in range(CACHE_SIZE + 1)] for seat in ALL_SEATS]

    def question_text_values(self, state: TowersState, frame: Frame) -> dict[str, Any]:
        return {"left": frame.left, "deck": len(state.deck)}

    def validate_frame(self, state: TowersState, frame: Frame, below: Frame | None) -> None:
        position_checks.validate_seat_in_game(state, self, frame)
        if frame.left != min(CACHE_SIZE - len(state.caches[frame.seat]), len(state.deck)):  # TOW-4.6
            raise ValueError(f"{self.name} cannot have {frame.left} cards to come")

    def dist(self, state: TowersState, frame: Frame) -> Dist[str]:
        return Dist(state.deck)

    def chance_source(self, state: TowersState, frame: Frame) -> ChanceSource:
        return pile_source("deck", cards=state.deck)

    def sample(self, state: TowersState, frame: Frame, rng: Random) -> str:
        deck = state.deck
        return deck[int(rng.random() * len(deck))]

    def is_possible_outcome(self, state: TowersState, frame: Frame, outcome: Any) -> bool:
        return outcome in state.deck

    def execute(self, state: TowersState, frame: Frame, card: str) -> None:
        seat, left = frame.seat, frame.left
        state.deck.remove(card)
        caches = state.caches
        caches[seat] += (card,)
        if left > 1:
            state.agenda_frames[-1] = self.frames[seat][left - 1]
        else:
            state.agenda_frames.pop()
        if state.log is not None:
            state.log_event(self.rule, self.event_code, seat, ("TOW-8.1", "TOW-8.2"), card=card, deck=len(state.deck))

    def execute_randomly(self, state: TowersState, frame: Frame, rng: Random) -> None:
        """Draw all remaining cards."""
        seat = frame.seat
        deck, random = state.deck, rng.random
        cache = state.caches[seat]
        for _ in range(frame.left):
            cache += (deck.pop(int(random() * len(deck))),)
        state.caches[seat] = cache
        state.agenda_frames.pop()


class DealFirstCache(DrawCacheCards):
    """Deal the first cache of a seat (TOW-1.5)."""

    name = "deal"
    rule = "TOW-1.5"
    event_code = "dealt"
    allowed_steps_below = ("start", "deal")

    def is_setup(self, state: TowersState, frame: Frame) -> bool:
        return True


class RefillCache(DrawCacheCards):
    """Draw a new cache at the end of a turn (TOW-4.6)."""

    name = "refill"
    rule = "TOW-4.6"
    event_code = "refilled"
    allowed_steps_below = ("turn",)

    def validate_frame(self, state: TowersState, frame: Frame, below: Frame | None) -> None:
        super().validate_frame(state, frame, below)
        if state.is_dead():  # TOW-7.2
            raise ValueError("the game should have ended")


class DetermineStartingSeat(AutoStep):
    """Find the starting seat, which has the alphabetically first title (TOW-1.8)."""

    name = "start"
    rule = "TOW-1.8"
    allowed_steps_below = ("",)

    def validate_frame(self, state: TowersState, frame: Frame, below: Frame | None) -> None:
        position_checks.validate_unfinished_deal(state)

    def execute(self, state: TowersState, frame: Frame, choice: None) -> None:
        holders = {card: seat for seat, cache in enumerate(state.caches) for card in cache}
        card = min(holders, key=state.game.title_rank.__getitem__)
        seat = holders[card]
        state.agenda_frames[-1] = START_TURN_FRAMES[seat]
        if state.log is not None:
            state.log_event("TOW-1.8", "starts", seat, ("TOW-9.1",), card=card)


class StartTurnOrEndGame(AutoStep):
    """Start the turn of a seat, or end the game (TOW-2.1)."""

    name = "turn"
    rule = "TOW-2.1"
    fields = {"seat": SEAT}
    allowed_steps_below = ("",)

    def validate_frame(self, state: TowersState, frame: Frame, below: Frame | None) -> None:
        position_checks.validate_next_turn(state, frame)

    def execute(self, state: TowersState, frame: Frame, choice: None) -> None:
        seat: Seat = frame.seat
        stuck = not state.has_playable_card(seat)
        if stuck and state.is_over_before_turn():
            end_game_without_plays(state)
            return
        if stuck and state.log is not None and (card := state.deck_card_if_caches_unplayable()):  # TOW-A8
            state.log_event("TOW-7.2", "goes_on", None, card=card)
        state.turn += 1
        fled = state.fled
        following = (seat + 1) % state.seats
        while fled[following]:  # TOW-2.5
            following = (following + 1) % state.seats
        state.agenda_frames[-1] = START_TURN_FRAMES[following]
        state.agenda_frames.append(PLACE_FLEE_OR_PASS_FRAMES[seat])
        if state.log is not None:
            also: tuple[str, ...] = ("TOW-2.5", "TOW-7.9")
            if (
                state.turn == position_checks.MAX_TURNS
                and position_checks.MAX_TURNS % state.seats
                and not any(state.fled)
            ):  # one turn more
                also = (*also, "TOW-9.1")
            state.log_event("TOW-2.1", "turn", seat, also, turn=state.turn)


def end_game_without_plays(state: TowersState) -> None:
    """End the game because no card can be played any more (TOW-7.2, TOW-7.3)."""
    if not state.deck and not any(state.caches):
        end_game_and_settle_debts(state, "no_cards", "TOW-7.3")
    else:
        end_game_and_settle_debts(state, "no_play", "TOW-7.2")


def move_unplayed_and_refill_cache(state: TowersState, seat: Seat) -> None:
    """Move unplayed cards to the balance and draw new ones. The top frame of the agenda ends (TOW-4.5, TOW-4.6).

    If no card can ever be played again, the game ends before the draw (TOW-7.2).
    """
    if state.caches[seat] and state.options["unplayed"] == "to_balance":  # TOW-A10
        move_cache_to_balance(state, seat, "TOW-4.5")
    if state.is_dead():
        end_game_without_plays(state)
        return
    left = len(state.deck)
    if left:
        missing = CACHE_SIZE - len(state.caches[seat])
        state.agenda_frames[-1] = REFILL_CACHE.frames[seat][missing if missing < left else left]
    else:
        state.agenda_frames.pop()  # TOW-A14: the game continues without a draw
        if state.log is not None:
            state.log_event("TOW-4.6", "no_refill", seat)


class BasePlacementTurn(DecisionStep):
    """Base class of decisions to place a card or do something else."""

    fields = {"seat": SEAT}
    allowed_steps_below = ("turn",)

    def non_placement_actions(self, state: TowersState, has_no_placement: bool) -> tuple[Action, ...]:
        """Return the legal actions other than placements. `has_no_placement` says whether no placement is legal."""
        raise NotImplementedError

    def non_placement_refusal(self, state: TowersState, seat: Seat, verb: str) -> Ruling | None:
        """Return why an action other than a placement is illegal, or None."""
        raise NotImplementedError

    def take_non_placement_action(self, state: TowersState, seat: Seat, action: Action) -> None:
        """Take an action other than a placement."""
        raise NotImplementedError

    def question_text_values(self, state: TowersState, frame: Frame) -> dict[str, Any]:
        return {"cache": len(state.caches[frame.seat]), "balance": len(state.balances[frame.seat])}

    def legal_actions(self, state: TowersState, frame: Frame) -> list[Action]:
        moves = placement_actions(state, frame.seat)
        moves += self.non_placement_actions(state, not moves)
        return moves

    def execute_randomly(self, state: TowersState, frame: Frame, rng: Random) -> None:
        """Execute a random action without creating the list of up to 90 placements."""
        seat: Seat = frame.seat
        count = placement_count(state, seat)
        others = self.non_placement_actions(state, not count)
        number = int(rng.random() * (count + len(others)))
        if number < count:
            card, tower, cell = nth_legal_placement(state, seat, number)
            place_and_continue(state, seat, card, tower, cell)
        else:
            self.take_non_placement_action(state, seat, others[number - count])

    def why_illegal(self, state: TowersState, frame: Frame, action: Action) -> Ruling | None:
        seat: Seat = frame.seat
        if action.verb != "place":
            return self.non_placement_refusal(state, seat, action.verb)
        return None if is_placement_legal(state, seat, action) else placement_refusals(state, seat, *action.args)[0]

    def execute(self, state: TowersState, frame: Frame, action: Action) -> None:
        seat: Seat = frame.seat
        if action.verb == "place":
            place_and_continue(state, seat, *state.game.placements_by_action[action])
        else:
            self.take_non_placement_action(state, seat, action)


class PlaceFleeOrPass(BasePlacementTurn):
    """Decision to place a card or flee. Passing is legal only if no card fits (TOW-2.2 to TOW-2.4)."""

    name = "choose"
    rule = "TOW-2.2"
    verbs = {"place": "sss", "flee": "", "pass": ""}

    def validate_frame(self, state: TowersState, frame: Frame, below: Frame | None) -> None:
        position_checks.validate_seat_in_game(state, self, frame)
        if state.is_over_before_turn():  # TOW-2.1
            raise ValueError("the game should have ended")

    def question_text_values(self, state: TowersState, frame: Frame) -> dict[str, Any]:
        may = (
            "place"
            if state.has_playable_card(frame.seat)
            else "pass"
            if state.options["stuck_turn"] == "choose"
            else "flee"
        )
        return {**super().question_text_values(state, frame), "may": may}

    def non_placement_actions(self, state: TowersState, has_no_placement: bool) -> tuple[Action, ...]:
        return (PASS, FLEE) if has_no_placement and state.options["stuck_turn"] == "choose" else (FLEE,)

    def non_placement_refusal(self, state: TowersState, seat: Seat, verb: str) -> Ruling | None:
        if verb == "pass":
            if state.has_playable_card(seat):  # TOW-A12
                return Ruling("TOW-2.3", "must_play_or_flee", example_placement(state, seat), "play_instead")
            if state.options["stuck_turn"] == "forced_flee":  # TOW-A9
                return Ruling("TOW-2.4", "must_flee", {})
        return None

    def take_non_placement_action(self, state: TowersState, seat: Seat, action: Action) -> None:
        state.unplayed = ()
        if action is FLEE:
            pay_and_flee(state, seat)
        else:
            if state.log is not None:
                state.log_event("TOW-2.4", "passes", seat)
            move_cache_to_balance(state, seat, "TOW-2.4")  # all cards, even if the options keep unplayed cards
            move_unplayed_and_refill_cache(state, seat)


class ContinueChainOrStop(BasePlacementTurn):
    """Decision after a match to place another card or stop (TOW-4.2, TOW-4.3)."""

    name = "chain"
    rule = "TOW-4.2"
    verbs = {"place": "sss", "stop": "", "flee": ""}

    def validate_frame(self, state: TowersState, frame: Frame, below: Frame | None) -> None:
        position_checks.validate_seat_in_game(state, self, frame)
        if not state.has_playable_card(frame.seat):
            raise ValueError("a chain cannot go on if no card fits")

    def non_placement_actions(self, state: TowersState, has_no_placement: bool) -> tuple[Action, ...]:
        return (STOP,) if state.options["voluntary_stop"] else ()

    def non_placement_refusal(self, state: TowersState, seat: Seat, verb: str) -> Ruling | None:
        if verb == "flee":
            return Ruling("TOW-2.2", "flee_too_late", {})
        if not state.options["voluntary_stop"]:  # TOW-A11
            return Ruling("TOW-4.3", "must_go_on", example_placement(state, seat), "play_instead")
        return None

    def take_non_placement_action(self, state: TowersState, seat: Seat, action: Action) -> None:
        if state.log is not None:
            state.log_event("TOW-4.3", "stops", seat, cards=state.caches[seat])
        move_unplayed_and_refill_cache(state, seat)


def example_placement(state: TowersState, seat: Seat) -> dict[str, Any]:
    """Return a legal placement as an example for the ruling against passing."""
    return dict(zip(("card", "tower", "cell"), placement_actions(state, seat)[0].args, strict=True))


def place_and_continue(state: TowersState, seat: Seat, card: str, tower: int, cell: int) -> None:
    """Place a card. After a match the chain continues if another card fits (TOW-4.2 to TOW-4.4, TOW-5.7, TOW-A13)."""
    state.unplayed = ()
    matched = place_card(state, seat, card, tower, cell)
    if state.result is not None:
        return
    if matched and state.has_playable_card(seat):
        state.agenda_frames[-1] = CONTINUE_CHAIN_FRAMES[seat]
        return
    if not matched:
        state.unplayed = state.caches[seat]
    if state.log is not None and state.caches[seat]:
        state.log_event("TOW-4.4", "nothing_fits" if matched else "chain_breaks", seat, cards=state.caches[seat])
    move_unplayed_and_refill_cache(state, seat)


def pay_and_flee(state: TowersState, seat: Seat) -> None:
    """Pay the whole balance to each remaining seat and leave the game (TOW-6)."""
    put_cache = state.caches[seat]
    state.balances[seat] += put_cache  # TOW-6.1, TOW-A16
    state.caches[seat] = ()
    balance = len(state.balances[seat])
    coins = balance * state.options["coin_value"]  # TOW-6.3
    others = state.other_active_seats(seat)
    state.coins[seat] -= coins * len(others)
    state.fled[seat] = True  # TOW-6.4
    if state.log is not None:
        state.log_event("TOW-6.1", "flees", seat, cards=put_cache, balance=balance)
    for other in others:
        state.coins[other] += coins  # TOW-6.2: gross, nothing cancels
        if state.log is not None:
            below = ("TOW-1.7",) if state.coins[seat] < 0 else ()
            state.log_event("TOW-6.2", "pays", seat, ("TOW-6.3", *below), other=other, coins=coins)
    if state.log is not None:
        state.log_event("TOW-6.4", "out", seat, ("TOW-6.5", "TOW-8.3"))
    if len(others) == 1:  # TOW-6.6, TOW-7.4
        end_game_and_settle_debts(state, "alone", "TOW-6.6")
    else:
        state.agenda_frames.pop()


DEAL_FIRST_CACHE = DealFirstCache()
REFILL_CACHE = RefillCache()
DETERMINE_STARTING_SEAT = DetermineStartingSeat()
START_TURN = StartTurnOrEndGame()
PLACE_FLEE_OR_PASS = PlaceFleeOrPass()
CONTINUE_CHAIN = ContinueChainOrStop()
STEPS = (DEAL_FIRST_CACHE, DETERMINE_STARTING_SEAT, START_TURN, PLACE_FLEE_OR_PASS, CONTINUE_CHAIN, REFILL_CACHE)

# recurring frames are created once, like those of the draws
START_TURN_FRAMES = [START_TURN.make_frame(seat) for seat in ALL_SEATS]
PLACE_FLEE_OR_PASS_FRAMES = [PLACE_FLEE_OR_PASS.make_frame(seat) for seat in ALL_SEATS]
CONTINUE_CHAIN_FRAMES = [CONTINUE_CHAIN.make_frame(seat) for seat in ALL_SEATS]
