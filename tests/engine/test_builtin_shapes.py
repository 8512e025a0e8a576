# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables and lists whose parts a text layer does not give together, on documents made here."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.engine.builtin_help import draw, paragraph, put, read, ruled


@pytest.mark.parametrize("width", [100, 150])
def test_each_row_of_a_table_with_a_band_of_white_stands_once(tmp_path: Path, width: float) -> None:
    """Totals below a doubled ruling: of the same columns, and of others."""
    rows = [["Port", "Ships", "Tons"], ["Bergen", "12", "340"], ["Cork", "31", "2,200"]]
    totals = [["Total", "43", "2,540"], ["Mean", "22", "1,270"]] if width == 100 else [["All", "43"], ["Mean", "22"]]

    def page(canvas: Canvas) -> None:
        paragraph(canvas, 60, 780)
        ruled(canvas, 60, 700, rows)
        ruled(canvas, 60, 635, totals, width)
        paragraph(canvas, 60, 560)

    text = read(draw(tmp_path / "band.pdf", page)).text
    found = [line for line in text.split("\n") if line.startswith("|") and "---" not in line]
    assert found == ["| " + " | ".join(row) + " |" for row in [*rows, *totals]]
    assert text.count("\n|---") == (1 if width == 100 else 2)


@pytest.mark.parametrize("bold", [False, True])
def test_numbers_set_far_to_the_left_of_their_items_stand_before_them(tmp_path: Path, bold: bool) -> None:
    """The digits of the numbers stand in the items' texts too."""
    items = [
        ("The port of Bergen, as section 1201(d) of the act of 1998 says,", "is open to all ships of less than 12 tons;"),
        ("The port of Cork, as section 2105(e) of the act of 1972 has it,", "is open to every ship of 22 tons or less;"),
        ("The port of Hull, as section 3310(f) of the act of 1933 has it,", "is open to every ship of 33 tons or less."),
    ]

    def page(canvas: Canvas) -> None:
        y = paragraph(canvas, 60, 780) - 12
        for number, (first, second) in enumerate(items, 1):
            put(canvas, 96, y, f"{number}.")
            put(canvas, 132, y, first, "Helvetica-Bold" if bold else "Helvetica")
            put(canvas, 132, y - 12, second)
            y -= 24
        paragraph(canvas, 60, y - 12)

    text = read(draw(tmp_path / "items.pdf", page)).text.replace("**", "")
    assert [line for line in text.split("\n") if line[:1].isdigit()] == [
        f"{number}. {first} {second}" for number, (first, second) in enumerate(items, 1)
    ]
