"""Numbers written as words in quiz questions and tutorials agree with the data of the game."""

from __future__ import annotations

import re
import tomllib

from gamelib.bank import content_folder
from gamelib.catalog import game
from gamelib.chance.model_sentences import NUMBER_WORDS
from gamelib.games.harem.legal_plays import MAX_PLAYS


def texts(name: str, file: str) -> str:
    """Return all texts of a file of the bank, one per line."""
    found: list[str] = []

    def collect(value: object) -> None:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, dict | list):
            for part in value.values() if isinstance(value, dict) else value:
                collect(part)

    collect(tomllib.loads((content_folder(name) / file).read_text(encoding="utf-8")))
    return "\n".join(found)


def test_quiz_questions_state_the_income_of_caravans() -> None:
    tracks = {
        f"{('small', 'large')[row.size]} {'slow' if row.slow else 'fast'}": (row.cost, row.income, row.spaces)
        for row in game("emira").caravans
    }
    stated = re.findall(
        r"(small|large) (slow|fast) caravan costs (\d+) gold and pays (\d+) gold in each of (\w+) rounds, "
        r"which is (\d+) gold",
        texts("emira", "riddles.toml"),
    )
    assert stated
    for size, speed, cost, income, rounds, total in stated:
        spaces = NUMBER_WORDS.index(rounds)
        assert (int(cost), int(income), spaces) == tracks[f"{size} {speed}"]
        assert int(income) * spaces == int(total)


def test_the_tutorial_of_court_states_the_number_of_plays() -> None:
    before = re.findall(r"(\w+) plays", texts("harem", "first.toml"))
    stated = {NUMBER_WORDS.index(word) for word in before if word in NUMBER_WORDS}
    assert stated == {MAX_PLAYS}
