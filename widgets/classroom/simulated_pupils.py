"""Simulated pupils for a rehearsal. They work through the real lesson and give typical answers from a seed.

Some pupils predict well, some spread their chips evenly, and some prefer one outcome. They make the known mistakes of
the questions, with or without hints. Two pupils are stuck at the hardest step until they get help.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import TypedDict

from ..lesson.experiment import OrderStepsTask, SelectCellsTask
from ..lesson.lesson_definition import PREDICTION_CHIPS
from ..lesson.limits import CONFIDENCE_LEVELS, MIN_ANSWERS_BEFORE_SOLUTION
from ..lesson.progress.explain_progress import ExplainTaskProgress
from ..lesson.progress.saved_progress import RestorableLessonProgress
from ..lesson.progress_report import CORRECT, OTHER_DIAGNOSIS, build_report
from ..lesson.scoring import spread_evenly
from ..page.protocol import Json
from .class_board import PREDICTION_GROUPS, prediction_shape_group
from .class_lesson import ClassLesson

PUPIL_COUNT = 28
STUCK_COUNT = 2
"""Number of pupils who are stuck at the explain task."""
_SHAPES = (0.3, 0.3, 0.2, 0.2)  # frequencies of PREDICTION_GROUPS
_MIND = (0.45, 0.4, 0.15)  # frequencies of first answers: correct, misconception, other
_AFTER_A_TALK = 0.75  # probability of a correct second vote
_WORDS = Path(__file__).with_suffix(".toml")


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(_WORDS.read_text(encoding="utf-8-sig"))


class SampleVote(TypedDict):
    """Vote for a work sample in a discussion."""

    slip: int


class ReplyText(TypedDict):
    """Sentence of a pupil in a discussion."""

    text: str


class SimulatedPupil:
    """One simulated pupil of a lesson. `reports` has the report after each action."""

    def __init__(self, course: ClassLesson, seed: int, number: int) -> None:
        self.course, self.number = course, number
        self._rng = Random(f"{seed} {number}")
        self.should_get_stuck = number < STUCK_COUNT
        self.reports: list[Json] = []
        self._more: Iterator[Json] | None = self._told(
            RestorableLessonProgress(course.definition, self._rng.randrange(1 << 30))
        )

    def report_after_actions_until_finished(self, action_count: int) -> Json | None:
        """Return the report after this number of actions, or None if the pupil has no further report."""
        while self._more is not None and len(self.reports) <= action_count:
            told = next(self._more, None)
            if told is None:
                self._more = None
            else:
                self.reports.append(told)
        return self.reports[action_count] if action_count < len(self.reports) else None

    def _told(self, pupil: RestorableLessonProgress) -> Iterator[Json]:
        """Work through all steps in order.

        Incomplete steps are left unfinished, as real pupils may leave them.
        """
        yield build_report(pupil)
        for kind in pupil.navigation.step_kinds:
            pupil.navigation.current_step = kind
            for _ in getattr(self, f"_{kind}", self._read)(pupil):
                yield build_report(pupil)

    # -- lesson steps ------------------------------------------------------------------------

    def _read(self, pupil: RestorableLessonProgress) -> Iterator[None]:
        with suppress(ValueError):
            pupil.navigation.advance()
        yield

    def _play(self, pupil: RestorableLessonProgress) -> Iterator[None]:
        if pupil.plan.experiment.mini_game_view:
            while pupil.hands_on.current_mini_game_view().action_labels:
                pupil.hands_on.take_action(
                    self._rng.randrange(len(pupil.hands_on.current_mini_game_view().action_labels))
                )
                yield
        else:
            pupil.hands_on.play_predicted_round(self._rng.randrange(len(pupil.hands_on.prediction_options)))
            yield
        yield from self._read(pupil)

    def _machine(self, pupil: RestorableLessonProgress) -> Iterator[None]:
        assert pupil.model_progress.task is not None
        if self._rng.random() < 0.4:
            pupil.model_progress.submit_model(pupil.model_progress.task.initial_model)
            yield
        pupil.model_progress.submit_model(pupil.model_progress.task.solution)
        yield from self._read(pupil)

    def _predict(self, pupil: RestorableLessonProgress) -> Iterator[None]:
        chips = self.draw_prediction_chips(
            PREDICTION_GROUPS[self._rng.choices(range(len(PREDICTION_GROUPS)), _SHAPES)[0]]
        )
        pupil.prediction.submit(
            chips,
            self._rng.choice(
                _words()["reasons"][
                    prediction_shape_group(self.course, chips)
                    if prediction_shape_group(self.course, chips) in _words()["reasons"]
                    else PREDICTION_GROUPS[3]
                ]
            ),
        )
        yield

    def draw_prediction_chips(self, prediction_group: str) -> list[int]:
        """Draw random prediction chips of this group, such as an even spread."""
        columns = len(self.course.column_names)
        if prediction_group == PREDICTION_GROUPS[1]:
            return list(spread_evenly(self.course.column_names, PREDICTION_CHIPS).values())
        if prediction_group == PREDICTION_GROUPS[2]:
            chips = [PREDICTION_CHIPS // (3 * columns)] * columns
            chips[self._rng.randrange(columns)] += PREDICTION_CHIPS - sum(chips)
            return chips
        weights = [
            p + (0.01 if prediction_group == PREDICTION_GROUPS[0] else self._rng.random() / columns)
            for p in self.course.probabilities
        ]
        chips = [int(PREDICTION_CHIPS * weight / sum(weights)) for weight in weights]
        chips[max(range(columns), key=weights.__getitem__)] += PREDICTION_CHIPS - sum(chips)
        return chips

    def _run(self, pupil: RestorableLessonProgress) -> Iterator[None]:
        for _ in range(self._rng.randint(3, 6)):
            pupil.trials.run_trials(10)
            yield
        with suppress(ValueError):
            pupil.trials.reveal_answer()
        yield

    def _why(self, pupil: RestorableLessonProgress) -> Iterator[None]:
        if pupil.explain_progress is None:
            yield from self._read(pupil)
            return
        yield from self._built(pupil, pupil.explain_progress)
        if self._rng.random() < 0.6:
            pupil.prediction.set_revised_reason(self._rng.choice(_words()["afterwards"]["all"]))
            yield
        pupil.navigation.current_step = "why"
        yield from self._read(pupil)

    def _built(self, pupil: RestorableLessonProgress, building: ExplainTaskProgress) -> Iterator[None]:
        """Make some incomplete attempts. Then submit the right solution, or let the page show it."""
        made = building.task
        building.is_sample_space_complete = True
        if isinstance(made, SelectCellsTask):
            good = sorted(made.favourable_cells)
            for _ in range(self._rng.randint(1, 2)):
                building.apply_submission(self._rng.sample(good, max(1, len(good) * 2 // 3)))
                yield
            if self._rng.random() < 0.3:
                building.apply_submission(
                    [*good, *[n for n in range(len(made.cells)) if n not in made.favourable_cells][:2]]
                )
                yield
            if self._rng.random() < 0.75:
                building.apply_submission(good)
        elif isinstance(made, OrderStepsTask):
            building.apply_submission(list(building.submission))
            yield
            if self._rng.random() < 0.75:
                building.apply_submission(sorted(building.submission))
        else:
            while not building.is_done and self._rng.random() < 0.9:
                building.apply_submission(
                    self._rng.randrange(len(made.questions[len(building.submission)].options_correct_first))
                )
                yield
        if not building.is_done:
            pupil.navigation.is_unlocked = True
            pupil.show_explanation_solution()
        yield

    def _change(self, pupil: RestorableLessonProgress) -> Iterator[None]:
        pupil.navigation.is_unlocked = True
        with suppress(ValueError):
            pupil.follow_up.predict_direction(self._rng.choice(("up", "same", "down")))
        yield from self._read(pupil)

    def _data(self, pupil: RestorableLessonProgress) -> Iterator[None]:
        yield from self._read(pupil)

    def _rank(self, pupil: RestorableLessonProgress) -> Iterator[None]:
        pupil.navigation.is_unlocked = True
        order = list(pupil.follow_up.item_order)
        self._rng.shuffle(order)
        with suppress(ValueError):
            pupil.follow_up.submit_order(order)
        yield from self._read(pupil)

    def _check(self, pupil: RestorableLessonProgress) -> Iterator[None]:
        pupil.navigation.is_unlocked = True
        for number in range(len(pupil.checks.current_attempts)):
            asks, settings = pupil.checks.question_and_settings(number)
            right, sure = str(Fraction(asks.exact_value(**settings))), self._rng.choice(list(CONFIDENCE_LEVELS))
            wrong = [str(Fraction(value)) for _, value, _ in asks.wrong_answers(**settings)]
            mind = self._rng.choices((CORRECT, 0, OTHER_DIAGNOSIS), _MIND)[0]
            texts = {CORRECT: [right], 0: wrong[:1] or ["1/2"], OTHER_DIAGNOSIS: ["1/7"]}[mind]
            for text in texts:
                with suppress(ValueError):
                    pupil.checks.submit_and_grade_answer(number, text, sure)
                yield
            if not pupil.checks.is_settled(number):
                yield from self._again(pupil, number, right)
        yield from self._read(pupil)

    def _again(self, pupil: RestorableLessonProgress, number: int, right: str) -> Iterator[None]:
        """After a wrong answer, use a hint in some cases. Then answer correctly, or let the page show the answer."""
        if self._rng.random() < 0.4:
            pupil.checks.show_next_hint(number)
            yield
        if self._rng.random() < 0.7:
            with suppress(ValueError):
                pupil.checks.submit_and_grade_answer(number, right, pupil.checks.current_attempts[number].confidence)
        else:
            for text in ("1/9", "2/9")[:MIN_ANSWERS_BEFORE_SOLUTION]:
                with suppress(ValueError):
                    pupil.checks.submit_and_grade_answer(number, text, pupil.checks.current_attempts[number].confidence)
            with suppress(ValueError):
                pupil.checks.show_answer(number)
        yield

    # -- class activities --------------------------------------------------------------------

    def draw_vote(self, subject: str, is_second_vote: bool) -> Json:
        """Draw a random vote. `is_second_vote` is true for the vote after the discussion."""
        if subject == "chips":
            return {
                "chips": self.draw_prediction_chips(
                    PREDICTION_GROUPS[0] if self._rng.random() < _AFTER_A_TALK else PREDICTION_GROUPS[3]
                )
            }
        check = self.course.votable_questions[int(subject)]
        places = [n for n, (_, meant) in enumerate(check.options) if meant == CORRECT]
        wrong = [n for n in range(len(check.options)) if n not in places]
        hit = self._rng.random() < (_AFTER_A_TALK if is_second_vote else _MIND[0])
        return {
            "option": self._rng.choice(places if hit or not wrong else wrong),
            "sure": self._rng.choice(list(CONFIDENCE_LEVELS)),
        }

    def draw_spot_vote(self, question: Json) -> Json:
        """Draw a random answer to a question that the teacher typed."""
        sure = self._rng.choice(list(CONFIDENCE_LEVELS))
        if question["kind"] == "choice":
            return {"option": self._rng.randrange(len(question["options"])), "sure": sure}
        return {"value": self._rng.choice([question["right"] or "1", "1/2", "1/6"]), "sure": sure}

    def draw_discussion_reply(self, discussion: Json) -> SampleVote | ReplyText:
        """Draw a random vote for a work sample if the discussion asks for one, otherwise a sentence."""
        if discussion["ask"] == "vote":
            return {"slip": self._rng.choice(discussion["slips"])}
        return {"text": self._rng.choice(_words()["sentences"]["all"])}

    def draw_action_delay(self) -> float:
        """Draw a random number of seconds until the next action."""
        return self._rng.uniform(3, 12)
