"""Matches of bots in every game and at every number of seats: heuristic against random, search against heuristic.

    python -m benchmarks.ranks [--games harem,towers] [--seats 2,3] [--deals 100] [--workers 2] > ranks.jsonl
    python -m benchmarks.ranks --table ranks.jsonl

The matches of the search bot take hours in plain Python, so they are not part of `make bench`. The search bot has a
fixed number of playouts per move, which each game declares: about 0.3 s on an idle core in plain Python. Therefore the
results are the same on any machine and with the compiled engine (`PYTHONPATH=.fast:. python -P -m benchmarks.ranks`).
Both bots play at every seat of every deal, with common random numbers. With `--one`, the better bot has one seat and
the other bot has all other seats.

The number of deals is fixed before the match. If a match ended as soon as one bot is clearly ahead, its result would
overstate the lead, and its interval would not be a 95% interval.
"""

from __future__ import annotations

import argparse
import json
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import gamelib
from gamelib.playouts import Bot, CommonRandomNumbers, playout
from gamelib.tools.confidence_interval import Estimate

Pair = tuple[str, str]

SMALLEST = ("--games", "towers", "--seats", "2", "--pairs", "0", "--deals", "4", "--workers", "1")
SEED = "ranks"
DEALS = 100
BATCH = 4  # number of deals after which the results of a match are saved
PAIRS: tuple[Pair, ...] = (("thumb", "random"), ("monte_carlo", "thumb"))


def bot_of(game: gamelib.Game, name: str, part: int = 1) -> Bot:
    """Return a bot of the game by name. A search bot gets its usual number of playouts divided by `part`."""
    bot = game.bots[name]
    return replace(bot, playouts=bot.playouts // part) if isinstance(bot, gamelib.MonteCarloBot) else bot


def playouts(game: gamelib.Game, pair: Pair, part: int) -> int | None:
    """Return the playouts per move of the better bot, or None if it does not search."""
    return getattr(bot_of(game, pair[0], part), "playouts", None)


def match(
    name: str, seats: int, pair: Pair, deals: int, part: int = 1, one_seat: bool = False, folder: Path | None = None
) -> dict[str, Any]:
    """Play the better of two bots against the other in so many deals. `folder` stores the games of a match."""
    kept = folder / f"{name}-{seats}-{pair[0]}-{part}{'-one' * one_seat}.pickle" if folder else None
    if seats == 1:
        return alone(name, pair, deals, part, kept)
    game = gamelib.game(name)
    better, worse = (bot_of(game, who, part) for who in pair)
    others = [pair[1], *(f"{pair[1]} {number}" for number in range(2, seats if one_seat else 2))]
    bots = {pair[0]: better, **dict.fromkeys(others, worse)}
    found = _read(kept) or gamelib.tournament(game, bots, len(bots) * min(BATCH, deals), SEED, seats)
    while (left := deals - len(found.games_played) // len(bots)) > 0:
        found = _keep(kept, found.with_more_games(len(bots) * min(BATCH, left)))
    one, other = map(found.bot_result, pair)
    return {
        "game": name,
        "seats": seats,
        "bots": pair,
        "playouts": playouts(game, pair, part),
        "games": len(found.games_played),
        "of": len(bots),
        "share": [one.low, one.win_share, one.high],
        "other": [other.low, other.win_share, other.high],
        "ahead": [one.score_lead.low, one.score_lead.mean, one.score_lead.high],
    }


def alone(name: str, pair: Pair, deals: int, part: int = 1, kept: Path | None = None) -> dict[str, Any]:
    """Compare the scores of two bots that play the same deals alone."""
    game = gamelib.game(name)
    leads: list[float] = _read(kept) or []
    for deal in range(len(leads), deals):
        seed = int(Random(f"{SEED}/{deal}").random() * (1 << 53))
        one, other = (
            playout(game.start(1), [bot_of(game, who, part)], CommonRandomNumbers(seed)).scores[0] for who in pair
        )
        leads.append(one - other)
        _keep(kept, leads)
    ahead = Estimate.from_values(leads)
    return {
        "game": name,
        "seats": 1,
        "bots": pair,
        "playouts": playouts(game, pair, part),
        "games": 2 * len(leads),
        "ahead": [ahead.low, ahead.mean, ahead.high],
    }


def _read(kept: Path | None) -> Any:
    return pickle.loads(kept.read_bytes()) if kept and kept.exists() else None


def _keep(kept: Path | None, found: Any) -> Any:
    if kept:
        kept.write_bytes(pickle.dumps(found))
    return found


def matches(names: list[str], counts: list[int], pairs: list[Pair]) -> Iterator[tuple[str, int, Pair]]:
    """Yield the matches to play. If no numbers of seats are given, every number of seats is included."""
    for name in names:
        for seats in gamelib.game(name).seats:
            if not counts or seats in counts:
                yield from ((name, seats, pair) for pair in pairs)


def table(path: Path) -> None:
    """Print the results as a Markdown table. If a match was played twice, the later result counts."""
    rows = {}
    for line in path.read_text("utf-8").splitlines():
        found = json.loads(line)
        rows[found["game"], found["seats"], tuple(found["bots"]), found.get("of", 2)] = found
    print("| game | seats | match | playouts per move | games | share of wins, 95% | lead in score, 95% |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for (name, seats, (one, other), of), found in sorted(rows.items()):
        low, mean, high = found["ahead"]
        lead = f"{mean:+.1f} ({low:+.1f} to {high:+.1f})"
        wins = ""
        if "share" in found:  # this is the share per seat, and each bot has seats / of seats
            low, mean, high = (share * seats / of for share in found["share"])
            wins = f"{mean:.2f} ({low:.2f} to {high:.2f})" + f", par {1 / of:.2f}" * (of > 2)
        many = found["playouts"] or ""
        print(f"| {name} | {seats} | {one} : {other} | {many} | {found['games']} | {wins} | {lead} |")


def main() -> None:
    """Play the matches and print one line of JSON for each, or print stored lines as a table with `--table`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(gamelib.all_games()))
    parser.add_argument("--seats", default="")
    parser.add_argument("--pairs", default="0,1", help="0: thumb against random; 1: search against thumb")
    parser.add_argument("--deals", type=int, default=DEALS, help="of each match; every bot plays each deal")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--part", type=int, default=1, help="3: a third of the playouts")
    parser.add_argument("--one", action="store_true", help="one seat of the better bot, the other bot at all others")
    parser.add_argument("--keep", type=Path, help="a folder, from which a run that was stopped goes on")
    parser.add_argument("--table", type=Path)
    args = parser.parse_args()
    if args.table:
        table(args.table)
        return
    counts = [int(seats) for seats in args.seats.split(",") if seats]
    pairs = [PAIRS[int(number)] for number in args.pairs.split(",")]
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as executor:
        wanted = matches(args.games.split(","), counts, pairs)
        asked = [executor.submit(match, *what, args.deals, args.part, args.one, args.keep) for what in wanted]
        for done in as_completed(asked):
            print(json.dumps(done.result()), flush=True)


if __name__ == "__main__":
    sys.exit(main())
