"""Prepared quiz questions: costly decisions that a game review found, and questions that take a long time to create.

The file `riddles.toml` in the folder of the game lists the prepared quiz questions:

    [why]
    overpaid = "..."                  a reason in words by its id. The text can contain terms

    [[better]]                        a decision that a game review found, judged by playouts
    position = "3 seats; ..."         position text for `Game.position`
    did = "bid(620)"                  the action that a player chose
    good = "bid(500)"                 an action that is much better than `did` and all of `near`
    near = ["pass", "bid(780)"]       the other answers
    wins = [20, 60, 44, 31]           games won out of 100 after `did`, `good` and `near`, in `PLAYOUTS` playouts
    points = [8, 12, 10, 9]           mean points after the same actions
    rule = "EMI-6.5"                  the rule that decides
    why = "overpaid"
    exact = true                      counted exactly to the end (see `exact`). The choices of others change nothing
    shown = ["hand:0/hand"]           elements of the picture: groups of the table, "zone/group", and facts, "zone@icon"

    [[ready]]                         a question that its type creates from this position with this seed
    kind = "may"
    position = "2 seats; ..."
    luck = "17"
    rules = ["EMI-2.1"]               the rules that decide
    about = ["EMI-12.1"]              the rules of the quiz for which the question was made
    shown = [...]

`python -m tools.find_riddles` finds the entries, counts the wins and selects the elements of the picture.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any, NamedTuple

from ..base_game import Game
from ..games.monte_carlo_bot import SEED_RANGE, half_win_half_lead_value, play_out_in_place
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
"""Number of playouts for the wins in `riddles.toml`."""
DEFAULT_PLAYOUTS = 60
"""Number of playouts when an answer is judged again."""
MIN_ADVANTAGE = 5
"""Minimum lead in games of 100 for an explanation by wins. With a smaller lead, the explanation uses points."""


@dataclass(frozen=True)
class PreparedQuizQuestion:
    """Prepared quiz question with the elements of its picture."""

    game: Game
    entry: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """Type of the question, known without creating the question."""
        return str(self.entry.get("kind", BETTER_ACTION_TYPE))

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules that decide the answer, known without creating the question."""
        return tuple(self.entry.get("rules") or [self.entry["rule"]])

    def is_relevant_to(self, rules: Collection[str]) -> bool:
        """Return whether the question fits a quiz about these rules.

        A question fits if one of the rules decides the answer, or if the question was made for exactly these rules. If
        `rules` is empty, every question fits.
        """
        return not rules or not set(rules).isdisjoint(self.rules) or set(rules) == set(self.entry.get("about", ()))

    @property
    def visible_groups(self) -> tuple[str, ...]:
        """Ids of the table elements that the picture displays."""
        return tuple(self.entry["shown"])

    @cached_property
    def quiz_question(self) -> QuizQuestion:
        """Quiz question. Raise ValueError if a changed card table or rule makes the question impossible."""
        state, luck = self.game.position(self.entry["position"]), self.entry.get("luck", self.entry["position"])
        place = PositionSurvey(state, Random(luck))
        return QUESTION_TYPES[self.kind](place) if self.kind in QUESTION_TYPES else _better(place, self.entry)


def _better(at: PositionSurvey, entry: Mapping[str, Any]) -> QuizQuestion:
    """Make a question about a better action than the one that was played.

    The feedback states the number of games won after each answer.
    """
    game = at.game
    did, good, *near = (game.parse_choice(text) for text in (entry["did"], entry["good"], *entry["near"]))
    (of_did, best, *rest), (lost, most, *points) = entry["wins"], entry["points"]

    def note(kind: str, won: int, brings: int) -> str:
        """Return a text with the result of an action in games won, or in points if the difference in wins is small."""
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
    """Return the prepared questions of a game.

    The result is empty for corrected card tables, because the questions were prepared with the published ones.
    """
    if game.cards_folder != game.folder:
        return ()
    data = _data(game.id)
    return tuple(PreparedQuizQuestion(game, entry) for part in ("better", "ready") for entry in data.get(part, ()))


class PlayoutResult(NamedTuple):
    """Result of one playout for the seat that chose the action."""

    utility: float
    """Utility in hundredths of a game."""
    win: float
    """Share of the win in hundredths."""
    points: float


def playout_results(
    state: State[Any], actions: Sequence[Action], playouts: int, rng: Random
) -> dict[Action, list[PlayoutResult]]:
    """Play out each action from determinizations of the view of the seat that chooses.

    Return one result for each action and playout. All actions share common random numbers. Raise ValueError if a game
    does not end.
    """
    assert isinstance(state.node, Decision)
    seat, thumb = state.node.seat, state.game.bots["thumb"]
    view = state.seen_by(seat)
    results: dict[Action, list[PlayoutResult]] = {action: [] for action in actions}
    for _ in range(playouts):
        guess, luck = view.determinize(rng), int(rng.random() * SEED_RANGE)
        for action, ends in results.items():
            trial = guess.clone()
            apply_unchecked(trial, action)
            end = play_out_in_place(trial, thumb, luck)
            won = (seat in end.winners) / max(1, len(end.winners))
            ends.append(PlayoutResult(100 * half_win_half_lead_value(end, seat), 100 * won, float(end.scores[seat])))
    return results


def best_answer_indexes(question: QuizQuestion, state: State[Any], playouts: int = DEFAULT_PLAYOUTS) -> list[int]:
    """Return the index of the answer with the best mean of the playouts. The list is empty if no answer is legal."""
    acts = {one.represented_value: n for n, one in enumerate(question.answers)}
    node = state.node
    legal = [act for act in acts if act in state.legal] if isinstance(node, Decision) else []
    results = playout_results(state, legal, playouts, Random(question.position)) if legal else {}
    return [acts[max(results, key=lambda act: sum(result.utility for result in results[act]))]] if results else []


def win_share_difference(
    results: Mapping[Action, Sequence[PlayoutResult]], action: Action, baseline: Action
) -> Estimate:
    """Return the difference between the win shares of two actions and its confidence interval, in percentage points."""
    return Estimate.from_values(
        [a.utility - b.utility for a, b in zip(results[action], results[baseline], strict=True)]
    )


@cache
def _data(id: str) -> dict[str, Any]:
    path = content_folder(id) / "riddles.toml"
    return tomllib.loads(path.read_text(encoding="utf-8-sig")) if path.is_file() else {}
