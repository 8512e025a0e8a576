# SPDX-License-Identifier: AGPL-3.0-or-later
"""Whether the second reading of a page may be relied on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from app.core.align import Alignment
from app.core.checks.evidence import Origin, Second, Unfit
from engine.protocol import Word

_AGREED = 0.5
"""Share of the text's and of the page's words that must agree, in the better of both."""
_LETTERS = 0.6
"""Share of characters that must be letters or digits."""
_LEADERS = re.compile(r"([._\-–—=|·•*~])\1+")
_FEW = 12
"""Words below which shares say little."""


def unfit(second: Second | None, alignment: Alignment | None) -> Unfit | None:
    """The reason not to use it; None if it is sound. Without an alignment only the words themselves are judged."""
    if second is None or not second.words:
        return Unfit.NONE
    if _garbage(second.words):
        return Unfit.GARBAGE
    if alignment is None or len(alignment.source.words) < _FEW or len(alignment.page.words) < _FEW:
        return None
    same = sum(_same(alignment, number) for number in range(len(alignment.places)))
    share = same / min(len(alignment.source.words), len(alignment.page.words))
    needed = _AGREED if second.origin is Origin.TEXT_LAYER else 0.4
    return Unfit.DISAGREES if share < needed else None


def _garbage(words: Sequence[Word]) -> bool:
    text = _LEADERS.sub("", "".join(word.text for word in words))
    if not text:
        return True
    sound = sum(unicodedata.category(character)[0] in "LNM" for character in text)
    private = sum(unicodedata.category(character) in ("Co", "Cn", "Cc") or character == "\ufffd" for character in text)
    if private > 0.1 * len(text):
        return True
    if len(text) > 80 and sound < _LETTERS * len(text):
        return True
    known = [word.confidence for word in words if word.confidence is not None]
    return len(known) > 5 and sum(known) / len(known) < 0.5


def _same(alignment: Alignment, number: int) -> bool:
    places = alignment.places[number]
    page = "".join(alignment.page.words[place].key for place in places)
    return bool(places) and page == alignment.source.words[number].key
