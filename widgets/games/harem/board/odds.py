"""Court's chances at the table: each roll and draw that is due, each action that dice decide, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from gamelib import Action, Chance, Dist, End
from gamelib.games.harem.legal_plays import spendable_value
from gamelib.games.harem.raids import defence_bonus, is_roll_needed, is_tie_won_by_raider, winning_difference_against
from gamelib.games.harem.scoring import cash_points, score_parts_by_seat
from gamelib.games.harem.setup import TWO_DICE
from gamelib.games.harem.state import STAR_POINTS
from gamelib.nodes import Outcome, Seat
from gamelib.number_format import capitalize_first, format_fraction

from ....page.protocol import Json
from ....table.scene import Board, bars, chance, stake
from . import faces
from .falling import falls
from .steps import model_of_steps

GAP = TWO_DICE - TWO_DICE
MOST = 4  # risks of a turn in one picture; the others stand on their cards


def odds(board: Board) -> list[Json]:
    """The distributions that matter now."""
    s, node = board.view, board.node
    if isinstance(node, End):
        return []
    match board.asked:
        case "main":
            return risks(board)
        case "brace":
            modifier, target = s.game.raid_cards[node.values["card"]].modifier, node.values["target"]
            return [
                {**raid(board, modifier + plus, target), "title": board.text(title)}
                for plus, title in ((0, "just_roll"), (1, "with_one_more"))
            ]
        case "reroll":
            return [gem(board, s.favour)]
        case "choose_deck" if board.moves:
            decks = (("master", s.master), ("harem", s.harem))
            return [
                draw(board, deck.dist(), board.fill(s.game.texts.sections["deck"][name]).capitalize())
                for name, deck in decks
                if deck.segments
            ]
    return [due(board, choose=True)] if isinstance(node, Chance) else []


def due(board: Board, choose: bool = False) -> Json:
    """The chance step that is due."""
    s, node = board.view, board.node
    assert isinstance(node, Chance)
    match board.asked:
        case "deal" | "card":
            return draw(board, node.dist(), board.text("next_card"), choose)
        case "grab":
            return draw(board, node.dist(), board.text("card_taken"), choose)
        case "first_roll":
            made: Json = {
                "title": board.text("who_begins"),
                "model": "2d6 : sum",
                "bars": bars(TWO_DICE, str),
                "tray": {"sides": [side(board, node.seat)]},
            }
            return {**made, "choose": [totals(board, board.text("roll"))]} if choose else made
        case "combat":
            return raid(board, node.values["modifier"], node.values["target"], choose)
    return gem(board, s.favour and board.asked == "gem_roll", choose)


def of_action(board: Board, action: Action) -> Json | None:
    """The chance that a raid wins, or that a Gem is worth what is missing."""
    s = board.view
    if action.verb == "raid":
        card, target = action.args
        if not is_roll_needed(s.players[target].guards, s.options["unguarded_combat"]):
            return None
        return fight(board, s.game.raid_cards[card].modifier, target)[1]
    if action.verb == "roll_gem":
        return worth(board)[1]
    return None


def risks(board: Board) -> list[Json]:
    """Everything that dice decide in this turn, the likeliest first."""
    s, rows = board.view, []
    for n, action in enumerate(board.moves):
        stakes = of_action(board, action)
        if stakes is None:
            continue
        if action.verb == "raid":
            shown = raid(board, s.game.raid_cards[action.args[0]].modifier, action.args[1])
            said = shown["text"]
        else:
            shown = {"title": board.say(action), "steps": worth(board)[0]}
            said = stakes["label"]
        rows.append(
            {
                "act": board.numbered + n,
                "title": board.say(action),
                "text": said,
                "chance": stakes,
                "steps": shown["steps"],
                "model": shown.get("model") or model_of_steps(shown["steps"]),
            }
        )
    return sorted(rows, key=lambda one: -one["chance"]["share"])[:MOST]


def came(board: Board, outcome: Outcome) -> Json | None:
    """What came of the chance step of this position, if the viewer may see it."""
    node: Any = board.node
    mine = board.everything or node.seat == board.viewer
    if board.asked in ("deal", "card", "grab"):
        if not mine and not (board.asked == "grab" and node.values["target"] == board.viewer):
            return None
        name = kind_name(board, str(outcome))
        shown = due(board)
        at = [bar["label"] for bar in shown["bars"]].index(name)
        card = {"id": "came", **faces.face(board, str(outcome))}
        return {**shown, "at": at, "card": card, "title": board.outcome(outcome)}
    shown = due(board)
    fell: list[Any] = list(outcome) if isinstance(outcome, tuple) else [outcome]
    salt = board.view.turns + len(board.view.pending)  # the same faces at each look
    landed = {**shown, "at": lands(board, outcome), "rolls": fell, "falls": falls(fell, salt, partial(lands, board))}
    if board.asked == "combat":
        return {**landed, "text": in_totals(board, node.values["modifier"], node.values["target"], fell)}
    if board.asked == "first_roll":
        return landed
    return {**landed, "tray": {**shown["tray"], "gives": {"label": board.text("worth"), "value": landed["at"]}}}


def lands(board: Board, outcome: Outcome) -> int:
    """Where the dice of this position stand on their picture: a difference, a first roll's bar, what a Gem is worth."""
    fell: list[Any] = list(outcome) if isinstance(outcome, tuple) else [outcome]
    if board.asked == "combat":
        return int(fell[0] - fell[1])
    if board.asked == "first_roll":
        return list(TWO_DICE).index(fell[0])
    return int(max(board.view.gem_value(roll) for roll in fell))


