# SPDX-License-Identifier: AGPL-3.0-or-later
"""Laws, reports in typewriter type and journals: how the built-in engine reads their items, titles and notes."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.engine.builtin_help import LOREM, draw, paragraph, put, read


def test_an_item_whose_first_line_alone_is_set_in_goes_on(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        put(canvas, 110, 700, "(1) in the first paragraph, by striking the words that were there be-")
        put(canvas, 70, 688, "fore the committee met; and by inserting after it the sentence of the second and of the")
        put(canvas, 70, 676, "third part; and")
        put(canvas, 110, 664, "(2) by striking the rest.")
        paragraph(canvas, 70, 640)

    parts = read(draw(tmp_path / "bill.pdf", page)).text.split("\n\n")
    assert parts[0].startswith("(1) in the first") and parts[0].endswith("before the committee met; and by inserting "
        "after it the sentence of the second and of the third part; and")  # fmt: skip
    assert parts[1] == "(2) by striking the rest."


def test_titles_in_typewriter_type_are_headings_and_listings_are_not(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        put(canvas, 70, 760, "HARBOUR RULES", "Courier-Bold", 20)
        y = paragraph(canvas, 70, 735)
        put(canvas, 70, y - 14, "2. Duties of the pilot", "Courier", 13)
        y = paragraph(canvas, 70, y - 34)
        put(canvas, 70, y - 14, "Penalties", "Courier-Bold", 10)
        y = paragraph(canvas, 70, y - 30)
        put(canvas, 70, y - 14, "make install", "Courier", 10)
        y = paragraph(canvas, 70, y - 30)
        put(canvas, 70, y - 14, "Import(pilot); Run = 2", "Courier-Bold", 10)
        paragraph(canvas, 70, y - 30)

    text = read(draw(tmp_path / "typed.pdf", page)).text
    assert "# HARBOUR RULES\n" in text and "## 2. Duties of the pilot\n" in text and "### Penalties\n" in text
    assert "```\nmake install\n```" in text and "```\nImport(pilot); Run = 2\n```" in text


def _two_columns(canvas: Canvas, note: str, sign: str) -> None:
    """Text in two columns, with a note at the foot of the first one only."""
    short = [line[:44].rsplit(" ", 1)[0] for line in LOREM]
    for x, lines in ((60, 40), (310, 50)):
        for number in range(lines):
            put(canvas, x, 760 - 12 * number, short[number % 4])
    put(canvas, 290, 760 - 12 * 20 + 3, sign, size=6)
    canvas.line(60, 268, 120, 268)
    put(canvas, 60, 258, sign, size=5)
    put(canvas, 66, 255, note, size=8)
    put(canvas, 60, 245, "and the rest of what it says in another line.", size=8)


@pytest.mark.parametrize("sign", ["1", "*"])
def test_a_note_at_the_foot_of_the_first_column_stands_behind_the_text(tmp_path: Path, sign: str) -> None:
    note = "See Smith v. Harbour Board, in the third volume of"
    path = draw(tmp_path / "journal.pdf", lambda canvas: _two_columns(canvas, note, sign))
    blocks = read(path).text.split("\n\n")
    mark = sign.replace("*", "\\*")
    assert blocks[-1].startswith(f"<sup>{mark}</sup>") and blocks[-1].endswith("in another line.")
    assert f"<sup>{mark}</sup>" in "".join(blocks[:-1])


def test_a_line_in_the_middle_of_a_sentence_is_no_heading(tmp_path: Path) -> None:
    def page(canvas: Canvas) -> None:
        y = paragraph(canvas, 70, 740, LOREM[:2])
        put(canvas, 70, y - 2, "towns, and when it had been decided the com-", size=13)
        y = paragraph(canvas, 70, y - 16, ("mittee went home. " + LOREM[3], *LOREM))
        put(canvas, 70, y - 16, "uses of the harbour", size=13)
        paragraph(canvas, 70, y - 36)

    text = read(draw(tmp_path / "sentence.pdf", page)).text
    assert [line for line in text.split("\n") if line.startswith("#")] == ["## uses of the harbour"]
