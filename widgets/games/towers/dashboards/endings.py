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
    count_with_noun,
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
from ....page.card_overrides import game_with_served_cards
from .flee_figures import ending_coins_figure

odds = game_with_served_cards("towers").odds

FIRST_RUNS = 200  # number of games simulated in advance if there is no exact answer
MAX_EXACT_POSITIONS, MAX_SOLVED_POSITIONS = 400, 600  # maximum positions to evaluate while the page waits
WORKED_EXAMPLE = "worked"
DECKS = {
    WORKED_EXAMPLE: "a worked ending",
    "0": "the deck is empty",
    "3": "3 cards left",
    "6": "6 cards left",
    "12": "12 cards left",
}
SEATS = {"2": "two players", "3": "three players", "4": "four players"}
POLICIES = {"thumb": "using a simple rule", "calm": "at random"}
CONTROLS = (Choice("deck", "Take", DECKS, WORKED_EXAMPLE), Choice("seats", "with", SEATS, "2"))
MORE = (
    Slider("game", "Game", "of game", "(each has other cards).", 1, 40, 13),
    Choice("policy", "All players continue", POLICIES, "thumb"),
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
        "flee"
        if case.final_coins_if_fleeing > mean
        else "stay"
        if case.final_coins_if_fleeing < mean
        else "both are equal"
    )
    if case.exact_ending_distribution is not None:
        big = f"{coins_text(mean)}{' on average' if len(ends) > 1 else ''}: {verb}"
        share = f"Fleeing is better with probability {format_percent(worse)}." if 0 < worse < 1 else ""
    else:
        coins = Counter[float]()
        for end, n in ends.items():
            coins[float(end.coins)] += n
        half = estimate_mean(coins).high - float(mean)
        if abs(case.final_coins_if_fleeing - mean) <= half:
            verb = "too close to tell"
        about = f" ± {format_fixed(half, 1)}" if total > 1 else ""
        big = f"{format_number(mean, 1)}{about} coins: {verb}"
        share = f"This is the mean of {total:,} trials. Fleeing was better in {format_percent(worse)} of them."
    how = POLICIES[case.policy]
    lead = (
        f"If you flee now, you end with exactly {format_number(case.final_coins_if_fleeing)} coins. If you stay and "
        f"all players continue {how}, you end with:"
    )
    told: dict[str, dict[str, Any]] = {
        "ending": {"lead": lead, "big": big, "more": share},
        "about": {"lines": _about(case)},
        "seats": _seats(case),
        "plays": plays.update_block_data(_runs_said(case, plays)),
    }
    show = (
        mean_text_in_table_cell if case.exact_ending_distribution is not None else lambda p: f"≈ {format_fixed(p, 2)}"
    )
    rows = [["coins at the end", format_number(case.final_coins_if_fleeing), show(mean)]]
    if case.optimal_flee_and_other_coins is not None:
        rows.append(
            [
                "if everyone plays as well as possible",
                *("–" if coins is None else format_number(coins) for coins in case.optimal_flee_and_other_coins),
            ]
        )
    rows += [
        ["cards that you still get", str(cache), show(added)],
        ["balance of the others at the end", "–", show(others)],
    ]
    caption = "With and without fleeing" + (
        " (exact)" if case.exact_ending_distribution is not None else f" ({total:,} trials)"
    )
    told["compare"] = {"caption": caption, "columns": ["", "flee", "stay"], "rows": rows, "marked": 0}
    rule = should_flee(cache, added, [others] * k)
    tie = added - cache == others
    told["why_ending"] = {"label": "Does the simple rule give the same answer?"}
    word = "equal to" if tie else "more than" if rule else "less than"
    told["ending_lines"] = {
        "lines": [
            f"The simple rule compares two numbers. One is the number of cards that staying adds to your balance, "
            f"minus the {count_with_noun(cache, 'card')} that you hold: {format_number(added)} − {cache} = "
            f"{format_number(added - cache)}. The other is the "
            f"balance of the others at the end, {format_number(others)}. The first is {word} the second. So "
            f"{'both choices are equally good' if tie else 'flee' if rule else 'stay'}.",
            f"In coins, staying ends with {format_number(mean)}, and fleeing with "
            f"{format_number(case.final_coins_if_fleeing)}. The difference is "
            f"{k} × ({format_number(others)} − {format_number(added - cache)}) = "
            f"{format_number(k * (others - added + cache))}.",
        ]
    }
    return told


def mean_text_in_table_cell(p: Fraction) -> str:
    """Return a mean as text for a table cell."""
    return format_number(p) if p.denominator == 1 else use_minus_sign(format_fraction_above_decimal(p))


def coins_text(coins: Fraction) -> str:
    """Return coins as text in a sentence: "−12 coins", "1 coin", "about −3.34 coins"."""
    about = "" if Fraction(round_half_up(coins, 2)) == coins else "about "
    return f"{about}{count_with_noun(coins, 'coin')}"


def _about(case: EndingCase) -> list[str]:
    """Describe the position: the cards in the deck, the open towers, and the cards that could close a tower."""
    s = case.state
    stuck = (
        "You are stuck: none of your cards fits." if not s.has_playable_card(case.seat) else "One of your cards fits."
    )
    deck = f"The deck has {count_with_noun(len(s.deck), 'card')}" if s.deck else "The deck is empty"
    count = sum(s.is_tower_open(tower) for tower in range(len(s.masks)))
    words = "The worked ending always has two players. " if case.deck == WORKED_EXAMPLE else ""
    lines = [f"{words}{deck}, and {count_with_noun(count, 'tower')} {'is' if count == 1 else 'are'} open. {stuck}"]
    for suit in s.game.suits:
        closing = tower_closers(s, suit)
        for other in s.other_active_seats(case.seat):
            who = f"Player {other + 1}"
            if closing.closers_in_caches[other]:
                lines.append(f"{who} holds a card that closes {suit}. Then {closing.cards} cards are dealt out.")
            elif closing.p_draw_closer[other]:
                lines.append(
                    f"{who} draws a card that closes {suit} with probability "
                    f"{format_fraction(closing.p_draw_closer[other])}."
                )
    return lines


def _seats(case: EndingCase) -> dict[str, Any]:
    s, rows = case.state, []
    for seat in [case.seat, *s.other_active_seats(case.seat)]:
        cards = ", ".join(s.game.texts.card_name(card) for card in s.caches[seat])
        name = "you" if seat == case.seat else f"player {seat + 1}"
        rows.append([name, str(len(s.balances[seat])), cards or "none"])
    return {"caption": "The position", "columns": ["", "balance", "hand"], "rows": rows, "marked": 0}


def _runs_said(case: EndingCase, plays: LiveSimulation) -> str:
    if not plays.completed_count:
        return (
            "Play it to the end. In each trial you stay, and all players continue as you chose. "
            "The dots are next to the exact bars."
        )
    mean = sum(end.coins * n for end, n in plays.counts.items()) / plays.completed_count
    exact = (
        (f" The exact value is {format_fraction(case.exact_ending_distribution.map(lambda end: end.coins).mean)}.")
        if case.exact_ending_distribution is not None
        else ""
    )
    return f"{count_with_noun(plays.completed_count, 'trial')} with {format_number(mean)} coins on average.{exact}"


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
        title = f"Staying was at least as good as fleeing in {format_percent(good)} of {total:,} trials"
    elif good:
        title = f"Staying is at least as good as fleeing with probability {format_percent(good)}"
    else:
        title = "Staying is always worse than fleeing"
    return hide_unseen_dots(ending_coins_figure(exact, played, case.final_coins_if_fleeing, title))
