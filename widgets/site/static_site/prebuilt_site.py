"""Folder of browser pages that a server can deliver to a class.

The folder is shipped with the package, cached from an earlier build, or built now with Node.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from . import file_pack
from .build import build_site
from .file_pack import SOURCE_HASH_FILE, site_source_hash
from .npm import BuildError, cache_folder, require_node

SHIPPED_SITE = file_pack.STATIC_SITE_FOLDER / "prebuilt"
"""Location of the folder in a package that was built with it (`make wheel`)."""
_KEPT = "site-"
_KEPT_BEFORE = 1  # number of folders of other versions that are not deleted


def is_built_from(folder: Path, notebooks: Path) -> bool:
    """Return whether the folder was built from these notebooks by this version of Kismet."""
    return _has(folder, site_source_hash(notebooks))


def _has(folder: Path, wanted: str) -> bool:
    with suppress(OSError):
        return (folder / SOURCE_HASH_FILE).read_text(encoding="utf-8") == wanted
    return False


def find_prebuilt_site(notebooks: Path) -> Path | None:
    """Return the folder with the browser pages of `notebooks`, or None without one."""
    wanted = site_source_hash(notebooks)
    return next((each for each in (SHIPPED_SITE, _kept(wanted)) if _has(each, wanted)), None)


def ensure_prebuilt_site(notebooks: Path) -> Path:
    """Return the folder with the browser pages of `notebooks`. Build the folder if it does not exist.

    Raise BuildError if the build fails.
    """
    there = find_prebuilt_site(notebooks)
    if there is not None:
        return there
    try:
        require_node()
    except BuildError:
        raise BuildError(
            "the pages for pupils' browsers are not here, and only Node 18 or newer with npm can make "
            "them: install it, or name a folder that was made elsewhere: --site FOLDER"
        ) from None
    print("Making the pages for pupils' browsers. This takes a minute or two, and is done once.", flush=True)
    place = _kept(site_source_hash(notebooks))
    try:
        build_site(place, notebooks)
    except OSError as error:
        raise BuildError(f"{place} cannot be written: {error.strerror}") from None
    _tidy(place)
    return place


def _kept(key: str) -> Path:
    return cache_folder() / f"{_KEPT}{key}"


def _tidy(present: Path) -> None:
    """Delete the folders of other versions, except the most recent ones."""
    others = [each for each in present.parent.glob(f"{_KEPT}*") if each != present]
    others.sort(key=lambda each: each.stat().st_mtime, reverse=True)
    for each in others[_KEPT_BEFORE:]:
        shutil.rmtree(each, ignore_errors=True)
