# SPDX-License-Identifier: AGPL-3.0-or-later
"""Figures framed by hand: told, kept, turned with their page, exported; by two windows at once; and over kill -9."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

import msgspec
import pymupdf
import pytest
from PIL import Image, ImageDraw

from app.core.changes import Exported, FiguresShown
from app.core.export import Format
from app.core.figure_boxes import FigureBox, new_key
from app.core.library import Library
from app.core.places import Places
from tests.e2e.program import Program
from tests.e2e.sessions import HANG, running
from tests.processes import Started

ROOT = Path(__file__).parents[2]


def _script() -> dict[str, object]:
    return {"pages": {"default": {"text": "Words of page {page}.\n"}}}


def _scan(path: Path) -> Path:
    """Two pages that are pictures, with a red field in the middle."""
    image = Image.new("RGB", (850, 1100), "white")
    ImageDraw.Draw(image).rectangle((255, 330, 594, 659), fill="red")
    data = BytesIO()
    image.save(data, "PNG")
    document = pymupdf.open()
    for _ in range(2):
        page = document.new_page(width=612, height=792)
        page.insert_image(page.rect, stream=data.getvalue())
    document.save(path)
    return path


def test_a_framed_figure_is_told_kept_turned_and_exported(tmp_path: Path) -> None:
    pdf, key = _scan(tmp_path / "a.pdf"), new_key()
    with running(tmp_path / "home", _script()) as (session, watcher):
        session.add([pdf])
        assert session.wait_idle(HANG)
        number = watcher.row.document
        session.show_figures(number, 0)
        assert watcher.wait(FiguresShown, lambda c: c.found is not None).boxes == ()
        session.change_figures(number, 0, [FigureBox(key, (0.7, 0.6, 0.3, 0.3), caption=" A\nred  field ")])
        (told,) = watcher.wait(FiguresShown, lambda c: bool(c.boxes)).boxes
        assert told == FigureBox(key, (0.3, 0.3, 0.7, 0.6), caption="A red field")
        session.turn(number, 0, 90)
        (turned,) = watcher.wait(FiguresShown, lambda c: c.turn == 90).boxes
        assert turned == told.turned(90)
        session.turn(number, 0, 0)
        session.change_figures(number, 1, [FigureBox(new_key(), (0.1, 0.1, 0.1005, 0.9))])  # nothing but a click
        session.export(number, Format.MARKDOWN, tmp_path / "out" / "a.md")
        first, picture = watcher.wait(Exported).paths
        assert "*A red field*" in first.read_text(encoding="utf-8")
        with Image.open(picture) as image:
            assert image.convert("RGB").getpixel((image.width // 2, image.height // 2)) == (255, 0, 0)
        session.change_figures(number, 0, drop=[key])
        session.export(number, Format.MARKDOWN, tmp_path / "bare" / "a.md")
        assert len(watcher.wait(Exported, lambda c: c.paths[0].parent.name == "bare").paths) == 1
        session.hide_figures()
        session.wait_idle(HANG)
        before = len(watcher.of(FiguresShown))
        session.change_figures(number, 0, [FigureBox(key, (0.1, 0.1, 0.3, 0.3))])
        assert session.wait_idle(HANG)
        assert len(watcher.of(FiguresShown)) == before


def test_two_windows_agree_about_figures(tmp_path: Path) -> None:
    pdf = _scan(tmp_path / "a.pdf")
    with (
        running(tmp_path / "home", _script()) as (here, sees),
        running(tmp_path / "home", _script()) as (there, also_sees),
    ):
        for session, watcher in ((here, sees), (there, also_sees)):
            session.add([pdf])
            assert session.wait_idle(HANG)
            session.show_figures(watcher.row.document, 0)
            watcher.wait(FiguresShown)
        one, two = FigureBox(new_key(), (0.3, 0.3, 0.7, 0.6)), FigureBox(new_key(), (0.1, 0.1, 0.2, 0.2))
        here.change_figures(sees.row.document, 0, [one])
        assert also_sees.wait(FiguresShown, lambda c: bool(c.boxes)).boxes == (one,)
        there.change_figures(also_sees.row.document, 0, [two])
        assert set(sees.wait(FiguresShown, lambda c: len(c.boxes) == 2).boxes) == {one, two}


APP = """
import sys
from pathlib import Path
from app.core.changes import DocumentOpened, FiguresShown
from app.core.choice import EngineChoice
from app.core.figure_boxes import FigureBox, new_key
from app.core.places import Places
from app.core.session import Session
from app.core.settings import Settings

home, pdf, script = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]

def notify(change):
    match change:
        case DocumentOpened(document=document):
            session.show_figures(document, 0)
            session.change_figures(document, 0, [FigureBox(new_key(), (0.1, 0.1, 0.5, 0.5))])
        case FiguresShown(document=document, boxes=boxes) if boxes:
            print(len(boxes), flush=True)
            session.change_figures(document, 0, [FigureBox(new_key(), (0.1, 0.1, 0.5, 0.5 + len(boxes) / 1000))])

session = Session(Places(home), Settings(), notify, engines=(EngineChoice("scripted", "scripted", {"script": script}),))
session.start()
session.add([pdf])
sys.stdin.read()
"""
"""An app in which one figure after the other is framed."""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX")
def test_what_was_framed_outlives_kill_9(tmp_path: Path) -> None:
    home, pdf = tmp_path / "home", _scan(tmp_path / "a.pdf")
    chance, kept = random.Random(3), 0
    for _ in range(4):
        command = [sys.executable, "-c", APP, str(home), str(pdf), msgspec.json.encode(_script()).decode()]
        with Started[bytes](command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as app:
            assert app.stdout is not None
            first = app.stdout.readline()
            time.sleep(chance.uniform(0.0, 0.3))
            app.kill()
            told = [int(line) for line in [first, *app.stdout.read().split(b"\n")[:-1]]]
        with Library(Places(home).library) as library:
            assert library.notice is None
            here = len(library.figures.of_page(1, 0))
        assert told[-1] <= here <= told[-1] + 1
        assert here > kept
        kept = here


def test_the_command_line_heeds_framed_figures(tmp_path: Path) -> None:
    pdf, home = _scan(tmp_path / "a.pdf"), tmp_path / "home"
    with running(home, _script()) as (session, watcher):
        session.add([pdf])
        assert session.wait_idle(HANG)
        session.change_figures(watcher.row.document, 0, [FigureBox(new_key(), (0.3, 0.3, 0.7, 0.6), caption="Red")])
        assert session.wait_idle(HANG)
    ended = Program(home).run("export", pdf, "--out", tmp_path / "out")
    assert ended.code == 0, ended
    (picture,) = (tmp_path / "out").rglob("*.png")
    assert "*Red*" in (tmp_path / "out" / "a.md").read_text(encoding="utf-8")
    with Image.open(picture) as image:
        assert image.convert("RGB").getpixel((image.width // 2, image.height // 2)) == (255, 0, 0)
