"""How a princess chooses, joins and leaves (EMI-9, EMI-13): the ranking of sheiks and her ability.

`verdict` is the one place where a choice is made; `ranking` shows it with the numbers for a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import not_
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...deck import Part
from ...fields import FLAG, SEAT
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, DecisionStep, Frame
from .tables import KINDS, PREFERENCES, SIDI

if TYPE_CHECKING:
    from .state import EmiraState

APPEARANCE, STATUS, PALACE, GOLD = range(4)
MINUS = (0, -1, -2, -3, -4)  # minus each seat, for orders in which of level ones the first comes first
LENT = {"Nadia": 0, "Layla": 1}  # princess -> the kind of counter she brings (EMI-13.8, EMI-13.9)
PERFORMERS = {"Halimah": "EMI-13.2", "Rasha": "EMI-13.3"}  # Singing and Acting
FEASTS = ("Albina", "Firyal")
ONCE = {"Samira": "EMI-13.6", "Zahrah": "EMI-13.7", "Hind": "EMI-13.10", "Albina": "EMI-13.1", "Firyal": "EMI-13.1"}
LASTING = {
    "Noor": "EMI-13.4",
    "Zainab": "EMI-13.5",
    "Farah": "EMI-13.12",
    "Badra": "EMI-13.13",
    "Adara": "EMI-13.14",
    "Suleika": "EMI-13.15",
    "Janan": "EMI-13.16",
    "Zafirah": "EMI-13.16",
    "Xenia": "EMI-13.17",
}


def preferences(s: EmiraState, name: str) -> tuple[int, ...]:
    """What she looks for, first and second; swapped if Changing Her Mind says so (EMI-14.5).

    Xenia, once refused, goes to the richest all the same (EMI-13.18).
    """
    wishes = s.game.wishes[name]
    return wishes[::-1] if name in s.swapped and not is_refused(s, name) else wishes


def is_refused(s: EmiraState, name: str) -> bool:
    """Whether this is Xenia on the way from a seat that refused her gift to another one (EMI-13.18)."""
    return s.refuser >= 0 and name == "Xenia"


def column(s: EmiraState, preference: int) -> Sequence[int]:
    """Every sheik's value in a preference (EMI-9.3); the palace in half points (EMI-16.3)."""
    if preference == APPEARANCE:
        return list(map(sum, s.looks))
    if preference == STATUS:
        return s.renown
    if preference == PALACE:
        sections, track = s.sections, s.track
        return [2 * sections[seat] + track[seat] for seat in range(s.seats)]
    return s.gold


def value(s: EmiraState, preference: int, seat: Seat) -> int:
    """One sheik's value in a preference."""
    return column(s, preference)[seat]


def shown(preference: int, number: int) -> int | float:
    """A value as it is told: palace halves become points."""
    if preference != PALACE:
        return number
    return number // 2 if number % 2 == 0 else number / 2


def barred(s: EmiraState, name: str, seat: Seat, waiting: bool) -> str:
    """Why this sheik cannot get her now (EMI-9.1): "room", "hind" or "refused"; "" if he can.

    `waiting`: she is one of the undecided.
    """
    options, locked = s.options, s.lost[seat] == s.round
    if name == SIDI:  # room is ignored; EMI-A10
        return "hind" if locked and not options["sidi_visits_hind_locked"] else ""
    refused = is_refused(s, name)
    if refused and seat == s.refuser:
        return "refused"
    if locked and (not options["xenia_moves_to_hind_locked"] if refused else blocks(s, waiting)):  # EMI-A31
        return "hind"
    if len(s.homes[seat]) >= s.room(seat) and (not refused or options["xenia_transfer_needs_room"]):  # EMI-A08
        return "room"
    return ""


def blocks(s: EmiraState, waiting: bool) -> bool:
    """Whether a round lost by Hind keeps princesses away who look now, or who wait (EMI-13.10, EMI-A10)."""
    return not waiting or bool(s.options["hind_blocks_undecided"])


