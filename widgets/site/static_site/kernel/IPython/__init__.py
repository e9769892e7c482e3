"""Substitute for IPython in browser pages, with only the names that ipywidgets, comm and anywidget use."""

from typing import Any


class _Events:
    def trigger(self, *_: Any, **__: Any) -> None:
        """Do nothing, because there are no listeners."""


class _Shell:
    events = _Events()

    def showtraceback(self, *_: Any, **__: Any) -> None:
        import kismet_page

        kismet_page.notify_page_of_error()


_SHELL = _Shell()


def get_ipython() -> _Shell:
    """Return the only shell."""
    return _SHELL
