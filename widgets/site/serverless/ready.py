"""The folder of pages that a class is given in browsers: one that came with the package, one that was made before and
kept, or one that is made now, where Node is."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from . import pack
from .build import build
from .npm import BuildError, cache, node
from .pack import KEY, key

SHIPPED = pack.HERE / "ready"
"""Where a package that was made for it has the folder (`make wheel`)."""
_KEPT = "site-"
_KEPT_BEFORE = 1  # folders of other versions that stay


def is_for(folder: Path, notebooks: Path) -> bool:
    """Whether the folder was built from these notebooks by this version."""
    return _has(folder, key(notebooks))


def _has(folder: Path, wanted: str) -> bool:
    with suppress(OSError):
        return (folder / KEY).read_text(encoding="utf-8") == wanted
    return False


def found(notebooks: Path) -> Path | None:
    """The folder for the pages of `notebooks`, if it is there."""
    wanted = key(notebooks)
    return next((each for each in (SHIPPED, _kept(wanted)) if _has(each, wanted)), None)


def made(notebooks: Path) -> Path:
    """The same, made now if it is not there. BuildError, in a sentence, where that cannot be."""
    there = found(notebooks)
    if there is not None:
        return there
    try:
        node()
    except BuildError:
        raise BuildError(
            "the pages for pupils' browsers are not here, and only Node 18 or newer with npm can make "
            "them: install it, or name a folder that was made elsewhere: --site FOLDER"
        ) from None
    print("Making the pages for pupils' browsers. This takes a minute or two, and is done once.", flush=True)
    place = _kept(key(notebooks))
    try:
        build(place, notebooks, sheets=False)
    except OSError as error:
        raise BuildError(f"{place} cannot be written: {error.strerror}") from None
    _tidy(place)
    return place


def _kept(key: str) -> Path:
    return cache() / f"{_KEPT}{key}"


def _tidy(present: Path) -> None:
    """Folders of earlier versions go, but the last."""
    others = [each for each in present.parent.glob(f"{_KEPT}*") if each != present]
    others.sort(key=lambda each: each.stat().st_mtime, reverse=True)
    for each in others[_KEPT_BEFORE:]:
        shutil.rmtree(each, ignore_errors=True)
