# SPDX-License-Identifier: AGPL-3.0-or-later
"""Printing what any console can show: a sign it has not is replaced, never an error."""

from __future__ import annotations

import io
import sys
from pathlib import Path


def prepare() -> None:
    """Let standard output and error replace what their encoding lacks. Output into a pipe or
    file is UTF-8 whatever the console speaks: it holds documents, not messages."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")


def one_line(text: str) -> str:
    """A name as it may be shown: control characters (a newline, an escape sequence) replaced,
    and what is no text at all (undecodable bytes of a file name) too."""
    return "".join(c if c.isprintable() else "�" for c in text)


def shown(path: Path) -> str:
    """A path for a message: relative to the present folder where it lies below it."""
    try:
        path = path.relative_to(Path.cwd())
    except (ValueError, OSError):
        pass
    return one_line(str(path))
