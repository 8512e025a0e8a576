# SPDX-License-Identifier: AGPL-3.0-or-later
"""Products of a few rows with a matrix that is read once, in explicit vectors for Numba.

Compilers do not find such vectors in loops reliably, and BLAS libraries read or repack a matrix once
for every row. Here 1 to ROWS rows meet OUTS of the matrix' rows at a time: each number is loaded once
and used for all. A dot product is always added up in the same order, however many rows there are:
what a token gives does not depend on its company. Matrices are of float32, or of bfloat16 in pairs
(see `paired`), which are widened while they are read; sums are in float32.

All arrays here have contiguous rows; only the step from row to row may be any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

ROWS = 4
"""Rows that are multiplied at once."""

_FEATURES = binding.get_host_cpu_features()
WIDE = bool(_FEATURES.get("avx512f"))
LANES = 16 if WIDE else 8
"""Numbers of a vector."""

CODE: dict[str, Any] = {"fastmath": True, "nogil": True, "error_model": "numpy", "cache": True}
"""How everything is compiled. Compiled code is kept on the disk, where Numba finds it for this
processor and this version of the source."""

_FLOAT, _SHORT, _INT, _BYTE = ir.FloatType(), ir.IntType(16), ir.IntType(32), ir.IntType(8)
_VECTOR = ir.VectorType(_FLOAT, LANES)


def paired(matrix: Array) -> Array:
    """A matrix of float32 as one of bfloat16, the nearest, whose bits lie in uint16. Of 2 x LANES numbers
    in a row those of the first and the second half take turns: a load gives both as vectors. What
    is left at the end of a row lies as it was."""
    bits = np.ascontiguousarray(matrix, np.float32).view(np.uint32)
    made: Array = ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)
    height, width = made.shape
    whole = width - width % (2 * LANES)
    halves = made[:, :whole].reshape(height, -1, 2, LANES)
    made[:, :whole] = halves.swapaxes(2, 3).reshape(height, whole)
    return made


def has_fused_multiply() -> bool:
    """Whether this processor multiplies and adds in one go; without, the libraries are faster."""
    return bool(_FEATURES.get("fma") or _FEATURES.get("neon"))


@dataclass(frozen=True)
class _Matrix:
    """A two-dimensional array inside code that is being built."""

    builder: ir.IRBuilder
    start: ir.Value
    step: ir.Value
    width: ir.Value
    half: bool  # pairs of bfloat16

    @classmethod
    def of(cls, context: Any, builder: ir.IRBuilder, kind: types.Array, value: ir.Value) -> _Matrix:
        array = context.make_array(kind)(context, builder, value)
        start = builder.bitcast(array.data, _BYTE.as_pointer())
        step, _ = cgutils.unpack_tuple(builder, array.strides)
        _, width = cgutils.unpack_tuple(builder, array.shape)
        return cls(builder, start, step, width, kind.dtype == types.uint16)

    def row(self, number: ir.Value, further: int) -> ir.Value:
        """Address of a row."""
        number = self.builder.add(number, ir.Constant(number.type, further))
        return self.builder.gep(self.start, [self.builder.mul(number, self.step)])

    def _at(self, row: ir.Value, column: ir.Value, what: ir.Type) -> ir.Value:
        size = ir.Constant(column.type, 2 if self.half else 4)
        place = self.builder.gep(row, [self.builder.mul(column, size)])
        return self.builder.bitcast(place, what.as_pointer())

    def vector(self, row: ir.Value, column: ir.Value) -> ir.Value:
        return self.builder.load(self._at(row, column, _VECTOR), align=4)

    def vectors(self, row: ir.Value, column: ir.Value) -> list[ir.Value]:
        """The next two."""
        builder = self.builder
        if not self.half:
            return [self.vector(row, builder.add(column, ir.Constant(column.type, at))) for at in (0, LANES)]
        ints = ir.VectorType(_INT, LANES)
        pairs = builder.load(self._at(row, column, ints), align=2)
        low = builder.shl(pairs, ir.Constant(ints, [16] * LANES))
        high = builder.and_(pairs, ir.Constant(ints, [-1 << 16] * LANES))
        return [builder.bitcast(bits, _VECTOR) for bits in (low, high)]

    def number(self, row: ir.Value, column: ir.Value) -> ir.Value:
        builder = self.builder
        if not self.half:
            return builder.load(self._at(row, column, _FLOAT), align=4)
        short = builder.load(self._at(row, column, _SHORT), align=2)
        return builder.bitcast(builder.shl(builder.zext(short, _INT), ir.Constant(_INT, 16)), _FLOAT)

    def alone(self, row: ir.Value, column: ir.Value) -> ir.Value:
        """A number in a vector's first lane, zero in the others."""
        zeros = ir.Constant(_VECTOR, [0.0] * LANES)
        return self.builder.insert_element(zeros, self.number(row, column), ir.Constant(_INT, 0))

    def spread(self, row: ir.Value, column: ir.Value) -> ir.Value:
        """A number in all lanes."""
        first = self.alone(row, column)
        return self.builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(_INT, LANES), [0] * LANES))

    def put(self, row: ir.Value, column: ir.Value, value: ir.Value) -> None:
        self.builder.store(value, self._at(row, column, value.type), align=4)


