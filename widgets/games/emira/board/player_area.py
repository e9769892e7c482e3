"""Player area of Emira: rooms of the palace, roads with caravans, values for artists, objective, event cards."""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

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
    preference_value_in_points,
    preferences,
    seat_value_for_preference,
)
from gamelib.games.emira.upkeep import income as emira_income
from gamelib.games.emira.upkeep import upkeep_due
from gamelib.games.emira.victory import alternative_talent_combinations
from gamelib.nodes import Seat
from gamelib.number_format import capitalize_first, format_number

from ....page.protocol import Json
from ....table.board import Board
from ....table.json_types import CardJson, GroupJson
from .shapes import camel
from .theme import CARAVAN_LOADS, COUNTER_ICONS, TALENT_ICONS, portrait

VALUE_TONES = {"appearance": "s7", "status": "s1", "palace": "s3", "gold": "s4", "princesses": "s5"}
VALUE_ICONS = {"appearance": "mirror", "status": "crown", "palace": "dome", "gold": "coin", "princesses": "guest"}
ACTION_TEXTS = {
    "counter": "bought_counter",
    "status": "bought_status",
    "section": "bought_section",
    "camel": "bought_camel",
    "declined": "took_no_action",
    "compensated": "took_gold",
    "locked": "misses_this_round",
}


# -- a zone ----------------------------------------------------------------------------------------


def can_viewer_see_gold(board: Board, seat: Seat) -> bool:
    """Return whether the viewer sees the gold of a seat (EMI-17.1)."""
    return board.is_full_view or seat == board.viewer or bool(board.view.is_gold_public(seat))


def player_zone(board: Board, seat: Seat) -> Json:
    """Return the zone of the scene for a seat."""
    s, mine = board.view, seat == board.front_seat
    gold = {
        "icon": "coin",
        "label": board.board_text("gold"),
        "bank": True,
        "value": s.gold[seat] if can_viewer_see_gold(board, seat) else board.board_text("gold_hidden"),
    }
    upkeep = upkeep_due(s, s.homes[seat], s.surcharge[seat])
    if mine:
        facts = [
            gold,
            {
                "label": board.board_text("income"),
                "value": board.board_text("income_of", gold=next_income(board, seat)),
                "origin": income_sources_text(board, seat),
            },
            {
                "label": board.board_text("upkeep"),
                "value": board.board_text("upkeep_of", gold=upkeep),
                "origin": upkeep_sources_text(board, seat),
                **upkeep_shortage_warning(board, seat, upkeep),
            },
        ]
        groups = [
            palace_rooms_group(board, seat),
            objective_group(board, seat),
            seat_values_group(board, seat),
            roads_group(board, seat),
        ]
        events = event_hand_group(board, seat)
        groups += [events] if events["items"] or board.question_id == "choose_event" else []
    else:
        off = s.bid_discount(seat)
        facts = [
            gold,
            {"icon": VALUE_ICONS["appearance"], "label": board.board_text("appearance"), "value": s.appearance(seat)},
            {"icon": VALUE_ICONS["status"], "label": board.board_text("status"), "value": s.renown[seat]},
            {
                "icon": VALUE_ICONS["palace"],
                "label": board.board_text("palace"),
                "value": palace_value_text(board, seat),
            },
            {
                "icon": "camel",
                "label": board.board_text("camels_off" if off else "camels", off=off),
                "value": s.camels[seat],
            },
            {
                "icon": "deck",
                "label": board.board_text("incomes_caravans_still_come"),
                "value": sum(map(sum, s.pawns[seat])),
            },
        ]
        facts += (
            [{"icon": "bolt", "label": board.board_text("event_cards"), "value": len(s.hands[seat])}]
            if s.hands[seat]
            else []
        )
        groups = [palace_rooms_group(board, seat)]
        if s.aims[seat] not in ("", HIDDEN_CARD):  # with all cards open
            groups += (
                [objective_group(board, seat)]
                if board.front_seat is None
                else [objective_group(board, seat), event_hand_group(board, seat)]
            )
    if isinstance(board.node, End):
        facts.append(
            {
                "label": board.board_text("score"),
                "value": board.board_text("points", n=board.node.scores[seat]),
                "score": True,
            }
        )
    colour = board.game.texts.card_name(s.colours[seat]) if s.colours[seat] else ""
    title = f"{board.direction_isolated_name(seat)} · {colour}" if colour and mine else board.seat_name(seat)
    zone: Json = {
        "id": f"seat:{seat}",
        "area": "mine" if mine else "others",
        "seat": seat,
        "title": title,
        "now": seat == board.asked_seat,
        "facts": facts,
        "groups": groups,
    }
    if mine:
        zone.update(look="house", tabs=[group["id"] for group in groups if group.get("look")])
    elif says := auction_activity_text(board, seat):
        zone["says"] = says
    return zone


