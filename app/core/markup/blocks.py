# SPDX-License-Identifier: AGPL-3.0-or-later
"""Markdown to sanitised HTML, one top-level block at a time."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape, unescape

from markdown_it.token import Token

from app.core.markup import deep
from app.core.markup.clean import clean
from app.core.markup.parser import NOTES_BEFORE, Env, Formulas, parser
from app.core.markup.text_units import tidy

_TABLE_TAG = re.compile(r"<(/?)table(?=[\s>/])", re.I)
_ELEMENT = re.compile(r"<(/?)([a-z][a-z0-9]*)(?=[\s>/])", re.I)
_ANY_TAG = re.compile(r"<[^>]*>")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]")
_VOID = frozenset({"br", "hr", "img", "col", "mspace", "mprescripts", "none"})
MAX_DEPTH = 250
"""Elements within elements; browsers stop at 512, widgets recurse. Sound pages have about 30."""

_MERGE_AHEAD = 400
"""Blocks within which the end of an HTML table with blank lines in it is looked for."""


@dataclass(frozen=True, slots=True)
class Block:
    """One top-level block: a heading, paragraph, list, table, formula, or all footnotes.

    `first` and `last` are its lines in the Markdown, counted from 0, `last` included.
    `source_hash` tells whether its source changed; `html` may change without it, when a
    link target or footnote is defined elsewhere. `open` says that its end has not come:
    more text may yet change it or swallow what follows (an unclosed table or formula)."""

    html: str
    first: int
    last: int
    source_hash: str
    open: bool = False


def render_blocks(
    text: str, *, formulas: Formulas = "mathml", ids: str = "", notes_before: int = 0
) -> list[Block]:
    """The page's blocks in order; blocks without anything to show (page marks, comments)
    are left out. `ids` keeps the footnotes of several pages in one HTML file apart, and
    `notes_before` is how many of them came on the pages before.
    Never raises on any text; about 1 ms a kilobyte. May be called from any thread."""
    return deep.run(_render, text, formulas, ids, notes_before)


def render_page(text: str, *, ids: str = "", notes_before: int = 0) -> str:
    """The page's HTML: the blocks' one after the other, without head or style."""
    return "\n".join(block.html for block in render_blocks(text, ids=ids, notes_before=notes_before))


def _render(text: str, formulas: Formulas, ids: str, notes_before: int) -> list[Block]:
    text = tidy(text)
    env: Env = {NOTES_BEFORE: notes_before, **({"docId": ids} if ids else {})}
    tokens = parser(formulas).parse(text, env)
    lines = text.split("\n")
    blocks = (_block(group, lines, formulas, env) for group in _merged(_groups(tokens)))
    return [block for block in blocks if block.html]


def _groups(tokens: list[Token]) -> Iterator[list[Token]]:
    """Tokens of one top-level block each."""
    group: list[Token] = []
    depth = 0
    for token in tokens:
        group.append(token)
        depth += token.nesting
        if depth == 0:
            yield group
            group = []


def _merged(groups: Iterator[list[Token]]) -> Iterator[list[Token]]:
    """Raw HTML ends at a blank line, a table with one inside comes in pieces: put those
    together again if its end comes at all."""
    rest = list(groups)
    index = 0
    while index < len(rest):
        end = index + 1
        depth = _tables_open(rest[index])
        if depth > 0:
            for ahead in range(index + 1, min(len(rest), index + _MERGE_AHEAD)):
                depth += _tables_open(rest[ahead])
                if depth <= 0:
                    end = ahead + 1
                    break
        yield [token for group in rest[index:end] for token in group]
        index = end


def _tables_open(group: list[Token]) -> int:
    if group[0].type != "html_block":
        return 0
    return sum(-1 if match[1] else 1 for match in _TABLE_TAG.finditer(group[0].content))


def _block(group: list[Token], lines: list[str], formulas: Formulas, env: Env) -> Block:
    spans = [token.map for token in group if token.map]
    first = min((span[0] for span in spans), default=0)
    last = max((span[1] for span in spans), default=1) - 1
    while last > first and not lines[min(last, len(lines) - 1)].strip():
        last -= 1
    md = parser(formulas)
    source = "\n".join(lines[first : last + 1])
    rendered = md.renderer.render(group, md.options, env)
    if _has_raw_html(group) and _depth(rendered) > MAX_DEPTH:
        rendered = f"<pre>{escape(source, quote=False)}</pre>"
    html = clean(rendered).strip()
    if html and "<" not in html:
        html = f'<p dir="auto">{html}</p>'  # raw HTML of which nothing but text is left
    elif "<table" in html:
        html = f'<div class="wide">{html}</div>'  # a table may be wider than the page: it scrolls by itself
    if _right_to_left(html):
        html = f'<div dir="rtl">{html}</div>'
    digest = hashlib.blake2b(source.encode(), digest_size=8).hexdigest()
    return Block(html, first, last, digest, _unfinished(group, source))


def _has_raw_html(group: list[Token]) -> bool:
    """Markdown alone cannot nest deeper than the parser lets it."""
    return any(
        token.type == "html_block" or any(child.type == "html_inline" for child in token.children or ())
        for token in group
    )


def _depth(html: str) -> int:
    deepest = depth = 0
    for match in _ELEMENT.finditer(html):
        if match[1]:
            depth = max(0, depth - 1)
        elif match[2].lower() not in _VOID:
            depth += 1
            deepest = max(deepest, depth)
    return deepest


def _unfinished(group: list[Token], source: str) -> bool:
    if group[0].type == "footnote_block_open":
        return True  # every later reference adds to it
    if group[0].type == "html_block":
        return sum(_tables_open([token]) for token in group) > 0
    return group[0].type == "paragraph_open" and source.lstrip().startswith(
        ("$$", "\\[", "\\begin{", "<!--", "<script", "<style", "<pre", "<textarea")
    )


def _right_to_left(html: str) -> bool:
    """Whether the block's first strong character is of a script written right to left. It
    decides where list signs, quotation bars and first columns stand; paragraphs and cells
    find their own direction."""
    if not _RIGHT_TO_LEFT.search(html):
        return False
    text = unescape(_ANY_TAG.sub(" ", html))
    return next((d != "L" for d in map(unicodedata.bidirectional, text) if d in ("L", "R", "AL")), False)
