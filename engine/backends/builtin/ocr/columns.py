# SPDX-License-Identifier: AGPL-3.0-or-later
"""Columns of running text, cut apart and put in reading order.

The page is cut along white gutters that run past at least LEAST_LINES lines of text on either
side, and above and below such a stretch. Tables have gutters too: their cells are short, or
rules cross the gutter, and then it is none. Detectors join lines across narrow gutters, so a
line that crosses a gutter found beside it is divided where its ink is white."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from engine.backends.builtin.ocr import widths
from engine.backends.builtin.ocr.page import OcrLine, Region, Ruling, body_size
from engine.protocol import Box

LEAST_LINES = 4
"""Lines on either side of a gutter."""
LEAST_LETTERS = 18
"""Mean letters of those lines; table cells and names in a row have fewer."""
LEAST_WORDS = 3.0
"""Mean words of those lines (scripts with spaces)."""
FILLED = 0.6
"""Middle width of those lines as a part of their column's."""
FLUSH = 0.6
"""Share of those lines that begin or end at their column's edge; centred ones are no column."""
GUTTER = 0.6
"""Ems that a gutter is wide at least."""
LEAST_BY_RULE = 3
"""Lines on either side of a printed line that parts columns."""
SAME_ROWS = 0.6
"""Share of lines on common rows from which it parts the cells of a table instead."""
DIVIDED = 0.4
"""Ems of white inside a joined line at which it is divided."""
MIXED_UP = 0.06
"""Share of the lines along a gutter that may run across it without a gap at it."""
HEADING = 1.5
"""Size by length, in ems of the lines about it, from which a line is a heading."""
BESIDE = 0.7
"""Ems between the baselines of lines that stand beside each other, level or not."""
CLOSE = 2.0
"""Ems to the lines right above and below."""
WIDER = 1.3
"""The same against the other gaps between its words."""
JOINED = 0.5
"""Share of the rows along a gutter that may be joined lines."""
WITH_GUTTER = 1.15
"""Size of lines above and below a gutter that may belong to its columns, as a part of theirs."""
SLACK = 0.6
"""Ems by which the edges of such lines miss those of the columns at most."""
NOTE = 0.93
"""Size of footnotes at most, as a part of their column's."""
_MARK = re.compile(r"[\[(]?\d{1,3}[\])]?(?=\D)|[*†‡§¶]")


@dataclass(frozen=True, slots=True)
class Gutter:
    """White between two columns, at `x`, beside the lines between `top` and `bottom`."""

    x: float
    top: float
    bottom: float


def arrange(lines: Sequence[OcrLine], rulings: Sequence[Ruling]) -> tuple[list[OcrLine], list[Region]]:
    """The lines in reading order (some divided in two), and the regions they lie in: one
    for all if the page has no columns."""
    out: list[OcrLine] = []
    regions: list[Region] = []
    if lines:
        left = min(line.box[0] for line in lines)
        _cut(sorted(lines, key=lambda line: (line.baseline, line.box[0])), rulings, left, out, regions, 0)
    return out, regions


def _cut(
    lines: list[OcrLine], rulings: Sequence[Ruling], left: float, out: list[OcrLine], regions: list[Region], depth: int
) -> None:
    """Appends the lines of one part of the page, in reading order; `left` is the left edge
    of its column."""
    gutter = _best_gutter(lines, rulings) if depth < 12 and len(lines) >= 2 * LEAST_LINES else None
    if gutter is None:
        if lines:
            regions.append(Region(bounds(lines), left, len(out), len(out) + len(lines)))
            out.extend(lines)
        return
    gutter = _extended(gutter, lines)
    above = [line for line in lines if line.baseline < gutter.top]
    below = [line for line in lines if line.baseline > gutter.bottom]
    sides: tuple[list[OcrLine], list[OcrLine]] = ([], [])
    for line in lines:
        if gutter.top <= line.baseline <= gutter.bottom:
            for part in _divided(line, gutter.x):
                sides[(part.box[0] + part.box[2]) / 2 > gutter.x].append(part)
    _cut(above, rulings, left, out, regions, depth + 1)
    feet: list[tuple[list[OcrLine], float]] = []
    for side in sides:
        edge = min(line.box[0] for line in side)
        side, foot = _without_notes(side, rulings)
        _cut(side, rulings, edge, out, regions, depth + 1)
        feet.append((foot, edge))
    for foot, edge in feet:
        _cut(foot, rulings, edge, out, regions, depth + 1)
    _cut(below, rulings, left, out, regions, depth + 1)


