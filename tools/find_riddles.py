"""Find prepared quiz questions: `python -m tools.find_riddles find GAME MINUTES`, or `... fill GAME`.

`find` searches for decisions in which one action wins far more games than several other actions. It searches games of
heuristic bots and positions near rule examples. It prints entries for `gamelib/bank/<game>/riddles.toml` (see
gamelib/bank/prepared_quizzes.py), to which an author adds a rule and a reason. `fill` counts the wins for the entries
in the file and selects the picture elements for them. If the quiz questions of a lesson or tutorial take long to
create, `fill` also prepares some of them.
"""

from __future__ import annotations

import json
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

import gamelib
from gamelib import Action, Decision, Game
from gamelib.bank import content_folder
from gamelib.bank.position_variants import positions_with_one_value_changed
from gamelib.bank.prepared_quizzes import MIN_ADVANTAGE, PLAYOUTS, playout_results, win_share_difference
from gamelib.bank.quiz_generator import action_rules_in_topic_sections, random_positions
from gamelib.bank.quiz_question_types import PICTURE_TYPES, QUESTION_TYPES, NoQuizQuestionError, PositionSurvey
from gamelib.bank.tutorial import tutorial_goals
from gamelib.games.monte_carlo_bot import NotEndedError
from gamelib.state import State
from tests.lessons.visit import IDS
from tools.find_blunders import whole_game
from tools.outlook import outlook
from widgets.lesson.lesson_notebooks import load_lesson_definition
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.rules.quiz_picture import MAX_FACTS, MAX_GROUPS, VisiblePosition, illustrate_question
from widgets.rules.quiz_session import QuizSession

TRIED, GLANCE, LOOK = 7, 6, 80
"""Actions of a decision that are played on, the games of a first glance, and those of a second one."""
OF_A_KIND = 4
"""Decisions with the same verbs that are printed at most."""
WORLDS, IN_A_WORLD, AGAIN = 60, 16, 5
"""Worlds near a position in which the right answer has to stay the best, the games played on in each, and how many
times as many others where that does not show it."""
MORE_PARTS = MAX_GROUPS + 2
"""Maximum number of groups in a picture. Decisions need more of them than questions about legality."""
LEVEL = 2.0
"""Hundredths of a game by which an answer is behind the best one in such a world, or may be it."""


SLOW, EACH, LUCKS = 1.0, 6, 60
"""Seconds that a riddle may take, how many lie ready where one takes longer, and seeds tried to make one again."""


