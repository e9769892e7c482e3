"""Event summaries of Emira: income, the choice of a princess with its ranking, upkeep, and the end of a round."""

from __future__ import annotations

from collections.abc import Iterable

from gamelib import End
from gamelib.games.emira.card_tables import SIDI
from gamelib.games.emira.princess_choice import SeatRank
from gamelib.nodes import Event
from gamelib.number_format import capitalize_first, format_number

from ....page.protocol import Json
from ....table.board import Board
from .player_area import VALUE_ICONS, event_card_content, princess_card_content

CHOICE_EVENTS = ("joins_", "undecided_")
BARRED = {"room": "no_room", "hind": "misses_the_round", "refused": "refused_the_gift"}
EVENT_CARD_EVENTS = (
    "no_effect",
    "breed_better",
    "breeding_fails",
    "camels_born",
    "camels_lost",
    "good_looking",
    "guest_house",
    "restored",
    "moved_right",
    "pest",
)
HARMFUL_EVENTS = ("interrupt_spice_trade", "sick_camels", "vermin")  # event cards that take something from all seats


def event_summaries(board: Board, events: Iterable[Event]) -> list[Json]:
    """Return the event summaries for these events, in the order of the events."""
    scenes: list[Json] = []
    open_scene: tuple[str, list[Event]] | None = None

    def close() -> None:
        nonlocal open_scene
        if open_scene is not None:
            name, rows = open_scene
            scenes.append(_income(board, rows) if name == "income" else _upkeep(board, rows))
            open_scene = None

    told = list(events)
    for event in told:
        name = "income" if event.code == "income" else "upkeep" if event.code in ("upkeep_paid", "upkeep_short") else ""
        if name:
            if open_scene is None or open_scene[0] != name:
                close()
                open_scene = (name, [])
            open_scene[1].append(event)
            continue
        if event.code.startswith(CHOICE_EVENTS):
            close()
            scenes.append(_choice(board, event))
        elif event.code in ("departs", "sent", "xenia_leaves"):
            close()
            scenes.append(_leaves(board, event))
        elif event.code == "played":
            close()
            if event.seat != board.viewer:
                scenes.append(_event(board, event, told))
        elif event.code == "marker_passes":
            close()
            if not isinstance(board.node, End):
                scenes.append(_round_over(board, event))
    close()
    return scenes


def _said(board: Board, event: Event) -> str:
    return str(board.game.describe(event, board.names))


def _income(board: Board, events: list[Event]) -> Json:
    """Return a bar for the income of each seat: first the basic income, then the income from caravans."""
    most = max(event.values["paid"] for event in events) or 1
    rows = [
        {
            "seat": event.seat,
            "value": f"+{event.values['paid']}",
            "share": event.values["paid"] / most,
            "first": event.values["base"] / most,
            "text": board.board_text("has", gold=event.values["gold"]),
        }
        for event in events
    ]
    return {
        "title": board.board_text("income"),
        "tab": "roads",
        "rule": "EMI-4.2",
        "text": board.board_text("light_basic_income_full"),
        "parts": [{"rows": sorted(rows, key=lambda row: row["seat"])}],
    }


