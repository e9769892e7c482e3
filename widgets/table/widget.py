"""Table widget for JupyterLab and Voila.

The page has one synchronized trait `scene` for the viewed position. Messages to the page contain new lines of the log,
replies to requests (a preview, a rule, a file), and the data that the browser saves. The page sends requests `{do, seq,
...}`. The widget answers each request with `{kind: "done", seq}`. If a request is impossible, the reply is one plain
sentence.
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
from gamelib.validation import FORMAT_ERRORS, normalize_pasted_link, replace_unprintable_characters, validate_seed
from gamelib.validation import short_repr as short_repr
from gamelib.validation import validate_int as check_whole

from ..page.assets import bundle_layers, bundle_scripts, bundle_styles, game_assets
from ..page.card_overrides import game_with_served_cards
from ..page.notebook_output import notebook_position_id
from ..page.protocol import Json, MessageHandler, PageWidget, validate_int, validate_str_list
from ..page.static_picture import StaticChart
from .action_preview import assign_fact_ids, preview_action_sequence
from .board import Board, board_class, make_board, with_actions_after_opening
from .curtain import (
    awaited_seat,
    close_curtain,
    closed_curtain_scene,
    has_turn_passed,
    is_curtain_closed,
    open_curtain,
    play_to_next_person,
    require_allowed,
)
from .day_deal import DayDeal, parse_day
from .day_result import DayBotGames, day_result
from .decision_review import DecisionReviewTask
from .dialogs import (
    choose_vocabulary_dialog,
    link_dialog,
    new_game_dialog,
    parse_names_and_players,
    rule_dialog,
    rule_list_dialog,
    seats_dialog,
    shortcuts_dialog,
    variation_comparison_dialog,
)
from .forecast import forecast_target, forecast_target_fields_for_page, has_target_occurred, pick_pending_odds
from .game_result import game_result
from .opponents import opponent_actions_since_last_choice
from .players import HUMAN, player_description
from .session import CHANCE_STOPS, TEXT_FILES, GameSession
from .static_position import position_paragraphs_and_charts

MAX_FILE_LENGTH = 1_000_000  # maximum number of characters of a file that a user opens
MAX_ANNOUNCED_LINES = 4  # maximum number of events that a screen reader announces after a step


#: style sheets of the table's components
COMPONENTS = (
    "card",
    "pile",
    "hand",
    "player_areas",
    "group_pieces",
    "action_bar",
    "main_panel",
    "event_summary",
    "game_result",
    "day_result",
    "curtain",
    "cell_map",
    "table",
    "dialogs",
    "selection",
    "forecast",
    "summary_animation",
    "variation_comparison",
    "rule_example",
    "tutorial",
    "action_preview",
)


class Table(PageWidget):
    """Widget on which people and bots play one game.

    Args:
        game: Id of the game, for example "harem" for Court.
        seats: Number of seats. The default depends on the game.
        options: Options of the game by name.
        names: Names of the players, one per seat.
        players: "human" or the name of a bot for each seat. By default, a person has the first seat, and heuristic
            bots have the others.
        record: Game to continue. The table uses its seats and options, and its names unless `names` is given.
        step: Step of the record to display. The default is the last step.
        seed: Seed of the random numbers. Without a seed, each game is different.
        keep: Whether the browser saves the game and restores it after a reload, or when the same table is created
            again.
        begun: Whether chance and bots play until the first choice of a person.
        curtain: Whether a curtain hides the cards between the turns of several people at one screen.
        vocabulary: "classroom" for neutral words, "rulebook" for the words of the printed rules. The page can change
            the vocabulary.
        cards: Folder with corrected card tables.

    Raises:
        ValueError: The game is unknown, or an argument is invalid.

    Example:
        >>> from widgets import Table
        >>> table = Table("towers", seed=1)
        >>> table.game.title
        'Towers'
    """

    _esm = bundle_scripts(*game_assets("*.js"), "table/table.js")
    _css = bundle_layers(
        {
            "tokens": ["page/tokens.css", "table/tokens.css"],
            "base": ["table/base.css"],
            "components": [f"table/{name}.css" for name in COMPONENTS],
            "layout": ["table/layout.css"],
            "games": game_assets("*.css"),
            "states": ["table/states.css"],
        }
    ) + bundle_styles("table/host.css")

    is_shared = False
    """Whether several people play the game on several devices (`widgets/classroom/shared_table`)."""
    text_files = TEXT_FILES
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
        curtain: bool = False,
        vocabulary: Vocabulary = "classroom",
        cards: str | Path | None = None,
    ) -> None:
        if isinstance(game, Record):
            raise ValueError(f"A record is passed by name: Table({game.game.id!r}, record=...).")
        if not isinstance(game, str):
            gamelib.game(game)  # this call raises the error that explains ids of games
        board = board_class(game)
        validate_seed(seed)
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
        told = gamelib.game(game, cards, vocabulary) if cards is not None else game_with_served_cards(game, vocabulary)
        self.session = self.new_session(told, seats, dict(options or {}), names, players, rng)
        if keep:  # the table has a complete game, not a position of a lesson
            self.session.chance_stop = "none"
        if record is not None:
            self.session.load_record(record.branch(len(record)), step, players)  # the caller's record stays unchanged
            if names:
                self.session.set_names_and_players(names, self.session.players)
            self.session.set_vocabulary(vocabulary)
        if begun:
            self.session.play_until_human()
        if curtain:
            self.session.start_curtain()
            play_to_next_person(self.session)
        self._given = record.to_link() if record is not None else ""
        self._touched = False
        self._told: tuple[Any, ...] = ()
        self._call: Json | None = None
        self._title = ""
        self._called_at: tuple[Any, ...] = ()
        self._steps_told = 0
        self._review: DecisionReviewTask | None = None
        self._day_bots: DayBotGames | None = None
        look = {"icons": dict(board.icons), "kinds": dict(board.kind_themes), "backs": dict(board.card_backs)}
        super().__init__(look=look, scene=self._scene(), keep=keep, place=notebook_position_id() if keep else "")
        self.start_receiving()

    def new_session(
        self,
        game: Game,
        seats: int | None,
        options: dict[str, Any],
        names: Sequence[str],
        players: Sequence[str],
        rng: Random,
    ) -> GameSession:
        """Return the game session of this table. A subclass can return a session of another class."""
        return GameSession(game, seats, options, names, players, rng)

    def plain_paragraphs_and_charts(self) -> list[str | StaticChart]:
        """Return the position for exports: the open question, the odds, and the facts and cards of each player."""
        return position_paragraphs_and_charts(self.scene)

    def __repr__(self) -> str:
        return f"<Table of {self.game.title}, {count_with_noun(self.session.record.seats, 'seat')}>"

    @property
    def game(self) -> Game:
        """Game, in the vocabulary that the table uses now.

        >>> from widgets import Table
        >>> Table("harem").game.id
        'harem'
        """
        return self.session.game

    # -- scenes ------------------------------------------------------------------------------

    def _scene(self, said: str = "") -> Json:
        """Return the scene of the viewed step, with all possible actions."""
        play = self.session
        if is_curtain_closed(play):
            return closed_curtain_scene(play)
        board = make_board(play.state, play.viewer, play.is_full_view, play.names)
        node = board.node
        scene = board.build_scene()
        ahead = self._ahead(board)
        if ahead is not None:
            scene = with_actions_after_opening(scene, board, ahead)
        seat = getattr(node, "seat", None)
        open_to_viewer = play.is_full_view or seat is None or seat == play.viewer
        undo = self._undo_why()
        assign_fact_ids(scene["zones"])
        scene.update(
            step=play.step,
            steps=len(play.record),
            names=list(play.names),
            roles=self._roles(),
            viewer=play.viewer,
            everything=play.is_full_view,
            pause=play.chance_stop,
            asked=seat,
            kind={Decision: "decision", Chance: "chance", End: "end"}[type(node)],
            known=play.texts["as_all_know" if play.is_full_view else "as_seat_knows"].format(
                who=play.direction_isolated_name(play.viewer)
            ),
            controls=self._controls(board, node),
            hint=self._hint(board, node),
            came=self._came(),
            auto=play.can_auto_advance(),
            held=play.is_attack_in_view(),
            moments=play.event_summaries(board),
            paid=play.payments_of_last_click(board),
            rivals=opponent_actions_since_last_choice(play),
            shared=self.is_shared,
            locked=self.is_shared or bool(play.lock_reason()),
            day=play.day_deal.day.isoformat() if play.day_deal else "",
            undo=not undo,
            undoWhy=undo,
            lines=[
                {
                    "label": line.title(play.texts),
                    "note": line.note,
                    "parted": line.branch_step,
                    "steps": len(line.record),
                }
                for line in play.variations
            ],
            line=play.variation_index,
            since=play.news_start_step,
            began=play.step_before_last_click,
            met=[len(play.encountered_rules()), self._rules()],
        )
        self._put(scene, node)
        if isinstance(node, End):
            scene["reckoning"] = {**game_result(play, board, node), "review": self._reviewed()}
            if play.day_deal and not play.variation_index:
                scene["reckoning"]["day"] = day_result(play, node, self._bots_of_day(play.day_deal))
        if play.is_in_past:
            free = board.visible_actions or isinstance(node, Chance)
            of_past = play.texts["past_seen" if self.is_shared else "past" if free else "past_not_yours"]
            scene["past"] = of_past.format(step=play.step, steps=len(play.record))
        if play.is_in_past and open_to_viewer:
            choice = play.record.choices[play.step]
            if choice in board.visible_actions:
                scene["was"] = {"label": board.describe(choice), "n": board.visible_actions.index(choice)}
            else:
                scene["was"] = {"label": board.outcome_text(choice)}
        scene["born"] = play.game_instance_id
        if isinstance(node, Chance) and not play.is_in_past and not has_turn_passed(play):
            self._await(
                board,
                scene["odds"],
                (play.game_instance_id, play.variation_index, play.step, play.viewer, play.is_full_view),
            )
            if self._call is not None:
                scene["call"] = forecast_target_fields_for_page(self._call)
        scene["live"] = " ".join(filter(None, [said, scene["ask"]]))
        return scene

    def _put(self, scene: Json, node: Decision | Chance | End) -> None:
        """Set the question in the scene. A viewer who does not have to choose reads instead who has to choose."""
        play = self.session
        if isinstance(node, Decision) and not play.is_full_view and node.seat != play.viewer:
            scene["ask"] = play.texts["chooses"].format(who=play.direction_isolated_name(node.seat))
            scene["askLang"] = play.texts["lang"]

    def _came(self) -> Json | None:
        """Return the odds with outcome of the latest visible chance step since the last choice, or None without one."""
        for step, before in self.session.recent_chance_steps():
            board = self.session.board(before)
            came = board.odds_with_resolved_outcome(self.session.record.choices[step - 1])
            if came is not None:
                break
        else:
            return None
        at = (self.session.game_instance_id, self.session.variation_index, step - 1, board.viewer, board.is_full_view)
        if self._called_at != at:
            self._await(board, board.current_odds(), at)
        if self._call is not None and "at" in came:
            came = {
                **came,
                "call": {
                    **forecast_target_fields_for_page(self._call),
                    "hit": has_target_occurred(self._call, came["at"]),
                },
            }
        return {**came, "due": self._title, "step": step}

    def _await(self, board: Board, odds: Sequence[Json], at: tuple[Any, ...]) -> None:
        """Store the forecast event and the title of the pending chance step until the outcome is known."""
        due = pick_pending_odds(odds)
        self._call = forecast_target(board, odds, self.session.texts)
        self._title, self._called_at = due["title"] if due else "", at

    def _ahead(self, board: Board) -> Board | None:
        """Return the board after the action that only opens the turn, or None if this action is not legal now."""
        play, prelude = self.session, board.turn_opening_action()
        return (
            None if play.is_in_past or prelude not in board.visible_actions else play.board(play.state.child(prelude))
        )

    def _roles(self) -> list[str]:
        """Return the text next to the name of each seat."""
        play = self.session
        alone = play.players.count(HUMAN) == 1
        return [
            player_description(play.game, player, play.texts)
            if player != HUMAN
            else play.texts["you"]
            if alone or (play.has_curtain() and seat == play.viewer)
            else ""
            for seat, player in enumerate(play.players)
        ]

    def _controls(self, board: Board, node: Decision | Chance | End) -> list[Json]:
        """Return the buttons for requests that are not actions of the game, as {do, label, lead}."""
        play, controls = self.session, []

        def add(do: str, label: str, lead: bool = False, **more: Any) -> None:
            controls.append({"do": do, "label": label, "lead": lead, **more})

        on = self.session.texts["play_on"] if HUMAN in play.players else self.session.texts["play_out"]
        if play.is_in_past:
            before = play.previous_state()
            asked = before and before.node
            own = before and isinstance(asked, Decision) and play.players[asked.seat] == HUMAN and len(before.legal) > 1
            if own and not play.lock_reason():
                add("view_step", self.session.texts["otherwise"], step=play.step - 1)
            add("view_step", self.session.texts["to_now"], step=len(play.record))
            if not play.lock_reason():
                add("branch_at_step", self.session.texts["go_on_here"])
        elif has_turn_passed(play):
            who = play.direction_isolated_name(awaited_seat(play))
            add("close_curtain", play.texts["curtain_close"].format(who=who), True)
        elif isinstance(node, End):
            if play.day_deal:
                add("play_day_deal_again", self.session.texts["day_again"], True)
            add("open_dialog", self.session.texts["new_game"], not play.day_deal, dialog="new", values={})
        elif isinstance(node, Chance):
            add("resolve_chance", board.chance_button_label(), True)
            if board.chance_series_button_label():
                add("resolve_chance_series", board.chance_series_button_label())
            is_of_others = node.seat is None or play.players[node.seat] != HUMAN or not play.news_start_step
            if is_of_others and not play.has_curtain():
                add("play_until_human", on)
        elif play.bot_to_move() is not None:
            add("play_next_step", self.session.texts["next"], True)
            add("play_until_human", on)
        elif board.visible_actions:
            for n, action in enumerate(board.visible_actions):
                label = board.repeat_until_done_label(action) if play.choice_guard is None else None
                if label:
                    add("repeat_action", label, n=n)
        else:
            add(
                "set_view",
                self.session.texts["show_cards"].format(who=play.direction_isolated_name(node.seat)),
                True,
                seat=node.seat,
            )
        return controls

    def _hint(self, board: Board, node: Decision | Chance | End) -> str:
        """Return why the viewer cannot choose now, or an empty text if the viewer can."""
        play = self.session
        if not play.is_in_past and has_turn_passed(play):
            who = play.direction_isolated_name(awaited_seat(play))
            return play.texts["curtain_turn_over"].format(who=who)
        if play.is_in_past or not isinstance(node, Decision) or board.visible_actions:
            return ""
        return play.texts["hand_over" if play.bot_to_move() is None else "bot_moves"].format(
            who=play.direction_isolated_name(node.seat)
        )

    def _log(self, first: int, last: int) -> list[Json]:
        """Return the log lines of the steps `first` to `last`, as the viewer may know them."""
        play, lines = self.session, []
        if is_curtain_closed(play):
            return []
        for step in range(first, last + 1):
            for event in play.variations[play.variation_index].events_by_step[step]:
                seen = event if play.is_full_view else event.seen_by(play.viewer)
                line: Json = {"s": step, "t": self.game.describe(seen, play.names), "r": event.rule}
                if event.related_rules:
                    line["a"] = list(event.related_rules)
                lines.append(line)
        return lines

    def _show(self, said: str = "") -> None:
        """Send all changes: new log lines, the scene, and the data that the browser saves."""
        play = self.session
        play_to_next_person(play)
        key = (
            is_curtain_closed(play),
            id(play.variations[play.variation_index]),
            play.viewer,
            play.is_full_view,
            play.names,
            play.game.vocabulary,
        )
        goes_on = key == self._told and self._steps_told <= len(play.record)
        first = self._steps_told + 1 if goes_on else 0
        self._told, self._steps_told = key, len(play.record)
        new = self._log(first, len(play.record))
        if new or not first:
            self.send({"kind": "log", "from": first, "lines": new})
        if not said and first:
            said = " ".join(line["t"] for line in new[-MAX_ANNOUNCED_LINES:])
        self._keep()  # save before the scene changes, so that an immediate reload loses nothing
        self.scene = self._scene(said)

    def _kept(self) -> Json:
        """Return the data that the browser saves. `given` is the link of the initial record, or empty without one."""
        return {**self.session.to_dict(), "given": self._given}

    # -- messages ----------------------------------------------------------------------------

    def message_handlers(self) -> dict[str, MessageHandler]:
        play = self.session
        shown = {  # requests that change the scene
            "play_action": self._act,
            "repeat_action": self._again,
            "choose_outcome": self._outcome,
            "replace_outcome": self._had,
            "resolve_chance": lambda m: play.resolve_chance(),
            "play_next_step": lambda m: play.play_next_step(),
            "play_until_human": lambda m: play.play_until_human(),
            "resolve_chance_series": lambda m: play.resolve_same_kind_chance_steps(),
            "view_step": lambda m: play.view_step(validate_int(m["step"])),
            "branch_at_step": lambda m: play.branch_at_current_step(),
            "view_last_choice": lambda m: play.view_step(play.find_last_human_choice_step()),
            "switch_variation": lambda m: play.switch_variation(validate_int(m["line"])),
            "set_view": lambda m: play.set_view(
                validate_int(m.get("seat", play.viewer)), bool(m.get("everything", play.is_full_view))
            ),
            "set_chance_stop": lambda m: setattr(play, "chance_stop", {each: each for each in CHANCE_STOPS}[m["stop"]]),
            "undo": lambda m: play.undo(),
            "set_names_and_players": lambda m: play.set_names_and_players(
                *parse_names_and_players(m["values"], play.record.seats)
            ),
            "set_vocabulary": lambda m: play.set_vocabulary(str(m["values"]["vocabulary"])),
            "start_game": self._new,
            "open_day_deal": self._open_day_deal,
            "play_day_deal_again": self._play_day_deal_again,
            "open_file": self._open,
            "open_link": lambda m: self._open_link(str(m["values"]["link"])),
        }
        if play.curtain is not None:
            shown |= {"open_curtain": lambda m: open_curtain(play), "close_curtain": lambda m: close_curtain(play)}
        asked: dict[str, MessageHandler] = {
            "hello": self._hello,
            "peek_step": self._peek,
            "preview_or_play": self._touch,
            "preview_action": self._foresee,
            "report_refusal": self._refused,
            "play_typed_action": self._try,
            "open_dialog": self._dialog,
            "save_file": self._save,
            "review_decisions": self._think,
            "continue_day_bots": self._continue_day_bots,
        }

        def then_show(deed: Callable[[Json], Any]) -> Callable[[Json], None]:
            def run(message: Json) -> None:
                said = deed(message)
                self._touched = True
                self._show(said if isinstance(said, str) else "")

            return run

        handlers = {**asked, **{name: then_show(deed) for name, deed in shown.items()}}
        if play.curtain is None:
            return handlers

        def if_allowed(request: str, handle: MessageHandler) -> MessageHandler:
            def run(message: Json) -> None:
                require_allowed(play, request)
                handle(message)

            return run

        return {name: if_allowed(name, handle) for name, handle in handlers.items()}

    def set_language(self, language: str) -> None:
        super().set_language(language)
        self.session.set_language(language)
        self._show()

    def _hello(self, message: Json) -> None:
        """Handle the first message of a page: restore the saved game.

        The saved game is ignored if this table was already used, or if the saved game started from another record.
        """
        said = ""
        if not self._touched:
            self._touched = True
            attempts: list[Callable[[], Any]] = []
            link, saved = str(message.get("link") or ""), message.get("saved")
            if saved and (not isinstance(saved, Mapping) or saved.get("given", "") == self._given):
                attempts.append(lambda: self.session.restore(saved))
            if "day" in message:
                attempts = [lambda: self._open_day_deal(message)]
            # an opened link, if it is not the address of the saved game
            if "game=" in normalize_pasted_link(link) and _linked(link) != _kept(saved):
                attempts.insert(0, lambda: self._open_link(link))
            for attempt in attempts:
                try:
                    said = attempt() or ""
                except ValueError as error:
                    self.send_notice(str(error))
                else:
                    play = self.session
                    said = said or play.texts["restored"].format(step=play.step, steps=len(play.record))
                    break
        self._told = ()
        self._show(said)

    def _undo_why(self) -> str:
        """Return the reason why the last choice cannot be undone, or an empty text if it can."""
        try:
            self.session.undo_target()
        except ValueError as error:
            return str(error)
        return ""

    def _meant(self, message: Json) -> list[Action]:
        """Return the action with this number in the scene, preceded by the action that opens the turn if necessary."""
        play = self.session
        if message.get("step") != play.step or message.get("line", play.variation_index) != play.variation_index:
            raise ValueError(play.texts["too_late"])
        board = make_board(play.state, play.viewer, play.is_full_view, play.names)
        n = validate_int(message["n"])
        ahead, moves = self._ahead(board), board.visible_actions
        if ahead is not None and n >= len(moves):
            further = n - len(moves)
            if further not in range(len(ahead.visible_actions)):
                raise ValueError(play.texts["too_late"])
            return [moves[moves.index(board.turn_opening_action())], ahead.visible_actions[further]]
        if n not in range(len(moves)):
            raise ValueError(play.texts["too_late"])
        return [moves[n]]

    def _act(self, message: Json) -> None:
        """Play the action with the requested number, if the scene has not changed since the click."""
        self.session.play_or_branch(*self._meant(message))

    def _again(self, message: Json) -> None:
        """Repeat the action with the requested number while the same seat gets the same question."""
        (action,) = self._meant(message)
        self.session.repeat_action(action)

    def _foresee(self, message: Json) -> None:
        """Send the preview of an action, unless the game has continued since the user pointed at the action."""
        play = self.session
        if message.get("step") == play.step and message.get("line", play.variation_index) == play.variation_index:
            self._tell_ahead(message, preview_action_sequence(play, self._meant(message)))

    def _tell_ahead(self, message: Json, ahead: Json) -> None:
        told = {key: value for key, value in ahead.items() if key != "spends"}
        self.send({"kind": "action_preview", "n": validate_int(message["n"]), "step": self.session.step, **told})

    def _touch(self, message: Json) -> None:
        """Handle a first touch.

        For an action that spends something or cannot be undone, send a preview instead of playing it. Play other
        actions at once.

        `seen` is true if the user has pointed at the action and the page has therefore already displayed the preview.
        """
        actions = self._meant(message)
        if self.session.choice_guard is None:
            ahead = preview_action_sequence(self.session, actions)
            if ahead["spends"] or (ahead["final"] and message.get("seen") is not True):
                self._tell_ahead(message, {**ahead, "held": True})
                return
        self._act(message)
        self._touched = True
        self._show()

    def _refused(self, message: Json) -> None:
        """Record that the user has read a refusal by the requested rule."""
        play = self.session
        before = play.encountered_rules()
        play.record_refusal(str(message["rule"]))
        if play.encountered_rules() != before:
            self.send({"kind": "rule_coverage", "met": [len(play.encountered_rules()), self._rules()]})
            self._keep()

    def _rules(self) -> int:
        return sum(not rule.question for rule in self.game.rules.values())

    def _keep(self) -> None:
        """Ask the page to save the game if the table was created with `keep`."""
        play = self.session
        if self.keep:
            self.send(
                {
                    "kind": "save_game",
                    "data": self._kept(),
                    "link": "" if play.has_curtain() else play.variations[play.variation_index].to_link(),
                    "step": play.step,
                    "met": sorted(play.encountered_rules()),
                }
            )

    def _try(self, message: Json) -> None:
        """Play an action that was typed in notation, such as a bid. If it is illegal, send the reason."""
        play = self.session
        board = make_board(play.state, play.viewer, play.is_full_view, play.names)
        action = self.game.parse_choice(str(message["text"]))
        if action in board.visible_actions:
            play.play_or_branch(action)
            self._show()
            return
        ruling = play.state.why_not(action)
        if ruling is None:
            raise ValueError(play.texts["too_late"])
        play.record_refusal(ruling.rule)
        self.send({"kind": "typed_action_refusal", "id": message.get("id"), **board.refusal_reason(ruling)})

    def _outcome(self, message: Json) -> None:
        play = self.session
        node = play.state.node
        if message.get("step") != play.step or not isinstance(node, Chance):
            raise ValueError(play.texts["too_late"])
        values = validate_str_list(message["values"])
        outcome = self.game.parse_choice("=" + "+".join(values))
        if outcome not in node.dist():
            name = make_board(play.state, play.viewer, play.is_full_view, play.names).outcome_text(outcome)
            raise ValueError(play.texts["not_here"].format(name=replace_unprintable_characters(name)))
        play.play_or_branch(outcome)

    def _had(self, message: Json) -> None:
        """Start a variation in which the latest chance step has another outcome, chosen in its picture."""
        play, place = self.session, validate_int(message["place"])
        play.require_unlocked()
        decided = self._came()
        if message.get("step") != play.step or decided is None:
            raise ValueError(play.texts["too_late"])
        before = play.record.state_at(decided["step"] - 1)
        assert isinstance(before.node, Chance)
        board = play.board(before)
        fit = {}
        for outcome, weight in before.node.dist().items():
            came = board.odds_with_resolved_outcome(outcome)
            if came is not None and came.get("at") == place:
                fit[outcome] = weight
        if not fit:
            raise ValueError(play.texts["had_not"])
        play.view_step(decided["step"] - 1)
        play.play_or_branch(Dist(fit).sample(play.rng))

    def _new(self, message: Json) -> str:
        values = message["values"]
        seats = validate_int(values["seats"])
        options = {name: values.get(f"option:{name}", option.default) for name, option in self.game.options.items()}
        self.session.start_game(seats, options, *parse_names_and_players(values, seats))
        if values.get("curtain") is True and self.session.players.count(HUMAN) > 1:
            self.session.start_curtain()
        self._review = None
        return self.session.texts["started"]

    def _open_day_deal(self, message: Json) -> str:
        """Continue the saved game on this deal of the day, or start a new one."""
        play, saved = self.session, message.get("saved")
        day = parse_day(message["day"], play.texts)
        self._review = None
        if isinstance(saved, Mapping) and saved.get("day") == day.isoformat():
            try:
                play.restore(saved)
            except ValueError as error:
                self.send_notice(str(error))
            else:
                return play.texts["restored"].format(step=play.step, steps=len(play.record))
        play.start_deal_of_the_day(DayDeal(day))
        return play.texts["started"]

    def _play_day_deal_again(self, message: Json) -> str:
        play, deal = self.session, self.session.day_deal
        if deal is None or play.lock_reason():
            raise ValueError(play.texts["too_late"])
        self._review = None
        play.start_deal_of_the_day(deal._replace(attempt=deal.attempt + 1))
        return play.texts["started"]

    def _bots_of_day(self, deal: DayDeal) -> DayBotGames:
        if self._day_bots is None or self._day_bots.day != deal.day:
            self._day_bots = DayBotGames(self.game, deal.day)
        return self._day_bots

    def _continue_day_bots(self, message: Json) -> None:
        """Continue the bots' games on the deal of the day for one time slice, if the user's own game has ended."""
        play = self.session
        if play.day_deal and not play.lock_reason():
            bots = self._bots_of_day(play.day_deal)
            bots.advance()
            self.send({"kind": "day_bots", **bots.results_so_far(play.texts)})

    def _open(self, message: Json) -> str:
        text = message["text"]
        if not isinstance(text, str) or len(text) > MAX_FILE_LENGTH:
            raise ValueError(self.session.texts["too_large"])
        self.session.load_record(Record.from_json(text, self.game), None, self.session.players)
        self._review = None
        return self.session.texts["opened"].format(step=self.session.step, steps=len(self.session.record))

    def _open_link(self, text: str) -> str:
        """Open a game from a link, or from an address that contains the link and a step."""
        link, step = _linked(text)
        if not link:
            raise ValueError(self.session.texts["no_link"])
        self.session.load_record(Record.from_link(link, self.game), step, self.session.players)
        self._review = None
        return self.session.texts["opened"].format(step=self.session.step, steps=len(self.session.record))

    def _peek(self, message: Json) -> None:
        """Send the scene of another step of this variation. The viewed step does not change."""
        play, step = self.session, validate_int(message["step"])
        board = make_board(play.record.state_at(step), play.viewer, play.is_full_view, play.names)
        scene = board.build_scene()
        self._put(scene, board.node)
        self.send({"kind": "peeked_scene", "step": step, "scene": scene})

    def _dialog(self, message: Json) -> None:
        """Send the requested dialog, with the values that the user has filled in so far."""
        play, values = self.session, message.get("values", {})
        made = {
            "new": lambda: new_game_dialog(play, dict(values)),
            "people": lambda: seats_dialog(play),
            "words": lambda: choose_vocabulary_dialog(play),
            "keys": lambda: shortcuts_dialog(play),
            "link": lambda: link_dialog(play),
            "rule": lambda: rule_dialog(play, str(message.get("id"))),
            "rules": lambda: rule_list_dialog(play, validate_str_list(values.get("met", []), len(play.game.rules))),
            "lines": lambda: variation_comparison_dialog(
                play, validate_int(message["line"]) if "line" in message else None
            ),
        }[message["dialog"]]
        self.send({"kind": "dialog", **made()})

    def _reviewed(self) -> Json:
        """Return the review that the table offers at the end for the viewer's seat, with its results so far."""
        play, review = self.session, self._review
        same = review is not None and review.record is play.record and review.seat == play.viewer
        who = play.direction_isolated_name(play.viewer)
        ask = play.texts["review_ask" if play.players[play.viewer] == HUMAN else "review_of"].format(who=who)
        return {
            "ask": ask,
            "about": play.texts["review_about"].format(who=who),
            "found": review.report_so_far(play.texts) if same and review is not None else None,
        }

    def _think(self, message: Json) -> None:
        """Start the decision review of the viewer's seat, or continue it for one time slice.

        If another game was started, the review ends. Nothing is then sent, so that the page sends no further requests.
        """
        play = self.session
        if message.get("begin"):
            if not isinstance(play.state.node, End):
                raise ValueError(play.texts["too_late"])
            if self._reviewed()["found"] is None:
                self._review = DecisionReviewTask(play.record, play.viewer)
        if self._review is not None:
            self._review.advance()
            self.send({"kind": "review_update", "found": self._review.report_so_far(self.session.texts)})

    def _save(self, message: Json) -> None:
        record = self.session.record
        name = f"{self.game.slug}-{len(record)}-steps.json"
        self.send({"kind": "download_file", "name": name, "text": record.to_json()})


def _check_record(record: Any, game: str, seats: int | None, options: Mapping[str, Any] | None) -> None:
    """Raise ValueError unless this is a record of the same game, with the given number of seats and options."""
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
    """Parse the link and the step of an address. Without a link, the link is empty. Without a step, it is None."""
    text = normalize_pasted_link(text)
    for line in (text.replace(" ", ""), text):  # a mail program may have broken the link, or words may follow
        game, at = re.search(r"game=([\w-]+)", line), re.search(r"step=(\d{1,6})(?!\d)", line)
        link = game[1] if game else line
        try:
            game_id_of_link(link)
        except RecordError:
            continue
        break
    return link, int(at[1]) if at else None


def _kept(saved: Any) -> tuple[str, int] | None:
    """Return the link and step of a game saved by a browser, or None if the data is unusable."""
    try:
        return str(saved["lines"][saved["line"]]["link"]), int(saved["step"])
    except (ValueError, *FORMAT_ERRORS):
        return None
