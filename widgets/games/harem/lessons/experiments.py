"""Experiments for the lessons on Court. `positions` contains their positions in the game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, Literal, TypeAlias

from plotly.graph_objects import Figure

from gamelib import Dist
from gamelib.bank.harem import decks, end_cards
from gamelib.games.harem.setup import TWO_DICE
from gamelib.number_format import count_with_noun, format_decimal_probability, format_modifier

from ....chart import figures as charts
from ....lesson.experiment import (
    GAP,
    AnswerTerm,
    BuildTreeTask,
    ChoiceQuestion,
    Experiment,
    ExplainTask,
    OrderStepsTask,
    OutcomeCell,
    SampleSpacePrompt,
    SelectCellsTask,
    TreeBranch,
    Trial,
    dice_items,
    register_experiments,
)
from ....lesson.first_success import first_success_experiment
from ....page.card_overrides import game_with_served_cards
from . import mini_games, positions
from .mini_games import roll_two_dice

odds = game_with_served_cards("harem").odds


def _worth(value: int, table: str = "A") -> list[int]:
    """Return the totals of two dice that give a gem this value."""
    return [total for total, worth in odds.gem_value_by_roll(table).items() if worth == value]


def _pairs(total: int) -> str:
    """Return the pairs of dice with a total as text."""
    return ", ".join(f"{a}+{total - a}" for a in range(1, 7) if 1 <= total - a <= 6)


def _likeliest(totals: list[int]) -> int:
    return max(totals, key=TWO_DICE.__getitem__)


# -- two dice, one gem ---------------------------------------------------------------------------


def _gem_told(pair: tuple[int, int], table: str = "A") -> str:
    value = odds.gem_value_by_roll(table)[sum(pair)]
    return f"{sum(pair)}: worth {value or 'nothing'}"


def simulate_gem_roll(rng: Random, least: int, table: str) -> Trial[int]:
    """Roll one gem."""
    pair = roll_two_dice(rng)
    return Trial(odds.gem_value_by_roll(table)[sum(pair)], dice_items(*pair), _gem_told(pair, table))


def gem_lookup_table(table: str = "A", **_: Any) -> tuple[tuple[str, ...], ...]:
    """Return a table with the gem value for each roll. All rolls with value 0 share one entry."""
    values = odds.gem_value_by_roll(table)
    nothing = [total for total, worth in values.items() if not worth]
    paid = [(str(total), str(worth)) for total, worth in values.items() if worth]
    rolls, worth = zip((f"{min(nothing)}–{max(nothing)}", "0"), *paid, strict=True)
    return ("dice", *rolls), ("worth", *worth)


FACES = tuple(f"die {n}" for n in range(1, 7))


PAIRS = SampleSpacePrompt(
    "grid",
    "Make the table of all rolls yourself. Which numbers can each die show? Write the numbers with spaces between "
    "them. Then each row is combined with each column.",
    (),
    (("numbers of the golden die", tuple("123456")), ("numbers of the white die", tuple("123456"))),
)


def select_dice_pairs_task(
    ask: str, table: str, is_favourable: Callable[[int], bool], miss_reason: str
) -> SelectCellsTask:
    """Create a task with all pairs of dice faces, each with the value of the gem.

    `miss_reason` is the reason why a value does not count.
    """
    value = odds.gem_value_by_roll(table)
    cells = []
    for a in range(1, 7):
        for b in range(1, 7):
            worth = value[a + b]
            says = f"{a} and {b} make {a + b}, worth {worth or 'nothing'}"
            cells.append(
                OutcomeCell(
                    str(worth), is_favourable(worth), f"{says}." if is_favourable(worth) else f"{says}: {miss_reason}."
                )
            )
    return SelectCellsTask(ask, "pairs", FACES, FACES, tuple(cells), PAIRS)


def select_rolls_with_gem_worth_task(least: int, table: str) -> ExplainTask:
    """Return the task to select the rolls with which the gem has the required value."""
    return select_dice_pairs_task(
        f"Each square is one roll of a golden and a white die. Tap every square that makes the gem worth "
        f"{least} or more.",
        table,
        lambda worth: worth >= least,
        f"less than {least}",
    )


def p_gem_worth_terms_by_roll(least: int, table: str) -> list[AnswerTerm]:
    """Return the rolls with which the gem has the required value, each with its probability."""
    value = odds.gem_value_by_roll(table)
    return [
        AnswerTerm(
            f"a roll of {total}, worth {value[total]}", TWO_DICE.p(total), f"{ways} of 36 pairs", _pairs(total), total
        )
        for total, ways in TWO_DICE.items()
        if value[total] >= least
    ]


GEM = Experiment(
    lookup_table=gem_lookup_table,
    question_id="harem-gem-at-least",
    exact_distribution=lambda least, table: odds.gem_value(table),
    run_trial=simulate_gem_roll,
    mini_game_view=mini_games.choose_performer_game,
    explain_task=select_rolls_with_gem_worth_task,
    run_button_label="Roll for a gem",
    outcome_label="value of the gem",
    is_favourable=lambda value, least, table: value >= least,
    event_labels_template="worth {least} or more|worth less",
    misconception_distributions={
        "All totals are equally likely": lambda least, table: Dist(odds.gem_value_by_roll(table).values())
    },
    answer_terms=p_gem_worth_terms_by_roll,
    start_position=positions.position_before_gem_roll,
    position_after=positions.position_after_gem_roll,
)

# -- a gem against gold --------------------------------------------------------------------------


def _side(value: int, gold: int) -> int:
    return (value > gold) - (value < gold)


def p_gem_beats_gold_terms_by_value(gold: int) -> list[AnswerTerm]:
    """Return the gem values above the value of the gold card, each with its probability."""
    return [
        AnswerTerm(
            f"a gem worth {value}",
            odds.gem_value().p(value),
            f"{ways} of 36 pairs",
            "; ".join(f"a roll of {total}: {_pairs(total)}" for total in _worth(value)),
            _likeliest(_worth(value)),
        )
        for value, ways in odds.gem_value().items()
        if value > gold
    ]


def simulate_gem_versus_gold(rng: Random, gold: int) -> Trial[int]:
    """Roll a gem and compare it with the gold card."""
    pair = roll_two_dice(rng)
    worth = odds.gem_value_by_roll()[sum(pair)]
    card = {"card": f"Gold {gold}", "hit": worth <= gold}
    return Trial(_side(worth, gold), (*dice_items(*pair), GAP, card), _gem_told(pair))


def select_rolls_beating_gold_task(gold: int) -> ExplainTask:
    """Return the task to select the rolls with which the gem has a higher value than the gold card."""
    return select_dice_pairs_task(
        f"Tap every square in which the gem is worth more than the Gold {gold}.",
        "A",
        lambda worth: worth > gold,
        f"not more than {gold}",
    )


VERSUS_GOLD = Experiment(
    lookup_table=gem_lookup_table,
    question_id="harem-gem-or-gold",
    exact_distribution=lambda gold: odds.gem_value().map(lambda value: _side(value, gold)),
    run_trial=simulate_gem_versus_gold,
    mini_game_view=mini_games.gem_or_gold_game,
    explain_task=select_rolls_beating_gold_task,
    run_button_label="Roll for a gem",
    outcome_label="the gem compared with the gold card",
    is_favourable=lambda side, gold: side > 0,
    event_labels_template="worth more than the Gold {gold}|not worth more",
    misconception_distributions={
        "Half of the values are above the average": lambda gold: Dist([-1, 1]),
        "All values are equally likely": lambda gold: Dist([_side(value, gold) for value in odds.gem_value()]),
    },
    outcome_names={-1: "worth less", 0: "worth the same", 1: "worth more"},
    answer_terms=p_gem_beats_gold_terms_by_value,
    start_position=positions.position_before_banking_gem_or_gold,
    position_after=positions.position_after_later_gem_roll,
)

# -- the raid ------------------------------------------------------------------------------------


RaidLead: TypeAlias = Literal[-1, 0, 1]
"""1 if the total of the raider is higher, 0 for a tie, -1 if that of the defender is."""


def _lead(difference: int, modifier: int, guards: int) -> RaidLead:
    lead = difference + modifier - guards
    return 1 if lead > 0 else -1 if lead < 0 else 0


def p_raid_succeeds_terms_by_difference(modifier: int, guards: int) -> list[AnswerTerm]:
    """Return the differences of the rolls with which the raid succeeds, each with its probability."""
    paths = []
    for difference, ways in odds.two_dice_total_difference().items():
        if difference < odds.least_winning_difference(modifier, guards):
            continue
        rolls = [(a, d) for a in TWO_DICE for d in TWO_DICE if a - d == difference]
        told = ", ".join(f"{a} against {d}: {TWO_DICE[a] * TWO_DICE[d]}" for a, d in rolls)
        likeliest = max(rolls, key=lambda roll: TWO_DICE[roll[0]] * TWO_DICE[roll[1]])
        label = (
            f"your roll is {difference} higher"
            if difference > 0
            else ("the two rolls are equal" if not difference else f"your roll is {-difference} lower")
        )
        paths.append(
            AnswerTerm(
                label, odds.two_dice_total_difference().p(difference), f"{ways} of 1296 outcomes", told, likeliest
            )
        )
    return paths


def simulate_opposed_raid_rolls(rng: Random, modifier: int, guards: int) -> Trial[RaidLead]:
    """Roll two dice each for raider and defender. The outcome is the side with the higher total, or a tie."""
    mine, theirs = roll_two_dice(rng), roll_two_dice(rng)
    added = format_modifier(modifier) if modifier else ""
    lead = _lead(sum(mine) - sum(theirs), modifier, guards)
    word = {1: "Your total is higher", 0: "A tie", -1: "The defender’s total is higher"}[lead]
    told = f"{sum(mine)}{added} against {sum(theirs)}{f'+{guards}' if guards else ''}: {word.lower()}"
    return Trial(lead, (*dice_items(*mine), GAP, *dice_items(*theirs, own=False)), told)


def count_winning_roll_differences_task(modifier: int, guards: int) -> ExplainTask:
    """Return the task about the differences of the two rolls, each with its number of equally likely outcomes."""
    cells = []
    for difference, ways in odds.two_dice_total_difference().items():
        total = difference + modifier - guards
        wins = difference >= odds.least_winning_difference(modifier, guards)
        shown = format_modifier(difference)
        why = (
            f"a difference of {shown}, then {format_modifier(modifier)} for your card and minus {guards} for "
            "the guards, "
            f"gives {format_modifier(total)}"
        )
        ends = (
            "you win"
            if wins
            else ("it is a tie, and a defender with a guard wins ties" if not total else "your total is too low")
        )
        cells.append(OutcomeCell(shown, wins, f"{why}: {ends}.", ways))
    return SelectCellsTask(
        "Each cell is a difference: your dice minus the defender’s dice. The small number tells you how many of the "
        "1296 outcomes of the four dice give this difference. Tap every difference that makes your raid succeed.",
        "differences",
        (),
        (),
        tuple(cells),
        None,
        _raid_levels(modifier, guards),
    )


def _raid_levels(modifier: int, guards: int) -> tuple[ChoiceQuestion, ...]:
    """Return sub-questions on counting outcomes, and on the effect of one point near the middle and far from it."""
    least, ways = odds.least_winning_difference(modifier, guards), odds.two_dice_total_difference()
    near, far = ways.get(least - 1, 0), ways[max(ways)]
    middle = ChoiceQuestion(
        f"A difference of 0 has {ways[0]} outcomes. Both players then have the same total. How can you count these "
        "outcomes?",
        "1 × 1 + 2 × 2 + … + 6 × 6 + … + 1 × 1",
        (
            (
                "1 + 2 + … + 6 + … + 2 + 1, which is 36",
                "You counted the outcomes of your own two dice only. For each total, the defender has the same "
                "number of outcomes. Multiply the two numbers for each total, then add.",
            ),
            (
                "11 totals, so 11 × 11",
                "You treated the 11 totals as equally likely. They aren’t: a total of 7 has six pairs of dice, a "
                "total of 2 has one. Count the pairs of dice for each total.",
            ),
        ),
    )
    point = ChoiceQuestion(
        "Now you get one extra point, so your total is 1 higher. How many more outcomes let you win?",
        f"{near} more, the outcomes of the next smaller difference",
        (
            (
                "1 more, because one more difference wins",
                "You counted one more difference. That is right, but this difference has many outcomes. Look at its "
                "small number.",
            ),
            (
                "1/21 of all outcomes, because there are 21 differences",
                "You treated the 21 differences as equally likely. They have different numbers of outcomes. Look at "
                "the small number of the difference that wins now.",
            ),
            (
                f"{far} more, the outcome of the largest difference",
                "You chose the largest difference, but that one wins already. Which difference was too small by "
                "exactly 1?",
            ),
        ),
    )
    return (middle, point) if near else (middle,)


RAID = Experiment(
    question_id="harem-raid",
    exact_distribution=lambda modifier, guards: odds.two_dice_total_difference().map(
        lambda d: _lead(d, modifier, guards)
    ),
    run_trial=simulate_opposed_raid_rolls,
    mini_game_view=mini_games.choose_raid_target_game,
    explain_task=count_winning_roll_differences_task,
    run_button_label="Raid",
    outcome_label="your total and the defender’s total",
    is_favourable=lambda lead, modifier, guards: (
        lead + guards - modifier >= odds.least_winning_difference(modifier, guards)
    ),
    event_labels_template="the raid succeeds|the raid fails",
    misconception_distributions={
        "The dice are the same, so it is fifty-fifty": lambda modifier, guards: Dist([-1, 1]),
        "Ties go to the other player": lambda modifier, guards: odds.two_dice_total_difference().map(
            lambda d: _lead(d, modifier, guards) or (1 if guards else -1)
        ),
        "All differences are equally likely": lambda modifier, guards: Dist(
            [_lead(d, modifier, guards) for d in odds.two_dice_total_difference()]
        ),
    },
    outcome_names={-1: "defender higher", 0: "tie", 1: "you higher"},
    answer_terms=p_raid_succeeds_terms_by_difference,
    start_position=positions.position_before_raid,
    position_after=positions.position_after_raid_rolls,
)

# -- several gems --------------------------------------------------------------------------------

COVERS_NOTHING, COVERS_PART, COVERS_ALL, COVERS_MORE = range(4)


def _covers(worth: int, deficit: int) -> int:
    if worth >= deficit:
        return COVERS_MORE if worth >= deficit + 4 else COVERS_ALL
    return COVERS_PART if worth else COVERS_NOTHING


def p_afford_terms_by_first_gem(deficit: int, gems: int, table: str) -> list[AnswerTerm]:
    """Return the values of the first gem, each with its part of the probability."""
    paths = []
    for value in odds.gem_value(table):
        rest, first = odds.p_afford(deficit - value, gems - 1, table), odds.gem_value(table).p(value)
        if rest:
            needed = f"{count_with_noun(gems - 1, 'more gem')} must bring {deficit - value} or more: {rest}"
            told = needed if deficit > value else "that is enough already"
            label = f"the first gem is worth {value}" if value else "the first gem is worthless"
            paths.append(AnswerTerm(label, first * rest, f"{first} × {rest}", told, _likeliest(_worth(value, table))))
    return paths


def simulate_gems_against_deficit(rng: Random, deficit: int, gems: int, table: str) -> Trial[int]:
    """Roll the gems and compare their total with the missing gold."""
    pairs = [roll_two_dice(rng) for _ in range(gems)]
    worth = [odds.gem_value_by_roll(table)[sum(pair)] for pair in pairs]
    pieces = tuple(piece for pair in pairs for piece in (*dice_items(*pair), GAP))[:-1]
    told = " + ".join(map(str, worth)) + (f" = {sum(worth)}" if gems > 1 else "")
    return Trial(_covers(sum(worth), deficit), pieces, f"{told} gold, {deficit} are needed")


def first_and_second_roll_questions(hit_probability: Fraction, label: str) -> tuple[ChoiceQuestion, ChoiceQuestion]:
    """Return two questions for a tree: does the first roll fail, and does the second roll succeed?"""
    miss = 1 - hit_probability
    return (
        ChoiceQuestion(
            f"{label} What is the probability that the first roll fails?",
            str(miss),
            (
                (
                    str(hit_probability),
                    "You gave the probability that the roll is enough. What is the probability that it isn’t?",
                ),
                (str(miss * miss), "You gave the probability that two rolls fail."),
            ),
            (TreeBranch("enough", str(hit_probability), (), True), TreeBranch("too little", str(miss))),
        ),
        ChoiceQuestion(
            "You roll a second time only if the first roll fails. What is the probability "
            "that the second roll is enough?",
            str(hit_probability),
            (
                (str(miss), "You gave the probability that it fails."),
                (str(1 - miss * miss), "You gave the probability for two rolls. The question is about one roll."),
            ),
            (
                TreeBranch("enough", str(hit_probability), ("too little",), True),
                TreeBranch("too little", str(miss), ("too little",), False),
            ),
        ),
    )


def p_afford_with_several_gems_task(deficit: int, gems: int, table: str) -> ExplainTask:
    """Return the explain task about the probability that several gems are enough.

    The pupil finds the missing gold after one value of the first gem, the probability of this path, the gold that is
    needed after a large first gem, and the sum.
    """
    if gems == 1:
        return select_dice_pairs_task(
            f"Tap every square in which the gem is worth {deficit} or more.",
            table,
            lambda worth: worth >= deficit,
            f"less than {deficit}",
        )
    paths = p_afford_terms_by_first_gem(deficit, gems, table)
    values = [value for value in odds.gem_value(table) if odds.p_afford(deficit - value, gems - 1, table)]
    twigs: list[TreeBranch] = []
    for value, path in zip(values, paths, strict=True):
        here, then_ = path.formula_text.split(" × ")
        twigs += [TreeBranch(str(value), here), TreeBranch("enough", then_, (str(value),), True)]
    value = next((value for value in values if 0 < value < deficit), 0)
    first, rest = odds.gem_value(table).p(value), odds.p_afford(deficit - value, gems - 1, table)
    need, most = deficit - value, max(odds.gem_value(table))
    levels = [
        ChoiceQuestion(
            f"{count_with_noun(gems, 'gem')} must be worth {deficit} or more together. The first is worth {value}. "
            f"What must {'the other' if gems == 2 else 'the others together'} be worth?",
            f"{need} or more",
            (
                (f"{deficit} or more", f"The value {value} of the first gem counts too.")
                if value
                else ("nothing more", f"The first gem is worthless, so you still need all {deficit}."),
                (f"{need} and no more", "A higher value is enough too."),
            ),
        ),
        ChoiceQuestion(
            f"The first gem is worth {value} with probability {first}. After that, the rest is {need} or more with "
            f"probability {rest}. What is the probability of this path?",
            f"{first} × {rest}",
            (
                (f"{first} + {rest}", "Both have to happen, one after the other. Multiply along a path."),
                (f"1 − {first} × {rest}", "You gave the probability of all other paths."),
            ),
        ),
    ]
    if most >= deficit:
        levels.append(
            ChoiceQuestion(
                f"Now the first gem is worth {most}. What is the probability that you have enough in the end?",
                "1",
                (
                    (str(odds.p_afford(deficit, 1, table)), "You don’t need anything more. It is enough already."),
                    ("0", "You have enough already, so nothing can go wrong."),
                ),
            )
        )
    levels.append(
        ChoiceQuestion(
            f"There are {len(paths)} such paths, one for each value of the first gem after which you can still have "
            f"enough. What do you do with them?",
            "add them",
            (
                ("multiply them", "Only one of the paths can happen, because the first gem has one value."),
                ("take the most likely one", "The other paths end with enough gold too. Don’t leave them out."),
            ),
            tuple(twigs),
        )
    )
    return BuildTreeTask("Look at each value of the first gem, path by path.", tuple(levels))


AFFORD = Experiment(
    lookup_table=gem_lookup_table,
    question_id="harem-afford",
    exact_distribution=lambda deficit, gems, table: odds.total_gem_value(gems, table).map(
        lambda worth: _covers(worth, deficit)
    ),
    run_trial=simulate_gems_against_deficit,
    mini_game_view=mini_games.distribute_gems_game,
    explain_task=p_afford_with_several_gems_task,
    run_button_label="Roll the gems",
    outcome_label="value of the gems",
    is_favourable=lambda group, deficit, gems, table: group >= COVERS_ALL,
    event_labels_template="enough|too little",
    misconception_distributions={
        "One gem alone must be enough": lambda deficit, gems, table: (
            odds.gem_value(table).keep(gems, 1).map(lambda worth: _covers(worth, deficit))
        )
    },
    outcome_names={
        COVERS_NOTHING: "nothing",
        COVERS_PART: "too little",
        COVERS_ALL: "just enough",
        COVERS_MORE: "plenty",
    },
    answer_terms=p_afford_terms_by_first_gem,
    explanation_figure=lambda deficit, gems, table: charts.distribution(
        odds.total_gem_value(gems, table),
        title=f"{count_with_noun(gems, 'gem')}: {deficit} or more is enough",
        mean=False,
        xlabel="total value of the gems",
        threshold=(deficit, "enough"),
    ),
    start_position=positions.position_with_gold_deficit,
    position_after=positions.position_after_first_gem_for_deficit,
)


# -- a second chance -----------------------------------------------------------------------------

GemSuccessTime = int
"""AT_FIRST or AT_SECOND roll, or SHORT if the gold is too little."""
AT_FIRST, AT_SECOND, SHORT = range(3)


def _second(first: int, then: int, deficit: int, aid: str) -> GemSuccessTime:
    if first >= deficit:
        return AT_FIRST
    worth = {"none": first, "reroll": then, "gem": first + then}[aid]
    return AT_SECOND if worth >= deficit else SHORT


def gem_with_aid_success_time_distribution(deficit: int, aid: str) -> Dist[GemSuccessTime]:
    """Return the distribution of the time at which the gold is enough: after the first roll, later, or never."""
    return odds.gem_value().flat_map(
        lambda first: odds.gem_value().map(lambda then: _second(first, then, deficit, aid))
    )


def _doubled(deficit: int) -> Dist[int]:
    """Return the distribution for the misconception that two rolls double the probability of one roll."""
    p = odds.p_afford(deficit, 1)
    second = min(p, 1 - p)
    return Dist(
        {AT_FIRST: p.numerator, AT_SECOND: second.numerator, SHORT: p.denominator - p.numerator - second.numerator}
    )


def p_deficit_covered_terms_by_path(deficit: int, aid: str) -> list[AnswerTerm]:
    """Return the paths that lead to enough gold, each with its probability."""
    p = odds.p_afford(deficit, 1)
    enough = [total for total in TWO_DICE if odds.gem_value_by_roll()[total] >= deficit]
    first = AnswerTerm("the first roll is enough", p, str(p), f"a roll of {min(enough)} or more", (_likeliest(enough),))
    if aid == "none":
        return [first]
    low = _likeliest([total for total in TWO_DICE if odds.gem_value_by_roll()[total] < deficit])
    if aid == "reroll":
        told = "you roll again, and the second roll counts"
        return [
            first,
            AnswerTerm(
                "the first roll is too little, the second is enough",
                (1 - p) * p,
                f"{1 - p} × {p}",
                told,
                (low, "reroll", _likeliest(enough)),
            ),
        ]
    paths = [first]
    for value in odds.gem_value():
        if value < deficit:
            here, rest = odds.gem_value().p(value), odds.p_afford(deficit - value, 1)
            told = f"the second gem must be worth {deficit - value} or more"
            paths.append(
                AnswerTerm(
                    f"the first gem is worth {value}, and the second is worth the rest",
                    here * rest,
                    f"{here} × {rest}",
                    told,
                    (_likeliest(_worth(value)),),
                )
            )
    return paths


def simulate_gem_with_aid(rng: Random, deficit: int, aid: str) -> Trial[GemSuccessTime]:
    """Roll the gem. If the first roll is too low and the player's aid allows it, roll again."""
    first, then_ = roll_two_dice(rng), roll_two_dice(rng)
    value = odds.gem_value_by_roll()
    outcome = _second(value[sum(first)], value[sum(then_)], deficit, aid)
    again = aid != "none" and outcome != AT_FIRST
    pieces = (*dice_items(*first), *((GAP, *dice_items(*then_)) if again else ()))
    return Trial(outcome, pieces, _gem_told(first) + (f"; then {_gem_told(then_)}" if again else ""))


