"""Card schemas: the tables of a `cards.toml` file and the fields of their rows, as `Field` objects.

    CARDS = {"suit": RowTableSchema({"name": TEXT, "symbol": TEXT}, key_fields=("name",)),
             "totals": SingleTableSchema(fields_of_type("cache"))}

`validate_tables` checks a file against a schema. The loader of a game then checks only the meaning of the numbers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from .fields import Field, FieldError, Fields, IntField, PredicateField, one_of
from .number_format import join_counted
from .validation import short_repr, shorten_text, validate_json

MAX_TABLE_LENGTH = 100_000
"""Maximum number of characters of a card table. The tables of the project have about 10,000."""
MAX_CARD_NUMBER = 10_000
"""Maximum number in a card table, for prices and counts."""
SOURCES = ("printed", "public", "house")
"""Sources of a number."""
SOURCE = one_of(*SOURCES)
OTHERS_KEY = "others"
"""Key in a source by entries for all entries that are not named."""
CARD_NUMBER = IntField()


def fields_of_type(*names: str, field_type: Field = CARD_NUMBER) -> Fields:
    """Return several fields of one type, by default numbers."""
    return dict.fromkeys(names, field_type)


class CardTableError(ValueError):
    """Invalid card table. The message has at most 300 characters and names file and row.

    >>> import gamelib
    >>> type(gamelib.game("towers"))(cards=5)
    Traceback (most recent call last):
        ...
    gamelib.card_schema.CardTableError: The card tables are a folder, not 5.
    """

    def __init__(self, message: str) -> None:
        super().__init__(shorten_text(message))


POSITIVE_NUMBER: Field = PredicateField("a number above 0", lambda state, data: type(data) in (int, float) and data > 0)


class RowTableSchema(NamedTuple):
    """Schema of a table with many rows: required fields, optional fields, and the fields that identify a row."""

    required_fields: Fields
    optional_fields: Fields = {}
    key_fields: tuple[str, ...] = ("id",)
    has_sources: bool = True


class SingleTableSchema(NamedTuple):
    """Schema of a table with a single row."""

    required_fields: Fields
    optional_fields: Fields = {}
    has_sources: bool = True


CardSchema = Mapping[str, RowTableSchema | SingleTableSchema]


class LocatedRow(NamedTuple):
    """Row of a table, and its location in the file for an error message."""

    location: str
    row: Mapping[str, Any]


def validate_tables(schema: CardSchema, tables: Mapping[str, Any], path: Path) -> None:
    """Check that tables fit the schema and name a source for each number.

    Additional tables are allowed. Raise CardTableError with file, row and entry.
    """
    for name, table in schema.items():
        if name not in tables:
            raise CardTableError(f"{path}: the table {short_repr(name)} is missing.")
        if isinstance(table, SingleTableSchema):
            _check(tables[name], table, f"{path}, {name}")
            _check_source(tables[name], table, f"{path}, {name}")
            continue
        seen = set()
        for where, row in iter_located_rows(name, table, tables, path):
            _check(row, table, where)
            _check_source(row, table, where)
            key = tuple(row.get(part) for part in table.key_fields)
            if key and key in seen:
                raise CardTableError(f"{where}: it is listed twice.")
            seen.add(key)


def iter_located_rows(name: str, table: RowTableSchema, tables: Mapping[str, Any], path: Path) -> Iterator[LocatedRow]:
    """Yield the rows of a table."""
    if not isinstance(tables[name], list):
        raise CardTableError(f"{path}, {name}: it should be many rows, [[{name}]].")
    for number, row in enumerate(tables[name], 1):
        if not isinstance(row, Mapping):
            raise CardTableError(f"{path}, {name} row {number}: it should be a row, not {short_repr(row)}.")
        named = " ".join(str(row[part]) for part in table.key_fields if part in row)
        yield LocatedRow(f"{path}, {name} {named or f'row {number}'}", row)


def _check(row: Any, table: RowTableSchema | SingleTableSchema, where: str) -> None:
    if not isinstance(row, Mapping):
        raise CardTableError(f"{where}: it should be a table, not {short_repr(row)}.")
    for name in table.required_fields:
        if name not in row:
            raise CardTableError(f"{where}: {name} is missing.")
    for name, kind in {**table.required_fields, **table.optional_fields}.items():
        if name in row:
            _fit(kind, row[name], f"{where}: {name}")


def _check_source(row: Mapping[str, Any], table: RowTableSchema | SingleTableSchema, where: str) -> None:
    if not table.has_sources:
        return
    source = row.get("source")
    said = dict(source) if isinstance(source, Mapping) else {OTHERS_KEY: source}
    by = (*table.key_fields, "id") if isinstance(table, RowTableSchema) else ()
    entries = (*table.required_fields, *table.optional_fields)
    for name, one in said.items():
        if name not in (*entries, OTHERS_KEY):
            raise CardTableError(f"{where}: source speaks of {short_repr(name)}, and there is no such figure.")
        if one not in SOURCES:
            of = f" of {name}" if isinstance(source, Mapping) else ""
            raise CardTableError(f"{where}: source should say {' or '.join(SOURCES)}{of}.")
    out = [name for name in entries if name in row and name not in (*by, *said)]
    if out and OTHERS_KEY not in said:
        raise CardTableError(
            f"{where}: source leaves out {join_counted(out)}; {OTHERS_KEY} in it speaks of all not named."
        )


def _fit(kind: Field, value: Any, what: str) -> None:
    try:
        kind.load(None, value)
    except FieldError as error:
        raise CardTableError(f"{what}: {error.path}: {error.reason}.") from error
    except ValueError as error:
        raise CardTableError(f"{what} should be {kind.description}, not {short_repr(value)}.") from error


def load_cards_toml(cards_file: Path) -> dict[str, Any]:
    """Load the tables of a cards.toml file. Raise CardTableError if it cannot be read or has an invalid value."""
    try:
        with cards_file.open(encoding="utf-8-sig") as file:
            text = file.read(MAX_TABLE_LENGTH + 1)
        if len(text) > MAX_TABLE_LENGTH:
            raise ValueError(f"it has more than {MAX_TABLE_LENGTH} characters")
        tables = tomllib.loads(text)
        validate_json(tables, MAX_CARD_NUMBER)
    except RecursionError as error:
        raise CardTableError(f"{cards_file}: this card table cannot be read: it nests too deep.") from error
    except OSError as error:
        raise CardTableError(f"{cards_file}: this card table cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise CardTableError(f"{cards_file}: this card table cannot be read: {error}") from error
    return tables


def strip_sources(tables: Any) -> Any:
    """Return card tables without the sources, which do not change the game."""
    if isinstance(tables, dict):
        return {name: strip_sources(part) for name, part in tables.items() if name != "source"}
    return [strip_sources(part) for part in tables] if isinstance(tables, list) else tables


def text_digest(text: str) -> str:
    """Return the CRC-32 checksum of a text as eight hexadecimal digits."""
    return f"{crc32(text.encode()):08x}"
