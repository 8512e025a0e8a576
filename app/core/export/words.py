# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where the words of a page stand, for the formats that hold it: from the library, as far as that knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.core.export.snapshot import Original, Snapshot
from app.core.library import Library
from engine.protocol import Word

_SECONDS = ("text-layer", "ocr")
"""Second readings that are as good as a reading's own words, the better one first."""


def known_words(library: Library, document: int, page: int, turn: int) -> Sequence[Word]:
    """Those of the page's present reading, else of a second reading; empty where neither has any."""
    reading = library.readings.presents(document, page, 1).get(page)
    if reading is not None and reading.words:
        return reading.words
    for origin in _SECONDS:
        second = library.proofs.second(document, page, turn, origin)
        if second is not None and second.words:
            return second.words
    return ()


def engine_of(library: Library, document: int, page: int) -> str:
    """The engine of the page's present reading, "" where there is none."""
    reading = library.readings.presents(document, page, 1).get(page)
    return reading.engine if reading is not None else ""


def with_words(
    snapshot: Snapshot,
    words: Callable[[int], Sequence[Word]],
    engine_of: Callable[[int], str],
    sizes: Sequence[tuple[float, float]],
    original: Original,
) -> Snapshot:
    """The snapshot with places of words and sizes of pages. `sizes` are upright."""
    shown = [_turned(size, original.turns.get(page, 0)) for page, size in enumerate(sizes)]
    pages = tuple(
        replace(page, size=shown[page.page] if page.page < len(shown) else None) for page in snapshot.pages
    )
    return replace(snapshot, pages=pages, words=words, engine_of=engine_of, original=original)


def _turned(size: tuple[float, float], turn: int) -> tuple[float, float]:
    return (size[1], size[0]) if turn % 180 else size
