"""Dashboard on raids: one raid against 0 to 2 guards (HAR-8.3), and two raids (section `plans`)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any, TypedDict

from plotly.graph_objects import Figure

from gamelib.games.harem.odds import Unguarded
from gamelib.games.harem.raids import is_tie_won_by_raider
from gamelib.games.harem.setup import DICE_TOTALS, TWO_DICE
from gamelib.number_format import (
    format_fraction,
    format_fraction_above_decimal,
    format_fraction_and_decimal,
    format_modifier,
    format_number,
    format_percent,
    format_percentage_points,
    round_to_int,
)

from ....chart import figures as charts
from ....chart.trial import GAP, Trial, dice_items
from ....dashboard.controls import Choice, Slider, Switch
from ....dashboard.live_simulation import LiveSimulation, frequency_comparison_text, hide_unseen_dots
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
from . import two_raids
from .two_raids import guard_count_text

text = text_lookup("dashboard_raid")

odds = game_with_served_cards("harem").odds

MODIFIERS = tuple(range(-4, 7))
GUARDS = (0, 1, 2)
WAYS = 6**4
RAID = (
    Slider("modifier", text("modifier"), text("modifier_before"), "", MODIFIERS[0], MODIFIERS[-1], 0, is_signed=True),
    Choice("guards", text("guards_before"), {str(n): guard_count_text(n) for n in GUARDS}, "1"),
)
EXTRAS = (
    Switch("watchful", text("watchful")),
    Switch("help", text("help")),
    Choice(
        "unguarded", text("unguarded"), {"roll": text("unguarded_dice"), "automatic": text("unguarded_success")}, "roll"
    ),
)


class RaidExtras(TypedDict):
    """Options of a raid except modifier and guards, in the form that `odds.p_raid_succeeds` accepts."""

    watchful: bool
    plus_one: bool
    unguarded: Unguarded


class RaidDashboard(Dashboard):
    """Dashboard: probability of one raid, effect of each guard, and plan for two raids."""

    CONTROLS = (*RAID, *EXTRAS, *two_raids.CONTROLS)
    LAYOUT = (
        section_block(
            "",
            [
                controls_block(*RAID),
                collapsible_block("extras", controls_block(*EXTRAS)),
                simulation_block("raids", text("raid_once"), text("raid_more")),
            ],
            [
                answer_block("answer", is_probability=True),
                chart_block("difference"),
                columns_block([chart_block("grid")], [chart_block("worth"), table_block("guards")]),
                collapsible_block(
                    "why",
                    text_block("why_lines"),
                    columns_block([table_block("ways")], [text_block("pairs_told"), table_block("pairs")]),
                ),
            ],
        ),
        two_raids.SECTION,
    )

    def create_simulations(self, seed: int | None) -> dict[str, LiveSimulation]:
        return {
            "raids": LiveSimulation(draw_roll_differences, seed, self._raid),
            "turns": LiveSimulation(self._turns, seed),
        }

    def _raid(self, rng: Random) -> Trial[int]:
        """Simulate one raid: the dice of raider and defender, and the winner."""
        mine, theirs = ((rng.randint(1, 6), rng.randint(1, 6)) for _ in range(2))
        difference = sum(mine) - sum(theirs)
        least = self.min_winning_difference_if_rolled(int(self.values["guards"]))
        won = least is None or difference >= least
        say = text("trial", difference=difference, won=won)
        return Trial(difference, (*dice_items(*mine), GAP, *dice_items(*theirs, own=False)), say)

    def _turns(self, rng: Random, n: int) -> list[tuple[int, int]]:
        return two_raids.TwoRaids.from_control_values(self.values).simulate_both_plans(rng, n)

    def bind_chart_clicks(self) -> None:
        self.unfolded: int | None = None
        self.pictures["difference"].on_click(self._unfold)
        self.pictures["grid"].on_click(self._move)
        self.pictures["worth"].on_click(lambda mark: self.set_control_values(modifier=int(mark["x"])))

    def _unfold(self, mark: Mapping[str, Any]) -> None:
        self.unfolded = int(mark["customdata"])
        self._redraw()

    def _move(self, mark: Mapping[str, Any]) -> None:
        modifier, guards = mark["customdata"]
        self.set_control_values(modifier=modifier, guards=str(guards))

    # -- current setting -------------------------------------------------------------------------

    @property
    def current_raid_extras(self) -> RaidExtras:
        """Options of a raid except modifier and guards, from the controls."""
        values = self.values
        return {"watchful": values["watchful"], "plus_one": values["help"], "unguarded": values["unguarded"]}

    def p_raid_succeeds(self, guards: int, modifier: int | None = None) -> Fraction:
        """Return the success probability of a raid with the current options. The default is the current modifier."""
        return odds.p_raid_succeeds(
            self.values["modifier"] if modifier is None else modifier, guards, **self.current_raid_extras
        )

    def min_winning_difference_if_rolled(self, guards: int) -> int | None:
        """Return the smallest difference of the rolls with which the raid succeeds, or None if no dice are rolled."""
        return odds.winning_difference_if_rolled(self.values["modifier"], guards, **self.current_raid_extras)

    def builder_model_text(self) -> str:
        values, guards = self.values, int(self.values["guards"])
        if self.min_winning_difference_if_rolled(guards) is None:
            return ""  # nothing is rolled
        added, guarding = values["modifier"] + values["help"], guards + values["watchful"]
        sides = (f"a=2d6{added:+d}" if added else "a=2d6", f"b=2d6+{guarding}" if guarding else "b=2d6")
        return f"{sides[0]} > {sides[1]} : a {'>' if guards else '>='} b"

    def refresh(self) -> None:
        values = self.values
        modifier, guards = values["modifier"], int(values["guards"])
        raids = self.simulations["raids"]
        self._say_answer(modifier, guards)
        self._say_runs(guards)
        used = values["watchful"] + values["help"] + (values["unguarded"] == "automatic")
        self.queue_block_data("extras", label=text("extras", used=used))
        self._say_guards(guards)
        self._say_why(modifier, guards)
        counts = dict(raids.counts)
        setting = (modifier, *self.current_raid_extras.values())
        self.queue_chart_if_changed(
            "difference", (setting, guards, raids.completed_count), lambda: self._difference(guards, counts)
        )
        self.queue_chart_if_changed("grid", (setting, guards), lambda: self._grid(modifier, guards))
        self.queue_chart_if_changed("worth", setting, lambda: self._worth(modifier))
        two_raids.fill_two_raids_section(self, self.simulations["turns"])

    # -- words -----------------------------------------------------------------------------------

    def _say_answer(self, modifier: int, guards: int) -> None:
        chance = self.p_raid_succeeds(guards)
        if self.min_winning_difference_if_rolled(guards) is None:
            big, more = "1", text("more_no_dice")
        else:
            big = format_fraction_and_decimal(chance, WAYS)
            more = text("more", raids=format_fraction(1 / chance))
            if chance.denominator < WAYS:
                more = text("more_lowest", chance=chance, more=more)
        lead = text(
            "lead",
            modifier=modifier,
            guards=guard_count_text(guards),
            help=self.values["help"],
            watchful=self.values["watchful"],
        )
        self.queue_block_data("answer", lead=lead, big=big, more=more, share=(float(chance), format_percent(chance)))

    def _say_runs(self, guards: int) -> None:
        raids, least = self.simulations["raids"], self.min_winning_difference_if_rolled(guards)
        if least is None:
            said = text("nothing_to_roll")
        elif raids.completed_count:
            hits = sum(count for difference, count in raids.counts.items() if difference >= least)
            said = frequency_comparison_text(
                hits, raids.completed_count, self.p_raid_succeeds(guards), text("event_succeeded")
            )
        else:
            said = text("roll_yourself")
        wanted, chance = (None, None) if least is None else (lambda lead: lead >= least, self.p_raid_succeeds(guards))
        self.queue_block_data(
            "raids",
            **raids.update_block_data(said, odds.two_dice_total_difference(), wanted, chance, text("event_label")),
        )

    def _say_guards(self, guards: int) -> None:
        rows, before = [], None
        for n in GUARDS:
            chance = self.p_raid_succeeds(n)
            cells = [chance, 1 / chance] + ([] if before is None else [before - chance])
            rows.append([guard_count_text(n), *(format_fraction_above_decimal(cell) for cell in cells)])
            before = chance
        heads = column_heads(text("guards_columns"))
        self.queue_block_data("guards", caption=text("guards"), columns=heads, rows=rows, marked=guards)

    def _say_why(self, modifier: int, guards: int) -> None:
        least, chance = self.min_winning_difference_if_rolled(guards), self.p_raid_succeeds(guards)
        if least is None:
            self.queue_block_data("why", label=text("why", p=1))
            self.queue_block_data(
                "why_lines",
                lines=[text("why_no_dice")],
            )
            for id in ("ways", "pairs_told", "pairs"):
                self.queue_block_data(id)
            return
        self.queue_block_data("why", label=text("why", p=format_fraction_and_decimal(chance, WAYS)))
        self.queue_block_data("why_lines", lines=self._reasons(modifier, guards, least, chance))
        rows, so_far = [], 0
        for difference, count in odds.two_dice_total_difference().items():
            if difference >= least:
                so_far += count
                rows.append([format_number(difference), str(count), f"{so_far:,}"])
        caption = text("ways", least=least)
        self.queue_block_data("ways", caption=caption, columns=column_heads(text("ways_columns")), rows=rows)
        shown = least if self.unfolded is None else self.unfolded
        pairs = [(a, a - shown) for a in TWO_DICE if a - shown in TWO_DICE]
        ways = odds.two_dice_total_difference()[shown]
        told = text("pairs_lead", difference=shown)
        self.queue_block_data("pairs_told", lines=[told])
        self.queue_block_data(
            "pairs",
            caption=text("pairs", difference=shown, ways=ways, total=WAYS),
            columns=column_heads(text("pairs_columns")),
            rows=[[str(a), str(b), f"{TWO_DICE[a]} × {TWO_DICE[b]}", str(TWO_DICE[a] * TWO_DICE[b])] for a, b in pairs],
        )

    def _reasons(self, modifier: int, guards: int, least: int, chance: Fraction) -> list[str]:
        """Explain by the rules which difference is required, and how its probability is computed."""
        return [
            text(
                "why_rolls",
                modifier=format_modifier(modifier) if modifier else "+0",
                guards=guards,
                is_tie_won=is_tie_won_by_raider(guards),
                help=self.values["help"],
                watchful=self.values["watchful"],
            ),
            text("why_difference", least=least),
            text("why_outcomes", total=WAYS, hits=int(chance * WAYS), p=format_fraction(chance, WAYS)),
        ]

    # -- pictures --------------------------------------------------------------------------------

    def _difference(self, guards: int, counts: Mapping[int, int]) -> Figure:
        least = {n: self.min_winning_difference_if_rolled(n) for n in GUARDS}
        marks = [(guard_count_text(n), d) for n, d in least.items() if d is not None]
        need = least[guards]
        if need is None:
            title = text("difference_title_no_dice")
        else:
            title = text("difference_title", against=self._against(guards), needed=self._needed(need))
        xlabel = text("difference_axis")
        return hide_unseen_dots(
            charts.difference_histogram(
                odds.two_dice_total_difference(), marks, title=title, chosen=need, xlabel=xlabel, simulated=counts
            )
        )

    @staticmethod
    def _against(guards: int) -> str:
        return text("against_guards", guards=guard_count_text(guards)) if guards else text("unguarded")

    @staticmethod
    def _needed(least: int) -> str:
        if least > 0:
            return text("lead_above", least=least)
        if not least:
            return text("lead_equal")
        return text("lead_below", least=-least)

    def _grid(self, modifier: int, guards: int) -> Figure:
        return charts.heatmap(
            MODIFIERS,
            GUARDS,
            [[self.p_raid_succeeds(n, m) for n in GUARDS] for m in MODIFIERS],
            title=text(
                "grid_title",
                p=format_percent(self.p_raid_succeeds(guards)),
                modifier=modifier,
                guards=guard_count_text(guards),
            ),
            xlabel=text("guards_axis"),
            ylabel=text("modifier_axis"),
            marked=(modifier, guards),
        )

    def _worth(self, modifier: int) -> Figure:
        def probability_lost_by_guard(m: int, n: int) -> Fraction:
            return self.p_raid_succeeds(n - 1, m) - self.p_raid_succeeds(n, m)

        series = {
            text(name): [(m, probability_lost_by_guard(m, n)) for m in MODIFIERS]
            for n, name in ((1, "first_guard"), (2, "second_guard"))
        }
        first, second = (format_percentage_points(probability_lost_by_guard(modifier, n)) for n in (1, 2))
        figure = charts.probability_curves(
            series,
            title=text("worth_title", first=first, second=second),
            xlabel=text("modifier_axis"),
            ylabel=text("worth_axis"),
            marks=[
                (name, modifier, text("worth_mark", points=round_to_int(100 * dict(line)[modifier])))
                for name, line in series.items()
            ],
        )
        top = max(p for line in series.values() for _, p in line)
        return figure.update_yaxes(range=[0, float(top) * 1.25], tickformat=".2f")


def draw_roll_differences(rng: Random, n: int) -> list[int]:
    """Return n random differences between the raider's and the defender's two dice."""
    return [a - b for a, b in zip(rng.choices(DICE_TOTALS, k=n), rng.choices(DICE_TOTALS, k=n), strict=True)]


def create_dashboard(link: str = "") -> RaidDashboard:
    """Create the dashboard. `link` contains settings such as "modifier=2&guards=1"."""
    return RaidDashboard(link)
