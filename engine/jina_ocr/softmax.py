# SPDX-License-Identifier: AGPL-3.0-or-later
"""Exponentials and the largest of many numbers, for Numba."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from engine.jina_ocr.lanes import EXACT, INT, LANES, VECTOR, F, Matrix, as_bits, as_float, loop

BELOW = "ab8332f727df908b"
"""First digits of the SHA-256 of lanes.py. Compiled code is kept for as long as its own file stays as it is,
whatever becomes of a file that it calls: so a file changes with the one below it (lanes, softmax, products,
heads, attention, kernels), and a test sees to it."""

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

        zero = ir.Constant(count.type, 0)
        many, whole = (builder.and_(count, ir.Constant(count.type, -by)) for by in (LANES * _MAXIMA, LANES))
        with loop(builder, zero, many, LANES * _MAXIMA) as (at, _):
            for number, place in enumerate(places):
                see(place, numbers.vector(start, builder.add(at, ir.Constant(at.type, number * LANES))))
        with loop(builder, many, whole, LANES) as (at, _):
            see(places[0], numbers.vector(start, at))
        for place in places[1:]:
            see(places[0], builder.load(place))
        vector = builder.load(places[0])
        made = cgutils.alloca_once_value(builder, builder.extract_element(vector, ir.Constant(INT, 0)))
        for lane in range(1, LANES):
            see(made, builder.extract_element(vector, ir.Constant(INT, lane)))
        with loop(builder, whole, count, 1) as (at, _):
            see(made, numbers.number(start, at))
        return builder.load(made)

    return types.float32(matrix, types.intp, types.intp), code


largest: Any = _largest
