"""Progress of one pupil in an explain task: selected cells, a tree built level by level, or steps in order."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

from gamelib.number_format import capitalize_first
from gamelib.validation import MAX_NUMBER, short_repr

from ..experiment import BuildTreeTask, ExplainTask, OrderStepsTask, SampleSpacePrompt, SelectCellsTask

MAX_LIST_LENGTH = 2000
MAX_WRITTEN_OUTCOMES = 200


def require_whole_number(value: Any) -> int:
    """Validate an integer from 0 to `MAX_NUMBER`. Raise ValueError for anything else."""
    if type(value) is not int or not 0 <= value <= MAX_NUMBER:
        raise ValueError(f"{short_repr(value)} isn’t a whole number from 0 up.")
    return value


class ExplainTaskProgress:
    """Progress of one pupil in an explain task. An impossible submission raises ValueError and changes nothing."""

    def __init__(self, task: ExplainTask, seed: int) -> None:
        """Start an explain task. `seed` determines the order of steps and options."""
        self.task = task
        self.seed = seed
        self.submission: list[int] = []
        """Selected cells, a 0 for each completed level, or an order of steps."""
        self.written_outcomes: list[str] = []
        """Rows of the sample space that the pupil wrote. For a grid, two lines of headings."""
        self.sample_space_prompt: SampleSpacePrompt | None = (
            None if isinstance(task, OrderStepsTask) else task.sample_space_prompt
        )
        self.is_sample_space_complete = self.sample_space_prompt is None
        """Whether the written sample space contains each outcome exactly once."""
        self.follow_up_progress = (
            None
            if isinstance(task, BuildTreeTask) or not task.follow_up_questions
            else ExplainTaskProgress(BuildTreeTask("", task.follow_up_questions), seed)
        )
        """Questions after the cells, or the order, are found."""
        self.is_main_part_solved = False
        """Whether the cells, or the order, are found."""
        self.is_done = False
        self.is_solution_shown = False
        """Whether the page filled in the solution."""
        self.feedback = ""
        """Reply to a wrong submission. Empty for a right one."""
        if isinstance(task, OrderStepsTask):
            self.submission = list(range(len(task.steps)))
            mix = Random(seed)
            while self.submission == sorted(self.submission):
                mix.shuffle(self.submission)

    def apply_submission(self, work: Any) -> None:
        """Submit selected cells, the number of an option at this level, or an order of steps."""
        if self.sample_space_prompt and not self.is_sample_space_complete:
            self._write(self.sample_space_prompt, work)
        elif self.follow_up_progress and self.is_main_part_solved:
            self.follow_up_progress.apply_submission(work)
            self.feedback, self.is_done = self.follow_up_progress.feedback, self.follow_up_progress.is_done
        elif isinstance(self.task, SelectCellsTask):
            self._tap(self.task, work)
        elif isinstance(self.task, BuildTreeTask):
            self._grow(self.task, require_whole_number(work))
        else:
            self._sort(self.task, work)

    def _write(self, space: SampleSpacePrompt, work: Any) -> None:
        """Submit rows, or headings of a grid.

        The reply names wrong and repeated rows. It says whether rows are missing, but never the number of missing rows.
        """
        asked = [(f"{words}: ", known) for words, known in space.grid_headings] or [("", space.required_outcomes)]
        lines = work if space.grid_headings else [work]
        if (
            not isinstance(lines, list)
            or len(lines) != len(asked)
            or not all(isinstance(line, str) and len(line) <= MAX_LIST_LENGTH for line in lines)
        ):
            raise ValueError("Write down outcomes, with spaces or new lines between them.")
        written = [re.findall(r"[^\s,;]+", line.upper())[:MAX_WRITTEN_OUTCOMES] for line in lines]
        self.written_outcomes = [" ".join(rows) for rows in written] if space.grid_headings else written[0]
        faults = [
            place + fault
            for (place, known), rows in zip(asked, written, strict=True)
            if (fault := _fault(rows, known, not space.grid_headings))
        ]
        self.is_sample_space_complete, self.feedback = not faults, " ".join(faults)

    def _tap(self, made: SelectCellsTask, work: Any) -> None:
        if not isinstance(work, list) or not all(require_whole_number(n) < len(made.cells) for n in work):
            raise ValueError("Tap cells of the grid.")
        tapped = set(work)
        self.submission = sorted(tapped)
        if tapped == made.favourable_cells:
            self._is_found()
            return
        more, less = sorted(tapped - made.favourable_cells), len(made.favourable_cells - tapped)
        parts = []
        if not tapped:
            parts.append("Tap the cells that count.")
        elif more:
            some = (
                "None of the cells that you tapped counts."
                if len(more) == len(tapped)
                else (
                    f"{len(more)} of the {len(tapped)} cells that you tapped {'does' if len(more) == 1 else 'do'} "
                    "not count."
                )
            )
            parts.append(f"{some} {capitalize_first(made.cells[more[0]].explanation)}")
        elif less:
            parts.append(
                f"All the cells that you tapped count, but {less} more {'is' if less == 1 else 'are'} missing."
            )
            parts.append(_overlooked(made, tapped))
        self.feedback = " ".join(filter(None, parts))

    def _grow(self, made: BuildTreeTask, choice: int) -> None:
        level = made.questions[len(self.submission)]
        if choice >= len(level.options_correct_first):
            raise ValueError("Choose one of the options.")
        right = self.shuffled_option_order(len(self.submission))[choice]
        if right:
            self.feedback = level.distractors[right - 1][1]
            return
        self.feedback = ""
        self.submission = [*self.submission, 0]
        self.is_done = len(self.submission) == len(made.questions)

    def shuffled_option_order(self, question_index: int) -> list[int]:
        """Return the order in which the page displays the options of a level. Option 0 is the right one."""
        assert isinstance(self.task, BuildTreeTask)
        order = list(range(len(self.task.questions[question_index].options_correct_first)))
        Random(f"{self.seed} {question_index}").shuffle(order)
        return order

    def _sort(self, made: OrderStepsTask, work: Any) -> None:
        if not isinstance(work, list) or sorted(map(require_whole_number, work)) != sorted(self.submission):
            raise ValueError("Each step has one place.")
        self.submission = list(work)
        first = next((place for place, n in enumerate(self.submission) if n != place), None)
        if first is None:
            self._is_found()
            return
        early = made.steps[self.submission[first]]
        stands = (
            ""
            if not first
            else "The first one is in the right place. "
            if first == 1
            else f"The first {first} are in the right place. "
        )
        self.feedback = (
            f"{stands}“{early}” comes too early, because it needs a step that you have put later. What can you "
            f"say {'next' if first else 'without any other step'}?"
        )

    def _is_found(self) -> None:
        """Record that the main part of the task is solved. Continue with the follow-up questions, if there are any."""
        self.is_main_part_solved, self.is_done, self.feedback = True, self.follow_up_progress is None, ""

    def fill_in_solution(self) -> None:
        """Fill in the solution."""
        self.is_sample_space_complete = self.is_main_part_solved = True
        if self.follow_up_progress:
            self.follow_up_progress.fill_in_solution()
        if isinstance(self.task, SelectCellsTask):
            self.submission = sorted(self.task.favourable_cells)
        elif isinstance(self.task, BuildTreeTask):
            self.submission = [0] * len(self.task.questions)
        else:
            self.submission = sorted(self.submission)
        self.is_done, self.feedback = True, ""

    def restore(self, work: Any, done: Any, rows: Any = "", then: Any = ()) -> None:
        """Restore saved progress: submission, completion, written rows and follow-up answers.

        If the pupil has selected cells, the sample space is already complete.
        """
        if rows and self.sample_space_prompt and not self.is_sample_space_complete:
            self.apply_submission(list(rows) if self.sample_space_prompt.grid_headings else " ".join(rows))
        self.is_sample_space_complete |= bool(work)
        if done:
            self.fill_in_solution()
        elif isinstance(self.task, BuildTreeTask):
            for level in range(len(work)):
                self.apply_submission(self.shuffled_option_order(level).index(0))
        elif work:
            self.apply_submission(work)
        if self.follow_up_progress and self.is_main_part_solved and not done:
            self.follow_up_progress.restore(then, False)
            self.is_done = self.follow_up_progress.is_done
        self.feedback = ""


def _fault(rows: list[str], known: tuple[str, ...], steps: bool) -> str:
    """Return the first error in a list that the pupil has written, or an empty text.

    If `steps` is true, rows consist of one letter for each step.
    """
    none = [row for row in rows if row not in known]
    twice = [row for row, n in Counter(rows).items() if n > 1 and row in known]
    missing = [row for row in known if row not in rows]
    if not rows:
        return f"Start with any outcome, for example {known[0]}."
    if none:
        return f"“{none[0]}” isn’t a possible outcome. {known[0]} is one."
    if twice:
        return f"{', '.join(twice)} {'is' if len(twice) == 1 else 'are'} in your list more than once."
    if not missing:
        return ""
    like = next((row for row in rows if _apart(row, missing[0]) == 1), "") if steps else ""
    near = f" Look at {like}. What do you get if you change one letter?" if like else ""
    return f"Everything in your list is right, but some outcomes are missing.{near}"


def _apart(one: str, other: str) -> int:
    """Return the number of places at which two rows differ."""
    return sum(a != b for a, b in zip(one, other, strict=False)) + abs(len(one) - len(other))


def _overlooked(made: SelectCellsTask, tapped: set[int]) -> str:
    """Return a reply to a typical omission in a grid of pairs: mirrored pairs are missing, or doubles are."""
    if not made.rows or made.rows != made.columns:
        return ""
    side = len(made.rows)
    missing = [divmod(n, side) for n in made.favourable_cells - tapped]
    if all(row == column for row, column in missing):
        return "Both numbers can also be the same."
    if all(column * side + row in tapped for row, column in missing):
        a, b = (_last(made.rows[n]) for n in missing[0])
        return f"{a} and {b} is a different outcome from {b} and {a}. Each has its own square."
    return ""


def _last(text: str) -> str:
    return text.rpartition(" ")[2]
