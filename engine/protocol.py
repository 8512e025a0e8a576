# SPDX-License-Identifier: AGPL-3.0-or-later
"""The messages between Copyholder's programs, and nothing else.

One JSON object a line, UTF-8, each with its `type`. The app sends commands to the
standard input of a child; the child answers with events on its standard output.
Paths cross the pipe, never pixels. This module imports msgspec alone, so that any of
the programs can load it first.

Promises that hold for both children:

* the first event is `Hello`; its `protocol` must equal `PROTOCOL`;
* every command with a `request` or `job` number gets exactly one ending with that number
  (see ENDINGS), also on cancel, on shutdown and on a failure inside the child;
* a line that is not a valid command is answered by `BadMessage` and otherwise ignored;
* an ending code is machine-readable; the sentence for it is made where it is shown.

Coordinates: a `Box` is in fractions of the *upright* page (after /Rotate, EXIF and the
user's `turn`), origin at the top left corner, x to the right, y down. Page sizes are in
points (1/72 inch), upright as well, before the user's `turn`.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engine.codes import ErrorCode as ErrorCode
from engine.codes import NoteCode as NoteCode
from engine.codes import WaitCode as WaitCode
from engine.values import Abilities as Abilities
from engine.values import Box as Box
from engine.values import Finish as Finish
from engine.values import Note as Note
from engine.values import OutlineItem as OutlineItem
from engine.values import PageSource as PageSource
from engine.values import Reading as Reading
from engine.values import Region as Region
from engine.values import Scalar as Scalar
from engine.values import Seconds as Seconds
from engine.values import Value as Value
from engine.values import Word as Word

PROTOCOL = 5
"""Raised whenever a message changes; both ends must agree."""

MAX_LINE = 64 * 1024 * 1024
"""Bytes of the longest line either end accepts."""


class Message(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of all messages; the class name is the JSON `type`."""


# ---------------------------------------------------------------- commands to pages


class OpenFile(Message, frozen=True, kw_only=True, tag="OpenFile"):
    """Open `path` and keep it under the name `file`. Ends in FileOpened or FileFailed."""

    request: int
    file: str
    path: str
    password: str | None = None


class CloseFile(Message, frozen=True, kw_only=True, tag="CloseFile"):
    """Forget a file; no answer."""

    file: str


class Render(Message, frozen=True, kw_only=True, tag="Render"):
    """Picture of a page (or of `region` of it) whose long side is `pixels`; without `enlarge` a
    page that is a picture itself is not made larger than it is. Ends in Picture or PageRequestFailed."""

    request: int
    file: str
    page: int
    pixels: int
    turn: int = 0
    region: Box | None = None
    enlarge: bool = True


class Words(Message, frozen=True, kw_only=True, tag="Words"):
    """Words of the page's text layer, or of `region` of the page as turned; their boxes are fractions of that. Ends in
    PageWords or PageRequestFailed."""

    request: int
    file: str
    page: int
    turn: int = 0
    region: Box | None = None


class Figures(Message, frozen=True, kw_only=True, tag="Figures"):
    """Where the figures are that are found on a page, or on `region` of the page as turned; boxes are fractions of
    that. Ends in PageFigures or PageRequestFailed."""

    request: int
    file: str
    page: int
    turn: int = 0
    region: Box | None = None


class Cut(Message, frozen=True, kw_only=True, tag="Cut"):
    """Cut pictures out of a page, as files in `folder`: these `boxes`, then, with `find`, the figures that are found
    on it, then, if `side` is not 0, the whole page with so many pixels on its long side. With `region` all of it is
    about that part of the page as turned, and boxes are fractions of it. Ends in PageCut or PageRequestFailed."""

    request: int
    file: str
    page: int
    folder: str
    turn: int = 0
    find: bool = False
    boxes: list[Box] = []
    side: int = 0
    region: Box | None = None


class FindGutter(Message, frozen=True, kw_only=True, tag="FindGutter"):
    """Whether the page, as turned, looks like two pages of a book side by side, and where they meet. Ends in
    GutterFound or PageRequestFailed."""

    request: int
    file: str
    page: int
    turn: int = 0


