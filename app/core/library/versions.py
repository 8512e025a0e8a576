# SPDX-License-Identifier: AGPL-3.0-or-later
"""The versions of a page: all its readings and all its edits, which of the readings the user chose, and
what they took to make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.core.library.readings import as_reading, make_present
from app.core.library.spreads import MARK
from app.core.library.store import Store
from engine.protocol import Reading


@dataclass(frozen=True, slots=True)
class StoredReading:
    """A reading with its number in the library, when it was kept (seconds since the epoch), and whether it
    is its page's present one."""

    number: int
    at: float
    reading: Reading
    present: bool


@dataclass(frozen=True, slots=True)
class StoredEdit:
    """What a user saved; `text` None means "back to the engine's". `at` in seconds since the epoch."""

    number: int
    at: float
    who: str
    text: str | None


class PageVersions:
    """All methods raise ProblemError where the file fails."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def readings(self, document: int, page: int) -> list[StoredReading]:
        """All readings of a page, the oldest first."""
        rows = self._store.rows(
            "SELECT r.id, r.at, r.text, r.body, coalesce(p.reading = r.id, 0) FROM readings r "
            "LEFT JOIN pages p ON p.document = r.document AND p.page = r.page "
            "WHERE r.document = ? AND r.page = ? ORDER BY r.id",
            document,
            page,
        )
        return [StoredReading(number, at, as_reading(text, body), bool(here)) for number, at, text, body, here in rows]

    def reread(self, document: int, first: int, count: int) -> set[int]:
        """Those of consecutive pages that have several readings."""
        rows = self._store.rows(
            "SELECT page FROM readings WHERE document = ? AND page >= ? AND page < ? GROUP BY page HAVING count(*) > 1",
            document,
            first,
            first + count,
        )
        return {page for (page,) in rows}

    def turned(self, document: int, page: int, turn: int) -> Iterator[Reading]:
        """Readings of a page that was turned like this, the newest first, each loaded when it is asked for. Those of
        what is no page any more, because it was cut or joined, are left out."""
        numbers = self._store.rows(
            "SELECT id FROM readings WHERE document = ? AND page = ? AND turn = ? AND instr(recipe, ?) = 0 "
            "ORDER BY id DESC",
            document,
            page,
            turn,
            MARK,
        )
        for (number,) in numbers:
            found = self.reading(document, page, number)
            if found is not None:
                yield found

    def edits(self, document: int, page: int) -> list[StoredEdit]:
        """All edits of a page, the oldest first."""
        rows = self._store.rows(
            "SELECT id, at, who, text FROM edits WHERE document = ? AND page = ? ORDER BY id", document, page
        )
        return [StoredEdit(*row) for row in rows]

    def reading(self, document: int, page: int, number: int) -> Reading | None:
        """One reading of this page; None where there is none of this number."""
        row = self._store.row(
            "SELECT text, body FROM readings WHERE id = ? AND document = ? AND page = ?", number, document, page
        )
        return as_reading(*row) if row else None

    def use(self, document: int, page: int, number: int) -> bool:
        """Make a reading the present one of its page because the user says so; it stays that until the page is
        read again. False where there is none of this number."""
        with self._store.change() as change:
            row = change.execute(
                "SELECT text FROM readings WHERE id = ? AND document = ? AND page = ?", (number, document, page)
            ).fetchone()
            if row is not None:
                make_present(change, document, page, number, row[0], chosen=True)
        return row is not None

    def chosen(self, document: int) -> set[int]:
        """Pages whose present reading the user chose, and that were not turned since."""
        rows = self._store.rows(
            "SELECT p.page FROM pages p JOIN readings r ON r.id = p.reading "
            "WHERE p.document = ? AND p.chosen <> 0 AND r.turn = p.turn",
            document,
        )
        return {page for (page,) in rows}

    def drafted(self, document: int, first: int, count: int) -> list[Reading]:
        """The present readings, of consecutive pages, that were made with accepted draft tokens."""
        rows = self._store.rows(
            "SELECT r.text, r.body FROM pages p JOIN readings r ON r.id = p.reading "
            "WHERE p.document = ? AND p.page >= ? AND p.page < ? AND r.acceptance IS NOT NULL",
            document,
            first,
            first + count,
        )
        return [as_reading(text, body) for text, body in rows]