def last_auction_action_text(board: Board, seat: Seat) -> str:
    """Return a short text about a seat's last action in the auctions."""
    done = board.view.done[seat]
    return board.board_text(ACTION_TEXTS.get(done, "bought"), what=done) if done else ""


def auction_activity_text(board: Board, seat: Seat) -> str:
    """Return a short text about the actions of a seat in the auctions of this round.

    The text is empty outside of auctions.
    """
    s = board.view
    if s.phase != 4 or isinstance(board.node, End):
        return ""
    if said := last_auction_action_text(board, seat):
        return said
    frame = current_auction_frame(board)
    if frame is None:
        return board.board_text("acts_now" if seat == board.asked_seat else "still_to_act")
    if frame.bidder == seat:
        return board.board_text("bids", bid=frame.bid)
    return board.board_text("still_in" if frame.inside >> seat & 1 else "passed")


# -- caravans --------------------------------------------------------------------------------------


def roads_group(board: Board, seat: Seat) -> GroupJson:
    """Return the four roads and the palace track.

    A camel at a space shows the number of remaining incomes.
    """
    s, tables, words = board.view, board.game.tables, board.game.texts
    moving = board.question_id == "forward" and seat == board.asked_seat
    items = []
    for kind, pawns in zip(CARAVANS, s.pawns[seat], strict=True):
        caravan = tables.caravans[kind]
        told = [board.board_text("incomes_left", n=left, income=caravan.income) for left in pawns]
        tries = [Action("forward", kind, left) for left in pawns or (1,)] if moving else ()
        road = {"spaces": caravan.spaces, "at": list(pawns), "art": camel(0, 0, 1, CARAVAN_LOADS[kind])}
        items.append(
            board.make_card(
                f"track:{seat}:{kind}",
                tries,
                name=capitalize_first(words.card_name(kind)),
                road=road,
                caption=board.board_text(
                    f"{'large' if caravan.size else 'small'}_{'slow' if caravan.slow else 'fast'}"
                ),
                big=caravan.income,
                unit=board.board_text("a_round"),
                text="; ".join(told) or board.board_text("no_caravan_here"),
            )
        )
    if s.options["advanced"]:
        low, high = tables.palace_halves
        adds = format_number(preference_value_in_points(PALACE, s.track[seat]))
        items.append(
            board.make_card(
                f"disc:{seat}",
                name=board.board_text("palace_track"),
                caption=board.board_text("palace_track_small"),
                text=board.board_text("adds", adds=adds),
                road={"spaces": high - low + 1, "at": [s.track[seat] - low + 1], "plain": True},
            )
        )
    label = board.board_text("caravans_incomes_they_still")
    return {"id": f"tracks:{seat}", "label": label, "tab": "roads", "look": "roads", "items": items}


# -- values ----------------------------------------------------------------------------------------


def palace_value_text(board: Board, seat: Seat) -> str:
    """Return the palace value."""
    return format_number(preference_value_in_points(PALACE, seat_value_for_preference(board.view, PALACE, seat)))


def next_income(board: Board, seat: Seat) -> int:
    """Return the next income of a seat if no event changes it."""
    return emira_income(board.view, seat)


def income_sources_text(board: Board, seat: Seat) -> str:
    """Return the sources of a seat's next income: the colour of its board, and each kind of caravan."""
    s, game = board.view, board.game
    colour = s.colours[seat]
    base = int(game.base_income[s.options["base_income"]].get(colour, 0))
    parts = [board.board_text("basic_of_colour", colour=board.game.texts.card_name(colour), gold=base)]
    parts += [
        board.board_text("caravans_pay", n=len(row), each=each, kind=game.texts.card_name(kind))
        for kind, each, row in zip(CARAVANS, game.incomes, s.pawns[seat], strict=True)
        if row
    ]
    return "; ".join(parts) + "."


