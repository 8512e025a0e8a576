# SPDX-License-Identifier: AGPL-3.0-or-later
"""No word of a page is lost or doubled, whatever the page looks like: the words of the Markdown
are those that another reader (MuPDF) finds on the page."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from html import unescape
from pathlib import Path

import pymupdf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from tests.engine.builtin_help import draw, put, read, ruled

WORDS = (
    "oak", "ash", "elm", "birch", "harbour", "bridge", "of", "the", "and",
    "a", "in", "mast", "sail", "keel", "rope", "12", "7.5", "1,204",
    "2019", "NW", "(see)", "ends.", "over,", "but;", "under", "left-hand", "is",
    "said:", "Anna", "O'Neil", "45%", "x2", "café", "naïve",
)
FONTS = ("Helvetica", "Times-Roman", "Helvetica-Bold", "Times-Italic", "Courier")

text = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
block = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["lines", "columns", "table", "loose", "list", "heading", "turned"]),
        "texts": st.lists(text, min_size=2, max_size=8),
        "font": st.sampled_from(FONTS),
        "size": st.sampled_from([8, 10, 11, 12]),
    }
)


def _draw(canvas: Canvas, blocks: list[dict[str, object]]) -> None:
    y = 700.0
    for item in blocks:
        kind, texts, font, size = (item[k] for k in ("kind", "texts", "font", "size"))
        assert isinstance(texts, list)
        assert isinstance(size, int)
        font = str(font)
        short = [t.split()[0] for t in texts]
        if y < 240:
            return  # below may be a foot with a page number, which is left out
        if kind == "table":
            ruled(canvas, 60, y, [short[:4], short[-4:], short[:4]], 110)
            y -= 60
        elif kind == "turned":
            canvas.saveState()
            canvas.translate(90, y - 60)
            canvas.rotate(90)
            put(canvas, 0, 0, short[0], font, size)
            canvas.restoreState()
            put(canvas, 120, y - 30, texts[0][:50], font, size)
            y -= 75
        elif kind == "loose":
            for _ in range(3):
                for column, word in enumerate(short[:4]):
                    put(canvas, 60 + 110 * column, y, word, font, size)
                y -= 1.5 * size
        else:
            for number, line in enumerate(texts[: 1 if kind == "heading" else 8]):
                lead = {"list": "• ", "heading": ""}.get(str(kind), "")
                put(canvas, 60, y, lead + line[:32], font, size + 6 * (kind == "heading"))
                if kind == "columns":
                    put(canvas, 320, y, texts[-1 - number % len(texts)][:32], font, size)
                y -= 1.25 * size
        y -= 14


def _tokens(shown: str) -> Counter[str]:
    return Counter(re.findall(r"[^\W_]+", shown))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(blocks=st.lists(block, min_size=1, max_size=6))
def test_each_word_once(blocks: list[dict[str, object]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = draw(Path(folder) / "w.pdf", lambda canvas: _draw(canvas, blocks))
        with pymupdf.open(path) as document:
            there = _tokens(document[0].get_text())
        found = read(path, route="text").text
    shown = unescape(re.sub(r"</?[a-z]+[^>]*>", lambda m: "" if m.group()[1:4] in ("sup", "sub") else " ", found))
    shown = re.sub(r"\\(?=[^\w\s])", "", shown)
    assert _tokens(shown) == there
