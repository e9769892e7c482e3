"""Parser for a class list that a teacher pastes: grade book, Markdown or spreadsheet table, names, addresses.

The grade table and the name list of a class use this parser.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from .pupil_names import lowercase_appearance_key

MAX_LINES = 320
MAX_LIST_LENGTH = 40_000
_MAX_CELL_LENGTH = 120
_COLUMNS = Path(__file__).with_name("columns.toml")
_IDENTITY = ("email", "id", "number", "sis", "login")
_KEY_PARTS = 4
"""Number of parts of a key before the grade book data.

The parts are the number of lines with this name, the index among identical lines, the number of identical lines, and
the hash of the name.
"""
_MARKS = "\t|;,"
"""Separators of the cells of a table."""
_MAX_TITLES = 5
"""Maximum number of lines up to and including the header of a table."""
_ITEM = re.compile(r"\s*(?:\(?\d{1,3}[.)]|(?P<plain>\d{1,3})(?=\s)|[-*•–·](?: \[[ x]\])?)\s+(?=\S)", re.I)
_ADDRESS = re.compile(r"[<(\[]?(?:mailto:)?([\w.+'-]+@[\w.-]+\w)[>)\]]?")
_WORD_FORMS = re.compile(r"\b[ld]['’]|['’]s\b|[(/*:·_-](?:e|r|n|a|o|s|es|as|os|in|innen)\b\)?", re.I)
"""Articles before a vowel, and endings such as "’s", "(e)" and ":innen", which are no words of a title."""
_TITLE_MARKS = re.compile(r"(?<=[a-z])(?=[A-Z])|\[[^\]]*\]")
"""Borders of words in titles such as "givenName", and remarks such as "[Required]"."""
_QUOTES = " \"'“”„«»"


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a class list: a pupil with the data of the grade book.

    `about` may have the name in Kismet as "called". `key` identifies the pupil independently of the order of the list.
    """

    name: str
    about: Mapping[str, str]
    key: str = ""

    @property
    def name_in_kismet(self) -> str:
        """Name under which the pupil is searched in Kismet."""
        return self.about.get("called") or self.name


def parse_class_list(text: str) -> list[Listed]:
    """Parse a pasted class list: a grade book table with a header row, or a name on each line.

    Raise ValueError, with the number of the line if possible, for an invalid list.
    """
    if len(text) > MAX_LIST_LENGTH:
        raise ValueError(
            f"The list has {len(text):,} characters, but at most {MAX_LIST_LENGTH:,} can be read. Leave out "
            "columns, or paste it in parts."
        )
    lines = [line.strip(" ") for line in text.lstrip("\ufeff").splitlines()]
    lines = [line for line in lines if re.search(r"\w", line) and not line.startswith("```")]
    if lines and lines[0].lower().startswith("sep="):  # the line sets the separator for spreadsheet programs
        del lines[0]
    if not lines:
        raise ValueError("The list is empty. Paste one name on each line, or the table of a grade book.")
    heads, rows = _table(lines)
    listed = [_listed(heads, row) for row in rows[1:]] if heads else _names(lines)
    for number, row in enumerate(rows or [[one.name] for one in listed], 1):
        if any(len(cell) > _MAX_CELL_LENGTH for cell, head in zip(row, heads or row, strict=False) if head):
            raise ValueError(f"Line {number} of the list is too long.")
    listed = [one for one in listed if one.name and not _is_about_tasks(one)]
    if len(listed) > MAX_LINES:
        raise ValueError(f"The list has {len(listed)} pupils, but at most {MAX_LINES} can be read. Paste it in parts.")
    return _with_keys(listed)


