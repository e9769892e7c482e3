"""Event summaries of The Sultan's Wishes: fulfilled wishes, Guards, the revealed stack, the solo verdict.

The module also computes the points of a whole game by source.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamelib import End
from gamelib.games.wishes.ages import HIDDEN_CARD
from gamelib.games.wishes.round_end import day_points, gem_points, ware_points
from gamelib.nodes import Event, Seat
from gamelib.number_format import capitalize_first, join_words

from ....page.protocol import Json
from ....table.board import Board, PointSource
from . import card_content
from .card_content import kind_icon
from .theme import TASK_IMAGES

PLACE_EVENTS = ("place_paid", "place_low", "place_unpaid")


def event_summaries(board: Board, events: Iterable[Event]) -> list[Json]:
    """Return the event summaries for these events, in order."""
    scenes: list[Json] = []
    wish: list[Event] = []
    places: list[Event] = []
    for event in events:
        match event.code:
            case "fulfilled":
                wish = [event]
            case "wish_points" | "guard_gem" | "lamp_wakes" if wish:
                wish.append(event)
            case "cleared" if wish:
                scenes.append(_fulfilled(board, wish))
                wish = []
            case "removed":
                scenes.append(_removed(board, event))
            case "guard_attached" | "guard_discarded":
                scenes.append(_guard(board, event))
            case "looked" if event.values.get("cards"):
                scenes.append(_stack(board, event))
            case "place_paid" | "place_low" | "place_unpaid":
                places.append(event)
            case "chart_cleared":
                scenes.append(_extra_tasks(board, places, event))
            case "last_solo_round":
                scenes.append(_verdict(board))
    return scenes


def _said(board: Board, event: Event) -> str:
    return str(board.game.describe(event, board.names))


def _fulfilled(board: Board, told: list[Event]) -> Json:
    """Return each seat's points from a fulfilled wish: hearts under the Aides, then the plate's extra points."""
    first, scored = told[0], [event for event in told if event.code == "wish_points"]
    most = max((event.values["points"] for event in scored), default=0) or 1
    best = max((event.values["points"] for event in scored), default=0)
    gems = {event.seat: event.values["gems"] for event in told if event.code == "guard_gem"}
    woken = [_said(board, event) for event in told if event.code == "lamp_wakes"]
    extra = scored[0].values["extra"] if scored else 0
    rows = [
        {
            "seat": event.seat,
            "value": f"+{event.values['points']}",
            "share": event.values["points"] / most,
            "look": "best" if event.values["points"] == best else "",
            "text": board.board_text(
                "has_and_gems" if gems.get(event.seat) else "has", n=event.values["score"], gems=gems.get(event.seat)
            ),
        }
        for event in sorted(scored, key=lambda event: event.seat or 0)
    ]
    name = first.values["wish"]
    paid = board.board_text("hearts_and_mood" if extra else "hearts_under_aides", extra=extra)
    return {
        "title": board.board_text("is_fulfilled", wish=card_content.wish_name(board, name)),
        "rule": first.rule,
        "card": card_content.wish_content(board, name),
        "text": paid if rows else board.board_text("no_aide_stands_there"),
        "parts": [{"rows": rows}] if rows else [],
        "verdict": " ".join([_said(board, first), *woken]),
        "stop": any(event.seat == board.viewer for event in scored),
    }


def _removed(board: Board, event: Event) -> Json:
    """Return the summary of a wish that is removed without points. It names the seats whose Aides go home."""
    home = event.values["home"]
    said = (
        board.board_text("aides_go_home", seats=join_words([board.direction_isolated_name(seat) for seat in home]))
        if home
        else ""
    )
    title = board.board_text("is_removed", wish=card_content.wish_name(board, event.values["wish"]))
    return {
        "title": title,
        "rule": event.rule,
        "parts": [],
        "card": card_content.wish_content(board, event.values["wish"]),
        "verdict": f"{_said(board, event)} {said}".strip(),
        "stop": board.viewer in home,
    }


def _guard(board: Board, event: Event) -> Json:
    return {
        "title": board.board_text("guard_comes_up"),
        "rule": event.rule,
        "parts": [],
        "card": card_content.guard_content(board),
        "verdict": _said(board, event),
    }


def _stack(board: Board, event: Event) -> Json:
    """Return the revealed cards of the stack, as numbers of hearts of each kind."""
    tasks = board.game.tables.tasks
    hearts: dict[str, int] = {}
    for card in event.values["cards"]:
        hearts[tasks[card].kind] = hearts.get(tasks[card].kind, 0) + tasks[card].hearts
    return {
        "title": board.board_text("the_stack", n=len(event.values["cards"])),
        "rule": event.rule,
        "text": board.board_text("cards_that_join_later"),
        "parts": [{"label": board.board_text("hearts_by_task"), "icon": "heart", "rows": _kinds(board, hearts)}],
        "verdict": "",
    }


def _kinds(board: Board, hearts: dict[str, int]) -> list[Json]:
    most = max(hearts.values(), default=1)
    return [
        {
            "label": board.game.texts.card_name(kind),
            "kind": card_content.kind_image_name(TASK_IMAGES, kind),
            "icon": kind_icon(kind),
            "value": n,
            "share": n / most,
        }
        for kind, n in sorted(hearts.items(), key=lambda row: -row[1])
    ]


def _extra_tasks(board: Board, places: list[Event], cleared: Event) -> Json:
    """Return the kinds of task by rank, each with its hearts, the seat of its Orderly, and the points."""
    most = max((event.values["hearts"] for event in places), default=1) or 1
    rows = []
    for event in places:
        values = event.values
        who = (
            board.board_text("nobody_stands_there") if event.seat is None else board.direction_isolated_name(event.seat)
        )
        gem = board.board_text("and_gems", gems=values["gems"]) if values.get("gems") else ""
        rows.append(
            {
                "label": f"{values['place']}. {board.game.texts.card_name(values['kind'])}",
                "kind": card_content.kind_image_name(TASK_IMAGES, values["kind"]),
                "icon": kind_icon(values["kind"]),
                "share": values["hearts"] / most,
                "value": f"+{values['points']}" if values.get("points") else "0",
                "text": f"{who}{gem}",
                **({"pawn": event.seat} if event.seat is not None else {}),
                "look": "best" if values.get("points") else "out",
            }
        )
    return {
        "title": board.board_text("extra_tasks_are_counted"),
        "rule": "WIS-12.2",
        "text": board.board_text("cards_in_the_stack", n=cleared.values["cards"]),
        "parts": [{"rows": rows}] if rows else [],
        "verdict": "" if rows else board.board_text("stack_empty_so_nobody"),
        "stop": True,
    }


def _verdict(board: Board) -> Json:
    """Return the score of a solo game and its verdict."""
    node: Any = board.node
    return {
        "title": board.board_text("n_points", n=node.scores[0]),
        "rule": node.rule,
        "text": board.describe(node),
        "parts": [_verdicts(board)],
    }


def _verdicts(board: Board) -> Json:
    """Return all possible verdicts. The verdict for this score is marked."""
    node: Any = board.node
    words, rows = board.game.texts, []
    verdicts = board.game.tables.verdicts
    for number, (least, name) in enumerate(verdicts):
        last = number + 1 == len(verdicts)
        told = words.format_text("ends", name, {"best": 0}).split(": ", 1)[1]
        most = None if last else verdicts[number + 1][0] - 1
        rows.append(
            {
                "label": board.board_text("from" if last else "from_to", least=least, most=most),
                "icon": "star",
                "text": capitalize_first(told),
                "wide": True,
                "look": "best" if name == node.reason else "out",
            }
        )
    return {"rows": rows[::-1]}


# -- the whole game ----------------------------------------------------------------------------------------


def points_so_far_and_to_come_text(board: Board, seat: Seat) -> str:
    """Return a seat's points by source, and the later points from its wares if they are known."""
    s = board.view
    come = board.board_text("points_from", n=s.score[seat])
    if s.secrets[seat] in ("", HIDDEN_CARD) or HIDDEN_CARD in s.wares[seat]:
        return come
    due = {"gems": gem_points(s, seat), "wares": ware_points(s, seat), "days": day_points(s, seat, s.wares[seat])}
    return f"{come} {board.board_text('points_to_come', **due)}"


