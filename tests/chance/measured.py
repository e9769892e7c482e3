"""How much work something is, told by the lines of Python that it runs: seconds would say how busy the machine is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class OverrunError(Exception):
    """More lines than allowed have been run."""


def assert_lines_run(work: Callable[[], object], most: int) -> None:
    """Run some work, and give it up after so many lines."""
    ran = 0

    def count(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal ran
        ran += 1
        if ran > most:
            raise OverrunError
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    except OverrunError:
        raise AssertionError(f"more than {most:,} lines have been run") from None
    finally:
        sys.settrace(before)
