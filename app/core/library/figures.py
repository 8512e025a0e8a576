# SPDX-License-Identifier: AGPL-3.0-or-later
"""Figures that the user framed on pages, and found ones that he does not want: his work, written at once like edits."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from app.core.figure_boxes import FigureBox
from app.core.library.store import Store
from engine.protocol import Box

_COLUMNS = "id, box, turn, kept, caption"


class FigurePlaces:
    """All methods raise ProblemError where the file fails, and the reading ones are empty in a file of an older
    version that may not be written."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: bool | None = None

    @property
    def _there(self) -> bool:
        if self._known is None:
            self._known = self._store.row("SELECT 1 FROM sqlite_master WHERE name = 'figures'") is not None
        return self._known

    def change(self, document: int, page: int, put: Iterable[FigureBox], drop: Iterable[int]) -> None:
        """Keep these (in the place of those with the same keys) and forget those with the keys of `drop`, in one
        transaction: on the disk when this returns."""
        with self._store.change() as change:
            for key in drop:
                change.execute("DELETE FROM figures WHERE id = ? AND document = ? AND page = ?", (key, document, page))
            for one in put:
                box = msgspec.json.encode(one.box).decode()
                change.execute(
                    "INSERT OR REPLACE INTO figures (id, document, page, turn, box, kept, caption, at) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (one.key, document, page, one.turn, box, int(one.kept), one.caption, time.time()),
                )

    def of_page(self, document: int, page: int) -> tuple[FigureBox, ...]:
        """In the order in which they were made."""
        if not self._there:
            return ()
        rows = self._store.rows(
            f"SELECT {_COLUMNS} FROM figures WHERE document = ? AND page = ? ORDER BY at, id", document, page
        )
        return tuple(_boxes(rows))

    def of_document(self, document: int) -> dict[int, tuple[FigureBox, ...]]:
        """By page; pages without any are left out."""
        if not self._there:
            return {}
        rows = self._store.rows(
            f"SELECT page, {_COLUMNS} FROM figures WHERE document = ? ORDER BY page, at, id", document
        )
        pages: dict[int, list[tuple[Any, ...]]] = {}
        for page, *row in rows:
            pages.setdefault(page, []).append(tuple(row))
        found = {page: tuple(_boxes(own)) for page, own in pages.items()}
        return {page: boxes for page, boxes in found.items() if boxes}


def _boxes(rows: Sequence[tuple[Any, ...]]) -> Iterable[FigureBox]:
    """A row whose box is damaged counts as none."""
    for key, box, turn, kept, caption in rows:
        try:
            yield FigureBox(key, msgspec.json.decode(box, type=Box), turn, bool(kept), caption)
        except msgspec.DecodeError:
            continue
