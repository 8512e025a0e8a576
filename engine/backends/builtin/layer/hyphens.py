# SPDX-License-Identifier: AGPL-3.0-or-later
"""What to do with a hyphen at the end of a line: what the document itself writes elsewhere tells, else a rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_WORD = re.compile(r"[^\W_]+(?:[-\u2010\u2011'’][^\W_]+)*")
_HYPHEN = re.compile("[-\u2010\u2011]")
_BROKEN = re.compile(r"\S*(?:[\x02\ufffe]|[-\u2010\u2011\u00ad]\s*[\r\n])\s*\S*")
"""A word that a line break parts, as PDFium gives it."""
_LAST = re.compile(r"([\w'’.\-\u2010\u2011]*?)([-\u2010\u2011\u00ad\x02])$")
_FIRST = re.compile(r"^[\w'’\-\u2010\u2011]+")
_UND = {"und", "oder", "bzw", "and", "or", "et", "ou", "y", "o", "e", "en", "of", "i", "och", "og", "to"}
"""Words after which a hanging hyphen stays with a space ("Ein- und Ausgabe")."""
_NOSPACE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
_PREFIX = {"self", "non", "well", "ex", "all", "half", "cross", "high", "low", "long", "short", "real", "two", "three",
           "four", "five", "six", "multi", "state", "end", "right", "left", "full", "first", "second", "third"}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Lower-case words: those of the page that no line break parts, and those of the pages around it, which are asked
    for only where the page does not tell."""

    page: frozenset[str] = frozenset()
    around: Callable[[], frozenset[str]] = frozenset

    def has_hyphen(self, hyphened: str, whole: str) -> bool | None:
        """Whether the word has a hyphen of its own; None where nothing tells."""
        if hyphened in self.page or whole in self.page:
            return hyphened in self.page
        others = self.around()
        if (hyphened in others) == (whole in others):
            return None
        return hyphened in others


NOTHING_KNOWN = Vocabulary()


def words_in(text: str) -> frozenset[str]:
    """The words of a text in lower case, those with hyphens whole and in their parts: "x-y-z" has "y-z" too."""
    found: set[str] = set()
    for word in _WORD.findall(_BROKEN.sub(" ", text.lower())):
        parts = _HYPHEN.split(word)
        found.update(
            "-".join(parts[first:last]) for first in range(len(parts)) for last in range(first + 1, len(parts) + 1)
            if last - first > 1 or len(parts) == 1
        )  # fmt: skip
    return frozenset(found)


def joined(before: str, after: str, known: Vocabulary) -> tuple[bool, bool] | None:
    """How line end `before` and line start `after` join: (keep the last sign, put a space),
    None for the usual space."""
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


def _dissolves(stem: str, rest: str, known: Vocabulary) -> bool:
    """Whether the hyphen was put in by the line break alone."""
    part = _HYPHEN.split(stem)[-1]
    if stem[-1:].isalpha() and rest[0].isalpha():
        own = known.has_hyphen(_HYPHEN.sub("-", f"{stem}-{rest}".lower()), _HYPHEN.sub("-", stem + rest).lower())
        if own is not None:
            return not own
    if not part.isalpha() or not rest[0].isalpha():
        return False  # 2019-/2020
    if len(part) == 1 or rest[0].isupper() or part.isupper():
        return False  # n-/octanal, Anglo-/Saxon, DNA-/binding
    return "-" not in stem and part.lower() not in _PREFIX
