# SPDX-License-Identifier: AGPL-3.0-or-later
"""The session's line to the pages program: what is asked of it, in which order, and who waits
for the answer.

Only a few requests are under way at once; the rest waits here, where what the user looks at
goes first and what is no longer wanted costs nothing. Only a few files are kept open there,
those used last. A request that was under way when the program died is asked once more.
"""

from __future__ import annotations

import heapq
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from app.core.session.desk import Desk, Document, Part
from engine.protocol import (
    Box,
    CloseFile,
    Cut,
    Drop,
    ErrorCode,
    Event,
    Figures,
    FileFailed,
    FileOpened,
    FindGutter,
    GutterFound,
    OpenFile,
    PageCut,
    PageFigures,
    PageRequestFailed,
    PagesCommand,
    PageWords,
    Picture,
    Render,
    Words,
)

UNDER_WAY = 2
"""Requests sent and not answered: one is worked on, one is at hand."""

MAX_OPEN = 16
"""Files kept open in the pages program."""

Answer = FileOpened | FileFailed | Picture | PageWords | PageFigures | PageCut | GutterFound | PageRequestFailed
Then = Callable[[Answer], None]


class Urgency(IntEnum):
    SEEN = 0  # of the page the user looks at
    OPEN = 1
    READ = 2  # the engine waits for it
    AHEAD = 3  # thumbnails and what may be looked at next
    LAST = 4  # what nobody waits for


@dataclass(slots=True, eq=False)
class Ask:
    """A request until its answer. `make` builds the command for a request number. `file` is
    the file that must be open for it, and whose it is."""

    make: Callable[[int], PagesCommand]
    then: Then
    urgency: int
    number: int
    file: tuple[Document, Part] | None = None
    dropped: bool = False
    tries: int = 0

    def __lt__(self, other: Ask) -> bool:
        return (self.urgency, self.number) < (other.urgency, other.number)


