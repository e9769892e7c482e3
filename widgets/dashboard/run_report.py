"""Reports about the trials on a dashboard, for a class: small JSON objects that are complete in themselves.

The description of the trials (outcomes, probabilities, texts) depends on the control values. The server does not know
these values, so the kernel signs the description (widgets/page/run_reports.py). As in all reports of
pupils, the counts are not signed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from gamelib.number_format import format_number

from ..page.protocol import Json
from ..page.run_reports import sign_text
from ..page.translations import text_lookup
from .live_simulation import ExactReference, LiveSimulation

text = text_lookup("dashboard")

_COLUMNS = 24
"""Maximum number of columns. With more outcomes, a picture has two columns: favourable and other outcomes."""


def build_run_report(simulation: LiveSimulation, question_text: str, signing_key: str) -> Json | None:
    """Build the report about all trials. Return None if there are no trials or no event.

    `question_text` is the text of the question.
    """
    exact, wanted = simulation.reference.weights, _wanted(simulation.reference)
    if not simulation.completed_count or wanted is None:
        return None
    hits, chance, words = wanted
    if exact is None or len(exact) > _COLUMNS:
        won = sum(n for outcome, n in simulation.counts.items() if hits(outcome))
        names, chances, places = [words, text("otherwise")], [chance, 1 - chance], [0]
        counts = [won, simulation.completed_count - won]
    else:
        outcomes, total = sorted(exact), sum(exact.values())
        names = [format_number(outcome) for outcome in outcomes]
        chances = [float(exact[outcome] / total) for outcome in outcomes]
        places = [i for i, outcome in enumerate(outcomes) if hits(outcome)]
        counts = [simulation.counts[outcome] for outcome in outcomes]
    about = {"ask": question_text, "names": names, "exact": chances, "hits": places, "words": words, "share": chance}
    description = json.dumps(about)
    came = [hits(outcome) for outcome in simulation.first_outcomes]
    trail = [round(sum(came[: n + 1]) / (n + 1), 4) for n in range(len(came))]
    return {"about": description, "seal": sign_text(description, signing_key), "counts": counts, "trail": trail}


def _wanted(goal: ExactReference) -> tuple[Callable[[Any], bool], float, str] | None:
    """Return the event of the simulation, with its probability and its label.

    If the dashboard defines no event, the event is the upper half of the outcomes.
    """
    if goal.is_favourable is not None and goal.event_probability is not None:
        return goal.is_favourable, float(goal.event_probability), goal.event_text
    if goal.weights is None:
        return None
    exact, total = goal.weights, sum(goal.weights.values())
    mean = sum(outcome * n for outcome, n in exact.items()) / total
    least = min(outcome for outcome in exact if outcome >= mean)
    chance = sum(n for outcome, n in exact.items() if outcome >= least) / total
    return (lambda outcome: bool(outcome >= least)), float(chance), text("at_least", n=least)
