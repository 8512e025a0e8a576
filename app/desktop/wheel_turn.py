# SPDX-License-Identifier: AGPL-3.0-or-later
"""When the wheel at the end of a page turns it over: arithmetic, no Qt.

A page that is in sight as a whole turns with each notch. One that was scrolled to its end turns
only when the wheel is pushed on, so that nobody flies past the end by accident; and after a turn
there is a short rest, since touchpads go on rolling by themselves.
"""

from __future__ import annotations

NOTCH = 120
"""Units of one notch of a wheel (Qt's `angleDelta`); touchpads send many smaller ones."""
PUSH = 3 * NOTCH
REST_S, REST_WHOLE_S = 0.25, 0.06


class WheelTurn:
    def __init__(self) -> None:
        self._pushed = 0
        self._rest_until = 0.0

    def turn(self, delta: int, now: float, *, at_edge: bool, whole: bool) -> int:
        """+1 or -1 if the page is to be turned over, else 0. `delta` below 0 is downwards; `at_edge`:
        the page can be scrolled no further that way; `whole`: it need not be scrolled at all;
        `now` in seconds."""
        if not at_edge or self._pushed * delta < 0:
            self._pushed = 0
        if not at_edge or now < self._rest_until:
            return 0
        self._pushed += delta
        if abs(self._pushed) < (NOTCH if whole else PUSH):
            return 0
        self._pushed, self._rest_until = 0, now + (REST_WHOLE_S if whole else REST_S)
        return 1 if delta < 0 else -1
