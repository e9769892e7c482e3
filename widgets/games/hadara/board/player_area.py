"""Player area of Hadara: five rows with track, cards and next price, then colonies, statues and medals."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from gamelib import End
from gamelib.games.hadara.card_tables import COLOURS, PURPLE, TRACKS
from gamelib.games.hadara.colonies import effective_requirement, has_colony_of_tier
from gamelib.games.hadara.feeding import FOOD_TRACK, cards_minus_food
from gamelib.games.hadara.scoring import colony_points, gold_medal_sets, points_by_source, statue_points
from gamelib.games.hadara.statues import carved_statues
from gamelib.nodes import Seat
from gamelib.number_format import capitalize_first

from ....page.protocol import Json
from ....table.board import Board
from ....table.json_types import CardJson, GroupJson
from .action_effects import CULTURE_TRACK, MILITARY_TRACK, card_effect_fields, current_points, remaining_income_count
from .theme import COLOUR_ICONS, TRACK_ICONS, card_theme_key

MAX_TOKENS = 9  # maximum number of colonies, statues and medals, including statues that are not carved
MIN_TRACK_LENGTH = 20  # minimum number of beads of a track. A track has more if its value is higher


def player_zone(board: Board, seat: Seat) -> Json:
    """Return the zone of a seat."""
    s, mine = board.view, seat == board.front_seat
    facts: list[Json] = [
        {
            "icon": "coin",
            "label": board.board_text("coins"),
            "value": s.coins[seat],
            "bank": True,
            **({"id": f"coins:{seat}"} if mine else {}),
        }
    ]
    if not mine:
        facts += [
            {"icon": TRACK_ICONS[track], "label": capitalize_first(track), "value": s.tracks[seat][k]}
            for k, track in enumerate(TRACKS)
        ]
        lack = cards_minus_food(s, seat)
        if lack > 0 and s.epoch:
            facts.append({"icon": "discard", "label": board.board_text("cards_without_food_as"), "value": lack})
    if isinstance(board.node, End):
        facts.append(
            {"icon": "crown", "label": board.board_text("score"), "value": board.node.scores[seat], "score": True}
        )
    elif s.epoch:
        facts.append(
            {
                "icon": "star",
                "label": board.board_text("points_if_game_ended"),
                "value": current_points(s, seat),
                "origin": points_sources_text(board, seat),
            }
        )
    groups = track_groups(board, seat) if mine else [owned_cards_group(board, seat)]
    zone: Json = {
        "id": f"seat:{seat}",
        "area": "mine" if mine else "others",
        "seat": seat,
        "title": board.seat_name(seat),
        "now": seat == board.asked_seat,
        "facts": facts,
        "groups": [achievements_group(board, seat), *groups],
    }
    if mine:
        zone["look"] = "ledger"
    else:
        zone["look"] = "summary"
        if drawn := opponent_drawn_pair_group(board, seat):
            zone["groups"].append(drawn)
        if says := simultaneous_choice_text(board, seat):
            zone["says"] = says
    return zone


def simultaneous_choice_text(board: Board, seat: Seat) -> str:
    """Return a text that says whether a seat has already chosen, at a simultaneous choice, or "" at other steps.

    The choice of a seat is hidden until all seats have chosen.
    """
    frame = board.view.agenda_frames[-1] if board.view.agenda_frames else None
    if frame is None or frame.step.name not in ("keep", "side") or seat not in frame.asked:
        return ""
    return board.board_text("has_chosen" if frame.asked.index(seat) < len(frame.given) else "is_choosing")


def opponent_drawn_pair_group(board: Board, seat: Seat) -> GroupJson | None:
    """Return the two cards that another seat has drawn: face down, or face up in the view with all cards open."""
    cards = board.view.drawn[seat]
    if not cards:
        return None
    if all(card[-1] == "?" for card in cards):
        items = [
            board.make_card(
                f"drawn:{seat}",
                name=board.board_text("two_cards", colour=LETTER_COLOURS[cards[0][0]]),
                back=cards[0][:2],
                count=2,
            )
        ]
    else:
        items = [owned_card_content(board, seat, card) for card in cards]
    return {
        "id": f"drawn:{seat}",
        "label": board.board_text("drawn"),
        "look": "" if len(items) == 1 else "slivers",
        "items": items,
    }


LETTER_COLOURS = dict(zip("YRBGP", COLOURS, strict=True))


# -- cards owned -----------------------------------------------------------------------------------


class PrintedCardParts(NamedTuple):
    """Parts of an epoch card that do not change during a game."""

    content: CardJson
    effect_fields: Json
    """Signs and effect text, from `card_effect_fields`."""


@lru_cache(1024)
def printed_card_parts(game: Any, card: str) -> PrintedCardParts:
    """Return the printed content and effect of an epoch card.

    The content does not change during a game.
    """
    rows = card_effect_fields(game, card)
    told = ", ".join(f"{sign['label'].lower()} {sign['text']}" for sign in rows["signs"])
    content = {
        "kind": card_theme_key(game.tables.cards[card]),
        "name": game.texts.card_name(card),
        "key": card,
        "text": ". ".join(capitalize_first(part) for part in (told, rows["effect"]) if part),
    }
    return PrintedCardParts(content, rows)


def card_content(board: Board, card: str, seat: Seat | None = None) -> CardJson:
    """Return the content of an epoch card, with its price for a seat."""
    plain, rows = printed_card_parts(board.game, card)
    shown = {**plain}
    if seat is not None:
        row = board.game.tables.cards[card]
        price = board.view.card_price(seat, card)
        off = row.cost - price
        less = board.board_text("less_cards_you_own" if off else "no_card_this_colour", cost=row.cost, off=off)
        shown.update(
            big=row.cost,
            signs=rows["signs"],
            effect=rows["effect"],
            list=[board.board_text("costs_you", price=price, less=less)],
        )
    return shown


def owned_card_content(board: Board, seat: Seat, card: str) -> CardJson:
    """Return a card that the seat owns, with its printed cost and its tile."""
    shown = card_content(board, card)
    shown["list"] = [board.board_text("cost", cost=board.game.tables.cards[card].cost)]
    tile = next((placed.split(":")[1] for placed in board.view.placed[seat] if placed.startswith(f"{card}:")), "")
    if tile:
        shown["list"].append(board.board_text("tile_for_lies_on", tile=tile))
    return board.make_card(f"own:{seat}:{card}", **shown)


def owned_cards_group(board: Board, seat: Seat) -> GroupJson:
    """Return all cards of a seat, by colour."""
    cards = sorted(board.view.owned[seat], key=lambda card: board.game.tables.cards[card].colour)
    return {
        "id": f"cards:{seat}",
        "label": board.board_text("cards", n=len(cards)),
        "look": "slivers",
        "items": [owned_card_content(board, seat, card) for card in cards],
    }


def track_groups(board: Board, seat: Seat) -> list[GroupJson]:
    """Return a row for each colour: its track with marks, its cards, and their discount on the next price."""
    s = board.view
    highest = max(*s.tracks[seat], len(s.owned[seat]))
    most = max(MIN_TRACK_LENGTH, 5 * (highest // 5 + 2))
    rows = []
    for k, colour in enumerate(COLOURS):
        track: Json = {"icon": COLOUR_ICONS[k], "kind": colour, "label": board.board_text("purple")}
        if k == PURPLE:
            track["text"] = board.board_text("no_track_what_these")
        else:
            track.update(
                label=capitalize_first(TRACKS[k]),
                value=s.tracks[seat][k],
                most=most,
                marks=[mark for mark in track_marks(board, seat, k) if mark["at"] <= most],
            )
        cards = [card for card in s.owned[seat] if board.game.tables.cards[card].colour == k]
        rows.append(
            {
                "id": f"line:{seat}:{colour}",
                "label": board.board_text(
                    "cards_and_track", colour=capitalize_first(colour), track=track["label"].lower()
                ),
                "look": "slivers",
                "track": track,
                "items": [
                    owned_card_content(board, seat, card) for card in cards if not is_discarding_for_food(board, seat)
                ],
                "head": board.make_card(
                    f"about:{seat}:{colour}",
                    kind=colour,
                    name=capitalize_first(TRACKS[k] if k < PURPLE else colour),
                    **track_help(board, k),
                ),
                "tail": {
                    "id": f"off:{seat}:{colour}",
                    "icon": "coin",
                    "text": f"−{s.held[seat][k]}",
                    "label": board.board_text("next_card_costs_less", colour=colour, held=s.held[seat][k]),
                },
            }
        )
    return rows


def track_help(board: Board, track: int) -> Json:
    """Return the help text of a track: its use, and the use of cards of its colour."""
    worth_of = board.game.tables.worth
    uses = (
        board.board_text("about_yellow", incomes=remaining_income_count(board)),
        board.board_text("about_red"),
        board.board_text("about_blue"),
        board.board_text("about_green"),
        board.board_text("about_purple"),
    )
    sets = board.board_text("cards_are_for", colour=COLOURS[track], points=worth_of["points_a_set"])
    return {"text": uses[track], "list": [sets]}


def is_discarding_for_food(board: Board, seat: Seat) -> bool:
    """Return whether a seat's cards are in the hand because the seat must remove some of them."""
    return board.question_id == "remove" and board.asked_seat == seat and board.can_viewer_choose()


