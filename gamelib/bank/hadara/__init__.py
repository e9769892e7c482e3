"""The questions of Hadara: draws and choices, coins and growth, colours, colonies, turn order and buried cards."""

from __future__ import annotations

from .draws import DRAWS
from .growth import GROWTH
from .table import TABLE

QUESTIONS = [*DRAWS, *GROWTH, *TABLE]
