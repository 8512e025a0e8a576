# SPDX-License-Identifier: AGPL-3.0-or-later
"""The engine program with vLLM in it, spoken to as the app does."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psutil

from app.core.children import engine_command
from engine.protocol import (
    EngineState,
    PageFailed,
    PageRead,
    PageSource,
    PageText,
    Reading,
    ReadPage,
    Scalar,
    UseEngine,
)
from tests.fault.programs import Talk
from tests.vllm import pages

START_LIMIT = 600.0
"""Seconds for a start on a busy machine; the first one looks at the classes for a minute."""

PAGE_LIMIT = 300.0

OPTIONS: dict[str, Scalar] = {
    "model": str(pages.TINY), "work": str(pages.WORK), "layout": "one", "draft_tokens": 3, "pages_at_once": 4,
    "kv_bytes": 256 << 20, "dtype": "float32", "batched_tokens": 4096,
}  # fmt: skip

FINITE = tuple(name for name in pages.NAMES if name != "loop")


class Desk:
    """Writes pictures as the page program does, and numbers the jobs; no two desks give a number twice."""

    numbers = itertools.count(1)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[int, str] = {}

    def page(self, name: str, **fields: Any) -> ReadPage:
        """A job for a page of the tiny checkpoint, or for a picture of this name that lies in the folder."""
        number = next(self.numbers)
        self.names[number] = name
        image = _picture(name)
        path = self.folder / f"{name}.rgb"
        if not path.exists():
            path.write_bytes(image.tobytes())
        return ReadPage(
            job=number, source=PageSource(path="some.pdf", page=0), picture=str(path),
            width=image.width, height=image.height, stride=3 * image.width, **fields,
        )  # fmt: skip


@cache
def _picture(name: str) -> Any:
    return pages.picture(name)


class Engine(Talk):
    """The program behind the app's client."""

    def __init__(self) -> None:
        super().__init__(engine_command(), name="engine", back_off=[0.05] * 100)

    def __enter__(self) -> Engine:
        super().__enter__()
        return self

    def use(self, **options: Scalar) -> EngineState:
        """Load vLLM; the state that ends the loading."""
        before = len(self.ended_loads())
        self.send(UseEngine(name="vllm", options={**OPTIONS, **options}))
        return self.wait_load(before + 1)

    def ended_loads(self) -> list[EngineState]:
        return [state for state in self.all(EngineState) if state.state in ("ready", "failed")]

    def wait_load(self, count: int) -> EngineState:
        self.until(lambda: len(self.ended_loads()) >= count, "the engine to be loaded", START_LIMIT)
        return self.ended_loads()[count - 1]

    def until(self, condition: Callable[[], object], what: str, limit: float = PAGE_LIMIT) -> None:
        """Poll; what the engine said last is shown where nothing comes."""
        until = time.monotonic() + limit
        while not condition():
            assert time.monotonic() < until, f"waited {limit:g} s for {what}; {self.order[-5:]}; {self.child.said(60)}"
            time.sleep(0.01)

    def ended(self) -> Counter[int]:
        """How often each job has ended."""
        return Counter(event.job for event in self.endings() if isinstance(event, PageRead | PageFailed))

    def wait_jobs(self, *jobs: int, limit: float = PAGE_LIMIT) -> None:
        self.until(lambda: set(jobs) <= set(self.ended()), f"jobs {jobs}", limit)

    def readings(self) -> dict[int, Reading]:
        return {event.job: event.reading for event in self.all(PageRead)}

    def failures(self) -> dict[int, PageFailed]:
        return {event.job: event for event in self.all(PageFailed)}

    def streamed(self, job: int) -> str:
        return "".join(event.text for event in self.all(PageText) if event.job == job)

    def processes(self) -> list[psutil.Process]:
        """Those below the engine's own."""
        return descendants(self.child.pid)

    def core(self) -> psutil.Process:
        """The engine core, in a process of its own: a child that has a worker or says so."""
        (found,) = [process for process in self.processes() if "EngineCore" in title(process)]
        return found


def descendants(pid: int | None) -> list[psutil.Process]:
    if pid is None:
        return []
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def title(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


@contextmanager
def loaded(**options: Scalar) -> Iterator[Engine]:
    """A program with vLLM started in it."""
    with Engine() as engine:
        state = engine.use(**options)
        assert state.state == "ready", state
        yield engine
