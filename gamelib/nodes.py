"""What a position can ask for, and what one says back.

A position is a Decision (a seat chooses an Action), a Chance node (an outcome is drawn) or the End.
Applying a choice gives Events; asking for a choice that is not allowed gives a Ruling. Each of these
names the rule that it rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from random import Random

    from .dist import Dist

Seat: TypeAlias = int
Outcome: TypeAlias = Hashable  # a number, a card id, or a tuple of these


class Action:
    """A choice that a seat can make: a verb and its arguments.

    Arguments are card ids (str), numbers (int) or tuples of card ids. There is one object for each
    distinct action, so `==` is identity, and actions hash, sort into sets and pickle cheaply.
    The text of an action is its notation: `teach(ENH-D2,CON-05)`.

    >>> Action("raid", "WRATH-B", 2)
    raid(WRATH-B,2)
    >>> Action("raid", "WRATH-B", 2) is Action("raid", "WRATH-B", 2)
    True
    """

    __slots__ = ("args", "kinds", "verb")
    verb: str
    args: tuple[Any, ...]
    kinds: str
    """One letter for each argument: s a word, i a number, t several words, ? none of these."""
    _made: ClassVar[dict[tuple[Any, ...], Action]] = {}

    def __new__(cls, verb: str, *args: Any) -> Action:
        made = cls._made.get((verb, *args))
        if made is None or ("i" in made.kinds and tuple(map(type, args)) != tuple(map(type, made.args))):
            made = super().__new__(cls)
            object.__setattr__(made, "verb", verb)
            object.__setattr__(made, "args", args)
            object.__setattr__(made, "kinds", "".join(map(_kind, args)))
            if "?" not in made.kinds:  # 10.0 and True equal 10 and 1, but must not stand in for them
                made = cls._made.setdefault((verb, *args), made)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("An action cannot be changed.")

    def __reduce__(self) -> tuple[type[Action], tuple[Any, ...]]:
        return Action, (self.verb, *self.args)

    def __str__(self) -> str:
        return f"{self.verb}({','.join(map(write_value, self.args))})" if self.args else self.verb

    __repr__ = __str__


def _kind(value: Any) -> str:
    if isinstance(value, tuple):
        return "t" if all(isinstance(word, str) for word in value) else "?"
    return "s" if isinstance(value, str) else "i" if type(value) is int else "?"


def write_value(value: Any) -> str:
    """The notation of an argument or outcome: 7, GOLD-3, or GOLD-1+GOLD-3 for several."""
    if isinstance(value, tuple):
        return "+".join(map(write_value, value)) if value else "-"
    return str(value)


def is_outcome(value: object) -> bool:
    """Whether this has the form of an outcome: 7 or GOLD-3, or a tuple of these. (7.0 equals 7 but is none.)"""
    return type(value) in (str, int) or (type(value) is tuple and all(type(part) in (str, int) for part in value))


class Event(NamedTuple):
    """One thing that happened: the rule behind it, a stable code, and the values.

    `also` lists further rules that show here. `private` names the values that only the seats in
    `witnesses` may know. (A NamedTuple, because a step makes several and a dataclass takes four times as long.)

    >>> Event("HAR-1.6", "dealt", 0, {"card": "GEM"}, private=("card",), witnesses=(0,)).rule
    'HAR-1.6'
    """

    rule: str
    code: str
    seat: Seat | None = None
    values: Mapping[str, Any] = {}
    also: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    witnesses: tuple[Seat, ...] = ()

    def seen_by(self, seat: Seat) -> Event:
        """The event as this seat knows it: private values of others are None.

        >>> event = Event("HAR-1.6", "dealt", 0, {"card": "GEM"}, private=("card",), witnesses=(0,))
        >>> event.seen_by(1).values
        {'card': None}
        """
        if not self.private or seat in self.witnesses:
            return self
        values = {name: None if name in self.private else value for name, value in self.values.items()}
        return Event(self.rule, self.code, self.seat, values, self.also)

    def to_dict(self) -> dict[str, Any]:
        """The event as plain JSON; of one that not all may know, who may know what.

        >>> Event("HAR-4.4", "gem", 0, {"points": 6}).to_dict()
        {'rule': 'HAR-4.4', 'code': 'gem', 'seat': 0, 'values': {'points': 6}}
        """
        data: dict[str, Any] = {"rule": self.rule, "code": self.code, "seat": self.seat, "values": dict(self.values)}
        if self.also:
            data["also"] = list(self.also)
        if self.private:
            data |= {"private": list(self.private), "witnesses": list(self.witnesses)}
        return data


@dataclass(frozen=True, slots=True)
class Ruling:
    """Why something is not allowed: rule id, stable code, the values that decided.

    `remedy` is the code of the smallest change that would allow it, or None where nothing would.

    >>> import gamelib
    >>> gamelib.game("harem").start(seats=2).why_not(Action("end"))
    Ruling(rule='HAR-1.6', code='chance_first', values={'asked': 'deal'}, remedy=None)
    """

    rule: str
    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    remedy: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat is to choose. `ask` is the code of the question; `state.legal` lists the answers.

    >>> import gamelib
    >>> gamelib.game("harem").position("2 seats; now turn; turns 3").node
    Decision(seat=0, rule='HAR-2.1', ask='turn', values={})
    """

    seat: Seat
    rule: str
    ask: str
    values: Mapping[str, Any] = field(default_factory=dict)


