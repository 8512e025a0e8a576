# SPDX-License-Identifier: AGPL-3.0-or-later
"""A list of contents in front of the document, made from its headings."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from app.core.assemble.headings import title_of
from app.core.assemble.pieces import Change, Kind, Piece
from app.core.assemble.steps import Whole

_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_NOTE = re.compile(r"\[\^[^\]]+\]|<[^>]*>")


def contents(pieces: Sequence[Piece], whole: Whole) -> tuple[list[Piece], list[Change]]:
    """The pieces with a list of links to the headings after the title, or in front. The anchors
    are those that GitHub, GitLab and pandoc make of headings."""
    del whole
    heads = [piece for piece in pieces if piece.kind is Kind.HEADING]
    if len(heads) < 2:
        return list(pieces), []
    start = 1 if pieces[0].kind is Kind.HEADING and pieces[0].level == 1 else 0
    listed = [piece for piece in heads if not (start and piece is pieces[0])]
    top = min(piece.level for piece in listed)
    used: Counter[str] = Counter()
    anchors = {id(piece): anchor(title_of(piece), used) for piece in heads}
    lines = [f"{'  ' * (piece.level - top)}- [{_shown(piece)}](#{anchors[id(piece)]})" for piece in listed]
    made = Piece(Kind.LIST, "\n".join(lines), pieces[0].page)
    return [*pieces[:start], made, *pieces[start:]], [Change("contents", made.page, (), (made,))]


def _shown(piece: Piece) -> str:
    return _LINK.sub(r"\1", _NOTE.sub("", title_of(piece)))


def anchor(title: str, used: Counter[str]) -> str:
    """The anchor of a heading; the second of the same text ends in -1, and so on."""
    text = _NOTE.sub("", _LINK.sub(r"\1", title)).replace("\\", "").lower()
    kept = "".join(c for c in text if c in " -_" or unicodedata.category(c)[0] in "LN")
    slug = kept.strip().replace(" ", "-")
    count = used[slug]
    used[slug] += 1
    return f"{slug}-{count}" if count else slug
