"""The Builder: a chance put together by hand, run, and exact. Knows chance models and the page, no game."""

from .widget import Builder, BuilderTaskCallbacks, load_gallery

__all__ = ["Builder", "BuilderTaskCallbacks", "load_gallery"]
