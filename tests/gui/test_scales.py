# SPDX-License-Identifier: AGPL-3.0-or-later
"""100, 200 and 300 %: the window and every dialog fit on the screen, and no button and no line of words is cut. Each
scale in a program of its own, since Qt takes it at its start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.gui.scaled import __doc__ as about

pytestmark = pytest.mark.gui

ROOT = Path(__file__).parents[2]
TOO_SMALL = {"window with the panel", "export", "read with"}
"""What a full HD screen at 300 % (640 by 360 logical pixels) has no room for."""


def looked_at(folder: Path, factor: float, width: int, height: int, look: str = "light") -> dict[str, object]:
    """What does not fit on a screen of so many device pixels."""
    screen = {"name": "screen", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96,
              "logicalBaseDpi": 96, "dpr": 1}  # fmt: skip
    (folder / "screen.json").write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    environment = {
        **os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={folder / 'screen.json'}",
        "QT_SCALE_FACTOR": str(factor), "LOOK": look, "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
    }  # fmt: skip
    ended = subprocess.run(
        [sys.executable, "-m", "tests.gui.scaled", str(folder / "home")],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr[-2000:]
    found: dict[str, object] = json.loads(ended.stdout.strip().splitlines()[-1])
    assert found["ratio"] == factor
    return found


@pytest.mark.parametrize(
    ("factor", "width", "height", "look"),
    [
        (1.0, 1366, 768, "light"),
        (1.0, 1366, 768, "contrast"),
        (1.0, 1280, 720, "light"),
        (2.0, 1920, 1080, "light"),
        (3.0, 3840, 2160, "contrast"),
    ],
)
def test_nothing_is_cut(tmp_path: Path, factor: float, width: int, height: int, look: str) -> None:
    assert about
    assert looked_at(tmp_path, factor, width, height, look)["problems"] == {}


def test_a_screen_that_is_too_small_is_noticed(tmp_path: Path) -> None:
    """The measure itself: on a full HD screen at 300 % the three highest do not fit, and all others do."""
    problems = looked_at(tmp_path, 3.0, 1920, 1080)["problems"]
    assert isinstance(problems, dict) and problems and set(problems) <= TOO_SMALL
