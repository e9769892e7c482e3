"""Game session: the variations, the viewed step and the players of one table. The module has no widget.

A choice at the last step continues the current variation. A choice at a past step, "What if" and "play on from here"
add a new variation and do not change the old one.
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
from gamelib.tools.deal_of_the_day import PLAYER_SEAT, day_deal_key, day_deal_seats
from gamelib.validation import FORMAT_ERRORS, validate_json
from gamelib.validation import short_repr as short_repr

from ..page.translations import load_texts
from ..page.user_text import DEFAULT_PLAYER_NAMES
from .board import Board, board_class, event_summary_card_fields, make_board
from .curtain_state import CurtainState, LastTurn
from .day_deal import DayDeal, parse_day
from .players import HUMAN, available_bots, bot_reason_text
from .summary_types import Payment
from .table_random_source import TableRandomSource
from .variations import Variation

VOCABULARIES: tuple[Vocabulary, ...] = ("classroom", "rulebook")
TEXT_FILES = ("shown", "table")
"""Names of the text files that a table shares with its page."""
MAX_VARIATIONS = 8
CACHED_STATES = 8  # number of cached positions, so that viewing a recent step needs no replay
CHANCE_STOPS = (
    "all",
    "rolls",
    "none",
)  # chance steps that need a click: all, all except those that the last click requested, or none


class GameSession:
    """Game on one table. A method that cannot fulfil a request raises ValueError and changes nothing."""

    luck: TableRandomSource | None = None
    """Luck of a deal that others play too, or None."""
    day_deal: DayDeal | None = None
    """The deal of the day, or None for another game."""
    curtain: CurtainState | None = None
    """Curtain between several people at this screen, or None without a curtain."""

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
        self.texts = load_texts(*TEXT_FILES)
        self.rng = rng or Random()
        self.choice_guard: Callable[[Action | Outcome], None] | None = None
        """Function that raises ValueError for a choice that this table does not allow, even if the rules do."""
        self.outcome_chooser: Callable[[Chance, Random], Outcome] | None = None
        """Function that selects the outcome of a chance step in a tutorial."""
        self.should_play_forced_actions = True
        """Whether decisions with only one legal action are played without a question."""
        seats = seats if seats is not None else sorted(game.seats)[len(game.seats) // 2]
        self.chance_stop = "rolls"
        self.start_game(seats, options or {}, names, players)

    # -- beginning ---------------------------------------------------------------------------

    def start_game(
        self, seats: int, options: dict[str, Any], names: Sequence[str] = (), players: Sequence[str] = ()
    ) -> None:
        """Start another game at its first step."""
        self.game.resolve_options(seats, options)
        record = Record(self.game, seats, options, names or DEFAULT_PLAYER_NAMES[:seats])
        self._begin([Variation.from_record(record, "line_first")], self._checked(players, seats))

    def start_curtain(self) -> None:
        """Close a curtain in front of the first person. Raise ValueError if there are not at least two people."""
        if self.players.count(HUMAN) < 2:
            raise ValueError(self.texts["curtain_needs_people"])
        self.curtain = CurtainState([LastTurn(0, 0)] * self.record.seats)

    def start_deal_of_the_day(self, deal: DayDeal) -> None:
        """Start a deal of the day. Bots play until the person has to choose for the first time."""
        seats = day_deal_seats(self.game)
        players = ["thumb"] * seats
        players[PLAYER_SEAT] = HUMAN
        self.start_game(seats, {}, (), players)
        self.chance_stop = "none"
        self._set_day_deal(deal)
        self.play_until_human()

    def _set_day_deal(self, deal: DayDeal) -> None:
        self.day_deal = deal
        self.luck = TableRandomSource(day_deal_key(self.game.id, deal.day))

    def lock_reason(self) -> str:
        """Return why users cannot now choose outcomes, start variations or see hidden cards, or "" if they can."""
        if isinstance(self.variations[0].record.state.node, End):
            return ""
        if self.curtain is not None:
            return self.texts["curtain_locked"]
        return "" if self.day_deal is None else self.texts["day_locked"]

    def has_curtain(self) -> bool:
        """Return whether a curtain separates several people now, open or closed. False at the end of the game."""
        return self.curtain is not None and bool(self.lock_reason())

    def require_unlocked(self) -> None:
        """Raise ValueError if users cannot now choose outcomes, start variations or see hidden cards."""
        if reason := self.lock_reason():
            raise ValueError(reason)

    def _checked(self, players: Sequence[str], seats: int) -> list[str]:
        chosen = list(players) or [HUMAN] + ["thumb"] * (seats - 1)
        if len(chosen) != seats:
            raise ValueError(f"There are {seats} seats but {count_with_noun(len(chosen), 'player')}.")
        known = [HUMAN, *available_bots(self.game)]
        for player in chosen:
            if player not in known:
                raise ValueError(f"There is no player {short_repr(player)}; there are {', '.join(known)}.")
        return chosen

    def _begin(self, lines: list[Variation], players: list[str], line: int = 0, step: int | None = None) -> None:
        self.variations, self.variation_index, self.players = lines, line, players
        self.luck = self.day_deal = self.curtain = None
        self.game_instance_id = token_hex(4)
        """Id of this game for the data that a browser saves."""
        self.is_full_view = HUMAN not in players
        self.viewer: Seat = players.index(HUMAN) if HUMAN in players else 0
        self.news_start_step = 0
        """Step of the last choice of a person. Later steps are news."""
        self.step_after_last_choice = 0
        """Step after the last choice of a person, or 0 before the first choice."""
        self._deed = (line, 0, 0)
        self._past: tuple[Variation, int, State[Any]] | None = None
        self._recent: deque[tuple[Variation, int, State[Any]]] = deque(maxlen=CACHED_STATES)
        self._undo: tuple[tuple[int, int, Seat], int | str] | None = None
        last = len(self.record)
        self.step = last if step is None else min(max(step, 0), last)
        self._turn_to_player()

    def load_record(self, record: Record, step: int | None = None, players: Sequence[str] = ()) -> None:
        """Load a game from a file or a link. View the given step, or the last step if it is None."""
        chosen = self._checked(players if len(players) == record.seats else (), record.seats)
        if not record.seat_names:
            record.seat_names = tuple(DEFAULT_PLAYER_NAMES[: record.seats])
        self._begin([Variation.from_record(record, "line_first")], chosen, 0, step)

    def restore(self, saved: Any) -> None:
        """Restore data from `to_dict`. If the data is invalid, raise ValueError without any change."""
        try:
            validate_json(saved)
        except ValueError as error:  # the text of `error` is about a file, not about a saved game
            raise ValueError(self.texts["no_saved"]) from error
        try:
            if len(saved["lines"]) > MAX_VARIATIONS:
                raise ValueError(self.texts["no_saved"])
            lines = []
            for entry in saved["lines"]:
                record = Record.from_link(str(entry["link"]), self.game)
                parted = None if entry["parted"] is None else _number(entry["parted"])
                restored = Variation.from_record(record, str(entry["label"]), parted, str(entry["note"]))
                restored.seen_refusal_rules.update(rule for rule in entry["refused"] if rule in self.game.rules)
                lines.append(restored)
            players = self._checked([str(player) for player in saved["players"]], lines[0].record.seats)
            line, step = _number(saved["line"]), _number(saved["step"])
            viewer, everything, pause = _number(saved["viewer"]), bool(saved["everything"]), saved["pause"]
            vocabulary, born = str(saved["vocabulary"]), str(saved["born"])
            deal = DayDeal(parse_day(saved["day"], self.texts), _number(saved["attempt"])) if "day" in saved else None
            turns = [LastTurn(_number(turn[0]), _number(turn[1])) for turn in saved.get("curtain", ())]
            fits = 0 <= line < len(lines) <= MAX_VARIATIONS and 0 <= viewer < lines[0].record.seats
            fits = (
                fits
                and vocabulary in VOCABULARIES
                and pause in CHANCE_STOPS
                and len(born) == len(self.game_instance_id)
            )
            if turns:
                is_over = isinstance(lines[0].record.state.node, End)
                fits = fits and len(turns) == len(players) and (is_over or len(lines) == 1)
                fits = fits and all(0 <= number <= len(lines[0].record) for turn in turns for number in turn)
                fits = fits and players.count(HUMAN) > 1
        except FORMAT_ERRORS as error:
            raise ValueError(self.texts["no_saved"]) from error
        if not fits:
            raise ValueError(self.texts["no_saved"])
        self._begin(lines, players, line, step)
        self.viewer, self.is_full_view, self.chance_stop = viewer, everything, pause
        self.game_instance_id = born
        if deal is not None:
            self._set_day_deal(deal)
        if turns:
            self.curtain = CurtainState(turns)
            self.step = self.step if not self.lock_reason() else len(self.record)
        self.set_vocabulary(vocabulary)

    def to_dict(self) -> dict[str, Any]:
        """Return as plain JSON everything that is necessary to continue after a reload."""
        return {
            "lines": [
                {
                    "link": line.to_link(),
                    "label": line.title_id,
                    "parted": line.branch_step,
                    "note": line.note,
                    "refused": sorted(line.seen_refusal_rules),
                }
                for line in self.variations
            ],
            "line": self.variation_index,
            "step": self.step,
            "players": self.players,
            "viewer": self.viewer,
            "everything": self.is_full_view,
            "pause": self.chance_stop,
            "vocabulary": self.game.vocabulary,
            "born": self.game_instance_id,
            **(self.day_deal.to_dict() if self.day_deal else {}),
            **({"curtain": self.curtain.to_list()} if self.curtain else {}),
        }

    def set_vocabulary(self, vocabulary: str) -> None:
        """Switch the game to another vocabulary, "classroom" or "rulebook"."""
        if vocabulary not in VOCABULARIES:
            raise ValueError(f"There is no vocabulary {short_repr(vocabulary)}; choose from {', '.join(VOCABULARIES)}.")
        self.game = self.game.with_vocabulary(vocabulary)
        for line in self.variations:
            line.record.set_vocabulary(vocabulary)
        self._past = None
        self._recent.clear()

    def set_language(self, language: str) -> None:
        """Switch all texts that are not part of the game to another language. Missing texts stay in English."""
        self.texts = load_texts(*TEXT_FILES, language=language)
        self._undo = None

    def set_names_and_players(self, names: Sequence[str], players: Sequence[str]) -> None:
        """Set other names and players for the same game."""
        seats = self.record.seats
        chosen = self._checked(players, seats)
        Record(self.game, seats, self.record.options, names)  # checks the names
        if chosen != self.players:
            self.require_unlocked()
        for line in self.variations:
            line.record.seat_names = tuple(names)
        self.players = chosen
        self._turn_to_player()

    # -- asking ------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """Record of the current variation."""
        return self.variations[self.variation_index].record

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the seats."""
        return self.record.seat_names

    def direction_isolated_name(self, seat: Seat) -> str:
        """Return the name of a seat for use inside a sentence, with its text direction isolated."""
        return isolate_direction(self.names[seat])

    @property
    def is_in_past(self) -> bool:
        """Whether the viewed step is not the last one of its variation."""
        return self.step < len(self.record)

    @property
    def state(self) -> State[Any]:
        """Viewed position. Callers must not change it."""
        if not self.is_in_past:
            return self.record.state
        line = self.variations[self.variation_index]
        if self._past is None or self._past[0] is not line or self._past[1] != self.step:
            self._past = (line, self.step, self.record.state_at(self.step))
        return self._past[2]

    def previous_state(self) -> State[Any] | None:
        """Return the position before the viewed step, or None at the first step. Callers must not change it."""
        return self._at(self.step - 1) if self.step else None

    def _at(self, step: int) -> State[Any]:
        """Return the position at a step of the current variation. Callers must not change it."""
        line = self.variations[self.variation_index]
        for kept_line, kept_step, state in self._recent:
            if kept_line is line and kept_step == step:
                return state
        self._recent.append((line, step, self.record.state_at(step)))
        return self._recent[-1][2]

    @property
    def step_before_last_click(self) -> int:
        """Step that was viewed before the last click and its consequences, or the viewed step if there was no click."""
        line, before, after = self._deed
        return before if (line, after) == (self.variation_index, self.step) else self.step

    def recent_chance_steps(self) -> Iterator[tuple[int, State[Any]]]:
        """Yield the chance steps since the last choice, latest first. Each is yielded with the position before it."""
        for step in range(self.step, min(self.step_before_last_click, self.step - 1), -1):
            before = self._at(step - 1) if step else None
            if before is None or (isinstance(before.node, Decision) and len(before.legal) > 1):
                return
            if isinstance(before.node, Chance):
                yield step, before

    def board(self, state: State[Any] | None = None) -> Board:
        """Return the board of a position for the current viewer. The default position is the viewed one."""
        return make_board(self.state if state is None else state, self.viewer, self.is_full_view, self.names)

    def bot_to_move(self) -> str | None:
        """Return the bot that has to act at the viewed step, or None if no bot has to act."""
        node = self.state.node
        player = self.players[node.seat] if isinstance(node, Decision) else HUMAN
        return None if player == HUMAN else player

    def encountered_rules(self) -> set[str]:
        """Return the encountered rules of the current variation, without clarifications."""
        rules = self.game.rules
        line = self.variations[self.variation_index]
        return {
            rule
            for rule in line.encountered_rules | line.seen_refusal_rules
            if rule in rules and not rules[rule].question
        }

    def record_refusal(self, rule: str) -> None:
        """Record that the user has read a refusal by this rule. The rule then counts as encountered."""
        if rule not in self.game.rules:
            raise ValueError(f"There is no rule {short_repr(rule)}.")
        self.variations[self.variation_index].seen_refusal_rules.add(rule)

    # -- choosing ----------------------------------------------------------------------------

    def play_or_branch(self, *choices: Action | Outcome) -> None:
        """Apply actions or an outcome in sequence.

        Choices at the last step continue the variation. Choices at a past step start a new variation.
        """
        before = self.step
        if any(not isinstance(choice, Action) for choice in choices):
            self.require_unlocked()
        for choice in choices:
            if self.choice_guard is not None:
                self.choice_guard(choice)
            if not self.is_in_past:
                self._play(choice)
            elif self.record.choices[self.step] == choice:
                self.step += 1
            else:
                self._what_if(choice)
        self.step_after_last_choice = self.step
        if len(choices) > 1:
            self.variations[self.variation_index].same_click_steps.add(self.step - 1)
        self._settle(before, chosen=isinstance(choices[-1], Action))
        self.news_start_step = self.step - 1

    def repeat_action(self, action: Action) -> None:
        """Repeat an action while the same seat gets the same question again and the action is legal."""
        before, node = self.step, self.state.node
        if not isinstance(node, Decision) or not self.board().repeat_until_done_label(action):
            raise ValueError(self.texts["too_late"])
        ask, seat = node.step_name, node.seat
        while isinstance(node, Decision) and (node.step_name, node.seat) == (ask, seat) and action in self.state.legal:
            self.play_or_branch(action)
            node = self.state.node
        self._deed = (self.variation_index, before, self.step)

    def play_scripted_choice(self, choice: Action | Outcome) -> None:
        """Play a scripted choice of another seat or a scripted outcome, as a consequence of the last click."""
        self._play(choice)
        self._deed = (self.variation_index, self._deed[1], self.step)
        self._turn_to_player()

    def _play(self, choice: Action | Outcome) -> None:
        before = self.record.state.clone()
        try:
            self.record.apply_and_append(choice)
        except RecordError as error:
            raise ValueError(str(error.__cause__ or error)) from error
        line = self.variations[self.variation_index]
        self._recent.append((line, self.step, before))
        line.record_events_and_rules(line.record.state)
        self.step += 1

    def undo_target(self) -> int:
        """Return the step to which "Undo" goes back: the step before the last choice of a person.

        Raise ValueError with the reason if hidden or random information has appeared since that choice, or if no person
        has chosen yet.
        """
        if self.is_in_past:
            raise ValueError(self.texts["undo_past"])
        if self.curtain is not None and self.is_game_over():
            raise ValueError(self.texts["undo_seen"])
        line = self.variations[self.variation_index]
        key = (id(line), len(self.record), self.viewer)
        if self._undo is None or self._undo[0] != key:
            self._undo = (key, self._found_undo())
        answer = self._undo[1]
        if isinstance(answer, str):
            raise ValueError(answer)
        return answer

    def _found_undo(self) -> int | str:
        step = self.step
        while step:
            before = self.previous_state() if step == self.step else self.record.state_at(step - 1)
            assert before is not None  # a step before exists
            node, choice = before.node, self.record.choices[step - 1]
            if not isinstance(node, Decision) or not isinstance(choice, Action):
                return self.texts["undo_chance" if self.news_start_step else "undo_none"]
            if self.players[node.seat] != HUMAN or (self.has_curtain() and node.seat != self.viewer):
                return self.texts["undo_other"].format(who=self.direction_isolated_name(node.seat))
            if _does_reveal_hidden(before, choice, node.seat):
                return self.texts["undo_seen"]
            step -= 1
            if len(before.legal) > 1:
                return step - (step in self.variations[self.variation_index].same_click_steps)
        return self.texts["undo_none"]

    def undo(self) -> None:
        """Undo the last choice."""
        step = self.undo_target()
        line = self.variations[self.variation_index]
        self.variations[self.variation_index] = Variation.from_record(
            self.record.branch(step), line.title_id, line.branch_step, line.note
        )
        self.variations[self.variation_index].seen_refusal_rules = line.seen_refusal_rules
        self.step = step
        self.news_start_step, self.step_after_last_choice = min(self.news_start_step, step), 0
        self._deed = (self.variation_index, step, step)
        self._turn_to_player()

    def _what_if(self, choice: Action | Outcome) -> None:
        old = self.record
        try:
            course = old.replay_with_changed_choice(self.step, choice)
        except RecordError as error:
            raise ValueError(str(error.__cause__ or error)) from error
        step = self.step + 1
        parts = {"step": step, "then": self._said(old.choices[self.step]), "now": self._said(choice)}
        note = self.texts["parts"].format(**parts) + " "
        if course.stopped_at is None:
            note += self.texts["fits_all"] if len(old) > step else ""
        else:
            choice = old.choices[course.stopped_at]
            why = course.record.state.why_not(choice) if isinstance(choice, Action) else None
            text = self.game.describe(why, self.names) if why is not None else self.texts["lost_outcome"]
            said = self.texts["fits_until"]
            note += said.format(step=course.stopped_at + 1, choice=self._said(choice), why=text)
        self._add(Variation.from_record(course.record, "line_what_if", self.step, note.strip()))
        self.step = step

    def _said(self, choice: Action | Outcome) -> str:
        if isinstance(choice, Action):
            return f"“{self.game.describe(choice, self.names)}”"
        return board_class(self.game.id)(self.record.state, 0, self.names, []).outcome_text(choice)

    def _add(self, line: Variation) -> None:
        self.require_unlocked()
        if len(self.variations) == MAX_VARIATIONS:
            del self.variations[1]  # the first variation is never deleted
        self.variations.append(line)
        self.variation_index = len(self.variations) - 1

    def resolve_chance(self) -> None:
        """Draw an outcome of the pending chance step, with the exact probability of each outcome."""
        node = self.state.node
        if self.is_in_past or not isinstance(node, Chance):
            raise ValueError(self.texts["too_late"])
        self._play(self._sample(node))
        self._settle(self.step - 1)

    def _sample(self, node: Chance) -> Outcome:
        if self.luck is not None:
            return self.luck.outcome(self.record)
        return node.sample(self.rng) if self.outcome_chooser is None else self.outcome_chooser(node, self.rng)

    def play_next_step(self) -> None:
        """Play one step: the choice of a bot, or a chance step."""
        bot = self.bot_to_move()
        if self.is_in_past or bot is None:
            self.resolve_chance()
            return
        self._let(bot)
        self._settle(self.step - 1)

    def _let(self, bot: str) -> None:
        """Let a bot choose, and store the reason."""
        state = self.state
        assert isinstance(state.node, Decision)
        seat = state.node.seat
        rng = self.rng if self.luck is None else self.luck.bot_generator(self.record)
        action, view = choose_action(state, available_bots(self.game)[bot], rng), state.seen_by(seat)
        why = bot_reason_text(self.game, bot, view, action, self.texts) if len(state.legal) > 1 else ""
        self._play(action)
        if why:
            self.variations[self.variation_index].bot_reasons[self.step] = seat, why

    def play_until_human(self) -> None:
        """Play the steps of bots and chance until a person has to choose, or until the end."""
        if self.is_in_past:
            raise ValueError(self.texts["too_late"])
        start = self.step  # the steps played automatically may already have reached the stop
        self._advance(
            lambda: (
                (self._can_advance_alone() or self._has_single_answer())
                and not (
                    self.news_start_step and self.step > start and (self.is_attack_in_view() or self._should_halt())
                )
            )
        )

    def event_summaries(self, board: Board | None = None) -> list[dict[str, Any]]:
        """Return the event summaries of the last click, as the viewer may know them.

        `board` is the board of the viewed step, if the caller has already created it.
        """
        if not self.step:
            return []
        told = (board or self.board()).event_summaries(self._seen_news())
        return [{**one, "card": event_summary_card_fields(one["card"])} if "card" in one else one for one in told]

    def payments_of_last_click(self, viewed_board: Board) -> list[Payment]:
        """Return the payments of the last click, as the viewer may know them.

        `viewed_board` is the board of the viewed step.
        """
        return viewed_board.event_payments(self._seen_news()) if self.step else []

    def _seen_news(self) -> Iterator[Event]:
        return (event if self.is_full_view else event.seen_by(self.viewer) for event in self.events_of_last_click())

    def _should_halt(self) -> bool:
        """Return whether the last step has an event summary that stops automatic play so that users see it."""
        return any(moment.get("stop") or moment.get("star") for moment in self.event_summaries())

    def can_auto_advance(self) -> bool:
        """Return whether the next step is played automatically: a bot acts, or a chance step needs no click now."""
        if self.is_in_past or HUMAN not in self.players or self.has_curtain() or not self._can_advance_alone():
            return False
        node, stops = self.state.node, self._stops()
        if isinstance(node, Chance):
            mine = node.seat is not None and self.players[node.seat] == HUMAN
            awaited = (
                mine or self.board().is_attack_on_viewer()
            )  # a user who opens a game before such a roll wants to start the roll
            return stops != "all" and (not awaited or (stops == "none" and self.news_start_step > 0))
        return stops == "none" or not self.is_last_step_attack_on_viewer()

    def _stops(self) -> str:
        """Return which chance steps need a click, from `CHANCE_STOPS`. In a tutorial, each roll needs its own click."""
        return "rolls" if self.choice_guard is not None and self.chance_stop == "none" else self.chance_stop

    def is_attack_in_view(self) -> bool:
        """Return whether another seat attacks the viewer with the pending chance step or with the last one.

        Automatic play stops at this step, and the page displays the step longer.
        """
        return (
            isinstance(self.state.node, Chance) and self.board().is_attack_on_viewer()
        ) or self.is_last_step_attack_on_viewer()

    def is_last_step_attack_on_viewer(self) -> bool:
        """Return whether the last step was a chance step with which another seat attacked the viewer."""
        before = self.previous_state()
        return before is not None and isinstance(before.node, Chance) and self.board(before).is_attack_on_viewer()

    def resolve_same_kind_chance_steps(self) -> None:
        """Play the pending chance step and all consecutive chance steps of the same kind."""
        node = self.state.node
        if not isinstance(node, Chance):
            raise ValueError(self.texts["too_late"])
        self._advance(lambda: isinstance(self.state.node, Chance) and self.state.node.step_name == node.step_name)

    def _has_single_answer(self) -> bool:
        """Return whether a person has only one legal action, which is then played without a click."""
        node = self.state.node
        asked = isinstance(node, Decision) and self.players[node.seat] == HUMAN
        return (
            self.should_play_forced_actions
            and asked
            and self.choice_guard is None
            and self.chance_stop != "all"
            and len(self.state.legal) == 1
        )

    def _can_advance_alone(self) -> bool:
        node = self.state.node
        return isinstance(node, Chance) or (isinstance(node, Decision) and self.players[node.seat] != HUMAN)

    def _advance(self, goes_on: Callable[[], bool]) -> None:
        for _ in range(MAX_STEPS):
            if self.is_in_past or not goes_on():
                break
            node, bot = self.state.node, self.bot_to_move()
            if isinstance(node, Chance):
                self._play(self._sample(node))
            elif self._has_single_answer():
                self._play(next(iter(self.state.legal)))
            else:
                assert bot is not None  # callers call this only if a bot or chance has to act
                self._let(bot)
        self._turn_to_player()

    def _settle(self, before: int, chosen: bool = False) -> None:
        """Play the chance steps that need no click, and update the viewer. `before` is the step before the click.

        If chance steps need no click, only the roll that the choice caused is played at once. Further rolls are not.
        """
        stops = self._stops()
        if not self.is_in_past and stops != "all":
            due = self.step if chosen and stops == "none" else None

            def should_continue() -> bool:
                nonlocal due
                if self._has_single_answer():
                    due = self.step + 1 if due == self.step else due
                    return True
                if not isinstance(self.state.node, Chance):
                    return False
                return self.board().should_auto_resolve_chance() or (
                    due == self.step and not self.board().is_attack_on_viewer()
                )

            self._advance(should_continue)
        self._deed = (self.variation_index, before, self.step)
        self._turn_to_player()

    def events_of_last_click(self) -> list[Event]:
        """Return the events of the viewed step and of the other steps that the same click caused."""
        first = min(self.step_before_last_click + 1, self.step)
        return [
            event
            for events in self.variations[self.variation_index].events_by_step[first : self.step + 1]
            for event in events
        ]

    def _turn_to_player(self) -> None:
        """Switch the viewer to the person who has to act, unless this would show cards to another person."""
        node = self.state.node
        alone = self.is_full_view or self.players.count(HUMAN) == 1
        if alone and isinstance(node, Decision) and self.players[node.seat] == HUMAN:
            self.viewer = node.seat

    # -- looking -----------------------------------------------------------------------------

    def view_step(self, step: int) -> None:
        """View a step of this variation."""
        if not 0 <= step <= len(self.record):
            raise ValueError(f"This game has the steps 0 to {len(self.record)}, not {step}.")
        self.step = step

    def find_last_human_choice_step(self) -> int:
        """Return the last step before this one at which a person chose. Raise ValueError if there is no such step."""
        state, last = self.record.new_initial_state(), None
        for step, choice in enumerate(self.record.choices[: self.step]):
            node = state.node
            if isinstance(node, Decision) and self.players[node.seat] == HUMAN:
                last = step
            state.apply(choice)
        if last is None:
            raise ValueError("No person has chosen anything yet.")
        return last

    def branch_at_current_step(self) -> None:
        """Add a variation that ends at the viewed step, to play on from there."""
        if not self.is_in_past:
            raise ValueError(self.texts["too_late"])
        self._add(Variation.from_record(self.record.branch(self.step), "line_from", self.step))
        self._turn_to_player()

    def switch_variation(self, variation: int) -> None:
        """View another variation, at the same step if both agree up to it, otherwise at the first different step."""
        same = self.first_step_differing_from(variation)
        self.variation_index = variation
        self.step = self.step if self.step <= same else min(same + 1, len(self.record))
        self._turn_to_player()

    def first_step_differing_from(self, variation: int) -> int:
        """Return the first step at which another variation differs from the current one.

        If one variation is the beginning of the other, the result is the number of steps of the shorter one.
        """
        if not 0 <= variation < len(self.variations):
            raise ValueError(f"There are {len(self.variations)} lines.")
        here, there = self.record.choices, self.variations[variation].record.choices
        same = 0
        while same < min(len(here), len(there)) and format_choice(here[same]) == format_choice(there[same]):
            same += 1
        return same

    def set_view(self, viewer: Seat, is_full_view: bool) -> None:
        """Set the seat whose view is displayed, or display all cards open."""
        if not 0 <= viewer < self.record.seats:
            raise ValueError(f"There are the seats 1 to {self.record.seats}.")
        self.require_unlocked()
        self.viewer, self.is_full_view = viewer, is_full_view

    def show_news(self, viewer: Seat, clicked_step: int, step_after_last_choice: int, news_start_step: int) -> None:
        """Set the viewer and the news of this seat. `clicked_step` is the step before its last click."""
        self.viewer = viewer
        self.step_after_last_choice, self.news_start_step = step_after_last_choice, news_start_step
        self._deed = (self.variation_index, clicked_step, self.step)

    def is_game_over(self) -> bool:
        """Return whether the viewed position is the end of the game."""
        return isinstance(self.state.node, End)


def _does_reveal_hidden(before: State[Any], action: Action, seat: Seat) -> bool:
    """Return whether an action reveals something to its seat: with other hidden cards, the new view could differ."""
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
    """Return an integer of a saved game, or raise TypeError."""
    if type(value) is not int:
        raise TypeError("A number is no whole number.")
    return value
