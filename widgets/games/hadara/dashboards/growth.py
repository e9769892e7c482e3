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
from .growth_figures import gain_bars_figure, profit_heatmap_figure

text = text_lookup("dashboard_growth")

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
TIME = Choice("time", text("time"), TIMES, "2A")
CARD = Slider(
    "card",
    text("card"),
    text("card_before"),
    text("card_after"),
    1,
    CARDS,
    4,
)
OWNED = Slider(
    "owned", text("owned"), text("owned_before"), text("owned_after"), 0, 8, 0, text_after_one=text("owned_after_one")
)
SILVER = Slider("track", text("silver"), text("silver_before"), ",", 0, 40, 10)
SETS = Slider(
    "sets", text("sets"), text("sets_before"), text("sets_after"), 0, 6, 2, text_after_one=text("sets_after_one")
)
LEVEL = Choice(
    "level", text("level"), {str(level.requirement): str(level.requirement) for level in odds.tables.levels}, "9"
)
COIN = Choice("coin", text("coin"), {key.replace("/", "_"): text("coin_value", key=key) for key in COINS}, "1_5")


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
                simulation_block("buys", text("buy_once"), text("buy_more")),
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
            text("scale"),
            [controls_block(COIN, SILVER, SETS, LEVEL), text_block("scale_told")],
            [answer_block("best"), chart_block("scale"), collapsible_block("sums", table_block("things"))],
        ),
        section_block(text("save"), [text_block("take_told"), download_block("csv")], [table_block("times")]),
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
        say = text("trial", price=self.current_price(card), sale=self.sale_coins(card), net=net)
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
        self.queue_block_data("discount", label=text("discount", owned=v["owned"]))
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
        lead = text("lead", name=card_name(card), price=self.current_price(card), income=card.steps[0], incomes=incomes)
        big = text("gains" if net > 0 else "loses", n=abs(net)) if net else text("breaks_even")
        back = self.payback_incomes(card)
        told = text("never_pays_back")
        if back is not None:
            told = text("pays_back", back=back)
        gaining = sum(
            self.net_coins_of_purchase(other, self.values["time"]) > 0 for other in yellow_cards_by_profit(card.epoch)
        )
        others = text("others_all") if gaining == CARDS else text("others", n=gaining)
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
                text("event_gain"),
            )
        else:
            said = text("buy_yourself")
        self.queue_block_data("buys", **buys.update_block_data(said, dist, lambda net: net > 0, chance, text("gain")))

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
            off = " " + text("discount_reason", cost=card.cost)
        epoch, phase, incomes = parse_purchase_time(time)
        extras = [text("points", n=card.points)] if card.points else []
        extras += [f"{n} {track}" for track, n in zip(TRACKS[1:], card.steps[1:], strict=True) if n]
        more = " " + text("extras", extras=extras) if extras else ""
        self.queue_block_data("why", label=text("why", net=net))
        self.queue_block_data(
            "why_lines",
            lines=[
                text("why_incomes", all=odds.INCOME_COUNT, epoch="I" * epoch, phase=phase, incomes=incomes),
                text(
                    "why_card",
                    name=card_name(card),
                    steps=steps,
                    incomes=incomes,
                    total=steps * incomes,
                    price=price,
                    reason=off,
                    sale=sale,
                    net=net,
                )
                + more,
                text("why_later"),
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
                    str(back) if back is not None else text("not_in_time"),
                    str(other.points),
                ]
            )
        self.queue_block_data(
            "cards",
            caption=text("cards", epoch="I" * epoch, phase=phase),
            columns=column_heads(text("cards_columns")),
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
                text("use_card", net=net, y=y, points=card.points),
            ),
            CoinUse(
                text("silver_medal"),
                half - silver * y,
                text("use_silver", track=v["track"], half=half, price=silver, y=y),
            ),
            CoinUse(text("gold_medal"), sets - gold * y, text("use_gold", n=v["sets"], points=sets, price=gold, y=y)),
            CoinUse(
                text("taxed", level=level),
                front.points + front.plunder * y,
                text("use_taxed", points=front.points, plunder=front.plunder, y=y),
            ),
            CoinUse(
                text("integrated", level=level),
                points + steps * STEP - front.integrate * y,
                text(
                    "use_integrated",
                    points=format_fraction(points),
                    steps=format_fraction(steps),
                    step=STEP,
                    price=front.integrate,
                    y=y,
                ),
            ),
        ]

    def _say_scale(self, things: Sequence[tuple[str, Fraction, str]]) -> None:
        epoch = self.card.epoch
        best = max(things, key=lambda thing: thing[1])
        lead = text("best_lead", epoch="I" * epoch, value=self.coin_value_in_points)
        level = int(self.values["level"])
        critical = odds.critical_coin_value(level, STEP)
        which = (
            text("integrating")
            if self.coin_value_in_points < critical
            else text("taxing")
            if self.coin_value_in_points > critical
            else text("neither")
        )
        more = text("best_more", level=level, which=which, critical=format_fraction(critical))
        big = text("best_points", name=best[0], points=best[1]) if best[1] > 0 else text("none")
        self.queue_block_data("best", lead=lead, big=big, more=more)
        self.queue_block_data(
            "scale_told",
            lines=[
                text("scale_coins", coins_a_point=odds.tables.worth["coins_a_point"]),
                text("scale_steps", step=STEP),
            ],
        )
        rows = [[name, how, format_mean(points)] for name, points, how in things]
        self.queue_block_data("sums", label=text("sums"))
        self.queue_block_data(
            "things",
            caption=text("things", epoch="I" * epoch),
            columns=column_heads(text("things_columns")),
            rows=rows,
            marked=[name for name, *_ in things].index(best[0]),
        )

    def _say_take(self) -> None:
        self.queue_block_data(
            "take_told",
            lines=[text("save_note")],
        )
        self.queue_block_data("csv", label=text("save_csv"), name="growth.csv", text=csv_text(self.yellow_card_rows()))
        rows = [
            [
                TIMES[time],
                str(parse_purchase_time(time).remaining_incomes),
                format_number(Fraction(sum(nets), CARDS)),
                text("gain_count", n=sum(net > 0 for net in nets), cards=CARDS),
                format_number(max(nets)),
                format_number(min(nets)),
            ]
            for time, nets in self._nets().items()
        ]
        self.queue_block_data(
            "times",
            caption=text("times"),
            columns=column_heads(text("times_columns")),
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
            title = text("cash_title_not_back", incomes=self.remaining_income_count, name=name, net=cash[-1])
        elif back:
            title = text("cash_title", name=name, incomes=back, net=cash[-1])
        else:
            title = text("cash_title_free", name=name, net=cash[-1])
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
        marks = [(name, back, text("paid_back"))] if back else []
        return charts.amount_lines(
            {name: list(enumerate(cash)), text("cash_mean"): list(enumerate(mean))},
            title=title,
            xlabel=text("cash_axis"),
            ylabel=text("cash_y_axis"),
            marks=marks,
        )

    def _map(self) -> Figure:
        cards = {time: yellow_cards_by_profit(parse_purchase_time(time).epoch) for time in TIMES}
        span = range(CARDS)
        nets = [[self.net_coins_of_purchase(cards[time][n], time) for time in TIMES] for n in span]
        names = [[text("cell", name=card_name(cards[time][n]), time=TIMES[time]) for time in TIMES] for n in span]
        counts = [str(sum(row[k] > 0 for row in nets)) for k in range(len(TIMES))]
        return profit_heatmap_figure(
            nets,
            names,
            [str(n + 1) for n in span],
            list(TIMES.values()),
            [[[n + 1, time] for time in TIMES] for n in span],
            title=text("map_title", counts=counts),
            ylabel=text("map_axis"),
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
        title = text("means_title", time=last[-1]) if last else text("means_title_never")
        if last and [time for time, _ in amounts].index(last[-1]) + 1 != len(last):
            title = text("means_title_some", times=", ".join(last))
        return gain_bars_figure(
            amounts,
            title=title,
            ylabel=text("means_y_axis"),
            framed_index=list(TIMES).index(self.values["time"]),
            name_heading=text("bought_in"),
        )

    def _blind(self, dist: Dist[int], counts: Mapping[int, int]) -> Figure:
        chance = dist.p_at_least(1)
        told = (
            text("blind_some", chance=format_percent(chance))
            if 0 < chance < 1
            else text("blind_all", is_all=bool(chance))
        )
        title = text("blind_title", time=TIMES[self.values["time"]], gain=told)
        return hide_unseen_dots(
            charts.distribution(
                dist, title=title, xlabel=text("net_axis"), threshold=(1, text("gain")), simulated=counts
            )
        )

    def _scale(self, things: Sequence[tuple[str, Fraction, str]]) -> Figure:
        best = max(things, key=lambda thing: thing[1])
        worse = [name for name, points, _ in things if points < 0]
        title = text("scale_title", name=capitalize_first(best[0]), worse=worse[0] if worse else "")
        if best[1] <= 0:
            title = text("scale_title_none")
        return gain_bars_figure(
            [(name, points) for name, points, _ in things], title=title, ylabel=text("scale_y_axis")
        )


def create_dashboard(link: str = "") -> GrowthDashboard:
    """Create the dashboard. `link` contains settings such as "time=2B&owned=3"."""
    return GrowthDashboard(link)
