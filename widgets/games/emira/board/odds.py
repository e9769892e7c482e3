"""Odds for the table of Emira: the pending draw and the choice of the next princess."""

from __future__ import annotations

from collections import Counter
from typing import Literal, TypeAlias, get_args

from gamelib import Chance, Dist
from gamelib.games.emira.auction import item_price
from gamelib.games.emira.card_tables import (
    APPEARANCE_KINDS,
    CAMEL_SLOT,
    CARAVANS,
    COUNTER_SLOT,
    LARGE_CARAVAN_SLOT,
    PREFERENCES,
    SECTION_SLOT,
    SIDI,
    SMALL_CARAVAN_SLOT,
    STATUS_SLOT,
)
from gamelib.games.emira.princess_choice import GOLD, preferences, seat_chosen_by_princess
from gamelib.games.emira.state import EmiraState
from gamelib.nodes import Seat

from ....page.protocol import Json
from ....table.board import Board, outcome_bars, probability_fields
from ....table.json_types import OddsJson
from .player_area import VALUE_ICONS, VALUE_TONES, can_viewer_see_gold, current_auction_frame

EFFECT_TIMES = {
    1: "works_at_once",
    2: "works_on_income",
    3: "works_on_cards",
    4: "works_on_auctions",
}  # phase of an event
COLOUR_TONES = {"green": "s3", "white": "muted", "red": "s6", "blue": "s5", "black": "s8"}
UNLIMITED_GOLD = 100_000  # more gold than any seat has
UNDECIDED = -2
UndecidedHost: TypeAlias = Literal[-1, -2]
"""Prediction without a seat: -1 for a tie, UNDECIDED if it depends on hidden gold."""
HiddenGoldScenario: TypeAlias = Literal["poor", "rich"]
"""Seats with hidden gold have little more than the current bid, or more than any other seat."""
PREVIEW_QUESTIONS = ("bid", "act", "last", "play")  # decisions at which the choice of the next princess already matters


def current_odds(board: Board) -> list[OddsJson]:
    """Return the relevant odds of the position. The pending draw comes first."""
    node, view = board.node, board.view
    if isinstance(node, Chance):
        shown = pending_odds(board)
        return [shown, next_host_odds(board, node.dist())] if board.question_id == "turn_up" else [shown]
    if board.question_id in PREVIEW_QUESTIONS and board.can_viewer_choose():
        dists = [affordable_item_count_by_bid_chart(board)] if board.question_id == "bid" else []
        dists += [next_host_odds(board, view.pile.dist())] if view.pile.segments else []
        return [odds for odds in dists if odds]
    return []


def pending_odds(board: Board) -> OddsJson:
    """Return the odds of the pending draw."""
    node = board.node
    assert isinstance(node, Chance)
    made = {"turn_up": _princesses, "title": _titles, "deal": _events}.get(board.question_id, _each)
    if board.question_id == "peek":
        made = {"pile": _princesses, "titles": _titles, "fates": _events}[node.values["deck"]]
    return made(board, node.dist())


def _choose(board: Board, dist: Dist[str], group: dict[str, str] | None = None) -> list[Json]:
    """Return all outcomes as options, with their probabilities."""
    options = []
    for outcome, weight in dist.items():
        option: Json = {
            "value": str(outcome),
            "label": f"{board.outcome_text(outcome)} · {probability_fields(weight, dist.total)['p']}",
        }
        if group:
            option["group"] = group[outcome]
        options.append(option)
    return [{"label": board.board_text("what_comes_up"), "options": options}]


def _each(board: Board, dist: Dist[str]) -> Json:
    """Return a bar for each outcome of a draw: colours, first player, objectives, counters, departures."""
    titles = {
        "colour": "the_colour",
        "first_player": "who_starts",
        "goal": "the_objective",
        "counter_drawn": "the_counter",
        "depart": "who_leaves",
    }
    shown = outcome_bars(dist, board.outcome_text, lambda outcome: COLOUR_TONES.get(str(outcome), "s5"))
    return {"title": board.board_text(titles[board.question_id]), "bars": shown, "choose": _choose(board, dist)}


