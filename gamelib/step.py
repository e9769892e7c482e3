"""Steps: what a game is made of. A Step object is a rule of a game, stateless and shared; a frame is one with the
values of the fields that it declares, read by name (`frame.seat`) and never changed. There are three kinds:

- a DecisionStep asks a seat for an Action,
- a ChanceStep asks for an outcome,
- an AutoStep is carried out as soon as it is due.

`Together` is a DecisionStep that asks several seats in turn and hides their answers until all are in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from .compiled import mypyc_attr
from .fields import ACTION, SEATS, Fields, frame_type, many, maybe
from .nodes import Action, Ruling, Seat

if TYPE_CHECKING:
    from random import Random

    from .dist import Dist

Frame: TypeAlias = Any  # fields.Frame, with the attributes that its step declares

AUTO, DECISION, CHANCE = range(3)


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
