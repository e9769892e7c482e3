"""Exact probabilities of The Sultan's Wishes: hands, wishes, plates, wares, the Extra Task stack and rivals' actions.

Probabilities and means are Fractions. Distributions are `Dist` objects with integer weights. Invalid arguments raise a
ValueError. Numbers of cards come from the card tables. Arguments name cards and wares by their ids ("T45", "W23").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import TYPE_CHECKING, Any, cast

from ...dist import Dist
from ...validation import short_repr, validate_int
from ..argument_validation import parse_probability, validate_args, validate_distinct
from ..odds import GameOdds, cached_method
from .card_tables import CardTables
from .extra_task_places import KindHeartPairs, hearts_by_cards_taken, mean_points_over_places, place_dist

if TYPE_CHECKING:
    from . import Wishes

EXAMPLE_WISH_CARDS = ("T05", "T03")  # a Tea wish with cards of 3 and 2 hearts. The six other Tea cards are unseen
EXAMPLE_STACK = ("T45",)  # Music 3, face down
EXAMPLE_HAND = ("T03", "T09", "T23")  # Tea 2, Food 1, Sleep 4
EXAMPLE_WARES = ("W01", "W23", "W42")  # Left Spice Morning, Centre Carpet Afternoon, Right Silk Night


MAX_CARDS = 1000
MAX_RIVALS, MAX_HAND, MAX_HEARTS = 3, 5, 5
"""Rivals, cards in a hand and different hearts on cards of which all hands are listed."""


def validate_name(name: str, label: str, names: Iterable[str]) -> None:
    """Raise ValueError unless the name is one of the names."""
    if name not in names:
        raise ValueError(f"There is no {label} {short_repr(name)}.")


def dist_from_probabilities(chances: dict[Any, Fraction]) -> Dist[Any]:
    """Return a distribution from probabilities that add up to 1."""
    common = lcm(*(p.denominator for p in chances.values()))
    return Dist({outcome: int(p * common) for outcome, p in chances.items()})


@lru_cache(1 << 12)
def _added(rivals: int, together: bool, cards: int, hearts: tuple[tuple[int, int], ...], unseen: int) -> Dist[int]:
    """Compute the distribution of the hearts that rivals can add, hand after hand and without replacement."""
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
    """Return the mean extra points with the best timing, by backward induction over the remaining plates."""
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
    """Yield each possible number of extra points of the next plate, the number of such plates, and the other plates."""
    for place, (extra, n) in enumerate(extras):
        yield extra, n, (*extras[:place], *(((extra, n - 1),) if n > 1 else ()), *extras[place + 1 :])


@lru_cache(1 << 14)
def _wait_ends(plates: int, extras: tuple[tuple[int, int], ...], forbidden: int) -> dict[int, Fraction]:
    """Return the probability of each number of extra points in the process of `_wait`, computed forward."""
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


class WishesOdds(GameOdds):
    """Probabilities for one card set: task cards, hands, plates, wares and the stack."""

    game: Wishes

    @property
    def tables(self) -> CardTables:
        """Card tables of the game."""
        return self.game.tables

    def kind_counts(self) -> Counter[str]:
        """Return the number of task cards of each kind."""
        return Counter(task.kind for task in self.tables.tasks.values())

    # -- hands and wishes (WIS-1.9, WIS-4.1, WIS-9.1, WIS-10.1) ------------------------------------------

    def _hand(self, cards: int | None) -> int:
        """Return the number of cards of a hand. The default is a full hand."""
        return self.tables.constants["hand"] if cards is None else cards

    def _round(self, plates: int | None) -> int:
        """Return the number of plates of a round. The default is the number for two seats."""
        return self.tables.seats[2].plates if plates is None else plates

    @validate_args
    def p_hand_has_kind(self, kinds: int | Collection[str], cards: int | None = None) -> Fraction:
        """Return the probability that random task cards contain one of the wanted kinds.

        `kinds` has the names of the kinds, or is the number of kinds, counted from the first in the card table.
        """
        counts = self.kind_counts()
        if isinstance(kinds, int):
            validate_int(kinds, "The number of kinds", 0, len(counts))
            kinds = self.tables.kinds[:kinds]
        for kind in kinds:
            validate_name(kind, "kind of task", self.tables.kinds)
        validate_distinct(kinds, "A kind")
        total = sum(counts.values())
        cards = self._hand(cards)
        validate_int(cards, "The number of cards", 0, total)
        wanted = sum(counts[kind] for kind in set(kinds))
        return 1 - Fraction(comb(total - wanted, cards), comb(total, cards))

    @validate_args
    def wished_kinds(self, wishes: int) -> Dist[tuple[str, ...]]:
        """Return the distribution of the sets of kinds that random simple wishes ask for."""
        validate_int(wishes, "The number of wishes", 0, len(self.tables.simple))
        asked = Counter(str(wish.value) for wish in self.tables.simple.values())
        drawn = Dist.draws(asked, wishes)
        return drawn.map(lambda hand: tuple(kind for kind, n in zip(asked, hand, strict=True) if n))

    @validate_args
    @cached_method(256)
    def p_hand_can_fulfil(self, wishes: int, cards: int | None = None) -> Fraction:
        """Return the probability that a random hand can fulfil one of several random simple wishes."""
        shown = self.wished_kinds(wishes)
        return sum((shown.p(kinds) * self.p_hand_has_kind(kinds, cards) for kinds in shown), Fraction(0))

    @validate_args
    def hearts_of_kind(self, kind: str | None = None) -> list[int]:
        """Return the hearts of all cards of a kind, by default of the first kind in the card table."""
        kind = self.tables.kinds[0] if kind is None else kind
        validate_name(kind, "kind of task", self.tables.kinds)
        return sorted(task.hearts for task in self.tables.tasks.values() if task.kind == kind)

    @cached_method(256)
    def _first_passage(self, hearts: int, kind: str | None) -> Dist[tuple[int, int]]:
        """Return (cards, sum) when the sum of cards drawn without replacement first reaches `hearts`."""
        deck = self.hearts_of_kind(kind)
        validate_int(hearts, "The number of hearts", 1, sum(deck))
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
        return dist_from_probabilities(done)

    @validate_args
    def cards_needed(self, hearts: int, kind: str | None = None) -> Dist[int]:
        """Return the distribution of the number of random cards of a kind until their hearts reach a number."""
        return self._first_passage(hearts, kind).map(lambda end: end[0])

    @validate_args
    def heart_sum_when_reached(self, hearts: int, kind: str | None = None) -> Dist[int]:
        """Return the distribution of the sum of hearts when it first reaches a number."""
        return self._first_passage(hearts, kind).map(lambda end: end[1])

    def hearts_of_matching_unseen_cards(self) -> list[int]:
        """Return the hearts of the unseen tea cards, with two tea cards at a wish and none in your hand."""
        tasks = self.tables.tasks
        kind = tasks[EXAMPLE_WISH_CARDS[0]].kind
        return [task.hearts for name, task in tasks.items() if task.kind == kind and name not in EXAMPLE_WISH_CARDS]

    def unseen_card_count(self) -> int:
        """Return the number of unseen task cards, with two tea cards at a wish and a full hand of other cards."""
        return len(self.tables.tasks) - len(EXAMPLE_WISH_CARDS) - self.tables.constants["hand"]

    @validate_args
    def p_rival_fulfils_wish(
        self,
        missing: int,
        rivals: int = 1,
        cards: int | None = None,
        hearts: Collection[int] | None = None,
        unseen: int | None = None,
    ) -> Fraction:
        """Return the probability that a rival, with `cards` random cards each, can fulfil a wish with one card.

        `hearts` lists the hearts of the matching cards among the `unseen` cards. By default, 6 of 43 unseen cards are
        Tea cards, because two Tea cards are on the wish and three other cards are in your hand. If `missing` is 0, each
        matching card is sufficient.
        """
        cards = self._hand(cards)
        hearts, unseen = self._rivals(rivals, cards, hearts, unseen)
        validate_int(missing, "The number of hearts missing", 0)
        good = sum(value >= missing for value in hearts)
        return 1 - Fraction(comb(unseen - good, rivals * cards), comb(unseen, rivals * cards))

    @validate_args
    def max_hearts_rivals_can_add(
        self,
        rivals: int = 1,
        adds_up_hands: bool = False,
        cards: int | None = None,
        hearts: Collection[int] | None = None,
        unseen: int | None = None,
    ) -> Dist[int]:
        """Return the distribution of the largest number of hearts on one card in the rivals' hands.

        With `adds_up_hands`, the hearts of the best cards of all hands are added up instead. The arguments `hearts` and
        `unseen` have the same meaning as in `p_rival_fulfils_wish`. A rival without a card of the kind counts 0.
        """
        cards = self._hand(cards)
        hearts, unseen = self._rivals(rivals, cards, hearts, unseen)
        validate_int(len(set(hearts)), "The number of different hearts on the cards", 0, MAX_HEARTS)
        return _added(rivals, adds_up_hands, cards, tuple(sorted(Counter(hearts).items())), unseen)

    def _rivals(
        self, rivals: int, cards: int, hearts: Collection[int] | None, unseen: int | None
    ) -> tuple[list[int], int]:
        """Return the hearts and the number of unseen cards, with defaults for None.

        Raise ValueError for impossible hands.
        """
        hearts = self.hearts_of_matching_unseen_cards() if hearts is None else list(hearts)
        unseen = self.unseen_card_count() if unseen is None else unseen
        for value in hearts:
            validate_int(value, "The hearts of a card", 0)
        validate_int(unseen, "The number of unseen cards", len(hearts), MAX_CARDS)
        validate_int(rivals, "The number of rivals", 0, MAX_RIVALS)
        validate_int(cards, "The number of cards", 0, MAX_HAND)
        validate_int(rivals * cards, "The number of cards in the rivals' hands", 0, unseen)
        return hearts, unseen

    @validate_args
    def final_wish_criterion_counts(self, wishes: int | None = None) -> Dist[tuple[int, int, int]]:
        """Return the distribution of the numbers of random final wishes for a kind, for hearts, and for an effect."""
        wishes = self.tables.constants["final_placed"] if wishes is None else wishes
        types = Counter(wish.criterion for wish in self.tables.final.values())
        validate_int(wishes, "The number of wishes", 0, sum(types.values()))
        draws = Dist.draws({by: types[by] for by in ("kind", "hearts", "effect")}, wishes)
        return cast("Dist[tuple[int, int, int]]", draws)

    @validate_args
    def p_all_final_types(self, wishes: int | None = None) -> Fraction:
        """Return the probability that the final wishes are of all three types."""
        return self.final_wish_criterion_counts(wishes).p(lambda counts: min(counts) > 0)

    def matching_card_count_by_final_wish(self) -> dict[str, int]:
        """Return the number of task cards that match each final wish."""
        tasks = self.tables.tasks.values()
        return {
            name: sum(getattr(task, wish.criterion) == wish.value for task in tasks)
            for name, wish in self.tables.final.items()
        }

    def p_card_matches_final_wish(self) -> Fraction:
        """Return the probability that a random task card matches a random final wish."""
        return Fraction(
            sum(self.matching_card_count_by_final_wish().values()), len(self.tables.final) * len(self.tables.tasks)
        )

    @validate_args
    def p_hand_matches_final_wish(self, cards: int | None = None) -> Fraction:
        """Return the probability that a random hand has a card for a random final wish."""
        total = len(self.tables.tasks)
        cards = self._hand(cards)
        validate_int(cards, "The number of cards", 0, total)
        missed = sum(comb(total - good, cards) for good in self.matching_card_count_by_final_wish().values())
        return 1 - Fraction(missed, len(self.tables.final) * comb(total, cards))

    # -- Guards in the deal (WIS-1.9, WIS-11.1) ------------------------------------------------------------

    @validate_args
    def p_guard_dealt(self, cards: int) -> Fraction:
        """Return the probability of a Guard among the first cards of the deck."""
        guards = self.tables.guards
        total = len(self.tables.tasks) + guards
        validate_int(cards, "The number of cards", 0, total)
        return 1 - Fraction(comb(total - guards, cards), comb(total, cards))

    def first_guard_position(self) -> Dist[int]:
        """Return the distribution of the position of the first Guard in the deck (negative hypergeometric)."""
        guards = self.tables.guards
        total = len(self.tables.tasks) + guards
        return Dist({place: comb(total - place, guards - 1) for place in range(1, total - guards + 2)})

    # -- plates (WIS-1.7, WIS-2.1) ---------------------------------------------------------------------------

    @validate_args
    def p_plate_shown(
        self, plates: Collection[str], plates_in_round: int | None = None, seen_count: int = 0
    ) -> Fraction:
        """Return the probability that a round has one of some plates, after `seen_count` other plates were revealed."""
        for plate in plates:
            validate_name(plate, "plate", self.tables.plates)
        validate_distinct(plates, "A plate")
        total, wanted, plates_in_round = len(self.tables.plates), len(set(plates)), self._round(plates_in_round)
        validate_int(plates_in_round, "The number of plates", 0, total)
        validate_int(seen_count, "The number of plates seen", 0, min(plates_in_round, total - wanted))
        return 1 - Fraction(
            comb(total - seen_count - wanted, plates_in_round - seen_count),
            comb(total - seen_count, plates_in_round - seen_count),
        )

    @validate_args
    def p_particular_plate_next(self, seen_count: int) -> Fraction:
        """Return the probability that a particular unseen plate is the next one, after `seen_count` plates."""
        validate_int(seen_count, "The number of plates seen", 0, len(self.tables.plates) - 1)
        return Fraction(1, len(self.tables.plates) - seen_count)

    @validate_args
    def p_unseen_plate_later_in_round(self, seen_count: int, plates_in_round: int | None = None) -> Fraction:
        """Return the probability that a particular unseen plate comes later in the round, after `seen_count` plates."""
        plates_in_round = self._round(plates_in_round)
        validate_int(plates_in_round, "The number of plates", 0, len(self.tables.plates))
        validate_int(seen_count, "The number of plates seen", 0, plates_in_round)
        return (plates_in_round - seen_count) * self.p_particular_plate_next(seen_count)

    @validate_args
    def stack_cards_added_by_plates(self, plates_in_round: int | None = None) -> Dist[int]:
        """Return the distribution of the number of task cards that the plates of a round add to the stack."""
        plates, plates_in_round = self.tables.plates, self._round(plates_in_round)
        validate_int(plates_in_round, "The number of plates", 0, len(plates))
        return Dist.hypergeometric(len(plates), sum(plate.adds_card for plate in plates.values()), plates_in_round)

    @validate_args
    def mean_extra_points_with_best_timing(
        self, plates_left: int | None = None, seen_plates: Collection[str] = ()
    ) -> Fraction:
        """Return the mean extra points that a plate gives for a wish, if the player chooses the best time to fulfil it.

        The round has `plates_left` more plates. Other seats cannot fulfil the wish, and no plate is known in advance.
        The wish cannot be fulfilled under a plate that forbids it (WIS-3.3). `seen_plates` are the plates already
        revealed in this round.
        """
        plates_left = self._round(plates_left)
        return _wait(plates_left, *self._left(plates_left, seen_plates))

    @validate_args
    def extra_points_with_best_timing(
        self, plates_left: int | None = None, seen_plates: Collection[str] = ()
    ) -> Dist[int]:
        """Return the distribution of the extra points of a plate if the player chooses the best time for the wish.

        The player fulfils the wish as soon as waiting has no higher mean (see `mean_extra_points_with_best_timing`).
        """
        plates_left = self._round(plates_left)
        return dist_from_probabilities(_wait_ends(plates_left, *self._left(plates_left, seen_plates)))

    def _left(self, plates: int, seen_plates: Collection[str]) -> tuple[tuple[tuple[int, int], ...], int]:
        """Return the numbers of unseen plates by extra points, and the number of those that forbid fulfilment."""
        known_plates = self.tables.plates
        for plate in seen_plates:
            validate_name(plate, "plate", known_plates)
        validate_distinct(seen_plates, "A plate")
        left = [
            None if row.effect == "nauseate" else row.extra_points
            for name, row in known_plates.items()
            if name not in seen_plates
        ]
        validate_int(plates, "The number of plates", 0, len(left))
        return tuple(sorted(Counter(extra for extra in left if extra is not None).items())), left.count(None)

    # -- wares (WIS-13.3) --------------------------------------------------------------------------------------

    def icon_counts(self) -> Counter[str]:
        """Return the number of wares cards with each icon."""
        return Counter(card.icon for card in self.tables.wares.values())

    @validate_args
    def p_complete_day(self, wares: int) -> Fraction:
        """Return the probability that random wares contain a complete day."""
        validate_int(wares, "The number of wares", 0, len(self.tables.wares))
        return Dist.draws(self.icon_counts(), wares).p(lambda counts: min(counts) > 0)

    def p_offer_shows_complete_day(self) -> Fraction:
        """Return the probability that the first cards of the stalls show all icons.

        The draws of the stalls are independent.
        """
        shown: Dist[frozenset[str]] = Dist([frozenset()])
        for merchant in self.tables.merchants:
            own = Dist([card.icon for card in self.tables.wares.values() if card.merchant == merchant])
            shown = shown.flat_map(lambda seen, own=own: own.map(lambda icon: seen | {icon}))  # type: ignore[misc]
        return shown.p(lambda seen: len(seen) == len(self.tables.icons))

    def wares_until_complete_day(self) -> Dist[int]:
        """Return the distribution of the number of random wares until they contain a complete day."""
        done = {n: self.p_complete_day(n) - self.p_complete_day(n - 1) for n in range(1, len(self.tables.wares) + 1)}
        return dist_from_probabilities({n: p for n, p in done.items() if p})

    # -- the Extra Task stack (WIS-12.1 to WIS-12.4) -----------------------------------------------------------

    @validate_args
    def unseen_tasks(self, own_cards: Collection[str]) -> Counter[tuple[str, int]]:
        """Return the task cards that are not yours, as pairs (kind, hearts)."""
        for card in own_cards:
            validate_name(card, "task card", self.tables.tasks)
        if len(set(own_cards)) < len(own_cards):
            raise ValueError("A card is named twice.")
        return Counter((task.kind, task.hearts) for name, task in self.tables.tasks.items() if name not in own_cards)

    @validate_args
    def heart_sum_ways_by_cards(
        self, unseen: Counter[tuple[str, int]], kind: str, max_cards: int
    ) -> list[dict[int, int]]:
        """Return, for each number of cards of a kind, the number of ways for each sum of hearts."""
        for name in (kind, *(known for known, _ in unseen)):
            validate_name(name, "kind of task", self.tables.kinds)
        rows = hearts_by_cards_taken((self._pool(unseen),), (max_cards,), self.tables.kinds.index(kind))
        return [rows.get(cards, {}) for cards in range(max_cards + 1)]

    def _pool(self, unseen: Counter[tuple[str, int]]) -> KindHeartPairs:
        """Return the unseen cards with their kinds as numbers."""
        kinds = self.tables.kinds
        return tuple(sorted((kinds.index(kind), hearts) for kind, hearts in unseen.elements()))

    @validate_args
    def random_stack_place(
        self,
        cards: int,
        own_stack_cards: Collection[str] = EXAMPLE_STACK,
        kind: str | None = None,
        hand_cards: Collection[str] = EXAMPLE_HAND,
        kinds_ahead_on_ties: Collection[str] = (),
        zero_heart_place: bool = False,
    ) -> Dist[int]:
        """Return the distribution of a kind's rank in the Extra Tasks with `cards` random cards in the stack.

        Your `own_stack_cards` are also in the stack. The random cards are neither these cards nor your `hand_cards`.
        Your Orderly is on `kind`, by default the kind of your first stack card. You lose ties against
        `kinds_ahead_on_ties`, whose Orderlies belong to seats ahead of you on the Priority Track, and win other ties.
        Rank 0 means that your kind is not in the stack and gets no rank by the option (WIS-A17).
        """
        if kind is None:
            if not own_stack_cards:
                raise ValueError("Name the kind on which the Orderly stands.")
            validate_name(next(iter(own_stack_cards)), "task card", self.tables.tasks)
            kind = self.tables.tasks[next(iter(own_stack_cards))].kind
        for name in (kind, *kinds_ahead_on_ties):
            validate_name(name, "kind of task", self.tables.kinds)
        validate_distinct(kinds_ahead_on_ties, "A kind")
        unseen = self.unseen_tasks((*own_stack_cards, *hand_cards))
        validate_int(cards, "The number of cards", 0, sum(unseen.values()))
        kinds = self.tables.kinds
        base = [0] * len(kinds)
        for card in own_stack_cards:
            base[kinds.index(self.tables.tasks[card].kind)] += self.tables.tasks[card].hearts
        before = frozenset(kinds.index(name) for name in kinds_ahead_on_ties if name != kind)
        return place_dist((self._pool(unseen),), (cards,), tuple(base), kinds.index(kind), before, zero_heart_place)

    @validate_args
    def mean_place_points(self, place_dist: Dist[int]) -> Fraction:
        """Return the mean points of a rank in the Extra Tasks, without the Gem."""
        return mean_points_over_places(self.tables, place_dist)

    @validate_args
    def rank_of_kind_in_solo(self, own_stack_cards: Collection[str], added_cards: int | None = None) -> Dist[int]:
        """Return the distribution of the rank of a solo seat's kind if the plates add `added_cards` cards.

        The default is one card for each plate that adds a card. The hand is ignored.
        """
        if added_cards is None:
            added_cards = sum(plate.adds_card for plate in self.tables.plates.values())
        return self.random_stack_place(added_cards, own_stack_cards, None, ())

    @validate_args
    def mean_orderly_points_without_peek(self, stack_size: int) -> Fraction:
        """Return the mean points of an Orderly on the best kind without a peek and without rivals.

        The stack consists of `stack_size` random cards.
        """
        validate_int(stack_size, "The number of cards", 1, len(self.tables.tasks))
        return max(
            self.mean_place_points(self.random_stack_place(stack_size, (), kind, ())) for kind in self.tables.kinds
        )

    @validate_args
    def peek_gain(self, stack_size: int) -> Fraction:
        """Return the gain in points of a peek at a stack of random cards.

        After the peek, the Orderly goes to the kind with the first rank.
        """
        return self.tables.places[0][0] - self.mean_orderly_points_without_peek(stack_size)

    # -- information from actions of others (WIS-4.5, WIS-6.1, WIS-7.1) ------------------------------------------

    @validate_args
    def stashed_kind_posterior(
        self,
        p_own_kind: Fraction | float,
        orderly_kind: str | None = None,
        own_cards: Collection[str] = (*EXAMPLE_STACK, *EXAMPLE_HAND),
    ) -> Dist[str]:
        """Return the posterior distribution of the kind of a card that a rival put into the stack.

        The rival's Orderly is on `orderly_kind`. With probability `p_own_kind`, this is the kind of the card. If not,
        the Orderly is on a random other kind. The card is a random card that is not one of `own_cards`.
        """
        p_own_kind = parse_probability(p_own_kind, "The chance to stand on one's own kind")
        kinds = self.tables.kinds
        orderly_kind = kinds[0] if orderly_kind is None else orderly_kind
        validate_name(orderly_kind, "kind of task", kinds)
        other = (1 - p_own_kind) / (len(kinds) - 1)
        unseen: Counter[str] = Counter()
        for (kind, _), n in self.unseen_tasks(own_cards).items():
            unseen[kind] += n
        joint = {kind: unseen[kind] * (p_own_kind if kind == orderly_kind else other) for kind in kinds}
        total = sum(joint.values())
        if not total:
            raise ValueError("Nobody can stand there on such terms.")
        return dist_from_probabilities({kind: p / total for kind, p in joint.items() if p})

    @validate_args
    def best_wares(self, score_card: str, offered_wares: Collection[str], gems: int | None = None) -> list[str]:
        """Return the affordable wares with the largest points minus price. Two Gems of the price count as one point."""
        self._check_row(offered_wares, gems)
        validate_name(score_card, "market score card", self.tables.scores)
        affordable = [ware for ware in offered_wares if gems is None or self.tables.wares[ware].cost <= gems]
        each = self.tables.constants["gems_per_point"]
        gain = {
            ware: self.tables.ware_points(score_card, ware) - Fraction(self.tables.wares[ware].cost, each)
            for ware in affordable
        }
        return [ware for ware in affordable if gain[ware] == max(gain.values())]

    def _check_row(self, offered_wares: Collection[str], gems: int | None) -> None:
        for ware in offered_wares:
            validate_name(ware, "wares card", self.tables.wares)
        validate_distinct(offered_wares, "A wares card")
        if gems is not None:
            validate_int(gems, "The number of Gems", 0)

    @validate_args
    def purchase_probabilities(
        self, score_card: str, offered_wares: Collection[str], error: Fraction | float = 0, gems: int | None = None
    ) -> dict[str, Fraction]:
        """Return, for each affordable ware, the probability that a buyer with this score card buys it.

        The dictionary is empty if no ware is affordable. The buyer takes the best ware (`best_wares`), or with
        probability `error` a random affordable ware.
        """
        error = parse_probability(error, "The chance of an error")
        best = self.best_wares(score_card, offered_wares, gems)
        payable = [ware for ware in offered_wares if gems is None or self.tables.wares[ware].cost <= gems]
        if not payable:
            return {}
        return {ware: error / len(payable) + (1 - error) * Fraction(ware in best, len(best)) for ware in payable}

    @validate_args
    def buyer_score_card_posterior(
        self,
        purchase: str,
        error: Fraction | float = 0,
        offered_wares: Collection[str] = EXAMPLE_WARES,
        own_score_cards: Collection[str] = ("K1",),
        gems: int | None = None,
        prior: Dist[str] | None = None,
    ) -> Dist[str]:
        """Return the posterior distribution of a rival's market score card after a purchase.

        The likelihoods come from `purchase_probabilities`. The rival's card is not one of `own_score_cards`. `prior` is
        the distribution before the purchase, by default uniform. `purchase` is the id of a ware or the name of its
        merchant. `gems` is the rival's number of Gems.
        """
        wares = self.tables.wares
        self._check_row(offered_wares, gems)
        for card in (*own_score_cards, *(prior or ())):
            validate_name(card, "market score card", self.tables.scores)
        validate_distinct(own_score_cards, "A market score card")
        fit = [ware for ware in offered_wares if ware == purchase] or [
            ware for ware in offered_wares if wares[ware].merchant == purchase
        ]
        if not fit:
            raise ValueError(f"{short_repr(purchase)} is not in the row {', '.join(offered_wares)}.")
        if len(fit) > 1:
            raise ValueError(f"{short_repr(purchase)} has {' and '.join(fit)} in the row; name one of them.")
        if prior is None and len(own_score_cards) == len(self.tables.scores):
            raise ValueError("All market score cards are yours, so nobody else holds one.")
        bought = fit[0]
        if gems is not None and wares[bought].cost > gems:
            raise ValueError(
                f"{short_repr(purchase)} costs {wares[bought].cost}, so it cannot be bought with {gems} Gems."
            )
        prior = Dist([card for card in self.tables.scores if card not in own_score_cards]) if prior is None else prior
        likely = {
            card: prior.p(card) * self.purchase_probabilities(card, offered_wares, error, gems)[bought]
            for card in prior
        }
        total = sum(likely.values())
        if not total:
            raise ValueError(f"Nobody who never errs buys {short_repr(purchase)} from this row.")
        return dist_from_probabilities({card: p / total for card, p in likely.items() if p})

    @validate_args
    def mean_ware_points(self, ware: str, score_card_dist: Dist[str]) -> Fraction:
        """Return the mean points of a wares card over the possible score cards of its owner."""
        validate_name(ware, "wares card", self.tables.wares)
        for card in score_card_dist:
            validate_name(card, "market score card", self.tables.scores)
        return score_card_dist.map(lambda card: self.tables.ware_points(card, ware)).mean


published_odds = WishesOdds()


def __getattr__(name: str) -> Any:
    """Return odds of the published card tables."""
    return getattr(published_odds, name)


def __dir__() -> list[str]:
    return dir(published_odds)
