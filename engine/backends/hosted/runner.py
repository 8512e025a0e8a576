# SPDX-License-Identifier: AGPL-3.0-or-later
"""The event loop on its thread, the pages on it, and the events that come back from them."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from engine.backends.contract import PageEvent
from engine.protocol import ErrorCode, PageFailed, PageRead, PageText

log = logging.getLogger(__name__)

CLOSE_LIMIT = 1.0
"""Seconds that open requests may take to let go of their connections."""

Ending = PageRead | PageFailed


class Runner:
    """`hide` takes secrets out of what goes into the log. `acknowledged`: the place of a page that was
    read becomes free with `kept`, else as soon as its reading was handed on."""

    def __init__(self, name: str, hide: Callable[[str], str], acknowledged: bool = False) -> None:
        self._hide = hide
        self._acknowledged = acknowledged
        self._change = threading.Condition()
        self._events: deque[PageEvent] = deque()
        self._leaving: dict[int, Callable[[], None]] = {}  # by job, once its ending is in the queue
        self._handed: list[Callable[[], None]] = []  # of the endings that the last step returned
        self._unkept: dict[int, Callable[[], None]] = {}  # by job, handed on and perhaps not on the disk yet
        self._tasks: dict[int, asyncio.Task[None]] = {}  # of the loop's thread alone
        self._dropped: set[int] = set()  # cancelled before their task was there; of the loop's thread
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        self.loop.close()

    def say(self, event: PageEvent) -> None:
        """Queue an event; pieces of a page that nobody has taken yet become one."""
        with self._change:
            last = self._events[-1] if self._events else None
            if isinstance(event, PageText) and isinstance(last, PageText) and last.job == event.job:
                event = PageText(job=event.job, text=last.text + event.text)
                self._events.pop()
            self._events.append(event)
            self._change.notify_all()

    def start(self, job: int, work: Callable[[], Coroutine[Any, Any, Ending]], leave: Callable[[], None]) -> None:
        """Begin a page. Its ending is what `work` returns; `leave` is called on the loop when that has
        been handed on, or when the page was cancelled."""
        self._let_go()
        self.loop.call_soon_threadsafe(self._begin, job, work, leave)

    def _begin(self, job: int, work: Callable[[], Coroutine[Any, Any, Ending]], leave: Callable[[], None]) -> None:
        if job in self._dropped:
            self._dropped.discard(job)
            return
        task = self.loop.create_task(self._work(job, work, leave))
        self._tasks[job] = task
        task.add_done_callback(lambda _: self._tasks.pop(job, None) if self._tasks.get(job) is task else None)

    async def _work(self, job: int, work: Callable[[], Coroutine[Any, Any, Ending]], leave: Callable[[], None]) -> None:
        try:
            ending = await work()
        except asyncio.CancelledError:
            leave()
            raise
        except Exception as error:  # noqa: BLE001 - the edge of a thread: this page ends, the others go on
            log.error("a page's request raised an error:\n%s", self._hide(traceback.format_exc()))
            detail = self._hide(f"{type(error).__name__}: {error}")[:500]
            ending = PageFailed(job=job, code=ErrorCode.ENGINE_FAILED, detail=detail)
        with self._change:
            self._leaving[job] = leave
        self.say(ending)

    def step(self, timeout: float) -> Sequence[PageEvent]:
        """What happened; waits up to `timeout` seconds for something. Whoever calls again has passed
        on what the last call returned, so only now do those pages' places become free."""
        self._let_go()
        with self._change:
            if not self._events:
                self._change.wait(timeout)
            events = list(self._events)
            self._events.clear()
            for event in events:
                leave = self._leaving.pop(event.job, None) if isinstance(event, Ending) else None
                if leave is not None and self._acknowledged and isinstance(event, PageRead):
                    self._unkept[event.job] = leave
                elif leave is not None:
                    self._handed.append(leave)
        return events

    def _let_go(self) -> None:
        with self._change:
            handed, self._handed = self._handed, []
        for leave in handed:
            self.loop.call_soon_threadsafe(leave)

    def kept(self, job: int) -> None:
        """The page's reading is on the disk; thread-safe."""
        with self._change:
            leave = self._unkept.pop(job, None)
        if leave is not None:
            with suppress(RuntimeError):  # the loop has ended, and nobody waits for a place
                self.loop.call_soon_threadsafe(leave)

    def cancel(self, job: int) -> None:
        """Give up a page; thread-safe. Nothing is heard of it any more."""
        with self._change:
            self._events = deque(event for event in self._events if event.job != job)
            leave = self._leaving.pop(job, None)
        try:
            self.loop.call_soon_threadsafe(leave if leave is not None else lambda: self._cancel(job))
        except RuntimeError:
            return  # the loop has ended, and the page with it

    def _cancel(self, job: int) -> None:
        task = self._tasks.get(job)
        if task is None:
            self._dropped.add(job)  # it may be on its way from the stepping thread
        else:
            task.cancel()

    @property
    def idle(self) -> bool:
        """Whether no page is under way."""
        return not self._tasks

    def close(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Give up all pages, run `last`, end the thread."""

        async def end() -> None:
            tasks = list(self._tasks.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await last()

        until = time.monotonic() + CLOSE_LIMIT
        closing = asyncio.run_coroutine_threadsafe(end(), self.loop)
        try:
            closing.result(CLOSE_LIMIT)
        except TimeoutError:
            log.info("requests did not end in time")
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(max(0.1, until - time.monotonic()))
