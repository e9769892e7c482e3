"""Odds of future events at the table of Emira: talents of the next artists that the goal needs, and incomes."""

from __future__ import annotations

from collections import Counter

from gamelib.games.emira.card_tables import CARAVANS, HIDDEN_CARD, SIDI, TALENTS
from gamelib.games.emira.objective_odds import completion_ways, draws_with_hit_and_total
from gamelib.games.emira.princess_choice import seat_chosen_by_princess
from gamelib.games.emira.upkeep import upkeep_due
from gamelib.games.emira.victory import alternative_talent_combinations
from gamelib.nodes import Seat
from gamelib.number_format import capitalize_first, format_modifier, join_counted

from ....table.board import Board, probability_fields
from ....table.json_types import OddsJson
from .player_area import assign_princesses_to_talents

NEXT_ARTISTS = 5  # of the next artists
MAX_TALENTS = 3
CARAVAN_TONES = {"SS": "s3", "SF": "s2", "LS": "s6", "LF": "s7"}


def goal_and_caravan_odds(board: Board) -> list[OddsJson]:
    """Return the odds that are displayed if the player selects a part of the goal, a road or a caravan.

    Before the player chooses an event or action, the odds of the goal are always displayed.
    """
    shown = [
        odds for odds in (missing_talent_odds(board, board.viewer), scheduled_income_chart(board, board.viewer)) if odds
    ]
    if shown and board.question_id in ("play", "act") and shown[0]["on"][0].startswith("aim:"):
        shown[0]["rest"] = True
    return shown


# -- the goal ------------------------------------------------------------------------------------


def missing_talent_odds(board: Board, seat: Seat) -> OddsJson | None:
    """Return the probabilities that the next artists have the missing talents, whichever seat they join.

    The result is None without a goal, or if places on top of the pile are known. In that case, the next artists are not
    a simple random draw.

    """
    s, pile = board.view, board.view.pile
    if s.aims[seat] in ("", HIDDEN_CARD) or not pile.segments:
        return None
    top = pile.segments[-1]
    if top.fixed or top.size < min(NEXT_ARTISTS, len(pile)):
        return None
    loose = Counter(pile.counts())
    for part in pile.segments:
        loose.subtract(part.fixed)
    table = board.game.tables.princesses
    unseen = list(loose.elements())
    matching = assign_princesses_to_talents(board, seat)
    missing = [talent for talent, name in matching if not name]
    on = [f"aim:{seat}:{i}" for i in range(len(matching))] + [f"aim:{seat}:count"]
    title = board.board_text("your_goal_among_next")
    if not missing:
        return {"title": title, "on": on, "bars": [], "text": board.board_text("every_talent_your_goal")}
    able = Counter(tuple(table[card].talents) if card != SIDI else () for card in unseen)
    home = tuple(table[name].talents for name in s.homes[seat])
    ways = completion_ways(
        home, tuple(alternative_talent_combinations(s, s.aims[seat])), tuple(sorted(able.items())), NEXT_ARTISTS
    )
    bars = [
        {
            "label": board.board_text("all_by_next_n" if k > 1 else "all_by_next", n=k),
            "tone": "s3",
            **probability_fields(count, total),
        }
        for k, (count, total) in enumerate(ways, 1)
    ]
    told = []
    for talent in dict.fromkeys(missing):
        who = sum(n for talents, n in able.items() if TALENTS.index(talent) in talents)
        name = capitalize_first(board.game.texts.card_name(talent))
        told.append(board.board_text("of_unseen", what=name.lower(), n=who, unseen=len(unseen)))
        among = draws_with_hit_and_total(who, len(unseen), MAX_TALENTS)
        bars.append({"label": board.board_text("by_next", name=name), "tone": "s5", **probability_fields(*among)})
    mine = sum(seat_chosen_by_princess(s, card, False) == seat for card in unseen)
    text = board.board_text("missing", talents=join_counted(told), mine=mine, unseen=len(unseen))
    return {"title": title, "on": on, "bars": bars, "text": text}


# -- caravans ------------------------------------------------------------------------------------


def scheduled_income_chart(board: Board, seat: Seat) -> OddsJson | None:
    """Draw the next incomes without events: basic income and caravan income, compared with the current upkeep."""
    s, game = board.view, board.game
    base = int(game.base_income[s.options["base_income"]].get(s.colours[seat], 0))
    most = max([4, *(left for row in s.pawns[seat] for left in row)])
    first = s.round if s.phase < 2 else s.round + 1
    columns = []
    for i in range(most):
        parts, paid = [{"value": base, "tone": "s4"}] if base else [], base
        for kind, row in zip(CARAVANS, s.pawns[seat], strict=True):
            pays = game.tables.caravans[kind].income * sum(left > i for left in row)
            parts += [{"value": pays, "tone": CARAVAN_TONES[kind]}] if pays else []
            paid += pays
        columns.append({"label": str(first + i), "parts": parts, "total": paid})
    kinds = [kind for kind, row in zip(CARAVANS, s.pawns[seat], strict=True) if row]
    legend = [{"label": board.board_text("basic_income"), "tone": "s4"}] if base else []
    legend += [{"label": game.texts.card_name(kind), "tone": CARAVAN_TONES[kind]} for kind in kinds]
    on = [f"track:{seat}:{kind}" for kind in CARAVANS] + ["market:small", "market:large"]
    upkeep = upkeep_due(s, s.homes[seat], 0)
    return {
        "title": board.board_text("what_your_caravans_still"),
        "on": on,
        "bars": [],
        "columns": {
            "axis": board.board_text("axis_round"),
            "cols": columns,
            "legend": legend,
            "line": {"label": board.board_text("line_upkeep"), "value": upkeep},
        },
    }


def total_caravan_gain_text(board: Board, caravan: str, cost: int) -> str:
    """Return the total income of a caravan and the caravan's price as text."""
    row = board.game.tables.caravans[caravan]
    back = -(-cost // row.income)
    gain = format_modifier(row.income * row.spaces - cost)
    caravan = "gain_of_slow" if row.slow else "gain_of_fast"
    return board.board_text(caravan, cost=cost, income=row.income, spaces=row.spaces, gain=gain, back=back)
