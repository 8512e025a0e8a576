# SPDX-License-Identifier: AGPL-3.0-or-later
"""What else goes when words of the text are taken out: a blank, the sign that ended their sentence, brackets and marks
around them, the rest of a row, and a line with nothing left in it."""

from __future__ import annotations

import re

_PAIRS = {
    "(": ")", "[": "]", "（": "）", "「": "」", "『": "』", "《": "》", "“": "”", "„": "“", "‘": "’", "«": "»",
    "*": "*", "_": "_", "~": "~", '"': '"',
}  # fmt: skip
_OPEN_TAG = re.compile(r"<(sup|sub|b|i|u|s|em|strong|small|mark|del|ins)>\Z", re.I)
_BEGINS = re.compile(
    r"(?:\A|[\n|>]|[.!?:;…][\"”’»)*_]*\s|[。！？：；…][”’」』）]*)\s*(?:(?:[-*+]|\d+[.)]|#{1,6})\s+)?[(\"“„‘«「『（*_]*\Z"
)
_ENDS = re.compile(r"[.!?…。！？]+")
_BEFORE = re.compile(r"[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+)?\Z")
_ROW_END = re.compile(r"(?:\s*</t[dh]\s*>)?\s*</tr\s*>", re.I)
_NO_BLANK_BEFORE = frozenset(".,;:!?)]…%”’»|\n<")
_SIGNS = 6
_CELL_BEFORE = re.compile(r"[|>]([^\w|<>\n]*)\Z")
_CELL_AFTER = re.compile(r"([^\w|<>\n]{0,6})(?=\||</t[dh])", re.I)
_LONGEST = 60
"""Characters before the words that tell whether a sentence begins there."""


def taken_out(text: str, start: int, end: int) -> tuple[int, int]:
    """The span to take out where `text[start:end]` is too much."""
    if start == end:
        return start, end
    if re.match(r"<tr(?=[\s>])", text[start:end], re.I) and (row := _ROW_END.match(text, end)):
        end = row.end()
    begin, stop = _with_pairs(text, start, end)
    if _BEGINS.search(text[max(0, begin - _LONGEST) : begin]) and (sign := _ENDS.match(text, stop)):
        begin, stop = _with_pairs(text, begin, sign.end())
    begin, stop = _with_signs(text, begin, stop)
    return _with_line(text, begin, stop) or _with_blank(text, begin, stop)


def _with_signs(text: str, start: int, end: int) -> tuple[int, int]:
    """With the signs that are left of a cell when its words are gone: a percent sign, the point of an abbreviation."""
    before, after = _CELL_BEFORE.search(text[max(0, start - _SIGNS) : start]), _CELL_AFTER.match(text, end)
    if before is None or after is None or not (before[1].strip() or after[1].strip()):
        return start, end
    return start - len(before[1].lstrip()), end + len(after[1].rstrip())


def _with_pairs(text: str, start: int, end: int) -> tuple[int, int]:
    """With the brackets, quotation marks and marks of emphasis that are right around."""
    while start and end < len(text):
        tag = _OPEN_TAG.search(text[:start][-10:])
        if tag and (closer := f"</{tag[1]}>") == text[end : end + len(closer)]:
            start, end = start - len(tag[0]), end + len(closer)
        elif _PAIRS.get(text[start - 1]) == text[end]:
            start, end = start - 1, end + 1
        else:
            break
    return start, end


def _with_line(text: str, start: int, end: int) -> tuple[int, int] | None:
    """With its lines and one of the line ends around them, if nothing else is on them."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    bars = " \t|" if "|" in text[start:end] else " \t"
    if text[end:last].strip(bars) or not (_BEFORE.match(text[first:start]) or not text[first:start].strip(bars)):
        return None
    after = len(text) - len(text[last:].lstrip("\n"))
    before = len(text[:first].rstrip("\n"))
    alone = last + 1 < after and first - before != 1  # a paragraph of its own goes with the blank line after it
    if after == len(text):
        return before, last if before else after
    return first, after if alone else last + 1


def _with_blank(text: str, start: int, end: int) -> tuple[int, int]:
    """With the blanks before or after, so that one is left where words meet."""
    left = len(text[:start].rstrip(" \t"))
    right = end + len(text[end:]) - len(text[end:].lstrip(" \t"))
    if left and text[left - 1] in ",;" and text[right : right + 1] == text[left - 1]:
        return left, right + 1
    if left < start and (right > end or right == len(text) or text[end] in _NO_BLANK_BEFORE):
        return left, right if right == len(text) or text[right] in _NO_BLANK_BEFORE - {"|", "<"} else end
    if left == start and (not start or text[start - 1] in "\n|>("):
        return start, right
    return start, end
