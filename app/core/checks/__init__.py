# SPDX-License-Identifier: AGPL-3.0-or-later
"""Flags of a page: places that a person should look at, each with its reason. Plain functions, no Qt.

check(Evidence(text, second=Second(Origin.TEXT_LAYER, words), ...)) -> Findings
sentence(flag) -> str                     the reason in words
running_lines(words of each page)         lines that repeat, for Evidence.running
"""

from app.core.checks.evidence import Evidence, Origin, Second, Unfit
from app.core.checks.flag import SECOND, Flag, Kind, Reason, Severity
from app.core.checks.masks import running_lines
from app.core.checks.run import Findings, check
from app.core.checks.sentences import sentence, unfit_sentence

__all__ = [
    "SECOND", "Evidence", "Findings", "Flag", "Kind", "Origin", "Reason", "Second", "Severity", "Unfit", "check",
    "running_lines", "sentence", "unfit_sentence",
]  # fmt: skip
