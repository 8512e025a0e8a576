# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables as an Excel workbook: a sheet each, merged cells merged, numbers as numbers only where nothing changes."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from app.core.export.dated import dated_zip, moment
from app.core.export.snapshot import Snapshot
from app.core.export.table_files import Table, number_of
from app.core.export.table_grid import Grid

_MOST_TEXT = 32_767
"""Characters of one cell; Excel takes no more."""
_DATE = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
_WIDEST = 60


def written(tables: Sequence[Table], snapshot: Snapshot) -> bytes:
    """The file. Its dates are that of the text, so that the same tables give the same bytes."""
    book = Workbook()
    book.properties.title = ILLEGAL_CHARACTERS_RE.sub("", snapshot.title)
    book.properties.creator = ILLEGAL_CHARACTERS_RE.sub("", snapshot.author) or "Copyholder"
    if book.active is not None:
        book.remove(book.active)
    for table in tables:
        _fill(book.create_sheet(table.name), table.grid)
    stream = io.BytesIO()
    book.save(stream)
    when = moment(snapshot.changed)
    stamp = when.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    return dated_zip(stream.getvalue(), when, {"docProps/core.xml": lambda xml: _DATE.sub(rb"\g<1>" + stamp, xml)})


def _fill(sheet: Worksheet, grid: Grid) -> None:
    widths: dict[int, int] = {}
    for cell in grid.cells:
        place = sheet.cell(cell.row + 1, cell.column + 1)
        text = ILLEGAL_CHARACTERS_RE.sub("\ufffd", cell.text)[:_MOST_TEXT]
        number = number_of(text)
        if number is not None:
            place.value, place.number_format = number
        elif text:
            place.value = text
            place.data_type = "s"  # never a formula
            place.number_format = "@"
        place.alignment = Alignment(wrap_text="\n" in text, vertical="top")
        if cell.head:
            place.font = Font(bold=True)
        if cell.rows > 1 or cell.columns > 1:
            sheet.merge_cells(
                start_row=cell.row + 1, end_row=cell.row + cell.rows,
                start_column=cell.column + 1, end_column=cell.column + cell.columns,
            )  # fmt: skip
        longest = max(map(len, text.split("\n")))
        if cell.columns == 1:
            widths[cell.column] = min(_WIDEST, max(widths.get(cell.column, 8), longest + 2))
    for column, width in widths.items():
        sheet.column_dimensions[get_column_letter(column + 1)].width = width
