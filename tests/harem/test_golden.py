"""Whole games of Court, as they were read and found right."""

from __future__ import annotations

import pytest

from tests.golden import compare, playthrough
from tests.harem.build import GAME


@pytest.mark.parametrize(("seats", "seed", "options"), [
    (2, 1, {"kadine_target": 1}), (3, 2, {"variant": "short"}), (4, 4, {}),
])  # fmt: skip
def test_playthrough(seats, seed, options):
    compare(f"harem_{seats}", playthrough(GAME, seats, seed, **options))
