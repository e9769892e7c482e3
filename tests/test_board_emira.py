"""Board of Emira: each action is offered once, dimmed cards have reasons, and nothing hidden is displayed."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Action, Chance, Decision, End
from gamelib.games.emira.bid_shortlist import shortlisted_legal_actions
from gamelib.games.emira.card_tables import SIDI
from gamelib.games.emira.princess_choice import seat_chosen_by_princess
from gamelib.games.emira.state import EmiraState
from gamelib.playouts import choose_action
from tests.conftest import sample_cases
from tests.emira.build import begin, give_camels, give_pawns, house, until
from tests.test_scene import entered_by, offered, taken
from widgets.games.emira.board import bid_control
from widgets.games.emira.board import odds as emira_odds
from widgets.games.emira.board.player_area import assign_princesses_to_talents, largest_talent_matching, next_income
from widgets.page.protocol import Json
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table.board import board_class, make_board, zone_cards

GAME = gamelib.game("emira")
RANDOM, THUMB = GAME.bots["random"], GAME.bots["thumb"]
OTHERWISE = {
    "base_income": "high",
    "bazaar_mode": "add",
    "noble_merchandise_mode": "add",
    "event_symbols": "copies",
    "three_player_event_purchase": "odd",
    "max_rounds": 9,
}


def games(seats: int, seed: int, **options: Any) -> list[EmiraState]:
    """Yield the positions of one game. Bids are heuristic, and half of the other choices are random."""
    rng = Random(seed)
    state = GAME.start(seats, **options)
    positions = [state.clone()]
    while not isinstance(node := state.node, End):
        if isinstance(node, Chance):
            choice = node.sample(rng)
        else:
            careless = node.step_name not in ("bid", "last") and rng.random() < 0.5
            choice = choose_action(state, RANDOM if careless else THUMB, rng)
        state.apply(choice)
        positions.append(state.clone())
    return positions


#: by default the first and the last of them
GAMES = sample_cases(product(GAME.seats, ({"max_rounds": 9}, {"advanced": True, **OTHERWISE})), 5)


@pytest.fixture(scope="module", params=GAMES, ids=str)
def positions(request: pytest.FixtureRequest) -> list[EmiraState]:
    seats, options = request.param
    return [state for seed in range(1) for state in games(seats, 10 * seats + seed, **options)]


def scenes(state: EmiraState) -> list[Json]:
    """Return the scene of the seat that has to choose, and the scene with everything open."""
    viewer = state.node.seat if isinstance(state.node, Decision) else 0
    return [make_board(state, viewer, everything, DEFAULT_PLAYER_NAMES).build_scene() for everything in (True, False)]


def group(scene: Json, start: str) -> Json:
    (found,) = (g for zone in scene["zones"] for g in zone["groups"] if g["id"].startswith(start))
    return found


def test_every_action_is_offered_once_and_every_dimmed_card_says_why(positions: list[EmiraState]) -> None:
    known = set(board_class("emira").icons)
    for state in positions:
        legal = len(state.legal) if isinstance(state.node, Decision) else 0
        for scene in scenes(state):
            assert offered(scene) == dict.fromkeys(range(legal), 1)
            cards = [card for zone in scene["zones"] for card in zone_cards(zone)]
            ids = [card["id"] for card in cards] + [zone["id"] for zone in scene["zones"]]
            assert len(ids) == len(set(ids))
            assert all(action["label"] for action in scene["actions"])
            assert {card["icon"] for card in cards if "icon" in card} <= known
            for card in cards:
                assert (card.get("state") == "play") is (bool(card.get("does")) or card["id"] in taken(scene))
                assert (card.get("state") == "dim") is ("why" in card)
                if "why" in card:
                    assert card["why"]["rule"] in GAME.rules
                    assert card["why"]["text"].endswith(".")
            for zone in scene["zones"]:
                assert {fact["icon"] for fact in zone["facts"] if "icon" in fact} <= known


def test_the_market_offers_or_says_why(positions: list[EmiraState]) -> None:
    """Check that the seat can use each card of the market or gets a reason."""
    seen = 0
    for state in positions:
        if isinstance(state.node, Decision) and state.node.step_name in ("act", "last"):
            market = group(scenes(state)[1], "market")["items"]
            assert len(market) == 6
            assert all(card["state"] in ("play", "dim") for card in market)
            seen += any(card["state"] == "dim" for card in market)
    assert seen


def test_only_who_is_asked_is_offered_anything(positions: list[EmiraState]) -> None:
    for state in positions:
        if isinstance(state.node, Decision):
            scene = make_board(state, (state.node.seat + 1) % state.seats, False, DEFAULT_PLAYER_NAMES).build_scene()
            assert not scene["actions"]
            assert "entry" not in scene
            assert not any("does" in card for zone in scene["zones"] for card in zone_cards(zone))


def test_a_scene_leaks_nothing_hidden(positions: list[EmiraState]) -> None:
    """Compare two positions that differ only in facts hidden from a seat. The seat gets the same scene."""
    rng = Random(1)
    differ = 0
    for state in positions[:: max(1, len(positions) // 60)]:
        for seat in range(state.seats):
            other = state.seen_by(seat).determinize(rng)
            differ += other.to_dict() != state.to_dict()
            assert (
                make_board(state, seat, False, DEFAULT_PLAYER_NAMES).build_scene()
                == make_board(other, seat, False, DEFAULT_PLAYER_NAMES).build_scene()
            )
    assert differ > 50


def test_shown_distributions_sum_to_one_and_can_be_chosen(positions: list[EmiraState]) -> None:
    for state in positions:
        node = state.node
        for everything in (True, False):
            board = make_board(state, 0, everything, DEFAULT_PLAYER_NAMES)
            all_odds = board.current_odds()
            for odds in all_odds:
                if "budget" not in odds and "on" not in odds:
                    assert sum(Fraction(bar["p"]) for bar in odds["bars"]) == 1
            if isinstance(node, Chance):
                (part,) = all_odds[0]["choose"]
                values = [GAME.parse_choice("=" + option["value"]) for option in part["options"]]
                assert values == list(board.node.dist())
                assert all(option["label"] for option in part["options"])


def test_whom_the_next_princess_would_choose() -> None:
    """Check the start with five colours: blue and red 9/28 each, white 6/28, black 3/28, undecided 1/28."""
    rng = Random(0)
    state = GAME.start(5)
    while not (isinstance(state.node, Chance) and state.node.step_name == "turn_up"):
        state.apply(state.node.sample(rng) if isinstance(state.node, Chance) else choose_action(state, RANDOM, rng))
    board = make_board(state, 0, True, DEFAULT_PLAYER_NAMES)
    wishes, whom = (odds for odds in board.current_odds() if "on" not in odds)
    shares = {bar["label"]: Fraction(bar["p"]) for bar in whom["bars"]}
    wanted = {"blue": 9, "red": 9, "white": 6, "black": 3, "green": 0}
    assert shares.pop("Undecided") == Fraction(1, 28)
    assert shares == {
        DEFAULT_PLAYER_NAMES[seat]: Fraction(wanted[colour], 28) for seat, colour in enumerate(state.colours)
    }
    firsts = [Fraction(bar["p"]) for bar in wishes["bars"]]
    assert firsts == [Fraction(n, 28) for n in (9, 9, 6, 3, 1)]


def test_the_gate_shows_what_artists_look_for_and_whom_they_would_choose(positions: list[EmiraState]) -> None:
    codes = set()
    for state in positions[::3]:
        for name in (*state.active, *state.later, *state.undecided):
            (shown,) = (card for card in group(scenes(state)[0], "gate")["items"] if card["id"] == f"princess:{name}")
            lines = shown["list"]
            stand = next(i for i, line in enumerate(lines) if line.startswith("At the moment: "))
            sentence, *ranks = lines[stand : stand + 1 + state.seats]
            assert len(shown["lines"]) == (1 if name == SIDI else 2)
            seat = seat_chosen_by_princess(state, name, name in state.undecided)
            codes.add("none" if seat < 0 else "SIDI" if name == SIDI else "joins")
            if seat >= 0:
                assert ranks[0].startswith(f"1. {DEFAULT_PLAYER_NAMES[seat]}: ")
                assert DEFAULT_PLAYER_NAMES[seat] in sentence
                assert shown["caption"].endswith(f": {DEFAULT_PLAYER_NAMES[seat]}")
            else:
                assert "stays undecided" in sentence
                assert shown["caption"].endswith(": nobody yet")
            barred = [line for line in ranks if not line[0].isdigit()]
            assert all("every place is taken" in line or "misses this round" in line for line in barred)
    assert {"joins", "none"} <= codes


def test_the_bid_control() -> None:
    """Check that it offers all legal bids and that the payment is the bid minus the camels."""
    rng = Random(2)
    state = GAME.start(4)
    while not (isinstance(state.node, Decision) and state.node.step_name == "bid"):
        state.apply(state.node.sample(rng) if isinstance(state.node, Chance) else choose_action(state, RANDOM, rng))
    seat = state.node.seat
    scene = make_board(state, seat, False, DEFAULT_PLAYER_NAMES).build_scene()
    entry = scene["entry"]
    most = state.gold[seat] + state.bid_discount(seat)
    assert (entry["least"], entry["most"], entry["step"]) == (10, most, 10)
    moves = list(state.legal)
    assert [moves[n] for n in entered_by(entry)] == [Action("bid", b) for b in range(10, most + 10, 10)]
    assert entry["ladder"] == [action.args[0] for action in shortlisted_legal_actions(state) if action.verb == "bid"]
    assert 1 < len(entry["ladder"]) <= 6
    assert (entry["less"], entry["have"]) == (state.bid_discount(seat), state.gold[seat])
    state.apply(Action("bid", 60))
    zones = make_board(state, (seat + 1) % 4, False, DEFAULT_PLAYER_NAMES).build_scene()["zones"]
    assert {zone["says"] for zone in zones if zone["id"] == f"seat:{seat}"} == {"bids 60"}
    assert {zone["says"] for zone in zones if "says" in zone and zone["id"] != f"seat:{seat}"} == {"still bidding"}


def test_what_a_bid_leaves_to_buy() -> None:
    """Check that the bidder is first, that each seat has its own prices, and that seats which passed are omitted."""
    state = until(begin(4), "bid", 0)
    (budget,) = (
        odds["budget"]
        for odds in make_board(state, 0, False, DEFAULT_PLAYER_NAMES).build_scene()["odds"]
        if "budget" in odds
    )
    assert next(row["seat"] for row in budget["rows"]) == 0
    assert len(budget["rows"]) == 4
    assert all(row["costs"] == sorted(row["costs"]) and len(row["costs"]) == budget["of"] for row in budget["rows"])
    market = group(make_board(state, 0, False, DEFAULT_PLAYER_NAMES).build_scene(), "market")["items"]
    assert {card["cost"] for card in market} <= set(budget["rows"][0]["costs"])
    state.apply(Action("bid", 60))
    state.apply(Action("pass"))
    seat = state.node.seat
    (budget,) = (
        odds["budget"]
        for odds in make_board(state, seat, False, DEFAULT_PLAYER_NAMES).build_scene()["odds"]
        if "budget" in odds
    )
    assert [row["seat"] for row in budget["rows"]][:2] == [seat, 0]
    assert (len(budget["rows"]), budget["stands"]) == (3, 60)


def test_trying_a_ware_tells_who_would_come() -> None:
    """Check that a section gives room, and that the forecast is that of a position in which it was bought."""
    state = until(begin(4), "act", 0)
    board: Any = make_board(state, 0, False, DEFAULT_PLAYER_NAMES)
    for card in group(board.build_scene(), "market")["items"]:
        if "then" in card:
            assert sum(Fraction(bar["p"]) for bar in card["then"]) == 1
    section = Action("section")
    if section in state.legal:
        after: Any = make_board(state.child(section), 0, False, DEFAULT_PLAYER_NAMES)
        (card,) = (c for c in group(board.build_scene(), "market")["items"] if c["id"] == "market:section")
        assert card["then"] == emira_odds.next_host_odds(after, after.view.pile.dist())["bars"]


def test_each_phase_has_its_scene(positions: list[EmiraState]) -> None:
    titles, chosen = set(), 0
    for state in positions:
        board: Any = make_board(state, 0, False, DEFAULT_PLAYER_NAMES)
        for moment in board.event_summaries(event.seen_by(0) for event in state.events):
            titles.add(moment["title"])
            json.dumps(moment)
            assert moment["rule"] in GAME.rules
            for part in moment["parts"]:
                assert [row["seat"] for row in part["rows"]] == sorted(row["seat"] for row in part["rows"])
                assert all(0 <= row["share"] <= 1 for row in part["rows"] if "share" in row)
            if " chooses " in moment["title"]:
                chosen += 1
                best = [row["seat"] for row in moment["parts"][-1]["rows"] if row.get("look") == "best"]
                assert DEFAULT_PLAYER_NAMES[best[0]] in moment["title"]
                assert len(best) == 1
    assert {"Income", "Nobody has won yet"} <= titles
    assert chosen


def test_bids_that_do_not_follow_each_other_evenly_have_no_control() -> None:
    state = until(begin(4), "bid", 0)
    board = make_board(state, 0, False, DEFAULT_PLAYER_NAMES)
    board.visible_actions = [Action("pass"), *(Action("bid", n) for n in (20, 30, 40))]
    made = bid_control.bid_control(board)
    assert made
    assert (list(entered_by(made)), made["least"], made["step"]) == ([1, 2, 3], 20, 10)
    board.visible_actions = [Action("pass")]
    assert bid_control.bid_control(board) is None
    board.visible_actions = [Action("bid", n) for n in (20, 30, 50)]
    with pytest.raises(ValueError, match="do not follow each other"):
        bid_control.bid_control(board)


def test_camels_are_named_in_the_bid_control() -> None:
    state = until(begin(4), "bid", 0)
    give_camels(state, 0, 2)
    entry = make_board(state, 0, False, DEFAULT_PLAYER_NAMES).build_scene()["entry"]
    assert (entry["less"], entry["most"]) == (100, state.gold[0] + 100)
    assert "camels take 100 gold off" in entry["says"]


def test_the_last_player_may_pay_a_bid(positions: list[EmiraState]) -> None:
    state = until(begin(4), "last")
    entry = make_board(state, state.node.seat, False, DEFAULT_PLAYER_NAMES).build_scene()["entry"]
    assert (entry["button"], entry["free"]) == ("Pay", True)


def test_the_objective_is_matched_as_far_as_it_goes() -> None:
    """Check that Noor serves for intelligence or for household, but not for both (EMI-12.2)."""
    intelligence, household, cooking, romance = range(4)
    noor, zainab = (intelligence, household), (intelligence,)
    assert largest_talent_matching([noor, zainab], [intelligence, household, romance]) == [1, 0, None]
    assert largest_talent_matching([noor], [intelligence, household]) == [0, None]
    assert largest_talent_matching([], [cooking]) == [None]
    state = begin(5, aims={0: "5-1", 1: "5-2"})
    house(state, 0, "Noor", "Hind", "Janan", "Asima")
    board: Any = make_board(state, 0, True, DEFAULT_PLAYER_NAMES)
    assert dict(assign_princesses_to_talents(board, 0)) == {
        "intelligence": "Janan",
        "household": "Noor",
        "romance": "Hind",
    }
    names = [card["name"] for card in group(board.build_scene(), "aim:0")["items"]]
    assert names == ["intelligence: Janan", "household: Noor", "poetry: Hind", "4 of 4 artists"]
    assert [name for _, name in assign_princesses_to_talents(board, 1)] == ["", "", ""]


def test_caravans_stand_on_their_spaces() -> None:
    state = begin(4)
    give_pawns(state, 0, SS=(3, 8), LF=(4,))
    give_pawns(state, 2, SF=(2,))
    board: Any = make_board(state, 0, True, DEFAULT_PLAYER_NAMES)
    scene = board.build_scene()
    roads = group(scene, "tracks:0")["items"]
    assert [road["name"] for road in roads] == [
        "Small slow caravan",
        "Small fast caravan",
        "Large slow caravan",
        "Large fast caravan",
    ]
    assert roads[0]["text"] == "3 incomes of 150 gold left; 8 incomes of 150 gold left"
    assert [(road["road"]["spaces"], road["road"]["at"]) for road in roads] == [(8, [3, 8]), (4, []), (8, []), (4, [4])]
    (others,) = (zone for zone in scene["zones"] if zone["id"] == "seat:2")
    assert {fact["value"] for fact in others["facts"] if fact["label"].startswith("Incomes")} == {2}
    assert next_income(board, 0) == GAME.base_income["surplus"][state.colours[0]] + 150 + 150 + 500


def test_events_say_what_they_exclude(positions: list[EmiraState]) -> None:
    for state in positions:
        scene = scenes(state)[0]
        shut = [c["id"] for zone in scene["zones"] for c in zone_cards(zone) if c["name"].startswith("No more ")]
        assert shut == [f"symbol:{symbol}" for symbol in state.symbols if state.phase == 1]
    state = begin(4, hands={0: "golden_times", 1: "interrupt_spice_trade"}, advanced=True)
    (mine,) = group(make_board(state, 0, True, DEFAULT_PLAYER_NAMES).build_scene(), "hand:0")["items"]
    assert mine["list"] == ["No other Golden Times and no Interrupt Spice Trade can be played in the same round"]
    state.apply(Action("play", "golden_times"))
    (shut,) = group(make_board(state, 1, False, DEFAULT_PLAYER_NAMES).build_scene(), "hand:1")["items"]
    assert (shut["state"], shut["why"]["rule"]) == ("dim", "EMI-3.3")


def test_a_used_symbol_is_named_as_it_is_written() -> None:
    state = begin(4, hands={0: "vermin", 1: "vermin"}, advanced=True, event_symbols="copies")
    state.apply(Action("play", "vermin"))
    while state.node.step_name != "play":
        state.apply(state.legal[0])
    (shut,) = group(make_board(state, 1, False, DEFAULT_PLAYER_NAMES).build_scene(), "hand:1")["items"]
    assert "an event card for Vermin has already been played" in shut["why"]["text"]


def test_others_show_their_camels_and_what_those_are_good_for() -> None:
    state = begin(4)
    give_camels(state, 1, 2)
    (zone,) = (
        zone
        for zone in make_board(state, 0, False, DEFAULT_PLAYER_NAMES).build_scene()["zones"]
        if zone["id"] == "seat:1"
    )
    (camels,) = (fact for fact in zone["facts"] if fact.get("icon") == "camel")
    assert (camels["value"], camels["label"]) == (2, "Camels, 100 off a bid")


def test_the_market_says_what_has_not_been_turned_up() -> None:
    state = until(begin(4), "title")
    cards = {
        card["id"]: card
        for card in group(make_board(state, 0, False, DEFAULT_PLAYER_NAMES).build_scene(), "market")["items"]
    }
    assert cards["market:status"]["text"] == "not face up yet"
    assert (cards["market:counter"]["name"], cards["market:counter"]["text"]) == ("Counter", "not drawn yet")
    state = until(state, "bid")
    scene = make_board(state, 0, False, DEFAULT_PLAYER_NAMES).build_scene()
    cards = {card["id"]: card for card in group(scene, "market")["items"]}
    assert cards["market:counter"]["name"].endswith(" counter")
    assert cards["market:large"]["list"][1].startswith(
        "Fast: pay 900 gold now and get 500 gold at each of 4 incomes. The gain is +1100"
    )


def test_nothing_is_on_offer_when_the_game_is_over(positions: list[EmiraState]) -> None:
    last = positions[-1]
    assert isinstance(last.node, End)
    ids = [g["id"] for zone in scenes(last)[0]["zones"] for g in zone["groups"]]
    assert not {"market", "auction"} & set(ids)


def test_no_objective_needs_a_formula() -> None:
    """Check that the table has words for “2 + 1 of household and cooking”, which is printed on the cards."""
    words = [GAME.texts.card_name(aim) for aim in GAME.tables.objectives]
    assert len(set(words)) == 16
    assert not any("+" in said for said in words)


def test_the_agenda_tells_the_phases_in_their_order(positions: list[EmiraState]) -> None:
    for state in positions:
        phases = [
            int(line[0])
            for line in make_board(state, 0, True, DEFAULT_PLAYER_NAMES).pending_step_texts()
            if re.match(r"\d ", line)
        ]
        assert phases == sorted(phases)
        assert not phases or phases[-1] == 8


def test_scenes_are_plain_and_not_too_large(positions: list[EmiraState]) -> None:
    for state in positions[::9]:
        assert len(json.dumps(make_board(state, 0, True, DEFAULT_PLAYER_NAMES).build_scene())) < 40_000


def test_default_words_are_neutral(positions: list[EmiraState]) -> None:
    for state in positions[::5]:
        said = json.dumps(scenes(state)).lower()
        assert not re.search(r"sheik|harem|romance|wedding|love", re.sub(r'"(id|value)": "[^"]*"', "", said))


def test_every_option_has_words() -> None:
    options = {option["name"]: option for option in GAME.option_labels}
    assert set(options) == set(GAME.options)
    assert all(option["label"] and all(c["label"] for c in option["choices"]) for option in options.values())
