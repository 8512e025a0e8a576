# SPDX-License-Identifier: AGPL-3.0-or-later
"""The tables, and how an older file becomes one of today.

Each migration is one step of SQL from version n-1 to n (`PRAGMA user_version`), run with the
raising of the version in one transaction. Rule for whoever adds one: only add tables and
columns, so that an older program can still read what it knows of a newer file; and add
a sample of the old version to the test, which fails without it.

    documents  one row a document; `hash` is of its contents, so a moved or copied file is found
               again. `parts` (JSON list of paths) is set where it is a folder of pictures; `outline`
               is its own table of contents (JSON list of [level, title, page from 0]), `sizes` the
               pages' widths and heights in points as the file has them (JSON, zlib); `splits` (JSON list of
               [page, gutter 0..1 of its width after turn, turn, whether the right half is first]) are the double pages
               that the user had cut in two, numbered as if none were: all other page numbers of the library count
               their halves.
    pages      what is remembered of a page: the user's turn and check mark, and which reading
               is its present one, and whether the user chose it. A page without a row is
               as it came: rows are made when needed.
    readings   append only. `cache_key` with `attempt` is unique: contents, page, turn, recipe, model
               and revision; `attempt` counts deliberate readings anew. `recipe` is the part of
               the key that is known before the reading. Where double pages were cut or joined since, a reading
               of what is no page now is kept with the page's first half: its recipe, and an edit's `run`, then
               begin with what it is of. `body` is the Reading as JSON (zlib),
               without its text, which is in `text`.
    edits      the user's texts, the newest counts; NULL means "back to the engine's". Append only by runs: a
               run is what is typed without a longer pause (`run`, "" for a row alone), and while it lasts, and
               nobody else has saved the page, each autosave replaces the text of the run's one row. So an hour
               of typing on a page of 200 KB is some 60 rows, 12 MB, not 3,600. `step` is -1 for an
               undo and 1 for a redo, `source` the state it went to: an edit's number, or minus a reading's.
    found      full-text index over the present texts; its rowid is document << 24 | page.
    exports    what we wrote where, so that only files that are still ours are replaced.
    seconds    the second reading of a page: words with their boxes, which an OCR took minutes for; by page,
               turn and origin. `words` is JSON (zlib).
    proofs     what came of looking through a page: `digest` is of the text, the words and the switches it is
               true of, `flags` JSON (zlib), `map` the packed alignment, `left` the number of flags left.
    dismissed  flags that the user has dismissed, by their marks.
    figures    regions that the user drew by hand as figures, or (`kept` 0) figures that were found and are not
               wanted; `box` (JSON) in fractions of the upright page after `turn`.
"""

from __future__ import annotations

import sqlite3

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE documents (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        hash TEXT NOT NULL UNIQUE,
        path TEXT NOT NULL,
        parts TEXT NOT NULL DEFAULT '[]',
        title TEXT NOT NULL DEFAULT '',
        pages INTEGER NOT NULL DEFAULT 0,
        options TEXT NOT NULL DEFAULT '{}',
        added REAL NOT NULL,
        opened REAL NOT NULL
    );
    CREATE INDEX documents_path ON documents (path);
    CREATE TABLE pages (
        document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        page INTEGER NOT NULL,
        turn INTEGER NOT NULL DEFAULT 0,
        checked INTEGER NOT NULL DEFAULT 0,
        reading INTEGER,
        PRIMARY KEY (document, page)
    ) WITHOUT ROWID;
    CREATE TABLE readings (
        id INTEGER PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        page INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        recipe TEXT NOT NULL,
        cache_key TEXT NOT NULL,
        attempt INTEGER NOT NULL DEFAULT 0,
        at REAL NOT NULL,
        chars INTEGER NOT NULL,
        doubts INTEGER NOT NULL,
        seconds REAL,
        tokens_per_s REAL,
        acceptance REAL,
        text TEXT NOT NULL,
        body BLOB NOT NULL,
        UNIQUE (cache_key, attempt)
    );
    CREATE INDEX readings_recipe ON readings (document, recipe, page);
    CREATE INDEX readings_page ON readings (document, page);
    CREATE TABLE edits (
        id INTEGER PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        page INTEGER NOT NULL,
        text TEXT,
        who TEXT NOT NULL,
        at REAL NOT NULL
    );
    CREATE INDEX edits_page ON edits (document, page);
    CREATE VIRTUAL TABLE found USING fts5 (text, tokenize = "unicode61 remove_diacritics 2");
    CREATE TABLE exports (
        path TEXT PRIMARY KEY,
        digest TEXT NOT NULL,
        source TEXT NOT NULL,
        at REAL NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE documents ADD COLUMN author TEXT NOT NULL DEFAULT '';
    ALTER TABLE documents ADD COLUMN outline TEXT NOT NULL DEFAULT '[]';
    """,
    """
    ALTER TABLE documents ADD COLUMN sizes BLOB;
    CREATE TABLE seconds (
        document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        page INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        origin TEXT NOT NULL,
        words BLOB NOT NULL,
        ink REAL,
        at REAL NOT NULL,
        PRIMARY KEY (document, page, turn, origin)
    ) WITHOUT ROWID;
    CREATE TABLE proofs (
        document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        page INTEGER NOT NULL,
        digest BLOB NOT NULL,
        flags BLOB NOT NULL,
        left INTEGER NOT NULL,
        map BLOB,
        PRIMARY KEY (document, page)
    ) WITHOUT ROWID;
    ALTER TABLE pages ADD COLUMN chosen INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE dismissed (
        document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        page INTEGER NOT NULL,
        mark TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (document, page, mark)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE edits ADD COLUMN run TEXT NOT NULL DEFAULT '';
    ALTER TABLE edits ADD COLUMN step INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE edits ADD COLUMN source INTEGER;
    """,
    """
    ALTER TABLE documents ADD COLUMN splits TEXT NOT NULL DEFAULT '[]';
    CREATE TABLE figures (
        id INTEGER PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        page INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        box TEXT NOT NULL,
        kept INTEGER NOT NULL DEFAULT 1,
        caption TEXT NOT NULL DEFAULT '',
        at REAL NOT NULL
    );
    CREATE INDEX figures_page ON figures (document, page);
    """,
)

VERSION = len(MIGRATIONS)
PAGE_BITS = 24
"""Bits of the page in the row number of `found`: 16 million pages a document."""


def version_of(connection: sqlite3.Connection) -> int:
    row = connection.execute("PRAGMA user_version").fetchone()
    return int(row[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file up to VERSION. The write lock is taken first and the version read under
    it, so two programs that start together do not both do it."""
    if version_of(connection) >= VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for number in range(version_of(connection), VERSION):
            for statement in statements(MIGRATIONS[number]):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def statements(script: str) -> list[str]:
    """A script's statements one by one (executescript would commit on its own)."""
    found, rest = [], ""
    for line in script.splitlines(keepends=True):
        rest += line
        if sqlite3.complete_statement(rest):
            found.append(rest)
            rest = ""
    return found