def two_roll_tree_task(deficit: int, aid: str) -> ExplainTask:
    """Return the task to build the tree of the two rolls of the gem."""
    p = odds.p_afford(deficit, 1)
    miss = 1 - p
    return BuildTreeTask(
        "Build the tree diagram, branch by branch.",
        (
            *first_and_second_roll_questions(p, f"The probability that one roll is worth {deficit} or more is {p}."),
            ChoiceQuestion(
                "So what is the probability of the path “first too little, then enough”?",
                f"{miss} × {p}",
                (
                    (f"{miss} + {p}", "Both have to happen, one after the other. Multiply along a path."),
                    (f"{p} × {p}", "That means enough both times. But here the first roll was too little."),
                ),
            ),
            ChoiceQuestion(
                "What is the whole answer?",
                f"{p} + {miss} × {p}",
                (
                    (
                        f"{p} + {p}",
                        "You counted the cases in which both rolls are enough twice. Here the sum is even more than 1.",
                    ),
                    (f"{p} × {miss} × {p}", "The two paths can’t both happen. Add them."),
                ),
            ),
        ),
        SampleSpacePrompt(
            "tree",
            "What can happen with one gem that can be rolled again? Write one line for each path: E for a roll that is "
            "enough, S for a roll that is too small. After an E, there are no more rolls.",
            ("E", "SE", "SS"),
        ),
    )


