# SPDX-License-Identifier: AGPL-3.0-or-later
"""How fast an engine is on this machine: what to measure next, and what follows from it. Pure: the measuring
itself is the app's (`app.core.tuning`), which drives the real engine program."""

from __future__ import annotations

from engine.tune.pick import Verdict, verdict
from engine.tune.plan import Plan
from engine.tune.values import Measured, Table, Trial

__all__ = ["Measured", "Plan", "Table", "Trial", "Verdict", "verdict"]
