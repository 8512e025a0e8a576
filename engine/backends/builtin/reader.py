# SPDX-License-Identifier: AGPL-3.0-or-later
"""Reads one page: opens the file, chooses between text layer and picture, and says why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version

import msgspec
import pypdfium2.raw as pdfium

from engine.backends.builtin import route
from engine.backends.builtin.ciphers import mended
from engine.backends.builtin.files import OpenDocument
from engine.backends.builtin.halves import Half, clip, half
from engine.backends.builtin.layer.formulas import has_formulas
from engine.backends.builtin.layer.furniture import furniture, in_tables, stamps
from engine.backends.builtin.layer.glyphs import Layer, read_layer
from engine.backends.builtin.layer.layout import Layout, Rect, read_layout
from engine.backends.builtin.layer.line_numbers import line_numbers
from engine.backends.builtin.layer.page import markdown_blocks
from engine.backends.builtin.layer.second import doubtful, glyphs_of, settle
from engine.backends.builtin.layer.vertical import is_vertical, vertical_blocks
from engine.backends.builtin.layer.watermarks import watermarks
from engine.backends.builtin.layer.words import Word as LayerWord
from engine.backends.builtin.layer.words import main_turn, words_of
from engine.backends.builtin.pictures import doubtful_spans, read_from_picture
from engine.backends.builtin.spot import differs
from engine.backends.builtin.unseen import without_unseen
from engine.pages.geometry import turn_box
from engine.protocol import Note, NoteCode, PageSource, Reading, Scalar, Word

REVISION = "6"
"""Raised when the rules change so that a page reads differently."""
_LITTLE_TEXT = 600
"""Characters below which a page does not tell what the running text looks like."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of a job: languages as ISO codes, the route and the OCR model."""

    languages: tuple[str, ...]
    route: str
    model: str

    @classmethod
    def of(cls, options: Mapping[str, Scalar]) -> Wishes:
        languages = str(options.get("languages") or "")
        asked = str(options.get("route") or "auto")
        model = str(options.get("ocr_model") or "auto")
        return cls(
            tuple(code.strip() for code in languages.split(",") if code.strip()),
            asked if asked in ("auto", "picture", "text") else "auto",
            model if model in ("auto", "tiny", "small") else "auto",
        )


class PageReader:
    """Reads pages one after the other; keeps the last file open."""

    def __init__(self) -> None:
        self._document: OpenDocument | None = None

    def read(self, source: PageSource, options: Mapping[str, Scalar], emit: Callable[[str], None]) -> Reading:
        """Raises EngineError. `emit` gets the text piece by piece as it is ready."""
        document = self._open(source)
        if source.region is None:
            return _read(document, source, Wishes.of(options), emit)
        part, inside = half(document, source)
        try:
            return _read(part, inside, Wishes.of(options), emit)
        finally:
            part.close()

    def _open(self, source: PageSource) -> OpenDocument:
        if self._document is not None and not self._document.fits(source):
            self._document.close()
            self._document = None
        if self._document is None:
            self._document = OpenDocument(source.path, source.password)
        return self._document


def _read(document: OpenDocument, source: PageSource, wishes: Wishes, emit: Callable[[str], None]) -> Reading:
    document.check(source.page)
    found = _layer(document, source)
    if found is None:
        note = Note(code=NoteCode.PICTURE_ASKED if wishes.route == "picture" else NoteCode.PICTURE_NO_TEXT)
        return _from_picture(document, source, wishes, note, emit)
    layer, words = found
    layout = read_layout(document.data, source.page, source.password, source.turn)
    chosen = route.choose(layer, layout, wishes.route)
    doubtful = not chosen.picture and wishes.route == "auto" and route.suspicious(layer, layout)
    if doubtful and differs(document, source.page, source.turn, words, (layer.width, layer.height)):
        chosen = route.Route(True, Note(code=NoteCode.PICTURE_CIPHER))
    if chosen.picture:
        return _from_picture(document, source, wishes, chosen.note, emit)
    return _from_layer(document, source, wishes, (layer, words, layout), emit)


def _layer(document: OpenDocument, source: PageSource) -> tuple[Layer, list[LayerWord]] | None:
    """None for a picture, and for a page that PDFium cannot load even from the repaired file."""
    page = document.page(source.page)
    if page is None:
        return None
    try:
        layer = read_layer(page, source.turn)
        if isinstance(document, Half):
            clip(layer)
        unclear = doubtful(layer) if source.turn == 0 else []
        if unclear:
            settle(layer, unclear, glyphs_of(document.data, source.page, source.password))
        return layer, words_of(layer)
    finally:
        pdfium.FPDF_ClosePage(page)