def _grouped(dist: Dist[str], group: dict[str, str], order: list[str], looks: dict[str, Json]) -> list[Json]:
    weights: Counter[str] = Counter()
    for outcome, weight in dist.items():
        weights[group[outcome]] += weight
    return [
        {"label": name, **looks.get(name, {"tone": "s5"}), **probability_fields(weights[name], dist.total)}
        for name in order
        if weights[name]
    ]


def _princesses(board: Board, dist: Dist[str]) -> Json:
    """Return the odds of the next princess, grouped by her first preference."""
    words, wishes = board.game.texts, {}
    for card in dist:
        first = "princesses" if card == SIDI else PREFERENCES[preferences(board.view, card)[0]]
        wishes[card] = words.card_name(SIDI) if card == SIDI else board.board_text("looks_for", first=first)
    looks: dict[str, Json] = {
        board.board_text("looks_for", first=p): {"tone": VALUE_TONES[p], "icon": VALUE_ICONS[p]} for p in PREFERENCES
    }
    order = [*looks, words.card_name(SIDI)]
    return {
        "title": board.board_text("next_princess"),
        "bars": _grouped(dist, wishes, order, looks),
        "choose": _choose(board, dist, wishes),
    }


def next_host_odds(board: Board, next_princess_dist: Dist[str]) -> OddsJson:
    """Return the odds that the next card of the pile chooses each seat in the current position."""
    shown = _choices(board, board.view, next_princess_dist)
    return {
        "title": board.board_text("whom_would_next_princess"),
        "bars": shown,
        "stack": True,
        "text": board.board_text("with_values_all_players"),
    }


def _choices(board: Board, view: EmiraState, dist: Dist[str]) -> list[Json]:
    """Return one part for each host, and one for the princesses who have no unique best host."""
    chosen: Counter[int] = Counter()
    for card, weight in dist.items():
        chosen[predicted_host(board, view, card, False)] += weight
    shown = [
        {
            "label": board.seat_name(seat),
            "seat": seat,
            "icon": "guest",
            "tone": "s6" if seat == board.viewer else "s5",
            **probability_fields(chosen[seat], dist.total),
        }
        for seat in range(view.seats)
    ]
    for seat, label in ((-1, "undecided"), (UNDECIDED, "hidden_decides")):
        if chosen[seat]:
            shown.append(
                {"label": board.board_text(label), "tone": "muted", **probability_fields(chosen[seat], dist.total)}
            )
    return shown


def is_hidden_gold_relevant(board: Board, s: EmiraState, princess: str) -> bool:
    """Return whether a princess prefers gold and some gold is hidden from the viewer (EMI-17.1)."""
    return (
        princess != SIDI
        and GOLD in preferences(s, princess)
        and not all(can_viewer_see_gold(board, seat) for seat in range(s.seats))
    )


def set_hidden_gold_scenario(board: Board, s: EmiraState, scenario: HiddenGoldScenario) -> EmiraState:
    """Change the hidden gold in this state to the amounts of an extreme scenario, and return the state."""
    needed = max((getattr(frame, "bid", 0) for frame in s.agenda_frames), default=0)
    for seat in range(s.seats):
        if not can_viewer_see_gold(board, seat):
            s.gold[seat] = UNLIMITED_GOLD * (s.seats - seat) if scenario == "rich" else needed + 10 * seat
    return s


def predicted_host(board: Board, s: EmiraState, princess: str, is_princess_undecided: bool) -> Seat | UndecidedHost:
    """Return the seat that a princess would join, computed by `seat_chosen_by_princess`.

    `is_princess_undecided` says whether an earlier choice of this princess was a tie. If there is no
    single seat, the result is negative: -1 for a tie, UNDECIDED if the seat depends on hidden gold.
    """
    if not is_hidden_gold_relevant(board, s, princess):
        return seat_chosen_by_princess(s, princess, is_princess_undecided)
    seats = {
        seat_chosen_by_princess(set_hidden_gold_scenario(board, s.clone(), scenario), princess, is_princess_undecided)
        for scenario in get_args(HiddenGoldScenario)
    }
    return seats.pop() if len(seats) == 1 else UNDECIDED


