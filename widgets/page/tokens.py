"""Colours of every page, from `tokens.toml`.

Figures read the colours from this module. This command writes the colours into tokens.css for style sheets:

    python -m widgets.page.tokens
"""

from __future__ import annotations

import tomllib

from .paths import WIDGETS_DIR

TOKENS_FILE, TOKENS_CSS_FILE = WIDGETS_DIR / "page" / "tokens.toml", WIDGETS_DIR / "page" / "tokens.css"
COLOURS: dict[str, tuple[str, str]] = {
    name: (light, dark) for name, (light, dark) in tomllib.loads(TOKENS_FILE.read_text(encoding="utf-8-sig")).items()
}
"""Name -> (colour in the light theme, colour in the dark theme)."""
BEGIN_MARK, END_MARK = "  /* from tokens.toml */\n", "  /* so far from tokens.toml */\n"


def insert_tokens(css: str) -> str:
    """Insert the current colours into the theme between its two marks. Raise ValueError if a mark is missing."""
    before, begin, rest = css.partition(BEGIN_MARK)
    _, end, after = rest.partition(END_MARK)
    if not begin or not end:
        raise ValueError("tokens.css has lost the marks between which its colours stand.")
    lines = []
    for line in TOKENS_FILE.read_text(encoding="utf-8").partition("\n\n")[2].splitlines():
        name = line.partition(" = ")[0]
        light, dark = COLOURS.get(name, ("", ""))
        note = f"/* {line[2:]} */" if line.startswith("# ") else ""
        said = f"--km-{name}: light-dark({light}, {dark});" if light else note
        lines.append(f"  {said}\n" if said else "\n")
    return before + begin + "".join(lines) + end + after


if __name__ == "__main__":
    TOKENS_CSS_FILE.write_text(insert_tokens(TOKENS_CSS_FILE.read_text(encoding="utf-8")), encoding="utf-8")
