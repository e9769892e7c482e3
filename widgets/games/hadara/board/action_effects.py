"""Effects of an action on the acting seat: coins, tracks, prices, points, new options, cards without food."""

from __future__ import annotations

from typing import Any

from gamelib import Action, Chance, End
from gamelib.games.hadara import heuristic_bot
from gamelib.games.hadara.buying import buy_or_sell, sale_price
from gamelib.games.hadara.card_tables import COLOURS, PURPLE, TRACKS
from gamelib.games.hadara.colonies import effective_requirement, has_colony_of_tier
from gamelib.games.hadara.feeding import FOOD_TRACK, cards_minus_food
from gamelib.games.hadara.scoring import points_by_source
from gamelib.games.hadara.state import DRAW_STEPS, HadaraState
from gamelib.games.hadara.statues import carved_statues
from gamelib.nodes import Seat

from ....page.protocol import Json
from ....table.board import Board, make_success_chance
from .theme import TRACK_ICONS

MILITARY_TRACK, CULTURE_TRACK = 1, 2


def state_after_own_action(s: HadaraState, seat: Seat, action: Action) -> HadaraState:
    """Return the position after this action alone, before other seats act and before cards are turned over."""
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


def current_points(s: HadaraState, seat: Seat) -> int:
    """Return the points that a seat would have if the game ended now (HAD-15.2 to HAD-15.7)."""
    return sum(points_by_source(s, seat).values())


def changed_values_by_id(before: HadaraState, next_state: HadaraState, seat: Seat) -> dict[str, int | str]:
    """Return the values that change, by the ids of facts, tracks and prices in the player area."""
    changed: dict[str, int | str] = {}
    if next_state.coins[seat] != before.coins[seat]:
        changed[f"coins:{seat}"] = f"→ {next_state.coins[seat]}"
    for k, (old, new) in enumerate(zip(before.tracks[seat], next_state.tracks[seat], strict=True)):
        if old != new:
            changed[f"line:{seat}:{COLOURS[k]}"] = new
    for k, (old, new) in enumerate(zip(before.held[seat], next_state.held[seat], strict=True)):
        if old != new:
            changed[f"off:{seat}:{COLOURS[k]}"] = f"→ −{new}"
    return changed


def seat_value_changes(board: Board, next_state: HadaraState, seat: Seat) -> list[Json]:
    """Return the changes of a seat's values as texts and icons, with new options and cards without food."""
    s = board.view
    lines: list[Json] = []
    if next_state.coins[seat] != s.coins[seat]:
        lines.append(
            {
                "icon": "coin",
                "label": board.board_text("coins"),
                "from": s.coins[seat],
                "to": next_state.coins[seat],
                "small": True,
            }
        )
    for k, track in enumerate(TRACKS):
        old, new = s.tracks[seat][k], next_state.tracks[seat][k]
        if old != new:
            lines.append(
                {"icon": TRACK_ICONS[track], "kind": COLOURS[k], "label": track.capitalize(), "from": old, "to": new}
            )
    if not s.epoch:
        return lines
    old, new = current_points(s, seat), current_points(next_state, seat)
    if old != new:
        lines.append({"icon": "star", "label": board.board_text("points_if_game_ended"), "from": old, "to": new})
    lines += newly_met_requirements(board, next_state, seat)
    if (
        len(next_state.owned[seat]) != len(s.owned[seat])
        or next_state.tracks[seat][FOOD_TRACK] != s.tracks[seat][FOOD_TRACK]
    ):
        lines.append(food_supply_note(board, next_state, seat))
    return lines


def food_supply_note(board: Board, s: HadaraState, seat: Seat) -> Json:
    """Return a note that says whether the food in this position is enough for all cards."""
    lack = cards_minus_food(s, seat)
    text = "food_lacks" if lack > 0 else "food_for_all"
    told = board.board_text(text, cards=len(s.owned[seat]), food=s.tracks[seat][FOOD_TRACK], lack=lack)
    return {"text": told, "look": "bad" if lack > 0 else "good"}


