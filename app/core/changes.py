# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the session tells those who watch it: plain values, one type a kind of change.

The session calls its `notify` function on its own thread with one of these; the window
turns them into Qt signals, the command line prints them. Views read nothing else.

Pages count from 0 in code everywhere; only what a person sees counts from 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from app.core.figure_boxes import FiguresShown as FiguresShown
from app.core.proof_changes import FlagFound as FlagFound
from app.core.proof_changes import PageProofed as PageProofed
from app.core.proof_changes import Replaced as Replaced
from app.core.proof_changes import TextFound as TextFound
from app.core.proof_changes import UncheckedFound as UncheckedFound
from app.core.spreads import PagesSplit as PagesSplit
from app.core.spreads import SpreadsFound as SpreadsFound
from app.core.version_changes import DraftsSummed, FigureRows, ReadingFetched, RereadStatus, VersionsListed
from engine.protocol import Box, ErrorCode, Note, OutlineItem, Reading, WaitCode, Word


class DocumentState(StrEnum):
    DOWNLOADING = "downloading"  # from its web address
    OPENING = "opening"  # being hashed and opened
    NEEDS_PASSWORD = "needs-password"
    WAITING = "waiting"  # has pages to read, none in flight
    READING = "reading"
    PAUSED = "paused"
    DONE = "done"  # every asked-for page has an ending
    FAILED = "failed"  # cannot be opened at all
    IDLE = "idle"  # open, nothing asked for


class PageState(StrEnum):
    NEW = "new"  # nobody asked for it
    QUEUED = "queued"
    READING = "reading"
    READ = "read"
    FAILED = "failed"


class AppCode(StrEnum):
    """Reasons that arise in the app itself and never cross to another program."""

    NO_DOCUMENTS = "no-documents"  # a folder or pattern without a readable file
    BAD_NAME = "bad-name"  # a file name that is not text
    BAD_RANGE = "bad-range"  # detail: the part of a page range that is not understood
    LIBRARY_NEWER = "library-newer"  # written by a newer Copyholder: opened read-only
    LIBRARY_DAMAGED = "library-damaged"  # detail: where the damaged file was put
    LIBRARY_READ_ONLY = "library-read-only"
    LIBRARY_IN_USE = "library-in-use"  # another Copyholder has it open, and this needs it alone
    LIBRARY_THERE = "library-there"  # another one is in the folder that this one was to be moved to
    SETTINGS_DAMAGED = "settings-damaged"  # detail: where the damaged file was put
    SETTING_WRONG = "setting-wrong"  # detail: the setting or variable whose value is not understood
    SETTINGS_NOT_TAKEN = "settings-not-taken"  # of a file to import; detail: what is not understood
    NOT_READ_YET = "not-read-yet"  # nothing to export or check yet
    NO_OFFICE = "no-office"  # a format that pandoc writes, and it is not installed
    NOT_WRITTEN = "not-written"  # pandoc could not write it; detail: what it said
    NO_FIGURES = "no-figures"  # of an export, since the document's file is not there as it was read
    OTHER_ORIGINAL = "other-original"  # the file at the document's path has other contents by now
    NOT_STORED = "not-stored"  # no such document in the library
    DELETED_ELSEWHERE = "deleted-elsewhere"  # another window or command deleted it from the library, and it is open
    NOT_SPLIT = "not-split"  # pages cannot be cut or joined while something of the document is not saved
    EDITED_TWICE = "edited-twice"  # another window edited the page, too; detail: its number
    EDITED_OVER = "edited-over"  # another window replaced what was typed here; detail: the page's number
    ENGINE_REPLACED = "engine-replaced"  # detail: why, and which one reads instead
    BAD_ADDRESS = "bad-address"  # detail: the sentence that says what is wrong with it
    NOT_GIVEN = "not-given"  # a server refused a document; detail: what it said
    WEB_PAGE = "web-page"  # an address leads to a page for a browser
    TOO_LARGE = "too-large"  # a download; detail: the limit in MB
    NO_CERTIFICATES = "no-certificates"  # detail: the file of certificates that cannot be read
    OFFLINE = "offline"  # the user has forbidden the network
    NO_CONSENT = "no-consent"  # nothing may be sent to that machine; detail: the host


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something failed; `app.core.errors.sentence(problem, name)` words it."""

    code: ErrorCode | AppCode
    detail: str = ""


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One document as lists show it. `url` is the web address that it comes from, empty for a file
    of the user's; while it is downloaded, `received` bytes of `expected` (None: not known) came."""

    document: int
    title: str
    path: Path
    state: DocumentState
    pages: int = 0
    asked: int = 0  # pages asked for
    read: int = 0
    failed: int = 0
    checked: int = 0
    problem: Problem | None = None
    stored: int | None = None  # its number in the library, once known
    url: str = ""
    received: int = 0
    expected: int | None = None
    flags: int = 0  # those left on the pages that were looked through


