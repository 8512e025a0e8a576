# SPDX-License-Identifier: AGPL-3.0-or-later
"""The Markdown's words set beside the page's words: click to locate, both ways, and the ground of the flags. No Qt.

align(text, words) -> Alignment           the map of one page, from its text layer or an OCR
Alignment.place(start, end) -> Place      boxes of a span, `sure` or bounded by its neighbours
Alignment.span_at(x, y) / span_in(box)    the Markdown of a place
pack(alignment) -> bytes, unpack(...)     for the library
"""

from app.core.align.alignment import Alignment, Place, align
from app.core.align.packing import pack, unpack

__all__ = ["Alignment", "Place", "align", "pack", "unpack"]
