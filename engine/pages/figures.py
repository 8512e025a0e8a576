# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where the figures of a PDF's page are: pictures, and drawings of lines and curves. Rulings, the grids of tables,
backgrounds, and pages that are one picture are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

import pymupdf

from engine.pages.geometry import clip_box
from engine.pages.reader import Figure
from engine.protocol import Box

LEAST_SIDE = 0.05
"""Of the page: what is narrower or lower is an ornament or a logo at most."""

LEAST_AREA = 0.008
MOST_AREA = 0.8
"""What covers more of the page is the page."""

TOUCH = 0.012
"""Parts that are no farther apart, as a share of the page, are one figure: pictures come in strips, drawings in
hundreds of lines."""

WORDY = 0.35
"""What is covered with words to so large a share is text with something behind it."""

MANY = 20_000
"""Drawn parts of a page at most that are looked at: maps have more, and take minutes."""

SLANTED = 0.15
"""Share of slanted or curved parts from which on a group of lines is a drawing and no grid."""

BARS = 4
"""Filled boxes that make a chart of bars, where hardly a word is among them."""


BUSY = 100
"""Parts of a drawing that may be upright lines and boxes alone: where hardly a word is among them, and they have SHAPES
different sizes (the lines of a table have few), or ARROWS of them are slanted."""

SHAPES = 40
ARROWS = 8

AXIS = 0.03
"""Of the page: so far from a drawing stand the numbers of its axes at most."""

TICKS = 3
"""Numbers in a row that make an axis."""

_NUMBER = re.compile(r"[-−–+]?[\d.,]*\d[%‰°kKM]?")

SHARE = 0.2
"""Of a cutting: a picture that takes less of it does not say how fine the cutting is."""


@dataclass(slots=True)
class _Group:
    """Parts that belong together. `slanted` of `parts` are curves or slanted lines, `bars` filled boxes; `shapes`
    are the different sizes of the parts, until there are SHAPES."""

    box: Box
    photos: int = 0
    parts: int = 0
    slanted: int = 0
    bars: int = 0
    shapes: frozenset[tuple[int, int]] = frozenset()

    def with_(self, other: _Group) -> _Group:
        return _Group(
            _around(self.box, other.box), self.photos + other.photos, self.parts + other.parts,
            self.slanted + other.slanted, self.bars + other.bars,
            self.shapes if len(self.shapes) >= SHAPES else self.shapes | other.shapes,
        )  # fmt: skip


def figures(page: pymupdf.Page) -> list[Figure]:
    """From top to bottom, in fractions of the page as the file shows it. Takes less than a millisecond on a page of
    text, a few milliseconds to a few tenths of a second where something is drawn."""
    # words only make fewer figures, and to place those of a page takes most of the time
    groups = [group for group in _joined([*_pictures(page), *_drawings(page)]) if _is_figure(group, ())]
    if not groups:
        return []
    told = [(box, text) for *corners, text, _, _, _ in page.get_text("words") if (box := _shown(page, corners))]
    words = [box for box, _ in told]
    numbers = [box for box, text in told if _NUMBER.fullmatch(text)]
    found = [_figure(group, words, numbers) for group in groups if _is_figure(group, words)]
    return sorted(found, key=lambda one: (one.box[1], one.box[0]))


def dpi(page: pymupdf.Page, box: Box) -> float:
    """Dots an inch of the finest picture that takes a good part of `box` (fractions of the page as the file shows it);
    0 where there is none."""
    finest = 0.0
    for image in page.get_image_info():
        place = _shown(page, image["bbox"])
        common = _common(box, place) if place else None
        if common is None or _area(common) < SHARE * _area(box):
            continue
        a, b, c, d, *_ = image["transform"]
        across, down = hypot(a, b), hypot(c, d)
        if across > 0 and down > 0:
            finest = max(finest, min(image["width"] / across, image["height"] / down) * 72)
    return finest


def _pictures(page: pymupdf.Page) -> Iterable[_Group]:
    for image in page.get_image_info():
        box = _shown(page, image["bbox"])
        if box and _area(box) <= MOST_AREA:
            yield _Group(box, photos=1)


def _drawings(page: pymupdf.Page) -> Iterable[_Group]:
    """Each path with what it is made of; hair lines from side to side are rulings of the page."""
    paths = page.get_cdrawings(extended=True)
    if len(paths) > MANY:
        return
    clips: list[tuple[int, Any]] = []  # each with its level: it is for what is drawn on higher ones
    for path in paths:
        while clips and clips[-1][0] >= path["level"]:
            clips.pop()
        if path["type"] == "clip":
            clips.append((path["level"], path["scissor"]))
        if path["type"] in ("clip", "group"):
            continue
        box = _seen(page, path["rect"], clips)
        if box is None or _area(box) > MOST_AREA:
            continue
        items = path["items"]
        slanted = sum(_is_slanted(item) for item in items)
        bar = path.get("fill") is not None and all(item[0] == "re" for item in items) and _is_wide(box)
        yield _Group(box, parts=len(items), slanted=slanted, bars=int(bar), shapes=frozenset([_shape(box)]))


