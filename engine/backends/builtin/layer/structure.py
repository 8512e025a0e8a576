# SPDX-License-Identifier: AGPL-3.0-or-later
"""Lines to headings, paragraphs, list items and listings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from engine.backends.builtin.layer.flow import Part
from engine.backends.builtin.layer.lines import Line
from engine.backends.builtin.layer.notes import begins_note
from engine.backends.builtin.layer.sides import has_amount, labelled
from engine.backends.builtin.layer.tables import Table

_BULLET = re.compile(r"^(?:[•◦▪▫‣●○■□◆◇➢➤►▶✓✔✗✦★∙⋅·\uf000-\uf0ff]|[-–—*](?=\s|$))\s*")
_NUMBER = re.compile(r"^(?:\(?(\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\((\d{1,3}|[a-zA-Z]|[ivx]{1,5})\))(?=\s)")
_ENDS = re.compile(r"[.!?:;。！？…]['\"”’»)\]]*\d{0,3}$")
_NOSPACE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_ADDRESS = re.compile(r"^[<(]?(?:https?://|ftp://|mailto:|www\.)\S|^[<({]?[\w.+,-]+[})]?@[\w-]+\.\w", re.I)
_LITTLE_TEXT, _USUAL_SIZE = 200, 12.0
"""A document with fewer characters does not tell the size of running text; it is then at
most this many points."""
_NUMBERED_HEAD = re.compile(r"^(?:\d+(?:\.\d+)*\.?\s|第|[一二三四五六七八九十]+、|[IVX]+\.\s)")
_HYPHEN_END = re.compile(r"\w[-\u2010\u2011\u00ad\x02]$")
_PROGRAM = re.compile(r"[{}\[\]<>=;\\|$@_~^`]|\w\(|\)\.|//|^\W*#|(?:^|\s)--?\w|\w\.\w+$|\s[+*]\s")
"""What titles do not have."""
_LARGER = 1.12
"""A title is at least this much larger than the text, if it is not bold."""
_ALIKE = 0.15
"""Share by which the type sizes of a listing's lines differ at most."""
_NESTED = 8
"""Type sizes by which a list within a list is set in at most."""
_LEAST_LINES = 3
"""Lines that tell how wide a column is."""
_NARROW = 13
"""Type sizes; in a narrower block, short lines below each other belong together."""
_FAR = 4
"""Type sizes by which no first line is set in."""
_WIDE = 0.85
"""A line that fills this share of its column runs on into the next."""


@dataclass(slots=True, eq=False)
class Element:
    """`kind`: heading, paragraph, item, code, table. `level`: of a heading, 1..6, or the depth
    of an item from 0. `marker`: the item's own mark as printed."""

    kind: str
    lines: list[Line] = field(default_factory=list)
    level: int = 0
    marker: str = ""
    table: Table | None = None
    column: tuple[float, float] | None = None
    """Edges of the column that its last line stands in, where that has lines enough to tell."""

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)


@dataclass(slots=True, frozen=True)
class Body:
    """What the running text looks like: type size, line distance in points, whether it is bold."""

    size: float
    leading: float
    bold: bool
    mono: bool


def body_of(lines: Iterable[Line], others: Counter[float]) -> Body:
    """Of a page with these lines in a document whose other pages have these type sizes
    (characters by size; asked for pages with little text)."""
    sizes: Counter[float] = Counter(others)
    bold: Counter[bool] = Counter()
    lines = list(lines)
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    size = sizes.most_common(1)[0][0] if sizes else 10.0
    if sizes.total() < _LITTLE_TEXT:
        size = min(size, _USUAL_SIZE)
    mono = sum(len(line.text) * line.share("mono") for line in lines) > 0.5 * sum(len(line.text) for line in lines)
    gaps: Counter[float] = Counter()
    for a, b in pairwise(lines):
        if abs(a.size - size) < 0.6 and abs(b.size - size) < 0.6:
            bold[b.share("bold") > 0.5] += len(b.text)
            if 0.8 * size < b.base - a.base < 2.5 * size:
                gaps[round(b.base - a.base, 1)] += 1
    leading = gaps.most_common(1)[0][0] if gaps else 1.2 * size
    return Body(size, leading, bool(bold) and bold.most_common(1)[0][0], mono)


def elements_of(parts: Sequence[Part], body: Body) -> list[Element]:
    """The elements of a page. Headings are marked later, when all paragraphs are known."""
    elements: list[Element] = []
    for part in parts:
        if part.table is not None:
            elements.append(Element("table", table=part.table))
            continue
        for line, column in _with_columns(part.lines):
            last = elements[-1] if elements else None
            if last is not None and last.lines and _flows(last, line, column, body):
                last.lines.append(line)
            else:
                elements.append(_start(line, body))
            elements[-1].column = column if len(part.lines) >= _LEAST_LINES else None
    for element in elements:
        if element.kind == "code" and _is_title(element, body):
            element.kind = "paragraph"
    _mark_depths(elements)
    return elements


