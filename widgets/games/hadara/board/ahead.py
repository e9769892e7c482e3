"""What an action would change for the seat that acts: coins, tracks, prices, points, what opens, who goes hungry."""

from __future__ import annotations

from typing import Any

from gamelib import Action, Chance, End
from gamelib.games.hadara import heuristic_bot
from gamelib.games.hadara.buying import buy_or_sell, sale_price
from gamelib.games.hadara.card_tables import COLOURS, PURPLE, TRACKS
from gamelib.games.hadara.colonies import effective_requirement, has_colony_of_tier
from gamelib.games.hadara.feeding import FOOD_TRACK, food_shortage
from gamelib.games.hadara.scoring import points_by_source
from gamelib.games.hadara.state import DRAW_STEPS, HadaraState
from gamelib.games.hadara.statues import carved_statues
from gamelib.nodes import Seat

from ....page.protocol import Json
from ....table.scene import Board, stake
from .pictures import TRACK_ICONS

MILITARY, CULTURE = 1, 2


def after(s: HadaraState, seat: Seat, action: Action) -> HadaraState:
    """The position after this action alone, before anybody else answers and before anything is turned over."""
    twin = s.clone()
    twin.log = None
    frame = twin.agenda_frames[-1]
    if frame.step.name == "keep":  # the others answer first
        buy_or_sell(twin, seat, action.verb, action.args[0])
    elif frame.step.name == "side":
        twin.start[seat] += f":{action.args[0]}"
        card = twin.game.tables.setups[twin.start[seat].split(":")[0], action.args[0]]
        twin.coins[seat], twin.tracks[seat] = card.coins, card.tracks
    else:
        frame.step.execute(twin, frame, action)
    return twin


def worth(s: HadaraState, seat: Seat) -> int:
    """The points of a seat if the game ended now (HAD-15.2 to HAD-15.7)."""
    return sum(points_by_source(s, seat).values())


def would(before: HadaraState, then: HadaraState, seat: Seat) -> dict[str, int | str]:
    """What changes, by the ids of facts, tracks and prices on the rug."""
    changed: dict[str, int | str] = {}
    if then.coins[seat] != before.coins[seat]:
        changed[f"coins:{seat}"] = f"→ {then.coins[seat]}"
    for k, (old, new) in enumerate(zip(before.tracks[seat], then.tracks[seat], strict=True)):
        if old != new:
            changed[f"line:{seat}:{COLOURS[k]}"] = new
    for k, (old, new) in enumerate(zip(before.held[seat], then.held[seat], strict=True)):
        if old != new:
            changed[f"off:{seat}:{COLOURS[k]}"] = f"→ −{new}"
    return changed


def changes(board: Board, then: HadaraState, seat: Seat) -> list[Json]:
    """The same in words and signs, with what is opened and who goes hungry."""
    s = board.view
    lines: list[Json] = []
    if then.coins[seat] != s.coins[seat]:
        lines.append(
            {"icon": "coin", "label": board.text("coins"), "from": s.coins[seat], "to": then.coins[seat], "small": True}
        )
    for k, track in enumerate(TRACKS):
        old, new = s.tracks[seat][k], then.tracks[seat][k]
        if old != new:
            lines.append(
                {"icon": TRACK_ICONS[track], "kind": COLOURS[k], "label": track.capitalize(), "from": old, "to": new}
            )
    if not s.epoch:
        return lines
    old, new = worth(s, seat), worth(then, seat)
    if old != new:
        lines.append({"icon": "star", "label": board.text("points_if_game_ended"), "from": old, "to": new})
    lines += opened(board, then, seat)
    if len(then.owned[seat]) != len(s.owned[seat]) or then.tracks[seat][FOOD_TRACK] != s.tracks[seat][FOOD_TRACK]:
        lines.append(table_laid(board, then, seat))
    return lines


def table_laid(board: Board, s: HadaraState, seat: Seat) -> Json:
    """Whether there is food for all cards as things stand."""
    lack = food_shortage(s, seat)
    text = "food_lacks" if lack > 0 else "food_for_all"
    told = board.text(text, cards=len(s.owned[seat]), food=s.tracks[seat][FOOD_TRACK], lack=lack)
    return {"text": told, "look": "bad" if lack > 0 else "good"}


