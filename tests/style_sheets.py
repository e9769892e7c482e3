"""Check that each class of the style sheets belongs to one component.

A page can contain any widgets, so all style sheets apply to the whole page. A rule without a guard class of its
component decides about its classes alone. Therefore only this component and those built on it may use or style them. A
rule without a class applies to everything, so only the page may have such rules. Names of animations, containers and
properties belong to one component. `python -m tests.style_sheets` prints each class, rule and name that breaks this.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from widgets.page.paths import WIDGETS_DIR

#: components on which a component is built. The page is below all
BASES = {
    "rules": {"table"},
    "lesson": {"chart"},
    "dashboard": {"chart"},
    "classroom": {"frame"},
    "site": {"frame"},
}
_CLASS = re.compile(r"\.(km-[\w-]+)")
_NAME = re.compile(r'(?<![\w.#-])(?<!Event\(")(?<!Listener\(")(?<!Id\(")(?<!id=")(km-[\w-]+)(?=(\$?\{)?)')
"""Class that an element gets. Events, ids and search selectors do not count. `km-variant-${{` is a prefix."""
_DEFINED = re.compile(
    r"(@keyframes|@property|@counter-style|(?<![\w@-])(?:container|counter-reset))(?:-name)?(?:\s|:\s*)([\w-]+)"
)
_OWN_PAGE = re.compile(r"(html|body)\[")
"""Root element of a page that belongs to its component."""


def component(file: Path) -> str:
    """Return the folder of a component.

    Boards of games belong to every table, and the template of both sites is one frame.
    """
    first, *rest = file.relative_to(WIDGETS_DIR).parts
    if file.name == "class.html":
        return "classroom"
    if first == "games":
        return {"board": "table", "lessons": "lesson", "dashboards": "dashboard"}.get(rest[1], "table")
    return "frame" if {"voila", "static_site"} & {*rest} else first


def split(selector: str, signs: str) -> list[str]:
    """Split a selector at these signs outside of brackets."""
    parts, depth = [""], 0
    for sign in selector:
        depth += (sign in "([") - (sign in ")]")
        if depth == 0 and sign in signs:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def bracketed(text: str) -> tuple[str, str]:
    """Return the text inside the brackets that are open at the start, and the text after them."""
    depth = 1
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return text[:at], text[at + 1 :]
    return text, ""


def without_not(selector: str) -> str:
    """Return a selector without its :not() parts."""
    before, found, rest = selector.partition(":not(")
    return before + without_not(bracketed(rest)[1]) if found else before


def alternatives(selector: str) -> list[str]:
    """Return a selector without :is() and :where(), one for each way to meet it."""
    begun = re.search(r":(is|where)\(", selector)
    if not begun:
        return [selector]
    inside, behind = bracketed(selector[begun.end() :])
    return [way for one in split(inside, ",") for way in alternatives(selector[: begun.start()] + one + behind)]


def selectors(text: str) -> Iterator[str]:
    """Return each selector of a sheet. A nested selector follows its parents."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    inside: list[list[str]] = [[""]]
    for before, mark in re.findall(r"([^{};]*)([{};])", text):
        if mark == "{":
            said, outer = before.strip(), inside[-1]
            if said.startswith("@") or re.fullmatch(r"from|to|[\d.%, ]*", said):
                inside.append(outer)
                continue
            parts = [way for one in split(without_not(said), ",") for way in alternatives(one)]
            inside.append(
                [one.replace("&", over) if "&" in one else f"{over} {one}".strip() for over in outer for one in parts]
            )
            yield from inside[-1]
        elif mark == "}":
            inside.pop()


def collisions() -> list[str]:
    """Return one line for each collision of style sheets.

    A collision is a class that one component styles and an unrelated one uses or styles, a rule without a class, or
    a name that two components define.
    """
    rules: list[tuple[str, str, str]] = []
    defined: dict[str, set[str]] = defaultdict(set)
    using: dict[str, set[str]] = defaultdict(set)
    starts: dict[str, set[str]] = defaultdict(set)
    for file in sorted(WIDGETS_DIR.rglob("*")):
        if file.suffix == ".css":
            place = file.relative_to(WIDGETS_DIR).as_posix()
            text = file.read_text(encoding="utf-8")
            rules += ((place, component(file), one) for one in selectors(text))
            for kind, name in _DEFINED.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
                defined[f"{kind} {name}"].add(component(file))
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
        if not any(_is_only_of(owner, using[name]) for name in _CLASS.findall(selector)):
            for name in _CLASS.findall(split(selector, " \n\t>+~")[-1]):
                alone[name].setdefault(owner, f"{place}: {selector}")
    bare = [
        f"{place}: {selector} has no class, and holds for every component"
        for place, owner, selector in rules
        if owner not in ("page", "frame") and not _CLASS.search(selector) and not _OWN_PAGE.match(selector)
    ]
    shared = [
        f"{name} is defined in {', '.join(sorted(owners))}" for name, owners in defined.items() if len(owners) > 1
    ]
    return [
        *bare,
        *shared,
        *(
            f"{name} of {owner} is also in {', '.join(others)} ({where})"
            for name, owners in sorted(alone.items())
            for owner, where in owners.items()
            if (others := sorted(one for one in {*using[name], *owners} if not _may_share(one, owner)))
        ),
    ]


def _may_share(one: str, owner: str) -> bool:
    """Return whether a component may use the classes of another one."""
    return one in (owner, "page") or owner == "page" or owner in BASES.get(one, ())


def _is_only_of(owner: str, users: set[str]) -> bool:
    """Return whether no element of another component has the class."""
    return owner in users and all(_may_share(one, owner) for one in users)


if __name__ == "__main__":
    lines = collisions()
    print("\n".join(lines))
    sys.exit(bool(lines))
