"""Quiz session: up to ten quiz questions about rules, easy ones first, with the score. The module has no widget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from random import Random

from gamelib import Action, Game
from gamelib.bank.prepared_quizzes import PreparedQuizQuestion, prepared_quiz_questions
from gamelib.bank.quiz_generator import make_quiz_question
from gamelib.bank.quiz_question_types import BETTER_ACTION_TYPE, QUIZ_TYPES, THEMED_TYPES, QuizQuestion
from gamelib.bank.quiz_themes import REMEDY_THEME, position_with_change
from gamelib.bank.rule_examples import RuleExample
from gamelib.nodes import format_value

from ..page.protocol import UNKNOWN_REQUEST_TEXT, Json
from ..table.rule_example import rule_example_display
from .quiz_picture import IllustratedQuestion, illustrate_prepared_question, illustrate_question

DEFAULT_LENGTH = 10
MAX_CANDIDATES = 2
"""Suitable questions that are compared, to find one with the wanted level and a new rule.

A session about certain rules takes the first suitable question.
"""
MAX_FAILURES = 2
"""Number of failed attempts to make a question of a kind before the session stops using this kind.

A question fails if no picture is sufficient, or if it was asked before.
"""
MAX_PER_RULE = 1
"""Questions on one rule in a session about all rules."""
MAX_ATTEMPTS = 60
"""Attempts to find one question with a sufficient picture."""


class QuizSession:
    """Quiz questions of a game, asked one after another.

    If `focus_rules` is given, the questions are about these rules as far as there are enough questions.
    """

    def __init__(
        self,
        game: Game,
        seed: int | str | None = None,
        focus_rules: Collection[str] = (),
        length: int = DEFAULT_LENGTH,
        kinds: Collection[str] = QUIZ_TYPES,
    ) -> None:
        """Start a session. `kinds` are kinds of questions that the session uses."""
        self.kinds = kinds
        self.game, self.rng, self.focus_rules, self.length = game, Random(seed), frozenset(focus_rules), length
        self.asked_count = self.correct_count = 0
        self.question: QuizQuestion | None = None
        self.is_question_answered = True
        self._wanted = self.focus_rules
        self._seen: set[str] = set()
        self._laid: set[str] = set()
        self._lack: set[str] = set()
        self._kinds = Counter[str]()
        self._rules = Counter[str]()
        self._themes: set[str] = set()
        self._last = ""

    def next_question(self) -> Json:
        """Return the next question for the page. Raise ValueError while a question is open, and after the last one."""
        if not self.is_question_answered or self.asked_count == self.length:
            raise ValueError(UNKNOWN_REQUEST_TEXT)
        self.asked_count += 1
        self.is_question_answered = False
        self.question, picture = self._made(1 + (self.asked_count - 1) * 3 // self.length)
        return {
            "n": self.asked_count,
            "of": self.length,
            "level": self.question.level,
            "prompt": self.question.prompt,
            "choices": [choice.text for choice in self.question.answers],
            **picture,
        }

    def _made(self, level: int) -> tuple[QuizQuestion, Json]:
        """Return a question with a sufficient picture. It is of another kind than the last question.

        Questions of this level about a rule new in this session are preferred.
        """
        nearest: tuple[tuple[bool, int], str, IllustratedQuestion] | None = None
        good, missed = 0, Counter[str]()
        for _ in range(MAX_ATTEMPTS):
            if self.focus_rules and nearest is None and self._lack.issuperset(self.kinds):
                self.focus_rules, self._lack = frozenset(), set()  # too few questions, so use all rules
            kinds = [kind for kind in self.kinds if kind not in self._lack]
            if not kinds:
                break
            lies = {one.kind for one in self._ready()} - {self._last} if self._wanted else set()
            others = sorted(lies) or [kind for kind in kinds if kind != self._last] or kinds
            kind = min(others, key=lambda kind: (self._asked_of(kind, missed), self.rng.random()))
            try:
                shown = self._of(kind)
            except LookupError:
                self._lack.add(kind)
                continue
            if shown is None or _asks(shown.riddle) in self._seen:
                missed[kind] += 1
                if self.focus_rules and missed[kind] == MAX_FAILURES:
                    self._lack.add(kind)
                continue
            good += 1
            made = shown.riddle
            rank = (made.rules[0] in self._rules, abs(made.level - level))
            if nearest is None or rank < nearest[0]:
                nearest = rank, kind, shown
            if nearest[0] == (False, 0) or self.focus_rules or good == MAX_CANDIDATES:
                break
        if nearest is None:
            raise LookupError(f"{self.game.title} has no riddle that its picture answers.")
        _, last, shown = nearest
        best = shown.riddle
        self._seen.add(_asks(best))
        self._themes.add(best.theme)
        self._rules[best.rules[0]] += 1
        self._last = last  # `best` can have a more specific kind
        self._kinds[last] += 1
        return best, shown.picture()

    def _asked_of(self, kind: str, missed: Counter[str]) -> float:
        """Return how often this session has asked or tried a kind of question.

        Kinds with listed themes have more content, so each of their questions counts half.
        """
        return (self._kinds[kind] + missed[kind]) / (2 if kind in THEMED_TYPES else 1)

    def _ready(self) -> list[PreparedQuizQuestion]:
        """Return the prepared questions that fit this session and were not asked yet."""
        return [
            one
            for one in prepared_quiz_questions(self.game)
            if one.kind in self.kinds and one.entry["position"] not in self._laid and one.is_relevant_to(self._wanted)
        ]

    def _of(self, kind: str) -> IllustratedQuestion | None:
        """Return a question of this kind, or None if no picture is sufficient for the question.

        A session about certain rules prefers prepared questions. The method raises LookupError if no question of this
        kind is left.
        """
        ready = [one for one in self._ready() if one.kind == kind] if self._wanted or kind == BETTER_ACTION_TYPE else []
        if ready:
            one = ready[int(self.rng.random() * len(ready))]
            self._laid.add(one.entry["position"])
            return illustrate_prepared_question(one)
        if kind == BETTER_ACTION_TYPE:
            raise LookupError(f"No more of {self.game.title} lie ready.")
        made = make_quiz_question(self.game, kind, self.rng, self.focus_rules, self._themes)
        return illustrate_question(made) if self.focus_rules or self._rules[made.rules[0]] < MAX_PER_RULE else None

    def submit_answer(self, choice: int) -> Json:
        """Submit answer number `choice` and return the result.

        Raise ValueError if there is no such answer or no open question.
        """
        if self.question is None or self.is_question_answered or choice not in range(len(self.question.answers)):
            raise ValueError(UNKNOWN_REQUEST_TEXT)
        self.is_question_answered = True
        good = choice == self.question.correct_index
        self.correct_count += good
        rule = self.question.rules[0]
        made = {
            "chosen": choice,
            "right": self.question.correct_index,
            "good": good,
            "why": _plain(self.question.explanation, rule),
            "rule": rule,
            "score": self.correct_count,
            "asked": self.asked_count,
            "over": self.asked_count == self.length,
        }
        if not good:
            note = self.question.answers[choice].feedback
            made |= {
                "note": note if note not in self.question.explanation else "",
                "replay": play_answer_example(self.question, choice),
            }
        return made


def _asks(riddle: QuizQuestion) -> str:
    """Return the text of a question and its right answer, which together identify the question."""
    return f"{riddle.prompt} {riddle.answers[riddle.correct_index].text}"


def play_answer_example(riddle: QuizQuestion, choice: int) -> Json | None:
    """Return a rule example display that plays an answer on the table, or None if the answer has no step."""
    of = riddle.answers[choice].represented_value
    step = of if isinstance(of, Action) else riddle.named_choice
    if step is None:
        return None
    text = str(step) if isinstance(step, Action) else "=" + format_value(step)
    position = (
        riddle.game.position_text(position_with_change(riddle.new_state(), of))
        if riddle.kind == REMEDY_THEME
        else riddle.position
    )
    shown = RuleExample(riddle.game, riddle.rules[0], position, text, "event")
    if not shown.is_possible and shown.ruling is None:
        return None
    made = rule_example_display(shown, is_authored=False)
    made["step"].pop("chance", None)  # a lesson can ask for this probability, so the quiz must not reveal it
    return {**made, "refused": [], "unrefused": ""} if made["step"]["told"] else None


def _plain(text: str, rule: str) -> str:
    """Return the reason of an answer without the rule id at its end, because the page displays a separate link."""
    return text.removesuffix(f"({rule})").rstrip()
