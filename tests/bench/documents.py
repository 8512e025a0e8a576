# SPDX-License-Identifier: AGPL-3.0-or-later
"""Documents to measure with, generated: the same bytes on every machine."""

from __future__ import annotations

import io
import random
from pathlib import Path

import reportlab
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

COMMON = """
the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which
one you were all her she there would their we him been has when who will no more if out so up said what its about
than into them can only other time new some could these two may first then do any like my now over such our man me
even most made after also did many off before must well back through years much where your way down should because
"""
SCAN_DPI = 200
FONT = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"


def paragraphs(seed: int, lines: int, words: int = 12) -> list[str]:
    rng, common = random.Random(seed), COMMON.split()
    return [" ".join(rng.choice(common) for _ in range(words)).capitalize() + "." for _ in range(lines)]


def text_pdf(path: Path, pages: int) -> Path:
    """`pages` pages with a heading, 40 lines of text and a page number."""
    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    for page in range(pages):
        canvas.setFont("Helvetica-Bold", 16)
        canvas.drawString(70, 770, f"Section {page + 1}")
        canvas.setFont("Times-Roman", 11)
        for number, line in enumerate(paragraphs(page, 40)):
            canvas.drawString(70, 740 - 16 * number, line)
        canvas.drawCentredString(A4[0] / 2, 40, str(page + 1))
        canvas.showPage()
    canvas.save()
    return path


def scan_pdf(path: Path, pages: int) -> Path:
    """`pages` clean grey pictures of text pages at 200 dpi, 40 lines each."""
    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    size = (round(A4[0] / 72 * SCAN_DPI), round(A4[1] / 72 * SCAN_DPI))
    font = ImageFont.truetype(str(FONT), round(9.5 / 72 * SCAN_DPI))
    for page in range(pages):
        picture = Image.new("L", size, 255)
        draw = ImageDraw.Draw(picture)
        for number, line in enumerate(paragraphs(page, 40, 10)):
            draw.text((180, 200 + 50 * number), line, font=font, fill=20)
        stream = io.BytesIO()
        picture.save(stream, "JPEG", quality=80)
        canvas.drawImage(ImageReader(stream), 0, 0, *A4)
        canvas.showPage()
    canvas.save()
    return path
