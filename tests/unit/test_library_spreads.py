# SPDX-License-Identifier: AGPL-3.0-or-later
"""Double pages are cut and joined: every row of the library is where its page is, and nothing is lost."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.figure_boxes import FigureBox
from app.core.library import Library, Origin, Recipe
from app.core.library.proofs import StoredProof
from app.core.spreads import Leaf, Split, cut_labels, cut_outline, cut_sizes, leaves, renumbered, sound
from engine.protocol import OutlineItem, Reading, Word

RECIPE = Recipe("builtin")
PAGES = 6
SIZE = (800.0, 500.0)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.sqlite3") as opened:
        yield opened


class Book:
    """A document of six double pages, each read, the fourth edited."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.id = library.documents.add("hash", Path("/book.pdf")).id
        library.documents.describe(self.id, "Book", PAGES)
        self.splits: tuple[Split, ...] = ()
        for page in range(PAGES):
            self.read(page, f"whole {page}")
            library.proofs.keep(self.id, page, StoredProof(b"d", b"flags%d" % page, 1))
            library.proofs.keep_second(self.id, page, 0, "ocr", [Word(text=f"w{page}", box=(0, 0, 1, 1))])
            library.proofs.dismiss(self.id, page, f"mark{page}", None)
        library.documents.set_checked(self.id, 4, True)
        library.edits.save(self.id, 3, "typed 3", run="r")
        library.figures.change(self.id, 2, [FigureBox(1, (0.6, 0.2, 0.9, 0.4))], ())
        library.figures.change(self.id, 5, [FigureBox(2, (0.1, 0.1, 0.2, 0.2))], ())

    def read(self, page: int, text: str, turn: int = 0) -> bool:
        found = leaves(PAGES, self.splits)[page]
        origin = Origin(self.id, "hash", page, turn, RECIPE, place=found.place)
        return self.library.readings.save(origin, Reading(engine="builtin", raw=text, text=text))

    def cut(self, *splits: Split) -> bool:
        old, new = leaves(PAGES, self.splits), leaves(PAGES, splits)
        sizes = cut_sizes([SIZE] * PAGES, new)
        done = self.library.spreads.change(self.id, self.splits, splits, old, new, sizes, ())
        self.splits = splits if done else self.splits
        return done

    def texts(self) -> dict[int, str]:
        return {page: present.text for page, present in self.library.edits.texts(self.id).items()}

    def found(self, word: str) -> set[int]:
        return {hit.page for hit in self.library.search.find(word)}


@pytest.fixture
def book(library: Library) -> Book:
    return Book(library)


def test_later_pages_get_other_numbers_and_keep_all_they_have(book: Book, library: Library) -> None:
    assert book.cut(Split(2, 0.5))
    assert book.texts() == {0: "whole 0", 1: "whole 1", 4: "typed 3", 5: "whole 4", 6: "whole 5"}
    assert library.spreads.of(book.id) == (Split(2, 0.5),)
    assert library.documents.get(book.id).pages == 7  # type: ignore[union-attr]
    assert library.documents.page_sizes(book.id)[2:4] == [(400.0, 500.0), (400.0, 500.0)]
    assert library.documents.marks(book.id)[5].checked
    assert library.proofs.proof(book.id, 6).flags == b"flags5"  # type: ignore[union-attr]
    assert library.proofs.second(book.id, 4, 0, "ocr").words[0].text == "w3"  # type: ignore[union-attr]
    assert library.proofs.proof(book.id, 2) is None
    assert library.proofs.dismissed(book.id, 5) == {"mark4"}
    assert library.readings.finished(book.id, RECIPE) == {0, 1, 4, 5, 6}
    assert library.edits.edited_pages(book.id) == {4}
    assert book.found("typed") == {4}
    assert book.found("whole") == {0, 1, 5, 6}
    assert set(library.figures.of_document(book.id)) == {3, 6}


def test_what_was_read_of_the_whole_page_is_in_the_history_of_its_first_half(book: Book, library: Library) -> None:
    book.cut(Split(3, 0.5))
    assert [one.reading.text for one in library.versions.readings(book.id, 3)] == ["whole 3"]
    assert [text for _, _, text in library.edits.history(book.id, 3)] == ["typed 3", None]
    assert library.versions.readings(book.id, 4) == []
    assert {3, 4}.isdisjoint(book.texts())
    assert {3, 4}.isdisjoint(library.readings.finished(book.id, RECIPE))
    assert library.readings.choose(book.id, RECIPE) == []


def test_joining_again_is_the_reverse(book: Book, library: Library) -> None:
    before = (book.texts(), library.readings.finished(book.id, RECIPE), library.figures.of_document(book.id))
    book.cut(Split(2, 0.5), Split(3, 0.47, right_first=True))
    for page, text in ((2, "two left"), (3, "two right"), (4, "three right")):
        assert book.read(page, text)
    library.edits.save(book.id, 5, "three left, typed")
    assert book.texts()[4] == "three right"
    book.cut()
    assert (book.texts(), library.readings.finished(book.id, RECIPE)) == before[:2]
    moved = library.figures.of_document(book.id)
    assert moved.keys() == before[2].keys()
    assert moved[2][0].box == pytest.approx(before[2][2][0].box)
    assert {one.reading.text for one in library.versions.readings(book.id, 2)} == {"whole 2", "two left", "two right"}
    assert library.versions.reread(book.id, 0, 100) == {2, 3}
    assert library.versions.reread(book.id, 3, 2) == {3}
    assert book.found("typed") == {3}
    assert book.found("left") == set()


