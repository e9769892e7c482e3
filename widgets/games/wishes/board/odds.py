"""Odds for the table of The Sultan's Wishes.

The module computes odds of the pending draw, the fulfilment of a wish by a rival, the rank of the viewer's Orderly, the
gain of waiting for another plate, and the values of wares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gamelib import Chance, Dist
from gamelib.games.wishes import position_odds
from gamelib.games.wishes.ages import HIDDEN_CARD
from gamelib.games.wishes.card_tables import GUARD
from gamelib.games.wishes.extra_task_places import mean_points_over_places
from gamelib.games.wishes.round_end import day_points
from gamelib.nodes import Outcome, Seat
from gamelib.number_format import capitalize_first, format_fixed, format_modifier, format_percent

from ....page.protocol import Json
from ....table.board import Board, LuckEntry, outcome_bars, probability_fields
from ....table.json_types import OddsJson
from . import card_content
from .card_content import kind_icon, ordinal_text, task_tone

TASK_QUESTIONS = ("face", "first_face", "peek", "show")
ODDS_TITLES = {
    "face": "next_task_card",
    "first_face": "next_task_card",
    "peek": "what_lies_in_stack",
    "show": "what_lies_in_stack",
    "plate": "next_plate",
    "first_player": "who_starts",
    "score_card": "the_score_card",
    "back": "next_back",
}
MAX_BARS = 6


def current_odds(board: Board) -> list[OddsJson]:
    """Return the relevant odds of the position. The pending draw comes first."""
    s = board.view
    if isinstance(board.node, Chance):
        return [pending_odds(board, with_outcome_selector=True)]
    if not board.can_viewer_choose():
        return []
    match board.question_id:
        case "act" | "plus" | "free":
            dists = [fulfil_now_or_wait_points(board), opponent_fulfil_odds(board), viewer_extra_task_rank_odds(board)]
        case "offer":
            dists = [
                net_points_of_offered_wares(board),
                opponent_fulfil_odds(board) if s.lamp[board.viewer] else None,
                viewer_extra_task_rank_odds(board),
            ]
        case "change" | "drop":
            dists = [
                task_card_odds(board, Dist(s.loose), board.board_text("next_task_card")) if s.loose else None,
                opponent_fulfil_odds(board),
            ]
        case _:
            dists = [opponent_fulfil_odds(board), viewer_extra_task_rank_odds(board)]
    return [one for one in dists if one]


# -- pending draw ------------------------------------------------------------------------------------


def pending_odds(board: Board, with_outcome_selector: bool = False) -> OddsJson:
    """Return the odds of the pending chance step."""
    node: Any = board.node
    dist = node.dist()
    asked = board.question_id
    if asked in TASK_QUESTIONS:
        return task_card_odds(board, dist, board.board_text(ODDS_TITLES[asked]), with_outcome_selector)
    if asked == "reveal":
        return _grouped(
            board, dist, board.board_text("next_wish", type=node.values["type"]), _wish_group, with_outcome_selector
        )
    if asked == "stall_card":
        return _grouped(board, dist, board.board_text("next_ware_stall"), _ware_group, with_outcome_selector)
    icon = {"plate": _plate_label, "back": _back_label}.get(asked)
    label: Callable[[Any], str] = (lambda x: icon(board, x)) if icon else board.outcome_text
    made: Json = {
        "title": board.board_text(ODDS_TITLES[asked]),
        "bars": outcome_bars(dist, label, lambda x: "s6" if x == GUARD else "s5"),
    }
    if asked == "plate":
        made["text"] = board.board_text("each_plate_that_has")
    return {**made, **({"choose": [_options(board, dist)]} if with_outcome_selector else {})}


def task_card_odds(board: Board, dist: Dist[str], title: str, with_outcome_selector: bool = False) -> OddsJson:
    """Return the odds of a task card by its kind."""
    return _grouped(board, dist, title, _task_group, with_outcome_selector)


def _task_group(board: Board, card: str) -> tuple[str, str, str]:
    kind = board.game.tables.tasks[card].kind
    return board.game.texts.card_name(kind), kind_icon(kind), task_tone(board.game, kind)


def _wish_group(board: Board, card: str) -> tuple[str, str, str]:
    wish = board.game.tables.wishes[card]
    if wish.criterion == "kind":
        return (
            capitalize_first(board.game.texts.card_name(wish.value)),
            kind_icon(wish.value),
            task_tone(board.game, wish.value),
        )
    what = (
        board.board_text("hearts", n=wish.value)
        if wish.criterion == "hearts"
        else board.game.texts.card_name(wish.value)
    )
    return board.board_text("cards_with", what=what), "heart", "s5"


def _ware_group(board: Board, card: str) -> tuple[str, str, str]:
    ware = board.game.tables.wares[card]
    return board.board_text("ware_and_cost", ware=ware.ware, n=ware.cost), "stall", "s1"


def _plate_label(board: Board, plate: str) -> str:
    extra = board.game.tables.plates[plate].extra_points
    return f"{board.game.texts.card_name(plate)}{f' +{extra}' if extra else ''}"


def _back_label(board: Board, back: str) -> str:
    return capitalize_first(board.game.texts.card_name(back))


def _grouped(
    board: Board, dist: Dist[str], title: str, group: Callable[[Board, str], tuple[str, str, str]], choose: bool
) -> Json:
    """Return the odds of a distribution with its outcomes in groups."""
    weights: Counter[str] = Counter()
    looks: dict[str, Json] = {}
    groups: dict[str, str] = {}
    for card, weight in dist.items():
        label, icon, colour = group(board, card)
        weights[label] += weight
        looks[label] = {"icon": icon, "tone": colour}
        groups[card] = label
    shown = [{"label": label, **looks[label], **probability_fields(n, dist.total)} for label, n in weights.items()]
    return {"title": title, "bars": shown, **({"choose": [_options(board, dist, groups)]} if choose else {})}


def _options(board: Board, dist: Dist[Any], groups: dict[str, str] | None = None) -> Json:
    """Return all outcomes as options, with their probabilities."""
    options = [
        {
            "value": str(outcome),
            "label": f"{board.outcome_text(outcome)} · {probability_fields(weight, dist.total)['p']}",
            **({"group": groups[outcome]} if groups else {}),
        }
        for outcome, weight in dist.items()
    ]
    return {"label": board.board_text("what_comes_up"), "options": options}


def odds_with_resolved_outcome(board: Board, outcome: Outcome) -> OddsJson | None:
    """Return the odds of this position's chance step with the outcome, if the viewer may see both."""
    node: Any = board.node
    private = board.question_id in ("face", "first_face", "peek", "score_card")
    if private and not board.is_full_view and node.seat != board.viewer:
        return None
    if board.question_id == "back" and outcome != GUARD:
        return None  # nothing has changed
    shown = pending_odds(board)
    names = [bar["label"] for bar in shown["bars"]]
    if board.question_id in TASK_QUESTIONS or board.question_id in ("reveal", "stall_card"):
        group = {"reveal": _wish_group, "stall_card": _ware_group}.get(board.question_id, _task_group)
        at = names.index(group(board, str(outcome))[0])
    else:
        at = list(node.dist()).index(outcome)
    face = card_content.card_content(board, outcome) if isinstance(outcome, str) else None
    card = {"card": {"id": "came", **face}} if face else {}
    aside = {"aside": True} if board.question_id == "show" else {}
    return {**shown, "at": at, "title": capitalize_first(board.outcome_text(outcome)), **card, **aside}


