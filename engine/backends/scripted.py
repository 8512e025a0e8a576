# SPDX-License-Identifier: AGPL-3.0-or-later
"""The scripted backend: reads no page, says what a script says, and misbehaves on request.

For tests, demonstrations and fault injection. One option of `load`, `script`: JSON, or the
path of a JSON file; without it every page gets a short default text. ::

    {"abilities": {"pages_at_once": 2, "acceptance": true},
     "load": {"seconds": 0.2},
     "pages": {"default": {"text": "# Page {page}\\n\\nOf {name}.", "chars_per_s": 2000},
               "3": {"text": "x", "repeat": 500, "misdeed": "kill", "after": 100},
               "scan.pdf:1": {"fail": "damaged"}}}

A page may wait, start from its beginning again, and cost money, as with a service; files named
in the script steer it from outside (`unless`, `until`) and tell what was asked of it (`log`, `options`).

`pages` is looked up by "file name:page number" (numbers count from 1), then by number, then
`default`. In texts `{page}` and `{name}` stand for these. The fields of a page are those of
`Page`, with the misdeeds; those of `load` are those of `Load`; `speeds` (engine.backends.scripted_speeds)
makes pages as quick as an engine that drafts. Unknown fields are refused.
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
from engine.backends.scripted_speeds import Speed, depth_of
from engine.protocol import (
    Abilities,
    ErrorCode,
    PageFailed,
    PageRead,
    PageRestarted,
    PageStarted,
    PageText,
    PageWaiting,
    Reading,
    ReadPage,
    Scalar,
    WaitCode,
)

LOOK_EVERY = 0.02
"""Seconds between two looks whether a file is there that is waited for."""

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
    "tell-options",  # says its options, keys and all, in a report and on standard error
]


class Wait(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Before the text is said: the page waits `seconds` for something outside."""

    code: WaitCode = WaitCode.SERVICE_STARTING
    seconds: float = 1.0


