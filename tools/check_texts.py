"""Check the words of texts that users read. `python -m tools.check_texts` prints each text that breaks a rule.

`WORDS` in word_list.toml lists wordings with their replacement. They are looked up in the text files, in the prose of
notebooks, and in the phrases of scripts and of Python code. Texts belong in a text file. The code of
`TEXT_FREE_CODE` has no phrases, and the number of phrases in other code only falls.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
WORD_LIST = Path(__file__).parent / "word_list.toml"
NO_TEXT_FILES = re.compile(
    r"/(?:cards|shows|columns|alike|rude|reach|reasons|number_words|simulated_pupils|icons|pictured|rule_search|tokens|"
    r"index|misconceptions)\.toml$|/translations/(?!en/)"
)
"""Data files whose strings users do not read as sentences, and translations."""
NO_TEXT_MODULES = frozenset({"widgets/lesson/prose_claims.py"})
"""Modules whose phrases are patterns for texts of other authors."""
SCRIPT_STRING = re.compile(
    r"//[^\n]*|/\*.*?\*/"
    r'|"(?P<plain>(?:\\.|[^"\\\n])*)"'
    r"|`(?P<template>(?:\\.|[^`\\])*)`",
    re.DOTALL,
)
PHRASE = re.compile(r"(?:^|[\s“(])[A-Za-z’]{2,}[,;:.]? (?:[a-z“(]|\{\})[\w’“({]")
NO_PHRASE = re.compile(
    r"\bkm-|^[.#\[]|^M[\d{]|[<>=]|\bpx\b|^(?:translate|rotate|scale|\(prefers)|^[a-z-]+(?:, [a-z-]+)+$"
)
NO_TEXT = re.compile(r"sans-serif|deck\{")
"""Fonts, and models of the Builder."""
TEXT_FREE_CODE = re.compile(r"widgets/(?:chart/.*\.py|dashboard/|games/[^/]+/dashboards/)")
"""Code without phrases."""
MAX_SCRIPT_PHRASES = 263
MAX_PYTHON_PHRASES = 1780
"""Phrases in the other scripts and Python modules. These numbers only fall."""


@cache
def word_list() -> list[tuple[re.Pattern[str], str]]:
    """Return each unwanted wording with the wording to use instead."""
    entries = tomllib.loads(WORD_LIST.read_text(encoding="utf-8"))["word"]
    return [(re.compile(entry["avoid"], re.IGNORECASE), entry["write"]) for entry in entries]


def wording_faults(text: str) -> list[str]:
    """Return sentences about unwanted wordings in a text.

    >>> wording_faults("The first card is red with a chance of 1/2.")
    ['“with a chance of”: write “with probability”']
    """
    bare = re.sub(r"\{[^{}]*\}", "{}", text)
    return [f"“{found[0]}”: write “{write}”" for pattern, write in word_list() for found in pattern.finditer(bare)]


def toml_strings(part: Any) -> Iterator[str]:
    """Yield the strings of a part of a text file."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict | list):
        for value in part.values() if isinstance(part, dict) else part:
            yield from toml_strings(value)


def script_phrases(source: str) -> list[str]:
    """Return the phrases in a script: strings of several words, without markup, selectors and style.

    >>> script_phrases('h("p", { class: "km-note", text: `Put ${n} chips down.` }) // a comment of words')
    ['Put {} chips down.']
    """
    found = []
    for match in SCRIPT_STRING.finditer(source):
        text = match["plain"] if match["plain"] is not None else match["template"]
        said = re.sub(r"\$\{[^{}]*\}", "{}", text or "")
        if PHRASE.search(said) and not NO_PHRASE.search(said):
            found.append(said)
    return found


def python_phrases(source: str) -> list[str]:
    r"""Return the phrases in a Python module, without documentation and keys of data.

    >>> python_phrases('def f():\n    "A docstring of words."\n    return f"{n} of the cards"')
    ['{} of the cards']
    """
    tree = ast.parse(source)
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    skipped |= {id(key) for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and id(node) not in skipped:
            skipped |= {id(part) for part in node.values}
            found.append("".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            found.append(node.value)
    return [text for text in found if PHRASE.search(text) and not NO_TEXT.search(text)]


def texts() -> Iterator[tuple[str, str]]:
    """Yield the texts that users read, each with the file that has it."""
    for folder in ("gamelib", "widgets"):
        for path in sorted((ROOT / folder).rglob("*.toml")):
            name = path.relative_to(ROOT).as_posix()
            if not NO_TEXT_FILES.search(name):
                yield from ((name, text) for text in toml_strings(tomllib.loads(path.read_text(encoding="utf-8"))))
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        name = path.relative_to(ROOT).as_posix()
        yield from ((name, text) for text in toml_strings(notebook["metadata"].get("kismet", {})))
        for cell in notebook["cells"]:
            source = "".join(cell["source"])
            yield from (
                (name, text) for text in ([source] if cell["cell_type"] == "markdown" else python_phrases(source))
            )
    yield from modules()
    yield from scripts()


def modules() -> Iterator[tuple[str, str]]:
    """Yield the phrases of the Python modules of pages, each with its file."""
    for path in sorted((ROOT / "widgets").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name not in NO_TEXT_MODULES:
            yield from ((name, text) for text in python_phrases(path.read_text(encoding="utf-8")))


def scripts() -> Iterator[tuple[str, str]]:
    """Yield the phrases of the scripts, each with its file."""
    for path in sorted((ROOT / "widgets").rglob("*.js")):
        if "node_modules" not in path.parts and "prebuilt" not in path.parts:
            name = path.relative_to(ROOT).as_posix()
            yield from ((name, text) for text in script_phrases(path.read_text(encoding="utf-8")))


def faults() -> list[str]:
    """Return all faults, one line each."""
    found = [f"{name}: {fault} in “{text[:90]}”" for name, text in texts() for fault in wording_faults(text)]
    for kind, phrases, most in (
        ("Scripts", [*scripts()], MAX_SCRIPT_PHRASES),
        ("Python modules", [*modules()], MAX_PYTHON_PHRASES),
    ):
        found += [f"{name}: put “{text[:90]}” into a text file" for name, text in phrases if TEXT_FREE_CODE.match(name)]
        if len(phrases) > most:
            found.append(
                f"{kind} have {len(phrases)} phrases, and {most} are allowed. Put new texts into widgets/translations."
            )
    return found


def main() -> int:
    """Print all faults and return the exit code."""
    found = faults()
    print(*found, sep="\n", end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
