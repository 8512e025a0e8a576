# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which engines this machine can run, the best first, with the reasons in words. Pure: from values to values."""

from __future__ import annotations

from engine.choose.rank import better, choose, usable
from engine.choose.values import Answer, Lack, Ranked, Request, Speed, Wishes

__all__ = ["Answer", "Lack", "Ranked", "Request", "Speed", "Wishes", "better", "choose", "usable"]