class Page(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How one page is read. `reading` sets fields of the Reading (protocol.Reading)."""

    text: str = "# Page {page}\n\nThis is page {page} of {name}.\n"
    repeat: int = 1  # how often `text` is said
    delay: float = 0.0  # seconds before the first piece
    until: str = ""  # a file: before it is there, nothing is said; it is told that the page has begun
    until_at: int = 0  # so many characters are said before that
    chars_per_s: float = 0.0  # 0: all at once
    piece: int = 40  # characters in a piece
    tokens: bool = False  # count a token for each 4 characters
    reading: dict[str, msgspec.Raw] = {}
    waits: list[Wait] = []
    restart: int = 0  # after so many characters it is read from its beginning again, once
    cost: float | None = None  # US dollars, of the reading or the failure
    fail: ErrorCode | None = None  # end so, after the text
    unless: str = ""  # a file: while it is there, the page does not fail
    detail: str = ""  # of the failure
    misdeed: Misdeed = ""
    after: int = 0  # characters said before the misdeed
    once: str = ""  # a file: the misdeed is done only if it is not there, and makes it


class Load(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How loading goes."""

    seconds: float = 0.0
    until: str = ""  # a file: loading does not end before it is there
    reports: list[str] = []  # said while loading, evenly spaced, with progress
    fail: ErrorCode | None = None
    unless: str = ""  # a file: while it is there, loading does not fail
    detail: str = ""
    misdeed: Misdeed = ""
    once: str = ""


class Script(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    abilities: Abilities = Abilities(needs_picture=False)
    load: Load = Load()
    pages: dict[str, Page] = {}
    speeds: dict[str, Speed] = {}  # by drafts a step
    log: str = ""  # a file: a line "name:page" for each page that is asked for
    options: str = ""  # a file: the options of each load, one JSON object a line

    def page(self, job: ReadPage) -> Page:
        number = str(job.source.page + 1)
        for key in (f"{Path(job.source.path).name}:{number}", number, "default"):
            if key in self.pages:
                return self.pages[key]
        return Page()


class Play:
    """One page being said."""

    def __init__(self, job: ReadPage, page: Page, speed: Speed | None = None, depth: str = "") -> None:
        name = Path(job.source.path).name
        self.speed, self.depth = speed, depth
        self.number = job.job
        said = page.text.replace("{page}", str(job.source.page + 1)).replace("{name}", name)
        self.job = job.job
        self.page = page
        self.text = said * page.repeat
        self.began = time.monotonic()
        self.started = False
        self.said = 0
        self.misdeed = page.misdeed  # until it is done
        self.restart = page.restart  # likewise
        self.waits = list(enumerate(page.waits, 1))  # those that are to come
        self.until = self.began  # of the present wait

    def due(self, running: int = 1) -> float:
        """When the next thing is to be said, while so many pages are in flight."""
        if not self.started or self.waits or time.monotonic() < self.until:
            return self.until
        if self.page.until and self.said >= self.page.until_at and not _is_there(self.page.until):
            return time.monotonic() + LOOK_EVERY
        rate, delay = self.page.chars_per_s, self.page.delay
        if self.speed is not None:
            rate, delay = self.speed.rate(running, self.number), self.speed.first_token
        return self.began + delay + (self.said / rate if rate else 0.0)

    def next_piece(self) -> str:
        """The next characters; stops short where the misdeed is to be done."""
        end = min(self.said + max(1, self.page.piece), len(self.text))
        if self.misdeed and self.said < self.page.after:
            end = min(end, self.page.after)
        if self.said < self.restart:
            end = min(end, self.restart)
        if self.said < self.page.until_at:
            end = min(end, self.page.until_at)
        piece = self.text[self.said : end]
        self.said = end
        return piece

    def take_misdeed(self) -> Misdeed:
        """The misdeed, if it is to be done now; it is done once."""
        if not self.misdeed or self.said < min(self.page.after, len(self.text)):
            return ""
        misdeed, self.misdeed = self.misdeed, ""
        return misdeed if _first_time(self.page.once) else ""

    def take_wait(self) -> PageWaiting:
        attempt, wait = self.waits.pop(0)
        self.until = time.monotonic() + wait.seconds
        return PageWaiting(job=self.job, code=wait.code, seconds=wait.seconds, attempt=attempt)

    def take_restart(self) -> bool:
        """Whether it starts from its beginning again now; it does so once."""
        if not self.restart or self.said < min(self.restart, len(self.text)):
            return False
        self.restart = self.said = 0
        self.began = time.monotonic()
        return True

    def ending(self) -> PageRead | PageFailed:
        page = self.page
        if page.fail is not None and not _is_there(page.unless):
            return PageFailed(job=self.job, code=page.fail, detail=page.detail, cost=page.cost)
        fields: dict[str, object] = {"engine": "scripted", "raw": self.text, "text": self.text, "cost": page.cost}
        if self.speed is not None:
            if self.speed.fail is not None:
                return PageFailed(job=self.job, code=self.speed.fail)
            fields |= self.speed.fields(self.depth, len(self.text), time.monotonic() - self.began)
        fields |= {name: msgspec.json.decode(value) for name, value in self.page.reading.items()}
        return PageRead(job=self.job, reading=msgspec.convert(fields, Reading))


class ScriptedBackend:
    """See `engine.backends.contract.Backend`."""

    name = "scripted"

    def __init__(self) -> None:
        self._script = Script()
        self._drafts: Scalar = None
        self._plays: dict[int, Play] = {}
        self._change = threading.Condition()

    def load(self, options: Mapping[str, Scalar], report: Report) -> Abilities:
        self._script = _parse(options.get("script"))
        self._drafts = options.get("draft_tokens")
        _append(self._script.options, msgspec.json.encode(options).decode())
        load = self._script.load
        for number, detail in enumerate(load.reports):
            report(detail, number / len(load.reports))
            time.sleep(load.seconds / len(load.reports))
        if not load.reports:
            time.sleep(load.seconds)
        while load.until and not _is_there(load.until):
            time.sleep(LOOK_EVERY)
        if load.misdeed == "tell-options":
            report(f"options {dict(options)}", None)
            print("options", dict(options), file=sys.stderr, flush=True)
        elif load.misdeed and _first_time(load.once):
            _misbehave(load.misdeed)
        if load.fail is not None and not _is_there(load.unless):
            raise EngineError(load.fail, load.detail)
        return self._script.abilities

    def submit(self, job: ReadPage) -> None:
        _append(self._script.log, f"{Path(job.source.path).name}:{job.source.page + 1}")
        with self._change:
            depth = depth_of(job, self._drafts)
            speed = self._script.speeds.get(depth)
            if speed is not None and 0 < speed.most_pages <= len(self._plays):
                speed = Speed(fail=ErrorCode.OUT_OF_MEMORY)
            self._plays[job.job] = Play(job, self._script.page(job), speed, depth)

    def cancel(self, job: int) -> None:
        with self._change:
            self._plays.pop(job, None)
            self._change.notify_all()

    def step(self, timeout: float) -> Sequence[PageEvent]:
        with self._change:
            now = time.monotonic()
            waits = [play.due(len(self._plays)) - now for play in self._plays.values()]
            if min(waits, default=timeout) > 0:
                self._change.wait(min([timeout, *waits]))
            now = time.monotonic()
            plays = [play for play in self._plays.values() if play.due(len(self._plays)) <= now]
        events: list[PageEvent] = []
        for play in plays:
            events += self._say(play)
        return events

    def _say(self, play: Play) -> list[PageEvent]:
        """One thing: that it started, a piece, the misdeed, or the ending."""
        if not play.started:
            play.started = True
            return [PageStarted(job=play.job)]
        if play.waits:
            return [play.take_wait()]
        if play.take_restart():
            return [PageRestarted(job=play.job)]
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


def _is_there(file: str) -> bool:
    return bool(file) and Path(file).exists()


def _append(file: str, line: str) -> None:
    if file:
        with Path(file).open("a", encoding="utf-8") as stream:
            stream.write(f"{line}\n")


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
