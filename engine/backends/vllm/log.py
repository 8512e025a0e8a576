# SPDX-License-Identifier: AGPL-3.0-or-later
"""What vLLM and its processes say on standard error: read along, kept for a while, passed on.

vLLM tells progress and the reasons of failures in its log alone, and most of that comes from
processes which it starts: the descriptor itself is read, which all of them inherit."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import re
import threading
from collections import deque
from collections.abc import Callable

KEPT = 2_000
"""Lines kept; a failed start with its tracebacks has a few hundred."""

LINE = 4_000
"""Characters kept of one line."""

CLOSE_LIMIT = 1.0
"""Seconds to wait at the end for what is still on its way."""

SETTLED = b"\x00settled"
"""A line that we write ourselves, to know when all lines before it have been read."""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Log:
    """Reads standard error (descriptors 1 and 2) from when it is opened until it is closed."""

    def __init__(self, heard: Callable[[str], None] = lambda _: None) -> None:
        """`heard` is called with every line, on the reading thread; also when a bar is redrawn."""
        self._heard = heard
        self._lines: deque[str] = deque(maxlen=KEPT)
        self._lock = threading.Lock()
        self._settled = threading.Event()
        self._before = [(descriptor, os.dup(descriptor)) for descriptor in (1, 2)]
        self._out = self._before[1][1]
        reading, writing = os.pipe()
        for descriptor, _ in self._before:
            os.dup2(writing, descriptor)
        os.close(writing)
        if faulthandler.is_enabled():  # it must not write into a pipe that ends with this process
            faulthandler.enable(file=self._out)
        self._reading = reading
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    def lines(self) -> list[str]:
        """The last lines, oldest first."""
        with self._lock:
            return list(self._lines)

    def mark(self) -> None:
        """Forget what was said so far."""
        with self._lock:
            self._lines.clear()

    def settle(self) -> None:
        """Wait until what was said before this call has been read, a second at most."""
        self._settled.clear()
        os.write(2, SETTLED + b"\n")
        self._settled.wait(CLOSE_LIMIT)

    def close(self) -> None:
        """Give the descriptors back. Processes that outlive this keep writing into the pipe, which
        then ends for them."""
        if not self._before:
            return
        for descriptor, kept in self._before:
            os.dup2(kept, descriptor)
        self._thread.join(CLOSE_LIMIT)
        if faulthandler.is_enabled():
            faulthandler.enable(file=2)
        for _, kept in self._before:
            os.close(kept)
        self._before = []

    def _run(self) -> None:
        rest = b""
        with os.fdopen(self._reading, "rb", buffering=0) as stream:
            while chunk := stream.read(65_536):
                with contextlib.suppress(OSError):  # nobody reads our standard error any more
                    os.write(self._out, chunk.replace(SETTLED + b"\n", b""))
                *whole, rest = re.split(rb"[\r\n]", rest + chunk)
                for line in whole:
                    self._take(line)
                rest = rest[-LINE:]

    def _take(self, raw: bytes) -> None:
        if raw.endswith(SETTLED):
            self._settled.set()
            raw = raw.removesuffix(SETTLED)
        line = _COLOUR.sub("", raw.decode("utf-8", "replace")).rstrip()[:LINE]
        if not line:
            return
        with self._lock:
            self._lines.append(line)
        with contextlib.suppress(Exception):  # a reader's mistake must not stop the reading
            self._heard(line)
