"""Completion of position texts of Hadara: steps below a frame, and fields that follow from the given ones.

A position text contains only the important fields, for example "epoch 2; owned.0 [Y1-06, R1-04]; coins [7, 0]; now
pick(seat: 0); piles [...]". Earlier sales are filled in as unknown cards (`Y1-?`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .card_tables import COLOUR_LETTERS, COLOURS, EPOCHS, GROWTH_EFFECTS, TRACKS
from .position_checks import PHASE_A_STEPS, PHASE_B_STEPS, validate_card_list_lengths
from .setup import first_seat_of_epoch, set_starting_tracks
from .state import DRAW_STEPS, CardIds, growth_track, unseen_deck_index

if TYPE_CHECKING:
    from . import Hadara
    from .state import HadaraState

OFFER_STEP = {"colony": "colonies", "mode": "colonies", "reverse": "colonies", "statue": "statues", "face": "statues"}
BASE_STEP = {
    **OFFER_STEP,
    "wheel": "draw_step",
    "draw": "draw_step",
    "keep": "draw_step",
    "pay": "feed",
    "remove": "feed",
    "medal": "medals",
}
PHASE_B_ONLY_STEPS = ("pick", "pay", "remove", "medal", "feed", "medals", "close")


def base_position(game: Hadara, seats: int, options: Mapping[str, Any]) -> HadaraState:
    """Return the start of epoch I, with setup cards in the order of the card tables and with side A up."""
    state = game.start(seats, **options)
    names = sorted({name for name, _ in game.tables.setups})
    state.ring, state.arms = COLOURS, tuple(range(seats))
    state.start = names[:seats]
    set_starting_tracks(state)
    state.epoch, state.phase, state.events = 1, "A", ()
    state.first = first_seat_of_epoch(state, 1)
    state.agenda_frames = [
        game.load_frame(state, frame)
        for frame in complete_agenda_up_to_frame(game, state, {"step": "wheel", "seat": state.first})
    ]
    return state


def complete_agenda_up_to_frame(game: Hadara, state: HadaraState, top_frame: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the saved agenda with this frame on top and the remaining steps of the phase below it."""
    name, seat = top_frame["step"], top_frame.get("seat", 0)
    if name in ("ring", "spread", "deal", "side", "open"):
        raise ValueError("a position that is written down begins after the setup")
    if state.phase == "A" and (name in PHASE_B_ONLY_STEPS or (name in OFFER_STEP and not any(state.piles))):
        state.phase = "B"
    state.first = first_seat_of_epoch(state, state.epoch)
    steps = PHASE_A_STEPS if state.phase == "A" else PHASE_B_STEPS
    base = BASE_STEP.get(name, name)
    if name == "tile":
        base = "draw_step" if state.phase == "A" else "pick" if any(state.piles) else "income"
    if base not in steps:
        raise ValueError(f"{name} is no step of phase {state.phase}")
    frames = []
    for step in steps[: steps.index(base) + 1]:
        blank = {field: state.first if field == "seat" else 0 for field in game.steps[step].fields or ()}
        frames.append({"step": step, **blank})
    if name == base:
        frames[-1] |= top_frame
        return frames
    if base == "pick":
        left = sum(map(len, state.piles))
        frames[-1]["seat"] = state.seat_order()[(DRAW_STEPS * state.seats - left) % state.seats]
    elif base in ("colonies", "statues", "feed", "medals"):
        frames[-1]["place"] = state.seat_order().index(seat) + (base == "feed")
        if name in ("mode", "reverse", "face"):
            frames[-1]["taken"] = 1
    elif name == "draw":
        order = state.seat_order()
        frames.append({"step": "keep", "asked": list(order), "given": []})
        frames += [{"step": "draw", "seat": other} for other in order[: order.index(seat) : -1]]
    return [*frames, dict(top_frame)]


