# SPDX-License-Identifier: AGPL-3.0-or-later
"""House rules of all tests: no unexpected log record (warning or above), no unexpected Qt
message, no Python warning. A test that expects one says so with `expect_log`."""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("busy machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy machine")  # how long examples take says nothing against what they test

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if hasattr(os, "geteuid") and os.geteuid() == 0:  # Chromium refuses its sandbox to root; only tests switch it off
    os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")
os.environ.setdefault("QTWEBENGINE_CHROMIUM_FLAGS", "--disable-gpu")

# Tests of Ctrl-C count on children that hear it, also where the tests themselves run in the background of a script.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

DATA = Path(__file__).parent / "data"


class ExpectLog(Protocol):
    def __call__(self, pattern: str, /) -> None: ...


@pytest.fixture
def data() -> Path:
    """The folder of sample documents; MANIFEST.tsv there gives source and licence of each."""
    return DATA


@pytest.fixture(autouse=True)
def expect_log(caplog: pytest.LogCaptureFixture) -> Iterator[ExpectLog]:
    """Fails the test on a log record of WARNING or above whose text matches no expected
    pattern, and on an expected pattern that never came."""
    expected: list[str] = []
    caplog.set_level(logging.INFO)
    yield expected.append
    records = [r for when in ("setup", "call") for r in caplog.get_records(when) if r.levelno >= logging.WARNING]
    texts = [f"{r.name}: {r.getMessage()}" for r in records]
    unexpected = [t for t in texts if not any(re.search(p, t) for p in expected)]
    missing = [p for p in expected if not any(re.search(p, t) for t in texts)]
    if unexpected:
        pytest.fail(f"unexpected log records: {unexpected}")
    if missing:
        pytest.fail(f"expected log records that never came: {missing}")


@pytest.fixture
def python() -> str:
    """The interpreter that runs the tests."""
    return sys.executable
