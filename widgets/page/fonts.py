"""Fonts of all pages: two families. The server of the page also serves the fonts. No other host does.

The font files are part of this repository (fonts/README.md).
"""

from __future__ import annotations

import functools
import hashlib

from .paths import WIDGETS_DIR

FONTS_DIR = WIDGETS_DIR / "page" / "fonts"
#: Latin letters that every page needs, and further Latin letters for names and languages
_RANGES = {
    "latin": "U+0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, "
    "U+2212, U+2215",
    "latin-ext": "U+100-24F, U+259, U+292, U+2BD-2DF, U+300-32F, U+1E00-1EFF, U+20A0-20AB, U+20AD-20C0, U+2113, U+2116",
}
#: family -> size adjustment in percent for equal x-heights, and local fonts that
#: replace it during loading, with an adjustment for equal width to prevent layout jumps
_FAMILIES = {
    "Sans": (106, ("Arial", "Liberation Sans", "Helvetica Neue"), 102.6),
    "Serif": (108, ("Georgia", "Gelasio"), 100),
}
FONT_FILES = tuple(f"{family.lower()}-{part}.woff2" for family in _FAMILIES for part in _RANGES)


def read_font(name: str) -> bytes:
    """Return one of `FONT_FILES`. Raise KeyError for any other name."""
    if name not in FONT_FILES:
        raise KeyError(name)
    return (FONTS_DIR / name).read_bytes()


@functools.cache
def fonts_version() -> str:
    """Return the version of the font files for URLs. It changes when a file changes, so browsers may cache the URLs."""
    return hashlib.sha256(b"".join(map(read_font, FONT_FILES))).hexdigest()[:10]


def font_face_css(base: str, url_suffix: str = "") -> str:
    """Return the CSS rules for both families. `base` is the URL of the files, with a final slash.

    `url_suffix` is added to the URLs if `base` stays the same when the font files change.
    """
    rules = []
    for family, (enlarged, others, fitted) in _FAMILIES.items():
        for part, letters in _RANGES.items():
            url = f"{base}{family.lower()}-{part}.woff2{url_suffix}"
            rules.append(
                f'@font-face {{ font-family: "Kismet {family}"; font-weight: 400 700; font-display: swap; '
                f'size-adjust: {enlarged}%; src: url("{url}") format("woff2"); unicode-range: {letters}; }}'
            )
        local = ", ".join(f'local("{name}")' for name in others)
        rules.append(f'@font-face {{ font-family: "Kismet {family} Until"; src: {local}; size-adjust: {fitted}%; }}')
    return "\n".join(rules)


def font_head_html(base: str, *css_texts: str, url_suffix: str = "") -> str:
    """Return HTML for the head of a page: preload links of both families, and style sheets that can use the fonts."""
    urls = [f"{base}{family.lower()}-latin.woff2{url_suffix}" for family in _FAMILIES]
    asked = "".join(f'<link rel="preload" as="font" type="font/woff2" crossorigin href="{url}">\n' for url in urls)
    return f"{asked}<style>{font_face_css(base, url_suffix)}\n" + "\n".join(css_texts) + "</style>"
