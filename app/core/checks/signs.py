# SPDX-License-Identifier: AGPL-3.0-or-later
"""What belongs to a number besides its digits: minus and plus, currency, percent, what joins two numbers, and the
blank between them. Faults where the page's words are those that were printed; of an OCR that is sure, doubts.

One sign is written in several ways (a hyphen, a dash and U+2212; a thin space; an escape or an entity in the Markdown;
a raised digit): these are the same. What cannot be told is not compared: a sign with blanks to both sides, what stands
beside a formula, characters that the text layer has no letter for.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import NamedTuple

from app.core.align import Alignment
from app.core.align.normal import bits, has_digit, is_number
from app.core.checks.compare import CODE, confidence, page_boxes
from app.core.checks.evidence import Compared
from app.core.checks.flag import Flag, Kind, Reason, Severity

_AROUND = 32
"""Characters of the text beside a number that are looked at."""
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣－", "-"))
_RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_SUP = re.compile(r"<sup\s*>\s*", re.I)
_TAG = re.compile(r"</?(?:a|b|code|del|em|i|ins|mark|s|small|span|strong|sub|sup|u)(?:\s[^<>]*)?>", re.I)
_EDGE = re.compile(r"\n[ \t>]*\n|\||</?[A-Za-z][^<>]*>")
"""Where a paragraph, a cell or a block ends."""
_MONEY = "€$£¥₹₽₩¢"
_UNARY = frozenset("-+±")
_CLOSERS = frozenset(")]}'’\"%")
_LEFT_MONEY = re.compile(rf"([{_MONEY}])(\s?)\Z")
_RIGHT = re.compile(rf"(?P<blank>[ \n]?)(?P<sign>[%‰{_MONEY}])")
_RAW_LEFT = re.compile(rf"(?:(?:\\?[-+±‐‑‒–—−﹣－{_MONEY}]|&[a-zA-Z]+;|&#\w+;)[ \u00a0\u2009\u202f]?)+\Z")
_RAW_RIGHT = re.compile(rf"[ \u00a0\u2009\u202f]?(?:\\?[%‰{_MONEY}]|&[a-zA-Z]+;)")
_MARKS = re.compile(r"\\(?=[^\w\s])|\*+|~~|`")
_BLANK = re.compile(r"[^\S\n]")
_NEAR, _BY = 12, 3
"""Characters of the Markdown and of the page beside a number where a sign of it would be."""
_ANY = re.compile(rf"[-+±%‰٪﹪％{_MONEY}￥＄￡‐‑‒–—―−﹣－&\\\ue000-\uf8ff\ufffd\x00-\x08\x0e-\x1f\x7f-\x9f]")
_THOUSANDS = re.compile(r"(?<=\d)[ \n](?=\d{3}(?!\d))")
CERTAIN = 0.97
"""Certainty of an OCR from which on it is sure of a thin sign. It is that of a whole line; half of the lines of clean
scans are above 0.985."""
_JOINTS = frozenset("-+/^:×=<>±~")
_PART = 0.12
"""Heights of a line that are between two numbers at least, and not only between letters set wide."""


class _Signs(NamedTuple):
    """What stands beside a number. `unary` is a sign right before it ("" for none), `loose` says that it may belong to
    something else; `sure` are currency and percent, `maybe` what may be its neighbour's."""

    unary: str
    loose: bool
    sure: frozenset[str]
    maybe: frozenset[str]


class _Page:
    """The page's given words as one string, and where the numbers are in it."""

    def __init__(self, alignment: Alignment) -> None:
        page = alignment.page
        self._given = page.given
        parts: list[str] = []
        starts: list[int] = []
        at = 0
        of_given: dict[int, list[int]] = {}
        for number, word in enumerate(page.words):
            for given in word.words:
                of_given.setdefault(given, []).append(number)
        self.spans: dict[int, tuple[int, int]] = {}
        line = -1
        for number, word_ in enumerate(page.given):
            here = of_given.get(number, [])
            new = page.words[here[0]].line if here and len(page.words[here[0]].words) == 1 else line
            if parts:
                parts.append("\n" if new != line else " ")
                at += 1
            line = new
            starts.append(at)
            if any(map(str.isdigit, word_.text)):
                found = list(bits(word_.text))
                if len(found) == len(here):
                    self.spans.update(
                        (place, (at + bit.start, at + bit.end)) for place, bit in zip(here, found, strict=True)
                    )
            parts.append(word_.text)
            at += len(word_.text)
        self.text = "".join(parts)
        self._starts = starts

    def parted(self, start: int, end: int) -> bool:
        """Whether the given words between two places stand apart, with a blank's width between them."""
        first = bisect_left(self._starts, start + 1) - 1
        last = bisect_left(self._starts, end) - 1
        for number in range(first, last):
            box, after = self._given[number].box, self._given[number + 1].box
            if max(after[0] - box[2], box[0] - after[2], after[1] - box[3]) > _PART * (box[3] - box[1]):
                return True
        return first == last


