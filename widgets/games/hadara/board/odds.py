"""Odds for the table of Hadara: next draw with prices, reverse sides of colonies, and which cards remain."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from gamelib import Chance, End
from gamelib.games.hadara.card_tables import COLOURS, TRACKS
from gamelib.games.hadara.colonies import unseen_reverses
from gamelib.games.hadara.medals import medal_prices
from gamelib.games.hadara.scoring import gold_medal_sets
from gamelib.games.hadara.statues import statue_bonus
from gamelib.nodes import Outcome, Seat
from gamelib.number_format import capitalize_first, format_fixed, format_modifier, format_number, format_signed

from ....page.protocol import Json
from ....table.board import Board, LuckEntry, make_success_chance, probability_fields
from ....table.json_types import OddsJson
from ....table.odds_models import valid_model_text, with_builder_models
from .action_effects import (
    next_draw_cards_by_price,
    next_draw_colour,
    remaining_income_count,
    state_after_own_action,
    track_steps_effect_text,
)
from .theme import TRACK_ICONS, card_colour, colour_icon

TONES = ("s1", "s6", "s5", "s3", "s7")
OddsByActionJson: TypeAlias = Json
"""Keys of `scene_types.Odds` with `acts`, which has odds for each action number."""


def current_odds(board: Board) -> list[OddsJson]:
    """Return the relevant odds of the position."""
    node, seat = board.node, board.asked_seat
    if isinstance(node, End):
        return []
    if isinstance(node, Chance):
        return [pending_odds(board, with_outcome_selector=True)]
    if not board.can_viewer_choose() or seat is None:
        return []
    match board.question_id:
        case "keep":
            shown = next_pair_affordability_by_action(board, seat)
            return [shown] if shown else []
        case "wheel":
            return [affordable_of_two_odds_by_deck(board, seat)]
        case "pick":
            return odds_that_pile_card_remains(board, seat)
        case "colony":
            shown = colony_tile_odds_by_choice(board, seat)
            return [shown] if shown else []
        case "mode":
            return [colony_tile_odds(board, f"C{node.values['level']:02d}")]
        case "statue":
            return [available_statue_points_chart(board, seat)]
        case "face":
            return [
                tile_points_by_track_chart(board, seat, statue_bonus(board.view, seat, node.values["statue"]), True)
            ]
        case "tile":
            return [tile_points_by_track_chart(board, seat, board.game.tables.effects["tile_steps"], False)]
        case "remove" | "pay":
            return [losses_by_removed_card_chart(board, seat)]
        case "medal":
            return [medal_net_points_chart(board, seat)]
    return []


# -- draws -----------------------------------------------------------------------------------------


def pending_odds(board: Board, with_outcome_selector: bool = False) -> OddsJson:
    """Return the odds of the pending chance step."""
    node: Any = board.node
    if board.question_id == "draw":
        return affordable_pair_odds(board, node.seat, with_outcome_selector)
    if board.question_id == "reverse":
        return colony_tile_odds(board, f"C{node.values['level']:02d}", with_outcome_selector)
    dist = node.dist()
    titles = {"ring": "ring_colours", "spread": "icons_on_wheel", "deal": "setup_card"}
    shown = [
        {"label": board.outcome_text(x), "tone": "s5", **probability_fields(weight, dist.total)}
        for x, weight in dist.items()
    ]
    made: Json = {"title": board.board_text(titles[board.question_id]), "bars": shown if len(shown) <= 8 else []}
    if len(shown) > 8:
        made["text"] = board.board_text("orders_each_with_same", total=dist.total)
    if with_outcome_selector:
        made["choose"] = [
            {
                "label": board.board_text("what_comes_up"),
                "options": [
                    {
                        "value": _written(x),
                        "label": f"{board.outcome_text(x)} · {probability_fields(w, dist.total)['p']}",
                    }
                    for x, w in dist.items()
                ],
            }
        ]
    return made


def _written(outcome: Outcome) -> str:
    return "+".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)


def affordable_pair_odds(board: Board, seat: Seat, with_outcome_selector: bool = False) -> OddsJson:
    """Return the odds of a draw of two cards from a deck: all unseen pairs, and whether one card is affordable."""
    s = board.view
    colour = s.deck_colour(seat, s.draw)
    cards = s.unseen[(s.epoch - 1) * len(COLOURS) + colour]
    priced = sorted((s.card_price(seat, card), card) for card in cards)
    made = affordable_pair_grid(board, priced, s.coins[seat], seat)
    title = "you_draw_two" if seat == board.viewer else "draws_two"
    made.update(title=board.board_text(title, who=seat, colour=COLOURS[colour]), bars=[])
    if with_outcome_selector:
        dist: Any = board.node.dist()  # type: ignore[union-attr]
        names = board.game.texts
        made["choose"] = [
            {
                "label": board.board_text("the_two_cards"),
                "options": [
                    {
                        "value": _written(pair),
                        "group": names.card_name(pair[0]),
                        "label": f"{board.outcome_text(pair)} · {probability_fields(weight, dist.total)['p']}",
                    }
                    for pair, weight in dist.items()
                ],
            }
        ]
    return made


def affordable_pair_grid(board: Board, cards_by_price: list[tuple[int, str]], coins: int, seat: Seat) -> Json:
    """Return the grid of all pairs of these cards, ordered by price.

    Pairs with at least one affordable card are filled.
    """
    items = [{"text": str(price), "hit": price <= coins} for price, _ in cards_by_price]
    can = sum(price <= coins for price, _ in cards_by_price)
    total = len(items) * (len(items) - 1) // 2
    dear = len(items) - can
    hits = total - dear * (dear - 1) // 2
    mine = seat == board.viewer
    text = board.board_text(
        "prices_for_you" if mine else "prices_for", who=seat, can=can, unseen=len(items), coins=coins
    )
    return {
        "chance": make_success_chance(
            board.board_text("you_can_pay" if mine else "seat_can_pay", who=seat), hits, total
        ),
        "text": text,
        "model": affordable_cheaper_card_model_notation(items),
        "pairs": {"items": items, "label": board.board_text("pairs_cards_by_price", total=total, hits=hits)},
    }


def affordable_cheaper_card_model_notation(card_items: list[Json]) -> str:
    """Return the Builder's model expression for the event that the cheaper of two cards is affordable.

    The result is empty if the event is certain or impossible.
    """
    can = [int(item["text"]) for item in card_items if item["hit"]]
    if not can or len(can) == len(card_items):
        return ""
    return valid_model_text(f"2 deck{{{','.join(item['text'] for item in card_items)}}} : low <= {max(can)}", 1)


def odds_by_action(title: str, action_odds: dict[str, Json], default_action: str) -> OddsByActionJson:
    """Return different odds for each action, each with its expression for the Builder.

    Until the pointer is on an action, the table displays the odds of `default_action`.
    """
    modelled = with_builder_models([*action_odds.values()])
    return {"title": title, "bars": [], "acts": dict(zip(action_odds, modelled, strict=True)), "first": default_action}


def next_pair_affordability_by_action(board: Board, seat: Seat) -> OddsByActionJson | None:
    """Return, for each action, whether the next two cards are affordable after it, or None without a next draw."""
    s = board.view
    colour = next_draw_colour(s, seat)
    if colour is None:
        return None
    acts: dict[str, Json] = {}
    for n, action in enumerate(board.visible_actions):
        then = state_after_own_action(s, seat, action)
        acts[str(n)] = affordable_pair_grid(board, next_draw_cards_by_price(then, seat), then.coins[seat], seat)
    return odds_by_action(board.board_text("next_can_you_pay_for", colour=COLOURS[colour]), acts, "0")


def affordable_of_two_odds_by_deck(board: Board, seat: Seat) -> OddsJson:
    """Return for each possible first deck the odds that one of two cards is affordable."""
    s, shown = board.view, []
    for name in s.ring:
        k = COLOURS.index(name)
        prices = [s.card_price(seat, card) for card in s.unseen[(s.epoch - 1) * len(COLOURS) + k]]
        dear = sum(price > s.coins[seat] for price in prices)
        total = len(prices) * (len(prices) - 1) // 2
        shown.append(
            {
                "label": capitalize_first(name),
                "tone": TONES[k],
                **probability_fields(total - dear * (dear - 1) // 2, total),
            }
        )
    return {
        "title": board.board_text("can_you_pay_for"),
        "bars": shown,
        "text": board.board_text("with_coins_by_deck", n=s.coins[seat]),
    }


# -- piles -----------------------------------------------------------------------------------------


def odds_that_pile_card_remains(board: Board, seat: Seat) -> list[OddsJson]:
    """Return for each action which seats could buy the card, and which cards remain at the next own turn."""
    s = board.view
    left = [len(pile) for pile in s.piles]
    rivals = [(seat + i) % s.seats for i in range(1, s.seats)]
    acts: dict[str, Json] = {}
    for n, action in enumerate(board.visible_actions):
        card = action.args[0]
        mine = COLOURS.index(card_colour(card))
        shown = []
        for name in s.ring:
            k = COLOURS.index(name)
            if not left[k] or k == mine or sum(left) <= s.seats:  # no seat has another turn
                continue
            rest = tuple(sorted(left[i] - (i == mine) for i in range(len(left)) if i != k and left[i] > (i == mine)))
            p = p_pile_untouched(rest, len(rivals))
            label = board.game.texts.card_name(s.piles[k][-1])
            share = probability_fields(p.numerator, p.denominator)
            shown.append({"label": label, "icon": colour_icon(name), "tone": TONES[k], **share})
        acts[str(n)] = {
            "bars": shown,
            "rows": {
                "label": board.board_text("who_else_could_buy", card=card),
                "rows": [_buyer(board, other, card) for other in rivals],
                "text": board.board_text("if_others_took_piles") if shown else "",
            },
        }
    title = board.board_text("still_there_at_your" if any(one["bars"] for one in acts.values()) else "last_cards")
    return [odds_by_action(title, acts, "0")]


def _buyer(board: Board, seat: Seat, card: str) -> Json:
    """Return whether another seat could pay for a card, at its own price."""
    price, coins = board.view.card_price(seat, card), board.view.coins[seat]
    return {
        "seat": seat,
        "value": price,
        "text": board.board_text(
            "of_coins" if price <= coins else "short_could_only_sell", n=coins, short=price - coins
        ),
        "look": "best" if price <= coins else "out",
        "share": min(1.0, coins / price) if price else 1.0,
    }


@lru_cache(None)
def p_pile_untouched(other_pile_heights: tuple[int, ...], taker_count: int) -> Fraction:
    """Return the probability that no other player takes a card from a particular pile.

    Each pile that is not empty is equally likely.

    `other_pile_heights` are the heights of the other piles, sorted, without 0.
    """
    if not taker_count or not other_pile_heights:
        return Fraction(0 if taker_count else 1)
    total = Fraction(0)
    for i, height in enumerate(other_pile_heights):
        rest = other_pile_heights[:i] + other_pile_heights[i + 1 :]
        after_it = tuple(sorted((*rest, height - 1))) if height > 1 else rest
        total += p_pile_untouched(after_it, taker_count - 1)
    return total / (len(other_pile_heights) + 1)


# -- colonies and statues --------------------------------------------------------------------------


def colony_tile_odds(board: Board, name: str, with_outcome_selector: bool = False) -> OddsJson:
    """Return the possible tiles on the reverse side of a level's colony, all equally likely."""
    s, tables = board.view, board.game.tables
    tiles = unseen_reverses(s, name)
    level = s.game.level_by_name[name]
    shown = [
        {
            "label": _gives(board, tile),
            "icon": _icon(board, tile),
            "tone": _tone(board, tile),
            **probability_fields(1, len(tiles)),
        }
        for tile in tiles
    ]
    mean = Fraction(sum(tables.reverses[tile].points for tile in tiles), len(tiles))
    steps = sum(any(tables.reverses[tile].steps) for tile in tiles)
    gone = len(level.colony_ids) - len(tiles)
    known = board.board_text("lies_open_already" if gone == 1 else "lie_open_already", n=gone) if gone else ""
    made: Json = {
        "title": board.board_text("what_on_reverse_of", name=level.requirement),
        "bars": shown,
        "chance": make_success_chance(board.board_text("gives_steps"), steps, len(tiles)),
        "text": board.board_text(
            "either_way", mean=format_number(mean), paid=level.integrate, points=level.points, coins=level.plunder
        )
        + known,
    }
    if with_outcome_selector:
        made["choose"] = [
            {
                "label": board.board_text("the_reverse"),
                "options": [
                    {"value": tile, "label": f"{_gives(board, tile)} · {probability_fields(1, len(tiles))['p']}"}
                    for tile in tiles
                ],
            }
        ]
    return made


