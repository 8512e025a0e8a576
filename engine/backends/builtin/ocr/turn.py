# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which way up: samples of the page are read at several angles and the readings compared.

PP-OCRv6 gives upside-down print a mean confidence of 0.6 to 0.7 and upright print 0.92 and
more (clean and noisy pages of the test set), so the comparison needs only a few lines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.backends.builtin.ocr.engines import Recogniser
from engine.backends.builtin.ocr.page import Grey, Picture, RawLine
from engine.backends.builtin.ocr.picture import turned
from engine.backends.builtin.ocr.window import dense_window

SAMPLE_SIDE = 800
"""Pixels of the square part that is read at each angle."""
SURE = 0.9
"""Mean confidence from which a page is taken to be upright without a trial."""
UPRIGHT = 0.85
"""Confidence that the sample must reach at another angle: an upright page read wrong, for
its script or hand, must not be turned (such pages get up to 0.84)."""
BETTER = 0.12
"""By how much the confidence at another angle must be higher to turn the page."""
LEAST_LETTERS = 8
"""Fewer letters than that prove nothing."""


def confidence(lines: Sequence[RawLine]) -> float:
    """Mean over the characters of lines that run from left to right, 0 without any."""
    total = sum(len(line.text) for line in lines)
    return sum(len(line.text) * line.confidence for line in lines if line.upright) / total if total else 0.0


def letters(lines: Sequence[RawLine]) -> int:
    return sum(c.isalnum() for line in lines for c in line.text)


def best(rgb: Picture, grey: Grey, reader: Recogniser, angles: Sequence[int]) -> int:
    """The angle (clockwise degrees) at which the page reads best. The first of `angles` is
    kept unless another is clearly better."""
    sample = dense_part(rgb, grey)
    readings = {angle: reader.read(turned(sample, angle)) for angle in angles}
    scores = {angle: confidence(lines) for angle, lines in readings.items()}
    winner = max(scores, key=lambda a: scores[a])
    usual = angles[0]
    if letters(readings[winner]) < LEAST_LETTERS or scores[winner] < max(UPRIGHT, scores[usual] + BETTER):
        return usual
    return winner


def dense_part(rgb: Picture, grey: Grey) -> Picture:
    """The square of SAMPLE_SIDE pixels with the most ink, or all of a smaller picture."""
    top, left = dense_window(grey, SAMPLE_SIDE)
    return np.ascontiguousarray(rgb[top : top + SAMPLE_SIDE, left : left + SAMPLE_SIDE])
