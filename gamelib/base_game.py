"""Base class of a game, which creates start positions and loads saved positions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, cast

from .card_schema import MAX_TABLE_LENGTH, CardTableError, load_cards_toml, strip_sources, text_digest
from .fields import (
    MAX_INT,
    SEAT,
    SEATS,
    TEXT,
    Field,
    FieldPathContext,
    IntField,
    OptionalField,
    PerSeatField,
    TupleField,
    load_fields,
    reject_unknown_names,
)
from .nodes import Action, Chance, Decision, End, Event, Ruling, Seat
from .number_format import count_with_noun
from .options import Option, describe_options
from .rulebook import GameTexts, Rulebook, Vocabulary
from .state import HEADER_KEYS, State
from .step import AUTO, CHANCE, Frame, Step
from .validation import FORMAT_ERRORS, error_reason, short_repr, shorten_text, to_python_value, validate_json

if TYPE_CHECKING:  # `Game` alone means a game with any state. A type parameter default needs Python 3.13
    from random import Random

    from typing_extensions import TypeVar

    S = TypeVar("S", bound=State[Any], default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")

MAX_NOTATION_LENGTH = 1000
"""Maximum number of characters in the notation of a choice."""
SCORE_FIELD = IntField(-MAX_INT)
RESULT_FIELDS: dict[str, Field] = {
    "reason": TEXT,
    "rule": TEXT,
    "scores": PerSeatField(SCORE_FIELD),
    "winners": SEATS,
    "ties": TupleField(TupleField(SCORE_FIELD)),
}


class Game(Generic[S]):
    """Game with its seats, options, rules, card tables and texts.

    The package of each game has one subclass, which sets the class attributes. `folder` contains the card tables and
    texts.

    Args:
        cards: Folder with corrected card tables. The default is the folder of the game.
        vocabulary: "classroom" for neutral words, "rulebook" for the words of the printed rules.

    Raises:
        CardTableError: A card table is wrong. The message names file and row.

    Example:
        >>> import gamelib
        >>> game = gamelib.game("towers")
        >>> game.title, game.seats, len(game.rules)
        ('Towers', range(2, 6), 79)
    """

    id: ClassVar[str]
    title: ClassVar[str]
    rule_prefix: ClassVar[str]
    slug: ClassVar[str]
    """Name of its pages and files, in letters that are valid in an address: "court"."""
    seats: ClassVar[range]
    seats_rule: ClassVar[str]
    """Id of the rule about the number of seats, cited for a wrong number."""
    bot_labels: ClassVar[Mapping[str, str]] = {
        "thumb": "bot: rule of thumb",
        "monte_carlo": "bot: tries things out",
        "random": "bot: anything goes",
    }
    """Labels of bots for users. A game adds its own."""
    option_list: ClassVar[tuple[Option, ...]]
    state_type: ClassVar[type[Any]]
    step_list: ClassVar[tuple[Step, ...]]
    folder: ClassVar[Path]

    def __init__(self, cards: str | Path | None = None, vocabulary: Vocabulary = "classroom") -> None:
        if not isinstance(cards, str | Path | None):
            raise CardTableError(f"The card tables are a folder, not {short_repr(cards)}.")
        self.cards_folder = self.folder if cards is None else Path(cards)
        self.vocabulary: Vocabulary = vocabulary
        self._told: dict[Vocabulary, Game] = {vocabulary: self}
        self.options: dict[str, Option] = {option.name: option for option in self.option_list}
        self.option_defaults: dict[str, Any] = {option.name: option.default for option in self.option_list}
        self.steps: dict[str, Step] = {step.name: step for step in self.step_list}
        self.texts = GameTexts(self.folder / "words.toml", vocabulary)
        path = self.cards_folder / "cards.toml"
        tables = load_cards_toml(path)
        self.card_set_digest = text_digest(json.dumps(strip_sources(tables), sort_keys=True))
        """Digest of the numbers in the card tables, so that a saved game is not opened with other cards."""
        try:
            self.store_card_tables(tables, path)
        except CardTableError:
            raise
        except (*FORMAT_ERRORS, ValueError) as error:
            raise CardTableError(f"{path}: {error_reason(error)}.") from error
        self.texts.figures = self.rule_text_values
        self.add_generated_card_names(self.texts)

    def __reduce__(self) -> tuple[Any, ...]:
        own = self.cards_folder == self.folder
        return cached_game, (type(self), None if own else str(self.cards_folder), self.vocabulary)

    def __repr__(self) -> str:
        return f"<Game {self.id}: {self.title}>"

    def with_vocabulary(self, vocabulary: Vocabulary) -> Game:
        """Return the same game in another vocabulary.

        Args:
            vocabulary: "classroom" or "rulebook".

        Raises:
            ValueError: There is no such vocabulary.

        Example:
            >>> import gamelib
            >>> game = gamelib.game("harem").with_vocabulary("rulebook")
            >>> game.vocabulary
            'rulebook'
        """
        if vocabulary not in self._told:
            other = object.__new__(type(self))
            other.__dict__.update(self.__dict__, vocabulary=vocabulary, texts=self.texts.with_vocabulary(vocabulary))
            other.__dict__.pop("rules", None)  # the only cached value that contains texts
            other.add_generated_card_names(other.texts)
            self._told[vocabulary] = other
        return self._told[vocabulary]

    @cached_property
    def rules(self) -> Rulebook:
        """Rules and clarifications by id.

        Example:
            >>> import gamelib
            >>> gamelib.game("harem").rules["HAR-1.6"].title
            'The deal'
        """
        return Rulebook(self.folder / "rules.toml", self.texts)

    @property
    def rule_text_values(self) -> Mapping[str, Any]:
        """Numbers from the card tables. Texts refer to them as `{=name}`."""
        return {}

    @cached_property
    def odds(self) -> Any:
        """Functions of the game's module `odds` for the card tables of this game. See `games/odds.py`.

        Example:
            >>> import gamelib
            >>> gamelib.game("harem").odds.p_raid_succeeds(modifier=3, guards=2)
            Fraction(721, 1296)
        """
        return import_module(f"{type(self).__module__}.odds").published_odds.for_game(self)

    def store_card_tables(self, tables: dict[str, Any], source_path: Path) -> None:
        """Check the card tables and store the numbers that the rules need.

        Args:
            tables: Content of `cards.toml`.
            source_path: Path of the file, for messages.

        Raises:
            CardTableError: A number is wrong. The message names file and row.
        """
        raise NotImplementedError

    def add_generated_card_names(self, texts: GameTexts) -> None:
        """Add card names that contain numbers. Most games have all card names in `words.toml`."""

    # -- positions ---------------------------------------------------------------------------

    def resolve_options(self, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, with defaults for missing ones.

        Args:
            seats: Number of seats.
            options: Options by name.

        Raises:
            ValueError: The number of seats, a name or a value is invalid.

        Example:
            >>> import gamelib
            >>> gamelib.game("harem").resolve_options(2, {"payment": "any"})["payment"]
            'any'
        """
        seats = to_python_value(seats)
        options = {name: to_python_value(value) for name, value in options.items()}
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seats:
            counts = f"{self.seats[0]} to {self.seats[-1]}"
            raise ValueError(f"{self.title} is for {counts} seats, not {short_repr(seats)} ({self.seats_rule}).")
        for name, value in options.items():
            if name not in self.options:
                raise ValueError(f"{self.title} has no option {short_repr(name)}; it has {', '.join(self.options)}.")
            self.options[name].validate(value)
        return {**self.option_defaults, **options}

    def start(self, seats: int, **options: Any) -> S:
        """Return the start position.

        Args:
            seats: Number of seats.
            **options: Options by name.

        Raises:
            ValueError: The number of seats or an option is invalid.

        Example:
            >>> import gamelib
            >>> gamelib.game("towers").start(seats=2)
            <Towers, 2 seats: Player 1 is dealt a card. There are 3 cards left to deal to this player.>
            >>> gamelib.game("towers").start(seats=9)
            Traceback (most recent call last):
                ...
            ValueError: Towers is for 2 to 5 seats, not 9 (TOW-1.1).
        """
        seats = to_python_value(seats)
        state: S = self.state_type(self, seats, self.resolve_options(seats, options))
        state.log = []
        self.set_up(state)
        state._run_automatic_steps()
        return state

    def set_up(self, state: S) -> None:
        """Set the fields of a new state, push the first frames on its agenda and log the events of the setup."""
        raise NotImplementedError

    def from_dict(self, data: Mapping[str, Any]) -> S:
        """Read and check a saved position.

        Args:
            data: Result of `State.to_dict`, possibly damaged.

        Returns:
            The loaded position, ready for play.

        Raises:
            ValueError: The data is wrong. The message names the reason.

        Example:
            >>> import gamelib
            >>> state = gamelib.game("towers").start(seats=2)
            >>> state.game.from_dict(state.to_dict()) == state
            True
            >>> state.game.from_dict({"game": "chess"})
            Traceback (most recent call last):
                ...
            ValueError: This position cannot be opened: it is a position of 'chess', not of 'towers'.
        """
        try:
            state = self._read(data)
            self._check_agenda(state)
            self._check_view(state)
        except (*FORMAT_ERRORS, ValueError) as error:
            raise ValueError(
                shorten_text(f"This position cannot be opened: {error_reason(error).removesuffix('.')}.")
            ) from error
        return state

    def _read(self, data: Mapping[str, Any]) -> S:
        """Load a saved position without a check of its agenda."""
        if not isinstance(data, Mapping):
            raise ValueError(f"{short_repr(data)} is not a table of values by name")
        validate_json(data)
        if data["game"] != self.id:
            raise ValueError(f"it is a position of {short_repr(data['game'])}, not of {self.id!r}")
        if data["cards"] != self.card_set_digest:
            raise ValueError("it was saved with other card tables")
        if not isinstance(data["options"], Mapping):
            raise ValueError(f"options: {short_repr(data['options'])} is not a table of options by name")
        state: S = self.state_type(self, data["seats"], self.resolve_options(data["seats"], data["options"]))
        with FieldPathContext("viewer"):
            state.viewer = OptionalField(SEAT).load(state, data.get("viewer"))
        state.agenda_frames = [self.load_frame(state, frame) for frame in data["todo"]]
        if "result" in data:
            reject_unknown_names(RESULT_FIELDS, data["result"])
            values = load_fields(RESULT_FIELDS, state, {"ties": [], **data["result"]})
            scores = tuple(values["scores"])
            state.result = End(values["reason"], values["rule"], scores, values["winners"], values["ties"])
            if not values["winners"]:
                raise ValueError("a game that has ended has a winner")
            if len(values["ties"]) not in (0, state.seats):
                raise ValueError("the points that decide between level scores are not those of all seats")
        if (state.result is None) is not bool(state.agenda_frames):
            raise ValueError("it must have either something to do or a result")
        reject_unknown_names((*HEADER_KEYS, *state.fields, *state.extra_saved_names), data)
        state._load(data)
        self.validate_position(state)
        return state

    def load_unsettled(self, data: Mapping[str, Any]) -> S:
        """Read a saved position whose next step may be automatic."""
        state = self._read(data)
        self._check_agenda(state, settled=False)
        return state

    def position(self, text: str = "", /, **said: Any) -> S:
        """Read a position in its notation. See `gamelib.position_text`.

        Args:
            text: Position as a line of text.
            **said: Parts of the position as keyword arguments.

        Returns:
            The loaded position, ready for play.

        Raises:
            ValueError: The text is invalid, or the position is impossible.

        Example:
            >>> import gamelib
            >>> gamelib.game("harem").position("2 seats; now turn; turns 3").agenda
            ['Player 1’s turn']
        """
        from . import position_text

        if not isinstance(text, str):
            raise ValueError(f"A position is written as a text or by keywords, not as {short_repr(text)}.")
        try:
            statements = position_text.parse_position(text)
        except ValueError as error:
            raise ValueError(shorten_text(f"This position cannot be read: {error}.")) from error
        if both := set(statements) & set(said):
            raise ValueError(
                f"This position cannot be read: {short_repr(min(both))} is said in the text and by keyword."
            )
        return cast(S, position_text.build_position(self, {**statements, **said}))

    def position_text(self, state: S) -> str:
        """Return the notation of a position, which `position` can parse.

        Args:
            state: A position or a view.

        Raises:
            ValueError: The game is over.

        Example:
            >>> import gamelib
            >>> game = gamelib.game("harem")
            >>> game.position_text(game.position("2 seats; now turn; turns 3"))
            '2 seats; now turn; turns 3'
        """
        from . import position_text

        return position_text.format_position(self, state)

    def base_position(self, seats: int, **options: Any) -> S:
        """Return the base position, whose fields a position text changes. A game can choose a simple position."""
        return self.start(seats, **options)

    derived_fields: ClassVar[tuple[str, ...]] = ()
    """Fields that `fill_derived_fields` computes if they are not given."""

    def fill_derived_fields(self, state: S, given_fields: set[str]) -> None:
        """Set the fields that follow from the given fields, for example the cards of a pile.

        Args:
            state: Position to complete, in place.
            given_fields: Names of the given fields and of parts such as `gold.2`.
        """

    def resolve_place_names(self, field_name: str, value: Any) -> Any:
        """Return the value of a field with the game's place names replaced by numbers."""
        return value

    def complete_agenda_up_to_frame(self, state: S, top_frame: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the saved agenda with this frame on top and, below it, the steps that the frame requires.

        A position text names only the top frame.
        """
        frames, step = [dict(top_frame)], self.steps[top_frame["step"]]
        while step.allowed_steps_below is not None and "" not in step.allowed_steps_below:
            below = next((self.steps[name] for name in step.allowed_steps_below if not self.steps[name].fields), None)
            if below is None:
                raise ValueError(f"what lies under {step.name} has to be said as well")
            step = below
            frames.insert(0, {"step": step.name})
        return frames

    def load_frame(self, state: S, data: Any) -> Frame:
        """Return a frame of a saved position. The step declares the types of its fields."""
        name = data["step"]
        if name not in self.steps:
            raise ValueError(f"there is no step {short_repr(name)}")
        step = self.steps[name]
        if set(data) - {"step", *step.fields}:
            raise ValueError(f"{name} has no {short_repr(min(set(data) - {'step', *step.fields}))}")
        with FieldPathContext(name):
            return step.make_frame(**load_fields(step.fields, state, data))

    def validate_position(self, state: S) -> None:
        """Check that the fields of a saved position are consistent.

        Raises:
            ValueError: The fields contradict each other.
        """

    def _check_view(self, state: S) -> None:
        """Raise ValueError unless the view of a seat is consistent with a complete position."""
        if state.viewer is None:
            return
        guessed = state.determinize(cast("Random", _Steady()))
        self.validate_position(guessed)
        self._check_agenda(guessed)
        seen, shown = guessed.seen_by(state.viewer).to_dict(), state.to_dict()
        for name, value in shown.items():
            if seen.get(name) != value:
                raise ValueError(f"{name} is not what seat {state.viewer} sees of it")

    def _check_agenda(self, state: S, settled: bool = True) -> None:
        """Raise ValueError, or an error of a step, if the frames of the agenda are invalid.

        If `settled` is false, validate only the pending frame.
        """
        below: Frame | None = None
        for frame in state.agenda_frames:
            step = frame.step
            under = below.step.name if below is not None else ""
            if step.allowed_steps_below is not None and under not in step.allowed_steps_below:
                raise ValueError(f"{step.name} cannot be due on {under}" if under else f"{step.name} cannot be alone")
            if settled or frame is state.agenda_frames[-1]:
                with FieldPathContext(step.name):
                    step.validate_frame(state, frame, below)
            seat = step.acting_seat(state, frame)
            if seat is not None and not 0 <= seat < state.seats:
                raise ValueError(f"{step.name} belongs to a seat that does not exist")
            below = frame
        if not state.agenda_frames:
            return
        frame = state.agenda_frames[-1]
        step = frame.step
        if step.kind == AUTO:
            if settled:
                raise ValueError("it asks nothing of anybody")
            return
        _ = state.node  # raises an error if the values are invalid
        if step.kind == CHANCE:
            step.dist(state, frame)
        elif state.viewer in (None, step.acting_seat(state, frame)) and not step.legal_actions(state, frame):
            raise ValueError(f"there is no answer to {step.name}")

    @property
    def bots(self) -> Mapping[str, Any]:
        """Bots of this game by name. See `playouts.Bot`.

        Example:
            >>> import gamelib
            >>> sorted(gamelib.game("towers").bots)
            ['calm', 'monte_carlo', 'random', 'thumb']
        """
        raise NotImplementedError

    def score_estimates(self, state: S) -> Sequence[int]:
        """Return an estimate of each seat's points if the game ended now.

        The search bot uses this estimate for playouts that it stops early.
        """
        raise NotImplementedError

    def points_if_ended_now(self, state: S) -> list[int] | None:
        """Return the points of each seat if the game ended now, or None if they are unknown."""
        return None

    @property
    def option_labels(self) -> list[dict[str, Any]]:
        """Options with their displayed texts. See `options.describe_options`."""
        return describe_options(self.options, self.texts)

    def bot_label(self, name: str) -> str:
        """Return the label of a bot."""
        return self.bot_labels.get(name, f"bot: {name.replace('_', ' ')}")

    def nameable(self, state: S) -> Iterable[Action]:
        """Return all actions that can be named in this position, including illegal ones.

        Tests and tools use this method. An action is legal if and only if `why_not` returns None.

        Args:
            state: A position at a decision.

        Example:
            >>> import gamelib
            >>> state = gamelib.game("harem").position("2 seats; now turn; turns 3")
            >>> set(state.legal) == {action for action in state.game.nameable(state) if state.why_not(action) is None}
            True
        """
        raise NotImplementedError

    # -- notation ----------------------------------------------------------------------------

    @cached_property
    def argument_type_letters_by_verb(self) -> dict[str, str]:
        """Types of the arguments of each verb.

        Each argument has one letter: s for a word, i for a number, t for several words.
        """
        verbs: dict[str, str] = {}
        for step in self.step_list:
            verbs.update(getattr(step, "verbs", {}))
        return verbs

    def parse_choice(self, text: str) -> Any:
        """Read the notation of an action or an outcome.

        Args:
            text: An action such as `raid(WRATH-B,2)`, or an outcome such as `=7`, `=3+5` or `=GEM`.

        Returns:
            An Action, or an outcome of the game.

        Raises:
            ValueError: The text is neither an action nor an outcome.

        Example:
            >>> import gamelib
            >>> game = gamelib.game("harem")
            >>> game.parse_choice("raid(WRATH-B,2)"), game.parse_choice("=7")
            (raid(WRATH-B,2), 7)
        """
        if len(text) > MAX_NOTATION_LENGTH:
            raise ValueError(f"{short_repr(text)} is longer than any action or outcome.")
        if text.startswith("="):
            words = text[1:].split("+")
            parts = tuple(int(word) if _is_number(word) else word for word in words)
            return parts if len(parts) > 1 else parts[0]
        verb, bracket, rest = text.partition("(")
        if verb not in self.argument_type_letters_by_verb or bool(bracket) is not rest.endswith(")"):
            raise ValueError(f"{short_repr(text)} is no action of {self.title}.")
        words = rest[:-1].split(",") if bracket else []
        kinds = self.argument_type_letters_by_verb[verb]
        if len(words) != len(kinds):
            raise ValueError(
                f"{short_repr(text)}: {verb} takes {count_with_noun(len(kinds), 'argument')}, not {len(words)}."
            )
        return Action(verb, *(_read(word, kind, text) for word, kind in zip(words, kinds, strict=True)))

    # -- words -------------------------------------------------------------------------------

    def describe(self, item: Any, names: Sequence[str] = ()) -> str:
        """Return the text of a node, action, event, ruling or end.

        Args:
            item: Object to describe.
            names: Names of the players, one per seat.

        Raises:
            TypeError: The item is of another type.

        Example:
            >>> import gamelib
            >>> game = gamelib.game("harem")
            >>> game.describe(game.start(seats=2).why_not(gamelib.Action("end")))
            'You can’t choose yet: the dice must be rolled or a card must be drawn first. (HAR-1.6)'
        """
        say = self.texts.format_text
        match item:
            case Action():
                return say("verbs", item.verb, self._arguments(item), names)
            case Event():
                return say("events", item.code, {**item.values, "who": item.seat}, names)
            case Ruling():
                text = say("rulings", item.code, item.values, names)
                if item.remedy:
                    text += " " + say("remedies", item.remedy, item.values, names)
                return f"{text} ({item.rule})" if item.rule else text
            case Decision() | Chance():
                return say("asks", item.step_name, {**item.values, "who": item.seat}, names)
            case End():
                values = {"winners": item.winners, "best": max(item.scores), "who": item.winners[0]}
                return say("ends", item.reason, values, names)
        raise TypeError(f"Cannot put {short_repr(item)} into words.")

    def _arguments(self, action: Action) -> dict[str, Any]:
        """Return the arguments of an action by their placeholder names in the sentence, such as s0, i1, t2."""
        kinds = self.argument_type_letters_by_verb[action.verb]
        return {f"{kind}{i}": arg for i, (kind, arg) in enumerate(zip(kinds, action.args, strict=True))}

    def describe_act(self, action: Action, seat: Seat, names: Sequence[str] = ()) -> str:
        """Return a sentence about a player who takes an action, or the action's label if the action has no sentence.

        Args:
            action: The action.
            seat: Seat that takes the action.
            names: Names of the players, one per seat.

        Example:
            >>> import gamelib
            >>> gamelib.game("harem").describe_act(gamelib.Action("raid", "WRATH-B", 1), 0, ("Ada", "Ben"))
            'Ada plays Raid +2 against Ben'
        """
        if action.verb not in self.texts.sections.get("acts", {}):
            return self.describe(action, names)
        return self.texts.format_text("acts", action.verb, {**self._arguments(action), "who": seat}, names)

    def step_label(self, state: S, frame: Frame) -> str:
        """Return the short name of a frame on the agenda."""
        step: Step = frame.step
        return self.texts.format_text(
            "steps", step.name, {**step.question_text_values(state, frame), "who": step.acting_seat(state, frame)}
        )


class _Steady:
    """Deterministic substitute for a random generator, for callers to which any determinization is sufficient.

    The random numbers are evenly spread, and every new object returns the same sequence.
    """

    def __init__(self) -> None:
        self.last = 0.5

    def random(self) -> float:
        self.last = (self.last + 0.6180339887498949) % 1
        return self.last


def cached_game(game_class: type[Game], cards_folder: str | None, vocabulary: Vocabulary) -> Game:
    """Return the cached game with these card tables and this vocabulary, so that unpickling does not load it again.

    If a file of corrected card tables has changed, the function loads a new game.
    """
    text = b""
    if cards_folder is not None:
        with (
            suppress(OSError, ValueError),
            (Path(cards_folder) / "cards.toml").open("rb") as file,
        ):  # if the file is unreadable, the error is raised later, when the file is loaded
            text = file.read(MAX_TABLE_LENGTH + 1)
    return _made(cast(Any, game_class), cards_folder, text).with_vocabulary(vocabulary)


@cache
def _made(kind: type[Game], cards: str | None, text: bytes) -> Game:
    return kind(cards)


def _is_number(word: str) -> bool:
    return word.isascii() and word.removeprefix("-").isdecimal() and len(word) < 10


def _read(word: str, kind: str, text: str) -> Any:
    if kind == "t":
        return tuple(word.split("+")) if word != "-" else ()
    if kind == "i":
        if not _is_number(word):
            raise ValueError(f"{short_repr(text)}: {short_repr(word)} should be a number.")
        return int(word)
    return word
