"""Names for `isinstance`, which is never true, and the way in, which leads nowhere."""

from typing import Any


class Series:
    pass


class DataFrame:
    pass


class Datetime:
    pass


def from_native(value: Any, **_: Any) -> Any:
    return value
