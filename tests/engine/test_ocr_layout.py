# SPDX-License-Identifier: AGPL-3.0-or-later
"""Columns, tables, rulings and sizes on pictures of pages."""

from __future__ import annotations

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas

from engine.backends.builtin.ocr import read_picture
from engine.backends.builtin.ocr.page import Picture
from tests.engine.ocr_help import markdown, picture, text_of, tilted

LEFT = (
    "The mill stood by the river for", "two hundred years before the", "flood of that autumn carried off",
    "its wheel and half of the wall.", "The miller moved to the town and", "sold what was left of the stones",
    "to the builders of the new road.", "Nobody has ground corn there", "since that day, and the weir is",
    "now a place where children fish.",
)  # fmt: skip
RIGHT = (
    "In the town he opened a shop for", "bread and cakes that soon had a", "good name in all of the valley.",
    "His daughters kept it after him", "and added a room with six small", "tables where tea was served on",
    "market days. The shop is still", "there, though the bread comes by", "lorry from a factory some forty",
    "miles away to the north of here.",
)  # fmt: skip


def columns(canvas: Canvas, *, gutter: float = 12.0, note: bool = False, shift: float = 0.0) -> None:
    """Two columns of 10 point Times, the right one `shift` points lower."""
    canvas.setFont("Times-Bold", 16)
    canvas.drawString(72, 760, "The Mill and the Shop in the Valley")
    canvas.setFont("Times-Roman", 10)
    widest = max(canvas.stringWidth(line, "Times-Roman", 10) for line in LEFT)
    for number, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        canvas.drawString(72 + widest - canvas.stringWidth(left, "Times-Roman", 10), 730 - 12 * number, left)
        canvas.drawString(72 + widest + gutter, 730 - 12 * number - shift, right)
    if note:
        canvas.line(72, 600, 130, 600)
        canvas.setFont("Times-Roman", 7)
        canvas.drawString(72, 590, "1 The wheel is kept in the museum of the county town.")


@pytest.mark.parametrize(("gutter", "shift"), [(12.0, 0.0), (9.0, 0.0), (9.0, 5.0), (24.0, 0.0)])
def test_columns_are_read_one_after_the_other(gutter: float, shift: float) -> None:
    page = read_picture(picture(lambda c: columns(c, gutter=gutter, shift=shift), dpi=200))
    text = text_of(page).split("\n")
    assert text[0].startswith("The Mill and the Shop")
    # a full stop at the gutter may be lost
    assert [line.rstrip(".") for line in text[1:]] == [line.rstrip(".") for line in (*LEFT, *RIGHT)]
    flowing = markdown(page)
    assert flowing.index("weir is now a place where") < flowing.index("In the town he opened")


def test_footnotes_come_after_the_last_column() -> None:
    page = read_picture(picture(lambda c: columns(c, note=True), dpi=200))
    text = text_of(page)
    assert text.index("now a place where") < text.index("In the town") < text.index("The wheel is kept")


@pytest.mark.parametrize("foot", [False, True])
@pytest.mark.parametrize("gutter", [12.0, 24.0])
def test_a_page_number_over_or_under_two_columns_is_in_neither(gutter: float, foot: bool) -> None:
    def page(canvas: Canvas) -> None:
        columns(canvas, gutter=gutter)
        canvas.setFillGray(1)
        canvas.rect(60, 750, 480, 40, fill=1, stroke=0)  # no title: the columns begin below the number
        canvas.setFillGray(0)
        widest = max(canvas.stringWidth(line, "Times-Roman", 10) for line in LEFT)
        canvas.drawCentredString(74 + widest + gutter, 590 if foot else 770, "117")

    lines = text_of(read_picture(picture(page, dpi=200))).split("\n")
    assert lines.index("117") == (len(lines) - 1 if foot else 0)


BILL = (
    ("Item", "Description", "Amount", "Price", "Total"),
    ("1", "Garden work", "28 h", "120.00", "3360.00"),
    ("2", "Disposal of cuttings", "2", "307.35", "614.70"),
    ("3", "Repair of the fence", "1", "85.00", "85.00"),
)


def bill(canvas: Canvas) -> None:
    """A table without rulings between two paragraphs."""
    canvas.setFont("Helvetica", 10)
    canvas.drawString(72, 740, "We are billing you as follows for the work that was agreed on in spring:")
    for number, row in enumerate(BILL):
        for x, cell in zip((72, 110, 270, 350, 430), row, strict=True):
            canvas.drawString(x, 710 - 18 * number, cell)
    canvas.drawString(72, 620, "Thank you for the order. Please pay the amount within thirty days.")


def cells(text: str) -> list[list[str]]:
    rows = [line for line in text.split("\n") if line.startswith("|") and "---" not in line]
    return [[cell.strip(" *") for cell in row.strip("|").split("|")] for row in rows]


@pytest.mark.parametrize("dpi", [150, 200])
def test_a_table_without_rulings_gets_its_grid(dpi: float) -> None:
    page = read_picture(picture(bill, dpi=dpi))
    (grid,) = page.grids
    assert len(grid.channels) == 4 and len(grid.edges) == 3
    text = markdown(page)
    assert cells(text) == [list(row) for row in BILL]
    assert text.index("We are billing") < text.index("|") < text.index("Thank you")


def ruled(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 11)
    for number, row in enumerate((("Region", "Units"), ("North", "120"), ("South", "85"))):
        for column, cell in enumerate(row):
            canvas.rect(100 + 120 * column, 600 - 24 * number, 120, 24)
            canvas.drawString(106 + 120 * column, 608 - 24 * number, cell)


@pytest.mark.parametrize("degrees", [0.0, 1.5])
def test_a_ruled_table_keeps_its_cells(degrees: float) -> None:
    page = read_picture(tilted(picture(ruled, dpi=200), degrees))
    across = [r for r in page.rulings if r.horizontal]
    down = [r for r in page.rulings if not r.horizontal]
    assert len(across) >= 4 and len(down) >= 3
    assert not page.grids
    assert cells(markdown(page)) == [["Region", "Units"], ["North", "120"], ["South", "85"]]


def test_two_columns_of_prose_are_no_table() -> None:
    page = read_picture(picture(lambda c: columns(c, gutter=24.0), dpi=200))
    assert not page.grids
    assert "|" not in markdown(page)


def test_headings_by_size_and_weight_over_body_of_one_size() -> None:
    def sections(canvas: Canvas) -> None:
        y = 760.0
        for title in ("Purpose of the survey", "What was measured"):
            canvas.setFont("Times-Bold", 14)
            canvas.drawString(72, y, title)
            canvas.setFont("Times-Roman", 11)
            for number, line in enumerate(LEFT[:5]):
                canvas.drawString(72, y - 22 - 13 * number, line + " and so on until the end of it")
            y -= 130

    noisy: Picture = picture(sections, dpi=130)
    rng = np.random.default_rng(7)
    noisy = (noisy * 0.85 + 15 + rng.normal(0, 6, noisy.shape)).clip(0, 255).astype(np.uint8)
    page = read_picture(noisy)
    assert {line.text for line in page.lines if line.bold} == {"Purpose of the survey", "What was measured"}
    assert len({line.size for line in page.lines if not line.bold}) == 1
    heads = [line.lstrip("# ") for line in markdown(page).split("\n") if line.startswith("#")]
    assert heads == ["Purpose of the survey", "What was measured"]
