# SPDX-License-Identifier: AGPL-3.0-or-later
"""The open database file: how it is opened, changed in transactions, and how it fails.

Several programs may have it open at once (WAL: readers never wait, writers take turns and
wait up to BUSY_SECONDS). `synchronous=FULL`: a transaction that has returned survives the
death of the process (so would NORMAL) and a power cut (NORMAL would not). It costs 0.25 ms a
page here against 0.07 ms, and one turn of a slow disk elsewhere; a page takes longer to read.

A connection belongs to the thread that opened it.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from app.core.changes import AppCode, Notice, Problem
from app.core.errors import ProblemError
from app.core.files import problem_of
from app.core.library import schema
from engine.protocol import ErrorCode

BUSY_SECONDS = 10.0
CHECK_LIMIT = 64 * 1024 * 1024
"""Bytes up to which a file whose last program did not end cleanly is checked on opening (about 0.2 s)."""

_FULL_DISK_SPARE = 1024 * 1024
_CORRUPT = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_DENIED = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH})
_LOCKED = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


class Store:
    """One connection. `notices` tells what was odd about the file; `writable` is False where
    nothing can be saved, and then every `change` raises ProblemError with `refusal`."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, notice: Notice | None, refusal: Problem | None
    ) -> None:
        self.path = path
        self.notice = notice
        self._connection = connection
        self._refusal = refusal

    @property
    def writable(self) -> bool:
        return self._refusal is None

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows of a query. Raises ProblemError."""
        with self._mapped():
            return self._connection.execute(sql, values).fetchall()

    def row(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        """The first row. Raises ProblemError."""
        with self._mapped():
            found: tuple[Any, ...] | None = self._connection.execute(sql, values).fetchone()
            return found

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """A writing transaction: all of it is on the disk at the end of the block, or nothing.
        Raises ProblemError: DISK_FULL, LIBRARY_READ_ONLY, LIBRARY_NEWER, LIBRARY_DAMAGED."""
        if self._refusal is not None:
            raise ProblemError(self._refusal, str(self.path))
        with self._mapped():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def shrink(self) -> None:
        """Give the room of deleted rows back to the disk."""
        with self._mapped():
            self._connection.execute("PRAGMA incremental_vacuum").fetchall()
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def copy_to(self, path: Path) -> None:
        """A whole, consistent copy in a new file. Raises ProblemError."""
        with self._mapped(), closing(sqlite3.connect(path)) as copy:
            self._connection.backup(copy)

    def take_alone(self) -> None:
        """Leave the shared mode; raises ProblemError(LIBRARY_IN_USE) if another connection is open.
        The store can only be closed afterwards."""
        self._connection.execute("PRAGMA busy_timeout = 0")
        try:
            self._connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            self._connection.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
            raise ProblemError(Problem(AppCode.LIBRARY_IN_USE), str(self.path)) from error

    def limit_size(self, pages: int) -> None:
        """Let the file grow to so many database pages (4 KB) at most; then it is like a full disk."""
        self._connection.execute(f"PRAGMA max_page_count = {pages}")

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _mapped(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise ProblemError(_problem_of(error, self.path), str(self.path)) from error


def open_store(path: Path) -> Store:
    """Open or make the file. One that is damaged is set aside and a new one begun; one of a newer
    program, or one that may not be written, is opened read-only. Where not even that is
    possible, the store lives in memory for this run. All of it is told in `notice`."""
    try:
        return _open(path)
    except sqlite3.Error as error:
        problem = _problem_of(error, path)
    except OSError as error:
        problem = problem_of(error)
    if problem.code is AppCode.LIBRARY_DAMAGED:
        notice = Notice(Problem(AppCode.LIBRARY_DAMAGED, _set_aside(path)), str(path))
        fresh = _open(path)
        return Store(path, fresh._connection, notice, None)
    if problem.code is not ErrorCode.DISK_FULL:
        problem = Problem(AppCode.LIBRARY_READ_ONLY)
    return _in_memory(path, Notice(problem, str(path)))


def _open(path: Path) -> Store:
    path.parent.mkdir(parents=True, exist_ok=True)
    unclean = _size(path.with_name(path.name + "-wal")) > 0
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        _set_up(connection)
        if schema.version_of(connection) > schema.VERSION:
            connection.close()
            return _read_only(path, Problem(AppCode.LIBRARY_NEWER))
        if unclean and _size(path) <= CHECK_LIMIT:
            _check(connection)
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")  # counts for a new file only
        connection.execute("PRAGMA journal_mode = WAL")
        schema.migrate(connection)
        connection.execute("SELECT count(*) FROM (SELECT 1 FROM documents LIMIT 1)")
        connection.execute("BEGIN IMMEDIATE")  # tells now, not at the first page, that it cannot be written
        connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        connection.close()
        if _primary(error) in _DENIED and _size(path) > 0:
            return _read_only(path, Problem(AppCode.LIBRARY_READ_ONLY))
        raise
    return Store(path, connection, None, None)


def _set_up(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _read_only(path: Path, refusal: Problem) -> Store:
    """In a folder that may not be written, SQLite can read a WAL file only as unchanging."""
    notice = Notice(refusal, str(path), "warning")
    for mode in ("mode=ro", "immutable=1"):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", timeout=BUSY_SECONDS, uri=True)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            connection.close()
            continue
        return Store(path, connection, notice, refusal)
    return _in_memory(path, notice)


def _in_memory(path: Path, notice: Notice) -> Store:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _set_up(connection)
    schema.migrate(connection)
    return Store(path, connection, notice, None)


def _check(connection: sqlite3.Connection) -> None:
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        error = sqlite3.DatabaseError(verdict)
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


def _set_aside(path: Path) -> str:
    """Rename the damaged file with its companions; its new path, or "" if it is gone already."""
    aside = path.with_name(f"{path.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}")
    kept = ""
    for companion in ("", "-wal", "-shm"):
        try:
            path.with_name(path.name + companion).replace(aside.with_name(aside.name + companion))
        except FileNotFoundError:
            continue
        kept = kept or str(aside)
    return kept


def _problem_of(error: sqlite3.Error, path: Path) -> Problem:
    primary = _primary(error)
    if primary in _CORRUPT:
        return Problem(AppCode.LIBRARY_DAMAGED)
    if primary in _DENIED:
        return Problem(AppCode.LIBRARY_READ_ONLY)
    if primary in _LOCKED:
        return Problem(AppCode.LIBRARY_IN_USE)
    if primary == sqlite3.SQLITE_FULL or (primary == sqlite3.SQLITE_IOERR and _is_full(path)):
        return Problem(ErrorCode.DISK_FULL)
    return Problem(ErrorCode.INTERNAL, str(error))


def _primary(error: sqlite3.Error) -> int:
    """SQLite's primary result code; the low byte of the extended one that Python gives."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def _is_full(path: Path) -> bool:
    """SQLite reports some writes to a full disk as a plain input/output error."""
    try:
        return shutil.disk_usage(path.parent).free < _FULL_DISK_SPARE
    except OSError as error:
        return error.errno in (errno.ENOSPC, errno.EDQUOT)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
