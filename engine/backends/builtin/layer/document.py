# SPDX-License-Identifier: AGPL-3.0-or-later
"""Elements to Markdown, block by block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.backends.builtin.layer.hyphens import Vocabulary
from engine.backends.builtin.layer.inline import escape_start, markdown_of
from engine.backends.builtin.layer.lines import Line
from engine.backends.builtin.layer.structure import Element
from engine.backends.builtin.layer.tables import table_markdown

_BULLET_HEAD = re.compile(r"^(?:\\?[•◦▪▫‣●○■□◆◇➢➤►▶✓✔✗✦★∙⋅·\uf000-\uf0ff*+–—-])\s*")
_LISTED = re.compile(r"^(?:-|\d{1,9}[.)])$")
"""Marks that Markdown knows; items with others ("a)", "(1)", "iv.") are paragraphs of their own."""
_WIDTH, _SHORT = 250.0, 0.6
"""Points that lines of text are wide at least, and the share of their width up to which a line is short."""
_MOST_LINES, _FEW_WORDS = 8, 7
"""Lines of an address, and words of a line of it, at most."""
_LEAST_NUMBERS = 3
"""Rising numbers from which they count lines, unless they begin with 1."""
_LINE_NUMBER = re.compile(r"^\d{1,4}$")


def blocks_of(elements: Sequence[Element], known: Vocabulary) -> Iterable[str]:
    """One Markdown block after the other, without the blank lines between them; items of
    one list are one block."""
    items: list[str] = []
    usual = _text_width(elements)
    for element in elements:
        if element.kind == "item" and _LISTED.match(element.marker):
            items.append(_item(element, known))
            continue
        if items:
            yield "\n".join(items)
            items = []
        block = _by_line(element, known) if _is_address(element, usual) else _block(element, known)
        if block:
            yield block
    if items:
        yield "\n".join(items)


def _block(element: Element, known: Vocabulary) -> str:
    if element.table is not None:
        return table_markdown(element.table, known)
    if element.kind == "code":
        return _code(element.lines)
    text = markdown_of(element.lines, known, plain=element.kind == "heading").strip()
    if element.kind == "heading" and text:
        return "#" * element.level + " " + re.sub(r"(#+)$", r"\\\1", text)
    return escape_start(text)


def _text_width(elements: Sequence[Element]) -> float:
    """How wide the lines of running text are; those of a page with little of it count as wide."""
    running = [
        line.x1 - line.x0
        for element in elements
        if element.kind == "paragraph" and any(li.text[:1].islower() for li in element.lines[1:])
        for line in element.lines[:-1]
    ]
    return max(_WIDTH, sorted(running)[len(running) // 2] if running else _WIDTH)


def _is_address(element: Element, usual: float) -> bool:
    """Whether a few short lines stand below each other for their sense, each with a beginning of its own."""
    lines = element.lines
    few = 1 < len(lines) <= _MOST_LINES and not any(line.turn for line in lines)
    if element.kind not in ("paragraph", "item") or not few:
        return False
    if any(line.x1 - line.x0 > _SHORT * usual or len(line.words) > _FEW_WORDS for line in lines):
        return False
    starts = [line.text.lstrip("(\"'“„«")[:1] for line in lines[1:]]
    ends = [line.text[-1:] for line in lines[:-1]]
    return all(c.isupper() or c.isdigit() for c in starts) and all(c.isalnum() or c in ",.)" for c in ends)


def _by_line(element: Element, known: Vocabulary) -> str:
    return "  \n".join(escape_start(markdown_of([line], known).strip()) for line in element.lines)


def _item(element: Element, known: Vocabulary) -> str:
    text = markdown_of(element.lines, known).strip()
    indent = "    " * element.level
    if element.marker == "-":
        return f"{indent}- {escape_start(_BULLET_HEAD.sub('', text, count=1))}"
    return indent + text


def _code(lines: Sequence[Line]) -> str:
    """A fenced block; indentation from the places of the lines, printed line numbers left out."""
    rows = _without_numbers(lines)
    letters = [(w.x1 - w.x0) / len(w.text) for line in rows for w in line.words if len(w.text) > 3]
    step = sorted(letters)[len(letters) // 2] if letters else 5.0
    left = min(line.words[0].x0 for line in rows)
    text = []
    for line in rows:
        row, end = "", left
        for word in line.words:
            white = (word.x0 - end) / step
            if not row or white > 1.6:
                row += " " * max(round((word.x0 - left) / step) - len(row), int(bool(row)))
            elif white > 0.35:
                row += " "
            row += word.text
            end = word.x1
        text.append(row.rstrip())
    longest = max((len(run) for run in re.findall(r"`+", "\n".join(text))), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([fence, *text, fence])


def _without_numbers(lines: Sequence[Line]) -> list[Line]:
    """A column of rising numbers at the left edge of a listing is not part of it."""
    heads = [line.words[0] for line in lines if _LINE_NUMBER.match(line.words[0].text)]
    numbers = [int(word.text) for word in heads]
    edge = min(word.x0 for line in lines for word in line.words[:1])
    rising = bool(numbers) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    rising = rising and (len(numbers) >= _LEAST_NUMBERS or numbers[0] == 1)
    if not rising or not all(word.x1 < edge + 4 * word.size for word in heads) or len(lines) == len(heads) == 0:
        return list(lines)
    starts = [line.words[1].x0 for line in lines if line.words[0] in heads and len(line.words) > 1]
    if not starts or any(word.x1 > min(starts) - 0.3 * word.size for word in heads):
        return list(lines)
    kept: list[Line] = []
    for line in lines:
        words = [w for w in line.words if w not in heads]
        if words:
            line.words = words
            kept.append(line)
    return kept
