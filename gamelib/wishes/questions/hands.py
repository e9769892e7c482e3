"""Questions about hands and wishes: what a hand holds, what it can do, how many cards a wish takes, who closes it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import ceil, comb, prod
from random import Random

from ...dist import Dist
from ...numbers import amount, share, some
from ...question import Figure, Misconception, Parameter, Question
from ...using import remembered
from .. import odds


def total() -> int:
    """How many task cards there are."""
    return len(odds.tables().tasks)


def fit(kinds: int) -> int:
    """How many cards are of the first kinds."""
    counts = odds.kind_counts()
    return sum(counts[kind] for kind in odds.tables().kinds[:kinds])


def hand() -> int:
    """How many cards are in a hand."""
    return odds.tables().constants["hand"]


def spread() -> str:
    """How the cards are spread over the kinds."""
    counts = set(odds.kind_counts().values())
    each = f", {min(counts)} cards each" if len(counts) == 1 else ""
    return f"{len(odds.kind_counts())} kinds{each}"


def told_kinds(kinds: int) -> str:
    """The first kinds by name."""
    *first, last = (kind.lower() for kind in odds.tables().kinds[:kinds])
    return f"{', '.join(first)} or {last}" if first else last


def none_in_a_row(total: int, wanted: int, cards: int) -> Fraction:
    """The chance that card after card is none of the wanted ones."""
    return prod((Fraction(total - wanted - i, total - i) for i in range(cards)), start=Fraction(1))


def certain(p: Fraction) -> Fraction:
    """A sum of chances, cut off at 1 by those who believe in it."""
    return min(Fraction(1), p)


# -- the first hand ----------------------------------------------------------------------------------


def opening_by_cards(kinds: int, cards: int) -> Fraction:
    """Second method: draw card after card, none of which may match."""
    return 1 - none_in_a_row(total(), fit(kinds), cards)


def opening_trial(rng: Random, kinds: int, cards: int) -> bool:
    """Deal a hand."""
    return min(rng.sample(range(total()), cards)) < fit(kinds)


OPENING = Question(
    id="wishes-opening",
    game="wishes",
    title="A card that fits",
    prompt="The {total} task cards are of {spread}. You are dealt {cards} of them and are looking "
    "for {wanted}. "
    "What is the chance that your hand has at least one such card?",
    concept="drawing without replacement, the complement",
    rules=("WIS-1.9", "WIS-4.1"),
    level="easy",
    kind="chance",
    answer=lambda kinds, cards: odds.opening(kinds, cards),
    second=opening_by_cards,
    trial=opening_trial,
    misconceptions=(
        Misconception(
            "Adding the cards",
            lambda kinds, cards: certain(Fraction(fit(kinds) * cards, total())),
            "Hands with two such cards are counted twice in a sum. Reckon with the hands that have none.",
        ),
        Misconception(
            "As if cards went back",
            lambda kinds, cards: 1 - (1 - Fraction(fit(kinds), total())) ** cards,
            "A card that was dealt does not go back. After one that does not fit, {wanted_cards} of the remaining "
            "{left} fit.",
        ),
        Misconception(
            "Exactly one",
            lambda kinds, cards: Dist.hypergeometric(total(), fit(kinds), cards).p(1),
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
        lambda kinds, cards: {
            "series": {f"{cards} cards": [(k, odds.opening(k, cards)) for k in range(1, 6)]},
            "title": f"Looking for {told_kinds(kinds)}: {share(odds.opening(kinds, cards))}",
            "xlabel": "kinds of task that fit",
            "marked": (kinds, some(kinds, "kind")),
        },
    ),
    parameters={
        "kinds": Parameter(1, (1, 2, 3, 4, 5), "kinds that fit"),
        "cards": Parameter(3, (2, 3, 4), "cards in the hand"),
    },
    words=lambda kinds, cards: {
        "total": total(),
        "spread": spread(),
        "wanted": told_kinds(kinds),
        "wanted_cards": fit(kinds),
        "left": total() - 1,
    },
)

# -- can I play at all ---------------------------------------------------------------------------------


@remembered(16)
def playable_by_sets(wishes: int) -> Fraction:
    """Second method: go through all sets of wishes, and count the hands without a match for each."""
    cards = [wish.value for wish in odds.tables().simple.values()]
    missed = Fraction(0)
    for chosen in combinations(cards, wishes):
        fitting = sum(odds.kind_counts()[str(kind)] for kind in set(chosen))
        missed += none_in_a_row(total(), fitting, hand())
    return 1 - missed / comb(len(cards), wishes)


def playable_trial(rng: Random, wishes: int) -> bool:
    """Turn wishes up and deal a hand."""
    asked = {odds.tables().simple[name].value for name in rng.sample(sorted(odds.tables().simple), wishes)}
    return any(odds.tables().tasks[card].kind in asked for card in rng.sample(sorted(odds.tables().tasks), hand()))


def told_asked() -> str:
    """How many simple wishes ask for each kind."""
    counts: dict[str, int] = {}
    for wish in odds.tables().simple.values():
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
    answer=lambda wishes: odds.playable(wishes),
    second=playable_by_sets,
    trial=playable_trial,
    misconceptions=(
        Misconception(
            "All wishes of different kinds",
            lambda wishes: odds.opening(wishes),
            "Two wishes may ask for the same kind, and then fewer cards fit.",
        ),
        Misconception(
            "One wish after the other, independently",
            lambda wishes: 1 - (1 - odds.opening(1)) ** wishes,
            "The same hand is asked each time: a hand that does not match one kind matches another one more easily.",
        ),
        Misconception(
            "Adding the wishes",
            lambda wishes: certain(wishes * odds.opening(1)),
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
        lambda wishes: {
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
    words=lambda wishes: {
        "simple": len(odds.tables().simple),
        "wishes_open": "One of them lies open" if wishes == 1 else f"{wishes} of them lie open",
        "one_of_them": "the open wish" if wishes == 1 else "one of the open wishes",
        "asked": told_asked(),
        "hand": hand(),
        "total": total(),
        "spread": spread(),
        "one": share(odds.opening(1)),
    },
)

# -- how many cards does a wish take -------------------------------------------------------------------


def mean_hearts() -> Fraction:
    """The mean hearts of a card of the first kind."""
    cards = odds.heart_cards()
    return Fraction(sum(cards), len(cards))


def needed(hearts: int) -> Fraction:
    return odds.cards_needed(hearts).mean


def needed_by_tails(hearts: int) -> Fraction:
    """Second method: add up, for every k, the chance that k cards are not enough."""
    cards = odds.heart_cards()
    tails = (
        Fraction(sum(sum(chosen) < hearts for chosen in combinations(cards, k)), comb(len(cards), k))
        for k in range(len(cards))
    )
    return sum(tails, Fraction(0))


def needed_trial(rng: Random, hearts: int) -> int:
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
            lambda hearts: Fraction(hearts) / mean_hearts(),
            "The last card mostly brings more than is missing, so more cards are needed than {hearts} hearts over "
            "{mean} a card.",
        ),
        Misconception(
            "Rounded up to whole cards",
            lambda hearts: Fraction(ceil(Fraction(hearts) / mean_hearts())),
            "The number of cards varies. Its mean need not be a whole number.",
        ),
        Misconception(
            "Only the best cards",
            lambda hearts: Fraction(ceil(hearts / max(odds.heart_cards()))),
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
        lambda hearts: {
            "dist": odds.cards_needed(hearts),
            "title": f"{hearts} hearts take {amount(needed(hearts))} cards on average",
            "xlabel": "cards until the wish is fulfilled",
        },
    ),
    parameters={"hearts": Parameter(7, (5, 6, 7, 8, 9), "hearts needed")},
    words=lambda hearts: {
        "fewest": ceil(hearts / max(odds.heart_cards())),
        "mean": amount(mean_hearts()),
        "kind": odds.tables().kinds[0].lower(),
        "number": len(odds.heart_cards()),
        "cards": ", ".join(map(str, odds.heart_cards())),
    },
)

# -- will a rival close it before me -------------------------------------------------------------------


def good(missing: int) -> int:
    """How many unseen cards would close the wish."""
    return sum(value >= missing for value in odds.matching_hearts())


def closes_by_cards(missing: int, rivals: int) -> Fraction:
    """Second method: look at the rivals' cards one by one, none of which may be good enough."""
    return 1 - none_in_a_row(odds.unseen_cards(), good(missing), hand() * rivals)


