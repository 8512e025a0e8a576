# SPDX-License-Identifier: AGPL-3.0-or-later
"""How a child program ended, in words."""

from __future__ import annotations

import signal
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """`status` as subprocess has it (negative: a signal), None if it was never started.
    `cause` is why we ended it or could not start it, where that is so. `final` means that
    starting it again would end the same way."""

    status: int | None = None
    cause: str = ""
    final: bool = False

    @property
    def words(self) -> str:
        """For a sentence: "the engine ..."."""
        if self.cause:
            return self.cause
        if self.status is None:
            return "was not started"
        if self.status >= 0:
            return f"ended with status {self.status}"
        return f"was ended by {_signal_name(-self.status)}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
