# SPDX-License-Identifier: AGPL-3.0-or-later
"""Search in all present texts.

SQLite's full-text index takes runs of letters for words, which finds nothing in scripts
without spaces. So signs of those scripts are indexed one by one (a zero-width space between
them), and a query of several becomes a phrase: any part of a Chinese or Thai sentence is found.
"""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass

from app.core.library.schema import PAGE_BITS
from app.core.library.store import Store

HIT_OPENS, HIT_CLOSES = "\ue000", "\ue001"
"""Stand around the hit in a snippet; private-use characters, so no text can hold them by chance."""

_SEPARATOR = "\u200b"
_SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Myanmar, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # kana and iteration marks
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
_SIGN = re.compile(f"([{_SPACELESS}])")
_NAME = re.compile(r"(?<!\w)[^\W\d_][A-Za-z0-9]{0,11}(?:\+\+|\+|#)(?!\w)")
_WHOLE = re.compile(r"\w['’ʼ]\w{1,2}$|\w[+#]+$")
"""How a last word ends that is no mere beginning: "it's", "C++"."""
_WORDS = re.compile(r'"([^"]*)"|(\S+)')


@dataclass(frozen=True, slots=True)
class Hit:
    """`snippet` is about 12 words with the hit between HIT_OPENS and HIT_CLOSES."""

    document: int
    page: int
    title: str
    snippet: str


class Search:
    def __init__(self, store: Store) -> None:
        self._store = store

    def find(self, query: str, limit: int = 200) -> list[Hit]:
        """Pages with all the words of the query, the best first. The last word may be the
        beginning of one; words in quotation marks must follow each other, as do the parts of a word with signs in it
        ("it's"), and signs at the end of a name ("C++") must be there. Raises ProblemError."""
        match, signs = _match(query), _signed(query)
        if not match:
            return []
        also = "".join(f" AND instr(lower(replace(found.text, '\\', '')), ?{6 + at})" for at in range(len(signs)))
        rows = self._store.rows(
            "SELECT f.rowid >> ?1, f.rowid & ((1 << ?1) - 1), d.title, f.text FROM "
            "(SELECT rowid, snippet(found, 0, ?2, ?3, '…', 12) AS text, rank FROM found WHERE found MATCH ?4"
            f"{also} ORDER BY rank LIMIT ?5) f JOIN documents d ON d.id = f.rowid >> ?1 ORDER BY f.rank",
            PAGE_BITS,
            HIT_OPENS,
            HIT_CLOSES,
            match,
            limit,
            *signs,
        )
        return [Hit(document, page, title, text.replace(_SEPARATOR, "")) for document, page, title, text in rows]


def put_found(change: sqlite3.Connection, document: int, page: int, text: str) -> None:
    """Let the page be found by `text` and no longer by what it was before."""
    row = document << PAGE_BITS | page
    change.execute("DELETE FROM found WHERE rowid = ?", (row,))
    if text:
        change.execute("INSERT INTO found (rowid, text) VALUES (?, ?)", (row, _spaced(text)))


def _spaced(text: str) -> str:
    return text if text.isascii() else _SIGN.sub(rf"{_SEPARATOR}\1{_SEPARATOR}", text)


def _match(query: str) -> str:
    """The query in the index's language, every word quoted so that nothing in it is an operator."""
    terms = []
    for phrase, word in _WORDS.findall(query.encode("utf-8", "replace").decode()):
        text = _spaced(phrase or word).replace('"', " ").replace("\0", " ")
        if any(c.isalnum() for c in text):
            terms.append(f'"{text}"')
    if terms and not query.rstrip().endswith('"') and not _WHOLE.search(query.rstrip()):
        terms[-1] += "*"
    return " ".join(terms)


def _signed(query: str) -> list[str]:
    """Names that end in signs, which the index does not know, in lower case."""
    return [match[0].lower() for match in _NAME.finditer(query)]
