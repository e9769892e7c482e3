"""The check of texts finds wordings that no text should have, and accepts ours."""

import doctest
import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools import check_texts


def test_our_texts_keep_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_texts.main() == 0, capsys.readouterr().out


def test_examples_of_the_check_run() -> None:
    assert doctest.testmod(check_texts).failed == 0


@pytest.mark.parametrize(
    "text",
    [
        "The chance is 60 % here.",
        "You win with a chance of 1/3.",
        "Take one certain card.",
        "Just one of them counts.",
        "Who has more than that loses.",
        "Reckon with all the cards.",
        "One band in 20 misses it.",
    ],
)
def test_an_unwanted_wording_is_found(text: str) -> None:
    assert check_texts.wording_faults(text)


@pytest.mark.parametrize(("kind", "phrases"), [("SCRIPT", "scripts"), ("PYTHON", "modules")])
def test_a_new_phrase_in_code_is_a_fault(kind: str, phrases: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_texts, f"MAX_{kind}_PHRASES", sum(1 for _ in getattr(check_texts, phrases)()) - 1)
    assert [fault for fault in check_texts.faults() if "phrases, and" in fault]


def test_a_phrase_in_text_free_code_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_texts, "TEXT_FREE_CODE", re.compile("widgets/lesson/"))
    faults = check_texts.faults()
    assert faults
    assert all(fault.startswith("widgets/lesson/") for fault in faults)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "gamelib" / "games").glob("*/words.toml")), ids=lambda path: path.parent.name
)
def test_no_number_is_attached_to_a_word(path: Path) -> None:
    texts = re.findall(r'"(.*)"', path.read_text(encoding="utf-8"))
    assert not [text for text in texts if re.search(r"[a-z]{2}\d", re.sub(r"\{.*?\}", "", text))]
