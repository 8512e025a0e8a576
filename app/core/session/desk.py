# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the session's parts share: the open documents, the queue, the library, and the way
to tell changes. Touched on the session's thread only."""

from __future__ import annotations

import itertools
import logging
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.core.changes import (
    Change,
    DocumentChanged,
    DocumentRow,
    DocumentsChanged,
    DocumentState,
    Notice,
    PageState,
    Problem,
)
from app.core.choice import BUILTIN, EngineChoice
from app.core.errors import ProblemError
from app.core.figure_boxes import FigureBox
from app.core.files import Stamp, stamp
from app.core.jobs import Queue
from app.core.library import Library, Recipe, StoredDocument
from app.core.places import Places
from app.core.session.actor import Actor, Gone
from app.core.session.pace import Pace
from app.core.settings import Settings
from app.core.spreads import Leaf, Split
from engine.protocol import Box, ErrorCode, FileOpened, OutlineItem, PageSource, Scalar

log = logging.getLogger(__name__)

_PROMPTLESS = frozenset({"builtin", "reader"})
"""Backends that take no instruction."""

_WINDOWS = 4
"""How many wanted windows of page rows a document remembers (strip, overview, proof)."""


@dataclass(slots=True)
class Part:
    """One file of a document: the only one, or a picture of a folder read as one. Its pages
    are the document's from `first` on. `name` is what the pages program calls it."""

    path: Path
    name: str
    stamp: Stamp | None = None
    pages: int = 0
    first: int = 0


