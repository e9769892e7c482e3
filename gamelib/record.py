"""Record: a game as a list of choices that can be replayed.

A record contains the game, the seats, the options and every choice (actions and outcomes) in the notation of the game
(`gold(GOLD-3)`, `=7`). A record can start from a position instead of the start of the game. A record can be saved as a
JSON file or as a link. Loading replays the game and checks each choice.

A link stores each choice as its index among the possible choices, so a whole game takes a few hundred characters. A
digest at the end of the link detects damage.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from .base_game import Game
from .nodes import Action, Chance, Decision, IllegalAction, IllegalOutcome, Outcome, format_value
from .number_format import count_with_noun
from .rulebook import Vocabulary
from .state import State
from .validation import normalize_unspaced_link, parse_json, short_repr, shorten_text, to_python_value

RECORD_VERSION = 1
MAX_NAME_LENGTH = 40
MAX_STEPS = 10_000
"""Maximum number of choices in a record. Games have at most about 1,500."""
MAX_LINK_LENGTH = 30_000
"""Maximum number of characters of a link, with about 18 bits for each step."""
MAX_POSITION_LENGTH = 10_000
"""Maximum number of characters of the start position. Complete positions have about 3,000."""
_MAX_QUOTED_LENGTH = 120  # maximum number of characters of a choice, and of its error, in a message
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that would reorder or break a line, or that cannot be written."""


_HEAD = (int, str, str, int, dict, list, int)
"""Types of the values at the start of a link: format, game, card tables, seats, options, names, steps. The start
position follows if it is not the start of the game."""


class RecordError(ValueError):
    """Error for a record that cannot be replayed. The message is one sentence of at most 300 characters.

    Attributes:
        step: Number of the first wrong choice, from 1, or None.

    Example:
        >>> from gamelib import game
        >>> Record(game("towers"), 2, choices=["BOOK-CE", "BOOK-CE"])  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        gamelib.record.RecordError: Step 2, =BOOK-CE: BOOK-CE cannot come up here: ...
    """

    def __init__(self, message: str, step: int | None = None) -> None:
        super().__init__(shorten_text(message))
        self.step = step

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int | None]]:
        return RecordError, (str(self), self.step)


@dataclass(frozen=True, slots=True)
class WhatIfBranch:
    """Alternative continuation of a game after one changed choice."""

    record: Record
    diverges_at: int
    """Number of choices that both records share."""
    stopped_at: int | None = None
    """Number of old choices taken over, if the rest is impossible."""
    reason: str = ""


