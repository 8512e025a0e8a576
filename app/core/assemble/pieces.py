# SPDX-License-Identifier: AGPL-3.0-or-later
"""A page's Markdown as pieces: its top-level blocks, each with its source as it was written.

Nothing is rendered and nothing is reworded: the pieces of a page, with a blank line between them, are
the page again (blank lines and white space at line ends aside).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from markdown_it import MarkdownIt
from markdown_it.token import Token

from app.core.markup import deep
from app.core.markup.math_rules import BLOCK
from app.core.markup.parser import parser
from app.core.markup.text_units import tidy


class Kind(StrEnum):
    """What a piece is. FIGURE is a picture that was put in by an
    export; OTHER is anything that no step touches (definitions of links, raw HTML)."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    TABLE = "table"
    HTML_TABLE = "html-table"
    CODE = "code"
    FORMULA = "formula"
    QUOTE = "quote"
    FOOTNOTE = "footnote"
    RULE = "rule"
    FIGURE = "figure"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Piece:
    """`source` is Markdown without a blank line around it. `page` counts from 0 and is where the piece
    begins; `last` is the last page that something of it stands on. `level` is of headings."""

    kind: Kind
    source: str
    page: int
    level: int = 0
    last: int = -1

    @property
    def ends_on(self) -> int:
        return max(self.page, self.last)


@dataclass(frozen=True, slots=True)
class Change:
    """What one step did at one place: `before` became `after`, which is empty where something was
    dropped. `page` is where `before` begins."""

    step: str
    page: int
    before: tuple[Piece, ...]
    after: tuple[Piece, ...] = field(default=())


_KINDS = {
    "heading_open": Kind.HEADING,
    "paragraph_open": Kind.PARAGRAPH,
    "bullet_list_open": Kind.LIST,
    "ordered_list_open": Kind.LIST,
    "table_open": Kind.TABLE,
    "fence": Kind.CODE,
    "code_block": Kind.CODE,
    "blockquote_open": Kind.QUOTE,
    "footnote_reference_open": Kind.FOOTNOTE,
    "hr": Kind.RULE,
    BLOCK: Kind.FORMULA,
}
_TABLE_TAG = re.compile(r"<(/?)table(?=[\s>/])", re.I)
_here = threading.local()


def cut(text: str, page: int) -> list[Piece]:
    """The pieces of one page in their order. Never raises on any text. May be called from any thread."""
    return deep.run(_cut, tidy(text), page)


def _cut(text: str, page: int) -> list[Piece]:
    lines = text.split("\n")
    tokens: list[Token] = []
    md = _parser()
    md.block.parse(text, md, {}, tokens)
    found: list[Piece] = []
    at = 0
    for token, first, last in _spans(tokens, lines):
        found += _between(lines, at, first, page)
        found.append(Piece(_kind(token), _source(lines, first, last), page, _level(token)))
        at = last
    found += _between(lines, at, len(lines), page)
    return [piece for piece in found if piece.source.strip()]


def _parser() -> MarkdownIt:
    """One parser a thread: it may not be used from two at once."""
    if not hasattr(_here, "parser"):
        _here.parser = parser.__wrapped__("source")
    md: MarkdownIt = _here.parser
    return md


def _spans(tokens: list[Token], lines: list[str]) -> Iterator[tuple[Token, int, int]]:
    """First tokens of the top-level blocks with their lines, the last excluded. Raw HTML ends at a
    blank line: a table that comes in several such blocks is one."""
    blocks = [token for token in tokens if token.level == 0 and token.nesting >= 0 and token.map]
    index = 0
    while index < len(blocks):
        token = blocks[index]
        first, last = token.map or (0, 0)
        depth = _open_tables(lines[first:last]) if token.type == "html_block" else 0
        ahead = index + 1
        while depth > 0 and ahead < len(blocks):
            begin, end = blocks[ahead].map or (0, 0)
            depth += _open_tables(lines[begin:end])
            ahead += 1
            if depth <= 0:
                last, index = end, ahead - 1
        yield token, first, last
        index += 1


def _open_tables(lines: list[str]) -> int:
    return sum(-1 if match[1] else 1 for line in lines for match in _TABLE_TAG.finditer(line))


def _between(lines: list[str], first: int, last: int, page: int) -> list[Piece]:
    """What the parser makes no block of: definitions of links."""
    source = _source(lines, first, last)
    return [Piece(Kind.OTHER, source, page)] if source.strip() else []


def _source(lines: list[str], first: int, last: int) -> str:
    chosen = lines[first:last]
    while chosen and not chosen[0].strip():
        chosen.pop(0)
    while chosen and not chosen[-1].strip():
        chosen.pop()
    return "\n".join(chosen)


def _kind(token: Token) -> Kind:
    if token.type == "html_block":
        return Kind.HTML_TABLE if _TABLE_TAG.match(token.content.lstrip()) else Kind.OTHER
    return _KINDS.get(token.type, Kind.OTHER)


def _level(token: Token) -> int:
    return int(token.tag[1]) if token.type == "heading_open" else 0
