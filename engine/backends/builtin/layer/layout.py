# SPDX-License-Identifier: AGPL-3.0-or-later
"""What liteparse says about a page: blocks in reading order, tables, doubts, rulings, form fields.

liteparse is young and moves fast: it is pinned, and all that is particular about it is here.
Its OCR is always off, for with OCR on it would fetch language data from the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from liteparse import LiteParse, ParseError

from engine.backends.contract import EngineError
from engine.protocol import ErrorCode

Rect: TypeAlias = tuple[float, float, float, float]
"""left, top, right, bottom in points on the upright page."""
_FRAME = 1.5
"""Points by which the box of a frame may miss the lines that it is drawn with."""
_MOST_MARKS, _MOST_SIDES = 500, 200_000
"""A drawing has more of them, and none is an empty square of a form; frames times lines that are looked at."""
_MARK = 1.0, 20.0
"""Points; smaller and larger shapes mark no item of a list."""


@dataclass(slots=True, eq=False)
class Cell:
    text: str
    box: Rect | None


@dataclass(slots=True, eq=False)
class Block:
    """A block of liteparse. `kind` is heading, paragraph, list_item, code, table,
    grid_fallback, rule or figure."""

    kind: str
    box: Rect
    text: str = ""
    level: int = 0
    rows: list[list[Cell]] = field(default_factory=list)
    headed: bool = False


@dataclass(slots=True, eq=False)
class Segment:
    """A ruling: horizontal if y0 == y1, else vertical."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(slots=True, eq=False)
class Field:
    """A form field with what is in it. `kind` as liteparse names it."""

    kind: str
    box: Rect
    value: str
    checked: bool | None


@dataclass(slots=True, eq=False)
class Layout:
    width: float
    height: float
    blocks: list[Block]
    segments: list[Segment] = field(default_factory=list)
    fills: list[Rect] = field(default_factory=list)
    marks: list[Rect] = field(default_factory=list)
    """Shapes as small as the mark of a list item, about as wide as high."""
    boxes: list[Rect] = field(default_factory=list)
    """Those of them that may be empty squares: frames with straight sides, not painted or white."""
    fields: list[Field] = field(default_factory=list)
    links: list[tuple[Rect, str]] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    garbled: bool = False
    full_picture: bool = False
    pictures: float = 0.0
    """Share of the page that pictures cover, a full-page background left out."""
    text_length: int = 0


def read_layout(source: str | bytes, page: int, password: str | None, turn: int = 0) -> Layout:
    """Raises EngineError if the file cannot be parsed. `page` counts from 0; `turn` is in
    degrees clockwise on top of the page's own /Rotate."""
    parser = LiteParse(
        ocr_enabled=False,
        quiet=True,
        target_pages=str(page + 1),
        password=password,
        image_mode="off",
        keep_headers_footers=True,
        extract_blocks=True,
        extract_form_fields=True,
        extract_annotations=True,
        extract_vector_graphics=True,
        include_complexity=True,
        page_orientation_corrections=[(page + 1, (360 - turn) % 360)] if turn else None,
    )
    try:
        result = parser.parse(source)
    except (ParseError, ValueError) as error:
        raise EngineError(ErrorCode.DAMAGED, str(error)) from error
    found = [p for p in result.pages if p.page_num == page + 1]
    if not found:
        raise EngineError(ErrorCode.NO_SUCH_PAGE, str(page + 1))
    return _layout(found[0])


def _layout(page: Any) -> Layout:
    layout = Layout(page.width, page.height, [_block(b) for b in page.blocks or [] if b.bbox is not None])
    stats = page.complexity
    if stats is not None:
        layout.reasons, layout.garbled = list(stats.reasons), bool(stats.is_garbled)
        layout.full_picture, layout.pictures = bool(stats.full_page_image), float(stats.image_coverage)
        layout.text_length = int(stats.text_length)
    if page.vector_graphics is not None:
        layout.segments = [Segment(li.x1, li.y1, li.x2, li.y2) for li in page.vector_graphics.lines]
        layout.fills = [_corners(s.bbox) for s in page.vector_graphics.shapes if s.fill]
        marks = [(box, s) for s in page.vector_graphics.shapes if _is_mark(box := _corners(s.bbox))]
        layout.marks = [box for box, _ in marks]
        frames = [box for box, s in marks if _is_frame(s)]
        if len(marks) <= _MOST_MARKS and len(frames) * len(layout.segments) <= _MOST_SIDES:
            layout.boxes = [box for box in frames if _framed(box, layout.segments)]
    layout.fields = [_field(f) for f in page.form_fields or [] if f.rect is not None]
    layout.links = [
        (_rect(rect), a.uri)
        for a in page.annotations or []
        if a.uri
        for rect in (a.quadpoint_rects or ([a.rect] if a.rect else []))
    ]
    return layout


def _corners(bbox: Any) -> Rect:
    x, y, width, height = bbox
    return x, y, x + width, y + height


def _is_mark(box: Rect) -> bool:
    wide, high = box[2] - box[0], box[3] - box[1]
    return _MARK[0] < wide < _MARK[1] and 0.7 < wide / max(high, 0.1) < 1.4


def _is_frame(shape: Any) -> bool:
    white = not shape.fill or str(shape.fill_color or "").lower().endswith("ffffff")
    return bool(shape.stroke) and white and not shape.has_curve


def _framed(box: Rect, segments: Sequence[Segment]) -> bool:
    """Whether all four sides of a shape are drawn, as those of a cross are not."""
    x0, y0, x1, y1 = box
    sides = [False] * 4
    for s in segments:
        if not (x0 - _FRAME <= min(s.x0, s.x1) and max(s.x0, s.x1) <= x1 + _FRAME):
            continue
        if not (y0 - _FRAME <= min(s.y0, s.y1) and max(s.y0, s.y1) <= y1 + _FRAME):
            continue
        if s.y0 == s.y1 and abs(s.x1 - s.x0) > 0.6 * (x1 - x0):
            sides[0 if abs(s.y0 - y0) < abs(s.y0 - y1) else 1] = True
        elif s.x0 == s.x1 and abs(s.y1 - s.y0) > 0.6 * (y1 - y0):
            sides[2 if abs(s.x0 - x0) < abs(s.x0 - x1) else 3] = True
    return all(sides)


def _rect(rect: Any) -> Rect:
    return rect.x, rect.y, rect.x + rect.width, rect.y + rect.height


def _block(block: Any) -> Block:
    rows = [*([block.header] if block.header else []), *(block.rows or [])]
    text = block.text if block.text is not None else " ".join(block.lines or [])
    return Block(
        kind=block.kind,
        box=_rect(block.bbox),
        text=text or "",
        level=block.level or 0,
        rows=[[Cell(c.text, _rect(c.bbox) if c.bbox else None) for c in row] for row in rows],
        headed=bool(block.header),
    )


def _field(item: Any) -> Field:
    value = ", ".join(item.selected_options) if item.selected_options else (item.value or "")
    return Field(item.type, _rect(item.rect), value, item.checked)
