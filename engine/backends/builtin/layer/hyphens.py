# SPDX-License-Identifier: AGPL-3.0-or-later
"""What to do with a hyphen at the end of a line."""

from __future__ import annotations

import re

_LAST = re.compile(r"([\w'’.\-\u2010\u2011]*?)([-\u2010\u2011\u00ad\x02])$")
_FIRST = re.compile(r"^[\w'’\-\u2010\u2011]+")
_UND = {"und", "oder", "bzw", "and", "or", "et", "ou", "y", "o", "e", "en", "of", "i", "och", "og", "to"}
"""Words after which a hanging hyphen stays with a space ("Ein- und Ausgabe")."""
_NOSPACE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
_PREFIX = {"self", "non", "well", "ex", "all", "half", "cross", "high", "low", "long", "short", "real", "two", "three",
           "four", "five", "six", "multi", "state", "end", "right", "left", "full", "first", "second", "third"}


def joined(before: str, after: str, known: frozenset[str]) -> tuple[bool, bool] | None:
    """How line end `before` and line start `after` join: (keep the last sign, put a space),
    None for the usual space. `known` are the lower-case words of the page that stand within
    a line."""
    if not before or not after:
        return None
    if _NOSPACE.match(before[-1]) and _NOSPACE.match(after[0]):
        return True, False
    last = _LAST.search(before)
    first = _FIRST.match(after)
    if last is None or not last.group(1) or first is None:
        return None
    if before[-1] == "\u00ad":
        return False, False
    stem, rest = last.group(1), first.group()
    if rest.lower() in _UND and stem[-1:].isalpha():
        return True, True
    return (not _dissolves(stem, rest, known)), False


def _dissolves(stem: str, rest: str, known: frozenset[str]) -> bool:
    """Whether the hyphen was put in by the line break alone."""
    whole, hyphened = (stem + rest).lower(), f"{stem}-{rest}".lower()
    part = stem.rpartition("-")[2].rpartition("\u2010")[2]
    if hyphened in known:
        return False
    if whole in known:
        return True
    if not part.isalpha() or not rest[0].isalpha():
        return False  # 2019-/2020
    if len(part) == 1 or rest[0].isupper() or part.isupper():
        return False  # n-/octanal, Anglo-/Saxon, DNA-/binding
    return "-" not in stem and part.lower() not in _PREFIX
