# SPDX-License-Identifier: AGPL-3.0-or-later
"""The watch over vLLM's processes: real ones, that end while others watch them too."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from multiprocessing.process import BaseProcess

import pytest

from engine.backends.vllm import watch as watch_of_processes
from engine.backends.vllm.watch import Watch, ending
from tests.processes import HANG, joined

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="vLLM does not run there, and no signals are sent")

@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seconds in the program: no measure of what a busy machine takes to give a thread its turn."""
    monkeypatch.setattr(watch_of_processes, "_PATIENCE", HANG)


@pytest.fixture
def process() -> Iterator[BaseProcess]:
    made = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(600,))
    made.start()
    yield made
    made.kill()
    made.join(HANG)
    made.close()


def test_a_kill_is_told(process: BaseProcess) -> None:
    gone = threading.Event()
    watch = Watch([process], gone.set)
    process.kill()
    assert gone.wait(HANG)
    assert watch.died == "was ended by SIGKILL"
    watch.settle()
    watch.close()


def test_one_who_hears_it_first_waits_for_the_news(process: BaseProcess) -> None:
    """As a step that vLLM itself has broken off."""
    gone = threading.Event()
    watch = Watch([process], gone.set)
    process.kill()
    watch.settle()
    assert watch.died == "was ended by SIGKILL"
    assert gone.is_set()
    watch.close()


def test_an_exit_code_that_another_thread_has_taken_and_not_yet_written_down(process: BaseProcess) -> None:
    """vLLM watches over its processes too, and the system tells an exit code once."""
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    _, status = os.waitpid(process.pid, 0)
    watch = Watch([process], lambda: None)

    def write_it_down() -> None:
        process._popen.returncode = os.waitstatus_to_exitcode(status)  # type: ignore[attr-defined]

    late = threading.Timer(0.3, write_it_down)
    late.start()
    watch.settle()
    joined(late)
    assert watch.died == "was ended by SIGKILL"
    watch.close()


def test_nothing_is_told_of_an_end_that_was_asked_for(process: BaseProcess) -> None:
    gone = threading.Event()
    watch = Watch([process], gone.set)
    watch.close()
    process.kill()
    process.join(HANG)
    watch.settle()
    watch.close()
    assert (watch.died, gone.is_set()) == ("", False)


def test_without_processes_there_is_nothing_to_wait_for() -> None:
    watch = Watch([], lambda: None)
    assert "watch" not in [thread.name for thread in threading.enumerate()]
    watch.settle()
    watch.close()
    assert watch.died == ""


@pytest.mark.parametrize(
    ("code", "words"),
    [(-9, "was ended by SIGKILL"), (-200, "was ended by signal 200"), (3, "ended with status 3"), (None, "ended")],
)
def test_exit_codes_in_words(code: int | None, words: str) -> None:
    assert ending(code) == words
