# SPDX-License-Identifier: AGPL-3.0-or-later
"""What is told of the memory of the engine with vLLM: its own, and that of the processes below it."""

from __future__ import annotations

import subprocess
import sys

import psutil
import pytest

from engine.backends.vllm import memory
from engine.backends.vllm.memory import Memory
from tests.processes import HANG, Started

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="vLLM runs on Linux")

MIB = 1 << 20
CODE = "held = b'x' * (64 << 20); print('ready', flush=True); input()"


def test_a_process_below_counts_and_one_that_is_gone_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "EVERY", HANG)
    with Started[bytes]([sys.executable, "-c", CODE], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        both = Memory().resident()
        left = Memory()
        child.kill()
        child.wait(HANG)
    own = psutil.Process().memory_info().rss
    assert both is not None
    assert own + 64 * MIB < both + 8 * MIB
    alone = left.resident()
    assert alone is not None
    assert abs(alone - own) < 32 * MIB
    assert left.resident() == alone  # not looked at again so soon
