# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where the words of a line are: its text shared out over the white gaps in its ink."""

from __future__ import annotations

from engine.backends.builtin.ocr import widths
from engine.backends.builtin.ocr.page import PlacedWord
from engine.backends.builtin.ocr.shape import Shape

Cut = tuple[float, float]


def place_words(text: str, shape: Shape, size: float) -> list[PlacedWord]:
    """The words of a line with their left and right ends. Words are parted at the widest
    gaps in the ink where these are clear, else by the widths of their letters."""
    words = text.split()
    left, _, right, _ = shape.box
    if len(words) < 2:
        return [(w, left, right) for w in words]
    cuts = _clear_cuts(words, shape, size) or _share(words, shape)
    edges = [left, *(e for cut in cuts for e in cut), right]
    return [(word, edges[2 * i], edges[2 * i + 1]) for i, word in enumerate(words)]


def _clear_cuts(words: list[str], shape: Shape, size: float) -> list[Cut] | None:
    """The widest gaps, one for each space, if they stand out from the gaps between letters."""
    need = len(words) - 1
    ranked = sorted(shape.gaps, key=lambda g: g[0] - g[1])
    if len(ranked) < need:
        return None
    chosen = sorted(ranked[:need])
    least = min(b - a for a, b in chosen)
    next_best = ranked[need][1] - ranked[need][0] if len(ranked) > need else 0.0
    if least < 0.08 * size or least < 1.15 * next_best:
        return None
    return chosen if _plausible(words, shape, chosen) else None


def _plausible(words: list[str], shape: Shape, cuts: list[Cut]) -> bool:
    """Are the pieces between the cuts about as wide as their words?"""
    edges = [shape.box[0], *(e for cut in cuts for e in cut), shape.box[2]]
    real = [edges[2 * i + 1] - edges[2 * i] for i in range(len(words))]
    wanted = [widths.length(w) for w in words]
    scale = sum(real) / max(1, sum(wanted))
    return all(0.4 < r / max(1.0, w * scale) < 2.5 for r, w in zip(real, wanted, strict=True))


def _share(words: list[str], shape: Shape) -> list[Cut]:
    """Spaces placed by letter widths, then moved into a wide gap close by."""
    left, _, right, _ = shape.box
    space = widths.width(" ")
    total = sum(map(widths.length, words)) + space * (len(words) - 1)
    scale = (right - left) / max(1, total)
    cuts: list[Cut] = []
    at = left
    for word in words[:-1]:
        at += widths.length(word) * scale
        cuts.append(_snap((at, at + space * scale), shape.gaps, cuts[-1][1] if cuts else left))
        at += space * scale
    return cuts


def _snap(cut: Cut, gaps: tuple[Cut, ...], after: float) -> Cut:
    reach = 2.5 * (cut[1] - cut[0])
    middle = (cut[0] + cut[1]) / 2
    near = [g for g in gaps if abs((g[0] + g[1]) / 2 - middle) < reach and g[0] > after]
    best = max(near, key=lambda g: (g[1] - g[0]) - 0.3 * abs((g[0] + g[1]) / 2 - middle), default=None)
    if best is not None:
        return best
    start = max(after, cut[0])
    return start, max(start, cut[1])
