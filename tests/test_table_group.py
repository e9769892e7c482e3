"""Tables that play the same deals: whole games, secrecy, restarts, results, and everything that is refused."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamelib import Chance, End, Record
from gamelib.common_luck import HASH_PERSON
from gamelib.record import format_choice, possible_choices
from tests.test_shared_table import GAMES, OpenPage, act_at_random, twin_choices
from widgets.classroom.shared_table.deal_table import DealTable
from widgets.classroom.shared_table.group_results import (
    deal_points_and_divergences,
    mean_bot_points_by_seat,
    points_variance_parts,
    table_divergences,
)
from widgets.classroom.shared_table.group_service import GroupService
from widgets.classroom.shared_table.table_files import TableFiles
from widgets.classroom.shared_table.table_group import MODES, TableGroup
from widgets.classroom.shared_table.table_service import SharedTable, TableService


@pytest.fixture
def service(tmp_path: Path) -> GroupService:
    return new_service(tmp_path)


def new_service(folder: Path) -> GroupService:
    return GroupService(TableService(TableFiles(folder)), TableFiles(folder / "groups"))


def settings(**changed: Any) -> dict[str, Any]:
    return {"game": "towers", "seats": 3, "timer": 0, "tables": 3, "deals": 3, "mode": "same_luck"} | changed


def opened(service: GroupService, people: int = 1, **changed: Any) -> tuple[TableGroup, str]:
    """Open a group with people at each table."""
    group, token = service.create_group(settings(**changed))
    for table in group.tables:
        for number in range(people):
            service.tables.take_seat(table, f"Ada {'ABC'[number]}")
    return group, token


def play(table: SharedTable, rng: Random, steps: int = 5000) -> None:
    """Let scripted pages play a table to its end."""
    assert table.shared is not None
    pages = [OpenPage(table.shared, seat) for seat in range(len(table.names))]
    for _ in range(steps):
        if isinstance(table.shared.record.state.node, End):
            break
        seat = table.shared.awaited_seat()
        assert seat is not None
        act_at_random(pages[seat], rng)
    for page in pages:
        page.table.close()


@pytest.mark.parametrize("game", GAMES)
def test_tables_with_equal_decisions_have_equal_games(service: GroupService, game: str) -> None:
    group, _ = opened(service, game=game, deals=1)
    service.start_next_deal_at_all_tables(group)
    for table, seed in zip(group.tables, (1, 1, 2), strict=True):
        play(table, Random(seed), steps=25)
    for table in group.tables:
        service.tables.substitute_bot_for_seat(table, 0)  # bots play on to the end
    first, second, third = (group.finished[0, number].choices for number in (1, 2, 3))
    assert first == second != third
    shared = group.tables[0].shared
    assert shared is not None
    state = shared.record.new_initial_state()
    for one, other in zip(first, third, strict=False):
        if not isinstance(state.node, Chance) or not state.node.is_setup:
            break
        assert one == other
        state.apply(one)


@pytest.mark.parametrize("mode", MODES)
def test_the_tables_share_what_the_mode_says(service: GroupService, mode: str) -> None:
    group, _ = opened(service, mode=mode)
    service.start_next_deal_at_all_tables(group)
    for table in group.tables:
        play(table, Random(1))
    records = [table.shared.record for table in group.tables if table.shared is not None]
    state, setup_length = records[0].new_initial_state(), 0
    while state.node.is_setup if isinstance(state.node, Chance) else False:
        state.apply(records[0].choices[setup_length])
        setup_length += 1
    setups = {tuple(map(format_choice, record.choices[:setup_length])) for record in records}
    games = {tuple(map(format_choice, record.choices)) for record in records}
    assert setup_length > 5
    assert (len(setups), len(games)) == {"own_dice": (1, 3), "same_luck": (1, 1), "rotation": (3, 3)}[mode]


def test_rotating_tables_play_each_deal_once_and_see_results_at_the_end_only(service: GroupService) -> None:
    group, _ = opened(service, mode="rotation")
    for sitting in range(3):
        service.start_next_deal_at_all_tables(group)
        for table in group.tables:
            assert group.finished_deals() == []
            play(table, Random(1))
            assert table.shared is not None
            assert table.shared.is_sealed == (sitting < 2 or table is not group.tables[-1])
    assert group.finished_deals() == [0, 1, 2]
    assert not any(table.shared.is_sealed for table in group.tables if table.shared is not None)
    for deal in range(3):  # equal decisions at equal deals, at different times
        assert len({tuple(group.finished[deal, number].choices) for number in (1, 2, 3)}) == 1
    with pytest.raises(ValueError, match="All deals"):
        service.start_next_deal_at_all_tables(group)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_the_same_for_hidden_outcomes_that_a_seat_cannot_tell_apart(
    service: GroupService, game: str
) -> None:
    group, _ = opened(service, people=3, game=game, tables=1, deals=1)
    service.start_next_deal_at_all_tables(group)
    shared = group.tables[0].shared
    assert shared is not None
    rng, compared = Random(4), 0
    record = Record(shared.game, 3, names=shared.record.seat_names)
    while not isinstance(record.state.node, End) and compared < 12:
        twins = twin_choices(record.state, rng)
        if twins is not None:
            boards = []
            for choice in twins:
                branch = record.branch(len(record))
                shared.session.load_record(branch, None, shared.players)
                shared.session.play_scripted_choice(choice)
                boards.append(json.dumps(group.status()))
            assert boards[0] == boards[1], record.state.node
            compared += 1
        record.apply_and_append(rng.choice(list(possible_choices(record.state))))
    assert compared >= (0 if game == "towers" else 3)


def test_the_board_holds_no_key_card_or_result_before_the_deal_is_over(service: GroupService) -> None:
    group, token = opened(service, game="hadara", deals=2)
    seen: list[str] = []
    group.followers.append(lambda: seen.append(json.dumps(group.status())))
    service.start_next_deal_at_all_tables(group)
    for table in group.tables[:2]:
        play(table, Random(1))
    shared = group.tables[0].shared
    assert shared is not None
    cards = {text for choice in shared.record.choices if len(text := format_choice(choice).strip("=")) > 3}
    assert len(cards) > 20
    for secret in [*(key.secret.hex() for key in group.deal_keys), group.table_secret.hex(), token, *cards]:
        assert not any(secret in text for text in seen), secret
    play(group.tables[2], Random(2))
    assert group.deal_keys[0].secret.hex() in seen[-1]
    assert group.deal_keys[1].secret.hex() not in seen[-1]
    reloaded = GroupService(TableService(service.tables.files), service.files).find_group(group.code, token)
    assert reloaded.finished_deals() == [0]
    shown = reloaded.status()["deals"][0]
    assert sha256(HASH_PERSON + bytes.fromhex(shown["key"])).hexdigest() == shown["fingerprint"]


def test_the_cards_of_a_finished_table_stay_hidden_while_others_play(service: GroupService) -> None:
    group, _ = opened(service, deals=1)
    service.start_next_deal_at_all_tables(group)
    play(group.tables[0], Random(1))
    shared = group.tables[0].shared
    assert shared is not None
    page = OpenPage(shared, 0)
    for request in ({"do": "set_view", "everything": True}, {"do": "save_file"}, {"do": "review_decisions"}):
        page.ask(request)
        assert "still playing this deal" in page.notices()[-1]
    assert not page.scene["everything"]
    for table in group.tables[1:]:
        play(table, Random(2))
    page.ask({"do": "set_view", "everything": True})
    assert page.scene["everything"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["own_dice", "same_luck"])
def test_a_restarted_server_continues_with_the_same_luck(tmp_path: Path, game: str, mode: str) -> None:
    first = new_service(tmp_path)
    group, token = opened(first, game=game, mode=mode, tables=2, deals=1)
    first.start_next_deal_at_all_tables(group)
    for table in group.tables:
        play(table, Random(1), steps=2)
    second = new_service(tmp_path)
    again = second.find_group(group.code, token)
    assert [table.to_dict() for table in again.tables] == [table.to_dict() for table in group.tables]
    for old, new in zip(group.tables, again.tables, strict=True):
        for server, table in ((first, old), (second, new)):
            play(table, Random(2), steps=10)
            server.tables.substitute_bot_for_seat(table, 0)  # bots play on to the end
        assert old.shared is not None
        assert new.shared is not None
        assert old.shared.record.choices == new.shared.record.choices


def test_a_server_that_stops_during_a_start_starts_all_tables(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    group, token = opened(service)
    group.sitting = 0
    group.save()
    again = new_service(tmp_path).find_group(group.code, token)
    assert [table.shared is not None for table in again.tables] == [True] * 3
    assert again.finished == {}


def test_an_undone_choice_changes_no_luck(service: GroupService) -> None:
    group, _ = opened(service, game="hadara", tables=2, deals=1)
    service.start_next_deal_at_all_tables(group)
    undone = 0
    for table, should_undo in zip(group.tables, (True, False), strict=True):
        assert table.shared is not None
        page, rng = OpenPage(table.shared, 0), Random(5)
        while not isinstance(table.shared.record.state.node, End):
            state, length = rng.getstate(), len(table.shared.record)
            act_at_random(page, rng)
            if should_undo and page.scene["undo"] and page.table.session.undo_target() == length:
                page.ask({"do": "undo"})
                rng.setstate(state)
                act_at_random(page, rng)
                undone += 1
    assert undone
    assert group.finished[0, 1].choices == group.finished[0, 2].choices


def test_nobody_joins_an_empty_table_or_starts_alone_after_the_start(service: GroupService) -> None:
    group, _ = service.create_group(settings(tables=2))
    with pytest.raises(ValueError, match="Nobody"):
        service.start_next_deal_at_all_tables(group)
    service.tables.take_seat(group.tables[0], "Ada")
    with pytest.raises(ValueError, match="organiser"):
        service.tables.start_game(group.tables[0], 0)
    service.start_next_deal_at_all_tables(group)
    with pytest.raises(ValueError, match="already started"):
        service.tables.take_seat(group.tables[1], "Ben")
    with pytest.raises(ValueError, match="still playing"):
        service.start_next_deal_at_all_tables(group)
    assert [table["state"] for table in group.status()["tables"]] == ["playing", "waiting"]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"tables": 0}, "1 to 10"),
        ({"tables": 11}, "1 to 10"),
        ({"tables": "3"}, "1 to 10"),
        ({"deals": True}, "1 to 8"),
        ({"deals": 9}, "1 to 8"),
        ({"mode": "chess"}, "three ways"),
        ({"mode": []}, "three ways"),
        ({"mode": "rotation", "tables": 2}, "at least 3"),
        ({"mode": "rotation", "deals": 2}, "at least 3"),
        ({"game": "chess"}, "five games"),
        ({"seats": 9}, "Towers can’t"),
        ({"timer": 1}, "offered times"),
    ],
)
def test_impossible_settings_are_refused(service: GroupService, changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        service.create_group(settings(**changed))
    assert service.files.codes() == service.tables.files.codes() == []


def test_a_wrong_link_and_a_damaged_file_are_refused(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    group, token = opened(service)
    for code, key in (("", token), (group.code, ""), (group.code, None), (7, token), ("../" + "a" * 9, token)):
        with pytest.raises(ValueError, match="opens no tables"):
            service.find_group(code, key)
    service.files.save(group.code, group.to_dict() | {"deals": ["xy"]})
    with pytest.raises(ValueError, match="damaged"):
        new_service(tmp_path).find_group(group.code, token)


@pytest.mark.parametrize("mode", ["own_dice", "same_luck"])
def test_results_name_points_bots_parts_and_divergences(service: GroupService, mode: str) -> None:
    group, _ = opened(service, mode=mode)
    for deal in range(3):
        assert points_variance_parts(group, 0) is None
        service.start_next_deal_at_all_tables(group)
        for table in group.tables:
            play(table, Random(10 * deal + table.number))
    results = deal_points_and_divergences(group, 0)
    json.dumps(results)
    for row in results["tables"]:
        node = group.finished[0, row["table"]].state.node
        assert isinstance(node, End)
        assert row["scores"] == list(node.scores)
    assert mean_bot_points_by_seat(group, 0) == results["bots"]
    first = results["divergences"][0]
    assert sorted(number for branch in first["branches"] for number in branch["tables"]) == [1, 2, 3]
    records = {number: group.finished[0, number] for number in (1, 2, 3)}
    step = table_divergences(records)[0].step
    choices = [record.choices[: step + 1] for record in records.values()]
    assert len({tuple(map(format_choice, one[:step])) for one in choices}) == 1
    assert len({tuple(map(format_choice, one)) for one in choices}) > 1
    if first["isChance"]:
        node = records[1].state_at(step).node
        assert isinstance(node, Chance)
        shares = [branch["probability"]["fraction"] for branch in first["branches"]]
        chosen = [records[branch["tables"][0]].choices[step] for branch in first["branches"]]
        assert shares == [str(node.dist().p(choice)) for choice in chosen]
    parts = points_variance_parts(group, 0)
    assert parts is not None
    assert sum(parts["shares"]) == pytest.approx(1)


def test_the_picture_of_a_finished_game_shows_all_and_changes_nothing(service: GroupService) -> None:
    group, _ = opened(service, deals=1)
    service.start_next_deal_at_all_tables(group)
    for table in group.tables:
        play(table, Random(1))
    record, sent = group.finished[0, 1], []
    table = DealTable(record, 4, lambda message, _: sent.append(message))
    assert table.scene["everything"]
    assert table.scene["step"] == 4
    assert table.scene["past"] == f"This is step 4 of {len(record)}. You can only look at it."
    length = len(record)
    requests = ["play_next_step", "branch_at_step", "play_until_human", "start_game", "set_names_and_players"]
    for request in requests:
        table.receive_from_page({"do": request, "seq": 1, "values": {}})
    table.receive_from_page({"do": "view_step", "step": 7, "seq": 2})
    assert table.scene["step"] == 7
    assert len(record) == table.scene["steps"] == length
    assert [line["label"] for line in table.scene["lines"]] == [table.scene["lines"][0]["label"]]
