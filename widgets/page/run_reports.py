"""Reports of simulated trials. A kernel signs them, and a page passes them on to the server.

The kernel signs the description with a key that the page does not know. `validate_run_report` trusts only signed
descriptions.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from .protocol import Json

MAX_RUNS = 1_000_000
MAX_RUNNING_SHARES = 30
"""Number of trials that a class sees one by one."""
MAX_DESCRIPTION_LENGTH = 8000
"""Maximum number of characters of a description."""
UNKNOWN_REPORT_TEXT = "These trials belong to no dashboard of this server."


def sign_text(text: str, key: str) -> str:
    """Return the signature of a text."""
    return hmac.new(key.encode(), text.encode(), sha256).hexdigest()


def validate_run_report(data: Any, key: str, parse_unsigned: Callable[[str], Json] | None = None) -> Json:
    """Validate a report of unknown origin. Raise ValueError for invalid input.

    `parse_unsigned` parses descriptions without a valid signature, where they are allowed. The report then has the mark
    `said`.
    """
    if not isinstance(data, dict) or not all(isinstance(data.get(name), str) for name in ("about", "seal")):
        raise ValueError(UNKNOWN_REPORT_TEXT)
    text = data["about"]
    sealed = len(text) <= MAX_DESCRIPTION_LENGTH and hmac.compare_digest(
        sign_text(text, key).encode(), data["seal"].encode()
    )
    if not sealed and parse_unsigned is None:
        raise ValueError(UNKNOWN_REPORT_TEXT)
    about = json.loads(text) if sealed or parse_unsigned is None else parse_unsigned(text)
    counts, trail = data.get("counts"), data.get("trail")
    if not isinstance(counts, list) or not all(type(n) is int and 0 <= n <= MAX_RUNS for n in counts):
        raise ValueError("A report needs a number for each outcome.")
    if len(counts) != len(about["names"]) or not 0 < sum(counts) <= MAX_RUNS:
        raise ValueError("A report needs a number for each outcome.")
    if (
        not isinstance(trail, list)
        or len(trail) > min(MAX_RUNNING_SHARES, sum(counts))
        or not all(map(_is_share, trail))
    ):
        raise ValueError(f"A report can list at most {MAX_RUNNING_SHARES} trials one by one.")
    mark = {} if sealed else {"said": True}
    return {"about": about, "counts": counts, "trail": [float(share) for share in trail], **mark}


def _is_share(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1