class PagesLink:
    """`send` hands a command to the child and never blocks."""

    def __init__(self, desk: Desk, send: Callable[[PagesCommand], None]) -> None:
        self._desk = desk
        self._send = send
        self._waiting: list[Ask] = []
        self._under_way: dict[int, Ask] = {}
        self._unopened: dict[str, list[Ask]] = {}  # by the name of the file that they wait for
        self._open: OrderedDict[str, Part] = OrderedDict()  # the one used last is the last

    @property
    def busy(self) -> bool:
        return bool(self._under_way) or any(not ask.dropped for ask in self._waiting)  # unopened: one is under way

    # ------------------------------------------------------------ asking

    def open(self, document: Document, part: Part, then: Then, urgency: Urgency = Urgency.OPEN) -> Ask:
        """Open a file; `then` gets FileOpened or FileFailed."""
        return self._push(self._opening(document, part, then, urgency))

    def render(
        self, document: Document, page: int, pixels: int, then: Then, urgency: Urgency, region: Box | None = None,
        *, enlarge: bool = True,
    ) -> Ask:  # fmt: skip
        """Picture of a page, turned as the user wants it; `then` gets Picture or PageRequestFailed.
        For `enlarge` see the protocol."""
        spot = document.spot(page, region)

        def make(number: int) -> Render:
            return Render(
                request=number, file=spot.part.name, page=spot.page, pixels=pixels, turn=spot.turn, region=spot.region,
                enlarge=enlarge,
            )  # fmt: skip

        return self._push(Ask(make, then, urgency, self._desk.new_number(), (document, spot.part)))

    def words(self, document: Document, page: int, then: Then, urgency: Urgency = Urgency.SEEN) -> Ask:
        """Words of the text layer; `then` gets PageWords or PageRequestFailed."""
        spot = document.spot(page)

        def make(number: int) -> Words:
            return Words(
                request=number, file=spot.part.name, page=spot.page, turn=spot.turn, region=spot.region
            )  # fmt: skip

        return self._push(Ask(make, then, urgency, self._desk.new_number(), (document, spot.part)))

    def find_gutter(self, document: Document, page: int, turn: int, then: Then, urgency: Urgency) -> Ask:
        """Whether a page, counted whole, is a double page; `then` gets GutterFound or PageRequestFailed."""
        part, inner = document.part_of_whole(page)

        def make(number: int) -> FindGutter:
            return FindGutter(request=number, file=part.name, page=inner, turn=turn)

        return self._push(Ask(make, then, urgency, self._desk.new_number(), (document, part)))

    def render_whole(self, document: Document, page: int, pixels: int, turn: int, then: Then) -> Ask:
        """Picture of a page, counted whole; `then` gets Picture or PageRequestFailed."""
        part, inner = document.part_of_whole(page)

        def make(number: int) -> Render:
            return Render(request=number, file=part.name, page=inner, pixels=pixels, turn=turn)

        return self._push(Ask(make, then, Urgency.OPEN, self._desk.new_number(), (document, part)))

    def figures(self, document: Document, page: int, then: Then) -> Ask:
        """Where figures are found on a page; `then` gets PageFigures or PageRequestFailed."""
        spot = document.spot(page)

        def make(number: int) -> Figures:
            return Figures(
                request=number, file=spot.part.name, page=spot.page, turn=spot.turn, region=spot.region
            )  # fmt: skip

        return self._push(Ask(make, then, Urgency.SEEN, self._desk.new_number(), (document, spot.part)))

    def cut(
        self, document: Document, page: int, folder: str, then: Then, *,
        find: bool, side: int, boxes: Sequence[Box] = (),
    ) -> Ask:  # fmt: skip
        """Places of a page, its figures, and a picture of it, as files in `folder`; `then` gets PageCut or
        PageRequestFailed."""
        spot = document.spot(page)

        def make(number: int) -> Cut:
            return Cut(
                request=number, file=spot.part.name, page=spot.page, folder=folder, turn=spot.turn, find=find,
                boxes=list(boxes), side=side, region=spot.region,
            )  # fmt: skip

        return self._push(Ask(make, then, Urgency.AHEAD, self._desk.new_number(), (document, spot.part)))

    def drop(self, ask: Ask) -> None:
        """No longer wanted: `then` is not called any more."""
        ask.dropped = True
        for number, other in self._under_way.items():
            if other is ask:
                self._send(Drop(request=number))

    def close_files(self, document: Document) -> None:
        for part in document.parts:
            if self._open.pop(part.name, None) is not None:
                self._send(CloseFile(file=part.name))

    # ------------------------------------------------------------ answers

    def answered(self, answer: Answer) -> None:
        """Take in the ending of a request."""
        ask = self._under_way.pop(answer.request, None)
        if ask is not None and not ask.dropped:
            crashed = isinstance(answer, FileFailed | PageRequestFailed) and answer.code is ErrorCode.CRASHED
            if crashed and not ask.tries:
                ask.tries += 1
                heapq.heappush(self._waiting, ask)
            else:
                ask.then(answer)
        self._pump()

    def take(self, event: Event) -> None:
        """An event of the pages program; what is no answer is not for the session."""
        if isinstance(event, Answer):
            self.answered(event)

    # ------------------------------------------------------------ sending

    def _push(self, ask: Ask) -> Ask:
        heapq.heappush(self._waiting, ask)
        self._pump()
        return ask

    def _pump(self) -> None:
        while self._waiting and len(self._under_way) < UNDER_WAY:
            ask = heapq.heappop(self._waiting)
            if not ask.dropped:
                self._submit(ask)

    def _submit(self, ask: Ask) -> None:
        """Send it, or, where its file was closed meanwhile, open that first and let it wait."""
        if ask.file is not None:
            document, part = ask.file
            if part.name not in self._open:
                waiting = self._unopened.setdefault(part.name, [])
                waiting.append(ask)
                if len(waiting) > 1:
                    return
                ask = self._opening(document, part, lambda answer: self._opened(part, answer), ask.urgency)
            else:
                self._use(part)
        number = self._desk.new_number()
        self._under_way[number] = ask
        self._send(ask.make(number))

    def _opening(self, document: Document, part: Part, then: Then, urgency: int) -> Ask:
        password = document.password

        def make(number: int) -> OpenFile:
            return OpenFile(request=number, file=part.name, path=str(part.path), password=password)

        def opened(answer: Answer) -> None:
            if isinstance(answer, FileOpened):
                self._use(part)
            then(answer)

        return Ask(make, opened, urgency, self._desk.new_number())

    def _opened(self, part: Part, answer: Answer) -> None:
        """A file is open again, or cannot be: its requests go on, or end with that."""
        for ask in self._unopened.pop(part.name, []):
            if ask.dropped:
                continue
            if isinstance(answer, FileFailed):
                failed = PageRequestFailed(request=0, file=part.name, page=0, code=answer.code, detail=answer.detail)
                ask.then(failed)
            else:
                heapq.heappush(self._waiting, ask)

    def _use(self, part: Part) -> None:
        """Note a file as used last, and close the one that was not used for longest."""
        self._open[part.name] = part
        self._open.move_to_end(part.name)
        while len(self._open) > MAX_OPEN:
            name, _ = self._open.popitem(last=False)
            self._send(CloseFile(file=name))
