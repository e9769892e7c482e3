"""The rule-of-thumb bot of Emira.

The rule-of-thumb player values each action in gold: a caravan by what it will still pay, anything else
by the princess that it wins at once, a section by the place that it gives. It bids up to what its best
action is worth more than the next one, and never spends its upkeep. It sees only its seat's view.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from .auction import ACT, BUY_CAMEL, BUY_SECTION, COMPENSATION, DECLINE, PASS, bid_of, highest_bid, price
from .choosing import verdict
from .events import HOLD, with_track
from .ladder import short_list
from .tables import CARAVANS, KINDS, SIDI, Need, covers
from .upkeep import GIFT, REFUSE, due
from .victory import needs

if TYPE_CHECKING:
    from random import Random

    from .state import EmiraState

ROUNDS = {3: 24, 4: 15, 5: 14}  # about how long a game of such players lasts
PRINCESS, TALENT, GOAL = 550, 450, 900  # what a princess is worth, a talent that is missing, the last step
PLACE = 450  # what a section is worth when the palace is full
CAMEL = 60  # what a camel saves at an auction, times auctions to come
SPARE = 650  # gold above which event cards are looked at
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


def covered(s: EmiraState, seat: Seat, home: tuple[str, ...]) -> int:
    """How many talents of the objective these princesses cover at best."""
    princesses = s.game.tables.princesses
    return _covered(tuple([princesses[name].talents for name in home]), needs(s, s.aims[seat]))


@lru_cache(maxsize=1 << 14)
def _covered(talents: tuple[tuple[int, ...], ...], needed: tuple[Need, ...]) -> int:
    best = 0
    for need in needed:
        total = sum(need)
        if covers(list(talents), need) is not None:
            return total
        parts = [min(count, sum(talent in able for able in talents)) for talent, count in enumerate(need)]
        best = max(best, min(total - 1, sum(parts)))
    return best


def princess_worth(s: EmiraState, seat: Seat, name: str) -> int:
    """What it is worth in gold that she joins: more with a missing talent, most if it ends the game."""
    if name == SIDI:
        return -PRINCESS
    home = s.homes[seat]
    gain = covered(s, seat, (*home, name)) - covered(s, seat, home)
    least, most = s.game.tables.thresholds[s.seats]
    count = len(home) + 1
    total = sum(needs(s, s.aims[seat])[0])
    ends = count >= most or (count >= least and covered(s, seat, (*home, name)) == total)
    useless = count < most and not gain and least - count < total - covered(s, seat, home)
    return PRINCESS + TALENT * gain + GOAL * ends - (PRINCESS // 2 if useless else 0)


def harvest(s: EmiraState, seat: Seat) -> int:
    """The worth of the princesses who would join this seat as things are now."""
    total = 0
    for name in (*s.active, *s.undecided):
        if verdict(s, name, name in s.undecided) == seat:
            total += princess_worth(s, seat, name)
    return total


def reserve(s: EmiraState, seat: Seat) -> int:
    """Gold that the upkeep of this round needs, with one princess more."""
    return due(s, s.homes[seat], s.surcharge[seat]) + s.game.tables.prices["upkeep"]


def worths(s: EmiraState, seat: Seat, actions: list[Action]) -> dict[Action, float]:
    """Each action that leaves enough for the upkeep, with its worth less its price."""
    left = max(2, ROUNDS[s.seats] - s.round)
    before = harvest(s, seat)
    by_action: dict[Action, float] = {}
    for action in actions:
        if action.verb not in ("caravan", "counter", "status", "section", "camel"):
            continue
        cost = price(s, seat, action.args[0] if action.verb in ("caravan", "status") else action.verb)
        if s.gold[seat] - cost < reserve(s, seat) - 50:
            continue
        by_action[action] = _worth(s, seat, action, cost, left) + 0.8 * (gathered(s, seat, action, cost) - before)
    return by_action


def _worth(s: EmiraState, seat: Seat, action: Action, cost: int, left: int) -> float:
    share = 0.6 * min(1.0, 1200 / s.gold[seat])  # the richer, the less a price matters
    if action.verb == "caravan":
        caravan = s.game.tables.caravans[action.args[0]]
        return caravan.income * min(caravan.spaces, left) - cost
    if action is BUY_SECTION:
        free = s.room(seat) - len(s.homes[seat])
        return PLACE * (1.6, 1.0, 0.5)[min(free, 2)] + 120 - share * cost
    if action is BUY_CAMEL:
        return CAMEL * min(left, 6) / (1 + s.camels[seat] / 2) - cost
    if action.verb == "status":
        return 220 * s.game.tables.status[action.args[0]].points - share * cost
    row = s.looks[seat]
    return 220 * (1 + (row[KINDS.index(action.args[0])] == row[3])) - share * cost


def gathered(s: EmiraState, seat: Seat, action: Action, cost: int) -> int:
    """The harvest once the action is carried out; the position is put back as it was."""
    kept = s.gold[seat], s.looks[seat], s.renown[seat], s.sections[seat], s.pawns[seat]
    s.gold[seat] -= cost
    if action.verb == "counter":
        row = list(s.looks[seat])
        row[KINDS.index(action.args[0])] += 1
        row[3] = min(row[:3])
        s.looks[seat] = tuple(row)
    elif action.verb == "status":
        s.renown[seat] += s.game.tables.status[action.args[0]].points
    elif action is BUY_SECTION:
        s.sections[seat] += 1
    elif action.verb == "caravan":
        k = CARAVANS.index(action.args[0])
        s.pawns[seat] = with_track(s.pawns[seat], k, (*s.pawns[seat][k], s.game.caravans[k].spaces))
    gain = harvest(s, seat)
    s.gold[seat], s.looks[seat], s.renown[seat], s.sections[seat], s.pawns[seat] = kept
    return gain


# -- the bot ---------------------------------------------------------------------------------


class ThumbBot:
    """A plain player: values what is on offer, bids to a limit, keeps its upkeep."""

    fair = True

    def __call__(self, view: EmiraState, legal: list[Action], rng: Random) -> Action:
        """One of `legal`."""
        if len(legal) == 1:
            return legal[0]
        name = view.todo[-1].step.name
        choose = CHOICES.get(name)
        return choose(view, legal, rng) if choose else legal[int(rng.random() * len(legal))]

    def __reduce__(self) -> str:
        return "thumb_bot"


def _bid(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    frame = s.todo[-1]
    seat, bid, mask = frame.seat, frame.bid, frame.inside
    values = sorted(worths(s, seat, ACT.moves(s, ACT.frame(seat))).items(), key=lambda item: -item[1])
    may_leave = COMPENSATION in legal
    floor = 150.0 if may_leave else 0.0
    if not values or values[0][1] <= floor:
        return COMPENSATION if may_leave else PASS
    best, worth = values[0]
    rivals = sum(mask >> other & 1 for other in range(s.seats)) - 1
    fallback = max(floor, values[min(rivals, len(values) - 1)][1]) if len(values) > 1 else floor
    cost = price(s, seat, best.args[0] if best.verb in ("caravan", "status") else best.verb)
    limit = min((worth - fallback) * (0.5 + 0.3 * rng.random()), s.gold[seat] - cost - reserve(s, seat))
    limit += s.discount(seat)
    limit = min(limit, highest_bid(s, seat))
    if bid + 10 > limit:
        return PASS
    raised = bid + 10 + int((limit - bid - 10) * 0.5 * rng.random()) // 10 * 10
    return bid_of(raised)


def _act(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat = s.todo[-1].seat
    values = worths(s, seat, legal)
    best = max(values, key=lambda action: values[action], default=None)
    if COMPENSATION in legal and (best is None or values[best] < s.game.tables.prices["compensation"]):
        return COMPENSATION
    if best is not None and values[best] > 0:
        return best
    down = [action for action in short_list(s, legal) if action.verb == "bid"]
    return down[0] if down else DECLINE


def _keep(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    return max(legal, key=lambda action: EVENT_WORTH.get(action.args[0], 0))


def _play(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat = s.todo[-1].seat
    good = [action for action in legal if action is not HOLD and _useful(s, seat, action.args[0])]
    return _keep(s, good, rng) if good else HOLD


def _useful(s: EmiraState, seat: Seat, card: str) -> bool:
    incomes = [sum(len(row) * income for row, income in zip(pawns, s.game.incomes, strict=True)) for pawns in s.pawns]
    others = (sum(incomes) - incomes[seat]) / (s.seats - 1)
    if card == "golden_times":
        return incomes[seat] > others
    if card in ("interrupt_spice_trade", "vermin"):
        return incomes[seat] < others
    if card == "new_spice_caravan":
        return incomes[seat] > 0
    if card == "good_looking":
        return max(s.looks[seat][:3]) >= 3
    if card in ("better_breed", "camel_breeding"):
        return s.camels[seat] > (card == "camel_breeding")
    if card in ("camel_epidemic", "sick_camels"):
        return s.camels[seat] * s.seats < sum(s.camels)
    if card == "quiet_days":
        return len(s.homes[seat]) >= s.room(seat)
    return True


def _look(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat = s.todo[-1].seat
    spare = s.gold[seat] - due(s, s.homes[seat], s.surcharge[seat])
    rich = spare > SPARE and len(s.hands[seat]) < 2
    return legal[1] if rich and len(legal) > 1 else legal[0]


def _give(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    row = s.looks[s.todo[-1].seat]
    return max(legal, key=lambda action: row[KINDS.index(action.args[0])])


def _drop(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    return min(legal, key=lambda action: s.game.tables.status[action.args[0]].points)


def _send(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat = s.todo[-1].seat
    home = s.homes[seat]
    return max(legal, key=lambda a: covered(s, seat, tuple(name for name in home if name != a.args[0])))


def _gift(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat = s.todo[-1].seat
    rest = s.gold[seat] - s.game.tables.prices["xenia_gift"]
    return GIFT if GIFT in legal and rest >= due(s, s.homes[seat], s.surcharge[seat]) else REFUSE


def _arrange(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat, deck = s.todo[-1].seat, s.todo[-1].deck
    if deck != "pile":
        return legal[0]
    mine = {name: verdict(s, name, False) == seat for name in s.looked}
    return max(legal, key=lambda action: [mine[name] for name in action.args[0]])


def _mind(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat, name = s.todo[-1].seat, s.looked[-1]
    wanted = "leave"
    if name != SIDI and verdict(s, name, False) != seat:
        s.swapped[name] = seat
        gained = verdict(s, name, False) == seat
        del s.swapped[name]
        wanted = "swap" if gained else "under"
    return next((action for action in legal if action.verb == wanted), legal[0])


def _offer(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    row = s.looks[s.todo[-1].seat]
    return min(legal, key=lambda action: row[KINDS.index(action.args[0])])


def _pest(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    seat = s.todo[-1].seat

    def harm(action: Action) -> int:
        k = CARAVANS.index(action.args[0])
        hit = [bool(pawns[k]) * s.game.incomes[k] for pawns in s.pawns]
        return sum(hit) - int(s.seats * hit[seat])

    return max(legal, key=harm)


def _last_space(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    return legal[-1]  # the pawns with most incomes left lose least


def _dear(s: EmiraState, legal: list[Action], rng: Random) -> Action:
    return max(legal, key=lambda action: s.game.tables.caravans[action.args[0]].income)


CHOICES = {
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
thumb_bot = ThumbBot()
