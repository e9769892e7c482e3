"""Preview of the effects of an action before it is played.

The action is applied to copies of positions that its seat considers possible. Then the scenes before and after the
action are compared. The module contains no rules of a game and uses no information that the seat cannot have.

    ahead   {n, changes: [change], would: {id: text}, notes: [text], final}
            `would` maps the ids of facts, cards and places to their new values. `final` is the reason why the action
            cannot be undone, or empty if it can be undone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from gamelib import Action, Chance, Decision, End
from gamelib.nodes import Seat
from gamelib.state import State

from ..page.protocol import Json
from .board import zone_cards
from .json_types import ActionPreviewJson
from .players import HUMAN
from .session import GameSession

DETERMINIZATIONS = 2  # number of determinizations to compare. Only changes that occur in each are previewed
MAX_LISTED_CHANGES = 6
MAX_CHANGE_LENGTH = 48  # maximum number of characters of a text that counts as a value


def preview_action_sequence(session: GameSession, consecutive_actions: Sequence[Action]) -> ActionPreviewJson:
    """Return the changes that these consecutive actions of the acting seat cause, as far as the seat can know them.

    `spends` says whether the actions spend something. Only the server uses this key of the result.
    """
    state = session.state
    assert isinstance(state.node, Decision)
    seat = state.node.seat
    before = session.board(state).zones()
    afters = [_after(each, consecutive_actions) for each in _positions(session, state, seat)]
    boards = [session.board(after) for after in afters]
    every = [_differences(before, board.zones(), session.texts) for board in boards]
    moved = [_pawns(before, board.zones(), session.names) for board in boards]
    every = [changes + pawns for changes, pawns in zip(every, moved, strict=True)]
    changes = [one for one in every[0] if all(one in other for other in every[1:])]
    would = {one["id"]: str(one["to"]) for one in changes if one.get("id") and one.get("to") is not None}
    shown = ("icon", "label", "from", "to", "text")
    listed = [
        {key: one[key] for key in shown if one.get(key) is not None}
        for one in sorted(changes, key=_weight)
        if one["near"]
    ]
    notes = boards[0].future_consequence_texts()
    notes = [note for note in notes if all(note in board.future_consequence_texts() for board in boards[1:])]
    return {
        "changes": listed[:MAX_LISTED_CHANGES],
        "would": would,
        "notes": notes,
        "final": _final(session, afters, consecutive_actions, seat),
        "spends": any(one.get("less") for one in changes),
    }


def _positions(play: GameSession, state: State[Any], seat: Seat) -> list[State[Any]]:
    """Return possible complete positions: they agree with everything that a seat knows."""
    if play.is_full_view:
        return [state]
    view, rng, board = state.seen_by(seat), Random(0), play.board(state)
    try:
        return [board.alternative_hidden_state(view.determinize(rng), number) for number in range(DETERMINIZATIONS)]
    except ValueError:  # no determinization exists, so use the position itself
        return [state]


def _after(state: State[Any], actions: Sequence[Action]) -> State[Any]:
    for action in actions:
        state = state.child(action)
    return state


def _final(play: GameSession, afters: Sequence[State[Any]], actions: Sequence[Action], seat: Seat) -> str:
    """Return the reason why these actions cannot be undone, or an empty text if they can be undone."""
    node = afters[0].node
    if isinstance(node, End):
        return play.texts["final_end"]
    if any(isinstance(after.node, Chance) for after in afters):
        return play.texts["final_chance"]
    if isinstance(node, Decision) and node.seat != seat and play.players[node.seat] != HUMAN:
        return play.texts["final_other"].format(who=play.direction_isolated_name(node.seat))
    if any(after.seen_by(seat).to_dict() != afters[0].seen_by(seat).to_dict() for after in afters[1:]):
        return play.texts["final_seen"]
    return ""


# -- comparison of two scenes --------------------------------------------------------------------


def assign_fact_ids(zones: Sequence[Json]) -> None:
    """Give an id to each fact without one, so that the page can display its new value next to it."""
    for zone in zones:
        for fact in zone.get("facts", ()):
            fact.setdefault("id", f"{zone['id']}.{fact.get('icon') or fact['label']}")


def _weight(one: Json) -> tuple[bool, bool]:
    return (one["kind"] != "fact", one.get("to") is None)


def _differences(before: list[Json], after: list[Json], words: Mapping[str, str]) -> list[Json]:
    """Return the differences of two scenes: facts, tracks, numbers on cards, and cards that appear or disappear."""
    assign_fact_ids(before)
    assign_fact_ids(after)
    changes: list[Json] = []
    old_zones = {zone["id"]: zone for zone in before}
    for zone in after:
        old = old_zones.get(zone["id"])
        if old is None:
            continue
        near, seat = zone["area"] == "mine", "seat" in zone
        facts = {fact["id"]: fact for fact in old.get("facts", ())}
        for fact in zone.get("facts", ()):
            was = facts.get(fact["id"])
            if was is not None and was["value"] != fact["value"]:
                less = near and _is_less(was["value"], fact["value"])
                label = fact["label"] if near else f"{zone['title']}: {fact['label']}"
                changes.append(
                    {
                        "kind": "fact",
                        "id": fact["id"],
                        "label": label,
                        "icon": fact.get("icon"),
                        "from": was["value"],
                        "to": fact["value"],
                        "near": seat,
                        "less": less,
                    }
                )
        for group in zone["groups"]:
            was_group: Json = next((one for one in old["groups"] if one["id"] == group["id"]), {})
            track, was_track = group.get("track"), was_group.get("track")
            if track and was_track and track.get("value") != was_track.get("value"):
                now, then = was_track.get("value"), track.get("value")
                changes.append(
                    {
                        "kind": "track",
                        "id": group["id"],
                        "label": track["label"],
                        "from": now,
                        "to": then,
                        "near": near,
                        "less": False,
                    }
                )
    return [one for one in changes + _things(before, after, words) if one.get("to") is not None or "text" in one]


def _is_less(was: Any, now: Any) -> bool:
    return isinstance(was, int) and isinstance(now, int) and now < was


def _number(card: Json) -> Any:
    """Return the value that is displayed on a card or cell."""
    if "places" in card:
        return card["places"].get("full")
    if "road" in card:
        text = card.get("text", "")
        return text if len(text) <= MAX_CHANGE_LENGTH else None
    return card.get("big")


def _placed(zones: list[Json]) -> dict[str, tuple[Json, str, bool, str]]:
    """Return each card by id, with the label of its place, whether the place is the viewer's, and the place id."""
    placed = {}
    for zone in zones:
        for group in zone["groups"]:
            where = group.get("label") or zone.get("title", ""), zone["area"] == "mine", f"{zone['id']}/{group['id']}"
            placed.update({card["id"]: (card, *where) for card in zone_cards({"groups": [group]})})
    return placed


