# SPDX-License-Identifier: AGPL-3.0-or-later
"""Work off the interface thread of which only the newest counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from app.desktop.background import in_background

T = TypeVar("T")


class Latest:
    def __init__(self) -> None:
        self._turn = 0

    def run(self, fn: Callable[[], T], then: Callable[[T], None]) -> None:
        """`fn` gets values, never widgets. Its result is dropped if another run, or `drop`, came meanwhile."""
        self._turn += 1
        turn = self._turn

        def done(result: T) -> None:
            if turn == self._turn:
                then(result)

        in_background(fn, done)

    def drop(self) -> None:
        self._turn += 1
