"""The positions of lessons are real, and a table that was played opens anew."""

from __future__ import annotations

from random import Random

import pytest

from gamelib import Chance, Decision, End, Record
from tests.lessons.visit import Visit, each, some
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.widget import Lesson
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.rules import Quiz


@each
def test_positions_are_real(id: str, plans: dict[str, Plan]) -> None:
    """At the start the first seat is to choose, or the deal begins; the game has a page for the link."""
    plan = plans[id]
    if plan.experiment.start_position is None:
        assert plan.game is None
        return
    record = plan.experiment.start_position(**plan.settings)
    node = record.state.node
    assert (isinstance(node, Decision) and node.seat == 0) or len(record) == 0
    assert (NOTEBOOKS_DIR / "lessons" / Lesson(plan)._link(record).split("#")[0]).is_file()
    assert Record.from_link(record.to_link(), plan.game).state.to_dict() == record.state.to_dict()
    lengths = {
        len(plan.experiment.position_after(path.position_key, **plan.settings))
        for path in plan.experiment.answer_terms(**plan.settings)
    }
    assert min(lengths) > len(record)


def play_a_little(visit: Visit) -> None:
    """What pupils do at a table: they choose, and let chance and the others go on."""
    board = visit.lesson._board
    assert board is not None
    rng, session = Random(1), board.session
    for _ in range(4):
        node = session.state.node
        if not isinstance(node, End):
            session.play_or_branch(
                node.sample(rng) if isinstance(node, Chance) else rng.choice(list(session.state.legal))
            )


@some
def test_a_lesson_with_a_game_asks_riddles_on_its_rules(id: str, plans: dict[str, Plan]) -> None:
    lesson = Lesson(plans[id], seed=1)
    if plans[id].game is None:
        with pytest.raises(ValueError, match="plays no game"):
            lesson._do_open_quiz({})
        return
    lesson.progress.navigation.unlock_all()
    lesson._do_go_to_step({"kind": "play"})
    assert lesson.page["step"]["riddles"]
    lesson._do_open_quiz({})
    riddles = lesson._board
    assert isinstance(riddles, Quiz)
    assert riddles.quiz_session.next_question()["of"] == 3
    lesson._do_close_table({})
    assert lesson.table == {}


@some
def test_a_table_that_was_played_opens_anew(id: str, plans: dict[str, Plan]) -> None:
    plan = plans[id]
    if plan.experiment.start_position is None:
        return
    visit = Visit(plan)
    visit.well("open_table", place="start")
    first = visit.lesson.table["link"]
    places = {"end": first, **{f"path {n}": "" for n in range(len(plan.experiment.answer_terms(**plan.settings)))}}
    play_a_little(visit)
    assert len(visit.lesson._board.session.record) > len(plan.experiment.start_position(**plan.settings))
    visit.to("compare")
    for _ in range(2):
        for place, link in places.items():
            visit.well("open_table", place=place)
            now = visit.lesson.table["link"]
            assert link in ("", now), place
            places[place] = now
            play_a_little(visit)
    visit.well("restart")
    visit.well("open_table", place="start")
    assert visit.lesson.table["link"] == first