@dataclass(frozen=True, slots=True)
class PageRow:
    """One page as the strip shows it. Absent figures were not reported. `cut`: double pages
    of the document are cut in two, so that its files count their pages otherwise."""

    page: int
    state: PageState
    width: float  # points, upright, with the user's turn applied
    height: float
    label: str
    turn: int = 0
    edited: bool = False
    checked: bool = False
    notes: int = 0  # notes that are doubts
    seconds: float | None = None
    chars: int | None = None
    tokens_per_s: float | None = None
    acceptance: float | None = None
    problem: Problem | None = None
    flags: int | None = None  # those left; None while the page has not been looked through
    cut: bool = False


@dataclass(frozen=True, slots=True)
class DocumentsChanged:
    """The whole list, in the order of the queue."""

    rows: tuple[DocumentRow, ...]


@dataclass(frozen=True, slots=True)
class DocumentChanged:
    row: DocumentRow


@dataclass(frozen=True, slots=True)
class DocumentChosen:
    """What was added at `path` is this document, which is in the list already (the same file
    dropped twice, or a copy of it): show it. Its provisional row, if any, is gone. `url` is what
    was added, where that was a web address."""

    document: int
    path: Path
    url: str = ""


@dataclass(frozen=True, slots=True)
class DocumentOpened:
    """The document's pages are known. Page rows are asked for with `want_rows`. `labels` is what is printed on the
    pages, or is the file's number of each; empty where that is the number of the page everywhere."""

    document: int
    pages: int
    outline: tuple[OutlineItem, ...] = ()
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageRows:
    """Rows of consecutive pages, answering `want_rows` or telling that they changed."""

    document: int
    first: int
    rows: tuple[PageRow, ...]


@dataclass(frozen=True, slots=True)
class PageShown:
    """All that the panes show of one page; sent in answer to `view` and whenever its text
    changes otherwise than by the stream or by the user's typing (`text` is the edited text
    where there is an edit). While the page is being read, `text` is what has come so far."""

    document: int
    page: int
    state: PageState
    text: str
    edited: bool = False
    edited_at: float | None = None  # seconds since the epoch
    reading: Reading | None = None
    readings: int = 0
    problem: Problem | None = None
    serial: int = 0  # counts up with every change of the text that is not the user's
    step: int = 0  # -1 where `Session.undo` led here, 1 for redo


@dataclass(frozen=True, slots=True)
class PagePiece:
    """Streamed text to append to the shown page. `at` is the length before it."""

    document: int
    page: int
    text: str
    at: int
    committed: float = 0.0  # time.monotonic() at arrival, for the latency measurement


@dataclass(frozen=True, slots=True)
class PictureReady:
    """A raw RGB file (see protocol.Picture); copy it at once, off the GUI thread."""

    document: int
    page: int
    purpose: str  # as given to `picture`
    path: Path
    width: int
    height: int
    stride: int
    region: Box | None = None
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class PictureFailed:
    document: int
    page: int
    purpose: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class WordsReady:
    document: int
    page: int
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """The engine chip. `state` is "starting", "loading", "ready", "restarting" or "failed"; where
    another engine of the chain reads instead of a failed one, `instead` names it. A failure
    without that is the end: nothing is read until Resume, Retry or `use_engines`."""

    name: str
    state: str
    detail: str = ""
    progress: float | None = None
    problem: Problem | None = None
    instead: str = ""


@dataclass(frozen=True, slots=True)
class EngineWaiting:
    """Pages wait for something outside (a service that starts, a limit): `until` is the
    `time.monotonic()` of the next try. With `code` None the wait is over."""

    code: WaitCode | None = None
    until: float = 0.0
    attempt: int = 0
    pages: int = 0


