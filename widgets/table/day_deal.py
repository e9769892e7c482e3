"""Deal of the day at a table: its date and attempt, as saved by a browser."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple


class DayDeal(NamedTuple):
    """Game on a deal of the day: its date and attempt.

    Attributes:
        day: Date of the deal.
        attempt: 1 for the first game of this deal in this browser, 2 for the second, and so on.
    """

    day: date
    attempt: int = 1

    def to_dict(self) -> dict[str, Any]:
        """Return the date and the attempt as plain JSON."""
        return {"day": self.day.isoformat(), "attempt": self.attempt}


def parse_day(text: Any, texts: Mapping[str, str]) -> date:
    """Parse a date such as "2026-11-30". Raise ValueError with a sentence for any other text."""
    try:
        return date.fromisoformat(text)
    except (ValueError, TypeError) as error:
        raise ValueError(texts["day_unknown"]) from error
