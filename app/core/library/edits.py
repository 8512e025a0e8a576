# SPDX-License-Identifier: AGPL-3.0-or-later
"""Edits: the user's texts. The newest of a page counts, and a NULL text means "back to the engine's". They are
only added to; but what is typed in one go is one row (see `schema`). And the present texts, edited or not."""

from __future__ import annotations

import time
from dataclasses import dataclass

from app.core.editing.past import Row
from app.core.library.readings import storable
from app.core.library.search import put_found
from app.core.library.store import Store


@dataclass(frozen=True, slots=True)
class PresentText:
    """A page's text as it counts now. `at` is the time of the edit, in seconds since the epoch."""

    text: str
    edited: bool = False
    at: float | None = None


_PRESENT = (
    "SELECT p.page, CASE WHEN e.text IS NULL THEN r.text ELSE e.text END, e.text IS NOT NULL, e.at FROM "
    "(SELECT document, page FROM pages WHERE reading IS NOT NULL AND document = ?1 "
    " UNION SELECT document, page FROM edits WHERE document = ?1) p "
    "LEFT JOIN pages m ON m.document = p.document AND m.page = p.page "
    "LEFT JOIN readings r ON r.id = m.reading "
    "LEFT JOIN edits e ON e.id = (SELECT max(id) FROM edits WHERE document = p.document AND page = p.page) "
    "WHERE p.page >= ?2 AND p.page < ?3"
)


_NONE = (0, 0.0)
"""Number and time where there is no edit."""


