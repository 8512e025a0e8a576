# SPDX-License-Identifier: AGPL-3.0-or-later
"""Footnotes as they are printed: a raised sign in the text, and the same before a paragraph at the foot of the page.

The built-in engine writes both as it finds them. Here they become marks and notes of Markdown where the page leaves no
doubt: the sign is raised behind a word once in its text, and once before a note. A number behind a unit or a letter
may be an exponent.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from app.core.assemble.footnotes import parts
from app.core.assemble.pieces import Change, Kind, Piece
from app.core.assemble.steps import Whole

_LABEL = r"\d{1,3}|[*∗†‡§¶#]{1,3}|(?:\\\*){1,3}|[a-z]"
_BEGINS = re.compile(rf"^<sup>({_LABEL})</sup>[ \t]*(?=\S)")
_NEXT = re.compile(r"\s<sup>(\d{1,3})</sup>[ \t]*(?=\S)")
_MARK = re.compile(rf"(?<=[^\s>])( ?)<sup>({_LABEL})</sup>")
_POWER = re.compile(r"(?:^|[\W\d_])(?:[^\W\d_]|[cdkm]m|μm|nm|ft|in|yd|mi|sq|kg|Hz|\d+)$|[=+×·^]\S*$")
"""What may be raised to a power."""
_TEXT = (Kind.PARAGRAPH, Kind.HEADING, Kind.LIST, Kind.QUOTE)


def begins_note(piece: Piece) -> bool:
    """Whether a paragraph has a raised sign before it, as a printed footnote does."""
    return piece.kind is Kind.PARAGRAPH and bool(_BEGINS.match(piece.source))


def printed_notes(pieces: Sequence[Piece], whole: Whole) -> tuple[list[Piece], list[Change]]:
    """The pieces with printed footnotes as those of Markdown, labelled as they are printed."""
    del whole
    done: list[Piece] = []
    changes: list[Change] = []
    for _, group in groupby(pieces, key=lambda piece: piece.page):
        page = list(group)
        made = _of_page(page) if any(begins_note(piece) for piece in page[-1:]) else [(piece,) for piece in page]
        for piece, after in zip(page, made, strict=True):
            done += after
            if after != (piece,):
                changes.append(Change("footnotes", piece.page, (piece,), after))
    return done, changes


def _of_page(page: Sequence[Piece]) -> list[tuple[Piece, ...]]:
    """What becomes of each piece of a page that ends with printed notes."""
    foot = len(page)
    while foot and (begins_note(page[foot - 1]) or page[foot - 1].kind is Kind.FOOTNOTE):
        foot -= 1
    text, below = page[:foot], page[foot:]
    seen = Counter(label for piece in text for label in _marks(piece))
    notes = [_split(piece, seen) if begins_note(piece) else [piece] for piece in below]
    labels = Counter(label for group in notes for piece in group if (label := _label(piece)))
    sure = {label for label, count in labels.items() if count == seen[label] == 1}
    return [(_marked(piece, sure),) for piece in text] + [
        tuple(_noted(piece, sure) for piece in group) for group in notes
    ]


def _label(piece: Piece) -> str:
    match = _BEGINS.match(piece.source) if begins_note(piece) else None
    return match[1] if match else ""


def _marks(piece: Piece) -> list[str]:
    if piece.kind not in _TEXT or "<sup>" not in piece.source:
        return []
    return [match[2] for code, part in parts(piece.source) if not code for match in _MARK.finditer(part)
            if _is_mark(match)]  # fmt: skip


def _is_mark(match: re.Match[str]) -> bool:
    return bool(match[1]) or not (match[2].isalnum() and _POWER.search(match.string[: match.start()]))


def _split(piece: Piece, seen: Counter[str]) -> list[Piece]:
    """A paragraph cut where the note of the next number begins in it, if the text has a mark for that."""
    source, number = piece.source, _label(piece)
    for match in _NEXT.finditer(source):
        if number.isdecimal() and int(match[1]) == int(number) + 1 and seen[match[1]] == 1:
            first, rest = source[: match.start()].rstrip(), source[match.start() :].lstrip()
            return [replace(piece, source=first), *_split(replace(piece, source=rest), seen)]
    return [piece]


def _marked(piece: Piece, sure: set[str]) -> Piece:
    """A piece of the text with its marks."""
    if sure.isdisjoint(_marks(piece)):
        return piece

    def mark(match: re.Match[str]) -> str:
        if match[2] not in sure or not _is_mark(match):
            return match[0]
        calls = match.string[: match.start()].endswith("!")  # with a bracket behind it, that would begin a picture
        return f"{' ' if calls else ''}[^{_plain(match[2])}]"

    return replace(piece, source="".join(part if code else _MARK.sub(mark, part) for code, part in parts(piece.source)))


def _noted(piece: Piece, sure: set[str]) -> Piece:
    """A paragraph at the foot as a note, its further lines set in."""
    label = _label(piece)
    if label not in sure:
        return piece
    text = _BEGINS.sub("", piece.source, count=1).replace("\n", "\n    ")
    return replace(piece, kind=Kind.FOOTNOTE, source=f"[^{_plain(label)}]: {text}")


def _plain(label: str) -> str:
    return label.replace("\\", "")