def newly_met_requirements(board: Board, next_state: HadaraState, seat: Seat) -> list[Json]:
    """Return the colonies and statues whose requirement the seat now meets for the first time."""
    s: HadaraState = board.view
    lines: list[Json] = []
    for number, level in enumerate(s.game.tables.levels):
        if not s.left[number] or has_colony_of_tier(s, seat, level.name):
            continue
        need, had, has = level.requirement, s.tracks[seat][MILITARY_TRACK], next_state.tracks[seat][MILITARY_TRACK]
        if had < effective_requirement(s, seat, need) and has >= effective_requirement(next_state, seat, need):
            lines.append({"text": board.board_text("colony_in_reach", need=need), "look": "good"})
    done = carved_statues(s, seat)
    for name, statue in s.game.tables.statues.items():
        had, has = s.tracks[seat][CULTURE_TRACK], next_state.tracks[seat][CULTURE_TRACK]
        if name not in done and had < effective_requirement(s, seat, statue.requirement) <= has:
            lines.append({"text": board.board_text("statue_in_reach", need=statue.requirement), "look": "good"})
    return lines


# -- the next draw ---------------------------------------------------------------------------------


def next_draw_colour(s: HadaraState, seat: Seat) -> int | None:
    """Return the colour of a seat's next draw in this phase A, or None if the seat draws no more."""
    draw = s.draw + 1 if s.drawn[seat] or (s.agenda_frames and s.agenda_frames[-1].step.name == "keep") else s.draw
    return s.deck_colour(seat, draw) if s.phase == "A" and draw < DRAW_STEPS else None


def next_draw_cards_by_price(s: HadaraState, seat: Seat) -> list[tuple[int, str]]:
    """Return the prices of all cards that a seat can draw next, cheapest first.

    The list is empty if the seat does not draw any more.
    """
    colour = next_draw_colour(s, seat)
    if colour is None:
        return []
    return sorted((s.card_price(seat, card), card) for card in s.unseen[(s.epoch - 1) * len(COLOURS) + colour])


def affordable_draw_success_chance(board: Board, s: HadaraState, seat: Seat) -> Json | None:
    """Return the probability that at least one of the next two cards is affordable with the current coins."""
    prices = [price for price, _ in next_draw_cards_by_price(s, seat)]
    if len(prices) < 2:
        return None
    colour = next_draw_colour(s, seat)
    assert colour is not None
    dear = sum(price > s.coins[seat] for price in prices)
    pairs = len(prices) * (len(prices) - 1) // 2
    shown = make_success_chance(
        board.board_text("can_pay_for", colour=COLOURS[colour]), pairs - dear * (dear - 1) // 2, pairs
    )
    return {**shown, "brief": board.board_text("pay_next", colour=COLOURS[colour])}


def card_effect_fields(game: Any, card: str) -> Json:
    """Return the benefits of a card: icons for its track steps, its points, and its effect."""
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


def short_action_label(board: Board, action: Action) -> str:
    """Return the short label of an action for the button next to its card."""
    s, seat = board.view, board.asked_seat
    assert seat is not None
    match action.verb:
        case "buy":
            return board.board_text("buy_for", price=s.card_price(seat, action.args[0]))
        case "sell":
            return board.board_text("sell_for", price=sale_price(s, seat))
        case "faceup":
            return board.board_text("faceup")
        case "facedown":
            return board.board_text("facedown")
    return ""


def remaining_income_count(board: Board) -> int:
    """Return how many times the seats will still get income in this game."""
    return (
        0
        if isinstance(board.node, (End, Chance)) and not board.view.agenda_frames
        else heuristic_bot.incomes_remaining(board.view)
    )


def track_steps_effect_text(board: Board, seat: Seat, track: int, steps: int) -> str:
    """Return a short text about the new options after more steps on a track of the seat."""
    twin = board.view.clone()
    twin.log = None
    row, old = list(twin.tracks[seat]), twin.tracks[seat][track]
    row[track] += steps
    twin.tracks[seat] = tuple(row)
    texts = [change["text"] for change in newly_met_requirements(board, twin, seat)]
    if track == PURPLE - 1:
        return board.board_text("feeds", now=old, then=row[track], cards=len(board.view.owned[seat]))
    return ", ".join(texts) or f"{old} → {row[track]}"
