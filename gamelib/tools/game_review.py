"""Game review: estimate how much each decision of a seat loses against the best alternative.

The review uses only the information of the seat at that time (`seen_by`). The playouts of all actions use the same
determinizations with common random numbers (as in `monte_carlo_bot`). Actions that look better than the chosen one go
to the next round. The best of them and the chosen one are compared again in fresh determinizations. Therefore the loss
is not biased by the selection of the luckiest action, and its 95% confidence interval is valid. Values are in
hundredths of a game. A win and the lead in points each count half. The decisions with the largest losses in a
quick estimate are reviewed first. The first one with a notable loss is reported from few samples before its full
review.

A review takes seconds. `review_decision_stepwise` and `iter_reviews_worst_first` are generators that yield None after
each determinization, so that the caller can do other work in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ..base_game import Game
from ..games.monte_carlo_bot import SEED_RANGE, MonteCarloBot, half_win_half_lead_value, play_out_in_place
from ..nodes import Action, Decision, End, Seat
from ..playouts import NotEndedError, apply_unchecked
from ..record import Record
from ..state import State
from .confidence_interval import Estimate
from .priority_bot import priority_label, served_priorities

FIRST_ROUND_SAMPLES = 4  # determinizations of the first round, and of each further round
FINAL_SAMPLES = 96  # determinizations of the comparison between the best and the chosen action
EXTRA_SAMPLE_FACTOR = 2  # factor by which a second, separate sample is larger. It is used if a large loss is not clear
EARLY_STOP_DIVISOR = 4  # the comparison stops after this fraction of the samples if a notable loss is unlikely
MIN_LOSS = 1.0  # minimum loss that is reported, in hundredths of a game
MIN_REPEATS = 2  # minimum number of similar mistakes that are reported as repeated
ROUGH_DIVISOR = 4  # fraction of the determinizations for the rough result that is reported first
ROUGH_CANDIDATES = 8  # number of decisions that are candidates for the rough result

PointsBySourceFunction = Callable[[Any, Seat], "dict[str, float]"]
"""Function that returns the points of a seat at the end of a game by source."""


@dataclass(frozen=True)
class DecisionReview:
    """Review of one decision. `best` is the chosen action itself if no other action looked better."""

    step: int
    """Index among the choices of the record."""
    seat: Seat
    action: Action
    best: Action
    loss: Estimate
    """Value of the best action minus the value of the chosen one, in hundredths of a game."""
    win_rates_after_chosen_and_best: tuple[float, float] = (0.0, 0.0)
    """Share of the win after the chosen action and after the best one."""
    points_after_chosen_and_best: tuple[float, float] = (0.0, 0.0)
    """Points of the seat at the end, after the chosen action and after the best one."""
    by_source: dict[str, float] = field(default_factory=dict)
    """Additional points of the best action, by source."""
    missed_priority: str = ""
    """Priority that the best action serves and the chosen one does not. See `priority_bot`."""
    is_rough: bool = False
    """Whether the result is from few samples and one alternative, before the full review."""

    @property
    def is_clear(self) -> bool:
        """Whether the confidence interval of the loss is completely above 0."""
        return self.loss.low > 0

    @property
    def is_notable(self) -> bool:
        """Whether the loss is clear and large enough to report."""
        return self.is_clear and self.loss.mean >= MIN_LOSS


@dataclass(frozen=True)
class RepeatedMistake:
    """Kind of notable mistake: the missed priority, or the verb of the better action if no priority was missed."""

    missed: str
    verb: str
    reviews: tuple[DecisionReview, ...]

    @property
    def total_loss(self) -> float:
        """Sum of the mean losses of the decisions of this mistake."""
        return sum(one.loss.mean for one in self.reviews)


@dataclass
class _Tried:
    """Results of the playouts after one action."""

    action: Action
    worths: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    sources: Counter[str] = field(default_factory=Counter)

    def play(self, guess: Any, seat: Seat, policy: Any, seed: int, sources: PointsBySourceFunction | None) -> None:
        trial = guess.clone()
        apply_unchecked(trial, self.action)
        end: End = play_out_in_place(trial, policy, seed)
        self.worths.append(100 * half_win_half_lead_value(end, seat))
        self.wins.append((seat in end.winners) / max(1, len(end.winners)))
        self.points.append(float(end.scores[seat]))
        if sources is not None:
            self.sources.update(sources(trial, seat))


def review_decision_stepwise(
    state: State[Any],
    action: Action,
    rng: Random,
    step: int = 0,
    determinizations: int = FINAL_SAMPLES,
    sources: PointsBySourceFunction | None = None,
) -> Generator[None, None, DecisionReview]:
    """Review an action of the deciding seat. The generator returns the review as its value.

    Raise ValueError if the state is not a decision or the action is not legal.
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
    # the candidates can lack the action that the heuristic bot prefers
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
    """Compare an action only with the choice of the heuristic bot, as a quick review."""
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
    """Compare two actions in fresh determinizations.

    If the loss is large but not clear, compare the actions again in a larger sample.
    """
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
            break  # the loss is clear, or smaller than about one standard error
    return mine, best


