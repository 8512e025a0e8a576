# SPDX-License-Identifier: AGPL-3.0-or-later
"""The words of a page's Markdown with the places they stand at in its source (code points).

The parser says which lines are which block. Within a block each character of the source is given what it shows:
itself, another character (an entity), a space (a cell's border) or nothing (a mark of emphasis).
"""

from __future__ import annotations

import re
import threading
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token

from app.core.align import latex
from app.core.align.normal import bits
from app.core.markup import deep
from app.core.markup.inline import stretches
from app.core.markup.math_rules import BLOCK
from app.core.markup.parser import parser

TABLES = frozenset({"table_open", "html_block"})
_CODE = frozenset({"fence", "code_block"})
_NO_TEXT = frozenset({"hr"})

_PREFIX = re.compile(r"(?m)^[ \t]*(?:>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t])?|#{1,6}[ \t]+)+")
_LIST_NUMBER = re.compile(r"(?m)^[ \t>]*(\d{1,9})[.)](?=\s)")
_NOTE = re.compile(r"\[\^([^\]\s]+)\]:?")
_DELIMITERS = re.compile(r"(?m)^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_DEFINITION = re.compile(r"(?m)^[ ]{0,3}\[[^\]^][^\]]*\]:[ \t]*\S.*$")
_MARKUP = re.compile(
    r"(?P<comment><!--.*?-->)"
    r"|(?P<image>!\[[^\]\n]*\]\([^)\n]*\))"
    r"|(?P<target>\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+\"[^\"\n]*\")?\))"
    r"|(?P<tag></?(?P<name>[A-Za-z][A-Za-z0-9-]*)(?:[\s/][^<>]*)?/?>)"
    r"|(?P<entity>&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<escape>\\(?=[!-/:-@\[-`{-~]))"
    r"|(?P<mark>\*+|~~)",
    re.S,
)
_INLINE_NAMES: str = "a abbr b cite code del em i ins kbd mark q s samp small span strong u var"
_INLINE_TAGS = frozenset(_INLINE_NAMES.split())
_here = threading.local()


class SourceWord(msgspec.Struct, frozen=True, gc=False):
    """A word of the Markdown: `text[start:end]`. `math` is in a formula; `soft` is one that a reader may write in
    another way than the page does (numbers of list items, marks of notes). Long pages have tens of thousands, which
    the search for garbage (it stops all threads) need not look at: they hold no other objects."""

    key: str
    start: int
    end: int
    block: int
    math: bool = False
    soft: bool = False


@dataclass(frozen=True, slots=True)
class SourceBlock:
    """A top-level block: its source is `text[start:end]`, `kind` is the parser's name of its first token, `content`
    that token's content (of a formula its LaTeX)."""

    kind: str
    start: int
    end: int
    content: str = ""


@dataclass(frozen=True, slots=True)
class Formula:
    """`text[start:end]` with its signs; `latex` is between them."""

    start: int
    end: int
    latex: str
    display: bool


@dataclass(frozen=True, slots=True)
class Source:
    """`formulas` are those that the parser takes as such, in order."""

    text: str
    blocks: tuple[SourceBlock, ...]
    words: tuple[SourceWord, ...]
    formulas: tuple[Formula, ...] = ()


def read(text: str) -> Source:
    """Blocks and words of the Markdown. Never raises on any text; may be called from any thread.
    Other line ends than a line feed are kept: they are part of the counting."""
    blocks = tuple(_blocks(text))
    formulas: list[Formula] = []
    words = tuple(word for number, block in enumerate(blocks) for word in _words(text, block, number, formulas))
    return Source(text, blocks, words, tuple(formulas))


def _blocks(text: str) -> Iterator[SourceBlock]:
    plain = text.replace("\r", " ")  # as long as before; a lone one would be a line end to the parser
    starts = [0, *(match.end() for match in re.finditer("\n", plain)), len(text)]
    at = 0
    for token in deep.run(_tokens, plain):
        first, last = token.map or (0, 0)
        begin, end = starts[min(first, len(starts) - 1)], starts[min(last, len(starts) - 1)]
        if text[at:begin].strip():
            yield SourceBlock("between", at, begin)
        if end > begin:
            yield SourceBlock(token.type, begin, end, token.content)
        at = max(at, end)
    if text[at:].strip():
        yield SourceBlock("between", at, len(text))


def _tokens(text: str) -> list[Token]:
    if not hasattr(_here, "parser"):
        _here.parser = parser.__wrapped__("source")  # one a thread: it may not be used from two at once
    md: MarkdownIt = _here.parser
    tokens: list[Token] = []
    md.block.parse(text, md, {}, tokens)
    return [token for token in tokens if token.level == 0 and token.nesting >= 0 and token.map]


