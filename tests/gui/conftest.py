# SPDX-License-Identifier: AGPL-3.0-or-later
"""House rules of the tests with Qt: all are marked so, and an unexpected Qt message fails the test. Known
harmless ones are listed here with their reason."""

from __future__ import annotations

import pytest

HARMLESS = (
    "propagateSizeHints",  # the offscreen platform has no window manager
    r"does not support raise\(\)",
    "QRhiGles2",  # no GPU here: the browser engine falls back to software
    "Failed to create RHI",
    "GPUInfo not initialized",
    "[Vv]ulkan",  # looked for by the browser engine, which goes on without
    "Unable to detect GPU vendor",
    "Refused to ",  # the content policy at work on hostile pages
    "Not allowed to load local resource",
    "Sandboxing disabled",  # by tests/conftest.py, as root only
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/gui/" in item.path.as_posix():
            item.add_marker(pytest.mark.gui)
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            item.add_marker(pytest.mark.qt_log_ignore(*HARMLESS))
