# SPDX-License-Identifier: AGPL-3.0-or-later
"""Runs rendering on a thread whose stack cannot be exhausted by a formula.

The formula converter is recursive machine code: deep nesting ends in a segmentation
fault, which no `except` catches. Measured: 8 MB of stack hold about 3,100 nested
fractions, the 512 KB of a secondary thread on macOS about 185. A formula is at most
`formulas.MAX_CHARS` long, so it cannot nest deeper than it has characters; 64 MB hold
six times that. The memory is address space only until it is used.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

STACK_BYTES = 64 * 1024 * 1024

P = ParamSpec("P")
R = TypeVar("R")

_here = threading.local()
_lock = threading.Lock()  # threading.stack_size is one setting for the whole program
_pool: ThreadPoolExecutor | None = None


def run(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call `function` on a deep thread and wait: directly where this thread is one,
    else on the shared one. Exceptions come through."""
    if getattr(_here, "deep", False):
        return function(*args, **kwargs)
    return _shared_pool().submit(function, *args, **kwargs).result()


def start_thread(target: Callable[[], None], name: str) -> threading.Thread:
    """Start a daemon thread of its own with a deep stack, for callers that render often."""

    def body() -> None:
        _here.deep = True
        target()

    thread = threading.Thread(target=body, name=name, daemon=True)
    with _lock:
        before = threading.stack_size(STACK_BYTES)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
    return thread


def _mark() -> None:
    _here.deep = True


def _shared_pool() -> ThreadPoolExecutor:
    global _pool
    with _lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="markup", initializer=_mark)
            before = threading.stack_size(STACK_BYTES)
            try:
                _pool.submit(_mark).result()  # makes the thread now, with the deep stack
            finally:
                threading.stack_size(before)
        return _pool