def _words(text: str, block: SourceBlock, number: int, formulas: list[Formula]) -> Iterator[SourceWord]:
    if block.kind in _NO_TEXT:
        return
    source = text[block.start : block.end]
    shown = list(source)
    math: list[tuple[int, int]] = []
    soft: list[tuple[int, int]] = []
    if block.kind == BLOCK:
        latex.show(source, shown, 0)
        math.append((0, len(source)))
        formulas.append(Formula(block.start, block.start + len(source.rstrip()), block.content, True))
    elif block.kind in _CODE:
        _show_code(source, shown, block.kind)
    else:
        _show_inline(source, shown, block, math, soft, formulas)
    plain, starts, ends = _joined(source, shown)
    for bit in bits(plain):
        start, end = starts[bit.start], ends[bit.end - 1]
        yield SourceWord(
            bit.key, block.start + start, block.start + end, number, _inside(start, math), _inside(start, soft)
        )


def _joined(source: str, shown: list[str]) -> tuple[str, list[int], list[int]]:
    """What is shown as one text, and where each of its characters begins and ends in the source: an entity ends where
    its own source does."""
    starts: list[int] = []
    ends: list[int] = []
    for place, piece in enumerate(shown):
        if not piece:
            continue
        end = place + 1
        if source[place] == "&" and piece != "&":
            while end < len(source) and source[end - 1] != ";":
                end += 1
        starts += [place] * len(piece)
        ends += [end] * len(piece)
    return "".join(shown), starts, ends


def _inside(place: int, parts: list[tuple[int, int]]) -> bool:
    """Whether a place is in one of the parts, which are in order and apart."""
    index = bisect_right(parts, place, key=lambda part: part[0]) - 1
    return index >= 0 and parts[index][0] <= place < parts[index][1]


def _show_code(source: str, shown: list[str], kind: str) -> None:
    """The lines with the fences are not on the page."""
    if kind != "fence":
        return
    first = source.find("\n")
    first = len(source) if first < 0 else first
    shown[:first] = [" "] * first
    body = source.rstrip()
    last = body.rfind("\n") + 1
    if last > first and body[last:].strip()[:3] in ("```", "~~~"):
        shown[last:] = [" "] * (len(source) - last)


def _show_inline(
    source: str,
    shown: list[str],
    block: SourceBlock,
    math: list[tuple[int, int]],
    soft: list[tuple[int, int]],
    formulas: list[Formula],
) -> None:
    kind = block.kind
    hidden: list[tuple[int, int]] = []
    for stretch in stretches(source):
        if stretch.opener:
            latex.show(source[stretch.begin : stretch.stop], shown, stretch.begin)
            _fill(shown, stretch.start, stretch.begin, " ")
            _fill(shown, stretch.stop, stretch.end, " ")
            math.append((stretch.start, stretch.end))
            formulas.append(
                Formula(
                    block.start + stretch.start,
                    block.start + stretch.end,
                    source[stretch.begin : stretch.stop],
                    stretch.opener in ("$$", "\\["),
                )
            )
        hidden.append((stretch.start, stretch.end))
    if kind != "html_block":
        for match in _PREFIX.finditer(source):
            _fill(shown, match.start(), match.end(), " ")
        notes = [match.span() for match in _NOTE.finditer(source)]
        soft += sorted([*(match.span(1) for match in _LIST_NUMBER.finditer(source)), *notes])
    if kind == "table_open":
        for match in _DELIMITERS.finditer(source):
            _fill(shown, match.start(), match.end(), " ")
    if kind in ("between", "paragraph_open"):
        for match in _DEFINITION.finditer(source):
            _fill(shown, match.start(), match.end(), " ")
    _show_markup(source, shown, hidden)


def _show_markup(source: str, shown: list[str], hidden: list[tuple[int, int]]) -> None:
    kept = iter([*hidden, (len(source), len(source))])
    begin, stop = next(kept)
    for match in _MARKUP.finditer(source):
        while stop <= match.start() and stop < len(source):
            begin, stop = next(kept)
        if begin <= match.start() < stop:
            continue
        kind = match.lastgroup
        if match["entity"]:
            decoded = unescape(match[0])
            _fill(shown, match.start(), match.end(), "")
            shown[match.start()] = decoded if decoded != match[0] else " "
        elif match["tag"]:
            name = match["name"].lower()
            _fill(shown, match.start(), match.end(), "" if name in _INLINE_TAGS else " ")
        else:
            _fill(shown, match.start(), match.end(), "" if kind in ("mark", "escape") else " ")


def _fill(shown: list[str], start: int, end: int, sign: str) -> None:
    shown[start:end] = [sign] * (end - start)
