"""Table without a page: messages, variations, players, files and links, and answers to invalid input."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import nbformat
import pytest

import gamelib
from gamelib import Chance, Decision, End, Record
from gamelib.playouts import choose_action
from tests.conformance import TAUGHT
from widgets.page import notebook_output
from widgets.page.assets import script_dependencies
from widgets.page.notebook_output import notebook_position_id
from widgets.page.paths import WIDGETS_DIR
from widgets.page.protocol import UNKNOWN_REQUEST_TEXT
from widgets.page.translations import load_texts
from widgets.table.board import current_scores, make_board, zone_cards
from widgets.table.rule_example import differing_groups
from widgets.table.session import MAX_VARIATIONS, GameSession
from widgets.table.variation_comparison import first_visible_difference
from widgets.table.widget import Table

GAME = gamelib.game("harem")
WORDS = load_texts("shown", "table")
MARKUP = "<img src=x onerror=alert(1)>"


class Page:
    """Substitute for the page. It sends messages and records the answers."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.heard: list[dict[str, Any]] = []
        self.log: list[dict[str, Any]] = []
        table.send = self.hear  # type: ignore[method-assign]

    def hear(self, content: dict[str, Any], buffers: Any = None) -> None:
        self.heard.append(content)
        if content["kind"] == "log":
            self.log = [line for line in self.log if line["s"] < content["from"]] + content["lines"]

    def do(self, what: str, **more: Any) -> list[dict[str, Any]]:
        """Send a message and return the answers. The last one acknowledges it."""
        self.heard.clear()
        self.table._receive(self.table, {"do": what, "seq": 7, **more}, [])
        assert self.heard[-1] == {"kind": "done", "seq": 7}
        return self.heard[:-1]

    def refused(self, what: str, **more: Any) -> str:
        """Return the sentence of a refusal, after which nothing has changed."""
        before = json.dumps(self.table.session.to_dict()), self.table.scene
        answers = self.do(what, **more)
        assert [answer["kind"] for answer in answers] == ["notice"]
        assert (json.dumps(self.table.session.to_dict()), self.table.scene) == before
        return str(answers[0]["text"])

    def answer(self, kind: str) -> dict[str, Any]:
        (found,) = [message for message in self.heard if message["kind"] == kind]
        return found

    def act(self, n: int) -> None:
        scene = self.table.scene
        self.do("play_action", n=n, step=scene["step"], line=scene["line"])

    def play(self, steps: int, rng: Random) -> None:
        """Play any offered action, as somebody who clicks at random would do."""
        for _ in range(steps):
            scene = self.table.scene
            if scene["kind"] == "end":
                return
            if scene["actions"]:
                self.act(rng.choice(scene["actions"])["n"])
            else:
                self.do(scene["controls"][0]["do"])


def page(**settings: Any) -> Page:
    """Return a table in use, with a page that has connected."""
    opened = Page(Table("harem", **{"seed": 5, **settings}))
    opened.do("hello")
    return opened


@pytest.fixture
def started() -> Page:
    """Return a table at the first choice of the person at seat 1."""
    opened = page()
    opened.do("play_until_human")
    assert opened.table.scene["kind"] == "decision"
    return opened


@pytest.fixture(scope="module")
def played() -> Record:
    """Return a whole game of three bots."""
    opened = page(players=["thumb"] * 3)
    opened.do("play_until_human")
    assert opened.table.scene["kind"] == "end"
    return opened.table.session.record


# -- playing -------------------------------------------------------------------------------------


def test_deal_all_then_play_on_to_my_turn() -> None:
    opened = page()
    assert [c["do"] for c in opened.table.scene["controls"]] == [
        "resolve_chance",
        "resolve_chance_series",
        "play_until_human",
    ]
    opened.do("resolve_chance_series")
    assert opened.table.session.state.node.step_name == "first_roll"
    opened.do("play_until_human")
    assert opened.table.scene["asked"] == 0
    assert opened.table.scene["actions"]
    assert [line["s"] for line in opened.log] == sorted(line["s"] for line in opened.log)
    assert opened.log[-1]["s"] == opened.table.scene["step"]


def test_bots_step_one_at_a_time(started: Page) -> None:
    started.act(1)  # forfeit the turn
    while started.table.scene["asked"] == 0:
        started.play(1, Random(0))
    scene = started.table.scene
    assert [c["do"] for c in scene["controls"]] == ["play_next_step", "play_until_human"]
    assert not scene["actions"]
    started.do("play_next_step")
    assert started.table.scene["step"] == scene["step"] + 1
    started.do("play_until_human")
    assert started.table.scene["asked"] == 0
    assert started.table.scene["since"] < started.table.scene["step"]


@pytest.mark.parametrize("name", gamelib.all_games())
def test_a_roll_comes_with_the_choice_that_makes_it_due(name: str) -> None:
    """Check that nobody is asked to roll if no stop is set.

    The page continues with all steps that need no choice, and an event that concerns the viewer is displayed
    longer.
    """
    opened, rng, held = Page(Table(name, seed=1, begun=True)), Random(3), 0
    play = opened.table.session
    while play.step < 400 and (scene := opened.table.scene)["kind"] != "end":
        if scene["auto"]:
            held += scene["held"]
            opened.do("play_next_step")
            continue
        assert scene["kind"] == "decision"
        assert play.players[scene["asked"]] == "human"
        opened.act(play.board().visible_actions.index(choose_action(play.state, play.game.bots["thumb"], rng)))
    assert held or name != "harem"


