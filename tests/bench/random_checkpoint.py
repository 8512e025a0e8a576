# SPDX-License-Identifier: AGPL-3.0-or-later
"""A checkpoint of jina-ocr-v1's full size with random weights, for measuring speed and memory:
`python -m tests.bench.random_checkpoint FOLDER` writes 6.8 GB. It reads nothing sensible."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import numpy as np

from engine.jina_ocr.config import parse_sizes
from engine.jina_ocr.headers import INDEX
from engine.jina_ocr.names import expected
from tests.unit.jina_published import CONFIG

SHARDS = 2
POOL = 1 << 24
"""Random numbers that are drawn; tensors take them from changing places on."""

SCALE = 0.02


def write(folder: Path) -> int:
    """Write the checkpoint; returns its number of parameters."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(CONFIG, indent=1))
    shapes = expected(parse_sizes(CONFIG))
    drawn = np.random.default_rng(0).standard_normal(POOL, np.float32) * SCALE
    pool = (drawn.view(np.uint32) >> 16).astype(np.uint16)  # bfloat16: the upper half of a float32
    names = list(shapes)
    shards = {name: 1 + at * SHARDS // len(names) for at, name in enumerate(names)}
    files = {name: f"model-{shard:05}-of-{SHARDS:05}.safetensors" for name, shard in shards.items()}
    for file in sorted(set(files.values())):
        _write_shard(folder / file, {name: shapes[name] for name in names if files[name] == file}, pool)
    (folder / INDEX).write_text(json.dumps({"weight_map": files}))
    return sum(math.prod(shape) for shape in shapes.values())


def _write_shard(path: Path, shapes: dict[str, tuple[int, ...]], pool: np.ndarray) -> None:
    header: dict[str, object] = {}
    at = 0
    for name, shape in shapes.items():
        size = 2 * math.prod(shape)
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for number, (name, shape) in enumerate(shapes.items()):
            count = math.prod(shape)
            if "norm" in name and name.endswith("weight"):
                file.write(np.full(count, 0x3F80, np.uint16).tobytes())  # 1.0
                continue
            start = (number * 104_729) % (POOL // 2)
            while count:
                part = pool[start : start + count]
                file.write(part.tobytes())
                count, start = count - len(part), 0


if __name__ == "__main__":
    print(f"{write(Path(sys.argv[1])):,} parameters")