SECOND_CHANCE = Experiment(
    lookup_table=gem_lookup_table,
    question_id="harem-second-chance",
    exact_distribution=gem_with_aid_success_time_distribution,
    run_trial=simulate_gem_with_aid,
    mini_game_view=mini_games.second_roll_game,
    explain_task=two_roll_tree_task,
    run_button_label="Roll the gem",
    outcome_label="how it ends",
    is_favourable=lambda outcome, deficit, aid: outcome != SHORT,
    event_labels_template="enough|too little",
    misconception_distributions={
        "The second chance changes nothing": lambda deficit, aid: gem_with_aid_success_time_distribution(
            deficit, "none"
        ),
        "A second chance doubles the probability": lambda deficit, aid: _doubled(deficit),
    },
    outcome_names={AT_FIRST: "first roll is enough", AT_SECOND: "second roll is enough", SHORT: "too little"},
    answer_terms=p_deficit_covered_terms_by_path,
    start_position=positions.position_with_deficit_and_aid,
    position_after=positions.position_after_gem_with_aid,
)

# -- an opening hand -----------------------------------------------------------------------------

MANY = 4


def opening_hand_kind_count_distribution(seats: int, kind: str) -> Dist[int]:
    """Return the distribution of the number of cards of a kind in the first hand."""
    return odds.opening_hand_kind_count(seats, kind).map(lambda n: min(n, MANY))


