"""The Builder: a chance put together by hand, run, and exact. Knows chance models and the page, no game."""

from .widget import Builder, Task, gallery

__all__ = ["Builder", "Task", "gallery"]
