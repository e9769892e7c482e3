"""A show as data for the page: what matters of the table before and after the step, the step, and what is refused.

    moment   {ask, before: [part], facts: [fact],
              step: {first: [say], say, chance, told: [{text, rule, cites}], refused},
              after: [part], changes: [{who, label, from, to}], kept: [fact], then, unrefused, link,
              refused: [{say, text, rule, ask, parts}], other: {ask, parts, told}}
    part     {title, group}            a group of a scene (widgets/table/scene.py); `marked` are ids of its cards
    fact     {who, label, value, of}   what a seat has

Only what the step changes stands there, or all that the author wants looked at; `changes` are those of what seats
have, `kept` what they have still, `then` is what is asked after the step, `first` are steps that come before it,
`other` is a game that begins with other options. What is refused is refused by the same rule, in another position
(`ask`) if not here, or `reasons_without_refusal` says why nothing can be. A game without a board is told in words
alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from gamelib import Action, Chance, Decision, End, Event, Record, Ruling
from gamelib.bank.quiz_question_types import trivial_refusal_codes
from gamelib.bank.rule_examples import (
    RuleExample,
    groups_hidden_for_rule,
    log_rules_to_show,
    nondefault_start_examples,
    picture_elements_by_rule,
    reasons_without_refusal,
    refusal_examples,
    refusal_picture_elements_by_rule,
    substitute_refusing_rules,
)
from gamelib.nodes import Outcome, format_value
from gamelib.number_format import format_answer
from gamelib.position_text import parse_position
from gamelib.state import State

from ..page.protocol import Json
from ..page.texts import NAMES
from ..page.words import words as english
from .scene import Board, board_of, cards_of

MOST_PARTS = 3
MOST_BEGUN = 6
"""Parts of a game that begins."""
MOST_CARDS = 6
MOST_MARKED = 1000
MIDDLE = "middle"
"""The zone that is shown of a game that begins, if nothing else is asked for."""
CHOICES = "choice:"
"""How the id of a group of what can be chosen begins: of it, what is chosen is shown, and not what comes next."""
CHANGED, STILL, GONE, COME = "!", "=", "<", ">"
"""How what is looked at ends of a group of which only what changes is drawn, that is drawn after the step, too, not
after it, or not before it."""
PIECE, ALONE = "#", "@"
"""How what is looked at begins that is one piece, by its id; alone: of what seats have, only what is looked at."""
NOTHING = "-"
"""What is looked at where nothing lies that a rule is about."""
LOOKS_ON = "~"
"""What stands before the seat that looks on, if the picture is not open."""
BESIDE = "beside"
"""The zone of groups that no table draws."""
USE = {"does", "state", "why", "ask", "id", "fits", "barred", "refused", "notes", "then"}
FITTING = {"text", "good", "warn"}
"""What of a card says whether it can be used now, and where."""
MOST_TOLD = 3
MOST_CHANGES = 4
MOST_NAMED = 2000
"""Actions that are looked through for one that is refused."""


def moment(show: RuleExample, picked: bool = True, words: Mapping[str, str] | None = None) -> Json:
    """What the page draws of a show, with what would be refused there. `picked`: as the rule's author has picked what
    is looked at; else it is another position, and what changes is drawn."""
    before, step = show.before(), show.step
    opening, names = _opening(show), NAMES[: before.seats]
    node = opening.node
    own = show if picked else None
    look = [] if own is None else picture_elements_by_rule(own.game).get(own.rule, [])
    viewer = next((int(entry.removeprefix(LOOKS_ON)) for entry in look if entry.startswith(LOOKS_ON)), None)
    boards = boards_of(show, viewer)
    said = step_words(show)
    made: Json = {"ask": "" if step is None else _asked(show, node, names)}
    if viewer is not None:  # to whoever looks on, chance says only what is asked
        said = made["ask"] if isinstance(node, Chance) else said
        made["ask"] = (words or english("shown"))["seen_as"].format(who=names[viewer])
    made["step"] = {"say": said, "told": _told(show, names, viewer), "refused": show.ruling is not None}
    if first := [_step_said(show, *one) for one in _steps(show)[:-1]]:
        made["step"].update(first=first, say=_step_said(show, before, step))
    elif isinstance(node, Chance) and step is not None and viewer is None:
        p = node.dist().p(step)
        made["step"]["chance"] = "" if p == 1 else format_answer(p, True)
    if boards[0] is not None and boards[1] is not None:
        made["before"], made["after"] = _parts(show, boards[0], boards[1], look, own is not None)
        made["facts"] = facts_of(boards[0], [entry.removesuffix(STILL) for entry in look], names)
        made["kept"] = facts_of(boards[1], [entry[:-1] for entry in look if entry.endswith(STILL)], names)
        out = [entry[1:] for entry in look if entry.startswith("-@")]
        made["changes"] = changes(boards[0], boards[1], names, out, look)
    after = show.after.node
    if step is not None and show.ruling is None and _question(after) != _question(node):
        made["then"] = show.game.describe(after, names)
    if step is not None:
        made["link"] = link_of(show)
        made["refused"] = refused(show, before, names, boards[0])
        if show.ruling is None:
            made["unrefused"] = reasons_without_refusal(show.game).get(show.rule, "")
    if own is not None and own.rule in nondefault_start_examples(own.game):
        made["other"] = _other(own, *nondefault_start_examples(own.game)[own.rule])
    return made


def _other(show: RuleExample, begun: RuleExample, look: Sequence[str]) -> Json:
    """What lies there when a game begins with other options, which are the question."""
    state = begun.before()
    first, second = boards_of(begun)
    parts = _parts(begun, first, second, look)[1] if first is not None and second is not None else []
    more = state.seats != show.before().seats  # how many there are is what the first line says
    told = [line for n, line in enumerate(_told(begun, NAMES[: state.seats])) if line["cites"] or (more and not n)]
    return {"ask": " ".join(_under(begun)), "parts": parts, "told": told}


def _opening(show: RuleExample) -> State[Any]:
    """The position that is drawn before the step: the one before those that come first."""
    first: State[Any] = show.intermediate_states[0] if show.lead_in_steps else show.before()
    return first


def _steps(show: RuleExample) -> list[tuple[State[Any], Any]]:
    """Each step of a show with the position before it."""
    if not show.lead_in_steps:
        return [(show.before(), show.step)]
    taken = [*map(show.game.parse_choice, show.lead_in_steps), show.step]
    return list(zip(show.intermediate_states, taken, strict=True))


def _step_said(show: RuleExample, state: State[Any], step: Any) -> str:
    """One of several steps in words, with what chance was asked."""
    names = NAMES[: state.seats]
    if isinstance(step, Action):
        return show.game.describe(step, names)
    return f"{show.game.describe(state.node, names).rstrip('.')}: {outcome_words(state, step)}"


def _asked(show: RuleExample, node: Any, names: Sequence[str]) -> str:
    """What is asked in the position of a show, and under which options, if not the usual ones."""
    return " ".join([*_under(show), show.game.describe(node, names)])


def _under(show: RuleExample) -> list[str]:
    """The options of a show's position that are not the usual ones."""
    said = parse_position(show.position)
    return [
        f"{one['label']}: {choice['label']}."
        for one in show.game.option_labels
        for choice in one["choices"]
        if one["default"] != choice["value"] == said.get(one["name"], one["default"])
    ]


