# SPDX-License-Identifier: AGPL-3.0-or-later
"""Is this folder a model that can be used? Told from its configuration, the headers of its weights
and, where there is a record, from lengths and checksums; no weight is loaded and no torch needed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec

from engine.jina_ocr.config import CheckpointError, load_sizes
from engine.jina_ocr.headers import examine
from engine.models.errors import ModelError
from engine.models.messages import RECORD, Checked, ModelCode, Progress, Record
from engine.models.pace import Pace
from engine.models.transfer import counted, fits

TOKENIZER = "tokenizer.json"


def check(folder: Path, checksums: bool, tell: Callable[[Progress], None]) -> Checked:
    """Raises ModelError(NOT_A_MODEL) with a sentence, or WRONG_CHECKSUM with the file's name."""
    if not folder.is_dir():
        raise ModelError(ModelCode.NOT_A_MODEL, f"{folder} is no folder.")
    try:
        sizes = load_sizes(folder)
        findings = examine(folder, sizes)
        findings.complain()
    except CheckpointError as error:
        raise ModelError(ModelCode.NOT_A_MODEL, str(error)) from error
    _tokenizer(folder)
    record = read_record(folder)
    verified = _compare(folder, record, checksums, tell) if record else 0
    weights = {stored.file for stored in findings.tensors.values()}
    return Checked(
        folder=str(folder),
        size=sum(file.stat().st_size for file in weights),
        draft=sizes.draft_heads > 0,
        revision=record.revision if record else "",
        verified=verified,
    )


def read_record(folder: Path) -> Record | None:
    """The record of a folder that we fetched; None in others, and where it cannot be understood."""
    try:
        return msgspec.json.decode((folder / RECORD).read_bytes(), type=Record)
    except (OSError, msgspec.DecodeError):
        return None


def _tokenizer(folder: Path) -> None:
    path = folder / TOKENIZER
    try:
        sound = "model" in json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ModelError(ModelCode.NOT_A_MODEL, f"There is no {TOKENIZER} in {folder}.") from None
    except (OSError, ValueError, TypeError):
        sound = False
    if not sound:
        raise ModelError(ModelCode.NOT_A_MODEL, f"The file {path} is damaged or no tokenizer.")


def _compare(folder: Path, record: Record, checksums: bool, tell: Callable[[Progress], None]) -> int:
    """Lengths of all files of the record, and their checksums if asked; how many of the latter."""
    pace = Pace("verifying", 0, counted(record.files), tell)
    verified = 0
    for file in record.files:
        path = folder / file.name
        try:
            same = fits(path, file, pace.add) if checksums else path.stat().st_size == file.size
        except OSError:
            same = False
        if not same:
            raise ModelError(ModelCode.WRONG_CHECKSUM, file.name)
        verified += checksums
    return verified