def final_points_by_source(board: Board, seat: Seat) -> list[PointSource]:
    """Return the points of a seat by source."""
    s, node = board.view, board.node
    assert isinstance(node, End)
    at_wishes = sum(e.values["points"] for e in board.known_game_events if e.code == "wish_points" and e.seat == seat)
    gems, wares, days = gem_points(s, seat), ware_points(s, seat), day_points(s, seat, s.wares[seat])
    extra = node.scores[seat] - at_wishes - gems - wares - days
    rows = [
        ("wishes", at_wishes, "s6"),
        ("extra_tasks", extra, "s3"),
        ("gems", gems, "s5"),
        ("wares", wares, "s1"),
        ("complete_days", days, "s7"),
    ]
    return [
        PointSource(board.board_text(label), points, tone, _wishes_of(board, seat) if label == "wishes" else ())
        for label, points, tone in rows
    ]


def _wishes_of(board: Board, seat: Seat) -> list[tuple[str, int]]:
    """Return a seat's points from each wish, in the order in which the wishes were fulfilled."""
    brought: list[tuple[str, int]] = []
    wish = ""
    for event in board.known_game_events:
        if event.code == "fulfilled":
            wish = board.game.texts.card_name(event.values["wish"])
        elif event.code == "wish_points" and event.seat == seat:
            brought.append((wish, event.values["points"]))
    return brought


def extra_result_sections(board: Board) -> list[Json]:
    """Return the verdict of a solo game, and the points of the Extra Tasks by round.

    The table also has the points of tasks on which there is no Orderly.
    """
    pay = [points for points, _ in board.game.tables.places]
    rows: list[Json] = []
    got: dict[int, int] = {}
    took: list[str] = []
    number = 0

    def close() -> None:
        nobody = got.get(-1, 0)
        total = sum(got.values())
        text = board.board_text("took" if took else "nothing_was_taken", tasks=", ".join(took), points=nobody)
        rows.append(
            {
                "label": board.board_text("round_n", n=number),
                "icon": "deck",
                "value": total - nobody,
                "text": text,
                "share": total / sum(pay),
                "first": nobody / sum(pay),
            }
        )

    for event in board.known_game_events:
        if event.code == "round":
            number, got, took = event.values["round"], {}, []
        elif event.code in PLACE_EVENTS and event.values["place"] <= len(pay):
            points = pay[event.values["place"] - 1]
            seat = -1 if event.seat is None else event.seat
            got[seat] = got.get(seat, 0) + points
            if seat < 0:
                took.append(board.game.texts.card_name(event.values["kind"]))
        elif event.code == "chart_cleared":
            close()
    note = board.board_text("full_paid_light_taken")
    tasks = [{"label": board.board_text("extra_tasks_round_by"), "note": note, "rows": rows}] if rows else []
    alone = board.view.seats == 1 and isinstance(board.node, End)
    return [{**_verdicts(board), "label": board.board_text("what_points_mean")}, *tasks] if alone else tasks
