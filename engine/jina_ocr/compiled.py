# SPDX-License-Identifier: AGPL-3.0-or-later
"""The passes of a decoding round on a CPU through functions compiled on the spot (Numba), in the very
memory of the PyTorch model.

A check of four tokens reads each weight once, so it costs what its bytes cost; BLAS libraries read or
repack the weights again for every row.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from engine.jina_ocr import kernels, lanes
from engine.jina_ocr.cache import Cache, Places, rotation_tables
from engine.jina_ocr.decoder import Layer
from engine.jina_ocr.experts import Experts, GatedMlp
from engine.jina_ocr.kernels import Block, Fixed, Head
from engine.jina_ocr.lanes import LANES, Array
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import Checked

SHARED_OUT = 1 << 20
"""From so many numbers in a layer's largest matrix on, products are shared out to all threads."""

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
            _array(one.weight) for one in (decoder.embed, decoder.norm, decoder.head)
        )
        self.blocks = [_block(layer, cache, number) for number, layer in enumerate(decoder.layers)]
        if (draft := model.draft) is not None:
            self.block = _block(draft.block, cache, draft.number)
            self.own = Head(
                self.embed, _array(draft.embedding_norm.weight), _array(draft.state_norm.weight),
                _array(draft.joined.weight), self.norm, self.head,
            )

    def check(self, rows: Sequence[Sequence[int]], starts: Sequence[int]) -> list[Checked]:
        spans = _spans(rows, starts)
        x = self.embed[[token for row in rows for token in row]]
        with _one_at_a_time:
            for block in self.blocks:
                x = kernels.layer(x, spans, block, self.fixed, False)
            choices, probabilities, logits, states = kernels.choose(x, self.norm, self.head, self.fixed)
        all_choices, all_probabilities = choices.tolist(), probabilities.tolist()
        all_logits, all_states = torch.from_numpy(logits), torch.from_numpy(states)
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
        tokens = np.array([token for row in rows for token in row], np.intp)
        before = np.concatenate([one.numpy() for one in states])
        with _one_at_a_time:
            made = kernels.draft(tokens, before, _spans(rows, starts), depth, self.own, self.block, self.fixed)
        drafts: list[list[int]] = made.tolist()
        return drafts


def warm_up() -> bool:
    """Have everything compiled, or loaded from the disk. Returns whether this processor is suited."""
    if not lanes.has_fused_multiply():
        return False

    def some(*shape: int) -> Array:
        return np.zeros(shape, np.float32)

    width, tokens = LANES, 4
    block = Block(
        some(width), some(3 * width, width), some(width, width), some(width), some(2, width),
        some(2, 2 * width, width), some(2, width, width), some(2 * width, width), some(width, width),
        some(1, tokens, width), some(1, tokens, width),
    )
    fixed = Fixed(1, 1, 1e-6, 1, some(tokens, width // 2), some(tokens, width // 2))
    own = Head(some(tokens, width), some(width), some(width), some(width, 2 * width), some(width), some(tokens, width))
    spans, x = _spans([[0]], [0]), some(1, width)
    with _one_at_a_time:
        kernels.choose(kernels.layer(x, spans, block, fixed, False), some(width), own.head, fixed)
        kernels.draft(np.zeros(1, np.intp), x, spans, 1, own, block, fixed)
    return True


def _spans(rows: Sequence[Sequence[int]], starts: Sequence[int]) -> Array:
    spans, first = [], 0
    for page, (row, start) in enumerate(zip(rows, starts, strict=True)):
        spans.append((first, len(row), start, page))
        first += len(row)
    return np.array(spans, np.intp)


def _block(layer: nn.Module, cache: Cache, number: int) -> Block:
    assert isinstance(layer, Layer)
    attention, mlp = layer.attention, layer.mlp
    none, stack = np.empty((0, 0), np.float32), np.empty((0, 0, 0), np.float32)
    gate, inner, outer = none, stack, stack
    dense: GatedMlp | None
    if isinstance(mlp, Experts):
        gate, inner, outer, dense = _array(mlp.gate), _array(mlp.inner), _array(mlp.outer), mlp.shared
    else:
        assert isinstance(mlp, GatedMlp)
        dense = mlp
    dense_inner, dense_outer = (_array(dense.inner.weight), _array(dense.outer.weight)) if dense else (none, none)
    shape = (cache.pages, cache.positions, -1)
    keys, values = _array(cache.keys[number]).reshape(shape), _array(cache.values[number]).reshape(shape)
    return Block(
        _array(layer.input_norm.weight), _array(attention.qkv.weight), _array(attention.out.weight),
        _array(layer.post_norm.weight), gate, inner, outer, dense_inner, dense_outer, keys, values,
    )


def _array(tensor: Tensor) -> Array:
    """The tensor's own memory."""
    array: Array = tensor.detach().numpy()
    return array