def _without_notes(side: list[OcrLine], rulings: Sequence[Ruling]) -> tuple[list[OcrLine], list[OcrLine]]:
    """The column and the footnotes under it: small print at its foot below a rule or a mark.
    The text runs on in the next column, so the notes come after the last one."""
    order = sorted(side, key=lambda line: line.baseline)
    body = body_size(order)
    start = len(order)
    while start > 0 and (order[start - 1].size < NOTE * body or _is_folio(order[start - 1])):
        start -= 1
    while start < len(order) and _is_folio(order[start]):
        start += 1
    if start in (0, len(order)):
        return order, []
    first, above = order[start], order[start - 1]
    ruled = any(
        r.horizontal and above.baseline < r.y0 < first.baseline and r.x0 < first.box[2] and r.x1 > first.box[0]
        for r in rulings
    )
    return (order[:start], order[start:]) if ruled or _MARK.match(first.text) else (order, [])


def _is_folio(line: OcrLine) -> bool:
    """A page number."""
    return len(line.text) <= 5 and any(c.isdigit() for c in line.text)


def bounds(lines: Sequence[OcrLine]) -> Box:
    return (
        min(line.box[0] for line in lines), min(line.box[1] for line in lines),
        max(line.box[2] for line in lines), max(line.box[3] for line in lines),
    )  # fmt: skip


def _best_gutter(lines: list[OcrLine], rulings: Sequence[Ruling]) -> Gutter | None:
    """The gutter beside the most lines, if any is good."""
    found = [g for x in _places(lines) for g in _stretches(lines, x, rulings)]
    found += [g for rule in rulings if not rule.horizontal for g in _at_rule(lines, rule, rulings)]
    weight = {g: sum(g.top <= line.baseline <= g.bottom for line in lines) for g in found}
    return max(found, key=lambda g: weight[g], default=None)


def _extended(gutter: Gutter, lines: Sequence[OcrLine]) -> Gutter:
    """The gutter past lines above and below it that run across, but with white at the edges of both columns."""
    beside = [line for line in lines if gutter.top <= line.baseline <= gutter.bottom]
    parts = [part for line in beside for part in _divided(line, gutter.x)]
    sides = [p for p in parts if p.box[2] <= gutter.x], [p for p in parts if p.box[0] >= gutter.x]
    if not all(sides):
        return gutter
    em = body_size(beside)
    right = float(np.percentile([p.box[2] for p in _next_to(gutter.x, sides[0])], 75))
    left = float(np.percentile([p.box[0] for p in _next_to(gutter.x, sides[1])], 25))
    ends = []
    for edge, others in (
        (gutter.top, [line for line in reversed(lines) if line.baseline < gutter.top]),
        (gutter.bottom, [line for line in lines if line.baseline > gutter.bottom]),
    ):
        for line in others:
            step = abs(line.baseline - edge)
            if step > CLOSE * em or line.size > WITH_GUTTER * em or not _keeps_clear(line, right, left, em):
                break
            edge = line.baseline
        ends.append(edge)
    return Gutter(gutter.x, min(gutter.top, ends[0] - 1), max(gutter.bottom, ends[1] + 1))


def _keeps_clear(line: OcrLine, right: float, left: float, em: float) -> bool:
    """Whether a line lies in one of two columns with these inner edges, or its words part at both."""
    if line.box[2] <= right + SLACK * em or line.box[0] >= left - SLACK * em:
        return True
    words = sorted(line.words, key=lambda w: w[1])
    return any(
        abs(a[2] - right) <= SLACK * em and abs(b[1] - left) <= SLACK * em and b[1] - a[2] >= DIVIDED * em
        for a, b in pairwise(words)
    )


def _places(lines: Sequence[OcrLine]) -> list[float]:
    """Where gutters may be: middles of the white between neighbours on a row, thinned out."""
    places = []
    for i, line in enumerate(lines):
        for other in lines[i + 1 :]:
            if other.baseline - line.baseline > BESIDE * line.size:
                break
            a, b = (line, other) if line.box[0] <= other.box[0] else (other, line)
            if b.box[0] - a.box[2] >= GUTTER * min(a.size, b.size):
                places.append((a.box[2] + b.box[0]) / 2)
    places.sort()
    size = float(np.median([line.size for line in lines]))
    thinned: list[float] = []
    for place in places:
        if not thinned or place - thinned[-1] > 0.4 * size:
            thinned.append(place)
    return thinned


