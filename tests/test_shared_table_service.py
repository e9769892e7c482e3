"""Shared tables of a server: seats, names, tokens, timers, files, and everything that is refused."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamelib.record import possible_choices
from tests.conftest import kismet
from widgets.classroom.shared_table.table_files import DAYS_KEPT, TableFiles
from widgets.classroom.shared_table.table_service import ABSENCE, MAX_TABLES, SharedTable, TableService
from widgets.site.command_line import main


@pytest.fixture
def service(tmp_path: Path) -> TableService:
    return TableService(TableFiles(tmp_path / "tables"))


def started(service: TableService, *names: str, game: str = "towers", seats: int = 3, timer: int = 0) -> SharedTable:
    table = service.create_table(game, seats, timer)
    for name in names:
        service.take_seat(table, name)
    service.start_game(table, 0)
    return table


def play_until(table: SharedTable, seat: int) -> None:
    """Play at random until a person has to act."""
    assert table.shared is not None
    rng = Random(1)
    while (now := table.shared.awaited_seat()) != seat:
        assert now is not None
        table.shared.play_until_next_person(now, rng.choice(list(table.shared.session.state.legal)))


def test_people_take_the_seats_in_order_and_equal_names_get_numbers(service: TableService) -> None:
    table = service.create_table("hadara", 3, 60)
    tokens = [service.take_seat(table, name) for name in ("Anna", "anna ", "Bo")]
    assert table.names == ["Anna", "anna 2", "Bo"]
    assert [table.seat_of(token) for token in tokens] == [0, 1, 2]
    assert table.seat_of("x" * 32) is None
    with pytest.raises(ValueError, match="taken"):
        service.take_seat(table, "Cem")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (("chess", 2, 0), "five games"),
        ((["towers"], 2, 0), "five games"),
        (("towers", 1, 0), "Towers can’t"),
        (("towers", 9, 0), "Towers can’t"),
        (("towers", "2", 0), "Towers can’t"),
        (("towers", True, 0), "Towers can’t"),
        (("towers", 2, 7), "offered times"),
    ],
)
def test_a_table_with_impossible_settings_is_refused(service: TableService, settings: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        service.create_table(*settings)
    assert service.files.codes() == []


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, None, 7, ["Anna"], "fuck"])
def test_an_impossible_name_is_refused(service: TableService, name: Any) -> None:
    table = service.create_table("towers", 2, 0)
    with pytest.raises(ValueError, match="name"):
        service.take_seat(table, name)
    assert table.names == []


@pytest.mark.parametrize("code", ["", "12345", "1234567890", "777777", "111111", None, 111111, "../../x"])
def test_an_unknown_code_is_refused(service: TableService, code: Any) -> None:
    with pytest.raises(ValueError, match="code"):
        service.find_table(code)


def test_bots_play_the_free_seats_and_only_the_first_person_starts(service: TableService) -> None:
    table = service.create_table("hadara", 4, 0)
    service.take_seat(table, "Ada")
    service.take_seat(table, "Bo")
    with pytest.raises(ValueError, match="Ada opened"):
        service.start_game(table, 1)
    service.start_game(table, 0)
    assert table.shared is not None
    assert table.shared.players == ["human", "human", "thumb", "thumb"]
    assert len(set(table.shared.record.seat_names)) == 4
    for refused in (lambda: service.start_game(table, 0), lambda: service.take_seat(table, "Cem")):
        with pytest.raises(ValueError, match="already started"):
            refused()


@pytest.mark.parametrize("game", ["harem", "towers", "emira", "hadara", "wishes"])
def test_a_restarted_server_continues_at_the_same_step(service: TableService, game: str) -> None:
    table = started(service, "Ada", "Bo", game=game)
    assert table.shared is not None
    for _ in range(6):
        seat, node = table.shared.awaited_seat(), table.shared.session.state.node
        if seat is None:
            break
        if hasattr(node, "dist"):
            table.shared.resolve_chance(seat)
        else:
            table.shared.play_until_next_person(seat, possible_choices(table.shared.session.state)[0])
    service.substitute_bot_for_seat(table, 1)
    again = TableService(service.files).find_table(table.code)
    assert again.shared is not None
    assert again.shared.record.choices == table.shared.record.choices
    assert again.shared.players == table.shared.players
    assert again.to_dict() == table.to_dict()


def test_a_table_in_its_lobby_survives_a_restart(service: TableService) -> None:
    table = service.create_table("towers", 2, 120)
    token = service.take_seat(table, "Ada")
    again = TableService(service.files).find_table(table.code)
    assert again.shared is None
    assert again.seat_of(token) == 0
    assert token not in json.dumps(table.to_dict())


def test_a_damaged_file_is_named(service: TableService) -> None:
    table = started(service, "Ada")
    data = table.to_dict()
    for damage in ({"link": "T9"}, {"game": "chess"}, {"names": 3}):
        service.files.save(table.code, data | damage)
        with pytest.raises(ValueError, match=f"table {table.code} is damaged"):
            TableService(service.files).find_table(table.code)


def test_a_person_who_leaves_comes_back_to_the_seat(service: TableService) -> None:
    table = started(service, "Ada", "Bo")
    assert table.shared is not None
    service.substitute_bot_for_seat(table, 1)
    assert table.status(0)["left"] == [False, True]
    table.open_page(1)
    assert table.status(0)["left"] == [False, False]
    assert table.shared.players[1] == "human"


def test_a_bot_moves_for_a_person_only_after_the_timer_or_an_absence(service: TableService) -> None:
    table = started(service, "Ada", "Bo", timer=60)
    table.open_page(0)
    table.open_page(1)
    play_until(table, 1)
    assert table.seconds_until_bot_move_allowed() == pytest.approx(60, abs=5)
    with pytest.raises(ValueError, match="more time"):
        service.let_bot_replace_late_person(table, 0)
    table.changed_at -= 61
    assert table.status(0)["canLetBotMove"]
    assert not table.status(1)["canLetBotMove"]
    assert not table.status(None)["canLetBotMove"]
    assert table.shared is not None
    before = len(table.shared.record)
    service.let_bot_replace_late_person(table, 0)
    assert len(table.shared.record) > before
    assert table.shared.players[1] == "human"
    play_until(table, 1)
    table.record_page_closed(1)
    assert not table.can_let_bot_move(0)
    table.absent_since[1] -= ABSENCE
    assert table.can_let_bot_move(0)


def test_a_full_disk_is_told_and_the_game_goes_on(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    table = started(service, "Ada", "Bo")

    def full(*_: Any) -> None:
        raise OSError("no space")

    monkeypatch.setattr(service.files, "save", full)
    play_until(table, 1)
    table.save_and_notify()
    assert not table.status(0)["saved"]
    monkeypatch.undo()
    table.save_and_notify()
    assert table.status(0)["saved"]


def test_old_tables_are_deleted_and_their_number_is_limited(service: TableService) -> None:
    codes = [service.create_table("towers", 2, 0).code for _ in range(MAX_TABLES)]
    with pytest.raises(ValueError, match="no free table"):
        service.create_table("towers", 2, 0)
    old = time.time() - (DAYS_KEPT + 1) * 24 * 3600
    for code in codes:
        os.utime(service.files.folder / f"{code}.json", (old, old))
    fresh = TableService(service.files)
    assert fresh.create_table("towers", 2, 0).code in service.files.codes()
    assert len(service.files.codes()) == 1


def test_the_files_belong_to_the_owner_alone(service: TableService) -> None:
    code = service.create_table("towers", 2, 0).code
    assert (service.files.folder / f"{code}.json").stat().st_mode & 0o077 == 0
    assert service.files.folder.stat().st_mode & 0o077 == 0


def test_the_command_for_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "chess", "--no-browser"]) == 1
    assert "There is no game 'chess'" in capsys.readouterr().err
    assert main(["tables", "hadara", "--no-browser"]) == 1


def test_the_command_opens_the_page_for_tables(tmp_path: Path) -> None:
    with kismet(tmp_path / "log.txt", "table", "hadara") as server:
        printed = (tmp_path / "log.txt").read_text(encoding="utf-8")
        port = server.url.rsplit(":", 1)[1].strip("/")
        assert f"Open a table at http://127.0.0.1:{port}/play?game=hadara" in printed
        assert re.search(rf"Others on this network find it at http://[\d.]+:{port}/play", printed)
