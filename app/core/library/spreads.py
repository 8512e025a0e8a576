# SPDX-License-Identifier: AGPL-3.0-or-later
"""Double pages that are cut in two, and the renumbering of all that the library knows of a document's pages.

One transaction: a program that dies in it leaves the numbers as they were. Nothing is lost. What was read or typed on
what is no page any more goes to the first half (or to the joined page) and is marked with what it is of; it is in that
page's history, not its present text, and when pages are cut as they were before it is the present text again.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence

import msgspec

from app.core.library.documents import describe, put_sizes
from app.core.library.readings import make_present
from app.core.library.schema import PAGE_BITS
from app.core.library.search import put_found
from app.core.library.store import Store
from app.core.spreads import Leaf, Split, carried, firsts, packed, renumbered, unpacked
from engine.protocol import OutlineItem

MARK = "\x1f"
"""Between what a row is of and what it says otherwise."""

WHO = "split"
"""Who made the edits by which a page has its own text after a change."""

_PLAIN = ("readings", "edits")
_ONE_A_PAGE = ("pages", "seconds", "proofs")
"""Tables of which a page that changed keeps nothing: marks of another picture, and what can be made anew."""


class Spreads:
    """All methods raise ProblemError where the file fails."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, document: int) -> tuple[Split, ...]:
        """None in a file of an older version that may not be written."""
        if not self._known():
            return ()
        row = self._store.row("SELECT splits FROM documents WHERE id = ?", document)
        return unpacked(row[0]) if row else ()

    def any(self) -> bool:
        """Whether any document has some."""
        return self._known() and self._store.row("SELECT 1 FROM documents WHERE splits <> '[]' LIMIT 1") is not None

    def change(
        self, document: int, before: Sequence[Split], splits: Sequence[Split], old: Sequence[Leaf], new: Sequence[Leaf],
        sizes: Sequence[tuple[float, float]], outline: Sequence[OutlineItem],
    ) -> bool:  # fmt: skip
        """Cut and join: `old` are the pages as they are counted before, `new`, `sizes` and `outline` as after it.
        False, and nothing is changed, where `before` is not what the library has: another program was quicker."""
        with self._store.change() as change:
            row = change.execute("SELECT splits FROM documents WHERE id = ?", (document,)).fetchone()
            if row is None or unpacked(row[0]) != tuple(before):
                return False
            change.execute("UPDATE documents SET splits = ? WHERE id = ?", (packed(splits), document))
            describe(change, document, "", len(new), None, outline)
            put_sizes(change, document, sizes)
            _Renumbering(change, document, old, new).run()
        return True

    def _known(self) -> bool:
        return self._store.row("SELECT 1 FROM pragma_table_info('documents') WHERE name = 'splits'") is not None


