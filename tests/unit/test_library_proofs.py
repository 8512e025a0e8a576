# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the library keeps of looking through pages: second readings, flags, dismissals."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.changes import AppCode, Problem
from app.core.errors import ProblemError
from app.core.library import Library, Proofs, StoredProof
from app.core.library.schema import MIGRATIONS, statements
from app.core.library.store import Store
from engine.protocol import ErrorCode, Word

WORDS = (
    Word(text="naïve", box=(0.1, 0.2, 0.3, 0.25), confidence=0.5),
    Word(text="\U00020bb7", box=(0.0, 0.0, 1.0, 1.0)),
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.sqlite3") as opened:
        opened.documents.add("hash", Path("/a.pdf"))
        yield opened


def test_a_second_reading_comes_back_as_it_was(library: Library) -> None:
    at = library.proofs.keep_second(1, 3, 90, "ocr", WORDS, 0.02)
    second = library.proofs.second(1, 3, 90, "ocr")
    assert second is not None and (second.words, second.ink, second.at) == (WORDS, 0.02, at)
    assert library.proofs.second(1, 3, 0, "ocr") is None
    assert library.proofs.second(1, 3, 90, "text-layer") is None
    library.proofs.keep_second(1, 3, 90, "ocr", ())
    emptied = library.proofs.second(1, 3, 90, "ocr")
    assert emptied is not None and emptied.words == () and emptied.ink is None


def test_a_proof_is_replaced_and_counted(library: Library) -> None:
    library.proofs.keep(1, 0, StoredProof(b"old", b"[1]", 5, b"map"))
    library.proofs.keep(1, 0, StoredProof(b"new", b"[2]", 2))
    library.proofs.keep(1, 4, StoredProof(b"other", b"[]", 0, b"map"))
    assert library.proofs.proof(1, 0) == StoredProof(b"new", b"[2]", 2, None)
    assert library.proofs.proof(1, 1) is None
    assert library.proofs.digests(1) == {0: (b"new", 2), 4: (b"other", 0)}
    assert library.proofs.proofs(1, 1, 4) == {4: StoredProof(b"other", b"[]", 0)}


def test_dismissals_are_by_mark_and_page(library: Library) -> None:
    library.proofs.keep(1, 0, StoredProof(b"d", b"[]", 3))
    marks = ("one", "two", "four")
    library.proofs.dismiss(1, 0, "one", marks)
    library.proofs.dismiss(1, 0, "one", marks)
    library.proofs.dismiss(1, 0, "two", marks)
    library.proofs.dismiss(1, 1, "three")
    assert library.proofs.dismissed(1, 0) == {"one", "two"}
    assert library.proofs.digests(1)[0][1] == 1
    library.proofs.restore(1, 0, "one", marks)
    assert library.proofs.dismissed(1, 0) == {"two"} and library.proofs.digests(1)[0][1] == 2
    library.proofs.restore(1, 0, None, marks)
    assert library.proofs.digests(1)[0][1] == 3
    assert library.proofs.dismissed(1, 0) == frozenset() and library.proofs.dismissed(1, 1) == {"three"}


def test_what_was_dismissed_meanwhile_counts_when_a_proof_is_kept(library: Library) -> None:
    """Another window has dismissed a flag while this one looked through the page, and counted all of them."""
    library.proofs.dismiss(1, 0, "one")
    library.proofs.keep(1, 0, StoredProof(b"d", b"[]", 2), ("one", "two"))
    assert library.proofs.digests(1) == {0: (b"d", 1)}


def test_they_go_with_their_document(library: Library, tmp_path: Path) -> None:
    library.proofs.keep_second(1, 0, 0, "ocr", WORDS)
    library.proofs.keep(1, 0, StoredProof(b"d", b"[]", 3))
    library.proofs.dismiss(1, 0, "one")
    library.documents.remove(1)
    for table in ("seconds", "proofs", "dismissed"):
        with sqlite3.connect(tmp_path / "library.sqlite3") as connection:
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_damage_is_as_if_nothing_had_been_kept(library: Library, tmp_path: Path) -> None:
    library.proofs.keep_second(1, 0, 0, "ocr", WORDS)
    library.proofs.keep(1, 0, StoredProof(b"d", b"[]", 3))
    with sqlite3.connect(tmp_path / "library.sqlite3") as connection:
        connection.execute("UPDATE seconds SET words = x'00ff'")
        connection.execute("UPDATE proofs SET flags = x'00ff'")
    assert library.proofs.second(1, 0, 0, "ocr") is None
    assert library.proofs.proof(1, 0) is None
    assert library.proofs.proofs(1, 0, 9) == {}


def test_a_full_disk_is_told(library: Library) -> None:
    library.limit_size(1)
    with pytest.raises(ProblemError) as error:
        library.proofs.keep(1, 0, StoredProof(b"d", bytes(range(256)) * 4000, 3, bytes(range(256)) * 4000))
    assert error.value.problem.code is ErrorCode.DISK_FULL
    assert library.proofs.proof(1, 0) is None


def test_a_file_of_an_older_version_that_may_not_be_written_has_none() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for script in MIGRATIONS[:2]:
        for statement in statements(script):
            connection.execute(statement)
    proofs = Proofs(Store(Path("old"), connection, None, Problem(AppCode.LIBRARY_READ_ONLY)))
    assert proofs.second(1, 0, 0, "ocr") is None and proofs.proof(1, 0) is None
    assert proofs.digests(1) == {} and proofs.proofs(1, 0, 9) == {} and proofs.dismissed(1, 0) == frozenset()
    with pytest.raises(ProblemError) as error:
        proofs.dismiss(1, 0, "one")
    assert error.value.problem.code is AppCode.LIBRARY_READ_ONLY
    connection.close()
