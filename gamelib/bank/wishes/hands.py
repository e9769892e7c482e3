"""Questions about hands and wishes: what a hand holds, what it can do, how many cards a wish takes, who closes it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import ceil, comb, prod
from random import Random

from ...dist import Dist
from ...games.wishes.odds import WishesOdds, published
from ...numbers import amount, share, some
from ..entries import OwnCode


def total(odds: WishesOdds = published) -> int:
    """How many task cards there are."""
    return len(odds.tables.tasks)


def fit(kinds: int, odds: WishesOdds = published) -> int:
    """How many cards are of the first kinds."""
    counts = odds.kind_counts()
    return sum(counts[kind] for kind in odds.tables.kinds[:kinds])


def hand(odds: WishesOdds = published) -> int:
    """How many cards are in a hand."""
    return odds.tables.constants["hand"]


def spread(odds: WishesOdds = published) -> str:
    """How the cards are spread over the kinds."""
    counts = set(odds.kind_counts().values())
    each = f", {min(counts)} cards each" if len(counts) == 1 else ""
    return f"{len(odds.kind_counts())} kinds{each}"


def told_kinds(kinds: int, odds: WishesOdds = published) -> str:
    """The first kinds by name."""
    *first, last = (kind.lower() for kind in odds.tables.kinds[:kinds])
    return f"{', '.join(first)} or {last}" if first else last


def none_in_a_row(total: int, wanted: int, cards: int) -> Fraction:
    """The chance that card after card is none of the wanted ones."""
    return prod((Fraction(total - wanted - i, total - i) for i in range(cards)), start=Fraction(1))


# -- the first hand ----------------------------------------------------------------------------------


def opening_by_cards(kinds: int, cards: int, odds: WishesOdds = published) -> Fraction:
    """Second method: draw card after card, none of which may match."""
    return 1 - none_in_a_row(total(odds), fit(kinds, odds), cards)


def opening_trial(rng: Random, kinds: int, cards: int, odds: WishesOdds = published) -> bool:
    """Deal a hand."""
    return min(rng.sample(range(total(odds)), cards)) < fit(kinds, odds)


OPENING = OwnCode(
    answer=lambda kinds, cards, odds: odds.opening(kinds, cards),
    second_answer=opening_by_cards,
    run_trial=opening_trial,
    mistakes={
        "linearity": lambda kinds, cards, odds: Fraction(fit(kinds, odds) * cards, total(odds)),
        "with-replacement": lambda kinds, cards, odds: 1 - (1 - Fraction(fit(kinds, odds), total(odds))) ** cards,
        "exactly-for-at-least": lambda kinds, cards, odds: Dist.hypergeometric(total(odds), fit(kinds, odds), cards).p(
            1
        ),
    },
    text_values=lambda kinds, cards, odds: {
        "total": total(odds),
        "spread": spread(odds),
        "wanted": told_kinds(kinds, odds),
        "wanted_cards": fit(kinds, odds),
        "left": total(odds) - 1,
    },
    chart_data=lambda kinds, cards, odds: {
        "series": {f"{cards} cards": [(k, odds.opening(k, cards)) for k in range(1, 6)]},
        "title": f"Looking for {told_kinds(kinds, odds)}: {share(odds.opening(kinds, cards))}",
        "xlabel": "kinds of task that fit",
        "marked": (kinds, some(kinds, "kind")),
    },
    chance_model=lambda w: (
        f"{w['cards']} deck{{wanted*{w['wanted_cards']},other*{w['total'] - w['wanted_cards']}}} : count wanted >= 1"
    ),
)

# -- can I play at all ---------------------------------------------------------------------------------


@lru_cache(16)
def playable_by_sets(wishes: int, odds: WishesOdds = published) -> Fraction:
    """Second method: go through all sets of wishes, and count the hands without a match for each."""
    cards = [wish.value for wish in odds.tables.simple.values()]
    missed = Fraction(0)
    for chosen in combinations(cards, wishes):
        fitting = sum(odds.kind_counts()[str(kind)] for kind in set(chosen))
        missed += none_in_a_row(total(odds), fitting, hand(odds))
    return 1 - missed / comb(len(cards), wishes)


def playable_trial(rng: Random, wishes: int, odds: WishesOdds = published) -> bool:
    """Turn wishes up and deal a hand."""
    asked = {odds.tables.simple[name].value for name in rng.sample(sorted(odds.tables.simple), wishes)}
    return any(odds.tables.tasks[card].kind in asked for card in rng.sample(sorted(odds.tables.tasks), hand(odds)))


def told_asked(odds: WishesOdds = published) -> str:
    """How many simple wishes ask for each kind."""
    counts: dict[str, int] = {}
    for wish in odds.tables.simple.values():
        counts[str(wish.value)] = counts.get(str(wish.value), 0) + 1
    return ", ".join(f"{kind.lower()} {n} times" if n > 1 else f"{kind.lower()} once" for kind, n in counts.items())


PLAYABLE = OwnCode(
    answer=lambda wishes, odds: odds.playable(wishes),
    second_answer=playable_by_sets,
    run_trial=playable_trial,
    mistakes={
        "one-case": lambda wishes, odds: odds.opening(wishes),
        "independence-assumed": lambda wishes, odds: 1 - (1 - odds.opening(1)) ** wishes,
        "linearity": lambda wishes, odds: wishes * odds.opening(1),
    },
    text_values=lambda wishes, odds: {
        "simple": len(odds.tables.simple),
        "wishes_open": "One of them lies open" if wishes == 1 else f"{wishes} of them lie open",
        "one_of_them": "the open wish" if wishes == 1 else "one of the open wishes",
        "asked": told_asked(odds),
        "hand": hand(odds),
        "total": total(odds),
        "spread": spread(odds),
        "one": share(odds.opening(1)),
    },
    chart_data=lambda wishes, odds: {
        "series": {
            "random wishes": [(n, odds.playable(n)) for n in range(1, 5)],
            "if all kinds differ": [(n, odds.opening(n)) for n in range(1, 5)],
        },
        "title": f"{some(wishes, 'wish').replace('wishs', 'wishes')} open: a hand helps with a chance of "
        f"{share(odds.playable(wishes))}",
        "xlabel": "simple wishes open",
        "marked": (wishes, str(wishes)),
    },
)

# -- how many cards does a wish take -------------------------------------------------------------------


def mean_hearts(odds: WishesOdds = published) -> Fraction:
    """The mean hearts of a card of the first kind."""
    cards = odds.heart_cards()
    return Fraction(sum(cards), len(cards))


def needed(hearts: int, odds: WishesOdds = published) -> Fraction:
    return odds.cards_needed(hearts).mean


def needed_by_tails(hearts: int, odds: WishesOdds = published) -> Fraction:
    """Second method: add up, for every k, the chance that k cards are not enough."""
    cards = odds.heart_cards()
    tails = (
        Fraction(sum(sum(chosen) < hearts for chosen in combinations(cards, k)), comb(len(cards), k))
        for k in range(len(cards))
    )
    return sum(tails, Fraction(0))


def needed_trial(rng: Random, hearts: int, odds: WishesOdds = published) -> int:
    """Draw tea cards until the hearts are there."""
    total, cards = 0, odds.heart_cards()
    for number, value in enumerate(rng.sample(cards, len(cards)), 1):
        total += value
        if total >= hearts:
            return number
    raise AssertionError("all tea cards together are enough")


NEEDED = OwnCode(
    answer=needed,
    second_answer=needed_by_tails,
    run_trial=needed_trial,
    mistakes={
        "hearts_over_hearts_a_card": lambda hearts, odds: Fraction(hearts) / mean_hearts(odds),
        "rounded_up_to_whole_cards": lambda hearts, odds: Fraction(ceil(Fraction(hearts) / mean_hearts(odds))),
        "extreme-case": lambda hearts, odds: Fraction(ceil(hearts / max(odds.heart_cards()))),
    },
    text_values=lambda hearts, odds: {
        "fewest": ceil(hearts / max(odds.heart_cards())),
        "mean": amount(mean_hearts(odds)),
        "kind": odds.tables.kinds[0].lower(),
        "number": len(odds.heart_cards()),
        "cards": ", ".join(map(str, odds.heart_cards())),
    },
    chart_data=lambda hearts, odds: {
        "dist": odds.cards_needed(hearts),
        "title": f"{hearts} hearts take {amount(needed(hearts, odds))} cards on average",
        "xlabel": "cards until the wish is fulfilled",
    },
)

# -- will a rival close it before me -------------------------------------------------------------------


def good(missing: int, odds: WishesOdds = published) -> int:
    """How many unseen cards would close the wish."""
    return sum(value >= missing for value in odds.matching_hearts())


def closes_by_cards(missing: int, rivals: int, odds: WishesOdds = published) -> Fraction:
    """Second method: look at the rivals' cards one by one, none of which may be good enough."""
    return 1 - none_in_a_row(odds.unseen_cards(), good(missing, odds), hand(odds) * rivals)