class Chance:
    """Something is to be drawn or rolled: `dist()` is exact, `sample(rng)` draws without building it.

    >>> import gamelib
    >>> gamelib.game("towers").start(seats=2).node
    Chance('deal', rule='TOW-1.5', seat=0)
    """

    __slots__ = ("_dist", "_sample", "ask", "rule", "seat", "values")

    def __init__(
        self,
        rule: str,
        ask: str,
        seat: Seat | None,
        dist: Callable[[], Dist[Any]],
        sample: Callable[[Random], Any],
        values: Mapping[str, Any],
    ) -> None:
        self.rule, self.ask, self.seat, self.values = rule, ask, seat, values
        self._dist, self._sample = dist, sample

    def dist(self) -> Dist[Any]:
        """The exact distribution of the outcome.

        >>> import gamelib
        >>> gamelib.game("towers").start(seats=2).node.dist().total
        48
        """
        return self._dist()

    def sample(self, rng: Random) -> Any:
        """One outcome, with the caller's random number generator.

        >>> import gamelib
        >>> from random import Random
        >>> gamelib.game("towers").start(seats=2).node.sample(Random(1))
        'HAMMER-NE'
        """
        return self._sample(rng)

    def __repr__(self) -> str:
        return f"Chance({self.ask!r}, rule={self.rule!r}, seat={self.seat})"


@dataclass(frozen=True, slots=True)
class End:
    """The game is over: why, by which rule, one score a seat, and the seats that win.

    `ties`: for each seat the points that decide between level scores, the weightiest first; empty if there are none.

    >>> End("points", "HAR-10.1", scores=(7, 3, 7), winners=(0, 2)).scores
    (7, 3, 7)
    """

    reason: str
    rule: str
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    ties: tuple[tuple[int, ...], ...] = ()

    @property
    def ranking(self) -> tuple[tuple[Seat, ...], ...]:
        """All seats, the best first; seats that are level stand together. Winners lead, whatever their score.

        >>> End("points", "HAR-10.1", scores=(7, 3, 7), winners=(0, 2)).ranking
        ((0, 2), (1,))
        """
        keys = [
            (seat in self.winners, score, self.ties[seat] if self.ties else ())
            for seat, score in enumerate(self.scores)
        ]
        places = [tuple(seat for seat, own in enumerate(keys) if own == key) for key in sorted(set(keys), reverse=True)]
        return (self.winners, *(place for place in places if not set(place) & set(self.winners)))


class IllegalAction(ValueError):  # noqa: N818  (the contract's name)
    """An action that the rules do not allow; nothing has changed. `ruling` says why.

    >>> import gamelib
    >>> state = gamelib.game("harem").position("2 seats; now turn; turns 3")
    >>> state.apply(Action("deal"))
    Traceback (most recent call last):
        ...
    gamelib.nodes.IllegalAction: That is not what is asked now. (HAR-2.1)
    """

    def __init__(self, ruling: Ruling, text: str) -> None:
        super().__init__(text)
        self.ruling = ruling

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[Ruling, str]]:
        return IllegalAction, (self.ruling, str(self))


class IllegalOutcome(ValueError):  # noqa: N818
    """An outcome that cannot come up here; nothing has changed.

    >>> import gamelib
    >>> gamelib.game("towers").start(seats=2).apply("GEM")
    Traceback (most recent call last):
        ...
    gamelib.nodes.IllegalOutcome: GEM cannot come up here: Player 1 is dealt a card, 3 cards to go.
    """
