# SPDX-License-Identifier: AGPL-3.0-or-later
"""Copies the draft head's tensors out of a checkpoint's safetensors files, without torch."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import struct
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.jina_ocr.config import CheckpointError

FILE = "model.safetensors"

HEAD, LAST_NORM = "mtp_module.heads.0.", "model.norm.weight"

COPIES = "shared_head."
"""Part of the names of copies of the target's tensors, which some revisions carry."""

MAX_HEADER = 100 << 20


@dataclass(frozen=True)
class Tensor:
    """One tensor of a file: where its bytes are, counted from the file's beginning."""

    name: str
    file: Path
    dtype: str
    shape: tuple[int, ...]
    start: int
    length: int


def extract(model: Path, into: Path) -> str:
    """Write the head's tensors into a folder in `into`; its name. A folder made earlier from the same
    files is used again. Raises CheckpointError if there is no head, OSError."""
    tensors = [t for t in _tensors(model) if t.name == LAST_NORM or _of_head(t.name)]
    if not any(t.name != LAST_NORM for t in tensors):
        raise CheckpointError(f"The model in {model} has no draft head.")
    name = f"draft-{_fingerprint(tensors)}"
    if not (into / name / FILE).is_file():
        into.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=into, prefix="making-"))
        try:
            _write(tensors, made / FILE)
            made.chmod(0o755)
            _put(made, into / name)
        finally:
            shutil.rmtree(made, ignore_errors=True)
    return name


def _put(made: Path, place: Path) -> None:
    """Another process may have been quicker; then its folder is as good."""
    try:
        made.rename(place)
    except OSError:
        if not (place / FILE).is_file():
            raise


def _of_head(name: str) -> bool:
    return name.startswith(HEAD) and COPIES not in name


def _tensors(model: Path) -> Iterator[Tensor]:
    files = sorted(model.glob("*.safetensors"))
    if not files:
        raise CheckpointError(f"There are no weights (*.safetensors) in {model}.")
    for file in files:
        yield from _tensors_of(file)


def _tensors_of(path: Path) -> Iterator[Tensor]:
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            if length > MAX_HEADER:
                raise ValueError("its header is too long")
            header: dict[str, Any] = json.loads(file.read(length))
        header.pop("__metadata__", None)
        for name, entry in header.items():
            first, last = (int(offset) for offset in entry["data_offsets"])
            shape = tuple(int(side) for side in entry["shape"])
            yield Tensor(name, path, str(entry["dtype"]), shape, 8 + length + first, last - first)
    except (struct.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CheckpointError(f"The file {path} is not a usable safetensors file.") from error


def _fingerprint(tensors: list[Tensor]) -> str:
    """Changes when one of the files does."""
    facts = []
    for tensor in tensors:
        state = tensor.file.stat()
        facts.append((tensor.name, str(tensor.file.resolve()), state.st_size, state.st_mtime_ns, tensor.start))
    return hashlib.sha256(json.dumps(sorted(facts)).encode()).hexdigest()[:16]


def _write(tensors: list[Tensor], path: Path) -> None:
    header, offset = {}, 0
    for tensor in tensors:
        header[tensor.name] = {
            "dtype": tensor.dtype,
            "shape": tensor.shape,
            "data_offsets": (offset, offset + tensor.length),
        }
        offset += tensor.length
    text = json.dumps({"__metadata__": {"format": "pt"}, **header}).encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as out:
        out.write(struct.pack("<Q", len(text)))
        out.write(text)
        for tensor in tensors:
            with tensor.file.open("rb") as source:
                source.seek(tensor.start)
                data = source.read(tensor.length)
            if len(data) != tensor.length:
                raise CheckpointError(f"The file {tensor.file} ends too early.")
            out.write(data)
        out.flush()
        os.fsync(out.fileno())
