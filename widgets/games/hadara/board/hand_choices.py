"""Choices in the hand: cards with their actions, piles, colonies, statues, tiles, medals."""

from __future__ import annotations

from gamelib import Action, End
from gamelib.games.hadara.card_tables import COLOURS, SIDES, TRACKS, TrackSteps
from gamelib.games.hadara.colonies import effective_requirement, has_colony_of_tier
from gamelib.games.hadara.medals import medal_prices
from gamelib.games.hadara.scoring import gold_medal_sets
from gamelib.games.hadara.state import DRAW_STEPS
from gamelib.games.hadara.statues import carved_statues, statue_bonus
from gamelib.nodes import Seat
from gamelib.number_format import capitalize_first

from ....page.protocol import Json
from ....table.board import Board
from ....table.json_types import GroupJson
from .action_effects import next_draw_colour
from .player_area import card_content
from .shapes import badge
from .theme import COLOUR_ICONS, DARK_COLOURS, KIND_THEMES, TRACK_ICONS

SILVER = KIND_THEMES["silver"]
MAX_CARD_EDGES = 3  # edges of cards below the top one


def hand_groups_of_pending_choice(board: Board) -> list[GroupJson]:
    """Return the hand group for the question that the viewer has to answer.

    While other seats choose, the group contains the drawn cards.
    """
    seat = board.asked_seat
    if not board.can_viewer_choose() or seat is None:
        return groups_while_others_choose(board)
    made = {
        "keep": drawn_cards_group,
        "pick": discard_piles_group,
        "side": setup_sides_group,
        "wheel": start_colours_group,
        "tile": bonus_tiles_group,
        "colony": colonies_group,
        "mode": just_taken_colony_group,
        "statue": statues_group,
        "face": statue_tiles_group,
        "remove": discard_choice_group,
        "medal": medals_group,
    }.get(board.question_id)
    group = made(board, seat) if made else None
    return [] if group is None else [{"id": f"choice:{board.question_id}", "at": "hand", **group}]


def groups_while_others_choose(board: Board) -> list[Json]:
    """Return the hand groups while others choose or draw. They keep the layout the same."""
    s, seat = board.view, board.viewer
    if not s.epoch or isinstance(board.node, End):
        return []
    if s.drawn[seat] and s.drawn[seat][0][-1] != "?":
        items = [board.make_card(f"keep:{seat}:{card}", **card_content(board, card, seat)) for card in s.drawn[seat]]
        made: Json = {"label": board.board_text("your_two_cards"), "look": "acts", "items": items}
    elif s.phase == "B" and any(s.piles):
        made = discard_piles_group(board, seat)
    elif board.question_id in ("colony", "mode", "reverse"):
        made = colonies_group(board, seat)
    elif board.question_id in ("statue", "face"):
        made = statues_group(board, seat)
    elif board.question_id == "medal":
        made = medals_group(board, seat)
    else:
        made = {"label": board.board_text("what_you_choose_from"), "items": [], "empty": _coming(board, seat)}
    return [{"id": f"choice:{board.question_id}", "at": "hand", **made}]


def _coming(board: Board, seat: Seat) -> str:
    colour = next_draw_colour(board.view, seat) if board.question_id in ("draw", "keep") else None
    return "" if colour is None else board.board_text("your_next_two_cards", colour=COLOURS[colour])


def _dear(board: Board, seat: Seat, card: str) -> list[Json]:
    """Return the reason why a seat cannot buy a card, if there is one."""
    why = board.view.why_not(board.game.buy[card]) if board.can_viewer_choose() else None
    return (
        []
        if why is None
        else [
            {
                "label": board.board_text("buy_for", price=board.view.card_price(seat, card)),
                "why": board.refusal_reason(why),
            }
        ]
    )


def drawn_cards_group(board: Board, seat: Seat) -> GroupJson:
    """Return the two drawn cards. The seat buys or sells one of them, and the other one goes to the pile."""
    items = [
        board.make_card(f"keep:{seat}:{card}", refused=_dear(board, seat, card), **card_content(board, card, seat))
        for card in board.view.drawn[seat]
    ]
    return {"label": board.board_text("your_two_cards"), "look": "acts", "items": items}


def discard_piles_group(board: Board, seat: Seat) -> GroupJson:
    """Return the discard piles: the top card of each, and the edges of the cards below if they are public."""
    s, items = board.view, []
    for name in s.ring:
        pile = s.piles[COLOURS.index(name)]
        if not pile:
            continue
        under = pile[:-1][-MAX_CARD_EDGES:]
        strips = [_strip(board, card) for card in under]
        if len(under) < len(pile) - 1:
            strips[0] = [{"text": board.board_text("more", n=len(pile) - len(under))}]
        shown = card_content(board, pile[-1], seat)
        below = [board.game.texts.card_name(card) for card in pile[-2::-1]]
        shown["list"] = [
            *shown["list"],
            board.board_text("below" if below else "nothing_below", cards=", ".join(below)),
        ]
        items.append(board.make_card(f"top:{name}", refused=_dear(board, seat, pile[-1]), strips=strips, **shown))
    return {"label": board.board_text("discard_piles"), "look": "acts", "items": items}


