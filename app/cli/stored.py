# SPDX-License-Identifier: AGPL-3.0-or-later
"""`copyholder export` and `copyholder library`: documents that are in the library. Neither the
file itself nor an engine is needed; the window may be open on the same library."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from app.cli import checks, console, words
from app.cli.arguments import UsageError, export_options, formats
from app.cli.jobs import NOTHING
from app.cli.jobs import places as where
from app.core.changes import AppCode, Problem
from app.core.errors import ProblemError
from app.core.export import ExportOptions, Format, PageText, Snapshot, entries, render, uses_original
from app.core.export import export as write
from app.core.export.readings import WITH_READINGS, with_readings
from app.core.export.snapshot import Original
from app.core.export.words import engine_of, known_words, with_words
from app.core.files import digest, safe_name
from app.core.library import Library
from app.core.library.documents import StoredDocument
from app.core.places import Places
from app.core.session.documents import fingerprint
from app.core.spreads import Leaf, cut_labels, leaves
from engine.protocol import Word

CONSENT = 4
SOME_FAILED = 1
_HIT_MARKS = str.maketrans({"\ue000": "[", "\ue001": "]"})


def export(options: argparse.Namespace, places: Places) -> int:
    """Write documents of the library again; those that cannot be written do not stop the others."""
    wanted = formats(options.format, options.out == "-")
    choice = export_options(options)
    if options.out == "-":
        console.check_output()
    elif options.out:
        checks.results_folder(options.out)
    code = 0
    with closing(opened(places)) as library:
        for document in list(named(library, options.documents)):  # one that is not clear is told before any is written
            try:
                if isinstance(document, ProblemError):
                    raise document
                snapshot = snapshot_of(library, document, choice)
                if WITH_READINGS.intersection(wanted):
                    snapshot = with_readings(snapshot, library, document.id)
                snapshot = _with_words(library, document, snapshot)
                trouble = _trouble_of_original(document)
                if trouble is not None and Format.PDF in wanted:
                    raise trouble
                if trouble is not None and any(uses_original(format, choice) for format in wanted):
                    console.say(words.sentence(Problem(AppCode.NO_FIGURES), console.one_line(str(document.path))))
                    snapshot = replace(snapshot, original=None)
                for format in wanted:
                    _write(library, document, snapshot, format, choice, options.out or "")
            except ProblemError as error:
                console.say(console.one_line(words.of_error(error)))
                code = SOME_FAILED
    return code


def library(options: argparse.Namespace, places: Places) -> int:
    """`library list`, `search` and `remove`."""
    with closing(opened(places)) as found:
        if options.action == "list":
            return _list(found)
        if options.action == "search":
            return _search(found, " ".join(options.words))
        return _remove(found, options.documents, options.yes)


def snapshot_of(library: Library, document: StoredDocument, options: ExportOptions) -> Snapshot:
    """All pages that were read, as they count now. Raises ProblemError(NOT_READ_YET)."""
    edited = {} if options.raw else {page: present.edited for page, present in library.edits.texts(document.id).items()}
    texts = (
        library.edits.engine_texts(document.id)
        if options.raw
        else {page: present.text for page, present in library.edits.texts(document.id).items()}
    )
    if not texts:
        raise ProblemError(Problem(AppCode.NOT_READ_YET), document.title or str(document.path))
    labels = dict(enumerate(cut_labels((), _leaves(library, document))))
    pages = (
        PageText(page, labels.get(page, ""), texts[page], edited=edited.get(page, False)) for page in sorted(texts)
    )
    return Snapshot(
        document.title, str(document.path), tuple(pages), author=document.author, content=document.hash,
        changed=library.documents.changed(document.id), outline=entries(document.outline),
    )  # fmt: skip


def _trouble_of_original(document: StoredDocument) -> ProblemError | None:
    """Why the files are not the very ones that were read: text belongs over their pages, and figures come from them."""
    try:
        content, _ = fingerprint(document.parts or (document.path,))
    except ProblemError as error:
        return error
    return None if content == document.hash else ProblemError(Problem(AppCode.OTHER_ORIGINAL), str(document.path))


def _leaves(library: Library, document: StoredDocument) -> list[Leaf]:
    """What its pages are of the files' pages, where double pages are cut."""
    splits = library.spreads.of(document.id)
    return leaves(document.pages - len(splits), splits) if splits else []


