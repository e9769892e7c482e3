"""The questions of Emira: artists and objectives, caravans and upkeep, market and piles."""

from __future__ import annotations

from . import market, objectives, princesses, returns, trade

OWN_CODE = {**market.OWN_CODE, **objectives.OWN_CODE, **princesses.OWN_CODE, **returns.OWN_CODE, **trade.OWN_CODE}
