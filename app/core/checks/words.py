# SPDX-License-Identifier: AGPL-3.0-or-later
"""`word-differs`: another word in its place than the second reading has."""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz.distance import Indel

from app.core.align.normal import HYPHENS
from app.core.checks.compare import Unlike, confidence, numeric, page_boxes, page_text, source_text, unlike
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity

_SURE = 0.8
_AROUND = 4
"""Words of the text beside a pair that the OCR may have given in another order."""
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
        printed = page_text(alignment, pair.theirs).rstrip()
        if printed[-1:] in HYPHENS and mine.startswith(theirs):
            continue  # its rest is on the next page
        if not compared.strict and theirs in _near(compared, pair):
            continue  # another order of cells
        start, end = source_text(alignment, pair.mine)
        page = page_text(alignment, pair.theirs).strip('.,;:()[]"“”')
        severity = Severity.DOUBT if compared.strict else Severity.HINT
        yield Flag(
            Kind.WORD_DIFFERS, severity, start, end, Reason.OTHER_WORD, {"text": text[start:end], "page": page},
            page_boxes(alignment, pair.theirs), True, page,
        )  # fmt: skip


def _near(compared: Compared, pair: Unlike) -> set[str]:
    """Words of the text around a pair."""
    words = compared.alignment.source.words
    around = range(max(0, pair.mine[0] - _AROUND), min(len(words), pair.mine[-1] + _AROUND + 1))
    return {words[number].key for number in around if number not in pair.mine}
