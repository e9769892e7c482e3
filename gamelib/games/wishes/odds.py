"""Exact odds of The Sultan's Wishes: hands and wishes, plates, wares, the Extra Task stack, what others reveal.

Chances and means are Fractions, distributions are `Dist`s of integer weights; every bad argument is a ValueError with
a plain sentence. Numbers of cards come from the card tables. Cards and wares are named by their ids ("T45", "W23").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import TYPE_CHECKING, Any, cast

from ...dist import Dist
from ...outside import told, whole
from ..asked import asked, chance, each_once
from ..odds import Odds, remembered
from .places import Cards, hearts_taken, mean_points, place_among
from .tables import Tables

if TYPE_CHECKING:
    from . import Wishes

MISSING_AFTER = ("T05", "T03")  # a Tea wish that holds 3 and 2 hearts; the six other Tea cards are unseen
MY_STACK = ("T45",)  # Music 3, face down
MY_HAND = ("T03", "T09", "T23")  # Tea 2, Food 1, Sleep 4
ROW = ("W01", "W23", "W42")  # Left Spice Morning, Centre Carpet Afternoon, Right Silk Night


MOST_CARDS = 1000
MOST_RIVALS, MOST_HAND, MOST_HEARTS = 3, 5, 5
"""Rivals, cards in a hand and different hearts on cards of which all hands are listed."""


def known(name: str, what: str, names: Iterable[str]) -> None:
    """ValueError unless a name is one of those."""
    if name not in names:
        raise ValueError(f"There is no {what} {told(name)}.")


def weighted(chances: dict[Any, Fraction]) -> Dist[Any]:
    """A distribution from chances that add up to 1."""
    common = lcm(*(p.denominator for p in chances.values()))
    return Dist({outcome: int(p * common) for outcome, p in chances.items()})


@lru_cache(1 << 12)
def _added(rivals: int, together: bool, cards: int, hearts: tuple[tuple[int, int], ...], unseen: int) -> Dist[int]:
    """Hand after hand, out of what is left."""
    states: dict[tuple[tuple[int, ...], int], int] = {(tuple(n for _, n in hearts), 0): 1}
    for _ in range(rivals):
        after: dict[tuple[tuple[int, ...], int], int] = {}
        for (left, so_far), count in states.items():
            pool = dict(enumerate((*left, unseen - sum(left))))
            for hand, ways in Dist.draws(pool, cards).items():
                best = max((hearts[i][0] for i, n in enumerate(hand[:-1]) if n), default=0)
                key = (
                    tuple(a - b for a, b in zip(left, hand[:-1], strict=True)),
                    so_far + best if together else max(so_far, best),
                )
                after[key] = after.get(key, 0) + count * ways
        states, unseen = after, unseen - cards
    totals: Counter[int] = Counter()
    for (_, total), count in states.items():
        totals[total] += count
    return Dist(totals)


@lru_cache(1 << 14)
def _wait(plates: int, extras: tuple[tuple[int, int], ...], forbidden: int) -> Fraction:
    """Backward induction over how many plates of each worth are left."""
    if not plates:
        return Fraction(0)
    left = sum(n for _, n in extras) + forbidden
    value = Fraction(0)
    for extra, n, rest in _next(extras):
        value += n * max(Fraction(extra), _wait(plates - 1, rest, forbidden))
    if forbidden:
        value += forbidden * _wait(plates - 1, extras, forbidden - 1)
    return value / left


def _next(extras: tuple[tuple[int, int], ...]) -> Iterable[tuple[int, int, tuple[tuple[int, int], ...]]]:
    """The next plate's extra points: how many plates pay them, and those that are left then."""
    for place, (extra, n) in enumerate(extras):
        yield extra, n, (*extras[:place], *(((extra, n - 1),) if n > 1 else ()), *extras[place + 1 :])


