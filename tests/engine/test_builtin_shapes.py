# SPDX-License-Identifier: AGPL-3.0-or-later
"""Tables and lists whose parts a text layer does not give together, on documents made here."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.engine.builtin_help import draw, paragraph, read, ruled


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
