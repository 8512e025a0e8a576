# SPDX-License-Identifier: AGPL-3.0-or-later
"""Finding and replacing in the present texts of a document.

The texts are taken on the session's thread, some pages at a time; the pattern runs on a helper thread, with
the time limit of `app.core.editing.pattern`. A newer search of the document ends an older one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.core.changes import Problem, Replaced, TextFound
from app.core.errors import sentence
from app.core.markup.text_units import tidy
from app.core.session.desk import Desk, Document
from app.core.session.saving import Saving
from app.core.session.showing import Showing

if TYPE_CHECKING:  # it loads a library, which a start need not pay for
    from app.core.editing.pattern import Search

CHUNK = 100
"""Pages whose texts are searched in one go, and edits that are saved in one go."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A part of a page's text: of the pages looked through, only the one that the search begins at is cut in two."""

    page: int
    least: int = 0
    most: int | None = None  # None: to the end


@dataclass(frozen=True, slots=True)
class _Change:
    before: str
    after: str
    places: int


class Finding:
    def __init__(self, desk: Desk, saving: Saving, showing: Showing) -> None:
        self._desk = desk
        self._saving = saving
        self._showing = showing
        self._turn = self._request = 0

    def find(
        self, document: int, page: int, position: int, pattern: str, step: int,
        regex: bool, case: bool, words: bool, request: int = 0,
    ) -> None:  # fmt: skip
        """See Session.find_text."""
        from app.core.editing.pattern import Search

        found = self._desk.get(document)
        self._turn += 1
        self._request = request
        ways = list(_forward(page, position, found.pages) if step > 0 else _backward(page, position, found.pages))
        self._look(found, Search(pattern, regex, case, words), step, ways, self._turn)

    def _look(self, document: Document, search: Search, step: int, ways: list[_Stretch], turn: int) -> None:
        if turn != self._turn or document.id not in self._desk.documents:
            return
        number = _neighbours(ways)
        now, later = ways[:number], ways[number:]
        low, high = min(way.page for way in now), max(way.page for way in now)
        texts = self._texts(document, low, high - low + 1)

        def done(answer: TextFound | None) -> None:
            if turn != self._turn:
                return
            if answer is not None:
                self._desk.tell(replace(answer, request=self._request))
            elif later:
                self._look(document, search, step, later, turn)
            else:
                self._desk.tell(TextFound(document.id, None, request=self._request))

        def failed(problem: Problem) -> None:
            done(TextFound(document.id, None, problem=sentence(problem, document.title)))

        self._desk.actor.work(lambda: _first(document.id, search, step, now, texts), done, failed)

    def replace(
        self, document: int, pages: tuple[int, ...] | None, pattern: str, replacement: str,
        regex: bool, case: bool, words: bool,
    ) -> None:  # fmt: skip
        """See Session.replace_all."""
        from app.core.editing.pattern import Search

        found = self._desk.get(document)
        wanted = range(found.pages) if pages is None else pages
        todo = [page for page in wanted if found.has(page)]
        self._replace(found, todo, {}, Search(pattern, regex, case, words), replacement)

    def _replace(
        self, document: Document, todo: Sequence[int], ready: dict[int, _Change], search: Search, replacement: str
    ) -> None:
        """All pages are computed before the first is changed: a pattern that takes too long changes nothing."""
        now, later = todo[:CHUNK], todo[CHUNK:]
        if not now:
            self._save(document, list(ready), ready, (0, 0))
            return
        texts = self._texts(document, now[0], now[-1] - now[0] + 1)
        wanted = {page: texts[page] for page in now if page in texts}

        def done(answer: dict[int, _Change] | str) -> None:
            if isinstance(answer, str):
                self._desk.tell(TextFound(document.id, None, problem=answer))
            elif document.id in self._desk.documents:
                self._replace(document, later, ready | answer, search, replacement)

        def failed(problem: Problem) -> None:
            self._desk.tell(TextFound(document.id, None, problem=sentence(problem, document.title)))

        self._desk.actor.work(lambda: _changes(search, replacement, wanted), done, failed)

    def _save(
        self, document: Document, todo: Sequence[int], ready: Mapping[int, _Change], counted: tuple[int, int]
    ) -> None:
        """One edit a page; a page that was changed in the meantime stays as it is. Between the chunks others have
        their turn at the session."""
        places, pages = counted
        for page in todo[:CHUNK]:
            change = ready[page]
            if self._texts(document, page, 1).get(page) == change.before:
                if change.after != change.before:
                    self._saving.edit(document, page, change.after)
                    self._showing.row(document, page)
                    self._showing.refresh(document, page)
                places, pages = places + change.places, pages + 1
        later = todo[CHUNK:]
        if later:
            self._desk.actor.post(lambda: self._save(document, later, ready, (places, pages)))
        else:
            self._desk.tell(Replaced(document.id, places, pages))

    def _texts(self, document: Document, first: int, count: int) -> dict[int, str]:
        """As the editor shows them: with its line ends."""
        present = self._saving.texts(document, first, count)
        return {page: tidy(text.text) for page, text in present.items()}


def _neighbours(ways: Sequence[_Stretch]) -> int:
    """How many of them, up to CHUNK, are neighbouring pages: their texts are fetched together."""
    number = 1
    while number < min(CHUNK, len(ways)) and abs(ways[number].page - ways[number - 1].page) == 1:
        number += 1
    return number


def _forward(page: int, position: int, pages: int) -> Iterator[_Stretch]:
    yield _Stretch(page, position)
    for other in (*range(page + 1, pages), *range(page)):
        yield _Stretch(other)
    yield _Stretch(page)


def _backward(page: int, position: int, pages: int) -> Iterator[_Stretch]:
    yield _Stretch(page, 0, position)
    for other in (*range(page - 1, -1, -1), *range(pages - 1, page, -1)):
        yield _Stretch(other)
    yield _Stretch(page)


def _first(
    document: int, search: Search, step: int, ways: Sequence[_Stretch], texts: Mapping[int, str]
) -> TextFound | None:
    """The first place on these pages; on a helper thread."""
    from app.core.editing.pattern import Finder, PatternError

    try:
        finder = Finder(search)
        for way in ways:
            text = texts.get(way.page, "")
            if step > 0:
                place = finder.after(text, way.least)
            else:
                place = finder.before(text, len(text) if way.most is None else way.most)
            if place is not None:
                return TextFound(document, way.page, place.start, place.end)
    except PatternError as error:
        return TextFound(document, None, problem=str(error))
    return None


def _changes(search: Search, replacement: str, texts: Mapping[int, str]) -> dict[int, _Change] | str:
    """What changes, or what is wrong with the pattern; on a helper thread."""
    from app.core.editing.pattern import Finder, PatternError

    found: dict[int, _Change] = {}
    try:
        finder = Finder(search)
        for page, text in texts.items():
            after, places = finder.replaced(text, replacement)
            if places:
                found[page] = _Change(text, after, places)
    except PatternError as error:
        return str(error)
    return found