def closes_trial(rng: Random, missing: int, rivals: int, odds: WishesOdds = published) -> bool:
    """Deal the rivals' hands out of the unseen cards."""
    hearts = odds.matching_hearts()
    pile = [*hearts, *[0] * (odds.unseen_cards() - len(hearts))]
    return any(value >= missing for value in rng.sample(pile, hand(odds) * rivals))


CLOSES = OwnCode(
    answer=lambda missing, rivals, odds: odds.closes(missing, rivals),
    second_answer=closes_by_cards,
    run_trial=closes_trial,
    mistakes={
        "single-trial": lambda missing, rivals, odds: odds.closes(missing),
        "linearity": lambda missing, rivals, odds: rivals * odds.closes(missing),
        "restriction-overlooked": lambda missing, rivals, odds: odds.closes(1, rivals),
    },
    text_values=lambda missing, rivals, odds: {
        "hearts": some(missing, "heart"),
        "unseen": odds.unseen_cards(),
        "number": len(odds.matching_hearts()),
        "cards": ", ".join(map(str, sorted(odds.matching_hearts()))),
        "hand": hand(odds),
        "who": f"A rival holds {hand(odds)} of them" if rivals == 1 else f"{rivals} rivals hold {hand(odds)} each",
        "somebody": "this rival" if rivals == 1 else "at least one rival",
        "good": good(missing, odds),
        "held": hand(odds) * rivals,
    },
    chart_data=lambda missing, rivals, odds: {
        "rows": [1, 2, 3, 4],
        "columns": [1, 2, 3],
        "fractions": [[odds.closes(m, r) for r in (1, 2, 3)] for m in (1, 2, 3, 4)],
        "title": f"{some(missing, 'heart').capitalize()} missing, {some(rivals, 'rival')}: "
        f"{share(odds.closes(missing, rivals))}",
        "xlabel": "rivals",
        "ylabel": "hearts missing",
        "marked": (missing, rivals),
    },
    chance_model=lambda w: f"{w['held']} deck{{good*{w['good']},other*{w['unseen'] - w['good']}}} : count good >= 1",
)

