"""A widget that asks rule riddles: the rulebook is one, and a lesson opens one about its own rules.

{do: "run"} begins a run and, as {do: "riddle"}, is answered by the next riddle, {do: "answer", n} by what comes of it
(see run).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import traitlets

import gamelib
from gamelib import Game, Vocabulary
from gamelib.riddles import KINDS

from ..page import Deed, Json, PageWidget, together, whole
from ..table.scene import board_type
from .run import LENGTH, Run
from .words import WORDS

SCRIPTS = ("elements.js", "kit.js", "board.js", "pieces.js", "acts.js", "cards.js", "moments.js", "chance.js",
           "dock.js", "end.js", "show.js", "coverage.js", "quiz.js")  # fmt: skip
STYLES = ("theme.css", "kit.css", "board.css", "pieces.css", "acts.css", "panels.css", "show.css", "rulebook.css")


class Riddles(PageWidget):
    """A run of riddles of a game: `Riddles("harem", about=["HAR-8.3"], length=3)`.

    `about`: rules that matter in the riddles, none for all; `kinds`: of `gamelib.riddles.KINDS`; `seed` fixes them.
    ValueError for an unknown game.
    """

    _esm = together(*SCRIPTS, "riddles.js")
    _css = together(*STYLES)

    words = traitlets.Dict(WORDS).tag(sync=True)
    look = traitlets.Dict().tag(sync=True)
    rules = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: str = "harem",
        *,
        about: Collection[str] = (),
        length: int = LENGTH,
        kinds: Collection[str] = tuple(KINDS),
        vocabulary: Vocabulary = "classroom",
        seed: int | str | None = None,
        **more: Any,
    ) -> None:
        self.game: Game = gamelib.game(game, vocabulary=vocabulary)
        self.run_of: Mapping[str, Any] = {"seed": seed, "about": tuple(about), "length": length, "kinds": tuple(kinds)}
        self.run = Run(self.game, **self.run_of)
        rules = {"game": game, "href": f"../rulebook/{self.game.page}.ipynb"}
        super().__init__(look=look_of(game), rules=rules, **more)
        self.hear()

    def deeds(self) -> Mapping[str, Deed]:
        return {"run": self._run, "riddle": self._riddle, "answer": self._answer}

    def _run(self, message: Json) -> None:
        """A run from its first riddle on."""
        self.run = Run(self.game, **self.run_of)
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
