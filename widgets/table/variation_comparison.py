"""Two lines of a game as a fork: what became of it one way and the other, side by side, from where they part.

    fork    {stem, when, sides: [{label, say, parts: [part], here}], facts: [{who, label, values: [text, text]}]}
            `parts` are the groups that lie otherwise (as in rule_example.py), `facts` what seats have otherwise,
            both at the first step from there on at which something does; `when` says which, where it is a later one

A line that ends before that is played on in thought: as the other one went, where that fits, else by the rule of thumb.
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
from .rule_example import differing_groups, fact_changes
from .session import GameSession

MAX_SEARCHED_STEPS = 80
"""Steps behind the parting that are looked at for one at which the tables differ."""


def compare_variations(session: GameSession, other_variation: int) -> Json | None:
    """The line looked at and another one from where they part; None where one of them ends before that."""
    start, words = session.branch_step_from(other_variation), session.texts
    lines = [session.variations[session.variation_index], session.variations[other_variation]]
    if any(len(line.record) <= start for line in lines):
        return None
    here, there = (line.record for line in lines)
    parts: tuple[list[Json], list[Json]] = ([], [])
    facts: list[Json] = []
    when, step = "", start + 1
    ahead = zip(_boards(session, here, there, start + 1), _boards(session, there, here, start + 1), strict=False)
    for step, boards in enumerate(ahead, start + 1):
        parts, facts = differing_groups(*boards), fact_changes(boards[0], boards[1], session.names)
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
        own = [text for text in told[i] if text not in told[1 - i]] or told[i][:1]  # much follows of itself
        sides.append({"label": line.title(session.texts), "say": " ".join(own), "parts": parts[i], "here": i == 0})
    return {
        "stem": session.texts["fork_stem"].format(step=start),
        "when": when,
        "sides": sides,
        "facts": [{"who": one["who"], "label": one["label"], "values": [one["from"], one["to"]]} for one in facts],
    }


def _boards(play: GameSession, record: Record, other: Record, first: int) -> Iterator[Board]:
    """What the table looks like at each step from this one on; behind the line's end, as it is played on."""
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
    """A step that nobody has played: the one that the other line took, if it fits, so that nothing differs by luck
    alone."""
    for choice in like:
        with suppress(IllegalAction, IllegalOutcome):
            state.apply(choice)
            return
    node = state.node
    state.apply(node.sample(luck) if isinstance(node, Chance) else choose_action(state, state.game.bots["thumb"], luck))


def _unseen(play: GameSession, here: State[Any], there: State[Any], step: int) -> str:
    """Why nothing is to be seen up to this step: what has parted is hidden from whoever looks on, or changes nothing
    yet."""
    if not play.is_full_view:
        boards = [make_board(state, play.viewer, True, play.names) for state in (here, there)]
        if any(differing_groups(*boards)) or fact_changes(boards[0], boards[1], play.names):
            return play.texts["fork_hidden"].format(who=play.name_in_sentence(play.viewer), step=step)
    return play.texts["fork_alike"].format(step=step)
