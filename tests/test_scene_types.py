"""Tables send exactly the keys of their types, and scripts read only these."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Chance, Decision, End
from gamelib.bank.rule_examples import (
    no_refusal_reason_by_rule,
    nondefault_start_examples,
    picture_elements_by_rule,
    rule_examples,
)
from tests import scene_types
from tests.conformance import TAUGHT
from tests.scene_types import SHARED, keys, misfits
from widgets.page.paths import WIDGETS_DIR
from widgets.table import Table
from widgets.table.message_types import MESSAGES
from widgets.table.tutorial import TutorialTable

ALIKE = 4  # scenes of one kind of moment that are looked at
STEPS = 4000

#: what any table can draw and one game alone asks for today, by type. A look of one game's own lies in its folder, with
#: its keys.
GENERAL: dict[str, set[str]] = {
    "AxisValue": {"gain"},  # the axis is drawn for three games; of what more is better
    "Card": {
        "below",
        "copy",  # cards fly at every table, out from under others, too; one that lies elsewhere does not
        "fits",
        "good",  # a chosen card is laid on cells of a plan: what a touch and a key do hangs on it
    },
    "RequestButton": {"n"},  # one button for an action that is asked for again and again
    "PlayerFact": {"warns"},  # beside `origin`, which every game has: what follows from a value
    "Group": {"head"},  # what stands before a row, a thing as those in it, in all that goes through these
    "GameResult": {"day"},  # a deal of the day is the same for all games, and played here in one
    "MapCell": {"slot"},  # a cell on which such a card can be laid
    "ActionOffer": {"lead"},  # an action that looks as a control does which is the first thing to do
}


class Watched:
    """All messages of the tables of a game, compared with their types."""

    def __init__(self, game_id: str) -> None:
        self.module = f"widgets.games.{game_id}.board.scene_types"
        self.sent: set[tuple[str, str, str]] = set()
        self.looks: set[str] = set()
        self.wrong: set[str] = set()
        self._seen: Counter[Any] = Counter()

    def hold(self, value: Any, name: str, module: str = SHARED) -> None:
        kind = scene_types.declared(module)[name]
        plain = json.loads(json.dumps(value, default=list))
        self.wrong.update(misfits(plain, kind, self.module, name, self.sent))
        if name == "Scene":
            self.looks.update(group["look"] for zone in plain["zones"] for group in zone["groups"] if group.get("look"))

    def send(self, message: dict[str, Any]) -> None:
        if message["kind"] in MESSAGES:
            told = {key: value for key, value in message.items() if key not in ("kind", "seq")}
            self.hold(told, MESSAGES[message["kind"]].__name__, "widgets.table.message_types")

    def new(self, *moment: Any) -> bool:
        """Return whether only a few scenes of such a moment were checked."""
        self._seen[moment] += 1
        return self._seen[moment] <= ALIKE


def watched(table: Table, watch: Watched) -> Table:
    table.send = watch.send  # type: ignore[method-assign, assignment]
    return table


def whole_game(game_id: str, watch: Watched, seed: int, everything: bool) -> None:
    """Play a random game and check its moments from the acting seat and from another one."""
    rng, game = Random(seed), gamelib.game(game_id)
    options = {
        name: next((value for value in one.choices if value != one.default), one.default)
        for name, one in game.options.items()
    }
    seats = min(game.seats) if seed == 1 else rng.choice(sorted(game.seats))
    table = watched(Table(game_id, seats=seats, options=options if seed else {}, seed=seed), watch)
    play = table.session
    play.chance_stop = "rolls"
    watch.hold(table.look, "GameTheme", "widgets.page.drawing_types")
    for _ in range(STEPS):
        node = play.state.node
        asked = getattr(node, "step_name", "end")
        came = play.step and asked
        if isinstance(node, Decision):
            play.viewer = node.seat if rng.random() < 0.8 else (node.seat + 1) % play.record.seats
        play.is_full_view = everything and rng.random() < 0.5
        moves = list(play.board().visible_actions)
        verbs = frozenset(action.verb for action in moves)
        happened = frozenset(event.rule for event in play.variations[play.variation_index].events_by_step[play.step])
        if watch.new(asked, verbs) or watch.new(came, happened):
            watch.hold(table._scene("."), "Scene")
            if moves and watch.new("foresee", verbs):
                table._foresee({"n": rng.randrange(len(moves)), "step": play.step})
        if isinstance(node, End):
            break
        if play.bot_to_move() is not None and rng.random() < 0.3:
            play.play_next_step()  # a bot says why
        else:
            play.play_or_branch(node.sample(rng) if isinstance(node, Chance) else rng.choice(list(play.state.legal)))
    while (
        game_id == "towers"
        and not seed
        and not (table._review and table._review.report_so_far(table.session.texts)["worst"])
    ):
        table._think({"begin": table._review is None})
    for step in (len(play.record) // 3, 2 * len(play.record) // 3):
        table._peek({"step": step})
        play.view_step(step)
        watch.hold(table._scene("."), "Scene")
    node = play.state.node
    while not isinstance(node, Decision) or len(play.state.legal) < 2:
        play.view_step(play.step - 1)
        node = play.state.node
    play.play_or_branch(next(one for one in play.state.legal if one != play.record.choices[play.step]))
    table._dialog({"dialog": "lines"})
    table._show()


def asked_for(game_id: str, watch: Watched) -> None:
    """Check dialogs, files, refusals, a review, and the tutorial."""
    table = watched(Table(game_id, seats=min(gamelib.game(game_id).seats), seed=1, begun=True), watch)
    for name in ("new", "people", "words", "keys", "link", "rules"):
        table._dialog({"dialog": name})
    known = [rule for rule, look in picture_elements_by_rule(table.game).items() if look[0].startswith("@")]
    some = [*table.game.rules][:: max(1, len(table.game.rules) // 6)]
    longer = [
        *[rule for rule, show in rule_examples(table.game).items() if show.lead_in_steps][:1],
        *nondefault_start_examples(table.game),
    ]
    kept = [
        rule
        for rule, look in picture_elements_by_rule(table.game).items()
        if any(re.match("@.*=$", entry) for entry in look)
    ]
    for rule in [*some, *[*no_refusal_reason_by_rule(table.game)][:1], *known[:1], *longer, *kept[:1]]:
        table._dialog({"dialog": "rule", "id": rule})
    table._save({})
    table._refused({"rule": next(iter(table.game.rules))})
    table._hello({"saved": {"lines": "none"}})
    play, rng = table.session, Random(1)
    for _ in range(12):
        if moves := play.board().visible_actions:
            if entry := play.board().build_scene().get("entry"):
                table._try({"id": entry["id"], "text": f"{entry['verb']}(999990)"})
            table._touch({"n": rng.randrange(len(moves)), "step": play.step})
            play.play_or_branch(rng.choice(list(play.state.legal)))
        elif not isinstance(play.state.node, End):
            play.play_until_human()
    seats = max(gamelib.game(game_id).seats)
    watch.hold(Table(game_id, seats=seats, players=["human"] * seats, curtain=True).scene, "ClosedCurtainScene")
    first = watched(TutorialTable(game_id, seed=1), watch)
    assert isinstance(first, TutorialTable)
    while not first.is_free_game:
        watch.hold(first._scene(), "Scene")
        if first.goal_index == 1 and not first.is_goal_reached:  # an earlier goal is read again
            first._back({})
            watch.hold(first._scene(), "Scene")
            first._next({})
        first._next({}) if first.is_goal_reached else first._how({})
        first._show()


def deal_of_the_day(watch: Watched) -> None:
    """Play a deal of the day and ask for the points of the bots."""
    table = watched(Table("towers"), watch)
    table._open_day_deal({"day": "2026-11-30", "saved": None})
    play, rng = table.session, Random(1)
    while not isinstance(play.state.node, End):
        if isinstance(play.state.node, Decision) and play.bot_to_move() is None:
            play.play_or_branch(rng.choice(list(play.state.legal)))
        else:
            play.play_until_human()
    while not table._bots_of_day(play.day_deal).results_so_far(play.texts)["over"]:  # type: ignore[arg-type]
        table._continue_day_bots({})
    watch.hold(table._scene("."), "Scene")


@pytest.fixture(scope="module")
def sent() -> dict[str, Watched]:
    found = {}
    for game_id in TAUGHT:
        found[game_id] = Watched(game_id)
        for seed in range(2):
            whole_game(game_id, found[game_id], seed, everything=seed == 1)
        asked_for(game_id, found[game_id])
    deal_of_the_day(found["towers"])
    return found


def test_what_is_sent_is_of_its_type(sent: dict[str, Watched]) -> None:
    assert {game_id: sorted(watch.wrong) for game_id, watch in sent.items() if watch.wrong} == {}


def test_every_key_of_a_type_is_sent(sent: dict[str, Watched]) -> None:
    every = set().union(*(watch.sent for watch in sent.values()))
    assert sorted(keys(back=True) - every) == []


def test_what_one_game_alone_sends_is_of_its_own_types(sent: dict[str, Watched]) -> None:
    """Check shared keys. A key of one game is general and listed above, and a key of two games is not listed."""
    uses = Counter((name, key) for watch in sent.values() for module, name, key in watch.sent if module == SHARED)
    general = {(name, key) for name, found in GENERAL.items() for key in found}
    alone = (
        {one for one, games in uses.items() if games == 1} - general - {("Card", "places"), ("ActionOffer", "chance")}
    )
    assert sorted(alone) == [], "into that game's board/scene_types.py"
    assert sorted(one for one in general if uses[one] > 1) == []


def test_a_look_that_all_tables_draw_is_used_by_several(sent: dict[str, Watched]) -> None:
    looks = Counter(look for watch in sent.values() for look in watch.looks)
    assert len(looks) >= 12
    for file in (WIDGETS_DIR / "table").glob("*.[cj]s*"):
        named = set(re.findall(r"\bkm-(?:a|look|with)-(\w+)", file.read_text(encoding="utf-8")))
        assert [look for look in named if looks[look] == 1] == [], file.name


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ({"id": "a", "nmae": "Ada"}, "Card has a key 'nmae' that Card does not know"),
        ({"name": "Ada"}, "Card has no 'id', which Card always has"),
        ({"id": "a", "count": "3"}, "Card.count is no int: '3'"),
        ({"id": "a", "state": "off"}, "Card.state is 'off', none of ('play', 'dim')"),
        ({"id": "a", "why": {"text": ""}}, "Card.why has no 'rule', which RefusalReason always has"),
        ({"id": "a", "road": {"spaces": 3}}, None),
        ({"id": "a", "signs": []}, "Card has a key 'signs' that Card does not know"),
    ],
)
def test_what_does_not_fit_is_found(card: dict[str, Any], said: str | None) -> None:
    """Check that a card of Emira with signs is found, because only cards of Hadara have them."""
    kind = scene_types.declared(SHARED)["Card"]
    found = list(misfits(card, kind, "widgets.games.emira.board.scene_types", "Card", set()))
    assert found == ([] if said is None else [said])
