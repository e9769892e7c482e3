"""Tutorials: the line of every goal reaches it, and its texts are true."""

from __future__ import annotations

import itertools
import re
import tomllib

import pytest

import gamelib
from gamelib import Action, End
from gamelib.bank import content_folder
from gamelib.bank.tutorial import TutorialGoal, has_tutorial, load_and_replay_goal, tutorial_goals
from tests.conformance import PACKAGES
from tests.conftest import sample_cases
from widgets.site.home_page import list_pages
from widgets.table.tutorial import TutorialTable

GAMES = [name for name in PACKAGES if has_tutorial(gamelib.game(name))]
SENTENCE = re.compile(r"[.?!](?:\s|$)")


def test_each_first_game_has_its_page():
    assert sorted(page.game for page in list_pages() if page.kind == "learn") == GAMES


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("vocabulary", ["classroom", "rulebook"])
def test_every_goal_is_reached_and_cites_its_rule(name, vocabulary):
    """Run `tutorial_goals`, which plays all goals and names page and goal if the rules contradict it."""
    found = tutorial_goals(gamelib.game(name, vocabulary=vocabulary))
    assert 8 <= len(found) <= 16
    assert len({goal.title for goal in found}) == len(found)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("vocabulary", ["classroom", "rulebook"])
def test_nothing_is_longer_than_three_short_sentences(name, vocabulary):
    for goal in tutorial_goals(gamelib.game(name, vocabulary=vocabulary)):
        assert len(goal.title.split()) <= 7, goal.title
        for text in (goal.instruction, goal.success_text(())):
            assert len(SENTENCE.findall(text)) <= 3, text
            assert len(text) < 160, text


def test_after_a_change_of_a_rule_the_page_that_lies_is_named(tmp_path):
    table = (gamelib.game("emira").folder / "cards.toml").read_text(encoding="utf-8")

    def goals_with(cost: int) -> tuple[TutorialGoal, ...]:
        folder = tmp_path / str(cost)
        folder.mkdir()
        (folder / "cards.toml").write_text(table.replace("cost = 450", f"cost = {cost}"), encoding="utf-8")
        return tutorial_goals(gamelib.game("emira", cards=folder))

    assert goals_with(460)[1].instruction.endswith("for 460 gold."), "what is told follows the rules by itself"
    with pytest.raises(ValueError, match=r"learn/emira\.ipynb, goal 2 .*caravan"):
        goals_with(720)


def test_what_no_rule_bears_out_is_named():
    goal = {"title": "Mine", "text": "", "done": "", "goal": "banked", "rule": "HAR-5.1", "line": ["bank(GOLD-2)"]}
    start = tutorial_goals(gamelib.game("harem"))[0].start_record
    with pytest.raises(ValueError, match=r"HAR-5\.1 is not cited there"):
        load_and_replay_goal(start.game, goal, start)
    with pytest.raises(ValueError, match="does not bring 'raided'"):
        load_and_replay_goal(start.game, {**goal, "goal": "raided"}, start)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("vocabulary", ["classroom", "rulebook"])
def test_each_leap_says_how_much_time_has_passed(name, vocabulary):
    found = tutorial_goals(gamelib.game(name, vocabulary=vocabulary))
    for n, goal in enumerate(found):
        assert bool(goal.summary_since_previous_goal) is (n > 0 and goal.has_new_start), goal.title
        assert len(SENTENCE.findall(goal.summary_since_previous_goal)) <= 2
        assert len(goal.summary_since_previous_goal) < 110, goal.summary_since_previous_goal
        assert not goal.log_lines_since_previous_goal or goal.summary_since_previous_goal
        assert all(len(line) < 180 for line in goal.log_lines_since_previous_goal), goal.log_lines_since_previous_goal


def test_what_the_others_owe_is_told_by_what_they_did(tmp_path, monkeypatch):
    listed = tomllib.loads((content_folder("towers") / "first.toml").read_text(encoding="utf-8"))["goal"]
    assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", listed[-1]["done"])), "nor does the end say it by itself"
    assert not [goal["since"] for goal in listed if re.search(r"\d", re.sub(r"\{[^}]*\}", "", goal.get("since", "")))]
    told = {goal.title: goal.summary_since_previous_goal for goal in tutorial_goals(gamelib.game("towers"))}
    assert "Ben placed one card and has a debt of 2 cards. Cem placed two and has a debt of 3 cards." in told.values()
    text = (content_folder("towers") / "first.toml").read_text(encoding="utf-8").replace("{=2[pays]", "{=1[pays]")
    (tmp_path / "first.toml").write_text(text, encoding="utf-8")
    (tmp_path / "cards.toml").write_bytes((gamelib.game("towers").folder / "cards.toml").read_bytes())
    monkeypatch.setattr("gamelib.bank.tutorial.content_folder", lambda _: tmp_path)
    with pytest.raises(ValueError, match=r"goal 11 .*pays"):
        tutorial_goals(gamelib.game("towers", cards=tmp_path))


