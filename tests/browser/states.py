"""Random states of whole games, as data for a page.

They include all kinds of moments, selected cards, dialogs, ends, and the goals of tutorials. They are made here and
drawn on a table in the browser (``sweep.py``).
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import gamelib
from gamelib import Action, Chance, Decision, Record
from gamelib.playouts import choose_action
from widgets.table import Table
from widgets.table.board import make_board
from widgets.table.players import bot_reason_text
from widgets.table.session import GameSession
from widgets.table.tutorial import TutorialTable

NAMES = ["Ada", "Ben", "Cem", "Dilek", "Emre", "Fatma"]
GAMES = {"court": "harem", "emira": "emira", "hadara": "hadara", "towers": "towers", "wishes": "wishes"}
KEPT = Path(__file__).parent / "kept.toml"
DIALOGS = ("new", "people", "words", "link", "rules", "lines", "rule")
_FRESH = 60  # steps before a moment whose reasons are told
#: acts of successive states. An empty one means that the state is only looked at
_THENS = ("", "card", "", "card", "moment", "", "card", "log", "", "menu", "card", "dialog", "", "card")


@dataclass(frozen=True)
class State:
    """A moment of a game.

    It has a page, a kind, the link that opens it, and the act to perform there ("card 3", "hand 2", "touch 3",
    "strip 1", "menu").
    """

    page: str
    what: str
    link: str
    then: str = ""
    goal: tuple[int, int] | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.page}: {self.what}, {self.then or 'as it is'} {self.link}"


def moments(page: str, seats: int, rng: Random, bot: str) -> dict[str, list[State]]:
    """Return the states of one whole game by kind of moment. `bot` is "thumb", or "random" for random choices."""
    record = Record(gamelib.game(GAMES[page]), seats, {}, NAMES[:seats])
    found: dict[str, list[int]] = defaultdict(list)
    by = record.game.bots[bot]
    while isinstance(node := record.state.node, Decision | Chance):
        who = "mine" if node.seat == 0 else "theirs"
        found[f"{'due' if isinstance(node, Chance) else 'ask'} {node.step_name} {who}"].append(len(record))
        chance = isinstance(node, Chance)
        record.apply_and_append(node.sample(rng) if chance else choose_action(record.state, by, rng))
        if chance and isinstance(record.state.node, Decision | Chance):
            found[f"came {node.step_name} {who}"].append(len(record))
        told = [event.seen_by(0) for event in record.state.events]
        if make_board(record.state, 0, False, NAMES).event_summaries(told):
            found["told " + told[-1].code].append(len(record))
    found["end"].append(len(record))

    def state(kind: str, step: int) -> State:
        link = f"#game={record.branch(step).to_link()}&step={step}"
        return State(f"tables/{page}", f"{seats} seats, {kind} at {step}", link)

    return {
        kind: [state(kind, step) for step in rng.sample(steps, min(4, len(steps)))] for kind, steps in found.items()
    }


@cache
def drawn(page: str, number: int, seed: int = 0) -> list[State]:
    """Return random states of whole games with every number of seats.

    Rare kinds of moments are as frequent as others. The choices of the first seat are added once more. Half of them
    have a first touch that previews the effect. The other half has the unfolded list of the actions of the others,
    at rest or during its replay.
    """
    rng, kinds = Random(f"{page} {seed}"), defaultdict[str, list[State]](list)
    seats = list(gamelib.game(GAMES[page]).seats)
    for n in seats * (1 + number // 150):
        for bot in ("thumb", "random"):
            for kind, states in moments(page, n, rng, bot).items():
                kinds[f"{n} {kind}" if kind == "end" else kind] += states
    chosen: list[State] = []
    while len(chosen) < number and any(kinds.values()):
        for states in kinds.values():
            if states and len(chosen) < number:
                chosen.append(_with(states.pop(rng.randrange(len(states))), len(chosen), rng))
    asked = [one for one in chosen if ", ask " in one.what and " mine " in one.what]
    return [
        *chosen,
        *(replace(one, then=f"touch {rng.randrange(40)}") for one in asked[::2]),
        *(replace(one, then=f"strip {n % 2}") for n, one in enumerate(asked[1::2])),
    ]


def _with(state: State, n: int, rng: Random) -> State:
    """Return the state with an act to perform there."""
    then = _THENS[n % len(_THENS)]
    if then == "card":
        asked = state.what.split(", ")[-1].startswith("ask") and state.what.split()[4] == "mine"
        then = f"{'hand' if asked and n % 4 else 'card'} {rng.randrange(40)}"
    if then == "dialog":
        then = f"dialog {rng.choice(DIALOGS)}"
    return State(state.page, state.what, state.link, then)


def kept(page: str) -> dict[State, list[tuple[str, tuple[int, int]]]]:
    """Return states that once had a fault, each with its screens (path, width, height) from ``kept.toml``.

    An entry with a `goal` instead of a link is one of `goals`.
    """
    return {
        _goal(page, *one["goal"])
        if "goal" in one
        else State(f"tables/{page}", one["what"], one["link"], one["then"]): [
            (on["way"], (on["wide"], on["high"])) for on in one["on"]
        ]
        for one in tomllib.loads(KEPT.read_text(encoding="utf-8")).get(page, [])
    }


def _goal(page: str, n: int, taken: int) -> State:
    return State(f"learn/{page}", f"goal {n} after {taken}", "", "", (n - 1, taken))


def goals(page: str) -> list[State]:
    """Return every goal of a tutorial: as it is opened, after each step of its line, and when it is reached."""
    return [_goal(page, n + 1, taken) for n, taken, _ in _goals(page)]


def _goals(page: str, language: str = "en") -> Iterator[tuple[int, int, dict[str, Any]]]:
    table = TutorialTable(GAMES[page])
    do = _heard(table)
    do({"do": "language", "language": language})
    while not table.is_free_game:
        taken, n = 0, table.goal_index
        yield n, taken, dict(table.scene)
        while not table.is_goal_reached:
            do({"do": "show_solution"})
            taken += 1
            yield n, taken, dict(table.scene)
        do({"do": "next_goal"})


def _heard(table: Table) -> Any:
    """Return a function that sends a message of the page to the table and returns the answers besides the scene."""
    back: list[dict[str, Any]] = []
    table.send = lambda content, buffers=None: back.append(content)  # type: ignore[method-assign]

    def do(message: dict[str, Any]) -> list[dict[str, Any]]:
        back.clear()
        table._receive(None, {**message, "seq": 0}, [])
        return [told for told in back if told["kind"] not in ("done", "save_game", "rule_coverage")]

    return do


def _go_on(play: GameSession) -> None:
    """Continue as if this game had been played here, so that the last actions of the others are known."""
    state, mine, line = play.record.new_initial_state(), 0, play.variations[play.variation_index]
    play.step_after_last_choice = 0
    for step, choice in enumerate(play.record.choices[: play.step]):
        node = state.node
        if isinstance(node, Decision) and node.seat == 0:
            mine = step + 1
        elif isinstance(node, Decision) and isinstance(choice, Action):
            play.step_after_last_choice = mine
            fresh, view = step >= play.step - _FRESH, state.seen_by(node.seat)
            why = bot_reason_text(play.game, "thumb", view, choice, play.texts) if fresh else ""
            if why:
                line.bot_reasons[step + 1] = node.seat, why
        state.apply(choice)


class Laid:
    """Data that the pages of a game get for a state: scene and messages."""

    def __init__(self, page: str, language: str = "en") -> None:
        self.table, self.language = Table(GAMES[page], seed=1), language
        self.table.set_language(language)
        self.do = _heard(self.table)
        self.page = page
        self._goals: dict[tuple[int, int], dict[str, Any]] = {}

    def __call__(self, state: State) -> dict[str, Any]:
        """Return {scene, messages, after, then}, the arguments of ``lay.js``."""
        if state.goal is not None:
            if not self._goals:
                self._goals = {(n, taken): scene for n, taken, scene in _goals(self.page, self.language)}
            return {"scene": self._goals[state.goal], "messages": [], "after": [], "then": state.then}
        messages = self.do({"do": "open_link", "values": {"link": state.link}})[:]
        step = state.link.partition("&step=")[2]  # without an action, the game has ended
        if step and self.table.scene["step"] != int(step):
            raise ValueError(f"{state}: this link is of another version of the rules; draw and keep another state")
        then = state.then
        if then.startswith("dialog"):
            name = then.split()[1]
            rule = min(self.table.game.rules)
            messages += self.do({"do": "open_dialog", "dialog": name, "id": rule, "values": {}})
        if then.startswith("strip"):
            _go_on(self.table.session)
            self.table._show()
        scene, after = dict(self.table.scene), []
        if then == "strip 1" and scene["rivals"]:
            after = self.do({"do": "peek_step", "step": scene["rivals"][0]["deeds"][-1]["step"]})[:]
        if then.startswith("touch") and scene["actions"]:
            n = scene["actions"][int(then.split()[1]) % len(scene["actions"])]["n"]
            touch = {"do": "preview_or_play", "n": n, "seen": False, "step": scene["step"], "line": scene["line"]}
            after = [
                told for told in self.do(touch) if told["kind"] == "action_preview"
            ]  # none, because it would be carried out at once
        return {"scene": scene, "messages": messages, "after": after, "then": then}
