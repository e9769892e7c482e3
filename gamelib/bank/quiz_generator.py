"""Rule riddles, made from positions, and judged in any position. One answer is right.

`make_quiz_question(game, kind, rng)` makes one of `QUESTION_TYPES` (see `riddle_kinds`); a run mixes them. Positions
come from the game's shows and from what its rules refuse, a few random steps on, so that little lies on the table.
Every answer is judged by the engine itself: an action by `why_not`, what follows by applying it, an outcome by its
exact distribution. `correct_indexes` judges the answers in any position, so that worlds which look the same can be
asked, too. What a game lists in `decisions.toml` is asked in positions of the shows of its rules, as they are or
changed a little.
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
    quiz_theme,
    quiz_themes,
    rules_affected_by_option,
)
from .rule_examples import RuleExample, refusal_examples, rule_examples

MAX_STEPS = 6
"""Random steps from the position of a show."""
MAX_TRIES = 400
"""Positions that are tried for one riddle."""
MAX_TRIES_PER_TOPIC = 40
"""Those that are tried for one about certain rules; another kind may do better."""
REFUSAL_WEIGHT = 4
"""How much oftener a position is one in which something is refused than one that shows a rule."""
P_THEME_POSITION = 0.3
"""How often a position is one of those that themes list."""
P_CHANGED_POSITION = 0.7
"""How often the position of a show is changed for a theme."""
MAX_END_TRIES = 60
"""Positions near the end that are tried."""


@cache
def _last(game: Game) -> tuple[RuleExample, ...]:
    """The shows whose step ends a game; none where the table says who is ahead."""
    if not codes_and_verbs_with_mark(game, "decides"):
        return ()
    return tuple(
        example
        for example in rule_examples(game).values()
        if isinstance(example.step, Action) and example.ruling is None and isinstance(example.after.node, End)
    )


def _ends(game: Game, rng: Random, rules: Collection[str]) -> Iterator[PositionSurvey]:
    """Positions like those whose step ends a game."""
    ending = [example for example in _last(game) if not rules or example.rule in rules]
    while ending:
        worlds = positions_with_one_value_changed(game, ending[int(rng.random() * len(ending))].position)
        for state in islice(worlds, int(rng.random() * MAX_STEPS**2), None):
            if isinstance(state.node, Decision) and len(state.legal):
                yield PositionSurvey(state, rng)
                break


def _places(game: Game, rng: Random, rules: Collection[str]) -> Iterator[PositionSurvey]:
    """Positions of shows, refusals and themes, of some rules or of all, a few random steps on, to the next decision."""
    both = (*rule_examples(game).items(), *REFUSAL_WEIGHT * tuple(refusal_examples(game).items()))
    texts = [example.position for rule, example in both if example.choice and (not rules or rule in rules)]
    asked = [one for one in quiz_themes(game) if one.entry.get("positions") and (not rules or one.rules[0] in rules)]
    while texts or asked:
        if asked and (not texts or rng.random() < P_THEME_POSITION):
            here = asked[int(rng.random() * len(asked))].positions(rng)
        else:
            here = texts
        state: State[Any] = game.position(here[int(rng.random() * len(here))])
        steps = int(rng.random() * (MAX_STEPS if not rules else MAX_STEPS // 2))
        for n in range(MAX_STEPS * MAX_STEPS):
            node = state.node
            if n >= steps and not isinstance(node, Chance):
                break
            if isinstance(node, Decision) and not len(state.legal):
                break  # a position that was built may lead where no game can
            if isinstance(node, Decision):
                state.apply(choose_action(state, random_bot, rng))
            elif isinstance(node, Chance):
                state.apply(node.sample(rng))
        if state.agenda_frames and isinstance(state.node, Decision) and len(state.legal):
            yield PositionSurvey(state, rng)


def random_theme_positions(theme: QuizTheme, rng: Random) -> Iterator[PositionSurvey]:
    """Positions in which what a theme asks may come: those of its rules' shows, as they are or changed a little."""
    texts = [
        example.position
        for rule, example in rule_examples(theme.game).items()
        if rule in theme.rules and example.choice
    ]
    while True:
        said = theme.positions(rng)
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
    """Positions of shows and of what rules refuse, a few random steps on, where somebody is to choose; without end."""
    return (place.state for place in _places(game, rng, ()))


