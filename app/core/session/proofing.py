# SPDX-License-Identifier: AGPL-3.0-or-later
"""Looking through pages: the second reading, the map between text and page, and the flags."""

from __future__ import annotations

from app.core.session.desk import Desk
from app.core.session.link import PagesLink
from app.core.session.saving import Saving
from app.core.session.showing import Showing


class Proofing:
    def __init__(self, desk: Desk, link: PagesLink, saving: Saving, showing: Showing) -> None:
        self._desk = desk
        self._link = link
        self._saving = saving
        self._showing = showing

    def proof(self, document: int, page: int, text: str | None) -> None:
        raise NotImplementedError

    def next_flag(self, document: int, page: int, position: int, step: int) -> None:
        raise NotImplementedError

    def next_unchecked(self, document: int, page: int) -> None:
        raise NotImplementedError

    def dismiss(self, document: int, page: int, mark: str, dismissed: bool) -> None:
        raise NotImplementedError

    def bring_back(self, document: int, page: int) -> None:
        raise NotImplementedError

    def read_picture(self, document: int, page: int) -> None:
        raise NotImplementedError
