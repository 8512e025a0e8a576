# SPDX-License-Identifier: AGPL-3.0-or-later
"""From a frozen snapshot of a document to files.

`render(snapshot, format, options)` gives the text, `export(...)` writes it as well:
beside the target, then in its place, and never over a file that is not ours.
"""

from __future__ import annotations

from app.core.export.figures import uses_original
from app.core.export.make import export, render
from app.core.export.request import steps_of, words_of
from app.core.export.snapshot import OFFICE, PRINTABLE, ExportOptions, Format, PageText, Snapshot, entries
from app.core.export.watch import Watch
from app.core.export.write import Ledger

__all__ = [
    "OFFICE",
    "PRINTABLE",
    "ExportOptions",
    "Format",
    "Ledger",
    "PageText",
    "Snapshot",
    "Watch",
    "entries",
    "export",
    "render",
    "steps_of",
    "uses_original",
    "words_of",
]
