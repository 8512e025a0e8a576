# SPDX-License-Identifier: AGPL-3.0-or-later
"""The pages of a document put through the steps, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.core.assemble.contents import contents
from app.core.assemble.footnotes import footnotes
from app.core.assemble.furniture import furniture
from app.core.assemble.headings import headings
from app.core.assemble.hyphens import vocabulary
from app.core.assemble.joins import joins
from app.core.assemble.pieces import Change, Piece, cut
from app.core.assemble.printed_notes import printed_notes
from app.core.assemble.steps import Entry, Step, Steps, Whole
from app.core.assemble.tables import tables

ORDER: tuple[tuple[str, Step], ...] = (
    ("furniture", furniture),
    ("footnotes", printed_notes),
    ("tables", tables),
    ("joins", joins),
    ("headings", headings),
    ("footnotes", footnotes),
    ("contents", contents),
)
"""Running heads and printed notes go first: they stand between what a page break cut in two."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """The document in pieces, in the order of the pages, and everything that was changed on the way."""

    pieces: tuple[Piece, ...]
    changes: tuple[Change, ...]

    def on_page(self, page: int) -> tuple[Piece, ...]:
        """The pieces that begin on a page."""
        return tuple(piece for piece in self.pieces if piece.page == page)


def assemble(pages: Iterable[tuple[int, str]], steps: Steps | None = None, outline: Sequence[Entry] = ()) -> Assembly:
    """The document of `pages`: (number from 0, Markdown) in their order. Takes about a millisecond a page."""
    chosen = steps or Steps()
    pieces = [piece for page, text in pages for piece in cut(text, page)]
    words = vocabulary(piece.source for piece in pieces) if chosen.joins else frozenset()
    whole = Whole(tuple(outline), words)
    changes: list[Change] = []
    for name, step in ORDER:
        if getattr(chosen, name):
            pieces, made = step(pieces, whole)
            changes += made
    return Assembly(tuple(pieces), tuple(changes))
