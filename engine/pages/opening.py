# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which reader opens a file. The content decides, never the name."""

from __future__ import annotations

import stat
from pathlib import Path

from engine.pages.kinds import is_pdf, is_picture
from engine.pages.reader import FileError, Reader, file_code
from engine.protocol import ErrorCode

HEAD = 4096
"""Bytes looked at. Readers of PDF accept its mark within the first kilobyte or a little later."""


def open_reader(path: str, password: str | None = None, second: bool = False) -> Reader:
    """Open a document; raises FileError. With `second` the second PDF reader does all of it:
    for a file on which the first one hung or crashed."""
    first = head(Path(path))
    if is_picture(first):
        from engine.pages.pictures import PictureReader

        return PictureReader(path)
    if is_pdf(first):
        from engine.pages.pdf import open_pdf

        return open_pdf(path, password, second)
    raise no_document(Path(path))


def no_document(path: Path) -> FileError:
    """Why a file is none that can be read. One that was taken away while it was looked at may have looked like
    anything."""
    return FileError(ErrorCode.NOT_A_DOCUMENT if path.exists() else ErrorCode.NOT_FOUND)


def head(path: Path) -> bytes:
    """The first bytes of a regular file; raises FileError."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe or a device would never end
            raise no_document(path)
        with path.open("rb") as stream:
            head = stream.read(HEAD)
    except (OSError, ValueError) as error:
        raise FileError(file_code(error), getattr(error, "strerror", None) or "") from error
    if not head:
        raise FileError(ErrorCode.EMPTY_FILE)
    return head
