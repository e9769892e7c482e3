"""Choice, arrival and departure of princesses, with their abilities (EMI-9, EMI-13).

`seat_chosen_by_princess` decides which seat a princess joins. `princess_ranking` returns the same decision with its
reasons for display.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import not_
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ...deck import Segment
from ...fields import FLAG, SEAT
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, DecisionStep, Frame
from .card_tables import APPEARANCE_KINDS, PREFERENCES, SIDI

if TYPE_CHECKING:
    from .state import EmiraState

SeatOrUndecided: TypeAlias = Seat
"""Seat that a princess chooses, or `UNDECIDED`."""
UNDECIDED: Final = -1
APPEARANCE, STATUS, PALACE, GOLD = range(4)
NEGATED_SEATS = (0, -1, -2, -3, -4)  # minus each seat number, so that the lower of tied seats comes first in a ranking
LENT_COUNTERS = {"Nadia": 0, "Layla": 1}  # princess -> the kind of counter she brings (EMI-13.8, EMI-13.9)
PERFORMERS = {"Halimah": "EMI-13.2", "Rasha": "EMI-13.3"}  # Singing and Acting
FEASTS = ("Albina", "Firyal")
ONE_TIME_ABILITIES = {
    "Samira": "EMI-13.6",
    "Zahrah": "EMI-13.7",
    "Hind": "EMI-13.10",
    "Albina": "EMI-13.1",
    "Firyal": "EMI-13.1",
}
LASTING_ABILITIES = {
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


def preferences(state: EmiraState, name: str) -> tuple[int, ...]:
    """Return the first and the second preference of a princess, swapped after Changing Her Mind (EMI-14.5).

    After a refused gift, Xenia goes to the richest other seat (EMI-13.18).
    """
    wishes = state.game.preferences[name]
    return wishes[::-1] if name in state.swapped and not is_xenia_with_refused_gift(state, name) else wishes


def is_xenia_with_refused_gift(state: EmiraState, princess: str) -> bool:
    """Return whether the princess is Xenia after a seat refused her gift (EMI-13.18)."""
    return state.refuser >= 0 and princess == "Xenia"


def seat_values_for_preference(state: EmiraState, preference: int) -> Sequence[int]:
    """Return the value of each seat for a preference (EMI-9.3). Values of palaces are in half points (EMI-16.3)."""
    if preference == APPEARANCE:
        return list(map(sum, state.looks))
    if preference == STATUS:
        return state.renown
    if preference == PALACE:
        sections, track = state.sections, state.track
        return [2 * sections[seat] + track[seat] for seat in range(state.seats)]
    return state.gold


def seat_value_for_preference(state: EmiraState, preference: int, seat: Seat) -> int:
    """Return the value of one seat for a preference."""
    return seat_values_for_preference(state, preference)[seat]


def preference_value_in_points(preference: int, stored_value: int) -> int | float:
    """Return the value of a seat for a preference in points. Palaces are stored in half points."""
    if preference != PALACE:
        return stored_value
    return stored_value // 2 if stored_value % 2 == 0 else stored_value / 2


def barred_reason(state: EmiraState, name: str, seat: Seat, is_undecided: bool) -> str:
    """Return the reason why a princess cannot join this seat now (EMI-9.1).

    The reason is "room", "hind" or "refused", or "" if the princess can join. `is_undecided` says whether she is one of
    the undecided princesses.
    """
    options, locked = state.options, state.lost[seat] == state.round
    if name == SIDI:  # Sidi needs no free place in a palace (EMI-A10)
        return "hind" if locked and not options["sidi_visits_hind_locked"] else ""
    refused = is_xenia_with_refused_gift(state, name)
    if refused and seat == state.refuser:
        return "refused"
    if locked and (
        not options["xenia_moves_to_hind_locked"] if refused else is_blocked_by_hind(state, is_undecided)
    ):  # EMI-A31
        return "hind"
    if len(state.homes[seat]) >= state.palace_capacity(seat) and (
        not refused or options["xenia_transfer_needs_room"]
    ):  # EMI-A08
        return "room"
    return ""


def is_blocked_by_hind(state: EmiraState, waiting: bool) -> bool:
    """Return whether new or waiting princesses cannot join because Hind costs the seat a round (EMI-13.10, EMI-A10)."""
    return not waiting or bool(state.options["hind_blocks_undecided"])


def eligible_seats(state: EmiraState, is_undecided: bool) -> list[Seat]:
    """Return the seats without a `barred_reason` for a princess other than Sidi.

    The function checks all seats at once for speed.
    """
    base, sections, guests = state.game.base_palace_capacity, state.sections, state.guests
    locks = state.round in state.lost and is_blocked_by_hind(state, is_undecided)
    able = []
    for seat, home in enumerate(state.homes):
        if len(home) < base + sections[seat] + guests[seat] and not (locks and state.lost[seat] == state.round):
            able.append(seat)
    return able


def eligible_seats_for(state: EmiraState, name: str, is_undecided: bool) -> list[Seat]:
    """Return the seats that a princess can join."""
    if name != SIDI and not is_xenia_with_refused_gift(state, name):
        return eligible_seats(state, is_undecided)
    return [seat for seat in range(state.seats) if not barred_reason(state, name, seat, is_undecided)]


def seat_chosen_by_princess(state: EmiraState, name: str, is_undecided: bool) -> SeatOrUndecided:
    """Return the seat that a princess joins, or UNDECIDED if she joins none (EMI-9.2, EMI-9.4, EMI-13.20)."""
    able = eligible_seats_for(state, name, is_undecided)
    if name != SIDI:
        return uniquely_best_seat(state, preferences(state, name), able)
    counts = [len(state.homes[seat]) for seat in able]
    most = max(counts, default=0)
    return able[counts.index(most)] if most and counts.count(most) == 1 else UNDECIDED


def uniquely_best_seat(
    state: EmiraState, princess_preferences: tuple[int, ...], candidate_seats: list[Seat]
) -> SeatOrUndecided:
    """Return the seat that fits the preferences of a princess best, or UNDECIDED if no single seat is best."""
    for preference in princess_preferences:
        if len(candidate_seats) < 2:
            break
        numbers: Sequence[int] = seat_values_for_preference(state, preference)
        if len(candidate_seats) < len(numbers):
            numbers = [numbers[seat] for seat in candidate_seats]
        top = max(numbers)
        if numbers.count(top) == 1:
            return candidate_seats[numbers.index(top)]
        candidate_seats = [seat for place, seat in enumerate(candidate_seats) if numbers[place] == top]
    return candidate_seats[0] if len(candidate_seats) == 1 else UNDECIDED


def next_joining_princess(state: EmiraState, only_gold_seekers: bool) -> tuple[str, Seat] | None:
    """Return the oldest undecided princess who joins a seat now, and the seat (EMI-9.6).

    `only_gold_seekers` says whether only the gold of the seats has changed since the last choice.
    """
    names = state.undecided
    if only_gold_seekers or not can_all_undecided_choose_again(state):
        seekers = state.game.gold_seekers
        if seekers.isdisjoint(names):
            return None
        names = [name for name in names if name in seekers]
    able = eligible_seats(state, True)
    if not able and SIDI not in names and state.refuser < 0:
        return None
    tried = []  # princesses with the same preferences decide alike
    for name in names:
        if name == SIDI or is_xenia_with_refused_gift(state, name):
            seat = seat_chosen_by_princess(state, name, True)
        else:
            wishes = preferences(state, name)
            if wishes in tried:
                continue
            tried.append(wishes)
            seat = uniquely_best_seat(state, wishes, able)
        if seat >= 0:
            return name, seat
    return None


def can_all_undecided_choose_again(state: EmiraState) -> bool:
    """Return whether all undecided princesses, and not only gold seekers, choose again now (EMI-9.6, EMI-A02f)."""
    return state.phase == 4 or state.options["undecided_look"] == "always"


def may_choose_again(state: EmiraState, name: str) -> bool:
    """Return whether this undecided princess may choose again in this phase (EMI-9.6)."""
    return name in state.game.gold_seekers or can_all_undecided_choose_again(state)


def push_recheck_of_undecided_princesses(state: EmiraState, only_gold_seekers: bool = False) -> None:
    """Push a recheck of the undecided princesses on top of the agenda (EMI-2.2, EMI-9.9, EMI-A12).

    `only_gold_seekers` means that only gold has changed. Then only princesses with a preference for gold choose again
    (EMI-9.6).
    """
    if state.undecided and next_joining_princess(state, only_gold_seekers) is not None:
        state.agenda_frames.append(RECHECK_FRAMES[only_gold_seekers])


def push_recheck_before_next_steps(state: EmiraState) -> None:
    """Push a recheck of the undecided princesses. The recheck runs after the steps that the caller pushes next."""
    if state.undecided:
        state.agenda_frames.append(RECHECK_FRAMES[False])


def is_lost_round_boundary(state: EmiraState) -> bool:
    """Return whether a round lost because of Hind's long feast begins now or has just ended (EMI-13.10)."""
    return state.round in state.lost or state.round - 1 in state.lost


