"""Languages: their texts, the discovery of a new folder, and separate languages for separate pages."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_table import Page
from widgets.page import translations as said
from widgets.page.translations import (
    DEFAULT_LANGUAGE,
    TRANSLATIONS_DIR,
    all_frame_texts_json_element,
    available_languages,
    load_texts,
)
from widgets.rules import Rulebook
from widgets.table import Table

FILES = sorted(TRANSLATIONS_DIR.glob("*/*.toml"))


def named(text: str) -> set[str]:
    """Return the placeholders of a text."""
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_language_says_what_english_says(file: Path) -> None:
    """Check that it may lack texts but adds none, and that placeholders agree."""
    there = tomllib.loads(file.read_text(encoding="utf-8"))
    english = tomllib.loads((TRANSLATIONS_DIR / DEFAULT_LANGUAGE / file.name).read_text(encoding="utf-8"))
    assert there.keys() <= english.keys()
    for id, text in there.items():
        assert text.strip() == text != "", id
        assert named(text) == named(english[id]), id


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Write a folder for a language with two texts in two files."""
    folder = tmp_path / "translations"
    shutil.copytree(TRANSLATIONS_DIR, folder)
    (folder / "tlh").mkdir()
    (folder / "tlh" / "page.toml").write_text('language_here = "Our <own>"\ndark = "Qurgh"\n', encoding="utf-8")
    (folder / "tlh" / "table.toml").write_text('undo = "chegh"\nturn_of = "{who}!"\n', encoding="utf-8")
    kept = (said.available_languages, said.all_frame_texts_json_element, said._family)
    monkeypatch.setattr(said, "TRANSLATIONS_DIR", folder)
    for each in kept:
        each.cache_clear()
    yield
    for each in kept:
        each.cache_clear()


@pytest.mark.usefixtures("made_up")
def test_a_folder_more_is_a_language_more() -> None:
    assert next(iter(available_languages())) == DEFAULT_LANGUAGE
    assert available_languages()["tlh"] == "Our <own>"
    told = all_frame_texts_json_element()
    assert "<own>" not in told  # it stands in markup
    frame = json.loads(told.partition(">")[2].removesuffix("</script>"))
    assert frame.keys() == available_languages().keys()
    assert (frame["tlh"]["dark"], frame["tlh"]["skip"]) == ("Qurgh", frame["en"]["skip"])
    table = Table("towers", seed=1)
    Page(table).do("language", language="tlh")
    assert (table.words["lang"], table.words["undo"], table.words["save"]) == (
        "tlh",
        "chegh",
        load_texts("table")["save"],
    )


def test_each_page_has_its_own_language() -> None:
    """Check several tables in one process. Each uses the language of its visitor, also in sentences of the kernel."""
    one, other = (Table("harem", seed=1, players=["human", "thumb"], seats=2) for _ in range(2))
    page, beside = Page(one), Page(other)
    page.do("language", language="de")
    german = load_texts("shown", "table", language="de")
    assert page.refused("undo") == one.scene["undoWhy"] == german["undo_none"]
    assert beside.refused("undo") == other.scene["undoWhy"] == load_texts("table")["undo_none"]
    assert one.scene["lines"][0]["label"] == german["line_first"]
    page.do("open_dialog", dialog="new", values={})
    assert page.answer("dialog")["title"] == german["new_game"]
    page.do("play_until_human")
    assert "askLang" not in one.scene  # the game's own question
    page.do("set_view", seat=1)
    assert (one.scene["ask"], one.scene["askLang"]) == (german["chooses"].format(who="Ada"), "de")
    assert (one.words["lang"], other.words["lang"]) == ("de", "en")
    assert one.session.game.vocabulary == other.session.game.vocabulary  # what a game says is another matter
    page.do("language", language="../en")
    assert one.words == load_texts("shown", "table")  # one that is not here is English
    book = Rulebook("towers")
    Page(book).do("language", language="de")  # type: ignore[arg-type]
    assert book.words["search"] == load_texts("rules", language="de")["search"]
