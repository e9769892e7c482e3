"""Monte Carlo bot: play out each promising action in determinizations of the view.

The bot works for every game. A *policy*, usually the heuristic bot of the game, chooses for all seats in the playouts.
A policy is `fair` if it reads only the parts of a position that its seat may know. A fair policy gets the
determinization itself, so playouts create no view for each decision.

Actions are compared in the same determinizations with common random numbers. Each kind of step of each seat has its own
stream of random numbers, so an additional card for one seat does not change the random numbers of other seats. In
Emira, this nearly halves the standard deviation of the difference between two actions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import repeat
from random import Random
from typing import Any, NamedTuple

from ..nodes import Action, End, Seat
from ..playouts import MAX_STEPS, Bot, CommonRandomNumbers, NotEndedError, apply_unchecked, random_bot
from ..step import AUTO, CHANCE

SEED_RANGE = 1 << 53
SOLO_HALF_SCORE = 50  # score that has the value one half in a solo game


class PlayoutLimit(NamedTuple):
    """Point at which a playout stops: when step `step_name` is due for the `occurrence`-th time."""

    step_name: str
    occurrence: int


@dataclass
class Candidate:
    """Action with the values of its playouts.

    Entries at the same index of `values` come from the same determinization and the same random numbers.
    """

    action: Action
    values: list[float] = field(default_factory=list)

    def mean(self) -> float:
        """Return the mean value of the playouts."""
        return sum(self.values) / len(self.values)


@dataclass(frozen=True)
class MonteCarloBot:
    """Bot that plays out each candidate action and takes the action with the best mean. A policy chooses for all seats.

    All actions are tried in the same determinizations with the same random numbers, so that differences depend less on
    luck. After each round of the search, the worse half of the actions is dropped (sequential halving). The action of
    the policy always remains. Another action replaces it only if its mean value is higher by at least
    `min_lead_in_standard_errors` standard errors, so noise does not weaken a good policy. The value of a playout is its
    `lead_weighted_value`, which is mostly the lead in score.

    Attributes:
        playouts: Approximate number of playouts per move. Each action has at least one playout in each round
            of the search.
        policy: Bot that chooses for all seats in the playouts, or None for the heuristic bot of the game.
        min_lead_in_standard_errors: Another action replaces the action of the policy only if its mean value is higher
            by this many standard errors.
        max_candidates: Maximum number of actions besides the action of the policy. The candidates are the next choices
            of the policy if its better actions are removed. If the policy ranks no actions, like the random bot, all
            actions are candidates.
        stop_at: Limit of a playout, or None. At the limit, the playout stops and the game estimates the final scores.
            With None, playouts run to the end of the game.

    Example:
        >>> from gamelib import game, simulate
        >>> bot = MonteCarloBot(playouts=4)
        >>> simulate("towers", 2, [bot, "random"], games=1, seed=1).games
        1
    """

    playouts: int = 120
    policy: Bot | None = None
    min_lead_in_standard_errors: float = 1.0
    max_candidates: int = 6
    stop_at: PlayoutLimit | None = None

    def __call__(self, view: Any, legal: list[Action], rng: Random) -> Action:
        """Return the action with the best mean value, or the action of the policy if the lead is too small."""
        if len(legal) == 1:
            return legal[0]
        policy_action = self.policy_for(view)(view, legal.copy(), rng)
        standing, *rest = self.search(view, legal, policy_action, rng)
        best = max(rest, key=Candidate.mean, default=standing)
        return (
            best.action if lead_in_standard_errors(best, standing) > self.min_lead_in_standard_errors else policy_action
        )

    def policy_for(self, view: Any) -> Bot:
        """Return the given policy. The default is the heuristic bot of the game, or the random bot if there is none."""
        if self.policy is not None:
            return self.policy
        named: Bot = getattr(view.game, "bots", {}).get("thumb", random_bot)
        return named

    def candidate_actions(self, view: Any, legal: list[Action]) -> list[Action]:
        """Return the actions to play out. The default is all legal actions."""
        return legal

    def candidates_besides_policy_action(
        self, view: Any, legal: list[Action], policy_action: Action, rng: Random
    ) -> list[Action]:
        """Return the actions that the policy would choose next if its better actions were removed."""
        policy = self.policy_for(view)
        rest = [action for action in self.candidate_actions(view, legal) if action is not policy_action]
        if policy is random_bot:
            return rest
        left = rest.copy()
        picked: list[Action] = []
        while left and len(picked) < self.max_candidates:
            action = policy(view, left.copy(), rng)
            if action not in left:
                return rest
            left.remove(action)
            picked.append(action)
        return picked

    def search(self, view: Any, legal: list[Action], policy_action: Action, rng: Random) -> list[Candidate]:
        """Return the candidates of the last round of the search, with the action of the policy first.

        Args:
            view: Position as the seat sees it.
            legal: Legal actions of the seat.
            policy_action: Action that the policy chooses, which is a candidate in every round.
            rng: Source of all random numbers.

        Example:
            >>> from gamelib import game
            >>> view = game("harem").position("2 seats; now turn; turns 3").seen_by(0)
            >>> legal = list(view.legal)
            >>> [len(one.values) > 0 for one in MonteCarloBot(playouts=4).search(view, legal, legal[0], Random(1))]
            [True, True]
        """
        rest = [Candidate(action) for action in self.candidates_besides_policy_action(view, legal, policy_action, rng)]
        standing = Candidate(policy_action)
        rounds = max(1, len(rest).bit_length())
        worlds: list[tuple[Any, int]] = []
        policy = self.policy_for(view)
        while True:
            tried = [standing, *rest]
            for _ in range(max(1, self.playouts // rounds // len(tried))):
                worlds.append((view.determinize(rng), int(rng.random() * SEED_RANGE)))
            for candidate in tried:
                for guess, seed in worlds[len(candidate.values) :]:
                    trial = guess.clone()
                    apply_unchecked(trial, candidate.action)
                    candidate.values.append(self._worth(trial, policy, seed, view.viewer))
            if len(rest) <= 1:
                return tried
            rest.sort(key=Candidate.mean, reverse=True)
            del rest[(len(rest) + 1) // 2 :]

    def _worth(self, trial: Any, policy: Bot, seed: int, seat: Seat) -> float:
        """Return the value of a playout for a seat. A playout that does not end counts as a tie."""
        try:
            return lead_weighted_value(play_out_in_place(trial, policy, seed, self.stop_at), seat)
        except NotEndedError:
            return lead_weighted_value(End("no_end", "", (0,) * trial.seats, tuple(range(trial.seats))), seat)


def play_out_in_place(
    state: Any, policy: Bot, seed: int, stop_at: PlayoutLimit | None = None, max_steps: int = MAX_STEPS
) -> End:
    """Play a determinization to its end, in place and without validation.

    With the same seed, each seat gets the same random numbers. `stop_at` has the meaning of `MonteCarloBot.stop_at`.
    The end of a stopped playout has the reason "stopped" and no rule. Raise NotEndedError, a ValueError, if the game
    has not ended after `max_steps` steps.
    """
    todo = state.agenda_frames
    last, left = (state.game.steps[stop_at.step_name], stop_at.occurrence) if stop_at else (None, 0)
    blind, fair = getattr(policy, "ignores_view", False), getattr(policy, "fair", False)
    streams = CommonRandomNumbers(seed)
    for _ in repeat(None, max_steps):
        if not todo:
            break
        frame = todo[-1]
        step = frame.step
        if step.kind == AUTO:
            step.execute(state, frame, None)
            continue
        if step is last:
            left -= 1
            if not left:
                return truncated_end(state)
        seat = step.acting_seat(state, frame)
        rng = streams.generator(step.name, seat)
        if step.kind == CHANCE or policy is random_bot:
            step.execute_randomly(state, frame, rng)
            continue
        moves = step.legal_actions(state, frame)
        view = state if fair else None if blind else state.seen_by(seat)
        step.execute(state, frame, moves[0] if len(moves) == 1 else policy(view, moves.copy(), rng))
    if todo:
        raise NotEndedError(state, max_steps)
    end: End = state.result
    return end


def truncated_end(state: Any) -> End:
    """Return the end of a stopped playout, with the estimated scores and the leading seats."""
    scores = tuple(state.game.score_estimates(state))
    best = max(scores)
    return End("stopped", "", scores, tuple(seat for seat, score in enumerate(scores) if score == best))


def lead_in_standard_errors(candidate: Candidate, baseline: Candidate) -> float:
    """Return the mean difference in value between two candidates in paired playouts, in standard errors."""
    if candidate is baseline:
        return 0.0
    differences = [a - b for a, b in zip(candidate.values, baseline.values, strict=True)]
    n = len(differences)
    mean = sum(differences) / n
    spread = sum((difference - mean) ** 2 for difference in differences)
    return float(mean / ((spread + 0.02) / n / n) ** 0.5)  # +0.02 acts like one more playout with a small difference


def half_win_half_lead_value(end: End, seat: int) -> float:
    """Return the value of an end for a seat, from 0 to 1.

    One half of the value is the share of the seat in the win. The other half is the lead in score. In a solo game, only
    the score counts.
    """
    return _blend(end, seat, 0.5, 1)


def lead_weighted_value(end: End, seat: int) -> float:
    """Return the value of an end for the search, from 0 to 1: mostly the lead, and a little for the win.

    The lead has less noise than the win. With the lead, the search needs only a half (Court) to a third (Wishes) of the
    playouts to find the better of two actions.
    """
    return _blend(end, seat, 0.05, 3)


def _blend(end: End, seat: int, win: float, slack: int) -> float:
    """Combine the share in the win (weight `win`) and the lead in score (remaining weight) to a value.

    With a larger `slack`, additional points still count at a larger lead.
    """
    if len(end.scores) == 1:
        return float(end.scores[seat] / (SOLO_HALF_SCORE + abs(end.scores[seat])))
    share = (seat in end.winners) / len(end.winners)
    others = [score for s, score in enumerate(end.scores) if s != seat]
    ahead = end.scores[seat] - max(others)
    scale = slack * (1 + sum(map(abs, end.scores)) / len(end.scores) / 4)
    return win * share + (1 - win) * (1 + ahead / (scale + abs(ahead))) / 2
