"""Chance models: a chain of stages and one statistic, solved exactly or simulated.

`gamelib.model` creates a model. Each module imports only modules that come before it in this list: errors, model_data
(the model as a dictionary), notation (the model as a line), statistic_automaton and model_graph (positions and
transitions), orderless_statistics (answers without an order), absorbing_chains, levels (values that only grow),
exact_answer (selects the method), simulation (runs), cross_check (the second method), models.
"""

from .errors import ModelError, TooLarge
from .models import Model, model

__all__ = ["Model", "ModelError", "TooLarge", "model"]
