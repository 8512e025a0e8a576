# SPDX-License-Identifier: AGPL-3.0-or-later
"""How fast pages are being read, over the last seconds."""

from __future__ import annotations

import threading
from collections import deque

from engine.protocol import PageRead, PageText, Throughput

TEXT_WINDOW = 4.0
"""Seconds over which characters and tokens are averaged."""

PAGE_WINDOW = 20.0
"""Seconds over which finished pages are averaged; a scan takes several."""

ACCEPTANCE_PAGES = 20
"""Finished pages over which the acceptance of drafts is averaged."""


class Meter:
    """Thread-safe. Times are `time.monotonic()`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._began: float | None = None
        self._pieces: deque[tuple[float, int, int | None]] = deque()
        self._pages: deque[float] = deque()
        self._drafts: deque[tuple[int, int]] = deque(maxlen=ACCEPTANCE_PAGES)
        self.memory: int | None = None

    def begin(self, now: float) -> None:
        """Work begins after a pause: what was before does not count."""
        with self._lock:
            self._began = now
            self._pieces.clear()
            self._pages.clear()

    def piece(self, event: PageText, now: float) -> None:
        with self._lock:
            self._pieces.append((now, len(event.text), event.tokens))

    def page(self, event: PageRead, now: float) -> None:
        with self._lock:
            self._pages.append(now)
            if event.reading.drafted and event.reading.accepted is not None:
                self._drafts.append((event.reading.drafted, event.reading.accepted))

    def throughput(self, running: int, waiting: int, now: float) -> Throughput:
        """What to report now. Tokens, acceptance and memory are absent where nobody counts them."""
        with self._lock:
            while self._pieces and self._pieces[0][0] < now - TEXT_WINDOW:
                self._pieces.popleft()
            while self._pages and self._pages[0] < now - PAGE_WINDOW:
                self._pages.popleft()
            lasted = max(0.5, now - self._began) if self._began is not None else 0.5
            tokens = [count for _, _, count in self._pieces if count is not None]
            drafted = sum(drafted for drafted, _ in self._drafts)
            return Throughput(
                running=running,
                waiting=waiting,
                chars_per_s=sum(chars for _, chars, _ in self._pieces) / min(lasted, TEXT_WINDOW),
                tokens_per_s=sum(tokens) / min(lasted, TEXT_WINDOW) if tokens else None,
                pages_per_s=len(self._pages) / min(lasted, PAGE_WINDOW),
                acceptance=sum(accepted for _, accepted in self._drafts) / drafted if drafted else None,
                memory=self.memory,
            )
