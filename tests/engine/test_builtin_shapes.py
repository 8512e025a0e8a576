# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables and lists whose parts a text layer does not give together, on documents made here."""

from __future__ import annotations

from functools import partial
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
        ("The port of Bergen, as section 1201(d) of the act of 1998 says,", "is open to ships of less than 12 tons;"),
        ("The port of Cork, as section 2105(e) of the act of 1972 has it,", "is open to ships of 22 tons or less;"),
        ("The port of Hull, as section 3310(f) of the act of 1933 has it,", "is open to ships of 33 tons or less."),
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


def test_rows_beside_a_table_without_rulings_that_stand_in_its_columns_are_its_own(tmp_path: Path) -> None:
    """Figures a single space apart, dots that lead to them, and a ruling that is typed."""
    rows = [
        "Share         1.7   1.8   1.9   2.0   2.5   3.0",
        "-" * 47,
        "0.99 ...... 1,360 1,440 1,520 1,600 2,000 2,400",
        "0.95 ......   272   288   304   320   400   480",
        "0.90 ......   136   144   152   160   200   240",
        "0.85 ......    91    96   101   107   133   160",
        "0.80 ......    68    72    76    80   100   120",
        "0.01 ...... 1,360 1,440 1,520 1,600 2,000 2,400",
    ]

    def page(canvas: Canvas) -> None:
        y = paragraph(canvas, 60, 780) - 12
        for number, row in enumerate(rows):
            put(canvas, 60, y - 12 * number, row, "Courier")
        paragraph(canvas, 60, y - 120)

    text = read(draw(tmp_path / "typed.pdf", page)).text
    wanted = [row.replace("......", "").split() for row in rows if "--" not in row]
    found = [line for line in text.split("\n") if line.startswith("|") and "---" not in line]
    assert found == ["| " + " | ".join(row) + " |" for row in wanted]
    assert text.count("1,360") == 2


def test_a_line_of_text_below_a_table_without_rulings_stays_below_it(tmp_path: Path) -> None:
    rows = (("Port", "Ships", "Tons"), ("Bergen", "12", "340"), ("Hull", "7", "98"), ("Cork", "31", "2,200"))

    def page(canvas: Canvas) -> None:
        paragraph(canvas, 60, 780)
        for n, row in enumerate(rows):
            for c, cell in enumerate(row):
                put(canvas, 60 + 90 * c, 690 - 14 * n, cell)
        put(canvas, 60, 690 - 14 * len(rows), "Tons are those of the year in which the ships were built and named.")

    text = read(draw(tmp_path / "note.pdf", page)).text
    assert text.endswith("| Cork | 31 | 2,200 |\n\nTons are those of the year in which the ships were built and named.")


def test_a_label_below_figures_is_no_part_of_the_last(tmp_path: Path) -> None:
    rows = (("Bergen", "12", "340.00"), ("Hull", "7", "98.50"), ("Oban", "9", "100.00"), ("Cork", "31", "148.83"))

    def page(canvas: Canvas) -> None:
        paragraph(canvas, 60, 780)
        for n, row in enumerate(rows):
            for c, cell in enumerate(row):
                put(canvas, 60 + 90 * c, 690 - 14 * n, cell)
        put(canvas, 240, 690 - 14 * len(rows), "In words")
        paragraph(canvas, 60, 600)

    text = read(draw(tmp_path / "label.pdf", page)).text
    assert "| Cork | 31 | 148.83 |\n\nIn words\n\n" in text


def test_a_line_over_the_columns_of_figures_is_their_head_and_a_title_is_none(tmp_path: Path) -> None:
    rows = (("Port", "1901", "1902"), ("Bergen", "12", "340"), ("Hull", "7", "98"), ("Cork", "31", "2,200"))

    def page(canvas: Canvas, middle: float) -> None:
        paragraph(canvas, 60, 780)
        canvas.drawCentredString(middle, 702, "Ships by year")
        for n, row in enumerate(rows):
            put(canvas, 60, 690 - 14 * n, row[0])
            for c, cell in enumerate(row[1:]):
                canvas.drawCentredString(200 + 90 * c, 690 - 14 * n, cell)
        paragraph(canvas, 60, 600)

    over, title = (read(draw(tmp_path / f"{x}.pdf", partial(page, middle=x))).text for x in (245, 140))
    assert '<tr><th rowspan="2">Port</th><th colspan="2">Ships by year</th></tr>' in over
    assert "Ships by year\n\n| Port | 1901 | 1902 |" in title
