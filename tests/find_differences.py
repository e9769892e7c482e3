"""Find where options play differently: `python -m tests.find_differences [game ...]` writes differences.toml anew.

Those that still differ in the same way stay. Others are looked for, as shows are (tests/find_shows.py), in the steps of
the tests that are marked with the rules of an option and in seeded games, and made small.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import gamelib
from gamelib import Decision
from gamelib.bank import folder
from gamelib.bank.compare import HOWS, Difference, changed, differences, differs, other_values, reasons, with_option
from gamelib.bank.shows import shows
from gamelib.play import choose, random_bot
from gamelib.position import read
from gamelib.record import notation
from tests import find_shows
from tests.find_shows import Step, from_tests, least, quoted, text_of

GAMES = 24
TRIED = 4
LOOKED_AT = 600
STEPS_A_TEST = 3000
WORTH = {"may": 0, "told": 0, "chance": 0, "begins": 1, "next": 2, "lies": 3}


def how(game: Any, option: str, value: Any, position: str, choice: str) -> str | None:
    """How a step differs; None too if there is no such position under both rules."""
    try:
        return differs(Difference(game, option, value, position, choice, ""))
    except (ValueError, LookupError, AssertionError):
        return None


def allowed_once(game: Any, option: str, value: Any, position: str) -> str:
    """An action that only one of the two rules allows; none is an empty text."""
    try:
        before = [world.before() for world in Difference(game, option, value, position, "?", "").worlds]
    except (ValueError, LookupError, AssertionError):
        return ""
    if not all(isinstance(state.node, Decision) for state in before):
        return ""
    odd = set(before[0].legal) ^ set(before[1].legal)
    return notation(min(odd, key=str)) if odd else ""


def plain(game: Any, option: str, position: str) -> str:
    """A position without a value of the option."""
    said = read(position)
    return text_of(flattened(with_option(game, said, option, game.options[option].default)))


def flattened(said: dict[str, Any]) -> dict[str, Any]:
    """Options among the rest, as a text says them."""
    said = {"seats": 0, **said}
    return {
        **{name: part for name, part in said.items() if name != "options"},
        **({"options": said["options"]} if "options" in said else {}),
    }


def small(game: Any, option: str, value: Any, position: str, choice: str, wanted: str) -> str:
    """The position without what the difference does not need."""
    said = read(position)

    def fits(trial: dict[str, Any]) -> bool:
        return how(game, option, value, text_of(trial), choice) == wanted

    return text_of(least(game, said, fits))


def twins(game: Any, option: str, value: Any) -> Iterator[tuple[str, str]]:
    """Positions of seeded games, with steps that may differ."""
    for seed in range(GAMES):
        options = {option: value} if seed % 2 else {}
        seats = game.seats[seed % len(game.seats)]
        try:
            state = game.start(seats, **options)
        except ValueError:
            continue
        rng, thumb = Random(seed), game.bots["thumb"]
        other = value if not options else game.options[option].default
        while state.todo:
            node = state.node
            choice = (
                choose(state, thumb if seed % 3 else random_bot, rng)
                if isinstance(node, Decision)
                else node.sample(rng)
            )
            with suppress(ValueError, LookupError, AssertionError):
                saved = state.to_dict()
                saved["options"] = {**saved["options"], option: other}
                twin = game.from_dict(saved)
                if isinstance(node, Decision) and isinstance(twin.node, Decision):
                    for odd in sorted(set(state.legal) ^ set(twin.legal), key=str)[:2]:
                        yield game.written(state), notation(odd)
                after = state.child(choice)
                try:
                    twin.apply(choice)
                    same = twin.events == after.events and (type(twin.node), getattr(twin.node, "rule", "")) == (
                        type(after.node),
                        getattr(after.node, "rule", ""),
                    )
                except ValueError:
                    same = False
                if not same:
                    yield game.written(state), notation(choice)
            state.apply(choice)


def best(game: Any, option: str, value: Any, steps: list[Step]) -> Difference | None:
    """The smallest difference that these steps, or seeded games, can make."""
    rules = set(changed(game, option))
    made: list[tuple[tuple[int, int, int], Difference]] = []
    # what a test is about comes last in it
    ranked = sorted(
        (step for step in reversed(steps) if rules & set(step.marks)), key=lambda step: option not in step.position
    )
    shown = [(show.position, show.choice) for show in shows(game).values() if show.choice and not show.first]
    candidates = [(step.position, step.choice) for step in ranked[:LOOKED_AT]] + shown
    for source in (candidates, twins(game, option, value)):
        for position, choice in source:
            try:
                text = plain(game, option, position)
            except ValueError:
                continue
            wanted = how(game, option, value, text, choice)
            if wanted is None and (odd := allowed_once(game, option, value, text)):
                choice, wanted = odd, "may"
            if wanted is None:
                continue
            text = small(game, option, value, text, choice, wanted)
            others = sum(name in game.options for name in read(text))
            worth = (WORTH[wanted], others, len(text))
            made.append((worth, Difference(game, option, value, text, choice, wanted)))
            if len(made) >= TRIED and min(worth[0] for worth, _ in made) == 0:
                break
        if made and min(worth[0] for worth, _ in made) == 0:
            break
    if not made:
        seats = next((n for n in game.seats if how(game, option, value, f"{n} seats", "") == "begins"), None)
        return None if seats is None else Difference(game, option, value, f"{seats} seats", "", "begins")
    return min(made, key=lambda pair: pair[0])[1]


def holds(difference: Difference) -> bool:
    """Whether it still differs, in the same way."""
    try:
        return differs(difference) == difference.how
    except ValueError:
        return False


def written(value: Any) -> str:
    """A value as TOML has it."""
    return quoted(value) if isinstance(value, str) else str(value).lower()


def main(names: list[str]) -> None:
    """Find and write the differences of these games, or of all."""
    for name in names or list(gamelib.games()):
        game = gamelib.game(name)
        known = {key: one for key, one in differences(game).items() if holds(one)}
        why, steps, kept = {key: text for key, text in reasons(game).items() if text}, list[Step](), list[Difference]()
        keys = [(option, value) for option in game.options for value in other_values(game, option)]
        if len(known) + len(why) < len(keys):
            find_shows.STEPS_A_TEST = STEPS_A_TEST
            steps = from_tests(game)
        for option, value in keys:
            if (option, value) not in known and f"{option}.{value}".lower() not in why:
                found = best(game, option, value, steps)
                print(name, option, value, found and (found.how, found.position, found.choice), flush=True)
            else:
                found = known.get((option, value))
            if found is not None:
                kept.append(found)
        lines = ["# Made by tests/find_differences.py: where an option plays differently.\n"]
        for one in kept:
            texts = {"how": one.how, "position": one.position, "choice": one.choice}
            lines.append(
                f"[[difference]]\noption = {quoted(one.option)}\nvalue = {written(one.value)}\n"
                + "".join(f"{key} = {quoted(text)}\n" for key, text in texts.items() if text)
            )
        done = {(one.option, one.value) for one in kept}
        without_ = (f"{option}.{value}".lower() for option, value in keys if (option, value) not in done)
        lines.append("[none]\n" + "".join(f"{quoted(key)} = {quoted(why.get(key, ''))}\n" for key in without_))
        folder(game.id).mkdir(exist_ok=True)
        (folder(game.id) / "differences.toml").write_text("\n".join(lines), encoding="utf-8")
        print(name, len(kept), "of", len(keys), Counter(one.how for one in kept))
    assert set(WORTH) == set(HOWS)


if __name__ == "__main__":
    main(sys.argv[1:])
