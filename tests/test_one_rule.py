"""One source for each rule.

Exact odds, bots, questions and pages agree with the table for every value of every option.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Action, Chance, Dist
from gamelib.bank import questions
from gamelib.bank.harem.raids import raid_text_values
from gamelib.bank.rule_examples import rule_examples
from gamelib.games.emira.princess_choice import seat_chosen_by_princess
from gamelib.games.harem import bot_settings, heuristic_bot, odds, raids
from gamelib.games.towers.flee_decision import flee_price
from gamelib.games.wishes import odds as wishes_odds
from gamelib.games.wishes.round_end import rank_task_kinds_by_hearts
from gamelib.position_text import parse_position
from tests.conformance import PACKAGES
from tests.emira.build import begin, until
from widgets.games.harem.dashboards.raid import RaidDashboard
from widgets.table.board import make_board

COURT, WISHES, EMIRA, TOWERS = (gamelib.game(name) for name in ("harem", "wishes", "emira", "towers"))
RUNS = 250
MOST_WAYS = 3000


@pytest.mark.parametrize("name", PACKAGES)
def test_exact_odds_are_what_playouts_bring(name: str) -> None:
    """Play the rule examples of an option with each of its values.

    The frequency of each kind of event agrees with its probability.
    """
    game, compared = gamelib.game(name), 0
    for option, value, state, step in steps_by_option(game):
        ways = list(islice(ways_to_events(state, step), MOST_WAYS))
        if not 1 < len(ways) < MOST_WAYS:
            continue
        compared += 1
        exact: dict[str, Fraction] = {}
        for told, p in ways:
            exact.update({code: exact.get(code, Fraction(0)) + p for code in told})
        rng, seen = Random(f"{option}={value}"), Counter[str]()
        for _ in range(RUNS):
            seen.update(played(state.clone(), step, rng))
        agree(exact, seen, (option, value))
    assert compared or not questions(game), "a game of which something is asked has odds that its options change"


def steps_by_option(game: Any) -> Iterator[tuple[str, Any, Any, Any]]:
    """Return (option, value, position, step) of the rule examples of an option, wherever the value allows the step."""
    for show in rule_examples(game).values():
        for option in game.options.values():
            if show.step is None or (show.rule != option.rule and option.name not in game.rules[show.rule].options):
                continue
            for value in sorted({option.default, *option.choices}, key=repr):
                said = {**parse_position(show.position), option.name: value}
                try:
                    state = game.position(**said)
                    for text in show.lead_in_steps:
                        state.apply(game.parse_choice(text))
                    state.child(show.step)
                except (ValueError, gamelib.IllegalAction, gamelib.IllegalOutcome):
                    continue  # by that value there is no such position or no such step
                yield option.name, value, state, show.step


def ways_to_events(state: Any, step: Any) -> Iterator[tuple[frozenset[str], Fraction]]:
    """Return the kinds of events until somebody chooses, with the probability of each course of chance."""
    start = state if isinstance(state.node, Chance) else state.child(step)
    told = frozenset() if start is state else frozenset(event.code for event in start.events)
    todo = [(start, told, Fraction(1))]
    while todo:
        at, told, p = todo.pop()
        if not isinstance(at.node, Chance):
            yield told, p
            continue
        dist = at.node.dist()
        for outcome in dist:
            child = at.child(outcome)
            todo.append((child, told | {event.code for event in child.events}, p * dist.p(outcome)))


def agree(exact: Mapping[Any, Fraction], seen: Counter[Any], what: object) -> None:
    """Check that `RUNS` runs agree with the exact probabilities within 5 standard errors."""
    for outcome in exact.keys() | seen.keys():
        p = float(exact.get(outcome, 0))
        spread = (p * (1 - p) / RUNS) ** 0.5
        assert abs(seen[outcome] / RUNS - p) <= 5 * spread, (what, outcome)


def played(state: Any, step: Any, rng: Random) -> set[str]:
    """Return the kinds of events until somebody chooses, with outcomes drawn as in playouts."""
    told = set() if isinstance(state.node, Chance) else {event.code for event in state.apply(step)}
    while isinstance(state.node, Chance):
        frame = state.agenda_frames[-1]
        told |= {event.code for event in state.apply(frame.step.sample(state, frame, rng))}
    return told


def ends(state: Any, p: Fraction = Fraction(1)) -> Iterator[tuple[Any, Fraction]]:
    """Return every position in which somebody chooses next or that is the end, with its probability."""
    if not isinstance(state.node, Chance):
        yield state, p
        return
    dist = state.node.dist()
    for outcome in dist:
        yield from ends(state.child(outcome), p * dist.p(outcome))


# -- options that no single step shows ------------------------------------------------------------

PREPARED = "now marker > upkeep(visited: false) > choosing > auctions(opener: null)"


def offered(place: int, name: str, step: str, mode: str) -> Callable[[Any], tuple[Any, Action, Any]]:
    """Let a seat play the event that lets it choose from the offered cards."""

    def at(value: Any) -> tuple[Any, Action, Any]:
        also = f" > {step}" if value == "add" else ""
        card = {"bazaar": "offer", "noble": "fetch"}[name]
        now = f"{PREPARED}{also} > {card}(seat: 0)"
        state = EMIRA.position(f"3 seats; {mode} {value}; {now}; round 3; phase 3; {name} 0")
        return state, next(iter(state.legal)), lambda end: tuple(sorted(end.market[place]))

    return at


def departing(value: Any) -> tuple[Any, None, Any]:
    """Return a position with upkeep due for two princesses, when a third one has joined since."""
    state = EMIRA.position(
        f"3 seats; departure_draw {value}; now depart(seat: 1, start: [Fatima, Raidah], jealousy: 0); round 4; "
        "sections.1 1; homes.1 [Fatima, Raidah, Malika]; gold.1 0"
    )
    return state, None, lambda end: tuple(sorted(end.homes[1]))


def spread_arms(value: Any) -> tuple[Any, None, Any]:
    return gamelib.game("hadara").start(3, arms=value, ring="fixed"), None, lambda end: end.arms


ALSO: dict[tuple[str, str, Any], Callable[[Any], tuple[Any, Any, Any]]] = {
    ("emira", "bazaar_mode", "add"): offered(2, "bazaar", "counter_drawn", "bazaar_mode"),
    ("emira", "noble_merchandise_mode", "add"): offered(3, "noble", "title", "noble_merchandise_mode"),
    ("emira", "departure_draw", "present"): departing,
    ("hadara", "arms", "random"): spread_arms,
}
"""Option and value -> a position before a chance step, the choice before it, and the events to compare."""
SAME = [("emira", "gold_hidden", True), ("hadara", "pile_memory", "top_only"), ("hadara", "sold_cards", "shown")]
"""Options that change only the knowledge of seats, and no probability at the table."""


@pytest.mark.parametrize("key", ALSO)
def test_exact_odds_behind_a_step_are_what_playouts_bring(key: tuple[str, str, Any]) -> None:
    name, option, other = key
    found = []
    for value in (gamelib.game(name).options[option].default, other):
        state, choice, look = ALSO[key](value)
        exact: dict[Any, Fraction] = {}
        start = state if choice is None else state.child(choice)
        for end, p in ways_on(start):
            exact[look(end)] = exact.get(look(end), Fraction(0)) + p
        rng, seen = Random(f"{key}={value}"), Counter[Any]()
        for _ in range(RUNS):
            run = start.clone()
            while on_its_way(run):
                frame = run.agenda_frames[-1]
                run.apply(frame.step.sample(run, frame, rng))
            seen[look(run)] += 1
        agree(exact, seen, (key, value))
        found.append(exact)
    assert found[0] != found[1]


def on_its_way(state: Any) -> bool:
    """Return whether chance still takes part in the tested event. Of a setup, only the first steps count."""
    return isinstance(state.node, Chance) and state.node.step_name in ("counter_drawn", "title", "depart", "spread")


def ways_on(state: Any, p: Fraction = Fraction(1)) -> Iterator[tuple[Any, Fraction]]:
    """Return every position after it, with its probability."""
    if not on_its_way(state):
        yield state, p
        return
    dist = state.node.dist()
    for outcome in dist:
        yield from ways_on(state.child(outcome), p * dist.p(outcome))


@pytest.mark.parametrize(("name", "option", "value"), SAME)
def test_what_changes_only_who_knows_changes_no_chance(name: str, option: str, value: Any) -> None:
    """Play the same game with both values.

    The table has the same possibilities, and views agree with determinizations.
    """
    game, rng = gamelib.game(name), Random(f"same/{option}")
    one, two = (game.start(game.seats[0], **more) for more in ({}, {option: value}))
    compared = 0
    while one.agenda_frames:
        assert one.node.step_name == two.node.step_name
        if isinstance(one.node, Chance):
            assert one.node.dist() == two.node.dist()
            choice = one.node.sample(rng)
            if compared < 6 and rng.random() < 0.04:
                compared += 1
                for state in (one, two):
                    view = state.seen_by(((one.node.seat or 0) + 1) % one.seats)
                    exact = view.node.dist()
                    drawn = Counter(view.determinize(rng).node.sample(rng) for _ in range(RUNS))
                    agree({outcome: exact.p(outcome) for outcome in exact}, drawn, (option, state.agenda_frames[-1]))
        else:
            assert list(one.legal) == list(two.legal)
            choice = list(one.legal)[int(rng.random() * len(one.legal))]
        one.apply(choice)
        two.apply(choice)
    assert compared
    assert one.result == two.result


def test_five_seats_are_dealt_as_the_odds_say() -> None:
    """Check five seats directly, because no other game of five exists for a comparison."""
    starts, rng = Counter[int](), Random("five")
    ranks = {card: rank for rank, card in enumerate(sorted(TOWERS.playing_cards), 1)}
    for _ in range(RUNS):
        state = TOWERS.start(5, five_seats=True)
        while isinstance(state.node, Chance):
            state.apply(state.node.sample(rng))
        starts[min(ranks[card] for hand in state.caches for card in hand)] += 1
    agree(
        {rank: TOWERS.odds.rank_of_first_dealt_title(5).p(rank) for rank in TOWERS.odds.rank_of_first_dealt_title(5)},
        starts,
        "five seats",
    )


# -- Court ---------------------------------------------------------------------------------------


def before_raid(card: str, guards: int, watchful: bool, unguarded: str) -> Any:
    """Return a position in which seat 0 may raid seat 1, which has something to take."""
    watch = next(id for id, companion in COURT.companions.items() if companion.power == "WATCHFUL")
    court = f"; players.1.court {{{watch}: []}}" if watchful else ""
    return COURT.position(
        f"2 seats; unguarded_combat {unguarded}; now main; players.0.hand {{{card}: 1}}; "
        f"players.1.treasury {{GOLD-1: 1}}; players.1.guards {guards}{court}"
    )


def won(state: Any) -> Fraction:
    """Return the probability that a raid succeeds after it has begun."""
    return sum((p for end, p in ends(state) if end.node.step_name == "spoils"), Fraction(0))


@pytest.mark.parametrize("unguarded", COURT.options["unguarded_combat"].choices)
def test_a_raid_is_won_at_the_table_as_often_as_the_odds_say(unguarded: Any) -> None:
    money = [card for card, wrath in COURT.raid_cards.items() if any(kind == "gold" for kind, _ in wrath.modes)]
    for card, guards, watchful in product(money[:3], range(3), (False, True)):
        modifier = COURT.raid_cards[card].modifier
        state = before_raid(card, guards, watchful, unguarded)
        exact = odds.p_raid_succeeds(modifier, guards, watchful, unguarded=unguarded)
        action = Action("raid", card, 1)
        assert won(state.child(action)) == exact
        assert (
            bot_settings.p_raid_action_succeeds(state, action)
            == heuristic_bot._chance(modifier, guards, watchful, unguarded)
            == float(exact)
        )
        board: Any = make_board(state, 0, False, ("A", "B"))
        shown = [one["chance"]["share"] for one in board.current_odds() if one.get("chance")]
        assert shown == ([] if not raids.is_roll_needed(guards, unguarded) else [pytest.approx(float(exact), abs=1e-4)])


def test_who_wins_ties_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the rule in its one place. Table, odds, bots, goals, questions, board and dashboard follow."""
    usual = [odds.p_raid_succeeds(0, guards) for guards in range(3)]
    monkeypatch.setattr(raids.is_tie_won_by_raider, "__code__", (lambda guards: True).__code__)
    heuristic_bot._chance.cache_clear()
    asks = next(one for one in questions(COURT) if one.id == "harem-raid")
    try:
        for guards in range(3):
            exact = odds.p_raid_succeeds(0, guards)
            assert exact == odds.two_dice_total_difference().p_at_least(guards)
            assert (exact == usual[guards]) is (guards == 0)
            assert asks.exact(modifier=0, guards=guards) == asks.check(modifier=0, guards=guards) == exact
            assert raid_text_values(0, guards)["ties"] == "A tie goes to the raider."
            page = RaidDashboard(f"modifier=0&guards={guards}")
            assert (page.p_raid_succeeds(guards), page.min_winning_difference_if_rolled(guards)) == (exact, guards)
            assert "You win ties" in str(page._reasons(0, guards, guards, exact))
        test_a_raid_is_won_at_the_table_as_often_as_the_odds_say("roll")
    finally:
        heuristic_bot._chance.cache_clear()


