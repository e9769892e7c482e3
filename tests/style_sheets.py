"""Whose a class is: a page may hold any widgets, and the style sheets of all of them hold for all of it.

A rule that no class of its component guards decides about its classes alone, so only that component and those built on
it may use or style them. `python -m tests.style_sheets` names every class for which that is not so.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from widgets.page.folders import WIDGETS

#: what a component is built on; the page is below all
BASES = {
    "rules": {"table"},
    "lesson": {"chart"},
    "dashboard": {"chart"},
    "classroom": {"frame"},
    "site": {"frame"},
}
_CLASS = re.compile(r"\.(km-[\w-]+)")
_NAME = re.compile(r'(?<![\w.#-])(?<!Event\(")(?<!Listener\(")(?<!Id\(")(?<!id=")(km-[\w-]+)(?=(\$?\{)?)')
"""A class that an element gets: no event, no id, nothing that is looked for. `km-a-${{` begins many."""
_APART = re.compile(r",(?![^(]*\))")
_STEP = re.compile(r"[\s>+~]+(?![^(]*\))")


def component(file: Path) -> str:
    """The folder of a component; boards of games belong to every table, and the template of both sites is one frame."""
    first, *rest = file.relative_to(WIDGETS).parts
    if file.name == "class.html":
        return "classroom"
    if first == "games":
        return {"board": "table", "lessons": "lesson", "dashboards": "dashboard"}.get(rest[1], "table")
    return "frame" if {"voila", "serverless"} & {*rest} else first


def selectors(text: str) -> Iterator[str]:
    """Each selector of a sheet, a nested one behind those that it is in."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    inside: list[str] = []
    for before, mark in re.findall(r"([^{};]*)([{};])", text):
        if mark == "{":
            inside.append("" if before.strip().startswith("@") else before.strip())
            if "@keyframes" not in before and not re.fullmatch(r"from|to|[\d.%, ]*", inside[-1]):
                outer = " ".join(inside[:-1])
                yield from (f"{outer} {one}".replace("&", "").strip() for one in _APART.split(inside[-1]))
        elif mark == "}":
            inside.pop()


def collisions() -> list[str]:
    """One line for each class that a component styles alone and another one, not built on it, uses or styles too."""
    rules: list[tuple[str, str, str]] = []
    using: dict[str, set[str]] = defaultdict(set)
    starts: dict[str, set[str]] = defaultdict(set)
    for file in sorted(WIDGETS.rglob("*")):
        if file.suffix == ".css":
            place = file.relative_to(WIDGETS).as_posix()
            rules += ((place, component(file), one) for one in selectors(file.read_text(encoding="utf-8")))
        elif file.suffix in (".js", ".py", ".html", ".tpl"):
            for name, more in _NAME.findall(file.read_text(encoding="utf-8")):
                (starts if more else using)[name].add(component(file))
    for name in {name for _, _, selector in rules for name in _CLASS.findall(selector)}:
        for start, owners in starts.items():
            rest = name.removeprefix(start)
            if start != "km-" and rest != name and (start.endswith("-") or rest.isdigit()):
                using[name] |= owners
    alone: dict[str, dict[str, str]] = defaultdict(dict)
    for place, owner, selector in rules:
        positive = re.sub(r":not\([^)]*\)", "", selector)
        if not any(_is_only_of(owner, using[name]) for name in _CLASS.findall(positive)):
            for name in _CLASS.findall(_STEP.split(positive)[-1]):
                alone[name].setdefault(owner, f"{place}: {selector}")
    return [
        f"{name} of {owner} is also in {', '.join(others)} ({where})"
        for name, owners in sorted(alone.items())
        for owner, where in owners.items()
        if (others := sorted(one for one in {*using[name], *owners} if not _may_share(one, owner)))
    ]


def _may_share(one: str, owner: str) -> bool:
    """Whether a component may use the classes of another."""
    return one in (owner, "page") or owner == "page" or owner in BASES.get(one, ())


def _is_only_of(owner: str, users: set[str]) -> bool:
    """Whether no element of another component has the class."""
    return owner in users and all(_may_share(one, owner) for one in users)


if __name__ == "__main__":
    lines = collisions()
    print("\n".join(lines))
    sys.exit(bool(lines))