def track_marks(board: Board, seat: Seat, track: int) -> list[Json]:
    """Return the marks of a track: new options and, on the food track, the number of cards that need food."""
    s = board.view

    def entry(kind: str, look: str, need: int, requirement: int) -> Json:
        said = board.board_text(f"{kind}_{look}", name=requirement, short=need - s.tracks[seat][track])
        return {"at": need, "label": str(requirement), "look": look, "said": said}

    if track == MILITARY_TRACK:
        entries = []
        for number, level in enumerate(s.game.tables.levels):
            need, mine = effective_requirement(s, seat, level.requirement), has_colony_of_tier(s, seat, level.name)
            look = (
                "done" if mine else "shut" if not s.left[number] else "open" if need <= s.tracks[seat][track] else "far"
            )
            entries.append(entry("colony", look, need, level.requirement))
        return entries
    if track == CULTURE_TRACK:
        done, entries = carved_statues(s, seat), []
        for name, statue in s.game.tables.statues.items():
            need = effective_requirement(s, seat, statue.requirement)
            look = "done" if name in done else "open" if need <= s.tracks[seat][track] else "far"
            entries.append(entry("statue", look, need, statue.requirement))
        return entries
    if track == FOOD_TRACK and s.owned[seat]:
        cards, lack = len(s.owned[seat]), cards_minus_food(s, seat)
        text = "one_goes" if lack == 1 else "some_go" if lack > 0 else "to_feed"
        text = board.board_text(text, cards=cards, lack=lack)
        return [{"at": cards, "label": text, "look": "bad" if lack > 0 else "open", "said": text}]
    return []


