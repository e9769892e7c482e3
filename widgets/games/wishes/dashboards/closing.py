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
    count_with_noun,
    format_decimal_probability,
    format_fraction,
    format_fraction_above_decimal,
    format_fraction_of_any_length,
    format_number,
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

odds = game_with_served_cards("wishes").odds

if TYPE_CHECKING:
    import pandas as pd

HEARTS = tuple(sorted({task.hearts for task in odds.tables.tasks.values()}))
HAND = odds.tables.constants["hand"]
HUNGRY_DISCOUNT = odds.tables.constants["hungry"]
MAX_RIVALS = 3
COUNTS = {"1": "one", "2": "two", "3": "three"}
RIVALS = {"1": "one other player", "2": "two other players", "3": "three other players"}
ONE_CARD, COMBINED = "alone", "together"
MODEL_TEXTS = {ONE_CARD: "one card has to be enough", COMBINED: "each player adds their best card"}
MOODS = {"plain": "as usual", "hungry": "needs one heart fewer", "forbids": "forbids it"}
RivalFulfilmentRow = TypedDict(
    "RivalFulfilmentRow", {"rivals' cards": str, "hearts missing": int, "rivals": int, "chance": str, "decimal": float}
)
"""Row of the probability that rivals fulfil the wish. "rivals' cards" is the model of their cards."""
MISSING = Slider("missing", "Hearts missing", "The wish still needs", "hearts.", 1, 6, 2, text_after_one="heart.")
WHO = Choice("rivals", "Other players before your next turn:", COUNTS, "3")
MODEL = Choice("how", "To close it, they use", {ONE_CARD: "one card", COMBINED: "their best cards"}, ONE_CARD)
UNSEEN = Slider("unseen", "Unseen cards", "You have not seen", "cards.", 20, 45, odds.unseen_card_count())
FIT = NumberRow(
    "fit",
    "Unseen cards that fit the wish:",
    "Unseen cards that fit, worth {key}",
    HEARTS,
    0,
    2,
    tuple(odds.hearts_of_matching_unseen_cards().count(value) for value in HEARTS),
    short_label_template="worth {key}",
)
MOOD = Choice("mood", "The mood:", MOODS, "plain")
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
                simulation_block("deals", "Deal once", "Keep dealing"),
            ],
            [
                answer_block("answer", is_probability=True),
                chart_block("added"),
                columns_block([chart_block("grid")], [table_block("facts"), chart_block("pool")]),
                collapsible_block("why", text_block("why_lines"), table_block("sums")),
            ],
        ),
        section_block("Save the numbers", [text_block("take_told"), download_block("csv")], [table_block("all")]),
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
        lead = "The probability that someone closes the wish before your next turn:"
        if mood == "forbids":
            more = "With this mood, nobody can place a card at a wish. Only a Guard can still close it."
        elif not need:
            more = (
                "With this mood, the wish already has enough hearts. It is closed immediately, "
                "whatever cards the players have."
            )
        elif not chance:
            more = "The cards that you haven’t seen would not be enough."
        else:
            other = COMBINED if self.values["how"] == ONE_CARD else ONE_CARD
            more = f"So it is still open on your turn with probability {format_fraction(1 - chance)}."
            if self.rival_count > 1:
                p = format_fraction(self.p_rival_fulfils(how=other))
                more += f" If {MODEL_TEXTS[other]}, the probability is {p} instead."
        self.queue_block_data(
            "answer", lead=lead, big=format_fraction(chance), more=more, share=(float(chance), format_percent(chance))
        )

    def _say_runs(self, chance: Fraction, counts: Counter[int]) -> None:
        deals, need = self.simulations["deals"], self.needed_hearts_under_mood()
        forbidden = self.values["mood"] == "forbids"
        if forbidden:
            said = "Whatever cards are dealt, nobody can place a card at a wish."
        elif deals.completed_count:
            hits = sum(count for hearts, count in counts.items() if hearts >= need)
            said = frequency_comparison_text(hits, deals.completed_count, chance, "someone closed it")
        else:
            said = (
                "Deal the hands of the other players and watch the dots. Then change the hearts: the "
                "same hands are compared with the new target."
            )
        place = self.values["how"] == COMBINED
        wanted, odds = (None, None) if forbidden else (lambda pair: pair[place] >= need, chance)
        self.queue_block_data("deals", **deals.update_block_data(said, None, wanted, odds, "closes the wish"))

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
            caption=f"With {count_with_noun(self.values['missing'], 'heart')} missing",
            columns=["", *MODEL_TEXTS.values(), "this player adds"],
            rows=rows,
            marked=self.rival_count - 1,
        )

    def _say_why(self, chance: Fraction, added: Dist[int]) -> None:
        v, need, held = self.values, self.needed_hearts_under_mood(), HAND * self.rival_count
        mood = "" if v["mood"] == "plain" else f", and the mood {MOODS[v['mood']]}"
        self.queue_block_data(
            "known",
            label=(
                f"{count_with_noun(len(self.hearts_of_cards_fitting_wish), 'card')} "
                f"fit{'s' * (len(self.hearts_of_cards_fitting_wish) == 1)} the wish{mood}"
            ),
        )
        self.queue_block_data("why", label=f"Why {format_fraction(chance)}?")
        lines = [
            f"A card fits if it has the kind of the wish (WIS-4.1). Of the {v['unseen']} cards that you haven’t seen, "
            f"{len(self.hearts_of_cards_fitting_wish)} fit. Every card is equally likely to be in each hand "
            f"(WIS-15.2). {RIVALS[v['rivals']].capitalize()} "
            f"{'holds' if self.rival_count == 1 else 'hold'} {held} of them"
            f"{' together' if self.rival_count > 1 else ''}."
        ]
        if v["mood"] == "forbids" or not need:
            lines.append(self.block_data("answer")["more"])
        elif v["how"] == ONE_CARD:
            good = sum(value >= need for value in self.hearts_of_cards_fitting_wish)
            hands = Dist.hypergeometric(v["unseen"], good, held)
            ways = f"{hands.get(0, 0):,}/{hands.total:,}"
            lines.append(
                f"Of these, {count_with_noun(good, 'card')} {'is' if good == 1 else 'are'} worth {need} or "
                "more. Use the "
                f"complement: none of them is among the {held} cards. The fraction for the first card is "
                f"{v['unseen'] - good}/{v['unseen']}, and both numbers get smaller by 1 from card to card. The product "
                f"is {ways}. Subtract it from 1."
            )
            lines.append("If you add the probabilities of the players, you count some deals twice.")
        else:
            lines.append(
                "Take the best card that fits from each hand, and add up their hearts. All deals are equally likely. "
                f"The deals with {need} hearts or more close the wish (WIS-9.1)."
            )
        lines.append(
            "Some things are left out: the aims of the players, cards that they draw on their turns, Guards, and "
            "anything that their earlier turns tell you."
        )
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
            caption="Hearts that can be added",
            columns=["hearts", "probability", "at least this many"],
            rows=rows,
            marked=marked,
        )

    def _say_csv(self) -> None:
        self.queue_block_data(
            "take_told",
            lines=[
                "The file has every probability for both ways of closing, as a fraction and a "
                "decimal. You can open it in a spreadsheet."
            ],
        )
        self.queue_block_data(
            "csv", label="Save as CSV", name="closing.csv", text=csv_text(self.rival_fulfilment_rows())
        )
        rivals, how = range(1, MAX_RIVALS + 1), self.values["how"]
        rows = [
            [str(missing), *(format_decimal_probability(self.p_rival_fulfils(missing, n, how)) for n in rivals)]
            for missing in range(MISSING.minimum, MISSING.maximum + 1)
        ]
        self.queue_block_data(
            "all",
            caption=f"Probability that it is closed, if {MODEL_TEXTS[self.values['how']]}",
            rows=rows,
            columns=["hearts missing", *(RIVALS[str(n)] for n in rivals)],
            marked=self.values["missing"] - MISSING.minimum,
        )

    # -- pictures --------------------------------------------------------------------------------

    def _added_figure(self, added: Dist[int], counts: Mapping[int, int]) -> Figure:
        who, need = RIVALS[self.values["rivals"]], self.needed_hearts_under_mood()
        alone = self.values["how"] == ONE_CARD
        what = "the best card of all hands" if alone else "the best cards of all hands together"
        threshold: tuple[int, str] | None = (need, f"{need} or more")
        if self.values["mood"] == "forbids":
            title, threshold = "With this mood, nobody can place a card", None
        elif not need:
            title, threshold = "The wish doesn’t need more hearts, so it is closed", None
        else:
            who = f"one of {who}" if alone and self.rival_count > 1 else who
            title = f"The probability that {who} can add {need} or more is {format_percent(self.p_rival_fulfils())}"
        return hide_unseen_dots(
            charts.distribution(
                added, title=title, xlabel=f"hearts: {what}", mean=False, threshold=threshold, simulated=counts
            )
        )

    def _grid_figure(self) -> Figure:
        rows, across = range(MISSING.minimum, MISSING.maximum + 1), range(1, MAX_RIVALS + 1)
        here = f"{count_with_noun(self.values['missing'], 'heart')} missing and {RIVALS[self.values['rivals']]}"
        return charts.heatmap(
            rows,
            across,
            [[self.p_rival_fulfils(missing, n) for n in across] for missing in rows],
            title=f"{format_percent(self.p_rival_fulfils())} with {here}: click any cell",
            xlabel="other players",
            ylabel="hearts missing",
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
        title = (
            f"The fewer unseen cards, the higher the probability: from {format_percent(low)} to {format_percent(high)}"
        )
        if low == high:
            title = f"With any number of unseen cards: {format_percent(low)}"
        return charts.probability_curves(
            lines,
            title=title,
            xlabel="unseen cards",
            ylabel="probability that it is closed",
            marked=(unseen, f"{format_number(unseen)} unseen"),
        )


def create_dashboard(link: str = "") -> WishRaceDashboard:
    """Create the dashboard. `link` contains settings such as "missing=3&rivals=2"."""
    return WishRaceDashboard(link)
