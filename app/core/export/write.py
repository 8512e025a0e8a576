# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where an export goes: its target if that is free or ours, else the next free name.

A file is ours to replace when the ledger says that we wrote it for the same source and its
bytes are still those we wrote. Everything else (a stranger's file, one the user changed,
the export of another input with the same name) stays, and we write `NAME (2).md`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Written:
    """A line of the ledger: the last thing we wrote at a path. `digest` is SHA-256 in hex."""

    digest: str
    source: str


class Ledger(Protocol):
    """What we wrote where; the library keeps it. Paths are absolute."""

    def written(self, path: Path) -> Written | None:
        """The last entry for this path."""

    def note_written(self, path: Path, entry: Written) -> None:
        """Remember an export, instead of an earlier one at the same path."""


def free_name(target: Path, number: int) -> Path:
    """`report.md` as number 1, `report (2).md` as number 2."""
    return target if number < 2 else target.with_name(f"{target.stem} ({number}){target.suffix}")


def digest_of(path: Path) -> str:
    """SHA-256 of a file, in hex. Raises OSError."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
