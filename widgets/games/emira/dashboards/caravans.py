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

text = text_lookup("dashboard_caravans")

odds = game_with_served_cards("emira").odds

if TYPE_CHECKING:
    import pandas as pd

MAX_LEFT = 12  # incomes left
MAX_CARDS = 30  # event cards in play
NAMES = {"SS": text("small_slow"), "SF": text("small_fast"), "LS": text("large_slow"), "LF": text("large_fast")}
SIZES = (text("small"), text("large"))
CashRow = TypedDict(
    "CashRow", {"caravan": str, "price": int, "round": int, "income": int, "basic income": int, "cash": int}
)
"""Row of one caravan and round, without interruptions."""
KINDS = tuple(Switch(kind, name, kind in ("LS", "LF")) for kind, name in NAMES.items())
LEFT = Slider(
    "left", text("left"), text("left_before"), text("left_after"), 1, MAX_LEFT, 8, text_after_one=text("left_after_one")
)
CARDS = Slider(
    "cards",
    text("cards"),
    text("cards_before"),
    text("cards_after"),
    0,
    MAX_CARDS,
    11,
    text_after_one=text("cards_after_one"),
)
ADARA = Switch("adara", text("adara"))
BASE = Choice("base", text("base"), {"0": text("none"), "50": "50", "100": "100"}, "0")
RISKY = Choice("risky", text("risky"), NAMES, "LS")


def percent(rate: float | None) -> str:
    """Return a rate of return as text: "28.98%"."""
    return text("none") if rate is None else f"{format_fixed(100 * rate, 2)}%"


