"""Random, rule of thumb, search: each against the one before, in every game and at every number of seats.

    python -m benchmarks.ranks [--games harem,towers] [--seats 2,3] [--most 600] [--workers 2] > ranks.jsonl
    python -m benchmarks.ranks --table ranks.jsonl

Hours in plain Python, so it is no part of `make bench`. The search plays a fixed number of playouts a move, which each
game declares: those that take about 0.3 s of a quiet core in plain Python. So the result is the same on any machine,
and with the compiled engine too (`PYTHONPATH=.fast:. python -P -m benchmarks.ranks`). Both bots sit at every seat of
every deal, with the same luck: in turn round the table, or with `--one` a single seat of the better among the others.
A match ends as soon as its lead is `CLEAR` standard errors from 0, and is looked at after every batch of deals.
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
from gamelib.play import Bot, Streams, playout
from gamelib.tools.tournament import Estimate

Pair = tuple[str, str]

SMALLEST = ("--games", "towers", "--seats", "2", "--pairs", "0", "--most", "8", "--workers", "1")
SEED = "ranks"
CLEAR = 2.8
FEWEST, BATCH, MOST = 8, 4, 600  # deals at least, deals a batch, games at most
PAIRS: tuple[Pair, ...] = (("thumb", "random"), ("monte_carlo", "thumb"))


def bot_of(game: gamelib.Game, name: str, part: int = 1) -> Bot:
    """One of the game's bots; the search with one `part`-th of its playouts."""
    bot = game.bots[name]
    return replace(bot, playouts=bot.playouts // part) if isinstance(bot, gamelib.MonteCarloBot) else bot


def playouts(game: gamelib.Game, pair: Pair, part: int) -> int | None:
    """Those of a move of the better one, if it searches."""
    return getattr(bot_of(game, pair[0], part), "playouts", None)


def clear(lead: Estimate, deals: int) -> bool:
    """Whether one is ahead beyond doubt."""
    return deals >= FEWEST and abs(lead.mean) > CLEAR * lead.spread / deals**0.5


def match(
    name: str, seats: int, pair: Pair, most: int, part: int = 1, one_seat: bool = False, folder: Path | None = None
) -> dict[str, Any]:
    """The better of two bots against the other, until the lead is clear. `folder` keeps what was played."""
    kept = folder / f"{name}-{seats}-{pair[0]}-{part}{'-one' * one_seat}.pickle" if folder else None
    if seats == 1:
        return alone(name, pair, most, part, kept)
    game = gamelib.game(name)
    better, worse = (bot_of(game, who, part) for who in pair)
    others = [pair[1], *(f"{pair[1]} {number}" for number in range(2, seats if one_seat else 2))]
    bots = {pair[0]: better, **dict.fromkeys(others, worse)}
    found = _read(kept) or gamelib.tournament(game, bots, len(bots) * BATCH, SEED, seats)
    deals = len(found.played) // len(bots)
    while not _clear(name, seats, pair, _lead(found, pair), deals) and len(found.played) < most:
        found = _keep(kept, found.more(len(bots) * BATCH))
        deals = len(found.played) // len(bots)
    one, other = map(found.standing, pair)
    return {
        "game": name,
        "seats": seats,
        "bots": pair,
        "playouts": playouts(game, pair, part),
        "games": len(found.played),
        "par": 1 / seats,
        "of": len(bots),
        "share": [one.low, one.share, one.high],
        "other": [other.low, other.share, other.high],
        "ahead": [one.ahead.low, one.ahead.mean, one.ahead.high],
    }


def _lead(found: gamelib.Tournament, pair: Pair) -> Estimate:
    """The lead in wins of a deal: over the other bot, or where that sits at all other seats over par."""
    if len(found.names) == 2:
        return found.lead(*pair)
    shares: dict[int, list[float]] = {}
    for game in found.played:
        shares.setdefault(game.deal, []).append(float(game.shares[game.bots.index(0)]))
    return Estimate.of([sum(deal) / len(deal) - 1 / found.seats for deal in shares.values()])


def alone(name: str, pair: Pair, most: int, part: int = 1, kept: Path | None = None) -> dict[str, Any]:
    """The same for one who plays alone: the scores of the same deals."""
    game = gamelib.game(name)
    leads: list[float] = _read(kept) or []
    while not leads or (not _clear(name, 1, pair, Estimate.of(leads), len(leads)) and 2 * len(leads) < most):
        for deal in range(len(leads), len(leads) + BATCH):
            seed = int(Random(f"{SEED}/{deal}").random() * (1 << 53))
            one, other = (playout(game.start(1), [bot_of(game, who, part)], Streams(seed)).scores[0] for who in pair)
            leads.append(one - other)
        _keep(kept, leads)
    ahead = Estimate.of(leads)
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


def _clear(name: str, seats: int, pair: Pair, lead: Estimate, deals: int) -> bool:
    band = f"{lead.mean:+.3f} ({lead.low:+.3f} to {lead.high:+.3f})"
    print(f"{name} {seats}, {pair[0]} : {pair[1]}, {deals} deals: {band}", file=sys.stderr, flush=True)
    return clear(lead, deals)


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
        rows[found["game"], found["seats"], tuple(found["bots"]), found.get("of", 2)] = found
    print("| game | seats | match | playouts a move | games | its wins of all, 95 % | lead in score, 95 % |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for (name, seats, (one, other), of), found in sorted(rows.items()):
        low, mean, high = found["ahead"]
        lead = f"{mean:+.1f} ({low:+.1f} to {high:+.1f})"
        wins = ""
        if "share" in found:  # of its seats; both have as many
            low, mean, high = (min(1.0, share * seats / of) for share in found["share"])
            wins = f"{mean:.2f} ({low:.2f} to {high:.2f})" + f", par {1 / of:.2f}" * (of > 2)
        many = found["playouts"] or ""
        print(f"| {name} | {seats} | {one} : {other} | {many} | {found['games']} | {wins} | {lead} |")


def main() -> None:
    """Play the matches, a line of JSON each, or print the table of such lines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(gamelib.all_games()))
    parser.add_argument("--seats", default="")
    parser.add_argument("--pairs", default="0,1", help="0: thumb against random; 1: search against thumb")
    parser.add_argument("--most", type=int, default=MOST)
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
        asked = [executor.submit(match, *what, args.most, args.part, args.one, args.keep) for what in wanted]
        for done in as_completed(asked):
            print(json.dumps(done.result()), flush=True)


if __name__ == "__main__":
    sys.exit(main())
