# SPDX-License-Identifier: AGPL-3.0-or-later
"""Documents for the tests of the built-in engine, and ways to read them."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from markdown_it import MarkdownIt
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from engine.backends.builtin.backend import BuiltinBackend
from engine.backends.builtin.reader import PageReader
from engine.backends.contract import PageEvent
from engine.protocol import PageFailed, PageRead, PageSource, Reading, ReadPage, Scalar

HANG = 240.0
"""Seconds after which a test that waits gives up."""

LOREM = (
    "The committee met in the spring and looked at each of the proposals in turn before it",
    "came to a decision about the bridge, the harbour and the long road between the two",
    "towns. Nobody objected, and so the work began in the first week of the summer when",
    "the ground was dry and the river stood low enough for the masons to reach the piers.",
)
"""Lines of running text, about 400 points wide in 10 point Helvetica."""


def draw(path: Path, *pages: Callable[[Canvas], None], size: tuple[float, float] = A4) -> Path:
    """A PDF with a page for each function."""
    canvas = Canvas(str(path), pagesize=size)
    for page in pages:
        page(canvas)
        canvas.showPage()
    canvas.save()
    return path


def put(canvas: Canvas, x: float, y: float, text: str, font: str = "Helvetica", size: float = 10) -> None:
    canvas.setFont(font, size)
    canvas.drawString(x, y, text)


def paragraph(canvas: Canvas, x: float, y: float, lines: Sequence[str] = LOREM, size: float = 10) -> float:
    """Lines one below the other; returns the y below them."""
    for line in lines:
        put(canvas, x, y, line, size=size)
        y -= 1.2 * size
    return y


def ruled(canvas: Canvas, x: float, y: float, cells: Sequence[Sequence[str]], width: float = 100) -> None:
    """A table with all its rulings whose upper left corner is at x, y."""
    for r, row in enumerate(cells):
        for c, text in enumerate(row):
            canvas.rect(x + c * width, y - (r + 1) * 20, width, 20)
            put(canvas, x + c * width + 4, y - r * 20 - 14, text)


def read(path: Path, page: int = 0, **options: Scalar) -> Reading:
    """One page, read in this process."""
    source = PageSource(path=str(path), page=page)
    return PageReader().read(source, options, lambda piece: None)


def html(markdown: str) -> str:
    """As a reader of Markdown shows it (tables on, raw HTML off)."""
    return str(MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).render(markdown))


def codes(reading: Reading) -> set[str]:
    return {str(note.code) for note in reading.notes}


Endings: TypeAlias = dict[int, PageRead | PageFailed]


def drive(backend: BuiltinBackend, jobs: Sequence[ReadPage]) -> tuple[list[PageEvent], Endings]:
    """Hand all jobs over and step until each has its ending; returns all events and the endings."""
    events: list[PageEvent] = []
    endings: Endings = {}
    for job in jobs:
        backend.submit(job)
    end = time.monotonic() + HANG
    while len(endings) < len(jobs):
        assert time.monotonic() < end, "the backend did not end its jobs"
        for event in backend.step(0.2):
            events.append(event)
            if isinstance(event, PageRead | PageFailed):
                assert event.job not in endings, "a job ended twice"
                endings[event.job] = event
    return events, endings


def lying_pdf(path: Path, lines: Sequence[str], shift: int) -> Path:
    """A page whose text layer gives each letter as the one `shift` places on in the alphabet."""
    return _mapped_pdf(path, [], lines, {code: code + shift for code in range(0x41, 0x7B)})


def half_lying_pdf(path: Path, sound: Sequence[str], lost: Sequence[str]) -> Path:
    """A page in two fonts, the second of which gives signs instead of its letters."""
    return _mapped_pdf(path, sound, lost, {code: 0x21 + code % 14 for code in range(0x41, 0x7B)})


def _mapped_pdf(path: Path, sound: Sequence[str], lost: Sequence[str], codes: Mapping[int, int]) -> Path:
    mapping = "".join(f"<{code:02X}> <{value:04X}>\n" for code, value in codes.items())
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /L def /CMapType 2 def\n"
        "1 begincodespacerange <00> <FF> endcodespacerange\n"
        f"{len(codes)} beginbfchar\n{mapping}endbfchar endcmap CMapName currentdict /CMap defineresource pop end end"
    ).encode()
    rows = [f"/F{1 if n < len(sound) else 2} 11 Tf 1 0 0 1 60 {760 - 16 * n} Tm ({line}) Tj"
            for n, line in enumerate([*sound, *lost])]
    content = zlib.compress(f"BT {' '.join(rows)} ET".encode())
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/ToUnicode 7 0 R>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(cmap), cmap),
    ]
    path.write_bytes(pdf_of(objects))
    return path


def pdf_of(objects: Sequence[bytes]) -> bytes:
    """A PDF file of numbered objects, the first of which is the catalogue."""
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)
