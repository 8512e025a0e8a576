# SPDX-License-Identifier: AGPL-3.0-or-later
"""What pages wait for outside, and until when, in words."""

from __future__ import annotations

import math

from engine.protocol import WaitCode

_WORDS = {
    WaitCode.SERVICE_STARTING: "The service is starting",
    WaitCode.RATE_LIMITED: "The service asks for a pause",
    WaitCode.NO_CONNECTION: "The service cannot be reached",
    WaitCode.SERVICE_FAILED: "The service failed",
}


def wait_words(code: WaitCode, until: float, now: float) -> str:
    """ "The service is starting: next try in 23 s"; times are of `time.monotonic()`."""
    return f"{_WORDS[code]}: next try in {max(1, math.ceil(until - now))} s"
