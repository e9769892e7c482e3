"""The questions of Towers: the deal, the table, the last turns."""

from __future__ import annotations

from . import deal, endings, table

OWN_CODE = {**deal.OWN_CODE, **endings.OWN_CODE, **table.OWN_CODE}