def simulate_opening_hand(rng: Random, seats: int, kind: str) -> Trial[int]:
    """Deal a hand and count the cards of a kind."""
    kinds = odds.game.card_kind
    hand = decks.deal_opening_hand(rng, seats, odds=odds)
    n = sum(kinds[card] == kind for card in hand)
    words = odds.game.texts
    pieces = tuple({"card": words.card_name(card), "hit": kinds[card] == kind} for card in hand)
    return Trial(min(MANY, n), pieces, f"{count_with_noun(n, 'hit') if n else 'none'} in this hand")


def p_hand_without_kind_task(seats: int, kind: str) -> ExplainTask:
    """Return the task to multiply the probabilities of drawing no card of the kind."""
    good, cards = decks.opening_pile_kind_and_total(seats, kind, odds=odds)
    bad, word = cards - good, decks.KIND[kind]
    last = odds.HAND_SIZE - 1
    every = f"{bad}/{cards} × {bad - 1}/{cards - 1} × … × {bad - last}/{cards - last}"
    return BuildTreeTask(
        f"{good} of the {cards} cards are {word}. Draw card by card. None of your cards can be one of them.",
        (
            ChoiceQuestion(
                "What is the probability that the first card isn’t one of them?",
                f"{bad}/{cards}",
                (
                    (f"{good}/{cards}", "You gave the probability that it is one of them."),
                    (f"{bad}/{cards + good}", f"There are {cards} cards in all, and {bad} of them are others."),
                ),
                (TreeBranch("none", f"{bad}/{cards}"), TreeBranch("one", f"{good}/{cards}", (), False)),
            ),
            ChoiceQuestion(
                "The first card wasn’t one of them. What is the probability that the second card isn’t one either?",
                f"{bad - 1}/{cards - 1}",
                (
                    (f"{bad}/{cards}", "The first card stays in your hand, so one card fewer is left."),
                    (
                        f"{bad}/{cards - 1}",
                        "The first card was one of the others, so there is also one fewer of those.",
                    ),
                ),
                (
                    TreeBranch("none", f"{bad - 1}/{cards - 1}", ("none",)),
                    TreeBranch("one", f"{good}/{cards - 1}", ("none",), False),
                ),
            ),
            ChoiceQuestion(
                f"What is this probability for the last card, card {odds.HAND_SIZE}?",
                f"{bad - last}/{cards - last}",
                (
                    (
                        f"{bad - odds.HAND_SIZE}/{cards - odds.HAND_SIZE}",
                        f"Only {last} cards are drawn before card {odds.HAND_SIZE}.",
                    ),
                    (f"{bad - 1}/{cards - 1}", "That was the probability for the second card. It continues to fall."),
                ),
                (
                    TreeBranch("…", "", ("none", "none")),
                    TreeBranch("none", f"{bad - last}/{cards - last}", ("none", "none", "…"), True),
                ),
            ),
            ChoiceQuestion(
                "All of this has to happen. So the answer is",
                every,
                (
                    (every.replace("×", "+"), "Everything has to happen. Multiply along the path."),
                    (f"({bad}/{cards})^{odds.HAND_SIZE}", "You put each card back before the next one is drawn."),
                ),
            ),
        ),
    )