# -- for tables ------------------------------------------------------------------------------


class SeatRank(NamedTuple):
    """Values of a seat for the two preferences of a princess, and the reason, if any, why she cannot join the seat."""

    seat: Seat
    first: int | float
    second: int | float
    barred_reason: str


SeatRankTuple: TypeAlias = tuple[Seat, int | float, int | float, str]
"""A `SeatRank` as events have it."""


class PrincessRanking(NamedTuple):
    """Ranking of the seats by a princess, best first. `winner` is None while she is undecided."""

    princess: str
    preferences: tuple[str, ...]
    ranks: tuple[SeatRank, ...]
    winner: Seat | None
    code: str
    values: dict[str, Any]
    sentence: str


def princess_ranking(state: EmiraState, name: str | None = None, names: tuple[str, ...] = ()) -> PrincessRanking | None:
    """Return the ranking of the seats by the current princess or a named one, with the reason for her choice.

    The result is None if no princess is in play. `names` are the names of the players.
    """
    if name is None:
        line = [*state.active, *state.undecided, *state.later]
        if not line:
            return None
        name = line[0]
    ranked = rank_seats_for_princess(state, name, name in state.undecided)
    code, values = ranking_reason(state, name, ranked)
    winner = seat_chosen_by_princess(state, name, name in state.undecided)
    sentence = state.game.texts.format_text("why", code, {**values, "card": name}, names)
    words = ("princesses",) if name == SIDI else tuple(PREFERENCES[p] for p in preferences(state, name))
    return PrincessRanking(
        name, words, tuple(SeatRank(*row) for row in ranked), None if winner < 0 else winner, code, values, sentence
    )