def upkeep_sources_text(board: Board, seat: Seat) -> str:
    """Return the upkeep of each artist."""
    s, game = board.view, board.game
    parts = [f"{game.texts.card_name(name)} {game.upkeep[name]}" for name in s.homes[seat]]
    extra = s.surcharge[seat] * game.tables.prices["suleika"]
    parts += [board.board_text("surcharge", gold=extra)] if extra else []
    return (", ".join(parts) or board.board_text("no_upkeep")) + "."


def upkeep_shortage_warning(board: Board, seat: Seat, upkeep: int) -> Json:
    """Return a warning if the seat lacks gold for the upkeep, because it would lose an artist."""
    s = board.view
    due_now = bool(s.round) and 3 <= s.phase <= 7 and not isinstance(board.node, End)
    lack = upkeep - s.gold[seat]
    if not due_now or lack <= 0 or not s.homes[seat]:
        return {}
    told = board.board_text("upkeep_lacks", gold=upkeep, short=lack)
    return {"tone": "s6", "value": told, "warns": capitalize_first(board.board_text("short_after", short=lack)) + "."}


def seat_values_group(board: Board, seat: Seat) -> GroupJson:
    """Return the values by which artists compare a seat, with the sources of each value, and the camels."""
    s, words = board.view, board.game.texts
    beauty, manners, dress, sets, bonus = s.looks[seat]
    counters = ", ".join(f"{n} {kind}" for n, kind in zip((beauty, manners, dress), APPEARANCE_KINDS, strict=True) if n)
    looks = counters or board.board_text("no_counters")
    looks += board.board_text("sets_add", n=sets) if sets else ""
    looks += board.board_text("event_adds", n=bonus) if bonus else ""
    tokens = [
        {"icon": COUNTER_ICONS[kind], "kind": kind}
        for n, kind in zip((beauty, manners, dress), APPEARANCE_KINDS, strict=True)
        for _ in range(n)
    ]
    tokens += [{"icon": "star", "kind": "met"}] * (sets + bonus)
    honours = [words.card_name(card) for card in s.honours[seat]]
    honours += [f"{words.card_name(name)} +1" for name in s.homes[seat] if name in board.game.performers]
    cards = [{"icon": "crown", "kind": "status"}] * len(honours)
    room = board.board_text("room_for", room=s.palace_capacity(seat), free=s.palace_capacity(seat) - len(s.homes[seat]))
    off = s.bid_discount(seat)
    each = board.game.tables.camel_track[s.herd[seat]]
    items = [
        _value(board, seat, "appearance", s.appearance(seat), looks, tokens=tokens),
        _value(
            board,
            seat,
            "status",
            s.renown[seat],
            ", ".join(honours) or board.board_text("no_status_cards"),
            tokens=cards,
        ),
        _value(board, seat, "palace", palace_value_text(board, seat), room),
        board.make_card(
            f"camels:{seat}",
            icon="camel",
            tone="s8",
            name=board.board_text("camels"),
            big=s.camels[seat],
            caption=board.board_text("bid_off", off=off) if off else "",
            list=[board.board_text("each_takes_off_what", each=each)],
            text=board.board_text("sick_this_round" if s.sick else "off_each_bid", each=off),
        ),
    ]
    return {
        "id": f"values:{seat}",
        "label": board.board_text("what_princesses_look_at"),
        "tab": "values",
        "look": "plates",
        "items": items,
    }


def _value(board: Board, seat: Seat, name: str, big: int | str, text: str, **more: Any) -> Json:
    return board.make_card(
        f"value:{seat}:{name}",
        icon=VALUE_ICONS[name],
        tone=VALUE_TONES[name],
        big=big,
        text=text,
        list=[board.board_text(f"use_of_{name}")],
        name=capitalize_first(board.game.texts.card_name(name)),
        **more,
    )


# -- princesses ------------------------------------------------------------------------------------


