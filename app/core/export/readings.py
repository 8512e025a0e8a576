# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the engine said of each page, for the formats that hold it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec

from app.core.export.snapshot import Format, Snapshot
from engine.protocol import Reading

WITH_READINGS = frozenset({Format.JSON, Format.ZIP})
"""Formats that hold it."""

_AT_ONCE = 64


def with_readings(snapshot: Snapshot, presents: Callable[[int, int], dict[int, Reading]]) -> Snapshot:
    """The snapshot with the readings of its pages, without the places of words: of thousands of pages
    these would fill the memory. `presents(first, count)` gives the readings of consecutive pages."""
    found: dict[int, Reading] = {}
    for first in sorted({page.page // _AT_ONCE * _AT_ONCE for page in snapshot.pages}):
        some = presents(first, _AT_ONCE)
        found.update((page, msgspec.structs.replace(reading, words=None)) for page, reading in some.items())
    return replace(snapshot, pages=tuple(replace(page, reading=found.get(page.page)) for page in snapshot.pages))
