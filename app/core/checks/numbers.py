# SPDX-License-Identifier: AGPL-3.0-or-later
"""`number-differs`: digits that the second reading has otherwise, or that only one of both has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.core.align.normal import bits, has_digit, is_number
from app.core.checks.body import Body, Run
from app.core.checks.compare import (
    Unlike,
    between,
    confidence,
    in_text,
    numeric,
    only_page,
    only_text,
    page_boxes,
    page_text,
    source_text,
    unlike,
)
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity
from app.core.checks.missing import apart, enough
from app.core.checks.putting import put_in

SHORT = 4
"""Words from which on a run is text that is missing or invented, and not a number in its line."""
_ALIKE = str.maketrans("lioszbgq", "11052899", ",.:/")
"""Signs that an OCR takes for each other, as keys have them, and separators that it adds or does not see."""
_SIGN = re.compile(r"[^\W_]+")
_SURE = 0.6
"""Certainty of the OCR below which it says nothing against a number."""


def check(compared: Compared, body: Body) -> Iterator[Flag]:
    """Numbers that are otherwise, that only the text has, and that only the page has."""
    yield from _other(compared)
    yield from _not_there(compared)
    yield from _left_out(compared, body)


def _other(compared: Compared) -> Iterator[Flag]:
    alignment, text = compared.alignment, compared.alignment.source.text
    for pair in unlike(compared):
        if not numeric(alignment, pair) or confidence(alignment, pair.theirs) < _SURE:
            continue
        if not compared.strict and _misread(compared, pair):
            continue
        start, end = source_text(alignment, pair.mine)
        page = _digits(page_text(alignment, pair.theirs))
        data = {"text": text[start:end], "page": page}
        boxes = page_boxes(alignment, pair.theirs)
        yield Flag(Kind.NUMBER_DIFFERS, Severity.FAULT, start, end, Reason.OTHER_NUMBER, data, boxes, True, page)


def _misread(compared: Compared, pair: Unlike) -> bool:
    """Whether an OCR took letters for digits or digits for letters, and the text may well be right."""
    alignment = compared.alignment
    mine = "".join(alignment.source.words[number].key for number in pair.mine)
    if not has_digit(mine):
        return True
    page = page_text(alignment, pair.theirs)
    tokens = [match[0] for match in _SIGN.finditer(page)]
    alone = [token for token in tokens if sum(map(has_digit, tokens)) < 2]  # of several, one says nothing
    theirs = ["".join(alignment.page.words[place].key for place in pair.theirs), page, *alone]
    start, end = source_text(alignment, pair.mine)
    seen = {_plain(one) for one in theirs}
    return _plain(mine) in seen or _plain(_whole(alignment.source.text, start, end)) in seen


def _whole(text: str, start: int, end: int) -> str:
    """The span with the letters and digits right before and after it."""
    while start and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return text[start:end]


def _plain(text: str) -> str:
    return "".join(bit.key for bit in bits(text)).translate(_ALIKE)


def _torn(compared: Compared, run: Run) -> bool:
    """Whether an OCR's number is a part of a word whose rest is not what the text has: letters read as digits."""
    alignment = compared.alignment
    given = {number for place in run.places for number in alignment.page.words[place].words}
    for place in range(max(0, run.places[0] - 3), min(len(alignment.back), run.places[-1] + 4)):
        word = alignment.page.words[place]
        if place in run.places or not given.intersection(word.words):
            continue
        if not any(alignment.source.words[number].key == word.key for number in alignment.back[place]):
            return True
    return any(not is_number(alignment.page.words[place].key.translate(_ALIKE)) for place in run.places)


def _not_there(compared: Compared) -> Iterator[Flag]:
    alignment, text = compared.alignment, compared.alignment.source.text
    for run in only_text(alignment):
        if len(run) >= SHORT or not in_text(compared, run):
            continue
        for word in alignment.source.words[run.start : run.stop]:
            seen = compared.strict or len(word.key) > 1  # an OCR loses single thin digits
            if has_digit(word.key) and seen and not word.math and not word.soft:
                place = alignment.place(word.start, word.end)
                data = {"text": text[word.start : word.end]}
                yield Flag(
                    Kind.NUMBER_DIFFERS, Severity.FAULT, word.start, word.end, Reason.NUMBER_NOT_THERE, data,
                    place.boxes if place else (), False, "",
                )  # fmt: skip


def _left_out(compared: Compared, body: Body) -> Iterator[Flag]:
    alignment = compared.alignment
    for run in body.runs(list(only_page(compared))):
        numbers = [place for place in run.places if has_digit(alignment.page.words[place].key)]
        if not numbers or enough(compared, run) or confidence(alignment, run.places) < _SURE:
            continue
        at = between(compared, run.places)
        if not compared.strict and _torn(compared, run):
            continue
        if at is None:
            if 2 * len(numbers) < len(run.places) or not apart(compared, run) or not body.surrounds(run):
                continue
            at = body.place(run)
        page = page_text(alignment, run.places)
        boxes = page_boxes(alignment, run.places)
        at, words = put_in(compared, run.places, at)
        yield Flag(
            Kind.NUMBER_DIFFERS, Severity.FAULT, at, at, Reason.NUMBER_LEFT_OUT, {"page": page}, boxes, True, words
        )


def _digits(page: str) -> str:
    """The number without the signs of the sentence around it."""
    return page.strip(".,;:()[]\"'“”‘’")
