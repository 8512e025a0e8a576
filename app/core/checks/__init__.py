# SPDX-License-Identifier: AGPL-3.0-or-later
"""Flags of a page: places that a person should look at, each with its reason. Plain functions, no Qt.

check(Evidence(text, second=Second(Origin.TEXT_LAYER, words), ...)) -> Findings
sentence(flag) -> str                     the reason in words
running_lines(words of each page)         lines that repeat, for Evidence.running

The names are loaded when they are used: what a flag is costs nothing, to look for flags loads a Markdown parser.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.checks.evidence import Evidence, Origin, Second, Unfit
    from app.core.checks.flag import SECOND, Flag, Kind, Reason, Severity
    from app.core.checks.masks import running_lines
    from app.core.checks.run import Findings, check
    from app.core.checks.sentences import sentence, unfit_sentence

__all__ = [
    "SECOND", "Evidence", "Findings", "Flag", "Kind", "Origin", "Reason", "Second", "Severity", "Unfit", "check",
    "running_lines", "sentence", "unfit_sentence",
]  # fmt: skip

_PLACES = {
    "evidence": ("Evidence", "Origin", "Second", "Unfit"),
    "flag": ("SECOND", "Flag", "Kind", "Reason", "Severity"),
    "masks": ("running_lines",),
    "run": ("Findings", "check"),
    "sentences": ("sentence", "unfit_sentence"),
}


def __getattr__(name: str) -> object:
    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"app.core.checks.{module}"), name)
    raise AttributeError(name)
