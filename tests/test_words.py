"""Texts for schools: no default text of any game contains a word of the lists."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest

import gamelib
from gamelib import Question
from tests.conftest import sample_cases
from widgets.table import Table

ROOT = Path(__file__).parents[1]
GAMES = gamelib.all_games()
FLAVOUR = (
    r"harem\w*|concubines?|odalisques?|ikbal|kadines?|seducti\w+|seduce\w*|comeliness|charms?|brothel|bride\w*|slaves?|"
    r"companions?|princess(?:es)?|sheik\w*|romances?|romantic|courtesans?|sultan.s wrath|erotic\w*|sensual\w*|virgin\w*"
)
PEOPLE = r"she|her|hers|herself|he|him|his|himself|lives? with you|owners? of (?:an? )?(?:artist|performer)s?"
SHOWN_BY_THE_RULEBOOK_ONLY = "rulebook"


def found(text: str, words: str = FLAVOUR) -> list[str]:
    """Return the listed words in a text. Ids such as `harem-raid` or `lessons/harem` do not count."""
    return re.findall(rf"(?<![\w/.\-:])(?:{words})(?![\w/\-:])", text, re.IGNORECASE)


def texts(sections: object) -> list[str]:
    """Yield all texts in a part of a TOML file."""
    if isinstance(sections, dict):
        return [text for part in sections.values() for text in texts(part)]
    return [sections] if isinstance(sections, str) else []


@pytest.mark.parametrize("name", GAMES)
def test_the_words_of_a_game(name: str) -> None:
    data = tomllib.loads((GAMES[name].folder / "words.toml").read_text(encoding="utf-8"))
    data["terms"].pop(SHOWN_BY_THE_RULEBOOK_ONLY, None)
    for text in texts(data):
        plain = re.sub(r"\{[^{}]*\}", "", re.sub(r"\{[^{}]*\}", "", text))
        assert not found(plain) + found(plain, PEOPLE), text
        for term in re.findall(r"\{([A-Za-z_]+)\}", text):
            if term.lower() in GAMES[name].texts.terms:
                assert not found(GAMES[name].texts.fill_template(f"{{{term}}}")), text


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_a_game(name: str) -> None:
    for rule in GAMES[name].rules.values():
        for text in (rule.title, rule.text, rule.section, rule.question):
            assert not found(text) + found(text, PEOPLE), (rule.id, text)


@pytest.mark.parametrize("question", gamelib.questions(), ids=lambda question: question.id)
def test_a_question_with_all_settings(question: Question) -> None:
    for setting in sample_cases(question.offered_settings(), 5):
        told = [
            question.title,
            question.concept,
            question.prompt_text(**setting),
            question.chart_arguments(**setting)["title"],
        ]
        told += [question.hint_text(i, **setting) for i in range(len(question.hints))]
        told += [part for name, _, reply in question.wrong_answers(**setting) for part in (name, reply)]
        told += [
            word
            for part in question.parameters.values()
            for word in (part.label, *map(str, part.choice_labels.values()))
        ]
        for text in told:
            assert not found(text), (setting, text)


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").rglob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for key in ("title", "summary", "aims", "prerequisites"):
        assert not found(str(notebook["metadata"].get("kismet", {}).get(key, ""))), key
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        prose = [source] if cell["cell_type"] == "markdown" else spoken(source)
        for text in prose:
            assert not found(text), text


@pytest.mark.parametrize("path", sorted((ROOT / "widgets").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_what_the_pages_say(path: Path) -> None:
    for text in spoken(path.read_text(encoding="utf-8")):
        assert not found(re.sub(r"\{[^{}]*\}", "", text)), text


def spoken(source: str) -> list[str]:
    """Yield the texts in Python code that a page may display, without docstrings and names."""
    tree = ast.parse(source)
    documentation = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
        if re.search(r"\s", node.value) or (node.value.istitle() and node.value.isalpha())
    ]


def modules_of(board: Path) -> list[Path]:
    """Return the board module of a game and the modules of its folder that it imports."""
    found = [board]
    for path in found:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 1:
                names = [node.module] if node.module else [name.name for name in node.names]
                found += [to for name in names if (to := path.with_name(f"{name}.py")).exists() and to not in found]
    return found


def phrases(source: str) -> list[str]:
    """Return the phrases in a module: strings with more than one word or with a capital letter, without docstrings.

    Fields of an f-string count as words. Messages of a board to its author do not count.
    """
    tree = ast.parse(source)
    plain = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    plain |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.Raise) for part in ast.walk(node)}
    said = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            if id(node) in plain:
                continue
            plain |= {id(part) for part in node.values}
            said.append("".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in plain:
            said.append(node.value)
    phrase = re.compile(r"[A-Za-z]{2,}[,;:.]? [A-Za-z{(]|[}] [a-z]{2,}\b|^[A-Z][a-z]{2,}")
    return [text for text in said if phrase.search(text)]


@pytest.mark.parametrize("name", GAMES)
def test_no_phrase_stands_in_a_board(name: str) -> None:
    folder = ROOT / "widgets" / "games" / name
    tables = GAMES[name].folder / "cards.toml"
    ids = set(re.findall(r"[\w-]+(?: [\w-]+)*", tables.read_text(encoding="utf-8")))
    used: set[str] = set()
    patterns = []
    for path in modules_of(folder / "board" / "board.py"):
        source = path.read_text(encoding="utf-8")
        assert not [text for text in phrases(source) if text not in ids], path
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant):
                used.add(str(node.value))
            elif isinstance(node, ast.JoinedStr):
                fixed = [str(part.value) if isinstance(part, ast.Constant) else None for part in node.values]
                patterns.append("".join("\\w+" if part is None else re.escape(part) for part in fixed))
    texts = GAMES[name].texts.sections["board"]
    unused = [code for code in texts if code not in used and not any(re.fullmatch(one, code) for one in patterns)]
    assert not unused


def test_phrases_are_found_where_they_are() -> None:
    source = 'def f(n, m):\n    """A text."""\n    return f"{n} of {m}", f"at:{n}", "seat", "no cards", "Draw"'
    assert sorted(phrases(source)) == ["Draw", "no cards", "{} of {}"]


def test_flavour_is_found_where_it_is() -> None:
    assert found("A princess joins the Harem.") == ["princess", "Harem"]
    assert found("harem-raid, widgets.games.harem and notebooks/harem") == []
    code = '"""A princess."""\nsay("a princess", "Princess", "princess", "CON_PRINCESS")'
    assert spoken(code) == ["a princess", "Princess"]


# -- the switch --------------------------------------------------------------------------------------


def test_a_table_changes_its_words_and_nothing_else() -> None:
    table = Table("emira", seats=4, seed=3, begun=True, keep=False)
    before, link = table.scene, table.session.record.to_link()
    send(table, {"do": "set_vocabulary", "values": {"vocabulary": "rulebook"}, "seq": 1})
    after = table.scene
    assert [a["label"] for a in after["zones"][-1]["groups"] if "rincess" in a["label"]]
    assert not [a["label"] for a in before["zones"][-1]["groups"] if "rincess" in a["label"]]
    assert table.session.record.to_link() == link
    assert (after["step"], [a["n"] for a in after["actions"]]) == (before["step"], [a["n"] for a in before["actions"]])
    send(table, {"do": "set_vocabulary", "values": {"vocabulary": "classroom"}, "seq": 2})
    assert table.scene["zones"] == before["zones"]


def test_a_table_begins_in_either_vocabulary_and_a_reload_keeps_it() -> None:
    table = Table("harem", seed=1, vocabulary="rulebook", keep=False)
    assert table.session.to_dict()["vocabulary"] == "rulebook"
    again = Table("harem", seed=1, keep=False)
    again.session.restore(table.session.to_dict())
    assert again.game.texts.terms["companion"] == "concubine"
    with pytest.raises(ValueError, match="no vocabulary 'loud'"):
        again.session.set_vocabulary("loud")  # type: ignore[arg-type]
    assert again.game.vocabulary == "rulebook"


def send(table: Table, message: dict[str, object]) -> None:
    table._receive(table, message, [])


@pytest.mark.parametrize("name", GAMES)
def test_a_number_brings_its_noun_in_the_right_number(name: str) -> None:
    """Check that a noun after a number that may be 1 has both forms. Texts such as "1 points" were found before."""
    sections = tomllib.loads((GAMES[name].folder / "words.toml").read_text(encoding="utf-8"))
    nouns = r"(?:points|players|coins|rounds|steps|hearts|camels|turns)"
    wrong = [
        text for text in texts(sections) for field in re.findall(rf"\{{(\w+)\}} {nouns}\b", text) if field != "mean"
    ]
    assert not wrong