class Drop(Message, frozen=True, kw_only=True, tag="Drop"):
    """The request is no longer wanted: if it has not begun, it ends as cancelled; else
    it ends as it would have."""

    request: int


# ---------------------------------------------------------------- commands to engine


class UseEngine(Message, frozen=True, kw_only=True, tag="UseEngine"):
    """Load a backend. Answered by EngineState events, the last one `ready` or `failed`."""

    name: str
    options: dict[str, Scalar] = {}


class ReadPage(Message, frozen=True, kw_only=True, tag="ReadPage"):
    """Read one page. Ends in PageRead or PageFailed. `picture` is the path of a raw RGB
    file with its size, as in `Picture`, for engines that need one."""

    job: int
    source: PageSource
    picture: str | None = None
    width: int = 0
    height: int = 0
    stride: int = 0
    prompt: str | None = None
    options: dict[str, Scalar] = {}


class Cancel(Message, frozen=True, kw_only=True, tag="Cancel"):
    """Ends the job as PageFailed(cancelled) at once; memory is free after the present step."""

    job: int


class Kept(Message, frozen=True, kw_only=True, tag="Kept"):
    """The reading of a page is on the disk: a service may be asked for the next one. Sent to engines
    whose abilities say that they need the network, if they were loaded with the option `acknowledged`."""

    job: int


class Shutdown(Message, frozen=True, kw_only=True, tag="Shutdown"):
    """End every open request, then the program."""


# ---------------------------------------------------------------- events of both


class Hello(Message, frozen=True, kw_only=True, tag="Hello"):
    """The greeting. `program` is "pages" or "engine"; `version` is Copyholder's."""

    protocol: int
    program: str
    version: str
    pid: int
    engines: list[str] = []
    hardware: dict[str, Scalar] = {}


class BadMessage(Message, frozen=True, kw_only=True, tag="BadMessage"):
    """A line that could not be understood; `detail` says where it is wrong."""

    detail: str


# ---------------------------------------------------------------- events of pages


class FileOpened(Message, frozen=True, kw_only=True, tag="FileOpened"):
    """`sizes` are (width, height) in points, upright. `kind` is "pdf" or "picture"."""

    request: int
    file: str
    pages: int
    sizes: list[tuple[float, float]]
    kind: str
    title: str = ""
    author: str = ""
    outline: list[OutlineItem] = []
    labels: list[str] = []
    notes: list[Note] = []


class FileFailed(Message, frozen=True, kw_only=True, tag="FileFailed"):
    request: int
    file: str
    code: ErrorCode
    detail: str = ""


class Picture(Message, frozen=True, kw_only=True, tag="Picture"):
    """Raw 8-bit RGB rows in `path`, `stride` bytes each. The file belongs to pages, which
    deletes it, oldest first, when its cache is full: map or copy it soon, keep it never."""

    request: int
    file: str
    page: int
    path: str
    width: int
    height: int
    stride: int
    notes: list[Note] = []


class PageWords(Message, frozen=True, kw_only=True, tag="PageWords"):
    request: int
    file: str
    page: int
    words: list[Word]


class PageFigures(Message, frozen=True, kw_only=True, tag="PageFigures"):
    """Those that are found, from top to bottom; none where the file's kind tells of none."""

    request: int
    file: str
    page: int
    boxes: list[Box]


class Cutting(Value, frozen=True, kw_only=True):
    """A picture, PNG or JPEG, that was cut out of a page (from 0). `file` is its name in the folder; `box` None means
    the whole page. Sizes in pixels."""

    page: int
    file: str
    width: int
    height: int
    box: Box | None = None


class PageCut(Message, frozen=True, kw_only=True, tag="PageCut"):
    request: int
    file: str
    page: int
    cuttings: list[Cutting]


class GutterFound(Message, frozen=True, kw_only=True, tag="GutterFound"):
    """`gutter` is where two pages meet, 0..1 of the width, None where it is one page; `confidence` is 0..1. `empty`:
    nothing is on the page that would tell."""

    request: int
    file: str
    page: int
    gutter: float | None = None
    confidence: float = 0.0
    empty: bool = False


