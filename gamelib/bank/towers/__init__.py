"""The probability questions of Towers, in order: the deal, the table, the last turns."""

from . import deal, endings, table

QUESTIONS = [*deal.QUESTIONS, *table.QUESTIONS, *endings.QUESTIONS]
