"""Riddles that lie ready: what players did and a review found costly, and such as take long to make.

`riddles.toml` in a game's folder here lists them:

    [why]
    overpaid = "..."                  a reason in words, filled with terms, by its id

    [[better]]                        a decision that a review found, judged by playing on
    position = "3 seats; ..."         as `Game.position` reads it
    did = "bid(620)"                  what somebody did
    good = "bid(500)"                 what is worth far more than it, and than all of these
    near = ["pass", "bid(780)"]       the other answers
    wins = [20, 60, 44, 31]           games of 100 that are won after these four, in `PLAYOUTS` played on
    points = [8, 12, 10, 9]           and what they bring on average
    rule = "EMI-6.5"                  the rule that decides
    why = "overpaid"
    exact = true                      counted out to the end instead (see `exact`): what others choose changes nothing
    shown = ["hand:0/hand"]           what its picture shows: groups of the table, "zone/group", and facts, "zone@icon"

    [[ready]]                         one that its kind makes at once, from this position with this luck
    kind = "may"
    position = "2 seats; ..."
    luck = "17"
    rules = ["EMI-2.1"]               the rules that decide
    about = ["EMI-12.1"]              those that the run is about for which it was made
    shown = [...]

`python -m tools.find_riddles` finds them, counts the wins and picks what is shown.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

from ..base_game import Game
from ..games.monte_carlo_bot import SEED_RANGE, play_out_in_place, utility
from ..nodes import Action, Decision
from ..playouts import apply_unchecked
from ..state import State
from ..tools.confidence_interval import Estimate
from . import content_folder
from .quiz_question_types import (
    BETTER_ACTION_TYPE,
    QUESTION_TYPES,
    PositionSurvey,
    QuizAnswer,
    QuizQuestion,
    format_quiz_text,
)

PLAYOUTS = 400
"""Games in which the wins of `riddles.toml` have been counted."""
DEFAULT_PLAYOUTS = 60
"""Games in which an answer is judged anew."""
MIN_ADVANTAGE = 5
"""Games of 100 that one answer wins more than another where games are told; else points are."""


@dataclass(frozen=True)
class PreparedQuizQuestion:
    """A riddle that lies ready, and the places that its picture shows."""

    game: Game
    entry: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """The kind of the riddle, without making it."""
        return str(self.entry.get("kind", BETTER_ACTION_TYPE))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that decide, without making it."""
        return tuple(self.entry.get("rules") or [self.entry["rule"]])

    def is_relevant_to(self, rules: Collection[str]) -> bool:
        """Whether it suits a run about these rules: one of them decides, or it was made for such a run; none: any."""
        return not rules or not set(rules).isdisjoint(self.rules) or set(rules) == set(self.entry.get("about", ()))

    @property
    def visible_groups(self) -> tuple[str, ...]:
        """The places of the table that its picture shows."""
        return tuple(self.entry["shown"])

    @cached_property
    def quiz_question(self) -> QuizQuestion:
        """The riddle itself; ValueError where a changed table or rule leaves none."""
        state, luck = self.game.position(self.entry["position"]), self.entry.get("luck", self.entry["position"])
        place = PositionSurvey(state, Random(luck))
        return QUESTION_TYPES[self.kind](place) if self.kind in QUESTION_TYPES else _better(place, self.entry)


def _better(at: PositionSurvey, entry: Mapping[str, Any]) -> QuizQuestion:
    """Somebody did this: what would have been better? Each answer tells how many games were won after it."""
    game = at.game
    did, good, *near = (game.parse_choice(text) for text in (entry["did"], entry["good"], *entry["near"]))
    (of_did, best, *rest), (lost, most, *points) = entry["wins"], entry["points"]

    def note(kind: str, won: int, brings: int) -> str:
        """What came of an action, told by games won, or by points where as many are won."""
        how = "wins" if best - won >= MIN_ADVANTAGE else "points"
        best_of, what = (best, won) if how == "wins" else (most, brings)
        how = f"exact_{how}" if entry.get("exact") else how
        return format_quiz_text(
            "notes", f"{kind}_{how}", n=str(PLAYOUTS), good=at.say(good), best=str(best_of), what=str(what)
        )

    wrong = [
        QuizAnswer(at.say(one), one, note("better", won, brings))
        for one, won, brings in zip(near, rest, points, strict=True)
    ]
    why = game.texts.fill_template(_data(game.id)["why"][entry["why"]])
    return at.make_question_with_standard_prompt(
        BETTER_ACTION_TYPE,
        QuizAnswer(at.say(good), good),
        wrong,
        f"{why} {note('cost', of_did, lost)}",
        (entry["rule"],),
        did,
    )


@cache
def prepared_quiz_questions(game: Game) -> tuple[PreparedQuizQuestion, ...]:
    """The riddles of a game that lie ready; of corrected card tables, for which nothing was counted, none."""
    if game.cards_folder != game.folder:
        return ()
    data = _data(game.id)
    return tuple(PreparedQuizQuestion(game, entry) for part in ("better", "ready") for entry in data.get(part, ()))


def playout_results(
    state: State[Any], actions: Sequence[Action], playouts: int, rng: Random
) -> dict[Action, list[tuple[float, float, float]]]:
    """What comes of each action in so many games played on from guesses of what its seat sees, each with the same luck
    after every action: its worth in hundredths of a game, whether it is won, in hundredths, and the points.

    ValueError where a game comes to no end.
    """
    assert isinstance(state.node, Decision)
    seat, thumb = state.node.seat, state.game.bots["thumb"]
    view = state.seen_by(seat)
    results: dict[Action, list[tuple[float, float, float]]] = {action: [] for action in actions}
    for _ in range(playouts):
        guess, luck = view.determinize(rng), int(rng.random() * SEED_RANGE)
        for action, ends in results.items():
            trial = guess.clone()
            apply_unchecked(trial, action)
            end = play_out_in_place(trial, thumb, luck)
            won = (seat in end.winners) / max(1, len(end.winners))
            ends.append((100 * utility(end, seat), 100 * won, float(end.scores[seat])))
    return results


def best_answer_indexes(question: QuizQuestion, state: State[Any], playouts: int = DEFAULT_PLAYOUTS) -> list[int]:
    """The number of the answer that is worth most here when games are played on; none where nothing can be done."""
    acts = {one.represented_value: n for n, one in enumerate(question.answers)}
    node = state.node
    legal = [act for act in acts if act in state.legal] if isinstance(node, Decision) else []
    results = playout_results(state, legal, playouts, Random(question.position)) if legal else {}
    return [acts[max(results, key=lambda act: sum(worth for worth, *_ in results[act]))]] if results else []


def action_value_lead(
    results: Mapping[Action, Sequence[tuple[float, float, float]]], action: Action, baseline: Action
) -> Estimate:
    """By how much one action is worth more than another, in hundredths of a game, with its band."""
    return Estimate.from_values([a - b for (a, *_), (b, *_) in zip(results[action], results[baseline], strict=True)])


@cache
def _data(id: str) -> dict[str, Any]:
    path = content_folder(id) / "riddles.toml"
    return tomllib.loads(path.read_text(encoding="utf-8-sig")) if path.is_file() else {}
