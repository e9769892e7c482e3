"""Questions about princesses: whom the first one joins, waiting for a talent, objectives, a rival's card."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, prod
from random import Random
from typing import Any

from ...dist import Dist
from ...nodes import Chance
from ...numbers import NARROW, amount, share
from ...question import Figure, Misconception, Parameter, Question
from ...using import remembered
from .. import odds
from ..caravans import emira
from ..choosing import verdict
from ..state import EmiraState
from ..tables import SIDI, TALENTS, Need, covers

SHOWN = {talent: talent for talent in TALENTS} | {"romance": "poetry"}
TALENT = Parameter("romance", TALENTS, "talent", SHOWN)
CARDS = tuple(emira().tables.objectives)
TABLES = (
    "green, white, black",
    "green, red, blue",
    "green, white, red, blue",
    "green, white, red, blue, black",
)


def talents_of() -> list[tuple[int, ...]]:
    """The talents of the 27 princesses."""
    return [card.talents for name, card in emira().tables.princesses.items() if name != SIDI]


def card_words(card: str) -> str:
    """What an objective asks for."""
    return emira().words.card(card)


# -- whom does the first princess join? ----------------------------------------------------------


@remembered(len(TABLES))
def opening(table: str) -> EmiraState:
    """A game in round 1 with these colours, played to the first card by the rules themselves."""
    colours = table.split(", ")
    state = emira().start(len(colours))
    for colour in colours:
        state.apply(colour)
    while state.round == 0:
        node = state.node
        state.apply(next(iter(node.dist())) if isinstance(node, Chance) else state.legal[0])
    return state


def undecided_by_play(table: str) -> Fraction:
    """Second method: ask each of the 28 cards in a started game."""
    state = opening(table)
    cards = emira().tables.princesses
    return Fraction(sum(verdict(state, name, False) < 0 for name in cards), len(cards))


def undecided_trial(rng: Random, table: str) -> bool:
    cards = list(emira().tables.princesses)
    return verdict(opening(table), cards[int(rng.random() * len(cards))], False) < 0


def tied_first(table: str) -> Fraction:
    """The cards whose first wish nobody leads in, Sidi included."""
    leads = {"blue": "appearance", "red": "status", "white": "palace", "black": "gold"}
    led = {leads[colour] for colour in table.split(", ") if colour in leads}
    return odds.first_preference().p(lambda wish: wish not in led)


FIRST_HOST = Question(
    id="emira-first-host",
    game="emira",
    title="The first artist",
    prompt="An artist joins whoever leads in the first wish of the card; if all are level in it, the second wish "
    "counts; if they are level there too, the artist stays undecided. The colours in play are {table}. Blue leads in "
    "appearance, red in status, white in palace and black in gold; nobody has bought anything. Of the 28 cards 27 are "
    "artists; the other, Sidi, waits until somebody has an artist. What is the chance that the first card stays "
    "undecided?",
    concept="counting favourable cases in two steps",
    rules=("EMI-9.2", "EMI-1.3", "EMI-13.20"),
    level="medium",
    kind="chance",
    answer=lambda table: odds.first_host(table.split(", ")).p("undecided"),
    second=undecided_by_play,
    trial=undecided_trial,
    misconceptions=(
        Misconception(
            "The second wish is forgotten",
            tied_first,
            "Where all are level in the first wish, the second wish decides. Count only cards that are level in both.",
        ),
        Misconception(
            "Only Sidi waits",
            lambda table: Fraction(1, 28),
            "Sidi waits, but so does every artist whose two wishes nobody at this table leads in.",
        ),
    ),
    hints=(
        "Which of the four values does nobody at this table lead in?",
        "In the first wish of {tied} of the 27 artists all are level. Which of these have a second wish like that?",
        "Of these {both} have one.",
        "Sidi waits as well: nobody has an artist yet.",
    ),
    figure=Figure(
        "distribution",
        lambda table: {
            "dist": odds.first_host(table.split(", ")),
            "title": f"With {table} the first card waits with a chance of "
            f"{share(odds.first_host(table.split(', ')).p('undecided'))}",
            "xlabel": "whom the first card joins",
            "mean": False,
        },
    ),
    parameters={"table": Parameter(TABLES[0], TABLES, "colours in play")},
    words=lambda table: {
        "tied": tied_first(table) * 28 - 1,
        "both": odds.first_host(table.split(", ")).p("undecided") * 28 - 1 or "none",
    },
)


# -- waiting for a talent ------------------------------------------------------------------------


def one_by_one(talent: str, cards: int) -> Fraction:
    """Second method: multiply the chances that each card in turn lacks the talent."""
    without = 28 - odds.talent_count(talent)
    return 1 - prod((Fraction(without - i, 28 - i) for i in range(cards)), start=Fraction(1))


def talent_trial(rng: Random, talent: str, cards: int) -> bool:
    pile = list(emira().tables.princesses.values())
    return any(TALENTS.index(talent) in card.talents for card in rng.sample(pile, cards))


WAIT = Question(
    id="emira-wait-talent",
    game="emira",
    title="Waiting for a talent",
    prompt="{have} of the 28 cards have the talent {talent}. "
    "What is the chance that at least one of the next {cards} has it, if all 28 are still in the pile?",
    concept="drawing without replacement",
    rules=("EMI-5.1", "EMI-1.9"),
    level="easy",
    kind="chance",
    answer=lambda talent, cards: 1 - odds.no_talent(talent, cards),
    second=one_by_one,
    trial=talent_trial,
    misconceptions=(
        Misconception(
            "Adding the chances",
            lambda talent, cards: min(Fraction(1), cards * Fraction(odds.talent_count(talent), 28)),
            "Adding counts the cases twice in which two cards have the talent. Take the chance that none has it.",
        ),
        Misconception(
            "Putting the cards back",
            lambda talent, cards: 1 - Fraction(28 - odds.talent_count(talent), 28) ** cards,
            "No card goes back: after one card without the talent, only 27 are left, and {have} of them have it.",
        ),
    ),
    hints=(
        "Ask for the opposite: none of the {cards} has the talent.",
        "The first card lacks it with a chance of {first}.",
        "The second is drawn from 27 cards; multiply, and so on.",
        "Take the product from 1.",
    ),
    figure=Figure(
        "curves",
        lambda talent, cards: {
            "series": {SHOWN[name]: [(n, 1 - odds.no_talent(name, n)) for n in range(13)] for name in TALENTS},
            "title": f"{SHOWN[talent].capitalize()} is among {cards} cards "
            f"with a chance of {share(1 - odds.no_talent(talent, cards))}",
            "xlabel": "cards turned up",
            "marked": (cards, f"{cards} cards"),
        },
    ),
    parameters={"talent": TALENT, "cards": Parameter(4, tuple(range(2, 11)), "cards")},
    words=lambda talent, cards: {
        "have": odds.talent_count(talent),
        "first": share(Fraction(28 - odds.talent_count(talent), 28)),
    },
)


# -- one talent or another -----------------------------------------------------------------------

PAIRS = tuple(combinations(TALENTS, 2))


def holders(talent: str) -> set[int]:
    """The princesses who have a talent, by their numbers."""
    return {number for number, able in enumerate(talents_of()) if TALENTS.index(talent) in able}


def overlap(pair: tuple[str, str]) -> int:
    """How many princesses have both talents."""
    return len(holders(pair[0]) & holders(pair[1]))


def either_by_sets(pair: tuple[str, str]) -> Fraction:
    """Second method: add both groups and take off those who are in both."""
    one, other = map(holders, pair)
    return Fraction(len(one) + len(other) - len(one & other), len(talents_of()))


def either_trial(rng: Random, pair: tuple[str, str]) -> bool:
    (able,) = draw_talents(rng, 1)
    return any(TALENTS.index(talent) in able for talent in pair)


EITHER = Question(
    id="emira-either-talent",
    game="emira",
    title="One talent or the other",
    prompt="{first} of the {all} artists have {one}, {second} have {other}, and {both_have} both. An artist comes, "
    "any of them with equal chances. What is the chance of at least one of the two talents?",
    concept="the addition rule",
    rules=("EMI-5.1", "EMI-12.2"),
    level="easy",
    kind="chance",
    answer=lambda pair: odds.either_talent(*pair),
    second=either_by_sets,
    trial=either_trial,
    misconceptions=(
        Misconception(
            "Adding both chances",
            lambda pair: Fraction(sum(odds.talent_count(talent) for talent in pair), len(talents_of())),
            "An artist who has both talents is in both groups, and adding counts that one twice. Take off one.",
        ),
        Misconception(
            "Both at once",
            lambda pair: Fraction(odds.talent_count(pair[0]) * odds.talent_count(pair[1]), len(talents_of()) ** 2),
            "Multiplying is for one thing and another, if neither makes the other likelier or rarer. Here "
            "one of the two is enough.",
        ),
        Misconception(
            "Only one talent of the two",
            lambda pair: Fraction(max(odds.talent_count(talent) for talent in pair), len(talents_of())),
            "That is one group alone. An artist with only the other talent is welcome, too.",
        ),
    ),
    hints=(
        "Think of two groups of artists: {first} and {second}.",
        "Is there an artist who belongs to both groups? Count each artist once.",
        "Add {first} and {second}, and take off those in both groups: {both}.",
    ),
    figure=Figure(
        "distribution",
        lambda pair: {
            "dist": either_groups(pair),
            "title": f"{SHOWN[pair[0]].capitalize()} or {SHOWN[pair[1]]}: {share(odds.either_talent(*pair))}",
            "xlabel": "talents of the artist",
            "mean": False,
        },
    ),
    parameters={
        "pair": Parameter(PAIRS[0], PAIRS, "talents", {pair: f"{SHOWN[pair[0]]} or {SHOWN[pair[1]]}" for pair in PAIRS})
    },
    words=lambda pair: {
        "all": len(talents_of()),
        "one": SHOWN[pair[0]],
        "other": SHOWN[pair[1]],
        "first": len(holders(pair[0])),
        "second": len(holders(pair[1])),
        "both": overlap(pair) or "none",
        "both_have": f"{overlap(pair) or 'none'} {'has' if overlap(pair) == 1 else 'have'}",
    },
)


def either_groups(pair: tuple[str, str]) -> dict[str, int]:
    """How many princesses have only the first talent, both, only the second, neither."""
    one, other = map(holders, pair)
    return {
        f"{SHOWN[pair[0]]} only": len(one - other),
        "both": len(one & other),
        f"{SHOWN[pair[1]]} only": len(other - one),
        "neither": len(talents_of()) - len(one | other),
    }


# -- objectives ----------------------------------------------------------------------------------


@remembered(64)
def reached(card: str, n: int) -> tuple[Fraction, Fraction]:
    """(fulfilled, fulfilled if a double talent counted twice) with n random princesses.

    Goes through the 27 princesses one by one. A hand is known by what may still be missing, for each way to
    give its princesses their talents, and by how many of each talent it holds.
    """
    needs = odds.objective_needs(card)
    most = tuple(max(need[t] for need in needs) for t in range(4))
    hands: dict[tuple[int, frozenset[Need], tuple[int, ...]], int] = {(0, frozenset(needs), (0, 0, 0, 0)): 1}
    for able in talents_of():
        after = dict(hands)
        for (size, missing, have), ways in hands.items():
            if size == n:
                continue
            left = set(missing)
            for need in missing:
                for talent in able:
                    if need[talent]:
                        less = (*need[:talent], need[talent] - 1, *need[talent + 1 :])
                        left.add((less[0], less[1], less[2], less[3]))
            more = tuple(min(most[t], have[t] + (t in able)) for t in range(4))
            key = (size + 1, frozenset(left), more)
            after[key] = after.get(key, 0) + ways
        hands = after
    total = comb(27, n)
    real = sum(ways for (size, missing, _), ways in hands.items() if size == n and (0, 0, 0, 0) in missing)
    twice = sum(
        ways
        for (size, _, have), ways in hands.items()
        if size == n and any(all(a >= b for a, b in zip(have, need, strict=True)) for need in needs)
    )
    return Fraction(real, total), Fraction(twice, total)


def objective_by_hand(card: str, size: int) -> Fraction:
    """Second method: princess by princess, with every way to give double talents a use."""
    return reached(card, size)[0]


def draw_talents(rng: Random, n: int) -> list[tuple[int, ...]]:
    return rng.sample(talents_of(), n)


def fulfilled(card: str, talents: list[tuple[int, ...]]) -> bool:
    return any(covers(talents, need) is not None for need in odds.objective_needs(card))


def holds_twice(card: str, talents: list[tuple[int, ...]]) -> bool:
    have = [sum(t in able for able in talents) for t in range(4)]
    return any(all(a >= b for a, b in zip(have, need, strict=True)) for need in odds.objective_needs(card))


def in_one_order(card: str, size: int) -> Fraction:
    """Each talent drawn in the listed order, one card each."""
    need = odds.objective_needs(card)[0]
    if sum(need) > size:
        return Fraction(0)
    units = [t for t in range(4) for _ in range(need[t])]
    answer, drawn = Fraction(1), [0, 0, 0, 0]
    for place, talent in enumerate(units):
        answer *= Fraction(odds.talent_count(TALENTS[talent]) - drawn[talent], 27 - place)
        drawn[talent] += 1
    return answer


OBJECTIVE = Question(
    id="emira-objective",
    game="emira",
    title="The talents of a card",
    prompt="Your objective card asks for {asked}, an artist of its own for each talent. "
    "What is the chance that {size} artists, any of the 27 with equal chances, have them?",
    concept="inclusion and exclusion, matching",
    rules=("EMI-12.1", "EMI-12.2"),
    level="hard",
    kind="chance",
    answer=lambda card, size: odds.objective(card, size),
    second=objective_by_hand,
    trial=lambda rng, card, size: fulfilled(card, draw_talents(rng, size)),
    misconceptions=(
        Misconception(
            "A double talent serves twice",
            lambda card, size: odds.naive_objective(card, size),
            "An artist with two talents fills one of them only. Give each talent an artist of its own.",
        ),
        Misconception(
            "Only one order",
            in_one_order,
            "This is the chance that the talents come one after the other, in the listed order, with the first cards. "
            "They may come in any order among {size} artists.",
        ),
        Misconception(
            "The single chances are multiplied",
            lambda card, size: odds.multiplied_objective(card, size),
            "An artist who brings one talent takes a place from the others, and one with two talents is counted for "
            "both. The single chances depend on each other, so they may not be multiplied.",
        ),
    ),
    hints=(
        "Sort the 27 artists by their talents: eight classes, four of them with two talents.",
        "Count the hands of {size} artists: there are {hands}.",
        "A hand counts if you can give each talent a different artist.",
        "Count the hands in which that fails and take their share from 1.",
    ),
    figure=Figure(
        "curves",
        lambda card, size: {
            "series": {
                "one for two": [(k, odds.naive_objective(card, k)) for k in range(3, 10)],
                "once each": [(k, odds.objective(card, k)) for k in range(3, 10)],
            },
            "title": f"{size} artists cover the card with a chance of {share(odds.objective(card, size))}",
            "xlabel": "artists",
            "marked": (size, f"{size} artists"),
        },
    ),
    parameters={
        "card": Parameter("5-1", CARDS, "objective", {card: card_words(card) for card in CARDS}),
        "size": Parameter(4, tuple(range(4, 9)), "artists"),
    },
    words=lambda card, size: {"asked": card_words(card), "hands": f"{comb(27, size):,}"},
)


def overcount_by_hand(card: str, size: int) -> Fraction:
    """Second method: princess by princess, both ways of counting side by side."""
    real, twice = reached(card, size)
    return twice - real


def overcount_trial(rng: Random, card: str, size: int) -> bool:
    hand = draw_talents(rng, size)
    return holds_twice(card, hand) and not fulfilled(card, hand)


def overcount_title(card: str, size: int) -> str:
    real, twice = odds.objective(card, size), odds.naive_objective(card, size)
    if real == twice:
        return f"No artist has two talents of this card, so it is {share(real)} with or without counting twice"
    return f"Counting twice promises too much: {share(twice)} instead of {share(real)}"


OVERCOUNT = Question(
    id="emira-double-talent",
    game="emira",
    title="One artist, two talents",
    prompt="Somebody counts an artist with two talents for both at once. The objective card asks for {asked}. "
    "What is the chance that {size} random artists seem to fulfil it but do not?",
    concept="matching: one vertex, one edge",
    rules=("EMI-12.2",),
    level="hard",
    kind="chance",
    answer=lambda card, size: odds.naive_objective(card, size) - odds.objective(card, size),
    second=overcount_by_hand,
    trial=overcount_trial,
    misconceptions=(
        Misconception(
            "It makes no difference",
            lambda card, size: Fraction(0),
            "It does as soon as one artist has two of the talents asked for and is needed for both.",
        ),
        Misconception(
            "All that seem fulfilled",
            lambda card, size: odds.naive_objective(card, size),
            "Among these are the hands that really are fulfilled. Take away their chance, {real}.",
        ),
    ),
    hints=(
        "Compare two counts: with and without the rule that each talent needs its own artist.",
        "Really fulfilled: {real}.",
        "If double talents counted twice: {naive}.",
        "The answer is the difference.",
    ),
    figure=Figure(
        "curves",
        lambda card, size: {
            "series": {
                "counted twice": [(k, odds.naive_objective(card, k)) for k in range(3, 9)],
                "one talent each": [(k, odds.objective(card, k)) for k in range(3, 9)],
            },
            "title": overcount_title(card, size),
            "xlabel": "artists",
            "marked": (size, f"{size} artists"),
        },
    ),
    parameters={
        "card": Parameter("5-1", CARDS[:7], "objective", {card: card_words(card) for card in CARDS[:7]}),
        "size": Parameter(4, (3, 4, 5), "artists"),
    },
    words=lambda card, size: {
        "asked": card_words(card),
        "real": share(odds.objective(card, size)),
        "naive": share(odds.naive_objective(card, size)),
    },
)


# -- a full palace -------------------------------------------------------------------------------


def full_by_counting(seats: int, princesses: int) -> Fraction:
    """Second method: list how many princesses each palace may hold, and count the ways of each list."""
    most = emira().tables.thresholds[seats][1]
    ways = 0
    for counts in product(range(most), repeat=seats - 1):
        last = princesses - sum(counts)
        if 0 <= last < most:
            ways += factorial(princesses) // prod(map(factorial, (*counts, last)))
    return 1 - Fraction(ways, seats**princesses)


def full_trial(rng: Random, seats: int, princesses: int) -> bool:
    counts = [0] * seats
    for _ in range(princesses):
        counts[int(rng.random() * seats)] += 1
    return max(counts) >= emira().tables.thresholds[seats][1]


def one_palace(seats: int, princesses: int) -> Fraction:
    """The chance for one palace alone."""
    most = emira().tables.thresholds[seats][1]
    good = sum(comb(princesses, k) * (seats - 1) ** (princesses - k) for k in range(most, princesses + 1))
    return Fraction(good, seats**princesses)


FULL = Question(
    id="emira-full-palace",
    game="emira",
    title="Somebody has enough",
    prompt="{seats} play, so who has {most} artists wins, whatever their talents. If {princesses} artists each "
    "choose a palace at random, what is the chance that somebody has {most} or more?",
    concept="the pigeonhole principle and its odds",
    rules=("EMI-12.1", "EMI-12.5"),
    level="hard",
    kind="chance",
    answer=lambda seats, princesses: odds.somebody_full(seats, princesses),
    second=full_by_counting,
    trial=full_trial,
    misconceptions=(
        Misconception(
            "Only one palace is looked at",
            one_palace,
            "This is the chance for one given palace. Any of the {seats} may fill up.",
        ),
        Misconception(
            "They spread evenly",
            lambda seats, princesses: Fraction(princesses >= odds.winner_certain(seats)),
            "Evenly, each would have {even}. Chance is not even: that is why it can happen before it must.",
        ),
    ),
    hints=(
        "With {certain} artists it is certain: {less} in each palace is one short.",
        "Count the ways in which every palace has at most {less}.",
        "All in all there are {seats} to the power of {princesses} ways.",
        "Take the share of those ways from 1.",
    ),
    figure=Figure(
        "curves",
        lambda seats, princesses: {
            "series": {f"{n} seats": [(k, odds.somebody_full(n, k)) for k in range(4, 28)] for n in (3, 4, 5)},
            "title": f"With {odds.winner_certain(seats)} artists at {seats} seats a winner is certain",
            "xlabel": "artists at home",
            "marked": (princesses, f"{princesses} artists"),
        },
    ),
    parameters={
        "seats": Parameter(4, (3, 4, 5), "seats"),
        "princesses": Parameter(16, (10, 12, 14, 16, 18, 20, 22, 24, 26), "artists"),
    },
    words=lambda seats, princesses: {
        "most": emira().tables.thresholds[seats][1],
        "less": emira().tables.thresholds[seats][1] - 1,
        "certain": odds.winner_certain(seats),
        "even": amount(Fraction(princesses, seats)),
    },
)


# -- a rival's objective ---------------------------------------------------------------------------


def needing(mine: str, talent: str) -> tuple[int, int]:
    """(cards that ask for the talent, all cards) that a rival may hold."""
    others = [card for card in emira().goals[5] if card != mine]
    asks = sum(any(need[TALENTS.index(talent)] for need in odds.objective_needs(card)) for card in others)
    return asks, len(others)


def rival_joint(mine: str, talent: str, eager: int) -> Fraction:
    """Second method: the joint distribution of card and bid, cut down to the bids."""
    asks, others = needing(mine, talent)
    joint = Dist({(True, True): asks * eager, (True, False): asks * (100 - eager),
                  (False, True): (others - asks) * IDLE, (False, False): (others - asks) * (100 - IDLE)})  # fmt: skip
    return joint.given(lambda both: both[1]).p(lambda both: both[0])


def rival_trial(rng: Random, mine: str, talent: str, eager: int) -> bool:
    asks, others = needing(mine, talent)
    while True:  # only tables at which the rival bids
        needs_it = rng.random() * others < asks
        if rng.random() * 100 < (eager if needs_it else IDLE):
            return needs_it


IDLE = 25  # how often, in per cent, one bids for a princess whose talent one does not need

RIVAL = Question(
    id="emira-rival",
    game="emira",
    title="What a bid gives away",
    prompt="Five play, and you hold objective card {mine}. {asks} of the {others} cards that a rival may hold ask for "
    "{talent}, each card with the same chance. A rival who needs {talent} bids for such an artist in "
    "{eager} % of cases, one who does not in {idle} %. A rival bids. What is the chance that the rival's card asks for "
    "{talent}?",
    concept="Bayes' rule",
    rules=("EMI-17.1", "EMI-1.7"),
    level="medium",
    kind="chance",
    answer=lambda mine, talent, eager: odds.rival_wants(mine, talent, Fraction(eager, 100), Fraction(IDLE, 100)),
    second=rival_joint,
    trial=rival_trial,
    misconceptions=(
        Misconception(
            "The bid tells nothing",
            lambda mine, talent, eager: Fraction(*needing(mine, talent)),
            "That was the chance before the bid: {asks} of {others} cards. A bid is likelier from those who need it.",
        ),
        Misconception(
            "Turning the condition round",
            lambda mine, talent, eager: Fraction(eager, 100),
            "{eager} % is how often one who needs {talent} bids. You are asked how often one who bids needs it.",
        ),
    ),
    hints=(
        "Before the bid the chance is {prior}. Does a bid make it higher or lower?",
        "Imagine a hundred rivals with each of the {others} cards. How many of them bid?",
        "Divide the bids of those who need it by all bids.",
    ),
    figure=Figure(
        "curves",
        lambda mine, talent, eager: {
            "series": {
                "after the bid": [(p, rival_joint(mine, talent, p)) for p in (25, 40, 50, 60, 75, 90, 100)],
                "before": [(p, Fraction(*needing(mine, talent))) for p in (25, 100)],
            },
            "title": f"A bid raises the chance from {share(Fraction(*needing(mine, talent)))} "
            f"to {share(rival_joint(mine, talent, eager))}",
            "xlabel": "how often one who needs it bids, in per cent",
            "marked": (eager, f"{eager}{NARROW}%"),
        },
    ),
    parameters={
        "mine": Parameter("5-1", emira().goals[5], "your card"),
        "talent": Parameter("intelligence", TALENTS, "talent", SHOWN),
        "eager": Parameter(75, (50, 60, 75, 90), "bids if needed, in per cent"),
    },
    words=lambda mine, talent, eager: _rival_words(mine, talent),
)


def _rival_words(mine: str, talent: str) -> dict[str, Any]:
    asks, others = needing(mine, talent)
    return {"asks": asks, "others": others, "idle": IDLE, "prior": share(Fraction(asks, others))}


PRINCESSES = [FIRST_HOST, WAIT, EITHER, OBJECTIVE, OVERCOUNT, FULL, RIVAL]