def opened(board: Board, then: HadaraState, seat: Seat) -> list[Json]:
    """Colonies and statues whose requirement is met then and was not before."""
    s: HadaraState = board.view
    lines: list[Json] = []
    for number, level in enumerate(s.game.tables.levels):
        if not s.left[number] or has_colony_of_tier(s, seat, level.name):
            continue
        need, had, has = level.requirement, s.tracks[seat][MILITARY], then.tracks[seat][MILITARY]
        if had < effective_requirement(s, seat, need) and has >= effective_requirement(then, seat, need):
            lines.append({"text": board.text("colony_in_reach", need=need), "look": "good"})
    done = carved_statues(s, seat)
    for name, statue in s.game.tables.statues.items():
        had, has = s.tracks[seat][CULTURE], then.tracks[seat][CULTURE]
        if name not in done and had < effective_requirement(s, seat, statue.requirement) <= has:
            lines.append({"text": board.text("statue_in_reach", need=statue.requirement), "look": "good"})
    return lines


# -- the next draw ---------------------------------------------------------------------------------


def next_colour(s: HadaraState, seat: Seat) -> int | None:
    """The colour that a seat draws next in this phase A; None if it draws no more."""
    draw = s.draw + 1 if s.drawn[seat] or (s.agenda_frames and s.agenda_frames[-1].step.name == "keep") else s.draw
    return s.deck_colour(seat, draw) if s.phase == "A" and draw < DRAW_STEPS else None


def next_prices(s: HadaraState, seat: Seat) -> list[tuple[int, str]]:
    """What each card that a seat may draw next would cost it, the cheapest first; empty if it draws no more."""
    colour = next_colour(s, seat)
    if colour is None:
        return []
    return sorted((s.card_price(seat, card), card) for card in s.unseen[(s.epoch - 1) * len(COLOURS) + colour])


def can_pay(board: Board, s: HadaraState, seat: Seat) -> Json | None:
    """The chance that one of the two cards drawn next can be paid with the coins of this position."""
    prices = [price for price, _ in next_prices(s, seat)]
    if len(prices) < 2:
        return None
    colour = next_colour(s, seat)
    assert colour is not None
    dear = sum(price > s.coins[seat] for price in prices)
    pairs = len(prices) * (len(prices) - 1) // 2
    shown = stake(board.text("can_pay_for", colour=COLOURS[colour]), pairs - dear * (dear - 1) // 2, pairs)
    return {**shown, "brief": board.text("pay_next", colour=COLOURS[colour])}


def card_lines(game: Any, card: str) -> Json:
    """What a card gives: meters of its steps, its points, what it does."""
    face = game.tables.cards[card]
    signs: list[Json] = [
        {"icon": TRACK_ICONS[track], "kind": COLOURS[k], "label": track.capitalize(), "text": f"+{n}"}
        for k, (track, n) in enumerate(zip(TRACKS, face.steps, strict=True))
        if n
    ]
    if face.points:
        signs.append({"icon": "star", "label": game.texts.board_text("points_at_end"), "text": str(face.points)})
    effect = game.texts.fill_template(game.texts.sections["effects"][face.effect]) if face.effect else ""
    return {"signs": signs, "effect": effect}


def short(board: Board, action: Action) -> str:
    """What an action is called on its button, beside its card."""
    s, seat = board.view, board.seat
    assert seat is not None
    match action.verb:
        case "buy":
            return board.text("buy_for", price=s.card_price(seat, action.args[0]))
        case "sell":
            return board.text("sell_for", price=sale_price(s, seat))
        case "faceup":
            return board.text("faceup")
        case "facedown":
            return board.text("facedown")
    return ""


def incomes_left(board: Board) -> int:
    """Incomes still to come in this game."""
    return (
        0
        if isinstance(board.node, (End, Chance)) and not board.view.agenda_frames
        else heuristic_bot.incomes_remaining(board.view)
    )


def opens(board: Board, seat: Seat, track: int, steps: int) -> str:
    """What more steps on a track would open now, in a few words."""
    twin = board.view.clone()
    twin.log = None
    row, old = list(twin.tracks[seat]), twin.tracks[seat][track]
    row[track] += steps
    twin.tracks[seat] = tuple(row)
    texts = [change["text"] for change in opened(board, twin, seat)]
    if track == PURPLE - 1:
        return board.text("feeds", now=old, then=row[track], cards=len(board.view.owned[seat]))
    return ", ".join(texts) or f"{old} → {row[track]}"
