# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is installed and found on this machine, and what would help, for the command line and the window.

    examine   the machine, the programs and the folders are looked at
    findings  line by line: ok, not, or just so, and how to mend it
    report    all of it for a bug report
    redact    a text without what names anybody
"""

from __future__ import annotations

from app.core.doctor.examine import Examination, examine
from app.core.doctor.findings import Finding
from app.core.doctor.report import bug_report

__all__ = ["Examination", "Finding", "bug_report", "examine"]
