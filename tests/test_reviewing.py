"""Review at the table: offered at the end, computed in small portions, and told in the terms of the game."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.conformance import TAUGHT
from tests.test_review import played
from widgets.page.translations import load_texts
from widgets.table import Table
from widgets.table.decision_review import DecisionReviewTask, first_auction_step_by_answer_step, mistake_text

WORDS = load_texts("shown", "table")


def heard(table, *messages):
    """Return the messages of the table for these messages of its page."""
    sent = []
    table.send = lambda message, buffers=None: sent.append(message)
    for message in messages:
        table._receive(table, {"seq": 1, **message}, [])
    return [message for message in sent if message["kind"] != "done"]


@pytest.mark.parametrize("name", TAUGHT)
def test_the_end_offers_a_review_and_tells_it(name):
    record = played(name, 2 if name != "emira" else 3, 6, {0})
    table = Table(name, seats=record.seats, record=record, keep=False)
    offer = table.scene["reckoning"]["review"]
    assert offer["ask"] == WORDS["review_ask"]
    assert offer["found"] is None
    (first,) = heard(table, {"do": "review_decisions", "begin": True})
    assert first["found"]["done"] <= 1
    assert not first["found"]["over"]
    assert f"0 of {first['found']['of']}" in first["found"]["said"] or first["found"]["done"]
    heard(table, {"do": "view_step", "step": 3})
    assert "reckoning" not in table.scene
    for _ in range(12):
        (now,) = heard(table, {"do": "review_decisions"})
    assert now["found"]["done"] >= first["found"]["done"], "it goes on while another step is looked at"
    heard(table, {"do": "view_step", "step": len(record)})
    assert table.scene["reckoning"]["review"]["found"]["done"] == now["found"]["done"]


def test_a_whole_review_names_the_worst_and_where_it_was():
    record = played("towers", 2, 2, {0})
    table = Table("towers", seats=2, record=record, keep=False)
    (now,) = heard(table, {"do": "review_decisions", "begin": True})
    while not now["found"]["over"]:
        (now,) = heard(table, {"do": "review_decisions"})
        if now["found"]["done"] and not now["found"]["over"]:
            assert "The rest takes about" in now["found"]["said"]
    found = now["found"]
    assert found["done"] == found["of"]
    assert 1 <= len(found["worst"]) <= 3
    for one in found["worst"]:
        assert one["title"].startswith(f"{table.session.record.seat_names[0]} chose “")
        assert re.search(r"” would have (won|brought|left) ", one["title"])
        assert one["lines"][0].startswith("Games won from there: ")
        assert one["lines"][-1].startswith("In total, this cost about ")
        assert 0 <= one["step"] < len(record)
    assert f"{found['of']} decisions looked at" in found["said"]
    assert table.scene["reckoning"]["review"]["found"] is None
    heard(table, {"do": "set_view", "seat": 0})
    assert table.scene["reckoning"]["review"]["found"] == found
    heard(table, {"do": "set_view", "seat": 1})
    assert table.scene["reckoning"]["review"]["found"] is None, "the other seat's decisions are another matter"


def test_a_mistake_is_told_by_what_it_gains():
    """Check the gain: wins, otherwise points, otherwise the rank. Nobody is told a loss of points as a gain."""
    record = played("towers", 2, 2, {0})
    thinking = DecisionReviewTask(record, 0)
    while not thinking.finished_reviews:
        thinking.advance()
    for wins, points, told in [
        ((0.2, 0.5), (3, 1), "won 30 more games"),
        ((0.2, 0.2), (1, 3), "brought +2 points"),
        ((0.2, 0.2), (3, 1), "left the other players further behind"),
        ((0.2, 0.2), (3, 3), "left the other players further behind"),
    ]:
        assert told in mistake_text(
            record.game,
            replace(
                thinking.finished_reviews[0], win_rates_after_chosen_and_best=wins, points_after_chosen_and_best=points
            ),
            ("Ada", "Ben"),
            WORDS,
        )


def test_another_game_ends_the_review_and_none_begins_before_the_end():
    record = played("towers", 2, 2)
    table = Table("towers", seats=2, record=record, keep=False)
    heard(table, {"do": "review_decisions", "begin": True})
    (shown,) = [
        m
        for m in heard(table, {"do": "open_link", "values": {"link": record.branch(9).to_link()}})
        if m["kind"] == "log"
    ]
    assert shown
    assert heard(table, {"do": "review_decisions"}) == []
    (notice,) = heard(table, {"do": "review_decisions", "begin": True})
    assert (notice["kind"], notice["text"]) == ("notice", WORDS["too_late"])


def test_answers_of_one_auction_are_one_decision():
    """Check answers with only answers of others in between. The cards of one turn stay separate decisions."""
    record = played("emira", 4, 3, {0, 1, 2, 3})
    found = first_auction_step_by_answer_step(record, 0)
    assert found
    for step, first in found.items():
        nodes = [record.state_at(k).node for k in range(first, step + 1)]
        assert {node.step_name for node in nodes} == {nodes[0].step_name}
        assert nodes[0].seat == nodes[-1].seat == 0
        assert any(node.seat != 0 for node in nodes)
    assert not first_auction_step_by_answer_step(played("harem", 3, 1, {0, 1, 2}), 0)