# -- Guards in the deal, final wishes --------------------------------------------------------------------


def deck(odds: WishesOdds = published) -> int:
    """How many cards the deck has, with the Guards."""
    return total(odds) + odds.tables.guards


def guard_by_product(seats: int, odds: WishesOdds = published) -> Fraction:
    """Second method: the places of the Guards, one after another, all behind the cards that are dealt."""
    return 1 - none_in_a_row(deck(odds), hand(odds) * seats, odds.tables.guards)


GUARDS = OwnCode(
    answer=lambda seats, odds: odds.guard_dealt(hand(odds) * seats),
    second_answer=guard_by_product,
    run_trial=lambda rng, seats, odds: min(rng.sample(range(deck(odds)), hand(odds) * seats)) < odds.tables.guards,
    mistakes={
        "linearity": lambda seats, odds: Fraction(odds.tables.guards * hand(odds) * seats, deck(odds)),
        "as_if_there_were_one_guard": lambda seats, odds: Fraction(hand(odds) * seats, deck(odds)),
        "exactly-for-at-least": lambda seats, odds: Dist.hypergeometric(
            deck(odds), odds.tables.guards, hand(odds) * seats
        ).p(1),
        "only_one_card_looked_at": lambda seats, odds: Fraction(odds.tables.guards, deck(odds)),
    },
    text_values=lambda seats, odds: {
        "tasks": total(odds),
        "guards": some(odds.tables.guards, "Guard"),
        "number": odds.tables.guards,
        "cards": hand(odds) * seats,
        "behind": deck(odds) - hand(odds) * seats,
        "deck": deck(odds),
    },
    chart_data=lambda seats, odds: {
        "series": {"at least one Guard": [(n, odds.guard_dealt(n)) for n in range(1, 16)]},
        "title": f"{hand(odds) * seats} cards: a Guard with a chance of {share(odds.guard_dealt(hand(odds) * seats))}",
        "xlabel": "cards dealt",
        "marked": (hand(odds) * seats, some(seats, "seat")),
    },
    chance_model=lambda w: f"{w['cards']} deck{{guard*{w['deck'] - w['tasks']},task*{w['tasks']}}} : count guard >= 1",
)

