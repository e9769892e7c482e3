"""Typed text: numbers in every script, and characters of phones and word processors, in answers, codes and models."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from urllib.parse import unquote

import pytest

import gamelib
from gamelib.bank.entries import load_entries
from gamelib.rulebook import GameTexts, Rulebook
from gamelib.validation import normalize_pasted_link, normalize_unspaced_link
from tests.test_keyboard import DENO
from widgets.builder.typed_line import normalize_model_line
from widgets.classroom.class_list import parse_class_list
from widgets.classroom.pupil_names import validate_name
from widgets.classroom.session_state import parse_room_code
from widgets.games.harem.dashboards import gems
from widgets.lesson.result_codes import normalize_result_code
from widgets.lesson.typed_answers import check_answer, parse_answer
from widgets.page.paths import WIDGETS_DIR
from widgets.page.typed_text import replace_lookalike_signs
from widgets.table.widget import Table

ANSWERS = [
    ("0·722", "13/18"),
    ("0•722", "13/18"),
    ("0‧722", "13/18"),
    ("０・７２２", "13/18"),
    ("1/3˙1/3", "1/9"),
    ("·722", "13/18"),
    ("0,722", "13/18"),
    ("０．７２２", "13/18"),
    ("0.722.", "13/18"),
    ("0,722。", "13/18"),
    ("٠٫٧٢٢", "13/18"),
    ("०.७२२", "13/18"),
    ("72 %.", "13/18"),
    ("72%", "13/18"),
    ("72\u00a0%", "13/18"),
    ("72\u202f%", "13/18"),
    ("７２％", "13/18"),
    ("٧٢٪", "13/18"),
    ("72 per cent", "13/18"),
    ("\u200e13/18", "13/18"),
    ("13⁄18", "13/18"),
    ("13∕18.", "13/18"),
    ("⅜", "3/8"),
    ("3⁄8", "3/8"),
    ("37·5\u00a0%", "3/8"),
    ("33⅓ %", "1/3"),
    ("33⅓%", "1/3"),
    ("1 − 33⅓ %", "2/3"),
    ("1‐1/3", "2/3"),
    ("5/6·5/6", "25/36"),
    ("¹³⁄₁₈", "13/18"),
    ("¹³/₁₈.", "13/18"),
    ("0.7222…", "13/18"),
    ("0,722...", "13/18"),
    ("72.22... %", "13/18"),
    ("72 Prozent", "13/18"),
    ("72 percent.", "13/18"),
    ("72 pour cent", "13/18"),
    ("72,2 por ciento", "13/18"),
    ("72%%", "13/18"),
    ("%72", "13/18"),
    ("0,7\u0304", "7/9"),
    ("0.72\u0305", "13/18"),
    ("72.2\u0304 %", "13/18"),
    ("0.1\u030723\u0307", "41/333"),
    ("0,7(2)", "13/18"),
    ("7.22e-1", "13/18"),
    ("7,22 · 10⁻¹", "13/18"),
    ("7.22*10^(-1)", "13/18"),
    ("p=13/18", "13/18"),
    ("P(A) = 13/18", "13/18"),
    ("P(sum ≥ 7) ≈ 72 Prozent.", "13/18"),
    ("P(X=2): 0,722", "13/18"),
    ("the answer is 13/18.", "13/18"),
    ("13 ÷ 18", "13/18"),
    ("13\\18", "13/18"),
    ("ca. 0,72", "13/18"),
    ("~0.72", "13/18"),
    (" 0 . 72", "13/18"),
    ("0'722", "13/18"),
    ("13 out of 18", "13/18"),
    ("13 von 18", "13/18"),
    ("13/18?", "13/18"),
    ("13/18!", "13/18"),
    ("1/5!", "1/120"),
    ("72 in 100", "13/18"),
    ("722/1000", "13/18"),
    ("1 - 28%", "13/18"),
    ("5/6 x 13/15", "13/18"),
    ("26/36 = 13/18 ≈ 0.72", "13/18"),
    ("0.72 or 72%", "13/18"),
    ("13/18 (72 %)", "13/18"),
    ("72 % chance", "13/18"),
    ("one half", "1/2"),
    ("ein Halb", "1/2"),
    ("la moitié", "1/2"),
    ("fifty percent", "1/2"),
    ("two-thirds", "2/3"),
    ("dreiviertel", "3/4"),
    ("thirteen eighteenths", "13/18"),
    ("13 eighteenths", "13/18"),
    ("13/18ths", "13/18"),
    ("elf Sechsunddreißigstel", "11/36"),
    ("one out of six", "1/6"),
    ("zero point seven two", "13/18"),
    ("null Komma sieben zwei", "13/18"),
    ("722 ‰", "13/18"),
    ("722,2 Promille", "13/18"),
    ("722 per mille", "13/18"),
    (r"$\frac{13}{18}$", "13/18"),
    (r"\(1-\dfrac{5}{18}\)", "13/18"),
    (r"\frac12", "1/2"),
    (r"72{,}2\,\%", "13/18"),
    ("“0.722”", "13/18"),
    ("'72 %'", "13/18"),
    ("**13/18**", "13/18"),
    ("0.722\u2009222", "13/18"),
    ("13 out of the 18 outcomes", "13/18"),
    ("13 von 18 Möglichkeiten", "13/18"),
    ("13 chances in 18", "13/18"),
    ("1-in-6", "1/6"),
    ("There is a 72% chance", "13/18"),
    ("72 % of the time", "13/18"),
    ("13/18 😀", "13/18"),
    ("13/18 =", "13/18"),
    ("13,000/18,000", "13/18"),
    ("13.000/18.000", "13/18"),
    ("13/18,000", "13/18000"),
    ("1 in 10,000", "1/10000"),
    ("1/10 000", "1/10000"),
    ("1/10'000", "1/10000"),
    ("671/1.296", "671/1296"),
    ("1-(625/1,296)", "671/1296"),
    ("5!/(3!2!)/32", "5/16"),
    ("(5 über 2)/32", "5/16"),
    ("⅟6", "1/6"),
    ("72 %-ig", "13/18"),
    ("72-prozentig", "13/18"),
    ("72 percents", "13/18"),
    ("prob 13/18", "13/18"),
    ("13/18 → 72 %", "13/18"),
    ("13/18 (= 72 %)", "13/18"),
    ("0,72 bzw. 72 %", "13/18"),
    ("72 % / 100", "13/18"),
    ("7.2/10", "13/18"),
    ("0․722", "13/18"),
    ("0ꞏ722", "13/18"),
    ("0´722", "13/18"),
    ("72.2 ﹪", "13/18"),
    ("72,2 vH", "13/18"),
    ("72.2 p.c.", "13/18"),
    ("env. 72 %", "13/18"),
    ("alrededor de 72 %", "13/18"),
    ("Réponse : 13/18", "13/18"),
    ("(5/6)(13/15)", "13/18"),
    ("5/6 ∗ 13/15", "13/18"),
    ("5/6 ✕ 13/15", "13/18"),
]


@pytest.mark.parametrize(("text", "exact"), ANSWERS)
def test_answers_are_read_as_they_are_meant(text: str, exact: str) -> None:
    value = Fraction(exact)
    assert check_answer(parse_answer(text, True, value), value, True)


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("3½", "7/2"),
        ("−3", "-3"),
        ("3·5", "7/2"),
        ("3·5", "15"),
        ("１２．５", "25/2"),
        ("μ = 3,5", "7/2"),
        ("3.5 coins", "7/2"),
        ("1'250", "1250"),
        ("1.250", "1250"),
        ("1.250,5", "2501/2"),
        ("1\u202f250", "1250"),
        ("three and a half", "7/2"),
        ("dreieinhalb", "7/2"),
        ("3-1/2", "7/2"),
        (r"3\frac{1}{2}", "7/2"),
        ("€3.50 on average", "7/2"),
        ("Ø 3,5 Punkte pro Runde", "7/2"),
    ],
)
def test_means_are_read_as_they_are_meant(text: str, mean: str) -> None:
    value = Fraction(mean)
    assert check_answer(parse_answer(text, False, value), value, False)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("13/18 %", "not both at once"),
        ("13/18 = 0.5", "are two numbers"),
        ("0,7\u03042", "I can’t read “7\u0304” here"),
        ("13 to 5", "can mean the fraction 13/5, or odds, which are 13/18"),
        ("13:18", "can mean the fraction 13/18, or odds, which are 13/31"),
        ("5 zu 13", "Type the fraction that you mean"),
        ("fifty-fifty", "can mean one half"),
        ("50/50", "can mean one half"),
        ("√0.5", "I can’t read “√” here"),
        ("dreizehntel", "Type a number"),
        ("70-75 %", "a number from 0 to 1"),
        ("7.22", "Did you mean 7.22%"),
        ("13 eights", "I can’t read “eights” here"),
        ("0^-1", "divide by 0"),
    ],
)
def test_an_answer_in_doubt_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse_answer(text, True, Fraction(13, 18))


@pytest.mark.parametrize("text", ["7K2QD–X4M9P", "7k2qd\u2011x4m9p.", "７Ｋ２ＱＤ\u00a0Ｘ４Ｍ９Ｐ", "7K2QD − X4M9P\n"])
def test_a_result_code_survives_a_word_processor(text: str) -> None:
    assert normalize_result_code(text) == "7K2QDX4M9P"


@pytest.mark.parametrize("text", ["123456", "１２３４５６", "١٢٣ ٤٥٦", "123–456."])
def test_the_code_of_a_class_is_read(text: str) -> None:
    assert parse_room_code(text) == "123456"


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("D6 : high", "d6 : high"),
        ("2D6 : Sum ≥ 7", "2d6 : sum >= 7"),
        ("２d６ − 1 : sum", "2d6 - 1 : sum"),
        ("Coin until H.H.T : ends H.H.T", "coin until H.H.T : ends H.H.T"),
        ("2 Bag{“Red”*3,blue*5} : Most = 2", "2 bag{Red*3,blue*5} : most = 2"),
        ("Draw 3 from bag(4 red, 5 blue); count red", "draw 3 from bag(4 red, 5 blue); count red"),
        ("d{1…4} : last ≤ 2", "d{1..4} : last <= 2"),
        ("bag{Most,few} : count Most", "bag{Most,few} : count Most"),
        ("2 Deck{1..13×4} : Sum ⩾ 20. ", "2 deck{1..13*4} : sum >= 20"),
        ("2d6 ﹕ sum ≧ 7?", "2d6 : sum >= 7"),
        ("2d6 : sum => 7", "2d6 : sum >= 7"),
        ("2d6 : sum =< 7;", "2d6 : sum <= 7"),
        ("2d6 : sum == 7", "2d6 : sum = 7"),
        ("Coin until H·H·T : tries", "coin until H.H.T : tries"),
        ("coin until H. H. T : tries", "coin until H.H.T : tries"),
        ("3 bag{1‥9} : sum", "3 bag{1..9} : sum"),
        ("3 bag{1...9} : sum", "3 bag{1..9} : sum"),
        ("2×D6 : sum > = 7", "2d6 : sum >= 7"),
        ("2 x Coin : count heads", "2coin : count heads"),
        ("2 bag{red∗3,blue} : count red ﹥ 1", "2 bag{red*3,blue} : count red > 1"),
    ],
)
def test_models_typed_on_a_phone(typed: str, line: str) -> None:
    assert normalize_model_line(typed) == line
    assert gamelib.model(normalize_model_line(typed)) == gamelib.model(line)


LINKS = {
    "#m=2d6%20%3E%20d6%20:%20a%20-%20b": [
        "#m=2d6 > d6 : a - b",
        "#m=2d6%2520%253E%2520d6%2520%3A%2520a%2520-%2520b",
        "#m=2d6%20%3E%20\r\nd6%20:%20a%20-%20b",
        "#m=2d6%20%3E\t%20d6%20:%20\n  a%20-%20b",
        "<#m=2d6%20%3E%20d6%20:%20a%20-%20b>.",
        "#m=2d6%20%3E%20d6%20:%20a%20-%20b%0D%0A",
        "\ufeff#m=2d6\u200b%20%3E%E2%80%8B%20d6%20:%20a\u00ad%20-%20b\u2060",
        "(#m=2d6%20%3E%20d6%20:%20a%20-%20b),",
        "#m=2d6\n> d6 :\n a\u00a0- b”",
    ],
    "#m=draw%203%20from%20bag(4%20red)%3B%20count%20red": [
        "“#m=draw 3 from bag(4 red); count red”.",
        "#m=draw 3 from bag(4 red); count red\n",
    ],
    "#game=Ab-_9&step=12": [
        "#game=Ab\n-_9&amp;step=12.",
        "%23game%3DAb-_9%26step%3D12",
        "<#game=Ab-\r\n _9&step=1\n2>",
        "#game=Ab-_9%E2%80%8B&step=12%3E",
    ],
    "#x=%zz%": ["#x=%zz%", "#x=%25zz%25"],
    "": ["", " ", "<>", "\ufeff"],
}


def test_links_survive_mail_programs() -> None:
    texts = [text for meant, others in LINKS.items() for text in (meant, *others)]
    script = (
        f'import {{ normalizeLinkAndRemoveSpaces, normalizeLink }} from "{(WIDGETS_DIR / "page/links.js").as_uri()}";'
        f"const pair = (text) => [normalizeLink(text), normalizeLinkAndRemoveSpaces(text)];"
        f"console.log(JSON.stringify({json.dumps(texts)}.map(pair)));"
    )
    run = subprocess.run([DENO, "eval", script], capture_output=True, text=True, timeout=120, check=True)
    assert json.loads(run.stdout) == [[normalize_pasted_link(text), normalize_unspaced_link(text)] for text in texts]
    for meant, others in LINKS.items():
        for text in others:
            if "=" not in meant or "game" in meant:
                assert normalize_unspaced_link(text) == meant
            else:
                assert normalize_pasted_link(text) == unquote(meant)


BROKEN: list[Callable[[str], str]] = [
    lambda link: f"{link[:20]}\r\n {link[20:]}",
    lambda link: f"<{link}>.",
    lambda link: f"{link[:9]}\u200b{link[9:]}\ufeff",
    lambda link: "".join(f"%{ord(sign):02X}" for sign in link),
    lambda link: f"({link[:30]}\t{link[30:]}),",
    lambda link: f"{link[:12]}%0A{link[12:]}%20",
    lambda link: f"My game is at\nhttps://school.example/game.ipynb#{link} \u2013 have a look at step 9!",
]


@pytest.mark.parametrize("broken", BROKEN)
def test_links_are_read_wherever_they_enter(broken: Callable[[str], str]) -> None:
    game = gamelib.game("towers")
    record = gamelib.Record(game, 2, choices=["BOOK-CE", "KEY-LN"])
    table = Table("towers")
    table.send = lambda message, buffers=None: None
    address = broken(f"game={record.to_link()}&step=1")
    table._receive(table, {"seq": 1, "do": "open_link", "values": {"link": address}}, [])
    assert (table.session.record.choices, table.session.step) == (record.choices, 1)
    if "https" not in address:  # a part of an address alone has no words around it
        assert gamelib.Record.from_link(broken(record.to_link()), game).choices == record.choices
        page = gems.create_dashboard("gems=3&cost=7")
        assert gems.create_dashboard(broken(page.link_fragment)).values == page.values


@pytest.mark.parametrize("text", ["1234\u200b56", "123 456", "<123456>.", "12\n34 56", "123-456,", "\ufeff123456"])
def test_codes_are_read_wherever_they_enter(text: str) -> None:
    assert parse_room_code(text) == normalize_result_code(text) == "123456"


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    game = gamelib.game("towers")
    record = gamelib.Record(game, 2, choices=["BOOK-CE"])
    assert gamelib.Record.from_json(f"\ufeff{record.to_json()}", game).choices == record.choices
    assert game.position("\ufeff2 seats") == game.position("2 seats")
    assert validate_name("\ufeffAnna") == "Anna"
    for pasted in ("\ufeffAnna\nBen\n", "1. Anna\n2. Ben", "1) Anna\n2) Ben", "sep=;\nNachname;Vorname\n;Anna\n;Ben"):
        assert [one.name for one in parse_class_list(pasted)] == ["Anna", "Ben"]
    for name in ("rules.toml", "words.toml"):
        text = (Path(gamelib.__file__).parent / "games/towers" / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(f"\ufeff{text}", encoding="utf-8")
    words = GameTexts(tmp_path / "words.toml")
    assert list(Rulebook(tmp_path / "rules.toml", words)) == list(game.rules)
    (tmp_path / "questions.toml").write_text('\ufeff[texts]\nyes = "Yes"\n', encoding="utf-8")
    assert load_entries(tmp_path / "questions.toml")[0] == {"yes": "Yes"}
    for folder in (Path(gamelib.__file__).parent, WIDGETS_DIR):
        for file in folder.rglob("*.py"):
            code = file.read_text(encoding="utf-8")
            assert not re.search(r'tomllib\.(load\(|loads\(.*"utf-8")', code), f"{file}: the mark is read as text"


def test_pages_and_kernel_read_the_same() -> None:
    texts = [text for text, _ in ANSWERS] + ["x", "D6 ≥ −2", "𝟙𝟚", "᪀᪙", "a … b", "１２３"]
    script = (
        f'import {{ normalizeTypedText }} from "{(WIDGETS_DIR / "page/numbers.js").as_uri()}";'
        f"console.log(JSON.stringify({json.dumps(texts)}.map(normalizeTypedText)));"
    )
    run = subprocess.run([DENO, "eval", script], capture_output=True, text=True, timeout=120, check=True)
    read_by_pages = [" ".join(text.split()) for text in json.loads(run.stdout)]
    assert read_by_pages == [" ".join(replace_lookalike_signs(text).split()) for text in texts]
