# SPDX-License-Identifier: AGPL-3.0-or-later
"""A checkpoint of the tiny one's sizes with random weights, and random pictures of every tile shape."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
from PIL import Image

from engine.jina_ocr.config import load_sizes
from engine.jina_ocr.image import MAX_TILES, MIN_TILES, choose_grid
from engine.jina_ocr.names import expected
from tests.vllm import pages

PIXELS = 500
"""Of a tile's side before it is scaled: more than half of the grid's area, so that of grids of one shape
the wanted one is taken, and not a larger one."""


def write_random(folder: Path, seed: int) -> None:
    """The checkpoint. Weights are scaled by their inputs, so that answers vary and stay finite."""
    others = shutil.ignore_patterns("*.safetensors", "pages*", "reference", "expected")
    shutil.copytree(pages.TINY, folder, ignore=others)
    chance = np.random.default_rng(seed)
    header: dict[str, object] = {}
    parts: list[bytes] = []
    at = 0
    for name, shape in expected(load_sizes(pages.TINY)).items():
        drawn = chance.standard_normal(shape, np.float32)
        if "norm" in name and name.endswith("weight") and len(shape) == 1:
            drawn = 1 + 0.1 * drawn
        elif len(shape) > 1 and "embed" not in name:
            drawn *= 1.4 / np.sqrt(np.prod(shape[1:]))
        elif len(shape) == 1:
            drawn *= 0.1
        data = (drawn.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16).tobytes()  # bfloat16
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [at, at + len(data)]}
        parts.append(data)
        at += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    (folder / "model.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + b"".join(parts))


def grids() -> list[tuple[int, int]]:
    """Every shape that a page is cut into, and the page that is not cut."""
    sides = range(1, MAX_TILES + 1)
    return [(1, 1), *((c, r) for c in sides for r in sides if MIN_TILES <= c * r <= MAX_TILES)]


def random_pictures(count: int, seed: int) -> list[Image.Image]:
    """At least `len(grids())`; coarse colours with fine noise, sizes not of round numbers."""
    chance = np.random.default_rng(seed)
    shapes = grids()
    return [_random_picture(shapes[number % len(shapes)], chance) for number in range(count)]


def _random_picture(grid: tuple[int, int], chance: np.random.Generator) -> Image.Image:
    columns, rows = grid
    for _ in range(100):
        jitter = chance.integers(-12, 13, 2)
        width, height = columns * PIXELS + int(jitter[0]), rows * PIXELS + int(jitter[1])
        if choose_grid(width, height) == grid:
            break
    else:
        raise AssertionError(f"no picture of {grid}")
    coarse = Image.fromarray(chance.integers(0, 256, (12 * rows, 12 * columns, 3), np.uint8))
    picture = np.asarray(coarse.resize((width, height), Image.Resampling.BICUBIC), np.int16)
    noise = chance.integers(-40, 41, (height, width, 1), np.int16)
    return Image.fromarray(np.clip(picture + noise, 0, 255).astype(np.uint8))
