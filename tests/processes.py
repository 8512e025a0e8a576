# SPDX-License-Identifier: AGPL-3.0-or-later
"""Programs that tests start, and that end with them."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import AnyStr

HANG = 180.0
"""Seconds after which a program certainly hangs, on a slow and busy machine too. Never a measure of speed."""


class Started(subprocess.Popen[AnyStr]):
    """A run under way. What fails inside of `with` ends it: no test waits for a run that hangs, and none
    leaves its pipes to a later one."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.kill()
        super().__exit__(kind, error, trace)


def wait_until(condition: Callable[[], bool], what: str | Callable[[], str], limit: float = HANG) -> None:
    """Look again and again until the condition holds; fails with `what` was waited for, as it is told then."""
    until = time.monotonic() + limit
    while not condition():
        if time.monotonic() > until:
            raise AssertionError(f"waited {limit:g} s for {what if isinstance(what, str) else what()}")
        time.sleep(0.01)


def beside(work: Callable[[], object], name: str = "beside the test") -> threading.Thread:
    """A thread that does the work. It keeps no interpreter alive: what hangs in it fails its own test only."""
    thread = threading.Thread(target=work, name=name, daemon=True)
    thread.start()
    return thread


def joined(thread: threading.Thread, limit: float = HANG) -> None:
    """Wait for the end of a thread, not for ever."""
    thread.join(limit)
    assert not thread.is_alive(), f"waited {limit:g} s for {thread.name}"
