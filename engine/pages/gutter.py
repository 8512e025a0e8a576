# SPDX-License-Identifier: AGPL-3.0-or-later
"""Whether a page looks like two pages of a book side by side, and where they meet.

What speaks for it: a band near the middle that stays free of ink from top to bottom, slanted as a scan may be, with
lines of text on both sides of it; or the fold, which is darker than the paper from edge to edge. What speaks against
it: a title, a table or a figure across the middle, bands elsewhere that are as wide (columns, tables), text as large
as on a slide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np

from engine.pages.geometry import check_page, turned_size

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.pages.reader import Pixels, Reader

Grey: TypeAlias = "NDArray[np.float32]"
Mask: TypeAlias = "NDArray[np.bool_]"
Value = TypeVar("Value", bound=np.generic)

NARROWEST, WIDEST = 1.15, 2.1
"""Width to height of a page that may be two: each of them is higher than wide."""

SIDE = 800
"""Pixels of the long side of the picture that is looked at."""

BAND = (0.35, 0.65)
"""Where the gutter is looked for."""

SLANTS = np.tan(np.radians(np.arange(-3.0, 3.01, 0.5)))

BORDER, DARK, BORDERED = 0.12, 0.4, 0.3
"""A row or column that is so dark over such a share of it, this near to the edge, is not of the page."""

RIM = 4
"""Rows or columns in which the border becomes the page."""

SPECKS = 0.015
"""Share of its height that may be ink in a column that counts as free: dust, and marks that do not belong to text."""

LEAST_GUTTER = 0.03
"""Width of the free band, as a share of the page's, where no fold is seen."""

LEAST_LINES, FEWEST_LINES = 14, 4
"""Lines of text on the fuller side and on the other one."""

LARGE = 0.02
"""Height of a line, as a share of the page's, from which on few lines are those of a slide."""

FOLD = 0.05
"""By how much of the paper's brightness the fold is darker than what is beside it."""

CROSSING, CROSSED = 8, 0.5
"""Rows in which ink over so much of the band's width is something that goes across."""

RIVAL = 0.62
"""Another free band inside the text that is so wide, measured by the gutter, makes the page one of columns."""


@dataclass(frozen=True, slots=True)
class Gutter:
    """`at` is 0..1 of the page's width, None where it is one page; `confidence` is 0..1; `empty` says that there is too
    little on the page to tell (then `at` is the fold, if one is seen)."""

    at: float | None = None
    confidence: float = 0.0
    empty: bool = False


NONE = Gutter()


@dataclass(frozen=True, slots=True)
class _Band:
    """Columns `left` to `right` that are free along a line of this slant."""

    left: int
    right: int
    slant: float

    @property
    def width(self) -> int:
        return self.right - self.left


@dataclass(frozen=True, slots=True)
class _Side:
    """The text on one side: its columns `left` to `right`, its lines, the widest free band inside it in columns, and
    how high its lines are in rows."""

    left: int
    right: int
    lines: int
    rival: int
    height: float

    @property
    def width(self) -> int:
        return self.right - self.left


def gutter(reader: Reader, page: int, turn: int = 0) -> Gutter:
    """Raises FileError where the page cannot be drawn."""
    check_page(page, reader.pages)
    width, height = turned_size(reader.sizes[page], turn)
    if not NARROWEST <= width / height <= WIDEST:
        return NONE
    pixels, _ = reader.render(page, SIDE, turn)
    return find(pixels)


def find(pixels: Pixels) -> Gutter:
    """The same of a picture."""
    high, wide, _ = pixels.shape
    if not NARROWEST <= wide / high <= WIDEST or high < 100:
        return NONE
    whole = np.asarray(pixels @ np.array([0.299, 0.587, 0.114]), dtype=np.float32)
    left, grey = _without_border(whole)
    found = _found(grey)
    if found.at is None:
        return found
    return Gutter((left + found.at * grey.shape[1]) / wide, found.confidence, found.empty)


def _without_border(grey: Grey) -> tuple[int, Grey]:
    """Without the dark border that a scanner leaves around a book; how many columns of it are on the left."""
    dark = grey < DARK * float(np.percentile(grey, 90))
    top, bottom = _edges(dark.mean(axis=1))
    left, right = _edges(dark[top:bottom].mean(axis=0))
    return left, grey[top:bottom, left:right]


def _edges(shares: NDArray[np.float64]) -> tuple[int, int]:
    """Where the border ends at the beginning and begins at the end, no farther in than BORDER."""
    most = round(BORDER * len(shares))
    before, behind = shares[:most] > BORDERED, shares[::-1][:most] > BORDERED
    first = int(np.flatnonzero(before)[-1]) + RIM if before.any() else 0
    last = int(np.flatnonzero(behind)[-1]) + RIM if behind.any() else 0
    return first, len(shares) - last