def fill_derived_fields(state: HadaraState, given_fields: set[str]) -> None:
    """Set the missing fields.

    Cards without a place are unseen. Tiles, colonies and earlier sales follow from other fields.
    """
    validate_card_list_lengths(state)
    if not state.epoch:
        _before(state, given_fields)
        return
    todo = [frame.step.name for frame in state.agenda_frames]
    if "phase" not in given_fields and todo[0] == "close":
        state.phase = "B"
    if "first" not in given_fields:
        state.first = first_seat_of_epoch(state, state.epoch)
    if todo[-1] == "wheel" and state.agenda_frames[-1].seat != state.first:
        state.agenda_frames[-1] = state.agenda_frames[-1].step.make_frame(state.first)
    if "draw" not in given_fields and (state.phase == "B" or "draw_step" not in todo):
        state.draw = DRAW_STEPS
    if "wheel" not in given_fields and any(state.drawn):
        seat = next(seat for seat in range(state.seats) if state.drawn[seat])
        at = state.ring.index(COLOURS[COLOUR_LETTERS.index(state.drawn[seat][0][0])])
        state.wheel = (at - state.arms[seat] - state.draw) % DRAW_STEPS
    waiting = [frame.level for frame in state.agenda_frames if frame.step.name in ("mode", "reverse")]
    if "left" not in given_fields:
        taken = [colony.split("-")[0] for row in state.colonies for colony in row] + waiting
        state.left = [state.seats - taken.count(level.name) for level in state.game.tables.levels]
    for seat in range(state.seats):
        if "tiles" not in given_fields:
            _tiles(state, seat)
        if "grown" not in given_fields:
            _grown(state, seat)
    if state.viewer is None:
        _sales(state)
    if "unseen" not in given_fields:
        known = {
            card for row in (*state.piles, *state.drawn, *state.owned, *state.sold, *state.dropped) for card in row
        }
        known |= {card.split(":")[0] for row in state.removed for card in row}
        advanced = state.options["deck_set"] == "advanced"
        state.unseen = [
            tuple(sorted(card.id for card in cards if (advanced or not card.star) and card.id not in known))
            for cards in state.game.stacks
        ]
    state.update_derived()


def _before(state: HadaraState, said: set[str]) -> None:
    """Fill in a position before the first epoch: all items are in the box."""
    blank = state.clone()
    blank.init_empty()
    for name in state.game.derived_fields:
        if name not in said:
            setattr(state, name, getattr(blank, name))
    state.update_derived()


def _tiles(state: HadaraState, seat: int) -> None:
    used = Counter(state.silver[seat])
    used.update(carved.split(":")[1].removesuffix("-down") for carved in state.statues[seat])
    used.update(card.split(":")[1] for card in (*state.placed[seat], *state.removed[seat]) if ":" in card)
    have = state.game.tables.worth["bonus_tiles"]
    income, military, culture, food = (max(0, have - used[track]) for track in TRACKS)
    state.tiles[seat] = income, military, culture, food


def _grown(state: HadaraState, seat: int) -> None:
    cards = [state.game.tables.cards[card] for card in state.owned[seat]]
    steps = [0] * len(TRACKS)
    for effect in (card.effect for card in cards if card.effect in GROWTH_EFFECTS):
        steps[growth_track(effect)] = sum(card.colour == growth_track(effect) for card in cards)
    income, military, culture, food = (n * state.game.tables.effects["growth_steps"] for n in steps)
    state.grown[seat] = income, military, culture, food


def _sales(state: HadaraState) -> None:
    """Add the sales of each seat that are not given, as cards of unknown faces (HAD-5.3, HAD-11.4)."""
    left = sum(map(len, state.piles))
    for epoch in EPOCHS[: state.epoch]:
        over = epoch < state.epoch or state.phase == "B"
        first = (epoch - 1) * len(COLOURS)
        kept = [_kept(state, seat, first) for seat in range(state.seats)]
        for seat in range(state.seats):
            for draw in range(DRAW_STEPS if over else state.draw):
                colour = state.deck_colour(seat, draw)
                if not kept[seat][colour]:
                    kept[seat][colour] += 1
                    state.sold[seat] += (_back(epoch, colour),)
        if not over:
            continue
        open_ = [2 * state.seats - sum(row[colour] for row in kept) for colour in range(len(COLOURS))]
        if epoch == state.epoch:
            open_ = [n - len(pile) for n, pile in zip(open_, state.piles, strict=True)]
        for seat in range(state.seats):
            picks = DRAW_STEPS
            if epoch == state.epoch:
                picks = (
                    DRAW_STEPS * state.seats - left + state.seats - 1 - state.seat_order().index(seat)
                ) // state.seats
            lack = DRAW_STEPS + picks - sum(kept[seat])
            for colour in range(len(COLOURS)):
                more = max(0, min(lack, open_[colour]))
                state.dropped[seat] += (_back(epoch, colour),) * more
                lack -= more
                open_[colour] -= more


def _kept(state: HadaraState, seat: int, first: int) -> list[int]:
    removed: CardIds = tuple(card.split(":")[0] for card in state.removed[seat])
    cards = Counter(
        unseen_deck_index(card) for card in (*state.owned[seat], *state.sold[seat], *state.dropped[seat], *removed)
    )
    return [cards[first + colour] for colour in range(len(COLOURS))]


def _back(epoch: int, colour: int) -> str:
    return f"{COLOUR_LETTERS[colour]}{epoch}-?"
