# SPDX-License-Identifier: AGPL-3.0-or-later
"""A page with columns as one long column: where each of its regions is put.

Layout rules written for digital pages guess columns again from positions, and fail on the
narrow gutters and uneven edges of scans. Once the regions are in reading order, they are
stacked, so that there is nothing left to guess."""

from __future__ import annotations

from dataclasses import dataclass

from engine.backends.builtin.ocr.page import OcrPage, Region, Ruling
from engine.protocol import Box

WITHIN = 0.35
"""Ems between the bottom of one column and the top of the next, put under it: that of lines
of one paragraph, which may well run on."""
MOST_WHITE = 3.0
"""Ems of white kept between regions that stand under each other on the page."""


@dataclass(frozen=True, slots=True)
class Stacked:
    """A region with the shift that puts it in its place, in work pixels."""

    region: Region
    dx: float
    dy: float


def stacked(page: OcrPage, em: float) -> tuple[list[Stacked], tuple[float, float]]:
    """The regions in place, and the size of the page that holds them."""
    if len(page.regions) < 2:
        return [Stacked(region, 0.0, 0.0) for region in page.regions], (float(page.size[0]), float(page.size[1]))
    left = min(region.left for region in page.regions)
    out: list[Stacked] = []
    bottom = 0.0
    previous: Box | None = None
    for region in page.regions:
        white = region.box[1]  # the margin above the first one
        if previous is not None:
            below = region.box[1] - previous[3]
            white = min(max(below, WITHIN * em), MOST_WHITE * em) if below > -0.5 * em else WITHIN * em
        out.append(Stacked(region, left - region.left, bottom + white - region.box[1]))
        bottom += white + region.box[3] - region.box[1]
        previous = region.box
    return out, (float(page.size[0]), bottom + page.size[1] * 0.05)


def rulings_of(region: Region, page: OcrPage, em: float) -> list[Ruling]:
    """The rules inside a region, with a little room about it: those of the tables found, and
    those printed outside of these."""
    boxes = [grid.box for grid in page.grids]
    printed = [r for r in page.rulings if not any(_within(r, box, 0.8 * em) or _over(r, box, em) for box in boxes)]
    every = printed + [r for grid in page.grids for r in grid.rulings()]
    return every if len(page.regions) < 2 else [r for r in every if _within(r, region.box, 1.5 * em)]


def _over(rule: Ruling, box: Box, em: float) -> bool:
    """A rule across the page above a found table, which would be taken for the top of its head."""
    return rule.horizontal and box[1] - 10 * em < rule.y0 < box[1] and rule.x0 < box[2] and rule.x1 > box[0]


def _within(rule: Ruling, box: Box, room: float) -> bool:
    x0, y0, x1, y1 = box
    return x0 - room <= rule.x0 and rule.x1 <= x1 + room and y0 - room <= rule.y0 and rule.y1 <= y1 + room
