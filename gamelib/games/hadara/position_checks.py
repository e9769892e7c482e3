"""Checks that reject impossible saved positions of Hadara.

`validate_invariants` counts cards, colonies and tiles, and compares the agenda with the epoch, phase and draw step.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...nodes import Seat
from ...number_format import count_with_noun
from .card_tables import COLOURS, EPOCHS, GROWTH_EFFECTS, TRACKS
from .scoring import game_end
from .setup import COLOUR_RINGS, first_seat_of_epoch
from .state import DRAW_STEPS, unseen_deck_index

if TYPE_CHECKING:
    from .state import HadaraState

CARDS_PER_DRAW = 2
EMPTY_BEFORE_EPOCH_1 = (
    "coins",
    "owned",
    "grown",
    "tiles",
    "placed",
    "colonies",
    "statues",
    "silver",
    "gold",
    "reduced",
    "sold",
    "dropped",
    "removed",
    "drawn",
    "piles",
    "left",
    "first",
    "wheel",
    "draw",
    "phase",
)


def validate_invariants(state: HadaraState) -> None:
    """Raise ValueError unless the invariants of `gamelib.games.hadara.state` hold."""
    validate_card_list_lengths(state)
    _setup(state)
    if not state.epoch:
        _before(state)
    else:
        _agenda(state)
        _draws(state)
    _cards(state)
    for seat in range(state.seats):
        _seat(state, seat)
    _colonies(state)
    if state.result is not None and (state.epoch, state.phase) != (len(EPOCHS), "B"):
        raise ValueError("the game ends after epoch III")
    if state.result is not None and state.result != game_end(state):
        raise ValueError("the result is not what the position gives")


def validate_card_list_lengths(state: HadaraState) -> None:
    """Raise ValueError unless there is a row for each colour, each level, and each pair of epoch and colour."""
    for name, size in (
        ("unseen", len(state.game.stacks)),
        ("piles", len(COLOURS)),
        ("left", len(state.game.tables.levels)),
    ):
        if len(getattr(state, name)) != size:
            raise ValueError(f"{name}: it has {len(getattr(state, name))} rows instead of {size}")


def agenda_step_names_from_bottom(state: HadaraState) -> list[str]:
    """Return the names of the steps on the agenda, from bottom to top."""
    return [frame.step.name for frame in state.agenda_frames]


# -- setup -----------------------------------------------------------------------------------


def _setup(state: HadaraState) -> None:
    """Check ring, arms, setup cards and first player (HAD-1.1, HAD-2.2, HAD-2.3, HAD-4.1)."""
    todo, advanced = agenda_step_names_from_bottom(state), state.options["deck_set"] == "advanced"
    rings = COLOUR_RINGS if state.options["ring"] == "random" else (COLOURS,)
    if state.ring not in (((),) if "ring" in todo else rings):
        raise ValueError(f"the ring cannot be {', '.join(state.ring) or 'empty'}")
    if "spread" in todo:
        if state.arms:
            raise ValueError("the icons are not on the wheel yet")
    elif len(state.arms) != state.seats or (
        state.options["arms"] == "consecutive" and state.arms != tuple(range(state.seats))
    ):
        raise ValueError(f"the icons cannot be on the arms {list(state.arms)}")
    dealt = [start for start in state.start if start]
    if len({start.split(":")[0] for start in dealt}) < len(dealt):
        raise ValueError("two seats have the same setup card")
    for seat, start in enumerate(state.start):
        if (":" in start) is not bool(state.epoch) or (start.endswith(":B") and not advanced):
            raise ValueError(f"seat {seat} cannot have the setup card {start or 'none'}")
    if state.epoch and state.first != first_seat_of_epoch(state, state.epoch):
        raise ValueError(f"seat {state.first} is not first player in epoch {state.epoch}")


def _before(state: HadaraState) -> None:
    """Check that nothing has happened before epoch I."""
    blank = state.clone()
    blank.init_empty()
    for name in EMPTY_BEFORE_EPOCH_1:
        if getattr(state, name) != getattr(blank, name):
            raise ValueError(f"{name} cannot be {getattr(state, name)!r} before the first epoch")
    if not state.agenda_frames or state.agenda_frames[0].step.name != "open":
        raise ValueError("the first epoch does not begin")
    todo = agenda_step_names_from_bottom(state)
    waiting = [seat for seat in range(state.seats) if not state.start[seat]]
    if [frame.seat for frame in state.agenda_frames if frame.step.name == "deal"] != waiting[::-1]:
        raise ValueError("the setup cards still to be dealt are not those that are missing")
    if ("side" in todo) is not (state.options["deck_set"] == "advanced"):
        raise ValueError("sides are chosen in the advanced game, and only there")
    for name in ("ring", "spread"):
        if name in todo and len(waiting) < state.seats:
            raise ValueError(f"{name} comes before the setup cards")


# -- agenda ----------------------------------------------------------------------------------

PHASE_A_STEPS = ("phase_b", "statues", "colonies", "income", "draw_step")
PHASE_B_STEPS = ("close", "medals", "feed", "statues", "colonies", "income", "pick")


def _agenda(state: HadaraState) -> None:
    """Check the remaining steps of the phase. Only the pending step has begun (HAD-3.2)."""
    if state.phase not in ("A", "B"):
        raise ValueError("an epoch has a phase A and a phase B")
    steps = PHASE_A_STEPS if state.phase == "A" else PHASE_B_STEPS
    if not state.agenda_frames:
        return
    todo = [frame for frame in state.agenda_frames if frame.step.name in steps]
    due = tuple(frame.step.name for frame in todo)
    if not due or due != steps[: len(due)]:
        raise ValueError(f"the steps {', '.join(due)} are not those of phase {state.phase}")
    for frame in todo[:-1]:
        if getattr(frame, "place", 0) or getattr(frame, "taken", 0):
            raise ValueError(f"{frame.step.name} has begun too early")


def _draws(state: HadaraState) -> None:
    """Check the draw step and the seats that have drawn in it (HAD-5.1, HAD-5.2)."""
    todo = agenda_step_names_from_bottom(state)
    if "draw_step" not in todo and state.draw != DRAW_STEPS:
        raise ValueError("there are draw steps to come")
    if "wheel" in todo and state.wheel:
        raise ValueError("the wheel is set already")
    order = state.seat_order()
    waiting = [frame.seat for frame in state.agenda_frames if frame.step.name == "draw"]
    if waiting != list(order[len(order) - len(waiting) :][::-1]):
        raise ValueError("the seats that are to draw do not stand in order")
    for seat in range(state.seats):
        cards = state.drawn[seat]
        if len(cards) != (CARDS_PER_DRAW if "keep" in todo and seat not in waiting else 0):
            raise ValueError(f"seat {seat} cannot have drawn {len(cards)} cards now")
        number = (state.epoch - 1) * len(COLOURS) + state.deck_colour(seat, state.draw)
        if any(unseen_deck_index(card) != number for card in cards) or list(cards) != sorted(cards):
            raise ValueError(f"seat {seat} cannot have drawn {', '.join(cards)}")


# -- cards -----------------------------------------------------------------------------------


def _cards(state: HadaraState) -> None:
    """Check that each card is in one place and that the counts fit the step (HAD-1.3, HAD-5)."""
    kept = [_kept(state, seat) for seat in range(state.seats)]
    places = [*state.piles, *state.drawn, *kept]
    known = Counter(card for row in places for card in row if card[-1] != "?")
    hidden = Counter(unseen_deck_index(card) for row in places for card in row if card[-1] == "?")
    advanced = state.options["deck_set"] == "advanced"
    for number, cards in enumerate(state.game.stacks):
        box = sorted(card.id for card in cards if advanced or not card.star)
        colour = COLOURS[number % len(COLOURS)]
        counts = Counter(
            [*state.unseen[number], *(card for card in known.elements() if unseen_deck_index(card) == number)]
        )
        for card in sorted({*counts, *box}):
            if counts[card] != box.count(card):
                where = f"lies in {counts[card]} places" if counts[card] else "lies nowhere"
                raise ValueError(f"{card} {where}, and each {colour} card of the box in one")
        if list(state.unseen[number]) != sorted(state.unseen[number]):
            raise ValueError("unseen cards stand in order")
        drawn = len(box) - (len(state.unseen[number]) - hidden[number])
        if drawn != CARDS_PER_DRAW * _visits(state, number):
            which = f"{count_with_noun(drawn, f'{colour} card')} of epoch {number // len(COLOURS) + 1}"
            seen = CARDS_PER_DRAW * _visits(state, number)
            raise ValueError(f"{which} {'has' if drawn == 1 else 'have'} left the deck, and {seen} have been drawn")
    _hidden(state)
    _piles(state)
    for seat in range(state.seats):
        _kept_by_epoch(state, seat, kept[seat])


def _kept(state: HadaraState, seat: Seat) -> list[str]:
    removed = [card.split(":")[0] for card in state.removed[seat]]
    return [*state.owned[seat], *state.sold[seat], *state.dropped[seat], *removed]


def _visits(state: HadaraState, number: int) -> int:
    """Return the number of seats that have drawn from a colour in an epoch."""
    epoch, colour = number // len(COLOURS) + 1, number % len(COLOURS)
    if epoch != state.epoch:
        return state.seats if epoch < state.epoch else 0
    return sum(
        state.deck_colour(seat, draw) == colour
        for seat in range(state.seats)
        for draw in range(state.draw + bool(state.drawn[seat]))
    )


def _hidden(state: HadaraState) -> None:
    """Check hidden cards. A view hides the draws and sales of other seats.

    With `top_only`, a view also hides the lower cards of piles (HAD-17.2, HAD-17.4).
    """
    secret = state.options["sold_cards"] == "hidden"
    for seat in range(state.seats):
        other = state.viewer not in (None, seat)
        backs = [card[-1] == "?" for card in state.drawn[seat]]
        if any(back is not other for back in backs) or (
            other and secret and any(card[-1] != "?" for card in state.sold[seat])
        ):
            raise ValueError(f"seat {seat} has cards that are hidden or shown and should not be")
    veiled = state.viewer is not None and state.options["pile_memory"] == "top_only"
    for pile in state.piles:
        if any((card[-1] == "?") is not veiled for card in pile[:-1]) or any(card[-1] == "?" for card in pile[-1:]):
            raise ValueError("a pile has cards that are hidden or shown and should not be")


def _piles(state: HadaraState) -> None:
    """Check the discard piles: one card of this epoch per draw, and the remaining cards in phase B (HAD-11.4)."""
    for colour, pile in enumerate(state.piles):
        if any(unseen_deck_index(card) != (state.epoch - 1) * len(COLOURS) + colour for card in pile):
            raise ValueError(f"the {COLOURS[colour]} pile has a card of another colour or epoch")
        most = sum(state.deck_colour(seat, draw) == colour for seat in range(state.seats) for draw in range(state.draw))
        if len(pile) > most or (state.phase != "B" and len(pile) < most):
            raise ValueError(f"the {COLOURS[colour]} pile cannot have {len(pile)} cards")
    if state.phase == "B" and any(state.piles) and "pick" not in agenda_step_names_from_bottom(state):
        raise ValueError("nobody is to take the cards that are left")


def _kept_by_epoch(state: HadaraState, seat: Seat, kept: list[str]) -> None:
    """Check that a seat keeps one card of each colour in phase A and takes five in phase B (HAD-5.3, HAD-11.4)."""
    by_stack = Counter(unseen_deck_index(card) for card in kept)
    sold = Counter(unseen_deck_index(card) for card in state.sold[seat])
    if max(sold.values(), default=0) > 1:
        raise ValueError(f"seat {seat} has sold two cards of a colour in phase A")
    left = sum(map(len, state.piles))
    for epoch in EPOCHS:
        stacks = range((epoch - 1) * len(COLOURS), epoch * len(COLOURS))
        total = sum(by_stack[number] for number in stacks)
        dropped = sum(unseen_deck_index(card) in stacks for card in state.dropped[seat])
        later = 0
        if epoch < state.epoch:
            later = DRAW_STEPS
        elif epoch == state.epoch and state.phase == "B":
            later = (DRAW_STEPS * state.seats - left + state.seats - 1 - state.seat_order().index(seat)) // state.seats
        draws = DRAW_STEPS if epoch < state.epoch else state.draw if epoch == state.epoch else 0
        visited = {state.deck_colour(seat, draw) for draw in range(draws)}
        if total != draws + later or any(not by_stack[stacks[0] + colour] for colour in visited) or dropped > later:
            raise ValueError(
                f"seat {seat} cannot have kept {total} cards of epoch {epoch} and sold {dropped} of them faceup"
            )
    fed = state.epoch - (
        state.phase != "B"
        or any(name in agenda_step_names_from_bottom(state) for name in ("statues", "colonies", "income", "pick"))
    )
    if any(int(card[1]) > fed for card in state.removed[seat]):
        raise ValueError(f"seat {seat} has removed a card before a feeding")


# -- seats -----------------------------------------------------------------------------------


def _seat(state: HadaraState, seat: Seat) -> None:
    name, tables, worth = f"seat {seat}", state.game.tables, state.game.tables.worth
    used = Counter(state.silver[seat])
    used.update(carved.split(":")[1].removesuffix("-down") for carved in state.statues[seat])
    used.update(placed.split(":")[1] for placed in state.placed[seat])
    used.update(card.split(":")[1] for card in state.removed[seat] if ":" in card)
    for track, unused in zip(TRACKS, state.tiles[seat], strict=True):
        if used[track] + unused != worth["bonus_tiles"]:
            raise ValueError(f"{name} has {unused} unused and {used[track]} used bonus tiles for {track}")
    if len(state.silver[seat]) > worth["silver_medals"] or state.gold[seat] > worth["gold_medals"]:
        raise ValueError(f"{name} has more medals than there are")
    todo = agenda_step_names_from_bottom(state)
    sold_medals = state.epoch - (state.phase != "B" or "feed" in todo)  # epochs in which medals were on sale
    if (state.silver[seat] or state.gold[seat]) and sold_medals < 1:
        raise ValueError(f"{name} has a medal before any was sold")
    if len({carved.split(":")[0] for carved in state.statues[seat]}) < len(state.statues[seat]):
        raise ValueError(f"{name} has carved a statue twice")
    _fed(state, seat)
    _placed(state, seat, name)
    _grown(state, seat, name)
    owned = {tables.cards[card.split(":")[0]].effect for card in [*state.owned[seat], *state.removed[seat]]}
    if state.reduced[seat] and "pay_requirement" not in owned:
        raise ValueError(f"{name} cannot have paid for steps that were missing")
    if state.options["pay_requirement_cap"] == "per_game" and state.reduced[seat] > tables.effects["reductions"]:
        raise ValueError(f"{name} has paid for more steps than a game allows")
    steps = CARDS_PER_DRAW * (state.epoch - 1) + (state.phase == "B")
    twice = "double_action" in owned
    for what, row, above in (
        ("colonies", state.colonies[seat], "income"),
        ("statues", state.statues[seat], "colonies"),
    ):
        begun = max(0, steps + (above not in todo)) if state.epoch else 0
        if len(row) > begun and not twice:
            raise ValueError(f"{name} has {len(row)} {what} after {begun} steps")


def finished_feeding_epoch_count(state: HadaraState) -> int:
    """Return the number of epochs with finished feeding (HAD-12)."""
    waiting = ("feed", "statues", "colonies", "income", "pick")
    return state.epoch - (state.phase != "B" or any(name in agenda_step_names_from_bottom(state) for name in waiting))


def _fed(state: HadaraState, seat: Seat) -> None:
    """Check the number of cards of a seat from epochs with finished feeding.

    The number is at most the food of the seat plus the number of cards that it paid for (HAD-12.2).
    """
    if "feed" in agenda_step_names_from_bottom(state):  # a card that was removed later may have given food
        return
    effects = {
        state.game.tables.cards[card.split(":")[0]].effect for card in [*state.owned[seat], *state.removed[seat]]
    }
    old = sum(int(card[1]) <= finished_feeding_epoch_count(state) for card in state.owned[seat])
    food = state.tracks[seat][TRACKS.index("food")]
    spared = state.game.tables.effects["keep_cards"] if "feed_pay" in effects else 0
    if old > food + spared:
        raise ValueError(f"owned.{seat}: {old} cards were fed, and there is food for {food + spared} (HAD-12.2)")


def _placed(state: HadaraState, seat: Seat, name: str) -> None:
    """Check the tiles on owned cards. A card has no tile only if none was left when the seat got it (HAD-16.2)."""
    on = [placed.split(":")[0] for placed in state.placed[seat]]
    if len(set(on)) < len(on) or not {*on} <= {*state.owned[seat]}:
        raise ValueError(f"{name} has a bonus tile on a card that is not there")
    tiled = on + [frame.card for frame in state.agenda_frames if frame.step.name == "tile"]
    bare = [c for c in state.owned[seat] if state.game.tables.cards[c].effect == "bonus_tile" and c not in tiled]
    if bare and any(state.tiles[seat]):
        raise ValueError(f"{name} has {bare[0]} without a bonus tile, though one is left")


def _grown(state: HadaraState, seat: Seat, name: str) -> None:
    """Check that the growth steps belong to owned cards (HAD-16.3, HAD-A13)."""
    step = state.game.tables.effects["growth_steps"]
    ever = {state.game.tables.cards[card.split(":")[0]].effect for card in [*state.owned[seat], *state.removed[seat]]}
    lasting = state.options["colour_growth_mode"] == "permanent"
    for track, effect in enumerate(GROWTH_EFFECTS):
        now = state.held[seat][track] * step if effect in state.powers[seat] else 0
        grown = state.grown[seat][track]
        if (grown < now or (grown and effect not in ever)) if lasting else grown != now:
            raise ValueError(f"{name} cannot have {grown} steps of growth on {TRACKS[track]}")


def _colonies(state: HadaraState) -> None:
    """Check that the total of remaining and owned colonies is the number of players.

    Each reverse is seen once (HAD-1.5, HAD-9.2).
    """
    waiting = [frame.level for frame in state.agenda_frames if frame.step.name in ("mode", "reverse")]
    tiles = [tile for row in state.colonies for tile in row if tile in state.game.tables.reverses]
    if len(set(tiles)) < len(tiles):
        raise ValueError("a colony has been turned over twice")
    for number, level in enumerate(state.game.tables.levels):
        owners = [sum(colony.split("-")[0] == level.name for colony in row) for row in state.colonies]
        if max(owners) > 1:
            raise ValueError(f"a seat has two colonies of level {level.requirement}")
        if state.left[number] + sum(owners) + waiting.count(level.name) != state.seats:
            raise ValueError(f"there should be {state.seats} colonies of level {level.requirement}")
