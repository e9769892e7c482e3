"""Nodes of a state (Decision, Chance, End), and the objects that belong to them (Action, Event, Ruling).

At a Decision node a seat chooses an Action. At a Chance node an outcome is drawn. Applying a choice returns Events. A
check of an illegal choice returns a Ruling. Each of these objects has the id of its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from random import Random

    from .chance_source import ChanceSource
    from .dist import Dist

Seat: TypeAlias = int
Outcome: TypeAlias = Hashable  # a number, a card id, or a tuple of these


class Action:
    """Choice of a seat: a verb and its arguments.

    Each distinct action is a single object, so actions are cheap to compare, hash and pickle. The text of an
    action is its notation, for example `teach(ENH-D2,CON-05)`.

    Args:
        verb: Name of the choice, for example "raid".
        *args: Card ids (str), numbers (int) or tuples of card ids.

    Example:
        >>> Action("raid", "WRATH-B", 2)
        raid(WRATH-B,2)
        >>> Action("raid", "WRATH-B", 2) is Action("raid", "WRATH-B", 2)
        True
    """

    __slots__ = ("arg_types", "args", "verb")
    verb: str
    args: tuple[Any, ...]
    arg_types: str
    """One letter for each argument: s a word, i a number, t several words, ? none of these."""
    _made: ClassVar[dict[tuple[Any, ...], Action]] = {}

    def __new__(cls, verb: str, *args: Any) -> Action:
        made = cls._made.get((verb, *args))
        if made is None or ("i" in made.arg_types and tuple(map(type, args)) != tuple(map(type, made.args))):
            made = super().__new__(cls)
            object.__setattr__(made, "verb", verb)
            object.__setattr__(made, "args", args)
            object.__setattr__(made, "arg_types", "".join(map(_kind, args)))
            if "?" not in made.arg_types:  # 10.0 and True equal 10 and 1, but must not replace them
                made = cls._made.setdefault((verb, *args), made)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("An action cannot be changed.")

    def __reduce__(self) -> tuple[type[Action], tuple[Any, ...]]:
        return Action, (self.verb, *self.args)

    def __str__(self) -> str:
        return f"{self.verb}({','.join(map(format_value, self.args))})" if self.args else self.verb

    __repr__ = __str__


def _kind(value: Any) -> str:
    if isinstance(value, tuple):
        return "t" if all(isinstance(word, str) for word in value) else "?"
    return "s" if isinstance(value, str) else "i" if type(value) is int else "?"


def format_value(value: Any) -> str:
    """Return the notation of an argument or outcome: 7, GOLD-3, or GOLD-1+GOLD-3 for several cards."""
    if isinstance(value, tuple):
        return "+".join(map(format_value, value)) if value else "-"
    return str(value)


def is_outcome(value: object) -> bool:
    """Return whether a value has the form of an outcome: 7, GOLD-3 or a tuple of these.

    The number 7.0 is not an outcome, although it equals 7.
    """
    return type(value) in (str, int) or (type(value) is tuple and all(type(part) in (str, int) for part in value))


class Event(NamedTuple):
    """Event of a game with its rule, a stable code and values.

    The class is a NamedTuple, because creating a dataclass takes four times as long.

    Attributes:
        rule: Id of the rule.
        code: Stable name of the kind of event.
        seat: Seat that the event concerns, or None for all seats.
        values: Values of the event by name.
        related_rules: Ids of further rules that apply.
        private_value_names: Names of the values that only `witnesses` may know.
        witnesses: Seats that may know the private values.

    Example:
        >>> Event("HAR-1.6", "dealt", 0, {"card": "GEM"}, private_value_names=("card",), witnesses=(0,)).rule
        'HAR-1.6'
    """

    rule: str
    code: str
    seat: Seat | None = None
    values: Mapping[str, Any] = {}
    related_rules: tuple[str, ...] = ()
    private_value_names: tuple[str, ...] = ()
    witnesses: tuple[Seat, ...] = ()

    def seen_by(self, seat: Seat) -> Event:
        """Return the event as a seat knows it.

        Args:
            seat: Seat that reads the event.

        Returns:
            The event. Private values are None for a seat that is not a witness.

        Example:
            >>> event = Event("HAR-1.6", "dealt", 0, {"card": "GEM"}, private_value_names=("card",), witnesses=(0,))
            >>> event.seen_by(1).values
            {'card': None}
        """
        if not self.private_value_names or seat in self.witnesses:
            return self
        values = {name: None if name in self.private_value_names else value for name, value in self.values.items()}
        return Event(self.rule, self.code, self.seat, values, self.related_rules)

    def to_dict(self) -> dict[str, Any]:
        """Return the event as plain JSON.

        An event with private values also has the keys "private" and "witnesses".

        Example:
            >>> Event("HAR-4.4", "gem", 0, {"points": 6}).to_dict()
            {'rule': 'HAR-4.4', 'code': 'gem', 'seat': 0, 'values': {'points': 6}}
        """
        data: dict[str, Any] = {"rule": self.rule, "code": self.code, "seat": self.seat, "values": dict(self.values)}
        if self.related_rules:
            data["also"] = list(self.related_rules)
        if self.private_value_names:
            data |= {"private": list(self.private_value_names), "witnesses": list(self.witnesses)}
        return data


@dataclass(frozen=True, slots=True)
class Ruling:
    """Reason why an action is not allowed.

    Attributes:
        rule: Id of the rule.
        code: Stable name of the reason.
        values: Values that explain the reason.
        remedy: Code of the smallest change that would make the action legal, or None.

    Example:
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
    """Node at which a seat has to choose an action.

    Attributes:
        seat: Seat that chooses.
        rule: Id of the rule.
        step_name: Code of the question. `state.legal` lists the possible answers.
        values: Values of the question.

    Example:
        >>> import gamelib
        >>> gamelib.game("harem").position("2 seats; now turn; turns 3").node
        Decision(seat=0, rule='HAR-2.1', step_name='turn', values={})
    """

    seat: Seat
    rule: str
    step_name: str
    values: Mapping[str, Any] = field(default_factory=dict)


