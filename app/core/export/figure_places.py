# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where in the text a figure stands: at its caption, else behind what stands above it on the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.core.align.normal import bits
from app.core.align.page import around, read
from app.core.align.sequence import pair_up
from app.core.assemble.pieces import Kind, Piece
from app.core.export.figure_labels import KINDS, MOST_WORDS, Candidate, labels
from app.core.export.figures import stand_in
from app.core.export.snapshot import Figure
from app.core.export.visible import visible
from app.core.figure_boxes import inside
from engine.protocol import Box, Word

NEAR = 0.08
"""How far a caption may be from its figure, as a share of the page's height."""

FOUND = 0.4
"""Share of a piece's words that must be on the page for the piece to have a place."""

MOST_ALT = 300
"""Characters of an alternative text at most."""

_CAPTION = re.compile(
    r"(?:fig(?:ure|ura|\.)?|abb(?:ildung|\.)?|рис(?:унок|\.)?|图|圖|図|plate|photo(?:graph)?|scheme|chart|diagram|map"
    r"|tafel|illustration|bild|exhibit|lámina|tavola)\s*\.?\s*[\dIVXLA-Z]",
    re.I,
)
_ESCAPED = r"\\\1"
_SPECIAL = re.compile(r"([\\\[\]*_`<>$|~&])")


_WITHIN = 0.8
"""Share of a piece inside of the figure from which on it is a label there, and no text that the figure follows."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A piece, its words, and where it stands on the page of the figure."""

    index: int
    text: str
    box: Box | None


def placed_in(
    pieces: Sequence[Piece],
    figures: Sequence[Figure],
    words: Callable[[int], Sequence[Word]] | None,
    has_labels: Callable[[int], bool] = lambda page: False,
) -> list[Piece]:
    """The pieces with the figures among them. `words` gives the words of a page; without any a figure stands at the
    end of its page. Of a page that `has_labels`, with a text which took the words within figures for paragraphs, those
    are left out: the figure shows them."""
    gone: set[int] = set()
    before: dict[int, list[Piece]] = {}
    pages: dict[int, list[Figure]] = {}
    for figure in figures:
        pages.setdefault(figure.page, []).append(figure)
    for page, on_page in pages.items():
        known = words(page) if words is not None else ()
        spots = _spots(pieces, page, known)
        if has_labels(page):
            own = labels(_candidates(spots, pieces), [figure.box for figure in on_page], known)
            spots = [spot for spot in spots if spot.index not in own]
            gone |= own
        for figure in on_page:
            index, alt, printed = _place(figure, spots, _end_of(pieces, page))
            before.setdefault(index, []).append(_piece(figure, alt, "" if printed else figure.caption))
    placed: list[Piece] = []
    for index, piece in enumerate(pieces):
        placed += before.pop(index, [])
        if index not in gone:
            placed.append(piece)
    for index in sorted(before):
        placed += before[index]
    return placed


def _candidates(spots: Sequence[_Spot], pieces: Sequence[Piece]) -> list[Candidate]:
    """Those that are short, wholly on this page, and no captions."""
    return [
        Candidate(spot.index, spot.text, spot.box)
        for spot in spots
        if pieces[spot.index].kind in KINDS
        and pieces[spot.index].page == pieces[spot.index].ends_on
        and len(spot.text.split()) <= MOST_WORDS
        and not _CAPTION.match(spot.text)
    ]


def _piece(figure: Figure, alt: str, caption: str) -> Piece:
    """`caption` is what the user wrote, if the page does not have it."""
    shown = " ".join(alt.split())[:MOST_ALT] or f"Figure on page {figure.page + 1}"
    alternative = _SPECIAL.sub(_ESCAPED, shown)
    below = f"\n\n*{_SPECIAL.sub(_ESCAPED, caption)}*" if caption else ""
    return Piece(Kind.FIGURE, f"![{alternative}]({stand_in(figure)}){below}", figure.page)


def _end_of(pieces: Sequence[Piece], page: int) -> int:
    """Before which piece the page ends."""
    return next((index for index, piece in enumerate(pieces) if piece.page > page), len(pieces))


def _spots(pieces: Sequence[Piece], page: int, words: Sequence[Word]) -> list[_Spot]:
    own = [index for index, piece in enumerate(pieces) if piece.page <= page <= piece.ends_on]
    shown = [[word for block in visible(pieces[index].source) for word in block.words] for index in own]
    keys = [[bit.key for word in text for bit in bits(word)] for text in shown]
    there = read(words)
    pairing = pair_up([key for piece in keys for key in piece], [word.key for word in there.words])
    at = 0
    spots = []
    for index, text, piece_keys in zip(own, shown, keys, strict=True):
        places = [place for found in pairing.there[at : at + len(piece_keys)] for place in found]
        at += len(piece_keys)
        boxes = [box for place in places for box in there.words[place].boxes]
        sure = len(places) >= FOUND * max(1, len(piece_keys)) or (pieces[index].page != pieces[index].ends_on and boxes)
        spots.append(_Spot(index, " ".join(text), around(boxes) if boxes and sure else None))
    return spots


def _place(figure: Figure, spots: Sequence[_Spot], end: int) -> tuple[int, str, bool]:
    """Before which piece, what it shows in words (its caption, where it has one), and whether the pieces have that
    caption."""
    box = figure.box
    own = next((spot for spot in spots if figure.caption and _is_caption(figure.caption, spot.text)), None)
    if own is not None:
        below = own.box is None or own.box[1] + own.box[3] > box[1] + box[3]
        return own.index if below else own.index + 1, figure.caption, True
    captions = [
        (gap, spot)
        for spot in spots
        if spot.box is not None and _CAPTION.match(spot.text) and _beside(box, spot.box)
        and (gap := max(spot.box[1] - box[3], box[1] - spot.box[3])) <= NEAR
    ]  # fmt: skip
    if captions:
        _, spot = min(captions, key=lambda one: one[0])
        assert spot.box is not None
        below = spot.box[1] + spot.box[3] > box[1] + box[3]
        return spot.index if below else spot.index + 1, figure.caption or spot.text, not figure.caption
    middle = (box[1] + box[3]) / 2
    spots = [spot for spot in spots if spot.box is None or inside(spot.box, box) < _WITHIN]
    above = [s for s in spots if s.box is not None and (s.box[1] + s.box[3]) / 2 < middle and _beside(box, s.box)]
    if above:
        return max(spot.index for spot in above) + 1, figure.caption, False
    others = [s for s in spots if s.box is not None and _beside(box, s.box)] or [s for s in spots if s.box is not None]
    return min(spot.index for spot in others) if others else end, figure.caption, False


def _is_caption(caption: str, text: str) -> bool:
    """Whether a piece begins with what the user wrote, but for spaces, signs and letters large or small."""
    words = [bit.key for bit in bits(caption)]
    return bool(words) and [bit.key for bit in bits(text)][: len(words)] == words


def _beside(one: Box, other: Box) -> bool:
    """Whether they are in one column."""
    overlap = min(one[2], other[2]) - max(one[0], other[0])
    return overlap > 0.3 * min(one[2] - one[0], other[2] - other[0])
