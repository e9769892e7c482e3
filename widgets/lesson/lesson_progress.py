"""Progress of one pupil in a lesson: mini-games, prediction, trials and answers.

One step is open at a time. The next step opens when the previous one is done. The exact answer comes after the
prediction: `reveal_answer` raises an error until a prediction is submitted and enough trials are run. A teacher can
open all steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from gamelib import Question
from gamelib.chance import Model
from gamelib.number_format import round_half_up

from .arithmetic import evaluate_expression
from .experiment import Experiment, MiniGameView, Trial
from .explain_progress import ExplainTaskProgress, require_whole_number
from .goodness_of_fit import FitResult, compare_pupil_data_with_model
from .lesson_definition import PREDICTION_CHIPS, Plan
from .limits import (
    CONFIDENCE_LEVELS,
    DIRECTIONS,
    MAX_ANSWER_LENGTH,
    MAX_MINI_GAME_ACTIONS,
    MAX_MINI_GAMES,
    MAX_PREVIOUS_VARIANTS,
    MAX_ROUNDS,
    MAX_RUNNING_POINTS,
    MAX_TRIALS,
    MAX_TYPED_ANSWERS,
    MIN_ANSWERS_BEFORE_SOLUTION,
    MIN_TRIALS_BEFORE_ANSWER,
    PROGRESS_INTERVAL,
    READING_STEPS,
    REPORTED_TRIALS,
    SEED_COUNT,
    TRIAL_BATCHES,
    QuestionAttempt,
    truncate_reason,
)
from .misconceptions import (
    OTHER_DIAGNOSIS,
    IndexedMisconception,
    agreed_misconception,
    ask_which,
    candidate_misconceptions,
    collect_misconception_evidence,
    is_proved_by_expression,
    matching_misconceptions,
    misconception_reply,
    read_answer,
    unmatched_answer_reply,
)
from .model_task import MIN_CHECKS_BEFORE_SOLUTION, ModelTask
from .question_variants import QuestionVariants
from .scoring import RatedAnswer, chip_proportions
from .sub_questions import SubQuestion, SubQuestionProgress, sub_questions_for
from .typed_answers import append_evaluated_expression, check_answer


class LessonProgress:
    """Progress of one pupil. An action that is not possible now raises ValueError and changes nothing."""

    def __init__(self, plan: Plan, seed: int | None = None) -> None:
        plan.require_complete()
        self.plan = plan
        self.question_variants = QuestionVariants(plan)
        self.rng = Random(seed)
        self.last_allowed_step: str | None = None
        """Last step that the teacher allows, or None without a limit. A restart does not change it."""
        self.column_names, self.exact_probabilities = plan.columns_and_probabilities()
        self.step_kinds = [step.kind for step in plan.steps]
        self.optional_steps = {step.kind for step in plan.steps if step.extra_data.get("optional")}
        self.required_question_indices: tuple[int, ...] = (
            plan.require_step("check").extra_data["needed"] if plan.has_step("check") else ()
        )
        """Indices of the required check questions. The others are optional."""
        self.prediction_options = plan.experiment.prediction_options(plan.settings)
        self.explain_task = plan.experiment.explain_task(**plan.settings) if plan.experiment.explain_task else None
        self.restart()

    def restart(self) -> None:
        """Reset all progress, and draw new numbers for the questions."""
        self.seed = self.rng.randrange(SEED_COUNT)
        self.current_step = self.step_kinds[0]
        self.passed_reading_steps: set[str] = set()
        self.is_unlocked = False
        self.predicted_rounds: list[tuple[int, int]] = []
        """Prediction and outcome of each trial by hand, as indices of `prediction_options`."""
        self.last_trial: Trial | None = None
        self.mini_game_actions: list[list[int]] = [[]]
        """Actions in the mini-game, game by game."""
        self.model_task: ModelTask | None = None
        """Model task for the Builder. `model_text`: current model on the canvas."""
        self.model_text = self.explain_feedback = ""
        self.is_model_solved = self.is_model_solution_shown = False
        self.model_check_count = 0
        if "machine" in self.step_kinds:
            self.model_task = self.plan.require_step("machine").extra_data["machine"]
            self.model_text = self.model_task.initial_model.text
        self.chips = [0] * len(self.column_names)
        self.reason = self.revised_reason = ""
        self.draft_expressions: list[str] = []
        """Expressions that the pupil evaluated before the prediction."""
        self.is_prediction_submitted = False
        self.counts_by_column: Counter[str] = Counter()
        self.last_batch_trials: list[tuple[str, Trial]] = []
        self.running_means: list[tuple[int, float]] = []
        self.is_answer_revealed = False
        self.predicted_direction: str | None = None
        self.data_model_index = 0
        """Index of the selected model in the Own data step."""
        self.own_counts: list[int] = []
        self.fit_result: FitResult | None = None
        self.item_order: list[int] = []
        self.is_order_submitted = False
        if "rank" in self.step_kinds:
            self.item_order = list(range(len(self.plan.require_step("rank").extra_data["choices"])))
        self.current_attempts = [QuestionAttempt() for _ in self.question_variants.questions]
        self.previous_attempts: list[list[QuestionAttempt]] = [[] for _ in self.current_attempts]
        """Earlier attempts of each question, with other numbers."""
        self.feedback_by_question: dict[int, str] = {}
        self.misconception_choices: dict[int, list[IndexedMisconception]] = {}
        """Misconceptions that match the last answer to a question, as choices for the pupil."""
        self.confirmed_misconception: int | None = None
        """Misconception that the pupil named as the reason for the prediction."""
        self.rated_answers: list[RatedAnswer] = []
        self.reset_explain_task()

    def reset_explain_task(self) -> None:
        """Reset the explain task of the Why step."""
        self.explain_progress = None if self.explain_task is None else ExplainTaskProgress(self.explain_task, self.seed)

    # -- the way through the lesson ----------------------------------------------------------

    def is_step_done(self, kind: str) -> bool:
        """Return whether a step is done."""
        if kind in READING_STEPS:
            return kind in self.passed_reading_steps
        return {
            "machine": self.is_model_solved or self.is_model_solution_shown,
            "predict": self.is_prediction_submitted,
            "run": self.is_answer_revealed,
            "why": "why" in self.passed_reading_steps
            if self.explain_progress is None
            else self.explain_progress.is_done,
            "change": self.predicted_direction is not None,
            "data": self.fit_result is not None,
            "rank": self.is_order_submitted,
            "check": all(self.is_settled(number) for number in self.required_question_indices),
        }[kind]

    @property
    def is_finished(self) -> bool:
        """Whether the required questions are settled. Without questions, whether the last step is seen."""
        if self.required_question_indices:
            return self.is_step_done("check")
        return self.is_answer_revealed and self.current_step == self.step_kinds[-1]

    def is_step_open(self, kind: str) -> bool:
        """Return whether a step is open: earlier ones are done or unlocked by a teacher, and the teacher allows it."""
        before = self.step_kinds[: self.step_kinds.index(kind)]
        if kind == "sum" and self.is_answer_revealed:  # after the exact answer, the pupil may stop
            return self.is_allowed_by_teacher(kind)
        return self.is_allowed_by_teacher(kind) and (
            self.is_unlocked or all(one in self.optional_steps or self.is_step_done(one) for one in before)
        )

    def is_allowed_by_teacher(self, kind: str) -> bool:
        """Return whether the teacher allows this step."""
        return self.last_allowed_step is None or self.step_kinds.index(kind) <= self.step_kinds.index(
            self.last_allowed_step
        )

    def set_last_allowed_step(self, kind: Any) -> None:
        """Set the last step that the teacher allows (None removes the limit). Pupils in later steps return to it."""
        if kind is not None and kind not in self.step_kinds:
            raise ValueError("This lesson has no such step.")
        self.last_allowed_step = kind
        if not self.is_allowed_by_teacher(self.current_step):
            self.current_step = str(kind)

    @property
    def can_skip_to_summary(self) -> bool:
        """Whether the pupil may postpone the other steps: the summary is open from the Compare step on."""
        return (
            "sum" in self.step_kinds[self.step_kinds.index(self.current_step) + 2 :]
            and self.current_step != "run"
            and self.is_step_open("sum")
        )

    def go_to_step(self, kind: Any) -> None:
        """Go to a step."""
        if kind not in self.step_kinds or not self.is_step_open(kind):
            raise ValueError("This step opens when those before it are done.")
        self.current_step = kind

    def advance(self) -> None:
        """Go to the next step."""
        if self.current_step == "play" and not self.has_played and not self.is_unlocked:
            raise ValueError("Finish this step first.")
        if self.current_step in READING_STEPS or (self.current_step == "why" and self.explain_progress is None):
            self.passed_reading_steps.add(self.current_step)
        if (
            not self.is_step_done(self.current_step)
            and self.current_step not in self.optional_steps
            and not self.is_unlocked
        ):
            raise ValueError("Finish this step first.")
        place = self.step_kinds.index(self.current_step)
        self._advance_if_allowed(self.step_kinds[min(place + 1, len(self.step_kinds) - 1)])

    def _advance_if_allowed(self, kind: str) -> None:
        """Go to a step unless the teacher does not allow it yet."""
        if self.is_allowed_by_teacher(kind):
            self.current_step = kind

    def unlock_all(self) -> None:
        """Unlock all steps for a teacher."""
        self.is_unlocked = True

    def require_open_step(self, kind: str) -> None:
        if kind not in self.step_kinds or not self.is_step_open(kind):
            raise ValueError("This step opens when those before it are done.")

    # -- by hand, prediction, runs, exact answer ---------------------------------------------

    def play_predicted_round(self, option_index: Any) -> None:
        """Play one trial by hand with a prediction."""
        self.require_open_step("play")
        if self.plan.experiment.mini_game_view:
            raise ValueError("Play at the small table.")
        if require_whole_number(option_index) >= len(self.prediction_options):
            raise ValueError("Call one of those that are there.")
        if len(self.predicted_rounds) >= MAX_ROUNDS:
            raise ValueError(f"{MAX_ROUNDS} goes are enough for a start.")
        self.last_trial = self.plan.experiment.run_trial(self.rng, **self.plan.settings)
        came = next(i for i, inside in enumerate(self.prediction_options.values()) if self.last_trial.outcome in inside)
        self.predicted_rounds.append((option_index, came))

    def current_mini_game_view(self) -> MiniGameView:
        """Return the current view of the mini-game."""
        mini = self.plan.experiment.mini_game_view
        if mini is None:
            raise ValueError("There is no small table here.")
        rng = Random(f"{self.seed} game {len(self.mini_game_actions)}")
        return mini(rng, tuple(self.mini_game_actions[-1]), **self.plan.settings)

    def take_action(self, action_index: Any) -> None:
        """Take an action in the mini-game."""
        self.require_open_step("play")
        if (
            require_whole_number(action_index) >= len(self.current_mini_game_view().action_labels)
            or len(self.mini_game_actions[-1]) >= MAX_MINI_GAME_ACTIONS
        ):
            raise ValueError("Choose one of those that are there.")
        self.mini_game_actions[-1] = [*self.mini_game_actions[-1], action_index]

    def start_another_mini_game(self) -> None:
        """Start another mini-game."""
        self.require_open_step("play")
        if self.current_mini_game_view().action_labels:
            raise ValueError("This one is not over yet.")
        if len(self.mini_game_actions) >= MAX_MINI_GAMES:
            raise ValueError(f"{MAX_MINI_GAMES} games are enough for a start.")
        self.mini_game_actions = [*self.mini_game_actions, []]

    @property
    def has_played(self) -> bool:
        """Whether the pupil has played a trial by hand, or a complete mini-game."""
        if self.plan.experiment.mini_game_view is None:
            return bool(self.predicted_rounds)
        return len(self.mini_game_actions) > 1 or not self.current_mini_game_view().action_labels

    def set_model(self, made: Model) -> None:
        """Set the current model on the canvas of the Builder, without checking it."""
        self.require_open_step("machine")
        if made.text != self.model_text:
            self.model_text, self.explain_feedback = made.text, ""

    def submit_model(self, made: Model) -> str:
        """Check whether the model matches the experiment. Return feedback for a wrong model, or an empty text."""
        self.set_model(made)
        assert self.model_task is not None, "there is such a step"
        self.explain_feedback = self.model_task.feedback_to_model(made)
        self.model_check_count += 1
        self.is_model_solved = self.is_model_solved or not self.explain_feedback
        return self.explain_feedback

    def show_model_solution(self) -> None:
        """Show the model solution. This needs some tries first."""
        self.require_open_step("machine")
        if self.model_task is None or self.is_model_solved or self.model_check_count < MIN_CHECKS_BEFORE_SOLUTION:
            raise ValueError(f"Try {MIN_CHECKS_BEFORE_SOLUTION} times first.")
        self.model_text, self.explain_feedback, self.is_model_solution_shown = self.model_task.solution.text, "", True

    def set_chips_and_reason(self, chips: Any, reason: Any = None, must_place_all: bool = False) -> None:
        """Set the chips and the reason, before the prediction is submitted. `must_place_all`: no chip may be left."""
        self.require_open_step("predict")
        if self.is_prediction_submitted:
            raise ValueError("Your prediction is put down. Start again to make another.")
        fits = isinstance(chips, list) and len(chips) == len(self.column_names)
        if (
            not fits
            or not all(type(n) is int and 0 <= n <= PREDICTION_CHIPS for n in chips)
            or sum(chips) > PREDICTION_CHIPS
        ):
            raise ValueError(f"Spread {PREDICTION_CHIPS} chips over the {len(self.column_names)} outcomes.")
        if must_place_all and not any(chips) and self.plan.prediction_mode == "fraction":
            raise ValueError("Move the slider first, or say fifty-fifty.")
        if must_place_all and sum(chips) < PREDICTION_CHIPS:
            raise ValueError(
                f"{PREDICTION_CHIPS - sum(chips)} of your {PREDICTION_CHIPS} chips are left. Put them all down."
            )
        self.chips = list(chips)
        self.reason = truncate_reason(reason)

    def add_draft_expression(self, text: Any) -> str:
        """Evaluate an expression before the prediction and store it.

        A slider moves to its value if it is a probability.
        """
        self.require_open_step("predict")
        if self.is_prediction_submitted:
            raise ValueError("Your prediction is put down.")
        worked, self.draft_expressions = append_evaluated_expression(
            text, self.draft_expressions, self.plan.experiment.is_favourable is not None
        )
        value = evaluate_expression(self.draft_expressions[-1]).value
        if self.plan.prediction_mode == "fraction" and 0 <= value <= 1:
            mine = int(round_half_up(value * PREDICTION_CHIPS))
            self.set_chips_and_reason([mine, PREDICTION_CHIPS - mine], self.reason)
        return worked

    def submit_prediction(self, chips: Any, reason: Any = None) -> None:
        """Submit the prediction. All chips must be placed."""
        self.set_chips_and_reason(chips, reason, must_place_all=True)
        self.is_prediction_submitted = True
        self._advance_if_allowed("run")

    def predicted_distribution(self) -> dict[Any, Fraction]:
        """Return the prediction as proportions. ValueError before the first one."""
        return chip_proportions(dict(zip(self.column_names, self.chips, strict=True)))

    def run_trials(self, n: Any, on_progress: Callable[[int, int], None] | None = None) -> None:
        """Run n more trials. `on_progress(done, n)` is called during long runs."""
        if not self.is_prediction_submitted:
            raise ValueError("Put down your prediction first.")
        if n not in TRIAL_BATCHES or isinstance(n, bool):
            raise ValueError("There are runs of 1, 10 and 1000.")
        if self.trial_count + n > MAX_TRIALS:
            raise ValueError(f"{MAX_TRIALS:,} runs are enough.")
        see, settings = self.plan.experiment.run_trial, self.plan.settings
        self.last_batch_trials = []
        worth = self.plan.column_values
        total = self.trial_count
        so_far = sum(worth[name] * k for name, k in self.counts_by_column.items())
        for done in range(n):
            seen = see(self.rng, **settings)
            name = self.plan.column_of_outcome(seen.outcome)
            self.counts_by_column[name] += 1
            so_far += worth[name]
            total += 1
            if n < 1000 or total % 10 == 0 or total <= REPORTED_TRIALS:
                self.running_means.append((total, so_far / total))
            if n <= TRIAL_BATCHES[1]:
                self.last_batch_trials.append((name, seen))
            if on_progress and n > PROGRESS_INTERVAL and (done + 1) % PROGRESS_INTERVAL == 0:
                on_progress(done + 1, n)
        if len(self.running_means) > MAX_RUNNING_POINTS:  # thin out many points, but keep the first ones
            first, rest = self.running_means[:REPORTED_TRIALS], self.running_means[REPORTED_TRIALS:]
            step = -(-len(rest) // (MAX_RUNNING_POINTS - REPORTED_TRIALS))
            self.running_means = first + rest[::-step][::-1]

    @property
    def trial_count(self) -> int:
        """Number of trials so far."""
        return self.counts_by_column.total()

    def unseen_columns(self) -> list[str]:
        """Return the outcomes that have not occurred."""
        return [name for name in self.column_names if not self.counts_by_column[name]]

    def reveal_answer(self) -> None:
        """Reveal the exact answer."""
        if not self.is_prediction_submitted:
            raise ValueError("Put down your prediction first.")
        if self.trial_count < MIN_TRIALS_BEFORE_ANSWER:
            raise ValueError(f"Make {MIN_TRIALS_BEFORE_ANSWER} runs first.")
        if not self.is_allowed_by_teacher("compare"):
            raise ValueError("Your teacher opens this for all.")
        self.is_answer_revealed = True
        self.current_step = "compare"

    # -- why ---------------------------------------------------------------------------------

    def submit_explanation(self, work: Any) -> None:
        """Submit a part of the explain task: selected cells, an option at this level, or an order of steps."""
        self.require_open_step("why")
        if self.explain_progress is None or self.explain_progress.is_done:
            raise ValueError("There is nothing to build here.")
        self.explain_progress.apply_submission(work)

    def show_explanation_solution(self) -> None:
        """Show the solution of the explain task."""
        self.require_open_step("why")
        if self.explain_progress is None:
            raise ValueError("There is nothing to build here.")
        self.explain_progress.fill_in_solution()
        self.explain_progress.is_solution_shown = True

    def set_revised_reason(self, reason: Any) -> None:
        """Set the revised version of the earlier reason."""
        self.require_open_step("why")
        self.revised_reason = truncate_reason(reason)

    # -- change, order, checks ---------------------------------------------------------------

    def predict_direction(self, direction: Any) -> None:
        """Predict once in which direction the answer moves."""
        self.require_open_step("change")
        if direction not in DIRECTIONS or self.predicted_direction:
            raise ValueError("Say once whether the answer goes up, stays or goes down.")
        self.predicted_direction = direction

    def data_models(self) -> list[tuple[str, Experiment]]:
        """Return the models for the pupil's own data, each with its label."""
        return list(self.plan.require_step("data").extra_data["models"].items())

    def compare_own_data(self, model_index: Any, counts: Any) -> None:
        """Compare the pupil's own data with a model."""
        self.require_open_step("data")
        models = self.data_models()
        if require_whole_number(model_index) >= len(models) or not isinstance(counts, list):
            raise ValueError("Choose one of those that are there.")
        dist = models[model_index][1].exact_distribution()
        self.fit_result = compare_pupil_data_with_model(counts, [dist.p(outcome) for outcome in dist])
        self.data_model_index, self.own_counts = model_index, list(counts)

    def set_item_order(self, order: Any) -> None:
        """Set the order of the items."""
        self.require_open_step("rank")
        if (
            self.is_order_submitted
            or not isinstance(order, list)
            or sorted(map(require_whole_number, order)) != sorted(self.item_order)
        ):
            raise ValueError("Each plan has one place.")
        self.item_order = list(order)

    def submit_order(self, order: Any) -> None:
        """Submit the final order."""
        self.set_item_order(order)
        self.is_order_submitted = True

    def question_and_settings(self, question_index: int) -> tuple[Question, dict[str, Any]]:
        """Return a check question and its current numbers."""
        return self.question_variants.questions[question_index], self.question_variants.variant_settings(
            question_index, self.seed, self.current_attempts[question_index].variant_index
        )

    def submit_answer(self, number: Any, text: Any, confidence: Any) -> bool:
        """Submit a typed number or expression as the answer to a check question. Return whether it is right."""
        self.require_open_step("check")
        mine = self.current_attempts[require_whole_number(number)]
        asks, settings = self.question_and_settings(number)
        if self.is_settled(number) or not isinstance(text, str) or len(mine.typed_answers) >= MAX_TYPED_ANSWERS:
            raise ValueError("Type an answer, and say how sure you are.")
        text = text.strip()
        if len(text) > MAX_ANSWER_LENGTH:
            raise ValueError(
                f"Type a number or a line of at most {MAX_ANSWER_LENGTH} characters; a percentage is enough."
            )
        exact, chance = asks.exact_value(**settings), asks.kind == "chance"
        right = check_answer(read_answer(asks, settings, text), exact, chance)
        if not mine.typed_answers:
            if confidence not in CONFIDENCE_LEVELS or isinstance(confidence, bool):
                raise ValueError("Say how sure you are, too.")
            mine.confidence = confidence
            self.rated_answers.append(RatedAnswer(confidence, right))
        if text not in mine.typed_answers:
            mine.typed_answers.append(text)
            mine.confirmed_misconceptions.append(None)
        mine.current_answer_index = mine.typed_answers.index(text)
        mine.is_correct = right
        self._update_feedback(number)
        return right

    def _update_feedback(self, question_index: int) -> None:
        """Update the feedback to the last answer."""
        mine = self.current_attempts[question_index]
        self.misconception_choices.pop(question_index, None)
        self.feedback_by_question.pop(question_index, None)
        if mine.is_correct:
            return
        asks, settings = self.question_and_settings(question_index)
        exact, chance = asks.exact_value(**settings), asks.kind == "chance"
        typed = read_answer(asks, settings, mine.typed_answers[mine.current_answer_index])
        fits, chosen = (
            matching_misconceptions(asks, settings, typed),
            mine.confirmed_misconceptions[mine.current_answer_index],
        )
        said = next((thought for thought in fits if thought.bank_index == chosen), None)
        if said or is_proved_by_expression(typed, fits):
            self.feedback_by_question[question_index] = misconception_reply(said or fits[0])
        elif fits and chosen is None:
            self.misconception_choices[question_index] = fits
            self.feedback_by_question[question_index] = ask_which(typed, chance)
        else:
            self.feedback_by_question[question_index] = unmatched_answer_reply(typed, exact, chance, asks.unit)

    def confirm_answer_misconception(self, number: Any, choice: Any) -> None:
        """Confirm the misconception behind the last answer, or a different idea."""
        self.require_open_step("check")
        mine = self.current_attempts[require_whole_number(number)]
        if choice != OTHER_DIAGNOSIS and choice not in [
            thought.bank_index for thought in self.misconception_choices.get(number, [])
        ]:
            raise ValueError("Choose one of those that are there.")
        if number not in self.misconception_choices:
            raise ValueError("Answer first.")
        mine.confirmed_misconceptions[mine.current_answer_index] = choice
        self._update_feedback(number)

    def sub_question_progress(self, question_index: int) -> SubQuestionProgress | None:
        """Return the sub-questions after a wrong answer to a check question.

        They are two intermediate steps, or the same question with smaller numbers. None if there are none, or no wrong
        answer.
        """
        mine, (asks, settings) = self.current_attempts[question_index], self.question_and_settings(question_index)
        if not mine.typed_answers or mine.is_correct:
            return None
        own = sub_questions_for(asks, settings)
        if own:
            return SubQuestionProgress(own, True, mine.sub_question_answers)
        smaller = self.question_variants.easier_settings(question_index, settings)
        if smaller is None:
            return None
        return SubQuestionProgress(
            (SubQuestion(asks.prompt_text(**smaller), asks.exact_value(**smaller), asks.kind == "chance"),),
            False,
            mine.sub_question_answers,
        )

    def open_sub_questions(self, number: Any) -> None:
        """Open the sub-questions."""
        self.require_open_step("check")
        if self.is_settled(require_whole_number(number)) or self.sub_question_progress(number) is None:
            raise ValueError("There is no easier question here.")
        self.current_attempts[number].has_opened_sub_questions = True

    def answer_sub_question(self, number: Any, text: Any) -> str:
        """Answer a sub-question, which does not count. Return the feedback."""
        self.require_open_step("check")
        way = self.sub_question_progress(require_whole_number(number))
        if way is None or not self.current_attempts[number].has_opened_sub_questions:
            raise ValueError("There is no easier question here.")
        if not isinstance(text, str) or len(text) > MAX_ANSWER_LENGTH:
            raise ValueError("Type a number or a line.")
        after = way.with_answer(text)
        self.current_attempts[number].sub_question_answers = after.typed_answers
        return after.feedback or "Right."

    def add_expression(self, number: Any, text: Any) -> str:
        """Evaluate an expression next to a check question and store it.

        Return a text such as "3/8+1/8 = 1/2 (50.0 %)".
        """
        self.require_open_step("check")
        mine = self.current_attempts[require_whole_number(number)]
        worked, mine.expressions = append_evaluated_expression(
            text, mine.expressions, self.question_and_settings(number)[0].kind == "chance"
        )
        return worked

    def candidate_misconceptions(self) -> list[IndexedMisconception]:
        """Return the misconceptions that match the prediction, until one is confirmed."""
        return candidate_misconceptions(self.plan, self.predicted_distribution(), self.implied_answer(), self.reason)

    def evident_misconception(self) -> IndexedMisconception | None:
        """Return the misconception on which number, chips and reason of the prediction agree, or None."""
        return agreed_misconception(
            collect_misconception_evidence(self.plan, self.predicted_distribution(), self.implied_answer(), self.reason)
        )

    def confirm_prediction_misconception(self, choice: Any) -> None:
        """Confirm the misconception behind the prediction, or a different idea."""
        self.require_open_step("compare")
        if not self.is_prediction_submitted or (
            choice != OTHER_DIAGNOSIS and choice not in [one.bank_index for one in self.candidate_misconceptions()]
        ):
            raise ValueError("Choose one of those that are there.")
        self.confirmed_misconception = choice

    def implied_answer(self) -> Fraction:
        """Return the answer to the question that the prediction implies."""
        made, said = self.plan.experiment, self.predicted_distribution()
        outcomes = {
            self.plan.column_of_outcome(outcome): outcome for outcome in made.exact_distribution(**self.plan.settings)
        }
        if made.is_favourable is None:
            return sum(
                (said[name] * made.value_in_mean(o, self.plan.settings) for name, o in outcomes.items()), Fraction(0)
            )
        asked = (name for name, o in outcomes.items() if made.is_favourable(o, **self.plan.settings))
        return sum((said[name] for name in asked), Fraction(0))

    def is_answer_correct(self, question_index: int) -> bool:
        """Return whether the last answer to a check question is right."""
        return self.current_attempts[question_index].is_correct

    def is_settled(self, question_index: int) -> bool:
        """Return whether a check question is answered correctly, or its answer was shown."""
        return self.current_attempts[question_index].is_answer_shown or self.is_answer_correct(question_index)

    def show_answer(self, number: Any) -> None:
        """Show the answer of a check question. This needs some tries first."""
        self.require_open_step("check")
        mine = self.current_attempts[require_whole_number(number)]
        if len(mine.typed_answers) < MIN_ANSWERS_BEFORE_SOLUTION or self.is_settled(number):
            raise ValueError(f"Try {MIN_ANSWERS_BEFORE_SOLUTION} times first.")
        mine.is_answer_shown = True

    def show_next_hint(self, number: Any) -> None:
        """Show the next hint."""
        self.require_open_step("check")
        mine = self.current_attempts[require_whole_number(number)]
        mine.hint_count = min(mine.hint_count + 1, len(self.question_and_settings(number)[0].hints))

    def mark_figure_viewed(self, number: Any) -> None:
        """Mark the figure of a check question as viewed. Variants that the figure reveals are not asked any more."""
        self.require_open_step("check")
        mine = self.current_attempts[require_whole_number(number)]
        if not self.is_settled(number):
            raise ValueError("Answer first.")
        if mine.variant_index not in mine.viewed_figure_variants:
            mine.viewed_figure_variants = [*mine.viewed_figure_variants, mine.variant_index]

    def start_next_variant(self, number: Any) -> None:
        """Start the same question with other numbers."""
        self.require_open_step("check")
        mine = self.current_attempts[require_whole_number(number)]
        draw = self.next_unrevealed_variant(number)
        if draw is None:
            raise ValueError("The picture has told you all others.")
        if mine.typed_answers:
            first, *later = [*self.previous_attempts[number], mine]
            self.previous_attempts[number] = [first, *later[-MAX_PREVIOUS_VARIANTS:]]
        self.current_attempts[number] = QuestionAttempt(draw, viewed_figure_variants=mine.viewed_figure_variants)
        self.feedback_by_question.pop(number, None)
        self.misconception_choices.pop(number, None)

    def next_unrevealed_variant(self, question_index: int) -> int | None:
        """Return the next variant of a check question that the page does not reveal, or None if there is none."""
        mine = self.current_attempts[question_index]
        beside = [(n, one.variant_index) for n, one in enumerate(self.current_attempts) if n != question_index]
        return self.question_variants.next_unrevealed_variant(
            question_index, self.seed, mine.variant_index, mine.viewed_figure_variants, beside
        )

    def first_attempt(self, question_index: int) -> QuestionAttempt:
        """Return the attempt at a check question with its first numbers."""
        return (self.previous_attempts[question_index] or self.current_attempts[question_index : question_index + 1])[0]

    def is_first_answer_correct(self, question_index: int) -> bool:
        """Return whether the very first answer to a check question was right."""
        first = self.first_attempt(question_index)
        return first.is_correct and len(first.typed_answers) == 1

    def assisted_steps(self) -> list[str]:
        """Return the steps that are done because a solution or an answer was shown."""
        built = self.explain_progress is not None and self.explain_progress.is_solution_shown
        told = any(
            answer.is_answer_shown
            for n in self.required_question_indices
            for answer in (*self.previous_attempts[n], self.current_attempts[n])
        )
        states = (("machine", self.is_model_solution_shown), ("why", built), ("check", told))
        return [kind for kind, so in states if so and kind in self.step_kinds]