class Chance:
    """Node at which a card is drawn or dice are rolled.

    Attributes:
        rule: Id of the rule.
        ask: Code of the chance event.
        seat: Seat that draws or rolls, or None.
        values: Values of the chance event.
        is_setup: Whether the event belongs to the deal.

    Example:
        >>> import gamelib
        >>> gamelib.game("towers").start(seats=2).node
        Chance('deal', rule='TOW-1.5', seat=0)
    """

    __slots__ = ("_dist", "_sample", "_source", "is_setup", "rule", "seat", "step_name", "values")

    def __init__(
        self,
        rule: str,
        ask: str,
        seat: Seat | None,
        dist: Callable[[], Dist[Any]],
        sample: Callable[[Random], Any],
        values: Mapping[str, Any],
        source: Callable[[], ChanceSource],
        is_setup: bool,
    ) -> None:
        self.rule, self.step_name, self.seat, self.values = rule, ask, seat, values
        self._dist, self._sample, self._source = dist, sample, source
        self.is_setup = is_setup

    @property
    def source(self) -> ChanceSource:
        """Source of the outcome: dice, a choice from a set, or a pile.

        Raises:
            ValueError: The node belongs to the view of a seat, whose piles differ from the real ones.

        Example:
            >>> import gamelib
            >>> gamelib.game("towers").start(seats=2).node.source.kind
            'pile'
        """
        return self._source()

    def dist(self) -> Dist[Any]:
        """Return the exact distribution of the outcome.

        Example:
            >>> import gamelib
            >>> gamelib.game("towers").start(seats=2).node.dist().total
            48
        """
        return self._dist()

    def sample(self, rng: Random) -> Any:
        """Draw one outcome without building the distribution.

        Args:
            rng: Random generator of the caller.

        Returns:
            An outcome that `State.apply` accepts here.

        Example:
            >>> import gamelib
            >>> from random import Random
            >>> gamelib.game("towers").start(seats=2).node.sample(Random(1))
            'HAMMER-NE'
        """
        return self._sample(rng)

    def __repr__(self) -> str:
        return f"Chance({self.step_name!r}, rule={self.rule!r}, seat={self.seat})"


@dataclass(frozen=True, slots=True)
class End:
    """End of a game.

    Attributes:
        reason: Code of the reason.
        rule: Id of the rule.
        scores: One score per seat.
        winners: Seats that win.
        tie_breakers: For each seat, the values that decide a tie, most important first. The tuple is empty if the game
            has no tie-breakers.

    Example:
        >>> End("points", "HAR-10.1", scores=(7, 3, 7), winners=(0, 2)).scores
        (7, 3, 7)
    """

    reason: str
    rule: str
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    tie_breakers: tuple[tuple[int, ...], ...] = ()

    @property
    def ranking(self) -> tuple[tuple[Seat, ...], ...]:
        """Tuples of seats with equal results, best first. Winners are first, regardless of their scores.

        Example:
            >>> End("points", "HAR-10.1", scores=(7, 3, 7), winners=(0, 2)).ranking
            ((0, 2), (1,))
        """
        keys = [
            (seat in self.winners, score, self.tie_breakers[seat] if self.tie_breakers else ())
            for seat, score in enumerate(self.scores)
        ]
        places = [tuple(seat for seat, own in enumerate(keys) if own == key) for key in sorted(set(keys), reverse=True)]
        return (self.winners, *(place for place in places if not set(place) & set(self.winners)))


class IllegalAction(ValueError):  # noqa: N818  (name of the public contract)
    """Error for an action that the rules do not allow. The position has not changed.

    Attributes:
        ruling: Rule and reason of the refusal.

    Example:
        >>> import gamelib
        >>> state = gamelib.game("harem").position("2 seats; now turn; turns 3")
        >>> state.apply(Action("deal"))
        Traceback (most recent call last):
            ...
        gamelib.nodes.IllegalAction: You can’t do that now: the game is asking for something else. (HAR-2.1)
    """

    def __init__(self, ruling: Ruling, text: str) -> None:
        super().__init__(text)
        self.ruling = ruling

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[Ruling, str]]:
        return IllegalAction, (self.ruling, str(self))


class IllegalOutcome(ValueError):  # noqa: N818
    """Error for an outcome that is not possible at a chance node. The position has not changed.

    Example:
        >>> import gamelib
        >>> gamelib.game("towers").start(seats=2).apply("GEM")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        gamelib.nodes.IllegalOutcome: GEM cannot come up here: Player 1 is dealt a card. There are ...
    """