def _seen(page: pymupdf.Page, corners: Sequence[float], clips: Sequence[tuple[int, Any]]) -> Box | None:
    """What of a path is not clipped away: the bars of a chart may go on far below its axis."""
    box = _shown(page, corners)
    for _, scissor in clips:
        edge = _shown(page, scissor)
        box = _common(box, edge) if box is not None and edge is not None else None
    return box


def _shape(box: Box) -> tuple[int, int]:
    """Width and height in thousandths of the page."""
    return round((box[2] - box[0]) * 1000), round((box[3] - box[1]) * 1000)


def _is_slanted(item: Any) -> bool:
    if item[0] == "c":
        return True
    if item[0] != "l":
        return False
    (x0, y0), (x1, y1) = item[1], item[2]
    return bool(abs(x0 - x1) > 1 and abs(y0 - y1) > 1)


def _is_wide(box: Box) -> bool:
    """Neither a line nor a point."""
    return box[2] - box[0] > 0.004 and box[3] - box[1] > 0.004


def _is_figure(group: _Group, words: Sequence[Box]) -> bool:
    left, top, right, bottom = group.box
    if right - left < LEAST_SIDE or bottom - top < LEAST_SIDE or not LEAST_AREA <= _area(group.box) <= MOST_AREA:
        return False
    covered = sum(_area(cut) for word in words if (cut := _common(group.box, word))) / _area(group.box)
    if covered > WORDY:
        return False
    if group.photos:
        return True
    few_words = covered < WORDY / 3
    if few_words and group.parts >= BUSY and (len(group.shapes) >= SHAPES or group.slanted >= ARROWS):
        return True
    return group.slanted >= max(3, SLANTED * group.parts) or (group.bars >= BARS and few_words)


def _joined(groups: Iterable[_Group]) -> list[_Group]:
    """Groups that touch each other as one, until none does. Swept from left to right; each join begins anew."""
    rest = sorted(groups, key=lambda group: group.box[0])
    while True:
        joined: list[_Group] = []
        open_: list[_Group] = []
        for group in rest:
            while True:
                near = next((other for other in open_ if _touch(other.box, group.box)), None)
                if near is None:
                    break
                open_.remove(near)
                group = near.with_(group)
            ended = [other for other in open_ if other.box[2] + TOUCH < group.box[0]]
            joined += ended
            open_ = [other for other in open_ if other.box[2] + TOUCH >= group.box[0]]
            open_.append(group)
        joined += open_
        if len(joined) == len(rest):
            return joined
        rest = sorted(joined, key=lambda group: group.box[0])


def _figure(group: _Group, words: Sequence[Box], numbers: Sequence[Box]) -> Figure:
    box = group.box if not group.parts else _with_axes(group.box, numbers)
    return Figure(_with_labels(box, words), not group.parts)


def _with_axes(box: Box, numbers: Sequence[Box]) -> Box:
    """The box with the rows of numbers that stand along its sides."""
    left, top, right, bottom = box
    for side in (
        (left - AXIS, top - TOUCH, left, bottom + TOUCH), (right, top - TOUCH, right + AXIS, bottom + TOUCH),
        (left - TOUCH, bottom, right + TOUCH, bottom + AXIS), (left - TOUCH, top - AXIS, right + TOUCH, top),
    ):  # fmt: skip
        row = [number for number in numbers if _holds(side, ((number[0] + number[2]) / 2, (number[1] + number[3]) / 2))]
        if len(row) >= TICKS:
            for number in row:
                box = _around(box, number)
    return box


def _holds(box: Box, point: tuple[float, float]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _with_labels(box: Box, words: Sequence[Box]) -> Box:
    """The box with the words that it cuts, and a little margin."""
    for word in words:
        cut = _common(box, word)
        if cut is not None and _area(cut) < _area(word):
            box = _around(box, word)
    left, top, right, bottom = box
    return max(0.0, left - 0.004), max(0.0, top - 0.003), min(1.0, right + 0.004), min(1.0, bottom + 0.003)


def _shown(page: pymupdf.Page, corners: Sequence[float]) -> Box | None:
    """In fractions of the page as it is shown; None for what lies beyond its edges or has no extent at all."""
    left, top, right, bottom = pymupdf.Rect(corners).normalize() * page.rotation_matrix
    width, height = page.rect.width, page.rect.height
    hair = 0.25  # points: a line has an extent, too
    place = ((left - hair) / width, (top - hair) / height, (right + hair) / width, (bottom + hair) / height)
    return clip_box(place)


def _touch(one: Box, other: Box) -> bool:
    return (
        one[0] - TOUCH <= other[2] and other[0] - TOUCH <= one[2]
        and one[1] - TOUCH <= other[3] and other[1] - TOUCH <= one[3]
    )  # fmt: skip


def _common(one: Box, other: Box) -> Box | None:
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _around(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
