# SPDX-License-Identifier: AGPL-3.0-or-later
"""`number-differs` within formulas of any form: text layers give fractions and scripts in any order, but what stands
between the words before and after a formula has its digits, all of them and no others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from app.core.checks.compare import page_boxes
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity

_NOT_DIGITS = re.compile(r"\D+")
_NUMBERED = re.compile(r"[(\[]?[A-Z]?\.?\d+(?:\.\d+)*[a-z]?[)\]]\Z")
"""An equation's number."""
_BETWEEN = r"[=<>+]|\\(?:times|pm|cdot|sim|approx|leq?|geq?)(?![A-Za-z])"
_LACKS = re.compile(rf"[_^]\s*\{{[-+\s]*\}}|[_^]\s*\Z|(?:{_BETWEEN})\s*\Z|\A\s*\\(?:times|cdot)(?![A-Za-z])")
"""Where a number is lacking in a formula, whatever the page has."""
_WIDE = 3, 8
"""Words of the page at most: so many times those of the formula, and so many more."""
_LETTERS = 3
"""Letters of a word from which on it is no part of a formula that does not have it."""
_PARTS = 3
"""Numbers of the text at most that are one on the page."""


@dataclass(frozen=True, slots=True)
class _Region:
    """Formulas between two words, and the numbers of `page.words` between the same two: `run` are the text's words,
    `display` whether they stand by themselves, `whole` whether all signs there are known."""

    run: range
    places: range
    display: bool
    whole: bool


def check(compared: Compared, told: Sequence[Flag]) -> Iterator[Flag]:
    """Flags of formulas that have none of those that are told already."""
    if not compared.strict or not compared.alignment.source.formulas:
        return  # an OCR guesses at formulas
    words = compared.alignment.source.words
    for region in _regions(compared):
        start, end = words[region.run.start].start, words[region.run.stop - 1].end
        if any(flag.start < end and start < flag.end for flag in told):
            continue
        flag = _differs(compared, region)
        if flag is not None:
            yield flag


def _regions(compared: Compared) -> Iterator[_Region]:
    alignment = compared.alignment
    words, page = alignment.source.words, alignment.page.words
    displays = [(formula.start, formula.end) for formula in alignment.source.formulas if formula.display]
    stop = 0
    while stop < len(words):
        start = stop
        stop += 1
        if not words[start].math:
            continue
        while stop < len(words) and words[stop].math:
            stop += 1
        if not _in_place(compared, start - 1) or not _in_place(compared, stop):
            continue
        places = range(alignment.places[start - 1][0] + 1, alignment.places[stop][0])
        if not 0 < len(places) <= _WIDE[0] * (stop - start) + _WIDE[1]:
            continue
        if not compared.unknown.isdisjoint((places.start - 1, places.stop)):
            continue
        letters = set("".join(word.key for word in words[start:stop]))
        long = [page[place].key for place in places if len(page[place].key) >= _LETTERS and page[place].key.isalpha()]
        alien = any(not letters.issuperset(key) for key in long)
        others = any(number not in range(start, stop) for place in places for number in alignment.back[place])
        if not alien and not others:
            where = words[start].start
            whole = compared.unknown.isdisjoint(places) and not any("@" in text for text in _given(compared, places))
            yield _Region(range(start, stop), places, any(one <= where < other for one, other in displays), whole)


def _in_place(compared: Compared, number: int) -> bool:
    """Whether a word of the text is there and is one word of the page."""
    alignment = compared.alignment
    if not 0 <= number < len(alignment.places) or len(alignment.places[number]) != 1:
        return False
    (place,) = alignment.places[number]
    return alignment.back[place] == (number,) and alignment.page.words[place].key == alignment.source.words[number].key


def _differs(compared: Compared, region: _Region) -> Flag | None:
    alignment = compared.alignment
    words, page = alignment.source.words, alignment.page.words
    numbers = [(n, digits) for n in region.run if (digits := _digits(words[n].key))]
    shown = [(n, digits) for n in region.places if (digits := _digits(page[n].key))]
    mine, theirs = Counter(digits for _, digits in numbers), Counter(digits for _, digits in shown)
    if region.display and _single(mine) != _single(theirs):
        shown = _without_number(compared, shown, theirs - mine)
        theirs = Counter(digits for _, digits in shown)
    only_mine, only_theirs = list((mine - theirs).elements()), list((theirs - mine).elements())
    if not numbers or not shown or not (only_mine or only_theirs):
        return None
    less, more = _single(mine) - _single(theirs), _single(theirs) - _single(mine)
    if len(only_mine) == len(only_theirs) == 1 and (region.whole or len(only_mine[0]) == len(only_theirs[0])):
        one, other = only_mine[0], only_theirs[0]
        tied = other.startswith(one) or other.endswith(one) or one.startswith(other) or one.endswith(other)
        if not tied and _is_inside(compared, region, shown, other, False):
            return _other(compared, region, numbers, shown, one, other)
    if less.total() == more.total() == 1:
        ((old, _),), ((new, _),) = less.items(), more.items()
        wrong = [digits for digits in only_mine for digit in digits if digit == old]
        if len(wrong) == 1 and mine[wrong[0]] == 1:
            return _other(compared, region, numbers, shown, wrong[0], wrong[0].replace(old, new))
        return None
    if (
        not less
        and more
        and (lost := _rest(only_theirs, only_mine))
        and _is_inside(compared, region, shown, only_theirs[0], True)
    ):
        return _told(compared, region, Reason.NUMBER_LEFT_OUT, {"page": lost})
    if not more and less and (added := _rest(only_mine, only_theirs)):
        return _told(compared, region, Reason.NUMBER_NOT_THERE, {"text": added})
    return None


