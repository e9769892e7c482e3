"""Experiments of the lessons on Emira: payback of a caravan, rounds before the end, and objectives."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from random import Random

from plotly.graph_objects import Figure

from gamelib import Dist, Record
from gamelib.bank.emira import caravan_returns, objectives, princesses
from gamelib.bank.emira.caravans_and_upkeep import NAMES
from gamelib.bank.question import TreeNode
from gamelib.games.emira.card_tables import TALENTS, TalentNeed
from gamelib.number_format import count_with_noun, format_mean, use_minus_sign

from ....chart import figures as charts
from ....lesson.experiment import (
    AnswerTerm,
    BuildTreeTask,
    ChoiceQuestion,
    Experiment,
    ExplainTask,
    OrderStepsTask,
    TreeBranch,
    Trial,
    TrialItem,
    question_by_id,
    register_experiments,
)
from ....lesson.figures import task_assignment_figure
from ....page.card_overrides import game_with_served_cards
from . import mini_games
from .positions import (
    GAME,
    Talents,
    caravan_bid_position,
    caravan_income_position,
    caravan_purchase_position,
    household_position,
    largest_covered_need,
    min_missing_princesses,
    princess_talents,
)

odds = game_with_served_cards("emira").odds

# -- the price comes back ------------------------------------------------------------------------

LATE = 7
RIVALS = 4  # event cards in the hands of others at the start


def payback_round_distribution(kind: str, one_in: int, rounds: int) -> Dist[int]:
    """Return the distribution of the number of the round in which the caravan has paid back its price."""
    return odds.payback_round(kind, Fraction(1, one_in), LATE - 1)


def p_payback_terms_by_round(kind: str, one_in: int, rounds: int) -> list[AnswerTerm]:
    """Return the rounds in which the caravan can pay back, each with its probability."""
    needed, pays, cut = odds.incomes_to_pay_back(kind), 1 - Fraction(1, one_in), Fraction(1, one_in)
    paths = []
    for number in range(needed, rounds + 1):
        cuts = number - needed
        ways, term = odds.payback_sequences_in_round(kind, cut, number)
        label = (
            f"paid back after {number} rounds, with {count_with_noun(cuts, 'interruption')}"
            if cuts
            else (f"paid back after {number} rounds that all pay")
        )
        factors = " × ".join([str(pays)] * needed + [str(cut)] * cuts)
        told = (
            f"{count_with_noun(ways, 'path')}: round {number} pays, {cuts} of the {number - 1} rounds "
            "before it did not pay"
        )
        paths.append(
            AnswerTerm(
                label,
                term,
                f"{ways} × {factors}" if cuts else factors,
                told if cuts else "",
                cuts if cuts <= odds.interrupt_copies() else None,
            )
        )
    return paths


def simulate_caravan_payback(rng: Random, kind: str, one_in: int, rounds: int) -> Trial[int]:
    """Simulate the rounds until the caravan has paid back its price."""
    caravan, cash = odds.caravan_row(kind), -odds.caravan_row(kind).cost
    pieces: list[TrialItem] = []
    while cash < 0:
        pays = rng.randrange(one_in) > 0
        cash += caravan.income * pays
        pieces.append({"round": str(len(pieces) + 1), "hit": pays})
    return Trial(min(LATE, len(pieces)), tuple(pieces), f"back in round {len(pieces)}")


def _pay(before: tuple[str, ...], rounds: int, chance: str) -> tuple[TreeBranch, ...]:
    """Return the paid rounds one after another, until the price is paid back."""
    twigs = []
    for number in range(len(before) + 1, rounds + 1):
        twigs.append(TreeBranch("pays", chance, before, number == rounds or None))
        before = (*before, "pays")
    return tuple(twigs)


def payback_course_probabilities_task(kind: str, one_in: int, rounds: int) -> ExplainTask:
    """Return the explain task: sequences of rounds that pay back the price in time, with their probabilities."""
    needed, pays = odds.incomes_to_pay_back(kind), Fraction(one_in - 1, one_in)
    caravan = odds.caravan_row(kind)
    levels = [
        ChoiceQuestion(
            f"The {NAMES[kind]} costs {caravan.cost} gold and pays {caravan.income} each round. After how many "
            "payments is the cost paid back?",
            str(needed),
            (
                (
                    str(needed - 1),
                    f"After that you have {caravan.income * (needed - 1)} gold back, which is less than the cost.",
                ),
                (str(needed + 1), f"After {needed} payments, you already have {caravan.income * needed} gold."),
            ),
        ),
        ChoiceQuestion(
            f"In one round of {one_in}, the caravan pays nothing. What is the probability that a round pays?",
            str(pays),
            (
                (str(1 - pays), "You gave the probability that it doesn’t pay."),
                (str(Fraction(1, 2)), f"It pays in {one_in - 1} of {one_in} rounds."),
            ),
            (TreeBranch("pays", str(pays)), TreeBranch("lost", str(1 - pays))),
        ),
        ChoiceQuestion(
            "What is the probability that the first rounds all pay, so that the cost is paid back as soon as possible?",
            " × ".join([str(pays)] * needed),
            (
                (f"{needed} × {pays}", "All of them have to pay. Multiply, don’t add."),
                (str(pays), "You gave the probability for one round. But all of them have to pay."),
            ),
            _pay(("pays",), needed, str(pays)),
        ),
    ]
    if needed < rounds:
        levels.append(
            ChoiceQuestion(
                f"One round may be lost, so that the cost is paid back in round {needed + 1}. The last "
                "round pays. In how many "
                "orders can that happen?",
                str(needed),
                (
                    (str(needed + 1), "The last round pays in any case. The lost round must come before it."),
                    ("1", "The lost round may be the first, or a later one.")
                    if needed > 1
                    else ("2", "Only the first round can be the lost one."),
                ),
                _pay(("lost",), needed + 1, str(pays)),
            )
        )
    return BuildTreeTask("A path is a list of rounds that pay or don’t pay.", tuple(levels))


PAYBACK = Experiment(
    question_id="emira-payback",
    exact_distribution=payback_round_distribution,
    run_trial=simulate_caravan_payback,
    explain_task=payback_course_probabilities_task,
    mini_game_view=mini_games.payback_game,
    run_button_label="Send out a caravan",
    outcome_label="round in which the cost is paid back",
    is_favourable=lambda number, kind, one_in, rounds: number <= rounds,
    event_labels_template="paid back within {rounds} rounds|paid back later",
    misconception_distributions={
        "Nothing goes wrong": lambda kind, one_in, rounds: Dist([odds.incomes_to_pay_back(kind)]),
        "Only the quickest way": lambda kind, one_in, rounds: payback_round_distribution(kind, one_in, rounds).map(
            lambda number: number if number == odds.incomes_to_pay_back(kind) else LATE
        ),
    },
    outcome_names={number: str(number) for number in range(1, LATE)} | {LATE: "later"},
    answer_terms=p_payback_terms_by_round,
    start_position=lambda kind, one_in, rounds: caravan_purchase_position(RIVALS, kind),
    position_after=lambda place, kind, one_in, rounds: caravan_income_position(
        RIVALS, kind, place, odds.incomes_to_pay_back(kind), kind
    ),
)

# -- slow or fast before the end -----------------------------------------------------------------

DEAREST = max(NAMES, key=lambda kind: odds.caravan_row(kind).cost)


def mean_net_gain_terms_by_interruption_count(kind: str, rival_event_cards: int, horizon: int) -> list[AnswerTerm]:
    """Return the possible numbers of interruptions, each with its part of the mean net gain."""
    chances = odds.interruption_count(rival_event_cards, caravan_returns.event_count_outside_own_hand())
    paths = []
    for cuts in chances:
        net, p = caravan_returns.net_gain_with_rounds_left(kind, horizon - cuts, odds=odds), chances.p(cuts)
        caravan = odds.caravan_row(kind)
        incomes = min(caravan.spaces, horizon - cuts)
        told = (
            f"{count_with_noun(incomes, 'income')} of {caravan.income} come in, the price is {caravan.cost}: {net} gold"
        )
        label = (
            f"{count_with_noun(cuts, 'interruption')}: it earns {net}" if cuts else f"no interruption: it earns {net}"
        )
        paths.append(AnswerTerm(label, net * p, f"{net} × {p}", told, cuts))
    return paths


def profit_by_lost_rounds_figure(kind: str, rival_event_cards: int, horizon: int) -> Figure:
    """Draw the profit of the caravan as a function of the number of lost rounds, each with its probability."""
    chances = odds.interruption_count(rival_event_cards, caravan_returns.event_count_outside_own_hand())
    leaves = tuple(
        TreeNode(
            f"{cuts or 'none'} lost",
            chances.p(cuts),
            f"{caravan_returns.net_gain_with_rounds_left(kind, horizon - cuts, odds=odds)} gold",
        )
        for cuts in chances
    )
    mean = format_mean(caravan_returns.mean_net_gain_with_interruptions(kind, rival_event_cards, horizon, odds=odds))
    root = TreeNode(f"{rival_event_cards} cards", None, "", leaves, "chance")
    return charts.tree(root, title=f"A {NAMES[kind]} earns {mean} gold on average")


def possible_caravan_profits() -> set[int]:
    """Return all profits that any caravan can have at any setting."""
    return {
        caravan_returns.net_gain_with_rounds_left(kind, left, odds=odds)
        for kind in NAMES
        for left in range(max(HORIZONS) + 1)
    }


HORIZONS = question_by_id("emira-caravan-risk").parameters["horizon"].choices


def simulate_caravan_with_interruptions(rng: Random, kind: str, rival_event_cards: int, horizon: int) -> Trial[int]:
    """Draw the event cards of the rivals and move the caravan."""
    cuts = sum(
        card < odds.interrupt_copies()
        for card in rng.sample(range(caravan_returns.event_count_outside_own_hand()), rival_event_cards)
    )
    stopped = set(rng.sample(range(1, horizon + 1), cuts))
    net = odds.caravan_cash_flow(kind, horizon=horizon, interrupt=stopped).net_gain
    pieces = tuple({"round": str(n), "hit": n not in stopped} for n in range(1, horizon + 1))
    return Trial(net, pieces, f"{count_with_noun(cuts, 'round')} lost: it earns {RISK.outcome_name(net)}")


def mean_net_gain_with_interruptions_task(kind: str, rival_event_cards: int, horizon: int) -> ExplainTask:
    """Return the explain task: one lost round, one case of the mean, all cases, and the effect of rare cases."""
    paths = mean_net_gain_terms_by_interruption_count(kind, rival_event_cards, horizon)
    chances = odds.interruption_count(rival_event_cards, caravan_returns.event_count_outside_own_hand())
    whole, income = caravan_returns.net_gain_with_rounds_left(kind, horizon, odds=odds), odds.caravan_row(kind).income
    lost = caravan_returns.net_gain_with_rounds_left(kind, horizon - 1, odds=odds)
    nets = {cuts: caravan_returns.net_gain_with_rounds_left(kind, horizon - cuts, odds=odds) for cuts in chances}
    twigs = tuple(
        TreeBranch(f"{count_with_noun(cuts, 'round')} lost: {net} gold", str(chances.p(cuts)))
        for cuts, net in nets.items()
    )
    spare = whole == lost
    return BuildTreeTask(
        "Build the expected value, case by case.",
        (
            ChoiceQuestion(
                f"Without an interruption, it earns {whole} gold in {horizon} rounds. Each payment is {income}. How "
                "much does it earn if one of these rounds is lost?",
                str(lost),
                (
                    (str(lost - income), "There are more rounds than it needs, so it can still get one more payment.")
                    if spare
                    else (str(whole), "The lost round would have paid gold."),
                    ("0", "Only that one round doesn’t pay."),
                ),
            ),
            ChoiceQuestion(
                f"It earns {whole} with probability {chances.p(0)}. How much does this case add to the expected value?",
                f"{whole} × {chances.p(0)}",
                (
                    (
                        f"{whole} + {chances.p(0)}",
                        "You added an amount and a probability. Multiply the amount by its probability instead.",
                    ),
                    (
                        f"{whole} ÷ {len(paths)}",
                        "You treated the cases as equally likely. But each case has its "
                        "own probability. Multiply by that.",
                    ),
                ),
                twigs,
            ),
            ChoiceQuestion(
                f"So you have a product for each of the {count_with_noun(len(paths), 'case')}. How do "
                "you get the expected value from them?",
                "their sum",
                (
                    ("the largest of them", "The other cases can happen too. Multiply each by its probability."),
                    ("their sum ÷ the number of cases", "Don’t divide again. The probabilities already do that."),
                ),
            ),
        ),
    )


RISK = Experiment(
    question_id="emira-caravan-risk",
    misconception_distributions={
        "Trade is never interrupted": lambda kind, rival_event_cards, horizon: Dist(
            [caravan_returns.net_gain_with_rounds_left(kind, horizon, odds=odds)]
        ),
        "At most one interruption": lambda kind, rival_event_cards, horizon: odds.interruption_count(
            rival_event_cards, caravan_returns.event_count_outside_own_hand()
        ).map(lambda cuts: caravan_returns.net_gain_with_rounds_left(kind, horizon - min(cuts, 1), odds=odds)),
    },
    exact_distribution=lambda kind, rival_event_cards, horizon: odds.net_with_interruptions(
        kind, rival_event_cards, horizon, cards_in_play=caravan_returns.event_count_outside_own_hand()
    ),
    run_trial=simulate_caravan_with_interruptions,
    explain_task=mean_net_gain_with_interruptions_task,
    mini_game_view=mini_games.caravan_choice_game,
    run_button_label="Play it out",
    outcome_label="gold that the caravan earns",
    unit="gold",
    outcome_names={net: use_minus_sign(net) for net in sorted(possible_caravan_profits())},
    answer_terms=mean_net_gain_terms_by_interruption_count,
    explanation_figure=profit_by_lost_rounds_figure,
    start_position=lambda kind, rival_event_cards, horizon: caravan_bid_position(rival_event_cards, DEAREST, horizon),
    position_after=lambda place, kind, rival_event_cards, horizon: caravan_income_position(
        rival_event_cards, kind, place, 1, DEAREST, horizon
    ),
)

# -- the objective card --------------------------------------------------------------------------

CoverageGroup = int
"""How far a hand covers the card: MANY_MISSING to FULFILLED."""
MANY_MISSING, ONE_MISSING, COVERED_ONLY_TWICE, FULFILLED = range(4)
GROUPS = {
    MANY_MISSING: "two or more missing",
    ONE_MISSING: "one missing",
    COVERED_ONLY_TWICE: "one artist counted twice",
    FULFILLED: "all covered",
}
HOME_SEEDS = {frozenset(): 5, frozenset({"Noor"}): 43, frozenset({"Hind"}): 2, frozenset({"Noor", "Hind"}): 28}
"""Seeds at which the search for a home with these princesses soon ends."""


@lru_cache(None)
def objective_coverage_group_index(card: str, talents: Talents) -> CoverageGroup:
    """Return the index in GROUPS of the group that describes how much of the objective card a hand covers."""
    lacking = min_missing_princesses(card, talents)
    if not lacking:
        return FULFILLED
    if objectives.is_fulfilled_counting_twice(card, list(talents), odds=odds):
        return COVERED_ONLY_TWICE
    return ONE_MISSING if lacking == 1 else MANY_MISSING


def iter_hands_by_talents_with_count(card: str, size: int) -> Iterable[tuple[Talents, int]]:
    """Return the talents of the princesses of each possible hand, with the number of such hands."""
    classes = odds.talent_classes()
    for hand, ways in Dist.draws(classes, size).items():
        yield tuple(sorted(able for able, k in zip(classes, hand, strict=True) for _ in range(k))), ways


@lru_cache(None)
def objective_coverage_group_distribution(card: str, size: int) -> Dist[CoverageGroup]:
    """Return the distribution of the groups that describe how well a hand of artists meets the objective."""
    counts = dict.fromkeys(GROUPS, 0)
    for talents, ways in iter_hands_by_talents_with_count(card, size):
        counts[objective_coverage_group_index(card, talents)] += ways
    return Dist(counts)


def two_talent_princess_by_talents(card: str) -> dict[tuple[int, ...], str]:
    """Return the princesses who have two of the talents that the card requires, by their talents.

    No two princesses have the same pair of talents.
    """
    wanted = {t for need in odds.alternative_talent_combinations(card) for t, count in enumerate(need) if count}
    return {p.talents: name for name, p in GAME.tables.princesses.items() if len(wanted & set(p.talents)) == 2}


@lru_cache(None)
def p_objective_terms_by_hand_group(card: str, size: int) -> list[AnswerTerm]:
    """Return the groups of hands that meet the objective, each with its probability."""
    doubles = two_talent_princess_by_talents(card)
    good: dict[tuple[str, ...], int] = {}
    all_hands: dict[tuple[str, ...], int] = {}
    for talents, ways in iter_hands_by_talents_with_count(card, size):
        inside = tuple(name for able, name in doubles.items() if able in talents)
        all_hands[inside] = all_hands.get(inside, 0) + ways
        good[inside] = good.get(inside, 0) + ways * (objective_coverage_group_index(card, talents) == FULFILLED)
    hands = sum(all_hands.values())
    return [
        AnswerTerm(
            f"hands with {' and '.join(map(GAME.texts.card_name, inside))}"
            if inside
            else "hands in which nobody is needed twice",
            Fraction(good[inside], hands),
            f"{good[inside]} of {hands} hands",
            f"of all {hands} hands {all_hands[inside]} are of this kind; {good[inside]} of these cover the card",
            inside,
        )
        for inside in sorted(good, key=lambda names: (len(names), names))
        if good[inside]
    ]


def _home(card: str, size: int, inside: Iterable[str], whole: bool) -> Record:
    wanted = frozenset(inside)
    return household_position(
        card, size, wanted, frozenset(two_talent_princess_by_talents(card).values()), whole, HOME_SEEDS.get(wanted, 0)
    )


def position_one_princess_short(card: str, size: int) -> Record:
    """Return a position that lacks one princess, although the talents of the others seem to cover the card."""
    return _home(
        card, odds.min_princesses(card) - 1, sorted(two_talent_princess_by_talents(card).values())[:1], whole=False
    )


def start_position_princess_tasks_figure(card: str, size: int) -> Figure:
    """Draw for each princess in the start position which tasks she can do and which task she has."""
    home = position_one_princess_short(card, size).state.homes[0]
    names = [GAME.texts.card_name(name) for name in home]
    talents = princess_talents(home)
    need = max(odds.alternative_talent_combinations(card), key=lambda need: sum(largest_covered_need(talents, need)[0]))
    part, serving = largest_covered_need(talents, need)
    done = dict(zip(_tasks(part), (names[place] for place in serving), strict=True))
    tasks = _tasks(need)
    able = {
        name: [task for task in tasks if any(task.startswith(princesses.SHOWN[TALENTS[t]]) for t in could)]
        for name, could in zip(names, talents, strict=True)
    }
    left = [task for task in tasks if task not in done]
    idle = " or ".join(name for name in names if set(left) & set(able[name]))
    title = f"Each does one task: {' and '.join(left)} stays open, though {idle} could do it"
    return task_assignment_figure(able, done, tasks, title=title)


def _tasks(need: TalentNeed) -> list[str]:
    """Return the names of the tasks that a card needs. If a talent is needed twice, the two names are different."""
    return [
        princesses.SHOWN[talent] + ", again" * again
        for talent, count in zip(TALENTS, need, strict=True)
        for again in range(count)
    ]


@lru_cache(None)
def _named() -> dict[tuple[int, ...], list[str]]:
    named: dict[tuple[int, ...], list[str]] = {}
    for name, one in GAME.tables.princesses.items():
        named.setdefault(one.talents, []).append(name)
    return named


def _who(rng: Random, able: tuple[int, ...]) -> TrialItem:
    talents = ", ".join(princesses.SHOWN[TALENTS[t]] for t in able) or "no talent"
    return {"card": f"{GAME.texts.card_name(rng.choice(_named()[able]))}: {talents}", "hit": bool(able)}


def simulate_objective_coverage_group(rng: Random, card: str, size: int) -> Trial[CoverageGroup]:
    """Draw artists. The outcome is the group that describes how well the hand covers the objective."""
    drawn = princesses.draw_talents(rng, size, odds=odds)
    own_group = objective_coverage_group_index(card, tuple(sorted(drawn)))
    return Trial(own_group, tuple(_who(rng, able) for able in drawn), GROUPS[own_group])


def order_steps_of_counting_hands_task(card: str, size: int) -> ExplainTask:
    """Return the task to order the steps of counting the hands."""
    hands = objective_coverage_group_distribution(card, size)
    return OrderStepsTask(
        "How can you find this probability by counting? Put the steps in order.",
        (
            f"List all hands of {size}: there are {hands.total}, all equally likely.",
            "Take one hand and look at the talents that the card asks for.",
            "Give each of these talents an artist of its own, if you can.",
            "If each task has a different artist, the hand counts. If someone would have to do two tasks, it doesn’t.",
            f"Divide the hands that count, {hands.p(FULFILLED) * hands.total}, by all {hands.total}.",
        ),
        _objective_levels(card, size),
    )


def _objective_levels(card: str, size: int) -> tuple[ChoiceQuestion, ...]:
    """Return the sub-questions: the number of hands, and the use of a princess with two talents."""
    artists = len(princesses.talents_of_all_princesses(odds=odds))
    tasks = sum(odds.alternative_talent_combinations(card)[0])
    ordered = " × ".join(str(artists - n) for n in range(size))
    torn_one = next(iter(two_talent_princess_by_talents(card).values()), "")
    levels = [
        ChoiceQuestion(
            f"In how many ways can {size} of {artists} artists be drawn, if their order doesn’t matter?",
            f"{artists} choose {size}",
            (
                (ordered, "You counted each hand once for every possible order."),
                (f"{artists}^{size}", "You drew with replacement. But nobody is drawn twice."),
                (
                    f"{artists} × {size}",
                    "This isn’t the number of hands. Each next artist can be any of those who are left.",
                ),
            ),
        ),
    ]
    if torn_one:
        levels.append(
            ChoiceQuestion(
                f"{GAME.texts.card_name(torn_one)} has two of the talents that are asked for. The card asks for "
                f"{tasks}. "
                f"How many others with a fitting talent does a hand with {GAME.texts.card_name(torn_one)} need "
                "at least?",
                str(tasks - 1),
                (
                    (str(tasks - 2), "One artist can do only one task, even with two talents."),
                    (str(tasks), "The artist in the hand can do one of the tasks."),
                ),
            )
        )
    return tuple(levels)


OBJECTIVE = Experiment(
    question_id="emira-objective",
    exact_distribution=objective_coverage_group_distribution,
    run_trial=simulate_objective_coverage_group,
    explain_task=order_steps_of_counting_hands_task,
    mini_game_view=mini_games.task_assignment_game,
    run_button_label="Draw a hand",
    outcome_label="what the artists do for the card",
    is_favourable=lambda outcome, card, size: outcome == FULFILLED,
    event_labels_template="all covered|not covered",
    misconception_distributions={
        "One artist counts twice": lambda card, size: objective_coverage_group_distribution(card, size).map(
            lambda outcome: FULFILLED if outcome == COVERED_ONLY_TWICE else outcome
        )
    },
    outcome_names=GROUPS,
    answer_terms=p_objective_terms_by_hand_group,
    explanation_figure=start_position_princess_tasks_figure,
    start_position=position_one_princess_short,
    position_after=lambda place, card, size: _home(card, size, place, whole=True),
)

# -- one talent or another -----------------------------------------------------------------------

PAIR = ("intelligence", "household")
NEITHER, JUST_ONE, BOTH = range(3)


def _either(able: tuple[int, ...]) -> int:
    """Return how many of the two needed talents the cards have."""
    return sum(TALENTS.index(talent) in able for talent in PAIR)


def simulate_either_talent(rng: Random) -> Trial[int]:
    """Draw one artist and compare her talents with the two that are needed."""
    able = princesses.draw_talents(rng, 1, odds=odds)[0]
    return Trial(_either(able), (_who(rng, able),))


EITHER = Experiment(
    exact_distribution=lambda: Dist([_either(able) for able in princesses.talents_of_all_princesses(odds=odds)]),
    run_trial=simulate_either_talent,
    outcome_label="talents of the next artist",
    outcome_names={NEITHER: "neither", JUST_ONE: "exactly one", BOTH: "both"},
)

register_experiments("emira", {"payback": PAYBACK, "risk": RISK, "objective": OBJECTIVE, "either-talent": EITHER})
