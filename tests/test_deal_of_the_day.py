"""Deal of the day: the same deal for everybody on a date, the bots on it, and what waits until the game is over."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from random import Random

import pytest

import gamelib
from gamelib import Decision, End, Record
from gamelib.playouts import choose_action
from gamelib.tools.deal_of_the_day import PLAYER_SEAT, play_day_deal_with_bot
from tests.test_table import Page
from widgets.page.translations import load_texts
from widgets.table import Table
from widgets.table.day_deal import DayDeal
from widgets.table.day_result import DayBotGames
from widgets.table.session import GameSession

DAY, NEXT_DAY = date(2026, 11, 30), date(2026, 12, 1)
TEXTS = load_texts("shown", "table")
PRINT_ENDS = "from tests.test_deal_of_the_day import *; print([end_of_bot(game, DAY) for game in gamelib.all_games()])"


def game_of_heuristic_player(game: str, day: date) -> Record:
    """Return the game at a table whose person always chooses as the heuristic bot does."""
    session = GameSession(gamelib.game(game))
    session.start_deal_of_the_day(DayDeal(day))
    while not session.is_game_over():
        if not isinstance(session.state.node, Decision):  # automatic play waits at an attack
            session.play_until_human()
            continue
        assert session.luck is not None
        rng = session.luck.bot_generator(session.record)
        session.play_or_branch(choose_action(session.state, session.game.bots["thumb"], rng))
        session.play_until_human()
    return session.record


def end_of_bot(game: str, day: date) -> End:
    playing = play_day_deal_with_bot(gamelib.game(game), day, "thumb")
    while True:
        try:
            next(playing)
        except StopIteration as finished:
            end: End = finished.value
            return end


def opened(game: str = "towers", day: str = DAY.isoformat()) -> Page:
    """Return a page that has followed the link to the deal of a date."""
    page = Page(Table(game))
    page.do("hello", link=f"#day={day}", day=day, saved=None)
    return page


def finished(attempt: int = 1) -> Page:
    page = opened()
    for number in range(attempt):
        if number:
            page.do("play_day_deal_again")
        page.play(1000, Random(number))
        assert page.table.scene["kind"] == "end"
    return page


def test_a_date_gives_everybody_the_same_deal() -> None:
    ends = [end_of_bot(game, DAY) for game in gamelib.all_games()]
    other = subprocess.run([sys.executable, "-c", PRINT_ENDS], capture_output=True, check=True, text=True)
    assert other.stdout.strip() == repr(ends)
    for game, end in zip(gamelib.all_games(), ends, strict=True):
        assert end_of_bot(game, NEXT_DAY) != end, game


@pytest.mark.parametrize("game", gamelib.all_games())
def test_a_bot_gets_the_cards_and_the_luck_of_the_person(game: str) -> None:
    """Check it with a person who chooses what the heuristic bot would choose."""
    assert game_of_heuristic_player(game, DAY).state.node == end_of_bot(game, DAY)


def test_both_bots_play_the_deal_of_the_date() -> None:
    games = DayBotGames(gamelib.game("towers"), DAY)
    assert games.results_so_far(TEXTS) == {"day": DAY.isoformat(), "scores": [], "over": False}
    slices = 0
    while not games.results_so_far(TEXTS)["over"]:
        games.advance(0)
        slices += 1
    assert slices > 100  # a click never waits for a whole game
    heuristic, search = games.results_so_far(TEXTS)["scores"]
    assert heuristic["score"] == end_of_bot("towers", DAY).scores[PLAYER_SEAT]
    assert [heuristic["label"], search["label"]] == [TEXTS["day_thumb"], TEXTS["day_monte_carlo"]]


def test_until_the_end_nobody_changes_the_luck_or_sees_the_other_cards() -> None:
    page = opened()
    page.play(20, Random(1))
    scene = page.table.scene
    players = {f"player{seat}": "random" if seat else "human" for seat in range(3)}
    names = {f"name{seat}": name for seat, name in enumerate(scene["names"])}
    for request in (
        {"what": "set_view", "everything": True},
        {"what": "set_view", "seat": 1},
        {"what": "set_names_and_players", "values": players | names},
        {"what": "replace_outcome", "place": 0, "step": scene["step"]},
    ):
        assert page.refused(**request) == TEXTS["day_locked"]  # type: ignore[arg-type]
    page.do("view_last_choice")
    assert [control["label"] for control in page.table.scene["controls"]] == [TEXTS["to_now"]]
    assert page.refused("branch_at_step") == TEXTS["day_locked"]
    page.do("continue_day_bots")
    assert not page.heard[:-1]  # the points of the bots would be a hint
    page.do("view_step", step=scene["steps"])
    page.play(1000, Random(1))
    page.do("set_view", everything=True)
    assert page.table.scene["everything"]
    page.do("set_view", everything=False)


def test_a_reload_continues_and_another_date_begins_anew() -> None:
    page = opened()
    page.play(10, Random(1))
    saved = page.answer("save_game")["data"]
    again = Page(Table("towers"))
    again.do("hello", link="#day", day=DAY.isoformat(), saved=saved)
    assert again.table.session.record.to_link() == page.table.session.record.to_link()
    for one in (page, again):
        one.play(1000, Random(3))
    assert again.table.session.record.to_link() == page.table.session.record.to_link()
    again.do("open_day_deal", day=NEXT_DAY.isoformat(), saved=saved)
    assert (again.table.scene["day"], again.table.session.day_deal) == (NEXT_DAY.isoformat(), DayDeal(NEXT_DAY))


def test_a_second_attempt_is_counted() -> None:
    page = finished(attempt=2)
    result = page.table.scene["reckoning"]["day"]
    assert result["attempt"] == 2
    end = page.table.session.state.node
    assert isinstance(end, End)
    assert result["own"]["score"] == end.scores[PLAYER_SEAT]
    page.do("continue_day_bots")
    assert page.answer("day_bots")["day"] == DAY.isoformat()


def test_a_deal_of_the_day_is_refused_and_left_in_plain_words() -> None:
    assert opened(day="tomorrow").heard[0] == {"kind": "notice", "text": TEXTS["day_unknown"]}
    page = opened()
    page.play(4, Random(1))
    assert page.refused("play_day_deal_again") == TEXTS["too_late"]
    damaged = page.table.session.to_dict() | {"attempt": "many"}
    page.do("open_day_deal", day=DAY.isoformat(), saved=damaged)
    assert page.answer("notice")["text"] == TEXTS["no_saved"]
    assert page.table.session.day_deal == DayDeal(DAY)
    values = {"seats": 2, **{f"name{seat}": "AB"[seat] for seat in range(2)}}
    page.do("start_game", values=values | {"player0": "human", "player1": "thumb"})
    assert (page.table.scene["day"], page.table.session.luck) == ("", None)
