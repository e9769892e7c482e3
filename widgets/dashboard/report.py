"""What a class sees of the runs on a dashboard: small, plain JSON, whole each time.

What the runs are about (outcomes, chances, words) depends on what the dashboard is set to, which a server cannot know
without drawing it; so the kernel that does seals these words with a key that pages are not told, and `checked` takes
no other words. Counts are a pupil's own, as everywhere.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from gamelib.numbers import number

from ..page import Json
from .runs import MOST, TRAIL, Goal, Runs

_COLUMNS = 24
"""With more outcomes a picture shows two columns: wanted, and not."""
_LONGEST = 8000
NOT_OURS = "These runs are of no dashboard of this server."


def report(runs: Runs, ask: str, key: str) -> Json | None:
    """The runs so far; None where there are none, or nothing is asked of them. `ask`: the question in words."""
    exact, wanted = runs.goal.exact, _wanted(runs.goal)
    if not runs.total or wanted is None:
        return None
    hits, chance, words = wanted
    if exact is None or len(exact) > _COLUMNS:
        won = sum(n for outcome, n in runs.counts.items() if hits(outcome))
        names, chances, places = [words, "otherwise"], [chance, 1 - chance], [0]
        counts = [won, runs.total - won]
    else:
        outcomes, total = sorted(exact), sum(exact.values())
        names = [number(outcome) for outcome in outcomes]
        chances = [float(exact[outcome] / total) for outcome in outcomes]
        places = [i for i, outcome in enumerate(outcomes) if hits(outcome)]
        counts = [runs.counts[outcome] for outcome in outcomes]
    about = {"ask": ask, "names": names, "exact": chances, "hits": places, "words": words, "share": chance}
    text = json.dumps(about)
    came = [hits(outcome) for outcome in runs.first]
    trail = [round(sum(came[: n + 1]) / (n + 1), 4) for n in range(len(came))]
    return {"about": text, "seal": _seal(text, key), "counts": counts, "trail": trail}


def _wanted(goal: Goal) -> tuple[Callable[[Any], bool], float, str] | None:
    """What is wanted, its chance, its words: where the dashboard names nothing, the better half."""
    if goal.hits is not None and goal.chance is not None:
        return goal.hits, float(goal.chance), goal.words
    if goal.exact is None:
        return None
    exact, total = goal.exact, sum(goal.exact.values())
    mean = sum(outcome * n for outcome, n in exact.items()) / total
    least = min(outcome for outcome in exact if outcome >= mean)
    chance = sum(n for outcome, n in exact.items() if outcome >= least) / total
    return (lambda outcome: bool(outcome >= least)), float(chance), f"{number(least)} or more"


def checked(data: Any, key: str) -> Json:
    """A report that has come from elsewhere, read with care. ValueError for one that cannot be."""
    if not isinstance(data, dict) or not all(isinstance(data.get(name), str) for name in ("about", "seal")):
        raise ValueError(NOT_OURS)
    text = data["about"]
    if len(text) > _LONGEST or not hmac.compare_digest(_seal(text, key).encode(), data["seal"].encode()):
        raise ValueError(NOT_OURS)
    about, counts, trail = json.loads(text), data.get("counts"), data.get("trail")
    if not isinstance(counts, list) or not all(type(n) is int and 0 <= n <= MOST for n in counts):
        raise ValueError("A report tells a number for each outcome.")
    if len(counts) != len(about["names"]) or not 0 < sum(counts) <= MOST:
        raise ValueError("A report tells a number for each outcome.")
    if not isinstance(trail, list) or len(trail) > min(TRAIL, sum(counts)) or not all(map(_share, trail)):
        raise ValueError(f"A report tells the share of at most {TRAIL} runs one by one.")
    return {"about": about, "counts": counts, "trail": [float(share) for share in trail]}


def _share(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1


def _seal(text: str, key: str) -> str:
    return hmac.new(key.encode(), text.encode(), sha256).hexdigest()
