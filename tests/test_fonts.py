"""Fonts of the product: small, with all European languages in Latin letters, and used by every page."""

from __future__ import annotations

import re

import pytest

from widgets.page import fonts
from widgets.page.paths import WIDGETS_DIR
from widgets.table import Table

#: what these languages write beside the letters of English
LANGUAGES = (
    "ÄÖÜäöüß ÀÂÆÇÉÈÊËÎÏÔŒÙÛŸàâæçéèêëîïôœùûÿ ÁÍÑÓÚáíñóú¿¡ ÃÕãõ ĄĆĘŁŃŚŹŻąćęłńśźż ČĎĚŇŘŠŤŮÝŽčďěňřšťůýž ŐŰőű ĂȘȚășț ĞİŞğış "
    "ÅØåø"
    "ÐÞðþ ĀĒĢĪĶĻŅŪāēģīķļņū ĖĮŲėįų ĊĠĦċġħ ĈĜĤĴŜŬĉĝĥĵŝŭ ŴŶŵŷ Đđ ĿŀĲĳ Ə ə"
)


def test_files_are_small_and_have_their_licence() -> None:
    assert sum(len(fonts.read_font(name)) for name in fonts.FONT_FILES) <= 250_000
    assert {file.name for file in fonts.FONTS_DIR.glob("*.woff2")} == set(fonts.FONT_FILES)
    for family in ("sans", "serif"):
        licence = (fonts.FONTS_DIR / f"LICENSE-{family}.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    with pytest.raises(KeyError):
        fonts.read_font("../fonts.py")


def test_their_ranges_hold_the_letters_of_european_languages() -> None:
    for family in ("Sans", "Serif"):
        told = re.findall(rf'"Kismet {family}";.*?unicode-range: (.*?);', fonts.font_face_css("/"))
        spans = [span.strip()[2:].split("-") for span in ",".join(told).split(",")]
        codes = {code for first, *last in spans for code in range(int(first, 16), int((last or [first])[0], 16) + 1)}
        assert {letter for letter in LANGUAGES if ord(letter) not in codes} == set()


def test_no_style_names_another_family() -> None:
    """Check the families, because a missing font looks different on another machine."""
    for sheet in WIDGETS_DIR.rglob("*.css"):
        for line in sheet.read_text(encoding="utf-8").splitlines():
            named = re.findall(r"font(?:-family)?:[^;{}]*?(\"[^\"]+\"|system-ui|Georgia|Arial)", line)
            assert not named, f"{sheet.name}: {line.strip()[:80]}"


def test_a_page_without_them_gets_them_from_its_kernel() -> None:
    """Check pages of JupyterLab. They are not ours, so the first widget brings the fonts."""
    heard: list[tuple[dict[str, object], list[bytes]]] = []
    table = Table("harem")
    table.send = lambda content, buffers=None: heard.append((content, buffers))  # type: ignore[method-assign]
    table._receive(table, {"do": "type"}, [])
    (told, files), (done, _) = heard
    assert (told["kind"], done["kind"]) == ("type", "done")
    assert files == [fonts.read_font(name) for name in fonts.FONT_FILES]
    urls = re.findall(r'url\("([^"]+)"\)', str(told["faces"]))
    assert urls == told["names"] == list(fonts.FONT_FILES)