def _question(node: Any) -> tuple[Any, ...]:
    """Who is asked what."""
    return getattr(node, "step_name", "end"), getattr(node, "seat", None), str(getattr(node, "values", ""))


def changes(
    first: Board, second: Board, names: Sequence[str], out: Collection[str] = (), look: Collection[str] = ()
) -> list[Json]:
    """What seats have before a step and after it, where it differs; but for `out`, as "@coin:1"; first, or alone, what
    is looked at."""
    rows = []
    before, after = (
        {(zone["id"], _of(fact)): (zone, fact) for zone in board.laid for fact in zone.get("facts", ())}
        for board in (first, second)
    )
    for key, (zone, fact) in before.items():
        now = after.get(key)
        if now is not None and now[1]["value"] != fact["value"] and _asked_for(zone, fact) not in out:
            seat = zone.get("seat")
            who = names[seat] if seat is not None else zone.get("title", "")
            label = _of(fact)
            values = [str(value).removeprefix(f"{label} ".lower()) for value in (fact["value"], now[1]["value"])]
            entry = {"who": who, "label": label, "from": values[0], "to": values[1]}
            rows.append((_asked_for(zone, fact) not in look, entry))
    some = [entry for entry in rows if not entry[0] or ALONE not in look]
    return [entry for _, entry in sorted(some, key=lambda pair: pair[0])][:MOST_CHANGES]


