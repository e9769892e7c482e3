"""Board of Towers: each action is offered once, cells have reasons, and outlines agree with the engine."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Action, Chance, Decision, End
from gamelib.bank.towers.endings import example_ending
from gamelib.games.towers import board_view
from gamelib.games.towers.bots import greedy_stay_bot
from gamelib.games.towers.flee_decision import flee_price
from gamelib.games.towers.state import TowersState
from gamelib.playouts import choose_action
from tests.conftest import LONG, sample_cases
from tests.test_scene import offered
from widgets.games.towers.board.placement_preview import placement_preview
from widgets.games.towers.board.tower_map import HALF_HEIGHT, HALF_WIDTH, cell_id
from widgets.page.protocol import Json
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table.board import board_class, make_board, zone_cards

GAME = gamelib.game("towers")
RANDOM = GAME.bots["random"]
OTHERWISE = {"adjacency": "king", "body": "free", "stuck_turn": "forced_flee", "unplayed": "keep"}


def game(seats: int, seed: int, **options: Any) -> list[TowersState]:
    """Yield the positions of one game in which one of four turns is random."""
    rng = Random(seed)
    state = GAME.start(seats, **options)
    positions = [state.clone()]
    while not isinstance(node := state.node, End):
        if isinstance(node, Chance):
            choice = node.sample(rng)
        else:
            choice = choose_action(state, RANDOM if rng.random() < 0.25 else greedy_stay_bot, rng)
        state.apply(choice)
        positions.append(state.clone())
    return positions


@pytest.fixture(scope="module", params=[2, 3, 4, "free"], ids=str)
def positions(request: pytest.FixtureRequest) -> list[TowersState]:
    if request.param == "free":
        return sample_cases(game(4, 8, **OTHERWISE)[::-1], 2)[::-1]
    every = [state for seed in range(1 + LONG) for state in game(request.param, 10 * request.param + seed)]
    return sample_cases(every[::-1], 2)[::-1]


def scene_of(state: TowersState, everything: bool = False) -> Json:
    """Return the scene of the seat that has to choose."""
    viewer = state.node.seat if isinstance(state.node, Decision) else 0
    return make_board(state, viewer, everything, DEFAULT_PLAYER_NAMES).build_scene()


def all_cards(scene: Json) -> dict[str, Json]:
    cards = [card for zone in scene["zones"] for card in zone_cards(zone)]
    found = {card["id"]: card for card in cards}
    assert len(found) == len(cards)
    return found


def test_every_action_is_offered_once_and_aimed_at_a_cell(positions: list[TowersState]) -> None:
    asked = set()
    known = set(board_class("towers").icons)
    for state in positions:
        legal = list(state.legal) if isinstance(state.node, Decision) else []
        for everything in (True, False):
            scene = scene_of(state, everything)
            assert offered(scene) == dict.fromkeys(range(len(legal)), 1)
            cards = all_cards(scene)
            assert {card["icon"] for card in cards.values() if "icon" in card} <= known
            for action, shown in zip(legal, scene["actions"], strict=True):
                assert shown["label"]
                if action.verb == "place":
                    assert shown["to"] == cell_id(*action.args[1:])
                    assert shown["to"] in cards
                else:
                    assert shown["n"] in scene["bar"]
                    assert shown["note"]
        asked.add(getattr(state.node, "step_name", "end"))
    assert {"deal", "refill", "choose", "chain", "end"} <= asked


def test_each_cell_of_an_open_tower_takes_the_card_or_says_why_not(positions: list[TowersState]) -> None:
    refused = set()
    for state in positions:
        if not isinstance(state.node, Decision):
            continue
        seat = state.node.seat
        cards = all_cards(scene_of(state))
        cells = {id for id, card in cards.items() if "slot" in card}
        assert len(cells) == 8 * sum(state.is_tower_open(tower) for tower in range(6))
        for card in state.caches[seat]:
            shown = cards[f"cache:{card}"]
            told = {id: reason for reason in shown["barred"] for id in reason["at"]}
            assert len(told) == sum(len(reason["at"]) for reason in shown["barred"])
            assert set(told) | set(shown["fits"]) == cells
            assert not set(told) & set(shown["fits"])
            for id in cells:
                _, suit, cell = id.split(":")
                why = state.why_not(Action("place", card, suit, cell))
                assert (why is None) is (id in shown["fits"])
                if why is not None:
                    assert told[id]["rule"] == why.rule
                    assert f"{told[id]['text']} ({why.rule})" == GAME.describe(why, DEFAULT_PLAYER_NAMES)
                    assert all(covered in told[id]["text"] for covered in why.values.get("covered", ()))
                    refused.add(why.code)
            assert shown["state"] == ("play" if shown["fits"] else "dim")
            assert ("why" in shown) is not bool(shown["fits"])
    assert "cell_taken" in refused
    assert refused <= {"cell_taken", "covers_foundation", "covers_symbol", "not_next_to_a_symbol"}


def test_outlines_lie_where_the_engine_lays_the_card(positions: list[TowersState]) -> None:
    """Compare the rectangle of the preview with the one that is drawn after the placement."""
    fallen = 0
    for state in positions:
        node = state.node
        if not isinstance(node, Decision):
            continue
        casts = scene_of(state)["casts"]
        for action in list(state.legal)[:6]:
            if action.verb != "place":
                continue
            card, suit, cell = action.args
            after = state.child(action)
            if not after.is_tower_open(GAME.tower_number[suit]):
                continue
            body = board_view.tower_card_shapes(after, suit)[-1]
            left, bottom, width, height = body.rectangle
            cast = casts[f"cache:{card}"][cell]
            assert cast == {
                "x": HALF_WIDTH + left,
                "y": HALF_HEIGHT - bottom - height,
                "width": width,
                "height": height,
                "rx": 3,
            }
            (middle,) = (zone for zone in scene_of(after)["zones"] if zone["id"] == "middle")
            (tower,) = (group for group in middle["groups"] if group["id"] == f"tower:{suit}")
            assert any(
                shape.get("x") == cast["x"] and shape.get("y") == cast["y"] for shape in tower["board"]["shapes"]
            )
            fallen += 1
    assert fallen > 20


def towers_of(state: TowersState) -> dict[str, list[Json]]:
    """Return the shapes of each tower by suit."""
    return {
        group["id"].removeprefix("tower:"): group["board"]["shapes"]
        for zone in scene_of(state)["zones"]
        for group in zone["groups"]
        if group["id"].startswith("tower:") and "board" in group
    }


def test_cards_of_side_b_are_turned() -> None:
    """Check that their strip is at the far edge and that all titles are readable."""
    state = next(s for s in game(2, 1) if {seat for plays in s.plays for _, seat, _ in plays} == {0, 1})
    turned = set()
    for suit, shapes in towers_of(state).items():
        cards = [shape for shape in shapes if shape["tag"] == "rect"]  # a shadow, a card, its strip
        pairs = list(zip(cards[1::3], cards[2::3], strict=True))
        for body, (card, strip) in zip(board_view.tower_card_shapes(state, suit), pairs, strict=True):
            assert (strip["y"] == card["y"]) is body.is_turned
            turned.add(body.is_turned)
        assert not any("transform" in shape for shape in shapes if shape["tag"] == "text")
    assert turned == {True, False}


def test_titles_are_whole_or_left_out(positions: list[TowersState]) -> None:
    """Check that no title leaves its frame and that no card or symbol covers one."""
    shown = 0
    for state in positions[::2]:
        for shapes in towers_of(state).values():
            for i, text in enumerate(shapes):
                if text["tag"] != "text":
                    continue
                half = 0.27 * text["font-size"] * len(text["text"])
                left, right, low, high = text["x"] - half, text["x"] + half, text["y"] - 5, text["y"]
                assert left >= 0
                assert right <= 2 * HALF_WIDTH
                assert 0 <= low < high <= 2 * HALF_HEIGHT
                for over in shapes[i + 1 :]:
                    if over["tag"] == "rect":
                        apart = over["x"] >= right or over["x"] + over["width"] <= left
                        assert apart or over["y"] >= high or over["y"] + over["height"] <= low, text["text"]
                    elif over["tag"] == "circle":
                        apart = over["cx"] - over["r"] >= right or over["cx"] + over["r"] <= left
                        assert apart or over["cy"] - over["r"] >= high or over["cy"] + over["r"] <= low, text["text"]
                shown += 1
    assert shown > 50


def test_a_title_that_is_left_out_stands_in_its_cell(positions: list[TowersState]) -> None:
    for state in positions[::5]:
        cells = {id: card for id, card in all_cards(scene_of(state)).items() if id.startswith("cell:")}
        for suit in GAME.suits:
            for body in board_view.tower_card_shapes(state, suit)[1:]:
                assert body.cell is not None
                assert cells[cell_id(suit, body.cell)]["list"][0].startswith(GAME.texts.card_name(body.card))


def test_only_who_is_asked_is_offered_anything(positions: list[TowersState]) -> None:
    for state in positions:
        if isinstance(state.node, Decision):
            scene = make_board(state, (state.node.seat + 1) % state.seats, False, DEFAULT_PLAYER_NAMES).build_scene()
            assert not scene["actions"]
            assert not any("does" in card or "why" in card for card in all_cards(scene).values())


def test_a_scene_leaks_nothing_hidden(positions: list[TowersState]) -> None:
    """Check that everything but the order of the deck is open. The order is decided only when a card is drawn."""
    rng = Random(2)
    for state in positions[::9]:
        for seat in range(state.seats):
            other = state.seen_by(seat).determinize(rng)
            assert (
                make_board(state, seat, False, DEFAULT_PLAYER_NAMES).build_scene()
                == make_board(other, seat, False, DEFAULT_PLAYER_NAMES).build_scene()
            )


def test_distributions_sum_to_one_and_draws_can_be_chosen(positions: list[TowersState]) -> None:
    drawn = 0
    for state in positions:
        board = make_board(state, 0, True, DEFAULT_PLAYER_NAMES)
        for odds in board.current_odds():
            if odds["bars"]:
                assert sum(Fraction(bar["p"]) for bar in odds["bars"]) == 1
            assert odds["bars"] or odds["text"]
        if isinstance(state.node, Chance):
            (odds,) = board.current_odds()
            options = [option["value"] for option in odds["choose"][0]["options"]]
            assert sorted(options) == sorted(state.node.dist())
            drawn += 1
    assert drawn


def test_the_chance_of_a_closer_is_that_of_three_cards() -> None:
    seen = 0
    for state in game(3, 0) + game(4, 5):
        if not isinstance(state.node, Decision):
            continue
        for odds in make_board(state, state.node.seat, False, DEFAULT_PLAYER_NAMES).current_odds():
            if "draw a card that closes" in odds["title"]:
                u, m = map(int, re.findall(r"\d+", odds["text"]))
                assert Fraction(odds["bars"][0]["p"]) == 1 - Fraction(comb(m - u, 3), comb(m, 3))
                seen += 1
    assert seen


def test_the_grid_shows_what_is_in_the_deck(positions: list[TowersState]) -> None:
    for state in positions[::5]:
        scene = scene_of(state)
        if not state.deck:
            continue
        if isinstance(state.node, Decision):
            (grid,) = (odds["board"] for odds in scene["odds"] if "board" in odds)
            tags = Counter(shape["tag"] for shape in grid["shapes"])
            held = sum(map(len, state.caches))
            letters = [shape["text"] for shape in grid["shapes"] if shape.get("style") == "fill:#14162e"]
            assert Counter(letters) == {
                DEFAULT_PLAYER_NAMES[seat][0]: len(cache) for seat, cache in enumerate(state.caches) if cache
            }
            assert tags["path"] == 3 + 6 + len(state.deck), "three groups, six suits, a star for each card of the deck"
            assert tags["circle"] == 48 - len(state.deck), (held, "a disc or a dot for any other")


def test_the_ending_is_solved_and_flight_has_its_price() -> None:
    """Check W19: fleeing ends with -11, staying with -12."""
    state = example_ending()
    scene = make_board(state, 0, False, DEFAULT_PLAYER_NAMES).build_scene()
    (flee,) = (action for action in scene["actions"] if action["label"] == "Flee")
    assert flee["note"] == f"costs {flee_price(state, 0)} coins, and any other choice ends with at most −12"
    (best,) = (odds for odds in scene["odds"] if "exactly" in odds["title"])
    assert "Ada −11, Ben 11" in best["text"]
    assert "If you flee, you end with −11. Any other choice gives you at most −12." in best["text"]
    assert best["list"] == ["Ada: Flee"]


def test_a_large_ending_is_said_to_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("widgets.games.towers.board.odds.MAX_SOLVED_POSITIONS", 1)
    state = example_ending()
    state.apply(Action("pass"))
    board = make_board(state, 1, False, DEFAULT_PLAYER_NAMES)
    assert any("too many possible games" in odds["text"] for odds in board.current_odds())


def test_default_words_are_neutral_and_scenes_stay_small(positions: list[TowersState]) -> None:
    for state in positions[::4]:
        text = json.dumps(scene_of(state), ensure_ascii=False)
        assert len(text.encode()) < 100_000
        said = re.sub(r'"(id|value)": "[^"]*"', "", text).lower()
        assert not re.search(r"courtesan|idiot|hag\b|harrow", said)


def test_every_option_and_player_has_words() -> None:
    options = {option["name"]: option for option in GAME.option_labels}
    assert set(options) == set(GAME.options)
    assert all(option["label"] and all(c["label"] for c in option["choices"]) for option in options.values())
    assert GAME.bot_label("calm") == "bot: never flees"


@pytest.mark.parametrize(
    ("cache", "unplayed", "cell", "text"),
    [
        (("KEY-LG", "CROWN-CG"), "to_balance", "NE", "It is a match: Keys on Keys. You can go on."),
        (("KEY-LG",), "to_balance", "NE", "It is a match, Keys on Keys, but you can’t go on."),
        (("STAR-NE", "CROWN-CG"), "to_balance", "NG", "Your other card goes to your balance"),
        (("STAR-NE", "CROWN-CG"), "keep", "NG", "Your other card stays in your cache"),
    ],
)
def test_a_preview_says_whether_the_turn_goes_on_and_where_the_rest_goes(
    cache: tuple[str, ...], unplayed: str, cell: str, text: str
) -> None:
    state = gamelib.game("towers").base_position(2, unplayed=unplayed)
    state.caches[0] = cache
    state.deck = [card for card in state.deck if card not in cache]
    steps = placement_preview(state, 0, Action("place", cache[0], "Keys", cell))["steps"]
    assert any(text in step["text"] for step in steps)
