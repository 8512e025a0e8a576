# SPDX-License-Identifier: AGPL-3.0-or-later
"""Products of a few rows with a matrix that is read once, for Numba.

BLAS libraries read or repack a matrix once for every row. Here 1 to ROWS rows meet OUTS of the matrix' rows
at a time: each number is loaded once and used for all. Meanwhile the next ones are fetched: in rows of a few KB the
processor has hardly seen where it goes when the row ends. A dot product is always added up in the same order, however
many rows there are: what a token gives does not depend on its company.

Matrices are of float32, or of bfloat16, which is widened while it is read: a load of pairs gives the numbers at even
places by a shift, and those between by a mask. Rows that meet such a matrix have been `parted` the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from engine.jina_ocr.lanes import CODE, INT, LANES, LINE, WIDE, Array, Matrix, Sums, alternate, loop

BELOW = "775f7c74964b8454"
"""See `softmax.BELOW`."""

MANY = 8
"""Rows of the matrix that one row is multiplied with at once: the more, the better memory is used."""

OUTS = 4
"""Rows of the matrix that are multiplied at once."""


def _added_up(builder: ir.IRBuilder, vectors: Sequence[ir.Value]) -> ir.Value:
    """The sum of each vector's lanes, as one vector. Neighbours are added, then the neighbours of
    these, and so on: the same order for every number of vectors. Up to sums of four lanes, numbers
    stay in their quarter (of 128 bits), because moving them within it is cheaper."""
    vectors = list(vectors)
    while len(vectors) & (len(vectors) - 1):
        vectors.append(vectors[-1])
    lanes = 1  # that are added up so far
    while lanes < LANES:
        if len(vectors) == 1:
            vectors *= 2
        pairs = zip(vectors[::2], vectors[1::2], strict=True)
        even, odd = (ir.Constant(ir.VectorType(INT, LANES), alternate(lanes >= 4, at)) for at in (0, 1))
        vectors = [
            builder.fadd(builder.shuffle_vector(a, b, even), builder.shuffle_vector(a, b, odd)) for a, b in pairs
        ]
        lanes *= 2
    return vectors[0]


def _dots(rows: int, outs: int) -> Callable[..., None]:
    """Code for made[to + r, top + o] = x[first + r] . matrix[top + o], r below `rows`, o below `outs`."""

    @intrinsic
    def dots(_: Any, matrix: Any, top: Any, x: Any, first: Any, made: Any, to: Any) -> Any:
        def code(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> ir.Value:
            kinds = signature.args
            weights, inputs, target = (Matrix.of(context, builder, kinds[at], values[at]) for at in (0, 2, 4))
            weight_rows = [weights.row(values[1], out) for out in range(outs)]
            input_rows = [inputs.row(values[3], row) for row in range(rows)]
            sums = Sums.of(builder, rows * outs)

            def step(read: Callable[[Matrix, ir.Value], list[ir.Value]]) -> None:
                numbers = [read(inputs, row) for row in input_rows]
                for out, weight_row in enumerate(weight_rows):
                    for part, weight in enumerate(read(weights, weight_row)):
                        for row, number in enumerate(numbers):
                            sums.add(row * outs + out, weight, number[part])

            count = {types.uint16: 2, types.int8: LINE // LANES}.get(weights.kind, 1)  # vectors of a load, or of a line
            zero = ir.Constant(weights.width.type, 0)
            whole = builder.and_(weights.width, ir.Constant(zero.type, -count * LANES))

            def several(matrix: Matrix, row: ir.Value, at: ir.Value) -> list[ir.Value]:
                if matrix.half:
                    return matrix.pair(row, at)
                return [matrix.vector(row, builder.add(at, ir.Constant(at.type, n * LANES))) for n in range(count)]

            with loop(builder, zero, whole, count * LANES) as (at, _):
                for row in weight_rows if outs > 1 else []:
                    weights.fetch(row, at, outs)
                step(lambda matrix, row: several(matrix, row, at))
            with loop(builder, whole, weights.width, 1) as (at, _):
                step(lambda matrix, row: [matrix.alone(row, at)])
            added = _added_up(builder, sums.values())
            for row in range(rows):
                kind = ir.VectorType(INT, outs)
                own = ir.Constant(kind, list(range(row * outs, (row + 1) * outs)))
                target.put(target.row(values[5], row), values[1], builder.shuffle_vector(added, added, own))
            return context.get_dummy_value()

        return types.void(matrix, types.intp, x, types.intp, made, types.intp), code

    return dots


@intrinsic
def _part(_: Any, x: Any, row: Any, made: Any) -> Any:
    """See `parted`, for one row."""

    def code(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> ir.Value:
        source, target = (Matrix.of(context, builder, signature.args[at], values[at]) for at in (0, 2))
        here, there = source.row(values[1], 0), target.row(values[1], 0)
        whole = builder.and_(source.width, ir.Constant(source.width.type, -2 * LANES))
        lanes = ir.VectorType(INT, LANES)
        with loop(builder, ir.Constant(whole.type, 0), whole, 2 * LANES) as (at, _):
            behind = builder.add(at, ir.Constant(at.type, LANES))
            both = source.vector(here, at), source.vector(here, behind)
            for first, place in enumerate((at, behind)):
                every_other = ir.Constant(lanes, list(range(first, 2 * LANES, 2)))
                target.put(there, place, builder.shuffle_vector(*both, every_other))
        with loop(builder, whole, source.width, 1) as (at, _):
            target.put(there, at, source.number(here, at))
        return context.get_dummy_value()

    return types.void(x, types.intp, made), code


@njit(**CODE)
def parted(x: Array) -> Array:
    """Of each 2 x LANES numbers in a row, those at even places before the others. What is left at the end of a
    row lies as it was."""
    made = np.empty((x.shape[0], x.shape[1]), np.float32)
    for row in range(len(x)):
        _part(x, row, made)
    return made


_FEW = OUTS if WIDE else 2  # with eight lanes there are sixteen registers, and no more
_dots_1, _dots_2, _dots_3, _dots_4 = _dots(1, OUTS), _dots(2, OUTS), _dots(3, _FEW), _dots(4, _FEW)
_dots_many = _dots(1, MANY)
_dot_1, _dot_2, _dot_3, _dot_4 = (_dots(rows, 1) for rows in (1, 2, 3, 4))


@njit(**CODE)
def multiply(x: Array, first: int, count: int, matrix: Array, low: int, high: int, made: Array, to: int) -> None:
    """made[to + r, o] = x[first + r] . matrix[o] for r below `count` and o from `low` below `high`."""
    out = low
    if count == 1:
        while out + MANY <= high:
            _dots_many(matrix, out, x, first, made, to)
            out += MANY
    while out < high:
        four = out + OUTS <= high
        at = 0
        while at < count:
            left = count - at
            if not four:
                if left >= 4:
                    _dot_4(matrix, out, x, first + at, made, to + at)
                elif left == 3:
                    _dot_3(matrix, out, x, first + at, made, to + at)
                elif left == 2:
                    _dot_2(matrix, out, x, first + at, made, to + at)
                else:
                    _dot_1(matrix, out, x, first + at, made, to + at)
            elif left >= 4:
                for part in range(0, OUTS, _FEW):
                    _dots_4(matrix, out + part, x, first + at, made, to + at)
            elif left == 3:
                for part in range(0, OUTS, _FEW):
                    _dots_3(matrix, out + part, x, first + at, made, to + at)
            elif left == 2:
                _dots_2(matrix, out, x, first + at, made, to + at)
            else:
                _dots_1(matrix, out, x, first + at, made, to + at)
            at += 4
        out += OUTS if four else 1