def _track_of(board: Board, tile: str) -> int | None:
    steps = board.game.tables.reverses[tile].steps
    return next((k for k, n in enumerate(steps) if n), None)


def _gives(board: Board, tile: str) -> str:
    face, k = board.game.tables.reverses[tile], _track_of(board, tile)
    gain = board.board_text("no_steps") if k is None else f"{TRACKS[k]} +{face.steps[k]}"
    return board.board_text("gain_and_points", gain=gain, n=face.points)


def _icon(board: Board, tile: str) -> str:
    k = _track_of(board, tile)
    return "star" if k is None else TRACK_ICONS[TRACKS[k]]


def _tone(board: Board, tile: str) -> str:
    k = _track_of(board, tile)
    return "muted" if k is None else TONES[k]


def colony_tile_odds_by_choice(board: Board, seat: Seat) -> OddsByActionJson | None:
    """Return the odds of the reverse side for each available colony, or None if there is none."""
    acts = {
        str(n): colony_tile_odds(board, f"C{action.args[0]:02d}")
        for n, action in enumerate(board.visible_actions)
        if action.verb != "pass"
    }
    return odds_by_action(board.board_text("what_on_reverse"), acts, [*acts][-1]) if acts else None


def available_statue_points_chart(board: Board, seat: Seat) -> OddsJson:
    """Return the available statues with their points, and the points of a facedown tile."""
    s, rows = board.view, []
    for action in board.visible_actions:
        if action.verb == "pass":
            continue
        statue, more = s.game.tables.statues[action.args[0]], statue_bonus(s, seat, action.args[0])
        text = board.board_text("own_by_tile_facedown", points=statue.points, more=more)
        both = statue.points + more
        rows.append(
            {
                "label": board.board_text("statue_name", name=statue.requirement),
                "value": both,
                "shown": f"+{both}",
                "text": text,
                "gain": True,
            }
        )
    left = sum(s.tiles[seat])
    return {
        "title": board.board_text("what_statue_counts"),
        "bars": [],
        "axis": {"rows": rows, "unit": board.board_text("unit_points_at_end")},
        "text": board.board_text("you_have_tiles", left=left),
    }