# -- the end -------------------------------------------------------------------------------------


def sources(board: Board, seat: Seat) -> list[Json]:
    """The points of a seat by what they are for; what is left of its score came of Gems."""
    node: Any = board.node
    companions, stars, gold = score_parts_by_seat(board.view)[seat]
    player, names = board.view.players[seat], board.game.texts
    shone = [(names.card_name(card), STAR_POINTS) for card in player.stars]
    if node.reason == "stars":
        return [
            {
                "label": board.text("stars"),
                "points": node.scores[seat],
                "tone": "s1",
                "of": [(name, 1) for name, _ in shone],
            }
        ]
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
        {"label": board.text(name), "points": value, "tone": tone, "of": brought.get(name, [])}
        for name, value, tone in parts
        if value
    ]


def fortune(board: Board, outcome: Outcome) -> list[tuple[str, Seat, Fraction, Fraction]]:
    """Raids won by raider and defender, the worth of Gems, gold drawn: what came and what was to be expected."""
    s, node = board.view, board.node
    assert isinstance(node, Chance)
    match board.asked:
        case "combat":
            target = node.values["target"]
            need = winning_difference_against(s, node.values["modifier"], target)
            wins = Fraction(sum(weight for d, weight in GAP.items() if d >= need), GAP.total)
            won = Fraction(outcome[0] - outcome[1] >= need)  # type: ignore[index]
            label = board.text("raids_won")
            return [(label, s.turn, won, wins), (label, target, 1 - won, 1 - wins)]
        case "gem_roll" | "final_roll":
            value = values(board, s.favour and board.asked == "gem_roll")
            fell = outcome if isinstance(outcome, tuple) else (outcome,)
            got = Fraction(max(s.gem_value(roll) for roll in fell))
            return [(board.text("worth_gems"), s.turn if node.seat is None else node.seat, got, Fraction(value.mean))]
        case "card" | "deal" if node.seat is not None:
            money = s.game.payment_value
            mean = node.dist().map(lambda card: money.get(card, 0)).mean
            return [(board.text("gold_drawn"), node.seat, Fraction(money.get(outcome, 0)), Fraction(mean))]
    return []


# -- one distribution each -----------------------------------------------------------------------


def side(board: Board, seat: Seat | None, **more: Any) -> Json:
    """One side of the dice."""
    assert seat is not None
    return {"seat": seat, "who": board.text("you") if seat == board.viewer else board.name(seat), **more}


def kind_name(board: Board, card: str) -> str:
    """What a card counts as among the next cards: its kind, a companion by cost."""
    kind = board.game.card_kind[card]
    if kind == "concubine":
        return board.text("cost", cost=board.game.companions[card].base)
    return capitalize_first(board.fill(board.game.texts.sections["loot"][kind]))


