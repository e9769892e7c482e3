"""Questions about Emira: artists, objectives, caravans, upkeep, the market and the piles of cards."""

from __future__ import annotations

from . import caravan_returns, caravans_and_upkeep, market_and_camels, objectives, princesses

OWN_CODE = {
    **market_and_camels.OWN_CODE,
    **objectives.OWN_CODE,
    **princesses.OWN_CODE,
    **caravan_returns.OWN_CODE,
    **caravans_and_upkeep.OWN_CODE,
}
