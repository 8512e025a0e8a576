# SPDX-License-Identifier: AGPL-3.0-or-later
"""Documents made to hurt, or just made: PDFs written by hand."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence


def pdf(objects: Sequence[bytes], trailer: bytes = b"/Root 1 0 R") -> bytes:
    """A file of these objects, numbered from 1."""
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n" % size
    return out + head + table + b"trailer\n<</Size %d%s>>\nstartxref\n%d\n%%%%EOF\n" % (size, trailer, len(out))


def stream(data: bytes, entries: bytes = b"") -> bytes:
    packed = zlib.compress(data, 9)
    return b"<<%s/Length %d/Filter/FlateDecode>>stream\n" % (entries, len(packed)) + packed + b"\nendstream"


def document(
    pages: Sequence[bytes],
    *,
    box: bytes = b"[0 0 600 800]",
    page: bytes = b"",
    catalog: bytes = b"",
    resources: bytes = b"",
    more: Sequence[bytes] = (),
) -> bytes:
    """A PDF with one content stream a page. `more` objects are numbered from 4 + 2 * pages;
    object 3 is the font F."""
    count = len(pages)
    kids = b" ".join(b"%d 0 R" % (4 + 2 * index) for index in range(count))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R%s>>" % catalog,
        b"<</Type/Pages/Count %d/Kids[%s]>>" % (count, kids),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for index, content in enumerate(pages):
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox%s/Resources<</Font<</F 3 0 R>>%s>>/Contents %d 0 R%s>>"
            % (box, resources, 5 + 2 * index, page)
        )
        objects.append(stream(content))
    return pdf([*objects, *more])


def words(text: str, x: float = 50, y: float = 700, size: float = 24) -> bytes:
    return b"BT /F %g Tf %g %g Td (%s) Tj ET" % (size, x, y, text.encode("latin-1"))


def many_strokes(count: int = 400_000) -> bytes:
    """Dashes by the million: more than a minute in every renderer tried."""
    chance = random.Random(1)
    lines = [b"%d %d m %d %d l S " % tuple(chance.randrange(800) for _ in range(4)) for _ in range(1000)]
    return document([words("before"), b"[1 1] 0 d 50 w " + b"".join(lines) * (count // 1000), words("after")])


def form_in_itself() -> bytes:
    """A page whose form draws itself twice."""
    entries = b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X 10 0 R>>>>"
    return document(
        [words("before"), b"/X Do", words("after")],
        resources=b"/XObject<</X 10 0 R>>",
        more=[stream(b"/X Do /X Do", entries)],
    )


def giant_page() -> bytes:
    """144,000 points wide: at screen resolution a picture of 20 gigapixels."""
    return document([b"0 0 72000 144000 re f"], box=b"[0 0 144000 144000]")
