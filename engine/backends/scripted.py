# SPDX-License-Identifier: AGPL-3.0-or-later
"""The scripted backend: reads no page, says what a script says, and misbehaves on request.

For tests, demonstrations and fault injection. One option of `load`, `script`: JSON, or the
path of a JSON file; without it every page gets a short default text. ::

    {"abilities": {"pages_at_once": 2, "acceptance": true},
     "load": {"seconds": 0.2},
     "pages": {"default": {"text": "# Page {page}\\n\\nOf {name}.", "chars_per_s": 2000},
               "3": {"text": "x", "repeat": 500, "misdeed": "kill", "after": 100},
               "scan.pdf:1": {"fail": "damaged"}}}

`pages` is looked up by "file name:page number" (numbers count from 1), then by number, then
`default`. In texts `{page}` and `{name}` stand for these. The fields of a page are those of
`Page`, with the misdeeds; those of `load` are those of `Load`. Unknown fields are refused.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from engine import stdio
from engine.backends.contract import EngineError, PageEvent, Report
from engine.protocol import (
    Abilities,
    ErrorCode,
    PageFailed,
    PageRead,
    PageStarted,
    PageText,
    Reading,
    ReadPage,
    Scalar,
)

Misdeed: TypeAlias = Literal[
    "",
    "exit",  # the program ends with status 3
    "kill",  # ... by SIGKILL, as the system does when memory is short
    "segfault",  # ... by SIGSEGV
    "hang",  # step never returns
    "hang-in-c",  # ... and holds the interpreter's lock, so that nothing is answered
    "memory",  # step raises MemoryError
    "error",  # step raises an error of some library's own
    "print",  # prints to standard output, from Python and by descriptor
    "garbage",  # writes nonsense to the kept message stream itself
    "wrong-job",  # speaks of a job that nobody knows
    "twice",  # ends the page twice
    "never",  # does not end the page, but goes on with the others
]


class Page(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How one page is read. `reading` sets fields of the Reading (protocol.Reading)."""

    text: str = "# Page {page}\n\nThis is page {page} of {name}.\n"
    repeat: int = 1  # how often `text` is said
    delay: float = 0.0  # seconds before the first piece
    chars_per_s: float = 0.0  # 0: all at once
    piece: int = 40  # characters in a piece
    tokens: bool = False  # count a token for each 4 characters
    reading: dict[str, msgspec.Raw] = {}
    fail: ErrorCode | None = None  # end so, after the text
    detail: str = ""  # of the failure
    misdeed: Misdeed = ""
    after: int = 0  # characters said before the misdeed
    once: str = ""  # a file: the misdeed is done only if it is not there, and makes it


