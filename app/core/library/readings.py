# SPDX-License-Identifier: AGPL-3.0-or-later
"""Readings: what engines made of pages. Append only; found again by recipe and by page.

The key of a reading is contents + page + turn + engine + settings + prompt + picture + model +
revision. The last three are known only later; engine, settings and prompt are the *recipe*, by
which finished pages are found before anything is computed.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from app.core.errors import is_doubt
from app.core.library.search import put_found
from app.core.library.store import Store
from engine.protocol import Reading, Scalar

_COMPRESSION = 1
"""zlib's fastest level: word boxes shrink to a fifth in about 1 ms a page."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a page is to be read, as far as it is known beforehand. `settings` are those that
    change the text."""

    engine: str
    settings: Mapping[str, Scalar] = field(default_factory=dict)
    prompt: str | None = None

    @property
    def digest(self) -> str:
        return _digest(self.engine, sorted(self.settings.items()), self.prompt)


@dataclass(frozen=True, slots=True)
class Origin:
    """Whose reading it is: the library's number of the document, the hash of its contents, the
    page and its turn, the recipe, and the long side in pixels of the picture that the engine
    was given (0 where it makes its own). `place` is which part of the files the page is, where double
    pages are cut: numbers change then, and the key must not."""

    document: int
    content: str
    page: int
    turn: int
    recipe: Recipe
    side: int = 0
    place: int | str | None = None

    def cache_key(self, reading: Reading) -> str:
        """The whole key of a reading that was made like this."""
        place = self.page if self.place is None else self.place
        return _digest(
            self.recipe.digest, self.content, place, self.turn, self.side, reading.model, reading.revision
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """A page's present reading in figures, for rows. Absent figures were not reported."""

    chars: int
    doubts: int
    seconds: float | None = None
    tokens_per_s: float | None = None
    acceptance: float | None = None


class Readings:
    """All methods raise ProblemError where the file fails."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def save(self, origin: Origin, reading: Reading, *, again: bool = False, chosen: bool = False) -> bool:
        """Keep a reading and make it the page's present one, in one transaction. Where the same
        was kept already (by another window or command), that one becomes the present one and
        the answer is False, unless `again` says that it was computed anew on purpose. `chosen`: it
        stays the present one whatever engine is the usual one."""
        key = origin.cache_key(reading)
        with self._store.change() as change:
            (kept,) = change.execute("SELECT max(attempt) FROM readings WHERE cache_key = ?", (key,)).fetchone()
            fresh = kept is None or again
            attempt = (0 if kept is None else kept + 1) if fresh else kept
            if fresh:
                _insert(change, origin, reading, key, attempt)
            (number, text) = change.execute(
                "SELECT id, text FROM readings WHERE cache_key = ? AND attempt = ?", (key, attempt)
            ).fetchone()
            make_present(change, origin.document, origin.page, number, text, chosen=chosen)
        return fresh

    def finished(self, document: int, recipe: Recipe) -> set[int]:
        """Pages that have a reading after this recipe with their present turn."""
        rows = self._store.rows(
            "SELECT DISTINCT r.page FROM readings r "
            "LEFT JOIN pages p ON p.document = r.document AND p.page = r.page "
            "WHERE r.document = ? AND r.recipe = ? AND r.turn = coalesce(p.turn, 0)",
            document,
            recipe.digest,
        )
        return {page for (page,) in rows}

    def choose(self, document: int, recipe: Recipe) -> list[int]:
        """Make the newest reading after this recipe the present one of each page that has one
        (another engine may have read it since), but where the user chose another; the pages whose
        text that changed."""
        rows = self._store.rows(
            "SELECT r.page, max(r.id), r.text, coalesce(p.reading, 0) FROM readings r "
            "LEFT JOIN pages p ON p.document = r.document AND p.page = r.page "
            "LEFT JOIN readings c ON c.id = p.reading AND p.chosen <> 0 AND c.turn = p.turn "
            "WHERE r.document = ? AND r.recipe = ? AND r.turn = coalesce(p.turn, 0) AND c.id IS NULL "
            "GROUP BY r.page",
            document,
            recipe.digest,
        )
        others = [(page, number, text) for page, number, text, present in rows if number != present]
        if others:
            with self._store.change() as change:
                for page, number, text in others:
                    make_present(change, document, page, number, text)
        return [page for page, _, _ in others]

    def present(self, document: int, page: int) -> tuple[Reading | None, int]:
        """The page's present reading, and how many readings there are of it."""
        row = self._store.row(
            "SELECT r.text, r.body FROM pages p JOIN readings r ON r.id = p.reading "
            "WHERE p.document = ? AND p.page = ?",
            document,
            page,
        )
        counted = self._store.row("SELECT count(*) FROM readings WHERE document = ? AND page = ?", document, page)
        return (as_reading(*row) if row else None), (counted[0] if counted else 0)

    def presents(self, document: int, first: int, count: int) -> dict[int, Reading]:
        """The present readings of consecutive pages."""
        rows = self._store.rows(
            "SELECT p.page, r.text, r.body FROM pages p JOIN readings r ON r.id = p.reading "
            "WHERE p.document = ? AND p.page >= ? AND p.page < ?",
            document,
            first,
            first + count,
        )
        return {page: as_reading(text, body) for page, text, body in rows}

    def read_pages(self, document: int) -> set[int]:
        """All pages that have a present reading, whatever the recipe."""
        rows = self._store.rows("SELECT page FROM pages WHERE document = ? AND reading IS NOT NULL", document)
        return {page for (page,) in rows}

    def figures(self, document: int, first: int, count: int) -> dict[int, Figures]:
        """Figures of the present readings of consecutive pages, without loading their texts."""
        rows = self._store.rows(
            "SELECT p.page, r.chars, r.doubts, r.seconds, r.tokens_per_s, r.acceptance "
            "FROM pages p JOIN readings r ON r.id = p.reading "
            "WHERE p.document = ? AND p.page >= ? AND p.page < ?",
            document,
            first,
            first + count,
        )
        return {page: Figures(*figures) for page, *figures in rows}


