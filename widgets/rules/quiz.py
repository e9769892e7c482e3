"""Widget with quiz questions about rules. The rulebook contains this widget, and a lesson opens it for its own rules.

The page sends {do: "run"} to start a session, and the widget sends the first quiz question. After {do: "riddle"}, the
widget sends the next quiz question. After {do: "answer", n}, it sends the result of answer number n (see quiz_session).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import traitlets

from gamelib import Game, Vocabulary
from gamelib.bank.quiz_question_types import QUIZ_TYPES
from gamelib.validation import short_repr, validate_seed

from ..page.assets import bundle_layers, bundle_scripts, bundle_styles, game_assets
from ..page.card_overrides import game_with_served_cards
from ..page.protocol import Json, MessageHandler, PageWidget, validate_int
from ..table.board import board_class
from .quiz_session import DEFAULT_LENGTH, QuizSession

_PIECES = ("card", "pile", "group_pieces", "cell_map", "event_summary", "rule_example")
STYLES = bundle_layers(
    {
        "tokens": ["page/tokens.css", "table/tokens.css"],
        "base": ["table/base.css"],
        "components": [f"table/{name}.css" for name in _PIECES],
        "games": game_assets("*.css"),
        "states": ["table/states.css"],
    }
) + bundle_styles("table/host.css", "rules/rule_picture.css", "rules/rulebook.css", "rules/quiz.css")


class Quiz(PageWidget):
    """Quiz session of a game: `Quiz("harem", focus_rules=["HAR-8.3"], length=3)`.

    `focus_rules` lists the rules that the quiz questions are about. If `focus_rules` is empty, the quiz is about all
    rules. `kinds` lists the kinds of questions to use, from `QUIZ_TYPES`. The same `seed` gives the same questions.
    Raise ValueError for an unknown game, rule or kind.
    """

    _esm = bundle_scripts(*game_assets("*.js"), "rules/quiz_widget.js")
    _css = STYLES

    text_files = ("shown", "rules")
    look = traitlets.Dict().tag(sync=True)
    rules = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: str = "harem",
        *,
        focus_rules: Collection[str] = (),
        length: int = DEFAULT_LENGTH,
        kinds: Collection[str] = QUIZ_TYPES,
        vocabulary: Vocabulary = "classroom",
        seed: int | str | None = None,
        **more: Any,
    ) -> None:
        self.game: Game = game_with_served_cards(game, vocabulary=vocabulary)
        validate_seed(seed)
        for what, values, known in (("rules", focus_rules, self.game.rules), ("kinds", kinds, QUIZ_TYPES)):
            if isinstance(values, str) or not all(value in known for value in values):
                raise ValueError(f"The {what} of riddles are a list of those that there are, not {short_repr(values)}.")
        self.quiz_settings: Mapping[str, Any] = {
            "seed": seed,
            "focus_rules": tuple(focus_rules),
            "length": length,
            "kinds": tuple(kinds),
        }
        self.quiz_session = QuizSession(self.game, **self.quiz_settings)
        rules = {"game": game, "href": f"../rulebook/{self.game.slug}.ipynb"}
        super().__init__(look=game_theme(game), rules=rules, **more)
        self.start_receiving()

    def plain_paragraphs_and_charts(self) -> list[str]:
        return [str(self.words["quiz_of"]).format(game=self.game.title)]

    def message_handlers(self) -> Mapping[str, MessageHandler]:
        return {"run": self._run, "riddle": self._riddle, "answer": self._answer}

    def _run(self, message: Json) -> None:
        """Start a new session with its first question."""
        self.quiz_session = QuizSession(self.game, **self.quiz_settings)
        self._riddle(message)

    def _riddle(self, message: Json) -> None:
        self.send({"kind": "riddle", **self.quiz_session.next_question()})

    def _answer(self, message: Json) -> None:
        self.send({"kind": "answer", **self.quiz_session.submit_answer(validate_int(message["n"]))})


def game_theme(game_id: str) -> Json:
    """Return the drawings of the board of a game, or empty drawings for a game without a board."""
    try:
        board = board_class(game_id)
    except ValueError:
        return {"icons": {}, "kinds": {}, "backs": {}}
    return {"icons": dict(board.icons), "kinds": dict(board.kind_themes), "backs": dict(board.card_backs)}
