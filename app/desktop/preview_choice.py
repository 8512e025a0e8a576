# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which preview: the browser engine where it can run, else the plain one; and what the
browser engine must be told before the application object is made.

    possible, reason = web_possible(settings…)
    if possible:
        register_scheme()
    application = QApplication(…)
    pane = MarkdownPane(web=possible)
"""

from __future__ import annotations

import importlib.util
import os

from PySide6.QtCore import QCoreApplication, Qt

from app.core.markup import ASSET_SCHEME
from app.core.wording import mark


def web_possible(wanted: bool = True) -> tuple[bool, str]:
    """Whether the browser engine may be used, and if not, why, in a sentence for the user
    (marked: this comes before there are translations).
    `wanted` is the user's setting. Running as root, Chromium refuses to start with its
    sandbox; switching the sandbox off is the caller's explicit choice, never ours."""
    if not wanted:
        return False, mark("The simple preview was chosen in the settings.")
    if importlib.util.find_spec("PySide6.QtWebEngineWidgets") is None:
        return False, mark("Qt WebEngine is not installed, so formulas are shown as their source.")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = os.environ.get("QTWEBENGINE_CHROMIUM_FLAGS", "").split()
    open_sandbox = os.environ.get("QTWEBENGINE_DISABLE_SANDBOX") == "1" or "--no-sandbox" in flags
    if root and not open_sandbox:
        return False, mark(
            "Running as root, the browser's sandbox cannot work, so formulas are shown as their source."
        )
    return True, ""


def register_scheme() -> None:
    """Make the scheme of our own files known to the browser engine: before the application
    object, once (a second call does nothing). Takes some 30 ms."""
    from PySide6.QtWebEngineCore import QWebEngineUrlScheme  # it may be missing, see web_possible

    if bytes(QWebEngineUrlScheme.schemeByName(ASSET_SCHEME.encode()).name().data()):
        return
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    scheme = QWebEngineUrlScheme(ASSET_SCHEME.encode())
    scheme.setSyntax(QWebEngineUrlScheme.Syntax.Host)
    scheme.setFlags(QWebEngineUrlScheme.Flag.SecureScheme | QWebEngineUrlScheme.Flag.CorsEnabled)
    QWebEngineUrlScheme.registerScheme(scheme)