@pytest.mark.parametrize("name", GAMES)
def test_a_first_game_is_one_whole_game_that_the_learner_wins(name):
    """Check that each goal continues where the previous one ended or later, from one deal to an end."""
    found = tutorial_goals(gamelib.game(name))
    for before, goal in itertools.pairwise(found):
        assert goal.start_record.position == before.start_record.position, goal.title
        assert goal.start_record.choices[: len(before.start_record)] == before.start_record.choices, goal.title
    record = found[-1].start_record.branch(len(found[-1].start_record))
    for choice in found[-1].sample_line:
        record.apply_and_append(choice)
    assert isinstance(record.state.node, End)
    assert record.state.node.winners == (0,)


class Page:
    """Messages of a browser to the table, and the answers of the table."""

    def __init__(self, game: str) -> None:
        self.table = TutorialTable(game, seed=1)
        self.heard: list[dict] = []
        self.table.send = lambda content, buffers=None: self.heard.append(content)

    def do(self, deed: str, **values) -> None:
        self.heard.clear()
        self.table._receive(self.table, {"do": deed, "seq": 1, **values}, [])

    def notice(self) -> str:
        return next((message["text"] for message in self.heard if message["kind"] == "notice"), "")


@pytest.mark.parametrize("name", GAMES)
def test_the_tour_is_played_on_its_table(name):
    page = Page(name)
    total = len(page.table.goals)
    for n in range(total):
        coach = page.table.scene["coach"]
        assert (coach["n"], coach["of"], coach["met"]) == (n + 1, total, False)
        assert coach["lit"] or coach["acts"], coach["title"]
        for _ in range(12):
            if page.table.scene["coach"]["met"]:
                break
            page.do("show_solution")
            assert not page.notice()
        assert page.table.scene["coach"]["met"], coach["title"]
        last = page.table.session.state.node
        page.do("next_goal")
    assert isinstance(last, End), "its last goal ends a game"
    assert "coach" not in page.table.scene, "then comes a free one"
    assert page.table.session.state.node.seat == 0


@pytest.mark.parametrize("name", GAMES)
def test_each_legal_act_but_the_goals_own_is_answered_for_what_it_is(name):
    """Check each goal.

    An action that also reaches it is named as such, and the effect of any other one is described.
    """
    page = Page(name)
    for goal in page.table.goals:
        named = {*goal.extra_accepted_actions, *goal.rejected_actions}
        while not page.table.scene["coach"]["met"]:
            play = page.table.session
            state, at, moves, taken = play.state, len(play.record), play.board().visible_actions, page.table._taken()
            for n, action in enumerate(moves):
                named -= {action.verb, str(action)}
                if goal.is_helpful(state, action, taken):
                    continue
                page.do("play_action", n=n, step=play.step, line=play.variation_index)
                serves = goal.alternative_success_events(state, action, taken)
                assert ("would work too" in page.notice()) is (serves is not None), (goal.title, action)
                told = state.child(action).events if serves is None else serves
                assert all(play.game.describe(event.seen_by(0), play.names) in page.notice() for event in told[:1])
                assert serves is not None or goal.title in page.notice()
                assert len(play.record) == at
            page.do("show_solution")
        assert not named, f"{goal.title!r}: {named} cannot be chosen there"
        page.do("next_goal")


def test_more_than_enough_is_answered_with_what_is_enough():
    page = Page("emira")
    play = page.table.session
    for bid, said in ((50, "would have been enough"), (20, "continues with a different choice")):
        n = play.board().visible_actions.index(play.game.parse_choice(f"bid({bid})"))
        page.do("play_action", n=n, step=play.step, line=play.variation_index)
        assert said in page.notice()
        assert play.game.describe(play.game.parse_choice("bid(40)"), play.names) in page.notice()


