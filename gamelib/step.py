"""Steps: the parts of a game.

A Step object is a stateless, shared rule object of a game. A frame contains a step and the values of its declared
fields, which are read by name (`frame.seat`) and never changed. There are three kinds:

- a DecisionStep waits for an action of a seat,
- a ChanceStep waits for an outcome,
- an AutoStep runs as soon as it is due.

`SimultaneousDecisionStep` is a DecisionStep that asks several seats in turn and hides their answers until all are in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from .chance_source import CHOICE, ChanceSource
from .fields import ACTION, SEATS, Fields, OptionalField, TupleField, make_frame_factory
from .mypyc_support import mypyc_attr
from .nodes import Action, Ruling, Seat

if TYPE_CHECKING:
    from random import Random

    from .dist import Dist

Frame: TypeAlias = Any  # a fields.Frame with the attributes that its step declares

AUTO, DECISION, CHANCE = range(3)


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """Base class of the steps of a game: name on the agenda, rule, fields of the frames, and question."""

    kind: ClassVar[int]
    name: ClassVar[str]
    rule: ClassVar[str]
    fields: ClassVar[Fields] = {}
    """Name -> field of each value of a frame, in order (see `fields`)."""
    allowed_steps_below: ClassVar[tuple[str, ...] | None] = None
    """Names of the steps that may be directly below a frame, "" for the bottom of the agenda. None allows all."""
    has_hidden_values: ClassVar[bool] = False
    """Whether frames have values that some seats may not know. Then `frame_seen_by` and `determinize_frame` must hide
    and determinize them."""
    make_frame: Callable[..., Frame]
    """Function that creates a frame from the values of its fields, by position or by name."""

    def __init__(self) -> None:
        made = make_frame_factory(self)
        if self.fields:
            self.make_frame = made
        else:
            only = made()
            self.make_frame = lambda: only

    def acting_seat(self, state: Any, frame: Frame) -> Seat | None:
        """Return the seat that chooses, rolls or draws: the field `seat`, or None."""
        seat: Seat | None = getattr(frame, "seat", None)
        return seat

    def validate_frame(self, state: Any, frame: Frame, below: Frame | None) -> None:
        """Check a frame of a saved position.

        The fields of the frame already have the right types, and the step below is one of `allowed_steps_below`.

        Args:
            state: The position.
            frame: Frame to check.
            below: Frame below it, or None.

        Raises:
            ValueError: Play cannot reach this frame.
        """

    def frame_seen_by(self, state: Any, frame: Frame, seat: Seat) -> Frame:
        """Return the frame as a seat may see it."""
        return frame

    def determinize_frame(self, state: Any, frame: Frame, rng: Random) -> Frame:
        """Return a complete frame that is consistent with a partly hidden one, for a determinized position."""
        return frame

    def cited_rule(self, state: Any, frame: Frame) -> str:
        """Return the id of the rule for a frame that is due."""
        return self.rule

    def question_text_values(self, state: Any, frame: Frame) -> dict[str, Any]:
        """Return the values of the question, for texts and tables."""
        return {}

    def execute(self, state: Any, frame: Frame, choice: Any) -> None:
        """Carry out a choice without checks: change the state and the agenda, and add events."""
        raise NotImplementedError

    def execute_randomly(self, state: Any, frame: Frame, rng: Random) -> None:
        """Carry out a random choice without checks and events, for playouts.

        A step may choose without listing its choices, or carry out several repetitions at once. With the same random
        numbers, the position must be the same as after a random choice from `legal_actions`, or after `sample`.
        """
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class AutoStep(Step):
    """Step that runs as soon as it is due. `execute` receives None."""

    kind = AUTO

    def execute_randomly(self, state: Any, frame: Frame, rng: Random) -> None:
        """Carry out the step."""
        self.execute(state, frame, None)


@mypyc_attr(allow_interpreted_subclasses=True)
class DecisionStep(Step):
    """Step in which a seat chooses an action. `legal_actions` and `why_illegal` use the same predicates."""

    kind = DECISION
    verbs: ClassVar[Mapping[str, str]]
    """Verb -> types of its arguments, see Game.parse_choice."""

    def legal_actions(self, state: Any, frame: Frame) -> list[Action]:
        """Return all legal actions, each once, in an order that depends only on the position."""
        raise NotImplementedError

    def why_illegal(self, state: Any, frame: Frame, action: Action) -> Ruling | None:
        """Return why an action with one of `verbs` is not legal, or None if it is legal."""
        raise NotImplementedError

    def execute_randomly(self, state: Any, frame: Frame, rng: Random) -> None:
        """Take one of the legal actions with equal probabilities."""
        moves = self.legal_actions(state, frame)
        self.execute(state, frame, moves[int(rng.random() * len(moves))])


@mypyc_attr(allow_interpreted_subclasses=True)
class SimultaneousDecisionStep(DecisionStep):
    """Simultaneous decision of several seats. Nobody knows an answer before all seats have answered.

    A frame has the seats and the answers so far. A subclass may add fields. `push_question` puts a frame on the agenda.
    The legal answers of a seat must not depend on the answers of other seats. After the last answer, the step removes
    the frame, and `resolve_answers` carries out all answers and adds the events.
    """

    fields: ClassVar[Fields] = {"asked": SEATS, "given": TupleField(OptionalField(ACTION))}
    has_hidden_values = True

    def resolve_answers(self, state: Any, frame: Frame, choices: Mapping[Seat, Action]) -> None:
        """Carry out all answers and add the events.

        Args:
            state: The position.
            frame: Frame of the decision.
            choices: Action of each seat, in the order of the question.
        """
        raise NotImplementedError

    def push_question(self, state: Any, seats: tuple[Seat, ...], **values: Any) -> None:
        """Put the question to these seats on the agenda."""
        state.agenda_frames.append(self.make_frame(asked=seats, given=(), **values))

    def acting_seat(self, state: Any, frame: Frame) -> Seat:
        """Return the next seat to answer."""
        seat: Seat = frame.asked[len(frame.given)]
        return seat

    def execute(self, state: Any, frame: Frame, action: Action) -> None:
        """Store an answer. The last answer resolves the decision."""
        given = (*frame.given, action)
        if len(given) < len(frame.asked):
            state.agenda_frames[-1] = frame._replace(given=given)
        else:
            state.agenda_frames.pop()
            self.resolve_answers(state, frame, dict(zip(frame.asked, given, strict=True)))

    def frame_seen_by(self, state: Any, frame: Frame, seat: Seat) -> Frame:
        """Return the frame with None for the answers of other seats."""
        given = zip(frame.asked, frame.given)  # noqa: B905  (some have not answered)
        return frame._replace(given=tuple(action if asked == seat else None for asked, action in given))

    def determinize_frame(self, state: Any, frame: Frame, rng: Random) -> Frame:
        """Return the frame with a random legal answer for each unknown answer."""
        given: tuple[Action, ...] = ()
        for action in frame.given:
            if action is None:
                moves = self.legal_actions(state, frame._replace(given=given))
                action = moves[int(rng.random() * len(moves))]
            given += (action,)
        return frame._replace(given=given)

    def validate_frame(self, state: Any, frame: Frame, below: Frame | None) -> None:
        """Check that some seats have not answered, and that each answer is legal for its seat."""
        if len(frame.given) >= len(frame.asked):
            raise ValueError(f"{self.name}: all have answered")
        for number, action in enumerate(frame.given):
            known = state.viewer in (None, frame.asked[number])
            if (action is not None) is not known:
                raise ValueError(f"{self.name}: an answer is missing, or shown to a seat that must not know it")
            if not known:
                continue
            asked = frame._replace(given=frame.given[:number])
            if action.arg_types != self.verbs.get(action.verb) or self.why_illegal(state, asked, action) is not None:
                raise ValueError(f"{self.name}: {action} cannot have been chosen")


@mypyc_attr(allow_interpreted_subclasses=True)
class ChanceStep(Step):
    """Step with a random outcome. `dist` and `sample` have the same distribution."""

    kind = CHANCE

    def dist(self, state: Any, frame: Frame) -> Dist[Any]:
        """Return the exact distribution of the outcome, from the information of the seat in a view."""
        raise NotImplementedError

    def sample(self, state: Any, frame: Frame, rng: Random) -> Any:
        """Return one random outcome without building the distribution."""
        return self.dist(state, frame).sample(rng)

    def is_setup(self, state: Any, frame: Frame) -> bool:
        """Return whether the event belongs to the setup of the game."""
        return False

    def chance_source(self, state: Any, frame: Frame) -> ChanceSource:
        """Return the source of the outcome. The default is a choice from a set."""
        return CHOICE

    def is_possible_outcome(self, state: Any, frame: Frame, outcome: Any) -> bool:
        """Return whether an outcome is possible."""
        return outcome in self.dist(state, frame)

    def execute_randomly(self, state: Any, frame: Frame, rng: Random) -> None:
        """Take a random outcome."""
        self.execute(state, frame, self.sample(state, frame, rng))


@mypyc_attr(allow_interpreted_subclasses=True)
class SetupChanceStep(ChanceStep):
    """Chance step that only occurs in the setup."""

    def is_setup(self, state: Any, frame: Frame) -> bool:
        return True
