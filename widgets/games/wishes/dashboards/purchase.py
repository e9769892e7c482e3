"""What does the purchase tell? A rival buys, and the chances of five score cards move (WIS-1.6, 7.1, 13.3, 15.2)."""

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
from gamelib.numbers import band, finer, fraction, full_fraction, joined, number, percent, some, stacked
from gamelib.tools.interval import band95

from ....chart import figures as charts
from ....dashboard.controls import Choice, Slider
from ....dashboard.runs import ENOUGH, Runs
from ....dashboard.widget import Dashboard, answer, chart, columns, controls, fold, runs, section, table, text
from ....page.corrected import game_here
from .purchase_pictures import moved_figure

odds = game_here("wishes").odds

TABLES = odds.tables
WORDS = game_here("wishes").words
CARDS = tuple(TABLES.scores)
STALLS = TABLES.merchants
COST = {ware: card.cost for ware, card in TABLES.wares.items()}
EXAMPLE = 1
"""The market whose first row is that of the worked question, and what follows the purchase there."""
NEXT = "W28"
NONE = "none"
BUYS = {NONE: "nothing", **{stall: WORDS.card(stall) for stall in STALLS}}
ORDER = ("first", "second", "third")
OWN = Choice("own", "Your own score card:", {card: card for card in CARDS}, "K1")
MARKET = Slider("market", "Market", "Market number", "", EXAMPLE, 30, EXAMPLE)
FIRST = Choice("first", "The rival buys", BUYS, "Centre")
SECOND = Choice("second", "and after that", BUYS, NONE)
THIRD = Choice("third", "and then", BUYS, NONE)
ERROR = Slider("error", "Errors", "In", "of 100 purchases the rival takes any ware.", 0, 100, 20)
GEMS = Slider(
    "gems",
    "Gems of the rival",
    "The rival can pay",
    "Gems each time.",
    min(COST.values()),
    TABLES.constants["gem_limit"],
    TABLES.constants["gem_limit"],
)
SENTENCE = (FIRST, SECOND, THIRD, ERROR)
MORE = (MARKET, OWN, GEMS)
ERRORS = tuple(range(0, 101, 10))


@lru_cache(None)
def stacks(market: int) -> dict[str, tuple[str, ...]]:
    """The wares of each stall in the order in which they come."""
    stalls = {}
    for stall in STALLS:
        wares = [ware for ware, card in TABLES.wares.items() if card.merchant == stall]
        Random(f"{market} {stall}").shuffle(wares)
        if market == EXAMPLE:
            first = [ware for ware in (*odds.ROW, NEXT) if ware in wares]
            wares = [*first, *(ware for ware in wares if ware not in first)]
        stalls[stall] = tuple(wares)
    return stalls


def called(ware: str) -> str:
    """A ware by its stall: "the middle Carpet (afternoon)"."""
    card = TABLES.wares[ware]
    return f"the {WORDS.card(card.merchant)} {WORDS.card(card.ware)} ({WORDS.card(card.icon)})"


def gain(card: str, ware: str) -> Fraction:
    """The points that a ware leaves after its price, 2 Gems for a point."""
    return TABLES.worth(card, ware) - Fraction(COST[ware], TABLES.constants["gems_per_point"])


def either(cards: list[str]) -> str:
    """Some cards: "K3", "K3 or K4"."""
    return joined(cards).replace(" and ", " or ")


@dataclass(frozen=True)
class Step:
    """One purchase: the row, what was bought, the chances before and after it."""

    row: tuple[str, ...]
    ware: str
    before: Dist[str]
    after: Dist[str]


