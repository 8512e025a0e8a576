# SPDX-License-Identifier: AGPL-3.0-or-later
"""Who waits for what: the bookkeeping of one child's requests, without any process.

It knows which command is ended by which event, so that when the child dies each open request
gets exactly one ending, and which commands a new child must hear again.
"""

from __future__ import annotations

from enum import Enum

from engine.protocol import (
    CloseFile,
    Command,
    Cut,
    ErrorCode,
    Event,
    Figures,
    FileFailed,
    FileOpened,
    FindGutter,
    GutterFound,
    OpenFile,
    PageCut,
    PageFailed,
    PageFigures,
    PageRead,
    PageRequestFailed,
    PageRestarted,
    PageStarted,
    PageText,
    PageWaiting,
    PageWords,
    Picture,
    ReadPage,
    Render,
    UseEngine,
    Words,
)

Request = OpenFile | Render | Words | Figures | Cut | FindGutter | ReadPage


class Verdict(Enum):
    """What to do with an event."""

    PASS = "pass"
    SWALLOW = "swallow"  # the answer to a command that the app did not send itself
    UNKNOWN = "unknown"  # nobody waits for it


class Pending:
    """Not thread-safe. Requests and jobs are counted apart."""

    def __init__(self) -> None:
        self._requests: dict[int, OpenFile | Render | Words | Figures | Cut | FindGutter] = {}
        self._jobs: dict[int, ReadPage] = {}
        self._files: dict[str, OpenFile] = {}
        self._replays: dict[int, str] = {}
        self._next_replay = -1
        self._engine: UseEngine | None = None

    def __len__(self) -> int:
        return len(self._requests) + len(self._jobs)

    def add(self, command: Command) -> None:
        """Note a command before it is sent. Raises ValueError if its number is in use."""
        match command:
            case OpenFile() | Render() | Words() | Figures() | Cut() | FindGutter():
                if command.request in self._requests or command.request < 0:
                    raise ValueError(f"request {command.request} is negative or in use")
                self._requests[command.request] = command
            case ReadPage():
                if command.job in self._jobs:
                    raise ValueError(f"job {command.job} is in use")
                self._jobs[command.job] = command
            case UseEngine():
                self._engine = command
            case CloseFile():
                self._files.pop(command.file, None)
            case _:
                pass

    def settle(self, event: Event) -> Verdict:
        """Take note of an event."""
        match event:
            case FileOpened() | FileFailed() if event.request in self._replays:
                file = self._replays.pop(event.request)
                if isinstance(event, FileFailed):
                    self._files.pop(file, None)
                return Verdict.SWALLOW
            case (
                FileOpened() | FileFailed() | Picture() | PageWords() | PageFigures() | PageCut() | GutterFound()
                | PageRequestFailed()
            ):
                command = self._requests.pop(event.request, None)
                if isinstance(command, OpenFile) and isinstance(event, FileOpened):
                    self._files[command.file] = command
                return Verdict.PASS if command is not None else Verdict.UNKNOWN
            case PageRead() | PageFailed():
                return Verdict.PASS if self._jobs.pop(event.job, None) is not None else Verdict.UNKNOWN
            case PageStarted() | PageText() | PageWaiting() | PageRestarted():
                return Verdict.PASS if event.job in self._jobs else Verdict.UNKNOWN
            case _:
                return Verdict.PASS

    def replay(self) -> list[Command]:
        """What a new child must hear first: the engine in use, the files that are open."""
        commands: list[Command] = [self._engine] if self._engine is not None else []
        self._replays.clear()
        for file, opened in self._files.items():
            number = self._next_replay
            self._next_replay -= 1
            self._replays[number] = file
            commands.append(OpenFile(request=number, file=file, path=opened.path, password=opened.password))
        return commands

    def fail_all(self, code: ErrorCode, detail: str) -> list[Event]:
        """One ending for each open request."""
        requests = [*self._requests.values(), *self._jobs.values()]
        self._requests.clear()
        self._jobs.clear()
        return [ending(request, code, detail) for request in requests]


def ending(request: Request, code: ErrorCode, detail: str) -> Event:
    """The event that ends `request` without success."""
    match request:
        case OpenFile():
            return FileFailed(request=request.request, file=request.file, code=code, detail=detail)
        case Render() | Words() | Figures() | Cut() | FindGutter():
            return PageRequestFailed(
                request=request.request, file=request.file, page=request.page, code=code, detail=detail
            )
        case ReadPage():
            return PageFailed(job=request.job, code=code, detail=detail)