def _table(lines: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Return the column types and the rows of a table, starting with the header row.

    Both results are empty if there is no header row. Lines with titles may precede the header row.
    """
    found: tuple[list[str], list[list[str]]] = [], []
    for mark in _MARKS:
        rows = _rows(lines, mark)
        for place, row in enumerate(rows[:_MAX_TITLES]):
            heads = _heads(row) if not place or len(row) > 1 else []
            below = rows[place + 1] if place + 1 < len(rows) else []
            cells = zip(heads, row, below, strict=False)
            if any(head and (cell == other or _name_column(other)) for head, cell, other in cells):
                continue  # a word such as "Student" in each line is a role, so the line is not a header row
            if len([*filter(None, heads)]) > len([*filter(None, found[0])]):
                found = heads, rows[place:]
    return found


def _rows(lines: Sequence[str], mark: str) -> list[list[str]]:
    """Return the cells of each line. In a Markdown table, remove the outer separators and the emphasis."""
    if mark == "|":
        sides = [line.strip().removeprefix("|").removesuffix("|") for line in lines]
        return [[cell.strip(" \t*_`") for cell in line.split("|")] for line in sides]
    text = "\n".join(lines)
    parts = [text] if text.count('"') % 2 == 0 else lines
    read = [csv.reader(io.StringIO(part), delimiter=mark, skipinitialspace=mark != "\t") for part in parts]
    return [[cell.strip() for cell in row] for rows in read for row in rows]


def _names(lines: Sequence[str]) -> list[Listed]:
    """Return the pupils of a list without a header row.

    The names are on separate lines or all on one line, possibly with numbers, addresses and classes.
    """
    if len(lines) > 1 and _column(lines[0]) == "email":
        lines = lines[1:]
    items = [_ITEM.match(line) for line in lines]
    numbers = [int(item["plain"] or 0) if item else -1 for item in items]
    if all(item for item in items) and (not any(numbers) or numbers == [*range(numbers[0], numbers[0] + len(lines))]):
        lines = [line[item.end() if item else 0 :] for line, item in zip(lines, items, strict=True)]
    if len(lines) == 1:
        apart = ";" if ";" in lines[0] else ","
        if lines[0].count(apart) > (apart == "," and lines[0].count("@") < 2):
            lines = next(csv.reader(lines, delimiter=apart, skipinitialspace=True))
    addresses = [_ADDRESS.search(line) for line in lines]
    lines = [_ADDRESS.sub("", line, count=1) for line in lines]
    mark = next((mark for mark in _MARKS if any(mark in line.strip() for line in lines)), ",")
    listed = []
    for line, address in zip(lines, addresses, strict=True):
        cells = [" ".join(cell.split()) for cell in _rows([line], mark)[0]] if line.strip() else []
        cells = [cell for cell in cells if cell and not cell[0].isdigit() and not _is_role(cell)] or cells
        name = (", " if mark in ",;" else " ").join(filter(None, cells)).strip(_QUOTES)
        if address and not name:
            name = " ".join(re.split("[._]+", address[1].partition("@")[0])).title()
        listed.append(Listed(name, {"email": address[1]} if address else {}))
    return listed


def _is_role(cell: str) -> bool:
    """Return whether a cell contains only a role such as "pupil", not a name."""
    return _name_column(cell) == "full"


@cache
def _known_texts(table: str) -> dict[str, str]:
    """Return a mapping from each normalized text of a table of columns.toml to its type."""
    types = tomllib.loads(_COLUMNS.read_text(encoding="utf-8-sig"))[table]
    return {lowercase_letters_and_digits(text): kind for kind, texts in types.items() for text in texts}


def _column(cell: str) -> str:
    """Return the type of a column by its title, or "" for an unknown title."""
    cell = _TITLE_MARKS.sub(" ", cell)
    return _known_texts("columns").get(lowercase_letters_and_digits(cell)) or _name_column(cell)


def _name_column(cell: str) -> str:
    """Return the type of a column with names, by the words of its title, or "" for any other title.

    The type "any" means the whole name if no other column has a part of the name. Otherwise the column has the missing
    part of the name.
    """
    words = filter(None, map(lowercase_letters_and_digits, re.split(r"[\W_]+", _WORD_FORMS.sub("", cell))))
    kinds = {_known_texts("names").get(word, "") for word in words} - {"other"}
    if "" in kinds:
        return ""
    has_first, has_last = bool(kinds & {"first", "first_of"}), bool(kinds & {"last", "last_of"})
    if (has_first and has_last) or ("name" in kinds and kinds & {"first", "last"}):
        return "full"
    part = "first" if has_first else "last" if has_last else ""
    return part or ("any" if "name" in kinds else "full" if kinds else "")


def lowercase_letters_and_digits(cell: str) -> str:
    """Return the lower-case letters and digits of a text, without accents."""
    letters = unicodedata.normalize("NFKD", cell.casefold())
    return "".join(sign for sign in letters if sign.isalnum())


def _heads(row: Sequence[str]) -> list[str]:
    """Return the types of the columns of a header row, with "" for a column that is not used.

    The list is empty if the row is not a header row.
    """
    found = [_column(cell) for cell in row]
    if any(_ADDRESS.fullmatch(cell) for cell in row):  # addresses occur only in rows of pupils
        return []
    if "any" in found:  # the type of these titles depends on the other title: "Nom" next to "Prénom" is the last name
        has_first, has_last = "first" in found, "last" in found
        part = "full" if has_first == has_last else "last" if has_first else "first"
        found = [
            head if head != "any" else "login" if has_first and has_last and cell.casefold() == "name" else part
            for head, cell in zip(found, row, strict=True)  # WebUntis uses the title "name" for the short name
        ]
    heads = [
        head if head not in ("rows", "accounts") and head not in found[:place] else ""
        for place, head in enumerate(found)
    ]
    return heads if "full" in heads or {"first", "last"} <= {*heads} else []


def _listed(heads: Sequence[str], row: Sequence[str]) -> Listed:
    about = {head: value for head, value in zip(heads, row, strict=False) if head}
    name = about.pop("full", "") or " ".join(filter(None, (about.get("first"), about.get("last"))))
    return Listed(name, about)


def _is_about_tasks(one: Listed) -> bool:
    is_pupil = any(one.about.get(part) for part in ("first", *_IDENTITY))
    kind = _column(one.name)
    return kind == "accounts" or (kind == "rows" and not is_pupil)


def _first_name_first(name: str) -> str:
    """Move the first name to the front, so that "Smith, Anna" and "Anna Smith" are the same pupil."""
    last, comma, first = name.partition(",")
    return f"{first} {last}" if comma else name


def _with_keys(lines: Sequence[Listed]) -> list[Listed]:
    """Add a key to each line, for `is_same_pupil`.

    The key has the number of lines with this name, the index of the line among identical lines, the number of
    identical lines, and hashes of the name and of the grade book data.
    """
    names = [_hashed(lowercase_appearance_key(_first_name_first(one.name))) for one in lines]
    keys = [
        "/".join(
            [name, *(f"{part}={_hashed(one.about[part].casefold())}" for part in _IDENTITY if one.about.get(part))]
        )
        for name, one in zip(names, lines, strict=True)
    ]
    before: Counter[str] = Counter()
    listed = []
    for one, name, key in zip(lines, names, keys, strict=True):
        before[key] += 1
        counts = f"{names.count(name)}/{before[key]}/{keys.count(key)}"
        listed.append(replace(one, key=f"{counts}/{key}"))
    return listed


def _hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:20]


def is_same_pupil(key: str, other: str) -> bool:
    """Return whether keys from two lists belong to the same pupil, even if only one list has addresses or numbers.

    If the keys are invalid or do not decide the question, the result is False.
    """
    if key == other:
        return True
    mine, its = key.split("/"), other.split("/")
    if len(mine) < _KEY_PARTS or len(its) < _KEY_PARTS or mine[3] != its[3] or not mine[2] == its[2] == "1":
        return False
    known, its_known = (dict(part.split("=", 1) for part in parts[_KEY_PARTS:] if "=" in part) for parts in (mine, its))
    both = known.keys() & its_known.keys()
    if both:
        return all(known[part] == its_known[part] for part in both)
    return mine[0] == its[0] == "1"  # in both lists, only one pupil has this name