def _of(fact: Json) -> str:
    """What a fact is of; what stands behind a comma is how it is now."""
    return str(fact["label"]).partition(",")[0]


def _asked_for(zone: Json, fact: Json) -> str:
    """How a picture's author names what a seat has: by icon, or by label where there is none, and seat."""
    return f"@{fact.get('icon') or fact['label']}:{zone.get('seat')}"


def facts_of(board: Board, look: Sequence[str], names: Sequence[str]) -> list[Json]:
    """What seats have, as "@coin:1" asks for it."""
    rows = []
    for zone in board.laid:
        for fact in zone.get("facts", ()):
            if _asked_for(zone, fact) in look:
                kept = {name: fact[name] for name in ("label", "value", "of") if name in fact}
                rows.append({"who": names[zone["seat"]], **kept})
    return rows


def link_of(show: RuleExample) -> str:
    """The position before the step on the page of the game's table, relative to a page beside its folder."""
    record = Record.from_position(show.game, show.position)
    return f"../tables/{show.game.slug}.ipynb#game={record.to_link()}&step=0"


def places(board: Board, action: Action) -> list[str]:
    """Where an action is offered, what it is aimed at and what it takes; a board need not know that of one that is
    refused."""
    spots: list[str | None] = []
    for way in (board.place, board.aim):
        with suppress(ValueError, KeyError, IndexError, TypeError):
            spots.append(way(action))
    with suppress(ValueError, KeyError, IndexError, TypeError):
        spots += board.takes(action) or []
    return [place for place in spots if place]


def boards_of(show: RuleExample, viewer: int | None = None) -> tuple[Board | None, Board | None]:
    """The board before the step and after it, open, as whoever takes it has it before them, or as `viewer` sees it;
    None for a game without one."""
    before = _opening(show)
    seat, names = getattr(before.node, "seat", None) or 0, NAMES[: before.seats]
    if viewer is not None:
        return _board(before, viewer, names, False), _board(show.after, viewer, names, False)
    return _board(before, seat, names), _board(show.after, seat, names)


def _board(state: State[Any], seat: int, names: Sequence[str], everything: bool = True) -> Board | None:
    try:
        return board_of(state, seat, everything, names)
    except ValueError:
        return None


def outcome_words(state: State[Any], outcome: Outcome) -> str:
    """What chance brings, in the words of the game's board."""
    board = _board(state, getattr(state.node, "seat", None) or 0, NAMES[: state.seats])
    return board.outcome(outcome) if board is not None else format_value(outcome)


def step_words(show: RuleExample) -> str:
    """The step of a show in words."""
    before = show.before()
    names = NAMES[: before.seats]
    return _said(show, _board(before, getattr(before.node, "seat", None) or 0, names), names)


def _said(show: RuleExample, board: Board | None, names: Sequence[str]) -> str:
    """The step in words."""
    step = show.step
    if isinstance(step, Action):
        return show.game.describe(step, names)
    if step is None:
        return ""
    return board.outcome(step) if board is not None else format_value(step)