class Edits:
    """All methods raise ProblemError where the file fails."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: dict[tuple[int, int], tuple[int, float]] = {}  # number and time of the newest edit known here
        self.overtook = False
        self._own: dict[tuple[int, int], int] = {}  # number of the page's newest edit that was saved here

    def seen(self, document: int, page: int) -> None:
        """The page is shown as it is now: an edit of another program that comes after this is news."""
        self._seen[document, page] = self._newest(document, page)

    def forget_seen(self, document: int) -> None:
        """Its pages have other numbers now."""
        self._seen = {key: newest for key, newest in self._seen.items() if key[0] != document}
        self._own = {key: number for key, number in self._own.items() if key[0] != document}

    def newer(self, document: int, page: int) -> bool:
        """Whether another program has edited the page since it was seen here."""
        return self._newest(document, page) != self._seen.get((document, page), _NONE)

    def _newest(self, document: int, page: int) -> tuple[int, float]:
        row = self._store.row(
            "SELECT id, at FROM edits WHERE document = ? AND page = ? ORDER BY id DESC LIMIT 1", document, page
        )
        return (int(row[0]), float(row[1])) if row else _NONE

    def save(
        self, document: int, page: int, text: str | None, who: str = "user", *,
        run: str = "", step: int = 0, source: int | None = None,
    ) -> float:  # fmt: skip
        """Keep the user's text (None: back to the engine's); the time it was kept at, in
        seconds since the epoch. It is on the disk when this returns. Where the page's newest row is of the
        same `run`, that row gets the text. `step` and `source` as in `schema`. `overtook` says afterwards
        whether the newest text until then was another program's that had not been seen here."""
        at = time.time()
        text = None if text is None else storable(text)
        with self._store.change() as change:
            last = change.execute(
                "SELECT id, run, at FROM edits WHERE document = ? AND page = ? ORDER BY id DESC LIMIT 1",
                (document, page),
            ).fetchone()
            before = (last[0], last[2]) if last else _NONE
            number = before[0]
            self.overtook = source is None and before != self._seen.get((document, page), before)
            if run and last is not None and last[1] == run:
                change.execute(
                    "UPDATE edits SET text = ?, who = ?, at = ?, step = ?, source = ? WHERE id = ?",
                    (text, who, at, step, source, last[0]),
                )
            else:
                change.execute(
                    "INSERT INTO edits (document, page, text, who, at, run, step, source) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (document, page, text, who, at, run, step, source),
                )
                number = change.execute("SELECT last_insert_rowid()").fetchone()[0]
            if text is None:
                row = change.execute(
                    "SELECT r.text FROM pages p JOIN readings r ON r.id = p.reading "
                    "WHERE p.document = ? AND p.page = ?",
                    (document, page),
                ).fetchone()
                put_found(change, document, page, row[0] if row else "")
            else:
                put_found(change, document, page, text)
        self._seen[document, page] = (number, at)
        self._own[document, page] = number
        return at

    def followed(self, document: int) -> list[tuple[int, str, str, str]]:
        """Pages whose newest text was saved here, until another program saved one after it; each is told once. With
        the page the text before ours, ours, and the one that is there now."""
        found = []
        for page in [page for stored, page in self._own if stored == document]:
            own = self._own[document, page]
            if self._newest(document, page)[0] <= own:
                continue
            del self._own[document, page]
            rows = self._store.rows(
                "SELECT id, text FROM edits WHERE document = ? AND page = ? ORDER BY id", document, page
            )
            reading = self._store.row(
                "SELECT r.text FROM pages p JOIN readings r ON r.id = p.reading WHERE p.document = ? AND p.page = ?",
                document, page,
            )  # fmt: skip
            engine = str(reading[0]) if reading else ""
            texts = [(int(number), engine if text is None else str(text)) for number, text in rows]
            before = [text for number, text in texts if number < own]
            ours = [text for number, text in texts if number == own]
            if ours:
                found.append((page, before[-1] if before else engine, ours[0], texts[-1][1]))
        return found

    def texts(self, document: int, first: int = 0, count: int = 1 << 31) -> dict[int, PresentText]:
        """Present texts of consecutive pages; pages without any are left out."""
        rows = self._store.rows(_PRESENT, document, first, first + count)
        return {
            page: PresentText(text, bool(edited), at if edited else None)
            for page, text, edited, at in rows
            if text is not None
        }

    def engine_texts(self, document: int) -> dict[int, str]:
        """The texts of the present readings, without the user's edits."""
        rows = self._store.rows(
            "SELECT p.page, r.text FROM pages p JOIN readings r ON r.id = p.reading WHERE p.document = ?", document
        )
        return dict(rows)

    def edited_pages(self, document: int) -> set[int]:
        """Pages whose present text is the user's."""
        rows = self._store.rows(
            "SELECT page FROM edits e WHERE document = ? AND text IS NOT NULL "
            "AND id = (SELECT max(id) FROM edits WHERE document = e.document AND page = e.page)",
            document,
        )
        return {page for (page,) in rows}

    def rows(self, document: int, page: int) -> list[Row]:
        """All readings and edits of a page, without their texts."""
        edits = self._store.rows(
            "SELECT id, at, text IS NULL, step, source FROM edits WHERE document = ? AND page = ? ORDER BY id",
            document,
            page,
        )
        readings = self._store.rows(
            "SELECT id, at FROM readings WHERE document = ? AND page = ? ORDER BY id", document, page
        )
        return [
            *(Row(-number, at, reading=True) for number, at in readings),
            *(Row(number, at, back=bool(back), step=step, source=source) for number, at, back, step, source in edits),
        ]

    def text_at(self, key: int) -> str | None:
        """The text of a row by its key (`editing.past.Row`); None where it is gone or has none of its own."""
        if key == 0:
            return ""
        table, number = ("edits", key) if key > 0 else ("readings", -key)
        row = self._store.row(f"SELECT text FROM {table} WHERE id = ?", number)
        return None if row is None or row[0] is None else str(row[0])

    def history(self, document: int, page: int) -> list[tuple[float, str, str | None]]:
        """All edits of a page as (when, who, text), the oldest first."""
        rows = self._store.rows(
            "SELECT at, who, text FROM edits WHERE document = ? AND page = ? ORDER BY id", document, page
        )
        return [(at, who, text) for at, who, text in rows]