def tile_points_by_track_chart(board: Board, seat: Seat, steps: int, with_facedown_row: bool) -> OddsJson:
    """Return the points of a tile on each track as far as they can be counted, and those of a facedown tile."""
    s = board.view
    left = remaining_income_count(board)
    rows: list[Json] = []
    if with_facedown_row:
        rows.append(
            {
                "label": board.board_text("facedown"),
                "value": steps,
                "shown": f"+{steps}",
                "text": board.board_text("for_certain"),
                "gain": True,
            }
        )
    for k, track in enumerate(TRACKS):
        if not s.tiles[seat][k]:
            continue
        value = Fraction(steps * s.silver[seat].count(track), 2)
        text = track_steps_effect_text(board, seat, k, steps)
        if not k:
            value += Fraction(steps * left, board.game.tables.worth["coins_a_point"])
            text = board.board_text("coins_incomes", gain=steps, left=left)
        if track in s.silver[seat]:
            text += board.board_text("your_silver_medal_counts")
        shown = f"+{_decimal(value)}" if value else "0"
        rows.append(
            {"label": capitalize_first(track), "value": float(value), "shown": shown, "text": text, "gain": True}
        )
    return {
        "title": board.board_text("which_tile_which_way" if with_facedown_row else "which_track_rises"),
        "bars": [],
        "axis": {"rows": rows, "unit": board.board_text("points_at_end_as")},
        "text": board.board_text("coins_buy_more_than"),
    }