def _told(show: RuleExample, names: Sequence[str], viewer: int | None = None) -> list[Json]:
    """What the step tells, or tells `viewer`: what cites the rule first, then the rest in order."""
    if show.ruling is not None:
        return [_reason(show, show.ruling, names)]
    about = show.game.rules[show.rule]
    wanted = {show.rule, *about.related} if show.citation_kind == "settles" else {show.rule}

    def cites(event: Event) -> bool:
        return bool(wanted & {event.rule, *event.related_rules})

    happened = (
        show.events
        if viewer is None
        else tuple(event for state in (*_ways(show), show.after) for event in state.seen_by(viewer).events)
    )
    events = sorted(happened, key=lambda event: not cites(event))
    kept = events[: max(MOST_TOLD, sum(map(cites, events)) if show.citation_kind == "begins" else 0)]
    some = log_rules_to_show(show)
    if some is not None:
        kept = [event for event in events if any(f"{event.rule}.".startswith(f"{rule.rstrip('.')}.") for rule in some)]
    made = [
        {"text": show.game.describe(event, names), "rule": event.rule, "cites": cites(event)}
        for event in happened
        if event in kept
    ]
    if not any(line["cites"] for line in made):
        nodes = [show.before().node, show.after.node]
        made += [
            {"text": show.game.describe(node, names), "rule": node.rule, "cites": True}
            for node in nodes
            if node.rule in wanted
        ][-1:]
    return made


def _ways(show: RuleExample) -> Sequence[State[Any]]:
    """What the position becomes by the steps that come first."""
    return show.intermediate_states[1:] if show.lead_in_steps else ()


def _reason(show: RuleExample, ruling: Ruling, names: Sequence[str]) -> Json:
    text = show.game.describe(ruling, names).removesuffix(f" ({ruling.rule})")
    return {"text": text, "rule": ruling.rule, "cites": True}


def _face(card: Json) -> Any:
    """What is seen of a card; whether it can be used now, and what would come of it, is no part of it, nor of one that
    is laid on cells how many would take it."""
    out = USE | (FITTING if "fits" in card else set())
    return {name: value for name, value in card.items() if name not in out}


def _groups(board: Board) -> dict[str, tuple[Json, Json]]:
    """The groups of a table by where they lie, each with its zone; what another seat chooses from is that seat's."""
    zones = {zone["id"]: zone for zone in board.laid}
    own, other = f"seat:{board.viewer}", zones.get(f"seat:{board.seat}")
    return {
        f"{id}/{group['id']}": (other if other and id == own and _offers(group) else zone, group)
        for id, zone in zones.items()
        for group in zone["groups"]
    }


def _offers(group: Json) -> bool:
    return any("does" in card for card in cards_in(group))


def _with_beside(board: Board, look: Collection[str] = ()) -> dict[str, tuple[Json, Json]]:
    """The groups of a table, and those that are looked at although no table draws them (`Board.beside`)."""
    groups = _groups(board)
    for id in dict.fromkeys(entry.rstrip(CHANGED + STILL + GONE + COME) for entry in look):
        if (made := board.beside(id)) is not None:
            groups[f"{BESIDE}/{id}"] = {"id": BESIDE, "title": ""}, {"id": id, **made}
    return groups


def cards_in(group: Json) -> list[Json]:
    """Every card and cell of a group."""
    return cards_of({"groups": [group]})


@dataclass(frozen=True)
class ShownGroups:
    """The groups of the table before a step and after it, by key, with the ids of the cards that it is about."""

    before: dict[str, tuple[Json, Json]]
    after: dict[str, tuple[Json, Json]]
    held: list[str]
    """Where the action is offered and what it is aimed at."""
    marked: set[str]
    """Held, or no longer as it was."""
    come: set[str]
    """New, or other than it was."""


def seen(show: RuleExample, first: Board, second: Board, look: Collection[str] = ()) -> ShownGroups:
    """What a step changes on the table, and in what is looked at; `first` and `second` are the boards before and after
    it."""
    before, after = _with_beside(first, look), _with_beside(second, look)
    asked = {entry.rstrip(CHANGED + STILL + GONE + COME) for entry in look}
    for state, step in _steps(show) if asked else ():
        board = _board(state, first.viewer, first.names) if isinstance(state.node, Chance) else None
        fell = None if board is None else board.fell(step)
        if fell is not None and fell["id"] in asked:
            after[f"{BESIDE}/{fell['id']}"] = {"id": BESIDE, "title": ""}, fell
    held = [place for _, step in _steps(show) if isinstance(step, Action) for place in places(first, step)]
    faces = [
        {card["id"]: _face(card) for _, group in groups.values() for card in cards_in(group)}
        for groups in (before, after)
    ]
    marked = {id for id, face in faces[0].items() if faces[1].get(id) != face}
    if isinstance(show.after.node, End):  # a table that is cleared shows no rule
        marked -= {card["id"] for key, (_, group) in before.items() if key not in after for card in cards_in(group)}
    marked |= set(held)
    come = {id for id, face in faces[1].items() if faces[0].get(id) != face}
    return ShownGroups(before, after, held, marked, come)


