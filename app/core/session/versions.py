# SPDX-License-Identifier: AGPL-3.0-or-later
"""The readings and edits of a page: listed, compared, chosen, and made anew with another engine."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.choice import EngineChoice
from app.core.library import StoredReading, figures_of
from app.core.session.aside import Aside
from app.core.session.desk import Desk, Document
from app.core.session.saving import Saving
from app.core.session.showing import Showing
from app.core.version_changes import EditInfo, ReadingFetched, ReadingInfo, VersionsListed
from engine.protocol import Reading

_PRESETS = {"": "", "default": "", "strict": "strict prompt"}


class Versions:
    """`aside` reads pages with other engines."""

    def __init__(self, desk: Desk, saving: Saving, showing: Showing, aside: Aside) -> None:
        self._desk = desk
        self._saving = saving
        self._showing = showing
        self._aside = aside

    def list(self, document: int, page: int) -> None:
        found = self._desk.page(document, page)
        self._tell(found, page)

    def fetch(self, document: int, page: int, number: int) -> None:
        stored = self._desk.page(document, page).stored
        reading = None if stored is None else self._desk.library.versions.reading(stored, page, number)
        self._desk.tell(ReadingFetched(document, page, number, reading))

    def use(self, document: int, page: int, number: int) -> None:
        """The text on screen follows, unless it is the user's."""
        found = self._desk.page(document, page)
        stored = found.stored
        reading = None if stored is None else self._desk.library.versions.reading(stored, page, number)
        if reading is not None:
            self._saving.use(found, page, number, reading)
            self._showing.row(found, page)
            self._showing.refresh(found, page)
        self._tell(found, page)

    def read_with(
        self, document: int, pages: Sequence[int] | None, engines: Sequence[EngineChoice], prompt: str | None
    ) -> None:
        failed = sorted(self._desk.queue.failed_pages(document)) if document in self._desk.documents else []
        self._aside.read(self._desk.get(document), failed if pages is None else pages, engines, prompt)

    def _tell(self, document: Document, page: int) -> None:
        versions, stored = self._desk.library.versions, document.stored
        readings = [] if stored is None else versions.readings(stored, page)
        edits = [] if stored is None else versions.edits(stored, page)
        self._desk.tell(
            VersionsListed(
                document.id,
                page,
                tuple(_info(reading) for reading in readings),
                tuple(EditInfo(edit.number, edit.at, edit.who, edit.text) for edit in edits),
            )
        )


def _info(stored: StoredReading) -> ReadingInfo:
    reading, figures = stored.reading, figures_of(stored.reading)
    return ReadingInfo(
        number=stored.number,
        at=stored.at,
        engine=reading.engine,
        model=reading.model or "",
        settings=settings_words(reading),
        chars=figures.chars,
        seconds=figures.seconds,
        tokens_per_s=figures.tokens_per_s,
        acceptance=figures.acceptance,
        present=stored.present,
    )


def settings_words(reading: Reading) -> str:
    """What it was read with, beyond engine and model: "strict prompt, K 4, precision bf16"."""
    prompt = reading.prompt or ""
    words = [_PRESETS.get(prompt, f"prompt “{prompt[:40]}”")]
    if reading.draft_tokens is not None:
        words.append(f"K {reading.draft_tokens}")
    words += [f"{name.replace('_', ' ')} {value}" for name, value in sorted(reading.settings.items()) if _says(value)]
    return ", ".join(word for word in words if word)


def _says(value: object) -> bool:
    return value is not None and value != "" and value is not False
