"""Ranking of the bots (`benchmarks.ranks`): matches of a fixed length, and their table."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import gamelib
from benchmarks import ranks


def test_a_match_has_a_fixed_number_of_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Check the number, whatever the lead is. A match that stops at a clear lead overstates it."""
    found = [ranks.match(*what, ranks.PAIRS[0], 9) for what in (("towers", 2), ("wishes", 1))]
    for one in found:
        low, mean, high = one["ahead"]
        assert one["games"] == 18
        assert low < mean < high
        assert mean > 0
    low, share, high = found[0]["share"]
    assert low < share <= high, "no interval without a width"
    assert share + found[0]["other"][1] == pytest.approx(1)
    path = tmp_path / "ranks.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in found), "utf-8")
    ranks.table(path)
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split(" | ")[:3] for row in rows] == [
        ["| towers", "2", "thumb : random"],
        ["| wishes", "1", "thumb : random"],
    ]


def test_one_seat_of_the_better_among_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = ranks.match("towers", 3, ranks.PAIRS[0], 6, one_seat=True, folder=tmp_path)
    assert (found["of"], found["games"]) == (3, 18)
    assert found["share"][1] > 1 / 3
    again = ranks.match("towers", 3, ranks.PAIRS[0], 7, one_seat=True, folder=tmp_path)
    assert again == ranks.match("towers", 3, ranks.PAIRS[0], 7, one_seat=True), "what was saved goes on"
    kept = pickle.loads((tmp_path / "towers-3-thumb-1-one.pickle").read_bytes())
    assert all(sorted(game.bots) == [0, 1, 2] for game in kept.games_played)
    shares = [float(game.win_shares[game.bots.index(0)]) for game in kept.games_played]
    assert found["share"][1] == pytest.approx(sum(shares) / len(shares))
    path = tmp_path / "ranks.jsonl"
    path.write_text(json.dumps(found), "utf-8")
    ranks.table(path)
    assert ", par 0.33 |" in capsys.readouterr().out


def test_the_search_has_a_part_of_its_playouts() -> None:
    for game in gamelib.all_games().values():
        whole, third = (ranks.bot_of(game, "monte_carlo", part) for part in (1, 3))
        assert whole == game.bots["monte_carlo"]
        assert third.playouts == whole.playouts // 3 == ranks.playouts(game, ranks.PAIRS[1], 3)
        assert third.max_candidates == whole.max_candidates
        assert ranks.playouts(game, ranks.PAIRS[0], 3) is None
