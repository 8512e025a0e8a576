# SPDX-License-Identifier: AGPL-3.0-or-later
"""Pictures of pages for the OCR tests, drawn by the tests themselves."""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
import pypdfium2
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from engine.backends.builtin.layer.layout import read_layout
from engine.backends.builtin.layer.page import markdown_blocks
from engine.backends.builtin.ocr import OcrPage, plain, synthetic_pdf
from engine.backends.builtin.ocr.page import Picture
from engine.backends.builtin.pictures import _words_of_bytes

LINES = (
    "The committee met in the spring and looked at each of the proposals",
    "before it came to a decision about the bridge, the harbour and the road",
    "between the two towns. Nobody objected, and so the work began in the",
    "first week of the summer when the ground was dry and the river stood low.",
)


def picture(draw: Callable[[Canvas], None], dpi: float = 150.0, size: tuple[float, float] = A4) -> Picture:
    """A page drawn with reportlab, as pixels."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=size)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    page = pypdfium2.PdfDocument(buffer.getvalue())[0]
    return np.ascontiguousarray(page.render(scale=dpi / 72).to_numpy()[:, :, 2::-1])


def tilted(rgb: Picture, degrees: float) -> Picture:
    """Turned counter-clockwise by a few degrees, as a sheet that lay crooked in the scanner."""
    return np.asarray(Image.fromarray(rgb).rotate(degrees, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255)))


def text_of(page: OcrPage) -> str:
    return "\n".join(line.text for line in page.lines)


def markdown(page: OcrPage) -> str:
    """As the engine writes it."""
    data = synthetic_pdf(page)
    return plain("\n\n".join(markdown_blocks(_words_of_bytes(data), read_layout(data, 0, None))))


def letter(canvas: Canvas) -> None:
    """A heading and a paragraph on A4."""
    canvas.setFont("Helvetica-Bold", 18)
    canvas.drawString(72, 740, "Report on the bridge")
    canvas.setFont("Helvetica", 11)
    for number, line in enumerate(LINES * 3):
        canvas.drawString(72, 700 - 14 * number, line)
