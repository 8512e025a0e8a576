# SPDX-License-Identifier: AGPL-3.0-or-later
"""A program that does one job on a document's files, since the app opens none itself; waited for on a helper thread."""

from __future__ import annotations

import contextlib
import logging
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from typing import IO, Any

import msgspec

from app.core.changes import Problem
from app.core.children import child_environment
from app.core.errors import ProblemError
from app.core.export.watch import Watch
from engine.protocol import ErrorCode

log = logging.getLogger(__name__)

LEAST, EACH = 60.0, 2.0
"""Seconds that a program may take, and those for each page in addition."""

_ASK = 0.1
"""Seconds between two looks at whether the export shall stop."""


def run(module: str, job: Mapping[str, Any], pages: int, watch: Watch, subject: str) -> list[Any]:
    """Have `python -m MODULE` do the job on so many pages; what it found. `subject` is the file that it is about.
    Raises ProblemError: CANCELLED, TIME_LIMIT, CRASHED, or what the program says."""
    command = [sys.executable, "-m", module]
    told: list[dict[str, Any]] = []
    with tempfile.TemporaryFile() as said, subprocess.Popen(
        command, env=child_environment(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    ) as child:  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        listener = threading.Thread(target=_listen, args=(child.stdout, told), daemon=True)
        listener.start()
        with contextlib.suppress(OSError):  # dead already: its exit says so
            child.stdin.write(msgspec.json.encode(job))
            child.stdin.close()
        try:
            _wait(listener, told, pages, watch, subject)
        except ProblemError:
            child.kill()
            raise
        finally:
            listener.join()
        child.wait()
        if child.returncode and not any(line.get("code") for line in told):
            said.seek(0)
            log.warning("%s ended with %s: %s", module, child.returncode, said.read()[-500:].decode(errors="replace"))
            raise ProblemError(Problem(ErrorCode.CRASHED), subject)
    failed = next((line for line in told if line.get("code")), None)
    if failed is not None:
        raise ProblemError(Problem(ErrorCode(failed["code"]), failed.get("detail", "")), subject)
    return [line["found"] for line in told if "found" in line]


def _wait(
    listener: threading.Thread, told: Sequence[Mapping[str, Any]], pages: int, watch: Watch, subject: str
) -> None:
    waited, limit = 0.0, LEAST + EACH * pages
    while listener.is_alive():
        listener.join(_ASK)
        waited += _ASK
        watch.check()
        done = next((line["done"] for line in reversed(told) if "done" in line), 0)
        watch.at(min(1.0, done / max(1, pages)))
        if waited > limit:
            raise ProblemError(Problem(ErrorCode.TIME_LIMIT), subject)


def _listen(stream: IO[bytes], told: list[dict[str, Any]]) -> None:
    told.extend(msgspec.json.decode(line) for line in stream)