@dataclass(frozen=True, slots=True)
class Whole:
    """The pages of a document's files as they come, before double pages are cut."""

    sizes: tuple[tuple[float, float], ...]
    labels: tuple[str, ...]
    outline: tuple[OutlineItem, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where on the files a page is, or a box on it: a page of `part` (from 0), how it is turned in all, and the place
    on it (None: all of it)."""

    part: Part
    page: int
    turn: int
    region: Box | None


@dataclass(slots=True)
class Stream:
    """What has come so far of a page that is being read."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    stale: bool = False  # the page is read from its beginning again: the next piece replaces these
    pace: Pace = field(default_factory=Pace)
    depth: int = 0  # drafts a step, where the engine has one number for all pages


@dataclass(slots=True, eq=False)
class Document:
    """A document in the list. `stored` and `content` are known when it was hashed, `sizes`
    (points, upright) when it was opened; it is `ready` when both are. `problem` is why it
    cannot be opened, or what became of its file since. `kept` is what the library says of a
    document that was opened from there: its texts are shown even if its file is gone."""

    id: int
    path: Path
    parts: list[Part]
    as_one: bool
    title: str
    content: str | None = None
    stored: int | None = None
    sizes: list[tuple[float, float]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    whole: Whole | None = None
    splits: tuple[Split, ...] = ()
    leaves: list[Leaf] = field(default_factory=list)  # empty where no page is cut
    outline: tuple[OutlineItem, ...] = ()
    author: str = ""
    hashed: bool = False
    opened: bool = False
    locked: bool = False
    failed: bool = False
    password: str | None = None
    problem: Problem | None = None
    kept: StoredDocument | None = None
    turns: dict[int, int] = field(default_factory=dict)
    checked: set[int] = field(default_factory=set)
    edited: set[int] = field(default_factory=set)
    has_reading: set[int] = field(default_factory=set)
    read_again: set[int] = field(default_factory=set)
    aside: dict[int, PageState] = field(default_factory=dict)  # pages that another engine reads once: waiting, or read
    flags: dict[int, int] = field(default_factory=dict)  # flags left on the pages that were looked through
    dismissed: dict[int, set[str]] = field(default_factory=dict)  # marks of flags, by page
    figures: dict[int, dict[int, FigureBox]] = field(default_factory=dict)  # framed or refused, by page and key
    wishes: list[tuple[tuple[int, ...] | None, bool]] = field(default_factory=list)  # pages, again
    streams: dict[int, Stream] = field(default_factory=dict)
    serials: dict[int, int] = field(default_factory=dict)
    windows: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=_WINDOWS))
    parts_info: dict[str, FileOpened] = field(default_factory=dict)  # while it is being opened
    want_read: bool = False  # all pages are wanted as soon as it is open
    url: str = ""  # the web address it was, or is being, downloaded from
    most_bytes: int = 0  # of the download
    downloading: bool = False
    received: int = 0  # bytes
    expected: int | None = None  # bytes in all, where the server says so
    round: int = 0  # counts up with each opening; answers to an earlier one are dropped

    @property
    def ready(self) -> bool:
        return self.hashed and self.opened and not self.failed

    @property
    def pages(self) -> int:
        return len(self.sizes)

    def part_of(self, page: int) -> tuple[Part, int]:
        """The file that holds a page, and the page's number in it. Raises Gone for no such page."""
        if not self.has(page):
            raise Gone
        return self.part_of_whole(self.leaves[page].page if self.leaves else page)

    def part_of_whole(self, page: int) -> tuple[Part, int]:
        """The same of a page that is counted whole."""
        at = bisect_right(self.parts, page, key=lambda part: part.first) - 1
        if at < 0:
            raise Gone
        return self.parts[at], page - self.parts[at].first

    def spot(self, page: int, box: Box | None = None) -> Spot:
        """Where a page, or a box on it as it is turned, is to be found. Raises Gone for no such page."""
        part, inner = self.part_of(page)
        turn = self.turns.get(page, 0)
        if self.leaves:
            turn, box = self.leaves[page].seen(turn, box)
        return Spot(part, inner, turn, box)

    def source(self, page: int) -> PageSource:
        """The same for an engine."""
        spot = self.spot(page)
        return PageSource(
            path=str(spot.part.path), page=spot.page, password=self.password, turn=spot.turn, url=self.url or None,
            region=spot.region,
        )  # fmt: skip

    def recount(self, now: Sequence[int]) -> None:
        """Pages have other numbers (`now`, by their old ones): what is remembered by number is forgotten. Whatever is
        told of a number from now on is newer than all that was told of it before."""
        self.round += 1
        for remembered in (self.streams, self.aside, self.flags, self.dismissed, self.figures, self.turns):
            remembered.clear()
        for pages in (self.checked, self.edited, self.has_reading, self.read_again):
            pages.clear()
        newest = max(self.serials.values(), default=0) + 1
        self.serials = dict.fromkeys({*self.serials, *now}, newest)

    def reset(self) -> None:
        """Back to a path of which nothing is known; password, windows and place stay."""
        fresh = Document(self.id, self.path, [Part(p.path, p.name) for p in self.parts], self.as_one, self.title)
        stays = ("password", "windows", "serials", "want_read", "round", "kept", "url", "most_bytes")
        for name in fresh.__slots__:
            if name not in stays:
                setattr(self, name, getattr(fresh, name))

    def has(self, page: int) -> bool:
        return 0 <= page < self.pages


def file_problem(document: Document, page: int) -> Problem | None:
    """Whether the page's file is still the one that was opened."""
    part, _ = document.part_of(page)
    try:
        now = stamp(part.path)
    except ProblemError as error:
        return error.problem
    return None if now == part.stamp else Problem(ErrorCode.FILE_CHANGED)


def shielded(notify: Callable[[Change], None]) -> Callable[[Change], None]:
    """`notify`, whose faults are its own: they are logged, and the work goes on."""

    def tell(change: Change) -> None:
        try:
            notify(change)
        except Exception:  # the edge to foreign code: logged
            log.exception("a watcher of the session failed at %s", type(change).__name__)

    return tell