@dataclass(frozen=True)
class _Sums:
    """Vectors that are added to in a loop."""

    builder: ir.IRBuilder
    places: list[ir.Value]

    @classmethod
    def of(cls, builder: ir.IRBuilder, count: int) -> _Sums:
        zeros = ir.Constant(_VECTOR, [0.0] * LANES)
        places = [cgutils.alloca_once(builder, _VECTOR) for _ in range(count)]
        for place in places:
            builder.store(zeros, place)
        return cls(builder, places)

    def add(self, number: int, one: ir.Value, other: ir.Value) -> None:
        builder, place = self.builder, self.places[number]
        kind = ir.FunctionType(_VECTOR, [_VECTOR] * 3)
        fused = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fma.v{LANES}f32")
        builder.store(builder.call(fused, [one, other, builder.load(place)]), place)

    def values(self) -> list[ir.Value]:
        return [self.builder.load(place) for place in self.places]


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
        even, odd = (ir.Constant(ir.VectorType(_INT, LANES), _alternate(lanes >= 4, at)) for at in (0, 1))
        vectors = [
            builder.fadd(builder.shuffle_vector(a, b, even), builder.shuffle_vector(a, b, odd)) for a, b in pairs
        ]
        lanes *= 2
    return vectors[0]


def _alternate(quarters: bool, first: int) -> list[int]:
    """Places of every other number of two vectors, in each quarter those of one before the other's;
    or of every other quarter."""
    if quarters:
        return [at + lane for at in range(4 * first, 2 * LANES, 8) for lane in range(4)]
    return [at + lane for at in range(first, LANES, 4) for lane in (0, 2, LANES, LANES + 2)]


