"""The table: a game to play, step through, question and branch, in JupyterLab and in Voila.

The page gets one synced `scene` for the position looked at, and by message what grows (the log), what it
asked for (a preview, a rule, a file) and what it is to keep. It answers with messages `{do, seq, ...}`; each
is followed by `{kind: "done", seq}`. What cannot be done comes back as one plain sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import traitlets

import gamelib
from gamelib import Action, Chance, Decision, Dist, End, Game, Record, Vocabulary
from gamelib.number_format import count_with_noun
from gamelib.record import RecordError, game_id_of_link
from gamelib.validation import FORMAT_ERRORS, check_seed, plain_link, printable_text
from gamelib.validation import short_repr as short_repr
from gamelib.validation import validate_int as check_whole

from ..page.corrected import game_here
from ..page.kernel import place_in_notebook
from ..page.modules import linked, of_games, styles
from ..page.protocol import Deed, Json, PageWidget, texts, whole
from .calling import came_in, due_of, question, to_call
from .dialogs import (
    keys_dialog,
    lines_dialog,
    link_dialog,
    new_dialog,
    people,
    rule_dialog,
    rules_dialog,
    seats_dialog,
    words_dialog,
)
from .foresight import foresee, name_facts
from .players import HUMAN, label
from .reckoning import reckoning
from .reviewing import Reviewing
from .rivals import rivals
from .scene import Board, board_of, board_type, look_ahead
from .session import FAMILIES, PAUSES, Session

MOST_TEXT = 1_000_000  # characters of a file that is opened
SAID = 4  # events read out after a step


class Table(PageWidget):
    """A table for a game: `Table("harem")`, or `Table("harem", seats=2, players=["human", "thumb"])`.

    `seats` 0-based everywhere in Python. `players`: "human" or the name of a bot for each seat (default: a
    person at the first seat, rule-of-thumb bots elsewhere). `record`: a game to begin with, at `step`; it has its seats
    and options, and its names unless others are given.
    `keep`: whether the page keeps the game in the browser and goes on with it after a reload, or when the same table
    is made again. `begun`: draws and bots have gone on to the first choice of a person, so that nobody need know how a
    game is set up. `vocabulary`: "classroom" or "rulebook"; the page can change it. `cards`: a folder with corrected
    card tables.
    ValueError for an unknown game, a bad count, option, name, player or card table.

    >>> from widgets import Table
    >>> table = Table("towers", seed=1)
    >>> table.game.title
    'Towers'
    """

    _esm = linked(*of_games("*.js"), "table/table.js")
    _css = styles(
        "page/theme.css",
        "table/kit.css",
        "table/piles.css",
        "table/table.css",
        "table/cloth.css",
        "table/dock.css",
        "table/stage.css",
        "table/past.css",
        "table/dialogs.css",
        "table/end.css",
        "table/board.css",
        "table/narrow.css",
        "table/phone.css",
        "table/crowded.css",
        "table/pieces.css",
        "table/changes.css",
        "table/things.css",
        "table/calls.css",
        "table/scenes.css",
        "table/fork.css",
        *of_games("*.css"),
        "table/show.css",
        "table/coach.css",
        "table/layout.css",
        "table/fitted.css",
        *of_games("layout.css"),
        "table/guided.css",
        "table/touch.css",
    )

    families = FAMILIES
    scene = traitlets.Dict().tag(sync=True)
    look = traitlets.Dict().tag(sync=True)
    keep = traitlets.Bool(True).tag(sync=True)

    def __init__(
        self,
        game: str = "harem",
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] = (),
        players: Sequence[str] = (),
        record: Record | None = None,
        step: int | None = None,
        seed: int | None = None,
        keep: bool = True,
        begun: bool = False,
        vocabulary: Vocabulary = "classroom",
        cards: str | Path | None = None,
    ) -> None:
        if isinstance(game, Record):
            raise ValueError(f"A record is passed by name: Table({game.game.id!r}, record=...).")
        if not isinstance(game, str):
            gamelib.game(game)  # raises the error that says how a game is named
        board = board_type(game)
        check_seed(seed)
        if not isinstance(options, Mapping | None):
            raise ValueError(f"The options are a table of options by name, not {short_repr(options)}.")
        if isinstance(players, str):
            raise ValueError(f"The players are a list, one a seat, not {short_repr(players)}.")
        if record is not None:
            _check_record(record, game, seats, options)
            seats, options = record.seats, record.options
        if step is not None:
            check_whole(step, "The step", 0)
        rng = Random(seed)
        told = gamelib.game(game, cards, vocabulary) if cards is not None else game_here(game, vocabulary)
        self.session = Session(told, seats, dict(options or {}), names, players, rng)
        if keep:  # a game that is played, not a moment that a lesson asks about
            self.session.pause = "none"
        if record is not None:
            self.session.open(record.branch(len(record)), step, players)  # the caller's stays as it is
            if names:
                self.session.rename(names, self.session.players)
            self.session.speak(vocabulary)
        if begun:
            self.session.play_on()
        self._given = record.to_link() if record is not None else ""
        self._touched = False
        self._told: tuple[Any, ...] = ()
        self._call: Json | None = None
        self._title = ""
        self._called_at: tuple[Any, ...] = ()
        self._steps_told = 0
        self._review: Reviewing | None = None
        look = {"icons": dict(board.icons), "kinds": dict(board.kinds), "backs": dict(board.backs)}
        super().__init__(look=look, scene=self._scene(), keep=keep, place=place_in_notebook() if keep else "")
        self.hear()

    def __repr__(self) -> str:
        return f"<Table of {self.game.title}, {count_with_noun(self.session.record.seats, 'seat')}>"

    @property
    def game(self) -> Game:
        """The game in the words chosen.

        >>> from widgets import Table
        >>> Table("harem").game.id
        'harem'
        """
        return self.session.game

    # -- scenes ------------------------------------------------------------------------------

    def _scene(self, said: str = "") -> Json:
        """The step looked at, with everything that can be done about it."""
        play = self.session
        board = board_of(play.state, play.viewer, play.everything, play.names)
        node = board.node
        scene = board.layout()
        ahead = self._ahead(board)
        if ahead is not None:
            scene = look_ahead(scene, board, ahead)
        seat = getattr(node, "seat", None)
        open_to_viewer = play.everything or seat is None or seat == play.viewer
        undo = self._undo_why()
        name_facts(scene["zones"])
        scene.update(
            step=play.step,
            steps=len(play.record),
            names=list(play.names),
            roles=self._roles(),
            viewer=play.viewer,
            everything=play.everything,
            pause=play.pause,
            asked=seat,
            kind={Decision: "decision", Chance: "chance", End: "end"}[type(node)],
            known=play.words["as_all_know" if play.everything else "as_seat_knows"].format(
                who=play.name_in_sentence(play.viewer)
            ),
            controls=self._controls(board, node),
            hint=self._hint(board, node),
            came=self._came(),
            auto=play.goes_on(),
            held=play.held(),
            moments=play.moments(board),
            paid=play.payments(board),
            rivals=rivals(play),
            undo=not undo,
            undoWhy=undo,
            lines=[
                {"label": line.called(play.words), "note": line.note, "parted": line.parted, "steps": len(line.record)}
                for line in play.lines
            ],
            line=play.line,
            since=play.since,
            began=play.began,
            met=[len(play.met()), self._rules()],
        )
        self._put(scene, node)
        if isinstance(node, End):
            scene["reckoning"] = {**reckoning(play, board, node), "review": self._reviewed()}
        if play.past:
            free = board.moves or isinstance(node, Chance)
            of_past = play.words["past" if free else "past_not_yours"]
            scene["past"] = of_past.format(step=play.step, steps=len(play.record))
        if play.past and open_to_viewer:
            choice = play.record.choices[play.step]
            if choice in board.moves:
                scene["was"] = {"label": board.say(choice), "n": board.moves.index(choice)}
            else:
                scene["was"] = {"label": board.outcome(choice)}
        scene["born"] = play.born
        if isinstance(node, Chance) and not play.past:
            self._await(board, scene["odds"], (play.born, play.line, play.step, play.viewer, play.everything))
            if self._call is not None:
                scene["call"] = to_call(self._call)
        scene["live"] = " ".join(filter(None, [said, scene["ask"]]))
        return scene

    def _put(self, scene: Json, node: Decision | Chance | End) -> None:
        """A question is put to whom it asks, nobody else."""
        play = self.session
        if isinstance(node, Decision) and not play.everything and node.seat != play.viewer:
            scene["ask"] = play.words["chooses"].format(who=play.name_in_sentence(node.seat))
            scene["askLang"] = play.words["lang"]

    def _came(self) -> Json | None:
        """What chance has brought last since somebody chose, with its odds; None if nothing has that is to be seen."""
        for step, before in self.session.chances():
            board = self.session.board(before)
            came = board.came(self.session.record.choices[step - 1])
            if came is not None:
                break
        else:
            return None
        at = (self.session.born, self.session.line, step - 1, board.viewer, board.everything)
        if self._called_at != at:
            self._await(board, board.odds(), at)
        if self._call is not None and "at" in came:
            came = {**came, "call": {**to_call(self._call), "hit": came_in(self._call, came["at"])}}
        return {**came, "due": self._title, "step": step}

    def _await(self, board: Board, odds: Sequence[Json], at: tuple[Any, ...]) -> None:
        """Keep what is asked of the chance step of a position, and what it is called until it has come."""
        due = due_of(odds)
        self._call = question(board, odds, self.session.words)
        self._title, self._called_at = due["title"] if due else "", at

    def _ahead(self, board: Board) -> Board | None:
        """The board after the action that only opens the turn, where there is one to be made now."""
        play, prelude = self.session, board.prelude()
        return None if play.past or prelude not in board.moves else play.board(play.state.child(prelude))

    def _roles(self) -> list[str]:
        """What stands beside the name of a seat."""
        play = self.session
        alone = play.players.count(HUMAN) == 1
        you = play.words["you"] if alone else ""
        return [you if player == HUMAN else label(play.game, player, play.words) for player in play.players]

    def _controls(self, board: Board, node: Decision | Chance | End) -> list[Json]:
        """Buttons for what is not an action of the game: {do, label, lead}."""
        play, controls = self.session, []

        def add(do: str, label: str, lead: bool = False, **more: Any) -> None:
            controls.append({"do": do, "label": label, "lead": lead, **more})

        on = self.session.words["play_on"] if HUMAN in play.players else self.session.words["play_out"]
        if play.past:
            before = play.before()
            asked = before and before.node
            if before and isinstance(asked, Decision) and play.players[asked.seat] == HUMAN and len(before.legal) > 1:
                add("go", self.session.words["otherwise"], step=play.step - 1)
            add("go", self.session.words["to_now"], step=len(play.record))
            add("cut", self.session.words["go_on_here"])
        elif isinstance(node, End):
            add("dialog", self.session.words["new_game"], True, dialog="new", values={})
        elif isinstance(node, Chance):
            add("roll", board.chance_label(), True)
            if board.run_label():
                add("run", board.run_label())
            if node.seat is None or play.players[node.seat] != HUMAN or not play.since:
                add("play_on", on)
        elif play.bot() is not None:
            add("next", self.session.words["next"], True)
            add("play_on", on)
        elif board.moves:
            for n, action in enumerate(board.moves):
                label = board.again(action) if play.guide is None else ""
                if label:
                    add("again", label, n=n)
        else:
            add(
                "look",
                self.session.words["show_cards"].format(who=play.name_in_sentence(node.seat)),
                True,
                seat=node.seat,
            )
        return controls

    def _hint(self, board: Board, node: Decision | Chance | End) -> str:
        """Why nothing can be chosen here, where that is so."""
        play = self.session
        if play.past or not isinstance(node, Decision) or board.moves:
            return ""
        return play.words["hand_over" if play.bot() is None else "bot_moves"].format(
            who=play.name_in_sentence(node.seat)
        )

    def _log(self, first: int, last: int) -> list[Json]:
        """The lines of the steps `first` to `last`, as the viewer may know them."""
        play, lines = self.session, []
        for step in range(first, last + 1):
            for event in play.lines[play.line].told[step]:
                seen = event if play.everything else event.seen_by(play.viewer)
                line: Json = {"s": step, "t": self.game.describe(seen, play.names), "r": event.rule}
                if event.related_rules:
                    line["a"] = list(event.related_rules)
                lines.append(line)
        return lines

    def _show(self, said: str = "") -> None:
        """Send what has changed: new lines of the log, the scene, and what the browser is to keep."""
        play = self.session
        key = (id(play.lines[play.line]), play.viewer, play.everything, play.names, play.game.vocabulary)
        goes_on = key == self._told and self._steps_told <= len(play.record)
        first = self._steps_told + 1 if goes_on else 0
        self._told, self._steps_told = key, len(play.record)
        new = self._log(first, len(play.record))
        if new or not first:
            self.send({"kind": "log", "from": first, "lines": new})
        if not said and first:
            said = " ".join(line["t"] for line in new[-SAID:])
        self._keep()  # before it shows: who reloads at once must find it again
        self.scene = self._scene(said)

    def _kept(self) -> Json:
        """What the browser is to keep. `given`: the game to begin with, if there was one."""
        return {**self.session.saved(), "given": self._given}

    # -- messages ----------------------------------------------------------------------------

    def deeds(self) -> dict[str, Deed]:
        play = self.session
        shown = {  # what changes the scene
            "act": self._act,
            "again": self._again,
            "outcome": self._outcome,
            "had": self._had,
            "roll": lambda m: play.roll(),
            "next": lambda m: play.next(),
            "play_on": lambda m: play.play_on(),
            "run": lambda m: play.run(),
            "go": lambda m: play.go(whole(m["step"])),
            "cut": lambda m: play.cut(),
            "what_if": lambda m: play.go(play.last_choice()),
            "line": lambda m: play.switch(whole(m["line"])),
            "look": lambda m: play.look(whole(m.get("seat", play.viewer)), bool(m.get("everything", play.everything))),
            "pause": lambda m: setattr(play, "pause", {each: each for each in PAUSES}[m["stop"]]),
            "undo": lambda m: play.undo(),
            "people": lambda m: play.rename(*people(m["values"], play.record.seats)),
            "speak": lambda m: play.speak(str(m["values"]["vocabulary"])),
            "new": self._new,
            "open": self._open,
            "open_link": lambda m: self._open_link(str(m["values"]["link"])),
        }
        asked: dict[str, Deed] = {
            "hello": self._hello,
            "peek": self._peek,
            "touch": self._touch,
            "foresee": self._foresee,
            "refused": self._refused,
            "try": self._try,
            "dialog": self._dialog,
            "save": self._save,
            "review": self._think,
        }

        def then_show(deed: Callable[[Json], Any]) -> Callable[[Json], None]:
            def run(message: Json) -> None:
                said = deed(message)
                self._touched = True
                self._show(said if isinstance(said, str) else "")

            return run

        return {**asked, **{name: then_show(deed) for name, deed in shown.items()}}

    def talk(self, language: str) -> None:
        super().talk(language)
        self.session.talk(language)
        self._show()

    def _hello(self, message: Json) -> None:
        """A page has come up: go on with the game it has kept, unless this table is in use already or began with
        another one."""
        said = ""
        if not self._touched:
            self._touched = True
            attempts: list[Callable[[], Any]] = []
            link, saved = str(message.get("link") or ""), message.get("saved")
            if saved and (not isinstance(saved, Mapping) or saved.get("given", "") == self._given):
                attempts.append(lambda: self.session.restore(saved))
            # a link that was followed, not our own address
            if "game=" in plain_link(link) and _linked(link) != _kept(saved):
                attempts.insert(0, lambda: self._open_link(link))
            for attempt in attempts:
                try:
                    attempt()
                except ValueError as error:
                    self.refuse(str(error))
                else:
                    said = self.session.words["restored"].format(step=self.session.step, steps=len(self.session.record))
                    break
        self._told = ()
        self._show(said)

    def _undo_why(self) -> str:
        """Why the last choice cannot be taken back; empty if it can."""
        try:
            self.session.undo_to()
        except ValueError as error:
            return str(error)
        return ""

    def _meant(self, message: Json) -> list[Action]:
        """The action of this number in the scene of this step, after the one that opens the turn where that is due."""
        play = self.session
        if message.get("step") != play.step or message.get("line", play.line) != play.line:
            raise ValueError(play.words["too_late"])
        board = board_of(play.state, play.viewer, play.everything, play.names)
        n = whole(message["n"])
        ahead, moves = self._ahead(board), board.moves
        if ahead is not None and n >= len(moves):
            further = n - len(moves)
            if further not in range(len(ahead.moves)):
                raise ValueError(play.words["too_late"])
            return [moves[moves.index(board.prelude())], ahead.moves[further]]
        if n not in range(len(moves)):
            raise ValueError(play.words["too_late"])
        return [moves[n]]

    def _act(self, message: Json) -> None:
        """The action of this number in the scene of this step."""
        self.session.choose(*self._meant(message))

    def _again(self, message: Json) -> None:
        """The action of this number as often as the same is asked in a row."""
        (action,) = self._meant(message)
        self.session.again(action)

    def _foresee(self, message: Json) -> None:
        """Tell what an action would change; who pointed at it may have gone on meanwhile."""
        play = self.session
        if message.get("step") == play.step and message.get("line", play.line) == play.line:
            self._tell_ahead(message, foresee(play, self._meant(message)))

    def _tell_ahead(self, message: Json, ahead: Json) -> None:
        told = {key: value for key, value in ahead.items() if key != "spends"}
        self.send({"kind": "ahead", "n": whole(message["n"]), "step": self.session.step, **told})

    def _touch(self, message: Json) -> None:
        """A first touch: what spends something or cannot be taken back is shown, anything else is done; `seen`: who
        points at it has been shown already."""
        actions = self._meant(message)
        if self.session.guide is None:
            ahead = foresee(self.session, actions)
            if ahead["spends"] or (ahead["final"] and message.get("seen") is not True):
                self._tell_ahead(message, {**ahead, "held": True})
                return
        self._act(message)
        self._touched = True
        self._show()

    def _refused(self, message: Json) -> None:
        """The reader has been told why not, with this rule."""
        play = self.session
        before = play.met()
        play.refuse(str(message["rule"]))
        if play.met() != before:
            self.send({"kind": "met", "met": [len(play.met()), self._rules()]})
            self._keep()

    def _rules(self) -> int:
        return sum(not rule.question for rule in self.game.rules.values())

    def _keep(self) -> None:
        """Have the page keep the game, where it is to."""
        play = self.session
        if self.keep:
            self.send(
                {
                    "kind": "keep",
                    "data": self._kept(),
                    "link": play.lines[play.line].link(),
                    "step": play.step,
                    "met": sorted(play.met()),
                }
            )

    def _try(self, message: Json) -> None:
        """An action in notation, such as a bid that was typed: it is done, or its ruling comes back."""
        play = self.session
        board = board_of(play.state, play.viewer, play.everything, play.names)
        action = self.game.parse_choice(str(message["text"]))
        if action in board.moves:
            play.choose(action)
            self._show()
            return
        ruling = play.state.why_not(action)
        if ruling is None:
            raise ValueError(play.words["too_late"])
        play.refuse(ruling.rule)
        self.send({"kind": "why", "id": message.get("id"), **board.reason(ruling)})

    def _outcome(self, message: Json) -> None:
        play = self.session
        node = play.state.node
        if message.get("step") != play.step or not isinstance(node, Chance):
            raise ValueError(play.words["too_late"])
        values = texts(message["values"])
        outcome = self.game.parse_choice("=" + "+".join(values))
        if outcome not in node.dist():
            name = board_of(play.state, play.viewer, play.everything, play.names).outcome(outcome)
            raise ValueError(play.words["not_here"].format(name=printable_text(name)))
        play.choose(outcome)

    def _had(self, message: Json) -> None:
        """What chance has just decided, had it come out at another place of its picture: another line begins there."""
        play, place = self.session, whole(message["place"])
        decided = self._came()
        if message.get("step") != play.step or decided is None:
            raise ValueError(play.words["too_late"])
        before = play.record.state_at(decided["step"] - 1)
        assert isinstance(before.node, Chance)
        board = play.board(before)
        fit = {}
        for outcome, weight in before.node.dist().items():
            came = board.came(outcome)
            if came is not None and came.get("at") == place:
                fit[outcome] = weight
        if not fit:
            raise ValueError(play.words["had_not"])
        play.go(decided["step"] - 1)
        play.choose(Dist(fit).sample(play.rng))

    def _new(self, message: Json) -> str:
        values = message["values"]
        seats = whole(values["seats"])
        options = {name: values.get(f"option:{name}", option.default) for name, option in self.game.options.items()}
        self.session.new(seats, options, *people(values, seats))
        self._review = None
        return self.session.words["started"]

    def _open(self, message: Json) -> str:
        text = message["text"]
        if not isinstance(text, str) or len(text) > MOST_TEXT:
            raise ValueError(self.session.words["too_large"])
        self.session.open(Record.from_json(text, self.game), None, self.session.players)
        self._review = None
        return self.session.words["opened"].format(step=self.session.step, steps=len(self.session.record))

    def _open_link(self, text: str) -> str:
        """A link, or the whole address it came in, with its step."""
        link, step = _linked(text)
        if not link:
            raise ValueError(self.session.words["no_link"])
        self.session.open(Record.from_link(link, self.game), step, self.session.players)
        self._review = None
        return self.session.words["opened"].format(step=self.session.step, steps=len(self.session.record))

    def _peek(self, message: Json) -> None:
        """The scene of another step of this line, only to look at."""
        play, step = self.session, whole(message["step"])
        board = board_of(play.record.state_at(step), play.viewer, play.everything, play.names)
        scene = board.layout()
        self._put(scene, board.node)
        self.send({"kind": "peek", "step": step, "scene": scene})

    def _dialog(self, message: Json) -> None:
        """A dialog, with what has been filled in so far."""
        play, values = self.session, message.get("values", {})
        made = {
            "new": lambda: new_dialog(play, dict(values)),
            "people": lambda: seats_dialog(play),
            "words": lambda: words_dialog(play),
            "keys": lambda: keys_dialog(play),
            "link": lambda: link_dialog(play),
            "rule": lambda: rule_dialog(play, str(message.get("id"))),
            "rules": lambda: rules_dialog(play, texts(values.get("met", []), len(play.game.rules))),
            "lines": lambda: lines_dialog(play, whole(message["line"]) if "line" in message else None),
        }[message["dialog"]]
        self.send({"kind": "dialog", **made()})

    def _reviewed(self) -> Json:
        """Whose decisions the end offers to look at, and what has been found of them."""
        play, review = self.session, self._review
        same = review is not None and review.record is play.record and review.seat == play.viewer
        who = play.name_in_sentence(play.viewer)
        ask = play.words["review_ask" if play.players[play.viewer] == HUMAN else "review_of"].format(who=who)
        return {
            "ask": ask,
            "about": play.words["review_about"].format(who=who),
            "found": review.told(play.words) if same and review is not None else None,
        }

    def _think(self, message: Json) -> None:
        """Begin to look at the decisions of the seat that looks on, or go on with that for a moment.

        Another game ends it, and then nothing is sent, so that the page asks no more.
        """
        play = self.session
        if message.get("begin"):
            if not isinstance(play.state.node, End):
                raise ValueError(play.words["too_late"])
            if self._reviewed()["found"] is None:
                self._review = Reviewing(play.record, play.viewer)
        if self._review is not None:
            self._review.step()
            self.send({"kind": "review", "found": self._review.told(self.session.words)})

    def _save(self, message: Json) -> None:
        record = self.session.record
        name = f"{self.game.slug}-{len(record)}-steps.json"
        self.send({"kind": "file", "name": name, "text": record.to_json()})


def _check_record(record: Any, game: str, seats: int | None, options: Mapping[str, Any] | None) -> None:
    """ValueError unless this is a record of the game, with these seats and options where some are given."""
    if not isinstance(record, Record):
        raise ValueError(f"The record is a Record of the game, not {short_repr(record)}.")
    if record.game.id != game:
        raise ValueError(f"This is a record of {record.game.id!r}, not of {game!r}.")
    if seats not in (None, record.seats):
        raise ValueError(
            f"This record has {count_with_noun(record.seats, 'seat')}, not {short_repr(seats)}. Leave seats out."
        )
    for name, value in (options or {}).items():
        if record.options.get(name) != value:
            raise ValueError(f"This record was begun with other options ({short_repr(name)}). Leave options out.")


def _linked(text: str) -> tuple[str, int | None]:
    """Link and step of an address; the link is empty, or the step None, if it names none."""
    text = plain_link(text)
    for line in (text.replace(" ", ""), text):  # broken by a mail program, or with words behind it
        game, at = re.search(r"game=([\w-]+)", line), re.search(r"step=(\d{1,6})(?!\d)", line)
        link = game[1] if game else line
        try:
            game_id_of_link(link)
        except RecordError:
            continue
        break
    return link, int(at[1]) if at else None


def _kept(saved: Any) -> tuple[str, int] | None:
    """Link and step of what a browser has kept; None if it has kept nothing of use."""
    try:
        return str(saved["lines"][saved["line"]]["link"]), int(saved["step"])
    except (ValueError, *FORMAT_ERRORS):
        return None
