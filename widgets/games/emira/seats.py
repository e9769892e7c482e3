"""A player board of Emira: caravans on their tracks, values that princesses look at, objective, event cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from gamelib import Action, End
from gamelib.emira.choosing import PALACE, preferences, shown, value
from gamelib.emira.events import excluded
from gamelib.emira.tables import CARAVANS, HIDDEN, KINDS, SIDI, TALENTS, Need, covers
from gamelib.emira.upkeep import due
from gamelib.emira.victory import needs
from gamelib.nodes import Seat
from gamelib.numbers import number, some

from ...page import Json

if TYPE_CHECKING:
    from .board import EmiraBoard

TONES = {"appearance": "s7", "status": "s1", "palace": "s3", "gold": "s4", "princesses": "s5"}
ICONS = {"appearance": "mirror", "status": "crown", "palace": "dome", "gold": "coin", "princesses": "guest"}
SPACE = 24  # px of a space of a track, in the units of a plan


def first_up(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


# -- a zone ----------------------------------------------------------------------------------------


def seat_zone(board: EmiraBoard, seat: Seat) -> Json:
    """Everything in front of a seat."""
    s, mine = board.view, seat == board.viewer
    facts = [
        {
            "icon": "guest",
            "label": board.fill("{Princesses}, of so many places"),
            "value": len(s.homes[seat]),
            "of": s.room(seat),
        },
        {"icon": "coin", "label": "Gold", "value": s.gold[seat]},
    ]
    if not mine:
        facts += [
            {"icon": ICONS["appearance"], "label": "Appearance", "value": s.appearance(seat)},
            {"icon": ICONS["status"], "label": "Status", "value": s.renown[seat]},
            {"icon": ICONS["palace"], "label": "Palace", "value": palace(board, seat)},
            {"icon": "camel", "label": "Camels", "value": herd(board, seat)},
        ]
    if isinstance(board.node, End):
        facts.append({"icon": "crown", "label": "Score", "value": board.node.scores[seat], "score": True})
    plan, secret, events = tracks(board, seat), objective(board, seat), hand(board, seat)
    if mine:
        groups = [values(board, seat), plan, secret, princesses(board, seat), events]
        if board.asked in ("choose_event", "play") and seat == board.seat:
            groups = [events, *groups[:-1]]
    else:
        secret.update(label="Secrets", items=[*secret["items"], *events["items"]])
        groups = [plan, princesses(board, seat), secret]
    colour = board.game.words.card(s.colours[seat]) if s.colours[seat] else ""
    title = f"{board.name(seat)} · {colour}" if colour else board.name(seat)
    return {"id": f"seat:{seat}", "area": "mine" if mine else "others", "seat": seat, "title": title,
            "now": seat == board.seat, "facts": facts,
            "groups": [group for group in groups if group]}  # fmt: skip


# -- caravans --------------------------------------------------------------------------------------


def tracks(board: EmiraBoard, seat: Seat) -> Json | None:
    """The caravan tracks, the camel track and, in the advanced game, the palace track; of others what is in use."""
    s, mine, tables, words = board.view, seat == board.viewer, board.game.tables, board.game.words
    plan, moving = _Plan(board, not mine), board.asked == "forward" and seat == board.seat
    for kind, pawns in zip(CARAVANS, s.pawns[seat], strict=True):
        caravan = tables.caravans[kind]
        if not pawns and not mine:
            continue
        told = [f"{some(left, 'income')} of {caravan.income} left" for left in pawns]
        head = "Large" if caravan.size else "Small", f"{'slow' if caravan.slow else 'fast'} {caravan.income}"
        plan.row(f"track:{seat}:{kind}", first_up(words.card(kind)), head, [str(i + 1) for i in range(caravan.spaces)],
                 Counter(left - 1 for left in pawns), "s2", "; ".join(told) or "no caravan on this track",
                 [Action("forward", kind, left) for left in pawns or (1,)] if moving else ())  # fmt: skip
    if mine:
        steps = tables.camel_track
        plan.row(f"herd:{seat}", "Camel track", ("Camels", "off a bid"), [str(step) for step in steps],
                 Counter([s.herd[seat]]), "s4", f"each camel takes {steps[s.herd[seat]]} off a bid")  # fmt: skip
        if s.options["advanced"]:
            low, high = tables.palace_halves
            halves = [f"{half / 2:+g}".replace("-", "−") if half else "0" for half in range(low, high + 1)]
            plan.row(f"disc:{seat}", "Palace track", ("Palace", "points"), halves, Counter([s.track[seat] - low]), "s3",
                     f"adds {halves[s.track[seat] - low]} to the palace")  # fmt: skip
    if not plan.cells:
        return None
    return {"id": f"tracks:{seat}", "label": "Caravans and the incomes they still bring", "board": plan.board()}


class _Plan:
    """Tracks drawn below each other; each one is a cell. What it is stands before it, in narrow zones above it."""

    def __init__(self, board: EmiraBoard, narrow: bool) -> None:
        self.source = board
        self.left, self.top, self.tall = (0, 18, 58) if narrow else (66, 4, 44)
        self.shapes: list[Json] = []
        self.cells: list[Json] = []

    def row(
        self, id: str, name: str, head: tuple[str, str], spaces: list[str], on: Counter[int], tone: str, text: str,
        tries: Iterable[Action] = (),
    ) -> None:  # fmt: skip
        """A track with its spaces from the left; `on`: place -> how many pieces stand there."""
        y = len(self.cells) * self.tall
        if self.left:
            self.shapes += [_text(4, y + 18, head[0], 13, "start", 600), _text(4, y + 34, head[1], 12, "start")]
        else:
            self.shapes.append(_text(3, y + 13, " ".join(head), 12, "start", 600))
        for i, space in enumerate(spaces):
            x, top = self.left + i * SPACE, y + self.top
            middle = x + SPACE / 2
            self.shapes.append({"tag": "rect", "x": x + 1, "y": top, "width": SPACE - 2, "height": 24, "rx": 5,
                                "tone": "raised"})  # fmt: skip
            if on[i]:
                self.shapes.append({"tag": "circle", "cx": middle, "cy": top + 12, "r": 9, "tone": tone})
            if on[i] > 1:
                self.shapes.append(_text(middle, top + 16.5, str(on[i]), 13, "middle", 700))
            self.shapes.append(_text(middle, top + 35, space, 11))
        cell = self.source.card(id, tries, name=name, text=text)
        self.cells.append({**cell, "x": 0, "y": y, "w": self.left + 8 * SPACE, "h": self.tall})

    def board(self) -> Json:
        """The plan as a scene shows it."""
        size = [self.left + 8 * SPACE, len(self.cells) * self.tall]
        return {"view": size, "shapes": self.shapes, "cells": self.cells}


def _text(x: float, y: float, text: str, size: float, anchor: str = "middle", weight: int = 400) -> Json:
    return {
        "tag": "text",
        "x": x,
        "y": y,
        "text": text,
        "font-size": size,
        "text-anchor": anchor,
        "font-weight": weight,
    }


# -- values ----------------------------------------------------------------------------------------


def palace(board: EmiraBoard, seat: Seat) -> str:
    """The palace value."""
    return number(shown(PALACE, value(board.view, PALACE, seat)))


def herd(board: EmiraBoard, seat: Seat) -> str:
    """The camels, and what they are good for."""
    off = board.view.discount(seat)
    return f"{board.view.camels[seat]}{f', {off} off a bid' if off else ''}"


def income(board: EmiraBoard, seat: Seat) -> int:
    """What the next income brings without events."""
    s, game = board.view, board.game
    base = game.base_income[s.options["base_income"]].get(s.colours[seat], 0)
    paid = sum(each * len(row) for each, row in zip(game.incomes, s.pawns[seat], strict=True))
    return int(base + paid)


def values(board: EmiraBoard, seat: Seat) -> Json:
    """The four values a princess may look at, and what they come from."""
    s, words = board.view, board.game.words
    beauty, manners, dress, sets, bonus = s.looks[seat]
    counters = ", ".join(f"{n} {kind}" for n, kind in zip((beauty, manners, dress), KINDS, strict=True) if n)
    looks = f"{counters or 'no counters'}{f', sets +{sets}' if sets else ''}{f', event +{bonus}' if bonus else ''}"
    honours = [words.card(card) for card in s.honours[seat]]
    honours += [f"{words.card(name)} +1" for name in s.homes[seat] if name in board.game.performers]
    room = f"room for {s.room(seat)}, {some(s.room(seat) - len(s.homes[seat]), 'place')} free"
    upkeep = due(s, s.homes[seat], s.surcharge[seat])
    purse = f"income {income(board, seat)}, upkeep {upkeep}"
    cards = [
        _value(board, seat, "appearance", s.appearance(seat), looks),
        _value(board, seat, "status", s.renown[seat], "" if honours else "no status cards", honours),
        _value(board, seat, "palace", palace(board, seat), room),
        _value(board, seat, "gold", s.gold[seat], purse),
        board.card(f"camels:{seat}", icon="camel", tone="s8", name="Camels", big=s.camels[seat],
                   text="sick this round" if s.sick else f"{s.discount(seat)} off each bid"),
    ]  # fmt: skip
    label = board.fill("What {princesses} look at, and camels")
    return {"id": f"values:{seat}", "label": label, "items": cards, "wide": True}


def _value(board: EmiraBoard, seat: Seat, name: str, big: int | str, text: str, parts: list[str] | None = None) -> Json:
    text = text or ", ".join(parts or ())
    return board.card(f"value:{seat}:{name}", icon=ICONS[name], tone=TONES[name], list=parts,
                      name=first_up(board.game.words.card(name)), big=big, text=text)  # fmt: skip


# -- princesses ------------------------------------------------------------------------------------


def princess(board: EmiraBoard, name: str) -> Json:
    """What a princess card shows: talents, what she looks for, what she does."""
    s, words, card = board.view, board.game.words, board.game.tables.princesses.get(name)
    if card is None:
        return {"name": "Hidden", "back": True, "tone": "s7"}
    abilities, advanced = words.sections["abilities"], ("Albina", "Firyal")
    works = name in abilities and (name not in advanced or s.options["advanced"])
    talents = [words.card(TALENTS[talent]) for talent in card.talents]
    skills = [{"letter": "", "label": "talent", "value": " or ".join(talents), "of": 0}]
    text = [] if name == SIDI else [looks_for(board, name)]
    text += [abilities[name]] if works else []
    return {"icon": "shield" if name == SIDI else "guest", "tone": "s5" if name == SIDI else "s7",
            "name": words.card(name), "skills": skills if talents else [],
            "text": first_up("; ".join(text))}  # fmt: skip


def looks_for(board: EmiraBoard, name: str) -> str:
    """What a princess looks for, first and second."""
    if name == SIDI:
        return board.fill("visits whoever has most {princesses}")
    one, two = (board.game.words.card(("appearance", "status", "palace", "gold")[p])
                for p in preferences(board.view, name))  # fmt: skip
    return f"looks for {one}, then {two}"


def princesses(board: EmiraBoard, seat: Seat) -> Json:
    """Who lives there."""
    s, mine = board.view, seat == board.viewer
    cards = []
    for name in s.homes[seat]:
        face = princess(board, name)
        if name == "Xenia" and s.xenia >= 0:
            face["text"] += f"; {some(s.xenia, 'marker')} left"
        cards.append(board.card(f"home:{seat}:{name}", **face))
    return {
        "id": f"homes:{seat}",
        "label": board.fill("{Princesses}"),
        "items": cards,
        "empty": "nobody yet",
        "small": not mine,
        "wide": mine,
    }


# -- secrets ---------------------------------------------------------------------------------------


def best_matching(board: EmiraBoard, seat: Seat) -> list[tuple[str, str]]:
    """(talent, princess or "") for each talent of the objective, as many as can be met by different princesses."""
    s, home = board.view, board.view.homes[seat]
    talents = [board.game.tables.princesses[name].talents for name in home]
    found: list[tuple[str, str]] = []
    for need in needs(s, s.aims[seat]):
        units = [talent for talent in range(4) for _ in range(need[talent])]
        met = most_covered(talents, units)
        if not found or sum(place is not None for place in met) > sum(bool(name) for _, name in found):
            found = [(TALENTS[unit], "" if place is None else home[place])
                     for unit, place in zip(units, met, strict=True)]  # fmt: skip
    return found


def most_covered(talents: list[tuple[int, ...]], units: list[int]) -> list[int | None]:
    """For each talent wanted the place of a princess who serves for it; None where the others leave nobody."""
    for size in range(len(units), 0, -1):
        for chosen in combinations(range(len(units)), size):
            wanted = [units[i] for i in chosen]
            need: Need = (wanted.count(0), wanted.count(1), wanted.count(2), wanted.count(3))
            places = covers(talents, need)
            if places is not None:
                serves = dict(zip(chosen, places, strict=True))
                return [serves.get(i) for i in range(len(units))]
    return [None] * len(units)


def objective(board: EmiraBoard, seat: Seat) -> Json:
    """The secret objective, and which princess serves for which talent."""
    s, words, aim = board.view, board.game.words, board.view.aims[seat]
    group: Json = {"id": f"aim:{seat}", "label": "Objective", "items": [], "small": True, "empty": "not drawn yet"}
    if aim == HIDDEN:
        group["items"] = [board.card(f"aim:{seat}:hidden", name="Secret", back=True, tone="s1",
                                     text="The secret objective of this seat")]  # fmt: skip
    elif aim:
        least, most = board.game.tables.thresholds[s.seats]
        count = len(s.homes[seat])
        many = board.fill("{princesses}")
        told = f"{least} {many} with {words.card(aim)}; or {most} with any talents"
        items = [
            board.card(
                f"aim:{seat}:count",
                icon="scroll",
                tone="s1",
                text=told,
                name=f"{count} of {least} {many}" if count < least else f"{count} {many}",
            )
        ]
        for i, (talent, name) in enumerate(best_matching(board, seat)):
            unit = words.card(talent)
            items.append(
                board.card(
                    f"aim:{seat}:{i}",
                    icon="star" if name else "guest",
                    tone="s3" if name else "muted",
                    name=f"{unit}: {words.card(name) if name else 'open'}",
                    text=board.fill("Each {princess} serves for one talent only"),
                )
            )
        group["items"] = items
        if seat == board.viewer:
            group["note"] = f"You need {told}."
    return group  # fmt: skip


def event_face(board: EmiraBoard, card: str) -> Json:
    """What an event card shows; with its symbol, what it excludes."""
    tables, words = board.game.tables, board.game.words
    row = tables.events[card]
    same = [words.card(name) for name, other in tables.events.items()
            if other.symbol == row.symbol and name != card and row.symbol]  # fmt: skip
    if not row.symbol or board.view.options["event_symbols"] == "none":
        symbol = "Excludes nothing"
    elif board.view.options["event_symbols"] == "copies" or not same:
        symbol = f"Excludes another {words.card(card)} in the same round"
    else:
        symbol = f"Excludes another {words.card(card)} and {', '.join(same)} in the same round"
    return {"icon": "bolt", "tone": "s8", "name": words.card(card), "text": words.sections["effects"][card],
            "list": [symbol]}  # fmt: skip


def hand(board: EmiraBoard, seat: Seat) -> Json:
    """Event cards in hand."""
    s, mine = board.view, seat == board.viewer
    cards = []
    for card in sorted(set(s.hands[seat])):
        place, count = f"hand:{seat}:{card}", s.hands[seat].count(card)
        if card == HIDDEN:
            cards.append(board.card(place, name="Event", back=True, tone="s8", count=count, text="An event card"))
            continue
        tries = [Action("play", card)] if board.asked == "play" and seat == board.seat else []
        cards.append(board.card(place, tries, count=count, **event_face(board, card)))
        shut = excluded(s, card) if s.phase == 1 else None
        if shut is not None and "state" not in cards[-1]:
            why = f"{first_up(board.game.words.card(shut))} has been used this round."
            cards[-1].update(state="dim", why={"text": why, "rule": "EMI-3.3"})
    return {
        "at": "hand" if mine else "",
        "id": f"hand:{seat}",
        "label": "Event cards",
        "items": cards,
        "empty": "none",
        "small": not mine,
        "wide": mine,
    }
