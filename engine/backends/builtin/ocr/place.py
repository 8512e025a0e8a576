# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where the words of a line are: its text shared out over the white gaps in its ink."""

from __future__ import annotations

from engine.backends.builtin.ocr import widths
from engine.backends.builtin.ocr.page import PlacedWord
from engine.backends.builtin.ocr.shape import Shape

ENOUGH = 3
"""Spaces in a line from which its own middle one is the measure of spaces."""
SPACE = 0.5
"""Ems of white that are a space in any case."""
LOST = 1.1
"""Part of the usual space from which white inside a word is a lost space."""
NATURAL = 0.6
"""Ems by which a cut may miss its place to fall where a word ends by its letters."""
LEAST_SPACE = 0.3
"""Ems that a space has at least."""

Cut = tuple[float, float]


def place_words(text: str, shape: Shape, size: float) -> list[PlacedWord]:
    """The words of a line with their left and right ends. Words are parted at the widest
    gaps in the ink where these are clear, else by the widths of their letters."""
    words = text.split()
    left, _, right, _ = shape.box
    if len(words) < 2:
        return _with_lost_spaces([(w, left, right) for w in words], shape, size, [])
    cuts = _clear_cuts(words, shape, size) or _share(words, shape)
    edges = [left, *(e for cut in cuts for e in cut), right]
    placed = [(word, edges[2 * i], edges[2 * i + 1]) for i, word in enumerate(words)]
    return _with_lost_spaces(placed, shape, size, cuts)


def _with_lost_spaces(placed: list[PlacedWord], shape: Shape, size: float, cuts: list[Cut]) -> list[PlacedWord]:
    """Words that the reader ran together, though there is a space's white between them, parted
    where their letter widths put the gap."""
    if shape.wide:
        return placed
    spaces = sorted(b - a for a, b in cuts)
    usual = spaces[len(spaces) // 2] if len(spaces) >= ENOUGH else SPACE * size
    least = max(LOST * usual, LEAST_SPACE * size)
    wide = [g for g in shape.gaps if g[1] - g[0] >= least]
    out: list[PlacedWord] = []
    for word in placed:
        inside = [g for g in wide if word[1] < g[0] and g[1] < word[2]]
        # many such gaps in one word are its own: spaced letters, a typewriter's figures
        out += [word] if len(inside) > 2 or len(word[0]) < 4 else _parted(word, inside, size)
    return out


def _parted(word: PlacedWord, gaps: list[Cut], size: float) -> list[PlacedWord]:
    text, left, right = word
    out: list[PlacedWord] = []
    for gap in gaps:
        ink = (right - left) - (gap[1] - gap[0])
        at = _cut_letter(text, (gap[0] - left) / max(1.0, ink), size / max(1.0, ink))
        if at:
            out.append((text[:at], left, gap[0]))
            text, left = text[at:], gap[1]
    return [*out, (text, left, right)]


def _cut_letter(text: str, part: float, em: float) -> int:
    """Number of letters before a cut at `part` of the text's length. Letter widths are known
    roughly, so the end of a word that shows in the letters is preferred nearby."""
    total = widths.length(text)

    def badness(k: int) -> float:
        miss = abs(widths.length(text[:k]) / total - part)
        return miss - NATURAL * em if _ends_word(text[k - 1], text[k]) else miss

    return min(range(1, len(text)), key=badness, default=0)


def _ends_word(before: str, after: str) -> bool:
    return (before.islower() and after.isupper()) or before in ".,;:!?)" or before.isdigit() != after.isdigit()


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
