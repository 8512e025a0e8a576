# SPDX-License-Identifier: AGPL-3.0-or-later
"""Scripts that PP-OCRv6 cannot read, with and without Tesseract."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.backends.builtin.ocr import bidi, read_picture, script, tess
from engine.backends.builtin.ocr.guise import disguised, plain
from engine.backends.builtin.ocr.page import Picture
from engine.protocol import NoteCode
from tests.engine.ocr_help import LINES, letter, markdown, picture, text_of


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    yield
    tess.languages.cache_clear()
    tess.data_folder.cache_clear()


def needs(*names: str) -> pytest.MarkDecorator:
    missing = [name for name in names if name not in tess.languages()]
    return pytest.mark.skipif(bool(missing), reason=f"no Tesseract data for {', '.join(missing)}")


def load(path: Path) -> Picture:
    with Image.open(path) as image:
        flat = Image.new("RGB", image.size, "white")
        flat.paste(image.convert("RGB"))
        return np.asarray(flat)


@needs("osd", "rus")
@pytest.mark.parametrize("turn", [0, 180])
def test_a_russian_line(data: Path, turn: int) -> None:
    rgb: Picture = np.ascontiguousarray(np.rot90(load(data / "34-cyrillic-line.jpg"), k=turn // 90))
    page = read_picture(rgb)
    assert text_of(page) == "Славянские языки — большая языковая семья."
    assert page.engine == "tesseract rus"
    assert page.turn == turn


@needs("osd", "ell")
def test_a_greek_line_too_short_for_the_script_detector(data: Path) -> None:
    page = read_picture(load(data / "34-greek-line.jpg"))
    assert text_of(page) == "Ωραίος καιρός σήμερα."
    assert page.words[0].text == "Ωραίος" and page.words[0].box[0] < page.words[2].box[0]


@needs("osd", "heb")
def test_hebrew_with_vowel_points_in_reading_order(data: Path) -> None:
    page = read_picture(load(data / "29-rtl-hebrew-scan.png"))
    first = page.lines[0]
    assert first.rtl and first.text.startswith("לפומבדיתא, שהיתה מרכז יהודי")
    assert "מר שמואל היה נאמן לפרסים" in markdown(page)
    words = {word.text: word.box for word in page.words}
    assert words["שהיתה"][0] > words["מרכז"][0]  # the first word stands on the right


@needs("rus")
def test_the_users_language_is_taken_as_said(data: Path) -> None:
    page = read_picture(load(data / "34-cyrillic-line.jpg"), languages=["ru"])
    assert page.engine == "tesseract rus"
    assert script.chosen(["en", "fr"]) is None
    assert script.chosen(["uk-UA"]) is not None


@needs("osd")
def test_a_script_without_data_is_named_and_not_guessed(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tess, "languages", lambda: frozenset({"osd", "eng"}))
    page = read_picture(load(data / "34-cyrillic-line.jpg"))
    assert not page.lines
    assert [(note.code, note.detail) for note in page.notes] == [(NoteCode.UNREADABLE_SCRIPT, "Cyrillic")]
    monkeypatch.undo()


def test_without_tesseract_lost_letters_give_the_script_away(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tess, "tesserocr", None)
    tess.languages.cache_clear()
    page = read_picture(load(data / "34-cyrillic-line.jpg"))
    assert not page.lines
    assert [note.code for note in page.notes] == [NoteCode.UNREADABLE_SCRIPT]
    assert all(line in text_of(read_picture(picture(letter))) for line in LINES)


def test_words_of_a_right_to_left_line_from_place_to_reading_order() -> None:
    # as Tesseract's iterator gives them: letters from left to right
    spans = [("3.11", (40.0, 0.0, 60.0, 10.0), 1.0), ("Python", (10.0, 0.0, 35.0, 10.0), 1.0),
             ("םלועה לכל םולש", (70.0, 0.0, 90.0, 10.0), 1.0)]  # fmt: skip
    assert [text for text, _, _ in bidi.reading_order(spans)] == ["שלום לכל העולם", "Python", "3.11"]
    latin = [("one", (0.0, 0.0, 5.0, 5.0), 1.0), ("two", (6.0, 0.0, 9.0, 5.0), 1.0)]
    assert bidi.reading_order(latin) == latin


@pytest.mark.parametrize("text", ["שלום (עולם) 12,5%", "स्वतन्त्रता", "plain Latin text", "ภาษาไทย", ""])
def test_the_guise_comes_off(text: str) -> None:
    hidden = disguised(text)
    assert plain(hidden) == text
    assert not any("\u0590" <= c <= "\u1cff" for c in hidden)


def test_data_folder_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tessdata").mkdir()
    (tmp_path / "tessdata" / "xyz.traineddata").write_bytes(b"")
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    tess.data_folder.cache_clear()
    assert tess.data_folder() == f"{tmp_path}/tessdata"
