"""Dialogs of the table as plain data. The page draws them with native controls.

    dialog  {title, name, parts: [part], submit: {do, label}}
    part    {text, look} | {show: rule example display} | {href, label} | {rules: [id], label}
            | {label, columns: [text], rows: [[text]]} | {book: [{rule, text, met}], label} | {link: true}
            | {label, fold, fields: [field]}
    field   {name, label, value, choices: [{value, label}], radio, least, most, hint, again}

The page sends {do, values: {name: value}}. If a field has `again`, changing this field requests a new dialog.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from gamelib import Action, Decision, Event
from gamelib.bank.rule_examples import reachable_unmet_rule, rule_examples, unmet_rule_examples
from gamelib.bank.tutorial import has_tutorial
from gamelib.number_format import format_number

from ..page.protocol import UNKNOWN_REQUEST_TEXT, Json
from ..page.user_text import DEFAULT_PLAYER_NAMES
from .board import current_scores
from .players import HUMAN, player_choices
from .rule_example import example_position_link, rule_example_display, rule_example_step_text
from .session import VOCABULARIES, GameSession
from .variation_comparison import first_visible_difference

SHORTCUT_IDS = ("cards", "dock", "enter", "arrows", "tab", "escape", "undo", "keys")
MAX_COMPARED_STEPS = 40  # maximum number of steps that are listed in a comparison of two variations


def _people(play: GameSession, seats: int, values: Mapping[str, Any], again: bool = False) -> list[Json]:
    """Return fields for name and player of each seat: the typed values, or else the current or default ones."""
    fields: list[Json] = []
    for seat in range(seats):
        known = seat < play.record.seats
        name = values.get(f"name{seat}") or (play.names[seat] if known else DEFAULT_PLAYER_NAMES[seat])
        player = values.get(f"player{seat}") or (play.players[seat] if known else "thumb")
        said, played = (play.texts[word].format(seat=seat + 1) for word in ("name_of", "player_of"))
        fields += [
            {"name": f"name{seat}", "label": said, "value": name, "most": 40},
            {
                "name": f"player{seat}",
                "label": played,
                "value": player,
                "choices": player_choices(play.game, player, play.texts),
                "again": again,
            },
        ]
    return fields


def parse_names_and_players(values: Mapping[str, Any], seats: int) -> tuple[list[str], list[str]]:
    """Parse the name and player of each seat from the answer to a dialog. Raise KeyError if a value is missing."""
    names, players = ([str(values[f"{name}{seat}"]) for seat in range(seats)] for name in ("name", "player"))
    return names, players


def seats_dialog(session: GameSession) -> Json:
    """Return the dialog for the names and players of the seats."""
    part = {"label": session.texts["who_plays"], "fields": _people(session, session.record.seats, {})}
    submit = {"do": "set_names_and_players", "label": session.texts["keep"]}
    return {"title": session.texts["seats"], "name": "people", "parts": [part], "submit": submit}


def choose_vocabulary_dialog(session: GameSession) -> Json:
    """Return the dialog for the vocabulary: neutral words, or the words of the printed rules."""
    choices = [{"value": name, "label": session.texts[f"vocabulary_{name}"]} for name in VOCABULARIES]
    field = {"name": "vocabulary", "label": "", "value": session.game.vocabulary, "choices": choices, "radio": True}
    parts = [{"label": session.texts["vocabulary_text"], "fields": [field]}]
    submit = {"do": "set_vocabulary", "label": session.texts["keep"]}
    return {"title": session.texts["vocabulary"], "name": "words", "parts": parts, "submit": submit}


def shortcuts_dialog(session: GameSession) -> Json:
    """Return the dialog with the keyboard shortcuts of the table."""
    rows = [[session.texts[f"key_{key}"], session.texts[f"key_{key}_does"]] for key in SHORTCUT_IDS]
    part = {"label": session.texts["keys"], "columns": [session.texts["key"], session.texts["key_does"]], "rows": rows}
    return {"title": session.texts["keys"], "name": "keys", "parts": [part]}


def new_game_dialog(session: GameSession, values: Mapping[str, Any]) -> Json:
    """Return the dialog for a new game: seats, players and options. `values` contains the user's selections so far."""
    seats = values.get("seats", session.record.seats)
    if seats not in session.game.seats:
        raise ValueError(UNKNOWN_REQUEST_TEXT)
    counts = [{"value": n, "label": str(n)} for n in session.game.seats]
    people = _people(session, seats, values, again=True)
    if sum(field["value"] == HUMAN for field in people) > 1:
        choices = [
            {"value": is_used, "label": session.texts["curtain_used" if is_used else "curtain_unused"]}
            for is_used in (True, False)
        ]
        value = values["curtain"] if isinstance(values.get("curtain"), bool) else True
        people.append({"name": "curtain", "label": session.texts["curtain"], "value": value, "choices": choices})
    options = []
    for option in session.game.option_labels:
        name = f"option:{option['name']}"
        field: Json = {"name": name, "label": option["label"], "value": values.get(name, option["default"])}
        if "least" in option:
            field.update(least=option["least"], hint=next((choice["label"] for choice in option["choices"]), ""))
        else:
            field["choices"] = option["choices"]
        options.append(field)
    return {
        "title": session.texts["new_game"],
        "name": "new",
        "parts": [
            {
                "label": session.texts["how_many"],
                "fields": [
                    {"name": "seats", "label": "", "value": seats, "choices": counts, "radio": True, "again": True}
                ],
            },
            {"label": session.texts["who_plays"], "fields": people},
            {"label": session.texts["options"], "fold": True, "fields": options},
        ],
        "submit": {"do": "start_game", "label": session.texts["start"]},
    }