def differing(first: Board, second: Board) -> tuple[list[Json], list[Json]]:
    """The groups that lie otherwise on the second board, as they lie on each."""
    groups = [_groups(board) for board in (first, second)]
    faces = [{card["id"]: _lies(card) for _, group in each.values() for card in cards_in(group)} for each in groups]
    marked = [{id for id, face in one.items() if other.get(id) != face} for one, other in (faces, faces[::-1])]
    tracks = {key for key in groups[0] if _track(groups[0], key) != _track(groups[1], key)}
    both = [_chosen(each, here, tracks) for each, here in zip(groups, marked, strict=True)]
    keys = {part["key"] for parts in both for part in parts}
    for i, parts in enumerate(both):  # what is seen on one side is seen on the other as well
        shown = {part["key"] for part in parts}
        parts += [part for part in _chosen(groups[i], set(), keys) if part["key"] not in shown]
        parts.sort(key=lambda part: (part["key"] not in tracks, str(part["key"])))
    return _first(both[0]), _first(both[1])


def _lies(card: Json) -> Any:
    """What is drawn of a card that only lies there: what it tells when it is touched is no part of it."""
    told = () if card.get("skills") else ("list",)
    return {name: value for name, value in _face(card).items() if name not in ("good", *told)}


def _parts(
    show: RuleExample, first: Board, second: Board, look: Sequence[str], picked: bool = True
) -> tuple[list[Json], list[Json]]:
    """The groups that the step is about, before and after it, and those that are to be looked at besides."""
    if NOTHING in look:
        return [], []
    views = seen(show, first, second, look)
    all_groups = {**views.before, **views.after}
    wanted = {
        key
        for key, (zone, group) in all_groups.items()
        if {group["id"], *(group["id"] + mark for mark in (STILL, GONE, COME))} & set(look)
        or (show.step is None and not look and zone["id"] == MIDDLE)
    }
    drawn = wanted | {key for key, (_, group) in all_groups.items() if f"{group['id']}{CHANGED}" in look}
    named = [entry.removeprefix(PIECE) for entry in look if entry.startswith(PIECE)]
    pieces = {entry.rstrip(STILL + GONE) for entry in named}
    views = replace(views, before=_said_of(views.before, pieces), after=_said_of(views.after, pieces))
    if show.step is None:  # a game that begins has no table before it
        return [], _first(_chosen(_only(views.before, pieces, wanted), pieces, wanted), MOST_BEGUN)
    groups = [_only(each, pieces, wanted) for each in (views.before, views.after)]
    alone = {
        key
        for each in groups
        for key, (_, group) in each.items()
        if not pieces.isdisjoint(card["id"] for card in cards_in(group))
    }
    wanted, drawn = wanted | alone, drawn | alone
    lie = {key: {card["id"] for each in groups if key in each for card in cards_in(each[key][1])} for key in alone}
    still = {key for key in wanted if {all_groups[key][1]["id"] + mark for mark in (STILL, COME)} & set(look)}
    still |= {key for key in alone if any(f"{id}{STILL}" in named for id in lie[key])}
    gone = {key for key in alone if any(f"{id}{GONE}" in named for id in lie[key])}
    if drawn:
        groups = [{key: part for key, part in each.items() if key in drawn} for each in groups]
        groups[0] = {key: part for key, part in groups[0].items() if part[1]["id"] + COME not in look}
        groups[1] = {
            key: part for key, part in groups[1].items() if part[1]["id"] + GONE not in look and key not in gone
        }
    elif picked and (out := groups_hidden_for_rule(show.game, show.rule)):
        groups = [{key: part for key, part in each.items() if part[1]["id"] not in out} for each in groups]
    choices = [
        group
        for _, group in {**views.before, **views.after}.values()
        if group["id"].startswith(CHOICES) and group["id"] not in look
    ]
    left = {group["id"] for group in choices}
    asked = {card["id"] for group in choices for card in cards_in(group)} - set(views.held)
    both = [_chosen(groups[0], views.marked - asked, wanted), _chosen(groups[1], views.come - asked, still)]
    here = {part["key"] for part in both[0] if part["marked"] and part["group"]["id"] not in left}
    here |= {key for key in wanted if _track(views.before, key) != _track(views.after, key)}
    # a group that something leaves is seen after it, too, if there is room
    kept = {part["key"] for part in both[1]}
    both[1] += [part for part in _chosen(groups[1], set(), here) if part["key"] not in kept]
    lay = [part["key"] for part in both[0]]  # what lay there before stands in the same order after
    most = max(MOST_PARTS, len(drawn))  # an author's picture drops nothing that is looked at
    after = sorted(both[1][:most], key=lambda part: lay.index(part["key"]) if part["key"] in lay else len(lay))
    return _first(both[0], most), _first(after, most)