def caravan_list_text(kinds: Iterable[str]) -> str:
    """Return short names of caravans: "large slow", "both fast", "both small", "small slow and large fast"."""
    names = [NAMES[kind] for kind in kinds]
    if len(names) == 2:
        shared = [a for a, b in zip(names[0].split(), names[1].split(), strict=True) if a == b]
        if shared:
            return text("both", size=shared[0])
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
            text("risk"),
            [
                controls_block(RISKY),
                text_block("risk_told"),
                simulation_block("games", text("play_once"), text("play_more")),
            ],
            [chart_block("risk"), collapsible_block("ways", table_block("lost"))],
        ),
        section_block(text("save"), [text_block("take_told"), download_block("csv")], [table_block("rounds")]),
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
            text("trial", n=len(stopped), net=net),
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
        self.queue_block_data("which", lines=[text("which")])
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
        counts = {"left": v["left"], "cards": v["cards"]}
        if risk <= 0:
            more = text("none_best", name=NAMES[best], loss=format_number(-risk) if risk else 0)
            self.queue_block_data("answer", lead=text("lead_none", **counts), big=text("none"), more=more)
            return
        # Sentences about the best caravan come first, so that "it" is the caravan just named.
        if ret.incomes_until_payback:
            told = [
                text(
                    "pays_back",
                    cost=ret.cost,
                    payments=ret.incomes_until_payback,
                    rate=percent(ret.internal_rate_of_return),
                )
            ]
        else:
            told = [text("never_pays_back", cost=ret.cost)]
        if risk != ret.net_gain:
            told.append(text("without_interruptions", net_gain=ret.net_gain))
        others = [text("other", name=NAMES[kind], mean=self.mean(kind)) for kind in self.compared_kinds if kind != best]
        if others:
            told.append(text("others", others=join_counted(others)))
        big = text("net", name=NAMES[best], net=risk, is_mean=risk != ret.net_gain)
        self.queue_block_data("answer", lead=text("lead", **counts), big=big, more=" ".join(told))

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
                    text("not_in_time") if ret.incomes_until_payback is None else str(ret.incomes_until_payback),
                    format_fraction(ret.net_per_gold_spent),
                    percent(ret.internal_rate_of_return),
                    format_fraction(self.mean(kind)),
                ]
            )
        best = max(range(len(rows)), key=lambda i: self.mean(self.compared_kinds[i]))
        self.queue_block_data(
            "facts",
            caption=text("facts", left=self.values["left"]),
            rows=rows,
            marked=best,
            columns=column_heads(text("facts_columns")),
        )
        self.queue_block_data("why", label=text("why"))
        self.queue_block_data("why_lines", lines=self._why())

    def _why(self) -> list[str]:
        v, lines = self.values, []
        for size, word in enumerate(SIZES):
            slow, fast = CARAVANS[2 * size : 2 * size + 2]
            first = odds.first_horizon_slow_beats_fast(size, v["adara"])
            one, two = (odds.caravan_cash_flow(kind, v["adara"]) for kind in (slow, fast))
            lines.append(
                text(
                    "why_size",
                    size=word,
                    slow_cost=one.cost,
                    slow_income=one.incomes[0],
                    slow_count=len(one.incomes),
                    fast_cost=two.cost,
                    fast_income=two.incomes[0],
                    fast_count=len(two.incomes),
                    total=one.total_income,
                    difference=two.cost - one.cost,
                    first=first,
                )
            )
        lines.append(text("why_rate"))
        base = int(v["base"])
        if base:
            lines.append(text("why_base", base=base))
        return lines

    def _say_risk(self, nets: Mapping[int, int]) -> None:
        v, name = self.values, NAMES[self.values["risky"]]
        some_lost = odds.p_interrupted(v["cards"])
        lost = odds.interruption_count(v["cards"])
        self.queue_block_data(
            "risk_told",
            lines=[
                text(
                    "risk_cards",
                    interrupts=odds.interrupt_copies(),
                    events=odds.events_in_play(),
                    cards=v["cards"],
                    p=format_fraction(some_lost),
                ),
                text("risk_round"),
            ],
        )
        games, sure = self.simulations["games"], self.caravan_cash_flow(v["risky"]).net_gain
        total = sum(nets.values())
        chance = Fraction(nets.get(sure, 0), total)
        if games.completed_count:
            said = frequency_comparison_text(
                games.counts[sure], games.completed_count, chance, text("event_all", sure=sure)
            )
        else:
            said = text("deal_yourself", name=name, sure=sure)
        self.queue_block_data("games", **games.update_block_data(said, nets))
        self.queue_block_data("ways", label=text("ways", n=odds.interrupt_copies()))
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
            caption=text("lost", cards=v["cards"]),
            rows=rows,
            columns=column_heads(text("lost_columns", name=name)),
        )

    def _say_csv(self) -> None:
        self.queue_block_data(
            "take_told",
            lines=[text("save_note")],
        )
        self.queue_block_data(
            "csv", label=text("save_csv"), name="caravans.csv", text=csv_text(self.cash_by_round_rows())
        )
        rounds = zip(*(self.cash_without_interruptions(kind) for kind in self.compared_kinds), strict=True)
        rows = [[str(r), *(format_number(cash) for cash in row)] for r, row in enumerate(rounds)]
        heads = [text("round"), *(NAMES[kind] for kind in self.compared_kinds)]
        self.queue_block_data("rounds", caption=text("rounds"), columns=heads, rows=rows)

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
            words = text("after_rounds", rounds=rounds)
            marks += [(NAMES[kind], rounds, "" if i else words) for i, kind in enumerate(kinds)]
        return charts.amount_lines(
            lines,
            title=self._cash_title(back),
            xlabel=text("cash_axis"),
            ylabel=text("cash_y_axis"),
            marks=marks,
            known=tuple(NAMES.values()),
        )

    def _cash_title(self, back: Mapping[int, list[str]]) -> str:
        is_mean = bool(self.values["cards"])
        if not back:
            return text("cash_title_never", is_mean=is_mean)
        soonest = min(back)
        id = "cash_title_one" if len(back[soonest]) == 1 else "cash_title_more"
        return capitalize_first(text(id, is_mean=is_mean, names=caravan_list_text(back[soonest]), n=soonest))

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
        title = text("horizon_title")
        if marks:
            title = text("horizon_title_slow", payments=marks[0][1])
        return charts.amount_lines(
            lines,
            title=title,
            xlabel=text("horizon_axis"),
            ylabel=text("horizon_y_axis"),
            step=True,
            marks=marks,
            marked=(left, text("horizon_mark", left=left)),
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
                    text("crossing", n=crossing, size=SIZES[size])
                    if len(self.sizes_with_both_speeds_selected) > 1
                    else str(crossing)
                )
        title = text("means_title")
        if told:
            title = text("means_title_fast", crossings=told)
        return charts.amount_lines(
            lines,
            title=title,
            xlabel=text("means_axis"),
            ylabel=text("means_y_axis"),
            marks=marks,
            marked=(v["cards"], text("cards_mark", n=v["cards"])),
            zero=False,
            known=tuple(NAMES.values()),
        )

    def _risk_figure(self, nets: Mapping[int, int], counts: Mapping[int, int]) -> Figure:
        v = self.values
        sure = self.caravan_cash_flow(v["risky"]).net_gain
        exact = Fraction(nets.get(sure, 0), sum(nets.values()))
        name, chance = NAMES[v["risky"]], format_equal_or_approx(exact).lstrip("≈= ")
        title = text("risk_title", name=name, gold=sure, p=chance)
        return charts.distribution(nets, title=title, xlabel=text("horizon_y_axis"), simulated=counts)


def create_dashboard(link: str = "") -> CaravanDashboard:
    """Create the dashboard. `link` contains settings such as "left=6&cards=3&SS=1"."""
    return CaravanDashboard(link)
