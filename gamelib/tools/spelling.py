"""Choices spelt in words, so that every game has a small fixed list of numbers for them.

Libraries of agents want each action to have a number, once and for all. An action here has arguments: which card,
which cards to pay with, how much to bid; all of them together are millions. So a choice is spelt in words: the verb,
then argument after argument, a number in digits, a list with a stop at its end, a word that no card table has in
letters. Each word has its number, and words that must follow are not asked for. Outcomes of chance are spelt in the
same way.

    >>> import gamelib
    >>> speller = Speller(gamelib.game("harem"))
    >>> [speller.words[number] for number in speller.code(gamelib.Action("raid", "WRATH-B", 12))]
    ['raid', 'WRATH-B', '1', '2', '.']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..base_game import Game
from ..cards import read_tables
from ..nodes import Action

STOP, LIST, LETTERS = ".", "(", '"'
Code = tuple[int, ...]


def terms(game: Game) -> frozenset[str]:
    """Every text of the card tables, keys too: ids of cards above all."""
    return frozenset(_texts(read_tables(game.cards_folder / "cards.toml")))


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for part in data:
            yield from _texts(part)
            if isinstance(data, dict):
                yield from _texts(data[part])


class Speller:
    """The words of a game and their numbers: the same for the same card tables."""

    def __init__(self, game: Game) -> None:
        letters = [chr(number) for number in range(ord(" "), 127)]
        self.words = tuple(dict.fromkeys([*letters, *sorted(game.verbs), *sorted(terms(game))]))
        self._numbers = {word: number for number, word in enumerate(self.words)}

    def code(self, choice: Any) -> Code:
        """The numbers of an action or outcome. No code of a position is the beginning of another."""
        if isinstance(choice, Action):
            spelt = [choice.verb]
            for kind, value in zip(choice.kinds, choice.args, strict=True):
                for part in value if kind == "t" else (value,):
                    spelt += self._spelt(part)
                if kind == "t":
                    spelt.append(STOP)
        else:
            spelt = list(self._spelt(choice))
        return tuple(self._numbers[word] for word in spelt)

    def _spelt(self, value: Any) -> Iterator[str]:
        if isinstance(value, str) and value in self._numbers:
            yield value
        elif isinstance(value, tuple):
            yield LIST
            for part in value:
                yield from self._spelt(part)
            yield STOP
        else:
            if isinstance(value, str):
                yield LETTERS
            yield from str(value).encode("unicode_escape").decode()
            yield STOP


def common(codes: Mapping[Code, Any], at: int) -> int:
    """How far several codes agree that agree up to `at`."""
    first, *rest = codes
    while all(code[at] == first[at] for code in rest):
        at += 1
    return at
