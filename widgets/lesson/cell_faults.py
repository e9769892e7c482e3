"""Location of errors that occur in the cells of a lesson notebook.

The lesson page displays these errors to the author, without a traceback.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

PACKAGE = str(Path(__file__).parent.parent)
Method = TypeVar("Method", bound=Callable[..., Any])


def running_cell_number() -> int | None:
    """Return the number of the code cell that the kernel is running, or None outside of a kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return int(shell.execution_count) if shell else None


def record_faults(method: Method) -> Method:
    """Decorate a method of a plan. In a kernel, the method adds a ValueError to `faults` instead of raising it."""

    @wraps(method)
    def run(self: Any, *args: Any, **more: Any) -> Any:
        try:
            return method(self, *args, **more)
        except ValueError as error:
            cell = running_cell_number()
            if cell is None:
                raise
            self.faults.append(f"{self.id}.ipynb, code cell {cell}, line {_line()}: {error}")
            return None

    return run  # type: ignore[return-value]


def _line() -> int:
    """Return the number of the line from which code outside of this package made the call."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith(PACKAGE):
        frame = frame.f_back
    return frame.f_lineno
