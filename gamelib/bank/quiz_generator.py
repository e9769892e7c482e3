"""Quiz generator: make quiz questions about rules from positions, and find the right answers in any position.

`make_quiz_question(game, question_type, rng)` creates a question of one of the `QUESTION_TYPES` (see
`quiz_question_types`). Exactly one answer is right. The positions are those of the rule examples and refusal examples
of the game after a few random steps, so that few objects are on the table.

The engine checks every answer. The check uses `why_not` for actions, `apply` for results and the exact distribution for
outcomes. `correct_indexes` finds the right answers in any position, for example in a position that looks the same.
Each theme in `decisions.toml` has rules. Questions of a theme use the positions of the examples of these rules,
unchanged or slightly changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache, cached_property, partial
from itertools import islice
from random import Random
from typing import Any

from ..base_game import Game
from ..nodes import Action, Chance, Decision, End
from ..playouts import choose_action, random_bot
from ..state import State
from ..validation import short_repr
from .position_variants import positions_with_one_value_changed
from .prepared_quizzes import best_answer_indexes
from .quiz_question_types import (
    BETTER_ACTION_TYPE,
    CONSEQUENCE_TYPES,
    MIN_RULES,
    PLAYER_NAMES,
    QUESTION_TYPES,
    THEMED_TYPES,
    NoQuizQuestionError,
    PositionSurvey,
    QuizQuestion,
)
from .quiz_themes import (
    ACTION_THEME,
    REMEDY_THEME,
    RESULT_THEME,
    PositionChange,
    QuizTheme,
    codes_and_verbs_with_mark,
    position_with_change,
    quiz_theme,
    quiz_themes,
)
from .rule_examples import RuleExample, refusal_example_by_rule, rule_examples

MAX_STEPS = 6
"""Maximum number of random steps from the position of a rule example."""
MAX_TRIES = 400
"""Maximum number of positions to try for one question."""
MAX_TRIES_PER_TOPIC = 40
"""Maximum number of positions to try for a question about certain rules. Another type may succeed."""
REFUSAL_WEIGHT = 4
"""Weight of a position with a refusal relative to the position of a rule example."""
P_THEME_POSITION = 0.3
"""Probability that a position is listed by a theme."""
P_CHANGED_POSITION = 0.7
"""Probability that the position of a rule example is changed for a theme."""
MAX_END_TRIES = 60
"""Maximum number of positions near the end of the game to try."""


@cache
def _last(game: Game) -> tuple[RuleExample, ...]:
    """Return the rule examples whose step ends a game, or () if the table of the game shows the leader."""
    if not codes_and_verbs_with_mark(game, "decides"):
        return ()
    return tuple(
        example
        for example in rule_examples(game).values()
        if isinstance(example.step, Action) and example.ruling is None and isinstance(example.after.node, End)
    )


def _ends(game: Game, rng: Random, rules: Collection[str]) -> Iterator[PositionSurvey]:
    """Yield positions that differ in one value from a position in which one action ends the game."""
    ending = [example for example in _last(game) if not rules or example.rule in rules]
    while ending:
        worlds = positions_with_one_value_changed(game, ending[int(rng.random() * len(ending))].position)
        for state in islice(worlds, int(rng.random() * MAX_STEPS**2), None):
            if isinstance(state.node, Decision) and len(state.legal):
                yield PositionSurvey(state, rng)
                break


def _places(game: Game, rng: Random, rules: Collection[str]) -> Iterator[PositionSurvey]:
    """Yield decision positions from rule examples, refusal examples and themes, after a few random steps.

    With `rules`, only the positions of examples for these rules are used.
    """
    both = (*rule_examples(game).items(), *REFUSAL_WEIGHT * tuple(refusal_example_by_rule(game).items()))
    texts = [example.position for rule, example in both if example.choice and (not rules or rule in rules)]
    asked = [one for one in quiz_themes(game) if one.entry.get("positions") and (not rules or one.rules[0] in rules)]
    while texts or asked:
        if asked and (not texts or rng.random() < P_THEME_POSITION):
            here = asked[int(rng.random() * len(asked))].listed_position_texts(rng)
        else:
            here = texts
        state: State[Any] = game.position(here[int(rng.random() * len(here))])
        steps = int(rng.random() * (MAX_STEPS if not rules else MAX_STEPS // 2))
        for n in range(MAX_STEPS * MAX_STEPS):
            node = state.node
            if n >= steps and not isinstance(node, Chance):
                break
            if isinstance(node, Decision) and not len(state.legal):
                break  # a constructed position can lead to a state without legal actions
            if isinstance(node, Decision):
                state.apply(choose_action(state, random_bot, rng))
            elif isinstance(node, Chance):
                state.apply(node.sample(rng))
        if state.agenda_frames and isinstance(state.node, Decision) and len(state.legal):
            yield PositionSurvey(state, rng)


def random_theme_positions(theme: QuizTheme, rng: Random) -> Iterator[PositionSurvey]:
    """Yield positions for a theme: positions of examples for the rules of the theme, some slightly changed."""
    texts = [
        example.position
        for rule, example in rule_examples(theme.game).items()
        if rule in theme.rules and example.choice
    ]
    while True:
        said = theme.listed_position_texts(rng)
        text = (texts + said * max(1, len(texts)))[int(rng.random() * (len(texts) + len(said) * max(1, len(texts))))]
        state: State[Any] = theme.game.position(text)
        if rng.random() < P_CHANGED_POSITION:
            state = next(
                islice(positions_with_one_value_changed(theme.game, text), int(rng.random() * MAX_STEPS**2), None),
                state,
            )
        if state.agenda_frames and (isinstance(state.node, Chance) or len(state.legal)):
            yield PositionSurvey(state, rng)


def random_positions(game: Game, rng: Random) -> Iterator[State[Any]]:
    """Yield an endless sequence of decision positions from rule examples and refusal examples, after random steps."""
    return (place.state for place in _places(game, rng, ()))


def action_rules_in_topic_sections(game: Game, topic_rules: Collection[str]) -> frozenset[str]:
    """Return the rules for a quiz about a topic: the rules of the same sections whose example is an action.

    The set is empty if fewer than `MIN_RULES` rules are found. An empty set means a quiz about the whole game.
    """
    sections = {game.rules[rule].section for rule in topic_rules if not game.rules[rule].question}
    of_sections = frozenset(
        rule
        for rule, example in rule_examples(game).items()
        if game.rules[rule].section in sections and isinstance(example.step, Action)
    )
    return of_sections if len(of_sections) >= MIN_RULES else frozenset()


def make_quiz_question(
    game: Game, question_type: str, rng: Random, rules: Collection[str] = (), excluded_themes: Collection[str] = ()
) -> QuizQuestion:
    """Make a quiz question of one type.

    If `rules` is given, one of these rules must decide the answer. Themes in `excluded_themes` are not used. Raise
    LookupError if no question was found in the positions that were tried, and ValueError for an unknown type.
    """
    if question_type not in QUESTION_TYPES:
        raise ValueError(f"There is no riddle {short_repr(question_type)}; there are {', '.join(QUESTION_TYPES)}.")
    for place, make in _tries(game, question_type, rng, rules, excluded_themes):
        try:
            made = make(place)
        except NoQuizQuestionError:
            continue
        if not rules or not set(made.rules).isdisjoint(rules):
            return made
    raise LookupError(f"{game.title} has no riddle {question_type!r}.")


def _tries(
    game: Game, kind: str, rng: Random, rules: Collection[str], excluded_themes: Collection[str]
) -> Iterator[tuple[PositionSurvey, Callable[[PositionSurvey], QuizQuestion]]]:
    """Yield positions to try for a question type, each with the function that makes the question."""
    if kind in THEMED_TYPES:
        left = [
            one
            for one in quiz_themes(game)
            if one.kind == kind and one.id not in excluded_themes and (not rules or one.rules[0] in rules)
        ]
        for theme in sorted(left, key=lambda _: rng.random()):
            for place in islice(random_theme_positions(theme, rng), MAX_TRIES_PER_TOPIC):
                yield place, partial(THEMED_TYPES[kind], only=theme)
        return
    places = _ends(game, rng, rules) if kind == "wins" else _places(game, rng, rules)
    most = MAX_END_TRIES if kind == "wins" else MAX_TRIES_PER_TOPIC if rules else MAX_TRIES
    for place in islice(places, most):
        yield place, QUESTION_TYPES[kind]


def recheck_correct_indexes(question: QuizQuestion) -> list[int]:
    """Compute the indexes of the right answers again, only from the position."""
    return correct_indexes(question, question.new_state())


class _Judged:
    """Quiz question in a position, with the values that the answer checks need."""

    def __init__(self, question: QuizQuestion, state: State[Any]) -> None:
        self.riddle, self.state, self.game, self.names = question, state, question.game, PLAYER_NAMES[: state.seats]
        self.after = (
            state.child(question.named_choice) if question.kind in CONSEQUENCE_TYPES and self.is_step_legal else state
        )

    @property
    def is_step_legal(self) -> bool:
        """Whether the step that the question names is possible."""
        return self.riddle.named_choice in _steps(self.state)

    @cached_property
    def legal(self) -> set[Action]:
        """Answers that are legal actions."""
        actions = [one.represented_value for one in self.riddle.answers if isinstance(one.represented_value, Action)]
        return {action for action in actions if self.state.why_not(action) is None}

    def extreme_legal_action(self, most: bool = False) -> Any:
        """Return the legal answer with the smallest or the largest number, or None if no answer is legal."""
        return (max if most else min)(self.legal, key=lambda action: action.args, default=None)

    def allows(self, change: PositionChange) -> bool:
        """Return whether the action of the question is legal after this change of the position."""
        assert isinstance(self.riddle.named_choice, Action)
        try:
            return position_with_change(self.state, change).why_not(self.riddle.named_choice) is None
        except ValueError:
            return False  # the changed position is impossible

    @cached_property
    def best(self) -> set[Action]:
        """Legal answers that match the theme best."""
        asked = quiz_theme(self.game, self.riddle.theme)
        worth = {act: value for act in self.legal if (value := asked.match_score(self.state.child(act))) is not None}
        return {act for act, value in worth.items() if value == max(worth.values())}

    @cached_property
    def outcome_in_words(self) -> str | None:
        """Text of the result of the step that the question names."""
        return quiz_theme(self.game, self.riddle.theme).answer(self.after, self.names, _seat(self.state))


ANSWER_CHECKS: dict[str, Callable[[_Judged, Any], bool]] = {
    "legal": lambda j, of: of in j.legal,
    "illegal": lambda j, of: of not in j.legal,
    "least": lambda j, of: bool(j.legal) and of == j.extreme_legal_action(),
    "most": lambda j, of: bool(j.legal) and of == j.extreme_legal_action(most=True),
    REMEDY_THEME: lambda j, of: j.allows(of),
    "wins": lambda j, of: bool(of == (j.after.node.winners if isinstance(j.after.node, End) else ())),
    "rule": lambda j, of: any(of in (event.rule, *event.related_rules) for event in j.after.events),
    ACTION_THEME: lambda j, of: of in j.best,
    RESULT_THEME: lambda j, of: bool(of == j.outcome_in_words),
}
"""Type of question -> whether an answer to it is right."""


def correct_indexes(question: QuizQuestion, state: State[Any]) -> list[int]:
    """Return the indexes of the right answers in a position, which may differ from the position of the question."""
    if question.kind == BETTER_ACTION_TYPE:
        return best_answer_indexes(question, state)
    judged = _Judged(question, state)
    if question.kind in CONSEQUENCE_TYPES and not judged.is_step_legal:
        return []
    return [
        n for n, choice in enumerate(question.answers) if ANSWER_CHECKS[question.kind](judged, choice.represented_value)
    ]


def is_question_valid_in(question: QuizQuestion, state: State[Any]) -> bool:
    """Return whether the statements in the text of the question are true in a position."""
    if question.kind == REMEDY_THEME:
        return isinstance(question.named_choice, Action) and state.why_not(question.named_choice) is not None
    if question.kind != RESULT_THEME:
        return True
    if question.named_choice not in _steps(state):
        return False
    asked, state_after = quiz_theme(question.game, question.theme), state.child(question.named_choice)
    return (
        asked.prompt(question.named_choice, state_after, PLAYER_NAMES[: state.seats], _seat(state)) == question.prompt
    )


def _steps(state: State[Any]) -> Collection[Any]:
    """Return the legal actions or the possible outcomes."""
    return tuple(state.node.dist()) if isinstance(state.node, Chance) else state.legal


def _seat(state: State[Any]) -> int | None:
    return getattr(state.node, "seat", None)
