"""Lesson widget: displays one step at a time, from a worked example to the summary, with a navigation of all steps.

The widget displays a `Plan` (widgets/lesson/lesson_definition.py) and stores the progress of one pupil. It uses the
protocol of widgets/page/protocol.py. After each request it sends {kind: "save_progress", data}, and the browser saves
`data`. After a reload, the page sends {do: "hello", saved, elsewhere}: the saved data, and the confidence ratings of
other lessons.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import traitlets

import gamelib
from gamelib import Record
from gamelib.bank.quiz_generator import action_rules_in_topic_sections
from gamelib.chance import Model
from gamelib.number_format import capitalize_first, count_with_noun
from gamelib.validation import short_repr, validate_seed

from ..builder import Builder, BuilderTaskCallbacks
from ..chart.widget import Chart
from ..page.assets import bundle_scripts, bundle_styles
from ..page.notebook_output import notebook_position_id
from ..page.paths import TEACHER_KEY_ENV
from ..page.protocol import Json, MessageHandler, PageWidget
from ..page.static_picture import StaticChart
from ..page.translations import load_texts
from ..rules import Quiz
from ..table.widget import Table
from .cell_faults import running_cell_number
from .lesson_definition import Plan
from .lesson_misconceptions import given_answers, misconceptions_of_pupil
from .lesson_notebooks import lesson_ids, load_lesson_definition
from .limits import CONFIDENCE_LEVELS
from .outcome_chart import static_outcome_chart
from .page_data import LessonPageData
from .progress.saved_progress import RestorableLessonProgress
from .progress_report import build_report, check_questions
from .prose import prose_to_plain_text
from .result_codes import DecodedResultCode, decode_result_code, encode_result_code
from .scoring import ConfidenceRating

PLAYERS = "human", "thumb"
FIGURE_NAMES = ("why", "rank", "calibration")
WORKSHEET = "worksheet-{id}.html"
MAX_EARLIER_RATINGS = 1000
QUIZ_LENGTH = 3
MAX_CODES = 40
"""Maximum number of result codes that a pupil can put together."""


class Lesson(PageWidget):
    """Widget that displays a lesson and stores the progress of one pupil.

    Args:
        plan: Definition of the lesson. It must have all required steps.
        seed: Seed of the trials and of the numbers in questions.

    Raises:
        ValueError: The plan is not a `Plan`, or the seed is invalid.

    Example:
        >>> from widgets import Lesson
        >>> from widgets.lesson.lesson_notebooks import load_lesson_definition
        >>> Lesson(load_lesson_definition("00-three-coins")).plan.id
        '00-three-coins'
    """

    _esm = bundle_scripts("lesson/lesson.js")
    _css = bundle_styles(
        "page/tokens.css",
        "chart/trial.css",
        "lesson/lesson.css",
        "chart/outcome_chart.css",
        "lesson/step_views.css",
        "lesson/misconceptions.css",
        "lesson/responsive.css",
    )

    lesson = traitlets.Unicode().tag(sync=True)
    page = traitlets.Dict().tag(sync=True)
    charts = traitlets.Dict().tag(sync=True)
    table = traitlets.Dict().tag(sync=True)
    texts = traitlets.Dict(load_texts("misconceptions")).tag(sync=True)

    def __init__(self, plan: Plan, seed: int | None = None) -> None:
        if not isinstance(plan, Plan):
            raise ValueError(
                f"A lesson is shown from its plan, such as load({lesson_ids()[0]!r}) of "
                "widgets.lesson.lesson_notebooks, "
                f"not from {short_repr(plan)}."
            )
        validate_seed(seed)
        self.plan = plan
        self.faults = plan.faults or _not_whole(plan)
        if self.faults:
            step = {"kind": "faults", "title": "This lesson has a fault", "faults": self.faults, "next": ""}
            super().__init__(lesson=plan.id, page={"step": step, "rail": [], "live": ""})
            self.start_receiving()
            return
        self.progress = RestorableLessonProgress(plan, seed)
        self.page_data = LessonPageData(plan, self.progress)
        checks = (f"check {n}" for n in range(len(self.progress.checks.current_attempts)))
        self.charts_by_name = {name: Chart() for name in (*FIGURE_NAMES, *checks)}
        self._drawn: dict[str, Any] = {}
        self._board: Table | Quiz | None = None
        self._touched = self._in_class = False
        models = {name: f"IPY_MODEL_{chart.model_id}" for name, chart in self.charts_by_name.items()}
        self.builder = self._builder()
        if self.builder is not None:
            models["machine"] = f"IPY_MODEL_{self.builder.model_id}"
        super().__init__(lesson=plan.id, page=self._page(""), charts=models, place=notebook_position_id())
        self.start_receiving()

    def __repr__(self) -> str:
        return f"<Lesson {self.lesson}: {self.page['step']['title']}>"

    def plain_paragraphs_and_charts(self) -> list[str | StaticChart]:
        """Return the current step with its figures, and the names of all steps."""
        step = self.page["step"]
        parts: list[str | StaticChart] = [step["title"], *step.get("faults", ())]
        for place in ("text", "more"):
            parts += ["".join(span["t"] for span in paragraph) for paragraph in step.get(place, ())]
        bench = step.get("bench") or {}
        if bench.get("all") or bench.get("total"):  # not empty
            parts.append(static_outcome_chart(bench, step.get("caption", "")))
        if not self.faults:
            parts += [
                part
                for name in self.page_data.figures
                for part in self.charts_by_name[name].plain_paragraphs_and_charts()
            ]
        labels = ", ".join(one["label"] for one in self.page["rail"])
        return [*parts, f"Steps: {labels}." if labels else ""]

    def _builder(self) -> Builder | None:
        """Return the Builder with the parts of this lesson, or None without a model task."""
        made = self.progress.model_progress.task
        if made is None:
            return None
        asks = prose_to_plain_text(self.plan.question.prompt_text(**self.plan.settings), {})
        statistic = made.solution.spec.statistic
        if statistic.comparison is None:  # the model is a distribution, and the lesson asks about a part of it
            asks = f"{capitalize_first(self.plan.experiment.outcome_label)}: how likely is each value?"
        return Builder(
            made.initial_model, asks=asks, parts=made.palette_parts, task=BuilderTaskCallbacks(self._laid, self._judged)
        )

    def _laid(self, made: Model) -> None:
        """Save a change of the model on the canvas of the Builder."""
        if made.text != self.progress.model_progress.model_text:
            with self._kept_after("lay"):
                self.progress.model_progress.save_unchecked_model(made)

    def _judged(self, made: Model) -> str:
        """Return the feedback to a submitted model, or "" if it is right."""
        with self._kept_after("judge"):
            said = self.progress.model_progress.submit_model(made)
            self._show(said or "This is the experiment.")
        return said

    # -- showing -----------------------------------------------------------------------------

    def _page(self, live: str) -> Json:
        """Return the data of the current page, and update the figures on it."""
        page = {"step": self.page_data.current_step_json(), "rail": self.page_data.step_list_json(), "live": live}
        for name, (key, make) in self.page_data.figures.items():
            if self._drawn.get(name, self) != key:
                self._drawn[name] = key
                self.charts_by_name[name].show(make())
        return page

    def _show(self, live: str = "") -> None:
        self.page = self._page(live)

    def _say(self, live: str) -> None:
        self.page = {**self.page, "live": live}

    # -- deeds -------------------------------------------------------------------------------

    def message_handlers(self) -> dict[str, MessageHandler]:
        """Return the methods `_do_NAME` as message handlers by request name.

        After each request, the progress is sent to the browser, which saves it. If the notebook has errors, no request
        is carried out.
        """
        if self.faults:
            return {"hello": lambda _: None}
        return {name[4:]: self._kept(getattr(self, name)) for name in dir(self) if name.startswith("_do_")}

    def _kept(self, deed: MessageHandler) -> MessageHandler:
        def run(message: Json) -> None:
            with self._kept_after(message["do"]):
                deed(message)

        return run

    @contextmanager
    def _kept_after(self, what: str) -> Iterator[None]:
        """Send the progress to the browser before the page changes, so that an immediate reload loses nothing."""
        with self.hold_sync():
            yield
            self._touched |= what not in ("hello", "hold")
            self.send({"kind": "save_progress", "data": self.progress.to_dict()})
            if self._in_class:
                self.send({"kind": "report", "data": build_report(self.progress)})

    def _do_hello(self, message: Json) -> None:
        """Handle the first message of a page: restore the saved progress, unless this kernel is already in use."""
        self.page_data.rated_answers_of_other_lessons = _rated(message.get("elsewhere"))
        if message.get("saved") and not self._touched:
            self._touched = True
            self.progress.restore_or_restart(message["saved"])
            self.progress.navigation.is_unlocked &= _may_open_all(message)
            self._put_back()
            self._show("Your lesson continues where you left it.")

    def _do_import_progress(self, message: Json) -> None:
        """Restore the progress of a link, or the progress before a link was opened. An invalid link changes nothing."""
        before = self.progress.to_dict()
        try:
            self.progress.restore_or_restart(message["work"])
        except ValueError as error:
            self.progress.restore_or_restart(before)
            raise ValueError("There is no work for this lesson in this link. Copy the whole link again.") from error
        self.progress.navigation.is_unlocked &= _may_open_all(message)
        self._put_back()
        self._close()
        self._show("Your lesson continues where you left it.")
        self.send({"kind": "progress_imported", "seq": message.get("seq")})

    def _do_go_to_step(self, message: Json) -> None:
        self.progress.navigation.go_to_step(message["kind"])
        self._close()
        self._show()

    def _do_next_step(self, message: Json) -> None:
        self.progress.navigation.advance()
        self._close()
        self._show()

    def _do_set_last_allowed_step(self, message: Json) -> None:
        """Join a class: from now on, the widget sends progress reports to it.

        `upto` is the last step that the teacher allows, or None for no limit. `start` is the step of the class at the
        time when a late pupil joined.
        """
        self._in_class = True
        navigation = self.progress.navigation
        before, start_before = navigation.last_allowed_step, navigation.start_step
        navigation.set_last_allowed_step(message["upto"])
        if message.get("start"):
            navigation.bring_to_start_step(message["start"])
        if navigation.start_step != start_before:
            return self._show(load_texts("lesson")["start_step_late"])
        self._show("" if navigation.last_allowed_step == before else "Your teacher has opened or closed steps.")

    def _do_create_result_code(self, message: Json) -> None:
        """Send the progress as a result code. `face` is the number of the pupil's avatar in a class."""
        face = message.get("face")
        rated = [*self.page_data.rated_answers_of_other_lessons, *self.progress.checks.rated_answers]
        text = encode_result_code(
            build_report(self.progress), self.plan, face if type(face) is int and face >= 0 else 0, rated
        )
        self.send({"kind": "result_code", "text": text})

    def _do_summarize_result_codes(self, message: Json) -> None:
        """Send the misconceptions that the answers of this lesson and the result codes of other lessons indicate."""
        text = message["text"]
        if not isinstance(text, str):
            raise ValueError("A result code has letters and numbers in groups of five.")
        answers = given_answers(self.plan.id, check_questions(self.plan), build_report(self.progress))
        for line in text.split()[:MAX_CODES]:
            plan, decoded = decode_code_of_any_lesson(line.rpartition("/")[2], self.plan)
            if plan.id != self.plan.id:
                answers += given_answers(plan.id, check_questions(plan), decoded.report)
        self.send({"kind": "misconceptions", "data": misconceptions_of_pupil(answers, self.plan.id)})

    def _do_import_ratings(self, message: Json) -> None:
        """Continue with the confidence ratings from a result code of another lesson or day."""
        text = message["text"]
        if not isinstance(text, str):
            raise ValueError("A result code has letters and numbers in groups of five.")
        self.page_data.rated_answers_of_other_lessons = confidence_ratings_of_code(text, self.plan)
        self._show("The code’s answers about how sure you felt are counted here now.")
        self.send(
            {
                "kind": "ratings",
                "data": [[one.confidence, one.is_correct] for one in self.page_data.rated_answers_of_other_lessons],
            }
        )

    def _do_unlock_steps(self, message: Json) -> None:
        if not _may_open_all(message):
            raise ValueError("Your teacher can open all steps.")
        self.progress.navigation.unlock_all()
        self._show("All steps are open.")

    def _do_show_model(self, message: Json) -> None:
        self.progress.model_progress.show_solution()
        self._show("Your model is finished.")
        self._put_back()

    def _put_back(self) -> None:
        """Put the model of the pupil on the canvas of the Builder."""
        if self.builder is not None:
            self.builder.set_model(gamelib.model(self.progress.model_progress.model_text))

    def _do_play_predicted_round(self, message: Json) -> None:
        self.progress.hands_on.play_predicted_round(message["n"])
        self._show()
        self._say(f"{self.page['step']['say']}. {self.page['step']['told']}")

    def _do_take_action(self, message: Json) -> None:
        self.progress.hands_on.take_action(message["n"])
        self._show()
        self._say(self.page["step"]["mini"]["say"])

    def _do_start_another_mini_game(self, message: Json) -> None:
        self.progress.hands_on.start_another_mini_game()
        self._show("A new game.")

    def _do_set_chips_and_reason(self, message: Json) -> None:
        self.progress.prediction.set_chips_and_reason(message["chips"], message.get("reason"))

    def _do_submit_prediction(self, message: Json) -> None:
        self.progress.prediction.submit(message["chips"], message.get("reason"))
        self._show("Your prediction is fixed. Now try it.")

    def _do_run_trials(self, message: Json) -> None:
        self.progress.trials.run_trials(
            message["n"], lambda done, n: self.send({"kind": "progress", "done": done, "of": n})
        )
        last = [seen.description or name for name, seen in self.progress.trials.last_batch_trials]
        self._show(
            f"{count_with_noun(self.progress.trials.trial_count, 'trial')} so far." + (f" {last[-1]}." if last else "")
        )

    def _do_reveal_answer(self, message: Json) -> None:
        self.progress.trials.reveal_answer()
        self._show(f"The exact answer is {self.plan.prose_values['exact']}.")

    def _do_submit_task(self, message: Json) -> None:
        self.progress.submit_explanation(message["work"])
        self._show()
        building = self.progress.explain_progress
        assert building is not None, "something was built"
        self._say(building.feedback or ("It is finished." if building.is_done else "Right."))

    def _do_show_solution(self, message: Json) -> None:
        self.progress.show_explanation_solution()
        self._show("It is finished.")

    def _do_set_revised_reason(self, message: Json) -> None:
        self.progress.prediction.set_revised_reason(message["reason"])

    def _do_predict_direction(self, message: Json) -> None:
        self.progress.follow_up.predict_direction(message["way"])
        self._show()
        self._say(self.page["step"]["reply"])

    def _do_compare_data(self, message: Json) -> None:
        """Compare the pupil's own data with a model."""
        self.progress.follow_up.compare_own_data(message["model"], message["counts"])
        self._show()
        self._say(self.page["step"]["verdict"])

    def _do_set_item_order(self, message: Json) -> None:
        self.progress.follow_up.set_item_order(message["order"])

    def _do_submit_order(self, message: Json) -> None:
        self.progress.follow_up.submit_order(message["order"])
        self._show()
        self._say(self.page["step"]["reply"])

    def _do_submit_answer(self, message: Json) -> None:
        self.progress.checks.submit_and_grade_answer(message["n"], message["text"], message["sure"])
        self._check_changed(message["n"])

    def _do_confirm_misconception(self, message: Json) -> None:
        """Confirm the misconception behind an answer, or (if the message has no number) behind the prediction."""
        if "n" in message:
            self.progress.checks.confirm_misconception(message["n"], message["choice"])
            self._check_changed(message["n"])
        else:
            self.progress.prediction.confirm_misconception(message["choice"])
            self._show()
            self._say(self.page["step"].get("thought", ""))

    def _do_open_sub_questions(self, message: Json) -> None:
        """Open the sub-questions."""
        self.progress.checks.open_sub_questions(message["n"])
        self._show("Here is the same question with smaller numbers.")

    def _do_answer_sub_question(self, message: Json) -> None:
        """Answer a sub-question."""
        self._show(self.progress.checks.answer_sub_question(message["n"], message["text"]))

    def _do_add_expression(self, message: Json) -> None:
        """Evaluate an expression next to a check question, or (if the message has no number) before the prediction."""
        if "n" in message:
            worked = self.progress.checks.add_expression(message["n"], message["text"])
        else:
            worked = self.progress.prediction.evaluate_and_store_draft_expression(message["text"])
        self._show(worked)

    def _do_show_answer(self, message: Json) -> None:
        self.progress.checks.show_answer(message["n"])
        self._check_changed(message["n"])

    def _check_changed(self, question_index: int) -> None:
        self._show()
        if self.progress.navigation.current_step == "check":
            self._say(self.page["step"]["items"][question_index]["reply"])

    def _do_show_hint(self, message: Json) -> None:
        self.progress.checks.show_next_hint(message["n"])
        self._show()
        if self.progress.navigation.current_step == "check":
            self._say(self.page["step"]["items"][message["n"]]["hints"][-1])

    def _do_mark_figure_viewed(self, message: Json) -> None:
        self.progress.checks.mark_figure_viewed(message["n"])
        self._show()

    def _do_start_next_variant(self, message: Json) -> None:
        self.progress.checks.start_next_variant(message["n"])
        self._show("The question has new numbers now.")

    def _do_restart(self, message: Json) -> None:
        self.progress.restart()
        self._put_back()
        self._close()
        self._show("The lesson starts again.")

    def _do_open_table(self, message: Json) -> None:
        """Open the table of the game at a position: "start", "end", or "path n"."""
        record = self.copy_position_record(str(message["place"]))
        self._close()
        players = [PLAYERS[seat > 0] for seat in range(record.seats)]
        self._board = Table(record.game.id, seats=record.seats, record=record, players=players, keep=False)
        model = f"IPY_MODEL_{self._board.model_id}"
        self.table = {
            "model": model,
            "link": self._link(record),
            "odds": self.progress.trials.is_answer_revealed,
            "name": "table",
        }

    def _do_open_quiz(self, message: Json) -> None:
        """Open quiz questions about the rules of the lesson's question. They reveal no probability."""
        game = self.plan.game
        if game is None:
            raise ValueError("This lesson plays no game.")
        self._close()
        about = action_rules_in_topic_sections(game, self.plan.question.rules)
        self._board = Quiz(game.id, focus_rules=about, length=QUIZ_LENGTH)
        link = f"../rulebook/{game.slug}.ipynb"
        self.table = {"model": f"IPY_MODEL_{self._board.model_id}", "link": link, "odds": True, "name": "riddles"}

    def _do_close_table(self, message: Json) -> None:
        self._close()

    def _do_download_worksheet(self, message: Json) -> None:
        from .teacher_sheet import worksheet_html

        self.send(
            {"kind": "download_file", "name": WORKSHEET.format(id=self.plan.id), "text": worksheet_html(self.plan)}
        )

    # -- the table ---------------------------------------------------------------------------

    def copy_position_record(self, position_key: str) -> Record:
        """Return a copy of the game record at a position of the lesson.

        Raise ValueError for a position that does not exist or is not open yet.
        """
        record = self._position(position_key)
        return record.branch(len(record))  # records of positions are cached, so a table needs its own copy

    def _position(self, place: str) -> Record:
        made, settings = self.plan.experiment, self.plan.settings
        opened = self.progress.trials.is_answer_revealed or self.progress.navigation.is_unlocked
        if made.start_position and (place == "start" or (place == "end" and opened)):
            return made.start_position(**settings)
        kind, _, number = place.partition(" ")
        paths = made.answer_terms(**settings) if made.answer_terms else []
        if made.position_after and kind == "path" and opened and number in map(str, range(len(paths))):
            return made.position_after(paths[int(number)].position_key, **settings)
        raise ValueError("This position opens later in the lesson.")

    def _link(self, record: Record) -> str:
        """Return the link to the same position on the table page, relative to the lesson page."""
        return f"../tables/{record.game.slug}.ipynb#game={record.to_link()}&step={len(record)}"

    def _close(self) -> None:
        self.table = {}
        if self._board is not None:
            self._board.close()
            self._board = None