def hosts(s: EmiraState, waiting: bool) -> list[Seat]:
    """The sheiks who are not `barred` to a princess other than Sidi; all at once, for it is asked often."""
    base, sections, guests = s.game.base_room, s.sections, s.guests
    locks = s.round in s.lost and blocks(s, waiting)
    able = []
    for seat, home in enumerate(s.homes):
        if len(home) < base + sections[seat] + guests[seat] and not (locks and s.lost[seat] == s.round):
            able.append(seat)
    return able


def able_for(s: EmiraState, name: str, waiting: bool) -> list[Seat]:
    """The sheiks who can get her."""
    if name != SIDI and not is_refused(s, name):
        return hosts(s, waiting)
    return [seat for seat in range(s.seats) if not barred(s, name, seat, waiting)]


def verdict(s: EmiraState, name: str, waiting: bool) -> Seat:
    """The sheik whom she joins, or -1: she stays undecided (EMI-9.2, EMI-9.4, EMI-13.20)."""
    able = able_for(s, name, waiting)
    if name != SIDI:
        return best(s, preferences(s, name), able)
    counts = [len(s.homes[seat]) for seat in able]
    most = max(counts, default=0)
    return able[counts.index(most)] if most and counts.count(most) == 1 else -1


def best(s: EmiraState, wishes: tuple[int, ...], able: list[Seat]) -> Seat:
    """The sheik of these who suits her wishes best; -1 if there is none, or none alone."""
    for preference in wishes:
        if len(able) < 2:
            break
        numbers: Sequence[int] = column(s, preference)
        if len(able) < len(numbers):
            numbers = [numbers[seat] for seat in able]
        top = max(numbers)
        if numbers.count(top) == 1:
            return able[numbers.index(top)]
        able = [seat for place, seat in enumerate(able) if numbers[place] == top]
    return able[0] if len(able) == 1 else -1


def next_to_join(s: EmiraState, money: bool) -> tuple[str, Seat] | None:
    """The oldest undecided princess who joins a sheik as things are now, and the sheik (EMI-9.6).

    `money`: only gold has changed since they last looked.
    """
    names = s.undecided
    if money or not all_look(s):
        seekers = s.game.gold_seekers
        if seekers.isdisjoint(names):
            return None
        names = [name for name in names if name in seekers]
    able = hosts(s, True)
    if not able and SIDI not in names and s.refuser < 0:
        return None
    tried = []  # princesses with the same wishes decide alike
    for name in names:
        if name == SIDI or is_refused(s, name):
            seat = verdict(s, name, True)
        else:
            wishes = preferences(s, name)
            if wishes in tried:
                continue
            tried.append(wishes)
            seat = best(s, wishes, able)
        if seat >= 0:
            return name, seat
    return None


def all_look(s: EmiraState) -> bool:
    """Whether all the undecided may look again now, or only those who look for gold (EMI-9.6, EMI-A02f)."""
    return s.phase == 4 or s.options["undecided_look"] == "always"


def may_look(s: EmiraState, name: str) -> bool:
    """Whether this undecided princess may look again in this phase (EMI-9.6)."""
    return name in s.game.gold_seekers or all_look(s)


def settle(s: EmiraState, money: bool = False) -> None:
    """An atomic step is over: undecided princesses look again first (EMI-2.2, EMI-9.9, EMI-A12).

    `money`: only gold has changed, which concerns only those who look for gold (EMI-9.6). What is on the
    agenda comes after that.
    """
    if s.undecided and next_to_join(s, money) is not None:
        s.todo.append(SETTLES[money])


def settle_after(s: EmiraState) -> None:
    """Undecided princesses look again after what is yet to be put on the agenda."""
    if s.undecided:
        s.todo.append(SETTLES[False])


def locks_change(s: EmiraState) -> bool:
    """Whether a round lost by Hind's long feast begins or is over now (EMI-13.10)."""
    return s.round in s.lost or s.round - 1 in s.lost


