"""When does growth pay? Yellow cards as investments over the remaining incomes (HAD-8.1), and other uses of coins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from plotly.graph_objects import Figure

from gamelib.bank.hadara.sets_and_colonies import COINS, STEP
from gamelib.dataframes import make_dataframe
from gamelib.dist import Dist
from gamelib.games.hadara.card_tables import EPOCHS, TRACKS, EpochCard
from gamelib.number_format import (
    capitalize_first,
    count_with_noun,
    format_fraction,
    format_mean,
    format_number,
    format_percent,
)

from ....chart import figures as charts
from ....chart.trial import Trial
from ....dashboard.controls import Choice, Slider
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
from .growth_figures import gain_bars_figure, profit_heatmap_figure

odds = game_with_served_cards("hadara").odds

if TYPE_CHECKING:
    import pandas as pd

CARDS = 10
TIMES = {f"{epoch}{phase}": f"{'I' * epoch} {phase}" for epoch in EPOCHS for phase in "AB"}
YellowCardRow = TypedDict(
    "YellowCardRow",
    {
        "bought in": str,
        "incomes to come": int,
        "card": str,
        "price": int,
        "sale given up": int,
        "income": int,
        "net": int,
        "points": int,
    },
)
"""Row of a yellow card at one time of purchase."""
TIME = Choice("time", "You buy in epoch and phase", TIMES, "2A")
CARD = Slider(
    "card",
    "Yellow card",
    "The ten yellow cards are in order from best to worst. Number",
    "is offered to you.",
    1,
    CARDS,
    4,
)
OWNED = Slider(
    "owned", "Yellow cards owned", "You own", "yellow cards already.", 0, 8, 0, text_after_one="yellow card already."
)
SILVER = Slider("track", "Track for silver", "You compare a silver medal on a track that ends at", ",", 0, 40, 10)
SETS = Slider(
    "sets", "Sets for gold", "gold with", "sets of five colours,", 0, 6, 2, text_after_one="set of five colours,"
)
LEVEL = Choice(
    "level", "a colony of level", {str(level.requirement): str(level.requirement) for level in odds.tables.levels}, "9"
)
COIN = Choice("coin", "A coin is worth", {key.replace("/", "_"): f"{key} point" for key in COINS}, "1_5")


class CoinUse(NamedTuple):
    """One possible use of the coins."""

    name: str
    gain_in_points: Fraction
    """Gain at the end of the game."""
    calculation_text: str


class PurchaseTime(NamedTuple):
    """Phase of the game in which a card is bought."""

    epoch: int
    phase: str
    remaining_incomes: int


def parse_purchase_time(time: str) -> PurchaseTime:
    """Return the purchase time of a control value, such as "2A" for epoch 2, phase A."""
    epoch, phase = int(time[0]), time[1]
    return PurchaseTime(epoch, phase, odds.incomes_remaining(epoch, phase))


@lru_cache(None)
def yellow_cards_by_profit(epoch: int) -> tuple[EpochCard, ...]:
    """Return the yellow cards of an epoch. The card with the largest profit in the first phase comes first."""
    incomes = odds.incomes_remaining(epoch, "A")
    return tuple(
        sorted(
            odds.cards_of_colour(epoch, "yellow"), key=lambda card: (-odds.card_net_coins(card.id, incomes), card.id)
        )
    )


def card_name(card: EpochCard) -> str:
    """Return a card by its name."""
    return str(game_with_served_cards("hadara").texts.card_name(card.id))


@lru_cache(None)
def random_card_profit(time: str, owned: int) -> Dist[int]:
    """Return the net coins from a random yellow card."""
    epoch, _, incomes = parse_purchase_time(time)
    return Dist([odds.card_net_coins(card.id, incomes, owned) for card in yellow_cards_by_profit(epoch)])


class GrowthDashboard(Dashboard):
    """Dashboard: earnings from a yellow card that is bought now, compared with medals and colonies."""

    CONTROLS = (TIME, CARD, OWNED, COIN, SILVER, SETS, LEVEL)
    LAYOUT = (
        section_block(
            "",
            [
                controls_block(TIME, CARD),
                collapsible_block("discount", controls_block(OWNED)),
                simulation_block("buys", "Buy one at random", "Keep buying"),
            ],
            [
                answer_block("answer"),
                chart_block("cash"),
                columns_block([chart_block("map")], [chart_block("means")]),
                chart_block("blind"),
                collapsible_block("why", text_block("why_lines"), table_block("cards")),
            ],
        ),
        section_block(
            "Medals and colonies on the same scale",
            [controls_block(COIN, SILVER, SETS, LEVEL), text_block("scale_told")],
            [answer_block("best"), chart_block("scale"), collapsible_block("sums", table_block("things"))],
        ),
        section_block("Save the numbers", [text_block("take_told"), download_block("csv")], [table_block("times")]),
    )

    def create_simulations(self, seed: int | None) -> dict[str, LiveSimulation]:
        return {"buys": LiveSimulation(self._buys, seed, self._buy)}

    def bind_chart_clicks(self) -> None:
        self.pictures["map"].on_click(self._move)
        self.pictures["means"].on_click(lambda mark: self.set_control_values(time=list(TIMES)[int(mark["customdata"])]))

    def _move(self, mark: Mapping[str, Any]) -> None:
        card, time = mark["customdata"]
        self.set_control_values(card=card, time=time)

    def _buy(self, rng: Random) -> Trial[int]:
        """Simulate the purchase of a random yellow card at the current time, with its later incomes."""
        card = rng.choice(yellow_cards_by_profit(parse_purchase_time(self.values["time"]).epoch))
        net = odds.card_net_coins(card.id, self.remaining_income_count, self.values["owned"])
        incomes = tuple({"round": f"+{card.steps[0]}", "hit": True} for _ in range(self.remaining_income_count))
        say = (
            f"It costs {self.current_price(card)}, and you would get {self.sale_coins(card)} for selling it. "
            f"The net earnings are {format_number(net)}."
        )
        return Trial(net, ({"card": card_name(card), "tint": "yellow"}, *incomes), say)

    def _buys(self, rng: Random, n: int) -> list[int]:
        """Return the net coins from n random yellow cards, each bought now and kept to the end."""
        epoch, _, incomes = parse_purchase_time(self.values["time"])
        cards = [card.id for card in yellow_cards_by_profit(epoch)]
        return [odds.card_net_coins(card, incomes, self.values["owned"]) for card in rng.choices(cards, k=n)]

    # -- the present setting ---------------------------------------------------------------------

    @property
    def card(self) -> EpochCard:
        """Selected card."""
        return yellow_cards_by_profit(int(self.values["time"][0]))[self.values["card"] - 1]

    @property
    def remaining_income_count(self) -> int:
        """Number of remaining incomes."""
        return parse_purchase_time(self.values["time"]).remaining_incomes

    def net_coins_of_purchase(self, card: EpochCard, time: str) -> int:
        """Return the net coins from a card, given the number of cards that the seat already owns."""
        return odds.card_net_coins(card.id, parse_purchase_time(time).remaining_incomes, self.values["owned"])

    def current_price(self, card: EpochCard) -> int:
        """Return the current price of a card (HAD-6.1)."""
        return odds.total_price([card.cost], self.values["owned"])

    @staticmethod
    def sale_coins(card: EpochCard) -> int:
        """Return the coins that a seat gets for selling a card."""
        return odds.tables.sale[card.epoch - 1]

    def coins_gained_over_selling_by_income(self, card: EpochCard) -> list[int]:
        """Return by how many coins buying is better than selling after 0, 1, ... of the remaining incomes."""
        return [
            card.steps[0] * n - self.current_price(card) - self.sale_coins(card)
            for n in range(self.remaining_income_count + 1)
        ]

    def yellow_card_rows(self) -> list[YellowCardRow]:
        """Return one row for each yellow card and each possible time of purchase."""
        rows: list[YellowCardRow] = []
        for time, words in TIMES.items():
            epoch, _, incomes = parse_purchase_time(time)
            for card in yellow_cards_by_profit(epoch):
                rows.append(
                    {
                        "bought in": words,
                        "incomes to come": incomes,
                        "card": card_name(card),
                        "price": self.current_price(card),
                        "sale given up": self.sale_coins(card),
                        "income": card.steps[0],
                        "net": self.net_coins_of_purchase(card, time),
                        "points": card.points,
                    }
                )
        return rows

    def data_frame(self) -> pd.DataFrame:
        """Return the rows of `yellow_card_rows` for pandas."""
        return make_dataframe(self.yellow_card_rows())

    def refresh(self) -> None:
        v = self.values
        buys = self.simulations["buys"]
        buys.reset_if_changed((v["time"], v["owned"]))
        dist = random_card_profit(v["time"], v["owned"])
        things = self.coin_uses()
        self.queue_block_data("discount", label=f"Yellow cards that you own already: {v['owned'] or 'none'}")
        self._say_answer()
        self._say_runs(dist)
        self._say_why()
        self._say_scale(things)
        self._say_take()
        counts = dict(buys.counts)
        setting = (v["time"], v["owned"])
        self.queue_chart_if_changed("cash", (setting, v["card"]), self._cash)
        self.queue_chart_if_changed("map", (setting, v["card"]), self._map)
        self.queue_chart_if_changed("means", setting, self._means)
        self.queue_chart_if_changed("blind", (setting, buys.completed_count), lambda: self._blind(dist, counts))
        self.queue_chart_if_changed("scale", tuple(things), lambda: self._scale(things))

    # -- words -----------------------------------------------------------------------------------

    def _say_answer(self) -> None:
        card, net, incomes = (
            self.card,
            self.net_coins_of_purchase(self.card, self.values["time"]),
            self.remaining_income_count,
        )
        each = f"each of {incomes} incomes" if incomes > 1 else "the last income"
        lead = (
            f"{card_name(card)} costs {count_with_noun(self.current_price(card), 'coin')} now. It adds "
            f"{card.steps[0]} to {each}:"
        )
        big = f"It {'gains' if net > 0 else 'loses'} {count_with_noun(abs(net), 'coin')}" if net else "It breaks even"
        back = self.payback_incomes(card)
        told = "The card doesn’t pay back its cost and the lost sale in time."
        if back is not None:
            told = f"The card earns back its cost and the coins from a sale after {count_with_noun(back, 'income')}."
        gaining = sum(
            self.net_coins_of_purchase(other, self.values["time"]) > 0 for other in yellow_cards_by_profit(card.epoch)
        )
        others = f"{gaining} of the ten cards earn more than they cost."
        if gaining in (0, 1, CARDS):
            others = {
                0: "None of the ten cards gains coins. If you only want coins, sell them.",
                1: "One of the ten cards earns more than it costs.",
                CARDS: "All ten cards earn more than they cost.",
            }[gaining]
        self.queue_block_data("answer", lead=lead, big=big, more=f"{told} {others}")

    def payback_incomes(self, card: EpochCard) -> int | None:
        """Return how many incomes pay back the price and the lost sale, or None if too few incomes remain."""
        needed = odds.incomes_to_pay_back(card.id, self.values["owned"])
        return needed if needed is not None and needed <= self.remaining_income_count else None

    def _say_runs(self, dist: Dist[int]) -> None:
        buys = self.simulations["buys"]
        chance = dist.p_at_least(1)
        if buys.completed_count:
            said = frequency_comparison_text(
                sum(n for net, n in buys.counts.items() if net > 0),
                buys.completed_count,
                chance,
                "the card gained coins",
            )
        else:
            said = "Draw a random card, buy it, and count the coins to the end of the game."
        self.queue_block_data("buys", **buys.update_block_data(said, dist, lambda net: net > 0, chance, "a gain"))

    def _say_why(self) -> None:
        card, time = self.card, self.values["time"]
        steps, price, sale, net = (
            card.steps[0],
            self.current_price(card),
            self.sale_coins(card),
            self.net_coins_of_purchase(self.card, time),
        )
        off = ""
        if self.values["owned"]:
            off = f" (printed cost {card.cost}, minus 1 for each yellow card you own, never below 0)"
        epoch, phase, incomes = parse_purchase_time(time)
        extras = [count_with_noun(card.points, "point")] if card.points else []
        extras += [f"{n} {track}" for track, n in zip(TRACKS[1:], card.steps[1:], strict=True) if n]
        more = f" It also has {' and '.join(extras)}, which don’t count here." if extras else ""
        self.queue_block_data("why", label=f"Why {format_number(net)}?")
        self.queue_block_data(
            "why_lines",
            lines=[
                f"There are {odds.INCOME_COUNT} incomes in a game, one after each phase (HAD-8.1). A card "
                "bought in epoch "
                f"{'I' * epoch}, phase {phase}, counts for {count_with_noun(incomes, 'income')}.",
                f"{card_name(card)} gives {steps} × {incomes} = {count_with_noun(steps * incomes, 'coin')}. It costs "
                f"{price}{off}, and "
                f"you give up the {sale} that selling it would bring (HAD-7.1): "
                f"{steps * incomes} − {price} − {sale} = {format_number(net)}.{more}",
                "Each phase that you wait costs one income. Later cards have more steps, but their costs increase "
                "faster, and you get more for a sale. So the zero line in the grid falls from left to right.",
            ],
        )
        rows = []
        for other in yellow_cards_by_profit(epoch):
            back = self.payback_incomes(other)
            rows.append(
                [
                    card_name(other),
                    str(self.current_price(other)),
                    str(other.steps[0]),
                    format_number(self.net_coins_of_purchase(other, time)),
                    str(back) if back is not None else "not in time",
                    str(other.points),
                ]
            )
        self.queue_block_data(
            "cards",
            caption=f"The ten yellow cards of epoch {'I' * epoch}, bought in phase {phase}",
            columns=["card", "cost", "income", "net earnings", "paid back after", "points"],
            rows=rows,
            marked=self.values["card"] - 1,
        )

    # -- one scale -------------------------------------------------------------------------------

    @property
    def coin_value_in_points(self) -> Fraction:
        """Value of a coin in points."""
        return COINS[self.values["coin"].replace("_", "/")]

    def coin_uses(self) -> list[CoinUse]:
        """Return the possible uses of the coins, each with its gain in points at the end of the game."""
        v, y, card = self.values, self.coin_value_in_points, self.card
        epoch = card.epoch
        net, level = self.net_coins_of_purchase(card, v["time"]), int(v["level"])
        front = next(row for row in odds.tables.levels if row.requirement == level)
        silver, gold = (odds.medal_price(medal, epoch) for medal in ("silver", "gold"))
        half, sets = odds.silver_medal_points(v["track"]), odds.tables.worth["points_a_set"] * v["sets"]
        points, steps = odds.reverse_points(level).mean, sum(odds.reverse_steps(level).values(), Fraction(0))
        return [
            CoinUse(
                card_name(card),
                net * y + card.points,
                f"{count_with_noun(net, 'coin')} × {y}, and {count_with_noun(card.points, 'point')}",
            ),
            CoinUse(
                "silver", half - silver * y, f"half of {v['track']}, rounded up: {half}, minus {silver} coins × {y}"
            ),
            CoinUse("gold", sets - gold * y, f"{count_with_noun(v['sets'], 'set')}: {sets}, minus {gold} coins × {y}"),
            CoinUse(
                f"colony {level}, taxed",
                front.points + front.plunder * y,
                f"{count_with_noun(front.points, 'point')}, and {front.plunder} coins × {y}",
            ),
            CoinUse(
                f"colony {level}, integrated",
                points + steps * STEP - front.integrate * y,
                f"{format_fraction(points)} points on average, {format_fraction(steps)} steps × {STEP}, minus "
                f"{count_with_noun(front.integrate, 'coin')} × {y}",
            ),
        ]

    def _say_scale(self, things: Sequence[tuple[str, Fraction, str]]) -> None:
        epoch = self.card.epoch
        best = max(things, key=lambda thing: thing[1])
        lead = f"In epoch {'I' * epoch}, if a coin is worth {self.coin_value_in_points} of a point, the best choice is"
        level = int(self.values["level"])
        critical = odds.critical_coin_value(level, STEP)
        which = (
            "integrating"
            if self.coin_value_in_points < critical
            else "taxing"
            if self.coin_value_in_points > critical
            else "neither way of taking it"
        )
        more = (
            f"For a colony of level {level}, {which} is better. The two are equal if a coin is worth "
            f"{format_fraction(critical)} of a point."
        )
        big = f"{best[0]}: {format_number(best[1])} points" if best[1] > 0 else "none of them"
        self.queue_block_data("best", lead=lead, big=big, more=more)
        self.queue_block_data(
            "scale_told",
            lines=[
                f"At the end, {odds.tables.worth['coins_a_point']} coins are worth 1 point (HAD-15.7). Early in the "
                "game, a coin that buys growth is worth more. Choose the value yourself.",
                f"A step on a track counts {STEP} here, as with a silver medal. For the "
                "reverse of a colony, the average "
                "of five is used.",
            ],
        )
        rows = [[name, how, format_mean(points)] for name, points, how in things]
        self.queue_block_data("sums", label="How are these points worked out?")
        self.queue_block_data(
            "things",
            caption=f"Points gained in epoch {'I' * epoch}",
            columns=["", "how", "points"],
            rows=rows,
            marked=[name for name, *_ in things].index(best[0]),
        )

    def _say_take(self) -> None:
        self.queue_block_data(
            "take_told",
            lines=["The file has one row for each yellow card and point in time. You can open it in a spreadsheet."],
        )
        self.queue_block_data("csv", label="Save as CSV", name="growth.csv", text=csv_text(self.yellow_card_rows()))
        rows = [
            [
                TIMES[time],
                str(parse_purchase_time(time).remaining_incomes),
                format_number(Fraction(sum(nets), CARDS)),
                f"{sum(net > 0 for net in nets)} of {CARDS}",
                format_number(max(nets)),
                format_number(min(nets)),
            ]
            for time, nets in self._nets().items()
        ]
        self.queue_block_data(
            "times",
            caption="Net earnings of the ten yellow cards",
            columns=["bought in", "incomes to come", "average", "with a gain", "best", "worst"],
            rows=rows,
            marked=list(TIMES).index(self.values["time"]),
        )

    # -- pictures --------------------------------------------------------------------------------

    def _cash(self) -> Figure:
        card, cash, back = (
            self.card,
            self.coins_gained_over_selling_by_income(self.card),
            self.payback_incomes(self.card),
        )
        name = card_name(card)
        if back is None:
            incomes = count_with_noun(self.remaining_income_count, "income")
            title = f"After {incomes}, {name} is not paid back: {format_number(cash[-1])}"
        elif back:
            title = f"{name} is paid back after {count_with_noun(back, 'income')} and ends at {format_number(cash[-1])}"
        else:
            title = f"{name} costs nothing and ends at {format_number(cash[-1])}"
        mean = [
            sum(
                (
                    Fraction(self.coins_gained_over_selling_by_income(other)[n])
                    for other in yellow_cards_by_profit(card.epoch)
                ),
                Fraction(0),
            )
            / CARDS
            for n in range(self.remaining_income_count + 1)
        ]
        marks = [(name, back, "paid back")] if back else []
        return charts.amount_lines(
            {name: list(enumerate(cash)), "average of the ten": list(enumerate(mean))},
            title=title,
            xlabel="incomes after the purchase",
            ylabel="more coins than with a sale",
            marks=marks,
        )

    def _map(self) -> Figure:
        cards = {time: yellow_cards_by_profit(parse_purchase_time(time).epoch) for time in TIMES}
        span = range(CARDS)
        nets = [[self.net_coins_of_purchase(cards[time][n], time) for time in TIMES] for n in span]
        names = [[f"{card_name(cards[time][n])} in {TIMES[time]}" for time in TIMES] for n in span]
        counts = [str(sum(row[k] > 0 for row in nets)) for k in range(len(TIMES))]
        return profit_heatmap_figure(
            nets,
            names,
            [str(n + 1) for n in span],
            list(TIMES.values()),
            [[[n + 1, time] for time in TIMES] for n in span],
            title=f"Cards out of ten that gain coins: {', '.join(counts[:-1])} and {counts[-1]}",
            ylabel="card, from best to worst",
            framed_cell=(self.values["card"] - 1, list(TIMES).index(self.values["time"])),
        )

    def _nets(self) -> dict[str, list[int]]:
        """Return the net coins from the ten available cards, for each time of purchase."""
        return {
            time: [
                self.net_coins_of_purchase(card, time)
                for card in yellow_cards_by_profit(parse_purchase_time(time).epoch)
            ]
            for time in TIMES
        }

    def _means(self) -> Figure:
        amounts = [(TIMES[time], Fraction(sum(nets), CARDS)) for time, nets in self._nets().items()]
        last = [time for time, mean in amounts if mean > 0]
        title = (
            f"On average, a growth card is worth its coins up to {last[-1]}"
            if last
            else "On average, a growth card is never worth its coins"
        )
        if last and [time for time, _ in amounts].index(last[-1]) + 1 != len(last):
            title = f"On average, a growth card is worth its coins in {', '.join(last)}"
        return gain_bars_figure(
            amounts,
            title=title,
            ylabel="average net earnings",
            framed_index=list(TIMES).index(self.values["time"]),
            name_heading="bought in",
        )

    def _blind(self, dist: Dist[int], counts: Mapping[int, int]) -> Figure:
        chance = dist.p_at_least(1)
        told = (
            f"a card gains coins with probability {format_percent(chance)}"
            if 0 < chance < 1
            else f"{'every' if chance else 'no'} card gains coins"
        )
        title = f"Bought at random in {TIMES[self.values['time']]}, {told}"
        return hide_unseen_dots(
            charts.distribution(
                dist, title=title, xlabel="net earnings in coins", threshold=(1, "a gain"), simulated=counts
            )
        )

    def _scale(self, things: Sequence[tuple[str, Fraction, str]]) -> Figure:
        best = max(things, key=lambda thing: thing[1])
        worse = [name for name, points, _ in things if points < 0]
        title = f"{capitalize_first(best[0])} gains the most points" + (f", {worse[0]} loses points" if worse else "")
        if best[1] <= 0:
            title = "Nothing is worth more points than the coins that it costs"
        return gain_bars_figure(
            [(name, points) for name, points, _ in things], title=title, ylabel="points gained at the end"
        )


def create_dashboard(link: str = "") -> GrowthDashboard:
    """Create the dashboard. `link` contains settings such as "time=2B&owned=3"."""
    return GrowthDashboard(link)