def _stretches(lines: list[OcrLine], x: float, rulings: Sequence[Ruling]) -> list[Gutter]:
    """Runs of lines, from top to bottom, that keep clear of `x`, with columns on both sides. A
    few lines may run across, which the detector joined out of two."""
    found: list[Gutter] = []
    run: list[OcrLine] = []
    joined = 0
    for number, line in enumerate([*lines, None]):
        if line is not None and not _blocks(line, x):
            run.append(line)
            continue
        near = lines[max(0, number - 20) : number + 20]
        if line is not None and joined + 1 <= MIXED_UP * (len(run) + 10) and _mixed_up(line, near, x):
            run.append(line)
            joined += 1
            continue
        if len(run) >= 2 * LEAST_LINES:
            gutter = _as_gutter(run, x, rulings)
            if gutter is not None:
                found.append(gutter)
        run, joined = [], 0
    return found


def _mixed_up(line: OcrLine, near: Sequence[OcrLine], x: float) -> bool:
    """Is it text of two columns on one line? Then both columns go on right above and below it."""
    em = body_size(near)
    if 1000 * (line.box[2] - line.box[0]) / max(1, widths.length(line.text)) > HEADING * em:
        return False
    quarters = {
        (other.baseline > line.baseline, other.box[0] > x)
        for other in near
        if 0.5 * em < abs(other.baseline - line.baseline) < CLOSE * em and not _blocks(other, x)
    }
    return len(quarters) >= 3


def _at_rule(lines: list[OcrLine], rule: Ruling, rulings: Sequence[Ruling]) -> list[Gutter]:
    """A printed line between columns, whatever is in them, unless rows of a table run past it."""
    x = rule.x0
    run = [line for line in lines if rule.y0 <= (line.box[1] + line.box[3]) / 2 <= rule.y1]
    if any(line.box[0] < x < line.box[2] for line in run) or _crossed(x, rule.y0, rule.y1, rulings):
        return []
    left, right = [p for p in run if p.box[2] <= x], [p for p in run if p.box[0] >= x]
    if min(len(left), len(right)) < LEAST_BY_RULE or _in_rows(left, right):
        return []
    return [Gutter(x, min(p.baseline for p in run) - 1, max(p.baseline for p in run) + 1)]


def _in_rows(left: Sequence[OcrLine], right: Sequence[OcrLine]) -> bool:
    """Does most of the side with fewer lines stand on the other's rows?"""
    few, many = sorted((left, right), key=len)
    levels = {line.baseline for line in many}
    return sum(line.baseline in levels for line in few) > SAME_ROWS * len(few)


def _blocks(line: OcrLine, x: float) -> bool:
    """Does the line run across `x` without a gap there?"""
    edge = 0.2 * line.size
    return line.box[0] + edge < x < line.box[2] - edge and _gap_at(line, x) is None


def _gap_at(line: OcrLine, x: float) -> int | None:
    """Number of the word that follows the white at `x`; None if there is too little, or no
    more than between the line's other words."""
    words = sorted(line.words, key=lambda w: w[1])
    gaps = [b[1] - a[2] for a, b in pairwise(words)]
    for k, gap in enumerate(gaps, 1):
        if words[k - 1][2] - 0.3 * line.size <= x <= words[k][1] + 0.3 * line.size:
            others = [g for i, g in enumerate(gaps, 1) if i != k]
            if gap >= max(DIVIDED * line.size, WIDER * float(np.median(others)) if others else 0.0):
                return k
    return None


