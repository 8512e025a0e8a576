# SPDX-License-Identifier: AGPL-3.0-or-later
"""What came from the web, by its first bytes: servers say anything about it."""

from __future__ import annotations

HEAD = 1024
"""Bytes that are looked at; a PDF may have rubbish before its mark."""

_STARTS = (
    (b"\x89PNG\r\n\x1a\n", ".png"),
    (b"\xff\xd8\xff", ".jpg"),
    (b"II*\x00", ".tif"),
    (b"MM\x00*", ".tif"),
    (b"II+\x00", ".tif"),
    (b"MM\x00+", ".tif"),
    (b"GIF87a", ".gif"),
    (b"GIF89a", ".gif"),
    (b"BM", ".bmp"),
    (b"\x00\x00\x00\x0cjP  ", ".jp2"),
    (b"\xff\x4f\xff\x51", ".j2k"),
)
_BRANDS = {b"avif": ".avif", b"avis": ".avif", b"heic": ".heic", b"heix": ".heic", b"mif1": ".heic", b"hevc": ".heic"}
_PAGE_MARKS = (b"<!doctype html", b"<html", b"<head", b"<script", b"<?xml", b"<!--")


def ending_of(head: bytes) -> str | None:
    """The ending that a file with these first bytes should have; None if it is neither PDF nor picture."""
    if b"%PDF-" in head[:HEAD]:
        return ".pdf"
    for start, ending in _STARTS:
        if head.startswith(start):
            return ending
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return ".webp"
    if head[4:8] == b"ftyp":
        return _BRANDS.get(head[8:12])
    return None


def is_web_page(head: bytes, content_type: str) -> bool:
    """Whether it is a page to be looked at in a browser."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return start.startswith(_PAGE_MARKS) or content_type.partition(";")[0].strip().lower() in (
        "text/html",
        "application/xhtml+xml",
    )