def closes_trial(rng: Random, missing: int, rivals: int) -> bool:
    """Deal the rivals' hands out of the unseen cards."""
    hearts = odds.matching_hearts()
    pile = [*hearts, *[0] * (odds.unseen_cards() - len(hearts))]
    return any(value >= missing for value in rng.sample(pile, hand() * rivals))


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
    answer=lambda missing, rivals: odds.closes(missing, rivals),
    second=closes_by_cards,
    trial=closes_trial,
    misconceptions=(
        Misconception(
            "Only one rival",
            lambda missing, rivals: odds.closes(missing),
            "That is the chance for a single rival. Each of the others may have the card as well.",
        ),
        Misconception(
            "Adding the rivals",
            lambda missing, rivals: certain(rivals * odds.closes(missing)),
            "If two rivals can close it, a sum counts that twice.",
        ),
        Misconception(
            "Any tea card will do",
            lambda missing, rivals: odds.closes(1, rivals),
            "{hearts} are missing. A tea card with fewer does not close the wish.",
        ),
    ),
    hints=(
        "Which tea cards have hearts enough?",
        "{good} of the {unseen} unseen cards would close the wish.",
        "Together the rivals hold {held} of the unseen cards. How likely is none of them good enough?",
        "Take that chance from 1.",
    ),
    figure=Figure(
        "heatmap",
        lambda missing, rivals: {
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
    words=lambda missing, rivals: {
        "hearts": some(missing, "heart"),
        "unseen": odds.unseen_cards(),
        "number": len(odds.matching_hearts()),
        "cards": ", ".join(map(str, sorted(odds.matching_hearts()))),
        "hand": hand(),
        "who": f"A rival holds {hand()} of them" if rivals == 1 else f"{rivals} rivals hold {hand()} each",
        "somebody": "this rival" if rivals == 1 else "at least one rival",
        "good": good(missing),
        "held": hand() * rivals,
    },
)

# -- Guards in the deal, final wishes --------------------------------------------------------------------


def deck() -> int:
    """How many cards the deck has, with the Guards."""
    return total() + odds.tables().guards


def guard_by_product(seats: int) -> Fraction:
    """Second method: the places of the Guards, one after another, all behind the cards that are dealt."""
    return 1 - none_in_a_row(deck(), hand() * seats, odds.tables().guards)


GUARDS = Question(
    id="wishes-guards",
    game="wishes",
    title="A Guard in the deal",
    prompt="The deck has {tasks} task cards and {guards}. {cards} cards are dealt. What is the chance that a Guard is "
    "among them?",
    concept="drawing without replacement, the complement",
    rules=("WIS-1.9", "WIS-11.1"),
    level="easy",
    kind="chance",
    answer=lambda seats: odds.guard_dealt(hand() * seats),
    second=guard_by_product,
    trial=lambda rng, seats: min(rng.sample(range(deck()), hand() * seats)) < odds.tables().guards,
    misconceptions=(
        Misconception(
            "Twice the chance of one Guard",
            lambda seats: certain(Fraction(odds.tables().guards * hand() * seats, deck())),
            "Deals with both Guards are counted twice.",
        ),
        Misconception(
            "As if there were one Guard",
            lambda seats: Fraction(hand() * seats, deck()),
            "That is the chance for one of the two Guards.",
        ),
        Misconception(
            "Exactly one",
            lambda seats: Dist.hypergeometric(deck(), odds.tables().guards, hand() * seats).p(1),
            "That is the chance of exactly one. Both may be dealt as well.",
        ),
    ),
    hints=(
        "Ask how likely no Guard is dealt.",
        "Think of the Guards' places in the deck: {behind} of the {deck} places are behind the deal.",
        "Both Guards must lie there: multiply, with one place less for the second.",
        "Take that from 1.",
    ),
    figure=Figure(
        "curves",
        lambda seats: {
            "series": {"at least one Guard": [(n, odds.guard_dealt(n)) for n in range(1, 16)]},
            "title": f"{hand() * seats} cards: a Guard with a chance of {share(odds.guard_dealt(hand() * seats))}",
            "xlabel": "cards dealt",
            "marked": (hand() * seats, some(seats, "seat")),
        },
    ),
    parameters={"seats": Parameter(3, (1, 2, 3, 4), "seats")},
    words=lambda seats: {
        "tasks": total(), "guards": some(odds.tables().guards, "Guard"), "cards": hand() * seats,
        "behind": deck() - hand() * seats, "deck": deck(),
    },
)  # fmt: skip

TYPES = {"kind": "cards of one kind", "hearts": "cards with certain hearts", "effect": "cards with one effect"}
PLACES = {"kind": 0, "hearts": 1, "effect": 2}


def finals(by: str) -> int:
    """How many final wishes are of a type."""
    return sum(wish.by == by for wish in odds.tables().final.values())


def final_by_cards(by: str, wishes: int) -> Fraction:
    """Second method: lay wish after wish, none of this type."""
    return 1 - none_in_a_row(len(odds.tables().final), finals(by), wishes)


def final_trial(rng: Random, by: str, wishes: int) -> bool:
    """Lay final wishes."""
    return any(odds.tables().final[name].by == by for name in rng.sample(sorted(odds.tables().final), wishes))


def final_comes(by: str, wishes: int) -> Fraction:
    return odds.final_types(wishes).p(lambda found: found[PLACES[by]] > 0)


FINAL = Question(
    id="wishes-final-types",
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
            lambda by, wishes: certain(Fraction(wishes * finals(by), len(odds.tables().final))),
            "Sets with two such wishes are counted twice.",
        ),
        Misconception(
            "As if wishes went back",
            lambda by, wishes: 1 - (1 - Fraction(finals(by), len(odds.tables().final))) ** wishes,
            "A wish that is laid does not go back, so the chances change from one to the next.",
        ),
        Misconception(
            "Exactly one",
            lambda by, wishes: odds.final_types(wishes).p(lambda found: found[PLACES[by]] == 1),
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
        lambda by, wishes: {
            "series": {TYPES[name]: [(n, final_comes(name, n)) for n in range(1, 8)] for name in TYPES},
            "title": f"At least one for {TYPES[by]}: {share(final_comes(by, wishes))}",
            "xlabel": "final wishes laid",
            "marked": (wishes, str(wishes)),
        },
    ),
    parameters={
        "by": Parameter("hearts", ("kind", "hearts", "effect"), "asked for", TYPES),
        "wishes": Parameter(4, (2, 3, 4, 5), "final wishes laid"),
    },
    words=lambda by, wishes: {
        "all": len(odds.tables().final), "kinds": finals("kind"), "hearts": finals("hearts"),
        "effects": finals("effect"),
        "what": TYPES[by], "others": len(odds.tables().final) - finals(by),
    },
)  # fmt: skip

HANDS = [OPENING, PLAYABLE, NEEDED, CLOSES, GUARDS, FINAL]
