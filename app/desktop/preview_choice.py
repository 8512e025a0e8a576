# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which preview: the browser engine where it can run, else the plain one. Loads neither."""

from __future__ import annotations

import importlib.util
import os


def web_possible(wanted: bool = True) -> tuple[bool, str]:
    """Whether the browser engine may be used, and if not, why, in a sentence for the user.
    `wanted` is the user's setting. Running as root, Chromium refuses to start with its
    sandbox; switching the sandbox off is the caller's explicit choice, never ours."""
    if not wanted:
        return False, "The simple preview was chosen in the settings."
    if importlib.util.find_spec("PySide6.QtWebEngineWidgets") is None:
        return False, "Qt WebEngine is not installed, so formulas are shown as their source."
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = os.environ.get("QTWEBENGINE_CHROMIUM_FLAGS", "").split()
    open_sandbox = os.environ.get("QTWEBENGINE_DISABLE_SANDBOX") == "1" or "--no-sandbox" in flags
    if root and not open_sandbox:
        return False, "Running as root, the browser's sandbox cannot work, so formulas are shown as their source."
    return True, ""
