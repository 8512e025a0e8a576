# SPDX-License-Identifier: AGPL-3.0-or-later
"""Parts of pages as pages: the halves of double pages that were cut in two. A half is a page of the file and a region
of it; nothing is kept of it, so that cutting and joining cost nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.pages.geometry import check_page, clip_box, turn_box, turned_size
from engine.pages.reader import Figure, Pixels, Reader
from engine.protocol import Box, Note, OutlineItem, Word

LEAST_SHARE = 0.25
"""Of a figure: what a half shows less of belongs to the other half."""


@dataclass(frozen=True, slots=True)
class Place:
    """`region` of a page (from 0), in fractions of it after `turn` degrees."""

    page: int
    region: Box
    turn: int = 0


class Regions:
    """A document whose pages are places in another's; see reader.Reader. Raises FileError for a place that is not
    there."""

    title = ""
    author = ""
    outline: Sequence[OutlineItem] = ()
    labels: Sequence[str] = ()

    def __init__(self, reader: Reader, places: Sequence[Place]) -> None:
        for place in places:
            check_page(place.page, reader.pages)
        self._reader = reader
        self._places = places
        self.kind = reader.kind
        self.pages = len(places)
        self.sizes = [self._size(place) for place in places]
        pairs = zip(places, self.sizes, strict=True) if reader.sides else ()
        self.sides = [self._side(place, size) for place, size in pairs]

    def _size(self, place: Place) -> tuple[float, float]:
        width, height = turned_size(self._reader.sizes[place.page], place.turn)
        left, top, right, bottom = place.region
        return width * (right - left), height * (bottom - top)

    def _side(self, place: Place, size: tuple[float, float]) -> int:
        return max(1, round(self._reader.sides[place.page] * max(size) / max(self._reader.sizes[place.page])))

    @property
    def notes(self) -> Sequence[Note]:
        return self._reader.notes

    def render(self, page: int, pixels: int, turn: int = 0, region: Box | None = None) -> tuple[Pixels, Sequence[Note]]:
        place, whole, home = self._found(page, turn)
        return self._reader.render(place.page, pixels, whole, inner(home, region) if region else home)

    def words(self, page: int, turn: int = 0) -> list[Word]:
        """Those whose middle is in the region."""
        place, whole, home = self._found(page, turn)
        found = []
        for word in self._reader.words(place.page, whole):
            box = clip_box(relative(home, word.box)) if _middle_in(home, word.box) else None
            if box is not None:
                found.append(Word(text=word.text, box=box, confidence=word.confidence))
        return found

    def figures(self, page: int, turn: int = 0) -> list[Figure]:
        """What of the figures is in the region. One that takes nearly all of it is the page itself."""
        from engine.pages.figures import MOST_AREA

        place, whole, home = self._found(page, turn)
        found = []
        for figure in self._reader.figures(place.page, whole):
            seen = relative(home, figure.box)
            box = clip_box(seen)
            if box is not None and LEAST_SHARE * _area(seen) <= _area(box) <= MOST_AREA:
                found.append(Figure(box, figure.photo))
        return found

    def dpi(self, page: int, turn: int, box: Box) -> float:
        place, whole, home = self._found(page, turn)
        return self._reader.dpi(place.page, whole, inner(home, box))

    def close(self) -> None:
        self._reader.close()

    def _found(self, page: int, turn: int) -> tuple[Place, int, Box]:
        """The place, its turn in all, and its region as seen after that."""
        check_page(page, self.pages)
        place = self._places[page]
        return place, (place.turn + turn) % 360, turn_box(place.region, turn)


def seen(reader: Reader, page: int, turn: int, region: Box | None) -> tuple[Reader, int, int]:
    """A page as it is asked for: the reader that has it alone where only a region is wanted, with the page's number
    and turn there."""
    if region is None:
        return reader, page, turn
    return Regions(reader, [Place(page, region, turn)]), 0, 0


def inner(home: Box, box: Box) -> Box:
    """A box in fractions of `home` as fractions of what `home` is a part of."""
    left, top, right, bottom = home
    width, height = right - left, bottom - top
    return left + box[0] * width, top + box[1] * height, left + box[2] * width, top + box[3] * height


def relative(home: Box, box: Box) -> Box:
    """The other way round; what lies outside `home` is below 0 or above 1."""
    left, top, right, bottom = home
    width, height = right - left, bottom - top
    return (box[0] - left) / width, (box[1] - top) / height, (box[2] - left) / width, (box[3] - top) / height


def _middle_in(home: Box, box: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return home[0] <= x < home[2] and home[1] <= y <= home[3]


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
