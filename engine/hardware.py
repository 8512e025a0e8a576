# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the machine is, as far as it can be told without loading anything."""

from __future__ import annotations

import os
import sys

from engine.protocol import Scalar


def cheap_facts() -> dict[str, Scalar]:
    """Processors this process may use, memory in bytes where the system tells, system, Python."""
    facts: dict[str, Scalar] = {
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": sys.platform,
        "python": f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}",
    }
    memory = _memory()
    if memory is not None:
        facts["memory"] = memory
    return facts


def _memory() -> int | None:
    if not hasattr(os, "sysconf"):
        return None
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return None
