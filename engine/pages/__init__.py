# SPDX-License-Identifier: AGPL-3.0-or-later
"""Opening documents: `open_reader` for whoever reads pages, `python -m engine.pages` for the app.

The libraries that open documents are imported when the first document is opened, not before.
"""

from __future__ import annotations

from engine.pages.opening import open_reader
from engine.pages.reader import FileError, Reader

__all__ = ["FileError", "Reader", "open_reader"]
