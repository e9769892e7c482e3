"""Rule riddles, made from positions: May she? Which rule forbids it? What comes next? One answer is right.

`riddle(game, kind, rng)` makes one of `KINDS`; a run mixes them. Positions come from the game's shows, a few random
steps on, so that little lies on the table. Every answer is judged by the engine itself: an action by `why_not`, what
follows by applying it, an outcome by its exact distribution. Wrong answers are the nearest ones: what is refused here
for another reason, what would follow from another action. `check` judges a riddle again, over every nameable action.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from .game import Game
from .nodes import Action, Chance, Decision, Outcome, Ruling
from .play import choose, random_bot
from .shows import Show, shows
from .state import State

MOST_STEPS = 6
"""Random steps from the position of a show."""
MOST_NAMED = 1500
"""Nameable actions that are looked at."""
MOST_TRIED = 400
"""Positions that are tried for one riddle."""
MOST_TRIED_ABOUT = 40
"""Those that are tried for one about certain rules; another kind may do better."""
MOST_FOLLOWED = 24
"""Actions that are carried out to see what follows."""
MOST_COUNTED = 5
"""Actions of which a riddle asks how many are allowed."""
_NAMES = ("Ada", "Ben", "Cem", "Dilek", "Emre", "Fay")
_NO_REASON = ("no_action", "not_now", "over", "chance_first")
_WORD = re.compile(r"[^\s\[\]{}(),:>;\"]+")


@dataclass(frozen=True)
class Choice:
    """One answer: its words, and what it stands for, an action, an outcome, a rule, a seat or a number."""

    text: str
    of: Any


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


class _Place:
    """A position with what may and may not be done in it, looked up once."""

    def __init__(self, state: State[Any], rng: Random) -> None:
        self.state, self.game, self.rng, self.node = state, state.game, rng, state.node
        self.names = _NAMES[: state.seats]
        self.legal: list[Action] = list(state.legal) if isinstance(self.node, Decision) else []

    @cached_property
    def allowed(self) -> set[str]:
        """What may be done, in words."""
        return {self.say(action) for action in self.legal}

    @cached_property
    def refused(self) -> list[tuple[Action, Ruling]]:
        """What may not be done, with what lies there, and why; in no words that also say what may be done."""
        found = []
        lies = set(_WORD.findall(self.game.written(self.state))) & set(self.game.words.sections["cards"])
        said: dict[str, set[str]] = {}
        for action in self.legal:
            said.setdefault(action.verb, lies.copy()).update(_words(action))
        for action in islice(self.game.nameable(self.state), MOST_NAMED) if self.legal else ():
            here = said.get(action.verb, lies)
            if set(_words(action)) <= here and (why := self.state.why_not(action)) and why.code not in _NO_REASON:
                found.append((action, why))
        return [(action, why) for action, why in found if self.say(action) not in self.allowed] if found else found

    @property
    def who(self) -> str:
        """The name of the seat that is to choose."""
        assert isinstance(self.node, Decision)
        return self.names[self.node.seat]

    def say(self, thing: Any) -> str:
        return str(self.game.say(thing, self.names))

    def pick(self, found: Sequence[Any]) -> Any:
        """One of these; ValueError if there is none."""
        if not found:
            raise _NoRiddleError
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

    def made(self, kind: str, prompt: str, right: Choice, wrong: Sequence[Choice], why: str, rules: Sequence[str],
             named: Action | Outcome | None = None) -> Riddle:  # fmt: skip
        """The riddle, its answers in a random order."""
        order = [right, *wrong]
        if len({choice.text for choice in order}) < len(order):
            raise _NoRiddleError
        order.sort(key=lambda _: self.rng.random())
        return Riddle(kind, self.game, self.game.written(self.state), prompt, tuple(order), order.index(right), why,
                      tuple(dict.fromkeys(rules)), named)  # fmt: skip


class _NoRiddleError(ValueError):
    """This position makes no riddle of this kind."""


def _words(action: Action) -> Iterator[str]:
    for arg in action.args:
        if isinstance(arg, str):
            yield arg
        elif isinstance(arg, tuple):
            yield from arg


# -- the kinds -----------------------------------------------------------------------------------


def _may(at: _Place) -> Riddle:
    """May she?"""
    allowed = at.rng.random() < 0.5
    yes, no = Choice("Yes.", True), Choice("No.", False)
    if allowed:
        action = at.act()
        why = f"Nothing forbids it. ({at.node.rule})"
        rules: tuple[str, ...] = (at.node.rule,)
    else:
        action, ruling = at.try_()
        why, rules = at.say(ruling), (ruling.rule,)
    prompt = f"May {at.who} do this: {at.say(action)}?"
    return at.made("may", prompt, yes if allowed else no, [no if allowed else yes], why, rules, action)


def _forbids(at: _Place) -> Riddle:
    """Which rule forbids it?"""
    action, ruling = at.try_()
    others = _near_rules(at, ruling.rule, _in_the_way(at.state, action, at.names))
    chosen = at.some(others, 3, lambda rule: at.game.rules[rule].title)
    wrong = [Choice(at.game.rules[rule].title, rule) for rule in chosen]
    prompt = f"{at.who} may not do this: {at.say(action)}. Which rule is in the way?"
    right = Choice(at.game.rules[ruling.rule].title, ruling.rule)
    return at.made("forbids", prompt, right, wrong, at.say(ruling), (ruling.rule, *(one.of for one in wrong)), action)


def _in_the_way(state: State[Any], tried: Action, names: Sequence[str]) -> set[str]:
    """The rules that refuse any action of the same verb here, or one that is said in the same words."""
    game = state.game
    said = game.say(tried, names)
    found = set()
    for action in islice(game.nameable(state), MOST_NAMED):
        if action.verb == tried.verb or (action.args == tried.args and game.say(action, names) == said):
            why = state.why_not(action)
            if why is not None:
                found.add(why.rule)
    return found


def _near_rules(at: _Place, rule: str, barred: set[str]) -> list[str]:
    """Rules of the same section and of other refusals here, without those that might be right as well."""
    rules = at.game.rules
    about = rules[rule]
    near = [id for id, other in rules.items() if not other.question and other.section == about.section]
    near += [why.rule for _, why in at.refused]
    kept = [id for id in dict.fromkeys(near) if id not in barred | {rule} and id not in about.related]
    return kept


def _legal(at: _Place) -> Riddle:
    """Which of these is legal?"""
    action = at.act()
    wrong = at.some(at.refused, 3, lambda pair: at.say(pair[0]))
    choices = [Choice(at.say(other), other) for other, _ in wrong]
    rules = [at.node.rule, *(why.rule for _, why in wrong)]
    why = " ".join({why.rule: at.say(why) for _, why in wrong}.values())
    return at.made("legal", f"Which of these may {at.who} do now?", Choice(at.say(action), action), choices, why, rules)


def _illegal(at: _Place) -> Riddle:
    """Which of these is not legal?"""
    action, ruling = at.try_()
    wrong = [Choice(at.say(other), other) for other in at.some(at.legal, 3, at.say)]
    rules = [ruling.rule, at.node.rule]
    prompt = f"Three of these are allowed. Which may {at.who} not do?"
    return at.made("illegal", prompt, Choice(at.say(action), action), wrong, at.say(ruling), rules)


def _remedy(at: _Place) -> Riddle:
    """What would make it legal?"""
    action, ruling = at.pick([pair for pair in at.refused if pair[1].remedy])
    said = _remedy_words(at, ruling)
    same = {why.remedy for other, why in at.refused if other.verb == action.verb}
    others = [why for _, why in at.refused if why.remedy and why.remedy not in same]
    wrong = at.some(others, min(2, len({why.remedy for why in others}) or 1), lambda why: why.remedy)
    choices = [Choice(_remedy_words(at, why), why.remedy) for why in wrong]
    prompt = f"{at.who} may not do this: {at.say(action)}. What would help?"
    rules = [ruling.rule, *(why.rule for why in wrong)]
    return at.made("remedy", prompt, Choice(said, ruling.remedy), choices, at.say(ruling), rules, action)


def _remedy_words(at: _Place, ruling: Ruling) -> str:
    assert ruling.remedy is not None
    return str(at.game.words.say("remedies", ruling.remedy, ruling.values, at.names))


def _next(at: _Place) -> Riddle:
    """What happens next?"""
    action = at.act()
    events = at.state.child(action).events
    told = [(other, at.state.child(other).events) for other in at.legal[:MOST_FOLLOWED]]
    lines = [at.say(event) for event in events]
    event = at.pick(events)
    others = [other for _, found in told for other in found if at.say(other) not in lines]
    wrong = [Choice(at.say(other), at.say(other)) for other in at.some(others, 2, at.say)]
    prompt = f"{at.who} does this: {at.say(action)}. What happens?"
    rules = [event.rule, *(other.rule for other in others[:2])]
    return at.made("next", prompt, Choice(at.say(event), at.say(event)), wrong, f"({event.rule})", rules, action)


def _then(at: _Place) -> Riddle:
    """What is asked after it?"""
    action = at.act()
    node = at.state.child(action).node
    after = [(other, at.state.child(other).node) for other in at.legal[:MOST_FOLLOWED]]
    said = at.say(node)
    others = [other for _, other in after if at.say(other) != said]
    wrong = [Choice(at.say(other), at.say(other)) for other in at.some(others, 2, at.say)]
    prompt = f"{at.who} does this: {at.say(action)}. What comes after it?"
    why, rules = f"({node.rule})", [node.rule, *(other.rule for other in others[:2])]
    return at.made("then", prompt, Choice(said, said), wrong, why, rules, action)


def _whose(at: _Place) -> Riddle:
    """Who chooses next?"""
    action = at.act()
    node = at.state.child(action).node
    seat = node.seat if isinstance(node, Decision) else None
    if seat is None or len(at.names) < 2:
        raise _NoRiddleError
    prompt = f"{at.who} does this: {at.say(action)}. Who chooses next?"
    wrong = [Choice(name, other) for other, name in enumerate(at.names) if other != seat]
    return at.made("whose", prompt, Choice(at.names[seat], seat), wrong, at.say(node), (node.rule,), action)


def _rule(at: _Place) -> Riddle:
    """Which rule is behind it?"""
    action = at.act()
    events = at.state.child(action).events
    event = at.pick(events)
    cited = {id for other in events for id in (other.rule, *other.also)}
    others = [id for id in _near_rules(at, event.rule, cited) if id not in cited]
    titles = at.game.rules
    wrong = [Choice(titles[id].title, id) for id in at.some(others, 3, lambda id: titles[id].title)]
    if titles[event.rule].title in {choice.text for choice in wrong}:
        raise _NoRiddleError
    prompt = f"“{at.say(event)}” Which rule says so?"
    return at.made("rule", prompt, Choice(titles[event.rule].title, event.rule), wrong, titles[event.rule].text,
                   (event.rule, *(one.of for one in wrong)), action)  # fmt: skip


def _count(at: _Place) -> Riddle:
    """In how many ways?"""
    verbs = {action.verb for action in at.legal} & {action.verb for action, _ in at.refused}
    verb = at.pick(sorted(verbs))
    ways = {at.say(action): None for action in at.legal if action.verb == verb}
    tries = {at.say(action): why for action, why in at.refused if action.verb == verb}
    both = [at.pick(list(ways)), at.pick(list(tries))]
    rest = [said for said in (*ways, *tries) if said not in both]
    named = sorted(both + at.some(rest, min(MOST_COUNTED - len(both), len(rest))))
    n = sum(said in ways for said in named)
    refused = [tries[said] for said in named if said in tries]
    numbers = at.some([k for k in range(len(named) + 1) if k != n], min(3, len(named)))
    prompt = f"{'; '.join(named)}. How many of these {len(named)} may {at.who} do now?"
    why = " ".join({ruling.rule: at.say(ruling) for ruling in refused}.values())
    wrong = [Choice(str(k), k) for k in sorted(numbers)]
    return at.made("count", prompt, Choice(str(n), n), wrong, why, [at.node.rule, *(one.rule for one in refused)])


def _outcomes(at: _Place) -> tuple[Chance, Any]:
    if not isinstance(at.node, Chance):
        raise _NoRiddleError
    dist = at.node.dist()
    if len(dist) < 3:
        raise _NoRiddleError
    return at.node, dist


def outcome_words(game: Game, outcome: Outcome) -> str:
    """An outcome in the words of the cards."""
    parts = outcome if isinstance(outcome, tuple) else (outcome,)
    return " and ".join(game.words.card(part) if isinstance(part, str) else str(part) for part in parts)


def _never(at: _Place) -> Riddle:
    """What can not come up?"""
    node, dist = _outcomes(at)
    if all(isinstance(outcome, int) for outcome in dist):
        others: list[Any] = [n for n in range(max(dist) + 3) if n not in dist]
    else:
        kinds = [card for card in at.game.words.sections["cards"] if card not in dist]
        others = [card for card in kinds if isinstance(next(iter(dist)), str)]
    never = at.pick(others)
    three = at.some(list(dist), 3, lambda one: outcome_words(at.game, one))
    wrong = [Choice(outcome_words(at.game, one), one) for one in three]
    prompt = f"{at.say(node)} What can not come up?"
    right = Choice(outcome_words(at.game, never), never)
    return at.made("never", prompt, right, wrong, f"The other three can. ({node.rule})", (node.rule,))


def _likely(at: _Place) -> Riddle:
    """What is likeliest?"""
    node, dist = _outcomes(at)
    named = at.some(list(dist), 3, lambda one: (dist.p(one), outcome_words(at.game, one)))
    best = max(dist.p(one) for one in named)
    first = [one for one in named if dist.p(one) == best]
    if len(first) > 1:
        raise _NoRiddleError
    wrong = [Choice(outcome_words(at.game, one), one) for one in named if one != first[0]]
    prompt = f"{at.say(node)} Which of these is the likeliest?"
    right = Choice(outcome_words(at.game, first[0]), first[0])
    return at.made("likely", prompt, right, wrong, f"Its chance is {best}. ({node.rule})", (node.rule,))


KINDS: dict[str, Callable[[_Place], Riddle]] = {
    "may": _may, "forbids": _forbids, "legal": _legal, "illegal": _illegal, "remedy": _remedy, "next": _next,
    "then": _then, "whose": _whose, "rule": _rule, "count": _count, "never": _never, "likely": _likely,
}  # fmt: skip

OF_CHANCE = ("never", "likely")
"""The kinds that ask of chances; the others ask where somebody is to choose."""
OF_LEGALITY = ("may", "legal", "illegal", "count")
"""The kinds that ask what may be done."""


# -- making them ---------------------------------------------------------------------------------


def _places(game: Game, rng: Random, about: Collection[str], chance: bool) -> Iterator[_Place]:
    """Positions of shows, of some rules or of all, a few random steps on; without `chance` on to the next decision."""
    found: list[Show] = [show for rule, show in shows(game).items() if show.choice and (not about or rule in about)]
    while found:
        state = found[int(rng.random() * len(found))].before()
        steps = int(rng.random() * (MOST_STEPS if not about else MOST_STEPS // 2))
        for n in range(MOST_STEPS * MOST_STEPS):
            node = state.node
            if n >= steps and (chance or not isinstance(node, Chance)):
                break
            if isinstance(node, Decision) and not len(state.legal):
                break  # a position that was built may lead where no game can
            if isinstance(node, Decision):
                state.apply(choose(state, random_bot, rng))
            elif isinstance(node, Chance):
                state.apply(node.sample(rng))
        if state.todo and (isinstance(state.node, Chance) or len(state.legal)):
            yield _Place(state, rng)


def riddle(game: Game, kind: str, rng: Random, about: Collection[str] = ()) -> Riddle:
    """A riddle of a kind; with `about`, one in which one of these rules matters.

    LookupError if no position that is tried makes one; ValueError for an unknown kind.
    """
    if kind not in KINDS:
        raise ValueError(f"There is no riddle {kind!r}; there are {', '.join(KINDS)}.")
    places = _places(game, rng, about, kind in OF_CHANCE)
    for place in islice(places, MOST_TRIED if not about else MOST_TRIED_ABOUT):
        try:
            made = KINDS[kind](place)
        except _NoRiddleError:
            continue
        if not about or not set(made.rules).isdisjoint(about):
            return made
    raise LookupError(f"{game.title} has no riddle {kind!r}.")


def check(riddle: Riddle) -> list[int]:
    """The numbers of the answers that the engine holds to be right, judged anew from the position alone."""
    state, game = riddle.state(), riddle.game
    names = _NAMES[: state.seats]
    after = state.child(riddle.named) if riddle.kind in ("next", "then", "whose", "rule") else state
    ruling = state.why_not(riddle.named) if isinstance(riddle.named, Action) else None
    legal = {game.say(action, names) for action in state.legal} if riddle.kind in OF_LEGALITY else set()
    told = [game.say(event, names) for event in after.events]
    dist = state.node.dist() if isinstance(state.node, Chance) else None

    def right(choice: Choice) -> bool:
        of = choice.of
        match riddle.kind:
            case "may":
                return bool(of) is (game.say(riddle.named, names) in legal)
            case "forbids":
                return isinstance(riddle.named, Action) and of in _in_the_way(state, riddle.named, names)
            case "legal":
                return game.say(of, names) in legal
            case "illegal":
                return game.say(of, names) not in legal
            case "remedy":
                return ruling is not None and of == ruling.remedy
            case "next":
                return of in told
            case "then":
                return bool(of == game.say(after.node, names))
            case "whose":
                return bool(of == getattr(after.node, "seat", None))
            case "rule":
                return any(of in (event.rule, *event.also) for event in after.events)
            case "never":
                return dist is not None and of not in dist
            case "likely":
                return dist is not None and dist.p(of) == max(dist.p(one.of) for one in riddle.choices)
        return bool(of == sum(said in legal for said in riddle.prompt.rpartition(". How many")[0].split("; ")))

    return [n for n, choice in enumerate(riddle.choices) if right(choice)]