def _is_clear_loss(loss: Estimate) -> bool:
    return loss.low > 0


def _loss(mine: _Tried, best: _Tried) -> Estimate:
    return Estimate.from_values([b - m for b, m in zip(best.worths, mine.worths, strict=True)])


def _is_hopeless(loss: Estimate) -> bool:
    """Return whether even the mean loss plus half a standard error is too small to report."""
    return loss.mean + (loss.high - loss.mean) / 4 < MIN_LOSS


def _lead(one: _Tried, other: _Tried) -> float:
    return sum(one.worths) - sum(other.worths)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _difference(mine: _Tried, best: _Tried) -> dict[str, float]:
    """Return the points that the better action gains, by source of the points, largest difference first."""
    names = {**mine.sources, **best.sources}
    differences = {name: (best.sources[name] - mine.sources[name]) / len(mine.worths) for name in names}
    return dict(sorted(((name, more) for name, more in differences.items() if more), key=lambda item: -abs(item[1])))


def _missed(view: Any, action: Action, best: Action) -> str:
    served = {aim.id for aim, _ in served_priorities(view.game.id, view, action)}
    return next((aim.id for aim, _ in served_priorities(view.game.id, view, best) if aim.id not in served), "")


def review_decision(state: State[Any], action: Action, rng: Random, **how: Any) -> DecisionReview:
    """Run `review_decision_stepwise` to its end and return the review."""
    thinking = review_decision_stepwise(state, action, rng, **how)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            judged: DecisionReview = done.value
            return judged


def steps_with_several_legal_actions(record: Record, seat: Seat) -> list[int]:
    """Return the steps of a game record at which a seat had several legal actions."""
    state, steps = record.new_initial_state(), []
    for step, choice in enumerate(record.choices):
        node = state.node
        if isinstance(node, Decision) and node.seat == seat and len(state.legal) > 1:
            steps.append(step)
        state.apply(choice)
    return steps


def iter_reviews_worst_first(
    record: Record,
    seat: Seat,
    seed: int | str = 0,
    determinizations: int = FINAL_SAMPLES,
    sources: PointsBySourceFunction | None = None,
) -> Iterator[DecisionReview | None]:
    """Yield a review of each decision of a seat with several legal actions. The most likely mistakes come first.

    The generator yields None between reviews. The first review can be a rough one (`is_rough`). The full review of
    the same decision is next. Raise NotEndedError, a ValueError, if a playout does not end.
    """
    due = set(steps_with_several_legal_actions(record, seat))
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
            yield from review_decision_stepwise(
                positions[step], choice, Random(f"{seed}/{step}"), step, determinizations, sources
            )
        )


def _glance(state: State[Any], action: Action, rng: Random) -> float:
    """Return how far the heuristic bot's choice leads in a few determinizations, or 0 if it is this action."""
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
            return 0.0  # the full review of this decision raises the same error
    return _lead(other, mine)


def costliest_mistakes(reviews: Sequence[DecisionReview], max_count: int = 3) -> list[DecisionReview]:
    """Return the notable mistakes with the largest losses."""
    return sorted((one for one in reviews if one.is_notable), key=lambda one: -one.loss.mean)[:max_count]


def repeated_mistakes(reviews: Sequence[DecisionReview]) -> list[RepeatedMistake]:
    """Return the kinds of notable mistakes that occurred repeatedly, largest total loss first."""
    kinds: dict[tuple[str, str], list[DecisionReview]] = {}
    for one in reviews:
        if one.is_notable:
            kinds.setdefault((one.missed_priority, "" if one.missed_priority else one.best.verb), []).append(one)
    repeated = [
        RepeatedMistake(missed, verb, tuple(all_)) for (missed, verb), all_ in kinds.items() if len(all_) >= MIN_REPEATS
    ]
    return sorted(repeated, key=lambda mistake: -mistake.total_loss)


def describe_repeated_mistake(game: Game, mistake: RepeatedMistake, names: Sequence[str] = ()) -> str:
    """Describe a repeated mistake in the terms of the game."""
    times = len(mistake.reviews)
    if mistake.missed:
        return f"{times} times this would have been better: {priority_label(game, mistake.missed)}."
    return f"{times} times something like “{game.describe(mistake.reviews[0].best, names)}” would have been better."
