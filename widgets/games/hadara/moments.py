"""The phases of an epoch of Hadara as small scenes: income, feeding, medals, the count of points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gamelib.hadara.medals import medal_prices
from gamelib.hadara.scoring import SOURCES, points
from gamelib.nodes import Event, Seat

from ...page import Json

if TYPE_CHECKING:
    from .board import HadaraBoard

INCOME = ("income", "lag_income")
FOOD = ("fed", "short_of_food", "surplus", "removed", "pays_for_cards")
MEDALS = ("bought_silver", "bought_gold")


def of(board: HadaraBoard, events: Iterable[Event]) -> list[Json]:
    """What of these events deserves a scene, in their order."""
    told = list(events)
    found = [
        make(board, mine)
        for codes, make in ((INCOME, _income), (FOOD, _feeding), (MEDALS, _medals), (("total",), _count))
        if (mine := [event for event in told if event.code in codes])
        and (make is not _feeding or any(event.code in ("fed", "short_of_food") for event in mine))
        and (make is not _medals or any(event.seat != board.viewer for event in mine))
    ]
    opened = [event for event in told if event.code == "epoch"]
    if opened and board.view.epoch > 1:
        found.append(_opens(board, opened[0]))
    return found


def _income(board: HadaraBoard, events: list[Event]) -> Json:
    """A bar for each seat: the income track; light what a card adds."""
    paid = {event.seat or 0: event.values["income"] for event in events if event.code == "income"}
    more = {event.seat or 0: event.values["gain"] for event in events if event.code == "lag_income"}
    has = {event.seat or 0: event.values["coins"] for event in events}
    most = max(paid[seat] + more.get(seat, 0) for seat in paid) or 1
    rows = [
        {
            "seat": seat,
            "value": f"+{paid[seat] + more.get(seat, 0)}",
            "share": (paid[seat] + more.get(seat, 0)) / most,
            "first": more.get(seat, 0) / most,
            "text": f"has {has[seat]}",
        }
        for seat in sorted(paid)
    ]
    left = board.incomes_left()
    note = f"{left} more to come in this game." if left else "The last one of this game."
    text = f"Light: what the tax office adds. {note}" if more else f"Coins for the steps on the income track. {note}"
    return {"title": "Income", "rule": "HAD-8.1", "text": text, "parts": [{"rows": rows}]}


def _feeding(board: HadaraBoard, events: list[Event]) -> Json:
    """A place for each card of a seat, full where there is food."""
    rows = []
    for event in events:
        if event.code not in ("fed", "short_of_food"):
            continue
        cards, food = event.values["cards"], event.values["food"]
        lack = max(0, cards - food)
        rows.append(
            {
                "seat": event.seat,
                "value": f"{min(cards, food)}/{cards}",
                "n": min(cards, food),
                "of": cards,
                "look": "out" if lack else "best",
                "text": f"{lack} too many" if lack else f"{food - cards} food left over",
            }
        )
    coins = [str(board.game.say(event, board.names)) for event in events if event.code == "surplus"]
    scene: Json = {
        "title": "Feeding",
        "rule": "HAD-12.1",
        "parts": [{"rows": rows}],
        "text": "Each card asks for one food; who has too little lets cards go.",
    }
    if coins:
        scene["verdict"] = " ".join(coins)
    return scene


def _medals(board: HadaraBoard, events: list[Event]) -> Json:
    """Who has bought what, and what all medals of that seat would count if the game ended here."""
    bought: dict[Seat, list[str]] = {}
    for event in events:
        what = f"silver on {event.values['track']}" if event.code == "bought_silver" else "gold"
        bought.setdefault(event.seat or 0, []).append(f"{what} for {event.values['price']}")
    worth = {seat: sum(points(board.view, seat)[source] for source in ("silver", "gold")) for seat in bought}
    most = max(worth.values()) or 1
    rows = [
        {"seat": seat, "value": worth[seat], "share": worth[seat] / most, "text": ", ".join(told)}
        for seat, told in sorted(bought.items())
    ]
    return {
        "title": "Medals",
        "rule": "HAD-13.1",
        "text": "What the medals of each count as things stand: half of a track for silver, sets of colours for gold.",
        "parts": [{"rows": rows}],
    }


def _opens(board: HadaraBoard, event: Event) -> Json:
    """The end of an epoch: medals bought so far, and where everybody stands."""
    s = board.view
    totals = [sum(points(s, seat).values()) for seat in range(s.seats)]
    most = max(totals) or 1
    rows = [
        {
            "seat": seat,
            "value": str(totals[seat]),
            "share": totals[seat] / most,
            "text": _bought(len(s.silver[seat]), s.gold[seat]),
        }
        for seat in range(s.seats)
    ]
    silver, gold = medal_prices(s, board.viewer)
    return {
        "title": f"Epoch {event.values['epoch']} begins",
        "rule": event.rule,
        "text": f"Points as things stand. Medals cost you {silver} and {gold} at the end of this epoch.",
        "parts": [{"rows": rows}],
        "verdict": f"{board.name(s.first)} is first player.",
    }


def _bought(silver: int, gold: int) -> str:
    return " ".join(filter(None, [f"{silver} silver" if silver else "", f"{gold} gold" if gold else ""])) or "no medal"


def _count(board: HadaraBoard, events: list[Event]) -> Json:
    """The points of all seats, and where the winner got most."""
    totals = {event.seat or 0: event.values["points"] for event in events}
    most = max(totals.values()) or 1
    rows = []
    for seat, total in sorted(totals.items()):
        found = points(board.view, seat)
        best = max(SOURCES, key=lambda source: found[source])
        word = board.game.words.sections["sources"][best]
        rows.append(
            {
                "seat": seat,
                "value": str(total),
                "share": total / most,
                "look": "best" if total == most else "",
                "text": f"{found[best]} for {word}",
            }
        )
    return {
        "title": "Points are counted",
        "rule": "HAD-15.1",
        "parts": [{"rows": rows}],
        "text": "Beside the sum: what counted most.",
        "verdict": str(board.say(board.node)),
    }
