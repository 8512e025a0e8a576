# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a snapshot to the contents of files, and to the files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from app.core.export.figures import with_figures
from app.core.export.named import ASSETS
from app.core.export.snapshot import OFFICE, ExportOptions, Format, Snapshot
from app.core.export.watch import SILENT, Watch
from app.core.export.write import Ledger, named, put
from app.core.files import safe_name
from app.core.markup.text_units import without_controls


def render(snapshot: Snapshot, format: Format, options: ExportOptions, watch: Watch = SILENT) -> str:
    """The whole file as text, for formats that are one (`PRINTABLE`). The same snapshot and options give the
    same bytes. Raises ProblemError: CANCELLED, or what pandoc lacks."""
    whole = replace(options, per_page=False, figures="none" if options.figures == "files" else options.figures)
    with with_figures(_prepared(snapshot), format, whole, watch.part(0, 0.3)) as found:
        return _text(found, format, whole, watch.part(0.3, 1))


def _text(snapshot: Snapshot, format: Format, whole: ExportOptions, watch: Watch) -> str:
    return b"".join(content for name, content in contents(snapshot, format, whole, watch) if not name).decode()


def contents(
    snapshot: Snapshot, format: Format, options: ExportOptions, watch: Watch = SILENT, stem: str = "document"
) -> Iterator[tuple[str, bytes]]:
    """The files of one format: the name of each below the target's folder, "" for the target itself, and its
    bytes. `stem` begins the names of folders beside the target. None where there is nothing to write (no table).
    Each format is loaded when it is wanted. Raises ProblemError."""
    if format is Format.MARKDOWN:
        yield from _markdown(snapshot, options, watch, stem)
    elif format is Format.HTML:
        from app.core.export import html

        yield "", _bytes(html.render(snapshot, options, watch))
    elif format is Format.JSON:
        from app.core.export import as_json

        yield "", _bytes(as_json.render(snapshot, options, watch, safe_name(stem, ASSETS)))
        yield from _assets(snapshot, stem)
    elif format in (Format.CSV, Format.XLSX):
        from app.core.export import table_files

        yield from table_files.contents(snapshot, format, options, watch, stem)
    elif format is Format.HOCR:
        from app.core.export import hocr

        yield "", _bytes(hocr.render(snapshot, watch))
    elif format in (Format.ALTO, Format.PAGE):
        from app.core.export import alto, page_xml

        write = alto.pages if format is Format.ALTO else page_xml.pages
        name = _page_names(snapshot, stem, f".{format}", "xml")
        for page, content in write(snapshot, watch):
            yield name(page), content
    elif format is Format.PDF:
        from app.core.export import searchable

        yield "", searchable.written(snapshot, watch)
    elif format in OFFICE:
        from app.core.export import office

        yield from office.contents(snapshot, format, options, watch, stem)
    else:
        from app.core.export import archive

        yield "", archive.packed(snapshot, options, watch, stem)


def export(
    snapshot: Snapshot,
    format: Format,
    target: Path,
    options: ExportOptions,
    ledger: Ledger | None,
    watch: Watch = SILENT,
) -> tuple[Path, ...]:
    """Write it at `target`, or beside it where something is that is not ours; the files
    written, none where there is nothing to write. Takes seconds for thousands of pages: call it off the
    session's thread, with a ledger that may be used there. Raises ProblemError; CANCELLED leaves
    no file half written."""
    source = options.source or snapshot.source
    kept = ledger if options.remember else None
    written: list[Path] = []
    with with_figures(_prepared(snapshot), format, options, watch.part(0, 0.3)) as found:
        rest = watch.part(0.3, 1) if found.figures else watch

        def beside(path: Path) -> Iterator[tuple[Path, Path]]:
            apart = format in (Format.JSON, Format.LATEX) or (format is Format.MARKDOWN and options.figures == "files")
            for figure in found.figures if apart else ():
                yield path.parent / safe_name(path.stem, ASSETS) / figure.name, figure.path

        with named(target, beside, source, kept) as own:
            for name, content in contents(found, format, options, rest, own.stem):
                watch.check()
                written.append(put(content, own.parent / name if name else own, source, kept))
    return tuple(written)


def _prepared(snapshot: Snapshot) -> Snapshot:
    """In its language, where that can be told; what is said of it in signs that every format allows."""
    title, author = without_controls(snapshot.title), without_controls(snapshot.author)
    if (title, author) != (snapshot.title, snapshot.author):
        snapshot = replace(snapshot, title=title, author=author)
    if snapshot.language:
        return snapshot
    from app.core.export.language import UNKNOWN, language_of

    found = language_of(page.text for page in snapshot.pages)
    return snapshot if found == UNKNOWN else replace(snapshot, language=found)


def _markdown(snapshot: Snapshot, options: ExportOptions, watch: Watch, stem: str) -> Iterator[tuple[str, bytes]]:
    from app.core.export import markdown

    assets = safe_name(stem, ASSETS)
    if not options.per_page:
        yield "", _bytes(markdown.render(snapshot, options, watch, assets))
    else:
        name = _page_names(snapshot, stem, ".pages", "md")
        for page, text in markdown.page_files(snapshot, options, watch, f"../{assets}"):
            yield name(page), _bytes(text)
    if options.figures == "files":
        yield from _assets(snapshot, stem)


def _assets(snapshot: Snapshot, stem: str) -> Iterator[tuple[str, bytes]]:
    """The files of the figures."""
    for figure in snapshot.figures:
        yield f"{safe_name(stem, ASSETS)}/{figure.name}", figure.path.read_bytes()


def _page_names(snapshot: Snapshot, stem: str, folder: str, ending: str) -> Callable[[int], str]:
    """Names of files for single pages, in a folder beside the target, that sort as the pages do."""
    within = safe_name(stem, folder)
    digits = max(3, len(str(max((page.page + 1 for page in snapshot.pages), default=1))))
    return lambda page: f"{within}/page-{page + 1:0{digits}}.{ending}"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