def _may_open_all(message: Json) -> bool:
    """Return whether the page belongs to a teacher: it has the server's teacher key.

    Without a server, every page may open all steps.
    """
    return os.environ.get(TEACHER_KEY_ENV) in (None, message.get("teacher"))


def _not_whole(plan: Plan) -> list[str]:
    """Return the missing steps of a plan as faults for the page. Without a kernel, raise ValueError instead."""
    try:
        plan.require_complete()
    except ValueError as error:
        if running_cell_number() is None:
            raise
        return [f"{plan.id}.ipynb: {error}"]
    return []


def confidence_ratings_of_code(text: str, present_definition: Plan) -> list[ConfidenceRating]:
    """Return the confidence ratings in a result code of this or another built-in lesson.

    Raise ValueError for an invalid code.
    """
    return decode_code_of_any_lesson(text, present_definition)[1].rated_answers


def decode_code_of_any_lesson(text: str, present_definition: Plan) -> tuple[Plan, DecodedResultCode]:
    """Return the lesson and the content of a result code. Raise ValueError if the code fits no built-in lesson."""
    try:
        return present_definition, decode_result_code(text, present_definition)
    except ValueError as error:
        for id in lesson_ids():
            plan = load_lesson_definition(id)
            with suppress(ValueError):
                return plan, decode_result_code(text, plan)
        raise error


def _rated(kept: Any) -> list[ConfidenceRating]:
    """Return the valid confidence ratings that the browser has saved from other lessons."""
    rated: list[ConfidenceRating] = []
    with suppress(TypeError, ValueError, AttributeError):
        for answers in kept.values():
            rated += [ConfidenceRating(sure, bool(right)) for sure, right in answers if sure in CONFIDENCE_LEVELS]
    return rated[-MAX_EARLIER_RATINGS:]