@dataclass(frozen=True)
class Story:
    """Purchases from a market, and what they tell."""

    own: str
    market: int
    bought: tuple[str, ...]
    error: Fraction
    gems: int

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Story:
        """From the values of the controls; purchases left out are no purchases."""
        bought = tuple(values[name] for name in ORDER if values[name] != NONE)
        return cls(values["own"], values["market"], bought, Fraction(values["error"], 100), values["gems"])

    @property
    def prior(self) -> Dist[str]:
        """All cards but one's own, alike."""
        return Dist([card for card in CARDS if card != self.own])

    def row(self, purchases: int) -> tuple[str, ...]:
        """What lies open after so many purchases."""
        taken = Counter(self.bought[:purchases])
        return tuple(stacks(self.market)[stall][taken[stall]] for stall in STALLS)

    @cached_property
    def told(self) -> tuple[tuple[Step, ...], str]:
        """The purchases that can be, each with its chances; and why the next one cannot be, if there is one."""
        steps: list[Step] = []
        chances = self.prior
        for place, stall in enumerate(self.bought):
            row = self.row(place)
            ware = row[STALLS.index(stall)]
            if COST[ware] > self.gems:
                return tuple(steps), f"It costs {COST[ware]}, and the rival can pay {some(self.gems, 'Gem')}."
            try:
                after = odds.buyer(ware, self.error, row, (), self.gems, chances)
            except ValueError:
                return tuple(steps), (
                    "With none of the cards that are left is it the best, and this rival never errs. Allow for errors."
                )
            steps.append(Step(row, ware, chances, after))
            chances = after
        return tuple(steps), ""

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.told[0]

    @property
    def trouble(self) -> str:
        return self.told[1]

    @property
    def now(self) -> Dist[str]:
        """The chances after all purchases that can be."""
        return self.steps[-1].after if self.steps else self.prior

    @property
    def last(self) -> tuple[str, ...]:
        """The row that lies open now; where a purchase cannot be, the one it was to come from."""
        return self.row(len(self.steps))

    def buys(self, card: str, row: tuple[str, ...]) -> dict[str, Fraction]:
        """How likely somebody with this card buys each ware of a row; empty if none can be paid."""
        return odds.buys(card, row, self.error, self.gems)

    def deals(self, rng: Random, n: int) -> list[str]:
        """Deal a rival a card and let the rival buy, n times: the card, or "" where something else was bought."""
        cards, outcomes = list(self.prior), []
        best = {(card, step.row): odds.choices(card, step.row, self.gems) for card in cards for step in self.steps}
        payable = {step.row: [ware for ware in step.row if COST[ware] <= self.gems] for step in self.steps}
        error = float(self.error)
        for _ in range(n):
            card = rng.choice(cards)
            fits = all(
                rng.choice(payable[step.row] if rng.random() < error else best[card, step.row]) == step.ware
                for step in self.steps
            )
            outcomes.append(card if fits else "")
        return outcomes


