"""Figures by name for questions and pages: pure functions from numbers to Plotly figures in a common style.

Exact values are bars, filled for the event and hatched for its complement. Trials are dots, with a 95% interval from
30 trials on. Predictions are open bars. The title of a figure is a sentence that states the result. `layout.meta` holds
{"text": the text alternative, "table": {"columns", "rows"}}.
"""

from __future__ import annotations

from .bars import difference_histogram, distribution
from .grids import heatmap, sample_space
from .lines import amount_lines, probability_curves
from .trees import tree

__all__ = [
    "amount_lines",
    "difference_histogram",
    "distribution",
    "heatmap",
    "probability_curves",
    "sample_space",
    "tree",
]
