"""Questions about Court: gems, raids and decks."""

from __future__ import annotations

from . import decks, end_cards, raids, several_gems, single_gem

OWN_CODE = {**end_cards.OWN_CODE, **decks.OWN_CODE, **single_gem.OWN_CODE, **raids.OWN_CODE, **several_gems.OWN_CODE}
