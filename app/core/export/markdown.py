# SPDX-License-Identifier: AGPL-3.0-or-later
"""A document as Markdown: CommonMark with GitHub's tables and `$` formulas, in one file or in one a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.core.assemble.pieces import Kind, Piece
from app.core.export.compose import composed
from app.core.export.delimiters import in_brackets
from app.core.export.front_matter import front_matter
from app.core.export.snapshot import ExportOptions, Snapshot
from app.core.export.table_forms import to_bars, to_html
from app.core.export.wrap import wrapped


def render(snapshot: Snapshot, options: ExportOptions) -> str:
    """The whole file, "\\n" at each line's end and one at the last; "" becomes one newline."""
    parts = [front_matter(snapshot)] if options.front_matter else []
    pieces = composed(snapshot, options).pieces
    parts += _with_marks(snapshot, pieces, options) if options.page_marks else (_written(p, options) for p in pieces)
    return "\n\n".join(part for part in parts if part) + "\n"


def _with_marks(snapshot: Snapshot, pieces: Sequence[Piece], options: ExportOptions) -> Iterator[str]:
    """The pieces with a mark where each page begins. A page that begins inside a piece, or has none, is
    marked before the next one."""
    waiting = [page.page for page in snapshot.pages]
    for piece in pieces:
        while waiting and waiting[0] <= piece.page:
            yield _mark(waiting.pop(0))
        yield _written(piece, options)
    yield from map(_mark, waiting)


def _mark(page: int) -> str:
    return f"<!-- page {page + 1} -->"


def _written(piece: Piece, options: ExportOptions) -> str:
    source = piece.source
    if piece.kind is Kind.TABLE and options.html_tables == "always":
        source = to_html(source)
    elif piece.kind is Kind.HTML_TABLE and options.html_tables == "never":
        source = to_bars(source)
    if options.math == "brackets" and piece.kind is not Kind.CODE:
        source = in_brackets(source)
    if options.width and piece.kind is Kind.PARAGRAPH:
        source = wrapped(source, options.width)
    return source
