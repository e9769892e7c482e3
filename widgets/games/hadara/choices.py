"""What there is to choose from, on the hand: cards with their acts, piles, colonies, statues, tiles, medals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamelib import Action, End
from gamelib.hadara.colonies import asked_of, owns_level
from gamelib.hadara.medals import medal_prices
from gamelib.hadara.scoring import gold_sets
from gamelib.hadara.state import DRAWS
from gamelib.hadara.statues import bonus, carved
from gamelib.hadara.tables import COLOURS, SIDES, TRACKS, Steps
from gamelib.nodes import Seat
from gamelib.numbers import some

from ...page import Json
from .ahead import next_colour
from .pictures import DEEP, ICONS, KINDS, TRACK_ICONS
from .seats import face, first_up
from .shapes import badge

if TYPE_CHECKING:
    from .board import HadaraBoard


SILVER = KINDS["silver"]
MOST_STRIPS = 3  # edges of cards below the top one


def choice(board: HadaraBoard) -> list[Json]:
    """The group of the hand for the question that is open to the viewer; while others choose, what was drawn."""
    seat = board.seat
    if not board.may_choose() or seat is None:
        return waiting(board)
    made = {
        "keep": keep,
        "pick": piles,
        "side": sides,
        "wheel": starts,
        "tile": tiles,
        "colony": colonies,
        "mode": mode,
        "statue": statues,
        "face": faces,
        "remove": owned,
        "medal": medals,
    }.get(board.asked)
    group = made(board, seat) if made else None
    return [] if group is None else [{"id": f"choice:{board.asked}", "at": "hand", **group}]


def waiting(board: HadaraBoard) -> list[Json]:
    """What lies there while others choose or draw, so that the table keeps its shape."""
    s, seat = board.view, board.viewer
    if not s.epoch or isinstance(board.node, End):
        return []
    if s.drawn[seat] and s.drawn[seat][0][-1] != "?":
        items = [board.card(f"keep:{seat}:{card}", **face(board, card, seat)) for card in s.drawn[seat]]
        made: Json = {"label": "Your two cards", "look": "acts", "items": items}
    elif s.phase == "B" and any(s.piles):
        made = piles(board, seat)
    elif board.asked in ("colony", "mode", "reverse"):
        made = colonies(board, seat)
    elif board.asked in ("statue", "face"):
        made = statues(board, seat)
    elif board.asked == "medal":
        made = medals(board, seat)
    else:
        made = {"label": "What you choose from", "items": [], "empty": _coming(board, seat)}
    return [{"id": f"choice:{board.asked}", "at": "hand", **made}]


def _coming(board: HadaraBoard, seat: Seat) -> str:
    colour = next_colour(board.view, seat) if board.asked in ("draw", "keep") else None
    return "" if colour is None else f"Your next two cards are {COLOURS[colour]}."


def _dear(board: HadaraBoard, seat: Seat, card: str) -> list[Json]:
    """Why a card cannot be bought, where that is so."""
    why = board.view.why_not(board.game.buy[card]) if board.may_choose() else None
    return [] if why is None else [{"label": f"Buy for {board.view.price(seat, card)}", "why": board.reason(why)}]


def keep(board: HadaraBoard, seat: Seat) -> Json:
    """The two cards drawn, each to be bought or sold while the other goes to the pile."""
    items = [
        board.card(f"keep:{seat}:{card}", refused=_dear(board, seat, card), **face(board, card, seat))
        for card in board.view.drawn[seat]
    ]
    return {"label": "Your two cards", "look": "acts", "items": items}


def piles(board: HadaraBoard, seat: Seat) -> Json:
    """The discard piles: the top card, and strips of what lies below where everybody may know it."""
    s, items = board.view, []
    for name in s.ring:
        pile = s.piles[COLOURS.index(name)]
        if not pile:
            continue
        under = pile[:-1][-MOST_STRIPS:]
        strips = [_strip(board, card) for card in under]
        if len(under) < len(pile) - 1:
            strips[0] = [{"text": f"{len(pile) - len(under)} more"}]
        shown = face(board, pile[-1], seat)
        below = [board.game.words.card(card) for card in pile[-2::-1]]
        shown["list"] = [*shown["list"], *([f"below: {', '.join(below)}"] if below else ["nothing below"])]
        items.append(board.card(f"top:{name}", refused=_dear(board, seat, pile[-1]), strips=strips, **shown))
    return {"label": "The discard piles", "look": "acts", "items": items}


def _strip(board: HadaraBoard, card: str) -> list[Json]:
    """A card that lies below others, as the edge that is seen."""
    if card[-1] == "?":
        return [{"text": "face down"}]
    row = board.game.tables.cards[card]
    signs: list[Json] = [{"icon": ICONS[k], "kind": COLOURS[k], "text": str(n)} for k, n in enumerate(row.steps) if n]
    signs = signs or [{"text": board.game.words.card(card)}]
    return [*signs, {"text": f"★{row.points}"}] if row.points else signs


def sides(board: HadaraBoard, seat: Seat) -> Json:
    """The two sides of the setup card."""
    setups, items = board.game.tables.setups, []
    for side in SIDES:
        card = setups[board.view.start[seat].split(":")[0], side]
        signs = [
            {"icon": icon, "kind": COLOURS[k], "label": TRACKS[k], "text": str(card.tracks[k])}
            for k, icon in enumerate(TRACK_ICONS.values())
        ]
        items.append(
            board.card(
                f"side:{side}",
                kind="setup",
                name=f"Side {side}",
                big=side,
                signs=signs,
                text=f"{some(card.coins, 'coin')}; {_told(card.tracks)}",
            )
        )
    return {"label": "The sides of your setup card", "look": "acts", "items": items}


def _told(steps: Steps) -> str:
    return ", ".join(f"{track} {n}" for track, n in zip(TRACKS, steps, strict=True) if n)


def starts(board: HadaraBoard, seat: Seat) -> Json:
    """Where the own icon may point first, with the order of draws that follows."""
    s, items = board.view, []
    for place, name in enumerate(s.ring):
        order = [s.ring[(place + i) % DRAWS] for i in range(DRAWS)]
        others = [
            f"{board.name(other)} at {s.ring[(place + s.arms[other] - s.arms[seat]) % DRAWS]}"
            for other in range(s.seats)
            if other != seat
        ]
        signs = [{"icon": ICONS[COLOURS.index(each)], "kind": each, "label": each} for each in order]
        items.append(
            board.card(
                f"start:{name}",
                kind=name,
                icon=ICONS[COLOURS.index(name)],
                name=first_up(name),
                signs=signs,
                text=f"Your draws: {', '.join(order)}",
                list=[", ".join(others)],
            )
        )
    return {"label": "Where your icon points first", "items": items}


def tiles(board: HadaraBoard, seat: Seat) -> Json:
    """A bonus tile for the card just bought: its track rises."""
    s, steps, items = board.view, board.game.tables.effects["tile_steps"], []
    for k, track in enumerate(TRACKS):
        now = s.tracks[seat][k]
        items.append(
            board.card(
                f"tile:{track}",
                [Action("tile", track)],
                kind=COLOURS[k],
                icon="tile",
                name=first_up(track),
                big=f"+{steps}",
                text=f"{now} → {now + steps}",
                list=[f"{some(s.tiles[seat][k], 'tile')} left"],
            )
        )
    return {"label": "Your bonus tiles", "items": items}


def colonies(board: HadaraBoard, seat: Seat) -> Json:
    """The five levels: what each asks, and what it gives either way."""
    s, items = board.view, []
    military = s.tracks[seat][1]
    for number, level in enumerate(s.game.tables.levels):
        need = asked_of(s, seat, level.requirement)
        short = "in reach" if need <= military else f"{need - military} short"
        told = "yours already" if owns_level(s, seat, level.name) else f"{short}, {s.left[number]} left"
        items.append(
            board.card(
                f"level:{level.requirement}",
                [Action("colony", level.requirement)],
                kind=f"level{level.requirement}",
                name=f"Colony {level.requirement}",
                big=level.requirement,
                text=told,
                key=f"level:{level.requirement}",
                list=[
                    board.fill(f"{{Plunder}}: {level.plunder} coins and {some(level.points, 'point')}"),
                    f"integrate: pay {some(level.integrate, 'coin')}, turn it over",
                ],
            )
        )
    return {"label": "Colonies", "items": items}


def mode(board: HadaraBoard, seat: Seat) -> Json:
    """The colony just taken, to be plundered or integrated."""
    name = board.node.values["level"]  # type: ignore[union-attr]
    level = next(level for level in board.game.tables.levels if level.requirement == name)
    why = board.view.why_not(Action("integrate"))
    refused = [] if why is None else [{"label": f"Integrate for {level.integrate}", "why": board.reason(why)}]
    card = board.card(
        "mode",
        kind=f"level{name}",
        name=f"Colony {name}",
        big=name,
        refused=refused,
        key=f"level:{name}",
        text=f"{some(level.points, 'point')} on this side",
    )
    return {"label": "The colony you take", "look": "acts", "items": [card]}


def statues(board: HadaraBoard, seat: Seat) -> Json:
    """The four statues: what each asks and gives."""
    s, items = board.view, []
    culture = s.tracks[seat][2]
    for name, statue in s.game.tables.statues.items():
        need = asked_of(s, seat, statue.requirement)
        short = "in reach" if need <= culture else f"{need - culture} short"
        told = "carved already" if name in carved(s, seat) else f"{short}: {statue.points} points"
        items.append(
            board.card(
                f"carve:{name}",
                [Action("statue", name)],
                kind="statue",
                name=f"Statue {statue.requirement}",
                big=statue.requirement,
                text=told,
                key=f"statue:{name}",
                list=[f"its tile gives {bonus(s, seat, name)} steps or {bonus(s, seat, name)} points"],
            )
        )
    return {"label": "Your statues", "items": items}


def faces(board: HadaraBoard, seat: Seat) -> Json:
    """The tile for a statue: of which track, and which way up."""
    s, items = board.view, []
    for k, track in enumerate(TRACKS):
        why = s.why_not(Action("faceup", track))
        refused = [] if why is None else [{"label": "No tile", "why": board.reason(why)}]
        items.append(
            board.card(
                f"tile:{track}",
                kind=COLOURS[k],
                icon="tile",
                name=first_up(track),
                refused=refused,
                text=f"{some(s.tiles[seat][k], 'tile')} left",
            )
        )
    return {"label": "Your bonus tiles", "look": "acts", "items": items}


def owned(board: HadaraBoard, seat: Seat) -> Json:
    """One's cards, of which one must go."""
    s, items = board.view, []
    cards = sorted(s.owned[seat], key=lambda card: (board.game.tables.cards[card].colour, card))
    for card in cards:
        shown = face(board, card)
        steps, points = board.game.tables.cards[card].steps, board.game.tables.cards[card].points
        signs = [{"icon": ICONS[k], "kind": COLOURS[k], "text": str(n)} for k, n in enumerate(steps) if n]
        signs += [{"icon": "star", "text": str(points)}] if points else []
        items.append(board.card(f"own:{seat}:{card}", **shown, signs=signs))
    return {"label": "Your cards: which one goes?", "items": items}


def medals(board: HadaraBoard, seat: Seat) -> Json:
    """A silver medal for each track, and gold: what each would count as things stand."""
    s, items = board.view, []
    silver, gold = medal_prices(s, seat)
    for k, track in enumerate(TRACKS):
        value = -(-s.tracks[seat][k] // 2)
        items.append(
            board.card(
                f"medal:{track}",
                [Action("silver", track)],
                kind="silver",
                art=[*SILVER["art"], *badge(82, 64, DEEP[k], ICONS[k])],
                icon=TRACK_ICONS[track],
                big=silver,
                unit="coins",
                name=first_up(track),
                text=f"now {some(value, 'point')}",
                cost=silver,
                list=[f"half of {track} at the end, rounded up"],
            )
        )
    sets = gold_sets(s, seat)
    each = s.game.tables.worth["points_a_set"]
    items.append(
        board.card(
            "medal:gold",
            [Action("gold")],
            kind="gold",
            big=gold,
            unit="coins",
            name="Gold",
            cost=gold,
            text=f"now {some(each * sets, 'point')}",
            list=[f"{each} points for each set of five colours; you have {sets}"],
        )
    )
    return {"label": "Medals", "items": items}
