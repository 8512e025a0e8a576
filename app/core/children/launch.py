# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a child program is started with: command line, environment, folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TypeAlias

from engine import protocol

Process: TypeAlias = "subprocess.Popen[bytes]"

ROOT = Path(protocol.__file__).resolve().parents[1]
"""The folder that holds our packages: a checkout, or an interpreter's site-packages."""

BRIDGE = ROOT / "engine" / "bridge"
"""The folder that holds a way to the package `engine` alone, for interpreters that must not see
what else is installed beside it."""

SECRET = re.compile(r"key|token|secret|passw|credential|auth", re.IGNORECASE)
"""Names of environment variables that children do not inherit. What an engine needs of these
comes in its options."""

SETTINGS = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONUTF8": "1",
    "PYTHONIOENCODING": "utf-8",
    "PYTHONSAFEPATH": "1",  # a file msgspec.py in the current folder is not for us
    "PYTHONFAULTHANDLER": "1",
}


def engine_command(python: str | None = None) -> list[str]:
    """Command line of the engine program, by default under the app's own interpreter."""
    return [python or sys.executable, "-m", "engine"]


def pages_command(cache: Path | None = None, cache_bytes: int | None = None) -> list[str]:
    """Command line of the page program. `cache` is the folder for pictures, bounded by
    `cache_bytes`; without it the program takes a temporary one."""
    command = [sys.executable, "-m", "engine.pages"]
    if cache is not None:
        command += ["--cache", str(cache)]
    if cache_bytes is not None:
        command += ["--cache-bytes", str(cache_bytes)]
    return command


def child_environment(
    command: Sequence[str], extra: Mapping[str, str] | None = None, base: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The environment for `command`: the app's (or `base`) without secrets, in UTF-8, with our
    packages on the path where the interpreter does not have them installed, and `extra`. Another
    interpreter than ours gets no library that is installed for us."""
    given = os.environ if base is None else base
    kept = {name: value for name, value in given.items() if not SECRET.search(name)}
    kept.pop("PYTHONSTARTUP", None)
    kept.pop("PYTHONINSPECT", None)
    own = _same_file(command[0], sys.executable)
    if not own:
        kept.pop("PYTHONHOME", None)
    installed = ROOT.name in ("site-packages", "dist-packages")
    path = [] if own and installed else [str(BRIDGE if installed else ROOT)]
    if own and kept.get("PYTHONPATH"):
        path += [str(Path(part).resolve()) for part in kept["PYTHONPATH"].split(os.pathsep) if part]
    kept.pop("PYTHONPATH", None)
    if path:
        kept["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(path))
    return {**kept, **SETTINGS, **(extra or {})}


def _same_file(one: str, other: str) -> bool:
    return Path(one) == Path(other)  # not resolved: the interpreters of two environments are one file


def spawn(command: Sequence[str], environment: Mapping[str, str]) -> Process:
    """Start the program with three pipes. On POSIX it leads a process group of its own, so
    that the terminal's Ctrl-C is the app's alone and its workers can be ended with it; on
    Windows it gets no console window. Raises OSError."""
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
    return subprocess.Popen(
        list(command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(environment),
        cwd=tempfile.gettempdir(),  # the app's folder may be on a disk that is to be taken out
        start_new_session=True,
        creationflags=flags,
    )


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    """The pipe that `spawn` asked for."""
    if stream is None:
        raise RuntimeError("the child was started without its pipes")
    return stream
