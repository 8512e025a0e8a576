# SPDX-License-Identifier: AGPL-3.0-or-later
"""The library: one SQLite file with everything that a user would miss.

    with Library(places.library) as library:
        document = library.documents.add(content_hash, path)
        library.readings.save(Origin(document.id, content_hash, page, turn, recipe), reading)
        library.edits.save(document.id, page, "The user's text")
        library.search.find("words")
        library.exports.written(path)

Use a library from the thread that opened it; the window, the command line and threads may
each open their own on the same file.
"""

from __future__ import annotations

from app.core.library.documents import Documents, PageMark, Size, StoredDocument
from app.core.library.edits import Edits, PresentText
from app.core.library.exports import Exports
from app.core.library.library import Library
from app.core.library.proofs import Proofs, StoredProof, StoredSecond
from app.core.library.readings import Figures, Origin, Readings, Recipe, figures_of
from app.core.library.search import HIT_CLOSES, HIT_OPENS, Hit, Search
from app.core.library.versions import PageVersions, StoredEdit, StoredReading

__all__ = [
    "HIT_CLOSES",
    "HIT_OPENS",
    "Documents",
    "Edits",
    "Exports",
    "Figures",
    "Hit",
    "Library",
    "Origin",
    "PageMark",
    "PageVersions",
    "PresentText",
    "Proofs",
    "Readings",
    "Recipe",
    "Search",
    "Size",
    "StoredDocument",
    "StoredEdit",
    "StoredProof",
    "StoredReading",
    "StoredSecond",
    "figures_of",
]
