"""State: a position of a game, and the small steps that a game is made of.

What is still to be done lies on an agenda, a stack of frames; the last one is due. A frame is a Step
object with the values of the fields that the step declares, read by name (`frame.seat`) and never
changed. Steps are stateless and shared; they are the rules of the game. There are three kinds:

- a DecisionStep asks a seat for an Action,
- a ChanceStep asks for an outcome,
- an AutoStep is carried out as soon as it is due.

`Together` is a DecisionStep that asks several seats in turn and hides their answers until all are in.

Applying a choice removes, replaces or pushes frames, so an interrupt ("draw two, and while you do, a
card says: discard down to three") is just another frame on top. An empty agenda is the end.

`apply` checks a choice and collects Events. The same rule bodies run unchecked and untold in playouts
(`step.take`), where `state.log` is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import repeat
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from .compiled import mypyc_attr
from .features import named
from .fields import (
    ACTION,
    ANYTHING,
    SEATS,
    Fields,
    clone_maker,
    frame_type,
    listed,
    load_fields,
    many,
    maybe,
    save_fields,
)
from .nodes import Action, Chance, Decision, End, Event, IllegalAction, IllegalOutcome, Ruling, Seat, is_outcome
from .numbers import some
from .outside import random_source, told
from .protocols import Ruled

if TYPE_CHECKING:
    from random import Random

    from .dist import Dist

Frame: TypeAlias = Any  # fields.Frame, with the attributes that its step declares
G = TypeVar("G", bound=Ruled)
S = TypeVar("S", bound="State[Any]")

AUTO, DECISION, CHANCE = range(3)
HEAD = ("game", "cards", "seats", "options", "viewer", "todo", "result")
"""What a saved position has before the fields of its game."""
OWN: Fields = {"game": ANYTHING, "seats": ANYTHING, "options": ANYTHING, "todo": listed(ANYTHING), "result": ANYTHING,
               "viewer": ANYTHING, "events": ANYTHING}
"""What every position has, for clones; the log of a step is not copied."""
CLONES: Final[dict[type, Callable[[Any], Any]]] = {}
"""Kind of position -> what makes its clones, once it has been asked for."""
new_event = tuple.__new__  # makes an Event in half the time of Event(...): steps tell several


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """A kind of small step: its name on the agenda, its rule, the fields of its frames, and what it asks."""

    kind: ClassVar[int]
    name: ClassVar[str]
    rule: ClassVar[str]
    fields: ClassVar[Fields] = {}
    """name -> kind of each value that a frame holds, in order (see fields)."""
    on: ClassVar[tuple[str, ...] | None] = None
    """Names of the steps that a frame may lie on, "" for the bottom of the agenda; None: any."""
    hides: ClassVar[bool] = False
    """Whether frames hold what some seats must not know; `veil` and `unveil` then do what they say."""
    frame: Callable[..., Frame]
    """Makes a frame of the values of its fields, in order or by name."""

    def __init__(self) -> None:
        made = frame_type(self)
        if self.fields:
            self.frame = made
        else:
            only = made()
            self.frame = lambda: only

    def seat(self, state: Any, frame: Frame) -> Seat | None:
        """The seat that chooses, rolls or draws: the field `seat`; None where it is nobody's."""
        seat: Seat | None = getattr(frame, "seat", None)
        return seat

    def check(self, state: Any, frame: Frame, below: Frame | None) -> None:
        """ValueError if this frame of a saved position cannot have come about.

        Its fields are of the right kinds, and `below`, the frame that it lies on, is one of those in `on`.
        """

    def veil(self, state: Any, frame: Frame, seat: Seat) -> Frame:
        """The frame as a seat may see it."""
        return frame

    def unveil(self, state: Any, frame: Frame, rng: Random) -> Frame:
        """A whole frame that fits a veiled one, in a guessed position."""
        return frame

    def cited(self, state: Any, frame: Frame) -> str:
        """The rule that this frame, which is due, rests on."""
        return self.rule

    def values(self, state: Any, frame: Frame) -> dict[str, Any]:
        """The values of the question, for words and tables."""
        return {}

    def take(self, state: Any, frame: Frame, choice: Any) -> None:
        """Carry it out, unchecked: change the state and the agenda, tell the events."""
        raise NotImplementedError

    def run(self, state: Any, frame: Frame, rng: Random) -> None:
        """Carry it out unchecked and untold, with a choice made at random where there is one; for playouts.

        A step may do this without listing its choices, or the same step over and over at once, as long
        as the same random numbers lead to the same position as choosing from `moves` and by `sample`.
        """
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class AutoStep(Step):
    """Carried out as soon as it is due; `take` gets None."""

    kind = AUTO

    def run(self, state: Any, frame: Frame, rng: Random) -> None:
        """Nothing is left to chance."""
        self.take(state, frame, None)


