# SPDX-License-Identifier: AGPL-3.0-or-later
"""Progress on standard error: a bar on a terminal, plain lines elsewhere, nothing when quiet."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, TextIO

from app.core.money import dollars

LINE_SECONDS = 10.0
"""How often plain output says how far it is."""


@dataclass(frozen=True, slots=True)
class Step:
    """How far it is: documents and pages as (done, known so far), pages a second, seconds left,
    tokens a second, the accepted share of drafted tokens and US dollars spent (None: not known).
    `waits` says what the pages wait for outside, empty if for nothing."""

    documents: tuple[int, int]
    pages: tuple[int, int]
    rate: float | None = None
    left: float | None = None
    tokens: float | None = None
    acceptance: float | None = None
    cost: float | None = None
    waits: str = ""

    def words(self) -> str:
        """`3/8 documents, 120/3000 pages, 25.1 pages/s, 1:55 left`, with what is known; what the
        pages wait for stands instead of the speed."""
        parts = [f"{self.documents[0]}/{self.documents[1]} documents"] if self.documents[1] > 1 else []
        parts.append(f"{self.pages[0]}/{self.pages[1]} pages")
        if self.cost is not None:
            parts.append(f"about {dollars(self.cost)}")
        if self.waits:
            return ", ".join([*parts, self.waits[0].lower() + self.waits[1:]])
        if self.rate is not None:
            parts.append(f"{self.rate:.1f} pages/s")
        if self.tokens is not None:
            parts.append(f"{self.tokens:.1f} tokens/s")
        if self.acceptance is not None:
            parts.append(f"acceptance {self.acceptance:.0%}")
        if self.left is not None:
            minutes, seconds = divmod(round(self.left), 60)
            hours, minutes = divmod(minutes, 60)
            parts.append((f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}") + " left")
        return ", ".join(parts)


class Progress(Protocol):
    """Where a run tells how far it is. `say` prints a line that stays, `warn` one that stays
    even when quiet. `live`: what `show` is told is seen at once, and passes."""

    live: bool

    def say(self, line: str) -> None: ...

    def warn(self, line: str) -> None: ...

    def show(self, step: Step) -> None: ...

    def ask(self, question: str) -> str:
        """What is typed on the terminal, "" where there is none or nothing was typed."""

    def __enter__(self) -> Progress: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Lines:
    """For a pipe or a log file: lines that stay, and one now and then to tell how far it is."""

    live = False

    def __init__(self, stream: TextIO, quiet: bool = False) -> None:
        self._stream = stream
        self._quiet = quiet
        self._next = time.monotonic() + LINE_SECONDS

    def say(self, line: str) -> None:
        if not self._quiet:
            self.warn(line)

    def warn(self, line: str) -> None:
        with suppress(OSError):  # that nobody can read it does not stop the work
            print(line, file=self._stream, flush=True)

    def show(self, step: Step) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + LINE_SECONDS
            self.say(step.words())

    def ask(self, question: str) -> str:
        return _answer(question)

    def __enter__(self) -> Lines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return


class Bars:
    """For a terminal: one bar under the lines that stay."""

    live = True

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

    def show(self, step: Step) -> None:
        done, total = step.pages
        self._progress.update(self._task, completed=done, total=total or None, figures=step.words())

    def ask(self, question: str) -> str:
        self._progress.stop()
        try:
            return _answer(question)
        finally:
            self._progress.start()

    def __enter__(self) -> Bars:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


def _answer(question: str) -> str:
    """Asks only where somebody sees the question and can answer it."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return ""
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


def progress(quiet: bool) -> Progress:
    """The right one for this standard error."""
    if quiet or not sys.stderr.isatty():
        return Lines(sys.stderr, quiet)
    return Bars(sys.stderr)
