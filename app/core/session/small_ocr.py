# SPDX-License-Identifier: AGPL-3.0-or-later
"""The small OCR that reads pictures of pages as a second reading: the built-in engine in a program of its own, below
everything else on this machine, one page at a time.

The page on screen and what the user asked for go first; other pages are read while the queue has nothing to do.
The program is there only while it has pages: it takes 1.5 GB.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial

from app.core.children import Child, engine_command
from app.core.choice import BUILTIN
from app.core.session.desk import Desk, Document, file_problem
from engine.protocol import (
    EngineState,
    ErrorCode,
    Event,
    PageFailed,
    PageRead,
    ReadPage,
    Scalar,
    UseEngine,
    Word,
)

log = logging.getLogger(__name__)

NICENESS = {"COPYHOLDER_NICE": "15"}
"""For engine.lifeline: how far the program stands back; the reading engine has 5."""

IDLE_LIMIT = 60.0
"""Seconds without a page after which the program is ended."""

AGAIN = 1.0
"""Seconds after which it is looked again whether the queue has nothing to do."""

Done = Callable[[Document, int, int, "tuple[Word, ...] | None"], None]
"""Gets document, page, turn and the words; None where the page could not be read."""

Earlier = Callable[[Document, int, int], "tuple[Word, ...] | None"]
"""Gets document, page and turn; the words that are known of that picture already."""

Key = tuple[int, int]


class SmallOcr:
    """On the session's thread only."""

    def __init__(self, desk: Desk, done: Done, earlier: Earlier) -> None:
        self._desk = desk
        self._done = done
        self._earlier = earlier
        self._wanted: dict[Key, bool] = {}  # whether the user asked for it
        self._job = 0
        self._present: tuple[int, Document, int, int] | None = None  # job, document, page, turn
        self._child: Child | None = None
        self._life = 0  # counts the programs
        self._idle = 0  # counts the times that it became idle
        self._looks_again = False
        self._over = False

    @property
    def busy(self) -> bool:
        """Something is read, or to be read, that the user asked for."""
        present = self._present is not None and self._wanted.get((self._present[1].id, self._present[2]), False)
        return present or any(self._wanted.values())

    def is_wanted(self, document: Document, page: int) -> bool:
        return (document.id, page) in self._wanted

    def want(self, document: Document, page: int, *, asked: bool = False) -> None:
        """Read the page's picture, now or by and by. `asked`: the user wants just this."""
        key = (document.id, page)
        self._wanted[key] = asked or self._wanted.get(key, False)
        self.pump()

    def forget(self) -> None:
        """All but what the user asked for is no longer wanted."""
        self._wanted = {key: True for key, asked in self._wanted.items() if asked}

    def drop(self, document: Document) -> None:
        """Its pages have other numbers: what was wanted by the old ones is not. A page that is being read is read to
        its end, for nobody."""
        self._wanted = {key: asked for key, asked in self._wanted.items() if key[0] != document.id}
        if self._present is not None and self._present[1] is document:
            self._present = None
            self.pump()
            self._rest()

    def pump(self) -> None:
        """Read the next page, if one may be read now."""
        if self._present is not None or self._over:
            return
        while (key := self._next()) is not None:
            document = self._desk.documents.get(key[0])
            if document is None or not document.has(key[1]):
                del self._wanted[key]
            elif file_problem(document, key[1]) is not None:
                self._ended(document, key[1], document.turns.get(key[1], 0), None)
            else:
                self._read(document, key[1])
                return
        if self._wanted and not self._looks_again:
            self._looks_again = True
            self._desk.actor.after(AGAIN, self._look_again)

    def end(self) -> list[threading.Thread]:
        """End the program; the threads to wait for."""
        self._over = True
        return self._end_child()

    # ------------------------------------------------------------ inside

    def _look_again(self) -> None:
        self._looks_again = False
        self.pump()

    def _next(self) -> Key | None:
        viewed = self._desk.viewed
        if viewed in self._wanted:
            return viewed
        asked = next((key for key, asked in self._wanted.items() if asked), None)
        if asked is not None:
            return asked
        if self._desk.queue.can_go_on or self._desk.queue.counts().flying:
            return None
        near = [key for key in self._wanted if viewed is not None and key[0] == viewed[0] and key[1] > viewed[1]]
        return min(near) if near else next(iter(self._wanted), None)

    def _read(self, document: Document, page: int) -> None:
        self._job += 1
        turn = document.turns.get(page, 0)
        self._present = (self._job, document, page, turn)
        words = self._earlier(document, page, turn)
        if words is not None:
            self._desk.actor.post(partial(self._known, self._job, words))
            return
        settings = self._desk.settings
        options: dict[str, Scalar] = {"route": "picture", "ocr_model": settings.ocr_model}
        if settings.languages:
            options["languages"] = ",".join(settings.languages)
        child = self._child or self._start()
        child.send(ReadPage(job=self._job, source=document.source(page), options=options))

    def _known(self, job: int, words: tuple[Word, ...]) -> None:
        """The page's words were known already."""
        if self._present is not None and self._present[0] == job and not self._over:
            _, document, page, turn = self._present
            self._present = None
            self._ended(document, page, turn, words)
            self.pump()

    def _start(self) -> Child:
        self._life += 1
        life = self._life
        child = Child(
            "small-ocr",
            engine_command(),
            lambda event: self._desk.actor.post(partial(self._take, life, event)),
            lambda state: None,  # every page gets its ending; that is all that is needed
            environment=NICENESS,
        )
        self._child = child
        child.start()
        child.send(UseEngine(name=BUILTIN.backend, options={"workers": 1}))
        return child

    def _take(self, life: int, event: Event) -> None:
        if life != self._life or self._present is None:
            return
        job, document, page, turn = self._present
        if isinstance(event, EngineState) and event.state == "failed":
            log.info("the small OCR cannot be used: %s", event.detail)
            self._present = None
            self._ended(document, page, turn, None)
        elif isinstance(event, PageRead) and event.job == job:
            self._present = None
            self._ended(document, page, turn, tuple(event.reading.words or ()))
        elif isinstance(event, PageFailed) and event.job == job:
            log.info("the small OCR could not read page %d of %s: %s", page + 1, document.title, event.code)
            self._present = None
            if event.code is not ErrorCode.SHUTTING_DOWN:
                self._ended(document, page, turn, None)
        else:
            return
        self.pump()
        self._rest()

    def _rest(self) -> None:
        """Without a page, the program is ended after a while."""
        if self._present is None:
            self._idle += 1
            self._desk.actor.after(IDLE_LIMIT, partial(self._end_idle, self._idle))

    def _ended(self, document: Document, page: int, turn: int, words: tuple[Word, ...] | None) -> None:
        self._wanted.pop((document.id, page), None)
        if self._desk.documents.get(document.id) is document and document.has(page):
            if words is not None and file_problem(document, page) is not None:
                words = None  # of another file by now
            self._done(document, page, turn, words)

    def _end_idle(self, idle: int) -> None:
        if idle == self._idle and self._present is None:
            self._end_child()

    def _end_child(self) -> list[threading.Thread]:
        child, self._child = self._child, None
        if child is None:
            return []
        thread = threading.Thread(target=partial(child.close, at_once=True), name="closing-ocr", daemon=True)
        thread.start()
        return [thread]
