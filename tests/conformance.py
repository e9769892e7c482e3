"""Requirements for every game, as functions for the tests: random walks and checks of one position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Chance, Decision, IllegalAction, IllegalOutcome
from gamelib.bank import content_folder
from gamelib.record import format_choice

PACKAGES = sorted(path.parent.name for path in Path(gamelib.__file__).parent.glob("games/*/cards.toml"))
TAUGHT = [name for name in PACKAGES if (content_folder(name) / "__init__.py").is_file()]
"""Games with questions. They are large enough for reviews, quizzes and texts about choices."""
NONSENSE = "NO-SUCH-CARD"


@cache
def rulebook(kind: type[Any]) -> Any:
    """Return the game with the vocabulary of the rulebook."""
    return kind(vocabulary="rulebook")


def with_cards(game: Any, folder: Path, old: str, new: str) -> Path:
    """Write the card tables of a game to a folder, with one text replaced by another."""
    text = (game.folder / "cards.toml").read_text(encoding="utf-8")
    assert old in text
    (folder / "cards.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def option_sets(game: Any) -> list[dict[str, Any]]:
    """Return the default options, and each other value of each single option."""
    sets: list[dict[str, Any]] = [{}]
    for name, option in game.options.items():
        values = [value for value in option.choices if value != option.default]
        if option.minimum is not None:
            values += [option.minimum, 50]
        sets += [{name: value} for value in values]
    return sets


def choose(s: Any, rng: Random) -> Any:
    """Return a random choice in this position."""
    if isinstance(s.node, Chance):
        return s.node.sample(rng)
    moves = list(s.legal)
    return moves[int(rng.random() * len(moves))]


def walk(game: Any, seats: int, seed: int | str, **options: Any) -> Iterator[Any]:
    """Yield every position of a random game with its end. All are the same state object."""
    rng = Random(seed)
    s = game.start(seats, **options)
    yield s
    while s.agenda_frames:
        s.apply(choose(s, rng))
        check_agenda(s)
        yield s


def check_agenda(s: Any) -> None:
    """Check that each frame is on a step that may be below it."""
    below = ""
    for frame in s.agenda_frames:
        step = frame.step
        assert step.allowed_steps_below is None or below in step.allowed_steps_below, f"{step.name} lies on {below!r}"
        below = step.name


def json_of(s: Any) -> str:
    """Return the position as text. The order of entries counts."""
    return json.dumps(s.to_dict())


def check_words(s: Any) -> None:
    """Check that everything in this position has a text in both vocabularies and cites rules that exist."""
    game, other = s.game, rulebook(type(s.game))
    for thing in (s.node, *s.events):
        assert game.describe(thing)
        assert other.describe(thing)
    for event in s.events:
        for rule in (event.rule, *event.related_rules):
            assert rule in game.rules, event
        for seat in range(s.seats):
            assert game.describe(event.seen_by(seat))
    assert s.node.rule in game.rules
    assert all(s.agenda)


def check_decision(s: Any) -> None:
    """Check the legal actions. They are distinct and allowed, and have a notation and a text."""
    game, moves = s.game, list(s.legal)
    assert moves
    assert len(set(moves)) == len(moves)
    assert repr(s.legal)
    for action in moves:
        assert s.why_not(action) is None
        assert action in s.legal
        assert game.parse_choice(str(action)) is action
        assert game.describe(action)
        assert rulebook(type(game)).describe(action)


def check_chance(s: Any, rng: Random) -> None:
    """Check that outcomes are exact and have a notation, and that an impossible outcome is refused without a change."""
    dist = s.node.dist()
    assert sum(dist.p(outcome) for outcome in dist) == 1
    assert s.node.sample(rng) in dist
    for outcome in dist:
        assert s.game.parse_choice(format_choice(outcome)) == outcome
    before = json_of(s)
    equal = [float(outcome) for outcome in dist if isinstance(outcome, int)]  # 7.0 equals 7 but is not a roll
    for wrong in (NONSENSE, -99, (1, 2, 3), [1], *equal[:1]):
        with pytest.raises(IllegalOutcome):
            s.apply(wrong)
    assert json_of(s) == before


def check_refusals(s: Any, actions: list[Any]) -> None:
    """Check that `why_not` refuses exactly the actions that are not in `legal`, with a text and without a change."""
    game, moves = s.game, set(s.legal)
    before = json_of(s)
    said: set[tuple[str, str | None]] = set()
    for action in actions:
        ruling = s.why_not(action)
        assert (ruling is None) is (action in moves), (action, ruling)
        if ruling is None or (ruling.code, ruling.remedy) in said:
            continue
        said.add((ruling.code, ruling.remedy))
        assert ruling.rule in game.rules
        sentence = game.describe(ruling)
        # names, not ids. An argument of the action may not be a card
        assert not any(card in sentence for card in game.texts.sections["cards"] if "-" in card), sentence
        assert rulebook(type(game)).describe(ruling)
        with pytest.raises(IllegalAction) as caught:
            s.apply(action)
        assert caught.value.ruling == ruling
    assert json_of(s) == before
    assert moves <= set(actions)


def check_saved(s: Any) -> None:
    """Check that the position and every view of it are the same after saving as JSON and loading."""
    for position in (s, *(s.seen_by(seat) for seat in range(s.seats))):
        text = json_of(position)
        again = s.game.from_dict(json.loads(text))
        assert json_of(again) == text
        assert again == position


def check_clone(s: Any, rng: Random) -> None:
    """Check that a copy is independent of the original."""
    before = json_of(s)
    twin = s.clone()
    assert json_of(twin) == before
    for _ in range(8):
        if not twin.agenda_frames:
            break
        twin.apply(choose(twin, rng))
    assert json_of(s) == before


def check_views(s: Any, rng: Random) -> None:
    """Check that a view reveals nothing that a determinization contradicts, and that a determinization is complete."""
    for seat in range(s.seats):
        view = s.seen_by(seat)
        guess = view.determinize(rng)
        assert guess.viewer is None
        s.game.from_dict(json.loads(json_of(guess)))  # valid in itself
        again = guess.seen_by(seat)
        assert json_of(again) == json_of(view)
        if not s.agenda_frames:
            continue
        node = view.node
        assert (again.node.values, again.agenda) == (view.node.values, view.agenda)
        if isinstance(node, Chance):
            assert sum(node.dist().p(outcome) for outcome in node.dist()) == 1
            assert again.node.dist() == node.dist()
        elif isinstance(node, Decision) and node.seat == seat:
            assert list(view.legal) == list(s.legal) == list(guess.legal)
        else:
            with pytest.raises(ValueError, match="this view does not show"):
                _ = view.legal
        with pytest.raises(ValueError, match="cannot be played on"):
            view.apply(choose(s, rng))


def check_together(s: Any, rng: Random) -> None:
    """Check that a seat cannot learn the choices of the others before all have answered.

    `s` asks the first seat of a simultaneous decision. Two games are played in which one seat gives the same
    answer. All choices are published at once at the end.
    """
    seats = s.agenda_frames[-1].asked
    for seat in range(s.seats):
        courses = s.clone(), s.clone()
        for number, asked in enumerate(seats):
            first, second = courses
            assert first.node.seat == second.node.seat == asked
            seen = [json_of(course.seen_by(seat)) for course in courses]
            assert seen[0] == seen[1], f"seat {seat} sees what others chose"
            assert first.node == second.node, f"the question tells seat {seat} what others chose"
            assert first.agenda == second.agenda
            assert list(first.legal) == list(second.legal), "what a seat may do rests on hidden answers"
            if asked == seat:  # once for each question, because the games of the other seats are of the same kind
                check_saved(first)
                check_views(first, rng)
            answer = choose(first, rng)
            for course, choice in zip(courses, (answer, answer if asked == seat else choose(second, rng)), strict=True):
                events = course.apply(choice)
                assert (number + 1 == len(seats)) or not events, "something is told before all have answered"


def frequencies_fit(dist: Any, counts: dict[Any, int], n: int) -> None:
    """Return whether each frequency is within 5 standard deviations of its exact probability."""
    assert set(counts) <= set(dist)
    for outcome in dist:
        p = dist.p(outcome)
        assert abs(counts.get(outcome, 0) - n * p) <= 5 * float(n * p * (1 - p)) ** 0.5 + 1, (outcome, p)
    assert sum(map(dist.p, dist)) == Fraction(1)
