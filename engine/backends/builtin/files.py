# SPDX-License-Identifier: AGPL-3.0-or-later
"""The files a worker reads: PDFs for the text layer, anything for pictures.

The last file stays open, for the next page is most often of the same one.
"""

from __future__ import annotations

import ctypes
import os
from collections import Counter
from functools import cached_property
from typing import Any

import pypdfium2
from pypdfium2 import raw

from engine.backends.builtin.layer.glyphs import Frame, read_layer
from engine.backends.builtin.layer.hyphens import words_in
from engine.backends.builtin.layer.layout import Rect
from engine.backends.contract import EngineError
from engine.pages.opening import open_reader
from engine.pages.reader import FileError, Pixels, Reader
from engine.protocol import ErrorCode, Note, NoteCode, PageSource

_AROUND = 3
"""Pages on either side whose words tell how a word is written."""
_KEPT_PAGES = 2 * _AROUND + 2
_STRIP_LENGTH = 4000
"""Characters; a margin has fewer."""
_MAX_REPAIR_BYTES = 512 * 1024 * 1024
"""Larger damaged files are not repaired: the repair is done in memory."""


class OpenDocument:
    """One file. `pdf` is a PDFium document, absent for pictures and for files that PDFium
    cannot read; `data` is what liteparse is given: the path, or the bytes of a repaired file.
    `share` is how much of a page's long side its pages show (less than 1 for halves)."""

    share = 1.0

    def __init__(self, path: str, password: str | None) -> None:
        self.path, self.password = path, password
        self.stamp = _stamp(path)
        self.notes: list[Note] = []
        self.data: str | bytes = path
        self.pdf: Any = _open_pdf(path, password)
        self._reader: Reader | None = None
        self._texts: dict[int, TextPage] = {}
        self._sizes: dict[int, Counter[float]] | None = None
        if self.pdf is None and self.reader.kind == "pdf":
            self.repair()

    @property
    def reader(self) -> Reader:
        """For pictures of pages and for files that are no PDF. Opened when it is first needed:
        most PDFs are read without it. Raises EngineError."""
        if self._reader is None:
            self._reader = _reader(self.path, self.password)
        return self._reader

    def fits(self, source: PageSource) -> bool:
        return (self.path, self.password) == (source.path, source.password) and self.stamp == _stamp(self.path)

    def check(self, page: int) -> None:
        """Raises EngineError if there is no such page (the two PDF readers may count
        differently in damaged files)."""
        if self.pdf is not None and 0 <= page < len(self.pdf):
            return
        if not 0 <= page < self.reader.pages:
            raise EngineError(ErrorCode.NO_SUCH_PAGE, str(page + 1))

    def page(self, number: int) -> Any:
        """A PDFium page, to be closed by the caller; None if it cannot be loaded."""
        for attempt in range(2):
            handle = raw.FPDF_LoadPage(self.pdf, number) if self.pdf is not None else None
            if handle or attempt or not self.repair():
                return handle or None
        return None

    def picture(self, page: int, pixels: int, turn: int) -> Pixels:
        """The page's picture with a long side of `pixels`, upright."""
        try:
            picture, _ = self.reader.render(page, pixels, turn)
        except FileError as error:
            raise EngineError(error.code, error.detail) from error
        return picture

    def size(self, page: int) -> tuple[float, float]:
        """Width and height in points, upright."""
        return self.reader.sizes[page]

    def strip(self, page: int, box: Rect) -> str | None:
        """Text of a strip of another page, None if there is no such page."""
        if self.pdf is None or not 0 <= page < len(self.pdf):
            return None
        return self._text(page).strip(box)

    def words_around(self, page: int) -> frozenset[str]:
        """Lower-case words of the pages around this one."""
        if self.pdf is None:
            return frozenset()
        pages = range(max(0, page - _AROUND), min(len(self.pdf), page + _AROUND + 1))
        return frozenset().union(*[self._text(number).words for number in pages if number != page])

    def _text(self, page: int) -> TextPage:
        if page not in self._texts:
            self._texts[page] = TextPage(self.pdf, page)
            while len(self._texts) > _KEPT_PAGES:
                self._texts.pop(next(iter(self._texts))).close()
        return self._texts[page]

    def sizes_of_others(self, page: int) -> Counter[float]:
        """Characters by type size (points, to the half) on a few other pages."""
        if self._sizes is None:
            self._sizes = {}
            count = len(self.pdf)
            for number in sorted({0, 1, count // 3, count // 2, 2 * count // 3} & set(range(count))):
                self._sizes[number] = _type_sizes(self.pdf, number)
        return sum((sizes for number, sizes in self._sizes.items() if number != page), Counter())

    def close(self) -> None:
        self._close_pdf()
        if self._reader is not None:
            self._reader.close()

    def repair(self) -> bool:
        """PDFium refuses the file or a page of it: let MuPDF write it anew, once."""
        if isinstance(self.data, bytes) or self.reader.kind != "pdf":
            return False  # in the bytes of a picture, too, MuPDF may find what it takes for parts of a PDF
        import pymupdf

        if os.path.getsize(self.path) > _MAX_REPAIR_BYTES:  # noqa: PTH202 - the path is a string all the way
            return False
        try:
            with pymupdf.open(self.path, filetype="pdf") as damaged:
                if damaged.needs_pass and not damaged.authenticate(self.password or ""):
                    return False
                whole = damaged.tobytes(garbage=1, deflate=False, encryption=pymupdf.PDF_ENCRYPT_NONE)
            repaired = pypdfium2.PdfDocument(whole)
        except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError, pypdfium2.PdfiumError):
            return False  # its pages can still be read from their pictures
        self._close_pdf()
        self.pdf, self.data = repaired, whole
        self.notes = [Note(code=NoteCode.REPAIRED)]
        return True

    def _close_pdf(self) -> None:
        for text in self._texts.values():
            text.close()
        self._texts = {}
        if self.pdf is not None:
            self.pdf.close()
            self.pdf = None


def _open_pdf(path: str, password: str | None) -> Any:
    """A PDFium document with pages, or None."""
    try:
        pdf = pypdfium2.PdfDocument(path, password=password)
    except (pypdfium2.PdfiumError, OSError, ValueError):
        return None
    if len(pdf):
        return pdf
    pdf.close()
    return None


class TextPage:
    """The text of a page, kept open for questions about its margins and its words."""

    def __init__(self, pdf: Any, number: int) -> None:
        self._page = raw.FPDF_LoadPage(pdf, number)
        self._text = raw.FPDFText_LoadPage(self._page) if self._page else None
        self._frame = Frame(self._page) if self._page else None

    def strip(self, box: Rect) -> str:
        if self._text is None or self._frame is None:
            return ""
        (ax, ay), (bx, by) = self._frame.user(box[0], box[1]), self._frame.user(box[2], box[3])
        sides = (min(ax, bx), max(ay, by), max(ax, bx), min(ay, by))  # left, top, right, bottom
        count = raw.FPDFText_GetBoundedText(self._text, *sides, None, 0)
        if count <= 0 or count > _STRIP_LENGTH:
            return ""
        buffer = (ctypes.c_ushort * count)()
        raw.FPDFText_GetBoundedText(self._text, *sides, buffer, count)
        return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")

    @cached_property
    def words(self) -> frozenset[str]:
        """In lower case, without those that a line break parts."""
        count = raw.FPDFText_CountChars(self._text) if self._text is not None else 0
        if count <= 0:
            return frozenset()
        buffer = (ctypes.c_ushort * (count + 1))()
        raw.FPDFText_GetText(self._text, 0, count, buffer)
        return words_in(bytes(buffer).decode("utf-16-le", "replace").rstrip("\0"))

    def close(self) -> None:
        if self._text is not None:
            raw.FPDFText_ClosePage(self._text)
        if self._page:
            raw.FPDF_ClosePage(self._page)


def _type_sizes(pdf: Any, number: int) -> Counter[float]:
    sizes: Counter[float] = Counter()
    page = raw.FPDF_LoadPage(pdf, number)
    if page:
        for glyph in read_layer(page).glyphs:
            if glyph is not None:
                sizes[round(glyph.style.size * 2) / 2] += 1
        raw.FPDF_ClosePage(page)
    return sizes


def _stamp(path: str) -> tuple[int, int]:
    try:
        state = os.stat(path)  # noqa: PTH116
    except OSError:
        return 0, 0
    return state.st_mtime_ns, state.st_size


def _reader(path: str, password: str | None) -> Reader:
    try:
        reader = open_reader(path, password)
    except FileError as error:
        raise EngineError(error.code, error.detail) from error
    if reader.pages < 1:
        reader.close()
        raise EngineError(ErrorCode.NO_PAGES)
    return reader
