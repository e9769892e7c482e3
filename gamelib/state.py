"""Base class of positions of a game.

The pending steps are on the agenda, a stack of frames of steps (see step.py). The last frame is the next one to run.
Applying a choice removes, replaces or pushes frames. An interrupt (a card that says "discard down to three" while a
seat draws two cards) pushes another frame. At the end of the game the agenda is empty.

`apply` checks a choice and collects Events. Playouts run the same rules without checks and events (`step.execute`).
In playouts, `state.log` is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import repeat
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from .fields import SHARED_FIELD, Fields, ListField, find_clone_function, load_fields, numeric_features, save_fields
from .mypyc_support import mypyc_attr
from .nodes import Action, Chance, Decision, End, Event, IllegalAction, IllegalOutcome, Ruling, Seat, is_outcome
from .number_format import count_with_noun
from .protocols import GameProtocol
from .step import DECISION, ChanceStep, DecisionStep, Frame, Step
from .validation import short_repr, validate_rng

if TYPE_CHECKING:
    from random import Random

    from .chance_source import ChanceSource


G = TypeVar("G", bound=GameProtocol)
S = TypeVar("S", bound="State[Any]")

HEADER_KEYS = ("game", "cards", "seats", "options", "viewer", "todo", "result")
"""Names in a saved position before the fields of its game."""
BASE_SLOTS: Fields = {
    "game": SHARED_FIELD,
    "seats": SHARED_FIELD,
    "options": SHARED_FIELD,
    "agenda_frames": ListField(SHARED_FIELD),
    "result": SHARED_FIELD,
    "viewer": SHARED_FIELD,
    "events": SHARED_FIELD,
}
"""Slots of every state for clones. The log of a step is not cloned."""
CLONE_FUNCTIONS: Final[dict[type, Callable[[Any], Any]]] = {}
"""State class -> its clone function, created on first use."""
make_event = tuple.__new__  # takes half the time of Event(...), which matters because a step creates several


class LegalActions:
    """Legal actions of a Decision node. It supports iteration, `in`, `len` and indices."""

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
        return "<Legal: " + " · ".join(self._state.game.describe(action) for action in self._moves) + ">"


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Generic[G]):
    """Position of a game. The class of a game adds its own slots, their `fields` and some methods.

    Example:
        >>> import gamelib
        >>> gamelib.game("towers").start(seats=2)
        <Towers, 2 seats: Player 1 is dealt a card. There are 3 cards left to deal to this player.>
    """

    fields: ClassVar[Fields] = {}
    """Name -> field of the slots of the game that `_save` and `_load` handle."""
    derived_slots: ClassVar[Fields] = {}
    """Slot -> field for slots that follow from the fields. Files do not contain them, clones do."""
    extra_saved_names: ClassVar[tuple[str, ...]] = ()
    """Names that a game saves in addition to its fields."""
    __slots__ = ("agenda_frames", "events", "game", "log", "options", "result", "seats", "viewer")

    def __init__(self, game: G, seats: int, options: Mapping[str, Any]) -> None:
        self.game = game
        self.seats = seats
        self.options: Mapping[str, Any] = MappingProxyType(dict(options))
        self.agenda_frames: list[Frame] = []
        self.result: End | None = None
        self.viewer: Seat | None = None
        self.log: list[Event] | None = None
        self.events: tuple[Event, ...] = ()
        """Events of the last applied step, or those of the setup after `start`."""

    # -- the node ----------------------------------------------------------------------------

    @property
    def node(self) -> Decision | Chance | End:
        """Current node: a decision, a chance event or the end.

        Example:
            >>> import gamelib
            >>> gamelib.game("towers").start(seats=2).node
            Chance('deal', rule='TOW-1.5', seat=0)
        """
        if not self.agenda_frames:
            assert self.result is not None
            return self.result
        frame = self.agenda_frames[-1]
        step: Step = frame.step
        seat = step.acting_seat(self, frame)
        values = step.question_text_values(self, frame)
        if isinstance(step, DecisionStep):
            assert seat is not None
            return Decision(seat, step.cited_rule(self, frame), step.name, values)
        assert isinstance(step, ChanceStep)
        if self.viewer is None:
            return Chance(
                step.cited_rule(self, frame),
                step.name,
                seat,
                lambda: step.dist(self, frame),
                lambda rng: step.sample(self, frame, rng),
                values,
                lambda: step.chance_source(self, frame),
                step.is_setup(self, frame),
            )
        return Chance(
            step.cited_rule(self, frame),
            step.name,
            seat,
            lambda: step.dist(self, frame),
            lambda rng: step.dist(self, frame).sample(rng),
            values,
            _no_source,
            step.is_setup(self, frame),
        )

    @property
    def legal(self) -> LegalActions:
        """Legal actions at a Decision node.

        Raises:
            ValueError: The node is not a decision, or the position is the view of another seat.

        Example:
            >>> import gamelib
            >>> state = gamelib.game("harem").position("2 seats; now turn; turns 3")
            >>> state.legal
            <Legal: Play this turn · Skip this turn>
        """
        frame = self.agenda_frames[-1] if self.agenda_frames else None
        if frame is None or (step := frame.step).kind != DECISION:
            raise ValueError("No seat is to choose here.")
        if self.viewer is not None:
            seat = step.acting_seat(self, frame)
            if seat != self.viewer:
                raise ValueError(f"Seat {seat} chooses from cards that this view does not show.")
        return LegalActions(self, step.legal_actions(self, frame))

    def why_not(self, action: Action) -> Ruling | None:
        """Explain why an action is not legal.

        Args:
            action: Action to check.

        Returns:
            The ruling with rule, reason and values, or None if the action is legal.

        Example:
            >>> import gamelib
            >>> state = gamelib.game("harem").position("2 seats; now turn; turns 3")
            >>> state.why_not(gamelib.Action("deal")).code
            'not_now'
        """
        if not self.agenda_frames:
            assert self.result is not None
            return Ruling(self.result.rule, "over", {})
        frame = self.agenda_frames[-1]
        step = frame.step
        if step.kind != DECISION:
            return Ruling(step.cited_rule(self, frame), "chance_first", {"asked": step.name})
        return self._against(frame, step, action)

    def _against(self, frame: Frame, step: Any, action: Action) -> Ruling | None:
        """Return the result of `why_not` for the pending decision."""
        kinds = step.verbs.get(action.verb)
        if action.arg_types != kinds:
            code, values = ("not_now", {"asked": step.name}) if kinds is None else ("no_action", {})
            return Ruling(step.cited_rule(self, frame), code, values)
        why: Ruling | None = step.why_illegal(self, frame, action)
        return why

    @property
    def agenda(self) -> list[str]:
        """Pending steps, outermost first, as texts of the game.

        Example:
            >>> import gamelib
            >>> state = gamelib.game("harem").position("2 seats; now turn; turns 3")
            >>> state.agenda
            ['Player 1’s turn']
        """
        return [self.game.step_label(self, frame) for frame in self.agenda_frames]

    # -- progress ----------------------------------------------------------------------------

    def apply(self, choice: Any) -> tuple[Event, ...]:
        """Carry out an action or an outcome, in place.

        Args:
            choice: An action at a Decision node, or an outcome at a Chance node.

        Returns:
            The events.

        Raises:
            IllegalAction: The rules do not allow the action. Nothing has changed.
            IllegalOutcome: The outcome is not possible here. Nothing has changed.
            ValueError: The position is the view of a seat.

        Example:
            >>> import gamelib
            >>> state = gamelib.game("towers").start(seats=2)
            >>> state.apply("BOOK-CE")[0].code
            'dealt'
            >>> state.apply("BOOK-CE")  # doctest: +ELLIPSIS
            Traceback (most recent call last):
                ...
            gamelib.nodes.IllegalOutcome: BOOK-CE cannot come up here: Player 1 is dealt a card. ...
        """
        if self.viewer is not None:
            raise ValueError("A seat's view cannot be played on; guess(rng) makes a whole position of it.")
        todo = self.agenda_frames
        frame = todo[-1] if todo else None
        if frame is None or (step := frame.step).kind == DECISION:
            ruling: Ruling | None
            if not isinstance(choice, Action):
                ruling = Ruling("", "no_action", {})
            else:
                ruling = self.why_not(choice) if frame is None else self._against(frame, step, choice)
            if ruling is not None:
                raise IllegalAction(ruling, self.game.describe(ruling))
        elif not ((kind := type(choice)) is str or kind is int or is_outcome(choice)) or not step.is_possible_outcome(
            self, frame, choice
        ):
            outcome = short_repr(choice).strip("'")
            raise IllegalOutcome(f"{outcome} cannot come up here: {self.game.describe(self.node)}")
        self.log = []
        step.execute(self, frame, choice)
        return self._run_automatic_steps()

    def _run_automatic_steps(self) -> tuple[Event, ...]:
        """Carry out the steps that need no choice, and close the log."""
        todo = self.agenda_frames
        while todo:
            frame = todo[-1]
            step = frame.step
            if step.kind:  # all kinds except AUTO
                break
            step.execute(self, frame, None)
        log: Any = self.log
        self.events = events = tuple(log)
        self.log = None
        return events

    def log_event(
        self, rule: str, code: str, seat: Seat | None = None, related_rules: tuple[str, ...] = (), **values: Any
    ) -> None:
        """Add an event that all seats may know. Call this method only while `log` is not None."""
        log: Any = self.log
        log.append(make_event(Event, (rule, code, seat, values, related_rules, (), ())))

    def log_private_event(
        self,
        witnesses: tuple[Seat, ...],
        rule: str,
        code: str,
        seat: Seat,
        related_rules: tuple[str, ...] = (),
        private_value_names: tuple[str, ...] = ("card",),
        **values: Any,
    ) -> None:
        """Add an event with values that only the witnesses may know, named in `private_value_names`."""
        assert self.log is not None
        self.log.append(make_event(Event, (rule, code, seat, values, related_rules, private_value_names, witnesses)))

    def push_step(self, name: str, *arguments: Any) -> None:
        """Push a step on the agenda, so that it is the next step to run."""
        self.agenda_frames.append(self.game.steps[name].make_frame(*arguments))

    def child(self, choice: Any) -> State[Any]:
        """Return a copy with the choice applied. This position does not change.

        Args:
            choice: An action or an outcome, as in `apply`.

        Example:
            >>> import gamelib
            >>> state = gamelib.game("towers").start(seats=2)
            >>> state.child("BOOK-CE") == state
            False
        """
        twin = self.clone()
        twin.apply(choice)
        return twin

    def end_game(self, end: End) -> None:
        """End the game and clear the agenda."""
        self.agenda_frames.clear()
        self.result = end

    def clone(self: S) -> S:
        """Return an independent copy.

        Example:
            >>> import gamelib
            >>> state = gamelib.game("towers").start(seats=2)
            >>> state.clone() == state
            True
        """
        cls = type(self)
        make = CLONE_FUNCTIONS.get(cls)
        if make is None:
            make = CLONE_FUNCTIONS[cls] = find_clone_function(cls, slots_copied_by_clone(cls), reset_slot="log")
        twin: S = make(self)
        return twin

    def seen_by(self: S, seat: Seat) -> S:
        """Return the view of a seat.

        Args:
            seat: Number of the seat, from 0.

        Returns:
            A position of the same class in which hidden cards are unknown. The distributions of the view are exact for
            the information of this seat.

        Raises:
            ValueError: There is no such seat, or the position is already a view.

        Example:
            >>> import gamelib
            >>> state = gamelib.game("towers").start(seats=2).child("BOOK-CE")
            >>> state.seen_by(1).node.dist().p("BOOK-CE")
            Fraction(0, 1)
        """
        if seat not in range(self.seats) or isinstance(seat, bool | float):
            raise ValueError(f"There is no seat {short_repr(seat)}; the seats are 0 to {self.seats - 1}.")
        if self.viewer is not None:
            raise ValueError("This is already what one seat sees.")
        view = self.clone()
        view.viewer = seat
        view.events = tuple(event.seen_by(seat) for event in self.events)
        for place, frame in enumerate(self.agenda_frames):
            if frame.step.has_hidden_values:
                view.agenda_frames[place] = frame.step.frame_seen_by(self, frame, seat)
        self._hide_from(seat, view)
        return view

    def determinize(self: S, rng: Random) -> S:
        """Deal the hidden cards of a view at random.

        Args:
            rng: Random generator. Only its `random()` is called.

        Returns:
            A whole position that agrees with this view.

        Raises:
            ValueError: The position is not a view.

        Example:
            >>> import gamelib
            >>> from random import Random
            >>> view = gamelib.game("towers").start(seats=2).child("BOOK-CE").seen_by(1)
            >>> view.determinize(Random(1)).seen_by(1) == view
            True
        """
        if self.viewer is None:
            raise ValueError("Nothing is hidden here; call seen_by(seat) first.")
        validate_rng(rng)
        whole = self.clone()
        whole.viewer = None
        self._determinize(whole, rng)
        for place, frame in enumerate(self.agenda_frames):
            if frame.step.has_hidden_values:
                whole.agenda_frames[place] = frame.step.determinize_frame(whole, frame, rng)
        return whole

    # -- files -------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the position as plain JSON.

        Example:
            >>> import gamelib
            >>> gamelib.game("towers").start(seats=2).to_dict()["todo"]
            [{'step': 'start'}, {'step': 'deal', 'seat': 1, 'left': 3}, {'step': 'deal', 'seat': 0, 'left': 3}]
        """
        data: dict[str, Any] = {
            "game": self.game.id,
            "cards": self.game.card_set_digest,
            "seats": self.seats,
            "options": dict(self.options),
        }
        data["todo"] = [_save_frame(frame) for frame in self.agenda_frames]
        if self.result is not None:
            end = self.result
            data["result"] = {
                "reason": end.reason,
                "rule": end.rule,
                "scores": list(end.scores),
                "winners": list(end.winners),
            }
            if end.tie_breakers:
                data["result"]["ties"] = [list(row) for row in end.tie_breakers]
        if self.viewer is not None:
            data["viewer"] = self.viewer
        data.update(self._save())
        return data

    def numeric_features(self) -> dict[str, float]:
        """Return the content of a view as named numbers, without zeros.

        Raises:
            ValueError: The position is not a view.

        Example:
            >>> import gamelib
            >>> gamelib.game("towers").start(seats=2).seen_by(0).numeric_features()["seats"]
            2.0
        """
        if self.viewer is None:
            raise ValueError("This is the whole position; call seen_by(seat) first.")
        node = self.node
        due = {"ask": node.step_name, "due": node.seat} if isinstance(node, Decision | Chance) else {}
        said = ("game", "cards", "options", "todo")
        data = {name: value for name, value in self.to_dict().items() if name not in said}
        agenda = {frame.step.name: save_fields(frame.step.fields, frame) for frame in self.agenda_frames}
        return numeric_features({**data, "todo": agenda, **due})

    def __eq__(self, other: object) -> bool:
        """Return whether the positions are equal, regardless of their history."""
        return type(other) is type(self) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __copy__(self: S) -> S:
        return self.clone()

    def __deepcopy__(self: S, memo: dict[int, Any]) -> S:
        return self.clone()

    def __repr__(self) -> str:
        return f"<{self.game.title}, {count_with_noun(self.seats, 'seat')}: {self.game.describe(self.node)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the state as a saved position with the events of its last step, without steps and tables."""
        return _reopened, (self.game, self.to_dict(), self.events)

    # -- slots of the game -------------------------------------------------------------------

    def _hide_from(self, seat: Seat, view: Any) -> None:
        """Remove the information that a seat may not have from the slots of the game in `view`, a clone."""
        raise NotImplementedError

    def _determinize(self, whole: Any, rng: Random) -> None:
        """Fill in the unknown values of this view in `whole`."""
        raise NotImplementedError

    def _save(self) -> dict[str, Any]:
        """Return the slots of the game in `fields` as plain JSON."""
        return save_fields(self.fields, self)

    def _load(self, data: Mapping[str, Any]) -> None:
        """Load and check the output of `_save`. Raise ValueError for invalid data."""
        for name, value in load_fields(self.fields, self, data).items():
            setattr(self, name, value)

    def _load_field(self, name: str, data: Any) -> None:
        """Load one field of a saved position. Raise ValueError if it has another type."""
        setattr(self, name, self.fields[name].load(self, data))


def _no_source() -> ChanceSource:
    raise ValueError("The source of a chance event belongs to the whole table, not to the view of a seat.")


def play_randomly(state: Any, rng: Any, max_steps: int) -> None:
    """Play a position in place with random choices until the end, without events.

    After `max_steps` steps the function stops.
    """
    todo: list[Frame] = state.agenda_frames
    for _ in repeat(None, max_steps):
        if not todo:
            return
        frame = todo[-1]
        step: Step = frame.step
        step.execute_randomly(state, frame, rng)


def slots_copied_by_clone(state_class: type[State[Any]]) -> Fields:
    """Return all slots that clones of these states copy."""
    return {**BASE_SLOTS, **state_class.fields, **state_class.derived_slots}


def _save_frame(frame: Frame) -> Any:
    step: Step = frame.step
    return {"step": step.name, **save_fields(step.fields, frame)}


def _reopened(game: GameProtocol, data: Mapping[str, Any], events: tuple[Event, ...]) -> State[Any]:
    state: State[Any] = game.from_dict(data)
    state.events = events
    return state
