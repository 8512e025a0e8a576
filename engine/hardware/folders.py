# SPDX-License-Identifier: AGPL-3.0-or-later
"""Model folders, by the heads of their files; no weight is read."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.hardware.facts import Disk, Model
from engine.jina_ocr.config import CheckpointError, load_sizes
from engine.jina_ocr.headers import examine
from engine.jina_ocr.names import DRAFT
from engine.models.folder import TOKENIZER, read_record
from engine.models.messages import PART

DEPTH = 4
"""Folders below the models' folder that are searched: name, "snapshots", revision."""

_REVISION = re.compile(r"^[0-9a-f]{40}$")


def models(below: Path | None, given: Sequence[Path]) -> list[Model]:
    """The folders that the user named, then all below `below` that hold a configuration or weights."""
    found = {os.path.realpath(folder): folder for folder in given}
    if below is not None:
        for folder in _holding(below, DEPTH):
            found.setdefault(os.path.realpath(folder), folder)
    return [look(folder) for folder in found.values()]


def _holding(folder: Path, depth: int) -> Iterator[Path]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    if any(e.name == "config.json" or ".safetensors" in e.name for e in entries):
        yield folder
    elif depth:
        for entry in entries:
            if entry.is_dir() and not entry.name.startswith("."):
                yield from _holding(Path(entry.path), depth - 1)


def look(folder: Path) -> Model:
    """What is in a folder that should be a model's."""
    if not folder.is_dir():
        return Model(path=str(folder), problem="There is no such folder.")
    size = sum(_size(file) for file in folder.glob("*.safetensors*"))
    known = Model(path=str(folder), size=size, revision=_revision(folder))
    if folder.name.endswith(PART):
        return _with(known, problem="Its download is not finished.")
    if not (folder / TOKENIZER).is_file():
        return _with(known, problem=f"There is no {TOKENIZER} in the folder.")
    try:
        findings = examine(folder, load_sizes(folder))
        findings.complain()
    except CheckpointError as error:
        return _with(known, problem=str(error).replace(str(folder), "the folder"))
    parameters = sum(_count(stored.shape) for stored in findings.tensors.values())
    drafts = any(name.startswith(DRAFT) for name in findings.tensors)
    size = sum(stored.length for stored in findings.tensors.values())
    return _with(known, complete=True, drafts=drafts, parameters=parameters, size=size)


def _with(known: Model, *, complete: bool = False, drafts: bool = False, parameters: int = 0, size: int = 0,
          problem: str = "") -> Model:
    return Model(path=known.path, revision=known.revision, complete=complete, drafts=drafts, parameters=parameters,
                 size=size or known.size, problem=problem)


def _revision(folder: Path) -> str:
    """The revision that was fetched: by our own record, the folder's own name in the hub's cache, or a line that the
    hub's client leaves beside what it fetched."""
    if (record := read_record(folder)) is not None:
        return record.revision
    for name in (folder.name.removesuffix(PART), folder.resolve().name):
        if _REVISION.match(name):
            return name
    for note in sorted((folder / ".cache" / "huggingface" / "download").glob("*.metadata")):
        try:
            first = note.read_text(encoding="utf-8", errors="replace").partition("\n")[0].strip()
        except OSError:
            continue
        if _REVISION.match(first):
            return first
    return ""


def disk(folder: Path) -> Disk:
    """The disk that `folder` is on, or will be. Raises OSError."""
    import shutil

    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    usage = shutil.disk_usage(there)
    return Disk(folder=str(folder), free=usage.free, total=usage.total)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for side in shape:
        count *= side
    return count
