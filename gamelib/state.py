"""State: a position of a game, and the small steps that a game is made of.

What is still to be done lies on an agenda, a stack of frames; the last one is due. A frame is a tuple
`(step, *arguments)` of a Step object and plain values. Steps are stateless and shared; they are the
rules of the game. There are three kinds:

- a DecisionStep asks a seat for an Action,
- a ChanceStep asks for an outcome,
- an AutoStep is carried out as soon as it is due.

Applying a choice removes, replaces or pushes frames, so an interrupt ("draw two, and while you do, a
card says: discard down to three") is just another frame on top. An empty agenda is the end.

`apply` checks a choice and collects Events. The same rule bodies run unchecked and untold in playouts
(`step.take`), where `state.log` is None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, TypeVar

from .nodes import Action, Chance, Decision, End, Event, IllegalAction, IllegalOutcome, Ruling, Seat, is_outcome

if TYPE_CHECKING:
    from random import Random

    from .dist import Dist
    from .game import Game

Frame: TypeAlias = tuple[Any, ...]
S = TypeVar("S", bound="State")

AUTO, DECISION, CHANCE = range(3)


class Step:
    """A kind of small step: its name on the agenda, its rule, and the code of what it asks."""

    kind: ClassVar[int]
    name: ClassVar[str]
    rule: ClassVar[str]

    def seat(self, state: Any, frame: Frame) -> Seat | None:
        """The seat that chooses, rolls or draws; None where it is nobody's."""
        return None

    def cited(self, frame: Frame) -> str:
        """The rule that this frame rests on."""
        return self.rule

    def values(self, state: Any, frame: Frame) -> dict[str, Any]:
        """The values of the question, for words and tables."""
        return {}

    def take(self, state: Any, frame: Frame, choice: Any) -> None:
        """Carry it out, unchecked: change the state and the agenda, tell the events."""
        raise NotImplementedError

    def run(self, state: Any, frame: Frame, rng: Random) -> None:
        """Carry it out unchecked and untold with a choice made at random; for playouts. An AutoStep has no choice.

        A step may do this without listing its choices, or the same step over and over at once, as long
        as the same random numbers lead to the same position as choosing from `moves` and by `sample`.
        """
        raise NotImplementedError


class AutoStep(Step):
    """Carried out as soon as it is due; `take` gets None."""

    kind = AUTO


class DecisionStep(Step):
    """A seat chooses an action. `moves` and `ruling` rest on the same predicates."""

    kind = DECISION
    verbs: ClassVar[Mapping[str, str]]
    """verb -> format of its arguments, see Game.parse."""

    def moves(self, state: Any, frame: Frame) -> list[Action]:
        """Every legal action, each once, in an order that depends on the position alone."""
        raise NotImplementedError

    def ruling(self, state: Any, frame: Frame, action: Action) -> Ruling | None:
        """Why an action with one of `verbs` is not legal; None if it is."""
        raise NotImplementedError

    def run(self, state: Any, frame: Frame, rng: Random) -> None:
        """Take one of `moves`, all equally likely."""
        moves = self.moves(state, frame)
        self.take(state, frame, moves[int(rng.random() * len(moves))])


class ChanceStep(Step):
    """An outcome comes up. `dist` and `sample` are the same distribution."""

    kind = CHANCE

    def dist(self, state: Any, frame: Frame) -> Dist[Any]:
        """The exact distribution; of a seat's view, as that seat knows it."""
        raise NotImplementedError

    def sample(self, state: Any, frame: Frame, rng: Random) -> Any:
        """One outcome, fast."""
        return self.dist(state, frame).sample(rng)

    def possible(self, state: Any, frame: Frame, outcome: Any) -> bool:
        """Whether this outcome can come up."""
        return outcome in self.dist(state, frame)

    def run(self, state: Any, frame: Frame, rng: Random) -> None:
        """Take an outcome by `sample`."""
        self.take(state, frame, self.sample(state, frame, rng))


class Legal:
    """The legal actions of a Decision node: iterable, `in`, `len`, and a repr in the game's words."""

    __slots__ = ("_moves", "_state")

    def __init__(self, state: State, moves: list[Action]) -> None:
        self._state = state
        self._moves = moves

    def __iter__(self) -> Iterator[Action]:
        return iter(self._moves)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self._state.why_not(action) is None

    def __len__(self) -> int:
        return len(self._moves)

    def __getitem__(self, index: int) -> Action:
        return self._moves[index]

    def __repr__(self) -> str:
        return "<Legal: " + " · ".join(self._state.game.say(action) for action in self._moves) + ">"


