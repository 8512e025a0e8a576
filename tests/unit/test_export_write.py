# SPDX-License-Identifier: AGPL-3.0-or-later
"""Which names exports get: never over a file that is not ours as we left it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.errors import ProblemError
from app.core.export import ExportOptions, Format, PageText, Snapshot, export
from app.core.library import Library
from engine.protocol import ErrorCode


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library.sqlite3")


def put(library: Library | None, target: Path, text: str = "text", source: str = "/in/a.pdf") -> Path:
    snapshot = Snapshot("t", source, (PageText(0, text=text),))
    ledger = library.exports if library else None
    (path,) = export(snapshot, Format.MARKDOWN, target, ExportOptions(), ledger)
    return path


def test_second_export_replaces_the_first(library: Library, tmp_path: Path) -> None:
    target = tmp_path / "new" / "a.md"
    assert put(library, target, "one") == target
    assert put(library, target, "two") == target
    assert target.read_text() == "two\n"
    assert [p.name for p in target.parent.iterdir()] == ["a.md"]


def test_foreign_file_stays(library: Library, tmp_path: Path) -> None:
    target = tmp_path / "a.md"
    target.write_text("somebody's")
    assert put(library, target, "one") == tmp_path / "a (2).md"
    assert put(library, target, "two") == tmp_path / "a (2).md"
    assert target.read_text() == "somebody's"
    assert (tmp_path / "a (2).md").read_text() == "two\n"


def test_file_that_was_changed_since_stays(library: Library, tmp_path: Path) -> None:
    target = tmp_path / "a.md"
    put(library, target)
    target.write_text("improved by hand")
    assert put(library, target) == tmp_path / "a (2).md"
    assert target.read_text() == "improved by hand"


def test_two_inputs_with_one_name_are_both_written_and_both_replaced(library: Library, tmp_path: Path) -> None:
    target = tmp_path / "a.md"
    for text in ("first", "again"):
        assert put(library, target, f"{text} x", "/x/a.pdf") == target
        assert put(library, target, f"{text} y", "/y/a.pdf") == tmp_path / "a (2).md"
    assert target.read_text() == "again x\n"
    assert (tmp_path / "a (2).md").read_text() == "again y\n"


def test_same_bytes_from_another_library_are_ours(library: Library, tmp_path: Path) -> None:
    target = tmp_path / "a.md"
    target.write_text("text\n")
    assert put(library, target) == target


def test_link_and_folder_are_never_ours(library: Library, tmp_path: Path) -> None:
    real = tmp_path / "real.md"
    real.write_text("text\n")
    (tmp_path / "a.md").symlink_to(real)
    (tmp_path / "a (2).md").mkdir()
    assert put(library, tmp_path / "a.md") == tmp_path / "a (3).md"


def test_without_a_ledger_nothing_that_differs_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "a.md"
    assert put(None, target, "one") == target
    assert put(None, target, "one") == target
    assert put(None, target, "two") == tmp_path / "a (2).md"


def test_folder_that_cannot_be_made_is_a_problem(library: Library, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ProblemError) as caught:
        put(library, tmp_path / "file" / "a.md")
    assert caught.value.problem.code in (ErrorCode.NOT_FOUND, ErrorCode.NOT_PERMITTED, ErrorCode.INTERNAL)
