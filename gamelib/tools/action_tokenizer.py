"""Action tokenizer: encode choices as sequences of tokens from a small fixed list.

Libraries of agents need a fixed number for each action. An action here has arguments, such as a card, the cards of a
payment or a bid, so there are millions of actions. Therefore a choice is encoded as a sequence of tokens. The first
token is the verb, and the arguments follow. A number is encoded as digits, a list has an end token, and a word outside
the card tables is encoded as letters. Each token has a number, and forced tokens are skipped. Outcomes of chance are
encoded in the same way.

    >>> import gamelib
    >>> speller = ActionTokenizer(gamelib.game("harem"))
    >>> [speller.tokens[number] for number in speller.encode(gamelib.Action("raid", "WRATH-B", 12))]
    ['raid', 'WRATH-B', '1', '2', '.']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..base_game import Game
from ..card_schema import load_cards_toml
from ..nodes import Action

END_TOKEN, LIST_TOKEN, TEXT_TOKEN = ".", "(", '"'
TokenIds = tuple[int, ...]


def card_table_terms(game: Game) -> frozenset[str]:
    """Return all texts of the card tables with their keys, in particular the ids of cards."""
    return frozenset(_texts(load_cards_toml(game.cards_folder / "cards.toml")))


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for part in data:
            yield from _texts(part)
            if isinstance(data, dict):
                yield from _texts(data[part])


class ActionTokenizer:
    """Tokens of a game with their numbers. Equal card tables give equal numbers."""

    def __init__(self, game: Game) -> None:
        letters = [chr(number) for number in range(ord(" "), 127)]
        self.tokens = tuple(
            dict.fromkeys([*letters, *sorted(game.argument_type_letters_by_verb), *sorted(card_table_terms(game))])
        )
        self._numbers = {word: number for number, word in enumerate(self.tokens)}

    def encode(self, choice: Any) -> TokenIds:
        """Return the token numbers of an action or outcome. In a position, no sequence is a prefix of another one."""
        if isinstance(choice, Action):
            spelt = [choice.verb]
            for kind, value in zip(choice.arg_types, choice.args, strict=True):
                for part in value if kind == "t" else (value,):
                    spelt += self._spelt(part)
                if kind == "t":
                    spelt.append(END_TOKEN)
        else:
            spelt = list(self._spelt(choice))
        return tuple(self._numbers[word] for word in spelt)

    def _spelt(self, value: Any) -> Iterator[str]:
        if isinstance(value, str) and value in self._numbers:
            yield value
        elif isinstance(value, tuple):
            yield LIST_TOKEN
            for part in value:
                yield from self._spelt(part)
            yield END_TOKEN
        else:
            if isinstance(value, str):
                yield TEXT_TOKEN
            yield from str(value).encode("unicode_escape").decode()
            yield END_TOKEN


def common_prefix_length(token_sequences: Mapping[TokenIds, Any], start: int) -> int:
    """Return the length of the common prefix of several token sequences that agree up to index `start`."""
    first, *rest = token_sequences
    while all(code[start] == first[start] for code in rest):
        start += 1
    return start
