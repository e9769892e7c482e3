"""Extra groups of items for rule pictures of Emira: open piles, the order of play, the box, points."""

from __future__ import annotations

from typing import Any

from gamelib import End
from gamelib.games.emira.card_tables import (
    APPEARANCE_KINDS,
    CAMEL_SLOT,
    COLOURS,
    LARGE_CARAVAN_SLOT,
    SECTION_SLOT,
    SMALL_CARAVAN_SLOT,
)
from gamelib.games.emira.event_cards import choosing_princess_counts
from gamelib.nodes import Seat
from gamelib.number_format import capitalize_first

from ....page.protocol import Json
from ....table.board import Board
from ....table.json_types import GroupJson
from .player_area import (
    current_auction_frame,
    event_card_content,
    last_auction_action_text,
    princess_card_content,
    status_card_content,
)
from .theme import COUNTER_ICONS

ADVANCED_ARTISTS = ("Albina", "Firyal")
"""Artists with an ability of the advanced game only (EMI-1.9)."""


def rule_picture_group(board: Board, id: str) -> GroupJson | None:
    """Return an extra group of items by its id, or None if the position has no such group."""
    maker = GROUP_BUILDERS.get(id)
    return None if maker is None else maker(board)


def _is_step_ahead(board: Board, step: str) -> bool:
    """Return whether a step of the setup is still to come."""
    return any(frame.step.name == step for frame in board.view.agenda_frames)


def _chips(board: Board, id: str, label: str, items: list[Json]) -> Json:
    """Return a group of names with numbers. `items` maps the last part of each id to the content of a card."""
    cards = [board.make_card(f"{id}:{face.pop('key')}", **face) for face in items]
    return {"label": board.board_text(label), "look": "chips", "items": cards}


def _order(board: Board) -> Json:
    """Return the seats in order, each with its action in the auctions of this round."""
    s = board.view
    if _is_step_ahead(board, "first_player"):
        return {"label": board.board_text("order_of_play"), "items": [], "empty": board.board_text("not_drawn_yet")}
    faces = []
    for n, seat in enumerate(s.seat_order()):
        said = _part(board, seat) if s.phase > 3 else "" if n else board.board_text("first_player")
        faces.append({"key": seat, "icon": "guest", "name": board.seat_name(seat), "caption": said})
    return _chips(board, "order", "order_of_play", faces)


def _part(board: Board, seat: Seat) -> str:
    """Return the action of a seat in the auctions of this round, finished or pending."""
    frame = current_auction_frame(board)
    if frame is not None and seat == frame.opener:
        return board.board_text("opens")
    return last_auction_action_text(board, seat) or board.board_text(
        "acts_now" if seat == board.asked_seat else "still_to_act"
    )


def _colours(board: Board) -> Json:
    """Return the colours that no seat has drawn."""
    free = [colour for colour in COLOURS if colour not in board.view.colours]
    words = board.game.texts
    return _chips(
        board,
        "colours",
        "colours_left",
        [{"key": colour, "icon": "dome", "name": words.card_name(colour)} for colour in free],
    )


def _apart(board: Board) -> Json:
    """Return the pieces that are set aside, either for good or for a princess (EMI-1.1)."""
    words = board.game.texts
    cards = [board.make_card("apart:status", **status_card_content(board, board.game.reserved))]
    cards += [
        board.make_card(f"apart:{name}", icon="crown", kind="status", big="+1", name=board.board_text(name))
        for name in ("singing", "acting")
    ]
    cards += [
        board.make_card(
            f"apart:{kind}",
            icon=COUNTER_ICONS[kind],
            kind=kind,
            name=capitalize_first(board.board_text("counter_of", kinds=words.card_name(kind))),
        )
        for kind in APPEARANCE_KINDS
    ]
    return {"label": board.board_text("lies_apart"), "items": cards}


