# SPDX-License-Identifier: AGPL-3.0-or-later
"""The worker of the page program: opens untrusted files. It may hang or die; see supervisor."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.pages.opening import open_reader
from engine.pages.reader import FileError, file_code
from engine.pages.spreads import seen
from engine.pages.task import READY, Answer, Request, Stamp, Task, decode_task, encode
from engine.protocol import (
    CloseFile,
    Cut,
    ErrorCode,
    Figures,
    FileFailed,
    FileOpened,
    FindGutter,
    GutterFound,
    OpenFile,
    PageCut,
    PageFigures,
    PageRequestFailed,
    PageWords,
    Picture,
    Render,
    Words,
)
from engine.stdio import Outlet

if TYPE_CHECKING:
    from engine.pages.reader import Pixels, Reader

log = logging.getLogger(__name__)

OPEN_FILES = 8
"""Files kept open; of others, the one not used for the longest time is closed."""


def limit_memory(size: int) -> None:
    """Let this process have no more than `size` bytes of address space, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(OSError, ValueError):  # a lower limit was set from outside
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def serve(tasks: Iterable[bytes], outlet: Outlet) -> None:
    """Do tasks until there are no more."""
    import engine.pages.pdf
    import engine.pages.pictures  # noqa: F401 - loaded before the first task, whose time limit runs

    outlet.write(READY)
    worker = Worker()
    for line in tasks:
        answer = worker.do(decode_task(line))
        if answer is not None:
            outlet.write(encode(answer) + b"\n")


class Worker:
    """The open files, and what is done with them."""

    def __init__(self) -> None:
        self._readers: OrderedDict[tuple[str, str | None, bool], tuple[Reader, Stamp]] = OrderedDict()

    def do(self, task: Task) -> Answer | None:
        """The task's answer; a failure of any kind is an answer too."""
        command = task.command
        if isinstance(command, CloseFile):
            self._close(task.path)
            return None
        try:
            return self._answer(task, command)
        except FileError as error:
            return failure(command, error.code, error.detail)
        except MemoryError:
            return failure(command, ErrorCode.OUT_OF_MEMORY)
        except Exception as error:  # the edge to libraries that read hostile files
            log.exception("%s failed", type(command).__name__)
            return failure(command, ErrorCode.INTERNAL, type(error).__name__)

    def _answer(self, task: Task, command: Request) -> Answer:
        match command:
            case OpenFile():
                self._close(task.path)
                reader, stamp = self._reader(task)
                return Answer(event=_opened(command, reader), stamp=stamp)
            case Render():
                reader, _ = self._reader(task)
                side = _side(reader, command)
                pixels, notes = reader.render(command.page, side, command.turn, command.region)
                write_picture(pixels, Path(task.target))
                height, width, _ = pixels.shape
                return Answer(
                    event=Picture(
                        request=command.request,
                        file=command.file,
                        page=command.page,
                        path=task.target,
                        width=width,
                        height=height,
                        stride=width * 3,
                        notes=list(notes),
                    )
                )
            case _:
                return Answer(event=_told(command, self._reader(task)[0]))

    def _reader(self, task: Task) -> tuple[Reader, Stamp]:
        """The open file; raises FileError, also if it is not the one that was opened first."""
        stamp = _stamp(task.path)
        if task.stamp is not None and task.stamp != stamp:
            self._close(task.path)
            raise FileError(ErrorCode.FILE_CHANGED)
        key = (task.path, task.password, task.second)
        known = self._readers.get(key)
        if known is None or known[1] != stamp:
            known = (open_reader(*key), stamp)
            self._readers[key] = known
        self._readers.move_to_end(key)
        while len(self._readers) > OPEN_FILES:
            _, (oldest, _) = self._readers.popitem(last=False)
            oldest.close()
        return known

    def _close(self, path: str) -> None:
        for key in [key for key in self._readers if key[0] == path]:
            self._readers.pop(key)[0].close()


def _stamp(path: str) -> Stamp:
    try:
        status = os.stat(path)  # noqa: PTH116 - a name with a null character is a ValueError either way
    except (OSError, ValueError) as error:
        raise FileError(file_code(error)) from error
    return status.st_size, status.st_mtime_ns


def _opened(command: OpenFile, reader: Reader) -> FileOpened:
    return FileOpened(
        request=command.request,
        file=command.file,
        pages=reader.pages,
        sizes=list(reader.sizes),
        kind=reader.kind,
        title=reader.title,
        author=reader.author,
        outline=list(reader.outline),
        labels=list(reader.labels),
        notes=list(reader.notes),
    )


def _told(
    command: Words | Figures | Cut | FindGutter, reader: Reader
) -> PageWords | PageFigures | PageCut | GutterFound:
    """What is to be said of a page. Raises FileError."""
    request, file, number = command.request, command.file, command.page
    if isinstance(command, FindGutter):
        from engine.pages.gutter import gutter  # few documents are asked for it

        found = gutter(reader, number, command.turn)
        return GutterFound(
            request=request, file=file, page=number, gutter=found.at, confidence=found.confidence, empty=found.empty
        )
    shown, page, turn = seen(reader, number, command.turn, command.region)
    if isinstance(command, Words):
        return PageWords(request=request, file=file, page=number, words=shown.words(page, turn))
    if isinstance(command, Figures):
        boxes = [figure.box for figure in shown.figures(page, turn)]
        return PageFigures(request=request, file=file, page=number, boxes=boxes)
    from engine.pages.cuttings import Wanted, cuttings  # encodes pictures: not needed to show pages

    wanted = Wanted(page=number, turn=turn, find=command.find, boxes=command.boxes, side=command.side)
    cut = list(cuttings(shown, page, wanted, Path(command.folder)))
    return PageCut(request=request, file=file, page=number, cuttings=cut)


def _side(reader: Reader, command: Render) -> int:
    """The long side to render; a page that does not exist is told by the reader."""
    if command.enlarge or not 0 <= command.page < len(reader.sides):
        return command.pixels
    shown, page, _ = seen(reader, command.page, command.turn, command.region)
    return min(command.pixels, shown.sides[page])


def write_picture(pixels: Pixels, target: Path) -> None:
    """Write the rows; raises FileError (a full disk) and leaves no piece behind."""
    try:
        with target.open("xb") as stream:
            stream.write(pixels.data)
    except OSError as error:
        with contextlib.suppress(OSError):
            target.unlink()
        raise FileError(file_code(error), "cache") from error


def failure(command: Request, code: ErrorCode, detail: str = "") -> Answer:
    """The answer to `command` that says that it failed."""
    if isinstance(command, OpenFile):
        return Answer(event=FileFailed(request=command.request, file=command.file, code=code, detail=detail))
    return Answer(
        event=PageRequestFailed(request=command.request, file=command.file, page=command.page, code=code, detail=detail)
    )
