"""A rug of Emira: rooms of the palace, roads with caravans, values that artists look at, objective, event cards."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from gamelib import Action, End
from gamelib.emira.choosing import PALACE, preferences, shown, value
from gamelib.emira.events import excluded
from gamelib.emira.tables import CARAVANS, HIDDEN, KINDS, SIDI, TALENTS, Need, covers
from gamelib.emira.upkeep import due
from gamelib.emira.victory import needs
from gamelib.nodes import Seat
from gamelib.numbers import number, some

from ...page import Json
from .pictures import CARAVAN_LOADS, COUNTERS, TALENT_ICONS, person
from .shapes import camel

if TYPE_CHECKING:
    from .board import EmiraBoard

TONES = {"appearance": "s7", "status": "s1", "palace": "s3", "gold": "s4", "princesses": "s5"}
ICONS = {"appearance": "mirror", "status": "crown", "palace": "dome", "gold": "coin", "princesses": "guest"}
BOUGHT = {
    "counter": "bought the counter",
    "status": "bought the status card",
    "section": "bought the palace section",
    "camel": "bought the camel",
    "declined": "took no action",
    "compensated": "took gold instead",
    "locked": "misses this round because of Hind",
}


def first_up(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


# -- a zone ----------------------------------------------------------------------------------------


def seat_zone(board: EmiraBoard, seat: Seat) -> Json:
    """Everything in front of a seat."""
    s, mine = board.view, seat == board.front
    gold = {"icon": "coin", "label": "Gold", "value": s.gold[seat]}
    upkeep = due(s, s.homes[seat], s.surcharge[seat])
    if mine:
        facts = [
            gold,
            {"label": "Income", "value": f"income {income(board, seat)}"},
            {"label": "Upkeep", "value": f"upkeep {upkeep}"},
        ]
        groups = [princesses(board, seat), objective(board, seat), values(board, seat), roads(board, seat)]
        events = hand(board, seat)
        groups += [events] if events["items"] or board.asked == "choose_event" else []
    else:
        off = s.discount(seat)
        facts = [
            gold,
            {"icon": ICONS["appearance"], "label": "Appearance", "value": s.appearance(seat)},
            {"icon": ICONS["status"], "label": "Status", "value": s.renown[seat]},
            {"icon": ICONS["palace"], "label": "Palace", "value": palace(board, seat)},
            {"icon": "camel", "label": f"Camels, {off} off a bid" if off else "Camels", "value": s.camels[seat]},
            {"icon": "deck", "label": "Incomes of caravans still to come", "value": sum(map(sum, s.pawns[seat]))},
        ]
        facts += [{"icon": "bolt", "label": "Event cards", "value": len(s.hands[seat])}] if s.hands[seat] else []
        groups = [princesses(board, seat)]
        if s.aims[seat] not in ("", HIDDEN):  # with all cards open
            groups += [objective(board, seat)] if board.front is None else [objective(board, seat), hand(board, seat)]
    if isinstance(board.node, End):
        facts.append({"label": "Score", "value": some(board.node.scores[seat], "point"), "score": True})
    colour = board.game.words.card(s.colours[seat]) if s.colours[seat] else ""
    title = f"{board.name(seat)} · {colour}" if colour and mine else board.name(seat)
    zone: Json = {
        "id": f"seat:{seat}",
        "area": "mine" if mine else "others",
        "seat": seat,
        "title": title,
        "now": seat == board.seat,
        "facts": facts,
        "groups": groups,
    }
    if mine:
        zone.update(look="house", tabs=[group["id"] for group in groups if group.get("look")])
    elif says := bids(board, seat):
        zone["says"] = says
    return zone


def bids(board: EmiraBoard, seat: Seat) -> str:
    """What a seat has done in the auctions of this round, in a few words; empty outside of them."""
    s = board.view
    if s.phase != 4 or isinstance(board.node, End):
        return ""
    if s.done[seat]:
        return BOUGHT.get(s.done[seat]) or f"bought a {board.game.words.card(s.done[seat])}"
    frame = board.auction()
    if frame is None:
        return "acts now" if seat == board.seat else "still to act"
    if frame.bidder == seat:
        return f"bids {frame.bid}"
    return "still in" if frame.inside >> seat & 1 else "passed"


# -- caravans --------------------------------------------------------------------------------------


def roads(board: EmiraBoard, seat: Seat) -> Json:
    """The four roads; a camel stands where so many incomes are still to come. And the palace track."""
    s, tables, words = board.view, board.game.tables, board.game.words
    moving = board.asked == "forward" and seat == board.seat
    items = []
    for kind, pawns in zip(CARAVANS, s.pawns[seat], strict=True):
        caravan = tables.caravans[kind]
        told = [f"{some(left, 'income')} of {caravan.income} left" for left in pawns]
        tries = [Action("forward", kind, left) for left in pawns or (1,)] if moving else ()
        road = {"spaces": caravan.spaces, "at": list(pawns), "art": camel(0, 0, 1, CARAVAN_LOADS[kind])}
        items.append(
            board.card(
                f"track:{seat}:{kind}",
                tries,
                name=first_up(words.card(kind)),
                road=road,
                caption=f"{'large' if caravan.size else 'small'} {'slow' if caravan.slow else 'fast'}",
                big=caravan.income,
                unit="a round",
                text="; ".join(told) or "no caravan here",
            )
        )
    if s.options["advanced"]:
        low, high = tables.palace_halves
        adds = number(shown(PALACE, s.track[seat]))
        items.append(
            board.card(
                f"disc:{seat}",
                name="Palace track",
                caption="palace track",
                text=f"adds {adds}",
                road={"spaces": high - low + 1, "at": [s.track[seat] - low + 1], "plain": True},
            )
        )
    label = "Caravans and the incomes they still bring"
    return {"id": f"tracks:{seat}", "label": label, "tab": "roads", "look": "roads", "items": items}


# -- values ----------------------------------------------------------------------------------------


def palace(board: EmiraBoard, seat: Seat) -> str:
    """The palace value."""
    return number(shown(PALACE, value(board.view, PALACE, seat)))


def income(board: EmiraBoard, seat: Seat) -> int:
    """What the next income brings without events."""
    s, game = board.view, board.game
    base = game.base_income[s.options["base_income"]].get(s.colours[seat], 0)
    paid = sum(each * len(row) for each, row in zip(game.incomes, s.pawns[seat], strict=True))
    return int(base + paid)


def values(board: EmiraBoard, seat: Seat) -> Json:
    """The values an artist may look at, what they come from, and the camels."""
    s, words = board.view, board.game.words
    beauty, manners, dress, sets, bonus = s.looks[seat]
    counters = ", ".join(f"{n} {kind}" for n, kind in zip((beauty, manners, dress), KINDS, strict=True) if n)
    looks = f"{counters or 'no counters'}{f', sets +{sets}' if sets else ''}{f', event +{bonus}' if bonus else ''}"
    tokens = [
        {"icon": COUNTERS[kind], "kind": kind}
        for n, kind in zip((beauty, manners, dress), KINDS, strict=True)
        for _ in range(n)
    ]
    tokens += [{"icon": "star", "kind": "met"}] * (sets + bonus)
    honours = [words.card(card) for card in s.honours[seat]]
    honours += [f"{words.card(name)} +1" for name in s.homes[seat] if name in board.game.performers]
    cards = [{"icon": "crown", "kind": "status"}] * len(honours)
    room = f"room for {s.room(seat)}, {some(s.room(seat) - len(s.homes[seat]), 'place')} free"
    off = s.discount(seat)
    each = board.game.tables.camel_track[s.herd[seat]]
    items = [
        _value(board, seat, "appearance", s.appearance(seat), looks, tokens=tokens),
        _value(board, seat, "status", s.renown[seat], ", ".join(honours) or "no status cards", tokens=cards),
        _value(board, seat, "palace", palace(board, seat), room),
        board.card(
            f"camels:{seat}",
            icon="camel",
            tone="s8",
            name="Camels",
            big=s.camels[seat],
            caption=f"−{off} a bid" if off else "",
            list=[f"Each takes {each} off what you pay for a bid"],
            text="sick this round" if s.sick else f"{off} off each bid",
        ),
    ]
    return {
        "id": f"values:{seat}",
        "label": board.fill("What {princesses} look at, and camels"),
        "tab": "values",
        "look": "plates",
        "items": items,
    }


USES = {
    "appearance": "Counters of beauty, manners and dress; one of each is a set and counts 1 more.",
    "status": "The points of your status cards.",
    "palace": "The sections of your palace; each is a room as well.",
}


def _value(board: EmiraBoard, seat: Seat, name: str, big: int | str, text: str, **more: Any) -> Json:
    return board.card(
        f"value:{seat}:{name}",
        icon=ICONS[name],
        tone=TONES[name],
        big=big,
        text=text,
        list=[USES[name]],
        name=first_up(board.game.words.card(name)),
        **more,
    )


# -- princesses ------------------------------------------------------------------------------------


def princess(board: EmiraBoard, name: str) -> Json:
    """What a princess card shows: talents, what she looks for, what she does."""
    s, words, card = board.view, board.game.words, board.game.tables.princesses.get(name)
    if card is None:
        return {"name": "Hidden", "back": "pile", "tone": "s7"}
    abilities, advanced = words.sections["abilities"], ("Albina", "Firyal")
    works = name in abilities and (name not in advanced or s.options["advanced"])
    talents = [TALENTS[talent] for talent in card.talents]
    skills = [
        {"icon": TALENT_ICONS[talent], "letter": "", "label": words.card(talent), "value": "", "of": 0}
        for talent in talents
    ]
    text = [looks_for(board, name), *([words.fill(abilities[name])] if works else [])]
    if len(talents) > 1:
        text.append(f"{words.card(talents[0])} or {words.card(talents[1])}")
    shown_name = words.card(name)
    return {
        "icon": "shield" if name == SIDI else "guest",
        "tone": "s5" if name == SIDI else "s7",
        "name": shown_name,
        "key": name,
        "person": person(shown_name, name),
        "skills": skills,
        "text": first_up("; ".join(text)),
    }


def looks_for(board: EmiraBoard, name: str) -> str:
    """What a princess looks for, first and second."""
    if name == SIDI:
        return board.fill("visits whoever has most {princesses}")
    one, two = (
        board.game.words.card(("appearance", "status", "palace", "gold")[p]) for p in preferences(board.view, name)
    )
    return f"looks for {one}, then {two}"


def princesses(board: EmiraBoard, seat: Seat) -> Json:
    """The rooms of a palace: who stays there, and the free ones."""
    s = board.view
    cards = []
    for name in s.homes[seat]:
        face = princess(board, name)
        if name == "Xenia" and s.xenia >= 0:
            face["text"] += f"; {some(s.xenia, 'marker')} left"
        cards.append(board.card(f"home:{seat}:{name}", **face))
    for n in range(len(cards), s.room(seat)):
        cards.append(
            board.card(
                f"free:{seat}:{n}",
                kind="free",
                name="free",
                text=board.fill("room for one more {princess}"),
            )
        )
    return {"id": f"homes:{seat}", "label": board.fill("{Princesses}"), "tab": "rooms", "items": cards, "look": "rooms"}


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
            found = [
                (TALENTS[unit], "" if place is None else home[place]) for unit, place in zip(units, met, strict=True)
            ]
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
    group: Json = {"id": f"aim:{seat}", "label": "Objective", "items": [], "empty": "not drawn yet"}
    if aim == HIDDEN:
        group["items"] = [
            board.card(
                f"aim:{seat}:hidden", name="Secret", back="aims", tone="s1", text="The secret objective of this seat"
            )
        ]
    elif aim:
        least, most = board.game.tables.thresholds[s.seats]
        count, many = len(s.homes[seat]), board.fill("{princesses}")
        told = f"{least} {many} with {words.card(aim)}; or {most} with any talents"
        items = []
        for i, (talent, name) in enumerate(best_matching(board, seat)):
            who = words.card(name) if name else "open"
            face = {"person": person(who, name), "kind": "met"} if name else {"kind": "open"}
            items.append(
                board.card(
                    f"aim:{seat}:{i}",
                    icon=TALENT_ICONS[talent],
                    name=f"{words.card(talent)}: {who}",
                    caption=words.card(talent),
                    key=f"aim:{i}",
                    text=board.fill("Each {princess} serves for one talent only"),
                    **face,
                )
            )
        items.append(
            board.card(
                f"aim:{seat}:count",
                icon="guest",
                kind="met" if count >= least else "open",
                name=f"{count} of {least} {many}",
                caption="in all",
                text=told,
                big=f"{count}/{least}",
            )
        )
        group.update(
            label=f"Your secret goal: {least} {many}, these talents among them; or any {most}"
            if seat == board.front
            else "Objective",
            tab="goal",
            look="sockets",
            items=items,
        )
    return group


def event_face(board: EmiraBoard, card: str) -> Json:
    """What an event card shows; with its symbol, what it excludes."""
    tables, words = board.game.tables, board.game.words
    row = tables.events[card]
    same = [
        words.card(name)
        for name, other in tables.events.items()
        if other.symbol == row.symbol and name != card and row.symbol
    ]
    if not row.symbol or board.view.options["event_symbols"] == "none":
        symbol = "Excludes nothing"
    elif board.view.options["event_symbols"] == "copies" or not same:
        symbol = f"Excludes another {words.card(card)} in the same round"
    else:
        symbol = f"Excludes another {words.card(card)} and {', '.join(same)} in the same round"
    return {
        "icon": "bolt",
        "tone": "s8",
        "kind": "event",
        "name": words.card(card),
        "text": words.fill(words.sections["effects"][card]),
        "list": [symbol],
    }


def hand(board: EmiraBoard, seat: Seat) -> Json:
    """Event cards in hand."""
    s, mine = board.view, seat == board.viewer
    cards = []
    for card in sorted(set(s.hands[seat])):
        place, count = f"hand:{seat}:{card}", s.hands[seat].count(card)
        if card == HIDDEN:
            cards.append(board.card(place, name="Event", back="fates", tone="s8", count=count, text="An event card"))
            continue
        tries = [Action("play", card)] if board.asked == "play" and seat == board.seat else []
        cards.append(board.card(place, tries, count=count, **event_face(board, card)))
        shut = excluded(s, card) if s.phase == 1 else None
        if shut is not None and "state" not in cards[-1]:
            why = f"{first_up(board.game.words.card(shut))} has been used this round."
            cards[-1].update(state="dim", why={"text": why, "rule": "EMI-3.3"})
    group: Json = {"id": f"hand:{seat}", "label": "Event cards", "items": cards, "empty": "none"}
    if mine:
        due = s.phase < 2 or board.asked in ("choose_event", "play")
        group.update({"at": "hand"} if due else {"look": "chips", "tab": "events"})
    return group
