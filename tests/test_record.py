"""Records: JSON and links are read as written, and any error is reported with a plain sentence."""

from __future__ import annotations

import json
import string
from random import Random

import pytest

import gamelib
from gamelib import Record, RecordError
from gamelib.record import format_choice, game_id_of_link
from tests.conformance import PACKAGES, choose


def played(game, seats=None, seed=0, steps=None, **options):
    """Return a record of a random game, whole or with this number of steps."""
    rng = Random(seed)
    record = Record(game, seats or game.seats[0], options)
    while record.state.agenda_frames and (steps is None or len(record) < steps):
        record.apply_and_append(choose(record.state, rng))
    return record


@pytest.fixture(params=PACKAGES)
def game(request):
    return gamelib.game(request.param)


@pytest.fixture(scope="module")
def court():
    return gamelib.game("harem")


def same(first, second):
    assert (first.seats, first.options, first.seat_names, first.choices) == (
        second.seats,
        second.options,
        second.seat_names,
        second.choices,
    )
    assert first.state == second.state


def test_whole_games_come_back_from_file_and_link(game):
    for seats in game.seats:
        record = played(game, seats, seed=seats)
        assert not record.state.agenda_frames
        same(Record.from_json(record.to_json(), game), record)
        link = record.to_link()
        same(Record.from_link(link, game), record)
        assert set(link) <= set(string.ascii_letters + string.digits + "-_")
        assert game_id_of_link(link) == game.id
        assert len(link) < 2000


def test_names_and_options_are_kept(court):
    names = ("Ada", "<b>Ben</b>", "李 & Co")
    record = Record(court, 3, {"gem_table": "B", "kadine_target": 1}, names)
    for again in (Record.from_json(record.to_json(), court), Record.from_link(record.to_link(), court)):
        same(again, record)
        assert again.seat_names == names
        assert again.options["gem_table"] == "B"
    assert "<b>Ben</b>" in court.describe(record.state.node, ["<b>Ben</b>"] * 3)  # words are text; showing it escapes


@pytest.mark.parametrize("names", [("A",), ("A", ""), ("A", " "), ("A", "x" * 41), ("A", 7), ("A", "B", "C")])
def test_bad_names(court, names):
    with pytest.raises(ValueError, match="name"):
        Record(court, 2, {}, names)


def test_at_branch_and_what_if(court):
    record = played(court, 2, seed=4, steps=60)
    for step in (0, 20, 60):
        state = court.start(2)
        for choice in record.choices[:step]:
            state.apply(choice)
        assert record.state_at(step) == state
        assert record.branch(step).state == state
    for step in (-1, 61):
        with pytest.raises(ValueError, match="0 to 60"):
            record.state_at(step)
        with pytest.raises(ValueError, match="0 to 60"):
            record.branch(step)
    deals = [step for step in range(14) if record.choices[step] != "GEM"]
    other = record.replay_with_changed_choice(deals[3], "GEM")
    assert other.diverges_at == deals[3]
    assert other.record.choices[deals[3]] == "GEM"
    assert other.record.choices[: deals[3]] == record.choices[: deals[3]]
    if other.stopped_at is not None:
        assert f"Step {other.stopped_at + 1}" in other.reason
    whole = record.replay_with_changed_choice(10, record.choices[10])
    assert (whole.stopped_at, whole.record.choices) == (None, record.choices)


def test_an_impossible_choice_changes_nothing(court):
    record = played(court, 2, steps=16)
    before = record.state.to_dict()
    with pytest.raises(RecordError, match=r"^Step 17, =GOLD-9: GOLD-9 cannot come up|^Step 17, =GOLD-9: ") as caught:
        record.apply_and_append("GOLD-9")
    assert caught.value.step == 17
    assert record.state.to_dict() == before
    assert len(record) == 16


def test_a_cut_record(court):
    text = played(court, 2, steps=40).to_json()
    for end in range(0, len(text) - 2, 37):
        with pytest.raises(RecordError, match="cut off"):
            Record.from_json(text[:end], court)
    with pytest.raises(RecordError, match="nests deeper"):
        Record.from_json("[" * 100_000, court)


