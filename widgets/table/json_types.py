"""Names of the JSON objects that a board sends. `scene_types.py` of the table and of each game declares their keys."""

from __future__ import annotations

from typing import TypeAlias

from ..page.protocol import Json

CardJson: TypeAlias = Json
"""Keys of `scene_types.Card`."""
CellMapJson: TypeAlias = Json
"""Keys of `scene_types.CellMap`."""
ForecastTargetJson: TypeAlias = Json
"""Event to forecast: `label`, `share`, and the place of the outcome (`at`), its minimum (`need`) or limit (`below`)."""
GroupJson: TypeAlias = Json
"""Keys of `scene_types.Group`."""
OddsJson: TypeAlias = Json
"""Keys of `scene_types.Odds`."""
