"""What may lie behind a wrong prediction or answer: a mistake that the bank knows, or one that anybody makes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gamelib.numbers import percent

from .answers import Typed, says
from .plan import CHIPS, Plan
from .score import misplaced

NEAR = Fraction(3, 100)
"""How near a prediction lies to the answer of a mistake that explains it, as a part of the answers' range."""
FAR = Fraction(1, 10)
"""From how far off on a prediction is wrong enough to ask for its reason, as a part of the same range."""
GOOD = 3
"""Misplaced chips up to which a prediction is good, and needs no reply."""
SURE = Fraction(3, 4)
"""The part of all chips on one outcome from which on somebody was nearly sure of it."""


def thought(plan: Plan, said: Mapping[str, Fraction], own: Fraction) -> str:
    """A reply to a prediction: `said` are its shares, `own` what they say to the question. Empty for a good one."""
    wrong = plan.question.wrong(**plan.settings)
    exact = plan.question.value(**plan.settings)
    values = [exact, *(value for _, value, _ in wrong)]
    span = Fraction(1) if plan.experiment.asked else max(values) - min(values)
    near = [(abs(value - own), name, reply) for name, value, reply in wrong
            if abs(value - own) <= NEAR * span and abs(value - own) < abs(exact - own)]  # fmt: skip
    if near:
        _, name, reply = min(near)
        return f"Perhaps you thought: “{name}”. {reply}"
    by_shape = _shape(said, plan.bets()[1]) if plan.manner == "chips" else ""
    if by_shape or abs(own - exact) < FAR * span:
        return by_shape
    same_side = [(abs(value - own), name, reply) for name, value, reply in wrong if (value > exact) == (own > exact)]
    if not same_side:
        return ""
    _, name, reply = min(same_side)
    return f"A guess too {'high' if own > exact else 'low'} often has this thought behind it: “{name}”. {reply}"


def slip(typed: Typed, exact: Fraction, chance: bool) -> str:
    """A reply to an answer that no mistake of the bank leads to: what may lie behind it, or which way it is off."""
    if chance and typed.value in (0, 1):
        return "That says it never happens. Can it not?" if not typed.value else "That says it always happens. Must it?"
    if chance and typed.value == Fraction(1, 2):
        return "Half and half: that holds where both cases are equally likely. Count them."
    if chance and says(typed, 1 - exact):
        return "That is the chance that it does not happen. What is left of 1?"
    if not chance and says(typed, -exact):
        return "The size is right. Is it a gain or a loss?"
    return f"That is too {'much' if typed.value > exact else 'little'}."


def _shape(said: Mapping[str, Fraction], exact: Mapping[str, Fraction]) -> str:
    """What the heap of chips itself says: all alike, or all on one. Empty for another heap, or for a good one."""
    if misplaced(said, exact, CHIPS) <= GOOD:
        return ""
    most, least = (pick(exact, key=lambda name: exact[name]) for pick in (max, min))
    if max(said.values()) - min(said.values()) <= Fraction(1, CHIPS):
        return (f"You gave all of them alike. That is right where all are equally likely. Here “{most}” comes with "
                f"{percent(exact[most])}, “{least}” with {percent(exact[least])}.")  # fmt: skip
    top = max(said, key=lambda name: said[name])
    if said[top] >= SURE:
        return (f"You were nearly sure of “{top}”. What comes most need not come nearly always: everything else "
                f"together comes with {percent(1 - exact[top])}.")  # fmt: skip
    return ""
