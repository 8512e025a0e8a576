# SPDX-License-Identifier: AGPL-3.0-or-later
"""Reading order of fragments by white space alone, where liteparse gives none."""

from __future__ import annotations

from collections.abc import Sequence

from engine.backends.builtin.layer.fragments import Fragment

_GUTTER = 9.0
"""Points; the narrowest white between columns."""
_LEAST = 3
"""Fragments a column must have."""
_DEPTH = 12


def in_reading_order(fragments: Sequence[Fragment], depth: int = _DEPTH) -> list[list[Fragment]]:
    """Groups of fragments, each a column that reads from top to bottom, in reading order."""
    if len(fragments) < 2 * _LEAST or depth == 0:
        return [list(fragments)] if fragments else []
    sides = _split_beside(fragments)
    if sides is not None:
        return [group for side in sides for group in in_reading_order(side, depth - 1)]
    halves = _split_above(fragments)
    if halves is not None:
        return [group for half in halves for group in in_reading_order(half, depth - 1)]
    return [list(fragments)]


def _split_beside(fragments: Sequence[Fragment]) -> tuple[list[Fragment], list[Fragment]] | None:
    """Cut at the widest gutter that no fragment crosses."""
    ordered = sorted(fragments, key=lambda f: f.box[0])
    best, at = _GUTTER, 0
    right = ordered[0].box[2]
    for number, fragment in enumerate(ordered[1:], 1):
        gap = fragment.box[0] - right
        if gap > best and number >= _LEAST and len(ordered) - number >= _LEAST:
            best, at = gap, number
        right = max(right, fragment.box[2])
    return (ordered[:at], ordered[at:]) if at else None


def _split_above(fragments: Sequence[Fragment]) -> tuple[list[Fragment], list[Fragment]] | None:
    """Cut off the fragments at the top (or bottom) that lie across the gutter of the rest."""
    ordered = sorted(fragments, key=lambda f: f.box[1])
    best, at = 2.0, 0
    low = ordered[0].box[3]
    for number, fragment in enumerate(ordered[1:], 1):
        gap = fragment.box[1] - low
        if gap > best:
            best, at = gap, number
        low = max(low, fragment.box[3])
    return (ordered[:at], ordered[at:]) if at else None
