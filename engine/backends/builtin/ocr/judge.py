# SPDX-License-Identifier: AGPL-3.0-or-later
"""What to think of a reading: is the larger model needed, and what must the user be told?

Confidence alone lies (a few signs out of a Russian line come with 0.9), so the letters are
also held against the room they had."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from engine.backends.builtin.ocr.page import OcrLine, RawLine
from engine.backends.builtin.ocr.picture import Frame
from engine.backends.builtin.ocr.script import Verdict, mean_confidence
from engine.protocol import Note, NoteCode

POOR = 0.90
"""Mean confidence of a page below which the user is told, and the larger model is tried."""
CLEAN, CLEAN_TENTH = 0.975, 0.96
"""Mean and lowest tenth of the lines' confidence that clean print reaches with `tiny` (of 32
pages at 200 dpi two were below both, with figures in typewriter face alone)."""
MOST_LINES = 300
"""A page with more takes `small` half a minute."""
LONG = 12
"""Letters of a line whose confidence says something."""
EAST_CLEAN = 0.96
THIN = 0.55
"""Letters for each line height of length below which letters were lost: Latin print has 1.8 to
3, Chinese 0.9, Russian read by a model without its letters 0.4."""
KANA_LANGUAGES = ("ja", "jpn")
_EAST = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_KANA = re.compile("[\u3040-\u30ff]")


def wants_small(raw: Sequence[RawLine], languages: Sequence[str]) -> bool:
    """Japanese (`tiny` has no kana), poor or old print, or letters lost."""
    if any(code.lower() in KANA_LANGUAGES for code in languages):
        return True
    text = "".join(line.text for line in raw)
    if not text:
        return False
    east = len(_EAST.findall(text))
    if _KANA.search(text) or (east * 5 > len(text) and mean_confidence(raw) < EAST_CLEAN):
        return True
    return mean_confidence(raw) < POOR or thin(raw) or (len(raw) <= MOST_LINES and _worn(raw))


def _worn(raw: Sequence[RawLine]) -> bool:
    """Print that is legible but not clean: a part of the long lines is doubtful."""
    sure = [line.confidence for line in raw if len(line.text) >= LONG]
    return len(sure) >= 5 and float(np.mean(sure)) < CLEAN and float(np.percentile(sure, 10)) < CLEAN_TENTH


def thin(raw: Sequence[RawLine]) -> bool:
    """Far fewer letters than the lines have room for."""
    room = [(len(line.text.strip()), (line.box[2] - line.box[0]) / max(1.0, line.box[3] - line.box[1])) for line in raw]
    long = [(n, r) for n, r in room if r > 4]
    return bool(long) and float(np.median([n / r for n, r in long])) < THIN


def notes(
    raw: Sequence[RawLine], lines: Sequence[OcrLine], frame: Frame, verdict: Verdict | None
) -> list[Note]:
    """What there is to say about the page."""
    out = []
    if frame.turn:
        out.append(Note(code=NoteCode.TURNED, detail=str(frame.turn)))
    if frame.skew:
        out.append(Note(code=NoteCode.DESKEWED, detail=f"{frame.skew:.1f}"))
    if verdict and not verdict.data:
        out.append(Note(code=NoteCode.UNREADABLE_SCRIPT, detail=verdict.script))
    elif not lines:
        out.append(Note(code=NoteCode.BLANK_PAGE))
    elif mean_confidence(raw) < POOR:
        out.append(Note(code=NoteCode.LOW_CONFIDENCE, detail=f"{mean_confidence(raw):.2f}"))
    return out
