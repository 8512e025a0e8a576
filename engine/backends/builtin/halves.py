# SPDX-License-Identifier: AGPL-3.0-or-later
"""Half of a double page as a document of its own, so that all that reads pages reads it as any other.

A PDF's page is cut to the half in a small copy, with the same halves of the pages around it: running heads are known
by what stands on those. What lies beyond the cut is still in the copy; PDFium sees it, and it is left out here.
"""

from __future__ import annotations

from bisect import bisect_left

import msgspec
import pypdfium2

from engine.backends.builtin.files import OpenDocument
from engine.backends.builtin.layer.glyphs import Glyph, Layer
from engine.backends.builtin.layer.layout import Rect
from engine.backends.contract import EngineError
from engine.pages.reader import FileError
from engine.pages.spreads import Place, Regions
from engine.protocol import Box, PageSource

_AROUND = 2
"""Pages before and after whose running heads may be looked at."""


class Half(OpenDocument):
    """`place` is the half in the document `whole`, which stays open. `number` is the half's page in here."""

    def __init__(self, whole: OpenDocument, source: PageSource) -> None:
        assert source.region is not None
        self.path, self.password, self.stamp = whole.path, None, whole.stamp
        self.notes = whole.notes
        self.data = b""
        self.pdf = None
        self._texts = {}
        self._sizes = None
        self._whole = whole
        pages = whole.reader.pages
        first, last = max(0, source.page - _AROUND), min(pages - 1, source.page + _AROUND)
        if whole.pdf is not None:
            self.data = _cut(whole.data, whole.password, range(first, last + 1), source.turn, source.region)
        if self.data:
            self.pdf = pypdfium2.PdfDocument(self.data)
        else:
            first = last = source.page
        self.number = source.page - first
        places = [Place(page, source.region, source.turn) for page in range(first, last + 1)]
        self._reader = Regions(whole.reader, places)
        size = whole.reader.sizes[source.page]
        self.share = max(self._reader.sizes[self.number]) / max(size)

    def strip(self, page: int, box: Rect) -> str | None:
        """Without what lies beyond the cut."""
        width, _ = self.reader.sizes[self.number]
        return super().strip(page, (max(0.0, box[0]), box[1], min(width, box[2]), box[3]))

    def repair(self) -> bool:
        return False  # the whole document was, if need be

    def close(self) -> None:
        self._close_pdf()


def half(whole: OpenDocument, source: PageSource) -> tuple[Half, PageSource]:
    """The half as a document, and where it is in there. Raises EngineError."""
    whole.check(source.page)
    try:
        document = Half(whole, source)
    except FileError as error:
        raise EngineError(error.code, error.detail) from error
    inside = msgspec.structs.replace(source, page=document.number, turn=0, region=None, password=None)
    return document, inside


def clip(layer: Layer) -> None:
    """Leave out the characters whose middle is not on the page."""
    kept = [at for at, glyph in enumerate(layer.glyphs) if glyph is None or _is_on(layer, glyph)]
    if len(kept) == len(layer.glyphs):
        return
    layer.breaks = {bisect_left(kept, at) for at in layer.breaks}
    layer.glyphs = [layer.glyphs[at] for at in kept]
    left = [glyph for glyph in layer.glyphs if glyph is not None]
    share = len(left) / layer.count if layer.count else 0.0
    layer.strange = round(layer.strange * share)
    layer.hidden = sum(glyph.style.hidden for glyph in left)
    layer.count = len(left)


def _is_on(layer: Layer, glyph: Glyph) -> bool:
    x, y = (glyph.x0 + glyph.x1) / 2, (glyph.y0 + glyph.y1) / 2
    return 0 <= x < layer.width and 0 <= y <= layer.height


def _cut(data: str | bytes, password: str | None, pages: range, turn: int, region: Box) -> bytes:
    """These pages, turned and cut to the region, as a PDF; nothing where MuPDF cannot do it."""
    import pymupdf

    try:
        with (
            pymupdf.open(stream=data, filetype="pdf") if isinstance(data, bytes) else pymupdf.open(data) as whole,
            pymupdf.open() as made,
        ):
            if whole.needs_pass and not whole.authenticate(password or ""):
                return b""
            made.insert_pdf(whole, from_page=pages[0], to_page=pages[-1])
            for page in made:
                page.set_rotation((page.rotation + turn) % 360)
                box = _in_user_space(page, region)
                for name in ("MediaBox", "CropBox"):
                    made.xref_set_key(page.xref, name, box)
            content: bytes = made.tobytes(deflate=False)
            return content
    except (RuntimeError, ValueError, IndexError, pymupdf.mupdf.FzErrorBase):
        return b""


def _in_user_space(page: object, region: Box) -> str:
    """The region of the page as it is shown, as an array of the PDF's own units."""
    import pymupdf

    from engine.pages.invisible import upright

    left, top, wide, high, back = upright(page)
    corners = [pymupdf.Point(left + region[x] * wide, top + region[y] * high) * back for x, y in ((0, 1), (2, 3))]
    xs, ys = sorted(corner.x for corner in corners), sorted(corner.y for corner in corners)
    return f"[{xs[0]:.4f} {ys[0]:.4f} {xs[1]:.4f} {ys[1]:.4f}]"