# -- for tables ------------------------------------------------------------------------------


class Rank(NamedTuple):
    """A sheik in the eyes of a princess: his values in her two preferences, and what bars him, if anything."""

    seat: Seat
    first: int | float
    second: int | float
    barred: str


Row: TypeAlias = tuple[Seat, int | float, int | float, str]
"""A `Rank` as events have it."""


class Ranking(NamedTuple):
    """A princess's ranking of the sheiks, the best first; `winner` is None while she is undecided."""

    princess: str
    preferences: tuple[str, ...]
    ranks: tuple[Rank, ...]
    winner: Seat | None
    code: str
    values: dict[str, Any]
    sentence: str


def ranking(s: EmiraState, name: str | None = None, names: tuple[str, ...] = ()) -> Ranking | None:
    """How the princess in play, or the one named, ranks the sheiks as things are now, and why.

    None if no princess is in play. `names` are the names of the seats for the sentence.
    """
    if name is None:
        line = [*s.active, *s.undecided, *s.later]
        if not line:
            return None
        name = line[0]
    ranked = ranks(s, name, name in s.undecided)
    code, values = reason(s, name, ranked)
    winner = verdict(s, name, name in s.undecided)
    sentence = s.game.words.say("why", code, {**values, "card": name}, names)
    words = ("princesses",) if name == SIDI else tuple(PREFERENCES[p] for p in preferences(s, name))
    return Ranking(
        name, words, tuple(Rank(*row) for row in ranked), None if winner < 0 else winner, code, values, sentence
    )


def ranks(s: EmiraState, name: str, waiting: bool) -> tuple[Row, ...]:
    """All sheiks in her eyes, each as the values of a `Rank`; those who are barred come last, of level ones the first
    seat comes first."""
    firsts: Sequence[int | float]
    seconds: Sequence[int | float]
    if name == SIDI:
        firsts, seconds = [len(home) for home in s.homes], [0] * s.seats
    else:
        first, second = preferences(s, name)
        firsts, seconds = column(s, first), column(s, second)
        if first == PALACE:
            firsts = [shown(PALACE, number) for number in firsts]
        elif second == PALACE:
            seconds = [shown(PALACE, number) for number in seconds]
    able = able_for(s, name, waiting)
    if len(able) == s.seats:
        order = sorted(zip(firsts, seconds, MINUS, strict=False), reverse=True)
        return tuple([(-minus, first, second, "") for first, second, minus in order])
    why = ["" if seat in able else barred(s, name, seat, waiting) for seat in range(s.seats)]
    split = sorted(zip(map(not_, why), firsts, seconds, MINUS, strict=False), reverse=True)
    return tuple([(-minus, first, second, why[-minus]) for _, first, second, minus in split])


def reason(s: EmiraState, name: str, ranked: tuple[Row, ...]) -> tuple[str, dict[str, Any]]:
    """Why she joins whom she joins, or nobody, of all sheiks by `ranks`: a code of words.toml [why], its numbers."""
    able = len(ranked)
    while able and ranked[able - 1][3]:
        able -= 1
    if not able:
        return "none", {"barred": s.seats}
    who, best, best_second, _ = ranked[0]
    values: dict[str, Any] = {"who": who, "best": best}
    if name == SIDI:
        level = [rank[1] for rank in ranked[:able]].count(best)
        if not best or level > 1:
            return "sidi_level", {**values, "level": level}
        return "sidi_most", {**values, "next": ranked[1][1] if able > 1 else 0}
    first, second = preferences(s, name)
    values["first"], values["second"] = PREFERENCES[first], PREFERENCES[second]
    values["best_second"] = best_second
    if able == 1:
        values["barred"] = s.seats - 1
        return "sole", values
    values["rival"], rival, rival_second, _ = ranked[1]
    values["next"], values["next_second"] = rival, rival_second
    if rival < best:
        return "first", values
    if rival_second < best_second:
        return "second", values
    values["level"] = [rank[1:3] for rank in ranked[:able]].count((best, best_second))
    return "tie", values


