# SPDX-License-Identifier: AGPL-3.0-or-later
"""Plain text to Markdown that reads the same: what was typed is what is shown."""

from __future__ import annotations

import re

_ALWAYS = re.compile(r"[\\`*_\[\]<>~$|]|&(?=#?\w+;)|!(?=\[)")
_LINE_START = re.compile(r"^(?:(#{1,6})(?=\s|$)|([-+])(?=\s|$)|(\d{1,9})([.)])(?=\s|$)|([-=]{2,})(?=\s*$))", re.M)
_UNDERLINE_INSIDE = re.compile(r"(?<=\w)\\_(?=\w)")


def escape(text: str) -> str:
    """Markdown whose rendering is `text`, line by line. Line ends stay as they are; indents
    go, since four spaces would make code and fewer are not shown."""
    text = re.sub(r"^[ \t]+", "", text, flags=re.M)
    escaped = _UNDERLINE_INSIDE.sub("_", _ALWAYS.sub(lambda match: "\\" + match[0], text))
    return _LINE_START.sub(_escape_start, escaped)


def escape_cell(text: str) -> str:
    """The same for a cell of a pipe table, which is one line."""
    return re.sub(r"\s*\n\s*", "<br>", escape(text.strip()))


def _escape_start(match: re.Match[str]) -> str:
    heading, bullet, number, mark, rule = match.groups()
    return f"{number}\\{mark}" if number else f"\\{heading or bullet or rule}"
