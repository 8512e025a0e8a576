# SPDX-License-Identifier: AGPL-3.0-or-later
"""Work off the interface thread: files and helpers in a pool, what only computes one at a time; nothing else starts
threads.

    in_background(lambda: read_file(path), then=self._show)
    in_turn(lambda: aligned(text, words), then=self._show)

`fn` runs in a thread pool of Qt's and gets values, never live widgets; `then(result)` runs on the
interface thread. An exception inside `fn` is logged here, in one place, and handed to `failed`
where one is given.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, QRunnable, QThreadPool, Signal

from app.core.errors import ProblemError

log = logging.getLogger(__name__)

EXPECTED = (OSError, ValueError, ProblemError)
"""What a file may do to us; anything else is a fault of ours and logged as one."""

T = TypeVar("T")


class _Relay(QObject):
    """Lives on the interface thread; an emission from another thread is queued to it. With the thread of `in_turn`."""

    done = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.done.connect(self._deliver)
        self.computing = QThreadPool(self)
        self.computing.setMaxThreadCount(1)

    def _deliver(self, call: Callable[[], None]) -> None:
        call()


class _Task(QRunnable):
    def __init__(
        self,
        relay: _Relay,
        fn: Callable[[], Any],
        then: Callable[[Any], None],
        failed: Callable[[Exception], None] | None,
    ) -> None:
        super().__init__()
        self._relay, self._fn, self._then, self._failed = relay, fn, then, failed

    def run(self) -> None:
        try:
            result = self._fn()
        except Exception as error:
            if self._failed is None or not isinstance(error, EXPECTED):
                log.exception("background work failed")
            else:
                log.info("background work failed: %s", error)
            if self._failed is None:
                return
            then, value = self._failed, error
            self._send(lambda: then(value))
            return
        self._send(lambda: self._then(result))

    def _send(self, call: Callable[[], None]) -> None:
        try:
            self._relay.done.emit(call)
        except RuntimeError:  # the application object is gone: nobody waits any more
            log.info("a background result came after the end")


_relay: _Relay | None = None


def _the_relay() -> _Relay:
    global _relay
    if _relay is None or not shiboken6.isValid(_relay):
        application = QCoreApplication.instance()
        assert application is not None, "background work needs the application object"
        _relay = _Relay(application)
    return _relay


def in_background(
    fn: Callable[[], T], then: Callable[[T], None], failed: Callable[[Exception], None] | None = None
) -> None:
    """Run `fn` in the pool, then `then` (or `failed`) on the interface thread. Call it from there."""
    QThreadPool.globalInstance().start(_Task(_the_relay(), fn, then, failed))


def in_turn(fn: Callable[[], T], then: Callable[[T], None], failed: Callable[[Exception], None] | None = None) -> None:
    """The same for work that only computes, in Python: one at a time. Two at once would not be faster, and the
    window's thread would have to wait for both of them, turn after turn (measured: 45 ms instead of 10)."""
    relay = _the_relay()
    relay.computing.start(_Task(relay, fn, then, failed))


def wait_for_background(seconds: float) -> bool:
    """Let running work end, at quit; False if some still runs after `seconds`."""
    until = time.monotonic() + seconds
    pools = (_the_relay().computing, QThreadPool.globalInstance())
    return all(pool.waitForDone(max(0, int((until - time.monotonic()) * 1000))) for pool in pools)
