# SPDX-License-Identifier: AGPL-3.0-or-later
"""Positions in text: Python counts code points, Qt counts UTF-16 units. A character above
U+FFFF (an emoji, a rare Han character) is one of the first and two of the second. Qt and
the HTML parts also want text free of odd line ends and of halves of such characters."""

from __future__ import annotations

import re
from bisect import bisect_left

_WIDE = re.compile("[\U00010000-\U0010ffff]")


class Units:
    """Both countings of one text, for many positions: made in one pass, each answer is a bisection."""

    __slots__ = ("_points", "_units")

    def __init__(self, text: str) -> None:
        self._points = [match.start() for match in _WIDE.finditer(text)]
        self._units = [point + number for number, point in enumerate(self._points)]

    def to_utf16(self, position: int) -> int:
        return position + bisect_left(self._points, position)

    def from_utf16(self, units: int) -> int:
        """One inside a character counts as before it."""
        return units - bisect_left(self._units, units)


def utf16_length(text: str) -> int:
    """How many UTF-16 units the text takes."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def to_utf16(text: str, position: int) -> int:
    """The position in UTF-16 units of a position in code points."""
    return utf16_length(text[:position])


def from_utf16(text: str, units: int) -> int:
    """The position in code points of a position in UTF-16 units. One inside a character
    counts as before it; one past the end is the end."""
    if text.isascii():
        return min(units, len(text))
    return min(Units(text).from_utf16(units), len(text))


def tidy(text: str) -> str:
    """Text that everyone accepts: line feeds only, no lone surrogates."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