def rank_seats_for_princess(state: EmiraState, name: str, is_undecided: bool) -> tuple[SeatRankTuple, ...]:
    """Return the ranking of all seats by a princess, each as the values of a `SeatRank`.

    Seats that the princess cannot join come last. Equal seats are in seat order.
    """
    firsts: Sequence[int | float]
    seconds: Sequence[int | float]
    if name == SIDI:
        firsts, seconds = [len(home) for home in state.homes], [0] * state.seats
    else:
        first, second = preferences(state, name)
        firsts, seconds = seat_values_for_preference(state, first), seat_values_for_preference(state, second)
        if first == PALACE:
            firsts = [preference_value_in_points(PALACE, number) for number in firsts]
        elif second == PALACE:
            seconds = [preference_value_in_points(PALACE, number) for number in seconds]
    able = eligible_seats_for(state, name, is_undecided)
    if len(able) == state.seats:
        order = sorted(zip(firsts, seconds, NEGATED_SEATS, strict=False), reverse=True)
        return tuple([(-minus, first, second, "") for first, second, minus in order])
    why = ["" if seat in able else barred_reason(state, name, seat, is_undecided) for seat in range(state.seats)]
    split = sorted(zip(map(not_, why), firsts, seconds, NEGATED_SEATS, strict=False), reverse=True)
    return tuple([(-minus, first, second, why[-minus]) for _, first, second, minus in split])


def ranking_reason(state: EmiraState, name: str, ranked: tuple[SeatRankTuple, ...]) -> tuple[str, dict[str, Any]]:
    """Return the reason for the choice of a princess from the ranking of `rank_seats_for_princess`.

    The result is a key of the table `[why]` in words.toml, with the values for its text.
    """
    able = len(ranked)
    while able and ranked[able - 1][3]:
        able -= 1
    if not able:
        return "none", {"barred": state.seats}
    who, best, best_second, _ = ranked[0]
    values: dict[str, Any] = {"who": who, "best": best}
    if name == SIDI:
        level = [rank[1] for rank in ranked[:able]].count(best)
        if not best or level > 1:
            return "sidi_level", {**values, "level": level}
        return "sidi_most", {**values, "next": ranked[1][1] if able > 1 else None}
    first, second = preferences(state, name)
    values["first"], values["second"] = PREFERENCES[first], PREFERENCES[second]
    values["best_second"] = best_second
    if able == 1:
        values["barred"] = state.seats - 1
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