def _only(
    groups: dict[str, tuple[Json, Json]], pieces: Collection[str], whole: Collection[str]
) -> dict[str, tuple[Json, Json]]:
    """The groups; of those in which one of these pieces lies the pieces alone, unless they are looked at whole."""
    some = {
        key: [card for card in group.get("items", ()) if card["id"] in pieces]
        for key, (_, group) in groups.items()
        if key not in whole
    }
    return {
        key: (zone, {**group, "items": some[key]} if some.get(key) else group) for key, (zone, group) in groups.items()
    }


def _said_of(groups: dict[str, tuple[Json, Json]], pieces: Collection[str]) -> dict[str, tuple[Json, Json]]:
    """The groups; chips that are looked at show what they say."""
    return {
        key: (
            zone,
            {
                **group,
                "items": [
                    {**card, "caption": card.get("text", "")} if card["id"] in pieces else card
                    for card in group["items"]
                ],
            }
            if group.get("look") == "chips"
            else group,
        )
        for key, (zone, group) in groups.items()
    }


def _track(groups: dict[str, tuple[Json, Json]], key: str) -> Any:
    """How far a group has come, apart from what lies in it."""
    return groups[key][1].get("track") if key in groups else None


def _first(parts: Sequence[Json], most: int = MOST_PARTS) -> list[Json]:
    """The first parts, as the page draws them."""
    return [{name: value for name, value in part.items() if name != "key"} for part in parts[:most]]


def _chosen(groups: dict[str, tuple[Json, Json]], marked: set[str], also: Collection[str] = ()) -> list[Json]:
    """Those of `also`, then groups with marked cards, most of them first: of `also` the first cards, else the marked
    ones alone, and how many more there are."""
    parts: list[tuple[int, Json]] = []
    for key, (zone, group) in groups.items():
        cards = cards_in(group)
        here = [card["id"] for card in cards if card["id"] in marked]
        if not here and key not in also:
            continue
        shown = {name: value for name, value in group.items() if name not in ("at", "tab")}
        if "items" in shown:
            some = [card for card in group["items"] if card["id"] in marked and key not in also] or group["items"]
            shown["items"] = [_plain(card) for card in some[:MOST_CARDS]]
            shown["more"] = sum(not card.get("pile") for card in group["items"] if card not in some[:MOST_CARDS])
        rank = -len(here) - MOST_MARKED * (key in also)
        parts.append((rank, {"key": key, "title": zone["title"], "group": shown, "marked": here}))
    return [part for _, part in sorted(parts, key=lambda pair: pair[0])]


def _plain(card: Json) -> Json:
    """A card that only lies there."""
    return {name: value for name, value in card.items() if name not in ("does", "state", "why", "barred")}


