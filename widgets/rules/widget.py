"""The rulebook widget: the rules of a game in chapters; a rule is shown, on demand, by a step that is played.

{do: "rule", id} is answered by {kind: "rule", id, moment, chances}; {do: "meet", met: [id]} by {kind: "meet", next}
(see book); {do: "search", text} by {kind: "found", text, rules: [id]} (see search); {do: "pictures", rules: [id]} by
{kind: "pictures", of: {id: picture}} (see pictures); riddles as in quiz, and {do: "run", first: true} for a few on what
the first game has met. What a reader has met and understood is the page's own affair: the browser keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping

import traitlets

from gamelib import Vocabulary
from gamelib.bank.quiz_question_types import PICTURE_TYPES
from gamelib.bank.rule_examples import rule_examples
from gamelib.bank.tutorial import has_tutorial, tutorial_goals

from ..page.corrected import game_here
from ..page.modules import linked, of_games, styles
from ..page.protocol import NOT_UNDERSTOOD, Deed, Json, texts
from ..table.shown import moment
from .book import all_rules, chances, chapters, first_things, next_to_meet, options
from .pictures import pictures
from .quiz import STYLES, Riddles
from .run import RiddleRun
from .search import index

MOST_ASKED = 300
"""Letters of a question."""
FIRST_RIDDLES = 3
"""Those at the end of a first game."""


class Rulebook(Riddles):
    """The rulebook of a game: `Rulebook("harem")`. `seed` fixes the riddles. ValueError for an unknown game."""

    _esm = linked(*of_games("*.js"), "rules/rulebook.js")
    _css = styles(*STYLES)

    book = traitlets.Dict().tag(sync=True)

    def __init__(self, game: str = "harem", *, vocabulary: Vocabulary = "classroom", seed: int | None = None) -> None:
        made = game_here(game, vocabulary=vocabulary)
        self.shows = rule_examples(made)
        book = {
            "game": made.id,
            "page": made.slug,
            "title": made.title,
            "chapters": chapters(made),
            "first": first_things(made),
            "options": options(made),
            "games": all_rules(),
        }
        if has_tutorial(made):
            book["learn"] = f"../learn/{made.slug}.ipynb"
        super().__init__(game, vocabulary=vocabulary, seed=seed, book=book)

    def deeds(self) -> Mapping[str, Deed]:
        return {
            **super().deeds(),
            "rule": self._rule,
            "meet": self._meet,
            "pictures": self._pictures,
            "search": self._search,
        }

    def _run(self, message: Json) -> None:
        """A run from its first riddle on; `first`: a few on what the first game has met, no blunders of old hands."""
        if message.get("first") is True and has_tutorial(self.game):
            about = {goal.rule for goal in tutorial_goals(self.game)}
            self.run = RiddleRun(self.game, self.run_of["seed"], about, FIRST_RIDDLES, PICTURE_TYPES)
            self._riddle(message)
            return
        super()._run(message)

    def _rule(self, message: Json) -> None:
        """What shows a rule, and the chances that rest on it."""
        rule = message["id"]
        if rule not in self.game.rules:
            raise ValueError(NOT_UNDERSTOOD)
        shown = moment(self.shows[rule], words=self.words) if rule in self.shows else None
        self.send({"kind": "rule", "id": rule, "moment": shown, "chances": chances(self.game, rule)})

    def _meet(self, message: Json) -> None:
        """What to do to meet the next rules. `met`: those that this browser has met."""
        self.send({"kind": "meet", "next": next_to_meet(self.game, texts(message["met"], len(self.game.rules)))})

    def _search(self, message: Json) -> None:
        """The rules that may answer a question."""
        text = message["text"]
        if not isinstance(text, str) or len(text) > MOST_ASKED:
            raise ValueError(NOT_UNDERSTOOD)
        self.send({"kind": "found", "text": text, "rules": index(self.game).find(text)})

    def _pictures(self, message: Json) -> None:
        """The pieces that some rules are about."""
        rules = [rule for rule in texts(message["rules"], len(self.game.rules)) if rule in self.game.rules]
        self.send({"kind": "pictures", "of": pictures(self.game, rules)})
