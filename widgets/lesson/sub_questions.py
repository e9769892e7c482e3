"""Sub-questions: two easier questions that lead to the answer of a check question.

After a wrong answer, the pupil gets the first sub-question and then the second one, and combines both answers. All
answers are exact. Tests use `combine_answers` to prove that both answers lead to the answer of the question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod
from typing import Any

from gamelib import Question
from gamelib.bank.values import bicycle_offers
from gamelib.games.harem.setup import TWO_DICE

from ..page.card_overrides import game_with_served_cards
from .misconceptions import unmatched_answer_reply
from .typed_answers import append_value_to_expression, check_answer, parse_answer

Values = Mapping[str, Any]
"""Settings of a question, and the other values of its text."""


@dataclass(frozen=True, slots=True)
class SubQuestionTemplate:
    """Template of a sub-question: a prompt with placeholders, and its answer."""

    prompt: str
    answer: Callable[[Values], Fraction | int]
    is_probability: bool = True


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """Sub-question with the numbers of one question."""

    prompt: str
    exact_answer: Fraction
    is_probability: bool


@dataclass(frozen=True, slots=True)
class SubQuestionPairTemplate:
    """Two sub-questions and the combination of their answers.

    `is_applicable` returns whether the two sub-questions fit these settings.
    """

    first: SubQuestionTemplate
    second: SubQuestionTemplate
    combine_answers: Callable[[Fraction, Fraction, Values], Fraction | int]
    is_applicable: Callable[[Values], bool] = lambda v: True


def _drawn(good: int, of: int, n: int) -> Fraction:
    """Return the probability that n draws without replacement are all good."""
    return prod((Fraction(good - k, of - k) for k in range(n)), start=Fraction(1))


def _count(ask: str, answer: Callable[[Values], Fraction | int]) -> SubQuestionTemplate:
    return SubQuestionTemplate(ask, answer, is_probability=False)


def _harem() -> Any:
    return game_with_served_cards("harem").odds


def _least(v: Values) -> int:
    return int(_harem().least_winning_difference(v["modifier"], v["guards"]))


def _both(v: Values) -> int:
    """Return the number of artists with both talents. The text says “none” for 0."""
    return v["both"] if isinstance(v["both"], int) else 0


def _enough(table: str, v: Values) -> int:
    """Return the lowest roll with at least the missing value."""
    return min(total for total, worth in _harem().gem_value_by_roll(table).items() if worth >= v["deficit"])


def _sold_by(last: Fraction, taken: int, v: Values) -> Fraction:
    """Return the mean price, from the mean of the last offer and the number of offers accepted the day before."""
    offers = [Fraction(v["low"] + n * v["gap"]) for n in range(4)]
    worth = (sum(offers[4 - taken :]) + (4 - taken) * last) / 4
    for _ in range(v["days"] - 2):
        worth = sum((max(offer, worth) for offer in offers), Fraction(0)) / 4
    return worth


SUB_QUESTION_PAIRS: Mapping[str, SubQuestionPairTemplate] = {
    "classic-heads": SubQuestionPairTemplate(
        _count("How many different outcomes are there when you toss {coins} coins?", lambda v: 2 ** v["coins"]),
        _count(
            "How many of these outcomes have exactly the number of heads in the question?",
            lambda v: comb(v["coins"], v["hits"]),
        ),
        lambda a, b, v: b / a,
    ),
    "classic-pegs": SubQuestionPairTemplate(
        _count(
            "At each of the {rows} rows of pegs, the ball goes left or right. How many paths are there in total?",
            lambda v: 2 ** v["rows"],
        ),
        _count(
            "How many of these paths end in that slot? Think about the rows in which the ball goes right.",
            lambda v: comb(v["rows"], v["slot"]),
        ),
        lambda a, b, v: b / a,
    ),
    "classic-one-six": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "Start with one roll. What is the probability that it isn’t a six?", lambda v: Fraction(5, 6)
        ),
        SubQuestionTemplate(
            "What is the probability that none of the {dice} rolls is a six?", lambda v: Fraction(5, 6) ** v["dice"]
        ),
        lambda a, b, v: 1 - b,
        lambda v: v["dice"] > 1,
    ),
    "classic-sixes": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "What is the probability that {throws} rolls show no six at all?", lambda v: Fraction(5, 6) ** v["throws"]
        ),
        SubQuestionTemplate(
            "What is the probability of exactly one six? It can be on any of the rolls.",
            lambda v: v["throws"] * Fraction(5 ** (v["throws"] - 1), 6 ** v["throws"]),
        ),
        lambda a, b, v: (
            1
            - a
            - b
            - sum(
                comb(v["throws"], n) * Fraction(5 ** (v["throws"] - n), 6 ** v["throws"]) for n in range(2, v["many"])
            )
        ),
    ),
    "classic-urn": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "Start with the first ball. What is the probability that it is red?", lambda v: Fraction(3, 3 + v["blue"])
        ),
        SubQuestionTemplate(
            "The first ball was red. What is the probability that the second ball is red too?",
            lambda v: Fraction(3, 3 + v["blue"]) if v["back"] else Fraction(2, 2 + v["blue"]),
        ),
        lambda a, b, v: a * b,
    ),
    "classic-spinner": SubQuestionPairTemplate(
        _count(
            "Imagine {parts} spins in which each part comes up once. How many coins do the small prizes pay together?",
            lambda v: v["parts"] - 1,
        ),
        _count("How many coins do all {parts} spins pay together?", lambda v: v["prize"] + v["parts"] - 1),
        lambda a, b, v: b / v["parts"],
    ),
    "classic-wait": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "What is the probability that one roll is a hit?", lambda v: Fraction(v["hits"], v["faces"])
        ),
        _count("How many hits are there in {faces} rolls on average?", lambda v: v["hits"]),
        lambda a, b, v: v["faces"] / b,
    ),
    "classic-collect": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "You have seen one face. What is the probability that the next roll shows a different one?",
            lambda v: Fraction(v["faces"] - 1, v["faces"]),
        ),
        _count(
            "After the first face, how many rolls does it take on average to see a second one?",
            lambda v: Fraction(v["faces"], v["faces"] - 1),
        ),
        lambda a, b, v: 1 + b + sum(Fraction(v["faces"], v["faces"] - n) for n in range(2, v["kinds"])),
    ),
    "harem-gem-at-least": SubQuestionPairTemplate(
        _count("A red die and a blue die are rolled. How many outcomes are there?", lambda v: TWO_DICE.total),
        _count(
            "In how many of these outcomes is the gem worth {least} or more?",
            lambda v: sum(
                ways for total, ways in TWO_DICE.items() if _harem().gem_value_by_roll(v["table"])[total] >= v["least"]
            ),
        ),
        lambda a, b, v: b / a,
    ),
    "harem-raid": SubQuestionPairTemplate(
        _count(
            "By how much must your two dice be higher than the defender’s two dice, at least, for the raid to "
            "succeed? The number can be negative. In that case, type a minus sign.",
            _least,
        ),
        _count(
            "Four dice have {all_ways} outcomes. In how many of them are your dice higher by exactly this number?",
            lambda v: _harem().two_dice_total_difference()[_least(v)],
        ),
        lambda a, b, v: Fraction(
            sum(ways for d, ways in _harem().two_dice_total_difference().items() if d >= a),
            _harem().two_dice_total_difference().total,
        ),
    ),
    "harem-two-tables": SubQuestionPairTemplate(
        _count("What is the lowest roll with which a gem of table A is enough?", lambda v: _enough("A", v)),
        _count("What is the lowest roll with which a gem of table B is enough?", lambda v: _enough("B", v)),
        lambda a, b, v: TWO_DICE.p_at_least(min(a, b)),
        lambda v: v["deficit"] <= max(_harem().gem_value("A")),
    ),
    "harem-companion-cheap": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "What is the probability that the first performer costs more than {cost}?",
            lambda v: Fraction(v["all"] - v["good"], v["all"]),
        ),
        SubQuestionTemplate(
            "The first performer cost more. What is the probability that the second costs more than {cost} too?",
            lambda v: Fraction(v["all"] - v["good"] - 1, v["all"] - 1),
        ),
        lambda a, b, v: 1 - _drawn(v["all"] - v["good"], v["all"], v["draws"]),
        lambda v: v["draws"] > 1,
    ),
    "emira-payback": SubQuestionPairTemplate(
        _count("How many incomes of {income} gold pay back {cost} gold?", lambda v: v["needed"]),
        SubQuestionTemplate(
            "What is the probability that a single round pays?", lambda v: 1 - Fraction(1, v["one_in"])
        ),
        lambda a, b, v: sum(
            (comb(v["rounds"], n) * b**n * (1 - b) ** (v["rounds"] - n) for n in range(int(a), v["rounds"] + 1)),
            Fraction(0),
        ),
    ),
    "emira-interrupt": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "What is the probability that the first of these cards is not an Interrupt?",
            lambda v: Fraction(v["calm"], v["cards"]),
        ),
        SubQuestionTemplate(
            "The first card was not an Interrupt. What is the probability that the second isn’t one either?",
            lambda v: Fraction(v["calm_left"], v["left"]),
        ),
        lambda a, b, v: 1 - _drawn(v["calm"], v["cards"], v["rival_event_cards"]),
    ),
    "emira-either-talent": SubQuestionPairTemplate(
        _count("How many artists have {one} but not {other}?", lambda v: v["first"] - _both(v)),
        _count("How many artists have {other} but not {one}?", lambda v: v["second"] - _both(v)),
        lambda a, b, v: (a + b + _both(v)) / v["all"],
    ),
    "towers-next-symbol": SubQuestionPairTemplate(
        _count("How many of the eight alignments fit here?", lambda v: v["fitting"]),
        SubQuestionTemplate("What is the probability that the next card fits?", lambda v: Fraction(v["fitting"], 8)),
        lambda a, b, v: 1 / b,
    ),
    "towers-closer-comes": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "What is the probability that the first of the three cards is not a closer?",
            lambda v: Fraction(v["rest"], v["unseen"]),
        ),
        SubQuestionTemplate(
            "The first card was not a closer. What is the probability that the second isn’t one either?",
            lambda v: Fraction(v["rest1"], v["unseen1"]),
        ),
        lambda a, b, v: 1 - a * b * Fraction(v["rest1"] - 1, v["unseen1"] - 1),
    ),
    "hadara-green": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "What is the probability that the first card is not good enough?", lambda v: Fraction(v["bad"], v["all"])
        ),
        SubQuestionTemplate(
            "The first card was not good enough. What is the probability that the second isn’t either?",
            lambda v: Fraction(v["bad_left"], v["left"]),
        ),
        lambda a, b, v: 1 - a * b,
    ),
    "hadara-two-wanted": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "Start with one of the two cards. What is the probability that it is drawn?",
            lambda v: Fraction(v["drawn"], v["all"]),
        ),
        SubQuestionTemplate(
            "It was drawn. What is the probability that the other one is among the cards drawn with it?",
            lambda v: Fraction(v["drawn"] - 1, v["left"]),
        ),
        lambda a, b, v: a * b if v["both"] is True else 2 * a - a * b,
    ),
    "hadara-starred": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "What is the probability that the first purple card is without a star?",
            lambda v: Fraction(v["plain"], v["all"]),
        ),
        SubQuestionTemplate(
            "The first card was without a star. What is the probability that the second is without a star too?",
            lambda v: Fraction(v["plain1"], v["left"]),
        ),
        lambda a, b, v: _drawn(v["plain"], v["all"], v["drawn"]),
    ),
    "hadara-unseen-reverse": SubQuestionPairTemplate(
        _count("How many different reverses can yours still be?", lambda v: v["left"]),
        _count("How many of these show income?", lambda v: 1),
        lambda a, b, v: b / a,
    ),
    "wishes-blocked": SubQuestionPairTemplate(
        _count("How many plates has nobody seen yet?", lambda v: v["left"]),
        _count("How many of these plates are still drawn in this round?", lambda v: v["to_come"]),
        lambda a, b, v: 1 - _drawn(int(a) - v["wanted"], int(a), int(b)),
    ),
    "wishes-plates-added": SubQuestionPairTemplate(
        _count("How many of the plates that don’t add a card must be in such a round?", lambda v: v["rest"]),
        _count("How many sets of {shown} plates are there in total?", lambda v: comb(v["all"], v["shown"])),
        lambda a, b, v: comb(v["adding"], v["cards"]) * comb(v["others"], int(a)) / b,
    ),
    "wishes-guards": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "What is the probability that a particular Guard is not dealt, because it is behind the dealt cards?",
            lambda v: Fraction(v["behind"], v["deck"]),
        ),
        SubQuestionTemplate(
            "This Guard isn’t dealt. What is the probability that the other Guard isn’t dealt either?",
            lambda v: Fraction(v["behind"] - 1, v["deck"] - 1),
        ),
        lambda a, b, v: 1 - a * b,
    ),
    "wishes-closes": SubQuestionPairTemplate(
        _count("How many of the cards that you don’t know would close the wish?", lambda v: v["good"]),
        _count("How many cards do the other players have together?", lambda v: v["held"]),
        lambda a, b, v: 1 - _drawn(v["unseen"] - int(a), v["unseen"], int(b)),
    ),
    "elsewhere-test": SubQuestionPairTemplate(
        _count(
            "Imagine {rare}00 people, and 100 of them are ill. How many of these 100 people have a positive test?",
            lambda v: v["finds"],
        ),
        _count(
            "All the others are well. How many of them have a positive test by mistake?",
            lambda v: (v["rare"] - 1) * v["false"],
        ),
        lambda a, b, v: a / (a + b),
    ),
    "elsewhere-socks": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "What is the probability that the first sock is black and the second one is white?",
            lambda v: Fraction(v["black"] * v["white"], (v["black"] + v["white"]) * (v["black"] + v["white"] - 1)),
        ),
        SubQuestionTemplate(
            "What is the probability that the first sock is white and the second one is black?",
            lambda v: Fraction(v["black"] * v["white"], (v["black"] + v["white"]) * (v["black"] + v["white"] - 1)),
        ),
        lambda a, b, v: a + b,
    ),
    "elsewhere-lots": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "Start with your first ticket. What is the probability that it loses?",
            lambda v: Fraction(v["lots"] - v["prizes"], v["lots"]),
        ),
        SubQuestionTemplate(
            "Your first ticket lost. What is the probability that your second ticket loses too?",
            lambda v: Fraction(v["lots"] - v["prizes"] - 1, v["lots"] - 1),
        ),
        lambda a, b, v: 1 - _drawn(v["lots"] - v["prizes"], v["lots"], v["mine"]),
    ),
    "elsewhere-rain": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "Start with one day. What is the probability that it is dry?", lambda v: Fraction(10 - v["wet"], 10)
        ),
        SubQuestionTemplate(
            "What is the probability that all {days} days are dry?", lambda v: Fraction(10 - v["wet"], 10) ** v["days"]
        ),
        lambda a, b, v: 1 - b,
    ),
    "elsewhere-repair": SubQuestionPairTemplate(
        _count(
            "Imagine {one_in} years, one of them with a repair. How much does the care cost in all these years "
            "together?",
            lambda v: v["fee"] * v["one_in"],
        ),
        _count(
            "How much do the care and the repair of these {one_in} years cost together?",
            lambda v: v["fee"] * v["one_in"] + v["cost"],
        ),
        lambda a, b, v: b / v["one_in"],
    ),
    "elsewhere-bus": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "What is the probability that a bus has a free seat?", lambda v: Fraction(v["free"], v["of"])
        ),
        _count("How many of {of} buses have a free seat on average?", lambda v: v["free"]),
        lambda a, b, v: v["of"] / b,
    ),
    "elsewhere-keys": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "What is the probability that the third try is the right one?", lambda v: Fraction(1, v["keys"])
        ),
        _count("What is the sum of the numbers from 1 to {keys}?", lambda v: v["keys"] * (v["keys"] + 1) // 2),
        lambda a, b, v: a * b,
    ),
    "elsewhere-clubs": SubQuestionPairTemplate(
        _count("How many pupils are in the choir only?", lambda v: v["choir"] - v["both"]),
        _count("How many pupils are on the team only?", lambda v: v["team"] - v["both"]),
        lambda a, b, v: (a + b + v["both"]) / v["pupils"],
    ),
    "elsewhere-offers": SubQuestionPairTemplate(
        _count(
            "Start at the end. How high is the last offer on average?",
            lambda v: Fraction(sum(bicycle_offers(v["low"], v["gap"])), 4),
        ),
        _count("On the day before, how many of the four offers are better than waiting for the last one?", lambda v: 2),
        lambda a, b, v: _sold_by(a, int(b), v),
    ),
    "elsewhere-album": SubQuestionPairTemplate(
        SubQuestionTemplate(
            "What is the probability that the sticker in one packet is new?",
            lambda v: Fraction(v["missing"], v["stickers"]),
        ),
        _count(
            "Imagine that the number of missing stickers stays the same. How many of {stickers} packets have a new "
            "sticker on average?",
            lambda v: v["missing"],
        ),
        lambda a, b, v: v["stickers"] / b,
    ),
    "elsewhere-meeting": SubQuestionPairTemplate(
        _count(
            "Draw a square grid: one friend’s days across, the other friend’s days down. How many cells does it have?",
            lambda v: v["days"] ** 2,
        ),
        _count(
            "In how many of these cells are the two days at most {apart} apart?",
            lambda v: sum(abs(x - y) <= v["apart"] for x in range(v["days"]) for y in range(v["days"])),
        ),
        lambda a, b, v: b / a,
    ),
}
"""Pair of sub-questions by question id."""


def sub_question_values(question: Question, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values for the sub-questions of a question."""
    return {**question.text_values(**settings), **settings}


