# SPDX-License-Identifier: AGPL-3.0-or-later
"""`word-differs`: another word in its place than the second reading has."""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz.distance import Indel

from app.core.checks.compare import confidence, numeric, page_boxes, page_text, source_text, unlike
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity

_SURE = 0.8
_UNLIKE = 0.5
"""An OCR misreads letters: only a word with fewer in common than this is another word."""


def check(compared: Compared) -> Iterator[Flag]:
    """One flag a pair of unlike words."""
    alignment = compared.alignment
    text = alignment.source.text
    for pair in unlike(compared):
        if numeric(alignment, pair):
            continue
        mine = "".join(alignment.source.words[number].key for number in pair.mine)
        theirs = "".join(alignment.page.words[place].key for place in pair.theirs)
        if not compared.strict and (
            min(len(mine), len(theirs)) < 4
            or confidence(alignment, pair.theirs) < _SURE
            or Indel.normalized_similarity(mine, theirs) >= _UNLIKE
        ):
            continue
        start, end = source_text(alignment, pair.mine)
        page = page_text(alignment, pair.theirs).strip('.,;:()[]"“”')
        severity = Severity.DOUBT if compared.strict else Severity.HINT
        yield Flag(
            Kind.WORD_DIFFERS, severity, start, end, Reason.OTHER_WORD, {"text": text[start:end], "page": page},
            page_boxes(alignment, pair.theirs), True, page,
        )  # fmt: skip
