"""What ipywidgets, comm and anywidget ask of IPython, where a page runs without it."""

from typing import Any


class _Events:
    def trigger(self, *_: Any, **__: Any) -> None:
        """Nobody listens."""


class _Shell:
    events = _Events()

    def showtraceback(self, *_: Any, **__: Any) -> None:
        import kismet_page

        kismet_page.show_error()


_SHELL = _Shell()


def get_ipython() -> _Shell:
    """Return the only shell."""
    return _SHELL
