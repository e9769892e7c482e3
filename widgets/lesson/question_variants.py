"""Variants of check questions: which content the lesson has already revealed, and which numbers remain usable.

Each pupil gets different numbers. Two kinds of variants are never used: variants whose answer the lesson reveals, and
the variant on the teacher's exit ticket.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, product
from math import prod
from random import Random
from typing import TYPE_CHECKING, Any

from gamelib import Question
from gamelib.number_format import format_fixed

from .experiment import OrderStepsTask, SelectCellsTask, answer_text, choice_questions
from .figures import explanation_figure, question_figure
from .prose import prose_to_plain_text
from .sub_questions import sub_questions_for
from .typed_answers import are_distinguishable

if TYPE_CHECKING:
    from .lesson_definition import Plan

MIN_REVEALING_NUMBER = 100
"""Smallest integer that reveals an answer by itself. Smaller integers can occur anywhere."""
VariantKey = tuple[str, Hashable]
COUNTED_FRACTION = re.compile(r"(?<![\d./])(\d+) (?:of|in|out of) (?:the )?(\d+)(?![\d/])")
"""Proportion in counts, such as "3 of 8". Its two numbers do not count as single integers."""
NUMBER = re.compile(r"([−-]?)(\d+)(?:/([1-9]\d*)|\.(\d+))?")


def variant_key(question: Question, settings: Mapping[str, Any]) -> VariantKey:
    """Return the key of a question with its numbers."""
    return question.id, tuple(question.resolve_parameters(settings).items())


@dataclass
class RevealedContent:
    """Content that a pupil has seen: texts, and questions whose answers were given."""

    texts: list[str] = field(default_factory=list)
    revealed_answers: dict[str, set[Fraction]] = field(default_factory=dict)
    """Given answers by question. They do not reveal the answer of another question with the same number."""
    shown_variants: set[VariantKey] = field(default_factory=set)

    def has_revealed_answer(self, question: Question, value: Fraction) -> bool:
        """Return whether the lesson has revealed this answer of the question."""
        return value in self.revealed_answers.get(question.id, ()) or has_answer_in_text(" ".join(self.texts), value)


@dataclass(frozen=True, slots=True)
class NumbersInText:
    """Numbers in a text by notation."""

    fractions: frozenset[Fraction]
    """Fractions, and proportions such as "3 of the 8"."""
    percents: frozenset[str]
    decimals: frozenset[str]
    wholes: frozenset[int]


@lru_cache(maxsize=2**14)
def _told(text: str) -> NumbersInText:
    pairs = re.findall(r"(?<![\d./])(\d+)/(\d+)(?![\d/])", text)
    pairs += COUNTED_FRACTION.findall(text)
    return NumbersInText(
        frozenset(Fraction(int(part), int(over)) for part, over in pairs if int(over)),
        frozenset(re.findall(r"(?<![\d.])(\d+(?:\.\d+)?)%", text)),
        frozenset(re.findall(r"(?<![\d.,])(\d+\.\d+)(?!\d)", text)),
        frozenset(map(int, re.findall(r"(?<![\d.,/])(\d+)(?![\d/]|[.,]\d)", COUNTED_FRACTION.sub(" ", text)))),
    )


def has_answer_in_text(text: str, value: Fraction) -> bool:
    """Return whether a text contains this answer as a fraction, a percentage, a decimal or a large integer."""
    told, size = _told(text), abs(value)
    if value.denominator == 1:
        return size >= MIN_REVEALING_NUMBER and size.numerator in told.wholes
    return (
        size in told.fractions
        or format_fixed(100 * size, 1) in told.percents
        or any(format_fixed(size, places) in told.decimals for places in (2, 3))
    )


def can_read_value_in_cells(cell_texts: Iterable[str], value: Fraction) -> bool:
    """Return whether a cell of a figure contains this value, as a fraction, an integer or a rounded decimal."""
    for cell in cell_texts:
        for sign, whole, over, places in NUMBER.findall(cell.replace(",", "")):
            shown = Fraction(int(whole), int(over or 1)) + Fraction(int(places or 0), 10 ** len(places))
            if abs(value - (-shown if sign else shown)) <= (Fraction(1, 2 * 10 ** len(places)) if places else 0):
                return True
    return False


def content_revealed_before_step(plan: Plan, step_kind: str) -> RevealedContent:
    """Return the content that the page displays to every pupil before the step of this kind."""
    shown = RevealedContent()
    for step in plan.steps:
        if step.kind == step_kind:
            break
        shown.texts += [prose_to_plain_text(step.prose, plan.prose_values), *_texts(plan, step)]
        _add_answers(shown, plan, step)
        if step.kind == "example" and step.extra_data["experiment"].question_id:
            shown.shown_variants.add(
                variant_key(step.extra_data["experiment"].custom_or_bank_question, step.extra_data["settings"])
            )
        elif step.kind == "compare":
            shown.shown_variants.add(variant_key(plan.question, plan.settings))
        elif step.kind == "change":
            shown.shown_variants.add(variant_key(plan.question, {**plan.settings, **step.extra_data["setting"]}))
        elif step.kind == "rank":
            for choice in step.extra_data["choices"]:
                shown.shown_variants.add(
                    variant_key(
                        step.extra_data["question"],
                        {**step.extra_data["settings"], step.extra_data["parameter"]: choice},
                    )
                )
    return shown


def _texts(plan: Plan, step: Any) -> Iterator[str]:
    """Yield the texts of a step in addition to its prose."""
    more = step.extra_data
    if step.kind == "example":
        yield more["title"].format_map(plan.prose_values)
    elif step.kind == "predict":
        yield plan.question.prompt_text(**plan.settings)
    elif step.kind == "compare":
        yield str(plan.prose_values["exact"])
        yield from (reply for _, _, reply in plan.question.wrong_answers(**plan.settings))
    elif step.kind == "why":
        yield from _why(plan)
    elif step.kind == "change":
        yield from (
            prose_to_plain_text(said, plan.prose_values) for said in (more["because"], *more["replies"].values())
        )
        yield answer_text(plan.question, plan.question.exact_value(**{**plan.settings, **more["setting"]}))


def _add_answers(shown: RevealedContent, plan: Plan, step: Any) -> None:
    """Add the answers that a step reveals for settings other than those of the lesson."""
    more = step.extra_data
    if step.kind == "example" and more["experiment"].question_id:
        _note(
            shown,
            more["experiment"].custom_or_bank_question,
            [more["experiment"].exact_probability_or_mean(more["settings"])],
        )
    elif step.kind in ("compare", "change"):
        _note(shown, plan.question, [plan.question.exact_value(**{**plan.settings, **more.get("setting", {})})])
    elif step.kind == "rank":
        asks, name = more["question"], more["parameter"]
        _note(shown, asks, (asks.exact(**more["settings"], **{name: choice}) for choice in more["choices"]))


def _note(shown: RevealedContent, question: Question, values: Iterable[Fraction]) -> None:
    shown.revealed_answers.setdefault(question.id, set()).update(values)


def _why(plan: Plan) -> Iterator[str]:
    made, settings = plan.experiment, plan.settings
    for path in made.answer_terms(**settings) if made.answer_terms else []:
        yield from (path.label, path.formula_text, path.detail, str(path.value))
    built = made.explain_task(**settings) if made.explain_task else None
    if isinstance(built, SelectCellsTask):
        yield from (built.prompt, *(cell.explanation for cell in built.cells))
    elif isinstance(built, OrderStepsTask):
        yield from built.steps
    for level in choice_questions(built) if built else ():
        yield from (level.prompt, *level.options_correct_first, *(reply for _, reply in level.distractors))
        yield from (twig.probability_text for twig in level.new_branches)


def _length(value: Fraction) -> int:
    """Return a measure of the effort of computing with a number."""
    return abs(value.numerator) + value.denominator


class QuestionVariants:
    """Variants of check questions: all settings whose answer the lesson has not revealed, shuffled with a seed."""

    def __init__(self, plan: Plan) -> None:
        self.id, self.plan = plan.id, plan
        self.questions: tuple[Question, ...] = (
            plan.require_step("check").extra_data["questions"] if plan.has_step("check") else ()
        )
        self.shown = content_revealed_before_step(plan, "check")
        self.known: dict[VariantKey, bool] = {}
        self.pictured: dict[VariantKey, list[str]] = {}
        self.downwards: dict[VariantKey, dict[str, Any] | None] = {}
        self.sayings: dict[VariantKey, str] = {}
        self.drawn: dict[tuple[int, int], tuple[Iterator[dict[str, Any]], list[dict[str, Any]]]] = {}
        """For each question index and seed: the iterator of further cases, and the cases found so far."""
        self.ticket = self._ticket()

    @cached_property
    def probabilities_in_earlier_figures(self) -> set[Fraction]:
        """Probabilities of any event in the figures before the check questions."""
        plan, chances = self.plan, set[Fraction]()
        for step in plan.steps:
            if step.kind == "example":
                dist = step.extra_data["experiment"].exact_distribution(**step.extra_data["settings"])
            elif step.kind in ("compare", "change"):
                dist = plan.experiment.exact_distribution(**{**plan.settings, **step.extra_data.get("setting", {})})
            else:
                continue
            chances |= {dist.p(outcome) for outcome in dist}
        return chances

    @cached_property
    def explanation_figure_text(self) -> str:
        """Text of the figure in the Why step, with its table."""
        if not self.plan.has_step("why"):
            return ""
        meta = explanation_figure(self.plan).layout.meta
        return " ".join([str(meta.get("text", "")), *(str(cell) for row in meta["table"]["rows"] for cell in row[1:])])

    def is_value_in_figures(self, value: Fraction) -> bool:
        """Return whether a figure before the check questions contains this value.

        Variants whose answer is such a value are used last.
        """
        return value in self.probabilities_in_earlier_figures or has_answer_in_text(self.explanation_figure_text, value)

    def is_usable_variant(self, question: Question, settings: dict[str, Any]) -> bool:
        """Return whether a variant can be used as a check question.

        The lesson and the texts of the question must not contain the answer. Every misconception must give a clearly
        different answer. The answer must not be 0 or 1.
        """
        name = variant_key(question, settings)
        if name not in self.known:
            exact, chance = question.exact_value(**settings), question.kind == "chance"
            told = (
                name in self.shown.shown_variants
                or self.shown.has_revealed_answer(question, exact)
                or (chance and exact in (0, 1))
            )
            wrong = [] if told else [value for _, value, _ in question.wrong_answers(**settings)]
            fits = bool(wrong) and all(are_distinguishable(exact, value, chance) for value in wrong)
            self.known[name] = fits and not has_answer_in_text(self._said(question, settings), exact)
        return self.known[name]

    def _ticket(self) -> tuple[Question, dict[str, Any]] | None:
        """Return the variant for the exit ticket, which no pupil gets. Its question has the most variants."""
        if not self.questions:
            return None
        asks = max(self.questions, key=lambda asks: prod(len(p.choices) for p in asks.parameters.values()))
        if prod(len(p.choices) for p in asks.parameters.values()) == 1:
            return None  # a custom question has only one variant
        first = next(self._in_order(asks, f"{self.id} ticket"), None)
        if first is None:
            raise self._none_left(asks)
        return asks, first

    def _none_left(self, question: Question) -> ValueError:
        settings = {name: parameter.choices[0] for name, parameter in question.parameters.items()}
        if prod(len(parameter.choices) for parameter in question.parameters.values()) > 1:
            return ValueError(f"The lesson {self.id} answers every case of {question.id} before it asks.")
        exact, is_chance = question.exact_value(**settings), question.kind == "chance"
        near = [
            name
            for name, value, _ in question.wrong_answers(**settings)
            if not are_distinguishable(exact, value, is_chance)
        ]
        if near:
            return ValueError(f"Question {question.id}: the mistake “{near[0]}” leads almost to the right answer.")
        if has_answer_in_text(self._said(question, settings), exact):
            return ValueError(f"Question {question.id}: its text, a hint or a reply contains the answer.")
        return ValueError(f"The lesson {self.id} shows the answer to {question.id} before it asks.")

    def _in_order(self, question: Question, seed: str) -> Iterator[dict[str, Any]]:
        cases = list(product(*(parameter.choices for parameter in question.parameters.values())))
        Random(seed).shuffle(cases)
        for case in cases:
            settings = dict(zip(question.parameters, case, strict=True))
            if question.is_offered(settings) and self.is_usable_variant(question, settings):
                yield settings

    def _said(self, question: Question, settings: dict[str, Any]) -> str:
        """Return all texts of a question at these settings: prompt, hints, replies and sub-questions."""
        name = variant_key(question, settings)
        if name not in self.sayings:
            hints = (question.hint_text(step, **settings) for step in range(len(question.hints)))
            replies = (reply for _, _, reply in question.wrong_answers(**settings))
            on_the_way = (step.prompt for step in sub_questions_for(question, settings))
            self.sayings[name] = " ".join([question.prompt_text(**settings), *hints, *replies, *on_the_way])
        return self.sayings[name]

    def variant_settings(self, question_index: int, seed: int, draw: int) -> dict[str, Any]:
        """Return the numbers that one pupil gets in a check question.

        `draw` is the index of the variant. All variants of a pupil are different.
        """
        cases = self._cases(question_index, seed, draw + 1)
        return cases[draw % len(cases)]

    def easier_settings(self, question_index: int, settings: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the settings with the smallest numbers at which a misconception still leads to a wrong answer.

        Numbers are small if the exact answer is a short fraction. If the current numbers are already the smallest, the
        second smallest ones are returned. The result is None if the question has no other numbers.
        """
        asks = self.questions[question_index]
        if variant_key(asks, settings) not in self.downwards:
            self.downwards[variant_key(asks, settings)] = self._smallest(asks, settings)
        return self.downwards[variant_key(asks, settings)]

    def _smallest(self, question: Question, settings: Mapping[str, Any]) -> dict[str, Any] | None:
        smallest: tuple[int, dict[str, Any]] | None = None
        ticket = self.ticket and variant_key(*self.ticket)
        for given in question.offered_settings():
            value = question.exact_value(**given)
            sure = question.kind == "chance" and value in (0, 1)
            other = variant_key(question, given) not in (
                variant_key(question, settings),
                ticket,
            ) and value != question.exact_value(**settings)
            if (
                (not smallest or _length(value) < smallest[0])
                and not sure
                and other
                and question.wrong_answers(**given)
            ):
                smallest = _length(value), given
        return smallest and smallest[1]

    def are_settings_easier(
        self, question_index: int, settings: Mapping[str, Any], reference_settings: Mapping[str, Any]
    ) -> bool:
        """Return whether these numbers of a question are easier to compute with than the reference."""
        asks = self.questions[question_index]
        return _length(asks.exact_value(**settings)) < _length(asks.exact_value(**reference_settings))

    def next_unrevealed_variant(
        self,
        question_index: int,
        seed: int,
        draw: int,
        viewed_variants: Iterable[int],
        other_questions: Iterable[tuple[int, int]] = (),
    ) -> int | None:
        """Return the next variant that the figures of the viewed variants do not reveal, or None if there is none.

        Some variants share an answer with another check question: its texts contain this answer, or the variant's texts
        contain the other answer. Such a variant is used only if there is no other. `other_questions` contains the index
        and the variant of each other question.
        """
        asks = self.questions[question_index]
        cells = [
            cell
            for seen in viewed_variants
            for cell in self._cells(asks, self.variant_settings(question_index, seed, seen))
        ]
        others = [(self.questions[n], self.variant_settings(n, seed, its)) for n, its in other_questions]
        said = [(self._said(one, given), one.exact_value(**given)) for one, given in others]
        told = None
        for later in self._later(question_index, seed, draw):
            given = self.variant_settings(question_index, seed, later)
            value, words = asks.exact_value(**given), self._said(asks, given)
            if can_read_value_in_cells(cells, value):
                continue
            if not any(has_answer_in_text(text, value) or has_answer_in_text(words, other) for text, other in said):
                return later
            told = later if told is None else told
        return told

    def _later(self, question_index: int, seed: int, draw: int) -> Iterator[int]:
        """Yield the index of the next variant, and further indices until the variants repeat."""
        yield draw + 1
        yield from range(draw + 2, draw + len(self._cases(question_index, seed)))

    def _cases(self, question_index: int, seed: int, most: int | None = None) -> list[dict[str, Any]]:
        """Return the variants of a check question in this pupil's order: at least the first `most` of them, or all."""
        if (question_index, seed) not in self.drawn:
            self.drawn[question_index, seed] = self._own(question_index, seed), []
        to_come, cases = self.drawn[question_index, seed]
        cases += islice(to_come, None if most is None else max(0, most - len(cases)))
        if not cases:
            raise self._none_left(self.questions[question_index])
        return cases

    def _own(self, question_index: int, seed: int) -> Iterator[dict[str, Any]]:
        """Yield the variants of a check question in order of preference.

        First come variants whose answers are in no earlier figure and are not shared with the earlier check questions
        of this pupil. The other variants follow.
        """
        asks = self.questions[question_index]
        ticket = self.ticket and variant_key(*self.ticket)
        before = [(self.questions[n], self._cases(n, seed, 1)[0]) for n in range(question_index)]
        others = [(self._said(one, given), one.exact_value(**given)) for one, given in before]
        telling: list[dict[str, Any]] = []
        needed = self.plan.require_step("check").extra_data["needed"]
        heavy: list[dict[str, Any]] = []
        for case in self._in_order(asks, f"{self.id} {seed} {question_index}"):
            if variant_key(asks, case) == ticket:
                continue
            value, said = asks.exact_value(**case), self._said(asks, case)
            if self.is_value_in_figures(value) or any(
                has_answer_in_text(text, value) or has_answer_in_text(said, other) for text, other in others
            ):
                telling.append(case)
            elif question_index in needed and asks.is_laborious(case):
                heavy.append(case)
            else:
                yield case
        yield from (case for case in telling if not asks.is_laborious(case))
        yield from heavy
        yield from (case for case in telling if asks.is_laborious(case))

    def _cells(self, question: Question, settings: dict[str, Any]) -> list[str]:
        """Return the cells of the figure of a question, without the names of its rows."""
        name = variant_key(question, settings)
        if name not in self.pictured:
            table = question_figure(question, settings).layout.meta["table"]
            self.pictured[name] = [str(cell) for row in table["rows"] for cell in row[1:]]
        return self.pictured[name]
