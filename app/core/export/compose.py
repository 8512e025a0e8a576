# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a snapshot's pages to the pieces that are written: closed page by page, then assembled."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from app.core.assemble.document import Assembly, assemble
from app.core.assemble.pieces import Kind, Piece
from app.core.export.placeholder import placeholder
from app.core.export.snapshot import ExportOptions, PageText, Snapshot
from app.core.export.watch import SILENT, Watch
from app.core.markup.raw_html import ENDS
from app.core.markup.text_units import without_controls

OWN_ENGINE = "builtin"

_FENCE = re.compile(r"( {0,3}(?:(?:[-*+]|\d{1,9}[.)]) +)*)(`{3,}(?=[^`]*$)|~{3,})(.*)")
_ENDS_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*$")
_RAW = re.compile(r" {0,3}(?=<[!?A-Za-z])")
_NOTE = re.compile(r"^\[\^(\d+)\]:")
_MARK = re.compile(r"(?<!\\)\[\^(\d+)\](?!:)")
_SPECIAL = re.compile(r"([\\`*_\[\]<>&$#|~])")


def composed(snapshot: Snapshot, options: ExportOptions, watch: Watch = SILENT) -> Assembly:
    """The document in pieces. A page without text leaves a visible sentence in its place, so that
    nobody mistakes the file for the whole document."""
    texts = ((page.page, page_text(page)) for page in watch.over(snapshot.pages, len(snapshot.pages)))
    done = assemble(texts, options.steps, snapshot.outline)
    if not snapshot.figures:
        return done
    from app.core.export.figure_places import placed_in  # what places them takes a while to load

    return replace(done, pieces=tuple(placed_in(done.pieces, snapshot.figures, snapshot.words, _labelled(snapshot))))


def _labelled(snapshot: Snapshot) -> Callable[[int], bool]:
    """Pages that stand as the built-in engine read them: it takes whatever a page has for its text."""
    own = {page.page for page in snapshot.pages if not page.edited}
    engine = snapshot.engine_of
    return lambda page: page in own and engine is not None and engine(page) == OWN_ENGINE


def page_text(page: PageText) -> str:
    """A page's Markdown with everything closed, or the sentence that stands in its place."""
    if page.text is None:
        what, why = placeholder(page)
        return f"> **{_escaped(what)}** {_escaped(why)}".rstrip()
    text = without_controls(page.text.replace("\r\n", "\n").replace("\r", "\n"))
    return closed(text.strip("\n").rstrip())


def closed(text: str) -> str:
    """`text` without anything that is still open at its end: the next page must not disappear in it. A fence is
    closed; raw HTML that would last until a sign that does not come is text, as the preview shows it."""
    fence, item, at = "", False, 0
    lines: list[str] = []
    for line in text.split("\n"):
        if item and line.strip() and not line[0].isspace():
            fence, item = "", False  # the item's end is that of the code in it
        match = _FENCE.match(line)
        if match is not None and not fence:
            fence, item = match[2], bool(match[1].strip())
        elif fence:
            ends = _ENDS_FENCE.match(line)
            deep = len(line) - len(line.lstrip()) > 3 and not item
            if ends is not None and not deep and ends[1][0] == fence[0] and len(ends[1]) >= len(fence):
                fence, item = "", False
        elif (opens := _RAW.match(line)) and _never_ends(text, at + opens.end()):
            lines.append(f"{line[: opens.end()]}\\{line[opens.end() :]}")
            at += len(line) + 1
            continue
        lines.append(line)
        at += len(line) + 1
    return "\n".join([*lines, *([fence] if fence and not item else [])])


def _never_ends(text: str, begin: int) -> bool:
    return any(opening.match(text, begin) and not ending.search(text, begin) for opening, ending in ENDS)


def by_page(snapshot: Snapshot, done: Assembly) -> dict[int, list[Piece]]:
    """The pieces that begin on each page of the snapshot. A footnote is with the text that it belongs to."""
    found: dict[int, list[Piece]] = {page.page: [] for page in snapshot.pages}
    for piece in done.pieces:
        found.setdefault(piece.page, []).append(piece)
    return found


def notes_before(pieces: Sequence[Piece]) -> int:
    """How many footnotes of the document come before those of a page; its own are numbered from there."""
    return min(_numbers(pieces), default=1) - 1


def note_anchors(pieces: Mapping[int, Sequence[Piece]]) -> dict[int, str]:
    """Where each footnote of the document stands in HTML, by its number."""
    return {
        number: f"#fn-p{page + 1}-{at}"
        for page, on_page in pieces.items()
        for at, number in enumerate(sorted(_numbers(on_page)), 1)
    }


def linked(piece: Piece, own: Sequence[Piece], anchors: Mapping[int, str]) -> str:
    """A piece's source with marks of footnotes that stand on another page as links to these."""
    if piece.kind in (Kind.CODE, Kind.FORMULA) or "[^" not in piece.source:
        return piece.source
    here = set(_numbers(own))

    def link(match: re.Match[str]) -> str:
        number = int(match[1])
        if number in here or number not in anchors:
            return match[0]
        return f'<sup class="footnote-ref"><a href="{anchors[number]}">[{number}]</a></sup>'

    return _MARK.sub(link, piece.source)


def marked(pieces: Sequence[Piece]) -> set[int]:
    """Numbers of the footnotes that pieces refer to."""
    return {
        int(number)
        for piece in pieces
        if piece.kind not in (Kind.CODE, Kind.FORMULA) and "[^" in piece.source
        for number in _MARK.findall(piece.source)
    }


def notes(pieces: Sequence[Piece]) -> dict[int, Piece]:
    """The footnotes by their numbers."""
    return {
        int(match[1]): piece
        for piece in pieces
        if piece.kind is Kind.FOOTNOTE and (match := _NOTE.match(piece.source))
    }


def _numbers(pieces: Sequence[Piece]) -> list[int]:
    return [int(match[1]) for piece in pieces if piece.kind is Kind.FOOTNOTE and (match := _NOTE.match(piece.source))]


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
