"""The questions of Court: gems, raids, decks."""

from __future__ import annotations

from . import coming, decks, gems, raids, treasury

OWN_CODE = {**coming.OWN_CODE, **decks.OWN_CODE, **gems.OWN_CODE, **raids.OWN_CODE, **treasury.OWN_CODE}
