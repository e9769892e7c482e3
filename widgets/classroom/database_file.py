"""Database file of classes: private permissions, integrity check, and a reserve file for a full disk.

The module handles SQLite files and folders. The module does not depend on rooms or pupils.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

from gamelib.validation import parse_json

FILE_SUFFIXES = ("", "-wal", "-shm", "-reserve", "-lock")
"""Suffixes of the files that belong to a database file."""
_RESERVE = 1 << 20  # bytes, more than SQLite writes before a checkpoint, see `class_store`
_MIN_FREE_BYTES = 128 << 10  # bytes needed to open a file: SQLite's index, a lock, and a secret of the board
_OWN = 0o600
_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_WRITE}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}


def ensure_private_file(file: Path) -> None:
    """Create the file if it does not exist. Only the owner of the server can read it. Raise OSError on failure."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWN))
    for part in FILE_SUFFIXES:
        with suppress(FileNotFoundError, PermissionError):  # files of other owners do not change
            os.chmod(f"{file}{part}", _OWN)
    with suppress(OSError):
        if not disk_reserve_path(file).exists() and _free(file) > 2 * _RESERVE:
            with open(os.open(disk_reserve_path(file), os.O_CREAT | os.O_WRONLY, _OWN), "wb") as kept:
                kept.write(bytes(_RESERVE))


def disk_reserve_path(file: Path) -> Path:
    """Return the path of the disk reserve, a file that only occupies space.

    If the disk is full, the store deletes this file. Then there is space to open and delete the stored data.
    """
    return Path(f"{file}-reserve")


def use_reserve(file: Path) -> None:
    """If the disk is full, delete the disk reserve, so that the stored data can be opened."""
    with suppress(OSError):
        if disk_reserve_path(file).exists() and _free(file) < _MIN_FREE_BYTES:
            disk_reserve_path(file).unlink()


def has_free_space(file: Path) -> bool:
    """Return whether the disk has space for new data. Space from a deleted disk reserve does not count."""
    try:
        return _free(file) > _MIN_FREE_BYTES + (0 if disk_reserve_path(file).exists() else _RESERVE)
    except OSError:
        return True


def _free(file: Path) -> int:
    return shutil.disk_usage(file.parent).free


class FileLock:
    """Lock that shows other processes that this process is using the database file.

    An open SQLite file must not be deleted. On Windows the system prevents this, and the lock does nothing.
    """

    def __init__(self, file: Path) -> None:
        self._path, self._open = Path(f"{file}-lock"), -1
        self.lock_shared_and_check_same_file()

    def lock_shared_and_check_same_file(self) -> bool:
        """Allow other processes to use the file too. Return whether the path still belongs to the same file."""
        if sys.platform == "win32":
            return True
        import fcntl

        before = os.fstat(self._open) if self._open >= 0 else None
        while True:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            mine = os.open(self._path, os.O_CREAT | os.O_RDWR, _OWN)
            self.release()
            self._open = mine
            fcntl.flock(self._open, fcntl.LOCK_SH)
            now = os.fstat(self._open)
            with suppress(FileNotFoundError):  # another process removed the lock file together with the database file
                if os.path.samestat(now, self._path.stat()):
                    return before is not None and os.path.samestat(now, before)

    def try_acquire_exclusive(self) -> bool:
        """Try to get the exclusive lock. Return whether no other process uses the file.

        If the result is True, no other process can start to use the file before `release`.
        """
        if sys.platform == "win32":
            return True
        import fcntl

        try:
            fcntl.flock(self._open, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.lock_shared_and_check_same_file()
            return False
        return True

    def release(self) -> None:
        """Release the lock."""
        if self._open >= 0:
            os.close(self._open)
            self._open = -1


def delete_database_files(file: Path) -> None:
    """Delete the database file and all files that belong to it."""
    for part in FILE_SUFFIXES:
        with suppress(PermissionError):  # on Windows, a file that another process has open remains, but without a room
            Path(f"{file}{part}").unlink(missing_ok=True)


def find_usable_file(file: Path, expected_columns: Mapping[str, set[str]]) -> tuple[Path, list[Path]]:
    """Return the first usable file of FILE, FILE-2, FILE-3 and so on, and the damaged files before it.

    A usable file is intact or does not exist yet. The function does not change damaged files. `expected_columns` lists
    the columns of each table.
    """
    damaged: list[Path] = []
    for each in _beside(file):
        if not each.exists() or is_intact_database(each, expected_columns):
            return each, damaged
        damaged.append(each)
    raise AssertionError("there is no end to names")


def _beside(file: Path) -> Iterator[Path]:
    yield file
    for number in count(2):
        yield file.with_name(f"{file.stem}-{number}{file.suffix}")


def is_intact_database(file: Path, expected_columns: Mapping[str, set[str]]) -> bool:
    """Return whether a file is readable and contains only the expected tables and columns with valid JSON.

    A file that another process keeps busy counts as intact.
    """
    if file.is_dir():
        return False
    try:
        with closing(sqlite3.connect(file, timeout=1)) as run:
            (page,) = run.execute("PRAGMA page_size").fetchone()
            if (file.stat().st_size % page and not _has_log(file)) or run.execute(
                "PRAGMA quick_check(1)"
            ).fetchone() != ("ok",):
                return False
            every = run.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
            if (
                not {name for (name,) in every} <= expected_columns.keys()
            ):  # the folder can contain files of other programs, which must not be deleted with a class
                return False
            for table, names in expected_columns.items():
                there = {row[1] for row in run.execute(f"PRAGMA table_info({table})")}
                if there and not there >= names:
                    return False
                for name in there & {"pace", "data"}:
                    for (text,) in run.execute(f"SELECT {name} FROM {table}"):
                        if not isinstance(parse_json(text), dict):
                            return False
    except sqlite3.OperationalError as error:
        return is_disk_full_error(error) or error.sqlite_errorcode & 0xFF in (
            sqlite3.SQLITE_BUSY,
            sqlite3.SQLITE_LOCKED,
        )
    except (sqlite3.Error, ValueError):
        return False
    return True


def _has_log(file: Path) -> bool:
    """Return whether the last database pages are only in the log file, as after a full disk."""
    log = Path(f"{file}-wal")
    return log.exists() and log.stat().st_size > 0


def is_disk_full_error(error: BaseException) -> bool:
    """Return whether SQLite failed because the disk is full."""
    return isinstance(error, sqlite3.Error) and error.sqlite_errorcode in _FULL


def is_damaged(error: BaseException) -> bool:
    """Return whether SQLite failed because the file is damaged."""
    return isinstance(error, sqlite3.Error) and error.sqlite_errorcode & 0xFF in _DAMAGED