def link_dialog(session: GameSession) -> Json:
    """Return the dialog with a link to the current step and a field in which the user can paste another link."""
    return {
        "title": session.texts["link"],
        "name": "link",
        "parts": [
            {"text": session.texts["link_text"]},
            {"link": True},
            {
                "label": session.texts["link_other"],
                "fields": [{"name": "link", "label": session.texts["link_paste"], "value": ""}],
            },
        ],
        "submit": {"do": "open_link", "label": session.texts["link_open"]},
    }


def variation_comparison_dialog(session: GameSession, other_variation: int | None = None) -> Json:
    """Return a dialog that compares two variations after their branch step: events of each step, and current points."""
    now = session.variation_index
    if other_variation is None:
        parted = session.variations[now].branch_step
        other_variation = (
            0 if now and parted is not None else next((i for i in range(len(session.variations)) if i != now), now)
        )
    if other_variation == now:
        raise ValueError(session.texts["one_line"])
    start = session.first_step_differing_from(other_variation)
    pair = [session.variations[now], session.variations[other_variation]]
    columns = [session.texts["step"].format(step="").strip(), *(line.title(session.texts) for line in pair)]
    rows: list[list[str]] = []
    for step in range(start + 1, max(len(line.events_by_step) for line in pair)):
        told = [_told(session, line.events_by_step[step]) if step < len(line.events_by_step) else "" for line in pair]
        if any(told) and len(rows) < MAX_COMPARED_STEPS:  # steps without an event that the viewer may know are omitted
            rows.append([str(step), *told])
    forked = first_visible_difference(session, other_variation)
    parts: list[Json] = [{"fork": forked} if forked else {"text": session.texts["lines_part"].format(step=start + 1)}]
    ends = [current_scores(line.record.state) for line in pair]
    if all(ends):
        label = session.texts["lines_stand"]
        points = [[name, *(format_number(end[seat]) for end in ends if end)] for seat, name in enumerate(session.names)]
        parts.append({"label": label, "columns": ["", *(line.title(session.texts) for line in pair)], "rows": points})
    parts.append(
        {"label": session.texts["happened"], "columns": columns, "rows": rows}
        if rows
        else {"text": session.texts["lines_same"]}
    )
    return {"title": session.texts["lines"], "name": "lines", "parts": parts}


def _told(play: GameSession, events: Sequence[Event]) -> str:
    """Return the text of these events, as far as the viewer may know them."""
    known = events if play.is_full_view else [event.seen_by(play.viewer) for event in events]
    return " ".join(str(play.game.describe(event, play.names)) for event in known)


def rule_dialog(session: GameSession, rule_id: str) -> Json:
    """Return the dialog for a rule or a clarification. Raise ValueError if there is no such rule."""
    rule = session.game.rules.get(rule_id)
    if rule is None:
        raise ValueError(UNKNOWN_REQUEST_TEXT)
    parts: list[Json] = [{"text": rule.section, "look": "note"}]
    if rule.question:
        parts.append({"text": f"{session.texts['rule_question']}: {rule.question}"})
    parts.append({"text": rule.text, "look": "rule"})
    show = rule_examples(session.game).get(rule_id)
    if show is not None:
        parts.append({"show": rule_example_display(show, texts=session.texts)})
    if rule.related:
        parts.append({"rules": list(rule.related), "label": session.texts["rule_related"]})
    parts.append({"href": f"../rulebook/{session.game.slug}.ipynb#{rule.id}", "label": session.texts["in_rulebook"]})
    return {"title": f"{rule.id} · {rule.title}", "name": "rule", "parts": parts}


def _next_to_meet(play: GameSession, met: Collection[str]) -> list[Json]:
    """Return parts that help the user to encounter another rule, preferably by an action in this position."""
    node = play.state.node
    near = None
    if isinstance(node, Decision) and play.board().visible_actions:
        near = reachable_unmet_rule(play.state.seen_by(node.seat), met, Random(len(play.record)))
    if near is not None:
        rule, action = near
        return [{"rules": [rule], "label": play.texts["meet_here"].format(what=play.game.describe(action, play.names))}]
    for show in unmet_rule_examples(play.game, met, 1):
        how = "meet_try" if show.ruling is not None else "meet_do" if isinstance(show.step, Action) else "meet_wait"
        return [
            {"rules": [show.rule], "label": play.texts[how].format(what=rule_example_step_text(show))},
            {"href": example_position_link(show), "label": play.texts["meet_open"]},
        ]
    return []


def rule_list_dialog(session: GameSession, rules_met_elsewhere: Collection[str] = ()) -> Json:
    """Return the rulebook. Rules that the user has encountered in this game or elsewhere are marked.

    `rules_met_elsewhere` are rules that the user has encountered elsewhere.
    """
    met = session.encountered_rules() | set(rules_met_elsewhere)
    sections: dict[str, list[Json]] = {}
    for rule in session.game.rules.values():
        if not rule.question:
            sections.setdefault(rule.section, []).append({"rule": rule.id, "text": rule.title, "met": rule.id in met})
    listed = [rule["met"] for rules in sections.values() for rule in rules]
    parts: list[Json] = [{"text": session.texts["rules_text"].format(met=sum(listed), all=len(listed))}]
    parts += _next_to_meet(session, met)
    if has_tutorial(session.game):
        parts.append({"href": f"../learn/{session.game.slug}.ipynb", "label": session.texts["learn"]})
    parts += [{"book": rules, "label": section} for section, rules in sections.items()]
    return {"title": session.texts["rules"], "name": "rules", "parts": parts}
