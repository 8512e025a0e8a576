# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is typed in one go: it is kept as one edit, which each autosave brings up to date."""

from __future__ import annotations

import time
from uuid import uuid4

PAUSE = 3.0
"""Seconds without a key after which another run begins,"""
LONGEST = 60.0
"""and the age at which one ends although the keys never rest: no more is lost to one Undo after a restart."""


class TypingRun:
    """`name` is told with each edit; no two windows have the same. `step` is -1 while the editor's own undo makes
    the text, 1 while its redo does."""

    def __init__(self) -> None:
        self.name = ""
        self.step = 0
        self._began = self._last = 0.0
        self.begin()

    def begin(self, step: int = 0) -> None:
        """Another run, now."""
        self.name, self.step = uuid4().hex, step
        self._began = self._last = time.monotonic()

    def key(self, *, saved: bool) -> None:
        """The user changes the text; `saved`: nothing of before waits to be told."""
        now = time.monotonic()
        if saved and (self.step or now - self._last > PAUSE or now - self._began > LONGEST):
            self.begin()
        self._last = now
