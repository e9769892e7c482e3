"""The pictures in icons.toml, for boards to choose from."""

from __future__ import annotations

import tomllib
from pathlib import Path

_ICONS: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8-sig"))


def icons(*names: str) -> dict[str, str]:
    """Name -> SVG path data in a box of 24 by 24. KeyError for a picture that is not there."""
    return {name: _ICONS[name] for name in names}
