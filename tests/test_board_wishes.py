"""Board of The Sultan's Wishes.

Each action is offered once, dimmed cards have reasons, nothing hidden is displayed, and the stated effect of an action
is its effect.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Chance, Decision, End
from gamelib.games.wishes import position_odds
from gamelib.games.wishes.ages import HIDDEN_CARD
from gamelib.games.wishes.extra_task_places import mean_points_over_places
from gamelib.games.wishes.round_end import rank_task_kinds_by_hearts
from gamelib.games.wishes.state import WishesState
from gamelib.playouts import choose_action
from tests.test_scene import offered, taken
from tests.wishes.build import begin, give, go, lay, only, own, plain, stack, under
from widgets.games.wishes.board.card_content import card_content, kind_icon, kind_image_name, task_tone
from widgets.games.wishes.board.event_summaries import extra_result_sections
from widgets.games.wishes.board.theme import TASK_IMAGES
from widgets.page.protocol import Json
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table.board import board_class, make_board, zone_cards
from widgets.table.icons import icon_path_data
from widgets.table.widget import Table

GAME = gamelib.game("wishes")
BOTS = [GAME.bots["thumb"], GAME.bots["random"]]
OTHERWISE = {
    "initial_guard": "reshuffle",
    "guard_back_visible": False,
    "reshuffle": "at_once",
    "optional_same_twice": True,
    "pointless_effect_legal": True,
    "extra_points_per": "card",
    "aide_scores_each": False,
    "set_counts": "one",
    "zero_heart_place": True,
    "wares_hidden_after_buying": False,
}


@pytest.fixture(scope="module", params=[(1, False), (2, True), (3, False), (4, True)], ids=str)
def positions(request: pytest.FixtureRequest) -> list[WishesState]:
    """Yield the positions of one game with half of the choices heuristic."""
    seats, otherwise = request.param
    rng = Random(seats)
    state = GAME.start(seats, **(OTHERWISE if otherwise else {}))
    found = [state.clone()]
    while not isinstance(node := state.node, End):
        state.apply(node.sample(rng) if isinstance(node, Chance) else choose_action(state, rng.choice(BOTS), rng))
        found.append(state.clone())
    return found


def scene(state: WishesState, viewer: int = 0, everything: bool = False) -> Json:
    return make_board(state, viewer, everything, DEFAULT_PLAYER_NAMES).build_scene()


def card(shown: Json, place: str) -> Json:
    (found,) = (one for zone in shown["zones"] for one in zone_cards(zone) if one["id"] == place)
    return found


def action(shown: Json, label: str) -> Json:
    (found,) = (one for one in shown["actions"] if one["label"] == label)
    return found


def test_every_action_is_offered_once_and_every_dimmed_card_says_why(positions: list[WishesState]) -> None:
    known = set(board_class("wishes").icons)
    assert known <= set(icon_path_data(*known))
    for state in positions[::5]:
        node = state.node
        viewer = node.seat if isinstance(node, Decision) else 0
        shown = scene(state, viewer)
        legal = len(state.legal) if isinstance(node, Decision) else 0
        assert offered(shown) == dict.fromkeys(range(legal), 1)
        cards = [one for zone in shown["zones"] for one in zone_cards(zone)]
        ids = [one["id"] for one in cards] + [zone["id"] for zone in shown["zones"]]
        assert len(ids) == len(set(ids))
        assert {one["to"] for one in shown["actions"] if "to" in one} <= set(ids)
        assert len({one["label"] for one in shown["actions"] if one["n"] in shown["bar"]}) == len(shown["bar"])
        for one in cards:
            assert (one.get("state") == "play") is (bool(one.get("does")) or one["id"] in taken(shown))
            assert (one.get("state") == "dim") is ("why" in one)
            assert "why" not in one or one["why"]["rule"] in GAME.rules
            assert {one["icon"]} <= known if "icon" in one else True
        assert len(json.dumps(shown)) < 40_000


def test_a_scene_leaks_nothing_hidden(positions: list[WishesState]) -> None:
    """Compare two positions that differ only in facts hidden from a seat. The seat gets the same scene."""
    rng = Random(1)
    for state in positions[:: max(1, len(positions) // 12)]:
        for seat in range(state.seats):
            other = state.seen_by(seat).determinize(rng)
            assert scene(state, seat) == scene(other, seat)


def test_every_draw_shows_its_distribution_and_what_came(positions: list[WishesState]) -> None:
    rng = Random(2)
    asked = set()
    for state in positions:
        if not isinstance(state.node, Chance):
            continue
        for everything in (True, False):
            board: Any = make_board(state, 0, everything, DEFAULT_PLAYER_NAMES)
            (odds,) = board.current_odds()
            assert sum(Fraction(bar["p"]) for bar in odds["bars"]) == 1
            (part,) = odds["choose"]
            assert [GAME.parse_choice("=" + option["value"]) for option in part["options"]] == list(board.node.dist())
            outcome = state.node.sample(rng)
            came = make_board(state, 0, True, DEFAULT_PLAYER_NAMES).odds_with_resolved_outcome(outcome)
            assert came is None or came["bars"][came["at"]]["share"] > 0
            seat = state.node.seat
            hidden = state.node.step_name in ("face", "peek", "score_card", "first_face") and seat != 0
            assert not hidden or everything or board.odds_with_resolved_outcome(outcome) is None
        asked.add(state.node.step_name)
    assert {"plate", "reveal", "stall_card", "first_face", "score_card", "first_player", "face"} <= asked


OF_EACH = "Can another player fulfil it?"
"""Bars of wishes that rivals may fulfil. Each is a separate probability, so they are not a distribution."""


def test_distributions_before_a_choice_sum_to_one(positions: list[WishesState]) -> None:
    for state in positions[::9]:
        if isinstance(state.node, Decision):
            for odds in scene(state, state.node.seat)["odds"]:
                if "axis" not in odds and odds["title"] != OF_EACH:
                    assert sum(Fraction(bar["p"]) for bar in odds["bars"]) == 1


def test_what_closing_is_said_to_pay_is_what_it_pays() -> None:
    """Check the Tea example: hearts for each Aide, and the extra points of the plate once per player."""
    s = begin(4)
    under(s, "AFRAID", s.first)
    seat = s.first
    rivals = [other for other in range(4) if other != seat]
    only(s, "S02")
    give(s, seat, "T05", "T09", "T17")
    lay(s, "S02", ("T06", rivals[0], rivals[1]), ("T03", rivals[2], rivals[2]))
    shown = scene(s, seat)
    close = action(shown, "Fulfil Tea")
    pays = {row["seat"]: int(row["text"]) for row in close["brings"]["pays"]}
    assert pays == {seat: 5, rivals[0]: 5, rivals[1]: 5, rivals[2]: 6}
    assert (close["brings"]["closes"], close["brings"]["adds"], close["to"]) == (True, 3, "wish:S02")
    before = list(s.score)
    go(s, "fulfil(T05,S02)")
    assert [s.score[other] - before[other] for other in range(4)] == [pays[other] for other in range(4)]
    (moment,) = make_board(s, seat, False, DEFAULT_PLAYER_NAMES).event_summaries(s.events)
    assert {row["seat"]: int(row["value"]) for row in moment["parts"][0]["rows"]} == pays
    assert moment["stop"]


def test_an_effect_that_is_forbidden_says_why() -> None:
    s = begin(2)
    under(s, "AFRAID", 0)
    own(s, 0, gems=2)
    give(s, 0, "T05", "T09", "T17")
    only(s, "S02", "S07")
    shown = scene(s)
    assert not any(one["label"].startswith("Effect") for one in shown["actions"])
    tea = card(shown, "hand:0:T05")
    (refused,) = tea["refused"]
    assert refused == {
        "label": "Effect: Gems",
        "why": {"text": "You can’t use an effect now: the mood is Afraid.", "rule": "WIS-3.9"},
    }
    (barred,) = tea["barred"]
    assert (barred["at"], barred["rule"]) == (["wish:S07"], "WIS-4.1")
    assert "nobody can use an effect" in json.dumps(card(shown, "plate"))
    only(s, "S07")  # now it fits at no wish
    nowhere, _ = card(scene(s), "hand:0:T05")["refused"]
    assert (nowhere["label"], nowhere["why"]["rule"]) == ("At a wish", "WIS-4.1")
    assert "the wish asks for Sleep cards" in nowhere["why"]["text"]


def test_a_wish_shows_its_places_and_who_stands_there() -> None:
    s = begin(2)
    under(s, "HAPPY", 0)
    only(s, "S15")
    lay(s, "S15", ("T45", 0), ("T43", 1, 1), guard=True)
    shown = scene(s)
    wish = card(shown, "wish:S15")
    assert wish["places"] == {"icon": "heart", "of": 6, "full": 5, "other": 1}
    assert wish["caption"] == "6 of 6"
    assert card(shown, "task:T43")["pawns"] == [1, 1]
    assert card(shown, "guard:S15")["big"] == 1


def test_the_chart_shows_what_the_seat_knows_of_the_stack() -> None:
    """Check the own card, which is certain, and the unseen card of the plate.

    Places agree with an enumeration of the stacks.
    """
    s = begin(2)
    under(s, "SAD", 0)
    stack(s, ("T45", 0), ("T12", 1))
    go(s, "orderly(Music)")
    lane = card(scene(s), "chart:Music")
    assert (lane["sure"], lane["pawns"], lane["rank"]) == (3, [0], 1)
    assert sum(lane["heap"]) == pytest.approx(1, abs=0.01)
    view = s.seen_by(0)
    unseen = view.loose
    assert len(view.stack) == 2
    found = Counter()
    for rival in unseen:
        full = view.clone()
        full.stack = tuple((rival if slot[0] == HIDDEN_CARD else slot[0], *slot[1:]) for slot in view.stack)
        (place,) = (i for i, row in enumerate(rank_task_kinds_by_hearts(full), 1) if row.seat == 0)
        found[place] += 1
    exact = position_odds.orderly_rank_if_round_ended(view, 0, "Music")
    assert {place: Fraction(n, len(unseen)) for place, n in found.items()} == {
        place: Fraction(n, exact.total) for place, n in exact.items()
    }
    mean = mean_points_over_places(view.game.tables, exact)
    assert mean == sum(Fraction(n, len(unseen)) * {1: 6, 2: 4}[place] for place, n in found.items())


def test_places_with_cards_of_two_decks_agree_with_dealing() -> None:
    """Check a stack after the discard pile has become the deck, so that its unseen cards have two ages."""
    rng = Random(11)
    s = GAME.start(4)
    while True:
        node = s.node
        assert not isinstance(node, End)
        if isinstance(node, Decision) and node.step_name == "act":
            view = s.seen_by(node.seat)
            ages = {slot[2] for slot in view.stack if slot[0] == ""}
            if len(ages) > 1:
                break
        s.apply(node.sample(rng) if isinstance(node, Chance) else choose_action(s, BOTS[0], rng))
    seat = s.node.seat
    kind = next(kind for kind in GAME.tables.kinds if kind not in s.orderly or s.orderly[seat] == kind)
    exact = position_odds.orderly_rank_if_round_ended(view, seat, kind)
    rounds, found = 1500, Counter()
    for _ in range(rounds):
        whole = view.determinize(rng)
        whole.orderly[seat] = kind
        whole.track = (*whole.track, *([] if seat in whole.track else [seat]))
        decks = {age: rng.sample(whole.unseen_cards_of_age(age), len(whole.unseen_cards_of_age(age))) for age in ages}
        whole.stack = tuple((slot[0] or decks[slot[2]].pop(), *slot[1:]) for slot in whole.stack)
        found[next((i for i, row in enumerate(rank_task_kinds_by_hearts(whole), 1) if row.seat == seat), 0)] += 1
    for place, n in exact.items():
        p = float(Fraction(n, exact.total))
        assert abs(found[place] / rounds - p) < 5 * (p * (1 - p) / rounds) ** 0.5 + 0.002


def test_whether_a_rival_holds_a_card_is_counted_exactly() -> None:
    """Check a wish that 2 of the unseen cards fulfil, when the rival has three of the unseen cards."""
    s = begin(2)
    under(s, "HAPPY", 0)
    only(s, "S02")
    lay(s, "S02", ("T05", 0))
    view = s.seen_by(0)
    cards = position_odds.fulfilling_cards(view, view.open_wish("S02"))
    assert cards == {"T07", "T08"}
    n, closers = len(view.loose), len(cards.intersection(view.loose))
    free = Fraction((n - closers) * (n - closers - 1) * (n - closers - 2), n * (n - 1) * (n - 2))
    assert position_odds.p_any_in_rival_hands(view, cards, 0) == 1 - free
    assert position_odds.p_any_in_rival_hands(view, set(), 0) == 0
    assert position_odds.p_any_in_rival_hands(s, {s.hands[1][0]}, 0) == 1


def test_wares_say_what_they_are_worth_and_others_keep_theirs_hidden() -> None:
    s = begin(2, tops=("W01", "W23", "W42"))
    under(s, "HAPPY", 0)
    own(s, 0, gems=7)
    s.wares[0], s.wares[1] = ("W05",), ("W20",)
    go(s, "orderly(Tea)")
    shown = scene(s)
    assert s.node.step_name == "offer"
    worth = GAME.worth["K1"]
    for stall, ware in enumerate(s.tops):
        assert card(shown, f"stall:{stall}")["skills"][0]["value"] == worth[ware]
    assert card(shown, "wares:1")["back"] == "ware"
    assert "W20" not in json.dumps(shown["zones"][0])
    (axis,) = (odds["axis"] for odds in shown["odds"] if "axis" in odds)
    spice = axis["rows"][0]
    assert spice["value"] == worth["W01"] - (7 // 2 - 4 // 2)
    assert "Pottery" in json.dumps(scene(s, 0, everything=True)["zones"][0])


def test_closing_now_stands_against_the_best_plate_to_come() -> None:
    s = begin(2)
    under(s, "KIND", 0)
    only(s, "S04")
    give(s, 0, "T15", "T01", "T17")
    lay(s, "S04", ("T09", 1))
    (axis,) = (odds["axis"] for odds in scene(s)["odds"] if "axis" in odds)
    assert axis["rows"][0]["value"] == 1
    assert axis["rows"][1]["value"] > 1


def test_the_points_of_the_end_add_up_and_tell_what_nobody_took() -> None:
    for seats in (1, 3):
        table = Table("wishes", seats=seats, seed=4, players=["thumb"] * seats)
        table.session.play_until_human()
        shown = table._scene()
        rows, (*verdict, part) = shown["reckoning"]["rows"], shown["reckoning"]["more"]
        assert len(verdict) == (seats == 1)
        for row in rows:
            assert row["wins"] is (seats > 1 and row["seat"] in table.session.state.node.winners)
            assert sum(one["points"] for one in row["parts"]) == row["score"]
        extra = sum(one["points"] for row in rows for one in row["parts"] if one["label"] == "Extra Tasks")
        assert sum(row["value"] for row in part["rows"]) == extra
        assert len(part["rows"]) == table.session.state.round
        curve = shown["reckoning"]["curve"]
        assert [points[-1] for points in curve["points"]] == [row["score"] for row in rows]
        titles = [moment["title"] for moment in shown["moments"]]
        assert "The Extra Tasks are counted" in titles
        assert seats > 1 or f"{rows[0]['score']} points" in titles
    assert extra_result_sections(make_board(begin(2), 0, False, DEFAULT_PLAYER_NAMES)) == []  # type: ignore[arg-type]


def test_alone_the_verdict_reached_is_marked() -> None:
    table = Table("wishes", seats=1, seed=9, players=["thumb"])
    table.session.play_until_human()
    verdict = table._scene()["moments"][-1]
    (reached,) = (row for row in verdict["parts"][0]["rows"] if row["look"] == "best")
    score = table.session.state.score[0]
    low = int(re.search(r"\d+", reached["label"])[0])  # type: ignore[index]
    assert low <= score
    assert len(verdict["parts"][0]["rows"]) == 4


def test_a_look_at_the_stack_is_a_scene_for_those_who_looked() -> None:
    s = begin(2)
    under(s, "KIND", 0)
    stack(s, ("T45", 1), ("T12", 1))
    give(s, 0, "T03", "T01", "T02")
    go(s, "use(T03)")
    while s.node.step_name == "peek":
        s.apply(next(iter(s.node.dist())))
    events = [event for event in s.events if event.code == "looked"]
    (mine,) = make_board(s, 0, False, DEFAULT_PLAYER_NAMES).event_summaries(event.seen_by(0) for event in events)
    assert mine["title"] == f"The stack: {len(s.stack)} cards"
    assert make_board(s, 1, False, DEFAULT_PLAYER_NAMES).event_summaries(event.seen_by(1) for event in events) == []


def test_a_wish_removed_from_under_an_aide_stops_for_its_owner() -> None:
    s = begin(2, wishes=("S13", "S07"))
    lay(s, "S13", ("T40", "0"))
    lay(s, "S07", ("T17", "1"))
    told = plain(s, "=SAD")
    for viewer, stops in ((0, False), (1, True)):
        (moment,) = make_board(s, viewer, False, DEFAULT_PLAYER_NAMES).event_summaries(told)
        assert moment["stop"] is stops
        assert f"Aides of {DEFAULT_PLAYER_NAMES[1]} go back" in moment["verdict"]


def test_a_guard_is_a_scene_and_asks_where_it_goes() -> None:
    s = begin(2)
    under(s, "KIND", 0)
    only(s, "S04", "S07")
    s.push_step("choose_post", 0)
    shown = scene(s)
    assert {card(shown, f"wish:{wish}")["state"] for wish in ("S04", "S07")} == {"play"}
    go(s, "guard(S07)")
    (moment,) = make_board(s, 0, False, DEFAULT_PLAYER_NAMES).event_summaries(s.events)
    assert moment["title"] == "A Guard is drawn"


def test_every_option_has_words() -> None:
    options = {option["name"]: option for option in GAME.option_labels}
    assert set(options) == set(GAME.options)
    assert all(option["label"] and all(c["label"] for c in option["choices"]) for option in options.values())


def test_the_end_leaves_the_room_to_the_reckoning(positions: list[WishesState]) -> None:
    shown = scene(positions[-1])
    assert {zone["area"] for zone in shown["zones"]} <= {"others", "mine"}
    assert not any(group.get("at") for zone in shown["zones"] for group in zone["groups"])
    assert shown["odds"] == []


def test_another_table_of_kinds_is_drawn_too() -> None:
    """Check that a kind without a picture gets a tone and a heart."""
    board = make_board(GAME.start(2), 0, True, DEFAULT_PLAYER_NAMES)
    assert card_content(board, "T01") is not None
    assert (kind_image_name(TASK_IMAGES, "Dance"), kind_icon("Dance"), task_tone(GAME, "Dance")) == ("", "heart", "s5")


def test_what_may_be_changed_is_named_shortly_and_told_apart() -> None:
    s = begin(2)
    while s.node.step_name != "plate":
        s.apply(next(iter(s.node.dist())))
    s.apply("LOVELY")
    while s.node.step_name == "back":
        s.apply("TASK")
    labels = [one["label"] for one in scene(s, s.node.seat)["actions"]]
    assert s.hands[s.node.seat] == ("T01", "T02", "T03")
    assert labels[:3] == ["Keep all", "Exchange Tea 1 (Plus)", "Exchange Tea 1 (Gems)"]
    assert (labels[-1], len(set(labels))) == ("Exchange all", 8)
