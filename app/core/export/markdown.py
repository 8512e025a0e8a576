# SPDX-License-Identifier: AGPL-3.0-or-later
"""A document as Markdown: CommonMark with GitHub's tables and `$` formulas, in one file or in one a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from app.core.assemble.pieces import Kind, Piece
from app.core.export.compose import by_page, composed, marked, notes
from app.core.export.delimiters import in_brackets
from app.core.export.figures import by_name, embedded, linked
from app.core.export.front_matter import front_matter
from app.core.export.snapshot import ExportOptions, Figure, Snapshot
from app.core.export.table_forms import to_bars, to_html, with_escaped_bars
from app.core.export.watch import SILENT, Watch
from app.core.export.wrap import wrapped

_MAY_HOLD_TABLES = frozenset({Kind.TABLE, Kind.LIST, Kind.QUOTE, Kind.FOOTNOTE})


def render(snapshot: Snapshot, options: ExportOptions, watch: Watch = SILENT, assets: str = "") -> str:
    """The whole file, "\\n" at each line's end and one at the last; "" becomes one newline. Figures are linked to as
    files in the folder `assets`, or stand in it as data where the options say so."""
    parts = [front_matter(snapshot)] if options.front_matter else []
    pieces = composed(snapshot, options, watch).pieces
    parts += _with_marks(snapshot, pieces, options) if options.page_marks else (_written(p, options) for p in pieces)
    return _with_figures("\n\n".join(part for part in parts if part), snapshot, options, assets) + "\n"


def page_files(
    snapshot: Snapshot, options: ExportOptions, watch: Watch = SILENT, assets: str = ""
) -> Iterator[tuple[int, str]]:
    """What begins on each page (from 0), a file each. A footnote is in each file that refers to it."""
    done = composed(snapshot, options, watch)
    every, pieces = notes(done.pieces), by_page(snapshot, done)
    head = [front_matter(snapshot)] if options.front_matter else []
    for page in snapshot.pages:
        own = pieces[page.page]
        lacking = sorted(marked(own) - notes(own).keys())
        own = [*own, *(every[number] for number in lacking if number in every)]
        parts = [*head, _mark(page.page)] if options.page_marks else head
        text = "\n\n".join([*parts, *(_written(piece, options) for piece in own)])
        yield page.page, _with_figures(text, snapshot, options, assets) + "\n"


def _with_figures(text: str, snapshot: Snapshot, options: ExportOptions, assets: str) -> str:
    def link(figure: Figure) -> str:
        return embedded(figure) if options.figures == "embed" else f"{quote(assets)}/{quote(figure.name)}"

    return linked(text, by_name(snapshot), link)


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
    elif piece.kind in _MAY_HOLD_TABLES:
        source = with_escaped_bars(source)
    if options.math == "brackets" and piece.kind is not Kind.CODE:
        source = in_brackets(source)
    if options.width and piece.kind is Kind.PARAGRAPH:
        source = wrapped(source, options.width)
    return source
