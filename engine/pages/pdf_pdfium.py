# SPDX-License-Identifier: AGPL-3.0-or-later
"""PDFs through PDFium (pypdfium2): the second reader, for what MuPDF refuses, or hangs on."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

import numpy as np
import pypdfium2
from pypdfium2 import raw

from engine.pages.geometry import check_page, clip_box, plan
from engine.pages.reader import Figure, FileError, Pixels
from engine.protocol import Box, ErrorCode, Note, OutlineItem, Word

MAX_PAGES = 200_000
MAX_OUTLINE = 10_000

STAND_IN = (612.0, 792.0)
"""Points, for a page whose box makes no sense."""

GRID = 1_000_000
"""PDFium gives positions in whole device units; a page this large makes them fine enough."""


@contextmanager
def _errors() -> Iterator[None]:
    """Turns PDFium's exceptions into FileError."""
    try:
        yield
    except pypdfium2.PdfiumError as error:
        raise FileError(ErrorCode.DAMAGED, str(error)[:200]) from error
    except (ValueError, LookupError, ctypes.ArgumentError) as error:
        raise FileError(ErrorCode.DAMAGED, f"{type(error).__name__}: {error}"[:200]) from error


class PdfiumReader:
    """A PDF opened with PDFium; see reader.Reader."""

    kind = "pdf"
    sides: Sequence[int] = ()
    notes: Sequence[Note] = ()

    def __init__(self, path: str, password: str | None) -> None:
        self._document = _open(path, password)
        with _errors():
            self.pages = len(self._document)
            if self.pages > MAX_PAGES:
                raise FileError(ErrorCode.DAMAGED, f"{self.pages} pages claimed")
            self.sizes = [self._size(page) for page in range(self.pages)]

    def _size(self, page: int) -> tuple[float, float]:
        try:
            width, height = self._document.get_page_size(page)
        except pypdfium2.PdfiumError:  # one bad page: it fails when it is asked for
            return STAND_IN
        return (width, height) if 0 < width < 1e9 and 0 < height < 1e9 else STAND_IN

    @cached_property
    def title(self) -> str:
        return self._metadata("Title")

    @cached_property
    def author(self) -> str:
        return self._metadata("Author")

    def _metadata(self, key: str) -> str:
        with _errors():
            return str(self._document.get_metadata_value(key)).strip("\0 \t\r\n")

    @cached_property
    def outline(self) -> Sequence[OutlineItem]:
        """Entries that lead to a page of this file. A broken outline counts as none."""
        items = []
        try:
            with _errors():
                for mark, _ in zip(self._document.get_toc(max_depth=15), range(MAX_OUTLINE), strict=False):
                    target = mark.get_dest()
                    page = target.get_index() if target else None
                    if page is not None and 0 <= page < self.pages:
                        items.append(OutlineItem(level=mark.level + 1, title=mark.get_title(), page=page))
        except FileError:
            return []
        return items

    @cached_property
    def labels(self) -> Sequence[str]:
        with _errors():
            labels = [self._document.get_page_label(page) for page in range(self.pages)]
        plain = all(label in ("", str(page + 1)) for page, label in enumerate(labels))
        return [] if plain else labels

    def render(
        self, page: int, pixels: int, turn: int = 0, region: Box | None = None
    ) -> tuple[Pixels, Sequence[Note]]:
        check_page(page, self.pages)
        shot = plan(self.sizes[page], pixels, turn, region)
        with _errors(), self._page(page) as loaded:
            bitmap = pypdfium2.PdfBitmap.new_native(shot.width, shot.height, raw.FPDFBitmap_BGR, rev_byteorder=True)
            try:
                bitmap.fill_rect((255, 255, 255, 255), 0, 0, shot.width, shot.height)
                raw.FPDF_RenderPageBitmap(
                    bitmap,
                    loaded,
                    -round(shot.left),
                    -round(shot.top),
                    round(shot.full_width),
                    round(shot.full_height),
                    turn // 90,
                    raw.FPDF_ANNOT | raw.FPDF_REVERSE_BYTE_ORDER,
                )
                return np.ascontiguousarray(bitmap.to_numpy()), shot.notes
            finally:
                bitmap.close()

    def words(self, page: int, turn: int = 0) -> list[Word]:
        check_page(page, self.pages)
        with _errors(), self._page(page) as loaded:
            text_page = loaded.get_textpage()
            try:
                return list(_words(loaded, text_page, turn // 90))
            finally:
                text_page.close()

    @contextmanager
    def _page(self, page: int) -> Iterator[pypdfium2.PdfPage]:
        loaded = self._document.get_page(page)
        try:
            yield loaded
        finally:
            loaded.close()

    def figures(self, page: int, turn: int = 0) -> list[Figure]:
        return []

    def dpi(self, page: int, turn: int, box: Box) -> float:
        return 0.0

    def close(self) -> None:
        self._document.close()


def _open(path: str, password: str | None) -> pypdfium2.PdfDocument:
    """Open with the password, or without if none is needed; raises FileError."""
    try:
        return pypdfium2.PdfDocument(path, password=password)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) != raw.FPDF_ERR_PASSWORD:
            raise FileError(ErrorCode.DAMAGED, str(error)[:200]) from error
    if password is None:
        raise FileError(ErrorCode.PASSWORD_NEEDED)
    try:
        return pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise FileError(ErrorCode.PASSWORD_WRONG) from error


def _words(page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, quarter_turns: int) -> Iterator[Word]:
    """Runs of characters between blanks; PDFium puts in the blanks that a page leaves out."""
    text, box = "", None
    for index in range(text_page.count_chars()):
        sign = chr(raw.FPDFText_GetUnicode(text_page, index) or 32)
        if sign.isspace() or not sign.isprintable():
            if text and box:
                yield Word(text=text, box=box)
            text, box = "", None
            continue
        text += sign
        box = _union(box, clip_box(_upright(page, text_page.get_charbox(index), quarter_turns)))
    if text and box:
        yield Word(text=text, box=box)


def _upright(page: pypdfium2.PdfPage, box: Box, quarter_turns: int) -> Box:
    """A box in the page's own space as fractions of the page as shown."""
    x, y = ctypes.c_int(), ctypes.c_int()
    found = []
    for corner in ((box[0], box[1]), (box[2], box[3])):
        raw.FPDF_PageToDevice(page, 0, 0, GRID, GRID, quarter_turns, *corner, x, y)
        found.append((x.value / GRID, y.value / GRID))
    (x0, y0), (x1, y1) = found
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _union(one: Box | None, other: Box | None) -> Box | None:
    if one is None or other is None:
        return one or other
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