def draw(board: Board, dist: Dist[str], title: str, choose: bool = False) -> Json:
    """The next card by kind, companions by cost; the likeliest kind first."""
    weights: Counter[str] = Counter()
    looks: dict[str, tuple[str, str]] = {}
    costs: dict[str, int] = {}
    companions = board.game.companions
    for card, weight in dist.items():
        name = kind_name(board, card)
        weights[name] += weight
        looks[name] = faces.looks(board, card)
        if card in companions:
            costs[name] = companions[card].base
    order: Callable[[str], Any] = costs.__getitem__ if len(costs) == len(weights) else (lambda k: -weights[k])
    shown = [
        {"label": kind, "icon": looks[kind][0], "tone": looks[kind][1], **chance(weights[kind], dist.total)}
        for kind in sorted(weights, key=order)
    ]
    made: Json = {"title": title, "bars": shown}
    if choose:
        cards = [card for card, _ in faces.in_order(board, dict.fromkeys(dist, 1))]
        made["choose"] = [
            {
                "label": board.text("the_card"),
                "options": [
                    {
                        "value": card,
                        "label": f"{board.game.texts.card_name(card)} · {chance(dist[card], dist.total)['p']}",
                        "group": kind_name(board, card),
                    }
                    for card in cards
                ],
            }
        ]
    return made


def values(board: Board, favour: bool) -> Dist[int]:
    """What a Gem comes to be worth; with two rolls the better one."""
    value = TWO_DICE.map(board.view.gem_value)
    if favour:
        value = Dist({(a, b): value[a] * value[b] for a in value for b in value}).map(max)
    return value


def worth(board: Board) -> tuple[Json, Json]:
    """Whether the Gem pays for the cheapest companion of the hand that cannot be paid for yet; else for anything."""
    s = board.view
    value = values(board, s.favour)
    me = s.players[s.turn]
    have = spendable_value(s, me)
    lacking = [(s.price(card) - have, card) for card in me.hand if card in s.game.companions and s.price(card) > have]
    need, card = min((one for one in lacking if one[0] <= max(value)), default=(1, ""))
    label = board.text("pays_for", card=card) if card else board.text("worth_something")
    weight = sum(w for v, w in value.items() if v >= need)
    return gem_steps(board, value, need), stake(label, weight, value.total)


def gem_steps(board: Board, value: Dist[int], need: int) -> Json:
    """The worths of a Gem from 0 up, and what is enough."""
    most = max(value)
    weights = [value.get(v, 0) for v in range(most + 1)]
    enough = sum(weights[need:])
    return {
        "label": board.text("what_gem_is_worth"),
        "from": 0,
        "need": need,
        "weights": weights,
        "total": value.total,
        "left": [board.text("not_enough" if need > 1 else "nothing"), of(board, value.total - enough, value.total)],
        "right": [board.text("or_more", need=need), of(board, enough, value.total)],
    }


def of(board: Board, weight: int, total: int) -> str:
    """So many of all ways."""
    return board.text("ways", weight=weight, total=total)


def gem(board: Board, favour: bool, choose: bool = False) -> Json:
    """A roll for a Gem."""
    s, node = board.view, board.node
    value = values(board, favour)
    need, stakes = 1, stake(board.text("worth_something"), value.total - value.get(0, 0), value.total)
    if board.asked == "gem_roll":
        steps, stakes = worth(board)
        need = steps["need"]
    sides = [side(board, getattr(node, "seat", s.turn))] * (2 if favour else 1)
    worths = ",".join(f"{worth}*{ways}" for worth, ways in TWO_DICE.map(s.gem_value).items())
    made: Json = {
        "model": f"{'2 ' if favour else ''}d{{{worths}}} : high >= {need}",
        "title": board.text("worth_gem"),
        "text": board.text("on_average", mean=format_fraction(value.mean)),
        "chance": stakes,
        "steps": gem_steps(board, value, need),
        "tray": {"sides": sides, "emblem": "gem", "gives": {"label": board.text("worth"), "value": "?"}},
    }
    if board.asked == "reroll":
        del made["tray"]
    if choose:
        each = ("first_roll", "second_roll") if favour else ("roll",)
        made["choose"] = [totals(board, board.text(roll), s.gem_value) for roll in each]
    return made


