# SPDX-License-Identifier: AGPL-3.0-or-later
"""Letters of difficult scripts on their way through a PDF reader.

PDFium and the layout rules on top of it drop combining signs of width zero (Devanagari loses
its viramas) and order right-to-left words by their place. So letters from Hebrew to the
Hangul Jamo travel as other letters, one to one, which have no such traits, and the text
that comes out is changed back. The stand-ins are private-use characters, which neither the
OCR nor a reader of scans has another use for. (PDFium loses what is beyond the first plane.)"""

from __future__ import annotations

import re

FIRST, LAST = 0x0590, 0x1CFF
STAND_IN = 0xE000

_TO = {code: code - FIRST + STAND_IN for code in range(FIRST, LAST + 1)}
_FROM = {stand_in: code for code, stand_in in _TO.items()}
_ANY = re.compile(f"[{chr(STAND_IN)}-{chr(STAND_IN + LAST - FIRST)}]")


def disguised(text: str) -> str:
    """For the PDF."""
    return text.translate(_TO)


def plain(text: str) -> str:
    """Back again; text without stand-ins is returned as it is."""
    return text.translate(_FROM) if _ANY.search(text) else text
