# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a page's Markdown shows, word by word, without any markup: from its rendered HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

from app.core.markup import render_blocks

_APART = frozenset(
    {
        "p", "div", "br", "hr", "li", "ul", "ol", "dl", "dt", "dd", "table", "thead", "tbody", "tfoot", "tr", "td",
        "th", "caption", "pre", "blockquote", "section", "h1", "h2", "h3", "h4", "h5", "h6", "figure", "img",
    }
)  # fmt: skip
"""Elements before and behind which words end."""

_UNSEEN = frozenset({"annotation", "annotation-xml", "style", "script", "title"})


@dataclass(frozen=True, slots=True)
class VisibleBlock:
    """A top-level block: the name of its HTML element, and what it shows, cut at spaces and at the borders of cells,
    items and paragraphs."""

    element: str
    words: tuple[str, ...]


def visible(text: str) -> tuple[VisibleBlock, ...]:
    """The blocks that show any word, in order. Formulas show their signs without spaces. Never raises."""
    found = []
    for block in render_blocks(text):
        reader = _Reader()
        reader.feed(block.html)
        reader.close()
        words = tuple("".join(reader.parts).split())
        if words:
            found.append(VisibleBlock(reader.first, words))
    return tuple(found)


@dataclass
class _Reader(HTMLParser):
    """Collects text."""

    parts: list[str] = field(default_factory=list)
    first: str = ""
    _hidden: int = 0

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.first:
            self.first = tag
        if tag in _UNSEEN or ("class", "footnote-backref") in attrs or (self._hidden and tag == "a"):
            self._hidden += 1
        if tag in _APART:
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if self._hidden and (tag in _UNSEEN or tag == "a"):
            self._hidden -= 1
        if tag in _APART:
            self.parts.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)
