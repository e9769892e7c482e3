"""Scenes: every legal action is offered exactly once, dimmed cards have reasons, nothing hidden is displayed."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Chance, Decision, End, Record
from gamelib.playouts import choose_action
from gamelib.state import State
from tests.conformance import TAUGHT
from tests.conftest import sample_cases
from widgets.games.harem.board.odds import raid_odds
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table.board import (
    agenda_texts,
    board_class,
    make_board,
    probability_fields,
    ruling_facts_offset,
    zone_cards,
)
from widgets.table.icons import icon_path_data

GAME = gamelib.game("harem")
OPTIONS: list[dict[str, Any]] = [
    {},
    {"payment": "any", "gem_roll": "one_roll_for_all"},
    {"unguarded_combat": "automatic", "kadine_keeps_jewelry": True, "kadine_target": 5, "variant": "long"},
]


def games(seats: int, options: dict[str, Any], seed: int) -> list[State]:
    """Yield the positions of one game with half of the choices heuristic, so that it makes progress."""
    rng = Random(seed)
    bots = [GAME.bots["thumb"], GAME.bots["random"]]
    state = GAME.start(seats, **options)
    positions = [state.clone()]
    while not isinstance(node := state.node, End):
        choice = node.sample(rng) if isinstance(node, Chance) else choose_action(state, bots[node.seat % 2], rng)
        state.apply(choice)
        positions.append(state.clone())
    return positions


#: by default three of them, with other seats and other options each
GAMES = sample_cases([(seats, i) for seats in GAME.seats for i in range(len(OPTIONS))], 5)


@pytest.fixture(scope="module", params=GAMES, ids=str)
def positions(request: pytest.FixtureRequest) -> list[State]:
    seats, i = request.param
    return games(seats, OPTIONS[i], 10 * seats + i)


def offered(scene: dict[str, Any]) -> Counter[int]:
    """Count the places where each action is offered: on a card, in the action bar, by selecting cards, in a control."""
    count: Counter[int] = Counter(scene["bar"])
    count.update(one["n"] for one in scene.get("sets", {"of": ()})["of"])
    for zone in scene["zones"]:
        for card in zone_cards(zone):
            count.update(card.get("does", ()))
    if "entry" in scene:
        count.update(entered_by(scene["entry"]))
    return count


def entered_by(entry: dict[str, Any]) -> range:
    """Return the numbers of the actions that a number control offers."""
    return range(entry["first"], entry["first"] + (entry["most"] - entry["least"]) // entry["step"] + 1)


def taken(scene: dict[str, Any]) -> set[str]:
    """Return the cards that are selected one by one."""
    return {place for one in scene.get("sets", {"of": ()})["of"] for place in one["ids"]}


def check_parts(why: dict[str, Any]) -> None:
    """Check that a reason in parts begins with the rule and has another part."""
    if "cuts" in why:
        now, remedy = why["cuts"]
        assert 0 < now <= remedy <= len(why["text"])
        assert now < len(why["text"])
        assert why["text"][: now - 1].rstrip()[-1] in ".;" or now == remedy


def test_every_action_is_offered_once_and_every_dimmed_card_says_why(positions: list[State]) -> None:
    asked = set()
    for state in positions:
        node = state.node
        viewer = node.seat if isinstance(node, Decision) else 0
        for everything in (True, False):
            scene = make_board(state, viewer, everything, DEFAULT_PLAYER_NAMES).build_scene()
            legal = len(state.legal) if isinstance(node, Decision) else 0
            assert offered(scene) == dict.fromkeys(range(legal), 1)
            ids = [card["id"] for zone in scene["zones"] for card in zone_cards(zone)]
            ids += [zone["id"] for zone in scene["zones"]]
            assert len(ids) == len(set(ids))
            assert all(action["label"] for action in scene["actions"])
            assert {action["to"] for action in scene["actions"] if "to" in action} <= set(ids)
            for zone in scene["zones"]:
                for card in zone_cards(zone):
                    assert (card.get("state") == "play") is (bool(card.get("does")) or card["id"] in taken(scene))
                    assert (card.get("state") == "dim") is ("why" in card)
                    if "why" in card:
                        assert card["why"]["rule"] in GAME.rules
                        assert card["why"]["text"].endswith(".")
                        assert card["why"]["rule"] not in card["why"]["text"]
                        check_parts(card["why"])
            if isinstance(node, Decision | Chance):
                asked.add(node.step_name)
    assert {"deal", "main", "card", "choose_deck", "turn"} <= asked


def test_cards_of_the_hand_that_cannot_be_played_are_dimmed(positions: list[State]) -> None:
    for state in positions:
        node = state.node
        if not isinstance(node, Decision):
            continue
        scene = make_board(state, node.seat, False, DEFAULT_PLAYER_NAMES).build_scene()
        (mine,) = (zone for zone in scene["zones"] if zone["area"] == "mine")
        (hand,) = (group for group in mine["groups"] if group["id"] == f"hand:{node.seat}")
        assert all(card["state"] in ("play", "dim") for card in hand["items"])


def test_the_one_who_does_not_choose_gets_no_actions(positions: list[State]) -> None:
    for state in positions:
        node = state.node
        if isinstance(node, Decision):
            scene = make_board(state, (node.seat + 1) % state.seats, False, DEFAULT_PLAYER_NAMES).build_scene()
            assert not scene["actions"]
            assert not any(card.get("state") for zone in scene["zones"] for card in zone_cards(zone))


def test_a_scene_leaks_nothing_hidden(positions: list[State]) -> None:
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


def test_shown_distributions_sum_to_one(positions: list[State]) -> None:
    seen = set()
    for state in positions:
        node = state.node
        for viewer in range(state.seats):
            for everything in (True, False):
                board = make_board(state, viewer, everything, DEFAULT_PLAYER_NAMES)
                for odds in board.current_odds():
                    seen.add(board.question_id)
                    if "steps" not in odds:
                        assert sum(Fraction(bar["p"]) for bar in odds["bars"]) == 1
                        continue
                    steps, wanted = odds["steps"], odds["chance"]
                    reach = sum(w for i, w in enumerate(steps["weights"]) if steps["from"] + i >= steps["need"])
                    total = sum(steps["weights"])
                    assert total == steps["total"] == wanted["total"]
                    assert wanted["weight"] == (total - reach if steps.get("below") else reach)
                    assert steps["right"][1] == f"{reach} of {total}"
                    assert steps["left"][1] == f"{total - reach} of {total}"
                if isinstance(node, Chance):
                    (odds,) = board.current_odds()
                    values = [[option["value"] for option in part["options"]] for part in odds["choose"]]
                    assert all(len(set(part)) == len(part) for part in values)
                    first = GAME.parse_choice("=" + "+".join(part[0] for part in values))
                    assert first in board.node.dist()
    assert {"deal", "first_roll", "card", "choose_deck", "gem_roll", "combat"} <= seen


def test_scenes_are_plain_small_json(positions: list[State]) -> None:
    for state in positions[::5]:
        text = json.dumps(make_board(state, 0, True, DEFAULT_PLAYER_NAMES).build_scene())
        assert len(text) < 30_000


def test_the_raid_shows_its_exact_chance() -> None:
    state = GAME.start(2)
    board = make_board(state, 0, True, DEFAULT_PLAYER_NAMES)
    for guards, share in ((0, "721/1296"), (1, "145/432"), (2, "155/648")):
        state.players[1].guards = guards
        odds = raid_odds(board_class("harem")(state, 0, DEFAULT_PLAYER_NAMES, []), 0, 1)
        assert Fraction(odds["chance"]["weight"], odds["chance"]["total"]) == Fraction(share)
        held = raid_odds(board_class("harem")(state, 1, DEFAULT_PLAYER_NAMES, []), 0, 1)
        assert Fraction(held["chance"]["weight"], held["chance"]["total"]) == 1 - Fraction(share)
    assert board.question_id == "deal"


def test_payments_say_what_they_waste() -> None:
    rng = Random(3)
    for _ in range(40):
        state = GAME.start(2)
        while not isinstance(state.node, End):
            node = state.node
            if isinstance(node, Decision):
                board = make_board(state, node.seat, False, DEFAULT_PLAYER_NAMES)
                paid = [a for a in board.visible_actions if a.verb == "engage"]
                for action in paid:
                    worth = sum(GAME.payment_value.get(part, 0) or int(part[4:]) for part in action.args[1])
                    spare = worth - state.price(action.args[0])
                    assert board.action_note(action) == (
                        f"{spare} gold more than the cost" if spare else "exactly the cost"
                    )
                if paid:
                    return
            state.apply(node.sample(rng) if isinstance(node, Chance) else choose_action(state, GAME.bots["thumb"], rng))
    pytest.fail("nobody could pay in 40 games")


def test_agenda_uses_the_names() -> None:
    record = Record(GAME, 2, names=["Ada", "Ben"])
    rng = Random(0)
    while not isinstance(record.state.node, Decision):
        record.apply_and_append(record.state.node.sample(rng))
    (line,) = agenda_texts(record.state, record.seat_names)
    assert line in ("Ada’s turn", "Ben’s turn")


def test_a_chance_is_a_fraction_with_its_decimal() -> None:
    assert probability_fields(10, 36) == {
        "p": "5/18",
        "ways": "10 of 36",
        "percent": "28%",
        "share": 0.2778,
    }
    assert probability_fields(1, 4) == {"p": "1/4", "ways": "1 of 4", "percent": "25%", "share": 0.25}
    assert probability_fields(532, 2080)["ways"] == "about 1 in 4"
    assert probability_fields(7891, 10_000)["ways"] == "about 4 in 5"
    assert (probability_fields(0, 1)["ways"], probability_fields(1, 1)["ways"]) == ("never", "always")
    assert probability_fields(104, 2080)["ways"] == "1 of 20"
    assert probability_fields(435, 1296)["ways"] == "435 of 1296"
    assert probability_fields(2, 20_007)["ways"] == "about 1 in 10,004"
    assert probability_fields(7, 7) == {"p": "1", "ways": "7 of 7", "percent": "100%", "share": 1.0}


def test_every_option_has_words() -> None:
    options = {option["name"]: option for option in GAME.option_labels}
    assert set(options) == set(GAME.options)
    for name, option in GAME.options.items():
        assert [choice["value"] for choice in options[name]["choices"]] == list(option.choices)
        assert options[name]["label"]
        assert all(choice["label"] for choice in options[name]["choices"])


def test_every_picture_of_a_card_is_there(positions: list[State]) -> None:
    known = board_class("harem").icons
    assert set(known) <= set(icon_path_data(*known))
    for state in positions[::7]:
        for zone in make_board(state, 0, True, DEFAULT_PLAYER_NAMES).build_scene()["zones"]:
            shown = [*zone_cards(zone), *zone["facts"]]
            assert {one["icon"] for one in shown if "icon" in one} <= set(known)


def test_there_is_no_table_for_an_unknown_game() -> None:
    with pytest.raises(ValueError, match="no game 'chess'"):
        board_class("chess")


@pytest.mark.parametrize("name", sorted(gamelib.all_games()))
def test_every_thing_names_the_rule_that_says_what_it_is_for(name: str) -> None:
    """Check a whole game. At its end no player area is in front, because all are compared."""
    game, rng, ruleless = gamelib.game(name), Random(3), set()
    state = game.start(min(seats for seats in game.seats if seats > 1))
    for step in range(10_000):
        ended = isinstance(node := state.node, End)
        if ended or not step % 9:
            scene = make_board(state, 0, False, DEFAULT_PLAYER_NAMES).build_scene()
            things = [card for zone in scene["zones"] for card in zone_cards(zone)]
            ruleless |= {card["id"] for card in things if card.get("rule") not in game.rules and "slot" not in card}
            areas = [zone["area"] for zone in scene["zones"] if "seat" in zone]
            assert areas.count("mine") == (not ended)
            assert len(areas) == state.seats
        if ended:
            break
        state.apply(node.sample(rng) if isinstance(node, Chance) else choose_action(state, game.bots["thumb"], rng))
    assert not ruleless


@pytest.mark.parametrize("name", TAUGHT)
def test_a_reason_has_what_is_asked_what_is_so_and_what_would_help(name: str) -> None:
    game, rng = gamelib.game(name), Random(3)
    state, seen = game.start(max(game.seats)), Counter[str]()
    for _ in range(120):
        if isinstance(state.node, End):
            break
        if isinstance(state.node, Decision):
            board = make_board(state, state.node.seat, True, DEFAULT_PLAYER_NAMES)
            for action in list(game.nameable(state))[::17]:
                if (ruling := state.why_not(action)) is not None:
                    why = board.refusal_reason(ruling)
                    check_parts(why)
                    now, remedy = why.get("cuts", (0, 0))
                    seen.update(now=now < remedy, remedy=0 < remedy < len(why["text"]))
        node = state.node
        state.apply(node.sample(rng) if isinstance(node, Chance) else choose_action(state, game.bots["thumb"], rng))
    assert seen["now"] or name == "emira", seen  # whose refusals say both in one sentence
    assert ruling_facts_offset("You may make 2 plays; you have made 2.") == len("You may make 2 plays; ")
    assert ruling_facts_offset("It costs 4. You have 3.") == len("It costs 4. ")
    assert ruling_facts_offset("The game is over.") == len("The game is over.")
