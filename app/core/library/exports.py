# SPDX-License-Identifier: AGPL-3.0-or-later
"""The ledger of exports: what we wrote where (`app.core.export.write.Ledger`), so that only
files that are still as we left them are ever replaced."""

from __future__ import annotations

import os
import time
from pathlib import Path

from app.core.export.write import Written
from app.core.library.store import Store


def _name(path: Path) -> str:
    """As text that SQLite can keep: a folder may be named with bytes that are none."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


class Exports:
    """All methods raise ProblemError where the file fails."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def written(self, path: Path) -> Written | None:
        """The last entry for this absolute path."""
        row = self._store.row("SELECT digest, source FROM exports WHERE path = ?", _name(path))
        return Written(*row) if row else None

    def note_written(self, path: Path, entry: Written) -> None:
        """Remember an export, instead of an earlier one at the same path."""
        with self._store.change() as change:
            change.execute(
                "INSERT INTO exports (path, digest, source, at) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (path) DO UPDATE SET digest = excluded.digest, source = excluded.source, at = excluded.at",
                (_name(path), entry.digest, entry.source, time.time()),
            )
