# SPDX-License-Identifier: AGPL-3.0-or-later
"""Double pages from the file to the export: proposed, cut, read half by half, found again, joined."""

from __future__ import annotations

import base64
import io
import json
import random
import re
import shutil
import zipfile
from difflib import SequenceMatcher
from pathlib import Path

import pymupdf
import pytest
from PIL import Image

from app.core.changes import DocumentOpened, Exported, ExportFailed, PageRows, PagesSplit, PageState, SpreadsFound
from app.core.choice import BUILTIN
from app.core.export import ExportOptions, Format
from app.core.library import Library
from app.core.places import Places
from app.core.session import Session
from app.core.spreads import Split
from tests.e2e.sessions import Watcher, make_pdf, running
from tests.spread_pages import book, new_page, picture, scan_of, slide

SHEETS = 3


def words(text: str) -> list[str]:
    return "".join(c.lower() if c.isalpha() else " " for c in text).split()


def alike(text: str, lines: list[str]) -> float:
    return SequenceMatcher(None, words(text), words(" ".join(lines)), autojunk=False).ratio()


@pytest.fixture
def made(tmp_path: Path) -> tuple[Path, list[list[str]]]:
    document, told = book(SHEETS, gutter=0.48)
    path = tmp_path / "book.pdf"
    document.set_toc([[1, "First", 1], [1, "Third", 3]])
    document.save(path)
    return path, told


def cut_all(session: Session, watcher: Watcher, number: int) -> None:
    """As the user does who takes the proposal."""
    found = watcher.wait(SpreadsFound, lambda change: change.document == number)
    assert found.sure == SHEETS
    session.find_spreads(number)
    found = watcher.wait(SpreadsFound, lambda change: change.document == number and change.complete)
    assert [round(guess.split.gutter, 1) for guess in found.guesses] == [0.5] * SHEETS
    session.split_pages(number, [guess.split for guess in found.guesses])
    watcher.wait(PagesSplit, lambda change: bool(change.splits))


def texts(home: Path) -> dict[int, str]:
    with Library(Places(home).library) as library:
        (document,) = library.documents.all()
        return {page: present.text for page, present in library.edits.texts(document.id).items()}


def rows(session: Session, watcher: Watcher, number: int, pages: int) -> PageRows:
    since = len(watcher.changes)
    session.want_rows(number, 0, pages)
    return watcher.wait(PageRows, lambda change: len(change.rows) == pages, since)