def _mark_depths(elements: Sequence[Element]) -> None:
    """Depth of list items by where their marks stand, among the items that follow each other."""
    edges: list[float] = []
    for element in elements:
        if element.kind != "item":
            edges = []
            continue
        line = element.lines[0]
        at = -line.x1 if line.rtl else line.x0
        while edges and at < edges[-1] - line.size:
            edges.pop()
        if not edges or (at > edges[-1] + line.size and at < edges[-1] + _NESTED * line.size):
            edges.append(at)
        elif abs(at - edges[-1]) > line.size:
            edges = [at]  # another column
        element.level = len(edges) - 1


def _with_columns(lines: Sequence[Line]) -> Iterable[tuple[Line, tuple[float, float]]]:
    """Each line with the left and right edge of its column: the lines of its block that
    follow each other downwards."""
    run: list[Line] = []
    for line in [*lines, None]:
        if run and (line is None or line.base <= run[-1].base or _apart(run[-1], line)):
            column = (min(li.x0 for li in run), max(li.x1 for li in run))
            for member in run:
                yield member, column
            run = []
        if line is not None:
            run.append(line)


def _start(line: Line, body: Body) -> Element:
    if _is_code(line, body) and not _is_address(line):
        return Element("code", [line])
    text = line.text
    bullet = _BULLET.match(text)
    if begins_note(line, body.size):
        return Element("paragraph", [line])
    if bullet and len(text) > bullet.end():
        return Element("item", [line], marker="-")
    number = _NUMBER.match(text)
    if number:
        return Element("item", [line], marker=number.group())
    return Element("paragraph", [line])


def _is_code(line: Line, body: Body) -> bool:
    """A line in a typewriter face in a text that is not; the number before it may be in another."""
    if body.mono:
        return False
    words = line.words[1:] if len(line.words) > 1 and line.words[0].text.isdigit() else line.words
    letters = [g for w in words for g in w.glyphs]
    return sum(g.style.mono for g in letters) > 0.8 * len(letters)


def _is_title(code: Element, body: Body) -> bool:
    """Whether lines in typewriter type are a title: larger than the text or bold, and written as no program is."""
    larger = all(line.size > _LARGER * body.size for line in code.lines)
    bold = all(line.share("bold") > 0.8 for line in code.lines) and len(code.lines) == 1
    words = code.text
    first = next((c for c in words if c.isalpha()), "")
    return (
        len(code.lines) <= 3 and (larger or bold) and bool(first) and not first.islower() and not _PROGRAM.search(words)
    )


def _is_address(line: Line) -> bool:
    """Whether a line is a web or mail address, maybe behind the number of a note: no code in whatever type."""
    words = line.words[1:] if len(line.words) > 1 and line.words[0].text.isdigit() else line.words
    return all(_ADDRESS.search(word.text) for word in words)


def _is_gutter(line: Line, code: Element) -> bool:
    """The number of an empty line beside a listing."""
    return line.text.isdigit() and abs(line.x0 - min(li.x0 for li in code.lines)) < 3 * line.size


def _flows(element: Element, line: Line, column: tuple[float, float], body: Body) -> bool:
    """Whether a line goes on with an element."""
    last = element.lines[-1]
    if last.turn or line.turn or last.entry or (has_amount(last) and has_amount(line)):
        return False
    if len(element.lines) == 1 and labelled(last) and labelled(line):
        return False
    if element.kind == "code" or (_is_code(line, body) and not _is_address(line)):
        alike = abs(last.size - line.size) < _ALIKE * last.size
        listing = element.kind == "code" and ((_is_code(line, body) and alike) or _is_gutter(line, element))
        return listing or _in_sentence(element, line, column, body)
    runs_on = line.text[:1].islower() and not _ENDS.search(last.text)  # sizes read from pixels vary
    if abs(last.size - line.size) > (0.2 if runs_on else 0.08) * max(last.size, line.size):
        return False
    if _BULLET.match(line.text) or _NUMBER.match(line.text) or line.text[:1] in "☐☑◯◉" or begins_note(line, body.size):
        return False
    if (last.share("bold") > 0.8) != (line.share("bold") > 0.8) and not _hangs_below(element, line, column):
        return False
    gap = line.base - last.base
    if gap < 0 or _apart(last, line):
        return _turns_over(element, line)
    if gap > max(1.45 * body.leading * last.size / body.size, 1.2 * last.size + 3) or gap < 0.3 * last.size:
        return False
    return not _new_paragraph(element, line, column, body)


def _hangs_below(element: Element, line: Line, column: tuple[float, float]) -> bool:
    """Whether a line of usual weight goes on with a list item whose bold first line fills its column: it begins below
    the word behind the item's number."""
    first = element.lines[0]
    if element.kind != "item" or len(first.words) < 2 or line.rtl or first is not element.lines[-1]:
        return False
    hanging = abs(line.x0 - first.words[1].x0) < 0.3 * line.size and line.x0 - first.x0 > line.size
    return hanging and first.x1 - column[0] > _WIDE * (column[1] - column[0])


