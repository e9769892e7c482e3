"""What is still to come at a table of Emira: talents of the goal among the next artists, incomes of the caravans."""

from __future__ import annotations

from collections import Counter

from gamelib.games.emira.card_tables import CARAVANS, HIDDEN_CARD, SIDI, TALENTS
from gamelib.games.emira.objective_odds import completion_ways, draws_with_hit_and_total
from gamelib.games.emira.princess_choice import seat_chosen_by_princess
from gamelib.games.emira.upkeep import upkeep_due
from gamelib.games.emira.victory import objective_needs
from gamelib.nodes import Seat
from gamelib.number_format import capitalize_first, format_modifier, join_counted

from ....page.protocol import Json
from ....table.scene import Board, chance
from .seats import best_matching

AMONG = 5  # of the next artists
TALENTS_AMONG = 3
TONES = {"SS": "s3", "SF": "s2", "LS": "s6", "LF": "s7"}


def of(board: Board) -> list[Json]:
    """What shows while a part of the goal, a road or a caravan is chosen; before an event or action the goal always."""
    shown = [odds for odds in (goal(board, board.viewer), caravans(board, board.viewer)) if odds]
    if shown and board.asked in ("play", "act") and shown[0]["on"][0].startswith("aim:"):
        shown[0]["rest"] = True
    return shown


# -- the goal ------------------------------------------------------------------------------------


def goal(board: Board, seat: Seat) -> Json | None:
    """How likely the talents that are missing are among the next artists, whoever gets them.

    None without a goal, or where places on top of the pile are known: then the next artists are no plain draw.
    """
    s, pile = board.view, board.view.pile
    if s.aims[seat] in ("", HIDDEN_CARD) or not pile.segments:
        return None
    top = pile.segments[-1]
    if top.fixed or top.size < min(AMONG, len(pile)):
        return None
    loose = Counter(pile.counts())
    for part in pile.segments:
        loose.subtract(part.fixed)
    table = board.game.tables.princesses
    unseen = list(loose.elements())
    matching = best_matching(board, seat)
    missing = [talent for talent, name in matching if not name]
    on = [f"aim:{seat}:{i}" for i in range(len(matching))] + [f"aim:{seat}:count"]
    title = board.text("your_goal_among_next")
    if not missing:
        return {"title": title, "on": on, "bars": [], "text": board.text("every_talent_your_goal")}
    able = Counter(tuple(table[card].talents) if card != SIDI else () for card in unseen)
    home = tuple(table[name].talents for name in s.homes[seat])
    ways = completion_ways(home, tuple(objective_needs(s, s.aims[seat])), tuple(sorted(able.items())), AMONG)
    bars = [
        {"label": board.text("all_by_next_n" if k > 1 else "all_by_next", n=k), "tone": "s3", **chance(count, total)}
        for k, (count, total) in enumerate(ways, 1)
    ]
    told = []
    for talent in dict.fromkeys(missing):
        who = sum(n for talents, n in able.items() if TALENTS.index(talent) in talents)
        name = capitalize_first(board.game.texts.card_name(talent))
        told.append(board.text("of_unseen", what=name.lower(), n=who, unseen=len(unseen)))
        among = draws_with_hit_and_total(who, len(unseen), TALENTS_AMONG)
        bars.append({"label": board.text("by_next", name=name), "tone": "s5", **chance(*among)})
    mine = sum(seat_chosen_by_princess(s, card, False) == seat for card in unseen)
    text = board.text("missing", talents=join_counted(told), mine=mine, unseen=len(unseen))
    return {"title": title, "on": on, "bars": bars, "text": text}


# -- caravans ------------------------------------------------------------------------------------


def caravans(board: Board, seat: Seat) -> Json | None:
    """What each of the next incomes brings without events: basic income and caravans, against the upkeep of now."""
    s, game = board.view, board.game
    base = int(game.base_income[s.options["base_income"]].get(s.colours[seat], 0))
    most = max([4, *(left for row in s.pawns[seat] for left in row)])
    first = s.round if s.phase < 2 else s.round + 1
    columns = []
    for i in range(most):
        parts, paid = [{"value": base, "tone": "s4"}] if base else [], base
        for kind, row in zip(CARAVANS, s.pawns[seat], strict=True):
            pays = game.tables.caravans[kind].income * sum(left > i for left in row)
            parts += [{"value": pays, "tone": TONES[kind]}] if pays else []
            paid += pays
        columns.append({"label": str(first + i), "parts": parts, "total": paid})
    kinds = [kind for kind, row in zip(CARAVANS, s.pawns[seat], strict=True) if row]
    legend = [{"label": board.text("basic_income"), "tone": "s4"}] if base else []
    legend += [{"label": game.texts.card_name(kind), "tone": TONES[kind]} for kind in kinds]
    on = [f"track:{seat}:{kind}" for kind in CARAVANS] + ["market:small", "market:large"]
    upkeep = upkeep_due(s, s.homes[seat], 0)
    return {
        "title": board.text("what_your_caravans_still"),
        "on": on,
        "bars": [],
        "columns": {
            "axis": board.text("axis_round"),
            "cols": columns,
            "legend": legend,
            "line": {"label": board.text("line_upkeep"), "value": upkeep},
        },
    }


def gain(board: Board, kind: str, cost: int) -> str:
    """What a caravan brings in all against what it costs."""
    row = board.game.tables.caravans[kind]
    back = -(-cost // row.income)
    gain = format_modifier(row.income * row.spaces - cost)
    kind = "gain_of_slow" if row.slow else "gain_of_fast"
    return board.text(kind, cost=cost, income=row.income, spaces=row.spaces, gain=gain, back=back)
