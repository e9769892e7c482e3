"""The file that classes are kept in: for its owner alone, looked over before it is trusted, with a little room kept
back for the day when the disk is full. Knows SQLite and folders; knows no room and no pupil."""

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
"""What stands behind the file's name in the names of the files that belong to it."""
_RESERVE = 1 << 20  # bytes; more than SQLite writes before it tidies up, see `store`
_MIN_FREE_BYTES = 128 << 10  # bytes that opening a file takes: SQLite's index beside it, a lock, a key of the board
_OWN = 0o600
_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_WRITE}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}


def ensure_private_file(file: Path) -> None:
    """Make the file if it is not there; only who runs the server reads what a class has told. OSError if it cannot."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWN))
    for part in FILE_SUFFIXES:
        with suppress(FileNotFoundError, PermissionError):  # one that belongs to somebody else stays as it is
            os.chmod(f"{file}{part}", _OWN)
    with suppress(OSError):
        if not disk_reserve_path(file).exists() and _free(file) > 2 * _RESERVE:
            with open(os.open(disk_reserve_path(file), os.O_CREAT | os.O_WRONLY, _OWN), "wb") as kept:
                kept.write(bytes(_RESERVE))


def disk_reserve_path(file: Path) -> Path:
    """Room on the disk that is given up when there is no other, so that what was told can be deleted."""
    return Path(f"{file}-reserve")


def use_reserve(file: Path) -> None:
    """Give up the reserve of a disk that is full, so that what is stored can be opened."""
    with suppress(OSError):
        if disk_reserve_path(file).exists() and _free(file) < _MIN_FREE_BYTES:
            disk_reserve_path(file).unlink()


def has_room(file: Path) -> bool:
    """Whether the disk has room for what is told next. The reserve, once it is given up, is no such room."""
    try:
        return _free(file) > (_MIN_FREE_BYTES if disk_reserve_path(file).exists() else _RESERVE)
    except OSError:
        return True


def _free(file: Path) -> int:
    return shutil.disk_usage(file.parent).free


class FileLock:
    """Tells other processes that this one uses the file. SQLite must not lose a file that somebody has open; where the
    system itself sees to that, this does nothing."""

    def __init__(self, file: Path) -> None:
        self._path, self._open = Path(f"{file}-lock"), -1
        self.acquire_shared()

    def acquire_shared(self) -> bool:
        """Others may use the file beside this process. Whether it is the same file still."""
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
            with suppress(FileNotFoundError):  # it was removed meanwhile, with the file
                if os.path.samestat(now, self._path.stat()):
                    return before is not None and os.path.samestat(now, before)

    def try_acquire_exclusive(self) -> bool:
        """Whether no other process uses the file; then none can begin to before `end`."""
        if sys.platform == "win32":
            return True
        import fcntl

        try:
            fcntl.flock(self._open, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.acquire_shared()
            return False
        return True

    def release(self) -> None:
        """The file is not used any more."""
        if self._open >= 0:
            os.close(self._open)
            self._open = -1


def delete_database_files(file: Path) -> None:
    """Remove the file and all that belongs to it."""
    for part in FILE_SUFFIXES:
        with suppress(PermissionError):  # Windows, where another process has it open: it stays, without a room
            Path(f"{file}{part}").unlink(missing_ok=True)


def find_usable_file(file: Path, expected_columns: Mapping[str, set[str]]) -> tuple[Path, list[Path]]:
    """The file to keep classes in, and those that are damaged: of FILE, FILE-2, FILE-3 the first that is whole or is
    not there yet. A damaged one is not touched. `expected_columns`: of each table."""
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
    """Whether a file can be read and holds nothing but these tables, with these columns and what is written there as
    JSON. One that another process keeps busy counts as whole."""
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
            ):  # another program's: it must not go with a class
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
    """Whether the last pages are in the file beside it, as a full disk leaves them."""
    log = Path(f"{file}-wal")
    return log.exists() and log.stat().st_size > 0


def is_disk_full_error(error: BaseException) -> bool:
    """Whether SQLite has failed for want of room on the disk."""
    return isinstance(error, sqlite3.Error) and error.sqlite_errorcode in _FULL


def is_damaged(error: BaseException) -> bool:
    """Whether SQLite has failed since the file is not what it wrote."""
    return isinstance(error, sqlite3.Error) and error.sqlite_errorcode & 0xFF in _DAMAGED
