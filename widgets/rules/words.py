"""The rulebook's own few words, for Python and the page alike."""

from ..page.words import words

WORDS = words("shown", "rules")
