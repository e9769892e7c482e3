"""Random, rule of thumb, search: each against the one before, in every game and at every number of seats.

    python -m benchmarks.ranks [--games harem,towers] [--seats 2,3] [--most 600] [--workers 2] > ranks.jsonl
    python -m benchmarks.ranks --table ranks.jsonl

Hours in plain Python, so it is no part of `make bench`. The search plays a fixed number of playouts a move, those that
take about 0.3 s of a quiet core in plain Python; so the result is the same on any machine, and with the compiled engine
too (`PYTHONPATH=.fast:. python -P -m benchmarks.ranks`). Both bots sit at every seat of every deal, with the same luck.
A match ends as soon as its lead is `CLEAR` standard errors from 0, and is looked at after every batch of deals.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import gamelib
from gamelib.play import Bot, Streams, playout
from gamelib.tournament import Estimate

Pair = tuple[str, str]

SECONDS = 0.3
PLAYOUTS = {"harem": 72, "towers": 293, "emira": 36, "hadara": 150, "wishes": 100}
SEED = "ranks"
CLEAR = 2.8
FEWEST, BATCH, MOST = 12, 8, 600  # deals at least, deals a batch, games at most
PAIRS: tuple[Pair, ...] = (("thumb", "random"), ("monte_carlo", "thumb"))


def bot_of(game: gamelib.Game, name: str) -> Bot:
    """One of the game's bots; the search with the playouts of `SECONDS`."""
    bot = game.bots[name]
    return replace(bot, playouts=PLAYOUTS[game.id]) if isinstance(bot, gamelib.MonteCarloBot) else bot


def clear(lead: Estimate, deals: int) -> bool:
    """Whether one is ahead beyond doubt."""
    return deals >= FEWEST and abs(lead.mean) > CLEAR * lead.spread / deals**0.5


def match(name: str, seats: int, pair: Pair, most: int, executor: Executor) -> dict[str, Any]:
    """The better of two bots against the other, until the lead is clear."""
    game = gamelib.game(name)
    bots = {who: bot_of(game, who) for who in pair}
    found = gamelib.tournament(game, bots, 2 * BATCH, SEED, seats, executor)
    while not clear(found.lead(*pair), len(found.played) // 2) and len(found.played) + 2 * BATCH <= most:
        found = found.more(2 * BATCH, executor)
    one, other = map(found.standing, pair)
    return {"game": name, "seats": seats, "bots": pair, "games": len(found.played), "par": 1 / seats,
            "share": [one.low, one.share, one.high], "other": [other.low, other.share, other.high],
            "ahead": [one.ahead.low, one.ahead.mean, one.ahead.high]}  # fmt: skip


def alone(name: str, pair: Pair, most: int, executor: Executor) -> dict[str, Any]:
    """The same for one who plays alone: the scores of the same deals."""
    leads: list[float] = []
    while not (leads and clear(Estimate.of(leads), len(leads))) and 2 * (len(leads) + BATCH) <= most:
        deals = range(len(leads), len(leads) + BATCH)
        leads += executor.map(_lead_alone, [name] * BATCH, [pair] * BATCH, deals)
    ahead = Estimate.of(leads)
    return {"game": name, "seats": 1, "bots": pair, "games": 2 * len(leads),
            "ahead": [ahead.low, ahead.mean, ahead.high]}  # fmt: skip


def _lead_alone(name: str, pair: Pair, deal: int) -> float:
    game = gamelib.game(name)
    seed = int(Random(f"{SEED}/{deal}").random() * (1 << 53))
    one, other = (playout(game.start(1), [bot_of(game, who)], Streams(seed)).scores[0] for who in pair)
    return one - other


def matches(names: list[str], counts: list[int], pairs: list[Pair]) -> Iterator[tuple[str, int, Pair]]:
    """What is to be played; no counts: every number of seats."""
    for name in names:
        for seats in gamelib.game(name).seats:
            if not counts or seats in counts:
                yield from ((name, seats, pair) for pair in pairs)


def table(path: Path) -> None:
    """The results as a table in Markdown; of a match played twice the later one."""
    rows = {}
    for line in path.read_text("utf-8").splitlines():
        found = json.loads(line)
        rows[found["game"], found["seats"], tuple(found["bots"])] = found
    print("| game | seats | match | games | share of wins (par) | 95 % | lead in score, 95 % |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for (name, seats, (one, other)), found in sorted(rows.items()):
        low, mean, high = found["ahead"]
        lead = f"{mean:+.1f} ({low:+.1f} to {high:+.1f})"
        share, band = "", ""
        if "share" in found:
            share = f"{found['share'][1]:.2f} ({found['par']:.2f})"
            band = f"{found['share'][0]:.2f} to {found['share'][2]:.2f}"
        print(f"| {name} | {seats} | {one} : {other} | {found['games']} | {share} | {band} | {lead} |")


def main() -> None:
    """Play the matches, a line of JSON each, or print the table of such lines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(gamelib.games()))
    parser.add_argument("--seats", default="")
    parser.add_argument("--pairs", default="0,1", help="0: thumb against random; 1: search against thumb")
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--table", type=Path)
    args = parser.parse_args()
    if args.table:
        table(args.table)
        return
    counts = [int(seats) for seats in args.seats.split(",") if seats]
    pairs = [PAIRS[int(number)] for number in args.pairs.split(",")]
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as executor:
        for name, seats, pair in matches(args.games.split(","), counts, pairs):
            found = (alone(name, pair, args.most, executor) if seats == 1
                     else match(name, seats, pair, args.most, executor))  # fmt: skip
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    sys.exit(main())
