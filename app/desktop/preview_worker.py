# SPDX-License-Identifier: AGPL-3.0-or-later
"""Renders the shown page on a thread of its own; the interface thread only hands text over.

There is one page at a time. Pieces that come while it renders are taken together, and a new
page makes whatever waits of the old one void.
"""

from __future__ import annotations

import logging
import re
import threading
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.core.markup import deep
from app.core.wording import tr

if TYPE_CHECKING:
    from app.core.markup import Stream
    from app.core.markup.parser import Formulas

log = logging.getLogger(__name__)


MOST_CHARS = 400_000
"""Of a text that are shown, some hundred printed pages: more takes the browser minutes, and other pages wait for it."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """Blocks of the text that was handed over under `ticket`. `spans` are their places in `text`, code points; the
    block after them says that a very long text goes on."""

    ticket: int
    blocks: tuple[str, ...]
    text: str = ""
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class _Order:
    ticket: int
    formulas: Formulas
    text: str | None = None  # the whole page, or None to go on with the one before
    pieces: list[str] = field(default_factory=list)


class PreviewWorker(QObject):
    rendered = Signal(object)  # Rendered, queued to the interface thread

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ready = threading.Condition()
        self._order: _Order | None = None
        self.closed = False
        self._thread = deep.start_thread(self._run, "preview")

    def set_text(self, text: str, *, ticket: int, formulas: Formulas) -> None:
        """Render a whole text; takes the place of all that waits."""
        with self._ready:
            self._order = _Order(ticket, formulas, text)
            self._ready.notify()

    def append(self, piece: str, *, ticket: int, formulas: Formulas) -> None:
        """Render the text so far and a piece more."""
        with self._ready:
            if self._order is None:
                self._order = _Order(ticket, formulas)
            self._order.pieces.append(piece)
            self._order.ticket = ticket
            self._ready.notify()

    def close(self) -> None:
        """End the thread; waits for the rendering in hand (at most a few seconds)."""
        with self._ready:
            self.closed = True
            self._ready.notify()
        self._thread.join(5)

    def _run(self) -> None:
        from app.core.markup import Stream  # loaded here, while the window comes up

        stream, beyond = Stream(), ""
        while (order := self._next()) is not None:
            try:
                pieces = "".join(order.pieces)
                if order.text is not None:
                    shown, beyond = _cut(order.text + pieces)
                    stream = Stream(shown, formulas=order.formulas)
                elif beyond or len(stream.text) + len(pieces) > MOST_CHARS:
                    beyond += pieces
                else:
                    stream.feed(pieces)
                blocks = (*stream.html, *((_goes_on(),) if beyond else ()))
                rendered = Rendered(order.ticket, blocks, stream.text + beyond, _spans(stream))
            except Exception:  # the edge of a thread: the page stays as it was
                log.exception("the page could not be rendered")
                continue
            try:
                self.rendered.emit(rendered)
            except RuntimeError:  # the widget is gone: nobody waits any more
                return

    def _next(self) -> _Order | None:
        with self._ready:
            while self._order is None and not self.closed:
                self._ready.wait()
            order, self._order = self._order, None
            return None if self.closed else order


def _cut(text: str) -> tuple[str, str]:
    """What is shown of a text, if it can be up to the end of a paragraph, and the rest."""
    if len(text) <= MOST_CHARS:
        return text, ""
    end = text.rfind("\n\n", MOST_CHARS // 2, MOST_CHARS)
    at = end + 2 if end >= 0 else MOST_CHARS
    return text[:at], text[at:]


def _goes_on() -> str:
    words = tr("The preview ends here, because the text of this page is very long. “Source” shows all of it.")
    return f"<hr><p><strong>{escape(words)}</strong></p>"


def _spans(stream: Stream) -> tuple[tuple[int, int], ...]:
    text = stream.text
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text)]
    last = len(starts) - 1
    return tuple((starts[min(b.first, last)], starts[min(b.last + 1, last)]) for b in stream.blocks)
