# SPDX-License-Identifier: AGPL-3.0-or-later
"""Bills, letters and forms: amounts, labels, drawn check boxes, and what is printed across the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.engine.builtin_help import draw, paragraph, put, read


@pytest.mark.parametrize("amount", ["£ 401", "401 €", "$5", "45 %", "± 12"])
@pytest.mark.parametrize("y", [800, 40])
def test_an_amount_at_the_edge_of_a_page_is_no_page_number(tmp_path: Path, amount: str, y: float) -> None:
    def page(canvas: Canvas) -> None:
        put(canvas, 70, y, amount)
        paragraph(canvas, 70, 700)

    assert amount in read(draw(tmp_path / "bill.pdf", page)).text


def test_a_page_number_between_strokes_is_one(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        put(canvas, 280, 40, "– 401 –")
        paragraph(canvas, 70, 700)

    assert "401" not in read(draw(tmp_path / "page.pdf", page)).text


def test_amounts_and_labels_have_lines_of_their_own(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        for number, (left, right) in enumerate((("Acme Trading", "Invoice no: 17"), ("12 Quay Street", "Date: 3 May"))):
            put(canvas, 60, 760 - 13 * number, left)
            put(canvas, 380, 760 - 13 * number, right)
        paragraph(canvas, 60, 700)
        for number, (what, amount) in enumerate(
            (("Subtotal", "£280.50"), ("VAT 20 %", "£56.10"), ("Total", "£336.60"))
        ):
            put(canvas, 360, 600 - 16 * number, what)
            put(canvas, 460, 600 - 16 * number, amount)

    blocks = read(draw(tmp_path / "bill.pdf", page)).text.split("\n\n")
    assert blocks[-3:] == ["Subtotal £280.50", "VAT 20 % £56.10", "Total £336.60"]
    assert blocks.index("Invoice no: 17") > next(n for n, block in enumerate(blocks) if "12 Quay Street" in block)
    assert "Date: 3 May" in blocks


def test_an_address_keeps_its_lines_and_text_does_not(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        for number, line in enumerate(("Mrs P. Brown", "The Old Mill", "Kingsbridge TQ7 1AB")):
            put(canvas, 60, 760 - 12 * number, line)
        paragraph(canvas, 60, 690)
        put(canvas, 60, 550, "J. Harris")
        put(canvas, 60, 538, "Managing Director")
        for number, line in enumerate(("The bell of the harbour", "Office was rung at five", "and all went home.")):
            put(canvas, 60, 600 - 12 * number, line)

    blocks = read(draw(tmp_path / "letter.pdf", page)).text.split("\n\n")
    assert blocks[0] == "Mrs P. Brown  \nThe Old Mill  \nKingsbridge TQ7 1AB"
    assert blocks[3] == "J. Harris  \nManaging Director"
    assert blocks[2] == "The bell of the harbour Office was rung at five and all went home."


@pytest.mark.parametrize("text", [False, True])  # with it, liteparse cuts the rows otherwise
def test_a_balance_sheet_has_its_heads_its_groups_and_its_empty_cells(tmp_path: Path, text: bool) -> None:
    rows = (("Fixed assets", "", ""), ("Plant and equipment", "12,345", "11,980"), ("Goodwill", "1,204", "1,310"),
            ("", "13,549", "13,290"), ("Liabilities", "", ""), ("Trade payables", "(2,310)", "(2,105)"),
            ("Borrowings", "(400)", "-"), ("Net assets", "10,839", "11,185"))  # fmt: skip

    def page(canvas: Canvas) -> None:
        put(canvas, 60, 780, "Balance sheet", "Times-Bold", 14)
        if text:
            paragraph(canvas, 60, 765)
        for x, year in ((425, "2023"), (505, "2022")):
            put(canvas, x - 25, 701, year, "Times-Bold")
            put(canvas, x - 35, 689, "£000", "Times-Roman", 9)
        for number, row in enumerate(rows):
            put(canvas, 60, 671 - 15 * number, row[0], "Times-Roman" if row[1] else "Times-Bold")
            canvas.setFont("Times-Roman", 10)
            canvas.drawRightString(425, 671 - 15 * number, row[1])
            canvas.drawRightString(505, 671 - 15 * number, row[2])

    table = read(draw(tmp_path / "balance.pdf", page)).text.split("\n\n")[-1].replace("*", "").split("\n")
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in table if "---" not in row]
    heads = [["", "2023", "2022"], ["", "£000", "£000"]], [["", "2023 £000", "2022 £000"]]
    assert any(cells == [*head, *(list(row) for row in rows)] for head in heads)


def test_drawn_check_boxes_say_whether_they_are_ticked(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        paragraph(canvas, 60, 760)
        for number, what in enumerate(("Sailing boat", "Motor boat", "Rowing boat")):
            y = 680 - 16 * number
            canvas.rect(60, y - 1, 9, 9)
            put(canvas, 76, y, what)
            if number == 1:
                canvas.line(60, y - 1, 69, y + 8)
                canvas.line(60, y + 8, 69, y - 1)
            if number == 2:
                put(canvas, 61.5, y, "X", size=8)
        put(canvas, 60, 600, "Yes")
        canvas.rect(82, 599, 8, 8)
        put(canvas, 120, 600, "No")
        canvas.rect(136, 599, 8, 8)
        put(canvas, 60, 560, "Number")
        for cell in range(6):  # of a number, digit by digit
            canvas.rect(110 + 12 * cell, 558, 12, 12)

    blocks = read(draw(tmp_path / "form.pdf", page)).text.split("\n\n")
    assert blocks[1:] == ["☐ Sailing boat", "☑ Motor boat", "☑ Rowing boat", "Yes ☐ No ☐", "Number"]


@pytest.mark.parametrize("angle", [0, 45])
def test_a_word_across_the_text_is_none_of_it(tmp_path: Path, angle: float) -> None:
    def page(canvas: Canvas) -> None:
        put(canvas, 70, 780, "The harbour", size=28)
        for number in range(8):
            paragraph(canvas, 70, 740 - 60 * number)
        canvas.saveState()
        canvas.translate(150, 500)
        canvas.rotate(angle)
        canvas.setFillGray(0.8)
        put(canvas, 0, 0, "DRAFT COPY", "Helvetica-Bold", 60)
        canvas.restoreState()

    text = read(draw(tmp_path / "draft.pdf", page)).text
    assert "DRAFT" not in text and "COPY" not in text
    assert text.startswith("# The harbour\n") and text.count("masons to reach the piers.") == 8
