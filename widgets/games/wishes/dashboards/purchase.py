"""Inference from a purchase: a rival buys a ware, which changes the probabilities of five score cards.

WIS-1.6, 7.1, 13.3, 15.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib.dist import Dist
from gamelib.number_format import (
    format_confidence_interval,
    format_decimal_probability,
    format_fraction,
    format_fraction_above_decimal,
    format_fraction_of_any_length,
    format_number,
    format_percent,
    join_words,
)
from gamelib.tools.confidence_interval import wilson_interval_95

from ....chart import figures as charts
from ....dashboard.controls import Choice, Slider
from ....dashboard.live_simulation import MIN_TRIALS_FOR_INTERVAL, LiveSimulation
from ....dashboard.widget import (
    Dashboard,
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
from .purchase_figures import probabilities_before_after_figure

text = text_lookup("dashboard_purchase")

odds = game_with_served_cards("wishes").odds

TABLES = odds.tables
WORDS = game_with_served_cards("wishes").texts
CARDS = tuple(TABLES.scores)
STALLS = TABLES.merchants
COST = {ware: card.cost for ware, card in TABLES.wares.items()}
EXAMPLE = 1
"""Number of the market whose first row is that of the example question."""
NEXT_WARE = "W28"
NO_PURCHASE = "none"
PURCHASE_OPTIONS = {NO_PURCHASE: text("nothing"), **{stall: WORDS.card_name(stall) for stall in STALLS}}
ORDER = ("first", "second", "third")
OWN = Choice("own", text("own"), {card: card for card in CARDS}, "K1")
MARKET = Slider("market", text("market"), text("market_before"), text("market_after"), EXAMPLE, 30, EXAMPLE)
FIRST = Choice("first", text("first"), PURCHASE_OPTIONS, "Centre")
SECOND = Choice("second", text("second"), PURCHASE_OPTIONS, NO_PURCHASE)
THIRD = Choice("third", text("third"), PURCHASE_OPTIONS, NO_PURCHASE)
ERROR = Slider("error", text("error"), text("error_before"), text("error_after"), 0, 100, 20)
GEMS = Slider(
    "gems",
    text("gems"),
    text("gems_before"),
    text("gems_after"),
    min(COST.values()),
    TABLES.constants["gem_limit"],
    TABLES.constants["gem_limit"],
)
SENTENCE = (FIRST, SECOND, ERROR)
MORE = (THIRD, MARKET, OWN, GEMS)
ERRORS = tuple(range(0, 101, 10))


@lru_cache(None)
def ware_stacks_by_stall(market: int) -> dict[str, tuple[str, ...]]:
    """Return the wares of each stall in order."""
    stalls = {}
    for stall in STALLS:
        wares = [ware for ware, card in TABLES.wares.items() if card.merchant == stall]
        Random(f"{market} {stall}").shuffle(wares)
        if market == EXAMPLE:
            first = [ware for ware in (*odds.EXAMPLE_WARES, NEXT_WARE) if ware in wares]
            wares = [*first, *(ware for ware in wares if ware not in first)]
        stalls[stall] = tuple(wares)
    return stalls


def ware_name(ware: str) -> str:
    """Return a ware with its stall as text: "the middle Carpet (afternoon)"."""
    card = TABLES.wares[ware]
    return text(
        "ware", stall=WORDS.card_name(card.merchant), ware=WORDS.card_name(card.ware), time=WORDS.card_name(card.icon)
    )


def net_purchase_points(card: str, ware: str) -> Fraction:
    """Return the points of a ware minus its price, where 2 Gems count as a point."""
    return TABLES.ware_points(card, ware) - Fraction(COST[ware], TABLES.constants["gems_per_point"])


def cards_joined_by_or(cards: list[str]) -> str:
    """Return the names of some cards, joined by "or": "K3", "K3 or K4"."""
    return join_words(cards).replace(" and ", " or ")


@dataclass(frozen=True)
class PurchaseStep:
    """Purchase of a ware from a market row, with the probabilities before and after it."""

    row: tuple[str, ...]
    ware: str
    before: Dist[str]
    after: Dist[str]


@dataclass(frozen=True)
class PurchaseInference:
    """Purchases of a rival from a market, and the inference about the rival's score card."""

    own_score_card: str
    market: int
    purchased_stalls: tuple[str, ...]
    error_rate: Fraction
    gems: int

    @classmethod
    def from_control_values(cls, values: Mapping[str, Any]) -> PurchaseInference:
        """Create the inference from the control values. Purchases with the value "none" are omitted."""
        bought = tuple(values[name] for name in ORDER if values[name] != NO_PURCHASE)
        return cls(values["own"], values["market"], bought, Fraction(values["error"], 100), values["gems"])

    @property
    def prior(self) -> Dist[str]:
        """Uniform distribution over all score cards except the player's own card."""
        return Dist([card for card in CARDS if card != self.own_score_card])

    def market_row_after_purchases(self, purchases: int) -> tuple[str, ...]:
        """Return the cards of the market row after a number of purchases."""
        taken = Counter(self.purchased_stalls[:purchases])
        return tuple(ware_stacks_by_stall(self.market)[stall][taken[stall]] for stall in STALLS)

    @cached_property
    def steps_and_impossible_reason(self) -> tuple[tuple[PurchaseStep, ...], str]:
        """Return the possible purchases, each with the probabilities of the score cards before and after it.

        The second value is the reason why the next purchase is impossible, if there is one.
        """
        steps: list[PurchaseStep] = []
        chances = self.prior
        for place, stall in enumerate(self.purchased_stalls):
            row = self.market_row_after_purchases(place)
            ware = row[STALLS.index(stall)]
            if COST[ware] > self.gems:
                return tuple(steps), text("too_expensive", cost=COST[ware], gems=self.gems)
            try:
                after = odds.buyer_score_card_posterior(ware, self.error_rate, row, (), self.gems, chances)
            except ValueError:
                return tuple(steps), (text("not_best"))
            steps.append(PurchaseStep(row, ware, chances, after))
            chances = after
        return tuple(steps), ""

    @property
    def steps(self) -> tuple[PurchaseStep, ...]:
        """Possible purchases, each with the probabilities of the score cards before and after it."""
        return self.steps_and_impossible_reason[0]

    @property
    def impossible_reason(self) -> str:
        """Reason why the next purchase is impossible, or ""."""
        return self.steps_and_impossible_reason[1]

    @property
    def posterior_distribution(self) -> Dist[str]:
        """Probabilities of the score cards after all possible purchases."""
        return self.steps[-1].after if self.steps else self.prior

    @property
    def market_row_after_all_purchases(self) -> tuple[str, ...]:
        """Cards of the market row after the purchases of the controls, up to the last possible purchase."""
        return self.market_row_after_purchases(len(self.steps))

    def purchase_probability_by_ware(self, card: str, row: tuple[str, ...]) -> dict[str, Fraction]:
        """Return the purchase probability of each ware of a row for this score card, or {} if no ware is affordable."""
        return odds.purchase_probabilities(card, row, self.error_rate, self.gems)

    def simulate_cards_or_mismatches(self, rng: Random, n: int) -> list[str]:
        """Deal a rival a card and let the rival buy, n times. Return the card for a match, and "" otherwise."""
        cards, outcomes = list(self.prior), []
        best = {(card, step.row): odds.best_wares(card, step.row, self.gems) for card in cards for step in self.steps}
        payable = {step.row: [ware for ware in step.row if COST[ware] <= self.gems] for step in self.steps}
        error = float(self.error_rate)
        for _ in range(n):
            card = rng.choice(cards)
            fits = all(
                rng.choice(payable[step.row] if rng.random() < error else best[card, step.row]) == step.ware
                for step in self.steps
            )
            outcomes.append(card if fits else "")
        return outcomes


