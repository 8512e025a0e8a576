# SPDX-License-Identifier: AGPL-3.0-or-later
"""Work off the interface thread of which only the newest counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QObject

from app.desktop.background import in_turn

T = TypeVar("T")


class Latest:
    """`owners` are what a result is shown by: once one of them is gone, with its window, nothing is shown."""

    def __init__(self, *owners: QObject) -> None:
        self._owners = owners
        self._turn = 0

    def run(self, fn: Callable[[], T], then: Callable[[T], None]) -> None:
        """`fn` gets values, never widgets. Its result is dropped if another run, or `drop`, came meanwhile; before
        its turn it is not even begun."""
        self._turn += 1
        turn = self._turn

        def work() -> tuple[T, ...]:
            return (fn(),) if turn == self._turn else ()

        def done(result: tuple[T, ...]) -> None:
            if result and turn == self._turn and all(map(shiboken6.isValid, self._owners)):
                then(result[0])

        in_turn(work, done)

    def drop(self) -> None:
        self._turn += 1
