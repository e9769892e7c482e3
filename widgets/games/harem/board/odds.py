"""Odds for the table of Court: pending rolls and draws, actions with dice, and the results of all these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from gamelib import Action, Chance, Dist, End
from gamelib.games.harem.legal_plays import spendable_value
from gamelib.games.harem.raids import defence_bonus, is_roll_needed, is_tie_won_by_raider, winning_difference_against
from gamelib.games.harem.scoring import cash_points, score_parts_by_seat
from gamelib.games.harem.setup import TWO_DICE
from gamelib.games.harem.state import STAR_POINTS
from gamelib.nodes import Outcome, Seat
from gamelib.number_format import capitalize_first, format_fraction

from ....page.protocol import Json
from ....table.board import Board, LuckEntry, PointSource, make_success_chance, outcome_bars, probability_fields
from ....table.json_types import OddsJson
from . import card_content
from .dice_landing import dice_faces_and_possible_places
from .scene_types import ValueHistogram
from .value_histogram import histogram_model_notation

ROLL_DIFFERENCE = TWO_DICE - TWO_DICE
MAX_RISKS = 4  # maximum number of risks of a turn in one picture. Further risks are displayed on the cards


def current_odds(board: Board) -> list[OddsJson]:
    """Return the relevant odds of the position."""
    s, node = board.view, board.node
    if isinstance(node, End):
        return []
    match board.question_id:
        case "main":
            return dice_action_odds(board)
        case "brace":
            modifier, target = s.game.raid_cards[node.values["card"]].modifier, node.values["target"]
            return [
                {**raid_odds(board, modifier + plus, target), "title": board.board_text(title)}
                for plus, title in ((0, "just_roll"), (1, "with_one_more"))
            ]
        case "reroll":
            return [gem_roll_odds(board, s.favour)]
        case "choose_deck" if board.visible_actions:
            decks = (("master", s.master), ("harem", s.harem))
            return [
                next_card_odds(
                    board, deck.dist(), board.fill_in_game_terms(s.game.texts.sections["deck"][name]).capitalize()
                )
                for name, deck in decks
                if deck.segments
            ]
    return [pending_odds(board, with_outcome_selector=True)] if isinstance(node, Chance) else []


def pending_odds(board: Board, with_outcome_selector: bool = False) -> OddsJson:
    """Return the odds of the pending chance step."""
    s, node = board.view, board.node
    assert isinstance(node, Chance)
    match board.question_id:
        case "deal" | "card":
            return next_card_odds(board, node.dist(), board.board_text("next_card"), with_outcome_selector)
        case "grab":
            return next_card_odds(board, node.dist(), board.board_text("card_taken"), with_outcome_selector)
        case "first_roll":
            made: Json = {
                "title": board.board_text("who_begins"),
                "model": "2d6 : sum",
                "bars": outcome_bars(TWO_DICE, str),
                "tray": {"sides": [dice_side_content(board, node.seat)]},
            }
            return (
                {**made, "choose": [dice_total_selector(board, board.board_text("roll"))]}
                if with_outcome_selector
                else made
            )
        case "combat":
            return raid_odds(board, node.values["modifier"], node.values["target"], with_outcome_selector)
    return gem_roll_odds(board, s.favour and board.question_id == "gem_roll", with_outcome_selector)


def action_success_chance(board: Board, action: Action) -> Json | None:
    """Return the success chance of a raid, or the chance that a Gem has the missing value."""
    s = board.view
    if action.verb == "raid":
        card, target = action.args
        if not is_roll_needed(s.players[target].guards, s.options["unguarded_combat"]):
            return None
        return winning_difference_and_viewer_chance(
            board, s.game.raid_cards[card].modifier, target
        ).viewer_success_chance
    if action.verb == "roll_gem":
        return gem_histogram_and_chance(board)[1]
    return None


def dice_action_odds(board: Board) -> list[OddsJson]:
    """Return the odds of all actions with dice in this turn, those most likely to succeed first."""
    s, rows = board.view, []
    for n, action in enumerate(board.visible_actions):
        stakes = action_success_chance(board, action)
        if stakes is None:
            continue
        if action.verb == "raid":
            shown = raid_odds(board, s.game.raid_cards[action.args[0]].modifier, action.args[1])
            said = shown["text"]
        else:
            shown = {"title": board.describe(action), "steps": gem_histogram_and_chance(board)[0]}
            said = stakes["label"]
        rows.append(
            {
                "act": board.first_action_number + n,
                "title": board.describe(action),
                "text": said,
                "chance": stakes,
                "steps": shown["steps"],
                "model": shown.get("model") or histogram_model_notation(shown["steps"]),
            }
        )
    return sorted(rows, key=lambda one: -one["chance"]["share"])[:MAX_RISKS]


def odds_with_resolved_outcome(board: Board, outcome: Outcome) -> OddsJson | None:
    """Return the odds of this position's chance step with the outcome, if the viewer may see both."""
    node: Any = board.node
    mine = board.is_full_view or node.seat == board.viewer
    if board.question_id in ("deal", "card", "grab"):
        if not mine and not (board.question_id == "grab" and node.values["target"] == board.viewer):
            return None
        name = card_kind_label(board, str(outcome))
        shown = pending_odds(board)
        at = [bar["label"] for bar in shown["bars"]].index(name)
        card = {"id": "came", **card_content.card_content(board, str(outcome))}
        return {**shown, "at": at, "card": card, "title": board.outcome_text(outcome)}
    shown = pending_odds(board)
    fell: list[Any] = list(outcome) if isinstance(outcome, tuple) else [outcome]
    salt = board.view.turns + len(board.view.pending)  # every display has the same dice faces
    landed = {
        **shown,
        "at": odds_chart_x_value(board, outcome),
        "rolls": fell,
        "falls": dice_faces_and_possible_places(fell, salt, partial(odds_chart_x_value, board)),
    }
    if board.question_id == "combat":
        return {**landed, "text": raid_totals_text(board, node.values["modifier"], node.values["target"], fell)}
    if board.question_id == "first_roll":
        return landed
    return {**landed, "tray": {**shown["tray"], "gives": {"label": board.board_text("worth"), "value": landed["at"]}}}


