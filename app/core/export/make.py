# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a snapshot to the text of a file, and to the file."""

from __future__ import annotations

from pathlib import Path

from app.core.export.snapshot import ExportOptions, Format, Snapshot
from app.core.export.write import Ledger, put


def render(snapshot: Snapshot, format: Format, options: ExportOptions) -> str:
    """The whole file as text. The same snapshot and options give the same bytes."""
    if format is Format.HTML:
        from app.core.export import html  # loads the renderer, which Markdown does not need

        return html.render(snapshot, options)
    from app.core.export import markdown

    return markdown.render(snapshot, options)


def export(
    snapshot: Snapshot, format: Format, target: Path, options: ExportOptions, ledger: Ledger | None
) -> tuple[Path, ...]:
    """Write it at `target`, or beside it where something is that is not ours; the files
    written. Takes seconds for thousands of pages: call it off the session's thread, with a
    ledger that may be used there. Raises ProblemError."""
    content = render(snapshot, format, options).encode("utf-8", "replace")
    source = options.source or snapshot.source
    return (put(content, target, source, ledger if options.remember else None),)
