"""The table's own few words, for Python and the page alike. What happens in a game is said by the engine."""

from gamelib import Vocabulary

from ..page.words import words

#: the words of a game: neutral, or the printed ones
VOCABULARIES: dict[Vocabulary, str] = {
    "classroom": "neutral, for every school",
    "rulebook": "those of the printed rules",
}

WORDS = words("shown", "table")
