"""Fulfilment of wishes: cards, Aides, points and new wishes (WIS-8 to WIS-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ...chance_source import ChanceSource, pile_source
from ...dist import Dist
from ...fields import FLAG, SEAT
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from .card_tables import GUARD
from .state import TASK, WISH

if TYPE_CHECKING:
    from random import Random

    from .state import OpenWish, WishesState


def wish_points(state: WishesState, entry: OpenWish) -> dict[Seat, int]:
    """Return the points of each seat with an Aide at a wish that is fulfilled now (WIS-9.2, WIS-A10, WIS-A11)."""
    hearts, each = state.game.hearts, state.options["aide_scores_each"]
    scored: dict[Seat, int] = {}
    for card, aides in entry[1]:
        for seat in aides if each else set(aides):
            scored[seat] = scored.get(seat, 0) + hearts[card]
    extra = extra_points_of_plate(state, entry)
    return {seat: scored[seat] + extra[seat] for seat in sorted(scored)}


def extra_points_of_plate(state: WishesState, entry: OpenWish) -> dict[Seat, int]:
    """Return the points that the plate adds at a wish for each seat with an Aide there (WIS-2.4, WIS-A10)."""
    extra, per_card = state.game.plate_extra_points[state.plate], state.options["extra_points_per"] == "card"
    added: dict[Seat, int] = {}
    for _, aides in entry[1]:
        for seat in set(aides):
            added[seat] = added.get(seat, 0) + extra if per_card else extra
    return added


def fulfil_wish(state: WishesState, entry: OpenWish, seat: Seat, related_rules: tuple[str, ...] = ()) -> None:
    """Fulfil a wish: give points and Gems, clear the wish and let `seat` reveal the next one (WIS-9, WIS-10).

    `related_rules` are the rules that led to the fulfilment.
    """
    wish, _, guard = entry
    state.idle = 0
    final = state.game.tables.wishes[wish].final
    by_final = ("WIS-10.2",) if final else ()
    more = (
        ("WIS-9.7",) if not final and state.attached_hearts_or_cards(entry) > state.needed_hearts_or_cards(wish) else ()
    )
    if state.log is not None:
        state.log_event(
            "WIS-10.1" if final else "WIS-9.1",
            "fulfilled",
            seat,
            (*by_final, *more, *related_rules),
            wish=wish,
            has=state.attached_hearts_or_cards(entry),
            need=state.needed_hearts_or_cards(wish),
        )
    gems, extra = state.game.tables.constants["guard_gems"], extra_points_of_plate(state, entry)
    for scorer, amount in wish_points(state, entry).items():
        if state.log is not None:
            told = ("WIS-2.4", "WIS-8.3", "WIS-A10", "WIS-A11", "WIS-A26", *by_final, *more)
            state.log_event(
                "WIS-9.2",
                "wish_points",
                scorer,
                told,
                points=amount,
                extra=extra[scorer],
                score=state.score[scorer] + amount,
            )
        state.gain_points(scorer, amount)
        if guard:
            taken = state.gain_gems(scorer, gems)
            if state.log is not None:
                state.log_event("WIS-9.3", "guard_gem", scorer, ("WIS-A22",), gems=taken)
    clear_wish(state, entry)
    if final:
        if state.seats > 1 and not state.ending:
            state.ending = True
            if state.log is not None:
                state.log_event("WIS-10.4", "last_round", None, ("WIS-13.1",))
        if state.final_down:
            state.agenda_frames.append(REVEAL_WISH.make_frame(seat, True))
    else:
        state.agenda_frames.append(REPLACE_WISHES.make_frame(seat))


def clear_wish(state: WishesState, entry: OpenWish) -> None:
    """Remove a wish from the game: discard its cards and return its Aides (WIS-9.4, WIS-11.6, WIS-A20)."""
    wish, cards, guard = entry
    state.open.remove(entry)
    for card, aides in cards:
        state.discard.append(card)
        for seat in aides:
            state.free[seat] += 1
    if guard:
        state.discard.append(GUARD)
    if state.log is not None:
        gone = (*(card for card, _ in cards), *((GUARD,) if guard else ()))
        state.log_event("WIS-9.4", "cleared", None, ("WIS-11.6",) if guard else (), wish=wish, cards=gone)


class RevealMissingWishes(AutoStep):
    """Reveal new wishes for a seat until enough wishes are open (WIS-9.5, WIS-9.6, WIS-3.11)."""

    name = "replace"
    rule = "WIS-9.5"
    fields = {"seat": SEAT}
    allowed_steps_below = ("further", "feed", "fill", "add_card", "met", "turns")

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        if len(state.open) < state.game.tables.seats[state.seats].revealed and (state.simple_down or state.final_down):
            state.agenda_frames.append(REVEAL_WISH.make_frame(frame.seat, not state.simple_down))
            return
        state.agenda_frames.pop()
        if state.log is not None:
            by_plate = state.agenda_frames[-1].step.name in ("turns", "feed")
            rule, also = ("WIS-3.11", ("WIS-9.5",)) if by_plate else ("WIS-9.5", ())
            if len(state.open) >= state.game.tables.seats[state.seats].revealed:
                state.log_event("WIS-9.6", "enough_open", None, (rule,) if by_plate else (), wishes=len(state.open))
            else:
                state.log_event(rule, "none_left", None, also, wishes=len(state.open))


def wish_reveal_rule(state: WishesState, final: bool) -> str:
    """Return the rule that reveals a wish: the setup, the plate DEMANDING, or the replacement of a wish."""
    if state.round == 0:
        return "WIS-1.11"
    below = state.agenda_frames[-2].step.name
    if below == "replace":  # SAD and HUNGRY remove wishes before the turns
        return "WIS-3.11" if state.agenda_frames[-3].step.name in ("turns", "feed") else "WIS-9.5"
    return "WIS-10.3" if final else "WIS-3.4"


class RevealWish(ChanceStep):
    """Reveal a random face-down wish (WIS-1.11, WIS-3.4, WIS-3.11, WIS-9.5, WIS-10.3)."""

    name = "reveal"
    rule = "WIS-9.5"
    fields = {"seat": SEAT, "final": FLAG}
    allowed_steps_below = ("met", "reveal", "replace", "further", "feed", "fill", "add_card", "turns")

    def cited_rule(self, state: WishesState, frame: Frame) -> str:
        return wish_reveal_rule(state, frame.final)

    def question_text_values(self, state: WishesState, frame: Frame) -> dict[str, Any]:
        return {"type": "final" if frame.final else "simple"}

    def dist(self, state: WishesState, frame: Frame) -> Dist[str]:
        return Dist(state.final if frame.final else state.simple)

    def is_setup(self, state: WishesState, frame: Frame) -> bool:
        return state.round == 0

    def chance_source(self, state: WishesState, frame: Frame) -> ChanceSource:
        return pile_source("wishes", int(frame.final), cards=state.final if frame.final else state.simple)

    def sample(self, state: WishesState, frame: Frame, rng: Random) -> str:
        cards = state.final if frame.final else state.simple
        return cards[int(rng.random() * len(cards))]

    def is_possible_outcome(self, state: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in (state.final if frame.final else state.simple)

    def execute(self, state: WishesState, frame: Frame, wish: str) -> None:
        if state.log is not None:
            rule = wish_reveal_rule(state, frame.final)
            also = (
                ("WIS-A16",) if rule == "WIS-10.3" else ("WIS-14.3",) if state.seats == 1 and rule != "WIS-3.4" else ()
            )
            state.log_event(rule, "revealed", frame.seat, also, wish=wish)
        state.agenda_frames.pop()
        if frame.final:
            state.final = tuple([card for card in state.final if card != wish])
            state.final_down -= 1
        else:
            state.simple = tuple([card for card in state.simple if card != wish])
            state.simple_down -= 1
        state.open.append((wish, (), False))


# -- Aides -------------------------------------------------------------------------------------------


class ChooseAideToFree(DecisionStep):
    """Decision about the task card from which an Aide is taken, if no Aide is at home (WIS-8.2)."""

    name = "free"
    rule = "WIS-8.2"
    fields = {"seat": SEAT}
    allowed_steps_below = ("attach", "set_aide", "move_orderly")
    verbs = {"free": "s"}

    def legal_actions(self, state: WishesState, frame: Frame) -> list[Action]:
        return [state.game.free_aide[card] for card in state.cards_with_aide(frame.seat)]

    def why_illegal(self, state: WishesState, frame: Frame, action: Action) -> Ruling | None:
        card = action.args[0]
        if card in state.cards_with_aide(frame.seat):
            return None
        return Ruling("WIS-8.2", "no_aide_there", {"card": card})

    def execute(self, state: WishesState, frame: Frame, choice: Action) -> None:
        card, seat = choice.args[0], frame.seat
        state.agenda_frames.pop()
        move_aide_onto_or_off_card(state, card, seat, -1)
        if state.log is not None:
            state.log_event("WIS-8.2", "aide_freed", seat, ("WIS-8.1", "WIS-8.3"), card=card)


def move_aide_onto_or_off_card(state: WishesState, card: str, seat: Seat, count_change: Literal[1, -1]) -> None:
    """Move an Aide of a seat from home to a task card (1), or from a task card to home (-1)."""
    for place, entry in enumerate(state.open):
        for i, (there, aides) in enumerate(entry[1]):
            if there == card:
                if count_change > 0:
                    new = (*aides, seat)
                else:
                    at = aides.index(seat)
                    new = aides[:at] + aides[at + 1 :]
                state.open[place] = entry[0], (*entry[1][:i], (card, new), *entry[1][i + 1 :]), entry[2]
                state.free[seat] -= count_change
                return
    raise KeyError(card)


def attach_task_card_and_resolve(state: WishesState, seat: Seat, card: str, wish: str) -> None:
    """Attach a card with an Aide to a wish, and fulfil the wish if it is complete (WIS-4.2, WIS-4.3, WIS-3.2)."""
    old = state.open_wish(wish)
    entry = wish, (*old[1], (card, (seat,))), old[2]
    state.update_wish(old, entry)
    state.free[seat] -= 1
    kind = state.plate_effect() == "kind"
    taken = state.gain_gems(seat, state.game.tables.constants["fulfil_gems_kind" if kind else "fulfil_gems"])
    has, need = state.attached_hearts_or_cards(entry), state.needed_hearts_or_cards(wish)
    if state.log is not None:
        state.log_event("WIS-4.2", "attached", seat, ("WIS-8.1",), card=card, wish=wish, has=has, need=need)
        also = ("WIS-A22", "WIS-4.3") if has >= need else ("WIS-A22",)
        state.log_event("WIS-3.2" if kind else "WIS-4.2", "fulfil_gem", seat, also, gems=taken)
    if has >= need:
        fulfil_wish(state, entry, seat, ("WIS-4.3",))


class AttachTaskCardToWish(AutoStep):
    """Attach a hand card to a wish after an Aide has been freed for it (WIS-4.2, WIS-8.2)."""

    name = "attach"
    rule = "WIS-4.2"
    fields = {"seat": SEAT, "card": TASK, "wish": WISH}
    allowed_steps_below = ("further",)

    def question_text_values(self, state: WishesState, frame: Frame) -> dict[str, Any]:
        return {"card": frame.card, "wish": frame.wish}

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        attach_task_card_and_resolve(state, frame.seat, frame.card, frame.wish)


def place_aide(state: WishesState, seat: Seat, card: str) -> None:
    """Put an Aide on a task card (WIS-5.1, WIS-5.3)."""
    move_aide_onto_or_off_card(state, card, seat, 1)
    if state.log is not None:
        state.log_event("WIS-5.1", "aide_set", seat, ("WIS-5.3", "WIS-8.4", "WIS-A12"), card=card)


class PlaceAideOnTaskCard(AutoStep):
    """Put an Aide on a task card after the Aide was freed (WIS-5.1, WIS-8.2)."""

    name = "set_aide"
    rule = "WIS-5.1"
    fields = {"seat": SEAT, "card": TASK}
    allowed_steps_below = ("further",)

    def question_text_values(self, state: WishesState, frame: Frame) -> dict[str, Any]:
        return {"card": frame.card}

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        place_aide(state, frame.seat, frame.card)


REPLACE_WISHES, REVEAL_WISH, FREE_AIDE, ATTACH_TASK_CARD, PLACE_AIDE = (
    RevealMissingWishes(),
    RevealWish(),
    ChooseAideToFree(),
    AttachTaskCardToWish(),
    PlaceAideOnTaskCard(),
)
STEPS = (REPLACE_WISHES, REVEAL_WISH, FREE_AIDE, ATTACH_TASK_CARD, PLACE_AIDE)
