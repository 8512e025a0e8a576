# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page program's main part: takes commands and opens nothing itself.

Files are untrusted: a worker process opens them. One that hangs, dies or wants too much
memory costs the request it was at, no other: it is replaced, and the request is tried once
more with the second PDF reader. What failed with both is remembered, and fails at once the
next time, until the file is closed or opened anew.

Threads: the caller's takes commands; two drive a worker each, see desk.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from engine import __version__
from engine.pages.cache import PictureCache
from engine.pages.desk import Desk
from engine.pages.link import Link, WorkerLost
from engine.pages.task import Answer, Ending, Request, Stamp, Task
from engine.pages.worker import failure
from engine.protocol import (
    PROTOCOL,
    BadMessage,
    CloseFile,
    Cut,
    Drop,
    ErrorCode,
    Figures,
    FileOpened,
    FindGutter,
    Hello,
    OpenFile,
    PagesCommand,
    Picture,
    Render,
    Shutdown,
    Words,
    decode_pages_command,
)
from engine.stdio import Outlet, commands

log = logging.getLogger(__name__)

TIME_LIMIT = 15.0
"""Seconds for one request with one reader."""

MEMORY = 4 * 1024**3
"""Bytes of address space of a worker."""


@dataclass
class File:
    """An open file. `second_for` holds the pages (None: the file as a whole) that the first reader
    hung or died on, `lost` those that both did, with the code and detail of the failure."""

    path: str
    password: str | None
    stamp: Stamp | None = None
    second_for: set[int | None] = field(default_factory=set)
    lost: dict[int | None, tuple[ErrorCode, str]] = field(default_factory=dict)


class Supervisor:
    """Runs until its input ends or it is told to shut down."""

    def __init__(
        self, outlet: Outlet, cache: PictureCache, time_limit: float = TIME_LIMIT, memory: int = MEMORY
    ) -> None:
        self._outlet = outlet
        self._cache = cache
        self._time_limit = time_limit
        self._desk = Desk()
        self._links = (Link(memory), Link(memory))
        self._lock = threading.Lock()  # guards the two below, and the sending of endings
        self._open: dict[int, Request] = {}
        self._files: dict[str, File] = {}

    def run(self, lines: Iterable[bytes]) -> None:
        """Greet, then serve. When it returns, every request has its ending and no worker is left."""
        self._outlet.send(Hello(protocol=PROTOCOL, program="pages", version=__version__, pid=os.getpid()))
        for work in (self._main, self._helper):
            threading.Thread(target=work, name=work.__name__, daemon=True).start()
        for command in commands(lines, decode_pages_command, self._outlet):
            self._obey(command)
        self._desk.stop()
        for request in list(self._open.values()):
            self._end(request, failure(request, ErrorCode.SHUTTING_DOWN).event)
        for link in self._links:
            link.stop()

    # ------------------------------------------------------------ commands

    def _obey(self, command: PagesCommand) -> None:
        match command:
            case OpenFile() | Render() | Words() | Figures() | Cut() | FindGutter():
                self._accept(command)
            case Drop():
                dropped = self._desk.drop(command.request)
                if dropped is not None:
                    self._end(dropped, failure(dropped, ErrorCode.CANCELLED).event)
            case CloseFile():
                self._close_file(command.file)
            case Shutdown():
                pass  # ended the loop

    def _accept(self, request: Request) -> None:
        with self._lock:
            if request.request in self._open:
                self._outlet.send(BadMessage(detail=f"request {request.request} is in use"))
                return
            self._open[request.request] = request
            if isinstance(request, OpenFile):
                self._files[request.file] = File(request.path, request.password)
        self._desk.put(request)

    def _close_file(self, name: str) -> None:
        for request in self._desk.drop_file(name):
            self._end(request, failure(request, ErrorCode.CANCELLED).event)
        with self._lock:
            file = self._files.pop(name, None)
            still = file is not None and any(other.path == file.path for other in self._files.values())
        if file is not None and not still:
            for link in self._links:
                link.forget(file.path)

    def _end(self, request: Request, event: Ending) -> None:
        """Send the ending of a request, unless it has one."""
        with self._lock:
            if self._open.pop(request.request, None) is not None:
                self._outlet.send(event)

    # ------------------------------------------------------------ on the workers' threads

    def _main(self) -> None:
        link = self._links[0]
        try:
            link.prepare()  # while the app is still starting
        except WorkerLost as lost:
            log.warning("the worker did not start: %s", lost)
        while (request := self._desk.take()) is not None:
            self._do(request, link)

    def _helper(self) -> None:
        link = self._links[1]
        while not self._desk.stopped:
            request = self._desk.help()
            if request is not None:
                self._do(request, link)
            else:
                link.stop()

    def _do(self, request: Request, link: Link) -> None:
        """One request from its beginning to its ending."""
        with self._lock:
            file = self._files.get(request.file)
        try:
            if file is None:
                answer = failure(request, ErrorCode.BAD_MESSAGE, f"{request.file} is not open")
            else:
                answer = self._try(request, file, link)
                self._note(request, file, answer)
        except Exception as error:  # whatever happens, the request gets its ending
            log.exception("%s failed", type(request).__name__)
            answer = failure(request, ErrorCode.INTERNAL, type(error).__name__)
        self._desk.done(request)
        self._end(request, answer.event)

    def _try(self, request: Request, file: File, link: Link) -> Answer:
        """Have the request done, with the second reader if the first one is lost over it. A death
        may have come from outside: only two in one request are held against the page."""
        page = None if isinstance(request, OpenFile) else request.page
        if page in file.lost:
            return failure(request, *file.lost[page])
        second = page in file.second_for or None in file.second_for
        losses = 0
        while True:
            try:
                return link.ask(self._task(request, file, second), self._time_limit)
            except WorkerLost as lost:
                if self._desk.stopped:
                    return failure(request, ErrorCode.SHUTTING_DOWN)
                log.warning("%s %s: %s", type(request).__name__, request.file, lost)
                losses += 1
                if second and (losses == 2 or lost.code is ErrorCode.TIME_LIMIT):
                    file.lost[page] = (lost.code, lost.detail)
                    return failure(request, lost.code, lost.detail)
                file.second_for.add(page)
                second = True

    def _task(self, request: Request, file: File, second: bool) -> Task:
        return Task(
            command=request,
            path=file.path,
            password=file.password,
            stamp=None if isinstance(request, OpenFile) else file.stamp,
            second=second,
            target=str(self._cache.new_path()) if isinstance(request, Render) else "",
        )

    def _note(self, request: Request, file: File, answer: Answer) -> None:
        """Keep what the answer tells about the file and the folder of pictures."""
        event = answer.event
        if isinstance(event, FileOpened):
            file.stamp = answer.stamp
        elif isinstance(event, Picture):
            self._cache.add(Path(event.path), event.stride * event.height)
        elif isinstance(request, OpenFile):  # it failed: there is no such file
            with self._lock:
                if self._files.get(request.file) is file:
                    del self._files[request.file]
