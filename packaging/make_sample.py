# SPDX-License-Identifier: AGPL-3.0-or-later
"""Draws resources/sample.pdf: four pages that show what Copyholder reads.

Headings, a list and a footnote; two columns; a ruled table; a page that exists only as a
picture, a little crooked and speckled like a scan. The text is our own. Run it as
`python packaging/make_sample.py`; the same program gives the same bytes.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import reportlab
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    ListFlowable,
    ListItem,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

TARGET = Path(__file__).parent.parent / "resources" / "sample.pdf"
FONTS = Path(reportlab.__file__).parent / "fonts"  # Bitstream Vera, free to embed
SCAN_DPI = 200
INK = HexColor("#1d2733")
ACCENT = HexColor("#2f5d73")
WIDTH, HEIGHT = A5
MARGIN = 44.0

BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=9.8, leading=13, textColor=INK, alignment=TA_JUSTIFY,
                      spaceAfter=5)
TITLE = ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=22, leading=26, textColor=ACCENT, spaceAfter=4)
BYLINE = ParagraphStyle("byline", parent=BODY, fontName="Times-Italic", fontSize=10.5, leading=14, spaceAfter=12)
SECTION = ParagraphStyle("section", fontName="Helvetica-Bold", fontSize=13.5, leading=17, textColor=ACCENT,
                         spaceBefore=9, spaceAfter=5)
PART = ParagraphStyle("part", parent=SECTION, fontSize=11, leading=14, spaceBefore=6, spaceAfter=4)
NOTE = ParagraphStyle("note", parent=BODY, fontSize=8, leading=10, spaceAfter=0)
CAPTION = ParagraphStyle("caption", parent=BODY, fontName="Times-Italic", fontSize=8.8, leading=11, spaceAfter=8)
CELL = ParagraphStyle("cell", parent=BODY, fontSize=9, leading=11, alignment=0, spaceAfter=0)
HEAD = ParagraphStyle("head", parent=CELL, fontName="Helvetica-Bold", fontSize=8, textColor=HexColor("#ffffff"))

TIDES = [
    ("Station", "High water", "Height (m)", "Low water", "Height (m)"),
    ("Gannet Point", "04:12", "5.8", "10:31", "1.1"),
    ("Old Quay", "04:27", "5.6", "10:49", "1.3"),
    ("Saltmarsh Bridge", "05:03", "4.9", "11:40", "1.6"),
    ("Heron Ferry", "05:21", "4.4", "12:02", "1.9"),
    ("The Narrows", "05:58", "3.7", "12:47", "2.2"),
]

LOG = [
    ("14 March, first watch", True),
    ("Wind north-west, force 6, squalls of sleet. Lamp lit at 17:52.", False),
    ("The lens was cleaned at noon and the clockwork wound twice.", False),
    ("At 21:10 a schooner passed close under the point, showing no", False),
    ("lights. Two rockets were fired and she stood out to sea.", False),
    ("", False),
    ("15 March, morning watch", True),
    ("Wind fell to force 3 before sunrise. Lamp put out at 06:24.", False),
    ("Oil used: 7 pints. Oil left in store: 212 pints.", False),
    ("The supply boat brought letters, flour and a new wick.", False),
    ("", False),
    ("16 March, first watch", True),
    ("Fog from 19:05, thick by 20:00. The horn was sounded until", False),
    ("02:40, in all 7 hours and 35 minutes; coal used: 137 pounds.", False),
    ("A fishing boat, the Two Sisters, answered with her bell and", False),
    ("came in safely behind the quay at half past one.", False),
    ("", False),
    ("Signed: the second keeper", False),
]


def items(texts: list[str], kind: str) -> ListFlowable:
    """A bulleted or numbered list; `kind` is reportlab's bulletType."""
    start = "•" if kind == "bullet" else "1"
    rows: list[Any] = [ListItem(Paragraph(text, BODY), leftIndent=20) for text in texts]  # the stubs know no ListItem
    return ListFlowable(rows, bulletType=kind, start=start, bulletFontSize=9.8, bulletFontName="Times-Roman",
                        leftIndent=20, bulletFormat=None if kind == "bullet" else "%s.")


