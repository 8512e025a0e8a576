# SPDX-License-Identifier: AGPL-3.0-or-later
"""Copies the draft head's tensors out of a checkpoint's safetensors files, without torch."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import struct
import tempfile
from pathlib import Path

from engine.jina_ocr.config import CheckpointError
from engine.jina_ocr.headers import Stored, stored_tensors

FILE = "model.safetensors"

HEAD, LAST_NORM = "mtp_module.heads.0.", "model.norm.weight"

COPIES = "shared_head."
"""Part of the names of copies of the target's tensors, which some revisions carry."""


def extract(model: Path, into: Path) -> str:
    """Write the head's tensors into a folder in `into`; its name. A folder made earlier from the same
    files is used again. Raises CheckpointError if there is no head, OSError."""
    tensors = [stored for stored in stored_tensors(model) if stored.name == LAST_NORM or _of_head(stored.name)]
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


def _fingerprint(tensors: list[Stored]) -> str:
    """Changes when one of the files does."""
    facts = []
    for tensor in tensors:
        state = tensor.file.stat()
        facts.append((tensor.name, str(tensor.file.resolve()), state.st_size, state.st_mtime_ns, tensor.start))
    return hashlib.sha256(json.dumps(sorted(facts)).encode()).hexdigest()[:16]


def _write(tensors: list[Stored], path: Path) -> None:
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
