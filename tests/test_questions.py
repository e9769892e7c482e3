"""Every question of every game: two exact methods agree, the simulation is close, and texts and figure work."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

import gamelib
from gamelib import Dist, Question
from gamelib.bank.entries import OwnCode, load_questions
from gamelib.bank.misconception_list import misconception_list
from gamelib.number_format import count_with_noun, format_answer, format_chance, format_mean, format_modifier
from tests.bank_answers import listed, read
from tests.conftest import LONG, sample_cases
from widgets.chart import figures as charts
from widgets.lesson.lesson_definition import answer_text

QUESTIONS = gamelib.questions()
TRIALS = 2000
LEAST_SIGMA = 1e-9


def settings(question: Question) -> list[dict[str, Any]]:
    """Return the defaults and another setting, always the same. With KISMET_LONG they are three."""
    rng = Random(question.id)
    found: list[dict[str, Any]] = [{}]
    for _ in range(20):
        drawn = {name: rng.choice(parameter.choices) for name, parameter in question.parameters.items()}
        if drawn not in found and drawn != question.resolve_parameters({}) and question.is_offered(drawn):
            found.append(drawn)
    return found[: 4 if LONG else 2]


CASES = [
    pytest.param(question, setting, id=f"{question.id}-{','.join(map(str, setting.values())) or 'default'}")
    for question in QUESTIONS
    for setting in settings(question)
]
each = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
each_setting = pytest.mark.parametrize(("question", "setting"), CASES)


@pytest.fixture(scope="module")
def kept_answers() -> dict[str, dict[str, Any]]:
    return read()


def test_there_are_questions_with_different_ids() -> None:
    assert len(QUESTIONS) >= 15
    assert [name for name, n in Counter(q.id for q in QUESTIONS).items() if n > 1] == []


# -- the answer ----------------------------------------------------------------------------------


@each
def test_answers_are_those_that_are_kept(question: Question, kept_answers: dict[str, Any]) -> None:
    """Compare with the stored answers.

    After an intended change, run `python -m tests.bank_answers` and read the changes.
    """
    assert kept_answers.get(question.id) == listed(question)


def test_no_other_question_is_kept(kept_answers: dict[str, Any]) -> None:
    assert list(kept_answers) == [question.id for question in QUESTIONS]


def has_one_result(question: Question, setting: dict[str, Any]) -> bool:
    """Return whether the answer is certain: no trial gives another result than the exact answer."""
    exact = question.exact(**setting)
    if isinstance(exact, Dist):
        return len(exact) == 1
    if question.kind == "chance":
        return exact in (0, 1)
    trial, rng = question.bind_odds(question.trial_function), Random(1)
    return all(trial(rng, **setting) == exact for _ in range(TRIALS))


@each
def test_what_is_certain_is_not_asked(question: Question) -> None:
    """Check that certain answers are skipped unless certainty is the point.

    Each choice is offered with some other values. A certain probability is refused as well. A lesson can still compare
    other means with a certain mean, such as the profit of a caravan that no interruption can stop.
    """
    offered = question.offered_settings()
    for name, parameter in question.parameters.items():
        assert {setting[name] for setting in offered} == set(parameter.choices), name
    certain = [setting for setting in offered if has_one_result(question, setting)]
    assert bool(certain) is question.allows_certainty
    choices = (parameter.choices for parameter in question.parameters.values())
    left_out = [dict(zip(question.parameters, chosen, strict=True)) for chosen in product(*choices)]
    for setting in [setting for setting in left_out if setting not in offered]:
        if question.kind != "chance":
            assert has_one_result(question, setting)
            continue
        assert question.bind_odds(question.exact_function)(**setting) in (0, 1)
        with pytest.raises(ValueError, match=rf"{question.id} is not asked with .*: the answer would be certain\."):
            question.exact(**setting)


@each
def test_two_methods_agree_at_every_setting(question: Question) -> None:
    for setting in question.offered_settings():
        exact = question.exact(**setting)
        assert exact == question.check(**setting), setting
        assert isinstance(exact, Dist if question.kind == "distribution" else Fraction)
        if question.kind == "chance":
            assert 0 < exact < 1 or question.allows_certainty, setting


@each
def test_the_second_method_is_another_one_and_has_a_name(question: Question) -> None:
    assert question.check_function is not question.exact_function
    assert "method" in (question.check_function.__doc__ or "")


@pytest.mark.parametrize(("question", "setting"), sample_cases(CASES, 2))
def test_simulation_comes_within_five_sigma(question: Question, setting: dict[str, Any]) -> None:
    exact = question.exact(**setting)
    counts = question.simulate(TRIALS, Random(f"{question.id} {setting}"), **setting)
    assert sum(counts.values()) == TRIALS
    if isinstance(exact, Dist):
        assert set(counts) <= set(exact)
        expected = {outcome: exact.p(outcome) for outcome in exact}
    elif question.kind == "chance":
        assert set(counts) <= {True, False}
        expected = {True: exact}
    else:
        mean, sigma = question.estimate(counts)
        assert abs(mean - exact) <= 5 * max(sigma, LEAST_SIGMA)
        return
    for outcome, p in expected.items():
        sigma = float(p * (1 - p) / TRIALS) ** 0.5
        assert abs(question.estimate(counts, outcome)[0] - p) <= 5 * max(sigma, LEAST_SIGMA)


@each
def test_simulation_repeats_with_the_same_seed(question: Question) -> None:
    assert question.simulate(50, Random(7)) == question.simulate(50, Random(7))


# -- words ---------------------------------------------------------------------------------------


@each
def test_the_rules_exist(question: Question) -> None:
    if not question.game:
        assert not question.rules
        return
    assert question.rules
    rules = gamelib.game(question.game).rules
    assert [rule for rule in question.rules if rule not in rules] == []


@each
def test_misconceptions_are_wrong_at_the_defaults(question: Question) -> None:
    wrong = question.wrong_answers()
    assert len(wrong) >= 2
    answers = [answer for _, answer, _ in wrong]
    assert len(set(answers)) == len(answers), "two misconceptions lead to the same answer"


@each
def test_each_misconception_goes_wrong_somewhere(question: Question) -> None:
    wrong = {name for setting in question.offered_settings() for name, _, _ in question.wrong_answers(**setting)}
    assert [mistake.name for mistake in question.misconceptions if mistake.name not in wrong] == []


@pytest.mark.parametrize(
    ("id", "returned", "stays", "used_up"),
    [
        ("classic-urn", {"back": True}, "The same fraction for both draws", "The first ball is used up"),
        (
            "emira-counters",
            {"kept": False},
            "It makes no difference if counters go back",
            "A counter that was drawn is used up",
        ),
    ],
)
def test_what_goes_back_is_not_used_up(id: str, returned: dict[str, Any], stays: str, used_up: str) -> None:
    """Check that a mistake has another name and reply without replacement, because it is another idea."""
    question = next(q for q in QUESTIONS if q.id == id)
    for setting in question.offered_settings():
        is_returned = all(setting[name] == value for name, value in returned.items())
        named = {name: value for name, value, _ in question.wrong_answers(**setting)}
        opposite = {**setting, **{name: not setting[name] for name in returned}}
        name = used_up if is_returned else stays
        assert named.get(name, question.exact(**setting)) == question.exact(**opposite)
        assert (stays if is_returned else used_up) not in named


@each
def test_what_a_mistake_leads_to_never_looks_like_the_answer(question: Question) -> None:
    """Check that no wrong answer equals the right one or is written like it or like another one, at all settings."""
    for setting in question.offered_settings():
        right = question.exact(**setting)
        assert isinstance(right, Fraction)
        shown = {answer_text(question, right): right}
        for name, answer, _ in question.wrong_answers(**setting):
            assert answer != right, (setting, name)
            assert shown.setdefault(answer_text(question, answer), answer) == answer, (setting, name)


@each
def test_a_wrong_answer_is_not_cut_to_what_can_be(question: Question) -> None:
    """Check a sum of probabilities above 1. The reply says why no probability exceeds 1."""
    for setting in question.offered_settings():
        for name, answer, reply in question.wrong_answers(**setting):
            is_outside = question.kind == "chance" and not 0 <= answer <= 1
            assert ("no probability is" in reply) is is_outside, (setting, name)


@pytest.mark.parametrize(
    ("id", "setting", "sum_of_chances"),
    [
        ("wishes-opening", {"kinds": 4, "cards": 3}, Fraction(2)),
        ("elsewhere-lots", {"lots": 8, "prizes": 4, "mine": 3}, Fraction(3, 2)),
        ("classic-one-six", {"dice": 6}, Fraction(1)),
        ("harem-opening-none", {"kind": "gold"}, None),
    ],
)
def test_chances_that_are_added_are_added_in_full(
    id: str, setting: dict[str, Any], sum_of_chances: Fraction | None
) -> None:
    question = next(q for q in QUESTIONS if q.id == id)
    answers = [answer for _, answer, _ in question.wrong_answers(**setting)]
    assert sum_of_chances in answers if sum_of_chances is not None else min(answers) < 0


@each
def test_one_thing_is_told_as_one(question: Question) -> None:
    many = re.compile(
        r"(?<![\d/.,])1 (gems|Guards|companions|cards|camels|players|rounds|seats|suits|towers|pairs|points)\b"
        r"|\b1 of them (are|don’t)\b|, 1 have\b|\b0 Guards\b|\bnext 1 plate\b|\b1 of the 8 alignments fit\b"
    )
    for setting in question.offered_settings():
        assert [text for text in said_at(question, setting) if many.search(text)] == []


NUMBER = r"(?<![\w.,/])\d[\d,]*(?:\.\d+)?(?:/\d+)?(?![\w/])"
DENIED = re.compile(rf"({NUMBER})((?!{NUMBER})[^.;])*\bnot ({NUMBER})")
"""A number and another one that it is said not to be: "there are 9 left, not 10"."""


def says_not_itself(text: str) -> bool:
    """Return whether a text says that a number is not itself."""
    return any(denied[1].rstrip(",") == denied[3].rstrip(",") for denied in DENIED.finditer(text))


def said_at(question: Question, setting: dict[str, Any]) -> list[str]:
    """Return question, hints and replies at a setting."""
    hints = (question.hint_text(i, **setting) for i in range(len(question.hints)))
    return [question.prompt_text(**setting), *hints, *(reply for _, _, reply in question.wrong_answers(**setting))]


@each
def test_nothing_said_denies_itself(question: Question) -> None:
    assert says_not_itself("There are 10 left, not 10.")
    assert not says_not_itself("There are 9 left, not 10. Of 9 you see 3, not 9.")
    for setting in question.offered_settings():
        assert [text for text in said_at(question, setting) if says_not_itself(text)] == [], setting


def replies(id: str, **setting: Any) -> dict[str, str]:
    """Return the reply to each mistake at this setting."""
    question = next(q for q in QUESTIONS if q.id == id)
    return {name: reply for name, _, reply in question.wrong_answers(**setting)}


def test_a_reply_speaks_of_what_is_played() -> None:
    once = replies("harem-second-chance", deficit=3, aid="none")
    assert all("both rolls" not in reply for reply in once.values())
    assert (
        "enough only together" in replies("harem-second-chance", aid="gem")["A second chance doubles the probability"]
    )
    raid = replies("harem-raid", modifier=-4, guards=0)["The dice are the same, so it is fifty-fifty"]
    assert format_chance(Fraction(80, 1296)) in raid, "a tie is what ties after the modifier is added"
    assert "guard" not in raid
    assert "takes nothing" in replies("harem-two-raids-once", plan="break")["Adding the two probabilities"]
    assert "closes the tower" not in replies("towers-last-turns", choice="flee")["The other player doesn’t move again"]
    assert (
        "all players have the same number of turns"
        in replies("towers-going-first", seats=4)["Going first is an advantage"]
    )


@pytest.mark.parametrize(
    ("id", "setting", "mistake", "true"),
    [
        ("classic-one-six", {}, "Adding 1/6 for each roll", "counts outcomes with several sixes more than once"),
        (
            "classic-wait",
            {"faces": 10, "hits": 2},
            "Half of the faces divided by the hits",
            "the number of faces by the number of hits and halved",
        ),
        ("hadara-two-wanted", {"both": True}, "The same as for one card", "It is less likely that both are drawn."),
        ("hadara-two-wanted", {"both": False}, "The same as for one card", "It is more likely"),
        ("emira-caravan-risk", {"horizon": 10}, "At most one interruption", "each stops trade for a round"),
        ("wishes-priority", {}, "First place is certain", "one card with more hearts can beat yours"),
        ("wishes-full-day", {"wares": 5}, "The wares go back", "You put each ware back"),
        (
            "elsewhere-album",
            {"stickers": 12, "missing": 7},
            "As many packets as missing stickers",
            "a packet can have a sticker",
        ),
    ],
)
def test_a_reply_is_true_of_its_number(id: str, setting: dict[str, Any], mistake: str, true: str) -> None:
    """Check settings at which a reply was once false: two cards of 1 heart do not beat 3, and the like."""
    assert true in replies(id, **setting)[mistake]


def test_several_gems_are_enough_only_together_where_one_can_be_worth_too_little() -> None:
    """Check the tables.

    A gem with a value is worth 2 or more in table A and 4 or more in table B. None is worth 9 or more in table A.
    """
    for deficit in (1, 2, 3, 8):
        said = replies("harem-second-chance", deficit=deficit, aid="gem")["Both rolls must succeed"]
        assert ("only together" in said) is (deficit > 2)
    question = next(q for q in QUESTIONS if q.id == "harem-afford")
    for setting in question.offered_settings():
        said = {name: reply for name, _, reply in question.wrong_answers(**setting)}
        never = setting["table"] == "A" and setting["deficit"] > 8
        assert ("count cases twice" in said.get("Add the probabilities", "")) is (
            "Add the probabilities" in said and not never
        )
        assert "others more" not in said.get("The average decides", ""), "no gem of table A is worth more than 8"


def test_a_number_that_is_usual_is_the_usual_one() -> None:
    """Check that two cards of tea have 5 hearts or more in 18 of 28 cases."""
    assert "often more cards" in replies("wishes-cards-needed", hearts=5)["Only the best cards"]


def test_a_plan_that_is_fixed_is_not_said_to_leave_a_choice() -> None:
    name = "I dig immediately, and the other player picks a pile at random"
    assert "you can wait" in replies("hadara-buried", plan="best")[name]
    assert "you can wait" not in replies("hadara-buried", first=False, plan="dig")[name]


@pytest.mark.parametrize("id", ["harem-two-raids-gold", "harem-two-raids-once"])
def test_one_guard_is_not_called_guards(id: str) -> None:
    """Check the number of Guards. Guards in general may be several, as in “without guards you win them”."""
    question = next(q for q in QUESTIONS if q.id == id)
    for plan in ("steal", "break"):
        for guards, other in ((1, "the guards"), (2, "the guard")):
            said = [*said_at(question, {"guards": guards, "plan": plan})]
            said.append(question.chart_arguments(guards=guards, plan=plan)["title"])
            assert [text for text in said if re.search(rf"\b{other}\b", text)] == []


def test_one_symbol_is_not_called_symbols() -> None:
    question = next(q for q in QUESTIONS if q.id == "towers-next-symbol")
    for setting in question.offered_settings():
        assert question.prompt_text(**setting).startswith("The only symbol") is (
            len(setting["covered_cells"].split()) == 1
        )


def test_titles_are_true_at_the_edges() -> None:
    by_id = {question.id: question for question in QUESTIONS}
    assert (
        by_id["emira-herd"].chart_arguments(camels=11)["title"] == "11 camels become 11 or 12, depending on the order"
    )
    assert by_id["emira-camel-auction"].chart_arguments(camels=1)["title"].startswith("1 camel gains ")
    for opponents, which in product((2, 3), ("left", "right")):
        question = by_id["towers-closing-cost"]
        setting = {"opponents": opponents, "which": which}
        assert f"gets {format_mean(question.exact(**setting))} cards" in question.chart_arguments(**setting)["title"]


@each_setting
def test_words_are_filled_in(question: Question, setting: dict[str, Any]) -> None:
    for text in said_at(question, setting):
        assert "{" not in text
        assert "Fraction(" not in text
        assert text.lstrip("“")[0].isupper() or text.lstrip("“")[0].isdigit()
        assert text.rstrip("”")[-1] in ".?"
    assert question.prompt_text(**setting).endswith("?")


@each_setting
def test_a_chance_is_called_one(question: Question, setting: dict[str, Any]) -> None:
    """Check for texts such as "with a chance of 5/12", never "with 5/12"."""
    said = [*said_at(question, setting), question.chart_arguments(**setting)["title"]]
    assert [text for text in said if re.search(r"\b(with|in) (≈ )?(\d+/\d+|\d+\.\d+\s?%)", text)] == []


@each
def test_no_word_stands_unexplained(question: Question) -> None:
    shown = " ".join(
        [
            question.prompt_text(),
            *(question.hint_text(i) for i in range(len(question.hints))),
            *(reply for *_, reply in question.wrong_answers()),
            *(p.label for p in question.parameters.values()),
            question.chart_arguments()["title"],
        ]
    )
    assert not re.search(r"\bpatrons?\b|\bengage", shown), "who plays is a player, and a companion is paid for"


@each_setting
def test_fractions_are_short_enough_to_be_read(question: Question, setting: dict[str, Any]) -> None:
    figure = getattr(charts, question.figure.chart)(**question.chart_arguments(**setting))
    said = said_at(question, setting)
    said += [figure.layout.title.text or "", *(note.text for note in figure.layout.annotations)]
    assert [text for text in said if re.search(r"\d{6,}/\d|\d/\d{6,}", text)] == []


@each
def test_hints_climb(question: Question) -> None:
    assert 3 <= len(question.hints) <= 4
    fields = [name for hint in question.hints for _, name, _, _ in Formatter().parse(hint) if name]
    assert fields, "one hint gives a number of this very question"


@each
def test_each_mistake_leads_back_to_a_misconception(question: Question) -> None:
    assert [mistake.id for mistake in question.misconceptions if mistake.id not in misconception_list()] == []


@each
def test_parameters_offer_a_choice(question: Question) -> None:
    for name, parameter in question.parameters.items():
        assert parameter.default in parameter.choices
        assert len(set(parameter.choices)) == len(parameter.choices) >= 2
        if parameter.choice_labels:
            assert set(parameter.choices) <= set(parameter.choice_labels), "words for each choice, or for none"
        with pytest.raises(ValueError, match=f"{name} cannot be 'nonsense'"):
            question.exact(**{name: "nonsense"})
    with pytest.raises(ValueError, match="no parameter 'nonsense'"):
        question.exact(nonsense=1)


@each
def test_no_word_of_the_rulebook_is_shown(question: Question) -> None:
    if not question.game:
        return
    texts = [question.title, question.concept, *(m.name for m in question.misconceptions), question.prompt_text()]
    texts += [question.hint_text(i) for i in range(len(question.hints))] + [
        reply for _, _, reply in question.wrong_answers()
    ]
    texts += [word for p in question.parameters.values() for word in (p.label, *map(str, p.choice_labels.values()))]
    texts.append(question.chart_arguments()["title"])
    game, shown = gamelib.game(question.game), " ".join(texts).lower()
    for term, word in gamelib.game(question.game, vocabulary="rulebook").texts.terms.items():
        if word.lower() not in game.texts.terms.values():
            assert not re.search(rf"\b{re.escape(word.lower())}\b", shown), (term, word)


FIGURE_OF_GAME = re.compile(r"(?<![\w/.{])\d[\d,]*(?:/\d+)?(?![\w/])")
TYPED_FIGURES = {"0", "1", "2", "3", "1/2", "6", "10", "11", "12", "1/6", "36", "1296", "100"}
"""Small numbers, those of two dice, and per cent."""
NAMES_OF_CARDS = {"emira-herd": {"3/2", "2/3"}, "hadara-statue-tile": {"4", "5"}}
"""Shares in the effect of a card, the incomes after each of six phases."""


@each
def test_no_figure_of_the_game_is_typed(question: Question) -> None:
    """It would stay as it is with other card tables. What is in braces is asked."""
    if not question.game:
        return
    texts = [question.prompt, *question.hints, *(mistake.reply for mistake in question.misconceptions)]
    known = TYPED_FIGURES | NAMES_OF_CARDS.get(question.id, set())
    found = {number.rstrip(",") for text in texts for number in FIGURE_OF_GAME.findall(re.sub(r"\{[^}]*\}", "x", text))}
    assert found <= known


@pytest.mark.parametrize(
    ("game", "row", "other", "id", "asked"),
    [
        ("emira", "camel = [50,", "camel = [60,", "emira-camel-auction", "2 camels take 120 gold off"),
        ("emira", "upkeep = 50", "upkeep = 60", "emira-ruin", "you have to pay 300 gold"),
        ("emira", "income = 250", "income = 280", "emira-ruin", "and 280 more from a caravan"),
    ],
)
def test_a_figure_is_asked_from_the_card_tables(
    game: str, row: str, other: str, id: str, asked: str, tmp_path: Path
) -> None:
    tables = (gamelib.game(game).folder / "cards.toml").read_text(encoding="utf-8")
    assert row in tables
    (tmp_path / "cards.toml").write_text(tables.replace(row, other, 1), encoding="utf-8")
    question = next(q for q in gamelib.questions(gamelib.game(game, cards=tmp_path)) if q.id == id)
    assert asked in question.prompt_text()
    assert question.exact() == question.check()


# -- figure --------------------------------------------------------------------------------------


@each_setting
def test_the_figure_is_drawn(question: Question, setting: dict[str, Any]) -> None:
    figure = getattr(charts, question.figure.chart)(**question.chart_arguments(**setting))
    assert figure.layout.meta["text"]
    assert figure.layout.meta["table"]["rows"]


# -- entries -------------------------------------------------------------------------------------

ENTRY = """
[[question]]
id = "classic-red-card"
template = "draw_count"
numbers = { population = "cards", successes = "red", draws = 2, at_least = 1 }
labels = ["red", "black"]
title = "A red card"
concept = "at least one"
terms = ["complement"]
level = "easy"
prompt = "{red} of {cards} cards are red. You draw {draws:one card|# cards}. How likely is at least one red one?"
hints = ["Ask for the opposite.", "{failures} cards are black.", "Take it from {whole}."]
mistakes = [
    { misconception = "linearity", name = "Adding", reply = "That counts {twice} twice." },
    { misconception = "single-trial", name = "One draw", instead = { draws = 1 }, reply = "You draw twice." },
]
[question.parameters]
cards = { label = "cards", default = 8, choices = [8, 12] }
red = { label = "red cards", default = 3, range = [2, 4] }
[question.values]
whole = "p + q"
[question.phrases]
twice = { by = "red > 2", true = "many pairs", false = "one pair" }
[question.figure]
chart = "curves"
title = "{answer:probability}"
xlabel = "red cards"
over = "red"
range = [0, 8]
series = { "two draws" = "answer", "one draw" = "red / cards" }
marked = ["red", "{red} red"]
"""


def loaded(tmp_path: Path, text: str) -> Question:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    (question,) = load_questions(path)
    return question


def use_all(question: Question) -> None:
    """Call all methods of a question."""
    said_at(question, question.resolve_parameters({}))
    question.check(), question.model_expression(), question.chart_arguments()


def test_a_question_of_a_template_is_one_entry(tmp_path: Path) -> None:
    question = loaded(tmp_path, ENTRY)
    assert question.exact(red=2) == question.check(red=2) == 1 - Fraction(6, 8) * Fraction(5, 7)
    assert question.prompt_text() == "3 of 8 cards are red. You draw 2 cards. How likely is at least one red one?"
    assert [(answer, reply) for _, answer, reply in question.wrong_answers(red=2)] == [
        (Fraction(1, 2), "That counts one pair twice."),
        (Fraction(1, 4), "You draw twice."),
    ]
    assert question.hint_text(2) == "Take it from 1."
    assert question.model_expression() == "2 deck{red*3,black*5} : count red >= 1"
    lines = question.chart_arguments()["series"]
    assert lines["two draws"][3] == (3, question.exact())
    assert lines["one draw"][3] == (3, Fraction(3, 8))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"draw_count"', '"draw_cont"', r"template: 'draw_cont' is unknown; the templates are draw_count, waiting"),
        ('template = "draw_count"\n', "", "template: is missing, and OWN_CODE has no answer for this question"),
        ("successes =", "succeses =", r"numbers\.succeses: the template draw_count has no such number"),
        ('successes = "red", ', "", "numbers: .*'successes'"),
        ('successes = "red"', 'successes = "reds"', r"numbers\.successes: .*\"reds\" has no 'reds' to use"),
        ('successes = "red"', 'successes = "red +"', r"numbers\.successes: \"red \+\" is not an expression"),
        ('title = "A red card"\n', "", "title: is missing"),
        ("concept =", "concepts =", "concept: is missing"),
        ("level =", "stars = 3\nlevel =", "stars: is not a key of a question"),
        ('"linearity"', '"linearty"', r"mistake 1, misconception: 'linearty' is not in misconceptions\.toml"),
        (
            '"linearity"',
            '"inverse"',
            "mistake 1, misconception: there is no wrong answer for 'inverse'; give a formula",
        ),
        (', reply = "You draw twice."', "", "mistake 2, reply: is missing"),
        ('name = "One draw"', 'called = "One draw"', "mistake 2, name: is missing"),
        ("instead = { draws = 1 }", 'function = "one"', "mistake 2, function: OWN_CODE has no mistake 'one'"),
        ("{whole}", "{hole}", r"the placeholder \{hole\} has no value in “Take it from"),
        ("{answer:probability}", "{answer:sure}", "a placeholder has a wrong form in “{answer:sure}”"),
        ('whole = "p + q"', 'whole = "p + r"', r"values\.whole: .* has no 'r' to use"),
        ('whole = "p + q"', 'whole = "p / 0"', r"values\.whole: .* has no value"),
        ("default = 3", "default = 9", r"parameters\.red\.default: 9 is not a choice"),
        (", range = [2, 4]", "", r"parameters\.red: needs choices or range"),
        ("range = [2, 4]", "span = 3", r"parameters\.red\.span: is not a key of a parameter"),
        ("marked =", "mark =", r"figure\.mark: is not a key of a figure"),
        ('over = "red"\n', "", r"figure\.series: needs `over`, and `range` or `at`"),
        ("numbers = {", "products = '1' #", "numbers: is missing"),
        ('chart = "curves"\n', "", r"figure\.chart: is missing"),
        ("[question.values]", "[question.values", "mine.toml: "),
    ],
)
def test_a_wrong_entry_says_where_it_is(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in ENTRY
    text = ENTRY.replace(old, new)
    where = "" if said == "mine.toml: " else r"mine\.toml: question 'classic-red-card'.*"
    with pytest.raises(ValueError, match=where + said):
        use_all(loaded(tmp_path, text))


def test_own_code_is_of_a_question_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(ENTRY, encoding="utf-8")
    with pytest.raises(ValueError, match=r"mine\.toml has no question 'other', which OWN_CODE has\."):
        load_questions(tmp_path / "mine.toml", own_code={"other": OwnCode()})


def test_a_phrase_has_a_text_for_each_choice(tmp_path: Path) -> None:
    question = loaded(tmp_path, ENTRY.replace(', false = "one pair"', ""))
    with pytest.raises(ValueError, match=r"question 'classic-red-card', phrases.twice: there is no text for 'false'"):
        question.wrong_answers(red=2)


# -- the checks themselves -----------------------------------------------------------------------


def test_a_wrong_answer_is_caught() -> None:
    for kind in ("chance", "mean"):
        question = next(q for q in QUESTIONS if q.kind == kind and q.game == "harem")
        wrong = question.exact() * Fraction(4, 5)
        broken = replace(question, exact_function=lambda wrong=wrong, **_: wrong)
        with pytest.raises(AssertionError):
            test_two_methods_agree_at_every_setting(broken)
        with pytest.raises(AssertionError):
            test_simulation_comes_within_five_sigma(broken, {})


def test_a_misconception_that_is_right_here_is_not_called_wrong() -> None:
    question = next(q for q in QUESTIONS if q.id == "harem-second-chance")
    names = [name for name, _, _ in question.wrong_answers(aid="none")]
    assert "The second chance changes nothing" not in names
    assert "The second chance changes nothing" in [name for name, _, _ in question.wrong_answers()]


def test_numbers_in_words() -> None:
    assert format_chance(Fraction(7, 12)) == "7/12 (58.3%)"
    assert [format_chance(Fraction(n)) for n in (0, 1)] == ["0", "1"]
    long = [format_chance(Fraction(n, 1679616)) for n in (1159775, 1, 1679615)]
    assert [told.replace("\N{NO-BREAK SPACE}", " ") for told in long] == ["≈ 69.1%", "≈ 0.00006%", "≈ 99.99994%"]
    assert format_chance(Fraction(1, 46656)) == "1/46656 (0.002%)"
    assert format_chance(Fraction(1, 10**30)).startswith("<\N{NO-BREAK SPACE}0.0"), "one sign is enough"
    assert [format_mean(Fraction(122145, 98)), format_mean(Fraction(-8436642, 15625))] == ["≈ 1246.38", "≈ −539.95"]
    almost = [format_answer(Fraction(n, 160000), is_probability=True) for n in (1, 159999)]
    assert almost == ["≈ 0.0006%", "≈ 99.9994%"], "0 and 100 are for certain"
    assert format_mean(Fraction(143, 36)) == "143/36 (3.97)"
    assert format_mean(Fraction(3)) == "3"
    assert [count_with_noun(n, "gem") for n in (0, 1, 2)] == ["0 gems", "1 gem", "2 gems"]
    assert [format_modifier(n) for n in (2, 0, -1)] == ["+2", "0", "−1"]


def test_estimates() -> None:
    question = next(q for q in QUESTIONS if q.kind == "mean")
    mean, error = question.estimate({0: 50, 2: 50})
    assert mean == 1
    assert error == pytest.approx((100 / 99 / 100) ** 0.5)
    question = next(q for q in QUESTIONS if q.kind == "chance")
    assert question.estimate({True: 25, False: 75}) == (0.25, pytest.approx((0.25 * 0.75 / 100) ** 0.5))
