# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which reader opens a file. The content decides, never the name."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

from engine.pages.reader import FileError, Reader
from engine.protocol import ErrorCode

HEAD = 4096
"""Bytes looked at. Readers of PDF accept its mark within the first kilobyte or a little later."""

PDF_MARKS = (b"%PDF-", b" 0 obj", b"%!PS-Adobe-3.0 PDF")


def open_reader(path: str, password: str | None = None, second: bool = False) -> Reader:
    """Open a document; raises FileError. With `second` the second PDF reader does all of it:
    for a file on which the first one hung or crashed."""
    head = _head(Path(path))
    if _is_picture(head):
        from engine.pages.pictures import PictureReader

        return PictureReader(path)
    if any(mark in head for mark in PDF_MARKS):
        from engine.pages.pdf import open_pdf

        return open_pdf(path, password, second)
    raise FileError(ErrorCode.NOT_A_DOCUMENT)


def _head(path: Path) -> bytes:
    """The first bytes of a regular file; raises FileError."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe or a device would never end
            raise FileError(ErrorCode.NOT_A_DOCUMENT)
        with path.open("rb") as stream:
            head = stream.read(HEAD)
    except (OSError, ValueError) as error:
        raise FileError(file_code(error), getattr(error, "strerror", None) or "") from error
    if not head:
        raise FileError(ErrorCode.EMPTY_FILE)
    return head


def file_code(error: OSError | ValueError) -> ErrorCode:
    """The code for an error of the file system (ValueError: a name no file can have)."""
    if isinstance(error, PermissionError):
        return ErrorCode.NOT_PERMITTED
    number = getattr(error, "errno", None)
    if number in (errno.ENOSPC, errno.EDQUOT):
        return ErrorCode.DISK_FULL
    if isinstance(error, (FileNotFoundError, NotADirectoryError, ValueError)) or number == errno.ENAMETOOLONG:
        return ErrorCode.NOT_FOUND
    return ErrorCode.DAMAGED


def _is_picture(head: bytes) -> bool:
    """Whether the head is that of a picture format that is read here."""
    starts = (
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff",  # JPEG
        b"II*\x00",  # TIFF
        b"MM\x00*",
        b"II+\x00",  # BigTIFF
        b"MM\x00+",
        b"BM",
        b"GIF87a",
        b"GIF89a",
        b"\x00\x00\x00\x0cjP  \r\n\x87\n",  # JPEG 2000
        b"\xff\x4f\xff\x51",
    )
    if head.startswith(b"BM"):
        return len(head) >= 26 and head[6:10] == b"\0\0\0\0"  # the reserved field, so that text is no bitmap
    return (
        head.startswith(starts)
        or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")
        or (head[4:8] == b"ftyp" and head[8:12] in HEIF_BRANDS | AVIF_BRANDS)
    )


HEIF_BRANDS = frozenset((b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1"))
AVIF_BRANDS = frozenset((b"avif", b"avis"))
