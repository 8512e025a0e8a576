# SPDX-License-Identifier: AGPL-3.0-or-later
"""Threads that wake up less often: they inherit how late the kernel may wake them from the thread that
starts them."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager

PR_SET_TIMERSLACK = 29  # linux/prctl.h

LATE = 100_000_000
"""Nanoseconds by which a timer may be late. Only for threads whose timers mean nothing."""


@contextmanager
def patient_threads() -> Iterator[None]:
    """Threads started within are patient for as long as they live; this one only within.

    WORKAROUND (torch 2.13, vLLM 0.29 to 0.32): gloo has a thread for each of vLLM's seventeen groups,
    which wakes a hundred times a second to look whether it should end: 1 % of a processor for nothing.
    Not for processes that are started within: all their timers would be late."""
    if sys.platform != "linux":
        yield
        return
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_TIMERSLACK, ctypes.c_ulong(LATE), 0, 0, 0)
    try:
        yield
    finally:
        libc.prctl(PR_SET_TIMERSLACK, ctypes.c_ulong(0), 0, 0, 0)  # back to its own
