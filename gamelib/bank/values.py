"""Values that the questions of no game use. An entry names a function with its arguments, as in `day_gaps(days)`."""

from __future__ import annotations
