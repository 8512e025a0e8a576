# SPDX-License-Identifier: AGPL-3.0-or-later
"""Repairs of what the model is known to get wrong, without touching what it read.

Body cells as `<th>`, attributes without quotes, TeX brackets instead of dollars, tables that
are never closed, grounding marks, the word `null` for an empty page. Spans of the raw text
(of low confidence) are carried over to the repaired text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Span = tuple[int, int]
Edit = tuple[int, int, str]

_TAG = re.compile(r"<(/?)(table|thead|tbody|tfoot|tr|th|td)\b([^<>]*)>", re.IGNORECASE)
_BARE = re.compile(r"(\s[a-zA-Z-]+=)([^\s\"'<>=]+)")
_TEX = re.compile(r"\\([()\[\]])")
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_BOX = re.compile(r"<\|det\|>.*?(?:<\|/det\|>|\Z)", re.DOTALL)
_MARK = re.compile(r"<\|/?(?:ref|det|grounding|User|Assistant)\|>|<image>|<｜(?:begin|end)▁of▁sentence｜>")
_CUT_TAG = re.compile(r"</?[a-zA-Z]*[^<>\n]*\Z")

_CLOSES = {"td": "</td>", "th": "</th>", "tr": "</tr>", "tbody": "</tbody>", "thead": "</thead>",
           "tfoot": "</tfoot>", "table": "</table>"}


@dataclass(frozen=True)
class Cleaned:
    """The repaired text; `spans` in its code points. `closed`: a table had to be closed, so the
    text was cut off inside it."""

    text: str
    spans: list[Span]
    closed: bool = False


def clean(raw: str, spans: Sequence[Span] = ()) -> Cleaned:
    """Repair an answer of the model. `spans` are (start, end) in code points of `raw`."""
    if raw.strip().lower() == "null":
        return Cleaned("", [])
    text, kept = raw, list(spans)
    for find in (_marks, _cells, _attributes, _formulas):
        text, kept = _apply(text, kept, sorted(find(text)))
    closing = list(_unclosed(text))
    text, kept = _apply(text, kept, closing)
    text, kept = _apply(text, kept, list(_blank_ends(text)))
    return Cleaned(text, [(start, end) for start, end in kept if end > start], closed=bool(closing))


def _apply(text: str, spans: list[Span], edits: list[Edit]) -> tuple[str, list[Span]]:
    """Do the edits, which are in order and do not overlap, and move the spans along."""
    pieces: list[str] = []
    at = 0
    for start, end, new in edits:
        pieces += [text[at:start], new]
        at = end
    pieces.append(text[at:])
    return "".join(pieces), [(_moved(start, edits), _moved(end, edits)) for start, end in spans]


def _moved(place: int, edits: list[Edit]) -> int:
    """Where an offset is after the edits; one inside a replaced part goes to its new end."""
    shift = 0
    for start, end, new in edits:
        if place <= start:
            break
        if place < end:
            return start + shift + len(new)
        shift += len(new) - (end - start)
    return place + shift


def _marks(text: str) -> Iterator[Edit]:
    """Grounding boxes go, the words they ground stay; stray control marks go."""
    taken = -1
    found = sorted([*_BOX.finditer(text), *_MARK.finditer(text)], key=lambda match: match.start())
    for match in found:
        if match.start() >= taken:
            yield match.start(), match.end(), ""
            taken = match.end()


def _cells(text: str) -> Iterator[Edit]:
    """`<th>` inside `<tbody>` becomes `<td>`, unless it heads its row on purpose (has a scope)."""
    body = False
    demoted = False
    for match in _TAG.finditer(text):
        closing, name = bool(match[1]), match[2].lower()
        if name in ("tbody", "table", "thead"):
            body = name == "tbody" and not closing
        elif name == "th" and closing and demoted:
            yield match.start(2), match.end(2), "td"
            demoted = False
        elif name == "th" and not closing:
            demoted = body and "scope" not in match[3].lower()
            if demoted:
                yield match.start(2), match.end(2), "td"


def _attributes(text: str) -> Iterator[Edit]:
    for tag in _TAG.finditer(text):
        for bare in _BARE.finditer(text, tag.start(3), tag.end(3)):
            yield bare.start(2), bare.end(2), f'"{bare[2]}"'


def _formulas(text: str) -> Iterator[Edit]:
    r"""`\(a\)` becomes `$a$`, `\[a\]` becomes `$$a$$`; only whole pairs, and not in code."""
    code = [match.span() for match in _CODE.finditer(text)]
    opening: re.Match[str] | None = None
    for match in _TEX.finditer(text):
        if any(start <= match.start() < end for start, end in code) or text[: match.start()].endswith("\\"):
            continue
        if match[1] in "([":
            opening = match
        elif opening is not None and opening[1] + match[1] in ("()", "[]"):
            yield from _dollars(text, opening, match)
            opening = None


def _dollars(text: str, opening: re.Match[str], closing: re.Match[str]) -> Iterator[Edit]:
    """Dollars hold an inline formula only without blanks inside them."""
    if opening[1] == "[":
        yield opening.start(), opening.end(), "$$"
        yield closing.start(), closing.end(), "$$"
        return
    inner = text[opening.end() : closing.start()]
    left = len(inner) - len(inner.lstrip())
    right = len(inner.rstrip())
    if inner.strip():
        yield opening.start(), opening.end() + left, "$"
        yield opening.end() + right, closing.end(), "$"


def _unclosed(text: str) -> Iterator[Edit]:
    """Closing tags for a table that the answer leaves open. A tag that was cut in its middle goes."""
    opened: list[str] = []
    for match in _TAG.finditer(text):
        name = match[2].lower()
        if not match[1]:
            opened.append(name)
        elif name in opened:
            while opened.pop() != name:
                pass
    if "table" not in opened:
        return
    opened = opened[opened.index("table") :]
    end = len(text.rstrip())
    if cut := _CUT_TAG.search(text):
        end = cut.start()
    yield end, len(text), "".join(_CLOSES[name] for name in reversed(opened)) + "\n"


def _blank_ends(text: str) -> Iterator[Edit]:
    """No blank lines around, one newline at the end."""
    body = text.strip("\n")
    start = len(text) - len(text.lstrip("\n"))
    if not body.strip():
        if text:
            yield 0, len(text), ""
        return
    if start:
        yield 0, start, ""
    if text[start + len(body.rstrip()) :] != "\n":
        yield start + len(body.rstrip()), len(text), "\n"
