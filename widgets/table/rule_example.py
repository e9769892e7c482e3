"""Rule example display: the step of a rule example, the table before and after this step, and refusal examples.

    display  {ask, before: [part], facts: [fact],
              step: {first: [say], say, chance, told: [{text, rule, cites}], refused},
              after: [part], changes: [{who, label, from, to}], kept: [fact], then, unrefused, link,
              refused: [{say, text, rule, ask, parts}], other: {ask, parts, told}}
    part     {title, group}            a group of a scene (widgets/table/board.py). `marked` are ids of its cards
    fact     {who, label, value, of}   a player fact

The display contains the groups that the step changes. If the author lists picture elements, it contains only these.
`changes` are the player facts that the step changes. `kept` are facts that are displayed again after the step. `then`
is the question after the step. `first` are the lead-in steps. `other` is a game that starts with other options.

A refusal example is an action that the same rule refuses. If the rule refuses this action in another position, `ask` is
the question in that position. If the rule refuses no action, `no_refusal_reason_by_rule` gives the reason. For games
without a board, the display contains only texts.
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
    no_refusal_reason_by_rule,
    nondefault_start_examples,
    picture_elements_by_rule,
    refusal_example_by_rule,
    refusal_picture_elements_by_rule,
    substitute_rule_by_nonrefusing_rule,
)
from gamelib.nodes import Outcome, format_value
from gamelib.number_format import format_answer
from gamelib.position_text import parse_position
from gamelib.state import State

from ..page.protocol import Json
from ..page.translations import load_texts as english
from ..page.user_text import DEFAULT_PLAYER_NAMES
from .board import Board, make_board, zone_cards

MAX_EXCERPTS = 3
MAX_SETUP_EXCERPTS = 6
"""Excerpts of a game at its start."""
MAX_CARDS = 6
MAX_MARKED_CARDS = 1000
CENTER_ZONE = "middle"
"""Zone that is displayed of a game at its start, unless the author lists other elements."""
CHOICE_PREFIX = "choice:"
"""Prefix of the id of a group with choices. The display omits its cards that are not chosen, and its later content."""
SUFFIX_CHANGES, SUFFIX_AFTER_TOO, SUFFIX_BEFORE_ONLY, SUFFIX_AFTER_ONLY = "!", "=", "<", ">"
"""Suffixes of a picture element.

They mean: draw only the changes of the group, draw it also after the step, only before the step, only after the step.
"""
PREFIX_CARD, PREFIX_FACT = "#", "@"
"""Prefixes of a picture element that is one card or fact, by its id.