def _found(grey: Grey) -> Gutter:
    wide = grey.shape[1]
    light = grey / _paper(grey)
    fold = _fold(light)
    if fold is not None:
        light = _lit(light, fold)
    ink = _ink(light)
    if fold is not None:
        ink &= ~_along(fold, ink.shape)
    band = _widest_band(ink, fold)
    if ink.mean() < 0.002:
        return Gutter(_place(fold, wide), 0.3 if fold else 0.0, empty=True)
    return NONE if band is None else _judged(ink, band, fold)


def _paper(grey: Grey) -> Grey:
    """How bright the paper is at each place: the brighter part of what is around it, evened out."""
    high, wide = grey.shape
    rows, columns = 12, 16
    level = np.empty((rows, columns), np.float32)
    for row in range(rows):
        for column in range(columns):
            down = slice(row * high // rows, (row + 1) * high // rows)
            part = grey[down, column * wide // columns : (column + 1) * wide // columns : 2]
            level[row, column] = np.percentile(part, 88)
    level = np.maximum(level, 0.5 * np.percentile(grey, 90))
    y, x = np.linspace(0, rows - 1, high), np.linspace(0, columns - 1, wide)
    tall = np.stack([np.interp(y, np.arange(rows), level[:, column]) for column in range(columns)], axis=1)
    full = np.stack([np.interp(x, np.arange(columns), row) for row in tall])
    return np.maximum(np.asarray(full, dtype=np.float32), 1.0)


def _ink(light: Grey) -> Mask:
    return np.asarray((light < 0.74) | (light > 1.45))


def _slanted(values: NDArray[Value], slant: float, columns: NDArray[np.int64]) -> NDArray[Value]:
    """The values along lines of this slant, which cross the page's middle at `columns`: a row of values a row."""
    high, wide = values.shape
    shift = np.rint((np.arange(high) - high / 2) * slant).astype(np.int64)
    at = np.clip(columns[None, :] + shift[:, None], 0, wide - 1)
    found: NDArray[Value] = values[np.arange(high)[:, None], at]
    return found


def _fold(light: Grey) -> _Band | None:
    """A line from edge to edge near the middle that is darker than the paper on both sides of it."""
    wide = light.shape[1]
    columns = np.arange(round(BAND[0] * wide), round(BAND[1] * wide))
    reach = max(4, round(0.03 * wide))
    best: tuple[float, int, float] | None = None
    for slant in SLANTS:
        lines = _slanted(light[::2], 2 * slant, np.arange(columns[0] - reach, columns[-1] + reach + 1))
        level = np.median(lines, axis=0)
        here = level[reach:-reach]
        beside = np.minimum(level[: -2 * reach], level[2 * reach :])
        depth = beside - here
        at = int(np.argmax(depth))
        if best is None or depth[at] > best[0]:
            darker = lines[:, at + reach] < np.minimum(lines[:, at], lines[:, at + 2 * reach]) - FOLD / 2
            parts = [part.mean() for part in np.array_split(darker, 8)]
            if min(parts) > 0.35 and np.mean(parts) > 0.7:
                best = (float(depth[at]), int(columns[at]), float(slant))
    if best is None or best[0] < FOLD:
        return None
    half = max(2, round(0.006 * wide))
    return _Band(best[1] - half, best[1] + half, best[2])


def _lit(light: Grey, fold: _Band) -> Grey:
    """Without the shadow that lies along the fold."""
    high, wide = light.shape
    reach = round(0.09 * wide)
    first = max(0, fold.left - reach)
    columns = np.arange(first, min(wide, fold.right + reach))
    level = np.minimum(1.0, np.percentile(_slanted(light[::2], 2 * fold.slant, columns), 60, axis=0))
    shift = np.rint((np.arange(high) - high / 2) * fold.slant).astype(np.int64)
    at = np.arange(wide)[None, :] - shift[:, None] - first
    shadow = np.where((at >= 0) & (at < len(columns)), level[np.clip(at, 0, len(columns) - 1)], 1.0)
    return np.asarray(light / np.maximum(shadow, 0.2), dtype=np.float32)


def _along(band: _Band, shape: tuple[int, ...]) -> Mask:
    """The places of the band."""
    high, wide = shape
    shift = (np.arange(high) - high / 2) * band.slant
    across = np.arange(wide)[None, :] - shift[:, None]
    return np.asarray((across >= band.left) & (across <= band.right))


def _widest_band(ink: Mask, fold: _Band | None) -> _Band | None:
    """The widest free band that crosses the middle of the page near its middle, or the one around the fold."""
    wide = ink.shape[1]
    columns = np.arange(wide)
    best: _Band | None = None
    for slant in [fold.slant] if fold else SLANTS:
        share = _slanted(ink[::2], 2 * slant, columns).mean(axis=0)
        for left, right in _runs(share <= SPECKS):
            low, up = max(left, BAND[0] * wide), min(right, BAND[1] * wide)
            around = fold is None or left <= (fold.left + fold.right) / 2 <= right
            if up - low >= 2 and around and (best is None or up - low > _inside(best, wide) + 0.5):
                best = _Band(left, right, float(slant))
    return best


def _inside(band: _Band, wide: int) -> float:
    return min(band.right, BAND[1] * wide) - max(band.left, BAND[0] * wide)


def _runs(free: Mask) -> list[tuple[int, int]]:
    """Beginnings and ends of what is true."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], free, [False]]).astype(np.int8)))
    return [(int(start), int(end)) for start, end in zip(edges[::2], edges[1::2], strict=True)]


def _side(ink: Mask, start: int, end: int) -> _Side | None:
    """The text between two columns of a page that is set upright; None where there is none."""
    part = ink[:, start:end]
    if part.size == 0:
        return None
    share = part.mean(axis=0)
    free = share <= SPECKS
    filled = np.flatnonzero(~free)
    if len(filled) < 0.02 * ink.shape[1]:
        return None
    left, right = int(filled[0]), int(filled[-1]) + 1
    rows = part[:, left:right].mean(axis=1)
    lines = _runs(rows > max(0.03, 0.25 * float(np.percentile(rows, 90))))
    heights = [down - top for top, down in lines]
    rival = max((b - a for a, b in _runs(free[left:right])), default=0)
    return _Side(start + left, start + right, len(lines), rival, float(np.median(heights)) if heights else 0.0)


def _judged(ink: Mask, band: _Band, fold: _Band | None) -> Gutter:
    """What the band is between."""
    high, wide = ink.shape
    upright = _slanted(_slanted(ink, band.slant, np.arange(wide)).T, -band.slant, np.arange(high)).T
    left, right = _side(upright, 0, band.left), _side(upright, band.right, wide)
    sides = [side for side in (left, right) if side is not None]
    if not sides:
        return Gutter(_place(fold, wide), 0.3 if fold else 0.0, empty=True)
    at = _place(fold or _trimmed(band, left, right, wide), wide)
    if at is None or not BAND[0] <= at <= BAND[1]:
        return NONE
    if not all(0.42 <= share * wide / high <= 1.08 for share in (at, 1 - at)):
        return NONE
    if left is not None and right is not None and _is_crossed(upright[:, left.right : right.left]):
        return NONE
    sure = _by_text(sides, wide, high, fold is not None)
    if fold is not None:
        sure = 0.0 if sure < -0.5 else max(0.55, sure + 0.3)
    return Gutter(at, min(1.0, sure)) if sure > 0 else NONE


def _is_crossed(between: Mask) -> bool:
    """Whether a line of text or a ruling goes over the band between the texts."""
    high, wide = between.shape
    if wide < 4:
        return False
    rows = between[: high // CROSSING * CROSSING].reshape(-1, CROSSING, wide).any(axis=1).mean(axis=1)
    return bool(rows.max() > CROSSED)


def _trimmed(band: _Band, left: _Side | None, right: _Side | None, wide: int) -> _Band:
    """The band between the texts; where one side is empty, the page's middle, if that is free."""
    if left is not None and right is not None:
        return _Band(left.right, right.left, band.slant)
    middle = round(min(max(wide / 2, band.left), band.right))
    return _Band(middle, middle, band.slant)


def _place(band: _Band | None, wide: int) -> float | None:
    return None if band is None else (band.left + band.right) / 2 / wide


def _by_text(sides: list[_Side], wide: int, high: int, folded: bool) -> float:
    """How much the text is that of two pages: 0 or less if it is not, below -0.5 if it is surely one page's."""
    lines = sorted((side.lines for side in sides), reverse=True)
    if max(side.height for side in sides) > LARGE * high and lines[0] < LEAST_LINES:
        return -1.0
    if len(sides) < 2:
        return 0.0 if not folded else 0.1
    gap = sides[1].left - sides[0].right
    if lines[0] < LEAST_LINES or lines[1] < FEWEST_LINES:
        return 0.0
    if max(side.rival for side in sides) > RIVAL * gap:
        return 0.0
    outer = min(sides[0].left, wide - sides[1].right)
    widths = sorted(side.width for side in sides)
    if gap < LEAST_GUTTER * wide or gap < 0.6 * outer or widths[1] < 0.55 * (wide / 2 - outer):
        return 0.0
    even = widths[0] / widths[1]
    return 0.35 + 0.3 * min(1.0, gap / (0.08 * wide)) + 0.25 * even + 0.1 * min(1.0, lines[1] / LEAST_LINES)