def odds_chart_x_value(board: Board, outcome: Outcome) -> int:
    """Return the value of these dice on the x axis of their chart.

    The value is the difference of two rolls, the index of the first roll's bar, or the value of a Gem.
    """
    fell: list[Any] = list(outcome) if isinstance(outcome, tuple) else [outcome]
    if board.question_id == "combat":
        return int(fell[0] - fell[1])
    if board.question_id == "first_roll":
        return list(TWO_DICE).index(fell[0])
    return int(max(board.view.gem_value(roll) for roll in fell))


# -- the end -------------------------------------------------------------------------------------


def final_points_by_source(board: Board, seat: Seat) -> list[PointSource]:
    """Return the points of a seat by source, except the points from Gems."""
    node: Any = board.node
    companions, stars, gold = score_parts_by_seat(board.view)[seat]
    player, names = board.view.players[seat], board.game.texts
    shone = [(names.card_name(card), STAR_POINTS) for card in player.stars]
    if node.reason == "stars":
        return [PointSource(board.board_text("stars"), node.scores[seat], "s1", [(name, 1) for name, _ in shone])]
    trained = [(names.card_name(card), sum(board.view.skills(player, card))) for card in player.court]
    brought = {"companions": trained, "stars": shone}
    gems = node.scores[seat] - companions - stars - cash_points(gold)
    parts = [
        ("companions", companions, "s7"),
        ("stars", stars, "s1"),
        ("treasury", cash_points(gold), "s4"),
        ("gems", gems, "s2"),
    ]
    return [
        PointSource(board.board_text(name), value, tone, brought.get(name, [])) for name, value, tone in parts if value
    ]


