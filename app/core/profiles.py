# SPDX-License-Identifier: AGPL-3.0-or-later
"""The model profiles that a server's model can be asked with: Copyholder's and the user's own, told by the engine."""

from __future__ import annotations

import logging
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from app.core.children import child_environment, engine_command
from app.core.places import Places
from engine.profiles import Profiles

log = logging.getLogger(__name__)

LIMIT = 15.0
"""Seconds; usually it takes a quarter of one."""

UNKNOWN = Profiles(rows=[], problem="The profiles could not be listed.")


def folder(places: Places) -> Path:
    """Where the user's own profiles are, one TOML file each."""
    return places.config / "profiles"


def known(places: Places, command: Sequence[str] | None = None) -> Profiles:
    """All of them; UNKNOWN where the engine's program does not answer. Call it from a thread that outlives it."""
    command = [*(command or engine_command()), "profiles", str(folder(places))]
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW
    try:
        ended = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT, check=True,
            env=child_environment(command), cwd=tempfile.gettempdir(), creationflags=flags,
        )  # fmt: skip
        return msgspec.json.decode(ended.stdout, type=Profiles)
    except (OSError, subprocess.SubprocessError, msgspec.DecodeError) as error:
        log.warning("the profiles could not be listed: %s", error)
        return UNKNOWN
