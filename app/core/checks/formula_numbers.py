# SPDX-License-Identifier: AGPL-3.0-or-later
"""`number-differs` within formulas, where it is certain: text layers scramble formulas, but not those that are set on
one line and stand among words that are all as the text has them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.core.align import Alignment
from app.core.align.latex import NAMES
from app.core.align.normal import is_number
from app.core.align.page import PageWord
from app.core.align.source import Formula
from app.core.checks.compare import page_boxes, page_text
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity

_SIGN_NAMES: str = (
    "pm mp times cdot div le leq ge geq lt gt ne neq approx sim simeq equiv propto ll gg in notin to rightarrow quad"
    " qquad degree circ prime ldots cdots dots colon infty langle rangle"
)
_PLAIN = NAMES | frozenset(_SIGN_NAMES.split())
"""Commands of signs and letters that are printed one behind the other."""
_NAME = re.compile(r"\\([A-Za-z]+)")
_SCRIPT = r"[_^]\s*(?:\{[^{}]*\}|\\?\w+)"
_STACKED = re.compile(rf"{_SCRIPT}\s*[_^]|[_^]\s*\{{[^{{}}]*[_^{{]|\\\\|&")
"""Scripts above each other, scripts of scripts, rows."""
_DIGIT = re.compile(r"\d")
_REACH = 2
"""Words to each side of a number that are looked at."""
_LEVEL = 0.4
"""Share of their height by which words that are side by side overlap at least."""
_ALIKE = 3
"""How many of them must be as the text has them, those right beside the number among them."""


def check(compared: Compared) -> Iterator[Flag]:
    """Numbers of plain formulas that the page has otherwise. The suggestion changes digits and separators alone."""
    alignment = compared.alignment
    if not compared.strict:
        return  # an OCR guesses at formulas
    for formula in alignment.source.formulas:
        if not formula.display and _DIGIT.search(formula.latex) and _plain(formula.latex):
            yield from _in(compared, formula)


def _in(compared: Compared, formula: Formula) -> Iterator[Flag]:
    alignment = compared.alignment
    words = alignment.source.words
    done = -1
    for number in alignment.words_in(formula.start, formula.end):
        if number <= done or not alignment.places[number] or not is_number(words[number].key):
            continue
        mine, theirs = _whole(alignment, formula, number)
        done = mine[-1]
        other = _other(alignment, mine, theirs) if _certain(compared, mine, theirs) else None
        if other is not None:
            start, end = words[other[0]].start, words[other[0]].end
            data = {"text": alignment.source.text[start:end], "page": page_text(alignment, theirs)}
            yield Flag(
                Kind.NUMBER_DIFFERS, Severity.FAULT, start, end, Reason.OTHER_NUMBER, data,
                page_boxes(alignment, theirs), True, other[1],
            )  # fmt: skip


def _plain(latex: str) -> bool:
    """Whether all that is printed stands on one line, a script behind what it belongs to at most."""
    return _PLAIN.issuperset(_NAME.findall(latex)) and not _STACKED.search(latex)


def _whole(alignment: Alignment, formula: Formula, number: int) -> tuple[range, range]:
    """The text's numbers and the page's that are paired with each other, and those beside them that are paired with
    nothing: a raised number is a part of the page's, a list of numbers may be one number here and several there."""
    words, page = alignment.source.words, alignment.page.words
    places = alignment.places[number]
    first, last = alignment.back[places[0]][0], alignment.back[places[0]][-1]
    start, stop = places[0], places[-1]
    inside = alignment.words_in(formula.start, formula.end)
    while first > inside.start and not alignment.places[first - 1] and is_number(words[first - 1].key):
        first -= 1
    while last + 1 < inside.stop and not alignment.places[last + 1] and is_number(words[last + 1].key):
        last += 1
    while start and not alignment.back[start - 1] and is_number(page[start - 1].key):
        start -= 1
    while stop + 1 < len(page) and not alignment.back[stop + 1] and is_number(page[stop + 1].key):
        stop += 1
    return range(first, last + 1), range(start, stop + 1)


def _certain(compared: Compared, mine: range, theirs: range) -> bool:
    """Whether numbers stand in each other's place: what is beside them in the text is beside them on the page."""
    alignment = compared.alignment
    words, page = alignment.source.words, alignment.page.words
    if not all(words[number].math and is_number(words[number].key) for number in mine):
        return False
    if not all(is_number(page[place].key) for place in theirs) or not compared.unknown.isdisjoint(theirs):
        return False
    before = _alike(compared, mine[0] - 1, theirs[0] - 1, -1)
    after = _alike(compared, mine[-1] + 1, theirs[-1] + 1, 1)
    if not before or not after or before + after < _ALIKE:
        return False
    level = compared.level.page.words
    return _on_a_row(level[theirs[0] - 1], level[theirs[0]]) or _on_a_row(level[theirs[-1]], level[theirs[-1] + 1])


def _on_a_row(word: PageWord, after: PageWord) -> bool:
    """Whether two words stand side by side, also in two cells of a table."""
    one, other = word.boxes[-1], after.boxes[0]
    overlap = min(one[3], other[3]) - max(one[1], other[1])
    return overlap > _LEVEL * min(one[3] - one[1], other[3] - other[1])


def _alike(compared: Compared, number: int, place: int, step: int) -> int:
    """How many words from here on are on the page as in the text, one behind the other."""
    alignment = compared.alignment
    words, page = alignment.source.words, alignment.page.words
    count = 0
    while count < _REACH and 0 <= number < len(words) and 0 <= place < len(page) and place not in compared.unknown:
        group = alignment.back[place]
        own = "".join(words[each].key for each in group)
        if number not in group or alignment.places[number] != (place,) or own != page[place].key:
            break
        count += 1
        number, place = (group[-1] if step > 0 else group[0]) + step, place + step
    return count


def _other(alignment: Alignment, mine: range, theirs: range) -> tuple[int, str] | None:
    """Which of the text's numbers is another one, and what it is on the page; None where they are the same, or it
    cannot be told: text layers have points of formulas as colons or not at all, and raised digits on the line."""
    words = alignment.source.words
    keys = [words[number].key for number in mine]
    printed = [alignment.page.words[place].key for place in theirs]
    digits, shown = ("".join(_DIGIT.findall("".join(some))) for some in (keys, printed))
    if len(keys) == len(printed) == 1:
        (key,), (other,) = keys, printed
        if digits == shown:
            unlike = len(other) >= len(key) and other != key
        else:
            short = other == key.removeprefix("0.") or other == f"0.{key}"  # .05
            raised = shown.startswith(digits)  # with the mark of a note, or with a script
            unlike = not short and not raised and (len(shown) == len(digits) or not _tied(alignment, mine[0]))
        return (mine[0], other) if unlike and ":" not in other else None
    if len(digits) != len(shown) or sorted(digits) == sorted(shown):
        return None  # the same, or in another order
    rest = iter(shown)
    parts = [_DIGIT.sub(lambda _: next(rest), alignment.source.text[words[n].start : words[n].end]) for n in mine]
    wrong = [
        (number, part)
        for number, part in zip(mine, parts, strict=True)
        if part != alignment.source.text[words[number].start : words[number].end]
    ]
    return wrong[0] if len(wrong) == 1 else None


def _tied(alignment: Alignment, number: int) -> bool:
    """Whether a word is raised, lowered, or behind a group: the page may have it in one with what is before it."""
    source = alignment.source
    return source.text[: source.words[number].start].rstrip("{ -+").endswith(("^", "_", "}"))
