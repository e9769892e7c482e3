"""Experiments without board games: coins, dice, a bag of balls, a spinner, birthdays, a board of pegs."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from gamelib import Dist
from gamelib.bank.classics import (
    DAYS_PER_YEAR,
    RED_BALLS,
    coin_rows_with_heads,
    deals_won_distribution,
    first_hit_throw,
    first_hit_without_replacement,
    heads_count,
    p_all_different,
    six_count,
)
from gamelib.bank.question import Misconception

from . import classic_mini_games
from .experiment import (
    CLASSICS,
    AnswerTerm,
    BuildTreeTask,
    ChoiceQuestion,
    Experiment,
    ExplainTask,
    OutcomeCell,
    SampleSpacePrompt,
    SelectCellsTask,
    TreeBranch,
    Trial,
    TrialItem,
    register_experiments,
)
from .first_success import first_success_experiment

ONE_DIE_FACES = 6
HitFaceCount = int
"""Number of faces of the die that are a hit."""
WinningFacesOfTen = int
"""Number of faces of a ten-sided die with which the better player leads a deal."""
PrizeValue = int
"""Value that the winning sector of the spinner pays."""
SectorCount = int
"""Number of equal sectors of the spinner."""

# -- one die -------------------------------------------------------------------------------------


def simulate_die_roll(rng: Random, faces: int, least: int) -> Trial[int]:
    """Roll the die once."""
    n = rng.randint(1, faces)
    return Trial(n, ({"die": n, "own": n >= least} if faces == ONE_DIE_FACES else {"card": str(n), "hit": n >= least},))


def select_favourable_faces_task(faces: int, least: int) -> ExplainTask:
    """Return the task to select the favourable outcomes, and to compare their number with that of all outcomes."""
    wanted = faces - least + 1
    cells = (
        OutcomeCell(str(n), n >= least, f"{n} is {'at least' if n >= least else 'less than'} {least}.")
        for n in range(1, faces + 1)
    )
    probability = ChoiceQuestion(
        f"What is the probability of {least} or more?",
        f"{wanted}/{faces}",
        (
            (f"{wanted + 1}/{faces}", f"Is {least - 1} at least {least}? Count the outcomes that fit."),
            (
                f"{wanted}/{faces - wanted}",
                f"You compared the outcomes that you want with the others. Compare them with all {faces} outcomes.",
            ),
        ),
    )
    ask = f"These are all the outcomes of one roll. Tap every outcome that is {least} or more."
    return SelectCellsTask(ask, "outcomes", (), (), tuple(cells), follow_up_questions=(probability,))


def distribution_if_highest_face_were_rare(faces: int, least: int) -> Dist[int]:
    """Return the distribution expected by a pupil with the misconception that the highest number is rare."""
    return Dist(dict.fromkeys(range(1, faces), 2) | {faces: 1})


DIE = Experiment(
    question_id="classic-die",
    exact_distribution=lambda faces, least: Dist(range(1, faces + 1)),
    run_trial=simulate_die_roll,
    mini_game_view=classic_mini_games.predict_roll_game,
    explain_task=select_favourable_faces_task,
    run_button_label="Roll",
    outcome_label="number on the die",
    is_favourable=lambda n, faces, least: n >= least,
    event_labels_template="{least} or more|less than {least}",
    prediction_only_misconceptions=(
        Misconception(
            "The highest number is rare",
            lambda faces, least: distribution_if_highest_face_were_rare(faces, least).p_at_least(least),
            "A six may feel rare because people often wait for it in games. But a die favours no number. Look at the "
            "columns of the rolls.",
        ),
    ),
    misconception_distributions={"The highest number is rare": distribution_if_highest_face_were_rare},
    answer_terms=lambda faces, least: [
        AnswerTerm(str(n), Fraction(1, faces), f"1/{faces}") for n in range(least, faces + 1)
    ],
)

# -- coins ---------------------------------------------------------------------------------------


def simulate_heads_count(rng: Random, coins: int, **_: Any) -> Trial[int]:
    """Toss the coins. The outcome is the number of heads."""
    row = [rng.random() < 0.5 for _ in range(coins)]
    pieces = tuple({"coin": "H" if head else "T", "hit": head} for head in row)
    return Trial(sum(row), pieces, f"heads on {sum(row)} of {coins} coins")


def select_coin_rows_task(coins: int, hits: int) -> ExplainTask:
    """Return the task to select the outcomes with the required number of heads."""
    cells = []
    for row in sorted(row for n in range(coins + 1) for row in coin_rows_with_heads(coins, n)):
        n = row.count("H")
        cells.append(OutcomeCell(row, n == hits, f"In {' '.join(row)}, the number of heads is {n}."))
    ask = (
        f"These are all the outcomes of tossing {coins} coins. Tap every outcome with heads (H) on exactly {hits} of "
        "the coins."
    )
    listed = (
        f"Write down every outcome of tossing {coins} coins. Use one letter for each coin: H for heads, T for tails. "
        "Write each outcome on a new line."
    )
    space = SampleSpacePrompt("list", listed, tuple(cell.label for cell in cells))
    return SelectCellsTask(ask, "outcomes", (), (), tuple(cells), space)


def p_heads_terms_by_coin_row(coins: int, hits: int) -> list[AnswerTerm]:
    """Return the outcomes with the required number of heads, each with its probability."""
    rows = coin_rows_with_heads(coins, hits)
    return [AnswerTerm(row, Fraction(1, 2**coins), " × ".join(["1/2"] * coins)) for row in rows]


COINS = Experiment(
    question_id="classic-heads",
    exact_distribution=lambda coins, hits: heads_count(coins),
    run_trial=simulate_heads_count,
    mini_game_view=classic_mini_games.predict_heads_count_game,
    explain_task=select_coin_rows_task,
    run_button_label="Toss",
    outcome_label="number of heads",
    is_favourable=lambda n, coins, hits: n == hits,
    event_labels_template="heads on exactly {hits}|a different number of heads",
    misconception_distributions={
        "Every number of heads has the same probability": lambda coins, hits: Dist(range(coins + 1))
    },
    answer_terms=p_heads_terms_by_coin_row,
)

TWO_COINS = Experiment(
    exact_distribution=lambda: heads_count(2),
    run_trial=lambda rng: simulate_heads_count(rng, 2),
    run_button_label="Toss",
    outcome_label="number of heads",
)

ONE_DIE = Experiment(
    exact_distribution=lambda: Dist(range(1, 7)),
    run_trial=lambda rng: (lambda n: Trial(n, ({"die": n, "own": True},)))(rng.randint(1, 6)),
    run_button_label="Roll",
    outcome_label="number on the die",
)

# -- at least one six ----------------------------------------------------------------------------

NO, YES = range(2)


def simulate_dice_for_any_six(rng: Random, dice: int) -> Trial[int]:
    """Roll the dice. The outcome is whether at least one of them is a six."""
    thrown = [rng.randint(1, 6) for _ in range(dice)]
    pieces: tuple[TrialItem, ...] = tuple({"die": n, "own": n == 6} for n in thrown)
    return Trial(int(6 in thrown), pieces, "a six" if 6 in thrown else "no six")


def _sixes(thrown: int) -> tuple[TreeBranch, TreeBranch]:
    """Return the tree branches for the next throw, after `thrown` throws without a six."""
    before = ("no six",) * thrown
    return TreeBranch("no six", "5/6", before), TreeBranch("a six", "1/6", before, True)


def p_any_six_by_complement_task(dice: int) -> ExplainTask:
    """Return the task to compute the probability of any six with the complement."""
    whole = " × ".join(["5/6"] * dice)
    return BuildTreeTask(
        "Find the probability of at least one six. Start with the complement.",
        (
            ChoiceQuestion(
                "When do you not get at least one six?",
                "no roll is a six",
                (
                    (
                        "all rolls are sixes",
                        "Then there is more than one six. When is there none at all?",
                    ),
                    ("one roll is not a six", "The other rolls can still be sixes. When is there no six at all?"),
                ),
            ),
            ChoiceQuestion(
                "What is the probability that one roll is not a six?",
                "5/6",
                (("1/6", "You gave the probability of a six."), ("1/2", "One face of six is a six.")),
                _sixes(0),
            ),
            ChoiceQuestion(
                f"What is the probability that none of the {dice} rolls is a six?",
                whole,
                ((f"{dice} × 5/6", "All of them have to miss. Multiply."), ("5/6", "You looked at only one roll.")),
                tuple(twig for thrown in range(1, dice) for twig in _sixes(thrown)),
            ),
            ChoiceQuestion(
                "So the answer is",
                f"1 − {whole}",
                (
                    (whole, "You gave the probability of no six at all."),
                    (f"{dice} × 1/6", "You gave the average number of sixes."),
                ),
            ),
        ),
    )


ONE_SIX = Experiment(
    question_id="classic-one-six",
    exact_distribution=lambda dice: Dist({NO: 5**dice, YES: 6**dice - 5**dice}),
    run_trial=simulate_dice_for_any_six,
    explain_task=p_any_six_by_complement_task,
    run_button_label="Roll them",
    outcome_label="result of the roll",
    is_favourable=lambda outcome, dice: outcome == YES,
    event_labels_template="at least one six|no six",
    outcome_names={NO: "no six", YES: "at least one six"},
    answer_terms=lambda dice: [
        AnswerTerm(f"roll {n} is the first six", Fraction(5, 6) ** (n - 1) / 6, " × ".join(["5/6"] * (n - 1) + ["1/6"]))
        for n in range(1, dice + 1)
    ],
)

# -- many sixes: is the die fair? ----------------------------------------------------------------

MAX_EXTRA_SIXES = 2
"""Counts at least this far above the asked number of sixes form one outcome."""
SixThreshold = int
"""Least number of sixes of the event, "this number of sixes or more"."""


def tail_merged_six_count_distribution(throws: int, many: SixThreshold) -> Dist[int]:
    """Return the distribution of the number of sixes. The largest numbers are merged into one outcome."""
    return six_count(throws).map(lambda n: min(n, many + MAX_EXTRA_SIXES))


def six_count_distribution_near_mean(throws: int, many: SixThreshold) -> Dist[int]:
    """Return the distribution expected by a pupil with the misconception that counts stay within 1 of the mean."""
    mean = throws // 6
    return Dist({mean - 1: 1, mean: 2, mean + 1: 1}).map(lambda n: min(n, many + MAX_EXTRA_SIXES))


def simulate_tail_merged_six_count(rng: Random, throws: int, many: SixThreshold) -> Trial[int]:
    """Roll the die and count the sixes."""
    thrown = [rng.randint(1, 6) for _ in range(throws)]
    n = thrown.count(6)
    said = "one six" if n == 1 else f"{n} sixes"
    return Trial(min(n, many + MAX_EXTRA_SIXES), tuple({"die": face, "own": face == 6} for face in thrown), said)


def p_many_sixes_task(throws: int, many: SixThreshold) -> ExplainTask:
    """Return the task to compute the probability of many sixes from the probabilities of few sixes."""
    mean = Fraction(throws, 6)
    ways = len(coin_rows_with_heads(throws, 2))
    return BuildTreeTask(
        f"Find the probability of {many} sixes or more with a fair die. Start with the complement.",
        (
            ChoiceQuestion(
                f"How many sixes do you get in {throws} rolls on average?",
                str(mean),
                (
                    ("none or one", "One sixth of the rolls is more than that."),
                    (str(mean * 3), "That would be half of all rolls. Only one of the six faces is a six."),
                ),
            ),
            ChoiceQuestion(
                f"You want {many} sixes or more. What is quicker to count?",
                "fewer, then subtract from 1",
                (
                    (
                        f"{many}, then {many + 1}, then all others up to {throws}",
                        "That is right too, but there is much more to add.",
                    ),
                ),
            ),
            ChoiceQuestion(
                "What is the probability of no six at all?",
                f"(5/6)^{throws}",
                (
                    ("5/6", "You looked at only one roll."),
                    (f"1 − (1/6)^{throws}", "You left out only the case in which all rolls are sixes."),
                ),
            ),
            ChoiceQuestion(
                "In how many ways can exactly two of the rolls be sixes?",
                f"{ways} ways",
                (
                    (f"{throws} ways", "You gave the number of ways for one six. For two sixes there are more."),
                    (f"{throws * (throws - 1)} ways", "You counted each pair of places twice."),
                ),
            ),
        ),
    )


SIXES = Experiment(
    question_id="classic-sixes",
    exact_distribution=tail_merged_six_count_distribution,
    run_trial=simulate_tail_merged_six_count,
    mini_game_view=classic_mini_games.loaded_die_game,
    explain_task=p_many_sixes_task,
    run_button_label="Roll them all",
    outcome_label="number of sixes",
    is_favourable=lambda n, throws, many: n >= many,
    event_labels_template="{many} sixes or more|fewer sixes",
    prediction_only_misconceptions=(
        Misconception(
            "A fair die keeps to its mean",
            lambda throws, many: six_count_distribution_near_mean(throws, many).p_at_least(many),
            "It is often near the expected value, but often far from it too. A die doesn’t remember. Look at "
            "both ends.",
        ),
    ),
    misconception_distributions={"A fair die keeps to its mean": six_count_distribution_near_mean},
    outcome_names={n: str(n) for n in range(6)} | {6: "6+"},
    answer_terms=lambda throws, many: [
        AnswerTerm(f"{n} sixes", six_count(throws).p(n), f"({throws} choose {n}) × (1/6)^{n} × (5/6)^{throws - n}")
        for n in range(many, throws + 1)
    ],
)

TEN_COINS = Experiment(
    exact_distribution=lambda: heads_count(10),
    run_trial=lambda rng: simulate_heads_count(rng, 10),
    run_button_label="Toss",
    outcome_label="number of heads",
)

PIN = Experiment(
    exact_distribution=lambda: Dist([0, 1]),
    run_trial=lambda rng: Trial(rng.randrange(2), ()),
    outcome_label="how a drawing pin lands, if both ways are equally likely",
    outcome_names={0: "point up", 1: "on its side"},
)

BAG_BALL = Experiment(
    exact_distribution=lambda: Dist([0] * RED_BALLS + [1] * 2),
    run_trial=lambda rng: Trial(int(rng.randrange(RED_BALLS + 2) >= RED_BALLS), ()),
    outcome_label="ball from a bag with 3 red and 2 blue balls, with replacement",
    outcome_names={0: "red", 1: "blue"},
)

# -- a bag of balls ------------------------------------------------------------------------------


def red_ball_count_distribution(blue: int, back: bool) -> Dist[int]:
    """Return the distribution of the number of red balls in two draws."""
    balls = range(RED_BALLS + blue)
    pairs = [(a, b) for a in balls for b in balls if back or a != b]
    return Dist([(a < RED_BALLS) + (b < RED_BALLS) for a, b in pairs])


def simulate_two_ball_draws(rng: Random, blue: int, back: bool) -> Trial[int]:
    """Draw two balls and return the trial."""
    balls = range(RED_BALLS + blue)
    drawn = [rng.choice(balls), rng.choice(balls)] if back else rng.sample(balls, 2)
    red = [ball < RED_BALLS for ball in drawn]
    words = " and ".join("red" if one else "blue" for one in red)
    return Trial(sum(red), tuple({"ball": "red" if one else "blue", "hit": one} for one in red), words)


def _then(blue: int, back: bool) -> tuple[Fraction, str]:
    balls = RED_BALLS + blue
    red, left = (RED_BALLS, balls) if back else (RED_BALLS - 1, balls - 1)
    return Fraction(red, left), f"{red}/{left}"


def two_ball_tree_task(blue: int, back: bool) -> ExplainTask:
    """Return the task to build the tree of the two draws."""
    balls = RED_BALLS + blue
    first, then = f"{RED_BALLS}/{balls}", _then(blue, back)[1]
    other = _then(blue, not back)[1]
    why = (
        "You counted one ball too few. The first ball went back, so the bag is the same as before. Count both "
        "numbers again."
        if back
        else (
            "You counted balls that are no longer in the bag. The first ball stays out, so there is one ball fewer "
            "and one red ball fewer. Count both numbers again."
        )
    )
    return BuildTreeTask(
        "Complete the tree diagram for a red ball, then another red ball.",
        (
            ChoiceQuestion(
                f"The bag holds {RED_BALLS} red balls and {blue} blue balls. What is the probability that the "
                "first ball "
                "is red?",
                first,
                (
                    (
                        f"{blue}/{balls}",
                        "You counted the blue balls. That gives the probability of a blue ball. Count the red ones "
                        "instead.",
                    ),
                    (
                        f"{RED_BALLS}/{blue}",
                        "You compared the red balls with the blue ones. A probability compares them with all the "
                        f"balls, and there are {balls} in total.",
                    ),
                ),
                (TreeBranch("red", first), TreeBranch("blue", f"{blue}/{balls}")),
            ),
            ChoiceQuestion(
                "The first ball was red. What is the probability that the second ball is red too?",
                then,
                ((other, why), (f"{RED_BALLS - 1}/{balls}", why)),
                (
                    TreeBranch("red", then, ("red",), True),
                    TreeBranch("blue", f"{blue}/{then.partition('/')[2]}", ("red",)),
                ),
            ),
            ChoiceQuestion(
                "What is the probability that both balls are red?",
                f"{first} × {then}",
                (
                    (
                        f"{first} + {then}",
                        "You added the two fractions. But the second ball counts only after a red first ball, so you "
                        "need a fraction of a fraction. Multiply along the branches.",
                    ),
                    (f"{first} × {other}", why),
                ),
            ),
        ),
        SampleSpacePrompt(
            "tree",
            "Two balls are drawn, one after the other. Write down every possible order of colours: R for red, B for "
            "blue, two letters on each line. Your lines grow into a diagram. Each of its branches is one possible "
            "colour.",
            ("RR", "RB", "BR", "BB"),
        ),
    )


BAG = Experiment(
    question_id="classic-urn",
    exact_distribution=red_ball_count_distribution,
    run_trial=simulate_two_ball_draws,
    mini_game_view=classic_mini_games.predict_second_ball_game,
    explain_task=two_ball_tree_task,
    run_button_label="Draw two",
    outcome_label="red balls among the two",
    is_favourable=lambda n, blue, back: n == 2,
    event_labels_template="both red|not both red",
    misconception_distributions={
        "The same fraction for both draws": lambda blue, back: red_ball_count_distribution(blue, back=True),
        "Only the first ball matters": lambda blue, back: Dist({0: blue, 2: RED_BALLS}),
        "The first ball is used up": lambda blue, back: red_ball_count_distribution(blue, back=False),
    },
    outcome_names={0: "none", 1: "one", 2: "both"},
    answer_terms=lambda blue, back: [
        AnswerTerm(
            "red, then red",
            Fraction(RED_BALLS, RED_BALLS + blue) * _then(blue, back)[0],
            f"{RED_BALLS}/{RED_BALLS + blue} × {_then(blue, back)[1]}",
        )
    ],
)

TWO_BALLS = Experiment(
    exact_distribution=lambda: red_ball_count_distribution(2, back=False),
    run_trial=lambda rng: simulate_two_ball_draws(rng, 2, back=False),
    outcome_label="red balls among two from a bag with 3 red and 2 blue balls, without replacement",
    outcome_names={0: "no red", 1: "one red", 2: "both red"},
)

# -- deals of a better and a weaker player -------------------------------------------------------


def simulate_better_player_lead(rng: Random, deals: int, wins: WinningFacesOfTen) -> Trial[int]:
    """Play several deals between two players. A ten-sided die decides who wins each deal."""
    rolls = [rng.randint(1, 10) for _ in range(deals)]
    n = sum(roll <= wins for roll in rolls)
    items: tuple[TrialItem, ...] = tuple({"coin": "1" if roll <= wins else "2", "hit": roll <= wins} for roll in rolls)
    return Trial(n, items, f"the better player is ahead in {n} of {deals} deals")


def most_deals_lead_task(deals: int, wins: WinningFacesOfTen) -> ExplainTask:
    """Return the task to compute the probability that the better player wins most of the deals."""
    half = deals // 2 + 1
    ways = len(coin_rows_with_heads(deals, 1))
    return BuildTreeTask(
        f"Find the probability that the better player is ahead in most of {deals} deals.",
        (
            ChoiceQuestion(
                f"Which numbers of deals are more than half of {deals}?",
                f"{half} or more",
                (
                    (f"{half - 1} or more", f"Half of {deals} deals is more than {half - 1}."),
                    (f"only {deals}", "The better player need not be ahead in every deal."),
                ),
            ),
            ChoiceQuestion(
                "What is the probability that the better player is ahead in every deal?",
                f"({wins}/10)^{deals}",
                (
                    (f"{wins}/10", "That is the probability for a single deal."),
                    (f"{deals} × {wins}/10", "Multiply the probabilities of the deals. Do not add them."),
                ),
            ),
            ChoiceQuestion(
                "In how many ways can the other player be ahead in exactly one deal?",
                f"{ways} ways",
                (
                    ("1 way", "It can be the first deal, the second, or any other one."),
                    (f"{2**deals} ways", "That counts all possible series of deals."),
                ),
            ),
        ),
    )


def distribution_if_better_player_always_leads(deals: int, wins: WinningFacesOfTen) -> Dist[int]:
    """Return the distribution expected by a pupil with the misconception that the better player always leads."""
    return Dist({n: weight for n, weight in deals_won_distribution(deals, wins).items() if 2 * n > deals})


BETTER_PLAYER = Experiment(
    question_id="classic-better-player",
    exact_distribution=lambda deals, wins: deals_won_distribution(deals, wins),
    run_trial=simulate_better_player_lead,
    mini_game_view=classic_mini_games.better_player_game,
    explain_task=most_deals_lead_task,
    run_button_label="Play the deals",
    outcome_label="deals in which the better player is ahead",
    is_favourable=lambda n, deals, wins: 2 * n > deals,
    event_labels_template="the better player is ahead in most deals|the other player is",
    outcome_names={n: str(n) for n in range(16)},
    answer_terms=lambda deals, wins: [
        AnswerTerm(
            f"{n} of {deals} deals",
            deals_won_distribution(deals, wins).p(n),
            f"({deals} choose {n}) × ({wins}/10)^{n} × ({10 - wins}/10)^{deals - n}",
        )
        for n in range(deals // 2 + 1, deals + 1)
    ],
    misconception_distributions={
        "The better player always comes out ahead": distribution_if_better_player_always_leads
    },
)

EQUAL_TABLES = Experiment(
    exact_distribution=lambda: Dist([0, 1]),
    run_trial=lambda rng: Trial(rng.randrange(2), ()),
    outcome_label="table that is ahead in a deal, if both are equally good",
    outcome_names={0: "the first table", 1: "the second table"},
)

# -- a spinner, birthdays, a board of pegs -------------------------------------------------------


def simulate_spin_payout(rng: Random, prize: PrizeValue, parts: SectorCount) -> Trial[int]:
    """Spin the spinner once. The outcome is the payout: the prize on one sector, 1 on the others."""
    pays = prize if rng.randrange(parts) == 0 else 1
    return Trial(pays, ({"coin": str(pays), "hit": pays > 1},), f"it pays {pays}")


SPINNER = Experiment(
    question_id="classic-spinner",
    exact_distribution=lambda prize, parts: Dist([prize] + [1] * (parts - 1)),
    run_trial=simulate_spin_payout,
    run_button_label="Spin",
    outcome_label="coins from one spin",
    unit="coins",
    answer_terms=lambda prize, parts: [
        AnswerTerm("the large prize", Fraction(prize, parts), f"{prize} × 1/{parts}"),
        AnswerTerm("the small prize", Fraction(parts - 1, parts), f"1 × {parts - 1}/{parts}"),
    ],
)


def simulate_shared_birthday(rng: Random, people: int) -> Trial[int]:
    """Draw a birthday for each person. The outcome is whether two birthdays are equal."""
    days = [rng.randrange(DAYS_PER_YEAR) for _ in range(people)]
    twice = {day for day in days if days.count(day) > 1}
    pieces: tuple[TrialItem, ...] = tuple({"card": f"day {day + 1}", "hit": day in twice} for day in days)
    return Trial(
        int(bool(twice)),
        pieces,
        f"a shared birthday on day {min(twice) + 1}" if twice else "all birthdays are different",
    )


BIRTHDAY = Experiment(
    question_id="classic-birthday",
    exact_distribution=lambda people: Dist(
        {
            NO: p_all_different(people).numerator,
            YES: p_all_different(people).denominator - p_all_different(people).numerator,
        }
    ),
    run_trial=simulate_shared_birthday,
    run_button_label="Fill the room with people",
    outcome_label="the room",
    is_favourable=lambda outcome, people: outcome == YES,
    event_labels_template="two or more share a birthday|all birthdays are different",
    outcome_names={NO: "all different", YES: "a shared birthday"},
    answer_terms=lambda people: [
        AnswerTerm(
            "not all birthdays are different",
            1 - p_all_different(people),
            f"1 − 365/365 × … × {DAYS_PER_YEAR - people + 1}/365",
        )
    ],
)


def simulate_slot_of_peg_drop(rng: Random, rows: int, slot: int) -> Trial[int]:
    """Drop a ball through the rows of pegs."""
    way = [rng.random() < 0.5 for _ in range(rows)]
    pieces: tuple[TrialItem, ...] = tuple({"coin": "→" if right else "←", "hit": right} for right in way)
    return Trial(sum(way), pieces, f"slot {sum(way)}")


PEGS = Experiment(
    question_id="classic-pegs",
    exact_distribution=lambda rows, slot: heads_count(rows),
    run_trial=simulate_slot_of_peg_drop,
    run_button_label="Drop a ball",
    outcome_label="slot, counted from the left",
    is_favourable=lambda n, rows, slot: n == slot,
    event_labels_template="slot {slot}|a different slot",
    answer_terms=lambda rows, slot: [
        AnswerTerm(way.replace("H", "→").replace("T", "←"), Fraction(1, 2**rows), " × ".join(["1/2"] * rows))
        for way in coin_rows_with_heads(rows, slot)
    ],
)

# -- waiting -------------------------------------------------------------------------------------

LAST_WAIT = 13

FIRST_HEAD = first_success_experiment(1, 2, 7, "toss that shows the first head")


def simulate_rolls_until_hit(rng: Random, faces: int, hits: HitFaceCount) -> Trial[int]:
    """Roll until the first hit."""
    return first_success_experiment(hits, faces, LAST_WAIT, "", is_die=faces == ONE_DIE_FACES).run_trial(rng)


def mean_wait_terms_by_throw(faces: int, hits: HitFaceCount) -> list[AnswerTerm]:
    """Return one term for each throw: the probability that this throw is needed.

    The last term covers all later throws.
    """
    miss = Fraction(faces - hits, faces)
    paths = [
        AnswerTerm(
            f"you need roll {n}",
            miss ** (n - 1),
            " × ".join([str(miss)] * (n - 1)) or "1",
            f"the {n - 1} rolls before it missed" if n > 1 else "you always need it",
        )
        for n in range(1, LAST_WAIT)
    ]
    rest = miss ** (LAST_WAIT - 1) * Fraction(faces, hits)
    return [
        *paths,
        AnswerTerm(
            "all later rolls",
            rest,
            f"{miss}^{LAST_WAIT - 1} × {Fraction(faces, hits)}",
            "if you miss, the wait starts again",
        ),
    ]


def mean_wait_equation_task(faces: int, hits: HitFaceCount) -> ExplainTask:
    """Return the task to find the mean wait from an equation."""
    p, miss, mean = Fraction(hits, faces), Fraction(faces - hits, faces), Fraction(faces, hits)
    return BuildTreeTask(
        "Call the average wait m. Look only at the first roll.",
        (
            ChoiceQuestion(
                "What is the probability that the first roll is a hit?",
                str(p),
                (
                    (str(miss), "You gave the probability that the wait goes on."),
                    ("1/2", "There are two results, but they are not equally likely. Count the faces."),
                    ("1", "It can also miss."),
                ),
                (TreeBranch("over", str(p), (), True), TreeBranch("not yet", str(miss))),
            ),
            ChoiceQuestion(
                "If the first roll isn’t a hit, how long do you wait after that?",
                "m again, as at the beginning",
                (
                    ("less than m, since a hit is due", "The die doesn’t remember. It’s the same as at the beginning."),
                    ("more than m", "It isn’t more, because the die is the same as before."),
                ),
                (TreeBranch("as at the beginning: m", "", ("not yet",)),),
            ),
            ChoiceQuestion(
                "So the average wait is",
                f"m = 1 + {miss} × m",
                (
                    (f"m = {p} + {miss} × m", "You make the first roll in any case, so it counts as one whole roll."),
                    (f"m = 1 + {p} × m", "The wait goes on if the first roll is a miss. Use the probability of that."),
                ),
            ),
            ChoiceQuestion(
                "Which number m makes that true?",
                str(mean),
                (
                    (str(mean - 1), "Put it in, and you see that the right side is larger."),
                    (str(Fraction(faces, 2 * hits)), "Put it in, and you see that the right side is larger."),
                ),
            ),
        ),
    )


WAIT = Experiment(
    question_id="classic-wait",
    exact_distribution=lambda faces, hits: first_hit_throw(faces, hits, LAST_WAIT),
    misconception_distributions={"Each face comes up only once": first_hit_without_replacement},
    run_trial=simulate_rolls_until_hit,
    mini_game_view=classic_mini_games.push_your_luck_game,
    explain_task=mean_wait_equation_task,
    run_button_label="Roll",
    outcome_label="roll of the first hit",
    unit="rolls",
    outcome_value=lambda n, faces, hits: Fraction(n) if n < LAST_WAIT else LAST_WAIT - 1 + Fraction(faces, hits),
    outcome_names={n: str(n) for n in range(1, LAST_WAIT)} | {LAST_WAIT: f"{LAST_WAIT}+"},
    answer_terms=mean_wait_terms_by_throw,
)

MAX_TOSSES = 7


def simulate_tosses_until_both_sides(rng: Random) -> Trial[int]:
    """Toss a coin until both sides have come."""
    tosses = [rng.random() < 0.5]
    while len(set(tosses)) < 2:
        tosses.append(rng.random() < 0.5)
    pieces = tuple({"coin": "H" if head else "T", "hit": head} for head in tosses)
    return Trial(min(len(tosses), MAX_TOSSES), pieces, f"both sides after {len(tosses)} tosses")


BOTH_SIDES = Experiment(
    exact_distribution=lambda: first_hit_throw(2, 1, MAX_TOSSES - 1).map(lambda n: n + 1),
    run_trial=simulate_tosses_until_both_sides,
    outcome_label="tosses until both sides have come up",
    outcome_names={n: str(n) for n in range(2, MAX_TOSSES)} | {MAX_TOSSES: f"{MAX_TOSSES}+"},
)

register_experiments(
    CLASSICS,
    {
        "die": DIE,
        "coins": COINS,
        "two-coins": TWO_COINS,
        "one-die": ONE_DIE,
        "one-six": ONE_SIX,
        "sixes": SIXES,
        "ten-coins": TEN_COINS,
        "pin": PIN,
        "bag-ball": BAG_BALL,
        "two-balls": TWO_BALLS,
        "bag": BAG,
        "better-player": BETTER_PLAYER,
        "equal-tables": EQUAL_TABLES,
        "spinner": SPINNER,
        "birthday": BIRTHDAY,
        "pegs": PEGS,
        "wait": WAIT,
        "first-head": FIRST_HEAD,
        "both-sides": BOTH_SIDES,
    },
)