def luck_entries_of_outcome(board: Board, outcome: Outcome) -> list[LuckEntry]:
    """Return actual and expected values: raids won by raider and defender, values of Gems, and drawn gold."""
    s, node = board.view, board.node
    assert isinstance(node, Chance)
    match board.question_id:
        case "combat":
            target = node.values["target"]
            need = winning_difference_against(s, node.values["modifier"], target)
            wins = Fraction(sum(weight for d, weight in ROLL_DIFFERENCE.items() if d >= need), ROLL_DIFFERENCE.total)
            won = Fraction(outcome[0] - outcome[1] >= need)  # type: ignore[index]
            label = board.board_text("raids_won")
            return [LuckEntry(label, s.turn, won, wins), LuckEntry(label, target, 1 - won, 1 - wins)]
        case "gem_roll" | "final_roll":
            value = gem_value_dist(board, s.favour and board.question_id == "gem_roll")
            fell = outcome if isinstance(outcome, tuple) else (outcome,)
            got = Fraction(max(s.gem_value(roll) for roll in fell))
            seat = s.turn if node.seat is None else node.seat
            return [LuckEntry(board.board_text("worth_gems"), seat, got, Fraction(value.mean))]
        case "card" | "deal" if node.seat is not None:
            money = s.game.payment_value
            mean = node.dist().map(lambda card: money.get(card, 0)).mean
            actual = Fraction(money.get(outcome, 0))
            return [LuckEntry(board.board_text("gold_drawn"), node.seat, actual, Fraction(mean))]
    return []


# -- single distributions ------------------------------------------------------------------------


def dice_side_content(board: Board, seat: Seat | None, **more: Any) -> Json:
    """Return the seat and the name of the player who rolls these dice."""
    assert seat is not None
    return {"seat": seat, "who": board.board_text("you") if seat == board.viewer else board.seat_name(seat), **more}


def card_kind_label(board: Board, card: str) -> str:
    """Return the label for a possible next card: its kind, or for a companion its cost."""
    kind = board.game.card_kind[card]
    if kind == "concubine":
        return board.board_text("cost", cost=board.game.companions[card].base)
    return capitalize_first(board.fill_in_game_terms(board.game.texts.sections["loot"][kind]))


def next_card_odds(board: Board, dist: Dist[str], title: str, with_outcome_selector: bool = False) -> OddsJson:
    """Return the odds of the next card by kind, or by cost for companions. The most likely kind is first."""
    weights: Counter[str] = Counter()
    looks: dict[str, tuple[str, str]] = {}
    costs: dict[str, int] = {}
    companions = board.game.companions
    for card, weight in dist.items():
        name = card_kind_label(board, card)
        weights[name] += weight
        looks[name] = card_content.icon_and_tone(board, card)
        if card in companions:
            costs[name] = companions[card].base
    order: Callable[[str], Any] = costs.__getitem__ if len(costs) == len(weights) else (lambda k: -weights[k])
    shown = [
        {"label": kind, "icon": looks[kind][0], "tone": looks[kind][1], **probability_fields(weights[kind], dist.total)}
        for kind in sorted(weights, key=order)
    ]
    made: Json = {"title": title, "bars": shown}
    if with_outcome_selector:
        cards = [card for card, _ in card_content.sorted_cards(board, dict.fromkeys(dist, 1))]
        made["choose"] = [
            {
                "label": board.board_text("the_card"),
                "options": [
                    {
                        "value": card,
                        "label": (
                            f"{board.game.texts.card_name(card)} · {probability_fields(dist[card], dist.total)['p']}"
                        ),
                        "group": card_kind_label(board, card),
                    }
                    for card in cards
                ],
            }
        ]
    return made


def gem_value_dist(board: Board, best_of_two: bool) -> Dist[int]:
    """Return the distribution of a Gem's value. If the seat rolls twice, the better roll counts."""
    value = TWO_DICE.map(board.view.gem_value)
    if best_of_two:
        value = Dist({(a, b): value[a] * value[b] for a in value for b in value}).map(max)
    return value


