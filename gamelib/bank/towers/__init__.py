"""Questions about Towers: the deal, the building of towers, and the last turns."""

from __future__ import annotations

from . import deal, endings, tower_building

OWN_CODE = {**deal.OWN_CODE, **endings.OWN_CODE, **tower_building.OWN_CODE}
