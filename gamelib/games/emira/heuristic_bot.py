"""Heuristic bot of Emira.

The bot values each action in gold: a caravan by its future incomes, a palace section by the new place, and other
actions by the princess that joins because of them. The bot bids up to the difference between its best two actions and
always keeps the gold for its upkeep.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from .auction import (
    BUY_CAMEL,
    BUY_SECTION,
    CHOOSE_MARKET_ACTION,
    COMPENSATION,
    DECLINE,
    PASS,
    bid_action,
    item_price,
    max_bid,
)
from .bid_shortlist import shortlist_actions
from .card_tables import APPEARANCE_KINDS, CARAVANS, SIDI, TalentNeed, match_talents
from .event_cards import HOLD, tracks_with_one_replaced
from .princess_choice import seat_chosen_by_princess
from .upkeep import GIFT, REFUSE, upkeep_due
from .victory import alternative_talent_combinations

if TYPE_CHECKING:
    from random import Random

    from .state import EmiraState

ROUNDS = {3: 24, 4: 15, 5: 14}  # approximate number of rounds of a game between heuristic bots, by number of seats
PRINCESS, TALENT, OBJECTIVE_VALUE = 550, 450, 900  # value in gold: a princess, a missing talent, the end of the game
SPACE_VALUE = 450  # value in gold of a section when the palace is full
CAMEL = 60  # saving by a camel at an auction, times the remaining auctions
RESERVE_GOLD = 650  # amount of gold above which the bot looks at event cards
EVENT_WORTH = {
    "guest_house": 9,
    "golden_times": 8,
    "new_spice_caravan": 8,
    "double_trouble": 7,
    "court_influence": 6,
    "good_looking": 5,
    "camel_breeding": 5,
    "better_breed": 4,
    "changing_her_mind": 5,
    "restoration": 6,
    "interrupt_spice_trade": 4,
    "vermin": 4,
    "bazaar": 3,
    "noble_merchandise": 5,
    "quiet_days": 2,
    "sick_camels": 2,
    "new_orders": 1,
    "camel_epidemic": 1,
}


# -- values ----------------------------------------------------------------------------------


def covered_talent_count(state: EmiraState, seat: Seat, home: tuple[str, ...]) -> int:
    """Return the largest number of talents of the objective that these princesses cover."""
    princesses = state.game.tables.princesses
    return _covered(
        tuple([princesses[name].talents for name in home]), alternative_talent_combinations(state, state.aims[seat])
    )


@lru_cache(maxsize=1 << 14)
def _covered(talents: tuple[tuple[int, ...], ...], needed: tuple[TalentNeed, ...]) -> int:
    best = 0
    for need in needed:
        total = sum(need)
        if match_talents(list(talents), need) is not None:
            return total
        parts = [min(count, sum(talent in able for able in talents)) for talent, count in enumerate(need)]
        best = max(best, min(total - 1, sum(parts)))
    return best


def princess_worth(state: EmiraState, seat: Seat, name: str) -> int:
    """Return the value in gold of a princess who joins.

    The value is higher if the princess has a missing talent, and highest if she ends the game.
    """
    if name == SIDI:
        return -PRINCESS
    home = state.homes[seat]
    gain = covered_talent_count(state, seat, (*home, name)) - covered_talent_count(state, seat, home)
    least, most = state.game.tables.thresholds[state.seats]
    count = len(home) + 1
    total = sum(alternative_talent_combinations(state, state.aims[seat])[0])
    ends = count >= most or (count >= least and covered_talent_count(state, seat, (*home, name)) == total)
    useless = count < most and not gain and least - count < total - covered_talent_count(state, seat, home)
    return PRINCESS + TALENT * gain + OBJECTIVE_VALUE * ends - (PRINCESS // 2 if useless else 0)


def total_worth_of_joining_princesses(state: EmiraState, seat: Seat) -> int:
    """Return the value of the princesses who would join this seat now."""
    total = 0
    for name in (*state.active, *state.undecided):
        if seat_chosen_by_princess(state, name, name in state.undecided) == seat:
            total += princess_worth(state, seat, name)
    return total


def upkeep_reserve(state: EmiraState, seat: Seat) -> int:
    """Return the gold for the upkeep of this round, with one more princess."""
    return upkeep_due(state, state.homes[seat], state.surcharge[seat]) + state.game.tables.prices["upkeep"]


def affordable_purchase_values(state: EmiraState, seat: Seat, actions: list[Action]) -> dict[Action, float]:
    """Return each action that leaves enough gold for the upkeep, with its value minus its price."""
    left = max(2, ROUNDS[state.seats] - state.round)
    before = total_worth_of_joining_princesses(state, seat)
    by_action: dict[Action, float] = {}
    for action in actions:
        if action.verb not in ("caravan", "counter", "status", "section", "camel"):
            continue
        cost = item_price(state, seat, action.args[0] if action.verb in ("caravan", "status") else action.verb)
        if state.gold[seat] - cost < upkeep_reserve(state, seat) - 50:
            continue
        by_action[action] = _worth(state, seat, action, cost, left) + 0.8 * (
            worth_of_joiners_after(state, seat, action, cost) - before
        )
    return by_action


def _worth(state: EmiraState, seat: Seat, action: Action, cost: int, left: int) -> float:
    share = 0.6 * min(1.0, 1200 / state.gold[seat])  # a seat with more gold cares less about prices
    if action.verb == "caravan":
        caravan = state.game.tables.caravans[action.args[0]]
        return caravan.income * min(caravan.spaces, left) - cost
    if action is BUY_SECTION:
        free = state.palace_capacity(seat) - len(state.homes[seat])
        return SPACE_VALUE * (1.6, 1.0, 0.5)[min(free, 2)] + 120 - share * cost
    if action is BUY_CAMEL:
        return CAMEL * min(left, 6) / (1 + state.camels[seat] / 2) - cost
    if action.verb == "status":
        return 220 * state.game.tables.status[action.args[0]].points - share * cost
    row = state.looks[seat]
    return 220 * (1 + (row[APPEARANCE_KINDS.index(action.args[0])] == row[3])) - share * cost


def worth_of_joiners_after(state: EmiraState, seat: Seat, action: Action, cost: int) -> int:
    """Return the value of the princesses who would join after an action. The position is restored afterwards."""
    kept = state.gold[seat], state.looks[seat], state.renown[seat], state.sections[seat], state.pawns[seat]
    state.gold[seat] -= cost
    if action.verb == "counter":
        row = list(state.looks[seat])
        row[APPEARANCE_KINDS.index(action.args[0])] += 1
        row[3] = min(row[:3])
        state.looks[seat] = tuple(row)
    elif action.verb == "status":
        state.renown[seat] += state.game.tables.status[action.args[0]].points
    elif action is BUY_SECTION:
        state.sections[seat] += 1
    elif action.verb == "caravan":
        k = CARAVANS.index(action.args[0])
        state.pawns[seat] = tracks_with_one_replaced(
            state.pawns[seat], k, (*state.pawns[seat][k], state.game.caravans[k].spaces)
        )
    gain = total_worth_of_joining_princesses(state, seat)
    state.gold[seat], state.looks[seat], state.renown[seat], state.sections[seat], state.pawns[seat] = kept
    return gain


# -- the bot ---------------------------------------------------------------------------------


class HeuristicBot:
    """Bot that values the items on offer, bids up to a limit and keeps the gold for its upkeep."""

    fair = True

    def __call__(self, view: EmiraState, legal: list[Action], rng: Random) -> Action:
        """Return one of `legal`."""
        if len(legal) == 1:
            return legal[0]
        name = view.agenda_frames[-1].step.name
        choose = CHOOSERS.get(name)
        return choose(view, legal, rng) if choose else legal[int(rng.random() * len(legal))]

    def __reduce__(self) -> str:
        return "heuristic_bot"


def _bid(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    frame = state.agenda_frames[-1]
    seat, bid, mask = frame.seat, frame.bid, frame.inside
    values = sorted(
        affordable_purchase_values(
            state, seat, CHOOSE_MARKET_ACTION.legal_actions(state, CHOOSE_MARKET_ACTION.make_frame(seat))
        ).items(),
        key=lambda item: -item[1],
    )
    may_leave = COMPENSATION in legal
    floor = 150.0 if may_leave else 0.0
    if not values or values[0][1] <= floor:
        return COMPENSATION if may_leave else PASS
    best, worth = values[0]
    rivals = sum(mask >> other & 1 for other in range(state.seats)) - 1
    fallback = max(floor, values[min(rivals, len(values) - 1)][1]) if len(values) > 1 else floor
    cost = item_price(state, seat, best.args[0] if best.verb in ("caravan", "status") else best.verb)
    limit = min((worth - fallback) * (0.5 + 0.3 * rng.random()), state.gold[seat] - cost - upkeep_reserve(state, seat))
    limit += state.bid_discount(seat)
    limit = min(limit, max_bid(state, seat))
    if bid + 10 > limit:
        return PASS
    raised = bid + 10 + int((limit - bid - 10) * 0.5 * rng.random()) // 10 * 10
    return bid_action(raised)


def _act(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat = state.agenda_frames[-1].seat
    values = affordable_purchase_values(state, seat, legal)
    best = max(values, key=lambda action: values[action], default=None)
    if COMPENSATION in legal and (best is None or values[best] < state.game.tables.prices["compensation"]):
        return COMPENSATION
    if best is not None and values[best] > 0:
        return best
    down = [action for action in shortlist_actions(state, legal) if action.verb == "bid"]
    return down[0] if down else DECLINE


def _keep(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    return max(legal, key=lambda action: EVENT_WORTH.get(action.args[0], 0))


def _play(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat = state.agenda_frames[-1].seat
    good = [action for action in legal if action is not HOLD and _is_card_useful(state, seat, action.args[0])]
    return _keep(state, good, rng) if good else HOLD


def _is_card_useful(state: EmiraState, seat: Seat, card: str) -> bool:
    incomes = [
        sum(len(row) * income for row, income in zip(pawns, state.game.incomes, strict=True)) for pawns in state.pawns
    ]
    others = (sum(incomes) - incomes[seat]) / (state.seats - 1)
    if card == "golden_times":
        return incomes[seat] > others
    if card in ("interrupt_spice_trade", "vermin"):
        return incomes[seat] < others
    if card == "new_spice_caravan":
        return incomes[seat] > 0
    if card == "good_looking":
        return max(state.looks[seat][:3]) >= 3
    if card in ("better_breed", "camel_breeding"):
        return state.camels[seat] > (card == "camel_breeding")
    if card in ("camel_epidemic", "sick_camels"):
        return state.camels[seat] * state.seats < sum(state.camels)
    if card == "quiet_days":
        return len(state.homes[seat]) >= state.palace_capacity(seat)
    return True


def _look(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat = state.agenda_frames[-1].seat
    spare = state.gold[seat] - upkeep_due(state, state.homes[seat], state.surcharge[seat])
    rich = spare > RESERVE_GOLD and len(state.hands[seat]) < 2
    return legal[1] if rich and len(legal) > 1 else legal[0]


def _give(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    row = state.looks[state.agenda_frames[-1].seat]
    return max(legal, key=lambda action: row[APPEARANCE_KINDS.index(action.args[0])])


def _drop(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    return min(legal, key=lambda action: state.game.tables.status[action.args[0]].points)


def _send(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat = state.agenda_frames[-1].seat
    home = state.homes[seat]
    return max(
        legal, key=lambda a: covered_talent_count(state, seat, tuple(name for name in home if name != a.args[0]))
    )


def _gift(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat = state.agenda_frames[-1].seat
    rest = state.gold[seat] - state.game.tables.prices["xenia_gift"]
    return GIFT if GIFT in legal and rest >= upkeep_due(state, state.homes[seat], state.surcharge[seat]) else REFUSE


def _arrange(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat, deck = state.agenda_frames[-1].seat, state.agenda_frames[-1].deck
    if deck != "pile":
        return legal[0]
    mine = {name: seat_chosen_by_princess(state, name, False) == seat for name in state.looked}
    return max(legal, key=lambda action: [mine[name] for name in action.args[0]])


def _mind(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat, name = state.agenda_frames[-1].seat, state.looked[-1]
    wanted = "leave"
    if name != SIDI and seat_chosen_by_princess(state, name, False) != seat:
        state.swapped[name] = seat
        gained = seat_chosen_by_princess(state, name, False) == seat
        del state.swapped[name]
        wanted = "swap" if gained else "under"
    return next((action for action in legal if action.verb == wanted), legal[0])


def _offer(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    row = state.looks[state.agenda_frames[-1].seat]
    return min(legal, key=lambda action: row[APPEARANCE_KINDS.index(action.args[0])])


def _pest(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat = state.agenda_frames[-1].seat

    def harm(action: Action) -> int:
        k = CARAVANS.index(action.args[0])
        hit = [bool(pawns[k]) * state.game.incomes[k] for pawns in state.pawns]
        return sum(hit) - int(state.seats * hit[seat])

    return max(legal, key=harm)


def _last_space(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    return legal[-1]  # pawns with the most remaining incomes lose least by a move back


def _dear(state: EmiraState, legal: list[Action], rng: Random) -> Action:
    return max(legal, key=lambda action: state.game.tables.caravans[action.args[0]].income)


CHOOSERS = {
    "bid": _bid,
    "act": _act,
    "last": _act,
    "choose_event": _keep,
    "look_keep": _keep,
    "play": _play,
    "buy_look": _look,
    "give": _give,
    "drop": _drop,
    "send": _send,
    "gift_or_not": _gift,
    "arrange": _arrange,
    "mind": _mind,
    "offer": _offer,
    "pest": _pest,
    "back": _last_space,
    "forward": _dear,
}
heuristic_bot = HeuristicBot()
