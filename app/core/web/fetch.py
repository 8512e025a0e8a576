# SPDX-License-Identifier: AGPL-3.0-or-later
"""One document from the web into a file, on a thread that may wait; cancelled from any other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from app.core.changes import Problem
from app.core.errors import ProblemError
from engine.protocol import ErrorCode

if TYPE_CHECKING:
    import asyncio

MOST_BYTES = 500_000_000
"""Bytes of the largest download."""

Progress: TypeAlias = Callable[[int, int | None], None]
"""Called with the bytes that came and those that are to come in all, where the server says so."""


@dataclass(frozen=True, slots=True)
class Network:
    """As the user set it: empty means the system's."""

    proxy: str = ""
    ca_file: str = ""


class Fetch:
    """`url` is what the user typed, `folder` where downloads are kept, `most` the bytes allowed.
    It runs in an event loop of its own, so that `cancel` takes effect at once in any phase."""

    def __init__(self, url: str, folder: Path, network: Network, most: int = MOST_BYTES) -> None:
        self._url = url
        self._folder = folder
        self._network = network
        self._most = most
        self._lock = threading.Lock()
        self._stop: Callable[[], object] | None = None
        self._cancelled = False

    def run(self, progress: Progress) -> Path:
        """The file with the document. Raises ProblemError, CANCELLED among others."""
        import asyncio

        from app.core.web.fetching import Fetching

        fetching = Fetching(self._url, self._folder, self._network, self._most, progress)

        async def work() -> Path:
            self._begun(asyncio.get_running_loop(), asyncio.current_task())
            return await fetching.run()

        with asyncio.Runner() as runner:
            try:
                return runner.run(work())
            except asyncio.CancelledError as error:
                raise ProblemError(Problem(ErrorCode.CANCELLED), self._url) from error

    def _begun(self, loop: asyncio.AbstractEventLoop, task: asyncio.Task[object] | None) -> None:
        with self._lock:
            if task is not None:
                self._stop = lambda: loop.call_soon_threadsafe(task.cancel)
            if self._cancelled and self._stop is not None:
                self._stop()

    def cancel(self) -> None:
        """Give it up, wherever it is. From any thread."""
        with self._lock:
            self._cancelled = True
            if self._stop is not None:
                try:
                    self._stop()
                except RuntimeError:
                    return  # it has just ended
