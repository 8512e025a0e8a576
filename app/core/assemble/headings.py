# SPDX-License-Identifier: AGPL-3.0-or-later
"""Levels of headings as the document's own outline and its section numbers say.

A heading that is in the outline has the outline's level. Numbered headings (3, 3.1, 3.1.2, A.2) have
levels by the parts of their numbers, the second level for sections: the first is a title's, which may stand on a
page that is not here. Others stay as they are, but that no level is left out on the way down.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from app.core.assemble.pieces import Change, Kind, Piece
from app.core.assemble.steps import Entry, Whole

NEAR = 1
"""Pages by which an entry of the outline may miss its heading."""

_NUMBER = re.compile(r"^(?:(\d{1,3}|[A-Z])((?:\.\d{1,3})*)\.?)\s+\S")
_ABSTRACT = re.compile(r"[\W\d_]*(?:abstract|summary|zusammenfassung|résumé|resumen|摘要)[\W_]*$", re.I)
_WORD = r"[^\W\d_a-z][^\W\d_]*\.?"
_NAME = re.compile(rf"{_WORD}(?:[\s-]+(?:(?:van|von|de|der|den|la|le|di|da|dos)\s+)*{_WORD}){{1,3}}$")
_HASHES = re.compile(r"^#{1,6}(?=\s)")
_DEEPEST = 6


def headings(pieces: Sequence[Piece], whole: Whole) -> tuple[list[Piece], list[Change]]:
    """The pieces with the levels of their headings made consistent."""
    names = _authors(pieces)
    found = [(at, piece) for at, piece in enumerate(pieces) if piece.kind is Kind.HEADING and at not in names]
    depths = {at: depth for at, piece in found if (depth := _depth(piece))}
    titled = _has_title(found, depths)
    listed = {at: entry.level for at, piece in found if (entry := _entry(piece, whole.outline))}
    shift = 1 if titled or len(depths) > 1 else 0
    down = _shift(found, listed, shift)
    done = list(pieces)
    changes: list[Change] = []
    for at in names:
        done[at] = replace(pieces[at], kind=Kind.PARAGRAPH, level=0, source=f"**{title_of(pieces[at]).strip('*')}**")
        changes.append(Change("headings", pieces[at].page, (pieces[at],), (done[at],)))
    chosen = {at: piece.level for at, piece in found}
    for at, _ in found:
        if titled and at == found[0][0]:
            chosen[at] = 1
        elif at in listed:
            chosen[at] = listed[at] + down
        elif at in depths and len(depths) > 1:
            chosen[at] = depths[at] + shift
    for at, level in _without_gaps(chosen).items():
        fresh = _with_level(pieces[at], min(level, _DEEPEST))
        if fresh != pieces[at]:
            done[at] = fresh
            changes.append(Change("headings", fresh.page, (pieces[at],), (fresh,)))
    return done, changes


def _without_gaps(levels: dict[int, int]) -> dict[int, int]:
    """The levels with none left out between a heading and the one that it stands under; those of one level stay so."""
    made: dict[int, int] = {}
    above: list[tuple[int, int]] = []  # the headings that one stands under: the level they had, and have now
    for at, level in levels.items():
        while above and above[-1][0] >= level:
            above.pop()
        made[at] = min(level, above[-1][1] + 1) if above else level
        above.append((level, made[at]))
    return made


def _authors(pieces: Sequence[Piece]) -> list[int]:
    """Where names of authors stand as headings: between the title and the abstract (or the first numbered section)
    of a paper's first page, and at least two, in words that all begin with a capital."""
    first = [at for at, piece in enumerate(pieces) if piece.kind is Kind.HEADING and piece.page == pieces[0].page]
    ends = [at for at in first[1:] if _ABSTRACT.match(title_of(pieces[at])) or _depth(pieces[at])]
    if not ends:
        return []
    names = [at for at in first[1:] if at < ends[0] and _NAME.match(title_of(pieces[at]).strip("*"))]
    return names if len(names) > 1 else []


def title_of(piece: Piece) -> str:
    """A heading's text without its hashes (or its underline)."""
    first = piece.source.split("\n")[0]
    return _HASHES.sub("", first).strip().rstrip("#").strip()


def _has_title(found: Sequence[tuple[int, Piece]], depths: dict[int, int]) -> bool:
    """Whether the first heading is the document's title: without a number, on the first pages, and the
    only one of its level so high."""
    if not found or found[0][0] in depths:
        return False
    first = found[0][1]
    others = [piece.level for at, piece in found[1:] if at not in depths]
    return first.level == 1 and 1 not in others and len(found) > 1


def _shift(found: Sequence[tuple[int, Piece]], listed: dict[int, int], shift: int) -> int:
    """What is added to the outline's levels: its highest level is the highest below the title, unless
    the title is in the outline itself."""
    if not listed:
        return 0
    least = min(listed.values())
    if shift and found[0][0] in listed and listed[found[0][0]] == least:
        return 1 - least
    return 1 + shift - least


def _depth(piece: Piece) -> int:
    """How many parts a heading's number has; 0 without one. A single capital needs a point or parts ("A
    Survey" has no number)."""
    match = _NUMBER.match(title_of(piece).lstrip("*_"))
    if match is None:
        return 0
    parts = match[2].count(".") + 1
    if match[1].isalpha() and parts == 1 and not title_of(piece).lstrip("*_").startswith(f"{match[1]}."):
        return 0
    return 0 if match[1].isdigit() and int(match[1]) > 99 and parts == 1 else parts  # years, numbers


def _entry(piece: Piece, outline: Sequence[Entry]) -> Entry | None:
    text = _plain(title_of(piece))
    for entry in outline:
        if text and abs(entry.page - piece.page) <= NEAR and _matches(text, _plain(entry.title)):
            return entry
    return None


def _matches(text: str, title: str) -> bool:
    """Outlines leave numbers out or in."""
    return bool(title) and (text == title or text.lstrip("0123456789") == title.lstrip("0123456789") != "")


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _with_level(piece: Piece, level: int) -> Piece:
    if piece.level == level:
        return piece
    return replace(piece, level=level, source=f"{'#' * level} {title_of(piece)}")


def levels(pieces: Sequence[Piece]) -> Counter[int]:
    """How many headings there are of each level."""
    return Counter(piece.level for piece in pieces if piece.kind is Kind.HEADING)