class PageRequestFailed(Message, frozen=True, kw_only=True, tag="PageRequestFailed"):
    """A Render, Words, Figures or Cut that failed."""

    request: int
    file: str
    page: int
    code: ErrorCode
    detail: str = ""


# ---------------------------------------------------------------- events of engine


class EngineState(Message, frozen=True, kw_only=True, tag="EngineState"):
    """`state` is "loading", "ready" or "failed". `progress` is 0..1 where known."""

    name: str
    state: str
    code: ErrorCode | None = None
    detail: str = ""
    progress: float | None = None
    abilities: Abilities | None = None


class PageStarted(Message, frozen=True, kw_only=True, tag="PageStarted"):
    job: int


class PageText(Message, frozen=True, kw_only=True, tag="PageText"):
    """A piece of the page's text, to be appended. `tokens` as committed, where counted."""

    job: int
    text: str
    tokens: int | None = None
    confidence: float | None = None


class PageWaiting(Message, frozen=True, kw_only=True, tag="PageWaiting"):
    """The page waits `seconds` for something outside; the text so far stays. Over with the
    next event of the job. `attempt` counts from 1: the wait before the second try is 1."""

    job: int
    code: WaitCode
    seconds: float
    attempt: int = 1


class PageRestarted(Message, frozen=True, kw_only=True, tag="PageRestarted"):
    """The page is read from its beginning again (a stream broke off): the pieces so far are
    to be replaced as soon as the next one comes, and kept on screen until then."""

    job: int


class PageRead(Message, frozen=True, kw_only=True, tag="PageRead"):
    job: int
    reading: Reading


class PageFailed(Message, frozen=True, kw_only=True, tag="PageFailed"):
    """`cost` is what it may have cost all the same, in US dollars; see Reading.cost."""

    job: int
    code: ErrorCode
    detail: str = ""
    cost: float | None = None


class Throughput(Message, frozen=True, kw_only=True, tag="Throughput"):
    """Twice a second while pages are read; absent values are not reported."""

    running: int
    waiting: int
    tokens_per_s: float | None = None
    chars_per_s: float | None = None
    pages_per_s: float | None = None
    acceptance: float | None = None
    memory: int | None = None  # bytes, resident, of the engine and its workers


PagesCommand: TypeAlias = OpenFile | CloseFile | Render | Words | Figures | Cut | FindGutter | Drop | Shutdown
EngineCommand: TypeAlias = UseEngine | ReadPage | Cancel | Kept | Shutdown
PagesEvent: TypeAlias = (
    Hello | BadMessage | FileOpened | FileFailed | Picture | PageWords | PageFigures | PageCut | GutterFound
    | PageRequestFailed
)  # fmt: skip
EngineEvent: TypeAlias = (
    Hello | BadMessage | EngineState | PageStarted | PageText | PageWaiting | PageRestarted | PageRead | PageFailed
    | Throughput
)  # fmt: skip
Command: TypeAlias = PagesCommand | EngineCommand
Event: TypeAlias = PagesEvent | EngineEvent

_encoder = msgspec.json.Encoder()
_pages_commands: msgspec.json.Decoder[PagesCommand] = msgspec.json.Decoder(PagesCommand)
_engine_commands: msgspec.json.Decoder[EngineCommand] = msgspec.json.Decoder(EngineCommand)
_events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(PagesEvent | EngineEvent)


def encode(message: Message) -> bytes:
    """One line, newline included."""
    return _encoder.encode(message) + b"\n"


def decode_pages_command(line: bytes) -> PagesCommand:
    """Raises msgspec.DecodeError (or its ValidationError, with the path of the bad field)."""
    return _pages_commands.decode(line)


def decode_engine_command(line: bytes) -> EngineCommand:
    """Raises msgspec.DecodeError (or its ValidationError, with the path of the bad field)."""
    return _engine_commands.decode(line)


def decode_event(line: bytes) -> Event:
    """Raises msgspec.DecodeError (or its ValidationError, with the path of the bad field)."""
    return _events.decode(line)