def decisions(game: Game, rng: Random) -> Iterator[State[Any]]:
    """Yield positions in which a seat has to choose, alternately from rule examples and from late in games."""
    small = random_positions(game, rng)
    while True:
        yield from islice(small, 3)
        record = whole_game(game.id, rng.randrange(10**6))
        steps = range(len(record) // 3, len(record))
        yield from (record.state_at(step) for step in rng.sample(steps, min(6, len(steps))))


def find(game: Game, seconds: float, seed: str) -> Iterator[dict[str, Any]]:
    """Yield the decisions that are found within this time."""
    rng, end, kinds = Random(seed), time.monotonic() + seconds, Counter[Any]()
    for state in decisions(game, rng):
        if time.monotonic() > end:
            return
        if not isinstance(state.node, Decision) or len(state.legal) < 3 or state.seats < 2:
            continue
        view = state.seen_by(state.node.seat)
        own = game.bots["thumb"](view, list(view.legal), rng)
        others = [action for action in view.legal if action is not own]
        try:
            glance = playout_results(state, [own, *rng.sample(others, min(TRIED - 1, len(others)))], GLANCE, rng)
            best, *worse = sorted(glance, key=lambda one: -sum(worth for worth, *_ in glance[one]))
            if (
                sum(
                    one is not best and win_share_difference(glance, best, one).mean > 2 * MIN_ADVANTAGE
                    for one in worse
                )
                < 2
            ):
                continue
            looked = playout_results(state, [best, *worse[:4]], LOOK, rng)
        except NotEndedError:
            continue
        far = [one for one in worse[:4] if win_share_difference(looked, best, one).low >= MIN_ADVANTAGE / 2]
        kind = state.node.rule, best.verb, tuple(sorted({one.verb for one in far}))
        if len(far) >= 2 and kinds[kind] < OF_A_KIND:
            kinds[kind] += 1
            yield {
                "position": game.position_text(state),
                "did": str(far[-1]),
                "good": str(best),
                "near": [str(one) for one in far[:-1]],
                "loss": [round(win_share_difference(looked, best, one).mean) for one in far],
            }


def best_answers(state: State[Any], actions: list[Action], right: Action, times: int, rng: Random) -> set[Action]:
    """Return the legal actions that may be the best ones according to playouts."""
    legal = [one for one in actions if one in state.legal]
    if len(legal) < 2:
        return set(legal)
    found = playout_results(state, legal, times, rng)
    best = max(found, key=lambda one: (sum(worth for worth, *_ in found[one]), one == right))
    return {one for one in legal if one is best or win_share_difference(found, best, one).mean < LEVEL}


def others(entry: dict[str, Any], game: Game, most: int = WORLDS) -> list[VisiblePosition]:
    """Return up to `most` similar positions in which another answer could be the best one."""
    state, rng = game.position(entry["position"]), Random(entry["position"])
    ask, here = game.describe(state.node, DEFAULT_PLAYER_NAMES[: state.seats]), VisiblePosition(state, state.node.seat)
    actions = [game.parse_choice(text) for text in (entry["good"], *entry["near"])]
    worlds = [
        one
        for one in positions_with_one_value_changed(game, entry["position"])
        if one.agenda_frames
        and one.seats == state.seats
        and game.describe(one.node, DEFAULT_PLAYER_NAMES[: one.seats]) == ask
    ]
    rng.shuffle(worlds)
    found = []
    for world in worlds[:most]:
        with suppress(NotEndedError, LookupError):  # a playout from a position that no game reaches may not end
            if all(
                best_answers(world, actions, actions[0], times * IN_A_WORLD, rng) - {actions[0]} for times in (1, AGAIN)
            ):
                found.append(VisiblePosition(world, state.node.seat))
    return [one for one in found if one.progress_text == here.progress_text]


def shown(entry: dict[str, Any], game: Game) -> list[str]:
    """Return the groups and facts of the board that exclude similar positions with another best answer."""
    state = game.position(entry["position"])
    table = VisiblePosition(state, state.node.seat)
    at = {table.stable_id(key): key for key in (*table.groups, *table.facts)}
    keys = [at[place] for place in entry.get("shown", ())]
    if not keys:
        keys = table.action_group_keys(
            [game.parse_choice(text) for text in (entry["good"], *entry["near"], entry["did"])]
        )[:MORE_PARTS]
    left = others(entry, game)
    while True:
        left = [
            world
            for world in left
            if all(world.visible_fingerprint(key) == table.visible_fingerprint(key) for key in keys)
        ]
        told = Counter(
            key
            for world in left
            for key in at.values()
            if world.visible_fingerprint(key) != table.visible_fingerprint(key)
        )
        parts = sum(key in table.groups for key in keys)
        fit = [
            key
            for key in told
            if key not in keys and (parts < MORE_PARTS if key in table.groups else len(keys) - parts < MAX_FACTS)
        ]
        if not fit:
            print("  ", len(left), "tables look the same and have another answer", flush=True)
            return [table.stable_id(key) for key in keys]
        keys.append(max(fit, key=lambda key: (told[key], key in table.facts)))


def count(entry: dict[str, Any], game: Game) -> float:
    """Store in the entry how many of 100 games are won after each action, and the mean points.

    Returns:
        The smallest lead of the right action over any other action, as a difference in value.
    """
    actions = [game.parse_choice(text) for text in (entry["did"], entry["good"], *entry["near"])]
    if entry.get("exact"):
        return counted(entry, game, actions)
    found = playout_results(game.position(entry["position"]), actions, PLAYOUTS, Random(entry["why"]))
    for name, column in (("wins", 1), ("points", 2)):
        entry[name] = [round(sum(row[column] for row in found[one]) / PLAYOUTS) for one in actions]
    return min(win_share_difference(found, actions[1], one).low for one in actions if one is not actions[1])


def counted(entry: dict[str, Any], game: Game, actions: list[Action]) -> float:
    """Compute the results of `count` exactly. Raise ValueError if they depend on choices of other seats."""
    state = game.position(entry["position"])
    found = {one: outlook(state, one) for one in actions}
    if any(one.least != one.most for one in found.values()):
        raise ValueError(f"{entry['why']}: others choose what comes")
    entry["wins"] = [round(100 * found[one].most.wins) for one in actions]
    entry["points"] = [round(found[one].most.points) for one in actions]
    worse = [found[one].most for one in actions if one is not actions[1]]
    return min(float(found[actions[1]].most.points - one.points) for one in worse)


def asked_about(game: Game) -> list[frozenset[str]]:
    """Return the rules that quiz questions of each lesson and of the tutorial are about."""
    questions = [
        plan.question for plan in map(load_lesson_definition, IDS) if plan.game is not None and plan.game.id == game.id
    ]
    return [
        *(action_rules_in_topic_sections(game, one.rules) for one in questions),
        frozenset(goal.rule for goal in tutorial_goals(game)),
    ]


def ready(game: Game, about: frozenset[str]) -> Iterator[dict[str, Any]]:
    """Yield prepared questions about these rules, if it takes too long to create a question on demand."""
    run, slow = QuizSession(game, "ready", about, EACH, PICTURE_TYPES), False
    for _ in range(EACH):
        begun = time.process_time()
        run.next_question()
        run.is_question_answered, made = True, run.question
        slow = slow or time.process_time() - begun > SLOW
        if not slow:
            return
        assert made is not None
        kind = made.kind if made.kind in QUESTION_TYPES else "limit"
        for luck in map(str, range(LUCKS)):
            with suppress(NoQuizQuestionError):
                again = QUESTION_TYPES[kind](PositionSurvey(game.position(made.position), Random(luck)))
                picture = illustrate_question(again) if again.prompt == made.prompt else None
                if picture is not None:
                    yield {
                        "kind": kind,
                        "position": made.position,
                        "luck": luck,
                        "rules": list(again.rules),
                        "about": sorted(about),
                        "shown": [picture.visible_position.stable_id(key) for key in picture.picture_keys],
                    }
                    break


def fill(game: Game) -> None:
    """Complete the entries in the file of a game and write the file."""
    path = content_folder(game.id) / "riddles.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    for entry in data.get("better", ()):
        if "points" not in entry:
            least = count(entry, game)
            print(game.id, entry["why"], entry["wins"], entry["points"], f"ahead by {least:.1f}")
            entry["shown"] = shown(entry, game)
            print("  ", *entry["shown"], flush=True)
            write(game, data)
    if "ready" not in data:
        data["ready"] = [entry for about in asked_about(game) for entry in ready(game, about)]
        print(game.id, len(data["ready"]), "lie ready", flush=True)
        write(game, data)


def write(game: Game, data: dict[str, Any]) -> None:
    """Write the file in the layout that a person would use."""
    lines = [
        "# Riddles that lie ready (see gamelib/bank/prepared_quizzes.py); counted by python -m tools.find_riddles.",
        "",
    ]
    lines += ["[why]", *(f"{id} = {json.dumps(text, ensure_ascii=False)}" for id, text in data["why"].items())]
    for part in ("better", "ready"):
        for entry in data.get(part, ()):
            lines += ["", f"[[{part}]]"]
            lines += [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in entry.items()]
    (content_folder(game.id) / "riddles.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Run `find` or `fill`: find or complete quiz questions about the better action."""
    what, name, *rest = sys.argv[1:]
    game = gamelib.game(name)
    if what == "fill":
        fill(game)
        return
    for entry in find(game, 60 * float(rest[0]), f"{name}/{rest[1:]}"):
        print("\n[[better]]", *(f"{key} = {json.dumps(value)}" for key, value in entry.items()), sep="\n", flush=True)


if __name__ == "__main__":
    main()