def _choice(board: Board, event: Event) -> Json:
    """Return how a princess compares the hosts: all by her first preference, tied hosts by her second one."""
    name, ranks, winner = event.values["card"], [SeatRank(*rank) for rank in event.values["ranks"]], event.seat
    face = princess_card_content(board, name)
    wishes = ["princesses"] if name == SIDI else [event.values.get("first", ""), event.values.get("second", "")]
    parts: list[Json] = []
    able = [rank for rank in ranks if not rank.barred_reason]
    left = {rank.seat for rank in able}
    for place, wish in enumerate(wish for wish in wishes if wish):
        most = max((_wish(rank, place) for rank in able), default=0) or 1
        best = max((_wish(rank, place) for rank in able if rank.seat in left), default=0)
        rows: list[Json] = []
        for rank in sorted(ranks, key=lambda rank: rank.seat):
            if rank.seat not in left:
                why = board.board_text(BARRED.get(rank.barred_reason, "not_compared"))
                rows.append({"seat": rank.seat, "look": "out", "text": why})
            else:
                value = _wish(rank, place)
                rows.append(
                    {
                        "seat": rank.seat,
                        "value": format_number(value),
                        "share": max(0, value) / most,
                        "look": "best" if value == best else "",
                    }
                )
        word = board.fill_in_game_terms("{princesses}") if wish == "princesses" else board.game.texts.card_name(wish)
        parts.append(
            {
                "label": capitalize_first(word),
                "icon": VALUE_ICONS[wish],
                "rows": rows,
                "note": board.board_text("only_among_those_who" if place else "highest_stay"),
            }
        )
        left = {rank.seat for rank in able if rank.seat in left and _wish(rank, place) == best}
        if len(left) < 2 and winner is not None and not place:
            break
    if name == SIDI:
        verb = "waits" if winner is None else "visits"
    else:
        verb = "stays_undecided" if winner is None else "chooses"
    title = board.board_text(verb, name=face["name"], who=winner)
    return {"title": title, "rule": event.rule, "card": face, "parts": parts, "verdict": _said(board, event)}


def _wish(rank: SeatRank, place: int) -> float:
    return rank.second if place else rank.first


def _upkeep(board: Board, events: list[Event]) -> Json:
    due = {event.seat: event.values.get("paid", event.values.get("due", 0)) for event in events}
    most = max(due.values()) or 1
    short = {event.seat for event in events if event.code == "upkeep_short"}
    rows = [
        {
            "seat": event.seat,
            "value": f"−{due[event.seat]}",
            "share": due[event.seat] / most,
            "look": "out" if event.seat in short else "",
            "text": board.board_text("cannot_pay" if event.seat in short else "keeps", gold=event.values.get("gold")),
        }
        for event in events
    ]
    return {
        "title": board.board_text("upkeep"),
        "rule": "EMI-10.1",
        "parts": [{"rows": sorted(rows, key=lambda row: row["seat"])}],
        "text": board.board_text("who_host_princesses_pays"),
    }


def _event(board: Board, event: Event, told: list[Event]) -> Json:
    """Return the summary of an event card that another seat plays, with its immediate effects."""
    face = event_card_content(board, event.values["card"])
    came = [one for one in told[told.index(event) + 1 :] if one.code in EVENT_CARD_EVENTS]
    hit = any(one.seat == board.viewer and one.values.get("lost") for one in came)
    return {
        "title": board.board_text("plays", who=event.seat or 0, name=face["name"]),
        "rule": event.rule,
        "card": face,
        "parts": [],
        "verdict": " ".join(_said(board, one) for one in came),
        "stop": hit or event.values["card"] in HARMFUL_EVENTS,
    }


def _leaves(board: Board, event: Event) -> Json:
    face = princess_card_content(board, event.values.get("card", "Xenia"))
    return {
        "title": board.board_text("travels_on", name=face["name"]),
        "rule": event.rule,
        "card": face,
        "parts": [],
        "verdict": _said(board, event),
        "stop": event.seat == board.viewer,
    }


def _round_over(board: Board, event: Event) -> Json:
    """Return how far each seat is from the end of the game."""
    s = board.view
    least, most = board.game.tables.thresholds[s.seats]
    rows = [
        {"seat": seat, "value": f"{len(s.homes[seat])}", "of": most, "n": len(s.homes[seat]), "mark": least}
        for seat in range(s.seats)
    ]
    many = board.fill_in_game_terms("{princesses}")
    return {
        "title": board.board_text("nobody_has_won_yet"),
        "rule": "EMI-12.1",
        "verdict": _said(board, event),
        "text": board.board_text("how_to_win", least=least, most=most),
        "parts": [{"label": capitalize_first(many), "icon": "guest", "rows": rows}],
    }