def _box(board: Board) -> Json | None:
    """Return the pieces that stay in the box with three seats (EMI-15.1)."""
    s, tables, words = board.view, board.game.tables, board.game.texts
    if s.seats != 3:
        return None
    supply = tables.supply
    out = {what: supply[what] - supply[f"{what}_for_three"] for what in ("small", "large", "camels", "counters")}
    faces = [
        {"key": what, "icon": "deck", "name": capitalize_first(board.board_text(f"{what}_caravans", n=out[what]))}
        for what in ("small", "large")
    ]
    faces.append({"key": "camels", "icon": "camel", "name": board.board_text("camels_left", n=out["camels"])})
    faces.append(
        {
            "key": "counters",
            "icon": "mirror",
            "name": board.board_text("counters_of_each", n=out["counters"]),
            "caption": ", ".join(map(words.card_name, APPEARANCE_KINDS)),
        }
    )
    prices = [str(row.price) for row in tables.status.values() for _ in range(row.copies - row.copies_for_three)]
    faces.append(
        {
            "key": "status",
            "icon": "crown",
            "name": board.board_text("status_cards", n=len(prices)),
            "caption": ", ".join(prices),
        }
    )
    return _chips(board, "box", "stays_in_box", faces)


def _points(board: Board, cards: Any) -> str:
    """Return the possible points of these status cards as text."""
    points = sorted({board.game.tables.status[card].points for card in cards})
    return board.board_text("status_points", points=board.board_text("or").join(f"+{n}" for n in points))


def _titles(board: Board) -> Json | None:
    """Return the initial status pile: how many cards of each number of points are in its upper and lower part."""
    deck = board.view.titles
    if _is_step_ahead(board, "advantages") or len(deck.segments) != 2:
        return None
    rest, top = deck.segments
    fixed = sum(rest.fixed.values())
    rows = (
        ("top", deck.unplaced_cards, top.size),
        ("below", deck.unplaced_cards, rest.size - fixed),
        ("threes", rest.fixed, fixed),
    )
    faces = [
        {
            "key": key,
            "icon": "crown",
            "big": n,
            "name": board.board_text("on_top_of" if key == "top" else "below_it", points=_points(board, cards)),
        }
        for key, cards, n in rows
    ]
    return _chips(board, "titles", "laid_pile", faces)


def _threes(board: Board) -> Json:
    """Return the status cards of 3 points that are in the pile."""
    counts = board.view.titles.counts()
    cards = [
        board.make_card(f"threes:{card}", count=n, **status_card_content(board, card))
        for card, n in sorted(counts.items())
        if board.game.tables.status[card].points == 3
    ]
    return {"label": board.board_text("cards_of_3"), "items": cards}


def _pile(board: Board) -> Json:
    """Return the artists of the advanced game that are in the pile."""
    deck = board.view.pile
    cards = [
        board.make_card(f"pile:{name}", **princess_card_content(board, name))
        for name in ADVANCED_ARTISTS
        if name in deck.counts()
    ]
    return {"label": board.board_text("among_the_pile", n=len(deck)), "items": cards}


def _fates(board: Board) -> Json:
    """Return the event cards of the pile that the basic game leaves out."""
    s, events = board.view, board.game.tables.events
    counts = s.fates.counts()
    cards = [
        board.make_card(f"fates:{card}", count=counts[card], **event_card_content(board, card))
        for card, row in events.items()
        if row.advanced and counts.get(card)
    ]
    return {"label": board.board_text("among_the_events", n=len(s.fates)), "items": cards}


def _pair(board: Board) -> Json | None:
    """Return the numbers of artists in the two rounds of a pair, in a game with three seats.

    While a seat decides between two options, the result has both.
    """
    s = board.view
    if s.seats != 3:
        return None
    ways: list[tuple[int, ...]] = [choosing_princess_counts(s)]
    if board.question_id == "halves":
        ways = sorted({ways[0], ways[0][::-1]})
    faces = [
        {
            "key": half,
            "icon": "guest",
            "name": board.board_text(f"{half}_round"),
            "big": board.board_text("or").join(str(way[n]) for way in ways),
        }
        for n, half in enumerate(("odd", "even"))
    ]
    return _chips(board, "pair", "who_comes", faces)