def refused(
    show: RuleExample, state: State[Any], names: Sequence[str], board: Board | None, most: int = 1
) -> list[Json]:
    """What would be refused before the step, the nearest first: of what lies there, by this rule, by this verb."""
    if show.ruling is not None or show.rule in reasons_without_refusal(show.game):
        return []
    picked = refusal_examples(show.game).get(show.rule)
    if (
        picked is not None
        and picked.ruling is not None
        and (picked.position == show.position or show.rule in substitute_refusing_rules(show.game))
    ):
        return [_elsewhere(picked, picked.ruling, here=picked.position == show.position)]
    about, verb = show.game.rules[show.rule], getattr(show.step, "verb", "")
    own = {show.rule, substitute_refusing_rules(show.game).get(show.rule), *(about.related if about.question else ())}
    lies = {card["id"] for zone in board.laid for card in cards_of(zone)} if board is not None else set()
    chooses = isinstance(state.node, Decision)
    legal = list(islice(state.legal, MOST_NAMED)) if chooses else []
    known = {*show.game.texts.sections.get("cards", ()), *(arg for action in legal for arg in action.args)}
    dull = trivial_refusal_codes() | {"no_action", "not_now", "wrong_kind"}
    allowed = {show.game.describe(action, names) for action in legal}
    closest: dict[tuple[str, str], tuple[tuple[bool, bool, bool, bool, int, int], Action, Ruling]] = {}
    named = islice(show.game.nameable(state), MOST_NAMED) if chooses else ()
    for n, action in enumerate(named):
        ruling = state.why_not(action)
        if ruling is None or ruling.code in dull:
            continue
        if len(action.args) == 1 and isinstance(action.args[0], str) and action.args[0] not in known:
            continue  # a word for no thing of the game
        ranks = (ruling.rule != show.rule, ruling.rule not in own, action.verb != verb)
        away = bool(action.args) and board is not None and not set(places(board, action)) & lies
        rank = (away, *ranks, _apart(action, show.step), n)
        key = (ruling.rule, ruling.code)
        if (key not in closest or rank < closest[key][0]) and show.game.describe(action, names) not in allowed:
            closest[key] = (rank, action, ruling)
    near = sorted(closest.values(), key=lambda entry: entry[0])
    kept = [(action, ruling) for rank, action, ruling in near[:most] if not rank[0] and ruling.rule in own]
    if not kept:
        elsewhere = next((one for rule, one in refusal_examples(show.game).items() if rule in own), None)
        return [] if elsewhere is None or elsewhere.ruling is None else [_elsewhere(elsewhere, elsewhere.ruling)]
    return [{"say": show.game.describe(action, names), **_reason(show, ruling, names)} for action, ruling in kept]


def _apart(action: Action, step: Any) -> int:
    """How far the numbers of an action are from those of a step that it is like otherwise; 0 if it is not like it."""
    said = getattr(step, "args", ())
    if action.verb != getattr(step, "verb", "") or len(action.args) != len(said):
        return 0
    return sum(
        abs(one - other)
        for one, other in zip(action.args, said, strict=True)
        if type(one) is int and type(other) is int
    )


def _elsewhere(refusal: RuleExample, ruling: Ruling, here: bool = False) -> Json:
    """What a rule refuses in a position of its own, with what it is about there, if that is not the one shown."""
    there = refusal.before()
    names = NAMES[: there.seats]
    board = boards_of(refusal)[0]
    made = {"say": refusal.game.describe(refusal.step, names), **_reason(refusal, ruling, names)}
    if here:
        return made
    made["ask"] = _asked(refusal, there.node, names)
    if board is not None and isinstance(refusal.step, Action):
        look = refusal_picture_elements_by_rule(refusal.game).get(refusal.rule, ())
        pieces = {entry.removeprefix(PIECE) for entry in look if entry.startswith(PIECE)}
        laid = _with_beside(board, look)
        also = {
            key
            for key, (_, group) in laid.items()
            if group["id"] in look or not pieces.isdisjoint(card["id"] for card in cards_in(group))
        }
        groups = _only(laid, pieces, {key for key in also if key.partition("/")[2] in look})
        made["parts"] = _first(_chosen(groups, set(places(board, refusal.step)), also))
    return made
