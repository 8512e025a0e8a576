# SPDX-License-Identifier: AGPL-3.0-or-later
"""A decoder layer and a whole draft as compiled functions, for a few rows on a CPU.

Rows of all pages lie one below the other. A page's rows are described by `spans` (B, 4): first row,
rows, position of the first, row of the cache. With `threads` above one the products are shared out.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit, prange

from engine.jina_ocr.attention import NONE, Coarse, Fixed, attend_coarsely, attend_pages, put_coarsely, turn, whole
from engine.jina_ocr.lanes import CODE, Array, F, as_float
from engine.jina_ocr.products import multiply, parted
from engine.jina_ocr.softmax import exponential, largest

BELOW = "d4b4887bd1c81cc6"
"""See `softmax.BELOW`."""

HALF = 2
"""Bytes of a number of bfloat16."""


class Block(NamedTuple):
    """One layer's weights, and its part of the cache (pages, positions, hidden). Where there are no
    routed experts `gate`, `inner` and `outer` are empty, and `dense_*` are the MLP; else `dense_*`
    are the shared experts, empty where there are none. Matrices but the gate are of float32 or bfloat16."""

    input_norm: Array
    qkv: Array
    out: Array
    post_norm: Array
    gate: Array
    inner: Array
    outer: Array
    dense_inner: Array
    dense_outer: Array
    keys: Array
    values: Array


@njit(**CODE)
def norm(x: Array, weight: Array, eps: float, made: Array) -> None:
    """RMSNorm of every row."""
    width = x.shape[1]
    for row in range(x.shape[0]):
        total = F(0)
        for at in range(width):
            total += x[row, at] * x[row, at]
        scale = F(1) / np.sqrt(total / F(width) + F(eps))
        for at in range(width):
            made[row, at] = x[row, at] * scale * weight[at]


@njit(**CODE)
def gated(x: Array, made: Array) -> None:
    """SwiGLU of joined gate and up halves."""
    half = made.shape[1]
    for row in range(made.shape[0]):
        for at in range(half):
            gate = x[row, at]
            made[row, at] = gate / (F(1) + exponential(-gate)) * x[row, half + at]


@njit(parallel=True, **CODE)
def _times_shared(x: Array, matrix: Array, made: Array, threads: int) -> None:
    height = len(matrix)
    for part in prange(threads):
        multiply(x, whole(0), len(x), matrix, part * height // threads, (part + 1) * height // threads, made, whole(0))


@njit(**CODE)
def times(x: Array, matrix: Array, threads: int) -> Array:
    """x (N, i) times the matrix (o, i) transposed."""
    made = np.empty((len(x), len(matrix)), np.float32)
    rows = parted(x) if matrix.itemsize == HALF else x
    if threads > 1:
        _times_shared(rows, matrix, made, threads)
    else:
        multiply(rows, whole(0), len(x), matrix, whole(0), len(matrix), made, whole(0))
    return made


@njit(**CODE)
def mlp(x: Array, inner: Array, outer: Array, threads: int) -> Array:
    """A dense MLP."""
    hidden = np.empty((len(x), len(inner) // 2), np.float32)
    gated(times(x, inner, threads), hidden)
    return times(hidden, outer, threads)


@njit(**CODE)
def route(x: Array, gate: Array, chosen: int) -> tuple[Array, Array, Array]:
    """(pairs of a row and an expert, ordered by expert): rows, weights; and where each expert's begin."""
    scores = times(x, gate, whole(1))
    rows, experts = scores.shape
    taken = np.zeros((rows, experts), np.bool_)
    starts = np.zeros(experts + 1, np.intp)
    for row in range(rows):
        largest = scores[row].max()
        total = F(0)
        for expert in range(experts):
            scores[row, expert] = exponential(scores[row, expert] - largest)
            total += scores[row, expert]
        for _ in range(chosen):
            best = -1
            for expert in range(experts):
                if not taken[row, expert] and (best < 0 or scores[row, expert] > scores[row, best]):
                    best = expert
            taken[row, best] = True
            starts[best + 1] += 1
        for expert in range(experts):
            scores[row, expert] /= total
    for expert in range(experts):
        starts[expert + 1] += starts[expert]
    sources, weights = np.empty(rows * chosen, np.intp), np.empty(rows * chosen, np.float32)
    at = 0
    for expert in range(experts):
        for row in range(rows):
            if taken[row, expert]:
                sources[at], weights[at] = row, scores[row, expert]
                at += 1
    return sources, weights, starts


