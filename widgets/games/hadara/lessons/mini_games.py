"""Mini-games for lessons on Hadara: choose one of two cards, collect all colours, take cards from piles."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from gamelib.bank.hadara.card_draws import sorted_card_values
from gamelib.games.hadara.card_tables import COLOURS
from gamelib.number_format import count_with_noun, join_words

from ....lesson.experiment import MiniGameView, TrialItem
from ....page.card_overrides import game_with_served_cards

odds = game_with_served_cards("hadara").odds

ROUNDS = 5
MAX_CARDS = 30
"""Cards after which the last colour is waited for no longer."""
HEIGHT = 2
PILES = ("red", *(colour for colour in COLOURS if colour != "red"))
"""The pile of the card wanted, then the others."""


def choice_of_two_game(rng: Random, moves: Sequence[int], cards: str) -> MiniGameView:
    """Create a mini-game. The task is to choose one of two cards in each round. The rival takes a random third card."""
    values = sorted_card_values(cards, odds=odds)
    rounds: list[TrialItem] = [{} for _ in range(ROUNDS)]
    mine = theirs = 0
    last = "You draw two cards and keep one. The other player gets one random card. Who has more in the end?"
    for n in range(ROUNDS):
        a, b, blind = rng.sample(values, 3)
        if n == len(moves):
            two = {"row": [{"card": str(a)}, {"card": str(b)}]}
            ask = f"Round {n + 1}: which card do you keep?"
            return MiniGameView(({"track": rounds}, two), last, ask, (f"Keep {a}", f"Keep {b}"))
        kept = (a, b)[moves[n]]
        mine, theirs = mine + kept, theirs + blind
        rounds[n] = {"text": f"{kept} : {blind}", "hit": kept > blind}
        last = f"You kept {kept}, and the other player drew {blind}."
    ahead = mine - theirs
    verdict = f"{abs(ahead)} {'ahead' if ahead > 0 else 'behind'}" if ahead else "level"
    say = (
        f"You have {mine}, and the other player has {theirs}. You are {verdict}. The yellow rounds are the ones in "
        "which you had more."
    )
    return MiniGameView(({"track": rounds},), say)


def collect_colours_game(rng: Random, moves: Sequence[int], cards: int) -> MiniGameView:
    """Create a mini-game. The task is to predict the number of cards until all colours have appeared."""
    calls = f"Within {cards} cards", "Later"
    if not moves:
        say = "You get cards one by one. Each has one of five colours, all equally likely."
        return MiniGameView((), say, "When will you have all five colours?", calls)
    drawn = [rng.choice(COLOURS) for _ in moves[1:]]
    row = [{"card": colour, "tint": colour, "hit": colour not in drawn[:n]} for n, colour in enumerate(drawn)]
    pieces: tuple[TrialItem, ...] = ({"row": row},) if row else ()
    missing = [colour for colour in COLOURS if colour not in drawn]
    if not missing:
        good = (len(drawn) <= cards) == (moves[0] == 0)
        before = next(n for n in range(len(drawn) + 1) if len({*drawn[:n]}) == len(COLOURS) - 1)
        said = f"You said “{calls[moves[0]].lower()}”: {'right' if good else 'not this time'}."
        return MiniGameView(
            pieces, f"You had four colours after card {before} and all five after card {len(drawn)}. {said}"
        )
    if len(drawn) == MAX_CARDS:
        return MiniGameView(
            pieces, f"You have {MAX_CARDS} cards and still no {join_words(missing)}. That is rare. You stop here."
        )
    say = (
        f"You have {count_with_noun(len(drawn), 'card')}. Still missing: {join_words(missing)}."
        if drawn
        else "You don’t have any cards yet."
    )
    return MiniGameView(pieces, say, "What will the next card be?", ("Draw a card",))


def buried_card_random_rival_game(rng: Random, moves: Sequence[int], first: bool, piles: int, **_: Any) -> MiniGameView:
    """Create a mini-game.

    The task is to take the top cards of piles of two cards each, in turn with a rival who plays at random.

    The wanted card is the lower red card.
    """
    heights = [HEIGHT] * piles
    starts = "You begin" if first else "The other player begins"
    say = f"The card that you want is the second card of the red pile. {starts}."
    if not first:
        say = f"{say} {_blind(rng, heights)}"
    for move in (*moves, None):
        if not heights[0]:
            return MiniGameView(_lying(heights), f"{say} It is gone.")
        open_piles = [n for n, height in enumerate(heights) if height]
        if move is None:
            offers = tuple(f"From {PILES[n]}" for n in open_piles)
            return MiniGameView(_lying(heights), say, "From which pile do you take a card?", offers)
        pile = open_piles[move]
        heights[pile] -= 1
        if not heights[0]:
            return MiniGameView(_lying(heights), "You take your card, so you have won it.")
        say = f"You took from {PILES[pile]}. {_blind(rng, heights)}"
    raise AssertionError("the last round of the loop returns")


def _blind(rng: Random, heights: list[int]) -> str:
    """Take a card from a random pile for the rival, and return a sentence about this move."""
    pile = rng.choice([n for n, height in enumerate(heights) if height])
    heights[pile] -= 1
    if pile:
        return f"The other player takes from {PILES[pile]}."
    return (
        ("The other player takes from red and uncovers your card.")
        if heights[0]
        else "The other player takes your card."
    )


def _lying(heights: Sequence[int]) -> tuple[TrialItem, ...]:
    shown: list[TrialItem] = []
    for colour, height in zip(PILES, heights, strict=False):
        words = "your card" if colour == "red" and height == 1 else f"{colour}: {height}"
        shown.append({"card": words, "tint": colour, "hit": words == "your card"} if height else {"card": "empty"})
    return ({"row": shown},)
