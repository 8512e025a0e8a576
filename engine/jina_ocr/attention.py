# SPDX-License-Identifier: AGPL-3.0-or-later
"""Attention of a few rows of every page as compiled functions, on a CPU.

Keys, and then values, are walked through once for all rows and heads, a block of positions at a time:
memory is read in order, and what was read lies in the nearest cache while it is used.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit, prange

from engine.jina_ocr.heads import SIDE, match, match_packed, mix, pack, raise_all
from engine.jina_ocr.lanes import CODE, EXACT, LANES, ROWS, Array, F, as_float
from engine.jina_ocr.softmax import largest

BELOW = "a83e455f9b0e77a1"
"""See `softmax.BELOW`."""

whole = np.intp
"""A number written as `whole(0)` is any number to the compiler: for a plain 0 it would compile once more."""

NONE = F(-1e30)
"""The score of what is not seen."""

BLOCK = 64
"""Positions that are walked through at once; a multiple of LANES."""


class Fixed(NamedTuple):
    """What is the same for all layers."""

    heads: int
    chosen: int
    eps: float
    threads: int
    cos: Array  # (positions, head_dim / 2)
    sin: Array


@njit(**CODE)
def turn(qkv: Array, spans: Array, keys: Array, values: Array, fixed: Fixed) -> None:
    """Rotate queries and keys where they are, scale the queries, and put keys and values into the cache."""
    width = qkv.shape[1] // 3
    size = width // fixed.heads
    half = size // 2
    scale = F(1 / np.sqrt(size))
    for span in range(len(spans)):
        first, count, start, page = spans[span]
        for row in range(first, first + count):
            position = start + row - first
            for head in range(2 * fixed.heads):
                left = head * size
                factor = scale if head < fixed.heads else F(1)
                for at in range(half):
                    one, other = qkv[row, left + at], qkv[row, left + half + at]
                    cos, sin = fixed.cos[position, at], fixed.sin[position, at]
                    qkv[row, left + at] = (one * cos - other * sin) * factor
                    qkv[row, left + half + at] = (other * cos + one * sin) * factor
            keys[page, position] = qkv[row, width : 2 * width]
            values[page, position] = qkv[row, 2 * width :]


class Coarse(NamedTuple):
    """Keys and values in a byte a number, of which drafts are made: a quarter of what is to be read, and what is
    off by it costs a draft, never the text. Each head's numbers of a position have a scale."""

    keys: Array  # (pages, positions, hidden), int8
    values: Array
    key_scales: Array  # (pages, heads, positions)
    value_scales: Array


@njit(**CODE)
def _put_coarsely(numbers: Array, made: Array, scales: Array, position: int) -> None:
    size = len(numbers) // len(scales)
    for head in range(len(scales)):
        own = numbers[head * size : (head + 1) * size]
        bits, top = own.view(np.int32), np.int32(1)
        for at in range(size):  # in integers, where compilers find vectors
            top = max(top, bits[at] & np.int32(0x7FFFFFFF))
        scale = max(as_float(top), F(1e-30)) / F(127)
        scales[head, position] = scale
        for at in range(size):
            made[head * size + at] = np.int8(np.rint(own[at] / scale))


@njit(**CODE)
def put_coarsely(spans: Array, keys: Array, values: Array, coarse: Coarse) -> None:
    """The entries of spans in a byte a number, too."""
    for span in range(len(spans)):
        _, count, start, page = spans[span]
        for at in range(start, start + count):
            _put_coarsely(keys[page, at], coarse.keys[page, at], coarse.key_scales[page], at)
            _put_coarsely(values[page, at], coarse.values[page, at], coarse.value_scales[page], at)


