# SPDX-License-Identifier: AGPL-3.0-or-later
"""Products of a few rows with a matrix that is read once, in explicit vectors for Numba.

Compilers do not find such vectors in loops reliably, and BLAS libraries read or repack a matrix once
for every row. Here 1 to ROWS rows meet OUTS of the matrix' rows at a time: each number is loaded once
and used for all. Meanwhile the next ones are fetched: in rows of a few KB the processor has hardly seen
where it goes when the row ends. A dot product is always added up in the same order, however many rows there are:
what a token gives does not depend on its company. Matrices are of float32, or of bfloat16 in pairs
(see `paired`), which are widened while they are read; sums are in float32.

All arrays here have contiguous rows; only the step from row to row may be any.
"""

from __future__ import annotations

import math
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

LINE = 64
"""Bytes of a line of the cache."""

ROWS = 4
"""Rows that are multiplied at once."""

MANY = 8
"""Rows of the matrix that one row is multiplied with at once: the more, the better memory is used."""

_FEATURES = binding.get_host_cpu_features()
WIDE = bool(_FEATURES.get("avx512f"))
LANES = 16 if WIDE else 8
"""Numbers of a vector."""

CODE: dict[str, Any] = {"fastmath": True, "nogil": True, "error_model": "numpy", "cache": True}
"""How everything is compiled. Compiled code is kept on the disk, where Numba finds it for this
processor and this version of the source."""

EXACT = {**CODE, "fastmath": {"contract", "nnan", "ninf", "nsz"}}
"""For what must be computed in a certain order."""

F = np.float32

FLOAT, INT = ir.FloatType(), ir.IntType(32)
_SHORT, _BYTE = ir.IntType(16), ir.IntType(8)
VECTOR = ir.VectorType(FLOAT, LANES)


def beginning_a_line(shape: tuple[int, ...], kind: type[np.generic]) -> Array:
    """New memory, zeros, that begins where a line of the cache does: vectors are read faster from there."""
    size = math.prod(shape) * np.dtype(kind).itemsize
    raw = np.zeros(size + LINE, np.uint8)
    skipped = -raw.ctypes.data % LINE
    return raw[skipped : skipped + size].view(kind).reshape(shape)


def paired(matrix: Array) -> Array:
    """A matrix of float32 as one of bfloat16, the nearest, whose bits lie in uint16. Of 2 x LANES numbers
    in a row those of the first and the second half take turns: a load gives both as vectors. What
    is left at the end of a row lies as it was."""
    bits = np.ascontiguousarray(matrix, np.float32).view(np.uint32)
    made = beginning_a_line(bits.shape, np.uint16)
    made[:] = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    height, width = made.shape
    whole = width - width % (2 * LANES)
    halves = made[:, :whole].reshape(height, -1, 2, LANES)
    made[:, :whole] = halves.swapaxes(2, 3).reshape(height, whole)
    return made


def has_fused_multiply() -> bool:
    """Whether this processor multiplies and adds in one go; without, the libraries are faster."""
    return bool(_FEATURES.get("fma") or _FEATURES.get("neon"))