def gem_histogram_and_chance(board: Board) -> tuple[ValueHistogram, Json]:
    """Return the values of the Gem, and the chance that it makes the cheapest unaffordable companion affordable.

    If there is no such companion, the chance is the probability of any value.
    """
    s = board.view
    value = gem_value_dist(board, s.favour)
    me = s.players[s.turn]
    have = spendable_value(s, me)
    lacking = [(s.price(card) - have, card) for card in me.hand if card in s.game.companions and s.price(card) > have]
    need, card = min((one for one in lacking if one[0] <= max(value)), default=(1, ""))
    label = board.board_text("pays_for", card=card) if card else board.board_text("worth_something")
    weight = sum(w for v, w in value.items() if v >= need)
    return gem_value_histogram(board, value, need), make_success_chance(label, weight, value.total)


def gem_value_histogram(board: Board, value_dist: Dist[int], threshold: int) -> ValueHistogram:
    """Return a histogram of the possible values of a Gem, from 0 up, with the required value."""
    most = max(value_dist)
    weights = [value_dist.get(v, 0) for v in range(most + 1)]
    enough = sum(weights[threshold:])
    return {
        "label": board.board_text("what_gem_is_worth"),
        "from": 0,
        "need": threshold,
        "weights": weights,
        "total": value_dist.total,
        "left": [
            board.board_text("not_enough" if threshold > 1 else "nothing"),
            ways_text(board, value_dist.total - enough, value_dist.total),
        ],
        "right": [board.board_text("or_more", need=threshold), ways_text(board, enough, value_dist.total)],
    }


def ways_text(board: Board, weight: int, total: int) -> str:
    """Return the numbers of favourable and of all outcomes as text."""
    return board.board_text("ways", weight=weight, total=total)


def gem_roll_odds(board: Board, best_of_two: bool, with_outcome_selector: bool = False) -> OddsJson:
    """Return the odds of a roll for a Gem."""
    s, node = board.view, board.node
    value = gem_value_dist(board, best_of_two)
    need, stakes = (
        1,
        make_success_chance(board.board_text("worth_something"), value.total - value.get(0, 0), value.total),
    )
    if board.question_id == "gem_roll":
        steps, stakes = gem_histogram_and_chance(board)
        need = steps["need"]
    sides = [dice_side_content(board, getattr(node, "seat", s.turn))] * (2 if best_of_two else 1)
    worths = ",".join(f"{worth}*{ways}" for worth, ways in TWO_DICE.map(s.gem_value).items())
    made: Json = {
        "model": f"{'2 ' if best_of_two else ''}d{{{worths}}} : high >= {need}",
        "title": board.board_text("worth_gem"),
        "text": board.board_text("on_average", mean=format_fraction(value.mean)),
        "chance": stakes,
        "steps": gem_value_histogram(board, value, need),
        "tray": {"sides": sides, "emblem": "gem", "gives": {"label": board.board_text("worth"), "value": "?"}},
    }
    if board.question_id == "reroll":
        del made["tray"]
    if with_outcome_selector:
        each = ("first_roll", "second_roll") if best_of_two else ("roll",)
        made["choose"] = [dice_total_selector(board, board.board_text(roll), s.gem_value) for roll in each]
    return made


class RaidThreshold(NamedTuple):
    """Difference that a raid needs, with the probability that interests the viewer."""

    winning_difference: int
    """Least difference of the two rolls with which the raider wins."""
    viewer_success_chance: Json
    """Probability that the defender holds if the viewer is the target. Otherwise, that the raider wins."""


def winning_difference_and_viewer_chance(board: Board, modifier: int, target: Seat) -> RaidThreshold:
    """Return the difference of the rolls with which the raider wins, and the viewer's success chance."""
    s = board.view
    need = winning_difference_against(s, modifier, target)
    wins = sum(weight for d, weight in ROLL_DIFFERENCE.items() if d >= need)
    if target == board.viewer:
        holds = ROLL_DIFFERENCE.total - wins
        return RaidThreshold(need, make_success_chance(board.board_text("you_hold"), holds, ROLL_DIFFERENCE.total))
    return RaidThreshold(need, make_success_chance(raider_wins_label(board), wins, ROLL_DIFFERENCE.total))


def raider_wins_label(board: Board) -> str:
    """Return the label of the outcomes in which the raider wins."""
    turn = board.view.turn
    return board.board_text("you_win") if turn == board.viewer else board.board_text("wins", who=turn)


