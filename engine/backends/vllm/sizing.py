# SPDX-License-Identifier: AGPL-3.0-or-later
"""How many pages at once, and how much memory for their keys and values: decided before the start.

vLLM by itself would take nine tenths of a card, and fail where that much is not free."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.backends.contract import EngineError
from engine.jina_ocr.config import Sizes
from engine.jina_ocr.image import MAX_TILES, image_tokens
from engine.jina_ocr.names import expected
from engine.protocol import ErrorCode

GB = 1_000_000_000

PAGE_TOKENS = 2_800
"""Positions of an ordinary page: up to 1,303 of the prompt, and an answer of 1,500 (the published
mean is 1,085). Longer ones are no fault: vLLM sets a page back when the memory is full."""

RUNTIME = {"cuda": 1_200_000_000, "cpu": 1_500_000_000}
"""Bytes that torch, CUDA and the libraries take by themselves."""

SCRATCH = 1_400_000_000
"""Bytes of intermediate values at the published sizes: a page's tiles in the vision towers are the
largest. Scaled with the model's own."""

GRAPHS = 500_000_000
"""Bytes of captured CUDA graphs."""

PUBLISHED_WIDTH = 1280
SPARE = 0.03
"""Share of the free memory that is left alone: windows open while the engine runs."""

MOST_PAGES = {"cuda": 32, "cpu": 4}
"""Pages at once where memory allows more; the published throughput is at 32."""

BLOCK = 128
"""Positions are kept in blocks of at most this many."""

SMALL_CARD = 16 * GB
"""With less free memory than this, fewer tokens are computed in one step."""


@dataclass(frozen=True)
class Room:
    """What there is: `kind` "cuda" or "cpu", bytes `free` and in all."""

    kind: str
    free: int
    total: int


@dataclass(frozen=True)
class Size:
    """What is used. `batched` is tokens computed in one step, `needed` all bytes together."""

    pages: int
    kv_bytes: int
    batched: int
    needed: int


def position_bytes(sizes: Sizes, bytes_each: int, drafts: int) -> int:
    """Bytes of keys and values of one position, the draft head's layer included."""
    layers = sizes.layers + (1 if drafts else 0)
    return layers * 2 * sizes.heads * sizes.head_dim * bytes_each


def weight_bytes(sizes: Sizes, bytes_each: int) -> int:
    return sum(math.prod(shape) for shape in expected(sizes).values()) * bytes_each


def longest_picture() -> int:
    """Positions of the picture that takes most of them: a column of nine tiles."""
    grids = ((columns, rows) for columns in range(1, MAX_TILES + 1) for rows in range(1, MAX_TILES // columns + 1))
    return max(image_tokens(grid) for grid in grids)


def fit(
    sizes: Sizes,
    room: Room,
    *,
    bytes_each: int,
    context: int,
    drafts: int = 0,
    eager: bool = False,
    pages: int = 0,
    kv_bytes: int = 0,
    batched: int = 0,
    attempt: int = 0,
) -> Size:
    """Pages and bytes for this much room. `pages`, `kv_bytes` and `batched` are the user's, 0 for
    none; `attempt` counts breakdowns, after which half as many pages are tried.

    Raises EngineError(ENGINE_UNAVAILABLE) if not even one page of `context` positions fits."""
    each = position_bytes(sizes, bytes_each, drafts)
    spare = int(room.free * (1 - SPARE))
    fixed = weight_bytes(sizes, bytes_each) + RUNTIME[room.kind] + _scratch(sizes, eager, room.kind)
    least = (context + BLOCK) * each
    left = spare - fixed
    if room.free and left < max(least, kv_bytes):
        raise EngineError(
            ErrorCode.ENGINE_UNAVAILABLE,
            f"{(fixed + max(least, kv_bytes)) / (1 - SPARE) / GB:.1f} GB of {_memory(room.kind)} are needed, "
            f"{room.free / GB:.1f} GB of {room.total / GB:.1f} are free.",
        )
    most = MOST_PAGES[room.kind]
    by_memory = max(1, (left if room.free else least) // (PAGE_TOKENS * each))
    number = pages or min(most, by_memory)
    if attempt:
        number = max(1, number // 2)
    wanted = number * min(PAGE_TOKENS, context) * each
    bytes_for_kv = kv_bytes or max(least, min(wanted + least, left) if room.free else wanted)
    step = batched or (8192 if room.free >= SMALL_CARD else 4096)
    return Size(number, bytes_for_kv, max(step, longest_picture() + 1, number * (drafts + 1)), fixed + bytes_for_kv)


def _scratch(sizes: Sizes, eager: bool, kind: str) -> int:
    share = min(1.0, sizes.hidden / PUBLISHED_WIDTH)
    graphs = 0 if eager or kind == "cpu" else GRAPHS
    return int((SCRATCH + graphs) * share)


def _memory(kind: str) -> str:
    return "graphics memory" if kind == "cuda" else "memory"
