"""Data of a lesson page: plan and progress in, plain JSON and figures out. The module has no widget.

The page contains only the viewed step. For the other steps it has the name, and whether they are done or open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib import Question
from gamelib.number_format import (
    MAX_READABLE,
    NO_BREAK_SPACE,
    count_with_noun,
    format_answer,
    format_chance,
    format_fixed,
    format_percent,
    round_half_up,
)
from gamelib.tools.confidence_interval import estimate_mean, wilson_interval_95

from ..chart.trial import unseen_outcomes_text
from ..page.protocol import Json
from ..page.translations import load_texts as page_words
from .experiment import BuildTreeTask, SelectCellsTask, answer_text, columns_and_probabilities
from .explain_progress import ExplainTaskProgress
from .figures import calibration_figure, explanation_figure, question_figure, ranking_figure
from .lesson_definition import PREDICTION_CHIPS, STEP_HEADINGS, STEP_LABELS, LessonStep, Plan
from .lesson_notebooks import lesson_ids, lesson_title
from .limits import (
    CONFIDENCE_LEVELS,
    DIRECTIONS,
    MAX_MINI_GAMES,
    MAX_ROUNDS,
    MIN_ANSWERS_BEFORE_SOLUTION,
    MIN_TRIALS_BEFORE_ANSWER,
    TRIAL_BATCHES,
)
from .misconceptions import (
    OTHER_DIAGNOSIS,
    IndexedMisconception,
    chip_pattern_reply,
    misconception_reply,
    prediction_consequence_text,
)
from .model_task import MIN_CHECKS_BEFORE_SOLUTION
from .outcome_chart import event_column_names, outcome_chart_data
from .prose import Span, glossary, glossary_terms_in, prose_to_spans, split_at_words
from .saved_progress import RestorableLessonProgress
from .scoring import (
    RatedAnswer,
    chip_proportions,
    ordered_and_total_pair_counts,
    spread_evenly,
    total_variation_in_chips,
)
from .scoring import calibration_groups as groups
from .typed_answers import answer_display_text, exact_fraction_sentence, expression_with_value_text

DIRECTION_LABELS = {"up": "It goes up", "same": "It stays the same", "down": "It goes down"}
RANK_TRIALS = 400
MAX_WORDS_IN_SIGHT = 45
"""Maximum number of words before a pupil can do something. Later paragraphs are folded."""
MAX_ITEMS = 24
CHANCE = "chance"
LARGE_ERROR = Fraction(1, 10)
"""Minimum error of a prediction that gets an explanation of its meaning, relative to the range of the answers."""
MIN_PROBABILITY_FOR_CHIP = Fraction(1, 20)
"""Minimum probability of an outcome for which a prediction without a chip is an error."""


def integer_weights(probabilities: Mapping[str, Fraction]) -> dict[str, int]:
    """Return probabilities as integers over a common total."""
    common = lcm(*(p.denominator for p in probabilities.values()))
    return {name: int(p * common) for name, p in probabilities.items()}


def sum_of_fractions_text(terms: list[Fraction]) -> str:
    """Return a sum of fractions over a common denominator, such as "6/36 + 5/36 = 11/36"."""
    common, total = lcm(*(term.denominator for term in terms)), sum(terms, Fraction(0))
    if common >= MAX_READABLE:
        return f"All {len(terms)} add up to {format_fixed(total, 4)}."
    over = " + ".join(f"{term * common}/{common}" for term in terms) + f" = {total * common}/{common}"
    return over if total.denominator == common else f"{over} = {total}"


def misconception_options(misconceptions: list[IndexedMisconception]) -> list[list[Any]]:
    """Return the options for the choice of a misconception: index and name, and a different idea."""
    return [*([one.bank_index, one.name] for one in misconceptions), [OTHER_DIAGNOSIS, "A different idea"]]


class LessonPageData:
    """Page of one pupil. `prepare_step_json` returns the viewed step, and `figures` draw its pictures."""

    def __init__(self, plan: Plan, pupil: RestorableLessonProgress) -> None:
        self.plan, self.pupil = plan, pupil
        self.rated_answers_of_other_lessons: list[RatedAnswer] = []
        """Confidence ratings from other lessons in this browser."""
        self.figures: dict[str, tuple[Any, Callable[[], Figure]]] = {}
        """Name of a figure -> (values that it depends on, function that draws it)."""

    def step_list_json(self) -> list[Json]:
        """Return all steps in order: kind, label, and state (here, done, open or closed)."""
        pupil, steps = self.pupil, []
        shown = pupil.assisted_steps()
        for kind in pupil.step_kinds:
            state = "done" if pupil.is_step_done(kind) else "open"
            state = "here" if kind == pupil.current_step else state if pupil.is_step_open(kind) else "closed"
            steps.append(
                {
                    "kind": kind,
                    "label": STEP_LABELS[kind],
                    "state": state,
                    "done": pupil.is_step_done(kind),
                    "shown": kind in shown,
                    "optional": kind in pupil.optional_steps,
                }
            )
        return steps

    def prepare_step_json(self) -> Json:
        """Return the viewed step, and fill `figures`."""
        self.figures = {}
        pupil = self.pupil
        step = self.plan.require_step(pupil.current_step)
        last = pupil.current_step == pupil.step_kinds[-1]
        follows = "" if last else STEP_LABELS[pupil.step_kinds[pupil.step_kinds.index(pupil.current_step) + 1]]
        lead, more = split_at_words(self.prose_spans(step.prose), MAX_WORDS_IN_SIGHT)
        shown: Json = {
            "kind": step.kind,
            "title": STEP_HEADINGS[step.kind],
            "text": lead,
            "more": more,
            "next": follows,
            "leave": STEP_LABELS["sum"] if pupil.can_skip_to_summary and not pupil.is_unlocked else "",
            "done": pupil.is_step_done(step.kind),
            "held": not (
                last or pupil.is_allowed_by_teacher(pupil.step_kinds[pupil.step_kinds.index(pupil.current_step) + 1])
            ),
        }
        return {**shown, **getattr(self, f"_{step.kind}")(step)}

    def prose_spans(self, text: str) -> list[list[Span]]:
        """Return the prose with its numbers."""
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
            "bench": outcome_chart_data(
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
                "ready": pupil.has_played,
                "lookup": [] if made.is_lookup_spoiler else self._lookup(),
                "place": "start" if made.start_position else "",
            }
        right = sum(called == came for called, came in pupil.predicted_rounds)
        went = pupil.last_trial
        told = ""
        if went and pupil.predicted_rounds:
            called, came = pupil.predicted_rounds[-1]
            words = list(pupil.prediction_options)
            told = f"You called “{words[called]}”" + (
                ", and so it came." if called == came else f"; it was “{words[came]}”."
            )
        return {
            "calls": list(pupil.prediction_options),
            "lookup": self._lookup(),
            "go": made.run_button_label,
            "pieces": list(went.items[:MAX_ITEMS]) if went else [],
            "say": went.description if went else "",
            "prompt": page_words("table")["call_prompt"],
            "told": told,
            "score": f"{right} of {len(pupil.predicted_rounds)} called right" if pupil.predicted_rounds else "",
            "left": MAX_ROUNDS - len(pupil.predicted_rounds),
            "ready": bool(pupil.predicted_rounds),
            "riddles": self.plan.game is not None,
            "place": "start" if made.start_position else "",
        }

    def _mini(self) -> Json:
        """Return the current view of the mini-game."""
        turn = self.pupil.current_mini_game_view()
        more = not turn.action_labels and len(self.pupil.mini_game_actions) < MAX_MINI_GAMES
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
        done = pupil.is_step_done("machine")
        reply = pupil.explain_feedback
        if not reply and done:
            reply = (
                "Here is the finished model. Look at each part and at the result."
                if pupil.is_model_solution_shown
                else "Correct! Your model gives the same values with the same probabilities."
            )
        return {
            "ready": done,
            "reply": reply,
            "right": done and not pupil.explain_feedback,
            "show_me": not done and pupil.model_check_count >= MIN_CHECKS_BEFORE_SOLUTION,
        }

    def _predict(self, step: LessonStep) -> Json:
        pupil, plan = self.pupil, self.plan
        ask, lookup = self._asked(plan.question, plan.settings)
        return {
            "ask": ask,
            "lookup": lookup,
            "manner": plan.prediction_mode,
            "all": PREDICTION_CHIPS,
            "put": pupil.is_prediction_submitted,
            "reason": pupil.reason,
            "lines": self._thinking(),
            "bench": outcome_chart_data(plan.experiment.outcome_label, pupil.column_names, chips=self._chips()),
            **self._says(),
        }

    def _lookup(self, settings: Mapping[str, Any] | None = None) -> list[list[str]]:
        """Return the table of result values, at the settings of the lesson or at others."""
        made = self.plan.experiment
        return [list(row) for row in made.lookup_table(**(settings or self.plan.settings))] if made.lookup_table else []

    def _asked(self, question: Question, settings: Mapping[str, Any]) -> tuple[str, list[list[str]]]:
        """Return the text of a question and the table next to it. The text omits the content of the table."""
        ask, told = question.prompt_text(**settings), question.text_values(**settings).get("told")
        if not (self.plan.experiment.lookup_table and told and told in ask):
            return ask, []
        return " ".join(ask.replace(told, "").split()), self._lookup(settings)

    def _thinking(self) -> list[str]:
        """Return the expressions before the prediction, each with its value."""
        return [
            expression_with_value_text(line, self.plan.experiment.is_favourable is not None)
            for line in self.pupil.draft_expressions
        ]

    def _chips(self) -> dict[str, int]:
        return dict(zip(self.pupil.column_names, self.pupil.chips, strict=True))

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
        place = {name: i for i, name in enumerate(pupil.column_names)}
        mean = made.is_favourable is None
        return {
            "bench": outcome_chart_data(
                made.outcome_label, pupil.column_names, chips=self._chips(), counts=pupil.counts_by_column
            ),
            "go": made.run_button_label,
            "portions": list(TRIAL_BATCHES),
            "last": [
                {"at": place[name], "pieces": list(seen.items[:MAX_ITEMS]), "say": seen.description or name}
                for name, seen in pupil.last_batch_trials
            ],
            "trail": [[n, round(value, 4)] for n, value in pupil.running_means],
            "running": (self.plan.question.unit or "mean")
            if mean
            else made.event_and_complement_labels(self.plan.settings)[0],
            "mean": mean,
            "unseen": self._unseen() if pupil.trial_count >= MIN_TRIALS_BEFORE_ANSWER else [],
            "ready": pupil.trial_count >= MIN_TRIALS_BEFORE_ANSWER,
            "enough": MIN_TRIALS_BEFORE_ANSWER,
            "locked": pupil.is_prediction_submitted,
            "revealed": pupil.is_answer_revealed,
        }

    def _unseen(self) -> list[str]:
        """Return the outcomes that have not occurred, with the probability that this many trials miss each of them.

        The probabilities are those of the prediction.
        """
        pupil, chances = self.pupil, self.pupil.predicted_distribution()
        unseen: dict[Fraction, list[str]] = {}
        for name in pupil.unseen_columns():
            unseen.setdefault(chances[name], []).append(name)
        right = "your prediction is" if self.plan.prediction_mode == "fraction" else "your chips are"
        return [
            f"Not seen yet: {', '.join(names)}. Suppose {right} right. Then the probability that "
            f"{'it' if len(names) == 1 else 'each of them'} is missing after {pupil.trial_count:,} tries is "
            f"{format_percent((1 - p) ** pupil.trial_count)}."
            for p, names in unseen.items()
        ]

    def _compare(self, step: LessonStep) -> Json:
        pupil, plan = self.pupil, self.plan
        if not pupil.is_prediction_submitted:  # a teacher unlocked it
            return {"ready": True, "bench": self._exact_bench(plan.settings), "lines": []}
        said = pupil.predicted_distribution()
        made = plan.experiment
        return {
            "ready": True,
            "caption": made.chart_caption(**plan.settings) if made.chart_caption else "",
            "bench": self._exact_bench(plan.settings, chips=self._chips(), counts=pupil.counts_by_column),
            "lines": list(
                filter(
                    None, (self._own_answer(said), self._meaning(said), *self._impossible(said), self._misplaced(said))
                )
            ),
            **self._thought(said),
            "missing": unseen_outcomes_text(pupil.counts_by_column, integer_weights(pupil.exact_probabilities))
            if pupil.unseen_columns() and pupil.trial_count
            else "",
            "reason": pupil.reason,
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
        return outcome_chart_data(
            made.outcome_label, names, probabilities=exact, event_columns=asked, note=note, **more
        )

    def _thought(self, prediction: Mapping[str, Fraction]) -> Json:
        """Return the idea behind the prediction: stated if the chips show it, asked if only a number matches."""
        plan, pupil = self.plan, self.pupil
        shape, fits, clear = (
            chip_pattern_reply(plan, prediction),
            pupil.candidate_misconceptions(),
            pupil.evident_misconception(),
        )
        chosen = [
            misconception_reply(one)
            for one in (*filter(None, [clear]), *fits)
            if one is clear or one.bank_index == pupil.confirmed_misconception
        ]
        if shape or chosen:
            return {"thought": (chosen or [shape])[0], "which": []}
        if fits and pupil.confirmed_misconception is None:
            return {
                "thought": "There are ideas that lead to a prediction like yours. Which of these was your idea?",
                "which": misconception_options(fits),
            }
        return {"thought": "", "which": []}

    def _meaning(self, prediction: Mapping[str, Fraction]) -> str:
        """Return the meaning of an inaccurate prediction for the trials."""
        plan, pupil, own = self.plan, self.pupil, self.pupil.implied_answer()
        exact = plan.question.exact_value(**plan.settings)
        worth = plan.column_values
        spread = max(worth.values()) - min(worth.values()) if plan.experiment.is_favourable is None else 1
        return (
            prediction_consequence_text(plan, own, pupil.counts_by_column, worth)
            if abs(own - exact) >= LARGE_ERROR * Fraction(spread)
            else ""
        )

    def _own_answer(self, prediction: Mapping[str, Fraction]) -> str:
        """Return the answer that the chips imply, with the exact answer."""
        made, plan, own = self.plan.experiment, self.plan, self.pupil.implied_answer()
        if made.is_favourable is None:
            mine = f"Your chips predict {answer_text(plan.question, own)} {made.unit}".strip()
            return f"{mine} on average. The exact answer is {plan.prose_values['exact']}."
        say = "you predicted" if plan.prediction_mode == "fraction" else "your chips predict"
        event = made.event_and_complement_labels(plan.settings)[0]
        return f"For “{event}”, {say} {format_percent(own)}. The exact probability is {plan.prose_values['exact']}."

    def _impossible(self, prediction: Mapping[str, Fraction]) -> list[str]:
        """Return replies to frequent outcomes without any chip."""
        lines = []
        for name, p in self.pupil.exact_probabilities.items():
            if not prediction[name] and p >= MIN_PROBABILITY_FOR_CHIP:
                came = self.pupil.counts_by_column[name]
                runs = f" It happened in {came:,} of {self.pupil.trial_count:,} tries." if came else ""
                none = (
                    "you predicted that this would never happen"
                    if self.plan.prediction_mode == "fraction"
                    else "without a chip there, you predict that it never happens"
                )
                lines.append(f"“{name}”: {none}.{runs} Its probability is {format_answer(p, is_probability=True)}.")
        return lines

    def _misplaced(self, prediction: Mapping[str, Fraction]) -> str:
        """Return the number of misplaced chips, compared with an even spread."""
        if self.plan.prediction_mode == "fraction":
            return ""  # there is only one difference, and the answer names it
        exact = self.pupil.exact_probabilities
        mine = int(round_half_up(total_variation_in_chips(prediction, exact, PREDICTION_CHIPS)))
        even = int(
            round_half_up(
                total_variation_in_chips(
                    chip_proportions(spread_evenly(list(exact), PREDICTION_CHIPS)), exact, PREDICTION_CHIPS
                )
            )
        )
        if not mine:
            return f"Your {PREDICTION_CHIPS} chips match the exact probabilities as closely as whole chips can."
        worst = max(exact, key=lambda name: abs(prediction[name] - exact[name]))
        way = "too many chips" if prediction[worst] > exact[worst] else "too few chips"
        return (
            f"About {mine} of your {PREDICTION_CHIPS} chips {'is' if mine == 1 else 'are'} in the wrong "
            "place. The biggest "
            f"difference is at “{worst}”: {way} there. If you had spread the chips evenly, the number in the wrong "
            f"place would be {even}."
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
            "build": building and self._build(building),
        }
        if not ready:
            return shown
        made = plan.experiment
        paths = made.answer_terms(**plan.settings) if made.answer_terms else []
        exactly = exact_fraction_sentence(plan.question.exact_value(**plan.settings))
        made_of = building and building.task
        grid = isinstance(made_of, SelectCellsTask) and bool(made_of.rows)  # its figure shows the selected cells
        return shown | {
            "big": f"{plan.prose_values['exact']}",
            "summary": f"Unfold this number: {count_with_noun(len(paths), 'path')}" if paths else "",
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
            "reason": pupil.reason,
            "revised": pupil.revised_reason,
        }

    def _build(self, building: ExplainTaskProgress) -> Json:
        """Return the explain task without its solution. `then`: the follow-up questions after the main part."""
        part = {**self._part(building), "found": building.is_main_part_solved or building.is_done}
        return (
            part
            if building.follow_up_progress is None or not building.is_main_part_solved
            else part | {"then": self._part(building.follow_up_progress)}
        )

    def _part(self, building: ExplainTaskProgress) -> Json:
        made, work = building.task, building.submission
        if building.sample_space_prompt and not building.is_sample_space_complete:
            return {
                "kind": "space",
                "form": building.sample_space_prompt.layout,
                "ask": building.sample_space_prompt.prompt,
                "rows": building.written_outcomes,
                "heads": [words for words, _ in building.sample_space_prompt.grid_headings],
            }
        if isinstance(made, SelectCellsTask):
            return {
                "kind": "cells",
                "ask": made.prompt,
                "of": made.cell_noun,
                "columns": made.columns,
                "rows": made.rows,
                "cells": [[cell.label, cell.weight] for cell in made.cells],
                "tapped": work,
                "told": self._tapped(made) if building.is_main_part_solved else "",
            }
        if isinstance(made, BuildTreeTask):
            grown = len(work)
            level = made.questions[grown] if grown < len(made.questions) else None
            twigs = [twig for one in made.questions[:grown] for twig in one.new_branches]
            return {
                "kind": "grow",
                "ask": made.prompt,
                "grown": [[one.prompt, one.correct_option] for one in made.questions[:grown]],
                "tree": [
                    [list(twig.ancestor_labels), twig.label, twig.probability_text, twig.is_favourable]
                    for twig in twigs
                ],
                "level": level
                and {"ask": level.prompt, "options": [level.options[i] for i in building.shuffled_option_order(grown)]},
                "left": len(made.questions) - grown,
            }
        return {"kind": "sort", "ask": made.prompt, "items": list(made.steps), "order": list(work)}

    def _tapped(self, made: SelectCellsTask) -> str:
        cases, of = (
            sum(made.cells[n].weight for n in numbers) for numbers in (made.favourable_cells, range(len(made.cells)))
        )
        return f"{cases} of {of}: {format_chance(made.probability_of_cells(made.favourable_cells))}."

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
            "guess": pupil.predicted_direction,
        }
        if pupil.predicted_direction:
            before, after = (plan.question.exact_value(**{**plan.settings, name: value}) for value in (old, new))
            way = DIRECTIONS[(after < before) * 2 + (after == before)]
            right = (
                "You were right."
                if way == pupil.predicted_direction
                else f"You said: {DIRECTION_LABELS[pupil.predicted_direction].lower()}."
            )
            moved = [answer_text(plan.question, value) for value in (before, after)]
            change = f"from {moved[0]} to {moved[1]}" if before != after else f"at {moved[0]}"
            shown["reply"] = f"{right} {DIRECTION_LABELS[way]}, {change}."
            shown["right"] = way == pupil.predicted_direction
            told = [] if way == pupil.predicted_direction else [step.extra_data["replies"][pupil.predicted_direction]]
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
        models = pupil.data_models()
        dist = models[pupil.data_model_index][1].exact_distribution()
        name = models[pupil.data_model_index][1].outcome_name
        names = [name(outcome) for outcome in dist]
        shown: Json = {
            "models": [
                [words, [made.outcome_name(outcome) for outcome in made.exact_distribution()]] for words, made in models
            ],
            "model": pupil.data_model_index,
            "tally": pupil.own_counts,
            "verdict": pupil.fit_result.verdict_text if pupil.fit_result else "",
        }
        if pupil.fit_result:
            counts = dict(zip(names, pupil.own_counts, strict=True))
            exact = {name(outcome): dist.p(outcome) for outcome in dist}
            shown["bench"] = {
                **outcome_chart_data(
                    models[pupil.data_model_index][1].outcome_label, names, counts=counts, probabilities=exact
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
            "ask": "Put these in order, from the least to the most.",
            "items": [parameter.label_with_choice(choice) for choice in choices],
            "order": list(pupil.item_order),
            "put": pupil.is_order_submitted,
            "ready": step.extra_data["optional"],
        }
        if pupil.is_order_submitted:
            values = [asks.exact_value(**more["settings"], **{name: choice}) for choice in choices]
            good, pairs = ordered_and_total_pair_counts([values[i] for i in pupil.item_order])
            shown["reply"] = f"{good} of {pairs} pairs stand in the right order."
            shown["right"] = good == pairs
            shown["because"] = self.prose_spans(more["because"])
            shown["chart"] = self._picture("rank", tuple(pupil.item_order), lambda: self._ranked(more, words, values))
        return shown

    def _ranked(self, more: Mapping[str, Any], words: list[str], values: list[Fraction]) -> Figure:
        asks, name = more["question"], more["parameter"]
        seen = {}
        for word, choice in zip(words, more["choices"], strict=True):
            counts = asks.simulate(
                RANK_TRIALS, Random(f"{self.plan.id} {choice}"), **more["settings"], **{name: choice}
            )
            if asks.kind == CHANCE:
                seen[word] = counts[True] / RANK_TRIALS, *wilson_interval_95(counts[True], RANK_TRIALS)
            else:
                found = estimate_mean(counts)
                seen[word] = found.mean, found.low, found.high
        place = {words[i]: place for place, i in enumerate(self.pupil.item_order, 1)}
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
            "items": [self._item(number) for number in range(len(self.pupil.current_attempts))],
            "sure": [
                [percentage, f"{words} ({percentage}{NO_BREAK_SPACE}%)"]
                for percentage, words in CONFIDENCE_LEVELS.items()
            ],
        }

    def _item(self, question_index: int) -> Json:
        pupil = self.pupil
        asks, settings = pupil.question_and_settings(question_index)
        mine = pupil.current_attempts[question_index]
        exact = asks.exact_value(**settings)
        right = pupil.is_answer_correct(question_index)
        settled = right or mine.is_answer_shown
        ask, lookup = self._asked(asks, settings)
        item: Json = {
            "title": asks.title,
            "ask": ask,
            "lookup": lookup,
            "chance": asks.kind == CHANCE,
            "tries": list(mine.typed_answers),
            "sure": mine.confidence,
            "right": right,
            "settled": settled,
            "hints": [asks.hint_text(i, **settings) for i in range(mine.hint_count)],
            "more": mine.hint_count < len(asks.hints) and not settled,
            "reply": "" if settled else pupil.feedback_by_question.get(question_index, ""),
            "which": []
            if settled
            else misconception_options(pupil.misconception_choices[question_index])
            if question_index in pupil.misconception_choices
            else [],
            **self._smaller(question_index, settled),
            "lines": [expression_with_value_text(line, asks.kind == CHANCE) for line in mine.expressions],
            "tried": [answer_display_text(text, asks.kind == CHANCE) for text in mine.typed_answers],
            "may_tell": len(mine.typed_answers) >= MIN_ANSWERS_BEFORE_SOLUTION and not settled,
            "more_work": question_index in pupil.required_question_indices and asks.is_laborious(settings),
            "further": question_index not in pupil.required_question_indices
            and asks.id != self.plan.require_step("check").extra_data["elsewhere"],
            "elsewhere": asks.id == self.plan.require_step("check").extra_data["elsewhere"],
            "again": settled and pupil.next_unrevealed_variant(question_index) is not None,
        }
        if settled:
            item["reply"] = f"{'Correct:' if right else 'The answer is'} {answer_text(asks, exact)}."
            item["exactly"] = exact_fraction_sentence(exact)
        if settled and mine.variant_index in mine.viewed_figure_variants:
            item["chart"] = self._picture(
                f"check {question_index}", mine.variant_index, lambda: question_figure(asks, settings)
            )
        return item

    def _smaller(self, question_index: int, settled: bool) -> Json:
        """Return the state of the sub-questions after a wrong answer, and whether there are any."""
        pupil = self.pupil
        way = None if settled else pupil.sub_question_progress(question_index)
        if way is None:
            return {"may_go_down": False, "smaller": None}
        if not pupil.current_attempts[question_index].has_opened_sub_questions:
            return {"may_go_down": True, "smaller": None, "steps": way.has_written_sub_questions}
        said, at = way.answer_texts, min(way.current_index, len(way.steps) - 1)
        return {
            "may_go_down": False,
            "smaller": {
                "ask": way.steps[at].prompt,
                "right": way.is_done,
                "steps": way.has_written_sub_questions,
                "before": [[one.prompt, text] for one, text in zip(way.steps[:at], said, strict=False)],
                "smaller": not way.has_written_sub_questions and self._is_smaller(question_index),
                "said": said[at] if len(said) > at else "",
                "reply": way.feedback,
            },
        }

    def _is_smaller(self, question_index: int) -> bool:
        """Return whether the other numbers of the sub-question are easier."""
        settings = self.pupil.question_and_settings(question_index)[1]
        other = self.pupil.question_variants.easier_settings(question_index, settings)
        return other is not None and self.pupil.question_variants.are_settings_easier(question_index, other, settings)

    # -- the end -----------------------------------------------------------------------------

    def _back(self, step: LessonStep) -> Json:
        return {"ready": True, "place": "end" if self.plan.experiment.start_position else ""}

    def _sum(self, step: LessonStep) -> Json:
        pupil, plan = self.pupil, self.plan
        predicted = {"chips": self._chips(), "counts": pupil.counts_by_column} if pupil.is_prediction_submitted else {}
        shown: Json = {
            "lines": self._course(),
            "reason": pupil.reason,
            "revised": pupil.revised_reason,
            "bench": self._exact_bench(plan.settings, **predicted),
            "words": [{"t": term, "why": glossary()[term]} for term in self._terms()],
        }
        grouped = groups([*self.rated_answers_of_other_lessons, *pupil.rated_answers])
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
        return shown

    def _terms(self) -> list[str]:
        """Return the glossary terms that the steps of this lesson use, each once."""
        return list(dict.fromkeys(term for step in self.plan.steps for term in glossary_terms_in(step.prose)))

    def _course(self) -> list[str]:
        """Return a summary of the pupil's progress in a few lines."""
        pupil = self.pupil
        lines = []
        if pupil.is_prediction_submitted:
            lines.append(self._own_answer(pupil.predicted_distribution()))
        tried = [
            one
            for number in range(len(pupil.current_attempts))
            for one in [pupil.first_attempt(number)]
            if one.typed_answers or number in pupil.required_question_indices
        ]
        if any(one.typed_answers for one in tried):
            first = sum(pupil.is_first_answer_correct(number) for number in range(len(pupil.current_attempts)))
            lines.append(f"Right at the first attempt: {first} of {count_with_noun(len(tried), 'question')}.")
        return lines
