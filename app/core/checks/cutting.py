# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is taken out where a run of words is too much that goes over several cells, items or blocks: the words, whole
rows and whole blocks, and never the borders between what stays."""

from __future__ import annotations

import re
from bisect import bisect_right

from app.core.align.source import TABLES, Source
from app.core.checks.table_rows import Row, rows_of

_CELL = re.compile(r"(?:<[^<>]*>|(?<!\\)\||:?-{3,}:?(?=[ \t]*\|)|[ \t]*\n[\s>]*)+")
_BORDER = re.compile(r"</?t[rdh](?=[\s>])|(?<!\\)\||\n", re.I)
_MARK = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+)?(?:\[[ xX]\][ \t]+)?")


def cut(source: Source, run: range) -> tuple[int, int, str]:
    """The span, and what is put there."""
    text, words = source.text, source.words
    start, end = words[run.start].start, words[run.stop - 1].end
    first, last = words[run.start].block, words[run.stop - 1].block
    block = source.blocks[first]
    if first == last and block.kind in TABLES:
        return _in_table(source, run, start, end)
    lines = first == last and block.kind.endswith("list_open")
    if (first == last and not lines) or "\n" not in text[start:end]:
        return start, end, ""
    return _over_lines(source, run, lines)


def _in_table(source: Source, run: range, start: int, end: int) -> tuple[int, int, str]:
    """Whole rows go; of others the words, and their cells stay."""
    text = source.text
    if not _CELL.search(text, start, end):
        return start, end, ""
    block = source.blocks[source.words[run.start].block]
    every = rows_of(text[block.start : block.end], block.kind == "table_open")
    rows = [row for row in every if _has(row, block.start, start, end)]
    whole = [row for row in rows if _all_in(source, run, row, block.start)]
    if len(whole) == len(every):
        return block.start, block.start + len(text[block.start : block.end].rstrip()), ""
    if rows and len(whole) == len(rows) and (rows[0] != every[0] or block.kind != "table_open"):
        return block.start + rows[0].start, block.start + rows[-1].end, ""
    return start, end, _borders(text[start:end])


def _has(row: Row, base: int, start: int, end: int) -> bool:
    return base + row.start < end and start < base + row.end


def _all_in(source: Source, run: range, row: Row, base: int) -> bool:
    """Whether all words of a row are in the run."""
    words = source.words
    before = run.start > 0 and words[run.start - 1].end > base + row.start
    after = run.stop < len(words) and words[run.stop].start < base + row.end
    return not before and not after


def _over_lines(source: Source, run: range, lines: bool) -> tuple[int, int, str]:
    """From within one block or item into another: what is left of the second stays one of its own."""
    text, words = source.text, source.words
    start, end = words[run.start].start, words[run.stop - 1].end
    head = text.rfind("\n", 0, start) + 1 if lines else source.blocks[words[run.start].block].start
    last = text.rfind("\n", 0, end) + 1 if lines else source.blocks[words[run.stop - 1].block].start
    foot = text.find("\n", end) if lines else source.blocks[words[run.stop - 1].block].end
    foot = len(text) if foot < 0 else foot
    before = run.start > 0 and words[run.start - 1].end > head
    after = run.stop < len(words) and words[run.stop].start < foot
    rest = (
        _borders(text[start : source.blocks[words[run.start].block].end]).rstrip()
        if before and _table(source, run.start)
        else ""
    )
    border = ("\n" if lines else "\n\n") if before and after else ""
    first = len(text[:start].rstrip(" \t")) if before and after and not rest else start if before else head
    if not after:
        return first, max(end, head + len(text[head:foot].rstrip())), rest
    if _table(source, run.stop - 1):
        return first, end, rest + border + _borders(text[last:end])
    mark = _MARK.match(text, last)
    gone = end + len(text[end:foot]) - len(text[end:foot].lstrip(" \t.,;:!?)"))
    return first, gone, rest + border + (mark[0] if mark is not None and mark.end() <= end else "")


def crosses(source: Source, start: int, end: int) -> bool:
    """Whether a part of a table goes over the border of a cell."""
    at = bisect_right(source.blocks, start, key=lambda block: block.start) - 1
    return at >= 0 and source.blocks[at].kind in TABLES and bool(_BORDER.search(source.text, start, end))


def _table(source: Source, number: int) -> bool:
    return source.blocks[source.words[number].block].kind in TABLES


def _borders(piece: str) -> str:
    """A part of a table without its words."""
    return "".join(match[0] for match in _CELL.finditer(piece))
