"""Messages with arbitrary fields: table and lesson answer with a sentence and continue."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests.conftest import LONG
from tests.hostile import VALUES, changed, fine
from widgets.lesson.lesson_notebooks import lesson_ids, load_lesson_definition
from widgets.lesson.scoring import spread_evenly
from widgets.lesson.widget import Lesson
from widgets.page.protocol import INTERNAL_ERROR_TEXT, PageWidget
from widgets.table.widget import Table

N = 5000 if LONG else 100
SENT: list[dict[str, Any]] = [
    {"do": "play_action", "n": 0, "step": 0, "line": 0},
    {"do": "choose_outcome", "step": 0, "values": ["GEM"]},
    {"do": "resolve_chance"},
    {"do": "play_next_step"},
    {"do": "resolve_chance_series"},
    {"do": "view_step", "step": 1},
    {"do": "branch_at_step"},
    {"do": "view_last_choice"},
    {"do": "switch_variation", "line": 0},
    {"do": "set_view", "seat": 1, "everything": True},
    {"do": "set_chance_stop", "on": True},
    {
        "do": "set_names_and_players",
        "values": {"seats": 2, "name0": "A", "player0": "human", "name1": "B", "player1": "thumb"},
    },
    {"do": "start_game", "values": {"seats": 2, "option:gem_table": "A"}},
    {"do": "open_file", "text": "{}"},
    {"do": "open_link", "values": {"link": "#game=x&step=1"}},
    {"do": "peek_step", "step": 0},
    {"do": "open_dialog", "dialog": "rule", "id": "HAR-1.1"},
    {"do": "open_dialog", "dialog": "new", "values": {"seats": 3}},
    {"do": "play_typed_action", "text": "begin"},
    {"do": "save_file"},
    {"do": "set_vocabulary", "values": {"vocabulary": "rulebook"}},
]


def answers(widget: PageWidget, message: Any) -> list[Any]:
    """Return the answers to a message. A refusal is one sentence."""
    heard: list[Any] = []
    widget.send = lambda content, buffers=None: heard.append(content)  # type: ignore[method-assign]
    widget._receive(widget, message, [])
    assert heard[-1]["kind"] == "done"
    for answer in heard:
        json.dumps(answer)
        if answer["kind"] == "notice":
            fine(answer["text"])
            assert answer["text"] != INTERNAL_ERROR_TEXT, message
    return heard


def test_a_table_answers_any_message_in_a_sentence() -> None:
    table, rng = Table("harem", seats=2, seed=1), Random(1)
    kept = table.session.to_dict()
    for _ in range(N):
        sent = rng.choice([*SENT, {"do": "hello", "link": "", "saved": kept}])
        message = changed(sent, rng) if rng.random() < 0.8 else {**sent, "do": rng.choice([*VALUES, sent["do"]])}
        table._touched = message.get("do") != "hello" if isinstance(message, dict) else True
        answers(table, message)
        json.dumps(table.scene)
    for message in VALUES:
        answers(table, message)
    answers(table, {"do": "start_game", "values": {"seats": 2}})
    assert table.scene["step"] == 0


def test_half_a_character_is_not_said_back() -> None:
    table = Table("harem", seats=2, seed=1)
    for odd in ("GEM\ud800", "\udc00", "GEM\x1b"):
        (notice, _) = answers(table, {"do": "choose_outcome", "step": 0, "values": [odd]})
        assert notice["kind"] == "notice"


def test_a_lesson_answers_any_message_in_a_sentence() -> None:
    lesson, rng = Lesson(load_lesson_definition(lesson_ids()[0]), 1), Random(1)
    chips = list(spread_evenly(lesson.progress.prediction.column_names, 20).values())
    sent = [
        {"do": "set_chips_and_reason", "chips": chips, "reason": "x"},
        {"do": "submit_prediction", "chips": chips, "reason": "x"},
        {"do": "run_trials", "n": 10},
        {"do": "reveal_answer"},
        {"do": "predict_direction", "way": "up"},
        {"do": "mark_figure_viewed", "n": 0},
        {"do": "set_item_order", "order": [0, 1, 2]},
        {"do": "submit_order", "order": [0, 1, 2]},
        {"do": "show_hint", "n": 0},
        {"do": "submit_answer", "n": 0, "text": "1/4", "sure": 50},
        {"do": "start_next_variant", "n": 0},
        {"do": "restart"},
        {"do": "close_table"},
        {"do": "confirm_misconception", "n": 0, "choice": 0},
        {"do": "confirm_misconception", "choice": 0},
        {"do": "open_sub_questions", "n": 0},
        {"do": "compare_data", "model": 0, "counts": [1, 2]},
        {"do": "answer_sub_question", "n": 0, "text": "1/2"},
        {"do": "add_expression", "n": 0, "text": "1/2+1/4"},
        {"do": "open_table", "place": "start", "at": "x"},
        {"do": "open_table", "place": "path 1", "at": "x"},
    ]
    for message in sent[:6]:
        answers(lesson, message)
    kept = lesson.progress.to_dict()
    for _ in range(N // 3):  # each draws the page anew
        sound = rng.choice([*sent, {"do": "hello", "saved": kept}, {"do": "import_progress", "work": kept}])
        message = changed(sound, rng) if rng.random() < 0.8 else {**sound, "do": rng.choice([*VALUES, sound["do"]])}
        lesson._touched = rng.random() < 0.5
        answers(lesson, message)
        json.dumps(lesson.page)
    for message in VALUES:
        answers(lesson, message)
