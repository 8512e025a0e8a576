# SPDX-License-Identifier: AGPL-3.0-or-later
"""`missing-text`: words on the page that no Markdown covers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.core.align.normal import has_digit
from app.core.align.page import PageWord
from app.core.checks.body import Body, Run
from app.core.checks.cells import fills
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

_NEGATIONS: str = "no not nor non never none cannot nicht nie kein keine keinen ne pas ni jamais sans nunca sin не нет"
_LEAST = 3
_LEAST_OCR = 5
NEGATIONS = frozenset(_NEGATIONS.split())
"""What an OCR does not make of anything else."""
_SEEN = 0.7
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
        elif compared.strict and (_is_word(compared, run) or _has_letters(words)):
            at = between(compared, run.places)
            if at is None and apart(compared, run) and body.surrounds(run):
                at = body.place(run)  # the cells of a row, the last words of a line
                if len(words) < 2 and not fills(compared, run.places, at):
                    at = None
            if at is not None:
                yield _flag(compared, run, at)
        elif not compared.strict and not any(_is_speck(word.key) for word in words):
            sure = CERTAIN if words[0].key not in NEGATIONS or len(words) > 1 else _SEEN
            at = between(compared, run.places) if confidence(alignment, run.places) >= sure else None
            if at is not None:
                yield replace(_flag(compared, run, at), severity=Severity.HINT)


def _is_speck(key: str) -> bool:
    """Whether an OCR may have made it of specks."""
    return has_digit(key) or (len(key) < _LETTERS_OCR and key not in NEGATIONS)


def _has_letters(words: Sequence[PageWord]) -> bool:
    return not any(has_digit(word.key) for word in words) and sum(len(word.key) for word in words) > 1


def _is_word(compared: Compared, run: Run) -> bool:
    """Whether a single letter is a word of this text: one that it has elsewhere too, between two words of prose."""
    alignment = compared.alignment
    page = alignment.page
    key = page.words[run.first].key
    if len(run.places) > 1 or len(key) > 1 or not key.isalpha() or key not in compared.letters:
        return False
    (given,) = page.words[run.first].words[:1]
    alone = page.given[given].text.strip() == page.given[given].text.strip().lower() == key
    sides = [page.words[n].key for n in (run.first - 1, run.first + 1) if 0 <= n < len(page.words)]
    return alone and len(sides) == 2 and all(len(side) > 1 and side.isalpha() for side in sides)


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
