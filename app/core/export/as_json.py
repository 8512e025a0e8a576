# SPDX-License-Identifier: AGPL-3.0-or-later
"""A document as JSON for programs: its pages as they were read, its blocks as they were put together.

The form is fixed by `resources/schema/document-1.json`. What is unknown is absent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

import msgspec

from app.core.assemble.pieces import Change, Kind, Piece
from app.core.export.compose import composed
from app.core.export.figures import by_name, linked
from app.core.export.placed import PlacedBlock, placed
from app.core.export.placeholder import placeholder
from app.core.export.request import NAMES
from app.core.export.snapshot import ExportOptions, Figure, KeptFlag, PageText, Snapshot
from app.core.export.table_grid import Grid, grids
from app.core.export.watch import Watch
from app.core.markup.inline import stretches
from engine.protocol import Box, Reading, Word

VERSION = 1
"""Raised when something that is there changes its meaning; what is new may be added without."""


def render(snapshot: Snapshot, options: ExportOptions, watch: Watch, assets: str = "") -> str:
    """The whole file. Pages count from 1, as people count them. Figures are files in the folder `assets`."""
    figures = by_name(snapshot)

    def link(figure: Figure) -> str:
        return f"{quote(assets)}/{quote(figure.name)}"

    done = composed(snapshot, options, watch.part(0, 0.5))
    pages = watch.part(0.5, 0.8).over(snapshot.pages, len(snapshot.pages))
    pieces = watch.part(0.8, 1).over(done.pieces, len(done.pieces))
    whole = {
        "format": "copyholder-document",
        "version": VERSION,
        "document": _known(
            title=snapshot.title,
            author=snapshot.author,
            source=PurePath(snapshot.source).name,
            sha256=snapshot.content,
            language=snapshot.language,
            engine=snapshot.engine,
            changed=_time(snapshot.changed) if snapshot.changed else "",
        ),
        "outline": [{"level": e.level, "title": e.title, "page": e.page + 1} for e in snapshot.outline],
        "steps": [name for name in NAMES if getattr(options.steps, name)],
        "pages": [_page(page, snapshot.words) for page in pages],
        "blocks": [_block(piece) for piece in pieces],
        "changes": [_change(change) for change in done.changes],
        **({"figures": [_figure(figure, assets) for figure in snapshot.figures]} if figures else {}),
    }
    return linked(json.dumps(whole, ensure_ascii=False, indent=1), figures, link) + "\n"


def _figure(figure: Figure, assets: str) -> dict[str, Any]:
    return {
        "page": figure.page + 1, "file": f"{assets}/{figure.name}", "box": _box(figure.box),
        "width": figure.width, "height": figure.height, **_known(caption=figure.caption),
    }  # fmt: skip


def _page(page: PageText, words: Callable[[int], Sequence[Word]] | None) -> dict[str, Any]:
    shown: dict[str, Any] = {"page": page.page + 1, **_known(label=page.label), "edited": page.edited}
    if page.text is not None:
        shown["markdown"] = page.text
    else:
        shown["missing"] = " ".join(filter(None, placeholder(page)))
        if page.problem is not None:
            shown["problem"] = {"code": str(page.problem.code), **_known(detail=page.problem.detail)}
    if page.reading is not None:
        shown["reading"] = _reading(page.reading)
    if page.readings:
        shown["readings"] = [
            {"at": _time(one.at), "present": one.present, **_reading(one.reading)} for one in page.readings
        ]
    if page.flags is not None:
        shown["flags"] = [_flag(one) for one in page.flags]
    if words is not None and page.text and (known := words(page.page)):
        shown["places"] = [_place(block) for block in placed(page.text, known)]
    return shown


def _flag(kept: KeptFlag) -> dict[str, Any]:
    flag = kept.flag
    shown: dict[str, Any] = {
        "kind": str(flag.kind), "severity": flag.severity.name.lower(), "start": flag.start, "end": flag.end,
        "reason": str(flag.reason), "data": dict(flag.data), "dismissed": kept.dismissed,
    }  # fmt: skip
    if flag.boxes:
        shown["boxes"], shown["sure"] = [_box(box) for box in flag.boxes], flag.sure
    if flag.suggestion is not None:
        shown["suggestion"] = flag.suggestion
    return shown


def _place(block: PlacedBlock) -> dict[str, Any]:
    lines = [{"text": line.text, "box": _box(line.box)} for line in block.lines]
    return {"element": block.element, "box": _box(block.box), "lines": lines}


def _box(box: Box) -> list[float]:
    return [round(side, 5) for side in box]


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _reading(reading: Reading) -> dict[str, Any]:
    """The engine's own text is there only where it is another than the page's Markdown before edits."""
    values = msgspec.to_builtins(reading)
    if reading.raw == reading.text:
        del values["raw"]
    values.pop("words", None)
    return {name: value for name, value in values.items() if value is not None}


def _block(piece: Piece) -> dict[str, Any]:
    shown: dict[str, Any] = {"kind": str(piece.kind), "page": piece.page + 1, "markdown": piece.source}
    if piece.ends_on != piece.page:
        shown["last_page"] = piece.ends_on + 1
    if piece.kind is Kind.HEADING:
        shown["level"] = piece.level
    if found := grids(piece):
        shown["tables"] = [_table(grid) for grid in found]
    if piece.kind is not Kind.CODE and (formulas := _formulas(piece.source)):
        shown["formulas"] = formulas
    return shown


def _table(grid: Grid) -> dict[str, Any]:
    cells = [
        {
            "text": cell.text, "row": cell.row, "column": cell.column, "rows": cell.rows, "columns": cell.columns,
            "head": cell.head,
        }
        for cell in grid.cells
    ]  # fmt: skip
    return {"rows": grid.height, "columns": grid.width, "cells": cells}


def _formulas(source: str) -> list[str]:
    """LaTeX of the formulas, in their order."""
    return [source[one.begin : one.stop].strip() for one in stretches(source) if one.opener]


def _change(change: Change) -> dict[str, Any]:
    return {
        "step": change.step,
        "page": change.page + 1,
        "before": _sources(change.before),
        "after": _sources(change.after),
    }


def _sources(pieces: Iterable[Piece]) -> list[str]:
    return [piece.source for piece in pieces]


def _known(**values: str) -> dict[str, str]:
    return {name: value for name, value in values.items() if value}