def _as_gutter(run: list[OcrLine], x: float, rulings: Sequence[Ruling]) -> Gutter | None:
    em = body_size(run)
    joined = [line for line in run if line.box[0] < x - em and line.box[2] > x + em]
    parts = [part for line in run for part in _divided(line, x)]
    sides = [[p for p in parts if p.box[2] <= x + em / 2], [p for p in parts if p.box[0] >= x - em / 2]]
    # only where both sides have lines is it a gutter; what sticks out below belongs to neither
    top = max(min((p.baseline for p in side), default=float("inf")) for side in sides)
    bottom = min(max((p.baseline for p in side), default=float("-inf")) for side in sides)
    if top >= bottom or len(joined) > JOINED * min(map(len, sides)):
        return None
    tall = 0.5 * em
    inside = [[p for p in side if top - tall <= p.baseline <= bottom + tall] for side in sides]
    inside = [_next_to(x, side) for side in inside]
    if not all(_is_column(side) for side in inside) or _crossed(x, top, bottom, rulings):
        return None
    text = _without_folios(run)
    return Gutter(x, text[0].baseline - 1, text[-1].baseline + 1)


def _without_folios(run: Sequence[OcrLine]) -> list[OcrLine]:
    """The lines from top to bottom without a page number above and below all of them: it belongs to no column."""
    text = sorted(run, key=lambda line: line.baseline)
    for end, inner in ((0, 1), (-1, -2)):
        apart = abs(text[inner].baseline - text[end].baseline) > BESIDE * text[end].size
        if _is_folio(text[end]) and apart:
            del text[end]
    return text


def _next_to(x: float, side: Sequence[OcrLine]) -> list[OcrLine]:
    """Of the lines on one side of a gutter those with no other line between: its column."""
    order = sorted(side, key=lambda line: line.baseline)
    out = []
    for i, line in enumerate(order):
        near = [
            other
            for other in order[max(0, i - 12) : i + 12]
            if other is not line and abs(other.baseline - line.baseline) < BESIDE * line.size
        ]
        middle = (line.box[0] + line.box[2]) / 2
        if not any(min(middle, x) < (o.box[0] + o.box[2]) / 2 < max(middle, x) for o in near):
            out.append(line)
    return out


def _is_column(lines: Sequence[OcrLine]) -> bool:
    """Running text: enough lines, long enough, about as wide as their column."""
    if len(lines) < LEAST_LINES:
        return False
    lefts, rights = np.array([line.box[0] for line in lines]), np.array([line.box[2] for line in lines])
    # the usual edges, not the outermost: a line of another column may be among them
    left, right = float(np.percentile(lefts, 25)), float(np.percentile(rights, 75))
    edge = float(np.median([line.size for line in lines]))
    flush = float(np.mean((np.abs(lefts - left) < edge) | (np.abs(rights - right) < edge)))
    filled = float(np.median(rights - lefts)) >= FILLED * (right - left)
    if flush < FLUSH or not filled:
        return False
    letters = sum(len(line.text) for line in lines) / len(lines)
    words = sum(len(line.text.split()) for line in lines) / len(lines)
    wide = any(ord(c) > 0x2E80 for line in lines[:4] for c in line.text)
    return letters >= LEAST_LETTERS / 2 if wide else letters >= LEAST_LETTERS and words >= LEAST_WORDS


def _crossed(x: float, top: float, bottom: float, rulings: Sequence[Ruling]) -> bool:
    """At least two rules that run across the gutter inside its stretch: a table."""
    across = [r for r in rulings if r.horizontal and r.x0 < x - 2 < x + 2 < r.x1 and top < r.y0 < bottom]
    return len(across) >= 2


def _divided(line: OcrLine, x: float) -> list[OcrLine]:
    """The line, or its two parts if it runs across a gutter at `x`."""
    if not line.box[0] < x < line.box[2]:
        return [line]
    words = sorted(line.words, key=lambda w: w[1])
    if len(words) < 2:
        return [line]
    place = _gap_at(line, x) or min(range(1, len(words)), key=lambda k: abs(words[k - 1][2] + words[k][1] - 2 * x))
    chosen = {id(w) for w in words[:place]}
    parts = []
    for keep in (True, False):
        mine = tuple(w for w in line.words if (id(w) in chosen) is keep)
        box = (min(w[1] for w in mine), line.box[1], max(w[2] for w in mine), line.box[3])
        pieces = tuple(p for p in line.pieces if box[0] <= (p.box[0] + p.box[2]) / 2 <= box[2])
        text = " ".join(w[0] for w in mine)
        if " ".join(p.text for p in pieces) != text:
            pieces = (replace(line.pieces[0], text=text, box=box),)
        parts.append(replace(line, text=text, box=box, words=mine, pieces=pieces))
    return parts
