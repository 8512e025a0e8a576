# SPDX-License-Identifier: AGPL-3.0-or-later
"""Repairs of what the model is known to get wrong, without touching what it read: one function a defect, which
says where the defect was seen. Words are never changed, added or left out. Spans of the raw text (of low
confidence) are carried over to the repaired text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.protocol import Box, Region

Span = tuple[int, int]
Edit = tuple[int, int, str]

_TAG = re.compile(r"<(/?)(table|thead|tbody|tfoot|tr|th|td)\b([^<>]*)>", re.IGNORECASE)
_BARE = re.compile(r"(\s[a-zA-Z-]+=)([^\s\"'<>=]+)")
_TEX = re.compile(r"\\([()\[\]])")
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`", re.DOTALL)
_BOX = re.compile(r"<\|det\|>.*?(?:<\|/det\|>|\Z)", re.DOTALL)
_GROUNDED = re.compile(r"<\|ref\|>(?P<text>.*?)<\|/ref\|>\s*<\|det\|>(?P<boxes>.*?)<\|/det\|>", re.DOTALL)
_CORNERS = re.compile(r"\[\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\]")
_FENCED = re.compile(
    r"\A\s*(?P<fence>`{3,}|~{3,})[ \t]*(?P<kind>\w*)[ \t]*\n(?P<page>.*?)(?P<close>\n(?P=fence)[ \t]*)?\s*\Z", re.DOTALL
)
_NO_PARAGRAPH = re.compile(r"\s*(?:[|>]|[-*+]\s|\d+[.)]\s|.*</?t[dhr]\b)", re.IGNORECASE)
_CITATION = re.compile(r"[\d\s,;–-]*\Z")
_STOP = re.compile(r"[ \t]*([.,;:])(?=\s|\Z)")
_MARK = re.compile(r"<\|/?(?:ref|det|grounding|User|Assistant)\|>|<image>|<｜(?:begin|end)▁of▁sentence｜>")
_CUT_TAG = re.compile(r"</?[a-zA-Z]*[^<>\n]*\Z")

_CLOSES = {
    "td": "</td>",
    "th": "</th>",
    "tr": "</tr>",
    "tbody": "</tbody>",
    "thead": "</thead>",
    "tfoot": "</tfoot>",
    "table": "</table>",
}


GRID = 999
"""Largest coordinate of a grounding box: 0..999 over the page, whatever its size (the vendor's prompt examples)."""


@dataclass(frozen=True)
class Cleaned:
    """The repaired text; `spans` in its code points. `closed`: a table had to be closed, so the
    text was cut off inside it. `regions` are the places on the page that the model gave."""

    text: str
    spans: list[Span]
    closed: bool = False
    regions: tuple[Region, ...] = ()


def clean(raw: str, spans: Sequence[Span] = ()) -> Cleaned:
    """Repair an answer of the model. `spans` are (start, end) in code points of `raw`."""
    if is_null(raw):
        return Cleaned("", [])
    grounded = list(_grounded(raw))
    text, kept = raw, [*spans, *(span for span, _ in grounded)]
    for find in (_fence, _marks, _cells, _attributes, _formulas):
        text, kept = _apply(text, kept, sorted(find(text)))
    closing = list(_unclosed(text))
    text, kept = _apply(text, kept, closing)
    text, kept = _apply(text, kept, list(_blank_ends(text)))
    doubtful, placed = kept[: len(spans)], kept[len(spans) :]
    regions = [
        Region(start=start, end=end, box=box)
        for (start, end), (_, box) in zip(placed, grounded, strict=True)
        if end > start
    ]
    return Cleaned(text, [(start, end) for start, end in doubtful if end > start], bool(closing), tuple(regions))


def is_null(raw: str) -> bool:
    """The vendor's strict prompt has the model answer `null` for a page without text (serving.md 3.1)."""
    return raw.strip().lower() == "null"


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


def _grounded(raw: str) -> Iterator[tuple[Span, Box]]:
    """Words and the box around them, for each pair of grounding tags. Prompts that ask for places get them in the
    form of DeepSeek-OCR, from which the model comes: `<|ref|>words<|/ref|><|det|>[[x0, y0, x1, y1]]<|/det|>`."""
    for match in _GROUNDED.finditer(raw):
        corners = [tuple(int(side) / GRID for side in box.groups()) for box in _CORNERS.finditer(match["boxes"])]
        if corners:
            left, top = min(c[0] for c in corners), min(c[1] for c in corners)
            right, bottom = max(c[2] for c in corners), max(c[3] for c in corners)
            if left < right and top < bottom:
                yield match.span("text"), (left, top, right, bottom)


def _fence(text: str) -> Iterator[Edit]:
    """A code fence around the whole page goes, also one that is never closed: the habit of chat models to hand out
    Markdown as code. A fence of any other kind, or with another fence in it, may be a listing and stays."""
    match = _FENCED.match(text)
    if match is None or match["fence"] in match["page"] or "\n```" in match["page"]:
        return
    kind = match["kind"].lower()
    if kind in ("markdown", "md") or (kind == "html" and match["page"].lstrip().lower().startswith("<table")):
        yield 0, match.start("page"), ""
        if match["close"]:
            yield match.start("close"), match.end("close"), ""


def _marks(text: str) -> Iterator[Edit]:
    """Grounding boxes go (see `_grounded`), the words they ground stay; control marks that a server did not take
    out go."""
    taken = -1
    found = sorted([*_BOX.finditer(text), *_MARK.finditer(text)], key=lambda match: match.start())
    for match in found:
        if match.start() >= taken:
            yield match.start(), match.end(), ""
            taken = match.end()


def _cells(text: str) -> Iterator[Edit]:
    """`<th>` inside `<tbody>` becomes `<td>`, unless it heads its row on purpose (has a scope): the model writes every
    body cell as `<th>` (ParseBench pull request 159)."""
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
    """`rowspan=2` gets its quotes (ParseBench pull request 159)."""
    for tag in _TAG.finditer(text):
        for bare in _BARE.finditer(text, tag.start(3), tag.end(3)):
            yield bare.start(2), bare.end(2), f'"{bare[2]}"'


def _formulas(text: str) -> Iterator[Edit]:
    r"""`\(a\)` becomes `$a$`, `\[a\]` becomes `$$` on lines of their own; only whole pairs, and not in code: Markdown
    would drop the backslashes (deepseek-ai/DeepSeek-OCR issue 67)."""
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
    """Dollars hold an inline formula only without blanks inside them. A display formula stands on lines of its own,
    except in a cell, an item or a quotation, which its lines would end."""
    inner = text[opening.end() : closing.start()]
    start, end = opening.end() + len(inner) - len(inner.lstrip()), opening.end() + len(inner.rstrip())
    if end <= start:
        return
    if opening[1] == "(":
        yield opening.start(), start, "$"
        yield end, closing.end(), "$"
        return
    if _CITATION.match(inner) or text.startswith("(", closing.end()):
        return  # an escaped bracket: a mark like [1], or the words of no link
    line = text.rfind("\n", 0, opening.start()) + 1
    before = text[line : opening.start()].rstrip(" \t")
    if _NO_PARAGRAPH.match(text[line:].partition("\n")[0]):
        yield opening.start(), opening.end(), "$$"
        yield closing.start(), closing.end(), "$$"
        return
    yield line + len(before), start, "\n$$\n" if before else "$$\n"
    stop = _STOP.match(text, closing.end())  # a full stop alone on a line would be a paragraph
    after = stop.end() if stop else closing.end()
    blanks = len(text[after:]) - len(text[after:].lstrip(" \t"))
    last = text.startswith("\n", after + blanks) or after + blanks == len(text)
    yield end, after + blanks, f"{stop[1] if stop else ''}\n$$" + ("" if last else "\n")


def _unclosed(text: str) -> Iterator[Edit]:
    """Closing tags for a table that the answer leaves open at its token limit, which would swallow the rest of the
    document (ParseBench pull request 159, PaddleOCR 17870). A tag that was cut in its middle goes."""
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
