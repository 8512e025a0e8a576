# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is coloured in Markdown source, a few lines at a time: code, formulas as the preview finds them, headings,
emphasis, links. Enough to find one's way; a parser of the whole page would be too slow for each key.

A chunk is what can be told by itself: a line of code, a formula on lines of its own, a row, an item, a paragraph.
The state behind a line says in what the next one begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from app.core.markup.inline import stretches
from app.core.markup.signs import BEGIN, CLOSERS, NUMBER, is_formula
from app.core.markup.table_bars import keep_bars

PLAIN, FORMULA = 0, 1
"""States; a larger one is a fence of code: twice the number of its signs, and one more where these are tildes."""

FORMULA_LINES = 300
PARAGRAPH_LINES = 60
PARAGRAPH_CHARS = 5000
"""Longer lines stay plain, longer paragraphs are cut: colouring them would hold up typing."""

_LIST = r"(?:[-*+]|\d{1,9}[.)])(?=\s|$)"
_LEAD = re.compile(rf"(?:\s*(?:>|{_LIST}))*\s*")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_STARTS = re.compile(rf"\s*(?:#{{1,6}}\s|{_LIST}|>|\||```|~~~|\$\$|\\\[|\\begin\{{|\[[^\]]+\]:|<)|\s*$")
_CLOSES = re.compile(r"\$\$|\\\]|\\end\{")
_BAR = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"^\s{0,3}[|:-][\s|:-]*$")
_HEADING = re.compile(r"^ {0,3}#{1,6}(?:\s.*)?$")
_DIM = re.compile(rf"^\s*(?:(?:>|{_LIST})\s*)+|^ {{0,3}}(?:(?:-\s*){{3,}}|(?:\*\s*){{3,}}|(?:_\s*){{3,}})$")
_TAGS = re.compile(r"<!--.*?-->|</?[A-Za-z][^<>]*>", re.S)
_BOLD = re.compile(
    r"(\*{2,3})(?=[^\s*])(?:[^*]|\*(?!\*))+?(?<=\S)\1|(?<!\w)(_{2,3})(?=[^\s_])(?:[^_]|_(?!_))+?(?<=\S)\2(?!\w)"
)
_ITALIC = re.compile(
    r"(?<!\*)(\*|\*{3})(?=[^\s*])(?:[^*]|\*\*(?=[^\s*])[^*]+\*\*)+?(?<=[^\s*])\1(?!\*)"
    r"|(?<![\w_])(_|_{3})(?=[^\s_])[^_]+(?:_+[^\W_][^_]*){0,20}?(?<=[^\s_])\2(?![\w_])"
)
_TARGET = (
    r"\(\s*(?:<[^<>\n]{0,2000}>|(?:[^()\s]|\([^()\s]{0,300}\)){0,2000})"
    r"(?:\s+(?:\"[^\"]{0,300}\"|'[^']{0,300}'))?\s*\)"
)
_LINK = re.compile(
    rf"!?\[(?:[^\[\]]|!?\[[^\[\]]{{0,300}}\](?:{_TARGET})?){{0,300}}\]{_TARGET}"
    r"|\[[^\[\]]{0,300}?[^\W\d][^\[\]]{0,300}\]\[[^\[\]]{0,300}\]"
    r"|\[\^[^\]\s]{1,100}\]:?|^ {0,3}\[[^\[\]]{1,300}\]:\s*\S+|<(?:https?|ftp|mailto):[^<>\s]{1,2000}>",
    re.M,
)


@dataclass(frozen=True, slots=True)
class Mark:
    """`start` to `end` in its line, in code points. `kind`: heading, dim, bold, italic, accent."""

    kind: str
    start: int
    end: int


Lines = Callable[[int], str | None]
"""The line so many after the first one (before it, if negative), None where there is none."""


def begins(line: str) -> bool:
    """Whether a chunk may begin with this line wherever it stands."""
    return _STARTS.match(line) is not None


def may_close(line: str) -> bool:
    """Whether a formula that began some lines above could end here."""
    return _CLOSES.search(line) is not None


def begins_formula(line: str) -> bool:
    body = line[_LEAD.match(line).end() :]  # type: ignore[union-attr]  # it matches nothing too
    return body.startswith(("$$", "\\[")) or BEGIN.match(body) is not None


def chunk(state: int, lines: Lines) -> list[tuple[list[Mark], int]]:
    """For each line of the chunk that begins in this state, what is coloured in it and the state behind it."""
    first = lines(0) or ""
    if state > FORMULA:
        return [([Mark("accent", 0, len(first))], PLAIN if _ends_code(first, state) else state)]
    if not first.strip():
        return [([], PLAIN)]
    lead = _LEAD.match(first).end()  # type: ignore[union-attr]  # it matches nothing too
    fence = _FENCE.match(first, lead)
    indented = len(first) - len(first.lstrip()) >= 4
    if indented and _is_code(lines):
        return [([Mark("accent", 0, len(first))], PLAIN)]
    if fence:
        signs = fence[1] or fence[2]
        return [([*_dim_lead(first), Mark("accent", lead, len(first))], 2 * len(signs) + (signs[0] == "~"))]
    count = _formula_lines(first, lead, lines)
    if count:
        texts = [lines(number) or "" for number in range(count)]
        marks = [[Mark("accent", 0 if number else lead, len(text))] for number, text in enumerate(texts)]
        marks[0] = [*_dim_lead(first), *marks[0]]
        return [(one, FORMULA if number < count - 1 else PLAIN) for number, one in enumerate(marks)]
    if len(first) > PARAGRAPH_CHARS:
        return [([], PLAIN)]
    if first.lstrip().startswith("|"):
        return [(_row(first, lines), PLAIN)]
    texts = [first, *_rest(first, lines)]
    if len(texts) > 1 and "|" in texts[1] and _RULE.match(texts[1]):  # a table without bars at its edges
        return [(_row(text, _from(lines, at)), PLAIN) for at, text in enumerate(texts)]
    return [(marks, PLAIN) for marks in _paragraph(texts)]