class PurchaseDashboard(Dashboard):
    """Dashboard: the probabilities of five score cards, which change with each purchase."""

    CONTROLS = (*SENTENCE, *MORE)
    LAYOUT = (
        section_block(
            "",
            [
                controls_block(*SENTENCE),
                collapsible_block("more", controls_block(*MORE)),
                simulation_block("deals", text("deal_once"), text("deal_more")),
            ],
            [
                answer_block("answer"),
                chart_block("cards"),
                columns_block([chart_block("row")], [chart_block("noise")]),
                table_block("next"),
                collapsible_block("why", text_block("why_lines"), table_block("bayes")),
                collapsible_block("scores", text_block("scores_told"), table_block("points")),
            ],
        ),
    )

    def create_simulations(self, seed: int | None) -> dict[str, LiveSimulation]:
        return {
            "deals": LiveSimulation(lambda rng, n: self.purchase_inference.simulate_cards_or_mismatches(rng, n), seed)
        }

    def bind_chart_clicks(self) -> None:
        self.pictures["row"].on_click(self._buy)
        self.pictures["noise"].on_click(lambda mark: self.set_control_values(error=int(mark["x"])))

    def _buy(self, mark: Mapping[str, Any]) -> None:
        """Buy the ware of the selected column for the rival, if a purchase is left and affordable."""
        story = self.purchase_inference
        place = len(story.steps)
        ware = next(
            ware for ware in story.market_row_after_all_purchases if self._column(ware) == mark["customdata"][1]
        )
        if place < len(ORDER) and COST[ware] <= story.gems:
            stall = TABLES.wares[ware].merchant
            bought = [*story.purchased_stalls[:place], stall, *[NO_PURCHASE] * (len(ORDER) - place - 1)]
            self.set_control_values(**dict(zip(ORDER, bought, strict=True)))

    @property
    def purchase_inference(self) -> PurchaseInference:
        """Purchases that the controls describe."""
        return PurchaseInference.from_control_values(self.values)

    @staticmethod
    def _column(ware: str) -> str:
        card = TABLES.wares[ware]
        return f"{WORDS.card_name(card.merchant)}: {WORDS.card_name(card.ware)}"

    def refresh(self) -> None:
        story, deals = self.purchase_inference, self.simulations["deals"]
        deals.reset_if_changed(
            (story.own_score_card, story.market, tuple(step.ware for step in story.steps), story.error_rate, story.gems)
        )
        counts = {card: deals.counts[card] for card in story.prior if deals.counts[card]}
        self._say_answer(story)
        self._say_runs(story, counts)
        self._say_next(story)
        self._say_why(story)
        self._say_scores(story)
        self.queue_chart_if_changed("cards", (story, deals.completed_count), lambda: self._cards_figure(story, counts))
        self.queue_chart_if_changed("row", story, lambda: self._row_figure(story))
        self.queue_chart_if_changed("noise", story, lambda: self._noise_figure(story))

    # -- words -----------------------------------------------------------------------------------

    def _say_answer(self, story: PurchaseInference) -> None:
        now = story.posterior_distribution
        top = max(now.p(card) for card in now)
        best = [card for card in now if now.p(card) == top]
        if story.impossible_reason:
            stall = story.purchased_stalls[len(story.steps)]
            ware = story.market_row_after_all_purchases[STALLS.index(stall)]
            self.queue_block_data(
                "answer",
                lead=text("lead_impossible", ware=ware_name(ware)),
                big=text("impossible"),
                more=story.impossible_reason,
            )
            return
        if not story.steps:
            self.queue_block_data(
                "answer",
                lead=text("lead_start"),
                big=format_fraction(top),
                more=text("more_start"),
                share=(float(top), format_percent(top)),
            )
            return
        step = story.steps[-1]
        bought = join_words([ware_name(one.ware) for one in story.steps])
        self.queue_block_data(
            "answer",
            lead=text("lead", bought=bought),
            big=text("best", cards=cards_joined_by_or(best), p=format_fraction(top), is_tie=len(best) > 1),
            more=self._speaks(story, step),
            share=(float(top), format_percent(top)),
        )

    @staticmethod
    def _speaks(story: PurchaseInference, step: PurchaseStep) -> str:
        """Describe the evidence of the last purchase as a likelihood ratio."""
        likely = {card: story.purchase_probability_by_ware(card, step.row)[step.ware] for card in step.before}
        high, low = max(likely.values()), min(likely.values())
        most = [card for card in likely if likely[card] == high]
        least = [card for card in likely if likely[card] == low]
        if high == low:
            return text("same")
        if not low:
            return text("rules_out", least=join_words(least))
        times = format_number(high / low)
        return text("times_as_likely", times=times, most=cards_joined_by_or(most), least=cards_joined_by_or(least))

    def _say_runs(self, story: PurchaseInference, counts: Mapping[str, int]) -> None:
        deals, fits = self.simulations["deals"], sum(counts.values())
        if not story.steps:
            said = text("choose_first")
        elif not deals.completed_count:
            said = text("deal_yourself")
        else:
            said = text("dealt", n=deals.completed_count, fits=fits)
            top = max(story.posterior_distribution, key=story.posterior_distribution.p)
            if fits >= MIN_TRIALS_FOR_INTERVAL:
                low, high = wilson_interval_95(counts.get(top, 0), fits)
                said += " " + (
                    text(
                        "dealt_exact",
                        top=top,
                        frequency=format_decimal_probability(counts.get(top, 0) / fits),
                        interval=format_confidence_interval(low, high),
                        exact=format_decimal_probability(story.posterior_distribution.p(top)),
                    )
                )
        self.queue_block_data("deals", **deals.update_block_data(said))

    def _say_next(self, story: PurchaseInference) -> None:
        rows = []
        for ware in story.market_row_after_all_purchases:
            takes = {
                card: story.purchase_probability_by_ware(card, story.market_row_after_all_purchases).get(
                    ware, Fraction(0)
                )
                for card in story.posterior_distribution
            }
            rows.append(
                [
                    ware_name(ware).removeprefix("the "),
                    str(COST[ware]),
                    str(TABLES.ware_points(story.own_score_card, ware)),
                    format_fraction_above_decimal(odds.mean_ware_points(ware, story.prior)),
                    format_fraction_above_decimal(odds.mean_ware_points(ware, story.posterior_distribution)),
                    format_percent(
                        sum((story.posterior_distribution.p(card) * p for card, p in takes.items()), Fraction(0))
                    ),
                ]
            )
        self.queue_block_data("next", caption=text("next"), columns=column_heads(text("next_columns")), rows=rows)

    def _say_why(self, story: PurchaseInference) -> None:
        self.queue_block_data("why", label=text("why"))
        self.queue_block_data(
            "more",
            label=text("more", market=story.market, card=story.own_score_card, gems=story.gems),
        )
        if not story.steps:
            self.queue_block_data(
                "why_lines",
                lines=[text("why_start")],
            )
            self.queue_block_data("bayes")
            return
        step = story.steps[-1]
        likely = {card: story.purchase_probability_by_ware(card, step.row)[step.ware] for card in step.before}
        products = {card: step.before.p(card) * p for card, p in likely.items()}
        total = sum(products.values(), Fraction(0))
        rows = [
            [
                card,
                *map(format_fraction_of_any_length, (step.before.p(card), p, products[card], products[card] / total)),
            ]
            for card, p in likely.items()
        ]
        self.queue_block_data(
            "bayes",
            caption=text("last_purchase", ware=ware_name(step.ware)),
            rows=rows,
            columns=column_heads(text("bayes_columns")),
        )
        payable = [ware for ware in step.row if COST[ware] <= story.gems]
        best = [card for card in likely if step.ware in odds.best_wares(card, step.row, story.gems)]
        self.queue_block_data(
            "why_lines",
            lines=[
                text(
                    "why_best",
                    gems=TABLES.constants["gems_per_point"],
                    cards=join_words(best),
                    ware=ware_name(step.ware),
                ),
                text("why_errors", p=format_fraction(story.error_rate), wares=len(payable)),
                text("why_sum", total=format_fraction(total)),
            ],
        )

    def _say_scores(self, story: PurchaseInference) -> None:
        self.queue_block_data("scores", label=text("scores"))
        self.queue_block_data(
            "scores_told",
            lines=[text("scores_note")],
        )
        parts = {
            card: {**TABLES.scores[card].merchant, **TABLES.scores[card].ware, **TABLES.scores[card].icon}
            for card in CARDS
        }
        names = list(parts[CARDS[0]])
        self.queue_block_data(
            "points",
            caption=text("points"),
            columns=[text("card"), *(WORDS.card_name(name) for name in names)],
            rows=[[card, *(str(parts[card][name]) for name in names)] for card in CARDS],
            marked=CARDS.index(story.own_score_card),
        )

    # -- pictures --------------------------------------------------------------------------------

    @staticmethod
    def _cards_figure(story: PurchaseInference, counts: Mapping[str, int]) -> Figure:
        step = story.steps[-1] if story.steps else None
        now = story.posterior_distribution
        top = max(now.p(card) for card in now)
        best = cards_joined_by_or([card for card in now if now.p(card) == top])
        if step is None:
            title = text("cards_title_start")
        elif step.before == step.after:
            title = text("cards_title_same")
        else:
            title = text("cards_title", best=best, p=format_percent(top))
        return probabilities_before_after_figure(
            list(story.prior),
            now,
            step.before if step else None,
            counts,
            title=title,
            xlabel=text("cards_axis"),
        )

    def _row_figure(self, story: PurchaseInference) -> Figure:
        row, cards = story.market_row_after_all_purchases, list(story.prior)
        chances = [
            [story.purchase_probability_by_ware(card, row).get(ware, Fraction(0)) for ware in row] for card in cards
        ]
        left = len(ORDER) - len(story.steps)
        title = text("row_title") if left else text("row_title_last")
        return charts.heatmap(
            cards,
            [self._column(ware) for ware in row],
            chances,
            title=title,
            xlabel=text("row_axis"),
            ylabel=text("row_y_axis"),
        )

    def _noise_figure(self, story: PurchaseInference) -> Figure:
        here = int(100 * story.error_rate)
        same: dict[tuple[tuple[float, Fraction], ...], list[str]] = {}
        points: dict[str, list[tuple[float, Fraction]]] = {card: [] for card in story.prior}
        for error in sorted({*ERRORS, here}):
            other = PurchaseInference(
                story.own_score_card,
                story.market,
                story.purchased_stalls[: len(story.steps)],
                Fraction(error, 100),
                story.gems,
            )
            if not other.impossible_reason:
                for card in points:
                    points[card].append((error, other.posterior_distribution.p(card)))
        for card, course in points.items():
            same.setdefault(tuple(course), []).append(card)
        lines = {", ".join(cards): course for course, cards in same.items()}
        title = text("noise_title")
        if not story.steps:
            title = text("noise_title_start")
        return charts.probability_curves(
            lines,
            title=title,
            xlabel=text("noise_axis"),
            ylabel=text("noise_y_axis"),
            marked=(here, text("noise_mark", here=here)),
        )


def create_dashboard(link: str = "") -> PurchaseDashboard:
    """Create the dashboard. `link` contains settings such as "first=Left&error=10"."""
    return PurchaseDashboard(link)