def test_what_does_the_same_in_another_way_is_known():
    """Check an action by its own effect, by its effect with the rest of the line, or because the author lists it."""

    def answers(name: str, title: str, text: str) -> bool:
        game = gamelib.game(name)
        goal = next(one for one in tutorial_goals(game) if one.title == title)
        return goal.alternative_success_events(goal.start_record.state, game.parse_choice(text), 0) is not None

    assert answers("harem", "Give a lesson card", "teach(ENH-D2,CON-01)")
    assert answers("hadara", "Sell a card", "sell(R1-03)"), "it is told when both have chosen"
    assert answers("hadara", "Tax it or integrate it", "plunder")
    assert not answers("hadara", "Sell a card", "buy(R1-03)")
    assert not answers("wishes", "Move your Orderly", "orderly(Tea)")
    assert not answers("emira", "Spend too much", "bid(10)"), "with that, the upkeep can be paid"


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_that_one_is_sent_to_see_stays(name):
    page, seen = Page(name), 0
    for goal in page.table.goals:
        while not page.table.scene["coach"]["met"]:
            page.do("show_solution")
        coach = page.table.scene["coach"]
        play = page.table.session
        tried = [
            choice
            for choice in goal.sample_line
            if isinstance(choice, Action) and goal.is_refused_as_wanted(play.state, choice)
        ]
        assert bool(coach["refusal"]) is bool(tried), goal.title
        if tried:
            seen += 1
            assert coach["refusal"] == play.game.describe(play.state.why_not(tried[0]), play.names)
        page.do("next_goal")
    assert seen >= 1 or name == "hadara"


@pytest.mark.parametrize("name", GAMES)
def test_a_reload_goes_on_where_one_was(name):
    """Check before a goal, in the middle, when it is reached, and at the end, to which one returns from the quiz."""
    page = Page(name)
    for n in range(1, len(page.table.goals) + 1):
        while not page.table.scene["coach"]["met"]:
            page.do("show_solution")
            kept = [message["data"] for message in page.heard if message["kind"] == "save_game"][-1]
            again = Page(name)
            again.do("hello", saved=kept, link="")
            there, here = again.table.scene["coach"], page.table.scene["coach"]
            assert (there["n"], there["met"], there["refusal"]) == (n, here["met"], here["refusal"])
            assert again.table.session.state == page.table.session.state
        if n < len(page.table.goals):
            page.do("next_goal")
    assert again.table.scene["coach"]["riddles"]
    again.do("restart_tutorial")
    assert (again.table.scene["coach"]["n"], again.table.scene["coach"]["met"]) == (1, False)
    page.do("leave_tutorial")
    kept = [message["data"] for message in page.heard if message["kind"] == "save_game"][-1]
    again = Page(name)
    again.do("hello", saved=kept, link="")
    assert "coach" not in again.table.scene


@pytest.mark.parametrize("name", sample_cases(GAMES, 2))
def test_an_earlier_goal_is_read_again_and_the_own_one_waits(name):
    page = Page(name)
    for n, goal in enumerate(page.table.goals[:-1], 1):
        while not page.table.scene["coach"]["met"]:
            page.do("show_solution")
        if n == 1:
            page.do("previous_goal")
            assert page.notice(), "there is none before the first"
        page.do("next_goal")
        own = page.table.session.state
        if 2 < n < len(page.table.goals) - 1:
            continue  # the way back is the same, only longer
        for _ in range(n):
            page.do("previous_goal")
        first = page.table.scene["coach"]
        assert (first["n"], first["met"], first["reading"], first["before"]) == (1, True, n + 1, "")
        assert page.table.scene["coach"]["since"] == page.table.goals[0].instruction
        kept = [message["data"] for message in page.heard if message["kind"] == "save_game"][-1]
        assert kept["goal"] == n
        assert kept["met"] is False
        actions = page.table.scene["actions"]
        if actions:
            page.do("play_action", n=actions[0]["n"], step=page.table.session.step, line=0)
            assert "earlier goal" in page.notice()
        for k in range(1, n + 1):
            page.do("next_goal")
            coach = page.table.scene["coach"]
            assert (coach["n"], "reading" in coach) == (k + 1, k < n)
        assert page.table.session.state == own, goal.title
        assert page.table.scene["coach"]["text"] == page.table.goals[n].instruction


@pytest.mark.parametrize("saved", [{"goal": 3, "taken": 10**9}, {"goal": 2, "taken": "2"}, {"goal": 0, "met": 1}])
def test_what_no_first_game_has_kept_does_no_harm(saved):
    page = Page(GAMES[0])
    page.do("hello", saved=saved, link="")
    assert page.table.scene["coach"]["n"] == saved["goal"] + 1


def test_a_game_without_a_first_game_says_so():
    lacking = [name for name in PACKAGES if name not in GAMES]
    for name in lacking[:1]:
        with pytest.raises(ValueError, match="no first game"):
            TutorialTable(name)
