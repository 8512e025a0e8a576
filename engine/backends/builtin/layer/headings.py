# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which paragraphs are headings, and of what level."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.backends.builtin.layer.structure import Body, Element

_NUMBERED = re.compile(
    r"^(?:(?:chapter|sec(?:tion|\.)|art(?:icle|ikel|\.)|§|part|appendix|annex|kapitel|abschnitt|chapitre|titre|anhang)\s+)?"
    r"(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+(?=[^\W\d_])",
    re.I,
)
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
_FIRST = re.compile(r"^(?:abstract|summary|introduction|zusammenfassung|einleitung|résumé|resumen|sommario)\b", re.I)
"""Words with which the text begins after the names of its authors."""
_COUNTED = re.compile(r"^\(?\d{1,2}[.)]\s")
_ADDRESS = re.compile(r"https?://|www\.|\S@\S")
_FORMULA = re.compile(r"[∑∏∫√∈≤≥]|\s=\s.*\s=\s")
"""What a line of a formula has and no heading."""
_DATE = re.compile(
    r"^\W*(?:\w+,?\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\.?\s+)?[^\W\d]+\.?\s+(?:\d{1,2},?\s+)?(?:19|20)\d\d\W*$"
)
_SENTENCE_END = re.compile(r"[.;,。；，][\"'”’)]*$")
_OPEN = re.compile(r"^.{20,}[^\W\d_](?:,|[-\u2010\u00ad\x02])?$", re.S)
"""A text whose last sentence has no end."""
_PARTED = re.compile(r"[^\W\d_][-\u2010\u00ad\x02]$")
"""The first part of a word."""
_FRONT = 150
"""Characters of a paragraph with which the text begins, after title, authors and the like."""
_LONGEST = 180
"""Characters of the longest heading."""
_LARGER = 1.12
"""A heading's type is at least this much larger than the body's, if size alone makes it one."""
_RATIOS = ((1.55, 1), (1.25, 2), (_LARGER, 3))
"""Type size relative to the body's, and the level it stands for."""


def mark_headings(elements: Sequence[Element], body: Body) -> None:
    """Turn paragraphs that are headings into such, in place."""
    title: Element | None = None
    for number, element in enumerate(elements):
        if element.kind not in ("paragraph", "item"):
            continue
        level = _level(element, body)
        if level and number and title is not None and _front_matter(element, title):
            continue
        if level and _in_sentence(elements, number):
            continue
        if level == 1:
            title = element
        elif level or len(element.text) > _FRONT:
            title = None
        if level:
            element.kind, element.level, element.marker = "heading", level, ""


def mark_lone_line(elements: Sequence[Element]) -> None:
    """The only line of a page among others is the title of what follows."""
    if len(elements) != 1 or elements[0].kind != "paragraph" or len(elements[0].lines) != 1:
        return
    text = elements[0].text
    if any(c.isalpha() for c in text) and len(text.split()) <= 6 and not _SENTENCE_END.search(text):
        elements[0].kind, elements[0].level = "heading", 1


def _in_sentence(elements: Sequence[Element], number: int) -> bool:
    """Whether the sentence of the paragraph before goes on in this one, or its own in the next: its size was only read
    wrongly."""
    text = elements[number].text
    before = elements[number - 1] if number else None
    if before is not None and before.kind == "paragraph" and text[:1].islower() and _OPEN.search(before.text):
        return True
    after = elements[number + 1] if number + 1 < len(elements) else None
    return after is not None and after.kind == "paragraph" and after.text[:1].islower() and bool(_PARTED.search(text))


def _front_matter(element: Element, title: Element) -> bool:
    """Authors and date below a title: larger than the text perhaps, but far below the title."""
    size = max(line.size for line in element.lines)
    bold = any(line.share("bold") > 0.5 for line in element.lines)
    if element.text.isupper() or _FIRST.match(element.text):
        return False
    return not bold and size < 0.8 * max(line.size for line in title.lines) and not _depth(element.text)


def _level(element: Element, body: Body) -> int:
    """Level of a heading, 0 if it is none."""
    text = element.text.strip()
    letters = sum(c.isalpha() for c in text)
    if not letters or len(text) > _LONGEST or len(element.lines) > 3 or letters < 0.4 * len(text.replace(" ", "")):
        return 0
    if element.lines[-1].entry or element.lines[0].turn:
        return 0
    if _CAPTION.match(text) or _ADDRESS.search(text) or _DATE.match(text) or _FORMULA.search(text):
        return 0
    size = max(line.size for line in element.lines)
    larger = size >= _LARGER * body.size
    bold = all(line.share("bold") > 0.85 for line in element.lines) and not body.bold
    depth = _depth(text)
    if element.kind == "item" and not (depth and (larger or bold)):
        return _plain_level(element, text, body)
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
    if capitals and (_ROMAN.match(text) or _COUNTED.match(text)):
        return 2
    if _LETTER.match(text) and all(line.share("italic") > 0.7 for line in element.lines):
        return 3
    if _CJK.match(text) and len(text) <= 30:
        return 2 if text.startswith("第") else 3
    return 0
