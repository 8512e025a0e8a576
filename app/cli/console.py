# SPDX-License-Identifier: AGPL-3.0-or-later
"""Printing what any console can show: a sign it has not is replaced, never an error. A stream that
is closed or full is told in one sentence."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.cli.arguments import UsageError
from app.core.files import as_problem


def prepare() -> None:
    """Let standard output and error replace what their encoding lacks. Output into a pipe or
    file is UTF-8 whatever the console speaks: it holds documents, not messages."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")


def put(text: str) -> None:
    """Print a result on standard output. Raises ProblemError (the disk is full), UsageError (it is
    closed), and BrokenPipeError where the reader has seen enough."""
    with _output():
        sys.stdout.write(text)
        sys.stdout.flush()


def check_output() -> None:
    """Before long work for standard output; raises as `put` does."""
    with _output():
        os.write(sys.stdout.fileno(), b"")


@contextmanager
def _output() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno == errno.EBADF:
            raise UsageError("Standard output is closed, so nothing can be printed.") from error
        with as_problem("standard output"):
            raise


def say(text: str) -> None:
    """Print a message on standard error; that nobody can read it does not stop the work."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def settle() -> None:
    """Before the end: what could not be printed is given up, so that the interpreter does not try
    again and end with its own words and code."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def one_line(text: str) -> str:
    """A name as it may be shown: control characters (a newline, an escape sequence) replaced,
    and what is no text at all (undecodable bytes of a file name) too."""
    return "".join(c if c.isprintable() else "�" for c in text)


def shown(path: Path) -> str:
    """A path for a message: relative to the present folder where it lies below it."""
    try:
        path = path.relative_to(Path.cwd())
    except (ValueError, OSError):
        pass  # elsewhere, or the present folder was deleted
    return one_line(str(path))