def opening() -> list[Flowable]:
    """Page 1: title, two levels of headings, a list, a footnote."""
    return [
        Paragraph("The Lamp Room", TITLE),
        Paragraph("A keeper’s short handbook, with tide tables and a leaf from the log", BYLINE),
        Paragraph("1 Keeping the light", SECTION),
        Paragraph("A light that fails for ten minutes is worse than a light that was never built, because a pilot "
                  "trusts what he saw yesterday. Everything in this handbook serves one aim: that the lamp burns "
                  "from sunset to sunrise, every night, at the same height and with the same "
                  "beat.<super>1</super>", BODY),
        Paragraph("1.1 Before sunset", PART),
        Paragraph("Begin an hour early. Work from the top of the tower down, so that nothing that you have cleaned "
                  "is passed again with oily hands:", BODY),
        items(["draw the curtains and wipe the lens with a <i>dry</i> linen cloth;",
               "trim the wick square, and never by more than the width of a match;",
               "fill the reservoir to the brass mark, and write the amount in the log;",
               "wind the clockwork until the weight touches the upper stop."], "bullet"),
        Paragraph("1.2 During the night", PART),
        Paragraph("Two keepers share the watch. The change is at midnight and is made in the lamp room, never on the "
                  "stairs: the one who goes waits until the other has read the pressure, looked at the flame and "
                  "said so aloud. A <b>white</b> flame is right. A yellow one wants air, a blue one wants oil.", BODY),
        Paragraph("2 What to write down", SECTION),
        Paragraph("The log is written in ink, at once, and without adjectives. Times are given by the tower clock. A "
                  "ship is named only if her name was read; otherwise her rig, her course and her lights are noted. "
                  "Nothing is struck out: a mistake is answered by a new line with the hour at which it was "
                  "seen.", BODY),
        FrameBreak(),
        Paragraph("<super>1</super> The beat of this light is one flash of 0.4 seconds in every 12 seconds.", NOTE),
    ]


def columns() -> list[Flowable]:
    """Page 2: two columns under a heading across the page."""
    return [
        Paragraph("3 Fog", SECTION),
        FrameBreak(),
        Paragraph("3.1 Signs", PART),
        Paragraph("Fog seldom comes without notice. The far shore loses its colour first, then its edge; gulls sit "
                  "on the water instead of the rail; sounds from the harbour, which on a clear day do not reach the "
                  "tower at all, are suddenly near. When the buoy at Gannet Point can no longer be counted against "
                  "the rocks behind it, the signal is made ready.", BODY),
        Paragraph("The boiler needs forty minutes to raise steam. It is lit on the first sign and not on the second, "
                  "and a keeper who has lit it in vain has done his duty just as well as one who has not.", BODY),
        Paragraph("3.2 Stores", PART),
        Paragraph("One hour of the horn burns eighteen pounds of coal. The bunker holds eleven tons when full, which "
                  "is more than the longest fog in the books, and that one lasted from a Tuesday to the second Friday "
                  "after it.", BODY),
        FrameBreak(),
        Paragraph("3.3 The signal", PART),
        Paragraph("The horn gives two blasts of three seconds, two seconds apart, in every minute and a half. The "
                  "interval is kept by the clockwork, and where that fails by counting aloud; a horn that wanders in "
                  "its time is taken for a ship.", BODY),
        Paragraph("The horn stops when three things are seen together: the buoy, the quay and the church. It does "
                  "not stop because the watch is over, because the fog is thin overhead, or because somebody in the "
                  "village has asked for sleep.", BODY),
        Paragraph("3.4 Afterwards", PART),
        Paragraph("The boiler is drawn down slowly. The reeds are taken out, dried and laid in the drawer with the "
                  "felt lining. The hours are added up and written in red under the day’s entry, with the weight of "
                  "the coal beside them.", BODY),
    ]


