"""Rulebook widget: the rules of a game in chapters. On request, the widget displays the rule example of a rule.

- {do: "rule", id} is answered with {kind: "rule", id, moment: rule example, chances: probability questions}.
- {do: "meet", met: [id]} is answered with {kind: "meet", next: suggestions} (see rulebook_data).
- {do: "search", text} is answered with {kind: "found", text, rules: [id]} (see rule_search).
- {do: "pictures", rules: [id]} is answered with {kind: "pictures", of: {id: picture}} (see rule_pictures).
- Requests about quiz questions are the same as in quiz. {do: "run", first: true} starts a short session on the rules
  of the tutorial.

The browser saves the rules that a reader has encountered and understood.
"""

from __future__ import annotations

from collections.abc import Mapping

import traitlets

from gamelib import Vocabulary
from gamelib.bank.quiz_question_types import PICTURE_TYPES
from gamelib.bank.rule_examples import rule_examples
from gamelib.bank.tutorial import has_tutorial, tutorial_goals

from ..page.assets import bundle_scripts, game_assets
from ..page.card_overrides import game_with_served_cards
from ..page.protocol import UNKNOWN_REQUEST_TEXT, Json, MessageHandler, validate_str_list
from ..table.rule_example import rule_example_display
from .quiz import STYLES, Quiz
from .quiz_session import QuizSession
from .rule_pictures import rule_pictures
from .rule_search import rule_index
from .rulebook_data import (
    essential_rule_groups,
    next_rule_suggestions,
    options,
    rule_chapters,
    rule_ids_by_game,
    rule_probability_questions,
)

MAX_QUERY_LENGTH = 300
"""Characters of a query."""
TUTORIAL_QUESTIONS = 3
"""Quiz questions at the end of a tutorial."""


class Rulebook(Quiz):
    """Rulebook of a game: `Rulebook("harem")`.

    The same `seed` gives the same quiz questions. Raise ValueError for an unknown game.
    """

    _esm = bundle_scripts(*game_assets("*.js"), "rules/rulebook.js")
    _css = STYLES

    book = traitlets.Dict().tag(sync=True)

    def __init__(self, game: str = "harem", *, vocabulary: Vocabulary = "classroom", seed: int | None = None) -> None:
        made = game_with_served_cards(game, vocabulary=vocabulary)
        self.rule_examples = rule_examples(made)
        book = {
            "game": made.id,
            "page": made.slug,
            "title": made.title,
            "chapters": rule_chapters(made),
            "first": essential_rule_groups(made),
            "options": options(made),
            "games": rule_ids_by_game(),
        }
        if has_tutorial(made):
            book["learn"] = f"../learn/{made.slug}.ipynb"
        super().__init__(game, vocabulary=vocabulary, seed=seed, book=book)

    def plain_paragraphs_and_charts(self) -> list[str]:
        lines = [self.book["title"]]
        for chapter in self.book["chapters"]:
            lines += [chapter["title"], *(f"{rule['id']} {rule['title']}. {rule['text']}" for rule in chapter["rules"])]
        return lines

    def message_handlers(self) -> Mapping[str, MessageHandler]:
        return {
            **super().message_handlers(),
            "rule": self._rule,
            "meet": self._meet,
            "pictures": self._pictures,
            "search": self._search,
        }

    def _run(self, message: Json) -> None:
        """Start a quiz session.

        If the message has `first`, start a short session on the rules of the tutorial, without questions about better
        actions.
        """
        if message.get("first") is True and has_tutorial(self.game):
            about = {goal.rule for goal in tutorial_goals(self.game)}
            self.quiz_session = QuizSession(
                self.game, self.quiz_settings["seed"], about, TUTORIAL_QUESTIONS, PICTURE_TYPES
            )
            self._riddle(message)
            return
        super()._run(message)

    def _rule(self, message: Json) -> None:
        """Send the rule example of a rule and its probability questions."""
        rule = message["id"]
        if rule not in self.game.rules:
            raise ValueError(UNKNOWN_REQUEST_TEXT)
        shown = rule_example_display(self.rule_examples[rule], texts=self.words) if rule in self.rule_examples else None
        self.send({"kind": "rule", "id": rule, "moment": shown, "chances": rule_probability_questions(self.game, rule)})

    def _meet(self, message: Json) -> None:
        """Send suggestions for encountering further rules. `met` lists the rules encountered so far in this browser."""
        self.send(
            {
                "kind": "meet",
                "next": next_rule_suggestions(self.game, validate_str_list(message["met"], len(self.game.rules))),
            }
        )

    def _search(self, message: Json) -> None:
        """Send the rules that match a query."""
        text = message["text"]
        if not isinstance(text, str) or len(text) > MAX_QUERY_LENGTH:
            raise ValueError(UNKNOWN_REQUEST_TEXT)
        self.send({"kind": "found", "text": text, "rules": rule_index(self.game).search(text)})

    def _pictures(self, message: Json) -> None:
        """Send the pictures of some rules."""
        rules = [rule for rule in validate_str_list(message["rules"], len(self.game.rules)) if rule in self.game.rules]
        self.send({"kind": "pictures", "of": rule_pictures(self.game, rules)})