class Rng(Protocol):
    """What the engine needs of a random number generator: `random()` in [0, 1)."""

    def random(self) -> float: ...


class State:
    """A position. Subclasses add the game's own slots and the five methods at the end."""

    __slots__ = ("events", "game", "log", "options", "result", "seats", "todo", "viewer")

    def __init__(self, game: Game, seats: int, options: Mapping[str, Any]) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.todo: list[Frame] = []
        self.result: End | None = None
        self.viewer: Seat | None = None
        self.log: list[Event] | None = None
        self.events: tuple[Event, ...] = ()
        """The events of the last step applied; after `start`, those of the setup."""

    # -- the node ----------------------------------------------------------------------------

    @property
    def node(self) -> Decision | Chance | End:
        """What the position asks for."""
        if not self.todo:
            assert self.result is not None
            return self.result
        frame = self.todo[-1]
        step: Step = frame[0]
        seat = step.seat(self, frame)
        values = step.values(self, frame)
        if isinstance(step, DecisionStep):
            assert seat is not None
            return Decision(seat, step.cited(frame), step.name, values)
        assert isinstance(step, ChanceStep)
        if self.viewer is None:
            return Chance(step.cited(frame), step.name, seat, lambda: step.dist(self, frame),
                          lambda rng: step.sample(self, frame, rng), values)  # fmt: skip
        return Chance(step.cited(frame), step.name, seat, lambda: step.dist(self, frame),
                      lambda rng: step.dist(self, frame).sample(rng), values)  # fmt: skip

    @property
    def legal(self) -> Legal:
        """The legal actions. ValueError at a Chance node, at the end, and on another seat's view."""
        frame = self.todo[-1] if self.todo else None
        if frame is None or (step := frame[0]).kind != DECISION:
            raise ValueError("No seat is to choose here.")
        if self.viewer is not None:
            seat = step.seat(self, frame)
            if seat != self.viewer:
                raise ValueError(f"Seat {seat + 1} chooses from cards that this view does not show.")
        return Legal(self, step.moves(self, frame))

    def why_not(self, action: Action) -> Ruling | None:
        """None if the action is legal now, else the ruling."""
        if not self.todo:
            assert self.result is not None
            return Ruling(self.result.rule, "over", {})
        frame = self.todo[-1]
        step = frame[0]
        if step.kind != DECISION:
            return Ruling(step.cited(frame), "chance_first", {"asked": step.name})
        if action.verb not in step.verbs:
            return Ruling(step.cited(frame), "not_now", {"asked": step.name})
        if action.kinds != step.verbs[action.verb]:
            return Ruling(step.cited(frame), "no_action", {})
        why: Ruling | None = step.ruling(self, frame, action)
        return why

    @property
    def agenda(self) -> list[str]:
        """What is still to be done, outermost first, in the game's words."""
        return [self.game.say_step(self, frame) for frame in self.todo]

    # -- going on ----------------------------------------------------------------------------

    def apply(self, choice: Any) -> tuple[Event, ...]:
        """Carry out an action or, at a Chance node, an outcome; in place. Returns the events.

        IllegalAction or IllegalOutcome is raised before anything has changed.
        """
        if self.viewer is not None:
            raise ValueError("A seat's view cannot be played on; guess(rng) makes a whole position of it.")
        todo = self.todo
        if not todo or todo[-1][0].kind == DECISION:
            ruling = self.why_not(choice) if isinstance(choice, Action) else Ruling("", "no_action", {})
            if ruling is not None:
                raise IllegalAction(ruling, self.game.say(ruling))
        elif not is_outcome(choice) or not todo[-1][0].possible(self, todo[-1], choice):
            raise IllegalOutcome(f"{choice} cannot come up here: {self.game.say(self.node)}")
        self.log = []
        frame = todo[-1]
        frame[0].take(self, frame, choice)
        return self._settle()

    def _settle(self) -> tuple[Event, ...]:
        """Carry out the steps that need no choice, and close the log."""
        todo = self.todo
        while todo and (frame := todo[-1])[0].kind == AUTO:
            frame[0].take(self, frame, None)
        assert self.log is not None
        self.events = tuple(self.log)
        self.log = None
        return self.events

    def tell(self, rule: str, code: str, seat: Seat | None = None, also: tuple[str, ...] = (), **values: Any) -> None:
        """Add an event that all may see. Call it only while `log` is not None."""
        assert self.log is not None
        # what Event(...) does, in half the time: steps tell several
        self.log.append(tuple.__new__(Event, (rule, code, seat, values, also, (), ())))

    def tell_some(self, witnesses: tuple[Seat, ...], rule: str, code: str, seat: Seat, also: tuple[str, ...] = (),
                  private: tuple[str, ...] = ("card",), **values: Any) -> None:  # fmt: skip
        """Add an event of which the values named in `private` are for the witnesses only."""
        assert self.log is not None
        self.log.append(tuple.__new__(Event, (rule, code, seat, values, also, private, witnesses)))

    def push(self, name: str, *arguments: Any) -> None:
        """Put a step on the agenda; it is due next."""
        self.todo.append((self.game.steps[name], *arguments))

    def child(self, choice: Any) -> State:
        """A copy with the choice applied; this position stays as it is."""
        twin = self.clone()
        twin.apply(choice)
        return twin

    def finish(self, end: End) -> None:
        """The game ends: nothing is left to be done."""
        self.todo.clear()
        self.result = end

    def clone(self: S) -> S:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.game = self.game
        twin.seats = self.seats
        twin.options = self.options
        twin.todo = self.todo.copy()
        twin.result = self.result
        twin.viewer = self.viewer
        twin.log = None
        twin.events = self.events
        self._copy_to(twin)
        return twin

    def seen_by(self: S, seat: Seat) -> S:
        """What a seat may know: hidden cards are unknown, distributions are this seat's."""
        if not 0 <= seat < self.seats:
            raise ValueError(f"There is no seat {seat}; the seats are 0 to {self.seats - 1}.")
        if self.viewer is not None:
            raise ValueError("This is already what one seat sees.")
        view = self.clone()
        view.viewer = seat
        view.events = tuple(event.seen_by(seat) for event in self.events)
        self._hide_from(seat, view)
        return view

    def guess(self: S, rng: Random) -> S:
        """A whole position that fits what this view shows, hidden cards dealt at random."""
        if self.viewer is None:
            raise ValueError("Nothing is hidden here; call seen_by(seat) first.")
        whole = self.clone()
        whole.viewer = None
        self._deal_hidden(whole, rng)
        return whole

    # -- files -------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The position as plain JSON."""
        data: dict[str, Any] = {"game": self.game.id, "cards": self.game.edition, "seats": self.seats,
                                "options": dict(self.options)}  # fmt: skip
        data["todo"] = [[frame[0].name, *map(_plain, frame[1:])] for frame in self.todo]
        if self.result is not None:
            end = self.result
            data["result"] = [end.reason, end.rule, list(end.scores), list(end.winners)]
        if self.viewer is not None:
            data["viewer"] = self.viewer
        data.update(self._save())
        return data

    def __eq__(self, other: object) -> bool:
        """Equal positions; how they came about does not count."""
        return type(other) is type(self) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __copy__(self: S) -> S:
        return self.clone()

    def __deepcopy__(self: S, memo: dict[int, Any]) -> S:
        return self.clone()

    def __repr__(self) -> str:
        return f"<{self.game.title}, {self.seats} seats: {self.game.say(self.node)}>"

    # -- a game's own ------------------------------------------------------------------------

    def _copy_to(self, twin: Any) -> None:
        """Copy the game's own slots to a new clone."""
        raise NotImplementedError

    def _hide_from(self, seat: Seat, view: Any) -> None:
        """Make the game's own slots of `view`, a clone, what the seat may know."""
        raise NotImplementedError

    def _deal_hidden(self, whole: Any, rng: Random) -> None:
        """Fill in, in `whole`, what this view does not show."""
        raise NotImplementedError

    def _save(self) -> dict[str, Any]:
        """The game's own slots as plain JSON."""
        raise NotImplementedError

    def _load(self, data: Mapping[str, Any]) -> None:
        """The inverse of `_save`, checked. ValueError says what is wrong."""
        raise NotImplementedError


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
