# SPDX-License-Identifier: AGPL-3.0-or-later
"""A form of text in which liteparse's folded spelling and the page's own are equal."""

from __future__ import annotations

import re
import unicodedata

_KEEP = re.compile(r"[^\w]+", re.UNICODE)
_MARKS = str.maketrans("", "", "_^{}$*\\~`")


def fold(text: str) -> str:
    """Letters and digits only, compatibility forms resolved, case kept."""
    return _KEEP.sub("", unicodedata.normalize("NFKC", text).translate(_MARKS))


def lettered(text: str) -> int:
    """How many characters are letters, digits or the marks that many scripts write on them."""
    return sum(c.isalnum() or unicodedata.category(c)[0] == "M" for c in text)
