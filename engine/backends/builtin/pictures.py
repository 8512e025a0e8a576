# SPDX-License-Identifier: AGPL-3.0-or-later
"""Reading a page from its picture: the OCR's lines as a one-page PDF through the same rules
that read text layers."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pypdfium2.raw as pdfium

from engine.backends.builtin.files import OpenDocument
from engine.backends.builtin.layer.furniture import furniture
from engine.backends.builtin.layer.glyphs import read_layer
from engine.backends.builtin.layer.layout import read_layout
from engine.backends.builtin.layer.line_numbers import line_numbers
from engine.backends.builtin.layer.page import markdown_blocks
from engine.backends.builtin.layer.words import Word as LayerWord
from engine.backends.builtin.layer.words import words_of
from engine.backends.contract import EngineError
from engine.pages.reader import Pixels
from engine.protocol import ErrorCode, Note, NoteCode, Word

DPI = 200.0
"""Resolution a page is read at: 300 is no better with these models and twice as slow."""
MOST_PIXELS = 5000
"""Of the long side; bounds memory on huge pages."""
_DOUBTFUL = 0.75
"""Words read with less confidence are marked; on clean print the median is 0.98."""
SCAN_PIXELS = 3400
"""A scan finer than this is read at 200 dpi of its page or at this long side."""


@dataclass(slots=True)
class PictureText:
    """What a picture gave. `blocks` are made while they are asked for."""

    blocks: Iterable[str]
    words: list[Word]
    notes: list[Note]
    engine: str
    confidence: float | None


def read_from_picture(
    document: OpenDocument, page: int, turn: int, languages: Sequence[str], model: str
) -> PictureText:
    """Raises EngineError. The OCR libraries load on the first call."""
    from engine.backends.builtin.ocr import NoRecogniserError, plain, read_picture, synthetic_pdf

    side = picture_side(document, page)
    picture = document.picture(page, side, turn)
    dpi = max(picture.shape[:2]) * 72 / max(document.size(page))
    try:
        found = read_picture(picture, languages=languages, model=model, dpi=dpi)
    except NoRecogniserError as error:
        raise EngineError(ErrorCode.ENGINE_UNAVAILABLE, str(error)) from error
    words = [Word(text=w.text, box=w.box, confidence=w.confidence) for w in found.words]
    blocks: Iterable[str] = ()
    if found.lines:
        data = synthetic_pdf(found)
        layout = read_layout(data, 0, None)
        seen = _words_of_bytes(data)
        counted = line_numbers(seen, lambda step, box: None)
        seen = [w for w in seen if id(w) not in counted]
        gone = furniture(seen, (layout.width, layout.height), lambda step, box: None)
        blocks = map(plain, markdown_blocks([w for w in seen if id(w) not in gone], layout))
    return PictureText(blocks, words, [*found.notes, *_scaled(document, page, picture)], found.engine, found.confidence)


def _words_of_bytes(data: bytes) -> list[LayerWord]:
    document = pdfium.FPDF_LoadMemDocument(data, len(data), None)
    page = pdfium.FPDF_LoadPage(document, 0)
    try:
        return words_of(read_layer(page))
    finally:
        pdfium.FPDF_ClosePage(page)
        pdfium.FPDF_CloseDocument(document)


def doubtful_spans(text: str, words: Sequence[Word]) -> list[tuple[int, int]]:
    """Where the words of low confidence stand in the text, as far as they are found there."""
    spans: list[tuple[int, int]] = []
    for word in words:
        if word.confidence is None or word.confidence >= _DOUBTFUL or len(word.text) < 2:
            continue
        at = text.find(word.text)
        while at >= 0 and any(start <= at < end for start, end in spans):
            at = text.find(word.text, at + 1)
        if at >= 0:
            spans.append((at, at + len(word.text)))
    return sorted(spans)


def picture_side(document: OpenDocument, page: int) -> int:
    """Pixels of the long side to read a page at: 200 dpi, or the scan's own where it is finer
    than that on a small page."""
    side = max(document.size(page)) * DPI / 72
    native = _native_side(document, page)
    if document.reader.kind == "picture":
        return max(1, min(native, MOST_PIXELS))
    return round(min(max(side, min(native, SCAN_PIXELS)), MOST_PIXELS))


def _native_side(document: OpenDocument, page: int) -> int:
    """Long side in pixels of a picture file or of the largest picture on a page, 0 if none."""
    if document.reader.kind == "picture":
        return document.reader.sides[page]
    handle = document.page(page)
    if handle is None:
        return 0
    try:
        count = pdfium.FPDFPage_CountObjects(handle)
        sides = (_object_side(pdfium.FPDFPage_GetObject(handle, i)) for i in range(count))
        return round(document.share * max(sides, default=0))
    finally:
        pdfium.FPDF_ClosePage(handle)


def _object_side(item: object) -> int:
    if pdfium.FPDFPageObj_GetType(item) != pdfium.FPDF_PAGEOBJ_IMAGE:
        return 0
    width, height = ctypes.c_uint(), ctypes.c_uint()
    pdfium.FPDFImageObj_GetImagePixelSize(item, ctypes.byref(width), ctypes.byref(height))
    return max(width.value, height.value)


def _scaled(document: OpenDocument, page: int, picture: Pixels) -> list[Note]:
    """Say so where a huge page was read at less than 200 dpi."""
    full, given = round(max(document.size(page)) * DPI / 72), max(picture.shape[:2])
    if document.reader.kind == "picture" or full <= 1.2 * given:
        return []
    return [Note(code=NoteCode.SCALED_DOWN, detail=f"{full} {given}")]