# -- joining and leaving ---------------------------------------------------------------------


def join(s: EmiraState, seat: Seat, name: str, waiting: bool = False) -> None:
    """She moves in; her ability works at once (EMI-9.5). She must already be out of every other place."""
    if s.log is not None:
        ranked = ranks(s, name, waiting)
        code, values = reason(s, name, ranked)
        also: tuple[str, ...] = ("EMI-9.4",) if code == "sole" else ("EMI-9.3",) if name != SIDI else ()
        rule = "EMI-13.20" if name == SIDI else "EMI-9.2"
        values.pop("who", None)  # the event's seat
        values["ranks"] = ranked
        if s.game.tables.princesses[name].ability is not None:
            also += ("EMI-9.5",)
        if upkeep_over(s):
            also += ("EMI-10.5",)
        if is_refused(s, name):
            also += ("EMI-13.18", "EMI-A08")
            also += ("EMI-A31",) if s.lost[seat] == s.round else ()
        kept_out = {rank[3] for rank in ranked}
        if "room" in kept_out:
            also += ("EMI-9.1",)
        if "hind" in kept_out:
            also += ("EMI-13.10", "EMI-A10")
        s.tell(rule, "joins_" + code, seat, also, card=name, **values)
    if name == SIDI:
        s.gone += (SIDI,)
        s.todo.append(SEND.frame(seat))
        return
    homes = s.homes
    if upkeep_over(s):
        s.late[seat] += (name,)
    elif "Suleika" in homes[seat]:
        s.surcharge[seat] += 1
        if s.log is not None:
            s.tell("EMI-13.15", "jealous", seat, gold=s.game.tables.prices["suleika"])
    homes[seat] += (name,)
    if s.game.tables.princesses[name].ability is not None:
        _ability(s, seat, name)


def upkeep_over(s: EmiraState) -> bool:
    """Whether this round's upkeep is paid; who joins now owes nothing (EMI-10.5)."""
    return s.phase == 7 and all(frame.step.name != "upkeep" for frame in s.todo)


def _ability(s: EmiraState, seat: Seat, name: str) -> None:
    log = s.log
    if name in PERFORMERS:
        s.renown[seat] += 1
        if log is not None:
            s.tell(PERFORMERS[name], "performs", seat, ("EMI-7.8",), card=name, status=s.renown[seat])
        return
    if name in LENT:
        if log is not None:
            rule = "EMI-13.9" if name == "Nadia" else "EMI-13.8"
            s.tell(rule, "lends", seat, ("EMI-7.6",), card=name, kind=KINDS[LENT[name]])
        s.change_look(seat, LENT[name], 1)
        return
    if name in LASTING:
        late = ""
        if name == "Xenia":
            s.xenia = s.refuser = -1
            if upkeep_over(s):  # EMI-A32
                late = "_" + s.options["late_xenia_gift"]
                if late == "_at_once":
                    s.push("xenia", False)
        if log is not None:
            s.tell(LASTING[name], "ability_" + name.lower() + late, seat, ("EMI-A32",) if late else (), card=name)
        return
    if name in FEASTS and not s.options["advanced"]:  # EMI-1.9, EMI-A02c
        return
    if name not in s.once[seat]:
        s.once[seat] += (name,)
        _once(s, seat, name)
    elif log is not None:  # EMI-A21
        s.tell(ONCE[name], "once_only", seat, card=name)


def _once(s: EmiraState, seat: Seat, name: str) -> None:
    """What her coming brings the first time."""
    log = s.log
    if name in FEASTS:
        s.track[seat] = max(s.game.tables.palace_halves[0], s.track[seat] - 1)
        if log is not None:
            s.tell("EMI-13.1", "festivities", seat, ("EMI-16.1",), card=name, track=shown(PALACE, s.track[seat]))
    elif name == "Hind":
        s.lost[seat] = s.round + 1
        if log is not None:
            s.tell("EMI-13.10", "long_feast", seat, card=name, round=s.round + 1)
    elif name == "Samira":
        if own_counters(s, seat):
            s.todo.append(GIVE.frame(seat))
    elif s.honours[seat]:
        s.todo.append(DROP.frame(seat))


