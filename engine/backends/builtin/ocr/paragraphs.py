# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the lines above and below tell of a line's size: larger type needs more room.

In coarse or slanting print the box of a single line reaches into those beside it, and its letters come out much too
high. Such a line is no heading, for it stands as near to the lines above and below as they do to each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from engine.backends.builtin.ocr.shape import Shape

_REACH = 6
"""Lines above and below that are looked at."""
_ROOM = 0.92
"""Share of the room that a line's size asks for, from which it has it."""
_TIGHT = 1.15
"""Distances of lines that a size is at most, even in print without lead."""
_LARGER = 1.15
"""Times the usual size above which a line is looked at."""
_ALIKE = 0.08
"""Share by which sizes in one paragraph differ at most."""
_LEAST, _LEAST_FITTING = 5, 3
"""Lines that tell what is usual, and those of them that have room."""
_SAME = 0.4
"""Sizes by which the baselines of lines differ at least."""


def settled(sizes: Sequence[float], shapes: Sequence[Shape]) -> list[float]:
    """The sizes, with the usual one for lines that have no room for their own."""
    out = list(sizes)
    order = sorted(range(len(shapes)), key=lambda i: shapes[i].baseline)
    usual = median(sizes) if sizes else 0.0
    for place, i in enumerate(order):
        above = _next(i, order[place - 1 :: -1] if place else [], shapes, usual)
        below = _next(i, order[place + 1 :], shapes, usual)
        if not above or not below:
            continue
        column = [i, *above, *below]
        bases = sorted(shapes[k].baseline for k in column)
        pitch = max(usual, median(b - a for a, b in pairwise(bases)))  # columns side by side have lines between
        fitting = [sizes[k] for k in column if sizes[k] < _TIGHT * pitch]
        if len(column) < _LEAST:
            continue
        middle = median(fitting) if len(fitting) >= max(_LEAST_FITTING, len(column) / 3) else usual
        if sum(abs(size / middle - 1) <= _ALIKE for size in fitting) * 2 < len(fitting) or middle > _TIGHT * pitch:
            continue
        room = max(shapes[i].baseline - shapes[above[0]].baseline, shapes[below[0]].baseline - shapes[i].baseline)
        if sizes[i] > _LARGER * middle and room < _ROOM * pitch * sizes[i] / middle:
            out[i] = middle
    return out


def _next(own: int, others: Sequence[int], shapes: Sequence[Shape], size: float) -> list[int]:
    """The next lines in one direction that stand in the same column, the nearest first."""
    found: list[int] = []
    last = shapes[own].baseline
    for k in others:
        step = abs(shapes[k].baseline - last)
        if abs(shapes[k].baseline - shapes[own].baseline) > 2 * _REACH * size:
            break
        if step > _SAME * size and overlap(shapes[own], shapes[k]):
            found.append(k)
            last = shapes[k].baseline
            if len(found) == _REACH:
                break
    return found


def overlap(a: Shape, b: Shape) -> bool:
    """By more than half of the narrower one, from left to right."""
    shared = min(a.box[2], b.box[2]) - max(a.box[0], b.box[0])
    return shared > 0.5 * min(a.box[2] - a.box[0], b.box[2] - b.box[0])
