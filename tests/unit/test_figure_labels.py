# SPDX-License-Identifier: AGPL-3.0-or-later
"""Words within figures are no paragraphs of the text where the figure is put in, and nothing else is left out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from app.core.export import ExportOptions, Format, PageText, Snapshot, export
from app.core.export.figure_labels import Candidate, labels
from app.core.export.snapshot import Original
from engine.pages.opening import open_reader
from engine.protocol import Box, Word

BELOW = "Below it the text goes on with 10 and with 20, and says what was counted."
FIGURE: Box = (0.1, 0.2, 0.9, 0.5)


def _word(text: str, x: float, y: float) -> Word:
    return Word(text=text, box=(x, y, x + 0.03, y + 0.02))


WORDS = [
    _word("Row", 0.2, 0.3), _word("Encoder", 0.3, 0.3), _word("10", 0.12, 0.25), _word("10", 0.12, 0.35),
    _word("Then", 0.1, 0.6), _word("10", 0.2, 0.6), _word("rows", 0.3, 0.6),
]  # fmt: skip


def test_what_stands_in_a_figure_is_a_label() -> None:
    row = Candidate(0, "Row Encoder", (0.2, 0.3, 0.33, 0.32))
    assert labels([row, Candidate(1, "Then 10 rows", (0.1, 0.6, 0.33, 0.62))], [FIGURE], WORDS) == {0}
    assert labels([row], [(0.5, 0.5, 0.9, 0.9)], WORDS) == set()


def test_a_number_that_the_text_has_too_goes_with_its_neighbours_only() -> None:
    lost = Candidate(1, "10", (0.2, 0.6, 0.23, 0.62))  # set beside the "10" of the text
    row = Candidate(0, "Row", (0.2, 0.3, 0.23, 0.32))
    assert labels([row, lost, Candidate(2, "−1 0", None)], [FIGURE], WORDS) == {0, 1, 2}
    assert labels([Candidate(0, "Then 10 rows", None), lost], [FIGURE], WORDS) == set()
    assert labels([row, replace(lost, index=5)], [FIGURE], WORDS) == {0}


def _chart(path: Path) -> None:
    """A page with a chart: upright bars of many lengths that go on below the axis, where they are clipped, numbers at
    the axis, a caption, and text above and below. No line is slanted."""
    document = pymupdf.open()
    page = document.new_page(width=600, height=800)
    page.insert_text((60, 80), "Above the chart there is a paragraph of the text.")
    page.insert_text((60, 470), "Figure 1: What was counted.")
    for line in range(12):
        page.insert_text((60, 500 + 16 * line), BELOW)
    for number in range(5):
        page.insert_text((62, 400 - 50 * number), str(10 * number))
    bars = "".join(f"{90 + 3 * n} 100 1.5 {320 + (n * 37) % 170} re f\n" for n in range(150))
    chart = f"q 85 400 460 200 re W n 0 0 1 rg\n{bars}Q\n0.5 w 85 400 m 545 400 l S 85 400 m 85 600 l S\n"
    xref = page.get_contents()[-1]
    document.update_stream(xref, document.xref_stream(xref) + b"\n" + chart.encode())
    document.save(path)


def test_a_chart_of_clipped_bars_is_a_figure(tmp_path: Path) -> None:
    _chart(tmp_path / "in.pdf")
    reader = open_reader(str(tmp_path / "in.pdf"), None)
    (figure,) = reader.figures(0)
    assert figure.box[0] < 0.11, "with the numbers at its axis"
    assert figure.box[1] == pytest.approx(0.25, abs=0.03) and figure.box[3] == pytest.approx(0.5, abs=0.03)
    reader.close()


def test_a_ruled_table_is_none(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page(width=600, height=800)
    for row in range(30):
        for column in range(8):
            page.draw_rect(pymupdf.Rect(60 + 60 * column, 100 + 20 * row, 120 + 60 * column, 120 + 20 * row))
            if row < 3:
                page.insert_text((64 + 60 * column, 114 + 20 * row), f"{row}.{column}")
    document.save(tmp_path / "in.pdf")
    reader = open_reader(str(tmp_path / "in.pdf"), None)
    assert reader.figures(0) == []
    reader.close()


TEXT = (
    "Above the chart there is a paragraph of the text.\n\n40\n\n30\n\n20\n\n10\n\n0\n\nFigure 1: What was counted.\n\n"
    + " ".join([BELOW] * 12)
)


@pytest.mark.parametrize(
    ("engine", "edited", "figures", "kept"),
    [
        ("builtin", False, "files", False),
        ("builtin", False, "none", True),  # no figure shows them
        ("builtin", True, "files", True),  # the user's text is the user's
        ("transformers", False, "files", True),  # a model does not take them for paragraphs
    ],
)
def test_labels_go_where_the_figure_comes(
    tmp_path: Path, engine: str, edited: bool, figures: str, kept: bool
) -> None:
    path = tmp_path / "in.pdf"
    _chart(path)
    reader = open_reader(str(path), None)
    words = reader.words(0)
    snapshot = Snapshot(
        "T", str(path), (PageText(0, text=TEXT, edited=edited),), words=lambda page: words,
        engine_of=lambda page: engine, original=Original((str(path),), {}),
    )  # fmt: skip
    options = ExportOptions(figures=figures)  # type: ignore[arg-type]
    paths = export(snapshot, Format.MARKDOWN, tmp_path / "out" / "a.md", options, None)
    blocks = paths[0].read_text(encoding="utf-8").strip().split("\n\n")
    blocks = [block for block in blocks if not block.startswith("![")]
    assert [block for block in blocks if block.isdigit()] == (["40", "30", "20", "10", "0"] if kept else [])
    assert [block for block in blocks if not block.isdigit()] == [b for b in TEXT.split("\n\n") if not b.isdigit()]
