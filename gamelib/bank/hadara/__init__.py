"""Questions about Hadara: card draws, choices, coins, growth, colours, colonies, turn order and buried cards."""

from __future__ import annotations

from . import card_draws, coins_and_growth, sets_and_colonies

OWN_CODE = {**card_draws.OWN_CODE, **coins_and_growth.OWN_CODE, **sets_and_colonies.OWN_CODE}