def part(s: EmiraState, seat: Seat, name: str) -> None:
    """She moves out; benefits and burdens end, one-time losses stay (EMI-10.4). Her next place is the caller's."""
    home = s.homes[seat]
    place = home.index(name)
    s.homes[seat] = home[:place] + home[place + 1 :]
    if name in PERFORMERS:
        s.renown[seat] -= 1
    elif name in LENT:
        s.change_look(seat, LENT[name], -1)
    elif name == "Suleika":
        s.surcharge[seat] = 0  # EMI-13.15
    elif name == "Xenia":
        s.xenia = -1
    elif name == "Hind" and s.lost[seat] > s.round:
        free = s.options["hind_leaves_early"] == "free"  # EMI-A30
        if s.log is not None:
            s.tell("EMI-A30", "feast_off" if free else "feast_stays", seat, ("EMI-10.4",), round=s.lost[seat])
        s.lost[seat] *= not free
    if name in s.late[seat]:
        s.late[seat] = tuple(other for other in s.late[seat] if other != name)
    if s.swapped:
        s.swapped.pop(name, None)  # EMI-14.5


def put_under(s: EmiraState, names: tuple[str, ...]) -> None:
    """Princesses who left go face down under the pile, several shuffled together (EMI-10.3, EMI-16.4)."""
    s.pile.own()
    s.pile.parts.insert(0, Part(len(names), dict.fromkeys(names, 1)))


def own_counters(s: EmiraState, seat: Seat) -> list[int]:
    """The kinds of which the seat owns a counter that is not lent (EMI-13.6)."""
    home, looks = s.homes[seat], s.looks[seat]
    lent = [0, 0, 0]
    for name, kind in LENT.items():
        if name in home:
            lent[kind] = 1
    return [kind for kind in range(3) if looks[kind] > lent[kind]]


# -- steps -----------------------------------------------------------------------------------


class Settle(AutoStep):
    """Undecided princesses look again, the oldest first, until nothing changes (EMI-9.6, EMI-9.7, EMI-A02f)."""

    name = "settle"
    rule = "EMI-9.6"
    fields = {"money": FLAG}

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        joining = next_to_join(s, frame.money)
        if joining is None:
            s.todo.pop()
            return
        name, seat = joining
        s.undecided.remove(name)
        s.todo[-1] = SETTLES[False]  # this step stays due: joining may let the next one decide
        if s.log is not None:
            s.tell("EMI-9.6", "makes_up", seat, ("EMI-2.2", "EMI-9.7", "EMI-9.9"), card=name)
        join(s, seat, name, waiting=True)


class Choosing(AutoStep):
    """Phase 6: the princesses in play choose, one after the other (EMI-9.2, EMI-14.7)."""

    name = "choosing"
    rule = "EMI-9.1"
    on = ("upkeep",)

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        s.phase = 6
        if s.active:
            self._choose(s, s.active.pop(0))
        if not s.active and s.todo[-1] is frame:  # nothing else is due before the phase is over
            s.todo.pop()

    def _choose(self, s: EmiraState, name: str) -> None:
        seat = verdict(s, name, False)
        if seat < 0:
            s.undecided.append(name)
            if s.log is not None:
                ranked = ranks(s, name, False)
                code, values = reason(s, name, ranked)
                if code == "tie":
                    self._show_gold(s, name)
                rule = "EMI-13.20" if name == SIDI else "EMI-9.4" if code == "none" else "EMI-9.2"
                also = ("EMI-A11",) if name == SIDI else ("EMI-9.6",)
                s.tell(
                    rule,
                    "undecided_" + code,
                    None,
                    also,
                    card=name,
                    ranks=ranked,
                    **{k: v for k, v in values.items() if k != "who"},
                    leader=values.get("who", 0),
                )
            if not s.options["hind_blocks_undecided"]:  # nothing has changed but that she is one who waits (EMI-A10)
                settle(s)
            return
        settle_after(s)  # after what her ability brings
        if s.log is not None:
            self._show_gold(s, name)
        join(s, seat, name)

    def _show_gold(self, s: EmiraState, name: str) -> None:
        if GOLD in preferences(s, name):
            s.tell("EMI-9.8", "gold_shown", None, card=name, gold=tuple(s.gold))


