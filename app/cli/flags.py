# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder check`: the flags of documents that were read, one a line. Neither engine nor window is needed."""

from __future__ import annotations

import argparse
import queue
import threading
from collections.abc import Iterator
from contextlib import closing

import msgspec

from app.cli import console, stored, words
from app.core import settings_file
from app.core.changes import Change, DocumentChanged, DocumentOpened, DocumentRow, DocumentsChanged, PageProofed
from app.core.checks import Flag, Unfit
from app.core.checks.sentences import sentence
from app.core.choice import BUILTIN
from app.core.errors import ProblemError
from app.core.library import StoredDocument
from app.core.places import Places
from app.core.session import Session

SOME_FLAGS = 1


def check(options: argparse.Namespace, places: Places) -> int:
    """Look through the documents and print their flags; 0 where none is left, else 1."""
    settings, notice = settings_file.load(places.settings)
    if notice is not None:
        console.say(words.sentence(notice.problem, notice.subject))
    if options.second_reading:
        settings = msgspec.structs.replace(settings, second_reading=options.second_reading)
    console.check_output()
    code, found = 0, []
    with closing(stored.opened(places)) as library:
        for document in stored.named(library, options.documents):
            if isinstance(document, ProblemError):
                console.say(console.one_line(words.of_error(document)))
                code = SOME_FLAGS
            else:
                found.append(document)
    if found:
        watcher = _Watcher()
        session = Session(places, settings, watcher, engines=(BUILTIN,), eager=False)
        session.start()
        try:
            for document in found:
                code = max(code, _check(session, watcher, document, as_json=options.json))
        finally:
            session.close()
    return code


class _Watcher:
    """Takes changes from the session's thread to this one."""

    def __init__(self) -> None:
        self.changes: queue.SimpleQueue[Change | None] = queue.SimpleQueue()

    def __call__(self, change: Change) -> None:
        if isinstance(change, PageProofed | DocumentOpened | DocumentChanged | DocumentsChanged):
            self.changes.put(change)

    def until_idle(self, session: Session) -> Iterator[Change]:
        """What comes until all that was asked for is done."""

        def wait() -> None:
            session.wait_idle()
            self.changes.put(None)

        threading.Thread(target=wait, name="waiting", daemon=True).start()
        while (change := self.changes.get()) is not None:
            yield change


def _check(session: Session, watcher: _Watcher, document: StoredDocument, *, as_json: bool) -> int:
    name = console.one_line(document.path.name)
    session.open_stored(document.id)
    number, row = None, None
    for change in watcher.until_idle(session):
        if isinstance(change, DocumentOpened):
            number = change.document
        row = _row(change) or row
    if number is None or row is None:
        if row is not None and row.problem is not None:
            console.say(console.one_line(words.sentence(row.problem, str(document.path))))
        return SOME_FLAGS
    if row.problem is not None:
        console.say(console.one_line(words.sentence(row.problem, str(document.path))))
    session.look_through(number)
    flags = pages = alone = 0
    for change in watcher.until_idle(session):
        if isinstance(change, PageProofed):
            pages += 1
            flags += len(change.flags)
            alone += change.findings.unfit is Unfit.NONE
            for flag in change.flags:
                console.put(_json(document, change, flag) if as_json else _line(name, change, flag))
    console.say(f"{name}: {_count(flags, 'flag')} on {_count(pages, 'page')}" + _alone(alone))
    session.remove(number)
    return SOME_FLAGS if flags else 0


def _row(change: Change) -> DocumentRow | None:
    if isinstance(change, DocumentChanged):
        return change.row
    return change.rows[-1] if isinstance(change, DocumentsChanged) and change.rows else None


def _line(name: str, change: PageProofed, flag: Flag) -> str:
    """Like a compiler's: the page, and line and column of its Markdown, all from 1."""
    line, column = _place(change.text, flag.start)
    why = console.one_line(sentence(flag, change.findings.origin))
    return f"{name}:{change.page + 1}:{line}:{column}: {flag.kind}: {why}\n"


def _json(document: StoredDocument, change: PageProofed, flag: Flag) -> str:
    line, column = _place(change.text, flag.start)
    told = {
        "document": document.id, "file": str(document.path), "page": change.page + 1, "line": line, "column": column,
        "kind": flag.kind, "severity": flag.severity.name.lower(), "text": change.text[flag.start : flag.end],
        "why": sentence(flag, change.findings.origin), "suggestion": flag.suggestion, "boxes": flag.boxes,
        "start": flag.start, "end": flag.end,
    }  # fmt: skip
    return msgspec.json.encode(told).decode() + "\n"


def _place(text: str, position: int) -> tuple[int, int]:
    """Line and column, from 1."""
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def _alone(pages: int) -> str:
    return f"; {_count(pages, 'page')} could not be compared with a second reading" if pages else ""