def check(compared: Compared) -> Iterator[Flag]:
    """Numbers with equal digits that are not the same."""
    alignment = compared.alignment
    if not any(is_number(word.key) for word in alignment.source.words):
        return
    page = _Page(alignment)
    done = -1
    before: tuple[int, int] | None = None
    for number, places in enumerate(alignment.places):
        if not places or number <= done:
            continue
        mine = alignment.back[places[0]]
        done = max(mine)
        words = [alignment.source.words[place] for place in mine]
        last, before = before, None
        if any(word.math or word.soft or alignment.source.blocks[word.block].kind in CODE for word in words):
            continue
        text = "".join(word.key for word in words)
        if text != "".join(alignment.page.words[place].key for place in places) or not has_digit(text):
            continue
        if not all(place in page.spans for place in places) or not all(is_number(word.key) for word in words):
            continue
        if not compared.strict and confidence(alignment, places) < CERTAIN:
            continue
        if list(mine) != list(range(mine[0], mine[-1] + 1)):
            continue
        span = words[0].start, words[-1].end
        printed = page.spans[places[0]][0], page.spans[places[-1]][1]
        if last is not None and last[0] == mine[0] - 1 and last[1] == places[0] - 1:
            flag = _joint(alignment, page, last, (mine[0], places[0]))
            if flag is not None:
                yield flag if compared.strict else replace(flag, severity=Severity.DOUBT)
                continue
        before = mine[-1], places[-1]
        flag = _inside(alignment, page, span, printed, places) or _beside(
            alignment, page, span, printed, places, compared.strict
        )
        if flag is not None and (
            compared.strict or _tight(_form(str(flag.data["text"]))) != _tight(_form(str(flag.data["page"])))
        ):
            yield flag if compared.strict else replace(flag, severity=Severity.DOUBT)


def _flag(
    alignment: Alignment, page: _Page, span: tuple[int, int], printed: tuple[int, int], places: tuple[int, ...]
) -> Flag:
    text = alignment.source.text
    shown = " ".join(page.text[printed[0] : printed[1]].split())
    data = {"text": text[span[0] : span[1]], "page": shown}
    return Flag(
        Kind.NUMBER_DIFFERS, Severity.FAULT, span[0], span[1], Reason.OTHER_NUMBER, data,
        page_boxes(alignment, places), True, shown.replace("$", "\\$"),
    )  # fmt: skip


def _inside(
    alignment: Alignment, page: _Page, span: tuple[int, int], printed: tuple[int, int], places: tuple[int, ...]
) -> Flag | None:
    """What stands between the digits: "10-12", "1012", "10 12"."""
    source = alignment.source.text[span[0] : span[1]]
    if source == page.text[printed[0] : printed[1]]:
        return None
    mine, theirs = _form(source), _form(page.text[printed[0] : printed[1]])
    if "^" in mine and "^" not in theirs:
        mine = mine.replace("^", "")  # text layers have raised digits on the line
    if mine == theirs or _unknown(theirs) or _EDGE.search(source.replace("<sup>", "").replace("</sup>", "")):
        return None
    tight = _tight(mine), _tight(theirs)
    if tight[0] == tight[1]:
        if " " in theirs and not page.parted(*printed):
            return None  # letters set wide
        if mine.strip("0123456789 ") or "\n" in page.text[printed[0] : printed[1]]:
            return None  # blanks around a sign
    return _flag(alignment, page, span, printed, places)


def _joint(alignment: Alignment, page: _Page, one: tuple[int, int], other: tuple[int, int]) -> Flag | None:
    """What stands between two numbers that follow each other: a sign without blanks that the other has not."""
    words = alignment.source.words
    span = words[one[0]].start, words[other[0]].end
    between = alignment.source.text[words[one[0]].end : words[other[0]].start]
    printed = page.spans[one[1]][0], page.spans[other[1]][1]
    shown = page.text[page.spans[one[1]][1] : page.spans[other[1]][0]]
    if _EDGE.search(_SUP.sub("^", between).replace("</sup>", "")) or "$" in between or len(between) > 12:
        return None
    mine, theirs = _form(between), _form(shown)
    if "^" in mine or "\n" in shown or _unknown(theirs) or any(map(str.isalnum, theirs)):
        return None
    signs = [[sign for sign in joint if sign in _JOINTS] for joint in (mine, theirs)]
    bare = any(joint and not re.search(r"\s", joint) and set(joint) <= _JOINTS for joint in (mine, theirs))
    if signs[0] == signs[1] or not bare or (signs[0] and signs[1] and _tight(mine) == _tight(theirs)):
        return None
    return _flag(alignment, page, span, printed, (one[1], other[1]))