# -- colonies, statues, medals ---------------------------------------------------------------------


def points_sources_text(board: Board, seat: Seat) -> str:
    """Return the sources of the points that a seat would have if the game ended now."""
    words = board.game.texts.sections["sources"]
    parts = [f"{capitalize_first(words[source])} {n}" for source, n in points_by_source(board.view, seat).items() if n]
    return ", ".join(parts or ["0"]) + "."


def points_per_item(board: Board, seat: Seat, source: str) -> list[tuple[str, int]]:
    """Return the points that each colony or statue of a seat brings at the end."""
    s, words = board.view, board.game.texts
    if source == "colonies":
        return [(capitalize_first(words.card_name(colony)), colony_points(s, colony)) for colony in s.colonies[seat]]
    if source == "statues":
        return [
            (capitalize_first(words.card_name(carved.split(":")[0])), statue_points(s, seat, carved))
            for carved in s.statues[seat]
        ]
    return []


def achievements_group(board: Board, seat: Seat) -> GroupJson:
    """Return the colonies, statues and medals of a seat, and for the viewer also the free places."""
    s, words, mine = board.view, board.game.texts, seat == board.front_seat
    items = []
    for colony in s.colonies[seat]:
        level = s.game.level_by_name[colony.split("-")[0]].requirement
        side = board.board_text("plundered" if colony in s.game.level_by_name else "integrated")
        items.append(
            board.make_card(
                f"colony:{seat}:{colony}",
                kind=f"level{level}",
                icon="flag",
                big=level,
                key=colony,
                name=f"{capitalize_first(words.card_name(colony))}, {side}",
                text=board.board_text("points", n=colony_points(s, colony)),
            )
        )
    for statue in s.statues[seat]:
        name, tile = statue.split(":")
        need = s.game.tables.statues[name].requirement
        lies = board.board_text(
            "tile_facedown" if tile.endswith("-down") else "tile_faceup", track=tile.removesuffix("-down")
        )
        items.append(
            board.make_card(
                f"statue:{seat}:{name}",
                kind="blue",
                icon="statue",
                big=need,
                key=f"statue:{name}",
                name=f"{capitalize_first(words.card_name(name))}",
                text=board.board_text("statue_counts", n=statue_points(s, seat, statue), lies=lies),
            )
        )
    if mine and s.epoch:
        for name, row_ in s.game.tables.statues.items():
            if name not in carved_statues(s, seat):
                items.append(
                    board.make_card(
                        f"statue:{seat}:{name}",
                        kind="free",
                        icon="statue",
                        big=row_.requirement,
                        key=f"statue:{name}",
                        name=board.board_text("not_carved", statue=capitalize_first(words.card_name(name))),
                        text=board.board_text(
                            "asks_culture", need=row_.requirement, points=row_.points, bonus=row_.bonus
                        ),
                    )
                )
    for n, track in enumerate(s.silver[seat]):
        value = -(-s.tracks[seat][TRACKS.index(track)] // 2)
        items.append(
            board.make_card(
                f"silver:{seat}:{n}",
                kind="silver",
                icon=TRACK_ICONS[track],
                big=value,
                key=f"silver:{track}:{n}",
                name=board.board_text("silver_medal_for", track=track),
                text=board.board_text("counts_half", value=value),
            )
        )
    if s.gold[seat]:
        sets = gold_medal_sets(s, seat)
        each = s.game.tables.worth["points_a_set"] * sets
        items.append(
            board.make_card(
                f"gold:{seat}",
                kind="gold",
                icon="medal",
                big=f"{s.gold[seat]} × {each}" if mine else s.gold[seat],
                key="gold",
                name=board.board_text("gold_medals", n=s.gold[seat]),
                text=board.board_text("sets_count", sets=sets, each=each),
            )
        )
    if len(items) > MAX_TOKENS:  # free places are not displayed, because the culture track mentions them
        items = [item for item in items if item["kind"] != "free"]
    return {
        "id": f"honours:{seat}",
        "label": board.board_text("colonies_statues_medals"),
        "look": "tokens",
        "items": items,
    }