def add_princess_and_apply_ability(state: EmiraState, seat: Seat, name: str, was_undecided: bool = False) -> None:
    """Move a princess into a palace and apply her ability (EMI-9.5).

    Callers must first remove her from all other places.
    """
    if state.log is not None:
        ranked = rank_seats_for_princess(state, name, was_undecided)
        code, values = ranking_reason(state, name, ranked)
        also: tuple[str, ...] = ("EMI-9.4",) if code == "sole" else ("EMI-9.3",) if name != SIDI else ()
        rule = "EMI-13.20" if name == SIDI else "EMI-9.2"
        values.pop("who", None)  # the event's seat
        values["ranks"] = ranked
        if state.game.tables.princesses[name].ability is not None:
            also += ("EMI-9.5",)
        if is_upkeep_over(state):
            also += ("EMI-10.5",)
        if is_xenia_with_refused_gift(state, name):
            also += ("EMI-13.18", "EMI-A08")
            also += ("EMI-A31",) if state.lost[seat] == state.round else ()
        kept_out = {rank[3] for rank in ranked}
        if "room" in kept_out:
            also += ("EMI-9.1",)
        if "hind" in kept_out:
            also += ("EMI-13.10", "EMI-A10")
        state.log_event(rule, "joins_" + code, seat, also, card=name, **values)
    if name == SIDI:
        state.gone += (SIDI,)
        state.agenda_frames.append(CHOOSE_WHO_LEAVES_WITH_SIDI.make_frame(seat))
        return
    homes = state.homes
    if is_upkeep_over(state):
        state.late[seat] += (name,)
    elif "Suleika" in homes[seat]:
        state.surcharge[seat] += 1
        if state.log is not None:
            state.log_event("EMI-13.15", "jealous", seat, gold=state.game.tables.prices["suleika"])
    homes[seat] += (name,)
    if state.game.tables.princesses[name].ability is not None:
        _ability(state, seat, name)


def is_upkeep_over(state: EmiraState) -> bool:
    """Return whether the upkeep of this round has been paid.

    No upkeep is due for a princess who joins later (EMI-10.5).
    """
    return state.phase == 7 and all(frame.step.name != "upkeep" for frame in state.agenda_frames)


def _ability(state: EmiraState, seat: Seat, name: str) -> None:
    log = state.log
    if name in PERFORMERS:
        state.renown[seat] += 1
        if log is not None:
            state.log_event(PERFORMERS[name], "performs", seat, ("EMI-7.8",), card=name, status=state.renown[seat])
        return
    if name in LENT_COUNTERS:
        if log is not None:
            rule = "EMI-13.9" if name == "Nadia" else "EMI-13.8"
            state.log_event(rule, "lends", seat, ("EMI-7.6",), card=name, kind=APPEARANCE_KINDS[LENT_COUNTERS[name]])
        state.change_appearance_counter(seat, LENT_COUNTERS[name], 1)
        return
    if name in LASTING_ABILITIES:
        late = ""
        if name == "Xenia":
            state.xenia = state.refuser = -1
            if is_upkeep_over(state):  # EMI-A32
                late = "_" + state.options["late_xenia_gift"]
                if late == "_at_once":
                    state.push_step("xenia", False)
        if log is not None:
            state.log_event(
                LASTING_ABILITIES[name], "ability_" + name.lower() + late, seat, ("EMI-A32",) if late else (), card=name
            )
        return
    if name in FEASTS and not state.options["advanced"]:  # EMI-1.9, EMI-A02c
        return
    if name not in state.once[seat]:
        state.once[seat] += (name,)
        _once(state, seat, name)
    elif log is not None:  # EMI-A21
        state.log_event(ONE_TIME_ABILITIES[name], "once_only", seat, card=name)


def _once(state: EmiraState, seat: Seat, name: str) -> None:
    """Apply the effect of a princess's first arrival."""
    log = state.log
    if name in FEASTS:
        state.track[seat] = max(state.game.tables.palace_halves[0], state.track[seat] - 1)
        if log is not None:
            state.log_event(
                "EMI-13.1",
                "festivities",
                seat,
                ("EMI-16.1",),
                card=name,
                track=preference_value_in_points(PALACE, state.track[seat]),
            )
    elif name == "Hind":
        state.lost[seat] = state.round + 1
        if log is not None:
            state.log_event("EMI-13.10", "long_feast", seat, card=name, round=state.round + 1)
    elif name == "Samira":
        if owned_counter_kinds(state, seat):
            state.agenda_frames.append(RETURN_COUNTER.make_frame(seat))
    elif state.honours[seat]:
        state.agenda_frames.append(GIVE_UP_STATUS_CARD.make_frame(seat))


