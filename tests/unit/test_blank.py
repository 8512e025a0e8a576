# SPDX-License-Identifier: AGPL-3.0-or-later
"""Text for pages without ink."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from engine.blank import ink_of, without_invention
from engine.protocol import NoteCode, PageSource, Reading, ReadPage

STORY = "This page intentionally tells a story that nobody has ever printed on any sheet of paper in the world.\n" * 3


def job(folder: Path, image: Image.Image) -> ReadPage:
    path = folder / "page.rgb"
    rgb = image.convert("RGB")
    path.write_bytes(rgb.tobytes())
    return ReadPage(
        job=1, source=PageSource(path="x", page=0), picture=str(path), width=rgb.width, height=rgb.height,
        stride=3 * rgb.width,
    )  # fmt: skip


def paper(shade: int = 250) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("L", (1414, 2000), shade)
    return image, ImageDraw.Draw(image)


def dusty() -> Image.Image:
    """Specks, a fold across and the dark edge of the scanner."""
    image, pen = paper(243)
    chance = random.Random(7)
    for _ in range(40):
        x, y = chance.randrange(1400), chance.randrange(1990)
        pen.rectangle((x, y, x + 1, y + 1), fill=90)
    pen.line((0, 1003, 1414, 1000), fill=190, width=2)
    pen.rectangle((0, 0, 12, 2000), fill=30)
    return image


def noisy() -> Image.Image:
    return Image.effect_noise((1414, 2000), 6).point(lambda value: min(255, value + 110))


@pytest.mark.parametrize("image", [paper()[0], paper(30)[0], dusty(), noisy()], ids=["white", "black", "dust", "noise"])
def test_a_story_about_a_blank_page_is_left_out(tmp_path: Path, image: Image.Image) -> None:
    reading = without_invention(Reading(engine="x", raw=STORY, text=STORY), ink_of(job(tmp_path, image)))
    assert (reading.text, reading.raw) == ("", STORY)
    assert [note.code for note in reading.notes] == [NoteCode.INVENTED]


@pytest.mark.parametrize(
    ("size", "ink", "ground"), [(11, 0, 255), (14, 150, 250), (20, 215, 250), (30, 255, 0)],
    ids=["tiny print", "pale print", "faint pencil", "white on black"],
)  # fmt: skip
def test_what_can_be_read_stays(tmp_path: Path, size: int, ink: int, ground: int) -> None:
    image, pen = paper(ground)
    text = STORY.replace("\n", " ").strip()[:60]
    pen.text((200, 900), text, fill=ink, font=ImageFont.load_default(size))
    assert without_invention(Reading(engine="x", raw=text, text=text), ink_of(job(tmp_path, image))).text == text


def test_an_empty_form_needs_no_ink_for_its_tags(tmp_path: Path) -> None:
    image, pen = paper()
    for at in range(100, 1900, 60):
        pen.line((100, at, 1300, at), fill=0)
    pen.text((110, 50), "Name", fill=0, font=ImageFont.load_default(24))
    text = "<table><tr><th>Name</th></tr>" + "<tr><td></td><td></td></tr>" * 30 + "</table>\n"
    assert without_invention(Reading(engine="x", raw=text, text=text), ink_of(job(tmp_path, image))).text == text


def test_without_a_picture_nothing_is_known(tmp_path: Path) -> None:
    reading = Reading(engine="x", raw=STORY, text=STORY)
    bare = ReadPage(job=1, source=PageSource(path="x", page=0))
    lost = ReadPage(job=1, source=bare.source, picture=str(tmp_path / "gone"), width=9, height=9, stride=27)
    for one in (bare, lost):
        assert ink_of(one) is None and without_invention(reading, ink_of(one)) is reading