def fight(board: Board, modifier: int, target: Seat) -> tuple[int, Json]:
    """The difference of the rolls with which the raider wins, and the chance of what the viewer wants."""
    s = board.view
    need = winning_difference_against(s, modifier, target)
    wins = sum(weight for d, weight in GAP.items() if d >= need)
    if target == board.viewer:
        return need, stake(board.text("you_hold"), GAP.total - wins, GAP.total)
    return need, stake(winner(board), wins, GAP.total)


def winner(board: Board) -> str:
    """That the raider wins."""
    turn = board.view.turn
    return board.text("you_win") if turn == board.viewer else board.text("wins", who=turn)


def raid(board: Board, modifier: int, target: Seat, choose: bool = False) -> Json:
    """Two sums of two dice against each other: the difference that wins, and the chance of it."""
    s = board.view
    need, stakes = fight(board, modifier, target)
    both = {"who": s.turn, "whom": target}
    mine, theirs = s.turn == board.viewer, target == board.viewer
    case = "mine" if mine else "theirs" if theirs else "others"
    wins = sum(weight for d, weight in GAP.items() if d >= need)
    made: Json = {
        "model": model_of_raid(modifier, defence_bonus(s, target), need, theirs),
        "title": board.text(f"raid_{case}", **both),
        "text": in_totals(board, modifier, target),
        "chance": stakes,
        "steps": {
            "label": board.text(f"dice_{case}", **both),
            "from": min(GAP),
            "need": need,
            "weights": list(GAP.values()),
            "total": GAP.total,
            "below": theirs,
            "left": [board.text("you_hold" if theirs else "holds", **both), of(board, GAP.total - wins, GAP.total)],
            "right": [winner(board), of(board, wins, GAP.total)],
        },
        "tray": {
            "sides": [
                side(board, s.turn, mod=modifier, icon="raid"),
                side(board, target, mod=defence_bonus(s, target), icon="shield"),
            ],
            "between": board.text("against"),
            "emblem": "sultans_wrath",
        },
    }
    if choose:
        made["choose"] = [totals(board, board.text("rolls", who=seat)) for seat in (s.turn, target)]
    return made


def in_totals(board: Board, modifier: int, target: Seat, fell: Sequence[int] = ()) -> str:
    """A raid in one line: what each side adds to its dice, which must beat which, and who has ties."""
    s = board.view
    sides = []
    for i, more in enumerate((modifier, defence_bonus(s, target))):
        added = f"{'−' if more < 0 else '+'} {abs(more)}"
        if fell:
            sides.append(f"{fell[i]} {added}" if more else str(fell[i]))
        else:
            sides.append(board.text("dice_and", modifier=added) if more else board.text("dice_only"))
    tie = s.turn if is_tie_won_by_raider(s.players[target].guards) else target
    return board.text("must_beat", who=s.turn, whom=target, attack=sides[0], defence=sides[1], tie=tie)


def model_of_raid(added: int, guarding: int, need: int, held: bool) -> str:
    """The raid for the Builder: both rolls with what is added, who wins a tie. `held`: the chance of the defender."""
    a, b = (f"{name}=2d6{plus:+d}" if plus else f"{name}=2d6" for name, plus in (("a", added), ("b", guarding)))
    tie = need == guarding - added  # the difference that is enough is a tie
    if not tie and need != guarding - added + 1:
        a, b, tie = f"a=2d6{-need:+d}" if need else "a=2d6", "b=2d6", True
    return f"{a} > {b} : a {('<' if tie else '<=') if held else ('>=' if tie else '>')} b"


def totals(board: Board, label: str, value: Callable[[int], int] | None = None) -> Json:
    """The eleven sums of two dice to choose from, with what they are worth."""
    options = []
    for roll, weight in TWO_DICE.items():
        worth = board.text("roll_worth", roll=roll, worth=value(roll)) if value else roll
        options.append({"value": str(roll), "label": f"{worth} · {of(board, weight, TWO_DICE.total)}"})
    return {"label": label, "options": options}
