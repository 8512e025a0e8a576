# SPDX-License-Identifier: AGPL-3.0-or-later
"""Files named on the line, looked at before anything is read or written. What is wrong here is
wrong usage: UsageError, exit code 2, and nothing was touched."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from app.cli.arguments import UsageError
from app.cli.console import shown
from app.core.export.snapshot import Format
from app.core.files import as_problem

_FILES = frozenset({".htm", ".markdown", ".txt", ".xml", *(f".{format}" for format in Format)})
"""What names of files end in, and none of folders."""

_HEAD = 4096
"""Bytes at the begin of a file that tell whether it is ours; the first line of a report is shorter."""


def folder_to_write(option: str, folder: Path) -> None:
    """`folder` may be made or is one; UsageError where a file is in its way."""
    for place in (folder, *folder.parents):
        if os.path.lexists(place):
            if not place.is_dir():
                raise UsageError(f"{option}: {shown(place)} is a file and no folder: choose another place.")
            return


def results_folder(out: str) -> None:
    """`out` may be made or is a folder; UsageError where a file is in its way, or where it is meant for one."""
    folder = Path(out).absolute()
    folder_to_write("--out", folder)
    if not folder.is_dir() and not out.endswith(("/", os.sep)) and folder.suffix.lower() in _FILES:
        raise UsageError(
            f"--out: {shown(folder)} would be a folder, and its name is a file's: name a folder, or print into a "
            "file with “--out -”."
        )


def report_to_write(path: Path, inputs: Iterable[Path]) -> None:
    """`path` is free or a report of ours: it is begun anew, and nothing else may be lost by that."""
    file_to_write("--report", path, inputs, _is_report)


def bug_report_to_write(path: Path, title: str) -> None:
    """The same for the doctor's text, which begins with `title`."""
    file_to_write("--bug-report", path, (), lambda head: not head or head.startswith(title.encode()))


def settings_to_write(path: Path, begin: str) -> None:
    """The same for a copy of the settings."""
    file_to_write("FILE", path, (), lambda head: not head or head.startswith(begin.encode()), "file of settings")


def file_to_write(
    option: str, path: Path, inputs: Iterable[Path], is_ours: Callable[[bytes], bool], what: str = "report"
) -> None:
    if path.is_dir():
        raise UsageError(f"{option}: {shown(path)} is a folder: name a file.")
    folder_to_write(option, path.absolute().parent)
    if not path.exists():
        return
    if any(_same(path, one) for one in inputs):
        raise UsageError(f"{option}: {shown(path)} is one of the inputs and is not overwritten: name another file.")
    if path.is_file() and not is_ours(_head(path)):
        kept = f"{shown(path)} is there and is no {what} of ours, so it is kept"
        raise UsageError(f"{option}: {kept}: name another file.")


def text_to_read(option: str, path: Path) -> str:
    """The text of a file that the line names."""
    if not path.exists():
        raise UsageError(f"{option}: {shown(path)} is not there.")
    if path.is_dir():
        raise UsageError(f"{option}: {shown(path)} is a folder: name a text file.")
    with as_problem(path):
        return path.read_text(encoding="utf-8-sig", errors="replace")


def _same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:
        return False


def _head(path: Path) -> bytes:
    with as_problem(path), path.open("rb") as stream:
        return stream.read(_HEAD)


def _is_report(head: bytes) -> bool:
    """Empty, or begins with a line that we write; the line may be cut off where a run was killed."""
    line, end, _ = head.partition(b"\n")
    if not end:
        return any(line.startswith(begin[: len(line)]) for begin in (b'{"file": "', b'{"summary": {'))
    try:
        value = json.loads(line)
    except ValueError:
        return False
    return isinstance(value, dict) and ("summary" in value or {"file", "state"} <= value.keys())
