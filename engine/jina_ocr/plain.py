# SPDX-License-Identifier: AGPL-3.0-or-later
"""The passes of a decoding round on a CPU, through NumPy, in the very memory of the PyTorch model.

For a few tokens a step takes as long as its weights take to be read. NumPy's BLAS reads them at the
memory's full speed, PyTorch's at half of it (two cores with AVX2, float32: 24 and 12 GB/s, where
a copy reaches 23). A call costs a tenth, too: the tiny checkpoint is decoded twice as fast. Prompts
go through PyTorch, which is best at many tokens.

Rows of all pages lie one below the other, without filling. Shapes: N rows, `hidden` wide each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.jina_ocr.cache import Cache, Places, rotation_tables
from engine.jina_ocr.decoder import Layer
from engine.jina_ocr.experts import Experts, GatedMlp
from engine.jina_ocr.model import JinaOcr
from engine.jina_ocr.passes import ROOM, Checked

Array: TypeAlias = NDArray[Any]

FORMATS = (torch.float32, torch.float64)
"""What NumPy's BLAS computes with."""

BLOCK_BYTES = 8 << 20
"""So much of a matrix is multiplied with all rows before the next part is read: it stays in the cache.
A check of 2 and 4 tokens in full size took 1.86 and 2.68 times one token with 2 MB (OpenBLAS uses one
thread for less), 1.59 and 2.58 with 4 MB, 1.64 and 2.44 with 8 MB."""

UNIT = 4
"""Rows that a product of two matrices computes at once: two or three take longer than four."""


def suits(model: JinaOcr) -> bool:
    """Whether the model is where, and held in a format, that NumPy can compute with."""
    held = model.decoder.head.weight
    return held.device.type == "cpu" and held.dtype in FORMATS


