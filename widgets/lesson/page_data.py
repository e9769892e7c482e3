"""Data of a lesson page: plain JSON and figures, created from the lesson definition and the progress of a pupil.

The page contains all data only for the viewed step. For the other steps, the page has the name and the state (done,
open or closed).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib import Question
from gamelib.bank.school_terms import school_terms
from gamelib.number_format import (
    MAX_READABLE,
    capitalize_first,
    count_with_noun,
    format_fixed,
    format_percent,
)
from gamelib.tools.confidence_interval import estimate_mean, wilson_interval_95

from ..chart.trial import unseen_outcomes_text
from ..page.protocol import Json
from ..page.translations import load_texts as page_words
from .check_question_data import CHANCE, check_question_json
from .experiment import SelectCellsTask, answer_text, columns_and_probabilities
from .explain_task_data import explain_task_json
from .figures import SimulatedMean, calibration_figure, explanation_figure, question_figure, ranking_figure
from .lesson_definition import PREDICTION_CHIPS, STEP_HEADINGS, STEP_LABELS, LessonStep, Plan
from .lesson_notebooks import lesson_ids, lesson_title
from .limits import (
    CONFIDENCE_LEVELS,
    DIRECTIONS,
    MAX_MINI_GAMES,
    MAX_ROUNDS,
    MIN_TRIALS_BEFORE_ANSWER,
    TRIAL_BATCHES,
)
from .model_task import MIN_CHECKS_BEFORE_SOLUTION
from .outcome_chart import event_column_names, outcome_chart_data
from .prediction_feedback import comparison_lines, idea_behind_prediction, implied_answer_sentence
from .progress.saved_progress import RestorableLessonProgress
from .prose import Span, prose_to_spans, split_at_words
from .scoring import (
    ConfidenceRating,
    ordered_and_total_pair_counts,
)
from .scoring import calibration_groups as groups
from .typed_answers import expression_with_value_text, unreadable_fraction_sentence

DIRECTION_LABELS = {"up": "It goes up", "same": "It stays the same", "down": "It goes down"}
RANK_TRIALS = 400
MAX_WORDS_IN_SIGHT = 30
"""Maximum number of words before a pupil can do something. Later paragraphs are folded."""
MAX_ITEMS = 24


def integer_weights(probabilities: Mapping[str, Fraction]) -> dict[str, int]:
    """Return probabilities as integers over a common total."""
    common = lcm(*(p.denominator for p in probabilities.values()))
    return {name: int(p * common) for name, p in probabilities.items()}


def sum_of_fractions_text(terms: list[Fraction]) -> str:
    """Return a sum of fractions over a common denominator, such as "6/36 + 5/36 = 11/36"."""
    common, total = lcm(*(term.denominator for term in terms)), sum(terms, Fraction(0))
    if common >= MAX_READABLE:
        return f"All {len(terms)} numbers add up to {format_fixed(total, 4)}."
    over = " + ".join(f"{term * common}/{common}" for term in terms) + f" = {total * common}/{common}"
    return over if total.denominator == common else f"{over} = {total}"


class LessonPageData:
    """Page of one pupil. `current_step_json` returns the viewed step, and `figures` draw its pictures."""

    def __init__(self, plan: Plan, pupil: RestorableLessonProgress) -> None:
        self.plan, self.pupil = plan, pupil
        self.rated_answers_of_other_lessons: list[ConfidenceRating] = []
        """Confidence ratings from other lessons in this browser."""
        self.figures: dict[str, tuple[Any, Callable[[], Figure]]] = {}
        """Name of a figure -> (values that it depends on, function that draws it)."""

    def step_list_json(self) -> list[Json]:
        """Return all steps in order: kind, label, and state (here, done, open or closed)."""
        navigation, steps = self.pupil.navigation, []
        shown = self.pupil.steps_with_shown_solution()
        for kind in navigation.step_kinds:
            state = "done" if navigation.is_step_done(kind) else "open"
            state = "here" if kind == navigation.current_step else state if navigation.is_step_open(kind) else "closed"
            steps.append(
                {
                    "kind": kind,
                    "label": STEP_LABELS[kind],
                    "state": state,
                    "done": navigation.is_step_done(kind),
                    "shown": kind in shown,
                    "optional": kind in navigation.optional_steps,
                }
            )
        return steps

    def current_step_json(self) -> Json:
        """Return the data of the viewed step, and add its figures to `figures`."""
        self.figures = {}
        navigation = self.pupil.navigation
        step = self.plan.require_step(navigation.current_step)
        last = navigation.current_step == navigation.step_kinds[-1]
        follows = (
            "" if last else STEP_LABELS[navigation.step_kinds[navigation.step_kinds.index(navigation.current_step) + 1]]
        )
        lead, more = split_at_words(self.prose_spans(step.prose), MAX_WORDS_IN_SIGHT)
        shown: Json = {
            "kind": step.kind,
            "title": STEP_HEADINGS[step.kind],
            "text": lead,
            "more": more,
            "next": follows,
            "leave": STEP_LABELS["sum"] if navigation.can_skip_to_summary and not navigation.is_unlocked else "",
            "done": navigation.is_step_done(step.kind),
            "held": not (
                last
                or navigation.is_allowed_by_teacher(
                    navigation.step_kinds[navigation.step_kinds.index(navigation.current_step) + 1]
                )
            ),
        }
        return {**shown, **getattr(self, f"_{step.kind}")(step)}

    def prose_spans(self, text: str) -> list[list[Span]]:
        """Return the prose of a step with values in place of the placeholders."""
        return prose_to_spans(text, self.plan.prose_values)

    def _picture(self, name: str, key: Any, make: Callable[[], Figure]) -> str:
        self.figures[name] = (key, make)
        return name

    # -- before the prediction ---------------------------------------------------------------

    def _example(self, step: LessonStep) -> Json:
        made, given, counts = (step.extra_data[name] for name in ("experiment", "settings", "counts"))
        dist = made.exact_distribution(**given)
        name = made.outcome_name
        return {
            "ready": True,
            "caption": step.extra_data["title"].format_map(self.plan.prose_values),
            "bench": self._outcome_chart(
                made.outcome_label,
                [name(outcome) for outcome in dist],
                chips={name(outcome): n for outcome, n in step.extra_data["chips"].items()},
                counts={name(outcome): counts[outcome] for outcome in dist},
                probabilities={name(outcome): dist.p(outcome) for outcome in dist},
            ),
        }

    def _play(self, step: LessonStep) -> Json:
        pupil, made = self.pupil, self.plan.experiment
        if made.mini_game_view:
            return {
                "mini": self._mini(),
                "riddles": self.plan.game is not None,
                "ready": pupil.hands_on.has_played,
                "lookup": [] if made.is_lookup_spoiler else self._lookup(),
                "place": "start" if made.start_position else "",
            }
        right = sum(called == came for called, came in pupil.hands_on.predicted_rounds)
        went = pupil.hands_on.last_trial
        told = ""
        if went and pupil.hands_on.predicted_rounds:
            called, came = pupil.hands_on.predicted_rounds[-1]
            words = list(pupil.hands_on.prediction_options)
            told = f"You predicted “{words[called]}”" + (
                ", and that is what happened." if called == came else f"; it was “{words[came]}”."
            )
        return {
            "calls": list(pupil.hands_on.prediction_options),
            "lookup": self._lookup(),
            "go": made.run_button_label,
            "pieces": list(went.items[:MAX_ITEMS]) if went else [],
            "say": went.description if went else "",
            "prompt": page_words("table")["call_prompt"],
            "told": told,
            "score": f"{right} of {len(pupil.hands_on.predicted_rounds)} predictions were right"
            if pupil.hands_on.predicted_rounds
            else "",
            "left": MAX_ROUNDS - len(pupil.hands_on.predicted_rounds),
            "ready": bool(pupil.hands_on.predicted_rounds),
            "riddles": self.plan.game is not None,
            "place": "start" if made.start_position else "",
        }

    def _mini(self) -> Json:
        """Return the current view of the mini-game."""
        turn = self.pupil.hands_on.current_mini_game_view()
        more = not turn.action_labels and len(self.pupil.hands_on.mini_game_actions) < MAX_MINI_GAMES
        return {
            "pieces": list(turn.visible_items),
            "say": turn.message,
            "ask": turn.prompt,
            "moves": list(turn.action_labels),
            "more": more,
        }

    def _machine(self, step: LessonStep) -> Json:
        """Return the state of the model task and its feedback."""
        pupil = self.pupil
        done = pupil.navigation.is_step_done("machine")
        reply = pupil.model_progress.feedback
        if not reply and done:
            reply = (
                "Here is the finished model. Look at each part and at the result."
                if pupil.model_progress.is_solution_shown
                else "Correct! Your model gives the same values with the same probabilities."
            )
        return {
            "ready": done,
            "reply": reply,
            "right": done and not pupil.model_progress.feedback,
            "show_me": not done and pupil.model_progress.check_count >= MIN_CHECKS_BEFORE_SOLUTION,
        }

    def _predict(self, step: LessonStep) -> Json:
        pupil, plan = self.pupil, self.plan
        ask, lookup = self._asked(plan.question, plan.settings)
        return {
            "ask": ask,
            "lookup": lookup,
            "manner": plan.prediction_mode,
            "all": PREDICTION_CHIPS,
            "put": pupil.prediction.is_submitted,
            "reason": pupil.prediction.reason,
            "lines": self._thinking(),
            "bench": self._outcome_chart(
                plan.experiment.outcome_label, pupil.prediction.column_names, chips=self._chips()
            ),
            **self._says(),
        }

    def _outcome_chart(self, outcome_label: str, column_names: Sequence[str], **layers: Any) -> Json:
        """Return the columns of the outcome chart. They have intervals only if the lesson can explain intervals."""
        with_intervals = self.plan.should_show_confidence_intervals
        return outcome_chart_data(
            outcome_label, column_names, should_show_confidence_intervals=with_intervals, **layers
        )

    def _lookup(self, settings: Mapping[str, Any] | None = None) -> list[list[str]]:
        """Return the table of result values, at the settings of the lesson or at other settings."""
        made = self.plan.experiment
        return [list(row) for row in made.lookup_table(**(settings or self.plan.settings))] if made.lookup_table else []

    def _asked(self, question: Question, settings: Mapping[str, Any]) -> tuple[str, list[list[str]]]:
        """Return the text of a question and the table next to it. The text does not repeat the table."""
        ask, told = question.prompt_text(**settings), question.text_values(**settings).get("told")
        if not (self.plan.experiment.lookup_table and told and told in ask):
            return ask, []
        return " ".join(ask.replace(told, "").split()), self._lookup(settings)

    def _thinking(self) -> list[str]:
        """Return the expressions that the pupil evaluated before the prediction, each with the value."""
        return [
            expression_with_value_text(line, self.plan.experiment.is_favourable is not None)
            for line in self.pupil.prediction.draft_expressions
        ]

    def _chips(self) -> dict[str, int]:
        return dict(zip(self.pupil.prediction.column_names, self.pupil.prediction.chips, strict=True))

    def _says(self) -> Json:
        """Return the data that turn chips into an answer: favourable outcomes, or values of outcomes in a mean."""
        made, settings = self.plan.experiment, self.plan.settings
        outcomes = list(made.exact_distribution(**settings))
        if self.plan.prediction_mode != "chips":
            return {}
        if made.is_favourable is None:
            return {"worth": [float(made.value_in_mean(outcome, settings)) for outcome in outcomes], "unit": made.unit}
        asked = [i for i, outcome in enumerate(outcomes) if made.is_favourable(outcome, **settings)]
        return {"asked": asked, "asked_words": made.event_and_complement_labels(settings)[0]}

    # -- runs --------------------------------------------------------------------------------

    def _run(self, step: LessonStep) -> Json:
        pupil, made = self.pupil, self.plan.experiment
        place = {name: i for i, name in enumerate(pupil.prediction.column_names)}
        mean = made.is_favourable is None
        return {
            "bench": self._outcome_chart(
                made.outcome_label,
                pupil.prediction.column_names,
                chips=self._chips(),
                counts=pupil.trials.counts_by_column,
            ),
            "go": made.run_button_label,
            "portions": list(TRIAL_BATCHES),
            "last": [
                {"at": place[name], "pieces": list(seen.items[:MAX_ITEMS]), "say": seen.description or name}
                for name, seen in pupil.trials.last_batch_trials
            ],
            "trail": [[n, round(value, 4)] for n, value in pupil.trials.running_means],
            "running": (self.plan.question.unit or "mean")
            if mean
            else made.event_and_complement_labels(self.plan.settings)[0],
            "mean": mean,
            "unseen": self._unseen() if pupil.trials.trial_count >= MIN_TRIALS_BEFORE_ANSWER else [],
            "enough": MIN_TRIALS_BEFORE_ANSWER,
            "locked": pupil.prediction.is_submitted,
            "revealed": pupil.trials.is_answer_revealed,
        }

    def _unseen(self) -> list[str]:
        """Return the outcomes that have not occurred, each with the probability that this many trials miss it.

        The function computes these probabilities from the pupil's prediction.
        """
        pupil, chances = self.pupil, self.pupil.prediction.predicted_distribution()
        unseen: dict[Fraction, list[str]] = {}
        for name in pupil.trials.unseen_columns():
            unseen.setdefault(chances[name], []).append(name)
        right = "your prediction is" if self.plan.prediction_mode == "fraction" else "your chips are"
        return [
            f"Not seen yet: {', '.join(names)}. Suppose {right} right. Then the probability that "
            f"{'it' if len(names) == 1 else 'each of them'} is missing after {pupil.trials.trial_count:,} trials is "
            f"{format_percent((1 - p) ** pupil.trials.trial_count)}."
            for p, names in unseen.items()
        ]

    def _compare(self, step: LessonStep) -> Json:
        pupil, plan = self.pupil, self.plan
        if not pupil.prediction.is_submitted:  # a teacher unlocked it
            return {"ready": True, "bench": self._exact_bench(plan.settings), "lines": []}
        made, idea = plan.experiment, idea_behind_prediction(pupil)
        return {
            "ready": True,
            "caption": made.chart_caption(**plan.settings) if made.chart_caption else "",
            "bench": self._exact_bench(plan.settings, chips=self._chips(), counts=pupil.trials.counts_by_column),
            "lines": comparison_lines(pupil),
            "details_title": page_words("lesson")["comparison_details"],
            "thought": idea.text,
            "which": idea.options,
            "missing": unseen_outcomes_text(
                pupil.trials.counts_by_column, integer_weights(pupil.prediction.exact_probabilities)
            )
            if pupil.trials.unseen_columns() and pupil.trials.trial_count
            else "",
            "reason": pupil.prediction.reason,
            "thinking": self._thinking(),
        }

    def _exact_bench(self, settings: Mapping[str, Any], **more: Any) -> Json:
        plan = self.plan
        made = plan.experiment
        names, exact = columns_and_probabilities(made, settings, plan.prediction_mode)
        asked = event_column_names(made, settings, plan.prediction_mode)
        answer = answer_text(plan.question, plan.question.exact_value(**settings))
        note = (
            f"{made.event_and_complement_labels(settings)[0]}: {answer}"
            if asked
            else f"on average {answer} {made.unit}".strip()
        )
        return self._outcome_chart(
            made.outcome_label, names, probabilities=exact, event_columns=asked, note=note, **more
        )

    # -- why ---------------------------------------------------------------------------------

    def _why(self, step: LessonStep) -> Json:
        plan, pupil, building = self.plan, self.pupil, self.pupil.explain_progress
        ready = building is None or building.is_done
        shown: Json = {
            "ready": ready,
            "text": self.prose_spans(step.prose) if ready else [],
            "more": [],
            "help": building.feedback if building else "",
            "built": building is not None and building.is_done,
            "build": building and explain_task_json(building),
        }
        if not ready:
            return shown
        made = plan.experiment
        paths = made.answer_terms(**plan.settings) if made.answer_terms else []
        exactly = unreadable_fraction_sentence(plan.question.exact_value(**plan.settings))
        made_of = building and building.task
        grid = isinstance(made_of, SelectCellsTask) and bool(made_of.rows)  # the figure displays the selected cells
        return shown | {
            "big": f"{plan.prose_values['exact']}",
            "summary": f"See where this number comes from: {count_with_noun(len(paths), 'path')}" if paths else "",
            "paths": [
                {
                    "label": path.label,
                    "sum": path.formula_text,
                    "detail": path.detail,
                    "term": answer_text(plan.question, path.value),
                    "place": f"path {n}" if path.position_key is not None and made.position_after else "",
                }
                for n, path in enumerate(paths)
            ],
            "total": " ".join(
                filter(None, (sum_of_fractions_text([path.value for path in paths]) if len(paths) > 1 else "", exactly))
            ),
            "chart": "" if grid else self._picture("why", "why", self._explained),
            "reason": pupil.prediction.reason,
            "revised": pupil.prediction.revised_reason,
        }

    def _explained(self) -> Figure:
        return explanation_figure(self.plan)

    # -- change, order, check ----------------------------------------------------------------

    def _change(self, step: LessonStep) -> Json:
        plan, pupil = self.plan, self.pupil
        ((name, new),) = step.extra_data["setting"].items()
        parameter = plan.question.parameters[name]
        old = plan.settings[name]
        changed = self._lookup({**plan.settings, name: new})
        shown: Json = {
            "ask": (
                f"The setting “{parameter.label}” changes from {parameter.choice_label(old)} to "
                f"{parameter.choice_label(new)}. Does "
                "the answer go up, go down or stay the same?"
            ),
            "lookup": changed if changed != self._lookup() else [],
            "ways": [[way, DIRECTION_LABELS[way]] for way in DIRECTIONS],
            "guess": pupil.follow_up.predicted_direction,
        }
        if pupil.follow_up.predicted_direction:
            before, after = (plan.question.exact_value(**{**plan.settings, name: value}) for value in (old, new))
            way = DIRECTIONS[(after < before) * 2 + (after == before)]
            right = (
                "You were right."
                if way == pupil.follow_up.predicted_direction
                else f"You said: {DIRECTION_LABELS[pupil.follow_up.predicted_direction].lower()}."
            )
            moved = [answer_text(plan.question, value) for value in (before, after)]
            change = f"from {moved[0]} to {moved[1]}" if before != after else f"at {moved[0]}"
            shown["reply"] = f"{right} {DIRECTION_LABELS[way]}, {change}."
            shown["right"] = way == pupil.follow_up.predicted_direction
            told = (
                []
                if way == pupil.follow_up.predicted_direction
                else [step.extra_data["replies"][pupil.follow_up.predicted_direction]]
            )
            shown["because"] = [*self.prose_spans("\n\n".join(filter(None, [*told, step.extra_data["because"]])))]
            shown["both"] = [
                {
                    "caption": f"{mark}: {parameter.label_with_choice(value)}",
                    "bench": self._exact_bench({**plan.settings, name: value}),
                }
                for mark, value in (("Before", old), ("Now", new))
            ]
        return shown

    def _data(self, step: LessonStep) -> Json:
        pupil = self.pupil
        models = pupil.follow_up.models_for_own_data()
        dist = models[pupil.follow_up.data_model_index].experiment.exact_distribution()
        name = models[pupil.follow_up.data_model_index].experiment.outcome_name
        names = [name(outcome) for outcome in dist]
        shown: Json = {
            "models": [
                [words, [made.outcome_name(outcome) for outcome in made.exact_distribution()]] for words, made in models
            ],
            "model": pupil.follow_up.data_model_index,
            "tally": pupil.follow_up.own_counts,
            "verdict": pupil.follow_up.fit_result.verdict_text if pupil.follow_up.fit_result else "",
        }
        if pupil.follow_up.fit_result:
            counts = dict(zip(names, pupil.follow_up.own_counts, strict=True))
            exact = {name(outcome): dist.p(outcome) for outcome in dist}
            shown["bench"] = {
                **self._outcome_chart(
                    models[pupil.follow_up.data_model_index][1].outcome_label, names, counts=counts, probabilities=exact
                ),
                "own": True,
            }
        return shown

    def _rank(self, step: LessonStep) -> Json:
        pupil, more = self.pupil, step.extra_data
        asks, name, choices = more["question"], more["parameter"], more["choices"]
        parameter = asks.parameters[name]
        words = [str(parameter.choice_label(choice)) for choice in choices]
        shown: Json = {
            "ask": "Put these in order, from the lowest to the highest.",
            "items": [parameter.label_with_choice(choice) for choice in choices],
            "order": list(pupil.follow_up.item_order),
            "put": pupil.follow_up.is_order_submitted,
            "ready": step.extra_data["optional"],
        }
        if pupil.follow_up.is_order_submitted:
            values = [asks.exact_value(**more["settings"], **{name: choice}) for choice in choices]
            good, pairs = ordered_and_total_pair_counts([values[i] for i in pupil.follow_up.item_order])
            shown["reply"] = f"{good} of {pairs} pairs are in the right order."
            shown["right"] = good == pairs
            shown["because"] = self.prose_spans(more["because"])
            shown["chart"] = self._picture(
                "rank", tuple(pupil.follow_up.item_order), lambda: self._ranked(more, words, values)
            )
        return shown

    def _ranked(self, more: Mapping[str, Any], words: list[str], values: list[Fraction]) -> Figure:
        asks, name = more["question"], more["parameter"]
        seen = {}
        for word, choice in zip(words, more["choices"], strict=True):
            counts = asks.simulate(
                RANK_TRIALS, Random(f"{self.plan.id} {choice}"), **more["settings"], **{name: choice}
            )
            if asks.kind == CHANCE:
                seen[word] = SimulatedMean(counts[True] / RANK_TRIALS, *wilson_interval_95(counts[True], RANK_TRIALS))
            else:
                found = estimate_mean(counts)
                seen[word] = SimulatedMean(found.mean, found.low, found.high)
        place = {words[i]: place for place, i in enumerate(self.pupil.follow_up.item_order, 1)}
        best = max(range(len(values)), key=values.__getitem__)
        parameter = asks.parameters[name]
        return ranking_figure(
            dict(zip(words, values, strict=True)),
            seen,
            place,
            chance=asks.kind == CHANCE,
            xlabel=parameter.label,
            ylabel=asks.unit or asks.kind,
            title=f"The most: {parameter.label_with_choice(more['choices'][best])}, {answer_text(asks, values[best])}",
        )

    def _check(self, step: LessonStep) -> Json:
        return {
            "items": [self._check_question(number) for number in range(len(self.pupil.checks.current_attempts))],
            "sure": [[percentage, f"{words} ({percentage}%)"] for percentage, words in CONFIDENCE_LEVELS.items()],
        }

    def _check_question(self, question_index: int) -> Json:
        checks = self.pupil.checks
        question, settings = checks.question_and_settings(question_index)
        item = check_question_json(self.pupil, question_index, *self._asked(question, settings))
        attempt = checks.current_attempts[question_index]
        if item["settled"] and attempt.variant_index in attempt.viewed_figure_variants:
            item["chart"] = self._picture(
                f"check {question_index}", attempt.variant_index, lambda: question_figure(question, settings)
            )
        return item

    # -- the end -----------------------------------------------------------------------------

    def _back(self, step: LessonStep) -> Json:
        return {"ready": True, "place": "end" if self.plan.experiment.start_position else ""}

    def _sum(self, step: LessonStep) -> Json:
        pupil, plan = self.pupil, self.plan
        predicted = (
            {"chips": self._chips(), "counts": pupil.trials.counts_by_column} if pupil.prediction.is_submitted else {}
        )
        shown: Json = {
            "lines": self._course(),
            "reason": pupil.prediction.reason,
            "revised": pupil.prediction.revised_reason,
            "bench": self._exact_bench(plan.settings, **predicted),
        }
        grouped = groups([*self.rated_answers_of_other_lessons, *pupil.checks.rated_answers])
        if grouped:
            shown["chart"] = self._picture("calibration", tuple(grouped), lambda: calibration_figure(grouped))
            shown["after"] = prose_to_spans(
                "The chart compares how sure you felt with how often you were right, in all lessons in this browser. "
                "A dot on the line means that the two match.",
                {},
            )
        shown["home"] = "../index.ipynb"
        lessons = lesson_ids()
        place = lessons.index(plan.id) + 1 if plan.id in lessons else len(lessons)
        if place < len(lessons):
            shown["onward"] = {"link": f"{lessons[place]}.ipynb", "title": lesson_title(lessons[place])}
        terms = [term for term in school_terms().values() if term.lesson == plan.id]
        if terms:
            shown["terms_title"] = page_words("lesson")["terms_title"]
            shown["terms"] = [[capitalize_first(term.name), f"{term.definition} {term.example}"] for term in terms]
        return shown

    def _course(self) -> list[str]:
        """Return a summary of the pupil's work in the lesson, in a few lines."""
        pupil = self.pupil
        lines = []
        if pupil.prediction.is_submitted:
            lines.append(implied_answer_sentence(pupil))
        tried = [
            one
            for number in range(len(pupil.checks.current_attempts))
            for one in [pupil.checks.first_attempt(number)]
            if one.typed_answers or number in pupil.checks.required_question_indices
        ]
        if any(one.typed_answers for one in tried):
            first = sum(
                pupil.checks.is_first_answer_correct(number) for number in range(len(pupil.checks.current_attempts))
            )
            lines.append(f"Right at the first attempt: {first} of {count_with_noun(len(tried), 'question')}.")
        return lines
