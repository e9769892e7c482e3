"""A game as it is played at one table: its lines, the step looked at, and who plays which seat. No widget here.

A line is one course of the game. "What if" and "play on from here" add a line; the old one stays. A choice
at the last step goes on; a choice at a past step begins another line there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from random import Random
from secrets import token_hex
from typing import Any

from gamelib import Action, Chance, Decision, End, Event, Game, Record, RecordError, Vocabulary
from gamelib.nodes import Outcome, Seat
from gamelib.number_format import count_with_noun
from gamelib.playouts import choose_action
from gamelib.record import MAX_STEPS, format_choice
from gamelib.rulebook import isolate_direction
from gamelib.state import State
from gamelib.validation import FORMAT_ERRORS, validate_json
from gamelib.validation import short_repr as short_repr

from ..page.texts import NAMES
from ..page.words import words
from .lines import Line
from .players import HUMAN, bots, reason
from .scene import Board, board_of, board_type, pictured

VOCABULARIES: tuple[Vocabulary, ...] = ("classroom", "rulebook")
FAMILIES = ("shown", "table")
"""Of the words that a table shares with its page."""
MOST_LINES = 8
RECENT = 8  # positions that are kept, so that looking back a few steps replays nothing
PAUSES = ("all", "rolls", "none")  # what a click stops before: every chance step, all but those it asked for, none


class Session:
    """The game on one table. Every method that cannot do what is asked raises ValueError and changes nothing."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        names: Sequence[str] = (),
        players: Sequence[str] = (),
        rng: Random | None = None,
    ) -> None:
        self.game = game
        self.words = words(*FAMILIES)
        self.rng = rng or Random()
        self.guide: Callable[[Action | Outcome], None] | None = None
        """Raises ValueError for a choice that is not to be made here, though the rules may allow it."""
        self.draw: Callable[[Chance, Random], Outcome] | None = None
        """What chance brings, where a lesson has decided it."""
        self.spares = True
        """Whether what has one answer only is done without being asked."""
        seats = seats if seats is not None else sorted(game.seats)[len(game.seats) // 2]
        self.pause = "rolls"
        self.new(seats, options or {}, names, players)

    # -- beginning ---------------------------------------------------------------------------

    def new(self, seats: int, options: dict[str, Any], names: Sequence[str] = (), players: Sequence[str] = ()) -> None:
        """Another game from its first step."""
        self.game.resolve_options(seats, options)
        record = Record(self.game, seats, options, names or NAMES[:seats])
        self._begin([Line.of(record, "line_first")], self._checked(players, seats))

    def _checked(self, players: Sequence[str], seats: int) -> list[str]:
        chosen = list(players) or [HUMAN] + ["thumb"] * (seats - 1)
        if len(chosen) != seats:
            raise ValueError(f"There are {seats} seats but {count_with_noun(len(chosen), 'player')}.")
        known = [HUMAN, *bots(self.game)]
        for player in chosen:
            if player not in known:
                raise ValueError(f"There is no player {short_repr(player)}; there are {', '.join(known)}.")
        return chosen

    def _begin(self, lines: list[Line], players: list[str], line: int = 0, step: int | None = None) -> None:
        self.lines, self.line, self.players = lines, line, players
        self.born = token_hex(4)
        """Which game this is, for what a browser keeps of it."""
        self.everything = HUMAN not in players
        self.viewer: Seat = players.index(HUMAN) if HUMAN in players else 0
        self.since = 0
        """The step at which a person last chose something: what came after is news."""
        self.chosen = 0
        """The step that the last choice of a person led to; 0 before one."""
        self._deed = (line, 0, 0)
        self._past: tuple[Line, int, State[Any]] | None = None
        self._recent: deque[tuple[Line, int, State[Any]]] = deque(maxlen=RECENT)
        self._undo: tuple[tuple[int, int], int | str] | None = None
        last = len(self.record)
        self.step = last if step is None else min(max(step, 0), last)
        self._turn_to_player()

    def open(self, record: Record, step: int | None = None, players: Sequence[str] = ()) -> None:
        """A game from a file or a link, at a step (the last one if None)."""
        chosen = self._checked(players if len(players) == record.seats else (), record.seats)
        if not record.seat_names:
            record.seat_names = tuple(NAMES[: record.seats])
        self._begin([Line.of(record, "line_first")], chosen, 0, step)

    def restore(self, saved: Any) -> None:
        """What `saved` wrote. ValueError, with nothing changed, if it does not fit."""
        try:
            validate_json(saved)
        except ValueError as error:  # its words are about a file
            raise ValueError(self.words["no_saved"]) from error
        try:
            if len(saved["lines"]) > MOST_LINES:
                raise ValueError(self.words["no_saved"])
            lines = []
            for entry in saved["lines"]:
                record = Record.from_link(str(entry["link"]), self.game)
                parted = None if entry["parted"] is None else _number(entry["parted"])
                restored = Line.of(record, str(entry["label"]), parted, str(entry["note"]))
                restored.refused.update(rule for rule in entry["refused"] if rule in self.game.rules)
                lines.append(restored)
            players = self._checked([str(player) for player in saved["players"]], lines[0].record.seats)
            line, step = _number(saved["line"]), _number(saved["step"])
            viewer, everything, pause = _number(saved["viewer"]), bool(saved["everything"]), saved["pause"]
            vocabulary, born = str(saved["vocabulary"]), str(saved["born"])
            fits = 0 <= line < len(lines) <= MOST_LINES and 0 <= viewer < lines[0].record.seats
            fits = fits and vocabulary in VOCABULARIES and pause in PAUSES and len(born) == len(self.born)
        except FORMAT_ERRORS as error:
            raise ValueError(self.words["no_saved"]) from error
        if not fits:
            raise ValueError(self.words["no_saved"])
        self._begin(lines, players, line, step)
        self.viewer, self.everything, self.pause = viewer, everything, pause
        self.born = born
        self.speak(vocabulary)

    def saved(self) -> dict[str, Any]:
        """Everything that a reload needs, as plain JSON."""
        return {
            "lines": [
                {
                    "link": line.link(),
                    "label": line.label,
                    "parted": line.parted,
                    "note": line.note,
                    "refused": sorted(line.refused),
                }
                for line in self.lines
            ],
            "line": self.line,
            "step": self.step,
            "players": self.players,
            "viewer": self.viewer,
            "everything": self.everything,
            "pause": self.pause,
            "vocabulary": self.game.vocabulary,
            "born": self.born,
        }

    def speak(self, vocabulary: str) -> None:
        """Tell the game in another vocabulary, "classroom" or "rulebook"."""
        if vocabulary not in VOCABULARIES:
            raise ValueError(f"There is no vocabulary {short_repr(vocabulary)}; choose from {', '.join(VOCABULARIES)}.")
        self.game = self.game.with_vocabulary(vocabulary)
        for line in self.lines:
            line.record.set_vocabulary(vocabulary)
        self._past = None
        self._recent.clear()

    def talk(self, language: str) -> None:
        """Say what is not of the game in another language, and in English what that language lacks."""
        self.words = words(*FAMILIES, language=language)
        self._undo = None

    def rename(self, names: Sequence[str], players: Sequence[str]) -> None:
        """Other names and players for the same game."""
        seats = self.record.seats
        chosen = self._checked(players, seats)
        Record(self.game, seats, self.record.options, names)  # checks the names
        for line in self.lines:
            line.record.seat_names = tuple(names)
        self.players = chosen
        self._turn_to_player()

    # -- asking ------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The record of the line looked at."""
        return self.lines[self.line].record

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.record.seat_names

    def name_in_sentence(self, seat: Seat) -> str:
        """The name of a seat for the middle of a sentence."""
        return isolate_direction(self.names[seat])

    @property
    def past(self) -> bool:
        """Whether the step looked at is not the last one of its line."""
        return self.step < len(self.record)

    @property
    def state(self) -> State[Any]:
        """The position looked at; only to be read."""
        if not self.past:
            return self.record.state
        line = self.lines[self.line]
        if self._past is None or self._past[0] is not line or self._past[1] != self.step:
            self._past = (line, self.step, self.record.state_at(self.step))
        return self._past[2]

    def before(self) -> State[Any] | None:
        """The position before the step looked at; only to be read. None at the first."""
        return self._at(self.step - 1) if self.step else None

    def _at(self, step: int) -> State[Any]:
        """The position of this step of the line looked at; only to be read."""
        line = self.lines[self.line]
        for kept_line, kept_step, state in self._recent:
            if kept_line is line and kept_step == step:
                return state
        self._recent.append((line, step, self.record.state_at(step)))
        return self._recent[-1][2]

    @property
    def began(self) -> int:
        """The step before all that the last click has brought; the step looked at, where no click has led to it."""
        line, before, after = self._deed
        return before if (line, after) == (self.line, self.step) else self.step

    def chances(self) -> Iterator[tuple[int, State[Any]]]:
        """The steps of chance that have led here since somebody chose, the last one first, each with the position
        before it."""
        for step in range(self.step, min(self.began, self.step - 1), -1):
            before = self._at(step - 1) if step else None
            if before is None or (isinstance(before.node, Decision) and len(before.legal) > 1):
                return
            if isinstance(before.node, Chance):
                yield step, before

    def board(self, state: State[Any] | None = None) -> Board:
        """The board of a position as it is looked at now, of the step looked at if none is given."""
        return board_of(self.state if state is None else state, self.viewer, self.everything, self.names)

    def bot(self) -> str | None:
        """The bot that is to choose at the step looked at; None if a person is, or nobody."""
        node = self.state.node
        player = self.players[node.seat] if isinstance(node, Decision) else HUMAN
        return None if player == HUMAN else player

    def met(self) -> set[str]:
        """The rules that have come up on the line looked at; rulings do not count."""
        rules = self.game.rules
        line = self.lines[self.line]
        return {rule for rule in line.met | line.refused if rule in rules and not rules[rule].question}

    def refuse(self, rule: str) -> None:
        """A rule has said why something may not be done: whoever reads that has met it."""
        if rule not in self.game.rules:
            raise ValueError(f"There is no rule {short_repr(rule)}.")
        self.lines[self.line].refused.add(rule)

    # -- choosing ----------------------------------------------------------------------------

    def choose(self, *choices: Action | Outcome) -> None:
        """Apply actions or an outcome, one after the other: the last step goes on, a past one begins another line."""
        before = self.step
        for choice in choices:
            if self.guide is not None:
                self.guide(choice)
            if not self.past:
                self._play(choice)
            elif self.record.choices[self.step] == choice:
                self.step += 1
            else:
                self._what_if(choice)
        self.chosen = self.step
        if len(choices) > 1:
            self.lines[self.line].joined.add(self.step - 1)
        self._settle(before, chosen=isinstance(choices[-1], Action))
        self.since = self.step - 1

    def again(self, action: Action) -> None:
        """The same action as often as the same is asked of the same seat in a row, whatever comes of it."""
        before, node = self.step, self.state.node
        if not isinstance(node, Decision) or not self.board().again(action):
            raise ValueError(self.words["too_late"])
        ask, seat = node.step_name, node.seat
        while isinstance(node, Decision) and (node.step_name, node.seat) == (ask, seat) and action in self.state.legal:
            self.choose(action)
            node = self.state.node
        self._deed = (self.line, before, self.step)

    def follow(self, choice: Action | Outcome) -> None:
        """What another seat does, or chance brings, as part of what the last click has brought."""
        self._play(choice)
        self._deed = (self.line, self._deed[1], self.step)
        self._turn_to_player()

    def _play(self, choice: Action | Outcome) -> None:
        before = self.record.state.clone()
        try:
            self.record.apply_and_append(choice)
        except RecordError as error:
            raise ValueError(str(error.__cause__ or error)) from error
        line = self.lines[self.line]
        self._recent.append((line, self.step, before))
        line.tell(line.record.state)
        self.step += 1

    def undo_to(self) -> int:
        """The step to which "Undo" leads: before the last choice that a person made here, as long as nothing hidden or
        random has come since. ValueError with the reason where it leads nowhere."""
        if self.past:
            raise ValueError(self.words["undo_past"])
        line = self.lines[self.line]
        key = (id(line), len(self.record))
        if self._undo is None or self._undo[0] != key:
            self._undo = (key, self._found_undo())
        answer = self._undo[1]
        if isinstance(answer, str):
            raise ValueError(answer)
        return answer

    def _found_undo(self) -> int | str:
        step = self.step
        while step:
            before = self.before() if step == self.step else self.record.state_at(step - 1)
            assert before is not None  # there is a step before
            node, choice = before.node, self.record.choices[step - 1]
            if not isinstance(node, Decision) or not isinstance(choice, Action):
                return self.words["undo_chance" if self.since else "undo_none"]
            if self.players[node.seat] != HUMAN:
                return self.words["undo_other"].format(who=self.name_in_sentence(node.seat))
            if _reveals(before, choice, node.seat):
                return self.words["undo_seen"]
            step -= 1
            if len(before.legal) > 1:
                return step - (step in self.lines[self.line].joined)
        return self.words["undo_none"]

    def undo(self) -> None:
        """Take back the last choice."""
        step = self.undo_to()
        line = self.lines[self.line]
        self.lines[self.line] = Line.of(self.record.branch(step), line.label, line.parted, line.note)
        self.lines[self.line].refused = line.refused
        self.step = step
        self.since, self.chosen = min(self.since, step), 0
        self._deed = (self.line, step, step)
        self._turn_to_player()

    def _what_if(self, choice: Action | Outcome) -> None:
        old = self.record
        try:
            course = old.what_if(self.step, choice)
        except RecordError as error:
            raise ValueError(str(error.__cause__ or error)) from error
        step = self.step + 1
        parts = {"step": step, "then": self._said(old.choices[self.step]), "now": self._said(choice)}
        note = self.words["parts"].format(**parts) + " "
        if course.stopped_at is None:
            note += self.words["fits_all"] if len(old) > step else ""
        else:
            choice = old.choices[course.stopped_at]
            why = course.record.state.why_not(choice) if isinstance(choice, Action) else None
            text = self.game.describe(why, self.names) if why is not None else self.words["lost_outcome"]
            said = self.words["fits_until"]
            note += said.format(step=course.stopped_at + 1, choice=self._said(choice), why=text)
        self._add(Line.of(course.record, "line_what_if", self.step, note.strip()))
        self.step = step

    def _said(self, choice: Action | Outcome) -> str:
        if isinstance(choice, Action):
            return f"“{self.game.describe(choice, self.names)}”"
        return board_type(self.game.id)(self.record.state, 0, self.names, []).outcome(choice)

    def _add(self, line: Line) -> None:
        if len(self.lines) == MOST_LINES:
            del self.lines[1]  # the first line always stays
        self.lines.append(line)
        self.line = len(self.lines) - 1

    def roll(self) -> None:
        """Let chance decide, as the rules say how likely."""
        node = self.state.node
        if self.past or not isinstance(node, Chance):
            raise ValueError(self.words["too_late"])
        self._play(self._sample(node))
        self._settle(self.step - 1)

    def _sample(self, node: Chance) -> Outcome:
        return node.sample(self.rng) if self.draw is None else self.draw(node, self.rng)

    def next(self) -> None:
        """One step of a bot or of chance."""
        bot = self.bot()
        if self.past or bot is None:
            self.roll()
            return
        self._let(bot)
        self._settle(self.step - 1)

    def _let(self, bot: str) -> None:
        """Let a bot choose, and keep why."""
        state = self.state
        assert isinstance(state.node, Decision)
        seat = state.node.seat
        action, view = choose_action(state, bots(self.game)[bot], self.rng), state.seen_by(seat)
        why = reason(self.game, bot, view, action, self.words) if len(state.legal) > 1 else ""
        self._play(action)
        if why:
            self.lines[self.line].why[self.step] = seat, why

    def play_on(self) -> None:
        """Steps of bots and of chance until a person is to choose, or the end."""
        if self.past:
            raise ValueError(self.words["too_late"])
        start = self.step  # what went on by itself meanwhile may have led there already
        self._advance(
            lambda: (
                (self._moves_itself() or self._alone())
                and not (self.since and self.step > start and (self.held() or self._halts()))
            )
        )

    def moments(self, board: Board | None = None) -> list[dict[str, Any]]:
        """What of the last click deserves a scene of its own, as the viewer may know it; `board` of the step looked at,
        where there is one."""
        if not self.step:
            return []
        told = (board or self.board()).moments(self._seen_news())
        return [{**one, "card": pictured(one["card"])} if "card" in one else one for one in told]

    def payments(self, board: Board) -> list[dict[str, Any]]:
        """Who has paid whom with the last click, as the viewer may know it; `board` of the step looked at."""
        return board.payments(self._seen_news()) if self.step else []

    def _seen_news(self) -> Iterator[Event]:
        return (event if self.everything else event.seen_by(self.viewer) for event in self.news())

    def _halts(self) -> bool:
        """Whether the last step has brought what is to be read, or seen, before anybody plays on."""
        return any(moment.get("stop") or moment.get("star") for moment in self.moments())

    def goes_on(self) -> bool:
        """Whether the next step needs nobody here: a bot's, or chance that nobody here is to see coming."""
        if self.past or HUMAN not in self.players or not self._moves_itself():
            return False
        node, stops = self.state.node, self._stops()
        if isinstance(node, Chance):
            mine = node.seat is not None and self.players[node.seat] == HUMAN
            awaited = mine or self.board().strikes()  # whoever opens a game at such a roll wants to see it coming
            return stops != "all" and (not awaited or (stops == "none" and self.since > 0))
        return stops == "none" or not self.struck()

    def _stops(self) -> str:
        """What a click stops before, of PAUSES; who is guided rolls with a click of their own."""
        return "rolls" if self.guide is not None and self.pause == "none" else self.pause

    def held(self) -> bool:
        """Whether what is due, or has just come up, is done to the viewer by another seat: it is looked at for longer,
        and nobody plays on over it."""
        return (isinstance(self.state.node, Chance) and self.board().strikes()) or self.struck()

    def struck(self) -> bool:
        """Whether what has just come up was done to the viewer by another seat."""
        before = self.before()
        return before is not None and isinstance(before.node, Chance) and self.board(before).strikes()

    def run(self) -> None:
        """Chance steps of the kind that is due, all of them."""
        node = self.state.node
        if not isinstance(node, Chance):
            raise ValueError(self.words["too_late"])
        self._advance(lambda: isinstance(self.state.node, Chance) and self.state.node.step_name == node.step_name)

    def _alone(self) -> bool:
        """Whether a person is asked what has one answer only: that needs no click."""
        node = self.state.node
        asked = isinstance(node, Decision) and self.players[node.seat] == HUMAN
        return self.spares and asked and self.guide is None and self.pause != "all" and len(self.state.legal) == 1

    def _moves_itself(self) -> bool:
        node = self.state.node
        return isinstance(node, Chance) or (isinstance(node, Decision) and self.players[node.seat] != HUMAN)

    def _advance(self, goes_on: Callable[[], bool]) -> None:
        for _ in range(MAX_STEPS):
            if self.past or not goes_on():
                break
            node, bot = self.state.node, self.bot()
            if isinstance(node, Chance):
                self._play(self._sample(node))
            elif self._alone():
                self._play(next(iter(self.state.legal)))
            else:
                assert bot is not None  # it is only asked to go on where it can
                self._let(bot)
        self._turn_to_player()

    def _settle(self, before: int, chosen: bool = False) -> None:
        """Draws and rolls that nobody wants to see first, and the seat that looks on. `before`: where all began.

        Where nothing is stopped before, the roll that a choice has just made due comes with it, and no other."""
        stops = self._stops()
        if not self.past and stops != "all":
            due = self.step if chosen and stops == "none" else None

            def goes_on() -> bool:
                nonlocal due
                if self._alone():
                    due = self.step + 1 if due == self.step else due
                    return True
                if not isinstance(self.state.node, Chance):
                    return False
                return self.board().flows() or (due == self.step and not self.board().strikes())

            self._advance(goes_on)
        self._deed = (self.line, before, self.step)
        self._turn_to_player()

    def news(self) -> list[Event]:
        """What was told with the step looked at, and with those that the same click has brought."""
        first = min(self.began + 1, self.step)
        return [event for events in self.lines[self.line].told[first : self.step + 1] for event in events]

    def _turn_to_player(self) -> None:
        """A person who is to choose looks at the own seat, unless that would show cards to another person."""
        node = self.state.node
        alone = self.everything or self.players.count(HUMAN) == 1
        if alone and isinstance(node, Decision) and self.players[node.seat] == HUMAN:
            self.viewer = node.seat

    # -- looking -----------------------------------------------------------------------------

    def go(self, step: int) -> None:
        """Look at a step of this line."""
        if not 0 <= step <= len(self.record):
            raise ValueError(f"This game has the steps 0 to {len(self.record)}, not {step}.")
        self.step = step

    def last_choice(self) -> int:
        """The last step before this one at which a person chose. ValueError if there is none."""
        state, last = self.record.new_initial_state(), None
        for step, choice in enumerate(self.record.choices[: self.step]):
            node = state.node
            if isinstance(node, Decision) and self.players[node.seat] == HUMAN:
                last = step
            state.apply(choice)
        if last is None:
            raise ValueError("No person has chosen anything yet.")
        return last

    def cut(self) -> None:
        """Another line that ends at the step looked at, to play on from there."""
        if not self.past:
            raise ValueError(self.words["too_late"])
        self._add(Line.of(self.record.branch(self.step), "line_from", self.step))
        self._turn_to_player()

    def switch(self, line: int) -> None:
        """Look at another line: at the same step where both are the same, else where they part."""
        same = self.parting(line)
        self.line = line
        self.step = self.step if self.step <= same else min(same + 1, len(self.record))
        self._turn_to_player()

    def parting(self, line: int) -> int:
        """The first step at which another line has gone otherwise than the one looked at; where the shorter one ends
        if they agree so far."""
        if not 0 <= line < len(self.lines):
            raise ValueError(f"There are {len(self.lines)} lines.")
        here, there = self.record.choices, self.lines[line].record.choices
        same = 0
        while same < min(len(here), len(there)) and format_choice(here[same]) == format_choice(there[same]):
            same += 1
        return same

    def look(self, viewer: Seat, everything: bool) -> None:
        """Look from another seat, or with all cards open."""
        if not 0 <= viewer < self.record.seats:
            raise ValueError(f"There are the seats 1 to {self.record.seats}.")
        self.viewer, self.everything = viewer, everything

    def over(self) -> bool:
        """Whether the position looked at is the end."""
        return isinstance(self.state.node, End)


def _reveals(before: State[Any], action: Action, seat: Seat) -> bool:
    """Whether an action shows its seat what it could not know: other hidden cards would show something else."""
    rng, view = Random(0), before.seen_by(seat)
    shown = before.child(action).seen_by(seat).to_dict()
    for _ in range(2):
        try:
            other = view.determinize(rng).child(action)
        except ValueError:
            return True
        if other.seen_by(seat).to_dict() != shown:
            return True
    return False


def _number(value: Any) -> int:
    """A number of a saved game."""
    if type(value) is not int:
        raise TypeError("A number is no whole number.")
    return value
