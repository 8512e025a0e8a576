# SPDX-License-Identifier: AGPL-3.0-or-later
"""Places of figures on a page as the user wants them: those that he framed, and found ones that he does not want."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.protocol import Box

SAME = 0.6
"""Share of what two boxes take together that both take: from here on they are the same figure, so that a choice
outlives a finder that sees it a little larger."""

COVERED = 0.8
"""Share of a found figure from which on a framed one stands for it."""

LEAST = 0.004
"""Of the page's side: a smaller frame was no drag but a click."""


@dataclass(frozen=True, slots=True)
class FigureBox:
    """`kept`: framed by the user; else a found figure that is not wanted. `key` names it in the library and is made by
    whoever makes the figure (`new_key`). `box` is in fractions of the upright page after `turn` degrees."""

    key: int
    box: Box
    turn: int = 0
    kept: bool = True
    caption: str = ""

    def turned(self, turn: int) -> FigureBox:
        """The same place of the page as it stands after another turn."""
        return self if turn == self.turn else replace(self, box=turned_box(self.box, turn - self.turn), turn=turn)


@dataclass(frozen=True, slots=True)
class FiguresShown:
    """The figures of a page for its present `turn`: what the user made of them, and where figures were found (None: not
    looked yet; told again then). The answer to `show_figures`, and told when they change."""

    document: int
    page: int
    turn: int
    boxes: tuple[FigureBox, ...]
    found: tuple[Box, ...] | None = None


def new_key() -> int:
    """A number that no other window comes upon."""
    return 1 + secrets.randbelow((1 << 62) - 1)


def turned_box(box: Box, degrees: int) -> Box:
    """A box as it lies after the page was turned clockwise by a multiple of 90 degrees."""
    for _ in range(degrees // 90 % 4):
        left, top, right, bottom = box
        box = (1 - bottom, left, 1 - top, right)
    return box


def upright(box: Box) -> Box | None:
    """The box with its sides in order and on the page; None where nothing is left of it."""
    xs, ys = sorted((box[0], box[2])), sorted((box[1], box[3]))
    left, top, right, bottom = (min(1.0, max(0.0, side)) for side in (xs[0], ys[0], xs[1], ys[1]))
    return (left, top, right, bottom) if right - left >= LEAST and bottom - top >= LEAST else None


def unwanted(found: Box, boxes: Iterable[FigureBox]) -> FigureBox | None:
    """The user's word that this found figure is not wanted, if there is one. All of one turn."""
    return next((one for one in boxes if not one.kept and _alike(found, one.box) >= SAME), None)


def wanted(found: Iterable[Box], boxes: Sequence[FigureBox]) -> list[Box]:
    """The found figures that go out: neither refused nor inside of one that was framed. All of one turn."""
    framed = [one.box for one in boxes if one.kept]
    return [
        box
        for box in found
        if unwanted(box, boxes) is None and all(_common(box, one) < COVERED * area(box) for one in framed)
    ]


def area(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def inside(inner: Box, outer: Box) -> float:
    """The share of `inner` that lies in `outer`."""
    whole = area(inner)
    return _common(inner, outer) / whole if whole else 0.0


def _common(one: Box, other: Box) -> float:
    return area((max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])))


def _alike(one: Box, other: Box) -> float:
    common = _common(one, other)
    both = area(one) + area(other) - common
    return common / both if both else 0.0
