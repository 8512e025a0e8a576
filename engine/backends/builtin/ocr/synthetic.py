# SPDX-License-Identifier: AGPL-3.0-or-later
"""An OCR page as a PDF: text at its place, in its size and weight, with the ruling lines.

The rules that find headings, paragraphs, lists and tables on digital pages then work on
scans too. Nothing is embedded: the reader only needs widths, names and a ToUnicode map.
The page is scaled so that its body text is BODY points high, because those rules know
distances in points and the resolution of a picture is often unknown or wrong."""

from __future__ import annotations

import zlib

from engine.backends.builtin.ocr import guise, widths
from engine.backends.builtin.ocr.page import OcrLine, OcrPage, Piece, Ruling, body_size
from engine.backends.builtin.ocr.stack import rulings_of, stacked

BODY = 10.0
"""Points of the commonest text size."""
MAX_SIDE = 14_000.0
"""Points; PDF's own limit is 14,400."""


def page_scale(page: OcrPage) -> float:
    """Points per work pixel."""
    scale = BODY / body_size(page.lines) if page.lines else 0.36
    return min(scale, MAX_SIDE / max(page.size))


def synthetic_pdf(page: OcrPage) -> bytes:
    """One page of PDF bytes. A page without columns is drawn as it stands, its work pixels
    times `page_scale`; columns are stacked. Text read back from it goes through `guise.plain`."""
    em = body_size(page.lines)
    places, size = stacked(page, em)
    scale = min(page_scale(page), MAX_SIDE / max(size))
    sheet = _Sheet(size, scale, page.rtl)
    drawn: list[str] = []
    for place in places:
        drawn += [sheet.ruling(rule, place.dx, place.dy) for rule in rulings_of(place.region, page, em)]
        for line in page.lines[place.region.first : place.region.last]:
            drawn += [sheet.text(line, piece, place.dx, place.dy) for piece in line.pieces]
    stream = zlib.compress("\n".join(drawn).encode("ascii"))
    codes = sheet.codes
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {size[0] * scale:.2f} {size[1] * scale:.2f}]/Contents 4 0 R"
        f"/Resources<</Font<</F0 5 0 R/F1 6 0 R>>>>>>".encode(),
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(stream), stream),
        _font("Helvetica", 7),
        _font("Helvetica-Bold", 8),
        _descendant("Helvetica", 9, codes),
        _descendant("Helvetica-Bold", 10, codes),
        _descriptor("Helvetica", bold=False),
        _descriptor("Helvetica-Bold", bold=True),
        _to_unicode(codes),
    ]
    return _file(objects)


class _Sheet:
    """Draws in points on a page of `size` work pixels, mirrored if it is read from the right:
    a reader who knows left to right only shall meet the right column and cell first."""

    def __init__(self, size: tuple[float, float], scale: float, mirrored: bool) -> None:
        self._width, self._height = size
        self._scale = scale
        self._mirrored = mirrored
        self.codes: dict[str, int] = {}

    def ruling(self, rule: Ruling, dx: float, dy: float) -> str:
        x0, x1 = self._across(rule.x0 + dx, rule.x1 + dx)
        y0, y1 = (self._height - rule.y0 - dy) * self._scale, (self._height - rule.y1 - dy) * self._scale
        return f"{max(0.4, rule.width * self._scale):.2f} w {x0:.2f} {y0:.2f} m {x1:.2f} {y1:.2f} l S"

    def text(self, line: OcrLine, piece: Piece, dx: float, dy: float) -> str:
        """One run: Tz stretches Helvetica's widths to the width on the page."""
        letters = guise.disguised(piece.text)
        natural = widths.length(letters) / 1000 * line.size
        stretch = 100 * (piece.box[2] - piece.box[0]) / natural if natural else 100.0
        hexes = "".join(f"{self.codes.setdefault(c, len(self.codes) + 1):04X}" for c in letters)
        x, _ = self._across(piece.box[0] + dx, piece.box[2] + dx)
        y = (self._height - line.baseline - dy) * self._scale
        return (
            f"BT /F{int(line.bold)} {line.size * self._scale:.2f} Tf {min(1000.0, max(5.0, stretch)):.1f} Tz "
            f"1 0 0 1 {x:.2f} {y:.2f} Tm <{hexes}> Tj ET"
        )

    def _across(self, x0: float, x1: float) -> tuple[float, float]:
        if self._mirrored:
            x0, x1 = self._width - x1, self._width - x0
        return x0 * self._scale, x1 * self._scale


def _file(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def _font(name: str, descendant: int) -> bytes:
    return (
        f"<</Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H"
        f"/DescendantFonts[{descendant} 0 R]/ToUnicode 11 0 R>>"
    ).encode()


def _descendant(name: str, descriptor: int, codes: dict[str, int]) -> bytes:
    each = " ".join(str(widths.width(letter)) for letter in codes)
    return (
        f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
        f"/Supplement 0>>/FontDescriptor {descriptor} 0 R/DW 556/W[1[{each}]]/CIDToGIDMap/Identity>>"
    ).encode()


def _descriptor(name: str, *, bold: bool) -> bytes:
    weight = "/StemV 140/FontWeight 700" if bold else "/StemV 88/FontWeight 400"
    return (
        f"<</Type/FontDescriptor/FontName/{name}/Flags {32 | (1 << 18 if bold else 0)}{weight}"
        f"/FontBBox[-166 -225 1000 931]/ItalicAngle 0/Ascent 718/Descent -207/CapHeight 718/XHeight 523>>"
    ).encode()


def _to_unicode(codes: dict[str, int]) -> bytes:
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /C def /CMapType 2 def",
        "1 begincodespacerange <0000> <FFFF> endcodespacerange",
    ]
    entries = [f"<{code:04X}> <{letter.encode('utf-16-be').hex().upper()}>" for letter, code in codes.items()]
    for start in range(0, len(entries), 100):  # at most 100 a block, says the CMap format
        block = entries[start : start + 100]
        lines += [f"{len(block)} beginbfchar", *block, "endbfchar"]
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    body = "\n".join(lines).encode("ascii")
    return b"<</Length %d>>stream\n%s\nendstream" % (len(body), body)