def p_hand_without_kind_terms_by_path(seats: int, kind: str) -> list[AnswerTerm]:
    """Return the only path to a hand without the kind: seven draws without replacement that all miss it."""
    good, cards = decks.opening_pile_kind_and_total(seats, kind, odds=odds)
    p_by_card_count = odds.p_first_cards_lack_kind(seats, kind)
    written = [f"{cards - good - drawn}/{cards - drawn}" for drawn in range(odds.HAND_SIZE)]
    told = "none so far: " + "; ".join(
        f"after card {i} ≈ {format_decimal_probability(p)}" for i, p in p_by_card_count.items()
    )
    return [
        AnswerTerm(
            f"every card of the hand is something other than {decks.KIND[kind]}",
            p_by_card_count[odds.HAND_SIZE],
            " × ".join(written),
            told,
            0,
        )
    ]


def opening_hands_figure(seats: int, kind: str) -> Figure:
    """Draw the number of cards of the kind in the opening hand. Hands without the kind are hatched."""
    shown = OPENING.custom_or_bank_question.chart_arguments(seats=seats, kind=kind)
    words = {"title": shown["title"], "xlabel": shown["xlabel"]}
    return charts.distribution(shown["dist"], **words, mean=False, asked=([0], "none"))


OPENING = Experiment(
    question_id="harem-opening-none",
    exact_distribution=opening_hand_kind_count_distribution,
    run_trial=simulate_opening_hand,
    mini_game_view=mini_games.predict_next_card_game,
    explain_task=p_hand_without_kind_task,
    run_button_label="Deal a hand",
    outcome_label="cards of this kind in the hand",
    is_favourable=lambda n, seats, kind: not n,
    event_labels_template="none of them|one or more",
    outcome_names={n: str(n) for n in range(MANY)} | {MANY: f"{MANY} or more"},
    answer_terms=p_hand_without_kind_terms_by_path,
    explanation_figure=opening_hands_figure,
    start_position=positions.position_before_deal,
    position_after=positions.position_after_deal,
)

