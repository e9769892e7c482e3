"""Icons of icons.toml, which boards can use."""

from __future__ import annotations

import tomllib
from pathlib import Path

_ICONS: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8-sig"))


def icon_path_data(*names: str) -> dict[str, str]:
    """Return SVG path data by icon name, in a box of 24 by 24 units. Raise KeyError for an unknown icon."""
    return {name: _ICONS[name] for name in names}