def remove_princess_and_end_effects(state: EmiraState, seat: Seat, name: str) -> None:
    """Move a princess out of a palace and end her continuous effects.

    One-time losses remain (EMI-10.4). The caller decides her next place.
    """
    home = state.homes[seat]
    place = home.index(name)
    state.homes[seat] = home[:place] + home[place + 1 :]
    if name in PERFORMERS:
        state.renown[seat] -= 1
    elif name in LENT_COUNTERS:
        state.change_appearance_counter(seat, LENT_COUNTERS[name], -1)
    elif name == "Suleika":
        state.surcharge[seat] = 0  # EMI-13.15
    elif name == "Xenia":
        state.xenia = -1
    elif name == "Hind" and state.lost[seat] > state.round:
        free = state.options["hind_leaves_early"] == "free"  # EMI-A30
        if state.log is not None:
            state.log_event(
                "EMI-A30", "feast_off" if free else "feast_stays", seat, ("EMI-10.4",), round=state.lost[seat]
            )
        state.lost[seat] *= not free
    if name in state.late[seat]:
        state.late[seat] = tuple(other for other in state.late[seat] if other != name)
    if state.swapped:
        state.swapped.pop(name, None)  # EMI-14.5


def shuffle_princesses_under_pile(state: EmiraState, names: tuple[str, ...]) -> None:
    """Put departed princesses face down under the pile. Several are shuffled together first (EMI-10.3, EMI-16.4)."""
    state.pile.unshare()
    state.pile.segments.insert(0, Segment(len(names), dict.fromkeys(names, 1)))


def owned_counter_kinds(state: EmiraState, seat: Seat) -> list[int]:
    """Return the kinds of appearance counters that the seat owns, without lent counters (EMI-13.6)."""
    home, looks = state.homes[seat], state.looks[seat]
    lent = [0, 0, 0]
    for name, kind in LENT_COUNTERS.items():
        if name in home:
            lent[kind] = 1
    return [kind for kind in range(3) if looks[kind] > lent[kind]]


# -- steps -----------------------------------------------------------------------------------


class RecheckUndecidedPrincesses(AutoStep):
    """Recheck undecided princesses, the oldest first, until nothing changes (EMI-9.6, EMI-9.7, EMI-A02f)."""

    name = "settle"
    rule = "EMI-9.6"
    fields = {"money": FLAG}

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        joining = next_joining_princess(state, frame.money)
        if joining is None:
            state.agenda_frames.pop()
            return
        name, seat = joining
        state.undecided.remove(name)
        state.agenda_frames[-1] = RECHECK_FRAMES[False]  # run this step again: the next princess may now choose
        if state.log is not None:
            state.log_event("EMI-9.6", "makes_up", seat, ("EMI-2.2", "EMI-9.7", "EMI-9.9"), card=name)
        add_princess_and_apply_ability(state, seat, name, was_undecided=True)


class LetPrincessesChooseHost(AutoStep):
    """Let the princesses in play choose a seat, one after the other, in phase 6 (EMI-9.2, EMI-14.7)."""

    name = "choosing"
    rule = "EMI-9.1"
    allowed_steps_below = ("upkeep",)

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        state.phase = 6
        if state.active:
            self._choose(state, state.active.pop(0))
        if not state.active and state.agenda_frames[-1] is frame:  # no other step is due in this phase
            state.agenda_frames.pop()

    def _choose(self, state: EmiraState, name: str) -> None:
        seat = seat_chosen_by_princess(state, name, False)
        if seat < 0:
            state.undecided.append(name)
            if state.log is not None:
                ranked = rank_seats_for_princess(state, name, False)
                code, values = ranking_reason(state, name, ranked)
                if code == "tie":
                    self._show_gold(state, name)
                rule = "EMI-13.20" if name == SIDI else "EMI-9.4" if code == "none" else "EMI-9.2"
                also = ("EMI-A11",) if name == SIDI else ("EMI-9.6",)
                state.log_event(
                    rule,
                    "undecided_" + code,
                    None,
                    also,
                    card=name,
                    ranks=ranked,
                    **{k: v for k, v in values.items() if k != "who"},
                    leader=values.get("who", 0),
                )
            if not state.options["hind_blocks_undecided"]:  # the only change is a new waiting princess (EMI-A10)
                push_recheck_of_undecided_princesses(state)
            return
        push_recheck_before_next_steps(state)  # this step runs after the effect of her ability
        if state.log is not None:
            self._show_gold(state, name)
        add_princess_and_apply_ability(state, seat, name)

    def _show_gold(self, state: EmiraState, name: str) -> None:
        if GOLD in preferences(state, name):
            state.log_event("EMI-9.8", "gold_shown", None, card=name, gold=tuple(state.gold))


