"""The kinds of rule riddles, each made of one position: May she? What is the least? What follows? Who has won?

Wrong answers are the nearest ones: the other side of the edge between what is allowed and what is not, one more, one
less, another seat, what follows from another action; each has a note for whoever chooses it. What is right comes from
the engine itself. Sentences stand in `riddles.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from math import gcd
from pathlib import Path
from random import Random
from typing import Any

from ..game import Game
from ..nodes import Action, Chance, Decision, End, Event, Outcome, Ruling
from ..numbers import told
from ..state import State
from .shows import shows

MOST_NAMED = 1500
"""Nameable actions that are looked at."""
MOST_FOLLOWED = 24
"""Actions that are carried out to see what follows."""
NEAREST = 0.97
"""How often what is refused has a neighbour that is allowed and of the same kind."""
MOST_NEAR = 40
"""Actions of one kind among which near ones are looked for."""
NAMES = ("Ada", "Ben", "Cem", "Dilek", "Emre", "Fay")
_TOKEN = re.compile(r"[\w-]+")
_WORD = re.compile(r"[^\s\[\]{}(),:>;\"]+")


@dataclass(frozen=True)
class Choice:
    """One answer: its words, and what it stands for, an action, an outcome, a rule, a seat or a number."""

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
    choices: tuple[Choice, ...]
    right: int
    why: str
    rules: tuple[str, ...]
    """The rules that decide, the one of the right answer first."""
    named: Action | Outcome | None = None
    """The action that the question names."""

    @property
    def level(self) -> int:
        """1 to 3: by how many rules decide."""
        return min(3, len(set(self.rules)))

    def state(self) -> State[Any]:
        """The position, made anew."""
        made: State[Any] = self.game.position(self.position)
        return made


class Place:
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
    def allowed(self) -> set[str]:
        """What may be done, in words."""
        return {self.say(action) for action in self.legal}

    @cached_property
    def refused(self) -> list[tuple[Action, Ruling]]:
        """What may not be done, with what lies there, and why; in no words that also say what may be done."""
        found = []
        lies, dull = self.lies, dull_codes()
        said: dict[str, set[str]] = {}
        numbers: dict[str, list[int]] = {}
        for action in self.legal:
            said.setdefault(action.verb, lies.copy()).update(_words(action))
            if len(action.args) == 1 and type(action.args[0]) is int:
                numbers.setdefault(action.verb, []).append(action.args[0])
        for action in islice(self.game.nameable(self.state), MOST_NAMED) if self.legal else ():
            here = said.get(action.verb, lies)
            if action.verb in numbers and not _in_step(action.args[0], numbers[action.verb]):
                continue  # it would be refused for two reasons
            if set(_words(action)) <= here and (why := self.state.why_not(action)) and why.code not in dull:
                found.append((action, why))
        return [(action, why) for action, why in found if self.say(action) not in self.allowed] if found else found

    @property
    def who(self) -> str:
        """The name of the seat that is to choose."""
        assert isinstance(self.node, Decision)
        return self.names[self.node.seat]

    def say(self, thing: Any) -> str:
        return str(self.game.say(thing, self.names))

    def because(self, why: Ruling) -> str:
        """Why something is refused; a word that names no reason is followed by the rule."""
        text = self.say(why)
        return text if why.code not in terse_codes() else f"{text} {self.game.rules[why.rule].text}"

    def pick(self, found: Sequence[Any]) -> Any:
        """One of these; ValueError if there is none."""
        if not found:
            raise NoRiddleError
        return found[int(self.rng.random() * len(found))]

    def act(self) -> Action:
        """A legal action, each verb equally likely."""
        verb = self.pick(list(dict.fromkeys(action.verb for action in self.legal)))
        found: Action = self.pick([action for action in self.legal if action.verb == verb])
        return found

    def try_(self) -> tuple[Action, Ruling]:
        """An action that is refused, each rule equally likely."""
        rule = self.pick(list(dict.fromkeys(why.rule for _, why in self.refused)))
        found: tuple[Action, Ruling] = self.pick([pair for pair in self.refused if pair[1].rule == rule])
        return found

    def some(self, found: Sequence[Any], n: int, key: Callable[[Any], Any] = str) -> list[Any]:
        """n of these that are told apart by `key`; ValueError if there are not so many."""
        left, kept, seen = list(found), list[Any](), set[Any]()
        while len(kept) < n:
            one = self.pick(left)
            left.remove(one)
            if key(one) not in seen:
                seen.add(key(one))
                kept.append(one)
        return kept

    def first(self, found: Sequence[Any], n: int, key: Callable[[Any], Any], least: int | None = None) -> list[Any]:
        """The first n of these that are told apart by `key`, or at least so many; ValueError if there are fewer."""
        told: dict[Any, Any] = {}
        for one in found:
            told.setdefault(key(one), one)
        kept = list(told.values())[:n]
        if len(kept) < (n if least is None else least):
            raise NoRiddleError
        return kept

    def edge(self) -> tuple[Action, Ruling, Action]:
        """What is refused, each rule equally likely, why, and one of the nearest things that are allowed."""
        legal: dict[str, list[Action]] = {}
        for action in self.legal:
            legal.setdefault(action.verb, []).append(action)
        same = [pair for pair in self.refused if pair[0].verb in legal]
        found = same if self.rng.random() < NEAREST else self.refused
        rule = self.pick(list(dict.fromkeys(why.rule for _, why in found)))
        tries = [pair for pair in found if pair[1].rule == rule]
        every = list(dict.fromkeys(action for verb in legal for action in (legal[verb][0], legal[verb][-1])))
        self.rng.shuffle(tries)
        tries = sorted(tries, key=lambda pair: min(_apart(pair[0], one) for one in every))[:MOST_NEAR]
        pairs = [(_apart(action, other), n, action, why, other) for n, (action, why) in enumerate(tries)
                 for other in (*legal.get(action.verb, ())[:MOST_NEAR], *every)]
        if not pairs:
            raise NoRiddleError
        _, _, action, why, near = min(pairs, key=lambda pair: pair[:2])
        return action, why, near

    def asked(self, kind: str, right: Choice, wrong: Sequence[Choice], why: str, rules: Sequence[str],
              named: Action | None = None, what: str = "") -> Riddle:
        """The riddle with the question of its kind."""
        who = self.who if isinstance(self.node, Decision) else ""
        prompt = said("asks", kind, who=who, what=what or (self.say(named) if named is not None else ""))
        return self.made(kind, prompt, right, wrong, why, rules, named)

    def made(self, kind: str, prompt: str, right: Choice, wrong: Sequence[Choice], why: str, rules: Sequence[str],
             named: Action | Outcome | None = None) -> Riddle:
        """The riddle, its answers in a random order."""
        order = [right, *wrong]
        if len(order) < 2 or len({choice.text for choice in order}) < len(order):
            raise NoRiddleError
        order.sort(key=lambda _: self.rng.random())
        return Riddle(kind, self.game, self.game.written(self.state), prompt, tuple(order), order.index(right), why,
                      tuple(dict.fromkeys(rules)), named)


@cache
def _sentences() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("riddles.toml").read_text(encoding="utf-8"))


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
    """Whether a number could stand in a row of others, as 20 in 30, 40, 50; nobody thinks of less than 0."""
    step = gcd(*(one - of[0] for one in of))
    return type(number) is not int or (number >= 0 and (step == 0 or (number - of[0]) % step == 0))


class NoRiddleError(ValueError):
    """This position makes no riddle of this kind."""


def _words(action: Action) -> Iterator[str]:
    for arg in action.args:
        if isinstance(arg, str):
            yield arg
        elif isinstance(arg, tuple):
            yield from arg


# -- the kinds -----------------------------------------------------------------------------------


def _may(at: Place) -> Riddle:
    """May she? What is asked has a neighbour that is judged otherwise."""
    refused, ruling, legal = at.edge()
    yes, no = Choice(said("answers", "yes"), True), Choice(said("answers", "no"), False)
    why = at.because(ruling)
    if at.rng.random() < 0.5:
        rest = said("notes", "near", what=at.say(refused), why=why)
        return at.asked("may", yes, [no], said("notes", "fine_but", near=rest), (at.node.rule, ruling.rule), legal)
    return at.asked("may", no, [yes], why, (ruling.rule,), refused)


def _forbids(at: Place) -> Riddle:
    """Which rule forbids it?"""
    action, ruling, _ = at.edge()
    others = _near_rules(at, ruling.rule, _in_the_way(at.state, action, at.names))
    rules = at.game.rules
    wrong = [Choice(rules[id].title, id, said("notes", "rule", title=rules[id].title, text=rules[id].text))
             for id in at.first(others, 3, lambda id: rules[id].title)]
    right = Choice(rules[ruling.rule].title, ruling.rule)
    return at.asked("forbids", right, wrong, at.because(ruling), (ruling.rule, *(one.of for one in wrong)), action)


def _in_the_way(state: State[Any], tried: Action, names: Sequence[str]) -> set[str]:
    """The rules that refuse any action of the same verb here, or one that is said in the same words."""
    game = state.game
    words = game.say(tried, names)
    found = set()
    for action in islice(game.nameable(state), MOST_NAMED):
        if action.verb == tried.verb or (action.args == tried.args and game.say(action, names) == words):
            why = state.why_not(action)
            if why is not None:
                found.add(why.rule)
    return found


def _near_rules(at: Place, rule: str, barred: set[str]) -> list[str]:
    """Rules of other refusals here and of the same section, without those that might be right as well."""
    rules = at.game.rules
    about = rules[rule]
    near = [why.rule for _, why in at.refused]
    near += [id for id, other in rules.items() if not other.question and other.section == about.section]
    kept = [id for id in dict.fromkeys(near) if id not in barred | {rule} and id not in about.related]
    at.rng.shuffle(kept)
    return sorted(kept, key=lambda id: id not in {why.rule for _, why in at.refused})


def _legal(at: Place) -> Riddle:
    """Which of these is legal?"""
    refused, ruling, legal = at.edge()
    near = sorted(at.refused, key=lambda pair: (pair[0] != refused, _apart(pair[0], legal)))
    wrong = at.first(near, 3, lambda pair: at.say(pair[0]))
    choices = [Choice(at.say(action), action, at.say(why)) for action, why in wrong]
    rules = [ruling.rule, *(why.rule for _, why in wrong)]
    why = said("notes", "near", what=at.say(refused), why=at.say(ruling))
    return at.asked("legal", Choice(at.say(legal), legal), choices, why, rules)


def _illegal(at: Place) -> Riddle:
    """Which of these is not legal?"""
    refused, ruling, legal = at.edge()
    near = sorted(at.legal, key=lambda action: (action != legal, _apart(action, refused)))
    wrong = [Choice(at.say(action), action, said("notes", "fine")) for action in at.first(near, 3, at.say, 2)]
    return at.asked("illegal", Choice(at.say(refused), refused), wrong, at.because(ruling), (ruling.rule,))


def _limit(at: Place) -> Riddle:
    """Which is the least, or the most, that may be chosen?"""
    verbs = {action.verb for action in at.legal if action.kinds == "i"}
    verb = at.pick(sorted(verbs & {action.verb for action, _ in at.refused}))
    legal = sorted(action.args[0] for action in at.legal if action.verb == verb)
    barred = {action.args[0]: why for action, why in at.refused if action.verb == verb}
    below, above = [n for n in barred if n < legal[0]], [n for n in barred if n > legal[-1]]
    low = at.pick([low for low, found in ((True, below), (False, above)) if found])
    end = legal[0] if low else legal[-1]
    out = sorted(below if low else above, key=lambda n: abs(n - end))
    inside = sorted((n for n in legal if n != end), key=lambda n: abs(n - end))
    wrong = out[:2] + inside[: 4 - 1 - len(out[:2])]
    if len(legal) < 2:
        raise NoRiddleError
    right = Action(verb, end)
    note = said("notes", "less" if low else "more", what=at.say(right))
    choices = [Choice(at.say(Action(verb, n)), Action(verb, n), at.say(barred[n]) if n in barred else note)
               for n in wrong]
    ruling = barred[out[0]]
    return at.asked("least" if low else "most", Choice(at.say(right), right), choices, at.because(ruling),
                    (ruling.rule,))


def _remedy(at: Place) -> Riddle:
    """What would make it legal?"""
    action, ruling, _ = at.edge()
    if not ruling.remedy:
        raise NoRiddleError
    same = {why.remedy for other, why in at.refused if other.verb == action.verb}
    others = [pair for pair in at.refused if pair[1].remedy and pair[1].remedy not in same]
    wrong = at.some(others, 2, lambda pair: pair[1].remedy)
    choices = [Choice(_remedy_words(at, why), _remedy_words(at, why),
                      said("notes", "remedy", what=at.say(other), why=at.say(why))) for other, why in wrong]
    words = _remedy_words(at, ruling)
    rules = [ruling.rule, *(why.rule for _, why in wrong)]
    return at.asked("remedy", Choice(words, words), choices, at.say(ruling), rules, action)


def _remedy_words(at: Place, ruling: Ruling) -> str:
    assert ruling.remedy is not None
    return str(at.game.words.say("remedies", ruling.remedy, ruling.values, at.names))


def _next(at: Place) -> Riddle:
    """What follows? Nothing that the action says itself, and nearly the same for the wrong ones."""
    action = at.act()
    prompt = {at.who, *_TOKEN.findall(at.say(action))}
    events = at.state.child(action).events
    true = {at.say(event) for event in events}
    others = [other for action in at.legal[:MOST_FOLLOWED] for other in at.state.child(action).events]
    fits: list[tuple[Event, list[str]]] = []
    for event in events:
        right = at.say(event)
        words = set(_TOKEN.findall(right))
        near = dict.fromkeys(at.say(other) for other in others if other.code == event.code)
        near |= dict.fromkeys(_nearly(at, event, words))
        # what tells the two apart must not stand in the question
        kept = [text for text in near if text not in true
                and (differs := words - set(_TOKEN.findall(text))) and not differs <= prompt]
        if len(kept) > 1:
            fits.append((event, kept))
    event, near_ones = at.pick(fits)
    right = at.say(event)
    note = said("notes", "happens", what=right)
    wrong = [Choice(text, text, note) for text in near_ones[:3]]
    return at.asked("next", Choice(right, right), wrong, at.game.rules[event.rule].text, (event.rule,), action)


def _nearly(at: Place, event: Event, words: set[str]) -> Iterator[str]:
    """The event in words with a number one more or less, or of another seat."""
    for name, value in event.values.items():
        if type(value) is int:
            step = 10 if value and value % 10 == 0 else 1
            for other in (value + step, value - step):
                text = at.say(event._replace(values={**event.values, name: other}))
                if other >= 0 and str(other) in set(_TOKEN.findall(text)) - words:  # a seat has a number, too
                    yield text
    if event.seat is not None:
        for n in range(1, at.state.seats):
            yield at.say(event._replace(seat=(event.seat + n) % at.state.seats))


def _then(at: Place) -> Riddle:
    """What is asked after it? The wrong ones come after something else."""
    action = at.act()
    node = at.state.child(action).node
    after = [at.state.child(other).node for other in at.legal[:MOST_FOLLOWED] if other != action]
    words = at.say(node)
    others = [other for other in after if _asks(other) != _asks(node)]
    note = said("notes", "after", what=words)
    n = min(2, len({*map(_asks, others)}) or 1)
    wrong = [Choice(at.say(other), at.say(other), note) for other in at.some(others, n, _asks)]
    return at.asked("then", Choice(words, words), wrong, at.game.rules[node.rule].text, (node.rule,), action)


def _asks(node: Any) -> tuple[str, Any]:
    return getattr(node, "ask", "end"), getattr(node, "seat", None)


def _whose(at: Place) -> Riddle:
    """Who chooses next?"""
    action = at.act()
    node = at.state.child(action).node
    seat = node.seat if isinstance(node, Decision) else None
    if seat is None or len(at.names) < 2:
        raise NoRiddleError
    followed = (at.state.child(other).node for other in at.legal[:MOST_FOLLOWED])
    others = {other.seat for other in followed if isinstance(other, Decision)}
    chose = at.node.seat if isinstance(at.node, Decision) else 0
    usual = (chose + 1) % len(at.names)
    if seat == chose or (seat == usual and others == {usual}):
        raise NoRiddleError  # whoever knows no rule says so, too
    note = said("notes", "after", what=at.say(node))
    wrong = [Choice(name, other, note) for other, name in enumerate(at.names) if other != seat]
    return at.asked("whose", Choice(at.names[seat], seat), wrong[:3], f"{at.say(node)} {at.game.rules[node.rule].text}",
                    (node.rule,), action)


def _wins(at: Place) -> Riddle:
    """Is the game over, and who has won?"""
    ends = [action for action in at.legal[:MOST_FOLLOWED] if isinstance(at.state.child(action).node, End)]
    action = at.pick(ends) if at.rng.random() < 0.7 else at.pick(ends and [one for one in at.legal if one not in ends])
    node = at.state.child(action).node
    of = node.winners if isinstance(node, End) else ()
    every = [(), *((seat,) for seat in range(len(at.names)))]
    if len(of) > 1:
        every.append(of)
    what = at.say(node)
    note = said("notes", "after", what=what)
    choices = {seats: Choice(_won(at, seats), seats, note) for seats in every}
    right = choices.pop(of)
    return at.asked("wins", right, list(choices.values())[:3], f"{what} {at.game.rules[node.rule].text}",
                    (node.rule,), action)


def _won(at: Place, seats: tuple[int, ...]) -> str:
    names = " and ".join(at.names[seat] for seat in seats)
    return said("answers", "on" if not seats else "won" if len(seats) == 1 else "won_by", who=names)


def _rule(at: Place) -> Riddle:
    """Which rule is behind it?"""
    action = at.act()
    events = at.state.child(action).events
    event = at.pick(events)
    cited = {id for other in events for id in (other.rule, *other.also)}
    others = [id for id in _near_rules(at, event.rule, cited) if id not in cited]
    titles = at.game.rules
    wrong = [Choice(titles[id].title, id, titles[id].text) for id in at.some(others, 3, lambda id: titles[id].title)]
    if titles[event.rule].title in {choice.text for choice in wrong}:
        raise NoRiddleError
    return at.asked("rule", Choice(titles[event.rule].title, event.rule), wrong, titles[event.rule].text,
                    (event.rule, *(one.of for one in wrong)), action, at.say(event))


def _outcomes(at: Place) -> tuple[Chance, Any]:
    if not isinstance(at.node, Chance):
        raise NoRiddleError
    dist = at.node.dist()
    if len(dist) < 3:
        raise NoRiddleError
    return at.node, dist


def outcome_words(game: Game, outcome: Outcome) -> str:
    """An outcome in the words of the cards."""
    parts = outcome if isinstance(outcome, tuple) else (outcome,)
    return " and ".join(game.words.card(part) if isinstance(part, str) else str(part) for part in parts)


@cache
def _can_come(game: Game) -> Mapping[str, Collection[Any]]:
    """What some position brings, by what chance is asked for."""
    found: dict[str, set[Any]] = {}
    for show in shows(game).values():
        node = show.before().node
        if isinstance(node, Chance):
            found.setdefault(node.ask, set()).update(node.dist())
    return found


def _never(at: Place) -> Riddle:
    """What can not come up? A number that dice do not show, or a card of which the last one lies on the table."""
    node, dist = _outcomes(at)
    if all(isinstance(outcome, int) for outcome in dist):
        if min(dist) == 0:
            raise NoRiddleError  # seats and places are counted from 0: no rule is behind their number
        others: list[Any] = [min(dist) - 1, max(dist) + 1]
    else:
        others = [card for card in at.lies if card not in dist and card in _can_come(at.game).get(node.ask, ())]
    never = at.pick(others)
    three = at.some(list(dist), 3, lambda one: outcome_words(at.game, one))
    wrong = [Choice(outcome_words(at.game, one), one, said("notes", "possible", p=told(dist.p(one), True)))
             for one in three]
    right = Choice(outcome_words(at.game, never), never)
    why = said("notes", "gone" if isinstance(never, str) else "none", what=right.text)
    return at.asked("never", right, wrong, f"{why} {at.game.rules[node.rule].text}", (node.rule,), None, at.say(node))


def _likely(at: Place) -> Riddle:
    """What is likeliest?"""
    node, dist = _outcomes(at)
    named = at.some(list(dist), 3, lambda one: (dist.p(one), outcome_words(at.game, one)))
    best = max(dist.p(one) for one in named)
    first = [one for one in named if dist.p(one) == best]
    if len(first) > 1:
        raise NoRiddleError
    right = outcome_words(at.game, first[0])
    wrong = [Choice(outcome_words(at.game, one), one, said("notes", "chance", p=told(dist.p(one), True), what=right,
                                                          best=told(best, True)))
             for one in named if one != first[0]]
    why = said("notes", "likeliest", what=right, p=told(best, True))
    return at.asked("likely", Choice(right, first[0]), wrong, f"{why} {at.game.rules[node.rule].text}", (node.rule,),
                    None, at.say(node))


KINDS: dict[str, Callable[[Place], Riddle]] = {
    "may": _may, "forbids": _forbids, "legal": _legal, "illegal": _illegal, "limit": _limit, "remedy": _remedy,
    "next": _next, "then": _then, "whose": _whose, "wins": _wins, "rule": _rule, "never": _never, "likely": _likely,
}

OF_CHANCE = ("never", "likely")
"""The kinds that ask of chances; the others ask where somebody is to choose."""
OF_WHAT_FOLLOWS = ("next", "then", "whose", "wins", "rule")
"""The kinds that ask what comes of an action."""
RULE_KINDS = tuple(kind for kind in KINDS if kind not in OF_CHANCE)
"""The kinds that tell nothing of chances."""
SENTENCE = "rule"
"""The kind that is about a sentence."""
PICTURED = tuple(kind for kind in KINDS if kind != SENTENCE)
"""The kinds that are about what lies on a table."""
BETTER = "better"
"""What would have been better than what somebody did: no position makes such a riddle, they lie ready (`prepared`)."""
ASKED = (*PICTURED, BETTER)
"""What a run asks."""
PLAIN = ("next", "then", "whose", "never", "likely")
"""Kinds that ask what comes; rules decide less in them than in the others, and a run asks fewer of them."""
FEWEST = 3
"""Rules that make riddles enough."""
