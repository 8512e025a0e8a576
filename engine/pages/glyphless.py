# SPDX-License-Identifier: AGPL-3.0-or-later
"""A font for text that is found and copied but not seen: its one glyph is a box, which readers of PDFs take for the
extent of every character, and which is drawn with nothing.

Written from the TrueType specification: only the tables that a PDF demands of an embedded font (PDF 32000-1, 9.9).
"""

from __future__ import annotations

import struct

UNITS = 1000
"""Units of an em."""

ADVANCE = 500
"""Width of every character in these."""

ASCENT, DESCENT = 800, -200


def font() -> bytes:
    """The font file (some 300 bytes)."""
    box = (0, DESCENT, ADVANCE, ASCENT)
    head = struct.pack(
        ">IIIIHHqqhhhhHHhhh", 0x00010000, 0x00010000, 0, 0x5F0F3CF5, 3, UNITS, 0, 0, *box, 0, 8, 2, 0, 0
    )
    hhea = struct.pack(">IhhhHhhhhhhhhhhhH", 0x00010000, ASCENT, DESCENT, 0, ADVANCE, 0, 0, ADVANCE, 1, *[0] * 7, 1)
    maxp = struct.pack(">IHHHHHHHHHHHHHH", 0x00010000, 1, 4, 1, 0, 0, 2, *[0] * 8)
    steps = (0, ADVANCE, 0, -ADVANCE, DESCENT, 0, ASCENT - DESCENT, 0)  # from corner to corner: four across, four up
    glyph = struct.pack(">hhhhhHH4B8h", 1, *box, 3, 0, 1, 1, 1, 1, *steps)
    glyph += b"\0" * (-len(glyph) % 4)
    tables = {
        b"glyf": glyph,
        b"head": head,
        b"hhea": hhea,
        b"hmtx": struct.pack(">Hh", ADVANCE, 0),
        b"loca": struct.pack(">HH", 0, len(glyph) // 2),
        b"maxp": maxp,
    }
    return _packed(tables)


def _packed(tables: dict[bytes, bytes]) -> bytes:
    """The tables behind their directory, and the sum of the whole in `head` where it belongs."""
    power = len(tables).bit_length() - 1
    search = 16 << power
    start = struct.pack(">IHHHH", 0x00010000, len(tables), search, power, 16 * len(tables) - search)
    at = len(start) + 16 * len(tables)
    directory, body = b"", b""
    places = {}
    for name, data in tables.items():
        padded = data + b"\0" * (-len(data) % 4)
        directory += struct.pack(">4sIII", name, _sum(padded), at + len(body), len(data))
        places[name] = at + len(body)
        body += padded
    whole = bytearray(start + directory + body)
    struct.pack_into(">I", whole, places[b"head"] + 8, (0xB1B0AFBA - _sum(bytes(whole))) & 0xFFFFFFFF)
    return bytes(whole)


def _sum(data: bytes) -> int:
    return sum(int(word) for (word,) in struct.iter_unpack(">I", data)) & 0xFFFFFFFF