def _with_words(library: Library, document: StoredDocument, snapshot: Snapshot) -> Snapshot:
    turns = {page: mark.turn for page, mark in library.documents.marks(document.id).items()}

    def words(page: int) -> Sequence[Word]:
        return known_words(library, document.id, page, turns.get(page, 0))

    boxes = library.figures.of_document(document.id)
    parts = tuple(map(str, document.parts or (document.path,)))
    original = Original(parts, turns, boxes=boxes, leaves=_leaves(library, document))
    sizes = library.documents.page_sizes(document.id)
    return with_words(snapshot, words, partial(engine_of, library, document.id), sizes, original)


def _write(
    library: Library, document: StoredDocument, snapshot: Snapshot, format: Format, options: ExportOptions, out: str
) -> None:
    if out == "-":
        console.put(render(snapshot, format, options))
        return
    path = document.path
    folder = Path(out).absolute() if out else path.parent
    stem = path.name if document.parts and not path.suffix else path.stem
    ledger = library.exports if library.writable else None
    written = write(snapshot, format, folder / safe_name(stem, format.ending), options, ledger)
    console.say(f"{console.one_line(document.title or path.name)} → {where(written) or NOTHING}")


def opened(places: Places) -> Library:
    """The library, and what was odd on opening it in words."""
    library = Library(places.library)
    if library.notice is not None:
        console.say(words.sentence(library.notice.problem, library.notice.subject))
    return library


def named(library: Library, given: list[str]) -> Iterator[StoredDocument | ProblemError]:
    """What each word names. Several documents may have one title: all of them are meant only
    where there is one, since writing or deleting the wrong one would be worse than asking."""
    for word in given:
        hits = _with_contents(library, word) or library.documents.find(word)
        if len(hits) > 1:
            numbers = ", ".join(str(hit.id) for hit in hits)
            raise UsageError(f"“{word}” names several documents: say which by its number ({numbers}).")
        yield hits[0] if hits else ProblemError(Problem(AppCode.NOT_STORED), word)


def _with_contents(library: Library, word: str) -> list[StoredDocument]:
    """The document with the contents of the file at this path, wherever it was seen last."""
    path = Path(word)
    if word.isdecimal() or not path.is_file():
        return []
    try:
        document = library.documents.by_hash(digest(path))
    except ProblemError:
        return []  # it may not be read, and may be known by its path all the same
    return [] if document is None else [document]


def _list(library: Library) -> int:
    read = {size.id: size.pages_read for size in library.documents.sizes()}
    for document in library.documents.all():
        opened = time.strftime("%Y-%m-%d %H:%M", time.localtime(document.opened))
        cells = (document.id, f"{read.get(document.id, 0)}/{document.pages}", opened, document.title, document.path)
        console.put("\t".join(console.one_line(str(cell)) for cell in cells) + "\n")
    return 0


def _search(library: Library, query: str) -> int:
    """One line a page, like grep: 0 where something was found, else 1, and a word on standard error."""
    hits = library.search.find(query)
    if not hits:
        console.say(f"No page in the library has “{console.one_line(query)}”.")
    for hit in hits:
        snippet = " ".join(hit.snippet.split()).translate(_HIT_MARKS)
        console.put(f"{hit.document}\t{hit.page + 1}\t{console.one_line(hit.title)}\t{console.one_line(snippet)}\n")
    return 0 if hits else SOME_FAILED


def _remove(library: Library, given: list[str], agreed: bool) -> int:
    documents: list[StoredDocument] = []
    code = 0
    for found in named(library, given):
        if isinstance(found, ProblemError):
            console.say(console.one_line(words.of_error(found)))
            code = SOME_FAILED
        else:
            documents.append(found)
    names = ", ".join(console.one_line(d.title or d.path.name) for d in documents)
    if documents and not agreed and not _agrees(f"Delete the readings and edits of {names}? [y/N] "):
        console.say("Nothing was deleted. With --yes it is done without asking.")
        return CONSENT
    for document in documents:
        library.documents.remove(document.id)
        console.say(f"Deleted {console.one_line(document.title or document.path.name)}.")
    return code


def _agrees(question: str) -> bool:
    if not sys.stdin.isatty():
        return False
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
