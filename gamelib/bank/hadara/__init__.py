"""The questions of Hadara: draws and choices, coins and growth, colours, colonies, turn order and buried cards."""

from __future__ import annotations

from . import draws, growth, table

OWN_CODE = {**draws.OWN_CODE, **growth.OWN_CODE, **table.OWN_CODE}
