"""Positions of Hadara written down: what lies under a step, and what follows from what is said.

A text names what matters: "epoch 2; owned.0 [Y1-06, R1-04]; coins [7, 0]; now pick(seat: 0); piles [...]". What was
sold before is nobody's business: it is filled in as cards of unknown faces (`Y1-?`), which stay unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .check import A_STEPS, B_STEPS, sizes
from .setup import begin_tracks, first_of
from .state import DRAWS, Row, growth, stack
from .tables import COLOURS, EPOCHS, GROWTH, LETTERS, TRACKS

if TYPE_CHECKING:
    from . import Hadara
    from .state import HadaraState

TURNS = {"colony": "colonies", "mode": "colonies", "reverse": "colonies", "statue": "statues", "face": "statues"}
UNDER = {
    **TURNS,
    "wheel": "draw_step",
    "draw": "draw_step",
    "keep": "draw_step",
    "pay": "feed",
    "remove": "feed",
    "medal": "medals",
}
OF_B = ("pick", "pay", "remove", "medal", "feed", "medals", "close")


def ordinary(game: Hadara, seats: int, options: Mapping[str, Any]) -> HadaraState:
    """Epoch I begins: setup cards in the order of the tables, side A, the ring in its fixed order."""
    s = game.start(seats, **options)
    names = sorted({name for name, _ in game.tables.setups})
    s.ring, s.arms = COLOURS, tuple(range(seats))
    s.start = names[:seats]
    begin_tracks(s)
    s.epoch, s.phase, s.events = 1, "A", ()
    s.first = first_of(s, 1)
    s.todo = [game.load_frame(s, frame) for frame in under(game, s, {"step": "wheel", "seat": s.first})]
    return s


def under(game: Hadara, s: HadaraState, frame: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The saved agenda with this frame on top: the steps of the phase that are still to come lie under it."""
    name, seat = frame["step"], frame.get("seat", 0)
    if name in ("ring", "spread", "deal", "side", "open"):
        raise ValueError("a position that is written down begins after the setup")
    if s.phase == "A" and (name in OF_B or (name in TURNS and not any(s.piles))):
        s.phase = "B"
    s.first = first_of(s, s.epoch)
    steps = A_STEPS if s.phase == "A" else B_STEPS
    base = UNDER.get(name, name)
    if name == "tile":
        base = "draw_step" if s.phase == "A" else "pick" if any(s.piles) else "income"
    if base not in steps:
        raise ValueError(f"{name} is no step of phase {s.phase}")
    frames = []
    for step in steps[: steps.index(base) + 1]:
        blank = {field: s.first if field == "seat" else 0 for field in game.steps[step].fields or ()}
        frames.append({"step": step, **blank})
    if name == base:
        frames[-1] |= frame
        return frames
    if base == "pick":
        left = sum(map(len, s.piles))
        frames[-1]["seat"] = s.order()[(DRAWS * s.seats - left) % s.seats]
    elif base in ("colonies", "statues", "feed", "medals"):
        frames[-1]["place"] = s.order().index(seat) + (base == "feed")
        if name in ("mode", "reverse", "face"):
            frames[-1]["taken"] = 1
    elif name == "draw":
        order = s.order()
        frames.append({"step": "keep", "asked": list(order), "given": []})
        frames += [{"step": "draw", "seat": other} for other in order[: order.index(seat) : -1]]
    return [*frames, dict(frame)]


