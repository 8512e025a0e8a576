# SPDX-License-Identifier: AGPL-3.0-or-later
"""Text for a page that has not the ink for it: models are known to tell a story about a blank page
(allenai/olmocr pull request 303). What is dropped stays in the reading as its raw text.

The bound is meant to err on the side of the text: whatever is a little darker or lighter than the paper counts as
ink, show-through and stains too.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from engine.protocol import Note, NoteCode, Reading, ReadPage

STEP = 4
"""A first look is at every fourth row and column, and is all that most pages need."""

EDGE = 0.03
"""Share of a page's side; what is darker there may be the scanner's lid, and is not in the first look."""

DIFFERS = 25
"""Steps of 255 by which ink differs from the paper."""

LEAST = 3.0
"""Pixels of ink that letters have on average on a page of SIDE pixels; those of 5 point print have ten."""

SIDE = 2000

STRAIGHT, BAND = 0.9, 9
"""A fold or the scanner's edge: so many rows have ink over this share of the page's width
together, or columns over its height. Lines of text have margins, and white between their words."""

PLENTY = 0.005
"""Share of a page; with more ink there is text, or what may be."""

_MARKUP = re.compile(r"<[^<>]*>|\\[A-Za-z]+|[\W_]+")
"""What needs no ink: tags, commands of TeX, signs of Markdown."""


def ink_of(job: ReadPage) -> float | None:
    """Pixels of ink on a job's picture, as of a page of SIDE pixels; None without a picture. Folds and edges are no
    ink, but neither is then what stands on them: only to be asked whether there can be text at all."""
    if job.picture is None or min(job.width, job.height) < STEP:
        return None
    import numpy as np

    try:
        data = np.fromfile(Path(job.picture), dtype=np.uint8, count=job.stride * job.height)
        green = data.reshape(job.height, job.stride)[:, 1 : 3 * job.width : 3]
    except (OSError, ValueError):
        return None
    edge = round(EDGE * min(job.width, job.height))
    some = green[edge : job.height - edge : STEP, edge : job.width - edge : STEP]
    paper = int(np.convolve(np.bincount(some.ravel(), minlength=256), np.ones(9), "same").argmax())
    low, high = max(0, paper - DIFFERS), min(255, paper + DIFFERS)
    if ((some < low) | (some > high)).mean() > PLENTY:
        return float("inf")
    ink = (green < low) | (green > high)
    for view in (ink, ink.T):
        near = view.copy()
        for shift in range(1, BAND):
            near[:-shift] |= view[shift:]
        for start in np.flatnonzero(near.mean(axis=1) > STRAIGHT):
            view[start : start + BAND] = False
    return float(ink.sum()) * (SIDE / max(job.width, job.height)) ** 2


def without_invention(reading: Reading, ink: float | None) -> Reading:
    """The reading, without its text if the page has not the ink for it: then it says that the page is blank."""
    letters = len(_MARKUP.sub("", reading.text))
    if ink is None or not letters or ink >= LEAST * letters:
        return reading
    notes = [note for note in reading.notes if note.code is not NoteCode.CUT_OFF]
    return msgspec.structs.replace(
        reading, text="", low_confidence=[], regions=[], notes=[*notes, Note(code=NoteCode.INVENTED)]
    )