def test_a_whole_game_by_clicks_reaches_the_scores() -> None:
    opened = page(seats=2)
    opened.play(3000, Random(4))
    scene = opened.table.scene
    assert scene["kind"] == "end"
    rows, end = scene["reckoning"]["rows"], opened.table.session.state.node
    assert [row["score"] for row in rows] == list(end.scores)
    assert [row["seat"] for row in rows if row["wins"]] == list(end.winners)
    assert opened.refused("resolve_chance") == WORDS["too_late"]


def test_two_people_at_one_page_hide_their_hands() -> None:
    opened = page(seats=2, players=["human", "human"], names=["Ada", "Ben"])
    opened.do("play_until_human")
    first = opened.table.scene["asked"]
    opened.do("set_view", seat=1 - first)
    scene = opened.table.scene
    (control,) = scene["controls"]
    assert control["do"] == "set_view"
    assert not scene["actions"]
    assert scene["names"][first] in control["label"]
    (other,) = [zone for zone in scene["zones"] if zone.get("seat") == first]
    assert all(card["back"] for card in other["groups"][2]["items"])
    opened.do("set_view", seat=control["seat"])
    assert opened.table.scene["actions"]


def test_everything_open_shows_every_hand_and_any_seat_can_be_played(started: Page) -> None:
    started.do("set_view", everything=True)
    for zone in started.table.scene["zones"]:
        if "seat" in zone:
            assert not any(card.get("back") for card in zone["groups"][2]["items"])
    started.act(1)
    while started.table.scene["asked"] == 0:
        started.play(1, Random(0))
    assert started.table.scene["actions"]  # a teacher may choose for a bot


def test_only_mine_never_names_a_card_of_another_hand(started: Page) -> None:
    dealt = [line["t"] for line in started.log if "is dealt" in line["t"]]
    assert sum("a card" in text for text in dealt if not text.startswith("Ada")) == 14
    assert not any("a card" in text for text in dealt if text.startswith("Ada"))


# -- asking --------------------------------------------------------------------------------------


def test_a_card_is_played_by_one_click_as_the_turn_begins(started: Page) -> None:
    """Check that a click on a card begins the turn and plays the card, and that it can be taken back."""
    scene, record = started.table.scene, started.table.session.record
    assert record.state.node.step_name == "turn"
    cards = {action["n"]: action["label"] for action in scene["actions"] if action["n"] not in scene["bar"]}
    n = next(n for n, label in cards.items() if label.startswith("Put Gold"))
    before = len(record)
    started.act(n)
    record = started.table.session.record
    assert [choice.verb for choice in record.choices[before:]] == ["begin", "bank"]
    assert started.table.scene["undo"]
    started.do("undo")
    assert len(started.table.session.record) == before  # what one click did goes back at once
    assert started.refused("play_action", n=10_000, step=before, line=0) == WORDS["too_late"]


def test_what_has_shown_something_new_cannot_be_undone(started: Page) -> None:
    assert started.refused("undo") == started.table.scene["undoWhy"] == WORDS["undo_none"]
    started.act(1)  # forfeit: then a card is drawn, by one click on a deck
    scene = started.table.scene
    before = len(started.table.session.record)
    started.act(scene["actions"][0]["n"])
    assert len(started.table.session.record) == before + 2
    came = started.table.scene["came"]
    assert came["card"]["name"] in started.log[-1]["t"]
    assert came["bars"][came["at"]]["share"] > 0
    assert not started.table.scene["undo"]
    assert started.refused("undo") == started.table.scene["undoWhy"] == WORDS["undo_chance"]


SHARE = re.compile(r"([<>]\xa0)?\d+(\.\d+)?%")
WAYS = re.compile(r"(all but )?(about )?[\d ,]+ (of|in) [\d ,]+|\d+ cards?|never|always")  # of cards to come, how many


@pytest.mark.parametrize("name", TAUGHT)
def test_chances_are_told_in_one_dialect(name: str) -> None:
    """Check that percentages and ways look the same everywhere and that an action says what its percentage is about."""
    opened, rng = Page(Table(name, seed=6, begun=True)), Random(6)
    play, told = opened.table.session, 0
    while play.step < 200 and (scene := opened.table.scene)["kind"] != "end":
        for key, value in leaves(scene):
            assert "%" not in value or key in ("percent", "text", "live", "ask", "note", "label"), (key, value)
            assert not re.search(r"\d\s%|per ?cent| out of ", value), value
            if key in ("percent", "ways"):
                assert (SHARE if key == "percent" else WAYS).fullmatch(value), value
                told += 1
        assert all(action["chance"]["label"] for action in scene["actions"] if action.get("chance"))
        if scene["auto"]:
            opened.do("play_next_step")
        else:
            opened.act(play.board().visible_actions.index(choose_action(play.state, play.game.bots["thumb"], rng)))
    assert told


