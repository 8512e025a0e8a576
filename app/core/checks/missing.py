# SPDX-License-Identifier: AGPL-3.0-or-later
"""`missing-text`: words on the page that no Markdown covers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.core.align.normal import has_digit
from app.core.checks.body import Body, Run
from app.core.checks.compare import (
    CODE,
    between,
    confidence,
    neighbour_words,
    only_page,
    page_boxes,
    page_text,
)
from app.core.checks.evidence import Compared
from app.core.checks.flag import Datum, Flag, Kind, Reason, Severity
from app.core.checks.putting import put_in, whole_lines
from app.core.checks.signs import CERTAIN

_LEAST = 3
_LEAST_OCR = 5
_LETTERS_OCR = 3
"""Letters of a single word that an OCR does not make of specks."""


def check(compared: Compared, body: Body) -> Iterator[Flag]:
    """A flag a run of words, placed where the text before it ends."""
    alignment = compared.alignment
    for run in body.runs(list(only_page(compared))):
        words = [alignment.page.words[place] for place in run.places]
        if enough(compared, run):
            if (compared.strict or _certain(compared, run)) and body.holds(run):
                yield _flag(compared, run, body.place(run))
        elif compared.strict and not any(has_digit(word.key) for word in words) and sum(len(w.key) for w in words) > 1:
            at = between(compared, run.places)
            if at is None and len(words) > 1 and apart(compared, run) and body.surrounds(run):
                at = body.place(run)  # the cells of a row, the last words of a line
            if at is not None:
                yield _flag(compared, run, at)
        elif not compared.strict and not any(has_digit(word.key) or len(word.key) < _LETTERS_OCR for word in words):
            at = between(compared, run.places) if confidence(alignment, run.places) >= CERTAIN else None
            if at is not None:
                yield replace(_flag(compared, run, at), severity=Severity.HINT)


def enough(compared: Compared, run: Run) -> bool:
    """Whether a run is text by its length; single letters and digits count half."""
    singles = sum(len(compared.alignment.page.words[place].key) == 1 for place in run.places)
    return len(run.places) - singles / 2 >= (_LEAST if compared.strict else _LEAST_OCR)


def apart(compared: Compared, run: Run) -> bool:
    """Whether nothing of a formula or of code is beside the run: their signs and line numbers are read in many ways."""
    return not any(
        word.math or word.soft or compared.alignment.source.blocks[word.block].kind in CODE
        for word in neighbour_words(compared.alignment, run.places)
    )


def _flag(compared: Compared, run: Run, at: int) -> Flag:
    places, at = whole_lines(compared, run.places, at)
    page = page_text(compared.alignment, places)
    boxes = page_boxes(compared.alignment, places)
    data: dict[str, Datum] = {"count": len(run.places), "page": page}
    severity = Severity.FAULT if len(run.places) >= _LEAST else Severity.DOUBT
    put = put_in(compared, places, at)
    reason = Reason.WORDS_LEFT_OUT if put.sure else Reason.CELLS_LEFT_OUT
    return Flag(Kind.MISSING_TEXT, severity, put.at, put.at, reason, data, boxes, True, put.words)


def _certain(compared: Compared, run: Run) -> bool:
    known = [confidence(compared.alignment, (place,)) for place in run.places]
    return sum(known) / len(known) >= 0.7
