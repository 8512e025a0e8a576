# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the machine is, as far as it can be told without loading anything."""

from __future__ import annotations

from engine.hardware.system import cheap_facts

__all__ = ["cheap_facts"]
