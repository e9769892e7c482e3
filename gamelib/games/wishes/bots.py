"""The rule-of-thumb bot: it values each action in points, with what its seat knows.

A Gem counts half a point, a card of the hand and a free Aide a little. What others may do is left out, but for a
share that says how likely a wish is fulfilled with the Aide still on it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from .extra import day_points
from .granting import points

if TYPE_CHECKING:
    from .state import Open, WishesState

Means = dict[str, float]

GEM = 0.5
CARD = 0.4
"""What it is worth to keep a card rather than to spend it."""
REACH = 0.75
"""The share of the hearts of an Aide that counts where the wish still needs something."""
LAMP = 1.5


class ThumbBot:
    """Takes the action of the highest value; the first of equals. It reads what its seat may know, and nothing else."""

    fair = True

    def __call__(self, view: WishesState, legal: list[Action], rng: Random) -> Action:
        """One of `legal`."""
        if len(legal) == 1:
            return legal[0]
        name, seat = view.todo[-1].step.name, view.todo[-1].seat
        if name == "act":
            means = mean_hearts(view, seat)
            return max(legal, key=lambda action: MAIN[action.verb](view, seat, action, means))
        return max(legal, key=lambda action: VALUES[name](view, seat, action))

    def __reduce__(self) -> str:
        return "thumb_bot"


def mean_hearts(s: WishesState, seat: Seat) -> Means:
    """The mean hearts of each kind in the stack, as a seat knows it: what it has not seen may be any unseen card."""
    tasks = s.game.tables.tasks
    unseen = set(tasks).difference(s.hands[seat], s.discard)
    for _, cards, _ in s.open:
        unseen.difference_update([card for card, _ in cards])
    means = dict.fromkeys(s.game.tables.kinds, 0.0)
    unknown = 0
    for card, _, _, known in s.stack:
        if known >> seat & 1:
            means[tasks[card].kind] += tasks[card].hearts
            unseen.discard(card)
        else:
            unknown += 1
    if unknown:
        each = unknown / len(unseen)
        hearts = dict.fromkeys(means, 0)  # whole numbers, so that the order of a set does not show
        for card in unseen:
            hearts[tasks[card].kind] += tasks[card].hearts
        for kind, total in hearts.items():
            means[kind] += each * total
    return means


def gems(s: WishesState, seat: Seat, n: int) -> float:
    """What n more Gems are worth: half a point each, and more for a ware that they would pay for."""
    taken = min(n, s.game.gem_limit - s.gems[seat])
    return GEM * taken * (1.4 if s.gems[seat] < 5 else 1)


def share(s: WishesState, entry: Open) -> float:
    """How likely a wish is fulfilled in time: the more of what it needs is there, the likelier."""
    need = s.need(entry[0])
    return 0.35 + 0.6 * s.has(entry) / need


def fulfil(s: WishesState, seat: Seat, action: Action, means: Means) -> float:
    """A card at a wish: what it scores now if that is enough, else what may be scored later."""
    card, wish = action.args
    old = s.entry(wish)
    entry = wish, (*old[1], (card, (seat,))), old[2]
    pay = s.game.tables.constants["fulfil_gems_kind" if s.does() == "kind" else "fulfil_gems"]
    value = gems(s, seat, pay) - 0.1 * (s.free[seat] == 0)
    if s.has(entry) >= s.need(wish):
        mine = points(s, entry)
        others = [score for other, score in mine.items() if other != seat]
        return value + mine[seat] - 0.4 * max(others, default=0) - CARD
    chance = share(s, entry)
    left = s.need(wish) - s.has(entry)
    danger = 0.3 if left <= 4 and s.seats > 1 and not s.game.tables.wishes[wish].final else 0
    return value + chance * (s.game.hearts[card] + 1.2 * (not any(seat in a for _, a in old[1]))) - CARD - danger


def place_points(s: WishesState, seat: Seat, kind: str, track: tuple[Seat, ...], means: Means) -> float:
    """The points that the Orderly may expect on a kind; `means`: the mean hearts of each kind in the stack."""
    plates = s.game.tables.seats[s.seats].plates - len(s.plates)
    spread = 1.2 + 0.25 * plates
    mine = means[kind]
    if not mine:
        mine = 0.4 * plates
    before = 0.0
    for name in s.game.tables.kinds:
        if name == kind:
            continue
        other = s.orderly.index(name) if name in s.orderly else -1
        ahead = other >= 0 and other in track and (seat not in track or track.index(other) < track.index(seat))
        gap = mine - means[name] - (0.3 if ahead else -0.3)
        before += 1 / (1 + 2.718 ** (gap / spread))
    pay = [row[0] + GEM * row[1] for row in s.game.tables.places]
    low = int(before)
    first = pay[low] if low < len(pay) else 0
    second = pay[low + 1] if low + 1 < len(pay) else 0
    return first + (before - low) * (second - first)


def standing_points(s: WishesState, seat: Seat, means: Means) -> float:
    """The points expected where the Orderly stands now; none beside the chart."""
    return place_points(s, seat, s.orderly[seat], s.track, means) if s.orderly[seat] else 0.0


def stash(s: WishesState, seat: Seat, action: Action, means: Means) -> float:
    """A card for the stack: what it adds to the place of the Orderly, or may add once it stands there."""
    card = action.args[0]
    kind = s.game.tables.tasks[card].kind
    if s.orderly[seat]:
        more = {**means, kind: means[kind] + s.game.hearts[card]}
        return standing_points(s, seat, more) - standing_points(s, seat, means) - CARD
    if kind in s.orderly:
        return -CARD
    return 0.3 * s.game.hearts[card] - CARD


def orderly(s: WishesState, seat: Seat, action: Action, means: Means) -> float:
    """The points of the new place against those of the old one; early in a round the place may still be lost."""
    kind = action.args[0]
    track = s.track if seat in s.track else (*s.track, seat)
    late = len(s.plates) / s.game.tables.seats[s.seats].plates
    gain = place_points(s, seat, kind, track, means) - standing_points(s, seat, means)
    return gain * (0.35 + 0.5 * late)


def aide_value(s: WishesState, seat: Seat, card: str) -> float:
    """An Aide on a task card."""
    for entry in s.open:
        for there, _ in entry[1]:
            if there == card:
                new = not any(seat in aides for _, aides in entry[1])
                return REACH * share(s, entry) * (s.game.hearts[card] + 1.2 * new)
    return 0.0


def use(s: WishesState, seat: Seat, action: Action, means: Means) -> float:
    """A card for its effect."""
    card = action.args[0]
    does = s.game.task_does[card]
    cost = CARD + 0.15 * s.game.hearts[card]
    if does == "gems":
        return gems(s, seat, s.game.effect_gems[card]) - cost
    if does == "plus":
        most = s.game.aides_on_card
        rooms = [there for _, cards, _ in s.open for there, aides in cards if len(aides) < most]
        return max((aide_value(s, seat, there) for there in rooms), default=0.0) - cost
    if does == "swap":
        return 0.5 * sum(card_value(s, seat, other) < 1 for other in s.hands[seat] if other != card) - cost
    unknown = sum(not known >> seat & 1 for *_, known in s.stack)
    return 0.15 * unknown - cost


MAIN: dict[str, Callable[[WishesState, Seat, Action, Means], float]] = {
    "fulfil": fulfil,
    "stash": stash,
    "orderly": orderly,
    "use": use,
    "pass": lambda *_: 0.0,
}
"""The value of a main action by its verb."""


def offer(s: WishesState, seat: Seat, action: Action) -> float:
    """Buy what brings more than its Gems would, the more so early; use a lamp soon."""
    if action.verb == "lamp":
        return LAMP
    if action.verb == "done":
        return 0.0
    ware = action.args[0]
    card = s.secrets[seat]
    more = (*s.wares[seat], ware)
    days = day_points(s, seat, more) - day_points(s, seat, s.wares[seat])
    icons = {s.game.tables.wares[other].icon for other in s.wares[seat]}
    hope = 0.6 * (s.game.tables.wares[ware].icon not in icons)
    return s.game.worth[card][ware] + days + hope - GEM * s.game.tables.wares[ware].cost - 0.2


def card_value(s: WishesState, seat: Seat, card: str) -> float:
    """What a hand card is good for: a wish that it matches, else its effect."""
    best = 0.2 * s.game.hearts[card] if s.game.tables.tasks[card].kind == s.orderly[seat] else 0.0
    for wish, _, _ in s.open:
        if wish in s.game.fulfil[card]:
            best = max(best, 1.0 + s.game.hearts[card])
    return max(best, 1.0 if s.game.task_does[card] in ("gems", "plus") else 0.0)


def change(s: WishesState, seat: Seat, action: Action) -> float:
    """Change the cards that are good for nothing."""
    return -sum(card_value(s, seat, card) - 1.2 for card in action.args[0])


def lose(s: WishesState, seat: Seat, action: Action) -> float:
    """Discard the least useful card."""
    return -card_value(s, seat, action.args[0])


def free(s: WishesState, seat: Seat, action: Action) -> float:
    """Take back the Aide that is worth least."""
    return -aide_value(s, seat, action.args[0])


def mine_at(s: WishesState, seat: Seat, wish: str) -> float:
    """What a seat has at stake at a wish, the others' best taken off."""
    scored = points(s, s.entry(wish))
    return scored.get(seat, 0) - 0.5 * max((score for other, score in scored.items() if other != seat), default=0)


VALUES: dict[str, Callable[[WishesState, Seat, Action], float]] = {
    "offer": offer,
    "plus": lambda s, seat, action: aide_value(s, seat, action.args[0]),
    "free": free,
    "change": change,
    "drop": lose,
    "choose_post": lambda s, seat, action: mine_at(s, seat, action.args[0]),
    "sad": lambda s, seat, action: -mine_at(s, seat, action.args[0]),
    "feed_first": lambda s, seat, action: mine_at(s, seat, action.args[0]),
}
"""The value of an action by the step that asks."""


thumb_bot = ThumbBot()
