"""A rug of Emira: rooms of the palace, roads with caravans, values that artists look at, objective, event cards."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from gamelib import Action, End
from gamelib.games.emira.card_tables import (
    APPEARANCE_KINDS,
    CARAVANS,
    HIDDEN_CARD,
    SIDI,
    TALENTS,
    TalentNeed,
    match_talents,
)
from gamelib.games.emira.event_cards import blocking_symbol
from gamelib.games.emira.princess_choice import (
    PALACE,
    displayed_preference_value,
    preferences,
    seat_value_for_preference,
)
from gamelib.games.emira.upkeep import income as emira_income
from gamelib.games.emira.upkeep import upkeep_due
from gamelib.games.emira.victory import objective_needs
from gamelib.nodes import Seat
from gamelib.number_format import capitalize_first, format_number

from ....page.protocol import Json
from ....table.scene import Board
from .pictures import CARAVAN_LOADS, COUNTERS, TALENT_ICONS, person
from .shapes import camel

TONES = {"appearance": "s7", "status": "s1", "palace": "s3", "gold": "s4", "princesses": "s5"}
ICONS = {"appearance": "mirror", "status": "crown", "palace": "dome", "gold": "coin", "princesses": "guest"}
BOUGHT = {
    "counter": "bought_counter",
    "status": "bought_status",
    "section": "bought_section",
    "camel": "bought_camel",
    "declined": "took_no_action",
    "compensated": "took_gold",
    "locked": "misses_this_round",
}


# -- a zone ----------------------------------------------------------------------------------------


def knows_gold(board: Board, seat: Seat) -> bool:
    """Whether the one who looks on sees the gold of a seat (EMI-17.1)."""
    return board.everything or seat == board.viewer or bool(board.view.is_gold_public(seat))


def seat_zone(board: Board, seat: Seat) -> Json:
    """Everything in front of a seat."""
    s, mine = board.view, seat == board.front
    gold = {
        "icon": "coin",
        "label": board.text("gold"),
        "bank": True,
        "value": s.gold[seat] if knows_gold(board, seat) else board.text("gold_hidden"),
    }
    upkeep = upkeep_due(s, s.homes[seat], s.surcharge[seat])
    if mine:
        facts = [
            gold,
            {
                "label": board.text("income"),
                "value": board.text("income_of", gold=income(board, seat)),
                "origin": income_origin(board, seat),
            },
            {
                "label": board.text("upkeep"),
                "value": board.text("upkeep_of", gold=upkeep),
                "origin": upkeep_origin(board, seat),
                **short_of(board, seat, upkeep),
            },
        ]
        groups = [princesses(board, seat), objective(board, seat), values(board, seat), roads(board, seat)]
        events = hand(board, seat)
        groups += [events] if events["items"] or board.asked == "choose_event" else []
    else:
        off = s.bid_discount(seat)
        facts = [
            gold,
            {"icon": ICONS["appearance"], "label": board.text("appearance"), "value": s.appearance(seat)},
            {"icon": ICONS["status"], "label": board.text("status"), "value": s.renown[seat]},
            {"icon": ICONS["palace"], "label": board.text("palace"), "value": palace(board, seat)},
            {"icon": "camel", "label": board.text("camels_off" if off else "camels", off=off), "value": s.camels[seat]},
            {"icon": "deck", "label": board.text("incomes_caravans_still_come"), "value": sum(map(sum, s.pawns[seat]))},
        ]
        facts += (
            [{"icon": "bolt", "label": board.text("event_cards"), "value": len(s.hands[seat])}] if s.hands[seat] else []
        )
        groups = [princesses(board, seat)]
        if s.aims[seat] not in ("", HIDDEN_CARD):  # with all cards open
            groups += [objective(board, seat)] if board.front is None else [objective(board, seat), hand(board, seat)]
    if isinstance(board.node, End):
        facts.append(
            {"label": board.text("score"), "value": board.text("points", n=board.node.scores[seat]), "score": True}
        )
    colour = board.game.texts.card_name(s.colours[seat]) if s.colours[seat] else ""
    title = f"{board.name_in_sentence(seat)} · {colour}" if colour and mine else board.name(seat)
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


def acted(board: Board, seat: Seat) -> str:
    """What a seat has done in the last auctions, in a few words."""
    done = board.view.done[seat]
    return board.text(BOUGHT.get(done, "bought"), what=done) if done else ""


def bids(board: Board, seat: Seat) -> str:
    """What a seat has done in the auctions of this round, in a few words; empty outside of them."""
    s = board.view
    if s.phase != 4 or isinstance(board.node, End):
        return ""
    if said := acted(board, seat):
        return said
    frame = auction(board)
    if frame is None:
        return board.text("acts_now" if seat == board.seat else "still_to_act")
    if frame.bidder == seat:
        return board.text("bids", bid=frame.bid)
    return board.text("still_in" if frame.inside >> seat & 1 else "passed")


# -- caravans --------------------------------------------------------------------------------------


def roads(board: Board, seat: Seat) -> Json:
    """The four roads; a camel stands where so many incomes are still to come. And the palace track."""
    s, tables, words = board.view, board.game.tables, board.game.texts
    moving = board.asked == "forward" and seat == board.seat
    items = []
    for kind, pawns in zip(CARAVANS, s.pawns[seat], strict=True):
        caravan = tables.caravans[kind]
        told = [board.text("incomes_left", n=left, income=caravan.income) for left in pawns]
        tries = [Action("forward", kind, left) for left in pawns or (1,)] if moving else ()
        road = {"spaces": caravan.spaces, "at": list(pawns), "art": camel(0, 0, 1, CARAVAN_LOADS[kind])}
        items.append(
            board.card(
                f"track:{seat}:{kind}",
                tries,
                name=capitalize_first(words.card_name(kind)),
                road=road,
                caption=board.text(f"{'large' if caravan.size else 'small'}_{'slow' if caravan.slow else 'fast'}"),
                big=caravan.income,
                unit=board.text("a_round"),
                text="; ".join(told) or board.text("no_caravan_here"),
            )
        )
    if s.options["advanced"]:
        low, high = tables.palace_halves
        adds = format_number(displayed_preference_value(PALACE, s.track[seat]))
        items.append(
            board.card(
                f"disc:{seat}",
                name=board.text("palace_track"),
                caption=board.text("palace_track_small"),
                text=board.text("adds", adds=adds),
                road={"spaces": high - low + 1, "at": [s.track[seat] - low + 1], "plain": True},
            )
        )
    label = board.text("caravans_incomes_they_still")
    return {"id": f"tracks:{seat}", "label": label, "tab": "roads", "look": "roads", "items": items}


# -- values ----------------------------------------------------------------------------------------


def palace(board: Board, seat: Seat) -> str:
    """The palace value."""
    return format_number(displayed_preference_value(PALACE, seat_value_for_preference(board.view, PALACE, seat)))


def income(board: Board, seat: Seat) -> int:
    """What the next income brings without events."""
    return emira_income(board.view, seat)


def income_origin(board: Board, seat: Seat) -> str:
    """Where the next income comes from: the colour of the board, and each kind of caravan."""
    s, game = board.view, board.game
    colour = s.colours[seat]
    base = int(game.base_income[s.options["base_income"]].get(colour, 0))
    parts = [board.text("basic_of_colour", colour=board.game.texts.card_name(colour), gold=base)]
    parts += [
        board.text("caravans_pay", n=len(row), each=each, kind=game.texts.card_name(kind))
        for kind, each, row in zip(CARAVANS, game.incomes, s.pawns[seat], strict=True)
        if row
    ]
    return "; ".join(parts) + "."


def upkeep_origin(board: Board, seat: Seat) -> str:
    """What each artist costs."""
    s, game = board.view, board.game
    parts = [f"{game.texts.card_name(name)} {game.upkeep[name]}" for name in s.homes[seat]]
    extra = s.surcharge[seat] * game.tables.prices["suleika"]
    parts += [board.text("surcharge", gold=extra)] if extra else []
    return (", ".join(parts) or board.text("no_upkeep")) + "."


def short_of(board: Board, seat: Seat, upkeep: int) -> Json:
    """Before upkeep takes an artist, as things stand: how much is lacking."""
    s = board.view
    due_now = bool(s.round) and 3 <= s.phase <= 7 and not isinstance(board.node, End)
    lack = upkeep - s.gold[seat]
    if not due_now or lack <= 0 or not s.homes[seat]:
        return {}
    told = board.text("upkeep_lacks", gold=upkeep, short=lack)
    return {"tone": "s6", "value": told, "warns": capitalize_first(board.text("short_after", short=lack)) + "."}


def values(board: Board, seat: Seat) -> Json:
    """The values an artist may look at, what they come from, and the camels."""
    s, words = board.view, board.game.texts
    beauty, manners, dress, sets, bonus = s.looks[seat]
    counters = ", ".join(f"{n} {kind}" for n, kind in zip((beauty, manners, dress), APPEARANCE_KINDS, strict=True) if n)
    looks = counters or board.text("no_counters")
    looks += board.text("sets_add", n=sets) if sets else ""
    looks += board.text("event_adds", n=bonus) if bonus else ""
    tokens = [
        {"icon": COUNTERS[kind], "kind": kind}
        for n, kind in zip((beauty, manners, dress), APPEARANCE_KINDS, strict=True)
        for _ in range(n)
    ]
    tokens += [{"icon": "star", "kind": "met"}] * (sets + bonus)
    honours = [words.card_name(card) for card in s.honours[seat]]
    honours += [f"{words.card_name(name)} +1" for name in s.homes[seat] if name in board.game.performers]
    cards = [{"icon": "crown", "kind": "status"}] * len(honours)
    room = board.text("room_for", room=s.palace_capacity(seat), free=s.palace_capacity(seat) - len(s.homes[seat]))
    off = s.bid_discount(seat)
    each = board.game.tables.camel_track[s.herd[seat]]
    items = [
        _value(board, seat, "appearance", s.appearance(seat), looks, tokens=tokens),
        _value(
            board, seat, "status", s.renown[seat], ", ".join(honours) or board.text("no_status_cards"), tokens=cards
        ),
        _value(board, seat, "palace", palace(board, seat), room),
        board.card(
            f"camels:{seat}",
            icon="camel",
            tone="s8",
            name=board.text("camels"),
            big=s.camels[seat],
            caption=board.text("bid_off", off=off) if off else "",
            list=[board.text("each_takes_off_what", each=each)],
            text=board.text("sick_this_round" if s.sick else "off_each_bid", each=off),
        ),
    ]
    return {
        "id": f"values:{seat}",
        "label": board.text("what_princesses_look_at"),
        "tab": "values",
        "look": "plates",
        "items": items,
    }


def _value(board: Board, seat: Seat, name: str, big: int | str, text: str, **more: Any) -> Json:
    return board.card(
        f"value:{seat}:{name}",
        icon=ICONS[name],
        tone=TONES[name],
        big=big,
        text=text,
        list=[board.text(f"use_of_{name}")],
        name=capitalize_first(board.game.texts.card_name(name)),
        **more,
    )


# -- princesses ------------------------------------------------------------------------------------


def princess(board: Board, name: str) -> Json:
    """What a princess card shows: talents, what she looks for, what she does."""
    s, words, card = board.view, board.game.texts, board.game.tables.princesses.get(name)
    if card is None:
        return {"name": board.text("hidden"), "back": "pile", "tone": "s7"}
    abilities, advanced = words.sections["abilities"], ("Albina", "Firyal")
    works = name in abilities and (name not in advanced or s.options["advanced"])
    talents = [TALENTS[talent] for talent in card.talents]
    skills = [
        {"icon": TALENT_ICONS[talent], "letter": "", "label": words.card_name(talent), "value": "", "of": 0}
        for talent in talents
    ]
    text = [looks_for(board, name), *([words.fill_template(abilities[name])] if works else [])]
    if len(talents) > 1:
        text.append(board.text("one_or_other", one=talents[0], other=talents[1]))
    shown_name = words.card_name(name)
    return {
        "icon": "shield" if name == SIDI else "guest",
        "tone": "s5" if name == SIDI else "s7",
        "name": shown_name,
        "key": name,
        "person": person(shown_name, name),
        "skills": skills,
        "text": capitalize_first("; ".join(text)),
    }


def looks_for(board: Board, name: str) -> str:
    """What a princess looks for, first and second."""
    if name == SIDI:
        return board.text("visits_whoever_has_most")
    one, two = (
        board.game.texts.card_name(("appearance", "status", "palace", "gold")[p]) for p in preferences(board.view, name)
    )
    return board.text("looks_for_then", one=one, two=two)


def princesses(board: Board, seat: Seat) -> Json:
    """The rooms of a palace: who stays there, and the free ones."""
    s = board.view
    cards = []
    for name in s.homes[seat]:
        face = princess(board, name)
        if name == "Xenia" and s.xenia >= 0:
            face["text"] += board.text("markers_left", n=s.xenia)
        cards.append(board.card(f"home:{seat}:{name}", **face))
    for n in range(len(cards), s.palace_capacity(seat)):
        cards.append(
            board.card(
                f"free:{seat}:{n}",
                kind="free",
                name=board.text("free"),
                text=board.text("room_for_one_more"),
            )
        )
    return {"id": f"homes:{seat}", "label": board.text("princesses"), "tab": "rooms", "items": cards, "look": "rooms"}


# -- secrets ---------------------------------------------------------------------------------------


def best_matching(board: Board, seat: Seat) -> list[tuple[str, str]]:
    """(talent, princess or "") for each talent of the objective, as many as can be met by different princesses."""
    s, home = board.view, board.view.homes[seat]
    talents = [board.game.tables.princesses[name].talents for name in home]
    best: list[tuple[str, str]] = []
    for need in objective_needs(s, s.aims[seat]):
        units = [talent for talent in range(4) for _ in range(need[talent])]
        met = most_covered(talents, units)
        if not best or sum(place is not None for place in met) > sum(bool(name) for _, name in best):
            best = [
                (TALENTS[unit], "" if place is None else home[place]) for unit, place in zip(units, met, strict=True)
            ]
    return best


def most_covered(talents: list[tuple[int, ...]], units: list[int]) -> list[int | None]:
    """For each talent wanted the place of a princess who serves for it; None where the others leave nobody."""
    for size in range(len(units), 0, -1):
        for chosen in combinations(range(len(units)), size):
            wanted = [units[i] for i in chosen]
            need: TalentNeed = (wanted.count(0), wanted.count(1), wanted.count(2), wanted.count(3))
            places = match_talents(talents, need)
            if places is not None:
                serves = dict(zip(chosen, places, strict=True))
                return [serves.get(i) for i in range(len(units))]
    return [None] * len(units)


def objective(board: Board, seat: Seat) -> Json:
    """The secret objective, and which princess serves for which talent."""
    s, words, aim = board.view, board.game.texts, board.view.aims[seat]
    group: Json = {
        "id": f"aim:{seat}",
        "label": board.text("objective"),
        "items": [],
        "empty": board.text("not_drawn_yet"),
    }
    if aim == HIDDEN_CARD:
        group["items"] = [
            board.card(
                f"aim:{seat}:hidden",
                name=board.text("secret"),
                back="aims",
                tone="s1",
                text=board.text("secret_objective_this_seat"),
            )
        ]
    elif aim:
        least, most = board.game.tables.thresholds[s.seats]
        count = len(s.homes[seat])
        told = board.text("with_or_with_any", least=least, aim=aim, most=most)
        items = []
        for i, (talent, name) in enumerate(best_matching(board, seat)):
            who = words.card_name(name) if name else board.text("open")
            face = {"person": person(who, name), "kind": "met"} if name else {"kind": "open"}
            items.append(
                board.card(
                    f"aim:{seat}:{i}",
                    icon=TALENT_ICONS[talent],
                    name=f"{words.card_name(talent)}: {who}",
                    caption=words.card_name(talent),
                    key=f"aim:{i}",
                    text=board.text("each_princess_serves_for"),
                    **face,
                )
            )
        items.append(
            board.card(
                f"aim:{seat}:count",
                icon="guest",
                kind="met" if count >= least else "open",
                name=board.text("count_of", count=count, least=least),
                caption=board.text("in_all"),
                text=told,
                big=f"{count}/{least}",
            )
        )
        group.update(
            label=board.text("your_secret_goal", least=least, most=most)
            if seat == board.front
            else board.text("objective"),
            tab="goal",
            look="sockets",
            items=items,
        )
    return group


def event_face(board: Board, card: str) -> Json:
    """What an event card shows; with its symbol, what it excludes."""
    tables, words = board.game.tables, board.game.texts
    row = tables.events[card]
    same = [
        words.card_name(name)
        for name, other in tables.events.items()
        if other.symbol == row.symbol and name != card and row.symbol
    ]
    if not row.symbol or board.view.options["event_symbols"] == "none":
        symbol = board.text("excludes_nothing")
    elif board.view.options["event_symbols"] == "copies" or not same:
        symbol = board.text("excludes_another", card=card)
    else:
        symbol = board.text("excludes_others", card=card, others=", ".join(same))
    return {
        "icon": "bolt",
        "tone": "s8",
        "kind": "event",
        "name": words.card_name(card),
        "text": words.fill_template(words.sections["effects"][card]),
        "list": [symbol],
    }


def hand(board: Board, seat: Seat) -> Json:
    """Event cards in hand."""
    s, mine = board.view, seat == board.viewer
    cards = []
    for card in sorted(set(s.hands[seat])):
        place, count = f"hand:{seat}:{card}", s.hands[seat].count(card)
        if card == HIDDEN_CARD:
            cards.append(
                board.card(
                    place, name=board.text("event"), back="fates", tone="s8", count=count, text=board.text("event_card")
                )
            )
            continue
        tries = [Action("play", card)] if board.asked == "play" and seat == board.seat else []
        cards.append(board.card(place, tries, count=count, **event_face(board, card)))
        shut = blocking_symbol(s, card) if s.phase == 1 else None
        if shut is not None and "state" not in cards[-1]:
            why = board.text("has_been_used", card=capitalize_first(board.game.texts.card_name(shut)))
            cards[-1].update(state="dim", why={"text": why, "rule": "EMI-3.3"})
    group: Json = {
        "id": f"hand:{seat}",
        "label": board.text("event_cards"),
        "items": cards,
        "empty": board.text("none"),
    }
    if mine:
        due = s.phase < 2 or board.asked in ("choose_event", "play")
        group.update({"at": "hand"} if due else {"look": "chips", "tab": "events"})
    return group


def auction(board: Board) -> Any:
    """The auction that is going on: its frame, with opener, bid, bidder and who is in; None if there is none."""
    return next((frame for frame in reversed(board.view.agenda_frames) if frame.step.name == "bid"), None)


def status_face(board: Board, card: str) -> Json:
    """What a status card shows."""
    row = board.game.tables.status[card]
    return {
        "icon": "crown",
        "kind": "status",
        "tone": TONES["status"],
        "name": board.game.texts.card_name(card),
        "big": f"+{row.points}",
        "text": board.text("costs", price=row.price),
    }
