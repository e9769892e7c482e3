"""Buying and selling an epoch card, and what purple cards do at once (HAD-6, HAD-7, HAD-16.1 to HAD-16.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...fields import SEAT, among
from ...nodes import Action, Ruling, Seat
from ...step import DecisionStep, Frame
from .state import at, growth
from .tables import GROWTH, PURPLE, TRACKS, Steps

if TYPE_CHECKING:
    from .state import HadaraState


def offers(s: HadaraState, seat: Seat, card: str) -> list[Action]:
    """Buying this card if it can be paid, and selling it (HAD-6.2, HAD-7.2)."""
    if s.price(seat, card) <= s.coins[seat]:
        return [s.game.buy[card], s.game.sell[card]]
    return [s.game.sell[card]]


def refusal(s: HadaraState, seat: Seat, action: Action) -> Ruling | None:
    """Why a card that is there to be bought or sold cannot be; None if it can."""
    card = action.args[0]
    price = s.price(seat, card)
    if action.verb == "sell" or price <= s.coins[seat]:
        return None
    face = s.game.tables.cards[card]
    return Ruling(
        "HAD-6.2",
        "too_dear",
        {
            "card": card,
            "cost": face.cost,
            "owned": s.held[seat][face.colour],
            "price": price,
            "coins": s.coins[seat],
            "missing": price - s.coins[seat],
            "sale": sale(s, seat),
        },
        "sell_it",
    )


def sale(s: HadaraState, seat: Seat) -> int:
    """Coins for a card sold now (HAD-7.1, HAD-16.1)."""
    coins = s.game.tables.sale[s.epoch - 1]
    if s.powers[seat]:
        coins += s.has(seat, "sell_plus") * s.game.tables.effects["sale_coin"]
    return coins


def deal_with(s: HadaraState, seat: Seat, verb: str, card: str) -> None:
    """Buy or sell a card that is no longer in a deck or pile."""
    if verb == "buy":
        buy(s, seat, card)
    else:
        sell(s, seat, card)


def sell(s: HadaraState, seat: Seat, card: str) -> None:
    """The card leaves the game (HAD-7.1); in phase A facedown, so that its seller alone knows it (HAD-17.2)."""
    coins = sale(s, seat)
    s.coins[seat] += coins
    facedown = s.phase == "A"
    if facedown:
        s.sold[seat] += (card,)
    else:
        s.dropped[seat] += (card,)
    if s.log is not None:
        soon = ("HAD-5.6",) if facedown else ()
        also = (*soon, *(("HAD-16.1",) if s.has(seat, "sell_plus") else ()))
        values = {"card": card, "gain": coins, "coins": s.coins[seat]}
        if facedown and s.options["sold_cards"] == "hidden":
            s.tell_some((seat,), "HAD-7.1", "sold", seat, ("HAD-17.2", *also), ("card",), **values)
        else:
            s.tell("HAD-7.1", "sold", seat, (*(("HAD-A25",) if facedown else ("HAD-17.2",)), *also), **values)


def buy(s: HadaraState, seat: Seat, card: str) -> None:
    """Pay, lay the card in its row, raise the tracks, and do what its effect does at once (HAD-6.1 to HAD-6.5)."""
    face = s.game.tables.cards[card]
    held = s.held[seat]
    colour = face.colour
    owned = held[colour]
    price = face.cost - owned if face.cost > owned else 0
    s.coins[seat] -= price
    s.owned[seat] += (card,)
    s.held[seat] = (*held[:colour], owned + 1, *held[colour + 1 :])
    if s.log is not None:
        also = ("HAD-6.3", "HAD-5.6") if s.phase == "A" else ("HAD-6.3",)
        s.tell(
            "HAD-6.1",
            "bought",
            seat,
            (*also, "HAD-6.5") if colour == PURPLE else also,
            card=card,
            cost=face.cost,
            owned=owned,
            price=price,
            coins=s.coins[seat],
        )
        s.change(seat, face.steps)
    else:
        a, b, c, d = s.tracks[seat]
        w, x, y, z = face.steps
        s.tracks[seat] = (a + w, b + x, c + y, d + z)
    if colour != PURPLE:
        if s.powers[seat] and GROWTH[colour] in s.powers[seat]:
            _grow(s, seat, colour, 1)
    elif face.effect:
        _effect(s, seat, card, face.effect)


def _grow(s: HadaraState, seat: Seat, track: int, cards: int) -> None:
    """A card of growth counts so many cards more, or fewer (HAD-16.3)."""
    grown, steps = s.grown[seat], at(track, abs(cards) * s.game.tables.effects["growth_steps"])
    sign = 1 if cards > 0 else -1
    s.grown[seat] = _sum(grown, steps, sign)
    if s.log is not None and cards:
        s.tell(
            "HAD-16.3", "growth", seat, ("HAD-A13",) if cards < 0 else (), track=TRACKS[track], steps=sign * max(steps)
        )
    s.change(seat, steps, sign)


def _sum(a: Steps, b: Steps, sign: int) -> Steps:
    return a[0] + sign * b[0], a[1] + sign * b[1], a[2] + sign * b[2], a[3] + sign * b[3]


def _effect(s: HadaraState, seat: Seat, card: str, effect: str) -> None:
    s.powers[seat] += (effect,)
    if s.log is not None and (effect != "bonus_tile" or any(s.tiles[seat])):
        s.tell("HAD-6.4", "effect_" + effect.split(":")[0], seat, (RULE[effect],), card=card)
    if effect in GROWTH:
        _grow(s, seat, growth(effect), s.held[seat][growth(effect)])
    elif effect == "statue_plus":
        _lift_statues(s, seat, 1)
    elif effect == "bonus_tile":
        if any(s.tiles[seat]):
            s.todo.append(TILE.frame(seat, card))
        elif s.log is not None:
            s.tell("HAD-16.2", "no_tile_for_card", seat, ("HAD-6.4",), card=card)


def _lift_statues(s: HadaraState, seat: Seat, sign: int) -> None:
    """Faceup tiles on statues count more, or less again (HAD-16.5, HAD-A14)."""
    for carved in s.statues[seat]:
        tile = carved.split(":")[1]
        if tile in TRACKS:
            s.change(seat, at(TRACKS.index(tile), s.game.tables.effects["statue_plus"]), sign)


def take_away(s: HadaraState, seat: Seat, card: str) -> None:
    """A card leaves a row: values, effect and points are lost, its colour counts no more (HAD-12.3, HAD-A14)."""
    face = s.game.tables.cards[card]
    s.owned[seat] = tuple([other for other in s.owned[seat] if other != card])
    held = list(s.held[seat])
    held[face.colour] -= 1
    s.held[seat] = tuple(held)
    s.change(seat, face.steps, -1)
    gone = card
    lasting = s.options["colour_growth_mode"] == "permanent"  # HAD-A13
    if face.colour != PURPLE:
        if GROWTH[face.colour] in s.powers[seat] and not lasting:
            _grow(s, seat, face.colour, -1)
    elif face.effect:
        powers = list(s.powers[seat])
        powers.remove(face.effect)
        s.powers[seat] = tuple(powers)
        if s.log is not None:
            s.tell("HAD-12.3", "effect_lost", seat, ("HAD-A14",), card=card)
        if face.effect in GROWTH and not lasting:
            _grow(s, seat, growth(face.effect), -held[growth(face.effect)])
        elif face.effect == "statue_plus":
            _lift_statues(s, seat, -1)
        elif face.effect == "bonus_tile":
            for placed in s.placed[seat]:
                if placed.split(":")[0] == card:
                    gone = placed
                    s.placed[seat] = tuple([other for other in s.placed[seat] if other != placed])
                    track = TRACKS.index(placed.split(":")[1])
                    s.change(seat, at(track, s.game.tables.effects["tile_steps"]), -1)
    s.removed[seat] += (gone,)


def spend_tile(s: HadaraState, seat: Seat, track: int) -> None:
    """One of the unused bonus tiles of this track is used."""
    tiles = list(s.tiles[seat])
    tiles[track] -= 1
    s.tiles[seat] = tiles[0], tiles[1], tiles[2], tiles[3]


def tile_refusal(s: HadaraState, seat: Seat, track: str, rule: str) -> Ruling | None:
    """Why no bonus tile of this track can be used; None if one can."""
    if track not in TRACKS:
        return Ruling(rule, "no_such_track", {"track": track})
    if not s.tiles[seat][TRACKS.index(track)]:
        left = tuple(name for name, n in zip(TRACKS, s.tiles[seat], strict=True) if n)
        return Ruling(rule, "no_tile_of_track", {"track": track, "left": left})
    return None


class Tile(DecisionStep):
    """Which bonus tile goes on the card (HAD-16.2)."""

    name = "tile"
    rule = "HAD-16.2"
    fields = {"seat": SEAT, "card": among("a card that takes a tile", lambda s: s.game.takes_tile)}
    on = ("draw_step", "pick", "income")
    verbs = {"tile": "s"}

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        if frame.card not in s.owned[frame.seat] or any(p.split(":")[0] == frame.card for p in s.placed[frame.seat]):
            raise ValueError(f"seat {frame.seat} cannot put a tile on {frame.card}")

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"card": frame.card, "steps": s.game.tables.effects["tile_steps"]}

    def moves(self, s: HadaraState, frame: Frame) -> list[Action]:
        return [action for action, left in zip(TILES, s.tiles[frame.seat], strict=True) if left]

    def ruling(self, s: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        return tile_refusal(s, frame.seat, action.args[0], "HAD-16.2")

    def take(self, s: HadaraState, frame: Frame, choice: Action) -> None:
        seat, track = frame.seat, choice.args[0]
        s.todo.pop()
        spend_tile(s, seat, TRACKS.index(track))
        s.placed[seat] += (f"{frame.card}:{track}",)
        if s.log is not None:
            s.tell("HAD-16.2", "tile_on_card", seat, (), card=frame.card, track=track)
        s.change(seat, at(TRACKS.index(track), s.game.tables.effects["tile_steps"]))


RULE = {
    "sell_plus": "HAD-16.1",
    "bonus_tile": "HAD-16.2",
    **dict.fromkeys(GROWTH, "HAD-16.3"),
    "cheap_medals": "HAD-16.4",
    "statue_plus": "HAD-16.5",
    "colony_coins": "HAD-16.6",
    "feed_pay": "HAD-16.7",
    "feed_surplus": "HAD-16.8",
    "lag_income": "HAD-16.9",
    "five_sets": "HAD-16.10",
    "full_silver": "HAD-16.11",
    "wild_colour": "HAD-16.12",
    "double_action": "HAD-16.13",
    "req_minus4": "HAD-16.14",
    "pay_requirement": "HAD-16.15",
}
TILES = tuple(Action("tile", track) for track in TRACKS)
TILE = Tile()
STEPS = (TILE,)
