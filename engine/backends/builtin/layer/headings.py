# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which paragraphs are headings, and of what level."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.backends.builtin.layer.structure import Body, Element

_NUMBERED = re.compile(r"^(?:(?:chapter|section|part|appendix|annex|kapitel|abschnitt|chapitre|titre|anhang)\s+)?"
                       r"(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+(?=[^\W\d_])", re.I)
_ROMAN = re.compile(r"^([IVX]{1,5})\.\s+(?=[^\W\d_])")
_LETTER = re.compile(r"^([A-Z])\.\s+(?=[A-Z])")
_CJK = re.compile(
    r"^(?:第[一二三四五六七八九十百零〇\d]+[章节節编編部篇条條]|[一二三四五六七八九十]+、|（[一二三四五六七八九十]+）)"
)
_CAPTION = re.compile(
    r"^(?:fig(?:ure|\.)?|table|tab\.|listing|algorithm|abb(?:ildung|\.)|tabelle|tableau|exhibit|[表图圖図])"
    r"\s*[\w.:-]*\d",
    re.I,
)
_SENTENCE_END = re.compile(r"[.;,。；，][\"'”’)]*$")
_LONGEST = 180
"""Characters of the longest heading."""
_LARGER = 1.12
"""A heading's type is at least this much larger than the body's, if size alone makes it one."""
_RATIOS = ((1.55, 1), (1.25, 2), (_LARGER, 3))
"""Type size relative to the body's, and the level it stands for."""


def mark_headings(elements: Sequence[Element], body: Body) -> None:
    """Turn paragraphs that are headings into such, in place."""
    for number, element in enumerate(elements):
        if element.kind not in ("paragraph", "item"):
            continue
        follows = elements[number + 1] if number + 1 < len(elements) else None
        level = _level(element, body, follows)
        if level:
            element.kind, element.level, element.marker = "heading", level, ""


def _level(element: Element, body: Body, follows: Element | None) -> int:
    """Level of a heading, 0 if it is none."""
    text = element.text.strip()
    letters = sum(c.isalpha() for c in text)
    if not letters or len(text) > _LONGEST or len(element.lines) > 3 or letters < 0.4 * len(text.replace(" ", "")):
        return 0
    if _CAPTION.match(text) or text.startswith(("http://", "https://", "www.")):
        return 0
    size = max(line.size for line in element.lines)
    larger = size >= _LARGER * body.size
    bold = all(line.share("bold") > 0.85 for line in element.lines) and not body.bold
    depth = _depth(text)
    if element.kind == "item" and not (depth and (larger or bold)):
        return 0
    numbered = bool(depth) and (larger or bold) and len(text) < 80
    if _SENTENCE_END.search(text) and not numbered and size <= 1.4 * body.size:
        return 0
    if larger:
        return depth or next(level for ratio, level in _RATIOS if size >= ratio * body.size)
    if size < 0.9 * body.size:
        return 0
    if bold and len(element.lines) <= 2 and (depth or len(text) <= 100):
        return depth or 3
    return _plain_level(element, text, body)


def _depth(text: str) -> int:
    """Level by the number a heading carries: one below the title for each part of it."""
    match = _NUMBERED.match(text)
    if match:
        return min(6, match.group(1).count(".") + 2)
    if _ROMAN.match(text):
        return 2
    if _LETTER.match(text):
        return 3
    match = _CJK.match(text)
    if match:
        return 2 if match.group()[0] == "第" else 3
    return 0


def _plain_level(element: Element, text: str, body: Body) -> int:
    """Headings set in the body's own size and weight: capitals or italics after a number."""
    if len(element.lines) > 2 or len(text) > 90:
        return 0
    bare = re.sub(r"^\S+\s+", "", text)
    capitals = bare.upper() == bare and sum(c.isalpha() for c in bare) > 4
    if _ROMAN.match(text) and capitals:
        return 2
    if _LETTER.match(text) and all(line.share("italic") > 0.7 for line in element.lines):
        return 3
    if _CJK.match(text) and len(text) <= 30:
        return 2 if text.startswith("第") else 3
    return 0
