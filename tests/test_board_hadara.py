"""Board of Hadara: each action is offered once, stated effects are the real ones, nothing hidden is displayed."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Action, Chance, Decision, End
from gamelib.games.hadara.card_tables import COLOURS, TRACKS
from gamelib.games.hadara.state import HadaraState
from gamelib.playouts import choose_action
from tests.hadara.build import begin, go, until
from tests.test_scene import offered
from widgets.games.hadara.board import action_effects, theme
from widgets.games.hadara.board import odds as hadara_odds
from widgets.page.protocol import Json
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table.board import Board, board_class, make_board, zone_cards

GAME: Any = gamelib.game("hadara")
OTHERWISE = {
    "deck_set": "advanced",
    "arms": "random",
    "pile_memory": "top_only",
    "colour_growth_mode": "permanent",
    "pay_requirement_cap": "per_game",
    "feed_pay_choice": "all_or_nothing",
    "colony_coins_timing": "after",
    "tie_coins": "before_payment",
    "wild_colour_mode": "besides",
    "sold_cards": "shown",
}
OFTEN = 8  # positions of each question and game that are looked at


def games(seats: int, seed: int, **options: Any) -> list[HadaraState]:
    """Yield some positions of each kind of one game with heuristic and random choices."""
    rng = Random(seed)
    bots = [GAME.bots["thumb"], GAME.bots["random"]]
    state = GAME.start(seats, **options)
    asked: Counter[str] = Counter()
    positions = []
    while not isinstance(node := state.node, End):
        asked[node.step_name] += 1
        if asked[node.step_name] <= OFTEN or rng.random() < 0.04:
            positions.append(state.clone())
        bot = bots[rng.random() < 0.4]
        state.apply(node.sample(rng) if isinstance(node, Chance) else choose_action(state, bot, rng))
    return [*positions, state]


@pytest.fixture(
    scope="module",
    params=[(2, {}), (3, {"deck_set": "advanced", "ring": "fixed"}), (4, {}), (5, OTHERWISE)],
    ids=["2 basic", "3 advanced", "4 basic", "5 otherwise"],
)
def positions(request: pytest.FixtureRequest) -> list[HadaraState]:
    seats, options = request.param
    return games(seats, 7 * seats, **options)


def board(state: HadaraState, viewer: int | None = None, everything: bool = False) -> Board:
    node = state.node
    seat = (node.seat if isinstance(node, Decision) else 0) if viewer is None else viewer
    return make_board(state, seat, everything, DEFAULT_PLAYER_NAMES)


def group(scene: Json, start: str) -> Json:
    (found,) = (g for zone in scene["zones"] for g in zone["groups"] if g["id"].startswith(start))
    return found


def test_every_action_is_offered_once_and_every_dimmed_card_says_why(positions: list[HadaraState]) -> None:
    known = board_class("hadara")
    for state in positions:
        for everything in (True, False):
            scene = board(state, everything=everything).build_scene()
            legal = len(state.legal) if isinstance(state.node, Decision) else 0
            assert offered(scene) == dict.fromkeys(range(legal), 1)
            cards = [card for zone in scene["zones"] for card in zone_cards(zone)]
            ids = [card["id"] for card in cards] + [zone["id"] for zone in scene["zones"]]
            assert len(ids) == len(set(ids))
            for card in cards:
                assert (card.get("state") == "play") is bool(card.get("does"))
                assert (card.get("state") == "dim") is ("why" in card)
                for why in [card["why"]] if "why" in card else [one["why"] for one in card.get("refused", ())]:
                    assert why["rule"] in GAME.rules
                    assert why["text"].endswith(".")
                assert card.get("kind", "free") in known.kind_themes
                assert card.get("icon", "coin") in known.icons
                assert card.get("back", "Y1") in known.card_backs
            assert len(json.dumps(scene)) < 60_000


def test_the_one_who_does_not_choose_gets_no_actions(positions: list[HadaraState]) -> None:
    for state in positions:
        if isinstance(state.node, Decision):
            scene = board(state, (state.node.seat + 1) % state.seats).build_scene()
            assert not scene["actions"]
            assert not any(card.get("state") for zone in scene["zones"] for card in zone_cards(zone))


def test_a_scene_leaks_nothing_hidden(positions: list[HadaraState]) -> None:
    """Compare two positions that differ only in facts hidden from a seat.

    The seat gets the same scene and the same odds.
    """
    rng, differ = Random(2), 0
    for state in positions[::6]:
        for seat in range(state.seats):
            other = state.seen_by(seat).determinize(rng)
            differ += other.to_dict() != state.to_dict()
            assert board(state, seat).build_scene() == board(other, seat).build_scene()
    assert differ > 4


def test_what_an_act_is_said_to_change_is_what_it_changes(positions: list[HadaraState]) -> None:
    """Compare `would` with the position after the choice, if nothing else happens in between."""
    seen: Counter[str] = Counter()
    for state in positions:
        node = state.node
        if not isinstance(node, Decision) or node.step_name in ("wheel", "side"):
            continue
        seat = node.seat
        scene = board(state).build_scene()
        for action, told in zip(state.legal, scene["actions"], strict=True):
            after = state.clone()
            if node.step_name == "keep":
                while after.node.step_name == "keep" and after.drawn[seat]:
                    mine = after.node.seat == seat
                    after.apply(action if mine else next(a for a in after.legal if a.verb == "sell"))
            else:
                after.apply(action)
            if (after.phase, after.epoch) != (state.phase, state.epoch) or any(
                e.code == "income" for e in after.events
            ):
                continue  # income has come in between
            if any(event.code in ("surplus", "side") for event in after.events):
                continue
            coins = told.get("would", {}).get(f"coins:{seat}", f"→ {state.coins[seat]}")
            assert coins == f"→ {after.coins[seat]}", (node.step_name, action)
            for k in range(len(TRACKS)):
                line = told.get("would", {}).get(f"line:{seat}:{COLOURS[k]}", state.tracks[seat][k])
                assert line == after.tracks[seat][k], (node.step_name, action)
            seen[node.step_name] += 1
    assert {"keep", "pick", "mode", "face", "medal"} <= set(seen)


def test_the_chance_to_pay_next_is_counted_over_all_pairs() -> None:
    s = GAME.position("3 seats; epoch 2; owned.0 [Y1-06, R1-04, B1-05]; coins [5, 3, 9]")
    rng = Random(1)
    while s.node.step_name != "keep":
        s.apply(s.node.sample(rng) if isinstance(s.node, Chance) else next(iter(s.legal)))
    shown = board(s)
    seat = s.node.seat
    view = s.seen_by(seat)
    colour = s.deck_colour(seat, 1)
    for n, action in enumerate(shown.visible_actions):
        told = shown.build_scene()["actions"][n]["chance"]
        after = action_effects.state_after_own_action(view, seat, action)
        cards = view.unseen[5 + colour]
        good = sum(
            min(after.card_price(seat, a), after.card_price(seat, b)) <= after.coins[seat]
            for a, b in combinations(cards, 2)
        )
        assert (told["weight"], told["total"]) == (good, len(cards) * (len(cards) - 1) // 2)
        (odds,) = shown.current_odds()
        items = odds["acts"][str(n)]["pairs"]["items"]
        assert sum(a["hit"] or b["hit"] for a, b in combinations(items, 2)) == good
    last = until(begin(2), "keep")
    while last.draw < 4:
        go(last, "sell(" + last.drawn[last.node.seat][0] + ")")
        until(last, "keep")
    assert action_effects.next_draw_colour(last, last.node.seat) is None
    assert "chance" not in board(last).build_scene()["actions"][0]


def test_a_pile_that_the_others_leave_alone() -> None:
    """Compare with all ways in which the seats can take cards, one after the other."""

    def ways(heights: tuple[int, ...], takers: int) -> Fraction:
        if not takers:
            return Fraction(1)
        able = [i for i, height in enumerate(heights) if height]
        total = Fraction(0)
        for i in able:
            if i:  # place 0 is the pile that must stay
                total += ways(tuple(h - (j == i) for j, h in enumerate(heights)), takers - 1)
        return total / len(able)

    for others in ((1,), (1, 1), (1, 2), (2, 2, 3), (1, 1, 2, 4)):
        for takers in range(5):
            assert hadara_odds.p_pile_untouched(others, takers) == ways((9, *others), takers)
    assert hadara_odds.p_pile_untouched((), 1) == 0


def test_chance_steps_show_what_may_come(positions: list[HadaraState]) -> None:
    for state in positions:
        node = state.node
        if not isinstance(node, Chance):
            continue
        (odds,) = board(state, 0, True).current_odds()
        (part,) = odds["choose"]
        values = [GAME.parse_choice("=" + option["value"]) for option in part["options"]]
        assert sorted(map(str, values)) == sorted(map(str, node.dist()))
        if node.step_name == "reverse":
            assert sum(Fraction(bar["p"]) for bar in odds["bars"]) == 1
            came = board(state, 0, True).odds_with_resolved_outcome(values[1 % len(values)])
            assert came is not None
            assert came["at"] == list(node.dist()).index(values[1 % len(values)])
        for outcome in values[:1]:
            assert board(state, 0, True).outcome_text(outcome)


def test_luck_expects_the_mean_of_what_may_come(positions: list[HadaraState]) -> None:
    for state in positions[::3]:
        if not isinstance(state.node, Chance) or state.node.step_name not in ("draw", "reverse"):
            continue
        dist, shown = state.node.dist(), board(state, 0, True)
        sums: Counter[str] = Counter()
        for outcome, weight in dist.items():
            for label, _, got, expected in shown.luck_entries_of_outcome(outcome):
                sums[label] += (got - expected) * weight
        assert sums
        assert all(value == 0 for value in sums.values())


def test_tracks_tell_what_they_open_and_the_feeding_to_come() -> None:
    s = GAME.position(
        "4 seats; deck_set advanced; epoch 2; now remove(seat: 1, spared: 0); colonies.1 [C03-5];"
        'statues.1 ["S1:food-down"]; owned.1 [G1-08, R1-03, R1-05, R1-09, R1-08, R1-10, B1-01, B1-05, P1-09]'
    )
    scene = board(s).build_scene()
    food = group(scene, "line:1:green")["track"]
    assert [mark["label"] for mark in food["marks"]] == ["9 cards to feed, which is 2 too many"]
    assert food["marks"][0]["look"] == "bad"
    red = group(scene, "line:1:red")
    assert {mark["label"]: mark["look"] for mark in red["track"]["marks"]}["3"] == "done"
    assert red["tail"]["text"] == "−5"
    assert red["items"] == []  # the cards lie on the hand, to choose from
    assert len(group(scene, "choice:remove")["items"]) == 9
    removing = {action["label"]: action["changes"] for action in scene["actions"]}
    assert removing["Remove Granary"][-1] == {"text": "8 cards and 3 food, so 5 too many", "look": "bad"}
    (odds,) = board(s).current_odds()
    assert odds["leaves"][-1]["text"] == "food −4"


def test_a_card_that_cannot_be_paid_says_so_with_its_rule() -> None:
    s = begin(2)
    s.coins = [0, 0]
    until(s, "keep")
    cards = group(board(s).build_scene(), "choice:keep")["items"]
    assert all(card["refused"][0]["why"]["rule"] == "HAD-6.2" for card in cards)
    assert all("You have 0 and need" in card["refused"][0]["why"]["text"] for card in cards)


def test_the_ring_shows_decks_piles_and_where_all_point() -> None:
    s = until(begin(3), "keep")
    ring = group(board(s).build_scene(), "ring")["board"]
    cells = {cell["id"]: cell for cell in ring["cells"]}
    assert len(cells) == 10
    seat = s.node.seat
    colour = COLOURS[s.deck_colour(seat, 0)]
    assert cells[f"deck:{colour}"]["big"] == 4
    assert f"{DEFAULT_PLAYER_NAMES[seat]} draws here." in cells[f"deck:{colour}"]["text"]
    (hub,) = (shape for shape in ring["shapes"] if "spin" in shape)
    assert len(hub["spin"]["parts"]) == 9  # an arrow, a counter and a letter each
    go(s, *(f"sell({s.drawn[other][0]})" for other in s.seat_order()))
    until(s, "keep")
    (turned,) = (shape for shape in group(board(s).build_scene(), "ring")["board"]["shapes"] if "spin" in shape)
    assert turned["spin"]["at"] - hub["spin"]["at"] == 72


def test_phases_have_their_scenes() -> None:
    s = begin(3)
    told: list[Json] = []
    rng = Random(4)
    while not isinstance(s.node, End):
        s.apply(s.node.sample(rng) if isinstance(s.node, Chance) else choose_action(s, GAME.bots["random"], rng))
        told += board(s, 0).event_summaries(s.events)
    titles = Counter(scene["title"] for scene in told)
    assert titles["Income"] == 6
    assert titles["Feeding"] >= 3
    for scene in (scene for scene in told if scene["title"] == "Medals"):
        rows = scene["parts"][0]["rows"]
        assert all(row["value"] >= 0 and row["text"].startswith(("silver medal for ", "gold medal: ")) for row in rows)
    assert titles["Medals"]
    assert (titles["Epoch II begins"], titles["Epoch III begins"]) == (1, 1)
    assert all(scene["rule"] in GAME.rules for scene in told)
    for row in (row for scene in told if scene["title"] == "Feeding" for row in scene["parts"][0]["rows"]):
        assert row["n"] <= row["of"]
        assert (row["look"] == "out") is (row["n"] < row["of"])


def test_the_reckoning_adds_up_to_the_score(positions: list[HadaraState]) -> None:
    end = positions[-1]
    for seat, score in enumerate(end.node.scores):
        assert sum(source.points for source in board(end, 0, True).final_points_by_source(seat)) == score
    assert GAME.points_if_ended_now(end) == list(end.node.scores)
    assert GAME.points_if_ended_now(GAME.start(2)) is None


def test_words_are_neutral_unless_others_are_chosen() -> None:
    s = GAME.position("2 seats; epoch 2; now mode(seat: 0, level: C03); coins [9, 9]")
    assert "plunder" not in json.dumps(board(s).build_scene()).replace('"plunder', "").lower()
    assert "Tax it" in json.dumps(board(s).build_scene())
    other = gamelib.game("hadara", vocabulary="rulebook")
    s = other.from_dict(s.to_dict())
    assert "Plunder it" in json.dumps(board(s).build_scene())


def test_every_option_and_card_has_words_and_a_picture() -> None:
    assert {option["name"] for option in GAME.option_labels} == set(GAME.options)
    for card in GAME.tables.cards.values():
        assert theme.card_theme_key(card) in theme.KIND_THEMES
        assert theme.KIND_THEMES[theme.card_theme_key(card)]["art"]


def test_medals_say_from_where_on_they_pay() -> None:
    s = GAME.position("3 seats; epoch 2; now medal(seat: 0); coins [30, 0, 0]")
    (odds,) = board(s).current_odds()
    rows = {row["label"]: row for row in odds["axis"]["rows"]}
    assert set(rows) == {"Income", "Military", "Culture", "Food", "Gold"}
    assert rows["Culture"]["text"].endswith("for 9 coins. With a track of 3 or more, the medal is worth its coins")
    assert rows["Gold"]["text"] == "0 points for 12 coins. With 1 set or more, the medal is worth its coins"
    assert not rows["Gold"]["gain"]
    assert rows["Food"]["value"] == pytest.approx(-(-s.tracks[0][3] // 2) - 9 / 5)
    assert Action("stop") in s.legal


def test_what_another_seat_could_pay_is_told_of_that_seat() -> None:
    seen = set()
    rng = Random(5)
    s = GAME.start(seats=2)
    while len(seen) < 2:
        if isinstance(s.node, Chance) and s.node.step_name == "draw":
            board = make_board(s, 0, False, ["Ada", "Ben"])
            said = [odds["chance"]["label"] for odds in board.current_odds() if odds.get("pairs")]
            assert said == ["You can pay" if s.node.seat == 0 else "Ben can pay"]
            seen.add(s.node.seat)
        s.apply(s.node.sample(rng) if isinstance(s.node, Chance) else choose_action(s, GAME.bots["thumb"], rng))
