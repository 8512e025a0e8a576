# SPDX-License-Identifier: AGPL-3.0-or-later
"""The next steps that are offered when a queue is held: the button's text, and what it asks for."""

from __future__ import annotations

from app.core.changes import AppCode
from app.core.wording import mark, tr
from engine.protocol import ErrorCode

Step = tuple[str, str]

_KEY: Step = (mark("Enter the key…"), "key")
_ENGINE: Step = (mark("Choose another engine…"), "engine")
_SETTINGS: Step = (mark("Settings…"), "settings")
_CAP: Step = (mark("Raise the cap…"), "cap")
_RESUME: Step = (mark("Resume"), "resume")
_CHOOSE: Step = (mark("Engine…"), "engine")

_STEPS: dict[ErrorCode | AppCode, tuple[Step, ...]] = {
    ErrorCode.KEY_MISSING: (_KEY, _ENGINE),
    ErrorCode.KEY_REJECTED: (_KEY, _ENGINE, _RESUME),
    ErrorCode.NO_SUCH_SERVICE: (_CHOOSE, _RESUME),
    ErrorCode.REQUEST_REFUSED: (_CHOOSE, _RESUME),
    ErrorCode.CERTIFICATE: (_SETTINGS, _ENGINE, _RESUME),
    ErrorCode.NO_CONNECTION: (_SETTINGS, _ENGINE, _RESUME),
    ErrorCode.COST_LIMIT: (_CAP, _ENGINE),
}


def held_steps(code: ErrorCode | AppCode) -> tuple[Step, ...]:
    """What may help; going on as before is possible with every other code."""
    return tuple((tr(text), asks) for text, asks in _STEPS.get(code, (_ENGINE, _RESUME)))