def sub_questions_for(question: Question, settings: Mapping[str, Any]) -> tuple[SubQuestion, ...]:
    """Return the two sub-questions of a question with these numbers.

    The result is empty if the question has no sub-questions, or if one of them has the same answer as the question.
    """
    known = SUB_QUESTION_PAIRS.get(question.id)
    if known is None:
        return ()
    v = sub_question_values(question, settings)
    if not known.is_applicable(v):
        return ()
    shown = {name: parameter.choice_label(settings[name]) for name, parameter in question.parameters.items()}
    words = {**v, **shown, "all_ways": TWO_DICE.total**2}
    asked = tuple(
        SubQuestion(part.prompt.format_map(words), Fraction(part.answer(v)), part.is_probability)
        for part in (known.first, known.second)
    )
    exact = question.exact_value(**settings)
    same = any(one.exact_answer == exact and one.is_probability == (question.kind == "chance") for one in asked)
    return () if same else asked


RETURN_TO_OWN_NUMBERS = "Correct. Now do the same with the numbers in your question."
COMBINE_BOTH_ANSWERS = "Correct. Now use both answers to solve the original question."


@dataclass(frozen=True, slots=True)
class SubQuestionProgress:
    """Answers so far to the sub-questions after a wrong answer, or to the same question with other numbers.

    Only the last answer can be wrong.
    """

    steps: tuple[SubQuestion, ...]
    has_written_sub_questions: bool
    """Whether the sub-questions were written for this question."""
    typed_answers: tuple[str, ...] = ()

    def _is_correct(self, n: int) -> bool:
        one, text = self.steps[n], self.typed_answers[n]
        return check_answer(
            parse_answer(text, one.is_probability, one.exact_answer), one.exact_answer, one.is_probability
        )

    @property
    def current_index(self) -> int:
        """Index of the current sub-question, or the number of sub-questions if all are answered."""
        return (
            len(self.typed_answers)
            if not self.typed_answers or self._is_correct(len(self.typed_answers) - 1)
            else len(self.typed_answers) - 1
        )

    @property
    def is_done(self) -> bool:
        """Whether all sub-questions are answered correctly."""
        return self.current_index == len(self.steps)

    def with_answer(self, text: str) -> SubQuestionProgress:
        """Return a copy in which the current sub-question has this answer.

        Raise ValueError if the input is invalid or all sub-questions are answered.
        """
        if self.is_done:
            raise ValueError("You have finished these steps. Now answer your own question.")
        after = SubQuestionProgress(
            self.steps, self.has_written_sub_questions, (*self.typed_answers[: self.current_index], text.strip())
        )
        after._is_correct(len(after.typed_answers) - 1)
        return after

    @property
    def answer_texts(self) -> list[str]:
        """Answers for display. Expressions are followed by their values."""
        return [
            append_value_to_expression(text, one.is_probability)
            for one, text in zip(self.steps, self.typed_answers, strict=False)
        ]

    @property
    def feedback(self) -> str:
        """Feedback to the last answer."""
        if self.is_done:
            return COMBINE_BOTH_ANSWERS if self.has_written_sub_questions else RETURN_TO_OWN_NUMBERS
        if self.current_index == len(self.typed_answers):
            return ""
        one = self.steps[self.current_index]
        typed = parse_answer(self.typed_answers[self.current_index], one.is_probability, one.exact_answer)
        if one.is_probability or not self.has_written_sub_questions:
            return unmatched_answer_reply(typed, one.exact_answer, one.is_probability)
        return f"That is too {'much' if typed.value > one.exact_answer else 'little'}. Count again."
