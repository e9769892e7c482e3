"""Mini-games of the lessons on Court.

Each mini-game draws all random numbers at the start. Therefore, no choice of the pupil changes an outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from gamelib.bank.harem import decks
from gamelib.number_format import count_with_noun, join_words

from ....lesson.experiment import GAP, MiniGameView, TrialItem, dice_items
from ....page.card_overrides import game_with_served_cards

odds = game_with_served_cards("harem").odds

ROUNDS = 5


def roll_two_dice(rng: Random) -> tuple[int, int]:
    """Roll two dice."""
    return rng.randint(1, 6), rng.randint(1, 6)


def _rounds(done: Sequence[tuple[str, bool]], n: int = ROUNDS) -> TrialItem:
    """Return the finished rounds, each with its text and whether it succeeded, and the remaining rounds."""
    return {"track": [{"text": text, "hit": hit} for text, hit in done] + [{}] * (n - len(done))}


def _told(pair: tuple[int, int], worth: int, price: int) -> str:
    """Return a sentence with the roll, the resulting value of the gem, and whether it pays the price."""
    enough = f"that pays {price}" if worth >= price else f"too little for {price}"
    return f"{sum(pair)} makes the gem worth {worth or 'nothing'}: {enough}."


# -- gems ----------------------------------------------------------------------------------------


def choose_performer_game(rng: Random, moves: Sequence[int], least: int, table: str) -> MiniGameView:
    """Create a mini-game.

    The task is to choose a cheap or an expensive performer in each round, then roll one gem for the price.
    """
    value = odds.gem_value_by_roll(table)
    prices = sorted({worth for worth in value.values() if worth})
    half = len(prices) // 2
    offers = [(rng.choice(prices[:half]), rng.choice(prices[half:])) for _ in range(ROUNDS)]
    rolls = [roll_two_dice(rng) for _ in range(ROUNDS)]
    done = []
    for offer, pair, move in zip(offers, rolls, moves, strict=False):
        done.append((offer[move], value[sum(pair)], pair))
    points = sum(price for price, worth, _ in done if worth >= price)
    pieces: list[TrialItem] = [
        _rounds([(f"{price if worth >= price else 0}", worth >= price) for price, worth, _ in done])
    ]
    say = "If your gem pays for a performer, you score the cost in points. If it doesn’t, you don’t score."
    if done:
        price, worth, pair = done[-1]
        pieces.append({"row": list(dice_items(*pair))})
        say = f"{_told(pair, worth, price)} You have {count_with_noun(points, 'point')}."
    if len(done) < ROUNDS:
        cheap, dear = offers[len(done)]
        return MiniGameView(
            tuple(pieces),
            say,
            f"Round {len(done) + 1}: for which performer do you roll a gem?",
            (f"The one who costs {cheap}", f"The one who costs {dear}"),
        )
    best = sum(
        max([price for price in offer if value[sum(pair)] >= price], default=0)
        for offer, pair in zip(offers, rolls, strict=True)
    )
    return MiniGameView(tuple(pieces), f"{say} With these rolls you could have had {best}.")


def gem_or_gold_game(rng: Random, moves: Sequence[int], gold: int) -> MiniGameView:
    """Create a mini-game. The task is to choose the gem or the Gold card in each round.

    The rival gets the other card, and the larger value wins the round.
    """
    rolls = [roll_two_dice(rng) for _ in range(ROUNDS)]
    done, last = [], None
    for pair, move in zip(rolls, moves, strict=False):
        worth = odds.gem_value_by_roll()[sum(pair)]
        mine, theirs = (worth, gold) if move == 0 else (gold, worth)
        last = pair, worth
        done.append((f"{mine} : {theirs}", mine, theirs))
    pieces: list[TrialItem] = [_rounds([(text, mine > theirs) for text, mine, theirs in done])]
    won, lost = (sum(mine * way > theirs * way for _, mine, theirs in done) for way in (1, -1))
    say = (
        f"One of you gets a gem and the other a Gold {gold}. You choose. Then the gem is rolled, and the higher value "
        "wins the round."
    )
    if last:
        pair, worth = last
        pieces.append({"row": [*dice_items(*pair), GAP, {"card": f"Gold {gold}"}]})
        told = f"{sum(pair)} makes the gem worth {worth or 'nothing'}."
        say = f"{told} You have won {count_with_noun(won, 'round')}, the other player {lost}."
    if len(done) < ROUNDS:
        ask = f"Round {len(done) + 1}: which of them do you take?"
        return MiniGameView(tuple(pieces), say, ask, ("The gem", f"The Gold {gold}"))
    drawn = len(done) - won - lost
    return MiniGameView(tuple(pieces), f"{say} {count_with_noun(drawn, 'round')} ended in a tie." if drawn else say)


def distribute_gems_game(rng: Random, moves: Sequence[int], deficit: int, gems: int, table: str) -> MiniGameView:
    """Create a mini-game. The task is to distribute a treasury's gems among three performers."""
    prices = [max(2, deficit - 3), deficit, deficit + 3]
    rng.shuffle(prices)
    purse = gems * len(prices)
    rolls = [roll_two_dice(rng) for _ in range(purse)]
    value = odds.gem_value_by_roll(table)
    paid: list[tuple[int, int]] = []
    pieces: list[TrialItem] = []
    say = (
        f"You have {count_with_noun(purse, 'gem')} for three performers, and you can roll each gem only once. "
        "Their prices are "
        f"{join_words([*map(str, prices)])}."
    )
    for n, price in enumerate(prices):
        most = len(rolls) - (len(prices) - 1 - n)
        if n == len(moves):
            track = _rounds([(f"{had} for {cost}", had >= cost) for cost, had in paid], len(prices))
            # the last performer gets all remaining gems
            counts = range(1, most + 1) if n < len(prices) - 1 else (most,)
            return MiniGameView(
                (track, *pieces),
                say,
                f"How many gems do you roll for the performer who costs {price}?",
                tuple(count_with_noun(k, "gem") for k in counts),
            )
        k = moves[n] + 1 if n < len(prices) - 1 else most
        mine, rolls = rolls[:k], rolls[k:]
        worth = [value[sum(pair)] for pair in mine]
        paid.append((price, sum(worth)))
        row = [piece for pair in mine for piece in (*dice_items(*pair), GAP)]
        pieces = [{"row": row[:-1]}]
        added = f"{' + '.join(map(str, worth))} = " if k > 1 else ""
        say = f"{added}{sum(worth)} gold for a price of {price}: {'enough' if sum(worth) >= price else 'too little'}."
    track = _rounds([(f"{had} for {cost}", had >= cost) for cost, had in paid], len(prices))
    return MiniGameView(
        (track, *pieces), f"{say} You have paid {sum(had >= cost for cost, had in paid)} of {len(prices)}."
    )


