# SPDX-License-Identifier: AGPL-3.0-or-later
"""Double pages in a run over files: cut before anything of a document is asked for, if that is wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from app.core.session import Session
from app.core.spreads import PagesSplit, Split, SpreadsFound, cut_labels, leaves

Mode = Literal["off", "auto", "force"]


class Cutting:
    """`auto` cuts documents most of whose wide pages look like double pages, `force` every page that is wider than
    high; `off` only says so. `say` gets a document and a sentence about it."""

    def __init__(self, mode: Mode, right_first: bool, say: Callable[[int, str], None]) -> None:
        self._mode, self._right_first, self._say = mode, right_first, say
        self._pages: dict[int, int] = {}  # of documents that wait for what is found
        self._counts: dict[int, int] = {}
        self._settled: set[int] = set()
        self._labels: dict[int, list[str]] = {}

    def opened(self, document: int, pages: int) -> bool:
        """Whether its pages may be asked for now."""
        self._counts[document] = pages
        if self._mode == "off" or document in self._settled:
            return True
        self._pages[document] = pages
        return False

    def found(self, session: Session, found: SpreadsFound) -> int | None:
        """How many pages it has, where they may be asked for now."""
        document = found.document
        if found.splits:
            self._count(document, found.splits, self._counts.get(document))
        if self._mode == "off":
            if found.sure and not found.complete:
                self._say(document, f"{_many(found.sure)}: “--split-spreads auto” reads their halves one by one.")
            return None
        if document not in self._pages:
            return None
        if found.splits or not (found.complete or found.sure or self._mode == "force"):
            return self._settle(document)
        if not found.complete:
            session.find_spreads(document)
            return None
        wanted = [guess.split for guess in found.guesses if guess.sure or self._mode == "force"]
        if not wanted:
            return self._settle(document)
        self._settled.add(document)  # the pages come with DocumentOpened
        session.split_pages(document, [replace(split, right_first=self._right_first) for split in wanted])
        return None

    def split(self, split: PagesSplit) -> int | None:
        """How many pages it has, where nothing could be cut."""
        if split.splits:
            self._count(split.document, split.splits, len(split.now) + len(split.splits))
            return None
        return self._pages.pop(split.document, None)

    def label(self, document: int | None, page: int) -> str | None:
        """What a page of a document with halves is called: 12a is the first half of page 12 of the file."""
        labels = self._labels.get(document or 0, [])
        return labels[page] if page < len(labels) else None

    def _settle(self, document: int) -> int:
        self._settled.add(document)
        return self._pages.pop(document)

    def _count(self, document: int, splits: tuple[Split, ...], pages: int | None) -> None:
        if pages is not None:
            self._labels[document] = cut_labels((), leaves(pages - len(splits), splits))


def _many(count: int) -> str:
    return "one page looks like a double page" if count == 1 else f"{count} pages look like double pages"
