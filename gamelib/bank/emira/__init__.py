"""The questions of Emira: princesses and objectives, caravans and upkeep, market and piles."""

from __future__ import annotations

from .market import MARKET
from .objectives import OBJECTIVES
from .princesses import PRINCESSES
from .returns import RETURNS
from .trade import TRADE

QUESTIONS = [*PRINCESSES, *OBJECTIVES, *TRADE, *RETURNS, *MARKET]
