# SPDX-License-Identifier: AGPL-3.0-or-later
"""Kinds of files told by their first bytes, never by their name."""

from __future__ import annotations

PDF_MARKS = (b"%PDF-", b" 0 obj", b"%!PS-Adobe-3.0 PDF")

HEIF_BRANDS = frozenset((b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1"))
AVIF_BRANDS = frozenset((b"avif", b"avis"))


def is_pdf(head: bytes) -> bool:
    """Whether a mark of a PDF stands in the head, if only somewhere."""
    return any(mark in head for mark in PDF_MARKS)


def is_picture(head: bytes) -> bool:
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
