"""The playthroughs in tests/golden: any change of a rule or a sentence shows as a difference of text."""

from __future__ import annotations

import pytest

from tests.towers.golden import SEATS, path, tell


@pytest.mark.parametrize("seats", SEATS)
def test_golden_playthrough(seats: int) -> None:
    assert tell(seats) == path(seats).read_text(encoding="utf-8")