# -- the end of the game -------------------------------------------------------------------------

FIRST_SIX = first_success_experiment(1, 6, 13, "roll of the first six", is_die=True)


def mean_game_over_draw_terms_by_draw(cards: int) -> list[AnswerTerm]:
    """Return the draws that can bring Game Over, each with its part of the mean."""
    paths = []
    for draw in range(1, cards + 1):
        missed = f"{draw - 1} other {'card' if draw == 2 else 'cards'} first, then Game Over out of {cards - draw + 1}"
        told = missed if draw > 1 else f"Game Over out of {cards}"
        told += f": a chance of 1/{cards}; draw {draw} adds {draw} times that" if draw > 1 else ""
        paths.append(
            AnswerTerm(f"it is drawn on draw {draw}", Fraction(draw, cards), f"1/{cards} × {draw}", told, draw)
        )
    return paths


def memoryless_game_over_distribution(cards: int) -> Dist[int]:
    """Return a distribution in which each draw ends the game with equal probability, as with a die.

    The last draw gets the remaining probability of all later draws.
    """
    came = {n: (cards - 1) ** (n - 1) * cards ** (cards - n) for n in range(1, cards)}
    return Dist({**came, cards: (cards - 1) ** (cards - 1) * cards})


def simulate_draws_until_game_over(rng: Random, cards: int) -> Trial[int]:
    """Shuffle the cards and find Game Over."""
    draw = end_cards.simulate_game_over_place(rng, cards)
    pieces = tuple({"card": "Game Over" if n == draw else "", "hit": n == draw} for n in range(1, cards + 1))
    return Trial(draw, pieces, f"Game Over was drawn on draw {draw}")


