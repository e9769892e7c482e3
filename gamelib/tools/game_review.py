"""Review of a game: each decision of a seat with its estimated worth against the best alternative.

Everything rests on what the seat could know then (`seen_by`). The actions are played on in the same guessed positions
and with the same luck (as in `search`); those that look better than the chosen one go on to the next round, and the
best of them meets the chosen one again in fresh positions. So the loss is not that of the luckiest of many actions,
and its 95 % band means what it says. Worth is told in hundredths of a game, half for the win and half for the lead.
What looks worst at a glance is looked at first, and the first of these that costs is told from few positions before it
is thought through.

Thinking takes seconds. `judge_stepwise` and `review_record` are generators that yield None after each guessed position,
so that whoever asks can do something else in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ..base_game import Game
from ..games.monte_carlo_bot import SEED_RANGE, MonteCarloBot, play_out_in_place, utility
from ..nodes import Action, Decision, End, Seat
from ..playouts import NotEndedError, apply_unchecked
from ..record import Record
from ..state import State
from .confidence_interval import Estimate
from .priority_bot import priority_label, served_priorities

FIRST_ROUND_SAMPLES = 4  # guessed positions of the first round; each round has as many more
FINAL_SAMPLES = 96  # guessed positions in which the best one meets the chosen one
EXTRA_SAMPLE_FACTOR = 2  # times as many others, which alone count then, where the loss looks large but is not clear
EARLY_STOP_DIVISOR = 4  # after one part in so many of these it ends, if the best one is not ahead by enough to be told
MIN_LOSS = 1.0  # hundredths of a game below which a loss is not told
MIN_REPEATS = 2  # times until a mistake is a habit
ROUGH_DIVISOR = 4  # one part in so many of these is enough for what is told first,
ROUGH_CANDIDATES = 8  # which is looked for among so many decisions

PointsBySourceFunction = Callable[[Any, Seat], "dict[str, float]"]
"""The points of a seat at the end of a game by source."""


@dataclass(frozen=True)
class DecisionReview:
    """A decision that has been thought about. `best` is the chosen action itself where none looked better."""

    step: int
    """Its place among the choices of the record."""
    seat: Seat
    action: Action
    best: Action
    loss: Estimate
    """By how much the best action is worth more than the chosen one, in hundredths of a game."""
    win_rates_after_chosen_and_best: tuple[float, float] = (0.0, 0.0)
    """The share in the win after the chosen action and after the best one."""
    points_after_chosen_and_best: tuple[float, float] = (0.0, 0.0)
    """The points of the seat at the end, in the same way."""
    by_source: dict[str, float] = field(default_factory=dict)
    """How many points more the best action brings, by source."""
    missed_priority: str = ""
    """An aim of the game that the best action serves and the chosen one does not; see `knobs`."""
    is_rough: bool = False
    """Whether it is told from few positions and not against each action, and is still to be thought through."""

    @property
    def is_clear(self) -> bool:
        """Whether the band of the loss lies above 0."""
        return self.loss.low > 0

    @property
    def is_notable(self) -> bool:
        """Whether it is clear and costs enough to be told."""
        return self.is_clear and self.loss.mean >= MIN_LOSS


@dataclass(frozen=True)
class RepeatedMistake:
    """Clear mistakes of one kind: the aim that was missed, or else the verb of the better action."""

    missed: str
    verb: str
    reviews: tuple[DecisionReview, ...]

    @property
    def loss(self) -> float:
        """What they cost together."""
        return sum(one.loss.mean for one in self.reviews)


@dataclass
class _Tried:
    """What playing on from one action has brought, position by position."""

    action: Action
    worths: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    sources: Counter[str] = field(default_factory=Counter)

    def play(self, guess: Any, seat: Seat, policy: Any, seed: int, sources: PointsBySourceFunction | None) -> None:
        trial = guess.clone()
        apply_unchecked(trial, self.action)
        end: End = play_out_in_place(trial, policy, seed)
        self.worths.append(100 * utility(end, seat))
        self.wins.append((seat in end.winners) / max(1, len(end.winners)))
        self.points.append(float(end.scores[seat]))
        if sources is not None:
            self.sources.update(sources(trial, seat))


def judge_stepwise(
    state: State[Any],
    action: Action,
    rng: Random,
    step: int = 0,
    determinizations: int = FINAL_SAMPLES,
    sources: PointsBySourceFunction | None = None,
) -> Generator[None, None, DecisionReview]:
    """Think about an action of the seat that is to choose here; the generator returns what it found.

    ValueError if nobody is to choose here, or the action is not legal.
    """
    node = state.node
    if not isinstance(node, Decision) or action not in state.legal:
        raise ValueError("Only a legal action can be judged.")
    seat = node.seat
    view = state.seen_by(seat)
    bot = _bot(view)
    policy = bot.policy_for(view)
    own = policy(view, list(view.legal), rng)
    chosen = _Tried(action)
    rivals = [_Tried(other) for other in bot.candidate_actions(view, list(view.legal)) if other is not action]
    while rivals:
        for _ in range(FIRST_ROUND_SAMPLES):
            guess, seed = view.determinize(rng), int(rng.random() * SEED_RANGE)
            for tried in (chosen, *rivals):
                tried.play(guess, seat, policy, seed, None)
            yield None
        better = [one for one in rivals if _lead(one, chosen) > 0]
        better.sort(key=lambda one: -_lead(one, chosen))
        if len(rivals) == 1 or len(better) < 2:
            rivals = better
            break
        rivals = better[: (len(rivals) + 1) // 2]
    met: list[tuple[_Tried, _Tried]] = []
    # a first glance may have missed what the rule of thumb sees
    for other in dict.fromkeys([*(one.action for one in rivals[:1]), own]):
        if other is not action and not (met and _is_clear_loss(_loss(*met[-1]))):
            met.append((yield from _meeting(view, action, other, rng, policy, determinizations, sources)))
    if not met:
        return DecisionReview(step, seat, action, action, Estimate(0, 0, 0, 0))
    return _judged(view, step, *max(met, key=lambda pair: (_is_clear_loss(_loss(*pair)), _loss(*pair).mean)))


def _judged(view: Any, step: int, mine: _Tried, best: _Tried, rough: bool = False) -> DecisionReview:
    return DecisionReview(
        step,
        view.viewer,
        mine.action,
        best.action,
        _loss(mine, best),
        (_mean(mine.wins), _mean(best.wins)),
        (_mean(mine.points), _mean(best.points)),
        _difference(mine, best),
        _missed(view, mine.action, best.action),
        rough,
    )


def _roughly(
    state: State[Any], action: Action, rng: Random, step: int, fresh: int, sources: PointsBySourceFunction | None
) -> Generator[None, None, DecisionReview]:
    """What an action costs against the choice of the rule of thumb alone."""
    node = state.node
    assert isinstance(node, Decision)
    view = state.seen_by(node.seat)
    policy = _bot(view).policy_for(view)
    own = policy(view, list(view.legal), rng)
    mine, best = yield from _meeting(view, action, own, rng, policy, fresh, sources)
    return _judged(view, step, mine, best, rough=True)


def _bot(view: Any) -> MonteCarloBot:
    bot: MonteCarloBot = getattr(view.game, "bots", {}).get("monte_carlo", MonteCarloBot())
    return bot


def _meeting(
    view: Any,
    action: Action,
    other: Action,
    rng: Random,
    policy: Any,
    fresh: int,
    sources: PointsBySourceFunction | None,
) -> Generator[None, None, tuple[_Tried, _Tried]]:
    """Two actions in fresh positions; in more of them, which alone count then, where a large loss is not clear."""
    for worlds in (fresh, EXTRA_SAMPLE_FACTOR * fresh):
        mine, best = _Tried(action), _Tried(other)
        for number in range(1, worlds + 1):
            guess, seed = view.determinize(rng), int(rng.random() * SEED_RANGE)
            for tried in (mine, best):
                tried.play(guess, view.viewer, policy, seed, sources)
            yield None
            if number * EARLY_STOP_DIVISOR == fresh and _is_hopeless(_loss(mine, best)):
                break
        loss = _loss(mine, best)
        if _is_clear_loss(loss) or loss.mean < max(MIN_LOSS, (loss.high - loss.low) / 4):
            break  # clear, or less than about a standard error
    return mine, best


def _is_clear_loss(loss: Estimate) -> bool:
    return loss.low > 0


def _loss(mine: _Tried, best: _Tried) -> Estimate:
    return Estimate.from_values([b - m for b, m in zip(best.worths, mine.worths, strict=True)])


def _is_hopeless(loss: Estimate) -> bool:
    """Whether a loss that can be told is not to be expected: it would have to be half a standard error larger."""
    return loss.mean + (loss.high - loss.mean) / 4 < MIN_LOSS


def _lead(one: _Tried, other: _Tried) -> float:
    return sum(one.worths) - sum(other.worths)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _difference(mine: _Tried, best: _Tried) -> dict[str, float]:
    """The sources of points that differ, the largest difference first."""
    names = {**mine.sources, **best.sources}
    differences = {name: (best.sources[name] - mine.sources[name]) / len(mine.worths) for name in names}
    return dict(sorted(((name, more) for name, more in differences.items() if more), key=lambda item: -abs(item[1])))


def _missed(view: Any, action: Action, best: Action) -> str:
    served = {aim.id for aim, _ in served_priorities(view.game.id, view, action)}
    return next((aim.id for aim, _ in served_priorities(view.game.id, view, best) if aim.id not in served), "")


def judge_decision(state: State[Any], action: Action, rng: Random, **how: Any) -> DecisionReview:
    """What `judge_stepwise` finds, at once."""
    thinking = judge_stepwise(state, action, rng, **how)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            judged: DecisionReview = done.value
            return judged


def decision_steps(record: Record, seat: Seat) -> list[int]:
    """The steps of a record at which a seat had a choice of several actions."""
    state, steps = record.new_initial_state(), []
    for step, choice in enumerate(record.choices):
        node = state.node
        if isinstance(node, Decision) and node.seat == seat and len(state.legal) > 1:
            steps.append(step)
        state.apply(choice)
    return steps


def review_record(
    record: Record,
    seat: Seat,
    seed: int | str = 0,
    determinizations: int = FINAL_SAMPLES,
    sources: PointsBySourceFunction | None = None,
) -> Iterator[DecisionReview | None]:
    """Each decision of a seat that had a choice, the likeliest mistakes first; None between, while it thinks.

    One that costs may come before all of them, `rough`, and is the next that is thought through. NotEndedError, a
    ValueError, where playing on comes to no end.
    """
    due = set(decision_steps(record, seat))
    state, positions = record.new_initial_state(), {}
    doubts: dict[int, float] = {}
    for step, choice in enumerate(record.choices):
        if step in due:
            assert isinstance(choice, Action)
            positions[step] = state.clone()
            doubts[step] = _glance(state, choice, Random(f"{seed}/glance/{step}"))
            yield None
        state.apply(choice)
    order = sorted(positions, key=lambda step: (-doubts[step], step))
    for step in order[:ROUGH_CANDIDATES]:
        choice = record.choices[step]
        if doubts[step] <= 0 or not isinstance(choice, Action):
            break
        rng = Random(f"{seed}/rough/{step}")
        first = yield from _roughly(positions[step], choice, rng, step, -(-determinizations // ROUGH_DIVISOR), sources)
        if first.is_notable:
            yield first
            order.remove(step)
            order.insert(0, step)
            break
    for step in order:
        choice = record.choices[step]
        assert isinstance(choice, Action)
        yield (
            yield from judge_stepwise(
                positions[step], choice, Random(f"{seed}/{step}"), step, determinizations, sources
            )
        )


def _glance(state: State[Any], action: Action, rng: Random) -> float:
    """By how much the choice of the rule of thumb is ahead of this one in a few positions; 0 where it is the same."""
    node = state.node
    assert isinstance(node, Decision)
    view = state.seen_by(node.seat)
    policy = _bot(view).policy_for(view)
    own = policy(view, list(view.legal), rng)
    if own is action:
        return 0.0
    mine, other = _Tried(action), _Tried(own)
    for _ in range(FIRST_ROUND_SAMPLES):
        guess, seed = view.determinize(rng), int(rng.random() * SEED_RANGE)
        try:
            for tried in (mine, other):
                tried.play(guess, node.seat, policy, seed, None)
        except NotEndedError:
            return 0.0  # its turn comes, and then it is told
    return _lead(other, mine)


def costliest_mistakes(reviews: Sequence[DecisionReview], max_count: int = 3) -> list[DecisionReview]:
    """The clear mistakes that cost most, and not next to nothing."""
    return sorted((one for one in reviews if one.is_notable), key=lambda one: -one.loss.mean)[:max_count]


def repeated_mistakes(reviews: Sequence[DecisionReview]) -> list[RepeatedMistake]:
    """Kinds of clear mistakes that were made again and again, the one that cost most first."""
    kinds: dict[tuple[str, str], list[DecisionReview]] = {}
    for one in reviews:
        if one.is_notable:
            kinds.setdefault((one.missed_priority, "" if one.missed_priority else one.best.verb), []).append(one)
    repeated = [
        RepeatedMistake(missed, verb, tuple(all_)) for (missed, verb), all_ in kinds.items() if len(all_) >= MIN_REPEATS
    ]
    return sorted(repeated, key=lambda mistake: -mistake.loss)


def describe_repeated_mistake(game: Game, mistake: RepeatedMistake, names: Sequence[str] = ()) -> str:
    """A habit in the words of the game."""
    times = len(mistake.reviews)
    if mistake.missed:
        return f"{times} times this would have been better: {priority_label(game, mistake.missed)}."
    return f"{times} times something like “{game.describe(mistake.reviews[0].best, names)}” would have been better."
