# SPDX-License-Identifier: AGPL-3.0-or-later
"""The files a worker reads: PDFs for the text layer, anything for pictures.

The last file stays open, for the next page is most often of the same one.
"""

from __future__ import annotations

import os
from typing import Any

import pypdfium2
from pypdfium2 import raw

from engine.backends.contract import EngineError
from engine.pages.opening import open_reader
from engine.pages.reader import FileError, Pixels, Reader
from engine.protocol import ErrorCode, Note, NoteCode, PageSource

_MAX_REPAIR_BYTES = 512 * 1024 * 1024
"""Larger damaged files are not repaired: the repair is done in memory."""


class OpenDocument:
    """One file. `pdf` is a PDFium document, absent for pictures; `data` is what liteparse is
    given: the path, or the bytes of a repaired file."""

    def __init__(self, path: str, password: str | None) -> None:
        self.path, self.password = path, password
        self.stamp = _stamp(path)
        self.notes: list[Note] = []
        self.reader: Reader = _reader(path, password)
        self.data: str | bytes = path
        self.pdf: Any = None
        self.pages = self.reader.pages
        if self.reader.kind == "pdf":
            self._open_pdf()

    def fits(self, source: PageSource) -> bool:
        return (self.path, self.password) == (source.path, source.password) and self.stamp == _stamp(self.path)

    def picture(self, page: int, pixels: int, turn: int) -> Pixels:
        """The page's picture with a long side of `pixels`, upright."""
        try:
            picture, _ = self.reader.render(page, pixels, turn)
        except FileError as error:
            raise EngineError(error.code, error.detail) from error
        return picture

    def size(self, page: int) -> tuple[float, float]:
        return self.reader.sizes[page]

    def close(self) -> None:
        if self.pdf is not None:
            self.pdf.close()
        self.reader.close()

    def _open_pdf(self) -> None:
        try:
            self.pdf = pypdfium2.PdfDocument(self.path, password=self.password)
            if len(self.pdf) >= self.pages and _loads(self.pdf):
                return
            self.pdf.close()
        except pypdfium2.PdfiumError:
            self.pdf = None
        self._repair()

    def _repair(self) -> None:
        """PDFium refuses the file or misses pages, MuPDF does not: let MuPDF write it anew."""
        import pymupdf

        self.pdf = None
        if os.path.getsize(self.path) > _MAX_REPAIR_BYTES:  # noqa: PTH202 - the path is a string all the way
            return
        try:
            with pymupdf.open(self.path, filetype="pdf") as damaged:
                if damaged.needs_pass and not damaged.authenticate(self.password or ""):
                    return
                whole = damaged.tobytes(garbage=1, deflate=False, encryption=pymupdf.PDF_ENCRYPT_NONE)
            self.pdf = pypdfium2.PdfDocument(whole)
        except (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError, pypdfium2.PdfiumError):
            return  # its pages can still be read from their pictures
        self.data = whole
        self.notes = [Note(code=NoteCode.REPAIRED)]


def _loads(pdf: Any) -> bool:
    return bool(len(pdf)) and bool(raw.FPDF_LoadPage(pdf, 0))


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
