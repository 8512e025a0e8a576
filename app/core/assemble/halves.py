# SPDX-License-Identifier: AGPL-3.0-or-later
"""Displayed formulas that a page break cut in two: the sign that opens one is the last thing of its kind on a page,
the sign that closes it the first of its kind on the next. Neither half is a formula by itself: the parser takes the
first for text, and may take what comes after the second for a formula.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from app.core.assemble.pieces import Change, Kind, Piece, cut

LINES = 40
"""Lines of a half at most."""
PIECES = 4
"""Pieces that a half may have been taken for: a line with a minus in front looks like a list."""
WORDS = 1
"""Words of four letters or more in a half, what TeX writes in letters aside: more of them are a text."""

_OPENS = re.compile(r"^ {0,3}(\$\$|\\\[|\\begin\{([A-Za-z]+\*?)\})", re.M)
_NUMBER = r"[ \t]*(?:\([0-9A-Za-z.\-–']{1,12}\))?[ \t]*(?=\n|\Z)"
_TEX = re.compile(r"\\(?:text|mathrm|operatorname|begin|end|label|tag)\*?\s*\{[^{}]*\}|\\[A-Za-z]+")
_WORD = re.compile(r"[^\W\d_]{4,}")
_PLAIN = frozenset({Kind.PARAGRAPH, Kind.LIST, Kind.OTHER, Kind.QUOTE, Kind.RULE})


def halves(pieces: Sequence[Piece]) -> tuple[list[Piece], list[Change]]:
    """The pieces with such formulas put together; each stands on the page where it begins."""
    if not any(_may_open(piece) for piece in pieces):
        return list(pieces), []
    pages = [list(group) for _, group in groupby(pieces, key=lambda piece: piece.page)]
    changes: list[Change] = []
    for at in range(len(pages) - 1):
        one, two = pages[at], pages[at + 1]
        joined = _joined(one, two) if one and two and two[0].page == one[0].page + 1 else None
        if joined is not None:
            before, pages[at], pages[at + 1] = joined
            after = (*pages[at][len(one) - (len(before) - len(two)) :], *pages[at + 1])
            changes.append(Change("joins", before[0].page, before, after))
    return [piece for page in pages for piece in page], changes


def _may_open(piece: Piece) -> bool:
    return piece.kind is Kind.PARAGRAPH and bool(_OPENS.search(piece.source))


def _joined(one: list[Piece], two: list[Piece]) -> tuple[tuple[Piece, ...], list[Piece], list[Piece]] | None:
    """The pieces that become others, and both pages as they are then."""
    at = next((at for at in range(len(one) - 1, -1, -1) if _may_open(one[at])), None)
    if at is None:
        return None
    notes = [piece for piece in one[at:] if piece.kind is Kind.FOOTNOTE]
    parts = [piece for piece in one[at:] if piece.kind is not Kind.FOOTNOTE]
    text = "\n".join(piece.source for piece in parts)
    opens = list(_OPENS.finditer(text))[-1]
    opener, closer = opens[1], _closer(opens)
    left = text[opens.end() :].strip()
    if len(parts) > PIECES or any(piece.kind not in _PLAIN for piece in parts) or not _formulaic(left, opener, closer):
        return None
    found = _rest(two, closer)
    if found is None or (opener == "$$" and text.count("$$") != 1):
        return None
    right, number, rest = found
    if not _formulaic(right, opener, closer) or not right:
        return None
    inner = "\n".join(part for part in (left, right) if part)
    whole = Piece(Kind.FORMULA, f"{opener}\n{inner}\n{closer}{number}", one[at].page, last=two[0].page)
    before = [Piece(Kind.PARAGRAPH, lead, one[at].page)] if (lead := text[: opens.start()].strip()) else []
    return (*one[at:], *two), [*one[:at], *before, whole, *notes], cut(rest, two[0].page)


def _closer(opens: re.Match[str]) -> str:
    return f"\\end{{{opens[2]}}}" if opens[2] else {"$$": "$$", "\\[": "\\]"}[opens[1]]


def _rest(page: Sequence[Piece], closer: str) -> tuple[str, str, str] | None:
    """What stands on a page before the sign that closes, the number behind it, and what comes after."""
    text = "\n\n".join(piece.source for piece in page)
    if closer == "$$" and sum(p.source.count("$$") for p in page if p.kind is not Kind.CODE) % 2 == 0:
        return None  # each closes what another opened
    closes = re.search(rf"{re.escape(closer)}({_NUMBER})", text)
    if closes is None or closer in text[: closes.start()]:
        return None
    return text[: closes.start()].strip(), closes[1].rstrip(), text[closes.end() :]


def _formulaic(text: str, opener: str, closer: str) -> bool:
    """Whether it may be a part of a formula: short, with no words and no other formula in it."""
    if text.count("\n") > LINES or opener in text or closer in text or "$" in text or "`" in text:
        return False
    return len(_WORD.findall(_TEX.sub(" ", text))) <= WORDS