def luck_entries_of_outcome(board: Board, outcome: Outcome) -> list[LuckEntry]:
    """Return the drawn hearts, and the expected number of hearts of a draw from the deck."""
    node: Any = board.node
    if board.question_id not in ("face", "first_face"):
        return []
    hearts = board.game.hearts
    mean = Fraction(node.dist().map(hearts.get).mean)
    return [LuckEntry(board.board_text("hearts_drawn"), node.seat, Fraction(hearts[outcome]), mean)]


# -- before a choice ---------------------------------------------------------------------------------------


def opponent_fulfil_odds(board: Board) -> OddsJson | None:
    """Return for each open wish the probability that another seat holds a card that alone would fulfil it."""
    s = board.view
    if s.seats == 1 or not s.open:
        return None
    shown: list[Json] = []
    unseen = [*s.loose, *(card for _, cards in s.older for card in cards)]
    for entry in s.open:
        cards = position_odds.fulfilling_cards(s, entry)
        p = position_odds.p_any_in_rival_hands(s, cards, board.viewer)
        if p:
            ways = board.board_text("cards", n=len(cards.intersection(unseen))) if p < 1 else ""
            wish = s.game.tables.wishes[entry[0]]
            icon, colour = (
                (kind_icon(wish.value), task_tone(s.game, wish.value)) if wish.criterion == "kind" else ("heart", "s5")
            )
            shown.append(
                {
                    "label": card_content.wish_name(board, entry[0]),
                    "icon": icon,
                    "tone": colour,
                    "p": str(p),
                    "percent": format_percent(p),
                    "ways": ways,
                    "share": float(p),
                }
            )
    hidden = sum(card == HIDDEN_CARD for hand in s.hands for card in hand)
    text = board.board_text("so_many_would_do", unseen=len(unseen), hidden=hidden) if hidden else ""
    if not shown:
        shown, text = [], board.board_text("no_single_card_would")
    if s.plate_effect() == "nauseate" and shown:
        text += board.board_text("under_nobody_may_do", plate=s.plate)
    return {"title": board.board_text("can_rival_fulfil"), "bars": shown, "text": text}