class Desk:
    """`choice` is the engine that reads now; its options and the `prompt` are part of the recipe.
    `notify` does not raise."""

    def __init__(
        self,
        places: Places,
        settings: Settings,
        library: Library,
        actor: Actor,
        notify: Callable[[Change], None],
        choice: EngineChoice,
        prompt: str | None,
    ) -> None:
        self.places = places
        self.settings = settings
        self.library = library
        self.actor = actor
        self.choice = choice
        self.prompt = prompt
        self.queue = Queue()
        self.documents: dict[int, Document] = {}
        self.viewed: tuple[int, int] | None = None
        self._notify = notify
        self._numbers = itertools.count(1)

    # ------------------------------------------------------------ telling

    def tell(self, change: Change) -> None:
        self._notify(change)

    def trouble(self, problem: Problem, subject: str = "") -> None:
        """Something to tell that belongs to no row."""
        self.tell(Notice(problem, subject))

    def tell_list(self) -> None:
        self.tell(DocumentsChanged(tuple(self.row(self.documents[number]) for number in self.queue.order)))

    def tell_row(self, document: Document) -> None:
        if document.id in self.documents:
            self.tell(DocumentChanged(self.row(document)))

    # ------------------------------------------------------------ documents

    def get(self, document: int) -> Document:
        """Raises Gone if it left the list."""
        found = self.documents.get(document)
        if found is None:
            raise Gone
        return found

    def page(self, document: int, page: int) -> Document:
        """The document if it is open and has this page; raises Gone otherwise."""
        found = self.get(document)
        if not found.has(page):
            raise Gone
        return found

    def new_number(self) -> int:
        """For documents, their files and requests: never used twice."""
        return next(self._numbers)

    def page_state(self, document: Document, page: int) -> PageState:
        """A page that nobody asked for in this session may have been read in an earlier one."""
        if page in document.aside:
            return document.aside[page]
        state = self.queue.state(document.id, page)
        return PageState.READ if state is PageState.NEW and page in document.has_reading else state

    def row(self, document: Document) -> DocumentRow:
        counts = self.queue.counts(document.id)
        return DocumentRow(
            document=document.id,
            title=document.title,
            path=document.path,
            state=self._state(document),
            pages=document.pages,
            asked=counts.asked,
            read=counts.read if counts.asked else len(document.has_reading),
            failed=counts.failed,
            checked=len(document.checked),
            problem=document.problem,
            stored=document.stored,
            url=document.url,
            received=document.received if document.downloading else 0,
            expected=document.expected if document.downloading else None,
            flags=sum(document.flags.values()),
        )

    def _state(self, document: Document) -> DocumentState:
        if document.failed:
            return DocumentState.FAILED
        if document.downloading:
            return DocumentState.DOWNLOADING
        if document.locked:
            return DocumentState.NEEDS_PASSWORD
        if not document.ready or document.wishes:
            return DocumentState.OPENING
        counts = self.queue.counts(document.id)
        if counts.flying:
            return DocumentState.READING
        if counts.waiting:
            return DocumentState.PAUSED if self.queue.paused else DocumentState.WAITING
        return DocumentState.DONE if counts.asked else DocumentState.IDLE

    # ------------------------------------------------------------ how pages are read

    def reading_options(self, choice: EngineChoice | None = None) -> dict[str, Scalar]:
        """Options of each page that change its text: they go with ReadPage and into the recipe.
        Only the built-in engine takes any. `choice` None: the one that reads now."""
        if (choice or self.choice).backend != BUILTIN.backend:
            return {}
        options: dict[str, Scalar] = {"ocr_model": self.settings.ocr_model}
        if self.settings.languages:
            options["languages"] = ",".join(self.settings.languages)
        return options

    def recipe(self) -> Recipe:
        """How a page would be read now. The prompt counts only where somebody reads it."""
        return self.recipe_of(self.choice, self.prompt)

    def recipe_of(self, choice: EngineChoice, prompt: str | None) -> Recipe:
        """How it would be read with another engine."""
        asked = None if choice.backend in _PROMPTLESS else prompt
        return Recipe(choice.backend, {**choice.options, **self.reading_options(choice)}, asked)

    def use(self, settings: Settings) -> None:
        self.settings = settings
