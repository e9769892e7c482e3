"""Scripts and styles of pages. `bundle_scripts` combines a script with its dependencies.

A script is an ES module with imports. A widget delivers a single text, so a bundle must contain the script and all
imported modules. The name of a file is its path in the package, such as "table/table.js". An import has the form
`import { a, b } from "./b.js"` and is at the start of the file. Exported declarations start with `export`. In all files
that import each other, the names at the top level must be different. Names in the files of one game must differ only
from each other and from the names that these files import.

The folder `games/<game>/board/` contains the drawing code of one game. Every table includes all scripts and style
sheets of these folders.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from .paths import WIDGETS_DIR

_IMPORT = re.compile(r'^import (?:\{([\w\s,]*)\} from )?"(\.[\w./]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function |const |class )", re.MULTILINE)
_TOP = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)

_TYPE = re.compile(r"/\*\* (?:(?!\*/).)* \*/")


class BundleError(Exception):
    """Raised if a script imports a missing name, or two scripts define the same name."""


@cache
def game_assets(pattern: str) -> tuple[str, ...]:
    """Return the asset files of the boards of all games, for a pattern such as "*.js" or "*.css"."""
    return tuple(
        sorted(file.relative_to(WIDGETS_DIR).as_posix() for file in WIDGETS_DIR.glob(f"games/*/board/{pattern}"))
    )


@cache
def read_asset(name: str) -> str:
    """Return a text of an asset file."""
    return (WIDGETS_DIR / name).read_text(encoding="utf-8")


def script_imports(name: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the imports of a script, in order: (imported file, imported names)."""
    for names, path in _IMPORT.findall(read_asset(name)):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(name), path)), re.findall(r"\w+", names)


def exported_names(name: str) -> set[str]:
    """Return the exported names of a script."""
    return {match[1] for match in _TOP.finditer(read_asset(name)) if match[0].startswith("export ")}


def script_dependencies(*names: str) -> list[str]:
    """Return the scripts and their dependencies. Each script comes after its dependencies."""
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
    """Bundle scripts and their dependencies into one module. The last script may have a default export.

    Raise BundleError if imports and exports do not match.
    """
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
    """Bundle style sheets into one text."""
    return "\n".join(_short(read_asset(name)) for name in names)


def bundle_layers(layers: Mapping[str, Sequence[str]]) -> str:
    """Bundle style sheets into one text, each in its cascade layer.

    A later layer wins over an earlier one, however specific the selectors are.
    """
    parts = (f"@layer {layer} {{\n{bundle_styles(*names)}\n}}" for layer, names in layers.items())
    return "\n".join([f"@layer {', '.join(layers)};", *parts])


def _short(text: str) -> str:
    """Remove indentation and comment lines of a script. They make up about a fifth of every page."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//") and not _TYPE.fullmatch(line))
