"""What some classes say of themselves to mypyc, which compiles this package where one wants it (`make fast`).

`allow_interpreted_subclasses`: games written in plain Python subclass them. `serializable`: a clone is made without
`__init__`. Nothing else differs: the sources are the same, and so is all that they do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    T = TypeVar("T")

    def mypyc_attr(**attributes: Any) -> Callable[[T], T]:
        """What `mypy_extensions` has; the package itself is needed only where one compiles."""
        return lambda kind: kind


__all__ = ["mypyc_attr"]
