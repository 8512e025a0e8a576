# SPDX-License-Identifier: AGPL-3.0-or-later
"""`python -m engine.backends.vllm.plugin.why LOG`: why a server ended, in one sentence, by its log."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from engine.backends.vllm.causes import explain

LINES = 20_000
"""The last lines of a log that are looked at."""


_LINE = re.compile(r"^[\w.]+: error: (.+)$")
"""What argparse says of a command line that it does not take."""


def main(path: Path) -> str:
    """The sentence. Raises OSError."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()[-LINES:]
    for line in lines:
        if found := _LINE.match(line):
            return f"vLLM does not take this command line: {found[1].strip().removesuffix('.')}."
    return explain(lines).detail


if __name__ == "__main__":
    print(main(Path(sys.argv[1])))
