# SPDX-License-Identifier: AGPL-3.0-or-later
"""What stands where a page has no text."""

from __future__ import annotations

from app.core.errors import WHOLE_FILE, sentence
from app.core.export.snapshot import PageText


def placeholder(page: PageText) -> tuple[str, str]:
    """What is missing, and why (a sentence, "" where nobody asked for the page), both plain text."""
    name = f"Page {page.page + 1}"
    if page.problem is None:
        return f"{name} has not been read.", ""
    return f"{name} is missing here.", sentence(page.problem, "" if page.problem.code in WHOLE_FILE else name)