def raid_odds(board: Board, modifier: int, target: Seat, with_outcome_selector: bool = False) -> OddsJson:
    """Return the odds of two sums of two dice: the difference with which the raider wins, and its probability."""
    s = board.view
    need, stakes = winning_difference_and_viewer_chance(board, modifier, target)
    both = {"who": s.turn, "whom": target}
    mine, theirs = s.turn == board.viewer, target == board.viewer
    case = "mine" if mine else "theirs" if theirs else "others"
    wins = sum(weight for d, weight in ROLL_DIFFERENCE.items() if d >= need)
    made: Json = {
        "model": raid_model_notation(modifier, defence_bonus(s, target), need, theirs),
        "title": board.board_text(f"raid_{case}", **both),
        "text": raid_totals_text(board, modifier, target),
        "chance": stakes,
        "steps": {
            "label": board.board_text(f"dice_{case}", **both),
            "from": min(ROLL_DIFFERENCE),
            "need": need,
            "weights": list(ROLL_DIFFERENCE.values()),
            "total": ROLL_DIFFERENCE.total,
            "below": theirs,
            "left": [
                board.board_text("you_hold" if theirs else "holds", **both),
                ways_text(board, ROLL_DIFFERENCE.total - wins, ROLL_DIFFERENCE.total),
            ],
            "right": [raider_wins_label(board), ways_text(board, wins, ROLL_DIFFERENCE.total)],
        },
        "tray": {
            "sides": [
                dice_side_content(board, s.turn, mod=modifier, icon="raid"),
                dice_side_content(board, target, mod=defence_bonus(s, target), icon="shield"),
            ],
            "between": board.board_text("against"),
            "emblem": "sultans_wrath",
        },
    }
    if with_outcome_selector:
        made["choose"] = [dice_total_selector(board, board.board_text("rolls", who=seat)) for seat in (s.turn, target)]
    return made


def raid_totals_text(board: Board, modifier: int, target: Seat, rolls: Sequence[int] = ()) -> str:
    """Return a raid in one line: the bonus of each side, the comparison that wins, and the winner of ties."""
    s = board.view
    sides = []
    for i, more in enumerate((modifier, defence_bonus(s, target))):
        added = f"{'−' if more < 0 else '+'} {abs(more)}"
        if rolls:
            sides.append(f"{rolls[i]} {added}" if more else str(rolls[i]))
        else:
            sides.append(board.board_text("dice_and", modifier=added) if more else board.board_text("dice_only"))
    tie = s.turn if is_tie_won_by_raider(s.players[target].guards) else target
    return board.board_text("must_beat", who=s.turn, whom=target, attack=sides[0], defence=sides[1], tie=tie)


def raid_model_notation(raider_modifier: int, defence: int, required_difference: int, for_defender: bool) -> str:
    """Return the Builder's model expression for a raid: both rolls with their bonuses, and the winner of ties.

    If `for_defender` is true, the event is that the defender wins.
    """
    a, b = (
        f"{name}=2d6{plus:+d}" if plus else f"{name}=2d6" for name, plus in (("a", raider_modifier), ("b", defence))
    )
    tie = required_difference == defence - raider_modifier  # with the required difference, the totals are equal
    if not tie and required_difference != defence - raider_modifier + 1:
        a, b, tie = f"a=2d6{-required_difference:+d}" if required_difference else "a=2d6", "b=2d6", True
    return f"{a} > {b} : a {('<' if tie else '<=') if for_defender else ('>=' if tie else '>')} b"


def dice_total_selector(board: Board, label: str, worth_of_roll: Callable[[int], int] | None = None) -> Json:
    """Return a selector with the eleven sums of two dice and their values."""
    options = []
    for roll, weight in TWO_DICE.items():
        worth = board.board_text("roll_worth", roll=roll, worth=worth_of_roll(roll)) if worth_of_roll else roll
        options.append({"value": str(roll), "label": f"{worth} · {ways_text(board, weight, TWO_DICE.total)}"})
    return {"label": label, "options": options}
