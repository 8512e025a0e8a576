# SPDX-License-Identifier: AGPL-3.0-or-later
"""Headings that several pages have in common and that are yet no running heads: "Invoice", "Minutes" and the title of
a form stand above each of the pages that make up such a file, and each page is a whole of its own.

A running head shows itself by the text that runs on under it from page to page. Where none does, the heading stays:
one too many is seen at once, one that is lost is not.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence, Set

from app.core.assemble.joins import joins
from app.core.assemble.pieces import Kind, Piece
from app.core.assemble.steps import Whole
from app.core.assemble.tables import tables

FEW = 10
"""Of so many pages with a running head, the text runs on to one at least."""

_ROWS = re.compile(r"\n|<tr\b[^>]*>", re.I)
_FIRST_CELL = re.compile(r"^\s*\|?\s*(?:<t[hd]\b[^>]*>)?\s*([^|<\n]*)", re.I)
_TABLES = (Kind.TABLE, Kind.HTML_TABLE)


def titles_of_pages(pages: Sequence[Sequence[Piece]], gone: Set[int], whole: Whole) -> set[int]:
    """The `id`s of headings among what is to go that are titles of their pages."""
    found: dict[str, list[int]] = defaultdict(list)  # the pages with such a heading, by its text
    for at, page in enumerate(pages):
        for piece in page:
            if id(piece) in gone and _is_heading(piece):
                found[_text(piece)].append(at)
    bare = [[piece for piece in page if id(piece) not in gone] for page in pages] if found else []
    seen: dict[int, bool] = {}

    def run_on(at: int) -> bool:
        if at not in seen:
            seen[at] = at > 0 and _runs_on(bare[at - 1], bare[at], whole)
        return seen[at]

    titles = {text for text, places in found.items() if FEW * sum(map(run_on, places)) < len(places)}
    return {
        id(piece) for page in pages for piece in page
        if id(piece) in gone and _is_heading(piece) and _text(piece) in titles
    }  # fmt: skip


def _is_heading(piece: Piece) -> bool:
    """Whether it is a heading, or a line in bold, which is one for many engines."""
    source = piece.source
    bold = piece.kind is Kind.PARAGRAPH and len(source) > 4 and source.startswith("**") and source.endswith("**")
    return piece.kind is Kind.HEADING or (bold and "**" not in source[2:-2])


def _text(piece: Piece) -> str:
    return piece.source.strip("#* ").casefold()


def _runs_on(before: list[Piece], after: list[Piece], whole: Whole) -> bool:
    """Whether something of a page goes on upon the next."""
    if not before or not after:
        return False
    return any(
        change.before[0].page != change.before[-1].page for change in joins([*before, *after], whole)[1]
    ) or _table_goes_on([piece for piece in before if piece.kind is not Kind.FOOTNOTE][-1:], after[0], whole)


def _table_goes_on(before: list[Piece], after: Piece, whole: Whole) -> bool:
    """Whether a table goes on. A form has the same words beside what is filled in on each page."""
    if not before or before[0].kind not in _TABLES or not tables([*before, after], whole)[1]:
        return False
    one, two = (set(_beginnings(piece.source)) for piece in (before[0], after))
    return 2 * len(one & two) < len(two)


def _beginnings(source: str) -> list[str]:
    """The first cells of a table's rows."""
    return [
        match[1].strip() for row in _ROWS.split(source) if (match := _FIRST_CELL.match(row)) and match[1].strip(" :-")
    ]
