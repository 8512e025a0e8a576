# SPDX-License-Identifier: AGPL-3.0-or-later
"""The programs that the app starts: how they are launched, talked to, restarted and ended."""

from __future__ import annotations

from app.core.children.child import Child, ChildState, ChildStatus
from app.core.children.launch import child_environment, engine_command, pages_command
from app.core.children.outcome import Outcome

__all__ = [
    "Child",
    "ChildState",
    "ChildStatus",
    "Outcome",
    "child_environment",
    "engine_command",
    "pages_command",
]
