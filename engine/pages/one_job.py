# SPDX-License-Identifier: AGPL-3.0-or-later
"""Programs of the page program's kind that do one job and end: it comes as JSON on standard input, and what is told
of it goes out as lines of JSON, the last one with the reason if it failed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from engine.protocol import ErrorCode

Job = TypeVar("Job")


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`done` parts of the job, `found` one thing that came of it, or why it failed."""

    done: int = 0
    found: Any = None
    code: ErrorCode | None = None
    detail: str = ""


def tell(told: Told) -> None:
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    sys.stdout.flush()


def run(kind: type[Job], work: Callable[[Job], None]) -> None:
    """Do the job in a process of bounded memory; `work` raises FileError and MemoryError. Exits with 1 on failure."""
    from engine.lifeline import settle_in
    from engine.pages.reader import FileError
    from engine.pages.supervisor import MEMORY
    from engine.pages.worker import limit_memory

    job = msgspec.json.decode(sys.stdin.buffer.read(), type=kind)
    settle_in()
    limit_memory(MEMORY)
    try:
        work(job)
    except FileError as error:
        tell(Told(code=error.code, detail=error.detail))
        raise SystemExit(1) from None
    except MemoryError:
        tell(Told(code=ErrorCode.OUT_OF_MEMORY))
        raise SystemExit(1) from None
