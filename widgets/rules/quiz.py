"""A widget that asks rule riddles: the rulebook is one, and a lesson opens one about its own rules.

{do: "run"} begins a run and, as {do: "riddle"}, is answered by the next riddle, {do: "answer", n} by what comes of it
(see run).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import traitlets

from gamelib import Game, Vocabulary
from gamelib.bank.quiz_question_types import QUIZ_TYPES
from gamelib.validation import check_seed, short_repr

from ..page.corrected import game_here
from ..page.modules import linked, of_games, styles
from ..page.protocol import Deed, Json, PageWidget, whole
from ..table.scene import board_type
from .run import LENGTH, RiddleRun

STYLES = (
    "page/theme.css",
    "table/kit.css",
    "table/piles.css",
    "table/board.css",
    "table/pieces.css",
    "table/changes.css",
    *of_games("*.css"),
    "table/show.css",
    "rules/pieces.css",
    "rules/rulebook.css",
    "rules/quiz.css",
)


class Riddles(PageWidget):
    """A run of riddles of a game: `Riddles("harem", about=["HAR-8.3"], length=3)`.

    `about`: rules that matter in the riddles, none for all; `kinds`: of `riddle_kinds.ASKED`; `seed` fixes them.
    ValueError for an unknown game.
    """

    _esm = linked(*of_games("*.js"), "rules/riddles.js")
    _css = styles(*STYLES)

    families = ("shown", "rules")
    look = traitlets.Dict().tag(sync=True)
    rules = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: str = "harem",
        *,
        about: Collection[str] = (),
        length: int = LENGTH,
        kinds: Collection[str] = QUIZ_TYPES,
        vocabulary: Vocabulary = "classroom",
        seed: int | str | None = None,
        **more: Any,
    ) -> None:
        self.game: Game = game_here(game, vocabulary=vocabulary)
        check_seed(seed)
        for what, values, known in (("rules", about, self.game.rules), ("kinds", kinds, QUIZ_TYPES)):
            if isinstance(values, str) or not all(value in known for value in values):
                raise ValueError(f"The {what} of riddles are a list of those that there are, not {short_repr(values)}.")
        self.run_of: Mapping[str, Any] = {"seed": seed, "about": tuple(about), "length": length, "kinds": tuple(kinds)}
        self.run = RiddleRun(self.game, **self.run_of)
        rules = {"game": game, "href": f"../rulebook/{self.game.slug}.ipynb"}
        super().__init__(look=look_of(game), rules=rules, **more)
        self.hear()

    def deeds(self) -> Mapping[str, Deed]:
        return {"run": self._run, "riddle": self._riddle, "answer": self._answer}

    def _run(self, message: Json) -> None:
        """A run from its first riddle on."""
        self.run = RiddleRun(self.game, **self.run_of)
        self._riddle(message)

    def _riddle(self, message: Json) -> None:
        self.send({"kind": "riddle", **self.run.next()})

    def _answer(self, message: Json) -> None:
        self.send({"kind": "answer", **self.run.answer(whole(message["n"]))})


def look_of(game: str) -> Json:
    """The drawings of a game's board; a game without one has none."""
    try:
        board = board_type(game)
    except ValueError:
        return {"icons": {}, "kinds": {}, "backs": {}}
    return {"icons": dict(board.icons), "kinds": dict(board.kinds), "backs": dict(board.backs)}
