# SPDX-License-Identifier: AGPL-3.0-or-later
"""The tables of a document for spreadsheets: a CSV file each, or one workbook with a sheet each."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.export.compose import composed
from app.core.export.snapshot import ExportOptions, Format, Snapshot
from app.core.export.table_grid import Grid, grids
from app.core.export.watch import Watch
from app.core.files import safe_name

NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.(\d+))?\Z", re.ASCII)
DIGITS = 15
"""Decimal digits that a floating-point number keeps."""

_RISKY = re.compile(r"[=@\t\r]|[+-](?=.*[^\s+-])", re.S)
"""With what a cell begins that a spreadsheet would take for a formula."""
_PLAIN_NUMBER = re.compile(r"[+-]?[\d.,’' ]+%?\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the document: on which page it begins (from 0), and which it is there (from 1)."""

    page: int
    number: int
    grid: Grid

    @property
    def name(self) -> str:
        return f"page {self.page + 1} table {self.number}"


def tables(snapshot: Snapshot, options: ExportOptions, watch: Watch) -> list[Table]:
    """All tables in the order of the document."""
    found: list[Table] = []
    pieces = composed(snapshot, options, watch.part(0, 0.7)).pieces
    for piece in watch.part(0.7, 1).over(pieces, len(pieces)):
        for grid in grids(piece):
            number = found[-1].number + 1 if found and found[-1].page == piece.page else 1
            found.append(Table(piece.page, number, grid))
    return found


def contents(
    snapshot: Snapshot, format: Format, options: ExportOptions, watch: Watch, stem: str
) -> Iterator[tuple[str, bytes]]:
    """The files; none where there is no table."""
    found = tables(snapshot, options, watch)
    if found and format is Format.XLSX:
        from app.core.export import workbook

        yield "", workbook.written(found, snapshot)
        return
    folder = safe_name(stem, ".tables")
    for table in found:
        yield f"{folder}/page-{table.page + 1:03}-table-{table.number}.csv", as_csv(table.grid.resolved())


def as_csv(rows: Sequence[Sequence[str]]) -> bytes:
    """UTF-8 with the mark by which spreadsheets know it, RFC 4180. What would be taken for a formula gets
    an apostrophe in front: the text of a document must not compute anything."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows([[harmless(cell) for cell in row] for row in rows])
    return text.getvalue().encode("utf-8-sig", "replace")


def harmless(cell: str) -> str:
    return f"'{cell}" if _RISKY.match(cell) and not _PLAIN_NUMBER.match(cell) else cell


def number_of(text: str) -> tuple[float | int, str] | None:
    """The number and the format in which it looks as it did, or None where it would change: grouped figures,
    leading zeros, signs that mean something else elsewhere, more digits than a number keeps."""
    match = NUMBER.match(text)
    if match is None or len(re.sub(r"\D", "", text).lstrip("0")) > DIGITS or (text.startswith("-0") and not match[1]):
        return None
    if not match[1]:
        return int(text), "0"
    return float(text), "0." + "0" * len(match[1])
