# SPDX-License-Identifier: AGPL-3.0-or-later
"""What pages wait for outside, and until when, in words."""

from __future__ import annotations

import math

from app.core.wording import mark, tr
from engine.protocol import WaitCode

_WORDS = {
    WaitCode.SERVICE_STARTING: mark("The service is starting"),
    WaitCode.RATE_LIMITED: mark("The service asks for a pause"),
    WaitCode.NO_CONNECTION: mark("The service cannot be reached"),
    WaitCode.SERVICE_FAILED: mark("The service failed"),
}


def wait_words(code: WaitCode, until: float, now: float) -> str:
    """ "The service is starting: next try in 23 s"; times are of `time.monotonic()`."""
    return tr("{what}: next try in {seconds} s").format(what=tr(_WORDS[code]), seconds=max(1, math.ceil(until - now)))
