"""The rulebook widget: the rules of a game in chapters; a rule is shown, on demand, by a step that is played.

{do: "rule", id} is answered by {kind: "rule", id, moment, chances}; {do: "run"} and {do: "riddle"} by the next riddle,
{do: "answer", n} by what comes of it (see run). What a reader has met and understood is the
page's own affair: the browser keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping

import traitlets

import gamelib
from gamelib import Vocabulary
from gamelib.shows import shows

from ..page import NOT_UNDERSTOOD, Deed, Json, PageWidget, together, whole
from ..table.scene import board_type
from ..table.shown import moment
from .book import chances, chapters
from .run import Run
from .words import WORDS


class Rulebook(PageWidget):
    """The rulebook of a game: `Rulebook("harem")`. `seed` fixes the riddles. ValueError for an unknown game."""

    _esm = together("elements.js", "kit.js", "board.js", "pieces.js", "acts.js", "cards.js", "moments.js", "chance.js",
                    "dock.js", "end.js", "show.js", "coverage.js", "rulebook.js")  # fmt: skip
    _css = together("theme.css", "kit.css", "board.css", "pieces.css", "acts.css", "panels.css", "show.css",
                    "rulebook.css")  # fmt: skip

    book = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict(WORDS).tag(sync=True)
    look = traitlets.Dict().tag(sync=True)

    def __init__(self, game: str = "harem", *, vocabulary: Vocabulary = "classroom", seed: int | None = None) -> None:
        self.seed = seed
        self.game = gamelib.game(game, vocabulary=vocabulary)
        self.shows = shows(self.game)
        self.run = Run(self.game, seed)
        super().__init__(look=look_of(game), book=self._book())
        self.hear()

    def _book(self) -> Json:
        game = self.game
        return {"game": game.id, "page": game.page, "title": game.title, "chapters": chapters(game)}

    def deeds(self) -> Mapping[str, Deed]:
        return {"rule": self._rule, "run": self._run, "riddle": self._riddle, "answer": self._answer}

    def _rule(self, message: Json) -> None:
        """What shows a rule, and the chances that rest on it."""
        rule = message["id"]
        if rule not in self.game.rules:
            raise ValueError(NOT_UNDERSTOOD)
        shown = moment(self.shows[rule]) if rule in self.shows else None
        self.send({"kind": "rule", "id": rule, "moment": shown, "chances": chances(self.game, rule)})


    def _run(self, message: Json) -> None:
        """Ten riddles from the first on."""
        self.run = Run(self.game, self.seed)
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
