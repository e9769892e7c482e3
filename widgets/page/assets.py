"""Scripts and styles as a page gets them. A script is an ES module that imports what it uses; `bundle_scripts` puts a
script and all that it leads to into one module, for a page must find everything in the one text that its widget brings.

Files are named by their places in the package, such as "table/table.js". A link is an `import { a, b } from "./b.js";`
at the head of a file; what a file gives stands behind `export`. All names at the top of linked files differ; those of
a game need only differ among themselves and from what they use.

What one game alone draws lies in `games/<game>/board/`: any script and style sheet there belongs to every table.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache

from .paths import WIDGETS_DIR

_IMPORT = re.compile(r'^import (?:\{([\w\s,]*)\} from )?"(\.[\w./]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function |const |class )", re.MULTILINE)
_TOP = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)

_TYPE = re.compile(r"/\*\* (?:(?!\*/).)* \*/")


class BundleError(Exception):
    """A script that asks for what is not there, or two that use one name."""


@cache
def game_assets(pattern: str) -> tuple[str, ...]:
    """What boards of games bring, such as "*.js" or "*.css"; `layout.css` alone comes last of all sheets, and is asked
    for by its name."""
    names = (file.relative_to(WIDGETS_DIR).as_posix() for file in WIDGETS_DIR.glob(f"games/*/board/{pattern}"))
    return tuple(sorted(name for name in names if pattern == "layout.css" or not name.endswith("/layout.css")))


@cache
def read_asset(name: str) -> str:
    """The text of a file."""
    return (WIDGETS_DIR / name).read_text(encoding="utf-8")


def script_imports(name: str) -> Iterator[tuple[str, list[str]]]:
    """(file, names) that a script asks for, in order."""
    for names, path in _IMPORT.findall(read_asset(name)):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(name), path)), re.findall(r"\w+", names)


def exported_names(name: str) -> set[str]:
    """The names that a script gives."""
    return {match[1] for match in _TOP.finditer(read_asset(name)) if match[0].startswith("export ")}


def script_dependencies(*names: str) -> list[str]:
    """The scripts and all that they ask for, each behind those."""
    order: dict[str, None] = {}
    under: set[str] = set()

    def follow(name: str) -> None:
        if name in order or name in under:
            return
        under.add(name)
        for to, _ in script_imports(name):
            follow(to)
        order[name] = None

    for name in names:
        follow(name)
    return list(order)


@cache
def bundle_scripts(*names: str) -> str:
    """These scripts and all that they ask for as one module; the last may have a default. LinkError if they do not
    fit."""
    owner: dict[tuple[str, str], str] = {}
    rooms: dict[str, list[str]] = {"": []}
    for name in script_dependencies(*names):
        room = "/".join(name.split("/")[:2]) if name.startswith("games/") else ""
        for to, wanted in script_imports(name):
            if missing := set(wanted) - exported_names(to):
                raise BundleError(f"{name} imports {', '.join(sorted(missing))} from {to}, which gives no such name.")
        for top in _TOP.findall(read_asset(name)):
            if owner.setdefault((room, top), name) != name:
                raise BundleError(f"{name} and {owner[room, top]} both have a {top}.")
        text = _EXPORT.sub("", _IMPORT.sub("", read_asset(name)))
        if left := re.search(r"^(?:import|export) (?!default ).*", text, re.MULTILINE):
            raise BundleError(f"{name} has a form that is not followed here: {left[0]}")
        rooms.setdefault(room, []).append(_short(text))
    shared = rooms.pop("")
    return "\n".join([*shared, *("\n".join(["{", *parts, "}"]) for parts in rooms.values())])


@cache
def bundle_styles(*names: str) -> str:
    """Style sheets in one text."""
    return "\n".join(_short(read_asset(name)) for name in names)


def _short(text: str) -> str:
    """Without indentation and lines of comment: a fifth of what every page is sent."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//") and not _TYPE.fullmatch(line))