@lru_cache(1 << 14)
def _wait_ends(plates: int, extras: tuple[tuple[int, int], ...], forbidden: int) -> dict[int, Fraction]:
    """The same walk forward: extra points -> chance."""
    if not plates:
        return {0: Fraction(1)}
    left = sum(n for _, n in extras) + forbidden
    steps = [
        (
            n,
            {extra: Fraction(1)}
            if extra >= _wait(plates - 1, rest, forbidden)
            else _wait_ends(plates - 1, rest, forbidden),
        )
        for extra, n, rest in _next(extras)
    ]
    if forbidden:
        steps.append((forbidden, _wait_ends(plates - 1, extras, forbidden - 1)))
    chances: dict[int, Fraction] = {}
    for n, ends in steps:
        for extra, p in ends.items():
            chances[extra] = chances.get(extra, Fraction(0)) + Fraction(n, left) * p
    return chances


class WishesOdds(Odds):
    """What reads the card tables: cards and hands, plates, wares, the stack."""

    game: Wishes

    @property
    def tables(self) -> Tables:
        """The card tables."""
        return self.game.tables

    def kind_counts(self) -> Counter[str]:
        """How many task cards there are of each kind."""
        return Counter(task.kind for task in self.tables.tasks.values())

    # -- hands and wishes (WIS-1.9, WIS-4.1, WIS-9.1, WIS-10.1) ------------------------------------------

    def _hand(self, cards: int | None) -> int:
        """The cards of a hand, as many as one refills to unless said otherwise."""
        return self.tables.constants["hand"] if cards is None else cards

    def _round(self, plates: int | None) -> int:
        """The plates of a round, those with two seats unless said otherwise."""
        return self.tables.seats[2].plates if plates is None else plates

    @asked
    def opening(self, kinds: int | Collection[str], cards: int | None = None) -> Fraction:
        """The chance that so many random task cards hold one of the wanted kinds.

        `kinds`: their names, or how many of them (then the first ones of the table).
        """
        counts = self.kind_counts()
        if isinstance(kinds, int):
            whole(kinds, "The number of kinds", 0, len(counts))
            kinds = self.tables.kinds[:kinds]
        for kind in kinds:
            known(kind, "kind of task", self.tables.kinds)
        each_once(kinds, "A kind")
        total = sum(counts.values())
        cards = self._hand(cards)
        whole(cards, "The number of cards", 0, total)
        wanted = sum(counts[kind] for kind in set(kinds))
        return 1 - Fraction(comb(total - wanted, cards), comb(total, cards))

    @asked
    def distinct_kinds(self, wishes: int) -> Dist[tuple[str, ...]]:
        """Which kinds are asked for by so many random simple wishes."""
        whole(wishes, "The number of wishes", 0, len(self.tables.simple))
        asked = Counter(str(wish.value) for wish in self.tables.simple.values())
        drawn = Dist.draws(asked, wishes)
        return drawn.map(lambda hand: tuple(kind for kind, n in zip(asked, hand, strict=True) if n))

    @asked
    @remembered(256)
    def playable(self, wishes: int, cards: int | None = None) -> Fraction:
        """The chance that a random hand can fulfil one of so many random simple wishes."""
        shown = self.distinct_kinds(wishes)
        return sum((shown.p(kinds) * self.opening(kinds, cards) for kinds in shown), Fraction(0))

    @asked
    def heart_cards(self, kind: str | None = None) -> list[int]:
        """The hearts of all cards of a kind (of the first kind of the table)."""
        kind = self.tables.kinds[0] if kind is None else kind
        known(kind, "kind of task", self.tables.kinds)
        return sorted(task.hearts for task in self.tables.tasks.values() if task.kind == kind)

    @remembered(256)
    def _first_passage(self, hearts: int, kind: str | None) -> Dist[tuple[int, int]]:
        """(cards, sum) when the sum of cards drawn without replacement first reaches `hearts`."""
        deck = self.heart_cards(kind)
        whole(hearts, "The number of hearts", 1, sum(deck))
        start = tuple(sorted(Counter(deck).items()))
        states: dict[tuple[tuple[tuple[int, int], ...], int], int] = {(start, 0): 1}  # cards left, sum -> ordered draws
        done: dict[tuple[int, int], Fraction] = {}
        ways, drawn = 1, 0
        while states:
            left = len(deck) - drawn
            ways, drawn = ways * left, drawn + 1
            after: dict[tuple[tuple[tuple[int, int], ...], int], int] = {}
            for (rest, total), count in states.items():
                for place, (value, n) in enumerate(rest):
                    reached = total + value
                    if reached >= hearts:
                        key = drawn, reached
                        done[key] = done.get(key, Fraction(0)) + Fraction(count * n, ways)
                    else:
                        smaller = (*rest[:place], *(((value, n - 1),) if n > 1 else ()), *rest[place + 1 :])
                        after[smaller, reached] = after.get((smaller, reached), 0) + count * n
            states = after
        return weighted(done)

    @asked
    def cards_needed(self, hearts: int, kind: str | None = None) -> Dist[int]:
        """How many random cards of a kind it takes until their hearts reach a number."""
        return self._first_passage(hearts, kind).map(lambda end: end[0])

    @asked
    def closing_sum(self, hearts: int, kind: str | None = None) -> Dist[int]:
        """The hearts on the cards when their sum first reaches a number."""
        return self._first_passage(hearts, kind).map(lambda end: end[1])

    def matching_hearts(self) -> list[int]:
        """The hearts of the unseen tea cards, once two lie at a wish and none is in your hand."""
        tasks = self.tables.tasks
        kind = tasks[MISSING_AFTER[0]].kind
        return [task.hearts for name, task in tasks.items() if task.kind == kind and name not in MISSING_AFTER]

    def unseen_cards(self) -> int:
        """How many cards you do not see then, with a full hand of others."""
        return len(self.tables.tasks) - len(MISSING_AFTER) - self.tables.constants["hand"]

    @asked
    def closes(
        self,
        missing: int,
        rivals: int = 1,
        cards: int | None = None,
        hearts: Collection[int] | None = None,
        unseen: int | None = None,
    ) -> Fraction:
        """The chance that one of the rivals, with `cards` random cards each, can close a wish with one card.

        `hearts` are those of the cards among the `unseen` ones that match the wish: as it comes, six Tea cards of 43,
        as you see it with two Tea cards on the wish and three others in your hand. With nothing `missing` any card that
        matches will do, so 0 asks for the chance that a rival has one at all.
        """
        cards = self._hand(cards)
        hearts, unseen = self._rivals(rivals, cards, hearts, unseen)
        whole(missing, "The number of hearts missing", 0)
        good = sum(value >= missing for value in hearts)
        return 1 - Fraction(comb(unseen - good, rivals * cards), comb(unseen, rivals * cards))

    @asked
    def added(
        self,
        rivals: int = 1,
        together: bool = False,
        cards: int | None = None,
        hearts: Collection[int] | None = None,
        unseen: int | None = None,
    ) -> Dist[int]:
        """The most hearts on one card of the rivals' hands; `together`: the best card of each hand, added up.

        Hands, `hearts` and `unseen` as in `closes`. A rival without a card of the kind adds 0.
        """
        cards = self._hand(cards)
        hearts, unseen = self._rivals(rivals, cards, hearts, unseen)
        whole(len(set(hearts)), "The number of different hearts on the cards", 0, MOST_HEARTS)
        return _added(rivals, together, cards, tuple(sorted(Counter(hearts).items())), unseen)

    def _rivals(
        self, rivals: int, cards: int, hearts: Collection[int] | None, unseen: int | None
    ) -> tuple[list[int], int]:
        """The hearts and the number of unseen cards, as they come where they are None. ValueError for impossible
        hands."""
        hearts = self.matching_hearts() if hearts is None else list(hearts)
        unseen = self.unseen_cards() if unseen is None else unseen
        for value in hearts:
            whole(value, "The hearts of a card", 0)
        whole(unseen, "The number of unseen cards", len(hearts), MOST_CARDS)
        whole(rivals, "The number of rivals", 0, MOST_RIVALS)
        whole(cards, "The number of cards", 0, MOST_HAND)
        whole(rivals * cards, "The number of cards in the rivals' hands", 0, unseen)
        return hearts, unseen

    @asked
    def final_types(self, wishes: int | None = None) -> Dist[tuple[int, int, int]]:
        """How many of so many random final wishes ask for (a kind, hearts, an effect)."""
        wishes = self.tables.constants["final_placed"] if wishes is None else wishes
        types = Counter(wish.by for wish in self.tables.final.values())
        whole(wishes, "The number of wishes", 0, sum(types.values()))
        draws = Dist.draws({by: types[by] for by in ("kind", "hearts", "effect")}, wishes)
        return cast("Dist[tuple[int, int, int]]", draws)

    @asked
    def all_types(self, wishes: int | None = None) -> Fraction:
        """The chance that so many final wishes are of all three types."""
        return self.final_types(wishes).p(lambda counts: min(counts) > 0)

    def matching_cards(self) -> dict[str, int]:
        """How many task cards match each final wish."""
        tasks = self.tables.tasks.values()
        return {
            name: sum(getattr(task, wish.by) == wish.value for task in tasks)
            for name, wish in self.tables.final.items()
        }

    def card_matches(self) -> Fraction:
        """The chance that a random task card matches a random final wish."""
        return Fraction(sum(self.matching_cards().values()), len(self.tables.final) * len(self.tables.tasks))

    @asked
    def hand_matches(self, cards: int | None = None) -> Fraction:
        """The chance that a random hand has a card for a random final wish."""
        total = len(self.tables.tasks)
        cards = self._hand(cards)
        whole(cards, "The number of cards", 0, total)
        missed = sum(comb(total - good, cards) for good in self.matching_cards().values())
        return 1 - Fraction(missed, len(self.tables.final) * comb(total, cards))

    # -- Guards in the deal (WIS-1.9, WIS-11.1) ------------------------------------------------------------

    @asked
    def guard_dealt(self, cards: int) -> Fraction:
        """The chance of a Guard among the first cards of the deck."""
        guards = self.tables.guards
        total = len(self.tables.tasks) + guards
        whole(cards, "The number of cards", 0, total)
        return 1 - Fraction(comb(total - guards, cards), comb(total, cards))

    def first_guard(self) -> Dist[int]:
        """The place in the deck of the first Guard (negative hypergeometric)."""
        guards = self.tables.guards
        total = len(self.tables.tasks) + guards
        return Dist({place: comb(total - place, guards - 1) for place in range(1, total - guards + 2)})

    # -- plates (WIS-1.7, WIS-2.1) ---------------------------------------------------------------------------

    @asked
    def plate_comes(self, plates: Collection[str], shown: int | None = None, seen: int = 0) -> Fraction:
        """The chance that at least one of these plates is among those shown in a round, after `seen` others of it."""
        for plate in plates:
            known(plate, "plate", self.tables.plates)
        each_once(plates, "A plate")
        total, wanted, shown = len(self.tables.plates), len(set(plates)), self._round(shown)
        whole(shown, "The number of plates", 0, total)
        whole(seen, "The number of plates seen", 0, min(shown, total - wanted))
        return 1 - Fraction(comb(total - seen - wanted, shown - seen), comb(total - seen, shown - seen))

    @asked
    def next_plate(self, seen: int) -> Fraction:
        """The chance that a plate not among the `seen` ones is the next one."""
        whole(seen, "The number of plates seen", 0, len(self.tables.plates) - 1)
        return Fraction(1, len(self.tables.plates) - seen)

    @asked
    def rest_of_round(self, seen: int, shown: int | None = None) -> Fraction:
        """The chance that a plate not among the `seen` ones still comes in this round."""
        shown = self._round(shown)
        whole(shown, "The number of plates", 0, len(self.tables.plates))
        whole(seen, "The number of plates seen", 0, shown)
        return (shown - seen) * self.next_plate(seen)

    @asked
    def plates_added(self, shown: int | None = None) -> Dist[int]:
        """How many task cards the plates of a round add to the stack."""
        plates, shown = self.tables.plates, self._round(shown)
        whole(shown, "The number of plates", 0, len(plates))
        return Dist.hypergeometric(len(plates), sum(plate.adds for plate in plates.values()), shown)

    @asked
    def wait(self, plates: int | None = None, seen: Collection[str] = ()) -> Fraction:
        """The mean extra points of closing a wish at the best moment of the `plates` plates that are still to come.

        Nobody else can close it, and no plate is seen in advance. Under a plate that forbids to fulfil (WIS-3.3) it
        cannot be closed. `seen`: plates already shown in this round.
        """
        plates = self._round(plates)
        return _wait(plates, *self._left(plates, seen))

    @asked
    def wait_ends(self, plates: int | None = None, seen: Collection[str] = ()) -> Dist[int]:
        """The extra points with which the best rule of `wait` ends; it stops where waiting is worth no more."""
        plates = self._round(plates)
        return weighted(_wait_ends(plates, *self._left(plates, seen)))

    def _left(self, plates: int, seen: Collection[str]) -> tuple[tuple[tuple[int, int], ...], int]:
        """Of the plates not seen: how many pay how much, and how many forbid to fulfil."""
        known_plates = self.tables.plates
        for plate in seen:
            known(plate, "plate", known_plates)
        each_once(seen, "A plate")
        left = [None if row.does == "nauseate" else row.extra for name, row in known_plates.items() if name not in seen]
        whole(plates, "The number of plates", 0, len(left))
        return tuple(sorted(Counter(extra for extra in left if extra is not None).items())), left.count(None)

    # -- wares (WIS-13.3) --------------------------------------------------------------------------------------

    def icon_counts(self) -> Counter[str]:
        """How many wares cards show each icon."""
        return Counter(card.icon for card in self.tables.wares.values())

    @asked
    def day(self, wares: int) -> Fraction:
        """The chance of a complete day among so many wares drawn at random from all."""
        whole(wares, "The number of wares", 0, len(self.tables.wares))
        return Dist.draws(self.icon_counts(), wares).p(lambda counts: min(counts) > 0)

    def day_in_row(self) -> Fraction:
        """The chance that the first cards of the stalls show all icons: one card from each, independent draws."""
        shown: Dist[frozenset[str]] = Dist([frozenset()])
        for merchant in self.tables.merchants:
            own = Dist([card.icon for card in self.tables.wares.values() if card.merchant == merchant])
            shown = shown.then(lambda seen, own=own: own.map(lambda icon: seen | {icon}))  # type: ignore[misc]
        return shown.p(lambda seen: len(seen) == len(self.tables.icons))

    def waiting_for_day(self) -> Dist[int]:
        """How many random wares it takes until they hold a complete day."""
        done = {n: self.day(n) - self.day(n - 1) for n in range(1, len(self.tables.wares) + 1)}
        return weighted({n: p for n, p in done.items() if p})

    # -- the Extra Task stack (WIS-12.1 to WIS-12.4) -----------------------------------------------------------

    @asked
    def unseen_tasks(self, mine: Collection[str]) -> Counter[tuple[str, int]]:
        """The cards (kind, hearts) that are not mine."""
        for card in mine:
            known(card, "task card", self.tables.tasks)
        if len(set(mine)) < len(mine):
            raise ValueError("A card is named twice.")
        return Counter((task.kind, task.hearts) for name, task in self.tables.tasks.items() if name not in mine)

    @asked
    def kind_sums(self, unseen: Counter[tuple[str, int]], kind: str, most: int) -> list[dict[int, int]]:
        """For each number of cards of a kind: hearts -> in how many ways (a generating function)."""
        known(kind, "kind of task", self.tables.kinds)
        rows = hearts_taken((self._pool(unseen),), (most,), self.tables.kinds.index(kind))
        return [rows.get(cards, {}) for cards in range(most + 1)]

    def _pool(self, unseen: Counter[tuple[str, int]]) -> Cards:
        """Unseen cards with their kinds as numbers."""
        kinds = self.tables.kinds
        return tuple(sorted((kinds.index(kind), hearts) for kind, hearts in unseen.elements()))

    @asked
    def stack(
        self,
        cards: int,
        own: Collection[str] = MY_STACK,
        kind: str | None = None,
        hand: Collection[str] = MY_HAND,
        ahead: Collection[str] = (),
        zero_heart_place: bool = False,
    ) -> Dist[int]:
        """The place of a kind in the Extra Tasks when `cards` random cards lie in the stack beside my `own`.

        The random cards come from all that are neither `own` nor in my `hand`. My Orderly stands on `kind` (as it
        comes, that of my first own card); others stand on the kinds in `ahead` and are before me on the Priority
        Track, so ties against those are lost and all others won. Place 0: my kind is not in the stack, and by that
        option gets no place for it (WIS-A17).
        """
        if kind is None:
            if not own:
                raise ValueError("Name the kind on which the Orderly stands.")
            known(next(iter(own)), "task card", self.tables.tasks)
            kind = self.tables.tasks[next(iter(own))].kind
        for name in (kind, *ahead):
            known(name, "kind of task", self.tables.kinds)
        each_once(ahead, "A kind")
        unseen = self.unseen_tasks((*own, *hand))
        whole(cards, "The number of cards", 0, sum(unseen.values()))
        kinds = self.tables.kinds
        base = [0] * len(kinds)
        for card in own:
            base[kinds.index(self.tables.tasks[card].kind)] += self.tables.tasks[card].hearts
        before = frozenset(kinds.index(name) for name in ahead if name != kind)
        return place_among((self._pool(unseen),), (cards,), tuple(base), kinds.index(kind), before, zero_heart_place)

    @asked
    def points(self, places: Dist[int]) -> Fraction:
        """The mean points of a place in the Extra Tasks (the Gem not counted)."""
        return mean_points(self.tables, places)

    @asked
    def own_hearts(self, own: Collection[str], cards: int | None = None) -> Dist[int]:
        """The place of a lone seat's kind when the plates add so many cards, by default one for each plate that does.

        The hand is left out of account.
        """
        cards = sum(plate.adds for plate in self.tables.plates.values()) if cards is None else cards
        return self.stack(cards, own, None, ())

    @asked
    def blind(self, cards: int) -> Fraction:
        """The mean points of an Orderly placed without a look at a stack of random cards, on the best kind; no
        rivals."""
        whole(cards, "The number of cards", 1, len(self.tables.tasks))
        return max(self.points(self.stack(cards, (), kind, ())) for kind in self.tables.kinds)

    @asked
    def peek(self, cards: int) -> Fraction:
        """What a look at a stack of random cards is worth, in points: after it the Orderly takes the first place."""
        return self.tables.places[0][0] - self.blind(cards)

    # -- what others reveal (WIS-4.5, WIS-6.1, WIS-7.1) ----------------------------------------------------------

    @asked
    def intent(
        self, q: Fraction | float, stands: str | None = None, mine: Collection[str] = (*MY_STACK, *MY_HAND)
    ) -> Dist[str]:
        """The kind of the card that a rival put into the stack, once his Orderly stands on `stands`.

        He stands on the kind of his card with chance `q` (a float counts as the decimal that it is written as), else
        on one of the others, all alike. His card is a random one of those that are not `mine`.
        """
        q = chance(q, "The chance to stand on one's own kind")
        kinds = self.tables.kinds
        stands = kinds[0] if stands is None else stands
        known(stands, "kind of task", kinds)
        other = (1 - q) / (len(kinds) - 1)
        unseen: Counter[str] = Counter()
        for (kind, _), n in self.unseen_tasks(mine).items():
            unseen[kind] += n
        joint = {kind: unseen[kind] * (q if kind == stands else other) for kind in kinds}
        total = sum(joint.values())
        if not total:
            raise ValueError("Nobody can stand there on such terms.")
        return weighted({kind: p / total for kind, p in joint.items() if p})

    @asked
    def choices(self, score_card: str, row: Collection[str], gems: int | None = None) -> list[str]:
        """The wares with the most points left after their price, 2 Gems for a point; those that can be paid."""
        self._check_row(row, gems)
        known(score_card, "market score card", self.tables.scores)
        affordable = [ware for ware in row if gems is None or self.tables.wares[ware].cost <= gems]
        each = self.tables.constants["gems_per_point"]
        gain = {
            ware: self.tables.worth(score_card, ware) - Fraction(self.tables.wares[ware].cost, each)
            for ware in affordable
        }
        return [ware for ware in affordable if gain[ware] == max(gain.values())]

    def _check_row(self, row: Collection[str], gems: int | None) -> None:
        for ware in row:
            known(ware, "wares card", self.tables.wares)
        each_once(row, "A wares card")
        if gems is not None:
            whole(gems, "The number of Gems", 0)

    @asked
    def buys(
        self, score_card: str, row: Collection[str], error: Fraction | float = 0, gems: int | None = None
    ) -> dict[str, Fraction]:
        """How likely somebody with this score card buys each ware of the row that can be paid; empty if none can.

        The best for the card (`choices`), but with chance `error` any that can be paid, all alike; a float counts as
        the decimal that it is written as.
        """
        error = chance(error, "The chance of an error")
        best = self.choices(score_card, row, gems)
        payable = [ware for ware in row if gems is None or self.tables.wares[ware].cost <= gems]
        if not payable:
            return {}
        return {ware: error / len(payable) + (1 - error) * Fraction(ware in best, len(best)) for ware in payable}

    @asked
    def buyer(
        self,
        purchase: str,
        error: Fraction | float = 0,
        row: Collection[str] = ROW,
        mine: Collection[str] = ("K1",),
        gems: int | None = None,
        before: Dist[str] | None = None,
    ) -> Dist[str]:
        """Which market score card a rival holds, once he bought `purchase` from a row of wares (`buys`).

        His card is one of those that are not `mine`; `before`: how likely each is before the purchase, as it comes all
        alike. `purchase`: a wares id or the name of the merchant. `gems`: what he can pay.
        """
        wares = self.tables.wares
        self._check_row(row, gems)
        for card in (*mine, *(before or ())):
            known(card, "market score card", self.tables.scores)
        each_once(mine, "A market score card")
        fit = [ware for ware in row if ware == purchase] or [ware for ware in row if wares[ware].merchant == purchase]
        if not fit:
            raise ValueError(f"{told(purchase)} is not in the row {', '.join(row)}.")
        if len(fit) > 1:
            raise ValueError(f"{told(purchase)} has {' and '.join(fit)} in the row; name one of them.")
        if before is None and len(mine) == len(self.tables.scores):
            raise ValueError("All market score cards are yours, so nobody else holds one.")
        bought = fit[0]
        if gems is not None and wares[bought].cost > gems:
            raise ValueError(f"{told(purchase)} costs {wares[bought].cost}, so it cannot be bought with {gems} Gems.")
        before = Dist([card for card in self.tables.scores if card not in mine]) if before is None else before
        likely = {card: before.p(card) * self.buys(card, row, error, gems)[bought] for card in before}
        total = sum(likely.values())
        if not total:
            raise ValueError(f"Nobody who never errs buys {told(purchase)} from this row.")
        return weighted({card: p / total for card, p in likely.items() if p})

    @asked
    def worth_to_buyer(self, ware: str, cards: Dist[str]) -> Fraction:
        """The mean worth of a wares card over what its owner's score card may be."""
        known(ware, "wares card", self.tables.wares)
        for card in cards:
            known(card, "market score card", self.tables.scores)
        return cards.map(lambda card: self.tables.worth(card, ware)).mean


published = WishesOdds()


def __getattr__(name: str) -> Any:
    """Asked of the module, they are those of the published card tables."""
    return getattr(published, name)


def __dir__() -> list[str]:
    return dir(published)