def leaves(part: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a scene with its key."""
    if isinstance(part, str):
        yield key, part
    for under, each in part.items() if isinstance(part, dict) else ():
        yield from leaves(each, str(under))
    for each in part if isinstance(part, list | tuple) else ():
        yield from leaves(each, key)


@pytest.mark.parametrize(("stop", "goes_on"), [("rolls", False), ("none", True)])
def test_a_raid_on_me_is_held(stop: str, goes_on: bool) -> None:
    for seed in range(40):
        opened = page(seed=seed, seats=2)
        opened.do("set_chance_stop", stop=stop)
        opened.do("play_until_human")
        for _ in range(300):
            scene = opened.table.scene
            if scene["kind"] == "end":
                break
            if scene["kind"] == "chance" and opened.table.session.board().is_attack_on_viewer():
                assert scene["auto"] is goes_on
                assert scene["held"]
                assert "raid on you" in scene["odds"][0]["title"]
                opened.do("play_until_human")  # it comes, and is looked at before anything else
                link = opened.table.session.record.branch(scene["step"]).to_link()
                elsewhere = page(seats=2)
                elsewhere.do("open_link", values={"link": link})
                assert not elsewhere.table.scene["auto"]  # who comes for this roll sees it coming
                came = opened.table.scene["came"]
                assert came["step"] == scene["step"] + 1
                assert came["at"] == came["rolls"][0] - came["rolls"][1]
                assert opened.table.scene["held"]
                assert opened.table.scene["auto"] is goes_on
                return
            if scene["actions"]:
                opened.act(scene["actions"][0]["n"])
            else:
                opened.do(
                    "play_until_human"
                    if any(c["do"] == "play_until_human" for c in scene["controls"])
                    else "resolve_chance"
                )
    pytest.fail("nobody raided the first seat in 40 games")


def test_the_reckoning_adds_up_and_luck_is_exact(played: Record) -> None:
    opened = page(record=played)
    opened.do("set_view", everything=True)
    told = opened.table.scene["reckoning"]
    for row in told["rows"]:
        assert sum(part["points"] for part in row["parts"]) == row["score"]
    steps, points = told["curve"]["steps"], told["curve"]["points"]
    assert steps == sorted(steps)
    assert all(len(row) == len(steps) for row in points)
    for turn in told["curve"]["turns"]:
        assert 0 < turn["step"] <= len(played)
        assert turn["text"].endswith(".")
    assert len(told["luck"]) == played.seats
    raids = next(i for i, cell in enumerate(told["luck"][0]["cells"]) if "Raids" in cell["label"])
    won = sum(int(row["cells"][raids]["got"]) for row in told["luck"])
    assert won == sum(isinstance(choice, tuple) for choice in played.choices)  # each raid is won by one of two


def test_a_chosen_outcome_comes_up(started: Page) -> None:
    opened = page()
    scene = opened.table.scene
    (odds,) = scene["odds"]
    options = odds["choose"][0]["options"]
    card = next(option["value"] for option in options if option["value"] == "KIS-TREASURE")
    opened.do("choose_outcome", values=[card], step=scene["step"])
    assert opened.table.session.record.choices == ["KIS-TREASURE"]
    assert "Treasure" in opened.log[-1]["t"]


def test_an_outcome_that_cannot_come_up_is_refused(started: Page) -> None:
    opened = page()
    assert opened.refused("choose_outcome", values=["PN-OVER"], step=0) == WORDS["not_here"].format(name="Game Over")
    assert opened.refused("choose_outcome", values=["6"], step=3) == WORDS["too_late"]
    assert opened.refused("choose_outcome", values="GEM", step=0) == UNKNOWN_REQUEST_TEXT


def test_rules_open_and_count(started: Page) -> None:
    started.do("open_dialog", dialog="rule", id="HAR-8.3")
    rule = started.answer("dialog")
    assert rule["title"].startswith("HAR-8.3")
    assert GAME.rules["HAR-8.3"].text in json.dumps(rule, ensure_ascii=False)
    started.do("open_dialog", dialog="rule", id="HAR-A1")
    assert any(part.get("text", "").startswith(WORDS["rule_question"]) for part in started.answer("dialog")["parts"])
    assert started.table.scene["met"] == [1, 95], "what is only dealt is not met"
    started.do("play_typed_action", id="entry:x", text="begin")
    started.do("play_typed_action", id="entry:x", text="end")
    met, everything = started.table.scene["met"]
    assert 2 < met < everything == 95
    started.do("open_dialog", dialog="rules")
    book = [rule for part in started.answer("dialog")["parts"] for rule in part.get("book", ())]
    assert sum(rule["met"] for rule in book) == met
    here = {rule["rule"] for rule in book if rule["met"]}
    for elsewhere in ([], ["HAR-2.2"]):  # the next one to meet is none of these
        started.do("open_dialog", dialog="rules", values={"met": elsewhere})
        parts = started.answer("dialog")["parts"]
        count = len({*here, *elsewhere})  # the number that the rulebook has for this reader
        assert parts[0]["text"] == WORDS["rules_text"].format(met=count, all=everything)
        (near,) = [part["rules"] for part in parts if "rules" in part]
        assert not set(near) & {*here, *elsewhere}
    assert started.refused("open_dialog", dialog="rule", id="HAR-99") == UNKNOWN_REQUEST_TEXT


def test_a_typed_action_is_done_or_its_ruling_comes_back(started: Page) -> None:
    started.do("play_typed_action", id="entry:x", text="end")
    why = started.answer("typed_action_refusal")
    assert why["rule"] == "HAR-2.1"
    assert why["text"] == "You can’t do that now: the game is asking for something else."
    started.do("play_typed_action", id="entry:x", text="begin")
    assert started.table.session.record.choices[-1] is gamelib.Action("begin")
    assert "is no action of Court" in started.refused("play_typed_action", id="entry:x", text="dance(")


def test_five_turns_take_few_clicks() -> None:
    """Check the clicks: one for a card with one action, two otherwise, none for others and for draws."""
    worst = 0
    for seed in range(4):
        opened, rng = page(seed=seed, begun=True), Random(seed)
        clicks = turns = 0
        while turns < 5 and (scene := opened.table.scene)["kind"] != "end":
            if scene["auto"]:
                opened.do("play_next_step")
                continue
            asked = opened.table.session.state.node.step_name
            if not scene["actions"]:
                clicks += 1
                opened.do(scene["controls"][0]["do"])
                continue
            cards = [card for zone in scene["zones"] for card in zone_cards(zone) if card.get("does")]
            ways = {n: 1 if len(card["does"]) == 1 else 2 for card in cards for n in card["does"]}
            played = [action for action in scene["actions"] if action["n"] in ways and "chance" not in action]
            action = rng.choice(played or scene["actions"])
            if asked == "main" and rng.random() < 0.4:
                action = next((one for one in scene["actions"] if one["label"] == "End your turn"), action)
            clicks += ways.get(action["n"], 1)
            turn = opened.table.session.state.turns
            opened.act(action["n"])
            turns += opened.table.session.state.turns > turn
        assert turns == 5
        worst = max(worst, clicks)
    assert worst <= 30


# -- looking back and branching ------------------------------------------------------------------


def test_steps_can_be_looked_at_and_previewed(played: Record) -> None:
    opened = page(record=played)
    last = opened.table.scene["step"]
    opened.do("view_step", step=40)
    scene = opened.table.scene
    assert (scene["step"], scene["steps"]) == (40, last)
    node = played.state_at(40).node
    asked = isinstance(node, Decision) and node.seat != scene["viewer"]
    assert scene["ask"] == (
        f"{played.seat_names[node.seat]} chooses." if asked else GAME.describe(node, played.seat_names)
    )
    opened.do("peek_step", step=12)
    assert opened.answer("peeked_scene")["scene"]["ask"] == GAME.describe(played.state_at(12).node, played.seat_names)
    assert opened.table.scene == scene
    for step in (-1, last + 1):
        assert "has the steps 0 to" in opened.refused("view_step", step=step)
    assert opened.refused("view_step", step="12") == UNKNOWN_REQUEST_TEXT


def test_what_if_parts_the_lines_and_says_where_the_old_one_ends_to_fit(played: Record) -> None:
    opened = page(record=played)
    step = next(
        k
        for k in range(60, len(played))
        if isinstance(played.state_at(k).node, Decision) and len(played.state_at(k).legal) > 2
    )
    opened.do("set_view", everything=True)
    opened.do("view_step", step=step)
    scene = opened.table.scene
    was = scene["was"]["n"]
    assert scene["was"]["label"] == GAME.describe(played.choices[step], played.seat_names)
    other = next(action["n"] for action in scene["actions"] if action["n"] != was)
    opened.act(other)
    scene = opened.table.scene
    assert len(scene["lines"]) == 2
    assert (scene["line"], scene["step"], scene["lines"][1]["parted"]) == (1, step + 1, step)
    assert f"The branches separate at step {step + 1}" in scene["lines"][1]["note"]
    course = played.replay_with_changed_choice(step, opened.table.session.record.choices[step])
    if course.stopped_at is not None:
        assert (
            f"From step {course.stopped_at + 1} on, your old choice is no longer possible" in scene["lines"][1]["note"]
        )
    assert opened.table.session.record.choices == course.record.choices
    assert opened.log[-1]["s"] == scene["steps"]
    opened.do("switch_variation", line=0)
    assert opened.table.session.record.choices == played.choices
    assert opened.table.scene["step"] == step + 1
    assert opened.log[-1]["s"] == len(played)


def test_two_lines_stand_side_by_side_from_where_they_part(played: Record) -> None:
    opened = page(record=played)
    assert opened.refused("open_dialog", dialog="lines") == WORDS["one_line"]
    opened.do("set_view", everything=True)
    step = next(
        k
        for k in range(60, len(played))
        if isinstance(played.state_at(k).node, Decision) and len(played.state_at(k).legal) > 2
    )
    opened.do("view_step", step=step)
    was = opened.table.scene["was"]["n"]
    opened.act(next(action["n"] for action in opened.table.scene["actions"] if action["n"] != was))
    opened.do("open_dialog", dialog="lines")
    parted, stand, told = opened.answer("dialog")["parts"]
    forked = parted["fork"]
    assert forked["stem"] == f"The same until step {step}"
    lines = opened.table.session.variations
    assert [side["label"] for side in forked["sides"]] == [lines[1].title(WORDS), lines[0].title(WORDS)]
    assert forked["sides"][0]["say"] != forked["sides"][1]["say"]
    keys = [[part["group"]["id"] for part in side["parts"]] for side in forked["sides"]]
    assert keys[0] or forked["facts"]
    assert set(keys[0]) == set(keys[1])  # what lies otherwise is seen on both sides
    assert all(one["values"][0] != one["values"][1] for one in forked["facts"])
    for column, line in enumerate((lines[1], lines[0]), 1):
        points = current_scores(line.record.state)
        assert points is not None
        assert [row[column] for row in stand["rows"]] == [str(n) for n in points]
        assert told["columns"][column] == line.title(WORDS)
    first = told["rows"][0]
    assert first[0] == str(step + 1)
    assert first[1] != first[2]
    for line in lines:  # a step that tells nothing ends nothing
        line.events_by_step[step + 1] = ()
    opened.do("open_dialog", dialog="lines")
    further = opened.answer("dialog")["parts"][-1]["rows"]
    assert further[: len(told["rows"]) - 1] == told["rows"][1:]
    for line in lines:
        line.events_by_step[step + 1 :] = [()] * (len(line.events_by_step) - step - 1)
    opened.do("open_dialog", dialog="lines")
    assert opened.answer("dialog")["parts"][-1] == {"text": WORDS["lines_same"]}


def test_a_fork_shows_the_first_step_at_which_tables_differ(played: Record) -> None:
    opened = page(record=played)
    opened.do("set_view", everything=True)
    step = next(
        k
        for k in range(30, len(played))
        if getattr(played.state_at(k).node, "step_name", "") == "choose_deck" and len(played.state_at(k).legal) > 1
    )
    opened.do("view_step", step=step)
    was = opened.table.scene["was"]["n"]
    opened.act(next(action["n"] for action in opened.table.scene["actions"] if action["n"] != was))
    opened.do("open_dialog", dialog="lines")
    forked = opened.answer("dialog")["parts"][0]["fork"]
    later = int(re.findall(r"\d+", forked["when"])[0])
    assert later > step + 1
    play = opened.table.session
    for at, same in ((later - 1, True), (later, False)):
        boards = [
            make_board(play.variations[n].record.state_at(at), play.viewer, play.is_full_view, play.names)
            for n in (1, 0)
        ]
        assert (differing_groups(*boards)[0] == []) is same
    assert forked["sides"][0]["parts"] == differing_groups(*boards)[0]


def test_a_fork_goes_on_where_a_line_ends_or_says_what_is_hidden(played: Record) -> None:
    seen: set[str] = set()
    for step in range(len(played) - 1, 0, -1):  # cards that rivals draw
        node = played.state_at(step).node
        if not isinstance(node, Chance) or node.step_name != "card" or node.seat == 0:
            continue
        play = GameSession(played.game)
        play.load_record(played, step)
        play.play_or_branch(next(card for card in node.dist() if card != played.choices[step]))
        play.set_view(0, False)
        short, length = play.variations[1], len(play.record)
        found = first_visible_difference(play, 0)
        assert found is not None
        drawn = any(side["parts"] for side in found["sides"]) or bool(found["facts"])
        told = WORDS["fork_played"].format(line=short.title(WORDS), step=length)
        states = [line.record.state_at(step + 1) for line in play.variations]
        known, all_of = (
            differing_groups(*(make_board(state, 0, everything, play.names) for state in states))
            for everything in (False, True)
        )
        if found["when"].startswith(told):
            assert drawn
            assert int(re.findall(r"\d+", found["when"])[-1]) > length == len(short.record)  # in thought alone
            assert first_visible_difference(play, 0) == found  # and the same each time
            seen.add("played on")
        elif not drawn:
            last = int(re.findall(r"\d+", found["when"])[-1])
            assert found["when"] == WORDS["fork_hidden"].format(who=play.names[0], step=last)
            assert not any(known)
            assert any(all_of)
            play.set_view(0, True)
            assert any(side["parts"] for side in (first_visible_difference(play, 0) or {})["sides"])
            seen.add("hidden")
        if len(seen) == 2:
            return
    raise AssertionError(seen)


def test_who_is_told_why_not_has_met_that_rule(started: Page) -> None:
    met = started.table.session.encountered_rules()
    rule = next(rule for rule in ("HAR-2.6", "HAR-6.2", "HAR-7.1", "HAR-8.1") if rule not in met)
    started.do("report_refusal", rule=rule)
    assert started.answer("rule_coverage")["met"][0] == len(met) + 1
    assert rule in started.table.session.encountered_rules()
    assert started.refused("report_refusal") == UNKNOWN_REQUEST_TEXT
    assert "HAR-99" in started.refused("report_refusal", rule="HAR-99")
    kept = started.table.session.to_dict()
    started.table.session.restore(kept)
    assert rule in started.table.session.encountered_rules()


def test_the_same_choice_as_then_just_goes_on(played: Record) -> None:
    opened = page(record=played)
    opened.do("set_view", everything=True)
    opened.do("view_step", step=len(played) // 2)
    while opened.table.scene["kind"] != "decision":
        opened.do("view_step", step=opened.table.scene["step"] + 1)
    before = opened.table.scene
    opened.act(before["was"]["n"])
    assert len(opened.table.scene["lines"]) == 1
    assert opened.table.scene["step"] == before["step"] + 1


def test_another_roll_parts_the_lines_too(played: Record) -> None:
    opened = page(record=played)
    step = next(k for k, choice in enumerate(played.choices) if choice in range(2, 13))
    other = 2 if played.choices[step] != 2 else 3
    opened.do("view_step", step=step)
    opened.do("choose_outcome", values=[str(other)], step=step)
    assert opened.table.session.record.choices[step] == other
    assert len(opened.table.scene["lines"]) == 2


def test_play_on_from_here_keeps_the_old_line(played: Record) -> None:
    opened = page(record=played)
    opened.do("view_step", step=30)
    opened.do("branch_at_step")
    assert [len(line.record) for line in opened.table.session.variations] == [len(played), 30]
    assert opened.refused("branch_at_step") == WORDS["too_late"]
    for _ in range(2 * MAX_VARIATIONS):
        opened.do("view_step", step=3)
        opened.do("branch_at_step")
        opened.do("resolve_chance")
        assert opened.table.session.variations[0].record.choices == played.choices
    assert len(opened.table.session.variations) == MAX_VARIATIONS


def test_a_past_step_offers_another_choice_only_where_the_viewer_has_one(played: Record) -> None:
    opened = page(record=played)
    viewer = opened.table.scene["viewer"]
    decisions = [k for k in range(len(played)) if isinstance(played.state_at(k).node, Decision)]
    for mine in (True, False):
        step = next(k for k in decisions if (played.state_at(k).node.seat == viewer) is mine)
        opened.do("view_step", step=step)
        assert ("choose something else here" in opened.table.scene["past"]) is mine
        assert bool(opened.table.scene["actions"]) is mine


def test_what_if_goes_back_to_the_last_choice_of_a_person(started: Page) -> None:
    assert started.refused("view_last_choice") == "No person has chosen anything yet."
    step = started.table.scene["step"]
    started.act(1)
    started.do("view_last_choice")
    assert started.table.scene["step"] == step
    assert started.table.scene["was"]["n"] == 1


def test_an_old_click_does_nothing(started: Page) -> None:
    scene = started.table.scene
    started.act(0)
    assert started.refused("play_action", n=0, step=scene["step"], line=0) == WORDS["too_late"]
    assert started.refused("play_action", n=99, step=scene["step"] + 1, line=0) == WORDS["too_late"]


# -- reload, files, links ------------------------------------------------------------------------


def test_what_is_no_name_of_a_game_is_refused_in_a_sentence(played: Record) -> None:
    for game in (played.to_dict(), [], {"harem"}, 3, None, gamelib.game("harem")):
        with pytest.raises(ValueError, match=r"A game is named by its id, such as 'emira', not by"):
            Table(game)
    with pytest.raises(ValueError, match=r"A record is passed by name: Table\('\w+', record=\.\.\.\)\."):
        Table(played)


def test_a_reload_goes_on_where_it_was(played: Record) -> None:
    opened = page(record=played, names=[])
    opened.do("set_view", everything=True)
    opened.do("view_step", step=50)
    opened.do("branch_at_step")
    opened.do("resolve_chance" if isinstance(opened.table.session.state.node, Chance) else "play_next_step")
    opened.do("view_step", step=20)
    opened.do("set_view", seat=2, everything=False)
    kept = json.loads(json.dumps(opened.answer("save_game")))
    again = Page(Table("harem", record=played))
    again.do("hello", saved=kept["data"], link=f"#game={kept['link']}&step={kept['step']}")
    told = {"said", "live"}  # what is said of coming back is not what was said of the last action
    assert {name: value for name, value in again.table.scene.items() if name not in told} == {
        name: value for name, value in opened.table.scene.items() if name not in told
    }
    assert again.table.scene["live"].startswith(WORDS["restored"].format(step=20, steps=again.table.scene["steps"]))
    assert again.log == opened.log
    assert again.answer("save_game") == kept
    again.do("view_step", step=0)
    again.do("hello", saved=kept["data"])  # another view of a table in use changes nothing
    assert again.table.scene["step"] == 0


def test_a_table_with_a_record_goes_on_with_the_game_that_was_played_on(played: Record) -> None:
    """Restart the notebook. The same cell continues, and a cell with another record begins with that record."""
    begun = played.branch(10)
    first = page(record=begun, names=[])
    first.do("hello")
    first.do("resolve_chance" if isinstance(first.table.session.state.node, Chance) else "play_next_step")
    kept = json.loads(json.dumps(first.answer("save_game")["data"]))
    again = Page(Table("harem", record=begun))
    again.do("hello", saved=kept)
    assert again.table.session.record.choices == first.table.session.record.choices
    assert len(again.table.session.record) > len(begun)
    for other in (Page(Table("harem", record=played.branch(11))), Page(Table("harem"))):
        before = list(other.table.session.record.choices)
        other.do("hello", saved=kept)
        assert other.table.session.record.choices == before


def test_a_link_that_was_followed_goes_before_what_the_browser_kept(played: Record) -> None:
    kept = page(seed=9).table.session.to_dict()
    opened = Page(Table("harem"))
    opened.do("hello", saved=kept, link=f"#game={played.to_link()}&step=17")
    assert opened.table.session.record.choices == played.choices
    assert opened.table.scene["step"] == 17


def test_a_damaged_link_says_so_and_the_kept_game_goes_on(started: Page, played: Record) -> None:
    kept = started.table.session.to_dict()
    link = played.to_link()
    damaged = link[:20] + ("A" if link[20] != "A" else "B") + link[21:]
    opened = Page(Table("harem"))
    opened.do("hello", saved=kept, link=f"#game={damaged}&step=3")
    assert "damaged" in opened.answer("notice")["text"]
    assert opened.table.session.record.choices == started.table.session.record.choices
    assert "damaged" in opened.refused("open_link", values={"link": damaged})
    assert opened.refused("open_link", values={"link": " "}) == WORDS["no_link"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda kept: kept.pop("lines"),
        lambda kept: kept.update(lines=[]),
        lambda kept: kept.update(line=5),
        lambda kept: kept.update(viewer=9),
        lambda kept: kept.update(players=["human"]),
        lambda kept: kept.update(players=["human", "thumb", "nobody"]),
        lambda kept: kept["lines"][0].update(link="nonsense"),
        lambda kept: kept.update(step="far"),
    ],
)
def test_what_a_browser_kept_may_be_damaged(started: Page, damage: Any) -> None:
    kept = started.table.session.to_dict()
    damage(kept)
    opened = Page(Table("harem"))
    opened.do("hello", saved=kept)
    assert opened.answer("notice")["text"]
    assert opened.table.scene["step"] == opened.table.scene["steps"] == 0


def test_saving_and_opening(played: Record, started: Page) -> None:
    opened = page(record=played)
    opened.do("save_file")
    file = opened.answer("download_file")
    assert file["name"] == f"court-{len(played)}-steps.json"
    started.do("open_file", text=file["text"])
    assert started.table.session.record.choices == played.choices
    assert started.table.scene["step"] == len(played)
    assert started.table.scene["names"] == list(played.seat_names)


def test_bad_files_are_refused_in_one_sentence(played: Record, started: Page) -> None:
    text = played.to_json()
    data = json.loads(text)
    assert "cut off" in started.refused("open_file", text=text[: len(text) // 2])
    assert "not a record" in started.refused("open_file", text="[]")
    assert "Step 30" in started.refused(
        "open_file", text=json.dumps({**data, "choices": [*data["choices"][:29], "raid(WRATH-A,0)"]})
    )
    assert "2 to 4 seats, not 5" in started.refused("open_file", text=json.dumps({**data, "seats": 5, "names": []}))
    assert "no option 'speed'" in started.refused("open_file", text=json.dumps({**data, "options": {"speed": 1}}))
    assert "of 'towers'" in started.refused("open_file", text=json.dumps({**data, "game": "towers"}))
    assert started.refused("open_file", text="x" * 2_000_000) == WORDS["too_large"]
    assert started.refused("open_file", text=None) == WORDS["too_large"]


# -- new games and people ------------------------------------------------------------------------


def values(opened: Page) -> dict[str, Any]:
    """Return the values of the dialog without a change."""
    return {field["name"]: field["value"] for part in opened.answer("dialog")["parts"] for field in part["fields"]}


def test_a_new_game_with_other_seats_names_bots_and_options(started: Page) -> None:
    started.do("open_dialog", dialog="new")
    asked = values(started)
    started.do("open_dialog", dialog="new", values={**asked, "seats": 4, "name0": "Zoe"})
    chosen = values(started)
    assert (chosen["seats"], chosen["name0"], chosen["player3"]) == (4, "Zoe", "thumb")
    started.do("start_game", values={**chosen, "name1": MARKUP, "player2": "random", "option:variant": "short"})
    play = started.table.session
    assert play.record.seats == 4
    assert play.names[:2] == ("Zoe", MARKUP)
    assert play.players == ["human", "thumb", "random", "thumb"]
    assert play.record.options["variant"] == "short"
    assert started.table.scene["step"] == 0
    assert any(zone["title"] == MARKUP for zone in started.table.scene["zones"])


def test_bad_settings_are_refused_in_one_sentence(started: Page) -> None:
    started.do("open_dialog", dialog="new")
    good = values(started)
    for change, sentence in [
        ({"seats": 5, "name3": "D", "player3": "thumb", "name4": "E", "player4": "thumb"}, "2 to 4 seats, not 5"),
        ({"option:variant": "endless"}, "Option variant cannot be 'endless'"),
        ({"option:kadine_target": 0}, "whole number from 1 up"),
        ({"name0": " "}, "A name is a text of 1 to 40 characters."),
        ({"name0": "x" * 41}, "A name is a text of 1 to 40 characters."),
        ({"player1": "nobody"}, "There is no player 'nobody'"),
    ]:
        assert sentence in started.refused("start_game", values={**good, **change})
    assert started.refused("start_game", values={}) == UNKNOWN_REQUEST_TEXT
    assert started.refused("open_dialog", dialog="new", values={"seats": 9}) == UNKNOWN_REQUEST_TEXT


def test_people_can_be_changed_in_a_game(started: Page) -> None:
    step = started.table.scene["step"]
    started.do("open_dialog", dialog="people")
    started.do(
        "set_names_and_players", values={**values(started), "name0": MARKUP, "player0": "random", "player1": "human"}
    )
    scene = started.table.scene
    assert scene["step"] == step
    assert MARKUP in scene["ask"]
    assert started.table.session.players[:2] == ["random", "human"]
    assert any(MARKUP in line["t"] for line in started.log)
    started.do("open_dialog", dialog="people")
    assert "1 to 40" in started.refused("set_names_and_players", values={**values(started), "name0": ""})


@pytest.mark.parametrize(
    "settings",
    [
        {"seats": 5},
        {"seats": 0},
        {"options": {"speed": 1}},
        {"options": {"variant": 3}},
        {"names": ["Ada"]},
        {"players": ["human"]},
        {"seats": 2, "players": ["human", "nobody"]},
        {"game": "chess"},
    ],
)
def test_a_table_that_cannot_be_says_why(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w+ .*\w\.?"):
        Table(**{"game": "harem", **settings})


@pytest.mark.parametrize(
    "message",
    [
        None,
        5,
        [],
        {},
        {"do": None},
        {"do": "fly"},
        {"do": "play_action"},
        {"do": "play_action", "n": "0", "step": 0, "line": 0},
        {"do": "view_step"},
        {"do": "view_step", "step": True},
        {"do": "set_view", "seat": 99},
        {"do": "switch_variation", "line": 3},
        {"do": "open_dialog"},
        {"do": "open_dialog", "dialog": "safe"},
        {"do": "set_names_and_players", "values": {}},
        {"do": "open_link"},
        {"do": "set_chance_stop", "stop": "often"},
        {"do": "set_chance_stop"},
        {"do": "start_game", "values": {"seats": "3"}},
        {"do": "choose_outcome", "values": [1], "step": 0},
        {"do": ["play_action"]},
    ],
)
def test_no_message_breaks_the_table(message: Any) -> None:
    opened = page()
    before = opened.table.scene
    opened.heard.clear()
    opened.table._receive(opened.table, message, [])
    assert [answer["kind"] for answer in opened.heard] == ["notice", "done"]
    assert "tuple" not in opened.heard[0]["text"]
    assert opened.table.scene == before


@pytest.mark.parametrize("step", ["end", None, 10**30, float("inf"), "\ud800", []])
def test_a_kept_step_that_is_none_is_told_in_our_words(started: Page, step: Any) -> None:
    saved = started.table.session.to_dict() | {"step": step}
    with pytest.raises(ValueError, match=f"^{re.escape(WORDS['no_saved'])}$"):
        started.table.session.restore(saved)


# -- size and files ------------------------------------------------------------------------------


def test_a_move_sends_little(played: Record) -> None:
    opened = page(seats=4)
    rng = Random(2)
    for _ in range(150):
        opened.play(1, rng)
        sent = len(json.dumps(opened.table.scene)) + sum(len(json.dumps(message)) for message in opened.heard)
        assert sent < 50_000


def test_the_script_and_its_words() -> None:
    for path in [*WIDGETS_DIR.glob("*/*.js"), *WIDGETS_DIR.glob("*/*.css")]:
        assert path.stat().st_size < 60_000, path.name
    for path in [*WIDGETS_DIR.glob("table/*.css"), *WIDGETS_DIR.glob("games/*/board/*.[cj]s*")]:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 600, path.name
    for name in script_dependencies("table/table.js"):
        text = (WIDGETS_DIR / name).read_text(encoding="utf-8")
        assert "innerHTML" not in text
        assert "://" not in text.replace("http://www.w3.org/2000/svg", "")
    script = str(Table._esm)
    used = {word for word in WORDS if f"TEXTS.{word}" in script}
    assert len(used) > 30


def test_the_notebook_is_thin_and_has_no_outputs() -> None:
    path = Path(__file__).parent.parent / "notebooks" / "tables" / "court.ipynb"
    notebook = nbformat.read(path, as_version=4)
    assert notebook.metadata.kismet.kind == "table"
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.source for cell in code] == ['from widgets.table import Table\n\nTable("harem", begun=True)']
    assert not any(cell.outputs for cell in code)


def test_a_session_needs_no_widget() -> None:
    play = GameSession(GAME, 2, {}, ["Ada", "Ben"], ["thumb", "random"], Random(1))
    play.play_until_human()
    assert isinstance(play.state.node, End)
    assert play.is_game_over()
    assert play.is_full_view


def test_what_shows_is_kept_already(started: Page) -> None:
    """Check that a displayed change is already stored, because a visitor may reload at once."""
    table, order = started.table, []
    table.send = lambda content, buffers=None: order.append(content["kind"])  # type: ignore[method-assign]
    table.send_state = lambda key=None: order.append(key)  # type: ignore[method-assign]
    message = {"do": "play_action", "n": 0, "step": table.scene["step"], "line": table.scene["line"], "seq": 1}
    table._receive(table, message, [])
    assert order == ["log", "save_game", "scene", "done"]


@pytest.mark.parametrize("wrong", ["end", "1", 1.5, True, None, [], {}, 10**9])
@pytest.mark.parametrize("field", ["line", "step", "viewer", "parted"])
def test_what_a_browser_has_kept_and_somebody_has_changed_is_refused_plainly(started, field, wrong):
    play = started.table.session
    saved = json.loads(json.dumps(play.to_dict()))
    (saved["lines"][0] if field == "parted" else saved)[field] = wrong
    if (field, wrong) in (("parted", None), ("step", 10**9), ("parted", 10**9)):
        play.restore(saved)  # the first line parts from none; beyond the last step is the last step
    else:
        with pytest.raises(ValueError, match=re.escape(WORDS["no_saved"])):
            play.restore(saved)


def test_tables_of_one_notebook_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the cell, which is the same after a restart, and the number in it identify a table."""

    def run(cell: str, tables: int) -> list[str]:
        parent = {"header": {"msg_id": uuid4().hex}, "metadata": {"cellId": cell} if cell else {}}
        shell = SimpleNamespace(get_parent=lambda: parent)
        monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
        return [notebook_position_id() for _ in range(tables)]

    first = run("a", 2), run("b", 1)
    assert first == (["a", "a-2"], ["b"])
    assert (run("a", 2), run("b", 1)) == first
    assert run("", 2) == ["", ""]


def test_tables_of_one_page_of_voila_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check Voila, which sends no cell. Each page has its own kernel, which runs each cell once."""
    monkeypatch.setenv("VOILA_KERNEL_ID", uuid4().hex)
    monkeypatch.setattr(notebook_output, "_asked", [])
    for place in ("", "2", "3"):
        parent = {"header": {"msg_id": uuid4().hex}, "metadata": {}}
        shell = SimpleNamespace(get_parent=lambda parent=parent: parent)
        monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda shell=shell: shell))
        assert Table("towers").place == place
