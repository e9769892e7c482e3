"""Variation comparison: two variations next to each other from the branch step on.

    fork    {stem, when, sides: [{label, say, parts: [part], here}], facts: [{who, label, values: [text, text]}]}
            `parts` are the groups that differ (as in rule_example.py), `facts` are the player facts that differ.
            Both are from the first step with a difference. `when` is a sentence about this step if it comes after
            the branch step

If a variation ends before this step, it is continued with the choices of the other variation while they are legal. When
a choice is not legal, the heuristic bot chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from gamelib import Chance, End, IllegalAction, IllegalOutcome, Record
from gamelib.playouts import choose_action
from gamelib.state import State

from ..page.protocol import Json
from .board import Board, make_board
from .json_types import VariationComparisonJson
from .rule_example import differing_groups, player_fact_changes
from .session import GameSession

MAX_SEARCHED_STEPS = 80
"""Number of steps after the branch step that are searched for a difference between the tables."""


def first_visible_difference(session: GameSession, other_variation: int) -> VariationComparisonJson | None:
    """Return the first visible difference of another variation from the current one after their common steps.

    The result is None if a variation ends after the common steps.
    """
    start, words = session.first_step_differing_from(other_variation), session.texts
    lines = [session.variations[session.variation_index], session.variations[other_variation]]
    if any(len(line.record) <= start for line in lines):
        return None
    here, there = (line.record for line in lines)
    parts: tuple[list[Json], list[Json]] = ([], [])
    facts: list[Json] = []
    when, step = "", start + 1
    ahead = zip(_boards(session, here, there, start + 1), _boards(session, there, here, start + 1), strict=False)
    for step, boards in enumerate(ahead, start + 1):
        parts, facts = differing_groups(*boards), player_fact_changes(boards[0], boards[1], session.names)
        if any(parts) or facts:
            ended = [line for line in lines if len(line.record) < step]
            said = [words["fork_played"].format(line=line.title(words), step=len(line.record)) for line in ended]
            said += [words["fork_later"].format(step=step)] if step > start + 1 else []
            when = " ".join(said)
            break
    else:
        when = _unseen(session, here.state_at(start + 1), there.state_at(start + 1), step)
    told = [
        [
            str(session.game.describe(event if session.is_full_view else event.seen_by(session.viewer), session.names))
            for event in line.events_by_step[start + 1]
        ]
        for line in lines
    ]
    sides: list[Json] = []
    for i, line in enumerate(lines):
        own = [text for text in told[i] if text not in told[1 - i]] or told[i][:1]  # omit shared texts
        sides.append({"label": line.title(session.texts), "say": " ".join(own), "parts": parts[i], "here": i == 0})
    return {
        "stem": session.texts["fork_stem"].format(step=start),
        "when": when,
        "sides": sides,
        "facts": [{"who": one["who"], "label": one["label"], "values": [one["from"], one["to"]]} for one in facts],
    }


def _boards(play: GameSession, record: Record, other: Record, first: int) -> Iterator[Board]:
    """Yield the board at each step from `first` on. The steps after the end of the variation are simulated."""
    state, luck = record.state_at(first), Random(first)
    for step in range(first, first + MAX_SEARCHED_STEPS + 1):
        if first < step <= len(record):
            state.apply(record.choices[step - 1])
        elif step > first:
            if isinstance(state.node, End):
                return
            _play_on(state, other.choices[step - 1 : step], luck)
        yield make_board(state.clone(), play.viewer, play.is_full_view, play.names)


def _play_on(state: State[Any], like: list[Any], luck: Random) -> None:
    """Play one simulated step after the end of a variation.

    If the step of the other variation is legal, this step is played. The variations then do not differ only by luck.
    """
    for choice in like:
        with suppress(IllegalAction, IllegalOutcome):
            state.apply(choice)
            return
    node = state.node
    state.apply(node.sample(luck) if isinstance(node, Chance) else choose_action(state, state.game.bots["thumb"], luck))


def _unseen(play: GameSession, here: State[Any], there: State[Any], step: int) -> str:
    """Return why no difference is visible up to this step: the difference is hidden, or has no effect yet."""
    if not play.is_full_view:
        boards = [make_board(state, play.viewer, True, play.names) for state in (here, there)]
        if any(differing_groups(*boards)) or player_fact_changes(boards[0], boards[1], play.names):
            return play.texts["fork_hidden"].format(who=play.direction_isolated_name(play.viewer), step=step)
    return play.texts["fork_alike"].format(step=step)
