# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where an export goes: its target if that is free or ours, else the next free name.

A file is ours to replace when the ledger says that we wrote it for the same source and its
bytes are still those we wrote. Everything else (a stranger's file, one the user changed,
the export of another input with the same name) stays, and we write `NAME (2).md`.
"""

from __future__ import annotations

import hashlib
import logging
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.core.errors import ProblemError
from app.core.files import as_problem, digest, free_name, write_beside


@dataclass(frozen=True, slots=True)
class Written:
    """A line of the ledger: the last thing we wrote at a path. `digest` is SHA-256 in hex."""

    digest: str
    source: str


class Ledger(Protocol):
    """What we wrote where; the library keeps it. Paths are absolute."""

    def written(self, path: Path) -> Written | None:
        """The last entry for this path."""

    def note_written(self, path: Path, entry: Written) -> None:
        """Remember an export, instead of an earlier one at the same path."""


log = logging.getLogger(__name__)

_naming = threading.Lock()
"""Held from choosing a name until it is taken, so that two exports cannot choose the same."""

_reserved: dict[Path, tuple[str, int]] = {}
"""Names that exports are writing under, with their document and how many exports of it there are."""


def put(content: bytes, target: Path, source: str, ledger: Ledger | None) -> Path:
    """Write `content` at `target` or at the next name that is free or ours; returns where.
    Makes the folder. Without a ledger no existing file is ours. Raises ProblemError."""
    target = target.absolute()
    entry = Written(hashlib.sha256(content).hexdigest(), source)
    with as_problem(target.parent):
        target.parent.mkdir(parents=True, exist_ok=True)
    with _naming:
        path = free_name(target, lambda p: os.path.lexists(p) and not _is_ours(p, entry, ledger))
        write_beside(path, content)
        if ledger is not None:
            _note(ledger, path, entry)
    return path


@contextmanager
def named(
    target: Path, beside: Callable[[Path], Iterable[tuple[Path, Path]]], source: str, ledger: Ledger | None
) -> Iterator[Path]:
    """`target`, or the next name under which a file and what stands beside it are this document's: the file names those
    beside it, so all of them must have one name. `beside` gives, for a target, where each is to go and a file with its
    contents. Other exports keep off the name for as long as this lasts."""
    target = target.absolute()

    def taken(path: Path) -> bool:
        if _reserved.get(path, (source, 0))[0] != source:
            return True
        known = ledger.written(path) if ledger is not None and os.path.lexists(path) else None
        if known is not None and known.source != source:
            return True
        return any(
            os.path.lexists(own) and not _is_ours(own, Written(digest(content), source), ledger)
            for own, content in beside(path)
        )

    with _naming:
        path = free_name(target, taken)
        _reserved[path] = (source, _reserved.get(path, ("", 0))[1] + 1)
    try:
        yield path
    finally:
        with _naming:
            count = _reserved[path][1] - 1
            if count:
                _reserved[path] = (source, count)
            else:
                del _reserved[path]


def _note(ledger: Ledger, path: Path, entry: Written) -> None:
    """The file is there whatever becomes of the ledger: a library that cannot be written costs
    no more than a `(2)` the next time."""
    try:
        ledger.note_written(path, entry)
    except ProblemError as error:
        log.info("export not remembered: %s", error)


def _is_ours(path: Path, entry: Written, ledger: Ledger | None) -> bool:
    """Whether replacing `path` loses nothing. A file that no entry knows but that has the very
    bytes to be written (another library wrote it) is ours as well."""
    if path.is_symlink() or not path.is_file():
        return False
    known = ledger.written(path) if ledger is not None else None
    if known is not None and known.source != entry.source:
        return False
    try:
        return digest(path) == (known or entry).digest
    except ProblemError:  # unreadable: certainly not ours
        return False
