"""Card tables declared: what the rows of each table of a `cards.toml` hold, by the kinds of `fields`.

    CARDS = {"suit": Rows({"name": TEXT, "symbol": TEXT}, by=("name",)), "totals": One(figures("cache"))}

`check_tables` holds a file against such a declaration, so that a game's loader is left with what its figures mean.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from .fields import FieldError, Fields, Kind, fitting, one_of, whole
from .numbers import listed
from .outside import check_plain, sentence, told

MOST_TABLE = 100_000
"""Characters of a card table. Ours have some 10,000."""
LARGEST_FIGURE = 10_000
"""No figure of a card table is larger, be it a price or a count."""
SOURCES = ("printed", "public", "house")
"""Where a figure comes from."""
SOURCE = one_of(*SOURCES)
OTHERS = "others"
"""In a source that names entries: all that it does not name."""
FIGURE = whole()


def figures(*names: str, kind: Kind = FIGURE) -> Fields:
    """So many entries of one kind: figures, unless said otherwise."""
    return dict.fromkeys(names, kind)


class CardTableError(ValueError):
    """A card table that does not add up; the message, of at most 300 characters, names file and row.

    >>> import gamelib
    >>> type(gamelib.game("towers"))(cards=5)
    Traceback (most recent call last):
        ...
    gamelib.cards.CardTableError: The card tables are a folder, not 5.
    """

    def __init__(self, message: str) -> None:
        super().__init__(sentence(message))


MEASURE: Kind = fitting("a number above 0", lambda state, data: type(data) in (int, float) and data > 0)


class Rows(NamedTuple):
    """A table of many rows: the entries that each needs and may have, and those that tell it from the others."""

    needs: Fields
    may: Fields = {}
    by: tuple[str, ...] = ("id",)
    sourced: bool = True


class One(NamedTuple):
    """A table that stands once."""

    needs: Fields
    may: Fields = {}
    sourced: bool = True


Declared = Mapping[str, Rows | One]


def check_tables(declared: Declared, tables: Mapping[str, Any], path: Path) -> None:
    """CardTableError, with file, row and entry, unless the tables hold what is declared and say of each figure where
    it comes from; more of them do no harm."""
    for name, table in declared.items():
        if name not in tables:
            raise CardTableError(f"{path}: the table {told(name)} is missing.")
        if isinstance(table, One):
            _check(tables[name], table, f"{path}, {name}")
            _check_source(tables[name], table, f"{path}, {name}")
            continue
        seen = set()
        for where, row in rows(name, table, tables, path):
            _check(row, table, where)
            _check_source(row, table, where)
            key = tuple(row.get(part) for part in table.by)
            if key and key in seen:
                raise CardTableError(f"{where}: it is listed twice.")
            seen.add(key)


def rows(name: str, table: Rows, tables: Mapping[str, Any], path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(its place for an error, row) of a table of many rows."""
    if not isinstance(tables[name], list):
        raise CardTableError(f"{path}, {name}: it should be many rows, [[{name}]].")
    for number, row in enumerate(tables[name], 1):
        if not isinstance(row, Mapping):
            raise CardTableError(f"{path}, {name} row {number}: it should be a row, not {told(row)}.")
        named = " ".join(str(row[part]) for part in table.by if part in row)
        yield f"{path}, {name} {named or f'row {number}'}", row


def _check(row: Any, table: Rows | One, where: str) -> None:
    if not isinstance(row, Mapping):
        raise CardTableError(f"{where}: it should be a table, not {told(row)}.")
    for name in table.needs:
        if name not in row:
            raise CardTableError(f"{where}: {name} is missing.")
    for name, kind in {**table.needs, **table.may}.items():
        if name in row:
            _fit(kind, row[name], f"{where}: {name}")


def _check_source(row: Mapping[str, Any], table: Rows | One, where: str) -> None:
    if not table.sourced:
        return
    source = row.get("source")
    said = dict(source) if isinstance(source, Mapping) else {OTHERS: source}
    by = (*table.by, "id") if isinstance(table, Rows) else ()
    entries = (*table.needs, *table.may)
    for name, one in said.items():
        if name not in (*entries, OTHERS):
            raise CardTableError(f"{where}: source speaks of {told(name)}, and there is no such figure.")
        if one not in SOURCES:
            of = f" of {name}" if isinstance(source, Mapping) else ""
            raise CardTableError(f"{where}: source should say {' or '.join(SOURCES)}{of}.")
    out = [name for name in entries if name in row and name not in (*by, *said)]
    if out and OTHERS not in said:
        raise CardTableError(f"{where}: source leaves out {listed(out)}; {OTHERS} in it speaks of all not named.")


def _fit(kind: Kind, value: Any, what: str) -> None:
    try:
        kind.load(None, value)
    except FieldError as error:
        raise CardTableError(f"{what}: {error.path}: {error.why}.") from error
    except ValueError as error:
        raise CardTableError(f"{what} should be {kind.what}, not {told(value)}.") from error


def read_tables(path: Path) -> dict[str, Any]:
    """The tables of a cards.toml. CardTableError if it cannot be read or has what no table has."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MOST_TABLE + 1)
        if len(text) > MOST_TABLE:
            raise ValueError(f"it has more than {MOST_TABLE} characters")
        tables = tomllib.loads(text)
        check_plain(tables, LARGEST_FIGURE)
    except RecursionError as error:
        raise CardTableError(f"{path}: this card table cannot be read: it nests too deep.") from error
    except OSError as error:
        raise CardTableError(f"{path}: this card table cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise CardTableError(f"{path}: this card table cannot be read: {error}") from error
    return tables


def figures_of(tables: Any) -> Any:
    """Card tables without what is said of them: where a figure comes from changes no game."""
    if isinstance(tables, dict):
        return {name: figures_of(part) for name, part in tables.items() if name != "source"}
    return [figures_of(part) for part in tables] if isinstance(tables, list) else tables


def digest(text: str) -> str:
    return f"{crc32(text.encode()):08x}"
