# SPDX-License-Identifier: AGPL-3.0-or-later
"""Where downloads are kept: each in a folder named after its contents, with the address it came
from beside it. So the same contents are kept once, and an engine that fetches pages by itself
knows the address also tomorrow."""

from __future__ import annotations

import contextlib
import shutil
import time
from pathlib import Path

from app.core.files import as_problem, safe_name, write_beside

ADDRESS = "address.txt"
PART = ".part-"
"""Begins the names of what is still being downloaded."""

ABANDONED = 24 * 3600.0
"""Seconds after which such a file is of a program that was killed."""

_DIGITS = 16
"""Of the hash in the folder's name: enough for one user's downloads."""


def keep(part: Path, digest: str, name: str, url: str) -> Path:
    """Move a finished download to its place; there already: that one stays. Raises ProblemError."""
    folder = part.parent / digest[:_DIGITS]
    with as_problem(folder):
        folder.mkdir(exist_ok=True)
    write_beside(folder / ADDRESS, f"{url}\n")
    target = folder / name
    for other in folder.iterdir():
        if other.name != ADDRESS and not other.name.startswith("."):
            target = other  # the same contents under the name they had first
    with as_problem(target):
        if target.exists():
            part.unlink()
        else:
            part.replace(target)
    return target


def name_for(wanted: str, ending: str) -> str:
    """A file's name with an ending that fits to its contents."""
    stem, dot, own = wanted.rpartition(".")
    if f".{own.lower()}" == ending:
        return wanted
    is_ending = dot and 2 <= len(own) <= 5 and not own.isdigit()  # 2401.12345 is a whole name
    return safe_name(stem if is_ending else wanted, ending)


def address_of(path: Path, downloads: Path) -> str:
    """The web address that a file was downloaded from; empty for any other file."""
    if path.parent.parent != downloads:
        return ""
    try:
        return (path.parent / ADDRESS).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def discard(path: Path, downloads: Path) -> None:
    """Delete a download; any other file is left alone."""
    if path.parent.parent == downloads:
        shutil.rmtree(path.parent, ignore_errors=True)


def sweep(downloads: Path) -> None:
    """Delete what killed programs left half downloaded."""
    for part in downloads.glob(f"{PART}*"):
        with contextlib.suppress(OSError):
            if time.time() - part.stat().st_mtime > ABANDONED:
                part.unlink()
