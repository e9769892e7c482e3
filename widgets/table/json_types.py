"""Names of the JSON objects that a table sends. `scene_types.py` and `message_types.py` declare their keys."""

from __future__ import annotations

from typing import TypeAlias

from ..page.protocol import Json

ActionPreviewJson: TypeAlias = Json
"""Keys of `message_types.ActionPreview`, and `spends`."""
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
VariationComparisonJson: TypeAlias = Json
"""Keys of `message_types.VariationComparison`."""
