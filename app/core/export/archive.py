# SPDX-License-Identifier: AGPL-3.0-or-later
"""Everything of a document in one ZIP: Markdown, HTML, JSON and the tables."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.export.dated import moment, zipped
from app.core.export.make import contents
from app.core.export.snapshot import ExportOptions, Format, Snapshot
from app.core.export.watch import Watch
from app.core.files import safe_name

PARTS = (Format.MARKDOWN, Format.HTML, Format.JSON, Format.CSV, Format.XLSX)


def packed(snapshot: Snapshot, options: ExportOptions, watch: Watch, stem: str) -> bytes:
    """The archive. Formats that need pandoc are not in it: it is the same wherever it is made."""
    return zipped(_entries(snapshot, options, watch, stem), moment(snapshot.changed))


def _entries(snapshot: Snapshot, options: ExportOptions, watch: Watch, stem: str) -> Iterator[tuple[str, bytes]]:
    for at, format in enumerate(PARTS):
        part = watch.part(at / len(PARTS), (at + 1) / len(PARTS))
        for name, content in contents(snapshot, format, options, part, stem):
            yield name or safe_name(stem, f".{format}"), content
