# SPDX-License-Identifier: AGPL-3.0-or-later
"""`number-differs`: digits that the second reading has otherwise, or that only one of both has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.align import Alignment
from app.core.align.normal import bits, has_digit, is_number
from app.core.checks import formula_digits, formula_numbers
from app.core.checks.body import Body, Run
from app.core.checks.compare import (
    SENTENCE,
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
from app.core.checks.putting import fitting, printed, put_in
from app.core.checks.signs import CERTAIN

SHORT = 4
"""Words from which on a run is text that is missing or invented, and not a number in its line."""
_ALIKE = str.maketrans("lioszbgq", "11052899", ",.:/")
"""Signs that an OCR takes for each other, as keys have them, and separators that it adds or does not see."""
_LETTERS = str.maketrans("lioszbgq", "11052899")
_POINTS = re.compile(r"\d|(?<=\d)[.,:/'](?=\d)")
_FRACTION = re.compile("[\u00bc-\u00be\u2150-\u215e]")
_SIGN = re.compile(r"[^\W_]+")
_SURE = 0.6
"""Certainty of the OCR below which it says nothing against a number."""
_SEEN = 0.9
"""The same below which it says nothing against a separator: a thin point is soon lost."""


def check(compared: Compared, body: Body) -> Iterator[Flag]:
    """Numbers that are otherwise, that only the text has, and that only the page has."""
    told = _Told(set(), set())
    yield from _other(compared, told)
    within = list(formula_numbers.check(compared))
    yield from within
    yield from formula_digits.check(compared, within)
    yield from _not_there(compared, told)
    yield from _left_out(compared, body, told)


@dataclass(frozen=True, slots=True)
class _Told:
    """Numbers of source words and of given words that a flag has: what one of them has more is no second flag."""

    mine: set[int]
    given: set[int]


def _other(compared: Compared, told: _Told) -> Iterator[Flag]:
    alignment, text = compared.alignment, compared.alignment.source.text
    for pair in unlike(compared):
        sure = confidence(alignment, pair.theirs)
        if not numeric(alignment, pair) or sure < _SURE:
            continue
        severity = Severity.FAULT
        if not compared.strict and _misread(compared, pair):
            if sure < _SEEN or not _parted_otherwise(alignment, pair):
                continue
            severity = Severity.FAULT if sure >= CERTAIN else Severity.DOUBT
        mine = _with_rest(alignment, pair.mine)
        theirs = _with_given(alignment, pair.theirs)
        told.mine.update(mine)
        told.given.update(number for place in theirs for number in alignment.page.words[place].words)
        start, end = source_text(alignment, mine)
        data = {"text": text[start:end], "page": _digits(page_text(alignment, pair.theirs))}
        boxes = page_boxes(alignment, pair.theirs)
        number = fitting(text, start, end, _digits(printed(alignment, theirs)))
        yield Flag(Kind.NUMBER_DIFFERS, severity, start, end, Reason.OTHER_NUMBER, data, boxes, True, number)


def _with_rest(alignment: Alignment, mine: tuple[int, ...]) -> tuple[int, ...]:
    """Source words with those that are written on without a blank, and that the page has nothing for."""
    words = alignment.source.words
    first, last = min(mine), max(mine)
    while first and not alignment.places[first - 1] and words[first - 1].end == words[first].start:
        first -= 1
    while last + 1 < len(words) and not alignment.places[last + 1] and words[last].end == words[last + 1].start:
        last += 1
    return tuple(range(first, last + 1))


def _with_given(alignment: Alignment, theirs: tuple[int, ...]) -> tuple[int, ...]:
    """Page words with what else of the same given words the text has nothing for."""
    words, back = alignment.page.words, alignment.back
    given = {number for place in theirs for number in words[place].words}
    first, last = min(theirs), max(theirs)
    while first and not back[first - 1] and given.intersection(words[first - 1].words):
        first -= 1
    while last + 1 < len(words) and not back[last + 1] and given.intersection(words[last + 1].words):
        last += 1
    return tuple(range(first, last + 1))


def _parted_otherwise(alignment: Alignment, pair: Unlike) -> bool:
    """Whether a point, comma or colon is between digits in one of both, and none or another one in the other."""
    start, end = source_text(alignment, pair.mine)
    text = alignment.source.text
    whole = _whole(text, start, end)
    if _FRACTION.search(whole):
        return False
    page = page_text(alignment, pair.theirs)
    alone = [token for token in page.split() if has_digit(token)]
    seen = {_points(one) for one in (page, printed(alignment, pair.theirs), *(alone if len(alone) < 2 else ()))}
    return not seen & {_points(text[start:end]), _points(whole)}


def _points(piece: str) -> str:
    """Digits, and the signs between them."""
    plain = "".join(_POINTS.findall("".join(piece.split()).casefold().translate(_LETTERS).replace("\u2019", "'")))
    return plain.strip(".,:/'")


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


def _not_there(compared: Compared, told: _Told) -> Iterator[Flag]:
    alignment, text = compared.alignment, compared.alignment.source.text
    for run in only_text(alignment):
        if len(run) >= SHORT or not in_text(compared, run):
            continue
        for number in run:
            word = alignment.source.words[number]
            if number in told.mine:
                continue
            seen = compared.strict or len(word.key) > 1  # an OCR loses single thin digits
            if has_digit(word.key) and seen and not word.math and not word.soft:
                place = alignment.place(word.start, word.end)
                data = {"text": text[word.start : word.end]}
                yield Flag(
                    Kind.NUMBER_DIFFERS, Severity.FAULT, word.start, word.end, Reason.NUMBER_NOT_THERE, data,
                    place.boxes if place else (), False, "",
                )  # fmt: skip


def _left_out(compared: Compared, body: Body, told: _Told) -> Iterator[Flag]:
    alignment = compared.alignment
    for run in body.runs(list(only_page(compared))):
        numbers = [place for place in run.places if has_digit(alignment.page.words[place].key)]
        if not numbers or enough(compared, run) or confidence(alignment, run.places) < _SURE:
            continue
        if told.given.issuperset(number for place in numbers for number in alignment.page.words[place].words):
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
        put = put_in(compared, run.places, at)
        yield Flag(
            Kind.NUMBER_DIFFERS, Severity.FAULT, put.at, put.at, Reason.NUMBER_LEFT_OUT, {"page": page}, boxes, True,
            put.words,
        )  # fmt: skip


def _digits(page: str) -> str:
    """The number without the signs of the sentence around it."""
    return page.strip(SENTENCE)
