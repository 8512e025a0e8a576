# SPDX-License-Identifier: AGPL-3.0-or-later
"""`table-ragged`: rows of unequal length, spans that run over the table's edge, tags that do not close."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from app.core.align.source import Source, SourceBlock
from app.core.checks.flag import Flag, Kind, Reason, Severity
from app.core.markup.inline import stretches
from app.core.markup.table_bars import cells, keep_bars

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)((?:[\s/][^<>]*)?)>")
_PAIRED_NAMES: str = (
    "table thead tbody tfoot tr td th caption b strong i em u s sub sup del ins mark small code pre div span p ul ol"
    " li blockquote center details summary a h1 h2 h3 h4 h5 h6"
)
_PAIRED = frozenset(_PAIRED_NAMES.split())
_ANY = re.compile(r"</?(?:t[drh]|table|tbody|thead|li|p|div)(?=[\s>])|\n", re.I)
_NEXT = {
    "td": re.compile(r"</?(?:t[drh]|table)(?=[\s>])", re.I),
    "th": re.compile(r"</?(?:t[drh]|table)(?=[\s>])", re.I),
    "tr": re.compile(r"<tr(?=[\s>])|</(?:tr|tbody|thead|table)(?=[\s>])", re.I),
    "table": re.compile(r"<table(?=[\s>])", re.I),
}
_SPAN = re.compile(r"\b(row|col)span\s*=\s*[\"']?\s*(\d{1,4})", re.I)
_TABLE = re.compile(r"<table(?=[\s>]).*?(?:</table\s*>|\Z)", re.I | re.S)
_TABLE_TAG = re.compile(r"<(/?)table(?=[\s>/])", re.I)
_AHEAD = 100
"""Blocks within which the end of a table is looked for."""
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")


def check(source: Source) -> Iterator[Flag]:
    """Tables in the order of the text."""
    for kind, start, end in _parts(source):
        piece = source.text[start:end]
        if kind == "table_open":
            yield from _bars(piece, start)
        if kind == "fence":
            yield from _fence(piece, start)
        elif kind != "code_block" and "<" in piece:
            yield from _tags(piece, start)
    for match in _TABLE.finditer(source.text) if "<table" in source.text.lower() else ():
        yield from grid(match[0], match.start())


def _parts(source: Source) -> Iterator[tuple[str, int, int]]:
    """Blocks as (kind, start, end); raw HTML ends at a blank line, and a table with one inside is put together again if
    its end comes at all."""
    blocks = source.blocks
    index = 0
    while index < len(blocks):
        block = blocks[index]
        end, after = block.end, index + 1
        depth = _open_tables(source.text, block) if block.kind == "html_block" else 0
        for ahead in range(index + 1, min(len(blocks), index + _AHEAD)) if depth > 0 else ():
            depth += _open_tables(source.text, blocks[ahead])
            if depth <= 0:
                end, after = blocks[ahead].end, ahead + 1
                break
        yield block.kind, block.start, end
        index = after


def _open_tables(text: str, block: SourceBlock) -> int:
    return sum(-1 if match[1] else 1 for match in _TABLE_TAG.finditer(text, block.start, block.end))


def _bars(piece: str, base: int) -> Iterator[Flag]:
    """Rows of a pipe table against its head."""
    usual = -1
    at = 0
    for line in piece.split("\n"):
        row = line.strip()
        if row:
            count = cells(keep_bars(row))
            if usual < 0:
                usual = count
            elif count != usual:
                yield _row(base + at, base + at + len(line), Reason.UNEQUAL_ROWS, count, usual)
        at += len(line) + 1


def _row(start: int, end: int, reason: Reason, count: int, usual: int) -> Flag:
    return Flag(Kind.TABLE_RAGGED, Severity.DOUBT, start, end, reason, {"cells": count, "usual": usual})


def _fence(piece: str, base: int) -> Iterator[Flag]:
    """A block of code that never ends takes the rest of the page along."""
    first = piece.split("\n", 1)[0]
    opening = _FENCE.match(first)
    lines = piece.rstrip().split("\n")
    if opening and (len(lines) < 2 or not lines[-1].strip().startswith(opening[1])):
        yield _tag(base, base + len(first), Reason.TAG_NOT_CLOSED, opening[1])


def _tags(piece: str, base: int) -> Iterator[Flag]:
    """Tags that close nothing, and tags that nothing closes."""
    covered = [(stretch.start, stretch.end) for stretch in stretches(piece)]
    index = 0
    waiting: list[re.Match[str]] = []
    for match in _TAG.finditer(piece):
        while index < len(covered) and covered[index][1] <= match.start():
            index += 1
        name = match[2].lower()
        inside = index < len(covered) and covered[index][0] <= match.start()
        if name not in _PAIRED or match[3].endswith("/") or inside:
            continue
        if not match[1]:
            waiting.append(match)
            continue
        depth = next((n for n in range(1, min(len(waiting), 12) + 1) if waiting[-n][2].lower() == name), 0)
        if not depth:
            yield _tag(base + match.start(), base + match.end(), Reason.TAG_NOT_OPENED, match[0])
            continue
        for lost in waiting[len(waiting) - depth + 1 :]:
            yield _lost(piece, base, lost)
        del waiting[len(waiting) - depth :]
    for lost in waiting:
        yield _lost(piece, base, lost)


def _lost(piece: str, base: int, lost: re.Match[str]) -> Flag:
    """An open tag with what is in it: up to the next of its like, or of what it is in."""
    after = _NEXT.get(lost[2].lower(), _ANY).search(piece, lost.end())
    return _tag(base + lost.start(), base + (after.start() if after else len(piece)), Reason.TAG_NOT_CLOSED, lost[0])


def _tag(start: int, end: int, reason: Reason, tag: str) -> Flag:
    return Flag(Kind.TABLE_RAGGED, Severity.FAULT, start, end, reason, {"tag": tag})


def grid(piece: str, base: int) -> Iterator[Flag]:
    """Rows of an HTML table: how many columns each fills, cells from above included."""
    rows = _rows(piece)
    if len(rows) < 2:
        return
    hanging: list[int] = []  # rows that the cell in this column still reaches down
    widths: list[int] = []
    for number, (start, end, spans) in enumerate(rows):
        column = 0
        for down, across in spans:
            while column < len(hanging) and hanging[column]:
                column += 1
            hanging += [0] * (column + across - len(hanging))
            for place in range(column, column + across):
                hanging[place] = down
            column += across
            if number + down > len(rows):
                yield _row(base + start, base + end, Reason.SPAN_TOO_LARGE, down, len(rows) - number)
        widths.append(max(column, max((n + 1 for n, left in enumerate(hanging) if left), default=0)))
        hanging = [max(0, left - 1) for left in hanging]
    usual = Counter(widths).most_common(1)[0][0]
    for (start, end, _), width in zip(rows, widths, strict=True):
        if width != usual:
            yield _row(base + start, base + end, Reason.UNEQUAL_ROWS, width, usual)


def _rows(piece: str) -> list[tuple[int, int, list[tuple[int, int]]]]:
    """Each row's place and its cells as (rows, columns)."""
    rows: list[tuple[int, int, list[tuple[int, int]]]] = []
    for match in _TAG.finditer(piece):
        name = match[2].lower()
        if name == "tr" and not match[1]:
            rows.append((match.start(), match.end(), []))
        elif name in ("td", "th") and rows:
            start, _, spans = rows[-1]
            if not match[1]:
                given = {kind.lower(): max(1, int(count)) for kind, count in _SPAN.findall(match[3])}
                spans.append((min(given.get("row", 1), 1000), min(given.get("col", 1), 200)))
            rows[-1] = (start, match.end(), spans)
    return [row for row in rows if row[2]]
