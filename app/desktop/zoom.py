# SPDX-License-Identifier: AGPL-3.0-or-later
"""Zoom as arithmetic: the ways to fit a page, and the steps between 10 and 800 %."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QSizeF

LEAST, MOST = 0.1, 8.0
STEPS = (0.1, 0.17, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
FINE = 1.1
"""Factor of one notch of the wheel."""
MARGIN = 16
"""Logical pixels around the page."""
POINT = 96 / 72
"""Logical pixels of a point at 100 %."""


class Fit(StrEnum):
    WIDTH = "width"
    PAGE = "page"
    FREE = "free"


def bounded(factor: float) -> float:
    return max(LEAST, min(MOST, factor))


def fit_factor(fit: Fit, size: QSizeF, room: QSizeF, present: float) -> float:
    """The zoom at which a page of `size` points fits into `room` logical pixels."""
    if fit is Fit.FREE or size.isEmpty():
        return present
    across = (room.width() - 2 * MARGIN) / (size.width() * POINT)
    if fit is Fit.WIDTH:
        return bounded(across)
    return bounded(min(across, (room.height() - 2 * MARGIN) / (size.height() * POINT)))


def next_step(factor: float, direction: float, *, fine: bool = False) -> float:
    """The zoom after one step in or out, or after `direction` notches of the wheel."""
    if fine:
        return bounded(factor * FINE**direction)
    if direction > 0:
        return next((step for step in STEPS if step > factor * 1.01), MOST)
    return next((step for step in reversed(STEPS) if step < factor * 0.99), LEAST)