def test_a_book_is_cut_and_read_half_by_half_and_found_so_again(
    tmp_path: Path, made: tuple[Path, list[list[str]]]
) -> None:
    path, told = made
    home = tmp_path / "home"
    with running(home, engines=(BUILTIN,)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(90)
        number = watcher.row.document
        session.edit(number, 1, "Typed before it was cut.")
        session.view(number, 2)
        cut_all(session, watcher, number)
        assert session.wait_idle(90)
        split = watcher.of(PagesSplit)[-1]
        assert split.now == (0, 2, 4)
        opened = watcher.of(DocumentOpened)[-1]
        assert opened.pages == 2 * SHEETS
        assert [item.page for item in opened.outline] == [0, 4]
        shown = rows(session, watcher, number, 2 * SHEETS)
        assert [row.label for row in shown.rows] == ["1a", "1b", "2a", "2b", "3a", "3b"]
        assert all(row.state is PageState.READ for row in shown.rows)
        assert shown.rows[0].width == pytest.approx(842 * 0.48, abs=10)
        assert (watcher.row.pages, watcher.row.read) == (2 * SHEETS, 2 * SHEETS)
    for page, text in texts(home).items():
        assert alike(text, told[page]) > 0.97
    moved = tmp_path / "moved" / "other name.pdf"
    moved.parent.mkdir()
    shutil.move(path, moved)
    with running(home, engines=(BUILTIN,)) as (session, watcher):
        session.add([moved])
        assert session.wait_idle(90)
        number = watcher.row.document
        assert watcher.row.pages == 2 * SHEETS
        assert [change.pages for change in watcher.of(DocumentOpened)] == [2 * SHEETS]
        assert watcher.of(SpreadsFound)[-1].guesses == ()
        assert len(watcher.of(SpreadsFound)[-1].splits) == SHEETS
        session.split_pages(number, [])
        watcher.wait(PagesSplit, lambda change: not change.splits)
        assert session.wait_idle(90)
        assert watcher.row.pages == SHEETS
    joined = texts(home)
    assert joined[1] == "Typed before it was cut."
    assert alike(joined[0], told[0] + told[1]) > 0.95


def test_what_is_being_read_is_read_anew_as_halves(tmp_path: Path, made: tuple[Path, list[list[str]]]) -> None:
    path, told = made
    home = tmp_path / "home"
    with running(home, engines=(BUILTIN,)) as (session, watcher):
        session.pause()
        session.add([path])
        watcher.wait(SpreadsFound)
        session.resume()
        session.split_pages(watcher.row.document, [Split(1, 0.48)])
        watcher.wait(PagesSplit)
        assert session.wait_idle(120)
        assert (watcher.row.pages, watcher.row.read, watcher.row.failed) == (SHEETS + 1, SHEETS + 1, 0)
    found = texts(home)
    assert alike(found[1], told[2]) > 0.97
    assert alike(found[2], told[3]) > 0.97
    assert alike(found[3], told[4] + told[5]) > 0.9


def test_slides_and_portrait_pages_are_not_proposed(tmp_path: Path) -> None:
    page = new_page()
    slide(page, random.Random(4))
    page.parent.save(tmp_path / "slides.pdf")
    with running(tmp_path / "home") as (session, watcher):
        session.add([tmp_path / "slides.pdf", make_pdf(tmp_path / "plain.pdf", 3)], read=False)
        assert session.wait_idle(60)
        assert all(change.guesses == () for change in watcher.of(SpreadsFound))
        number = watcher.rows["plain.pdf"].document
        session.find_spreads(number)
        assert watcher.wait(SpreadsFound, lambda change: change.complete).guesses == ()


# ---------------------------------------------------------------- exports


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[list[str]], Path]:
    """A scanned book that is cut and read, in every format."""
    folder = tmp_path_factory.mktemp("spreads")
    document, told = book(SHEETS, gutter=0.48, size=12)
    path = folder / "scan.pdf"
    scan_of(document, gutter=0.48).save(path)
    out = folder / "out"
    out.mkdir()
    with running(folder / "home", engines=(BUILTIN,)) as (session, watcher):
        session.add([path], read=False)
        assert session.wait_idle(90)
        number = watcher.row.document
        cut_all(session, watcher, number)
        session.read(number)
        assert session.wait_idle(300)
        assert watcher.row.read == 2 * SHEETS, watcher.row
        options = ExportOptions(side_by_side=True)
        for format in Format:
            since = len(watcher.changes)
            session.export(number, format, out / f"book{format.ending}", options)
            assert session.wait_idle(120)
            ended = [c for c in watcher.changes[since:] if isinstance(c, Exported | ExportFailed)]
            assert [type(one) for one in ended] == [Exported], ended
    return out, told, path


def test_a_cut_scan_is_written_in_every_format(exported: tuple[Path, list[list[str]], Path]) -> None:
    out, told, _ = exported
    everything = [line for lines in told for line in lines]
    text = (out / "book.md").read_text(encoding="utf-8")
    score = alike(text, everything)
    print(f"Markdown of the cut scan: {score:.3f}")
    assert score > 0.95
    read = json.loads((out / "book.json").read_text(encoding="utf-8"))
    assert [page["label"] for page in read["pages"]] == ["1a", "1b", "2a", "2b", "3a", "3b"]
    assert zipfile.ZipFile(out / "book.zip").testzip() is None


def test_pictures_beside_the_text_show_the_halves(exported: tuple[Path, list[list[str]], Path]) -> None:
    out, _, _ = exported
    html = (out / "book.html").read_text(encoding="utf-8")
    found = re.findall(r"data:image/(?:png|jpeg);base64,([A-Za-z0-9+/=]+)", html)
    sizes = [Image.open(io.BytesIO(base64.b64decode(data))).size for data in found]
    assert len(sizes) == 2 * SHEETS
    assert all(wide < high for wide, high in sizes), sizes


SIZES = {
    Format.HOCR: r"ocr_page[^>]*bbox 0 0 (\d+) (\d+)",
    Format.ALTO: r'<Page [^>]*WIDTH="([\d.]+)" HEIGHT="([\d.]+)"',
    Format.PAGE: r'imageWidth="(\d+)" imageHeight="(\d+)"',
}


@pytest.mark.parametrize("format", list(SIZES))
def test_places_of_words_are_those_of_halves(exported: tuple[Path, list[list[str]], Path], format: Format) -> None:
    out, _, _ = exported
    path = out / f"book{format.ending}"
    files = [path] if path.is_file() else sorted(out.glob(f"*{format}*/*")) or sorted(out.glob(f"*.{format}*"))
    text = "".join(
        "".join(zipfile.ZipFile(one).read(name).decode() for name in sorted(zipfile.ZipFile(one).namelist()))
        if zipfile.is_zipfile(one)
        else one.read_text(encoding="utf-8")
        for one in files
    )
    found = [(float(wide), float(high)) for wide, high in re.findall(SIZES[format], text)]
    assert len(found) == 2 * SHEETS, text[:600]
    assert all(wide < high for wide, high in found)