class Give(DecisionStep):
    """Samira's sheik returns a counter of his own (EMI-13.6)."""

    name = "give"
    rule = "EMI-13.6"
    fields = {"seat": SEAT}
    on = ("settle", "choosing")
    verbs = {"give": "s"}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not own_counters(s, frame.seat):
            raise ValueError(f"seat {frame.seat} has no counter of its own to give")

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [Action("give", KINDS[kind]) for kind in own_counters(s, frame.seat)]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        kind = action.args[0]
        if kind in KINDS and KINDS.index(kind) in own_counters(s, frame.seat):
            return None
        return Ruling("EMI-13.6", "no_counter", {"kind": kind, "who": frame.seat})

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat, kind = frame.seat, KINDS.index(choice.args[0])
        s.todo.pop()
        s.bag[kind] += 1
        if s.log is not None:
            s.tell("EMI-13.6", "gave", seat, ("EMI-A18",) if s.looks[seat][4] else (), kind=choice.args[0])
        s.change_look(seat, kind, -1)


class Drop(DecisionStep):
    """Zahrah's sheik gives up a status card (EMI-13.7)."""

    name = "drop"
    rule = "EMI-13.7"
    fields = {"seat": SEAT}
    on = ("settle", "choosing")
    verbs = {"drop": "s"}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not s.honours[frame.seat]:
            raise ValueError(f"seat {frame.seat} has no status card to give up")

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [Action("drop", card) for card in sorted(set(s.honours[frame.seat]))]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in s.honours[frame.seat]:
            return None
        return Ruling("EMI-13.7", "no_status_card", {"card": action.args[0], "who": frame.seat})

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat, card = frame.seat, choice.args[0]
        s.todo.pop()
        row = list(s.honours[seat])
        row.remove(card)
        s.honours[seat] = tuple(row)
        s.renown[seat] -= s.game.tables.status[card].points
        if s.options["zahrah_discard_to"] == "under":  # EMI-A22
            s.titles.put_under(card)
        else:
            s.out += (card,)
        if s.log is not None:
            s.tell("EMI-13.7", "dropped", seat, ("EMI-A22",), card=card, status=s.renown[seat])


class Send(DecisionStep):
    """Sidi's sheik chooses who leaves with him for good (EMI-13.20)."""

    name = "send"
    rule = "EMI-13.20"
    fields = {"seat": SEAT}
    on = ("settle", "choosing")
    verbs = {"send": "s"}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not s.homes[frame.seat]:
            raise ValueError(f"seat {frame.seat} has no princess to send away")

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [Action("send", name) for name in s.homes[frame.seat]]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in s.homes[frame.seat]:
            return None
        return Ruling("EMI-13.20", "not_at_home", {"card": action.args[0], "who": frame.seat})

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat, name = frame.seat, choice.args[0]
        s.todo.pop()
        if s.log is not None:
            s.tell("EMI-13.20", "sent", seat, ("EMI-10.4",), card=name)
        s.gone += (name,)
        part(s, seat, name)
        settle(s)


SETTLE, CHOOSING, GIVE, DROP, SEND = Settle(), Choosing(), Give(), Drop(), Send()
STEPS = (SETTLE, CHOOSING, GIVE, DROP, SEND)
SETTLES = [SETTLE.frame(money) for money in (False, True)]
