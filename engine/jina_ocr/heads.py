# SPDX-License-Identifier: AGPL-3.0-or-later
"""Products of a head's queries with keys, and mixtures of values, in explicit vectors for Numba.

A head has so few numbers that adding up the lanes of a vector costs as much as the products. Where
there are several queries, they share a vector, a quarter (of 128 bits, four numbers) each: four numbers
of a key are spread to all quarters, and only four lanes remain to be added up. One query alone fills the
vector. Both add up in the same order: what a token gives does not depend on its company.
Keys and values are of float32 or int8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from engine.jina_ocr.lanes import CODE, INT, LANES, ROWS, VECTOR, WIDE, Array, Matrix, Sums, alternate, fused, loop
from engine.jina_ocr.softmax import LN_2_HIGH, LN_2_LOW, LOG2_E, ROUNDER, SERIES

BELOW = "7fa8975bcde263cd"
"""See `softmax.BELOW`."""

AHEAD = 8
"""Entries of a table that are fetched while others are mixed."""

SIDE = LANES // 4
"""Queries that share a vector."""


def _pairs_added(builder: ir.IRBuilder, vectors: Sequence[ir.Value], *, quarters: bool) -> list[ir.Value]:
    """Of each two vectors one, in which neighbouring quarters, or lanes within a quarter, are added."""
    even, odd = (ir.Constant(ir.VectorType(INT, LANES), alternate(quarters, at)) for at in (0, 1))
    return [
        builder.fadd(builder.shuffle_vector(a, b, even), builder.shuffle_vector(a, b, odd))
        for a, b in zip(vectors[::2], vectors[1::2], strict=True)
    ]


def _alone(
    builder: ir.IRBuilder, keys: Matrix, rows: list[ir.Value], asked: Matrix, query: ir.Value, size: ir.Value
) -> ir.Value:
    """A query's products with LANES keys or one: a vector or a number."""
    sums = Sums.of(builder, len(rows))
    zero = ir.Constant(size.type, 0)
    whole = builder.and_(size, ir.Constant(size.type, -LANES))
    with loop(builder, zero, whole, LANES) as (at, _):
        numbers = asked.vector(query, at)
        for number, row in enumerate(rows):
            keys.fetch(row, at, len(rows))
            sums.add(number, numbers, keys.vector(row, at))
    with loop(builder, whole, size, 1) as (at, _):
        numbers = asked.alone(query, at)
        for number, row in enumerate(rows):
            sums.add(number, numbers, keys.alone(row, at))
    vectors = sums.values() * (LANES // len(rows))
    vectors = [vectors[4 * at + first] for first in range(4) for at in range(SIDE)]  # so that sums end in order
    while len(vectors) > 1:
        vectors = _pairs_added(builder, vectors, quarters=len(vectors) > 4)
    return vectors[0] if len(rows) > 1 else builder.extract_element(vectors[0], ir.Constant(INT, 0))


def _packed(
    builder: ir.IRBuilder, keys: Matrix, rows: list[ir.Value], asked: Matrix, query: ir.Value, size: ir.Value
) -> ir.Value:
    """The products of SIDE queries (see `pack`) with four keys, or one and three times more."""
    sums = Sums.of(builder, len(rows) * SIDE)
    zero = ir.Constant(size.type, 0)
    whole = builder.and_(size, ir.Constant(size.type, -LANES))
    packed = builder.mul(whole, ir.Constant(size.type, SIDE))
    with loop(builder, zero, whole, LANES) as (at, _):
        place = builder.mul(at, ir.Constant(at.type, SIDE))
        for quarter in range(SIDE):
            numbers = asked.vector(query, builder.add(place, ir.Constant(at.type, quarter * LANES)))
            column = builder.add(at, ir.Constant(at.type, 4 * quarter))
            for number, row in enumerate(rows):
                sums.add(number * SIDE + quarter, numbers, keys.quarter(row, column, 4))
    with loop(builder, whole, size, 1) as (at, _):
        place = builder.mul(builder.sub(at, whole), ir.Constant(at.type, LANES))
        numbers = asked.vector(query, builder.add(packed, place))
        for number, row in enumerate(rows):
            sums.add(number * SIDE, numbers, keys.quarter(row, at, 1))
    parts = sums.values()
    vectors = [_halved(builder, parts[at : at + SIDE]) for at in range(0, len(parts), SIDE)] * (4 // len(rows))
    while len(vectors) > 1:
        vectors = _pairs_added(builder, vectors, quarters=False)
    return vectors[0]


def _halved(builder: ir.IRBuilder, vectors: list[ir.Value]) -> ir.Value:
    """The sum of vectors, neighbours first."""
    while len(vectors) > 1:
        vectors = [builder.fadd(a, b) for a, b in zip(vectors[::2], vectors[1::2], strict=True)]
    return vectors[0]


def _matching(together: bool) -> Callable[..., None]:
    """Code for made[ROWS * n + to + r, k] = (query r of the n-th head) . table[k, of this head], for heads from `left`
    below `right` and k from `low` below `high`; SIDE queries `together` that are packed in asked[parts * n + first],
    or one, asked[first, of this head]. All heads of a few keys after each other, as they lie in memory."""

    @intrinsic
    def matching(
        _: Any,
        asked: Any,
        first: Any,
        table: Any,
        size: Any,
        left: Any,
        right: Any,
        low: Any,
        high: Any,
        made: Any,
        to: Any,
    ) -> Any:
        def code(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> ir.Value:
            kinds = signature.args
            queries, keys, target = (Matrix.of(context, builder, kinds[at], values[at]) for at in (0, 2, 8))
            _, first, _, size, left, right, low, high, _, to = values

            def heads(at: ir.Value, count: int) -> None:
                with loop(builder, left, right, 1) as (head, _):
                    number = builder.sub(head, left)
                    column = builder.mul(head, size)
                    rows = [keys.row(at, further, column) for further in range(count)]
                    made_row = builder.add(to, builder.mul(number, ir.Constant(to.type, ROWS)))
                    if not together:
                        found = _alone(builder, keys, rows, queries, queries.row(first, 0, column), size)
                        target.put(target.row(made_row, 0), at, found)
                        return
                    query = builder.add(first, builder.mul(number, ir.Constant(to.type, ROWS // SIDE)))
                    found = _packed(builder, keys, rows, queries, queries.row(query, 0), size)
                    for side in range(SIDE):
                        own = ir.Constant(ir.VectorType(INT, count), [4 * side + key for key in range(count)])
                        target.put(target.row(made_row, side), at, builder.shuffle_vector(found, found, own))

            many = 4 if together else LANES
            whole = builder.add(low, builder.and_(builder.sub(high, low), ir.Constant(low.type, -many)))
            with loop(builder, low, whole, many) as (at, _):
                heads(at, many)
            with loop(builder, whole, high, 1) as (at, _):
                heads(at, 1)
            return context.get_dummy_value()

        i = types.intp
        return types.void(asked, i, table, i, i, i, i, i, made, i), code

    return matching


match: Any = _matching(False)
match_packed: Any = _matching(True)


@njit(**CODE)
def pack(x: Array, left: int, size: int, first: int, rows: int, made: Array, to: int) -> None:
    """Queries x[first + r, left:left + size] into made[to + r // SIDE], in which SIDE of them share vectors:
    four numbers of each, and the next four. Of what is more than whole vectors a number each in a
    vector of its own."""
    whole = size - size % LANES
    for row in range(-(-rows // SIDE) * SIDE):
        source, target, place = first + min(row, rows - 1), to + row // SIDE, row % SIDE * 4
        for at in range(0, whole, 4):
            for lane in range(4):
                made[target, at * SIDE + place + lane] = x[source, left + at + lane]
        for at in range(whole, size):
            place = whole * SIDE + (at - whole) * LANES + row % SIDE * 4
            made[target, place] = x[source, left + at]
            for lane in range(1, 4):
                made[target, place + lane] = np.float32(0)


def _exponentials(builder: ir.IRBuilder, x: ir.Value) -> ir.Value:
    """As `exponential`, of a vector of numbers that are not above 88."""

    def all_of(number: Any) -> ir.Value:
        return ir.Constant(VECTOR, [float(number)] * LANES)

    ints = ir.VectorType(INT, LANES)
    x = builder.select(builder.fcmp_ordered(">", x, all_of(-87)), x, all_of(-87))
    rounded = fused(builder, x, all_of(LOG2_E), all_of(ROUNDER))
    twos = builder.fsub(rounded, all_of(ROUNDER))
    rest = fused(builder, twos, all_of(-LN_2_LOW), fused(builder, twos, all_of(-LN_2_HIGH), x))
    made = all_of(SERIES[0])
    for factor in SERIES[1:]:
        made = fused(builder, made, rest, all_of(factor))
    exponents = builder.shl(builder.bitcast(rounded, ints), ir.Constant(ints, [23] * LANES))
    return builder.bitcast(builder.add(builder.bitcast(made, ints), exponents), VECTOR)


@intrinsic
def _raise_all(_: Any, numbers: Any, row: Any, count: Any, top: Any) -> Any:
    """Exponentials of a row's first numbers less `top`, in their place, up to whole vectors; their sum."""

    def code(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> ir.Value:
        scores = Matrix.of(context, builder, signature.args[0], values[0])
        start, count = scores.row(values[1], 0), values[2]
        zeros = ir.Constant(VECTOR, [0.0] * LANES)
        total = cgutils.alloca_once_value(builder, zeros)
        first = builder.insert_element(zeros, values[3], ir.Constant(INT, 0))
        tops = builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(INT, LANES), [0] * LANES))
        with loop(builder, ir.Constant(count.type, 0), count, LANES) as (at, _):
            made = _exponentials(builder, builder.fsub(scores.vector(start, at), tops))
            scores.put(start, at, made)
            builder.store(builder.fadd(builder.load(total), made), total)
        vectors = [builder.load(total)] * 4
        while len(vectors) > 1:
            vectors = _pairs_added(builder, vectors, quarters=False)
        lanes = [builder.extract_element(vectors[0], ir.Constant(INT, at)) for at in range(0, LANES, 4)]
        while len(lanes) > 1:
            lanes = [builder.fadd(one, other) for one, other in zip(lanes[::2], lanes[1::2], strict=True)]
        return lanes[0]

    return types.float32(numbers, types.intp, types.intp, types.float32), code


raise_all: Any = _raise_all


@intrinsic
def _number(_: Any, matrix: Any, row: Any, column: Any) -> Any:
    """A number of a matrix in whatever format."""

    def code(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> ir.Value:
        numbers = Matrix.of(context, builder, signature.args[0], values[0])
        return numbers.number(numbers.row(values[1], 0), values[2])

    return types.float32(matrix, types.intp, types.intp), code


number: Any = _number


def _mix(rows: int, vectors: int) -> Callable[..., None]:
    """Code for made[to + r, left:left + vectors * LANES] += sum of shares[first + r, j] * table[j], j from
    `low` below `high`, one after the other."""

    @intrinsic
    def mix(_: Any, table: Any, left: Any, shares: Any, first: Any, low: Any, high: Any, made: Any, to: Any) -> Any:
        def code(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> ir.Value:
            kinds = signature.args
            entries, parts, target = (Matrix.of(context, builder, kinds[at], values[at]) for at in (0, 2, 6))
            columns = [builder.add(values[1], ir.Constant(values[1].type, LANES * at)) for at in range(vectors)]
            part_rows = [parts.row(values[3], row) for row in range(rows)]
            made_rows = [target.row(values[7], row) for row in range(rows)]
            places = [(row, column) for row in made_rows for column in columns]
            sums = Sums(builder, [cgutils.alloca_once_value(builder, target.vector(*place)) for place in places])
            with loop(builder, values[4], values[5], 1) as (at, _):
                entry = entries.row(at, 0)
                for column in columns:
                    entries.fetch(entry, column, AHEAD)
                loaded = [entries.vector(entry, column) for column in columns]
                for row, part_row in enumerate(part_rows):
                    share = parts.spread(part_row, at)
                    for place, vector in enumerate(loaded):
                        sums.add(row * vectors + place, share, vector)
            for (row, column), value in zip(places, sums.values(), strict=True):
                target.put(row, column, value)
            return context.get_dummy_value()

        intp = types.intp
        return types.void(table, intp, shares, intp, intp, intp, made, intp), code

    return mix


_MANY = 4 if WIDE else 2
_mix_1, _mix_2, _mix_3, _mix_4 = (_mix(rows, _MANY) for rows in (1, 2, 3, 4))
_slim_1, _slim_2, _slim_3, _slim_4 = (_mix(rows, 1) for rows in (1, 2, 3, 4))


@njit(**CODE)
def mix(table: Array, shares: Array, first: int, rows: int, low: int, high: int, made: Array, to: int) -> None:
    """made[to + r] += sum of shares[first + r, j] * table[j] over j from `low` below `high`, r below `rows`, at
    most ROWS."""
    width, left = table.shape[1], 0
    while left + _MANY * LANES <= width:
        if rows == 4:
            _mix_4(table, left, shares, first, low, high, made, to)
        elif rows == 3:
            _mix_3(table, left, shares, first, low, high, made, to)
        elif rows == 2:
            _mix_2(table, left, shares, first, low, high, made, to)
        else:
            _mix_1(table, left, shares, first, low, high, made, to)
        left += _MANY * LANES
    while left + LANES <= width:
        if rows == 4:
            _slim_4(table, left, shares, first, low, high, made, to)
        elif rows == 3:
            _slim_3(table, left, shares, first, low, high, made, to)
        elif rows == 2:
            _slim_2(table, left, shares, first, low, high, made, to)
        else:
            _slim_1(table, left, shares, first, low, high, made, to)
        left += LANES
    for row in range(rows):
        for entry in range(low, high):
            for column in range(left, width):
                made[to + row, column] += shares[first + row, entry] * number(table, entry, column)