class ReturnAppearanceCounter(DecisionStep):
    """Decision of the seat that Samira joins: the counter to return (EMI-13.6)."""

    name = "give"
    rule = "EMI-13.6"
    fields = {"seat": SEAT}
    allowed_steps_below = ("settle", "choosing")
    verbs = {"give": "s"}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not owned_counter_kinds(state, frame.seat):
            raise ValueError(f"seat {frame.seat} has no counter of its own to give")

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [Action("give", APPEARANCE_KINDS[kind]) for kind in owned_counter_kinds(state, frame.seat)]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        kind = action.args[0]
        if kind in APPEARANCE_KINDS and APPEARANCE_KINDS.index(kind) in owned_counter_kinds(state, frame.seat):
            return None
        return Ruling("EMI-13.6", "no_counter", {"kind": kind, "who": frame.seat})

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat, kind = frame.seat, APPEARANCE_KINDS.index(choice.args[0])
        state.agenda_frames.pop()
        state.bag[kind] += 1
        if state.log is not None:
            state.log_event("EMI-13.6", "gave", seat, ("EMI-A18",) if state.looks[seat][4] else (), kind=choice.args[0])
        state.change_appearance_counter(seat, kind, -1)


class GiveUpStatusCard(DecisionStep):
    """Decision of the seat that Zahrah joins: the status card to give up (EMI-13.7)."""

    name = "drop"
    rule = "EMI-13.7"
    fields = {"seat": SEAT}
    allowed_steps_below = ("settle", "choosing")
    verbs = {"drop": "s"}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not state.honours[frame.seat]:
            raise ValueError(f"seat {frame.seat} has no status card to give up")

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [Action("drop", card) for card in sorted(set(state.honours[frame.seat]))]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in state.honours[frame.seat]:
            return None
        return Ruling("EMI-13.7", "no_status_card", {"card": action.args[0], "who": frame.seat})

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat, card = frame.seat, choice.args[0]
        state.agenda_frames.pop()
        row = list(state.honours[seat])
        row.remove(card)
        state.honours[seat] = tuple(row)
        state.renown[seat] -= state.game.tables.status[card].points
        if state.options["zahrah_discard_to"] == "under":  # EMI-A22
            state.titles.put_bottom(card)
        else:
            state.out += (card,)
        if state.log is not None:
            state.log_event("EMI-13.7", "dropped", seat, ("EMI-A22",), card=card, status=state.renown[seat])


class ChooseWhoLeavesWithSidi(DecisionStep):
    """Decision of the seat that Sidi joins: the princess who leaves the game with him (EMI-13.20)."""

    name = "send"
    rule = "EMI-13.20"
    fields = {"seat": SEAT}
    allowed_steps_below = ("settle", "choosing")
    verbs = {"send": "s"}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not state.homes[frame.seat]:
            raise ValueError(f"seat {frame.seat} has no princess to send away")

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [Action("send", name) for name in state.homes[frame.seat]]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in state.homes[frame.seat]:
            return None
        return Ruling("EMI-13.20", "not_at_home", {"card": action.args[0], "who": frame.seat})

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat, name = frame.seat, choice.args[0]
        state.agenda_frames.pop()
        if state.log is not None:
            state.log_event("EMI-13.20", "sent", seat, ("EMI-10.4",), card=name)
        state.gone += (name,)
        remove_princess_and_end_effects(state, seat, name)
        push_recheck_of_undecided_princesses(state)


(
    RECHECK_UNDECIDED_PRINCESSES,
    LET_PRINCESSES_CHOOSE,
    RETURN_COUNTER,
    GIVE_UP_STATUS_CARD,
    CHOOSE_WHO_LEAVES_WITH_SIDI,
) = (
    RecheckUndecidedPrincesses(),
    LetPrincessesChooseHost(),
    ReturnAppearanceCounter(),
    GiveUpStatusCard(),
    ChooseWhoLeavesWithSidi(),
)
STEPS = (
    RECHECK_UNDECIDED_PRINCESSES,
    LET_PRINCESSES_CHOOSE,
    RETURN_COUNTER,
    GIVE_UP_STATUS_CARD,
    CHOOSE_WHO_LEAVES_WITH_SIDI,
)
RECHECK_FRAMES = [RECHECK_UNDECIDED_PRINCESSES.make_frame(money) for money in (False, True)]
