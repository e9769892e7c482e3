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
from ..question import Figure, Misconception, Parameter, Question


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


OPENING = Question(
    id="wishes-opening",
    line=lambda w: (
        f"{w['cards']} deck{{wanted*{w['wanted_cards']},other*{w['total'] - w['wanted_cards']}}} : count wanted >= 1"
    ),
    game="wishes",
    title="A card that fits",
    prompt="The {total} task cards are of {spread}. You are dealt {cards} of them and are looking "
    "for {wanted}. "
    "What is the chance that your hand has at least one such card?",
    concept="drawing without replacement, the complement",
    rules=("WIS-1.9", "WIS-4.1"),
    level="easy",
    kind="chance",
    answer=lambda kinds, cards, odds: odds.opening(kinds, cards),
    second=opening_by_cards,
    trial=opening_trial,
    misconceptions=(
        Misconception(
            "Adding the cards",
            lambda kinds, cards, odds: Fraction(fit(kinds, odds) * cards, total(odds)),
            "Hands with two such cards are counted twice in a sum. Reckon with the hands that have none.",
        ),
        Misconception(
            "As if cards went back",
            lambda kinds, cards, odds: 1 - (1 - Fraction(fit(kinds, odds), total(odds))) ** cards,
            "A card that was dealt does not go back. After one that does not fit, {wanted_cards} of the remaining "
            "{left} fit.",
        ),
        Misconception(
            "Exactly one",
            lambda kinds, cards, odds: Dist.hypergeometric(total(odds), fit(kinds, odds), cards).p(1),
            "That is the chance of exactly one such card. Two or more will do as well.",
        ),
    ),
    hints=(
        "It is easier to say what must not happen.",
        "{wanted_cards} of the {total} cards fit. How likely does the first card not fit?",
        "Multiply on: the second card, out of {left}, does not fit either, and so on.",
        "Take the chance that no card fits from 1.",
    ),
    figure=Figure(
        "curves",
        lambda kinds, cards, odds: {
            "series": {f"{cards} cards": [(k, odds.opening(k, cards)) for k in range(1, 6)]},
            "title": f"Looking for {told_kinds(kinds, odds)}: {share(odds.opening(kinds, cards))}",
            "xlabel": "kinds of task that fit",
            "marked": (kinds, some(kinds, "kind")),
        },
    ),
    parameters={
        "kinds": Parameter(1, (1, 2, 3, 4, 5), "kinds that fit"),
        "cards": Parameter(3, (2, 3, 4), "cards in the hand"),
    },
    words=lambda kinds, cards, odds: {
        "total": total(odds),
        "spread": spread(odds),
        "wanted": told_kinds(kinds, odds),
        "wanted_cards": fit(kinds, odds),
        "left": total(odds) - 1,
    },
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


PLAYABLE = Question(
    id="wishes-playable",
    game="wishes",
    title="Can I help with a wish?",
    prompt="{simple} simple wishes were shuffled; they ask for {asked}. {wishes_open}. You have {hand} random task "
    "cards "
    "out of {total}, of {spread}. What is the chance that one of them matches {one_of_them}?",
    concept="mixture: first which kinds, then the hand",
    rules=("WIS-1.2", "WIS-1.11", "WIS-4.1"),
    level="medium",
    kind="chance",
    answer=lambda wishes, odds: odds.playable(wishes),
    second=playable_by_sets,
    trial=playable_trial,
    misconceptions=(
        Misconception(
            "All wishes of different kinds",
            lambda wishes, odds: odds.opening(wishes),
            "Two wishes may ask for the same kind, and then fewer cards fit.",
        ),
        Misconception(
            "One wish after the other, independently",
            lambda wishes, odds: 1 - (1 - odds.opening(1)) ** wishes,
            "The same hand is asked each time: a hand that does not match one kind matches another one more easily.",
        ),
        Misconception(
            "Adding the wishes",
            lambda wishes, odds: wishes * odds.opening(1),
            "A hand that matches two wishes is counted twice in a sum.",
        ),
    ),
    hints=(
        "Ask first how many different kinds the open wishes ask for.",
        "With one kind a hand matches with a chance of {one}.",
        "Work out the chance for each number of kinds, as for a single hand.",
        "Weigh these chances by how likely each number of kinds is, and add up.",
    ),
    figure=Figure(
        "curves",
        lambda wishes, odds: {
            "series": {
                "random wishes": [(n, odds.playable(n)) for n in range(1, 5)],
                "if all kinds differ": [(n, odds.opening(n)) for n in range(1, 5)],
            },
            "title": f"{some(wishes, 'wish').replace('wishs', 'wishes')} open: a hand helps with a chance of "
            f"{share(odds.playable(wishes))}",
            "xlabel": "simple wishes open",
            "marked": (wishes, str(wishes)),
        },
    ),
    parameters={"wishes": Parameter(2, (1, 2, 3, 4), "simple wishes open")},
    words=lambda wishes, odds: {
        "simple": len(odds.tables.simple),
        "wishes_open": "One of them lies open" if wishes == 1 else f"{wishes} of them lie open",
        "one_of_them": "the open wish" if wishes == 1 else "one of the open wishes",
        "asked": told_asked(odds),
        "hand": hand(odds),
        "total": total(odds),
        "spread": spread(odds),
        "one": share(odds.opening(1)),
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


NEEDED = Question(
    id="wishes-cards-needed",
    game="wishes",
    title="How many cards does a wish take?",
    prompt="A wish for {kind} needs {hearts} hearts. There are {number} cards of {kind}, with {cards} hearts. They "
    "come to "
    "the wish one after another, in random order. How many cards does it take on average?",
    concept="first passage: waiting until a sum is reached",
    rules=("WIS-9.1", "WIS-9.7"),
    level="medium",
    kind="mean",
    unit="mean number of cards",
    answer=needed,
    second=needed_by_tails,
    trial=needed_trial,
    misconceptions=(
        Misconception(
            "Hearts over hearts a card",
            lambda hearts, odds: Fraction(hearts) / mean_hearts(odds),
            "The last card mostly brings more than is missing, so more cards are needed than {hearts} hearts over "
            "{mean} a card.",
        ),
        Misconception(
            "Rounded up to whole cards",
            lambda hearts, odds: Fraction(ceil(Fraction(hearts) / mean_hearts(odds))),
            "The number of cards varies. Its mean need not be a whole number.",
        ),
        Misconception(
            "Only the best cards",
            lambda hearts, odds: Fraction(ceil(hearts / max(odds.heart_cards()))),
            "That is the fewest it may take, with the best cards first.",
        ),
    ),
    hints=(
        "What is the fewest number of cards, and what is the most?",
        "More than {fewest} cards are needed if the first {fewest} have fewer than {hearts} hearts together. How "
        "likely is that?",
        "The mean is the sum, over all k, of the chance that k cards are not enough.",
    ),
    figure=Figure(
        "distribution",
        lambda hearts, odds: {
            "dist": odds.cards_needed(hearts),
            "title": f"{hearts} hearts take {amount(needed(hearts, odds))} cards on average",
            "xlabel": "cards until the wish is fulfilled",
        },
    ),
    parameters={"hearts": Parameter(7, (5, 6, 7, 8, 9), "hearts needed")},
    words=lambda hearts, odds: {
        "fewest": ceil(hearts / max(odds.heart_cards())),
        "mean": amount(mean_hearts(odds)),
        "kind": odds.tables.kinds[0].lower(),
        "number": len(odds.heart_cards()),
        "cards": ", ".join(map(str, odds.heart_cards())),
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


CLOSES = Question(
    id="wishes-closes",
    game="wishes",
    title="Will somebody close it before me?",
    prompt="A wish for tea still lacks {hearts}. You have no tea card. You do not know {unseen} cards; {number} of "
    "them are "
    "tea, with {cards} hearts. {who}. What is the chance that {somebody} can close the wish with one card?",
    concept="drawing without replacement, with a threshold",
    rules=("WIS-4.1", "WIS-9.1", "WIS-15.2"),
    level="medium",
    kind="chance",
    answer=lambda missing, rivals, odds: odds.closes(missing, rivals),
    second=closes_by_cards,
    trial=closes_trial,
    misconceptions=(
        Misconception(
            "Only one rival",
            lambda missing, rivals, odds: odds.closes(missing),
            "That is the chance for a single rival. Each of the others may have the card as well.",
        ),
        Misconception(
            "Adding the rivals",
            lambda missing, rivals, odds: rivals * odds.closes(missing),
            "If two rivals can close it, a sum counts that twice.",
        ),
        Misconception(
            "Any tea card will do",
            lambda missing, rivals, odds: odds.closes(1, rivals),
            "{hearts} are missing. A tea card with fewer does not close the wish.",
        ),
    ),
    hints=(
        "Which tea cards have hearts enough?",
        "{good} of the {unseen} unseen cards would close the wish.",
        "Together the rivals hold {held} of the unseen cards. How likely is none of them good enough?",
        "Take that chance from 1.",
    ),
    line=lambda w: f"{w['held']} deck{{good*{w['good']},other*{w['unseen'] - w['good']}}} : count good >= 1",
    figure=Figure(
        "heatmap",
        lambda missing, rivals, odds: {
            "rows": [1, 2, 3, 4],
            "columns": [1, 2, 3],
            "fractions": [[odds.closes(m, r) for r in (1, 2, 3)] for m in (1, 2, 3, 4)],
            "title": f"{some(missing, 'heart').capitalize()} missing, {some(rivals, 'rival')}: "
            f"{share(odds.closes(missing, rivals))}",
            "xlabel": "rivals",
            "ylabel": "hearts missing",
            "marked": (missing, rivals),
        },
    ),
    parameters={
        "missing": Parameter(2, (1, 2, 3, 4), "hearts missing"),
        "rivals": Parameter(3, (1, 2, 3), "rivals"),
    },
    words=lambda missing, rivals, odds: {
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
)

# -- Guards in the deal, final wishes --------------------------------------------------------------------


def deck(odds: WishesOdds = published) -> int:
    """How many cards the deck has, with the Guards."""
    return total(odds) + odds.tables.guards


def guard_by_product(seats: int, odds: WishesOdds = published) -> Fraction:
    """Second method: the places of the Guards, one after another, all behind the cards that are dealt."""
    return 1 - none_in_a_row(deck(odds), hand(odds) * seats, odds.tables.guards)


GUARDS = Question(
    id="wishes-guards",
    line=lambda w: f"{w['cards']} deck{{guard*{w['deck'] - w['tasks']},task*{w['tasks']}}} : count guard >= 1",
    game="wishes",
    title="A Guard in the deal",
    prompt="The deck has {tasks} task cards and {guards}. {cards} cards are dealt. What is the chance that a Guard is "
    "among them?",
    concept="drawing without replacement, the complement",
    rules=("WIS-1.9", "WIS-11.1"),
    level="easy",
    kind="chance",
    answer=lambda seats, odds: odds.guard_dealt(hand(odds) * seats),
    second=guard_by_product,
    trial=lambda rng, seats, odds: min(rng.sample(range(deck(odds)), hand(odds) * seats)) < odds.tables.guards,
    misconceptions=(
        Misconception(
            "Adding the chances of the Guards",
            lambda seats, odds: Fraction(odds.tables.guards * hand(odds) * seats, deck(odds)),
            "Deals with more than one Guard are counted more than once.",
        ),
        Misconception(
            "As if there were one Guard",
            lambda seats, odds: Fraction(hand(odds) * seats, deck(odds)),
            "That is the chance for one particular Guard. Any of the {number} will do.",
        ),
        Misconception(
            "Exactly one",
            lambda seats, odds: Dist.hypergeometric(deck(odds), odds.tables.guards, hand(odds) * seats).p(1),
            "That is the chance of exactly one. More than one may be dealt as well.",
        ),
        Misconception(
            "Only one card looked at",
            lambda seats, odds: Fraction(odds.tables.guards, deck(odds)),
            "That is the chance of a single card. {cards} cards are dealt, and any of them may be a Guard.",
        ),
    ),
    hints=(
        "Ask how likely no Guard is dealt.",
        "Think of the Guards' places in the deck: {behind} of the {deck} places are behind the deal.",
        "All {number} Guards must lie there: multiply, with one place less for each further Guard.",
        "Take that from 1.",
    ),
    figure=Figure(
        "curves",
        lambda seats, odds: {
            "series": {"at least one Guard": [(n, odds.guard_dealt(n)) for n in range(1, 16)]},
            "title": f"{hand(odds) * seats} cards: a Guard with a chance of "
            f"{share(odds.guard_dealt(hand(odds) * seats))}",
            "xlabel": "cards dealt",
            "marked": (hand(odds) * seats, some(seats, "seat")),
        },
    ),
    parameters={"seats": Parameter(3, (1, 2, 3, 4), "seats")},
    words=lambda seats, odds: {
        "tasks": total(odds),
        "guards": some(odds.tables.guards, "Guard"),
        "number": odds.tables.guards,
        "cards": hand(odds) * seats,
        "behind": deck(odds) - hand(odds) * seats,
        "deck": deck(odds),
    },
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


FINAL = Question(
    id="wishes-final-types",
    line=lambda w: f"{w['wishes']} deck{{asked*{w['all'] - w['others']},other*{w['others']}}} : count asked >= 1",
    game="wishes",
    title="Which final wishes?",
    prompt="Of {all} final wishes {kinds} ask for cards of one kind, {hearts} for cards with certain hearts and "
    "{effects} for cards with "
    "one effect. {wishes} random ones are laid. What is the chance that at least one of them asks for {what}?",
    concept="drawing without replacement, the complement",
    rules=("WIS-1.3", "WIS-10.1"),
    level="medium",
    kind="chance",
    answer=final_comes,
    second=final_by_cards,
    trial=final_trial,
    misconceptions=(
        Misconception(
            "Adding the wishes",
            lambda by, wishes, odds: Fraction(wishes * finals(by, odds), len(odds.tables.final)),
            "Sets with two such wishes are counted twice.",
        ),
        Misconception(
            "As if wishes went back",
            lambda by, wishes, odds: 1 - (1 - Fraction(finals(by, odds), len(odds.tables.final))) ** wishes,
            "A wish that is laid does not go back, so the chances change from one to the next.",
        ),
        Misconception(
            "Exactly one",
            lambda by, wishes, odds: odds.final_types(wishes).p(lambda counts: counts[PLACES[by]] == 1),
            "That is the chance of exactly one. More may come.",
        ),
    ),
    hints=(
        "How likely is none of the wishes laid of that type?",
        "{others} of the {all} wishes are of another type.",
        "Multiply: the first is one of those, the second one of those left, and so on.",
        "Take that from 1.",
    ),
    figure=Figure(
        "curves",
        lambda by, wishes, odds: {
            "series": {TYPES[name]: [(n, final_comes(name, n, odds)) for n in range(1, 8)] for name in TYPES},
            "title": f"At least one for {TYPES[by]}: {share(final_comes(by, wishes, odds))}",
            "xlabel": "final wishes laid",
            "marked": (wishes, str(wishes)),
        },
    ),
    parameters={
        "by": Parameter("hearts", ("kind", "hearts", "effect"), "asked for", TYPES),
        "wishes": Parameter(4, (2, 3, 4, 5), "final wishes laid"),
    },
    words=lambda by, wishes, odds: {
        "all": len(odds.tables.final),
        "kinds": finals("kind", odds),
        "hearts": finals("hearts", odds),
        "effects": finals("effect", odds),
        "what": TYPES[by],
        "others": len(odds.tables.final) - finals(by, odds),
    },
)

HANDS = [OPENING, PLAYABLE, NEEDED, CLOSES, GUARDS, FINAL]