@dataclass(frozen=True)
class Matrix:
    """A two-dimensional array inside code that is being built."""

    builder: ir.IRBuilder
    start: ir.Value
    step: ir.Value
    width: ir.Value
    kind: types.Type  # of its numbers: float32, uint16 for bfloat16 in pairs, or int8

    @classmethod
    def of(cls, context: Any, builder: ir.IRBuilder, kind: types.Array, value: ir.Value) -> Matrix:
        array = context.make_array(kind)(context, builder, value)
        start = builder.bitcast(array.data, _BYTE.as_pointer())
        step, _ = cgutils.unpack_tuple(builder, array.strides)
        _, width = cgutils.unpack_tuple(builder, array.shape)
        return cls(builder, start, step, width, kind.dtype)

    @property
    def half(self) -> bool:
        """Whether its rows are of bfloat16 in pairs."""
        return bool(self.kind == types.uint16)

    def row(self, number: ir.Value, further: int, column: ir.Value | None = None) -> ir.Value:
        """Address of a row, or of where a column of it begins."""
        builder = self.builder
        number = builder.add(number, ir.Constant(number.type, further))
        row = builder.gep(self.start, [builder.mul(number, self.step)])
        return row if column is None else builder.bitcast(self._at(row, column, _BYTE), _BYTE.as_pointer())

    def _at(self, row: ir.Value, column: ir.Value, what: ir.Type) -> ir.Value:
        size = ir.Constant(column.type, self.kind.bitwidth // 8)
        place = self.builder.gep(row, [self.builder.mul(column, size)])
        return self.builder.bitcast(place, what.as_pointer())

    def numbers(self, row: ir.Value, column: ir.Value, count: int) -> ir.Value:
        """The next ones, of float32 or int8, as a vector of float32."""
        kind = ir.VectorType(FLOAT, count)
        if self.kind == types.float32:
            return self.builder.load(self._at(row, column, kind), align=4)
        bytes_ = self.builder.load(self._at(row, column, ir.VectorType(_BYTE, count)), align=1)
        return self.builder.sitofp(self.builder.sext(bytes_, ir.VectorType(INT, count)), kind)

    def vector(self, row: ir.Value, column: ir.Value) -> ir.Value:
        return self.numbers(row, column, LANES)

    def vectors(self, row: ir.Value, column: ir.Value) -> list[ir.Value]:
        """The next two."""
        builder = self.builder
        if not self.half:
            return [self.vector(row, builder.add(column, ir.Constant(column.type, at))) for at in (0, LANES)]
        ints = ir.VectorType(INT, LANES)
        pairs = builder.load(self._at(row, column, ints), align=2)
        low = builder.shl(pairs, ir.Constant(ints, [16] * LANES))
        high = builder.and_(pairs, ir.Constant(ints, [-1 << 16] * LANES))
        return [builder.bitcast(bits, VECTOR) for bits in (low, high)]

    def number(self, row: ir.Value, column: ir.Value) -> ir.Value:
        builder = self.builder
        if self.half:
            short = builder.load(self._at(row, column, _SHORT), align=2)
            return builder.bitcast(builder.shl(builder.zext(short, INT), ir.Constant(INT, 16)), FLOAT)
        return builder.extract_element(self.numbers(row, column, 1), ir.Constant(INT, 0))

    def alone(self, row: ir.Value, column: ir.Value) -> ir.Value:
        """A number in a vector's first lane, zero in the others."""
        zeros = ir.Constant(VECTOR, [0.0] * LANES)
        return self.builder.insert_element(zeros, self.number(row, column), ir.Constant(INT, 0))

    def spread(self, row: ir.Value, column: ir.Value) -> ir.Value:
        """A number in all lanes."""
        first = self.alone(row, column)
        return self.builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(INT, LANES), [0] * LANES))

    def quarter(self, row: ir.Value, column: ir.Value, count: int) -> ir.Value:
        """The next four numbers, or one and zeros, in every quarter of a vector."""
        numbers = self.alone(row, column) if count == 1 else self.numbers(row, column, 4)
        return self.builder.shuffle_vector(
            numbers, numbers, ir.Constant(ir.VectorType(INT, LANES), [0, 1, 2, 3] * (LANES // 4))
        )

    def fetch(self, row: ir.Value, column: ir.Value, further: int) -> None:
        """Have what is so many rows further on brought into the cache. It may lie behind the matrix."""
        step = self.builder.mul(self.step, ir.Constant(self.step.type, further))
        place = self._at(self.builder.gep(row, [step]), column, _BYTE)
        kind = ir.FunctionType(ir.VoidType(), [place.type, INT, INT, INT])
        fetch = cgutils.get_or_insert_function(self.builder.module, kind, "llvm.prefetch.p0")
        self.builder.call(fetch, [place, *(ir.Constant(INT, number) for number in (0, 3, 1))])

    def put(self, row: ir.Value, column: ir.Value, value: ir.Value) -> None:
        self.builder.store(value, self._at(row, column, value.type), align=4)


def fused(builder: ir.IRBuilder, one: ir.Value, other: ir.Value, more: ir.Value) -> ir.Value:
    """one * other + more, of vectors."""
    kind = ir.FunctionType(VECTOR, [VECTOR] * 3)
    function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fma.v{LANES}f32")
    return builder.call(function, [one, other, more])


@dataclass(frozen=True)
class Sums:
    """Vectors that are added to in a loop."""

    builder: ir.IRBuilder
    places: list[ir.Value]

    @classmethod
    def of(cls, builder: ir.IRBuilder, count: int) -> Sums:
        zeros = ir.Constant(VECTOR, [0.0] * LANES)
        places = [cgutils.alloca_once(builder, VECTOR) for _ in range(count)]
        for place in places:
            builder.store(zeros, place)
        return cls(builder, places)

    def add(self, number: int, one: ir.Value, other: ir.Value) -> None:
        place = self.places[number]
        self.builder.store(fused(self.builder, one, other, self.builder.load(place)), place)

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
        even, odd = (ir.Constant(ir.VectorType(INT, LANES), alternate(lanes >= 4, at)) for at in (0, 1))
        vectors = [
            builder.fadd(builder.shuffle_vector(a, b, even), builder.shuffle_vector(a, b, odd)) for a, b in pairs
        ]
        lanes *= 2
    return vectors[0]


def alternate(quarters: bool, first: int) -> list[int]:
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

            def loop(start: ir.Value, end: ir.Value, by: int) -> AbstractContextManager[tuple[ir.Value, ir.Value]]:
                return cgutils.for_range_slice(builder, start, end, ir.Constant(start.type, by))

            zero, by = ir.Constant(weights.width.type, 0), 2 * LANES if weights.half else LANES
            whole = builder.and_(weights.width, ir.Constant(zero.type, -by))
            with loop(zero, whole, by) as (at, _):
                for row in weight_rows if outs > 1 else []:
                    weights.fetch(row, at, outs)
                step(lambda matrix, row: matrix.vectors(row, at) if weights.half else [matrix.vector(row, at)])
            with loop(whole, weights.width, 1) as (at, _):
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
def _as_float(_: Any, bits: Any) -> Any:
    """The float32 with these bits (an int32)."""

    def code(_: Any, builder: ir.IRBuilder, __: Any, values: Any) -> ir.Value:
        return builder.bitcast(values[0], FLOAT)

    return types.float32(types.int32), code


@intrinsic
def _as_bits(_: Any, number: Any) -> Any:
    """A float32's bits, as an int32."""

    def code(_: Any, builder: ir.IRBuilder, __: Any, values: Any) -> ir.Value:
        return builder.bitcast(values[0], INT)

    return types.int32(types.float32), code


as_bits: Any = _as_bits
as_float: Any = _as_float  # a compiled caller leaves out what the compiler passes itself


LOG2_E, LN_2_HIGH, LN_2_LOW = F(1.44269504), F(0.693359375), F(-2.12194440e-4)
SERIES = (F(1 / 5040), F(1 / 720), F(1 / 120), F(1 / 24), F(1 / 6), F(1 / 2), F(1), F(1))
ROUNDER = F(1.5 * 2**23)
"""A number that is added to this is rounded, and lies in the sum's lowest bits as an integer."""


@njit(**EXACT)
def exponential(x: Any) -> Any:
    """e to the x in float32, between the smallest and the largest normal number."""
    x = min(max(x, F(-87)), F(88))
    rounded = x * LOG2_E + ROUNDER
    twos = rounded - ROUNDER
    rest = x - twos * LN_2_HIGH - twos * LN_2_LOW
    made = SERIES[0]
    for factor in SERIES[1:]:
        made = made * rest + factor
    return as_float(np.int32(as_bits(made) + np.int32(as_bits(rounded) << np.int32(23))))


_MAXIMA = 4
"""Vectors that are compared side by side."""


@intrinsic
def _largest(_: Any, matrix: Any, row: Any, count: Any) -> Any:
    """The largest of the first `count` numbers of a row; compilers do not find vectors for this."""

    def code(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> ir.Value:
        numbers = Matrix.of(context, builder, signature.args[0], values[0])
        start, count = numbers.row(values[1], 0), values[2]
        low = ir.Constant(VECTOR, [float("-inf")] * LANES)
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
        made = cgutils.alloca_once_value(builder, builder.extract_element(vector, ir.Constant(INT, 0)))
        for lane in range(1, LANES):
            see(made, builder.extract_element(vector, ir.Constant(INT, lane)))
        with loop(whole, count, 1) as (at, _):
            see(made, numbers.number(start, at))
        return builder.load(made)

    return types.float32(matrix, types.intp, types.intp), code


largest: Any = _largest

OUTS = 4
"""Rows of the matrix that are multiplied at once."""

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
