"""Custom experiment of a teacher, with its question. It adds dice and coins, or uses any model of the Builder.

two = make_custom_experiment("Two dice", "What is the chance of {asked}?", ["d6", "d6"], event="9 or more",
                             mistakes={
    "All totals are equally likely": ("4/11", "Totals come in different numbers of ways. Count pairs.")})
red = make_custom_experiment("Red balls", "What is the chance of {asked} red ones?",
                             "2 bag{red*3,blue*5} : count red", event="2")
plan = Plan("20-two-dice", two)
...
plan.check("One more.", [two.ask_with("10 or more", {...}), "classic-one-six"])
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from random import Random
from typing import Any

import gamelib
from gamelib import Dist, Question
from gamelib.bank.question import Figure, Misconception
from gamelib.chance.model_data import iter_draw_stages
from gamelib.number_format import join_words
from gamelib.validation import short_repr

from .arithmetic import evaluate_expression
from .experiment import GAP, AnswerTerm, Experiment, Trial, TrialItem

MAX_PARTS = 8
MAX_CASES = 100_000
MAX_OUTCOMES = 40
"""Maximum number of outcomes of a model for prediction chips."""
_DIE = re.compile(r"d([2-9]|[1-9]\d)")
_ASKED = re.compile(r"(\d+)( or more| or less)?|(\d+) to (\d+)")
PARTS = "“coin” (1 for heads), or a die such as “d6”, “d8”, “d20”"


def coin_or_die_distribution(text: str) -> Dist[int]:
    """Return the distribution of a coin or a die such as d6. Raise ValueError if the part is neither."""
    die = _DIE.fullmatch(text)
    if text == "coin":
        return Dist([0, 1])
    if die is None:
        raise ValueError(f"There is no part {short_repr(text)}; there are {PARTS}.")
    return Dist.die(int(die[1]))


def parse_range(text: str) -> tuple[int, int]:
    """Parse a range such as "9 or more", "4 or less", "7" or "5 to 8".

    Return minimum and maximum. Raise ValueError if the text is not a range.
    """
    match = _ASKED.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"Ask for “9 or more”, “4 or less”, “7” or “5 to 8”, not for {short_repr(text)}.")
    one, way, low, high = match.groups()
    if low:
        return int(low), int(high)
    return (0 if way == " or less" else int(one)), (10**9 if way == " or more" else int(one))


@dataclass(frozen=True, slots=True)
class _Source:
    """Source of outcomes: the exact distribution, the same distribution by a second method, and single trials."""

    dist: Dist[Any]
    listed: Callable[[], Mapping[Any, Fraction]]
    see: Callable[[Random], Trial[Any]]
    go: str


def _added(parts: Sequence[str]) -> _Source:
    """Return the source for parts that are thrown together and whose values are added."""
    if not 0 < len(parts) <= MAX_PARTS:
        raise ValueError(f"An experiment has 1 to {MAX_PARTS} parts.")
    dists = [coin_or_die_distribution(text) for text in parts]
    cases = reduce(lambda n, dist: n * len(dist), dists, 1)
    if cases > MAX_CASES:
        raise ValueError(f"These parts fall in {cases:,} ways; at most {MAX_CASES:,} can be listed.")

    def probability_by_total() -> dict[int, Fraction]:
        chances: dict[int, Fraction] = {}
        for fall in product(*dists):
            chances[sum(fall)] = chances.get(sum(fall), Fraction(0)) + Fraction(1, cases)
        return chances

    def see(rng: Random) -> Trial[int]:
        fell = [dist.sample(rng) for dist in dists]
        return Trial(sum(fell), tuple(map(_piece, parts, fell)), str(sum(fell)))

    return _Source(reduce(lambda one, other: one + other, dists), probability_by_total, see, "Throw")


def _modelled(line: str) -> _Source:
    """Return the source for a model of the Builder. As the second method, enumerate all paths of the model."""
    model = gamelib.model(line)
    answer = model.exact()
    if answer.tail or answer.never:
        raise ValueError(f"“{line}” may go on without end; a question needs an end, as “4d6 until 6 : tries”.")
    if len(answer.dist) > MAX_OUTCOMES:
        raise ValueError(f"“{line}” has {len(answer.dist)} outcomes; chips can be put on at most {MAX_OUTCOMES}.")
    if (ways := model.exact_by_enumeration()) is None:
        raise ValueError(f"“{line}” has too many ways to list them as a second method; draw less often.")
    kinds = {part.group: part.device for part in iter_draw_stages(model.spec.stages) if not part.source_name}

    def see(rng: Random) -> Trial[Any]:
        run = model.play(rng)
        pieces: list[TrialItem] = []
        for step in run.stage_results:
            pieces += [GAP] if pieces else []
            pieces += [
                _piece({"d": "d6", "coin": "coin"}.get(kinds.get(step.group, ""), ""), value) for value in step.values
            ]
        return Trial(run.value, tuple(pieces), str(run.value))

    return _Source(answer.dist, lambda: ways, see, "Run it")


def _hits(dist: Dist[Any], asked: str, what: str) -> list[Any]:
    """Return the favourable outcomes, or all outcomes if the question asks for a mean.

    Raise ValueError if no outcome or every outcome is favourable.
    """
    words = [value for value in dist if isinstance(value, str)]
    if not asked:
        if words:
            raise ValueError(
                f"The {what} is {join_words(list(map(str, dist)))}: words have no mean, so say what is asked."
            )
        return list(dist)
    if words:
        named = asked.split(" or ")
        hits = [value for value in dist if str(value) in named]
    else:
        low, high = parse_range(asked)
        hits = [value for value in dist if low <= value <= high]
    if len(hits) in (0, len(dist)):
        raise ValueError(f"“{asked}” is sure or cannot be; the {what} is {join_words(list(map(str, dist)))}.")
    return hits


class CustomExperiment(Experiment):
    """Experiment made of coins and dice, or of a model, with its question."""

    def ask_with(self, event: str, mistakes: Mapping[str, tuple[str, str]] | None = None, *, id: str = "") -> Question:
        """Return a check question about another event with the same parts."""
        assert self.custom_question is not None
        return make_custom_experiment(
            f"{self.custom_question.title}: {event}", self.prompt, self.parts, event=event, mistakes=mistakes, id=id
        ).custom_or_bank_question

    prompt: str
    parts: Sequence[str] | str


def make_custom_experiment(
    title: str,
    prompt: str,
    parts: Sequence[str] | str,
    *,
    event: str = "",
    mistakes: Mapping[str, tuple[str, str]] | None = None,
    hints: Sequence[str] = (),
    outcome_label: str = "",
    id: str = "",
) -> CustomExperiment:
    """Create an experiment.

    `parts` lists coins and dice whose values are added, or is the line of a model (docs/chance-models.md).

    `prompt` is the question, in which {asked} stands for the event. `event` is for example "9 or more", or "red or
    blue" for words. If the event is empty, the question asks for the mean. `mistakes` maps each misconception to a pair
    of its wrong answer (a number or an expression) and the reply. `outcome_label` is the label of the axis. Raise
    ValueError with a plain sentence for invalid arguments.
    """
    source = _modelled(parts) if isinstance(parts, str) else _added(parts)
    dist, outcome_label = source.dist, outcome_label or ("outcome" if isinstance(parts, str) else "total")
    hits = _hits(dist, event, outcome_label)

    def second() -> Fraction:
        every = source.listed()
        return sum((p * (1 if event else value) for value, p in every.items() if value in hits), Fraction(0))

    exact = dist.p(hits) if event else dist.mean
    misconceptions = []
    for name, (answer, reply) in (mistakes or {}).items():
        value = evaluate_expression(answer).value
        if value == exact:
            raise ValueError(f"The mistake “{name}” leads to {value}, which is the right answer.")
        if not reply.strip():
            raise ValueError(f"The mistake “{name}” has no reply. Say what a pupil should look at.")
        misconceptions.append(Misconception(name, lambda value=value: value, _plain(reply)))

    def trial(rng: Random) -> Any:
        value = source.see(rng).outcome
        return value in hits if event else value

    question = Question(
        id=id or f"own-{re.sub('[^a-z0-9]+', '-', f'{title} {event}'.lower()).strip('-')}",
        game="",
        title=title,
        prompt=_plain(prompt.replace("{asked}", event)),
        concept=title,
        rules=(),
        level="easy",
        kind="chance" if event else "mean",
        exact_function=lambda: exact,
        check_function=second,
        trial_function=trial,
        misconceptions=tuple(misconceptions),
        hints=tuple(map(_plain, hints)),
        figure=Figure(
            "distribution", lambda: {"dist": dist, "xlabel": outcome_label, "mean": not event, "title": title}
        ),
        unit="" if event else outcome_label,
    )
    made = CustomExperiment(
        exact_distribution=lambda: dist,
        run_trial=source.see,
        outcome_label=outcome_label,
        custom_question=question,
        is_favourable=(lambda value: value in hits) if event else None,
        event_labels_template=f"{event}|something else" if event else "",
        unit="" if event else outcome_label,
        run_button_label=source.go,
        answer_terms=lambda: [
            AnswerTerm(str(value), dist.p(value) * (1 if event else value), f"{dist[value]} of {dist.total} ways")
            for value in hits
        ],
    )
    made.__dict__.update(prompt=prompt, parts=parts if isinstance(parts, str) else tuple(parts))
    return made


def _plain(text: str) -> str:
    """Escape the braces in a teacher's text, so that they are not placeholders."""
    return text.replace("{", "{{").replace("}", "}}")


def _piece(text: str, value: int | str) -> TrialItem:
    """Return a value as a visible item: a coin, a die of six faces, or a card."""
    if text == "coin":
        heads = value in (1, "H")
        return {"coin": "H" if heads else "T", "hit": heads}
    return {"die": value, "own": True} if text == "d6" and value in range(1, 7) else {"card": str(value)}
