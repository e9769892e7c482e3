"""Chance models that people put together: a chain of devices and one statistic, exact and run.

`gamelib.model` makes one. Files, from below: errors, data (the model as a table), notation (as a line), statistic and
walk (positions and arcs), values (answers without an order), chains (absorbing ones), levels (values that only grow),
answer (which of them), runs, second (the second method), models.
"""

from .errors import ModelError, TooLarge
from .models import Model, model

__all__ = ["Model", "ModelError", "TooLarge", "model"]