def _from_layer(
    document: OpenDocument,
    source: PageSource,
    wishes: Wishes,
    found: tuple[Layer, list[LayerWord], Layout],
    emit: Callable[[str], None],
) -> Reading:
    layer, words, layout = found
    notes = [*document.notes, Note(code=NoteCode.TEXT_LAYER)]
    page_size = (layer.width, layer.height)
    turned = (360 - main_turn(words)) % 360  # the text itself lies on its side
    lying = source
    if turned:
        lying = msgspec.structs.replace(source, turn=(source.turn + turned) % 360)
        layer, words = _layer(document, lying) or (layer, words)
        layout = read_layout(document.data, source.page, source.password, lying.turn)
        notes.append(Note(code=NoteCode.TURNED, detail=str(turned)))
    there = _visible(words, layer)
    visible = without_unseen(document, lying, there, (layer.width, layer.height))
    hidden = len(there) > len(visible) or 0 < layer.hidden < layer.count
    if wishes.route == "auto" and not turned:
        repaired = mended(document, source.page, source.turn, visible, page_size)
        if repaired is not None:
            notes.append(Note(code=NoteCode.TEXT_IN_PICTURES))
            visible = repaired
    if hidden:
        notes.append(Note(code=NoteCode.HIDDEN_TEXT))
    if has_formulas(layer):
        notes.append(Note(code=NoteCode.HAS_FORMULAS))
    text = _stream(_blocks(document, source, visible, layer, layout), emit)
    boxes = [_word(w, layer, turned, page_size) for w in visible]
    return _reading(text, notes, boxes, wishes, f"liteparse {version('liteparse')}")


def _visible(words: list[LayerWord], layer: Layer) -> list[LayerWord]:
    """The words without those that the page does not show: beyond its edges, or drawn with no
    ink where others are drawn."""
    shown = [w for w in words if w.x0 < layer.width and w.x1 > 0 and w.y0 < layer.height and w.y1 > 0]
    if layer.hidden < layer.count:
        shown = [w for w in shown if not all(g.style.hidden for g in w.glyphs)]
    return shown


def _blocks(
    document: OpenDocument, source: PageSource, words: list[LayerWord], layer: Layer, layout: Layout
) -> Iterable[str]:
    if is_vertical(layer):
        columns = glyphs_of(document.data, source.page, source.password) if source.turn == 0 else []
        return vertical_blocks(columns or layer.glyphs)

    def strip(step: int, box: Rect) -> str | None:
        return document.strip(source.page + step, box) if source.turn == 0 else None

    across = watermarks(words)
    words = [w for w in words if id(w) not in across]
    counted = line_numbers(words, strip)
    words = [w for w in words if id(w) not in counted]
    gone: set[int] = set()
    if source.turn == 0:
        gone = furniture(words, (layer.width, layer.height), strip)
        if gone:
            gone -= in_tables(words, layout.segments, layer.height)
        gone |= stamps(words, layer.width)
    others = document.sizes_of_others(source.page) if layer.count < _LITTLE_TEXT else None
    visible = [w for w in words if id(w) not in gone]
    return markdown_blocks(visible, layout, others, lambda: document.words_around(source.page))


def _word(word: LayerWord, layer: Layer, turned: int, page_size: tuple[float, float]) -> Word:
    """Its box in fractions of the page as shown, that is before it was laid upright to read."""
    box = (word.x0 / layer.width, word.y0 / layer.height, word.x1 / layer.width, word.y1 / layer.height)
    if turned:
        box = turn_box(box, (360 - turned) % 360)
    left, top, right, bottom = (min(1.0, max(0.0, side)) for side in box)
    return Word(text=word.text, box=(left, top, right, bottom))


def _from_picture(
    document: OpenDocument, source: PageSource, wishes: Wishes, reason: Note, emit: Callable[[str], None]
) -> Reading:
    found = read_from_picture(document, source.page, source.turn, wishes.languages, wishes.model)
    text = _stream(found.blocks, emit)
    notes = [*document.notes, reason, *found.notes]
    reading = _reading(text, notes, found.words, wishes, found.engine)
    return msgspec.structs.replace(reading, low_confidence=doubtful_spans(text, found.words))


def _reading(text: str, notes: Sequence[Note], words: list[Word], wishes: Wishes, model: str) -> Reading:
    if not text.strip() and all(note.code != NoteCode.BLANK_PAGE for note in notes):
        notes = [*notes, Note(code=NoteCode.BLANK_PAGE)]
    settings: dict[str, Scalar] = {"route": wishes.route, "ocr_model": wishes.model}
    if wishes.languages:
        settings["languages"] = ",".join(wishes.languages)
    return Reading(
        engine="builtin",
        model=model,
        revision=REVISION,
        raw=text,
        text=text,
        words=words,
        notes=list(notes),
        settings=settings,
    )


def _stream(blocks: Iterable[str], emit: Callable[[str], None]) -> str:
    text = ""
    for block in blocks:
        piece = ("\n\n" if text else "") + block
        text += piece
        emit(piece)
    return text
