# SPDX-License-Identifier: AGPL-3.0-or-later
"""Documents and the marks on their pages. A document is its contents: it is known by hash,
and its path is only where it was seen last."""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from app.core.library.readings import storable
from app.core.library.schema import PAGE_BITS
from app.core.library.store import Store
from engine.protocol import OutlineItem


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A row of `documents`. `pages` is 0 until it was opened once. `opened` in seconds since the epoch.
    `outline` is the document's own table of contents: level from 1, title, page from 0."""

    id: int
    hash: str
    path: Path
    parts: tuple[Path, ...]
    title: str
    pages: int
    opened: float
    author: str = ""
    outline: tuple[OutlineItem, ...] = ()


@dataclass(frozen=True, slots=True)
class PageMark:
    """What the user set on a page: rotation in degrees clockwise, and whether it was checked."""

    turn: int = 0
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Size:
    """What a document takes in the library; bytes of text of its readings and edits."""

    id: int
    title: str
    pages_read: int
    bytes: int


_COLUMNS = "id, hash, path, parts, title, pages, opened, author, outline"
_OLD_COLUMNS = "id, hash, path, parts, title, pages, opened, '' AS author, '[]' AS outline"
"""Of a file of version 1 that may not be written, and so not be brought up to date."""


def _document(row: tuple[Any, ...]) -> StoredDocument:
    number, content, path, parts, title, pages, opened, author, outline = row
    paths = tuple(Path(part) for part in msgspec.json.decode(parts, type=list[str]))
    entries = msgspec.json.decode(outline, type=list[tuple[int, str, int]])
    items = tuple(OutlineItem(level=level, title=text, page=page) for level, text, page in entries)
    return StoredDocument(number, content, Path(path), paths, title, pages, opened, author, items)


def describe(
    change: sqlite3.Connection, document: int, title: str, pages: int, author: str | None,
    outline: Sequence[OutlineItem],
) -> None:  # fmt: skip
    """Within a transaction: an empty title and an author of None leave the present ones."""
    entries = msgspec.json.encode([(item.level, item.title, item.page) for item in outline]).decode()
    change.execute(
        "UPDATE documents SET title = iif(? = '', title, ?), pages = ?, author = coalesce(?, author), outline = ? "
        "WHERE id = ?",
        (title, title, pages, author, entries, document),
    )


def put_sizes(change: sqlite3.Connection, document: int, sizes: Sequence[tuple[float, float]]) -> None:
    """Within a transaction."""
    packed = zlib.compress(msgspec.json.encode(sizes), 1)
    change.execute("UPDATE documents SET sizes = ? WHERE id = ?", (packed, document))


