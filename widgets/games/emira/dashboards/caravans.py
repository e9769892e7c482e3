"""Caravan returns: cash flow, net gain by horizon, rate of return, and interrupted incomes (EMI-4.2, EMI-7.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, TypedDict

from plotly.graph_objects import Figure

from gamelib.dataframes import make_dataframe
from gamelib.games.emira.caravan_cash_flow import CaravanCashFlow
from gamelib.games.emira.card_tables import CARAVANS
from gamelib.number_format import (
    capitalize_first,
    count_with_noun,
    format_equal_or_approx,
    format_fixed,
    format_fraction,
    format_number,
    join_counted,
)

from ....chart import figures as charts
from ....chart.trial import Trial
from ....dashboard.controls import Choice, Slider, Switch
from ....dashboard.live_simulation import LiveSimulation, frequency_comparison_text
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

odds = game_with_served_cards("emira").odds

if TYPE_CHECKING:
    import pandas as pd

MAX_LEFT = 12  # incomes left
MAX_CARDS = 30  # event cards in play
NAMES = {"SS": "small slow", "SF": "small fast", "LS": "large slow", "LF": "large fast"}
SIZES = ("small", "large")
CashRow = TypedDict(
    "CashRow", {"caravan": str, "price": int, "round": int, "income": int, "basic income": int, "cash": int}
)
"""Row of one caravan and round, without interruptions."""
KINDS = tuple(Switch(kind, name, kind in ("LS", "LF")) for kind, name in NAMES.items())
LEFT = Slider("left", "Number of payments left", "With", "payments left", 1, MAX_LEFT, 8, text_after_one="payment left")
CARDS = Slider(
    "cards",
    "Event cards in play",
    "and",
    "event cards in play,",
    0,
    MAX_CARDS,
    11,
    text_after_one="event card in play,",
)
ADARA = Switch("adara", "Adar stays with you, so caravans cost less")
BASE = Choice("base", "Basic income in the chart", {"0": "none", "50": "50", "100": "100"}, "0")
RISKY = Choice("risky", "Interruptions of a caravan", NAMES, "LS")


def percent(rate: float | None) -> str:
    """Return a rate of return as text: "28.98%"."""
    return "none" if rate is None else f"{format_fixed(100 * rate, 2)}%"


def caravan_list_text(kinds: Iterable[str]) -> str:
    """Return short names of caravans: "large slow", "both fast", "both small", "small slow and large fast"."""
    names = [NAMES[kind] for kind in kinds]
    if len(names) == 2:
        shared = [a for a, b in zip(names[0].split(), names[1].split(), strict=True) if a == b]
        if shared:
            return f"both {shared[0]}"
    return " and ".join(names)


@lru_cache(None)
def mean_profit(kind: str, event_cards: int, incomes_left: int, has_adara: bool) -> Fraction:
    """Return the mean net gain if each Interrupt among the cards is played in time."""
    return Fraction(odds.net_with_interruptions(kind, event_cards, incomes_left, has_adara).mean)


@lru_cache(None)
def mean_cash_flow(kind: str, event_cards: int, incomes_left: int, has_adara: bool) -> tuple[Fraction, ...]:
    """Return the mean cash after each round, in the same model as `mean_profit`."""
    return tuple(odds.mean_cash_with_interruptions(kind, event_cards, incomes_left, has_adara))


@lru_cache(None)
def min_event_cards_favouring_fast(size_index: int, incomes_left: int, has_adara: bool) -> int | None:
    """Return the smallest number of event cards with which the fast caravan has the larger mean, or None."""
    slow, fast = CARAVANS[2 * size_index : 2 * size_index + 2]
    span = range(odds.events_in_play() + 1)
    return next(
        (
            m
            for m in span
            if mean_profit(fast, m, incomes_left, has_adara) > mean_profit(slow, m, incomes_left, has_adara)
        ),
        None,
    )


class CaravanDashboard(Dashboard):
    """Dashboard: earnings of the chosen caravans, by number of remaining incomes and of event cards in play."""

    CONTROLS = (*KINDS, LEFT, CARDS, ADARA, BASE, RISKY)
    LAYOUT = (
        section_block(
            "",
            [controls_block(LEFT, CARDS), text_block("which"), controls_block(*KINDS), controls_block(ADARA, BASE)],
            [
                answer_block("answer"),
                chart_block("cash"),
                columns_block([chart_block("horizon")], [chart_block("means")]),
                table_block("facts"),
                collapsible_block("why", text_block("why_lines")),
            ],
        ),
        section_block(
            "The cost of interruptions",
            [controls_block(RISKY), text_block("risk_told"), simulation_block("games", "Play once", "Keep playing")],
            [chart_block("risk"), collapsible_block("ways", table_block("lost"))],
        ),
        section_block("Save the numbers", [text_block("take_told"), download_block("csv")], [table_block("rounds")]),
    )

    def create_simulations(self, seed: int | None) -> dict[str, LiveSimulation]:
        return {"games": LiveSimulation(self._games, seed, self._game)}

    def _game(self, rng: Random) -> Trial[int]:
        """Simulate one game, round by round. An Interrupt cancels the income of a round."""
        kind, left, cards = self.values["risky"], self.values["left"], self.values["cards"]
        lost = sum(card < odds.interrupt_copies() for card in rng.sample(range(odds.events_in_play()), cards))
        stopped = set(rng.sample(range(1, left + 1), min(lost, left)))
        net = self.caravan_cash_flow(kind, interrupt=stopped).net_gain
        pieces = tuple({"round": str(n), "hit": n not in stopped} for n in range(1, left + 1))
        return Trial(
            net,
            pieces,
            f"{count_with_noun(len(stopped), 'round')} lost: you earn {format_number(net)} gold after the cost.",
        )

    def bind_chart_clicks(self) -> None:
        self.pictures["horizon"].on_click(lambda mark: self.set_control_values(left=int(mark["x"])))
        self.pictures["means"].on_click(lambda mark: self.set_control_values(cards=int(mark["x"])))
        self.pictures["cash"].on_click(self._spend)

    def _spend(self, mark: Mapping[str, Any]) -> None:
        """Set the number of incomes to that of the point that the reader selects on a line."""
        if mark["x"]:
            self.set_control_values(left=int(mark["x"]))

    def _games(self, rng: Random, n: int) -> list[int]:
        """Deal the event cards, let each Interrupt stop a different round, and add up the incomes of the caravan."""
        kind, left, cards = self.values["risky"], self.values["left"], self.values["cards"]
        deck = range(odds.events_in_play())  # the first cards of the deck are the Interrupts
        nets: dict[tuple[int, ...], int] = {}
        outcomes = []
        for _ in range(n):
            lost = sum(card < odds.interrupt_copies() for card in rng.sample(deck, cards))
            rounds = tuple(sorted(rng.sample(range(1, left + 1), min(lost, left))))
            if rounds not in nets:
                nets[rounds] = self.caravan_cash_flow(kind, interrupt=rounds).net_gain
            outcomes.append(nets[rounds])
        return outcomes

    # -- the present setting ---------------------------------------------------------------------

    @property
    def compared_kinds(self) -> list[str]:
        """Kinds of caravans that the reader chose, or all kinds if none is chosen."""
        return [kind for kind in CARAVANS if self.values[kind]] or list(CARAVANS)

    @property
    def sizes_with_both_speeds_selected(self) -> list[int]:
        """Sizes for which both the slow and the fast caravan are chosen."""
        return [
            size for size in range(len(SIZES)) if set(CARAVANS[2 * size : 2 * size + 2]) <= set(self.compared_kinds)
        ]

    def caravan_cash_flow(self, kind: str, **events: Any) -> CaravanCashFlow:
        """Return the cash flow of a caravan with the current price and horizon."""
        return odds.caravan_cash_flow(kind, self.values["adara"], self.values["left"], **events)

    def mean(self, kind: str) -> Fraction:
        """Return the mean net gain of a caravan with the current number of event cards."""
        return mean_profit(kind, *self._risk)

    def cash_without_interruptions(self, kind: str) -> list[int]:
        """Return the cash after round 0, 1, ... of the horizon without interruptions, including the basic income."""
        left, base, course = self.values["left"], int(self.values["base"]), self.caravan_cash_flow(kind).cash_balance
        return [course[min(r, len(course) - 1)] + base * r for r in range(left + 1)]

    def mean_cash_by_round(self, kind: str) -> list[Fraction]:
        """Return the mean cash after each round, for the number of event cards in the main answer."""
        base = int(self.values["base"])
        return [cash + base * r for r, cash in enumerate(mean_cash_flow(kind, *self._risk))]

    @property
    def _risk(self) -> tuple[int, int, bool]:
        return self.values["cards"], self.values["left"], self.values["adara"]

    def mean_payback_round(self, kind: str) -> int | None:
        """Return the round in which the mean cash reaches 0, or None if that happens after the horizon."""
        return next((r for r, cash in enumerate(self.mean_cash_by_round(kind)) if cash >= 0), None)

    def cash_by_round_rows(self) -> list[CashRow]:
        """Return one row for each chosen caravan and round, with income and cash without interruptions."""
        rows: list[CashRow] = []
        for kind in self.compared_kinds:
            ret = self.caravan_cash_flow(kind)
            for r, cash in enumerate(self.cash_without_interruptions(kind)):
                paid = ret.incomes[r - 1] if 0 < r <= len(ret.incomes) else 0
                rows.append(
                    {
                        "caravan": NAMES[kind],
                        "price": ret.cost,
                        "round": r,
                        "income": paid,
                        "basic income": int(self.values["base"]) if r else 0,
                        "cash": cash,
                    }
                )
        return rows

    def data_frame(self) -> pd.DataFrame:
        """Return the rows of `cash_by_round_rows` for pandas."""
        return make_dataframe(self.cash_by_round_rows())

    def builder_model_text(self) -> str:
        if not self.values["cards"]:
            return ""
        calm = odds.events_in_play() - odds.interrupt_copies()
        return f"{self.values['cards']} deck{{interrupt*{odds.interrupt_copies()},calm*{calm}}} : count interrupt"

    def refresh(self) -> None:
        v, kinds = self.values, self.compared_kinds
        games = self.simulations["games"]
        setting = (v["left"], v["adara"], *kinds)
        games.reset_if_changed((v["risky"], v["left"], v["cards"], v["adara"]))
        nets = odds.net_with_interruptions(v["risky"], v["cards"], v["left"], v["adara"])
        self.queue_block_data("which", lines=["you compare these caravans:"])
        self._say_answer()
        self._say_facts()
        self._say_risk(nets)
        self._say_csv()
        counts = dict(games.counts)
        self.queue_chart_if_changed("cash", (*setting, v["base"], v["cards"]), self._cash_figure)
        self.queue_chart_if_changed("horizon", setting, self._horizon_figure)
        self.queue_chart_if_changed("means", (*setting, v["cards"]), self._means_figure)
        self.queue_chart_if_changed(
            "risk",
            (v["risky"], v["left"], v["cards"], v["adara"], games.completed_count),
            lambda: self._risk_figure(nets, counts),
        )

    # -- words -----------------------------------------------------------------------------------

    def _say_answer(self) -> None:
        v = self.values
        best = max(self.compared_kinds, key=self.mean)
        ret, risk = self.caravan_cash_flow(best), self.mean(best)
        given = (
            f"With {count_with_noun(v['left'], 'payment')} left and {count_with_noun(v['cards'], 'event card')} in play"
        )
        if risk <= 0:
            self._say_none(given, best, risk)
            return
        lead = f"{given}, the best buy is the"
        # Sentences about the best caravan come first, so that "it" is the caravan just named.
        if ret.incomes_until_payback:
            back = (
                f"is paid back after {count_with_noun(ret.incomes_until_payback, 'payment')} and returns "
                f"{percent(ret.internal_rate_of_return)} per round"
            )
            told = [f"It costs {ret.cost} gold. It {back}."]
        else:
            told = [f"It costs {ret.cost} gold and doesn’t pay back its cost in time."]
        if risk != ret.net_gain:
            told.append(f"Without interruptions, it would earn {format_number(ret.net_gain)} gold after its cost.")
        others = [
            f"the {NAMES[kind]} one {format_number(self.mean(kind))}" for kind in self.compared_kinds if kind != best
        ]
        if others:
            told.append(f"For comparison, the others earn on average: {join_counted(others)}.")
        average = " on average" if risk != ret.net_gain else ""
        big = f"{NAMES[best]} caravan: net {format_number(risk)} gold{average}"
        self.queue_block_data("answer", lead=lead, big=big, more=" ".join(told))

    def _say_none(self, given: str, best: str, risk: Fraction) -> None:
        """Display the answer for the case in which no caravan earns more than its price."""
        lost = f"loses {format_number(-risk)} gold" if risk else "pays back exactly its cost"
        more = f"On average, none of them pays more than it costs. The {NAMES[best]} one comes closest: it {lost}."
        self.queue_block_data("answer", lead=f"{given}, the best buy is", big="none", more=more)

    def _say_facts(self) -> None:
        rows = []
        for kind in self.compared_kinds:
            ret = self.caravan_cash_flow(kind)
            rows.append(
                [
                    NAMES[kind],
                    str(ret.cost),
                    f"{odds.caravan_row(kind).spaces} × {odds.caravan_row(kind).income}",
                    format_number(ret.net_gain),
                    "not in time" if ret.incomes_until_payback is None else str(ret.incomes_until_payback),
                    format_fraction(ret.net_per_gold_spent),
                    percent(ret.internal_rate_of_return),
                    format_fraction(self.mean(kind)),
                ]
            )
        best = max(range(len(rows)), key=lambda i: self.mean(self.compared_kinds[i]))
        self.queue_block_data(
            "facts",
            caption=f"With {count_with_noun(self.values['left'], 'payment')} left",
            rows=rows,
            marked=best,
            columns=[
                "caravan",
                "cost",
                "payments",
                "net earnings",
                "cost paid back after",
                "net earnings for each gold piece spent",
                "return per round",
                "expected net earnings with interruptions",
            ],
        )
        self.queue_block_data("why", label="Why does a slow caravan take so long?")
        self.queue_block_data("why_lines", lines=self._why())

    def _why(self) -> list[str]:
        v, lines = self.values, []
        for size, word in enumerate(SIZES):
            slow, fast = CARAVANS[2 * size : 2 * size + 2]
            first = odds.first_horizon_slow_beats_fast(size, v["adara"])
            one, two = (odds.caravan_cash_flow(kind, v["adara"]) for kind in (slow, fast))
            lines.append(
                f"The {word} slow caravan costs {one.cost} gold and pays {one.incomes[0]} "
                f"up to {len(one.incomes)} times. The "
                f"{word} fast one costs {two.cost} and pays {two.incomes[0]} up to {len(two.incomes)} times. "
                "Both bring "
                f"{one.total_income} in the end. The slow one costs {two.cost - one.cost} less, so it is better "
                "if all its "
                f"payments come in. That needs {first} or more payments."
            )
        lines.append(
            "If you want to know more: the return per round is a rate. Divide each payment by (1 + rate) for every "
            "round that you wait. With the right rate, the sum is equal to the cost. Early payments count more, so the "
            "fast caravan can have a higher rate even if the slow one earns more."
        )
        base = int(v["base"])
        if base:
            lines.append(
                f"A basic income of {base} doesn’t change a caravan. It raises every "
                f"line by {base} a round. Black gets "
                "50 more than the others. With the extra 50, you can pay for a camel after 3 incomes, for "
                "a counter for 350 after 7, and for "
                "a section after 10."
            )
        return lines

    def _say_risk(self, nets: Mapping[int, int]) -> None:
        v, name = self.values, NAMES[self.values["risky"]]
        some_lost = odds.p_interrupted(v["cards"])
        lost = odds.interruption_count(v["cards"])
        self.queue_block_data(
            "risk_told",
            lines=[
                f"{odds.interrupt_copies()} of the {odds.events_in_play()} event cards interrupt the spice trade "
                "(EMI-14.11). The probability "
                f"of at least one among {count_with_noun(v['cards'], 'card')} is {format_fraction(some_lost)}.",
                "Each interruption costs a round, not a payment. The caravan continues to pay while there are "
                "rounds left.",
            ],
        )
        games, sure = self.simulations["games"], self.caravan_cash_flow(v["risky"]).net_gain
        total = sum(nets.values())
        chance = Fraction(nets.get(sure, 0), total)
        if games.completed_count:
            said = frequency_comparison_text(
                games.counts[sure], games.completed_count, chance, f"the caravan earned all {format_number(sure)} gold"
            )
        else:
            said = f"Deal the cards yourself. How often does the {name} caravan earn its full {format_number(sure)}?"
        self.queue_block_data("games", **games.update_block_data(said, nets))
        self.queue_block_data("ways", label=f"How likely are 0 to {odds.interrupt_copies()} interruptions?")
        left, adara = v["left"], v["adara"]
        rows = [
            [
                str(k),
                format_fraction(lost.p(k)),
                format_number(odds.caravan_cash_flow(v["risky"], adara, max(0, left - k)).net_gain),
            ]
            for k in lost
        ]
        self.queue_block_data(
            "lost",
            caption=f"{count_with_noun(v['cards'], 'event card')} in play",
            rows=rows,
            columns=["interruptions", "probability", f"net earnings of the {name} caravan"],
        )

    def _say_csv(self) -> None:
        self.queue_block_data(
            "take_told",
            lines=[
                "The file has every payment and the balance after it, with one row for each caravan "
                "and round. You can open it in a spreadsheet."
            ],
        )
        self.queue_block_data("csv", label="Save as CSV", name="caravans.csv", text=csv_text(self.cash_by_round_rows()))
        rounds = zip(*(self.cash_without_interruptions(kind) for kind in self.compared_kinds), strict=True)
        rows = [[str(r), *(format_number(cash) for cash in row)] for r, row in enumerate(rounds)]
        heads = ["round", *(NAMES[kind] for kind in self.compared_kinds)]
        self.queue_block_data("rounds", caption="Balance after each round", columns=heads, rows=rows)

    # -- pictures --------------------------------------------------------------------------------

    def _cash_figure(self) -> Figure:
        lines = {NAMES[kind]: list(enumerate(self.mean_cash_by_round(kind))) for kind in self.compared_kinds}
        back: dict[int, list[str]] = {}
        for kind in self.compared_kinds:
            rounds = self.mean_payback_round(kind)
            if rounds is not None:
                back.setdefault(rounds, []).append(kind)
        marks = []
        for rounds, kinds in back.items():
            kinds.sort(key=lambda kind: self.mean_cash_by_round(kind)[rounds])
            words = f"after {rounds}"
            marks += [(NAMES[kind], rounds, "" if i else words) for i, kind in enumerate(kinds)]
        return charts.amount_lines(
            lines,
            title=self._cash_title(back),
            xlabel="rounds after the purchase",
            ylabel="gold on average",
            marks=marks,
            known=tuple(NAMES.values()),
        )

    def _cash_title(self, back: Mapping[int, list[str]]) -> str:
        average = "on average " if self.values["cards"] else ""
        if not back:
            return capitalize_first(f"{average}no caravan is paid back before the end")
        soonest = min(back)
        first = (
            f"{caravan_list_text(back[soonest])} caravans are"
            if len(back[soonest]) > 1
            else f"the {caravan_list_text(back[soonest])} caravan is"
        )
        return capitalize_first(f"{average}{first} paid back first, after {count_with_noun(soonest, 'round')}")

    def _horizon_figure(self) -> Figure:
        adara, left = self.values["adara"], self.values["left"]
        lines = {
            NAMES[kind]: [(h, net) for h, net in enumerate(odds.net_by_horizon(kind, MAX_LEFT, adara)) if h]
            for kind in self.compared_kinds
        }
        marks = []
        for size in self.sizes_with_both_speeds_selected:
            first = odds.first_horizon_slow_beats_fast(size, adara)
            if first is not None:
                marks.append((NAMES[CARAVANS[2 * size]], first, ""))
        title = "The net earnings grow with each payment until the caravan comes home"
        if marks:
            title = f"Without interruptions, slow is better only with {marks[0][1]} or more payments left"
        return charts.amount_lines(
            lines,
            title=title,
            xlabel="payments left",
            ylabel="net earnings in gold",
            step=True,
            marks=marks,
            marked=(left, f"{left} left"),
            known=tuple(NAMES.values()),
        )

    def _means_figure(self) -> Figure:
        v, kinds = self.values, self.compared_kinds
        span = range(MAX_CARDS + 1)
        lines = {NAMES[kind]: [(m, mean_profit(kind, m, v["left"], v["adara"])) for m in span] for kind in kinds}
        marks, told = [], []
        for size in self.sizes_with_both_speeds_selected:
            crossing = min_event_cards_favouring_fast(size, v["left"], v["adara"])
            if crossing and crossing <= MAX_CARDS:
                marks.append((NAMES[CARAVANS[2 * size + 1]], crossing, ""))
                told.append(
                    f"{crossing} (the {SIZES[size]} one)"
                    if len(self.sizes_with_both_speeds_selected) > 1
                    else str(crossing)
                )
        title = "On average, each event card in play lowers the earnings a little"
        if told:
            title = f"On average, fast is better with {' or '.join(told)} or more event cards in play"
        return charts.amount_lines(
            lines,
            title=title,
            xlabel="event cards in play",
            ylabel="expected net earnings in gold",
            marks=marks,
            marked=(v["cards"], count_with_noun(v["cards"], "card")),
            zero=False,
            known=tuple(NAMES.values()),
        )

    def _risk_figure(self, nets: Mapping[int, int], counts: Mapping[int, int]) -> Figure:
        v = self.values
        sure = self.caravan_cash_flow(v["risky"]).net_gain
        exact = Fraction(nets.get(sure, 0), sum(nets.values()))
        name, chance = NAMES[v["risky"]], format_equal_or_approx(exact).lstrip("≈= ")
        title = f"The {name} caravan earns its full {format_number(sure)} with probability {chance}"
        return charts.distribution(nets, title=title, xlabel="net earnings in gold", simulated=counts)


def create_dashboard(link: str = "") -> CaravanDashboard:
    """Create the dashboard. `link` contains settings such as "left=6&cards=3&SS=1"."""
    return CaravanDashboard(link)
