# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a pass of the model reads, in bytes, and what drafts are worth by it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.jina_ocr.config import Sizes

CONTEXT = 1000
"""Tokens in the cache while steps are measured: a page's picture, and some text."""

ACCEPTED = (0.79, 0.62, 0.51)
"""Published share of steps in which the first, second and third draft were right (Apple port)."""

WORTH = 1.02
"""Less than that over none is within what two measurements differ by."""


def touched(sizes: Sizes, tokens: int) -> float:
    """Experts of a layer that so many tokens use, if they choose evenly."""
    return sizes.experts * (1 - (1 - sizes.experts_per_token / sizes.experts) ** tokens)


def check_weights(sizes: Sizes, tokens: int, width: int) -> float:
    """Bytes of the weights that one pass of the target over so many tokens uses, head included;
    `width` bytes a number (the routers have 4)."""
    dense = 3 * sizes.hidden * sizes.dense_width
    routed = 3 * sizes.hidden * (sizes.expert_width * touched(sizes, tokens) + sizes.shared_width)
    routed += sizes.experts * sizes.hidden * 4 / width
    mixed = sizes.layers - sizes.dense_layers
    layers = sizes.layers * 4 * sizes.hidden**2 + sizes.dense_layers * dense + mixed * routed
    return width * (layers + sizes.vocabulary * sizes.hidden)


KEPT = 4
"""Bytes of a number of keys and values: they are in float32, whatever the weights are."""


def check_bytes(sizes: Sizes, tokens: int, width: int) -> float:
    """The same with the keys and values of CONTEXT tokens."""
    return check_weights(sizes, tokens, width) + KEPT * sizes.layers * 2 * CONTEXT * sizes.hidden


def draft_bytes(sizes: Sizes, width: int, *, compiled: bool) -> float:
    """What one step of the draft head reads: keys and values, its block, and the vocabulary's matrix, of `width`
    bytes a number. Compiled passes have two for the block, and one for the others."""
    block = 6 * sizes.hidden**2 + 3 * sizes.hidden * sizes.dense_width
    kept, own, shared = (1, 2, 1) if compiled else (KEPT, width, width)
    return kept * 2 * CONTEXT * sizes.hidden + own * block + shared * sizes.vocabulary * sizes.hidden


def gains(check: Mapping[int, float], draft: float) -> dict[int, float]:
    """Tokens a second at 0, 1, 2, … drafts a step over none, with the published acceptance.
    `check` has the cost of a pass over 1, 2, … tokens, `draft` that of a draft step."""
    depths = range(min(len(check), len(ACCEPTED) + 1))
    return {depth: (1 + sum(ACCEPTED[:depth])) * check[1] / (check[depth + 1] + depth * draft) for depth in depths}


def worthwhile(gain: Mapping[int, float]) -> int:
    """The number of drafts that gains most; 0 where none gains more than what is noise."""
    most = max(gain, key=lambda depth: gain[depth])
    return most if gain[most] > WORTH else 0
