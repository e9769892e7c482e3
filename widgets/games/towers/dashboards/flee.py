"""Dashboard on fleeing: the rule for one stuck turn (TOW-6, TOW-7.7), and endings to try both choices (`endings`)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib.dist import Dist
from gamelib.games.towers.ending_distribution import Ending
from gamelib.games.towers.flee_decision import should_flee
from gamelib.games.towers.odds import p_closer_drawn
from gamelib.games.towers.state import CACHE_SIZE
from gamelib.number_format import count_with_noun, format_fraction, format_number, format_percent

from ....chart.trial import Trial
from ....dashboard.controls import Choice, Slider
from ....dashboard.live_simulation import LiveSimulation, frequency_comparison_text
from ....dashboard.widget import (
    Dashboard,
    answer_block,
    chart_block,
    collapsible_block,
    columns_block,
    controls_block,
    section_block,
    simulation_block,
    table_block,
    text_block,
)
from . import endings
from .flee_figures import decision_region_figure, ending_coins_figure

OTHERS = {"1": "one other player", "2": "two other players", "3": "three other players"}
OWN = Slider(
    "own",
    "Your balance",
    "You owe",
    "cards and are stuck with three more.",
    0,
    20,
    5,
    text_after_one="card and are stuck with three more.",
)
COUNT = Choice("others", "Still in the game", OTHERS, "1")
LAST = Slider(
    "last", "Balance of the others", "At the end, each of them owes", "cards.", 0, 12, 3, text_after_one="card."
)
CLOSERS = Slider(
    "closers",
    "Closers",
    "In the deck,",
    "cards would close a tower on you.",
    0,
    6,
    2,
    text_after_one="card would close a tower on you.",
)
UNSEEN = Slider("unseen", "Cards in the deck", "The deck has", "cards, and three of them are drawn.", 6, 36, 12)
CARDS = Slider(
    "cards", "Cards from the tower", "When the tower closes, you get", "cards.", 1, 9, 8, text_after_one="card."
)
STUCK = (OWN, LAST, CLOSERS)
MORE = (COUNT, UNSEEN, CARDS)


class FleeDashboard(Dashboard):
    """Dashboard: the cost of fleeing now compared with the expected cost of staying, and endings to try it."""

    CONTROLS = (*STUCK, *MORE, *endings.CONTROLS, *endings.MORE)
    LAYOUT = (
        section_block(
            "",
            [controls_block(*STUCK), collapsible_block("more", controls_block(*MORE))],
            [
                answer_block("answer"),
                chart_block("region"),
                columns_block(
                    [chart_block("stay")],
                    [table_block("coins"), simulation_block("draws", "Draw three", "Keep drawing")],
                ),
                collapsible_block("why", text_block("why_lines")),
            ],
        ),
        section_block(
            "Play an ending",
            [
                controls_block(*endings.CONTROLS),
                collapsible_block("more_endings", controls_block(*endings.MORE)),
                text_block("about"),
                simulation_block("plays", "Play once", "Keep playing"),
            ],
            [
                answer_block("ending"),
                chart_block("ends"),
                columns_block([table_block("seats")], [table_block("compare")]),
                collapsible_block("why_ending", text_block("ending_lines")),
            ],
        ),
    )

    def create_simulations(self, seed: int | None) -> dict[str, LiveSimulation]:
        return {"plays": LiveSimulation(self._plays, seed), "draws": LiveSimulation(self._draws, seed, self._draw)}

    def _draw(self, rng: Random) -> Trial[int]:
        """Simulate the three cards that are drawn after staying, each a closer or not, and the final coins."""
        values = self.values
        drawn = [card < values["closers"] for card in rng.sample(range(values["unseen"]), CACHE_SIZE)]
        coins = self._coins(sum(drawn))
        pieces = tuple({"card": "a closer" if hit else "harmless", "hit": hit} for hit in drawn)
        return Trial(coins, pieces, f"If you stay, you end with {format_number(coins)} coins.")

    def _draws(self, rng: Random, n: int) -> list[int]:
        return [self._draw(rng).outcome for _ in range(n)]

    def _coins(self, closers: int) -> int:
        """Return the final coins after staying if this number of closers is drawn."""
        values, k = self.values, int(self.values["others"])
        more = values["cards"] if closers else 0
        return int(k * (values["last"] - values["own"] - CACHE_SIZE - more))

    def _plays(self, rng: Random, n: int) -> list[Ending]:
        return endings.case_from_control_values(self.values).simulate_staying(n, rng)

    def bind_chart_clicks(self) -> None:
        self.pictures["region"].on_click(self._move)

    def _move(self, mark: Mapping[str, Any]) -> None:
        last, closers = mark["customdata"]
        self.set_control_values(last=last, closers=closers)

    # -- current setting -------------------------------------------------------------------------

    def mean_cards_added_by_staying(self, closer_count: int | None = None) -> Fraction:
        """Return E[D], the mean number of cards that staying adds to the player's own balance.

        `closer_count` is the current number of closers by default.
        """
        values = self.values
        count = values["closers"] if closer_count is None else closer_count
        cards: int = values["cards"]
        return CACHE_SIZE + cards * p_closer_drawn(count, values["unseen"])

    def refresh(self) -> None:
        values = self.values
        self._say_rule()
        self._label_more_controls()
        setting = tuple(values[control.name] for control in (*STUCK, *MORE))
        self.queue_chart_if_changed("region", setting, self._region)
        draws = self.simulations["draws"]
        draws.reset_if_changed(setting)
        self._say_draws()
        self.queue_chart_if_changed("stay", (setting, draws.completed_count), self._stay)
        plays = self.simulations["plays"]
        case = endings.case_from_control_values(values)
        plays.reset_if_changed(case)
        if case.exact_ending_distribution is None and not plays.completed_count:
            plays.add_trials(endings.FIRST_RUNS)
        for id, content in endings.ending_block_contents(case, plays).items():
            self.queue_block_data(id, **content)
        counts = dict(plays.counts)
        self.queue_chart_if_changed(
            "ends", (case, plays.completed_count), lambda: endings.staying_coins_figure(case, counts)
        )

    def _label_more_controls(self) -> None:
        """Update the label of the collapsed controls, which names their values."""
        values = self.values
        self.queue_block_data(
            "more",
            label=f"More: {OTHERS[values['others']]}, {values['unseen']} cards in the deck, "
            f"{count_with_noun(values['cards'], 'card')} from the tower",
        )
        self.queue_block_data(
            "more_endings",
            label=f"More: game {values['game']}, all players continue {endings.POLICIES[values['policy']]}",
        )

    def _say_draws(self) -> None:
        """Compare the simulated draws with the probability that staying is at least as good as fleeing."""
        values, draws = self.values, self.simulations["draws"]
        flee = -int(values["others"]) * (values["own"] + CACHE_SIZE)
        coins = self._stays()
        said = "Stay, and see which cards are drawn."
        if draws.completed_count:
            good = sum(n for ends, n in draws.counts.items() if ends >= flee)
            said = frequency_comparison_text(
                good, draws.completed_count, coins.p_at_least(flee), "staying was at least as good as fleeing"
            )
        self.queue_block_data("draws", **draws.update_block_data(said, coins))

    def _stays(self) -> Dist[int]:
        """Return the distribution of the final coins after staying."""
        return Dist.hypergeometric(self.values["unseen"], self.values["closers"], CACHE_SIZE).map(self._coins)

    def _say_rule(self) -> None:
        values, k = self.values, int(self.values["others"])
        own, last, added = values["own"], values["last"], self.mean_cards_added_by_staying()
        flees = should_flee(CACHE_SIZE, added, [last] * k)
        now, later = -k * (own + CACHE_SIZE), k * (last - own - added)
        tie = added - CACHE_SIZE == last
        self.queue_block_data(
            "answer",
            lead=f"If you flee, you end with {format_number(now)} coins. If you stay, you end "
            f"with {format_number(later)} on average:",
            big="It is a tie" if tie else "Flee" if flees else "Stay",
            more=f"On average, staying adds {format_fraction(added)} cards. Subtract the three that you hold: "
            f"{format_fraction(added - CACHE_SIZE)} is "
            f"{'equal to' if tie else 'more than' if flees else 'less than'} the {last} "
            "cards that each of the others owes at the end. Your own debt doesn’t count.",
        )
        p = p_closer_drawn(values["closers"], values["unseen"])
        rows = [
            ["probability of a closer", "–", endings.mean_text_in_table_cell(p)],
            ["your balance at the end", str(own + CACHE_SIZE), endings.mean_text_in_table_cell(own + added)],
            [f"you pay {OTHERS[str(k)]}", format_number(-now), endings.mean_text_in_table_cell(k * (own + added))],
            ["you are paid", "0", str(k * last)],
            ["coins at the end", format_number(now), endings.mean_text_in_table_cell(later)],
        ]
        self.queue_block_data("coins", caption="Coins on average", columns=["", "flee", "stay"], rows=rows, marked=4)
        self.queue_block_data(
            "why", label="Why is it a tie?" if tie else f"Why should you {'flee' if flees else 'stay'}?"
        )
        self.queue_block_data(
            "why_lines",
            lines=[
                f"If you flee, you pay your balance of {own} and your three cards to {OTHERS[str(k)]}. That is "
                f"{own + CACHE_SIZE} × {k} = {format_number(-now)} coins, and you get nothing later (TOW-6.2).",
                "If you stay, the three cards go to your balance in any case. The probability that a closer is among "
                f"the three drawn cards is {format_fraction(p)}. Then you get "
                f"{count_with_noun(values['cards'], 'card')} more, so you "
                f"expect 3 + {values['cards']} × {p} = {added}.",
                f"At the end, debts cancel each other out (TOW-7.6). Each of the others owes you {last}, and "
                f"you owe each of them {own} + {added}. In both cases you pay your {own} to each, so you can leave "
                "them out.",
                f"So fleeing is better if {added} − 3 is more than {last}, and it is {added - CACHE_SIZE}. "
                "You owe your own cards in any case. Only the cards that are still to come count.",
            ],
        )

    # -- pictures --------------------------------------------------------------------------------

    def _region(self) -> Figure:
        """Draw the advantage of fleeing in coins, by the number of closers and the balance of the other seats."""
        values, k = self.values, int(self.values["others"])
        closers, lasts = range(CLOSERS.maximum + 1), range(LAST.maximum + 1)
        gain = [[k * (self.mean_cards_added_by_staying(u) - CACHE_SIZE - last) for u in closers] for last in lasts]
        return decision_region_figure(gain, lasts, closers, framed_cell=(values["last"], values["closers"]))

    def _stay(self) -> Figure:
        """Draw the final coins after staying, with the coins after fleeing as the threshold."""
        coins, flee = self._stays(), -int(self.values["others"]) * (self.values["own"] + CACHE_SIZE)
        title = f"Staying is at least as good as fleeing with probability {format_percent(coins.p_at_least(flee))}"
        return ending_coins_figure(coins, dict(self.simulations["draws"].counts), flee, title)


def create_dashboard(link: str = "") -> FleeDashboard:
    """Create the dashboard. `link` contains settings such as "own=5&last=3"."""
    return FleeDashboard(link)
