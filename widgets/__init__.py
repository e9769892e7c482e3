"""Pages and widgets of Kismet.

In a notebook, `from widgets import Table` and then `Table("harem")` display a game. `Chart`, `Lesson`, `Plan` and
`Builder` are further classes of this package.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .builder import Builder
    from .chart.widget import Chart
    from .lesson import Lesson, Plan
    from .table import Table

__all__ = ["Builder", "Chart", "Lesson", "Plan", "Table"]
DOORS = {"Builder": ".builder", "Chart": ".chart.widget", "Lesson": ".lesson", "Plan": ".lesson", "Table": ".table"}
"""What a notebook asks this package for, and the room that has it; a room comes when it is asked for."""


def __getattr__(name: str) -> Any:
    if name in DOORS:
        return getattr(import_module(DOORS[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
