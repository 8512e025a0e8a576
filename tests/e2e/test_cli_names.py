# SPDX-License-Identifier: AGPL-3.0-or-later
"""Documents and folders with odd names, each with a figure: every link leads to its picture, whatever the names are."""

from __future__ import annotations

import base64
import io
import os
import random
import re
import sys
import zipfile
from pathlib import Path
from urllib.parse import unquote

import pymupdf
import pytest
from markdown_it import MarkdownIt
from PIL import Image

from tests.e2e.program import Program

LONG = "Ж" * 100 + " 文档 (draft)"
"""218 bytes: with `.assets` beside it the limit of a name is near."""

NAMES = (
    "my paper (v2)", "a [b] c", "100 % #1 & more", "文档 é – 図", "CON", "ends with a dot.", "_under_*", LONG, "a`b$c$",
)  # fmt: skip
COLOURS = {name: random.Random(name).sample(range(30, 226), 3) for name in NAMES}


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


def _pdf(path: Path, colour: list[int]) -> Path:
    """A page with a line of text and a picture in one colour, by which it is known."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = io.BytesIO()
    Image.new("RGB", (60, 60), tuple(colour)).save(picture, "PNG")
    document = pymupdf.open()
    page = document.new_page(width=420, height=595)
    page.insert_text((50, 60), f"Words of this document, {colour[0]} of them.")
    page.insert_image(pymupdf.Rect(50, 200, 250, 400), stream=picture.getvalue())
    document.save(path)
    return path


def _colour(content: bytes) -> tuple[int, int, int]:
    with Image.open(io.BytesIO(content)) as image:
        middle = image.convert("RGB").getpixel((image.width // 2, image.height // 2))
    assert isinstance(middle, tuple)
    return middle[0], middle[1], middle[2]


def _linked(markdown: Path) -> Path:
    """The file that the only picture's link leads to, as a Markdown reader understands it."""
    tokens = MarkdownIt().parse(markdown.read_text(encoding="utf-8"))
    (image,) = [child for token in tokens for child in token.children or () if child.type == "image"]
    return markdown.parent / unquote(str(image.attrs["src"]))


def test_each_link_leads_to_its_picture(program: Program, tmp_path: Path) -> None:
    inputs = [_pdf(tmp_path / "ein é 文" / f"{name}.pdf", COLOURS[name]) for name in NAMES]
    out = tmp_path / "aus (é) 文档"
    ended = program.run("convert", *inputs, "--out", out, "--format", "md,html,zip")
    assert ended.code == 0, ended
    found = {}
    for path in out.glob("*.md"):
        picture = _linked(path)
        assert picture.is_file(), path.name
        found[_colour(picture.read_bytes())] = path
    assert found.keys() == {tuple(colour) for colour in COLOURS.values()}, "one each, and each its own"
    for path in out.iterdir():
        assert len(os.fsencode(path.name)) <= 255
        assert path.stem.split(".")[0].upper() != "CON" and not path.name.endswith((".", " ")), "Windows can have it"
    for path in out.glob("*.html"):
        (data,) = re.findall(r'src="data:image/png;base64,([^"]+)"', path.read_text(encoding="utf-8"))
        assert _colour(base64.b64decode(data)) in found
    for path in out.glob("*.zip"):
        with zipfile.ZipFile(path) as packed:
            (name,) = [name for name in packed.namelist() if name.endswith(".png")]
            assert _colour(packed.read(name)) in found


def test_two_inputs_of_one_name_keep_their_own_pictures(program: Program, tmp_path: Path) -> None:
    one = _pdf(tmp_path / "one" / "scan.pdf", [200, 40, 40])
    two = _pdf(tmp_path / "two" / "scan.pdf", [40, 40, 200])
    out = tmp_path / "out"
    ended = program.run("convert", one, two, "--out", out)
    assert ended.code == 0, ended
    assert {_colour(_linked(path).read_bytes()) for path in out.glob("*.md")} == {(200, 40, 40), (40, 40, 200)}
    again = program.run("convert", one, two, "--out", out)
    assert again.code == 0, again
    assert len(list(out.rglob("*.png"))) == 2, "the same files as before"


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names are text here")
def test_a_folder_for_results_whose_name_is_no_text(program: Program, tmp_path: Path) -> None:
    source, out = _pdf(tmp_path / "a.pdf", [30, 90, 200]), tmp_path / os.fsdecode(b"caf\xe9")
    for _ in range(2):  # the second finds its own files
        ended = program.run("convert", source, "--out", out, "--format", "md,html,pdf,zip")
        assert ended.code == 0, ended
        assert sorted(one.name for one in out.iterdir()) == ["a.assets", "a.html", "a.md", "a.searchable.pdf", "a.zip"]
    (out / "a.md").write_text("changed by hand")
    assert program.run("export", "a", "--out", out).code == 0
    assert (out / "a.md").read_text() == "changed by hand"
    unknown = program.run("library", "remove", os.fsdecode(b"caf\xe9.pdf"), "--yes")
    assert "is not in the library" in unknown.err
    assert unknown.code == 1


@pytest.mark.parametrize("now", ["gone", "another"])
def test_no_figure_of_another_file_is_exported_and_it_is_told(program: Program, tmp_path: Path, now: str) -> None:
    source = _pdf(tmp_path / "a.pdf", [30, 90, 200])
    assert program.run("convert", source, "--out", tmp_path / "first").code == 0
    assert _linked(tmp_path / "first" / "a.md").exists()
    source.unlink()
    if now == "another":
        _pdf(source, [200, 30, 30])
    ended = program.run("export", "1", "--out", tmp_path / "second", "--format", "md,html")
    assert ended.code == 0, ended
    assert ended.err.count("is not there as it was read, so its figures and page pictures were left out") == 1
    assert "![" not in (tmp_path / "second" / "a.md").read_text(encoding="utf-8")
    assert not (tmp_path / "second" / "a.assets").exists()
    plain = program.run("export", "1", "--out", tmp_path / "third", "--figures", "none")
    assert "left out" not in plain.err
    assert program.run("export", "1", "--out", tmp_path / "third", "--format", "pdf").code == 1
