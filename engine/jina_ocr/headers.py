# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a checkpoint's safetensors files say about themselves, compared with its configuration:
names, shapes, formats and lengths, all before a byte of a weight is read. Needs no torch."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.jina_ocr.config import CheckpointError, Sizes
from engine.jina_ocr.names import DUPLICATES, Shape, expected

FORMATS = {"BF16": 2, "F16": 2, "F32": 4}
"""What weights may be stored as, with the bytes of a number."""

MAX_HEADER = 100_000_000
"""Bytes of the longest header that the format allows."""

SHOWN = 5
"""Names given in a sentence before "and N more"."""

INDEX = "model.safetensors.index.json"


@dataclass(frozen=True)
class Stored:
    """A tensor in a file: `start` counts from the file's beginning, in bytes."""

    file: Path
    name: str
    dtype: str
    shape: Shape
    start: int
    length: int


@dataclass(frozen=True)
class Findings:
    """What a checkpoint's headers say against what its configuration promises."""

    tensors: dict[str, Stored]
    missing: list[str]
    unknown: list[str]
    misshapen: list[str]
    skipped: list[str]  # known duplicates

    def complain(self) -> None:
        """Raises CheckpointError if the checkpoint does not fit."""
        if self.missing:
            raise CheckpointError(f"The checkpoint lacks {_some(self.missing)}.")
        if self.unknown:
            raise CheckpointError(f"The checkpoint has tensors that this program does not know: {_some(self.unknown)}.")
        if self.misshapen:
            raise CheckpointError(f"Tensors of the checkpoint do not have the sizes of config.json: "
                                  f"{_some(self.misshapen)}.")
        for stored in self.tensors.values():
            if stored.dtype not in FORMATS:
                raise CheckpointError(
                    f"{stored.name} is stored as {stored.dtype}; only {', '.join(FORMATS)} can be read."
                )


def examine(folder: Path, sizes: Sizes) -> Findings:
    """Compare headers with the configuration. Raises CheckpointError if a file cannot be read at all."""
    wanted = expected(sizes)
    found = {stored.name: stored for stored in stored_tensors(folder)}
    skipped = sorted(name for name in found if name not in wanted and DUPLICATES.search(name))
    known = {name: stored for name, stored in found.items() if name in wanted}
    misshapen = [
        f"{name} is {list(stored.shape)} instead of {list(wanted[name])}"
        for name, stored in known.items()
        if stored.shape != wanted[name]
    ]
    return Findings(
        tensors=known,
        missing=[name for name in wanted if name not in found],
        unknown=sorted(set(found) - set(wanted) - set(skipped)),
        misshapen=misshapen,
        skipped=skipped,
    )


def stored_tensors(folder: Path) -> Iterator[Stored]:
    """All tensors of all shards. Raises CheckpointError if a file cannot be read."""
    index = folder / INDEX
    if not index.exists():
        files = sorted(folder.glob("*.safetensors"))
        if not files:
            raise CheckpointError(f"There are no weights (*.safetensors) in {folder}.")
        for file in files:
            yield from _header(file)
        return
    listed = _index(index)
    for name in sorted(set(listed.values())):
        inside = list(_header(folder / name))
        promised = {tensor for tensor, file in listed.items() if file == name}
        if lost := sorted(promised - {stored.name for stored in inside}):
            raise CheckpointError(f"The file {name} lacks {_some(lost)}, which {INDEX} promises.")
        if extra := sorted({stored.name for stored in inside} - set(listed)):
            raise CheckpointError(f"{INDEX} has no entry for {_some(extra)} of the file {name}.")
        yield from inside


def _index(path: Path) -> dict[str, str]:
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))["weight_map"]
        return {str(name): str(file) for name, file in listed.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CheckpointError(f"The file {path} is not an index of weights.") from error


def _header(path: Path) -> list[Stored]:
    """The tensors of one file, by its header; the file must be as long as that says."""
    try:
        with path.open("rb") as file:
            size = struct.unpack("<Q", file.read(8))[0]
            if size > MAX_HEADER:
                raise ValueError(f"a header of {size} bytes")
            entries: dict[str, Any] = json.loads(file.read(size))
        entries.pop("__metadata__", None)
        found = [_entry(path, name, entry, 8 + size) for name, entry in entries.items()]
        length = path.stat().st_size
    except FileNotFoundError as error:
        raise CheckpointError(f"The file {path.name} of the model is missing.") from error
    except (OSError, struct.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CheckpointError(f"The file {path.name} is damaged or not a safetensors file.") from error
    needed = max((stored.start + stored.length for stored in found), default=0)
    if length < needed:
        raise CheckpointError(f"The file {path.name} is not complete: {length} bytes of {needed}.")
    return found


def _entry(path: Path, name: str, entry: dict[str, Any], base: int) -> Stored:
    first, end = entry["data_offsets"]
    shape = tuple(int(side) for side in entry["shape"])
    dtype = str(entry["dtype"])
    if dtype in FORMATS and end - first != math.prod(shape) * FORMATS[dtype]:
        raise ValueError(f"{name}: {end - first} bytes")
    return Stored(path, name, dtype, shape, base + int(first), int(end) - int(first))


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:SHOWN])
    return f"{shown} and {len(names) - SHOWN} more" if len(names) > SHOWN else shown
