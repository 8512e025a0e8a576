# SPDX-License-Identifier: AGPL-3.0-or-later
"""A decoder layer and a whole draft as compiled functions, for a few rows on a CPU.

Rows of all pages lie one below the other. A page's rows are described by `spans` (B, 4): first row,
rows, position of the first, row of the cache. With `threads` above one the products are shared out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit, prange

from engine.jina_ocr.lanes import CODE, ROWS, Array, as_float, largest, mix, multiply

LANES_SOURCE = "a54e7ad3b9d6080b"
"""First digits of the SHA-256 of lanes.py. Compiled code is kept for as long as the file stays as it is,
whatever becomes of a file that it calls: so this file changes with that one, and a test sees to it."""

F = np.float32
whole = np.intp
"""A number written as `whole(0)` is any number to the compiler: for a plain 0 it would compile once more."""

LOG2_E, LN_2_HIGH, LN_2_LOW = F(1.44269504), F(0.693359375), F(-2.12194440e-4)
EXACT = {**CODE, "fastmath": {"contract", "nnan", "ninf", "nsz"}}


class Block(NamedTuple):
    """One layer's weights, and its part of the cache (pages, positions, hidden). Where there are no
    routed experts `gate`, `inner` and `outer` are empty, and `dense_*` are the MLP; else `dense_*`
    are the shared experts, empty where there are none."""

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


class Fixed(NamedTuple):
    """What is the same for all layers."""

    heads: int
    chosen: int
    eps: float
    threads: int
    cos: Array  # (positions, head_dim / 2)
    sin: Array


@njit(**EXACT)
def exponential(x: Any) -> Any:
    """e to the x in float32, between the smallest and the largest normal number."""
    x = min(max(x, F(-87)), F(88))
    twos = np.floor(x * LOG2_E + F(0.5))
    rest = x - twos * LN_2_HIGH - twos * LN_2_LOW
    made = F(1 / 5040)
    for factor in (F(1 / 720), F(1 / 120), F(1 / 24), F(1 / 6), F(1 / 2), F(1), F(1)):
        made = made * rest + factor
    return made * as_float(np.int32((np.int32(twos) + 127) << 23))


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
    if threads > 1:
        _times_shared(x, matrix, made, threads)
    else:
        multiply(x, whole(0), len(x), matrix, whole(0), len(matrix), made, whole(0))
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
    if threads > 1:
        _experts_shared(x, stacked, starts, made, threads)
    else:
        _experts_part(x, stacked, starts, made, whole(0), whole(1))
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


@njit(**CODE)
def attend_head(
    qkv: Array, first: int, count: int, before: int, keys: Array, values: Array, made: Array, to: int
) -> None:
    """One page and head: `count` rows from `first` on, the first of which sees `before` entries and
    itself, the next one more."""
    scores = np.empty((ROWS, before + count), np.float32)
    size = keys.shape[1]
    for at in range(0, count, ROWS):
        rows = min(ROWS, count - at)
        reach = before + at + rows
        multiply(qkv, first + at, rows, keys, whole(0), reach, scores, whole(0))
        totals = np.empty(ROWS, np.float32)
        for row in range(rows):
            own = before + at + row + 1
            top = largest(scores, row, own)
            total = F(0)
            for entry in range(own):
                scores[row, entry] = exponential(scores[row, entry] - top)
                total += scores[row, entry]
            scores[row, own:reach] = F(0)
            totals[row] = total
        mix(values, scores, rows, reach, made, to + at)
        for row in range(rows):
            for column in range(size):
                made[to + at + row, column] /= totals[row]


@njit(**CODE)
def _attend_part(
    qkv: Array, spans: Array, keys: Array, values: Array, heads: int, last: bool, made: Array, head: int
) -> None:
    size = qkv.shape[1] // 3 // heads
    left, right = head * size, (head + 1) * size
    to = whole(0)
    for span in range(len(spans)):
        first, count, start, page = spans[span]
        if last:
            first, start, count = first + count - 1, start + count - 1, 1
        own_keys, own_values = keys[page, :, left:right], values[page, :, left:right]
        attend_head(qkv[:, left:right], first, count, start, own_keys, own_values, made[:, left:right], to)
        to += count


@njit(parallel=True, **CODE)
def _attend_shared(
    qkv: Array, spans: Array, keys: Array, values: Array, heads: int, last: bool, made: Array
) -> None:
    for head in prange(heads):
        _attend_part(qkv, spans, keys, values, heads, last, made, whole(head))


@njit(**CODE)
def attend(x: Array, spans: Array, block: Block, fixed: Fixed, last: bool) -> Array:
    """A layer's first half: (N, hidden) to the same; with `last` to the last row of each page (B, hidden)."""
    normed = np.empty_like(x)
    norm(x, block.input_norm, fixed.eps, normed)
    qkv = times(normed, block.qkv, fixed.threads)
    turn(qkv, spans, block.keys, block.values, fixed)
    if last:
        kept = np.empty((len(spans), x.shape[1]), np.float32)
        for span in range(len(spans)):
            kept[span] = x[spans[span, 0] + spans[span, 1] - 1]
        x = kept
    mixed = np.empty_like(x)
    if fixed.threads > 1:
        _attend_shared(qkv, spans, block.keys, block.values, fixed.heads, last, mixed)
    else:
        for head in range(fixed.heads):
            _attend_part(qkv, spans, block.keys, block.values, fixed.heads, last, mixed, whole(head))
    made = times(mixed, block.out, fixed.threads)
    made += x
    return made


@njit(**CODE)
def layer(x: Array, spans: Array, block: Block, fixed: Fixed) -> Array:
    """(N, hidden) to the same."""
    made = attend(x, spans, block, fixed, False)
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
    """The draft head's own weights, and the target's that it shares. Matrices are of bfloat16, here
    and in the head's block: a draft that is a little off costs nothing but itself."""

    embed: Array
    embedding_norm: Array
    state_norm: Array
    joined: Array
    norm: Array
    head: Array


@njit(**CODE)
def draft(
    tokens: Array, before: Array, spans: Array, depth: int, head: Head, block: Block, fixed: Fixed
) -> Array:
    """Drafts (B, depth): see `passes.Passes.draft`."""
    pages, width = len(spans), before.shape[1]
    made = np.empty((pages, depth), np.intp)
    spans = spans.copy()
    for number in range(max(1, depth)):
        both = np.empty((len(tokens), 2 * width), np.float32)
        embedded = np.empty((len(tokens), width), np.float32)
        for row in range(len(tokens)):
            embedded[row] = head.embed[tokens[row]]
        norm(embedded, head.embedding_norm, fixed.eps, both[:, :width])
        norm(before, head.state_norm, fixed.eps, both[:, width:])
        out = attend(times(both, head.joined, fixed.threads), spans, block, fixed, depth >= 0)
        if number == depth:
            break
        before = np.empty_like(out)
        norm(out, block.post_norm, fixed.eps, before)
        out += mlp(before, block.dense_inner, block.dense_outer, fixed.threads)
        norm(out, head.norm, fixed.eps, before)
        logits = times(before, head.head, fixed.threads)
        tokens = np.empty(pages, np.intp)
        for page in range(pages):
            tokens[page] = made[page, number] = best(logits, page)
            spans[page, 2] += spans[page, 1]
            spans[page, 0], spans[page, 1] = page, 1
    return made
