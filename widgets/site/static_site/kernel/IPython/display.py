"""Display of objects in the output of the running cell."""

from typing import Any


class HTML:
    """Markup that is displayed unchanged."""

    def __init__(self, data: str = "") -> None:
        self.data = data

    def _repr_html_(self) -> str:
        return self.data


def display(*things: Any, **_: Any) -> None:
    """Display objects in the output of the running cell."""
    import kismet_page

    for thing in things:
        kismet_page.show(thing)


def clear_output(*_: Any, **__: Any) -> None:
    """Do nothing. A page keeps the output of its cells."""
