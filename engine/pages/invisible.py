# SPDX-License-Identifier: AGPL-3.0-or-later
"""Text that lies unseen over the pages of a PDF: one font for the whole file, one stream a page.

Each word is as wide as its place, so that what a reader marks is what it sees. Characters beyond the first 65,536
of Unicode borrow the numbers of surrogates, which stand for nothing by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

import pymupdf
from pymupdf import mupdf

from engine.pages.glyphless import ADVANCE, ASCENT, DESCENT, UNITS, font
from engine.protocol import Box

LaidWord: TypeAlias = tuple[str, Box]
"""A word, and its place in fractions of the page as it is shown."""

NAME = "CopyholderText"
_BORROWED = range(0xD800, 0xE000)


_TELLING = 3
"""Letters of a word that is wider than high if it stands upright."""
_UPRIGHT = 1.5
"""How much higher than wide words are that run up or down."""


class Way(Enum):
    """Which way a line runs on the page as it is shown: as lines do, or from top to foot or back, as on a scan that
    lies on its side and where writing is vertical."""

    ACROSS = "across"
    DOWN = "down"
    UP = "up"


class Layer:
    """The invisible text of one PDF that is being written. `lay` for each page, then `finish` before it is saved."""

    def __init__(self, document: pymupdf.Document) -> None:
        self._document = document
        self._font = document.get_new_xref()
        self._unicode = document.get_new_xref()
        self._far: dict[str, int] = {}

    def lay(self, page: pymupdf.Page, lines: Sequence[Sequence[LaidWord]]) -> None:
        """Lay the lines of a page over it."""
        content = self._content(page, lines)
        if not content:
            return
        self._use_font(page)
        own = page.get_contents()
        before, after = self._stream(b"q\n"), self._stream(b"\nQ\n" + content)
        if own:
            references = " ".join(f"{xref} 0 R" for xref in (before, *own, after))
        else:
            references = f"{self._stream(content)} 0 R"
        self._document.xref_set_key(page.xref, "Contents", f"[{references}]")

    def finish(self) -> None:
        """Write the font, now that all its characters are known."""
        document = self._document
        file, zeros = document.get_new_xref(), document.get_new_xref()
        descriptor, descendant = document.get_new_xref(), document.get_new_xref()
        data = font()
        document.update_object(file, f"<</Length1 {len(data)}>>")
        document.update_stream(file, data)
        document.update_object(zeros, "<<>>")
        document.update_stream(zeros, bytes(2 * 65536))  # every character is the one glyph
        document.update_object(
            descriptor,
            f"<</Type/FontDescriptor/FontName/{NAME}/Flags 5/FontBBox[0 {DESCENT} {ADVANCE} {ASCENT}]/ItalicAngle 0"
            f"/Ascent {ASCENT}/Descent {DESCENT}/CapHeight {ASCENT}/StemV 80/FontFile2 {file} 0 R>>",
        )
        document.update_object(
            descendant,
            f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{NAME}/CIDToGIDMap {zeros} 0 R/DW {ADVANCE}"
            f"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor {descriptor} 0 R>>",
        )
        document.update_object(self._unicode, "<<>>")
        document.update_stream(self._unicode, self._map())
        document.update_object(
            self._font,
            f"<</Type/Font/Subtype/Type0/BaseFont/{NAME}/Encoding/Identity-H/DescendantFonts[{descendant} 0 R]"
            f"/ToUnicode {self._unicode} 0 R>>",
        )

    # ------------------------------------------------------------ a page

    def _content(self, page: pymupdf.Page, lines: Sequence[Sequence[LaidWord]]) -> bytes:
        """The stream: mode 3 draws nothing (PDF 32000-1, 9.3.6)."""
        left_edge, top_edge, width, height, back = upright(page)
        shown: list[str] = []
        for line, way in zip(lines, ways(lines, width, height), strict=True):
            for at, (text, (left, top, right, bottom)) in enumerate(line):
                letters = text if at == len(line) - 1 else text + " "
                wide, high = max((right - left) * width, 0.1), max((bottom - top) * height, 0.1)
                along, tall = (wide, high) if way is Way.ACROSS else (high, wide)
                em = along / (len(text) * ADVANCE / UNITS)
                left_foot, foot = left_edge + left * width, top_edge + bottom * height
                sunk = DESCENT / UNITS * tall
                if way is Way.ACROSS:
                    start, on, over = pymupdf.Point(left_foot, foot + sunk), (em, 0.0), (0.0, -tall)
                elif way is Way.DOWN:
                    start, on, over = pymupdf.Point(left_foot - sunk, foot - high), (0.0, em), (tall, 0.0)
                else:
                    start, on, over = pymupdf.Point(left_foot + wide + sunk, foot), (0.0, -em), (-tall, 0.0)
                origin = start * back
                across = pymupdf.Point(start.x + on[0], start.y + on[1]) * back - origin
                up = pymupdf.Point(start.x + over[0], start.y + over[1]) * back - origin
                matrix = " ".join(_number(value) for value in (*across, *up, *origin))
                shown.append(f"{matrix} Tm <{self._codes(letters)}> Tj")
        if not shown:
            return b""
        body = "\n".join(shown)
        return f"BT\n/{NAME} 1 Tf 3 Tr\n{body}\nET\n".encode()

    def _codes(self, text: str) -> str:
        return "".join(f"{self._code(sign):04X}" for sign in text)

    def _code(self, sign: str) -> int:
        code = ord(sign)
        if code < 0x10000:
            return 0xFFFD if code in _BORROWED else code
        if sign not in self._far:
            self._far[sign] = _BORROWED[len(self._far)] if len(self._far) < len(_BORROWED) else 0xFFFD
        return self._far[sign]

    def _use_font(self, page: pymupdf.Page) -> None:
        """Name the font among the page's resources, which it may share with others or have from its parent."""
        document, owner, path = self._document, page.xref, "Resources"
        kind, value = document.xref_get_key(owner, path)
        if kind == "null":
            kind, value = self._inherited(owner)
            document.xref_set_key(owner, path, value if kind != "null" else "<<>>")
            kind = kind if kind != "null" else "dict"
        if kind == "xref":
            owner, path = int(value.split()[0]), ""
        path = f"{path}/Font".lstrip("/")
        kind, value = document.xref_get_key(owner, path)
        if kind == "xref":
            owner, path = int(value.split()[0]), ""
        elif kind != "dict":
            document.xref_set_key(owner, path, "<<>>")
        document.xref_set_key(owner, f"{path}/{NAME}".lstrip("/"), f"{self._font} 0 R")

    def _inherited(self, xref: int) -> tuple[str, str]:
        for _ in range(64):  # a damaged tree may go round
            kind, value = self._document.xref_get_key(xref, "Parent")
            if kind != "xref":
                break
            xref = int(value.split()[0])
            found: tuple[str, str] = self._document.xref_get_key(xref, "Resources")
            if found[0] != "null":
                return found
        return "null", ""

    # ------------------------------------------------------------ objects

    def _stream(self, data: bytes) -> int:
        xref: int = self._document.get_new_xref()
        self._document.update_object(xref, "<<>>")
        self._document.update_stream(xref, data)
        return xref

    def _map(self) -> bytes:
        """What the numbers mean: themselves, but for the borrowed ones."""
        far = [f"<{code:04X}> <{sign.encode('utf-16-be').hex().upper()}>" for sign, code in self._far.items()]
        groups = [far[start : start + 100] for start in range(0, len(far), 100)]
        chars = "".join(f"{len(group)} beginbfchar\n" + "\n".join(group) + "\nendbfchar\n" for group in groups)
        return (
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
            "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
            "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
            "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
            f"2 beginbfrange\n<0000> <D7FF> <0000>\n<E000> <FFFF> <E000>\nendbfrange\n{chars}"
            "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
        ).encode()


