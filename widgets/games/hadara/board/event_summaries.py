"""Event summaries of Hadara: income, feeding and medals."""

from __future__ import annotations

from collections.abc import Iterable

from gamelib.games.hadara.medals import medal_prices
from gamelib.games.hadara.scoring import points_by_source
from gamelib.nodes import Event, Seat

from ....page.protocol import Json
from ....table.board import Board
from .action_effects import remaining_income_count

INCOME_EVENTS = ("income", "lag_income")
FOOD_EVENTS = ("fed", "short_of_food", "surplus", "removed", "pays_for_cards")
MEDAL_EVENTS = ("bought_silver", "bought_gold")


def event_summaries(board: Board, events: Iterable[Event]) -> list[Json]:
    """Return the event summaries for these events, in the order of the events."""
    told = list(events)
    scenes = [
        make(board, mine)
        for codes, make in ((INCOME_EVENTS, _income), (FOOD_EVENTS, _feeding), (MEDAL_EVENTS, _medals))
        if (mine := [event for event in told if event.code in codes])
        and (make is not _feeding or any(event.code in ("fed", "short_of_food") for event in mine))
        and (make is not _medals or any(event.seat != board.viewer for event in mine))
    ]
    opened = [event for event in told if event.code == "epoch"]
    if opened and board.view.epoch > 1:
        scenes.append(_opens(board, opened[0]))
    return scenes


def _income(board: Board, events: list[Event]) -> Json:
    """Return a bar for the income of each seat. The part that comes from a card is lighter."""
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
            "text": board.board_text("has", coins=has[seat]),
        }
        for seat in sorted(paid)
    ]
    left = remaining_income_count(board)
    note = board.board_text("more_come_this_game" if left else "last_one_this_game", left=left)
    text = board.board_text("light_what_tax_office" if more else "coins_for_steps_on", note=note)
    return {"title": board.board_text("income"), "rule": "HAD-8.1", "text": text, "parts": [{"rows": rows}]}


def _feeding(board: Board, events: list[Event]) -> Json:
    """Return a square for each card of a seat. Squares of fed cards are filled."""
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
                "text": board.board_text("too_many" if lack else "food_left_over", lack=lack, food=food - cards),
            }
        )
    coins = [str(board.game.describe(event, board.names)) for event in events if event.code == "surplus"]
    scene: Json = {
        "title": board.board_text("feeding"),
        "rule": "HAD-12.1",
        "parts": [{"rows": rows}],
        "text": board.board_text("each_card_asks_for"),
    }
    if coins:
        scene["verdict"] = " ".join(coins)
    return scene


def _medals(board: Board, events: list[Event]) -> Json:
    """Return the medals that each seat bought, and the points of all its medals if the game ended now."""
    bought: dict[Seat, list[str]] = {}
    for event in events:
        what = "silver_for" if event.code == "bought_silver" else "gold_for"
        told = board.board_text(what, track=event.values.get("track"), price=event.values["price"])
        bought.setdefault(event.seat or 0, []).append(told)
    worth = {seat: sum(points_by_source(board.view, seat)[source] for source in ("silver", "gold")) for seat in bought}
    most = max(worth.values()) or 1
    rows = [
        {"seat": seat, "value": worth[seat], "share": worth[seat] / most, "text": ", ".join(medals)}
        for seat, medals in sorted(bought.items())
    ]
    return {
        "title": board.board_text("medals"),
        "rule": "HAD-13.1",
        "text": board.board_text("what_medals_each_count"),
        "parts": [{"rows": rows}],
    }


def _opens(board: Board, event: Event) -> Json:
    """Return the summary at the end of an epoch: the medals bought so far, and the points of all seats."""
    s = board.view
    totals = [sum(points_by_source(s, seat).values()) for seat in range(s.seats)]
    most = max(totals) or 1
    rows = [
        {
            "seat": seat,
            "value": str(totals[seat]),
            "share": totals[seat] / most,
            "text": _bought(board, len(s.silver[seat]), s.gold[seat]),
        }
        for seat in range(s.seats)
    ]
    silver, gold = medal_prices(s, board.viewer)
    return {
        "title": board.board_text("epoch_begins", epoch=event.values["epoch"]),
        "rule": event.rule,
        "text": board.board_text("points_as_things_stand", silver=silver, gold=gold),
        "parts": [{"rows": rows}],
        "verdict": board.board_text("first_player", first=s.first),
    }


def _bought(board: Board, silver: int, gold: int) -> str:
    medals = ((silver, "n_silver"), (gold, "n_gold"))
    return ", ".join(board.board_text(text, n=n) for n, text in medals if n) or board.board_text("no_medal")
