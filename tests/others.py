# SPDX-License-Identifier: AGPL-3.0-or-later
"""For tests that act as another user of the machine."""

from __future__ import annotations

import tempfile
from pathlib import Path


def open_to_others(folder: Path) -> None:
    """Let every user come to a folder of a test and read it: pytest keeps its folders to their owner."""
    for parent in (folder, *folder.parents):
        if parent == Path(tempfile.gettempdir()):
            break
        parent.chmod(parent.stat().st_mode | 0o055)
