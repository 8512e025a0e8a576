# SPDX-License-Identifier: AGPL-3.0-or-later
"""PDFs through MuPDF (`pymupdf<2`): quick on scans, repairs most damaged files.

Its bindings are called on a low level here: the sizes of 3,000 pages take 0.04 s this way,
0.3 s through page objects, and pictures come out in exactly the size asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

import numpy as np
import pymupdf
from pymupdf import mupdf

from engine.pages.geometry import Shot, check_page, clip_box, plan, turn_box
from engine.pages.labels import LabelRule, page_labels
from engine.pages.reader import Figure, FileError, Pixels
from engine.protocol import Box, ErrorCode, Note, NoteCode, OutlineItem, Word

STORE_SHRINK = 90
"""Percent of what MuPDF keeps (decoded pictures, mostly) that is let go when another page comes. Its own
bound is 256 MB; on 30 colour scans of 300 dpi this leaves a third of the memory (147 MB against 430)
at 3 % more time."""

MAX_PAGES = 200_000
"""A file that claims more is taken for damaged."""

STAND_IN = (612.0, 792.0)
"""Points, for a page whose box makes no sense; MuPDF's own choice."""

MAX_OUTLINE = 10_000

WORD_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP

pymupdf.TOOLS.mupdf_display_errors(False)  # they would fill standard error; what matters is raised
pymupdf.TOOLS.mupdf_display_warnings(False)


@contextmanager
def errors() -> Iterator[None]:
    """Turns MuPDF's exceptions into FileError. It raises whatever its bindings happen to:
    RuntimeError and its own FzError classes, but ValueError, IndexError, TypeError too."""
    try:
        yield
    except (FileError, MemoryError):
        raise
    except pymupdf.FileDataError as error:
        raise FileError(ErrorCode.DAMAGED) from error
    except (RuntimeError, ValueError, LookupError, TypeError, AssertionError, mupdf.FzErrorBase) as error:
        text = str(error)
        memory = "malloc" in text or "calloc" in text or "realloc" in text
        raise FileError(ErrorCode.OUT_OF_MEMORY if memory else ErrorCode.DAMAGED, text[:200]) from error