"@" alone restricts the player facts to the listed ones.
"""
NO_GROUPS = "-"
"""Picture element for a rule that is not about anything on the table."""
PREFIX_VIEWER = "~"
"""Prefix of the number of the viewer, if the picture does not show all cards open."""
EXTRA_ZONE = "beside"
"""Zone of groups that no table draws."""
INTERACTION_KEYS = {"does", "state", "why", "ask", "id", "fits", "barred", "refused", "notes", "then"}
FIT_KEYS = {"text", "good", "warn"}
"""Keys of a card that tell whether and where it can be used now."""
MAX_EVENTS = 3
MAX_CHANGES = 4
MAX_TRIED_ACTIONS = 2000
"""Number of actions that are searched for a refused one."""


def rule_example_display(
    example: RuleExample, is_authored: bool = True, texts: Mapping[str, str] | None = None
) -> Json:
    """Return the display of a rule example for the page, with refusal examples.

    `is_authored` says whether the author of the rule has selected picture elements for this example. If it is false,
    the example is in another position, and the display shows the groups that change.
    """
    before, step = example.before(), example.step
    opening, names = _opening(example), DEFAULT_PLAYER_NAMES[: before.seats]
    node = opening.node
    own = example if is_authored else None
    look = [] if own is None else picture_elements_by_rule(own.game).get(own.rule, [])
    viewer = next((int(entry.removeprefix(PREFIX_VIEWER)) for entry in look if entry.startswith(PREFIX_VIEWER)), None)
    boards = boards_before_and_after(example, viewer)
    said = rule_example_step_text(example)
    made: Json = {"ask": "" if step is None else _asked(example, node, names)}
    if viewer is not None:  # from the view of one player, a chance step displays only its question
        said = made["ask"] if isinstance(node, Chance) else said
        made["ask"] = (texts or english("shown"))["seen_as"].format(who=names[viewer])
    made["step"] = {"say": said, "told": _told(example, names, viewer), "refused": example.ruling is not None}
    if first := [_step_said(example, *one) for one in _steps(example)[:-1]]:
        made["step"].update(first=first, say=_step_said(example, before, step))
    elif isinstance(node, Chance) and step is not None and viewer is None:
        p = node.dist().p(step)
        made["step"]["chance"] = "" if p == 1 else format_answer(p, True)
    if boards[0] is not None and boards[1] is not None:
        made["before"], made["after"] = _parts(example, boards[0], boards[1], look, own is not None)
        made["facts"] = player_facts_for_markers(
            boards[0], [entry.removesuffix(SUFFIX_AFTER_TOO) for entry in look], names
        )
        made["kept"] = player_facts_for_markers(
            boards[1], [entry[:-1] for entry in look if entry.endswith(SUFFIX_AFTER_TOO)], names
        )
        out = [entry[1:] for entry in look if entry.startswith("-@")]
        made["changes"] = player_fact_changes(boards[0], boards[1], names, out, look)
    after = example.after.node
    if step is not None and example.ruling is None and _question(after) != _question(node):
        made["then"] = example.game.describe(after, names)
    if step is not None:
        made["link"] = example_position_link(example)
        made["refused"] = find_refusal_examples(example, before, names, boards[0])
        if example.ruling is None:
            made["unrefused"] = no_refusal_reason_by_rule(example.game).get(example.rule, "")
    if own is not None and own.rule in nondefault_start_examples(own.game):
        made["other"] = _other(own, *nondefault_start_examples(own.game)[own.rule])
    return made


def _other(show: RuleExample, begun: RuleExample, look: Sequence[str]) -> Json:
    """Return the table at the start of a game with other options, for a rule about these options."""
    state = begun.before()
    first, second = boards_before_and_after(begun)
    parts = _parts(begun, first, second, look)[1] if first is not None and second is not None else []
    more = state.seats != show.before().seats  # the first line of the log says how many seats the game has
    told = [
        line
        for n, line in enumerate(_told(begun, DEFAULT_PLAYER_NAMES[: state.seats]))
        if line["cites"] or (more and not n)
    ]
    return {"ask": " ".join(_under(begun)), "parts": parts, "told": told}


def _opening(show: RuleExample) -> State[Any]:
    """Return the position before the first step. The first step can be a lead-in step."""
    first: State[Any] = show.lead_in_states[0] if show.lead_in_steps else show.before()
    return first


def _steps(show: RuleExample) -> list[tuple[State[Any], Any]]:
    """Return each step of a rule example with the position before it."""
    if not show.lead_in_steps:
        return [(show.before(), show.step)]
    taken = [*map(show.game.parse_choice, show.lead_in_steps), show.step]
    return list(zip(show.lead_in_states, taken, strict=True))


def _step_said(show: RuleExample, state: State[Any], step: Any) -> str:
    """Return the text of one step of a rule example. For a chance step, the text also contains the question."""
    names = DEFAULT_PLAYER_NAMES[: state.seats]
    if isinstance(step, Action):
        return show.game.describe(step, names)
    return f"{show.game.describe(state.node, names).rstrip('.')}: {outcome_text(state, step)}"


def _asked(show: RuleExample, node: Any, names: Sequence[str]) -> str:
    """Return the question in the position of an example. Options that differ from their defaults come before it."""
    return " ".join([*_under(show), show.game.describe(node, names)])


def _under(show: RuleExample) -> list[str]:
    """Return the options that differ from their defaults in the position of an example."""
    said = parse_position(show.position)
    return [
        f"{one['label']}: {choice['label']}."
        for one in show.game.option_labels
        for choice in one["choices"]
        if one["default"] != choice["value"] == said.get(one["name"], one["default"])
    ]


def _question(node: Any) -> tuple[Any, ...]:
    """Return a tuple that identifies a question: step name, seat and values."""
    return getattr(node, "step_name", "end"), getattr(node, "seat", None), str(getattr(node, "values", ""))


def player_fact_changes(
    board_before: Board,
    board_after: Board,
    names: Sequence[str],
    excluded_fact_markers: Collection[str] = (),
    fact_markers: Collection[str] = (),
) -> list[Json]:
    """Return the player facts that a step changes.

    Facts that match `excluded_fact_markers`, such as "@coin:1", are omitted. Facts that match `fact_markers` come
    first, or are the only ones.
    """
    rows = []
    before, after = (
        {(zone["id"], _of(fact)): (zone, fact) for zone in board.cached_zones for fact in zone.get("facts", ())}
        for board in (board_before, board_after)
    )
    for key, (zone, fact) in before.items():
        now = after.get(key)
        if now is not None and now[1]["value"] != fact["value"] and _asked_for(zone, fact) not in excluded_fact_markers:
            seat = zone.get("seat")
            who = names[seat] if seat is not None else zone.get("title", "")
            label = _of(fact)
            values = [str(value).removeprefix(f"{label} ".lower()) for value in (fact["value"], now[1]["value"])]
            entry = {"who": who, "label": label, "from": values[0], "to": values[1]}
            rows.append((_asked_for(zone, fact) not in fact_markers, entry))
    some = [entry for entry in rows if not entry[0] or PREFIX_FACT not in fact_markers]
    return [entry for _, entry in sorted(some, key=lambda pair: pair[0])][:MAX_CHANGES]


def _of(fact: Json) -> str:
    """Return the label of a fact up to the first comma. The text after the comma describes the current value."""
    return str(fact["label"]).partition(",")[0]


def _asked_for(zone: Json, fact: Json) -> str:
    """Return the marker that selects a fact for pictures by authors: its icon, or else its label, and its seat."""
    return f"@{fact.get('icon') or fact['label']}:{zone.get('seat')}"


def player_facts_for_markers(board: Board, fact_markers: Sequence[str], names: Sequence[str]) -> list[Json]:
    """Return the player facts that these markers select, such as "@coin:1"."""
    rows = []
    for zone in board.cached_zones:
        for fact in zone.get("facts", ()):
            if _asked_for(zone, fact) in fact_markers:
                kept = {name: fact[name] for name in ("label", "value", "of") if name in fact}
                rows.append({"who": names[zone["seat"]], **kept})
    return rows


def example_position_link(example: RuleExample) -> str:
    """Return the link to the position before the step, on the table page. It works from a page in a sibling folder."""
    record = Record.from_position(example.game, example.position)
    return f"../tables/{example.game.slug}.ipynb#game={record.to_link()}&step=0"


def offer_target_and_item_ids(board: Board, action: Action) -> list[str]:
    """Return the ids of the card that offers an action, of the target, and of the items that the action takes.

    For a refused action, the board may have no cards with these ids.
    """
    spots: list[str | None] = []
    for way in (board.action_card_id, board.action_target_id):
        with suppress(ValueError, KeyError, IndexError, TypeError):
            spots.append(way(action))
    with suppress(ValueError, KeyError, IndexError, TypeError):
        spots += board.multi_pick_item_ids(action) or []
    return [place for place in spots if place]


def boards_before_and_after(example: RuleExample, viewer: int | None = None) -> tuple[Board | None, Board | None]:
    """Return the boards before and after the step, or None for a game without a board.

    Without `viewer`, all cards are open and the acting seat is in front.
    """
    before = _opening(example)
    seat, names = getattr(before.node, "seat", None) or 0, DEFAULT_PLAYER_NAMES[: before.seats]
    if viewer is not None:
        return _board(before, viewer, names, False), _board(example.after, viewer, names, False)
    return _board(before, seat, names), _board(example.after, seat, names)


def _board(state: State[Any], seat: int, names: Sequence[str], everything: bool = True) -> Board | None:
    try:
        return make_board(state, seat, everything, names)
    except ValueError:
        return None


def outcome_text(state: State[Any], outcome: Outcome) -> str:
    """Return the text of an outcome, in the words of the board of the game."""
    board = _board(state, getattr(state.node, "seat", None) or 0, DEFAULT_PLAYER_NAMES[: state.seats])
    return board.outcome_text(outcome) if board is not None else format_value(outcome)


def rule_example_step_text(example: RuleExample) -> str:
    """Return the text of the step of a rule example."""
    before = example.before()
    names = DEFAULT_PLAYER_NAMES[: before.seats]
    return _said(example, _board(before, getattr(before.node, "seat", None) or 0, names), names)


def _said(show: RuleExample, board: Board | None, names: Sequence[str]) -> str:
    """Return the text of the step."""
    step = show.step
    if isinstance(step, Action):
        return show.game.describe(step, names)
    if step is None:
        return ""
    return board.outcome_text(step) if board is not None else format_value(step)


def _told(show: RuleExample, names: Sequence[str], viewer: int | None = None) -> list[Json]:
    """Return the events of the step, or as `viewer` sees them. Events that cite the rule take precedence."""
    if show.ruling is not None:
        return [_reason(show, show.ruling, names)]
    about = show.game.rules[show.rule]
    wanted = {show.rule, *about.related} if show.citation_kind == "settles" else {show.rule}

    def is_cited_by(event: Event) -> bool:
        return bool(wanted & {event.rule, *event.related_rules})

    happened = (
        show.events
        if viewer is None
        else tuple(event for state in (*_ways(show), show.after) for event in state.seen_by(viewer).events)
    )
    events = sorted(happened, key=lambda event: not is_cited_by(event))
    kept = events[: max(MAX_EVENTS, sum(map(is_cited_by, events)) if show.citation_kind == "begins" else 0)]
    some = log_rules_to_show(show)
    if some is not None:
        kept = [event for event in events if any(f"{event.rule}.".startswith(f"{rule.rstrip('.')}.") for rule in some)]
    made = [
        {"text": show.game.describe(event, names), "rule": event.rule, "cites": is_cited_by(event)}
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
    """Return the positions after each lead-in step."""
    return show.lead_in_states[1:] if show.lead_in_steps else ()


def _reason(show: RuleExample, ruling: Ruling, names: Sequence[str]) -> Json:
    text = show.game.describe(ruling, names).removesuffix(f" ({ruling.rule})")
    return {"text": text, "rule": ruling.rule, "cites": True}


def _face(card: Json) -> Any:
    """Return the keys of a card that describe its visible content.

    Keys that describe how the card can be used now are omitted. For a card with `fits`, the labels that say where it
    fits are omitted too.
    """
    out = INTERACTION_KEYS | (FIT_KEYS if "fits" in card else set())
    return {name: value for name, value in card.items() if name not in out}


def _groups(board: Board) -> dict[str, tuple[Json, Json]]:
    """Return the groups of a table by zone and group id, each with its zone.

    If another seat has to choose from a group, the group is returned with the zone of that seat.
    """
    zones = {zone["id"]: zone for zone in board.cached_zones}
    own, other = f"seat:{board.viewer}", zones.get(f"seat:{board.asked_seat}")
    return {
        f"{id}/{group['id']}": (other if other and id == own and _has_offer(group) else zone, group)
        for id, zone in zones.items()
        for group in zone["groups"]
    }


def _has_offer(group: Json) -> bool:
    return any("does" in card for card in group_cards(group))


def _with_beside(board: Board, look: Collection[str] = ()) -> dict[str, tuple[Json, Json]]:
    """Return the groups of a table, and requested groups that only rule pictures draw (`Board.rule_picture_group`)."""
    groups = _groups(board)
    for id in dict.fromkeys(
        entry.rstrip(SUFFIX_CHANGES + SUFFIX_AFTER_TOO + SUFFIX_BEFORE_ONLY + SUFFIX_AFTER_ONLY) for entry in look
    ):
        if (made := board.rule_picture_group(id)) is not None:
            groups[f"{EXTRA_ZONE}/{id}"] = {"id": EXTRA_ZONE, "title": ""}, {"id": id, **made}
    return groups


def group_cards(group: Json) -> list[Json]:
    """Return all cards and cells of a group."""
    return zone_cards({"groups": [group]})


@dataclass(frozen=True)
class GroupChanges:
    """Groups of the table before and after a step, by key, with the ids of the cards that the step is about."""

    before: dict[str, tuple[Json, Json]]
    after: dict[str, tuple[Json, Json]]
    offer_target_and_item_ids: list[str]
    """Cards that offer the action and targets of the action."""
    action_or_changed_ids: set[str]
    """Ids of the action, and of cards that are gone or changed after the step."""
    new_or_changed_ids: set[str]
    """Ids of new or changed cards."""


def group_changes(
    example: RuleExample, board_before: Board, board_after: Board, group_markers: Collection[str] = ()
) -> GroupChanges:
    """Return the changes of a step, on the table and in the requested picture elements.

    `board_before` and `board_after` are the boards before and after the step.
    """
    before, after = _with_beside(board_before, group_markers), _with_beside(board_after, group_markers)
    asked = {
        entry.rstrip(SUFFIX_CHANGES + SUFFIX_AFTER_TOO + SUFFIX_BEFORE_ONLY + SUFFIX_AFTER_ONLY)
        for entry in group_markers
    }
    for state, step in _steps(example) if asked else ():
        board = _board(state, board_before.viewer, board_before.names) if isinstance(state.node, Chance) else None
        fell = None if board is None else board.rule_picture_group_after_outcome(step)
        if fell is not None and fell["id"] in asked:
            after[f"{EXTRA_ZONE}/{fell['id']}"] = {"id": EXTRA_ZONE, "title": ""}, fell
    held = [
        place
        for _, step in _steps(example)
        if isinstance(step, Action)
        for place in offer_target_and_item_ids(board_before, step)
    ]
    faces = [
        {card["id"]: _face(card) for _, group in groups.values() for card in group_cards(group)}
        for groups in (before, after)
    ]
    marked = {id for id, face in faces[0].items() if faces[1].get(id) != face}
    if isinstance(example.after.node, End):  # cards that are cleared from the table at the end do not illustrate a rule
        marked -= {card["id"] for key, (_, group) in before.items() if key not in after for card in group_cards(group)}
    marked |= set(held)
    come = {id for id, face in faces[1].items() if faces[0].get(id) != face}
    return GroupChanges(before, after, held, marked, come)


def differing_groups(first_board: Board, second_board: Board) -> tuple[list[Json], list[Json]]:
    """Return the groups that differ between two boards, first as on the first board, then as on the second."""
    groups = [_groups(board) for board in (first_board, second_board)]
    faces = [{card["id"]: _lies(card) for _, group in each.values() for card in group_cards(group)} for each in groups]
    marked = [{id for id, face in one.items() if other.get(id) != face} for one, other in (faces, faces[::-1])]
    tracks = {key for key in groups[0] if _track(groups[0], key) != _track(groups[1], key)}
    both = [_chosen(each, here, tracks) for each, here in zip(groups, marked, strict=True)]
    keys = {part["key"] for parts in both for part in parts}
    for i, parts in enumerate(both):  # a group that is displayed on one side is also displayed on the other
        shown = {part["key"] for part in parts}
        parts += [part for part in _chosen(groups[i], set(), keys) if part["key"] not in shown]
        parts.sort(key=lambda part: (part["key"] not in tracks, str(part["key"])))
    return _first(both[0]), _first(both[1])


def _lies(card: Json) -> Any:
    """Return the drawn content of a card in a display without play, without details that would appear on touch."""
    told = () if card.get("skills") else ("list",)
    return {name: value for name, value in _face(card).items() if name not in ("good", *told)}


def _parts(
    show: RuleExample, first: Board, second: Board, look: Sequence[str], picked: bool = True
) -> tuple[list[Json], list[Json]]:
    """Return the groups that the step is about, before and after it, and the requested picture elements."""
    if NO_GROUPS in look:
        return [], []
    views = group_changes(show, first, second, look)
    all_groups = {**views.before, **views.after}
    wanted = {
        key
        for key, (zone, group) in all_groups.items()
        if {group["id"], *(group["id"] + mark for mark in (SUFFIX_AFTER_TOO, SUFFIX_BEFORE_ONLY, SUFFIX_AFTER_ONLY))}
        & set(look)
        or (show.step is None and not look and zone["id"] == CENTER_ZONE)
    }
    drawn = wanted | {key for key, (_, group) in all_groups.items() if f"{group['id']}{SUFFIX_CHANGES}" in look}
    named = [entry.removeprefix(PREFIX_CARD) for entry in look if entry.startswith(PREFIX_CARD)]
    pieces = {entry.rstrip(SUFFIX_AFTER_TOO + SUFFIX_BEFORE_ONLY) for entry in named}
    views = replace(views, before=_said_of(views.before, pieces), after=_said_of(views.after, pieces))
    if show.step is None:  # at its start, a game has no table before
        return [], _first(_chosen(_only(views.before, pieces, wanted), pieces, wanted), MAX_SETUP_EXCERPTS)
    groups = [_only(each, pieces, wanted) for each in (views.before, views.after)]
    alone = {
        key
        for each in groups
        for key, (_, group) in each.items()
        if not pieces.isdisjoint(card["id"] for card in group_cards(group))
    }
    wanted, drawn = wanted | alone, drawn | alone
    lie = {key: {card["id"] for each in groups if key in each for card in group_cards(each[key][1])} for key in alone}
    still = {
        key
        for key in wanted
        if {all_groups[key][1]["id"] + mark for mark in (SUFFIX_AFTER_TOO, SUFFIX_AFTER_ONLY)} & set(look)
    }
    still |= {key for key in alone if any(f"{id}{SUFFIX_AFTER_TOO}" in named for id in lie[key])}
    gone = {key for key in alone if any(f"{id}{SUFFIX_BEFORE_ONLY}" in named for id in lie[key])}
    if drawn:
        groups = [{key: part for key, part in each.items() if key in drawn} for each in groups]
        groups[0] = {key: part for key, part in groups[0].items() if part[1]["id"] + SUFFIX_AFTER_ONLY not in look}
        groups[1] = {
            key: part
            for key, part in groups[1].items()
            if part[1]["id"] + SUFFIX_BEFORE_ONLY not in look and key not in gone
        }
    elif picked and (out := groups_hidden_for_rule(show.game, show.rule)):
        groups = [{key: part for key, part in each.items() if part[1]["id"] not in out} for each in groups]
    choices = [
        group
        for _, group in {**views.before, **views.after}.values()
        if group["id"].startswith(CHOICE_PREFIX) and group["id"] not in look
    ]
    left = {group["id"] for group in choices}
    asked = {card["id"] for group in choices for card in group_cards(group)} - set(views.offer_target_and_item_ids)
    both = [
        _chosen(groups[0], views.action_or_changed_ids - asked, wanted),
        _chosen(groups[1], views.new_or_changed_ids - asked, still),
    ]
    here = {part["key"] for part in both[0] if part["marked"] and part["group"]["id"] not in left}
    here |= {key for key in wanted if _track(views.before, key) != _track(views.after, key)}
    # a group that loses a card is also displayed after the step if there is room
    kept = {part["key"] for part in both[1]}
    both[1] += [part for part in _chosen(groups[1], set(), here) if part["key"] not in kept]
    lay = [part["key"] for part in both[0]]  # keep the order of the groups
    most = max(MAX_EXCERPTS, len(drawn))  # a picture chosen by the author keeps all its elements
    after = sorted(both[1][:most], key=lambda part: lay.index(part["key"]) if part["key"] in lay else len(lay))
    return _first(both[0], most), _first(after, most)


def _only(
    groups: dict[str, tuple[Json, Json]], pieces: Collection[str], whole: Collection[str]
) -> dict[str, tuple[Json, Json]]:
    """Reduce each group that contains some of these pieces to these pieces, unless the group is in `whole`."""
    some = {
        key: [card for card in group.get("items", ()) if card["id"] in pieces]
        for key, (_, group) in groups.items()
        if key not in whole
    }
    return {
        key: (zone, {**group, "items": some[key]} if some.get(key) else group) for key, (zone, group) in groups.items()
    }


def _said_of(groups: dict[str, tuple[Json, Json]], pieces: Collection[str]) -> dict[str, tuple[Json, Json]]:
    """Return the groups. In groups of chips, the text of each of these pieces becomes its caption."""
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
    """Return the track of a group, or None if it has no track."""
    return groups[key][1].get("track") if key in groups else None


def _first(parts: Sequence[Json], most: int = MAX_EXCERPTS) -> list[Json]:
    """Return the first `most` parts of a list, without their internal key `key`."""
    return [{name: value for name, value in part.items() if name != "key"} for part in parts[:most]]


def _chosen(groups: dict[str, tuple[Json, Json]], marked: set[str], also: Collection[str] = ()) -> list[Json]:
    """Return the groups in `also`, then the other groups with marked cards. Groups with more marked cards come first.

    Groups in `also` keep their first cards, and other groups only the marked cards. `more` counts the omitted cards.
    """
    parts: list[tuple[int, Json]] = []
    for key, (zone, group) in groups.items():
        cards = group_cards(group)
        here = [card["id"] for card in cards if card["id"] in marked]
        if not here and key not in also:
            continue
        shown = {name: value for name, value in group.items() if name not in ("at", "tab")}
        if "items" in shown:
            some = [card for card in group["items"] if card["id"] in marked and key not in also] or group["items"]
            shown["items"] = [_plain(card) for card in some[:MAX_CARDS]]
            shown["more"] = sum(not card.get("pile") for card in group["items"] if card not in some[:MAX_CARDS])
        rank = -len(here) - MAX_MARKED_CARDS * (key in also)
        parts.append((rank, {"key": key, "title": zone["title"], "group": shown, "marked": here}))
    return [part for _, part in sorted(parts, key=lambda pair: pair[0])]


def _plain(card: Json) -> Json:
    """Return a card without the keys for playing it."""
    return {name: value for name, value in card.items() if name not in ("does", "state", "why", "barred")}


def find_refusal_examples(
    example: RuleExample, state: State[Any], names: Sequence[str], board: Board | None, max_examples: int = 1
) -> list[Json]:
    """Return refusal examples for the position before the step, those most similar to the step first.

    An example is similar if its action uses cards on the table, has the same verb as the step, and is refused by the
    same rule.
    """
    if example.ruling is not None or example.rule in no_refusal_reason_by_rule(example.game):
        return []
    picked = refusal_example_by_rule(example.game).get(example.rule)
    if (
        picked is not None
        and picked.ruling is not None
        and (picked.position == example.position or example.rule in substitute_rule_by_nonrefusing_rule(example.game))
    ):
        return [_elsewhere(picked, picked.ruling, here=picked.position == example.position)]
    about, verb = example.game.rules[example.rule], getattr(example.step, "verb", "")
    own = {
        example.rule,
        substitute_rule_by_nonrefusing_rule(example.game).get(example.rule),
        *(about.related if about.question else ()),
    }
    lies = {card["id"] for zone in board.cached_zones for card in zone_cards(zone)} if board is not None else set()
    chooses = isinstance(state.node, Decision)
    legal = list(islice(state.legal, MAX_TRIED_ACTIONS)) if chooses else []
    known = {*example.game.texts.sections.get("cards", ()), *(arg for action in legal for arg in action.args)}
    dull = trivial_refusal_codes() | {"no_action", "not_now", "wrong_kind"}
    allowed = {example.game.describe(action, names) for action in legal}
    closest: dict[tuple[str, str], tuple[tuple[bool, bool, bool, bool, int, int], Action, Ruling]] = {}
    named = islice(example.game.nameable(state), MAX_TRIED_ACTIONS) if chooses else ()
    for n, action in enumerate(named):
        ruling = state.why_not(action)
        if ruling is None or ruling.code in dull:
            continue
        if len(action.args) == 1 and isinstance(action.args[0], str) and action.args[0] not in known:
            continue  # the argument is not a name that the game knows
        ranks = (ruling.rule != example.rule, ruling.rule not in own, action.verb != verb)
        away = bool(action.args) and board is not None and not set(offer_target_and_item_ids(board, action)) & lies
        rank = (away, *ranks, _apart(action, example.step), n)
        key = (ruling.rule, ruling.code)
        if (key not in closest or rank < closest[key][0]) and example.game.describe(action, names) not in allowed:
            closest[key] = (rank, action, ruling)
    near = sorted(closest.values(), key=lambda entry: entry[0])
    kept = [(action, ruling) for rank, action, ruling in near[:max_examples] if not rank[0] and ruling.rule in own]
    if not kept:
        elsewhere = next((one for rule, one in refusal_example_by_rule(example.game).items() if rule in own), None)
        return [] if elsewhere is None or elsewhere.ruling is None else [_elsewhere(elsewhere, elsewhere.ruling)]
    return [{"say": example.game.describe(action, names), **_reason(example, ruling, names)} for action, ruling in kept]


def _apart(action: Action, step: Any) -> int:
    """Return the total difference between the integer arguments of two similar actions, or 0 for dissimilar actions."""
    said = getattr(step, "args", ())
    if action.verb != getattr(step, "verb", "") or len(action.args) != len(said):
        return 0
    return sum(
        abs(one - other)
        for one, other in zip(action.args, said, strict=True)
        if type(one) is int and type(other) is int
    )


def _elsewhere(refusal: RuleExample, ruling: Ruling, here: bool = False) -> Json:
    """Return a refusal in its own position. If that position is not displayed yet, include its relevant groups."""
    there = refusal.before()
    names = DEFAULT_PLAYER_NAMES[: there.seats]
    board = boards_before_and_after(refusal)[0]
    made = {"say": refusal.game.describe(refusal.step, names), **_reason(refusal, ruling, names)}
    if here:
        return made
    made["ask"] = _asked(refusal, there.node, names)
    if board is not None and isinstance(refusal.step, Action):
        look = refusal_picture_elements_by_rule(refusal.game).get(refusal.rule, ())
        pieces = {entry.removeprefix(PREFIX_CARD) for entry in look if entry.startswith(PREFIX_CARD)}
        laid = _with_beside(board, look)
        also = {
            key
            for key, (_, group) in laid.items()
            if group["id"] in look or not pieces.isdisjoint(card["id"] for card in group_cards(group))
        }
        groups = _only(laid, pieces, {key for key in also if key.partition("/")[2] in look})
        made["parts"] = _first(_chosen(groups, set(offer_target_and_item_ids(board, refusal.step)), also))
    return made
