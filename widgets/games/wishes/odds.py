"""What may happen at a table of The Sultan's Wishes: the draw that is due, whether a rival can fulfil a wish, which
place the own Orderly takes, what waiting for another plate brings, what a ware is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gamelib import Chance, Dist
from gamelib.nodes import Outcome, Seat
from gamelib.numbers import percent, some
from gamelib.wishes import odds as wishes_odds
from gamelib.wishes.extra import day_points
from gamelib.wishes.knowledge import HIDDEN
from gamelib.wishes.tables import GUARD

from ...page import Json
from ...table.scene import bars, chance
from . import chances
from .faces import capital, kind_icon, nth, tone

if TYPE_CHECKING:
    from .board import WishesBoard

TASKS = ("face", "first_face", "peek", "show")
TITLES = {
    "face": "The next task card", "first_face": "The next task card", "peek": "What lies in the stack",
    "show": "What lies in the stack", "plate": "The next plate", "first_player": "Who starts",
    "score_card": "The score card", "back": "The back of the next card", "stall_card": "The next ware",
}  # fmt: skip
MOST_BARS = 6


def odds(board: WishesBoard) -> list[Json]:
    """The distributions that matter now, that of the pending draw first."""
    s = board.view
    if isinstance(board.node, Chance):
        return [due(board, choose=True)]
    if not board.may_choose():
        return []
    match board.asked:
        case "act" | "plus" | "free":
            found = [wait_or_close(board), rivals(board), own_place(board)]
        case "offer":
            found = [worth(board), rivals(board) if s.lamp[board.viewer] else None, own_place(board)]
        case "change" | "drop":
            found = [draw(board, Dist(s.loose), "The next task card") if s.loose else None, rivals(board)]
        case _:
            found = [rivals(board), own_place(board)]
    return [one for one in found if one]


# -- the draw that is due ------------------------------------------------------------------------------


def due(board: WishesBoard, choose: bool = False) -> Json:
    """The chance step that is due."""
    node: Any = board.node
    dist = node.dist()
    asked = board.asked
    if asked in TASKS:
        return draw(board, dist, TITLES[asked], choose)
    if asked == "reveal":
        return _grouped(board, dist, f"The next {node.values['type']} wish", _wish_group, choose)
    if asked == "stall_card":
        return _grouped(board, dist, "The next ware of the stall", _ware_group, choose)
    icon = {"plate": _plate_label, "back": _back_label}.get(asked)
    label: Callable[[Any], str] = (lambda x: icon(board, x)) if icon else board.outcome
    made: Json = {"title": TITLES[asked], "bars": bars(dist, label, lambda x: "s6" if x == GUARD else "s5")}
    if asked == "plate":
        made["text"] = "Each plate that has not come in this round is as likely as any other."
    return {**made, **({"choose": [_options(board, dist)]} if choose else {})}


def draw(board: WishesBoard, dist: Dist[str], title: str, choose: bool = False) -> Json:
    """A task card, by its kind."""
    return _grouped(board, dist, title, _task_group, choose)


def _task_group(board: WishesBoard, card: str) -> tuple[str, str, str]:
    kind = board.game.tables.tasks[card].kind
    return board.game.words.card(kind), kind_icon(kind), tone(board.game, kind)


def _wish_group(board: WishesBoard, card: str) -> tuple[str, str, str]:
    wish = board.game.tables.wishes[card]
    if wish.by == "kind":
        return capital(board.game.words.card(wish.value)), kind_icon(wish.value), tone(board.game, wish.value)
    what = some(wish.value, "heart") if wish.by == "hearts" else board.game.words.card(wish.value)
    return f"Cards with {what}", "heart", "s5"


def _ware_group(board: WishesBoard, card: str) -> tuple[str, str, str]:
    ware = board.game.tables.wares[card]
    return f"{board.game.words.card(ware.ware)}, {some(ware.cost, 'Gem')}", "stall", "s1"


def _plate_label(board: WishesBoard, plate: str) -> str:
    extra = board.game.tables.plates[plate].extra
    return f"{board.game.words.card(plate)}{f' +{extra}' if extra else ''}"


def _back_label(board: WishesBoard, back: str) -> str:
    return capital(board.game.words.card(back))


def _grouped(board: WishesBoard, dist: Dist[str], title: str,
             group: Callable[[WishesBoard, str], tuple[str, str, str]], choose: bool) -> Json:  # fmt: skip
    """Outcomes by what they have in common."""
    weights: Counter[str] = Counter()
    looks: dict[str, Json] = {}
    groups: dict[str, str] = {}
    for card, weight in dist.items():
        label, icon, colour = group(board, card)
        weights[label] += weight
        looks[label] = {"icon": icon, "tone": colour}
        groups[card] = label
    shown = [{"label": label, **looks[label], **chance(n, dist.total)} for label, n in weights.items()]
    return {"title": title, "bars": shown, **({"choose": [_options(board, dist, groups)]} if choose else {})}


def _options(board: WishesBoard, dist: Dist[Any], groups: dict[str, str] | None = None) -> Json:
    """Every outcome to choose from, with its chance."""
    options = [
        {"value": str(outcome), "label": f"{board.outcome(outcome)} · {chance(weight, dist.total)['p']}",
         **({"group": groups[outcome]} if groups else {})}
        for outcome, weight in dist.items()
    ]  # fmt: skip
    return {"label": "What comes up", "options": options}


def came(board: WishesBoard, outcome: Outcome) -> Json | None:
    """What came of the chance step of this position, if the viewer may see it."""
    node: Any = board.node
    private = board.asked in ("face", "first_face", "peek", "score_card")
    if private and not board.everything and node.seat != board.viewer:
        return None
    if board.asked == "back" and outcome != GUARD:
        return None  # nothing has changed
    shown = due(board)
    names = [bar["label"] for bar in shown["bars"]]
    if board.asked in TASKS or board.asked in ("reveal", "stall_card"):
        group = {"reveal": _wish_group, "stall_card": _ware_group}.get(board.asked, _task_group)
        at = names.index(group(board, str(outcome))[0])
    else:
        at = list(node.dist()).index(outcome)
    face = board.face(outcome) if isinstance(outcome, str) else None
    card = {"card": {"id": "came", **face}} if face else {}
    aside = {"aside": True} if board.asked == "show" else {}
    return {**shown, "at": at, "title": capital(board.outcome(outcome)), **card, **aside}


def fortune(board: WishesBoard, outcome: Outcome) -> list[tuple[str, Seat, Fraction, Fraction]]:
    """Hearts drawn, and what was to be expected of the deck."""
    node: Any = board.node
    if board.asked not in ("face", "first_face"):
        return []
    hearts = board.game.hearts
    return [("Hearts drawn", node.seat, Fraction(hearts[outcome]), Fraction(node.dist().map(hearts.get).mean))]


# -- before a choice ---------------------------------------------------------------------------------------


def rivals(board: WishesBoard) -> Json | None:
    """For each open wish: whether another seat holds a card that would fulfil it by itself."""
    s = board.view
    if s.seats == 1 or not s.open:
        return None
    shown: list[Json] = []
    unseen = [*s.loose, *(card for _, cards in s.older for card in cards)]
    for entry in s.open:
        cards = chances.closing(s, entry)
        p = chances.held(s, cards, board.viewer)
        if p:
            ways = some(len(cards.intersection(unseen)), "card") if p < 1 else ""
            wish = s.game.tables.wishes[entry[0]]
            icon, colour = (kind_icon(wish.value), tone(s.game, wish.value)) if wish.by == "kind" else ("heart", "s5")
            shown.append({"label": board.wish_name(entry[0]), "icon": icon, "tone": colour, "p": str(p),
                          "percent": percent(p), "ways": ways, "about": "", "share": float(p)})  # fmt: skip
    hidden = sum(card == HIDDEN for hand in s.hands for card in hand)
    text = f"So many of the {len(unseen)} unseen cards would do it; others hold {hidden} of them." if hidden else ""
    if not shown:
        shown, text = [], "No single card would do that."
    if s.does() == "nauseate" and shown:
        text += f" Under {s.game.words.card(s.plate)} nobody may do it."
    return {"title": "Can a rival fulfil it?", "bars": shown, "text": text, "several": True}


def own_place(board: WishesBoard) -> Json | None:
    """The place of the own Orderly in the Extra Tasks, as the stack lies now."""
    s, seat = board.view, board.viewer
    kind = s.orderly[seat]
    if not kind or not s.stack:
        return None
    places = board.places(kind)
    if places is None:
        return None
    pay = [points for points, _ in s.game.tables.places]
    most = max(len(pay), *(place for place in places))
    order = [*range(1, most + 1), 0]
    shown = []
    for number in order:
        paid = 0 < number <= len(pay)
        told = some(pay[number - 1], "point") if paid else "nothing"
        if places.get(number, 0):
            shown.append({"label": f"{nth(number)}: {told}" if number else "no card of it there",
                          "tone": "s3" if paid else "muted", **chance(places[number], places.total)})  # fmt: skip
    mean = chances.mean_points(s, places)
    return {
        "title": f"Your place with {s.game.words.card(kind)}",
        "text": f"If the round ended now: {float(mean):.2f} points on average. {left_to_come(board)}",
        "bars": shown,
    }


def left_to_come(board: WishesBoard) -> str:
    """How many plates of the round are still to come."""
    s = board.view
    left = s.game.tables.seats[s.seats].plates - len(s.plates)
    more = "a card" if left == 1 else "cards"
    return f"{some(left, 'plate')} to come may add {more}." if left else "No plate to come."


def wait_or_close(board: WishesBoard) -> Json | None:
    """The extra points of closing a wish now, against the best plate still to come in this round."""
    s = board.view
    can = any(action.verb == "fulfil" and board.fulfils(action) for action in board.moves)
    left = s.game.tables.seats[s.seats].plates - len(s.plates)
    if not can or not left:
        return None
    mean = wishes_odds.wait(left, s.plates)
    now = s.game.extra[s.plate]
    rows: list[Json] = [
        {"label": "Close now", "value": now, "shown": f"+{now}", "text": "for sure", "sure": True},
        {"label": "Wait", "value": float(mean), "shown": f"+{float(mean):.2f}",
         "text": f"the best of {some(left, 'plate')}" if left > 1 else "the last plate"},
    ]  # fmt: skip
    alone = "" if s.seats == 1 else ", if nobody else closes it"
    return {"title": "Close now, or wait for a better plate?", "bars": [], "axis": {
        "rows": rows, "unit": f"extra points for each who scores{alone}"}}  # fmt: skip


def worth(board: WishesBoard) -> Json | None:
    """What each ware on offer would be worth at the end, over the Gems kept."""
    s, seat = board.view, board.viewer
    card = s.secrets[seat]
    if card in ("", HIDDEN):
        return None
    rows: list[Json] = []
    for ware in s.tops:
        if not ware:
            continue
        row = s.game.tables.wares[ware]
        points, day = value_of(board, seat, ware)
        kept = s.gems[seat] // s.game.tables.constants["gems_per_point"]
        left = max(0, s.gems[seat] - row.cost) // s.game.tables.constants["gems_per_point"]
        gain = points + day - (kept - left)
        more = f" and {day} for a whole day" if day else ""
        if row.cost <= s.gems[seat]:
            rows.append({"label": s.game.words.card(row.ware), "value": gain, "shown": f"{gain:+d}".replace("-", "−"),
                         "text": f"{some(points, 'point')}{more}; kept, the Gems bring {kept - left}"})  # fmt: skip
    if not rows:
        return None
    return {"title": "Buy, or keep the Gems?", "bars": [], "axis": {"rows": rows, "unit": "points more at the end"}}


def value_of(board: WishesBoard, seat: Seat, ware: str) -> tuple[int, int]:
    """The points of one more ware on the own score card, and those of a complete day that it makes."""
    s = board.view
    own: int = s.game.worth[s.secrets[seat]][ware]
    return own, day_points(s, seat, (*s.wares[seat], ware)) - day_points(s, seat, s.wares[seat])
