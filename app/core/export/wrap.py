# SPDX-License-Identifier: AGPL-3.0-or-later
"""Paragraphs in lines of a given width, without any change of what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.core.markup.inline import stretches

_SPACE = re.compile(r"\s+")
_BLOCK_START = re.compile(
    r"^(?:[-+*]|#{1,6}|\d{1,9}[.)]|>.*|`{3,}.*|~{3,}.*|=+|-{2,}|\|.*|:.*|<(?!\w[\w.+-]*[:@][^\s<>]*>).*|\$\$.*|\\\[.*|\\begin.*"
    r"|\[(?![^\]]*\](?!:)).*|\[\^.*|_{3,}|\*{3,})$",
    re.S,
)
"""Words that would begin another block if a line began with them; a link or an address that is whole would not."""
_TARGET = re.compile(r"\]\((?!.*\))", re.S)
"""A link's address without the end of the link: a title may follow."""
_MOST = 20
"""Words of a title."""


def wrapped(source: str, width: int) -> str:
    """The paragraph in lines of at most `width` characters where its words allow it. Hard breaks stay;
    formulas, code and links' addresses with their titles stay whole; no line begins with what would make it another
    block."""
    return "\n".join(_lines(part, width) for part in re.split(r"(?<=\\)\n|(?<=  )\n", source))


def _lines(text: str, width: int) -> str:
    tail = "  " if text.endswith("  ") else ""
    lines: list[str] = []
    length = 0
    for run in _runs(text):
        if lines and length + 1 + len(run) <= width:
            lines.append(" ")
            length += 1 + len(run)
        else:
            lines.append("\n" if lines else "")
            length = len(run)
        lines.append(run)
    return "".join(lines) + tail


def _runs(text: str) -> Iterator[str]:
    """Words, each with those behind it that may not begin a line: where they do not fit, the line ends before it."""
    run: list[str] = []
    title = 0  # words that may still come of a link's title
    for word in _words(text):
        title = title if title < _MOST or word[0] in "\"'(" else 0
        held = bool(run) and (run[-1].endswith("\\") or title > 0)  # a break after a backslash would be a hard one
        if run and not held and not _BLOCK_START.match(word):
            yield " ".join(run)
            run = []
        run.append(word)
        title = _MOST if _TARGET.search(word) else 0 if ")" in word else max(0, title - 1)
    if run:
        yield " ".join(run)


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
