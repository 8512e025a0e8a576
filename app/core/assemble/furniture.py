# SPDX-License-Identifier: AGPL-3.0-or-later
"""Running heads, running feet and page numbers, found by their repetition over the pages.

Most readings have none any more: the built-in engine and the model leave them out where they see
them. This is for the rest, and needs no picture: only the first and last pieces of pages are looked at. A running head
stands alone: how a letter begins and ends belongs to its text, though every page is a letter; and a year that heads
each page need not be its number. A heading that pages have in common runs only where the text runs on under it: a file
of invoices has "Invoice" above each, and each is a whole of its own.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import groupby, pairwise

from app.core.assemble.letters import begins_letter, ends_letter
from app.core.assemble.pieces import Change, Kind, Piece
from app.core.assemble.repeated import titles_of_pages
from app.core.assemble.steps import Whole

EDGE = 3
"""Pieces at each end of a page that are looked at."""
LENGTH = 120
"""Characters; a longer piece is text."""
WORDS = 5
"""Words of a mark at both ends of a page."""
LEAST = 3
"""Pages that must have the same line at the same end: twice may be chance."""

YEARS = range(1400, 2200)
"""What a number of four figures may mean besides a page."""
SHORT = 4
"""Words of a line that may end a letter."""

_MOST_COMPARED = 40
"""Pages of a document that may be copies of one sheet."""

_NUMBER = re.compile(
    r"^\W*(?:(?:page|seite|p\.|pg\.?|página|pagina|стр\.?|第)\s*)?(\d{1,4}|[ivxlc]{1,7})"
    r"(?:\s*(?:/|of|von|de|sur|из)\s*\d{1,4})?\s*[页頁]?\W*$",
    re.I,
)
_NUMBER_BESIDE = re.compile(r"^0 | 0$")
"""A page number in the shape of a line."""
_BARE = re.compile(r"^\W*\d{4}\W*$")
_DATE = re.compile(
    r"\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{4}-\d{1,2}-\d{1,2}\b|\d{4}年\d{1,2}月\d{1,2}日"
    r"|\b\d{1,2}\.?\s+(?:de\s+)?[^\W\d_]{3,}\.?\s+(?:de\s+)?\d{4}\b|\b[^\W\d_]{3,}\s+\d{1,2},\s+\d{4}\b"
)
_LEADS_ON = re.compile(r"[,;:،؛，、；：][*_]*$")
_FIGURES = re.compile(r"\d+|\b[ivxlc]+\b", re.I)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def furniture(pieces: Sequence[Piece], whole: Whole) -> tuple[list[Piece], list[Change]]:
    """The pieces without what repeats at the ends of pages. A heading that looks like the running
    head is kept where it stands first."""
    pages = [list(group) for _, group in groupby(pieces, key=lambda piece: piece.page)]
    if _copies(pages):
        return list(pieces), []
    letters = {page[0].page for page in pages if any(begins_letter(piece.source) for piece in _edge(page, 1))}
    gone = _at_one_end(pages, -1, letters)
    top = _at_one_end(pages, 1, letters)
    titles = titles_of_pages(pages, gone | top, whole)
    if titles:
        top = _at_one_end(pages, 1, letters, titles)
        if 2 * len(titles) > len(pages):  # what stands at their feet is each one's own as well
            gone = {id(piece) for page in pages for piece in page if id(piece) in gone and _NUMBER.match(piece.source)}
    gone |= top
    for page in pages:
        gone |= _at_both_ends(page)
    gone -= _all_there_is(pages, gone)
    kept = [piece for piece in pieces if id(piece) not in gone]
    changes = [Change("furniture", piece.page, (piece,)) for piece in pieces if id(piece) in gone]
    return kept, changes


def _copies(pages: Sequence[Sequence[Piece]]) -> bool:
    """Whether most pages say the same as another, as where one sheet was scanned again and again: what they have in
    common is then all there is to read."""
    if len(pages) < LEAST:
        return False
    texts = [frozenset(_shape(piece) for piece in page if len(piece.source) > LENGTH // 2) for page in pages]
    alike = sum(
        any(text and len(text & other) > len(text) / 2 for n, other in enumerate(texts) if n != at)
        for at, text in enumerate(texts)
    ) if len(texts) <= _MOST_COMPARED else 0  # fmt: skip
    return alike > len(pages) / 2


def _at_both_ends(page: Sequence[Piece]) -> set[int]:
    """A line in capitals that stands first and last on one page, as marks of secrecy do."""
    if len(page) < LEAST + 2 or _unnumbered(page[0]) != _unnumbered(page[-1]):
        return set()
    marks = [piece for end in (1, -1) for piece in list(_edge(page, end))[:1]]
    loud = all(piece.source.isupper() and len(piece.source.split()) <= WORDS for piece in marks)
    return {id(piece) for piece in marks} if len(marks) == 2 and loud else set()


def _unnumbered(piece: Piece) -> str:
    """What a line says without a page number before or behind it."""
    return _NUMBER_BESIDE.sub("", _shape(piece))


def _at_one_end(
    pages: Sequence[Sequence[Piece]], end: int, letters: Set[int], titles: Set[int] = frozenset()
) -> set[int]:
    """What is to go at one end of the pages, of which `letters` are letters. Nothing from a title on."""
    edges = [list(_edge(page, end)) for page in pages]
    count = 1 + max((page[0].page for page in pages), default=0)
    seen: dict[str, list[Piece]] = defaultdict(list)
    for edge in edges:
        for shape, piece in {_shape(piece): piece for piece in reversed(edge)}.items():
            seen[shape].append(piece)
    running = {
        shape for shape, found in seen.items()
        if shape and len(found) >= LEAST and _runs(found, count) and not _belongs(found, end, letters)
    }  # fmt: skip
    beside = {
        piece.page for edge in edges for piece in edge if _shape(piece) in running and not _NUMBER.match(piece.source)
    }
    alone = {id(page[0]) for page in pages if len(page) == 1}  # else a number in larger type is a chapter's
    written = [piece for edge in edges for piece in edge if piece.kind is Kind.PARAGRAPH or id(piece) in alone]
    numbers = _counting(written, count, beside)
    headed = {shape: _first_heading(seen[shape]) for shape in running}
    gone: set[int] = set()
    for edge in edges:
        taken: set[str] = set()
        for piece in edge:
            shape = _shape(piece)
            if id(piece) in titles:
                break
            if id(piece) not in numbers and (shape not in running or shape in taken or piece is headed[shape]):
                break
            taken.add(shape)
            gone.add(id(piece))
    return gone


def _edge(page: Sequence[Piece], end: int) -> Iterator[Piece]:
    """Pieces from one end of a page inwards that may be furniture."""
    inwards = page[:EDGE] if end > 0 else page[::-1][:EDGE]
    for piece in inwards:
        short = len(piece.source) <= LENGTH and "\n" not in piece.source
        if not short or piece.kind not in (Kind.PARAGRAPH, Kind.HEADING):
            return
        yield piece


def _all_there_is(pages: Sequence[Sequence[Piece]], gone: Set[int]) -> set[int]:
    """Of the pieces that are to go, those that are no furniture: lines that leave most of their pages with
    nothing are the text. A number alone on a page is still its number."""
    seen: dict[str, list[Piece]] = defaultdict(list)
    emptied = {page[0].page for page in pages if all(id(piece) in gone for piece in page)}
    for piece in (piece for page in pages for piece in page if id(piece) in gone):
        if not _NUMBER.match(piece.source):
            seen[_shape(piece)].append(piece)
    return {
        id(piece)
        for found in seen.values()
        if 2 * sum(piece.page in emptied for piece in found) >= len(found)
        for piece in found
    }


def _belongs(found: Sequence[Piece], end: int, letters: Set[int]) -> bool:
    """Whether a line that several pages have belongs to the text at that end of them: it leads on to it, or begins or
    ends a letter."""
    text = found[0].source.strip("# ")
    if any(_LEADS_ON.search(piece.source) for piece in found):
        return True
    if end > 0:
        return begins_letter(text)
    if ends_letter(text):
        return True
    as_letters = sum(piece.page in letters for piece in found)
    return as_letters > len(found) / 2 and len(text.split()) <= SHORT and not _FIGURES.search(text)


def _runs(found: Sequence[Piece], count: int) -> bool:
    """Whether equal shapes are one running line and not, say, numbered headings: what differs between
    them may only be figures that grow with the pages, of which there are `count`, and are no years."""
    texts = {piece.source.strip("# ") for piece in found}
    if len(texts) == 1:
        return True
    if any(piece.kind is Kind.HEADING or piece.source.endswith((".", "!", "?", ":")) for piece in found):
        return False
    if len({_DATE.sub("", text) for text in texts}) == 1:
        return False  # a page a day
    steps = [(b.page - a.page, _values(a), _values(b)) for a, b in pairwise(found)]
    return all(
        len(before) == len(after)
        and all(
            y == x or (y - x == apart and not _is_year(x, found[0].page, count))
            for x, y in zip(before, after, strict=True)
        )
        for apart, before, after in steps
    )


def _is_year(value: int, page: int, count: int) -> bool:
    """Whether a number on a page may be a year: no page of this document has so high a number."""
    return value in YEARS and value - page >= count


def _values(piece: Piece) -> list[int]:
    return [_value(text) for text in _FIGURES.findall(piece.source)]


def _counting(found: Sequence[Piece], count: int, beside: Set[int]) -> set[int]:
    """Page numbers: alone in their piece, and as far from each other as their pages are. What may be a year is one
    only on pages (`beside`) that have a running line as well."""
    offsets: dict[int, list[Piece]] = defaultdict(list)
    for piece in found:
        match = _NUMBER.match(piece.source)
        if match is None:
            continue
        value = _value(match[1])
        if not _BARE.match(piece.source) or piece.page in beside or not _is_year(value, piece.page, count):
            offsets[value - piece.page].append(piece)
    return {
        id(piece) for pieces in offsets.values() if len({piece.page for piece in pieces}) >= LEAST for piece in pieces
    }


def _first_heading(found: Sequence[Piece]) -> Piece | None:
    """The one heading that stays: the first, where it stands before or among lines that repeat it."""
    headings = [piece for piece in found if piece.kind is Kind.HEADING]
    return headings[0] if headings else None


def _shape(piece: Piece) -> str:
    text = _FIGURES.sub("0", piece.source.casefold())
    return re.sub(r"[\W_]+", " ", text).strip()


def _value(text: str) -> int:
    if text.isdigit():
        return int(text)
    values = [_ROMAN[letter] for letter in text.lower() if letter in _ROMAN]
    total = Counter[str]()
    for value, after in zip(values, [*values[1:], 0], strict=True):
        total["all"] += -value if value < after else value
    return total["all"]