class Record:
    """A game with its seats, options and names, and all choices so far.

    Args:
        game: The game.
        seats: Number of seats.
        options: Options of the game by name.
        names: Names of the players, one per seat, or none.
        choices: Actions and outcomes in order.
        position: Start position in the notation of `Game.position`, with these seats and options.

    Raises:
        ValueError: A number, option, name or position is invalid.
        RecordError: A choice is not possible.

    Example:
        >>> from gamelib import game
        >>> Record(game("towers"), 2, choices=["BOOK-CE", "KEY-LN"])
        <Record of Towers, 2 seats, 2 steps>
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] = (),
        choices: Iterable[Action | Outcome] = (),
        position: str = "",
    ) -> None:
        if not isinstance(getattr(game, "id", None), str):
            raise ValueError(f"A record is of a game, such as game('towers'), not of {short_repr(game)}.")
        seats = to_python_value(seats)
        self.game = game
        self.seats = seats
        self.options = game.resolve_options(seats, options or {})
        self.position = position
        if isinstance(names, str):
            raise ValueError("The names are a list of texts, one a seat.")
        if names and len(names) != seats:
            raise ValueError(f"There are {seats} seats but {count_with_noun(len(names), 'name')}.")
        if not all(isinstance(name, str) and 0 < len(name.strip()) <= MAX_NAME_LENGTH for name in names):
            raise ValueError(f"A name is a text of 1 to {MAX_NAME_LENGTH} characters.")
        if any(map(_CONTROLS.search, names)):
            raise ValueError("A name has no line breaks or other control characters.")
        self.seat_names: tuple[str, ...] = tuple(names)
        self.choices: list[Action | Outcome] = []
        self._places: list[tuple[int, int]] = []
        """Index of each choice among the possible choices, and their number. A link stores only these."""
        self.state: Any = self.new_initial_state()
        """State after the last choice, of the class of the game."""
        fits = (self.state.seats, self.state.options, self.state.viewer) == (seats, self.options, None)
        if not fits:
            raise ValueError("A record begins with a whole position of the same seats and options.")
        for choice in choices:
            self.apply_and_append(choice)

    def __len__(self) -> int:
        return len(self.choices)

    def __repr__(self) -> str:
        return f"<Record of {self.game.title}, {self.seats} seats, {len(self)} steps>"

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Use another vocabulary from now on.

        Args:
            vocabulary: "classroom" or "rulebook".

        Example:
            >>> from gamelib import game
            >>> record = Record(game("harem"), 2)
            >>> record.set_vocabulary("rulebook")
            >>> record.game.vocabulary
            'rulebook'
        """
        self.game = self.state.game = self.game.with_vocabulary(vocabulary)

    @classmethod
    def from_position(cls, game: Game, position: str) -> Record:
        """Return a record without choices that starts from a position.

        Args:
            game: The game.
            position: Position in the notation of `Game.position`.

        Raises:
            ValueError: There is no such position.

        Example:
            >>> from gamelib import game
            >>> Record.from_position(game("harem"), "2 seats; now turn; turns 3").state.agenda
            ['Player 1’s turn']
        """
        if not isinstance(position, str) or len(position) > MAX_POSITION_LENGTH:
            raise ValueError(f"A position is a text of at most {MAX_POSITION_LENGTH} characters.")
        state = game.position(position)
        return cls(game, state.seats, dict(state.options), position=position)

    def new_initial_state(self) -> State[Any]:
        """Return a new start position.

        Example:
            >>> from gamelib import game
            >>> record = Record(game("towers"), 2, choices=["BOOK-CE", "KEY-LN"])
            >>> record.new_initial_state() == game("towers").start(seats=2)
            True
        """
        if self.position:
            begun: State[Any] = self.game.position(self.position)
            return begun
        state: State[Any] = self.game.start(self.seats, **self.options)
        return state

    def apply_and_append(self, choice: Action | Outcome) -> None:
        """Add a choice.

        Args:
            choice: An action or an outcome.

        Raises:
            RecordError: The choice is not possible, or the record is full. Nothing has changed.

        Example:
            >>> from gamelib import game
            >>> record = Record(game("towers"), 2)
            >>> record.apply_and_append("BOOK-CE")
            >>> len(record)
            1
        """
        step = len(self) + 1
        if step > MAX_STEPS:
            raise RecordError(f"A record holds at most {MAX_STEPS} steps.", step)
        possible = possible_choices(self.state)
        try:
            self.state.apply(choice)
        except (IllegalAction, IllegalOutcome) as error:
            raise RecordError(f"Step {step}, {_short(format_choice(choice))}: {_short(str(error))}", step) from error
        self.choices.append(choice)
        self._places.append((possible.index(choice), len(possible)))

    def state_at(self, step: int) -> State[Any]:
        """Return the position after a number of choices.

        Args:
            step: Number of choices, from 0 to the length of the record.

        Raises:
            ValueError: The number is out of range.

        Example:
            >>> from gamelib import game
            >>> record = Record(game("towers"), 2, choices=["BOOK-CE", "KEY-LN"])
            >>> record.state_at(0) == record.new_initial_state()
            True
        """
        if not 0 <= step <= len(self):
            raise ValueError(f"This game has the steps 0 to {len(self)}, not {step}.")
        if step == len(self):
            twin: State[Any] = self.state.clone()
            return twin
        state = self.new_initial_state()
        for choice in self.choices[:step]:
            state.apply(choice)
        return state

    def branch(self, step: int) -> Record:
        """Return a new record with the first choices.

        Args:
            step: Number of choices to copy.

        Example:
            >>> from gamelib import game
            >>> record = Record(game("towers"), 2, choices=["BOOK-CE", "KEY-LN"])
            >>> len(record.branch(1))
            1
        """
        twin = Record(self.game, self.seats, self.options, self.seat_names, position=self.position)
        twin.state = self.state_at(step)
        twin.choices, twin._places = self.choices[:step], self._places[:step]
        return twin

    def replay_with_changed_choice(self, step: int, choice: Action | Outcome) -> WhatIfBranch:
        """Change one choice and repeat the later choices while they are possible.

        Args:
            step: Number of choices before the changed choice.
            choice: New action or outcome.

        Returns:
            The new record, and the number of choices after which an old choice is no longer possible, with the reason.

        Raises:
            RecordError: The new choice is not possible.

        Example:
            >>> from gamelib import game
            >>> record = Record(game("towers"), 2, choices=["BOOK-CE", "KEY-LN"])
            >>> other = record.replay_with_changed_choice(0, "STAR-NG")
            >>> other.record.choices, other.diverges_at
            (['STAR-NG', 'KEY-LN'], 0)
        """
        other = self.branch(step)
        other.apply_and_append(choice)
        for old in self.choices[step + 1 :]:
            try:
                other.apply_and_append(old)
            except RecordError as error:
                return WhatIfBranch(other, step, len(other), str(error))
        return WhatIfBranch(other, step)

    # -- JSON --------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain JSON, with choices in notation.

        Example:
            >>> from gamelib import game
            >>> record = Record(game("towers"), 2, choices=["BOOK-CE", "KEY-LN"])
            >>> record.to_dict()["choices"]
            ['=BOOK-CE', '=KEY-LN']
        """
        return {
            "kismet": RECORD_VERSION,
            "game": self.game.id,
            "cards": self.game.card_set_digest,
            "seats": self.seats,
            "options": self.options,
            "names": list(self.seat_names),
            **({"position": self.position} if self.position else {}),
            "choices": [format_choice(choice) for choice in self.choices],
        }

    def to_json(self) -> str:
        """Return the text of a record file.

        Example:
            >>> import json
            >>> from gamelib import game
            >>> json.loads(Record(game("towers"), 2).to_json())["game"]
            'towers'
        """
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_dict(cls, data: Any, game: Game) -> Record:
        """Replay a record.

        Args:
            data: Result of `to_dict`, possibly damaged.
            game: The game.

        Returns:
            The record, with all its positions.

        Raises:
            RecordError: The data is wrong. The message names the step and the reason.

        Example:
            >>> from gamelib import game
            >>> record = Record(game("towers"), 2, choices=["BOOK-CE", "KEY-LN"])
            >>> len(Record.from_dict(record.to_dict(), game("towers")))
            2
        """
        validate_header(data, game)
        choices = data.get("choices")
        if not isinstance(choices, list) or not all(isinstance(choice, str) for choice in choices):
            raise RecordError("This record has no list of choices.")
        record = cls._begun(
            game, data.get("seats"), data.get("options", {}), data.get("names", []), data.get("position", "")
        )
        for step, text in enumerate(choices, 1):
            try:
                choice = game.parse_choice(text)
            except ValueError as error:
                raise RecordError(f"Step {step}: {_short(str(error))}", step) from error
            record.apply_and_append(choice)
        return record

    @classmethod
    def from_json(cls, text: str, game: Game) -> Record:
        """Replay the text of a record file.

        Args:
            text: Text of the file.
            game: The game.

        Returns:
            The record, with all its positions.

        Raises:
            RecordError: The text is wrong. The message names the place and the reason.

        Example:
            >>> from gamelib import game
            >>> record = Record(game("towers"), 2, choices=["BOOK-CE", "KEY-LN"])
            >>> len(Record.from_json(record.to_json(), game("towers")))
            2
            >>> Record.from_json("{", game("towers"))
            Traceback (most recent call last):
                ...
            gamelib.record.RecordError: This file is not a whole record (line 1); it may have been cut off.
        """
        try:
            data = parse_json(text)
        except json.JSONDecodeError as error:
            raise RecordError(
                f"This file is not a whole record (line {error.lineno}); it may have been cut off."
            ) from error
        except ValueError as error:
            raise RecordError(f"This file is not a whole record: {error}.") from error
        return cls.from_dict(data, game)

    @classmethod
    def _begun(cls, game: Game, seats: Any, options: Any, names: Any, position: Any = "") -> Record:
        """Create a record without choices from unchecked values. Raise RecordError for an invalid value."""
        if not isinstance(options, dict) or not isinstance(names, list):
            raise RecordError("This record cannot be opened: its options should be a table and its names a list.")
        if not isinstance(position, str) or len(position) > MAX_POSITION_LENGTH:
            most = f"a position is a text of at most {MAX_POSITION_LENGTH} characters"
            raise RecordError(f"This record cannot be opened: {most}.")
        try:
            return cls(game, seats, options, names, position=position)
        except ValueError as error:
            raise RecordError(f"This record cannot be opened: {error}") from error
        except RecursionError as error:
            raise RecordError("This record cannot be opened: its position nests too deep.") from error

    # -- links -------------------------------------------------------------------------------

    def to_link(self) -> str:
        """Return the record as a text of a few hundred characters for a web address.

        Example:
            >>> from gamelib import game
            >>> record = Record(game("towers"), 2, choices=["BOOK-CE", "KEY-LN"])
            >>> len(record.to_link()) < 100
            True
        """
        number = 0
        for place, count in reversed(self._places):  # reversed, so that the replay reads the first choice first
            number = number * count + place
        changed = {name: value for name, value in self.options.items() if value != self.game.options[name].default}
        head = [
            RECORD_VERSION,
            self.game.id,
            self.game.card_set_digest,
            self.seats,
            changed,
            list(self.seat_names),
            len(self),
        ]
        head += [self.position] if self.position else []
        text = json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode()
        body = text + b"\0" + number.to_bytes((number.bit_length() + 7) // 8, "big")
        return urlsafe_b64encode(body + _digest(body)).decode().rstrip("=")

    @classmethod
    def from_link(cls, link: str, game: Game) -> Record:
        """Replay a link.

        Args:
            link: The link, or an address that contains it.
            game: The game.

        Returns:
            The record, with all its positions.

        Raises:
            RecordError: The link is damaged or belongs to another game.

        Example:
            >>> from gamelib import game
            >>> record = Record(game("towers"), 2, choices=["BOOK-CE", "KEY-LN"])
            >>> Record.from_link(record.to_link(), game("towers")).choices
            ['BOOK-CE', 'KEY-LN']
            >>> Record.from_link("abc", game("towers"))  # doctest: +ELLIPSIS
            Traceback (most recent call last):
                ...
            gamelib.record.RecordError: This link is damaged: a character is missing or changed. ...
        """
        head, number = _open_link(link)
        version, game_id, edition, seats, options, names, steps, *position = head
        validate_header({"kismet": version, "game": game_id, "cards": edition}, game)
        record = cls._begun(game, seats, options, names, *position)
        for step in range(1, steps + 1):
            possible = possible_choices(record.state)
            if not possible:
                raise RecordError(f"This link holds {steps} steps, but its game ends after {step - 1}.", step)
            number, place = divmod(number, len(possible))
            record.apply_and_append(possible[place])
        if number:
            raise RecordError(f"This link holds more than the {steps} steps that it tells of.")
        return record


def format_choice(choice: Action | Outcome) -> str:
    """Return the text of a choice. An outcome has an equals sign in front."""
    return str(choice) if isinstance(choice, Action) else f"={format_value(choice)}"


def possible_choices(state: State[Any]) -> list[Any]:
    """Return all choices of a position in a fixed order, or an empty list at the end."""
    match state.node:
        case Decision():
            return list(state.legal)
        case Chance() as node:
            return list(node.dist())
    return []


def _short(text: str) -> str:
    return shorten_text(text, _MAX_QUOTED_LENGTH)


def validate_header(data: Any, game: Game) -> None:
    """Raise RecordError unless the header belongs to a record of this game with these cards."""
    if not isinstance(data, Mapping) or "kismet" not in data:
        raise RecordError("This is not a record of a game.")
    version = data["kismet"]
    if type(version) is not int or version != RECORD_VERSION:
        raise RecordError(f"This record has format {short_repr(version)}; only format {RECORD_VERSION} can be opened.")
    if data.get("game") != game.id:
        raise RecordError(f"This is a record of {short_repr(data.get('game'))}, not of {game.id!r}.")
    if data.get("cards") != game.card_set_digest:
        raise RecordError("This record was made with other card tables.")


def game_id_of_link(link: str) -> str:
    """Return the id of the game of a link. Raise RecordError if the link is damaged."""
    return str(_open_link(link)[0][1])


def _open_link(link: str) -> tuple[list[Any], int]:
    """Return the validated header of a link and the number after the header. Raise RecordError for a damaged link."""
    if not isinstance(link, str) or len(link) > MAX_LINK_LENGTH:
        raise RecordError(f"A link is a text of at most {MAX_LINK_LENGTH} characters.")
    address = normalize_unspaced_link(link)
    named = re.search(r"game=([\w-]+)", address)
    link = named[1] if named else address
    try:
        raw = urlsafe_b64decode(link + "=" * (-len(link) % 4))
    except ValueError:
        raw = b""
    body, digest = raw[:-4], raw[-4:]
    if not body or _digest(body) != digest or urlsafe_b64encode(raw).decode().rstrip("=") != link:
        raise RecordError("This link is damaged: a character is missing or changed. Copy the whole link again.")
    text, end, number = body.partition(b"\0")
    try:
        head = parse_json(text.decode())
    except ValueError as error:
        raise RecordError("This link cannot be opened: it does not begin as the link of a game does.") from error
    if not end or not isinstance(head, list) or tuple(map(type, head)) not in (_HEAD, (*_HEAD, str)):
        raise RecordError("This link cannot be opened: it does not begin as the link of a game does.")
    if not 0 <= head[6] <= MAX_STEPS:
        raise RecordError(
            f"This link cannot be opened: it tells of {short_repr(head[6])} steps, not of 0 to {MAX_STEPS}."
        )
    if number.startswith(b"\0"):
        raise RecordError("This link cannot be opened: its number begins with nothing.")
    return head, int.from_bytes(number, "big")


def _digest(body: bytes) -> bytes:
    return crc32(body).to_bytes(4, "big")
