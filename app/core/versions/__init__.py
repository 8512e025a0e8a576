# SPDX-License-Identifier: AGPL-3.0-or-later
"""Two versions of a page's text side by side: where they differ, word by word, and how a difference is
taken over.

    difference = compare(present, reading.text)
    text = taken(difference, [0, 3])        # the first and the fourth hunk of the reading, the rest as it was
"""

from __future__ import annotations

from app.core.versions.compare import Difference, Hunk, compare, taken
from app.core.versions.units import units

__all__ = ["Difference", "Hunk", "compare", "taken", "units"]
