# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m engine.backends.vllm.plugin.why LOG`: why a server ended, in one sentence, by its log."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.backends.vllm.causes import explain

LINES = 20_000
"""The last lines of a log that are looked at."""


def main(path: Path) -> str:
    """The sentence. Raises OSError."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()[-LINES:]
    return explain(lines).detail


if __name__ == "__main__":
    print(main(Path(sys.argv[1])))
