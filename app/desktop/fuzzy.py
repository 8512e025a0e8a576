# SPDX-License-Identifier: AGPL-3.0-or-later
"""How well a few typed letters fit a name: in order, beginnings of words first; a slip of the finger is
forgiven. Plain functions, no Qt."""

from __future__ import annotations

import re
import unicodedata

_SLIP = 80
"""Likeness, of 100, from which a query that does not fit letter by letter is taken for mistyped."""

_START, _NEXT, _PLAIN, _GAP, _LONG = 8.0, 5.0, 1.0, 0.05, 0.01


def folded(text: str) -> str:
    """Without case and accents."""
    marked = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in marked if not unicodedata.combining(letter))


def fit(query: str, name: str) -> float | None:
    """How well the letters of `query` fit `name`, the more the better; None if they do not. An empty query
    fits all alike."""
    wanted, text = folded(query).split(), folded(name)
    if not wanted:
        return 0.0
    found = [_in_order(word, text) for word in wanted]
    whole = _in_order("".join(wanted), text)
    scores = [score for score in found if score is not None]
    if len(scores) == len(found):
        return max(sum(scores) / len(scores), whole or 0.0) - _LONG * len(text)
    if whole is not None:
        return whole - _LONG * len(text)
    from rapidfuzz import fuzz  # here, because a start need not pay for it

    joined = " ".join(wanted)
    likeness = fuzz.partial_ratio(joined, text) if 3 < len(joined) <= len(text) + 2 else 0.0
    return likeness / 100 - _LONG * len(text) if likeness >= _SLIP else None


def _in_order(word: str, text: str) -> float | None:
    """The best way to find the letters of a word in this order, from any beginning."""
    best: float | None = None
    for match in re.finditer(re.escape(word[0]), text):
        score = _from(word, text, match.start())
        if score is not None and (best is None or score > best):
            best = score
    return best


def _from(word: str, text: str, start: int) -> float | None:
    score, at = 0.0, start - 1
    for letter in word:
        place = text.find(letter, at + 1)
        if place < 0:
            return None
        begins = place == 0 or not text[place - 1].isalnum()
        score += _START if begins else _NEXT if place == at + 1 else _PLAIN
        score -= _GAP * (place - at - 1)
        at = place
    return score / len(word)
