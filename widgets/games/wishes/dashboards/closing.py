"""Wish race: probability that a rival fulfils it first, by missing hearts, rivals and unseen cards (WIS-4.1, 9.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, TypedDict

from plotly.graph_objects import Figure

from gamelib.dataframes import make_dataframe
from gamelib.dist import Dist
from gamelib.number_format import (
    format_decimal_probability,
    format_fraction,
    format_fraction_above_decimal,
    format_fraction_of_any_length,
    format_percent,
    format_percentage_points,
)

from ....chart import figures as charts
from ....dashboard.controls import Choice, NumberRow, Slider
from ....dashboard.live_simulation import LiveSimulation, frequency_comparison_text, hide_unseen_dots
from ....dashboard.widget import (
    Dashboard,
    answer_block,
    chart_block,
    collapsible_block,
    column_heads,
    columns_block,
    controls_block,
    download_block,
    section_block,
    simulation_block,
    table_block,
    text_block,
)
from ....page.card_overrides import game_with_served_cards
from ....page.notebook_output import csv_text
from ....page.translations import text_lookup

text = text_lookup("dashboard_closing")

odds = game_with_served_cards("wishes").odds

if TYPE_CHECKING:
    import pandas as pd

HEARTS = tuple(sorted({task.hearts for task in odds.tables.tasks.values()}))
HAND = odds.tables.constants["hand"]
HUNGRY_DISCOUNT = odds.tables.constants["hungry"]
MAX_RIVALS = 3
COUNTS = {"1": text("players_1"), "2": text("players_2"), "3": text("players_3")}
RIVALS = {"1": text("others_1"), "2": text("others_2"), "3": text("others_3")}
ONE_CARD, COMBINED = "alone", "together"
MODEL_TEXTS = {ONE_CARD: text("one_card"), COMBINED: text("best_cards")}
MOODS = {"plain": text("mood_plain"), "hungry": text("mood_hungry"), "forbids": text("mood_forbids")}
RivalFulfilmentRow = TypedDict(
    "RivalFulfilmentRow", {"rivals' cards": str, "hearts missing": int, "rivals": int, "chance": str, "decimal": float}
)
"""Row of the probability that rivals fulfil the wish. "rivals' cards" is the model of their cards."""
MISSING = Slider(
    "missing",
    text("missing"),
    text("missing_before"),
    text("missing_after"),
    1,
    6,
    2,
    text_after_one=text("missing_after_one"),
)
WHO = Choice("rivals", text("players_before"), COUNTS, "3")
MODEL = Choice("how", text("how"), {ONE_CARD: text("how_one"), COMBINED: text("how_best")}, ONE_CARD)
UNSEEN = Slider("unseen", text("unseen"), text("unseen_before"), text("unseen_after"), 20, 45, odds.unseen_card_count())
FIT = NumberRow(
    "fit",
    text("fit"),
    text("fit_field"),
    HEARTS,
    0,
    2,
    tuple(odds.hearts_of_matching_unseen_cards().count(value) for value in HEARTS),
    short_label_template=text("fit_worth"),
)
MOOD = Choice("mood", text("mood"), MOODS, "plain")
SENTENCE = (MISSING, WHO, MODEL, UNSEEN)
MORE = (FIT, MOOD)
UNSEEN_STEP = 5  # between the numbers of unseen cards of the curves


class WishRaceDashboard(Dashboard):
    """Dashboard: the probability that another player fulfils a wish before your next turn."""

    CONTROLS = (*SENTENCE, *MORE)
    LAYOUT = (
        section_block(
            "",
            [
                controls_block(*SENTENCE),
                collapsible_block("known", controls_block(*MORE)),
                simulation_block("deals", text("deal_once"), text("deal_more")),
            ],
            [
                answer_block("answer", is_probability=True),
                chart_block("added"),
                columns_block([chart_block("grid")], [table_block("facts"), chart_block("pool")]),
                collapsible_block("why", text_block("why_lines"), table_block("sums")),
            ],
        ),
        section_block(text("save"), [text_block("take_told"), download_block("csv")], [table_block("all")]),
    )

    def create_simulations(self, seed: int | None) -> dict[str, LiveSimulation]:
        return {"deals": LiveSimulation(self._deals, seed)}

    def bind_chart_clicks(self) -> None:
        self.pictures["grid"].on_click(self._move)
        self.pictures["pool"].on_click(lambda mark: self.set_control_values(unseen=int(mark["x"])))

    def _move(self, mark: Mapping[str, Any]) -> None:
        missing, rivals = mark["customdata"]
        self.set_control_values(missing=missing, rivals=str(rivals))

    def _deals(self, rng: Random, n: int) -> list[tuple[int, int]]:
        """Deal the rivals' hands n times. Return the most hearts on one card, and the sum of the rivals' best cards."""
        pile = [
            *self.hearts_of_cards_fitting_wish,
            *[0] * (self.values["unseen"] - len(self.hearts_of_cards_fitting_wish)),
        ]
        deals = []
        for _ in range(n):
            dealt = rng.sample(pile, HAND * self.rival_count)
            best = [max(dealt[place : place + HAND]) for place in range(0, len(dealt), HAND)]
            deals.append((max(best), sum(best)))
        return deals

    # -- current setting -------------------------------------------------------------------------

    @property
    def rival_count(self) -> int:
        """Number of rivals."""
        return int(self.values["rivals"])

    @property
    def hearts_of_cards_fitting_wish(self) -> list[int]:
        """Hearts of the unseen cards that fit the wish."""
        return [value for value, count in zip(HEARTS, self.values["fit"], strict=True) for _ in range(count)]

    def needed_hearts_under_mood(self, missing_hearts: int | None = None) -> int:
        """Return the number of hearts that are enough to fulfil the wish under the current mood.

        If the result is 0, the wish is already fulfilled.
        """
        missing_hearts = self.values["missing"] if missing_hearts is None else missing_hearts
        return max(0, missing_hearts - HUNGRY_DISCOUNT * (self.values["mood"] == "hungry"))

    def max_addable_hearts_distribution(self, rivals: int, rival_model: str, unseen: int | None = None) -> Dist[int]:
        """Return the distribution of the largest number of hearts that the rivals can add."""
        unseen = self.values["unseen"] if unseen is None else unseen
        return odds.max_hearts_rivals_can_add(
            rivals, rival_model == COMBINED, HAND, self.hearts_of_cards_fitting_wish, unseen
        )

    def p_rival_fulfils(
        self, missing: int | None = None, rivals: int | None = None, how: str | None = None, unseen: int | None = None
    ) -> Fraction:
        """Return the probability that a rival fulfils the wish. Arguments that are None come from the controls."""
        if self.values["mood"] == "forbids":
            return Fraction(0)
        added = self.max_addable_hearts_distribution(rivals or self.rival_count, how or self.values["how"], unseen)
        return added.p_at_least(self.needed_hearts_under_mood(missing))

    def rival_fulfilment_rows(self) -> list[RivalFulfilmentRow]:
        """Return one row for each number of missing hearts, number of rivals and model."""
        rows: list[RivalFulfilmentRow] = []
        for how, words in MODEL_TEXTS.items():
            for missing in range(MISSING.minimum, MISSING.maximum + 1):
                for rivals in range(1, MAX_RIVALS + 1):
                    p = self.p_rival_fulfils(missing, rivals, how)
                    rows.append(
                        {
                            "rivals' cards": words,
                            "hearts missing": missing,
                            "rivals": rivals,
                            "chance": str(p),
                            "decimal": round(float(p), 6),
                        }
                    )
        return rows

    def data_frame(self) -> pd.DataFrame:
        """Return all probabilities as a pandas data frame."""
        return make_dataframe(self.rival_fulfilment_rows())

    def refresh(self) -> None:
        v, deals = self.values, self.simulations["deals"]
        cards = (v["unseen"], v["fit"])
        deals.reset_if_changed((v["rivals"], *cards))
        chance, added = self.p_rival_fulfils(), self.max_addable_hearts_distribution(self.rival_count, v["how"])
        counts: Counter[int] = Counter()
        for pair, count in deals.counts.items():
            counts[pair[v["how"] == COMBINED]] += count
        self._say_answer(chance)
        self._say_runs(chance, counts)
        self._say_facts()
        self._say_why(chance, added)
        self._say_csv()
        setting = (v["missing"], v["rivals"], v["how"], v["mood"], *cards)
        self.queue_chart_if_changed(
            "added", (*setting, deals.completed_count), lambda: self._added_figure(added, counts)
        )
        self.queue_chart_if_changed("grid", setting, self._grid_figure)
        self.queue_chart_if_changed("pool", setting, self._pool_figure)

    # -- words -----------------------------------------------------------------------------------

    def _say_answer(self, chance: Fraction) -> None:
        mood, need = self.values["mood"], self.needed_hearts_under_mood()
        lead = text("lead")
        if mood == "forbids":
            more = text("more_forbidden")
        elif not need:
            more = text("more_enough")
        elif not chance:
            more = text("more_impossible")
        else:
            other = COMBINED if self.values["how"] == ONE_CARD else ONE_CARD
            more = text("more_open", p=format_fraction(1 - chance))
            if self.rival_count > 1:
                p = format_fraction(self.p_rival_fulfils(how=other))
                more += " " + text("more_other", how=MODEL_TEXTS[other], p=p)
        self.queue_block_data(
            "answer", lead=lead, big=format_fraction(chance), more=more, share=(float(chance), format_percent(chance))
        )

    def _say_runs(self, chance: Fraction, counts: Counter[int]) -> None:
        deals, need = self.simulations["deals"], self.needed_hearts_under_mood()
        forbidden = self.values["mood"] == "forbids"
        if forbidden:
            said = text("nobody_can")
        elif deals.completed_count:
            hits = sum(count for hearts, count in counts.items() if hearts >= need)
            said = frequency_comparison_text(hits, deals.completed_count, chance, text("event_closed"))
        else:
            said = text("deal_yourself")
        place = self.values["how"] == COMBINED
        wanted, odds = (None, None) if forbidden else (lambda pair: pair[place] >= need, chance)
        self.queue_block_data("deals", **deals.update_block_data(said, None, wanted, odds, text("event_label")))

    def _say_facts(self) -> None:
        rows = []
        before = Fraction(0)
        for n in range(1, MAX_RIVALS + 1):
            cells = [format_fraction_above_decimal(self.p_rival_fulfils(rivals=n, how=how)) for how in MODEL_TEXTS]
            now = self.p_rival_fulfils(rivals=n)
            rows.append([RIVALS[str(n)], *cells, format_percentage_points(now - before)])
            before = now
        self.queue_block_data(
            "facts",
            caption=text("facts", missing=self.values["missing"]),
            columns=["", *MODEL_TEXTS.values(), text("player_adds")],
            rows=rows,
            marked=self.rival_count - 1,
        )

    def _say_why(self, chance: Fraction, added: Dist[int]) -> None:
        v, need, held = self.values, self.needed_hearts_under_mood(), HAND * self.rival_count
        self.queue_block_data(
            "known",
            label=text(
                "known" if v["mood"] == "plain" else "known_mood",
                cards=len(self.hearts_of_cards_fitting_wish),
                mood=MOODS[v["mood"]],
            ),
        )
        self.queue_block_data("why", label=text("why", chance=format_fraction(chance)))
        lines = [
            text(
                "why_fits",
                unseen=v["unseen"],
                fit=len(self.hearts_of_cards_fitting_wish),
                others=RIVALS[v["rivals"]],
                rivals=self.rival_count,
                held=held,
            )
        ]
        if v["mood"] == "forbids" or not need:
            lines.append(self.block_data("answer")["more"])
        elif v["how"] == ONE_CARD:
            good = sum(value >= need for value in self.hearts_of_cards_fitting_wish)
            hands = Dist.hypergeometric(v["unseen"], good, held)
            ways = f"{hands.get(0, 0):,}/{hands.total:,}"
            lines.append(
                text(
                    "why_one_card",
                    good=good,
                    need=need,
                    held=held,
                    misses=v["unseen"] - good,
                    unseen=v["unseen"],
                    ways=ways,
                )
            )
            lines.append(text("why_not_add"))
        else:
            lines.append(text("why_best_cards", need=need))
        lines.append(text("why_left_out"))
        self.queue_block_data("why_lines", lines=lines)
        rows = [
            [
                str(hearts),
                format_fraction_of_any_length(added.p(hearts)),
                format_fraction_of_any_length(added.p_at_least(hearts)),
            ]
            for hearts in added
        ]
        marked = next((place for place, hearts in enumerate(added) if hearts >= need), None)
        self.queue_block_data(
            "sums",
            caption=text("sums"),
            columns=column_heads(text("sums_columns")),
            rows=rows,
            marked=marked,
        )

    def _say_csv(self) -> None:
        self.queue_block_data(
            "take_told",
            lines=[text("save_note")],
        )
        self.queue_block_data(
            "csv", label=text("save_csv"), name="closing.csv", text=csv_text(self.rival_fulfilment_rows())
        )
        rivals, how = range(1, MAX_RIVALS + 1), self.values["how"]
        rows = [
            [str(missing), *(format_decimal_probability(self.p_rival_fulfils(missing, n, how)) for n in rivals)]
            for missing in range(MISSING.minimum, MISSING.maximum + 1)
        ]
        self.queue_block_data(
            "all",
            caption=text("all", how=MODEL_TEXTS[self.values["how"]]),
            rows=rows,
            columns=[text("hearts_missing"), *(RIVALS[str(n)] for n in rivals)],
            marked=self.values["missing"] - MISSING.minimum,
        )

    # -- pictures --------------------------------------------------------------------------------

    def _added_figure(self, added: Dist[int], counts: Mapping[int, int]) -> Figure:
        who, need = RIVALS[self.values["rivals"]], self.needed_hearts_under_mood()
        alone = self.values["how"] == ONE_CARD
        what = text("added_one") if alone else text("added_best")
        threshold: tuple[int, str] | None = (need, text("at_least", need=need))
        if self.values["mood"] == "forbids":
            title, threshold = text("added_title_forbidden"), None
        elif not need:
            title, threshold = text("added_title_enough"), None
        else:
            who = text("one_of", who=who) if alone and self.rival_count > 1 else who
            title = text("added_title", who=who, need=need, p=format_percent(self.p_rival_fulfils()))
        return hide_unseen_dots(
            charts.distribution(
                added,
                title=title,
                xlabel=text("added_axis", what=what),
                mean=False,
                threshold=threshold,
                simulated=counts,
            )
        )

    def _grid_figure(self) -> Figure:
        rows, across = range(MISSING.minimum, MISSING.maximum + 1), range(1, MAX_RIVALS + 1)
        here = text("grid_here", missing=self.values["missing"], others=RIVALS[self.values["rivals"]])
        return charts.heatmap(
            rows,
            across,
            [[self.p_rival_fulfils(missing, n) for n in across] for missing in rows],
            title=text("grid_title", p=format_percent(self.p_rival_fulfils()), here=here),
            xlabel=text("grid_axis"),
            ylabel=text("hearts_missing"),
            marked=(self.values["missing"], self.rival_count),
        )

    def _pool_figure(self) -> Figure:
        unseen = self.values["unseen"]
        pools = sorted({*range(UNSEEN.minimum, UNSEEN.maximum + 1, UNSEEN_STEP), unseen})
        lines = {
            RIVALS[str(n)]: [(pool, self.p_rival_fulfils(rivals=n, unseen=pool)) for pool in pools]
            for n in range(1, MAX_RIVALS + 1)
        }
        low, high = (self.p_rival_fulfils(unseen=pool) for pool in (UNSEEN.maximum, UNSEEN.minimum))
        title = text("pool_title", low=format_percent(low), high=format_percent(high))
        if low == high:
            title = text("pool_title_same", p=format_percent(low))
        return charts.probability_curves(
            lines,
            title=title,
            xlabel=text("unseen_axis"),
            ylabel=text("pool_y_axis"),
            marked=(unseen, text("pool_mark", unseen=unseen)),
        )


def create_dashboard(link: str = "") -> WishRaceDashboard:
    """Create the dashboard. `link` contains settings such as "missing=3&rivals=2"."""
    return WishRaceDashboard(link)