def host_odds_after_purchase(board: Board, item_type: str, cost: int, item_id: str = "") -> OddsJson:
    """Return two effects of a purchase: on the choice of the next princess, and on which princesses would join."""
    seat = board.asked_seat
    assert seat is not None
    s: EmiraState = board.view.clone()
    s.log = None
    if cost > s.gold[seat]:
        return {}
    s.gold[seat] -= cost
    if item_type == "counter" and item_id:
        s.change_appearance_counter(seat, APPEARANCE_KINDS.index(item_id), 1)
    elif item_type == "status" and item_id:
        s.renown[seat] += board.game.tables.status[item_id].points
    elif item_type == "section":
        s.sections[seat] += 1
    waiting = [(name, name in s.undecided) for name in (*s.active, *s.undecided)]
    coming = [
        board.game.texts.card_name(name)
        for name, waits in waiting
        if name != SIDI
        and predicted_host(board, s, name, waits) == seat != predicted_host(board, board.view, name, waits)
    ]
    told = board.board_text("then_would_choose_you", names=coming) if coming else ""
    after = _choices(board, s, board.view.pile.dist()) if board.view.pile.segments else []
    return {key: value for key, value in (("then", after), ("thenSays", told)) if value}


def affordable_item_count_by_bid_chart(board: Board) -> OddsJson | None:
    """Draw the number of market items that each bidding seat could still pay for, as a function of its bid."""
    s, frame = board.view, current_auction_frame(board)
    if frame is None:
        return None
    market = s.market
    wares = [
        kind
        for size in (SMALL_CARAVAN_SLOT, LARGE_CARAVAN_SLOT)
        if market[size]
        for kind in CARAVANS[2 * size : 2 * size + 2]
    ]
    wares += ["counter"] * len(market[COUNTER_SLOT]) + list(market[STATUS_SLOT])
    wares += ["section"] * bool(market[SECTION_SLOT]) + ["camel"] * bool(market[CAMEL_SLOT])
    seat, bid, bidder, inside = frame.seat, frame.bid, frame.bidder, frame.inside
    here = board.viewer if seat is None else seat
    bidders = [rival for rival in s.seat_order() if inside >> rival & 1 or rival in (bidder, here)]
    rows = [
        {
            "seat": rival,
            "who": board.seat_name(rival),
            "have": s.gold[rival],
            "less": s.bid_discount(rival),
            "costs": sorted(item_price(s, rival, ware) for ware in wares),
        }
        for rival in sorted(bidders, key=lambda rival: (rival != here, rival != bidder))
        if can_viewer_see_gold(board, rival)
    ]
    title = board.board_text("what_bid_leaves_buy")
    return {"title": title, "bars": [], "budget": {"rows": rows, "stands": bid, "of": len(wares)}}


def _titles(board: Board, dist: Dist[str]) -> Json:
    """Return the odds of the next status card, grouped by points."""
    rows = board.game.tables.status
    points = {card: board.board_text("points", n=rows[card].points) for card in dist}
    order = sorted(set(points.values()))
    looks: dict[str, Json] = {name: {"tone": "s1", "icon": "crown"} for name in order}
    return {
        "title": board.board_text("next_status_card"),
        "bars": _grouped(dist, points, order, looks),
        "choose": _choose(board, dist, points),
    }


def _events(board: Board, dist: Dist[str]) -> Json:
    """Return the odds of the next event card, grouped by the phase in which it has its effect."""
    rows = board.game.tables.events
    works = {card: board.board_text(EFFECT_TIMES[rows[card].phase]) for card in dist}
    order = [board.board_text(words) for words in EFFECT_TIMES.values()]
    return {
        "title": board.board_text("next_event_card"),
        "bars": _grouped(dist, works, order, {}),
        "choose": _choose(board, dist, works),
    }