@pytest.mark.parametrize(
    ("gem_roll", "table"), [*product(COURT.options["gem_roll"].choices, COURT.options["gem_table"].choices)]
)
def test_gems_are_worth_at_the_table_what_the_odds_say(gem_roll: Any, table: str) -> None:
    for k in (1, 2, 3):
        state = COURT.position(
            f"2 seats; gem_roll {gem_roll}; gem_table {table}; now main; players.0.treasury {{GEM: {k}}}; "
            f"players.0.hand {{{min(COURT.companions)}: 1}}"
        )
        found: Counter[int] = Counter()
        todo = [(state, Fraction(1))]
        while todo:
            at, p = todo.pop()
            if not at.players[0].treasury.get("GEM"):
                found[sum(at.pending)] += p  # type: ignore[assignment]
                continue
            todo += [(end, p * q) for end, q in ends(at.child(Action("roll_gem")))]
        exact = odds.total_gem_value(k, table, gem_roll)
        assert dict(found) == {value: exact.p(value) for value in exact}


# -- the other games -----------------------------------------------------------------------------


@pytest.mark.parametrize("zero", WISHES.options["zero_heart_place"].choices)
def test_a_kind_takes_the_place_that_the_odds_say(zero: bool) -> None:
    for ahead in ((), ("Tea",)):
        others = "; orderly.1 Tea; track [1, 0]" if ahead else "; track [0]"
        state = WISHES.position(
            f"2 seats; zero_heart_place {str(zero).lower()}; now show(place: 0); orderly.0 Food{others}; "
            'stack [["", null, 0, []]]'
        )
        places: Counter[int] = Counter()
        for card, weight in state.node.dist().items():
            shown = state.clone()
            shown.agenda_frames.pop()
            shown.stack = ((card, -1, 0, 3),)
            row = [place.seat for place in rank_task_kinds_by_hearts(shown)]
            places[row.index(0) + 1 if 0 in row else 0] += weight
        assert Dist(places) == wishes_odds.random_stack_place(1, (), "Food", (), ahead, zero)


@pytest.mark.parametrize("income", EMIRA.options["base_income"].choices)
def test_the_first_artist_chooses_as_the_odds_say(income: str) -> None:
    for colours in (("green", "white", "red", "blue", "black"), ("black", "green", "red")):
        state = until(begin(len(colours), colours, base_income=income), "bid")
        hosts: Counter[str] = Counter()
        for name in EMIRA.tables.princesses:
            seat = seat_chosen_by_princess(state, name, False)
            hosts[colours[seat] if seat >= 0 else "undecided"] += 1
        assert Dist(hosts) == EMIRA.odds.first_princess_host(colours, income)


def test_coins_are_paid_as_the_odds_say() -> None:
    for value in (1, 3):
        state = TOWERS.position(f"3 seats; coin_value {value}; now choose; balances.0 [KEY-LG, KEY-CE]")
        assert flee_price(state, 0) == 2 * value * 2
        assert state.child(Action("flee")).coins[0] == -flee_price(state, 0)
        each = [value * (16 - 3 * caches) for caches in TOWERS.odds.played_cache_count_by_seat(3)]
        assert TOWERS.odds.coins_by_turn_order(3, 1, value) == each