@dataclass(frozen=True, slots=True)
class ConsentNeeded:
    """Pages are about to leave this machine for `host` and wait for `Session.consent`.
    `documents` are (title, pages to send) of each; `dollars` is the estimate, None where the
    price is not known; `tokens_factor` says how many times the usual tokens are billed. Told
    anew when these change, and for documents that come after the consent, unless that was to
    be remembered: whoever asked once for all (--yes) answers each."""

    host: str
    engine: str
    documents: tuple[tuple[str, int], ...]
    pages: int
    dollars: float | None = None
    tokens_factor: int = 1


@dataclass(frozen=True, slots=True)
class ConsentGiven:
    """What was answered. With `remember` the host counts as trusted in this session, and whoever
    keeps the settings adds it to `trusted_hosts`."""

    host: str
    granted: bool
    remember: bool


@dataclass(frozen=True, slots=True)
class QueueHeld:
    """The queue paused by itself, because going on would fail page after page: why. The pages
    wait; nothing is lost. None: it goes on again."""

    problem: Problem | None = None
    engine: str = ""


@dataclass(frozen=True, slots=True)
class Spent:
    """What this run has cost so far, in US dollars (an estimate from the tokens), and the cap."""

    dollars: float
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class QueueStatus:
    """The status line, at most four times a second. Absent values are not reported."""

    paused: bool
    running: int
    waiting: int
    done: int
    failed: int
    seconds_left: float | None = None
    pages_per_s: float | None = None
    tokens_per_s: float | None = None
    chars_per_s: float | None = None
    acceptance: float | None = None
    memory: int | None = None
    opening: int = 0  # documents that are still to be opened, and then read


@dataclass(frozen=True, slots=True)
class QueueFinished:
    """The queue ran empty after work, and no document is to come into it."""

    read: int
    failed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class PageEnded:
    """A page got its ending; the report of the command line is made of these."""

    document: int
    page: int
    reading: Reading | None
    problem: Problem | None
    from_library: bool = False


@dataclass(frozen=True, slots=True)
class Saved:
    """An edit is in the library."""

    document: int
    page: int
    at: float


@dataclass(frozen=True, slots=True)
class Exporting:
    """How far an export has come: `done` parts of `total`. Only long ones are told of, some ten times a second."""

    document: int
    target: Path
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Reworked:
    """One place that a step of the assembly changes: `before` became `after`, each in Markdown. `page` from 0."""

    step: str
    page: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class AssemblyShown:
    """The answer to `show_assembly`: what the steps would change, in the order in which they are taken."""

    document: int
    changes: tuple[Reworked, ...]
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Exported:
    """Everything that was asked for is written; `paths` is empty where there was nothing to write (no table)."""

    document: int
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class ExportFailed:
    document: int
    target: Path
    problem: Problem


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell that belongs to no row; shown in the notice bar, never in a dialog.
    `subject` is the file or folder it is about."""

    problem: Problem
    subject: str = ""
    severity: str = "error"  # or "warning", "info"


@dataclass(frozen=True, slots=True)
class SearchFound:
    query: str
    hits: tuple[SearchHit, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class SearchHit:
    """`document` is 0 where it is not in the list: open it with `Session.open_stored(stored)`.
    In `snippet` the hit stands between U+E000 and U+E001."""

    document: int
    page: int
    title: str
    snippet: str
    stored: int = 0


@dataclass(frozen=True, slots=True)
class StorageInfo:
    """What the library holds, for the storage view; bytes."""

    path: Path
    database: int
    cache: int
    documents: tuple[tuple[int, str, int, int], ...]  # number in the library, title, pages read, bytes of text


Change = (
    DocumentsChanged
    | DocumentChanged
    | DocumentChosen
    | DocumentOpened
    | PageRows
    | PageShown
    | PagePiece
    | PictureReady
    | PictureFailed
    | WordsReady
    | EngineStatus
    | EngineWaiting
    | ConsentNeeded
    | ConsentGiven
    | QueueHeld
    | Spent
    | QueueStatus
    | SpreadsFound
    | PagesSplit
    | QueueFinished
    | PageEnded
    | Saved
    | PageProofed
    | FlagFound
    | UncheckedFound
    | VersionsListed
    | ReadingFetched
    | RereadStatus
    | FigureRows
    | DraftsSummed
    | FiguresShown
    | Replaced
    | TextFound
    | Exporting
    | AssemblyShown
    | Exported
    | ExportFailed
    | Notice
    | SearchFound
    | StorageInfo
)
