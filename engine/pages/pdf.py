# SPDX-License-Identifier: AGPL-3.0-or-later
"""PDFs: MuPDF first, PDFium where it refuses a file or a page."""

from __future__ import annotations

from collections.abc import Sequence

from engine.pages.pdf_mupdf import MuReader
from engine.pages.pdf_pdfium import PdfiumReader
from engine.pages.reader import Figure, FileError, Pixels, Reader
from engine.protocol import Box, ErrorCode, Note, NoteCode, OutlineItem, Word

FINAL = frozenset((ErrorCode.PASSWORD_NEEDED, ErrorCode.PASSWORD_WRONG))
"""Failures that another reader would not mend."""


def open_pdf(path: str, password: str | None, second: bool) -> Reader:
    """Open with MuPDF, else with PDFium; with `second`, PDFium alone. Raises FileError, by
    preference the first reader's."""
    if second:
        return _with_pages(PdfiumReader(path, password))
    try:
        return PdfReader(_with_pages(MuReader(path, password)), path, password)
    except FileError as error:
        if error.code in FINAL:
            raise
        try:
            spare = _with_pages(PdfiumReader(path, password))
        except FileError:
            raise error from None
        return PdfReader(spare, path, password, refused=True)


def _with_pages(reader: Reader) -> Reader:
    """The reader; raises FileError where it has no pages: none were written, or they are lost with the file's end."""
    if reader.pages == 0:
        repaired = any(note.code is NoteCode.REPAIRED for note in reader.notes)
        reader.close()
        raise FileError(ErrorCode.DAMAGED if repaired else ErrorCode.NO_PAGES)
    return reader


class PdfReader:
    """A PDF with two readers: what `first` cannot do, PDFium is asked to do, if it opens the
    file and counts as many pages. `refused` says that MuPDF did not open the file and that
    `first` is PDFium already. See reader.Reader."""

    kind = "pdf"
    sides: Sequence[int] = ()

    def __init__(self, first: Reader, path: str, password: str | None, refused: bool = False) -> None:
        self._first = first
        self._path = path
        self._password = password
        self._refused = refused
        self._spare: Reader | None = None
        self.pages = first.pages
        self.sizes = first.sizes

    @property
    def title(self) -> str:
        return self._first.title

    @property
    def author(self) -> str:
        return self._first.author

    @property
    def outline(self) -> Sequence[OutlineItem]:
        return self._first.outline

    @property
    def labels(self) -> Sequence[str]:
        return self._first.labels

    @property
    def notes(self) -> Sequence[Note]:
        return [Note(code=NoteCode.REPAIRED)] if self._refused else self._first.notes

    def render(self, page: int, pixels: int, turn: int = 0, region: Box | None = None) -> tuple[Pixels, Sequence[Note]]:
        try:
            return self._first.render(page, pixels, turn, region)
        except FileError as error:
            return self._other(error).render(page, pixels, turn, region)

    def words(self, page: int, turn: int = 0) -> list[Word]:
        try:
            return self._first.words(page, turn)
        except FileError as error:
            return self._other(error).words(page, turn)

    def figures(self, page: int, turn: int = 0) -> list[Figure]:
        try:
            return self._first.figures(page, turn)
        except FileError:
            return []  # the other reader knows of none

    def dpi(self, page: int, turn: int, box: Box) -> float:
        try:
            return self._first.dpi(page, turn, box)
        except FileError:
            return 0.0

    def _other(self, error: FileError) -> Reader:
        """PDFium, for a page that MuPDF calls damaged; raises `error` where it cannot help."""
        if error.code != ErrorCode.DAMAGED or self._refused:
            raise error
        if self._spare is None:
            try:
                self._spare = PdfiumReader(self._path, self._password)
            except FileError:
                raise error from None
        if self._spare.pages != self.pages:
            raise error
        return self._spare

    def close(self) -> None:
        self._first.close()
        if self._spare is not None:
            self._spare.close()
