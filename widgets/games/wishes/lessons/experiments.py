"""Experiments of the lessons on The Sultan's Wishes: forbidding plates, waiting for a plate, and a purchase."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from plotly.graph_objects import Figure

from gamelib import Dist, Record
from gamelib.bank.question import TreeNode
from gamelib.bank.wishes.plates_and_wares import (
    OTHERS,
    STALLS,
    DisplayedPlatesCase,
    net_ware_points,
    p_any_wanted_plate,
    plate_count_per_round,
    plates_displayed_in_case,
)
from gamelib.number_format import format_chance, format_mean, format_number, join_words

from ....chart import trees
from ....lesson.experiment import (
    AnswerTerm,
    BuildTreeTask,
    ChoiceQuestion,
    Experiment,
    ExplainTask,
    OutcomeCell,
    SelectCellsTask,
    TreeBranch,
    Trial,
    TrialItem,
    register_experiments,
)
from ....page.card_overrides import game_with_served_cards
from ..dashboards.purchase_figures import probabilities_before_after_figure
from . import mini_games, positions
from .positions import FEARED_EFFECTS, GAME, ForbiddingPlateCount, Percent, RevealedPlateCount

odds = game_with_served_cards("wishes").odds
SHOWN = plate_count_per_round(odds)

# -- blocked by the mood -------------------------------------------------------------------------

NOT_SHOWN = SHOWN + 1
ORDINAL = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 5: "5th"}
PLACES = {n: f"{ORDINAL[n]} plate" for n in range(1, NOT_SHOWN)} | {NOT_SHOWN: "not at all"}


def _left(seen: RevealedPlateCount) -> int:
    """Return the number of plates of this round that have not been revealed."""
    return len(GAME.plates) - seen


def _hazard(place: int, wanted: ForbiddingPlateCount) -> Fraction:
    """Return the probability that the feared plate is the next one, given that it has not come before."""
    return Fraction(wanted, _left(place - 1))


def first_forbidding_plate_distribution(wanted: ForbiddingPlateCount, seen: RevealedPlateCount) -> Dist[int]:
    """Return the distribution of the place at which the first plate that forbids the wish comes."""
    chances, still = {}, Fraction(1)
    for place in range(seen + 1, NOT_SHOWN):
        chances[place] = still * _hazard(place, wanted)
        still -= chances[place]
    return odds.dist_from_probabilities({**chances, NOT_SHOWN: still})


def _spread(comes: Fraction, seen: RevealedPlateCount) -> Dist[int]:
    """Return a distribution that spreads this probability evenly over the plates of the round.

    Probabilities above 1 are replaced by 1.
    """
    comes = min(comes, Fraction(1))
    return odds.dist_from_probabilities(
        {**dict.fromkeys(range(seen + 1, NOT_SHOWN), comes / (SHOWN - seen)), NOT_SHOWN: 1 - comes}
    )


def simulate_first_forbidding_plate_place(
    rng: Random, wanted: ForbiddingPlateCount, seen: RevealedPlateCount
) -> Trial[int]:
    """Draw the plates of a round and find the first that forbids the wish."""
    feared = [name for name in GAME.plates if positions.PLATE_EFFECTS[name] in FEARED_EFFECTS[wanted]]
    harmless = [name for name in GAME.plates if name not in feared]
    unseen = [*feared, *rng.sample(harmless, _left(seen) - wanted)]
    shown = rng.sample(unseen, SHOWN - seen)
    pieces: list[TrialItem] = [{"card": GAME.texts.card_name(name), "hit": name in feared} for name in shown]
    came = next((place for place, name in enumerate(shown, seen + 1) if name in feared), NOT_SHOWN)
    told = "none of them forbids it" if came == NOT_SHOWN else f"the {ORDINAL[came]} plate forbids it"
    return Trial(came, tuple(pieces), told)


def p_plate_forbids_terms_by_place(wanted: ForbiddingPlateCount, seen: RevealedPlateCount) -> list[AnswerTerm]:
    """Return the possible places of the first forbidding plate, each with its probability."""
    paths = []
    for place in range(seen + 1, NOT_SHOWN):
        before = [1 - _hazard(earlier, wanted) for earlier in range(seen + 1, place)]
        p = first_forbidding_plate_distribution(wanted, seen).p(place)
        missed = f"{len(before)} harmless before it; then" if before else "at once:"
        paths.append(
            AnswerTerm(
                f"with the {ORDINAL[place]} plate",
                p,
                " × ".join(map(str, [*before, _hazard(place, wanted)])),
                f"{missed} {wanted} of the {_left(place - 1)} plates that are left then",
                place,
            )
        )
    return paths


def _mood_levels(seen: RevealedPlateCount) -> tuple[ChoiceQuestion, ...]:
    """Return questions on when the feared plate comes: next, after one harmless plate, or in second place."""
    left, all_ = _left(seen), len(GAME.plates)
    if seen + 1 >= SHOWN:
        return (
            ChoiceQuestion(
                "The last plate of the round is turned over. What is the probability that it is the feared one?",
                f"1/{left}",
                (
                    (f"1/{all_}", f"Plates that were seen are gone: {left} are left."),
                    ("1/2", "It is turned over or it stays aside. But there is more than one place aside."),
                ),
            ),
        )
    return (
        ChoiceQuestion(
            "Now go plate by plate. What is the probability that the very next one is the feared plate?",
            f"1/{left}",
            (
                (f"1/{all_}", f"Plates that were seen are gone: {left} are left."),
                (
                    f"{SHOWN - seen}/{left}",
                    "You counted all the plates that are still to come. The question is about the next plate only.",
                ),
            ),
        ),
        ChoiceQuestion(
            "It was harmless. What is the probability that the one after it is the feared plate?",
            f"1/{left - 1}",
            (
                (f"1/{left}", "You have now seen one more plate, and it was harmless. One plate fewer is left."),
                (f"2/{left}", "Probabilities don’t add up like that. It is one of the plates that are left."),
            ),
        ),
        ChoiceQuestion(
            "Now go back: neither of these two plates has been turned up. What is the probability that the second one "
            "is the feared plate?",
            f"{left - 1}/{left} × 1/{left - 1}",
            (
                (f"1/{left} + 1/{left - 1}", "First a harmless plate, then the feared one. Multiply along the path."),
                (f"1/{left} × 1/{left - 1}", "The first of the two has to be harmless."),
            ),
        ),
    )


def p_forbidding_plate_comes_task(wanted: ForbiddingPlateCount, seen: RevealedPlateCount) -> ExplainTask:
    """Return the explain task about the position of one plate, or about two plates that must not come."""
    left = _left(seen)
    if wanted == 1:
        cells = []
        for place in range(seen + 1, len(GAME.plates) + 1):
            comes = place < NOT_SHOWN
            where = f"{ORDINAL[place]} plate of the round" if comes else "one of the plates that stay aside"
            ends = "it comes up" if comes else "it doesn’t come up in this round"
            cells.append(
                OutcomeCell(
                    ORDINAL[place] if comes else "aside",
                    comes,
                    f"If it is the {where}, {ends}." if comes else f"If it is {where}, {ends}.",
                )
            )
        return SelectCellsTask(
            f"The feared plate is one of the {left} that nobody has seen. It is in one of {left} places, and "
            "all are equally likely. Tap the places where it comes up in this round.",
            "places",
            (),
            (),
            tuple(cells),
            None,
            _mood_levels(seen),
        )
    steps = [f"{left - wanted - n}/{left - n}" for n in range(SHOWN - seen)]
    levels = [
        ChoiceQuestion(
            f"Nobody has seen {left} of the plates, and {wanted} of them forbid something. What is the probability "
            "that the next plate is harmless?",
            steps[0],
            (
                (f"{wanted}/{left}", "You gave the probability that it forbids something."),
                (f"{left - wanted}/{len(GAME.plates)}", f"Plates that were seen are gone: {left} are left."),
            ),
        ),
    ]
    if len(steps) > 1:
        every = " × ".join(steps)
        levels.append(
            ChoiceQuestion(
                "What is the probability that all the plates that are still to come are harmless?",
                every,
                (
                    (f"({steps[0]})^{len(steps)}", "Plates aren’t put back, so both numbers get smaller."),
                    (every.replace("×", "+"), "All of them have to be harmless, one after the other. Multiply."),
                ),
            )
        )
    none = 1 - odds.p_plate_shown(
        [name for name in GAME.plates if positions.PLATE_EFFECTS[name] in FEARED_EFFECTS[wanted]], SHOWN, seen
    )
    levels.append(
        ChoiceQuestion(
            "So what is the probability that at least one of the two comes up?",
            f"1 − {none}",
            (
                (str(none), "You gave the probability that neither comes up."),
                (
                    f"2 × {none}",
                    "You doubled the probability that neither comes up. Use the complement: 1 minus that probability.",
                ),
            ),
        )
    )
    return BuildTreeTask("First find the probability that neither of them comes up.", tuple(levels))


def forbidding_plate_tree_figure(wanted: ForbiddingPlateCount, seen: RevealedPlateCount) -> Figure:
    """Draw a tree. Each branch has the conditional probability that this plate is the first forbidding one."""
    node: TreeNode | None = None
    for place in range(SHOWN, seen, -1):
        now = _hazard(place, wanted)
        after = node or TreeNode("not in this<br>round", 1 - now)
        if node:
            after = TreeNode("harmless", 1 - now, "", node.children, "chance")
        node = TreeNode(f"{ORDINAL[place]} plate", None, "", (TreeNode("it comes up", now), after), "chance")
    assert node is not None
    risks = [_hazard(place, wanted) for place in range(seen + 1, NOT_SHOWN)]
    title = f"Each harmless plate makes the next one more dangerous:  {join_words([str(p) for p in risks])}"
    return trees.tree(node, title=title)


BLOCKED = Experiment(
    question_id="wishes-blocked",
    exact_distribution=first_forbidding_plate_distribution,
    run_trial=simulate_first_forbidding_plate_place,
    mini_game_view=mini_games.play_before_feared_plate_game,
    explain_task=p_forbidding_plate_comes_task,
    run_button_label="Turn over the rest",
    outcome_label="when the feared plate comes up",
    is_favourable=lambda place, wanted, seen: place != NOT_SHOWN,
    event_labels_template="it comes up in this round|it doesn’t come up",
    misconception_distributions={
        "Only the next plate": lambda wanted, seen: odds.dist_from_probabilities(
            {seen + 1: _hazard(seen + 1, wanted), NOT_SHOWN: 1 - _hazard(seen + 1, wanted)}
        ),
        "The plates go back": lambda wanted, seen: _spread(p_any_wanted_plate(_left(0), wanted, SHOWN - seen), seen),
        "The same probability as at the start": lambda wanted, seen: _spread(
            p_any_wanted_plate(_left(0), wanted, SHOWN), seen
        ),
        "It is overdue": lambda wanted, seen: _spread(p_any_wanted_plate(_left(seen), wanted, SHOWN), seen),
    },
    outcome_names=PLACES,
    answer_terms=p_plate_forbids_terms_by_place,
    explanation_figure=forbidding_plate_tree_figure,
    start_position=lambda wanted, seen: positions.position_after_harmless_plates(wanted, seen),
    position_after=lambda place, wanted, seen: positions.position_after_feared_plate(place, wanted, seen),
)

# -- wait or close -------------------------------------------------------------------------------


class FirstPlateCase(NamedTuple):
    """Case of the first plate: extra points (None forbids fulfilment), number of such plates, value of waiting."""

    extra_points: int | None
    plate_count: int
    value_of_waiting: Fraction


def first_plate_cases(plates: int, case: DisplayedPlatesCase) -> list[FirstPlateCase]:
    """Return the types of first plate. The one with the most extra points is first."""
    by_pay: dict[int | None, tuple[int, Fraction]] = {}
    for name in GAME.plates:
        if name not in plates_displayed_in_case(case, odds=odds):
            pays = mini_games.plate_bonus_unless_forbidding(name)
            after = odds.mean_extra_points_with_best_timing(
                plates - 1, (*plates_displayed_in_case(case, odds=odds), name)
            )
            by_pay[pays] = by_pay.get(pays, (0, after))[0] + 1, after
    order = sorted(by_pay, key=lambda pays: -1 if pays is None else pays, reverse=True)
    return [FirstPlateCase(pays, *by_pay[pays]) for pays in order]


def mean_bonus_terms_by_first_plate(plates: int, case: DisplayedPlatesCase) -> list[AnswerTerm]:
    """Return the types of first plate, each with its part of the mean."""
    rows = first_plate_cases(plates, case)
    total = sum(n for _, n, _ in rows)
    paths = []
    for pays, n, later in rows:
        close = pays is not None and pays >= later
        worth = Fraction(pays or 0) if close else later
        if not worth:
            continue
        label = (
            "the first plate forbids fulfilling: wait"
            if pays is None
            else (f"the first plate pays {pays}: {'close' if close else 'wait'}")
        )
        told = f"waiting would be worth {format_mean(later)}" if close else f"waiting is worth {format_mean(later)}"
        paths.append(AnswerTerm(label, Fraction(n, total) * worth, f"{n}/{total} × {worth}", told, (pays,)))
    return paths


def simulate_best_wait_for_plate(rng: Random, plates: int, case: DisplayedPlatesCase) -> Trial[int]:
    """Reveal plates and follow the optimal rule for waiting."""
    left = [name for name in GAME.plates if name not in plates_displayed_in_case(case, odds=odds)]
    pieces: list[TrialItem] = []
    seen = list(plates_displayed_in_case(case, odds=odds))
    for still, name in zip(range(plates - 1, -1, -1), rng.sample(left, plates), strict=True):
        seen.append(name)
        pays = mini_games.plate_bonus_unless_forbidding(name)
        close = pays is not None and pays >= odds.mean_extra_points_with_best_timing(still, seen)
        pieces.append({"card": mini_games.plate_label(name), "hit": close})
        if close and pays is not None:
            return Trial(pays, tuple(pieces), f"closed under plate {len(pieces)}, {pays} extra")
    return Trial(0, tuple(pieces), "the last plate forbade it: nothing")


def _twig(pays: int | None, n: int, left: int, later: Fraction) -> TreeBranch:
    """Return a tree branch for the first plate, with the best action under this plate."""
    close = pays is not None and pays >= later
    said = "it forbids" if pays is None else f"pays {pays}"
    return TreeBranch(f"{said}: {'close' if close else 'wait'}", f"{n}/{left}", (), True if close else None)


def plate_backward_induction_task(plates: int, case: DisplayedPlatesCase) -> ExplainTask:
    """Return the explain task on backward induction, from the last plate to the first."""
    rows = first_plate_cases(plates, case)
    left, sum_ = sum(n for _, n, _ in rows), sum((pays or 0) * n for pays, n, _ in rows)
    paying = sum(n for pays, n, _ in rows if pays is not None)
    best = max(pays or 0 for pays, _, _ in rows)
    levels = [
        ChoiceQuestion(
            f"Begin at the end. Only one plate is still to come, and it can be any of these {left}. How many points is "
            "it worth on average?",
            f"{sum_}/{left}",
            (
                (f"{best}, the best one", "Any of the plates can be next."),
                (
                    f"{sum_}/{paying}",
                    "The plate that forbids it can be next too. It is worth nothing, but you have to count it.",
                )
                if paying < left
                else (f"{sum_}/{len(GAME.plates)}", f"Plates are not drawn again, so only {left} are left."),
            ),
        ),
    ]
    if plates > 1:
        asked = [row for row in rows if row[0] and row[0] != best]
        for pays, n, later in asked:
            assert pays is not None
            close = pays >= later
            levels.append(
                ChoiceQuestion(
                    f"The first plate pays {pays}. It is not drawn again, so the plates that are left are worth "
                    f"{format_mean(later)} on average. What do you do?",
                    "close" if close else "wait",
                    (
                        (
                            "wait" if close else "close",
                            f"{pays} is {'more' if close else 'less'} than {format_mean(later)}.",
                        ),
                        ("both are equally good", "Compare the two values. One of them is higher."),
                    ),
                    (_twig(pays, n, left, later),),
                )
            )
        terms = [f"{n}/{left} × {pays if pays is not None and pays >= later else later}" for pays, n, later in rows]
        always = [f"{n}/{left} × {pays or 0}" for pays, n, _ in rows]
        levels.append(
            ChoiceQuestion(
                "Multiply the value of each first plate by its probability. Its value is what closing pays or what "
                "waiting is worth. Which sum is that?",
                " + ".join(terms),
                (
                    (
                        " + ".join(always),
                        "You always closed under the first plate, even if waiting is better.",
                    ),
                    (
                        " + ".join(term.split(" × ")[1] for term in terms),
                        "Each first plate has a probability. Multiply by it.",
                    ),
                ),
                tuple(_twig(pays, n, left, later) for pays, n, later in rows if (pays, n, later) not in asked),
            )
        )
    return BuildTreeTask("Plan from the end: first the last plate, then the one before it.", tuple(levels))


def best_action_by_first_plate_figure(plates: int, case: DisplayedPlatesCase) -> Figure:
    """Draw the possible first plates, each with the best action under it."""
    rows = first_plate_cases(plates, case)
    total = sum(n for _, n, _ in rows)
    branches = []
    for pays, n, later in rows:
        close = pays is not None and pays >= later
        says = "forbids" if pays is None else f"pays {pays}"
        worth = format_number(Fraction(pays or 0) if close else later)
        branches.append(TreeNode(f"{says}:<br>{'close' if close else 'wait'}", Fraction(n, total), f"{worth} points"))
    least = min((pays for pays, _, later in rows if pays is not None and pays >= later), default=0)
    title = f"Close if the first plate pays {least} or more, else wait"
    return trees.tree(TreeNode("first plate", None, "", tuple(branches), "chance"), title=title)


WAIT = Experiment(
    question_id="wishes-wait",
    exact_distribution=lambda plates, case: odds.extra_points_with_best_timing(
        plates, plates_displayed_in_case(case, odds=odds)
    ),
    run_trial=simulate_best_wait_for_plate,
    explain_task=plate_backward_induction_task,
    run_button_label="Turn up plates",
    outcome_label="extra points",
    misconception_distributions={
        "Taking the first plate": lambda plates, case: odds.extra_points_with_best_timing(
            1, plates_displayed_in_case(case)
        ),
        "Waiting for the best": lambda plates, case: Dist(
            [max(pays or 0 for pays, _, _ in first_plate_cases(1, case))]
        ),
    },
    unit="extra points",
    answer_terms=mean_bonus_terms_by_first_plate,
    explanation_figure=best_action_by_first_plate_figure,
    chart_caption=lambda plates, case: "Extra points with the best strategy",
    mini_game_view=mini_games.fulfil_or_wait_game,
    start_position=lambda plates, case: positions.forbidden_fulfilment_position(),
    position_after=lambda place, plates, case: positions.position_with_plate_bonus(*place),
)

# -- inference from a purchase ---------------------------------------------------------------------------

MAX_SHOWN = 6


def _bought(purchase: str) -> str:
    return next(ware for ware in odds.EXAMPLE_WARES if odds.tables.wares[ware].merchant == purchase)


def _takes(card: str, purchase: str, error: Percent) -> tuple[Fraction, Fraction]:
    """Return the probabilities of the purchase with this card: as the best ware, and by an error."""
    best = odds.best_wares(card, odds.EXAMPLE_WARES)
    wrong = Fraction(error, 100)
    return (1 - wrong) * Fraction(_bought(purchase) in best, len(best)), wrong / len(odds.EXAMPLE_WARES)


def _total(purchase: str, error: Percent) -> Fraction:
    """Return the probability of the purchase, averaged over all score cards."""
    return sum((p for card in OTHERS for p in _takes(card, purchase, error)), Fraction(0)) / len(OTHERS)


def net_points_by_score_card_table(**_: Any) -> tuple[tuple[str, ...], ...]:
    """Return a table of the net points of each ware in the row, for each score card."""
    wares = {ware: GAME.texts.card_name(odds.tables.wares[ware].merchant) for ware in odds.EXAMPLE_WARES}
    return ("card", *OTHERS), *(
        (f"{stall} ware", *(format_number(net_ware_points(card, ware, odds=odds)) for card in OTHERS))
        for ware, stall in wares.items()
    )


def p_purchase_terms_by_way(purchase: str, error: Percent, card: str) -> list[AnswerTerm]:
    """Return the ways in which a rival with this card makes the purchase, each with its probability."""
    paths, total = [], _total(purchase, error)
    for p, how in zip(_takes(card, purchase, error), ("it is the best, and is taken", "by an error"), strict=True):
        if p:
            paths.append(
                AnswerTerm(
                    f"{card}: {how}",
                    Fraction(1, len(OTHERS)) * p / total,
                    f"(1/{len(OTHERS)} × {p}) ÷ {total}",
                    f"of all rivals {format_chance(Fraction(1, len(OTHERS)) * p)} have this card and buy this ware, "
                    f"and {format_chance(total)} of all rivals buy it",
                    (card, purchase),
                )
            )
    return paths


def simulate_score_card_given_purchase(rng: Random, purchase: str, error: Percent, **_: Any) -> Trial[str]:
    """Deal rivals a card until one buys this ware. The outcome is the card of this rival."""
    pieces: list[TrialItem] = []
    while True:
        held = rng.choice(OTHERS)
        wrong = rng.random() < error / 100
        ware = rng.choice(odds.EXAMPLE_WARES if wrong else odds.best_wares(held, odds.EXAMPLE_WARES))
        stall = odds.tables.wares[ware].merchant
        fits = stall == purchase
        pieces.append({"card": f"{held} buys {STALLS[stall]}", "hit": fits})
        if fits:
            passed = f" after {len(pieces) - 1} who bought something else" if len(pieces) > 1 else ""
            return Trial(held, tuple(pieces[-MAX_SHOWN:]), f"the buyer held {held}{passed}")


def _best_with(stall: str) -> list[str]:
    """Return the score cards for which this stall has the best ware."""
    return [card for card in OTHERS if _bought(stall) in odds.best_wares(card, odds.EXAMPLE_WARES)]


def buyer_posterior_task(purchase: str, error: Percent, card: str) -> ExplainTask:
    """Return the task that leads from a model of the buyer to the posterior probabilities."""
    good, wrong = _best_with(purchase), Fraction(error, 100)
    best, slip = 1 - wrong, wrong / len(odds.EXAMPLE_WARES)
    high, total = best + slip, _total(purchase, error)
    others = [
        (join_words(_best_with(stall)), f"With these, the {STALLS[stall]} stall’s ware leaves the most points.")
        for stall in STALLS
        if stall != purchase
    ]
    mine = sum(_takes(card, purchase, error), Fraction(0))
    few, many = len(good), len(OTHERS) - len(good)
    sort, rest = join_words(good).replace(" and ", " or "), "another card"
    return BuildTreeTask(
        "First look at what buyers do. Then find what the purchase tells you.",
        (
            ChoiceQuestion(
                f"With which cards does the ware of the {STALLS[purchase]} stall leave the most points?",
                join_words(good),
                tuple(others),
                (TreeBranch(sort, f"{few}/{len(OTHERS)}"), TreeBranch(rest, f"{many}/{len(OTHERS)}")),
            ),
            ChoiceQuestion(
                f"With such a card, the other player buys this ware. But in {error} of 100 cases, the player makes an "
                "error and takes any of the three. What is the probability of this purchase with such a card?",
                f"{best} + {slip}",
                (
                    (f"{best} × {slip}", "An error also leads to this ware, one time in three. Add the two."),
                    (
                        f"{best} + {wrong}",
                        "An error can lead to any of three wares. It leads to this one only one time in three.",
                    ),
                ),
                (TreeBranch("buys it", str(high), (sort,), True), TreeBranch("buys it", str(slip), (rest,), True)),
            ),
            ChoiceQuestion(
                f"With such a card, the probability is {high}. With any other, it is {slip}. Every card has "
                f"probability 1/{len(OTHERS)}. What is the probability of this purchase overall?",
                f"1/{len(OTHERS)} × ({few} × {high} + {many} × {slip})",
                (
                    (f"{few} × {high} + {many} × {slip}", "Each card is one of five. Multiply by its probability too."),
                    (f"{high} + {slip}", "There are five cards. Count how many there are of each kind."),
                ),
            ),
            ChoiceQuestion(
                f"The total is {total}. What is the probability of {card}, now that you have seen the purchase?",
                f"(1/{len(OTHERS)} × {mine}) ÷ {total}",
                (
                    (
                        f"1 − (1/{len(OTHERS)} × {mine}) ÷ {total}",
                        "You gave the probability of all the other cards together.",
                    ),
                    (
                        str(mine),
                        f"You found how likely it is that a player with {card} buys it. The question is "
                        f"how likely it is that a buyer has {card}.",
                    ),
                    (
                        f"1/{len(OTHERS)} × {mine}",
                        "You looked at all players. You know that this player bought it, so "
                        "divide by the probability of that.",
                    ),
                ),
            ),
        ),
    )


def buyer_posterior_figure(purchase: str, error: Percent, card: str) -> Figure:
    """Draw the probabilities of the five score cards before and after the purchase."""
    now = odds.buyer_score_card_posterior(purchase, Fraction(error, 100))
    return probabilities_before_after_figure(
        list(OTHERS),
        now,
        Dist(OTHERS),
        {},
        xlabel="score card of the other player",
        title=f"The purchase makes {join_words(_best_with(purchase))} more likely and the others less likely",
    )


def buyer_position_before_purchase(purchase: str, error: Percent, card: str) -> Record:
    """Return a position before a rival with this score card buys a ware."""
    return positions.position_before_rival_purchase(card)


BUYER = Experiment(
    lookup_table=net_points_by_score_card_table,
    is_lookup_spoiler=True,
    mini_game_view=mini_games.choose_ware_game,
    question_id="wishes-buyer",
    exact_distribution=lambda purchase, error, card: odds.buyer_score_card_posterior(purchase, Fraction(error, 100)),
    run_trial=simulate_score_card_given_purchase,
    explain_task=buyer_posterior_task,
    run_button_label="Find a buyer",
    outcome_label="score card of the buyer",
    is_favourable=lambda outcome, purchase, error, card: outcome == card,
    event_labels_template="{card}|a different card",
    misconception_distributions={
        "The purchase tells you nothing": lambda purchase, error, card: Dist(OTHERS),
        "Ben makes no mistakes": lambda purchase, error, card: odds.buyer_score_card_posterior(purchase, Fraction(0)),
    },
    outcome_names={card: card for card in OTHERS},
    answer_terms=p_purchase_terms_by_way,
    explanation_figure=buyer_posterior_figure,
    start_position=buyer_position_before_purchase,
    position_after=lambda place, purchase, error, card: positions.position_after_rival_purchase(*place),
)

register_experiments("wishes", {"blocked": BLOCKED, "wait": WAIT, "buyer": BUYER})
