"""Values that the questions of this game use. An entry names a function with its arguments."""

from __future__ import annotations
