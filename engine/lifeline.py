# SPDX-License-Identifier: AGPL-3.0-or-later
"""How a child program settles in when it starts and leaves nothing behind when it ends."""

from __future__ import annotations

import faulthandler
import logging
import os
import signal
import sys
from typing import NoReturn

BELOW_ENGINE = "COPYHOLDER_BELOW_ENGINE"
"""Environment variable that a backend sets for the processes that its library starts."""

NICENESS = "COPYHOLDER_NICE"
"""Environment variable that the app sets for an engine that works in the background."""

PR_SET_PDEATHSIG = 1  # linux/prctl.h


def settle_in() -> None:
    """Leave Ctrl-C to the app, tell errors and crashes on standard error, die with the parent."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not faulthandler.is_enabled():
        faulthandler.enable()
    die_with_parent()


def yield_to_others() -> None:
    """Take less of the processor than the window and the page program while these want it; still less
    where NICENESS says so."""
    asked = os.environ.get(NICENESS, "")
    if hasattr(os, "nice"):
        os.nice(min(19, int(asked)) if asked.isdecimal() else 5)


def die_with_parent() -> None:
    """On Linux, be killed when the thread that started this process ends: standard input ends
    then too, but a library that holds the interpreter's lock would keep it from being seen."""
    if sys.platform != "linux":
        return
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def end_with_the_engine() -> None:
    """For a process that a library started with multiprocessing below the engine program: end when
    it ends, however that comes, and at once if it has ended already. Elsewhere nothing happens."""
    import multiprocessing  # only in processes that it started itself

    parent = multiprocessing.parent_process()
    if parent is None or os.environ.get(BELOW_ENGINE) != "1":
        return
    die_with_parent()
    if os.getppid() != parent.pid:
        os._exit(1)


def leave(status: int) -> NoReturn:
    """End the program at once, and with it the processes it started. A library's threads, stuck
    in C, could keep a usual exit waiting for ever."""
    sys.stderr.flush()
    if hasattr(os, "getpgrp") and os.getpgrp() == os.getpid():  # the app made us leader of a group
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.killpg(0, signal.SIGTERM)
    os._exit(status)
