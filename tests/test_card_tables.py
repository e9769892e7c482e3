"""Corrected card tables as an argument: odds and questions use them, and nothing of them remains afterwards."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from random import Random

import pytest

import gamelib
from gamelib import CardTableError
from gamelib.games.harem import odds as harem_odds
from gamelib.games.odds import cached_method
from gamelib.games.wishes.odds import EXAMPLE_WARES
from tests.conformance import PACKAGES
from tests.conformance import choose as random_choice
from tests.conftest import ROOT
from widgets.page.card_overrides import CARD_OVERRIDES_ENV, parse_card_folders_by_game
from widgets.table import Table

COURT = gamelib.game("harem")


def corrected(tmp_path, *changes, name="harem"):
    """Return the game with a changed copy of its tables."""
    text = (gamelib.game(name).folder / "cards.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    return gamelib.game(name, cards=tmp_path)


def richer(tmp_path, mean='"10/3"'):
    """Return Court with a gem table whose mean is 10/3, twelve more in 36 than before."""
    seven = COURT.gem_tables["A"][7]
    return corrected(tmp_path, (f"7 = {seven}", f"7 = {seven + 2}"), ("mean = 3\n", f"mean = {mean}\n"))


def test_a_table_that_was_edited_is_read_anew(tmp_path):
    """Check a notebook in which the same cell is run again after the correction of a row."""
    first = corrected(tmp_path)
    assert gamelib.game("harem", cards=tmp_path) is first
    second = richer(tmp_path)
    assert (first.card_set_digest, second.card_set_digest) == (
        COURT.card_set_digest,
        gamelib.game("harem", cards=tmp_path).card_set_digest,
    )
    assert (first.odds.gem_value().mean, second.odds.gem_value().mean) == (3, Fraction(10, 3))
    assert (
        second.with_vocabulary("rulebook").card_set_digest
        == gamelib.game("harem", tmp_path, "rulebook").card_set_digest
        != first.card_set_digest
    )


@pytest.mark.parametrize(
    ("name", "left_out"),
    [
        ("emira", "colour green: source leaves out base_income"),
        ("hadara", "card Y1-06: source leaves out points"),
        ("harem", "master GOLD-1: source leaves out type and value"),
        ("towers", "size poker: source leaves out across, up"),
        ("wishes", "table 1: source leaves out plates"),
    ],
)
def test_each_figure_says_where_it_comes_from(tmp_path, name, left_out):
    """Check that each row or each of its figures has a source, and that no source is without a figure."""
    text = (gamelib.game(name).folder / "cards.toml").read_text(encoding="utf-8")
    found = re.search(r'source = {(.*), (\w+) = "\w+" }', text)
    for more, said in (
        ("", f"{left_out}.*; others in it speaks of all"),
        (', spots = "house"', "source speaks of 'spots'"),
        (f', {found[2]} = "heard"', f"source should say printed or public or house of {found[2]}"),
    ):
        with pytest.raises(CardTableError, match=f"cards.toml, .*{said}"):
            corrected(tmp_path, (found[0], f"source = {{{found[1]}{more} }}"), name=name)
    whole = corrected(tmp_path, (found[0], f'source = {{{found[1]}, others = "house" }}'), name=name)
    assert whole.card_set_digest == gamelib.game(name).card_set_digest


def test_towers_needs_six_suits(tmp_path):
    """The rules of placing are written out for six towers, so another number is refused and does not fail in a game."""
    text = (gamelib.game("towers").folder / "cards.toml").read_text(encoding="utf-8")
    rows = re.split(r"(?m)^(?=\[\[)", text)
    fewer = "".join(row for row in rows if not re.search(r'(suit|name) = "Crowns"', row))
    fewer = fewer.replace("foundations = 6", "foundations = 5").replace("playing = 48", "playing = 40")
    (tmp_path / "cards.toml").write_text(fewer, encoding="utf-8")
    with pytest.raises(CardTableError, match="there are 5 suits instead of 6, one for each tower"):
        gamelib.game("towers", cards=tmp_path)


def test_a_mean_that_is_a_fraction_loads(tmp_path):
    game = richer(tmp_path)
    assert game.odds.gem_value().mean == Fraction(10, 3)
    for mean in ("3", "3.3333", '"3"', "[10, 3]", "true"):
        with pytest.raises(CardTableError, match=r'gem table A: the mean is 10/3, not .*; write mean = "10/3"'):
            type(game)(cards=richer_folder(tmp_path, mean))


def richer_folder(tmp_path, mean):
    text = (tmp_path / "cards.toml").read_text(encoding="utf-8")
    folder = tmp_path / "other"
    folder.mkdir(exist_ok=True)
    (folder / "cards.toml").write_text(text.replace('mean = "10/3"', f"mean = {mean}"), encoding="utf-8")
    return folder


def test_the_texts_of_rules_follow_the_tables(tmp_path):
    game = corrected(tmp_path, ("section = 500", "section = 510"), name="emira")
    assert "pay 510 gold for a section" in game.rules["EMI-7.9"].text
    assert "pay 500 gold for a section" in gamelib.game("emira").rules["EMI-7.9"].text
    for name in PACKAGES:
        assert not any("{" in text for rule in gamelib.game(name).rules.values() for text in (rule.title, rule.text))


@pytest.mark.parametrize(
    ("name", "change", "card", "before", "after"),
    [
        ("emira", ("price = 700", "price = 650"), "ST-700", "Status 2 (700 gold)", "Status 2 (650 gold)"),
        (
            "emira",
            ("fixed = { intelligence = 2, household = 1 }", "fixed = { cooking = 2, household = 1 }"),
            "5-4",
            "intelligence twice, household",
            "household, cooking twice",
        ),
        (
            "emira",
            ('"intelligence", "romance"]', '"intelligence", "cooking"]'),
            "5-6",
            "intelligence, poetry, and one of the two again",
            "intelligence, cooking, and one of the two again",
        ),
        ("harem", ("count = 8\nvalue = 2", "count = 8\nvalue = 5"), "GOLD-2", "Gold 2", "Gold 5"),
        ("harem", ("count = 2\nD = 1\n", "count = 2\nD = 3\nS = 1\n"), "ENH-D1", "Dance +1", "Dance +3 and Song +1"),
        ("harem", ("modifier = 3", "modifier = -3"), "WRATH-A", "Raid +3", "Raid −3"),
    ],
)
def test_names_of_cards_follow_the_tables(tmp_path, name, change, card, before, after):
    assert gamelib.game(name).texts.card_name(card) == before
    assert corrected(tmp_path, change, name=name).texts.card_name(card) == after


def test_odds_and_questions_follow_the_tables(tmp_path):
    game = richer(tmp_path)
    own = harem_odds
    before = own.gem_value().mean, own.p_afford(6, 2)
    assert (game.odds.gem_value().mean, COURT.odds.gem_value().mean) == (Fraction(10, 3), before[0])
    assert game.odds.p_afford(6, 2) > before[1]
    assert (own.gem_value().mean, own.p_afford(6, 2)) == before
    assert gamelib.game("harem") is COURT
    changed = 0
    for here, there in zip(gamelib.questions(game), gamelib.questions(COURT), strict=True):
        assert here.id == there.id
        assert here.exact() == here.check()
        assert here.prompt_text()
        assert here.wrong_answers() is not None
        changed += here.exact() != there.exact()
    assert changed >= 3
    assert (own.gem_value().mean, own.p_afford(6, 2)) == before


def one_card_more():
    """Return Hadara with one more card of each colour in each epoch. The purple ones have a star."""
    text = (gamelib.game("hadara").folder / "cards.toml").read_text(encoding="utf-8")
    rows, changes = "", []
    for epoch, cost in ((1, 4), (2, 6), (3, 8)):
        for colour in ("yellow", "red", "blue", "green", "purple"):
            more = ', effect = "colour_growth:food", star = true' if colour == "purple" else ""
            rows += f'{{ id = "{colour[0].upper()}{epoch}-15", cost = {cost}, points = 0{more}, source = "house" }},\n'
            (total,) = re.findall(rf'{{ epoch = {epoch}, colour = "{colour}".*', text)
            changes.append((total, re.sub(r"cost = (\d+)", lambda found: f"cost = {int(found[1]) + cost}", total)))  # noqa: B023
    totals = "card = {}\ncoloured = {}\npurple = {}\nstarred = {}"
    return (
        ("card = [\n", f"card = [\n{rows}"),
        *changes,
        (totals.format(162, 10, 14, 4), totals.format(177, 11, 15, 5)),
    )


OTHER_FIGURES = {
    "hadara": (*one_card_more(), ("seats = 5, first = [1, 2, 3]", "seats = 5, first = [2, 1, 3]")),
    "emira": (
        ("princess = 28\nevent = 54", "princess = 27\nevent = 55"),
        ("appearance = 9, status = 9, palace = 6, gold = 3", "appearance = 8, status = 9, palace = 6, gold = 3"),
        ("intelligence = 10, household = 8, cooking = 7", "intelligence = 10, household = 8, cooking = 6"),
        (
            '[[princess]]\nid = "Asima"\npreferences = ["appearance", "status"]\ntalents = ["cooking"]\n'
            'source = "printed"\n',
            "",
        ),
        ('id = "interrupt_spice_trade"\ncopies = 3', 'id = "interrupt_spice_trade"\ncopies = 4'),
        ("counters = 9", "counters = 11"),
        ("compensation = 150", "compensation = 170"),
    ),
    "harem": (("D = 1\nS = 2\nC = 2\nbase = 5", "D = 1\nS = 1\nC = 2\nbase = 4"),),
    "wishes": (
        ("guards = 2", "guards = 3"),
        ("[guard]\ncount = 2", "[guard]\ncount = 3"),
        (
            "seats = 3\nsimple_placed = 9\nrevealed = 3\nplates = 5",
            "seats = 3\nsimple_placed = 9\nrevealed = 3\nplates = 4",
        ),
        ('id = "T45"\nkind = "Music"\nhearts = 3', 'id = "T45"\nkind = "Music"\nhearts = 1'),
        ('id = "T41"\nkind = "Music"\nhearts = 1', 'id = "T41"\nkind = "Music"\nhearts = 3'),
        ("adding_plates = 8", "adding_plates = 7"),
        ("adds = true", "adds = false"),
    ),
}
"""Tables with other figures: the text in the file, and its replacement."""
FOLLOWING = {
    "emira-wait-talent": ("of the 27 artist cards", "26 cards are left"),
    "emira-first-host": ("26 of the 27 cards are artists",),
    "emira-objective": ("of the 26 artists, chosen at random", "Sort the 26 artists"),
    "emira-interrupt": ("4 of the 52 event cards", "only 51 cards are left, and 4 of them are Interrupts", "48/52"),
    "emira-caravan-risk": ("51 unknown event cards, of which 4 are Interrupts",),
    "emira-look": ("the other 48 are in the pile", "only 47 are left"),
    "emira-counters": ("There are 10 counters of each kind",),
    "hadara-in-play": ("There are 11 red cards", "and 5 stay in the box", "6 of the 11 cards"),
    "hadara-two-wanted": ("two of the 11 red cards", "is only 1/2", "one of 10"),
    "hadara-own-two": ("two of 11 red cards", "from only 7 cards"),
    "hadara-green": ("two of the 11 green cards", "6/11 is", "10 cards are left", "For the second draw, it is 4 of 10"),
    "hadara-starred": ("5 of the 15 purple cards", "9 of 14, then 8 of 13", "is 10/15", "the 5 starred cards"),
    "hadara-payback": ("11 yellow cards",),
    "hadara-first-player": ("The player with the second lowest card is the first player in epoch I",),
    "harem-companion-cheapest": ("only 2 performers cost 4",),
    "wishes-guards": ("48 task cards and 3 Guards", "any of the 3 Guards counts", "All 3 Guards must be"),
    "wishes-blocked": ("A round has 4 of the plates", "only 2 more plates are turned face up, not 4"),
    "wishes-priority": ("your music card with 1 heart.", "beat your 1?"),
    "wishes-solo-hearts": ("music cards with 4+3 hearts", "add 7 of the other cards", "one of the 7 cards"),
    "wishes-plates-added": ("A round has 4 plates", "The expected value is 14/5 (2.80)"),
    "emira-bid-down": ("can take 170 gold instead", "you have 660"),
}
"""Texts of questions with these tables."""


RAISED: dict[str, tuple[list[tuple[str, str, int]], list[tuple[str, str]]]] = {
    "emira": (
        [
            ("prices", "zainab_discount", 20),
            ("prices", "xenia_markers|compensation_princesses|room", 1),
            ("prices|tracks", "(?!palace).*", 10),
            ("supply", ".*_for_three", 1),
            ("supply", ".*", 3),
            ("caravan", "cost|adara_cost|income", 10),
            ("caravan", "spaces", 1),
            ("colour", "base_income", 10),
            ("colour", "start", 1),
            ("status", "price", 10),
            ("status", "copies", 1),
        ],
        [("status = 20", "status = 32")],
    ),
    "hadara": (
        [("worth|effects", ".*", 1)],
        [
            (
                "sale = 2, cheapest = 1, dearest = 4, silver = 4, gold = 6",
                "sale = 5, cheapest = 1, dearest = 4, silver = 5, gold = 7",
            ),
            (
                "sale = 3, cheapest = 4, dearest = 7, silver = 9, gold = 12",
                "sale = 6, cheapest = 4, dearest = 7, silver = 8, gold = 11",
            ),
            (
                "sale = 4, cheapest = 7, dearest = 9, silver = 20, gold = 30",
                "sale = 7, cheapest = 7, dearest = 9, silver = 21, gold = 31",
            ),
            ("cheap_silver = 4, cheap_gold = 6", "cheap_silver = 3, cheap_gold = 5"),
            ("cheap_silver = 15, cheap_gold = 22", "cheap_silver = 16, cheap_gold = 23"),
        ],
    ),
    "harem": (
        [("master", "value|modifier", 4), ("master", "modes", 1)],
        [
            ('id = "GUARD"\ntype = "guard"\ncount = 8', 'id = "GUARD"\ntype = "guard"\ncount = 13'),
            ("= 81", "= 86"),
            ("8 = 4, 9 = 5", "8 = 0, 9 = 10"),
            ("11 = 12, 12 = 13", "11 = 11, 12 = 15"),
        ],
    ),
    "wishes": (
        [
            ("constants", "gems", 4),
            ("constants", "(?!hand).*", 1),
            ("place", ".*", 1),
            ("table", "simple_placed", 1),
            ("table", "plates", -1),
            ("guard", "count", 1),
        ],
        [("guards = 2", "guards = 3"), *((f"least = {least}", f"least = {least + 5}") for least in (91, 71, 51))],
    ),
}
"""What is changed at once: (tables, names of figures, by how much), and what else that asks for."""
STAYS = {
    "emira": (
        "EMI-1.6 3 3 2; EMI-1.8 3; EMI-1.9 28; EMI-4.3 3 4; EMI-8.1 2 3; EMI-12.5 60; EMI-13.5 2 3; "
        "EMI-14.6 3; EMI-14.9 3; EMI-14.12 3; EMI-15.2 3; EMI-15.3 2; EMI-15.7 3; EMI-16.5 2 3; EMI-A02b 3 3 3; "
        "EMI-A29 200; options.max_rounds.60 60"
    ),
    "hadara": (
        "HAD-1.5 5; HAD-1.6 10; HAD-2.2 5; HAD-2.5 10 10; HAD-4.2 3 4 5; HAD-4.4 5; HAD-5.1 2; HAD-5.2 2; "
        "HAD-5.3 2; HAD-8.1 6; HAD-9.4 5; HAD-10.5 4; HAD-11.4 5; HAD-14.1 2; "
        "HAD-18.1 2 3 4 5 4 6 8 10 2 3 4 5; HAD-18.2 14; HAD-18.3 5; HAD-A2 4 10; HAD-A5 2 3 4 5; "
        "HAD-A22 48 10; HAD-A24 8"
    ),
    "harem": (
        "HAR-1.1 2; HAR-1.2 20; HAR-1.4 77 38 39; HAR-1.6 7 7; HAR-1.7 7; HAR-1.8 9 9 4 9; HAR-2.2 3 7; "
        "HAR-2.6 7 5 2; HAR-2.7 7 10; HAR-3.1 2 2; HAR-3.3 2; HAR-4.10 3 4; HAR-4.12 2 3; HAR-5.2 2 3 2 7; "
        "HAR-5.4 6 3 3 3 3; HAR-6.2 4 3 2 4; HAR-6.3 4 2 2 3 4 3; HAR-6.4 4; HAR-6.5 4 15; HAR-7.2 2; "
        "HAR-8.7 2 3; HAR-9.2 3 3; HAR-10.4 3 3 3 7; HAR-10.5 7 6 8; HAR-10.10 2; HAR-11.1 4 3 2; "
        "HAR-11.3 4 3 8 15; HAR-11.5 13 6; HAR-11.6 35 6 41; HAR-A6 7; HAR-A7 7 3 3 4 3 5; HAR-A13 2; "
        "HAR-A15 15; HAR-A18 4 4; HAR-A28 7 3 20; effects.JEW-4 2; effects.KIS-BARGAIN 2; "
        "options.kadine_target.none 4 3 2; options.points_above_four 4; option_effects.points_above_four 4"
    ),
    "wishes": (
        "WIS-1.7 10; WIS-1.9 48 3; WIS-1.11 2; WIS-2.8 3; WIS-3.8 2 3; WIS-5.5 2; WIS-7.7 3; WIS-9.5 2; "
        "WIS-13.3 5; WIS-14.3 2 2; WIS-A08 6; WIS-A14 5; WIS-A24 2 2; "
        "WIS-A25 2 3; WIS-A28 60; options.tie_break.count_cost_ge_5 5"
    ),
}
"""Numbers from 2 up that do not move: the rules have them, they are of an example, or of rows left as they are."""


def raised(tmp_path, name):
    """Return the game with most of its figures changed at the same time."""
    lines, table = [], ""
    steps, more = RAISED[name]
    for line in (gamelib.game(name).folder / "cards.toml").read_text(encoding="utf-8").splitlines():
        table = line.strip("[]") if line.startswith("[") else table
        figure, equals, rest = line.partition(" = ")
        for tables, figures, by in steps:
            if re.fullmatch(tables, table) and re.fullmatch(figures, figure):
                rest = re.sub(r"(?<![\w.\"-])-?\d+", lambda found: str(int(found[0]) + by), rest)  # noqa: B023
                break
        lines.append(figure + equals + rest)
    text = "\n".join(lines)
    for old, new in more:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    return gamelib.game(name, cards=tmp_path)


def numbers(game):
    """Return the numbers from 2 up in each rule or text."""
    texts = {id: " ".join((rule.title, rule.question, rule.text)) for id, rule in game.rules.items()}
    for section in ("effects", "abilities", "options", "option_effects"):
        for name, text in game.texts.sections.get(section, {}).items():
            texts[f"{section}.{name}"] = game.texts.fill_template(text)
    return {id: [n for n in re.findall(r"(?<![\w−.])\d+", text) if int(n) > 1] for id, text in texts.items()}


@pytest.mark.parametrize("name", RAISED)
def test_no_text_has_a_figure_of_the_printed_cards(tmp_path, name):
    """Check that each number in the texts changes with the figures, except listed ones."""
    before, after = numbers(gamelib.game(name)), numbers(raised(tmp_path, name))
    same = {}
    for id in before:
        if len(before[id]) == len(after[id]):
            same[id] = " ".join(a for a, b in zip(before[id], after[id], strict=True) if a == b)
    assert "; ".join(f"{id} {kept}" for id, kept in same.items() if kept) == STAYS[name]


@pytest.mark.parametrize("name", OTHER_FIGURES)
def test_no_question_has_a_figure_of_the_printed_cards(tmp_path, name):
    """Check that both methods agree with other figures and that the texts contain the new ones."""
    game = corrected(tmp_path, *OTHER_FIGURES[name], name=name)
    for asks in gamelib.questions(game):
        settings = Random(asks.id).sample(every := asks.offered_settings(), min(3, len(every)))
        for setting in [{}, *settings]:
            assert asks.exact(**setting) == asks.check(**setting), (asks.id, setting)
            if line := asks.model_expression(**setting):
                answer = gamelib.model(line).exact()
                found = answer.p("yes") if asks.kind == "chance" else answer.mean
                assert found == asks.exact(**setting), (asks.id, setting)
            assert asks.chart_arguments(**setting)["title"]
        said = " ".join(
            [
                asks.prompt_text(),
                *map(asks.hint_text, range(len(asks.hints))),
                *(reply for *_, reply in asks.wrong_answers()),
            ]
        )
        assert [text for text in FOLLOWING.get(asks.id, ()) if text not in said] == [], said


def test_wares_that_are_equally_good_share_the_chance_of_a_purchase(tmp_path):
    """Check a wrong answer of the Bayes question, the probability that a rival buys a ware.

    Over the row it adds up to 1.
    """
    game = corrected(tmp_path, ('id = "Silk"\ncost = 5', 'id = "Silk"\ncost = 6'), name="wishes")
    asks = next(asks for asks in gamelib.questions(game) if asks.id == "wishes-buyer")
    mistake = next(one for one in asks.misconceptions if one.name == "Swapping the condition and the event")
    assert len(game.odds.best_wares("K6", EXAMPLE_WARES)) == 2
    assert asks.exact(card="K6") == asks.check(card="K6")
    for card in asks.parameters["card"].choices:
        stalls = asks.parameters["purchase"].choices
        assert sum(asks.bind_odds(mistake.wrong_answer)(purchase=stall, error=20, card=card) for stall in stalls) == 1


@pytest.mark.parametrize("name", PACKAGES)
def test_questions_of_a_game_with_its_own_tables_are_the_same(name):
    game = gamelib.game(name)
    bound = gamelib.questions(game)
    assert [question.id for question in bound] == [q.id for q in gamelib.questions() if q.game == name]
    for question in bound[::5]:
        (plain,) = [other for other in gamelib.questions() if other.id == question.id]
        assert question.exact() == plain.exact()
        assert question.simulate(3, Random(1)) == plain.simulate(3, Random(1))
        assert question.prompt_text() == plain.prompt_text()
    other = next(gamelib.game(other) for other in PACKAGES if other != name)
    for question in bound[:1]:
        with pytest.raises(ValueError, match="is about"):
            question.for_game(other)


def test_what_is_remembered_belongs_to_its_tables(tmp_path):
    asked = []

    class Watched(type(COURT.odds)):
        @cached_method(4)
        def companions(self, power):
            asked.append(power)
            return sum(card.power == power for card in self.game.companions.values())

    game = corrected(tmp_path, ('power = "WATCHFUL"\n', ""))
    own, other = Watched(COURT), Watched(game)
    here = own.companions("WATCHFUL"), own.companions("WATCHFUL")
    there = other.companions("WATCHFUL"), other.companions("WATCHFUL")
    assert here == (there[0] + 1, there[1] + 1)
    assert len(asked) == 2


def test_odds_say_what_there_is():
    assert {"gem_value", "p_raid_succeeds", "deck_half_sizes"} <= set(dir(COURT.odds))
    with pytest.raises(AttributeError):
        _ = COURT.odds.no_such_function


PAGES = """
from widgets.games.harem.dashboards import gems
from widgets.table import Table
shown = gems.create_dashboard()
print(shown.block_data("answer")["big"], shown.values["table"], Table("harem").game.cards_folder)
"""


def test_every_page_of_a_server_follows_corrected_tables(tmp_path):
    richer(tmp_path)
    said = {CARD_OVERRIDES_ENV: json.dumps(parse_card_folders_by_game([f"harem={tmp_path}"]))}
    run = subprocess.run([sys.executable, "-c", PAGES], env={**os.environ, **said}, capture_output=True, text=True)
    chance = gamelib.game("harem", cards=tmp_path).odds.p_afford(5, 2)
    assert run.stdout.startswith(f"{chance} "), run.stderr
    assert run.stdout.split()[-1] == str(tmp_path)
    for text, why in (("harem", "such as emira=my_cards"), ("chess=x", "no game"), ("harem=/nowhere", "No such file")):
        with pytest.raises(ValueError, match=why):
            parse_card_folders_by_game([text])


def test_a_table_follows_its_own_card_tables(tmp_path):
    def due(game):
        """Return the odds panel of the first gem roll of a game, as seen by the seat."""
        rng, record = Random(3), gamelib.Record(game, 3)
        while not (record.state.agenda_frames and record.state.agenda_frames[-1].step.name == "gem_roll"):
            record.apply_and_append(random_choice(record.state, rng))
        seat = record.state.node.seat
        table = Table("harem", cards=game.cards_folder, record=record, players=["human"] * 3)
        table.session.viewer = seat
        return table._scene()["odds"][0]

    assert due(richer(tmp_path)) != due(COURT)


def test_what_reads_a_table_remembers_it_for_that_table_only():
    """Check that each cached function that reads a card table has a parameter `odds` or `game`."""
    for room in ("gamelib/games", "gamelib/bank"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                marks = [ast.unparse(mark) for mark in getattr(node, "decorator_list", [])]
                if not any(re.match(r"(functools\.)?(lru_)?cache\b", mark) for mark in marks):
                    continue
                taken = {argument.arg for argument in node.args.args}
                names = [name for part in node.body for name in ast.walk(part) if isinstance(name, ast.Name)]
                taken |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
                read = {name.id for name in names}
                assert not {"odds", "game", "published"} & read - taken, (path, node.name)


def test_nothing_below_the_bank_knows_which_tables_are_asked_for():
    """Check that card tables are an argument. Only `published` names the built-in ones, as a default."""
    for room in ("gamelib/games", "gamelib/bank"):
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text("utf-8")
            for node in ast.walk(ast.parse(text)):
                if not isinstance(node, ast.FunctionDef | ast.Lambda):
                    continue
                body = node.body if isinstance(node.body, list) else [node.body]
                used = {name.id for part in body for name in ast.walk(part) if isinstance(name, ast.Name)}
                here = path, node.lineno, getattr(node, "name", "")
                assert "published" not in used or here[-1] in ("__dir__", "__getattr__"), here
