"""Decorator that sets class attributes for the compiler mypyc (`make fast`).

`allow_interpreted_subclasses` allows games in plain Python to subclass a class. `serializable` allows the code to clone
an object without a call of `__init__`. The compiled package has the same sources and the same behaviour.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    T = TypeVar("T")

    def mypyc_attr(**attributes: Any) -> Callable[[T], T]:
        """Return a decorator without effect. The compiled build uses the function of `mypy_extensions` instead."""
        return lambda kind: kind


__all__ = ["mypyc_attr"]
