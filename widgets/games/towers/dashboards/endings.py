"""Comparison of fleeing and staying in endings of Towers: exact if possible, otherwise simulated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib import Chance, End
from gamelib.bank.towers.endings import example_ending as worked_ending
from gamelib.dist import Dist
from gamelib.games.towers.board_view import tower_closers
from gamelib.games.towers.bots import greedy_stay_bot, random_stay_bot
from gamelib.games.towers.endgame_solver import TooLargeError, solve_endgame
from gamelib.games.towers.ending_distribution import Ending, ending_distribution, greedy_policy, stay_policy
from gamelib.games.towers.flee_decision import flee_price, should_flee
from gamelib.games.towers.state import TowersState
from gamelib.games.towers.steps import FLEE
from gamelib.nodes import Seat
from gamelib.number_format import (
    format_fixed,
    format_fraction,
    format_fraction_above_decimal,
    format_number,
    format_percent,
    round_half_up,
    use_minus_sign,
)
from gamelib.playouts import choose_action, playout
from gamelib.tools.confidence_interval import estimate_mean

from ....dashboard.controls import Choice, Slider
from ....dashboard.live_simulation import LiveSimulation, hide_unseen_dots
from ....dashboard.widget import column_heads
from ....page.card_overrides import game_with_served_cards
from ....page.translations import text_lookup
from .flee_figures import ending_coins_figure

text = text_lookup("dashboard_flee")

odds = game_with_served_cards("towers").odds

FIRST_RUNS = 200  # number of games simulated in advance if there is no exact answer
MAX_EXACT_POSITIONS, MAX_SOLVED_POSITIONS = 400, 600  # maximum positions to evaluate while the page waits
WORKED_EXAMPLE = "worked"
DECKS = {
    WORKED_EXAMPLE: text("deck_worked"),
    "0": text("deck_0"),
    "3": text("deck_3"),
    "6": text("deck_6"),
    "12": text("deck_12"),
}
SEATS = {"2": text("seats_2"), "3": text("seats_3"), "4": text("seats_4")}
POLICIES = {"thumb": text("policy_rule"), "calm": text("policy_random")}
CONTROLS = (Choice("deck", text("deck"), DECKS, WORKED_EXAMPLE), Choice("seats", text("seats"), SEATS, "2"))
MORE = (
    Slider("game", text("game"), text("game_before"), text("game_after"), 1, 40, 13),
    Choice("policy", text("policy"), POLICIES, "thumb"),
)


@lru_cache(32)
def ending_start_state(deck_size_or_example: str, game_seed: int, seats: int) -> TowersState:
    """Return the first turn with this many cards in the deck, from a game between heuristic bots.

    With WORKED_EXAMPLE instead of a deck size, return the state of the worked example. Callers must not change the
    state.
    """
    if deck_size_or_example == WORKED_EXAMPLE:
        return worked_ending(odds=odds)
    rng = Random(game_seed)
    while True:  # bots play until a game reaches this deck size
        s = game_with_served_cards("towers").start(seats)
        while not isinstance(node := s.node, End):
            if not isinstance(node, Chance) and node.step_name == "choose" and len(s.deck) == int(deck_size_or_example):
                return s
            s.apply(node.sample(rng) if isinstance(node, Chance) else choose_action(s, greedy_stay_bot, rng))


@dataclass(frozen=True)
class EndingCase:
    """Position of an ending with the policies of all seats. In texts, "you" is the current seat."""

    deck: str
    game: int
    seats: int
    policy: str

    @property
    def state(self) -> TowersState:
        """Position of the case."""
        return ending_start_state(self.deck, self.game, self.seats)

    @property
    def seat(self) -> Seat:
        """Seat that has to choose."""
        return int(self.state.agenda_frames[-1].seat)

    @property
    def final_coins_if_fleeing(self) -> int:
        """Final coins after fleeing now. They are certain because nothing is paid later."""
        return self.state.coins[self.seat] - flee_price(self.state, self.seat)

    @cached_property
    def exact_ending_distribution(self) -> Dist[Ending] | None:
        """Return the distribution of the final coins after staying, or None if there are too many positions."""
        try:
            return ending_distribution(
                self.state, self.seat, greedy_policy if self.policy == "thumb" else stay_policy, MAX_EXACT_POSITIONS
            )
        except TooLargeError:
            return None

    @cached_property
    def optimal_flee_and_other_coins(self) -> tuple[Fraction, Fraction | None] | None:
        """Return the final coins after fleeing and after the best other choice, both with optimal play.

        The result is None if the ending is too large to solve.
        """
        if self.state.deck:
            return None
        try:
            solved = solve_endgame(self.state, MAX_SOLVED_POSITIONS)
        except TooLargeError:
            return None
        rest = [coins[self.seat] for action, coins in solved.actions.items() if action is not FLEE]
        return solved.actions[FLEE][self.seat], max(rest, default=None)

    def simulate_staying(self, n: int, rng: Random) -> list[Ending]:
        """Simulate n games in which the seat stays, each to its end."""
        bot = greedy_stay_bot if self.policy == "thumb" else random_stay_bot
        ends = []
        for _ in range(n):
            trial = self.state.clone()
            playout(trial, [bot] * trial.seats, rng)
            sizes = [len(balance) for balance in trial.balances]
            others = sum(sizes[other] for other in self.state.other_active_seats(self.seat))
            ends.append(Ending(trial.coins[self.seat], sizes[self.seat], others))
        return ends


@lru_cache(64)
def _case(deck: str, game: int, seats: int, policy: str) -> EndingCase:
    return EndingCase(deck, game, seats, policy)


def case_from_control_values(values: Mapping[str, Any]) -> EndingCase:
    """Return the ending that the controls describe."""
    if values["deck"] == WORKED_EXAMPLE:
        return _case(WORKED_EXAMPLE, 0, 2, values["policy"])
    return _case(values["deck"], values["game"], int(values["seats"]), values["policy"])


# -- words ---------------------------------------------------------------------------------------


def ending_block_contents(case: EndingCase, plays: LiveSimulation) -> dict[str, dict[str, Any]]:
    """Return the content of each block by its id."""
    s, seat = case.state, case.seat
    ends: Mapping[Ending, int] = case.exact_ending_distribution or plays.counts
    total = sum(ends.values())
    mean = Fraction(sum(end.coins * n for end, n in ends.items()), total)
    k = len(s.other_active_seats(seat))
    have, cache = len(s.balances[seat]), len(s.caches[seat])
    added = Fraction(sum(end.own_balance_cards * n for end, n in ends.items()), total) - have
    others = Fraction(sum(end.rival_balance_cards * n for end, n in ends.items()), total * k)
    worse = Fraction(sum(n for end, n in ends.items() if end.coins < case.final_coins_if_fleeing), total)
    verb = (
        text("flee")
        if case.final_coins_if_fleeing > mean
        else text("stay")
        if case.final_coins_if_fleeing < mean
        else text("both_equal")
    )
    if case.exact_ending_distribution is not None:
        big = text("ending", coins=coins_text(mean), is_mean=len(ends) > 1, choice=verb)
        share = text("p_flee_better", worse=format_percent(worse)) if 0 < worse < 1 else ""
    else:
        coins = Counter[float]()
        for end, n in ends.items():
            coins[float(end.coins)] += n
        half = estimate_mean(coins).high - float(mean)
        if abs(case.final_coins_if_fleeing - mean) <= half:
            verb = text("too_close")
        about = f" ± {format_fixed(half, 1)}" if total > 1 else ""
        big = text("ending_simulated", mean=format_number(mean, 1), interval=about, choice=verb)
        share = text("ending_trials", total=total, p=format_percent(worse))
    how = POLICIES[case.policy]
    lead = text("ending_lead", coins=case.final_coins_if_fleeing, how=how)
    told: dict[str, dict[str, Any]] = {
        "ending": {"lead": lead, "big": big, "more": share},
        "about": {"lines": _about(case)},
        "seats": _seats(case),
        "plays": plays.update_block_data(_runs_said(case, plays)),
    }
    show = (
        mean_text_in_table_cell if case.exact_ending_distribution is not None else lambda p: f"≈ {format_fixed(p, 2)}"
    )
    rows = [[text("coins_at_end"), format_number(case.final_coins_if_fleeing), show(mean)]]
    if case.optimal_flee_and_other_coins is not None:
        rows.append(
            [
                text("optimal"),
                *("–" if coins is None else format_number(coins) for coins in case.optimal_flee_and_other_coins),
            ]
        )
    rows += [
        [text("cards_to_get"), str(cache), show(added)],
        [text("others_at_end"), "–", show(others)],
    ]
    caption = text("compare" if case.exact_ending_distribution is not None else "compare_trials", total=total)
    told["compare"] = {"caption": caption, "columns": column_heads(text("coins_columns")), "rows": rows, "marked": 0}
    rule = should_flee(cache, added, [others] * k)
    tie = added - cache == others
    told["why_ending"] = {"label": text("why_ending")}
    comparison = text("equal_to" if tie else "more_than" if rule else "less_than")
    told["ending_lines"] = {
        "lines": [
            text(
                "rule",
                cache=cache,
                added=added,
                rest=added - cache,
                others=others,
                comparison=comparison,
                choice=text("both_equally_good" if tie else "flee" if rule else "stay"),
            ),
            text(
                "in_coins",
                mean=mean,
                fled=case.final_coins_if_fleeing,
                k=k,
                others=others,
                rest=added - cache,
                difference=k * (others - added + cache),
            ),
        ]
    }
    return told


def mean_text_in_table_cell(p: Fraction) -> str:
    """Return a mean as text for a table cell."""
    return format_number(p) if p.denominator == 1 else use_minus_sign(format_fraction_above_decimal(p))


def coins_text(coins: Fraction) -> str:
    """Return coins as text in a sentence: "−12 coins", "1 coin", "about −3.34 coins"."""
    return text(
        "coins_amount",
        is_rounded=Fraction(round_half_up(coins, 2)) != coins,
        coins=format_number(coins),
        is_one=abs(coins) == 1,
    )


def _about(case: EndingCase) -> list[str]:
    """Describe the position: the cards in the deck, the open towers, and the cards that could close a tower."""
    s = case.state
    stuck = text("stuck") if not s.has_playable_card(case.seat) else text("not_stuck")
    count = sum(s.is_tower_open(tower) for tower in range(len(s.masks)))
    first = text("deck_and_towers", deck=len(s.deck), towers=count, stuck=stuck)
    lines = [f"{text('worked')} {first}" if case.deck == WORKED_EXAMPLE else first]
    for suit in s.game.suits:
        closing = tower_closers(s, suit)
        for other in s.other_active_seats(case.seat):
            who = text("player", other=other + 1)
            if closing.closers_in_caches[other]:
                lines.append(text("holds_closer", who=who, suit=suit, cards=closing.cards))
            elif closing.p_draw_closer[other]:
                lines.append(text("draws_closer", who=who, suit=suit, p=format_fraction(closing.p_draw_closer[other])))
    return lines


def _seats(case: EndingCase) -> dict[str, Any]:
    s, rows = case.state, []
    for seat in [case.seat, *s.other_active_seats(case.seat)]:
        cards = ", ".join(s.game.texts.card_name(card) for card in s.caches[seat])
        name = text("you") if seat == case.seat else text("player_lower", seat=seat + 1)
        rows.append([name, str(len(s.balances[seat])), cards or text("none")])
    return {"caption": text("position"), "columns": column_heads(text("position_columns")), "rows": rows, "marked": 0}


def _runs_said(case: EndingCase, plays: LiveSimulation) -> str:
    if not plays.completed_count:
        return text("play_yourself")
    mean = sum(end.coins * n for end, n in plays.counts.items()) / plays.completed_count
    exact = case.exact_ending_distribution
    return text(
        "played" if exact is None else "played_exact",
        n=plays.completed_count,
        mean=mean,
        exact="" if exact is None else format_fraction(exact.map(lambda end: end.coins).mean),
    )


# -- the picture ---------------------------------------------------------------------------------


def staying_coins_figure(case: EndingCase, counts: Mapping[Ending, int]) -> Figure:
    """Draw the final coins after staying. A vertical line marks the final coins after fleeing."""
    played: Counter[int] = Counter()
    for end, n in counts.items():
        played[end.coins] += n
    exact = (
        None if case.exact_ending_distribution is None else case.exact_ending_distribution.map(lambda end: end.coins)
    )
    ends: Mapping[int, int] = played if exact is None else exact
    total = sum(ends.values())
    good = Fraction(sum(n for coins, n in ends.items() if coins >= case.final_coins_if_fleeing), total)
    if exact is None:
        title = text("ends_title_trials", p=format_percent(good), total=total)
    elif good:
        title = text("stay_title", p=format_percent(good))
    else:
        title = text("ends_title_never")
    return hide_unseen_dots(ending_coins_figure(exact, played, case.final_coins_if_fleeing, title))