class Purchase(Dashboard):
    """Five chances that move with each purchase."""

    CONTROLS = (*SENTENCE, *MORE)
    LAYOUT = (
        section(
            "",
            [controls(*SENTENCE), fold("more", controls(*MORE)), runs("deals", "Deal once", "Keep dealing")],
            [
                answer("answer"),
                chart("cards"),
                columns([chart("row")], [chart("noise")]),
                table("next"),
                fold("why", text("why_lines"), table("bayes")),
                fold("scores", text("scores_told"), table("points")),
            ],
        ),
    )

    def make_runs(self, seed: int | None) -> dict[str, Runs]:
        return {"deals": Runs(lambda rng, n: self.story.deals(rng, n), seed)}

    def listen(self) -> None:
        self.pictures["row"].on_click(self._buy)
        self.pictures["noise"].on_click(lambda mark: self.choose(error=int(mark["x"])))

    def _buy(self, mark: Mapping[str, Any]) -> None:
        """The rival buys the ware of the column that was picked, if there is a purchase left and it can be paid."""
        story = self.story
        place = len(story.steps)
        ware = next(ware for ware in story.last if self._column(ware) == mark["customdata"][1])
        if place < len(ORDER) and COST[ware] <= story.gems:
            stall = TABLES.wares[ware].merchant
            bought = [*story.bought[:place], stall, *[NONE] * (len(ORDER) - place - 1)]
            self.choose(**dict(zip(ORDER, bought, strict=True)))

    @property
    def story(self) -> Story:
        return Story.of(self.values)

    @staticmethod
    def _column(ware: str) -> str:
        card = TABLES.wares[ware]
        return f"{WORDS.card(card.merchant)}: {WORDS.card(card.ware)}"

    def refresh(self) -> None:
        story, deals = self.story, self.simulations["deals"]
        deals.settle((story.own, story.market, tuple(step.ware for step in story.steps), story.error, story.gems))
        counts = {card: deals.counts[card] for card in story.prior if deals.counts[card]}
        self._say_answer(story)
        self._say_runs(story, counts)
        self._say_next(story)
        self._say_why(story)
        self._say_scores(story)
        self.picture("cards", (story, deals.total), lambda: self._cards_figure(story, counts))
        self.picture("row", story, lambda: self._row_figure(story))
        self.picture("noise", story, lambda: self._noise_figure(story))

    # -- words -----------------------------------------------------------------------------------

    def _say_answer(self, story: Story) -> None:
        now = story.now
        top = max(now.p(card) for card in now)
        best = [card for card in now if now.p(card) == top]
        if story.trouble:
            stall = story.bought[len(story.steps)]
            ware = story.last[STALLS.index(stall)]
            self.say(
                "answer", lead=f"The rival is said to buy {called(ware)}:", big="That cannot be", more=story.trouble
            )
            return
        if not story.steps:
            self.say(
                "answer",
                lead="Nothing is bought yet. Each card that the rival may have has a chance of",
                big=fraction(top),
                more="Pick a ware in the picture below: the rival buys it.",
                share=(float(top), percent(top)),
            )
            return
        step = story.steps[-1]
        bought = joined([called(one.ware) for one in story.steps])
        each = " each" if len(best) > 1 else ""
        self.say(
            "answer",
            lead=f"The rival bought {bought}. The likeliest score card is",
            big=f"{either(best)}: {fraction(top)}{each}",
            more=self._speaks(story, step),
            share=(float(top), percent(top)),
        )

    @staticmethod
    def _speaks(story: Story, step: Step) -> str:
        """What the last purchase says, as a ratio of likelihoods."""
        likely = {card: story.buys(card, step.row)[step.ware] for card in step.before}
        high, low = max(likely.values()), min(likely.values())
        most = [card for card in likely if likely[card] == high]
        least = [card for card in likely if likely[card] == low]
        if high == low:
            return "All these cards lead to this purchase just as often, so it tells nothing."
        if not low:
            return f"It rules out {joined(least)}: this rival never errs, and would then buy something else."
        times = number(high / low)
        return (
            f"This purchase is {times} times as likely with {either(most)} as with {either(least)}. Each chance "
            f"is multiplied by how likely its card leads there, then all are made to add up to 1."
        )

    def _say_runs(self, story: Story, counts: Mapping[str, int]) -> None:
        deals, fits = self.simulations["deals"], sum(counts.values())
        if not story.steps:
            said = "Let the rival buy something first."
        elif not deals.total:
            said = "Deal rivals a card and let them buy. Those who buy the same stay in the picture."
        else:
            said = f"{some(deals.total, 'deal')}: in {fits:,} of them the rival bought just this."
            top = max(story.now, key=story.now.p)
            if fits >= ENOUGH:
                low, high = band95(counts.get(top, 0), fits)
                said += (
                    f" {top} in {finer(counts.get(top, 0) / fits)} of these, {band(low, high)}; "
                    f"exact is {finer(story.now.p(top))}."
                )
        self.say("deals", **deals.shown(said))

    def _say_next(self, story: Story) -> None:
        rows = {}
        for ware in story.last:
            takes = {card: story.buys(card, story.last).get(ware, Fraction(0)) for card in story.now}
            rows[called(ware).removeprefix("the ")] = {
                "price": str(COST[ware]),
                "worth to you": str(TABLES.worth(story.own, ware)),
                "to the rival, at first": stacked(odds.worth_to_buyer(ware, story.prior)),
                "to the rival, now": stacked(odds.worth_to_buyer(ware, story.now)),
                "is bought next": percent(sum((story.now.p(card) * p for card, p in takes.items()), Fraction(0))),
            }
        self.say(
            "next",
            caption="What lies open now, in points",
            columns=["", *next(iter(rows.values()), {})],
            rows=[[ware, *facts.values()] for ware, facts in rows.items()],
        )

    def _say_why(self, story: Story) -> None:
        self.say("why", label="How do the chances move?")
        self.say("more", label=f"Market {story.market}; you hold {story.own}; {some(story.gems, 'Gem')} to spend")
        if not story.steps:
            self.say(
                "why_lines",
                lines=["Before anything is bought, every card but your own is as likely as any other (WIS-1.6)."],
            )
            self.say("bayes")
            return
        step = story.steps[-1]
        likely = {card: story.buys(card, step.row)[step.ware] for card in step.before}
        products = {card: step.before.p(card) * p for card, p in likely.items()}
        total = sum(products.values(), Fraction(0))
        rows = [
            [card, *map(full_fraction, (step.before.p(card), p, products[card], products[card] / total))]
            for card, p in likely.items()
        ]
        self.say(
            "bayes",
            caption=f"The last purchase: {called(step.ware)}",
            rows=rows,
            columns=["card", "before", "buys it with", "product", "now"],
        )
        payable = [ware for ware in step.row if COST[ware] <= story.gems]
        best = [card for card in likely if step.ware in odds.choices(card, step.row, story.gems)]
        self.say(
            "why_lines",
            lines=[
                "A rival takes the ware with the most points after its price, "
                f"{TABLES.constants['gems_per_point']} Gems "
                f"for a point (WIS-13.2, WIS-13.3). With {joined(best)} that is {called(step.ware)}.",
                f"With a chance of {fraction(story.error)} the rival takes any of the "
                f"{some(len(payable), 'ware')} that "
                "can be paid, all alike. So the chance to buy it is never quite 0 as long as there are errors.",
                f"The products add up to {fraction(total)}: so likely was this purchase at all. Divide by it.",
            ],
        )

    def _say_scores(self, story: Story) -> None:
        self.say("scores", label="What stands on the score cards?")
        self.say(
            "scores_told",
            lines=["A ware scores the points of its stall, of its kind and of its time of day, added up (WIS-13.3)."],
        )
        parts = {
            card: {**TABLES.scores[card].merchant, **TABLES.scores[card].ware, **TABLES.scores[card].icon}
            for card in CARDS
        }
        names = list(parts[CARDS[0]])
        self.say(
            "points",
            caption="Points",
            columns=["card", *(WORDS.card(name) for name in names)],
            rows=[[card, *(str(parts[card][name]) for name in names)] for card in CARDS],
            marked=CARDS.index(story.own),
        )

    # -- pictures --------------------------------------------------------------------------------

    @staticmethod
    def _cards_figure(story: Story, counts: Mapping[str, int]) -> Figure:
        step = story.steps[-1] if story.steps else None
        now = story.now
        top = max(now.p(card) for card in now)
        best = either([card for card in now if now.p(card) == top])
        if step is None:
            title = "Before a purchase all five cards are alike"
        elif step.before == step.after:
            title = "This purchase moves no bar"
        else:
            title = f"The purchase moves {best} to {percent(top)}"
        return moved_figure(
            list(story.prior), now, step.before if step else None, counts, title=title, xlabel="score card of the rival"
        )

    def _row_figure(self, story: Story) -> Figure:
        row, cards = story.last, list(story.prior)
        chances = [[story.buys(card, row).get(ware, Fraction(0)) for ware in row] for card in cards]
        left = len(ORDER) - len(story.steps)
        title = "Pick a ware: the rival buys it" if left else "What a rival with each card would buy next"
        return charts.heatmap(
            cards,
            [self._column(ware) for ware in row],
            chances,
            title=title,
            xlabel="ware bought next",
            ylabel="score card",
        )

    def _noise_figure(self, story: Story) -> Figure:
        here = int(100 * story.error)
        same: dict[tuple[tuple[float, Fraction], ...], list[str]] = {}
        points: dict[str, list[tuple[float, Fraction]]] = {card: [] for card in story.prior}
        for error in sorted({*ERRORS, here}):
            other = Story(story.own, story.market, story.bought[: len(story.steps)], Fraction(error, 100), story.gems)
            if not other.trouble:
                for card in points:
                    points[card].append((error, other.now.p(card)))
        for card, course in points.items():
            same.setdefault(tuple(course), []).append(card)
        lines = {", ".join(cards): course for course, cards in same.items()}
        title = "The more errors, the less a purchase tells"
        if not story.steps:
            title = "Without a purchase errors make no difference"
        return charts.curves(
            lines,
            title=title,
            xlabel="errors in 100 purchases",
            ylabel="chance of the card",
            marked=(here, f"{here} in 100"),
        )


def show(link: str = "") -> Purchase:
    """The dashboard, ready to display; `link`: a setting such as "first=Left&error=10"."""
    return Purchase(link)
