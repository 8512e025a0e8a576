# SPDX-License-Identifier: AGPL-3.0-or-later
"""Files: written beside and then replaced, named safely, told apart by their contents.

Every file that the app writes goes through `write_beside` or `replacing`, so that a full
disk or a crash leaves the old file whole. Errors of the system become problems in one
place, `problem_of`.
"""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from app.core.changes import Problem
from app.core.errors import ProblemError
from engine.protocol import ErrorCode

MAX_NAME_BYTES = 255
"""Bytes of a file name on ext4, APFS (there: code units) and most others; NTFS takes 255 UTF-16 units."""

_PART_PREFIX = ".copyholder-"
_ROOM_FOR_NUMBER = len(" (9999)")
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}
)
"""Names that Windows does not allow, with any ending (learn.microsoft.com, "Naming Files, Paths, and Namespaces")."""

_CODES = {
    errno.ENOENT: ErrorCode.NOT_FOUND,
    errno.ENOTDIR: ErrorCode.NOT_FOUND,
    errno.ESTALE: ErrorCode.NOT_FOUND,
    errno.ELOOP: ErrorCode.NOT_FOUND,  # links that lead in a ring
    errno.EACCES: ErrorCode.NOT_PERMITTED,
    errno.EPERM: ErrorCode.NOT_PERMITTED,
    errno.EROFS: ErrorCode.NOT_PERMITTED,
    errno.EEXIST: ErrorCode.NOT_PERMITTED,  # a file is where a folder is to be
    errno.ENAMETOOLONG: ErrorCode.NOT_FOUND,
    errno.EISDIR: ErrorCode.NOT_A_DOCUMENT,
    errno.ENOSPC: ErrorCode.DISK_FULL,
    errno.EDQUOT: ErrorCode.DISK_FULL,
    errno.EFBIG: ErrorCode.DISK_FULL,
    errno.ENOMEM: ErrorCode.OUT_OF_MEMORY,
}


def problem_of(error: OSError) -> Problem:
    """The problem behind an error of the operating system."""
    code = _CODES.get(error.errno or 0)
    if code is None:
        return Problem(ErrorCode.INTERNAL, error.strerror or type(error).__name__)
    return Problem(code)


@contextmanager
def as_problem(subject: Path | str) -> Iterator[None]:
    """Turns an OSError in the block into a ProblemError about `subject`."""
    try:
        yield
    except OSError as error:
        raise ProblemError(problem_of(error), str(subject)) from error


@contextmanager
def replacing(target: Path) -> Iterator[BinaryIO]:
    """A stream to write; at the end of the block its contents are on the disk under `target`.
    On any failure `target` is as it was and nothing is left beside it. Raises ProblemError
    (DISK_FULL, NOT_PERMITTED, NOT_FOUND for a missing folder)."""
    with as_problem(target):
        descriptor, name = tempfile.mkstemp(prefix=_PART_PREFIX, dir=target.parent)
        part = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            _copy_mode(target, part)
            part.replace(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        _sync_folder(target.parent)


def write_beside(target: Path, content: str | bytes) -> None:
    """Write the whole file through `replacing`; text as UTF-8 with "\\n" ends everywhere."""
    with replacing(target) as stream:
        stream.write(content.encode("utf-8") if isinstance(content, str) else content)


def _copy_mode(target: Path, part: Path) -> None:
    """mkstemp makes the file private; give it the mode it replaces, or the usual one."""
    if os.name == "nt":
        return
    try:
        mode = target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    part.chmod(mode)


def _sync_folder(folder: Path) -> None:
    """Make the replacement itself last over a power cut, where the system can."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some network file systems cannot
            raise
    finally:
        os.close(descriptor)


def free_name(path: Path, taken: Callable[[Path], bool] = os.path.lexists) -> Path:
    """`path`, or "NAME (2).md", "NAME (3).md" ... the first that is not taken."""
    candidate, number = path, 1
    while taken(candidate):
        number += 1
        candidate = path.with_name(_fit(path.stem, f" ({number}){path.suffix}"))
    return candidate


def safe_name(title: str, suffix: str) -> str:
    """A file name for any title: no separators, control characters or names that Windows
    reserves, at most MAX_NAME_BYTES with `suffix` and room for " (2)"; never empty."""
    text = "".join("_" if c in '<>:"/\\|?*' or unicodedata.category(c) in ("Cc", "Cs") else c for c in title)
    text = text.strip(" .") or "document"
    if text.split(".")[0].lower() in _RESERVED:
        text = f"_{text}"
    return _fit(text, suffix, _ROOM_FOR_NUMBER)


def _fit(stem: str, tail: str, spare: int = 0) -> str:
    """`stem` cut at a whole character so that it fits with `tail` and `spare` bytes more."""
    room = MAX_NAME_BYTES - len(os.fsencode(tail)) - spare
    data = os.fsencode(stem)
    if len(data) <= room:
        return stem + tail
    return data[:room].decode("utf-8", "ignore").rstrip() + tail


def digest(path: Path) -> str:
    """SHA-256 of the contents in hex. Releases the interpreter's lock while it reads.
    Raises ProblemError."""
    with as_problem(path), path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Stamp:
    """By what a file is cheaply seen to have changed: bytes, and nanoseconds of the last change."""

    size: int
    changed: int


def stamp(path: Path) -> Stamp:
    """Raises ProblemError: NOT_FOUND, NOT_PERMITTED, or NOT_A_DOCUMENT for a folder or device."""
    with as_problem(path):
        status = path.stat()
    if not path.is_file():
        raise ProblemError(Problem(ErrorCode.NOT_A_DOCUMENT), str(path))
    return Stamp(status.st_size, status.st_mtime_ns)
