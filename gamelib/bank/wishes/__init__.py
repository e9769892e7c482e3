"""The questions of The Sultan's Wishes: hands and wishes, plates and wares, the Extra Task stack and its players."""

from __future__ import annotations

from . import hands, plates, stack

OWN_CODE = {**hands.OWN_CODE, **plates.OWN_CODE, **stack.OWN_CODE}