TYPES = {"kind": "cards of one kind", "hearts": "cards with certain hearts", "effect": "cards with one effect"}
PLACES = {"kind": 0, "hearts": 1, "effect": 2}


def finals(by: str, odds: WishesOdds = published) -> int:
    """How many final wishes are of a type."""
    return sum(wish.by == by for wish in odds.tables.final.values())


def final_by_cards(by: str, wishes: int, odds: WishesOdds = published) -> Fraction:
    """Second method: lay wish after wish, none of this type."""
    return 1 - none_in_a_row(len(odds.tables.final), finals(by, odds), wishes)


def final_trial(rng: Random, by: str, wishes: int, odds: WishesOdds = published) -> bool:
    """Lay final wishes."""
    return any(odds.tables.final[name].by == by for name in rng.sample(sorted(odds.tables.final), wishes))


def final_comes(by: str, wishes: int, odds: WishesOdds = published) -> Fraction:
    return odds.final_types(wishes).p(lambda counts: counts[PLACES[by]] > 0)


FINAL = OwnCode(
    answer=final_comes,
    second_answer=final_by_cards,
    run_trial=final_trial,
    mistakes={
        "linearity": lambda by, wishes, odds: Fraction(wishes * finals(by, odds), len(odds.tables.final)),
        "with-replacement": lambda by, wishes, odds: (
            1 - (1 - Fraction(finals(by, odds), len(odds.tables.final))) ** wishes
        ),
        "exactly-for-at-least": lambda by, wishes, odds: odds.final_types(wishes).p(
            lambda counts: counts[PLACES[by]] == 1
        ),
    },
    text_values=lambda by, wishes, odds: {
        "all": len(odds.tables.final),
        "kinds": finals("kind", odds),
        "hearts": finals("hearts", odds),
        "effects": finals("effect", odds),
        "what": TYPES[by],
        "others": len(odds.tables.final) - finals(by, odds),
    },
    chart_data=lambda by, wishes, odds: {
        "series": {TYPES[name]: [(n, final_comes(name, n, odds)) for n in range(1, 8)] for name in TYPES},
        "title": f"At least one for {TYPES[by]}: {share(final_comes(by, wishes, odds))}",
        "xlabel": "final wishes laid",
        "marked": (wishes, str(wishes)),
    },
    chance_model=lambda w: (
        f"{w['wishes']} deck{{asked*{w['all'] - w['others']},other*{w['others']}}} : count asked >= 1"
    ),
)

OWN_CODE = {
    "wishes-opening": OPENING,
    "wishes-playable": PLAYABLE,
    "wishes-cards-needed": NEEDED,
    "wishes-closes": CLOSES,
    "wishes-guards": GUARDS,
    "wishes-final-types": FINAL,
}
