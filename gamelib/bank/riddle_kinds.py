"""The kinds of rule riddles, each made of one position: Which may she do? What is the least? What comes of it?

Wrong answers are the nearest ones: the other side of the edge between what is allowed and what is not, one more, one
less, another seat, what follows from another action; each has a note for whoever chooses it. What is right comes from
the engine itself. Sentences stand in `riddles.toml`.
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
from typing import Any

from ..base_game import Game
from ..nodes import Action, Chance, Decision, End, Outcome, Ruling
from ..state import State
from .decisions import ACT, REMEDY, WHAT, Theme, changed, noted, themes

MOST_NAMED = 1500
"""Nameable actions that are looked at."""
MOST_FOLLOWED = 24
"""Actions that are carried out to see what follows."""
NEAREST = 0.97
"""How often what is refused has a neighbour that is allowed and of the same kind."""
GOES_ON = 0.4
"""How often a riddle about the end is about an act that does not bring it, where one like it does."""
RATHER = 0.7
"""How often chance brings what a riddle would rather ask about, where it can."""
MOST_ANSWERS = 4
MOST_NEAR = 40
"""Actions of one kind among which near ones are looked for."""
NAMES = ("Ada", "Ben", "Cem", "Dilek", "Emre", "Fay")
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\s\[\]{}(),:>;\"]+")


@dataclass(frozen=True)
class Reply:
    """One answer: its words, and what it stands for: an action, an outcome, a rule, a seat, a number, a change."""

    text: str
    of: Any
    note: str = ""
    """What is said to whoever chooses it."""


@dataclass(frozen=True)
class Riddle:
    """A question about a position. `choices[right]` is the one right answer; `why` says so when it is answered."""

    kind: str
    game: Game
    position: str
    """As `Game.position` reads it."""
    prompt: str
    choices: tuple[Reply, ...]
    right: int
    why: str
    rules: tuple[str, ...]
    """The rules that decide, the one of the right answer first."""
    named: Action | Outcome | None = None
    """The action that the question names."""
    theme: str = ""
    """What it asks, for the kinds that ask what a game lists."""

    @property
    def level(self) -> int:
        """1 to 3: by how many rules decide."""
        return min(3, len(set(self.rules)))

    def state(self) -> State[Any]:
        """The position, made anew."""
        made: State[Any] = self.game.position(self.position)
        return made


class Survey:
    """A position with what may and may not be done in it, looked up once."""

    def __init__(self, state: State[Any], rng: Random) -> None:
        self.state, self.game, self.rng, self.node = state, state.game, rng, state.node
        self.names = NAMES[: state.seats]
        self.legal: list[Action] = list(state.legal) if isinstance(self.node, Decision) else []

    @cached_property
    def lies(self) -> set[str]:
        """The cards that are written down, and so lie somewhere in sight."""
        return set(_WORD.findall(self.game.written(self.state))) & set(self.game.words.sections["cards"])

    @cached_property
    def thought_of(self) -> list[Action]:
        """What may be done, without what may always be done."""
        plain = {*noted(self.game, "plain"), *noted(self.game, "odd")}
        return [action for action in self.legal if action.verb not in plain]

    @cached_property
    def allowed(self) -> set[str]:
        """What may be done, in words."""
        return {self.say(action) for action in self.legal}

    @cached_property
    def refused(self) -> list[tuple[Action, Ruling]]:
        """What may not be done, with what lies there, and why; in no words that also say what may be done."""
        pairs = []
        odd, lies, dull = noted(self.game, "odd"), self.lies, {*dull_codes(), *noted(self.game, "dull")}
        said: dict[str, set[str]] = {}
        numbers: dict[str, list[int]] = {}
        for action in self.legal:
            said.setdefault(action.verb, lies.copy()).update(_words(action))
            if len(action.args) == 1 and type(action.args[0]) is int:
                numbers.setdefault(action.verb, []).append(action.args[0])
        for action in islice(self.game.nameable(self.state), MOST_NAMED) if self.legal else ():
            here = said.get(action.verb, lies)
            if action.verb in odd:
                continue
            if action.verb in numbers and not _in_step(action.args[0], numbers[action.verb]):
                continue  # it would be refused for two reasons
            if set(_words(action)) <= here and (why := self.state.why_not(action)) and why.code not in dull:
                pairs.append((action, why))
        return [(action, why) for action, why in pairs if self.say(action) not in self.allowed] if pairs else pairs

    @property
    def who(self) -> str:
        """The name of the seat that is to choose."""
        assert isinstance(self.node, Decision)
        return self.names[self.node.seat]

    def say(self, thing: Any) -> str:
        return str(self.game.say(thing, self.names))

    def refusal(self, why: Ruling) -> str:
        """A refusal as the game tells it to the player who is to choose: its sentence speaks to that player."""
        return said("notes", "refused", who=self.who, why=self.say(why))

    def because(self, why: Ruling) -> str:
        """Why something is refused; a word that names no reason is followed by the rule."""
        text = self.refusal(why)
        return text if why.code not in terse_codes() else f"{text} {self.game.rules[why.rule].text}"

    def pick(self, things: Sequence[Any]) -> Any:
        """One of these; ValueError if there is none."""
        if not things:
            raise NoRiddleError
        return things[int(self.rng.random() * len(things))]

    def act(self) -> Action:
        """A legal action, each verb equally likely."""
        verb = self.pick(list(dict.fromkeys(action.verb for action in self.legal)))
        picked: Action = self.pick([action for action in self.legal if action.verb == verb])
        return picked

    def try_(self) -> tuple[Action, Ruling]:
        """An action that is refused, each rule equally likely."""
        rule = self.pick(list(dict.fromkeys(why.rule for _, why in self.refused)))
        picked: tuple[Action, Ruling] = self.pick([pair for pair in self.refused if pair[1].rule == rule])
        return picked

    def some(self, things: Sequence[Any], n: int, key: Callable[[Any], Any] = str) -> list[Any]:
        """n of these that are told apart by `key`; ValueError if there are not so many."""
        left, kept, seen = list(things), list[Any](), set[Any]()
        while len(kept) < n:
            one = self.pick(left)
            left.remove(one)
            if key(one) not in seen:
                seen.add(key(one))
                kept.append(one)
        return kept

    def first(self, things: Sequence[Any], n: int, key: Callable[[Any], Any], least: int | None = None) -> list[Any]:
        """The first n of these that are told apart by `key`, or at least so many; ValueError if there are fewer."""
        told: dict[Any, Any] = {}
        for one in things:
            told.setdefault(key(one), one)
        kept = list(told.values())[:n]
        if len(kept) < (n if least is None else least):
            raise NoRiddleError
        return kept

    def edge(self) -> tuple[Action, Ruling, Action]:
        """What is refused, each rule equally likely, why, and one of the nearest things that are allowed."""
        legal: dict[str, list[Action]] = {}
        for action in self.thought_of:
            legal.setdefault(action.verb, []).append(action)
        same = [pair for pair in self.refused if pair[0].verb in legal]
        refused = same if self.rng.random() < NEAREST else self.refused
        rule = self.pick(list(dict.fromkeys(why.rule for _, why in refused)))
        tries = [pair for pair in refused if pair[1].rule == rule]
        every = list(dict.fromkeys(action for verb in legal for action in (legal[verb][0], legal[verb][-1])))
        if not every:
            raise NoRiddleError
        self.rng.shuffle(tries)
        tries = sorted(tries, key=lambda pair: min(_apart(pair[0], one) for one in every))[:MOST_NEAR]
        pairs = [
            (_apart(action, other), n, action, why, other)
            for n, (action, why) in enumerate(tries)
            for other in (*legal.get(action.verb, ())[:MOST_NEAR], *every)
        ]
        _, _, action, why, near = min(pairs, key=lambda pair: pair[:2])
        return action, why, near

    def asked(
        self,
        kind: str,
        right: Reply,
        wrong: Sequence[Reply],
        why: str,
        rules: Sequence[str],
        named: Action | None = None,
        what: str = "",
    ) -> Riddle:
        """The riddle with the question of its kind."""
        who = self.who if isinstance(self.node, Decision) else ""
        prompt = said("asks", kind, who=who, what=what or (self.say(named) if named is not None else ""))
        return self.made(kind, prompt, right, wrong, why, rules, named)

    def made(
        self,
        kind: str,
        prompt: str,
        right: Reply,
        wrong: Sequence[Reply],
        why: str,
        rules: Sequence[str],
        named: Action | Outcome | None = None,
        theme: str = "",
    ) -> Riddle:
        """The riddle, its answers in a random order."""
        order = [right, *wrong]
        if len(order) < 2 or len({choice.text for choice in order}) < len(order):
            raise NoRiddleError
        order.sort(key=lambda _: self.rng.random())
        return Riddle(
            kind,
            self.game,
            self.game.written(self.state),
            prompt,
            tuple(order),
            order.index(right),
            why,
            tuple(dict.fromkeys(rules)),
            named,
            theme,
        )


@cache
def _sentences() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("riddles.toml").read_text(encoding="utf-8-sig"))


@cache
def dull_codes() -> frozenset[str]:
    """Codes of refusals that say only that something is not there at all."""
    return frozenset(_sentences()["dull"])


@cache
def terse_codes() -> frozenset[str]:
    """Codes of refusals that say what is refused, and not why."""
    return frozenset(_sentences()["terse"])


def said(part: str, id: str, **values: str) -> str:
    """A sentence of `riddles.toml`, filled in."""
    return str(_sentences()[part][id]).format(**values).strip()


def _apart(one: Action, other: Action) -> tuple[bool, int, int]:
    """How far apart two actions are: by verb, by arguments that differ, by how much numbers do."""
    pairs = list(zip(one.args, other.args, strict=False))
    numbers = [abs(a - b) for a, b in pairs if type(a) is int and type(b) is int]
    return one.verb != other.verb, sum(a != b for a, b in pairs) + abs(len(one.args) - len(other.args)), sum(numbers)


def _in_step(number: Any, of: Sequence[int]) -> bool:
    """Whether a number could stand in a row of others, as 20 in 30, 40, 50; nobody thinks of none."""
    step = gcd(*(one - of[0] for one in of))
    return type(number) is not int or (number > 0 and (step == 0 or (number - of[0]) % step == 0))


class NoRiddleError(ValueError):
    """This position makes no riddle of this kind."""


def _words(action: Action) -> Iterator[str]:
    for arg in action.args:
        if isinstance(arg, str):
            yield arg
        elif isinstance(arg, tuple):
            yield from arg


# -- the kinds -----------------------------------------------------------------------------------


def _near_rules(at: Survey, rule: str, barred: set[str]) -> list[str]:
    """Rules of other refusals here and of the same section, without those that might be right as well."""
    rules = at.game.rules
    about = rules[rule]
    near = [why.rule for _, why in at.refused]
    near += [id for id, other in rules.items() if not other.question and other.section == about.section]
    kept = [id for id in dict.fromkeys(near) if id not in barred | {rule} and id not in about.related]
    at.rng.shuffle(kept)
    return sorted(kept, key=lambda id: id not in {why.rule for _, why in at.refused})


def _legal(at: Survey) -> Riddle:
    """Which of these is legal?"""
    refused, ruling, legal = at.edge()
    near = sorted(at.refused, key=lambda pair: (pair[0] != refused, _apart(pair[0], legal)))
    wrong = at.first(near, 3, lambda pair: at.say(pair[0]))
    choices = [Reply(at.say(action), action, at.refusal(why)) for action, why in wrong]
    rules = [ruling.rule, *(why.rule for _, why in wrong)]
    why = said("notes", "near", what=at.say(refused), why=at.refusal(ruling))
    return at.asked("legal", Reply(at.say(legal), legal), choices, why, rules)


def _illegal(at: Survey) -> Riddle:
    """Which of these is not legal?"""
    refused, ruling, legal = at.edge()
    near = sorted(at.thought_of, key=lambda action: (action != legal, _apart(action, refused)))
    seen = [action for action in near[: 2 * MOST_ANSWERS] if at.state.child(action).events]
    note = said("notes", "fine")
    wrong = [Reply(at.say(action), action, note) for action in at.first(seen, MOST_ANSWERS - 1, at.say, 2)]
    return at.asked("illegal", Reply(at.say(refused), refused), wrong, at.because(ruling), (ruling.rule,))


def _limit(at: Survey) -> Riddle:
    """Which is the least, or the most, that may be chosen?"""
    verbs = {action.verb for action in at.legal if action.kinds == "i"}
    verb = at.pick(sorted(verbs & {action.verb for action, _ in at.refused}))
    legal = sorted(action.args[0] for action in at.legal if action.verb == verb)
    barred = {action.args[0]: why for action, why in at.refused if action.verb == verb}
    below, above = [n for n in barred if n < legal[0]], [n for n in barred if n > legal[-1]]
    low = at.pick([low for low, beyond in ((True, below), (False, above)) if beyond])
    end = legal[0] if low else legal[-1]
    if str(end) in _NUMBER.findall(at.say(at.node)):
        raise NoRiddleError  # it can be read off the question
    out = sorted(below if low else above, key=lambda n: abs(n - end))
    inside = sorted((n for n in legal if n != end), key=lambda n: abs(n - end))
    wrong = out[:2] + inside[: 4 - 1 - len(out[:2])]
    if len(legal) < 2:
        raise NoRiddleError
    right = Action(verb, end)
    note = said("notes", "less" if low else "more", what=at.say(right))
    choices = [
        Reply(at.say(Action(verb, n)), Action(verb, n), at.refusal(barred[n]) if n in barred else note) for n in wrong
    ]
    ruling = barred[out[0]]
    return at.asked(
        "least" if low else "most", Reply(at.say(right), right), choices, at.because(ruling), (ruling.rule,)
    )


def _remedy(at: Survey, only: Theme | None = None) -> Riddle:
    """What would allow it? Each answer is put into the position, and the engine is asked again."""
    theme = _theme(at, REMEDY, only)
    named = [action for action in at.game.nameable(at.state) if action.verb in theme.verbs] if at.legal else []
    tries = [(action, why) for action in named if (why := at.state.why_not(action)) is not None and theme.about(why)]
    action, ruling = at.pick(tries)
    assert isinstance(at.node, Decision)
    right, wrong = list[Reply](), list[Reply]()
    for text, change in theme.changes(ruling, at.names, at.node.seat):
        try:
            still = changed(at.state, change).why_not(action)
        except ValueError:
            continue  # there can be no such position
        (wrong if still else right).append(Reply(text, change, at.refusal(still) if still else ""))
    at.rng.shuffle(wrong)
    if len(wrong) < 2:
        raise NoRiddleError
    prompt = said("asks", REMEDY, who=at.who, what=at.say(action))
    return at.made(
        REMEDY, prompt, at.pick(right), wrong[: MOST_ANSWERS - 1], at.because(ruling), (ruling.rule,), action, theme.id
    )


def _wins(at: Survey) -> Riddle:
    """Is the game over, and who has won?"""
    ends = [action for action in at.legal[:MOST_FOLLOWED] if isinstance(at.state.child(action).node, End)]
    others = [one for one in at.legal if one not in ends and one.verb in {end.verb for end in ends}]
    if not noted(at.game, "decides"):
        raise NoRiddleError  # who is ahead says the table
    action = at.pick(others) if others and at.rng.random() < GOES_ON else at.pick(ends)
    node = at.state.child(action).node
    of = node.winners if isinstance(node, End) else ()
    every = [(), *((seat,) for seat in range(len(at.names)))]
    if len(of) > 1:
        every.append(of)
    what = at.say(node)
    note = said("notes", "after", what=what)
    choices = {seats: Reply(_won(at, seats), seats, note) for seats in every}
    right = choices.pop(of)
    return at.asked(
        "wins", right, list(choices.values())[:3], f"{what} {at.game.rules[node.rule].text}", (node.rule,), action
    )


def _won(at: Survey, seats: tuple[int, ...]) -> str:
    names = " and ".join(at.names[seat] for seat in seats)
    return said("answers", "on" if not seats else "won" if len(seats) == 1 else "won_by", who=names)


def _rule(at: Survey) -> Riddle:
    """Which rule is behind it?"""
    action = at.act()
    events = at.state.child(action).events
    event = at.pick(events)
    cited = {id for other in events for id in (other.rule, *other.also)}
    others = [id for id in _near_rules(at, event.rule, cited) if id not in cited]
    titles = at.game.rules
    wrong = [Reply(titles[id].title, id, titles[id].text) for id in at.some(others, 3, lambda id: titles[id].title)]
    if titles[event.rule].title in {choice.text for choice in wrong}:
        raise NoRiddleError
    return at.asked(
        "rule",
        Reply(titles[event.rule].title, event.rule),
        wrong,
        titles[event.rule].text,
        (event.rule, *(one.of for one in wrong)),
        action,
        at.say(event),
    )


def _theme(at: Survey, kind: str, only: Theme | None) -> Theme:
    theme: Theme = only or at.pick([one for one in themes(at.game) if one.kind == kind])
    return theme


def _act(at: Survey, only: Theme | None = None) -> Riddle:
    """Which act brings it about? The others are the nearest that do not; one of them may be refused."""
    theme = _theme(at, ACT, only)
    acts = [action for action in at.legal if action.verb in theme.verbs]
    at.rng.shuffle(acts)
    after = {action: at.state.child(action) for action in acts[:MOST_NEAR]}
    worth = {action: value for action, state in after.items() if (value := theme.measure(state)) is not None}
    best = max(worth.values(), default=0.0)
    right = at.pick([action for action, value in worth.items() if value == best and min(worth.values()) < best])
    less = sorted((action for action, value in worth.items() if value < best), key=lambda one: _apart(one, right))
    wrong = [
        Reply(at.say(action), action, theme.told(after[action], at.names)) for action in at.first(less, 3, at.say, 1)
    ]
    if len(wrong) < 3:  # what is refused is no answer, either
        near = sorted(
            (pair for pair in at.refused if pair[0].verb in theme.verbs), key=lambda pair: _apart(pair[0], right)
        )
        told = {choice.text for choice in wrong}
        wrong += [Reply(at.say(action), action, at.say(why)) for action, why in near if at.say(action) not in told][:1]
    if len(wrong) < 2:
        raise NoRiddleError
    prompt = theme.words(theme.entry["ask"], at.names, who=getattr(at.node, "seat", None))
    rule = at.game.rules[theme.rules[0]]
    return at.made(ACT, prompt, Reply(at.say(right), right), wrong, rule.text, (rule.id,), None, theme.id)


def _what(at: Survey, only: Theme | None = None) -> Riddle:
    """What comes of an act, or of what chance brings: the mistakes that have a name are answers, then what is near."""
    theme = _theme(at, WHAT, only)
    steps: list[Any] = [action for action in at.legal if action.verb in theme.verbs]
    if isinstance(at.node, Chance) and theme.entry.get("chance"):
        steps = list(at.node.dist())
    at.rng.shuffle(steps)
    after, me = {step: at.state.child(step) for step in steps[:MOST_NEAR]}, getattr(at.node, "seat", None)
    fitting = [step for step in after if theme.comes(after[step], me) is not None]
    rather = theme.entry.get("rather", ())
    liked = [step for step in fitting if any(event.code in rather for event in after[step].events)]
    step = at.pick(liked if liked and at.rng.random() < RATHER else fitting)
    code, values = theme.comes(after[step], me) or ("", {})
    right = theme.answer(after[step], at.names, me) or ""
    event = next((event for event in after[step].events if (event.code, event.seat) == (code, values["who"])), None)
    note = at.say(event or after[step].node)
    told = {
        text: f"{more} {note}".strip()
        for text, more in reversed(list(theme.wrong(after[step], at.names, me)))
        if text != right
    }
    wrong = [Reply(text, text, said_of) for text, said_of in reversed(told.items())][:3]
    if len(wrong) < 2:
        raise NoRiddleError
    prompt = theme.prompt(step, after[step], at.names, me) or ""
    rule = at.game.rules[theme.rules[0]]
    return at.made(WHAT, prompt, Reply(right, right), wrong, rule.text, (rule.id,), step, theme.id)


KINDS: dict[str, Callable[[Survey], Riddle]] = {
    "legal": _legal,
    "illegal": _illegal,
    "limit": _limit,
    REMEDY: _remedy,
    "wins": _wins,
    "rule": _rule,
    ACT: _act,
    WHAT: _what,
}

THEMED = {ACT: _act, WHAT: _what, REMEDY: _remedy}
"""The kinds that ask what a game lists (see `decisions`)."""
OF_RULINGS = ("legal", "illegal", "least", "most", REMEDY)
"""The kinds that ask what may be done, as riddles call themselves."""
OF_WHAT_FOLLOWS = ("wins", "rule", WHAT)
"""The kinds that ask what comes of an action."""
SENTENCE = "rule"
"""The kind that is about a sentence."""
PICTURED = tuple(kind for kind in KINDS if kind != SENTENCE)
"""The kinds that are about what lies on a table."""
BETTER = "better"
"""What would have been better than what somebody did: no position makes such a riddle, they lie ready (`prepared`)."""
ASKED = (*PICTURED, BETTER)
"""What a run asks."""
FEWEST = 3
"""Rules that make riddles enough."""