def princess_card_content(board: Board, name: str) -> CardJson:
    """Return the content of a princess card: talents, preferences, ability."""
    s, words, card = board.view, board.game.texts, board.game.tables.princesses.get(name)
    if card is None:
        return {"name": board.board_text("hidden"), "back": "pile", "tone": "s7"}
    abilities, advanced = words.sections["abilities"], ("Albina", "Firyal")
    works = name in abilities and (name not in advanced or s.options["advanced"])
    talents = [TALENTS[talent] for talent in card.talents]
    skills = [
        {"icon": TALENT_ICONS[talent], "letter": "", "label": words.card_name(talent), "value": "", "of": 0}
        for talent in talents
    ]
    text = [princess_preferences_text(board, name), *([words.fill_template(abilities[name])] if works else [])]
    if len(talents) > 1:
        text.append(board.board_text("one_or_other", one=talents[0], other=talents[1]))
    shown_name = words.card_name(name)
    return {
        "icon": "shield" if name == SIDI else "guest",
        "tone": "s5" if name == SIDI else "s7",
        "name": shown_name,
        "key": name,
        "person": portrait(shown_name, name),
        "skills": skills,
        "text": capitalize_first("; ".join(text)),
    }


def princess_preferences_text(board: Board, name: str) -> str:
    """Return the first and second preference of a princess as text."""
    if name == SIDI:
        return board.board_text("visits_whoever_has_most")
    one, two = (
        board.game.texts.card_name(("appearance", "status", "palace", "gold")[p]) for p in preferences(board.view, name)
    )
    return board.board_text("looks_for_then", one=one, two=two)


def palace_rooms_group(board: Board, seat: Seat) -> GroupJson:
    """Return the rooms of a palace with their artists, and the free rooms."""
    s = board.view
    cards = []
    for name in s.homes[seat]:
        face = princess_card_content(board, name)
        if name == "Xenia" and s.xenia >= 0:
            face["text"] += board.board_text("markers_left", n=s.xenia)
        cards.append(board.make_card(f"home:{seat}:{name}", **face))
    for n in range(len(cards), s.palace_capacity(seat)):
        cards.append(
            board.make_card(
                f"free:{seat}:{n}",
                kind="free",
                name=board.board_text("free"),
                text=board.board_text("room_for_one_more"),
            )
        )
    return {
        "id": f"homes:{seat}",
        "label": board.board_text("princesses"),
        "tab": "rooms",
        "items": cards,
        "look": "rooms",
    }


# -- secrets ---------------------------------------------------------------------------------------


class TalentAssignment(NamedTuple):
    """Talent that the objective requires, with the princess who is assigned to it."""

    talent: str
    princess: str
    """Empty if no princess is left for the talent."""


def assign_princesses_to_talents(board: Board, seat: Seat) -> list[TalentAssignment]:
    """Return an assignment of a princess to each talent that the objective requires.

    As many talents as possible get a princess, each a different one.
    """
    s, home = board.view, board.view.homes[seat]
    talents = [board.game.tables.princesses[name].talents for name in home]
    best: list[TalentAssignment] = []
    for need in alternative_talent_combinations(s, s.aims[seat]):
        units = [talent for talent in range(4) for _ in range(need[talent])]
        met = largest_talent_matching(talents, units)
        if not best or sum(place is not None for place in met) > sum(bool(name) for _, name in best):
            best = [
                TalentAssignment(TALENTS[unit], "" if place is None else home[place])
                for unit, place in zip(units, met, strict=True)
            ]
    return best


def largest_talent_matching(princess_talents: list[tuple[int, ...]], wanted_talents: list[int]) -> list[int | None]:
    """Return for each wanted talent the index of a different princess, or None if no princess is left."""
    for size in range(len(wanted_talents), 0, -1):
        for chosen in combinations(range(len(wanted_talents)), size):
            wanted = [wanted_talents[i] for i in chosen]
            need: TalentNeed = (wanted.count(0), wanted.count(1), wanted.count(2), wanted.count(3))
            places = match_talents(princess_talents, need)
            if places is not None:
                serves = dict(zip(chosen, places, strict=True))
                return [serves.get(i) for i in range(len(wanted_talents))]
    return [None] * len(wanted_talents)


