# SPDX-License-Identifier: AGPL-3.0-or-later
"""Word, OpenDocument, EPUB and LaTeX, written by pandoc from the document's HTML.

From HTML and not from Markdown: what pandoc gets is what the preview shows, tables with spans included, which
its own Markdown has not. Formulas go as LaTeX in `<script type="math/tex">`, footnotes as those of EPUB. It runs
with `--sandbox`: it reads and writes the files that it is given and fetches nothing.
"""

from __future__ import annotations

import logging
import os
import re
import subprocess
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path

from app.core.changes import AppCode, Problem
from app.core.errors import ProblemError
from app.core.export.dated import moment
from app.core.export.named import ASSETS
from app.core.export.office_html import office_html
from app.core.export.pictures import apart
from app.core.export.snapshot import ExportOptions, Format, Snapshot
from app.core.export.watch import Watch
from app.core.files import as_problem, safe_name

log = logging.getLogger(__name__)

_WRITERS = {
    Format.DOCX: ("docx",),
    Format.ODT: ("odt",),
    Format.EPUB: ("epub3", "--mathml", "--split-level=1"),
    Format.LATEX: ("latex",),
}
_WIDE_TABLES = {Format.DOCX: 0, Format.ODT: 0, Format.LATEX: 80}
"""Characters side by side from which on a table is told its columns' widths; browsers find them out."""

_FIRST_HEADING = re.compile(r"<h[12][^>]*>(.*?)</h[12]>", re.S)
_TAG = re.compile(r"<[^>]*>")
_POLL_SECONDS = 0.2


def contents(
    snapshot: Snapshot, format: Format, options: ExportOptions, watch: Watch, stem: str
) -> Iterator[tuple[str, bytes]]:
    """The file, and for LaTeX the pictures in a folder beside it. Raises ProblemError (NO_OFFICE, NOT_WRITTEN)."""
    pandoc = program()
    html = office_html(snapshot, options, watch.part(0, 0.5), tags=format is Format.LATEX,
                       widths=_WIDE_TABLES.get(format))  # fmt: skip
    if format is Format.LATEX:
        figures = {figure.path.read_bytes(): figure.name for figure in snapshot.figures}
        html, pictures = apart(html, safe_name(stem, ASSETS), figures)
        yield from pictures
    yield "", converted(pandoc, html, format, snapshot, watch.part(0.5, 1))


def program() -> str:
    """Where pandoc is: that of the extra, or one of the system. Raises ProblemError(NO_OFFICE)."""
    try:
        import pypandoc

        return str(pypandoc.get_pandoc_path())
    except (ImportError, OSError) as error:
        log.info("no pandoc: %s", error)
        raise ProblemError(Problem(AppCode.NO_OFFICE)) from error


def converted(
    pandoc: str, html: str, format: Format, snapshot: Snapshot, watch: Watch, *, whole: bool = True
) -> bytes:
    """What pandoc makes of `html`: a document, or without `whole` a part of one. It is ended when the watch says
    stop."""
    with tempfile.TemporaryDirectory(prefix="copyholder-") as name, as_problem(name):
        folder = Path(name)
        source, target, said = folder / "in.html", folder / f"out.{format}", folder / "said"
        source.write_text(html, encoding="utf-8", errors="replace", newline="\n")
        command = [pandoc, "--sandbox", *(["--standalone"] if whole else []), "--from=html+epub_html_exts-line_blocks",
                   *_to(format, snapshot, html), f"--output={target}", str(source)]  # fmt: skip
        code = _run(command, folder, said, int(moment(snapshot.changed).timestamp()), watch)
        if code or not target.is_file():
            lines = said.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            log.warning("pandoc ended with %s: %s", code, lines[:1])
            raise ProblemError(Problem(AppCode.NOT_WRITTEN, lines[0][:200] if lines else f"pandoc ended with {code}"))
        return target.read_bytes()


def _is_titled(snapshot: Snapshot, html: str) -> bool:
    """Whether a title goes in front: not the mere name of the file, and not one that the text begins with."""
    first = _FIRST_HEADING.search(html)
    head = unescape(_TAG.sub("", first[1])) if first else ""
    own = [" ".join(text.split()).casefold() for text in (snapshot.title, Path(snapshot.source).stem, head)]
    return own[0] not in ("", own[1], own[2])


def _to(format: Format, snapshot: Snapshot, html: str) -> Sequence[str]:
    writer, *more = _WRITERS[format]
    known = {"author": snapshot.author, "lang": snapshot.language}
    if format is Format.EPUB or _is_titled(snapshot, html):
        known["title"] = snapshot.title or "Document"
    if format is Format.EPUB:  # else a random one
        known["identifier"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, snapshot.content or snapshot.source)}"
    if format is Format.EPUB and snapshot.changed:
        known["date"] = f"{moment(snapshot.changed):%Y-%m-%d}"
    given = [f"--metadata={name}={' '.join(value.split())}" for name, value in known.items() if value.strip()]
    return [f"--to={writer}", *more, *given]


def _run(command: Sequence[str], folder: Path, said: Path, epoch: int, watch: Watch) -> int:
    """Its exit code. SOURCE_DATE_EPOCH makes the same text the same bytes."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
    hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    with said.open("wb") as stream:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream,
            creationflags=hidden,
        )  # fmt: skip
        try:
            while True:
                try:
                    return process.wait(_POLL_SECONDS)
                except subprocess.TimeoutExpired:
                    watch.check()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
