"""Data of the explain task for the lesson page, without its solution."""

from __future__ import annotations

from gamelib.number_format import format_chance

from ..page.protocol import Json
from .experiment import BuildTreeTask, SelectCellsTask
from .progress.explain_progress import ExplainTaskProgress


def explain_task_json(progress: ExplainTaskProgress) -> Json:
    """Return the explain task without its solution. `then` lists the follow-up questions after the main part."""
    part = {**_task_part_json(progress), "found": progress.is_main_part_solved or progress.is_done}
    return (
        part
        if progress.follow_up_progress is None or not progress.is_main_part_solved
        else part | {"then": _task_part_json(progress.follow_up_progress)}
    )


def _task_part_json(progress: ExplainTaskProgress) -> Json:
    task, work = progress.task, progress.submission
    if progress.sample_space_prompt and not progress.is_sample_space_complete:
        return {
            "kind": "space",
            "form": progress.sample_space_prompt.layout,
            "ask": progress.sample_space_prompt.prompt,
            "rows": progress.written_outcomes,
            "heads": [words for words, _ in progress.sample_space_prompt.grid_headings],
        }
    if isinstance(task, SelectCellsTask):
        return {
            "kind": "cells",
            "ask": task.prompt,
            "of": task.cell_noun,
            "columns": task.columns,
            "rows": task.rows,
            "cells": [[cell.label, cell.weight] for cell in task.cells],
            "tapped": work,
            "told": _favourable_cells_text(task) if progress.is_main_part_solved else "",
        }
    if isinstance(task, BuildTreeTask):
        grown = len(work)
        level = task.questions[grown] if grown < len(task.questions) else None
        twigs = [twig for one in task.questions[:grown] for twig in one.new_branches]
        return {
            "kind": "grow",
            "ask": task.prompt,
            "grown": [[one.prompt, one.correct_option] for one in task.questions[:grown]],
            "tree": [
                [list(twig.ancestor_labels), twig.label, twig.probability_text, twig.is_favourable] for twig in twigs
            ],
            "level": level
            and {
                "ask": level.prompt,
                "options": [level.options_correct_first[i] for i in progress.shuffled_option_order(grown)],
            },
            "left": len(task.questions) - grown,
        }
    return {"kind": "sort", "ask": task.prompt, "items": list(task.steps), "order": list(work)}


def _favourable_cells_text(task: SelectCellsTask) -> str:
    cases, of = (
        sum(task.cells[n].weight for n in numbers) for numbers in (task.favourable_cells, range(len(task.cells)))
    )
    return f"{cases} of {of}: {format_chance(task.probability_of_cells(task.favourable_cells))}."
