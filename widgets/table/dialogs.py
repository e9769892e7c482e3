"""The table's dialogs as plain data, which the page draws with native controls.

    dialog  {title, name, parts: [part], submit: {do, label}}
    part    {text, look} | {show: moment (see shown)} | {href, label} | {rules: [id], label}
            | {label, columns: [text], rows: [[text]]} | {book: [{rule, text, met}], label} | {link: true}
            | {label, fold, fields: [field]}
    field   {name, label, value, choices: [{value, label}], radio, least, most, hint, again}

What is sent back is {do, values: {name: value}}. A field with `again` asks for the dialog anew when it is changed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from gamelib import Action, Decision, Event
from gamelib.bank.rule_examples import reachable_unmet_rule, rule_examples, unmet_rule_examples
from gamelib.bank.tutorial import has_tutorial
from gamelib.number_format import format_number

from ..page.protocol import NOT_UNDERSTOOD, Json
from ..page.texts import NAMES
from .forked import fork
from .players import choices
from .scene import standing_of
from .session import VOCABULARIES, Session
from .shown import link_of, moment, step_words

KEYS = ("cards", "dock", "enter", "arrows", "tab", "escape", "undo", "keys")
MOST_COMPARED = 40  # steps of two lines side by side


def _people(play: Session, seats: int, values: Mapping[str, Any]) -> list[Json]:
    """Name and player of each seat: as typed already, as they are now, or the usual ones."""
    fields: list[Json] = []
    for seat in range(seats):
        known = seat < play.record.seats
        name = values.get(f"name{seat}") or (play.names[seat] if known else NAMES[seat])
        player = values.get(f"player{seat}") or (play.players[seat] if known else "thumb")
        said, played = (play.words[word].format(seat=seat + 1) for word in ("name_of", "player_of"))
        fields += [
            {"name": f"name{seat}", "label": said, "value": name, "most": 40},
            {
                "name": f"player{seat}",
                "label": played,
                "value": player,
                "choices": choices(play.game, player, play.words),
            },
        ]
    return fields


def people(values: Mapping[str, Any], seats: int) -> tuple[list[str], list[str]]:
    """Names and players of each seat out of what a dialog sent back. KeyError if one is missing."""
    names, players = ([str(values[f"{name}{seat}"]) for seat in range(seats)] for name in ("name", "player"))
    return names, players


def seats_dialog(play: Session) -> Json:
    """Who sits where."""
    part = {"label": play.words["who_plays"], "fields": _people(play, play.record.seats, {})}
    submit = {"do": "people", "label": play.words["keep"]}
    return {"title": play.words["seats"], "name": "people", "parts": [part], "submit": submit}


def words_dialog(play: Session) -> Json:
    """Neutral words, or those of the printed rules."""
    choices = [{"value": name, "label": play.words[f"vocabulary_{name}"]} for name in VOCABULARIES]
    field = {"name": "vocabulary", "label": "", "value": play.game.vocabulary, "choices": choices, "radio": True}
    parts = [{"label": play.words["vocabulary_text"], "fields": [field]}]
    submit = {"do": "speak", "label": play.words["keep"]}
    return {"title": play.words["vocabulary"], "name": "words", "parts": parts, "submit": submit}


def keys_dialog(play: Session) -> Json:
    """The keys of the table."""
    rows = [[play.words[f"key_{key}"], play.words[f"key_{key}_does"]] for key in KEYS]
    part = {"label": play.words["keys"], "columns": [play.words["key"], play.words["key_does"]], "rows": rows}
    return {"title": play.words["keys"], "name": "keys", "parts": [part]}


def new_dialog(play: Session, values: Mapping[str, Any]) -> Json:
    """A new game: seats, players and the rules that can be chosen. `values`: what was chosen so far."""
    seats = values.get("seats", play.record.seats)
    if seats not in play.game.seats:
        raise ValueError(NOT_UNDERSTOOD)
    counts = [{"value": n, "label": str(n)} for n in play.game.seats]
    options = []
    for option in play.game.option_labels:
        name = f"option:{option['name']}"
        field: Json = {"name": name, "label": option["label"], "value": values.get(name, option["default"])}
        if "least" in option:
            field.update(least=option["least"], hint=next((choice["label"] for choice in option["choices"]), ""))
        else:
            field["choices"] = option["choices"]
        options.append(field)
    return {
        "title": play.words["new_game"],
        "name": "new",
        "parts": [
            {
                "label": play.words["how_many"],
                "fields": [
                    {"name": "seats", "label": "", "value": seats, "choices": counts, "radio": True, "again": True}
                ],
            },
            {"label": play.words["who_plays"], "fields": _people(play, seats, values)},
            {"label": play.words["options"], "fold": True, "fields": options},
        ],
        "submit": {"do": "new", "label": play.words["start"]},
    }


def link_dialog(play: Session) -> Json:
    """The link of this step, and a place for another one."""
    return {
        "title": play.words["link"],
        "name": "link",
        "parts": [
            {"text": play.words["link_text"]},
            {"link": True},
            {
                "label": play.words["link_other"],
                "fields": [{"name": "link", "label": play.words["link_paste"], "value": ""}],
            },
        ],
        "submit": {"do": "open_link", "label": play.words["link_open"]},
    }


def lines_dialog(play: Session, other: int | None = None) -> Json:
    """Two lines side by side from where they part: what happened step by step, and where each of them stands."""
    now = play.line
    if other is None:
        parted = play.lines[now].parted
        other = 0 if now and parted is not None else next((i for i in range(len(play.lines)) if i != now), now)
    if other == now:
        raise ValueError(play.words["one_line"])
    start = play.parting(other)
    pair = [play.lines[now], play.lines[other]]
    columns = [play.words["step"].format(step="").strip(), *(line.called(play.words) for line in pair)]
    rows: list[list[str]] = []
    for step in range(start + 1, max(len(line.told) for line in pair)):
        told = [_told(play, line.told[step]) if step < len(line.told) else "" for line in pair]
        if any(told) and len(rows) < MOST_COMPARED:  # what nobody may know tells nothing
            rows.append([str(step), *told])
    forked = fork(play, other)
    parts: list[Json] = [{"fork": forked} if forked else {"text": play.words["lines_part"].format(step=start + 1)}]
    ends = [standing_of(line.record.state) for line in pair]
    if all(ends):
        label = play.words["lines_stand"]
        points = [[name, *(format_number(end[seat]) for end in ends if end)] for seat, name in enumerate(play.names)]
        parts.append({"label": label, "columns": ["", *(line.called(play.words) for line in pair)], "rows": points})
    parts.append(
        {"label": play.words["happened"], "columns": columns, "rows": rows}
        if rows
        else {"text": play.words["lines_same"]}
    )
    return {"title": play.words["lines"], "name": "lines", "parts": parts}


def _told(play: Session, events: Sequence[Event]) -> str:
    """The events of a step, as the viewer may know them."""
    known = events if play.everything else [event.seen_by(play.viewer) for event in events]
    return " ".join(str(play.game.describe(event, play.names)) for event in known)


def rule_dialog(play: Session, rule_id: str) -> Json:
    """A rule or a ruling. ValueError if there is no such rule."""
    rule = play.game.rules.get(rule_id)
    if rule is None:
        raise ValueError(NOT_UNDERSTOOD)
    parts: list[Json] = [{"text": rule.section, "look": "note"}]
    if rule.question:
        parts.append({"text": f"{play.words['rule_question']}: {rule.question}"})
    parts.append({"text": rule.text, "look": "rule"})
    show = rule_examples(play.game).get(rule_id)
    if show is not None:
        parts.append({"show": moment(show, words=play.words)})
    if rule.related:
        parts.append({"rules": list(rule.related), "label": play.words["rule_related"]})
    parts.append({"href": f"../rulebook/{play.game.slug}.ipynb#{rule.id}", "label": play.words["in_rulebook"]})
    return {"title": f"{rule.id} · {rule.title}", "name": "rule", "parts": parts}


def _next_to_meet(play: Session, met: Collection[str]) -> list[Json]:
    """What to do to meet another rule: here, if an action of this position brings one."""
    node = play.state.node
    near = None
    if isinstance(node, Decision) and play.board().moves:
        near = reachable_unmet_rule(play.state.seen_by(node.seat), met, Random(len(play.record)))
    if near is not None:
        rule, action = near
        return [{"rules": [rule], "label": play.words["meet_here"].format(what=play.game.describe(action, play.names))}]
    for show in unmet_rule_examples(play.game, met, 1):
        how = "meet_try" if show.ruling is not None else "meet_do" if isinstance(show.step, Action) else "meet_wait"
        return [
            {"rules": [show.rule], "label": play.words[how].format(what=step_words(show))},
            {"href": link_of(show), "label": play.words["meet_open"]},
        ]
    return []


def rules_dialog(play: Session, met_before: Collection[str] = ()) -> Json:
    """The rulebook, with what has come up in this game. `met_before`: rules that the reader has met elsewhere."""
    met = play.met()
    sections: dict[str, list[Json]] = {}
    for rule in play.game.rules.values():
        if not rule.question:
            sections.setdefault(rule.section, []).append({"rule": rule.id, "text": rule.title, "met": rule.id in met})
    count = sum(len(rules) for rules in sections.values())
    parts: list[Json] = [{"text": play.words["rules_text"].format(met=len(met), all=count)}]
    parts += _next_to_meet(play, met | set(met_before))
    if has_tutorial(play.game):
        parts.append({"href": f"../learn/{play.game.slug}.ipynb", "label": play.words["learn"]})
    parts += [{"book": rules, "label": section} for section, rules in sections.items()]
    return {"title": play.words["rules"], "name": "rules", "parts": parts}
