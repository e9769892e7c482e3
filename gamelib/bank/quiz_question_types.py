"""Types of quiz questions about rules, each made from one position.

Examples are questions about legal actions, minimum numbers and results of actions. Wrong answers are close to the right
one: an action that is just illegal or just legal, a number that differs by one, another seat, or the result of another
action. Each wrong answer has feedback for the player who chooses it. The engine computes the right answer. The
sentences are in `riddles.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from math import gcd
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ..base_game import Game
from ..nodes import Action, Chance, Decision, End, Outcome, Ruling
from ..state import State
from .quiz_themes import (
    ACTION_THEME,
    REMEDY_THEME,
    RESULT_THEME,
    QuizTheme,
    codes_and_verbs_with_mark,
    position_with_change,
    quiz_themes,
)

MAX_NAMED_ACTIONS = 1500
"""Maximum number of nameable actions to examine."""
MAX_POSITIONS = 24
"""Maximum number of actions to apply in order to see their results."""
P_NEAREST_REFUSAL = 0.97
"""Probability that an illegal action has a legal neighbour with the same verb, if there is one."""
P_CONTINUE = 0.4
"""Probability that a question about the end is about an action that does not end the game, if there is a similar one.
"""
P_PREFERRED = 0.7
"""Probability that the outcome is a preferred one, if there is one."""
MAX_ANSWERS = 4
MAX_NEAR = 40
"""Maximum number of actions of one kind in the search for near ones."""
PLAYER_NAMES = ("Ada", "Ben", "Cem", "Dilek", "Emre", "Fay")
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\s\[\]{}(),:>;\"]+")


@dataclass(frozen=True)
class QuizAnswer:
    """Answer with its text and its value: an action, an outcome, a rule, a seat, a number or a change."""

    text: str
    represented_value: Any
    feedback: str = ""
    """Text for the player who chooses the answer."""


@dataclass(frozen=True)
class QuizQuestion:
    """Question about a position.

    `answers[correct_index]` is the only right answer, and `explanation` is displayed after the choice of an answer.
    """

    kind: str
    game: Game
    position: str
    """Position text for `Game.position`."""
    prompt: str
    answers: tuple[QuizAnswer, ...]
    correct_index: int
    explanation: str
    rules: tuple[str, ...]
    """Rules that decide. The rule of the right answer comes first."""
    named_choice: Action | Outcome | None = None
    """Action or outcome that the question names."""
    theme: str = ""
    """Id of the quiz theme, for types with themes."""

    @property
    def level(self) -> int:
        """Level of difficulty from 1 to 3: the number of rules that decide the answer."""
        return min(3, len(set(self.rules)))

    def new_state(self) -> State[Any]:
        """Create the state of the question."""
        made: State[Any] = self.game.position(self.position)
        return made


class IllegalActionWithNearLegal(NamedTuple):
    """Illegal action with its ruling, and a similar legal action."""

    illegal_action: Action
    ruling: Ruling
    near_legal_action: Action


class PositionSurvey:
    """Position with its legal and illegal actions, which are computed once."""

    def __init__(self, state: State[Any], rng: Random) -> None:
        self.state, self.game, self.rng, self.node = state, state.game, rng, state.node
        self.names = PLAYER_NAMES[: state.seats]
        self.legal: list[Action] = list(state.legal) if isinstance(self.node, Decision) else []

    @cached_property
    def visible_card_ids(self) -> set[str]:
        """Ids of the cards in the position text. These cards are visible on the table."""
        return set(_WORD.findall(self.game.position_text(self.state))) & set(self.game.texts.sections["cards"])

    @cached_property
    def nontrivial_legal_actions(self) -> list[Action]:
        """Legal actions, except those with a verb that is always legal."""
        plain = {*codes_and_verbs_with_mark(self.game, "plain"), *codes_and_verbs_with_mark(self.game, "odd")}
        return [action for action in self.legal if action.verb not in plain]

    @cached_property
    def legal_action_texts(self) -> set[str]:
        """Texts of the legal actions."""
        return {self.say(action) for action in self.legal}

    @cached_property
    def plausible_illegal_actions(self) -> list[tuple[Action, Ruling]]:
        """Illegal actions on visible cards, with their rulings.

        The property omits illegal actions that have the same text as a legal action.
        """
        pairs = []
        odd, lies, dull = (
            codes_and_verbs_with_mark(self.game, "odd"),
            self.visible_card_ids,
            {*trivial_refusal_codes(), *codes_and_verbs_with_mark(self.game, "dull")},
        )
        said: dict[str, set[str]] = {}
        numbers: dict[str, list[int]] = {}
        for action in self.legal:
            said.setdefault(action.verb, lies.copy()).update(_words(action))
            if len(action.args) == 1 and type(action.args[0]) is int:
                numbers.setdefault(action.verb, []).append(action.args[0])
        for action in islice(self.game.nameable(self.state), MAX_NAMED_ACTIONS) if self.legal else ():
            here = said.get(action.verb, lies)
            if action.verb in odd:
                continue
            if action.verb in numbers and not _is_in_step(action.args[0], numbers[action.verb]):
                continue  # the number would be another reason for the refusal
            if set(_words(action)) <= here and (ruling := self.state.why_not(action)) and ruling.code not in dull:
                pairs.append((action, ruling))
        return (
            [(action, ruling) for action, ruling in pairs if self.say(action) not in self.legal_action_texts]
            if pairs
            else pairs
        )

    @property
    def deciding_player_name(self) -> str:
        """Name of the player who has to decide."""
        assert isinstance(self.node, Decision)
        return self.names[self.node.seat]

    def say(self, thing: Any) -> str:
        """Return the text of a node, action, event, ruling or end, with the names of the players."""
        return str(self.game.describe(thing, self.names))

    def refusal(self, ruling: Ruling) -> str:
        """Return a refusal as a sentence addressed to the player who has to decide."""
        return format_quiz_text("notes", "refused", who=self.deciding_player_name, why=self.say(ruling))

    def refusal_text_with_rule(self, ruling: Ruling) -> str:
        """Return the reason for a refusal. If the refusal code gives no reason, add the text of the rule."""
        text = self.refusal(ruling)
        return text if ruling.code not in unexplained_refusal_codes() else f"{text} {self.game.rules[ruling.rule].text}"

    def random_choice(self, things: Sequence[Any]) -> Any:
        """Return a random item. Raise ValueError if there are no items."""
        if not things:
            raise NoQuizQuestionError
        return things[int(self.rng.random() * len(things))]

    def random_legal_action(self) -> Action:
        """Return a random legal action. Each verb with a legal action is equally likely."""
        verb = self.random_choice(list(dict.fromkeys(action.verb for action in self.legal)))
        picked: Action = self.random_choice([action for action in self.legal if action.verb == verb])
        return picked

    def random_illegal_action(self) -> tuple[Action, Ruling]:
        """Return a random illegal action with its ruling. Each rule that refuses an action is equally likely."""
        rule = self.random_choice(list(dict.fromkeys(ruling.rule for _, ruling in self.plausible_illegal_actions)))
        picked: tuple[Action, Ruling] = self.random_choice(
            [pair for pair in self.plausible_illegal_actions if pair[1].rule == rule]
        )
        return picked

    def random_distinct(self, things: Sequence[Any], n: int, key: Callable[[Any], Any] = str) -> list[Any]:
        """Return n random items with different keys. Raise ValueError if there are fewer than n."""
        left, kept, seen = list(things), list[Any](), set[Any]()
        while len(kept) < n:
            one = self.random_choice(left)
            left.remove(one)
            if key(one) not in seen:
                seen.add(key(one))
                kept.append(one)
        return kept

    def first_distinct(
        self, things: Sequence[Any], n: int, key: Callable[[Any], Any], min_count: int | None = None
    ) -> list[Any]:
        """Return the first n items with different keys.

        Raise ValueError if fewer than `min_count` items have different keys. The default of `min_count` is n.
        """
        told: dict[Any, Any] = {}
        for one in things:
            told.setdefault(key(one), one)
        kept = list(told.values())[:n]
        if len(kept) < (n if min_count is None else min_count):
            raise NoQuizQuestionError
        return kept

    def random_illegal_with_near_legal(self) -> IllegalActionWithNearLegal:
        """Return a random illegal action and a similar legal action. Each rule of a refusal is equally likely."""
        legal: dict[str, list[Action]] = {}
        for action in self.nontrivial_legal_actions:
            legal.setdefault(action.verb, []).append(action)
        same = [pair for pair in self.plausible_illegal_actions if pair[0].verb in legal]
        refused = same if self.rng.random() < P_NEAREST_REFUSAL else self.plausible_illegal_actions
        rule = self.random_choice(list(dict.fromkeys(ruling.rule for _, ruling in refused)))
        tries = [pair for pair in refused if pair[1].rule == rule]
        every = list(dict.fromkeys(action for verb in legal for action in (legal[verb][0], legal[verb][-1])))
        if not every:
            raise NoQuizQuestionError
        self.rng.shuffle(tries)
        tries = sorted(tries, key=lambda pair: min(_apart(pair[0], action) for action in every))[:MAX_NEAR]
        pairs = [
            (_apart(action, other), n, action, ruling, other)
            for n, (action, ruling) in enumerate(tries)
            for other in (*legal.get(action.verb, ())[:MAX_NEAR], *every)
        ]
        _, _, action, ruling, near = min(pairs, key=lambda pair: pair[:2])
        return IllegalActionWithNearLegal(action, ruling, near)

    def make_question_with_standard_prompt(
        self,
        question_type: str,
        correct_answer: QuizAnswer,
        distractors: Sequence[QuizAnswer],
        explanation: str,
        rules: Sequence[str],
        named_choice: Action | None = None,
        subject_text: str = "",
    ) -> QuizQuestion:
        """Create a quiz question with the standard prompt of its type."""
        who = self.deciding_player_name if isinstance(self.node, Decision) else ""
        prompt = format_quiz_text(
            "asks",
            question_type,
            who=who,
            what=subject_text or (self.say(named_choice) if named_choice is not None else ""),
        )
        return self.make_question(question_type, prompt, correct_answer, distractors, explanation, rules, named_choice)

    def make_question(
        self,
        question_type: str,
        prompt: str,
        correct_answer: QuizAnswer,
        distractors: Sequence[QuizAnswer],
        explanation: str,
        rules: Sequence[str],
        named_choice: Action | Outcome | None = None,
        theme: str = "",
    ) -> QuizQuestion:
        """Create a quiz question with its answers in random order."""
        order = [correct_answer, *distractors]
        if len(order) < 2 or len({choice.text for choice in order}) < len(order):
            raise NoQuizQuestionError
        order.sort(key=lambda _: self.rng.random())
        return QuizQuestion(
            question_type,
            self.game,
            self.game.position_text(self.state),
            prompt,
            tuple(order),
            order.index(correct_answer),
            explanation,
            tuple(dict.fromkeys(rules)),
            named_choice,
            theme,
        )


@cache
def _sentences() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("riddles.toml").read_text(encoding="utf-8-sig"))


@cache
def trivial_refusal_codes() -> frozenset[str]:
    """Return the codes of refusals that only say that something is missing."""
    return frozenset(_sentences()["dull"])


@cache
def unexplained_refusal_codes() -> frozenset[str]:
    """Return the codes of refusals whose text gives no reason."""
    return frozenset(_sentences()["terse"])


def format_quiz_text(section: str, key: str, **values: str) -> str:
    """Return a sentence of `riddles.toml` with its placeholders filled in."""
    return str(_sentences()[section][key]).format(**values).strip()


def _apart(action: Action, baseline: Action) -> tuple[bool, int, int]:
    """Return the distance of two actions.

    Different verbs count most, then the number of different arguments, then the differences of numbers.
    """
    pairs = list(zip(action.args, baseline.args, strict=False))
    numbers = [abs(a - b) for a, b in pairs if type(a) is int and type(b) is int]
    return (
        action.verb != baseline.verb,
        sum(a != b for a, b in pairs) + abs(len(action.args) - len(baseline.args)),
        sum(numbers),
    )


def _is_in_step(number: Any, of: Sequence[int]) -> bool:
    """Return whether a number fits into an arithmetic sequence. For example, 20 fits into the sequence 30, 40, 50.

    Numbers below 1 do not fit.
    """
    step = gcd(*(one - of[0] for one in of))
    return type(number) is not int or (number > 0 and (step == 0 or (number - of[0]) % step == 0))


class NoQuizQuestionError(ValueError):
    """The position allows no question of this type."""


def _words(action: Action) -> Iterator[str]:
    for arg in action.args:
        if isinstance(arg, str):
            yield arg
        elif isinstance(arg, tuple):
            yield from arg


# -- the kinds -----------------------------------------------------------------------------------


def _near_rules(at: PositionSurvey, rule: str, barred: set[str]) -> list[str]:
    """Return rules for wrong answers: rules of other refusals in this position and rules of the same section."""
    rules = at.game.rules
    about = rules[rule]
    near = [ruling.rule for _, ruling in at.plausible_illegal_actions]
    near += [id for id, other in rules.items() if not other.question and other.section == about.section]
    kept = [id for id in dict.fromkeys(near) if id not in barred | {rule} and id not in about.related]
    at.rng.shuffle(kept)
    return sorted(kept, key=lambda id: id not in {ruling.rule for _, ruling in at.plausible_illegal_actions})


def _legal(at: PositionSurvey) -> QuizQuestion:
    """Ask which of these actions is legal."""
    refused, ruling, legal = at.random_illegal_with_near_legal()
    near = sorted(at.plausible_illegal_actions, key=lambda pair: (pair[0] != refused, _apart(pair[0], legal)))
    wrong = at.first_distinct(near, 3, lambda pair: at.say(pair[0]))
    choices = [QuizAnswer(at.say(action), action, at.refusal(why)) for action, why in wrong]
    rules = [ruling.rule, *(why.rule for _, why in wrong)]
    why = format_quiz_text("notes", "near", what=at.say(refused), why=at.refusal(ruling))
    return at.make_question_with_standard_prompt("legal", QuizAnswer(at.say(legal), legal), choices, why, rules)


def _illegal(at: PositionSurvey) -> QuizQuestion:
    """Ask which of these actions is not legal."""
    refused, ruling, legal = at.random_illegal_with_near_legal()
    near = sorted(at.nontrivial_legal_actions, key=lambda action: (action != legal, _apart(action, refused)))
    seen = [action for action in near[: 2 * MAX_ANSWERS] if at.state.child(action).events]
    note = format_quiz_text("notes", "fine")
    wrong = [QuizAnswer(at.say(action), action, note) for action in at.first_distinct(seen, MAX_ANSWERS - 1, at.say, 2)]
    return at.make_question_with_standard_prompt(
        "illegal", QuizAnswer(at.say(refused), refused), wrong, at.refusal_text_with_rule(ruling), (ruling.rule,)
    )


def _limit(at: PositionSurvey) -> QuizQuestion:
    """Ask for the smallest or the largest legal number."""
    verbs = {action.verb for action in at.legal if action.arg_types == "i"}
    verb = at.random_choice(sorted(verbs & {action.verb for action, _ in at.plausible_illegal_actions}))
    legal = sorted(action.args[0] for action in at.legal if action.verb == verb)
    barred = {action.args[0]: ruling for action, ruling in at.plausible_illegal_actions if action.verb == verb}
    below, above = [n for n in barred if n < legal[0]], [n for n in barred if n > legal[-1]]
    low = at.random_choice([low for low, beyond in ((True, below), (False, above)) if beyond])
    end = legal[0] if low else legal[-1]
    if str(end) in _NUMBER.findall(at.say(at.node)):
        raise NoQuizQuestionError  # the displayed text of the decision already contains the answer
    out = sorted(below if low else above, key=lambda n: abs(n - end))
    inside = sorted((n for n in legal if n != end), key=lambda n: abs(n - end))
    wrong = out[:2] + inside[: 4 - 1 - len(out[:2])]
    if len(legal) < 2:
        raise NoQuizQuestionError
    right = Action(verb, end)
    note = format_quiz_text("notes", "less" if low else "more", what=at.say(right))
    choices = [
        QuizAnswer(at.say(Action(verb, n)), Action(verb, n), at.refusal(barred[n]) if n in barred else note)
        for n in wrong
    ]
    ruling = barred[out[0]]
    return at.make_question_with_standard_prompt(
        "least" if low else "most",
        QuizAnswer(at.say(right), right),
        choices,
        at.refusal_text_with_rule(ruling),
        (ruling.rule,),
    )


def _remedy(at: PositionSurvey, only: QuizTheme | None = None) -> QuizQuestion:
    """Ask which change would make the action legal. The engine checks each answer in the changed position."""
    theme = _theme(at, REMEDY_THEME, only)
    named = [action for action in at.game.nameable(at.state) if action.verb in theme.verbs] if at.legal else []
    tries = [
        (action, why)
        for action in named
        if (why := at.state.why_not(action)) is not None and theme.is_about_ruling(why)
    ]
    action, ruling = at.random_choice(tries)
    assert isinstance(at.node, Decision)
    right, wrong = list[QuizAnswer](), list[QuizAnswer]()
    for text, change in theme.possible_remedies(ruling, at.names, at.node.seat):
        try:
            still = position_with_change(at.state, change).why_not(action)
        except ValueError:
            continue  # the changed position is impossible
        (wrong if still else right).append(QuizAnswer(text, change, at.refusal(still) if still else ""))
    at.rng.shuffle(wrong)
    if len(wrong) < 2:
        raise NoQuizQuestionError
    prompt = format_quiz_text("asks", REMEDY_THEME, who=at.deciding_player_name, what=at.say(action))
    return at.make_question(
        REMEDY_THEME,
        prompt,
        at.random_choice(right),
        wrong[: MAX_ANSWERS - 1],
        at.refusal_text_with_rule(ruling),
        (ruling.rule,),
        action,
        theme.id,
    )


def _wins(at: PositionSurvey) -> QuizQuestion:
    """Ask whether the game is over, and which seats have won."""
    ends = [action for action in at.legal[:MAX_POSITIONS] if isinstance(at.state.child(action).node, End)]
    others = [action for action in at.legal if action not in ends and action.verb in {end.verb for end in ends}]
    if not codes_and_verbs_with_mark(at.game, "decides"):
        raise NoQuizQuestionError  # the table already displays the leader
    action = at.random_choice(others) if others and at.rng.random() < P_CONTINUE else at.random_choice(ends)
    node = at.state.child(action).node
    of = node.winners if isinstance(node, End) else ()
    every = [(), *((seat,) for seat in range(len(at.names)))]
    if len(of) > 1:
        every.append(of)
    what = at.say(node)
    note = format_quiz_text("notes", "after", what=what)
    choices = {seats: QuizAnswer(_won(at, seats), seats, note) for seats in every}
    correct_answer = choices.pop(of)
    return at.make_question_with_standard_prompt(
        "wins",
        correct_answer,
        list(choices.values())[:3],
        f"{what} {at.game.rules[node.rule].text}",
        (node.rule,),
        action,
    )


def _won(at: PositionSurvey, seats: tuple[int, ...]) -> str:
    names = " and ".join(at.names[seat] for seat in seats)
    return format_quiz_text("answers", "on" if not seats else "won" if len(seats) == 1 else "won_by", who=names)


def _rule(at: PositionSurvey) -> QuizQuestion:
    """Ask which rule is the reason for an event."""
    action = at.random_legal_action()
    events = at.state.child(action).events
    event = at.random_choice(events)
    cited = {id for other in events for id in (other.rule, *other.related_rules)}
    others = [id for id in _near_rules(at, event.rule, cited) if id not in cited]
    titles = at.game.rules
    wrong = [
        QuizAnswer(titles[id].title, id, titles[id].text)
        for id in at.random_distinct(others, 3, lambda id: titles[id].title)
    ]
    if titles[event.rule].title in {choice.text for choice in wrong}:
        raise NoQuizQuestionError
    return at.make_question_with_standard_prompt(
        "rule",
        QuizAnswer(titles[event.rule].title, event.rule),
        wrong,
        titles[event.rule].text,
        (event.rule, *(one.represented_value for one in wrong)),
        action,
        at.say(event),
    )


def _theme(at: PositionSurvey, kind: str, only: QuizTheme | None) -> QuizTheme:
    theme: QuizTheme = only or at.random_choice([one for one in quiz_themes(at.game) if one.kind == kind])
    return theme


def _act(at: PositionSurvey, only: QuizTheme | None = None) -> QuizQuestion:
    """Ask which action has a given result.

    The other answers are the nearest actions without this result, and one of them may be illegal.
    """
    theme = _theme(at, ACTION_THEME, only)
    acts = [action for action in at.legal if action.verb in theme.verbs]
    at.rng.shuffle(acts)
    after = {action: at.state.child(action) for action in acts[:MAX_NEAR]}
    worth = {action: value for action, state in after.items() if (value := theme.match_score(state)) is not None}
    best = max(worth.values(), default=0.0)
    right = at.random_choice(
        [action for action, value in worth.items() if value == best and min(worth.values()) < best]
    )
    less = sorted((action for action, value in worth.items() if value < best), key=lambda action: _apart(action, right))
    wrong = [
        QuizAnswer(at.say(action), action, theme.wrong_action_feedback(after[action], at.names))
        for action in at.first_distinct(less, 3, at.say, 1)
    ]
    if len(wrong) < 3:  # an illegal action is a wrong answer, too
        near = sorted(
            (pair for pair in at.plausible_illegal_actions if pair[0].verb in theme.verbs),
            key=lambda pair: _apart(pair[0], right),
        )
        told = {choice.text for choice in wrong}
        wrong += [
            QuizAnswer(at.say(action), action, at.say(ruling)) for action, ruling in near if at.say(action) not in told
        ][:1]
    if len(wrong) < 2:
        raise NoQuizQuestionError
    prompt = theme.format_text(theme.entry["ask"], at.names, who=getattr(at.node, "seat", None))
    rule = at.game.rules[theme.rules[0]]
    return at.make_question(
        ACTION_THEME, prompt, QuizAnswer(at.say(right), right), wrong, rule.text, (rule.id,), None, theme.id
    )


def _what(at: PositionSurvey, only: QuizTheme | None = None) -> QuizQuestion:
    """Ask which result an action or an outcome has.

    Named mistakes come first among the wrong answers, then values near the right answer.
    """
    theme = _theme(at, RESULT_THEME, only)
    steps: list[Any] = [action for action in at.legal if action.verb in theme.verbs]
    if isinstance(at.node, Chance) and theme.entry.get("chance"):
        steps = list(at.node.dist())
    at.rng.shuffle(steps)
    after, me = {step: at.state.child(step) for step in steps[:MAX_NEAR]}, getattr(at.node, "seat", None)
    fitting = [step for step in after if theme.result_code_and_values(after[step], me) is not None]
    rather = theme.entry.get("rather", ())
    liked = [step for step in fitting if any(event.code in rather for event in after[step].events)]
    step = at.random_choice(liked if liked and at.rng.random() < P_PREFERRED else fitting)
    code, values = theme.result_code_and_values(after[step], me) or ("", {})
    right = theme.answer(after[step], at.names, me) or ""
    event = next((event for event in after[step].events if (event.code, event.seat) == (code, values["who"])), None)
    note = at.say(event or after[step].node)
    told = {
        text: f"{more} {note}".strip()
        for text, more in reversed(list(theme.distractors_with_feedback(after[step], at.names, me)))
        if text != right
    }
    wrong = [QuizAnswer(text, text, said_of) for text, said_of in reversed(told.items())][:3]
    if len(wrong) < 2:
        raise NoQuizQuestionError
    prompt = theme.prompt(step, after[step], at.names, me) or ""
    rule = at.game.rules[theme.rules[0]]
    return at.make_question(
        RESULT_THEME, prompt, QuizAnswer(right, right), wrong, rule.text, (rule.id,), step, theme.id
    )


QUESTION_TYPES: dict[str, Callable[[PositionSurvey], QuizQuestion]] = {
    "legal": _legal,
    "illegal": _illegal,
    "limit": _limit,
    REMEDY_THEME: _remedy,
    "wins": _wins,
    "rule": _rule,
    ACTION_THEME: _act,
    RESULT_THEME: _what,
}

THEMED_TYPES = {ACTION_THEME: _act, RESULT_THEME: _what, REMEDY_THEME: _remedy}
"""Question types with the themes of a game (see `quiz_themes`)."""
LEGALITY_TYPES = ("legal", "illegal", "least", "most", REMEDY_THEME)
"""Question types about legality, as in `QuizQuestion.kind`."""
CONSEQUENCE_TYPES = ("wins", "rule", RESULT_THEME)
"""Question types about the result of an action."""
RULE_TEXT_TYPE = "rule"
"""Question type about the text of a rule."""
PICTURE_TYPES = tuple(kind for kind in QUESTION_TYPES if kind != RULE_TEXT_TYPE)
"""Question types about the objects on a table."""
BETTER_ACTION_TYPE = "better"
"""Question type about a better action than the one that was played. These questions are prepared (`prepared_quizzes`).
"""
QUIZ_TYPES = (*PICTURE_TYPES, BETTER_ACTION_TYPE)
"""Question types of a quiz."""
MIN_RULES = 3
"""Minimum number of rules for enough quiz questions."""
