# SPDX-License-Identifier: AGPL-3.0-or-later
"""A page's text with a place for every word, for formats that keep both: archives' XML and searchable PDFs.

The text is the page's present one; the places come from the words of the page (its text layer, or an OCR). A word
that has no counterpart there gets the room between its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.align.normal import HYPHENS, bits
from app.core.align.page import Page, around, read
from app.core.align.sequence import pair_up
from app.core.export.visible import visible
from engine.protocol import Box, Word

_LETTER = 0.5
"""Width of a letter as a share of its line's height, where nothing else tells it."""

_HEIGHT = 0.02
"""Height of a line as a share of the page's, where nothing tells it."""


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """`box` in fractions of the page; `sure` is false where only its neighbours are known. `whole` is the word that
    this is a part of, where the page divides it at the end of a line; `goes_on` says that the next part is there."""

    text: str
    box: Box
    sure: bool
    whole: str = ""
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class PlacedLine:
    box: Box
    words: tuple[PlacedWord, ...]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A top-level block of the Markdown; `element` is the name that it has in HTML."""

    element: str
    box: Box
    lines: tuple[PlacedLine, ...]


@dataclass(slots=True)
class _Spot:
    """A word on its way: what is shown, the line it is on (-1: not known), its box, and whether that was found."""

    text: str
    line: int = -1
    box: Box | None = None
    sure: bool = False
    whole: str = ""
    goes_on: bool = False


def placed(text: str, words: Sequence[Word]) -> tuple[PlacedBlock, ...]:
    """The blocks of a page in the order of the text. Every word that the text shows is in exactly one line, or divided
    over two where the page divides it. Never raises on any text or words."""
    blocks = visible(text)
    page = read(words)
    keys = [[[bit.key for bit in bits(word)] for word in block.words] for block in blocks]
    pairing = pair_up([key for block in keys for word in block for key in word], [word.key for word in page.words])
    partners = iter(pairing.there)
    spots = [
        [
            spot
            for word, word_keys in zip(block.words, block_keys, strict=True)
            for spot in _parts(word, _on_lines(page, [place for _ in word_keys for place in next(partners)]))
        ]
        for block, block_keys in zip(blocks, keys, strict=True)
    ]
    _fill(spots)
    return tuple(_block(block.element, found) for block, found in zip(blocks, spots, strict=True))


@dataclass(frozen=True, slots=True)
class _Part:
    """What of a word stands on one line: how many letters, and where."""

    line: int
    letters: int
    box: Box


def _on_lines(page: Page, places: Sequence[int]) -> list[_Part]:
    """One part for each line that these words of the page stand on."""
    found: dict[int, list[_Part]] = {}
    for place in places:
        word = page.words[place]
        for at, box in enumerate(word.boxes):
            given = page.given[word.words[min(at, len(word.words) - 1)]]
            whole = len(word.boxes) == 1 and len(word.key) >= len(given.text) - 2  # else its box is cut
            letters = len(given.text.rstrip(HYPHENS)) if len(word.boxes) > 1 else len(word.key)
            found.setdefault(word.line + at, []).append(_Part(word.line + at, letters, given.box if whole else box))
    return [
        _Part(line, sum(part.letters for part in parts), around([part.box for part in parts]))
        for line, parts in found.items()
    ]


def _parts(text: str, places: Sequence[_Part]) -> Iterator[_Spot]:
    """A word at one place, or divided over the lines that it stands on, by the letters there."""
    if not places:
        yield _Spot(text)
        return
    divided = len(places) > 1 and len(text) >= len(places)
    if not divided:
        yield _Spot(text, places[0].line, places[0].box, True)
        return
    start = 0
    for number, part in enumerate(places):
        last = number == len(places) - 1
        left = len(text) - (len(places) - 1 - number)  # a letter at least for each of the others
        end = len(text) if last else max(start + 1, min(left, start + part.letters))
        yield _Spot(text[start:end], part.line, part.box, True, text, not last)
        start = end


def _fill(blocks: Sequence[Sequence[_Spot]]) -> None:
    """Give those without a place the room between the neighbours of their block; a block without any place gets the
    room between the blocks around it."""
    for number, spots in enumerate(blocks):
        if any(spot.box for spot in spots):
            _fill_block(spots)
        elif spots:
            above = _edge(blocks[:number], last=True)
            below = _edge(blocks[number + 1 :], last=False)
            _spread(spots, above, below)


def _fill_block(spots: Sequence[_Spot]) -> None:
    at = 0
    while at < len(spots):
        if spots[at].box is not None:
            at += 1
            continue
        end = at
        while end < len(spots) and spots[end].box is None:
            end += 1
        before = spots[at - 1] if at else None
        after = spots[end] if end < len(spots) else None
        _between(spots[at:end], before, after)
        at = end


def _between(spots: Sequence[_Spot], before: _Spot | None, after: _Spot | None) -> None:
    """Words between two placed ones, one of which may be missing: side by side in the room that is there, by their
    lengths; where it has no width, as wide as such letters are."""
    near = before if before is not None and before.box is not None else after
    assert near is not None
    assert near.box is not None
    _, top, _, bottom = near.box
    letter = _LETTER * (bottom - top)
    length = sum(len(spot.text) + 1 for spot in spots)
    if near is before:
        left = near.box[2]
        right = left + letter * length
        if after is not None and after.line == near.line and after.box is not None and after.box[0] > left:
            right = min(right, after.box[0])
    else:
        right = near.box[0]
        left = right - letter * length
    left, right = max(0.0, min(left, 1.0)), max(0.0, min(right, 1.0))
    each = (right - left) / length
    at = left
    for spot in spots:
        spot.line, spot.box = near.line, (at, top, min(1.0, at + each * len(spot.text)), bottom)
        at += each * (len(spot.text) + 1)  # the white between words parts them for every reader


def _edge(blocks: Sequence[Sequence[_Spot]], *, last: bool) -> float:
    """The foot of the nearest placed block above, or the head of the nearest below."""
    for spots in reversed(blocks) if last else blocks:
        boxes = [spot.box for spot in spots if spot.box is not None and spot.line >= 0]
        if boxes:
            return max(box[3] for box in boxes) if last else min(box[1] for box in boxes)
    return 0.0 if last else 1.0


def _spread(spots: Sequence[_Spot], above: float, below: float) -> None:
    """A block of which nothing is known but what it stands between: its words on one line."""
    top, bottom = above, max(above + 0.001, min(below, above + _HEIGHT, 1.0))
    length = sum(len(spot.text) + 1 for spot in spots)
    at = 0
    for spot in spots:
        end = at + len(spot.text)
        spot.box = (at / length, top, end / length, bottom)
        at = end + 1


def _block(element: str, spots: Sequence[_Spot]) -> PlacedBlock:
    lines: list[tuple[int, list[PlacedWord]]] = []
    for spot in spots:
        assert spot.box is not None
        if not lines or lines[-1][0] != spot.line:
            lines.append((spot.line, []))
        lines[-1][1].append(PlacedWord(spot.text, spot.box, spot.sure, spot.whole, spot.goes_on))
    made = tuple(PlacedLine(around([word.box for word in words]), tuple(words)) for _, words in lines)
    return PlacedBlock(element, around([line.box for line in made]), made)
