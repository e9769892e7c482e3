"""What must hold in every position, so that no saved one is let in that cannot have come about.

`everything` counts cards, colonies and tiles, and compares the agenda with the epoch, phase and draw step.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...nodes import Seat
from ...numbers import some
from .scoring import outcome
from .setup import RINGS, first_of
from .state import DRAWS, stack
from .tables import COLOURS, EPOCHS, GROWTH, TRACKS

if TYPE_CHECKING:
    from .state import HadaraState

PAIR = 2
BLANK = (
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


def everything(s: HadaraState) -> None:
    """ValueError unless the invariants of `gamelib.games.hadara.state` hold."""
    sizes(s)
    _setup(s)
    if not s.epoch:
        _before(s)
    else:
        _agenda(s)
        _draws(s)
    _cards(s)
    for seat in range(s.seats):
        _seat(s, seat)
    _colonies(s)
    if s.result is not None and (s.epoch, s.phase) != (len(EPOCHS), "B"):
        raise ValueError("the game ends after epoch III")
    if s.result is not None and s.result != outcome(s):
        raise ValueError("the result is not what the position gives")


def sizes(s: HadaraState) -> None:
    """ValueError unless there is a row for each colour, level, and colour of each epoch."""
    for name, size in (("unseen", len(s.game.stacks)), ("piles", len(COLOURS)), ("left", len(s.game.tables.levels))):
        if len(getattr(s, name)) != size:
            raise ValueError(f"{name}: it has {len(getattr(s, name))} rows instead of {size}")


def names(s: HadaraState) -> list[str]:
    """The steps on the agenda, outermost first."""
    return [frame.step.name for frame in s.todo]


# -- setup -----------------------------------------------------------------------------------


def _setup(s: HadaraState) -> None:
    """Ring, arms, setup cards, first player (HAD-1.1, HAD-2.2, HAD-2.3, HAD-4.1)."""
    todo, advanced = names(s), s.options["deck_set"] == "advanced"
    rings = RINGS if s.options["ring"] == "random" else (COLOURS,)
    if s.ring not in (((),) if "ring" in todo else rings):
        raise ValueError(f"the ring cannot be {', '.join(s.ring) or 'empty'}")
    if "spread" in todo:
        if s.arms:
            raise ValueError("the icons are not on the wheel yet")
    elif len(s.arms) != s.seats or (s.options["arms"] == "consecutive" and s.arms != tuple(range(s.seats))):
        raise ValueError(f"the icons cannot be on the arms {list(s.arms)}")
    dealt = [start for start in s.start if start]
    if len({start.split(":")[0] for start in dealt}) < len(dealt):
        raise ValueError("two seats have the same setup card")
    for seat, start in enumerate(s.start):
        if (":" in start) is not bool(s.epoch) or (start.endswith(":B") and not advanced):
            raise ValueError(f"seat {seat} cannot have the setup card {start or 'none'}")
    if s.epoch and s.first != first_of(s, s.epoch):
        raise ValueError(f"seat {s.first} is not first player in epoch {s.epoch}")


def _before(s: HadaraState) -> None:
    """Nothing has happened before epoch I."""
    blank = s.clone()
    blank.blank()
    for name in BLANK:
        if getattr(s, name) != getattr(blank, name):
            raise ValueError(f"{name} cannot be {getattr(s, name)!r} before the first epoch")
    if not s.todo or s.todo[0].step.name != "open":
        raise ValueError("the first epoch does not begin")
    todo = names(s)
    waiting = [seat for seat in range(s.seats) if not s.start[seat]]
    if [frame.seat for frame in s.todo if frame.step.name == "deal"] != waiting[::-1]:
        raise ValueError("the setup cards still to be dealt are not those that are missing")
    if ("side" in todo) is not (s.options["deck_set"] == "advanced"):
        raise ValueError("sides are chosen in the advanced game, and only there")
    for name in ("ring", "spread"):
        if name in todo and len(waiting) < s.seats:
            raise ValueError(f"{name} comes before the setup cards")


# -- agenda ----------------------------------------------------------------------------------

A_STEPS = ("phase_b", "statues", "colonies", "income", "draw_step")
B_STEPS = ("close", "medals", "feed", "statues", "colonies", "income", "pick")


def _agenda(s: HadaraState) -> None:
    """The steps of the phase that are still to come, none of them begun but the last (HAD-3.2)."""
    if s.phase not in ("A", "B"):
        raise ValueError("an epoch has a phase A and a phase B")
    steps = A_STEPS if s.phase == "A" else B_STEPS
    if not s.todo:
        return
    todo = [frame for frame in s.todo if frame.step.name in steps]
    due = tuple(frame.step.name for frame in todo)
    if not due or due != steps[: len(due)]:
        raise ValueError(f"the steps {', '.join(due)} are not those of phase {s.phase}")
    for frame in todo[:-1]:
        if getattr(frame, "place", 0) or getattr(frame, "taken", 0):
            raise ValueError(f"{frame.step.name} has begun too early")


def _draws(s: HadaraState) -> None:
    """The draw step, and who has drawn in it (HAD-5.1, HAD-5.2)."""
    todo = names(s)
    if "draw_step" not in todo and s.draw != DRAWS:
        raise ValueError("there are draw steps to come")
    if "wheel" in todo and s.wheel:
        raise ValueError("the wheel is set already")
    order = s.order()
    waiting = [frame.seat for frame in s.todo if frame.step.name == "draw"]
    if waiting != list(order[len(order) - len(waiting) :][::-1]):
        raise ValueError("the seats that are to draw do not stand in order")
    for seat in range(s.seats):
        cards = s.drawn[seat]
        if len(cards) != (PAIR if "keep" in todo and seat not in waiting else 0):
            raise ValueError(f"seat {seat} cannot have drawn {len(cards)} cards now")
        number = (s.epoch - 1) * len(COLOURS) + s.colour(seat, s.draw)
        if any(stack(card) != number for card in cards) or list(cards) != sorted(cards):
            raise ValueError(f"seat {seat} cannot have drawn {', '.join(cards)}")


# -- cards -----------------------------------------------------------------------------------


def _cards(s: HadaraState) -> None:
    """Every card is in one place, and as many are drawn, kept and discarded as the step says (HAD-1.3, HAD-5)."""
    kept = [_kept(s, seat) for seat in range(s.seats)]
    places = [*s.piles, *s.drawn, *kept]
    known = Counter(card for row in places for card in row if card[-1] != "?")
    hidden = Counter(stack(card) for row in places for card in row if card[-1] == "?")
    advanced = s.options["deck_set"] == "advanced"
    for number, cards in enumerate(s.game.stacks):
        box = sorted(card.id for card in cards if advanced or not card.star)
        colour = COLOURS[number % len(COLOURS)]
        counts = Counter([*s.unseen[number], *(card for card in known.elements() if stack(card) == number)])
        for card in sorted({*counts, *box}):
            if counts[card] != box.count(card):
                where = f"lies in {counts[card]} places" if counts[card] else "lies nowhere"
                raise ValueError(f"{card} {where}, and each {colour} card of the box in one")
        if list(s.unseen[number]) != sorted(s.unseen[number]):
            raise ValueError("unseen cards stand in order")
        drawn = len(box) - (len(s.unseen[number]) - hidden[number])
        if drawn != PAIR * _visits(s, number):
            which = f"{some(drawn, f'{colour} card')} of epoch {number // len(COLOURS) + 1}"
            seen = PAIR * _visits(s, number)
            raise ValueError(f"{which} {'has' if drawn == 1 else 'have'} left the deck, and {seen} have been drawn")
    _hidden(s)
    _piles(s)
    for seat in range(s.seats):
        _kept_by_epoch(s, seat, kept[seat])


def _kept(s: HadaraState, seat: Seat) -> list[str]:
    removed = [card.split(":")[0] for card in s.removed[seat]]
    return [*s.owned[seat], *s.sold[seat], *s.dropped[seat], *removed]


def _visits(s: HadaraState, number: int) -> int:
    """How many seats have drawn from a colour in an epoch."""
    epoch, colour = number // len(COLOURS) + 1, number % len(COLOURS)
    if epoch != s.epoch:
        return s.seats if epoch < s.epoch else 0
    return sum(
        s.colour(seat, draw) == colour for seat in range(s.seats) for draw in range(s.draw + bool(s.drawn[seat]))
    )


def _hidden(s: HadaraState) -> None:
    """A view hides what others drew and sold, and with `top_only` all but the top cards (HAD-17.2, HAD-17.4)."""
    secret = s.options["sold_cards"] == "hidden"
    for seat in range(s.seats):
        other = s.viewer not in (None, seat)
        backs = [card[-1] == "?" for card in s.drawn[seat]]
        if any(back is not other for back in backs) or (
            other and secret and any(card[-1] != "?" for card in s.sold[seat])
        ):
            raise ValueError(f"seat {seat} has cards that are hidden or shown and should not be")
    veiled = s.viewer is not None and s.options["pile_memory"] == "top_only"
    for pile in s.piles:
        if any((card[-1] == "?") is not veiled for card in pile[:-1]) or any(card[-1] == "?" for card in pile[-1:]):
            raise ValueError("a pile has cards that are hidden or shown and should not be")


def _piles(s: HadaraState) -> None:
    """Discard piles: of this epoch, one card for each visit; in phase B as many as are still to be taken (HAD-11.4)."""
    for colour, pile in enumerate(s.piles):
        if any(stack(card) != (s.epoch - 1) * len(COLOURS) + colour for card in pile):
            raise ValueError(f"the {COLOURS[colour]} pile has a card of another colour or epoch")
        most = sum(s.colour(seat, draw) == colour for seat in range(s.seats) for draw in range(s.draw))
        if len(pile) > most or (s.phase != "B" and len(pile) < most):
            raise ValueError(f"the {COLOURS[colour]} pile cannot have {len(pile)} cards")
    if s.phase == "B" and any(s.piles) and "pick" not in names(s):
        raise ValueError("nobody is to take the cards that are left")


def _kept_by_epoch(s: HadaraState, seat: Seat, kept: list[str]) -> None:
    """A seat keeps one card of each colour in phase A and takes five in phase B (HAD-5.3, HAD-11.4)."""
    by_stack = Counter(stack(card) for card in kept)
    sold = Counter(stack(card) for card in s.sold[seat])
    if max(sold.values(), default=0) > 1:
        raise ValueError(f"seat {seat} has sold two cards of a colour in phase A")
    left = sum(map(len, s.piles))
    for epoch in EPOCHS:
        stacks = range((epoch - 1) * len(COLOURS), epoch * len(COLOURS))
        total = sum(by_stack[number] for number in stacks)
        dropped = sum(stack(card) in stacks for card in s.dropped[seat])
        later = 0
        if epoch < s.epoch:
            later = DRAWS
        elif epoch == s.epoch and s.phase == "B":
            later = (DRAWS * s.seats - left + s.seats - 1 - s.order().index(seat)) // s.seats
        draws = DRAWS if epoch < s.epoch else s.draw if epoch == s.epoch else 0
        visited = {s.colour(seat, draw) for draw in range(draws)}
        if total != draws + later or any(not by_stack[stacks[0] + colour] for colour in visited) or dropped > later:
            raise ValueError(
                f"seat {seat} cannot have kept {total} cards of epoch {epoch} and sold {dropped} of them faceup"
            )
    fed = s.epoch - (s.phase != "B" or any(name in names(s) for name in ("statues", "colonies", "income", "pick")))
    if any(int(card[1]) > fed for card in s.removed[seat]):
        raise ValueError(f"seat {seat} has removed a card before a feeding")


# -- seats -----------------------------------------------------------------------------------


def _seat(s: HadaraState, seat: Seat) -> None:
    name, tables, worth = f"seat {seat}", s.game.tables, s.game.tables.worth
    used = Counter(s.silver[seat])
    used.update(carved.split(":")[1].removesuffix("-down") for carved in s.statues[seat])
    used.update(placed.split(":")[1] for placed in s.placed[seat])
    used.update(card.split(":")[1] for card in s.removed[seat] if ":" in card)
    for track, unused in zip(TRACKS, s.tiles[seat], strict=True):
        if used[track] + unused != worth["bonus_tiles"]:
            raise ValueError(f"{name} has {unused} unused and {used[track]} used bonus tiles for {track}")
    if len(s.silver[seat]) > worth["silver_medals"] or s.gold[seat] > worth["gold_medals"]:
        raise ValueError(f"{name} has more medals than there are")
    todo = names(s)
    sold_medals = s.epoch - (s.phase != "B" or "feed" in todo)  # epochs in which medals were on sale
    if (s.silver[seat] or s.gold[seat]) and sold_medals < 1:
        raise ValueError(f"{name} has a medal before any was sold")
    if len({carved.split(":")[0] for carved in s.statues[seat]}) < len(s.statues[seat]):
        raise ValueError(f"{name} has carved a statue twice")
    _fed(s, seat)
    _placed(s, seat, name)
    _grown(s, seat, name)
    owned = {tables.cards[card.split(":")[0]].effect for card in [*s.owned[seat], *s.removed[seat]]}
    if s.reduced[seat] and "pay_requirement" not in owned:
        raise ValueError(f"{name} cannot have paid for steps that were missing")
    if s.options["pay_requirement_cap"] == "per_game" and s.reduced[seat] > tables.effects["reductions"]:
        raise ValueError(f"{name} has paid for more steps than a game allows")
    steps = PAIR * (s.epoch - 1) + (s.phase == "B")
    twice = "double_action" in owned
    for what, row, above in (("colonies", s.colonies[seat], "income"), ("statues", s.statues[seat], "colonies")):
        begun = max(0, steps + (above not in todo)) if s.epoch else 0
        if len(row) > begun and not twice:
            raise ValueError(f"{name} has {len(row)} {what} after {begun} steps")


def feedings(s: HadaraState) -> int:
    """The epochs at whose end everybody has been fed (HAD-12)."""
    waiting = ("feed", "statues", "colonies", "income", "pick")
    return s.epoch - (s.phase != "B" or any(name in names(s) for name in waiting))


def _fed(s: HadaraState, seat: Seat) -> None:
    """Cards of epochs at whose end a seat was fed: no more than its food, but for those that it paid for (HAD-12.2)."""
    if "feed" in names(s):  # a card that goes may have given food
        return
    effects = {s.game.tables.cards[card.split(":")[0]].effect for card in [*s.owned[seat], *s.removed[seat]]}
    old = sum(int(card[1]) <= feedings(s) for card in s.owned[seat])
    food = s.tracks[seat][TRACKS.index("food")]
    spared = s.game.tables.effects["keep_cards"] if "feed_pay" in effects else 0
    if old > food + spared:
        raise ValueError(f"owned.{seat}: {old} cards were fed, and there is food for {food + spared} (HAD-12.2)")


def _placed(s: HadaraState, seat: Seat, name: str) -> None:
    """Tiles lie on owned cards; a card without one came when none was left (HAD-16.2)."""
    on = [placed.split(":")[0] for placed in s.placed[seat]]
    if len(set(on)) < len(on) or not {*on} <= {*s.owned[seat]}:
        raise ValueError(f"{name} has a bonus tile on a card that is not there")
    tiled = on + [frame.card for frame in s.todo if frame.step.name == "tile"]
    bare = [c for c in s.owned[seat] if s.game.tables.cards[c].effect == "bonus_tile" and c not in tiled]
    if bare and any(s.tiles[seat]):
        raise ValueError(f"{name} has {bare[0]} without a bonus tile, though one is left")


def _grown(s: HadaraState, seat: Seat, name: str) -> None:
    """Steps of growth are those of the cards owned (HAD-16.3, HAD-A13)."""
    step = s.game.tables.effects["growth_steps"]
    ever = {s.game.tables.cards[card.split(":")[0]].effect for card in [*s.owned[seat], *s.removed[seat]]}
    lasting = s.options["colour_growth_mode"] == "permanent"
    for track, effect in enumerate(GROWTH):
        now = s.held[seat][track] * step if effect in s.powers[seat] else 0
        grown = s.grown[seat][track]
        if (grown < now or (grown and effect not in ever)) if lasting else grown != now:
            raise ValueError(f"{name} cannot have {grown} steps of growth on {TRACKS[track]}")


def _colonies(s: HadaraState) -> None:
    """Colonies left and owned are as many as there are players; each reverse is seen once (HAD-1.5, HAD-9.2)."""
    waiting = [frame.level for frame in s.todo if frame.step.name in ("mode", "reverse")]
    tiles = [tile for row in s.colonies for tile in row if tile in s.game.tables.reverses]
    if len(set(tiles)) < len(tiles):
        raise ValueError("a colony has been turned over twice")
    for number, level in enumerate(s.game.tables.levels):
        owners = [sum(colony.split("-")[0] == level.name for colony in row) for row in s.colonies]
        if max(owners) > 1:
            raise ValueError(f"a seat has two colonies of level {level.requirement}")
        if s.left[number] + sum(owners) + waiting.count(level.name) != s.seats:
            raise ValueError(f"there should be {s.seats} colonies of level {level.requirement}")
