# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m engine.pages.searchable`: writes the original pages with the proofread text unseen over them, as one PDF.

One job, one process (see `one_job`): it opens untrusted files. The words to be laid come in a file beside.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine.pages.one_job import Told, run, tell
from engine.protocol import Box, ErrorCode

if TYPE_CHECKING:
    import pymupdf

    from engine.pages.invisible import Layer
    from engine.pages.pictures import PictureReader

OWN_TEXT = 0.3
"""A page that shows so large a share of its letters as text has no need of a layer: it can be searched as it is."""

_BETWEEN = 20
"""Pages between two words on how far it is."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """`parts` are the document's files in order, `lines` a file of `Laid`, a page a line in order, `target` the PDF to
    be written."""

    parts: list[str]
    lines: str
    target: str
    password: str | None = None
    title: str = ""


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a page (from 0 in the document), and its turn by the user in degrees clockwise."""

    page: int
    turn: int = 0
    size: tuple[float, float] | None = None
    words: list[list[tuple[str, Box]]] = []


def main() -> None:
    run(Job, write)


def write(job: Job) -> None:
    """Raises FileError and MemoryError."""
    import pymupdf

    from engine.pages.invisible import Layer
    from engine.pages.kinds import is_pdf
    from engine.pages.pdf_mupdf import errors
    from engine.pages.reader import FileError, file_code

    with errors():
        alone = len(job.parts) == 1 and is_pdf(_head(job.parts[0]))
        document = _opened(job.parts[0], job.password) if alone else pymupdf.open()
        pages = _laid(job.lines)
        layer = Layer(document)
        if alone:
            _over(document, layer, pages)
        else:
            _gathered(document, layer, job, pages)
        layer.finish()
        if job.title and not alone:
            document.set_metadata({"title": job.title})
        _identify(document, job)
        try:
            document.save(job.target, garbage=1, deflate=True, no_new_id=1, encryption=pymupdf.PDF_ENCRYPT_NONE)
        except OSError as error:
            raise FileError(file_code(error)) from error
        finally:
            document.close()


def _identify(document: pymupdf.Document, job: Job) -> None:
    """The file's identifier (ISO 32000, 14.4): its first part stays that of the original, the second follows from all
    that it is made of, so that the same pages with the same words are the same bytes."""
    content = hashlib.sha256(job.title.encode("utf-8", "replace"))
    for path in (*job.parts, job.lines):
        with Path(path).open("rb") as stream:
            content.update(hashlib.file_digest(stream, "sha256").digest())
    own = content.hexdigest()[:32]
    first = _HEX.match(document.xref_get_key(-1, "ID")[1])
    document.xref_set_key(-1, "ID", f"[<{first[1] if first else own}><{own}>]")


_HEX = re.compile(r"\[\s*<([0-9A-Fa-f]{2,})>")


def _over(document: pymupdf.Document, layer: Layer, pages: Iterator[Laid]) -> None:
    """The words over the pages of a PDF, in place: what else is in it stays."""
    for number, laid in enumerate(pages):
        if laid.page < document.page_count:
            page = document[laid.page]
            if laid.turn:
                page.set_rotation((page.rotation + laid.turn) % 360)
            _cover(page, layer, laid.words)
        _progress(number)


def _gathered(document: pymupdf.Document, layer: Layer, job: Job, pages: Iterator[Laid]) -> None:
    """A document of several files, or of pictures: a page each, as large as it is shown."""
    from engine.pages.kinds import is_pdf
    from engine.pages.pictures import PictureReader

    wanted = {laid.page: laid for laid in pages}
    first = done = 0
    for part in job.parts:
        if is_pdf(_head(part)):
            source = _opened(part, job.password)
            count = source.page_count
            for number in range(count):
                if (laid := wanted.get(first + number)) is not None:
                    document.insert_pdf(source, from_page=number, to_page=number)
                    page = document[-1]
                    page.set_rotation((page.rotation + laid.turn) % 360)
                    _cover(page, layer, laid.words)
                    _progress(done := done + 1)
            source.close()
        else:
            reader = PictureReader(part)
            count = reader.pages
            for number in range(count):
                if (laid := wanted.get(first + number)) is not None:
                    layer.lay(_picture_page(document, reader, number, laid), laid.words)
                    _progress(done := done + 1)
            reader.close()
        first += count


def _picture_page(document: pymupdf.Document, reader: PictureReader, number: int, laid: Laid) -> pymupdf.Page:
    """A page with a picture, without loss, in black and white or in grey where it is."""
    from PIL import Image

    pixels, _ = reader.render(number, reader.sides[number], laid.turn)
    image = Image.fromarray(pixels)
    width, height = laid.size or reader.sizes[number]
    if _is_grey(image):
        image = image.convert("L")
        if sum(image.histogram()[1:255]) == 0:
            image = image.convert("1", dither=Image.Dither.NONE)
    data = io.BytesIO()
    image.save(data, "PNG", optimize=False)
    page = document.new_page(width=width, height=height)
    page.insert_image(page.rect, stream=data.getvalue())
    return page


def _is_grey(image: object) -> bool:
    from PIL import Image, ImageChops

    assert isinstance(image, Image.Image)
    red, green, blue = image.split()
    return not (ImageChops.difference(red, green).getbbox() or ImageChops.difference(green, blue).getbbox())


def _cover(page: pymupdf.Page, layer: Layer, lines: Sequence[Sequence[tuple[str, Box]]]) -> None:
    """Lay the words over a page of a PDF. Text that was hidden in it, which an earlier OCR left, goes; where the page
    shows text itself, nothing is laid over it."""
    import pymupdf

    hidden = shown = 0
    for span in page.get_texttrace():
        letters = sum(chr(sign[0]).isalnum() for sign in span["chars"])
        if span["type"] == _HIDDEN or span["opacity"] == 0:
            hidden += letters
        else:
            shown += letters
    ours = sum(sign.isalnum() for line in lines for word, _ in line for sign in word)
    if shown > OWN_TEXT * ours:
        return
    if hidden and not shown:
        page.add_redact_annot(page.rect, fill=False)
        page.apply_redactions(
            images=pymupdf.PDF_REDACT_IMAGE_NONE, graphics=pymupdf.PDF_REDACT_LINE_ART_NONE,
            text=pymupdf.PDF_REDACT_TEXT_REMOVE,
        )  # fmt: skip
    layer.lay(page, lines)


_HIDDEN = 3
"""MuPDF's name for text that is drawn with nothing."""


def _opened(path: str, password: str | None) -> pymupdf.Document:
    import pymupdf

    from engine.pages.reader import FileError

    document = pymupdf.open(path, filetype="pdf")
    if document.needs_pass and not document.authenticate(password or ""):
        raise FileError(ErrorCode.PASSWORD_NEEDED)
    return document


def _head(path: str) -> bytes:
    from engine.pages.opening import head

    return head(Path(path))


def _laid(path: str) -> Iterator[Laid]:
    with Path(path).open("rb") as lines:
        for line in lines:
            yield msgspec.json.decode(line, type=Laid)


def _progress(done: int) -> None:
    if done % _BETWEEN == 0:
        tell(Told(done=done))


if __name__ == "__main__":
    main()