def _from(lines: Lines, at: int) -> Lines:
    return lambda number: lines(at + number)


def _rest(first: str, lines: Lines) -> Iterator[str]:
    """The other lines of a paragraph."""
    if _HEADING.match(first):
        return
    chars = len(first)
    for number in range(1, PARAGRAPH_LINES):
        text = lines(number)
        chars += len(text or "")
        if text is None or chars > PARAGRAPH_CHARS or begins(text):
            return
        yield text


def _ends_code(line: str, state: int) -> bool:
    signs = line.strip(" \t>")
    return len(signs) >= state // 2 and not signs.strip("~" if state % 2 else "`")


def _is_code(lines: Lines) -> bool:
    """Whether an indented line is code: it follows a blank line or such code, and belongs to no item of a list."""
    number = -1
    before = lines(number)
    if before is not None and before.strip() and len(before) - len(before.lstrip()) < 4:
        return False
    while before is not None and number > -FORMULA_LINES:
        if before.strip() and len(before) - len(before.lstrip()) < 4:
            return not before.startswith((" ", "[^")) and not re.match(_LIST, before)
        number -= 1
        before = lines(number)
    return before is None


def _formula_lines(first: str, lead: int, lines: Lines) -> int:
    """How many lines a formula of its own takes; 0 where none begins, as the parser's rule sees it."""
    begin = BEGIN.match(first, lead)
    opener = first[lead : lead + 2]
    closer = f"\\end{{{begin[1]}}}" if begin else CLOSERS.get(opener, "")
    if not closer or not (begin or opener in ("$$", "\\[")):
        return 0
    content: list[str] = []
    for number in range(FORMULA_LINES):
        text = lines(number)
        if text is None:
            return 0
        body = text if number else first[lead + (0 if begin else 2) :]
        bare = NUMBER.sub("", body).rstrip() if body.rstrip().endswith(")") else body.rstrip()
        if bare.endswith(closer) and (begin or bare.count(closer) == 1):
            content.append(bare[: -len(closer)])
            return number + 1 if begin or is_formula(opener, "\n".join(content)) else 0
        if not begin and closer in body:
            return 0
        content.append(body)
    return 0


def _dim_lead(line: str) -> list[Mark]:
    match = _DIM.match(line)
    return [Mark("dim", match.start(), match.end())] if match and match.end() else []


def _row(line: str, lines: Lines) -> list[Mark]:
    """A row of a table with bars; bars in formulas and code count as the parser counts them."""
    if _RULE.match(line):
        return [Mark("dim", 0, len(line))]
    bars = [match.start() for match in _BAR.finditer(line)]
    kept = [match.start() for match in _BAR.finditer(keep_bars(line))]
    if len(kept) != len(bars) and len(kept) == _columns(lines):
        bars = kept
    marks = [Mark("dim", bar, bar + 1) for bar in bars]
    cuts = [-1, *bars, len(line)]
    for left, right in pairwise(cuts):
        cell = line[left + 1 : right]
        if cell.strip():
            marks += [Mark(one.kind, one.start + left + 1, one.end + left + 1) for one in _inline(cell)]
    return marks


def _columns(lines: Lines) -> int:
    """The bars of the rule under the headings; 0 if there is none near."""
    for number in (1, *range(0, -FORMULA_LINES, -1)):
        line = lines(number)
        if line is None or "|" not in line:
            if number < 0:
                return 0
        elif _RULE.match(line):
            return len(_BAR.findall(line))
    return 0


def _paragraph(texts: list[str]) -> list[list[Mark]]:
    """Of a paragraph's lines; what goes over a line end is cut there."""
    found: list[list[Mark]] = []
    starts: list[int] = []
    place = 0
    for text in texts:
        starts.append(place)
        found.append([Mark("heading", 0, len(text))] if _HEADING.match(text) else _dim_lead(text))
        place += len(text) + 1
    for mark in _inline("\n".join(texts)):
        for number, text in enumerate(texts):
            start, end = max(0, mark.start - starts[number]), min(len(text), mark.end - starts[number])
            if start < end:
                found[number].append(Mark(mark.kind, start, end))
    return found


def _inline(source: str) -> list[Mark]:
    """In one piece of running text. Code and formulas are found first; no emphasis or link begins within them."""
    marks: list[Mark] = []
    bare = source
    if "`" in source or "$" in source or "\\" in source:
        bare = re.sub(r"\\[^\n]", "\0\0", source)
        for part in stretches(source):
            marks.append(Mark("accent", part.start, part.end))
            bare = bare[: part.start] + "\0" * (part.end - part.start) + bare[part.end :]
    if "<" in bare:
        marks += [Mark("dim", *match.span()) for match in _TAGS.finditer(bare)]
    if "*" in bare or "_" in bare:
        marks += [Mark("bold", *match.span()) for match in _BOLD.finditer(bare)]
        marks += [Mark("italic", *match.span()) for match in _ITALIC.finditer(bare)]
    if "[" in bare or "<" in bare:
        marks += [Mark("accent", *match.span()) for match in _LINK.finditer(bare)]
    return marks