def figures_of(reading: Reading) -> Figures:
    """The same figures of a reading in hand."""
    seconds = reading.seconds.total
    span = reading.seconds.decode or seconds
    tokens = reading.output_tokens
    return Figures(
        chars=len(reading.text),
        doubts=sum(is_doubt(note) for note in reading.notes),
        seconds=seconds,
        tokens_per_s=tokens / span if tokens is not None and span else None,
        acceptance=reading.accepted / reading.drafted if reading.accepted is not None and reading.drafted else None,
    )


def _insert(change: sqlite3.Connection, origin: Origin, reading: Reading, key: str, attempt: int) -> None:
    figures = figures_of(reading)
    body = msgspec.json.encode(msgspec.structs.replace(reading, text=""))
    values = {
        "document": origin.document,
        "page": origin.page,
        "turn": origin.turn,
        "recipe": origin.recipe.digest,
        "cache_key": key,
        "attempt": attempt,
        "at": time.time(),
        "chars": figures.chars,
        "doubts": figures.doubts,
        "seconds": figures.seconds,
        "tokens_per_s": figures.tokens_per_s,
        "acceptance": figures.acceptance,
        "text": storable(reading.text),
        "body": zlib.compress(body, _COMPRESSION),
    }
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    change.execute(f"INSERT INTO readings ({names}) VALUES ({marks})", values)


def make_present(
    change: sqlite3.Connection, document: int, page: int, number: int, text: str, *, chosen: bool = False
) -> None:
    """Within a transaction: this reading counts where the page is not edited, and is found."""
    change.execute(
        "INSERT INTO pages (document, page, reading, chosen) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (document, page) DO UPDATE SET reading = excluded.reading, chosen = excluded.chosen",
        (document, page, number, int(chosen)),
    )
    edit = change.execute(
        "SELECT text FROM edits WHERE document = ? AND page = ? ORDER BY id DESC LIMIT 1", (document, page)
    ).fetchone()
    if edit is None or edit[0] is None:
        put_found(change, document, page, text)


def as_reading(text: str, body: bytes) -> Reading:
    """A row's reading."""
    reading = msgspec.json.decode(zlib.decompress(body), type=Reading)
    return msgspec.structs.replace(reading, text=text)


def storable(text: str) -> str:
    """Text that SQLite can keep: a lone surrogate, which has no UTF-8, becomes U+FFFD."""
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text


def _digest(*parts: object) -> str:
    """SHA-256 in hex of the parts as JSON: equal parts, and only those, give equal digests."""
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()
