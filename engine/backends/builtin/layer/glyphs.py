# SPDX-License-Identifier: AGPL-3.0-or-later
"""The characters of a page as PDFium sees them, with place and style.

liteparse, which finds the blocks, stands on PDFium too but folds typographic punctuation to
ASCII and forgets raised digits and emphasis; so the text itself is taken from here.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pypdfium2 import raw

from engine.backends.builtin.layer.dingbats import signs_of

_BOLD = re.compile(r"bold|black|heavy|[-,]bd|cmbx|sfbx|nimbusromno9l-medi|-medi\b|demi", re.I)
_ITALIC = re.compile(r"ital|obli|slant|cmti|cmsl|sfti|[-,]it\b", re.I)
_MONO = re.compile(r"mono|courier|cmtt|sftt|consol|typewriter|menlo|inconsol|nimbusmonl|fixed", re.I)
_MATH = re.compile(r"cmmi|cmsy|cmex|msam|msbm|eufm|rsfs|stix.*math|cambria\s?math|latinmodernmath|lmmath|xits|"
                   r"asana|mathjax|symbolmt|eurm|eusm|mtmi|mtsy|txsy|pxsy|mathematicalpi", re.I)
HYPHEN = "\x02"
"""PDFium's sign for a hyphen at the end of a line."""
_FLAG_MONO, _FLAG_ITALIC, _FLAG_BOLD = 1, 64, 1 << 18  # PDF font descriptor flags


@dataclass(slots=True, eq=False)
class Style:
    """What the glyphs of one text object share. `size` is in points, `turn` is the direction
    of the text in degrees clockwise (0 is left to right)."""

    font: str
    size: float
    bold: bool = False
    italic: bool = False
    mono: bool = False
    math: bool = False
    hidden: bool = False
    color: int = 0
    turn: int = 0
    signs: Mapping[int, str] | None = None
    """What the letters show, by code, in a font of signs."""


