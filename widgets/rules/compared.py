"""Rules compared, for the page: an option with another value beside the usual one.

    choice   {option, value, label, usual, other, rules: [{id, title, text}], before: [part], ask, sides: [side, side],
              odds: [{text, such, rule, usual, other, sizes: [share, share]}], why, seats: [count]}
    side     {say, told: [{text, rule, cites}], refused, never, chance, after: [part], next, link}
    games    {deals, full, rows: [{label, usual, other, by, band, at: [low, mean, high], sure}]}

`before` is the position that plays differently, `sides` the same step under the usual rule and under the other one;
`such`: the text is only an example; `at` lies on a scale from -1 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from gamelib import Chance, Game
from gamelib.bank.compare import Difference, Match, World, changed, differences, odds, other_values, reasons
from gamelib.numbers import number, percent, plus, told
from gamelib.tools.tournament import Estimate

from ..page.protocol import NOT_UNDERSTOOD, Json
from ..page.texts import NAMES
from ..table.shown import moment, outcome_words

MOST_ODDS = 6
DEALS = 5
"""Deals that are played at once."""
MOST_DEALS = 400


def choices(game: Game) -> list[Json]:
    """What can be compared: {option, label, rule, values: [{value, label}]}."""
    return [
        {
            "option": one["name"],
            "label": one["label"],
            "rule": one["rule"],
            "values": [
                {"value": value, "label": _value_label(one, value)} for value in other_values(game, one["name"])
            ],
        }
        for one in game.option_words
    ]


def _value_label(option: Json, value: Any) -> str:
    """A value in words; of an option that takes any number, the number."""
    return next((str(one["label"]) for one in option["choices"] if one["value"] == value), str(value))


def find(game: Game, option: Any, value: Any) -> tuple[str, Any]:
    """An option and another value of it. ValueError if there is no such option or value."""
    if option not in game.options:
        raise ValueError(NOT_UNDERSTOOD)
    for other in other_values(game, option):
        if type(other) is type(value) and other == value:
            return option, other
    raise ValueError(NOT_UNDERSTOOD)


def choice(game: Game, option: str, value: Any) -> Json:
    """What another value of an option changes: rules, a position, exact odds."""
    words = next(one for one in game.option_words if one["name"] == option)
    difference = differences(game).get((option, value))
    made: Json = {
        "option": option,
        "value": value,
        "label": words["label"],
        "usual": _value_label(words, words["default"]),
        "other": _value_label(words, value),
        "rules": [
            {"id": id, "title": game.rules[id].title, "text": game.rules[id].text} for id in changed(game, option)
        ],
        "why": "" if difference else reasons(game).get(f"{option}.{value}".lower(), ""),
        "seats": list(game.seats),
        "before": [],
        "ask": "",
        "sides": [],
        "odds": [],
    }
    if difference is not None:
        pair = [moment(world) for world in difference.worlds]
        made["ask"] = pair[0]["ask"]
        made["before"] = pair[0].get("before", [])
        made["sides"] = [_side(world, shown) for world, shown in zip(difference.worlds, pair, strict=True)]
        made["odds"] = _odds(difference)
    return made


def _side(world: World, shown: Json) -> Json:
    after, names = world.after, NAMES[: world.before().seats]
    return {
        **shown["step"],
        "chance": shown["step"].get("chance", ""),
        "never": not world.possible and world.ruling is None,
        "after": shown.get("after", []) if world.possible else [],
        "next": world.game.say(after.node, names) if world.possible else "",
        "link": shown.get("link", ""),
    }


def _odds(difference: Difference) -> list[Json]:
    """What chance brings with other weights, exactly: what differs most first, what tells the same in every way before
    what is only an example."""
    befores = [world.before() for world in difference.worlds]
    nodes = [state.node for state in befores]
    if difference.how == "chance":
        dists = [node.dist() for node in nodes if isinstance(node, Chance)]
        named = {outcome: outcome_words(befores[0], outcome) for dist in dists for outcome in dist}
        return _rows(
            [(text, nodes[0].rule, False, [dist.p(outcome) for dist in dists]) for outcome, text in named.items()]
        )
    both = [odds(world) for world in difference.worlds]
    chances = [
        side.chances if side is not None else _told_surely(world)
        for side, world in zip(both, difference.worlds, strict=True)
    ]
    events = {code: event for side in both if side is not None for code, event in side.events.items()}
    varied = {code for side in both if side is not None for code in side.varied}
    names = NAMES[: befores[0].seats]
    return _rows(
        [
            (
                difference.game.say(event, names),
                event.rule,
                code in varied,
                [side.get(code, Fraction(0)) for side in chances],
            )
            for code, event in events.items()
        ]
    )


def _rows(rows: list[tuple[str, str, bool, list[Fraction]]]) -> list[Json]:
    """Those that differ, and that chance decides at least once."""
    kept = [
        (varied, -abs(p - q), text, rule, [p, q])
        for text, rule, varied, (p, q) in rows
        if p != q and not {p, q} <= {0, 1}
    ]
    return [
        {
            "text": text,
            "such": varied,
            "rule": rule,
            "usual": told(p, True),
            "other": told(q, True),
            "sizes": [float(p), float(q)],
        }
        for varied, _, text, rule, (p, q) in sorted(kept)[:MOST_ODDS]
    ]


def _told_surely(world: World) -> dict[str, Fraction]:
    """Where chance has no part: what the step tells, for certain."""
    if isinstance(world.before().node, Chance):
        return {}
    return {event.code: Fraction(1) for event in world.events}


def match(game: Game, option: str, value: Any, seats: Any, seed: int | str) -> Match:
    """Whole games of this number of seats under both rules. ValueError if there are none."""
    if seats not in game.seats or isinstance(seats, bool):
        raise ValueError(NOT_UNDERSTOOD)
    for options in ({}, {option: value}):
        game.check(seats, options)
    return Match(game, option, value, seats, seed)


def games(played: Match, words: Mapping[str, str]) -> Json:
    """What came out of the deals played so far."""
    rows = []
    for measure in played.measures():
        usual, other, by = played.estimates(measure)
        share = measure not in ("score", "steps", "skill")
        name, _, reason = measure.partition(":")
        ending = played.game.words.fill(played.game.words.sections["endings"][reason]) if reason else ""
        rows.append(
            {
                "label": words[f"measure_{name}"].format(how=ending, seats=played.seats),
                "usual": _told(usual.mean, share),
                "other": _told(other.mean, share),
                **_by(by, share, words),
            }
        )
    return {"deals": len(played.rows), "rows": rows, "full": len(played.rows) >= MOST_DEALS}


def _told(value: float, share: bool) -> str:
    return percent(Fraction(value)) if share else number(value, 1)


def _by(by: Estimate, share: bool, words: Mapping[str, str]) -> Json:
    """A difference with its band, and where both lie on a scale from -1 to 1."""
    unit = 100 if share else 1
    low, high = (bound * unit for bound in (by.low, by.high))
    reach = _round_up(max(abs(low), abs(high), 1e-9))
    return {
        "by": plus(by.mean * unit),
        "band": words["points" if share else "plain_band"].format(low=plus(low), high=plus(high)),
        "at": [low / reach, by.mean * unit / reach, high / reach],
        "sure": "same" if low == high == 0 else "open" if low <= 0 <= high else "up" if low > 0 else "down",
    }


def _round_up(reach: float) -> float:
    """The next of 1, 2, 5 times a power of ten."""
    size = 10.0 ** math.floor(math.log10(reach))
    return next(step * size for step in (1, 2, 5, 10) if step * size >= reach)
