"""Two raids on one target: is it better to steal with the first success, or to remove the guards first (HAR-8.5)?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from plotly.graph_objects import Figure

from gamelib.bank.question import TreeNode
from gamelib.dist import Dist
from gamelib.games.harem.odds import Plan, Unguarded
from gamelib.games.harem.setup import DICE_TOTALS
from gamelib.number_format import (
    format_confidence_interval,
    format_decimal_probability,
    format_fraction,
    format_fraction_above_decimal,
    format_number,
    format_percent,
)
from gamelib.tools.confidence_interval import estimate_mean, wilson_interval_95

from ....chart import figures as charts
from ....chart import trees
from ....chart.bars import AXIS_HEADROOM
from ....dashboard.controls import Choice, NumberRow, Slider
from ....dashboard.live_simulation import hide_unseen_dots
from ....dashboard.widget import (
    answer_block,
    chart_block,
    collapsible_block,
    column_heads,
    columns_block,
    controls_block,
    section_block,
    simulation_block,
    table_block,
    text_block,
)
from ....page.card_overrides import game_with_served_cards
from ....page.translations import text_lookup

text = text_lookup("dashboard_raid")

odds = game_with_served_cards("harem").odds

PLANS: tuple[Plan, ...] = ("steal", "break")
NAMES = {"steal": text("steal"), "break": text("break")}
COINS = (1, 2, 3)


def guard_count_text(n: int) -> str:
    """Return the number of guards as text: "no guard", "2 guards"."""
    return text("guard_count", n=n)


def _raid(name: str, before: str, modifier: int, limit: int) -> tuple[Slider, Slider]:
    return (
        Slider(name, text(name), before, "", -4, 6, modifier, is_signed=True),
        Slider(f"{name}_limit", text(f"{name}_limit"), text("limit_before"), text("limit_after"), 1, 6, limit),
    )


SENTENCE = (
    *_raid("first", text("first_before"), 3, 1),
    *_raid("second", text("second_before"), -2, 6),
    Choice("target", text("guards_before"), {str(n): guard_count_text(n) for n in (0, 1, 2)}, "2"),
    NumberRow(
        "gold",
        text("gold"),
        text("gold_field"),
        COINS,
        0,
        3,
        (1, 0, 2),
        short_label_template=text("gold_card"),
    ),
    Choice("goal", text("goal"), {"gold": text("goal_gold"), "theft": text("goal_theft")}, "gold"),
)
HOUSE_RULE = Choice(
    "open", text("unguarded"), {"roll": text("unguarded_dice"), "automatic": text("unguarded_success")}, "roll"
)
CONTROLS = (*SENTENCE, HOUSE_RULE)
SECTION = section_block(
    text("two_raids"),
    [controls_block(*SENTENCE), collapsible_block("house", controls_block(HOUSE_RULE))],
    [
        answer_block("plan"),
        chart_block("tree"),
        table_block("plans"),
        columns_block([chart_block("steal")], [chart_block("break")]),
        simulation_block("turns", text("raid_twice"), text("raid_more_twice")),
        collapsible_block("plan_why", text_block("plan_told"), table_block("steal_paths"), table_block("break_paths")),
    ],
)

RaidGoal: TypeAlias = Literal["gold", "theft"]
"""Most gold on average, or at least one card."""


class RaidProbabilities(NamedTuple):
    """Success probabilities of two raids on the same opponent."""

    first: Fraction
    second_with_guards: Fraction
    second_without_guards: Fraction


class RaidSequence(NamedTuple):
    """Success or failure of each of two raids, with their probability and the gold that the raider takes."""

    first_succeeds: bool
    second_succeeds: bool
    first_probability: Fraction
    second_probability: Fraction
    gold: int


@dataclass(frozen=True)
class TwoRaids:
    """Two raids on a target with some guards and Gold cards. Each raid is (modifier, gold limit)."""

    raids: tuple[tuple[int, int], tuple[int, int]]
    guards: int
    gold: tuple[int, ...]
    unguarded: Unguarded

    @classmethod
    def from_control_values(cls, values: Mapping[str, Any]) -> TwoRaids:
        """Create both raids from the values of `CONTROLS`."""
        gold = tuple(coin for coin, count in zip(COINS, values["gold"], strict=True) for _ in range(count))
        raids = (values["first"], values["first_limit"]), (values["second"], values["second_limit"])
        return cls(raids, int(values["target"]), gold[::-1], values["open"])

    def gold_distribution(self, plan: Plan) -> Dist[int]:
        """Return the distribution of the total gold of both raids."""
        return odds.plunder_total(self.raids, self.guards, self.gold, plan, self.unguarded)

    def plan_value(self, plan: Plan, goal: RaidGoal) -> Fraction:
        """Return the mean gold of a plan, or the probability that the plan yields any gold."""
        gold = self.gold_distribution(plan)
        return gold.mean if goal == "gold" else 1 - gold.p(0)

    def better_plan(self, goal: RaidGoal) -> Plan | None:
        """Return the plan that is better for the goal, or None if both plans have the same value."""
        steal, breaks = (self.plan_value(plan, goal) for plan in PLANS)
        return None if steal == breaks else "steal" if steal > breaks else "break"

    @cached_property
    def raid_probabilities(self) -> RaidProbabilities:
        """Success probabilities of both raids."""
        (first, _), (second, _) = self.raids
        return RaidProbabilities(
            odds.p_raid_succeeds(first, self.guards, unguarded=self.unguarded),
            odds.p_raid_succeeds(second, self.guards, unguarded=self.unguarded),
            odds.p_raid_succeeds(second, 0, unguarded=self.unguarded),
        )

    @cached_property
    def gold_by_plan_and_success(self) -> dict[Plan, dict[tuple[bool, bool], int]]:
        """Gold that the raider takes, by plan and by whether the first and the second raid succeed."""
        (_, first), (_, second) = self.raids
        now, late = odds.best_loot(self.gold, first), sum(odds.best_loot(self.gold, second))
        left = list(self.gold)
        for coin in now:
            left.remove(coin)
        both = sum(now) + sum(odds.best_loot(left, second))
        steal = {(True, True): both, (True, False): sum(now), (False, True): late, (False, False): 0}
        breaks = {**steal, (True, True): late, (True, False): 0}
        return {"steal": steal, "break": breaks if self.guards else steal}

    def raid_sequences(self, plan: Plan) -> Iterator[RaidSequence]:
        """Yield each combination of success and failure of both raids."""
        p = self.raid_probabilities
        for (first_succeeds, second_succeeds), gold in self.gold_by_plan_and_success[plan].items():
            second = p.second_without_guards if first_succeeds and plan == "break" else p.second_with_guards
            yield RaidSequence(
                first_succeeds,
                second_succeeds,
                p.first if first_succeeds else 1 - p.first,
                second if second_succeeds else 1 - second,
                gold,
            )

    def simulate_both_plans(self, rng: Random, n: int) -> list[tuple[int, int]]:
        """Return for each run the gold from both plans (steal at once, remove guards first) with the same dice."""
        (first, _), (second, _) = self.raids
        takes = self.gold_by_plan_and_success

        def differences() -> list[int]:
            a, b = rng.choices(DICE_TOTALS, k=n), rng.choices(DICE_TOTALS, k=n)
            return [x - y for x, y in zip(a, b, strict=True)]

        def needed_difference(modifier: int, guards: int) -> float:
            needed = odds.winning_difference_if_rolled(modifier, guards, unguarded=self.unguarded)
            return -inf if needed is None else needed

        one_from, two_from, free_from = (
            needed_difference(first, self.guards),
            needed_difference(second, self.guards),
            needed_difference(second, 0),
        )
        takings = []
        for one, two in zip(differences(), differences(), strict=True):
            won, guarded, free = one >= one_from, two >= two_from, two >= free_from
            takings.append((takes["steal"][won, guarded], takes["break"][won, free if won else guarded]))
        return takings


# -- texts and figures ---------------------------------------------------------------------------


def plan_value_text(value: Fraction, goal: RaidGoal) -> str:
    """Return an amount with its unit, such as "1477/1296 ≈ 1.140 gold". A probability has no unit."""
    return text("gold_amount", amount=format_fraction(value)) if goal == "gold" else format_fraction(value)


def better_plan_answer(case: TwoRaids, goal: RaidGoal) -> dict[str, str]:
    """Return the better first step, and how much better it is."""
    lead = text(f"lead_{goal}", guards=guard_count_text(case.guards), cards=", ".join(map(str, case.gold)))
    best = case.better_plan(goal)
    if best is None:
        why = text("same_value" if case.guards else "nothing_to_remove")
        return {
            "lead": lead,
            "big": text("no_difference", value=plan_value_text(case.plan_value("steal", goal), goal)),
            "more": why,
        }
    other: Plan = "break" if best == "steal" else "steal"
    more = f"{NAMES[other]}: {plan_value_text(case.plan_value(other, goal), goal)}."
    turned = case.better_plan("theft" if goal == "gold" else "gold")
    if turned == other:
        more = text(f"other_{goal}", value=more)
    return {
        "lead": lead,
        "big": text("plan_value", plan=NAMES[best], value=plan_value_text(case.plan_value(best, goal), goal)),
        "more": more,
    }


def plan_table_rows(case: TwoRaids) -> list[list[str]]:
    """Return the table rows of both plans: the mean gold, and the probability of stealing any gold."""
    worth = {plan: (case.plan_value(plan, "gold"), case.plan_value(plan, "theft")) for plan in PLANS}
    return [[NAMES[plan], *(format_fraction_above_decimal(value) for value in worth[plan])] for plan in PLANS]


def path_table_rows(case: TwoRaids, plan: Plan, goal: RaidGoal) -> list[list[str]]:
    """Return the table rows for the four possible results of a plan, and a row with the total."""
    rows, total = [], Fraction(0)
    for one, two, first, second, gold in case.raid_sequences(plan):
        counts = gold if goal == "gold" else int(gold > 0)
        chance = first * second
        total += chance * counts
        won = text("cards_taken") if plan == "steal" or not case.guards else text("guards_removed")
        said = [won if one else text("failed"), text("cards_taken") if two else text("failed")]
        product = format_decimal_probability(chance * counts)
        rows.append([*said, f"{first} × {second}", format_decimal_probability(chance), str(counts), product])
    rows.append([text("total"), "", "", "", "", format_fraction(total)])
    return rows


def compared_plans_text(case: TwoRaids, goal: RaidGoal, counts: Counter[tuple[int, int]]) -> str:
    """Describe the simulated results of both plans, with 95% confidence intervals."""
    n = counts.total()
    told = [text("turns", n=n)]
    for place, plan in enumerate(PLANS):
        if goal == "gold":
            gold = Counter[float]()
            for pair, count in counts.items():
                gold[pair[place]] += count
            found = estimate_mean(gold)
            mean, low, high = found.mean, found.low, found.high
        else:
            hits = sum(count for pair, count in counts.items() if pair[place])
            mean = hits / n
            low, high = wilson_interval_95(hits, n)
        about = f", {format_confidence_interval(low, high)}" if n > 1 else ""
        told.append(
            text(
                f"simulated_{goal}",
                plan=NAMES[plan],
                mean=format_decimal_probability(mean),
                about=about,
                exact=format_decimal_probability(case.plan_value(plan, goal)),
            )
        )
    return " ".join(told)


def raid_decision_tree_figure(case: TwoRaids, goal: RaidGoal) -> Figure:
    """Draw the results of the first raid with the value of each later step."""
    first = case.raid_probabilities.first

    def value_after_first_raid(plan: Plan, won: bool) -> Fraction:
        counts = (
            p * (gold if goal == "gold" else gold > 0) for one, _, _, p, gold in case.raid_sequences(plan) if one == won
        )
        return sum(counts, Fraction(0))

    def value_text(value: Fraction) -> str:
        return text("gold_amount", amount=format_number(value)) if goal == "gold" else format_percent(value)

    steal, breaks = (value_after_first_raid(plan, True) for plan in PLANS)
    lost = TreeNode(text("tree_fails"), 1 - first, value_text(value_after_first_raid("steal", False)))
    if not case.guards:
        won = TreeNode(text("tree_succeeds"), first, value_text(steal))
        title = text("tree_title_no_guards")
    else:
        steps = (
            TreeNode(text("tree_steal"), None, value_text(steal)),
            TreeNode(text("tree_break"), None, value_text(breaks)),
        )
        won = TreeNode(text("tree_success"), first, "", steps, "choice")
        title = text("tree_title", steal=value_text(steal), break_=value_text(breaks))
    return trees.tree(TreeNode(text("tree_raid"), None, "", (won, lost), "chance"), title=title)


def plan_figure(case: TwoRaids, plan: Plan, counts: Mapping[int, int]) -> Figure:
    """Draw the gold from a plan next to the gold in simulated turns. Both plans have the same scale."""
    gold = case.gold_distribution(plan)
    title = text("plan_title", plan=NAMES[plan], p=format_percent(gold.p(0)), mean=gold.mean)
    drawn = charts.distribution(gold, title=title, xlabel=text("plan_axis"), simulated=counts)
    both = [case.gold_distribution(other) for other in PLANS]
    top = max(float(dist.p(outcome)) for dist in both for outcome in dist)
    ends = min(min(dist) for dist in both) - 0.5, max(max(dist) for dist in both) + 0.5
    drawn.update_yaxes(range=[0, top * (AXIS_HEADROOM if counts else 1.06)])
    return hide_unseen_dots(drawn.update_xaxes(range=ends))


def fill_two_raids_section(dashboard: Any, simulation: Any) -> None:
    """Fill the section for the current values of the controls."""
    case, goal = TwoRaids.from_control_values(dashboard.values), dashboard.values["goal"]
    simulation.reset_if_changed(case)
    dashboard.queue_block_data("house", label=text("house", in_use=case.unguarded == "automatic"))
    dashboard.queue_block_data("plan", **better_plan_answer(case, goal))
    best = case.better_plan(goal)
    dashboard.queue_block_data(
        "plans",
        caption=text("plans"),
        columns=column_heads(text("plans_columns")),
        rows=plan_table_rows(case),
        marked=PLANS.index(best) if best else None,
    )
    said = compared_plans_text(case, goal, simulation.counts) if simulation.completed_count else text("play_yourself")
    dashboard.queue_block_data("turns", **simulation.update_block_data(said))
    dashboard.queue_block_data(
        "plan_why", label=text("plan_why_equal") if best is None else text("plan_why", plan=NAMES[best].lower())
    )
    first, guarded, free = (format_fraction(p) for p in case.raid_probabilities)
    dashboard.queue_block_data(
        "plan_told",
        lines=[
            text("plan_paths", first=first, guarded=guarded, free=free),
            text("plan_product"),
        ],
    )
    for place, plan in enumerate(PLANS):
        dashboard.queue_block_data(
            f"{plan}_paths",
            caption=NAMES[plan],
            columns=column_heads(text(f"paths_{goal}")),
            rows=path_table_rows(case, plan, goal),
            marked=4,
        )
        counts: Counter[int] = Counter()
        for pair, count in simulation.counts.items():
            counts[pair[place]] += count
        dashboard.queue_chart_if_changed(
            plan, (case, simulation.completed_count), lambda plan=plan, counts=counts: plan_figure(case, plan, counts)
        )
    dashboard.queue_chart_if_changed("tree", (case, goal), lambda: raid_decision_tree_figure(case, goal))
