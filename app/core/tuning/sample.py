# SPDX-License-Identifier: AGPL-3.0-or-later
"""The page pictures that are read when an engine is measured: the sample's, or the first of a document."""

from __future__ import annotations

import queue
import shutil
import time
from contextlib import closing
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from app.core.changes import Problem
from app.core.children import Child, ChildStatus, pages_command
from app.core.children.child import ChildState
from app.core.errors import ProblemError
from engine.protocol import (
    ErrorCode,
    Event,
    FileFailed,
    FileOpened,
    OpenFile,
    PageRequestFailed,
    PageSource,
    Picture,
    ReadPage,
    Render,
)

SIDE = 1920
"""Pixels of a picture's long side where an engine asks for nothing else."""

LIMIT = 60.0
"""Seconds for each answer of the page program."""

FILE = "sample"


@dataclass(frozen=True, slots=True)
class Shot:
    """A page and its picture (raw RGB)."""

    source: PageSource
    picture: Path
    width: int
    height: int
    stride: int

    def job(self, number: int) -> ReadPage:
        return ReadPage(job=number, source=self.source, picture=str(self.picture), width=self.width,
                        height=self.height, stride=self.stride)


@dataclass(frozen=True, slots=True)
class Sample:
    """`title` says what it is, without a name of the user's."""

    title: str
    shots: tuple[Shot, ...]


def sample_of(folder: Path, document: Path | None = None, pages: int = 3, side: int = SIDE,
              password: str | None = None) -> Sample:
    """Pictures of the first `pages` pages of `document`, or of the sample that comes with Copyholder, in
    `folder`. Raises ProblemError."""
    title = "pages of a document" if document is not None else "the sample pages"
    if document is None:
        document = folder / "sample.pdf"
        with resources.as_file(resources.files("resources") / "sample.pdf") as file:
            shutil.copyfile(file, document)
    shots = tuple(_Pages(folder).shots(document, pages, side, password))
    return Sample(f"{len(shots)} of {title}", shots)


class _Pages:
    """The page program for a moment."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._events: queue.SimpleQueue[Event | ChildState] = queue.SimpleQueue()
        self._child = Child("pages", pages_command(folder / "pages"), self._events.put, self._events.put)

    def shots(self, document: Path, pages: int, side: int, password: str | None) -> list[Shot]:
        self._child.start()
        with closing(self._child):
            self._child.send(OpenFile(request=0, file=FILE, path=str(document.absolute()), password=password))
            opened = self._answer(document)
            if not isinstance(opened, FileOpened):
                raise ProblemError(Problem(ErrorCode.DAMAGED), document.name)
            return [self._shot(document, page, side, password) for page in range(min(pages, opened.pages))]

    def _shot(self, document: Path, page: int, side: int, password: str | None) -> Shot:
        self._child.send(Render(request=1 + page, file=FILE, page=page, pixels=side, enlarge=False))
        picture = self._answer(document)
        if not isinstance(picture, Picture):
            raise ProblemError(Problem(ErrorCode.DAMAGED), document.name)
        kept = self._folder / f"page-{page}.rgb"
        shutil.copyfile(picture.path, kept)  # the page program's own is not ours to keep
        source = PageSource(path=str(document.absolute()), page=page, password=password)
        return Shot(source, kept, picture.width, picture.height, picture.stride)

    def _answer(self, document: Path) -> Event:
        """The next ending; raises ProblemError for a failure, or where none comes."""
        until = time.monotonic() + LIMIT
        while (left := until - time.monotonic()) > 0:
            try:
                event = self._events.get(timeout=left)
            except queue.Empty:
                break
            if isinstance(event, ChildState):
                if event.status is ChildStatus.GAVE_UP:
                    raise ProblemError(Problem(ErrorCode.CRASHED), document.name)
                continue
            if isinstance(event, FileFailed | PageRequestFailed):
                raise ProblemError(Problem(event.code, event.detail), document.name)
            if isinstance(event, FileOpened | Picture):
                return event
        raise ProblemError(Problem(ErrorCode.TIME_LIMIT), document.name)
