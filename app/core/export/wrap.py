# SPDX-License-Identifier: AGPL-3.0-or-later
"""Paragraphs in lines of a given width, without any change of what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.core.markup.inline import stretches

_SPACE = re.compile(r"\s+")
_BLOCK_START = re.compile(
    r"^(?:[-+*]|#{1,6}|\d{1,9}[.)]|>.*|`{3,}.*|~{3,}.*|=+|-{2,}|\|.*|:.*|<.*|\$\$.*|\\\[.*|\\begin.*|\[.*|_{3,}|\*{3,})$",
    re.S,
)
"""Words that would begin another block if a line began with them."""


def wrapped(source: str, width: int) -> str:
    """The paragraph in lines of at most `width` characters where its words allow it. Hard breaks stay;
    formulas and code stay whole; no line begins with what would make it another block."""
    return "\n".join(_lines(part, width) for part in re.split(r"(?<=\\)\n|(?<=  )\n", source))


def _lines(text: str, width: int) -> str:
    tail = "  " if text.endswith("  ") else ""
    lines: list[str] = []
    length = 0
    for word in _words(text):
        fits = bool(lines) and length + 1 + len(word) <= width
        held = bool(lines) and lines[-1].endswith("\\")  # a break after it would be a hard one
        if lines and (fits or held or _BLOCK_START.match(word)):
            lines.append(" ")
            length += 1 + len(word)
        else:
            lines.append("\n" if lines else "")
            length = len(word)
        lines.append(word)
    return "".join(lines) + tail


def _words(text: str) -> Iterator[str]:
    """What stands between white space, formulas and code whole."""
    start = at = 0
    for stretch in stretches(text):
        for match in _SPACE.finditer(text, at, stretch.start):
            if match.start() > start:
                yield _SPACE.sub(" ", text[start : match.start()])
            start = match.end()
        at = stretch.end
    for match in _SPACE.finditer(text, at):
        if match.start() > start:
            yield _SPACE.sub(" ", text[start : match.start()])
        start = match.end()
    if start < len(text):
        yield _SPACE.sub(" ", text[start:])
