# SPDX-License-Identifier: AGPL-3.0-or-later
"""Errors of known kinds put into correct Markdown, as models and engines make them. Seeded: the same text and seed give
the same edits."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum


class EditKind(StrEnum):
    DIGIT = "digit changed"
    NUMBER = "number dropped"
    WORD = "word swapped"
    LINE = "line lost"
    SENTENCE = "sentence invented"
    ROW = "row repeated"
    LOOP = "rows repeated again and again"
    NEGATION = "negation dropped"
    UNIT = "unit, scale or month changed"
    ORDER = "two words the other way round"
    COLUMNS = "two columns swapped"
    TAG = "tag unclosed"
    FORMULA = "formula broken"
    FORMULA_DIGIT = "digit of a formula changed"


@dataclass(frozen=True, slots=True)
class Edit:
    """`text` with one error in it, at `text[start:end]` (empty where something was taken away). `was` stood there."""

    kind: EditKind
    text: str
    start: int
    end: int
    was: str = ""


_HIDDEN = re.compile(
    r"```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]+\$|\\\[.*?\\\]|\\\(.*?\\\)|<[^<>]*>|\]\([^)\n]*\)|https?://\S+"
    r"|!\[[^\]\n]*\]|\[\^[^\]\s]+\]|^[ \t>]*\d+[.)](?=\s)|&[A-Za-z#0-9]+;",
    re.S | re.M,
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W\d_]{4,}")
_FORMULA = re.compile(
    r"\$\$(.+?)\$\$|(?<![\\$\d])\$([^$\n]*\\[A-Za-z]+[^$\n]*|[^$\n]*[_^]\{[^$\n]*)\$(?!\d)|\\\[(.+?)\\\]|\\\((.+?)\\\)",
    re.S,
)
_CLOSER = re.compile(r"</(?:td|th|tr|table|sup|sub|b|i|em|strong)>")
_ROW = re.compile(r"(?s:<tr[^<>]*>.*?</tr>)|^\|.+\|[ \t]*$|^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\S.*$", re.M)
_TABLE = re.compile(r"(?s:<table[^<>]*>.*?</table>)|(?:^\|.+\|[ \t]*$\n?){3,}|^[^\s|<>#$`~-].*[.!?]$", re.M)
_HTML_ROW = re.compile(r"<tr[^<>]*>.*?</tr>", re.S)

_NEGATION = re.compile(r"\b(?:not|never|no|cannot|nicht|kein|nie|pas|ne|non)\b ?", re.I)
_OTHERS = {
    "million": "billion", "billion": "million", "mg": "g", "g": "kg", "kg": "g", "km": "m", "cm": "mm", "mm": "cm",
    "GB": "MB", "MB": "GB", "hours": "days", "days": "hours", "months": "weeks", "weeks": "months", "PLN": "EUR",
    "CHF": "EUR", "万元": "亿元", "亿元": "万元", "January": "June", "March": "May", "May": "March", "June": "July",
    "July": "June", "November": "December", "December": "November", "Juni": "Juli", "juin": "juillet",
}  # fmt: skip
_UNIT = re.compile(rf"(?<![^\W\d])(?:{'|'.join(sorted(_OTHERS, key=len, reverse=True))})(?![A-Za-z])")
_PAIR = re.compile(r"\b([^\W\d_]{4,}) ([^\W\d_]{4,})\b")
_BARS = re.compile(r"(?:^\|.+\|[ \t]*$\n?){3,}", re.M)
_SENTENCES = (
    "The remaining instruments were delivered to the harbour office before noon.",
    "Further details of this arrangement are described in the annex below.",
    "Nobody had expected the northern bridge to be closed for repairs again.",
    "All measurements were repeated twice by an independent observer.",
    "In most cases the committee followed the advice of its members.",
    "The weather improved towards evening and the boats returned safely.",
    "This method has been used with great success in several countries.",
    "A complete list of suppliers can be obtained from the secretary.",
)


def edits(text: str, kind: EditKind, count: int, seed: int) -> Iterator[Edit]:
    """Up to `count` edits of a kind, at different places as far as there are some; none where the text has no place."""
    draw = random.Random(f"{seed}:{kind}:{len(text)}")
    places = _PLACES[kind](text)
    draw.shuffle(places)
    if kind is EditKind.FORMULA:
        places *= 6  # each can be broken in many ways
    for start, end in places[:count]:
        made = _MAKERS[kind](text, start, end, draw)
        if made is not None:
            yield made


def _free(text: str, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    """Where the pattern stands outside of markup, formulas and code."""
    hidden = [match.span() for match in _HIDDEN.finditer(text)]
    found: list[tuple[int, int]] = []
    index = 0
    for match in pattern.finditer(text):
        while index < len(hidden) and hidden[index][1] <= match.start():
            index += 1
        if index == len(hidden) or hidden[index][0] >= match.end():
            found.append(match.span())
    return found


def _lines(text: str) -> list[tuple[int, int]]:
    """What one printed line holds: rows, items and headings whole, of a paragraph about ten words."""
    found = [match.span() for match in _HTML_ROW.finditer(text) if len(_shown(match[0])) > 1]
    at = 0
    fenced = False
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        fenced ^= line.lstrip().startswith("```")
        words = [(start + match.start(), start + match.end()) for match in re.finditer(r"\S+", line)]
        plain = not fenced and "<" not in line and "$" not in line and "\\" not in line and "`" not in line
        if not plain or len(words) < 4 or re.fullmatch(r"[\s|:-]*", line):
            continue
        if line.lstrip().startswith("|") or len(words) < 14:
            if len(_WORD.findall(line)) + len(_NUMBER.findall(line)) >= 4:
                found.append((start, start + len(line)))
        else:
            found += [(words[n][0], words[n + 9][1]) for n in range(1, len(words) - 10, 10)]
    return found


def _shown(row: str) -> list[str]:
    """The words of a row, without its tags: one with none or one loses nothing that could be seen."""
    return re.findall(r"[^\W_]+", re.sub(r"<[^<>]*>", " ", row))


def _ends(text: str) -> list[tuple[int, int]]:
    return [(end, end) for _, end in _free(text, re.compile(r"[^\W\d_]{3,}[.!?](?=\s|$)"))]


def _digit(text: str, start: int, end: int, draw: random.Random) -> Edit | None:
    digits = [place for place in range(start, end) if text[place].isdecimal()]
    place = draw.choice(digits)
    other = draw.choice([digit for digit in "0123456789" if digit != text[place]])
    return Edit(EditKind.DIGIT, text[:place] + other + text[place + 1 :], start, end, text[start:end])


def _cut(kind: EditKind) -> Callable[[str, int, int, random.Random], Edit | None]:
    def cut(text: str, start: int, end: int, draw: random.Random) -> Edit | None:
        del draw
        after = end + (end < len(text) and start > 0 and text[start - 1] in " \n" and text[end] in " \n")
        return Edit(kind, text[:start] + text[after:], start, start, text[start:end])

    return cut


def _word(text: str, start: int, end: int, draw: random.Random) -> Edit | None:
    others = [word for word in _WORD.findall(text) if word.casefold() != text[start:end].casefold()]
    if not others:
        return None
    other = draw.choice(others)
    return Edit(EditKind.WORD, text[:start] + other + text[end:], start, start + len(other), text[start:end])


def _sentence(text: str, start: int, end: int, draw: random.Random) -> Edit | None:
    added = " " + draw.choice(_SENTENCES)
    return Edit(EditKind.SENTENCE, text[:start] + added + text[end:], start + 1, start + len(added))


def _unit(text: str, start: int, end: int, draw: random.Random) -> Edit | None:
    del draw
    other = _OTHERS[text[start:end]]
    return Edit(EditKind.UNIT, text[:start] + other + text[end:], start, start + len(other), text[start:end])


def _order(text: str, start: int, end: int, draw: random.Random) -> Edit | None:
    del draw
    one, other = text[start:end].split(" ")
    if one.casefold() == other.casefold():
        return None
    return Edit(EditKind.ORDER, f"{text[:start]}{other} {one}{text[end:]}", start, end, text[start:end])


def _columns(text: str, start: int, end: int, draw: random.Random) -> Edit | None:
    """Of a table of bars, with the head."""
    lines = text[start:end].rstrip("\n").split("\n")
    rows = [line.strip().strip("|").split("|") for line in lines]
    if len({len(row) for row in rows}) > 1 or len(rows[0]) < 2 or "\\|" in text[start:end]:
        return None
    column = draw.randrange(len(rows[0]) - 1)
    if all(row[column].strip() == row[column + 1].strip() for row in rows):
        return None
    for row in rows:
        row[column : column + 2] = row[column + 1], row[column]
    new = "\n".join(f"|{'|'.join(row)}|" for row in rows)
    end = start + len("\n".join(lines))
    return Edit(EditKind.COLUMNS, text[:start] + new + text[end:], start, start + len(new), text[start:end])


def _row(text: str, start: int, end: int, draw: random.Random) -> Edit | None:
    del draw
    row = text[start:end]
    if re.fullmatch(r"[\s|:-]*", row) or len(_shown(row)) < 3:
        return None
    if re.match(r"\s*\|?[\s:|-]*---", text[end : end + 12]):
        return None  # the head of a table
    sign = "" if row.startswith("<") else "\n"
    return Edit(EditKind.ROW, text[:end] + sign + row + text[end:], end + len(sign), end + len(sign) + len(row))


def _loop(text: str, start: int, end: int, draw: random.Random) -> Edit | None:
    """A few rows that follow each other, or a table or paragraph, two to five times more."""
    if _row(text, start, end, draw) is None:
        return None
    after = draw.randrange(4)
    while after and (row := _ROW.match(text, end + len(text[end:]) - len(text[end:].lstrip("\n")))):
        end, after = row.end(), after - 1
    part = text[start:end].rstrip("\n")
    rows = _ROW.match(part) and not re.search(r"\n[ \t]*\|[\s:|-]*---", part)
    sign = "\n\n" if not rows else "" if part.startswith("<") else "\n"
    more = (sign + part) * draw.randint(2, 5)
    end = start + len(part)
    return Edit(EditKind.LOOP, text[:end] + more + text[end:], end + len(sign), end + len(more))


def _formula(text: str, start: int, end: int, draw: random.Random) -> Edit | None:
    inner = text[start:end]
    sign = 2 if inner.startswith(("$$", "\\")) else 1
    braces = [n for n, character in enumerate(inner) if character in "{}" and inner[n - 1 : n] != "\\"]
    ways = ["frac", "left"] + (["brace"] * 2 if braces else [])
    way = draw.choice(ways)
    if way == "brace":
        place = start + draw.choice(braces)
        return Edit(EditKind.FORMULA, text[:place] + text[place + 1 :], start, end - 1, text[place])
    added = "\\frac{" if way == "frac" else "\\left("
    place = end - sign
    return Edit(EditKind.FORMULA, text[:place] + added + text[place:], start, end + len(added))


def _formula_digit(text: str, start: int, end: int, draw: random.Random) -> Edit | None:
    edit = _digit(text, start, end, draw)
    return None if edit is None else replace(edit, kind=EditKind.FORMULA_DIGIT)


_PLACES: dict[EditKind, Callable[[str], list[tuple[int, int]]]] = {
    EditKind.DIGIT: lambda text: _free(text, _NUMBER),
    EditKind.NUMBER: lambda text: _free(text, _NUMBER),
    EditKind.WORD: lambda text: _free(text, _WORD),
    EditKind.LINE: _lines,
    EditKind.SENTENCE: _ends,
    EditKind.ROW: lambda text: [match.span() for match in _ROW.finditer(text)],
    EditKind.LOOP: lambda text: [match.span() for pattern in (_ROW, _TABLE) for match in pattern.finditer(text)],
    EditKind.NEGATION: lambda text: _free(text, _NEGATION),
    EditKind.UNIT: lambda text: _free(text, _UNIT),
    EditKind.ORDER: lambda text: _free(text, _PAIR),
    EditKind.COLUMNS: lambda text: [match.span() for match in _BARS.finditer(text)] * 4,
    EditKind.TAG: lambda text: [match.span() for match in _CLOSER.finditer(text)],
    EditKind.FORMULA: lambda text: [match.span() for match in _FORMULA.finditer(text)],
    EditKind.FORMULA_DIGIT: lambda text: [
        match.span() for match in _FORMULA.finditer(text) if any(map(str.isdecimal, match[0]))
    ],
}
_MAKERS: dict[EditKind, Callable[[str, int, int, random.Random], Edit | None]] = {
    EditKind.DIGIT: _digit,
    EditKind.NUMBER: _cut(EditKind.NUMBER),
    EditKind.WORD: _word,
    EditKind.LINE: _cut(EditKind.LINE),
    EditKind.SENTENCE: _sentence,
    EditKind.ROW: _row,
    EditKind.LOOP: _loop,
    EditKind.NEGATION: _cut(EditKind.NEGATION),
    EditKind.UNIT: _unit,
    EditKind.ORDER: _order,
    EditKind.COLUMNS: _columns,
    EditKind.TAG: _cut(EditKind.TAG),
    EditKind.FORMULA: _formula,
    EditKind.FORMULA_DIGIT: _formula_digit,
}
