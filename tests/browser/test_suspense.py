"""Outcomes of dice and draws are told after their animation, in all games.

The tests look at each frame before. Only moved cards are animated, and the others continue after their actions could be
read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

import gamelib
from gamelib import Chance, Decision, End, Record
from gamelib.playouts import choose_action
from tests.browser.conftest import NewPage, OpenPage, drawn
from tests.browser.states import GAMES, Laid, State
from tests.browser.sweep import LAY
from tests.browser.test_table import ready
from tests.conformance import TAUGHT
from tests.conftest import Server
from tests.test_table import Page as Kernel
from widgets.table import Table
from widgets.table.players import HUMAN

FALLS = (Path(__file__).parent / "falls.js").read_text(encoding="utf-8").rstrip().removesuffix(";")
MOST = 4
"""Maximum number of tested clicks of a game, each of another kind."""


def clicks(name: str, seed: int) -> Iterator[dict[str, Any]]:
    """Yield clicks of whole games with a visible chance event, one of each kind.

    A kind is the button, the seat, and the events after the same click.
    """
    kinds = set()
    kernel = Kernel(Table(name, seed=seed, begun=True))
    play, rng = kernel.table.session, Random(seed)
    earlier = kernel.do("hello")
    while not isinstance(play.state.node, End) and play.step < 600 and len(kinds) < MOST:
        before, node = kernel.table.scene, play.state.node
        if isinstance(node, Decision) and play.players[node.seat] == HUMAN:
            action = choose_action(play.state, play.game.bots["thumb"], rng)
            messages = kernel.do("play_action", n=play.board().visible_actions.index(action), step=play.step, line=0)
        else:
            messages = kernel.do("play_next_step")
        scene = kernel.table.scene
        came = scene["came"]
        messages = [dict(message) for message in messages if message["kind"] == "log"]
        if came and came["step"] > before["step"] and not came.get("aside"):
            asked = play.record.state_at(came["step"] - 1).node
            assert not isinstance(asked, End)
            kind = (asked.step_name, asked.seat == play.viewer, scene["step"] > came["step"])
            if kind not in kinds:
                kinds.add(kind)
                yield {
                    "kind": kind,
                    "earlier": earlier,
                    "before": before,
                    "messages": messages,
                    "scene": scene,
                    "tap": len(kinds) > 2,
                }
                earlier = []
                continue
        earlier = earlier + messages


@pytest.mark.parametrize("page_name", GAMES)
def test_nothing_is_told_while_it_falls(page_name: str, open_page: OpenPage) -> None:
    """Check the table, the log, names, the title and the text for screen readers. A tap does not wait."""
    page = open_page(f"tables/{page_name}.ipynb", width=1366)
    ready(page)
    opening = f"#game={Table(GAMES[page_name]).session.record.to_link()}"
    page.evaluate(LAY, Laid(page_name)(State(f"tables/{page_name}", "", opening)))
    page.emulate_media(reduced_motion="no-preference")
    fell = set()
    for click in clicks(GAMES[page_name], 3):
        found = page.evaluate(FALLS, {key: value for key, value in click.items() if key != "kind"})
        assert found["moves"], click["kind"]
        assert not found["early"], click["kind"]
        assert found["called"] == [click["scene"]["came"]["due"]] != [""], click["kind"]
        assert found["landed"], click["kind"]
        fell.add(click["kind"])
    print(page_name, sorted(fell))
    assert fell
    if page_name == "court":
        cards_that_move(page)
        shown_first_and_last(page)
    if page_name == "towers":
        coins_that_move(page)
    if page_name == "emira":
        bank_pays(page)
    if page_name in LAID:
        laid_card_moves(page, GAMES[page_name], LAID[page_name])


#: an act of a game that lays a card where nobody sees it, and none has a place for it
LAID = {"wishes": "stash", "hadara": "sell"}


def laid_card_moves(page: Page, name: str, verb: str) -> None:
    """Check that a card put on a hidden pile comes from the hand.

    It must not come from the deck, and a sold card becomes coins.
    """
    kernel = Kernel(Table(name, seed=3, begun=True))
    play, rng = kernel.table.session, Random(3)
    while True:
        node, before = play.state.node, kernel.table.scene
        assert not isinstance(node, End)
        if not isinstance(node, Decision) or play.players[node.seat] != HUMAN:
            kernel.do("play_next_step")
            continue
        laid = next((move for move in play.board().visible_actions if move.verb == verb), None)
        action = laid or choose_action(play.state, play.game.bots["thumb"], rng)
        kernel.do("play_action", n=play.board().visible_actions.index(action), step=play.step, line=0)
        if laid:
            break
    flown = page.evaluate(FLIES, {"before": before, "scene": kernel.table.scene})
    card = play.game.texts.card_name(laid.args[0]).partition(" (")[0]
    assert [ghost for ghost in flown if ghost.startswith(card.split()[0]) or card in ghost], (card, flown)


PAID = """async ({ before, scene }) => {
    const model = globalThis.sweptTable, table = document.querySelector(".km-table"), flown = [];
    model.set("scene", before);
    const seat = (x, y) => scene.zones.find(({ id }) => {
        const rug = table.querySelector(`[data-key="${CSS.escape(id)}"]`).getBoundingClientRect();
        return rug.left <= x && x <= rug.right && rug.top <= y && y <= rug.bottom;
    })?.seat;
    model.set("scene", scene);
    for (const coin of table.querySelectorAll(".km-animation-coin")) {
        const ghost = coin.parentElement, [way] = ghost.getAnimations();
        way.pause();
        const at = (time) => {
            way.currentTime = time;
            const { x, y, width, height } = ghost.getBoundingClientRect();
            return seat(x + width / 2, y + height / 2);
        };
        const { delay, duration } = way.effect.getTiming();
        flown.push([at(delay), at(delay + duration - 1), Number(coin.textContent)]);
        way.cancel();
    }
    return flown;
}"""


def coins_that_move(page: Page) -> None:
    """Check that coins move from the payer to the recipient, as many as the rules say."""
    kernel = Kernel(Table("towers", seats=4, seed=3, begun=True))
    play, rng = kernel.table.session, Random(3)
    while True:
        node, before = play.state.node, kernel.table.scene
        if not isinstance(node, Decision) or play.players[node.seat] != HUMAN:
            kernel.do("play_next_step")
            continue
        moves = [action.verb for action in play.board().visible_actions]
        flees = "flee" in moves and bool(play.state.balances[node.seat])
        action = choose_action(play.state, play.game.bots["thumb"], rng)
        n = moves.index("flee") if flees else play.board().visible_actions.index(action)
        kernel.do("play_action", n=n, step=play.step, line=0)
        if flees:
            break
    paid = [
        [event.seat, event.values["other"], event.values["coins"]]
        for event in play.events_of_last_click()
        if event.code == "pays"
    ]
    assert len(paid) == 3
    assert page.evaluate(PAID, {"before": before, "scene": kernel.table.scene}) == paid


def bank_pays(page: Page) -> None:
    """Check that income comes from the middle of the table to each seat."""
    kernel = Kernel(Table("emira", seed=3, begun=True))
    play, rng = kernel.table.session, Random(3)
    had, before = list(play.state.gold), kernel.table.scene
    while not any(event.code == "income" for event in play.events_of_last_click()):
        had, before = list(play.state.gold), kernel.table.scene
        if isinstance(node := play.state.node, Decision) and play.players[node.seat] == HUMAN:
            action = choose_action(play.state, play.game.bots["thumb"], rng)
            kernel.do("play_action", n=play.board().visible_actions.index(action), step=play.step, line=0)
        else:
            kernel.do("play_next_step")
    paid = [[None, seat, gold - had[seat]] for seat, gold in enumerate(play.state.gold) if gold != had[seat]]
    assert paid
    flown = page.evaluate(PAID, {"before": before, "scene": kernel.table.scene})
    assert sorted(flown, key=lambda one: one[1]) == paid


#: what the log says of a step -> the card that flies, and no other
MOVES = {
    r"Ben draws a card from the court deck\.$": "Performer",
    r"Cem puts a gem into the treasury\.$": "Gem",
    r"Ada gives (\w+ \+\d)[^.]* to \w+\.": "",  # the card that the sentence names
}
#: of a position the act, and the cards that fly: from a pile and onto it at once; what could have been taken stays
FLIGHTS = [
    (
        "2 seats; now main; players.0.hand {KIS-GUARD: 1, GEM: 2}; master_discard {GUARD: 1}",
        "fate(KIS-GUARD)",
        ["Loyal Guard", "Guards"],
    ),
    (
        "2 seats; now main; players.0.hand {ENH-C1: 1}; players.0.court {CON-20: [ENH-D1]}",
        "teach(ENH-C1,CON-20)",
        ["Dance +1", "Wit +1"],
    ),
    ("2 seats; now spoils(card: WRATH-F, target: 1); players.1.treasury {GOLD-3: 1, GEM: 1}", "break", []),
]
FLIES = """async ({ before, scene }) => {
    const model = globalThis.sweptTable, table = document.querySelector(".km-table");
    const frame = () => new Promise((done) => requestAnimationFrame(done)), flown = [];
    const lie = async (scene) => {
        model.set("scene", scene);
        for (; table.matches(".km-is-animating-outcome"); await frame())
            table.dispatchEvent(new PointerEvent("pointerdown"));
    };
    await lie(before);
    const watch = new MutationObserver((all) => flown.push(...all.flatMap(({ addedNodes }) => [...addedNodes])));
    watch.observe(table.querySelector(".km-animation-layer"), { childList: true });
    await lie(scene);
    await frame();
    watch.disconnect();
    return flown.map((ghost) => ghost.textContent).filter(Boolean); // what rises over the table has no words
}"""


COMES = """scene => {
    const model = globalThis.sweptTable;
    model.set("scene", { ...scene, step: scene.step - 1, auto: false, moments: [] });
    model.asked.length = 0;
    model.set("scene", scene);
    const pace = document.querySelector("[data-key=pace]");
    pace.value = "fast";
    pace.dispatchEvent(new Event("change"));
}"""
NEXT = """globalThis.sweptTable.asked.includes("play_next_step")"""


def cards_that_move(page: Page) -> None:
    """Check that one card moves when one is drawn or placed, and that a lesson moves to its performer."""
    kernel = Kernel(Table("harem", seed=3, begun=True))
    play, rng = kernel.table.session, Random(3)
    due = dict(MOVES)
    while due and not isinstance(play.state.node, End):
        before, node = kernel.table.scene, play.state.node
        if isinstance(node, Decision) and play.players[node.seat] == HUMAN:
            action = choose_action(play.state, play.game.bots["thumb"], rng)
            kernel.do("play_action", n=play.board().visible_actions.index(action), step=play.step, line=0)
        else:
            kernel.do("play_next_step")
        said = " ".join(line["t"] for line in kernel.log if line["s"] > before["step"])
        match = next((match for what in due if (match := re.match(what, said))), None)
        if match is not None:
            (flown,) = page.evaluate(FLIES, {"before": before, "scene": kernel.table.scene})
            assert flown.startswith(due.pop(match.re.pattern) or match[1]), said
    assert not due
    for position, act, flies in FLIGHTS:
        record = Record.from_position(play.game, position)
        kernel.do("open_link", values={"link": f"#game={record.to_link()}&step=0"})
        before, play = kernel.table.scene, kernel.table.session
        kernel.do(
            "play_action", n=[str(move) for move in play.board().visible_actions].index(act), step=play.step, line=0
        )
        flown = page.evaluate(FLIES, {"before": before, "scene": kernel.table.scene})
        assert sorted(ghost[:6] for ghost in flown) == sorted(card[:6] for card in flies), act


QUICK = """scene => {
    globalThis.sweptTable.set("scene", scene);
    document.querySelector(".km-table-question [data-key^='bar:']").click();
    return globalThis.sweptTable.asked.at(-1);
}"""
COUNTS = """async ({ before, scene }) => {
    const model = globalThis.sweptTable, table = document.querySelector(".km-table");
    for (const each of [before, scene]) {
        model.set("scene", each);
        if (table.matches(".km-is-animating-outcome")) table.dispatchEvent(new PointerEvent("pointerdown"));
    }
    const told = () => [".km-question h2", ".km-table-others .km-facts",
        ".km-last-line .km-event-text"].filter((what) => {
        const el = document.querySelector(what);
        return el.textContent.trim() && el.checkVisibility({ visibilityProperty: true });
    });
    const top = (row) => row.getBoundingClientRect().top;
    const seats = () => [...document.querySelectorAll(".km-scores > li")].sort((a, b) => top(a) - top(b))
        .map((row) => Number(row.dataset.seat));
    const counts = document.querySelector(".km-game-result .km-score").getAnimations().length;
    const early = [told(), seats()];
    table.dispatchEvent(new PointerEvent("pointerdown"));
    await new Promise((done) => setTimeout(done));
    return { counts, early, late: [told(), seats()] };
}"""


HEARD = """scene => {
    const model = globalThis.sweptTable, heard = [], counts = [];
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        heard.push("coin");
        return make.call(this);
    };
    const paid = (n) => {
        const next = structuredClone(scene);
        next.zones.find(({ area }) => area === "mine").facts.find(({ icon }) => icon === "coin").value = n;
        model.set("scene", { ...next, step: scene.step + n, steps: scene.steps + n, moments: [] });
        counts.push(heard.length);
    };
    paid(1);
    paid(2);
    document.querySelector("[data-key=sound]").click();
    counts.push(heard.length);
    paid(3);
    document.querySelector("[data-key=sound]").click();
    paid(4);
    return counts;
}"""


def shown_first_and_last(page: Page) -> None:
    """Check that a click before any display gets its own preview.

    The points at the end are counted even if the others have finished long before.
    """
    kernel = Kernel(Table("harem", seed=3, begun=True))
    play, rng = kernel.table.session, Random(3)
    asked, before = "", kernel.table.scene
    while not isinstance(node := play.state.node, End):
        if play.can_auto_advance() or isinstance(node, Chance):
            play.play_next_step()
            continue
        before = kernel.table._scene()
        if not asked and isinstance(node, Decision) and node.step_name == "main":
            asked = page.evaluate(QUICK, before)
        play.play_or_branch(choose_action(play.state, play.game.bots["thumb"], rng))
    assert asked == "preview_or_play"
    assert page.evaluate(HEARD, before) == [0, 0, 2, 4, 4]  # two knocks each, where sound is on
    scene = {**kernel.table._scene(), "moments": []}
    assert scene["step"] > before["step"] + 1
    found = page.evaluate(COUNTS, {"before": before, "scene": scene})
    assert found["counts"]
    assert found["early"] == [[], [0, 1, 2]]  # nothing tells who wins before it has been counted, or skipped by a tap
    ranks = sorted(range(3), key=lambda seat: (seat not in node.winners, -node.scores[seat]))
    assert found["late"] == [[".km-question h2", ".km-table-others .km-facts", ".km-last-line .km-event-text"], ranks]


def _held_scene(seed: int) -> dict[str, Any] | None:
    """Return the first scene of a game with an event that concerns the viewer, or None."""
    table = Table("harem", seed=seed, begun=True)
    play, rng = table.session, Random(seed)
    while not (play.can_auto_advance() and play.is_attack_in_view()):
        node = play.state.node
        if isinstance(node, End):
            return None
        if isinstance(node, Decision) and play.players[node.seat] == HUMAN:
            play.play_or_branch(choose_action(play.state, play.game.bots["thumb"], rng))
        else:
            play.play_next_step()
    return table._scene()


def test_others_go_on_when_it_has_been_seen(new_page: NewPage, voila_server: Server) -> None:
    """Check the pauses before others continue.

    They are the chosen pace, longer after an event that concerns the viewer, until a summary was read, and without
    end under the pointer. The page has a visitor of its own, because the test sets its clock.
    """
    page = new_page(1366)
    page.goto(voila_server.address("tables/court.ipynb"))
    drawn(page)
    ready(page)
    opening = f"#game={Table('harem').session.record.to_link()}"
    page.evaluate(LAY, Laid("court")(State("tables/court", "", opening)))
    scene = {**next(scene for seed in range(3, 30) if (scene := _held_scene(seed))), "moments": []}
    told = {"title": "What has happened", "text": 10 * "ten letters", "parts": [], "stop": True}
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    paces: list[tuple[dict[str, Any], int, int]] = [
        ({"held": False}, 400, 200),
        ({}, 2500, 200),
        ({"moments": [told]}, 5000, 8000),
    ]
    for changed, early, late in paces:
        page.mouse.move(5, 5)
        page.evaluate(COMES, {**scene, **changed})
        page.clock.run_for(early)
        assert not page.evaluate(NEXT), changed
        page.clock.run_for(late)
        assert page.evaluate(NEXT), changed
    stage = page.locator(".km-table-odds").bounding_box()
    assert stage is not None
    page.mouse.move(stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2)
    page.evaluate(COMES, scene)
    page.clock.run_for(20_000)
    assert not page.evaluate(NEXT)
    page.mouse.move(5, 5)
    page.clock.run_for(3000)
    assert page.evaluate(NEXT)


@pytest.mark.parametrize("name", gamelib.all_games())
def test_each_chance_that_a_click_brings_is_shown(name: str) -> None:
    """Check that the outcome is animated although steps without a choice follow it."""
    kernel = Kernel(Table(name, seed=4, begun=True))
    play, rng = kernel.table.session, Random(4)
    shown = 0
    while not isinstance(play.state.node, End) and play.step < 400:
        start, node = play.step, play.state.node
        if isinstance(node, Decision) and play.players[node.seat] == HUMAN:
            action = choose_action(play.state, play.game.bots["thumb"], rng)
            kernel.do("play_action", n=play.board().visible_actions.index(action), step=play.step, line=0)
        else:
            kernel.do("play_next_step")
        seen = [step for step in range(start, play.step) if _seen(play, step)]
        came = kernel.table.scene["came"]
        assert (came and came["step"]) == (seen[-1] + 1 if seen else None)
        shown += len(seen)
    assert shown or name not in TAUGHT


def _seen(play: Any, step: int) -> bool:
    state = play.record.state_at(step)
    return (
        not isinstance(state.node, Decision)
        and play.board(state).odds_with_resolved_outcome(play.record.choices[step]) is not None
    )
