"""The Builder: compose a chance model, run trials, and get the exact result. The package imports no game."""

from .widget import Builder, BuilderTaskCallbacks, load_gallery

__all__ = ["Builder", "BuilderTaskCallbacks", "load_gallery"]
