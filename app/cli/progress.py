# SPDX-License-Identifier: AGPL-3.0-or-later
"""Progress on standard error: a bar on a terminal, plain lines elsewhere, nothing when quiet."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Protocol, TextIO

LINE_SECONDS = 10.0
"""How often plain output says how far it is."""


class Progress(Protocol):
    """Where a run tells how far it is. `say` prints a line that stays, `warn` one that stays
    even when quiet."""

    def say(self, line: str) -> None: ...

    def warn(self, line: str) -> None: ...

    def show(self, done: int, total: int, rate: float | None, left: float | None) -> None:
        """Pages done and asked for so far, pages a second, seconds left (None: not known)."""

    def __enter__(self) -> Progress: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def figures(done: int, total: int, rate: float | None, left: float | None) -> str:
    """`120/3000 pages, 25.1 pages/s, 1:55 left`, with what is known."""
    parts = [f"{done}/{total} pages"]
    if rate is not None:
        parts.append(f"{rate:.1f} pages/s")
    if left is not None:
        minutes, seconds = divmod(round(left), 60)
        hours, minutes = divmod(minutes, 60)
        parts.append((f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}") + " left")
    return ", ".join(parts)


class Lines:
    """For a pipe or a log file: lines that stay, and one now and then to tell how far it is."""

    def __init__(self, stream: TextIO, quiet: bool = False) -> None:
        self._stream = stream
        self._quiet = quiet
        self._next = time.monotonic() + LINE_SECONDS

    def say(self, line: str) -> None:
        if not self._quiet:
            print(line, file=self._stream, flush=True)

    def warn(self, line: str) -> None:
        print(line, file=self._stream, flush=True)

    def show(self, done: int, total: int, rate: float | None, left: float | None) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + LINE_SECONDS
            self.say(figures(done, total, rate, left))

    def __enter__(self) -> Lines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return


class Bars:
    """For a terminal: one bar under the lines that stay."""

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        self._console = Console(file=stream, highlight=False, markup=False, emoji=False)
        self._progress = Progress(
            BarColumn(bar_width=30), TextColumn("{task.fields[figures]}", markup=False),
            console=self._console, transient=True, redirect_stdout=False, redirect_stderr=False,
        )
        self._task = self._progress.add_task("pages", total=None, figures="starting ...")

    def say(self, line: str) -> None:
        self._console.print(line, soft_wrap=True)

    def warn(self, line: str) -> None:
        self._console.print(line, soft_wrap=True)

    def show(self, done: int, total: int, rate: float | None, left: float | None) -> None:
        text = figures(done, total, rate, left)
        self._progress.update(self._task, completed=done, total=total or None, figures=text)

    def __enter__(self) -> Bars:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


def progress(quiet: bool) -> Progress:
    """The right one for this standard error."""
    if quiet or not sys.stderr.isatty():
        return Lines(sys.stderr, quiet)
    return Bars(sys.stderr)
