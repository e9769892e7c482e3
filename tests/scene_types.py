"""Write the types of scenes for the scripts, and check the scripts against them.

python -m tests.scene_types          writes *.d.ts next to the Python types, and constants.js
python -m tests.scene_types --check  fails if such a file is out of date, if a script reads an unknown key, or if no
                                     script reads a key of a type
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Annotated, Any, Literal, NotRequired, Required

from widgets.page.paths import WIDGETS_DIR
from widgets.table.scene_types import ECHO_ONLY

SHARED = "widgets.table.scene_types"
PLACES = {
    "widgets.page.drawing_types": "drawing_types",
    "widgets.table.summary_types": "summary_types",
    SHARED: "scene",
    "widgets.table.message_types": "messages",
}
"""Shared modules of types -> name of the written file."""
CONSTANTS_FILE = WIDGETS_DIR / "page" / "constants.js"
SHARED_CONSTANTS: dict[str, tuple[str, ...]] = {
    "gamelib.validation": ("ENCODINGS",),
    "widgets.page.run_reports": ("MAX_RUNNING_SHARES",),
    "widgets.dashboard.live_simulation": ("MAX_VISIBLE_TRIALS",),
    "widgets.lesson.limits": ("MAX_ANSWER_LENGTH", "MAX_REASON_LENGTH"),
    "widgets.lesson.progress.explain_progress": ("MAX_LIST_LENGTH",),
    "widgets.lesson.lesson_definition": ("PREDICTION_CHIPS",),
    "widgets.classroom.pupil_names": ("MAX_NAME_LENGTH",),
    "widgets.classroom.lesson_plan": ("MAX_PLAN_NOTE_LENGTH",),
    "widgets.classroom.session_state": (
        "SECONDS_PER_DAY",
        "DEFAULT_DAYS_KEPT",
        "KEPT_DAYS_CHOICES",
        "MAX_HINT_LENGTH",
        "MAX_PUPILS",
    ),
    "widgets.classroom.discussion": ("MAX_NOTE_LENGTH", "MAX_QUESTION_LENGTH", "MAX_SENTENCE_LENGTH"),
}
"""Module -> its constants that scripts need too. The script module is written from the values in Python."""
OPEN = "Further keys"  # in the docstring of a type that lets others in
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "any"}
CHECKED = ("table/*.js", "rules/*.js", "games/*/board/*.js", "table/*.d.ts", "page/*.d.ts")
DENO = Path(sys.executable).with_name("deno")


@cache
def modules() -> list[str]:
    """Return the modules with types: the shared ones, then those of the games."""
    games = sorted(WIDGETS_DIR.glob("games/*/board/scene_types.py"))
    return [*PLACES, *(f"widgets.games.{file.parts[-3]}.board.scene_types" for file in games)]


def is_scene(kind: Any) -> bool:
    """Return whether this is a type of objects with known keys."""
    return isinstance(kind, type) and typing.is_typeddict(kind)


@cache
def declared(module: str) -> dict[str, type]:
    """Return the types of a module by name, in order."""
    every = vars(import_module(module)).items()
    return {name: one for name, one in every if is_scene(one) and one.__module__ == module and name[0] != "_"}


@cache
def hints(kind: type) -> dict[str, Any]:
    """Return the type of each key, with the keys of all bases."""
    return typing.get_type_hints(kind, include_extras=True)


@cache
def _parsed(module: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse(Path(str(import_module(module).__file__)).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def bases(kind: type) -> list[type]:
    """Return the types that a type adds keys to. They are not known at run time."""
    found = vars(import_module(kind.__module__))
    names = [ast.unparse(base).split(".") for base in _parsed(kind.__module__)[kind.__name__].bases]
    every = [found[name[0]] if len(name) == 1 else getattr(found[name[0]], name[1]) for name in names]
    return [base for base in every if is_scene(base)]


def own(kind: type) -> dict[str, str]:
    """Return the description of each key that the type declares itself or has from a private base."""
    said = {key: "" for base in bases(kind) if base.__name__[0] == "_" for key in base.__annotations__}
    last = ""
    for node in _parsed(kind.__module__)[kind.__name__].body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            said[last := node.target.id] = ""
        elif last and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            said[last] = " ".join(str(node.value.value).split())
    return said


@cache
def bare(hint: Any) -> tuple[Any, bool, bool]:
    """Return the type, whether the key is required, and whether scripts only send it back."""
    must = back = False
    while typing.get_origin(hint) in (Required, NotRequired, Annotated):
        if typing.get_origin(hint) is Annotated:
            mark = hint.__metadata__[0]
            back = back or mark == ECHO_ONLY
            hint = mark if is_scene(mark) else typing.get_args(hint)[0]
        else:
            must = typing.get_origin(hint) is Required
            hint = typing.get_args(hint)[0]
    return hint, must, back


def parts(hint: Any) -> Iterator[type]:
    """Yield the types of scenes that a type contains."""
    hint = bare(hint)[0]
    if is_scene(hint):
        yield hint
    elif typing.get_origin(hint) is not Literal:
        for one in typing.get_args(hint):
            yield from parts(one)


def of_game(module: str) -> dict[str, type | None]:
    """Return the types of a game that differ from the shared ones, by name.

    The value is the type that adds keys. It is None for a shared type that contains such a type, because no file
    declares it.
    """
    found: dict[str, type | None] = {}
    shared = declared(SHARED)
    if module not in PLACES:
        found = {name: one for name, one in declared(module).items() if name in shared}
        grown = bool(found)
        while grown:
            grown = False
            for name, one in shared.items():
                if name not in found and any(
                    part.__name__ in found
                    for hint in hints(one).values()
                    for part in parts(hint)
                    if part.__module__ == SHARED
                ):
                    found[name] = None
                    grown = True
    return found


def comment(said: str, inset: str = "") -> Iterator[str]:
    """Yield the lines of the description of a type or key, with at most 120 characters each."""
    whole = f"{inset}/** {said} */"
    yield from wrap(whole, 120, subsequent_indent=f"{inset} * ")


class _Writer:
    """Writer of the types of a module for scripts."""

    def __init__(self, module: str, private: bool) -> None:
        self.module, self.private, self.changed = module, private, of_game(module)
        self.used: set[str] = set()
        """Other modules whose types are named."""

    def named(self, kind: type) -> str:
        if kind.__module__ == self.module:
            return kind.__name__
        self.used.add(kind.__module__)
        return f"{PLACES[kind.__module__]}.{kind.__name__}"

    def told(self, hint: Any) -> str:
        hint = bare(hint)[0]
        if is_scene(hint):
            away = hint.__module__ != self.module and (hint.__module__ != SHARED or hint.__name__ not in self.changed)
            return self.named(hint) if away else str(hint.__name__)
        if hint in PLAIN:
            return PLAIN[hint]
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin is Literal:
            return " | ".join(f'"{one}"' for one in args)
        if origin in (typing.Union, types.UnionType):
            return " | ".join(dict.fromkeys(map(self.told, args)))
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return f"Record<string, {self.told(args[1])}>"
        if isinstance(origin, type) and issubclass(origin, Sequence):
            one = self.told(args[0])
            return f"({one})[]" if " " in one and not one.startswith("Record") else f"{one}[]"
        raise TypeError(f"No type of scripts is known for {hint}.")

    def lines(self, kind: Any, keys: Mapping[str, str]) -> Iterator[str]:
        for key, said in keys.items():
            if said:
                yield from comment(said, "  ")
            hint = hints(kind)[key]
            always = kind.__total__ or bare(hint)[1]
            yield f"  {'private ' if self.private else ''}{key}{'' if always else '?'}: {self.told(hint)};"

    def kind(self, name: str, kind: type, above: list[type], keys: Mapping[str, str]) -> Iterator[str]:
        """Yield the lines of one type with these keys."""
        said = " ".join((kind.__doc__ or "").split())
        extends = f" extends {', '.join(map(self.named, above))}" if above else ""
        yield from comment(said)
        yield f"export {'declare class' if self.private else 'interface'} {name}{extends} {{"
        yield from self.lines(kind, keys)
        if OPEN in said:
            yield "  [further: string]: any;"
        yield "}\n"

    def narrowed(self, kind: type) -> dict[str, str]:
        """Return keys of a shared type whose values have another type in this game."""
        return {
            key: ""
            for key, hint in hints(kind).items()
            if any(part.__module__ == SHARED and part.__name__ in self.changed for part in parts(hint))
        }

    def kinds(self) -> Iterator[str]:
        """Yield the lines of all types: those declared here, then shared types that contain them."""
        for name, kind in declared(self.module).items():
            above = [base for base in bases(kind) if base.__name__[0] != "_"]
            inner = {key: "" for base in above for key in self.narrowed(base)} if name in self.changed else {}
            yield from self.kind(name, kind, above, {**inner, **own(kind)})
        for name, one in self.changed.items():
            if one is None:
                kind = declared(SHARED)[name]
                yield from self.kind(name, kind, [kind], self.narrowed(kind))


def written(module: str, private: bool = False) -> str:
    """Return the types of a module for scripts. With `private`, each access to a key is an error that names the key."""
    writer = _Writer(module, private)
    text = list(writer.kinds())
    source = Path(str(import_module(module).__file__)).relative_to(WIDGETS_DIR.parent).as_posix()
    start = [f"// Written by `python -m tests.scene_types` from {source}; change it there.\n"]
    for other in sorted(writer.used):
        way = os.path.relpath(place(other), place(module).parent).replace(os.sep, "/")
        start.append(f'import * as {PLACES[other]} from "{way if way[0] == "." else f"./{way}"}";')
    if writer.used:
        start.append("")
    return "\n".join([*start, *text]).rstrip() + "\n"


def place(module: str) -> Path:
    """Return the path of the types of a module for the scripts."""
    return Path(str(import_module(module).__file__)).with_name(f"{PLACES.get(module, 'scene')}.d.ts")


def checked(root: Path) -> str:
    """Return the errors of the compiler in the scripts of a folder."""
    files = [str(file) for pattern in CHECKED for file in sorted(root.glob(pattern))]
    config = ["--config", str(WIDGETS_DIR.parent / "deno.json"), "--no-lock", "--no-remote", "--quiet"]
    ran = subprocess.run([DENO, "check", *config, *files], capture_output=True, encoding="utf-8", check=False)
    return re.sub(r"\x1b\[\d*m", "", ran.stderr + ran.stdout)


def keys(back: bool = False) -> set[tuple[str, str, str]]:
    """Return (module, type, key) of all keys that are sent.

    Without `back`, keys that are only sent back are omitted.
    """
    return {
        (module, name, key)
        for module in modules()
        for name, kind in declared(module).items()
        for key in own(kind)
        if back or not bare(hints(kind)[key])[2]
    }


@cache
def known(kind: type, module: str) -> dict[str, tuple[Any, type]]:
    """Return the keys of a type in scenes of a game: key -> (type of its value, declaring type)."""
    found: dict[str, tuple[Any, type]] = {}
    for base in (one for one in bases(kind) if one.__name__[0] != "_"):
        found |= known(base, module)
    found |= {key: (hint, owner(kind, key)) for key, hint in hints(kind).items()}
    game = kind_of_game(kind, module)
    return found if game is kind else found | {key: (hints(game)[key], game) for key in own(game)}


@cache
def owner(kind: type, key: str) -> type:
    """Return the type that declares a key. A private base belongs to the type below it."""
    return kind if key in own(kind) else next(owner(base, key) for base in bases(kind) if key in hints(base))


@cache
def kind_of_game(kind: type, module: str) -> type:
    """Return the type of a game that replaces a shared type."""
    found = declared(module).get(kind.__name__) if kind.__module__ == SHARED and module in modules() else None
    return found or kind


def misfits(value: Any, hint: Any, module: str, where: str, sent: set[tuple[str, str, str]]) -> Iterator[str]:
    """Yield the places where a value does not have the type in scenes of the game of `module`.

    Existing keys are added to `sent`.
    """
    hint = bare(hint)[0]
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return
    if is_scene(hint):
        yield from _misfits_of_scene(value, hint, module, where, sent)
    elif origin in (typing.Union, types.UnionType):
        rest = [one for one in args if one is not type(None)]
        if len(rest) == len(args) or value is not None:
            tries = [list(misfits(value, one, module, where, sent)) for one in rest]
            yield from min(tries, key=len)
    elif origin is Literal:
        if value not in args:
            yield f"{where} is {value!r}, none of {args}"
    elif isinstance(origin, type) and issubclass(origin, Mapping | Sequence):
        table = issubclass(origin, Mapping)
        if not table and not isinstance(value, list):
            yield f"{where} is no list: {value!r}"[:120]
            return
        for one in value.values() if table else value:
            yield from misfits(one, args[table], module, f"{where}[]", sent)
    elif not (type(value) is hint or (hint is float and type(value) is int)):
        yield f"{where} is no {hint.__name__}: {value!r}"[:120]


def _misfits_of_scene(value: Any, kind: Any, module: str, where: str, sent: set[tuple[str, str, str]]) -> Iterator[str]:
    """Yield the places where a table does not have the keys of a type."""
    if not isinstance(value, dict):
        yield f"{where} is no {kind.__name__}: {value!r}"[:120]
        return
    every, opens = known(kind, module), OPEN in (kind.__doc__ or "")
    for key, one in value.items():
        if key in every:
            inner, at = every[key]
            sent.add((at.__module__, at.__name__, key))
            yield from misfits(one, inner, module, f"{where}.{key}", sent)
        elif not opens:
            yield f"{where} has a key {key!r} that {kind.__name__} does not know"
    for key, (inner, at) in every.items():
        if key not in value and (bare(inner)[1] or at.__total__):  # type: ignore[attr-defined]
            yield f"{where} has no {key!r}, which {kind.__name__} always has"


def read(root: Path) -> set[tuple[str, str]]:
    """Return (type, key) of all keys that scripts read. In a copy of the scripts, each access is a compile error."""
    shutil.copytree(
        WIDGETS_DIR,
        root,
        ignore=shutil.ignore_patterns(
            "*.py", "*.css", "*.toml", "*.json", "__pycache__", "*.html", "voila", "static_site", "fonts"
        ),
    )
    for module in modules():
        (root / place(module).relative_to(WIDGETS_DIR)).write_text(written(module, private=True), encoding="utf-8")
    said = re.findall(r"Property '([^']+)' is private and only accessible within class '(\w+)'", checked(root))
    return {(name, key) for key, name in said}


def unread() -> list[str]:
    """Return the keys that are sent and that no script reads."""
    with TemporaryDirectory() as folder:
        found = read(Path(folder) / "widgets")
    names = {module: f" of {module.split('.')[2]}" if ".games." in module else "" for module in modules()}
    return sorted(
        f"No script reads {key} of {name}{names[module]}." for module, name, key in keys() if (name, key) not in found
    )


def constants_module() -> str:
    """Return the script module with the constants that scripts share with Python."""
    lines = ["// Written by `python -m tests.scene_types` from the Python modules named here. Change the values there."]
    for module, names in SHARED_CONSTANTS.items():
        source = import_module(module)
        lines += [
            "",
            f"// {module}",
            *(f"export const {name} = {json.dumps(getattr(source, name))};" for name in names),
        ]
    return "\n".join(lines) + "\n"


def main(args: Sequence[str]) -> str | None:
    """Write the files, or print the faults with `--check`."""
    texts = {place(module): written(module) for module in modules()} | {CONSTANTS_FILE: constants_module()}
    if "--check" not in args:
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8")
        return None
    old = [file for file, text in texts.items() if not file.exists() or file.read_text(encoding="utf-8") != text]
    if old:
        names = ", ".join(str(file.relative_to(WIDGETS_DIR.parent)) for file in old)
        return f"Not what Python says: {names}. Run `python -m tests.scene_types`."
    said = checked(WIDGETS_DIR).strip()
    return said or "\n".join(unread()) or None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
