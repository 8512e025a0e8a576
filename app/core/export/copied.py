# SPDX-License-Identifier: AGPL-3.0-or-later
"""A selection of a page's Markdown as it goes to the clipboard: widened to what makes sense by itself, and as HTML or
LaTeX."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from app.core.assemble.steps import Steps
from app.core.export.scopes import with_scopes
from app.core.export.snapshot import ExportOptions, Format, PageText, Snapshot
from app.core.export.table_forms import with_escaped_bars
from app.core.export.watch import SILENT
from app.core.markup.blocks import Block, render_blocks, render_page
from app.core.markup.inline import stretches
from app.core.markup.text_units import tidy

As: TypeAlias = Literal["markdown", "html", "latex"]

_WHOLE = re.compile(r'(?:<div class="wide">\s*)?<(?:table|pre|hr)\b|<div class="formula"|<section class="footnotes"')
"""How the HTML of a block begins of which a part makes no sense."""

_MARKS = ("***", "**", "*", "___", "__", "_", "~~")
_LEAD = re.compile(r"[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])?[ \t]*")
"""What stands before the text of a heading, a quotation or an item."""
_RUN = re.compile(r"\\.|\*{1,3}|_{1,3}|~~", re.S)


def widened(text: str, start: int, end: int) -> tuple[int, int]:
    """The span (code points) that is copied for a selection of `text`: of a table, a formula of its own and a block of
    code the whole, of a formula or code within a line the whole of that, and of emphasised words too where it ends
    among them; signs of emphasis around it, and the sign of a heading or an item that is selected from its first letter
    to the end of its line. Never narrower than the selection."""
    first, last = start, end
    begins = _line_starts(text)
    for block in render_blocks(text, formulas="source"):
        head, tail = begins[block.first], _end_of(begins, text, block.last)
        if head >= last or tail <= first:
            continue
        if _WHOLE.match(block.html):
            first, last = min(first, head), max(last, tail)
        else:
            first, last = _inline(text, block, head, tail, first, last)
    return _with_lead(text, *_with_marks(text, first, last))


def copied(text: str, start: int, end: int, wanted: As) -> str:
    """The widened selection in a format. Takes milliseconds, LaTeX half a second. Raises ProblemError (NO_OFFICE,
    NOT_WRITTEN)."""
    text = tidy(text)
    first, last = widened(text, start, end)
    source = text[first:last].strip("\n")
    if wanted == "markdown":
        return with_escaped_bars(source)
    return with_scopes(render_page(source, ids="copied")) if wanted == "html" else _latex(source)


def _latex(source: str) -> str:
    from app.core.export import office
    from app.core.export.office_html import office_html

    steps = Steps(furniture=False, joins=False, tables=False, headings=False)
    snapshot = Snapshot("", "", (PageText(0, text=source),))
    html = office_html(snapshot, ExportOptions(steps=steps, figures="none"), SILENT, tags=True)
    made = office.converted(office.program(), html, Format.LATEX, snapshot, SILENT, whole=False)
    return made.decode("utf-8", "replace").strip("\n")


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text))]


def _end_of(begins: list[int], text: str, line: int) -> int:
    return begins[line + 1] - 1 if line + 1 < len(begins) else len(text)


def _inline(text: str, block: Block, head: int, tail: int, first: int, last: int) -> tuple[int, int]:
    source = text[head:tail]
    units = [(one.start, one.end) for one in stretches(source)]
    for start, end in units:
        begin, stop = head + start, head + end
        if begin < last and stop > first:
            first, last = min(first, begin), max(last, stop)
    for start, end in sorted(_emphasised(source, units), key=lambda span: span[0] - span[1]):
        begin, stop = head + start, head + end
        if begin < first < stop < last or first < begin < last < stop:
            first, last = min(first, begin), max(last, stop)
    return first, last


def _emphasised(source: str, units: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where emphasised words stand, with their signs; what `units` cover (code, formulas) has none."""
    covered = bytearray(len(source))
    for start, end in units:
        covered[start:end] = b"\1" * (end - start)
    found: list[tuple[int, int]] = []
    opened: dict[str, list[int]] = {}
    for run in _RUN.finditer(source):
        mark, start, end = run[0], run.start(), run.end()
        if mark[0] == "\\" or covered[start]:
            continue
        before, after = source[max(0, start - 1) : start], source[end : end + 1]
        in_word = mark[0] == "_" and before.isalnum() and after.isalnum()
        if before.strip() and opened.get(mark) and not in_word:
            found.append((opened[mark].pop(), end))
        elif after.strip() and not in_word:
            opened.setdefault(mark, []).append(start)
    return found


def _with_marks(text: str, first: int, last: int) -> tuple[int, int]:
    for mark in _MARKS:
        if first >= len(mark) and text[first - len(mark) : first] == mark == text[last : last + len(mark)]:
            return first - len(mark), last + len(mark)
    return first, last


def _with_lead(text: str, first: int, last: int) -> tuple[int, int]:
    line = text.rfind("\n", 0, first) + 1
    end = text.find("\n", first)
    whole = last >= (len(text) if end < 0 else end)
    lead = _LEAD.match(text, line)
    return (line, last) if whole and lead is not None and line < first <= lead.end() else (first, last)
