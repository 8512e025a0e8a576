# SPDX-License-Identifier: AGPL-3.0-or-later
"""A window whose engine is the real vLLM with the tiny checkpoint, under its own interpreter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from PySide6.QtWidgets import QApplication

from app.core.changes import PageRow, PageState
from app.core.children import engine_command
from app.core.choice import EngineChoice
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings
from app.desktop.adapter import Desk
from app.desktop.background import wait_for_background
from app.desktop.memory import Memory
from app.desktop.window import Window
from engine.protocol import Scalar
from tests.gui.desks import the_look

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-vllm" / "bin" / "python"
TINY = ROOT / "tests" / "data" / "tiny-jina-ocr"

PAGES = 10
"""Of the sample; the ninth repeats one line for ever."""

START_MS = 400_000
"""vLLM's start on a busy machine takes minutes, the first one longer."""


def choice(**options: Scalar) -> EngineChoice:
    """Eight pages at once, three drafts a step."""
    given: dict[str, Scalar] = {
        "work": str(ROOT / "build" / "vllm"), "draft_tokens": 3, "pages_at_once": 8, "kv_bytes": 256 << 20,
        "dtype": "float32", "batched_tokens": 4096, **options,
    }  # fmt: skip
    command = tuple(engine_command(str(PYTHON)))
    return EngineChoice("vllm", "vllm", {"model": str(TINY)}, given, command=command)


@contextmanager
def vllm_window(home: Path, **options: Scalar) -> Iterator[Window]:
    """A shown window that is closed cleanly afterwards. There is an application object."""
    places, settings = Places(home), Settings()
    engines = (choice(**options),)
    desk = Desk(lambda notify: Session(places, settings, notify, engines=engines))
    window = Window(desk, Memory(places, settings), places, the_look(), web=False, engines=engines)
    window.show()
    desk.session.start()
    try:
        yield window
    finally:
        window.close()
        desk.session.close(30.0)
        assert wait_for_background(30.0)
        window.memory.save_now()
        QApplication.processEvents()


def rows(window: Window) -> list[PageRow]:
    """All pages of the shown document, as the strip's model has them; also those that are not on screen."""
    document, pages = window.looking.document, window.looking.pages
    if document is None:
        return []
    found = [window.strip.pages.row_of(page) for page in range(pages)]
    if None in found:
        window.desk.session.want_rows(document, 0, pages)
    return [row for row in found if row is not None]


def victim(what: str) -> psutil.Process:
    """vLLM's core, or the engine program itself, below this process."""
    for process in psutil.Process().children(recursive=True):
        try:
            line = process.cmdline()
        except psutil.Error:
            continue
        if what == "core" and any("EngineCore" in part for part in line):
            return process
        if what == "engine" and line[-2:] == ["-m", "engine"] and str(PYTHON) in line[0]:
            return process
    raise AssertionError(f"there is no {what}")


def eight_stream(window: Window) -> bool:
    return sum(row.state is PageState.READING for row in rows(window)) >= 8


def all_read(window: Window) -> bool:
    return [row.state for row in rows(window)] == [PageState.READ] * PAGES
