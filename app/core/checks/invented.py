# SPDX-License-Identifier: AGPL-3.0-or-later
"""`invented-text`: words of the Markdown that are nowhere on the page."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.align.normal import has_digit
from app.core.checks.compare import confidence, in_text, only_text
from app.core.checks.cutting import cut
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity
from app.core.checks.signs import CERTAIN

_LEAST = 3
_LEAST_OCR = 5
_BLANK, _LETTER = 0.35, 0.2
"""Heights of a line that a blank has at most, and a letter at least."""


def check(compared: Compared) -> Iterator[Flag]:
    """A flag a run of words; its region is bounded by what stands before and after."""
    alignment = compared.alignment
    least = _LEAST if compared.strict else _LEAST_OCR
    for run in only_text(alignment):
        own = [n for n in run if not alignment.source.words[n].math and not alignment.source.words[n].soft]
        words = [alignment.source.words[number] for number in own]
        letters = sum(len(word.key) for word in words)
        if not words or len(words) < 0.5 * len(run):
            continue
        if len(words) < least or letters < 2 * least:
            single = letters > 1 and not any(has_digit(word.key) for word in words)
            if not single or not in_text(compared, run) or not (compared.strict or _no_room(compared, run, letters)):
                continue
        place = alignment.place(words[0].start, words[-1].end)
        start, end, instead = cut(alignment.source, range(own[0], own[-1] + 1))
        doubt = Severity.DOUBT if compared.strict else Severity.HINT
        severity = Severity.FAULT if len(words) >= least else doubt
        yield Flag(
            Kind.INVENTED_TEXT, severity, start, end, Reason.WORDS_NOT_THERE, {"count": len(words)},
            place.boxes if place else (), False, instead,
        )  # fmt: skip


def _no_room(compared: Compared, run: range, letters: int) -> bool:
    """Whether an OCR is sure that the words before and after stand side by side: a word that it did not see would have
    left a gap."""
    alignment = compared.alignment
    if run.start == 0 or run.stop == len(alignment.places):
        return False
    before, after = alignment.places[run.start - 1][-1], alignment.places[run.stop][0]
    words = compared.level.page.words
    if after != before + 1 or words[before].line != words[after].line:
        return False
    first, last = words[before].boxes[-1], words[after].boxes[0]
    room = (_BLANK + _LETTER * letters) * (first[3] - first[1])
    return last[0] - first[2] < room and confidence(alignment, (before, after)) >= CERTAIN
