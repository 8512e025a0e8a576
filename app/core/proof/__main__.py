# SPDX-License-Identifier: AGPL-3.0-or-later
"""The proofing program: `python -m app.core.proof`. A question a line on standard input, an answer a line on
standard output, in their order. Ends with its input."""

from __future__ import annotations

import os
import signal
import sys

import msgspec


def main() -> None:
    lines = sys.stdin.buffer
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a print of any library must not reach the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # below the window, like the engine

    from app.core.proof.question import Question
    from app.core.proof.work import answer

    for line in lines:
        told = answer(msgspec.json.decode(line, type=Question))
        out.write(msgspec.json.encode(told) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