def test_the_searchable_pdf_keeps_the_pages_and_its_words_lie_on_their_words(
    exported: tuple[Path, list[list[str]], Path],
) -> None:
    out, told, _ = exported
    with pymupdf.open(out / "book.searchable.pdf") as made:
        assert made.page_count == SHEETS
        original = book(SHEETS, gutter=0.48, size=12)[0]
        far = []
        for page, first in zip(made, original, strict=True):
            assert page.rect.width == pytest.approx(842, abs=1)
            there = page.get_text("words")
            for *box, text, _, _, _ in first.get_text("words"):
                same = [w for w in there if w[4].strip(".,") == text.strip(".,") and abs(w[1] - box[1]) < 12]
                if same:
                    far.append(min(abs(w[0] - box[0]) for w in same))
        print(f"{len(far)} words, the farthest of 99 % {sorted(far)[int(0.99 * len(far))]:.1f} points off")
        assert len(far) > 0.9 * sum(len(words(" ".join(lines))) for lines in told)
        assert sorted(far)[int(0.99 * len(far))] < 6
        text = made[0].get_text()
        assert alike(text, told[0] + told[1]) > 0.9


def test_pages_are_cut_and_joined_while_they_are_read(tmp_path: Path, made: tuple[Path, list[list[str]]]) -> None:
    """What was under way by the old numbers is given up; every page that there is then is read."""
    path, _ = made
    script = {"pages": {"default": {"text": "A text that comes slowly. " * 20, "chars_per_s": 800}}}
    with running(tmp_path / "home", script) as (session, watcher):
        session.add([path])
        watcher.wait(SpreadsFound)
        number = watcher.row.document
        session.view(number, 2)
        everything = [Split(page, 0.48) for page in range(SHEETS)]
        for splits in (everything, [], everything[:1], everything, []):
            session.split_pages(number, splits)
            count = len(splits)
            watcher.wait(PagesSplit, lambda change, count=count: len(change.splits) == count)  # type: ignore[misc]
        session.split_pages(number, everything[:2])
        assert session.wait_idle(120)
        assert (watcher.row.pages, watcher.row.read, watcher.row.failed) == (SHEETS + 2, SHEETS + 2, 0)
    assert sorted(texts(tmp_path / "home")) == list(range(SHEETS + 2))


def test_pages_that_another_program_cuts_are_cut_here_too(tmp_path: Path, made: tuple[Path, list[list[str]]]) -> None:
    path, told = made
    home = tmp_path / "home"
    with running(home, engines=(BUILTIN,)) as (session, watcher):
        session.add([path])
        assert session.wait_idle(90)
        number = watcher.row.document
        with running(home, engines=(BUILTIN,)) as (other, seen):
            other.add([path], read=False)
            assert other.wait_idle(60)
            other.split_pages(seen.row.document, [Split(0, 0.48)])
            seen.wait(PagesSplit)
            watcher.wait(DocumentOpened, lambda change: change.pages == SHEETS + 1)
            assert session.wait_idle(90)
            session.edit(number, 1, "Typed on the right half.")
            assert session.wait_idle(30)
    found = texts(home)
    assert found[1] == "Typed on the right half."
    assert alike(found[0], told[0]) > 0.97


def test_a_folder_of_pictures_is_cut_as_one_book(tmp_path: Path) -> None:
    """Each file is a double page; the pages go on from file to file, and one that is no double page stays whole."""
    document, told = book(2, gutter=0.5, size=12)
    folder = tmp_path / "book"
    folder.mkdir()
    for number, page in enumerate(document):
        Image.fromarray(picture(page, 150)).save(folder / f"{number}.png", dpi=(150, 150))
    Image.new("RGB", (600, 900), "white").save(folder / "2.png", dpi=(150, 150))
    home = tmp_path / "home"
    with running(home, engines=(BUILTIN,)) as (session, watcher):
        session.add([folder], as_one=True, read=False)
        assert session.wait_idle(60)
        number = watcher.row.document
        session.split_pages(number, [Split(0, 0.5), Split(1, 0.5)])
        watcher.wait(PagesSplit)
        session.read(number)
        assert session.wait_idle(200)
        assert (watcher.row.pages, watcher.row.read) == (5, 5), watcher.row
        target = tmp_path / "book.pdf"
        session.export(number, Format.PDF, target)
        watcher.wait(Exported)
    for page, text in texts(home).items():
        assert page == 4 or alike(text, told[page]) > 0.97
    with pymupdf.open(target) as made:
        assert [(round(page.rect.width), round(page.rect.height)) for page in made][:2] == [(842, 595)] * 2
        assert alike(made[1].get_text(), told[2] + told[3]) > 0.9