def _decimal(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else format_fixed(value, 1)


# -- feeding and medals ----------------------------------------------------------------------------


def losses_by_removed_card_chart(board: Board, seat: Seat) -> Json:
    """Return the loss by the removal of each card: a square for each lost step and point."""
    s, rows = board.view, []
    acts = {action.args[0]: n for n, action in enumerate(board.visible_actions) if action.verb == "remove"}
    for name in s.owned[seat]:
        card = board.game.tables.cards[name]
        parts = [{"kind": COLOURS[k], "n": steps} for k, steps in enumerate(card.steps) if steps]
        parts += [{"kind": "points", "n": card.points}] if card.points else []
        last = s.held[seat][card.colour] == 1 and min(s.held[seat]) > 0
        text = (
            board.board_text("food_less", n=card.steps[3])
            if card.steps[3]
            else board.board_text("its_effect")
            if card.effect
            else ""
        )
        row: Json = {
            "label": board.game.texts.card_name(name),
            "parts": parts,
            "text": text or (board.board_text("breaks_set") if last else ""),
            "look": "bad" if card.steps[3] else "",
        }
        if name in acts:
            row["act"] = acts[name]
        rows.append((bool(card.steps[3]), sum(card.steps) + card.points, row))
    rows.sort(key=lambda row: row[:2])
    return {
        "title": board.board_text("what_leaves_with_each"),
        "bars": [],
        "leaves": [row for *_, row in rows],
        "text": board.board_text("coloured_steps_tracks_dark"),
    }


def medal_net_points_chart(board: Board, seat: Seat) -> Json:
    """Return for each medal its current points minus those of the coins that it costs. Others are omitted."""
    s, rows = board.view, []
    silver, gold = medal_prices(s, seat)
    worth_of = board.game.tables.worth
    coin = Fraction(1, worth_of["coins_a_point"])
    offers: list[tuple[str, int, int, str]] = []
    if len(s.silver[seat]) < worth_of["silver_medals"]:
        offers += [
            (capitalize_first(track), -(-s.tracks[seat][k] // 2), silver, "silver")
            for k, track in enumerate(TRACKS)
            if s.tiles[seat][k]
        ]
    if s.gold[seat] < worth_of["gold_medals"]:
        offers.append((board.board_text("gold"), worth_of["points_a_set"] * gold_medal_sets(s, seat), gold, "gold"))
    for label, gain, price, medal in offers:
        net = gain - price * coin
        least = medal_break_even_text(board, price, medal)
        text = board.board_text("gain_for", gain=gain, price=price, least=least)
        rows.append({"label": label, "value": float(net), "shown": signed_decimal(net), "text": text, "gain": net > 0})
    return {
        "title": board.board_text("do_they_pay_as"),
        "bars": [],
        "text": board.board_text("tracks_sets_may_still") if s.epoch < 3 else "",
        "axis": {"rows": rows, "unit": board.board_text("points_more_than_coins")},
    }


def signed_decimal(value: Fraction) -> str:
    """Return a number with its sign, to one decimal."""
    if value.denominator == 1:
        return format_modifier(int(value))
    return format_signed(value)


# -- what came -------------------------------------------------------------------------------------


def odds_with_resolved_outcome(board: Board, outcome: Outcome) -> OddsJson | None:
    """Return the odds of the reverse side of a colony with the revealed side. Card draws are in the hand."""
    if board.question_id != "reverse":
        return None
    shown = pending_odds(board)
    tiles = unseen_reverses(board.view, f"C{board.node.values['level']:02d}")  # type: ignore[union-attr]
    tile_ = str(outcome)
    level = board.game.tables.reverses[tile_].level
    return {
        **shown,
        "at": tiles.index(tile_),
        "title": board.board_text("reverse_gives", gain=_gives(board, tile_)),
        "card": {
            "id": "came",
            "kind": f"level{level}",
            "name": board.board_text("colony_name", name=level),
            "big": level,
        },
    }


def luck_entries_of_outcome(board: Board, outcome: Outcome) -> list[LuckEntry]:
    """Return the points and steps on drawn cards and revealed sides, each with the expected value."""
    s, tables, node = board.view, board.game.tables, board.node
    assert isinstance(node, Chance)
    if board.question_id == "reverse" and node.seat is not None:
        tiles = unseen_reverses(s, f"C{node.values['level']:02d}")
        mean = Fraction(sum(tables.reverses[tile].points for tile in tiles), len(tiles))
        actual = Fraction(tables.reverses[str(outcome)].points)
        return [LuckEntry(board.board_text("points_reverses"), node.seat, actual, mean)]
    if board.question_id == "draw" and node.seat is not None and isinstance(outcome, tuple):
        cards = s.unseen[(s.epoch - 1) * len(COLOURS) + s.deck_colour(node.seat, s.draw)]
        rows = []
        for label, value in (
            (board.board_text("points_on_cards_drawn"), lambda card: tables.cards[card].points),
            (board.board_text("steps_on_cards_drawn"), lambda card: sum(tables.cards[card].steps)),
        ):
            mean = Fraction(2 * sum(map(value, cards)), len(cards))
            rows.append(LuckEntry(label, node.seat, Fraction(sum(map(value, outcome))), mean))
        return rows
    return []


def medal_break_even_text(board: Board, price: int, medal: str) -> str:
    """Return the value from which a medal at this price brings more points than the coins that it costs."""
    worth = board.game.tables.worth
    least = price // worth["coins_a_point"] + 1
    if medal == "gold":
        return board.board_text("sets", n=-(-least // worth["points_a_set"]))
    return board.board_text("track", n=2 * least - 1)