def _given(compared: Compared, places: range) -> list[str]:
    page = compared.alignment.page
    return [page.given[number].text for place in places for number in page.words[place].words]


def _digits(key: str) -> str:
    return _NOT_DIGITS.sub("", key)


def _single(numbers: Counter[str]) -> Counter[str]:
    return Counter(digit for number in numbers.elements() for digit in number)


def _rest(whole: Sequence[str], parts: Sequence[str]) -> str:
    """What one number has more than the others that it is made of; nothing if it is not made of them."""
    if len(whole) != 1 or len(parts) > _PARTS:
        return ""
    for order in permutations(parts):
        joined = "".join(order)
        if whole[0].startswith(joined):
            return whole[0][len(joined) :]
        if whole[0].endswith(joined):
            return whole[0][: -len(joined)]
    return ""


def _without_number(compared: Compared, shown: Sequence[tuple[int, str]], more: Counter[str]) -> list[tuple[int, str]]:
    """Without the equation's own number, the last in brackets, if the text does not have it."""
    page = compared.alignment.page
    for number, (place, digits) in reversed(list(enumerate(shown))):
        word = page.words[place]
        if more[digits] and _NUMBERED.match(page.given[word.words[0]].text.strip()):
            return [one for n, one in enumerate(shown) if n != number and page.words[one[0]].words != word.words]
    return list(shown)


def _is_inside(compared: Compared, region: _Region, shown: Sequence[tuple[int, str]], lost: str, level: bool) -> bool:
    """Whether a number is among the others of a formula, also from side to side and not at an end: there it may be an
    equation's, a page's or a note's, and below it a heading's."""
    if (
        level
        and not _is_open(compared, region)
        and any(digits == lost and place in (region.places[0], region.places[-1]) for place, digits in shown)
    ):
        return False
    if not region.display:
        return True
    where = [place for place, digits in shown if digits == lost]
    boxes = [compared.level.page.words[place].boxes[0] for place in region.places if place not in where]
    mine = [compared.level.page.words[place].boxes[0] for place in where]
    if not boxes:
        return False
    left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
    top, bottom = min(box[1] for box in boxes), max(box[3] for box in boxes)
    return all(
        (not level or (left <= box[0] and box[2] <= right)) and top <= (box[1] + box[3]) / 2 <= bottom for box in mine
    )


def _is_open(compared: Compared, region: _Region) -> bool:
    """Whether a formula has an empty script, or begins or ends with a sign between two numbers."""
    source = compared.alignment.source
    start, end = source.words[region.run.start].start, source.words[region.run.stop - 1].end
    return any(_LACKS.search(one.latex) for one in source.formulas if one.start <= end and start <= one.end)


def _other(
    compared: Compared, region: _Region, numbers: Sequence[tuple[int, str]], shown: Sequence[tuple[int, str]],
    old: str, new: str,
) -> Flag | None:  # fmt: skip
    """Another number: the one of the text that the page does not have. The suggestion changes its digits alone, where
    it is the only one and has as many."""
    alignment = compared.alignment
    where = [number for number, digits in numbers if digits == old]
    places = [place for place, digits in shown if digits == new] or list(region.places)
    if len(where) != 1:
        return _told(compared, region, Reason.OTHER_NUMBER, {"text": old, "page": new})
    word = alignment.source.words[where[0]]
    text = alignment.source.text[word.start : word.end]
    suggestion: str | None = None
    if len(places) == 1 and len(_digits(text)) != len(new):
        suggestion = alignment.page.words[places[0]].key
    elif len(_digits(text)) == len(new):
        rest = iter(new)
        suggestion = re.sub(r"\d", lambda _: next(rest), text)
    data = {"text": text, "page": new if suggestion is None else suggestion}
    return Flag(
        Kind.NUMBER_DIFFERS, Severity.FAULT, word.start, word.end, Reason.OTHER_NUMBER, data,
        page_boxes(alignment, places), True, suggestion,
    )  # fmt: skip


def _told(compared: Compared, region: _Region, reason: Reason, data: dict[str, str]) -> Flag:
    """Of the whole formula."""
    alignment = compared.alignment
    words = alignment.source.words
    start, end = words[region.run.start].start, words[region.run.stop - 1].end
    boxes = page_boxes(alignment, list(region.places))
    return Flag(Kind.NUMBER_DIFFERS, Severity.DOUBT, start, end, reason, data, boxes, False)