@dataclass(slots=True, eq=False)
class Glyph:
    """One character. `base` is its baseline (y)."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    style: Style


@dataclass(slots=True)
class Layer:
    """All characters of a page in PDFium's order; None stands for a space. `breaks` are the
    places in `glyphs` before which PDFium sees a new line (not always rightly). `strange`
    counts characters that no text should have."""

    width: float
    height: float
    glyphs: list[Glyph | None]
    breaks: set[int] = field(default_factory=set)
    count: int = 0
    strange: int = 0
    hidden: int = 0


class Frame:
    """Turns PDF user space of a page into upright points with the origin at the top left."""

    def __init__(self, page: Any, turn: int = 0) -> None:
        """`turn`: degrees clockwise to turn the page on top of its own /Rotate."""
        box = raw.FS_RECTF()
        raw.FPDF_GetPageBoundingBox(page, ctypes.byref(box))
        self.left, self.bottom = box.left, box.bottom
        wide, high = box.right - box.left, box.top - box.bottom
        self.turn = (raw.FPDFPage_GetRotation(page) + turn // 90) % 4
        self.w, self.h = wide, high
        self.width, self.height = (wide, high) if self.turn % 2 == 0 else (high, wide)

    def point(self, x: float, y: float) -> tuple[float, float]:
        u, v = x - self.left, y - self.bottom
        if self.turn == 0:
            return u, self.h - v
        if self.turn == 1:
            return v, u
        if self.turn == 2:
            return self.w - u, v
        return self.h - v, self.w - u

    def user(self, x: float, y: float) -> tuple[float, float]:
        """Back from upright points to PDF user space."""
        if self.turn == 0:
            u, v = x, self.h - y
        elif self.turn == 1:
            u, v = y, x
        elif self.turn == 2:
            u, v = self.w - x, y
        else:
            u, v = self.w - y, self.h - x
        return u + self.left, v + self.bottom

    def box(self, x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
        ax, ay = self.point(x0, y0)
        bx, by = self.point(x1, y1)
        return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def read_layer(page: Any, turn: int = 0) -> Layer:
    """All characters of an open PDFium page (a raw FPDF_PAGE), turned by `turn` degrees
    clockwise on top of its own /Rotate."""
    frame = Frame(page, turn)
    text = raw.FPDFText_LoadPage(page)
    if not text:
        return Layer(frame.width, frame.height, [])
    try:
        return _read(text, frame)
    finally:
        raw.FPDFText_ClosePage(text)


_object_of = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)(
    ctypes.cast(raw.FPDFText_GetTextObject, ctypes.c_void_p).value or 0
)
"""FPDFText_GetTextObject with a plain number as its result: it is asked for every character,
and the object only has to be told from the one before it."""


def _read(text: Any, frame: Frame) -> Layer:
    layer = Layer(frame.width, frame.height, [])
    glyphs = layer.glyphs
    rect = raw.FS_RECTF()
    ref = ctypes.byref(rect)
    unicode_of, box_of = raw.FPDFText_GetUnicode, raw.FPDFText_GetLooseCharBox
    handle = ctypes.cast(text, ctypes.c_void_p).value
    left, bottom, high_page = frame.left, frame.bottom, frame.h
    styles: dict[int | None, tuple[Style, float]] = {}
    last: int | None = -1
    style, drop, high = Style("", 0.0), 0.0, 0
    for i in range(raw.FPDFText_CountChars(text)):
        code = unicode_of(text, i)
        if 0xD800 <= code < 0xDC00:  # PDFium counts in UTF-16
            high = code
            continue
        if 0xDC00 <= code < 0xE000 and high:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
        high = 0
        if code in (10, 13):
            layer.breaks.add(len(glyphs))
            continue
        if code in (32, 0xA0, 9):
            if glyphs and glyphs[-1] is not None:
                glyphs.append(None)
            continue
        here = _object_of(handle, i)
        if here != last:
            last = here
            if here not in styles:
                styles[here] = _style(text, i, frame)
            style, drop = styles[here]
        layer.count += 1
        layer.hidden += style.hidden
        sign = None if style.signs is None else style.signs.get(code)
        if (code < 32 or 0xD800 <= code <= 0xF8FF or 0xFFFD <= code <= 0xFFFF) and code != 2 and not sign:
            layer.strange += 1
        box_of(text, i, ref)
        if frame.turn:
            x0, y0, x1, y1 = frame.box(rect.left, rect.bottom, rect.right, rect.top)
        else:
            x0, x1 = rect.left - left, rect.right - left
            y0, y1 = high_page - (rect.top - bottom), high_page - (rect.bottom - bottom)
        glyphs.append(Glyph(sign or chr(code), x0, y0, x1, y1, y1 - drop, style))
    return layer


def _style(text: Any, index: int, frame: Frame) -> tuple[Style, float]:
    """Style of the text object at a character, and how far its baseline lies above the
    lower edge of its glyph boxes (points)."""
    obj = raw.FPDFText_GetTextObject(text, index)
    rect, x, y = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetLooseCharBox(text, index, ctypes.byref(rect))
    raw.FPDFText_GetCharOrigin(text, index, ctypes.byref(x), ctypes.byref(y))
    _, _, _, low = frame.box(rect.left, rect.bottom, rect.right, rect.top)
    _, base = frame.point(x.value, y.value)
    if not obj:
        size = abs(rect.top - rect.bottom) / 1.1
        return Style("", size), low - base
    font = raw.FPDFTextObj_GetFont(obj)
    name, flags = _font(font)
    style = Style(name, _size(obj, rect))
    style.bold = bool(_BOLD.search(name)) or bool(flags & _FLAG_BOLD)
    style.italic = bool(flags & _FLAG_ITALIC) or bool(_ITALIC.search(name))
    style.mono = bool(flags & _FLAG_MONO) or bool(_MONO.search(name))
    style.math = bool(_MATH.search(name))
    style.signs = signs_of(name)
    mode = raw.FPDFTextObj_GetTextRenderMode(obj)
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if raw.FPDFPageObj_GetFillColor(obj, *(ctypes.byref(c) for c in (red, green, blue, alpha))):
        style.color = red.value << 16 | green.value << 8 | blue.value
    style.hidden = mode in (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP)
    angle = math.degrees(raw.FPDFText_GetCharAngle(text, index)) + 90 * frame.turn
    style.turn = round(angle / 90) * 90 % 360
    return style, low - base


def _font(font: Any) -> tuple[str, int]:
    """Name with its subset tag, and descriptor flags. The weight that PDFium makes of the stem
    width does not tell bold from regular in many fonts."""
    if not font:
        return "", 0
    buffer = ctypes.create_string_buffer(128)
    raw.FPDFFont_GetBaseFontName(font, buffer, 128)
    name = buffer.value.decode("utf-8", "replace")
    return name, raw.FPDFFont_GetFlags(font)


def _size(obj: Any, rect: Any) -> float:
    """Size of the type in points, after all scaling."""
    size, matrix = ctypes.c_float(), raw.FS_MATRIX()
    raw.FPDFTextObj_GetFontSize(obj, ctypes.byref(size))
    raw.FPDFPageObj_GetMatrix(obj, ctypes.byref(matrix))
    scaled: float = size.value * math.hypot(matrix.c, matrix.d)
    upward = abs(matrix.b) > abs(matrix.a)  # in user space; the page's /Rotate may turn it back
    high: float = max(abs(rect.right - rect.left) if upward else abs(rect.top - rect.bottom), 0.1)
    if not 0.4 <= high / max(scaled, 0.01) <= 2.5:  # a form's own scale is not in the matrix
        return high / 1.1
    return scaled
