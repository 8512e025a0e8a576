# SPDX-License-Identifier: AGPL-3.0-or-later
"""Two parts of a paragraph put together: with a space, without one, or with a hyphen resolved by what
the document itself writes elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[^\W\d_]+(?:[-‐‑'’][^\W\d_]+)*")
_LAST = re.compile(r"([\w'’.\-‐‑]*?)([-‐‑\u00ad])$")
_FIRST = re.compile(r"^[\w'’\-‐‑]+")
_NO_SPACE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
_HANGING = frozenset({"und", "oder", "bzw", "and", "or", "et", "ou", "y", "o", "e", "en", "of", "i", "och", "og", "to"})
"""Words before which a hyphen stands for a part that comes later ("Ein- und Ausgabe")."""
_PREFIXES = frozenset({"self", "non", "well", "ex", "all", "half", "cross", "high", "low", "long", "short", "real",
                       "two", "three", "four", "five", "six", "multi"})  # fmt: skip


def vocabulary(texts: Iterable[str]) -> frozenset[str]:
    """The words of the document in lower case, those with hyphens whole."""
    return frozenset(word.lower() for text in texts for word in _WORD.findall(text))


def together(before: str, after: str, words: frozenset[str]) -> str:
    """`before` (its end) and `after` (its start) as one text."""
    before, after = before.rstrip(), after.lstrip()
    if not before or not after:
        return before + after
    if _NO_SPACE.match(before[-1]) and _NO_SPACE.match(after[0]):
        return before + after
    if before[-1] in "–—" and before[-2:-1].isdigit() and after[0].isdigit():
        return before + after
    last, first = _LAST.search(before), _FIRST.match(after)
    if last is None or not last[1] or first is None:
        return f"{before} {after}"
    stem, rest = last[1], first[0]
    if rest.lower() in _HANGING and stem[-1].isalpha():
        return f"{before} {after}"
    if before[-1] == "\u00ad" or _dissolves(stem, rest, words):
        return before[:-1] + after
    return before + after


def _dissolves(stem: str, rest: str, words: frozenset[str]) -> bool:
    """Whether the hyphen was put in by the break alone."""
    whole, hyphened = (stem + rest).lower(), f"{stem}-{rest}".lower()
    if hyphened in words:
        return False
    if whole in words:
        return True
    part = re.split("[-‐‑]", stem)[-1]
    if not part.isalpha() or not rest[0].isalpha() or len(part) == 1 or rest[0].isupper() or part.isupper():
        return False  # 2019-/2020, n-/octanal, Anglo-/Saxon, DNA-/binding
    return part == stem and part.lower() not in _PREFIXES