def _strip(board: Board, card: str) -> list[Json]:
    """Return the visible edge of a card that lies under other cards."""
    if card[-1] == "?":
        return [{"text": board.board_text("face_down")}]
    row = board.game.tables.cards[card]
    signs: list[Json] = [
        {"icon": COLOUR_ICONS[k], "kind": COLOURS[k], "text": str(n)} for k, n in enumerate(row.steps) if n
    ]
    signs = signs or [{"text": board.game.texts.card_name(card)}]
    return [*signs, {"text": f"★{row.points}"}] if row.points else signs


def setup_sides_group(board: Board, seat: Seat) -> GroupJson:
    """Return the two sides of the setup card."""
    setups, items = board.game.tables.setups, []
    for side in SIDES:
        card = setups[board.view.start[seat].split(":")[0], side]
        signs = [
            {"icon": icon, "kind": COLOURS[k], "label": TRACKS[k], "text": str(card.tracks[k])}
            for k, icon in enumerate(TRACK_ICONS.values())
        ]
        items.append(
            board.make_card(
                f"side:{side}",
                kind="setup",
                name=board.board_text("side", side=side),
                big=side,
                signs=signs,
                text=board.board_text("coins_and_tracks", n=card.coins, tracks=_told(card.tracks)),
            )
        )
    return {"label": board.board_text("sides_your_setup_card"), "look": "acts", "items": items}


def _told(steps: TrackSteps) -> str:
    return ", ".join(f"{track} {n}" for track, n in zip(TRACKS, steps, strict=True) if n)


def start_colours_group(board: Board, seat: Seat) -> GroupJson:
    """Return the possible first colours of the viewer's icon, each with its order of draws."""
    s, items = board.view, []
    for place, name in enumerate(s.ring):
        order = [s.ring[(place + i) % DRAW_STEPS] for i in range(DRAW_STEPS)]
        others = [
            board.board_text("who_at", who=other, colour=s.ring[(place + s.arms[other] - s.arms[seat]) % DRAW_STEPS])
            for other in range(s.seats)
            if other != seat
        ]
        signs = [{"icon": COLOUR_ICONS[COLOURS.index(each)], "kind": each, "label": each} for each in order]
        items.append(
            board.make_card(
                f"start:{name}",
                kind=name,
                icon=COLOUR_ICONS[COLOURS.index(name)],
                name=capitalize_first(name),
                signs=signs,
                text=board.board_text("your_draws", order=", ".join(order)),
                list=[", ".join(others)],
            )
        )
    return {"label": board.board_text("where_your_icon_points"), "items": items}


def bonus_tiles_group(board: Board, seat: Seat) -> GroupJson:
    """Return the bonus tiles for the card bought just now. The track of the tile rises."""
    s, steps, items = board.view, board.game.tables.effects["tile_steps"], []
    for k, track in enumerate(TRACKS):
        now = s.tracks[seat][k]
        items.append(
            board.make_card(
                f"tile:{track}",
                [Action("tile", track)],
                kind=COLOURS[k],
                icon="tile",
                name=capitalize_first(track),
                big=f"+{steps}",
                text=f"{now} → {now + steps}",
                list=[board.board_text("tiles_left", n=s.tiles[seat][k])],
            )
        )
    return {"label": board.board_text("your_bonus_tiles"), "items": items}


def colonies_group(board: Board, seat: Seat) -> GroupJson:
    """Return the five levels of colonies with their requirements and both rewards."""
    s, items = board.view, []
    military = s.tracks[seat][1]
    for number, level in enumerate(s.game.tables.levels):
        need = effective_requirement(s, seat, level.requirement)
        told = (
            board.board_text("yours_already")
            if has_colony_of_tier(s, seat, level.name)
            else _level_told(board, number, need - military)
        )
        items.append(
            board.make_card(
                f"level:{level.requirement}",
                [Action("colony", level.requirement)],
                kind=f"level{level.requirement}",
                name=board.board_text("colony_name", name=level.requirement),
                big=level.requirement,
                text=told,
                key=f"level:{level.requirement}",
                list=[
                    board.board_text("plunder_for", coins=level.plunder, points=level.points),
                    board.board_text("integrate_and_turn", n=level.integrate),
                ],
            )
        )
    return {"label": board.board_text("colonies"), "items": items}