class MuReader:
    """A PDF opened with MuPDF; see reader.Reader."""

    kind = "pdf"
    sides: Sequence[int] = ()

    def __init__(self, path: str, password: str | None) -> None:
        with errors():
            # MuPDF would open many sorts of file; what is not a PDF was sent elsewhere before
            self._document = pymupdf.open(path, filetype="pdf")
            self._unlock(password)
            self.pages = int(self._document.page_count)
            if self.pages > MAX_PAGES:
                raise FileError(ErrorCode.DAMAGED, f"{self.pages} pages claimed")
            self._pdf = mupdf.pdf_document_from_fz_document(self._document.this)
            self.sizes = [self._size(page) for page in range(self.pages)]
        self._drawn = -1

    def _unlock(self, password: str | None) -> None:
        if not self._document.needs_pass:
            return
        if password is None:
            raise FileError(ErrorCode.PASSWORD_NEEDED)
        # files up to PDF 1.6 hold the password in Latin-1, and MuPDF compares bytes
        latin = password.encode("latin-1", "replace").decode("utf-8", "surrogateescape")
        if not (self._document.authenticate(password) or self._document.authenticate(latin)):
            raise FileError(ErrorCode.PASSWORD_WRONG)

    def _size(self, page: int) -> tuple[float, float]:
        """Upright size in points, without loading the page."""
        box, matrix = mupdf.FzRect(), mupdf.FzMatrix()
        try:
            with errors():
                mupdf.pdf_page_obj_transform(mupdf.pdf_lookup_page_obj(self._pdf, page), box, matrix)
        except FileError:  # one bad page: it fails when it is asked for
            return STAND_IN
        upright = mupdf.fz_transform_rect(box, matrix)
        width, height = upright.x1 - upright.x0, upright.y1 - upright.y0
        if not (0 < width < 1e9 and 0 < height < 1e9):
            return STAND_IN
        return width, height

    @cached_property
    def title(self) -> str:
        return self._metadata("title")

    @cached_property
    def author(self) -> str:
        return self._metadata("author")

    def _metadata(self, key: str) -> str:
        with errors():
            return str((self._document.metadata or {}).get(key) or "").strip("\0 \t\r\n")

    @cached_property
    def outline(self) -> Sequence[OutlineItem]:
        """Entries that lead to a page of this file. A broken outline counts as none."""
        try:
            with errors():
                entries = self._document.get_toc(simple=True)[:MAX_OUTLINE]
        except FileError:
            return []
        return [
            OutlineItem(level=int(level), title=str(title), page=int(page) - 1)
            for level, title, page in entries
            if 1 <= page <= self.pages
        ]

    @cached_property
    def labels(self) -> Sequence[str]:
        try:
            with errors():
                rules = self._document.get_page_labels()
        except FileError:
            return []
        known = [
            LabelRule(int(r["startpage"]), str(r.get("style", "")), str(r.get("prefix", "")), int(r["firstpagenum"]))
            for r in rules
        ]
        return page_labels(known, self.pages)

    @property
    def notes(self) -> Sequence[Note]:
        return [Note(code=NoteCode.REPAIRED)] if self._document.is_repaired else []

    def render(
        self, page: int, pixels: int, turn: int = 0, region: Box | None = None
    ) -> tuple[Pixels, Sequence[Note]]:
        check_page(page, self.pages)
        shot = plan(self.sizes[page], pixels, turn, region)
        if page != self._drawn:
            pymupdf.TOOLS.store_shrink(STORE_SHRINK)
            self._drawn = page
        with errors():
            return self._draw(page, shot, turn), shot.notes

    def _draw(self, page: int, shot: Shot, turn: int) -> Pixels:
        # made with no separations at all: with an empty set of them, as pymupdf.Pixmap makes it, MuPDF shows colours
        # as a press would print them, and a pure blue becomes (58, 83, 164)
        place = mupdf.FzIrect(0, 0, shot.width, shot.height)
        bare = mupdf.fz_new_pixmap_with_bbox(mupdf.fz_device_rgb(), place, mupdf.FzSeparations(), 0)
        target = pymupdf.Pixmap("raw", bare)
        target.clear_with(255)
        loaded = mupdf.fz_load_page(self._document.this, page)
        bounds = mupdf.fz_bound_page(loaded)
        upright = pymupdf.Matrix(1, 0, 0, 1, -bounds.x0, -bounds.y0) * pymupdf.Matrix(turn)
        box = pymupdf.Rect(bounds.x0, bounds.y0, bounds.x1, bounds.y1) * upright
        scale = pymupdf.Matrix(shot.full_width / box.width, 0, 0, shot.full_height / box.height, 0, 0)
        shift = pymupdf.Matrix(1, 0, 0, 1, -box.x0, -box.y0) * scale
        matrix = upright * shift * pymupdf.Matrix(1, 0, 0, 1, -shot.left, -shot.top)
        device = mupdf.fz_new_draw_device(mupdf.FzMatrix(*matrix), target.this)
        mupdf.fz_run_page(loaded, device, mupdf.FzMatrix(), mupdf.FzCookie())
        mupdf.fz_close_device(device)
        rows = np.frombuffer(target.samples_mv, dtype=np.uint8).reshape(shot.height, target.stride)
        return rows[:, : shot.width * 3].reshape(shot.height, shot.width, 3).copy()

    def words(self, page: int, turn: int = 0) -> list[Word]:
        check_page(page, self.pages)
        with errors():
            loaded = self._document.load_page(page)
            width, height = loaded.rect.width, loaded.rect.height
            found = loaded.get_text("words", flags=WORD_FLAGS)
            upright = loaded.rotation_matrix  # it gives them as they are before /Rotate
        words = []
        for *corners, text, _, _, _ in found:
            left, top, right, bottom = pymupdf.Rect(corners) * upright
            box = clip_box((left / width, top / height, right / width, bottom / height))
            if box and text.strip():
                words.append(Word(text=text.strip(), box=turn_box(box, turn)))
        return words

    def figures(self, page: int, turn: int = 0) -> list[Figure]:
        from engine.pages.figures import figures  # only who exports wants them

        check_page(page, self.pages)
        with errors():
            found = figures(self._document.load_page(page))
        return [Figure(turn_box(one.box, turn), one.photo) for one in found]

    def dpi(self, page: int, turn: int, box: Box) -> float:
        from engine.pages.figures import dpi

        check_page(page, self.pages)
        with errors():
            return dpi(self._document.load_page(page), turn_box(box, -turn % 360))

    def close(self) -> None:
        if not self._document.is_closed:
            self._document.close()
