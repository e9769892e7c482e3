"""The questions of The Sultan's Wishes: hands and wishes, plates and wares, the Extra Task stack and its players."""

from __future__ import annotations

from .hands import HANDS
from .plates import PLATES
from .stack import STACK

QUESTIONS = [*HANDS, *PLATES, *STACK]
