# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables that go on after a page break, put together without losing a row or a column.

Two tables are one when nothing stands between them, they have the same number of columns, and the
second repeats the head of the first, or has none, or its first row is of the same sort as the rows of the
first. Otherwise both stay as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.core.assemble.pieces import Change, Kind, Piece
from app.core.assemble.steps import Whole

_BAR = re.compile(r"(?<!\\)\|")
_RULE_CELL = re.compile(r"^\s*:?-+:?\s*$")
_ROW = re.compile(r"<tr\b[^>]*>.*?</tr\s*>", re.I | re.S)
_CELL = re.compile(r"<(t[hd])\b([^>]*)>(.*?)</t[hd]\s*>", re.I | re.S)
_SPAN = re.compile(r"""\b(col|row)span\s*=\s*["']?(\d+)""", re.I)
_END = re.compile(r"(?:</tbody\s*>\s*)?</table\s*>\s*$", re.I)
_TAG = re.compile(r"<[^>]*>")
_NUMERIC = re.compile(r"^[\s\d.,:%+\-−–()/€$£¥'’°]*\d[\s\d.,:%+\-−–()/€$£¥'’°]*$")
_NUMBERS = re.compile(r"\d+(?:[.,:]\d+)*")


@dataclass(frozen=True, slots=True)
class _Row:
    """`head` says that every cell is a head cell; `width` counts columns, spans included."""

    source: str
    cells: tuple[str, ...]
    head: bool
    width: int


def tables(pieces: Sequence[Piece], whole: Whole) -> tuple[list[Piece], list[Change]]:
    """The pieces with continued tables put together."""
    del whole
    done: list[Piece] = []
    changes: list[Change] = []
    for piece in pieces:
        at = _table_before(done, piece)
        source = _continued(done[at], piece) if at is not None else None
        if at is None or source is None:
            done.append(piece)
            continue
        joined = replace(done[at], source=source, last=piece.ends_on)
        changes.append(Change("tables", done[at].page, (done[at], piece), (joined,)))
        done[at] = joined
    return done, changes


def _table_before(done: Sequence[Piece], piece: Piece) -> int | None:
    """Where the table is that ends the page before and may go on in `piece`."""
    if piece.kind not in _JOINS:
        return None
    for at in range(len(done) - 1, -1, -1):
        if done[at].kind is piece.kind:
            return at if done[at].ends_on == piece.page - 1 else None
        if done[at].kind is not Kind.FOOTNOTE:
            return None
    return None


def _continued(before: Piece, after: Piece) -> str | None:
    return _JOINS[after.kind](before.source, after.source)


# ------------------------------------------------------------ tables with bars


def _with_bars(before: str, after: str) -> str | None:
    one, two = before.split("\n"), after.split("\n")
    if len(one) < 2 or len(two) < 2:
        return None
    head, rows = _cells(one[0]), [_cells(line) for line in one[2:]]
    other = _cells(two[0])
    if len(head) != len(other) or not _is_rule(two[1]):
        return None
    if _same(head, other):
        return "\n".join([*one, *two[2:]])
    if not any(other):
        return "\n".join([*one, *two[2:]])
    return "\n".join([*one, two[0], *two[2:]]) if _of_the_same_sort(rows, other) else None


def _cells(line: str) -> list[str]:
    inner = line.strip()
    inner = inner.removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [cell.strip() for cell in _BAR.split(inner)]


def _is_rule(line: str) -> bool:
    return all(_RULE_CELL.match(cell) for cell in _cells(line))


# ------------------------------------------------------------ tables in HTML


def _in_html(before: str, after: str) -> str | None:
    one, two = _rows(before), _rows(after)
    if not one or not two or max(row.width for row in one) != max(row.width for row in two):
        return None
    if len(_ROW.findall(_outside_rows(after))) or "<table" in before.lower()[6:] or "<table" in after.lower()[6:]:
        return None  # tables in tables
    heads = _heads(one)
    if 0 < len(heads) < len(one) and [_bare(row) for row in two[: len(heads)]] == [_bare(row) for row in heads]:
        two = two[len(heads) :]
    elif two[0].head or not _of_the_same_sort([row.cells for row in one if not row.head], two[0].cells):
        return None
    end = _END.search(before)
    if end is None:
        return None
    body = "\n".join(row.source for row in two)
    return f"{before[: end.start()].rstrip()}\n{body}\n{end[0].strip()}"


def _rows(source: str) -> list[_Row]:
    found: list[_Row] = []
    down: dict[int, int] = {}  # columns that spans of earlier rows still cover, by how many rows
    for match in _ROW.finditer(source):
        cells = _CELL.findall(match[0])
        down = {column: left - 1 for column, left in down.items() if left > 1}
        width = len(down)
        column = 0
        below: dict[int, int] = {}
        for _, attributes, _ in cells:
            spans = {name.lower(): int(value) for name, value in _SPAN.findall(attributes)}
            while column in down:
                column += 1
            for place in range(column, column + spans.get("col", 1)):
                if spans.get("row", 1) > 1:
                    below[place] = spans["row"]
            column += spans.get("col", 1)
            width += spans.get("col", 1)
        down.update(below)
        texts = tuple(_TAG.sub("", text).strip() for _, _, text in cells)
        found.append(_Row(match[0], texts, bool(cells) and all(tag.lower() == "th" for tag, _, _ in cells), width))
    return found


def _heads(rows: Sequence[_Row]) -> list[_Row]:
    found: list[_Row] = []
    for row in rows:
        if not row.head:
            break
        found.append(row)
    return found


def _outside_rows(source: str) -> str:
    return _ROW.sub("", source)


def _bare(row: _Row) -> list[str]:
    return [_plain(cell) for cell in row.cells]


# ------------------------------------------------------------ both


def _same(one: Sequence[str], two: Sequence[str]) -> bool:
    return [_plain(cell) for cell in one] == [_plain(cell) for cell in two]


def _plain(cell: str) -> str:
    return re.sub(r"[\W_]+", "", cell.casefold())


def _of_the_same_sort(rows: Sequence[Sequence[str]], row: Sequence[str]) -> bool:
    """Whether `row` has numbers where most of `rows` have them ("7", "item 7", "7 kg"), in at least one column, and
    nothing else there."""
    agreed = False
    for at, cell in enumerate(row):
        counts = Counter(_sort(one[at]) for one in rows if at < len(one))
        usual, count = counts.most_common(1)[0] if counts else ("", 0)
        if not usual or count <= len(rows) / 2 or not cell:
            continue
        if _sort(cell) != usual:
            return False
        agreed = True
    return agreed


def _sort(cell: str) -> str:
    """The words around a cell's numbers; "" without numbers."""
    if _NUMERIC.match(cell):
        return "#"
    return _NUMBERS.sub("#", cell.casefold()) if _NUMBERS.search(cell) else ""


_JOINS: dict[Kind, Callable[[str, str], str | None]] = {Kind.TABLE: _with_bars, Kind.HTML_TABLE: _in_html}