def times(rows: Array, weight: Array) -> Array:
    """`rows` (N, i) times `weight` (o, i) transposed: (N, o). A product of matrix and vector for
    each row: for a few rows faster than one of two matrices, in every BLAS tried."""
    made = np.empty((len(rows), len(weight)), rows.dtype)
    if len(rows) == 1:
        np.dot(weight, rows[0], out=made[0])
        return made
    height = max(1, BLOCK_BYTES // (weight.shape[1] * weight.itemsize))
    for at in range(0, len(weight), height):
        block = weight[at : at + height]
        for row, out in zip(rows, made, strict=True):
            np.dot(block, row, out=out[at : at + height])
    return made


def gated(x: Array) -> Array:
    """SwiGLU of joined gate and up halves."""
    half = x.shape[-1] // 2
    gate = x[..., :half]
    made = np.exp(-gate)
    made += 1
    np.divide(gate, made, out=made)
    made *= x[..., half:]
    return made


class Norm:
    """RMSNorm."""

    def __init__(self, norm: nn.Module) -> None:
        self.weight, self.eps = _array(norm.weight), float(norm.eps)

    def __call__(self, x: Array) -> Array:
        made: Array
        if len(x) == 1:  # a number is quicker than an array with one
            made = x * (1 / math.sqrt(float(np.dot(x[0], x[0])) / x.shape[1] + self.eps))
        else:
            scale = np.vecdot(x, x)[:, None]
            scale /= x.shape[1]
            scale += self.eps
            made = x / np.sqrt(scale, out=scale)
        made *= self.weight
        return made


@dataclass(frozen=True)
class Stand:
    """Where the rows of a pass stand: `spans` has each page's (first row, rows, first position)."""

    cos: Array  # (N, 1, 1, 2, head_dim / 2)
    sin: Array
    spans: list[tuple[int, int, int]]


class PlainMlp:
    """A dense MLP."""

    def __init__(self, mlp: GatedMlp) -> None:
        self.inner, self.outer = _array(mlp.inner.weight), _array(mlp.outer.weight)

    def __call__(self, x: Array) -> Array:
        return times(gated(times(x, self.inner)), self.outer)


class PlainExperts:
    """Routed experts and the shared one. Rows that chose the same expert use it one after the
    other, so that its weights are read from memory once."""

    def __init__(self, experts: Experts) -> None:
        self.chosen = experts.chosen
        self.gate = _array(experts.gate)
        self.inner, self.outer = list(_array(experts.inner)), list(_array(experts.outer))
        self.shared = PlainMlp(experts.shared) if experts.shared is not None else None

    def __call__(self, x: Array) -> Array:
        weights, pairs = self._route(x)
        hidden = np.empty((len(pairs), len(self.inner[0])), x.dtype)
        for place, (expert, row) in enumerate(pairs):
            np.dot(self.inner[expert], x[row], out=hidden[place])
        hidden = gated(hidden)
        hidden *= weights
        parts = np.empty((len(pairs), x.shape[1]), x.dtype)
        for place, (expert, _) in enumerate(pairs):
            np.dot(self.outer[expert], hidden[place], out=parts[place])
        mixed = self.shared(x) if self.shared is not None else np.zeros_like(x)
        if len(x) == 1:
            mixed += parts.sum(0)
        else:
            for place, (_, row) in enumerate(pairs):
                mixed[row] += parts[place]
        return mixed

    def _route(self, x: Array) -> tuple[Array, list[tuple[int, int]]]:
        """(expert, row) for all choices, ordered, and the weight of each (pairs, 1). The router
        works in float32."""
        scores = times(x.astype(np.float32, copy=False), self.gate)
        scores -= scores.max(-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(-1, keepdims=True)
        best = np.argpartition(scores, -self.chosen, -1)[:, -self.chosen :]
        pairs = sorted((expert, row) for row, own in enumerate(best.tolist()) for expert in own)
        weights = np.array([scores[row, expert] for expert, row in pairs], x.dtype)
        return weights[:, None], pairs


class PlainLayer:
    """One layer of the decoder, or the draft's block. `number` is its layer in the cache."""

    def __init__(self, layer: Layer, cache: Cache, number: int) -> None:
        self.input_norm, self.post_norm = Norm(layer.input_norm), Norm(layer.post_norm)
        self.qkv, self.out = _array(layer.attention.qkv.weight), _array(layer.attention.out.weight)
        self.heads = layer.attention.heads
        self.mlp = PlainMlp(layer.mlp) if isinstance(layer.mlp, GatedMlp) else PlainExperts(_experts(layer.mlp))
        self.keys, self.values = _array(cache.keys[number]), _array(cache.values[number])
        self.hidden_later = np.triu(np.full((ROOM, ROOM), -np.inf, self.qkv.dtype), 1)

    def __call__(self, x: Array, stand: Stand, *, last: bool = False) -> Array:
        """(N, hidden) to the same; with `last` to the last row of each page (B, hidden)."""
        mixed = self._attend(self.input_norm(x), stand, last=last)
        if last:
            x = x[[first + count - 1 for first, count, _ in stand.spans]]
        mixed += x
        return mixed + self.mlp(self.post_norm(mixed))

    def _attend(self, x: Array, stand: Stand, *, last: bool) -> Array:
        qkv = times(x, self.qkv).reshape(len(x), 3, self.heads, -1)
        turning = qkv[:, :2].reshape(len(x), 2, self.heads, 2, -1)  # halves are paired
        turned = turning * stand.cos
        turned += turning[..., ::-1, :] * stand.sin
        queries, keys = turned.reshape(len(x), 2, self.heads, -1).swapaxes(0, 1)
        queries *= 1 / math.sqrt(queries.shape[-1])
        mixed = [
            self._attend_page(page, queries[rows][-1:] if last else queries[rows], keys[rows], qkv[rows, 2], start)
            for page, (first, count, start) in enumerate(stand.spans)
            for rows in [slice(first, first + count)]
        ]
        return times(mixed[0] if len(mixed) == 1 else np.concatenate(mixed), self.out)

    def _attend_page(self, page: int, queries: Array, keys: Array, values: Array, start: int) -> Array:
        """Put a page's new keys and values into the cache, and mix those that its queries see."""
        count, reach = len(queries), start + len(keys)
        self.keys[page, start:reach] = keys
        self.values[page, start:reach] = values
        asked = queries.swapaxes(0, 1)  # (heads, n, head_dim)
        if count > 1 and count % UNIT:
            asked = np.zeros((self.heads, count + -count % UNIT, queries.shape[-1]), queries.dtype)
            asked[:, :count] = queries.swapaxes(0, 1)
        scores = np.matmul(asked, self.keys[page, :reach].transpose(1, 2, 0))
        own = scores[:, :count]  # (heads, n, reach)
        if count > 1:
            own[..., start:] += self.hidden_later[:count, :count]
        own -= own.max(-1, keepdims=True)
        np.exp(own, out=own)
        mixed = np.matmul(scores, self.values[page, :reach].swapaxes(0, 1))[:, :count]
        mixed /= own.sum(-1, keepdims=True)
        return mixed.swapaxes(0, 1).reshape(count, -1)


class PlainPasses:
    """See `passes.Passes`."""

    def __init__(self, model: JinaOcr, cache: Cache, _: Places | None = None) -> None:
        decoder, draft, sizes = model.decoder, model.draft, model.sizes
        self.embed, self.head = _array(decoder.embed.weight), _array(decoder.head.weight)
        self.norm = Norm(decoder.norm)
        self.layers = [PlainLayer(_layer(layer), cache, number) for number, layer in enumerate(decoder.layers)]
        tables = rotation_tables(sizes, cache.positions, torch.device("cpu")).to(decoder.newline.dtype)
        self.cos, self.sin = _array(tables).reshape(2, cache.positions, 1, 1, 2, -1)
        if draft is not None:
            self.block = PlainLayer(draft.block, cache, draft.number)
            self.embedding_norm, self.state_norm = Norm(draft.embedding_norm), Norm(draft.state_norm)
            self.joined = _array(draft.joined.weight)

    @np.errstate(over="ignore")  # of exp in SwiGLU, for numbers that become zero
    def check(self, rows: Sequence[Sequence[int]], starts: Sequence[int]) -> list[Checked]:
        stand = self._stand(rows, starts)
        x = self.embed[[token for row in rows for token in row]]
        for layer in self.layers:
            x = layer(x, stand)
        states = self.norm(x)
        logits = times(states, self.head)
        choices = logits.argmax(-1)
        best = logits[np.arange(len(choices)), choices]
        probabilities = 1 / np.exp(logits - best[:, None]).sum(-1)
        return [
            Checked(choices[own].tolist(), probabilities[own].tolist(), torch.from_numpy(logits[own]),
                    torch.from_numpy(states[own]))
            for first, count, _ in stand.spans
            for own in [slice(first, first + count)]
        ]

    @np.errstate(over="ignore")
    def draft(
        self, rows: Sequence[Sequence[int]], states: Sequence[Tensor], starts: Sequence[int], depth: int
    ) -> list[list[int]]:
        stand = self._stand(rows, starts)
        tokens = np.array([token for row in rows for token in row])
        before = np.concatenate([one.numpy() for one in states])
        made: list[Array] = []
        for number in range(max(1, depth)):
            both = np.concatenate([self.embedding_norm(self.embed[tokens]), self.state_norm(before)], 1)
            before = self.norm(self.block(times(both, self.joined), stand, last=True))
            if number < depth:
                tokens = times(before, self.head).argmax(-1)
                made.append(tokens)
            if number + 1 < depth:
                ends = [start + count for _, count, start in stand.spans]
                stand = self._stand([[0]] * len(ends), ends)
        return np.stack(made, 1).tolist() if made else [[] for _ in rows]

    def _stand(self, rows: Sequence[Sequence[int]], starts: Sequence[int]) -> Stand:
        spans: list[tuple[int, int, int]] = []
        first = 0
        for row, start in zip(rows, starts, strict=True):
            spans.append((first, len(row), start))
            first += len(row)
        where: slice | list[int]
        if len(spans) == 1:
            where = slice(starts[0], starts[0] + first)
        else:
            where = [start + at for _, count, start in spans for at in range(count)]
        return Stand(self.cos[where], self.sin[where], spans)


def _array(tensor: Tensor) -> Array:
    """The tensor's own memory."""
    array: Array = tensor.detach().numpy()
    return array


def _layer(module: nn.Module) -> Layer:
    assert isinstance(module, Layer)
    return module


def _experts(module: nn.Module) -> Experts:
    assert isinstance(module, Experts)
    return module
