# SPDX-License-Identifier: AGPL-3.0-or-later
"""What every backend is: load, submit, step, cancel, close.

The server drives one backend from one thread of its own (the stepping thread); commands
arrive on another thread, so a cancel is answered at once while a step is still running.

Errors: the single exception that leaves a backend is `EngineError`. A backend turns the
exceptions of the library it wraps into it at the one place where it calls that library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from engine.protocol import (
    Abilities,
    ErrorCode,
    PageFailed,
    PageRead,
    PageRestarted,
    PageStarted,
    PageText,
    PageWaiting,
    ReadPage,
    Scalar,
)

PageEvent: TypeAlias = PageStarted | PageText | PageWaiting | PageRestarted | PageRead | PageFailed
Report: TypeAlias = Callable[[str, float | None], None]
"""Called while loading with (what is being done, progress 0..1 or None)."""


class EngineError(Exception):
    """A failure with a code that crosses processes; `detail` is data for the sentence."""

    def __init__(self, code: ErrorCode, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else str(code))
        self.code = code
        self.detail = detail


class Backend(Protocol):
    """One way of reading pages. All methods but `cancel` are called from the stepping thread."""

    name: str

    def load(self, options: Mapping[str, Scalar], report: Report) -> Abilities:
        """Make ready; raises EngineError. Imports of heavy libraries happen here. Options include
        `attempt`: 0, or how often the backend broke down since it was chosen (then it may start with
        safer settings). Unknown options are ignored."""

    def submit(self, job: ReadPage) -> None:
        """Take a page; never blocks for long. At most `abilities.pages_at_once` are open."""

    def step(self, timeout: float) -> Sequence[PageEvent]:
        """Do some work, or wait up to `timeout` seconds for some to finish, and return what
        happened. Every submitted job ends in exactly one PageRead or PageFailed, except
        those that were cancelled: for these nothing more is returned (the server has
        answered already)."""

    def cancel(self, job: int) -> None:
        """Give up a job as soon as possible. Called from the command thread; thread-safe."""

    def close(self) -> None:
        """Free everything; open jobs are dropped (the server has answered them)."""

    def memory(self) -> int | None:
        """Resident bytes of the backend and its workers, None if unknown."""


@runtime_checkable
class Acknowledged(Protocol):
    """A backend that, loaded with the option `acknowledged`, does not give the place of a page that was
    read to another one before it hears that the reading is on the disk."""

    def kept(self, job: int) -> None:
        """The reading of this page is on the disk. Thread-safe; unknown numbers are ignored."""


@runtime_checkable
class Paid(Protocol):
    """A backend whose pages cost money."""

    def due(self, job: int) -> float | None:
        """US dollars that a page which is given up at this moment has cost, what is under way
        included; None if it is not open or nothing is counted. Thread-safe; ask before `cancel`."""
