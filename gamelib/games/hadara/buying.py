"""Purchase and sale of epoch cards, with the immediate effects of purple cards (HAD-6, HAD-7, HAD-16.1 to HAD-16.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...fields import SEAT, ChoiceField
from ...nodes import Action, Ruling, Seat
from ...step import DecisionStep, Frame
from .card_tables import GROWTH_EFFECTS, PURPLE, TRACKS, TrackSteps
from .state import growth_track, single_track_steps

if TYPE_CHECKING:
    from .state import HadaraState


def buy_and_sell_actions(state: HadaraState, seat: Seat, card: str) -> list[Action]:
    """Return the actions to buy this card, if affordable, and to sell it (HAD-6.2, HAD-7.2)."""
    if state.card_price(seat, card) <= state.coins[seat]:
        return [state.game.buy[card], state.game.sell[card]]
    return [state.game.sell[card]]


def purchase_refusal(state: HadaraState, seat: Seat, action: Action) -> Ruling | None:
    """Return why an offered card cannot be bought or sold, or None if the action is legal."""
    card = action.args[0]
    price = state.card_price(seat, card)
    if action.verb == "sell" or price <= state.coins[seat]:
        return None
    face = state.game.tables.cards[card]
    return Ruling(
        "HAD-6.2",
        "too_dear",
        {
            "card": card,
            "cost": face.cost,
            "owned": state.held[seat][face.colour],
            "price": price,
            "coins": state.coins[seat],
            "missing": price - state.coins[seat],
            "sale": sale_price(state, seat),
        },
        "sell_it",
    )


def sale_price(state: HadaraState, seat: Seat) -> int:
    """Return the number of coins that a seat gets for a card sold now (HAD-7.1, HAD-16.1)."""
    coins = state.game.tables.sale[state.epoch - 1]
    if state.powers[seat]:
        coins += state.effect_count(seat, "sell_plus") * state.game.tables.effects["sale_coin"]
    return coins


def buy_or_sell(state: HadaraState, seat: Seat, verb: str, card: str) -> None:
    """Buy or sell a card that was already removed from its deck or pile."""
    if verb == "buy":
        buy_card(state, seat, card)
    else:
        sell_card(state, seat, card)


def sell_card(state: HadaraState, seat: Seat, card: str) -> None:
    """Sell a card, which leaves the game (HAD-7.1).

    A card sold in phase A is facedown, and only its seller knows it (HAD-17.2).
    """
    coins = sale_price(state, seat)
    state.coins[seat] += coins
    facedown = state.phase == "A"
    if facedown:
        state.sold[seat] += (card,)
    else:
        state.dropped[seat] += (card,)
    if state.log is not None:
        soon = ("HAD-5.6",) if facedown else ()
        also = (*soon, *(("HAD-16.1",) if state.effect_count(seat, "sell_plus") else ()))
        values = {"card": card, "gain": coins, "coins": state.coins[seat]}
        if facedown and state.options["sold_cards"] == "hidden":
            state.log_private_event((seat,), "HAD-7.1", "sold", seat, ("HAD-17.2", *also), ("card",), **values)
        else:
            state.log_event("HAD-7.1", "sold", seat, (*(("HAD-A25",) if facedown else ("HAD-17.2",)), *also), **values)


def buy_card(state: HadaraState, seat: Seat, card: str) -> None:
    """Pay for a card, add it to its row, raise the tracks and apply its immediate effect (HAD-6.1 to HAD-6.5)."""
    face = state.game.tables.cards[card]
    held = state.held[seat]
    colour = face.colour
    owned = held[colour]
    price = face.cost - owned if face.cost > owned else 0
    state.coins[seat] -= price
    state.owned[seat] += (card,)
    state.held[seat] = (*held[:colour], owned + 1, *held[colour + 1 :])
    if state.log is not None:
        also = ("HAD-6.3", "HAD-5.6") if state.phase == "A" else ("HAD-6.3",)
        state.log_event(
            "HAD-6.1",
            "bought",
            seat,
            (*also, "HAD-6.5") if colour == PURPLE else also,
            card=card,
            cost=face.cost,
            owned=min(owned, face.cost),
            price=price,
            coins=state.coins[seat],
        )
        state.change_tracks(seat, face.steps)
    else:
        a, b, c, d = state.tracks[seat]
        w, x, y, z = face.steps
        state.tracks[seat] = (a + w, b + x, c + y, d + z)
    if colour != PURPLE:
        if state.powers[seat] and GROWTH_EFFECTS[colour] in state.powers[seat]:
            _grow(state, seat, colour, 1)
    elif face.effect:
        _effect(state, seat, card, face.effect)


def _grow(state: HadaraState, seat: Seat, track: int, cards: int) -> None:
    """Change the number of cards that a growth card counts (HAD-16.3)."""
    grown, steps = state.grown[seat], single_track_steps(track, abs(cards) * state.game.tables.effects["growth_steps"])
    sign = 1 if cards > 0 else -1
    state.grown[seat] = _sum(grown, steps, sign)
    if state.log is not None and cards:
        state.log_event(
            "HAD-16.3", "growth", seat, ("HAD-A13",) if cards < 0 else (), track=TRACKS[track], steps=sign * max(steps)
        )
    state.change_tracks(seat, steps, sign)


def _sum(a: TrackSteps, b: TrackSteps, sign: int) -> TrackSteps:
    return a[0] + sign * b[0], a[1] + sign * b[1], a[2] + sign * b[2], a[3] + sign * b[3]


def _effect(state: HadaraState, seat: Seat, card: str, effect: str) -> None:
    state.powers[seat] += (effect,)
    if state.log is not None and (effect != "bonus_tile" or any(state.tiles[seat])):
        state.log_event("HAD-6.4", "effect_" + effect.split(":")[0], seat, (EFFECT_RULES[effect],), card=card)
    if effect in GROWTH_EFFECTS:
        _grow(state, seat, growth_track(effect), state.held[seat][growth_track(effect)])
    elif effect == "statue_plus":
        _lift_statues(state, seat, 1)
    elif effect == "bonus_tile":
        if any(state.tiles[seat]):
            state.agenda_frames.append(PLACE_BONUS_TILE.make_frame(seat, card))
        elif state.log is not None:
            state.log_event("HAD-16.2", "no_tile_for_card", seat, ("HAD-6.4",), card=card)


def _lift_statues(state: HadaraState, seat: Seat, sign: int) -> None:
    """Change the value of faceup tiles on statues (HAD-16.5, HAD-A14)."""
    for carved in state.statues[seat]:
        tile = carved.split(":")[1]
        if tile in TRACKS:
            state.change_tracks(
                seat, single_track_steps(TRACKS.index(tile), state.game.tables.effects["statue_plus"]), sign
            )


def remove_owned_card(state: HadaraState, seat: Seat, card: str) -> None:
    """Remove a card from a row with its values, effect, points and colour (HAD-12.3, HAD-A14)."""
    face = state.game.tables.cards[card]
    state.owned[seat] = tuple([other for other in state.owned[seat] if other != card])
    held = list(state.held[seat])
    held[face.colour] -= 1
    state.held[seat] = tuple(held)
    state.change_tracks(seat, face.steps, -1)
    gone = card
    lasting = state.options["colour_growth_mode"] == "permanent"  # HAD-A13
    if face.colour != PURPLE:
        if GROWTH_EFFECTS[face.colour] in state.powers[seat] and not lasting:
            _grow(state, seat, face.colour, -1)
    elif face.effect:
        powers = list(state.powers[seat])
        powers.remove(face.effect)
        state.powers[seat] = tuple(powers)
        if state.log is not None:
            state.log_event("HAD-12.3", "effect_lost", seat, ("HAD-A14",), card=card)
        if face.effect in GROWTH_EFFECTS and not lasting:
            _grow(state, seat, growth_track(face.effect), -held[growth_track(face.effect)])
        elif face.effect == "statue_plus":
            _lift_statues(state, seat, -1)
        elif face.effect == "bonus_tile":
            for placed in state.placed[seat]:
                if placed.split(":")[0] == card:
                    gone = placed
                    state.placed[seat] = tuple([other for other in state.placed[seat] if other != placed])
                    track = TRACKS.index(placed.split(":")[1])
                    state.change_tracks(seat, single_track_steps(track, state.game.tables.effects["tile_steps"]), -1)
    state.removed[seat] += (gone,)


def remove_unused_bonus_tile(state: HadaraState, seat: Seat, track: int) -> None:
    """Remove an unused bonus tile of a track. The track does not change."""
    tiles = list(state.tiles[seat])
    tiles[track] -= 1
    state.tiles[seat] = tiles[0], tiles[1], tiles[2], tiles[3]


def tile_refusal(state: HadaraState, seat: Seat, track: str, rule: str) -> Ruling | None:
    """Return why no bonus tile of this track can be used, or None if a tile can be used."""
    if track not in TRACKS:
        return Ruling(rule, "no_such_track", {"track": track})
    if not state.tiles[seat][TRACKS.index(track)]:
        left = tuple(name for name, n in zip(TRACKS, state.tiles[seat], strict=True) if n)
        return Ruling(rule, "no_tile_of_track", {"track": track, "left": left})
    return None


class PlaceBonusTile(DecisionStep):
    """Decision about the bonus tile for a card (HAD-16.2)."""

    name = "tile"
    rule = "HAD-16.2"
    fields = {"seat": SEAT, "card": ChoiceField("a card that takes a tile", lambda s: s.game.cards_taking_tile)}
    allowed_steps_below = ("draw_step", "pick", "income")
    verbs = {"tile": "s"}

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        if frame.card not in state.owned[frame.seat] or any(
            p.split(":")[0] == frame.card for p in state.placed[frame.seat]
        ):
            raise ValueError(f"seat {frame.seat} cannot put a tile on {frame.card}")

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"card": frame.card, "steps": state.game.tables.effects["tile_steps"]}

    def legal_actions(self, state: HadaraState, frame: Frame) -> list[Action]:
        return [action for action, left in zip(PLACE_TILE_ACTIONS, state.tiles[frame.seat], strict=True) if left]

    def why_illegal(self, state: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        return tile_refusal(state, frame.seat, action.args[0], "HAD-16.2")

    def execute(self, state: HadaraState, frame: Frame, choice: Action) -> None:
        seat, track = frame.seat, choice.args[0]
        state.agenda_frames.pop()
        remove_unused_bonus_tile(state, seat, TRACKS.index(track))
        state.placed[seat] += (f"{frame.card}:{track}",)
        if state.log is not None:
            state.log_event("HAD-16.2", "tile_on_card", seat, (), card=frame.card, track=track)
        state.change_tracks(seat, single_track_steps(TRACKS.index(track), state.game.tables.effects["tile_steps"]))


EFFECT_RULES = {
    "sell_plus": "HAD-16.1",
    "bonus_tile": "HAD-16.2",
    **dict.fromkeys(GROWTH_EFFECTS, "HAD-16.3"),
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
PLACE_TILE_ACTIONS = tuple(Action("tile", track) for track in TRACKS)
PLACE_BONUS_TILE = PlaceBonusTile()
STEPS = (PLACE_BONUS_TILE,)
