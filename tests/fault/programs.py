# SPDX-License-Identifier: AGPL-3.0-or-later
"""Help for tests that run the real child programs."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from app.core.children import Child, ChildState, ChildStatus, child_environment
from engine.protocol import (
    Command,
    Event,
    FileFailed,
    FileOpened,
    Message,
    PageCut,
    PageFailed,
    PageRead,
    PageRequestFailed,
    PageSource,
    PageWords,
    Picture,
    ReadPage,
    UseEngine,
    decode_event,
    encode,
)
from tests.processes import HANG, wait_until

M = TypeVar("M", bound=Message)

ENDINGS = (FileOpened, FileFailed, Picture, PageWords, PageCut, PageRequestFailed, PageRead, PageFailed)


def alive(pid: int) -> bool:
    """Whether the process runs (a zombie does not)."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
        return status.rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def script(pages: Mapping[str, Mapping[str, object]], **more: object) -> UseEngine:
    """The command that loads the scripted engine."""
    return UseEngine(name="scripted", options={"script": json.dumps({"pages": pages, **more})})


def read_page(job: int, page: int = 0, path: str = "/nowhere/sample.pdf") -> ReadPage:
    return ReadPage(job=job, source=PageSource(path=path, page=page))


class Program:
    """A child program spoken to over bare pipes: what the client would hide is seen."""

    def __init__(self, *arguments: str, python: str, environment: Mapping[str, str] | None = None) -> None:
        command = [python, "-m", *arguments]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=child_environment(command, environment),
            start_new_session=True,
        )
        self.lines: list[bytes] = []
        self.said = b""
        self._threads = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._drain, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)

    def _drain(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said += line

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, *commands: Command) -> None:
        for command in commands:
            self.write(encode(command))

    def close_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    @property
    def events(self) -> list[Event]:
        return [decode_event(line) for line in list(self.lines)]

    def all(self, kind: type[M]) -> list[M]:
        return [event for event in self.events if isinstance(event, kind)]

    def wait_for(self, kind: type[M], count: int = 1) -> M:
        """The `count`th event of its kind."""
        wait_until(lambda: len(self.all(kind)) >= count, lambda: f"{kind.__name__}; had {self.events}; {self.said!r}")
        return self.all(kind)[count - 1]

    def wait_end(self, limit: float = HANG) -> int:
        """Exit status, once all it wrote has been read."""
        status = self.process.wait(limit)
        for thread in self._threads:
            thread.join(limit)
        return status

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.wait_end()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            try:
                stream.close()
            except BrokenPipeError:
                continue


class Talk:
    """A Child with all it told, for tests of the client."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str = "child",
        greeting_limit: float = HANG,
        back_off: Sequence[float] = (0.05, 0.05, 0.05),
    ) -> None:
        self.events: list[Event] = []
        self.states: list[ChildState] = []
        self.order: list[Event | ChildState] = []
        self.child = Child(
            name, command, self._event, self._state, greeting_limit=greeting_limit, back_off=back_off
        )

    def _event(self, event: Event) -> None:
        self.order.append(event)
        self.events.append(event)

    def _state(self, state: ChildState) -> None:
        self.order.append(state)
        self.states.append(state)

    def send(self, *commands: Command) -> None:
        for command in commands:
            self.child.send(command)

    def all(self, kind: type[M]) -> list[M]:
        return [event for event in list(self.events) if isinstance(event, kind)]

    def endings(self) -> list[Event]:
        return [event for event in list(self.events) if isinstance(event, ENDINGS)]

    def wait_for(self, kind: type[M], count: int = 1) -> M:
        wait_until(
            lambda: len(self.all(kind)) >= count,
            lambda: f"{kind.__name__}; had {self.order}; {self.child.said()}",
        )
        return self.all(kind)[count - 1]

    def wait_state(self, status: ChildStatus, count: int = 1) -> ChildState:
        def found() -> list[ChildState]:
            return [state for state in list(self.states) if state.status is status]

        wait_until(lambda: len(found()) >= count, lambda: f"{status}; had {self.order}; {self.child.said()}")
        return found()[count - 1]

    def __enter__(self) -> Talk:
        self.child.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.child.close()


__all__ = ["HANG", "Program", "Talk", "alive", "read_page", "script", "wait_until"]
