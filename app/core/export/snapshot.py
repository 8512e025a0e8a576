# SPDX-License-Identifier: AGPL-3.0-or-later
"""What an export is made from: a frozen picture of a document, and the options.

The session takes the snapshot in one reading transaction; from then on the export works on
plain values, so that an edit or a page that arrives meanwhile cannot give half of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Literal

from app.core.assemble.steps import DEFAULT, Entry, Steps
from app.core.changes import Problem
from app.core.checks.flag import Flag
from app.core.figure_boxes import FigureBox
from app.core.spreads import Leaf
from engine.protocol import Box, Cutting, OutlineItem, Reading, Word


class Format(StrEnum):
    """What can be written; the value is the CLI's word."""

    MARKDOWN = "md"
    HTML = "html"
    DOCX = "docx"
    ODT = "odt"
    EPUB = "epub"
    LATEX = "tex"
    JSON = "json"
    CSV = "csv"  # the tables, a file each
    XLSX = "xlsx"  # the tables, a sheet each
    ZIP = "zip"  # all that needs no other program
    HOCR = "hocr"  # text with the places of all words
    ALTO = "alto"  # the same, a file a page
    PAGE = "page"  # the same
    PDF = "pdf"  # the original's pages with the text unseen over them

    @property
    def ending(self) -> str:
        """What the file's name ends in: a PDF is not to take the name of the original beside it."""
        return ".searchable.pdf" if self is Format.PDF else f".{self}"


OFFICE = frozenset({Format.DOCX, Format.ODT, Format.EPUB, Format.LATEX})
"""Formats that pandoc writes; it comes with the extra `office`."""

PRINTABLE = frozenset({Format.MARKDOWN, Format.HTML, Format.LATEX, Format.JSON, Format.HOCR})
"""Formats that are one text, which may go to standard output."""


@dataclass(frozen=True, slots=True)
class KeptReading:
    """One of a page's readings. `at` in seconds since the epoch; `present`: it is the one that the page shows."""

    at: float
    present: bool
    reading: Reading


@dataclass(frozen=True, slots=True)
class KeptFlag:
    flag: Flag
    dismissed: bool


@dataclass(frozen=True, slots=True)
class PageText:
    """One page. `page` counts from 0; `label` is what the document prints on it ("iv", or
    "" where it has no labels). `text` is None where there is nothing to write: then
    `problem` says why, or is None if the page has not been read. `size` is the width and height in points as the page
    is shown. Where a format wants them: `reading` is the engine's, with its figures and notes, `readings` are all that
    there are, `flags` what was found when this text was looked through (None where it was not), in its order."""

    page: int
    label: str = ""
    text: str | None = None
    problem: Problem | None = None
    edited: bool = False
    reading: Reading | None = None
    readings: tuple[KeptReading, ...] = ()
    flags: tuple[KeptFlag, ...] | None = None
    size: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Original:
    """The files that the pages are in, in order, and how they are opened. `turns` are the user's, in degrees
    clockwise, `boxes` the figures that he framed or refused, by page. Where the files are open already,
    `cut(page, folder, boxes, find, side)` cuts these boxes, the figures of a page (with `find`) and a picture of it
    (with `side` pixels) into a folder; it waits, and raises ProblemError. `leaves` says what each page is of the
    files' pages, where double pages are cut; else it is empty."""

    parts: tuple[str, ...]
    turns: Mapping[int, int]
    password: str | None = field(default=None, repr=False)
    cut: Callable[[int, Path, Sequence[Box], bool, int], Sequence[Cutting]] | None = None
    boxes: Mapping[int, Sequence[FigureBox]] = field(default_factory=dict)
    leaves: Sequence[Leaf] = ()

    def leaf(self, page: int) -> Leaf:
        """What a page is of the files' pages."""
        return self.leaves[page] if self.leaves else Leaf(page)

    def figures_of(self, page: int) -> list[FigureBox]:
        """What the user made of the page's figures, for its present turn."""
        turn = self.turns.get(page, 0)
        return [one.turned(turn) for one in self.boxes.get(page, ())]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that was cut out of a page (from 0): its place there, and its file, `path`, which is there while the
    export goes on, and `name` where it will be kept. Sizes in pixels. `framed` by the user, perhaps with a
    `caption`."""

    page: int
    box: Box
    name: str
    path: Path
    width: int
    height: int
    framed: bool = False
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A document at one moment. `pages` holds the pages to be written, in their order, and
    only those: a page nobody asked for is left out. `source` is the path of the input,
    absolute: the export ledger knows a document by it. No time and no version is in here,
    so a second export of the same text has the same bytes.
    `words(page)` gives the words that are known of a page, with their places, for formats that want them; it may take
    a while. `engine_of(page)` is the engine that read it, "" where none did. `original` is where the
    pages are, `figures` what was cut out of them, `pictures` whole pages as pictures,
    by page. `language` is an ISO code where one is known; `content` is the source's hash (SHA-256), `changed` when
    its newest text came (seconds since the epoch, 0 unknown)."""

    title: str
    source: str
    pages: tuple[PageText, ...]
    engine: str = ""
    language: str = ""
    author: str = ""
    content: str = ""
    changed: float = 0.0
    outline: tuple[Entry, ...] = ()
    words: Callable[[int], Sequence[Word]] | None = None
    engine_of: Callable[[int], str] | None = None
    original: Original | None = None
    figures: tuple[Figure, ...] = ()
    pictures: Mapping[int, Figure] = field(default_factory=dict)

    def missing(self) -> tuple[PageText, ...]:
        """The pages that will show a placeholder."""
        return tuple(page for page in self.pages if page.text is None)


def entries(outline: Iterable[OutlineItem]) -> tuple[Entry, ...]:
    """The document's own table of contents, as the assembly of its pages wants it."""
    return tuple(Entry(item.level, item.title, item.page) for item in outline)


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """`page_marks` puts `<!-- page N -->` on a line before each page (N from 1). `raw` takes
    the engine's text instead of the user's edits. `pages` (from 0) limits the snapshot;
    None means every page that was asked for. `remember` puts the file into the ledger; a
    passing copy (for standard output) is not remembered. `source` names the input in the
    ledger where it is not the snapshot's own: a copy of a document that is open already. `steps` says how
    pages become a document. Of Markdown: `front_matter` in front, formulas between `math` signs, `html_tables`
    where spans need them (auto), always or never, paragraphs in lines of `width` characters (0: as they are);
    with `per_page` a file for each page, in a folder beside the target. `figures` of the pages stand in files beside
    the Markdown, in it, or are left out; other formats hold them unless they are left out. `side_by_side` puts the
    picture of each page beside its text in HTML."""

    page_marks: bool = False
    raw: bool = False
    remember: bool = True
    source: str = ""
    pages: tuple[int, ...] | None = None
    steps: Steps = DEFAULT
    front_matter: bool = False
    math: Literal["dollars", "brackets"] = "dollars"
    html_tables: Literal["auto", "always", "never"] = "auto"
    width: int = 0
    per_page: bool = False
    figures: Literal["files", "embed", "none"] = "files"
    side_by_side: bool = False
