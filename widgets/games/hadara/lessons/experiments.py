"""Experiments of the lessons on Hadara, with their positions in the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, lcm
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib import Action, Dist, Record
from gamelib.bank.hadara.card_draws import sorted_card_values
from gamelib.games.hadara.card_tables import COLOURS
from gamelib.games.hadara.odds import Plan
from gamelib.number_format import count_with_noun, format_fixed

from ....chart import figures as charts
from ....lesson.experiment import (
    AnswerTerm,
    BuildTreeTask,
    ChoiceQuestion,
    Experiment,
    ExplainTask,
    Trial,
    TrialItem,
    register_experiments,
)
from ....lesson.position_search import MAX_SEEDS, find_position, is_first_seat_asked, play_until, with_choices
from ....page.card_overrides import game_with_served_cards
from ..dashboards.choice_figures import pair_triangle_figure
from ..dashboards.growth_figures import gain_bars_figure
from . import buried_card, mini_games
from .buried_card import BuriedCardEnding

odds = game_with_served_cards("hadara").odds

SEATS = 2
HEURISTIC_BOT, RANDOM_BOT = (game_with_served_cards("hadara").bots[name] for name in ("thumb", "random"))

# -- the better of two -----------------------------------------------------------------------------

TEN = 10
PAIRS = odds.better_of_two(range(TEN)).total
ONE_CARD = Experiment(
    exact_distribution=lambda: Dist(range(1, TEN + 1)),
    run_trial=lambda rng: (lambda n: Trial(n, ({"card": str(n), "hit": True},), f"the card {n}"))(rng.randint(1, TEN)),
    run_button_label="Draw a card",
    outcome_label="rank of a random card",
)


def _mean(cards: str) -> Fraction:
    return odds.best_card_value(sorted_card_values(cards, odds=odds), 1).mean


def simulate_better_of_two_cards(rng: Random, cards: str) -> Trial[int]:
    """Draw two cards and keep the better one."""
    a, b = rng.sample(sorted_card_values(cards, odds=odds), 2)
    pieces = ({"card": str(a), "hit": a >= b}, {"card": str(b), "hit": b > a})
    return Trial(max(a, b), pieces, f"{a} and {b}: you keep {max(a, b)}")


def mean_of_better_card_task(cards: str) -> ExplainTask:
    """Return the task to compute the mean of the better card."""
    values = sorted_card_values(cards, odds=odds)
    kept = odds.better_of_two(values)
    top = values[-1]
    return BuildTreeTask(
        "You draw two of ten cards and keep the better one. Count the pairs, then find the average.",
        (
            ChoiceQuestion(
                "The order of the two cards doesn’t matter. How many pairs of cards are there?",
                f"{PAIRS}",
                (
                    (f"{TEN * TEN}", "You counted each card together with itself, and each pair twice."),
                    (f"{TEN * (TEN - 1)}", "You counted each pair twice, once for each order."),
                ),
            ),
            ChoiceQuestion(
                f"In how many of these pairs do you keep a card of {top}, the highest value?",
                f"{kept[top]}",
                (
                    ("1", "The other card of the pair can be any of the rest."),
                    (f"{kept[top] + 1}", "A card doesn’t make a pair with itself."),
                ),
            ),
            ChoiceQuestion(
                "How far is the better card above the middle of the two?",
                "half of their difference",
                (
                    ("their whole difference", "That is how far it is above the worse card."),
                    ("a different part each time", "The middle is always as far from one card as from the other."),
                ),
            ),
            ChoiceQuestion(
                "On average, the middle of two cards is as high as a single card. So the choice is worth",
                "half of the average difference",
                (
                    (
                        "the average difference",
                        "You compared with the lower card. On average, a single card is worth the middle of the two.",
                    ),
                    (
                        "the highest value minus the average",
                        "You chose the best of all the cards. You don’t draw it every time.",
                    ),
                ),
            ),
        ),
    )


def mean_of_better_card_terms_by_difference(cards: str) -> list[AnswerTerm]:
    """Return the pairs of cards, grouped by the difference of the two values.

    The mean of a pair equals that of a single card. Half the difference of the pair is the gain of the better card.
    """
    values = sorted_card_values(cards, odds=odds)
    paths = []
    for gap, pairs in odds.index_pairs_by_difference(values).items():
        if gap:
            told = "; ".join(f"{a} and {b}" for a, b in sorted({(values[a], values[b]) for a, b in pairs}))
            half = Fraction(gap, 2)
            paths.append(
                AnswerTerm(
                    f"the two cards differ by {gap}",
                    half * Fraction(len(pairs), PAIRS),
                    f"{len(pairs)} of {PAIRS} pairs × {half}",
                    told,
                    pairs[len(pairs) // 2],
                )
            )
    return paths


def pairs_above_single_mean_figure(cards: str) -> Figure:
    """Return the figure of all pairs of cards. Pairs whose higher value is above the mean of one card are marked."""
    values, mean = sorted_card_values(cards, odds=odds), _mean(cards)
    pairs = sum(n for value, n in odds.better_of_two(values).items() if value > mean)
    return pair_triangle_figure(
        values, ceil(mean), f"In {pairs} of {PAIRS} pairs, the better card is above the average of one"
    )


def _epoch(cards: str) -> int:
    return int(cards[-1]) if cards[-1].isdigit() else 1


@lru_cache(None)
def position_before_two_card_draw(cards: str) -> Record:
    """Return a position in which the first player sets the wheel and can draw red cards first."""
    return find_position("hadara", SEATS, HEURISTIC_BOT, _EpochStart(_epoch(cards)), "wheel")


class _EpochStart:
    """The beginning of an epoch."""

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch

    def __call__(self, state: Any) -> bool:
        return bool(state.epoch == self.epoch)

    def __hash__(self) -> int:
        return self.epoch

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _EpochStart) and self.epoch == other.epoch


@lru_cache(None)
def position_after_two_card_draw(ranks: tuple[int, int], cards: str) -> Record:
    """Return a position after the draw of two red cards that have these ranks among the ten."""
    epoch = _epoch(cards)
    shown = "points" if cards.startswith("points") else "steps"
    red = sorted(
        odds.cards_of_colour(epoch, "red"), key=lambda card: card.points if shown == "points" else card.steps[1]
    )
    record = with_choices(
        position_before_two_card_draw(cards), Action("wheel", "red"), tuple(sorted(red[n].id for n in ranks))
    )
    play_until(record, Random(1), HEURISTIC_BOT, lambda state: is_first_seat_asked(state, "keep"))
    return record


BETTER = Experiment(
    question_id="hadara-choice-of-two",
    exact_distribution=lambda cards: odds.better_of_two(sorted_card_values(cards, odds=odds)),
    run_trial=simulate_better_of_two_cards,
    explain_task=mean_of_better_card_task,
    mini_game_view=mini_games.choice_of_two_game,
    run_button_label="Draw two",
    outcome_label="value of the better card",
    unit="difference from a single card",
    outcome_value=lambda value, cards: value - _mean(cards),
    misconception_distributions={
        "I’ll always get the best card": lambda cards: Dist([max(sorted_card_values(cards))]),
        "The first card goes back": lambda cards: Dist(sorted_card_values(cards)).keep(2, 1),
    },
    answer_terms=mean_of_better_card_terms_by_difference,
    explanation_figure=pairs_above_single_mean_figure,
    chart_caption=lambda cards: "The higher a card, the more often you keep it" if cards == "ranks" else "",
    start_position=position_before_two_card_draw,
    position_after=position_after_two_card_draw,
)

# -- all five colours ------------------------------------------------------------------------------

ALL = len(COLOURS)


def p_exactly_four_colours(cards: int) -> Fraction:
    """Return the probability that the cards have exactly four different colours."""
    return odds.distinct_colour_count(cards).p(ALL - 1)


def _one_colour(cards: int) -> Dist[int]:
    """Return the distribution of an indicator: 1 if a particular colour is among the cards, otherwise 0."""
    missed = (ALL - 1) ** cards
    return Dist({0: missed, 1: ALL**cards - missed})


def simulate_distinct_colour_count(rng: Random, cards: int) -> Trial[int]:
    """Draw cards with random colours and count the different colours."""
    drawn = [rng.choice(COLOURS) for _ in range(cards)]
    pieces = tuple({"card": colour, "tint": colour, "hit": colour not in drawn[:n]} for n, colour in enumerate(drawn))
    missing = [colour for colour in COLOURS if colour not in drawn]
    return Trial(len(set(drawn)), pieces, f"no {' and no '.join(missing)}" if missing else "all five colours")


def p_all_colours_task(cards: int) -> ExplainTask:
    """Return the task to add up the probabilities that a card has a new colour."""
    before = p_exactly_four_colours(cards - 1)
    return BuildTreeTask(
        "Build the path, colour by colour.",
        (
            ChoiceQuestion(
                "You have one card. What is the probability that the next card has a new colour?",
                "4/5",
                (
                    ("1/5", "You gave the probability that it has the same colour again."),
                    ("1/4", "There are five colours, and four of them are new."),
                ),
            ),
            ChoiceQuestion(
                "You have four colours. What is the probability that the next card has the fifth?",
                "1/5",
                (
                    ("4/5", "You gave the probability that it has one of the four colours again."),
                    ("1/2", "It has the fifth colour or it doesn’t. But the two are not equally likely."),
                ),
            ),
            ChoiceQuestion(
                f"After {cards - 1} cards, you have exactly four colours with probability {before}. What is the "
                f"probability that this happens and card {cards} then has the fifth?",
                f"{before} × 1/5",
                (
                    (f"{before} + 1/5", "First you have four colours, and then the fifth. Multiply along the path."),
                    (f"{before} × 4/5", "You gave the probability that the fifth colour is still missing."),
                ),
            ),
            ChoiceQuestion(
                f"You can also get the fifth colour earlier. What is the probability of all five in {cards} cards?",
                f"the sum over the cards 5 to {cards}",
                (
                    (
                        f"the probability for card {cards} alone",
                        "You can also get the fifth colour with an earlier card.",
                    ),
                    (
                        f"the product over the cards 5 to {cards}",
                        "You get the fifth colour with only one of the cards. Add the paths.",
                    ),
                ),
            ),
        ),
    )


def p_all_colours_terms_by_completing_card(cards: int) -> list[AnswerTerm]:
    """Return the cases: the number of the card that completes the five colours."""
    return [
        AnswerTerm(
            f"you get the fifth colour with card {n}",
            p_exactly_four_colours(n - 1) / ALL,
            f"{p_exactly_four_colours(n - 1)} × 1/5",
            (
                f"four colours are among {n - 1} cards with probability {p_exactly_four_colours(n - 1)}, "
                "and the next card is the fifth colour"
            ),
            n,
        )
        for n in range(ALL, cards + 1)
    ]


def mean_waits_for_colours() -> list[Fraction]:
    """Return the mean number of cards until the first, the second, ... and the fifth colour."""
    return [Fraction(ALL, ALL - n) for n in range(ALL)]


def mean_wait_per_colour_figure(cards: int) -> Figure:
    """Return the figure of the mean number of cards until each further colour."""
    names = ("first", "second", "third", "fourth", "fifth")
    total = sum(mean_waits_for_colours(), Fraction(0))
    return gain_bars_figure(
        list(zip(names, mean_waits_for_colours(), strict=True)),
        title=f"The wait for the fifth colour is 5 of {format_fixed(total, 1)} cards",
        ylabel="cards that you wait",
        name_heading="colour",
    )


class _FundableMedalHands:
    """Condition: a gold medal can be bought, and the first seat has this number of cards and of colours."""

    def __init__(self, cards: int, colours: int) -> None:
        self.key = cards, colours

    def __call__(self, state: Any) -> bool:
        return card_and_colour_counts(state.owned[0]) == self.key and Action("gold") in state.legal

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _FundableMedalHands) and self.key == other.key


def card_and_colour_counts(owned: Sequence[str]) -> tuple[int, int]:
    """Return the number of cards and of different colours among them."""
    return len(owned), len({card[0] for card in owned})


def position_before_medal_with_four_colours(cards: int) -> Record:
    """Return a position in which a gold medal can be bought and the seat has four cards of four colours."""
    return find_position("hadara", SEATS, RANDOM_BOT, _FundableMedalHands(ALL - 1, ALL - 1), "medal")


@lru_cache(None)
def position_after_fifth_colour(card_number: int, cards: int) -> Record:
    """Return the position in which card number `card_number` has just completed the five colours."""
    begin = position_before_medal_with_four_colours(cards)
    for seed in range(MAX_SEEDS):
        record = begin.branch(len(begin))
        play_until(
            record,
            Random(seed),
            RANDOM_BOT,
            lambda state: card_and_colour_counts(state.owned[0]) != (len(state.owned[0]), ALL - 1),
        )
        if card_and_colour_counts(record.state.owned[0]) == (card_number, ALL):
            return record
    raise LookupError("In the bots’ games, nobody gets the fifth colour with this card.")


FIVE_COLOURS = Experiment(
    question_id="hadara-five-colours",
    exact_distribution=odds.distinct_colour_count,
    run_trial=simulate_distinct_colour_count,
    explain_task=p_all_colours_task,
    mini_game_view=mini_games.collect_colours_game,
    run_button_label="Deal the cards",
    outcome_label="different colours among the cards",
    is_favourable=lambda n, cards: n == ALL,
    event_labels_template="all five colours|a colour is missing",
    misconception_distributions={
        "Each colour separately": lambda cards: _one_colour(cards).times(ALL).map(lambda n: min(max(n, 1), cards)),
        "One colour is as good as five": lambda cards: _one_colour(cards).map(lambda there: ALL - 1 + there),
    },
    answer_terms=p_all_colours_terms_by_completing_card,
    explanation_figure=mean_wait_per_colour_figure,
    start_position=position_before_medal_with_four_colours,
    position_after=position_after_fifth_colour,
)

# -- the buried card -------------------------------------------------------------------------------

ENDS = {buried_card.LOST: "lost", buried_card.FOUND: "given", buried_card.MISSED: "missed"}
ENDING_TEXTS = {
    buried_card.LOST: "lost: the other player takes it",
    buried_card.FOUND: "given: the other player uncovers it, and you take it",
    buried_card.MISSED: "missed: you uncover it, the other player misses it, and you take it",
}
HEIGHT = 2
WANTED = COLOURS.index("red")
"""Index of the pile with the wanted card in the question."""


def buried_card_ending_distribution(first: bool, piles: int, plan: Plan) -> Dist[BuriedCardEnding]:
    """Return the distribution of the endings of the buried card problem.

    Possible endings: the rival uncovers the card for you, misses it after you have uncovered it, or takes it.
    """
    courses = buried_card.play_sequences(first, piles, plan)
    common = lcm(*(course.probability.denominator for course in courses))
    weights: Counter[int] = Counter()
    for course in courses:
        weights[course.ending] += int(course.probability * common)
    return Dist(weights)


def simulate_buried_card_play(rng: Random, first: bool, piles: int, plan: Plan) -> Trial[BuriedCardEnding]:
    """Simulate the draws one by one. Each has its player and its pile."""
    position, mine = (HEIGHT, piles - 1, 0), first
    pieces: list[TrialItem] = []
    uncovered = ""
    while True:
        who, mine = "you" if mine else "other", not mine
        if who == "other":
            pile = rng.choice(
                [pile for pile, n in buried_card.nonempty_pile_count_by_kind(position).items() for _ in range(n)]
            )
        else:
            pile = "wanted" if uncovered else buried_card.planned_pile(position, plan)
        position = buried_card.position_after_take(position, pile)
        takes = not position[0]
        does = "takes it" if takes else "uncovers it" if pile == "wanted" else "elsewhere"
        pieces.append({"card": f"{who}: {does}", "hit": takes and who == "you"})
        if takes:
            end = (
                buried_card.LOST
                if who == "other"
                else buried_card.FOUND
                if uncovered == "other"
                else buried_card.MISSED
            )
            return Trial(end, tuple(pieces), ENDING_TEXTS[end])
        if pile == "wanted":
            uncovered = who


def buried_card_backward_induction_task(first: bool, piles: int, plan: Plan) -> ExplainTask:
    """Return the task that solves the problem backwards, from the last cards to the first position."""
    won = [course for course in buried_card.play_sequences(first, piles, plan) if course.ending != buried_card.LOST]
    whole = " + ".join(_product(course) for course in won)
    levels = [
        ChoiceQuestion(
            "Your pile of two and one other card are left, and it is the other player’s turn. "
            "What is the probability that you get it?",
            "1/2",
            (
                ("0", "The other player can take from your pile. Then your card is on top, and you take it."),
                ("1", "The other player can take the other card. Then you have to uncover yours."),
            ),
        ),
        ChoiceQuestion(
            "Your pile and two other cards are left, and it is your turn. You uncover your card immediately. The other "
            "player then takes from one of three piles. What is the probability that you get your card?",
            "2/3",
            (
                ("1/3", "You gave the probability that the other player takes it."),
                (
                    "1/2",
                    "There are two outcomes, but they aren’t equally likely. The card is on only one of three piles.",
                ),
            ),
        ),
        ChoiceQuestion(
            "Would it be better to wait? Then you take one of the two other cards, and it is as in the first step. "
            "What do you do?",
            "uncover it: 2/3 is more than 1/2",
            (
                (
                    "wait, because the player who uncovers it loses it",
                    "You lose it only if the other player chooses that one of three piles.",
                ),
                ("both are equally good", "Compare the two probabilities that you have found."),
            ),
        ),
    ]
    if len(won) > 1:
        turned = " × ".join(_product(course) for course in won)
        levels.append(
            ChoiceQuestion(
                "Now put it all together. On each path, multiply the probabilities of the other player’s moves. What "
                "is the probability that you get the card?",
                whole,
                (
                    (turned, "Two paths can’t both happen. Add them."),
                    (f"{len(won)} × {won[0].probability}", "The paths aren’t equally likely."),
                ),
            )
        )
    return BuildTreeTask("Work backwards, from few cards to many.", tuple(levels))


def _product(course: buried_card.PlaySequence) -> str:
    return " × ".join(str(chance) for chance in course.take_probabilities)


def p_buried_card_terms_by_course(first: bool, piles: int, plan: Plan) -> list[AnswerTerm]:
    """Return the sequences of draws in which you do not lose the card, each with its probability."""
    return [
        AnswerTerm(
            buried_card.sequence_text(course),
            course.probability,
            _product(course),
            "",
            (course.ending, *course.rival_takes),
        )
        for course in buried_card.play_sequences(first, piles, plan)
        if course.ending != buried_card.LOST
    ]


def buried_card_move_tree_figure(first: bool, piles: int, plan: Plan) -> Figure:
    """Return the figure of the tree of all draws."""
    title = f"{count_with_noun(piles, 'pile')}: the moves of the other player, your answers, and your probability"
    return charts.tree(buried_card.tree_of_rival_takes(first, piles, plan), title=title)


class _PilesLeft:
    """Condition: this seat takes a card, and the only piles left are the red one and some others of two cards.

    All other piles are empty.
    """

    def __init__(self, first: bool, piles: int) -> None:
        self.key = first, piles

    def __call__(self, state: Any) -> bool:
        first, piles = self.key
        heights = Counter(map(len, state.piles))
        red = len(state.piles[WANTED]) == HEIGHT
        return red and (heights[HEIGHT], heights[1]) == (piles, 0) and state.node.seat == 1 - first

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _PilesLeft) and self.key == other.key


@lru_cache(None)
def position_with_two_card_piles(first: bool, piles: int) -> Record:
    """Return a position with faceup cards in piles of two. The wanted card is the lower card of one pile.

    `first` says whether the first seat begins.
    """
    fits = _PilesLeft(first, piles)
    if first:
        return find_position("hadara", SEATS, RANDOM_BOT, fits, "pick")
    for seed in range(MAX_SEEDS):
        record = Record(game_with_served_cards("hadara"), SEATS)
        if play_until(record, Random(seed), RANDOM_BOT, lambda state: state.node.step_name == "pick" and fits(state)):
            return record
    raise LookupError("In the bots’ games, there are never so many piles left.")


@lru_cache(None)
def position_after_buried_card_course(course: tuple[Any, ...], first: bool, piles: int, plan: Plan) -> Record:
    """Return the position after this sequence of draws. The wanted card is uncovered, and it is your turn."""
    begin = position_with_two_card_piles(first, piles)
    record = begin.branch(len(begin))
    others = list(course[1:])
    position, mine = (HEIGHT, piles - 1, 0), first
    while not (mine and position[0] == 1):
        pile = buried_card.planned_pile(position, plan) if mine else others.pop(0)
        position, mine = buried_card.position_after_take(position, pile), not mine
        height = {"wanted": 0, "two": HEIGHT, "one": 1}[pile]
        colour = (
            WANTED
            if pile == "wanted"
            else next(n for n, cards in enumerate(record.state.piles) if n != WANTED and len(cards) == height)
        )
        record.apply_and_append(Action("sell", record.state.piles[colour][-1]))
    return record


BURIED = Experiment(
    question_id="hadara-buried",
    exact_distribution=buried_card_ending_distribution,
    run_trial=simulate_buried_card_play,
    explain_task=buried_card_backward_induction_task,
    mini_game_view=mini_games.buried_card_random_rival_game,
    run_button_label="Play the game",
    outcome_label="how it ends",
    is_favourable=lambda end, first, piles, plan: end != buried_card.LOST,
    event_labels_template="you get the card|the other player gets it",
    misconception_distributions={
        "Half of the cards are mine": lambda first, piles, plan: Dist(
            {buried_card.LOST: 2, buried_card.FOUND: 1, buried_card.MISSED: 1}
        ),
        "I dig immediately, and the other player picks a pile at random": lambda first, piles, plan: Dist(
            {buried_card.LOST: 1, buried_card.MISSED: piles - 1}
        ),
    },
    outcome_names=ENDS,
    answer_terms=p_buried_card_terms_by_course,
    explanation_figure=buried_card_move_tree_figure,
    start_position=lambda first, piles, plan: position_with_two_card_piles(first, piles),
    position_after=position_after_buried_card_course,
)

register_experiments("hadara", {"one-card": ONE_CARD, "better": BETTER, "colours": FIVE_COLOURS, "buried": BURIED})