def _places(zones: list[Json]) -> set[str]:
    return {f"{zone['id']}/{group['id']}" for zone in zones for group in zone["groups"]}


def _pawns(before: list[Json], after: list[Json], names: Sequence[str]) -> list[Json]:
    """Return the pawns that moved to another place."""
    stand: list[dict[tuple[str, int], str]] = []
    for zones in (before, after):
        groups = [(zone, group) for zone in zones for group in zone["groups"]]
        stand.append(
            {
                (f"{zone['id']}/{group['id']}", seat): card["name"]
                for zone, group in groups
                for card in zone_cards({"groups": [group]})
                for seat in card.get("pawns", ())
            }
        )
    was, now = stand
    return [
        {"kind": "pawn", "label": names[key[1]], "from": was[key], "to": to, "near": True, "less": False}
        for key, to in now.items()
        if was.get(key, to) != to
    ]


def _things(before: list[Json], after: list[Json], words: Mapping[str, str]) -> list[Json]:
    """Return the changes of values on cards, and the cards that appear or disappear.

    Cards in a row that exists only to offer a choice do not count as appearing or disappearing.
    """
    old, new = _placed(before), _placed(after)
    was_held = Counter(where for _, _, _, where in old.values())
    stay = {place for place in _places(before) if place in _places(after) or was_held[place] == 1}  # the last one left
    changes: list[Json] = []
    gone: list[tuple[str, Json, str, bool, bool]] = []
    come: list[tuple[str, Json, str, bool, bool]] = []
    for place in [*old, *(place for place in new if place not in old)]:
        was, now = old.get(place), new.get(place)
        card, label, near, where = now or was or ({}, "", False, "")
        if was and now and _number(was[0]) != _number(now[0]):
            is_pile = bool(now[0].get("pile"))
            changes.append(
                {
                    "kind": "pile" if is_pile else "thing",
                    "id": place,
                    "label": card.get("name", ""),
                    "from": _number(was[0]),
                    "to": _number(now[0]),
                    "near": near and not is_pile,
                    "less": False,
                }
            )
        if card.get("pile") or card.get("slot"):
            continue
        change = _count(now) - _count(was)
        there = (place, card, label, near, where in stay)
        gone += [there] * max(0, -change)
        come += [there] * max(0, change)
    for place, card, label, near, stays in gone:
        what = card.get("key") or place.rsplit(":", 1)[-1]
        to = next((one for one in come if (one[1].get("key") or one[0].rsplit(":", 1)[-1]) == what), None)
        if to is not None:
            come.remove(to)
            if near or to[3]:
                name = card.get("name", "")
                changes.append({"kind": "move", "label": name, "from": label, "to": to[2], "near": True})
        elif near and stays and card.get("name"):
            changes.append(
                {
                    "kind": "gone",
                    "label": card["name"],
                    "text": words["leaves_place"].format(place=label),
                    "near": True,
                    "less": True,
                }
            )
    changes += [
        {"kind": "come", "label": card["name"], "text": words["comes_to"].format(place=label), "near": True}
        for _, card, label, near, stays in come
        if near and stays and card.get("name")
    ]
    return changes


def _count(placed: tuple[Json, str, bool, str] | None) -> int:
    return 0 if placed is None else int(placed[0].get("count", 1) or 0)
