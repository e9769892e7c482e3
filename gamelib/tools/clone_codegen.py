"""Generator of typed clone functions. The compiled build writes them next to each game's state and compiles them.

>>> from gamelib.games.towers.state import TowersState
>>> for line in clone_module_source(TowersState).splitlines()[7:10]:
...     print(line)
def clone_TowersState(thing: TowersState) -> TowersState:
 twin: TowersState = TowersState.__new__(TowersState)
 twin.game = thing.game
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..catalog import all_games
from ..fields import CloneTargets, clone_source_lines
from ..state import State, slots_copied_by_clone

MODULE_HEADER = '''"""Clones, written by the build from what the classes declare."""

from __future__ import annotations

from .state import {names}
'''


def clone_module_source(state_class: type[State[Any]]) -> str:
    """Return the source of a module that clones a state class and each class in its slots."""
    todo: CloneTargets = {f"clone_{state_class.__name__}": (state_class, slots_copied_by_clone(state_class))}
    text, names = "", []
    while todo:
        function, (made, fields) = todo.popitem()
        lines, inner = clone_source_lines(made, fields, reset_slot="log" if made is state_class else "")
        todo |= inner
        name = made.__name__
        names.append(name)
        text += "\n".join(
            [
                "\n",
                f"def {function}(thing: {name}) -> {name}:",
                f" twin: {name} = {name}.__new__({name})",
                *lines,
                " return twin",
                "",
            ]
        )
    return MODULE_HEADER.format(names=", ".join(sorted(names))) + text


def write_clone_modules() -> list[Path]:
    """Write the clone module of each game next to the module of its state, and return the files."""
    written = []
    for game in all_games().values():
        written.append(game.folder / "clones.py")
        written[-1].write_text(clone_module_source(game.state_type), encoding="utf-8")
    return written