def viewer_extra_task_rank_odds(board: Board) -> OddsJson | None:
    """Return the odds of the rank that the viewer's Orderly has in the Extra Tasks with the current stack."""
    s, seat = board.view, board.viewer
    kind = s.orderly[seat]
    if not kind or not s.stack:
        return None
    places = position_odds.orderly_rank_if_round_ended(board.view, board.viewer, kind)
    if places is None:
        return None
    pay = [points for points, _ in s.game.tables.places]
    most = max(len(pay), *(place for place in places))
    order = [*range(1, most + 1), 0]
    shown = []
    for number in order:
        paid = 0 < number <= len(pay)
        told = board.board_text("n_points" if paid else "nothing", n=pay[number - 1] if paid else 0)
        if places.get(number, 0):
            shown.append(
                {
                    "label": f"{ordinal_text(board, number)}: {told}" if number else board.board_text("no_card_there"),
                    "tone": "s3" if paid else "muted",
                    **probability_fields(places[number], places.total),
                }
            )
    mean = mean_points_over_places(s.game.tables, places)
    return {
        "title": board.board_text("your_place_with", kind=kind),
        "text": board.board_text("if_round_ended_now", mean=float(mean), more=remaining_plate_count_text(board)),
        "bars": shown,
    }


def remaining_plate_count_text(board: Board) -> str:
    """Return the number of remaining plates of the round as text."""
    s = board.view
    left = s.game.tables.seats[s.seats].plates - len(s.plates)
    return board.board_text(
        "one_plate_to_come" if left == 1 else "plates_to_come" if left else "no_plate_to_come", n=left
    )


def fulfil_now_or_wait_points(board: Board) -> OddsJson | None:
    """Return the extra points for a wish fulfilled now, and under the best later plate of this round."""
    s = board.view
    can = any(
        action.verb == "fulfil" and position_odds.is_fulfilling_action(board.view, board.asked_seat, action)
        for action in board.visible_actions
    )
    left = s.game.tables.seats[s.seats].plates - len(s.plates)
    if not can or not left:
        return None
    mean = s.game.odds.mean_extra_points_with_best_timing(left, s.plates)
    now = s.game.plate_extra_points[s.plate]
    rows: list[Json] = [
        {
            "label": board.board_text("close_now"),
            "value": now,
            "shown": f"+{now}",
            "text": board.board_text("for_sure"),
            "sure": True,
        },
        {
            "label": board.board_text("wait"),
            "value": float(mean),
            "shown": f"+{format_fixed(mean, 2)}",
            "text": board.board_text("best_of_plates" if left > 1 else "last_plate", n=left),
        },
    ]
    unit = board.board_text("unit_alone" if s.seats == 1 else "unit_if_nobody_closes")
    return {"title": board.board_text("close_now_or_wait"), "bars": [], "axis": {"rows": rows, "unit": unit}}


def net_points_of_offered_wares(board: Board) -> OddsJson | None:
    """Return for each offered ware its final points minus the points of the Gems that it costs.

    The result is None if the viewer cannot see the score card, or cannot pay for any ware.
    """
    s, seat = board.view, board.viewer
    card = s.secrets[seat]
    if card in ("", HIDDEN_CARD):
        return None
    rows: list[Json] = []
    for ware in s.tops:
        if not ware:
            continue
        row = s.game.tables.wares[ware]
        points, day = ware_and_day_points(board, seat, ware)
        kept = s.gems[seat] // s.game.tables.constants["gems_per_point"]
        left = max(0, s.gems[seat] - row.cost) // s.game.tables.constants["gems_per_point"]
        gain = points + day - (kept - left)
        more = board.board_text("for_whole_day", day=day) if day else ""
        if row.cost <= s.gems[seat]:
            rows.append(
                {
                    "label": s.game.texts.card_name(row.ware),
                    "value": gain,
                    "shown": format_modifier(gain),
                    "text": board.board_text("kept_gems_bring", n=points, more=more, kept=kept - left),
                }
            )
    if not rows:
        return None
    axis = {"rows": rows, "unit": board.board_text("points_more_at_end")}
    return {"title": board.board_text("buy_or_keep_gems"), "bars": [], "axis": axis}


def ware_and_day_points(board: Board, seat: Seat, ware: str) -> tuple[int, int]:
    """Return the points that one more ware has on the viewer's score card, and those of a day completed by it."""
    s = board.view
    own: int = s.game.worth[s.secrets[seat]][ware]
    return own, day_points(s, seat, (*s.wares[seat], ware)) - day_points(s, seat, s.wares[seat])