def order_equally_likely_draws_argument_task(cards: int) -> ExplainTask:
    """Return the task to order the steps of the argument that each draw is equally likely."""
    return OrderStepsTask(
        "Why is Game Over equally likely on every draw? Put the steps in order.",
        (
            f"The first draw ends the game with probability 1/{cards}.",
            f"So the probability that it doesn’t end there is {cards - 1}/{cards}.",
            f"Then {cards - 1} cards are left, and the second draw ends the game with probability 1/{cards - 1}.",
            f"Multiply: {cards - 1}/{cards} × 1/{cards - 1} = 1/{cards}, the same as for the first draw.",
            f"In the same way, each draw has probability 1/{cards}. The expected value is the middle of 1 to {cards}.",
        ),
        (
            ChoiceQuestion(
                f"Half of the deck, {cards // 2} cards, has been drawn without Game Over. What is the probability that "
                "the next draw ends the game?",
                f"1/{cards - cards // 2}",
                (
                    (f"1/{cards}", "That was the probability for the first draw. Now fewer cards are left."),
                    ("1/2", "Game Over is drawn or it isn’t. But the two are not equally likely."),
                ),
            ),
            ChoiceQuestion(
                f"Before the first draw, what is the probability that Game Over is drawn on draw {cards // 2 + 1}?",
                f"1/{cards}",
                (
                    (
                        f"1/{cards - cards // 2}",
                        "That is right only if half of the deck is already gone. The game must get that far first.",
                    ),
                    (
                        f"1/2 × 1/{cards}",
                        f"The game gets that far with probability 1/2. Then it is one of {cards - cards // 2} cards.",
                    ),
                ),
            ),
            ChoiceQuestion(
                f"So what is the expected value of the draws 1 to {cards}?",
                f"(1 + {cards}) / 2",
                (
                    (f"{cards} / 2", "Try it with three cards. The middle of 1, 2 and 3 is more than half of 3."),
                    (
                        f"{cards}, since each has 1/{cards}",
                        "That would be right with replacement. But here the cards stay out, so the game ends sooner.",
                    ),
                ),
            ),
        ),
    )


GAME_OVER = Experiment(
    question_id="harem-game-over",
    exact_distribution=lambda cards: Dist(range(1, cards + 1)),
    run_trial=simulate_draws_until_game_over,
    mini_game_view=mini_games.stop_before_game_over_game,
    explain_task=order_equally_likely_draws_argument_task,
    run_button_label="Lay out a deck",
    outcome_label="draw with Game Over",
    unit="draws",
    misconception_distributions={
        "Half of the deck": lambda cards: Dist({n: min(n, cards - n) for n in range(1, cards)}),
        "Each draw has the same probability": memoryless_game_over_distribution,
    },
    answer_terms=mean_game_over_draw_terms_by_draw,
    chart_caption=lambda cards: f"Each of the {cards} draws is equally likely to be Game Over",
    start_position=positions.position_before_game_over,
    position_after=positions.position_after_game_over_draw,
)

register_experiments(
    "harem",
    {
        "gem": GEM,
        "gem-or-gold": VERSUS_GOLD,
        "raid": RAID,
        "afford": AFFORD,
        "second-chance": SECOND_CHANCE,
        "opening": OPENING,
        "first-six": FIRST_SIX,
        "game-over": GAME_OVER,
    },
)