def objective_group(board: Board, seat: Seat) -> GroupJson:
    """Return the secret objective, with the princess for each talent."""
    s, words, aim = board.view, board.game.texts, board.view.aims[seat]
    group: Json = {
        "id": f"aim:{seat}",
        "label": board.board_text("objective"),
        "items": [],
        "empty": board.board_text("not_drawn_yet"),
    }
    if aim == HIDDEN_CARD:
        group["items"] = [
            board.make_card(
                f"aim:{seat}:hidden",
                name=board.board_text("secret"),
                back="aims",
                tone="s1",
                text=board.board_text("secret_objective_this_seat"),
            )
        ]
    elif aim:
        least, most = board.game.tables.thresholds[s.seats]
        count = len(s.homes[seat])
        told = board.board_text("with_or_with_any", least=least, aim=aim, most=most)
        items = []
        for i, (talent, name) in enumerate(assign_princesses_to_talents(board, seat)):
            who = words.card_name(name) if name else board.board_text("open")
            face = {"person": portrait(who, name), "kind": "met"} if name else {"kind": "open"}
            items.append(
                board.make_card(
                    f"aim:{seat}:{i}",
                    icon=TALENT_ICONS[talent],
                    name=f"{words.card_name(talent)}: {who}",
                    caption=words.card_name(talent),
                    key=f"aim:{i}",
                    text=board.board_text("each_princess_serves_for"),
                    **face,
                )
            )
        items.append(
            board.make_card(
                f"aim:{seat}:count",
                icon="guest",
                kind="met" if count >= least else "open",
                name=board.board_text("count_of", count=count, least=least),
                caption=board.board_text("in_all"),
                text=told,
                big=f"{count}/{least}",
            )
        )
        group.update(
            label=board.board_text("your_secret_goal", least=least, most=most)
            if seat == board.front_seat
            else board.board_text("objective"),
            tab="goal",
            look="sockets",
            items=items,
        )
    return group


def event_card_content(board: Board, card: str) -> CardJson:
    """Return the content of an event card, with the cards that its symbol excludes."""
    tables, words = board.game.tables, board.game.texts
    row = tables.events[card]
    same = [
        words.card_name(name)
        for name, other in tables.events.items()
        if other.symbol == row.symbol and name != card and row.symbol
    ]
    if not row.symbol or board.view.options["event_symbols"] == "none":
        symbol = board.board_text("excludes_nothing")
    elif board.view.options["event_symbols"] == "copies" or not same:
        symbol = board.board_text("excludes_another", card=card)
    else:
        symbol = board.board_text("excludes_others", card=card, others=", ".join(same))
    return {
        "icon": "bolt",
        "tone": "s8",
        "kind": "event",
        "name": words.card_name(card),
        "text": words.fill_template(words.sections["effects"][card]),
        "list": [symbol],
    }


def event_hand_group(board: Board, seat: Seat) -> GroupJson:
    """Return the event cards in hand."""
    s, mine = board.view, seat == board.viewer
    cards = []
    for card in sorted(set(s.hands[seat])):
        place, count = f"hand:{seat}:{card}", s.hands[seat].count(card)
        if card == HIDDEN_CARD:
            cards.append(
                board.make_card(
                    place,
                    name=board.board_text("event"),
                    back="fates",
                    tone="s8",
                    count=count,
                    text=board.board_text("event_card"),
                )
            )
            continue
        tries = [Action("play", card)] if board.question_id == "play" and seat == board.asked_seat else []
        cards.append(board.make_card(place, tries, count=count, **event_card_content(board, card)))
        shut = blocking_symbol(s, card) if s.phase == 1 else None
        if shut is not None and "state" not in cards[-1]:
            why = board.board_text("has_been_used", card=capitalize_first(board.game.texts.card_name(shut)))
            cards[-1].update(state="dim", why={"text": why, "rule": "EMI-3.3"})
    group: Json = {
        "id": f"hand:{seat}",
        "label": board.board_text("event_cards"),
        "items": cards,
        "empty": board.board_text("none"),
    }
    if mine:
        due = s.phase < 2 or board.question_id in ("choose_event", "play")
        group.update({"at": "hand"} if due else {"look": "chips", "tab": "events"})
    return group


def current_auction_frame(board: Board) -> Any:
    """Return the frame of the current auction with opener, bid, bidder and remaining seats, or None."""
    return next((frame for frame in reversed(board.view.agenda_frames) if frame.step.name == "bid"), None)


def status_card_content(board: Board, card: str) -> CardJson:
    """Return the content of a status card."""
    row = board.game.tables.status[card]
    return {
        "icon": "crown",
        "kind": "status",
        "tone": VALUE_TONES["status"],
        "name": board.game.texts.card_name(card),
        "big": f"+{row.points}",
        "text": board.board_text("costs", price=row.price),
    }
