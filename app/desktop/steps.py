# SPDX-License-Identifier: AGPL-3.0-or-later
"""The next steps that are offered when a queue is held: the button's text, and what it asks for."""

from __future__ import annotations

from app.core.changes import AppCode
from engine.protocol import ErrorCode

Step = tuple[str, str]

_KEY: Step = ("Enter the key…", "key")
_ENGINE: Step = ("Choose another engine…", "engine")
_SETTINGS: Step = ("Settings…", "settings")
_CAP: Step = ("Raise the cap…", "cap")
_RESUME: Step = ("Resume", "resume")

_STEPS: dict[ErrorCode | AppCode, tuple[Step, ...]] = {
    ErrorCode.KEY_MISSING: (_KEY, _ENGINE),
    ErrorCode.KEY_REJECTED: (_KEY, _ENGINE, _RESUME),
    ErrorCode.NO_SUCH_SERVICE: (("Engine…", "engine"), _RESUME),
    ErrorCode.REQUEST_REFUSED: (("Engine…", "engine"), _RESUME),
    ErrorCode.CERTIFICATE: (_SETTINGS, _ENGINE, _RESUME),
    ErrorCode.NO_CONNECTION: (_SETTINGS, _ENGINE, _RESUME),
    ErrorCode.COST_LIMIT: (_CAP, _ENGINE),
}


def held_steps(code: ErrorCode | AppCode) -> tuple[Step, ...]:
    """What may help; going on as before is possible with every other code."""
    return _STEPS.get(code, (_ENGINE, _RESUME))
