# SPDX-License-Identifier: AGPL-3.0-or-later
"""The log file. The doctor's bug report takes its last lines."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from app.core.places import Places

LOG_BYTES = 1024 * 1024
"""Size at which the file is turned over; one older file is kept."""


def log_file(places: Places) -> Path:
    return places.logs / "copyholder.log"


def log_to_file(places: Places) -> None:
    """Records of INFO and above go to the file; on a terminal they would stand among the results."""
    root = logging.getLogger()
    handler: logging.Handler
    try:
        places.logs.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            log_file(places), maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", errors="replace", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.raiseExceptions = False  # a full disk under the log is not the user's concern