def _level_told(board: Board, number: int, short: int) -> str:
    """Return how many colonies of a level remain, and whether the seat can reach the level."""
    return board.board_text("level_short" if short > 0 else "level_in_reach", short=short, left=board.view.left[number])


def just_taken_colony_group(board: Board, seat: Seat) -> GroupJson:
    """Return the colony that the seat has just taken, and must plunder or integrate."""
    name = board.node.values["level"]  # type: ignore[union-attr]
    level = next(level for level in board.game.tables.levels if level.requirement == name)
    why = board.view.why_not(Action("integrate"))
    refused = (
        []
        if why is None
        else [{"label": board.board_text("integrate_for", n=level.integrate), "why": board.refusal_reason(why)}]
    )
    card = board.make_card(
        "mode",
        kind=f"level{name}",
        name=board.board_text("colony_name", name=name),
        big=name,
        refused=refused,
        key=f"level:{name}",
        text=board.board_text("points_on_this_side", n=level.points),
    )
    return {"label": board.board_text("colony_you_take"), "look": "acts", "items": [card]}


def statues_group(board: Board, seat: Seat) -> GroupJson:
    """Return the four statues with requirements and rewards."""
    s, items = board.view, []
    culture = s.tracks[seat][2]
    for name, statue in s.game.tables.statues.items():
        need = effective_requirement(s, seat, statue.requirement)
        case = (
            "carved_already"
            if name in carved_statues(s, seat)
            else "statue_short"
            if need > culture
            else "statue_gives"
        )
        told = board.board_text(case, short=need - culture, points=statue.points)
        items.append(
            board.make_card(
                f"carve:{name}",
                [Action("statue", name)],
                kind="statue",
                name=board.board_text("statue_name", name=statue.requirement),
                big=statue.requirement,
                text=told,
                key=f"statue:{name}",
                list=[board.board_text("tile_gives", bonus=statue_bonus(s, seat, name))],
            )
        )
    return {"label": board.board_text("your_statues"), "items": items}


def statue_tiles_group(board: Board, seat: Seat) -> GroupJson:
    """Return the choice of a tile for a statue: its track and its side."""
    s, items = board.view, []
    for k, track in enumerate(TRACKS):
        why = s.why_not(Action("faceup", track))
        refused = [] if why is None else [{"label": board.board_text("no_tile"), "why": board.refusal_reason(why)}]
        items.append(
            board.make_card(
                f"tile:{track}",
                kind=COLOURS[k] if s.tiles[seat][k] else "free",
                icon="tile",
                name=capitalize_first(track),
                refused=refused,
                text=board.board_text("tiles_left", n=s.tiles[seat][k]),
            )
        )
    return {"label": board.board_text("your_bonus_tiles"), "look": "acts", "items": items}


def discard_choice_group(board: Board, seat: Seat) -> GroupJson:
    """Return the cards of a seat that must remove one of them."""
    s, items = board.view, []
    cards = sorted(s.owned[seat], key=lambda card: (board.game.tables.cards[card].colour, card))
    for card in cards:
        shown = card_content(board, card)
        steps, points = board.game.tables.cards[card].steps, board.game.tables.cards[card].points
        signs = [{"icon": COLOUR_ICONS[k], "kind": COLOURS[k], "text": str(n)} for k, n in enumerate(steps) if n]
        signs += [{"icon": "star", "text": str(points)}] if points else []
        items.append(board.make_card(f"own:{seat}:{card}", **shown, signs=signs))
    return {"label": board.board_text("your_cards_which_one"), "items": items}


def medals_group(board: Board, seat: Seat) -> GroupJson:
    """Return a silver medal for each track and the gold medal, with their current points."""
    s, items = board.view, []
    silver, gold = medal_prices(s, seat)
    for k, track in enumerate(TRACKS):
        value = -(-s.tracks[seat][k] // 2)
        items.append(
            board.make_card(
                f"medal:{track}",
                [Action("silver", track)],
                kind="silver",
                art=[*SILVER["art"], *badge(82, 64, DARK_COLOURS[k], COLOUR_ICONS[k])],
                icon=TRACK_ICONS[track],
                big=silver,
                unit=board.board_text("unit_coins"),
                name=capitalize_first(track),
                text=board.board_text("now_points", n=value),
                cost=silver,
                list=[board.board_text("half_at_end", track=track)],
            )
        )
    sets = gold_medal_sets(s, seat)
    each = s.game.tables.worth["points_a_set"]
    items.append(
        board.make_card(
            "medal:gold",
            [Action("gold")],
            kind="gold",
            big=gold,
            unit=board.board_text("unit_coins"),
            name=board.board_text("gold"),
            cost=gold,
            text=board.board_text("now_points", n=each * sets),
            list=[board.board_text("points_for_each_set", each=each, sets=sets)],
        )
    )
    return {"label": board.board_text("medals"), "items": items}
