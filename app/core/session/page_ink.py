# SPDX-License-Identifier: AGPL-3.0-or-later
"""How much ink is on a page, measured on a small picture of it when a flag depends on that."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.core.proof.ink import MOST_PIXELS, PIXELS, ink_share
from app.core.session.desk import Desk, Document
from app.core.session.link import Answer, PagesLink, Urgency
from engine.protocol import Picture

_KEPT = 1000
"""Pages whose share is remembered."""


class PageInk:
    """On the session's thread."""

    def __init__(self, desk: Desk, link: PagesLink) -> None:
        self._desk = desk
        self._link = link
        self._known: OrderedDict[tuple[int, int, int], float | None] = OrderedDict()  # document, its round, page

    def measure(self, document: Document, page: int, then: Callable[[float | None], None], *, urgent: bool) -> None:
        """`then` gets the share of dark pixels, at once or later; None where there is no picture."""
        key = (document.id, document.round, page)
        if key in self._known:
            then(self._known[key])
            return

        def measured(share: float | None) -> None:
            self._known[key] = share
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
            then(share)

        def rendered(answer: Answer) -> None:
            if not isinstance(answer, Picture):
                measured(None)
                return
            work = partial(ink_share, Path(answer.path), answer.width, answer.height, answer.stride)
            self._desk.actor.work(work, measured, lambda problem: measured(None))

        short, long = sorted(document.sizes[page])
        pixels = min(MOST_PIXELS, round(PIXELS * max(1.0, long / max(1.0, short) / 1.5)))
        urgency = Urgency.SEEN if urgent else Urgency.AHEAD
        self._link.render(document, page, pixels, rendered, urgency, enlarge=False)
