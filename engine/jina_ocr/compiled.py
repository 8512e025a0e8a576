# SPDX-License-Identifier: AGPL-3.0-or-later
"""The passes of a decoding round on a CPU through functions compiled on the spot (Numba), in the very
memory of the PyTorch model, computed in float32 whether its matrices are held in that or in bfloat16.

A check of four tokens reads each weight once, so it costs what its bytes cost; BLAS libraries read or
repack the weights again for every row.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from weakref import WeakKeyDictionary

import numpy as np
import torch
from filelock import FileLock, Timeout
from torch import Tensor, nn

from engine.jina_ocr import kernels, lanes
from engine.jina_ocr.attention import Coarse, Fixed, put_coarsely
from engine.jina_ocr.cache import Cache, Places, rotation_tables
from engine.jina_ocr.decoder import Layer
from engine.jina_ocr.experts import Experts, GatedMlp
from engine.jina_ocr.kernels import Block, Head
from engine.jina_ocr.lanes import LANES, Array, beginning_a_line
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import Checked

SHARED_OUT = 1 << 20
"""From so many numbers in a layer's largest matrix on, products are shared out to all threads."""

ROWS_AT_ONCE = 4096
"""Rows of a matrix that are rounded at once."""

COMPILING = 180.0
"""Seconds that another program may take to compile; it took 30 to 50 on two cores."""

_one_at_a_time = threading.Lock()  # not all of Numba's pools of threads can serve two callers


class CompiledPasses:
    """See `passes.Passes`."""

    def __init__(self, model: JinaOcr, cache: Cache, _: Places | None = None) -> None:
        sizes, decoder = model.sizes, model.decoder
        cos, sin = rotation_tables(sizes, cache.positions, torch.device("cpu")).numpy()
        half = sizes.head_dim // 2
        large = 3 * sizes.hidden**2 >= SHARED_OUT
        self.fixed = Fixed(
            sizes.heads, sizes.experts_per_token, float(sizes.rms_eps), torch.get_num_threads() if large else 1,
            np.ascontiguousarray(cos[:, :half]), np.ascontiguousarray(sin[:, half:]),
        )
        self.embed, self.norm, self.head = (
            array_of(one.weight) for one in (decoder.embed, decoder.norm, decoder.head)
        )
        self.blocks = [_block(layer, cache, number) for number, layer in enumerate(decoder.layers)]
        self._model, self._cache = model, cache
        self._drafting: tuple[Head, Block, Coarse] | None = None  # until there is a draft to be made
        self._copied = [-1] * cache.pages  # the tenants whose entries are held coarsely, too

    def check(self, rows: Sequence[Sequence[int]], starts: Sequence[int]) -> list[Checked]:
        spans = _spans(rows, starts)
        x = self.embed[[token for row in rows for token in row]]
        if x.dtype == np.uint16:
            x = (x.astype(np.uint32) << 16).view(np.float32)
        with _one_at_a_time:
            for block in self.blocks:
                x = kernels.layer(x, spans, block, self.fixed)
            choices, probabilities, logits, states = kernels.choose(x, self.norm, self.head, self.fixed)
        all_choices, all_probabilities = choices.tolist(), probabilities.tolist()
        all_logits, all_states = torch.from_numpy(logits), torch.from_numpy(states)
        if len(rows) == 1:
            return [Checked(all_choices, all_probabilities, all_logits, all_states)]
        made: list[Checked] = []
        first = 0
        for row in rows:
            own = slice(first, first + len(row))
            made.append(Checked(all_choices[own], all_probabilities[own], all_logits[own], all_states[own]))
            first += len(row)
        return made

    def draft(
        self, rows: Sequence[Sequence[int]], states: Sequence[Tensor], starts: Sequence[int], depth: int
    ) -> list[list[int]]:
        if self._drafting is None:
            self._drafting = _drafting(self._model, self._cache)
        tokens = np.array([token for row in rows for token in row], np.intp)
        before = states[0].numpy() if len(states) == 1 else np.concatenate([one.numpy() for one in states])
        spans = _spans(rows, starts)
        with _one_at_a_time:
            if self._copied[: len(rows)] != self._cache.tenants[: len(rows)]:
                self._copy(starts)
            made = kernels.draft(tokens, before, spans, depth, *self._drafting, self.fixed)
        drafts: list[list[int]] = made.tolist()
        return drafts

    def _copy(self, starts: Sequence[int]) -> None:
        """Hold coarsely what the draft's cache has of pages that came since the last time."""
        assert self._drafting is not None
        _, block, coarse = self._drafting
        for row, (start, tenant) in enumerate(zip(starts, self._cache.tenants, strict=False)):
            if self._copied[row] != tenant:
                put_coarsely(np.array([[0, start, 0, row]], np.intp), block.keys, block.values, coarse)
                self._copied[row] = tenant