def _in_sentence(element: Element, line: Line, column: tuple[float, float], body: Body) -> bool:
    """Whether a line of code words is only a line of a paragraph that has more of them."""
    last = element.lines[-1]
    near = 0.5 * line.size < line.base - last.base < 1.3 * body.leading
    flush = abs(line.x0 - column[0]) < 0.3 * line.size
    open_ended = not _ENDS.search(last.text) or bool(_ADDRESS.search(last.words[-1].text))
    full = last.x1 - column[0] > _WIDE * (column[1] - column[0]) and open_ended
    return element.kind in ("paragraph", "item") and near and flush and full


def _apart(a: Line, b: Line) -> bool:
    return min(a.x1, b.x1) <= max(a.x0, b.x0)


def _turns_over(element: Element, line: Line) -> bool:
    """Whether the text runs on from the foot of one column to the head of the next."""
    last = element.lines[-1]
    text = line.text
    if _ENDS.search(last.text) or not text[:1].islower():
        return False
    widest = max(li.x1 for li in element.lines) - min(li.x0 for li in element.lines)
    return last.x1 - last.x0 > _WIDE * widest and len(element.lines) > 1


def _new_paragraph(element: Element, line: Line, column: tuple[float, float], body: Body) -> bool:
    """Within a block: an indented line after a full or ended one begins a paragraph, and so
    does a line after one that ends early."""
    last = element.lines[-1]
    left, right = column
    indent = line.x0 - left if not line.rtl else right - line.x1
    before = last.x0 - left if not last.rtl else right - last.x1
    if element.kind == "item":
        first = element.lines[0].x0 - left if not line.rtl else right - element.lines[0].x1
        if indent > first + 0.3 * line.size or _set_back(element, line, column):
            return False
        hangs = any(abs(li.x0 - element.lines[0].x0) > 0.3 * li.size for li in element.lines[1:])
        return hangs or indent < first - 0.3 * line.size or _ends_early(last, line, column)
    if element.column is not None and line.text[:1].islower() and not _ENDS.search(last.text):
        column = element.column  # the text may run on in a wider one, below what stands beside it
    if _HYPHEN_END.search(last.text):
        return False
    if len(element.lines) == 1 and _centred_head(last, line, column):
        return True
    if line.size > 1.12 * body.size and not _NUMBERED_HEAD.match(last.text):
        return _set_otherwise(last, line)  # titles are broken by their sense
    if _ends_early(last, line, column):
        return True
    return 0.7 * line.size < indent - before < 6 * line.size and bool(_ENDS.search(last.text))


def _set_back(element: Element, line: Line, column: tuple[float, float]) -> bool:
    """Whether a line goes on with an item whose first line alone is set in, as laws have them."""
    last, further = element.lines[-1], element.lines[1:]
    if line.rtl or _ends_early(last, line, column) or line.x0 > element.lines[0].x0 - line.size:
        return False
    if further:
        return all(abs(li.x0 - line.x0) < 0.3 * line.size for li in further)
    full = last.x1 - element.lines[0].x0 > 0.5 * (column[1] - column[0]) and abs(line.x0 - column[0]) < 0.3 * line.size
    return full and (bool(_HYPHEN_END.search(last.text)) or (line.text[:1].islower() and not _ENDS.search(last.text)))


def _ends_early(last: Line, line: Line, column: tuple[float, float]) -> bool:
    """Whether the next line's first word would have had room on the last one, so that a
    paragraph ends there."""
    left, right = column
    width = right - left
    left_over = right - last.x1 if not last.rtl else last.x0 - left
    if width < _NARROW * line.size and not _ENDS.search(last.text) and not line.text[:1].islower():
        return False  # an address: its lines are broken by their sense
    fitted = left_over > _first_width(line) + 0.6 * line.size and left_over > 0.08 * width
    return fitted and (bool(_ENDS.search(last.text)) or left_over > 0.2 * width)


def _centred_head(last: Line, line: Line, column: tuple[float, float]) -> bool:
    """A centred line of capitals over a line that fills the column."""
    left, right = last.x0 - column[0], column[1] - last.x1
    letters = "".join(c for c in last.text if c.isalpha())
    centred = min(left, right) > last.size and abs(left - right) < 0.5 * last.size
    return centred and len(letters) > 4 and letters.upper() == letters and line.x0 - column[0] < left - 2


def _set_otherwise(last: Line, line: Line) -> bool:
    """Whether a large line is a heading below a centred title, and not its second line: it begins far to the left of
    it, or has a number, and has another middle."""
    shift = last.x0 - line.x0
    same_middle = abs((last.x0 + last.x1) - (line.x0 + line.x1)) < 2 * line.size
    apart = _FAR * line.size if not _NUMBERED_HEAD.match(line.text) else line.size
    return not line.rtl and shift > apart and not same_middle


def _first_width(line: Line) -> float:
    """Width of what would have had to fit on the line before: the first word, or the first
    two signs of a script without spaces."""
    first = line.words[0]
    if len(first.text) > 2 and _NOSPACE.match(first.text):
        return first.glyphs[1].x1 - first.glyphs[0].x0
    return first.x1 - first.x0