@mypyc_attr(allow_interpreted_subclasses=True)
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


@mypyc_attr(allow_interpreted_subclasses=True)
class Together(DecisionStep):
    """A decision of several seats, asked in turn, whose answers nobody knows before all are in.

    A frame holds the seats asked and the actions given so far; a subclass may add fields of its own.
    `ask` puts one on the agenda. What a seat may do must not depend on the answers of the others. When all
    have answered the frame goes and `resolve` carries the answers out and tells them; nothing is told before.
    """

    fields: ClassVar[Fields] = {"asked": SEATS, "given": many(maybe(ACTION))}
    hides = True

    def resolve(self, state: Any, frame: Frame, choices: Mapping[Seat, Action]) -> None:
        """All have answered: carry it out and tell it. `choices` has the seats in the order asked."""
        raise NotImplementedError

    def ask(self, state: Any, seats: tuple[Seat, ...], **values: Any) -> None:
        """Put the question to these seats on the agenda, with the values of further fields."""
        state.todo.append(self.frame(asked=seats, given=(), **values))

    def seat(self, state: Any, frame: Frame) -> Seat:
        """The next seat to answer."""
        seat: Seat = frame.asked[len(frame.given)]
        return seat

    def take(self, state: Any, frame: Frame, action: Action) -> None:
        """Keep the answer; the last one resolves all."""
        given = (*frame.given, action)
        if len(given) < len(frame.asked):
            state.todo[-1] = frame._replace(given=given)
        else:
            state.todo.pop()
            self.resolve(state, frame, dict(zip(frame.asked, given, strict=True)))

    def veil(self, state: Any, frame: Frame, seat: Seat) -> Frame:
        """Answers of others are None."""
        given = zip(frame.asked, frame.given)  # noqa: B905  (some have not answered)
        return frame._replace(given=tuple(action if asked == seat else None for asked, action in given))

    def unveil(self, state: Any, frame: Frame, rng: Random) -> Frame:
        """Unknown answers are legal ones, all equally likely."""
        given: tuple[Action, ...] = ()
        for action in frame.given:
            if action is None:
                moves = self.moves(state, frame._replace(given=given))
                action = moves[int(rng.random() * len(moves))]
            given += (action,)
        return frame._replace(given=given)

    def check(self, state: Any, frame: Frame, below: Frame | None) -> None:
        """Some have still to answer, and each answer is one that its seat may give."""
        if len(frame.given) >= len(frame.asked):
            raise ValueError(f"{self.name}: all have answered")
        for number, action in enumerate(frame.given):
            known = state.viewer in (None, frame.asked[number])
            if (action is not None) is not known:
                raise ValueError(f"{self.name}: an answer is missing, or shown to a seat that must not know it")
            if not known:
                continue
            asked = frame._replace(given=frame.given[:number])
            if action.kinds != self.verbs.get(action.verb) or self.ruling(state, asked, action) is not None:
                raise ValueError(f"{self.name}: {action} cannot have been chosen")