def test_cutting_as_before_brings_the_halves_back(book: Book, library: Library) -> None:
    cut = (Split(2, 0.5), Split(3, 0.47))
    book.cut(*cut)
    book.read(2, "two left")
    book.read(3, "two right")
    library.edits.save(book.id, 4, "typed left")
    book.cut()
    book.cut(*cut)
    assert {n: text for n, text in book.texts().items() if 2 <= n <= 5} == {
        2: "two left", 3: "two right", 4: "typed left",
    }  # fmt: skip
    assert {2, 3} <= library.readings.finished(book.id, RECIPE)
    assert book.found("typed") == {4}


def test_another_gutter_makes_other_halves(book: Book) -> None:
    book.cut(Split(2, 0.5))
    book.read(2, "two left")
    book.cut(Split(2, 0.45))
    assert {2, 3}.isdisjoint(book.texts())
    assert book.read(2, "two left, other"), "the key of another half was taken for this one's"


def test_the_right_half_may_come_first_and_keeps_its_reading(book: Book) -> None:
    book.cut(Split(2, 0.5))
    book.read(2, "left")
    book.read(3, "right")
    book.cut(Split(2, 0.5, right_first=True))
    assert (book.texts()[2], book.texts()[3]) == ("right", "left")


def test_keys_do_not_mix_pages_that_had_the_same_number(book: Book) -> None:
    book.cut(Split(0, 0.5))
    assert not book.read(2, "another text"), "page 2 is page 1 of the files, which has been read"
    assert book.texts()[2] == "whole 1"
    assert book.read(0, "left of the first")
    assert book.texts()[0] == "left of the first"


def test_a_turned_page_is_cut_as_it_stands_and_joined_as_it_stood(book: Book, library: Library) -> None:
    library.documents.set_turn(book.id, 1, 90)
    book.read(1, "turned", turn=90)
    book.cut(Split(1, 0.5, turn=90))
    assert library.documents.marks(book.id).get(1) is None
    book.cut()
    assert library.documents.marks(book.id)[1].turn == 90
    assert book.texts()[1] == "turned"


def test_a_cut_that_another_program_was_quicker_with_changes_nothing(book: Book, library: Library) -> None:
    book.cut(Split(2, 0.5))
    texts = book.texts()
    book.splits = ()
    assert not book.cut(Split(4, 0.5))
    assert book.texts() == texts


def test_a_fault_in_the_middle_leaves_all_as_it_was(
    book: Book, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    dump = "\n".join(library._store._connection.iterdump())

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("app.core.library.spreads.put_found", fail)
    with pytest.raises(Exception, match="disk I/O"):
        book.cut(Split(1, 0.5), Split(3, 0.5))
    assert "\n".join(library._store._connection.iterdump()) == dump


def test_many_pages_are_renumbered(library: Library) -> None:
    number = library.documents.add("large", Path("/large.pdf")).id
    pages = 300
    for page in range(pages):
        origin = Origin(number, "large", page, 0, RECIPE)
        library.readings.save(origin, Reading(engine="builtin", raw="", text=f"text {page}"))
    old, cut = leaves(pages, ()), [Split(page, 0.5) for page in range(1, pages, 2)]
    new = leaves(pages, cut)
    begun = time.monotonic()
    assert library.spreads.change(number, (), cut, old, new, [SIZE] * len(new), ())
    print(f"{len(cut)} of {pages} pages cut in {time.monotonic() - begun:.3f} s")
    texts = library.edits.texts(number)
    assert {renumbered(old, new)[page] for page in range(0, pages, 2)} == set(texts)


# ---------------------------------------------------------------- counting


def test_leaves_are_counted_in_the_order_of_reading() -> None:
    found = leaves(3, [Split(1, 0.4), Split(2, 0.5, right_first=True)])
    assert [(leaf.page, leaf.half) for leaf in found] == [(0, None), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert found[3].region == (0.5, 0.0, 1.0, 1.0)
    assert cut_labels([], found) == ["1", "2a", "2b", "3a", "3b"]
    assert cut_labels(["iv", "v", ""], found) == ["iv", "va", "vb", "", ""]
    assert cut_sizes([SIZE] * 3, found)[1:3] == [pytest.approx((320.0, 500.0)), pytest.approx((480.0, 500.0))]


def test_a_leaf_says_where_it_is_on_the_page_however_it_is_turned() -> None:
    leaf = Leaf(0, 0, (0.0, 0.0, 0.5, 1.0), 90)
    assert leaf.seen(0) == (90, (0.0, 0.0, 0.5, 1.0))
    turn, box = leaf.seen(90)
    assert turn == 180
    assert box == pytest.approx((0.0, 0.0, 1.0, 0.5))
    assert leaf.seen(0, (0.5, 0.5, 1.0, 1.0)) == (90, (0.25, 0.5, 0.5, 1.0))


def test_only_what_can_be_cut_is_cut() -> None:
    splits = [Split(9, 0.5), Split(1, 0.5), Split(1, 0.6), Split(0, 0.01), Split(2, 0.5, turn=45)]
    assert sound(splits, 3) == (Split(0, 0.1), Split(1, 0.6))
    outline = [OutlineItem(level=1, title="a", page=0), OutlineItem(level=1, title="b", page=2)]
    assert [item.page for item in cut_outline(outline, leaves(3, [Split(1, 0.5)]))] == [0, 3]
