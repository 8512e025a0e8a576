# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is kept of looking through pages: words that an OCR found, the flags that were raised, and
the flags that the user has dismissed. All but the last can be made anew."""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from app.core.library.store import Store
from engine.protocol import Word

_COMPRESSION = 1
_Words = list[tuple[str, float, float, float, float, float | None]]


@dataclass(frozen=True, slots=True)
class StoredSecond:
    """Words of a page from `origin`; none where that found nothing. `ink` is the share of dark pixels, where measured.
    `at` in seconds since the epoch."""

    words: tuple[Word, ...]
    ink: float | None
    at: float


@dataclass(frozen=True, slots=True)
class StoredProof:
    """What came of looking through a page: `digest` is of all that it is true of, `flags` and `map` are as they
    were given; `left` counts the flags that were not dismissed."""

    digest: bytes
    flags: bytes
    left: int
    map: bytes | None = None


class Proofs:
    """All methods raise ProblemError where the file fails, and the reading ones are empty in a file of an older
    version that may not be written."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: bool | None = None

    @property
    def _there(self) -> bool:
        """Whether the file has these tables."""
        if self._known is None:
            self._known = self._store.row("SELECT 1 FROM sqlite_master WHERE name = 'proofs'") is not None
        return self._known

    # ------------------------------------------------------------ second readings

    def keep_second(
        self, document: int, page: int, turn: int, origin: str, words: Sequence[Word], ink: float | None = None
    ) -> float:
        """In place of an older one of this origin; the time it was kept at."""
        at = time.time()
        told: _Words = [(word.text, *word.box, word.confidence) for word in words]
        blob = zlib.compress(msgspec.json.encode(told), _COMPRESSION)
        with self._store.change() as change:
            change.execute(
                "INSERT OR REPLACE INTO seconds (document, page, turn, origin, words, ink, at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (document, page, turn, origin, blob, ink, at),
            )
        return at

    def second(self, document: int, page: int, turn: int, origin: str) -> StoredSecond | None:
        """None where there is none, and where it is damaged."""
        if not self._there:
            return None
        row = self._store.row(
            "SELECT words, ink, at FROM seconds WHERE document = ? AND page = ? AND turn = ? AND origin = ?",
            document, page, turn, origin,
        )  # fmt: skip
        if row is None:
            return None
        try:
            told = msgspec.json.decode(zlib.decompress(row[0]), type=_Words)
        except (zlib.error, msgspec.DecodeError):
            return None
        words = tuple(Word(text=text, box=tuple(box), confidence=sure) for text, *box, sure in told)  # type: ignore[arg-type]
        return StoredSecond(words, row[1], row[2])

    def second_times(self, document: int, origin: str) -> dict[tuple[int, int], float]:
        """When the second readings of this origin were kept, by page and turn."""
        if not self._there:
            return {}
        rows = self._store.rows(
            "SELECT page, turn, at FROM seconds WHERE document = ? AND origin = ?", document, origin
        )
        return {(page, turn): at for page, turn, at in rows}

    # ------------------------------------------------------------ flags

    def keep(self, document: int, page: int, proof: StoredProof, marks: Sequence[str] | None = None) -> None:
        """In place of an older one. `marks` are those of all its flags: how many are left is then counted with what is
        dismissed by now, perhaps in another window."""
        packed = zlib.compress(proof.flags, _COMPRESSION)
        with self._store.change() as change:
            left = proof.left if marks is None else _left(change, document, page, marks)
            change.execute(
                "INSERT OR REPLACE INTO proofs (document, page, digest, flags, left, map) VALUES (?, ?, ?, ?, ?, ?)",
                (document, page, proof.digest, packed, left, proof.map),
            )

    def proof(self, document: int, page: int) -> StoredProof | None:
        """None where there is none, and where it is damaged."""
        row = None
        if self._there:
            row = self._store.row(
                "SELECT digest, flags, left, map FROM proofs WHERE document = ? AND page = ?", document, page
            )
        try:
            return None if row is None else StoredProof(row[0], zlib.decompress(row[1]), row[2], row[3])
        except zlib.error:
            return None

    def proofs(self, document: int, first: int, count: int) -> dict[int, StoredProof]:
        """Those of consecutive pages, without their maps."""
        if not self._there:
            return {}
        rows = self._store.rows(
            "SELECT page, digest, flags, left FROM proofs WHERE document = ? AND page >= ? AND page < ?",
            document, first, first + count,
        )  # fmt: skip
        found = {}
        for page, digest, flags, left in rows:
            try:
                found[page] = StoredProof(digest, zlib.decompress(flags), left)
            except zlib.error:
                continue
        return found

    def digests(self, document: int) -> dict[int, tuple[bytes, int]]:
        """Digest and number of flags left of each page that was looked through."""
        if not self._there:
            return {}
        rows = self._store.rows("SELECT page, digest, left FROM proofs WHERE document = ?", document)
        return {page: (digest, left) for page, digest, left in rows}

    # ------------------------------------------------------------ dismissals

    def dismiss(self, document: int, page: int, mark: str, marks: Sequence[str] | None = None) -> None:
        """On the disk when this returns. `marks` are those of all the page's flags: it is counted how many are left."""
        with self._store.change() as change:
            change.execute("INSERT OR IGNORE INTO dismissed VALUES (?, ?, ?, ?)", (document, page, mark, time.time()))
            _count(change, document, page, marks)

    def restore(self, document: int, page: int, mark: str | None, marks: Sequence[str] | None = None) -> None:
        """A dismissed flag (None: all of the page) is shown again. `marks` as for `dismiss`."""
        with self._store.change() as change:
            change.execute(
                "DELETE FROM dismissed WHERE document = ? AND page = ? AND ifnull(mark = ?, 1)", (document, page, mark)
            )
            _count(change, document, page, marks)

    def dismissed(self, document: int, page: int) -> frozenset[str]:
        """Marks of the page's dismissed flags."""
        if not self._there:
            return frozenset()
        rows = self._store.rows("SELECT mark FROM dismissed WHERE document = ? AND page = ?", document, page)
        return frozenset(mark for (mark,) in rows)


def _left(change: sqlite3.Connection, document: int, page: int, marks: Sequence[str]) -> int:
    """How many flags are not dismissed, in the transaction that changes what is dismissed or what there is."""
    rows = change.execute("SELECT mark FROM dismissed WHERE document = ? AND page = ?", (document, page))
    gone = {mark for (mark,) in rows}
    return sum(mark not in gone for mark in marks)


def _count(change: sqlite3.Connection, document: int, page: int, marks: Sequence[str] | None) -> None:
    if marks is not None:
        left = _left(change, document, page, marks)
        change.execute("UPDATE proofs SET left = ? WHERE document = ? AND page = ?", (left, document, page))