def tables() -> list[Flowable]:
    """Page 3: a ruled table with a caption, and numbered steps."""
    rows = [[Paragraph(cell, HEAD if number == 0 else CELL) for cell in row] for number, row in enumerate(TIDES)]
    table = Table(rows, colWidths=[94, 60, 59, 59, 59], rowHeights=21)
    table.setStyle(TableStyle([
        ("GRID", (0, 0), (-1, -1), 0.7, INK),
        ("BACKGROUND", (0, 0), (-1, 0), ACCENT),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ]))
    return [
        Paragraph("4 Tides", SECTION),
        Paragraph("The heights are above chart datum, at spring tide, in fair weather. A strong wind from the "
                  "north-west adds up to half a metre and brings high water a quarter of an hour early.", BODY),
        Spacer(1, 6), table, Spacer(1, 6),
        Paragraph("Table 1: Spring tides on the lower river, from the sea upwards.", CAPTION),
        Paragraph("4.1 Reading the table", PART),
        Paragraph("To find the depth over a bar at any hour:", BODY),
        items(["take the height of low water from the last column;",
               "add a twelfth of the range for the first hour after it, two for the second, three for the third;",
               "add the depth that the chart prints for the bar;",
               "take off a hand’s breadth for the swell, and then decide."], "1"),
        Paragraph("The range at Heron Ferry, for example, is 4.4 − 1.9 = 2.5 metres, of which half has come in after "
                  "three hours.", BODY),
    ]


def scan() -> Image.Image:
    """Page 4: the log's leaf as a grey picture, 0.7 degrees askew, with speckles."""
    scale = SCAN_DPI / 72
    size = (round(WIDTH * scale), round(HEIGHT * scale))
    page = Image.new("L", size, 236)
    draw = ImageDraw.Draw(page)
    plain = ImageFont.truetype(str(FONTS / "Vera.ttf"), round(9.4 * scale))
    bold = ImageFont.truetype(str(FONTS / "VeraBd.ttf"), round(11 * scale))
    left, top = 44 * scale, 60 * scale
    draw.text((left, top), "Log of the Gannet Point light", font=ImageFont.truetype(str(FONTS / "VeraBd.ttf"),
              round(15.5 * scale)), fill=40)
    draw.line((left, top + 27 * scale, size[0] - left, top + 27 * scale), fill=70, width=3)
    top += 46 * scale
    for text, heading in LOG:
        draw.text((left, top), text, font=bold if heading else plain, fill=48)
        top += (25 if heading else 19) * scale
    page = page.rotate(-0.7, resample=Image.Resampling.BICUBIC, fillcolor=236).filter(ImageFilter.GaussianBlur(0.6))
    noise = np.random.default_rng(1887)
    grey = np.asarray(page, dtype=np.float32) + noise.normal(0, 5, (size[1], size[0])).astype(np.float32)
    grey[noise.random((size[1], size[0])) < 0.0002] = 60
    return Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8), "L")


def scanned_page(canvas: Canvas, _document: object) -> None:
    """Fills the page with the picture of the log."""
    stream = io.BytesIO()
    scan().save(stream, "JPEG", quality=52)
    stream.seek(0)
    canvas.drawImage(ImageReader(stream), 0, 0, WIDTH, HEIGHT)


def foot(canvas: Canvas, _document: object) -> None:
    """The page number."""
    canvas.setFont("Times-Roman", 9)
    canvas.setFillColor(INK)
    canvas.drawCentredString(WIDTH / 2, 34, str(canvas.getPageNumber()))


def main() -> None:
    """Write the file."""
    inner, tall = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    half = (inner - 18) / 2
    whole = Frame(MARGIN, MARGIN, inner, tall, 0, 0, 0, 0)
    across = Frame(MARGIN, HEIGHT - MARGIN - 26, inner, 26, 0, 0, 0, 0)
    left = Frame(MARGIN, MARGIN, half, tall - 30, 0, 0, 0, 0)
    right = Frame(MARGIN + half + 18, MARGIN, half, tall - 30, 0, 0, 0, 0)
    document = BaseDocTemplate(str(TARGET), pagesize=A5, title="The Lamp Room", author="Copyholder", invariant=1)
    note = Frame(MARGIN, MARGIN + 10, inner, 14, 0, 0, 0, 0)
    above = Frame(MARGIN, MARGIN + 26, inner, tall - 26, 0, 0, 0, 0)
    document.addPageTemplates([
        PageTemplate("opening", [above, note], onPage=foot),
        PageTemplate("plain", [whole], onPage=foot),
        PageTemplate("columns", [across, left, right], onPage=foot),
        PageTemplate("scan", [whole], onPage=scanned_page),
    ])
    document.build([*opening(), NextPageTemplate("columns"), PageBreak(), *columns(), NextPageTemplate("plain"),
                    PageBreak(), *tables(), NextPageTemplate("scan"), PageBreak(), Spacer(1, 1)])


if __name__ == "__main__":
    main()
