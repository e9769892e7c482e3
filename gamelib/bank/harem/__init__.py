"""The probability questions of Court: gems, raids, decks."""

from __future__ import annotations

from .coming import COMING
from .decks import DECKS
from .gems import GEMS
from .raids import RAIDS
from .treasury import TREASURY

QUESTIONS = [*GEMS, *TREASURY, *RAIDS, *DECKS, *COMING]
