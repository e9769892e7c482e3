"""Bots for Towers. The bots see the full position, because only the order of the deck is hidden."""

from __future__ import annotations

from random import Random

from ...nodes import Action
from .flee_decision import estimate_debts_if_staying
from .state import TowersState
from .steps import FLEE, STOP
from .turn_planner import TurnPlanner, placement_action


class RandomStayBot:
    """Bot that chooses a random legal action but never flees. Simulations of debts use this bot."""

    blind = True

    def __call__(self, view: TowersState | None, legal: list[Action], rng: Random) -> Action:
        """Return one of `legal`. The bot flees only if nothing else is legal."""
        count = len(legal) - (legal[-1] is FLEE and len(legal) > 1)
        return legal[int(rng.random() * count)]

    def __reduce__(self) -> str:
        return "random_stay_bot"


class GreedyBot:
    """Bot that plays the turn with the most placed cards, including the cards of closed towers.

    The bot flees if the forecast recommends it and `can_flee` is true.
    """

    fair = True

    def __init__(self, name: str, flees: bool) -> None:
        self.name, self.can_flee = name, flees

    def __call__(self, view: TowersState, legal: list[Action], rng: Random) -> Action:
        """Return the first action of the best plan for this turn.

        If this action is not in `legal`, the bot takes the best plan whose first action is in `legal`.
        """
        seat = view.agenda_frames[-1].seat
        if self.can_flee and FLEE in legal and estimate_debts_if_staying(view, seat).should_flee:
            return FLEE
        for only in (None, legal):
            plan = TurnPlanner(view, seat, only).best
            action = placement_action(view, plan.placements[0]) if plan.placements else STOP
            if action in legal:
                return action
        return legal[0]

    def __reduce__(self) -> str:
        return self.name


random_stay_bot = RandomStayBot()
greedy_bot = GreedyBot("greedy_bot", True)
greedy_stay_bot = GreedyBot("greedy_stay_bot", False)
