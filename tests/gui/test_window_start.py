# SPDX-License-Identifier: AGPL-3.0-or-later
"""The program as it is started: nothing heavy before the window is up, a polite kill closes it
cleanly, and its children end with it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from app.core.places import Places
from tests.e2e.sessions import make_pdf

pytestmark = pytest.mark.gui

HANG_S = 120.0

MODEL = {"torch", "transformers", "tokenizers", "safetensors", "vllm", "onnxruntime", "faster_paddle", "pymupdf",
         "pypdfium2", "liteparse", "numpy", "PIL"}  # fmt: skip
"""What only the children load, whatever the window does."""

LATER = {"PySide6.QtWebEngineCore", "PySide6.QtWebEngineWidgets", "markdown_it", "mdit_py_plugins", "rapidfuzz",
         "httpx", "huggingface_hub", "tomlkit", "keyring"}  # fmt: skip
"""What a start need not pay for."""

LOADED = f"""
import sys
import app.desktop.main
print(" ".join(sorted({MODEL | LATER!r} & set(sys.modules))))
"""

USED = f"""
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
import app.desktop.window as window
from app.core.places import Places
from app.core.settings import Settings
from app.desktop.main import run

class Used(window.Window):
    def begin_with(self, files, urls):
        super().begin_with(files, urls)
        self.desk.page_ended.connect(lambda _ended: QTimer.singleShot(0, self.machine.doctor))
        self.turns = QTimer(self)
        self.turns.timeout.connect(self.see)
        self.turns.start(50)

    def see(self):
        dialog = self.machine._engines
        if dialog is not None and dialog._found is not None:
            self.turns.stop()
            dialog.close()
            self.close()

import app.desktop.main as main
main.Window = Used
code = run([Path(sys.argv[1])], Places(Path(sys.argv[2])), Settings(preview="lite", workers=1))
print(code, " ".join(sorted({MODEL!r} & set(sys.modules))))
"""


def started(home: Path, *files: Path, engine: str = "scripted") -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "app", "--home", str(home), "--engine", engine, *map(str, files)]
    return subprocess.Popen(
        command, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def pages_read(home: Path) -> int:
    library = Places(home).library
    if not library.exists():
        return 0
    with sqlite3.connect(library) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM readings").fetchone()[0])
        except sqlite3.OperationalError:  # the tables are being made
            return 0


def wait_for_pages(process: subprocess.Popen[bytes], home: Path, number: int) -> None:
    until = time.monotonic() + HANG_S
    while pages_read(home) < number:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.1)


def test_no_heavy_library_stands_before_the_window() -> None:
    result = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, timeout=HANG_S, check=True)
    assert result.stdout.split() == []


def test_no_model_library_comes_into_the_window_s_program_while_it_is_used(tmp_path: Path) -> None:
    """A document is read, its text shown, and the machine looked at."""
    arguments = [str(make_pdf(tmp_path / "tides.pdf", 2)), str(tmp_path / "home")]
    result = subprocess.run(
        [sys.executable, "-c", USED, *arguments], env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, timeout=HANG_S, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stdout.split()) == (0, ["0"]), result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM to catch")
def test_files_of_the_command_line_are_read_and_a_polite_kill_closes_cleanly(tmp_path: Path) -> None:
    home = tmp_path / "home"
    process = started(home, make_pdf(tmp_path / "tides.pdf", 3))
    try:
        wait_for_pages(process, home, 3)
        children = psutil.Process(process.pid).children(recursive=True)
        assert len(children) >= 2
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=HANG_S)
        assert process.returncode == 0
        assert b"Traceback" not in err
        assert out == b""
        _, alive = psutil.wait_procs(children, timeout=HANG_S)
        assert alive == []
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    assert Places(home).settings.exists()
