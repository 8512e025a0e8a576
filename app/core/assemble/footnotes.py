# SPDX-License-Identifier: AGPL-3.0-or-later
"""Footnotes numbered through the document, and placed behind the text that they are notes to.

Each page numbers its notes anew, so that two pages may both have a `[^1]`; in one file the second would be
lost. Notes that are printed on a later page, as endnotes are, belong to the one mark before them that has
no note on its own page; where several could be meant, none is. A note that nothing refers to would not be shown at
all: it becomes a paragraph.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from app.core.assemble.pieces import Change, Kind, Piece
from app.core.assemble.steps import Whole
from app.core.markup.inline import stretches

_MARK = re.compile(r"(?<!\\)\[\^([^\]\s]+)\](?!:)")
_NOTE = re.compile(r"^\[\^([^\]\s]+)\]:[ \t]*")


def footnotes(pieces: Sequence[Piece], whole: Whole) -> tuple[list[Piece], list[Change]]:
    """The pieces with marks and notes numbered from 1 in the order of the marks. Each note comes behind the piece with
    its first mark, and is of the same page."""
    del whole
    notes = {key: piece for piece in pieces if piece.kind is Kind.FOOTNOTE and (key := _key(piece))}
    if not notes:
        return list(pieces), []
    later = _later(pieces, notes)
    numbers: dict[tuple[int, str], int] = {}
    behind: dict[int, list[int]] = {}  # by the `id` of a piece, the numbers of the notes that it marks first
    text: list[Piece] = []
    changes: list[Change] = []
    for piece in pieces:
        if piece.kind is Kind.FOOTNOTE and notes.get(_key(piece) or (-1, "")) is piece:
            continue
        known = len(numbers)
        fresh = replace(piece, source=_renumbered(piece, notes, later, numbers))
        behind[id(fresh)] = list(range(known + 1, len(numbers) + 1))
        text.append(fresh)
        if fresh != piece:
            changes.append(Change("footnotes", piece.page, (piece,), (fresh,)))
    for key, piece in notes.items():
        if key not in numbers:
            fresh = replace(
                piece, kind=Kind.PARAGRAPH, source=_NOTE.sub(f"<sup>{key[1]}</sup> ", piece.source, count=1)
            )
            text = _put_back(text, fresh)
            changes.append(Change("footnotes", piece.page, (piece,), (fresh,)))
    keys = {number: key for key, number in numbers.items()}
    done: list[Piece] = []
    for piece in text:
        done.append(piece)
        for number in behind.get(id(piece), ()):
            note = notes[keys[number]]
            fresh = replace(note, source=_NOTE.sub(f"[^{number}]: ", note.source, count=1), page=piece.page)
            done.append(fresh)
            changes.append(Change("footnotes", note.page, (note,), (fresh,)))
    return done, changes


def _key(piece: Piece) -> tuple[int, str] | None:
    """A note by its page and its label: labels hold on their page only."""
    match = _NOTE.match(piece.source)
    return (piece.page, match[1]) if match else None


def _later(pieces: Sequence[Piece], notes: Mapping[tuple[int, str], Piece]) -> dict[tuple[int, str], tuple[int, str]]:
    """By the `id` of a piece and the label of a mark in it, the note on a later page that is meant."""
    marked: set[tuple[int, str]] = set()  # page and label
    waiting: dict[str, list[Piece]] = defaultdict(list)  # by label, a piece for each mark without a note on its pages
    for piece in pieces:
        if piece.kind is Kind.FOOTNOTE and notes.get(_key(piece) or (-1, "")) is piece:
            continue
        for label in _labels(piece):
            keys = {(page, label) for page in range(piece.page, piece.ends_on + 1)}
            marked |= keys
            if keys.isdisjoint(notes):
                waiting[label].append(piece)
    found: dict[tuple[int, str], tuple[int, str]] = {}
    for key in sorted(notes.keys() - marked):
        before = [piece for piece in waiting[key[1]] if piece.ends_on < key[0]]
        if len(before) == 1:
            found[id(before[0]), key[1]] = key
            waiting[key[1]].remove(before[0])
    return found


def _labels(piece: Piece) -> list[str]:
    if piece.kind in (Kind.CODE, Kind.FORMULA) or "[^" not in piece.source:
        return []
    return [label for code, part in parts(piece.source) if not code for label in _MARK.findall(part)]


def _renumbered(
    piece: Piece,
    notes: Mapping[tuple[int, str], Piece],
    later: Mapping[tuple[int, str], tuple[int, str]],
    numbers: dict[tuple[int, str], int],
) -> str:
    if piece.kind in (Kind.CODE, Kind.FORMULA) or "[^" not in piece.source:
        return piece.source

    def number(match: re.Match[str]) -> str:
        for page in range(piece.page, piece.ends_on + 1):
            key = (page, match[1])
            if key in notes and (key not in taken or page == piece.ends_on):
                taken.add(key)
                return f"[^{numbers.setdefault(key, len(numbers) + 1)}]"
        if (on := later.get((id(piece), match[1]))) is not None:
            return f"[^{numbers.setdefault(on, len(numbers) + 1)}]"
        if match[1].isdecimal() and int(match[1]) <= len(notes):
            return f"[\\^{match[1]}]"  # another note may get this number: the sign is only shown
        return match[0]

    taken: set[tuple[int, str]] = set()
    return "".join(part if code else _MARK.sub(number, part) for code, part in parts(piece.source))


def parts(source: str) -> Iterator[tuple[bool, str]]:
    """Stretches of the source, and whether they are code or a formula."""
    at = 0
    for found in stretches(source):
        yield False, source[at : found.start]
        yield True, source[found.start : found.end]
        at = found.end
    yield False, source[at:]


def _put_back(text: list[Piece], piece: Piece) -> list[Piece]:
    """A note without a mark stands at the end of its page."""
    at = max((at for at, other in enumerate(text) if other.page <= piece.page), default=-1)
    return [*text[: at + 1], piece, *text[at + 1 :]]
