# SPDX-License-Identifier: AGPL-3.0-or-later
"""Watches over processes that vLLM started: tells at once when one ends by itself."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing import connection
from multiprocessing.process import BaseProcess

_PATIENCE = 2.0
"""Seconds in which a process that ended has an exit code, and in which it is known that it ended."""


class Watch:
    """A thread that waits without polling. `gone` is called on it when the first process ends."""

    def __init__(self, processes: Sequence[BaseProcess], gone: Callable[[], None]) -> None:
        self.died = ""
        self._gone = gone
        self._processes = {process.sentinel: process for process in processes}
        self._wake, self._woken = os.pipe()
        self._thread: threading.Thread | None = None
        if self._processes:
            self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
            self._thread.start()

    def settle(self) -> None:
        """Wait until it is known how a process ended: vLLM may hear of an end before this does. Returns
        at once where no process is watched or the end is known, and else after at most two seconds."""
        if self._thread is not None and self._woken >= 0:
            self._thread.join(_PATIENCE)

    def close(self) -> None:
        """Stop watching: what ends from now on was asked to."""
        if self._woken < 0:
            return
        os.close(self._woken)
        self._woken = -1
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        os.close(self._wake)

    def _run(self) -> None:
        ended = connection.wait([*self._processes, self._wake])
        if self._wake in ended:
            return
        process = self._processes[next(one for one in ended if isinstance(one, int))]
        self.died = ending(_exit_code(process))
        self._gone()


def _exit_code(process: BaseProcess) -> int | None:
    """None while another thread of this process has taken the code and not yet written it down:
    vLLM watches over the same processes."""
    until = time.monotonic() + _PATIENCE
    while process.exitcode is None and time.monotonic() < until:
        process.join(0.01)
        time.sleep(0.001)
    return process.exitcode


def ending(code: int | None) -> str:
    """An exit code in words."""
    if code is None:
        return "ended"
    if code < 0:
        try:
            return f"was ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"was ended by signal {-code}"
    return f"ended with status {code}"