def _beside(
    alignment: Alignment,
    page: _Page,
    span: tuple[int, int],
    printed: tuple[int, int],
    places: tuple[int, ...],
    strict: bool,
) -> Flag | None:
    """What stands right before and right after."""
    text = alignment.source.text
    near = text[max(0, span[0] - _NEAR) : span[0]] + text[span[1] : span[1] + _NEAR]
    by = page.text[max(0, printed[0] - _BY) : printed[0]] + page.text[printed[1] : printed[1] + _BY]
    if not _ANY.search(near) and not _ANY.search(by):
        return None
    raw = text[max(0, span[0] - _AROUND) : span[0]], text[span[1] : span[1] + _AROUND]
    left, right = _clean(_EDGE.split(raw[0])[-1]), _clean(_EDGE.split(raw[1])[0])
    formula = _by_formula(alignment, *span)
    shown = page.text[max(0, printed[0] - _AROUND) : printed[0]], page.text[printed[1] : printed[1] + _AROUND]
    if formula or _unknown(shown[0][-2:]) or _unknown(shown[1][:2]):
        return None
    mine, theirs = _signs(left, right), _signs(_plain(shown[0]), _plain(shown[1]))
    sign = mine.unary != theirs.unary and not mine.loose and not theirs.loose
    only_mine = mine.sure - theirs.sure - theirs.maybe
    if not strict:
        only_mine -= frozenset(_MONEY)  # of these an OCR knows few
    marks = bool(only_mine or theirs.sure - mine.sure - mine.maybe)
    if not sign and not marks:
        return None
    before, after = _RAW_LEFT.search(raw[0]), _RAW_RIGHT.match(raw[1])
    start = span[0] - len(before[0].lstrip()) if before else span[0]
    end = span[1] + len(after[0]) if after and _clean(after[0]).strip() in theirs.sure | mine.sure else span[1]
    left_of, right_of = _LEFT_PAGE.search(_plain(shown[0])), _RIGHT.match(_plain(shown[1]))
    first = printed[0] - (len(left_of[0].lstrip()) if left_of else 0)
    last = printed[1] + (len(right_of[0]) if right_of and right_of["sign"] in theirs.sure else 0)
    return _flag(alignment, page, (start, end), (first, last), places)


_LEFT_PAGE = re.compile(rf"(?:[-+±{_MONEY}] ?)+\Z")


def _signs(left: str, right: str) -> _Signs:
    """Of the cleaned text on both sides of a number."""
    sure: set[str] = set()
    maybe: set[str] = set()
    own, front = (left[-1], left[:-1]) if left[-1:] in _UNARY else ("", left)
    money = _LEFT_MONEY.search(front)
    if money is not None:
        front = front[: money.start()]
        (maybe if money[2] and re.search(r"\d\s?\Z", front) else sure).add(money[1])
        if not own and front[-1:] in _UNARY:
            own, front = front[-1], front[:-1]
    loose = front.rstrip()[-1:] in _UNARY if not own else front[-1:].isalnum() or front[-1:] in _CLOSERS
    after = _RIGHT.match(right)
    if after is not None:
        rest = right[after.end() :]
        apart = bool(after["blank"])
        if after["sign"] in _MONEY and ((apart and sure) or re.match(r" ?\d" if apart else r"\d", rest)):
            maybe.add(after["sign"])
        else:
            sure.add(after["sign"])
    return _Signs(own, loose, frozenset(sure), frozenset(maybe))


def _by_formula(alignment: Alignment, start: int, end: int) -> bool:
    """Whether a formula is right before or after: it may have the sign."""
    source = alignment.source
    index = bisect_left(source.formulas, end, key=lambda formula: formula.start)
    after = index < len(source.formulas) and not source.text[end : source.formulas[index].start].strip()
    return after or bool(index and not source.text[source.formulas[index - 1].end : start].strip())


def _clean(piece: str) -> str:
    """Markdown as it is shown, as far as signs go."""
    if "<" in piece:
        piece = _TAG.sub("", _SUP.sub("^", piece))
    return _plain(_MARKS.sub("", unescape(piece)))


def _plain(piece: str) -> str:
    """One spelling for each sign, and as long as before unless a character stands for several."""
    if not piece.isascii():
        known = [character if character < "\x80" else unicodedata.normalize("NFKC", character) for character in piece]
        piece = "".join(known).translate(_DASHES).replace("٪", "%").replace("\u00ad", "")
    return _BLANK.sub(" ", piece)


def _form(piece: str) -> str:
    """Digits and what is between them, for comparison: raised digits behind "^", thousands without blanks."""
    piece = _RAISED.sub(lambda match: "^" + match[0], piece)
    piece = _clean(piece).replace("{", "").replace("}", "").replace("⁄", "/").replace("'", "").replace("’", "")
    piece = re.sub(r"(?<=\d)\^+", "^", re.sub(r"\s+", " ", piece))
    return _THOUSANDS.sub("", piece)


def _tight(form: str) -> str:
    return "".join(form.split())


def _unknown(piece: str) -> bool:
    """Whether there are characters that nobody knows the meaning of."""
    return any(
        character == "\ufffd" or (character != "\n" and unicodedata.category(character) in ("Co", "Cc", "Cn"))
        for character in piece
    )