def complete(s: HadaraState, said: set[str]) -> None:
    """Cards that lie nowhere are unseen; tiles, colonies and the history of sales follow from the rest."""
    sizes(s)
    if not s.epoch:
        _before(s, said)
        return
    todo = [frame.step.name for frame in s.todo]
    if "phase" not in said and todo[0] == "close":
        s.phase = "B"
    if "first" not in said:
        s.first = first_of(s, s.epoch)
    if todo[-1] == "wheel" and s.todo[-1].seat != s.first:
        s.todo[-1] = s.todo[-1].step.frame(s.first)
    if "draw" not in said and (s.phase == "B" or "draw_step" not in todo):
        s.draw = DRAWS
    if "wheel" not in said and any(s.drawn):
        seat = next(seat for seat in range(s.seats) if s.drawn[seat])
        at = s.ring.index(COLOURS[LETTERS.index(s.drawn[seat][0][0])])
        s.wheel = (at - s.arms[seat] - s.draw) % DRAWS
    waiting = [frame.level for frame in s.todo if frame.step.name in ("mode", "reverse")]
    if "left" not in said:
        taken = [colony.split("-")[0] for row in s.colonies for colony in row] + waiting
        s.left = [s.seats - taken.count(level.name) for level in s.game.tables.levels]
    for seat in range(s.seats):
        if "tiles" not in said:
            _tiles(s, seat)
        if "grown" not in said:
            _grown(s, seat)
    if s.viewer is None:
        _sales(s)
    if "unseen" not in said:
        known = {card for row in (*s.piles, *s.drawn, *s.owned, *s.sold, *s.dropped) for card in row}
        known |= {card.split(":")[0] for row in s.removed for card in row}
        advanced = s.options["deck_set"] == "advanced"
        s.unseen = [
            tuple(sorted(card.id for card in cards if (advanced or not card.star) and card.id not in known))
            for cards in s.game.stacks
        ]
    s.derive()


def _before(s: HadaraState, said: set[str]) -> None:
    """Before the first epoch all lies in the box."""
    blank = s.clone()
    blank.blank()
    for name in s.game.derived:
        if name not in said:
            setattr(s, name, getattr(blank, name))
    s.derive()


def _tiles(s: HadaraState, seat: int) -> None:
    used = Counter(s.silver[seat])
    used.update(carved.split(":")[1].removesuffix("-down") for carved in s.statues[seat])
    used.update(card.split(":")[1] for card in (*s.placed[seat], *s.removed[seat]) if ":" in card)
    have = s.game.tables.worth["bonus_tiles"]
    income, military, culture, food = (max(0, have - used[track]) for track in TRACKS)
    s.tiles[seat] = income, military, culture, food


def _grown(s: HadaraState, seat: int) -> None:
    cards = [s.game.tables.cards[card] for card in s.owned[seat]]
    steps = [0] * len(TRACKS)
    for effect in (card.effect for card in cards if card.effect in GROWTH):
        steps[growth(effect)] = sum(card.colour == growth(effect) for card in cards)
    income, military, culture, food = (n * s.game.tables.effects["growth_steps"] for n in steps)
    s.grown[seat] = income, military, culture, food


def _sales(s: HadaraState) -> None:
    """What each seat must have sold besides what is said, as cards of unknown faces (HAD-5.3, HAD-11.4)."""
    left = sum(map(len, s.piles))
    for epoch in EPOCHS[: s.epoch]:
        over = epoch < s.epoch or s.phase == "B"
        first = (epoch - 1) * len(COLOURS)
        kept = [_kept(s, seat, first) for seat in range(s.seats)]
        for seat in range(s.seats):
            for draw in range(DRAWS if over else s.draw):
                colour = s.colour(seat, draw)
                if not kept[seat][colour]:
                    kept[seat][colour] += 1
                    s.sold[seat] += (_back(epoch, colour),)
        if not over:
            continue
        open_ = [2 * s.seats - sum(row[colour] for row in kept) for colour in range(len(COLOURS))]
        if epoch == s.epoch:
            open_ = [n - len(pile) for n, pile in zip(open_, s.piles, strict=True)]
        for seat in range(s.seats):
            picks = DRAWS
            if epoch == s.epoch:
                picks = (DRAWS * s.seats - left + s.seats - 1 - s.order().index(seat)) // s.seats
            lack = DRAWS + picks - sum(kept[seat])
            for colour in range(len(COLOURS)):
                more = max(0, min(lack, open_[colour]))
                s.dropped[seat] += (_back(epoch, colour),) * more
                lack -= more
                open_[colour] -= more


def _kept(s: HadaraState, seat: int, first: int) -> list[int]:
    removed: Row = tuple(card.split(":")[0] for card in s.removed[seat])
    cards = Counter(stack(card) for card in (*s.owned[seat], *s.sold[seat], *s.dropped[seat], *removed))
    return [cards[first + colour] for colour in range(len(COLOURS))]


def _back(epoch: int, colour: int) -> str:
    return f"{LETTERS[colour]}{epoch}-?"
