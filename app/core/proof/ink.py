# SPDX-License-Identifier: AGPL-3.0-or-later
"""How much ink is on a page, from a small picture of it."""

from __future__ import annotations

from pathlib import Path

PIXELS = 800
"""Long side of the picture: strokes of small print are a pixel wide."""

MOST_PIXELS = 4000
"""The same of pages that are far longer than wide."""

_DARKER = 80
"""Steps of 255 by which ink is darker than the paper."""


def ink_share(path: Path, width: int, height: int, stride: int) -> float:
    """Share of dark pixels (0..1) of a raw RGB picture (protocol.Picture); light signs on a dark page count as ink too.
    Some 10 ms. Raises OSError."""
    data = path.read_bytes()
    counts = [0] * 256
    green = b"".join(data[row * stride + 1 : row * stride + 3 * width : 3] for row in range(height))
    for value in range(256):
        counts[value] = green.count(value)
    total = sum(counts)
    if not total:
        return 0.0
    paper = max(range(256), key=lambda value: sum(counts[max(0, value - 4) : value + 5]))
    return sum(count for value, count in enumerate(counts) if abs(value - paper) > _DARKER) / total
