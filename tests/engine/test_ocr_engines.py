# SPDX-License-Identifier: AGPL-3.0-or-later
"""The libraries behind the OCR: which are there, the spare, and that none goes to the network."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from engine.backends.builtin.ocr import NoRecogniserError, available, engines, paddle, rapid, read_picture, spot_read
from tests.engine.ocr_help import LINES, letter, picture, text_of


@pytest.fixture
def fresh() -> Iterator[None]:
    """Loaded readers are forgotten before and after."""
    engines.recogniser.cache_clear()
    yield
    engines.recogniser.cache_clear()


def test_what_is_available_is_told() -> None:
    found = available()
    assert "faster-paddle" in found["engines"]
    assert found["models"] == ["tiny", "small"]
    assert "osd" not in found["languages"]


def test_the_model_that_would_be_downloaded_cannot_be_asked_for() -> None:
    with pytest.raises(ValueError, match="medium"):
        paddle.Paddle("medium")


def test_the_spare_reads_the_same_page(monkeypatch: pytest.MonkeyPatch, fresh: None) -> None:
    monkeypatch.setattr(paddle, "faster_paddle", None)
    assert rapid.Rapid.available()
    page = read_picture(picture(letter))
    assert page.engine == "rapidocr small"
    wanted = " ".join(LINES).split()
    found = text_of(page).split()
    assert sum(word in found for word in wanted) >= 0.9 * len(wanted)
    assert available()["models"] == ["small"]


def test_without_any_reader_it_says_so(monkeypatch: pytest.MonkeyPatch, fresh: None) -> None:
    monkeypatch.setattr(paddle, "faster_paddle", None)
    monkeypatch.setattr(rapid.Rapid, "available", staticmethod(lambda: False))
    with pytest.raises(NoRecogniserError):
        read_picture(picture(letter))
    assert available()["models"] == []


OFFLINE = """
import socket, numpy, sys
try:
    socket.create_connection(("192.0.2.1", 80), 1)
except OSError:
    pass
else:
    sys.exit("there is a network")
from engine.backends.builtin.ocr import paddle, read_picture, spot_read
from tests.engine.ocr_help import letter, picture
for model in ("tiny", "small"):
    assert read_picture(picture(letter), model=model).lines
paddle.faster_paddle = None
from engine.backends.builtin.ocr import engines
engines.recogniser.cache_clear()
assert read_picture(picture(letter)).engine.startswith("rapidocr")
print("read")
"""


def test_nothing_is_downloaded() -> None:
    """In a process without any network device, both models and the spare still read."""
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-rn", "true"], capture_output=True, check=False).returncode:
        pytest.skip("this system cannot take the network away from a process")
    done = subprocess.run(
        [unshare, "-rn", sys.executable, "-c", OFFLINE], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.stdout.strip() == "read", done.stderr


def test_spot_check_reads_the_asked_lines_only() -> None:
    rgb = picture(letter)
    height = 841.89

    def box(row: int) -> tuple[float, float, float, float]:
        top = height - (700 - 14 * row) - 9
        return 70 / 595.28, top / height, 440 / 595.28, (top + 13) / height

    empty = (0.1, 0.9, 0.5, 0.92)
    first, nothing, third = spot_read(rgb, [box(0), empty, box(2)])
    assert first == LINES[0] and third == LINES[2]
    assert nothing == ""
    assert spot_read(rgb, []) == []
    assert spot_read(rgb, [(0.5, 0.5, 0.5, 0.5)]) == [""]
