# SPDX-License-Identifier: AGPL-3.0-or-later
"""A document as one Markdown file: the pages one after the other, with a blank line between.

A page without text leaves a visible sentence in its place, so that nobody mistakes the file
for the whole document. What a page leaves open (a code fence, a comment) is closed at its
end: the next page must not disappear in it.
"""

from __future__ import annotations

import re

from app.core.export.placeholder import placeholder
from app.core.export.snapshot import ExportOptions, PageText, Snapshot

_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)")
_SPECIAL = re.compile(r"([\\`*_\[\]<>&$#|~])")


def render(snapshot: Snapshot, options: ExportOptions) -> str:
    """The whole file, "\\n" at each line's end and one at the last; "" becomes one newline."""
    parts: list[str] = []
    for page in snapshot.pages:
        if options.page_marks:
            parts.append(f"<!-- page {page.page + 1} -->")
        text = _page(page)
        if text:
            parts.append(text)
    return "\n\n".join(parts) + "\n"


def closed(text: str) -> str:
    """`text` with a fence or comment that is still open at its end closed."""
    fence = _open_fence(text)
    if fence:
        return f"{text}\n{fence}"
    if text.rfind("<!--") > text.rfind("-->"):
        return f"{text} -->"
    return text


def _page(page: PageText) -> str:
    if page.text is None:
        what, why = placeholder(page)
        return f"> **{_escaped(what)}** {_escaped(why)}".rstrip()
    text = page.text.replace("\r\n", "\n").replace("\r", "\n")
    return closed(text.strip("\n").rstrip())


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _open_fence(text: str) -> str:
    """The fence that would close the last open one, "" if none is open (CommonMark 4.5)."""
    fence = ""
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if match is None:
            continue
        if not fence:
            fence = match[1]
        elif match[1][0] == fence[0] and len(match[1]) >= len(fence) and not match[2].strip():
            fence = ""
    return fence
