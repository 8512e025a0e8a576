# SPDX-License-Identifier: AGPL-3.0-or-later
"""Repairs of answers by name: what profiles list under `clean`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.jina_ocr.cleanup import clean as clean_jina

_FENCE = re.compile(r"\A\s*```(?:markdown|md|html|text)?[ \t]*\n(.*?)\n?```\s*\Z", re.DOTALL | re.IGNORECASE)
_OPEN_FENCE = re.compile(r"\A\s*```(?:markdown|md|html)[ \t]*\n", re.IGNORECASE)
_FRONT = re.compile(r"\A\s*---[ \t]*\n((?:[A-Za-z_]+:[^\n]*\n)+)---[ \t]*(?:\n|\Z)")
_THINKING = re.compile(r"\A\s*<think>.*?(?:</think>|\Z)\s*", re.DOTALL)
_LAYOUT = re.compile(r"<div\b[^<>]*\bdata-(?:bbox|label)=[^<>]*>|</div>", re.IGNORECASE)
_DIV = re.compile(r"<div\b", re.IGNORECASE)
_MATH = re.compile(r"<math\b([^<>]*)>(.*?)</math>", re.DOTALL | re.IGNORECASE)
_TAG_INSIDE = re.compile(r"<[a-zA-Z/]")


def jina(text: str) -> str:
    """Known defects of jina-ocr-v1 and its kin: tables, formulas, grounding marks, `null`."""
    return clean_jina(text).text


def fence(text: str) -> str:
    """The answer out of the code fence that some models put around the whole of it."""
    if whole := _FENCE.match(text):
        if "```" not in whole[1]:
            return whole[1] + "\n"
        return text
    return _OPEN_FENCE.sub("", text) if text.count("```") == 1 else text


def front_matter(text: str) -> str:
    """The text behind a block of facts about the page (its language, its rotation)."""
    return _FRONT.sub("", text, count=1)


def thinking(text: str) -> str:
    """The text behind what the model told itself."""
    return _THINKING.sub("", text, count=1)


def layout_blocks(text: str) -> str:
    """HTML without the boxes that mark the page's layout; other div elements keep theirs."""
    if not _LAYOUT.search(text):
        return text
    if len(_DIV.findall(text)) != sum(1 for tag in _LAYOUT.finditer(text) if not tag[0].startswith("</")):
        return text  # of nested ones it is not plain which end belongs to which
    return _LAYOUT.sub("\n", text).strip() + "\n"


def math_tags(text: str) -> str:
    """TeX inside `<math>` between dollars; true MathML stays."""

    def dollars(found: re.Match[str]) -> str:
        inner = found[2].strip()
        if not inner or _TAG_INSIDE.search(inner):
            return found[0]
        return f"$${inner}$$" if "block" in found[1] else f"${inner}$"

    return _MATH.sub(dollars, text)


REPAIRS: dict[str, Callable[[str], str]] = {
    "jina": jina,
    "fence": fence,
    "front-matter": front_matter,
    "thinking": thinking,
    "layout-blocks": layout_blocks,
    "math-tags": math_tags,
}


def repair(text: str, names: Sequence[str]) -> str:
    """All repairs of a profile, one after the other."""
    for name in names:
        text = REPAIRS[name](text)
    return text