@njit(**CODE)
def aligned(height: int, width: int) -> Array:
    """Memory for numbers that begins where a line of the cache does."""
    numbers = np.empty(height * width + LANES, np.float32)
    skipped = -(numbers.ctypes.data // 4) % LANES
    return numbers[skipped : skipped + height * width].reshape(height, width)


@njit(**EXACT)
def _scores(
    qkv: Array, first: int, rows: int, reach: int, keys: Array, size: int, low: int, high: int, made: Array
) -> None:
    """Products of some heads' queries with all keys: row r of the n-th of these heads goes to n * ROWS + r."""
    if rows == 1:
        match(qkv, first, keys, size, low, high, whole(0), reach, made, whole(0))
        return
    parts = ROWS // SIDE
    packed = aligned((high - low) * parts, size * LANES)
    for head in range(low, high):
        pack(qkv, head * size, size, first, rows, packed, (head - low) * parts)
    for part in range(-(-rows // SIDE)):
        match_packed(packed, part, keys, size, low, high, whole(0), reach, made, part * SIDE)


@njit(**EXACT)
def _shares(scores: Array, row: int, own: int) -> np.float32:
    """Exponentials of a row's first `own` scores and zeros behind them; their sum."""
    scores[row, own:] = NONE
    total = raise_all(scores, row, own, largest(scores, row, own))
    scores[row, own:] = F(0)
    return total


@njit(**CODE)
def _mix_all(
    scores: Array,
    totals: Array,
    rows: int,
    reach: int,
    values: Array,
    size: int,
    low: int,
    high: int,
    made: Array,
    to: int,
) -> None:
    """What rows see by their shares, of heads from `low` below `high`."""
    for row in range(rows):
        made[to + row, low * size : high * size] = F(0)
    for start in range(0, reach, BLOCK):
        end = min(reach, start + BLOCK)
        for head in range(low, high):
            left, right = head * size, (head + 1) * size
            mix(values[:, left:right], scores, (head - low) * ROWS, rows, start, end, made[:, left:right], to)
    for head in range(low, high):
        for row in range(rows):
            for column in range(head * size, (head + 1) * size):
                made[to + row, column] /= totals[(head - low) * ROWS + row]


@njit(**CODE)
def attend_page(
    qkv: Array,
    first: int,
    count: int,
    before: int,
    keys: Array,
    values: Array,
    size: int,
    low: int,
    high: int,
    made: Array,
) -> None:
    """Heads from `low` below `high` of one page: `count` rows from `first` on, the first of which sees `before`
    entries and itself, the next one more."""
    totals = np.empty((high - low) * ROWS, np.float32)
    for at in range(0, count, ROWS):
        rows = min(ROWS, count - at)
        reach = before + at + rows
        scores = aligned((high - low) * ROWS, reach + -reach % LANES)
        _scores(qkv, first + at, rows, reach, keys, size, low, high, scores)
        for head in range(high - low):
            for row in range(rows):
                place = head * ROWS + row
                totals[place] = _shares(scores, place, before + at + row + 1)
        _mix_all(scores, totals, rows, reach, values, size, low, high, made, first + at)


@njit(**CODE)
def _attend_part(
    qkv: Array, spans: Array, keys: Array, values: Array, size: int, low: int, high: int, made: Array
) -> None:
    for span in range(len(spans)):
        first, count, start, page = spans[span]
        attend_page(qkv, first, count, start, keys[page], values[page], size, low, high, made)


@njit(parallel=True, **CODE)
def _attend_shared(qkv: Array, spans: Array, keys: Array, values: Array, size: int, heads: int, made: Array) -> None:
    for head in prange(heads):
        _attend_part(qkv, spans, keys, values, size, whole(head), whole(head + 1), made)


@njit(**CODE)
def attend_pages(qkv: Array, spans: Array, keys: Array, values: Array, fixed: Fixed, made: Array) -> None:
    """What all rows see: `made` (N, hidden)."""
    size = qkv.shape[1] // 3 // fixed.heads
    if fixed.threads > 1:
        _attend_shared(qkv, spans, keys, values, size, fixed.heads, made)
    else:
        _attend_part(qkv, spans, keys, values, size, whole(0), fixed.heads, made)


@njit(**CODE)
def attend_coarsely(qkv: Array, spans: Array, coarse: Coarse, fixed: Fixed, made: Array) -> None:
    """What the last row of each page sees: `made` (B, hidden)."""
    heads = fixed.heads
    size = qkv.shape[1] // 3 // heads
    totals = np.empty(heads * ROWS, np.float32)
    for span in range(len(spans)):
        first, count, start, page = spans[span]
        reach = start + count
        scores = aligned(heads * ROWS, reach + -reach % LANES)
        _scores(qkv, first + count - 1, whole(1), reach, coarse.keys[page], size, whole(0), heads, scores)
        for head in range(heads):
            place = head * ROWS
            own, scales, shares = scores[place], coarse.key_scales[page, head], coarse.value_scales[page, head]
            for at in range(reach):
                own[at] *= scales[at]
            totals[place] = _shares(scores, place, reach)
            for at in range(reach):
                own[at] *= shares[at]
        _mix_all(scores, totals, whole(1), reach, coarse.values[page], size, whole(0), heads, made, span)