def _markers(board: Board) -> Json:
    """Return the markers on Xenia."""
    faces = [{"key": n, "icon": "discard", "name": board.board_text("marker")} for n in range(max(0, board.view.xenia))]
    return {**_chips(board, "markers", "markers_on_xenia", faces), "empty": board.board_text("none")}


def _bag(board: Board) -> Json:
    """Return the kinds of counters in the bag."""
    faces = [
        {"key": kind, "icon": COUNTER_ICONS[kind], "name": board.game.texts.card_name(kind), "big": n}
        for kind, n in zip(APPEARANCE_KINDS, board.view.bag, strict=True)
    ]
    return _chips(board, "in_bag", "lies_in_bag", faces)


def _stocks(board: Board) -> Json:
    """Return the remaining supplies, and whether one piece of each supply is on offer."""
    s = board.view
    rows = (
        ("sections", "dome", SECTION_SLOT, s.tiles_left),
        ("camels_left", "camel", CAMEL_SLOT, s.camels_left),
        ("small_caravans", "deck", SMALL_CARAVAN_SLOT, s.small_left),
        ("large_caravans", "deck", LARGE_CARAVAN_SLOT, s.large_left),
    )
    faces = [
        {
            "key": key,
            "icon": icon,
            "name": board.board_text(key, n=left),
            "caption": board.board_text("one_on_offer" if s.market[place] else "none_on_offer"),
        }
        for key, icon, place, left in rows
    ]
    return _chips(board, "stocks", "left_and_on_offer", faces)


def _purchases(board: Board) -> Json | None:
    """Return the rounds of a pair in which event cards are bought, in a game with three seats."""
    s = board.view
    if s.seats != 3:
        return None
    when = s.options["three_player_event_purchase"]
    faces = [
        {
            "key": half,
            "name": board.board_text(f"{half}_round"),
            "big": s.round + (half == "even") - s.is_second_round_of_pair(),
            "caption": board.board_text("cards_are_bought" if half == when else "no_cards_bought"),
        }
        for half in ("odd", "even")
    ]
    return _chips(board, "purchases", "three_seats_buy", faces)


def _gold(board: Board) -> Json:
    """Return the gold of all seats if the last event revealed it (EMI-9.8)."""
    shown = next((event.values["gold"] for event in board.view.events if event.code == "gold_shown"), ())
    faces = [
        {"key": seat, "icon": "coin", "name": board.seat_name(seat), "big": gold} for seat, gold in enumerate(shown)
    ]
    return {**_chips(board, "gold", "gold_is_shown", faces), "empty": board.board_text("no_gold_shown")}


def _scores(board: Board) -> Json | None:
    """Return the final points of all seats by source, and the winners."""
    node = board.node
    if not isinstance(node, End):
        return None
    faces = []
    for seat in sorted(range(board.view.seats), key=lambda seat: -node.scores[seat]):
        lines = [f"{source.label}: {source.points}" for source in board.final_points_by_source(seat)]
        said = [*lines, board.board_text("has_won")] if seat in node.winners else lines
        faces.append(
            {
                "key": seat,
                "icon": "guest",
                "name": board.seat_name(seat),
                "big": node.scores[seat],
                "caption": ", ".join(said),
            }
        )
    return _chips(board, "scores", "points_at_end", faces)


def _unowned(board: Board) -> Json:
    """Return the camels that no seat owns: those in the supply and those on offer."""
    s = board.view
    offered = min(s.camels_left, int(s.market[CAMEL_SLOT]))
    faces = [
        {"key": "supply", "icon": "camel", "name": board.board_text("supply"), "big": s.camels_left - offered},
        {"key": "offer", "icon": "camel", "name": board.board_text("on_offer_now"), "big": offered},
    ]
    return _chips(board, "unowned", "camels_of_nobody", faces)


GROUP_BUILDERS = {
    "order": _order,
    "colours": _colours,
    "apart": _apart,
    "box": _box,
    "titles": _titles,
    "threes": _threes,
    "pile": _pile,
    "fates": _fates,
    "pair": _pair,
    "markers": _markers,
    "unowned": _unowned,
    "in_bag": _bag,
    "stocks": _stocks,
    "purchases": _purchases,
    "gold": _gold,
    "scores": _scores,
}
