# SPDX-License-Identifier: AGPL-3.0-or-later
"""What compiled code is made of: matrices and their numbers as explicit vectors for Numba.

Compilers do not find such vectors in loops reliably. All arrays here have contiguous rows; only the step
from row to row may be any. They are of float32, of bfloat16 (whose bits lie in
uint16), or of int8; sums are in float32.
"""

from __future__ import annotations

import math
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

LINE = 64
"""Bytes of a line of the cache."""

ROWS = 4
"""Rows that are multiplied at once."""

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
    kind: types.Type  # of its numbers: float32, uint16 for bfloat16, or int8

    @classmethod
    def of(cls, context: Any, builder: ir.IRBuilder, kind: types.Array, value: ir.Value) -> Matrix:
        array = context.make_array(kind)(context, builder, value)
        start = builder.bitcast(array.data, _BYTE.as_pointer())
        step, _ = cgutils.unpack_tuple(builder, array.strides)
        _, width = cgutils.unpack_tuple(builder, array.shape)
        return cls(builder, start, step, width, kind.dtype)

    @property
    def half(self) -> bool:
        """Whether its rows are of bfloat16."""
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

    def pair(self, row: ir.Value, column: ir.Value) -> list[ir.Value]:
        """The next two of bfloat16: one of the numbers at even places, and one of those between them."""
        builder = self.builder
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


Loop: TypeAlias = AbstractContextManager[tuple[ir.Value, ir.Value]]


def loop(builder: ir.IRBuilder, start: ir.Value, end: ir.Value, by: int) -> Loop:
    """Code for each number from `start` below `end`."""
    made: Loop = cgutils.for_range_slice(builder, start, end, ir.Constant(start.type, by))
    return made


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


def alternate(quarters: bool, first: int) -> list[int]:
    """Places of every other number of two vectors, in each quarter those of one before the other's;
    or of every other quarter."""
    if quarters:
        return [at + lane for at in range(4 * first, 2 * LANES, 8) for lane in range(4)]
    return [at + lane for at in range(first, LANES, 4) for lane in (0, 2, LANES, LANES + 2)]


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
