# SPDX-License-Identifier: AGPL-3.0-or-later
"""An OCR page as a PDF: text at its place, in its size and weight, with the ruling lines.

The rules that find headings, paragraphs, lists and tables on digital pages then work on
scans too. Nothing is embedded: the reader only needs widths, names and a ToUnicode map.
The page is scaled so that its body text is BODY points high, because those rules know
distances in points and the resolution of a picture is often unknown or wrong."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from engine.backends.builtin.ocr import guise, widths
from engine.backends.builtin.ocr.page import OcrLine, OcrPage, Piece

BODY = 10.0
"""Points of the commonest text size."""
MAX_SIDE = 14_000.0
"""Points; PDF's own limit is 14,400."""


def page_scale(page: OcrPage) -> float:
    """Points per work pixel."""
    scale = BODY / body_size(page.lines) if page.lines else 0.36
    return min(scale, MAX_SIDE / max(page.size))


def body_size(lines: Iterable[OcrLine]) -> float:
    """The size that most characters have, in work pixels."""
    counts: dict[float, int] = {}
    for line in lines:
        counts[line.size] = counts.get(line.size, 0) + len(line.text)
    return max(counts, key=lambda s: counts[s]) if counts else BODY


def synthetic_pdf(page: OcrPage) -> bytes:
    """One page of PDF bytes; positions are the work pixels times `page_scale`."""
    scale = page_scale(page)
    codes: dict[str, int] = {}
    content = "\n".join([*_rulings(page, scale), "BT", *_texts(page, scale, codes), "ET"])
    stream = zlib.compress(content.encode("ascii"))
    width, height = page.size[0] * scale, page.size[1] * scale
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width:.2f} {height:.2f}]/Contents 4 0 R"
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


def _rulings(page: OcrPage, scale: float) -> list[str]:
    width, height = page.size
    out = []
    for r in page.rulings:
        x0, x1 = (width - r.x1, width - r.x0) if page.rtl else (r.x0, r.x1)
        out.append(
            f"{max(0.4, r.width * scale):.2f} w {x0 * scale:.2f} {(height - r.y0) * scale:.2f} m "
            f"{x1 * scale:.2f} {(height - r.y1) * scale:.2f} l S"
        )
    return out


def _texts(page: OcrPage, scale: float, codes: dict[str, int]) -> Iterable[str]:
    height = page.size[1]
    for line in page.lines:
        for piece in line.pieces:
            yield _text(line, _mirrored(piece, page.size[0]) if page.rtl else piece, height, scale, codes)


def _mirrored(piece: Piece, width: int) -> Piece:
    """On a right-to-left page the reader, who knows left to right only, shall meet the
    right column and the right cell first."""
    left, top, right, bottom = piece.box
    return Piece(piece.text, (width - right, top, width - left, bottom))


def _text(line: OcrLine, piece: Piece, height: int, scale: float, codes: dict[str, int]) -> str:
    """One run: Tz stretches Helvetica's widths to the width on the page."""
    letters = guise.disguised(piece.text)
    natural = widths.length(letters) / 1000 * line.size
    stretch = 100 * (piece.box[2] - piece.box[0]) / natural if natural else 100.0
    hexes = "".join(f"{codes.setdefault(c, len(codes) + 1):04X}" for c in letters)
    return (
        f"/F{int(line.bold)} {line.size * scale:.2f} Tf {min(1000.0, max(5.0, stretch)):.1f} Tz "
        f"1 0 0 1 {piece.box[0] * scale:.2f} {(height - line.baseline) * scale:.2f} Tm <{hexes}> Tj"
    )


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