def quiz_rules_for_topic(game: Game, topic_rules: Collection[str]) -> frozenset[str]:
    """What riddles are about where these rules matter: all of their sections that somebody meets by choosing.

    None, which is all of the game, where these are fewer than `MIN_RULES`: rules of a setup, say.
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
    """A riddle of a kind; with `rules`, one in which one of these rules matters; `excluded_themes`: themes that are not
    asked.

    LookupError if no position that is tried makes one; ValueError for an unknown kind.
    """
    if question_type not in QUESTION_TYPES:
        raise ValueError(f"There is no riddle {question_type!r}; there are {', '.join(QUESTION_TYPES)}.")
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
    """Positions that are tried for a riddle of a kind, with what makes it."""
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
    """The numbers of the answers that the engine holds to be right, judged anew from the position alone."""
    return correct_indexes(question, question.new_state())


class _Judged:
    """A riddle asked in a position: what its kind may look at."""

    def __init__(self, question: QuizQuestion, state: State[Any]) -> None:
        self.riddle, self.state, self.game, self.names = question, state, question.game, PLAYER_NAMES[: state.seats]
        self.after = (
            state.child(question.named_choice) if question.kind in CONSEQUENCE_TYPES and self.is_step_legal else state
        )

    @property
    def is_step_legal(self) -> bool:
        """Whether the named step can be taken."""
        return self.riddle.named_choice in _steps(self.state)

    @cached_property
    def legal(self) -> set[Action]:
        """The answers that are actions which the rules allow."""
        actions = [one.represented_value for one in self.riddle.answers if isinstance(one.represented_value, Action)]
        return {action for action in actions if self.state.why_not(action) is None}

    def extreme_legal_action(self, most: bool = False) -> Any:
        """The legal answer with the smallest number, or the largest; None if none is legal."""
        return (max if most else min)(self.legal, key=lambda action: action.args, default=None)

    def allows(self, change: PositionChange) -> bool:
        """Whether the named action may be done with this otherwise."""
        assert isinstance(self.riddle.named_choice, Action)
        try:
            return rules_affected_by_option(self.state, change).why_not(self.riddle.named_choice) is None
        except ValueError:
            return False  # there can be no such position

    @cached_property
    def best(self) -> set[Action]:
        """The legal answers that bring most of what is asked for."""
        asked = quiz_theme(self.game, self.riddle.theme)
        worth = {act: value for act in self.legal if (value := asked.measure(self.state.child(act))) is not None}
        return {act for act, value in worth.items() if value == max(worth.values())}

    @cached_property
    def outcome_in_words(self) -> str | None:
        """What comes of the named step, in words."""
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
"""Kind of riddle -> whether an answer to it is right."""


def correct_indexes(question: QuizQuestion, state: State[Any]) -> list[int]:
    """The numbers of the answers that are right in a position, which may be another than the riddle's."""
    if question.kind == BETTER_ACTION_TYPE:
        return best_answer_indexes(question, state)
    judged = _Judged(question, state)
    if question.kind in CONSEQUENCE_TYPES and not judged.is_step_legal:
        return []
    return [
        n for n, choice in enumerate(question.answers) if ANSWER_CHECKS[question.kind](judged, choice.represented_value)
    ]


def is_askable_in(question: QuizQuestion, state: State[Any]) -> bool:
    """Whether the riddle can be asked in a position: what its question tells of it is so there."""
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
    """What may be done, or come."""
    return tuple(state.node.dist()) if isinstance(state.node, Chance) else state.legal


def _seat(state: State[Any]) -> int | None:
    return getattr(state.node, "seat", None)