def test_one_illegal_move_is_named(court):
    record = played(court, 2, steps=60)
    step = next(i for i, choice in enumerate(record.choices, 1) if i > 16 and not isinstance(choice, (str, int, tuple)))
    for wrong, why in (("guard(1)", "arguments"), ("fly", "no action"), ("=12", "no action"), ("draw(west)", "")):
        data = record.to_dict()
        data["choices"][step - 1] = wrong
        with pytest.raises(RecordError, match=rf"^Step {step}\b.*{why}") as caught:
            Record.from_dict(data, court)
        assert caught.value.step == step
    data = record.to_dict()
    data["choices"][0] = "=PN-OVER"
    with pytest.raises(RecordError, match=r"^Step 1, =PN-OVER: PN-OVER cannot come up here") as caught:
        Record.from_dict(data, court)
    assert caught.value.step == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kismet": 2}, "format 2"),
        ({"game": "chess"}, "'chess'"),
        ({"cards": "0"}, "other card tables"),
        ({"seats": 5}, "not 5"),
        ({"seats": True}, "not True"),
        ({"seats": None}, "not None"),
        ({"options": {"colour": 1}}, "no option 'colour'"),
        ({"options": {"gem_table": "C"}}, "gem_table"),
        ({"options": [1]}, "cannot be opened"),
        ({"options": 7}, "cannot be opened"),
        ({"names": ["A"]}, "but 1 name"),
        ({"names": 7}, "cannot be opened"),
        ({"names": "AB"}, "cannot be opened"),
        ({"options": []}, "cannot be opened"),
        ({"names": ["A", "B\n"]}, "control characters"),
        ({"names": ["A", "B\u202e"]}, "control characters"),
        ({"choices": ["x" * 10**6]}, "^.{1,300}$"),
        ({"choices": None}, "no list of choices"),
        ({"choices": [1]}, "no list"),
        ({"choices": "x"}, "no list"),
        ({"choices": ["=--5"]}, "Step 1"),
        ({"choices": ["=" + "9" * 5000]}, "Step 1"),
    ],
)
def test_what_else_can_be_wrong(court, change, message):
    data = {**played(court, 2, steps=3).to_dict(), **change}
    with pytest.raises(RecordError, match=message):
        Record.from_dict(data, court)


@pytest.mark.parametrize("data", [None, [], 7, "x", {}, {"game": "harem"}])
def test_no_record_at_all(court, data):
    with pytest.raises(RecordError, match="not a record"):
        Record.from_dict(data, court)


def test_any_changed_letter_of_a_link_is_found(court):
    link = played(court, 2, seed=9).to_link()
    rng = Random(0)
    letters = string.ascii_letters + string.digits + "-_=+/ é"
    for place in range(len(link)):
        letter = rng.choice([letter for letter in letters if letter != link[place]])
        with pytest.raises(RecordError, match="damaged"):
            Record.from_link(link[:place] + letter + link[place + 1 :], court)
    for broken in ("", "x", link[:-1], link + "A", link[1:], link[: len(link) // 2]):
        with pytest.raises(RecordError, match="damaged"):
            Record.from_link(broken, court)


def test_records_changed_at_random_are_refused_or_whole(court):
    text = played(court, 2, seed=3, steps=50).to_json()
    rng = Random(1)
    for _ in range(400):
        place = rng.randrange(len(text))
        changed = text[:place] + rng.choice('0129"[]{},:=()+-aZ \\') + text[place + 1 :]
        try:
            record = Record.from_json(changed, court)
        except RecordError as error:
            assert str(error)  # noqa: PT017
            assert "Traceback" not in str(error)  # noqa: PT017
        else:
            assert record.to_dict().keys() == json.loads(text).keys()


def test_notation():
    assert [format_choice(choice) for choice in (7, "GEM", (3, 5), gamelib.Action("raid", "WRATH-B", 1))] == [
        "=7",
        "=GEM",
        "=3+5",
        "raid(WRATH-B,1)",
    ]


def test_a_link_is_written_without_playing_the_game_again(game, monkeypatch):
    record = played(game, seed=2)
    link, branch = record.to_link(), record.branch(len(record) // 2)
    again = Record.from_dict(record.to_dict(), game)
    half = Record.from_dict(branch.to_dict(), game).to_link()
    whole = record.replay_with_changed_choice(len(record) // 2, record.choices[len(record) // 2]).record
    monkeypatch.setattr(type(record.state), "apply", None)
    monkeypatch.setattr(type(game), "start", None)
    assert record.to_link() == link == again.to_link() == whole.to_link()
    assert branch.to_link() == half


def test_a_record_may_begin_from_a_position():
    game = gamelib.game("harem")
    text = "2 seats; now main; players.0.hand {GOLD-3: 1, GEM: 1}"
    record = Record.from_position(game, text)
    assert len(record) == 0
    assert record.state == game.position(text)
    record.apply_and_append(game.parse_choice("bank(GOLD-3)"))
    for again in (Record.from_link(record.to_link(), game), Record.from_json(record.to_json(), game), record.branch(1)):
        assert again.state == record.state
        assert again.new_initial_state() == game.position(text)
    assert record.replay_with_changed_choice(
        0, game.parse_choice("bank(GEM)")
    ).record.new_initial_state() == game.position(text)


@pytest.mark.parametrize("text", ["2 seats; now nowhere", "[" * 9000, "2 seats; viewer 0", "2 seats; " + "x" * 20_000])
def test_a_record_does_not_begin_from_what_is_no_position(text):
    game = gamelib.game("harem")
    data = Record(game, 2).to_dict() | {"position": text}
    with pytest.raises(RecordError, match=r"^This record cannot be opened: .*\.$"):
        Record.from_dict(data, game)
