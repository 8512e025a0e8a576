# SPDX-License-Identifier: AGPL-3.0-or-later
"""A report for a bug: what was found, without anything that names a person, a machine or a document."""

from __future__ import annotations

import platform
from collections import deque
from pathlib import Path

import msgspec

from app import __version__
from app.core.doctor import findings
from app.core.doctor.examine import Examination
from app.core.doctor.redact import Redactor
from app.core.logs import log_file
from app.core.places import Places
from app.core.settings import Settings

TITLE = "Copyholder bug report"
LOG_LINES = 60


def bug_report(found: Examination, settings: Settings) -> str:
    """What helps to find a fault and names nobody: the findings without paths, the packages, and the end of
    the log with what the children said last."""
    about = [f"copyholder: {__version__}", f"python: {platform.python_version()}", f"system: {platform.platform()}"]
    installed = [f"  {name}: {version or 'not installed'}" for name, version in found.packages.items()]
    log = [f"the last {LOG_LINES} lines of the log:", *_log_end(found.places)]
    names = {word for path in settings.recent for word in (Path(path).name, Path(path).stem)}
    clean = Redactor(names=names, secrets=_kept_keys(found.places))
    text = [*about, "", *findings.lines(found.findings(), places=False), "", "packages:", *installed, "", *log, ""]
    return f"{TITLE}\n\n" + clean("\n".join(text))


def _kept_keys(places: Places) -> list[str]:
    """Keys that are in the private file; those of a keychain are never in a log, and nobody is asked for them."""
    try:
        return list(msgspec.json.decode((places.config / "keys.json").read_bytes(), type=dict[str, str]).values())
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return []


def _log_end(places: Places) -> list[str]:
    try:
        with log_file(places).open(encoding="utf-8", errors="replace") as lines:
            return [line.rstrip("\n") for line in deque(lines, LOG_LINES)] or ["(empty)"]
    except OSError as error:
        return [f"(none: {error.strerror})"]
