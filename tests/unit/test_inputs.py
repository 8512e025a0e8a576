# SPDX-License-Identifier: AGPL-3.0-or-later
"""Files, folders, patterns and page ranges as people name them."""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.changes import AppCode
from app.core.errors import ProblemError
from app.core.inputs import Input, expand, natural_key, parse_pages
from engine.protocol import ErrorCode


def touch(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def found(folder: Path, *names: str | Path, as_one: bool = False) -> list[str]:
    expanded = expand(names or [folder], as_one=as_one)
    assert not expanded.problems
    return [str(one.path.relative_to(folder)) for one in expanded.inputs]


def test_a_folder_is_taken_recursively_in_natural_order_without_hidden_files(tmp_path: Path) -> None:
    touch(tmp_path, "page10.png", "page2.PNG", "notes.txt", ".secret.pdf", ".git/x.pdf", "sub/a.pdf", "B.pdf")
    assert found(tmp_path) == ["B.pdf", "page2.PNG", "page10.png", str(Path("sub", "a.pdf"))]


def test_subfolders_are_known_for_the_export(tmp_path: Path) -> None:
    touch(tmp_path, "in/a.pdf", "in/sub/b.pdf")
    inputs = expand([tmp_path / "in", tmp_path / "in" / "a.pdf"]).inputs
    assert inputs == (
        Input(tmp_path / "in" / "a.pdf"),
        Input(tmp_path / "in" / "sub" / "b.pdf", folder=Path("sub")),
    )


def test_a_file_named_itself_is_taken_whatever_its_ending(tmp_path: Path) -> None:
    touch(tmp_path, "report", "x.doc")
    assert found(tmp_path, tmp_path / "report", tmp_path / "x.doc") == ["report", "x.doc"]


def test_patterns(tmp_path: Path) -> None:
    touch(tmp_path, "a1.pdf", "a2.pdf", "b.txt", "sub/a3.pdf", "[odd].pdf")
    assert found(tmp_path, str(tmp_path / "a*.pdf")) == ["a1.pdf", "a2.pdf"]
    assert found(tmp_path, str(tmp_path / "**" / "a*.pdf")) == ["a1.pdf", "a2.pdf", str(Path("sub", "a3.pdf"))]
    assert found(tmp_path, str(tmp_path / "[odd].pdf")) == ["[odd].pdf"], "a file that exists is no pattern"


def test_nothing_to_read_is_told(tmp_path: Path) -> None:
    touch(tmp_path, "empty/notes.txt")
    names = [str(tmp_path / "empty"), str(tmp_path / "*.pdf"), str(tmp_path / "gone.pdf")]
    expanded = expand(names)
    assert expanded.inputs == ()
    assert [(name, problem.code) for name, problem in expanded.problems] == [
        (names[0], AppCode.NO_DOCUMENTS),
        (names[1], AppCode.NO_DOCUMENTS),
        (names[2], ErrorCode.NOT_FOUND),
    ]


def test_folders_of_pictures_as_one(tmp_path: Path) -> None:
    touch(tmp_path, "scan/p10.png", "scan/p9.png", "scan/extra.pdf", "other/1.jpg")
    inputs = expand([tmp_path / "scan", tmp_path / "other"], as_one=True).inputs
    scan, other = tmp_path / "scan", tmp_path / "other"
    assert inputs == (
        Input(scan, (scan / "p9.png", scan / "p10.png")),
        Input(scan / "extra.pdf"),
        Input(other, (other / "1.jpg",)),
    )


def test_pictures_named_one_by_one_are_one_as_well_in_the_given_order(tmp_path: Path) -> None:
    touch(tmp_path, "b.png", "a.png")
    paths = [tmp_path / "b.png", tmp_path / "a.png"]
    assert expand([*paths, paths[0]], as_one=True).inputs == (Input(paths[0], tuple(paths)),)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")
def test_a_link_in_a_ring_ends(tmp_path: Path) -> None:
    touch(tmp_path, "a.pdf")
    (tmp_path / "ring").symlink_to(tmp_path)
    assert found(tmp_path) == ["a.pdf"]


@pytest.mark.skipif(sys.platform != "linux", reason="names of bytes are of Linux")
def test_a_name_that_is_not_text_is_told_and_the_others_go_on(tmp_path: Path) -> None:
    touch(tmp_path, "in/a.pdf")
    odd = Path(os.fsdecode(os.fsencode(tmp_path / "in") + b"/caf\xe9.pdf"))
    odd.touch()
    expanded = expand([tmp_path / "in"])
    assert expanded.inputs == (Input(tmp_path / "in" / "a.pdf"),)
    assert [problem.code for _, problem in expanded.problems] == [AppCode.BAD_NAME]
    assert [problem.code for _, problem in expand([odd]).problems] == [AppCode.BAD_NAME]


def test_names_with_emoji_newline_and_200_cjk_characters(tmp_path: Path) -> None:
    touch(tmp_path, "📄.pdf", "文" * 80 + ".pdf")
    if sys.platform != "win32":
        touch(tmp_path, "two\nlines.pdf")
    assert len(found(tmp_path)) == len(list(tmp_path.iterdir()))


def test_natural_order() -> None:
    paths = [Path(p) for p in ("a10", "a2", "A1", "b/1", "a2b", "1")]
    assert [str(p) for p in sorted(paths, key=natural_key)] == ["1", "A1", "a2", "a2b", "a10", "b/1"]


@given(st.lists(st.text(alphabet="aB09²٣ä.-", min_size=1, max_size=6), max_size=8))
def test_any_names_can_be_sorted(words: list[str]) -> None:
    ordered = sorted(map(Path, words), key=natural_key)
    assert all(natural_key(one) <= natural_key(other) for one, other in pairwise(ordered))


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("1-3,7,10-", [0, 1, 2, 6, 9, 10, 11]),
        ("-2", [0, 1]),
        ("5,1", [4, 0]),
        (" 2 - 3 ; 3–4", [1, 2, 3]),
        ("11-99", [10, 11]),
    ],
)
def test_page_ranges(text: str, pages: list[int]) -> None:
    assert parse_pages(text).select(12) == pages


@pytest.mark.parametrize("text", ["", " ", "0", "x", "3-1", "1,,2", "1-2-3", "-", "1.5", "٣", "9" * 30])
def test_ranges_that_are_not_understood(text: str) -> None:
    with pytest.raises(ProblemError) as caught:
        parse_pages(text)
    assert caught.value.problem.code is AppCode.BAD_RANGE


def test_a_page_that_the_document_does_not_have() -> None:
    with pytest.raises(ProblemError) as caught:
        parse_pages("1,13-").select(12)
    assert (caught.value.problem.code, caught.value.problem.detail) == (ErrorCode.NO_SUCH_PAGE, "13")
