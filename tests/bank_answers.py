"""Answers of the bank: the exact answer and the answer of each mistake for every question at every setting.

    python -m tests.bank_answers          # writes bank_answers.toml again. Read the changes

Each question is a table of the file. It has its mistakes by name, then a line for each setting with the values of its
parameters, the answer, and the wrong answers in the order of the mistakes (also those that are right at this setting).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gamelib
from gamelib import Question

PATH = Path(__file__).parent / "bank_answers.toml"


def answers(question: Question) -> Iterator[tuple[str, str]]:
    """Yield each setting with its numbers: the exact answer, then the wrong ones."""
    for setting in question.offered_settings():
        wrong = (question.bind_odds(mistake.wrong_answer)(**setting) for mistake in question.misconceptions)
        yield ", ".join(map(str, setting.values())), "  ".join(map(str, (question.exact(**setting), *wrong)))


def read() -> dict[str, dict[str, Any]]:
    """Return the content of the file by question."""
    return tomllib.loads(PATH.read_text(encoding="utf-8"))


def listed(question: Question) -> dict[str, Any]:
    """Return the entry of a question for the file."""
    return {"mistakes": [mistake.name for mistake in question.misconceptions], **dict(answers(question))}


def write() -> None:
    """Write the file from the present bank."""
    lines = ["# Answers of the bank, written by `python -m tests.bank_answers`."]
    for question in gamelib.questions():
        lines += ["", f"[{question.id}]"]
        lines += [
            f"{name if name == 'mistakes' else json.dumps(name, ensure_ascii=False)} = "
            f"{json.dumps(value, ensure_ascii=False)}"
            for name, value in listed(question).items()
        ]
    PATH.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
