"""Mini-games without board games: predict coins, remember the balls in a bag, decide when to stop rolling."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gamelib.bank.classics import RED_BALLS
from gamelib.number_format import count_with_noun

from .experiment import MiniGameView, TrialItem

ROUNDS = 5
DIE = 6


def predict_roll_game(rng: Random, moves: Sequence[int], faces: int, least: int) -> MiniGameView:
    """Create a mini-game in which the pupil predicts whether a roll is at least a given number."""
    rolls = [rng.randint(1, faces) for _ in range(ROUNDS)]
    n, points = len(moves), sum((roll >= least) == (move == 0) for roll, move in zip(rolls, moves, strict=False))
    track = [{"text": str(roll), "hit": roll >= least} for roll in rolls[:n]] + [{}] * (ROUNDS - n)
    pieces: list[TrialItem] = [{"track": track}]
    say = "A die is rolled. You get a point for each correct prediction."
    if n:
        pieces.append({"row": [_die(rolls[n - 1], faces, least)]})
        say = f"The die shows {rolls[n - 1]}. You have {count_with_noun(points, 'point')} so far."
    if n == ROUNDS:
        return MiniGameView(tuple(pieces), say)
    return MiniGameView(
        tuple(pieces), say, f"Round {n + 1}: what will the die show?", (f"{least} or more", f"Less than {least}")
    )


def _die(n: int, faces: int, least: int) -> TrialItem:
    return {"die": n, "own": n >= least} if faces == DIE else {"card": str(n), "hit": n >= least}


def predict_heads_count_game(rng: Random, moves: Sequence[int], coins: int, hits: int) -> MiniGameView:
    """Create a mini-game in which the pupil predicts the number of heads."""
    tossed = [[rng.random() < 0.5 for _ in range(coins)] for _ in range(ROUNDS)]
    right = [sum(row) == move for row, move in zip(tossed, moves, strict=False)]
    n = len(moves)
    track = {
        "track": [{"text": str(sum(row)), "hit": hit} for row, hit in zip(tossed, right, strict=False)]
        + [{}] * (ROUNDS - n)
    }
    say = f"{coins} coins are tossed together. How many will show heads? You get a point for each correct prediction."
    pieces: list[TrialItem] = [track]
    if n:
        pieces.append({"row": [{"coin": "H" if head else "T", "hit": head} for head in tossed[n - 1]]})
        said = "correct" if right[-1] else f"you predicted {moves[-1]}"
        say = (
            f"{count_with_noun(sum(tossed[n - 1]), 'coin')} with heads: {said}. You have "
            f"{count_with_noun(sum(right), 'point')} so far."
        )
    if n == ROUNDS:
        return MiniGameView(tuple(pieces), say)
    return MiniGameView(
        tuple(pieces), say, f"Round {n + 1}: how many heads will there be?", tuple(map(str, range(coins + 1)))
    )


THROWS_PER_TURN = 3


def loaded_die_game(rng: Random, moves: Sequence[int], throws: int, many: int) -> MiniGameView:
    """Create a mini-game in which the pupil decides whether a die is fair or loaded."""
    loaded = rng.random() < 0.5
    faces = (1, 2, 3, 4, 5, 6, 6, 6) if loaded else (1, 2, 3, 4, 5, 6)
    thrown = [rng.choice(faces) for _ in range(2 * throws)]
    n, said = THROWS_PER_TURN, -1
    for move in moves:
        on = n < len(thrown)
        n += THROWS_PER_TURN * (on and not move)
        said = move - on
    pieces: tuple[TrialItem, ...] = ({"row": [{"die": face, "own": face == DIE} for face in thrown[:n]]},)
    say = "One of two dice is rolled: a fair one, or one that shows the six three times as often as any other face."
    if n > THROWS_PER_TURN:
        say = f"{thrown[:n].count(DIE)} of {n} rolls are sixes."
    if said >= 0:
        right = bool(said) is loaded
        return MiniGameView(
            pieces,
            f"You answered after {n} rolls. It’s the {'loaded' if loaded else 'fair'} one: "
            f"{'right' if right else 'not this time'}.",
        )
    more = ("Roll again",) if n < len(thrown) else ()
    return MiniGameView(pieces, say, "Which die is it?", (*more, "It’s fair", "It’s biased"))


def better_player_game(rng: Random, moves: Sequence[int], deals: int, wins: int) -> MiniGameView:
    """Create a mini-game in which the pupil decides which of two players is better."""
    is_first_better = rng.random() < 0.5
    better_ahead = [rng.randrange(10) < wins for _ in range(4 * deals)]
    first_ahead = [ahead is is_first_better for ahead in better_ahead]
    n, said = 1, -1
    for move in moves:
        on = n < len(first_ahead)
        n += on and not move
        said = move - on
    pieces: tuple[TrialItem, ...] = (
        {"row": [{"coin": "A" if ahead else "B", "hit": ahead} for ahead in first_ahead[:n]]},
    )
    say = f"Ada and Ben play. One of them is better, and is ahead in {wins} of 10 deals on average."
    if n > 1:
        say = f"Ada (A) was ahead in {first_ahead[:n].count(True)} of {n} deals."
    if said >= 0:
        is_right = (said == 0) is is_first_better
        return MiniGameView(
            pieces,
            f"You answered after {count_with_noun(n, 'deal')}. {'Ada' if is_first_better else 'Ben'} is better: "
            f"{'right' if is_right else 'not this time'}.",
        )
    more = ("Play another deal",) if n < len(first_ahead) else ()
    return MiniGameView(pieces, say, "Who is better?", (*more, "Ada is better", "Ben is better"))


def predict_second_ball_game(rng: Random, moves: Sequence[int], blue: int, back: bool) -> MiniGameView:
    """Create a mini-game in which the pupil sees one ball and predicts the next one."""
    balls = ["red"] * RED_BALLS + ["blue"] * blue
    drawn = [[rng.choice(balls), rng.choice(balls)] if back else rng.sample(balls, 2) for _ in range(ROUNDS)]
    calls = [("red", "blue")[move] for move in moves]
    right = [second == call for (_, second), call in zip(drawn, calls, strict=False)]
    n = len(moves)
    called = [{"text": "✓" if hit else "–", "hit": hit} for hit in right]
    pieces: list[TrialItem] = [{"track": called + [{}] * (ROUNDS - n)}]
    goes = "goes back before the second ball is drawn" if back else "stays out when the second ball is drawn"
    say = f"The bag holds {RED_BALLS} red balls and {blue} blue balls. The first ball {goes}."
    if n:
        say = (
            f"{drawn[n - 1][0].capitalize()}, then {drawn[n - 1][1]}: {'correct' if right[-1] else 'not this time'}. "
            f"Correct predictions: {sum(right)} of {n}."
        )
    if n == ROUNDS:
        return MiniGameView((*pieces, {"row": [{"ball": colour} for colour in drawn[-1]]}), say)
    first = drawn[n][0]
    begin = (
        f"All {RED_BALLS + blue} balls are back in the bag. A new first ball is drawn."
        if n
        else "The first ball is drawn."
    )
    return MiniGameView(
        (*pieces, {"row": [{"ball": first}]}),
        f"{say} {begin} It is {first}.",
        f"Round {n + 1}: what colour will the second ball be?",
        ("Red", "Blue"),
    )


GAMES = 3
MAX_THROWS = 12
"""Maximum number of throws in a round."""


def push_your_luck_game(rng: Random, moves: Sequence[int], faces: int, hits: int) -> MiniGameView:
    """Create a mini-game of three rounds in which the pupil decides when to stop.

    Each successful throw brings a point. If the awaited event occurs, the pupil loses the points of this round.
    """
    ends = _face(faces).lower() if hits == 1 else f"one of the {hits} highest faces"
    done: list[TrialItem] = []
    lying: list[TrialItem] = []
    points, at = 0, iter(moves)
    die = "A die" if faces == DIE else f"A die with {faces} faces"
    say = f"{die}. Each roll without {ends} scores a point. But {ends} takes away all the points of its round."
    for n in range(GAMES):
        row: list[TrialItem] = []
        round_rng = Random(rng.random())
        while True:
            move = next(at, None)
            if move is None:
                stop = f"Stop with {len(row)}"
                offers = ("Throw",) if not row else ("Throw", stop) if len(row) < MAX_THROWS else (stop,)
                track = {"track": [*done, *[{}] * (GAMES - n)]}
                return MiniGameView(
                    (track, {"row": row or lying}), say, f"Round {n + 1}: do you roll again, or stop?", offers
                )
            if move == 1 or len(row) == MAX_THROWS:
                points += len(row)
                done.append({"text": str(len(row)), "hit": True})
                say = f"You stop with {count_with_noun(len(row), 'point')}."
                break
            face = round_rng.randint(1, faces)
            if face > faces - hits:
                done.append({"text": "0", "hit": False})
                say = f"{_face(face)} on roll {len(row) + 1}: you don’t get any points from this round."
                row.append({"die": face, "own": True} if faces <= DIE else {"card": str(face), "hit": True})
                break
            row.append({"die": face, "own": False} if faces <= DIE else {"card": str(face)})
            say = f"{_face(face)}. {count_with_noun(len(row), 'point')} in this round."
        lying = row
    return MiniGameView(
        ({"track": done}, {"row": lying}), f"{say} {count_with_noun(points, 'point')} in {GAMES} rounds."
    )


def _face(n: int) -> str:
    return f"{'An' if n in (8, 11, 18) else 'A'} {n}"
