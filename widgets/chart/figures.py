"""The figures by name, as questions and pages ask for them: pure functions from numbers to Plotly, in one look.

Exact = bars, filled for what is wanted and hatched for what is not; runs = dots, from thirty on with a 95 % band;
prediction = open bars. Each figure's title is a sentence that says what to see, and `layout.meta` holds
{"text": the picture in words, "table": {"columns", "rows"}}.
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
