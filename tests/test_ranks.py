"""The ranks of the bots (`benchmarks.ranks`): a match ends when its lead is clear, and is told as a table."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import gamelib
from benchmarks import ranks
from gamelib.tools.tournament import Estimate


def test_a_match_ends_when_its_lead_is_clear(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ranks, "BATCH", 3)
    monkeypatch.setattr(ranks, "FEWEST", 3)
    found = [ranks.match(*what, ranks.PAIRS[0], 60) for what in (("towers", 2), ("wishes", 1))]
    for one in found:
        low, mean, high = one["ahead"]
        assert 6 <= one["games"] < 60
        assert low < mean < high
        assert mean > 0
    assert found[0]["share"][1] + found[0]["other"][1] == pytest.approx(1)
    path = tmp_path / "ranks.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in found), "utf-8")
    ranks.table(path)
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split(" | ")[:3] for row in rows] == [
        ["| towers", "2", "thumb : random"],
        ["| wishes", "1", "thumb : random"],
    ]


def test_one_seat_of_the_better_among_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ranks, "BATCH", 3)
    monkeypatch.setattr(ranks, "FEWEST", 6)
    found = ranks.match("towers", 3, ranks.PAIRS[0], 90, one_seat=True, folder=tmp_path)
    assert found["of"] == 3
    assert found["games"] % 3 == 0
    assert found["share"][1] > 1 / 3
    kept = pickle.loads((tmp_path / "towers-3-thumb-1-one.pickle").read_bytes())
    assert all(sorted(game.bots) == [0, 1, 2] for game in kept.played)
    shares = [float(game.shares[game.bots.index(0)]) for game in kept.played]
    assert found["share"][1] == pytest.approx(sum(shares) / len(shares))
    path = tmp_path / "ranks.jsonl"
    path.write_text(json.dumps(found), "utf-8")
    ranks.table(path)
    assert ", par 0.33 |" in capsys.readouterr().out


def test_what_is_clear() -> None:
    sure, unsure = Estimate(0.5, 0.4, 0.6, 0.5), Estimate(0.1, -0.1, 0.3, 0.5)
    assert ranks.clear(sure, 12)
    assert not ranks.clear(sure, ranks.FEWEST - 1)
    assert not ranks.clear(unsure, 12)


def test_the_search_has_a_part_of_its_playouts() -> None:
    for game in gamelib.all_games().values():
        whole, third = (ranks.bot_of(game, "monte_carlo", part) for part in (1, 3))
        assert whole == game.bots["monte_carlo"]
        assert third.playouts == whole.playouts // 3 == ranks.playouts(game, ranks.PAIRS[1], 3)
        assert third.width == whole.width
        assert ranks.playouts(game, ranks.PAIRS[0], 3) is None