def ways(lines: Sequence[Sequence[LaidWord]], width: float, height: float) -> list[Way]:
    """Which way each line of a page runs: its words are higher than they are wide where it runs up or down, and follow
    each other so. Lines that do not tell it run as most of the others do."""
    told = [_way(line, width, height) for line in lines]
    counts = Counter(way for way in told if way is not None)
    most = counts.most_common(1)[0][0] if counts else Way.ACROSS
    upwards = counts[Way.UP] > counts[Way.DOWN]
    found = (most if way is None else way for way in told)
    return [
        Way.UP if way is Way.DOWN and len(line) == 1 and upwards else way
        for way, line in zip(found, lines, strict=True)
    ]


def _way(line: Sequence[LaidWord], width: float, height: float) -> Way | None:
    """Which way a line runs; one word alone may run down or up. None where its words are too short to tell."""
    boxes = [box for text, box in line if len(text) >= _TELLING]
    if not boxes:
        return None
    wide, high = (sum(b[2] - b[0] for b in boxes) * width, sum(b[3] - b[1] for b in boxes) * height)
    if high < _UPRIGHT * wide:
        return Way.ACROSS
    falls = line[-1][1][1] + line[-1][1][3] >= line[0][1][1] + line[0][1][3]
    return Way.DOWN if falls else Way.UP


def upright(page: pymupdf.Page) -> tuple[float, float, float, float, pymupdf.Matrix]:
    """Left, top, width and height of the page as it is shown, and the way from there to the PDF's own units. (The
    matrices of page objects are wrong for pages that are both cut and turned.)"""
    box, matrix = mupdf.FzRect(), mupdf.FzMatrix()
    pdf = mupdf.pdf_document_from_fz_document(page.parent.this)
    mupdf.pdf_page_obj_transform(mupdf.pdf_lookup_page_obj(pdf, page.number), box, matrix)
    shown = mupdf.fz_transform_rect(box, matrix)
    way = pymupdf.Matrix(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    return shown.x0, shown.y0, shown.x1 - shown.x0, shown.y1 - shown.y0, ~way


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"