SECOND_ROLLS = 2
"""Second rolls in a game."""


def second_roll_game(rng: Random, moves: Sequence[int], **_: Any) -> MiniGameView:
    """Create a mini-game. The task is to roll a gem for a price in each round.

    A few second rolls are available if the gem is worth too little.
    """
    value = odds.gem_value_by_roll()
    prices = [rng.choice([worth for worth in sorted(set(value.values())) if worth]) for _ in range(ROUNDS)]
    rolls = [(roll_two_dice(rng), roll_two_dice(rng)) for _ in range(ROUNDS)]
    left, at = SECOND_ROLLS, iter(moves)
    done: list[tuple[int, int]] = []
    pieces: list[TrialItem] = []
    say = (
        f"If a gem pays the cost, you score the cost in points. Twice in {ROUNDS} rounds, you can roll again. "
        "Then the second roll counts."
    )

    def turn(ask: str, *offers: str) -> MiniGameView:
        track = _rounds([(str(cost if had >= cost else 0), had >= cost) for cost, had in done])
        return MiniGameView((track, *pieces), say, ask, offers)

    for n, (price, (first, then)) in enumerate(zip(prices, rolls, strict=True)):
        if next(at, None) is None:
            return turn(f"Round {n + 1}: the cost is {price}.", "Roll the gem")
        worth, pieces = value[sum(first)], [{"row": list(dice_items(*first))}]
        say = _told(first, worth, price)
        if worth < price and left:
            move = next(at, None)
            if move is None:
                return turn("What do you do now?", f"Roll again ({left} left)", "Give up this round")
            if move == 0:
                left -= 1
                worth, pieces = value[sum(then)], [{"row": [*dice_items(*first), GAP, *dice_items(*then)]}]
                say = _told(then, worth, price)
        done.append((price, worth))
    say = f"{say} {count_with_noun(sum(cost for cost, had in done if had >= cost), 'point')} in {ROUNDS} rounds."
    return turn("")


# -- raids ---------------------------------------------------------------------------------------

UNGUARDED_GOLD = 2
"""Gold of a target without guards. With guards it is more."""