@njit(**CODE)
def _experts_part(x: Array, stacked: Array, starts: Array, made: Array, part: int, parts: int) -> None:
    """Rows in runs, each run times its own matrix; one of so many parts of every matrix."""
    height = stacked.shape[1]
    low, high = part * height // parts, (part + 1) * height // parts
    for expert in range(len(stacked)):
        first, end = starts[expert], starts[expert + 1]
        if end > first:
            multiply(x, first, end - first, stacked[expert], low, high, made, first)


@njit(parallel=True, **CODE)
def _experts_shared(x: Array, stacked: Array, starts: Array, made: Array, threads: int) -> None:
    for part in prange(threads):
        _experts_part(x, stacked, starts, made, whole(part), threads)


@njit(**CODE)
def _experts_times(x: Array, stacked: Array, starts: Array, threads: int) -> Array:
    made = np.empty((len(x), stacked.shape[1]), np.float32)
    rows = parted(x) if stacked.itemsize == HALF else x
    if threads > 1:
        _experts_shared(rows, stacked, starts, made, threads)
    else:
        _experts_part(rows, stacked, starts, made, whole(0), whole(1))
    return made


@njit(**CODE)
def experts(x: Array, block: Block, fixed: Fixed, mixed: Array) -> None:
    """Add what the routed experts make of `x` to `mixed`."""
    sources, weights, starts = route(x, block.gate, fixed.chosen)
    pairs = len(sources)
    gathered = np.empty((pairs, x.shape[1]), np.float32)
    for pair in range(pairs):
        gathered[pair] = x[sources[pair]]
    inside = _experts_times(gathered, block.inner, starts, fixed.threads)
    hidden = np.empty((pairs, inside.shape[1] // 2), np.float32)
    gated(inside, hidden)
    parts = _experts_times(hidden, block.outer, starts, fixed.threads)
    for pair in range(pairs):
        row, weight = sources[pair], weights[pair]
        for at in range(x.shape[1]):
            mixed[row, at] += weight * parts[pair, at]


@njit(**CODE)
def asked(x: Array, spans: Array, block: Block, fixed: Fixed) -> Array:
    """Queries, keys and values (N, 3 x hidden), turned; the cache has the latter."""
    normed = np.empty_like(x)
    norm(x, block.input_norm, fixed.eps, normed)
    qkv = times(normed, block.qkv, fixed.threads)
    turn(qkv, spans, block.keys, block.values, fixed)
    return qkv


@njit(**CODE)
def attend(x: Array, spans: Array, block: Block, fixed: Fixed) -> Array:
    """A layer's first half: (N, hidden) to the same."""
    qkv = asked(x, spans, block, fixed)
    mixed = np.empty_like(x)
    attend_pages(qkv, spans, block.keys, block.values, fixed, mixed)
    made = times(mixed, block.out, fixed.threads)
    made += x
    return made


@njit(**CODE)
def attend_last(x: Array, spans: Array, block: Block, coarse: Coarse, fixed: Fixed) -> Array:
    """The same for the last row of each page: (N, hidden) to (B, hidden)."""
    qkv = asked(x, spans, block, fixed)
    put_coarsely(spans, block.keys, block.values, coarse)
    mixed = np.empty((len(spans), x.shape[1]), np.float32)
    attend_coarsely(qkv, spans, coarse, fixed, mixed)
    made = times(mixed, block.out, fixed.threads)
    for span in range(len(spans)):
        made[span] += x[spans[span, 0] + spans[span, 1] - 1]
    return made


@njit(**CODE)
def layer(x: Array, spans: Array, block: Block, fixed: Fixed) -> Array:
    """(N, hidden) to the same."""
    made = attend(x, spans, block, fixed)
    normed = np.empty_like(made)
    norm(made, block.post_norm, fixed.eps, normed)
    if len(block.dense_inner):
        made += mlp(normed, block.dense_inner, block.dense_outer, fixed.threads)
    if len(block.gate):
        experts(normed, block, fixed, made)
    return made


@njit(**CODE)
def choose(x: Array, weight: Array, head: Array, fixed: Fixed) -> tuple[Array, Array, Array, Array]:
    """Behind the last layer: choices, their probabilities, logits, and the states behind the final norm."""
    states = np.empty_like(x)
    norm(x, weight, fixed.eps, states)
    logits = times(states, head, fixed.threads)
    choices, probabilities = np.empty(len(x), np.intp), np.empty(len(x), np.float32)
    for row in range(len(x)):
        choices[row] = best(logits, row)
        top = logits[row, choices[row]]
        total = F(0)
        for at in range(logits.shape[1]):
            total += exponential(logits[row, at] - top)
        probabilities[row] = F(1) / total
    return choices, probabilities, logits, states


@njit(**CODE)
def best(numbers: Array, row: int) -> int:
    """Where the first of a row's largest is."""
    top = largest(numbers, row, numbers.shape[1])
    at = 0
    while numbers[row, at] < top:
        at += 1
    return at


class Head(NamedTuple):
    """The draft head's own weights, and the target's that it shares. `joined` and the matrices of the head's block
    are of bfloat16: a draft that is a little off costs nothing but itself. The target's own `head` is looked at only
    where it matters: `coarse` has a byte a number, times the `scales` of its rows."""

    embed: Array
    embedding_norm: Array
    state_norm: Array
    joined: Array
    norm: Array
    coarse: Array
    scales: Array
    head: Array


RESERVE = F(4 / math.sqrt(12))
"""Times the length of a state, and the scale of a row: what a product with a row in bytes may be off by. Rounding
to whole numbers is off by 1 / sqrt(12) in the mean square; four times that is as good as never."""


@njit(**CODE)
def likeliest(x: Array, row: int, products: Array, head: Array, scales: Array) -> int:
    """Where the row's product with the head is largest; `products` (N, vocabulary) are those with the head in bytes,
    and are written over. What may be the largest is computed once more with all digits."""
    total = F(0)
    for at in range(x.shape[1]):
        total += x[row, at] * x[row, at]
    reserve = RESERVE * np.sqrt(total)
    for at in range(len(scales)):
        products[row, at] = (products[row, at] - reserve) * scales[at]
    least = largest(products, row, whole(len(scales)))
    given = parted(x[row : row + 1]) if head.itemsize == HALF else x[row : row + 1].copy()
    found, top = 0, NONE
    for at in range(len(scales)):
        if products[row, at] + 2 * reserve * scales[at] >= least:
            multiply(given, whole(0), whole(1), head, whole(at), whole(at + 1), products, whole(row))
            if products[row, at] > top:
                found, top = at, products[row, at]
    return found


@njit(**CODE)
def embedded(tokens: Array, table: Array) -> Array:
    """Embeddings (N, hidden) of tokens."""
    made = np.empty((len(tokens), table.shape[1]), np.float32)
    for row in range(len(tokens)):
        for at in range(table.shape[1]):
            number = table[tokens[row], at]
            made[row, at] = as_float(np.int32(np.int32(number) << np.int32(16))) if table.itemsize == HALF else number
    return made


@njit(**CODE)
def draft(
    tokens: Array, before: Array, spans: Array, depth: int, head: Head, block: Block, coarse: Coarse, fixed: Fixed
) -> Array:
    """Drafts (B, depth): see `passes.Passes.draft`."""
    pages, width = len(spans), before.shape[1]
    made = np.empty((pages, depth), np.intp)
    spans = spans.copy()
    for number in range(max(1, depth)):
        both = np.empty((len(tokens), 2 * width), np.float32)
        norm(embedded(tokens, head.embed), head.embedding_norm, fixed.eps, both[:, :width])
        norm(before, head.state_norm, fixed.eps, both[:, width:])
        out = attend_last(times(both, head.joined, fixed.threads), spans, block, coarse, fixed)
        if number == depth:
            break
        before = np.empty_like(out)
        norm(out, block.post_norm, fixed.eps, before)
        out += mlp(before, block.dense_inner, block.dense_outer, fixed.threads)
        norm(out, head.norm, fixed.eps, before)
        products = times(before, head.coarse, fixed.threads)
        tokens = np.empty(pages, np.intp)
        for page in range(pages):
            tokens[page] = made[page, number] = likeliest(before, page, products, head.head, head.scales)
            spans[page, 2] += spans[page, 1]
            spans[page, 0], spans[page, 1] = page, 1
    return made