class Documents:
    """All methods raise ProblemError where the file fails."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._columns = ""

    def by_hash(self, content: str) -> StoredDocument | None:
        return self._first("hash = ?", content)

    def get(self, document: int) -> StoredDocument | None:
        return self._first("id = ?", document)

    def find(self, word: str) -> list[StoredDocument]:
        """By number, else by path (as given or made absolute), else by title or file name
        without regard to case; the latest opened first."""
        if word.isdecimal() and len(word) < 18 and (document := self.get(int(word))):
            return [document]
        if storable(word) != word:  # a name of bytes that are no text
            return []
        paths = (word, str(Path(word).absolute()))
        return self._all("path IN (?, ?)", *paths) or [
            d for d in self.all() if word.casefold() in (d.title.casefold(), d.path.name.casefold())
        ]

    def numbers(self) -> set[int]:
        return {number for (number,) in self._store.rows("SELECT id FROM documents")}

    def all(self) -> list[StoredDocument]:
        """The latest opened first."""
        return self._all("1")

    def add(self, content: str, path: Path, parts: Sequence[Path] = ()) -> StoredDocument:
        """The document with these contents, made if it is new, seen now at `path`."""
        names = msgspec.json.encode([str(part) for part in parts]).decode()
        now = time.time()
        with self._store.change() as change:
            change.execute(
                "INSERT INTO documents (hash, path, parts, title, added, opened) VALUES (?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (hash) DO UPDATE "
                "SET path = excluded.path, parts = excluded.parts, opened = excluded.opened",
                (content, str(path), names, path.stem, now, now),
            )
        document = self.by_hash(content)
        assert document is not None
        return document

    def describe(
        self, document: int, title: str, pages: int, author: str = "", outline: Sequence[OutlineItem] = ()
    ) -> None:
        """What was learnt on opening it; an empty title leaves the present one."""
        with self._store.change() as change:
            describe(change, document, title, pages, author, outline)

    def set_page_sizes(self, document: int, sizes: Sequence[tuple[float, float]]) -> None:
        """Width and height of each page in points, upright and without the user's turn."""
        with self._store.change() as change:
            put_sizes(change, document, sizes)

    def page_sizes(self, document: int) -> list[tuple[float, float]]:
        """The same; empty where it has not been opened since such sizes are kept."""
        if not self._store.row("SELECT 1 FROM pragma_table_info('documents') WHERE name = 'sizes'"):
            return []  # an older file that may not be written
        row = self._store.row("SELECT sizes FROM documents WHERE id = ?", document)
        if row is None or row[0] is None:
            return []
        return msgspec.json.decode(zlib.decompress(row[0]), type=list[tuple[float, float]])

    def changed(self, document: int) -> float:
        """When its newest reading or edit came, in seconds since the epoch; 0 without any."""
        row = self._store.row(
            "SELECT max((SELECT coalesce(max(at), 0) FROM readings WHERE document = ?1), "
            "(SELECT coalesce(max(at), 0) FROM edits WHERE document = ?1))",
            document,
        )
        return float(row[0]) if row else 0.0

    def remove(self, document: int) -> None:
        """Delete it with its pages, readings and edits; the room is given back to the disk."""
        low, high = document << PAGE_BITS, (document + 1) << PAGE_BITS
        with self._store.change() as change:
            change.execute("DELETE FROM found WHERE rowid >= ? AND rowid < ?", (low, high))
            change.execute("DELETE FROM documents WHERE id = ?", (document,))
        self._store.shrink()

    def sizes(self) -> list[Size]:
        """For the storage view, the largest first."""
        rows = self._store.rows(
            "SELECT d.id, d.title, coalesce(r.pages, 0), coalesce(r.size, 0) + coalesce(e.size, 0) AS size "
            "FROM documents d "
            "LEFT JOIN (SELECT document, count(DISTINCT page) AS pages, sum(length(CAST(text AS BLOB)) + length(body)) "
            "AS size FROM readings GROUP BY document) r ON r.document = d.id "
            "LEFT JOIN (SELECT document, sum(length(CAST(text AS BLOB))) AS size FROM edits GROUP BY document) e "
            "ON e.document = d.id ORDER BY size DESC, d.id"
        )
        return [Size(*row) for row in rows]

    # ------------------------------------------------------------ marks on pages

    def marks(self, document: int) -> dict[int, PageMark]:
        """The pages that carry a mark; all others are as they came."""
        rows = self._store.rows(
            "SELECT page, turn, checked FROM pages WHERE document = ? AND (turn <> 0 OR checked <> 0)", document
        )
        return {page: PageMark(turn, bool(checked)) for page, turn, checked in rows}

    def set_turn(self, document: int, page: int, turn: int) -> None:
        self._mark("turn", document, page, turn)

    def set_checked(self, document: int, page: int, checked: bool) -> None:
        self._mark("checked", document, page, int(checked))

    def _mark(self, column: str, document: int, page: int, value: int) -> None:
        with self._store.change() as change:
            change.execute(
                f"INSERT INTO pages (document, page, {column}) VALUES (?, ?, ?) "
                f"ON CONFLICT (document, page) DO UPDATE SET {column} = excluded.{column}",
                (document, page, value),
            )

    # ------------------------------------------------------------ queries

    def _known(self) -> str:
        if not self._columns:
            there = self._store.row("SELECT 1 FROM pragma_table_info('documents') WHERE name = 'outline'")
            self._columns = _COLUMNS if there else _OLD_COLUMNS
        return self._columns

    def _first(self, where: str, *values: Any) -> StoredDocument | None:
        row = self._store.row(f"SELECT {self._known()} FROM documents WHERE {where}", *values)
        return _document(row) if row else None

    def _all(self, where: str, *values: Any) -> list[StoredDocument]:
        order = "ORDER BY opened DESC, id"
        rows = self._store.rows(f"SELECT {self._known()} FROM documents WHERE {where} {order}", *values)
        return [_document(row) for row in rows]