@mypyc_attr(allow_interpreted_subclasses=True)
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

    def __init__(self, state: State[Any], moves: list[Action]) -> None:
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


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Generic[G]):
    """A position. Subclasses add the game's own slots, their `fields`, and the methods at the end.

    >>> import gamelib
    >>> gamelib.game("towers").start(seats=2)
    <Towers, 2 seats: Seat 1 is dealt a card, 3 cards to go.>
    """

    fields: ClassVar[Fields] = {}
    """name -> kind of the game's own slots that `_save` and `_load` write and read by themselves."""
    worked_out: ClassVar[Fields] = {}
    """Slots that no file holds, as they follow from the fields -> kind; clones have them too."""
    unsaved: ClassVar[Mapping[str, Any]] = {}
    """Fields that earlier versions did not save -> what they are read as where they are missing."""
    besides: ClassVar[tuple[str, ...]] = ()
    """What a game saves by itself, besides its fields."""
    __slots__ = ("events", "game", "log", "options", "result", "seats", "todo", "viewer")

    def __init__(self, game: G, seats: int, options: Mapping[str, Any]) -> None:
        self.game = game
        self.seats = seats
        self.options: Mapping[str, Any] = MappingProxyType(dict(options))
        self.todo: list[Frame] = []
        self.result: End | None = None
        self.viewer: Seat | None = None
        self.log: list[Event] | None = None
        self.events: tuple[Event, ...] = ()
        """The events of the last step applied; after `start`, those of the setup."""

    # -- the node ----------------------------------------------------------------------------

    @property
    def node(self) -> Decision | Chance | End:
        """What the position asks for.

        >>> import gamelib
        >>> gamelib.game("towers").start(seats=2).node
        Chance('deal', rule='TOW-1.5', seat=0)
        """
        if not self.todo:
            assert self.result is not None
            return self.result
        frame = self.todo[-1]
        step: Step = frame.step
        seat = step.seat(self, frame)
        values = step.values(self, frame)
        if isinstance(step, DecisionStep):
            assert seat is not None
            return Decision(seat, step.cited(self, frame), step.name, values)
        assert isinstance(step, ChanceStep)
        if self.viewer is None:
            return Chance(step.cited(self, frame), step.name, seat, lambda: step.dist(self, frame),
                          lambda rng: step.sample(self, frame, rng), values)
        return Chance(step.cited(self, frame), step.name, seat, lambda: step.dist(self, frame),
                      lambda rng: step.dist(self, frame).sample(rng), values)

    @property
    def legal(self) -> Legal:
        """The legal actions. ValueError at a Chance node, at the end, and on another seat's view.

        >>> import gamelib
        >>> state = gamelib.game("harem").position("2 seats; now turn; turns 3")
        >>> state.legal
        <Legal: Play this turn · Forfeit the turn>
        """
        frame = self.todo[-1] if self.todo else None
        if frame is None or (step := frame.step).kind != DECISION:
            raise ValueError("No seat is to choose here.")
        if self.viewer is not None:
            seat = step.seat(self, frame)
            if seat != self.viewer:
                raise ValueError(f"Seat {seat} chooses from cards that this view does not show.")
        return Legal(self, step.moves(self, frame))

    def why_not(self, action: Action) -> Ruling | None:
        """None if the action is legal now, else the ruling.

        >>> import gamelib
        >>> state = gamelib.game("harem").position("2 seats; now turn; turns 3")
        >>> state.why_not(gamelib.Action("deal")).code
        'not_now'
        """
        if not self.todo:
            assert self.result is not None
            return Ruling(self.result.rule, "over", {})
        frame = self.todo[-1]
        step = frame.step
        if step.kind != DECISION:
            return Ruling(step.cited(self, frame), "chance_first", {"asked": step.name})
        return self._against(frame, step, action)

    def _against(self, frame: Frame, step: Any, action: Action) -> Ruling | None:
        """`why_not` for the decision that is due."""
        kinds = step.verbs.get(action.verb)
        if action.kinds != kinds:
            code, values = ("not_now", {"asked": step.name}) if kinds is None else ("no_action", {})
            return Ruling(step.cited(self, frame), code, values)
        why: Ruling | None = step.ruling(self, frame, action)
        return why

    @property
    def agenda(self) -> list[str]:
        """What is still to be done, outermost first, in the game's words.

        >>> import gamelib
        >>> state = gamelib.game("harem").position("2 seats; now turn; turns 3")
        >>> state.agenda
        ['Turn of Seat 1']
        """
        return [self.game.say_step(self, frame) for frame in self.todo]

    # -- going on ----------------------------------------------------------------------------

    def apply(self, choice: Any) -> tuple[Event, ...]:
        """Carry out an action or, at a Chance node, an outcome; in place. Returns the events.

        IllegalAction or IllegalOutcome is raised before anything has changed.

        >>> import gamelib
        >>> state = gamelib.game("towers").start(seats=2)
        >>> state.apply("BOOK-CE")[0].code
        'dealt'
        >>> state.apply("BOOK-CE")
        Traceback (most recent call last):
            ...
        gamelib.nodes.IllegalOutcome: BOOK-CE cannot come up here: Seat 1 is dealt a card, 2 cards to go.
        """
        if self.viewer is not None:
            raise ValueError("A seat's view cannot be played on; guess(rng) makes a whole position of it.")
        todo = self.todo
        frame = todo[-1] if todo else None
        if frame is None or (step := frame.step).kind == DECISION:
            ruling: Ruling | None
            if not isinstance(choice, Action):
                ruling = Ruling("", "no_action", {})
            else:
                ruling = self.why_not(choice) if frame is None else self._against(frame, step, choice)
            if ruling is not None:
                raise IllegalAction(ruling, self.game.say(ruling))
        elif not ((kind := type(choice)) is str or kind is int or is_outcome(choice)) or not step.possible(
            self, frame, choice
        ):
            raise IllegalOutcome(f"{choice} cannot come up here: {self.game.say(self.node)}")
        self.log = []
        step.take(self, frame, choice)
        return self._settle()

    def _settle(self) -> tuple[Event, ...]:
        """Carry out the steps that need no choice, and close the log."""
        todo = self.todo
        while todo:
            frame = todo[-1]
            step = frame.step
            if step.kind:  # all but AUTO
                break
            step.take(self, frame, None)
        log: Any = self.log
        self.events = events = tuple(log)
        self.log = None
        return events

    def tell(self, rule: str, code: str, seat: Seat | None = None, also: tuple[str, ...] = (), **values: Any) -> None:
        """Add an event that all may see. Call it only while `log` is not None."""
        log: Any = self.log
        log.append(new_event(Event, (rule, code, seat, values, also, (), ())))

    def tell_some(self, witnesses: tuple[Seat, ...], rule: str, code: str, seat: Seat, also: tuple[str, ...] = (),
                  private: tuple[str, ...] = ("card",), **values: Any) -> None:
        """Add an event of which the values named in `private` are for the witnesses only."""
        assert self.log is not None
        self.log.append(new_event(Event, (rule, code, seat, values, also, private, witnesses)))

    def push(self, name: str, *arguments: Any) -> None:
        """Put a step on the agenda; it is due next."""
        self.todo.append(self.game.steps[name].frame(*arguments))

    def child(self, choice: Any) -> State[Any]:
        """A copy with the choice applied; this position stays as it is.

        >>> import gamelib
        >>> state = gamelib.game("towers").start(seats=2)
        >>> state.child("BOOK-CE") == state
        False
        """
        twin = self.clone()
        twin.apply(choice)
        return twin

    def finish(self, end: End) -> None:
        """The game ends: nothing is left to be done."""
        self.todo.clear()
        self.result = end

    def clone(self: S) -> S:
        """An independent copy.

        >>> import gamelib
        >>> state = gamelib.game("towers").start(seats=2)
        >>> state.clone() == state
        True
        """
        cls = type(self)
        make = CLONES.get(cls)
        if make is None:
            make = CLONES[cls] = clone_maker(cls, {**OWN, **cls.fields, **cls.worked_out}, fresh="log")
        twin: S = make(self)
        return twin

    def seen_by(self: S, seat: Seat) -> S:
        """What a seat may know: hidden cards are unknown, distributions are this seat's.

        >>> import gamelib
        >>> state = gamelib.game("towers").start(seats=2).child("BOOK-CE")
        >>> state.seen_by(1).node.dist().p("BOOK-CE")
        Fraction(0, 1)
        """
        if seat not in range(self.seats) or isinstance(seat, bool | float):
            raise ValueError(f"There is no seat {told(seat)}; the seats are 0 to {self.seats - 1}.")
        if self.viewer is not None:
            raise ValueError("This is already what one seat sees.")
        view = self.clone()
        view.viewer = seat
        view.events = tuple(event.seen_by(seat) for event in self.events)
        for place, frame in enumerate(self.todo):
            if frame.step.hides:
                view.todo[place] = frame.step.veil(self, frame, seat)
        self._hide_from(seat, view)
        return view

    def guess(self: S, rng: Random) -> S:
        """A whole position that fits what this view shows, hidden cards dealt at random.

        Of `rng` only `random()` is called, here as everywhere in the engine. ValueError if nothing is hidden.

        >>> import gamelib
        >>> from random import Random
        >>> view = gamelib.game("towers").start(seats=2).child("BOOK-CE").seen_by(1)
        >>> view.guess(Random(1)).seen_by(1) == view
        True
        """
        if self.viewer is None:
            raise ValueError("Nothing is hidden here; call seen_by(seat) first.")
        random_source(rng)
        whole = self.clone()
        whole.viewer = None
        self._deal_hidden(whole, rng)
        for place, frame in enumerate(self.todo):
            if frame.step.hides:
                whole.todo[place] = frame.step.unveil(whole, frame, rng)
        return whole

    # -- files -------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The position as plain JSON.

        >>> import gamelib
        >>> gamelib.game("towers").start(seats=2).to_dict()["todo"]
        [{'step': 'start'}, {'step': 'deal', 'seat': 1, 'left': 3}, {'step': 'deal', 'seat': 0, 'left': 3}]
        """
        data: dict[str, Any] = {"game": self.game.id, "cards": self.game.edition, "seats": self.seats,
                                "options": dict(self.options)}
        data["todo"] = [_save_frame(frame) for frame in self.todo]
        if self.result is not None:
            end = self.result
            data["result"] = {"reason": end.reason, "rule": end.rule, "scores": list(end.scores),
                              "winners": list(end.winners)}
            if end.ties:
                data["result"]["ties"] = [list(row) for row in end.ties]
        if self.viewer is not None:
            data["viewer"] = self.viewer
        data.update(self._save())
        return data

    def encode(self) -> dict[str, float]:
        """What this view shows as named numbers, those that are not 0; see `features`.

        ValueError for a whole position, which shows more than any seat may know.

        >>> import gamelib
        >>> gamelib.game("towers").start(seats=2).seen_by(0).encode()["seats"]
        2.0
        """
        if self.viewer is None:
            raise ValueError("This is the whole position; call seen_by(seat) first.")
        node = self.node
        due = {"ask": node.ask, "due": node.seat} if isinstance(node, Decision | Chance) else {}
        said = ("game", "cards", "options", "todo")
        data = {name: value for name, value in self.to_dict().items() if name not in said}
        agenda = {frame.step.name: save_fields(frame.step.fields, frame) for frame in self.todo}
        return named({**data, "todo": agenda, **due})

    def __eq__(self, other: object) -> bool:
        """Equal positions; how they came about does not count."""
        return type(other) is type(self) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __copy__(self: S) -> S:
        return self.clone()

    def __deepcopy__(self: S, memo: dict[int, Any]) -> S:
        return self.clone()

    def __repr__(self) -> str:
        return f"<{self.game.title}, {some(self.seats, 'seat')}: {self.game.say(self.node)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """As a saved position and the events of its last step: small, and free of steps and tables."""
        return _reopened, (self.game, self.to_dict(), self.events)

    # -- a game's own ------------------------------------------------------------------------

    def _hide_from(self, seat: Seat, view: Any) -> None:
        """Make the game's own slots of `view`, a clone, what the seat may know."""
        raise NotImplementedError

    def _deal_hidden(self, whole: Any, rng: Random) -> None:
        """Fill in, in `whole`, what this view does not show."""
        raise NotImplementedError

    def _save(self) -> dict[str, Any]:
        """The game's own slots as plain JSON: those in `fields`."""
        return save_fields(self.fields, self)

    def _load(self, data: Mapping[str, Any]) -> None:
        """The inverse of `_save`, checked. ValueError says what is wrong."""
        for name, value in load_fields(self.fields, self, {**self.unsaved, **data}).items():
            setattr(self, name, value)


    def _set(self, name: str, data: Any) -> None:
        """Read one field, as a saved position has it. ValueError if it is of another kind."""
        setattr(self, name, self.fields[name].load(self, data))


def run_out(state: Any, rng: Any, most: int) -> None:
    """Play on to the end, every choice made at random by the steps themselves; in place, untold.

    After `most` steps the position is left as it then is.
    """
    todo: list[Frame] = state.todo
    for _ in repeat(None, most):
        if not todo:
            return
        frame = todo[-1]
        step: Step = frame.step
        step.run(state, frame, rng)


def _save_frame(frame: Frame) -> Any:
    step: Step = frame.step
    return {"step": step.name, **save_fields(step.fields, frame)}


def _reopened(game: Ruled, data: Mapping[str, Any], events: tuple[Event, ...]) -> State[Any]:
    state: State[Any] = game.from_dict(data)
    state.events = events
    return state
