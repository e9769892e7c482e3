"""Wishes: cards and Aides at them, when they are fulfilled, what is scored, which come next (WIS-8 to WIS-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...dist import Dist
from ...fields import FLAG, SEAT
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from .state import TASK, WISH
from .tables import GUARD

if TYPE_CHECKING:
    from random import Random

    from .state import Open, WishesState


def points(s: WishesState, entry: Open) -> dict[Seat, int]:
    """What each seat with an Aide at a wish scores now (WIS-9.2, WIS-A10, WIS-A11)."""
    hearts, each = s.game.hearts, s.options["aide_scores_each"]
    extra = s.game.extra[s.plate]
    scored: dict[Seat, int] = {}
    cards: dict[Seat, int] = {}
    for card, aides in entry[1]:
        for seat in aides if each else set(aides):
            scored[seat] = scored.get(seat, 0) + hearts[card]
        for seat in set(aides):
            cards[seat] = cards.get(seat, 0) + 1
    per_card = s.options["extra_points_per"] == "card"
    return {seat: scored[seat] + extra * (cards[seat] if per_card else 1) for seat in sorted(scored)}


def complete(s: WishesState, entry: Open, seat: Seat, also: tuple[str, ...] = ()) -> None:
    """A wish is fulfilled: points, Gems, clearing, the next wish turned up by `seat` (WIS-9, WIS-10).

    `also` are rules by which it comes to that.
    """
    wish, _, guard = entry
    s.idle = 0
    final = s.game.tables.wishes[wish].final
    by_final = ("WIS-10.2",) if final else ()
    more = ("WIS-9.7",) if not final and s.has(entry) > s.need(wish) else ()
    if s.log is not None:
        s.tell(
            "WIS-10.1" if final else "WIS-9.1",
            "fulfilled",
            seat,
            (*by_final, *more, *also),
            wish=wish,
            has=s.has(entry),
            need=s.need(wish),
        )
    gems = s.game.tables.constants["guard_gems"]
    for scorer, amount in points(s, entry).items():
        if s.log is not None:
            told = ("WIS-2.4", "WIS-8.3", "WIS-A10", "WIS-A11", "WIS-A26", *by_final, *more)
            s.tell(
                "WIS-9.2",
                "wish_points",
                scorer,
                told,
                points=amount,
                extra=s.game.extra[s.plate],
                score=s.score[scorer] + amount,
            )
        s.take_points(scorer, amount)
        if guard:
            taken = s.take_gems(scorer, gems)
            if s.log is not None:
                s.tell("WIS-9.3", "guard_gem", scorer, ("WIS-A22",), gems=taken)
    clear(s, entry)
    if final:
        if s.seats > 1 and not s.ending:
            s.ending = True
            if s.log is not None:
                s.tell("WIS-10.4", "last_round", None, ("WIS-13.1",))
        if s.final_down:
            s.todo.append(REVEAL.frame(seat, True))
    else:
        s.todo.append(REPLACE.frame(seat))


def clear(s: WishesState, entry: Open) -> None:
    """A wish leaves the game: its cards are discarded, its Aides go home (WIS-9.4, WIS-11.6, WIS-A20)."""
    wish, cards, guard = entry
    s.open.remove(entry)
    for card, aides in cards:
        s.discard.append(card)
        for seat in aides:
            s.free[seat] += 1
    if guard:
        s.discard.append(GUARD)
    if s.log is not None:
        gone = (*(card for card, _ in cards), *((GUARD,) if guard else ()))
        s.tell("WIS-9.4", "cleared", None, ("WIS-11.6",) if guard else (), wish=wish, cards=gone)


class Replace(AutoStep):
    """Too few wishes lie open: a seat turns up as many as are missing (WIS-9.5, WIS-9.6, WIS-3.11)."""

    name = "replace"
    rule = "WIS-9.5"
    fields = {"seat": SEAT}
    on = ("further", "feed", "fill", "add_card", "met", "turns")

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        if len(s.open) < s.game.tables.seats[s.seats].revealed and (s.simple_down or s.final_down):
            s.todo.append(REVEAL.frame(frame.seat, not s.simple_down))
            return
        s.todo.pop()
        if s.log is not None:
            by_plate = s.todo[-1].step.name in ("turns", "feed")
            rule, also = ("WIS-3.11", ("WIS-9.5",)) if by_plate else ("WIS-9.5", ())
            if len(s.open) >= s.game.tables.seats[s.seats].revealed:
                s.tell("WIS-9.6", "enough_open", None, (rule,) if by_plate else (), wishes=len(s.open))
            else:
                s.tell(rule, "none_left", None, also, wishes=len(s.open))


def wish_rule(s: WishesState, final: bool) -> str:
    """Why the wish that is due is turned up: the setup, DEMANDING, or to take the place of one that has gone."""
    if s.round == 0:
        return "WIS-1.11"
    below = s.todo[-2].step.name
    if below == "replace":  # SAD and HUNGRY take wishes away before the turns
        return "WIS-3.11" if s.todo[-3].step.name in ("turns", "feed") else "WIS-9.5"
    return "WIS-10.3" if final else "WIS-3.4"


class Reveal(ChanceStep):
    """A face-down wish is turned up; all backs are alike (WIS-1.11, WIS-3.4, WIS-3.11, WIS-9.5, WIS-10.3)."""

    name = "reveal"
    rule = "WIS-9.5"
    fields = {"seat": SEAT, "final": FLAG}
    on = ("met", "reveal", "replace", "further", "feed", "fill", "add_card", "turns")

    def cited(self, s: WishesState, frame: Frame) -> str:
        return wish_rule(s, frame.final)

    def values(self, s: WishesState, frame: Frame) -> dict[str, Any]:
        return {"type": "final" if frame.final else "simple"}

    def dist(self, s: WishesState, frame: Frame) -> Dist[str]:
        return Dist(s.final if frame.final else s.simple)

    def sample(self, s: WishesState, frame: Frame, rng: Random) -> str:
        cards = s.final if frame.final else s.simple
        return cards[int(rng.random() * len(cards))]

    def possible(self, s: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in (s.final if frame.final else s.simple)

    def take(self, s: WishesState, frame: Frame, wish: str) -> None:
        if s.log is not None:
            rule = wish_rule(s, frame.final)
            also = ("WIS-A16",) if rule == "WIS-10.3" else ("WIS-14.3",) if s.seats == 1 and rule != "WIS-3.4" else ()
            s.tell(rule, "revealed", frame.seat, also, wish=wish)
        s.todo.pop()
        if frame.final:
            s.final = tuple([card for card in s.final if card != wish])
            s.final_down -= 1
        else:
            s.simple = tuple([card for card in s.simple if card != wish])
            s.simple_down -= 1
        s.open.append((wish, (), False))


# -- Aides -------------------------------------------------------------------------------------------


class Free(DecisionStep):
    """All Aides are out and one is needed: which task card loses one (WIS-8.2)."""

    name = "free"
    rule = "WIS-8.2"
    fields = {"seat": SEAT}
    on = ("attach", "set_aide", "move_orderly")
    verbs = {"free": "s"}

    def moves(self, s: WishesState, frame: Frame) -> list[Action]:
        return [s.game.free_aide[card] for card in s.standing(frame.seat)]

    def ruling(self, s: WishesState, frame: Frame, action: Action) -> Ruling | None:
        card = action.args[0]
        if card in s.standing(frame.seat):
            return None
        return Ruling("WIS-8.2", "no_aide_there", {"card": card})

    def take(self, s: WishesState, frame: Frame, choice: Action) -> None:
        card, seat = choice.args[0], frame.seat
        s.todo.pop()
        change_aides(s, card, seat, -1)
        if s.log is not None:
            s.tell("WIS-8.2", "aide_freed", seat, ("WIS-8.1", "WIS-8.3"), card=card)


def change_aides(s: WishesState, card: str, seat: Seat, by: int) -> None:
    """An Aide comes from home to a task card at a wish (1), or goes home (-1)."""
    for place, entry in enumerate(s.open):
        for i, (there, aides) in enumerate(entry[1]):
            if there == card:
                if by > 0:
                    new = (*aides, seat)
                else:
                    at = aides.index(seat)
                    new = aides[:at] + aides[at + 1 :]
                s.open[place] = entry[0], (*entry[1][:i], (card, new), *entry[1][i + 1 :]), entry[2]
                s.free[seat] -= by
                return
    raise KeyError(card)


def attach(s: WishesState, seat: Seat, card: str, wish: str) -> None:
    """A card is laid at a wish, with an Aide; the Gem; perhaps that is enough (WIS-4.2, WIS-4.3, WIS-3.2)."""
    old = s.entry(wish)
    entry = wish, (*old[1], (card, (seat,))), old[2]
    s.replace(old, entry)
    s.free[seat] -= 1
    kind = s.does() == "kind"
    taken = s.take_gems(seat, s.game.tables.constants["fulfil_gems_kind" if kind else "fulfil_gems"])
    has, need = s.has(entry), s.need(wish)
    if s.log is not None:
        s.tell("WIS-4.2", "attached", seat, ("WIS-8.1",), card=card, wish=wish, has=has, need=need)
        also = ("WIS-A22", "WIS-4.3") if has >= need else ("WIS-A22",)
        s.tell("WIS-3.2" if kind else "WIS-4.2", "fulfil_gem", seat, also, gems=taken)
    if has >= need:
        complete(s, entry, seat, ("WIS-4.3",))


class Attach(AutoStep):
    """A hand card is laid at a wish, once an Aide has been freed for it (WIS-4.2, WIS-8.2)."""

    name = "attach"
    rule = "WIS-4.2"
    fields = {"seat": SEAT, "card": TASK, "wish": WISH}
    on = ("further",)

    def values(self, s: WishesState, frame: Frame) -> dict[str, Any]:
        return {"card": frame.card, "wish": frame.wish}

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        s.todo.pop()
        attach(s, frame.seat, frame.card, frame.wish)


def set_aide(s: WishesState, seat: Seat, card: str) -> None:
    """An Aide is put on a task card (WIS-5.1, WIS-5.3)."""
    change_aides(s, card, seat, 1)
    if s.log is not None:
        s.tell("WIS-5.1", "aide_set", seat, ("WIS-5.3", "WIS-8.4", "WIS-A12"), card=card)


class SetAide(AutoStep):
    """An Aide is put on a task card, once it has been freed (WIS-5.1, WIS-8.2)."""

    name = "set_aide"
    rule = "WIS-5.1"
    fields = {"seat": SEAT, "card": TASK}
    on = ("further",)

    def values(self, s: WishesState, frame: Frame) -> dict[str, Any]:
        return {"card": frame.card}

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        s.todo.pop()
        set_aide(s, frame.seat, frame.card)


REPLACE, REVEAL, FREE, ATTACH, SET_AIDE = Replace(), Reveal(), Free(), Attach(), SetAide()
STEPS = (REPLACE, REVEAL, FREE, ATTACH, SET_AIDE)
