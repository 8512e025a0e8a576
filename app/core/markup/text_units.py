# SPDX-License-Identifier: AGPL-3.0-or-later
"""Positions in text: Python counts code points, Qt counts UTF-16 units. A character above
U+FFFF (an emoji, a rare Han character) is one of the first and two of the second. Qt and
the HTML parts also want text free of odd line ends and of halves of such characters."""

from __future__ import annotations

import re
from bisect import bisect_left

_SPACES = re.compile("[\x0b\x0c\x85]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]")
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


def without_controls(text: str) -> str:
    """Text whose every sign may stand in XML and HTML. Layers of PDFs hold control characters where a font names no
    letter: a sign of replacement shows that there is something. Ends of lines and pages become white space."""
    return _CONTROLS.sub("\ufffd", _SPACES.sub(" ", text))
