"""Questions about The Sultan's Wishes: hands, wishes, plates, wares, and the Extra Task stack."""

from __future__ import annotations

from . import extra_task_stack, hands_and_wishes, plates_and_wares

OWN_CODE = {**hands_and_wishes.OWN_CODE, **plates_and_wares.OWN_CODE, **extra_task_stack.OWN_CODE}