def warm_up(half: bool = False) -> bool:
    """Have everything compiled, or loaded from the disk, for matrices of float32 or of bfloat16 (`half`).
    Returns whether this processor is suited."""
    if not lanes.has_fused_multiply():
        return False

    def some(*shape: int) -> Array:
        return np.zeros(shape, np.float32)

    def short(*shape: int) -> Array:
        return np.zeros(shape, np.uint16)

    width, tokens = LANES, 4
    matrix = short if half else some
    block = Block(
        some(width), matrix(3 * width, width), matrix(width, width), some(width), some(2, width),
        matrix(2, 2 * width, width), matrix(2, width, width), matrix(2 * width, width), matrix(width, width),
        some(1, tokens, width), some(1, tokens, width),
    )
    own_block = block._replace(
        qkv=short(3 * width, width), out=short(width, width),
        dense_inner=short(2 * width, width), dense_outer=short(width, width),
    )
    fixed = Fixed(1, 1, 1e-6, 1, some(tokens, width // 2), some(tokens, width // 2))
    own = Head(
        matrix(tokens, width), some(width), some(width), short(width, 2 * width), some(width),
        np.zeros((tokens, width), np.int8), some(tokens), matrix(tokens, width),
    )
    spans, x = _spans([[0]], [0]), some(1, width)
    with _alone(), _one_at_a_time:
        kernels.choose(kernels.layer(x, spans, block, fixed), some(width), matrix(tokens, width), fixed)
        coarse = coarse_like(block.keys, 1)
        put_coarsely(spans, block.keys, block.values, coarse)
        kernels.draft(np.zeros(1, np.intp), x, spans, 1, own, own_block, coarse, fixed)
    return True


@contextmanager
def _alone() -> Iterator[None]:
    """While no other program compiles into the same folder: Numba's list of what it holds is not made for two that
    write to it at once. Where there can be no lock, without one."""
    lock = FileLock(Path(kernels.layer.stats.cache_path) / "compiling.lock")
    try:
        lock.acquire(timeout=COMPILING)
    except (OSError, Timeout):
        pass
    try:
        yield
    finally:
        lock.release()


def _spans(rows: Sequence[Sequence[int]], starts: Sequence[int]) -> Array:
    spans, first = [], 0
    for page, (row, start) in enumerate(zip(rows, starts, strict=True)):
        spans.append((first, len(row), start, page))
        first += len(row)
    return np.array(spans, np.intp)


def _block(layer: nn.Module, cache: Cache, number: int) -> Block:
    assert isinstance(layer, Layer)
    attention, mlp = layer.attention, layer.mlp
    qkv, out = array_of(attention.qkv.weight), array_of(attention.out.weight)
    none, stack = np.empty((0, 0), qkv.dtype), np.empty((0, 0, 0), qkv.dtype)
    gate, inner, outer = np.empty((0, 0), np.float32), stack, stack
    dense: GatedMlp | None
    if isinstance(mlp, Experts):
        gate, inner, outer, dense = array_of(mlp.gate), array_of(mlp.inner), array_of(mlp.outer), mlp.shared
    else:
        assert isinstance(mlp, GatedMlp)
        dense = mlp
    dense_inner, dense_outer = (array_of(dense.inner.weight), array_of(dense.outer.weight)) if dense else (none, none)
    shape = (cache.pages, cache.positions, -1)
    keys, values = array_of(cache.keys[number]).reshape(shape), array_of(cache.values[number]).reshape(shape)
    return Block(
        array_of(layer.input_norm.weight), qkv, out, array_of(layer.post_norm.weight),
        gate, inner, outer, dense_inner, dense_outer, keys, values,
    )


def _drafting(model: JinaOcr, cache: Cache) -> tuple[Head, Block, Coarse]:
    """What drafts are made with. Its matrices are of bfloat16, of a model in float32 they are copies; what the
    published checkpoint has is bfloat16 anyhow. The largest by far is the vocabulary's, of which there is a copy in
    bytes: a fraction of what was to be read for every draft, for 2 to 3 % more memory in full size."""
    draft, decoder = model.draft, model.decoder
    assert draft is not None
    if (short := _copies.get(model)) is None:
        layer = draft.block
        assert isinstance(layer, Layer) and isinstance(layer.mlp, GatedMlp)
        parts = (layer.attention.qkv, layer.attention.out, layer.mlp.inner, layer.mlp.outer, draft.joined)
        halves = [part.weight.detach().bfloat16() for part in parts]
        short = _copies[model] = [array_of(matrix) for matrix in halves] + list(in_bytes(decoder.head.weight))
    qkv, out, inner, outer, joined, coarse, scales = short
    own = Head(
        array_of(decoder.embed.weight), array_of(draft.embedding_norm.weight), array_of(draft.state_norm.weight),
        joined, array_of(decoder.norm.weight), coarse, scales, array_of(decoder.head.weight),
    )
    block = _block(draft.block, cache, draft.number)
    block = block._replace(qkv=qkv, out=out, dense_inner=inner, dense_outer=outer)
    return own, block, coarse_like(block.keys, model.sizes.heads)


def coarse_like(keys: Array, heads: int) -> Coarse:
    """Room for a byte a number of a cache (pages, positions, hidden) with so many heads."""
    pages, positions, _ = keys.shape
    tables = [beginning_a_line(keys.shape, np.int8) for _ in range(2)]
    scales = [beginning_a_line((pages, heads, positions), np.float32) for _ in range(2)]
    return Coarse(*tables, *scales)


def in_bytes(matrix: Tensor) -> tuple[Array, Array]:
    """The nearest matrix (o, i) of whole numbers up to 127, and what its rows (o) are to be multiplied with."""
    made, scales = beginning_a_line(tuple(matrix.shape), np.int8), beginning_a_line(tuple(matrix.shape[:1]), np.float32)
    for at in range(0, len(matrix), ROWS_AT_ONCE):
        rows = matrix[at : at + ROWS_AT_ONCE].detach().float()
        scale = rows.abs().amax(1).clamp(min=1e-30) / 127
        scales[at : at + len(rows)] = scale.numpy()
        made[at : at + len(rows)] = (rows / scale[:, None]).round().to(torch.int8).numpy()
    return made, scales


_copies: WeakKeyDictionary[JinaOcr, list[Array]] = WeakKeyDictionary()
"""Of each model: what drafts are made with."""


def array_of(tensor: Tensor) -> Array:
    """The tensor's own memory; the bits of bfloat16 as uint16."""
    bits = tensor.detach()
    array: Array = bits.view(torch.int16).numpy().view(np.uint16) if bits.dtype == torch.bfloat16 else bits.numpy()
    return array
