# SPDX-License-Identifier: AGPL-3.0-or-later
"""The report file: one JSON object a page, and a last one, `summary`.

Scripts depend on the names. What an engine did not report is absent, never zero. Lines are
written as the pages end, so that a run that is killed leaves those it had.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from app.core.changes import Problem
from app.core.errors import ProblemError
from app.core.files import as_problem
from engine.protocol import Reading, Seconds


def page_line(
    file: str, page: int | None, reading: Reading | None, problem: Problem | None, label: str | None = None
) -> dict[str, Any]:
    """The object of one page (`page` from 0; None where the whole file failed). `label` names halves of pages."""
    line: dict[str, Any] = {"file": file, "page": None if page is None else page + 1, "label": label}
    if problem is not None:
        line |= {"state": "failed", "code": str(problem.code)}
    else:
        line["state"] = "read"
    if reading is not None:
        line |= _figures(reading)
    return {name: value for name, value in line.items() if value is not None}


def _figures(reading: Reading) -> dict[str, Any]:
    return {
        "engine": reading.engine,
        "model": reading.model,
        "revision": reading.revision,
        "prompt_tokens": reading.prompt_tokens,
        "output_tokens": reading.output_tokens,
        "seconds": _seconds(reading.seconds) or None,
        "tokens_per_second": tokens_per_second(reading),
        "steps": reading.steps,
        "drafted": reading.drafted,
        "accepted": reading.accepted,
        "accepted_per_position": reading.accepted_per_position,
        "mean_tokens_per_step": _rounded(reading.mean_tokens_per_step),
        "cost": _rounded(reading.cost, 6),
        "finish": str(reading.finish),
        "flags": [str(note.code) for note in reading.notes],
        "chars": len(reading.text),
    }


def _seconds(seconds: Seconds) -> dict[str, float]:
    """`cpu` goes beyond the names of the contract: the figure by which engines are compared here."""
    values = {
        "queue": seconds.queued,
        "vision": seconds.vision,
        "prefill": seconds.prefill,
        "decode": seconds.decode,
        "total": seconds.total,
        "first_token": seconds.first_token,
        "cpu": seconds.cpu,
    }
    return {name: round(value, 4) for name, value in values.items() if value is not None}


def _rounded(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits)


def tokens_per_second(reading: Reading) -> float | None:
    """Output tokens by the seconds of decoding (of the whole page where those are not reported)."""
    seconds = reading.seconds.decode or reading.seconds.total
    if reading.output_tokens is None or not seconds:
        return None
    return round(reading.output_tokens / seconds, 2)


@dataclass
class Totals:
    """What the summary is made of. Pages from the library count as read, not for the speed.
    `cost` is what this run cost in US dollars, None where nothing was billed or no price is known."""

    started: float = field(default_factory=time.monotonic)
    pages: int = 0
    read: int = 0
    failed: int = 0
    fresh: int = 0
    tokens: int | None = None
    drafted: int | None = None
    accepted: int | None = None
    cost: float | None = None

    def add(self, reading: Reading | None, problem: Problem | None, from_library: bool) -> None:
        self.pages += 1
        self.failed += problem is not None
        self.read += problem is None
        if reading is None or from_library:
            return
        self.fresh += 1
        self.tokens = _sum(self.tokens, reading.output_tokens)
        self.drafted = _sum(self.drafted, reading.drafted)
        self.accepted = _sum(self.accepted, reading.accepted)

    def summary(self) -> dict[str, Any]:
        seconds = time.monotonic() - self.started
        values: dict[str, Any] = {"pages": self.pages, "failed": self.failed, "seconds": round(seconds, 3)}
        if self.fresh and seconds > 0:
            values["pages_per_second"] = round(self.fresh / seconds, 3)
            if self.tokens is not None:
                values["tokens_per_second"] = round(self.tokens / seconds, 2)
        if self.drafted and self.accepted is not None:
            values["acceptance"] = round(self.accepted / self.drafted, 4)
        if self.cost is not None:
            values["cost"] = round(self.cost, 6)
        return values


def _sum(total: int | None, value: int | None) -> int | None:
    return total if value is None else (total or 0) + value


class Report:
    """The open file. `write` and `close` raise ProblemError when the disk does not take it: once, and from then on
    the report is `broken` and nothing more is written."""

    def __init__(self, path: Path, stream: TextIO) -> None:
        self._path = path
        self._stream = stream
        self.broken = False

    def write(self, line: dict[str, Any]) -> None:
        if self.broken:
            return
        try:
            with as_problem(self._path):
                self._stream.write(json.dumps(line, ensure_ascii=False) + "\n")
                self._stream.flush()
        except ProblemError:
            self.broken = True
            raise

    def close(self, totals: Totals) -> None:
        try:
            self.write({"summary": totals.summary()})
        finally:
            with suppress(OSError):  # what the disk did not take is told already
                self._stream.close()


def open_report(path: Path) -> Report:
    """Begin the file anew, its folder too. Raises ProblemError."""
    with as_problem(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        return Report(path, path.open("w", encoding="utf-8", errors="replace", newline="\n"))