class Load(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How loading goes."""

    seconds: float = 0.0
    reports: list[str] = []  # said while loading, evenly spaced, with progress
    fail: ErrorCode | None = None
    detail: str = ""
    misdeed: Misdeed = ""
    once: str = ""


class Script(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    abilities: Abilities = Abilities(needs_picture=False)
    load: Load = Load()
    pages: dict[str, Page] = {}

    def page(self, job: ReadPage) -> Page:
        number = str(job.source.page + 1)
        for key in (f"{Path(job.source.path).name}:{number}", number, "default"):
            if key in self.pages:
                return self.pages[key]
        return Page()


class Play:
    """One page being said."""

    def __init__(self, job: ReadPage, page: Page) -> None:
        name = Path(job.source.path).name
        said = page.text.replace("{page}", str(job.source.page + 1)).replace("{name}", name)
        self.job = job.job
        self.page = page
        self.text = said * page.repeat
        self.began = time.monotonic()
        self.started = False
        self.said = 0
        self.misdeed = page.misdeed  # until it is done

    def due(self) -> float:
        """When the next thing is to be said."""
        if not self.started:
            return self.began
        lag = self.said / self.page.chars_per_s if self.page.chars_per_s else 0.0
        return self.began + self.page.delay + lag

    def next_piece(self) -> str:
        """The next characters; stops short where the misdeed is to be done."""
        end = min(self.said + max(1, self.page.piece), len(self.text))
        if self.misdeed and self.said < self.page.after:
            end = min(end, self.page.after)
        piece = self.text[self.said : end]
        self.said = end
        return piece

    def take_misdeed(self) -> Misdeed:
        """The misdeed, if it is to be done now; it is done once."""
        if not self.misdeed or self.said < min(self.page.after, len(self.text)):
            return ""
        misdeed, self.misdeed = self.misdeed, ""
        return misdeed if _first_time(self.page.once) else ""

    def ending(self) -> PageRead | PageFailed:
        if self.page.fail is not None:
            return PageFailed(job=self.job, code=self.page.fail, detail=self.page.detail)
        fields: dict[str, object] = {"engine": "scripted", "raw": self.text, "text": self.text}
        fields |= {name: msgspec.json.decode(value) for name, value in self.page.reading.items()}
        return PageRead(job=self.job, reading=msgspec.convert(fields, Reading))


class ScriptedBackend:
    """See `engine.backends.contract.Backend`."""

    name = "scripted"

    def __init__(self) -> None:
        self._script = Script()
        self._plays: dict[int, Play] = {}
        self._change = threading.Condition()

    def load(self, options: Mapping[str, Scalar], report: Report) -> Abilities:
        self._script = _parse(options.get("script"))
        load = self._script.load
        for number, detail in enumerate(load.reports):
            report(detail, number / len(load.reports))
            time.sleep(load.seconds / len(load.reports))
        if not load.reports:
            time.sleep(load.seconds)
        if load.misdeed and _first_time(load.once):
            _misbehave(load.misdeed)
        if load.fail is not None:
            raise EngineError(load.fail, load.detail)
        return self._script.abilities

    def submit(self, job: ReadPage) -> None:
        with self._change:
            self._plays[job.job] = Play(job, self._script.page(job))

    def cancel(self, job: int) -> None:
        with self._change:
            self._plays.pop(job, None)
            self._change.notify_all()

    def step(self, timeout: float) -> Sequence[PageEvent]:
        with self._change:
            now = time.monotonic()
            waits = [play.due() - now for play in self._plays.values()]
            if min(waits, default=timeout) > 0:
                self._change.wait(min([timeout, *waits]))
            now = time.monotonic()
            plays = [play for play in self._plays.values() if play.due() <= now]
        events: list[PageEvent] = []
        for play in plays:
            events += self._say(play)
        return events

    def _say(self, play: Play) -> list[PageEvent]:
        """One thing: that it started, a piece, the misdeed, or the ending."""
        if not play.started:
            play.started = True
            return [PageStarted(job=play.job)]
        misdeed = play.take_misdeed()
        if misdeed == "twice":
            return [play.ending(), self._end(play)]
        if misdeed == "never":
            self._forget(play)
            return []
        if misdeed == "wrong-job":
            return [PageText(job=play.job + 1_000_000, text="?")]
        _misbehave(misdeed)
        piece = play.next_piece()
        if not piece:
            return [self._end(play)]
        tokens = max(1, len(piece) // 4) if play.page.tokens else None
        return [PageText(job=play.job, text=piece, tokens=tokens)]

    def _end(self, play: Play) -> PageRead | PageFailed:
        self._forget(play)
        return play.ending()

    def _forget(self, play: Play) -> None:
        with self._change:
            self._plays.pop(play.job, None)

    def close(self) -> None:
        with self._change:
            self._plays.clear()

    def memory(self) -> int | None:
        return None


def _parse(script: Scalar) -> Script:
    if script is None:
        return Script()
    text = str(script)
    try:
        data = text.encode() if text.lstrip().startswith("{") else Path(text).read_bytes()
        return msgspec.json.decode(data, type=Script)
    except (OSError, msgspec.DecodeError) as error:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, f"script: {error}") from error


def _first_time(marker: str) -> bool:
    """Whether the misdeed is to be done: always without a marker file, else if there is none yet."""
    if not marker:
        return True
    try:
        Path(marker).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def _misbehave(misdeed: Misdeed) -> None:
    match misdeed:
        case "exit":
            os._exit(3)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        case "segfault":
            ctypes.string_at(0)
        case "hang":
            threading.Event().wait()
        case "hang-in-c":
            ctypes.PyDLL(None).pause()  # PyDLL keeps the interpreter's lock
        case "memory":
            raise MemoryError
        case "error":
            raise RuntimeError("the library's own words")
        case "print":
            print("a stray print")
            os.write(1, b"a stray write\n")
            sys.stdout.flush()
        case "garbage":
            stdio.pollute(b'\xff\xfe not a message\n{"type":"NoSuchEvent"}\n')
        case _:
            pass