def _dots(rows: int, outs: int) -> Callable[..., None]:
    """Code for made[to + r, top + o] = x[first + r] . matrix[top + o], r below `rows`, o below `outs`."""

    @intrinsic
    def dots(_: Any, matrix: Any, top: Any, x: Any, first: Any, made: Any, to: Any) -> Any:
        def code(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> ir.Value:
            kinds = signature.args
            weights, inputs, target = (
                _Matrix.of(context, builder, kinds[at], values[at]) for at in (0, 2, 4)
            )
            weight_rows = [weights.row(values[1], out) for out in range(outs)]
            input_rows = [inputs.row(values[3], row) for row in range(rows)]
            sums = _Sums.of(builder, rows * outs)

            def step(read: Callable[[_Matrix, ir.Value], list[ir.Value]]) -> None:
                numbers = [read(inputs, row) for row in input_rows]
                for out, weight_row in enumerate(weight_rows):
                    for part, weight in enumerate(read(weights, weight_row)):
                        for row, number in enumerate(numbers):
                            sums.add(row * outs + out, weight, number[part])

            def loop(start: ir.Value, end: ir.Value, by: int) -> AbstractContextManager[tuple[ir.Value, ir.Value]]:
                return cgutils.for_range_slice(builder, start, end, ir.Constant(start.type, by))

            zero, by = ir.Constant(weights.width.type, 0), 2 * LANES if weights.half else LANES
            whole = builder.and_(weights.width, ir.Constant(zero.type, -by))
            with loop(zero, whole, by) as (at, _):
                step(lambda matrix, row: matrix.vectors(row, at) if weights.half else [matrix.vector(row, at)])
            with loop(whole, weights.width, 1) as (at, _):
                step(lambda matrix, row: [matrix.alone(row, at)])
            added = _added_up(builder, sums.values())
            for row in range(rows):
                kind = ir.VectorType(_INT, outs)
                own = ir.Constant(kind, list(range(row * outs, (row + 1) * outs)))
                target.put(target.row(values[5], row), values[1], builder.shuffle_vector(added, added, own))
            return context.get_dummy_value()

        return types.void(matrix, types.intp, x, types.intp, made, types.intp), code

    return dots


def _mix(rows: int, vectors: int) -> Callable[..., None]:
    """Code for made[to + r, left:left + vectors * LANES] = sum of shares[r, j] * table[j] over j below `count`."""

    @intrinsic
    def mix(_: Any, table: Any, left: Any, shares: Any, first: Any, count: Any, made: Any, to: Any) -> Any:
        def code(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> ir.Value:
            kinds = signature.args
            entries, parts, target = (
                _Matrix.of(context, builder, kinds[at], values[at]) for at in (0, 2, 5)
            )
            columns = [builder.add(values[1], ir.Constant(values[1].type, LANES * at)) for at in range(vectors)]
            part_rows = [parts.row(values[3], row) for row in range(rows)]
            sums = _Sums.of(builder, rows * vectors)
            with cgutils.for_range(builder, values[4]) as loop:
                entry = entries.row(loop.index, 0)
                loaded = [entries.vector(entry, column) for column in columns]
                for row, part_row in enumerate(part_rows):
                    share = parts.spread(part_row, loop.index)
                    for at, vector in enumerate(loaded):
                        sums.add(row * vectors + at, share, vector)
            for place, value in enumerate(sums.values()):
                row, at = divmod(place, vectors)
                target.put(target.row(values[6], row), columns[at], value)
            return context.get_dummy_value()

        return types.void(table, types.intp, shares, types.intp, types.intp, made, types.intp), code

    return mix


@intrinsic
def _as_float(_: Any, bits: Any) -> Any:
    """The float32 with these bits (an int32)."""

    def code(_: Any, builder: ir.IRBuilder, __: Any, values: Any) -> ir.Value:
        return builder.bitcast(values[0], _FLOAT)

    return types.float32(types.int32), code


as_float: Any = _as_float  # a compiled caller leaves out what the compiler passes itself


_MAXIMA = 4
"""Vectors that are compared side by side."""


@intrinsic
def _largest(_: Any, matrix: Any, row: Any, count: Any) -> Any:
    """The largest of the first `count` numbers of a row; compilers do not find vectors for this."""

    def code(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> ir.Value:
        numbers = _Matrix.of(context, builder, signature.args[0], values[0])
        start, count = numbers.row(values[1], 0), values[2]
        low = ir.Constant(_VECTOR, [float("-inf")] * LANES)
        places = [cgutils.alloca_once_value(builder, low) for _ in range(_MAXIMA)]

        def see(place: ir.Value, found: ir.Value) -> None:
            before = builder.load(place)
            builder.store(builder.select(builder.fcmp_ordered(">", found, before), found, before), place)

        def loop(begin: ir.Value, end: ir.Value, by: int) -> AbstractContextManager[tuple[ir.Value, ir.Value]]:
            return cgutils.for_range_slice(builder, begin, end, ir.Constant(end.type, by))

        zero = ir.Constant(count.type, 0)
        many, whole = (builder.and_(count, ir.Constant(count.type, -by)) for by in (LANES * _MAXIMA, LANES))
        with loop(zero, many, LANES * _MAXIMA) as (at, _):
            for number, place in enumerate(places):
                see(place, numbers.vector(start, builder.add(at, ir.Constant(at.type, number * LANES))))
        with loop(many, whole, LANES) as (at, _):
            see(places[0], numbers.vector(start, at))
        for place in places[1:]:
            see(places[0], builder.load(place))
        vector = builder.load(places[0])
        made = cgutils.alloca_once_value(builder, builder.extract_element(vector, ir.Constant(_INT, 0)))
        for lane in range(1, LANES):
            see(made, builder.extract_element(vector, ir.Constant(_INT, lane)))
        with loop(whole, count, 1) as (at, _):
            see(made, numbers.number(start, at))
        return builder.load(made)

    return types.float32(matrix, types.intp, types.intp), code


largest: Any = _largest

OUTS = 4
"""Rows of the matrix that are multiplied at once."""

_FEW = OUTS if WIDE else 2  # with eight lanes there are sixteen registers, and no more
_dots_1, _dots_2, _dots_3, _dots_4 = _dots(1, OUTS), _dots(2, OUTS), _dots(3, _FEW), _dots(4, _FEW)
MANY = 8
"""The same for one row: the more of them are read at once, the better memory is used."""

_dots_many = _dots(1, MANY)
_dot_1, _dot_2, _dot_3, _dot_4 = (_dots(rows, 1) for rows in (1, 2, 3, 4))


@njit(**CODE)
def multiply(
    x: Array, first: int, count: int, matrix: Array, low: int, high: int, made: Array, to: int
) -> None:
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


_MANY = 4 if WIDE else 2
_mix_1, _mix_2, _mix_3, _mix_4 = (_mix(rows, _MANY) for rows in (1, 2, 3, 4))
_slim_1, _slim_2, _slim_3, _slim_4 = (_mix(rows, 1) for rows in (1, 2, 3, 4))


@njit(**CODE)
def mix(table: Array, shares: Array, rows: int, count: int, made: Array, to: int) -> None:
    """made[to + r] = sum of shares[r, j] * table[j] over j below `count`, r below `rows`, at most ROWS."""
    width, left = table.shape[1], 0
    while left + _MANY * LANES <= width:
        if rows == 4:
            _mix_4(table, left, shares, 0, count, made, to)
        elif rows == 3:
            _mix_3(table, left, shares, 0, count, made, to)
        elif rows == 2:
            _mix_2(table, left, shares, 0, count, made, to)
        else:
            _mix_1(table, left, shares, 0, count, made, to)
        left += _MANY * LANES
    while left + LANES <= width:
        if rows == 4:
            _slim_4(table, left, shares, 0, count, made, to)
        elif rows == 3:
            _slim_3(table, left, shares, 0, count, made, to)
        elif rows == 2:
            _slim_2(table, left, shares, 0, count, made, to)
        else:
            _slim_1(table, left, shares, 0, count, made, to)
        left += LANES
    for row in range(rows):
        for column in range(left, width):
            made[to + row, column] = np.float32(0)
        for entry in range(count):
            for column in range(left, width):
                made[to + row, column] += shares[row, entry] * table[entry, column]
