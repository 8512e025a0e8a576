# SPDX-License-Identifier: AGPL-3.0-or-later
"""Reading a checkpoint's weights straight into the model's own memory.

The model is laid out first, in the wanted dtype and on the wanted device; then every tensor is
read from disk into its place, which may be a slice of a joined or stacked weight. So no weight is
ever held twice. Names, shapes and lengths were checked before (see `headers`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

import torch
from torch import Tensor

from engine.jina_ocr.config import CheckpointError, Sizes
from engine.jina_ocr.headers import Findings, Stored, examine

DTYPES = {"BF16": torch.bfloat16, "F16": torch.float16, "F32": torch.float32}

BLOCK = 16 * 1024 * 1024
"""Bytes read at once where a conversion of dtype or a copy to a device is needed."""

Progress = Callable[[float], None]


def stored_formats(folder: Path, sizes: Sizes) -> set[torch.dtype]:
    """The formats of a checkpoint's tensors. Raises CheckpointError."""
    findings = examine(folder, sizes)
    findings.complain()
    return {DTYPES[stored.dtype] for stored in findings.tensors.values()}


def fill(places: Mapping[str, Tensor], findings: Findings, progress: Progress = lambda _: None) -> None:
    """Read every tensor into its place. Raises CheckpointError if a file is shorter than it said."""
    findings.complain()
    total = sum(stored.length for stored in findings.tensors.values()) or 1
    done = 0
    by_file: dict[Path, list[Stored]] = {}
    for stored in findings.tensors.values():
        by_file.setdefault(stored.file, []).append(stored)
    for file, group in by_file.items():
        with file.open("rb", buffering=0) as opened:
            for stored in sorted(group, key=lambda one: one.start):
                _read(opened, stored, places[stored.name])
                done += stored.length
                progress(done / total)


def _read(file: BinaryIO, stored: Stored, place: Tensor) -> None:
    """One tensor from the file to its place."""
    file.seek(stored.start)
    dtype = DTYPES[stored.dtype]
    flat = place.detach().view(-1)  # places are contiguous
    if flat.dtype == dtype and flat.device.type == "cpu":
        _read_into(file, flat.view(torch.uint8).numpy().data, stored)
        return
    at = 0
    block = bytearray(min(BLOCK, stored.length))
    while at < flat.numel():
        count = min(len(block) // dtype.itemsize, flat.numel() - at)
        view = memoryview(block)[: count * dtype.itemsize]
        _read_into(file, view, stored)
        flat[at : at + count].copy_(torch.frombuffer(view, dtype=dtype))
        at += count


def _read_into(file: BinaryIO, target: memoryview, stored: Stored) -> None:
    at = 0
    while at < len(target):
        count = file.readinto(target[at:])  # type: ignore[attr-defined]
        if not count:
            raise CheckpointError(f"The file {stored.file.name} ends within {stored.name}; it is not complete.")
        at += count