class _Renumbering:
    """Within a transaction."""

    def __init__(self, change: sqlite3.Connection, document: int, old: Sequence[Leaf], new: Sequence[Leaf]) -> None:
        self._change = change
        self._document = document
        self._old, self._new = old, new
        shapes = {(leaf.page, leaf.shape) for leaf in old}
        kept = {(leaf.page, leaf.shape) for leaf in new}
        changed = {page for page, _ in shapes ^ kept}
        self._gone = [number for number, leaf in enumerate(old) if leaf.page in changed]
        self._made = [number for number, leaf in enumerate(new) if leaf.page in changed]
        self._now = renumbered(old, new)
        self._first = firsts(new)
        self._lay = {leaf.page: leaf.turn for leaf in old if leaf.half is not None}

    def run(self) -> None:
        change = self._change
        change.execute("CREATE TEMP TABLE IF NOT EXISTS moves (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)")
        change.execute("DELETE FROM moves")
        change.executemany("INSERT INTO moves VALUES (?, ?)", enumerate(self._now))
        self._mark()
        self._move_figures()
        for table in _ONE_A_PAGE:
            change.executemany(
                f"DELETE FROM {table} WHERE document = ? AND page = ?", [(self._document, n) for n in self._gone]
            )
        for table in (*_PLAIN, *_ONE_A_PAGE, "dismissed"):
            self._move(table)
        self._move_found()
        self._unmark()
        for number in self._made:
            self._settle(number)

    # ------------------------------------------------------------ moving

    def _move(self, table: str) -> None:
        """By way of numbers below 0, so that none meets another on its way."""
        self._change.execute(
            f"UPDATE OR IGNORE {table} SET page = -1 - (SELECT new FROM moves WHERE old = page) "
            "WHERE document = ? AND page IN (SELECT old FROM moves)",
            (self._document,),
        )
        self._change.execute(f"DELETE FROM {table} WHERE document = ? AND page >= 0", (self._document,))
        self._change.execute(f"UPDATE {table} SET page = -1 - page WHERE document = ? AND page < 0", (self._document,))

    def _move_found(self) -> None:
        low, high = self._document << PAGE_BITS, (self._document + 1) << PAGE_BITS
        rows = self._change.execute(
            "SELECT rowid - ?1, text FROM found WHERE rowid >= ?1 AND rowid < ?2", (low, high)
        ).fetchall()
        self._change.execute("DELETE FROM found WHERE rowid >= ? AND rowid < ?", (low, high))
        gone = set(self._gone)
        self._change.executemany(
            "INSERT INTO found (rowid, text) VALUES (?, ?)",
            [(low | self._now[page], text) for page, text in rows if page < len(self._now) and page not in gone],
        )

    def _move_figures(self) -> None:
        """Those of a page that changed go where their middles are."""
        rows = self._change.execute(
            "SELECT id, page, turn, box FROM figures WHERE document = ?", (self._document,)
        ).fetchall()
        gone = set(self._gone)
        for key, page, turn, packed_box in rows:
            if page >= len(self._old):
                continue
            if page not in gone:
                self._change.execute("UPDATE figures SET page = ? WHERE id = ?", (self._now[page], key))
                continue
            after = [number for number in self._made if self._new[number].page == self._old[page].page]
            box = msgspec.json.decode(packed_box, type=tuple[float, float, float, float])
            leaf, box, turn = carried(box, turn, self._old[page], self._in_place([self._new[n] for n in after]))
            number = next(n for n in after if self._new[n] == leaf)
            self._change.execute(
                "UPDATE figures SET page = ?, turn = ?, box = ? WHERE id = ?",
                (number, turn, msgspec.json.encode(box).decode(), key),
            )

    @staticmethod
    def _in_place(found: Sequence[Leaf]) -> list[Leaf]:
        return sorted(found, key=lambda leaf: leaf.region)

    # ------------------------------------------------------------ what rows are of

    def _mark(self) -> None:
        """Rows of pages that change say what they are of."""
        for number in self._gone:
            name = self._old[number].shape + MARK
            for table, column in (("readings", "recipe"), ("edits", "run")):
                self._change.execute(
                    f"UPDATE {table} SET {column} = ?1 || {column} "
                    f"WHERE document = ?2 AND page = ?3 AND instr({column}, ?4) = 0",
                    (name, self._document, number, MARK),
                )

    def _unmark(self) -> None:
        """Rows of what is a page now go to it, and say no more what they are of."""
        for number in self._made:
            leaf = self._new[number]
            first = self._first[leaf.page]
            name = leaf.shape + MARK
            for table, column in (("readings", "recipe"), ("edits", "run")):
                self._change.execute(
                    f"UPDATE {table} SET page = ?1, {column} = substr({column}, ?2) "
                    f"WHERE document = ?3 AND page = ?4 AND substr({column}, 1, ?5) = ?6",
                    (number, len(name) + 1, self._document, first, len(name), name),
                )

    def _settle(self, number: int) -> None:
        """The text of a page that was made: the last one that is its own."""
        change, leaf = self._change, self._new[number]
        turn = self._turn(leaf)
        if turn:
            change.execute("INSERT INTO pages (document, page, turn) VALUES (?, ?, ?)", (self._document, number, turn))
        here = (self._document, number)
        own = change.execute(
            "SELECT text FROM edits WHERE document = ? AND page = ? AND instr(run, ?) = 0 ORDER BY id DESC LIMIT 1",
            (*here, MARK),
        ).fetchone()
        last = change.execute(
            "SELECT instr(run, ?) FROM edits WHERE document = ? AND page = ? ORDER BY id DESC LIMIT 1", (MARK, *here)
        ).fetchone()
        if last is not None and last[0]:
            change.execute(
                "INSERT INTO edits (document, page, text, who, at) VALUES (?, ?, ?, ?, ?)",
                (*here, own[0] if own else None, WHO, time.time()),
            )
        reading = change.execute(
            "SELECT id, text FROM readings WHERE document = ? AND page = ? AND turn = ? AND instr(recipe, ?) = 0 "
            "ORDER BY id DESC LIMIT 1",
            (*here, turn, MARK),
        ).fetchone()
        put_found(change, self._document, number, (own[0] or "") if own else "")
        if reading is not None:
            make_present(change, self._document, number, *reading)

    def _turn(self, leaf: Leaf) -> int:
        """How a page that was made is turned: halves lie as they were cut, and a joined page as its halves did."""
        if leaf.half is not None:
            return 0
        return self._lay.get(leaf.page, 0)
