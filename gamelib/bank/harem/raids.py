"""Questions about raids and about the roll for the first turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, TypedDict

from ...games.harem import odds
from ...games.harem.raids import is_tie_won_by_raider
from ...games.harem.setup import DICE_TOTALS, TWO_DICE
from ...number_format import count_with_noun, format_chance, format_modifier, use_minus_sign
from ..entries import OwnCode
from ..question import TreeNode

FACES = range(1, 7)
FOR_GOLD = ((3, 1), (-2, 6))
"""Two raid cards: modifier, gold limit."""
TARGET = (3, 3, 1)
FOR_ONE = ((2, 1), (2, 1))
"""Two raids for one card each, of two cards."""


def does_raid_roll_win(attack: int, defence: int, modifier: int, guards: int) -> bool:
    """Return whether the raider wins, given both rolls, the modifier of the raider and the number of Guards."""
    attack, defence = attack + modifier, defence + guards
    return attack > defence or (attack == defence and is_tie_won_by_raider(guards))


def winning_four_dice_roll_count(modifier: int, guards: int) -> int:
    """Return the number of the 1296 combinations of four dice with which the raid succeeds."""
    return sum(does_raid_roll_win(a + b, c + d, modifier, guards) for a, b, c, d in product(FACES, repeat=4))


def p_raid_succeeds_by_counting(modifier: int, guards: int) -> Fraction:
    """Compute the probability by a second method: compare all 1296 combinations of four dice."""
    return Fraction(winning_four_dice_roll_count(modifier, guards), 1296)


def is_simulated_raid_won(rng: Random, modifier: int, guards: int) -> bool:
    """Roll for both sides and return whether the raid succeeds."""
    return does_raid_roll_win(rng.choice(DICE_TOTALS), rng.choice(DICE_TOTALS), modifier, guards)


def modifier_and_guards_effect_sentence(modifier: int, guards: int) -> str:
    """Return the last part of a reply, about the effect of modifier and Guards on an even roll.

    Return "" without them.
    """
    if not modifier and not guards:
        return ""
    if modifier == guards:
        return " Modifier and Guards only make up for each other."
    if not guards:
        return " The modifier shifts the rest."
    guarding = "Guards" if guards > 1 else "Guard"
    if modifier:
        return f" The modifier and the {guarding} shift the rest."
    return f" The {guarding} shift{'' if guards > 1 else 's'} the rest."


def raid_text_values(modifier: int, guards: int) -> dict[str, Any]:
    """Return the values for the texts of the question about one raid."""
    least = odds.least_winning_difference(modifier, guards)
    return {
        "signed": format_modifier(modifier),
        "guards_told": count_with_noun(guards, "Guard") if guards else "no Guards",
        "defence": f"two dice plus {guards}" if guards else "two dice",
        "ties": f"A tie goes to the {'raider' if is_tie_won_by_raider(guards) else 'defender'}.",
        "least_told": use_minus_sign(least),
        "level": format_chance(odds.two_dice_total_difference().p(0)),
        "tie_told": format_chance(odds.two_dice_total_difference().p(guards - modifier)),
        "shift": modifier_and_guards_effect_sentence(modifier, guards),
        "at_least_words": f"{use_minus_sign(least)} or more",
        "ways": odds.two_dice_total_difference().get(least, 0),
        "chance": format_chance(odds.p_raid_succeeds(modifier, guards)),
    }


def raid_model_notation(given: Mapping[str, Any]) -> str:
    """Return a raid in the notation of chance models. The raider wins a tie if there are no Guards."""
    modifier, guards = given["modifier"], given["guards"]
    added = f"{modifier:+d}" if modifier else ""
    guarded = f"+{guards}" if guards else ""
    return f"a=2d6{added} > b=2d6{guarded} : a {'>' if guards else '>='} b"


def raid_spinner_notation(chance: Fraction, won: str | int, lost: str | int) -> str:
    """Return a raid with this probability of success as a spinner of a chance model."""
    yes, all_ = chance.as_integer_ratio()
    return f"spin{{{won}*{yes},{lost}*{all_ - yes}}}"


class RaidChartData(TypedDict):
    """Data of the chart of a raid."""

    ways: Mapping[int, int]
    """Number of combinations of four dice by the difference of the rolls."""
    thresholds: list[tuple[str, int]]
    """Label and least winning difference for 0, 1 and 2 Guards."""
    chosen: int
    """Least winning difference with the chosen number of Guards."""


def raid_chart_data(modifier: int, guards: int) -> RaidChartData:
    """Return the chart data: the number of ways for each difference of the rolls, and thresholds for 0 to 2 Guards."""
    return {
        "ways": dict(odds.two_dice_total_difference()),
        "thresholds": [(count_with_noun(n, "Guard"), odds.least_winning_difference(modifier, n)) for n in range(3)],
        "chosen": odds.least_winning_difference(modifier, guards),
    }


RAID = OwnCode(
    answer=lambda modifier, guards: odds.p_raid_succeeds(modifier, guards),
    answer_by_second_method=p_raid_succeeds_by_counting,
    run_trial=is_simulated_raid_won,
    chance_model=lambda w: raid_model_notation(w),
    chart_data=raid_chart_data,
    mistakes={
        "boundary": lambda modifier, guards: odds.two_dice_total_difference().p_at_least(
            odds.least_winning_difference(modifier, guards) + (1 if is_tie_won_by_raider(guards) else -1)
        ),
        "equiprobability": lambda modifier, guards: Fraction(
            sum(d >= odds.least_winning_difference(modifier, guards) for d in odds.two_dice_total_difference()),
            len(odds.two_dice_total_difference()),
        ),
    },
)


# -- two raids in a turn -------------------------------------------------------------------------


def iter_two_raid_rolls_with_ways() -> Iterator[tuple[tuple[int, int], tuple[int, int], int]]:
    """Yield the rolls of both sides in both raids, with the number of ways out of 36^4 to roll them."""
    for a, b, c, d in product(TWO_DICE, repeat=4):
        yield (a, b), (c, d), TWO_DICE[a] * TWO_DICE[b] * TWO_DICE[c] * TWO_DICE[d]


def gold_taken_in_two_raids(
    rolls: tuple[tuple[int, int], ...],
    raids: tuple[tuple[int, int], ...],
    gold: tuple[int, ...],
    guards: int,
    plan: odds.Plan,
) -> int:
    """Return the total gold that the raider takes in two raids with these rolls."""
    left, taken = sorted(gold, reverse=True), 0
    for number, ((attack, defence), (modifier, limit)) in enumerate(zip(rolls, raids, strict=True)):
        if not does_raid_roll_win(attack, defence, modifier, guards):
            continue
        if guards and plan == "break" and number == 0:
            guards = 0
            continue
        room = limit
        for value in list(left):  # with the gold cards of this target, it is best to take the largest ones first
            if value <= room:
                left.remove(value)
                taken += value
                room -= value
    return taken


def roll_raider_and_defender_twice(rng: Random) -> tuple[tuple[int, int], ...]:
    """Roll for the raider and the defender in two raids."""
    return tuple((rng.choice(DICE_TOTALS), rng.choice(DICE_TOTALS)) for _ in range(2))


def mean_gold_by_enumeration(guards: int, plan: odds.Plan) -> Fraction:
    """Compute the answer by a second method: play every combination of the four rolls."""
    return Fraction(
        sum(
            ways * gold_taken_in_two_raids((a, b), FOR_GOLD, TARGET, guards, plan)
            for a, b, ways in iter_two_raid_rolls_with_ways()
        ),
        36**4,
    )


def two_raid_text_values(guards: int, plan: odds.Plan) -> dict[str, Any]:
    """Return the values for the texts of the question about one raid."""
    (first, first_limit), (second, second_limit) = FOR_GOLD
    return {
        "target": TARGET,
        "first": first,
        "first_limit": first_limit,
        "second": second,
        "second_limit": second_limit,
        "p_first": odds.p_raid_succeeds(first, guards),
        "p_second": odds.p_raid_succeeds(second, guards),
        "p_open": odds.p_raid_succeeds(second, 0),
        "most": sum(odds.best_loot(TARGET, second_limit)),
    }


def two_raid_gold_model_notation(guards: int, plan: odds.Plan) -> str:
    """Return both raids as a chance model. The result of the first raid selects the second spinner."""
    (first, first_limit), (second, second_limit) = FOR_GOLD
    left, taken = list(TARGET), odds.best_loot(TARGET, first_limit)
    for value in taken:
        left.remove(value)
    got, most = sum(taken), sum(odds.best_loot(TARGET, second_limit))
    stands = odds.p_raid_succeeds(second, guards)
    lost = f"else: {raid_spinner_notation(stands, most, 0)}"
    if plan == "break":
        won, then = "broken", raid_spinner_notation(odds.p_raid_succeeds(second, 0), most, 0)
    else:
        won, then = str(got), raid_spinner_notation(stands, sum(odds.best_loot(left, second_limit)), 0)
    return f"{raid_spinner_notation(odds.p_raid_succeeds(first, guards), won, 0)} > [{won}: {then} | {lost}] : sum"


def two_raid_gold_tree(guards: int, plan: odds.Plan) -> Mapping[str, Any]:
    """Return the chart data: the tree of both raids with the gold at the end of each path."""
    (first, first_limit), (second, second_limit) = FOR_GOLD

    def second_raid_branches(open_to: int, before: int) -> tuple[TreeNode, ...]:
        p = odds.p_raid_succeeds(second, open_to)
        left = list(TARGET)
        for value in odds.best_loot(TARGET, before):
            left.remove(value)
        got = sum(odds.best_loot(TARGET, before))
        both = got + sum(odds.best_loot(left, second_limit))
        return TreeNode("succeeds", p, f"{both} gold"), TreeNode("fails", 1 - p, f"{got} gold")

    p = odds.p_raid_succeeds(first, guards)
    if plan == "break":
        won = TreeNode("Guards broken", p, "", second_raid_branches(0, 0), "chance")
    else:
        won = TreeNode(
            f"{sum(odds.best_loot(TARGET, first_limit))} gold taken",
            p,
            "",
            second_raid_branches(guards, first_limit),
            "chance",
        )
    lost = TreeNode("fails", 1 - p, "", second_raid_branches(guards, 0), "chance")
    return {"root": TreeNode("raid 1", None, "", (won, lost), "chance")}


def mean_gold_if_failed_first_raid_ends_all(guards: int, plan: odds.Plan) -> Fraction:
    """Return the mean gold of both raids under the wrong assumption that a failed first raid ends the turn."""
    (first, first_limit), (second, second_limit) = FOR_GOLD
    if plan == "break":
        return (
            odds.p_raid_succeeds(first, guards)
            * odds.p_raid_succeeds(second, 0)
            * sum(odds.best_loot(TARGET, second_limit))
        )
    left = list(TARGET)
    for value in odds.best_loot(TARGET, first_limit):
        left.remove(value)
    then = odds.p_raid_succeeds(second, guards) * sum(odds.best_loot(left, second_limit))
    return odds.p_raid_succeeds(first, guards) * (sum(odds.best_loot(TARGET, first_limit)) + then)


RAID_GOLD = OwnCode(
    answer=lambda guards, plan: odds.plunder_total(FOR_GOLD, guards, TARGET, plan).mean,
    answer_by_second_method=mean_gold_by_enumeration,
    run_trial=lambda rng, guards, plan: gold_taken_in_two_raids(
        roll_raider_and_defender_twice(rng), FOR_GOLD, TARGET, guards, plan
    ),
    chance_model=lambda w: two_raid_gold_model_notation(w["guards"], w["plan"]),
    text_values=two_raid_text_values,
    chart_data=two_raid_gold_tree,
    mistakes={
        "case-missed": mean_gold_if_failed_first_raid_ends_all,
        "another-plan": lambda guards, plan: (
            odds.plunder_total(FOR_GOLD, guards, TARGET, "steal" if plan == "break" else "break").mean
        ),
    },
)


# -- at least one theft --------------------------------------------------------------------------


def p_any_theft_by_enumeration(guards: int, plan: odds.Plan) -> Fraction:
    """Compute the answer by a second method: play every combination of the four rolls."""
    good = sum(
        ways
        for a, b, ways in iter_two_raid_rolls_with_ways()
        if gold_taken_in_two_raids((a, b), FOR_ONE, (1, 1), guards, plan)
    )
    return Fraction(good, 36**4)


def p_any_theft(guards: int, plan: odds.Plan) -> Fraction:
    """Return the probability that at least one of two raids takes a card."""
    return 1 - odds.plunder_total(FOR_ONE, guards, (1, 1), plan).p(0)


def any_theft_model_notation(guards: int, plan: odds.Plan) -> str:
    """Return both raids as a chance model, which ends after a theft. Broken Guards make the second raid easier."""
    modifier = FOR_ONE[0][0]
    again = raid_spinner_notation(odds.p_raid_succeeds(modifier, guards), "theft", "nothing")
    if plan == "steal":
        return f"{again} > [nothing: {again}] : last is theft"
    first = raid_spinner_notation(odds.p_raid_succeeds(modifier, guards), "broken", "nothing")
    free = raid_spinner_notation(odds.p_raid_succeeds(modifier, 0), "theft", "nothing")
    return f"{first} > [broken: {free} | nothing: {again}] : last is theft"


def any_theft_tree(guards: int, plan: odds.Plan) -> Mapping[str, Any]:
    """Return the chart data: the tree of both raids with a theft or nothing at the end of each path."""
    modifier = FOR_ONE[0][0]
    p, free = odds.p_raid_succeeds(modifier, guards), odds.p_raid_succeeds(modifier, 0)

    def second(chance: Fraction) -> tuple[TreeNode, ...]:
        return TreeNode("succeeds", chance, "a theft"), TreeNode("fails", 1 - chance, "nothing")

    if plan == "break":
        won = TreeNode("Guards broken", p, "", second(free), "chance")
    else:
        won = TreeNode("succeeds", p, "a theft")
    lost = TreeNode("fails", 1 - p, "", second(p), "chance")
    return {"root": TreeNode("raid 1", None, "", (won, lost), "chance")}


RAID_ONCE = OwnCode(
    answer=p_any_theft,
    answer_by_second_method=p_any_theft_by_enumeration,
    run_trial=lambda rng, guards, plan: (
        gold_taken_in_two_raids(roll_raider_and_defender_twice(rng), FOR_ONE, (1, 1), guards, plan) > 0
    ),
    chance_model=lambda w: any_theft_model_notation(w["guards"], w["plan"]),
    chart_data=any_theft_tree,
    mistakes={"another-plan": lambda guards, plan: p_any_theft(guards, "steal" if plan == "break" else "break")},
    text_values=lambda guards, plan: {
        "modifier": FOR_ONE[0][0],
        "p": odds.p_raid_succeeds(FOR_ONE[0][0], guards),
        "open_q": 1 - odds.p_raid_succeeds(FOR_ONE[0][0], 0),
    },
)


# -- who starts ----------------------------------------------------------------------------------


def p_first_roll_tie_by_enumeration(seats: int) -> Fraction:
    """Compute the probability by a second method.

    Check in every combination of rolls whether the highest roll is shared.
    """
    tied = 0
    for rolls in product(TWO_DICE, repeat=seats):
        if rolls.count(max(rolls)) > 1:
            ways = 1
            for total in rolls:
                ways *= TWO_DICE[total]
            tied += ways
    return Fraction(tied, 36**seats)


def is_simulated_first_roll_tied(rng: Random, seats: int) -> bool:
    """Roll for every seat and return whether the highest roll is shared."""
    rolls = [rng.choice(DICE_TOTALS) for _ in range(seats)]
    return rolls.count(max(rolls)) > 1


def p_all_first_rolls_differ(seats: int) -> Fraction:
    """Return the probability that all seats roll different totals."""
    ways = [1] + [0] * seats  # ways[k]: number of ways in which k seats roll different totals among the totals so far
    for weight in TWO_DICE.values():
        for k in range(seats, 0, -1):
            ways[k] += ways[k - 1] * weight * k
    return Fraction(ways[seats], 36**seats)


FIRST_TIE = OwnCode(
    answer=lambda seats, odds: odds.p_first_roll_tie(seats),
    answer_by_second_method=p_first_roll_tie_by_enumeration,
    run_trial=is_simulated_first_roll_tied,
    mistakes={"restriction-overlooked": lambda seats: 1 - p_all_first_rolls_differ(seats)},
    chart_data=lambda seats, odds: {"dist": odds.seats_sharing_highest_roll(seats)},
)

OWN_CODE: dict[str, OwnCode] = {
    "harem-raid": RAID,
    "harem-two-raids-gold": RAID_GOLD,
    "harem-two-raids-once": RAID_ONCE,
    "harem-first-tie": FIRST_TIE,
}
