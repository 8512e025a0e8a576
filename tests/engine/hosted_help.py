# SPDX-License-Identifier: AGPL-3.0-or-later
"""The real engine program with a hosted engine in it, and pages for it to read."""

from __future__ import annotations

import functools
import random
import sys
import tempfile
import threading
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from PIL import Image

from engine.protocol import (
    Cancel,
    EngineState,
    Event,
    Message,
    PageFailed,
    PageRead,
    PageSource,
    Reading,
    ReadPage,
    Scalar,
    Throughput,
    UseEngine,
    decode_event,
)
from tests.fault.programs import HANG, Program, wait_until
from tests.servers.chat import ChatServer
from tests.servers.pages import picture, raw_file

KEY = "jina_5e5ame0penTh3D00r"
"""The key of all tests: searched for in everything that is said."""

MODEL = "jinaai/jina-ocr-v1"

FAST = 0.002
"""Scale of our own waits: 30 seconds become 60 milliseconds."""

M = TypeVar("M", bound=Message)


@functools.cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="copyholder-pages-"))


@functools.cache
def page_file(number: int) -> tuple[str, int, int, int]:
    """A page with its number on it, as the page program writes pictures."""
    return raw_file(_folder(), picture(number, (240, 320)), str(number))


@functools.cache
def noise_file(side: int) -> tuple[str, int, int, int]:
    """A picture of noise, which no format makes small."""
    image = Image.frombytes("RGB", (side, side), random.Random(side).randbytes(3 * side * side))
    return raw_file(_folder(), image, "noise")


def page(number: int, prompt: str | None = None, url: str | None = None, noise: int = 0) -> ReadPage:
    """The command that reads a page; its job has the page's number. With `noise`, the page shows
    nothing but noise, so many pixels wide and high."""
    path, width, height, stride = noise_file(noise) if noise else page_file(number)
    return ReadPage(
        job=number,
        source=PageSource(path="/documents/sample.pdf", page=number - 1, url=url),
        picture=path,
        width=width,
        height=height,
        stride=stride,
        prompt=prompt,
    )


class Engine:
    """The engine program from `with` on, with all it said."""

    def __init__(self, name: str, /, **options: Scalar) -> None:
        self._use = UseEngine(name=name, options={"wait_scale": FAST, "key": KEY, **options})
        self.events: list[Event] = []
        self._decoded = 0
        self._lock = threading.Lock()  # a server's script may look as well, on the server's thread

    @classmethod
    def on(cls, server: ChatServer, **options: Scalar) -> Engine:
        """A `hosted` engine that asks this server."""
        every: dict[str, Scalar] = {"base_url": server.url, "model": MODEL, **options}
        return cls("hosted", **every)

    def __enter__(self) -> Self:
        self.program = Program("engine", python=sys.executable)
        self.program.send(self._use)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.program.__exit__()
        assert KEY.encode() not in self.program.said, "the key in the log"
        assert not any(KEY.encode() in line for line in self.program.lines), "the key in a message"

    def look(self) -> list[Event]:
        """All events so far."""
        lines = self.program.lines
        with self._lock:
            while self._decoded < len(lines):
                self.events.append(decode_event(lines[self._decoded]))
                self._decoded += 1
            return list(self.events)

    def all(self, kind: type[M], job: int | None = None) -> list[M]:
        found = [event for event in self.look() if isinstance(event, kind)]
        return [event for event in found if job is None or getattr(event, "job", None) == job]

    def wait(self, kind: type[M], count: int = 1, job: int | None = None, limit: float = HANG) -> M:
        """The `count`th event of its kind."""
        wait_until(
            lambda: len(self.all(kind, job)) >= count,
            lambda: f"{kind.__name__} {count}; had {self.look()[-8:]}; {self.program.said[-2000:]!r}",
            limit,
        )
        return self.all(kind, job)[count - 1]

    def has(self, pages: int) -> bool:
        """Whether so many pages were given to the service's threads by now, as the throughput tells twice a second.
        What was sent is not there at once: where the machine is busy, the first page may have its answer before the
        engine has read the last command."""
        return any(report.running >= pages for report in self.all(Throughput))

    def state(self) -> EngineState:
        """The last word on loading."""
        wait_until(lambda: any(s.state != "loading" for s in self.all(EngineState)), "the engine")
        return self.all(EngineState)[-1]

    def send(self, *pages: ReadPage) -> None:
        self.program.send(*pages)

    def use(self, **options: Scalar) -> None:
        """Load another hosted engine instead."""
        self.program.send(UseEngine(name="hosted", options={"wait_scale": FAST, "key": KEY, **options}))

    def cancel(self, job: int) -> None:
        self.program.send(Cancel(job=job))

    def ended(self, jobs: Iterable[int], limit: float = HANG) -> dict[int, PageRead | PageFailed]:
        """The endings of these pages, once all have one; each has exactly one."""
        wanted = set(jobs)

        def endings() -> list[PageRead | PageFailed]:
            return [event for event in self.look() if isinstance(event, PageRead | PageFailed)]

        wait_until(
            lambda: wanted <= {event.job for event in endings()},
            lambda: f"{wanted}; had {self.look()[-8:]}; {self.program.said[-2000:]!r}",
            limit,
        )
        found = endings()
        assert len(found) == len({event.job for event in found}), "a page ended twice"
        return {event.job: event for event in found if event.job in wanted}

    def read(self, command: ReadPage) -> Reading:
        """The reading of one page, which must not fail."""
        self.send(command)
        ending = self.ended([command.job])[command.job]
        assert isinstance(ending, PageRead), ending
        return ending.reading

    def fail(self, command: ReadPage) -> PageFailed:
        """The failure of one page, which must not be read."""
        self.send(command)
        ending = self.ended([command.job])[command.job]
        assert isinstance(ending, PageFailed), ending
        return ending
