# SPDX-License-Identifier: AGPL-3.0-or-later
"""`invented-text`: words of the Markdown that are nowhere on the page."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.align.normal import has_digit
from app.core.checks.compare import in_text, only_text
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity

_LEAST = 3
_LEAST_OCR = 5


def check(compared: Compared) -> Iterator[Flag]:
    """A flag a run of words; its region is bounded by what stands before and after."""
    alignment = compared.alignment
    least = _LEAST if compared.strict else _LEAST_OCR
    for run in only_text(alignment):
        words = [word for word in alignment.source.words[run.start : run.stop] if not word.math and not word.soft]
        letters = sum(len(word.key) for word in words)
        if not words or len(words) < 0.5 * len(run):
            continue
        if len(words) < least or letters < 2 * least:
            single = compared.strict and letters > 1 and not any(has_digit(word.key) for word in words)
            if not single or not in_text(compared, run):
                continue
        start, end = words[0].start, words[-1].end
        place = alignment.place(start, end)
        severity = Severity.FAULT if len(words) >= least else Severity.DOUBT
        yield Flag(
            Kind.INVENTED_TEXT, severity, start, end, Reason.WORDS_NOT_THERE, {"count": len(words)},
            place.boxes if place else (), False, "",
        )  # fmt: skip
