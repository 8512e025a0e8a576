# SPDX-License-Identifier: AGPL-3.0-or-later
"""The open library: its tables as parts, and moving it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from app.core.changes import AppCode, Notice, Problem
from app.core.errors import ProblemError
from app.core.files import as_problem
from app.core.library.documents import Documents
from app.core.library.edits import Edits
from app.core.library.exports import Exports
from app.core.library.figures import FigurePlaces
from app.core.library.proofs import Proofs
from app.core.library.readings import Readings
from app.core.library.search import Search
from app.core.library.spreads import Spreads
from app.core.library.store import open_store
from app.core.library.versions import PageVersions


class Library:
    """Opening never fails: see `store.open_store` for what stands in, and look at `notice`."""

    def __init__(self, path: Path) -> None:
        self._store = open_store(path)
        self.documents = Documents(self._store)
        self.readings = Readings(self._store)
        self.edits = Edits(self._store)
        self.search = Search(self._store)
        self.exports = Exports(self._store)
        self.proofs = Proofs(self._store)
        self.figures = FigurePlaces(self._store)
        self.versions = PageVersions(self._store)
        self.spreads = Spreads(self._store)

    @property
    def path(self) -> Path:
        return self._store.path

    @property
    def notice(self) -> Notice | None:
        """What was odd on opening: damaged and begun anew, newer, read-only, not kept at all."""
        return self._store.notice

    @property
    def writable(self) -> bool:
        return self._store.writable

    def version(self) -> int:
        """A number that changes whenever another program has changed the file. Raises ProblemError."""
        row = self._store.row("PRAGMA data_version")
        return int(row[0]) if row else 0

    def size(self) -> int:
        """Bytes on the disk, companions included."""
        names = (self.path.name + companion for companion in ("", "-wal", "-shm"))
        paths = (self.path.with_name(name) for name in names)
        return sum(path.stat().st_size for path in paths if path.exists())

    def limit_size(self, pages: int) -> None:
        """Never let the file grow above so many database pages of 4 KB: beyond that it behaves
        as on a full disk."""
        self._store.limit_size(pages)

    def move_to(self, folder: Path, remember: Callable[[Path], None]) -> None:
        """Move the file into `folder`, let `remember` note that folder, and close this library.
        The old file is deleted last; on any failure it stays where it was. Raises ProblemError: LIBRARY_THERE,
        LIBRARY_IN_USE if another program has it open (or would lose its place), NOT_PERMITTED,
        DISK_FULL, or what `remember` raises."""
        target = folder.absolute() / self.path.name
        with as_problem(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if os.path.lexists(target):
                raise ProblemError(Problem(AppCode.LIBRARY_THERE), str(folder))
        self._store.take_alone()
        try:
            self._store.copy_to(target)
            remember(folder)
        except ProblemError:
            target.unlink(missing_ok=True)
            raise
        self._store.close()
        self.path.unlink()

    def close(self) -> None:
        self._store.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