def choose_raid_target_game(rng: Random, moves: Sequence[int], modifier: int, guards: int) -> MiniGameView:
    """Create a mini-game.

    The task is to choose a raid in each round, for little gold without a guard or for more gold behind guards.
    """
    guards = max(1, guards)
    stakes = [rng.randint(UNGUARDED_GOLD + 1, UNGUARDED_GOLD + 3) for _ in range(ROUNDS)]
    rolls = [(roll_two_dice(rng), roll_two_dice(rng)) for _ in range(ROUNDS)]
    done: list[tuple[int, bool]] = []
    pieces: list[TrialItem] = []
    watch = count_with_noun(guards, "guard")
    say = "A guard adds 1 to the defender’s roll and wins ties. Without a guard, you win ties."
    for stake, (mine, theirs), move in zip(stakes, rolls, moves, strict=False):
        watched = guards if move else 0
        lead = sum(mine) + modifier - sum(theirs) - watched
        won = sum(mine) - sum(theirs) >= odds.least_winning_difference(modifier, watched)
        pieces = [{"row": [*dice_items(*mine), GAP, *dice_items(*theirs, own=False)]}]
        done.append((stake if move else UNGUARDED_GOLD, won))
        against = f"{sum(theirs)}{f' + {watched}' if watched else ''}"
        added = f" + {modifier}" if modifier > 0 else f" − {-modifier}" if modifier else ""
        end = "a tie" if not lead else "your total is higher" if lead > 0 else "your total is lower"
        got = f"you take {done[-1][0]} gold" if won else "you get nothing"
        say = f"{sum(mine)}{added} against {against}: {end}, so {got}."
    track = _rounds([(str(stake if won else 0), won) for stake, won in done])
    if len(done) < ROUNDS:
        return MiniGameView(
            (track, *pieces),
            say,
            f"Round {len(done) + 1}: which player do you raid?",
            (f"{UNGUARDED_GOLD} gold, no guard", f"{stakes[len(done)]} gold, {watch}"),
        )
    gold = sum(stake for stake, won in done if won)
    return MiniGameView((track, *pieces), f"{say} You have {gold} gold after {ROUNDS} raids.")


# -- cards ---------------------------------------------------------------------------------------

SMALL, WANTED, RARE = 8, 2, 3
"""Size of the small pile, number of cards of the kind in it, and points for a correct prediction of one."""


def predict_next_card_game(rng: Random, moves: Sequence[int], seats: int, kind: str) -> MiniGameView:
    """Create a mini-game.

    The task is to predict each card of a small pile. The remaining cards are useful information.
    """
    words = decks.KIND[kind]
    one = words.removesuffix("s")
    pile = [n < WANTED for n in range(SMALL)]
    rng.shuffle(pile)
    n = len(moves)
    points = sum((RARE if hit else 1) for hit, move in zip(pile, moves, strict=False) if hit == (move == 0))
    cards = [{"card": one if hit else "other", "hit": hit} for hit in pile[:n]] + [{"card": ""}] * (SMALL - n)
    say = (
        f"{SMALL} cards are shuffled, and {WANTED} of them are {words}. Predict each card. You get {RARE} points for "
        f"a {one} that you predict, and 1 for another card."
    )
    if n:
        was = f"It is {'a ' + one if pile[n - 1] else 'another card'}"
        say = (
            f"{was}: {'right' if pile[n - 1] == (moves[n - 1] == 0) else 'wrong'}. "
            f"{count_with_noun(points, 'point')} so far."
        )
    if n == SMALL:
        return MiniGameView(({"row": cards},), f"{say} Which of these cards could you know for certain?")
    return MiniGameView(({"row": cards},), say, f"Card {n + 1}: what will it be?", (f"A {one}", "Another card"))


PILES = 3


def stop_before_game_over_game(rng: Random, moves: Sequence[int], cards: int) -> MiniGameView:
    """Create a mini-game. In each of three piles, the task is to stop before the card Game Over.

    Each card is a point, and Game Over takes the points of its pile.
    """
    ends = [rng.randint(1, cards) for _ in range(PILES)]
    done: list[tuple[str, bool]] = []
    lying: list[TrialItem] = [{"card": ""}] * cards
    points, at = 0, iter(moves)
    say = (
        f"A pile has {cards} cards, and one is Game Over. You get a point for each other card. With Game Over, you "
        "lose all points of its pile."
    )
    for n, end in enumerate(ends):
        drawn = 0
        while True:
            row: list[TrialItem] = [{"card": str(k)} for k in range(1, drawn + 1)] + [{"card": ""}] * (cards - drawn)
            move = next(at, None)
            if move is None:
                offers = ("Take a card", f"Stop with {drawn}") if drawn else ("Take a card",)
                ask = f"Pile {n + 1}: {count_with_noun(cards - drawn, 'card')} left. Do you continue?"
                return MiniGameView((_rounds(done, PILES), {"row": row if drawn else lying}), say, ask, offers)
            if move == 1:
                points += drawn
                done.append((str(drawn), True))
                say = f"You stop with {drawn}. Game Over was card {end}."
                break
            drawn += 1
            if drawn == end:
                done.append(("0", False))
                say = f"Card {drawn} is Game Over. You don’t get any points from this pile."
                break
            say = f"Card {drawn} is harmless."
        lying = [*row[: end - 1], {"card": "Game Over", "hit": True}, *row[end:]]
    return MiniGameView(
        (_rounds(done, PILES), {"row": lying}), f"{say} {count_with_noun(points, 'point')} from {PILES} piles."
    )
